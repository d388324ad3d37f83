"""Where the elements of a face lie: measured on the printed piece, against rules of our own."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.faces import scattered
from pnp.kinds import listing
from pnp.scene.geometry import Box
from tests.faces import (
    DOT,
    DPI,
    HEIGHT,
    SAFE,
    WIDTH,
    box_of,
    card_set,
    is_box,
    near,
    pieces_of,
    printed,
    raster_of,
)
from tests.paper import blobs

RED, GREEN, BLUE = "#D01010", "#10A010", "#1010D0"

TRIM = Box(0.0, 0.0, WIDTH, HEIGHT)


def rectangle(colour: str, keys: str = "") -> str:
    """An element that covers its box with a colour."""
    return f'{{shape: rectangle, fill: "{colour}"{keys and ", " + keys}}}'


# ------------------------------------------------------------------------------- rows and columns


class Size(NamedTuple):
    """A size in a unit: mm, % or *."""

    value: int
    unit: str

    @property
    def text(self) -> str:
        """As a face writes it."""
        return f"{self.value}{self.unit}" if (self.value, self.unit) != (1, "*") else '"*"'


class Tree(NamedTuple):
    """A rectangle, or boxes in rows or columns; `inset` clockwise from the top, in millimetres."""

    size: Size | None
    inset: tuple[int, int, int, int]
    down: bool
    gap: int
    inner: tuple[Tree, ...]


SIZES = st.one_of(
    st.none(),
    st.builds(Size, st.integers(2, 7), st.just("mm")),
    st.builds(Size, st.integers(8, 22), st.just("%")),
    st.builds(Size, st.integers(1, 4), st.just("*")),
)
INSETS = st.tuples(*[st.integers(0, 1)] * 4)
LEAVES = st.builds(Tree, SIZES, INSETS, st.booleans(), st.just(0), st.just(()))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        Tree,
        SIZES,
        INSETS,
        st.booleans(),
        st.integers(0, 2),
        st.lists(inner, min_size=1, max_size=3).map(tuple),
    ),
    max_leaves=7,
)


def colours() -> list[str]:
    """Colours that no smoothed edge between two others has."""
    return [f"#{40 + 20 * k:02X}{(97 * k) % 256:02X}{(41 * k + 90) % 256:02X}" for k in range(10)]


def as_yaml(tree: Tree, left: list[str], *, down: bool) -> str:
    """The tree as a flow mapping; takes a colour from *left* for every rectangle."""
    keys = [f"inset: [{', '.join(f'{each}mm' for each in tree.inset)}]"]
    if tree.size is not None:
        keys.append(f"{'height' if down else 'width'}: {tree.size.text}")
    if not tree.inner:
        return rectangle(left.pop(0), ", ".join(keys))
    if tree.gap:
        keys.append(f"gap: {tree.gap}mm")
    inner = ", ".join(as_yaml(each, left, down=tree.down) for each in tree.inner)
    return f"{{{'rows' if tree.down else 'columns'}: [{inner}], {', '.join(keys)}}}"


def boxes(tree: Tree, x: float, y: float, width: float, height: float) -> list[Box]:
    """Where the rectangles of a tree lie: lengths and percentages first, shares of the rest then."""
    top, right, bottom, left = tree.inset
    x, y = x + left, y + top
    width, height = max(0.0, width - left - right), max(0.0, height - top - bottom)
    if not tree.inner:
        return [Box(x, y, width, height)]
    whole = height if tree.down else width
    sizes = [each.size or Size(1, "*") for each in tree.inner]
    unit = {"mm": 1.0, "%": whole / 100, "*": 0.0}
    known = [size.value * unit[size.unit] for size in sizes]
    rest = whole - sum(known) - tree.gap * (len(sizes) - 1)
    assume(rest >= 0)
    shares = sum(size.value for size in sizes if size.unit == "*")
    found: list[Box] = []
    at = y if tree.down else x
    for each, size, length in zip(tree.inner, sizes, known, strict=True):
        long = rest * size.value / shares if size.unit == "*" else length
        inner = (x, at, width, long) if tree.down else (at, y, long, height)
        found += boxes(each, *inner)
        at += long + tree.gap
    return found


@settings(max_examples=5)
@given(TREES)
def test_rows_and_columns_share_their_box(tree: Tree) -> None:
    """Lengths, percentages and shares, gaps and insets, to a dot."""
    wanted = boxes(tree._replace(size=None), *SAFE)
    page = printed(card_set(f"- {as_yaml(tree._replace(size=None), colours(), down=True)}"))
    for colour, box in zip(colours(), wanted, strict=False):
        if box.width >= 0.5 and box.height >= 0.5:
            assert is_box(box_of(page, colour), box), (colour, box)


def test_shares_are_left_by_absent_elements() -> None:
    """A row whose condition does not hold has no height and no gap."""
    rows = f"- gap: 4mm\n  rows: [{rectangle(RED, 'if: a')}, {rectangle(GREEN)}, {rectangle(BLUE)}]"
    page = printed(card_set(rows.replace("if: a", "if: number = 9")))
    half = (SAFE.height - 4) / 2
    assert is_box(box_of(page, GREEN), Box(SAFE.x, SAFE.y, SAFE.width, half))
    assert is_box(box_of(page, BLUE), Box(SAFE.x, SAFE.bottom - half, SAFE.width, half))
    assert not near(page, RED).any()


# ------------------------------------------------------------------------------------ anchors


@pytest.mark.parametrize(
    "anchor",
    ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"],
)  # fmt: skip
def test_an_anchor_and_a_way_inwards(anchor: str) -> None:
    """At a corner, a side or the centre, and moved 5 mm across and 7 mm down from there, inwards."""
    keys = f"at: {anchor}, width: 10mm, height: 20%, x: 5mm, y: 7mm, inset: [1mm, 2mm]"
    found = box_of(printed(card_set(f"- {rectangle(RED, keys)}")), RED)
    width, height = 10.0, 0.2 * SAFE.height
    words = anchor.split()
    across = 0.0 if "left" in words else 1.0 if "right" in words else 0.5
    down = 0.0 if "top" in words else 1.0 if "bottom" in words else 0.5
    x = SAFE.x + (SAFE.width - width) * across + (-5 if across == 1 else 5)
    y = SAFE.y + (SAFE.height - height) * down + (-7 if down == 1 else 7)
    assert is_box(found, Box(x + 2, y + 1, width - 4, height - 2))


@pytest.mark.parametrize(
    ("keys", "box"),
    [
        ("x: 5mm, y: 10%, width: 10mm, height: 8mm", Box(8.2, 3.2 + 7.36, 10, 8)),
        ("x: 5mm, width: 10mm, height: 8mm", Box(8.2, 3.2, 10, 8)),
        ("width: 10mm", Box(25, 3.2, 10, 73.6)),
        ("width: 10mm, height: 50%", Box(25, 21.6, 10, 36.8)),
        ("area: trim", TRIM),
        ("area: bleed", TRIM),
        ("area: trim, at: top left, width: 50%, height: 25%", Box(0, 0, 30, 20)),
        ("area: bleed, at: bottom right, width: 10mm, height: 10mm", Box(53.2, 73.2, 6.8, 6.8)),
        ("area: safe", SAFE),
        ("width: 10mm, height: 20mm, turn: 90", Box(20, 35, 20, 10)),
    ],
)  # fmt: skip
def test_places(keys: str, box: Box) -> None:
    """Without an anchor an element is in the middle, or from the top left with x or y."""
    assert is_box(box_of(printed(card_set(f"- {rectangle(RED, keys)}")), RED), box)


def test_areas_are_those_of_the_piece() -> None:
    """An area leads out of all boxes."""
    face = f"- {{at: centre, width: 5mm, height: 5mm, rows: [{rectangle(RED, 'area: trim')}]}}"
    page = printed(card_set(face))
    # A row of 5 mm height within an area as wide as the piece.
    assert abs(box_of(page, RED).width - WIDTH) < 0.22


def test_what_is_there_both_ways_is_turned_round_the_middle() -> None:
    """The page is the same the other way up."""
    face = f"""
