"""Whether a position that is written down can be: every rule that it breaks is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.errors import Finding, Place, Severity, in_file_order
from pnp.games.hexstatic.kit import Kit, is_nexus
from pnp.games.hexstatic.owning import settled, won_at
from pnp.games.hexstatic.placing import agree, fits, meetings, told, write_cell
from pnp.games.hexstatic.position import FREE, HAND, NEUTRAL, Phase, Position
from pnp.games.hexstatic.reading import Kept, Written
from pnp.games.hexstatic.structures import structures
from pnp.hexgrid import Hex, neighbours
from pnp.play import Chance, IllegalPosition
from pnp.tiles import Tile
from pnp.units import counted

# Phases in which hands are still secret.
_SECRET = (Phase.NEXUS, Phase.EXCHANGE, Phase.STOP, Phase.DECLINED)


def position_of(kit: Kit, written: Written) -> Position:
    """The position that is written, with defaults; raises IllegalPosition with all findings.

    A table without owners may be a part of one, as in a figure, so that it needs no nexus tile.
    """
    position = _position(kit, written)
    findings = [
        *_table_findings(kit, written),
        *_set_findings(kit, written),
        *_owner_findings(kit, written, position),
    ]
    if not findings:
        findings = [
            *_turn_findings(written, position),
            *_hand_findings(written, position),
            *_phase_findings(kit, written, position),
        ]
    if findings:
        raise IllegalPosition(in_file_order(findings))
    return position


def _position(kit: Kit, written: Written) -> Position:
    named = [*(written.hands or ()), *(each.owner for each in written.owners.values())]
    players = written.players or max(2, *named, 0)
    hands = [_kinds((written.hands or {}).get(player, ())) for player in range(1, players + 1)]
    phase = written.phase or _usual_phase(written)
    aside = kit.nexus if phase is Phase.NEXUS else ()
    aside = aside if written.aside is None else _kinds(written.aside)
    given = {colour: max(each.owner, FREE) for colour, each in written.owners.items()}
    owners = tuple(given.get(colour, FREE) for colour in range(len(kit.colours)))
    position = Position(
        players,
        tuple(sorted((put.cell, put.tile) for put in written.table)),
        settled(owners, players),
        written.turn or 1,
        phase,
        tuple(hands),
        () if written.supply is None else _kinds(written.supply),
        aside,
        written.options,
        written.chance or Chance(0),
        phase is Phase.OVER if written.is_open is None else written.is_open,
        written.asked or 0,
        None if written.drawn is None else written.drawn.kind,
        written.laid,
        written.passes or 0,
    )
    if written.supply is None and written.hands is not None:
        return position._replace(supply=_rest(kit, position))
    return position


def _usual_phase(written: Written) -> Phase:
    if written.hands is None and written.supply is None:
        return Phase.OVER
    return Phase.TURN if written.table else Phase.NEXUS


def _kinds(kept: tuple[Kept, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(each.kind for each in kept))


def _rest(kit: Kit, position: Position) -> tuple[Tile, ...]:
    """All tiles of the set that are nowhere else."""
    left = Counter(kit.copies)
    left.subtract(kit.kinds[tile] for _, tile in position.table)
    left.subtract([*position.aside, *(tile for hand in position.hands for tile in hand)])
    left.subtract([] if position.drawn is None else [position.drawn])
    return tuple(sorted(left.elements()))


def _found(rule: str, message: str, place: Place) -> Finding:
    return Finding(rule, Severity.ERROR, message, place)


def _table_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    """Two tiles on one hex, sides that do not agree, tiles that do not touch the others."""
    strict = ("blank-sides", "blank") in written.options
    table: dict[Hex, Tile] = {}
    for cell, tile, place in written.table:
        if cell in table:
            yield _found("empty-place", f"{write_cell(cell)} already has a tile", place)
            continue
        for side, other, shown in meetings(kit, table, cell):
            own = kit.sides[tile][side]
            if not agree(own, shown, strict=strict):
                message = (
                    f"side {side + 1} of the tile on {write_cell(cell)} is {told(kit, own)}, and"
                    f" meets {told(kit, shown)} on {write_cell(other)}"
                )
                yield _found("agreeing-sides", message, place)
        table[cell] = tile
    joined = _joined(table)
    for put in written.table:
        if put.cell not in joined:
            message = f"the tile on {write_cell(put.cell)} is not joined to the one on"
            yield _found("touching", f"{message} {write_cell(written.table[0].cell)}", put.place)


def _joined(table: dict[Hex, Tile]) -> set[Hex]:
    """The cells to which touching tiles lead from the first."""
    joined: set[Hex] = set()
    ahead = list(table)[:1]
    while ahead:
        cell = ahead.pop()
        joined.add(cell)
        ahead += [each for each in neighbours(cell) if each in table and each not in joined]
    return joined


def _set_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    """More of a tile than the set has."""
    hands = [kept for hand in (written.hands or {}).values() for kept in hand]
    drawn = () if written.drawn is None else (written.drawn,)
    laid = (Kept(kit.kinds[put.tile], put.place) for put in written.table)
    used: Counter[Tile] = Counter()
    for kind, place in (*laid, *hands, *drawn, *(written.supply or ()), *(written.aside or ())):
        used[kind] += 1
        if used[kind] == kit.copies[kind] + 1:
            number = counted(kit.copies[kind], "tile")
            yield _found("set", f"the set has only {number} {kit.write(kind)}", place)


def _owner_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Players with two colours, and colours that are not won as the rules have it."""
    players = position.players
    place = written.place_of("owners")
    seen: set[int] = set()
    for colour, (owner, where) in written.owners.items():
        name, real = kit.colours[colour], position.owners[colour]
        if owner > players:
            yield _found("owning", f"there is no player {owner} to own {name}", where)
        elif owner > FREE and players == 1:
            yield _found("one-player", "nobody owns a colour in the game for one", where)
        elif owner in seen:
            yield _found("owning", f"player {owner} owns a colour already", where)
        elif owner == NEUTRAL and real != NEUTRAL:
            message = f"{name} is neutral only once each of two players owns a colour"
            yield _found("owning", message, where)
        elif owner != real:
            to = "is neutral" if real == NEUTRAL else f"belongs to player {real}"
            yield _found("owning", f"{name} is the last colour, so it {to}", where)
        seen |= {owner} - {FREE, NEUTRAL}
    table = dict(position.table)
    unearned = [
        name
        for colour, name in enumerate(kit.colours)
        if position.owners[colour] > FREE
        and not any(each.is_complete for each in structures(table, colour))
    ]
    # The last of three players is given a colour without a structure.
    given = players == 3 and all(owner > FREE for owner in position.owners)
    if len(unearned) > given:
        message = f"no structure is complete in {' or '.join(unearned)}, so nobody has won it"
        yield _found("owning", message, place)


