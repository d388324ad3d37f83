"""Hexeptional Hexpertise, by 18cards, 2022, as a game: how it is written, scored and judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import combinations, pairwise, product
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.words import in_words, listed
from pnp.definition.reading import MappingNode, Node, Reader
from pnp.games.hexpertise.pieces import (
    EMPTY,
    MAGE,
    NULLIFIED,
    RULES,
    TIMES_FLIPPED,
    Display,
    Pair,
    PieceSet,
)
from pnp.play import (
    CHANCE_FIELD,
    HIDDEN_CHANCE,
    Chance,
    Chosen,
    Field,
    Game,
    Hex,
    IllegalMove,
    MoveNotation,
    Option,
    Part,
    Path,
    Plain,
    Problem,
    Score,
    Sentence,
    Table,
    Words,
    codec,
    options_field,
    replaced,
)
from pnp.tiles.hexgrid import ORIGIN, connected, neighbours

# The game is for any number of players; twelve are enough at one table.
PLAYERS = range(1, 13)

# The number of mana cards flipped in each half, and in the whole game: one for each open hex.
HALF = 15
FLIPS = 2 * HALF

OPTIONS = (
    Option(
        "advanced",
        "Do harmonic convergences and voids score?",
        {"on": "they score", "off": "they do not, as in a first game"},
    ),
    Option(
        "nexus-scores",
        "Do nexus hexes count in the scoring?",
        {"yes": "they count like all other hexes", "no": "only the hexes that you filled count"},
    ),
    Option(
        "nexus-nullifies",
        "What if an element touches the nexus hex of its opposite?",
        {"yes": "both are nullified", "no": "both keep their elements"},
    ),
    Option(
        "nullified-nexus",
        "Does a nullified nexus hex still give its direction?",
        {"directs": "it does", "silent": "nothing can be placed in its direction any more"},
    ),
    Option(
        "forks",
        "Which air is a fork?",
        {
            "three-neighbours": "one that touches three or more airs",
            "apart": "one that touches three or more airs, no two of which touch each other",
        },
    ),
)


class Phase(Enum):
    """The steps of a game; the value is the word in a file."""

    FLIP = "flip"  # a mana card lies on the table, and not everybody has used it
    OVER = "over"


class Position(NamedTuple):
    """The nexus cards as they lie, a display for each player, and the mana cards.

    All players use the card on the table at the same time; here they do so one after the other,
    which makes no difference to anybody. `card` is the card on the table; `flipped` has those of
    this half that everybody has used. The others are in the deck, which is shuffled: the next card
    comes by chance. An extract has no card, and may have no nexus cards.
    """

    nexus: tuple[Pair, ...]
    displays: tuple[Display, ...]
    phase: Phase
    options: Chosen
    chance: Chance
    card: Pair | None = None
    flipped: tuple[Pair, ...] = ()
    board: str = "display"

    @property
    def corner_elements(self) -> tuple[str, ...]:
        """The elements of the nexus hexes, clockwise from the top: left ones, then right ones."""
        return corner_elements(self.nexus)

    @property
    def filled(self) -> tuple[int, ...]:
        """How many open hexes each player has filled, one for each card."""
        return tuple(FLIPS - display.count(EMPTY) for display in self.displays)

    @property
    def turn(self) -> int:
        """The first player, counted from 1, who has filled the fewest hexes."""
        filled = self.filled
        return filled.index(min(filled)) + 1


def corner_elements(nexus: tuple[Pair, ...]) -> tuple[str, ...]:
    """The elements of the nexus hexes, clockwise from the top: left ones, then right ones."""
    return (*(left for left, _ in nexus), *(right for _, right in nexus))


class Place(NamedTuple):
    """Place an element of the card on a hex."""

    element: str
    cell: Hex


class Nullify(NamedTuple):
    """Nullify an empty hex, because neither element can be placed."""

    cell: Hex


Move = Place | Nullify


class Hexpertise(Game[Position, Move]):
    """The rules of play, with the bundled set or another one."""

    name = "hexpertise"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES

    @cached_property
    def pieces(self) -> PieceSet:
        return PieceSet(self.tileset)

    @cached_property
    def words(self) -> Words:
        pieces = self.pieces
        cell, element = _hex_word(pieces), codec.names(pieces.elements, "an element")
        # A mana card has its elements in any order, a nexus card the left one first.
        mana = codec.word_among(
            "a mana card",
            {" ".join(way): card for card in pieces.mana for way in (card[::-1], card)},
        )
        nexus = codec.word_among(
            "a nexus card",
            {" ".join(way): way for card in pieces.nexus for way in (card, card[::-1])},
        )
        fields = (
            options_field(OPTIONS),
            Field("board", codec.names(["display"], "the board of this game"), "display"),
            Field("nexus", codec.ListOf("nexus", nexus), blank=()),
            Field("tokens", _Displays(pieces, cell), attribute="displays"),
            Field(
                "phase",
                codec.word_of("a phase", Phase),
                blank=lambda values: (
                    Phase.FLIP if EMPTY in sum(values["displays"], ()) else Phase.OVER
                ),
            ),
            Field("card", mana, None),
            Field("flipped", codec.ListOf("flipped", mana), ()),
            CHANCE_FIELD,
        )
        placing: dict[str, codec.Word[Any]] = {"element": element, "cell": cell}
        sentences = MoveNotation[Move](
            Sentence(Nullify, "nullify {cell}", {"cell": cell}, "nullify C1"),
            Sentence(Place, "{element} {cell}", placing, "fire E3"),
        )
        return Words(fields, sentences, mana)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        cards, chance = chance.shuffled(self.pieces.nexus)
        nexus, chance = chance.picked([*product(*((card, card[::-1]) for card in cards))])
        mana, chance = chance.picked(self.pieces.mana)
        position = Position(nexus, (), Phase.FLIP, options, chance, mana)
        corners = zip(self.pieces.corners, position.corner_elements, strict=True)
        return position._replace(displays=(self.pieces.display(dict(corners)),) * players)

    def to_move(self, position: Position) -> int | None:
        return None if position.phase is Phase.OVER else position.turn

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

    def legal_moves(self, position: Position) -> Sequence[Move]:
        """Every legal move: placements by element and column, or else empty hexes to nullify."""
        pieces = self.pieces
        if position.phase is Phase.OVER or position.card is None:
            return ()
        display = position.displays[position.turn - 1]
        empty = (cell for cell, what in zip(pieces.cells, display, strict=True) if what == EMPTY)
        return _placements(pieces, position, display, position.card) or tuple(map(Nullify, empty))

    @property
    def most_moves(self) -> int:
        return 2 * len(self.pieces.cells)

    def play(self, position: Position, move: Move) -> Position:
        pieces = self.pieces
        if position.phase is Phase.OVER:
            raise IllegalMove("end-of-the-game", "every display is full: the festival is over")
        if position.card is None:
            message = "an extract is only scored; to play on, write a whole position"
            raise IllegalMove("extract", message)
        player, card, cell = position.turn - 1, position.card, move.cell
        display = position.displays[player]
        on = pieces.on(display)
        if cell not in on:
            raise IllegalMove("board", f"{tuple(cell)} is not on the display")
        name = pieces.names[cell]
        if on[cell] != EMPTY:
            raise IllegalMove("empty-place", f"{name} is filled ({on[cell]}): choose an empty hex")
        if isinstance(move, Place):
            _check_direction(pieces, position, display, move, card)
            touched = opposites(pieces, position, on, move.element, cell)
            on[cell] = move.element
            on |= dict.fromkeys((cell, *touched) if touched else (), NULLIFIED)
        elif fitting := _placements(pieces, position, display, card):
            fits = f"{fitting[0].element} fits on {pieces.names[fitting[0].cell]}"
            message = f"you may nullify {name} only if neither element fits anywhere, but {fits}"
            raise IllegalMove("when-nothing-fits", message)
        else:
            on[cell] = NULLIFIED
        displays = replaced(position.displays, player, tuple(on.values()))
        return _with_next_card(pieces, position._replace(displays=displays), card)

    def view(self, position: Position, player: int) -> Position:
        """All that lies on the table; only chance, which has the order of the deck, is hidden."""
        del player
        return position._replace(chance=HIDDEN_CHANCE)

    def table(self, position: Position) -> Table:
        """The display of the player to move; at the end, of the first winner."""
        player = self.to_move(position)
        whose = f"player {player}" if player else self.score(position).winners[0]
        return self.table_of(position, whose)

    def table_of(self, position: Position, whose: str) -> Table:
        display = position.displays[int(whose.removeprefix("player ")) - 1]
        placed = self.pieces.placed(display).items()
        tokens = tuple((self.pieces.names[cell], what) for cell, what in placed)
        return Table(board=position.board, tokens=tokens)

    def score(self, position: Position) -> Score:
        """The score with a part for each award of each player.

        Players with equal totals compare the points of single elements, clockwise from the top.
        """
        pieces = self.pieces
        parts: list[Part] = []
        standing: dict[str, tuple[int, ...]] = {}
        for number, display in enumerate(position.displays, 1):
            player = f"player {number}"
            own = tuple(_parts(pieces, position.options, player, display))
            points = {part.what: part.points for part in own}
            ties = (points[element] for element in position.corner_elements)
            standing[player] = (sum(points.values()), *ties)
            parts += own
        best = max(standing.values())
        return Score(
            tuple(parts),
            tuple((player, points[0]) for player, points in standing.items()),
            tuple(player for player, points in standing.items() if points == best),
            _tie_break(standing, position.corner_elements),
        )

    def points(self, position: Position) -> tuple[int, ...]:
        rules = position.options
        return tuple(_total(self.pieces, rules, display) for display in position.displays)

    def facts(self, position: Position) -> Mapping[str, int]:
        return {"hexes nullified": sum(each.count(NULLIFIED) for each in position.displays)}

    def extract_status(self, position: Position) -> Iterator[Problem]:
        """Problems of displays, which may omit hexes, and of nexus cards if the extract has any.

        An element may not be on more hexes than the cards can bring, which also keeps the search for
        the longest path of water short.
        """
        pieces = self.pieces
        wrong = [*_nexus_card_status(pieces, position)] if position.nexus else []
        yield from wrong or (
            *_display_status(pieces, position),
            *_element_status(pieces, position, pieces.mana * TIMES_FLIPPED),
        )

    def status(self, position: Position) -> Iterator[Problem]:
        """Later checks run only if the earlier ones find nothing."""
        pieces = self.pieces
        wrong = [*_nexus_card_status(pieces, position)]
        wrong = wrong or [*_display_status(pieces, position, whole=True)]
        wrong = wrong or [*_flip_status(position), *_card_status(pieces, position)]
        cards = (*pieces.mana * (min(position.filled) // HALF), *position.flipped)
        yield from wrong or _element_status(pieces, position, cards)


# Moves.


# Where the ways to the nexus hexes lead, clockwise.
_WAYS = ("above", "up-right of", "down-right of", "below", "down-left of", "up-left of")


def directions(pieces: PieceSet, position: Position, display: Display) -> Mapping[str, int]:
    """The direction that each element gives on a display."""
    ways = _ways(position.nexus)
    if position.options["nullified-nexus"] == "directs":
        return ways
    on = pieces.on(display)
    return {what: way for what, way in ways.items() if on[pieces.corners[way]] != NULLIFIED}


@cache
def _ways(nexus: tuple[Pair, ...]) -> Mapping[str, int]:
    return {element: way for way, element in enumerate(corner_elements(nexus))}


def opposites(
    pieces: PieceSet, position: Position, on: Mapping[Hex, str], element: str, cell: Hex
) -> tuple[Hex, ...]:
    """The hexes beside a cell that an element on it nullifies, clockwise from the top."""
    immune = pieces.corners if position.options["nexus-nullifies"] == "no" else ()
    if cell in immune:
        return ()
    opposite = pieces.opposite[element]
    return tuple(near for near in pieces.near[cell] if on[near] == opposite and near not in immune)


def _placements(
    pieces: PieceSet, position: Position, display: Display, card: Pair
) -> tuple[Place, ...]:
    """The placements by element and column."""
    ways = directions(pieces, position, display)
    return tuple(
        Place(element, cell)
        for element, pointer in (card, card[::-1])
        if pointer in ways
        for cell, at, start in pieces.leads[ways[pointer]]
        if display[at] == EMPTY != display[start]
    )


def _check_direction(
    pieces: PieceSet, position: Position, display: Display, move: Place, card: Pair
) -> None:
    """Raises IllegalMove if the card's other element does not lead to the hex."""
    element, cell = move
    if element not in card:
        message = f"the card shows {' and '.join(card)}: you cannot place {element}"
        raise IllegalMove("mana-cards", message)
    pointer = card[1] if element == card[0] else card[0]
    way = directions(pieces, position, display).get(pointer)
    if way is None:
        message = f"the nexus hex of {pointer} is nullified and gives no direction"
        raise IllegalMove("direction", message)
    start = pieces.behind[way].get(cell)
    if start is None or pieces.on(display)[start] == EMPTY:
        reason = f"{pieces.names[start]} is empty" if start else "the display ends there"
        lead = f"{element} on {pieces.names[cell]} must be {_WAYS[way]} a filled hex"
        raise IllegalMove("direction", f"{pointer} gives the direction: {lead}, but {reason}")