- {{at: top left, width: 12mm, height: 20mm, both-ways: yes, rows: [{rectangle(RED)}, {rectangle(BLUE)}]}}
"""
    page = printed(card_set(face))
    assert is_box(box_of(page, RED), Box(3.2, 3.2, WIDTH - 6.4, HEIGHT - 6.4))
    assert np.abs(page - page[::-1, ::-1]).max() < 0.02


def test_a_layer_lies_over_those_before_it() -> None:
    """Layers, and the elements of a face, from the lowest up."""
    face = f"- {{layers: [{rectangle(RED)}, {rectangle(GREEN, 'at: top, height: 50%')}]}}\n- {rectangle(BLUE, 'at: top, height: 25%')}"
    page = printed(card_set(face))
    quarter = SAFE.height / 4
    for colour, top, rows in ((BLUE, 0, 1), (GREEN, 1, 1), (RED, 2, 2)):
        box = Box(SAFE.x, SAFE.y + top * quarter, SAFE.width, rows * quarter)
        assert is_box(box_of(page, colour), box)


# ------------------------------------------------------------------------------------- shapes


@pytest.mark.parametrize(
    ("shape", "share"),
    # The share of a square of 20 mm that a shape covers.
    [("rectangle", 1.0), ("circle", np.pi / 4), ("hexagon", 3 * 3**0.5 / 8), ("rounded", 1 - (4 - np.pi) / 100)],
)  # fmt: skip
def test_a_shape_has_its_area(shape: str, share: float) -> None:
    """A circle, a regular hexagon, and corners with a radius of 2 mm."""
    face = f'- {{shape: {shape}, fill: "{RED}", width: 20mm, height: 20mm}}'
    dots = near(printed(card_set(face)), RED, most=0.45).sum()
    assert dots / (100 * 100) == pytest.approx(share, abs=0.01)


def test_a_line_goes_along_the_longer_side() -> None:
    """With its width across."""
    for size, wanted in (("20mm, height: 4mm", (20, 2)), ("4mm, height: 20mm", (2, 20))):
        face = f'- {{shape: line, stroke: "{RED} 2mm", width: {size}}}'
        found = box_of(printed(card_set(face)), RED)
        assert (found.width, found.height) == pytest.approx(wanted, abs=0.22)


# ------------------------------------------------------------------------------------- repeat


def squares(face: str) -> list[Box]:
    """The boxes of red things on a card, in reading order."""
    found = blobs(near(printed(card_set(face)), RED, most=0.2), DPI, least=0.1)
    return [Box(each.left, each.top, each.width, each.height) for each in found]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 7, 12])
@pytest.mark.parametrize("arrange", ["row", "column", "grid", "pips", "suit", "scatter"])
def test_a_repeated_shape_is_there_so_often(arrange: str, number: int) -> None:
    """In its box, all of one size unless scattered, none over another."""
    face = (
        f'- {{shape: circle, fill: "{RED}", repeat: {number}, arrange: {arrange}, gap: 0.6mm,'
        " width: 50mm, height: 40mm, at: top}"
    )
    found = squares(face)
    assert len(found) == number
    box = Box(5, 3.2, 50, 40)
    assert all(box.contains(each, tolerance=0.22) for each in found)
    widths = [each.width for each in found]
    if number and arrange != "scatter":
        assert max(widths) - min(widths) <= 0.42
    if arrange == "row":
        assert len({round(each.centre.y) for each in found}) <= 1
    if arrange == "column":
        assert len({round(each.centre.x) for each in found}) <= 1


def test_a_row_is_in_the_middle_with_its_gaps() -> None:
    """Squares as high as the box if they fit side by side."""
    face = f'- {{shape: rectangle, fill: "{RED}", repeat: 3, gap: 2mm, width: 40mm, height: 6mm}}'
    lefts = [each.x for each in squares(face)]
    # Three squares of 6 mm and two gaps are 22 mm wide, on a card of 60 mm.
    assert lefts == pytest.approx([19, 27, 35], abs=0.22)


def test_a_grid_is_as_large_as_its_box_allows() -> None:
    """Brute force over all numbers of columns."""
    face = f'- {{shape: rectangle, fill: "{RED}", repeat: 7, arrange: grid, gap: 1mm, width: 50mm, height: 30mm}}'
    best = max(
        min((50 - (columns - 1)) / columns, (30 - (rows - 1)) / rows)
        for columns in range(1, 8)
        for rows in [-(-7 // columns)]
    )
    assert all(each.width == pytest.approx(best, abs=0.22) for each in squares(face))


def test_pips_of_a_suit_are_symmetric() -> None:
    """As on playing cards: the lower half is the upper one turned, but for the middle."""
    for number in (2, 4, 6, 10):
        face = f'- {{shape: circle, fill: "{RED}", repeat: {number}, arrange: suit}}'
        page = near(printed(card_set(face)), RED, most=0.2)
        assert (page ^ page[::-1, ::-1]).mean() < 0.002


@pytest.mark.parametrize("number", range(1, 13))
def test_scattered_circles_never_overlap(number: int) -> None:
    """They stay in the circle of their box on every card."""
    for seed in range(40):
        spots = scattered(number, Box(0, 0, 50, 70), f"deck-{seed}")
        for place, (one, _) in enumerate(spots):
            assert (one.centre - Box(0, 0, 50, 70).centre).length() + one.width / 2 <= 25 + 1e-9
            for other, _ in spots[:place]:
                assert (one.centre - other.centre).length() >= (one.width + other.width) / 2 - 1e-9


# --------------------------------------------------------------------------------- other pieces


def test_a_round_token_has_a_square_safe_area() -> None:
    """As large as a square inside the circle that is free of scissors."""
    text = f"game: sample\npieces: {{tokens: [{{name: coin, size: 30mm, count: 1, face: [{rectangle(RED)}]}}]}}"
    margin = 0.08 * 30
    side = (30 - 2 * margin) / 2**0.5
    found = box_of(printed(text), RED)
    assert is_box(found, Box(15 - side / 2, 15 - side / 2, side, side))


TILE = """
game: sample
tiles:
  shape: %s
  size: 40mm
  families: [{name: one, tiles: [%s], face: [%s]}]
