"""Problems of a position of Hexeptional Hexpertise that can be seen in the position itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from pnp.basics.words import in_words, listed
from pnp.games.hexpertise.moves import opposites
from pnp.games.hexpertise.pieces import EMPTY, MAGE, NULLIFIED, Pair, PieceSet
from pnp.games.hexpertise.position import FLIPS, HALF, Phase, Position
from pnp.games.hexpertise.rules import TIMES_FLIPPED
from pnp.play import Problem
from pnp.play.problems import Path
from pnp.tiles.hexgrid import ORIGIN, Hex


def extract_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Problems of displays, which may omit hexes, and of nexus cards if the extract has any.

    An element may not be on more hexes than the cards can bring, which also keeps the search for the
    longest path of water short.
    """
    wrong = [*_nexus_card_status(pieces, position)] if position.nexus else []
    yield from wrong or (
        *_display_status(pieces, position),
        *_element_status(pieces, position, pieces.mana * TIMES_FLIPPED),
    )


def status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Every problem of a whole position; later checks run only if the earlier ones find nothing."""
    wrong = [*_nexus_card_status(pieces, position)]
    wrong = wrong or [*_display_status(pieces, position, whole=True)]
    wrong = wrong or [*_flip_status(position), *_card_status(position)]
    cards = (*pieces.mana * (min(position.filled) // HALF), *position.flipped)
    yield from wrong or _element_status(pieces, position, cards)


def _displays(pieces: PieceSet, position: Position) -> Iterator[tuple[Path, Mapping[Hex, str]]]:
    """The path to each display in a file, and the content of its hexes."""
    for player, display in enumerate(position.displays, 1):
        path = ("tokens", player) if len(position.displays) > 1 else ("tokens",)
        yield path, pieces.on(display)


def _nexus_card_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    if Counter(map(frozenset, position.nexus)) != Counter(map(frozenset, pieces.nexus)):
        message = f"write each of the {len(pieces.nexus)} nexus cards once"
        yield Problem("nexus-cards", message, ("nexus",))


def _corner_status(pieces: PieceSet, position: Position, *, whole: bool) -> Iterator[Problem]:
    """Corners that may not be empty or nullified, and elements that belong on another corner."""
    dealt = dict(enumerate(position.corner_elements))
    for path, on in _displays(pieces, position):
        for number, corner in enumerate(pieces.corners):
            what, name = on[corner], pieces.names[corner]
            if what == EMPTY and whole:
                message = f"nexus hexes are always filled: write {name}, too"
                yield Problem("nexus-hexes", message, (*path, name))
            elif what == NULLIFIED and position.options["nexus-nullifies"] == "no":
                message = f"{name} is a nexus hex; by your options nexus hexes are never nullified"
                yield Problem("opposites-nullify", message, (*path, name))
            elif what not in pieces.opposite:
                continue
            elif any((each == number) != (dealt[each] == what) for each in dealt):
                # This corner has another element already, or this element another corner.
                why = "nexus cards give each element one corner, across from its opposite"
                yield Problem("nexus-hexes", f"{what} cannot be on {name}: {why}", (*path, name))
            else:
                dealt |= {number: what, (number + 3) % 6: pieces.opposite[what]}


def _display_status(
    pieces: PieceSet, position: Position, *, whole: bool = False
) -> Iterator[Problem]:
    """Hexes with impossible content; in a whole position, also elements that nothing points to."""
    yield from _corner_status(pieces, position, whole=whole)
    ways = tuple(zip(position.corner_elements, pieces.behind, strict=False))
    for path, on in _displays(pieces, position):
        if on[ORIGIN] != MAGE:
            name = pieces.names[ORIGIN]
            yield Problem("mage", f"{name} is the mage's hex: delete it", (*path, name))
        for cell, what in on.items():
            if what not in pieces.opposite:
                continue
            name = pieces.names[cell]
            # If two touch, the second has the problem.
            found = opposites(pieces, position, on, what, cell)
            touched = [f"{on[near]} on {pieces.names[near]}" for near in found if near < cell]
            if touched:
                touching = f"{what} on {name} touches {in_words(touched)}"
                message = f"{touching}: they nullify each other"
                yield Problem("opposites-nullify", message, (*path, name))
            starts = (behind.get(cell) for pointer, behind in ways if pointer != what)
            is_reached = any(start and on[start] != EMPTY for start in starts)
            if whole and not is_reached and cell not in pieces.corners:
                why = "no other element points there from a filled hex"
                yield Problem("direction", f"{what} is on {name}, but {why}", (*path, name))


def _flip_status(position: Position) -> Iterator[Problem]:
    """Displays on which the players have not used the same cards, one player after the other."""
    filled = position.filled
    for player, (before, now) in enumerate(pairwise(filled), 1):
        if not filled[0] - 1 <= now <= before:
            there = f"player {player} has filled {before}, and player {player + 1} {now}"
            message = f"each player fills one hex a card, player 1 first: {there}"
            yield Problem("one-hex-a-flip", message, ("tokens", player + 1))


def _card_status(position: Position) -> Iterator[Problem]:
    """A game that should be over or is not, and mana cards that are missing or too many."""
    flips, is_over = min(position.filled), position.phase is Phase.OVER
    if is_over and flips < FLIPS:
        yield Problem("end-of-the-game", "a hex is empty: the game is not over", ("phase",))
    elif not is_over and flips == FLIPS:
        yield Problem("end-of-the-game", "every display is full: the game is over", ("phase",))
    elif is_over == (position.card is not None):
        message = 'only the phase flip needs "card", the mana card on the table'
        yield Problem("mana-cards", message, ("card",) if is_over else ("phase",))
    for number, card in enumerate(position.flipped):
        if card in (position.card, *position.flipped[:number]):
            message = f"{' '.join(card)} is one card, and it is flipped once in a half"
            yield Problem("mana-cards", message, ("flipped", number))
    if len(position.flipped) != flips % HALF:
        there = f"all players have used {flips % HALF} cards in this half"
        yield Problem("mana-cards", f"{there}, not {len(position.flipped)}", ("flipped",))


def _element_status(
    pieces: PieceSet, position: Position, used: tuple[Pair, ...]
) -> Iterator[Problem]:
    """Elements on more hexes of a display than there are cards that show them."""
    flips = min(position.filled)
    for (path, on), filled in zip(_displays(pieces, position), position.filled, strict=True):
        cards = (*used, position.card) if position.card and filled > flips else used
        for element in pieces.elements:
            shown = sum(element in card for card in cards)
            cells = [cell for cell in on if on[cell] == element and cell not in pieces.corners]
            if len(cells) > shown:
                where = listed([pieces.names[cell] for cell in cells])
                show_it = f"only {shown} of the {len(cards)} cards flipped show it"
                message = f"{element} was placed on {where}, but {show_it}"
                yield Problem("mana-cards", message, path)
