"""The pages for people who do not see them or use no mouse: axe-core, names of every control, and spoken saves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from redactory.ledger import get_policy_version

pytestmark = [pytest.mark.slow, pytest.mark.integration, pytest.mark.timeout(600)]
WCAG_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
ROLES = "button|link|textbox|combobox|checkbox|progressbar|toolbar|navigation|table"
UNNAMED = re.compile(rf"^\s*- ({ROLES})(?: \[.*\])?:?$", re.MULTILINE)


def faults(page: Any) -> list[str]:
    """What axe-core finds against WCAG 2.2 A and AA, one line an element."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": {"type": "tag", "values": WCAG_AA}, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    nodes = [(fault["id"], node) for fault in found for node in fault["nodes"]]
    return [f"{rule}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}" for rule, node in nodes]


@pytest.fixture(scope="module")
def read_once(site: Any) -> str:
    """A review with a finding, a note and a row read, and a case of it."""
    version: str = site.open_review()
    ada = site.as_("ada")
    for number in (1, 2):
        ada.get(f"/reviews/{version}/rows/{number}").raise_for_status()
    site.post("ada", f"/reviews/{version}/rows/1/read").raise_for_status()
    site.post("ada", f"/reviews/{version}/rows/1/note", note="look here").raise_for_status()
    site.post("ada", f"/reviews/{version}/rows/2/missed", field=1, start=0, end=10, entity="USER").raise_for_status()
    site.post("ada", f"/reviews/{version}/rows/1/over", field=1, start=0).raise_for_status()
    return version


def paths(site: Any, version: str) -> list[str]:
    found = get_policy_version(site.platform.ledger, version)
    assert found is not None
    with site.platform.ledger.session(readonly=True) as session:
        from redactory.ledger.review_models import Finding

        case = session.query(Finding).filter_by(policy=found.name).first()
    at = f"/reviews/{version}"
    return [
        "/", at, f"{at}/rows/1", f"{at}/rows/2", f"{at}/rows/3", f"{at}/sign-off", f"/policies/{found.name}/cases",
        f"/policies/{found.name}/cases/{case.id}", "/run?dag=x&run=y", f"/reviews/{'0' * 64}",
    ]  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_axe_finds_nothing_against_wcag_aa(
    site: Any, page_of: Callable[..., Any], read_once: str, width: int, dark: bool
) -> None:
    page = page_of("grace", width=width, dark=dark)
    found = {}
    for path in paths(site, read_once):
        page.goto(f"{site.url}/steward{path}")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found[path] = faults(page)
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_axe_would_find_one(site: Any, page_of: Callable[..., Any], read_once: str) -> None:
    page = page_of("ada")
    page.goto(f"{site.url}/steward/reviews/{read_once}/rows/2")
    page.evaluate("document.querySelector('label[for=note]').remove()")
    page.evaluate("document.getElementById('told').style.color = '#ccc'")
    found = "\n".join(faults(page))
    assert "label:" in found
    assert "color-contrast:" in found


def test_every_control_has_a_name_a_screen_reader_says(site: Any, page_of: Callable[..., Any], read_once: str) -> None:
    page = page_of("ada")
    for path in paths(site, read_once):
        page.goto(f"{site.url}/steward{path}")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        tree = page.locator("body").aria_snapshot()
        assert [found.group() for found in UNNAMED.finditer(tree)] == [], path
    page.goto(f"{site.url}/steward/reviews/{read_once}/rows/2")
    tree = page.locator("body").aria_snapshot()
    for words in (
        'heading "Row 2 of 3"', 'navigation "Rows"', 'table "Row 2, original and redacted"', 'toolbar "Verdict"',
        'button "missed PERSON, key 1"', 'button "a Done, next"', "status", "row 1, read, findings",
    ):  # fmt: skip
        assert words in tree, words


def test_what_is_saved_is_said_in_a_live_region(
    site: Any, page_of: Callable[..., Any], opened: Callable[..., str]
) -> None:
    page = page_of("ada")
    page.goto(f"{site.url}/steward/reviews/{opened()}/rows/1")
    region = page.locator("#told")
    assert (region.get_attribute("role"), region.get_attribute("aria-live")) == ("status", "polite")
    region.evaluate("one => { window.sameRegion = one; }")
    page.keyboard.press("n")
    page.keyboard.type("looked at")
    page.get_by_role("button", name="Save note").click()
    page.wait_for_selector("#told:has-text('Note saved.')")
    page.locator("#main").focus()
    page.keyboard.press("Backspace")
    page.wait_for_selector("#told:has-text('You did nothing here')")
    assert page.evaluate("window.sameRegion === document.getElementById('told')")  # replaced ones are not read out
    page.keyboard.press("a")
    page.wait_for_url("**/rows/2")
    page.wait_for_selector("#told:has-text('Row 1 is read.')")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("x")
    page.wait_for_selector("#told.bad")
