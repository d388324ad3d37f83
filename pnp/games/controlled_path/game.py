"""Controlled Path as a game: how it is written, scored and judged."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import chain, combinations
from math import inf
from random import Random
from typing import Any

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.words import counted
from pnp.games.controlled_path.pieces import (
    RULES,
    WAYS,
    Join,
    Lying,
    Network,
    Path,
    PieceSet,
    Spot,
    Turned,
    walked,
)
from pnp.play import (
    CELLS,
    CHANCE_FIELD,
    HIDDEN_CHANCE,
    SIDES,
    Chance,
    Chosen,
    Field,
    Game,
    Hex,
    IllegalMove,
    MoveNotation,
    Moves,
    Option,
    Part,
    Problem,
    Score,
    Sentence,
    Table,
    Values,
    Words,
    codec,
    format_cell,
    hand_problem,
    numbered,
    options_field,
    replaced,
    tiles_by_place,
    without,
)
from pnp.tiles import Port, Tile
from pnp.tiles.hexgrid import distance, most_beside

HAND = 2  # tiles, on the designer's page
PLAYERS = range(2, 5)

# Causes of a loss other than the colour of the player who connected.
NO_CHANGE, NO_MOVE = -1, -2

# Where the start tiles lie: in a row for two players, in a triangle for three, in a rhombus for four.
START_PLACES = (Hex(0, 0), Hex(3, 0), Hex(0, 3), Hex(3, 3))
START_GAP = 3  # cells from one to the next

OPTIONS = (
    Option(
        "no-move",
        "What if your token cannot move after your change?",
        {"stay": "it stays where it is", "lose": "you are out"},
    ),
    Option(
        "out-of-tiles",
        "What if the supply and all hands are empty?",
        {
            "play-on": "you go on by turning tiles",
            "end": "the game ends, and all who are still in share the victory",
        },
    ),
    Option(
        "stalemate",
        "When do you share the victory because nobody places a new tile?",
        {
            "five": "after five turns each",
            "ten": "after ten turns each",
            "never": "never: the game may go on for ever",
        },
    ),
)

_QUIET_ROUNDS = {"five": 5, "ten": 10, "never": inf}


class Phase(Enum):
    """The steps in which players decide; the value is the word in a file."""

    CHANGE = "change"  # the player places or turns a tile
    MOVE = "move"  # the player moves the token
    OVER = "over"


class Token(NamedTuple):
    """A token and where it stands; `join` is empty if its tile has only one path."""

    colour: int
    cell: Hex
    join: Join = ()


class Loss(NamedTuple):
    """A player who has lost; the cause is the colour that connected, NO_CHANGE or NO_MOVE."""

    colour: int
    cause: int


class Position(NamedTuple):
    """The tiles on the table, the tokens, and what each player has.

    `tokens` are those of the players who are still in, by colour, and `lost` are the others in the
    order in which they lost. `hands` and `came_from` have an entry for every colour of the set: the
    open tiles, and the cell that the token left in its last move. Tiles in hands and in the supply are
    sorted kinds. `quiet` counts the turns in a row in which nobody placed a tile or lost.
    """

    table: Network
    tokens: tuple[Token, ...]
    turn: int
    phase: Phase
    hands: tuple[tuple[Tile, ...], ...]
    came_from: tuple[Hex | None, ...]
    supply: tuple[Tile, ...]
    options: Chosen
    chance: Chance
    lost: tuple[Loss, ...] = ()
    quiet: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        """The colours that play, clockwise."""
        lost = {loss.colour for loss in self.lost}
        return tuple(sorted(lost.union(token.colour for token in self.tokens)))

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand of the player whose turn it is."""
        return self.hands[self.turn]

    @property
    def token(self) -> Token:
        """The token of the player whose turn it is."""
        turn = self.turn
        for token in self.tokens:
            if token[0] == turn:
                return token
        raise ValueError("the player whose turn it is has no token")

    @property
    def others(self) -> tuple[Token, ...]:
        """The other tokens, clockwise from the player whose turn it is."""
        after = [token for token in self.tokens if token.colour > self.turn]
        return (*after, *(token for token in self.tokens if token.colour < self.turn))

    def spot(self, token: Token) -> Spot:
        """The part of a path on which a token stands."""
        return Spot(token.cell, token.join or self.table.tiles[token.cell].joins[0])

    @property
    def path(self) -> Path:
        """The controlled path of the player whose turn it is."""
        return self.table.path(self.spot(self.token))

    @property
    def connected(self) -> tuple[Token, ...]:
        """The opponents' tokens to which this path leads, clockwise."""
        spots = self.path.spots
        return tuple(token for token in self.others if self.spot(token) in spots)

    @property
    def most_quiet(self) -> float:
        """The number of turns in a row without a new tile that ends the game."""
        return _QUIET_ROUNDS[self.options["stalemate"]] * len(self.tokens)

    @property
    def ending(self) -> str:
        """Why the game ends with this turn; empty if it goes on."""
        if len(self.tokens) == 1:
            return "the last player with a token wins"
        if self.quiet >= self.most_quiet:
            return f"{counted(self.quiet, 'turn')} in a row have brought no new tile"
        if self.options["out-of-tiles"] == "end" and not self.supply and not any(self.hands):
            return "no tile is left"
        return ""


