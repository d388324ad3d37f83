"""Takes the screenshots of the preview anew: `python -m tests.docs_screens`.

The set is that of the tutorial, and for cards the bundled race. Nothing compares the screenshots; look at them.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from PIL import Image
from playwright.sync_api import Page

from tests.browser import launched
from tests.docs_pages import DOCS, follow

IMAGES = DOCS / "images"

# The way of the cursor over the table, from cell to cell round the first tile.
WAY = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "Shift+ArrowUp")
HAND = 21  # tiles to try in each cell


@contextlib.contextmanager
def preview(name: str) -> Iterator[str]:
    """The address of the preview of a set in the current folder, while it runs."""
    command = [sys.executable, "-m", "pnp", "preview", name, "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().partition(": ")[2].strip()
        process.terminate()


def take(page: Page, name: str) -> None:
    """Store what the page shows as a picture of few colours."""
    file = IMAGES / f"{name}.png"
    page.screenshot(path=file)
    Image.open(file).convert("RGB").quantize(256).save(file, optimize=True)


def screens(page: Page, address: str) -> None:
    """The pieces in the light, and the table."""
    page.goto(address)
    page.locator(".option").nth(4).click()
    page.wait_for_timeout(1500)
    take(page, "preview-pieces")
    page.keyboard.press("Escape")
    page.keyboard.press("4")
    page.wait_for_timeout(1500)
    lay(page)
    take(page, "preview-table")


def cards(page: Page, address: str) -> None:
    """A game with cards: a hand, some cards played, snails on the board, and a die."""
    page.goto(address)
    page.goto(f"{address.partition('?')[0]}#table")
    page.locator(".loose[data-key^=deck]").focus()
    for key in "xaaaaa":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    board = page.locator(".layer-ground .sheet").bounding_box()
    for number in range(4):
        snail = page.locator(".loose[data-key^=token]").nth(number).bounding_box()
        assert board and snail
        page.mouse.move(snail["x"] + snail["width"] / 3, snail["y"] + snail["height"] * 2 / 3)
        page.mouse.down()
        page.mouse.move(board["x"] + 50 + 60 * number, board["y"] + 32 + 8 * number, steps=3)
        page.mouse.up()
    page.locator("#tab-1").click()
    page.locator("#held").press("Enter")
    page.locator("#roll").click()
    page.locator(".loose[data-key^=deck]").focus()
    page.get_by_role("button", name="Fit").click()
    page.wait_for_timeout(1500)
    take(page, "preview-cards")


def lay(page: Page) -> None:
    """Lay tiles that fit, one after the other; the page says whether a tile fits."""
    page.locator("[role=application]").focus()
    page.keyboard.press("Enter")
    for step in WAY:
        page.keyboard.press(step)
        for _ in range(HAND):
            page.keyboard.press(".")
            said = page.locator("#place").inner_text()
            fit = re.search(r"fits(?: after (\d+) turn)?", said)
            if fit:
                for _ in range(int(fit[1] or 0)):
                    page.keyboard.press("r")
                page.keyboard.press("Enter")
                break
    page.wait_for_timeout(1000)


def main() -> None:
    """Follow the tutorial, and show its set in a browser."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for _ in follow("tutorial"):
            pass
        with launched() as browser, preview("canals.yaml") as address:
            screens(browser.new_page(viewport={"width": 1440, "height": 860}), address)
        with launched() as browser, preview("race") as address:
            cards(browser.new_page(viewport={"width": 1440, "height": 860}), address)


if __name__ == "__main__":
    main()
