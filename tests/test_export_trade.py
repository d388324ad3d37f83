"""`pnp export trade`: sell sheets have what the set says and nothing else, and pictures show all that they should."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.definition import load_definition
from pnp.export import export, format_named
from pnp.export.game import Game
from pnp.export.trade import fanned, sell_sheet
from pnp.project.checking import checked_game
from pnp.scene import Layer, Page, Placed, Text
from pnp.scene.geometry import Box
from tests.conftest import ROOT, Call, Shared

GAMES = ("hexstatic", "hex-auction", "hexpertise", "examples/farholm", "examples/wildwood")

BARE = """\
game: bare
title: Bare
colours: {red: "#C0392B", blue: "#2255AA"}
tiles: {shape: hexagon, size: 30mm, families: [{name: ones, generate: edges}]}
"""


def sheet(path: Path, width: float = 210.0, height: float = 297.0) -> Page:
    """The sell sheet of the set in a file."""
    return sell_sheet(Game(checked_game(load_definition(path))), width, height)


def texts(page: Page) -> list[Text]:
    """The texts that stand on a page by themselves, and not on a piece."""
    return [each for each in page.items(Layer.ART) if isinstance(each, Text)]


def box_of(text: Text) -> Box:
    """The box round the letters of an upright text."""
    return Box(text.start.x, text.at.y - 0.7 * text.size, text.width, 0.7 * text.size)


def words(text: str) -> Iterator[str]:
    """The words of a text in small letters."""
    return (each.casefold() for each in re.findall(r"[^\W_]+", text))


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_says_what_the_set_and_its_rulebook_say(name: str) -> None:
    """Each word is in the file, in its rulebook, or one of pnp's own words for pieces; numbers are counts."""
    path = ROOT / f"tilesets/{name}.yaml"
    checked = checked_game(load_definition(path))
    known = {
        *words(path.read_text("utf-8")),
        *words((ROOT / "templates/words/en.yaml").read_text("utf-8")),
    }
    for file in sorted(path.parent.glob(f"{path.stem}/*.csv")):
        known |= {*words(file.read_text("utf-8"))}
    assert checked.rulebook is not None
    known |= {*words(checked.rulebook.source.text)}
    said = [word for each in texts(sheet(path)) for word in words(each.string)]
    assert len(said) > 40
    assert {word for word in said if not word.isdigit()} <= known


@pytest.mark.spread(3)
@pytest.mark.slow
@pytest.mark.parametrize("size", [(210.0, 297.0), (215.9, 279.4)], ids=["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_on_a_sheet_lies_over_anything_else(name: str, size: tuple[float, float]) -> None:
    """Texts keep apart and on the page, and no picture of the contents reaches into a text."""
    page = sheet(ROOT / f"tilesets/{name}.yaml", *size)
    inside = Box(10, 5, size[0] - 20, size[1] - 10)
    boxes = [(each.string, box_of(each)) for each in texts(page)]
    for string, box in boxes:
        assert inside.contains(box), string
    for (one, first), (other, second) in combinations(boxes, 2):
        assert min(first.common(second)[2:]) <= 0.05, (one, other)
    assert min(each.size for each in texts(page)) >= 2.4


@pytest.mark.slow
def test_a_sheet_of_a_bare_set_has_its_pieces_alone(in_folder: Path, pnp: Call) -> None:
    """No facts, no words beside the pieces, which have all of the width; a note names what publishers miss."""
    Path("bare.yaml").write_text(BARE)
    page = sheet(Path("bare.yaml"))
    strings = [each.string for each in texts(page)]
    assert strings == ["14 tiles", "Contents", "14", "Ones"]
    placed = [each for each in page.items(Layer.ART) if isinstance(each, Placed)]
    assert placed
    result = pnp("export", "trade", "bare.yaml")
    assert result.exit_code == 0
    note = " ".join(result.stderr.split())
    assert "it lacks players; minutes; age; look: {tagline}" in note
    assert "source: {designer}" in note
    Path("full.yaml").write_text(
        BARE.replace(
            "game: bare",
            "game: full\nplayers: {min: 2, max: 4}\nminutes: 30\nage: 8\nlook: {tagline: Join the sides.}",
        )
        + "source: {designer: Ada}\n"
    )
    strings = [each.string for each in texts(sheet(Path("full.yaml")))]
    assert {"Join the sides.", "A game by Ada", "Designed by Ada"} <= {*strings}
    assert "it lacks" not in pnp("export", "trade", "full.yaml").stderr


@pytest.fixture(scope="module")
def pictures(shared: Shared) -> Path:
    """The files of Farholm."""

    def fill(folder: Path) -> None:
        definition = load_definition(ROOT / "tilesets/examples/farholm.yaml")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pnp.export.trade.DPI", 300)
            export(definition, format_named("trade"), folder, {})

    return shared("trade-farholm", fill) / "farholm/trade"


@pytest.mark.slow
def test_pictures_have_the_sizes_of_stores(pictures: Path) -> None:
    """Pieces lie whole on the ground of the cover."""
    shown = {
        path.stem: Image.open(io.BytesIO(path.read_bytes())) for path in pictures.glob("*.png")
    }
    sizes = {name: each.size for name, each in shown.items()}
    assert sizes == {
        "cover": (1200, 1800), "banner": (1920, 640), "thumbnail": (800, 800), "pieces": (1800, 1000)
    }  # fmt: skip
    dots = np.asarray(shown["pieces"].convert("RGB")).astype(int)
    ground = dots[0, 0]
    edge = np.concatenate([dots[0], dots[-1], dots[:, 0], dots[:, -1]])
    assert (edge == ground).all()
    assert (np.abs(dots - ground).max(-1) > 40).mean() > 0.15
    assert {path.name for path in pictures.glob("*.pdf")} == {
        "farholm-sell-sheet-a4.pdf", "farholm-sell-sheet-letter.pdf"
    }  # fmt: skip


def test_a_fan_shows_each_picture() -> None:
    """Of any number of pictures, in one scale."""
    for back, front in ((1, 0), (3, 0), (7, 3), (0, 2)):
        inks = [(20 * at + 40, 0, 200) for at in range(back + front)]
        made = [Image.new("RGBA", (63, 88), ink) for ink in inks]
        found = fanned(made[:back], made[back:], (400, 240), "#FFFFFF").convert("RGB")
        seen = {each for _, each in found.getcolors(400 * 240) or ()}
        assert {*inks} <= seen
