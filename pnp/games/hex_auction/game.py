"""Hex Auction ("More tinkering with auction games") as a game: how it is written, scored and judged."""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.words import counted, in_words
from pnp.games.hex_auction.pieces import RULES, PieceSet
from pnp.play import (
    CHANCE_FIELD,
    FACING,
    HIDDEN_CHANCE,
    HIDDEN_TEXT,
    Chance,
    Chosen,
    Each,
    Field,
    Game,
    Hex,
    Hidden,
    IllegalMove,
    Joined,
    Lay,
    Layout,
    MoveNotation,
    Option,
    Part,
    Path,
    Problem,
    Score,
    Sentence,
    Table,
    Words,
    around,
    codec,
    format_cell,
    options_field,
    replaced,
    tiles_by_place,
    without,
)
from pnp.tiles import UNCOLOURED, Tile
from pnp.tiles.hexgrid import ORIGIN, neighbours

PLAYERS = range(3, 6)

# The designer's page suggests 5 to 10 coins.
COINS = {"five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}

# A bid that a player does not see.
HIDDEN_BID = -1

SIDES = 6

OPTIONS = (
    Option(
        "coins",
        "How many coins does each player get?",
        {"set": "as many as the set-up says", **{name: str(n) for name, n in COINS.items()}},
    ),
    Option(
        "bid-nothing",
        "May you bid nothing?",
        {"allowed": "yes", "forbidden": "no, at least one coin if you have any"},
    ),
    Option(
        "runs",
        "How many runs may you lay in a turn?",
        {"one": "one", "several": "several, and each begins anywhere at the board"},
    ),
    Option(
        "empty-supply",
        "What if the supply has too few tiles to offer one to each player?",
        {
            "end": "the game is over",
            "rest": "one more turn, in which the highest bids choose and the others get no tile",
        },
    ),
)


class Phase(Enum):
    """The steps in which players decide; the value is the word in a file."""

    BID = "bid"
    CHOOSE = "choose"
    LAY = "lay"
    OVER = "over"


class Run(NamedTuple):
    """A run: the player who laid it, and its cells in the order of laying."""

    player: int
    cells: tuple[Hex, ...]


class Position(NamedTuple):
    """The board, the money, and the step of the turn.

    Players count from 1, clockwise. They bid one after the other, and a bid stays among its player's
    `coins` until the pot is shared out. `done` counts the players who have chosen a tile, or who have
    finished laying. `run` has the cells of the run that is being laid. `points` has the points on the
    pad for runs that `runs` lacks. All other tiles of the set are in the supply. An extract may omit
    the coins and the tie-breaker, which are then `()` and 0.
    """

    players: int
    table: Layout[Tile]
    runs: tuple[Run, ...]
    points: tuple[int, ...]
    coins: tuple[int, ...]
    pot: int
    tie_breaker: int
    turn: int
    phase: Phase
    hands: tuple[tuple[Tile, ...], ...]
    options: Chosen
    chance: Chance
    bids: tuple[int, ...] = ()
    offer: tuple[Tile, ...] = ()
    done: int = 0
    run: tuple[Hex, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """The players in the order of the turn, once all have bid."""
        return order_of(self.bids, self.tie_breaker)

    @property
    def mover(self) -> int:
        """The player who decides next; 0 when the game is over."""
        phase = self.phase
        if phase is Phase.LAY:
            return self.order[-1 - self.done]
        if phase is Phase.BID:
            return len(self.bids) + 1
        return self.order[self.done] if phase is Phase.CHOOSE else 0

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand of the player who decides next."""
        return self.hands[self.mover - 1]

    @property
    def all_runs(self) -> tuple[Run, ...]:
        """The runs, with the one that is being laid as the last."""
        return (*self.runs, Run(self.mover, self.run)) if self.run else self.runs

    @property
    def tiles_in_play(self) -> int:
        """The number of tiles on the board, in hands and on offer."""
        return len(self.table) + sum(map(len, self.hands)) + len(self.offer)


@lru_cache(maxsize=1024)
def order_of(bids: tuple[int, ...], tie_breaker: int) -> tuple[int, ...]:
    """The players in the order of the turn: the highest bid first.

    Equal bids go clockwise, from the player who has the tie-breaker.

    >>> ["ABCDE"[player - 1] for player in order_of((2, 3, 1, 2, 2), 1)]
    ['B', 'A', 'D', 'E', 'C']
    """
    players = len(bids)
    return tuple(
        sorted(
            range(1, players + 1),
            key=lambda player: (-bids[player - 1], (player - tie_breaker) % players),
        )
    )


@frozen(slots=True)
class Bid:
    """Hold out some coins in your fist."""

    coins: int


@frozen(slots=True)
class Choose:
    """Take a tile of the offer into your hand."""

    kind: Tile


@frozen(slots=True)
class Stop:
    """Finish your run, or lay none."""


Move = Bid | Choose | Lay | Stop


class HexAuction(Game[Position, Move]):
    """The rules of play.

    Players bid one after the other, from player 1; `view` hides the bids until all are made. A run is
    laid tile by tile, until its player stops.
    """

    name = "hex-auction"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES

    @cached_property
    def pieces(self) -> PieceSet:
        return PieceSet(self.tileset)

    @cached_property
    def words(self) -> Words:
        pieces, most = self.pieces, PLAYERS[-1]
        kinds = codec.ListOf("the tiles", pieces.kind_word, is_sorted=True)
        cells = codec.ListOf("the cells", codec.CELL)
        hands = codec.PerPlayer("hands", kinds, most=most)
        points = codec.PerPlayer("points", codec.Number("points"), most=most)
        player = codec.Number("a player", least=1, most=most)
        run = codec.Record("a run", Run, player=player, cells=cells)
        coins = codec.Word("a number of coins", _coins)
        # `?` is a bid that a player does not see.
        bid = codec.Word(
            "a bid",
            lambda text: HIDDEN_BID if text == HIDDEN_TEXT else _coins(text),
            lambda bid: HIDDEN_TEXT if bid == HIDDEN_BID else str(bid),
        )
        fields = (
            options_field(OPTIONS),
            Field("tiles", pieces.layout_codec(Layout), blank=Layout(), attribute="table"),
            Field("runs", codec.ListOf("the runs", run), ()),
            Field(
                "players",
                codec.Number("players", least=PLAYERS[0], most=most),
                blank=lambda values: max(PLAYERS[0], *(run.player for run in values["runs"]), 0),
            ),
            Field("points", points, lambda values: (0,) * values["players"]),
            Field("coins", codec.PerPlayer("coins", codec.Number("coins"), most=most), blank=()),
            Field("tie-breaker", player, blank=0),
            Field("phase", codec.word_of("a phase", Phase), blank=Phase.OVER),
            Field("pot", codec.Number("the pot"), blank=0),
            Field("turn", codec.Number("the turn", least=1), blank=0),
            Field("bids", codec.PerPlayer("bids", bid, most=most), ()),
            Field("offer", kinds, ()),
            Field("hands", hands, lambda values: ((),) * values["players"]),
            Field("done", codec.Number("done", most=most - 1), 0),
            Field("run", cells, ()),
            CHANCE_FIELD,
        )
        place: dict[str, codec.Word[Any]] = {"tile": pieces.tile_word, "cell": codec.CELL}
        sentences = MoveNotation[Move](
            Sentence(Bid, "bid {coins}", {"coins": coins}, "bid 2"),
            Sentence(Choose, "choose {kind}", {"kind": pieces.kind_word}, "choose RROOYY"),
            Sentence(Lay, "lay {tile} at {cell}", place, "lay RROOYY at 1,0"),
            Sentence(Stop, "stop"),
        )
        return Words(fields, sentences, pieces.kind_word)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        tie_breaker, chance = chance.picked(range(1, players + 1))
        first, chance = chance.picked(self.pieces.bag())
        position = Position(
            players,
            table=self.pieces.laid(Layout(), ORIGIN, first),
            runs=(),
            points=(0,) * players,
            coins=(),
            pot=1,
            tie_breaker=tie_breaker,
            turn=0,
            phase=Phase.BID,
            hands=((),) * players,
            options=options,
            chance=chance,
        )
        coins = (coins_each(self.pieces, position),) * players
        return next_turn(self.pieces, position._replace(coins=coins))

    def to_move(self, position: Position) -> int | None:
        return position.mover or None

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

    def legal_moves(self, position: Position) -> Sequence[Move]:
        """Every legal move: bids from the lowest; tiles of the offer; stopping, then placements."""
        match position.phase:
            case Phase.BID:
                coins = position.coins[position.mover - 1]
                return Each(Bid, range(least_bid(position, coins), coins + 1))
            case Phase.CHOOSE:
                return Each(Choose, dict.fromkeys(position.offer))
            case Phase.LAY:
                kinds = dict.fromkeys(position.hand)
                return Joined((Stop(),), self.pieces.everywhere(kinds, places(position)))
        return ()

    @property
    def most_moves(self) -> int:
        # Players lay a tile or stop, or bid up to all coins of the game.
        coins = PLAYERS[-1] * max(self.pieces.coins, *COINS.values())
        return max(self.pieces.most_lays, coins + 1) + 1

    def play(self, position: Position, move: Move) -> Position:
        pieces = self.pieces
        match position.phase, move:
            case Phase.LAY, Lay(tile, cell):
                return _after_tile(pieces, position, tile, cell)
            case Phase.LAY, Stop():
                return _after_run(pieces, position)
            case Phase.BID, Bid(coins):
                return _after_bid(position, coins)
            case Phase.CHOOSE, Choose(kind):
                return _after_choice(pieces, position, kind)
            case Phase.OVER, _:
                reason = end_reason(pieces, position)
                raise IllegalMove("end-of-the-game", f"the game is over: {reason}")
        name = type(move).__name__.lower()
        raise IllegalMove("your-turn", f'"{name}" is not possible now: {_EXPECTED[position.phase]}')

    def playout(self, position: Position, rng: Random) -> Position:
        while position.phase is not Phase.OVER:
            if position.phase is Phase.BID and not position.bids:
                position = _after_random_turn(self.pieces, position, rng)
            else:
                position = self.play(position, rng.choice(self.legal_moves(position)))
        return position

    def view(self, position: Position, player: int) -> Position:
        """The others' bids are hidden until all are made, and chance is hidden always."""
        bids = position.bids
        if position.phase is Phase.BID:
            bids = tuple(
                bid if bidder == player else HIDDEN_BID for bidder, bid in enumerate(bids, 1)
            )
        return position._replace(bids=bids, chance=HIDDEN_CHANCE)

    def completed(self, view: Position, player: int, rng: Random) -> Position:
        """Any bids that the players can make."""
        bids = tuple(
            rng.randint(least_bid(view, coins), coins) if bid == HIDDEN_BID else bid
            for bid, coins in zip(view.bids, view.coins, strict=False)
        )
        return view._replace(bids=bids)

    def table(self, position: Position) -> Table:
        return Table(
            self.pieces.shown(position.table),
            labels=tuple(
                (format_cell(cell), str(number)) for number, cell in enumerate(position.run, 1)
            ),
        )

    def score(self, position: Position) -> Score:
        """The score with a part for each run; the run that is being laid scores as if finished."""
        parts = tuple(_parts(position))
        totals = dict.fromkeys(map(_name, range(1, position.players + 1)), 0)
        for part in parts:
            totals[part.whose] += part.points
        most = max(totals.values())
        ahead = [player for player, total in enumerate(totals.values(), 1) if total == most]
        # Once bids are revealed they are spent, and the tie-breaker moves on at the end of the turn.
        is_revealed = position.phase in (Phase.CHOOSE, Phase.LAY)
        at_end = shared_out(position) if is_revealed else position
        winners, tie_break = _tie_broken(at_end, ahead)
        return Score(parts, tuple(totals.items()), tuple(map(_name, winners)), tie_break)

    def points(self, position: Position) -> tuple[int, ...]:
        points = [*position.points]
        for run, found in _matches_of_runs(position):
            points[run.player - 1] += sum(found)
        return tuple(points)

    def facts(self, position: Position) -> Mapping[str, int]:
        has_specials = specials_on_board(self.pieces, position) >= LAST_SPECIAL
        return {
            "the supply ran out": int(not has_specials),
            "tiles left": self.pieces.total - position.tiles_in_play,
            "turns of the auction": position.turn,
        }

    def extract_status(self, position: Position) -> Iterator[Problem]:
        yield from self.pieces.too_many(_tiles(position))
        coins = position.coins or (0,) * position.players
        tie_breaker = position.tie_breaker or 1
        wrong = [*_player_status(position._replace(coins=coins, tie_breaker=tie_breaker))]
        yield from wrong or _run_status(position)

    def status(self, position: Position) -> Iterator[Problem]:
        pieces = self.pieces
        yield from pieces.too_many(_tiles(position))
        yield from _board_status(position)
        wrong = [*_player_status(position), *_phase_status(position)]
        yield from wrong
        if not wrong:
            wrong = [*_run_status(position), *_turn_status(pieces, position)]
            wrong = wrong or [*_share_status(pieces, position)]
            yield from wrong or _turns_status(position)
            yield from _money_status(pieces, position)
            yield from _end_status(pieces, position)


# Moves.


# The game ends with the turn in which so many special tiles lie on the board.
LAST_SPECIAL = 3

_EXPECTED = {
    Phase.BID: "make a bid",
    Phase.CHOOSE: "choose a tile of the offer",
    Phase.LAY: "lay a tile, or stop",
}


def least_bid(position: Position, coins: int) -> int:
    """The lowest bid that a player with so many coins may make."""
    return min(1, coins) if position.options["bid-nothing"] == "forbidden" else 0


def places(position: Position) -> list[Hex]:
    """The cells for the next tile of a run, sorted: beside the tile before it, or beside any tile."""
    if position.run:
        return sorted(cell for cell in around(position.run[-1]) if cell in position.table.places)
    return sorted(position.table.places)


def _after_bid(position: Position, coins: int) -> Position:
    """The player has bid; when all have, the bids are revealed."""
    has = position.coins[position.mover - 1]
    if not 0 <= coins <= has:
        raise IllegalMove("bid", f"you cannot bid {coins}: you have {counted(has, 'coin')}")
    if coins < least_bid(position, has):
        raise IllegalMove("bid-nothing", "you cannot bid nothing: you have a coin")
    bids = (*position.bids, coins)
    if len(bids) == position.players and HIDDEN_BID in bids:
        raise Hidden("the other bids")
    phase = Phase.CHOOSE if len(bids) == position.players else Phase.BID
    return position._replace(bids=bids, phase=phase)


def _after_choice(pieces: PieceSet, position: Position, kind: Tile) -> Position:
    """The player takes a tile; when the offer is empty, the players lay."""
    if kind not in position.offer:
        known = ", ".join(map(pieces.write, position.offer))
        raise IllegalMove("choose", f"{pieces.write(kind)} is not on offer; choose from {known}")
    offer = without(position.offer, kind)
    hand = tuple(sorted((*position.hand, kind)))
    return position._replace(
        offer=offer,
        hands=replaced(position.hands, position.mover - 1, hand),
        phase=Phase.CHOOSE if offer else Phase.LAY,
        done=position.done + 1 if offer else 0,
    )


def _after_tile(pieces: PieceSet, position: Position, tile: Tile, cell: Hex) -> Position:
    """The player lays a tile, which is the last of the run so far."""
    kind = pieces.kinds.get(tile)
    if kind is None or kind not in position.hand:
        raise IllegalMove("your-tile", f"{pieces.write(tile)} is not in your hand")
    _check_place(pieces, position, cell)
    return position._replace(
        table=pieces.laid(position.table, cell, tile),
        hands=replaced(position.hands, position.mover - 1, without(position.hand, kind)),
        run=(*position.run, cell),
    )


def _check_place(pieces: PieceSet, position: Position, cell: Hex) -> None:
    """Raises IllegalMove if the next tile of the run may not lie there."""
    table, run, where = position.table, position.run, format_cell(cell)
    if cell in table.tiles:
        raise IllegalMove("empty-place", f"a tile lies on {where}: {pieces.write(table[cell])}")
    if run and cell not in around(run[-1]):
        before = format_cell(run[-1])
        message = f"a tile on {where} does not touch {before}, where you laid the tile before"
        raise IllegalMove("run", message)
    if cell not in table.places:
        raise IllegalMove("touching", f"a tile on {where} touches no tile on the board")


def _after_run(pieces: PieceSet, position: Position) -> Position:
    """The run is finished; after the last player's, so is the turn."""
    runs, done = position.all_runs, position.done + 1
    if position.run and position.options["runs"] == "several" and position.hand:
        return position._replace(runs=runs, run=())
    if done < position.players:
        return position._replace(runs=runs, run=(), done=done)
    return next_turn(pieces, shared_out(position._replace(runs=runs, run=(), done=done)))


def _after_random_turn(pieces: PieceSet, position: Position, rng: Random) -> Position:
    """The position after a whole turn of random moves, which change one table in place."""
    bids = tuple(rng.randrange(least_bid(position, has), has + 1) for has in position.coins)
    order = order_of(bids, position.tie_breaker)
    hands, offer = [*map(list, position.hands)], [*position.offer]
    for player in order[: len(offer)]:
        kind = rng.choice([*dict.fromkeys(offer)])
        offer.remove(kind)
        insort(hands[player - 1], kind)
    table, runs = position.table.copy(), [*position.runs]
    several = position.options["runs"] == "several"
    for player in reversed(order):
        hand, run = hands[player - 1], list[Hex]()
        while True:
            among = around(run[-1]) if run else table.places
            lays = pieces.everywhere(
                dict.fromkeys(hand), sorted(cell for cell in among if cell in table.places)
            )
            # The first of the moves is to stop.
            number = rng.randrange(1 + len(lays))
            if number:
                tile, cell = lays.at(number - 1)
                table.put(cell, tile, pieces.sides[tile])
                hand.remove(pieces.kinds[tile])
                run.append(cell)
                continue
            if run:
                runs.append(Run(player, tuple(run)))
            if not (several and run and hand):
                break
            run = []
    laid = position._replace(
        table=table, runs=tuple(runs), hands=tuple(map(tuple, hands)), offer=(), bids=bids
    )
    return next_turn(pieces, shared_out(laid))


# The end of a turn and of the game.


def coins_each(pieces: PieceSet, position: Position) -> int:
    """The number of coins that each player gets at the start."""
    return COINS.get(position.options["coins"], pieces.coins)


def specials_on_board(pieces: PieceSet, position: Position) -> int:
    """The number of special tiles on the board."""
    return sum(pieces.kinds[tile] in pieces.special for tile in position.table.tiles.values())


def least_offer(position: Position) -> int:
    """The number of tiles that the supply needs for another turn to begin."""
    return 1 if position.options["empty-supply"] == "rest" else position.players


def end_reason(pieces: PieceSet, position: Position) -> str:
    """Why no further turn begins; empty if one does."""
    specials = specials_on_board(pieces, position)
    if specials >= LAST_SPECIAL:
        return f"{specials} special tiles lie on the board"
    supply = pieces.total - position.tiles_in_play
    return f"the supply has {counted(supply, 'tile')}" if supply < least_offer(position) else ""


def next_turn(pieces: PieceSet, position: Position) -> Position:
    """The beginning of the next turn with its offer, or the end of the game."""
    if end_reason(pieces, position):
        return position._replace(phase=Phase.OVER, done=0)
    hands = (tile for hand in position.hands for tile in hand)
    supply = pieces.rest((*position.table.tiles.values(), *hands))
    chance = position.chance
    offer: list[Tile] = []
    while supply and len(offer) < position.players:
        tile, supply, chance = chance.drawn(supply)
        offer.append(tile)
    return position._replace(
        turn=position.turn + 1, phase=Phase.BID, done=0, offer=tuple(sorted(offer)), chance=chance
    )


def shared_out(position: Position) -> Position:
    """The pot takes all bids and is shared; the tie-breaker goes to the next player."""
    share, pot = divmod(position.pot + sum(position.bids), position.players)
    return position._replace(
        coins=tuple(
            coins - bid + share for coins, bid in zip(position.coins, position.bids, strict=True)
        ),
        bids=(),
        pot=pot,
        tie_breaker=position.tie_breaker % position.players + 1,
    )


def _coins(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,4}", text) is None:
        raise ValueError(f'"{text}" is not a number of coins')
    return int(text)


# The score.


def matches(table: Mapping[Hex, Tile], cell: Hex, later: Collection[Hex] = ()) -> int:
    """The number of edges of a tile that have the colour of the edge that they touch.

    The tiles on the cells *later* were not there yet. An edge without a colour, which sets of other
    designers may have, matches nothing.
    """
    found = 0
    for colour, other, side in zip(table[cell].edges, around(cell), FACING, strict=True):
        if other in table and other not in later and colour != UNCOLOURED:
            found += colour == table[other].edges[side]
    return found


def _name(player: int) -> str:
    return f"player {player}"


def _matches_of_runs(position: Position) -> Iterator[tuple[Run, list[int]]]:
    """The matches of each tile of each run, on the board as it was when the run was finished."""
    runs = position.all_runs
    later = {cell for run in runs for cell in run.cells}
    for run in runs:
        later.difference_update(run.cells)
        yield run, [matches(position.table.tiles, cell, later) for cell in run.cells]


def _parts(position: Position) -> Iterator[Part]:
    """The points on the pad, and those of runs."""
    for player, points in enumerate(position.points, 1):
        if points:
            yield Part(_name(player), "points on the pad", points)
    for run, found in _matches_of_runs(position):
        what, how = f"run of {counted(len(found), 'tile')}", " + ".join(map(str, found))
        yield Part(_name(run.player), what, sum(found), how, tuple(map(format_cell, run.cells)))


def _tie_broken(position: Position, ahead: list[int]) -> tuple[list[int], str]:
    """The winners among the players with the most points, and the reason in words.

    The most coins win, then the player with the tie-breaker or the next one clockwise. An extract
    may omit both.
    """
    if len(ahead) == 1 or not position.coins:
        return ahead, ""
    most = max(position.coins[player - 1] for player in ahead)
    rich = [player for player in ahead if position.coins[player - 1] == most]
    if len(rich) == 1:
        return rich, f"{_name(rich[0])} has the most coins of the tied players, {most}"
    equal = f"{in_words([*map(_name, rich)])} have {counted(most, 'coin')} each"
    if not position.tie_breaker:
        return rich, equal
    steps = {player: (player - position.tie_breaker) % position.players for player in rich}
    closest = min(rich, key=steps.__getitem__)
    place = (
        "is the next clockwise from the tie-breaker" if steps[closest] else "has the tie-breaker"
    )
    return [closest], f"{equal}; {_name(closest)} {place}"


# Problems of a position, which can be seen in the position itself.


def _tiles(position: Position) -> Iterator[tuple[Tile, Path]]:
    """All tiles outside of the supply, and where the file has them."""
    hands = dict(enumerate(position.hands, 1))
    return tiles_by_place(tiles=position.table, hands=hands, offer=position.offer)


def _board_status(position: Position) -> Iterator[Problem]:
    """A board without tiles, or with tiles that are not connected."""
    if not position.table:
        yield Problem("set-up", "no tile lies on the board", ("tiles",))
        return
    first = next(iter(position.table))
    for cell in position.table.apart_from([first])[:1]:
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
    for rule, key in (("points", "points"), ("share-out", "coins")):
        for player, number in enumerate(getattr(position, key), 1):
            if number < 0:
                yield Problem(rule, f"player {player} has {number} {key}", (key, player))
    for player, path in (
        (position.tie_breaker, ("tie-breaker",)),
        *((run.player, ("runs", k, "player")) for k, run in enumerate(position.runs)),
    ):
        if not 1 <= player <= players:
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
        if bid < 0 and not (bid == HIDDEN_BID and phase is Phase.BID):
            message = f"the bid of player {player} is hidden in the phase bid only"
            yield Problem("bid", message, ("bids", player))
    most = players - 1 if phase in (Phase.CHOOSE, Phase.LAY) else 0
    if not 0 <= position.done <= most:
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
    # One coin opens the pot.
    wanted = position.players * coins_each(pieces, position) + 1
    found = sum(position.coins) + position.pot
    if found != wanted:
        message = f"the players and the pot have {counted(found, 'coin')}; the game has {wanted}"
        yield Problem("share-out", message, ("coins",))
    elif position.turn == 1 and position.phase is not Phase.OVER and len({*position.coins}) > 1:
        message = "until coins are shared out at the end of turn 1, all players have as many"
        yield Problem("share-out", message, ("coins",))
    elif not 0 <= position.pot < position.players:
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


def _share_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Players who have laid and hold more or fewer tiles than they have chosen."""
    turn, phase, players = position.turn, position.phase, position.players
    offered = min(players, pieces.total - 1 - players * (turn - 1))
    laid = Counter(run.player for run in position.all_runs for _ in run.cells)
    is_complete = len(position.table) == 1 + laid.total()
    have_chosen = {Phase.CHOOSE: position.done, Phase.LAY: offered}.get(phase, 0)
    chosen = position.order[:have_chosen] if have_chosen else ()
    for player, (hand, points) in enumerate(zip(position.hands, position.points, strict=True), 1):
        # Who has chosen in a last turn with too few tiles is not known any more.
        most = turn if phase is Phase.OVER or player in chosen else turn - 1
        least = turn - 1 if phase is Phase.OVER and offered < players else most
        found = len(hand) + laid[player]
        lacking = most - found
        if lacking < 0 or (is_complete and found < least):
            has = f"player {player} has {counted(found, 'tile')} in the hand and in runs"
            message = f"{has}, not {most}: one for each turn"
            yield Problem("one-tile-a-turn", message, ("hands", player))
        elif points > (0 if is_complete else SIDES * lacking):
            message = f"player {player} cannot have {points} points from runs that are not listed"
            yield Problem("points", message, ("points", player))


def _turns_status(position: Position) -> Iterator[Problem]:
    """Runs that players could not lay in so many turns, each in turn and with the tiles that they had.

    Gives each run the first turn in which it was possible.
    """
    several = position.options["runs"] == "several"
    order = position.order[::-1] if position.phase is Phase.LAY else ()
    # Who has not laid yet in this turn has laid in earlier turns only, and so has everybody before.
    over = range(1, position.players + 1) if position.phase is Phase.OVER else ()
    in_time = {*over, *order[: position.done], *order[position.done :][:several]}
    turn, in_turn, laid = 1, [0], Counter[int]()
    for number, (player, cells) in enumerate(position.all_runs):
        path: Path = ("runs", number) if number < len(position.runs) else ("run",)
        laid[player] += len(cells)
        if laid[player] > turn or (player in in_turn and not (several and player == in_turn[-1])):
            turn, in_turn = max(turn + 1, laid[player]), [0]
        if turn == position.turn and order and in_turn[-1] in order:
            is_late = order.index(player) < order.index(in_turn[-1])
        else:
            is_late = turn > position.turn - (path[0] == "runs" and player not in in_time)
        if is_late:
            message = f"player {player} cannot have laid so many runs before this turn"
            yield Problem("run", message, path)
            return
        in_turn.append(player)


def _specials_before(pieces: PieceSet, position: Position) -> int:
    """The special tiles that lay on the board before this turn; 0 if not all runs are listed.

    Each player has laid at most the last of the runs, or the last ones, in this turn.
    """
    table, runs = position.table, position.all_runs
    if len(table) > 1 + sum(len(run.cells) for run in runs):
        return 0
    last: list[Run] = []
    for run in reversed(runs):
        before = last[-1].player if last and position.options["runs"] == "several" else 0
        if run.player != before and run.player in [each.player for each in last]:
            break
        last.append(run)
    now = {cell for run in last for cell in run.cells}
    return sum(
        pieces.kinds[tile] in pieces.special for cell, tile in table.items() if cell not in now
    )


def _end_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """A game that goes on after its end, or is over before it."""
    specials = specials_on_board(pieces, position)
    if position.phase in (Phase.BID, Phase.CHOOSE) and specials >= LAST_SPECIAL:
        message = f"{specials} special tiles lie on the board: the game is over"
        yield Problem("end-of-the-game", message, ("phase",))
    elif specials >= LAST_SPECIAL and _specials_before(pieces, position) >= LAST_SPECIAL:
        message = (
            f"{LAST_SPECIAL} special tiles lay on the board before this turn: the game was over"
        )
        yield Problem("end-of-the-game", message, ("turn",))
    elif position.phase is Phase.OVER and not end_reason(pieces, position):
        message = "the game ends with three special tiles on the board, or an empty supply"
        yield Problem("end-of-the-game", message, ("phase",))