def _turn_findings(written: Written, position: Position) -> Iterator[Finding]:
    """Players that there are not, and tables without a first tile."""
    players, phase = position.players, position.phase
    if any(player > players for player in written.hands or ()):
        yield _found(
            "set-up", f"this game has {counted(players, 'player')}", written.place_of("hands")
        )
    if position.turn > players:
        yield _found("your-turn", f"there is no player {position.turn}", written.place_of("turn"))
    if position.table and phase is Phase.NEXUS:
        message = "a first tile lies on the table, so the phase is not nexus"
        yield _found("set-up", message, written.place_of("phase"))
    if not position.table and phase is not Phase.NEXUS:
        message = "no tile lies on the table, which begins with a nexus tile"
        yield _found("set-up", message, written.place_of("tiles"))
    aside = written.place_of("aside")
    if phase is Phase.NEXUS:
        if not position.aside or not all(map(is_nexus, position.aside)):
            yield _found("set-up", "the nexus tiles, and no others, are put aside", aside)
    elif position.aside and not position.chose("exchange", "discard"):
        yield _found("exchange", "tiles that are exchanged go back into the supply", aside)
    if position.passes:
        allowed = position.chose("laying-open", "may-pass") if position.is_open else True
        possible = allowed and (position.is_open or not position.supply)
        in_turn = phase in (Phase.TURN, Phase.STOP, Phase.DECLINED)
        if not possible or not in_turn or position.passes >= players:
            message = f"{counted(position.passes, 'player')} in a row cannot have passed here"
            yield _found("pass", message, written.place_of("passes"))


