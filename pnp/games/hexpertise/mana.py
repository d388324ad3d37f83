"""The mana cards of a position: whether those in a file, and no others, can have filled its displays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from pnp.basics.errors import Finding
from pnp.basics.words import counted
from pnp.games.hexpertise.flips import (
    FLIPPED,
    ON_THE_TABLE,
    TO_COME,
    Filling,
    Flip,
    Undecided,
    crowded,
    settled,
)
from pnp.games.hexpertise.kit import NULLIFIED, Kit, Pair
from pnp.games.hexpertise.past import Past
from pnp.games.hexpertise.position import Position
from pnp.games.hexpertise.reading import Cards, Tokens, Written
from pnp.games.hexpertise.rules import TIMES_FLIPPED
from pnp.play import Chance
from pnp.play.game import illegal
from pnp.tiles.hexgrid import ORIGIN, Hex

# How many there are.


def flip_findings(position: Position, written: Written) -> Iterator[Finding]:
    """Each flip fills one hex on every display; the first players may have filled it already."""
    filled = [position.filled(display) for display in position.displays]
    for number, (tokens, before) in enumerate(zip(written.displays[1:], filled, strict=False), 1):
        now = filled[number]
        if not (now == before or (now == before - 1 and before == filled[0])):
            message = (
                f"each flip fills one hex of every display, player by player: {filled[0]} were"
                f" filled on the first display, {now} on the display {number + 1}"
            )
            yield illegal("one-hex-a-flip", message, tokens.place)


def card_findings(position: Position, written: Written) -> Iterator[Finding]:
    """There are as many cards in a half as there are, each of them once."""
    mana = len(position.mana)
    used = position.flipped
    lists: tuple[tuple[Cards, int, str], ...] = (
        (written.flipped, used, "can have been flipped"),
        (written.deck, mana - used, "can be left"),
    )
    for cards, most, told in lists:
        if len(cards.cards) > most:
            message = (
                f"by the hexes filled {counted(most, 'mana card')} {told} in this half, not"
                f" {len(cards.cards)}"
            )
            yield illegal("mana-cards", message, cards.place)
    seen: set[Pair] = set()
    for card, place in chain(written.flipped.cards, written.deck.cards):
        if card in seen:
            message = f"{' '.join(card)} is one card, and it is flipped once in a half"
            yield illegal("mana-cards", message, place)
        seen.add(card)


# Which of them filled what.


def element_findings(kit: Kit, tokens: Tokens) -> Iterator[Finding]:
    """An extract of a display has no more of any elements than all flips together."""
    flips = [Flip(card, frozenset((FLIPPED,))) for card in kit.mana] * TIMES_FLIPPED
    cards = {
        cell: frozenset(card for card in kit.mana if put.what in card)
        for cell, put in tokens.puts.items()
        if cell not in (ORIGIN, *kit.corners) and put.what != NULLIFIED
    }
    crowd = crowded(Filling(cards, 0, ahead=False), flips)
    if crowd is not None:
        yield _crowd_finding(kit, tokens, len(flips), crowd)


def mana_findings(
    kit: Kit, position: Position, written: Written, pasts: Sequence[Past]
) -> Iterator[Finding]:
    """Displays that no flips can have filled, each for itself, or else with those before it."""
    flips, _ = _flips(kit, position, written)
    fillings = [_filling(past, position) for past in pasts]
    all_stand = True
    for tokens, filling in zip(written.displays, fillings, strict=True):
        crowd = crowded(filling, flips)
        if crowd is not None:
            all_stand = False
            yield _crowd_finding(kit, tokens, len(filling.cards), crowd)
    if not all_stand:
        return
    for number, tokens in enumerate(written.displays, 1):
        try:
            lie = settled(fillings[:number], flips)
        except Undecided:
            message = "which cards can have filled all these displays? Write down the flipped ones"
            yield illegal("mana-cards", message, tokens.place)
            return
        if lie is None:
            message = "no cards can have filled this display and also those before it"
            yield illegal("mana-cards", message, tokens.place)
            return


def with_mana(kit: Kit, position: Position, written: Written, pasts: Sequence[Past]) -> Position:
    """The position with its mana cards: as they are written, those that are not in random order.

    They lie so that they can have filled the displays.
    """
    flips, chance = _flips(kit, position, written)
    lie = settled([_filling(past, position) for past in pasts], flips)
    assert lie is not None, "nothing was found against the cards"
    return position._replace(mana=_in_order(written, lie[len(kit.mana) :]), chance=chance)


def _in_order(written: Written, flips: Sequence[Flip]) -> tuple[Pair, ...]:
    """The cards of this half: those flipped, the one on the table, and those to come."""
    flipped, deck = (
        [each.card for each in cards.cards] for cards in (written.flipped, written.deck)
    )
    unknown = [flip for flip in flips if flip.card not in (*flipped, *deck)]
    used, next_one, later = (
        [flip.card for flip in unknown if where in flip.where]
        for where in (FLIPPED, ON_THE_TABLE, TO_COME)
    )
    return (*flipped, *used, *deck, *next_one, *later)


def _flips(kit: Kit, position: Position, written: Written) -> tuple[list[Flip], Chance]:
    """All flips of a game: those of the other half, and then those of this one, as the file tells.

    Those of cards that are not written down are in random order.
    """
    first_half = position.flips < len(kit.mana)
    flips = [Flip(card, frozenset((TO_COME if first_half else FLIPPED,))) for card in kit.mana]
    flips += [Flip(each.card, frozenset((FLIPPED,))) for each in written.flipped.cards]
    for number, each in enumerate(written.deck.cards):
        flips.append(Flip(each.card, frozenset((TO_COME if number else ON_THE_TABLE,))))
    known = [flip.card for flip in flips[len(kit.mana) :]]
    unknown: tuple[Pair, ...] = tuple(card for card in kit.mana if card not in known)
    chance = position.chance
    if unknown:
        unknown, chance = chance.shuffled(unknown)
    # Where everybody has used as many cards, the one on the table is the next to come.
    somebody_ahead = len({*map(position.filled, position.displays)}) > 1
    where = {FLIPPED, TO_COME}
    if somebody_ahead and not written.deck.cards:
        where.add(ON_THE_TABLE)
    return flips + [Flip(card, frozenset(where)) for card in unknown], chance


def _filling(past: Past, position: Position) -> Filling:
    """The cards for each hex; any for those of which it is said already that they have none."""
    kit = past.kit
    cards = {cell: past.cards[cell] or frozenset(kit.mana) for cell in past.filled}
    empty = TIMES_FLIPPED * len(kit.mana) - len(cards)
    return Filling(cards, empty, ahead=len(cards) > position.flips)


def _crowd_finding(kit: Kit, tokens: Tokens, flips: int, crowd: tuple[Hex, ...]) -> Finding:
    """That there are too few flips for some hexes; they are told with what is on them."""
    if len(crowd) == 1:
        what, place = tokens.puts[crowd[0]]
        message = f"no card that was flipped can have put {what} on {kit.names[crowd[0]]}"
        return illegal("mana-cards", message, place)
    lying: dict[str, list[str]] = {}
    for cell in crowd:
        lying.setdefault(tokens.puts[cell].what, []).append(kit.names[cell])
    told = "; ".join(f"{what} on {' '.join(names)}" for what, names in lying.items())
    most = len(crowd) - 1
    message = f"of {flips} flips {most} at most can have filled these {len(crowd)} hexes: {told}"
    return illegal("mana-cards", message, tokens.place)
