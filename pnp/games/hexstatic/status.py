"""What can be wrong with a position of HexStatic, as it lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.basics.words import counted
from pnp.games.hexstatic.moves import fits, settled, won_at
from pnp.games.hexstatic.pieces import PieceSet, is_nexus
from pnp.games.hexstatic.position import FREE, HAND, Phase, Position
from pnp.play import Problem
from pnp.play.layout import beyond, facing
from pnp.play.tiles import HIDDEN
from pnp.tiles.hexgrid import connected, format_cell


def table_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Problems of the tiles on the table: sides that do not agree, more tiles than the set has."""
    table = position.table
    seen: Counter[object] = Counter()
    for cell, tile in table.in_order():
        where = format_cell(cell)
        kind = pieces.kinds[tile]
        seen[kind] += 1
        if seen[kind] > pieces.copies[kind]:
            message = (
                f"the set has {pieces.copies[kind]} of the tile {pieces.write(tile)}, not more"
            )
            yield Problem("set", message, ("tiles", where))
        for side in range(3):
            other = beyond(cell, side)
            if other not in table:
                continue
            own, shown = pieces.sides[tile][side], pieces.sides[table[other]][facing(side)]
            if not pieces.agrees(own, shown):
                message = (
                    f"side {side + 1} of the tile on {where} is {pieces.side(own)} and meets"
                    f" {pieces.side(shown)} on {format_cell(other)}"
                )
                yield Problem("agreeing-sides", message, ("tiles", where))
    yield from _owner_status(pieces, position)


def _owner_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    owned: Counter[int] = Counter(owner for owner in position.owners if owner > FREE)
    for colour, owner in enumerate(position.owners):
        path = ("owners", pieces.colours[colour])
        if owner > position.players:
            message = f"there is no player {owner}; {counted(position.players, 'player')} play"
            yield Problem("players", message, path)
        elif owner > FREE and owned[owner] > 1:
            yield Problem("owners", f"player {owner} owns {owned[owner]} colours, not one", path)
        elif owner > FREE and position.players == 1:
            yield Problem("owners", "nobody owns a colour in the game for one", path)


def status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Every problem of a whole position."""
    wrong = [*table_status(pieces, position), *_player_status(position)]
    yield from wrong
    if wrong:
        return
    yield from _tile_status(pieces, position)
    yield from _hand_status(position)
    yield from _colour_status(position)
    yield from _phase_status(pieces, position)


def _player_status(position: Position) -> Iterator[Problem]:
    """Players that do not play."""
    for key, player in (("turn", position.turn), ("asked", position.asked)):
        if player > position.players:
            yield Problem("players", f"there is no player {player}", (key,))
    if len(position.hands) != position.players:
        message = f"there are hands of {len(position.hands)} players, not {position.players}"
        yield Problem("hand", message, ("hands",))


def _tile_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Tiles that are missing, too many, apart from the others, or where they do not belong."""
    elsewhere = [("supply", position.supply), ("aside", position.aside)]
    hands = [("hands", hand) for hand in position.hands]
    used = Counter(pieces.kinds[tile] for tile in position.table.values())
    for key, tiles in (*hands, *elsewhere):
        used.update(tiles)
        for tile in {tile for tile in tiles if tile != HIDDEN and used[tile] > pieces.copies[tile]}:
            message = (
                f"the set has {pieces.copies[tile]} of the tile {pieces.write(tile)}, not more"
            )
            yield Problem("set", message, (key,))
    total, there = sum(pieces.copies.values()), used.total()
    if there < total:
        message = f"{counted(total - there, 'tile')} of the set of {total} are nowhere"
        yield Problem("set", message, ("supply",))
    if position.phase is Phase.NEXUS:
        if position.table:
            message = "a tile lies on the table, so the phase is not nexus"
            yield Problem("set-up", message, ("phase",))
        elif position.aside != pieces.nexus and HIDDEN not in position.aside:
            yield Problem("set-up", "all nexus tiles, and no others, are set aside", ("aside",))
        return
    if not any(map(is_nexus, position.table.values())):
        message = "no nexus tile lies on the table, which begins with one"
        yield Problem("set-up", message, ("tiles",))
    elif len(connected(position.table.keys(), [*position.table][:1])) < len(position.table):
        yield Problem("touching", "the tiles on the table are not all connected", ("tiles",))
    if position.aside and not position.chose("exchange", "box"):
        message = "tiles that are exchanged go back into the supply, not out of the game"
        yield Problem("exchange", message, ("aside",))


def _hand_status(position: Position) -> Iterator[Problem]:
    """Hands of a wrong size: six tiles, fewer once the supply is empty, none once tiles are open."""
    for player, hand in enumerate(position.hands, 1):
        most = HAND - (position.phase is Phase.COLOUR and player == position.turn)
        path = ("hands", player)
        if position.is_open and hand:
            yield Problem("laying-open", "open tiles are in the supply, not in a hand", path)
        elif not position.is_open and (len(hand) > most or (position.supply and len(hand) < most)):
            limit = f"{most}" if position.supply else f"at most {most}"
            message = f"player {player} has {counted(len(hand), 'tile')}, not {limit}"
            yield Problem("hand", message, path)


def _colour_status(position: Position) -> Iterator[Problem]:
    """Owners that cannot be: the last colour is given out with the one before it."""
    if position.owners != settled(position.owners, position.players):
        message = "the last colour goes to the last player, or becomes neutral with two players"
        yield Problem("owners", message, ("owners",))
    if position.phase is Phase.COLOUR:
        known = position.laid is not None and position.laid in position.table
        if position.laid is None or not known or len(won_at(position, position.laid)) < 2:
            message = "the phase colour needs the cell where a tile completed two free colours"
            yield Problem("two-colours", message, ("laid",))
    elif position.laid is not None:
        yield Problem("two-colours", "laid belongs to the phase colour", ("laid",))


def _phase_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    phase, fits_open = position.phase, False
    if position.is_open:
        fits_open = fits(pieces, position, position.supply)
    if phase is Phase.OVER:
        given_up = position.players == 1 and position.chose("solo-end", "score")
        if not position.is_open:
            yield Problem("end-of-the-game", "at the end all tiles lie open", ("phase",))
        elif fits_open and not given_up:
            yield Problem("end-of-the-game", "an open tile fits: the game is not over", ("phase",))
    elif position.is_open and phase not in (Phase.TURN, Phase.COLOUR):
        message = f"in the phase {phase.value} the tiles do not lie open"
        yield Problem("laying-open", message, ("open",))
    elif position.is_open and phase is Phase.TURN and not fits_open:
        yield Problem("end-of-the-game", "no open tile fits: the game is over", ("phase",))
    if (phase is Phase.STOP) != bool(position.asked) or position.asked == position.turn:
        message = "asked is another player than the one whose turn it is, in the phase stop only"
        yield Problem("laying-open", message, ("asked",))
    if position.passes and (position.supply or position.passes >= position.players):
        message = "players pass when the supply is empty, and not all of them in a row"
        yield Problem("pass", message, ("passes",))
