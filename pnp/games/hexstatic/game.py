"""HexStatic, by Michael Reddy, 2013, as a game: how it is written, scored and judged."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.words import counted, in_words
from pnp.games.hexstatic.pieces import (
    POINTS,
    RULES,
    Kind,
    Lines,
    PieceSet,
    Structure,
    completes,
    is_nexus,
    scoring,
    structures,
)
from pnp.play import (
    CELLS,
    CHANCE_FIELD,
    HIDDEN,
    HIDDEN_CHANCE,
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
    codec,
    format_cell,
    hand_problem,
    options_field,
    replaced,
    tiles_by_place,
    without,
)
from pnp.tiles import Tile
from pnp.tiles.hexgrid import ORIGIN

HAND = 6
PLAYERS = range(1, 4)

# Owners of a colour besides the players, who count from 1.
FREE = 0
NEUTRAL = -1

OPTIONS = (
    Option(
        "first-player",
        "Who starts?",
        {"lots": "a player drawn by lot", "player-1": "the winner of your last game"},
    ),
    Option(
        "blank-sides",
        "What may a blank side touch?",
        {"blank": "only another blank side", "anything": "any side"},
    ),
    Option(
        "exchange",
        "Where does the tile go that you exchange?",
        {"supply": "into the supply, which is then shuffled", "box": "out of the game, face up"},
    ),
    Option(
        "solo-end",
        "You play alone and turn up the supply. What then?",
        {"score": "the game is over", "go-on": "you go on laying open tiles until none fits"},
    ),
    Option(
        "ties",
        "What wins a tie?",
        {"longest-run": "the longest run", "all-runs": "the most tiles in runs"},
    ),
)


class Phase(Enum):
    """The steps in which players decide; the value is the word in a file."""

    NEXUS = "nexus"  # the starting player lays the first tile
    TURN = "turn"
    COLOUR = "colour"  # the player chooses one of the colours that the tile just laid has won
    STOP = "stop"  # another player says whether anything fits
    DECLINED = "declined"  # the turn goes on, because a player did not agree to stop
    OVER = "over"


class Position(NamedTuple):
    """The tiles on the table and what each player has.

    Tiles in hands and in the supply are sorted kinds: the supply is shuffled, so whoever draws from
    it draws by chance. Once all tiles lie open they are in the supply, and all hands are empty.
    `aside` has the nexus tiles before the first turn, and later the tiles out of the game. `asked` is
    the player who is asked about stopping, or 0. `laid` is the cell of the tile that won several
    colours. `passes` counts the players who have passed in a row.
    """

    players: int
    table: Lines
    owners: tuple[int, ...]
    turn: int
    phase: Phase
    hands: tuple[tuple[Tile, ...], ...]
    supply: tuple[Tile, ...]
    aside: tuple[Tile, ...]
    options: Chosen
    chance: Chance
    asked: int = 0
    laid: Hex | None = None
    passes: int = 0

    @property
    def is_open(self) -> bool:
        """Whether all tiles lie open."""
        return not any(self.hands)

    @property
    def choice(self) -> tuple[Tile, ...]:
        """The tiles of the player whose turn it is: the hand, or all open tiles."""
        return self.supply if self.is_open else seen(self.hands[self.turn - 1])

    @property
    def next_turn(self) -> int:
        """The player whose turn is next."""
        return self.turn % self.players + 1

    def with_hand(self, hand: Iterable[Tile]) -> tuple[tuple[Tile, ...], ...]:
        """All hands, with another one for the player whose turn it is."""
        return replaced(self.hands, self.turn - 1, tuple(sorted(hand)))


def seen(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles, which are sorted; raises Hidden if some of them are hidden."""
    if tiles and tiles[0] == HIDDEN:
        raise Hidden("these tiles")
    return tiles


@frozen(slots=True)
class Exchange:
    """Exchange a tile of the hand for one that is drawn."""

    kind: Tile


@frozen(slots=True)
class Own:
    """Own one of the colours that the tile just laid has won."""

    colour: int


