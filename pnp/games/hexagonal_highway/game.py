"""Hexagonal Highway, by pseudonam, as a game: how it is written, scored and judged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from functools import cached_property, lru_cache, partial
from itertools import chain, pairwise, permutations, product, starmap
from math import comb
from operator import attrgetter
from random import Random
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.words import counted, in_words
from pnp.games.hexagonal_highway.pieces import (
    BLOCKADES,
    DIRECTIONS,
    PLAYERS,
    ROBBERS,
    RULES,
    WAYS,
    PieceSet,
)
from pnp.play import (
    CHANCE_FIELD,
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
    MoveNotation,
    Moves,
    Option,
    Part,
    Problem,
    Score,
    Sentence,
    Table,
    Words,
    codec,
    options_field,
    replaced,
)
from pnp.tiles.hexgrid import neighbours

# Cells in order, such as those of a pawn's drive, from where it set off.
Cells = tuple[Hex, ...]

# No cells of any player; the cell of a pawn that an extract omits; the way of a pawn that stays.
NOBODY: tuple[Cells, ...] = ((),) * PLAYERS
OFF_BOARD = Hex(99, 99)
NO_WAY = -1

OPTIONS = (
    Option(
        "corner-tiles",
        "May a direction tile lie on a corner?",
        {"barred": "no", "allowed": "yes; when none is left, only in place of another"},
    ),
    Option(
        "left",
        "Which way does a Left tile turn you?",
        {"anticlockwise": "as a driver turns left", "clockwise": "as a driver turns right"},
    ),
    Option(
        "blockade-over",
        "What becomes of a direction tile under a blockade?",
        {"covers": "it stays, and turns pawns again afterwards", "removes": "it leaves the board"},
    ),
    Option(
        "ties",
        "Who wins a tie?",
        {"late-rounds": "the player ahead in the last round that differs", "shared": "all tied"},
    ),
)


class Card(IntEnum):
    """The round cards by number."""

    THEME = 1
    CENTRE_CONTROL = 2
    LINE_OF_SIGHT = 3
    REVERSE_THE_WORLD = 4
    HIGHWAY_ROBBERY = 5
    RUBBER_WALLS = 6


class Phase(Enum):
    """Whether players write orders; the value is the word in a file."""

    ORDERS = "orders"
    OVER = "over"


class Piece(IntEnum):
    """The pieces that an order places; 0 and 1 are the sides of a direction tile."""

    LEFT = 0
    RIGHT = 1
    BLOCK = 2
    ROBBER = 3


class Place(NamedTuple):
    """Place a piece on a cell."""

    piece: Piece
    cell: Hex


class Go(NamedTuple):
    """Drive in one of the WAYS: the last order of a sheet."""

    way: int


Order = Place | Go


class Sheet(NamedTuple):
    """The orders of a player for one round, sorted."""

    orders: tuple[Order, ...] = ()

    @classmethod
    def of(cls, orders: Iterable[Order]) -> Sheet:
        """The sheet with these orders, however they are sorted."""
        return cls(tuple(sorted(orders, key=lambda each: (isinstance(each, Go), each))))

    @property
    def is_complete(self) -> bool:
        """Whether the sheet has a direction to drive."""
        return isinstance(self.orders[-1], Go) if self.orders else False

    @property
    def way(self) -> int:
        """The way to drive, or NO_WAY."""
        return next((each.way for each in self.orders if isinstance(each, Go)), NO_WAY)

    def places(self, *pieces: Piece) -> tuple[Place, ...]:
        """The orders that place one of these pieces."""
        placed = (each for each in self.orders if isinstance(each, Place))
        return tuple([each for each in placed if each.piece in pieces])


# Sheets that a player does not see: a complete one, and the one that is being written.
HIDDEN = Sheet((Go(NO_WAY),))
HIDDEN_PART = Sheet((Place(Piece.LEFT, OFF_BOARD),))


class Tokens(NamedTuple):
    """The tokens on the board, by player or sorted by cell.

    `robbers` stay on record after their round, since they score. Only an extract has `blockades`.
    """

    pawns: tuple[Cells, ...]
    directions: tuple[tuple[Hex, Piece], ...] = ()
    blockades: tuple[Cells, ...] = NOBODY
    robbers: tuple[Cells, ...] = NOBODY

    @classmethod
    def with_pawns(cls, cells: Cells) -> Tokens:
        """A pawn on each player's cell, and no other tokens; none for OFF_BOARD."""
        return cls(tuple(() if cell == OFF_BOARD else (cell,) for cell in cells))


