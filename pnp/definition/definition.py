"""Reading a whole definition."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pnp.basics.errors import InvalidDefinition, Place, Severity, Source, in_file_order
from pnp.basics.words import did_you_mean
from pnp.definition.families import MOST_COPIES, read_families
from pnp.definition.inks import read_inks
from pnp.definition.model import (
    Credit,
    Definition,
    FamilyDefinition,
    Ink,
    Players,
    RuleUse,
)
from pnp.definition.nodes import Mapping, Node, Scalar, compose, read_source
from pnp.definition.pieces import Pieces, read_parameters, read_pieces
from pnp.definition.predicates import Vocabulary
from pnp.definition.reader import Fields, Reader
from pnp.tiles import Shape, TileGeometry
from pnp.tiles.symmetry import Symmetry

KEYS = (
    "game", "title", "players", "source", "licence", "notes", "colours", "parameters", "tiles",
    "pieces", "rules", "rulebook",
)  # fmt: skip
# What may begin a row of its own on the sheets of tiles.
GROUPS = ("none", "family", "colour")

TILES_KEYS = ("shape", "size", "ports", "symmetry", "copies", "group", "expect", "families")

# Millimetres across: what scissors can cut, and what a poster can hold.
SMALLEST, LARGEST = 5.0, 1000.0
MOST_PLAYERS = 1000
LONGEST_TITLE = 60  # characters that fit beside the number of the sheet

_MOST_PORTS = 4  # on a side: sixteen or more strands would not be told apart on paper


def load_definition(path: Path) -> Definition:
    """The definition in a file; raises UnusableInput or InvalidDefinition."""
    return parse_definition(read_source(path))


def parse_definition(source: Source) -> Definition:
    """The definition in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    definition = _definition(reader, compose(source), source)
    errors = [each for each in reader.findings if each.severity is Severity.ERROR]
    if definition is None or errors:
        raise InvalidDefinition(in_file_order(reader.findings))
    return definition


def _definition(reader: Reader, root: Node, source: Source) -> Definition | None:
    """The definition; None where it lacks what nothing can stand in for."""
    fields = reader.fields(root, "a tileset", known=KEYS, required=("game",))
    if fields is None:
        return None
    if not {"tiles", "pieces"} & {*fields.keys(), *fields.misspelt}:
        reader.error("missing-key", 'a tileset needs "tiles" or "pieces"', root.place)
    game = fields.read("game", lambda value: reader.name(value, "a game"))
    title = fields.read("title", lambda value: reader.text(value, "title"))
    if title is not None and len(title) > LONGEST_TITLE:
        message = f"a title has at most {LONGEST_TITLE} characters, not {len(title)}"
        reader.error("title", message, fields.place_of("title"))
    players = fields.read("players", lambda value: _players(reader, value))
    credit = fields.read("source", lambda value: _credit(reader, value))
    licence = fields.read("licence", lambda value: reader.text(value, "licence"))
    notes = fields.read("notes", lambda value: _notes(reader, value))
    inks = fields.read("colours", lambda value: read_inks(reader, value)) or ()
    tiles = fields.read("tiles", lambda value: _tiles(reader, value, inks))
    if tiles is None and "tiles" not in fields:
        tiles = _no_tiles(root.place)
    parameters = fields.read("parameters", lambda value: read_parameters(reader, value)) or ()
    families = [] if tiles is None else [(family.name, family.place) for family in tiles.families]
    for parameter in parameters:
        if parameter.name in dict(families):
            message = f'the name "{parameter.name}" is taken by a family: a name means one thing'
            reader.error("duplicate-key", message, parameter.place)
    taken = [*families, *((each.name, each.place) for each in parameters)]
    pieces = (
        fields.read("pieces", lambda value: read_pieces(reader, value, inks, taken)) or Pieces()
    )
    names = [name for name, _ in families] + [piece.name for kind in pieces for piece in kind]
    rules = fields.read("rules", lambda value: _rules(reader, value, names))
    rulebook = fields.read("rulebook", lambda value: reader.name(value, "a rulebook"))
    if game is None or tiles is None:
        return None
    return Definition(
        source=source,
        game=game,
        title=title or game,
        title_place=fields.place_of("title"),
        players=players or Players(1, 1, stated=False),
        credit=credit or Credit("", "", ""),
        credit_place=fields.place_of("source"),
        licence=licence or "",
        notes=notes or (),
        inks=inks,
        rules=rules or (),
        parameters=parameters,
        rulebook=rulebook or "",
        rulebook_place=fields.place_of("rulebook"),
        **tiles._asdict(),
        **pieces._asdict(),
    )


class _Tiles(NamedTuple):
    """What the section `tiles` says, named as in Definition."""

    geometry: TileGeometry
    symmetry: Symmetry
    size: float
    size_place: Place
    group: str
    families: tuple[FamilyDefinition, ...]
    expect: int | None
    expect_place: Place


def _no_tiles(place: Place) -> _Tiles:
    """What stands for the tiles of a game that has none."""
    return _Tiles(
        TileGeometry(Shape.HEXAGON), Symmetry.ROTATIONS, 1.0, place, GROUPS[0], (), None, place
    )


