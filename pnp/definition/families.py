"""Reading the families of tiles."""

from __future__ import annotations

from collections.abc import Mapping as MappingType

from pnp.basics.words import did_you_mean
from pnp.definition.model import Constraint, FamilyDefinition, Ink, ListedTile
from pnp.definition.nodes import Mapping, Node, Scalar
from pnp.definition.predicates import Vocabulary, read_exclude, read_where
from pnp.definition.reader import Fields, Reader
from pnp.enumeration import Universe
from pnp.enumeration.conditions import ANY_NUMBER, Comparison, Condition
from pnp.tiles import MARKS, NO_MARK, UNCOLOURED, Colour, Mark, NotationError, parse_tile
from pnp.tiles.notation import parse_mark

GENERATORS = ("edges", "strands")
KEYS = (
    "name", "generate", "colours", "strand", "edge", "where", "exclude", "mark", "copies",
    "expect", "tiles", "selection",
)  # fmt: skip

Quantities = tuple[tuple[Colour, Comparison], ...]

MOST_COPIES = 1000

# A strand is a line unless the file says otherwise.
_LINES_ONLY = frozenset({2})


def read_families(
    reader: Reader, node: Node, vocabulary: Vocabulary, copies: int
) -> tuple[FamilyDefinition, ...]:
    """The families, in file order; their names differ."""
    families: list[FamilyDefinition] = []
    for item in reader.items(node, "families") or ():
        family = _family(reader, item, vocabulary, copies)
        if family is None:
            continue
        if any(family.name == other.name for other in families):
            reader.error("duplicate-key", f'two families are called "{family.name}"', family.place)
        families.append(family)
    return tuple(families)


def _family(
    reader: Reader, node: Node, vocabulary: Vocabulary, copies: int
) -> FamilyDefinition | None:
    fields = reader.fields(node, "a family", known=KEYS, required=("name",))
    if fields is None:
        return None
    name = fields.read("name", lambda value: reader.name(value, "a family"))
    if name is None:
        return None
    ways = {"generate", "tiles"}
    if not any(way in fields or way in fields.misspelt for way in ways):
        reader.error(
            "missing-key", f'the family "{name}" needs "generate", or "tiles", or both', node.place
        )
        return None
    mark = fields.read("mark", lambda value: _mark(reader, value, vocabulary)) or NO_MARK
    conditions = [
        *(fields.read("where", lambda value: read_where(reader, value, vocabulary)) or []),
        *(fields.read("exclude", lambda value: read_exclude(reader, value, vocabulary)) or []),
    ]
    if "selection" in fields and "tiles" not in fields and "tiles" not in fields.misspelt:
        reader.error("structure", '"selection" needs "tiles"', fields.place_of("selection"))
    own_copies = fields.read(
        "copies", lambda value: reader.integer(value, "copies", least=1, most=MOST_COPIES)
    )
    copies = copies if own_copies is None else own_copies
    return FamilyDefinition(
        name=name,
        place=node.place,
        universe=_universe(reader, fields, vocabulary, mark, conditions),
        constraints=tuple(constraint for constraint, _ in conditions),
        listed=fields.read("tiles", lambda value: _listed(reader, value, vocabulary, mark, copies)),
        selection=fields.read("selection", lambda value: reader.boolean(value, "selection"))
        or False,
        mark=mark,
        copies=copies,
        expect=fields.read("expect", lambda value: reader.integer(value, "expect", least=0)),
        expect_place=fields.place_of("expect"),
    )


