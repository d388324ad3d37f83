"""A game's definition, as plain values with their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pnp.enumeration import Universe
from pnp.errors import Place, Source
from pnp.symmetry import Symmetry
from pnp.tiles import Form, Mark, Tile, format_tile


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
    """A rule that the definition asks for, and the families that it is to look at, if not all."""

    name: str
    families: tuple[str, ...]
    place: Place


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
    form: Form
    symmetry: Symmetry
    size: float
    size_place: Place
    families: tuple[FamilyDefinition, ...]
    expect: int | None
    expect_place: Place
    rules: tuple[RuleUse, ...]

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
