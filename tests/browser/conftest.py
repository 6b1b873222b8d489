"""Debian's Chromium over Playwright, and the steward's pages on a real server."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers"))

from steward_site import home, opened, settings_environment, site

__all__ = ["browser", "home", "opened", "settings_environment", "site"]

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    if not CHROMIUM.exists():
        pytest.skip("Debian's chromium is missing: apt-get install chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def page_of(site: Any, browser: Any) -> Iterator[Callable[..., Any]]:
    """A page of somebody logged in; fails the test where the page raised an error or broke its own policy."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def open_page(name: str, *, width: int = 1280, height: int = 860, dark: bool = False) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        site.as_(name)
        token = site.clients[name].cookies["_token"]
        context.add_cookies([{"name": "_token", "value": token, "url": site.url}])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda m: wrong.append(m.text) if "Content Security Policy" in m.text else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def press_in() -> Callable[[Any, str], None]:
    """Presses a key as a person does, to whatever has the focus, once the page's frame has it."""

    def press(page: Any, key: str) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with suppress(Error):  # the frame is on its way to the next page
                frame = page.locator("iframe").element_handle().content_frame()
                if frame.evaluate("document.readyState === 'complete' && document.hasFocus()"):
                    page.keyboard.press(key)
                    return
            page.wait_for_timeout(100)
        pytest.fail("the frame does not get the focus")

    return press