def _universe(
    reader: Reader,
    fields: Fields,
    vocabulary: Vocabulary,
    mark: Mark,
    conditions: list[tuple[Constraint, Condition]],
) -> Universe | None:
    """The universe that `generate` and its companions describe, if there is a `generate`."""
    if "generate" not in fields:
        for key in ("colours", "strand", "edge", "where", "exclude", "selection"):
            if key in fields:
                reader.error("structure", f'"{key}" needs "generate"', fields.place_of(key))
        return None
    generators = fields.read("generate", lambda value: _generators(reader, value)) or ()
    for key, generator in (("strand", "strands"), ("edge", "edges")):
        if key in fields and generators and generator not in generators:
            reader.error(
                "structure", f'"{key}" needs "generate: {generator}"', fields.place_of(key)
            )
    every_colour = tuple((Colour(index), ANY_NUMBER) for index in range(len(vocabulary.inks)))
    shared = fields.read("colours", lambda value: _quantities(reader, value, vocabulary.inks))
    shared = every_colour if shared is None else shared
    strand = fields.read(
        "strand", lambda value: reader.fields(value, "strand", known=("ports", "colours"))
    )
    edge = fields.read(
        "edge", lambda value: reader.fields(value, "edge", known=("blank", "colours"))
    )
    own = {
        "strands": strand is not None and "colours" in strand,
        "edges": edge is not None and "colours" in edge,
    }
    if "colours" in fields and generators and all(own[each] for each in generators):
        reader.error(
            "structure",
            '"colours" says nothing here: strands or edges have colours of their own',
            fields.place_of("colours"),
        )
    edge_colours = _colours_in(reader, edge, vocabulary.inks, shared)
    blank = bool(edge and edge.read("blank", lambda value: reader.boolean(value, "blank")))
    if "edges" in generators and not edge_colours and not reader.findings:
        reader.error(
            "structure",
            '"generate: edges" needs colours for the edges',
            fields.place_of("generate"),
        )
    return Universe(
        geometry=vocabulary.geometry,
        symmetry=vocabulary.symmetry,
        strand_sizes=_sizes(reader, strand, vocabulary) if "strands" in generators else frozenset(),
        strand_colours=_colours_in(reader, strand, vocabulary.inks, shared)
        if "strands" in generators
        else (),
        edge_colours=edge_colours if "edges" in generators else (),
        blank_edges=blank and "edges" in generators,
        mark=mark,
        conditions=tuple(condition for _, condition in conditions),
    )


def _generators(reader: Reader, node: Node) -> tuple[str, ...]:
    words = [reader.choice(item, "generate", GENERATORS) for item in reader.one_or_more(node)]
    if len(set(words)) < len(words):
        reader.error("duplicate-key", f"generate names {words[0]} twice", node.place)
    if not words:
        reader.error("structure", "generate is empty", node.place)
    return tuple(word for word in words if word is not None)


def _sizes(reader: Reader, strand: Fields | None, vocabulary: Vocabulary) -> frozenset[int]:
    if strand is None or "ports" not in strand:
        return _LINES_ONLY
    comparison = strand.read("ports", lambda value: reader.comparison(value, "ports"))
    if comparison is None:
        return _LINES_ONLY
    count = vocabulary.geometry.port_count
    sizes = frozenset(size for size in range(1, count + 1) if comparison.accepts(size))
    if not sizes:
        reader.error(
            "structure",
            f"a strand of this tile can touch 1 to {count} ports, not {comparison.text}",
            strand.place_of("ports"),
        )
    return sizes


def _colours_in(
    reader: Reader, fields: Fields | None, inks: tuple[Ink, ...], shared: Quantities
) -> Quantities:
    if fields is None:
        return shared
    own = fields.read("colours", lambda value: _quantities(reader, value, inks))
    return shared if own is None else own


def _quantities(reader: Reader, node: Node, inks: tuple[Ink, ...]) -> Quantities:
    """Which colours there may be, and each how often: `none`, `all`, a list, or a mapping."""
    if isinstance(node, Scalar) and node.text in ("none", "all"):
        return (
            ()
            if node.text == "none"
            else tuple((Colour(index), ANY_NUMBER) for index in range(len(inks)))
        )
    numbers = {"none": UNCOLOURED, **{ink.name: Colour(n) for n, ink in enumerate(inks)}}
    if isinstance(node, Mapping):
        fields = reader.fields(node, "colours")
        entries: list[tuple[Scalar, Node | None]] = list(fields.items()) if fields else []
    else:
        entries = []
        for item in reader.one_or_more(node):
            if isinstance(item, Scalar):
                entries.append((item, None))
            else:
                reader.error("structure", "a list of colours has only names", item.place)
    found: dict[Colour, Comparison] = {}
    for key, value in entries:
        if key.text not in numbers:
            hint = did_you_mean(key.text, numbers)
            reader.error("unknown-colour", f'there is no colour "{key.text}"{hint}', key.place)
            continue
        if numbers[key.text] in found:
            reader.error("duplicate-key", f'the colour "{key.text}" stands here twice', key.place)
        quantity = ANY_NUMBER if value is None else reader.comparison(value, key.text)
        if quantity is not None:
            found[numbers[key.text]] = quantity
    return tuple(sorted(found.items()))


