"""From the save of a file to its picture on the screen of `pnp preview`; see README.md."""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402

from tests.browser import launched  # noqa: E402
from tests.preview import Running, running  # noqa: E402

# Milliseconds: what we want to reach.
FIRST_PAINT = 400
SAVE_TO_PICTURE = 300

ROUNDS = 5


class Change(NamedTuple):
    """A save: its set, its name, and a text in a file with the text that takes its place.

    The file is the set's own, or another one beside it.
    """

    set: str
    name: str
    old: str
    new: str
    file: str = ""


CHANGES = [
    Change("hexstatic", "one family", "where: {lines: 3}", "where: {lines: 3, crossings: 0}"),
    Change("hexstatic", "one colour", "#C8372D", "#7A2DC8"),
    Change("controlled-path", "one family", 'junctions: "<=1"', "junctions: 0"),
    Change("controlled-path", "one colour", "#C8372D", "#7A2DC8"),
    Change("hex-auction", "one family", "where: {pattern: AABBCC}", "where: {pattern: AABCBC}"),
    Change("hex-auction", "one colour", "#C8372D", "#7A2DC8"),
    Change("hexpertise", "one colour", "#C8372D", "#7A2DC8"),
    Change("hexagonal-highway", "one colour", "#C8372D", "#7A2DC8"),
    Change("examples/playing-cards", "text size", "26..10pt", "24..10pt"),
    Change("examples/wildwood", "one row", "draw a card", "draw cards", "wildwood/cards.csv"),
    Change("examples/market", "one row", "crown,", "silver,", "market/coins.csv"),
]

# Resolves when the page shows a later state than the one of now, or any, and all that is in view is
# drawn: with the time then, and since the page was asked for.
PAINTED = """later => new Promise((resolve) => {
  const number = () => Number(document.documentElement.dataset.number ?? -1);
  const old = later ? number() : -1;
  const look = () => {
    const view = document.getElementById("view").getBoundingClientRect();
    const options = [...document.querySelectorAll(".option")].filter((node) => {
      const box = node.getBoundingClientRect();
      return box.bottom > view.top && box.top < view.bottom;
    });
    const drawn = options.length && options.every((node) => node.dataset.drawn === node.dataset.pictures);
    if (number() > old && drawn) setTimeout(() => resolve([Date.now(), performance.now()]));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


def median(values: list[float]) -> int:
    return round(statistics.median(values))


def saves(
    preview: Running, page: Page, path: Path, change: Change
) -> Iterator[tuple[float, float]]:
    """The milliseconds of each save until its picture is painted, and those of reading on the server."""
    for number in range(ROUNDS):
        state = preview.complete()
        text = path.read_text()
        old, new = (change.old, change.new) if number % 2 == 0 else (change.new, change.old)
        assert old in text, change
        page.wait_for_function(
            "number => Number(document.documentElement.dataset.number) === number",
            arg=state["number"],
        )
        page.evaluate(f"() => {{ window.painted = ({PAINTED})(true); }}")
        start = time.time()
        path.write_text(text.replace(old, new))
        painted, _ = page.evaluate("() => window.painted")
        after = preview.when(lambda after, seen=state["revision"]: after["revision"] > seen)
        yield painted - start * 1000, after["milliseconds"]


def first_paints(preview: Running, page: Page) -> Iterator[float]:
    """The milliseconds from asking for the page until everything in view is drawn."""
    for _ in range(ROUNDS):
        page.goto(preview.address)
        yield page.evaluate(PAINTED, False)[1]


def measure(browser: Browser, change: Change) -> None:
    source = ROOT / "tilesets" / f"{change.set}.yaml"
    path = Path(source.name)
    path.write_bytes(source.read_bytes())
    if source.with_suffix("").is_dir():
        shutil.copytree(source.with_suffix(""), path.stem, dirs_exist_ok=True)
    saved = Path(change.file or path)
    with running(path) as preview:
        preview.complete()
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{preview.address}/?token={preview.token}")
        first = median([*first_paints(preview, page)])
        both = [*saves(preview, page, saved, change)]
        page.close()
    total, read = (median([each[part] for each in both]) for part in (0, 1))
    print(
        f"{path.stem:<18} {change.name:<11} {first:>6} {total:>7} {read:>7} {total - read:>7}",
        flush=True,
    )


def main() -> None:
    """Prints milliseconds, each the median of a few rounds, of all sets or those with a word in their name."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    print(f"{'milliseconds':<30} {'first':>6} {'save to':>7} {'':>7} {'notice,':>7}")
    print(f"{'set':<18} {'change':<11} {'paint':>6} {'picture':>7} {'read':>7} {'draw':>7}")
    print(f"{'target':<30} {FIRST_PAINT:>6} {SAVE_TO_PICTURE:>7}")
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        os.chdir(folder)
        for change in (each for each in CHANGES if wanted in each.set):
            measure(browser, change)
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
