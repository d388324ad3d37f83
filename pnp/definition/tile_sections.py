"""Reading single tiles, and what strands and edges a family has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from pnp.basics.errors import Located, Place
from pnp.definition import kinds
from pnp.definition.groups import COPIES
from pnp.definition.kinds import Schema
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, declared, field
from pnp.definition.values import VALUE_SCHEMA, GivenPiece
from pnp.enumeration.conditions import Comparison, parse_comparison
from pnp.tiles import MARKS, Tile

_MARK_COLOUR: Schema = {"type": "string", "description": "The name of a colour."}
MARK = kinds.unread(
    "`dot`, `star`, `ring`, `{ring: …}` with a colour, or `{label: …}` with up to 4 characters",
    {
        "anyOf": [
            {"type": "string", "pattern": r"^(none|(dot|ring|star)(:[A-Z][a-z]*)?|label:\S{1,4})$"},
            {
                "type": "object",
                "properties": {
                    **{mark: _MARK_COLOUR for mark in MARKS if mark != "label"},
                    "label": {
                        "type": ["string", "number", "boolean"],
                        "pattern": r"^\S{1,4}$",
                        "description": "A text in the centre.",
                    },
                },
                "minProperties": 1,
                "maxProperties": 1,
                "additionalProperties": False,
            },
        ]
    },
)
QUANTITIES = kinds.unread(
    "`all`; `none`; one or more colours; or a mapping from colours to [numbers](#numbers)",
    {
        "anyOf": [
            {"type": "string"},
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            {"type": "object", "additionalProperties": kinds.NUMBERS.schema},
        ]
    },
)


@dataclass(frozen=True, slots=True)
class ListedTile:
    """A tile that is listed; `players` is the smallest number with which the set has it.

    `listed` has its values if the family has a face.
    """

    tile: Tile
    copies: int
    players: int
    place: Place
    listed: GivenPiece | None = None


class TileSection(Section):
    """A tile that is listed by hand, as it is written."""

    what = "a tile"
    short = ("tile",)
    # Further keys are fields of the family's face.
    together: ClassVar[Schema] = {"additionalProperties": VALUE_SCHEMA}

    tile: Located[str] = field(
        kinds.located(kinds.word("a tile in its notation")), "The tile.", required=True
    )
    mark: Node | None = field(MARK, "Its mark.", otherwise="the `mark` of the family")
    copies: int | None = field(
        COPIES, "How often it is printed.", default=None, otherwise="the `copies` of the family"
    )
    players: int = field(
        kinds.integer(1), "The smallest number of players for which it is in the set."
    )

    others: tuple[tuple[Scalar, Node], ...] = ()

    @classmethod
    def has_other_keys(cls, node: Node) -> bool:
        return True

    def completed(self, reader: Reader) -> Self:
        own = {*declared(type(self))}
        others = tuple(each for each in self.fields.items() if each[0].text not in own)
        return replace(self, others=others)


class StrandSection(Section):
    """The strands of a family."""

    what = "strand"

    ports: Comparison = field(
        kinds.NUMBERS, "How many ports a strand may touch.", default=parse_comparison("2")
    )
    colours: Node | None = field(
        QUANTITIES, "The colours of strands.", otherwise="the `colours` of the family"
    )


class EdgeSection(Section):
    """The edges of a family."""

    what = "edge"

    blank: bool = field(kinds.YES_NO, "Whether a side may be without a colour.")
    colours: Node | None = field(
        QUANTITIES, "The colours of edges.", otherwise="the `colours` of the family"
    )