class Position(NamedTuple):
    """The board, the orders of this round, and the drives of all rounds before.

    `starts`, `sheets` and `go` are by player, and so are the drives of each of the six rounds. `go`
    has the ways of the pawns that drive in an extract, which has no sheets.
    """

    options: Chosen
    board: str
    phase: Phase
    round: int
    starts: Cells
    tokens: Tokens
    sheets: tuple[Sheet, ...] = (Sheet(),) * PLAYERS
    drives: tuple[tuple[Cells, ...], ...] = (NOBODY,) * len(Card)
    go: tuple[int, ...] = (NO_WAY,) * PLAYERS
    chance: Chance = Chance(0)

    @property
    def pawns(self) -> Cells:
        """The cell of each pawn."""
        return tuple([cells[0] if cells else OFF_BOARD for cells in self.tokens.pawns])

    @property
    def writer(self) -> int | None:
        """The first player whose sheet is not complete, counted from 0; None when the game is over."""
        if self.phase is Phase.OVER:
            return None
        for number, sheet in enumerate(self.sheets):
            if not sheet.is_complete:
                return number
        return None

    def with_order(self, player: int, order: Order) -> Position:
        """The position with one more order on a player's sheet."""
        sheet = Sheet.of((*self.sheets[player].orders, order))
        return self._replace(sheets=replaced(self.sheets, player, sheet))


# A direction tile has Left on its front and Right on its back.
_TEXTS = {Piece.LEFT: "direction", Piece.RIGHT: "direction back"}

_COLOURED = ("blockade", "robber", "pawn")


