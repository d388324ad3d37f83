"""Pieces with faces: what their faces show, as drawings with their bleed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from pnp.basics.errors import Finding, InvalidDefinition, Located, Place, Severity
from pnp.definition import CellGroup, Definition, ListedPiece
from pnp.faces.areas import Area, polygonal, rectangle, round_area
from pnp.faces.checks import folded
from pnp.faces.drawing import LaidFace, is_over, items_of, over_the_cut
from pnp.faces.laid import Laid, Subject
from pnp.pieces.cutouts import Face, rigid
from pnp.pieces.trims import Trim
from pnp.scene import Clip, Drawing, Item
from pnp.sets.components import Board, Card, Deck, Token
from pnp.sets.tileset import Piece
from pnp.tiles.hexgrid import Hex


def values_of(
    definition: Definition,
    own: Mapping[str, Located[str]],
    automatic: Mapping[str, object],
    place: Place,
) -> dict[str, Located[str]]:
    """The values of a piece, with those that pnp gives to every piece."""
    given = {"set": definition.title, **automatic}
    return {**{name: Located(str(text), place) for name, text in given.items()}, **own}


def card_values(definition: Definition, deck: Deck, card: Card) -> dict[str, Located[str]]:
    """All values of a card."""
    automatic = {
        "id": card.id,
        "number": int(card.id.rpartition("-")[2]),
        "total": len(deck.cards),
        "copies": card.copies,
        "group": deck.definition.title,
        "left": definition.language("card-left"),
        "right": definition.language("card-right"),
    }
    return values_of(definition, card.values, automatic, card.place)


def token_values(
    definition: Definition, token: Token, listed: ListedPiece, number: int, total: int
) -> dict[str, Located[str]]:
    """All values of a token with a face."""
    automatic = {
        "id": token.id,
        "number": number,
        "total": total,
        "copies": token.copies,
        "group": token.definition.title,
        "colour": "" if token.ink is None else token.ink.name,
    }
    return values_of(definition, listed.fields, automatic, token.place)


def tile_values(
    definition: Definition, piece: Piece, number: int, total: int
) -> dict[str, Located[str]]:
    """All values of a tile with a face."""
    automatic = {
        "id": piece.id,
        "number": number,
        "total": total,
        "copies": piece.copies,
        "group": piece.family,
        "family": piece.family,
        "notation": definition.notation(piece.drawn),
    }
    own = {} if piece.listed is None else piece.listed.fields
    return values_of(definition, own, automatic, piece.place)


def cell_values(
    definition: Definition, board: Board, group: CellGroup, cell: Hex
) -> dict[str, Located[str]]:
    """All values of a cell with a face."""
    automatic = {
        "id": board.names[cell],
        "number": group.cells.index(cell) + 1,
        "total": len(group.cells),
        "copies": 1,
        "group": group.name,
    }
    own = {} if group.faced is None else group.faced.fields
    return values_of(definition, own, automatic, group.place)


def area_of(trim: Trim, turn: float) -> Area:
    """The area of a piece with a trim, at a turn."""
    if trim.is_round:
        return round_area(trim.width)
    if trim.shape == "rectangle":
        return rectangle(trim.width, trim.height)
    return polygonal(trim.corners(turn))


def raise_errors(faces: Iterable[LaidFace]) -> None:
    """Raises InvalidDefinition with the errors of the faces, if there are any."""
    errors = [each for face in faces for each in face.findings if each.severity is Severity.ERROR]
    if errors:
        raise InvalidDefinition(folded(errors))


def warnings(faces: Iterable[LaidFace]) -> tuple[Finding, ...]:
    """What is wrong with faces, and does not keep them from being printed."""
    found = [
        each for face in faces for each in face.findings if each.severity is not Severity.ERROR
    ]
    return tuple(folded(found))


def side_of(
    subject: Subject,
    ground: Callable[[float], Iterable[Item]],
    under: Sequence[Laid],
    own: Iterable[Item],
    over: Sequence[Laid],
    *,
    default_turn: float = 0.0,
) -> Face:
    """A side of a piece: its ground, what lies under, what pnp draws itself, and what lies over it.

    `ground` gives the ground of the piece so many millimetres over its edge.
    """
    items: tuple[Item, ...] = (*ground(0.0), *items_of(under), *own, *items_of(over))
    if is_over(subject, (*under, *over)):
        items = (Clip(subject.area.outline, items),)
    beyond = over_the_cut(subject, (*under, *over))

    @cache
    def bleed(reach: float) -> Drawing:
        return Drawing((*ground(reach), *beyond))

    return Face(
        rigid(Drawing(items), default_turn=default_turn),
        lambda turn, reach: rigid(bleed(reach), default_turn=default_turn)(turn),
    )
