"""What is too fine to print is left out of small pictures, or drawn as fine as can be printed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.kinds import piece_groups
from pnp.pieces import make_pieces
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.fineness import PRINTABLE, Fineness, simplified
from pnp.scene.fonts import text_width
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Point,
    heading,
    parts_of,
    path_length,
    points_of,
    polygon,
    segment,
)
from tests.conftest import Call, bundled

SQUARE = polygon(Box(0, 0, 10, 10).corners)
LINE = segment(ORIGIN, Point(10, 0))
LEAST = Fineness(text=1.0, line=0.1)


def drawing(width: float) -> Drawing:
    """A line, a square with an edge of the same width, and a text of ten times that size."""
    stroke = Stroke(width, "#000000")
    return Drawing(
        (Shape(LINE, stroke=stroke), Shape(SQUARE, "#FF0000", stroke), Text("a", ORIGIN, 10 * width, "#000000"))
    )  # fmt: skip


def widths(made: Drawing) -> list[float | None]:
    """The widths of the lines of its shapes."""
    return [each.stroke and each.stroke.width for each in made.items if isinstance(each, Shape)]


@pytest.mark.parametrize(
    ("width", "shown"), [(0.2, [0.2, 0.2]), (0.05, [0.1, 0.1]), (0.01, [None])]
)
def test_a_fine_line_is_wider_and_a_much_finer_one_is_left_out(
    width: float, shown: list[float | None]
) -> None:
    """A square without its edge is still a square; words below the least size go."""
    made = simplified(drawing(width), LEAST)
    assert widths(made) == shown
    assert any(isinstance(each, Text) for each in made.items) == (width == 0.2)


def test_the_scale_of_a_drawing_counts() -> None:
    """A line of 0.2 mm at a quarter of its size is as wide as the finest one."""
    inner = drawing(0.2)
    clip = Clip(SQUARE, (Placed(inner, ORIGIN, 0.25),))
    (made,) = simplified(Drawing((clip,)), LEAST).items
    assert isinstance(made, Clip)
    (placed,) = made.items
    assert isinstance(placed, Placed)
    assert widths(placed.drawing) == [0.4, 0.4]


@given(
    st.sampled_from(["Lay a tile.", "At", "you", " +1 for each "]),
    st.floats(0.51, 0.99),
    st.floats(0, 360),
    st.sampled_from(["start", "middle", "end"]),
)
def test_small_words_are_bars(
    string: str, size: float, angle: float, anchor: Literal["start", "middle", "end"]
) -> None:
    """One for each word, on its line and as long as the word, in its ink."""
    text = Text(string, Point(3, 4), size, "#123456", angle=angle, anchor=anchor)
    (bars,) = simplified(Drawing((text,)), Fineness(0.1, 0.01, words=1.0)).items
    assert isinstance(bars, Shape) and bars.stroke is not None
    assert (bars.fill, bars.stroke.ink) == (None, "#123456")
    parts = parts_of(bars.path)
    assert len(parts) == len(string.split())
    for part, word in zip(parts, string.split(), strict=True):
        assert path_length(part) == pytest.approx(text_width(word, size))
    # All of them are between the ends of the line.
    along = heading(angle + 90)
    for point in (point for part in parts for point in points_of(part)):
        off = point - text.start
        assert -1e-6 < off.x * along.x + off.y * along.y < text.width + 1e-6
        assert math.hypot(off.x, off.y) < text.width + size


@pytest.mark.parametrize(
    ("string", "size", "shown"),
    [
        ("Barley", 1.0, Text),
        ("Barley", 0.9, Shape),
        ("Barley", 0.4, None),
        ("+2", 0.9, Text),
        ("10", 0.4, Text),
        ("B", 0.4, Text),
        ("10", 0.2, None),
    ],
)
def test_numbers_stay_where_words_are_bars(
    string: str, size: float, shown: type[Item] | None
) -> None:
    """Much smaller words are left out, and so is every text below the smallest one."""
    text = Text(string, ORIGIN, size, "#000000")
    made = simplified(Drawing((text,)), Fineness(0.3, 0.01, words=1.0)).items
    assert [type(each) for each in made] == ([shown] if shown else [])


def test_a_drawing_that_can_be_printed_stays_the_same() -> None:
    """So a file still stores a drawing in many pictures once."""
    whole = Drawing((Placed(drawing(0.2), ORIGIN), Clip(SQUARE, (drawing(0.3),))))
    assert simplified(whole, LEAST) is whole


def finest(items: Iterable[Item], scale: float = 1.0) -> float:
    """The width of the finest line, in millimetres of the page."""
    least = math.inf
    for item in items:
        if isinstance(item, Shape) and item.stroke:
            least = min(least, item.stroke.width * scale)
        elif isinstance(item, Placed):
            least = min(least, finest(item.drawing.items, item.scale * scale))
        elif isinstance(item, Clip | Drawing):
            least = min(least, finest(item.items, scale))
    return least


def test_a_map_on_a_ticket_has_lines_that_can_be_printed() -> None:
    """As fine as a printer can draw them, however small the map is there."""
    groups = piece_groups(make_pieces(bundled("examples/quillmark")))
    (tickets,) = (each for each in groups if each.name == "ticket")
    drawn = tickets.pieces[0].sides[0]().drawing
    assert PRINTABLE.line - 1e-9 <= finest([drawn]) < 0.1


@pytest.mark.slow
def test_small_pictures_of_a_kit_have_no_words_that_nobody_can_read(
    pnp: Call, tmp_path: Path
) -> None:
    """The rules on Harbour's tiles are words on its sheets, and not in its steps, on its box or among its components."""
    pnp("build", "harbour", "--only", "kit", "--paper", "a4", "-o", str(tmp_path))
    with pypdfium2.PdfDocument(tmp_path / "harbour/harbour-kit-a4.pdf") as file:
        texts = [" ".join(page.get_textpage().get_text_range().split()) for page in file]
    shown = ["and rivals beside" in text for text in texts]
    # The steps, a sheet, the box, and the rulebook with all tiles in small.
    _, _, steps, first, _, box, *rules = shown
    assert (steps, first, box, any(rules)) == (False, True, False, False)
