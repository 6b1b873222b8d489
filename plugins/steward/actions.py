"""What can be done: verdicts on rows, the sign-off, decisions on the queue. Every form carries its person's token."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool

from redactory.ledger import get_policy_version
from redactory.platform import Platform
from redactory.review import activate, register, roll_back, settle, sign
from redactory.review.cases import erase_case, open_cases, withdraw_case
from redactory.review.queue_decisions import decide
from redactory.review.verdicts import mark_missed, mark_over, mark_read, undo, withdraw, write_note
from steward.access import Form, FormDep, Person, PersonDep, PlatformDep
from steward.airflow_api import AirflowApi, AirflowDep
from steward.pages import _policy, _version

router = APIRouter()
APPROVE, REJECT = "Approve", "Reject"  # the options of the Dag's question
_CODES = {
    ("quarantined", "discard"): "discarded", ("quarantined", "rerun"): "rerun", ("held", "list"): "list",
    ("held", "discard"): "discarded", ("dead_letter", "rerun"): "rerun", ("dead_letter", "discard"): "deleted",
    ("snapshot", "approve"): "in_force", ("snapshot", "reject"): "rejected",
}  # fmt: skip


@router.post("/reviews/{version}/rows/{number}/read")
def read(request: Request, version: str, number: int, who: PersonDep, platform: PlatformDep, form: FormDep) -> Response:
    """This person is done with the row."""
    found = _version(platform, version, who)
    mark_read(platform, found.id, number, by=who.name)
    rows = found.sample_rows or 0
    after = f"rows/{number + 1}" if number < rows else "sign-off"
    return _done(request, f"reviews/{version}/{after}", f"Row {number} is read.")


@router.post("/reviews/{version}/rows/{number}/undo")
def take_back(
    request: Request, version: str, number: int, who: PersonDep, platform: PlatformDep, form: FormDep
) -> Response:
    """Take back what this person did last on the row."""
    undone = undo(platform, _version(platform, version, who).id, number, by=who.name)
    words = f"Undone: {undone}." if undone else "You did nothing here that could be undone."
    return _done(request, f"reviews/{version}/rows/{number}", words)


@router.post("/reviews/{version}/rows/{number}/missed")
def missed(
    request: Request, version: str, number: int, who: PersonDep, platform: PlatformDep, form: FormDep
) -> Response:
    """Text that should have been replaced."""
    mark_missed(
        platform, _version(platform, version, who).id, number, field=form.number("field"), start=form.number("start"),
        end=form.number("end"), entity=form.get("entity", ""), by=who.name,
    )  # fmt: skip
    return _done(request, f"reviews/{version}/rows/{number}", f"Marked as missed {form.get('entity', '')}.")


@router.post("/reviews/{version}/rows/{number}/over")
def over(request: Request, version: str, number: int, who: PersonDep, platform: PlatformDep, form: FormDep) -> Response:
    """A token that should have stayed text."""
    found = _version(platform, version, who)
    mark_over(platform, found.id, number, field=form.number("field"), start=form.number("start"), by=who.name)
    return _done(request, f"reviews/{version}/rows/{number}", "Marked: should have stayed.")


@router.post("/reviews/{version}/rows/{number}/note")
def note(request: Request, version: str, number: int, who: PersonDep, platform: PlatformDep, form: FormDep) -> Response:
    """This person's note on the row, kept encrypted."""
    write_note(platform, _version(platform, version, who).id, number, form.get("note", ""), by=who.name)
    return _done(request, f"reviews/{version}/rows/{number}", "Note saved.")


@router.post("/reviews/{version}/findings/{number}/withdraw")
def take_mark_back(
    request: Request, version: str, number: int, who: PersonDep, platform: PlatformDep, form: FormDep
) -> Response:
    """A mark was none."""
    found = _version(platform, version, who)
    withdraw(platform, found.id, number, by=who.name, reason=form.get("reason", ""))
    return _done(request, f"reviews/{version}/rows/{form.get('row', '1')}", "Withdrawn.")


@router.post("/reviews/{version}/approve")
async def approve(
    request: Request, version: str, who: PersonDep, platform: PlatformDep, airflow: AirflowDep, form: FormDep
) -> Response:
    """This person approves. The rules hold in the engine, whatever the page showed."""
    found = await run_in_threadpool(_version, platform, version, who)
    reason = form.get("reason", "")
    ends = await run_in_threadpool(lambda: sign(platform, found.id, "approve", by=who.name, reason=reason))
    await _pass_on(platform, airflow, found.id, APPROVE, reason)
    return _done(request, f"reviews/{version}?said={'approved' if ends else 'one_more'}", "Approved.")