def _mark(reader: Reader, node: Node, vocabulary: Vocabulary) -> Mark | None:
    """A mark: as in the notation, or a mapping from its kind to its colour or text."""
    if isinstance(node, Scalar):
        text = reader.text(node, "mark")
        if text == "none" or text is None:
            return None
        codes = {ink.code: Colour(index) for index, ink in enumerate(vocabulary.inks)}
        return _parsed_mark(reader, node, text, codes)
    fields = reader.fields(node, "mark", known=MARKS)
    entries = [] if fields is None else list(fields.items())
    if len(entries) != 1:
        if fields is not None:
            reader.error("structure", "a mark is one of " + ", ".join(MARKS), node.place)
        return None
    key, value = entries[0]
    argument = reader.text(value, key.text)
    if argument is None:
        return None
    if key.text == "label" and (not argument or " " in argument):
        reader.error("mark", "a label is one word, as in {label: 7}", value.place)
        return None
    if key.text != "label" and vocabulary.colour(argument) is None:
        hint = did_you_mean(argument, [ink.name for ink in vocabulary.inks])
        reader.error("unknown-colour", f'there is no colour "{argument}"{hint}', value.place)
        return None
    numbers = {ink.name: Colour(index) for index, ink in enumerate(vocabulary.inks)}
    return _parsed_mark(reader, value, f"{key.text}:{argument}", numbers)


def _parsed_mark(
    reader: Reader, node: Node, text: str, numbers: MappingType[str, Colour]
) -> Mark | None:
    try:
        return parse_mark(text, numbers)
    except NotationError as error:
        hint = did_you_mean(text, MARKS) if ":" not in text else ""
        reader.error("mark", f"{error}{hint if 'mean' in hint else ''}", node.place)
        return None


def _listed(
    reader: Reader, node: Node, vocabulary: Vocabulary, mark: Mark, copies: int
) -> tuple[ListedTile, ...]:
    """The tiles that are written down by hand."""
    found = []
    for item in reader.items(node, "tiles") or ():
        listed = _listed_tile(reader, item, vocabulary, mark, copies)
        if listed is not None:
            found.append(listed)
    return tuple(found)


def _listed_tile(
    reader: Reader, node: Node, vocabulary: Vocabulary, mark: Mark, copies: int
) -> ListedTile | None:
    if isinstance(node, Mapping):
        fields = reader.fields(
            node, "a tile", known=("tile", "mark", "copies", "players"), required=("tile",)
        )
        if fields is None:
            return None
        place = fields.place_of("tile")
        text = fields.read("tile", lambda value: reader.text(value, "tile"))
        mark = fields.read("mark", lambda value: _mark(reader, value, vocabulary)) or mark
        own = fields.read(
            "copies", lambda value: reader.integer(value, "copies", least=1, most=MOST_COPIES)
        )
        copies = copies if own is None else own
        players = fields.read("players", lambda value: reader.integer(value, "players", least=1))
    else:
        place, text, players = node.place, reader.text(node, "a tile"), None
    if text is None:
        return None
    codes = [ink.code for ink in vocabulary.inks]
    try:
        tile = parse_tile(text, vocabulary.geometry, codes)
    except NotationError as error:
        reader.error("notation", str(error), place)
        return None
    if tile.mark == NO_MARK:
        tile = tile._replace(mark=mark)
    return ListedTile(tile, copies, players or 1, place)