@frozen(slots=True)
class Pass:
    """Do nothing in a turn."""


@frozen(slots=True)
class Stop:
    """Ask the others to stop, because nothing seems to fit any more."""


@frozen(slots=True)
class Agree:
    """Agree that nothing fits."""


@frozen(slots=True)
class Decline:
    """Do not agree: something may fit."""


Move = Lay | Exchange | Own | Pass | Stop | Agree | Decline

_OWNERS = {"1": 1, "2": 2, "3": 3, "free": FREE, "neutral": NEUTRAL}


class HexStatic(Game[Position, Move]):
    """The rules of play, with the complete set or another one, such as hexstatic-compact."""

    name = "hexstatic"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES

    @cached_property
    def pieces(self) -> PieceSet:
        """The tiles, of which blank sides agree with blank sides."""
        return PieceSet(self.tileset)

    @cached_property
    def _lenient(self) -> PieceSet:
        return PieceSet(self.tileset, blanks_agree=True)

    def pieces_in(self, position: Position) -> PieceSet:
        """The tiles; the position's options decide which sides agree."""
        return self.pieces if position.options["blank-sides"] == "blank" else self._lenient

    @cached_property
    def words(self) -> Words:
        pieces, free = self.pieces, (FREE,) * len(self.pieces.colours)
        kind, most = pieces.kind_word, PLAYERS[-1]
        kinds = codec.ListOf("tiles", pieces.secret_word, is_sorted=True)
        owner = codec.word_among("an owner", _OWNERS)
        hands = codec.PerPlayer("hands", kinds, most=most)
        players = codec.Number("players", least=1, most=most)
        player = codec.Number("a player", least=1, most=most)
        colour = codec.word_among("a colour", {name: c for c, name in enumerate(pieces.colours)})
        place: dict[str, codec.Word[Any]] = {"tile": pieces.tile_word, "cell": codec.CELL}
        fields = (
            options_field(OPTIONS),
            Field("tiles", pieces.layout_codec(Lines), Lines(), attribute="table"),
            Field("owners", codec.by_name("owners", pieces.colours, owner, FREE), free),
            Field("players", players, blank=lambda values: max(2, *values["owners"])),
            Field("phase", codec.word_of("a phase", Phase), blank=Phase.OVER),
            Field("turn", player, blank=1),
            Field("hands", hands, blank=lambda values: ((),) * values["players"]),
            Field(
                "aside",
                kinds,
                lambda values: pieces.nexus if values["phase"] is Phase.NEXUS else (),
            ),
            Field(
                "supply",
                kinds,
                lambda values: pieces.rest(
                    (*values["table"].values(), *chain(*values["hands"]), *values["aside"])
                ),
                blank=(),
            ),
            Field("asked", player, 0),
            Field("laid", codec.CELL, None),
            Field("passes", codec.Number("passes"), 0),
            CHANCE_FIELD,
        )
        sentences = MoveNotation[Move](
            Sentence(Lay, "lay {tile} at {cell}", place, "lay R1 B3 G5 at 0,0"),
            Sentence(Exchange, "exchange {kind}", {"kind": kind}, "exchange R1 B3 G5"),
            Sentence(Own, "own {colour}", {"colour": colour}, "own red"),
            Sentence(Pass, "pass"),
            Sentence(Stop, "stop"),
            Sentence(Agree, "agree"),
            Sentence(Decline, "decline"),
        )
        return Words(fields, sentences, kind)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        mixed, chance = chance.shuffled(self.pieces.ordinary)
        dealt = players * HAND
        if len(mixed) < dealt:
            raise ValueError(f"the set has too few tiles to deal {HAND} to each player")
        first = 1
        if options["first-player"] == "lots":
            first, chance = chance.picked(range(1, players + 1))
        return Position(
            players,
            table=Lines(),
            owners=(FREE,) * len(self.pieces.colours),
            turn=first,
            phase=Phase.NEXUS,
            hands=tuple(tuple(sorted(mixed[k : k + HAND])) for k in range(0, dealt, HAND)),
            supply=tuple(sorted(mixed[dealt:])),
            aside=self.pieces.nexus,
            options=options,
            chance=chance,
        )

    def to_move(self, position: Position) -> int | None:
        return None if position.phase is Phase.OVER else position.asked or position.turn

    def legal_moves(self, position: Position) -> Sequence[Move]:
        """Every legal move: placements by kind, cell and turn, then the others."""
        pieces = self.pieces_in(position)
        match position.phase:
            case Phase.TURN | Phase.DECLINED:
                lays = pieces.placements(position.table, position.choice)
                if position.is_open:
                    return lays
                others: Sequence[Move] = (Pass(),)
                if position.supply:
                    others = Each(Exchange, lays.counts)
                can_stop = not lays and position.phase is Phase.TURN
                return Joined(lays, others, (Stop(),) if can_stop else ())
            case Phase.NEXUS:
                return pieces.everywhere(dict.fromkeys(position.aside), (ORIGIN,))
            case Phase.COLOUR:
                return tuple(map(Own, won_colours(position, position.table, position.laid)))
            case Phase.STOP:
                return (Decline(),) if can_lay(pieces, position) else (Agree(), Decline())
        return ()

    @property
    def most_moves(self) -> int:
        # A tile of the hand may be exchanged, or the player may pass or stop.
        return self.pieces.most_lays + HAND + 2

    def play(self, position: Position, move: Move) -> Position:
        pieces = self.pieces_in(position)
        match position.phase, move:
            case Phase.TURN | Phase.DECLINED, Lay():
                return _after_tile(pieces, position, move)
            case Phase.OVER, _:
                raise IllegalMove("end-of-the-game", "the game is over")
            case Phase.NEXUS, Lay():
                return _after_nexus(pieces, position, move)
            case Phase.COLOUR, Own(colour):
                return _after_choice(pieces, position, colour)
            case Phase.STOP, Decline():
                return position._replace(phase=Phase.DECLINED, asked=0)
            case (Phase.TURN | Phase.DECLINED, Exchange() | Pass() | Stop()) | (
                Phase.STOP,
                Agree(),
            ):
                return _after_other(pieces, position, move)
        name = type(move).__name__.lower()
        raise IllegalMove(
            "your-turn",
            f'"{name}" is not possible now: {_EXPECTED.get(position.phase, "lay a tile, exchange one, or pass")}',
        )

    def playout(self, position: Position, rng: Random) -> Position:
        while not self.is_over(position):
            rushed = _rushed(self.pieces_in(position), position, rng)
            if rushed is position:
                rushed = self.play(position, rng.choice(self.legal_moves(position)))
            position = rushed
        return position

    def view(self, position: Position, player: int) -> Position:
        """Other hands and the supply are hidden until all tiles lie open."""
        hands = tuple(
            hand if number == player else (HIDDEN,) * len(hand)
            for number, hand in enumerate(position.hands, 1)
        )
        supply = position.supply if position.is_open else (HIDDEN,) * len(position.supply)
        return position._replace(hands=hands, supply=supply, chance=HIDDEN_CHANCE)

    def completed(self, view: Position, player: int, rng: Random) -> Position:
        """Any tiles that are left in the hands, but none that fits in those of `stuck` players."""
        pieces, players = self.pieces_in(view), stuck(view)
        piles = [*view.hands, view.aside, view.supply]
        known = [[tile for tile in pile if tile != HIDDEN] for pile in piles]
        left = [*pieces.rest((*view.table.values(), *chain(*known)))]
        # Stuck players come first; for the others, any of the tiles that are left then is as likely.
        for number in sorted(range(len(piles) - 1), key=lambda number: number + 1 not in players):
            among = left
            if number + 1 in players:
                among = [kind for kind in left if not pieces.fits(view.table, [kind])]
            for kind in rng.sample(among, len(piles[number]) - len(known[number])):
                known[number].append(kind)
                del left[bisect_left(left, kind)]
        known[-1] += left
        *hands, aside, supply = (tuple(sorted(pile)) for pile in known)
        return view._replace(hands=tuple(hands), aside=aside, supply=supply)

    def table(self, position: Position) -> Table:
        return Table(self.pieces.shown(position.table))

    def score(self, position: Position) -> Score:
        """The score with a part for each structure that scores; free colours score for themselves.

        A player alone scores the loops and lines of all colours. A neutral colour scores for nobody.
        """
        pieces = self.pieces
        by_colour = tuple(
            tuple(scoring(position.table.tiles, colour)) for colour in range(len(pieces.colours))
        )
        parts = tuple(_parts(pieces, position, by_colour))
        players = [f"player {number}" for number in range(1, position.players + 1)]
        owners = zip(pieces.colours, position.owners, strict=True)
        free = [name for name, owner in owners if owner == FREE and position.players > 1]
        totals = dict.fromkeys((*players, *free), 0)
        for part in parts:
            totals[part.whose] += part.points
        most = max(totals[whose] for whose in players)
        ahead = tuple(whose for whose in players if totals[whose] == most)
        return Score(parts, tuple(totals.items()), *_tie_broken(position, ahead))

    def points(self, position: Position) -> tuple[int, ...]:
        complete, fragments = position.table.tracks.complete, position.table.tracks.fragments
        if position.players == 1:
            return (sum(complete.values()),)
        totals = [0] * position.players
        for colour, owner in enumerate(position.owners):
            if owner > FREE:
                totals[owner - 1] += complete[colour] + fragments[colour]
        return tuple(totals)

    def facts(self, position: Position) -> Mapping[str, int]:
        owners = set(position.owners)
        return {
            "all tiles were laid": int(not position.supply),
            "tiles left": len(position.supply),
            "players without a colour": len(set(range(1, position.players + 1)) - owners),
        }

    def extract_status(self, position: Position) -> Iterator[Problem]:
        return _table_status(self.pieces_in(position), position)

    def status(self, position: Position) -> Iterator[Problem]:
        pieces = self.pieces_in(position)
        wrong = [*_table_status(pieces, position), *_player_status(position)]
        yield from wrong
        # The other checks rely on these.
        if not wrong:
            yield from _set_status(pieces, position)
            yield from _hand_status(position)
            yield from _owner_status(pieces, position)
            yield from _phase_status(pieces, position)


