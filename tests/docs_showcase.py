"""Draws what readers see first, from the kits themselves: `python -m tests.docs_showcase [FOLDER]`.

The folder has kits for A4, as `pnp build --paper a4 -o FOLDER` makes them; without one they are made first. Nothing compares the
pictures; look at them.
"""

from __future__ import annotations

import contextlib
import csv
import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFont

from pnp.definition import load_definition
from pnp.export.trade import lifted, put
from pnp.kinds import listing
from pnp.pieces import make_pieces
from pnp.project.sets import sets_in
from pnp.render import png_bytes
from pnp.scene import Layer, Page
from pnp.scene.fonts import font_data
from pnp.scene.geometry import Point
from pnp.sets.tileset import make_tileset
from tests.browser import launched
from tests.conftest import ROOT
from tests.docs_pages import DOCS
from tests.docs_screens import preview

IMAGES = DOCS / "images"
QUALITY = 86

# Two rows of covers, a kit with cards, boards and tiles, and a deck with the rows that it is made from.
COVERS = (
    ("hexstatic", "farholm", "hexpertise", "quillmark", "hexagonal-highway", "one-in-common"),
    ("wildwood", "controlled-path", "race", "market", "hex-auction", "bellmoor"),
)
FANNED = "farholm"
DATA = "wildwood/cards.csv"
WRITTEN = ("Fox", "R Fox", "Re Fox", "Red Fox")
ROWS = ("Fox", "Stag", "Badger", "Bat", "Hare", "Squirrel", "Hedgehog")
WIDTH = 1600
PAPER, INK, LINE, HEAD = "#FFFFFF", "#26282E", "#D8D4CC", "#EFEBE2"


def kit(folder: Path, name: str) -> Path:
    """The kit of a set on A4."""
    return folder / name / f"{name}-kit-a4.pdf"


def pages(path: Path, numbers: Sequence[int], width: int) -> Iterator[Image.Image]:
    """Some pages of a file, counted from 1, as pictures of this width in dots."""
    with pypdfium2.PdfDocument(path) as file:
        for number in numbers:
            page = file[number - 1]
            scale = width / page.get_width()
            # Twice as large first, so that fine lines do not break.
            drawn = page.render(scale=2 * scale).to_pil().convert("RGB")
            yield drawn.resize((width, round(page.get_height() * scale)), Image.Resampling.LANCZOS)


def blank(height: int) -> Image.Image:
    """A white sheet of the usual width."""
    return Image.new("RGBA", (WIDTH, height), PAPER)


def store(picture: Image.Image, name: str) -> None:
    """Writes a picture of the documentation."""
    picture.convert("RGB").save(IMAGES / f"{name}.webp", quality=QUALITY, method=6)


def covers(folder: Path) -> Image.Image:
    """The covers of games, side by side."""
    wide, gap = 236, 26
    high = round(wide * 297 / 210)
    sheet = blank(2 * high + 3 * gap)
    for row, names in enumerate(COVERS):
        for column, name in enumerate(names):
            (cover,) = pages(kit(folder, name), [1], wide)
            x = gap + wide / 2 + column * (wide + gap) + (WIDTH - 6 * wide - 7 * gap) / 2
            put(sheet, lifted(cover), (x, gap + high / 2 + row * (high + gap)))
    return sheet


def fanned(folder: Path) -> Image.Image:
    """Pages of a kit like cards in a hand, its cover in front."""
    file = kit(folder, FANNED)
    sheet, wide = blank(700), 350
    shown = [*reversed(first_pages(file))]
    for at, page in enumerate(pages(file, shown, wide)):
        share = at / (len(shown) - 1) - 0.5
        middle = (WIDTH / 2 + share * (WIDTH - 500), 310 + 170 * share**2)
        put(sheet, lifted(page, 14 * share), middle)
    return sheet


def first_pages(file: Path) -> list[int]:
    """The first page of each part of a kit."""
    with pypdfium2.PdfDocument(file) as document:
        marks = [mark for mark in document.get_toc() if mark.level == 0]
        return [dest.get_index() + 1 for mark in marks if (dest := mark.get_dest())]