class HexagonalHighway(Game[Position, Order]):
    """The rules of play.

    A move is one order on one player's sheet. Players write one after the other; the last order of
    the last player reveals all sheets, and the pawns drive.
    """

    name = "hexagonal-highway"
    players = range(PLAYERS, PLAYERS + 1)
    position = Position
    options = OPTIONS
    rules = RULES

    @cached_property
    def pieces(self) -> PieceSet:
        return PieceSet(self.tileset)

    @cached_property
    def words(self) -> Words:
        pieces, colours = self.pieces, self.pieces.colours
        cell = codec.Word("a hex", pieces.cell, pieces.names.__getitem__)
        # `?` is the way of a sheet that a player does not see.
        ways = {**{way: number for number, way in enumerate(WAYS)}, "?": NO_WAY}
        way = codec.word_among("a direction", ways)
        piece = codec.word_among("an order", {piece.name.lower(): piece for piece in Piece})
        placing: dict[str, codec.Word[Any]] = {"piece": piece, "cell": cell}
        sentences = MoveNotation[Order](
            Sentence(Go, "go {way}", {"way": way}, "go up-left"),
            Sentence(Place, "{piece} {cell}", placing, "left C3"),
        )

        (hidden,) = HIDDEN_PART.orders

        def order(text: str) -> Order:
            try:
                return hidden if text == HIDDEN_TEXT else sentences.read(text)
            except IllegalMove as error:
                raise ValueError(error.message) from error

        def written(order: Order) -> str:
            return HIDDEN_TEXT if order == hidden else sentences.write(order)

        orders = codec.ListOf("orders", codec.Word("an order", order, written))
        sheet = orders.mapped(Sheet.of, attrgetter("orders"))
        rounds = [str(card.value) for card in Card]
        drives = codec.by_name("a round", colours, codec.ListOf("a drive", cell), ())
        fields = (
            options_field(OPTIONS),
            Field("board", codec.names([pieces.board], "a board"), pieces.board),
            Field("round", codec.Number("round", least=1, most=len(Card)), blank=1),
            Field("starts", codec.by_name("starts", colours, cell, OFF_BOARD), blank=pieces.starts),
            Field(
                "tokens",
                _tokens(pieces, cell),
                lambda values: Tokens.with_pawns(values["starts"]),
                blank=Tokens(NOBODY),
            ),
            Field("drives", codec.by_name("drives", rounds, drives, NOBODY), (NOBODY,) * len(Card)),
            Field("go", codec.by_name("go", colours, way, NO_WAY), (NO_WAY,) * PLAYERS),
            Field("phase", codec.word_of("a phase", Phase), blank=Phase.ORDERS),
            Field(
                "orders",
                codec.by_name("orders", colours, sheet, Sheet()),
                (Sheet(),) * PLAYERS,
                blank=(HIDDEN,) * PLAYERS,
                attribute="sheets",
            ),
            CHANCE_FIELD,
        )
        return Words(fields, sentences, cell)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        starts, chance = chance.shuffled(self.pieces.starts)
        return Position(
            options,
            self.pieces.board,
            Phase.ORDERS,
            1,
            starts,
            Tokens.with_pawns(starts),
            chance=chance,
        )

    def to_move(self, position: Position) -> int | None:
        return None if position.writer is None else position.writer + 1

    def legal_moves(self, position: Position) -> Sequence[Order]:
        """Every order that the player who writes may add: pieces by cell, then the ways to drive."""
        pieces = self.pieces
        player = position.writer
        if player is None:
            return ()
        if position.sheets[player] == HIDDEN_PART:
            raise Hidden("the orders")
        return Joined(*possible(pieces, position, player, tuple(Piece)), _WAYS)

    @property
    def most_moves(self) -> int:
        return len(Piece) * len(self.pieces.names) + len(WAYS)

    def play(self, position: Position, order: Order) -> Position:
        """The position after one more order; the last one of all reveals the sheets, and pawns drive.

        Raises IllegalMove.
        """
        player = position.writer
        if player is None:
            raise IllegalMove("end-of-the-game", "the game is over: nobody can write orders")
        if position.sheets[player] == HIDDEN_PART:
            raise Hidden("the orders")
        wrong = objection(self.pieces, position, player, order)
        if wrong is not None:
            raise IllegalMove(wrong.rule, wrong.message)
        position = position.with_order(player, order)
        if position.writer is not None:
            return position
        if HIDDEN in position.sheets:
            raise Hidden("the other sheets")
        return revealed(self.pieces, position)

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

    def view(self, position: Position, player: int) -> Position:
        """The board, the player's own orders, and whether the others' sheets are complete.

        Players write in turn: who comes after the player who writes now has written nothing.
        """
        writer = self.to_move(position)

        def seen(number: int, sheet: Sheet) -> Sheet:
            if number == player:
                return sheet
            if sheet.is_complete:
                return HIDDEN
            return HIDDEN_PART if number == writer else Sheet()

        sheets = tuple(starmap(seen, enumerate(position.sheets, 1)))
        return position._replace(sheets=sheets, chance=HIDDEN_CHANCE)

    def completed(self, view: Position, player: int, rng: Random) -> Position:
        """Any orders that the players can write, each sheet with the same chance."""
        sheets = [*view.sheets]
        for number, sheet in enumerate(sheets):
            if sheet in (HIDDEN, HIDDEN_PART):
                way = (rng.choice(_WAYS),) if sheet == HIDDEN else ()
                sheets[number] = Sheet.of((*_some_places(self.pieces, view, number, rng), *way))
        return view._replace(sheets=tuple(sheets))

    def table(self, position: Position) -> Table:
        """The board; robbers stay on it after their round, since they explain the score."""
        found = lying(self.pieces, position.tokens).items()
        tokens = ((self.pieces.names[cell], text) for cell, texts in found for text in texts)
        return Table(board=position.board, tokens=tuple(tokens))

    def player_name(self, position: Position, player: int) -> str:
        return self.pieces.colours[player - 1]

    def wrong_way(self, position: Position, cells: Sequence[str]) -> str | None:
        """Why a line is not a drive, or the beginning of one; None if it is."""
        rounds, names = drives_of(self.pieces, position), self.pieces.names
        drives = [[names[cell] for cell in drive] for each in rounds for drive in each if drive]
        if not drives or any(drive[: len(cells)] == [*cells] for drive in drives):
            return None
        from_there = [drive for drive in drives if drive[:1] == [*cells[:1]]] or drives
        right = max(from_there, key=len)
        return f"by the rules this drive is {' '.join(right)}, not {' '.join(cells)}"

    def score(self, position: Position) -> Score:
        """The points of all rounds that were driven."""
        pieces = self.pieces
        drives = drives_of(pieces, position)
        robbers = position.tokens.robbers
        rounds = [[*_round(pieces, robbers, *each)] for each in zip(Card, drives, strict=True)]
        by_round = {
            name: [sum(part.points for part in parts if part.whose == name) for parts in rounds]
            for name in _NAMES
        }
        totals = {name: sum(points) for name, points in by_round.items()}
        ahead, tie_break = [name for name in _NAMES if totals[name] == max(totals.values())], ""
        if len(ahead) > 1 and position.options["ties"] == "late-rounds":
            ahead, tie_break = _tie_broken(by_round, ahead)
        parts, remarks = tuple(chain(*rounds)), tuple(_collisions(pieces, drives))
        return Score(parts, tuple(totals.items()), tuple(ahead), tie_break, remarks=remarks)

    def points(self, position: Position) -> tuple[int, ...]:
        drives = drives_of(self.pieces, position)
        return _points(self.pieces, drives, position.tokens.robbers)

    def facts(self, position: Position) -> Mapping[str, int]:
        corners = self.pieces.corners
        ends = [cells[-1] for drives in position.drives for cells in drives if cells]
        return {
            "collisions": len([*_collisions(self.pieces, drives_of(self.pieces, position))]),
            "drives that end in a corner": sum(cell in corners for cell in ends),
        }

    def extract_status(self, position: Position) -> Iterator[Problem]:
        wrong = [*_board_status(self.pieces, position)]
        yield from wrong
        is_driven = not wrong and any(position.drives[position.round - 1])
        for colour, way, pawn in zip(self.pieces.colours, position.go, position.pawns, strict=True):
            if way != NO_WAY and (is_driven or pawn == OFF_BOARD):
                why = f"round {position.round} has been driven" if is_driven else "it has no pawn"
                yield Problem("driving", f"{colour} cannot drive: {why}", ("go", colour))

    def status(self, position: Position) -> Iterator[Problem]:
        """Orders are judged if all else is right."""
        pieces = self.pieces
        wrong = [*_board_status(pieces, position), *_round_status(pieces, position)]
        wrong = wrong or [*_drive_status(pieces, position), *_control_status(pieces, position)]
        yield from wrong or _order_status(pieces, position)


# Moves.