class Place(NamedTuple):
    """A change: place a tile of the hand on an empty place, turned as it is here."""

    cell: Hex
    tile: Tile


class Turn(NamedTuple):
    """A change: turn a tile on the table clockwise by so many sides."""

    cell: Hex
    steps: int


@frozen(slots=True)
class Step:
    """Move the token to a tile next to it."""

    cell: Hex


@frozen(slots=True)
class Stay:
    """Leave the token where it is, because it cannot move."""


Move = Place | Turn | Step | Stay


class ControlledPath(Game[Position, Move]):
    """The rules of play. A turn is two moves: a change, then a step of the token, or to stay."""

    name = "controlled-path"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES

    @cached_property
    def pieces(self) -> PieceSet:
        """The tiles for as many players as the set can have."""
        return PieceSet(self.tileset)

    @cached_property
    def words(self) -> Words:
        pieces, names = self.pieces, self.pieces.colours
        players = {name: colour for colour, name in enumerate(names)}
        colour = codec.word_among("a player's colour", players)
        causes = {**players, "no-change": NO_CHANGE, "no-move": NO_MOVE}
        cause = codec.word_among("a player's colour, no-change or no-move", causes)
        lost = codec.MapOf("lost", colour, cause).mapped(
            lambda found: tuple(map(Loss._make, found.items())), dict
        )
        tiles = codec.ListOf("a hand", pieces.kind_word, is_sorted=True)
        supply = codec.ListOf("the supply", pieces.kind_word, is_sorted=True)
        fields = (
            options_field(OPTIONS),
            Field("tiles", pieces.layout_codec(Network), blank=Network(), attribute="table"),
            Field("lost", lost, ()),
            Field("tokens", _tokens(pieces), lambda values: _at_start(pieces, values)),
            Field(
                "turn",
                colour,
                blank=lambda values: min((token.colour for token in values["tokens"]), default=0),
            ),
            Field("phase", codec.word_of("a phase", Phase), blank=Phase.MOVE),
            Field("hands", codec.by_name("hands", names, tiles, ()), blank=((),) * len(names)),
            Field(
                "came-from",
                codec.by_name("came-from", names, codec.CELL, None),
                (None,) * len(names),
            ),
            Field("supply", supply, lambda values: _rest(pieces, values), blank=()),
            Field("quiet", codec.Number("quiet"), 0),
            CHANCE_FIELD,
        )
        steps = codec.word_among("a number of sides", {str(each): each for each in range(1, 6)})
        place: dict[str, codec.Word[Any]] = {"tile": pieces.tile_word, "cell": codec.CELL}
        sentences = MoveNotation[Move](
            Sentence(Place, "place {tile} at {cell}", place),
            Sentence(Turn, "turn {cell} by {steps}", {"cell": codec.CELL, "steps": steps}),
            Sentence(Step, "move to {cell}", {"cell": codec.CELL}),
            Sentence(Stay, "stay"),
        )
        return Words(fields, sentences, pieces.kind_word)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        starts, places = self.pieces.starts, START_PLACES[:players]
        if players > len(starts):
            there = counted(len(starts), "start tile")
            raise ValueError(f"{players} players need {players} start tiles; the set has {there}")
        if players * HAND > len(self.pieces.paths):
            raise ValueError(f"the set has too few path tiles to deal {HAND} to each player")
        position = Position(
            Network.of(
                (cell, start, self.pieces.sides[start])
                for cell, start in zip(places, starts, strict=False)
            ),
            tuple(Token(colour, cell) for colour, cell in enumerate(places)),
            turn=0,
            phase=Phase.CHANGE,
            hands=((),) * len(starts),
            came_from=(None,) * len(starts),
            supply=self.pieces.paths,
            options=options,
            chance=chance,
        )
        for colour in range(players):
            position = drawn(position, colour)
        first, chance = position.chance.picked(range(players))
        return position._replace(turn=first, chance=chance)

    def to_move(self, position: Position) -> int | None:
        return None if position.phase is Phase.OVER else position.players.index(position.turn) + 1

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

    def legal_moves(self, position: Position) -> Sequence[Move]:
        """Every legal move: placements by kind and cell, then turns by cell; or steps of the token."""
        match position.phase:
            case Phase.CHANGE:
                return Changes(self.pieces, position)
            case Phase.MOVE:
                return tuple(map(Step, destinations(position))) or (Stay(),)
        return ()

    @property
    def most_moves(self) -> int:
        pieces = self.pieces
        tiles = len(pieces.starts) + len(pieces.paths)
        # Each start tile may have tiles of its own around it.
        beside = sum(map(most_beside, (tiles, *(0,) * (len(pieces.starts) - 1))))
        return HAND * 6 * beside + 5 * tiles

    def play(self, position: Position, move: Move) -> Position:
        pieces = self.pieces
        match position.phase, move:
            case Phase.OVER, _:
                raise IllegalMove("end-of-the-game", "the game is over")
            case Phase.CHANGE, Place(cell, tile):
                return _after_change(pieces, _placed(pieces, position, cell, tile))
            case Phase.CHANGE, Turn(cell, steps):
                return _after_change(pieces, _turned(pieces, position, cell, steps))
            case Phase.MOVE, Step(cell):
                return _with_next_turn(pieces, _moved(position, cell))
            case Phase.MOVE, Stay():
                if there := " or ".join(map(format_cell, destinations(position))):
                    raise IllegalMove("move-the-token", f"your token has to move, to {there}")
                return _with_next_turn(pieces, position)
        raise IllegalMove("your-turn", "place or turn one tile, and then move your token")

    def playout(self, position: Position, rng: Random) -> Position:
        while position.phase is not Phase.OVER:
            if position.phase is Phase.CHANGE and not position.chance.known:
                position = _after_random_turns(self.pieces, position, rng)
            else:
                position = self.play(position, rng.choice(self.legal_moves(position)))
        return position

    def view(self, position: Position, player: int) -> Position:
        """All but chance: hands are open, and the supply has the tiles that are nowhere else."""
        del player
        return position._replace(chance=HIDDEN_CHANCE)

    def player_name(self, position: Position, player: int) -> str:
        return self.pieces.colours[position.players[player - 1]]

    def table(self, position: Position) -> Table:
        names = self.pieces.colours
        tokens = ((format_cell(cell), f"token {names[who]}") for who, cell, _ in position.tokens)
        return Table(self.pieces.shown(position.table), tokens=tuple(tokens))

    def score(self, position: Position) -> Score:
        """A part for each player, who has 1 point if still in and 0 if out: the game has no points.

        An extract shows the table just after a change.
        """
        if position.phase is Phase.MOVE:
            position = with_losses(position)
        names = {colour: f"player {number}" for number, colour in enumerate(position.players, 1)}
        parts = tuple(sorted(_parts(self.pieces, position, names)))
        is_decided = position.phase is Phase.OVER or len(position.tokens) == 1
        is_whole = position.supply or any(position.hands)
        return Score(
            parts,
            tuple((part.whose, part.points) for part in parts),
            tuple(part.whose for part in parts if part.points),
            position.ending if is_decided else "",
            "" if is_decided else "still in",
            (f"The supply has {counted(len(position.supply), 'tile')}.",) if is_whole else (),
        )

    def facts(self, position: Position) -> Mapping[str, int]:
        causes = [loss.cause for loss in position.lost]
        left = len(position.supply) + sum(map(len, position.hands))
        return {
            "all tiles were placed": int(not left),
            "tiles left": left,
            "stalemate": int(position.quiet >= position.most_quiet),
            "players who could change nothing": causes.count(NO_CHANGE),
            "players who could not move": causes.count(NO_MOVE),
        }

    def extract_status(self, position: Position) -> Iterator[Problem]:
        return _table_status(self.pieces, position)

    def status(self, position: Position) -> Iterator[Problem]:
        """The phase is judged if nothing else is wrong."""
        pieces = self.pieces
        wrong = [*_table_status(pieces, position)]
        if not wrong:
            wrong += _set_up_status(pieces, position)
            wrong += _tile_status(pieces, position)
            wrong += _hand_status(pieces, position)
        yield from wrong or _phase_status(pieces, position)


