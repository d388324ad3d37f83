"""Reading a whole definition."""

from __future__ import annotations

from pathlib import Path

from pnp.definition.families import read_families
from pnp.definition.inks import read_inks
from pnp.definition.model import Credit, Definition, FamilyDefinition, Players, RuleUse
from pnp.definition.nodes import Mapping, Node, Scalar, compose, read_source
from pnp.definition.predicates import Vocabulary
from pnp.definition.reader import Fields, Reader, did_you_mean
from pnp.errors import InvalidDefinition, Severity, Source
from pnp.symmetry import Symmetry
from pnp.tiles import Form, Shape

KEYS = ("game", "title", "players", "source", "licence", "notes", "colours", "tiles", "rules")
TILES_KEYS = ("shape", "size", "ports", "symmetry", "copies", "expect", "families")

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
        raise InvalidDefinition(sorted(reader.findings, key=lambda each: each.place[1:]))
    return definition


def _definition(reader: Reader, root: Node, source: Source) -> Definition | None:
    fields = reader.fields(root, "a tileset", known=KEYS, required=("game", "tiles"))
    if fields is None:
        return None
    game = fields.read("game", lambda value: reader.name(value, "a game"))
    inks = fields.read("colours", lambda value: read_inks(reader, value)) or ()
    tiles = fields.read(
        "tiles",
        lambda value: reader.fields(
            value, "tiles", known=TILES_KEYS, required=("shape", "size", "families")
        ),
    )
    form = Form(_shape(reader, tiles), _ports(reader, tiles))
    symmetry = _symmetry(reader, tiles)
    families: tuple[FamilyDefinition, ...] = ()
    if tiles is not None:
        copies = tiles.read("copies", lambda value: reader.integer(value, "copies", least=1)) or 1
        vocabulary = Vocabulary(form, symmetry, inks)
        families = tiles.read(
            "families", lambda value: read_families(reader, value, vocabulary, copies)
        ) or ()  # fmt: skip
        if "families" in tiles and not families and not reader.findings:
            reader.error("structure", "tiles needs at least one family", tiles.place_of("families"))
    size = tiles.read("size", lambda value: reader.length(value, "size")) if tiles else None
    if game is None or tiles is None or size is None:
        return None
    return Definition(
        source=source,
        game=game,
        title=fields.read("title", lambda value: reader.text(value, "title")) or game,
        players=fields.read("players", lambda value: _players(reader, value)) or Players(1, 1),
        credit=fields.read("source", lambda value: _credit(reader, value)) or Credit("", "", ""),
        licence=fields.read("licence", lambda value: reader.text(value, "licence")) or "",
        notes=fields.read("notes", lambda value: _notes(reader, value)) or (),
        inks=inks,
        form=form,
        symmetry=symmetry,
        size=size,
        size_place=tiles.place_of("size"),
        families=families,
        expect=tiles.read("expect", lambda value: reader.integer(value, "expect", least=0)),
        expect_place=tiles.place_of("expect"),
        rules=fields.read(
            "rules", lambda value: _rules(reader, value, [family.name for family in families])
        )
        or (),
    )


def _shape(reader: Reader, tiles: Fields | None) -> Shape:
    names = {shape.name.lower(): shape for shape in Shape}
    word = (
        tiles.read("shape", lambda value: reader.choice(value, "shape", names)) if tiles else None
    )
    return names[word] if word is not None else Shape.HEXAGON


def _ports(reader: Reader, tiles: Fields | None) -> int:
    if tiles is None:
        return 1
    ports = tiles.read("ports", lambda value: reader.integer(value, "ports", least=1)) or 1
    if ports > _MOST_PORTS:
        reader.error("number", f"a side has at most {_MOST_PORTS} ports", tiles.place_of("ports"))
        return 1
    return ports


def _symmetry(reader: Reader, tiles: Fields | None) -> Symmetry:
    words = [symmetry.value for symmetry in Symmetry]
    word = (
        tiles.read("symmetry", lambda value: reader.choice(value, "symmetry", words))
        if tiles
        else None
    )
    return Symmetry(word) if word is not None else Symmetry.ROTATIONS


def _players(reader: Reader, node: Node) -> Players | None:
    if isinstance(node, Scalar):
        number = reader.integer(node, "players", least=1)
        return None if number is None else Players(number, number)
    fields = reader.fields(node, "players", known=("min", "max"), required=("min", "max"))
    if fields is None:
        return None
    least = fields.read("min", lambda value: reader.integer(value, "min", least=1))
    most = fields.read("max", lambda value: reader.integer(value, "max", least=1))
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


def _rules(reader: Reader, node: Node, families: list[str]) -> tuple[RuleUse, ...]:
    """The rules asked for: a name, or a name with the families that the rule is to look at."""
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
                if text is not None and text not in families:
                    hint = did_you_mean(text, families)
                    reader.error("unknown-family", f'there is no family "{text}"{hint}', each.place)
            found.append(
                RuleUse(key.text, tuple(text for text in wanted if text is not None), key.place)
            )
    return tuple(found)
