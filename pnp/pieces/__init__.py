"""Pieces: every piece of a set as a cutout or a picture, made once for one theme."""

from pnp.pieces.annotations import ScaledArt
from pnp.pieces.cutouts import Copies, Cutout, Face, Placement, framed, rigid
from pnp.pieces.figure_cells import TOKEN, token_art
from pnp.pieces.figures import TableTop, figure_picture
from pnp.pieces.nesting import Pose
from pnp.pieces.pieces import Pieces, make_pieces
from pnp.pieces.tiles import Tiles
from pnp.pieces.trims import Trim

__all__ = [
    "TOKEN",
    "Copies",
    "Cutout",
    "Face",
    "Pieces",
    "Placement",
    "Pose",
    "ScaledArt",
    "TableTop",
    "Tiles",
    "Trim",
    "figure_picture",
    "framed",
    "make_pieces",
    "rigid",
    "token_art",
]
