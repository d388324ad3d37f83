"""A browser without a window, for the tests and the benchmark of the preview's page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

MISSING = "the page's tests need a browser: apt-get install chromium"

# It asks no other computer for anything.
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
    "--disable-quic",
]


def chromium() -> str | None:
    """The path of Debian's Chromium; None if it is not installed."""
    return shutil.which("chromium")


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser; raises FileNotFoundError without Chromium."""
    path = chromium()
    if path is None:
        raise FileNotFoundError(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        yield browser
        browser.close()


@contextmanager
def quiet_page(browser: Browser, patience: float) -> Iterator[Page]:
    """A page of 1440 x 900 dots that waits so many seconds; whatever its console complains of fails the test."""
    complaints: list[str] = []
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(patience * 1000)
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []
