"""A game's definition, as plain values with their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pnp.basics.errors import Place, Source
from pnp.definition.formulas import Formula
from pnp.enumeration import Universe
from pnp.tiles import Mark, Tile, TileGeometry, format_tile
from pnp.tiles.hexgrid import Hex, Orientation
from pnp.tiles.symmetry import Symmetry


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour of the game and the three other ways in which it can be told: line, pattern, letter.

    `line` is the pattern of a strand, `pattern` that of an edge, `symbol` the sign on its ends.
    """

    name: str
    code: str
    fill: str
    line: str
    pattern: str
    symbol: str
    place: Place


class Players(NamedTuple):
    """For how many players the game is; one, if the file does not say."""

    min: int
    max: int
    stated: bool = True


class Credit(NamedTuple):
    """Whose game it is, and where it was published."""

    designer: str
    year: str
    page: str


@dataclass(frozen=True, slots=True)
class ListedTile:
    """A tile that is written down by hand; it is in the set from so many players on."""

    tile: Tile
    copies: int
    players: int
    place: Place


class Constraint(NamedTuple):
    """One entry of `where`, or all of `exclude`, as it is written; `universe.conditions` has it."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class FamilyDefinition:
    """A family of tiles: generated, listed by hand, or listed and compared with a universe."""

    name: str
    place: Place
    universe: Universe | None
    constraints: tuple[Constraint, ...]
    listed: tuple[ListedTile, ...] | None
    selection: bool
    mark: Mark
    copies: int
    expect: int | None
    expect_place: Place


class RuleUse(NamedTuple):
    """A rule that the definition asks for, and what it is to look at, if not all."""

    name: str
    names: tuple[str, ...]
    place: Place


class Count(NamedTuple):
    """How many there are of a piece, and where that is written."""

    formula: Formula
    place: Place


class Expect(NamedTuple):
    """How many the file expects, and where it says so."""

    number: int
    place: Place


class Parameter(NamedTuple):
    """A number of the game that a designer may turn, such as the coins of each player."""

    name: str
    value: int
    place: Place


@dataclass(frozen=True, slots=True)
class CellGroup:
    """Cells of a board that mean something of their own.

    `filled` cells are not open when the game begins. A sign is drawn in each cell; `labels` has a
    text for each cell, or none. `note` explains the group below the board.
    """

    name: str
    cells: tuple[Hex, ...]
    filled: bool
    tint: str
    sign: str
    labels: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class BoardDefinition:
    """A board of hexagons in the shape of a hexagon.

    `across` is the size of its hexagons across flats in millimetres, `poster` their size on a
    board that is glued together from several sheets; 0 where there is none. A board that is
    printed as part of a pad alone is not `printed` by itself.
    """

    name: str
    title: str
    place: Place
    side: int
    orientation: Orientation
    across: float
    across_place: Place
    poster: float
    poster_place: Place
    coordinates: bool
    edge: bool
    printed: bool
    groups: tuple[CellGroup, ...]
    cells: tuple[Hex, ...]
    expect: Expect | None


@dataclass(frozen=True, slots=True)
class CardFace:
    """What a card shows: two colours, or a title with a text.

    The colours of a pair are one above the other; those of opposites one beside the other, left
    and right, and turning the card exchanges them.
    """

    colours: tuple[str, ...] = ()
    opposites: bool = False
    title: str = ""
    corner: str = ""
    sign: str = ""
    text: str = ""


class ListedCard(NamedTuple):
    """A card that is written down by hand."""

    face: CardFace
    copies: int
    place: Place


@dataclass(frozen=True, slots=True)
class DeckDefinition:
    """A deck of cards: every pair of some colours, pairs of opposites, or listed by hand.

    Of `pairs` the deck has one card each. `size` is width and height of a card in millimetres.
    """

    name: str
    title: str
    place: Place
    width: float
    height: float
    cards: tuple[ListedCard, ...]
    back: str
    expect: Expect | None


class TokenFace(NamedTuple):
    """One side of a token: a sign, a short text, or both; empty where its colour's symbol is all."""

    sign: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class TokenDefinition:
    """Tokens of one kind: one for each of some colours, or all alike.

    `each` is how many there are of each colour. `size` is the diameter of a round token, the side
    of a square one and the distance across flats of a hexagonal one, in millimetres.
    `by_player` says that there are as many colours as players.
    """

    name: str
    title: str
    place: Place
    shape: str
    size: float
    each: Count
    colours: tuple[str, ...]
    by_player: bool
    front: TokenFace
    back: TokenFace | None
    expect: Expect | None


@dataclass(frozen=True, slots=True)
class PadDefinition:
    """A form that is printed to write on: the name of its template, and how many are wanted.

    Without a count there is one sheet full.
    """

    name: str
    place: Place
    form: str
    form_place: Place
    count: Count | None


@dataclass(frozen=True, slots=True)
class Definition:
    """Everything that one YAML file says."""

    source: Source
    game: str
    title: str
    title_place: Place
    players: Players
    credit: Credit
    credit_place: Place
    licence: str
    notes: tuple[str, ...]
    inks: tuple[Ink, ...]
    geometry: TileGeometry
    symmetry: Symmetry
    size: float
    size_place: Place
    group: str
    families: tuple[FamilyDefinition, ...]
    expect: int | None
    expect_place: Place
    rules: tuple[RuleUse, ...]
    parameters: tuple[Parameter, ...]
    boards: tuple[BoardDefinition, ...]
    decks: tuple[DeckDefinition, ...]
    tokens: tuple[TokenDefinition, ...]
    pads: tuple[PadDefinition, ...]
    rulebook: str
    rulebook_place: Place

    def ink(self, name: str) -> Ink:
        """The colour of that name."""
        return next(ink for ink in self.inks if ink.name == name)

    @property
    def codes(self) -> tuple[str, ...]:
        """The letters of the colours, by colour number."""
        return tuple(ink.code for ink in self.inks)

    def notation(self, tile: Tile) -> str:
        """The text of a tile of this game."""
        return format_tile(tile, self.codes)

    def place(self) -> Place:
        """The beginning of the file."""
        return Place(self.source, 1, 1)