REACH = 2  # steps, on the designer's page

_WAYS = tuple(map(Go, range(len(WAYS))))

# The kinds of pieces, the most of each on a sheet, and the rule.
_KINDS = (
    ("direction tile", (Piece.LEFT, Piece.RIGHT), DIRECTIONS, "two-direction-tiles"),
    ("blockade", (Piece.BLOCK,), BLOCKADES, "one-blockade"),
    ("robber", (Piece.ROBBER,), ROBBERS, "two-robbers"),
)

_KIND_OF = {piece: kind for kind in _KINDS for piece in kind[1]}
# The kinds of which no two may be on the same hex.
_DIFFERENT = ("two-robbers",)

# The reasons why a piece may not lie on a cell that the player controls, by rule.
_BARRED = {
    "not-on-a-pawn": "has a pawn",
    "not-on-a-corner": "is a corner",
    "different-hexes": "has a robber on this sheet already",
}


def controlled(pieces: PieceSet, position: Position, player: int) -> Cells:
    """The cells that a player controls in this round, in the order of their names."""
    return _controlled(pieces, position.round, position.pawns, player)


@lru_cache(1024)
def _controlled(pieces: PieceSet, number: int, pawns: Cells, player: int) -> Cells:
    pawn, others = pawns[player], (*pawns[:player], *pawns[player + 1 :])
    if number == Card.LINE_OF_SIGHT:
        seen = set()
        for way in range(6):
            cell = pawn
            while (cell := cell.moved(way)) in pieces.names and cell not in others:
                seen.add(cell)
        return tuple(cell for cell in pieces.names if cell in seen)
    if number != Card.HIGHWAY_ROBBERY:
        return tuple(cell for cell, steps in pieces.steps[pawn].items() if steps <= REACH)
    nearest = map(min, *(pieces.steps[other].values() for other in others))
    reached = zip(pieces.steps[pawn].items(), nearest, strict=True)
    return tuple(cell for (cell, steps), least in reached if steps <= REACH or steps < least)


def possible(
    pieces: PieceSet, position: Position, player: int, among: Collection[Piece]
) -> list[Moves[Place]]:
    """Every order that a player may add to the sheet to place one of these pieces, by piece."""
    found: list[Moves[Place]] = []
    cells = controlled(pieces, position, player)
    for _, same, _, _ in _KINDS:
        wanted = [piece for piece in same if piece in among]
        if wanted and _has_room(position, player, wanted[0]):
            barred = _barred(pieces, position, player, wanted[0])
            free = [cell for cell in cells if cell not in barred]
            found += (Each(partial(Place, piece), free) for piece in wanted)
    return found


def _some_places(pieces: PieceSet, position: Position, player: int, rng: Random) -> Iterator[Place]:
    """The places on a sheet that a player may write, each choice of them with the same chance."""
    position = position._replace(sheets=(Sheet(),) * PLAYERS)
    for _, same, most, rule in _KINDS:
        places = Joined(*possible(pieces, position, player, same))
        # Choices in which a place may be twice are as many as those of different ones of more places.
        is_twice = rule not in _DIFFERENT
        ranges = [range(len(places) + max(0, size - 1) * is_twice) for size in range(most + 1)]
        choices = [comb(len(each), size) for size, each in enumerate(ranges)]
        (size,) = rng.choices(range(most + 1), choices)
        for before, number in enumerate(sorted(rng.sample(ranges[size], size))):
            yield places[number - before * is_twice]


def objection(pieces: PieceSet, position: Position, player: int, order: Order) -> Problem | None:
    """Why a player may not add an order to the sheet; None if the player may."""
    who = pieces.colours[player]
    if position.sheets[player].is_complete:
        return Problem("one-direction", f"{who} has a direction already, the last order of a sheet")
    if isinstance(order, Go):
        message = f"{who} has no direction; write go and {', '.join(WAYS[:-1])} or {WAYS[-1]}"
        return None if order in _WAYS else Problem("one-direction", message)
    piece, cell = order
    name = pieces.names.get(cell)
    if name is None:
        return Problem("board", f"{tuple(cell)} is not on the board")
    if wrong := _against_piece(pieces, position, player, piece):
        return wrong
    if rule := _barred(pieces, position, player, piece).get(cell):
        return Problem(rule, f"{name} {_BARRED[rule]}")
    if cell not in controlled(pieces, position, player):
        pawn = pieces.names[position.pawns[player]]
        return Problem("control", f"{who} on {pawn} does not control {name}")
    return None


def _against_piece(
    pieces: PieceSet, position: Position, player: int, piece: Piece
) -> Problem | None:
    """Why the sheet may not have one more of such a piece; None if it may."""
    if _has_room(position, player, piece):
        return None
    robbery = Card.HIGHWAY_ROBBERY
    if piece is Piece.ROBBER and position.round != robbery:
        title = pieces.titles[robbery - 1]
        return Problem("robbers", f"robbers hide only in round {robbery}, {title}")
    kind, _, most, rule = _KIND_OF[piece]
    who = pieces.colours[player]
    return Problem(rule, f"{who} has written {counted(most, kind)}, the most for a round")