def _with_next_card(pieces: PieceSet, position: Position, used: Pair) -> Position:
    """If everybody has used the card, the next one is flipped, in the second half from a full deck."""
    filled = position.filled
    flips = min(filled)
    if flips < max(filled):
        return position
    if flips == FLIPS:
        return position._replace(phase=Phase.OVER, card=None, flipped=())
    flipped = (*position.flipped, used) if flips % HALF else ()
    deck = [card for card in pieces.mana if card not in flipped]
    card, chance = position.chance.picked(deck)
    return position._replace(card=card, flipped=flipped, chance=chance)


def _hex_word(pieces: PieceSet) -> codec.Word[Hex]:
    """A hex by its name, such as C1."""

    def parse(text: str) -> Hex:
        if text not in pieces.by_name:
            first, *_, last = pieces.by_name
            raise ValueError(f'"{text}" is not a hex of the display, which has {first} to {last}')
        return pieces.by_name[text]

    return codec.Word("a hex", parse, pieces.names.__getitem__)


class _Displays(codec.Codec[tuple[Display, ...]]):
    """The elements on a display by the names of the hexes; several displays by player."""

    def __init__(self, pieces: PieceSet, cell: codec.Word[Hex]) -> None:
        what = codec.names((*pieces.elements, NULLIFIED), "an element")
        self._one = codec.MapOf("tokens", cell, what).mapped(pieces.display, pieces.placed)
        self._several = codec.PerPlayer("tokens", self._one, most=PLAYERS[-1])

    def read(self, reader: Reader, node: Node) -> tuple[Display, ...] | None:
        if isinstance(node, MappingNode) and any(key.text.isdecimal() for key, _ in node.entries):
            return self._several.read(reader, node)
        display = self._one.read(reader, node)
        return None if display is None else (display,)

    def write(self, value: tuple[Display, ...]) -> Plain:
        return self._one.write(*value) if len(value) == 1 else self._several.write(value)


