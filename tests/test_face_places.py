"""Faces at their true places: round pieces, backs of two-sided tiles, boards of any size, values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.art import Framing, mean_ink, read_art
from pnp.basics.errors import Source
from pnp.colour.measures import contrast
from pnp.colour.theme import PAPER
from pnp.definition import load_definition
from pnp.definition.elements import Repeated
from pnp.definition.pads import MARGIN, read_pad
from pnp.faces import LEAST_ROW, arranged, form_drawing
from pnp.kinds import listing, piece_findings
from pnp.pieces import make_pieces
from pnp.project.themes import chosen_theme
from pnp.render import pdf_bytes, svg_text
from pnp.scene import Clip, Document, Drawing, Item, Layer, Page, Placed, Shape, Text
from pnp.scene.contours import flattened
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, samples
from pnp.sets.tileset import make_tileset
from tests.conftest import Call
from tests.faces import (
    DPI,
    HEIGHT,
    SAFE,
    WIDTH,
    all_findings,
    box_of,
    card_set,
    extent,
    near,
    pieces_in,
    pieces_of,
    printed,
)
from tests.rasters import pdf_raster, svg_raster
from tests.test_face_pieces import BLUE, BOARD, unclipped

TOKEN = """
game: sample
pieces:
  tokens:
    - name: coin
      shape: %s
      size: 30mm
      count: 1
      face: [{shape: rectangle, fill: "#1010D0", area: trim}]
"""


@pytest.mark.parametrize("shape", ["round", "hexagon", "square"])
def test_a_shape_ends_at_the_cut_of_its_piece(shape: str) -> None:
    """A rectangle as large as a round piece has corners outside: they are cut off, or are its bleed."""
    (piece,) = listing(pieces_of(TOKEN % shape))
    cutout = piece.cutout
    assert cutout is not None
    blue = near(unclipped(cutout, turn=cutout.default_turn), BLUE, most=0.1)
    area = blue.sum() / (DPI / 25.4) ** 2
    assert area == pytest.approx(cutout.trim.area, rel=0.02)
    if shape != "square":
        wide = near(unclipped(cutout, turn=cutout.default_turn, bleed=3.0), BLUE, most=0.1)
        assert wide.sum() > 1.02 * blue.sum()


TWO_SIDED = """
game: sample
tiles:
  shape: square
  size: 40mm
  symmetry: rotations+reflections
  families:
    - name: road
      face: %s
      tiles: ["-"]
"""


@pytest.mark.parametrize(("side", "front", "back"), [(1, (0, -1), (0, -1)), (2, (1, 0), (-1, 0))])
def test_what_lies_at_a_side_goes_with_it_when_a_tile_is_turned_over(
    side: int, front: tuple[int, int], back: tuple[int, int]
) -> None:
    """Through its first side: what was at the right is at the left."""
    face = f'[{{shape: circle, fill: "{BLUE}", at: side {side}, y: 2mm, width: 6mm, height: 6mm}}]'
    (piece,) = listing(pieces_of(TWO_SIDED % face))
    for is_back, (x, y) in ((False, front), (True, back)):
        picture = piece.sides[is_back]()
        page = Page(40, 40, {Layer.ART: (picture.at(ORIGIN),)})
        box = extent(near(svg_raster(svg_text(page), DPI), BLUE, most=0.1))
        assert box is not None
        # The middle of the disc is 5 mm inside the side.
        assert box.centre == pytest.approx((20 + 15 * x, 20 + 15 * y), abs=0.3)


def test_a_two_sided_tile_has_no_back_of_its_own() -> None:
    """Its back is its mirror image."""
    (finding,) = all_findings(TWO_SIDED % "{back: [{text: A, size: 9pt}]}")
    assert "two sides" in finding.message
    assert finding.place.line == 9


def test_a_percentage_at_a_side_is_one_of_the_piece() -> None:
    """20 % of a safe area of 33.6 mm are 6.7 mm, counted inwards."""
    face = f'[{{shape: circle, fill: "{BLUE}", at: side 1, y: 20%, width: 6mm, height: 6mm}}]'
    page = printed((TWO_SIDED % face).replace("rotations+reflections", "rotations"))
    box = extent(near(page, BLUE, most=0.1))
    assert box is not None
    assert box.y == pytest.approx(0.2 * (40 - 2 * 3.2), abs=0.3)


@pytest.mark.parametrize("across", [12.0, 24.0, 60.0])
def test_cells_of_a_larger_board_are_the_same_larger(across: float) -> None:
    """A text that fits the board's own hexagons fits those of a thumbnail and of a poster."""
    face = f'[{{shape: circle, fill: "{BLUE}", width: 6mm, height: 6mm}}, {{text: "{{id}}", size: 9pt, at: bottom, height: 5mm}}]'
    pieces = pieces_of(BOARD % face.replace("{id}", "{id} {size}"))
    assert [*piece_findings(pieces)] == []
    picture = pieces.board(pieces.components.boards[0], across)
    page = Page(picture.box.width, picture.box.height, {Layer.ART: (picture.at(ORIGIN),)})
    blue = near(svg_raster(svg_text(page), DPI), BLUE, most=0.1).sum() / (DPI / 25.4) ** 2
    assert blue == pytest.approx(2 * 3.14159 * 3**2 * (across / 24) ** 2, rel=0.12)