# Moves.


_EXPECTED = {
    Phase.NEXUS: "the starting player lays a nexus tile",
    Phase.COLOUR: "choose one of the colours that you have won",
    Phase.STOP: "agree to stop, or decline",
}


def _after_nexus(pieces: PieceSet, position: Position, move: Lay) -> Position:
    """The first tile is laid, and the other nexus tiles are shuffled into the supply."""
    kind = pieces.kinds.get(move.tile, move.tile)
    if kind not in position.aside:
        message = (
            f"the first tile is a nexus tile that was set aside, not {pieces.write(move.tile)}"
        )
        raise IllegalMove("set-up", message)
    if move.cell != ORIGIN:
        message = f"the first tile lies in the middle, on 0,0, not on {format_cell(move.cell)}"
        raise IllegalMove("set-up", message)
    return position._replace(
        table=pieces.laid(position.table, move.cell, move.tile),
        supply=tuple(sorted((*position.supply, *without(position.aside, kind)))),
        aside=(),
        phase=Phase.TURN,
        turn=position.next_turn,
    )


def _after_tile(pieces: PieceSet, position: Position, move: Lay) -> Position:
    """A tile is laid. If it wins several colours for its player, the player chooses one."""
    try:
        left = without(position.choice, pieces.kinds.get(move.tile, move.tile))
    except ValueError:
        whose = "among the open tiles" if position.is_open else "in your hand"
        raise IllegalMove("your-tile", f"{pieces.write(move.tile)} is not {whose}") from None
    _check_place(pieces, position, move)
    table = pieces.laid(position.table, move.cell, move.tile)
    return _after_table(pieces, position, table, move.cell, left)


