"""Components: the pieces of a definition besides tiles, for a number of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import accumulate

from pnp.basics import limits
from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Finding, InvalidDefinition, Located, Place, Severity
from pnp.definition import (
    BoardDefinition,
    CellGroup,
    DeckDefinition,
    FrameDefinition,
    GivenPiece,
    Ink,
    PadDefinition,
    TokenDefinition,
)
from pnp.definition.reading import Formula, FormulaError
from pnp.sets.tileset import Tileset
from pnp.tiles.frames import FramePart
from pnp.tiles.layouts import Cell


@frozen
class Board:
    """A board, the names of its cells, the colours of cells that belong to somebody, and the board on its back."""

    definition: BoardDefinition
    names: Mapping[Cell, str]
    owners: Mapping[Cell, Ink] = field(default_factory=dict)
    back: Board | None = None

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def on_paper(self) -> Board:
        """The board on white, for forms and figures."""
        if not self.definition.ground:
            return self
        return replace(self, definition=replace(self.definition, ground=""))

    @property
    def filled(self) -> frozenset[Cell]:
        """The cells that are filled when the game begins."""
        return frozenset(
            cell for group in self.definition.groups if group.filled for cell in group.cells
        )

    @property
    def open(self) -> int:
        """The number of open cells when the game begins."""
        return len(self.definition.cells) - len(self.filled)

    def group(self, name: str) -> CellGroup | None:
        """The group of cells of that name."""
        return next((group for group in self.definition.groups if group.name == name), None)

    def cells_of(self, name: str) -> tuple[Cell, ...]:
        """The cells of the group of that name, whose tints may differ."""
        return tuple(
            cell for group in self.definition.groups if group.name == name for cell in group.cells
        )


class Card(NamedTuple):
    """A card of a deck: its id, and what the file says of it."""

    id: str
    listed: GivenPiece

    @property
    def copies(self) -> int:
        """How often it is printed."""
        return self.listed.copies

    @property
    def place(self) -> Place:
        return self.listed.place

    @property
    def colours(self) -> tuple[str, ...]:
        """The two colours of a pair; none for any other card."""
        return self.listed.colours

    @property
    def opposites(self) -> bool:
        """Whether its two colours exchange places if the card is turned."""
        return self.listed.opposites

    @property
    def values(self) -> dict[str, str]:
        """The values of its fields."""
        return self.listed.values

    def text(self, field: str) -> str:
        """The value of a field; empty without one."""
        return self.values.get(field, "")


class Deck(NamedTuple):
    """A deck of cards."""

    definition: DeckDefinition
    cards: tuple[Card, ...]

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def printed(self) -> int:
        """The number of printed cards, with copies."""
        return sum(card.copies for card in self.cards)


class Token(NamedTuple):
    """A token: its id, its colour if it has one, how often it is printed, and its values if it has a face."""

    id: str
    definition: TokenDefinition
    ink: Ink | None
    copies: int
    listed: GivenPiece | None = None

    @property
    def place(self) -> Place:
        return self.definition.place if self.listed is None else self.listed.place


class Tokens(NamedTuple):
    """The tokens of one kind: an entry for each colour."""

    definition: TokenDefinition
    kinds: tuple[Token, ...]

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def printed(self) -> int:
        """The number of printed tokens, with copies."""
        return sum(token.copies for token in self.kinds)


class Pad(NamedTuple):
    """A pad to write on, and how many are printed; None for one sheet full."""

    definition: PadDefinition
    wanted: int | None

    @property
    def name(self) -> str:
        return self.definition.name


class Frame(NamedTuple):
    """A frame, and its parts where they lie round the cells of its board."""

    definition: FrameDefinition
    board: Board
    parts: tuple[FramePart, ...]

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def part_ids(self) -> tuple[str, ...]:
        """The id of each part: the name of the frame and its number, clockwise from the top."""
        return tuple(f"{self.name}-{number}" for number in range(1, len(self.parts) + 1))


@frozen
class Components:
    """The pieces of a game that are played with, but its tiles; `numbers` has the numbers of everything by name."""

    boards: tuple[Board, ...]
    decks: tuple[Deck, ...]
    tokens: tuple[Tokens, ...]
    pads: tuple[Pad, ...]
    frames: tuple[Frame, ...]
    numbers: Mapping[str, int]

    def deck(self, name: str) -> Deck | None:
        """The deck of that name."""
        return next((deck for deck in self.decks if deck.name == name), None)

    def board(self, name: str) -> Board | None:
        """The board of that name."""
        return next((board for board in self.boards if board.name == name), None)

    def token(self, name: str) -> Tokens | None:
        """The tokens of that name."""
        return next((tokens for tokens in self.tokens if tokens.name == name), None)

    def frame(self, name: str) -> Frame | None:
        """The frame of that name."""
        return next((frame for frame in self.frames if frame.name == name), None)

    def pad(self, name: str) -> Pad | None:
        """The pad of that name."""
        return next((pad for pad in self.pads if pad.name == name), None)


def components(tileset: Tileset) -> Components:
    """The components of a game for up to as many players as its tileset is for.

    A count is the largest value of its formula for any allowed number of players, so that there are
    always enough pieces. Raises InvalidDefinition if the value cannot be printed.
    """
    definition = tileset.definition
    numbers = _numbers_of_tiles(tileset)
    boards = _backed(
        [board_of(each, definition.inks) for each in definition.pieces_of(BoardDefinition)]
    )
    for board in boards:
        numbers |= {
            f"{board.name}-{kind}": some for kind, some in board.definition.grid.counts.items()
        }
        numbers[f"{board.name}-open"] = board.open
    decks = tuple(_deck(each) for each in definition.pieces_of(DeckDefinition))
    numbers |= {deck.name: deck.printed for deck in decks}
    cards = ((deck.printed, deck.definition.place) for deck in decks)
    _check_sum("cards to print", cards, limits.MOST_CARDS)
    tokens = []
    for each in definition.pieces_of(TokenDefinition):
        kind = Tokens(each, tuple(_kinds(tileset, each, numbers)))
        numbers[kind.name] = kind.printed
        tokens.append(kind)
    printed = ((kind.printed, kind.definition.place) for kind in tokens)
    _check_sum("tokens to print", printed, limits.MOST_TOKENS)
    for listed in definition.pieces.values():
        for section in listed:
            # Those of other modules, which know their numbers themselves.
            if section.counted is not None and not {*section.numbers} <= numbers.keys():
                count = largest_count(tileset, section.counted, numbers)
                numbers |= section.numbered(count, tileset.players)
    pads = tuple(
        Pad(each, None if each.counted is None else largest_count(tileset, each.counted, numbers))
        for each in definition.pieces_of(PadDefinition)
    )
    return Components(
        boards,
        decks,
        tuple(tokens),
        pads,
        tuple(_frame(each, boards) for each in definition.pieces_of(FrameDefinition)),
        numbers,
    )


def _check_sum(what: str, numbers: Iterable[tuple[int, Place]], most: int) -> None:
    """Raises InvalidDefinition at the pieces with which there are more than a limit allows."""
    found = tuple(numbers)
    totals = accumulate(number for number, _ in found)
    over = next(
        (place for total, (_, place) in zip(totals, found, strict=True) if total > most), None
    )
    if over is not None:
        total = sum(number for number, _ in found)
        raise InvalidDefinition([limits.too_many(what, total, most, over)])


def _numbers_of_tiles(tileset: Tileset) -> dict[str, int]:
    definition = tileset.definition
    return {
        "players-min": definition.players.min,
        "players-max": tileset.players,
        "tiles": tileset.printed,
        **{parameter.name: parameter.value for parameter in definition.parameters},
        **{
            family.name: sum(piece.copies for piece in family.pieces) for family in tileset.families
        },
        # Tiles on the backs of others count in a group that has no others.
        **{
            each.group.name: each.printed or sum(piece.copies for piece in each.pieces)
            for each in tileset.by_group
        },
    }


def board_of(definition: BoardDefinition, inks: Sequence[Ink]) -> Board:
    """The board in these inks."""
    by_name = {ink.name: ink for ink in inks}
    owners = {
        cell: by_name[colour]
        for group in definition.groups
        for cell, colour in zip(group.cells, group.colours, strict=False)
    }
    if definition.map is not None and definition.grid.is_map:
        colours = {each.line.name: each.colour for each in definition.map.routes}
        for name, colour in colours.items():
            if colour:
                owners |= dict.fromkeys(definition.grid.meant(name), by_name[colour])
    return Board(definition, definition.grid.names, owners)


def _backed(boards: Sequence[Board]) -> tuple[Board, ...]:
    """The boards, each with the one on its back."""
    by_name = {board.name: board for board in boards}
    backs = (board.definition.back for board in boards)
    return tuple(
        board if back is None else replace(board, back=by_name[back.value])
        for board, back in zip(boards, backs, strict=True)
    )


def _frame(definition: FrameDefinition, boards: Sequence[Board]) -> Frame:
    board = next(board for board in boards if board.name == definition.around.value)
    return Frame(definition, board, definition.parts_round(board.definition))


def _deck(definition: DeckDefinition) -> Deck:
    cards = (Card(name, each) for name, each in with_ids(definition.name, definition.cards))
    return Deck(definition, tuple(cards))


def with_ids(name: str, listed: Sequence[GivenPiece]) -> Iterator[tuple[str, GivenPiece]]:
    """Each piece of a group with its id: the group's name and its number."""
    digits = len(str(len(listed)))
    for number, each in enumerate(listed, 1):
        yield f"{name}-{number:0{digits}}", each


