"""Whether a position of Hexeptional Hexpertise can be: the rules for what a file says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations

from pnp.errors import Finding, Place, Severity, in_file_order
from pnp.games.hexpertise.kit import NULLIFIED, Kit, Pair
from pnp.games.hexpertise.placing import first_display, opposites_touched
from pnp.games.hexpertise.position import Display, Position, on_cells
from pnp.games.hexpertise.reading import Cards, Tokens, Written
from pnp.hexgrid import ORIGIN
from pnp.play import IllegalPosition


def position_of(kit: Kit, written: Written) -> Position:
    """The position that is written; raises IllegalPosition with all rules that it breaks.

    A nexus hex that is not written down has its element. Nexus cards that no corner tells lie as
    they are printed, and mana cards that are not written down are shuffled.
    """
    findings = list(_nexus_findings(kit, written))
    if findings:
        raise IllegalPosition(in_file_order(findings))
    nexus = _dealt(kit, written)
    bare = Position(nexus, (), kit.mana, written.chance, written.options)
    displays = tuple(_display(kit, bare, tokens) for tokens in written.displays)
    position = bare._replace(displays=displays)
    for tokens, display in zip(written.displays, displays, strict=True):
        findings += _display_findings(kit, position, tokens, display)
    findings += _flip_findings(position, written)
    findings += _mana_findings(position, written)
    if findings:
        raise IllegalPosition(in_file_order(findings))
    return _with_mana(kit, position, written)


def _illegal(rule: str, message: str, place: Place) -> Finding:
    return Finding(rule, Severity.ERROR, message, place)


# The nexus: which card lies where, and which way round.


def _told(kit: Kit, written: Written) -> dict[int, Pair]:
    """The nexus cards that the elements in the corners tell, by their number in the row."""
    told: dict[int, Pair] = {}
    for tokens in written.displays:
        for number, corner in enumerate(kit.corners):
            element = tokens.puts[corner].what if corner in tokens.puts else NULLIFIED
            if element != NULLIFIED:
                card = (element, kit.opposite[element])
                is_left = number < len(kit.nexus)
                told.setdefault(number % len(kit.nexus), card if is_left else card[::-1])
    return told


def _dealt(kit: Kit, written: Written) -> tuple[Pair, ...]:
    """The nexus cards as they lie."""
    if written.nexus.cards:
        return tuple(each.card for each in written.nexus.cards)
    told = _told(kit, written)
    left = iter(card for card in kit.nexus if not {card, card[::-1]} & {*told.values()})
    return tuple(told.get(number) or next(left) for number in range(len(kit.nexus)))


def _nexus_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    if written.nexus.cards:
        dealt = Counter(frozenset(each.card) for each in written.nexus.cards)
        if dealt != Counter(map(frozenset, kit.nexus)):
            message = f"each of the {len(kit.nexus)} nexus cards is dealt once"
            yield _illegal("nexus-cards", message, written.nexus.place)
        return
    told = _told(kit, written)
    slots = Counter(element for card in told.values() for element in card)
    for tokens in written.displays:
        for number, corner in enumerate(kit.corners):
            put = tokens.puts.get(corner)
            if put is None:
                continue
            if put.what == NULLIFIED and number % len(kit.nexus) not in told:
                message = "nobody can tell which element was nullified here; write down the nexus"
                yield _illegal("nexus-cards", message, put.place)
            elif slots[put.what] > 1:
                message = f"{put.what} cannot be here: opposites face each other across the mage"
                yield _illegal("nexus-hexes", message, put.place)


# Displays.


def _display(kit: Kit, position: Position, tokens: Tokens) -> Display:
    start = on_cells(kit, first_display(kit, position.corner_elements))
    written = {cell: put.what for cell, put in tokens.puts.items() if cell != ORIGIN}
    return tuple((start | written).values())


def _display_findings(
    kit: Kit, position: Position, tokens: Tokens, display: Display
) -> Iterator[Finding]:
    on, chosen = on_cells(kit, display), position.chosen
    at_start = on_cells(kit, first_display(kit, position.corner_elements))
    to_come = set(tokens.puts)
    for cell, (what, place) in tokens.puts.items():
        name, is_nexus = kit.names[cell], cell in kit.corners
        to_come.remove(cell)
        if cell == ORIGIN:
            yield _illegal("mage", f"{name} is the mage's and has no element", place)
        elif is_nexus and what not in (at_start[cell], NULLIFIED):
            message = f"{what} is not the element of the nexus hex {name}, as the cards lie"
            yield _illegal("nexus-hexes", message, place)
        elif what == NULLIFIED:
            if is_nexus and chosen["nexus-nullifies"] == "no":
                message = f"{name} is a nexus hex, which this table does not nullify"
                yield _illegal("opposites-nullify", message, place)
        # Of two that touch, it is told once, where the second is written.
        elif opposites := {*opposites_touched(kit, chosen, on, what, cell)} - to_come:
            touched = " and ".join(f"{on[each]} on {kit.names[each]}" for each in sorted(opposites))
            message = f"{what} on {name} touches {touched}: they nullify each other"
            yield _illegal("opposites-nullify", message, place)
    yield from _too_many_placed(kit, position, tokens, display)


def _too_many_placed(
    kit: Kit, position: Position, tokens: Tokens, display: Display
) -> Iterator[Finding]:
    """Elements that no choice from the cards flipped can have placed, by P. Hall's theorem.

    Told of the smallest such groups of elements only.
    """
    placed = Counter(
        put.what for cell, put in tokens.puts.items() if cell not in (ORIGIN, *kit.corners)
    )
    flips = position.filled(display)
    for size in range(1, len(kit.elements) + 1):
        findings = []
        for group in combinations(kit.elements, size):
            cards = sum(bool({*group} & {*card}) for card in kit.mana)
            once_more = max(0, flips - len(kit.mana))
            most = min(cards, flips) + min(cards, once_more)
            number = sum(placed[element] for element in group)
            if number > most:
                message = f"{number} hexes have {' or '.join(group)}, but {flips} flips give {most} at most"
                findings.append(_illegal("mana-cards", message, tokens.place))
        if findings:
            yield from findings
            return


# Flips and mana cards.


def _flip_findings(position: Position, written: Written) -> Iterator[Finding]:
    """Each flip fills one hex on every display; the first players may have filled it already."""
    filled = [position.filled(display) for display in position.displays]
    for number, (tokens, before) in enumerate(zip(written.displays[1:], filled, strict=False), 1):
        now = filled[number]
        if not (now == before or (now == before - 1 and before == filled[0])):
            message = (
                f"each flip fills one hex of every display, player by player: {filled[0]} were"
                f" filled on the first display, {now} on the display {number + 1}"
            )
            yield _illegal("one-hex-a-flip", message, tokens.place)


def _mana_findings(position: Position, written: Written) -> Iterator[Finding]:
    mana = len(position.mana)
    used = position.flipped
    lists: tuple[tuple[Cards, int, str], ...] = (
        (written.flipped, used, "were flipped in this half"),
        (written.deck, mana - used, "are left in this half"),
    )
    for cards, most, told in lists:
        if len(cards.cards) > most:
            message = f"{most} mana cards {told}, as the hexes filled tell, not {len(cards.cards)}"
            yield _illegal("mana-cards", message, cards.place)
    seen: set[Pair] = set()
    for card, place in chain(written.flipped.cards, written.deck.cards):
        if card in seen:
            message = f"{' '.join(card)} is one card, and it is flipped once in a half"
            yield _illegal("mana-cards", message, place)
        seen.add(card)


def _with_mana(kit: Kit, position: Position, written: Written) -> Position:
    """The position with its mana cards: as they are written, those that are not in random order."""
    flipped = [each.card for each in written.flipped.cards]
    deck = [each.card for each in written.deck.cards]
    unknown: tuple[Pair, ...] = tuple(card for card in kit.mana if card not in (*flipped, *deck))
    chance = position.chance
    if unknown:
        unknown, chance = chance.shuffled(unknown)
    before = position.flipped - len(flipped)
    mana = (*flipped, *unknown[:before], *deck, *unknown[before:])
    return position._replace(mana=mana, chance=chance)
