"""Grids, tracks and slots on faces: where their spaces lie, and what these show."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour.measures import contrast
from pnp.definition.elements import SlotsElement, TrackElement
from pnp.faces.spaces import boxes_of
from pnp.scene import Clip, Item, Placed, Shape, Text
from pnp.scene.geometry import Box, bounding_box, samples
from tests.faces import all_findings, pieces_of

BOX = Box(3.0, 5.0, 90.0, 60.0)


@given(
    number=st.integers(4, 28),
    course=st.sampled_from(["rows", "snake", "loop", "spiral"]),
    columns=st.integers(0, 9),
    gap=st.sampled_from([0.0, 0.5, 2.0]),
)
def test_spaces_of_a_track_fill_its_box(number: int, course: str, columns: int, gap: float) -> None:
    """Equal squares, apart by the gap and inside the box; but in rows each lies beside the one before."""
    number += number % 2
    if course == "loop":
        columns = min(columns, number // 2) if columns > 1 else 0
    element = TrackElement(track=("",) * number, course=course, columns=columns, gap=gap)
    boxes = boxes_of(element, BOX)
    side = boxes[0].width
    assert len(boxes) == number and side > 0
    for each in boxes:
        assert each.width == pytest.approx(side) and each.height == pytest.approx(side)
        assert BOX.contains(each)
    for one, other in combinations(boxes, 2):
        shared = one.widened(gap / 2 - 1e-6).common(other.widened(gap / 2 - 1e-6))
        assert min(shared.width, shared.height) < 0
    if course != "rows":
        steps = {round((b.centre - a.centre).length() - side - gap, 6) for a, b in pairwise(boxes)}
        assert steps == {0.0}
    if course == "loop":
        assert (boxes[-1].centre - boxes[0].centre).length() == pytest.approx(side + gap)


def test_a_track_has_the_columns_at_which_its_spaces_are_largest() -> None:
    """Six squares in a box of 3 to 2 are three by two; in a strip they are one row."""
    spaces = boxes_of(TrackElement(track=("",) * 6), BOX)
    assert [each.width for each in spaces] == [30.0] * 6
    assert [(each.x, each.y) for each in spaces[2:4]] == [(63.0, 5.0), (3.0, 35.0)]
    strip = boxes_of(TrackElement(track=("",) * 6), Box(0, 0, 120, 20))
    assert {each.y for each in strip} == {0.0}


def test_slots_keep_a_fixed_size() -> None:
    """Two slots of a card's size with a gap, in the middle of their box."""
    slots = SlotsElement(slots=("", ""), each=(20.0, 30.0), gap=4.0)
    assert boxes_of(slots, BOX) == [Box(26.0, 20.0, 20.0, 30.0), Box(50.0, 20.0, 20.0, 30.0)]


MAT = """
game: mats
colours: [red, blue]
pieces:
  boards:
    - {name: land, squares: 3x2, cell: 12mm, printed: no, coordinates: no, edge: no,
       cells: {wood: {cells: A1, tint: "#9DC08B", labels: W}}}
  cards:
    - name: mat
      size: {width: 100mm, height: 70mm}
      face:
        - {grid: land, at: top left, width: 40mm, height: 30mm, align: left top}
        - {track: "{first}..3", at: bottom left, width: 60mm, height: 10mm, fills: {3: "#112233"}}
        - {slots: [Red, Blue], sign: "{whose}", at: right, width: 20mm, height: 60mm, arrange: column}
      cards: [{first: 0, whose: red}, {first: 2, whose: blue}]
"""


def shown(items: tuple[Item, ...]) -> list[Text | Shape]:
    """All texts and shapes in items, however deep."""
    found: list[Text | Shape] = []
    for item in items:
        match item:
            case Text() | Shape():
                found.append(item)
            case Placed():
                found += shown(tuple(item.drawing.items))
            case Clip():
                found += shown(item.items)
    return found


def test_a_mat_holds_a_board_a_track_and_slots() -> None:
    """The board at true size, with its tint and label; numbers from a field; and texts that can be read."""
    assert not [each for each in all_findings(MAT) if "unused" not in each.rule]
    pieces = pieces_of(MAT)
    (deck,) = pieces.components.decks
    (first, _), (second, _) = pieces.cards(deck)
    items = shown(tuple(first.picture().drawing.items))
    words = [each.string for each in items if isinstance(each, Text)]
    assert words == ["W", "0", "1", "2", "3", "Red", "Blue"]
    (last,) = [each for each in items if isinstance(each, Text) and each.string == "3"]
    assert contrast(last.ink, "#112233") > 7
    (wood,) = [each for each in items if isinstance(each, Shape) and each.fill == "#9DC08B"]
    box = bounding_box(samples(wood.path))
    assert (box.width, box.height) == pytest.approx((12.0, 12.0))
    other = [
        each.string
        for each in shown(tuple(second.picture().drawing.items))
        if isinstance(each, Text)
    ]
    assert other == ["W", "2", "3", "Red", "Blue"]


def test_a_board_that_shows_itself_is_an_error() -> None:
    """A cell may show another board, but not its own."""
    text = """
game: loops
pieces:
  boards:
    - {name: one, squares: 2x2, cell: 40mm, cells: {mid: {cells: A1, face: [{grid: two}]}}}
    - {name: two, squares: 2x2, cell: 9mm, coordinates: no, cells: {mid: {cells: A1, face: [{grid: one, cell: 3mm}]}}}
"""
    found = [each.message for each in all_findings(text)]
    assert any("shows a piece that shows this board" in each for each in found)
    sound = all_findings(text.replace("{grid: one, cell: 3mm}", "{text: A}"))
    assert [each.message for each in sound] == []
