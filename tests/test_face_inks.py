"""The contrast of texts on pictures: measured where the text lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from pnp.art import Framing, mean_ink, read_art
from pnp.colour.measures import contrast
from pnp.colour.theme import PAPER
from pnp.definition import load_definition
from pnp.kinds import piece_findings
from pnp.pieces import make_pieces
from pnp.project import chosen_theme
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Text
from pnp.scene.geometry import Box
from pnp.sets.tileset import make_tileset
from tests.faces import card_set, pieces_in

# The left half is nearly black, the right half nearly white.
DARK, LIGHT = (20, 20, 24), (246, 240, 230)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800">'
    '<rect width="300" height="800" fill="#141418"/><rect x="300" width="300" height="800" fill="#F6F0E6"/></svg>'
)


def halves(folder: Path) -> None:
    """A picture of two halves as PNG, JPEG and SVG, and one without its right half."""
    picture = Image.new("RGB", (600, 800), LIGHT)
    picture.paste(DARK, (0, 0, 300, 800))
    picture.save(folder / "a.png")
    picture.save(folder / "a.jpg", quality=95)
    (folder / "a.svg").write_text(SVG)
    clear = picture.convert("RGBA")
    clear.paste((0, 0, 0, 0), (300, 0, 600, 800))
    clear.save(folder / "clear.png")


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.svg"])
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_mean_ink_is_that_under_the_part(tmp_path: Path, name: str, mirrored: bool) -> None:
    """Each half has its own ink, also in a mirrored picture."""
    halves(tmp_path)
    art, box = read_art(tmp_path / name, name), Box(0, 0, 60, 80)
    for left, wanted in ((5.0, LIGHT if mirrored else DARK), (35.0, DARK if mirrored else LIGHT)):
        ink = mean_ink(art, box, Framing("fill", mirrored=mirrored), Box(left, 10, 20, 8))
        assert ink is not None
        found = tuple(int(ink[at : at + 2], 16) for at in (1, 3, 5))
        assert all(abs(one - other) < 10 for one, other in zip(found, wanted, strict=True))


def test_a_clear_part_has_no_ink(tmp_path: Path) -> None:
    """There the text lies on what is below the picture."""
    halves(tmp_path)
    art = read_art(tmp_path / "clear.png", "clear.png")
    assert mean_ink(art, Box(0, 0, 60, 80), Framing("fill"), Box(35, 10, 20, 8)) is None


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.svg", "clear.png"])
@pytest.mark.parametrize(("side", "colour", "is_faint"), [
    ("left", "ink", True), ("right", "ink", False), ("left", "paper", False), ("right", "paper", True),
])  # fmt: skip
def test_a_text_over_a_picture_stands_out_from_it(
    in_folder: Path, name: str, side: str, colour: str, is_faint: bool
) -> None:
    """From the part that it lies on: dark on dark and light on light are hard to read."""
    halves(in_folder)
    face = (
        f"[{{image: {name}, area: bleed, fit: fill}},"
        f" {{text: Words, size: 12pt, colour: {colour}, at: {side}, width: 20mm, height: 8mm, align: centre}}]"
    )
    Path("game.yaml").write_text(card_set(face))
    rules = [each.rule for each in piece_findings(pieces_in(Path("game.yaml")))]
    assert ("contrast" in rules) == is_faint


def front_art(folder: Path, face: str, theme: str) -> Placed:
    """The front of the first card of a set with that face."""
    path = folder / "game.yaml"
    path.write_text(card_set(face))
    pieces = make_pieces(make_tileset(load_definition(path)), chosen_theme(theme))
    (deck,) = pieces.components.decks
    (card, _), *_ = pieces.cards(deck)
    return card.front.art(0.0)


def inks_of(folder: Path, face: str, theme: str) -> set[str]:
    """The inks of shapes and texts on a card with that face."""
    return set(inks_in([front_art(folder, face, theme)]))


def inks_in(items: Iterable[Item]) -> Iterator[str]:
    """The inks of all items."""
    for item in items:
        match item:
            case Text():
                yield item.ink
            case Shape(_, fill, stroke):
                yield from filter(None, (fill, stroke and stroke.ink))
            case Drawing(inner) | Clip(_, inner) | Placed(Drawing(inner)):
                yield from inks_in(inner)


def test_a_theme_of_greys_prints_inks_of_faces_as_greys(tmp_path: Path) -> None:
    """An ink of the file has the grey of its lightness; other themes keep it."""
    face = '[{text: Words, colour: "#20543D"}, {shape: rectangle, fill: "#F6C444", width: 20mm, height: 20mm}]'
    assert {"#20543D", "#F6C444"} <= inks_of(tmp_path, face, "standard")
    for theme in ("greyscale", "pens"):
        greys = inks_of(tmp_path, face, theme)
        assert all(ink[1:3] == ink[3:5] == ink[5:] for ink in greys), greys


def test_the_outline_of_a_pale_shape_can_be_seen(tmp_path: Path) -> None:
    """In place of its fill, in an ink that has 3:1 to the card; a darker shape keeps its own."""
    for fill, kept in (("#FFF8E0", False), ("#20543D", True)):
        face = f'[{{shape: rectangle, fill: "{fill}", width: 20mm, height: 20mm}}]'
        inks = inks_of(tmp_path, face, "low-ink")
        assert (fill in inks) == kept
        assert max(contrast(ink, PAPER) for ink in inks) >= 3


@pytest.mark.parametrize("theme", ["low-ink", "pens"])
def test_an_area_in_the_ink_of_the_ground_has_an_outline_without_fills(
    tmp_path: Path, theme: str
) -> None:
    """It covers lines of the shape below, whose ends would hang in the air."""
    below = '{shape: rectangle, fill: "#20543D", width: 30mm, height: 30mm}'
    disc = "{shape: circle, fill: ground, width: 20mm, height: 20mm}"
    assert len(outlines_of(tmp_path, f"[{below}]", theme)) == 1
    both = outlines_of(tmp_path, f"[{below}, {disc}]", theme)
    assert len(both) == 2
    assert all(contrast(ink, PAPER) >= 3 for ink in both)
    assert not outlines_of(tmp_path, f"[{below}, {disc}]", "standard")


def outlines_of(tmp_path: Path, face: str, theme: str) -> list[str]:
    """The inks of the lines on a card with that face."""
    items = front_art(tmp_path, face, theme).drawing.items
    shapes = [item for item in items if isinstance(item, Shape)]
    return [shape.stroke.ink for shape in shapes if shape.stroke]


@pytest.mark.parametrize("theme", ["colour-blind", "greyscale"])
def test_a_sign_on_an_area_has_no_outline_of_the_card(tmp_path: Path, theme: str) -> None:
    """White `on blue` can be seen without an outline, though the card is white."""
    path = tmp_path / "game.yaml"
    face = '[{shape: rectangle, fill: blue, width: 40mm, height: 40mm}, {sign: sun, colour: "on blue", width: 20mm, height: 20mm}]'
    path.write_text(card_set(face, rest="colours: [blue]\n"))
    pieces = make_pieces(make_tileset(load_definition(path)), chosen_theme(theme))
    (deck,) = pieces.components.decks
    (card, _), *_ = pieces.cards(deck)
    shapes = [item for item in card.front.art(0.0).drawing.items if isinstance(item, Shape)]
    assert len(shapes) == 3
    assert all(shape.stroke is None for shape in shapes)
