"""Pieces with faces for tests: written, printed and measured in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

import numpy as np

from pnp.basics.errors import Finding, InvalidDefinition
from pnp.definition import load_definition
from pnp.kinds import ListedPiece, listing, piece_findings
from pnp.pieces import Pieces, make_pieces
from pnp.render import svg_text
from pnp.scene import Layer, Page
from pnp.scene.geometry import ORIGIN, Box
from pnp.sets.tileset import make_tileset
from tests.conftest import set_of
from tests.rasters import Raster, svg_raster

DPI = 127  # 5 dots a millimetre
DOT = 25.4 / DPI

WIDTH, HEIGHT = 60.0, 80.0
# The safe area of such a card: 3.2 mm inside the cut.
SAFE = Box(3.2, 3.2, WIDTH - 6.4, HEIGHT - 6.4)


def card_set(
    face: str,
    cards: Sequence[str] = ("{}",),
    *,
    size: str = f"{{width: {WIDTH}mm, height: {HEIGHT}mm}}",
    deck: str = "",
    rest: str = "",
) -> str:
    """A set with a deck of cards; the face, the keys of the deck and those of the set are YAML."""
    listed = "".join(f"        - {card}\n" for card in cards)
    listed = f"      cards:\n{listed}" if cards else ""
    return (
        f"game: sample\n{rest}pieces:\n  cards:\n    - name: deck\n      size: {size}\n{listed}"
        f"{indent(deck, '      ')}      face:\n{indent(face.strip(), '        ')}\n"
    )


def pieces_of(text: str) -> Pieces:
    """The pieces of the set in a text."""
    return make_pieces(set_of(text))


def pieces_in(path: Path) -> Pieces:
    """The pieces of the set in a file."""
    return make_pieces(make_tileset(load_definition(path)))


def all_findings(text: str) -> list[Finding]:
    """All that pnp says about the faces of the set in a text."""
    try:
        pieces = pieces_of(text)
    except InvalidDefinition as error:
        return [*error.findings]
    return [*piece_findings(pieces)]


def raster_of(piece: ListedPiece, *, back: bool = False, dpi: int = DPI) -> Raster:
    """A side of a piece on white paper, from the top left of its trim."""
    picture = piece.sides[back]()
    page = Page(picture.box.width, picture.box.height, {Layer.ART: (picture.at(ORIGIN),)})
    return svg_raster(svg_text(page), dpi)


def printed(text: str, number: int = 0, *, back: bool = False, dpi: int = DPI) -> Raster:
    """A piece of the set in a text."""
    return raster_of([*listing(pieces_of(text))][number], back=back, dpi=dpi)


def near(raster: Raster, colour: str, *, most: float = 0.02) -> np.ndarray:
    """The dots whose red, green and blue differ by at most so much from #RRGGBB."""
    wanted = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.asarray(np.abs(raster - wanted).max(axis=2) <= most)


def extent(mask: np.ndarray, dpi: int = DPI) -> Box | None:
    """The box round all dots of a mask, in millimetres; None without a dot."""
    if not mask.any():
        return None
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    dot = 25.4 / dpi
    return Box(
        columns[0] * dot,
        rows[0] * dot,
        (columns[-1] + 1 - columns[0]) * dot,
        (rows[-1] + 1 - rows[0]) * dot,
    )


def box_of(raster: Raster, colour: str, *, most: float = 0.02, dpi: int = DPI) -> Box:
    """The box round all dots in a colour."""
    found = extent(near(raster, colour, most=most), dpi)
    assert found is not None, f"nothing is {colour}"
    return found


def is_box(found: Box, wanted: Box, *, within: float = 0.22) -> bool:
    """Whether two boxes agree up to a dot."""
    ends = [(found.x, wanted.x), (found.y, wanted.y)]
    ends += [(found.right, wanted.right), (found.bottom, wanted.bottom)]
    return all(abs(one - other) <= within for one, other in ends)