"""


@pytest.mark.parametrize(("shape", "sides"), [("hexagon", 6), ("square", 4), ("triangle", 3)])
@pytest.mark.parametrize("spot", ["side", "corner"])
def test_the_sides_and_corners_of_a_tile(shape: str, sides: int, spot: str) -> None:
    """Things at all sides, or corners, lie on a circle, at equal steps clockwise from the first."""
    middles = []
    for number in range(1, sides + 1):
        keys = f"at: {spot} {number}, width: 4mm, height: 4mm, y: 2mm"
        (piece,) = listing(pieces_of(TILE % (shape, "-", rectangle(RED, keys))))
        rows, columns = np.nonzero(near(raster_of(piece), RED))
        corner = piece.sides[0]().box
        middles.append(
            ((columns.mean() + 0.5) * DOT + corner.x, (rows.mean() + 0.5) * DOT + corner.y)
        )
    headings = [np.degrees(np.arctan2(x, -y)) % 360 for x, y in middles]
    steps = [(other - one) % 360 for one, other in pairwise(headings)]
    assert steps == pytest.approx([360 / sides] * (sides - 1), abs=2)
    # 2 mm inside the side or corner begins a thing 4 mm high.
    far = {3: 40 / 12**0.5, 4: 20.0, 6: 20.0}[sides]
    far = far / np.cos(np.pi / sides) if spot == "corner" else far
    assert [np.hypot(*middle) for middle in middles] == pytest.approx([far - 4] * sides, abs=0.22)


@pytest.mark.parametrize(
    ("place", "across", "down"), [("top left", 0, 0), ("right", 1, 0.5), ("bottom", 0.5, 1)]
)
def test_a_text_lies_where_its_place_says(place: str, across: float, down: float) -> None:
    """Without a size or an alignment, at the edges of the safe area or in their middle."""
    face = f'- {{text: "HHH", size: 20pt, bold: yes, colour: "{RED}", at: {place}}}'
    found = box_of(printed(card_set(face)), RED)
    free = SAFE.width - found.width, SAFE.height - found.height
    assert found.x - SAFE.x == pytest.approx(across * free[0], abs=0.7)
    # The line of a text is higher than its capitals.
    assert found.y - SAFE.y == pytest.approx(down * free[1], abs=2.5)
