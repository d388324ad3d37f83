"""Reading the tiles of a game: their shape and size, and their families."""

from __future__ import annotations

from typing import Self

from pnp.basics.errors import Located
from pnp.definition.colours import SIGN
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import MappingNode, Node
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, declared, field, nested
from pnp.definition.tiles.families import FamilyDefinition
from pnp.definition.tiles.groups import ROWS, TILE_SIZE, TileGroup, TileSize
from pnp.definition.values import COPIES
from pnp.tiles import Shape, TileGeometry
from pnp.tiles.symmetry import Symmetry


class TilesSection(Section):
    """A group of tiles: all tiles of a game, or those of one shape and size."""

    what = "tiles"

    shape: Shape = field(
        kinds.choice({shape.value: shape for shape in Shape}), "The shape.", required=True
    )
    size: TileSize = field(
        TILE_SIZE,
        "The size across flats of a hexagon, the side of a square or triangle, or the width and height"
        " of a rectangle.",
        required=True,
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
    families: tuple[FamilyDefinition, ...] = field(
        kinds.list_of(nested(FamilyDefinition), "[families](#families)", each="a family", least=1),
        "The families of tiles.",
        required=True,
    )

    def completed(self, reader: Reader) -> Self:
        problem = self.size.problem(self.shape) if self.is_sound("shape", "size") else ""
        if problem:
            reader.error("structure", problem, self.place_of("size"))
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

    @property
    def is_two_sided(self) -> bool:
        """Whether tiles are printed on both sides."""
        reflections = self.symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS
        return reflections and self.two_sided is not False

    @property
    def knows_shape(self) -> bool:
        """Whether the shape of its tiles could be read."""
        return self.is_sound("shape", "ports")

    def group(self, name: Located[str]) -> TileGroup:
        """The group of tiles of that name."""
        return TileGroup(
            name=name.value,
            place=name.place,
            geometry=TileGeometry(self.shape, self.ports, self.size.ratio),
            symmetry=self.symmetry,
            two_sided=self.is_two_sided,
            size=self.size.width,
            size_place=self.place_of("size"),
            ground=self.ground,
            back=self.back,
            rows=self.rows,
            expect=self.expect,
        )


# Groups of tiles by their names; the only group may have none.
Groups = tuple[tuple[Located[str], TilesSection], ...]

_ONE = nested(TilesSection)
_SEVERAL = kinds.map_of(kinds.name("a group of tiles"), _ONE, "groups of tiles")


def _read_groups(reader: Reader, node: Node, what: str) -> Groups | None:
    if isinstance(node, MappingNode) and _has_names(node):
        return _SEVERAL.read(reader, node, what)
    group = _ONE.read(reader, node, what)
    return None if group is None else ((Located("", group.place), group),)


def _has_names(node: MappingNode) -> bool:
    """Whether a mapping has groups of tiles by their names, and not the keys of one group."""
    keys = declared(TilesSection)
    has_keys = any(key.text in keys for key, _ in node.entries)
    return not has_keys and any(isinstance(value, MappingNode) for _, value in node.entries)


TILE_GROUPS: Kind[Groups] = Kind(
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
