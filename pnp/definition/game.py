"""The keys of a whole file: the game, its look, its players, its rules and its pieces."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple, Self

from pnp.basics.errors import NOWHERE, Located, Place
from pnp.definition.colours import (
    NAMED_COLOURS,
    NamedLook,
)
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import MappingNode, Node, Scalar
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, field

# The strokes of titles: the line of the letters.
STROKES = ("plain", "strands", "path", "road", "inline", "stars")
PLACES = ("top", "bottom")

# Millimetres on A5: smaller tiles have no room for their lines, of larger ones a page shows two.
_PITCH = kinds.length(14.0, 60.0)


class LookSection(Section):
    """The look of a game as it is written; what follows from its pieces is empty."""

    what = "a look"

    ground: str = field(
        kinds.INK,
        "The ground of the cover and of the backs of pieces.",
        otherwise="sand for coloured strands, or else the bluest colour of the set, deepened",
    )
    ink: str = field(
        kinds.INK,
        "The ink of titles. pnp makes it darker or lighter until it has a contrast of 4.5 to the ground.",
        otherwise="light on a dark ground, dark on a light one",
    )
    accents: tuple[str, ...] = field(
        kinds.list_of(kinds.INK, "colours", each="an accent", or_one=True),
        "The other inks: the kerbs of a path, the fine lines of inlines, the letters of strands.",
        key="accent",
        otherwise="the colours of the set",
    )
    stroke: str = field(
        kinds.one_of(*STROKES),
        "The line of the letters of titles.",
        default="",
        otherwise="the line of the tiles, or `plain`",
    )
    pitch: float = field(
        _PITCH,
        "From the middle of a tile to that of its neighbour on a cover of A5; other papers scale it.",
        default=0.0,
        otherwise="from the number of tiles",
    )
    title_at: str = field(
        kinds.one_of(*PLACES), "The place of the title on the cover.", key="place", default="top"
    )
    seed: int = field(
        kinds.integer(1, 9999),
        "The number from which pnp chooses the tiles of the cover; another number, another cover.",
        default=1,
    )
    # Longer lines need small letters beside a title.
    tagline: str = field(kinds.text(80), "One sentence below the title.")


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


PARAMETERS: Kind[tuple[Parameter, ...]] = kinds.made(
    kinds.map_of(kinds.name("a parameter"), kinds.integer(0, 1000), "numbers"),
    lambda pairs, _: tuple(Parameter(name.value, value, name.place) for name, value in pairs),
)

_NAMES_OF_PIECES = kinds.list_of(
    kinds.located(kinds.word("a name")), "names", each="a family", or_one=True
)


def _read_rule(reader: Reader, node: Node, what: str) -> RuleUse | None:
    """A rule's name, or its name with those of the families or pieces that it is limited to."""
    if not isinstance(node, MappingNode):
        name = reader.text(node, what)
        return None if name is None else RuleUse(name, (), node.place)
    if len(node.entries) != 1:
        message = "write a rule as its name alone, or as name: [families]"
        reader.error("structure", message, node.place)
        return None
    ((key, value),) = node.entries
    return RuleUse(key.text, _NAMES_OF_PIECES.read(reader, value, key.text) or (), key.place)


# Its name, or its name with that of a family or piece, or a list of such names.
_RULE_SCHEMA: kinds.Schema = {
    "type": ["string", "number", "boolean", "object"],
    "minProperties": 1,
    "maxProperties": 1,
    "additionalProperties": _NAMES_OF_PIECES.schema,
}
_RULE = Kind(_read_rule, RuleUse("", (), NOWHERE), "a rule", _RULE_SCHEMA)


_LISTED = kinds.list_of(_RULE, "rules", each="a rule")
RULES = replace(_LISTED, schema={**_LISTED.schema, "uniqueItems": True})