def _has_room(position: Position, player: int, piece: Piece) -> bool:
    """Whether the sheet may have one more of such a piece."""
    if piece is Piece.ROBBER and position.round != Card.HIGHWAY_ROBBERY:
        return False
    _, same, most, _ = _KIND_OF[piece]
    return len(position.sheets[player].places(*same)) < most


def _barred(pieces: PieceSet, position: Position, player: int, piece: Piece) -> dict[Hex, str]:
    """The cells where a player may not place a piece, even if in control, each with the rule."""
    on_pawns = dict.fromkeys(position.pawns, "not-on-a-pawn")
    if piece is Piece.ROBBER:
        hidden = position.sheets[player].places(piece)
        return {cell: "different-hexes" for _, cell in hidden} | on_pawns
    if piece is Piece.BLOCK or position.options["corner-tiles"] == "barred":
        return dict.fromkeys(pieces.corners, "not-on-a-corner") | on_pawns
    return on_pawns


# Driving.


def revealed(pieces: PieceSet, position: Position) -> Position:
    """The position after this round, whose sheets are all complete."""
    directions, blockades = placed(pieces, position)
    tiles = directions | dict.fromkeys(blockades, Piece.BLOCK)
    setting_off = zip(position.pawns, position.sheets, strict=True)
    drives = tuple(drive(pieces, position, pawn, sheet.way, tiles) for pawn, sheet in setting_off)
    pawns, chance = after_collisions(position, tuple(cells[-1] for cells in drives))
    if position.round + 1 == Card.REVERSE_THE_WORLD:
        directions = {cell: Piece(1 - side) for cell, side in directions.items()}
    tokens = position.tokens._replace(
        pawns=tuple((cell,) for cell in pawns), directions=tuple(sorted(directions.items()))
    )
    if position.round == Card.HIGHWAY_ROBBERY:
        hidden = (sheet.places(Piece.ROBBER) for sheet in position.sheets)
        tokens = tokens._replace(robbers=tuple(tuple(cell for _, cell in each) for each in hidden))
    is_last = position.round == len(Card)
    return position._replace(
        phase=Phase.OVER if is_last else Phase.ORDERS,
        round=position.round + (not is_last),
        tokens=tokens,
        sheets=(Sheet(),) * len(drives),
        drives=replaced(position.drives, position.round - 1, drives),
        chance=chance,
    )


def drives_of(pieces: PieceSet, position: Position) -> tuple[tuple[Cells, ...], ...]:
    """The drives of each round; an extract adds those of the pawns that have a way in `go`."""
    if {*position.go} == {NO_WAY}:
        return position.drives
    blockades = (cell for cells in position.tokens.blockades for cell in cells)
    tiles = dict(position.tokens.directions) | dict.fromkeys(blockades, Piece.BLOCK)
    drives = tuple(
        () if way == NO_WAY else drive(pieces, position, pawn, way, tiles)
        for pawn, way in zip(position.pawns, position.go, strict=True)
    )
    return replaced(position.drives, position.round - 1, drives)


def placed(pieces: PieceSet, position: Position) -> tuple[dict[Hex, Piece], Collection[Hex]]:
    """The direction tiles and blockades once those of all sheets are placed.

    If players name different tiles for a cell, all of these fail.
    """
    named: defaultdict[Hex, set[Piece]] = defaultdict(set)
    for sheet in position.sheets:
        for piece, cell in sheet.places(Piece.LEFT, Piece.RIGHT, Piece.BLOCK):
            named[cell].add(piece)
    new = {cell: tiles.pop() for cell, tiles in named.items() if len(tiles) == 1}
    blockades = {cell for cell, piece in new.items() if piece is Piece.BLOCK}
    directions = dict(position.tokens.directions)
    if position.options["blockade-over"] == "removes":
        directions = {cell: side for cell, side in directions.items() if cell not in blockades}
    sides = {cell: piece for cell, piece in new.items() if cell not in blockades}
    if len(directions | sides) > pieces.supply:
        sides = {cell: side for cell, side in sides.items() if cell in directions}
    return directions | sides, blockades


def drive(
    pieces: PieceSet, position: Position, start: Hex, way: int, tiles: Mapping[Hex, Piece]
) -> Cells:
    """The cells that a pawn drives over with these tiles, from where it sets off to where it stops."""
    cells = [start]
    left = 1 if position.options["left"] == "clockwise" else -1  # ways are counted clockwise
    turns = {Piece.LEFT: left, Piece.RIGHT: -left}
    while way != NO_WAY:
        if position.round == Card.RUBBER_WALLS:
            way = pieces.bounced(cells[-1], way)
        ahead = neighbours(cells[-1])[way]
        tile = tiles.get(ahead)
        if tile is Piece.BLOCK or ahead in cells or ahead not in pieces.names:
            break
        cells.append(ahead)
        if tile is not None:
            way = (way + turns[tile]) % 6
    return tuple(cells)