# Moves.


class Changes(Moves[Place | Turn]):
    """Every legal change: placements by kind, cell and turn, then turns by cell."""

    def __init__(self, pieces: PieceSet, position: Position) -> None:
        path = position.path
        self._places = [
            (cell, tiles)
            for kind in dict.fromkeys(position.hand)
            for cell, sides in path.openings.items()
            if (tiles := pieces.meeting[kind][sides])
        ]
        table = position.table.tiles
        self._turns = [(cell, pieces.turning[table[cell]]) for cell in path.cells]
        self._placements = sum(len(tiles) for _, tiles in self._places)
        self._length = self._placements + sum(len(turns) for _, turns in self._turns)

    def __iter__(self) -> Iterator[Place | Turn]:
        yield from (Place(cell, tile) for cell, tiles in self._places for tile in tiles)
        yield from (Turn(cell, steps) for cell, turns in self._turns for steps in turns)

    def at(self, index: int) -> Place | Turn:
        for cell, tiles in self._places if index < self._placements else ():
            if index < len(tiles):
                return Place(cell, tiles[index])
            index -= len(tiles)
        index -= self._placements
        for cell, turns in self._turns:
            if index < len(turns):
                return Turn(cell, [*turns][index])
            index -= len(turns)
        raise IndexError(index)


