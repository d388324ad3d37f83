"""What can be wrong with a position of Hexeptional Hexpertise, as it lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.basics.words import in_words, listed
from pnp.games.hexpertise.moves import opposites
from pnp.games.hexpertise.pieces import EMPTY, MAGE, NULLIFIED, Pair, PieceSet, behind
from pnp.games.hexpertise.position import FLIPS, HALF, Phase, Position
from pnp.games.hexpertise.rules import TIMES_FLIPPED
from pnp.play import Problem
from pnp.play.problems import Path
from pnp.tiles.hexgrid import ORIGIN, Hex


def extract_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Problems of displays of which some hexes may be omitted, and the nexus cards, too.

    An element on more hexes than the cards can bring is one, so that the longest path is only
    searched for among a few waters.
    """
    wrong = [*_nexus_card_status(pieces, position)] if position.nexus else []
    yield from wrong
    if wrong:
        return
    yield from _display_status(pieces, position)
    for player in range(len(position.displays)):
        yield from _element_status(pieces, position, player, pieces.mana * TIMES_FLIPPED)


def status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Every problem of a whole position."""
    wrong = [*_nexus_card_status(pieces, position)]
    wrong = wrong or [
        *_display_status(pieces, position),
        *_empty_nexus_status(pieces, position),
        *_direction_status(pieces, position),
    ]
    yield from wrong
    if wrong:
        return
    wrong = [*_flip_status(pieces, position), *_phase_status(position), *_card_status(position)]
    yield from wrong
    if wrong:
        return
    flips = min(position.filled)
    used = (*pieces.mana * (flips // HALF), *position.flipped)
    for player, filled in enumerate(position.filled):
        ahead = (position.card,) if position.card is not None and filled > flips else ()
        yield from _element_status(pieces, position, player, (*used, *ahead))


def _path(pieces: PieceSet, position: Position, player: int, *cells: Hex) -> Path:
    """Where a file has a display, or a hex of it; players count from 0."""
    key = ("tokens", player + 1) if len(position.displays) > 1 else ("tokens",)
    return (*key, *(pieces.names[cell] for cell in cells))


def _nexus_card_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    if Counter(map(frozenset, position.nexus)) != Counter(map(frozenset, pieces.nexus)):
        message = f"write each of the {len(pieces.nexus)} nexus cards once"
        yield Problem("nexus-cards", message, ("nexus",))


def _display_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    yield from _nexus_hex_status(pieces, position)
    for player, display in enumerate(position.displays):
        on = pieces.on(display)
        if on[ORIGIN] != MAGE:
            path = _path(pieces, position, player, ORIGIN)
            yield Problem("mage", f"{pieces.names[ORIGIN]} is the mage's hex: delete it", path)
        for cell in (cell for cell, what in on.items() if what in pieces.opposite):
            # Of two that touch, the second has the problem.
            found = opposites(pieces, position, on, on[cell], cell)
            touched = [f"{on[near]} on {pieces.names[near]}" for near in found if near < cell]
            if touched:
                message = (
                    f"{on[cell]} on {pieces.names[cell]} touches {in_words(touched)}: they nullify"
                    " each other"
                )
                path = _path(pieces, position, player, cell)
                yield Problem("opposites-nullify", message, path)


def _nexus_hex_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Corners with another element than the nexus cards, or else the corners before, give them."""
    dealt = dict(enumerate(position.corner_elements))
    for player, display in enumerate(position.displays):
        on = pieces.on(display)
        for number, corner in enumerate(pieces.corners):
            what, name = on[corner], pieces.names[corner]
            path = _path(pieces, position, player, corner)
            if what == NULLIFIED and position.options["nexus-nullifies"] == "no":
                message = f"{name} is a nexus hex, which your table does not nullify"
                yield Problem("opposites-nullify", message, path)
            elif what not in pieces.opposite:
                continue
            elif position.nexus and dealt[number] != what:
                message = f"the nexus cards put {dealt[number]} on {name}, not {what}"
                yield Problem("nexus-hexes", message, path)
            elif any((each == number) != (dealt[each] == what) for each in dealt):
                # This corner has another element already, or this element another corner.
                message = (
                    f"{what} cannot be on {name}: each element has one corner, and opposites face"
                    " each other across the mage"
                )
                yield Problem("nexus-hexes", message, path)
            else:
                dealt |= {number: what, (number + 3) % 6: pieces.opposite[what]}