def _after_table(
    pieces: PieceSet, position: Position, table: Lines, cell: Hex, left: tuple[Tile, ...]
) -> Position:
    """The table has a new tile on a cell, and its player has these tiles left."""
    won = won_colours(position, table, cell)
    if len(won) > 1:
        return position._replace(
            table=table, phase=Phase.COLOUR, laid=cell, passes=0, **_keeping(position, left)
        )
    owners = _owners_with(position, won[0]) if won else position.owners
    return _after_laying(pieces, position, left, table=table, owners=owners, passes=0)


def _keeping(position: Position, tiles: tuple[Tile, ...]) -> dict[str, Any]:
    """The hand of the player whose turn it is, or all open tiles, with only these tiles."""
    if position.is_open:
        return {"supply": tiles}
    return {"hands": replaced(position.hands, position.turn - 1, tiles)}


def _check_place(pieces: PieceSet, position: Position, move: Lay) -> None:
    """Raises IllegalMove if the tile does not fit there."""
    if pieces.agrees_at(position.table, move):
        return
    table, where = position.table, format_cell(move.cell)
    if move.cell in table:
        message = f"a tile lies on {where}: {pieces.write(table[move.cell])}"
        raise IllegalMove("empty-place", message)
    if move.cell not in table.places:
        raise IllegalMove("touching", f"a tile on {where} touches no tile on the table")
    for clash in pieces.clashes(table, move.cell, move.tile):
        raise IllegalMove("agreeing-sides", clash)


