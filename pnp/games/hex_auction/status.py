"""Problems of a position of Hex Auction that can be seen in the position itself."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.words import counted
from pnp.games.hex_auction.moves import (
    LAST_SPECIAL,
    all_coins,
    end_reason,
    least_bid,
    least_offer,
    specials_on_board,
)
from pnp.games.hex_auction.pieces import PieceSet
from pnp.games.hex_auction.position import HIDDEN_BID, Phase, Position
from pnp.play import Problem
from pnp.play.problems import Path
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex, connected, format_cell, neighbours


def extract_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Problems of an extract: its players, its tiles and its runs."""
    yield from pieces.too_many(_tiles(position))
    coins = position.coins or (0,) * position.players
    wrong = [*_player_status(position._replace(coins=coins))]
    yield from wrong or _run_status(position)


def status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Every problem of a whole position."""
    yield from pieces.too_many(_tiles(position))
    yield from _board_status(position)
    wrong = [*_player_status(position), *_phase_status(position)]
    yield from wrong
    if not wrong:
        yield from _run_status(position)
        yield from _money_status(pieces, position)
        yield from _turn_status(pieces, position)
        yield from _end_status(pieces, position)


def _tiles(position: Position) -> Iterator[tuple[Tile, Path]]:
    """All tiles outside of the supply, and where the file has them."""
    for cell, tile in position.table.in_order():
        yield tile, ("tiles", format_cell(cell))
    for player, hand in enumerate(position.hands, 1):
        yield from ((tile, ("hands", player)) for tile in hand)
    yield from ((tile, ("offer",)) for tile in position.offer)


def _board_status(position: Position) -> Iterator[Problem]:
    """A board without tiles, or with tiles that are not connected."""
    if not position.table:
        yield Problem("set-up", "no tile lies on the board", ("tiles",))
        return
    first = next(iter(position.table))
    for cell in sorted(position.table.keys() - connected(position.table.keys(), [first]))[:1]:
        message = f"the tile on {format_cell(cell)} is not connected to {format_cell(first)}"
        yield Problem("touching", message, ("tiles", format_cell(cell)))


def _player_status(position: Position) -> Iterator[Problem]:
    """Players who do not play, and keys that do not have every player."""
    players = position.players
    for key in ("points", "coins", "hands"):
        found = len(getattr(position, key))
        if found != players:
            yield Problem(
                "players", f"{key} lists {counted(found, 'player')}, not {players}", (key,)
            )
    for player, path in (
        (position.tie_breaker, ("tie-breaker",)),
        *((run.player, ("runs", k, "player")) for k, run in enumerate(position.runs)),
    ):
        if player > players:
            message = f"there is no player {player}; {counted(players, 'player')} play"
            yield Problem("players", message, path)


def _phase_status(position: Position) -> Iterator[Problem]:
    """Bids, players who are done, and a run that do not belong to the phase."""
    phase, players, bids = position.phase, position.players, len(position.bids)
    have_bid = phase in (Phase.CHOOSE, Phase.LAY)
    if bids != players if have_bid else bids >= (players if phase is Phase.BID else 1):
        message = f"there are {counted(bids, 'bid')}, so the phase is not {phase.value}"
        yield Problem("bid", message, ("bids",))
    for player, bid in enumerate(position.bids, 1):
        if bid == HIDDEN_BID and phase is not Phase.BID:
            message = f"the bid of player {player} is hidden in the phase bid only"
            yield Problem("bid", message, ("bids", player))
    most = players - 1 if phase in (Phase.CHOOSE, Phase.LAY) else 0
    if position.done > most:
        message = f"at most {most} players are done in the phase {phase.value}"
        yield Problem("your-turn", message, ("done",))
    if position.run and phase is not Phase.LAY:
        yield Problem("run", "a run is laid in the phase lay only", ("run",))


def _run_status(position: Position) -> Iterator[Problem]:
    """Runs that could not be laid beside the tiles that lay there before."""
    runs: list[tuple[Path, tuple[Hex, ...]]] = [
        (("runs", number, "cells"), run.cells) for number, run in enumerate(position.runs)
    ]
    if position.run:
        runs.append((("run",), position.run))
    board = {*position.table}.difference(*(cells for _, cells in runs))
    laid: set[Hex] = set()
    for path, cells in runs:
        if not cells:
            yield Problem("run", "a run has at least one tile", path)
        for number, cell in enumerate(cells):
            where, near = format_cell(cell), neighbours(cell)
            at = (*path, number)
            if cell not in position.table:
                yield Problem("run", f"no tile lies on {where}", at)
            elif cell in laid:
                yield Problem("run", f"the tile on {where} was laid before", at)
            elif number and cells[number - 1] not in near:
                before = format_cell(cells[number - 1])
                yield Problem("run", f"{where} does not touch {before}, the cell before it", at)
            elif not number and board.isdisjoint(near):
                yield Problem("touching", f"{where} touches no tile that lay there before", at)
            laid.add(cell)
        board.update(cells)


def _money_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Coins that are missing or too many, a pot that was not shared out, and bids without coins."""
    found, wanted = sum(position.coins) + position.pot, all_coins(pieces, position)
    if found != wanted:
        message = f"the players and the pot have {counted(found, 'coin')}; the game has {wanted}"
        yield Problem("share-out", message, ("coins",))
    elif position.pot >= position.players:
        message = f"a pot of {position.pot} is shared out among {position.players} players"
        yield Problem("share-out", message, ("pot",))
    for player, (bid, coins) in enumerate(zip(position.bids, position.coins, strict=False), 1):
        path = ("bids", player)
        if bid > coins:
            message = f"player {player} bids {bid} with {counted(coins, 'coin')}"
            yield Problem("bid", message, path)
        elif HIDDEN_BID < bid < least_bid(position, coins):
            message = f"player {player} has coins and bids at least one"
            yield Problem("bid-nothing", message, path)


