"""The pages in a browser: the keyboard, saved at once, readable at two widths and in both themes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redactory.ledger import get_policy_version
from redactory.review.cases import open_cases
from redactory.review.register import load

pytestmark = [pytest.mark.slow, pytest.mark.integration, pytest.mark.timeout(600)]
CONTRAST = (Path(__file__).parent / "contrast.js").read_text()


def go(site: Any, page: Any, path: str) -> None:
    page.goto(f"{site.url}/steward{path}")


def choose(page: Any, word: str) -> None:
    """Move by the keyboard alone to the first `word` of the redacted side."""
    for _ in range(400):
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.textContent") == word:
            return
    pytest.fail(f"the keyboard does not reach {word!r}")


def test_words_are_selected_and_marked_by_keyboard_alone(
    site: Any, page_of: Callable[..., Any], opened: Callable[..., str]
) -> None:
    version = opened()
    page = page_of("ada")
    go(site, page, f"/reviews/{version}/rows/2")
    choose(page, "Yllebylle")
    page.keyboard.press("1")
    page.wait_for_selector(".finding.missed")
    (case,) = open_cases(site.platform, _policy(site, version))
    note = site.platform.landing.open(f"{_policy(site, version)}/dt=2026-11-29/a.jsonl").read().decode().splitlines()[1]
    assert json.loads(note)["note"][case.start : case.end] == "Yllebylle"
    page.reload()
    assert page.locator(".after .missed").inner_text() == "Yllebylle"
    page.keyboard.press("Backspace")
    page.wait_for_selector(".finding.missed", state="detached")
    assert open_cases(site.platform, _policy(site, version)) == []

    choose(page, "Yllebylle")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    assert page.locator(".chosen").count() == 3
    page.keyboard.press("Escape")
    assert page.locator(".chosen").count() == 0


def test_a_token_that_should_have_stayed_by_keyboard_and_by_mouse(
    site: Any, page_of: Callable[..., Any], opened: Callable[..., str]
) -> None:
    version = opened()
    page = page_of("ada")
    go(site, page, f"/reviews/{version}/rows/1")
    choose(page, "<PERSON>")
    assert "directory" in page.locator("#told").inner_text()
    assert page.locator(".before .twin").count() == 1
    page.keyboard.press("x")
    page.wait_for_selector(".finding.over")
    go(site, page, f"/reviews/{version}/rows/2")
    page.locator(".after .s", has_text="Meridian").dblclick()
    page.locator(".palette [data-entity=PERSON]").click()
    page.wait_for_selector(".finding.missed")
    kinds = [case.kind for case in open_cases(site.platform, _policy(site, version))]
    assert kinds == ["over", "missed"]


def test_script_in_a_row_does_not_run_and_notes_keep_their_keys(
    site: Any, page_of: Callable[..., Any], opened: Callable[..., str]
) -> None:
    version = opened()
    page = page_of("ada")
    go(site, page, f"/reviews/{version}/rows/2")
    assert page.title().startswith("Row 2 of 3")
    page.keyboard.press("n")
    page.keyboard.type("a jolly note 1")
    assert page.url.endswith("/rows/2")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#told:has-text('Note saved')")
    page.reload()
    assert page.locator("#note").input_value() == "a jolly note 1"


def test_two_stewards_see_each_others_verdicts(
    site: Any, page_of: Callable[..., Any], opened: Callable[..., str]
) -> None:
    version = opened()
    ada, grace = page_of("ada"), page_of("grace")
    go(site, ada, f"/reviews/{version}/rows/1")
    go(site, grace, f"/reviews/{version}/rows/1")
    ada.keyboard.press("a")
    ada.wait_for_url("**/rows/2")
    grace.wait_for_selector("text=read by ada", timeout=20_000)
    assert [v.steward for v in load(site.platform.ledger, version).rows[0].verdicts if v.read_at] == ["ada"]


def test_single_keys_can_be_switched_off(site: Any, page_of: Callable[..., Any], opened: Callable[..., str]) -> None:
    version = opened()
    page = page_of("ada")
    go(site, page, f"/reviews/{version}/rows/1")
    page.keyboard.press("?")
    page.locator("#shortcuts").uncheck()
    page.locator("#main").focus()
    page.keyboard.press("a")
    page.keyboard.press("j")
    page.wait_for_timeout(300)
    assert page.url.endswith("/rows/1")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_pages_read_well(
    site: Any, page_of: Callable[..., Any], opened: Callable[..., str], width: int, dark: bool
) -> None:
    version = opened()
    site.as_("ada").get(f"/reviews/{version}/rows/2")
    site.post("ada", f"/reviews/{version}/rows/2/missed", field=1, start=0, end=10, entity="USER").raise_for_status()
    page = page_of("ada", width=width, dark=dark)
    for path in ("/", f"/reviews/{version}", f"/reviews/{version}/rows/2", f"/reviews/{version}/rows/3",
                 f"/reviews/{version}/sign-off", f"/policies/{_policy(site, version)}/cases"):  # fmt: skip
        go(site, page, path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{path} is {wide} wide at {width}"
        assert page.evaluate(CONTRAST) == [], path
        unnamed = page.evaluate(
            "[...document.querySelectorAll('button,a,input:not([type=hidden]),select,textarea,progress')].filter(e => "
            "!(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)"
        )
        assert unnamed == [], path


def _policy(site: Any, version: str) -> str:
    found = get_policy_version(site.platform.ledger, version)
    assert found is not None
    return found.name