# The score.


# Points for each figure, or for each hex that counts, as the rulebook has them.
POINTS = {"light": 3, "dark": 3, "fire": 2, "water": 3, "earth": 4, "air": 4}
CONVERGENCE_POINTS, VOID_POINTS = 15, 10

Hexes = tuple[Hex, ...]


def _awards(
    pieces: PieceSet, rules: Chosen, display: Display
) -> Iterator[tuple[str, int, tuple[Hexes, ...]]]:
    """All awards of a display, each with its points and its figures.

    They are the six elements in the order of the cards, then the advanced ones.
    """
    on = pieces.on(display)
    if rules["nexus-scores"] == "no":
        on = {cell: what for cell, what in on.items() if cell not in pieces.corners}
    for element in pieces.elements:
        cells = frozenset([cell for cell, what in on.items() if what == element])
        yield element, POINTS[element], _figures(element, cells, rules["forks"] == "apart")
    if rules["advanced"] == "on":
        yield "harmonic convergence", CONVERGENCE_POINTS, tuple(convergences(pieces, on))
        yield "void", VOID_POINTS, tuple(voids(pieces, on))


@lru_cache(1 << 14)
def _figures(element: str, cells: frozenset[Hex], apart: bool) -> tuple[Hexes, ...]:
    """The figures that score for an element on these hexes; *apart* is a choice about forks."""
    match element:
        case "light" | "dark":
            return tuple(clusters(cells))
        case "fire":
            return tuple(touching(cells, 2))
        case "water":
            return tuple(filter(None, [longest_path(cells)]))
        case "earth":
            return tuple(touching(cells, 3))
    return tuple(forks(cells, apart=apart))