def _hand_findings(written: Written, position: Position) -> Iterator[Finding]:
    """Hands that are too large or too small, or not empty though all tiles are open."""
    place = written.place_of("hands")
    if position.is_open or position.phase is Phase.OVER:
        if any(position.hands):
            message = "open tiles are in nobody's hand: they are all in the supply"
            yield _found("laying-open", message, place)
        return
    full = bool(position.supply) or position.phase in (Phase.NEXUS, Phase.EXCHANGE)
    for player, hand in enumerate(position.hands, 1):
        laid_one = position.phase is Phase.COLOUR and player == position.turn
        most = HAND - laid_one
        if len(hand) > most or (full and len(hand) < most):
            limit = str(most) if full else f"at most {most}"
            message = f"player {player} has {counted(len(hand), 'tile')}, not {limit}"
            yield _found("hand", message, place)


def _phase_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Steps that cannot have been reached."""
    phase, place = position.phase, written.place_of("phase")
    if not position.table or position.turn > position.players:
        return
    if position.is_open and phase in _SECRET:
        yield _found("laying-open", f"in the phase {phase.value} tiles are not open", place)
    if phase is Phase.OVER or (position.is_open and phase is Phase.TURN):
        yield from _end_findings(kit, written, position)
    if (position.asked > 0) != (phase is Phase.STOP):
        yield _found("laying-open", "somebody is asked in the phase stop, and only there", place)
    if phase in (Phase.STOP, Phase.DECLINED):
        yield from _stop_findings(kit, written, position)
    draws_first = position.chose("exchange", "draw-first")
    if (position.drawn is not None) != (phase is Phase.EXCHANGE and draws_first):
        message = "a tile is drawn in the phase exchange if the table draws first, and only there"
        yield _found("exchange", message, place)
    if phase is Phase.EXCHANGE and not draws_first and not position.supply:
        yield _found("exchange", "the supply is empty", place)
    if (position.laid is not None) != (phase is Phase.COLOUR):
        message = "laid is said in the phase colour, and only there"
        yield _found("two-colours", message, place)
    elif position.laid is not None:
        where = write_cell(position.laid)
        if position.laid not in dict(position.table) or len(won_at(position, position.laid)) < 2:
            message = f"no tile on {where} wins a choice of colours for player {position.turn}"
            yield _found("two-colours", message, written.place_of("laid"))


def _end_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    over, place = position.phase is Phase.OVER, written.place_of("phase")
    if over and not position.is_open:
        yield _found("end-of-the-game", "in the end all tiles are open", place)
    any_fits = fits(kit, position, position.supply)
    may_end = position.chose("laying-open", "may-pass") or (
        position.players == 1 and position.chose("solo-end", "score")
    )
    if over and any_fits and not may_end:
        yield _found("end-of-the-game", "an open tile fits, so the game is not over", place)
    if not over and not any_fits:
        yield _found("end-of-the-game", "no open tile fits, so the game is over", place)


def _stop_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    place = written.place_of("phase")
    if position.players == 1:
        yield _found("laying-open", "there is nobody else to ask", place)
        return
    if position.asked == position.turn or position.asked > position.players:
        message = f"player {position.asked} is not asked by player {position.turn}"
        yield _found("laying-open", message, written.place_of("asked"))
        return
    player = position.turn
    while True:
        if fits(kit, position, position.hands[player - 1]):
            message = f"a tile of player {player} fits, who cannot have said that nothing does"
            yield _found("laying-open", message, place)
        player = position.next_of(player)
        if player == (position.asked or position.next_of(position.turn)):
            return
