"""Whether a position of Hexeptional Hexpertise can be: the rules for what a file says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pnp.basics.errors import Finding, in_file_order
from pnp.basics.words import listed
from pnp.games.hexpertise.kit import EMPTY, NULLIFIED, Kit, Pair
from pnp.games.hexpertise.mana import (
    card_findings,
    element_findings,
    flip_findings,
    mana_findings,
    with_mana,
)
from pnp.games.hexpertise.past import Past
from pnp.games.hexpertise.placing import first_display, opposites_touched
from pnp.games.hexpertise.position import Display, Position, on_cells
from pnp.games.hexpertise.reachability import hex_findings
from pnp.games.hexpertise.reading import Tokens, Written
from pnp.play import IllegalPosition
from pnp.play.game import illegal
from pnp.tiles.hexgrid import ORIGIN, Hex


def position_of(kit: Kit, written: Written) -> Position:
    """The position that is written; raises IllegalPosition with all rules that it breaks.

    In a whole position a nexus hex that is not written down has its element, and mana cards that are
    not are shuffled. An extract of a display has what is written, and no cards.
    """
    findings = list(_nexus_findings(kit, written))
    if findings:
        raise IllegalPosition(in_file_order(findings))
    position = _bare(kit, written)
    pasts = [Past(kit, position, display) for display in position.displays]
    known = _known(kit, written)
    for tokens, past in zip(written.displays, pasts, strict=True):
        findings += _display_findings(kit, position, known, tokens, past.display)
        findings += (
            element_findings(kit, tokens) if written.is_extract else hex_findings(tokens, past)
        )
    if not written.is_extract:
        uncounted = [*flip_findings(position, written), *card_findings(position, written)]
        findings += uncounted
        findings += mana_findings(kit, position, written, pasts) if not uncounted else ()
    if findings:
        raise IllegalPosition(in_file_order(findings))
    return position if written.is_extract else with_mana(kit, position, written, pasts)


def _bare(kit: Kit, written: Written) -> Position:
    """The position without the order of its mana cards."""
    nexus, mana = ((), ()) if written.is_extract else (_dealt(kit, written), kit.mana)
    bare = Position(nexus, (), mana, written.chance, written.options)
    first = first_display(kit, bare.corner_elements or (EMPTY,) * len(kit.corners))
    displays = (_display(kit, first, tokens) for tokens in written.displays)
    return bare._replace(displays=tuple(displays))


def _display(kit: Kit, first: Display, tokens: Tokens) -> Display:
    written = {cell: put.what for cell, put in tokens.puts.items() if cell != ORIGIN}
    return tuple((on_cells(kit, first) | written).values())


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
    return tuple(card for _, card in sorted(_told(kit, written).items()))


def _known(kit: Kit, written: Written) -> dict[Hex, str]:
    """The elements that the nexus hexes have had from the beginning, as far as the file tells."""
    cards = _told(kit, written) if written.is_extract else dict(enumerate(_dealt(kit, written)))
    row = len(kit.nexus)
    return {
        corner: cards[number % row][number // row]
        for number, corner in enumerate(kit.corners)
        if number % row in cards
    }


def _nexus_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    if written.nexus.cards:
        dealt = Counter(frozenset(each.card) for each in written.nexus.cards)
        if dealt != Counter(map(frozenset, kit.nexus)):
            message = f"each of the {len(kit.nexus)} nexus cards is dealt once"
            yield illegal("nexus-cards", message, written.nexus.place)
        return
    if not written.is_extract:
        yield from _untold_findings(kit, written)
    slots: dict[frozenset[str], int] = {}
    for tokens in written.displays:
        for cell, (what, place) in tokens.puts.items():
            if cell in kit.corners and what != NULLIFIED:
                pair = frozenset((what, kit.opposite[what]))
                slot = kit.corners.index(cell) % len(kit.nexus)
                if slots.setdefault(pair, slot) != slot:
                    message = (
                        f"{what} cannot be here, too: opposites face each other across the mage"
                    )
                    yield illegal("nexus-hexes", message, place)


def _untold_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    """Nexus cards that no corner tells; it is told where one is nullified, if it is written at all."""
    told, tokens = _told(kit, written), written.displays[0]
    untold = [
        corner for number, corner in enumerate(kit.corners) if number % len(kit.nexus) not in told
    ]
    if untold:
        names = listed([kit.names[corner] for corner in untold])
        message = f"nobody can tell which elements were dealt to {names}; write down the nexus"
        places = (tokens.puts[corner].place for corner in untold if corner in tokens.puts)
        yield illegal("nexus-cards", message, next(places, tokens.place))


# Displays.


def _display_findings(
    kit: Kit, position: Position, known: Mapping[Hex, str], tokens: Tokens, display: Display
) -> Iterator[Finding]:
    on, chosen = on_cells(kit, display), position.chosen
    to_come = set(tokens.puts)
    for cell, (what, place) in tokens.puts.items():
        name, is_nexus = kit.names[cell], cell in kit.corners
        to_come.remove(cell)
        if cell == ORIGIN:
            yield illegal("mage", f"{name} is the mage's and has no element", place)
        elif is_nexus and what not in (known.get(cell), NULLIFIED):
            message = f"{what} is not the element of the nexus hex {name}, as the cards lie"
            yield illegal("nexus-hexes", message, place)
        elif what == NULLIFIED:
            if is_nexus and chosen["nexus-nullifies"] == "no":
                message = f"{name} is a nexus hex, which this table does not nullify"
                yield illegal("opposites-nullify", message, place)
        # Of two that touch, it is told once, where the second is written.
        elif opposites := {*opposites_touched(kit, chosen, on, what, cell)} - to_come:
            touched = " and ".join(f"{on[each]} on {kit.names[each]}" for each in sorted(opposites))
            message = f"{what} on {name} touches {touched}: they nullify each other"
            yield illegal("opposites-nullify", message, place)