def _tiles(reader: Reader, node: Node, inks: tuple[Ink, ...]) -> _Tiles | None:
    fields = reader.fields(node, "tiles", known=TILES_KEYS, required=("shape", "size", "families"))
    if fields is None:
        return None
    shape = _shape(reader, fields)
    ports, symmetry = _ports(reader, fields), _symmetry(reader, fields)
    size = fields.read(
        "size", lambda value: reader.length(value, "size", least=SMALLEST, most=LARGEST)
    )
    copies = (
        fields.read(
            "copies", lambda value: reader.integer(value, "copies", least=1, most=MOST_COPIES)
        )
        or 1
    )
    families: tuple[FamilyDefinition, ...] | None = None
    geometry = TileGeometry(shape or Shape.HEXAGON, ports)
    # Without its shape it cannot be said whether a tile is right.
    if shape is not None:
        vocabulary = Vocabulary(geometry, symmetry, inks)
        families = fields.read(
            "families", lambda value: read_families(reader, value, vocabulary, copies)
        )
    if families == () and not reader.findings:
        reader.error("structure", "tiles needs at least one family", fields.place_of("families"))
    return _Tiles(
        geometry,
        symmetry,
        # A size that cannot be read has been noted; any other lets reading go on.
        size or 1.0,
        fields.place_of("size"),
        fields.read("group", lambda value: reader.choice(value, "group", GROUPS)) or GROUPS[0],
        families or (),
        fields.read("expect", lambda value: reader.integer(value, "expect", least=0)),
        fields.place_of("expect"),
    )


def _shape(reader: Reader, fields: Fields) -> Shape | None:
    names = {shape.name.lower(): shape for shape in Shape}
    word = fields.read("shape", lambda value: reader.choice(value, "shape", names))
    return None if word is None else names[word]


def _ports(reader: Reader, fields: Fields) -> int:
    ports = fields.read("ports", lambda value: reader.integer(value, "ports", least=1)) or 1
    if ports > _MOST_PORTS:
        reader.error("number", f"a side has at most {_MOST_PORTS} ports", fields.place_of("ports"))
        return 1
    return ports


def _symmetry(reader: Reader, fields: Fields) -> Symmetry:
    words = [symmetry.value for symmetry in Symmetry]
    word = fields.read("symmetry", lambda value: reader.choice(value, "symmetry", words))
    return Symmetry.ROTATIONS if word is None else Symmetry(word)


def _players(reader: Reader, node: Node) -> Players | None:
    if isinstance(node, Scalar):
        number = reader.integer(node, "players", least=1, most=MOST_PLAYERS)
        return None if number is None else Players(number, number)
    fields = reader.fields(node, "players", known=("min", "max"), required=("min", "max"))
    if fields is None:
        return None
    least = fields.read(
        "min", lambda value: reader.integer(value, "min", least=1, most=MOST_PLAYERS)
    )
    most = fields.read(
        "max", lambda value: reader.integer(value, "max", least=1, most=MOST_PLAYERS)
    )
    if least is None or most is None:
        return None
    if least > most:
        reader.error(
            "number", f"players: min {least} is more than max {most}", fields.place_of("min")
        )
    return Players(least, most)


def _credit(reader: Reader, node: Node) -> Credit | None:
    fields = reader.fields(node, "source", known=("designer", "year", "page"))
    if fields is None:
        return None
    designer, year, page = (
        fields.read(key, lambda value, key=key: reader.text(value, key)) or ""  # type: ignore[misc]
        for key in ("designer", "year", "page")
    )
    return Credit(designer, year, page)


def _notes(reader: Reader, node: Node) -> tuple[str, ...]:
    texts = (reader.text(item, "a note") for item in reader.one_or_more(node))
    return tuple(text for text in texts if text is not None)


def _rules(reader: Reader, node: Node, known: list[str]) -> tuple[RuleUse, ...]:
    """The rules asked for: a name, or a name with the families or pieces it is to look at."""
    found = []
    for item in reader.items(node, "rules") or ():
        if not isinstance(item, Mapping):
            name = reader.text(item, "a rule")
            if name is not None:
                found.append(RuleUse(name, (), item.place))
        elif len(item.entries) != 1:
            reader.error("structure", "a rule is its name, or name: [families]", item.place)
        else:
            key, value = item.entries[0]
            wanted = [reader.text(each, "a family") for each in reader.one_or_more(value)]
            for each, text in zip(reader.one_or_more(value), wanted, strict=True):
                if text is not None and text not in known:
                    hint = did_you_mean(text, known)
                    reader.error("unknown-family", f'there is no family "{text}"{hint}', each.place)
            found.append(
                RuleUse(key.text, tuple(text for text in wanted if text is not None), key.place)
            )
    for number, use in enumerate(found):
        if use.name in [other.name for other in found[:number]]:
            reader.error("duplicate-key", f'the rule "{use.name}" stands here twice', use.place)
    return tuple(found)