def _empty_nexus_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    for player, display in enumerate(position.displays):
        on = pieces.on(display)
        empty = [pieces.names[corner] for corner in pieces.corners if on[corner] == EMPTY]
        if empty:
            message = f"nexus hexes are always filled: write {in_words(empty)}, too"
            yield Problem("nexus-hexes", message, _path(pieces, position, player))


def _direction_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Elements to which no other element points from a filled hex."""
    ways = tuple(enumerate(position.corner_elements))
    for player, display in enumerate(position.displays):
        on = pieces.on(display)
        for cell, what in on.items():
            if what in pieces.opposite and cell not in pieces.corners:
                starts = [behind(cell, way) for way, pointer in ways if pointer != what]
                if all(on.get(start, EMPTY) == EMPTY for start in starts):
                    name = pieces.names[cell]
                    message = (
                        f"{what} is on {name}, but no other element points there from a filled hex"
                    )
                    yield Problem("direction", message, _path(pieces, position, player, cell))


def _flip_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Displays on which the players have not used the same cards, one player after the other."""
    filled = position.filled
    for player, (before, now) in enumerate(pairwise(filled), 1):
        if now != before and not (now == before - 1 and before == filled[0]):
            message = (
                f"each player fills one hex a card, player 1 first: player {player} has filled"
                f" {before}, and player {player + 1} {now}"
            )
            yield Problem("one-hex-a-flip", message, _path(pieces, position, player))


def _phase_status(position: Position) -> Iterator[Problem]:
    is_full = min(position.filled) == FLIPS
    if position.phase is Phase.OVER:
        if not is_full:
            yield Problem("end-of-the-game", "a hex is empty: the game is not over", ("phase",))
        if position.card is not None:
            yield Problem("mana-cards", "the game is over: no card is used", ("card",))
    elif is_full:
        yield Problem("end-of-the-game", "every display is full: the game is over", ("phase",))
    elif position.card is None:
        message = 'the phase flip needs "card", the mana card on the table'
        yield Problem("mana-cards", message, ("phase",))


def _card_status(position: Position) -> Iterator[Problem]:
    """Cards that were flipped twice in a half, and too many or too few of them."""
    flips = min(position.filled)
    for number, card in enumerate(position.flipped):
        if card in position.flipped[:number] or card == position.card:
            message = f"{' '.join(card)} is one card, and it is flipped once in a half"
            yield Problem("mana-cards", message, ("flipped", number))
    wanted = 0 if position.phase is Phase.OVER else flips % HALF
    if len(position.flipped) != wanted:
        message = f"all players have used {wanted} cards in this half, not {len(position.flipped)}"
        yield Problem("mana-cards", message, ("flipped",))


def _element_status(
    pieces: PieceSet, position: Position, player: int, cards: Sequence[Pair]
) -> Iterator[Problem]:
    """Elements on more hexes of a display than there are cards that show them."""
    on = pieces.on(position.displays[player])
    for element in pieces.elements:
        shown = sum(element in card for card in cards)
        cells = [cell for cell in on if on[cell] == element and cell not in pieces.corners]
        if len(cells) > shown:
            where = listed([pieces.names[cell] for cell in cells])
            message = (
                f"{element} was placed on {where}, but only {shown} of the {len(cards)} cards"
                " flipped show it"
            )
            yield Problem("mana-cards", message, _path(pieces, position, player))