def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font of all pages, so many dots high."""
    return ImageFont.truetype(io.BytesIO(font_data(bold=bold)), size)


def table() -> Image.Image:
    """Rows of a table, and cards that they have become."""
    definition = load_definition(ROOT / "tilesets/examples/wildwood.yaml")
    with (ROOT / "tilesets/examples" / DATA).open(encoding="utf-8", newline="") as file:
        every = [*csv.DictReader(file)]
    rows = [row for row in every if row["title"] in ROWS]
    sheet = blank(640)
    columns = {"title": 120, "kind": 76, "cost": 56, "power": 70, "text": 400}
    draw = ImageDraw.Draw(sheet)
    left, top, high = 30, 100, 62
    draw.text((left, top - 56), DATA, INK, font(26, bold=True))
    for line in range(len(rows) + 1):
        x, y = left, top + line * high
        values = {name: name for name in columns} if line == 0 else rows[line - 1]
        for name, wide in columns.items():
            draw.rectangle((x, y, x + wide, y + high), HEAD if line == 0 else PAPER, LINE)
            for at, words in enumerate(broken(values[name], wide - 20, 2)):
                draw.text((x + 10, y + 8 + 22 * at), words, INK, font(17, bold=line == 0))
            x += wide
    listed = [
        each for each in listing(make_pieces(make_tileset(definition))) if each.kind == "card"
    ]
    cards = [each for each, row in zip(listed, every, strict=True) if row["title"] in ROWS[:4]]
    for at, each in enumerate(cards):
        share = at / (len(cards) - 1) - 0.5
        picture = each.at_true_size()
        box = picture.box
        page = Page(box.width, box.height, {Layer.ART: (picture.at(Point(0, 0)),)})
        drawn = Image.open(io.BytesIO(png_bytes(page))).convert("RGB")
        small = drawn.resize((300, round(300 * box.height / box.width)), Image.Resampling.LANCZOS)
        put(sheet, lifted(small, 22 * share), (1170 + 480 * share, 330 + 120 * share**2))
    return sheet


def broken(text: str, wide: int, most: int) -> list[str]:
    """A text in lines of this width; the last of so many ends with an ellipsis if there is more."""
    lines, used = [""], font(17)
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if used.getlength(longer) <= wide:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            return [*lines[:-1], f"{lines[-1]} …"]
    return lines


def film() -> list[Image.Image]:
    """The preview of a deck while somebody writes a word in its table."""
    frames = []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(ROOT / "tilesets/examples/wildwood", "wildwood")
        shutil.copy(ROOT / "tilesets/examples/wildwood.yaml", ".")
        data = Path(DATA)
        text = data.read_text("utf-8")
        with launched() as browser, preview("wildwood.yaml") as address:
            page = browser.new_page(viewport={"width": 1280, "height": 700})
            page.goto(address)
            drawn = ""
            for words in WRITTEN:
                data.write_text(text.replace("\nFox,", f"\n{words},"), "utf-8")
                found = page.locator(f"[data-id=wood-01][data-drawn]:not([data-drawn='{drawn}'])")
                found.wait_for()
                drawn = found.get_attribute("data-drawn")
                page.wait_for_timeout(500)
                frames.append(with_line(Image.open(io.BytesIO(page.screenshot())), words, text))
    return frames


def with_line(shown: Image.Image, words: str, text: str) -> Image.Image:
    """The page with the line of the table that somebody writes above it."""
    whole = Image.new("RGB", (shown.width, shown.height + 64), INK)
    draw, used = ImageDraw.Draw(whole), font(24)
    rest = text.splitlines()[1].removeprefix("Fox")[:96]
    draw.text((28, 16), words, "#FFD966", font(24, bold=True))
    x = 28 + font(24, bold=True).getlength(words)
    draw.line((x + 2, 16, x + 2, 46), "#FFFFFF", 3)
    draw.text((x + 7, 16), f"{rest} …", "#C9C6BF", used)
    whole.paste(shown, (0, 64))
    return whole.resize((1000, round(1000 * whole.height / whole.width)), Image.Resampling.LANCZOS)


def of_set(folder: Path, name: str) -> Image.Image:
    """The cover of a set, and the page with all its pieces."""
    wide, gap = 420, 24
    sheet = Image.new("RGBA", (2 * wide + 3 * gap, round(wide * 297 / 210) + 2 * gap), PAPER)
    for at, page in enumerate(pages(kit(folder, name), [1, 2], wide)):
        put(sheet, lifted(page), (gap + wide / 2 + at * (wide + gap), sheet.height / 2))
    return sheet


def main() -> None:
    """Draw all pictures."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[1]) if sys.argv[1:] else Path(scratch)
        if not sys.argv[1:]:
            build = ["build", "--bundled", "--paper", "a4", "--only", "kit", "-o", str(folder)]
            subprocess.run([sys.executable, "-m", "pnp", *build], check=True)
        store(covers(folder), "look-covers")
        store(fanned(folder), "look-kit")
        store(table(), "look-table")
        first, *others = film()
        first.save(
            IMAGES / "look-preview.webp",
            save_all=True,
            append_images=others,
            duration=[1400, *(600 for _ in others[1:]), 2600],
            loop=0,
            quality=QUALITY,
            method=6,
        )
        for each in sets_in(ROOT / "tilesets"):
            store(of_set(folder, each.name), f"gallery-{each.name}")


if __name__ == "__main__":
    main()
