"""Lines, ticks, tables and blocks of forms on the faces of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from pnp.basics.errors import Source
from pnp.definition.pads import MARGIN, read_pad
from pnp.faces import LEAST_ROW, form_drawing
from pnp.kinds import listing
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Text
from pnp.scene.geometry import Box, bounding_box, samples
from tests.faces import SAFE, all_findings, card_set, pieces_in, pieces_of

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