def _turn_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """An offer of a wrong size, and tiles that do not make up the number of the turn."""
    turn, players = position.turn, position.players
    before = 1 + players * (turn - 1)
    if pieces.total - before < least_offer(position):
        message = f"the supply has too few tiles for turn {turn}"
        yield Problem("end-of-the-game", message, ("turn",))
        return
    in_play = min(pieces.total, before + players)
    left = in_play - before - position.done
    wanted = {Phase.BID: left, Phase.CHOOSE: left}.get(position.phase, 0)
    if position.phase is Phase.CHOOSE and left < 1:
        yield Problem("offer", "the whole offer is chosen: the phase is lay", ("phase",))
    elif len(position.offer) != wanted:
        message = f"{counted(len(position.offer), 'tile')} on offer, not {wanted}"
        yield Problem("offer", message, ("offer",))
    elif position.tiles_in_play != in_play:
        message = (
            f"board, hands and offer have {counted(position.tiles_in_play, 'tile')}; in turn {turn}"
            f" they have {in_play}"
        )
        yield Problem("one-tile-a-turn", message, ("turn",))
    for player, hand in enumerate(position.hands, 1):
        if len(hand) > turn:
            message = f"player {player} has {counted(len(hand), 'tile')} in turn {turn}"
            yield Problem("one-tile-a-turn", message, ("hands", player))


def _end_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """A game that goes on after its end, or is over before it."""
    specials = specials_on_board(pieces, position)
    if position.phase in (Phase.BID, Phase.CHOOSE) and specials >= LAST_SPECIAL:
        message = f"{specials} special tiles lie on the board: the game is over"
        yield Problem("end-of-the-game", message, ("phase",))
    elif position.phase is Phase.OVER and not end_reason(pieces, position):
        message = "the game ends with three special tiles on the board, or an empty supply"
        yield Problem("end-of-the-game", message, ("phase",))
