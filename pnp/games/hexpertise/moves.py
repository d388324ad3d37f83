"""Moves of Hexeptional Hexpertise: where an element can be placed, and what is nullified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.games.hexpertise.pieces import EMPTY, NULLIFIED, Pair, PieceSet
from pnp.games.hexpertise.position import FLIPS, HALF, Move, Nullify, Phase, Place, Position
from pnp.play import IllegalMove
from pnp.play.tiles import replaced
from pnp.tiles.hexgrid import Hex

# Where the ways to the nexus hexes lead, clockwise.
_WAYS = ("above", "up-right of", "down-right of", "below", "down-left of", "up-left of")


def directions(pieces: PieceSet, position: Position, on: Mapping[Hex, str]) -> dict[str, int]:
    """The direction that each element gives on a display."""
    silent = position.options["nullified-nexus"] == "silent"
    return {
        element: way
        for way, element in enumerate(position.corner_elements)
        if not (silent and on[pieces.corners[way]] == NULLIFIED)
    }


def opposites(
    pieces: PieceSet, position: Position, on: Mapping[Hex, str], element: str, cell: Hex
) -> tuple[Hex, ...]:
    """The hexes beside a cell that an element on it nullifies, clockwise from the top."""
    immune = pieces.corners if position.options["nexus-nullifies"] == "no" else ()
    if cell in immune:
        return ()
    opposite = pieces.opposite[element]
    return tuple(near for near in pieces.near[cell] if on[near] == opposite and near not in immune)


def legal_moves(pieces: PieceSet, position: Position) -> tuple[Move, ...]:
    """Every legal move: placements by element and column, or else empty hexes to nullify."""
    if position.phase is Phase.OVER or position.card is None:
        return ()
    on = pieces.on(position.displays[position.turn - 1])
    found = tuple(_placements(pieces, position, on, position.card))
    return found or tuple(Nullify(cell) for cell in pieces.cells if on[cell] == EMPTY)


def _placements(
    pieces: PieceSet, position: Position, on: Mapping[Hex, str], card: Pair
) -> Iterator[Place]:
    ways = directions(pieces, position, on)
    for element, pointer in (card, card[::-1]):
        if pointer in ways:
            for cell, start in pieces.behind[ways[pointer]].items():
                if on[cell] == EMPTY != on[start]:
                    yield Place(element, cell)


def played(pieces: PieceSet, position: Position, move: Move) -> Position:
    """The position after a move; raises IllegalMove."""
    if position.phase is Phase.OVER:
        raise IllegalMove("end-of-the-game", "every display is full: the festival is over")
    if position.card is None:
        message = "an extract is only scored; to play on, write a whole position"
        raise IllegalMove("extract", message)
    player, card, cell = position.turn - 1, position.card, move.cell
    on = pieces.on(position.displays[player])
    if cell not in on:
        raise IllegalMove("display", f"{tuple(cell)} is not on the display")
    name = pieces.names[cell]
    if on[cell] != EMPTY:
        raise IllegalMove("filled-hex", f"{name} is filled ({on[cell]}): choose an empty hex")
    if isinstance(move, Place):
        _check_direction(pieces, position, on, move, card)
        touched = opposites(pieces, position, on, move.element, cell)
        on[cell] = move.element
        on |= dict.fromkeys((cell, *touched) if touched else (), NULLIFIED)
    elif place := next(_placements(pieces, position, on, card), None):
        fits = f"{place.element} fits on {pieces.names[place.cell]}"
        message = f"you may nullify {name} only if neither element fits anywhere, but {fits}"
        raise IllegalMove("when-nothing-fits", message)
    else:
        on[cell] = NULLIFIED
    displays = replaced(position.displays, player, tuple(on.values()))
    return _with_next_card(pieces, position._replace(displays=displays), card)


def _check_direction(
    pieces: PieceSet, position: Position, on: Mapping[Hex, str], move: Place, card: Pair
) -> None:
    """Raises IllegalMove if the card's other element does not lead to the hex."""
    element, cell = move
    if element not in card:
        message = f"the card shows {' and '.join(card)}: you cannot place {element}"
        raise IllegalMove("mana-card", message)
    pointer = card[1] if element == card[0] else card[0]
    way = directions(pieces, position, on).get(pointer)
    if way is None:
        message = f"the nexus hex of {pointer} is nullified and gives no direction"
        raise IllegalMove("direction", message)
    start = pieces.behind[way].get(cell)
    if start is None or on[start] == EMPTY:
        reason = f"{pieces.names[start]} is empty" if start else "the display ends there"
        lead = f"{element} on {pieces.names[cell]} must be {_WAYS[way]} a filled hex"
        raise IllegalMove("direction", f"{pointer} gives the direction: {lead}, but {reason}")


def _with_next_card(pieces: PieceSet, position: Position, used: Pair) -> Position:
    """If everybody has used the card, the next one is flipped, in the second half from a full deck."""
    flips = min(position.filled)
    if flips < max(position.filled):
        return position
    if flips == FLIPS:
        return position._replace(phase=Phase.OVER, card=None, flipped=())
    flipped = (*position.flipped, used) if flips % HALF else ()
    deck = [card for card in pieces.mana if card not in flipped]
    card, chance = position.chance.picked(deck)
    return position._replace(card=card, flipped=flipped, chance=chance)