def _after_laying(
    pieces: PieceSet, position: Position, left: tuple[Tile, ...], **changed: Any
) -> Position:
    """The player, who has these tiles left, draws one if there is one to draw, and the turn ends."""
    if position.supply and not position.is_open:
        supply = seen(position.supply)
        drawn, changed["supply"], changed["chance"] = position.chance.drawn(supply)
        left = tuple(sorted((*left, drawn)))
    return _with_next_turn(pieces, position, **changed, **_keeping(position, left))


def _with_next_turn(pieces: PieceSet, position: Position, **changed: Any) -> Position:
    """The next player's turn with what has changed in this one, or the end of the game."""
    turn = position.next_turn
    position = position._replace(turn=turn, phase=Phase.TURN, laid=None, **changed)
    return position if goes_on(pieces, position) else position._replace(phase=Phase.OVER)


def goes_on(pieces: PieceSet, position: Position) -> bool:
    """Whether players may still lay a tile: not all tiles lie open yet, or an open one fits.

    By one choice of the option "solo-end", a player alone who turns up the tiles lays no more.
    """
    if not position.is_open:
        return True
    gives_up = position.players == 1 and position.options["solo-end"] == "score"
    return not gives_up and can_lay(pieces, position)


# Colours.


def won_colours(position: Position, table: Layout[Tile], laid: Hex | None) -> tuple[int, ...]:
    """The free colours of which the tile just laid completes a structure, if its player can win one.

    A player who owns a colour, or plays alone, wins none.
    """
    if laid is None or position.players == 1 or position.turn in position.owners:
        return ()
    return tuple(
        colour
        for colour, owner in enumerate(position.owners)
        if owner == FREE and completes(table.tiles, laid, colour)
    )


def _after_choice(pieces: PieceSet, position: Position, colour: int) -> Position:
    won = won_colours(position, position.table, position.laid)
    if colour not in won:
        known = " or ".join(pieces.colours[each] for each in won)
        message = f"you have won {known}, not {pieces.colours[colour]}"
        raise IllegalMove("two-colours", message)
    owners = _owners_with(position, colour)
    return _after_laying(pieces, position, position.choice, owners=owners)


def _owners_with(position: Position, colour: int) -> tuple[int, ...]:
    """The owners when the player whose turn it is owns a colour."""
    return settled(replaced(position.owners, colour, position.turn), position.players)