def can_change(pieces: PieceSet, position: Position) -> bool:
    """Whether any change is legal."""
    table = position.table.tiles
    is_turned = any(pieces.turning[table[cell]] for cell in position.path.cells)
    return is_turned or len(Changes(pieces, position)) > 0


def destinations(position: Position) -> tuple[Hex, ...]:
    """The cells to which the token may move, sorted: back to the last one only if it has no other."""
    spot = position.spot(position.token)
    cells = {beside.cell for beside in position.table.next_spots(spot)}
    return tuple(sorted(cells - {position.came_from[position.turn]} or cells))


def _placed(pieces: PieceSet, position: Position, cell: Hex, tile: Tile) -> Position:
    """A tile of the hand is placed, and another one drawn."""
    kind, write = pieces.kinds.get(tile), pieces.write
    if kind is None or kind not in position.hand:
        hand = " and ".join(map(write, position.hand)) or "no tiles"
        raise IllegalMove("your-tile", f"{write(tile)} is not in your hand; you have {hand}")
    if cell in position.table:
        lying = write(position.table[cell])
        raise IllegalMove("empty-place", f"{lying} lies on {format_cell(cell)}")
    if tile not in pieces.meeting[kind][position.path.openings.get(cell, 0)]:
        message = f"on {format_cell(cell)} the tile meets no open terminal of your controlled path"
        raise IllegalMove("connect", message)
    hands = replaced(position.hands, position.turn, without(position.hand, kind))
    table = position.table.with_tile(cell, tile, pieces.sides[tile])
    return drawn(position._replace(table=table, hands=hands, quiet=0), position.turn)


def _turned(pieces: PieceSet, position: Position, cell: Hex, steps: int) -> Position:
    """A tile is turned, and the tokens on it turn with it."""
    if cell not in position.path.cells:
        message = f"your controlled path does not cross a tile on {format_cell(cell)}"
        raise IllegalMove("own-path", message)
    tile = pieces.turning[position.table[cell]].get(steps)
    if tile is None:
        message = f"turned by {steps}, the tile on {format_cell(cell)} lies as it lies now"
        raise IllegalMove("lie-differently", message)
    tokens = [*position.tokens]
    for number, (colour, where, join) in enumerate(tokens):
        if where == cell:
            turned = tuple(sorted(Port((port + steps) % 6) for port in join))
            tokens[number] = Token(colour, cell, turned)
    table = position.table.with_tile(cell, tile, pieces.sides[tile])
    return position._replace(table=table, tokens=tuple(tokens), quiet=position.quiet + 1)


