"""Reading the tiles of a game: their families, generated or listed, and groups of one shape and size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Self

from pnp.basics.classes import frozen
from pnp.basics.errors import Finding, Located, Place, Related, TooManyTiles
from pnp.basics.units import plain_length, plain_lengths
from pnp.basics.words import did_you_mean, in_words
from pnp.definition.backs import has_sound_back
from pnp.definition.colours import SIGN, SIGNS, Ink
from pnp.definition.combinations import COMBINATIONS
from pnp.definition.faces import NO_FACE, FaceDefinition, FieldValues
from pnp.definition.outlines import OUTLINE
from pnp.definition.reading import kinds
from pnp.definition.reading.data import DataRow, DataTable
from pnp.definition.reading.kinds import Kind, Schema
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import (
    NamedSection,
    Section,
    declared,
    field,
    in_plain_words,
    named,
    nested,
    title_of,
)
from pnp.definition.tiles.groups import (
    DEFAULT_STYLE,
    LEAST_SIZE,
    MOST_SIZE,
    NO_TILES,
    OF_VALUES,
    ROWS,
    SCALE,
    TILE_SIZE,
    TileGroup,
    TileStyle,
    size_problem,
)
from pnp.definition.tiles.predicates import CONDITIONS, EXCEPTIONS, Constraint
from pnp.definition.tiles.vocabulary import (
    DATA,
    FACE,
    MARK,
    QUANTITIES,
    Quantities,
    SetReader,
    set_reader,
)
from pnp.definition.values import (
    COPIES,
    VALUE_SCHEMA,
    VALUES,
    FacedGroup,
    GivenPiece,
    PieceDraft,
    read_values,
)
from pnp.enumeration import Universe, first_tiles
from pnp.enumeration.conditions import Comparison, parse_comparison
from pnp.scene.contours import Contour
from pnp.scene.geometry import ORIGIN, Point
from pnp.tiles import (
    NO_MARK,
    Mark,
    Shape,
    Tile,
    TileGeometry,
    canonical,
    format_tile,
    images,
    parse_tile,
)
from pnp.tiles.hexgrid import Orientation
from pnp.tiles.notation import BLANK_TILE
from pnp.tiles.polygons import PENROSE, SHARPEST, of_outline, problem_of
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import polygon_tile


@frozen(slots=True)
class ListedTile:
    """A tile that is listed; `players` is the smallest number with which the set has it.

    `listed` has its values if the family has a face.
    """

    tile: Tile
    copies: int
    players: int
    place: Place
    listed: GivenPiece | None = None


class StrandSection(Section):
    """The strands of a family."""

    what = "strand"

    ports: Comparison = field(
        kinds.NUMBERS, "How many ports a strand may touch.", default=parse_comparison("2")
    )
    colours: Quantities | None = field(
        QUANTITIES, "The colours of strands.", otherwise="the `colours` of the family"
    )


class SidesSection(Section):
    """The edges or the corners of a family."""

    what = "edge"
    # The word for a colour.
    area: ClassVar[str] = "band"

    show: str
    blank: bool
    colours: Quantities | None

    @property
    def generates(self) -> bool:
        """Whether it has a key that is about generated tiles."""
        return self.has("blank") or self.has("colours")

    def problem(self, inks: Iterable[Ink]) -> str:
        """The reason why nothing of these colours and values is shown that way; empty without one."""
        inks = [*inks]
        fits = {
            self.area: ("colours", lambda ink: not ink.is_value),
            "digits": ("numbers", lambda ink: ink.worth is not None),
            "pips": ("numbers", lambda ink: ink.worth is not None),
            "words": ("values", lambda ink: ink.is_value),
            "signs": ("names of signs", lambda ink: ink.is_value and ink.name in SIGNS),
        }
        if self.show not in fits or not inks:
            return ""
        what, fit = fits[self.show]
        if any(map(fit, inks)):
            return ""
        kinds_of = ("numbers" if ink.worth is not None else "words" for ink in inks if ink.is_value)
        has = in_words([*dict.fromkeys(kinds_of)] or ["colours"])
        return f"show: {self.show} is for {what}, and the {self.what}s of this family have {has}"


class EdgeSection(SidesSection):
    """The edges of a family."""

    show: str = field(
        kinds.one_of("band", *OF_VALUES, "nothing"),
        "What a side shows of its colour or value.",
        default="",
        otherwise="a band for a colour, digits for a number, its word for another value",
    )
    sides: str = field(
        kinds.one_of("all", "short", "long"),
        "Which sides of a rectangle have a colour or value; the others stay blank.",
    )
    blank: bool = field(kinds.YES_NO, "Whether a side may be without a colour.")
    colours: Quantities | None = field(
        QUANTITIES, "The colours and values of edges.", otherwise="the `colours` of the family"
    )


class CornerSection(SidesSection):
    """The corners of a family."""

    what = "corner"
    area = "patch"

    show: str = field(
        kinds.one_of("patch", *OF_VALUES, "nothing"),
        "What a corner shows of its colour or value.",
        default="",
        otherwise="a patch for a colour, digits for a number, its word for another value",
    )
    blank: bool = field(kinds.YES_NO, "Whether a corner may be without a colour.")
    colours: Quantities | None = field(
        QUANTITIES, "The colours and values of corners.", otherwise="the `colours` of the family"
    )


class TileSection(Section):
    """A tile that is listed by hand, as it is written."""

    what = "a tile"
    short = ("tile",)
    # Further keys are fields of the family's face.
    together: ClassVar[Schema] = {"additionalProperties": VALUE_SCHEMA}

    tile: Located[str] = field(
        kinds.located(kinds.word("a tile in its notation")), "The tile.", required=True
    )
    mark: Mark = field(MARK, "Its mark.", otherwise="the `mark` of the family")
    copies: int | None = field(
        COPIES, "How often it is printed.", default=None, otherwise="the `copies` of the family"
    )
    players: int = field(
        kinds.integer(1), "The smallest number of players for which it is in the set."
    )

    @classmethod
    def has_other_keys(cls, node: Node) -> bool:
        return True


# The tiles of a family with their copies; 0 leaves a tile out.
Changes = tuple[tuple[Tile, int], ...]

# Numbers of corners: nobody counts farther.
_FARTHEST = 10_000

# The tiles among which pnp looks for the nearest one: more take a second.
_MOST = 5_000


def _read_copies(reader: Reader, node: Node, what: str) -> int | None:
    """The copies; 0 for `no`."""
    if isinstance(node, Scalar) and node.text == "no":
        return 0
    if isinstance(node, Scalar) and node.text == "0":
        reader.error("number", f"{what} cannot be 0; write no to leave the tile out", node.place)
        return None
    return COPIES.read(reader, node, what)


_COPIES_OR_NO: Kind[int] = Kind(
    _read_copies, 1, "`no` or copies", {"anyOf": [COPIES.schema, {"enum": [False, "no"]}]}
)
BUT = kinds.map_of(kinds.word("a tile"), _COPIES_OR_NO, "copies or `no`")


def read_changes(
    reader: SetReader,
    universe: Universe,
    written: Iterable[tuple[Located[str], int]],
    *,
    family: str,
) -> Changes:
    """The tiles in canonical form, as those of the universe are; reports tiles that it does not have."""
    geometry, symmetry = reader.geometry, reader.symmetry
    found: dict[Tile, int] = {}
    places: dict[Tile, Place] = {}
    for text, copies in written:
        tile = _parsed(reader, text, universe.mark)
        if tile is None:
            continue
        least = canonical(tile, geometry, symmetry)
        if least in found:
            message = f"{text.value} appears twice, perhaps turned; remove one of the two"
            first = Related("it is here first", places[least])
            reader.error("duplicate-key", message, text.place, first)
        elif tile.mark != universe.mark or not universe.contains(tile):
            message = f'the family "{family}" has no tile {text.value}'
            reader.error("belongs", message + _nearest(reader, universe, tile), text.place)
        else:
            found[least], places[least] = copies, text.place
    return tuple(found.items())


def _parsed(reader: SetReader, text: Located[str], mark: Mark) -> Tile | None:
    """The tile in its notation, with this mark if it has none of its own; None after a finding."""
    if not reader.knows_shape:
        return None
    if not reader.geometry.has_sides and text.value != BLANK_TILE:
        reader.error("structure", _NO_SIDES, text.place)
        return None
    with reader.notation("notation", text.place):
        tile = parse_tile(text.value, reader.geometry, [*reader.codes])
        if tile.joins and reader.geometry.shape.is_polygon:
            reader.error("structure", _no_strands(reader), text.place)
            return None
        return tile if tile.mark.kind else tile._replace(mark=mark)
    return None


_NO_SIDES = (
    "an outline with curves has no sides: list its tiles with a face, from `data` or `combine`"
)


def _no_strands(reader: SetReader) -> str:
    return (
        f"a {reader.geometry.shape.value} has no ports, and so no strands; give its sides and corners"
        " colours or values"
    )


def _nearest(reader: SetReader, universe: Universe, tile: Tile) -> str:
    """A hint at the tile of the universe with the fewest other sides, corners and strands."""
    turned = [*images(tile, reader.geometry, reader.symmetry)]
    try:
        known = first_tiles(universe, _MOST)
    except TooManyTiles:
        return ""
    if not known:
        return ""
    near = min(known, key=lambda each: min(_difference(image, each) for image in turned))
    return f"; the nearest is {format_tile(near, [*reader.codes])}"


def _difference(one: Tile, other: Tile) -> int:
    """The number of sides, corners and strands that differ."""
    pairs = (
        *zip(one.edges, other.edges, strict=False),
        *zip(one.corners, other.corners, strict=False),
    )
    strands = {*one.strands} ^ {*other.strands}
    return sum(a != b for a, b in pairs) + len(strands)


ORNAMENTS = ("none", "rosette", "rays", "waymarks", "tufts")


class FamilyDefinition(Section):
    """A family of tiles: generated, listed by hand, or listed and compared with a universe.

    `constraints` has the text of each of the universe's conditions.
    """

    what = "a family"
    some_of = ("generate", "tiles", "data", "combine")
    needs = (
        *((key, ("generate",)) for key in ("colours", "strand", "where", "exclude", "selection")),
        *((key, ("generate",)) for key in ("but", "sample")),
        ("selection", ("tiles", "data")),
        ("combine", ("face",)),
        ("seed", ("sample",)),
        ("fields", ("face",)),
    )
    together: ClassVar[kinds.Schema] = {
        # Without a face, a tile has no fields.
        "if": {"not": {"anyOf": [{"required": ["face"]}, {"required": ["data"]}]}},
        "then": {
            "properties": {
                "tiles": {"items": {"propertyNames": {"enum": [*declared(TileSection)]}}}
            }
        },
    }

    name: str = field(
        kinds.name("a family"), "Its name, with which the ids of its tiles begin.", required=True
    )
    title: str = field(kinds.text(40), "Its name on paper.", otherwise="the name")
    generate: tuple[str, ...] = field(
        kinds.list_of(kinds.one_of("edges", "strands", "corners"), "these", least=1, or_one=True),
        "Whether its tiles have edges, strands or corners, or several of them. Required unless there are"
        " `tiles`.",
    )
    colours: Quantities | None = field(
        QUANTITIES,
        "The colours of strands, sides and corners, and how often each.",
        otherwise="`all`",
    )
    strand: StrandSection = field(nested(StrandSection), "More about strands.")
    edge: EdgeSection = field(nested(EdgeSection), "More about edges.")
    corner: CornerSection = field(nested(CornerSection), "More about corners.")
    letters: bool | None = field(
        kinds.YES_NO,
        "Whether colours of sides and corners show their letters.",
        default=None,
        otherwise="the `letters` of the tiles",
    )
    where: tuple[Constraint, ...] = field(CONDITIONS, "Conditions that every tile meets.")
    exclude: tuple[Constraint, ...] = field(EXCEPTIONS, "Conditions that no tile meets.")
    mark: Mark = field(MARK, "A sign in the centre of each tile.")
    ornament: str = field(
        kinds.one_of(*ORNAMENTS),
        "A fine line in bare parts of its tiles: a `rosette` in the centre, `rays` round the mark,"
        " `waymarks` in corners between two blank sides, or `tufts` of grass.",
    )
    own_copies: int | None = field(
        COPIES,
        "How often each tile is printed.",
        key="copies",
        default=None,
        otherwise="the `copies` of the set",
    )
    but: tuple[tuple[Located[str], int], ...] = field(
        BUT,
        "Generated [tiles](#single-tiles-of-a-family) with other copies, and with `no` those that are"
        " left out.",
    )
    sample: int | None = field(
        kinds.integer(1),
        "How many of the generated tiles the set has; all that `but` prints are among them.",
        default=None,
        otherwise="all",
    )
    seed: int = field(
        kinds.integer(1, 9999),
        "The number from which pnp chooses a sample; another number, other tiles.",
        default=1,
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)), "How many different tiles the family has.", default=None
    )
    expect_printed: Located[int] | None = field(
        kinds.located(kinds.integer(0)),
        "How many of its tiles are printed, with copies.",
        key="expect-printed",
        default=None,
    )
    tiles: tuple[TileSection, ...] = field(
        kinds.list_of(nested(TileSection), "tiles"), "Tiles that are listed by hand."
    )
    data: DataTable | None = field(
        DATA,
        "A table of listed tiles: the column `tile` has the notation, without it the tiles are blank, `copies` and `players` are as in"
        " a list, and all others are fields.",
    )
    combine: tuple[DataRow, ...] = field(
        COMBINATIONS,
        "Lists of values: a tile for every combination of their values. A list `tile` has notations; without it the"
        " tiles are blank.",
    )
    selection: bool = field(
        kinds.YES_NO, "Whether the listed tiles are only some of the generated ones."
    )
    face: FaceDefinition | None = field(FACE, "What its tiles show over and under what pnp draws.")
    shared: FieldValues | None = field(
        VALUES, "Values of fields for all tiles of the family.", key="fields", default=None
    )
    back: Located[str] | None = field(
        kinds.located(kinds.word("the name of a family")),
        "Another family, whose tiles are printed on the [backs](#tiles-on-both-sides) of these, one behind each.",
        default=None,
    )

    group: TileGroup = NO_TILES
    universe: Universe | None = None
    constraints: tuple[Located[str], ...] = ()
    listed: tuple[ListedTile, ...] | None = None
    style: TileStyle = DEFAULT_STYLE
    copies: int = 1
    changes: Changes = ()
    common: GivenPiece | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def is_listed(self) -> bool:
        """Whether the file lists tiles, by itself or in a table."""
        return self.has("tiles") or self.has("data") or self.has("combine")

    def size_of(self, universe: int) -> int:
        """The number of tiles that the set has of so many generated ones."""
        left = universe - sum(not copies for _, copies in self.changes)
        return left if self.sample is None else min(left, self.sample)

    def completed(self, reader: Reader) -> Self:
        if not self.has("generate") and self.is_listed:
            for part in (self.edge, self.corner):
                if part.generates:
                    self.refuse(reader, part.what, '"generate"')
        for key in filter(self.has, ("but", "sample")) if self.is_listed else ():
            if self.has("generate"):
                message = (
                    f'"{key}" is for families without a list; the list has the copies of its tiles'
                )
                reader.error("structure", message, self.place_of(key))
        printed = sum(copies > 0 for _, copies in self.but)
        if self.sample is not None and self.sample < printed:
            message = f'sample: {self.sample} is less than the {printed} tiles that "but" prints'
            reader.error("number", message, self.place_of("sample"))
        if self.has("generate") and self.is_sound("generate"):
            self._check_generators(reader)
        return self._in_set(set_reader(reader))

    def _check_generators(self, reader: Reader) -> None:
        if len({*self.generate}) < len(self.generate):
            message = f"generate lists {self.generate[0]} twice; remove one of the two"
            reader.error("duplicate-key", message, self.place_of("generate"))
        for key, generator in (("strand", "strands"), ("edge", "edges"), ("corner", "corners")):
            if generator not in self.generate:
                self.refuse(reader, key, f'"generate: {generator}"')
        own = {
            f"{each.what}s": each.has("colours") for each in (self.strand, self.edge, self.corner)
        }
        if self.has("colours") and all(own[each] for each in self.generate):
            message = '"colours" has no effect: strands, edges or corners have colours of their own; remove it'
            reader.error("structure", message, self.place_of("colours"))

    def _in_set(self, reader: SetReader) -> Self:
        """The family with its universe and its tiles."""
        letters = reader.letters if self.letters is None else self.letters
        halves = self.edge.sides != "all"
        made = replace(
            self,
            title=self.title or title_of(self.name),
            place=self.fields.place,
            group=reader.group,
            copies=self.own_copies or reader.copies,
            style=TileStyle(self.edge.show, self.corner.show, letters, halves),
            constraints=tuple(text for text, _ in (*self.where, *self.exclude)),
        )
        if self.generate and not reader.geometry.has_sides:
            reader.error("structure", _NO_SIDES, self.place_of("generate"))
        elif self.generate:
            before = len(reader.findings)
            universe = made._universe(reader)
            is_sound = len(reader.findings) == before and made._is_sound_universe
            changes: Changes = ()
            if is_sound and reader.knows_shape and reader.knows_colours:
                changes = read_changes(reader, universe, self.but, family=self.name)
            made = replace(made, universe=universe, changes=changes)
        made._check_shown(reader)
        return made._with_faces(reader)

    @property
    def _is_sound_universe(self) -> bool:
        """Whether no finding is about the tiles that it generates."""
        parts = (self.strand, self.edge, self.corner)
        is_sound = self.is_sound("colours", "where", "exclude", "mark")
        return is_sound and all(each.is_sound("colours") for each in parts)

    def _check_shown(self, reader: SetReader) -> None:
        """Reports what edges or corners cannot show with the colours and values that they have."""
        made, palette = self.universe, reader.palette
        known = made is not None and reader.knows_colours
        of = (made.edge_colours, made.corner_colours) if made is not None else ((), ())
        for part, colours in zip((self.edge, self.corner), of, strict=True):
            inks = [palette[number] for number, _ in colours if number >= 0] if known else palette
            if problem := part.problem(inks):
                reader.error("structure", problem, part.place_of("show"))
        shape = reader.geometry.shape
        if self.edge.sides != "all" and not shape.is_oblong and reader.knows_shape:
            message = (
                f"sides: {self.edge.sides} is for rectangles: all sides of a {shape.value} are equally"
                " long"
            )
            reader.error("structure", message, self.edge.place_of("sides"))

    def _with_faces(self, reader: SetReader) -> Self:
        """The family with its listed tiles, and with the values of the face that it has."""
        face, table = self.face, self.data
        if face is not None and face.back and reader.group.two_sided:
            message = (
                "these tiles have two sides: the back of each is its mirror image; take the elements of"
                " the back out of the face"
            )
            reader.error("structure", message, self.place_of("face"))
        if table is not None and face is None and not self.has("face"):
            face = NO_FACE
        group = FacedGroup(reader, self.shared, table, taken=("tile", "players"))
        written = [*self._written(reader, face)]
        if table is not None and self.has("combine"):
            message = '"data" and "combine" both make the tiles; remove one of them'
            reader.error("structure", message, self.place_of("combine"))
        elif table is not None:
            written += self._printed(reader, group, table.rows, face or NO_FACE)
        elif self.combine:
            written += self._printed(reader, group, self.combine, face or NO_FACE)
        drafts = [draft for _, draft in written]
        common = None
        if face is None:
            pieces: Sequence[GivenPiece | None] = [None] * len(drafts)
        elif drafts:
            pieces = group.pieces(drafts)
        else:
            (common,) = group.pieces([PieceDraft({}, 1, self.fields.place, face)])
            pieces = ()
        listed = tuple(
            replace(tile, listed=piece) for (tile, _), piece in zip(written, pieces, strict=True)
        )
        return replace(
            self,
            listed=listed if self.is_listed else None,
            common=common,
            findings=tuple(group.notes),
        )

    def _printed(
        self, reader: SetReader, group: FacedGroup, rows: Sequence[DataRow], face: FaceDefinition
    ) -> Iterator[tuple[ListedTile, PieceDraft]]:
        """The tiles of rows; a row without a tile has a blank one."""
        drafts = group.of_rows(rows, self.copies, face)
        for row, draft in zip(rows, drafts, strict=True):
            players = group.number(row, "players", 1)
            written = row.values.get("tile", Located(BLANK_TILE, row.place))
            tile = _parsed(reader, written, self.mark)
            if tile is not None and draft.copies:
                yield ListedTile(tile, draft.copies, players, written.place), draft

    def _written(
        self, reader: SetReader, face: FaceDefinition | None
    ) -> Iterator[tuple[ListedTile, PieceDraft]]:
        """The tiles that the file itself lists."""
        for each in self.tiles:
            if not self.has("face"):
                for key, _ in each.others:
                    hint = did_you_mean(key.text, declared(TileSection))
                    message = f'a tile has no "{key.text}"{hint}'
                    reader.error("unknown-key", message, key.place)
            if not each.is_sound("tile"):
                continue
            mark = self.mark if each.mark == NO_MARK else each.mark
            tile = _parsed(reader, each.tile, mark)
            values = {} if face is None else read_values(reader, each.others)
            if tile is not None:
                copies, place = each.copies or self.copies, each.tile.place
                keys = {key.text: key.place for key, _ in each.others}
                draft = PieceDraft(values, copies, place, face or NO_FACE, keys=keys)
                yield ListedTile(tile, copies, each.players, place), draft

    def _universe(self, reader: SetReader) -> Universe:
        parts = (self.strand, self.edge, self.corner)
        has_strands, has_edges, has_corners = (f"{each.what}s" in self.generate for each in parts)
        if has_strands and reader.knows_shape and reader.geometry.shape.is_polygon:
            reader.error("structure", _no_strands(reader), self.place_of("generate"))
        shared = reader.every() if self.colours is None else self.colours
        strand_colours, edge_colours, corner_colours = (
            shared if each.colours is None else each.colours for each in parts
        )
        if self.is_sound("colours", "strand", "edge", "corner") and reader.knows_colours:
            for what, colours in (("edges", edge_colours), ("corners", corner_colours)):
                if what in self.generate and not colours:
                    message = (
                        f'"generate: {what}" needs colours or values for the {what}; add "colours" or'
                        ' "values" to the file'
                    )
                    reader.error("structure", message, self.place_of("generate"))
        sides = {"short": reader.geometry.short_sides, "long": reader.geometry.long_sides}
        return Universe(
            geometry=reader.geometry,
            symmetry=reader.symmetry,
            strand_sizes=self._strand_sizes(reader) if has_strands else frozenset(),
            strand_colours=self._of_strands(reader, strand_colours) if has_strands else (),
            edge_colours=edge_colours if has_edges else (),
            blank_edges=self.edge.blank and has_edges,
            edge_sides=sides.get(self.edge.sides, ()) if has_edges else (),
            corner_colours=corner_colours if has_corners else (),
            blank_corners=self.corner.blank and has_corners,
            mark=self.mark,
            conditions=tuple(condition for _, condition in (*self.where, *self.exclude)),
        )

    def _of_strands(self, reader: SetReader, quantities: Quantities) -> Quantities:
        """The colours of strands, which have no values."""
        kept = tuple(each for each in quantities if each[0] < len(reader.inks))
        if len(kept) < len(quantities) and self.strand.colours is not None:
            message = "strands have colours, and no values; values are for edges and corners"
            reader.error("structure", message, self.strand.place_of("colours"))
        return kept

    def _strand_sizes(self, reader: SetReader) -> frozenset[int]:
        most, wanted = reader.geometry.port_count, self.strand.ports
        sizes = frozenset(size for size in range(1, most + 1) if wanted.accepts(size))
        if not sizes and reader.knows_shape:
            message = f"a strand of this tile can touch 1 to {most} ports, not {wanted.text}"
            reader.error("structure", message, self.strand.place_of("ports"))
        return sizes


def _read_corner(reader: Reader, node: Node, what: str) -> Point | None:
    items = node.items if isinstance(node, SequenceNode) else ()
    try:
        x, y = (float(each.text) for each in items if isinstance(each, Scalar))
        # No comparison with nan is true.
        if len(items) == 2 and abs(x) <= _FARTHEST and abs(y) <= _FARTHEST:
            return Point(x, y)
    except ValueError:
        pass
    message = f"{what} has to be two numbers up to {_FARTHEST:,}, from the left and from the top, as in [3, 2]"
    reader.error("structure", message, node.place)
    return None


_NUMBER: kinds.Schema = {"type": "number", "minimum": -_FARTHEST, "maximum": _FARTHEST}
_CORNER = kinds.Kind(
    _read_corner,
    ORIGIN,
    "two numbers, as in `[3, 2]`",
    {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2},
)
_CORNERS = kinds.list_of(_CORNER, "points, as in `[[0, 0], [3, 0], [3, 2]]`", each="a corner")


class TilesSection(NamedSection):
    """A group of tiles: all tiles of a game, or those of one shape and size."""

    what = "tiles"
    last_of_words = "expect-printed"
    together: ClassVar[kinds.Schema] = {
        "anyOf": [{"required": ["size"]}, {"required": ["outline"]}]
    }

    shape: Shape = field(
        kinds.choice({shape.value: shape for shape in Shape}), "The shape.", required=True
    )
    corners: tuple[Point, ...] = field(
        _CORNERS,
        "The corners of a polygon, in either direction: how far each is from the left and from the top, in any unit.",
    )
    contour: Contour | None = field(
        OUTLINE,
        "An SVG file with the outline of a polygon, in place of corners: one closed path, with straight sides or curves.",
        key="outline",
        default=None,
    )
    angle: int | None = field(
        kinds.integer(SHARPEST, 180 - SHARPEST),
        "The angle at the first corner of a rhomb, or at the tip of a kite or a dart, in degrees.",
        default=None,
        otherwise=f"`{PENROSE}`, as in Penrose's tilings",
    )
    size: kinds.Size = field(
        TILE_SIZE,
        "The size across flats of a hexagon, the side of a square, triangle, rhomb or pentagon, the longest"
        " side of a kite, a dart or a polygon, the longer side of an `outline`, or the width and height of a rectangle.",
        otherwise="the size in the file of the `outline`; else it is required",
    )
    ground: str = field(
        kinds.INK,
        "The ground of the tiles, such as the green of meadows, in light themes that keep colours.",
        otherwise="the ground of the theme",
    )
    back: str = field(
        SIGN,
        "A sign on the backs, besides the pattern of the game; without one pnp prints no backs.",
        default="",
    )
    orientation: Orientation = field(
        kinds.choice({each.value: each for each in Orientation}),
        "Whether a corner or a side of a hexagon is at the top: side 1 is then the upper right or the upper one.",
    )
    # Nobody could tell the strands of more ports apart on paper.
    ports: int = field(kinds.integer(1, 4), "How many ports each side has.")
    symmetry: Symmetry = field(
        kinds.choice({symmetry.value: symmetry for symmetry in Symmetry}),
        "The isometries that make two tiles the same piece; reflections are for two-sided tiles.",
    )
    two_sided: bool | None = field(
        kinds.YES_NO,
        "Whether a tile is printed on both sides, its back as its mirror image; `no` prints one side of"
        " each pair of mirror twins.",
        key="two-sided",
        default=None,
        otherwise="`yes` if reflections make two tiles the same piece",
    )
    letters: bool = field(
        kinds.YES_NO,
        "Whether colours of sides and corners show their letters; a theme without patterns always"
        " shows them.",
        default=True,
        otherwise="`yes`",
    )
    ids: bool | None = field(
        kinds.YES_NO,
        "Whether tiles show their ids in small type, in a corner that has room.",
        default=None,
        otherwise="`yes`, but not on tiles that a face fills",
    )
    strand_width: float = field(
        SCALE,
        "How wide strands are, of what is usual.",
        key="strand-width",
        default=1.0,
        otherwise="`100%`",
    )
    strand_ink: str = field(
        kinds.INK,
        "The ink of strands that have no colour, such as roads.",
        key="strand-ink",
        otherwise="that of the theme",
    )
    value_size: float = field(
        SCALE,
        "How large the values of sides and corners are, as digits, pips, words or signs, of what is usual.",
        key="value-size",
        default=1.0,
        otherwise="`100%`",
    )
    copies: int = field(COPIES, "How often each tile is printed.")
    rows: str = field(
        kinds.one_of(*ROWS),
        "The tiles that begin a new row on the sheets: those of each family, or of each colour.",
        key="group",
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)),
        "How many different tiles the set has, for the largest number of players.",
        default=None,
    )
    expect_printed: Located[int] | None = field(
        kinds.located(kinds.integer(0)),
        "How many tiles are printed, with copies, for the largest number of players.",
        key="expect-printed",
        default=None,
    )
    families: tuple[FamilyDefinition, ...] = field(
        kinds.list_of(nested(FamilyDefinition), "[families](#families)", each="a family", least=1),
        "The families of tiles.",
        required=True,
    )

    def teach(self, reader: Reader) -> None:
        words = set_reader(reader)
        words.group = self.group
        words.knows_shape = self.is_sound("shape", "corners", "outline", "angle", "ports")
        words.copies, words.letters = self.copies, self.letters

    def completed(self, reader: Reader) -> Self:
        self._check_size(reader)
        self._check_polygon(reader)
        reflections = self.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS
        if self.two_sided and not reflections and self.is_sound("symmetry"):
            message = (
                "two-sided: yes needs symmetry: rotations+reflections, since a tile that is turned over"
                " shows its mirror image"
            )
            reader.error("structure", message, self.place_of("two-sided"))
        if self.back and self.is_two_sided:
            message = (
                "these tiles have two sides, the back of each is its mirror image; remove the back, or write"
                " two-sided: no"
            )
            reader.error("structure", message, self.place_of("back"))
        return self

    def _check_size(self, reader: Reader) -> None:
        if self.has("size"):
            problem = size_problem(self.size, self.shape) if self.is_sound("shape", "size") else ""
            if problem:
                reader.error("structure", problem, self.place_of("size"))
        elif not self.has("outline"):
            message = f'{self.what} needs "size", {in_plain_words(TILE_SIZE)}'
            reader.error("missing-key", message, self.fields.place)
        elif self.contour is not None and not LEAST_SIZE <= self._width <= MOST_SIZE:
            _, _, width, height = self.contour.box
            message = (
                f"the outline is {plain_lengths((round(width, 4), round(height, 4)))}; the longer side of a tile has"
                f" {plain_length(LEAST_SIZE)} to {plain_length(MOST_SIZE)}: give it a size, such as size: 40mm"
            )
            reader.error("length", message, self.place_of("outline"))

    @property
    def _width(self) -> float:
        """The size that is given, or that of the file of the outline."""
        if self.contour is None or self.has("size"):
            return self.size.width
        return round(max(self.contour.box.width, self.contour.box.height), 4)

    def _check_polygon(self, reader: Reader) -> None:
        """Reports an angle that the shape cannot have, and ports that it has no place for."""
        if not self.is_sound("shape"):
            return
        word, most = self.shape.value, self.shape.most_angle
        if self.has("ports") and self.shape.is_polygon:
            message = f'a {word} has no ports: it has colours or values on sides and corners alone; remove "ports"'
            reader.error("structure", message, self.place_of("ports"))
        if (
            self.has("orientation")
            and self.is_sound("orientation")
            and not self.shape.has_axial_cells
        ):
            message = f'a {word} has no "orientation"; remove it'
            reader.error("structure", message, self.place_of("orientation"))
        ways = [key for key in ("corners", "outline") if self.has(key)]
        if self.shape.has_corners and not ways:
            message = 'a polygon needs "corners", such as [[0, 0], [3, 0], [3, 2], [0, 3]], or an "outline"'
            reader.error("missing-key", message, self.place_of("shape"))
        elif ways and not self.shape.has_corners:
            message = f'a {word} has no "{ways[0]}" to choose; remove it, or write shape: polygon'
            reader.error("structure", message, self.place_of(ways[0]))
        elif len(ways) > 1:
            message = "an outline has its own corners; remove one of the two"
            reader.error("structure", message, self.place_of("corners"))
        elif (
            self.has("corners")
            and self.is_sound("corners")
            and (problem := problem_of(self.corners))
        ):
            reader.error("polygon", problem, self.place_of("corners"))
        if self.angle is None or not self.is_sound("angle"):
            return
        message = ""
        if not most:
            message = f'a {word} has no "angle" to choose; remove it'
        elif self.angle > most:
            message = f"the tip of a {word} has {SHARPEST} to {most} degrees, not {self.angle}"
        elif self.shape.equals_square(self.angle):
            message = "a rhomb of 90 degrees is a square; write shape: square, without an angle"
        if message:
            reader.error("number", message, self.place_of("angle"))

    @property
    def _geometry(self) -> TileGeometry:
        if self.shape.has_corners and self.contour is not None:
            return TileGeometry(self.shape, outline=of_outline(self.contour))
        if self.shape.is_polygon:
            most = max(self.shape.most_angle, SHARPEST)
            return polygon_tile(self.shape, min(self.angle or PENROSE, most), self.corners)
        flat_top = self.orientation is Orientation.FLAT_TOP
        return TileGeometry(self.shape, self.ports, self.size.ratio, flat_top=flat_top)

    @property
    def is_two_sided(self) -> bool:
        """Whether tiles are printed on both sides."""
        reflections = self.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS
        return reflections and self.two_sided is not False

    @cached_property
    def group(self) -> TileGroup:
        """The group of tiles."""
        return TileGroup(
            name=self.name,
            place=self.place,
            geometry=self._geometry,
            symmetry=self.symmetry,
            two_sided=self.is_two_sided,
            size=self._width,
            size_place=self.place_of("size"),
            ground=self.ground,
            back=self.back,
            rows=self.rows,
            expect=self.expect,
            expect_printed=self.expect_printed,
            ids=self.ids,
            strands=self.strand_width,
            values=self.value_size,
            road=self.strand_ink,
        )


_ONE = nested(TilesSection)
_SEVERAL = named(kinds.name("a group of tiles"), TilesSection, "groups of tiles")


def _read_groups(reader: Reader, node: Node, what: str) -> tuple[TilesSection, ...] | None:
    """Groups of tiles by their names, or the keys of one group, which has none."""
    keys, entries = declared(TilesSection), getattr(node, "entries", ())
    has_keys = any(key.text in keys for key, _ in entries)
    if not has_keys and any(isinstance(value, MappingNode) for _, value in entries):
        return _SEVERAL.read(reader, node, what)
    group = _ONE.read(reader, node, what)
    return None if group is None else (group,)


TILE_GROUPS: Kind[tuple[TilesSection, ...]] = Kind(
    _read_groups,
    (),
    f"{_ONE.words}; or {_SEVERAL.words}",
    {
        "if": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"not": {"enum": [*declared(TilesSection)]}},
        },
        "then": _SEVERAL.schema,
        "else": _ONE.schema,
    },
    _ONE.inner,
    TilesSection,
)


def check_backs(reader: Reader, groups: Sequence[TilesSection]) -> None:
    """Reports families that cannot be on the backs of others."""
    families = {family.name: family for group in groups for family in group.families}
    backs = {name: family.back for name, family in families.items()}
    keys = ("shape", "size", "corners", "angle", "symmetry", "two-sided")
    unsound = {group.name for group in groups if not group.is_sound(*keys)}
    for name, family in families.items():
        if has_sound_back(reader, name, backs, "family") and family.back is not None:
            both = (family, families[family.back.value])
            if unsound.isdisjoint(each.group.name for each in both):
                for message in _problems_of_backs(*both):
                    reader.error("structure", message, family.back.place)


def _problems_of_backs(front: FamilyDefinition, back: FamilyDefinition) -> Iterator[str]:
    """The reasons why tiles of one family cannot be on the backs of those of another."""
    for each in (front, back):
        if each.group.two_sided:
            yield (
                f'the tiles of "{each.name}" have two sides: the back of each is its mirror image; write'
                " two-sided: no, or remove the back"
            )
        if each.face is not None and each.face.back:
            yield (
                f'the face of "{each.name}" has a back, where another tile would be; take its elements out of the'
                " face, or remove this back"
            )
    ours, theirs = (
        (each.group.geometry._replace(ports=1), each.group.size) for each in (front, back)
    )
    if ours != theirs:
        yield f'the tiles of "{back.name}" have another shape or size than those of "{front.name}"; give both the same'
    elif not front.group.geometry.is_its_mirror_image:
        yield "from behind these tiles have another outline than from the front, so no other tile fits on their backs"