def _counts(what: str, figures: tuple[Hexes, ...]) -> list[int]:
    """How many times each figure scores: every hex of water, of dark every hex after the first."""
    uncounted = {"water": 0, "dark": 1}
    return [len(figure) - uncounted[what] if what in uncounted else 1 for figure in figures]


@lru_cache(1 << 12)
def _total(pieces: PieceSet, rules: Chosen, display: Display) -> int:
    awards = _awards(pieces, rules, display)
    return sum(each * sum(_counts(what, figures)) for what, each, figures in awards)


def _parts(pieces: PieceSet, rules: Chosen, whose: str, display: Display) -> Iterator[Part]:
    """The awards of a display as lines of a score: their figures by the names of their hexes."""
    for what, each, figures in _awards(pieces, rules, display):
        yield _part(pieces, whose, what, each, figures)


def _part(pieces: PieceSet, whose: str, what: str, each: int, figures: tuple[Hexes, ...]) -> Part:
    named = [tuple(pieces.names[cell] for cell in figure) for figure in figures]
    counts = _counts(what, figures)
    times = str(sum(counts))
    if len(counts) > 1 and {*counts} != {1}:
        times = f"({' + '.join(map(str, counts))})"
    earning = (figure for figure, count in zip(named, counts, strict=True) if count)
    return Part(
        whose,
        what,
        each * sum(counts),
        f"{each} x {times}" + ": " * bool(named) + "; ".join(map(" ".join, named)),
        tuple(dict.fromkeys(name for figure in earning for name in figure)),
        what if what in pieces.elements else "",
        tuple(named) if what == "water" else (),
    )