def drawn(position: Position, colour: int) -> Position:
    """A player draws back to a full hand, as far as the supply reaches."""
    hand, supply, chance = position.hands[colour], position.supply, position.chance
    while supply and len(hand) < HAND:
        tile, supply, chance = chance.drawn(supply)
        hand = tuple(sorted((*hand, tile)))
    hands = replaced(position.hands, colour, hand)
    return position._replace(hands=hands, supply=supply, chance=chance)


def _after_change(pieces: PieceSet, position: Position) -> Position:
    """The opponents who are connected lose; the player moves if anybody else is left."""
    position = with_losses(position)
    if len(position.tokens) == 1:
        return position._replace(phase=Phase.OVER)
    if position.options["no-move"] == "lose" and not destinations(position):
        return _with_next_turn(pieces, _lost(position, position.turn, NO_MOVE))
    return position._replace(phase=Phase.MOVE)


def with_losses(position: Position) -> Position:
    """The position in which all opponents to whose tokens the controlled path leads have lost."""
    for token in position.connected:
        position = _lost(position, token.colour, position.turn)
    return position


def _moved(position: Position, cell: Hex) -> Position:
    """The token is moved to a tile next to it."""
    token, came_from = position.token, position.came_from[position.turn]
    spots = {spot.cell: spot for spot in position.table.next_spots(position.spot(token))}
    if cell not in spots:
        way = f"from {format_cell(token.cell)} to {format_cell(cell)}"
        message = f"your controlled path does not lead {way}"
        raise IllegalMove("one-tile-along-the-path", message)
    if cell == came_from and len(spots) > 1:
        where = format_cell(cell)
        message = f"your token has just come from {where}, and can move elsewhere"
        raise IllegalMove("no-turning-back", message)
    is_only = len(position.table[cell].joins) == 1
    there = Token(position.turn, cell, () if is_only else spots[cell].join)
    return position._replace(
        tokens=replaced(position.tokens, position.tokens.index(token), there),
        came_from=replaced(position.came_from, position.turn, token.cell),
    )


def _with_next_turn(pieces: PieceSet, position: Position) -> Position:
    """The turn of the next player who can change something; a player who cannot has lost."""
    following = position._replace(turn=position.others[0].colour, phase=Phase.CHANGE)
    if position.ending:
        return following._replace(phase=Phase.OVER)
    if not can_change(pieces, following):
        return _with_next_turn(pieces, _lost(following, following.turn, NO_CHANGE))
    return following


def _lost(position: Position, colour: int, cause: int) -> Position:
    """The position without a player's token; the hand goes into the supply."""
    return position._replace(
        tokens=tuple(token for token in position.tokens if token.colour != colour),
        hands=replaced(position.hands, colour, ()),
        came_from=replaced(position.came_from, colour, None),
        supply=tuple(sorted((*position.supply, *position.hands[colour]))),
        lost=(*position.lost, Loss(colour, cause)),
        quiet=0,
    )


