"""Faces at their true places: round pieces, backs of two-sided tiles, boards of any size, values."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.kinds import listing, piece_findings
from pnp.render import svg_text
from pnp.scene import Layer, Page
from pnp.scene.geometry import ORIGIN
from tests.faces import DPI, all_findings, extent, near, pieces_of, printed
from tests.rasters import svg_raster
from tests.test_face_pieces import BLUE, BOARD, Call, unclipped

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


def test_two_groups_of_cells_with_faces_do_not_overlap(in_folder: Path, pnp: Call) -> None:
    """The face of the second would be lost."""
    text = BOARD % '[{text: "{size}", size: 9pt}]'
    text += "        more: {cells: [B2], face: [{text: A, size: 9pt}]}\n"
    Path("sample.yaml").write_text(text)
    result = pnp("validate", "sample.yaml")
    assert result.exit_code == 1
    assert "which both print a face in it" in result.output


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


def test_a_table_of_tokens_has_no_colours() -> None:
    """Which of the two would make the tokens?"""
    text = VALUES.replace("count: 1", "data: coins.csv")
    found = {each.place.line: each.message for each in all_findings(text)}
    assert '"colours" goes with tokens of one kind' in found[9]