def _tie_break(standing: Mapping[str, tuple[int, ...]], elements: tuple[str, ...]) -> str:
    """Why the winners win a tie; empty if there is no tie, or if the tied are equal."""
    most = max(points[0] for points in standing.values())
    tied = {player: points[1:] for player, points in standing.items() if points[0] == most}
    if len(tied) == 1:
        return ""
    reasons = []
    for index, element in enumerate(elements):
        best = max(points[index] for points in tied.values())
        ahead = {player: points for player, points in tied.items() if points[index] == best}
        if len(ahead) < len(tied):
            reasons.append(f"{in_words([*ahead])} scored most for {element}, {best}")
            tied = ahead
    return "; ".join(reasons)


# Figures on a display: tuples of hexes, which are found in the order of the columns.


def clusters(cells: Collection[Hex]) -> Iterator[Hexes]:
    """Groups of connected hexes; a single hex is a group, too."""
    left = set(cells)
    while left:
        group = connected(left, [min(left)])
        left -= group
        yield tuple(sorted(group))


def touching(cells: Collection[Hex], number: int) -> Iterator[Hexes]:
    """Every group of *number* hexes that all touch each other: pairs or triangles."""
    for cell in sorted(cells):
        later = sorted(near for near in neighbours(cell) if near > cell and near in cells)
        for others in combinations(later, number - 1):
            if all(one in neighbours(other) for one, other in combinations(others, 2)):
                yield cell, *others


def walks(cells: Collection[Hex]) -> Iterator[Hexes]:
    """Every path that visits no hex twice, from each of its two ends."""
    ahead: list[Hexes] = [(cell,) for cell in sorted(cells, reverse=True)]
    while ahead:
        walk = ahead.pop()
        yield walk
        beside = (near for near in neighbours(walk[-1]) if near in cells)
        ahead += [(*walk, near) for near in beside if near not in walk]