def _after_random_turns(pieces: PieceSet, position: Position, rng: Random) -> Position:
    """The position after random turns until somebody loses or the game ends; they change one table in place."""
    lying = {numbered(cell): pieces.lying[tile] for cell, tile in position.table.tiles.items()}
    spots = [(token.colour, position.spot(token)) for token in position.tokens]
    where = {who: (numbered(cell), sum(1 << side for side in join)) for who, (cell, join) in spots}
    # Whether a token says on which path of its tile it stands.
    is_on_one = {token.colour: bool(token.join) for token in position.tokens}
    came_from = {who: cell and numbered(cell) for who, cell in enumerate(position.came_from)}
    hands, supply, changed = [*map(list, position.hands)], [*position.supply], dict[int, Lying]()
    turn, quiet, chance, drawn = position.turn, position.quiet, position.chance, 0
    gives_up = position.options["no-move"] == "lose"
    needs_tiles = position.options["out-of-tiles"] == "end"

    def reached() -> Position:
        table = position.table.copy()
        for cell, each in changed.items():
            table.put(CELLS[cell], each.tile, pieces.sides[each.tile])
        return position._replace(
            table=table,
            tokens=tuple(
                Token(who, CELLS[cell], _join(join) if is_on_one[who] else ())
                for who, (cell, join) in where.items()
            ),
            turn=turn,
            hands=tuple(map(tuple, hands)),
            came_from=tuple(None if cell is None else CELLS[cell] for cell in came_from.values()),
            supply=tuple(supply),
            chance=Chance(chance.seed, chance.step + drawn),
            quiet=quiet,
        )

    def changes() -> list[tuple[int, tuple[Turned, ...]]]:
        """The legal changes in their order: those of each cell, first of empty places by kind."""
        parts, openings = walked(lying, *where[turn])
        places, cells = sorted(openings.items()), sorted({part >> 6 for part in parts})
        unturned = [pieces.unturned[kind] for kind in dict.fromkeys(hands[turn])]
        laid = [(cell, found) for each in unturned for cell, at in places if (found := each[at])]
        return laid + [(cell, found) for cell in cells if (found := lying[cell].turned)]

    possible = changes()
    while True:
        hand = hands[turn]
        number = rng.randrange(sum(len(found) for _, found in possible))
        for at, found in possible:  # noqa: B007
            if number < len(found):
                break
            number -= len(found)
        steps, tile = found[number]
        lying[at] = changed[at] = tile
        if steps:
            quiet += 1
            for who, (cell, join) in where.items():
                if cell == at:
                    where[who] = cell, (join << steps | join >> 6 - steps) & 63
        else:
            quiet = 0
            hand.remove(pieces.kinds[tile.tile])
            while supply and len(hand) < HAND:
                insort(hand, supply.pop(chance.lot(len(supply), drawn)))
                drawn += 1
        cell, join = where[turn]
        parts, _ = walked(lying, cell, join)
        beside = [(cell + step, side) for step, side in WAYS[join] if cell + step in lying]
        ways = sorted((to, met) for to, side in beside if (met := lying[to].joins[side]))
        met_others = sum(to << 6 | each in parts for to, each in where.values()) > 1
        if met_others or (gives_up and not ways):
            return _after_change(pieces, reached())
        ways = [way for way in ways if way[0] != came_from[turn]] or ways
        # A token that cannot move has one move, too: to stay.
        way = rng.choice(ways or [None])
        if way:
            came_from[turn], where[turn] = cell, way
            is_on_one[turn] = len(lying[way[0]].tile.joins) > 1
        before, order = turn, [*where]
        turn = order[(order.index(turn) + 1) % len(order)]
        possible = changes()
        is_quiet = quiet >= position.most_quiet
        if is_quiet or not possible or (needs_tiles and not supply and not any(hands)):
            turn = before
            return _with_next_turn(pieces, reached())


def _join(sides: int) -> Join:
    return tuple(Port(side) for side in SIDES if sides >> side & 1)


def _tokens(pieces: PieceSet) -> codec.Codec[tuple[Token, ...]]:
    joins = {join: f" on {write_join(join)}" for tile in pieces.kinds for join in tile.joins}
    texts: dict[str, tuple[int, Join]] = {
        f"token {name}{where}": (colour, join)
        for colour, name in enumerate(pieces.colours)
        for join, where in {(): "", **joins}.items()
    }
    return codec.MapOf(
        "tokens", codec.CELL, codec.OneOrMore(codec.word_among("a token", texts))
    ).mapped(
        lambda found: tuple(
            sorted(Token(who, cell, join) for cell, each in found.items() for who, join in each)
        ),
        lambda tokens: {
            cell: tuple((each.colour, each.join) for each in tokens if each.cell == cell)
            for _, cell, _ in tokens
        },
    )


def write_join(join: Join) -> str:
    """The terminals of a path on a tile, counted from 1."""
    return "-".join(str(port + 1) for port in join)


def _at_start(pieces: PieceSet, values: Values) -> tuple[Token, ...]:
    """Tokens on the start tiles of all who have not lost."""
    cells = pieces.start_cells(values["table"])
    lost = [loss.colour for loss in values["lost"]]
    return tuple(Token(colour, cell) for colour, cell in cells.items() if colour not in lost)


