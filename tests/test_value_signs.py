"""Values of sides and corners that are shown as signs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from pnp.draw.look.signs import symbol
from pnp.pieces import make_pieces
from pnp.pieces.trims import upright
from pnp.scene import Drawing, Placed, Shape
from pnp.scene.geometry import ORIGIN, bounding_box, samples
from tests.conftest import Call, set_of


def shapes(drawing: Drawing) -> Iterator[Shape]:
    """All shapes of a drawing, however deep."""
    for item in drawing.items:
        if isinstance(item, Drawing):
            yield from shapes(item)
        elif isinstance(item, Placed):
            yield from shapes(item.drawing)
        elif isinstance(item, Shape):
            yield item


@pytest.mark.parametrize(("shape", "sides"), [("square", 4), ("hexagon", 6), ("triangle", 3)])
@pytest.mark.parametrize("part", ["edge", "corner"])
def test_each_side_has_its_sign_which_points_out(shape: str, sides: int, part: str) -> None:
    """As many steps as the sign has, all equally far from the middle; the tip of a drop is its farthest point."""
    text = (
        f"game: g\nvalues: [drop, moon]\ntiles:\n  shape: {shape}\n  size: 60mm\n  ids: no\n"
        f"  families: [{{name: one, generate: {part}s, {part}: {{show: signs}}, where: {{colours: 1}}}}]\n"
    )
    pieces = make_pieces(set_of(text))
    piece = next(
        each for each in pieces.tileset.pieces if {*each.tile.edges, *each.tile.corners} <= {0, -1}
    )
    steps = len(symbol("drop", ORIGIN, 1.0))
    drops = [
        each.path
        for each in shapes(pieces.tiles.drawing(piece, upright(piece.group)))
        if len(each.path) == steps
    ]
    assert len(drops) == sides
    tips = []
    for path in drops:
        points = samples(path)
        tips.append(max(points, key=lambda each: each.length()))
        middle = bounding_box(points).centre
        assert abs(middle.unit().cross(tips[-1].unit())) < 0.12
    far = [each.length() for each in tips]
    assert max(far) - min(far) < 1e-6
    headings = sorted(math.degrees(math.atan2(each.y, each.x)) % 360 for each in tips)
    steps_round = [b - a for a, b in pairwise(headings)]
    assert steps_round == pytest.approx([360 / sides] * (sides - 1), abs=1e-6)


def test_values_that_are_no_signs_stay_words(pnp: Call, in_folder: Path) -> None:
    """A family without any value that is called like a sign has a message."""
    Path("a.yaml").write_text(
        "game: a\nvalues: [one, two]\ntiles:\n  shape: square\n  size: 30mm\n"
        "  families: [{name: x, generate: edges, edge: {show: signs}}]\n"
    )
    result = pnp("validate", "a.yaml")
    assert result.exit_code == 1
    message = "show: signs is for names of signs, and the edges of this family have words"
    assert message in result.output