def longest_path(cells: Collection[Hex]) -> Hexes:
    """The first of the longest paths; empty if there are no hexes.

    Walks all paths, which is quick for the few hexes that the mana cards can give to one element.
    """
    longest: Hexes = ()
    for walk in walks(cells):
        longest = max(longest, walk, key=len)
        if len(longest) == len(cells):
            break
    return longest


def forks(cells: Collection[Hex], *, apart: bool) -> Iterator[Hexes]:
    """Every hex that touches three or more others, itself first; if *apart*, none of which touch."""
    for cell in sorted(cells):
        arms = tuple(near for near in neighbours(cell) if near in cells)
        if len(arms) >= 3 and not (apart and any(touching(arms, 2))):
            yield cell, *arms


def convergences(pieces: PieceSet, on: Mapping[Hex, str]) -> Iterator[Hexes]:
    """Straight lines and rings of six hexes with all six elements, whatever is inside a ring."""
    elements = {*pieces.elements}
    return (six for six in pieces.sixes if {on.get(each) for each in six} == elements)


def voids(pieces: PieceSet, on: Mapping[Hex, str]) -> Iterator[Hexes]:
    """Every nullified hex that six nullified ones surround, itself first."""
    null = {cell for cell, what in on.items() if what == NULLIFIED}
    return filter(null.issuperset, pieces.flowers)


# Problems of a position, which can be seen in the position itself.


def _displays(pieces: PieceSet, position: Position) -> Iterator[tuple[Path, Mapping[Hex, str]]]:
    """The path to each display in a file, and the content of its hexes."""
    for player, display in enumerate(position.displays, 1):
        path = ("tokens", player) if len(position.displays) > 1 else ("tokens",)
        yield path, pieces.on(display)


def _nexus_card_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    if Counter(map(frozenset, position.nexus)) != Counter(map(frozenset, pieces.nexus)):
        message = f"write each of the {len(pieces.nexus)} nexus cards once"
        yield Problem("nexus-cards", message, ("nexus",))


def _corner_status(pieces: PieceSet, position: Position, *, whole: bool) -> Iterator[Problem]:
    """Corners that may not be empty or nullified, and elements that belong on another corner."""
    dealt = dict(enumerate(position.corner_elements))
    for path, on in _displays(pieces, position):
        for number, corner in enumerate(pieces.corners):
            what, name = on[corner], pieces.names[corner]
            if what == EMPTY and whole:
                message = f"nexus hexes are always filled: write {name}, too"
                yield Problem("nexus-hexes", message, (*path, name))
            elif what == NULLIFIED and position.options["nexus-nullifies"] == "no":
                message = f"{name} is a nexus hex; by your options nexus hexes are never nullified"
                yield Problem("opposites-nullify", message, (*path, name))
            elif what not in pieces.opposite:
                continue
            elif any((each == number) != (dealt[each] == what) for each in dealt):
                # This corner has another element already, or this element another corner.
                why = "nexus cards give each element one corner, across from its opposite"
                yield Problem("nexus-hexes", f"{what} cannot be on {name}: {why}", (*path, name))
            else:
                dealt |= {number: what, (number + 3) % 6: pieces.opposite[what]}


def _display_status(
    pieces: PieceSet, position: Position, *, whole: bool = False
) -> Iterator[Problem]:
    """Hexes with impossible content; in a whole position, also elements that nothing points to."""
    yield from _corner_status(pieces, position, whole=whole)
    ways = tuple(zip(position.corner_elements, pieces.behind, strict=False))
    for path, on in _displays(pieces, position):
        if on[ORIGIN] != MAGE:
            name = pieces.names[ORIGIN]
            yield Problem("mage", f"{name} is the mage's hex: delete it", (*path, name))
        reached = _reached(pieces, on, ways)
        for cell, what in on.items():
            if what not in pieces.opposite:
                continue
            name = pieces.names[cell]
            # If two touch, the second has the problem.
            found = opposites(pieces, position, on, what, cell)
            touched = [f"{on[near]} on {pieces.names[near]}" for near in found if near < cell]
            if touched:
                touching = f"{what} on {name} touches {in_words(touched)}"
                message = f"{touching}: they nullify each other"
                yield Problem("opposites-nullify", message, (*path, name))
            if whole and cell not in reached:
                why = "no other element points there from a hex filled before"
                yield Problem("direction", f"{what} is on {name}, but {why}", (*path, name))