def _rest(pieces: PieceSet, values: Values) -> tuple[Tile, ...]:
    rest = pieces.rest((*values["table"].values(), *chain(*values["hands"])))
    return tuple(tile for tile in rest if tile not in pieces.starts)


# The score.


# Three of four players can lose.
_ORDER = ("first", "second", "third")

_CAUSES = {NO_CHANGE: "no change was possible", NO_MOVE: "no move was possible"}


def _parts(pieces: PieceSet, position: Position, names: dict[int, str]) -> Iterator[Part]:
    for colour, cell, _ in position.tokens:
        name = pieces.colours[colour]
        how = f"the {name} token is on the table"
        yield Part(names[colour], "in", 1, how, (format_cell(cell),), name)
    for order, (colour, cause) in zip(_ORDER, position.lost, strict=False):
        by = f"connected to another token by a change of {pieces.colours[cause]}"
        how = f"{order} to lose, {_CAUSES.get(cause, by)}"
        yield Part(names[colour], "out", 0, how, (), pieces.colours[colour])


# Problems of a position, which can be seen in the position itself.


def _table_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Problems of the tiles and the tokens on the table, and of who plays."""
    yield from pieces.too_many(tiles_by_place(tiles=position.table))
    spots: list[Spot] = []
    for colour, cell, join in position.tokens:
        where, path = format_cell(cell), ("tokens", format_cell(cell))
        joins = position.table[cell].joins if cell in position.table else ()
        if [token.colour for token in position.tokens].count(colour) > 1:
            message = f"there is one {pieces.colours[colour]} token, not several"
            yield Problem("a-token-each", message, path)
        if join not in joins and (join or len(joins) != 1):
            there = " and ".join(map(write_join, joins))
            message = f"say on which path of the tile on {where} the token is: {there}"
            yield Problem("on-a-path", message if joins else f"no tile lies on {where}", path)
        elif (spot := Spot(cell, join or joins[0])) in spots:
            message = f"two tokens are on the same path of the tile on {where}"
            yield Problem("different-paths", message, path)
        else:
            spots.append(spot)
    yield from _player_status(pieces, position)


def _player_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Players without a token, impossible losses, and a wrong number of players."""
    players, still_in = position.players, [token.colour for token in position.tokens]
    for colour, cell in pieces.start_cells(position.table).items():
        if colour not in players:
            message = f"{pieces.colours[colour]} has a start tile, but no token, and has not lost"
            yield Problem("a-token-each", message, ("tiles", format_cell(cell)))
    out: list[int] = []
    for colour, cause in position.lost:
        name, path = pieces.colours[colour], ("lost", pieces.colours[colour])
        if colour in out:
            yield Problem("lost", f"{name} loses once", path)
        if cause in out:
            by = pieces.colours[cause]
            yield Problem("lost", f"{name} cannot lose to {by}, who has lost before", path)
        out.append(colour)
        if colour in still_in:
            yield Problem("lost", f"{name} has lost, but has a token on the table", path)
        by_nobody = cause == colour or (cause >= 0 and cause not in players)
        if by_nobody or (cause == NO_MOVE and position.options["no-move"] == "stay"):
            message = f"{name} loses to an opponent, by no-change, or by no-move if you play so"
            yield Problem("lost", message, path)
    if len(players) not in PLAYERS:
        message = f"this is a game for 2 to 4 players, not for {len(players)}"
        yield Problem("players", message, ("tokens",))
    elif position.turn not in range(len(pieces.colours)):
        yield Problem("players", f"there is no player {position.turn}", ("turn",))
    elif position.turn not in still_in:
        name = pieces.colours[position.turn]
        yield Problem("your-turn", f"{name} has no token on the table", ("turn",))


