"""The life of a version through the real scheduler, read in a real browser: found, sent back, mended, in force.

It also makes the pictures of docs/images, where REDACTORY_PICTURES=1 asks for them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from review_site import NICKNAME, ReviewSite, until

from redactory.ledger import get_policy_version
from redactory.ledger.models import AuditEvent
from redactory.review.cases import open_cases
from redactory.review.register import load

pytestmark = [pytest.mark.slow, pytest.mark.integration, pytest.mark.timeout(2000)]
PICTURES = Path(__file__).parents[2] / "docs" / "images"
OKTA = "    - {name: Okta,"
SECOND = (
    ("  PHONE: {threshold: 0.5}", "  PHONE: {threshold: 0.4}"),
    (OKTA, f"    - {{name: Meridian, domains: [meridian.example]}}\n{OKTA}"),
)
MENDED = f"\n  - {{id: nickname, entity: PERSON, pattern: '\\b{NICKNAME}\\b'}}"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReviewSite]:
    site = ReviewSite(tmp_path_factory.mktemp("cycle"))
    try:
        site.start()
        yield site
    finally:
        site.end()


def page_of(whole: ReviewSite, browser: Any, user: str = "steward", **more: Any) -> Any:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, **more)
    client = whole.airflow.login(user)
    token = client.headers["Authorization"].removeprefix("Bearer ")
    context.add_cookies([{"name": "_token", "value": token, "url": whole.airflow.url}])
    page = context.new_page()
    page.set_default_timeout(90_000)
    return page


def picture(page: Any, name: str) -> None:
    if os.environ.get("REDACTORY_PICTURES"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(PICTURES / f"{name}.png"))


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def read_rest(page: Any, first: int, last: int = 30) -> None:
    """`a` for every row from `first` to `last`, as a steward would: the key, then the next row."""
    for number in range(first, last + 1):
        page.keyboard.press("a")
        page.wait_for_url("**/sign-off" if number == last == 30 else f"**/rows/{number + 1}")


def test_the_life_of_a_version(whole: ReviewSite, browser: Any) -> None:
    site = whole
    site.land("2026-11-28")
    assert site.run("directory_refresh", "refresh") == "success"
    first = site.first_version()
    assert site.run("nightly_redaction", "night-1") == "success"
    assert site.published_under("2026-11-28") == [first]

    # A changed file is noticed; the night goes on with the version in force; one review, however often it is seen.
    site.land("2026-11-29", nickname=True, rows=60)
    site.write(changed(site.text, *SECOND))
    assert site.run("nightly_redaction", "night-2") == "success"
    second = site.newest()
    assert second != first
    assert site.published_under("2026-11-29") == [first]
    assert site.run("nightly_redaction", "night-3") == "success"
    (run,) = site.review_runs(second)
    site.waits(run)

    # An answer under Required Actions without a row read approves nothing, and a new run asks again.
    site.answer(run, "steward", "Approve")
    assert site.follow("policy_review", run) == "failed"
    assert "30 rows are unread" in site.log(run, "close")
    assert site.state(second) == "in_review"
    until(lambda: len(site.review_runs(second)) == 2, "nobody asks again")
    run = site.review_runs(second)[-1]
    site.waits(run)

    # Thirty rows by keyboard; the nickname is marked; the approval is refused; the version goes back.
    page = page_of(site, browser)
    page.goto(f"{site.airflow.url}/steward/")
    assert "PHONE: threshold 0.5 → 0.4" in page.inner_text("body")
    assert "new keep-rule vendor Meridian" in page.inner_text("body")
    assert "1 of 61 rows cannot go on" in page.inner_text("body")
    picture(page, "queue")
    page.get_by_role("link", name="Read the rows").click()
    page.wait_for_url("**/rows/1")
    read_rest(page, 1, 2)
    for marked in (1, 2):
        find(page, NICKNAME)
        page.keyboard.press("1")
        page.locator(".finding.missed").nth(marked - 1).wait_for()
    picture(page, "row")
    assert len(open_cases(site.platform, "it-tickets")) == 2
    read_rest(page, 3, 11)

    # The scheduler ends and begins again in the middle: nothing is lost, and the same run still waits.
    site.restart()
    page = page_of(site, browser)
    page.goto(f"{site.airflow.url}/steward/")
    assert "11/30" in page.inner_text("body")
    page.get_by_role("link", name="Go on reading").click()
    page.wait_for_url("**/rows/12")
    read_rest(page, 12)
    assert "2 missed PERSON are open" in page.inner_text("body")
    picture(page, "sign-off")
    page.get_by_role("button", name="Approve this version").click()
    page.wait_for_selector("text=Not done")
    assert "missed PERSON" in page.inner_text("body")
    assert site.state(second) == "in_review"
    page.go_back()
    page.get_by_label("Reason").fill("a nickname stands in clear")
    page.get_by_role("button", name="Send back").click()
    page.wait_for_selector("text=Sent back.")
    assert site.follow("policy_review", run) == "success"
    assert site.answered(run) == (["Reject"], "steward")
    assert site.state(second) == "rejected"

    # The mended version passes both cases, is read, approved, put in force, and the next night publishes under it.
    mended = changed(site.text, *SECOND).replace("\nformats:", "\nformats:" + MENDED, 1)
    site.write(mended)
    assert site.run("nightly_redaction", "night-4") == "success"
    third = site.newest()
    assert third not in (first, second)
    until(lambda: len(site.review_runs(third)) == 1, "no review begins")
    (run,) = site.review_runs(third)
    site.waits(run)
    page.goto(f"{site.airflow.url}/steward/")
    assert "2 of 2 earlier cases pass" in page.inner_text("body")
    page.goto(f"{site.airflow.url}/steward/reviews/{third[:12]}/rows/3")
    assert page.locator(".finding.earlier").count() == 2
    assert "Mended here." in page.inner_text("body")
    page.goto(f"{site.airflow.url}/steward/reviews/{third[:12]}/rows/1")
    read_rest(page, 1)
    page.get_by_role("button", name="Approve this version").click()
    page.wait_for_selector("text=Airflow has the answer too")
    assert site.follow("policy_review", run) == "success"
    assert site.answered(run) == (["Approve"], "steward")
    assert (site.state(third), site.state(first)) == ("active", "retired")
    decision = load(site.platform.ledger, third).decisions[0]
    assert (decision.steward, decision.rows_read) == ("steward", 30)

    site.land("2026-11-30", rows=20)
    assert site.run("nightly_redaction", "night-5") == "success"
    assert site.published_under("2026-11-30") == [third]
    assert site.published_under("2026-11-29") == [first]  # history is not published anew


def find(page: Any, word: str) -> None:
    """By the keyboard alone to the next `word` that is not marked yet."""
    for _ in range(900):
        page.keyboard.press("ArrowRight")
        here = page.evaluate("[document.activeElement.textContent, document.activeElement.className]")
        if here[0] == word and "missed" not in here[1]:
            return
    pytest.fail(f"the keyboard does not reach {word!r}")


def test_airflow_holds_no_personal_value_of_the_rows(whole: ReviewSite) -> None:
    users = json.loads(whole.sample.directory_json.read_text())["users"]
    values = [user["display_name"] for user in users] + [user["email"] for user in users if user.get("email")]
    held = (whole.folder / "airflow" / "airflow.db").read_bytes()
    wal = whole.folder / "airflow" / "airflow.db-wal"
    held += wal.read_bytes() if wal.exists() else b""
    held += (whole.folder / "var" / "ledger.db").read_bytes()
    for log in (whole.folder / "airflow").rglob("*.log"):
        held += log.read_bytes()
    assert [value for value in (*values, NICKNAME + " before") if value.encode() in held] == []


def test_the_menu_and_the_tab_show_the_pages_in_airflow(
    whole: ReviewSite, browser: Any, press_in: Callable[..., None]
) -> None:
    page = page_of(whole, browser)
    page.goto(f"{whole.airflow.url}/plugin/steward-queue")
    frame = page.frame_locator("iframe")
    frame.get_by_role("heading", name="Steward's queue").wait_for()
    run = whole.review_runs(whole.newest())[-1]
    page.goto(f"{whole.airflow.url}/dags/policy_review/runs/{run}/plugin/steward-review")
    frame = page.frame_locator("iframe")
    frame.get_by_role("heading", name="Where it stands").wait_for()
    inside = page.locator("iframe").element_handle().content_frame()
    frame.get_by_role("link", name="row 1,").click()
    inside.wait_for_url("**/rows/1")
    for key, row in (("j", 2), ("j", 3), ("k", 2)):
        press_in(page, key)
        inside.wait_for_url(f"**/rows/{row}")


def test_a_version_is_rolled_back_by_one_button(whole: ReviewSite, browser: Any) -> None:
    third = whole.newest()
    page = page_of(whole, browser)
    page.goto(f"{whole.airflow.url}/steward/")
    page.get_by_text("Roll back to").click()
    page.get_by_placeholder("why; name nobody").last.fill("to see that it can be done")
    page.get_by_role("button", name="Roll back").click()
    page.wait_for_selector("text=the earlier version is in force again")
    found = get_policy_version(whole.platform.ledger, third)
    assert found is not None
    assert found.state == "retired"
    with whole.platform.ledger.session(readonly=True) as session:
        (event,) = [e for e in session.query(AuditEvent) if e.event == "policy_rolled_back"]
    assert event.actor == "steward"
