"""Pieces: every piece of a set as a cutout or a picture, made once for one theme."""

from pnp.pieces.annotations import ScaledArt
from pnp.pieces.cutouts import Copies, Cutout, Face, Placement, Pose, framed, rigid
from pnp.pieces.figures import TableTop, figure_picture
from pnp.pieces.listing import Kind, ListedPiece, PieceGroup, listed_tile, listing, piece_groups
from pnp.pieces.pieces import Pieces, make_pieces
from pnp.pieces.tiles import Tiles
from pnp.pieces.tokens_on_cells import token_art
from pnp.pieces.trims import Trim

__all__ = [
    "Copies",
    "Cutout",
    "Face",
    "Kind",
    "ListedPiece",
    "PieceGroup",
    "Pieces",
    "Placement",
    "Pose",
    "ScaledArt",
    "TableTop",
    "Tiles",
    "Trim",
    "figure_picture",
    "framed",
    "listed_tile",
    "listing",
    "make_pieces",
    "piece_groups",
    "rigid",
    "token_art",
]
