"""A browser without a window, for the tests and the benchmark of the preview's page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

MISSING = "the page's tests need a browser: apt-get install chromium-headless-shell"

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


# A page that asks for nothing: a browser asks for the icon of a page without one.
_BLANK = '<link rel="icon" href="data:,">'


def chromium() -> str | None:
    """The path of Debian's Chromium; None if it is not installed. The headless shell comes first: it takes a quarter less time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


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


class Tab:
    """A page that tests get one after the other: to open another one takes as long as most of a test.

    What a test changes is undone before the next one, but for a clock that it installs.
    """

    def __init__(self, browser: Browser) -> None:
        """A tab that is opened when a test asks for it."""
        self._browser = browser
        self._context: BrowserContext | None = None
        self._is_lent = False

    def _opened(self) -> BrowserContext:
        context = self._browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        context.new_page()
        return context

    @contextmanager
    def lent(
        self, address: str, size: tuple[int, int], *, dark: bool = False, alone: bool = False
    ) -> Iterator[Page]:
        """The page, for a test of the server at an address; another one while it is lent, or *alone*."""
        is_kept = not (alone or self._is_lent)
        context = (self._context if is_kept else None) or self._opened()
        page = context.pages[0]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(media="null", color_scheme="dark" if dark else "light")
        if is_kept:
            self._context, self._is_lent = context, True
            context.clear_cookies()
            # The last test of the same server may have left a table; a page without a script does not save it.
            page.route("**/*", lambda route: route.fulfill(body=_BLANK, content_type="text/html"))
            page.goto(f"{address}/nothing")
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
            page.unroute_all()
        try:
            yield page
        finally:
            if is_kept:
                self._is_lent = False
            if not is_kept or not _cleaned(context):
                context.close()
                self._context = self._context if context is not self._context else None


def _cleaned(context: BrowserContext) -> bool:
    """Leaves the first page of a context alone and empty; whether it could be done."""
    page, *others = context.pages
    try:
        for each in others:
            each.close()
        page.unroute_all(behavior="ignoreErrors")
        page.goto("about:blank")
    except Error:
        return False
    return True


def shown(browser: Browser) -> str:
    """The addresses of a browser's open pages, and their contents as a screen reader gets them."""
    pages = [page for context in browser.contexts for page in context.pages]
    return "\n\n".join(
        f"{page.url}\n{page.locator('body').aria_snapshot(timeout=5000)}"
        for page in pages
        if page.url.startswith("http")
    )


def by_the_rules(page: Page) -> None:
    """Chooses the game on the table, with a second click if the first had no effect.

    A test once waited in vain for the form of a new game, for a reason that is not known.
    """
    toggle = page.get_by_role("button", name="Play by the rules")
    toggle.click()
    if toggle.get_attribute("aria-pressed") != "true":
        toggle.click()


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
