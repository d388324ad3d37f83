"""A game's definition, as plain values with their places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from pnp.basics.errors import Located, Place, Source
from pnp.definition import kinds
from pnp.definition.boards import BoardDefinition
from pnp.definition.boxes import BoxDefinition, DividerDefinition, StandeeDefinition
from pnp.definition.cards import DeckDefinition
from pnp.definition.colours import NAMED_COLOURS, NamedLook
from pnp.definition.families import FamilyDefinition
from pnp.definition.figures import FigureDefinition
from pnp.definition.fonts import FontsSection
from pnp.definition.inks import Ink
from pnp.definition.language import Language
from pnp.definition.look import LookSection
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, field
from pnp.definition.tile_groups import NO_TILES, TileGroup
from pnp.definition.tokens import PadDefinition, TokenDefinition
from pnp.tiles import Colour, Tile, format_tile


class RuleUse(NamedTuple):
    """A rule that the definition names, and the families or pieces that it is limited to, if not all."""

    name: str
    names: tuple[Located[str], ...]
    place: Place


class Parameter(NamedTuple):
    """A number of the game that a designer may change, such as the coins of each player."""

    name: str
    value: int
    place: Place


class Credit(Section):
    """The designer of the game, and where and when it was published."""

    what = "source"

    designer: str = field(kinds.text(), "Who designed the game.")
    year: str = field(kinds.text(), "When it was published.")
    page: str = field(kinds.text(), "Where it was published.")


_PLAYERS = kinds.integer(1, 1000)
# A range as it is written on boxes; \u2013 is a long hyphen.
_RANGE = re.compile(r"([0-9]{1,3})\s*(?:-|\u2013|\.\.|to|,)\s*([0-9]{1,3})")


class Players(Section):
    """The numbers of players that the game is for; one player if the file states none."""

    what = "players"
    short = ("min", "max")

    min: int = field(_PLAYERS, "The smallest number of players.", required=True)
    max: int = field(_PLAYERS, "The largest number of players.", required=True)
    colours: tuple[NamedLook, ...] = field(
        NAMED_COLOURS,
        "The colours of players: the [palette](#palettes) `players`.",
        otherwise="the `colours` of the set",
    )

    @property
    def stated(self) -> bool:
        return self.has("min")

    @classmethod
    def read(cls, reader: Reader, node: Node, what: str = "") -> Self | None:
        found = _RANGE.fullmatch(node.text) if isinstance(node, Scalar) else None
        if found is not None:
            write = f"{{min: {found[1]}, max: {found[2]}}}"
            reader.error("structure", f"players cannot be {found[0]}; write {write}", node.place)
            return None
        return super().read(reader, node, what)

    def completed(self, reader: Reader) -> Self:
        if self.is_sound("min", "max") and self.min > self.max:
            message = f"players: min {self.min} is more than max {self.max}; exchange the numbers"
            reader.error("number", message, self.place_of("min"))
        return self


@dataclass(frozen=True, slots=True)
class Definition:
    """The content of one YAML file; `beside` are the faces and tables that were read with it."""

    source: Source
    game: str
    title: str
    title_place: Place
    language: Language
    players: Players
    minutes: int | None
    age: int | None
    credit: Credit
    credit_place: Place
    licence: str
    notes: tuple[str, ...]
    look: LookSection
    inks: tuple[Ink, ...]
    values: tuple[Ink, ...]
    groups: tuple[TileGroup, ...]
    families: tuple[FamilyDefinition, ...]
    rules: tuple[RuleUse, ...]
    parameters: tuple[Parameter, ...]
    figures: Mapping[str, FigureDefinition]
    boards: tuple[BoardDefinition, ...]
    decks: tuple[DeckDefinition, ...]
    tokens: tuple[TokenDefinition, ...]
    pads: tuple[PadDefinition, ...]
    boxes: tuple[BoxDefinition, ...]
    dividers: tuple[DividerDefinition, ...]
    standees: tuple[StandeeDefinition, ...]
    fonts: FontsSection
    icons: tuple[Located[str], ...]
    rulebook: str
    rulebook_place: Place
    beside: tuple[Source, ...]

    def ink(self, name: str) -> Ink:
        """The colour of that name."""
        return next(ink for ink in self.inks if ink.name == name)

    @property
    def main_group(self) -> TileGroup:
        """The first group of tiles, which covers and figures show; one without tiles if the game has none."""
        return self.groups[0] if self.groups else NO_TILES

    @property
    def folder(self) -> Path:
        """The folder of the file, which pictures, tables and fonts are beside."""
        return Path(self.source.path or self.source.name).parent

    @property
    def codes(self) -> tuple[str, ...]:
        """The letters of the colours, and the values, by their numbers."""
        return tuple(ink.code for ink in self.palette)

    @property
    def palette(self) -> tuple[Ink, ...]:
        """The colours and values of sides and corners, by their numbers."""
        return (*self.inks, *self.values)

    @property
    def default_colours(self) -> frozenset[Colour]:
        """The numbers of the colours and values that tiles have, unless a family names a palette."""
        return frozenset(
            Colour(number) for number, ink in enumerate(self.palette) if not ink.palette
        )

    def notation(self, tile: Tile) -> str:
        """The text of a tile of this game."""
        return format_tile(tile, self.codes)

    def place(self) -> Place:
        """The beginning of the file."""
        return Place(self.source, 1, 1)