def _set_up_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Start tiles that are missing or lie wrong, and tiles apart from them."""
    cells = pieces.start_cells(position.table)
    in_a_row = sum(
        other in [one.moved(direction, START_GAP) for direction in range(6)]
        for one, other in combinations(cells.values(), 2)
    )
    # Pairs at this distance: 1 of two start tiles, 3 in a triangle, 5 in a rhombus.
    if {*cells} != {*position.players} or in_a_row != 2 * len(cells) - 3:
        message = "start tiles lie in a row, a triangle or a rhombus, two empty places between them"
        yield Problem("set-up", message, ("tiles",))
    for colour, cell, _ in position.tokens:
        # Tiles never leave the table, so those over which a token came still connect it.
        if colour in cells and cell in position.table.apart_from([cells[colour]]):
            name, where = pieces.colours[colour], format_cell(cell)
            message = f"no tiles connect the {name} token on {where} to its start tile"
            yield Problem("one-tile-along-the-path", message, ("tokens", where))
    for cell in position.table.apart_from(cells.values()):
        message = f"no tiles connect the tile on {format_cell(cell)} to a start tile"
        yield Problem("touching", message, ("tiles", format_cell(cell)))


def _tile_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Tiles in hands or in the supply that the set lacks, and tiles that are nowhere."""
    hands = dict(zip(pieces.colours, position.hands, strict=True))
    elsewhere = [*tiles_by_place(hands=hands, supply=position.supply)]
    yield from pieces.too_many([*tiles_by_place(tiles=position.table), *elsewhere])
    for path in dict.fromkeys(path for tile, path in elsewhere if tile in pieces.starts):
        yield Problem("set", "start tiles lie on the table", path)
    rest = pieces.rest((*position.table.values(), *(tile for tile, _ in elsewhere)))
    missing = sum(tile not in pieces.starts for tile in rest)
    if missing:
        message = f"the table, the hands and the supply lack {counted(missing, 'tile')} of the set"
        yield Problem("set", message, ("supply",))


def _hand_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Hands of a wrong size, and cells from which tokens cannot have come."""
    # Hands are full unless the supply has been empty; then the hands of losers may have filled it.
    is_drawn_from = len(position.supply) > HAND * len(position.lost)
    for colour, name in enumerate(pieces.colours):
        cells = [token.cell for token in position.tokens if token.colour == colour]
        hand, came_from = position.hands[colour], position.came_from[colour]
        most = HAND * len(cells)
        path = ("hands", name)
        yield from hand_problem(name, len(hand), most, is_full=is_drawn_from, path=path)
        if came_from is not None:
            where, path = format_cell(came_from), ("came-from", name)
            if [distance(came_from, cell) for cell in cells] != [1]:
                message = f"{name} has no token next to {where}"
                yield Problem("one-tile-along-the-path", message, path)
            elif came_from not in position.table:
                message = f"{name} cannot come from {where}: no tile lies there"
                yield Problem("one-tile-along-the-path", message, path)


def _phase_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """A game that should be over or is not, connected tokens, and players with nothing to do."""
    phase, name = position.phase, pieces.colours[position.turn]
    ending = position.ending if phase is not Phase.MOVE or len(position.tokens) == 1 else ""
    if (phase is Phase.OVER) != bool(ending):
        reason = ending or "no rule ends the game while several tokens are on the table"
        yield Problem("end-of-the-game", reason, ("phase",))
    if len(position.table) == len(position.players) and (
        phase is not Phase.CHANGE or position.lost
    ):
        message = "only start tiles lie on the table: the first change comes next"
        yield Problem("set-up", message, ("phase",))
    # The turn that reaches the most ends the game, unless its player still has to move.
    is_new = len(position.tokens) == 1 or len(position.table) == len(position.players)
    most = 0 if is_new else position.most_quiet
    if not 0 <= position.quiet <= most:
        message = f"quiet is 0 to {most:g} here, not {position.quiet}: after that the game is over"
        yield Problem("end-of-the-game", message, ("quiet",))
    # The other one of two has made the last change, unless a third made it and lost without a move.
    is_duel = len(position.tokens) == 2 and NO_MOVE not in [loss.cause for loss in position.lost]
    for token in position.connected if phase is Phase.MOVE or is_duel else ():
        message = f"{name} and {pieces.colours[token.colour]} are connected: one of them has lost"
        yield Problem("how-to-win", message, ("tokens", format_cell(token.cell)))
    if phase is Phase.CHANGE and not can_change(pieces, position):
        yield Problem("no-change", f"{name} can change nothing, and so has lost", ("turn",))
    if phase is Phase.MOVE and position.options["no-move"] == "lose" and not destinations(position):
        yield Problem("no-move", f"{name}'s token cannot move, and so {name} has lost", ("turn",))
