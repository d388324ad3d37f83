"""Whether a position that is written down can be: every rule that it breaks is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from pnp.basics.errors import Finding, Place, in_file_order
from pnp.basics.words import counted
from pnp.games.hexstatic.completing import completions, rest
from pnp.games.hexstatic.kit import Kit
from pnp.games.hexstatic.placing import agree, meetings, told, write_cell
from pnp.games.hexstatic.position import FREE, NEUTRAL, Position
from pnp.games.hexstatic.reading import Kept, Written
from pnp.games.hexstatic.steps import step_findings
from pnp.games.hexstatic.structures import structures
from pnp.play import IllegalPosition
from pnp.play.game import illegal
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex, connected


def position_of(kit: Kit, written: Written) -> Position:
    """The position that is written, and what it leaves out so that it breaks no rule.

    Raises IllegalPosition with all findings where it always breaks one. A table by itself may be a
    part of one, as in a figure: it needs no nexus tile, and nobody who owns a colour.
    """
    certain = [*_table_findings(kit, written), *_set_findings(kit, written)]
    least: list[Finding] | None = None
    for position in completions(kit, written):
        findings = [*certain, *_findings(kit, written, position, steps=not certain)]
        if not findings:
            return position
        if least is None or len(findings) < len(least):
            least = findings
        if certain:
            break
    raise IllegalPosition(in_file_order(least or []))


def _findings(
    kit: Kit, written: Written, position: Position, *, steps: bool
) -> tuple[Finding, ...]:
    """What is wrong with players and owners, or else, if they are to be asked, with steps."""
    found = (
        *_player_findings(written, position),
        *_owner_findings(kit, written, position),
    )
    if found or not steps:
        return found
    return (*_missing_findings(kit, written, position), *step_findings(kit, written, position))


def _table_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    """Two tiles on one hex, sides that do not agree, tiles that do not touch the others."""
    strict = ("blank-sides", "blank") in written.options
    table: dict[Hex, Tile] = {}
    for cell, tile, place in written.table:
        if cell in table:
            yield illegal("empty-place", f"{write_cell(cell)} already has a tile", place)
            continue
        for side, other, shown in meetings(kit, table, cell):
            own = kit.sides[tile][side]
            if not agree(own, shown, strict=strict):
                message = (
                    f"side {side + 1} of the tile on {write_cell(cell)} is {told(kit, own)}, and"
                    f" meets {told(kit, shown)} on {write_cell(other)}"
                )
                yield illegal("agreeing-sides", message, place)
        table[cell] = tile
    reached = connected(table, [*table][:1])
    for put in written.table:
        if put.cell not in reached:
            message = f"the tile on {write_cell(put.cell)} is not joined to the one on"
            yield illegal("touching", f"{message} {write_cell(written.table[0].cell)}", put.place)


def _set_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    """More of a tile than the set has."""
    hands = [kept for hand in (written.hands or {}).values() for kept in hand.kept]
    drawn = () if written.drawn is None else (written.drawn,)
    laid = (Kept(kit.kinds[put.tile], put.place) for put in written.table)
    used: Counter[Tile] = Counter()
    for kind, place in (*laid, *hands, *drawn, *(written.supply or ()), *(written.aside or ())):
        used[kind] += 1
        if used[kind] == kit.copies[kind] + 1:
            number = counted(kit.copies[kind], "tile")
            yield illegal("set", f"the set has only {number} {kit.write(kind)}", place)


def _player_findings(written: Written, position: Position) -> Iterator[Finding]:
    """Players that there are not."""
    players = position.players
    for player, hand in (written.hands or {}).items():
        if player > players:
            message = f"this game has {counted(players, 'player')}"
            yield illegal("set-up", message, hand.place_of_player)
    if position.turn > players:
        yield illegal("your-turn", f"there is no player {position.turn}", written.place_of("turn"))


def _owner_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Players with two colours, and colours that are not won as the rules have it."""
    players = position.players
    seen: set[int] = set()
    for colour, (owner, where) in written.owners.items():
        name, real = kit.colours[colour], position.owners[colour]
        if owner > players:
            yield illegal("owning", f"there is no player {owner} to own {name}", where)
        elif owner > FREE and players == 1:
            yield illegal("one-player", "nobody owns a colour in the game for one", where)
        elif owner in seen:
            yield illegal("owning", f"player {owner} owns a colour already", where)
        elif owner == NEUTRAL and real != NEUTRAL:
            message = f"{name} is neutral only once each of two players owns a colour"
            yield illegal("owning", message, where)
        elif owner != real:
            to = "is neutral" if real == NEUTRAL else f"belongs to player {real}"
            yield illegal("owning", f"{name} is the last colour, so it {to}", where)
        seen |= {owner} - {FREE, NEUTRAL}
    yield from _winning_findings(kit, written, position)


def _winning_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Colours that nobody can have won yet, and a structure that must have won one."""
    owners, table = position.owners, position.table_before
    complete = {
        colour: [each for each in structures(table, colour) if each.is_complete]
        for colour in range(len(kit.colours))
    }
    unearned = [colour for colour in complete if owners[colour] > FREE and not complete[colour]]
    # The last of three players is given a colour without a structure.
    given = position.players == 3 and all(owner > FREE for owner in owners)
    if len(unearned) > given:
        names = " or ".join(kit.colours[colour] for colour in unearned)
        message = f"no structure is complete in {names}, so nobody has won it"
        yield illegal("owning", message, _place_of_owner(written, unearned))
    first = next(chain.from_iterable(complete.values()), None)
    if written.of_a_game and position.players > 1 and max(owners) <= FREE and first is not None:
        name = kit.colours[first.colour]
        message = f"a {name} {first.kind.value} is complete, so somebody owns a colour"
        laid = next(put.place for put in written.table if put.cell in first.cells)
        owner = written.owners.get(first.colour)
        yield illegal("owning", message, laid if owner is None else owner.place)


def _place_of_owner(written: Written, colours: Iterable[int]) -> Place:
    """Where the first owner of these colours is written."""
    places = (each.place for colour, each in written.owners.items() if colour in colours)
    return next(places, written.place_of("owners"))


def _missing_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Tiles that are nowhere; where no supply is written it has all others."""
    missing = () if written.supply is None else rest(kit, position)
    if missing:
        number = counted(len(missing), "tile")
        message = f"{number} of the set {'is' if len(missing) == 1 else 'are'} nowhere"
        like = f", such as {kit.write(missing[0])}"
        yield illegal("set-up", message + like, written.place_of("supply"))
