"""The keys within Airflow's own frame: after a click in its menu, from row to row, and when the focus was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from redactory.ledger import get_policy_version
from redactory.review.cases import open_cases
from redactory.review.register import load

pytestmark = [pytest.mark.slow, pytest.mark.integration, pytest.mark.timeout(600)]
FRAME = "iframe[title=Steward]"


@pytest.fixture
def airflow(site: Any, browser: Any) -> Iterator[Any]:
    """Airflow's own pages, logged in through its form as ada."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(site.url)
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill(site.passwords["ada"])
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Steward").wait_for()
    yield page
    context.close()


def frame_of(page: Any) -> Any:
    return page.locator(FRAME).element_handle().content_frame()


def is_at(page: Any, path: str) -> None:
    frame_of(page).wait_for_url(f"**{path}", timeout=60_000)
    frame_of(page).wait_for_load_state()


def test_a_row_is_read_by_keys_within_the_frame(
    site: Any, airflow: Any, opened: Callable[..., str], press_in: Callable[..., None]
) -> None:
    version = opened()
    row = f"/reviews/{version[:12]}/rows/"
    page = airflow
    page.get_by_role("link", name="Steward").click()
    inside = page.frame_locator(FRAME)
    inside.locator(f"a[href$='{row}1']").first.click()
    is_at(page, f"{row}1")
    press_in(page, "j")
    is_at(page, f"{row}2")
    press_in(page, "k")
    is_at(page, f"{row}1")
    press_in(page, "a")
    is_at(page, f"{row}2")
    for _ in range(200):
        press_in(page, "ArrowRight")
        if frame_of(page).evaluate("document.activeElement.textContent") == "Yllebylle":
            break
    press_in(page, "1")
    inside.locator(".finding.missed").wait_for()
    found = get_policy_version(site.platform.ledger, version)
    assert found is not None
    (case,) = open_cases(site.platform, found.name)
    assert (case.kind, case.entity, case.steward) == ("missed", "PERSON", "ada")
    press_in(page, "Backspace")
    inside.locator(".finding.missed").wait_for(state="detached")
    verdicts = load(site.platform.ledger, version).rows[0].verdicts
    assert [v.steward for v in verdicts if v.read_at] == ["ada"]


def test_focus_that_nothing_else_holds_comes_back(
    site: Any, airflow: Any, opened: Callable[..., str], press_in: Callable[..., None]
) -> None:
    version = opened()
    page = airflow
    page.goto(f"{site.url}/plugin/steward-queue")
    page.frame_locator(FRAME).locator(f"a[href$='/reviews/{version[:12]}/rows/1']").first.click()
    is_at(page, "/rows/1")
    page.evaluate("document.activeElement.blur()")  # as after a click on an empty place of Airflow's page
    press_in(page, "j")
    is_at(page, "/rows/2")
    page.get_by_role("link", name="Steward").focus()  # a control of Airflow's own has it: it keeps it
    page.frame_locator(FRAME).locator("#told", has_text="Keys go to Airflow's own page").wait_for()
    page.keyboard.press("j")
    page.wait_for_timeout(300)
    is_at(page, "/rows/2")
    box = page.locator(FRAME).bounding_box()
    page.mouse.move(box["x"] - 5, box["y"] + 200)
    page.mouse.move(box["x"] + 300, box["y"] + 200)  # and back to the row
    press_in(page, "j")
    is_at(page, "/rows/3")