VALUES = """
game: sample
colours: {red: "#D01010"}
pieces:
  tokens:
    - name: coin
      size: 30mm
      count: 1
      colours: all
      back: {}
      face:
        fields: {colour: ink, id: none}
        front: [{shape: circle, fill: "{colour}", width: 9mm, height: 9mm}, {text: "{id}", size: 6pt, at: bottom, height: 3mm}]
        back: [{shape: circle, fill: ground, stroke: "#1010D0 1mm", width: 9mm, height: 9mm}]
"""


def test_a_default_does_not_replace_what_pnp_knows() -> None:
    """A token's own colour comes before the default of its face."""
    (piece,) = listing(pieces_of(VALUES))
    front = printed(VALUES)
    middle = front[front.shape[0] // 2, front.shape[1] // 2]
    assert tuple((middle * 255).round().astype(int)) == (0xD0, 0x10, 0x10)
    assert piece.id == "coin-red"


def test_the_ground_of_a_back_is_its_own() -> None:
    """A disc in the colour of the ground cannot be seen on it, on either side."""
    back = printed(VALUES, back=True)
    height, width = back.shape[:2]
    middle, aside = (
        back[height // 2, width // 2],
        back[height // 2, width // 2 + int(8 * DPI / 25.4)],
    )
    assert middle == pytest.approx(aside, abs=0.01)


# The contrast of texts on pictures: measured where the text lies.


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


@pytest.mark.slow
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


def test_a_card_full_of_the_colour_of_a_field_has_a_frame_without_fills(tmp_path: Path) -> None:
    """Its colour means something; one that all cards share is decoration, and left out."""
    field, fixed = '{shape: fill, fill: "{title}"}', '{shape: fill, fill: "#20543D"}'
    titled = card_set(f"[{field}]", ['{title: "#20543D"}'])
    path = tmp_path / "game.yaml"
    for text, theme, frames in (
        (titled, "low-ink", 1),
        (titled, "standard", 0),
        (card_set(f"[{fixed}]"), "low-ink", 0),
    ):
        path.write_text(text)
        pieces = make_pieces(make_tileset(load_definition(path)), chosen_theme(theme))
        (card, _), *_ = pieces.cards(pieces.components.decks[0])
        (clip,) = card.front.art(0.0).drawing.items
        assert isinstance(clip, Clip)
        lines = [each for each in clip.items if isinstance(each, Shape) and each.stroke]
        assert len(lines) == frames
        for line in lines:
            assert line.stroke is not None and line.stroke.ink == "#20543D"
            reach = line.stroke.width / 2
            box = bounding_box(flattened(line.path)).widened(reach)
            cut = Box(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)
            assert cut.widened(-0.3).contains(box)
            assert box.contains(cut.widened(-3))


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


# Lines, ticks, tables and blocks of forms on the faces of pieces.


COLOURS = 'colours: {red: "#D01010", blue: "#1010D0"}\n'


def flat(items: tuple[Item, ...]) -> Iterator[Shape | Text]:
    """The shapes and texts inside all others."""
    for item in items:
        match item:
            case Placed(drawing):
                yield from flat(drawing.items)
            case Drawing(inner) | Clip(_, inner):
                yield from flat(inner)
            case Shape() | Text():
                yield item


def items_of(text: str, number: int = 0) -> list[Shape | Text]:
    """The shapes and texts of a card, from its top left."""

    picture = [*listing(pieces_of(text))][number].sides[0]()
    return [*flat(picture.drawing.items)]


def strokes(items: list[Shape | Text]) -> list[Box]:
    """The boxes round all lines and frames."""
    shapes = (item for item in items if isinstance(item, Shape) and item.stroke is not None)
    return [bounding_box(samples(shape.path)) for shape in shapes]


def set_texts(items: Iterable[Item]) -> list[Text]:
    """All texts from the top down."""
    found = [item for item in items if isinstance(item, Text)]
    return sorted(found, key=lambda text: (round(text.at.y, 3), text.at.x))


def strings(items: list[Shape | Text]) -> list[str]:
    """The strings of all texts, in the order in which they are drawn."""
    return [item.string for item in items if isinstance(item, Text)]


@pytest.mark.parametrize("number", [1, 4, 9])
def test_lines_lie_a_row_apart_over_the_whole_width(number: int) -> None:
    """At least so far apart that a pen has room, and at most as far as the box allows."""
    lines = sorted(strokes(items_of(card_set(f"- {{lines: {number}}}"))), key=lambda box: box.y)
    assert len(lines) == number
    assert all(line.width == pytest.approx(SAFE.width) for line in lines)
    assert all(line.height == pytest.approx(0) for line in lines)
    pitches = [below.y - above.y for above, below in pairwise(lines)]
    assert all(pitch >= LEAST_ROW - 1e-6 for pitch in pitches)
    assert all(pitch == pytest.approx(pitches[0]) for pitch in pitches)


def test_lines_have_labels_with_the_values_of_the_piece() -> None:
    """Fields and signs are filled in, and a sign of a colour has its name."""
    face = '- {lines: ["Name of {title}", {label: {colour: red}}, {label: "{coin} left", options: ["Yes"]}]}'
    for number, title in enumerate(("Mira", "Old Tom")):
        items = items_of(
            card_set(face, ("{title: Mira}", "{title: Old Tom}"), rest=COLOURS), number
        )
        assert strings(items) == [f"Name of {title}", "Red", " left", "Yes"]
        # Three lines and a box to tick; the sign of the colour and the coin are filled.
        assert len(strokes(items)) == 4
        assert sum(isinstance(item, Shape) and item.stroke is None for item in items) >= 2


def test_ticks_are_squares_in_groups() -> None:
    """So many as the number says, in the colour of the element."""
    items = items_of(
        card_set("- {ticks: {label: Turns, number: 12, group: 4}, colour: red}", rest=COLOURS)
    )
    boxes = strokes(items)
    assert len(boxes) == 12
    assert {(round(box.width, 6), round(box.height, 6)) for box in boxes} == {(3.6, 3.6)}
    inks = {item.stroke.ink for item in items if isinstance(item, Shape) and item.stroke}
    assert inks == {"#D01010"}
    (label,) = (item for item in items if isinstance(item, Text))
    assert (label.string, label.ink) == ("Turns", "#D01010")


def test_a_table_fills_its_width_and_its_rows_share_the_height() -> None:
    """Its frame is the box, up to the highest rows."""
    face = "- {table: {columns: [A, B], rows: [{numbered: 3}]}, height: 30mm, at: top}"
    boxes = strokes(items_of(card_set(face)))
    frame = max(boxes, key=lambda box: box.width * box.height)
    assert frame.width == pytest.approx(SAFE.width)
    assert frame.height == pytest.approx(30)
    rules = sorted(box.y for box in boxes if box.height < 1e-6)
    assert [b - a for a, b in zip(rules, [*rules[1:], frame.bottom], strict=True)] == pytest.approx(
        [rules[1] - rules[0]] * 3
    )


def test_what_an_element_needs_is_its_height() -> None:
    """In rows, `fit` leaves the rest to the others."""
    face = """
- rows:
    - {ticks: {label: Wounds, number: 5}, height: fit}
    - {shape: rectangle, fill: "#10A010"}
"""
    items = items_of(card_set(face))
    lowest = max(box.bottom for box in strokes(items))
    (filled,) = (item for item in items if isinstance(item, Shape) and item.fill == "#10A010")
    area = bounding_box(samples(filled.path))
    assert area.y - lowest == pytest.approx(0.7, abs=0.2)
    assert area.bottom == pytest.approx(SAFE.bottom - 40)


BLOCKS = """\
- heading: "A heading"
- text: "Some **bold** words, and some more than a line of the box can hold."
- steps: [One, Two]
- choices: {label: Choose, options: [A, B]}
- signs: [red, blue]
- ticks: {label: Turns, number: 6}
- columns: [[{compass: {hexagon: flat-top}}], [{score: [Sum]}]]
- fields: [Name, {label: Date, width: 2}]
"""


def test_a_face_draws_blocks_as_a_form_does() -> None:
    """Below its title and inside its margin, a form of the same blocks is the same drawing."""
    form = read_pad(Source("form.yaml", f'form: f\ntitle: "A@B"\nup: 2\nblocks:\n{BLOCKS}'))
    pieces = pieces_of(card_set("- {text: x}", rest=COLOURS))
    whole = form_drawing(form, pieces.supplies)
    below = max(
        bounding_box(samples(item.path)).bottom
        for item in whole.items
        if isinstance(item, Shape) and item.stroke is not None and item.stroke.width == 0.6
    )
    size = max(item.size for item in whole.items if isinstance(item, Text) and not item.bold)
    box, points = form.box, size * 72 / 25.4
    free = (below - box.y + 0.7 * size, *(MARGIN + 0.3,) * 3)
    inset = f"[{', '.join(f'{each:.3f}mm' for each in free)}]"
    blocks = "\n".join(f"    {line}" for line in BLOCKS.splitlines())
    face = f"- area: trim\n  inset: {inset}\n  size: {points:.2f}pt\n  blocks:\n{blocks}"
    card = card_set(face, size=f"{{width: {box.width}mm, height: {box.height}mm}}", rest=COLOURS)
    assert [each.message for each in all_findings(card)] == []

    drawn = set_texts(items_of(card))
    expected = [each for each in set_texts(whole.items) if each.string != "A@B"]
    assert [each.string for each in drawn] == [each.string for each in expected]
    assert [each.at.x for each in drawn] == pytest.approx([e.at.x for e in expected], abs=0.02)
    assert [each.size for each in drawn] == pytest.approx([e.size for e in expected], abs=0.01)


@pytest.mark.parametrize(
    ("element", "message"),
    [
        ("{lines: 30}", "(2 more pieces like this: deck-2 and deck-3)"),
        ("{lines: [{label: {colour: rde}}]}", 'the game has no colour "rde"; did you mean "red"?'),
    ],
)
def test_a_mistake_of_a_face_is_one_finding_for_all_its_pieces(element: str, message: str) -> None:
    """One that depends on the room counts the pieces, and names them."""
    (found,) = all_findings(card_set(f"- {element}", ("{}",) * 3, rest=COLOURS))
    assert found.message.endswith(message)


def test_a_face_changes_the_lines_of_another(tmp_path: Path) -> None:
    """By the name of the element; the name of a board inside blocks is no name of an element."""
    folder = tmp_path / "templates/faces"
    folder.mkdir(parents=True)
    blocks = "{name: more, blocks: [{board: {name: notes, height: 30mm}}, {fields: [{label: A}]}]}"
    text = f"face: base\nfront:\n  - {{name: notes, lines: 3}}\n  - {blocks}\n"
    (folder / "base.yaml").write_text(text, "utf-8")
    path = tmp_path / "game.yaml"
    path.write_text(card_set("extends: base\nchange:\n  notes: {lines: 2}\n  more: none"), "utf-8")
    picture = next(iter(listing(pieces_in(path)))).sides[0]()
    assert len(strokes([*flat(picture.drawing.items)])) == 2


# When an element is there: values and sizes; pips of suits; own icons; colours that faces use.


RED = '{shape: rectangle, fill: "#D01010", if: "%s"}'


@pytest.mark.parametrize(
    ("condition", "rank", "is_there"),
    [
        ("rank = J, Q, K", "Q", True),
        ("rank = J, Q, K", "10", False),
        ("rank != J, Q, K", "Q", False),
        ("rank != J, Q, K", "10", True),
        ("rank = J", "J", True),
        ("width >= 60mm", "A", True),
        ("width >= 60.5mm", "A", False),
        ("width < 60mm", "A", False),
        ("height < 8.1cm", "A", True),
        ("height >= 8.1cm", "A", False),
    ],
)
def test_an_element_is_there_for_some_values_and_sizes(
    condition: str, rank: str, is_there: bool
) -> None:
    """On a card of 60 x 80 mm whose rank is known."""
    face = "fields: {rank: required}\nfront:\n  - {text: '{rank}', at: top, height: 10mm}\n"
    face += f"  - {RED % condition}"
    raster = printed(card_set(face, [f"{{rank: {rank}}}"]))
    assert near(raster, "#D01010").any() == is_there


@pytest.mark.parametrize("number", range(1, 11))
def test_the_pips_of_a_suit_look_the_same_upside_down(number: int) -> None:
    """Upright above the middle, turned below it; only the seven has an odd pip."""
    box = Box(0.0, 0.0, 30.0, 60.0)
    spots = arranged(Repeated(arrange="suit"), [1.0] * number, box, "")
    assert len(spots) == number
    places = {(round(each.box.centre.x, 6), round(each.box.centre.y, 6)) for each in spots}
    assert len(places) == number
    turned = {(round(30.0 - x, 6), round(60.0 - y, 6)) for x, y in places}
    assert len(places - turned) == (1 if number == 7 else 0)
    assert all(box.contains(each.box, tolerance=1e-6) for each in spots)
    assert all((each.turn == 180) == (each.box.centre.y > 30.001) for each in spots)


def test_an_icon_of_the_designer_comes_before_a_sign_of_pnp(pnp: Call, in_folder: Path) -> None:
    """An icon called `sun` is what `sign: sun` draws: here a red square."""
    Path("own").mkdir()
    Path("own/sun.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        '<rect width="10" height="10" fill="#D01010"/></svg>'
    )
    Path("one.yaml").write_text(card_set("- {sign: sun}", rest="icons: [own]\n"))
    assert pnp("show", "one.yaml", "-o", "one.svg").exit_code == 0
    assert "#D01010" in Path("one.svg").read_text()


def test_a_colour_that_only_a_face_shows_is_used() -> None:
    """Named by the face itself, or by the value of a field; others are reported."""
    from pnp.colour.theme import STANDARD
    from pnp.project.checking import checked_set
    from tests.conftest import set_of

    text = card_set(
        'fields: {kind: required}\nfront:\n  - {shape: fill, fill: "{kind}"}\n'
        "  - {shape: circle, stroke: blue 1mm}",
        ["{kind: red}"],
        rest="colours: [red, blue, green]\n",
    )
    found = [
        each.message
        for each in checked_set(set_of(text).definition, theme=STANDARD).findings
        if each.rule == "unused-colour"
    ]
    assert len(found) == 1 and '"green"' in found[0]
    assert '"red"' not in found[0] and '"blue"' not in found[0]


# What shows through

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><rect width="60" height="80" fill="#FF0000"/></svg>'


def test_what_lies_below_shows_through(tmp_path: Path) -> None:
    """Three quarters of white over red, with a black line over all, as both writers print it."""
    face = """
- {image: red.svg, area: bleed}
- {shape: rectangle, fill: "#FFFFFF", opacity: 75%, area: trim, at: top, height: 40mm}
- {shape: rectangle, fill: "#000000", opacity: 50%, area: trim, at: left, width: 10mm}
"""
    (tmp_path / "red.svg").write_text(PICTURE)
    (tmp_path / "game.yaml").write_text(card_set(face))
    pieces = pieces_in(tmp_path / "game.yaml")
    (card, _), *_ = pieces.cards(pieces.components.decks[0])
    art = card.front.art(0.0)
    page = Page(WIDTH, HEIGHT, {Layer.ART: (Placed(art.drawing, Point(WIDTH / 2, HEIGHT / 2)),)})
    wanted = {
        (40, 20): (255, 191, 191),
        (40, 60): (255, 0, 0),
        (5, 60): (128, 0, 0),
        (5, 20): (128, 96, 96),
    }
    for raster in (
        svg_raster(svg_text(page), DPI),
        pdf_raster(pdf_bytes(Document("", "", "", (page,))), DPI),
    ):
        for (x, y), colour in wanted.items():
            found = raster[round(y * DPI / 25.4), round(x * DPI / 25.4)] * 255
            assert found == pytest.approx(colour, abs=3)


def test_contrasts_are_those_of_what_is_seen() -> None:
    """Black on three quarters of white over black can be read; on a tenth of white it cannot; nor can a faint text."""
    dark = '{shape: rectangle, fill: "#000000", area: trim}'
    panel = '{shape: rectangle, fill: "#FFFFFF", opacity: %s, area: trim}'
    words = "{text: Words, size: 12pt, colour: '#000000', opacity: %s}"

    def said(*elements: str) -> list[str]:
        return [each.rule for each in all_findings(card_set("[" + ", ".join(elements) + "]"))]

    assert said(dark, panel % "75%", words % "100%") == []
    assert said(dark, panel % "10%", words % "100%") == ["contrast"]
    assert said(dark, panel % "100%", words % "20%") == ["contrast"]


def test_a_faint_shape_hides_no_text() -> None:
    """What lies over a text hides it only as a whole."""
    words = "{text: Words, size: 12pt}"
    veil = '{shape: rectangle, fill: "#FFFFFF", opacity: %s, area: trim}'
    rules = {
        share: [each.rule for each in all_findings(card_set(f"[{words}, {veil % share}]"))]
        for share in ("30%", "100%")
    }
    assert "hidden-text" in rules["100%"]
    assert "hidden-text" not in rules["30%"]


# Lines and arrows

LINE = "{path: [10mm 20mm, 50mm 20mm], stroke: '#2040D0 1mm', heads: %s, area: trim}"


@pytest.mark.slow
@pytest.mark.parametrize(("heads", "widest"), [("none", 1.0), ("end", 3.6), ("both", 3.6)])
def test_a_path_goes_from_point_to_point(heads: str, widest: float) -> None:
    """Its ends are the points, also the tips of its heads, which are wider than the line."""
    shown = printed(card_set(f"[{LINE % heads}]"), dpi=254)
    found = extent(near(shown, "#2040D0", most=0.3), 254)
    assert found is not None
    assert (found.x, found.right) == pytest.approx((10, 50), abs=0.3)
    assert found.height == pytest.approx(widest, abs=0.25)
    assert found.centre.y == pytest.approx(20, abs=0.15)
    # Two millimetres behind its start and before its end.
    columns = near(shown, "#2040D0", most=0.3).sum(axis=0) / 10
    assert columns[120] == pytest.approx(3.6 * 0.5 if heads == "both" else 1, abs=0.3)
    assert columns[480] == pytest.approx(1 if heads == "none" else 3.6 * 0.5, abs=0.3)


def test_a_curved_path_goes_through_its_points() -> None:
    """And between them not along the straight lines."""
    path = (
        "{path: [10mm 60mm, 30mm 20mm, 50mm 60mm], stroke: '#2040D0 1mm', curved: %s, area: trim}"
    )
    for curved in ("yes", "no"):
        mask = near(printed(card_set(f"[{path % curved}]"), dpi=254), "#2040D0", most=0.3)
        for x, y in ((10.3, 59.5), (30, 20), (49.7, 59.5)):
            assert mask[
                round(y * 10) - 4 : round(y * 10) + 4, round(x * 10) - 4 : round(x * 10) + 4
            ].any()
        assert mask[390:410, 190:210].any() == (curved == "no")


def test_points_may_be_shares_of_the_box() -> None:
    """Of the element's box, from its top left."""
    path = "{path: [0% 50%, 100% 50%], stroke: '#2040D0 1mm', area: trim, at: bottom right, width: 40mm, height: 20mm}"
    found = extent(near(printed(card_set(f"[{path}]"), dpi=254), "#2040D0", most=0.3), 254)
    assert found is not None
    assert (found.x, found.right, found.centre.y) == pytest.approx((20, 60, 70), abs=0.2)


@pytest.mark.slow
def test_negative_places_are_outwards_and_turns_go_back() -> None:
    """From the middle to the left and up; from the right edge over it; a bar that is turned against the clock rises."""
    disc = '{shape: circle, fill: "#2040D0", at: %s, x: -10mm, y: -5mm, width: 8mm, height: 8mm, area: trim}'
    middle = box_of(
        printed(card_set(f"[{disc % 'centre'}]"), dpi=254), "#2040D0", dpi=254, most=0.3
    )
    assert tuple(middle.centre) == pytest.approx((WIDTH / 2 - 10, HEIGHT / 2 - 5), abs=0.15)
    corner = disc.replace("-10mm", "-4mm").replace("-5mm", "10mm") % "top right"
    right = box_of(printed(card_set(f"[{corner}]"), dpi=254), "#2040D0", dpi=254, most=0.3)
    assert (right.x, right.right) == pytest.approx((WIDTH - 4, WIDTH), abs=0.15)
    bar = '[{shape: rectangle, fill: "#2040D0", at: centre, width: 40mm, height: 2mm, turn: -30}]'
    mask = near(printed(card_set(bar), dpi=254), "#2040D0", most=0.3)
    rows, columns = np.nonzero(mask)
    assert np.corrcoef(rows, columns)[0, 1] < -0.9