def _kinds(
    tileset: Tileset, definition: TokenDefinition, numbers: Mapping[str, int]
) -> Iterator[Token]:
    each = largest_count(tileset, definition.counted, numbers)
    # If each player has a colour, the first ones.
    most = tileset.players if definition.by_player else len(definition.colours)
    inks: list[Ink | None] = [
        tileset.definition.ink(colour) for colour in definition.colours[:most]
    ]
    rows: Iterable[tuple[str, GivenPiece | None]]
    if definition.has_rows:
        rows = with_ids("", definition.given)
    else:
        rows = [("", definition.given[0] if definition.given else None)]
    for number, listed in rows:
        copies = each if listed is None else each * listed.copies
        for ink in inks or [None]:
            name = definition.name if ink is None else f"{definition.name}-{ink.name}"
            yield Token(name + number, definition, ink, copies, listed)


def largest_count(tileset: Tileset, count: Located[Formula], numbers: Mapping[str, int]) -> int:
    """The largest value of a count for any allowed number of players; raises InvalidDefinition."""
    least = min(tileset.definition.players.min, tileset.players)
    try:
        found = max(
            count.value.value({**numbers, "players": players})
            for players in range(least, tileset.players + 1)
        )
    except FormulaError as error:
        message = str(error)
    else:
        if 1 <= found <= limits.MOST_OF_A_KIND:
            return found
        message = (
            f"{count.value.text} gives {found:,}; a count has to be 1 to {limits.MOST_OF_A_KIND:,}"
        )
    raise InvalidDefinition([Finding("formula", Severity.ERROR, message, count.place)])
