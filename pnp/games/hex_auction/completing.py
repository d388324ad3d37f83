"""What a file leaves out: every position that it can mean, the usual one first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.games.hex_auction.bidding import bidden
from pnp.games.hex_auction.history import Checked, can_have_come_about
from pnp.games.hex_auction.pieces import Pieces
from pnp.games.hex_auction.position import PLAYERS, Phase, Position, Run
from pnp.games.hex_auction.turn import enough_specials, final_run, most_turns, offered
from pnp.games.hex_auction.written import File


def candidates(pieces: Pieces, told: File) -> Iterator[Checked]:
    """The positions, with all that the file is silent about; no rule has been asked yet."""
    for players in _players(told):
        file = replace(told, players=players)
        for written in _written(pieces, file):
            for turn in _turns(pieces, file, written):
                for auction in bidden(pieces, file, _dated(pieces, file, written, turn)):
                    for done in _done(pieces, file, auction):
                        position = _on_offer(pieces, file, auction._replace(done=done))
                        yield Checked(pieces, file, position)


def _players(file: File) -> Iterable[int]:
    """How many play: as the file tells, or else the fewest that it speaks of, and more."""
    return range(file.players, 1 + (file.players if file.tells_players else PLAYERS[-1]))


def _written(pieces: Pieces, file: File) -> Iterator[Position]:
    """The position as far as it is written, in each step that it can be.

    All tiles of the supply are on offer where it is not told which.
    """
    players = file.players
    hands = (tuple(sorted(tile.value for tile in hand.value)) for hand in file.hands)
    position = Position(
        file.options,
        tiles=tuple(sorted((cell, tile.value) for cell, tile in file.tiles.items())),
        coins=tuple(coins.value for coins in file.coins) or (0,) * players,
        hands=tuple(hands) or ((),) * players,
        pad=tuple(points.value for points in file.points) or (0,) * players,
        chance=file.chance,
        bids=tuple(bid.value for bid in file.bids),
        offer=tuple(sorted(tile.value for tile in file.offer)),
        runs=tuple(Run(0, run.seat, tuple(cell.value for cell in run.cells)) for run in file.runs),
        run=tuple(cell.value for cell in file.run),
        extract=not file.is_whole,
    )
    supply, chance = position.chance.shuffled(pieces.bag_without(position.used()))
    for phase in _phases(file, ended=enough_specials(pieces, position)):
        draws = phase in (Phase.BID, Phase.CHOOSE) and not file.says("offer")
        drawn = position._replace(offer=supply, chance=chance) if draws else position
        yield drawn._replace(phase=phase)


def _phases(file: File, *, ended: bool) -> tuple[Phase, ...]:
    """The steps that it can be; where nothing tells, the next turn begins, or the game is over.

    Nobody bids or chooses any more in a game that has ended with a special tile.
    """
    if file.phase is not None:
        return (file.phase,)
    if file.run:
        return (Phase.LAY,)
    if file.bids and len(file.bids) < file.players:
        return (Phase.BID,)
    if file.offer:
        return (Phase.CHOOSE,) if file.bids else (Phase.BID, Phase.CHOOSE)
    if file.bids:
        return (Phase.LAY, Phase.CHOOSE)
    if ended:
        return (Phase.OVER, Phase.LAY)
    return (Phase.BID, Phase.OVER, Phase.CHOOSE, Phase.LAY)


def _turns(pieces: Pieces, file: File, written: Position) -> Iterable[int]:
    """The turn, or the first by whose end all can have come about, the one after it, and the last."""
    if file.turn is not None:
        return (file.turn,)
    last = most_turns(pieces, written)
    first = next(
        (
            turn
            for turn in range(1, last + 1)
            for latest in _latest(file, written)
            if can_have_come_about(Checked(pieces, file, _dated(pieces, file, latest, turn)))
        ),
        last,
    )
    return sorted({first, min(first + 1, last), last})


def _latest(file: File, written: Position) -> list[Position]:
    """The end of the step, when all have chosen, or laid; of a run, whoever it may be who lays it."""
    players = file.players
    match written.phase:
        case Phase.CHOOSE:
            return [written._replace(bids=(0,) * players, done=players)]
        case Phase.LAY if file.run:
            seats = range(players) if file.to_move is None else (file.to_move,)
            bids = [tuple(int(each == seat) for each in range(players)) for seat in seats]
            return [written._replace(bids=each, done=players - 1) for each in bids]
        case Phase.LAY:
            return [written._replace(phase=Phase.OVER)]
        case _:
            return [written]


def _dated(pieces: Pieces, file: File, written: Position, turn: int) -> Position:
    """In this turn, with the first turn of each run in which it can have been laid, if untold.

    From that run on with which the game ends, it is the last turn.
    """
    final = final_run(pieces, written) if written.phase in (Phase.LAY, Phase.OVER) else None
    runs: list[Run] = []
    laid, latest = Counter[int](), Counter[int]()
    for number, (told, run) in enumerate(zip(file.runs, written.runs, strict=True)):
        laid[run.seat] += len(run.cells)
        first = max(laid[run.seat], latest[run.seat] + 1, *(before.turn for before in runs[-1:]), 1)
        latest[run.seat] = told.turn or (turn if final is not None and number >= final else first)
        runs.append(run._replace(turn=latest[run.seat]))
    return written._replace(turn=turn, runs=tuple(runs))


def _done(pieces: Pieces, file: File, position: Position) -> Iterable[int]:
    """How many can have chosen, or had their chance to lay, before the player whose move it is."""
    players = file.players
    if position.phase not in (Phase.CHOOSE, Phase.LAY) or len(position.bids) < players:
        return (0,)
    choosing = position.phase is Phase.CHOOSE
    if file.to_move is not None:
        return ((position.order if choosing else position.order[::-1]).index(file.to_move),)
    if choosing and file.offer:
        return (min(max(0, offered(pieces, position) - len(file.offer)), players - 1),)
    return range(players)


def _on_offer(pieces: Pieces, file: File, position: Position) -> Position:
    """With as many tiles on offer as there are to choose, where it is not told which."""
    if file.says("offer") or not position.offer:
        return position
    number = max(0, offered(pieces, position) - position.done)
    return position._replace(offer=tuple(sorted(position.offer[:number])))