@router.post("/reviews/{version}/send-back")
async def send_back(
    request: Request, version: str, who: PersonDep, platform: PlatformDep, airflow: AirflowDep, form: FormDep
) -> Response:
    """This person sends the version back."""
    found = await run_in_threadpool(_version, platform, version, who)
    reason = form.get("reason", "")
    await run_in_threadpool(lambda: sign(platform, found.id, "send_back", by=who.name, reason=reason))
    await _pass_on(platform, airflow, found.id, REJECT, reason)
    return _done(request, f"reviews/{version}?said=back", "Sent back.")


@router.post("/reviews/{version}/ask")
async def ask(
    request: Request, version: str, who: PersonDep, platform: PlatformDep, airflow: AirflowDep, form: FormDep
) -> Response:
    """Start a run that asks again, where none waits any more."""
    found = await run_in_threadpool(_version, platform, version, who)
    review = await run_in_threadpool(register.load, platform.ledger, found.id)
    if await airflow.waits(review.run_id):  # one question at a time
        return _done(request, f"reviews/{version}?said=waits", "A run waits for the answer already.")
    await _start(platform, airflow, found.id, f"asked again by {who.name}")
    return _done(request, f"reviews/{version}?said=asked", "Asked again.")


@router.post("/reviews/{version}/activate")
def put_in_force(request: Request, version: str, who: PersonDep, platform: PlatformDep, form: FormDep) -> Response:
    """Put an approved version in force."""
    found = _version(platform, version, who)
    activate(platform, found.id, by=who.name, reason=form.get("reason", ""))
    return _done(request, f"reviews/{version}?said=active", "In force.")


@router.post("/policies/{name}/rollback")
def rollback(request: Request, name: str, who: PersonDep, platform: PlatformDep, form: FormDep) -> Response:
    """Put the approved version before the one in use in force again."""
    _policy(platform, name, who)
    roll_back(platform, name, by=who.name, reason=form.get("reason", ""))
    return _done(request, "?said=rolled", "Rolled back.")


def _end_case(
    end: Callable[..., object], platform: Platform, name: str, number: int, who: Person, form: Form
) -> None:
    """`end` a case, where it is an open one of that policy and `who` may."""
    _policy(platform, name, who)
    if any(case.id == number for case in open_cases(platform, name)):
        end(platform, number, by=who.name, reason=form.get("reason", ""))


@router.post("/policies/{name}/cases/{number}/withdraw")
def withdraw_one(
    request: Request, name: str, number: int, who: PersonDep, platform: PlatformDep, form: FormDep
) -> Response:
    """A case was none: later versions need not pass it."""
    _end_case(withdraw_case, platform, name, number, who, form)
    return _done(request, f"policies/{name}/cases?said=withdrawn", "Withdrawn.")


@router.post("/policies/{name}/cases/{number}/erase")
def erase_one(
    request: Request, name: str, number: int, who: PersonDep, platform: PlatformDep, form: FormDep
) -> Response:
    """The text of a case goes, though it was one."""
    _end_case(erase_case, platform, name, number, who, form)
    return _done(request, f"policies/{name}/cases?said=erased", "Erased.")


@router.post("/items/{kind}/{key}/{decision}")
def decide_item(
    request: Request, kind: str, key: str, decision: str, who: PersonDep, platform: PlatformDep, form: FormDep
) -> Response:
    """A decision on something else that waits in the queue."""
    words = decide(
        platform, kind, key, decision, by=who.name, reason=form.get("reason", ""), listing=form.get("listing", "")
    )
    code = _CODES.get((kind, decision)) or ("published" if words.startswith("Published") else "second")
    return _done(request, f"?said={code}", words)


async def _pass_on(platform: Platform, airflow: AirflowApi, version_id: str, option: str, reason: str) -> None:
    """Give Airflow the answer, so that its record and the ledger's agree.

    The Dag's next task then brings the version into its state. Where no run waits, one is started, which finds the
    decision taken; where none can be, the state follows here.
    """
    review = await run_in_threadpool(register.load, platform.ledger, version_id)
    if await airflow.answer(review.run_id, option, reason):
        return
    over = review.state in (register.APPROVED, register.SENT_BACK)
    if not await _start(platform, airflow, version_id, "no run waited for the answer") and over:
        await run_in_threadpool(settle, platform, version_id)


async def _start(platform: Platform, airflow: AirflowApi, version_id: str, why: str) -> bool:
    review = await run_in_threadpool(register.load, platform.ledger, version_id)
    before = register.run_name(version_id, review.asked)
    run_id = await run_in_threadpool(lambda: register.ask_again(platform.ledger, version_id, why, after=before))
    version = await run_in_threadpool(get_policy_version, platform.ledger, version_id)
    return version is not None and await airflow.start(run_id, version_id)


def _done(request: Request, where: str, words: str) -> Response:
    """JSON for our own script, which saved without leaving the page; else on to the next page."""
    root = request.scope.get("root_path", "").rstrip("/")
    target = f"{root}/{where}"
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"ok": True, "words": words, "next": target})
    return RedirectResponse(target, 303)