def after_collisions(position: Position, stops: Cells) -> tuple[Cells, Chance]:
    """The cells of the pawns, those that collided back on starts, and the chance that is left.

    All of them are lifted first. Those whose own start is empty return to it, then the others draw
    one of the empty starts, in the order of the colours.
    """
    on, chance = Counter(stops), position.chance
    crashed = [player for player, stop in enumerate(stops) if on[stop] > 1]
    apart = {stop for stop in stops if on[stop] == 1}
    pawns = [position.starts[n] if n in crashed else stop for n, stop in enumerate(stops)]
    empty = tuple(start for start in position.starts if start not in pawns)
    for player in crashed:
        if position.starts[player] in apart:
            pawns[player], empty, chance = chance.drawn(empty)
    return tuple(pawns), chance


def lying(pieces: PieceSet, tokens: Tokens) -> dict[Hex, tuple[str, ...]]:
    """The tokens on each hex, in the words of figures; pawns come last."""
    found: dict[Hex, list[str]] = {cell: [] for cell in pieces.names}
    for cell, side in tokens.directions:
        found[cell].append(_TEXTS[side])
    by_kind = zip(_COLOURED, (tokens.blockades, tokens.robbers, tokens.pawns), strict=True)
    for kind, by_player in by_kind:
        for colour, cells in zip(pieces.colours, by_player, strict=True):
            for cell in cells:
                found[cell].append(f"{kind} {colour}")
    return {cell: tuple(texts) for cell, texts in found.items() if texts}


def _tokens(pieces: PieceSet, cell: codec.Word[Hex]) -> codec.Codec[Tokens]:
    """Tokens by hex, `{A1: pawn red, C3: [direction back, pawn sky]}`."""

    def tokens(found: dict[Hex, tuple[str, ...]]) -> Tokens:
        at: defaultdict[str, list[Hex]] = defaultdict(list)
        for cell, texts in found.items():
            for text in texts:
                at[text].append(cell)
        blockades, robbers, pawns = (
            tuple(tuple(sorted(at[f"{kind} {colour}"])) for colour in pieces.colours)
            for kind in _COLOURED
        )
        directions = sorted((cell, side) for side, text in _TEXTS.items() for cell in at[text])
        return Tokens(pawns, tuple(directions), blockades, robbers)

    coloured = (f"{kind} {colour}" for kind in _COLOURED for colour in pieces.colours)
    token = codec.names([*_TEXTS.values(), *coloured], "a token")
    return codec.MapOf("tokens", cell, codec.OneOrMore(token)).mapped(
        tokens, partial(lying, pieces)
    )


# The score.


STOLEN = 2  # points a robber, on the designer's page

_NAMES = tuple(f"player {player}" for player in range(1, PLAYERS + 1))


@lru_cache(1024)
def _points(
    pieces: PieceSet, rounds: tuple[tuple[Cells, ...], ...], robbers: tuple[Cells, ...]
) -> tuple[int, ...]:
    """The points of each player for the drives of all rounds."""
    each = zip(Card, rounds, strict=True)
    return tuple(map(sum, zip(*(_in_round(pieces, robbers, *one) for one in each), strict=True)))


@lru_cache(1024)
def _in_round(
    pieces: PieceSet, robbers: tuple[Cells, ...], card: Card, drives: tuple[Cells, ...]
) -> tuple[int, ...]:
    """The points of each player in a round."""
    points = dict.fromkeys(_NAMES, 0)
    for part in _round(pieces, robbers, card, drives):
        points[part.whose] += part.points
    return tuple(points.values())


def _round(
    pieces: PieceSet, robbers: tuple[Cells, ...], card: Card, drives: tuple[Cells, ...]
) -> Iterator[Part]:
    """The points of a round: of each drive, and what robbers take from others for their owners.

    The cell that a pawn set off from does not count.
    """
    title, is_control = pieces.titles[card - 1], card is Card.CENTRE_CONTROL
    for player, cells in enumerate(drives):
        if cells:
            points = Counter(pieces.worth[cell] if is_control else 1 for cell in cells[1:])
            terms = [f"{times} x {each}" for each, times in sorted(points.items(), reverse=True)]
            how, what = " + ".join(terms) or "no hex", f"round {card.value}, {title}"
            part = _part(pieces, player, what, sum(points.elements()), how, cells[1:])
            yield part._replace(ways=(tuple(pieces.names[cell] for cell in cells),))
    if card is not Card.HIGHWAY_ROBBERY:
        return
    colours = pieces.colours
    for player, owner in permutations(range(PLAYERS), 2):
        met = tuple(cell for cell in drives[player][1:] if cell in robbers[owner])
        if met:
            stolen, how = STOLEN * len(met), f"{len(met)} x {STOLEN}"
            yield _part(pieces, player, f"robbed by {colours[owner]}", -stolen, f"-({how})", met)
            yield _part(pieces, owner, f"robbers met by {colours[player]}", stolen, how, met)


