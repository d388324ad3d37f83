"""Reading `but`: single tiles of a generated family that have other copies, or that it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.basics.errors import Located, Place, Related, TooManyTiles
from pnp.definition import kinds
from pnp.definition.groups import COPIES
from pnp.definition.kinds import Kind
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Reader
from pnp.definition.vocabulary import Vocabulary
from pnp.enumeration import Universe, first_tiles
from pnp.tiles import Mark, Tile, canonical, format_tile, images, parse_tile

# The tiles of a family with their copies; 0 leaves a tile out.
Changes = tuple[tuple[Tile, int], ...]

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
    vocabulary: Vocabulary,
    universe: Universe,
    written: Iterable[tuple[Located[str], int]],
    *,
    family: str,
) -> Changes:
    """The tiles in canonical form, as those of the universe are; reports tiles that it does not have."""
    geometry, symmetry = vocabulary.geometry, vocabulary.symmetry
    found: dict[Tile, int] = {}
    places: dict[Tile, Place] = {}
    for text, copies in written:
        for tile in _parsed(vocabulary, text, universe.mark):
            least = canonical(tile, geometry, symmetry)
            if least in found:
                message = f"{text.value} appears twice, perhaps turned; remove one of the two"
                first = Related("it is here first", places[least])
                vocabulary.reader.error("duplicate-key", message, text.place, first)
            elif tile.mark != universe.mark or not universe.contains(tile):
                message = f'the family "{family}" has no tile {text.value}'
                hint = _nearest(vocabulary, universe, tile)
                vocabulary.reader.error("belongs", message + hint, text.place)
            else:
                found[least], places[least] = copies, text.place
    return tuple(found.items())


def _parsed(vocabulary: Vocabulary, text: Located[str], mark: Mark) -> Iterator[Tile]:
    """The tile in its notation, with the mark of its family; nothing after a finding."""
    with vocabulary.notation("notation", text.place):
        tile = parse_tile(text.value, vocabulary.geometry, [*vocabulary.codes])
        yield tile if tile.mark.kind else tile._replace(mark=mark)


def _nearest(vocabulary: Vocabulary, universe: Universe, tile: Tile) -> str:
    """A hint at the tile of the universe with the fewest other sides, corners and strands."""
    turned = [*images(tile, vocabulary.geometry, vocabulary.symmetry)]
    try:
        known = first_tiles(universe, _MOST)
    except TooManyTiles:
        return ""
    if not known:
        return ""
    near = min(known, key=lambda each: min(_difference(image, each) for image in turned))
    return f"; the nearest is {format_tile(near, [*vocabulary.codes])}"


def _difference(one: Tile, other: Tile) -> int:
    """The number of sides, corners and strands that differ."""
    pairs = (
        *zip(one.edges, other.edges, strict=False),
        *zip(one.corners, other.corners, strict=False),
    )
    strands = {*one.strands} ^ {*other.strands}
    return sum(a != b for a, b in pairs) + len(strands)