def settled(owners: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The owners with the last colour settled: it goes to the last player, or becomes neutral.

    >>> settled((2, 0, 1), 3), settled((2, 0, 1), 2), settled((2, 0, 0), 2)
    ((2, 3, 1), (2, -1, 1), (2, 0, 0))
    """
    lacking = [player for player in range(1, players + 1) if player not in owners]
    if players > 1 and not lacking:
        return tuple(NEUTRAL if owner == FREE else owner for owner in owners)
    if len(lacking) == owners.count(FREE) == 1 < players:
        return tuple(lacking[0] if owner == FREE else owner for owner in owners)
    return owners


# Exchanging, passing and stopping.


def can_lay(pieces: PieceSet, position: Position) -> bool:
    """Whether any tile fits of the player who decides now; all share the tiles that lie open."""
    return pieces.fits(position.table, _own_kinds(position))


def _own_kinds(position: Position) -> tuple[Tile, ...]:
    return seen(position.hands[position.asked - 1]) if position.asked else position.choice


def stuck(position: Position) -> tuple[int, ...]:
    """The players who have just said that none of their tiles fits: who asked, and who agreed."""
    if position.phase not in (Phase.STOP, Phase.DECLINED):
        return ()
    turn, players = position.turn, position.players
    agreed = (position.asked - turn - 1) % players if position.asked not in (0, turn) else 0
    return tuple((turn + step - 1) % players + 1 for step in range(agreed + 1))


def _objection(pieces: PieceSet, position: Position, move: Move) -> IllegalMove | None:
    """Why the player may not exchange a tile, pass, stop or agree; None if the player may."""
    match move:
        case Exchange() if position.is_open:
            return IllegalMove("exchange", "you cannot exchange a tile: all tiles lie open")
        case Exchange() if not position.supply:
            return IllegalMove("exchange", "you cannot exchange a tile: the supply is empty")
        case Exchange(kind) if kind not in position.choice:
            return IllegalMove("exchange", f"{pieces.write(kind)} is not in your hand")
        case Pass() if position.is_open:
            return IllegalMove("pass", "you cannot pass: one of the open tiles fits")
        case Pass() if position.supply:
            return IllegalMove("pass", "you cannot pass: lay a tile or exchange one")
        case Stop() if position.is_open:
            return IllegalMove("laying-open", "you cannot ask to stop: all tiles lie open")
        case Stop() if position.phase is Phase.DECLINED:
            return IllegalMove("laying-open", "you cannot ask to stop again in this turn")
        case Stop() | Agree() if can_lay(pieces, position):
            tile, cell = pieces.placements(position.table, _own_kinds(position))[0]
            message = f"you cannot stop: {pieces.write(tile)} fits on {format_cell(cell)}"
            return IllegalMove("laying-open", message)
    return None


def _after_other(pieces: PieceSet, position: Position, move: Move) -> Position:
    if (objection := _objection(pieces, position, move)) is not None:
        raise objection
    match move:
        case Exchange(kind):
            return _after_exchange(pieces, position, kind)
        case Pass():
            passes, following = position.passes + 1, position.next_turn
            position = position._replace(passes=passes, turn=following, phase=Phase.TURN)
            return _laid_open(pieces, position) if passes == position.players else position
    asked = (position.asked or position.turn) % position.players + 1
    if asked == position.turn:
        return _laid_open(pieces, position)
    return position._replace(phase=Phase.STOP, asked=asked)


def _after_exchange(pieces: PieceSet, position: Position, kind: Tile) -> Position:
    """Another tile is drawn, and the tile goes into the supply or out of the game."""
    drawn, supply, chance = position.chance.drawn(seen(position.supply))
    hands = position.with_hand((*without(position.choice, kind), drawn))
    where = "aside" if position.options["exchange"] == "box" else "supply"
    changed = {"hands": hands, "supply": supply, "aside": position.aside, "chance": chance}
    changed[where] = tuple(sorted((*changed[where], kind)))
    return _with_next_turn(pieces, position, **changed)


def _rushed(pieces: PieceSet, position: Position, rng: Random) -> Position:
    """The position after random turns with hidden hands in which a tile fits, as almost always.

    Here they change a tally of placements and hands in place. They end with a tile that wins several
    colours, or when a player passes. The position stays as it is if the next turn is another one.
    """
    # The last tile in a hand may end the game, and neither hidden tiles nor known draws can be rushed.
    piles = (*position.hands, position.supply)
    is_hidden = any(HIDDEN in pile[:1] for pile in piles) or position.chance.known
    held = sum(map(len, position.hands))
    goes_on = held > 1 and position.phase is Phase.TURN and not is_hidden
    if not goes_on or not can_lay(pieces, position):
        return position
    fitting, table, turn = pieces.fitting, position.table.copy(), position.turn
    tally, tiles = table.tally(fitting.counts), table.tiles
    field, players = fitting.field, position.players
    # A kind is a number: where its field begins.
    *hands, supply = ([fitting.shifts[kind] for kind in pile] for pile in piles)
    kinds, boxed = fitting.kinds, list[int]()
    is_boxed = position.options["exchange"] == "box"
    chance, drawn = position.chance, 0
    passes, owners = position.passes, position.owners

    def reached() -> Position:
        table.follow(tally)
        return position._replace(
            table=table,
            owners=owners,
            hands=tuple(tuple(map(kinds.__getitem__, hand)) for hand in hands),
            turn=turn,
            supply=tuple(map(kinds.__getitem__, supply)),
            aside=tuple(sorted((*position.aside, *map(kinds.__getitem__, boxed)))),
            chance=Chance(chance.seed, chance.step + drawn),
            passes=passes,
        )

    while held > 1:
        hand, total = hands[turn - 1], tally.total
        counts = {shift: total >> shift & field for shift in hand}
        lays = sum(counts.values())
        if not lays:
            break
        number = rng.randrange(lays + (len(counts) if supply else 1))
        is_laid = number < lays
        if is_laid:
            for shift, count in counts.items():  # noqa: B007
                if number < count:
                    break
                number -= count
            place, turned = tally.at(number, shift, fitting)
            tile, stamps = fitting.lying[shift][turned]
            tally.put(place, stamps)
            cell = CELLS[place]
            tiles[cell] = tile
            hand.remove(shift)
            passes = 0
            if players > 1 and FREE in owners and turn not in owners:
                free = (colour for colour, owner in enumerate(owners) if owner == FREE)
                won = [colour for colour in free if completes(tiles, cell, colour)]
                if len(won) > 1:
                    left = tuple(map(kinds.__getitem__, hand))
                    return _after_table(pieces, reached(), table, cell, left)
                if won:
                    owners = settled(replaced(owners, won[0], turn), players)
        elif supply:
            shift = [*counts][number - lays]
            hand.remove(shift)
        else:
            return _after_other(pieces, reached(), Pass())
        if supply:
            insort(hand, supply.pop(chance.lot(len(supply), drawn)))
            drawn += 1
            if not is_laid:
                insort(boxed if is_boxed else supply, shift)
        else:
            held -= 1
        turn = turn % players + 1
    return reached()


def _laid_open(pieces: PieceSet, position: Position) -> Position:
    """All hands and the supply lie open; if none of these tiles fits, the game is over."""
    tiles = [tile for pile in (position.supply, *position.hands) for tile in seen(pile)]
    position = position._replace(
        supply=tuple(sorted(tiles)),
        hands=((),) * position.players,
        phase=Phase.TURN,
        asked=0,
        passes=0,
    )
    return position if goes_on(pieces, position) else position._replace(phase=Phase.OVER)


Found = tuple[tuple[Structure, ...], ...]


def _parts(pieces: PieceSet, position: Position, by_colour: Found) -> Iterator[Part]:
    alone = position.players == 1
    kinds = (Kind.LOOP, Kind.LINE) if alone else (Kind.LOOP, Kind.LINE, Kind.FRAGMENT)
    for name, owner, found in zip(pieces.colours, position.owners, by_colour, strict=True):
        if owner == NEUTRAL:
            continue
        whose = "player 1" if alone else name if owner == FREE else f"player {owner}"
        for kind in kinds:
            factor, what = POINTS[kind], f"{name} {kind.value}"
            for each in found:
                if each.kind is kind and (cells := tuple(map(format_cell, each.counted))):
                    how = f"{factor} x {len(cells)}"
                    yield Part(whose, what, factor * len(cells), how, cells, name)


def _tie_broken(position: Position, ahead: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """The winners among the players with the most points, and the reason in words."""
    if len(ahead) == 1:
        return ahead, ""
    longest = position.options["ties"] == "longest-run"
    tiles = dict.fromkeys(ahead, 0)
    for colour, owner in enumerate(position.owners):
        if (whose := f"player {owner}") in tiles:
            found = structures(position.table.tiles, colour)
            runs = [len(each.cells) for each in found if each.kind is Kind.RUN]
            tiles[whose] = max(runs, default=0) if longest else sum(runs)
    most = max(tiles.values())
    winners = tuple(player for player in ahead if tiles[player] == most)
    if len(winners) == len(ahead):
        what = "longest runs" if longest else "runs together"
        return ahead, f"their {what} are equal, {counted(most, 'tile')}"
    verb = "has" if len(winners) == 1 else "have"
    what = "the longest run" if longest else "the most tiles in runs"
    return winners, f"{in_words(winners)} {verb} {what}, {counted(most, 'tile')}"


# Problems of a position, which can be seen in the position itself.


def _table_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Too many tiles, sides that do not agree, and impossible owners."""
    yield from pieces.too_many(_tiles(position))
    laid: dict[Hex, Tile] = {}
    for cell, tile in position.table.in_order():
        for clash in pieces.clashes(laid, cell, tile):
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
    """All tiles, and where they are.

    Hands are last, since a file always has them: the other places of a tile may be omitted keys.
    """
    return tiles_by_place(
        tiles=position.table,
        aside=position.aside,
        supply=position.supply,
        hands=dict(enumerate(position.hands, 1)),
    )


def _no_player(player: int, position: Position) -> str:
    return f"there is no player {player} in a game with {counted(position.players, 'player')}"


def _player_status(position: Position) -> Iterator[Problem]:
    if position.phase is Phase.NEXUS and position.table:
        yield Problem("set-up", "the first tile lies on the table already", ("phase",))
    for key, player, least in (("turn", position.turn, 1), ("asked", position.asked, 0)):
        if not least <= player <= position.players:
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
    elif table.apart_from([*table][:1]):
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
        yield from hand_problem(
            f"player {player}",
            len(hand),
            most,
            is_full=bool(position.supply),
            path=("hands", player),
        )


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
    won = won_colours(position, position.table, position.laid)
    has_choice = position.laid in position.table and len(won) > 1
    if (phase is Phase.COLOUR) != has_choice or (position.laid is not None) != has_choice:
        message = "only the phase colour needs laid, the cell of a tile that has won two colours"
        yield Problem("two-colours", message, ("laid",))
    if (phase is Phase.STOP) != bool(position.asked) or position.asked == position.turn:
        message = "only in the phase stop another player is asked"
        yield Problem("laying-open", message, ("asked",))
    if asks and (position.players == 1 or position.is_open):
        reason = "all tiles lie open" if position.is_open else "a player alone asks nobody"
        yield Problem("laying-open", f"the phase is not {phase.value}: {reason}", ("phase",))
    else:
        for player in stuck(position):
            if pieces.fits(position.table, position.hands[player - 1]):
                cannot = "ask to stop" if player == position.turn else "agree to stop"
                message = f"player {player} has a tile that fits, so this player cannot {cannot}"
                yield Problem("laying-open", message, ("hands", player))
    can_pass = (asks or phase is Phase.TURN) and not position.is_open and not position.supply
    if position.passes and not (can_pass and 0 < position.passes < position.players):
        message = "players pass when the supply is empty, and not all of them in a row"
        yield Problem("pass", message, ("passes",))
    is_over = not goes_on(pieces, position)
    if phase is (Phase.TURN if is_over else Phase.OVER):
        reason = "over: no tile can be laid" if is_over else "not over: a tile may still be laid"
        yield Problem("end-of-the-game", f"the game is {reason}", ("phase",))