def _tie_broken(by_round: Mapping[str, Sequence[int]], tied: list[str]) -> tuple[list[str], str]:
    """The players among the tied who scored more in the latest rounds, and the reason in words."""
    ahead, decided = tied, []
    for card in reversed(Card):
        most = max(by_round[name][card - 1] for name in ahead)
        better = [name for name in ahead if by_round[name][card - 1] == most]
        if len(better) < len(ahead):
            ahead = better
            decided.append(f"round {card.value}")
    if not decided:
        return ahead, "they are equal in every round"
    return ahead, f"{in_words(tied)} have equal points; {in_words(decided)} decided"


def _collisions(pieces: PieceSet, drives: tuple[tuple[Cells, ...], ...]) -> Iterator[str]:
    """A sentence for each collision in the rounds that were driven."""
    for number, cells in enumerate(drives, 1):
        stops = [each[-1:] for each in cells]
        for stop in dict.fromkeys(filter(None, stops)):
            who = [name for name, at in zip(pieces.colours, stops, strict=True) if at == stop]
            if len(who) > 1:
                yield f"Round {number}: {in_words(who)} collided on {pieces.names[stop[0]]}."


def _part(pieces: PieceSet, player: int, what: str, points: int, how: str, where: Cells) -> Part:
    cells = tuple(pieces.names[cell] for cell in where)
    return Part(_NAMES[player], what, points, how, cells, pieces.colours[player])


# Problems of a position, which can be seen in the position itself.


def _board_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Tokens and drives that are where they cannot be."""
    tokens, names = position.tokens, pieces.names
    if not 1 <= position.round <= len(Card):
        yield Problem("six-rounds", f"there is no round {position.round}", ("round",))
    pawns = Counter(cell for cells in tokens.pawns for cell in cells)
    tiles = Counter(cell for cell, _ in tokens.directions)
    for rule, what, on in (("one-pawn-a-hex", "pawns", pawns), ("one-tile-a-hex", "tiles", tiles)):
        for cell in (cell for cell in on if on[cell] > 1):
            yield Problem(rule, f"{names[cell]} has {on[cell]} {what}", ("tokens", names[cell]))
    if position.options["corner-tiles"] == "barred":
        for name in sorted(names[cell] for cell in pieces.corners & {*tiles}):
            yield Problem("not-on-a-corner", f"{name} is a corner", ("tokens", name))
    if tiles.total() > pieces.supply:
        message = f"the set has {pieces.supply} direction tiles, not {tiles.total()}"
        yield Problem("set", message, ("tokens",))
    for who, cells, robbers in zip(pieces.colours, tokens.pawns, tokens.robbers, strict=True):
        if len(cells) > 1:
            message = f"{who} has one pawn, not {len(cells)}"
            yield Problem("one-pawn-each", message, ("tokens", names[cells[-1]]))
        if len(robbers) > ROBBERS or len(set(robbers)) < len(robbers):
            message = f"{who} hides up to {ROBBERS} robbers, on different hexes"
            yield Problem("two-robbers", message, ("tokens", names[robbers[-1]]))
    for card, drives in zip(Card, position.drives, strict=True):
        for who, cells in zip(pieces.colours, drives, strict=True):
            for number, (before, cell) in enumerate(pairwise(cells), 1):
                if pieces.steps[before][cell] > 1 or cell in cells[:number]:
                    message = f"{names[cell]} is not a new hex next to {names[before]}"
                    yield Problem("driving", message, ("drives", card.value, who, number))


def _round_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Values that do not belong to this phase and round, or belong to an extract only."""
    tokens, driven = position.tokens, position.round - (position.phase is Phase.ORDERS)
    for who, start, pawn in zip(pieces.colours, position.starts, position.pawns, strict=True):
        if start not in pieces.starts or position.starts.count(start) > 1:
            yield Problem("set-up", f"{who} needs a start of its own, on a corner", ("starts", who))
        if pawn == OFF_BOARD:
            yield Problem("one-pawn-each", f"{who} has no pawn", ("tokens",))
    if driven == 0 and tokens != Tokens.with_pawns(position.starts):
        message = "before round 1 there are only the pawns, each on its start"
        yield Problem("set-up", message, ("tokens",))
    elif (tiles := len(tokens.directions)) > (most := DIRECTIONS * PLAYERS * driven):
        message = f"players place at most {most} direction tiles until now, not {tiles}"
        yield Problem("two-direction-tiles", message, ("tokens",))
    if position.phase is Phase.OVER and position.round < len(Card):
        yield Problem("end-of-the-game", f"the game is over after round {len(Card)}", ("round",))
    for card in Card:
        if card > driven and any(position.drives[card - 1]):
            yield Problem("driving", f"round {card} is not driven yet", ("drives", card.value))
    if tokens.blockades != NOBODY or (driven < Card.HIGHWAY_ROBBERY and tokens.robbers != NOBODY):
        message = "blockades, and robbers before round 5 is driven, are orders, not tokens"
        yield Problem("orders", message, ("tokens",))
    if position.go.count(NO_WAY) < PLAYERS:
        yield Problem("orders", "go is for an extract; write directions as orders", ("go",))


