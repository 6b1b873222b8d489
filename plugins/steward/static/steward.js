// The row's keyboard: accept, undo, move word by word, select, mark. Everything it does is a form that is saved at
// once; the page is then read again, so what stands here is what the server holds. No dialogs: the frame forbids them.
"use strict";

const ROW = "#page[data-number]";
const TOKEN = document.querySelector('meta[name="form-token"]')?.content ?? "";
const SPOKEN_MS = 150; // a live region is spoken when it changes after it was there
const LOOK_SECONDS = 5; // how often another steward's verdicts are looked for
const state = { anchor: null, head: null, stamp: null, busy: false };

const page = () => document.querySelector(ROW);
const told = () => document.getElementById("told");
const stops = () => [...document.querySelectorAll(".after .s")];
const keyOf = (stop) => `${stop.dataset.field}:${stop.dataset.start}`;
const isOpen = () => page()?.dataset.open === "yes";

function tell(words, wrong = false) {
  const line = told();
  if (!line) return;
  line.textContent = words;
  line.classList.toggle("bad", wrong);
}

async function send(path, fields = {}) {
  const answer = await fetch(`${page().dataset.here}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json", "X-Form-Token": TOKEN },
    body: new URLSearchParams(fields),
    credentials: "same-origin",
  });
  const said = await answer.json().catch(() => ({ error: `The server answered ${answer.status}; try again.` }));
  if (!answer.ok) throw new Error(said.error ?? `The server answered ${answer.status}.`);
  return said;
}

// Save, then show what the server holds. A failure is said in the bar, and nothing on the page pretends otherwise.
async function save(path, fields, { leave = false } = {}) {
  if (state.busy) return;
  state.busy = true;
  try {
    const said = await send(path, fields);
    if (leave) {
      pass(said.words);
      location.assign(said.next);
      return;
    }
    await reload();
    tell(said.words);
  } catch (error) {
    tell(error.message, true);
  } finally {
    state.busy = false;
    state.stamp = null; // what changed just now was ours
  }
}

// What one page tells the next one, which says it: a save that leaves the page is heard all the same.
function pass(words) {
  try {
    sessionStorage.setItem("redactory-said", words);
  } catch (error) { /* storage is closed to this frame: it is saved, and not said */ }
}

function passed() {
  try {
    const words = sessionStorage.getItem("redactory-said");
    sessionStorage.removeItem("redactory-said");
    return words;
  } catch (error) {
    return null;
  }
}

async function reload() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const keep = state.head && keyOf(state.head);
  for (const selector of [ROW, ".acts"]) {
    const now = document.querySelector(selector);
    const then = fresh.querySelector(selector);
    if (now && then) now.replaceWith(document.importNode(then, true));
  }
  state.anchor = state.head = null;
  wire();
  const again = keep && stops().find((stop) => keyOf(stop) === keep);
  if (again) place(again);
}

function place(stop, extend = false) {
  if (!stop) return;
  const same = extend && state.anchor && state.anchor.dataset.field === stop.dataset.field;
  if (extend && state.anchor && !same) return; // a selection stays within its field
  if (!same) state.anchor = stop;
  state.head = stop;
  paint();
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: "nearest" });
  const chosen = selection();
  if (chosen.length > 1) tell(`${chosen.length} words selected: press a digit to mark them as missed.`);
  else describe(stop);
}

function selection() {
  if (!state.head) return [];
  const all = stops();
  const ends = [all.indexOf(state.anchor), all.indexOf(state.head)].sort((a, b) => a - b);
  return all.slice(ends[0], ends[1] + 1);
}

function paint() {
  document.querySelectorAll(".chosen, .twin").forEach((one) => one.classList.remove("chosen", "twin"));
  selection().forEach((one) => one.classList.add("chosen"));
  if (state.head?.tagName === "MARK") twin(state.head)?.classList.add("twin");
}

const twin = (mark) =>
  [...document.querySelectorAll(`mark[data-field="${mark.dataset.field}"][data-start="${mark.dataset.start}"]`)]
    .find((other) => other !== mark);

function describe(stop) {
  if (stop.dataset.told) tell(stop.dataset.told);
  else tell("Press a digit if this should have been replaced; Shift and an arrow key select more.");
}

function clear() {
  state.anchor = state.head = null;
  paint();
  document.activeElement?.blur?.();
  tell("Arrow keys move word by word, with Shift they select. Press ? for all keys.");
}

function step(key, extend) {
  const all = stops();
  if (!all.length) return;
  if (!state.head) {
    const text = all.find((stop) => !stop.closest(".single"));
    place(text ?? all[0]);
    return;
  }
  const at = all.indexOf(state.head);
  const field = all.filter((stop) => stop.dataset.field === state.head.dataset.field);
  if (key === "ArrowRight") place(all[at + 1], extend);
  else if (key === "ArrowLeft") place(all[at - 1], extend);
  else if (key === "Home") place(field[0], extend);
  else if (key === "End") place(field[field.length - 1], extend);
  else place(vertical(all, at, key === "ArrowDown"), extend);
}

// The stop nearest in the line above or below.
function vertical(all, at, down) {
  const here = all[at].getClientRects()[0];
  const middle = here.left + here.width / 2;
  let best = null;
  let top = null;
  const rest = down ? all.slice(at + 1) : all.slice(0, at).reverse();
  for (const stop of rest) {
    const box = stop.getClientRects()[0];
    if (!box || Math.abs(box.top - here.top) < here.height / 2) continue;
    if (top === null) top = box.top;
    if (Math.abs(box.top - top) > here.height / 2) break;
    const far = Math.abs(box.left + box.width / 2 - middle);
    if (!best || far < best.far) best = { stop, far };
  }
  return best?.stop;
}

// A selection made with the mouse or by a screen reader, widened to whole words.
function adopt() {
  const made = window.getSelection();
  if (!made || made.isCollapsed || !made.rangeCount) return;
  const hit = stops().filter((stop) => made.containsNode(stop, true));
  if (!hit.length) return;
  state.anchor = hit[0];
  state.head = hit.filter((stop) => stop.dataset.field === hit[0].dataset.field).pop();
  made.removeAllRanges();
  paint();
  const many = selection().length;
  tell(`${many} ${many === 1 ? "word" : "words"} selected: press a digit, or choose what was missed.`);
}

function missed(entity) {
  const chosen = selection();
  if (!chosen.length) return tell("Select the words that were missed first: with the arrow keys, or the mouse.", true);
  const first = chosen[0].dataset;
  return save(`rows/${page().dataset.number}/missed`, {
    field: first.field, start: first.start, end: chosen[chosen.length - 1].dataset.end, entity,
  });
}

function over() {
  const stop = state.head;
  if (!stop || stop.tagName !== "MARK") return tell("Move to the token that should have stayed first.", true);
  return save(`rows/${page().dataset.number}/over`, { field: stop.dataset.field, start: stop.dataset.start });
}

const accept = () => save(`rows/${page().dataset.number}/read`, {}, { leave: true });
const undo = () => save(`rows/${page().dataset.number}/undo`, {});
const follow = (id) => location.assign(document.getElementById(id).href);
const writing = (target) => ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
const pressable = (target) => ["A", "BUTTON", "SUMMARY"].includes(target.tagName);

function onKey(event) {
  if (!page() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape") return void clear();
  if (writing(event.target) || !document.getElementById("shortcuts")?.checked && event.key.length === 1) return;
  const move = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key);
  if (move && (state.head || event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    event.preventDefault();
    return void step(event.key, event.shiftKey);
  }
  if (event.key === "j") return void follow("next");
  if (event.key === "k") return void follow("prev");
  if (event.key === "?") {
    const keys = document.getElementById("keys");
    if (keys) keys.open = !keys.open;
    return undefined;
  }
  if (!isOpen()) return undefined;
  if (event.key === "a" || (event.key === "Enter" && !pressable(event.target))) {
    event.preventDefault();
    return void accept();
  }
  if (event.key === "Backspace") {
    event.preventDefault();
    return void undo();
  }
  if (event.key === "x") return void over();
  if (event.key === "n") {
    event.preventDefault();
    return void document.getElementById("note")?.focus();
  }
  if (/^[0-9]$/.test(event.key)) {
    const button = document.querySelectorAll(".palette [data-entity]")[(Number(event.key) + 9) % 10];
    if (button) return void missed(button.dataset.entity);
  }
  return undefined;
}

// Forms of the row go the same way as keys, so that the page stays where it is.
function wire() {
  for (const [id, act] of [["accept", accept], ["undo", undo]]) {
    document.getElementById(id)?.addEventListener("submit", (event) => {
      event.preventDefault();
      act();
    });
  }
  document.getElementById("over")?.addEventListener("click", over);
  const note = document.querySelector("form.note");
  const store = () => save(`rows/${page().dataset.number}/note`, { note: note.note.value });
  note?.addEventListener("submit", (event) => {
    event.preventDefault();
    store();
  });
}

const takeFocus = () => (state.head ?? document.getElementById("main"))?.focus({ preventScroll: true });

// Keys reach a frame only while the focus is in it. It is taken with every page, taken back where nothing around the
// frame holds it (a click beside Airflow's own controls), and when the pointer comes back to the frame.
function keepFocus() {
  takeFocus();
  if (window.parent === window) return;
  const around = () => {
    try {
      return window.parent.document.activeElement;
    } catch (error) {
      return null; // a page of another origin around us: its focus is its own
    }
  };
  window.addEventListener("blur", () => setTimeout(() => {
    const holder = around();
    if (document.hasFocus() || !holder || holder === window.frameElement) return;
    if (holder.tagName === "BODY") takeFocus();
    else tell("Keys go to Airflow's own page now; click here to have them back.");
  }));
  document.documentElement.addEventListener("pointerenter", () => {
    const holder = around();
    if (!document.hasFocus() && holder && !writing(holder) && !holder.isContentEditable) takeFocus();
  });
}

function watch() {
  const look = async () => {
    if (document.hidden || state.busy || !page()) return;
    const answer = await fetch(`${page().dataset.here}/state`, { credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok) return;
    const { stamp } = await answer.json();
    const news = state.stamp !== null && stamp !== state.stamp;
    state.stamp = stamp;
    if (news && !writing(document.activeElement)) await reload();
  };
  look();
  setInterval(look, LOOK_SECONDS * 1000);
}

const said = passed();
if (page()) {
  if (said) setTimeout(() => tell(`${said} Press ? for all keys.`), SPOKEN_MS);
  keepFocus();
  wire();
  watch();
  document.addEventListener("keydown", onKey);
  document.addEventListener("mouseup", (event) => {
    if (event.target.closest?.(".after")) adopt();
  });
  document.addEventListener("click", (event) => {
    const stop = event.target.closest?.(".after .s");
    if (stop && window.getSelection()?.isCollapsed) place(stop);
    const button = event.target.closest?.(".palette [data-entity]");
    if (button) missed(button.dataset.entity);
  });
  document.addEventListener("mouseover", (event) => {
    const one = event.target.closest?.("[data-told]");
    if (one) tell(one.dataset.told);
  });
  document.querySelectorAll(".strip [aria-current]").forEach((one) => one.scrollIntoView({ block: "nearest", inline: "center" }));
  const switched = document.getElementById("shortcuts");
  if (switched) {
    try {
      switched.checked = localStorage.getItem("redactory-shortcuts") !== "off";
      switched.addEventListener("change", () => localStorage.setItem("redactory-shortcuts", switched.checked ? "on" : "off"));
    } catch (error) { /* storage is closed to this frame: shortcuts stay on */ }
  }
}
