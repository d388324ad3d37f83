"""Reading the tiles of a game: their shape and size, and their families."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from pnp.basics.errors import Located, Place
from pnp.definition import kinds
from pnp.definition.cards import COPIES
from pnp.definition.kinds import Schema
from pnp.definition.nodes import Node
from pnp.definition.predicates import Constraint, read_exclude, read_where
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, field, nested
from pnp.definition.vocabulary import Vocabulary
from pnp.enumeration import Universe
from pnp.enumeration.conditions import ANY_NUMBER, Comparison, parse_comparison
from pnp.tiles import MARKS, NO_MARK, Mark, Shape, Tile, parse_tile
from pnp.tiles.symmetry import Symmetry

# The groups of tiles that may begin a row of their own on the sheets.
GROUPS = ("none", "family", "colour")

_MARK_COLOUR: Schema = {"type": "string", "description": "The name of a colour."}
_MARK = kinds.unread(
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
_QUANTITIES = kinds.unread(
    "`all`; `none`; one or more colours; or a mapping from colours to [numbers](#numbers)",
    {
        "anyOf": [
            {"type": "string"},
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            {"type": "object", "additionalProperties": kinds.NUMBERS.schema},
        ]
    },
)
_CONDITIONS = kinds.unread("[conditions](#conditions)", {"$ref": "#/$defs/conditions"})
_EXCEPTION: Schema = {**_CONDITIONS.schema, "minProperties": 1}
_EXCEPTIONS = kinds.unread(
    f"{_CONDITIONS.words}, or a list",
    {"anyOf": [_EXCEPTION, {"type": "array", "items": _EXCEPTION}]},
)


@dataclass(frozen=True, slots=True)
class ListedTile:
    """A tile that is listed by hand; `players` is the smallest number with which the set has it."""

    tile: Tile
    copies: int
    players: int
    place: Place


class TileSection(Section):
    """A tile that is listed by hand, as it is written."""

    what = "a tile"
    short = ("tile",)

    tile: Located[str] = field(
        kinds.located(kinds.word("a tile in its notation")), "The tile.", required=True
    )
    mark: Node | None = field(_MARK, "Its mark.", otherwise="the `mark` of the family")
    copies: int | None = field(
        COPIES, "How often it is printed.", default=None, otherwise="the `copies` of the family"
    )
    players: int = field(
        kinds.integer(1), "The smallest number of players for which it is in the set."
    )


class StrandSection(Section):
    """The strands of a family."""

    what = "strand"

    ports: Comparison = field(
        kinds.NUMBERS, "How many ports a strand may touch.", default=parse_comparison("2")
    )
    colours: Node | None = field(
        _QUANTITIES, "The colours of strands.", otherwise="the `colours` of the family"
    )


class EdgeSection(Section):
    """The edges of a family."""

    what = "edge"

    blank: bool = field(kinds.YES_NO, "Whether a side may be without a colour.")
    colours: Node | None = field(
        _QUANTITIES, "The colours of edges.", otherwise="the `colours` of the family"
    )


class FamilyDefinition(Section):
    """A family of tiles: generated, listed by hand, or listed and compared with a universe.

    `constraints` has the text of each of the universe's conditions.
    """

    what = "a family"
    together: ClassVar[kinds.Schema] = {
        "anyOf": [{"required": ["generate"]}, {"required": ["tiles"]}],
        "dependentRequired": {
            **{key: ["generate"] for key in ("colours", "strand", "edge", "where", "exclude")},
            "selection": ["generate", "tiles"],
        },
    }

    name: str = field(
        kinds.name("a family"), "Its name, with which the ids of its tiles begin.", required=True
    )
    generate: tuple[str, ...] = field(
        kinds.list_of(kinds.one_of("edges", "strands"), "these", least=1, or_one=True),
        "Whether its tiles have edges, strands or both. Required unless there are `tiles`.",
    )
    colours: Node | None = field(
        _QUANTITIES, "The colours of strands and sides, and how often each.", otherwise="`all`"
    )
    strand: StrandSection = field(nested(StrandSection), "More about strands.")
    edge: EdgeSection = field(nested(EdgeSection), "More about edges.")
    where: Node | None = field(_CONDITIONS, "Conditions that every tile meets.")
    exclude: Node | None = field(_EXCEPTIONS, "Conditions that no tile meets.")
    written_mark: Node | None = field(_MARK, "A sign in the centre of each tile.", key="mark")
    own_copies: int | None = field(
        COPIES,
        "How often each tile is printed.",
        key="copies",
        default=None,
        otherwise="the `copies` of the set",
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)), "How many different tiles the family has.", default=None
    )
    tiles: tuple[TileSection, ...] = field(
        kinds.list_of(nested(TileSection), "tiles"), "Tiles that are listed by hand."
    )
    selection: bool = field(
        kinds.YES_NO, "Whether the listed tiles are only some of the generated ones."
    )

    universe: Universe | None = None
    constraints: tuple[Located[str], ...] = ()
    listed: tuple[ListedTile, ...] | None = None
    mark: Mark = NO_MARK
    copies: int = 1

    def completed(self, reader: Reader) -> Self:
        if not self.has("generate") and not self.has("tiles"):
            message = f'the family "{self.name}" needs "generate", or "tiles", or both'
            reader.error("missing-key", message, self.fields.place)
        needing = ("colours", "strand", "edge", "where", "exclude", "selection")
        if not self.has("generate") and self.has("tiles"):
            self._refuse(reader, needing, "generate")
        if not self.has("tiles"):
            self._refuse(reader, ["selection"], "tiles")
        if self.has("generate") and self.is_sound("generate"):
            self._check_generators(reader)
        return replace(self, place=self.fields.place)

    def _refuse(self, reader: Reader, keys: Iterable[str], needed: str) -> None:
        """Reports each of the keys that the file has, since *needed* is missing."""
        for key in keys:
            if self.has(key):
                reader.error(
                    "structure",
                    f'"{key}" needs "{needed}"; add that, or remove "{key}"',
                    self.place_of(key),
                )

    def _check_generators(self, reader: Reader) -> None:
        if len({*self.generate}) < len(self.generate):
            message = f"generate lists {self.generate[0]} twice; remove one of the two"
            reader.error("duplicate-key", message, self.place_of("generate"))
        for key, generator in (("strand", "strands"), ("edge", "edges")):
            if generator not in self.generate:
                self._refuse(reader, [key], f"generate: {generator}")
        own = {"strands": self.strand.has("colours"), "edges": self.edge.has("colours")}
        if self.has("colours") and all(own[each] for each in self.generate):
            message = (
                '"colours" has no effect: strands or edges have colours of their own; remove it'
            )
            reader.error("structure", message, self.place_of("colours"))

    def in_words_of(self, vocabulary: Vocabulary, *, copies: int) -> Self:
        """The family with its universe and its tiles; `copies` are those of the set."""
        constraints = [
            *(read_where(vocabulary, self.where) if self.where else ()),
            *(read_exclude(vocabulary, self.exclude) if self.exclude else ()),
        ]
        mark = vocabulary.mark(self.written_mark) if self.written_mark else NO_MARK
        made = replace(self, mark=mark, copies=self.own_copies or copies)
        return replace(
            made,
            universe=made._universe(vocabulary, constraints) if self.generate else None,
            constraints=tuple(text for text, _ in constraints),
            listed=tuple(made._listed(vocabulary)) if self.has("tiles") else None,
        )

    def _universe(self, vocabulary: Vocabulary, constraints: list[Constraint]) -> Universe:
        reader, before = vocabulary.reader, len(vocabulary.reader.findings)
        has_strands, has_edges = "strands" in self.generate, "edges" in self.generate
        every = tuple((colour, ANY_NUMBER) for colour in vocabulary.numbers.values())
        shared = vocabulary.quantities(self.colours) if self.colours else every
        strand_colours, edge_colours = (
            vocabulary.quantities(each.colours) if each.colours else shared
            for each in (self.strand, self.edge)
        )
        is_sound = len(reader.findings) == before and self.is_sound("colours", "edge")
        if has_edges and not edge_colours and is_sound and vocabulary.knows_colours:
            message = '"generate: edges" needs colours for the edges; add "colours" to the file'
            reader.error("structure", message, self.place_of("generate"))
        return Universe(
            geometry=vocabulary.geometry,
            symmetry=vocabulary.symmetry,
            strand_sizes=self._strand_sizes(vocabulary) if has_strands else frozenset(),
            strand_colours=strand_colours if has_strands else (),
            edge_colours=edge_colours if has_edges else (),
            blank_edges=self.edge.blank and has_edges,
            mark=self.mark,
            conditions=tuple(condition for _, condition in constraints),
        )

    def _strand_sizes(self, vocabulary: Vocabulary) -> frozenset[int]:
        most, wanted = vocabulary.geometry.port_count, self.strand.ports
        sizes = frozenset(size for size in range(1, most + 1) if wanted.accepts(size))
        if not sizes and vocabulary.knows_shape:
            message = f"a strand of this tile can touch 1 to {most} ports, not {wanted.text}"
            vocabulary.reader.error("structure", message, self.strand.place_of("ports"))
        return sizes

    def _listed(self, vocabulary: Vocabulary) -> Iterator[ListedTile]:
        """The tiles that are listed by hand."""
        codes = list(vocabulary.codes)
        for each in self.tiles:
            own = vocabulary.mark(each.mark) if each.mark else NO_MARK
            if not (each.is_sound("tile") and vocabulary.knows_shape):
                continue
            with vocabulary.notation("notation", each.tile.place):
                tile = parse_tile(each.tile.value, vocabulary.geometry, codes)
                if tile.mark == NO_MARK:
                    tile = tile._replace(mark=self.mark if own == NO_MARK else own)
                yield ListedTile(tile, each.copies or self.copies, each.players, each.tile.place)


class TilesSection(Section):
    """The tiles of a game."""

    what = "tiles"

    shape: Shape = field(
        kinds.choice({shape.name.lower(): shape for shape in Shape}), "The shape.", required=True
    )
    size: float = field(
        # From tiles that scissors can cut to tiles on posters.
        kinds.length(5.0, 1000.0),
        "The size across flats of a hexagon, or the side of a square or triangle.",
        required=True,
    )
    # Nobody could tell the strands of more ports apart on paper.
    ports: int = field(kinds.integer(1, 4), "How many ports each side has.")
    symmetry: Symmetry = field(
        kinds.choice({symmetry.value: symmetry for symmetry in Symmetry}),
        "The isometries that make two tiles the same piece; reflections are for two-sided tiles.",
    )
    copies: int = field(COPIES, "How often each tile is printed.")
    group: str = field(
        kinds.one_of(*GROUPS),
        "The groups of tiles that begin a new row on the sheets: families or colours.",
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)),
        "How many different tiles the set has, for the largest number of players.",
        default=None,
    )
    families: tuple[FamilyDefinition, ...] = field(
        kinds.list_of(nested(FamilyDefinition), "[families](#families)", each="a family", least=1),
        "The families of tiles.",
        required=True,
    )