def _drive_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Drives that turn where no tile lies, and pawns that are not where their drives have led.

    A file may omit drives; those that it has are judged.
    """
    names, starts, rounds = pieces.names, position.starts, position.drives
    driven = position.round - (position.phase is Phase.ORDERS)
    first = tuple((start,) for start in starts)
    # Where the pawns are after each round, as far as the drives of the next one say.
    after = (*rounds[1:driven], position.tokens.pawns) if driven else ()
    for who, start, cells in zip(pieces.colours, first, rounds[0], strict=True):
        if cells and cells[:1] != start:
            message = f"{who} set off from its start, {names[start[0]]}"
            yield Problem("driving", message, ("drives", 1, who, 0))
    for card, drives, pawns in zip(Card, rounds, after, strict=False):
        ends = _ends(starts, drives)
        for who, cells, pawn, possible in zip(pieces.colours, drives, pawns, ends, strict=True):
            path = ("drives", card.value, who)
            if cells and pawn and pawn[0] not in possible:
                message = (
                    f"{who} cannot be on {names[pawn[0]]} after the drives of round {card.value}"
                )
                yield Problem("driving", message, path)
            for number, cell in _turned_by_nothing(pieces, position, card, cells):
                message = (
                    f"{who} turned on {names[cell]}, where no direction tile can have turned it"
                )
                yield Problem("driving", message, (*path, number))


def _ends(starts: Cells, drives: tuple[Cells, ...]) -> Iterator[Collection[Hex]]:
    """The cells on which each pawn can be after these drives, of which some may be omitted."""
    stops = [cells[-1] if cells else OFF_BOARD for cells in drives]
    crashed = [stop != OFF_BOARD and stops.count(stop) > 1 for stop in stops]
    apart = {stop for stop, is_home in zip(stops, crashed, strict=True) if not is_home}
    home = {start for start, is_home in zip(starts, crashed, strict=True) if is_home}
    for start, stop, is_home in zip(starts, stops, crashed, strict=True):
        if OFF_BOARD in stops:
            # A pawn whose drive is omitted may have collided with this one.
            yield {*starts} if is_home else {*starts, stop}
        elif not is_home:
            yield {stop}
        else:
            yield {*starts} - apart - home if start in apart else {start}


def _control_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Direction tiles and robbers that no player could place, if the file has all drives."""
    driven = position.round - (position.phase is Phase.ORDERS)
    rounds = position.drives[:driven]
    if not all(all(drives) for drives in rounds):
        return
    blank = position._replace(sheets=(Sheet(),) * PLAYERS)
    before = [
        blank._replace(round=card.value, tokens=Tokens.with_pawns(tuple(c[0] for c in drives)))
        for card, drives in zip(Card, rounds, strict=False)
    ]
    players, names = range(PLAYERS), pieces.names
    controlled_once = {
        place.cell
        for each, player in product(before, players)
        for place in Joined(*possible(pieces, each, player, (Piece.LEFT,)))
    }
    for cell, _ in position.tokens.directions:
        if cell not in controlled_once:
            message = f"nobody could place a direction tile on {names[cell]}"
            yield Problem("control", message, ("tokens", names[cell]))
    for player, robbers in enumerate(position.tokens.robbers):
        for cell in robbers:
            at = before[Card.HIGHWAY_ROBBERY - 1]
            if wrong := objection(pieces, at, player, Place(Piece.ROBBER, cell)):
                yield wrong._replace(path=("tokens", names[cell]))


def _turned_by_nothing(
    pieces: PieceSet, position: Position, card: Card, cells: Cells
) -> Iterator[tuple[int, Hex]]:
    """The cells, with their numbers, on which a drive turns although no tile lies there."""
    lying = {cell for cell, _ in position.tokens.directions}
    ways = [
        next(way for way in range(6) if one.moved(way) == other) for one, other in pairwise(cells)
    ]
    for number, (before, way) in enumerate(pairwise(ways), 1):
        cell = cells[number]
        # Tiles stay on the board, if by the options no blockade removes them.
        is_turned = cell in lying or position.options["blockade-over"] == "removes"
        possible = [(before + turn) % 6 for turn in ((-1, 0, 1) if is_turned else (0,))]
        if card is Card.RUBBER_WALLS:
            possible = [pieces.bounced(cell, each) for each in possible]
        if way not in possible:
            yield number, cell


def _order_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Orders that a player may not write, and orders that complete all sheets."""
    if position.writer is None and any(sheet.orders for sheet in position.sheets):
        message = "nobody is left to write orders; write the last direction as a move of a record"
        yield Problem("orders", message, ("orders",))
    for player, sheet in enumerate(position.sheets):
        before = position._replace(sheets=(Sheet(),) * PLAYERS)
        for order in () if sheet in (HIDDEN, HIDDEN_PART) else sheet.orders:
            wrong = objection(pieces, before, player, order)
            if wrong is not None:
                yield wrong._replace(path=("orders", pieces.colours[player]))
            before = before.with_order(player, order)
