"""What is too fine to print is left out of small pictures, or drawn as fine as can be printed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

import pypdfium2
import pytest

from pnp.kinds import piece_groups
from pnp.pieces import make_pieces
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke, Text
from pnp.scene.fineness import PRINTABLE, Fineness, simplified
from pnp.scene.geometry import ORIGIN, Box, Point, polygon, segment
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
    shown = ["for each rival ship" in text for text in texts]
    # The steps, a sheet, the box, and the rulebook with all tiles in small.
    _, _, steps, first, _, box, *rules = shown
    assert (steps, first, box, any(rules)) == (False, True, False, False)