def _reached(
    pieces: PieceSet, on: Mapping[Hex, str], ways: Sequence[tuple[str, Mapping[Hex, Hex]]]
) -> set[Hex]:
    """The hexes that can be filled one after the other.

    Corners and the mage are filled at first; a nullified hex can be anywhere, and an element where
    another one points from a hex that is filled.
    """
    at_first = (*pieces.corners, ORIGIN)
    left = {cell for cell, what in on.items() if what in pieces.opposite and cell not in at_first}
    reached = {cell for cell, what in on.items() if what != EMPTY} - left
    while fit := {
        cell
        for cell in left
        if any(what != on[cell] and behind.get(cell) in reached for what, behind in ways)
    }:
        left -= fit
        reached |= fit
    return reached


def _flip_status(position: Position) -> Iterator[Problem]:
    """Displays on which the players have not used the same cards, one player after the other."""
    filled = position.filled
    for player, (before, now) in enumerate(pairwise(filled), 1):
        if not filled[0] - 1 <= now <= before:
            there = f"player {player} has filled {before}, and player {player + 1} {now}"
            message = f"each player fills one hex a card, player 1 first: {there}"
            yield Problem("one-hex-a-flip", message, ("tokens", player + 1))


def _card_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """A game that should be over or is not, and mana cards that are missing or too many."""
    flips, is_over = min(position.filled), position.phase is Phase.OVER
    if is_over and flips < FLIPS:
        yield Problem("end-of-the-game", "a hex is empty: the game is not over", ("phase",))
    elif not is_over and flips == FLIPS:
        yield Problem("end-of-the-game", "every display is full: the game is over", ("phase",))
    elif is_over == (position.card is not None):
        message = 'only the phase flip needs "card", the mana card on the table'
        yield Problem("mana-cards", message, ("card",) if is_over else ("phase",))
    for path, card in (
        (("card",), position.card),
        *((("flipped", number), card) for number, card in enumerate(position.flipped)),
    ):
        if card is not None and card not in pieces.mana:
            yield Problem("mana-cards", f"there is no mana card {' '.join(card)}", path)
    for number, card in enumerate(position.flipped):
        if card in (position.card, *position.flipped[:number]):
            message = f"{' '.join(card)} is one card, and it is flipped once in a half"
            yield Problem("mana-cards", message, ("flipped", number))
    if len(position.flipped) != flips % HALF:
        there = f"all players have used {flips % HALF} cards in this half"
        yield Problem("mana-cards", f"{there}, not {len(position.flipped)}", ("flipped",))


def _subsets(elements: Sequence[str]) -> Iterator[frozenset[str]]:
    """All sets of one or more elements, the smallest first."""
    for size in range(1, len(elements) + 1):
        yield from map(frozenset, combinations(elements, size))


def _element_status(
    pieces: PieceSet, position: Position, used: tuple[Pair, ...]
) -> Iterator[Problem]:
    """Elements, or several together, on more hexes of a display than there are cards that show them."""
    flips = min(position.filled)
    for (path, on), filled in zip(_displays(pieces, position), position.filled, strict=True):
        cards = (*used, position.card) if position.card and filled > flips else used
        too_many: list[frozenset[str]] = []
        for elements in _subsets(pieces.elements):
            shown = sum(not elements.isdisjoint(card) for card in cards)
            cells = [cell for cell in on if on[cell] in elements and cell not in pieces.corners]
            # A card fills one hex, and so two elements cannot both have it.
            if len(cells) > shown and not any(each < elements for each in too_many):
                too_many.append(elements)
                where = listed([pieces.names[cell] for cell in cells])
                who = in_words(sorted(elements, key=pieces.elements.index))
                verb, them = ("was", "it") if len(elements) == 1 else ("were", "them")
                show_it = f"only {shown} of the {len(cards)} cards flipped show {them}"
                message = f"{who} {verb} placed on {where}, but {show_it}"
                yield Problem("mana-cards", message, path)
