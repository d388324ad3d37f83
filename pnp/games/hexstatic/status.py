"""Problems of a position of HexStatic that can be seen in the position itself."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.words import counted
from pnp.games.hexstatic.moves import can_lay, goes_on, settled, won_colours
from pnp.games.hexstatic.pieces import PieceSet, is_nexus
from pnp.games.hexstatic.position import FREE, HAND, NEUTRAL, Phase, Position
from pnp.games.hexstatic.structures import structures
from pnp.play import HIDDEN, Problem
from pnp.play.problems import Path
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex, connected, format_cell


def extract_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Problems of an extract: too many tiles, sides that do not agree, impossible owners."""
    yield from pieces.too_many(_tiles(position))
    laid: dict[Hex, Tile] = {}
    for cell, tile in position.table.in_order():
        if (clash := pieces.clash(laid, cell, tile)) is not None:
            yield Problem("agreeing-sides", clash, ("tiles", format_cell(cell)))
        laid[cell] = tile
    for colour, owner in enumerate(position.owners):
        path = ("owners", pieces.colours[colour])
        if owner > position.players:
            yield Problem("players", _no_player(owner, position), path)
        elif owner != FREE and position.players == 1:
            yield Problem("owners", "nobody owns a colour in the game for one", path)
        elif owner > FREE and position.owners.count(owner) > 1:
            yield Problem("owners", f"player {owner} owns more than one colour", path)


def _tiles(position: Position) -> Iterator[tuple[Tile, Path]]:
    """All tiles, and where they are."""
    for cell, tile in position.table.in_order():
        yield tile, ("tiles", format_cell(cell))
    yield from ((kind, ("aside",)) for kind in position.aside)
    yield from ((kind, ("supply",)) for kind in position.supply)
    # Last, since a file always has hands: the other places of a tile may be omitted keys.
    for player, hand in enumerate(position.hands, 1):
        yield from ((kind, ("hands", player)) for kind in hand)


def _no_player(player: int, position: Position) -> str:
    return f"there is no player {player} in a game with {counted(position.players, 'player')}"


def status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Every problem of a whole position."""
    wrong = [*extract_status(pieces, position), *_player_status(position)]
    yield from wrong
    # The other checks rely on these.
    if not wrong:
        yield from _set_status(pieces, position)
        yield from _hand_status(position)
        yield from _owner_status(pieces, position)
        yield from _phase_status(pieces, position)


def _player_status(position: Position) -> Iterator[Problem]:
    if position.phase is Phase.NEXUS and position.table:
        yield Problem("set-up", "the first tile lies on the table already", ("phase",))
    for key, player in (("turn", position.turn), ("asked", position.asked)):
        if player > position.players:
            yield Problem("players", _no_player(player, position), (key,))
    if (hands := len(position.hands)) != position.players:
        lacks = f"player {hands + 1} has no hand"
        message = lacks if hands < position.players else _no_player(hands, position)
        yield Problem("players", message, ("hands",))


def _set_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Tiles that are missing, apart from the others, or where they do not belong."""
    table = position.table
    total, there = sum(pieces.copies.values()), len([*_tiles(position)])
    if there != total:
        rest = pieces.rest(kind for kind, _ in _tiles(position))
        lacks = f"; {pieces.write(rest[0])} is in none of them" if {*rest} - {HIDDEN} else ""
        message = (
            f"the set has {counted(total, 'tile')}; the table, the hands, the supply and `aside` have"
            f" {there}{lacks}"
        )
        yield Problem("set", message, ("supply",))
    if position.phase is Phase.NEXUS:
        if position.aside != pieces.nexus:
            yield Problem("set-up", "all nexus tiles, and no others, are set aside", ("aside",))
        return
    if not any(map(is_nexus, table.values())):
        yield Problem("set-up", "no nexus tile lies on the table", ("tiles",))
    elif len(connected(table.keys(), [*table][:1])) < len(table):
        yield Problem("touching", "the tiles on the table are not all connected", ("tiles",))
    if position.aside and position.options["exchange"] != "box":
        message = "a tile that is exchanged goes into the supply, not out of the game"
        yield Problem("exchange", message, ("aside",))


def _hand_status(position: Position) -> Iterator[Problem]:
    """Hands that do not have six tiles, or up to six once the supply is empty."""
    if position.is_open and position.phase is not Phase.NEXUS:
        return
    for player, hand in enumerate(position.hands, 1):
        most = HAND - (position.phase is Phase.COLOUR and player == position.turn)
        if len(hand) > most or (position.supply and len(hand) < most):
            limit = f"{most}" if position.supply else f"at most {most}"
            message = f"player {player} has {counted(len(hand), 'tile')}, not {limit}"
            yield Problem("hand", message, ("hands", player))


def _owner_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Owners without a complete structure, and complete structures without an owner."""
    owners, names = position.owners, pieces.colours
    given_out = tuple(FREE if owner == NEUTRAL else owner for owner in owners)
    if owners != settled(given_out, position.players):
        message = "the last colour goes to the last player, or becomes neutral with two players"
        yield Problem("owners", message, ("owners",))
    complete = [
        each
        for colour in range(len(names))
        for each in structures(position.table, colour)
        if each.is_complete and position.laid not in each.cells
    ]
    won = {each.colour for each in complete}
    owned = [colour for colour, owner in enumerate(owners) if owner > FREE]
    if complete and position.players > 1 and not owned:
        structure = f"{names[complete[0].colour]} {complete[0].kind.value}"
        message = f"a {structure} is complete, so a player owns a colour, `owners: {{red: 1}}`"
        yield Problem("owners", message, ("owners",))
    # The last player owns the last colour without completing anything.
    if len(won.intersection(owned)) < len(owned) - (len(owned) == len(names)):
        for name in (names[colour] for colour in owned if colour not in won):
            message = f"no {name} loop or line is complete, so no player owns {name}"
            yield Problem("owners", message, ("owners", name))


def _phase_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    phase, asks = position.phase, position.phase in (Phase.STOP, Phase.DECLINED)
    if (
        phase is Phase.NEXUS
        and position.turn != 1
        and position.options["first-player"] == "player-1"
    ):
        yield Problem("set-up", "player 1 starts", ("turn",))
    has_choice = position.laid in position.table and len(won_colours(position)) > 1
    if (phase is Phase.COLOUR) != has_choice or (position.laid is not None) != has_choice:
        message = "only the phase colour needs laid, the cell of a tile that has won two colours"
        yield Problem("two-colours", message, ("laid",))
    if (phase is Phase.STOP) != bool(position.asked) or position.asked == position.turn:
        message = "only in the phase stop another player is asked"
        yield Problem("laying-open", message, ("asked",))
    if asks and (position.players == 1 or position.is_open):
        reason = "all tiles lie open" if position.is_open else "a player alone asks nobody"
        yield Problem("laying-open", f"the phase is not {phase.value}: {reason}", ("phase",))
    elif asks and can_lay(pieces, position._replace(asked=0)):
        message = f"player {position.turn} has a tile that fits, so this player cannot ask to stop"
        yield Problem("laying-open", message, ("hands", position.turn))
    can_pass = (asks or phase is Phase.TURN) and not position.is_open and not position.supply
    if position.passes and (not can_pass or position.passes >= position.players):
        message = "players pass when the supply is empty, and not all of them in a row"
        yield Problem("pass", message, ("passes",))
    is_over = not goes_on(pieces, position)
    if phase is (Phase.TURN if is_over else Phase.OVER):
        reason = "over: no tile can be laid" if is_over else "not over: a tile may still be laid"
        yield Problem("end-of-the-game", f"the game is {reason}", ("phase",))
