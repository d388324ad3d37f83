"""Reading a whole definition: its sections, and what follows from all of them together."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

from pnp.basics.errors import NOWHERE, Located, Place, Related, Source
from pnp.basics.words import did_you_mean
from pnp.definition import kinds
from pnp.definition.colours import COLOURS, NAMED_COLOURS, PALETTE_NAME, NamedLook, Palette, inks_of
from pnp.definition.figures import SetFigure
from pnp.definition.fonts import FontsSection
from pnp.definition.formulas import Formula
from pnp.definition.inks import PLAYERS, Ink
from pnp.definition.kinds import Kind
from pnp.definition.languages import ENGLISH, english, language_of
from pnp.definition.look import LookSection
from pnp.definition.model import Credit, Definition, Parameter, Players, RuleUse
from pnp.definition.nodes import Mapping, Node, read_source
from pnp.definition.pieces import PiecesSection
from pnp.definition.predicates import read_where
from pnp.definition.reader import Reader, read_whole
from pnp.definition.sections import Section, declared, field, nested
from pnp.definition.side_values import VALUES_OF_SIDES, check_values
from pnp.definition.tiles import TilesSection
from pnp.definition.vocabulary import Vocabulary
from pnp.enumeration.conditions import All, Condition

# Names with a meaning of their own in counts and rulebooks.
_RESERVED = (
    "players", "players-min", "players-max", "tiles", "title", "designer", "year", "page", "licence",
    "looks",
)  # fmt: skip

_ICONS = kinds.located(kinds.word("a folder or a file beside the set"))

_NUMBERS_BY_NAME = kinds.map_of(kinds.name("a parameter"), kinds.integer(0, 1000), "numbers")


def _parameters(pairs: tuple[tuple[Located[str], int], ...], _: Place) -> tuple[Parameter, ...]:
    return tuple(Parameter(name.value, value, name.place) for name, value in pairs)


_NAMES = kinds.list_of(kinds.located(kinds.word("a name")), "names", each="a family", or_one=True)


def _read_rule(reader: Reader, node: Node, what: str) -> RuleUse | None:
    """A rule's name, or its name with those of the families or pieces that it is limited to."""
    if not isinstance(node, Mapping):
        name = reader.text(node, what)
        return None if name is None else RuleUse(name, (), node.place)
    if len(node.entries) != 1:
        message = "write a rule as its name alone, or as name: [families]"
        reader.error("structure", message, node.place)
        return None
    ((key, value),) = node.entries
    return RuleUse(key.text, _NAMES.read(reader, value, key.text) or (), key.place)


# Its name, or its name with that of a family or piece, or a list of such names.
_RULE_SCHEMA: kinds.Schema = {
    "type": ["string", "number", "boolean", "object"],
    "minProperties": 1,
    "maxProperties": 1,
    "additionalProperties": _NAMES.schema,
}
_RULE = Kind(_read_rule, RuleUse("", (), NOWHERE), "a rule", _RULE_SCHEMA)


_RULES = kinds.list_of(_RULE, "rules", each="a rule")
_RULES = replace(_RULES, schema={**_RULES.schema, "uniqueItems": True})


class TilesetSection(Section):
    """A whole file."""

    what = "a tileset"
    together: ClassVar[kinds.Schema] = {
        "anyOf": [{"required": ["tiles"]}, {"required": ["pieces"]}]
    }

    game: str = field(
        kinds.name("a game"),
        "The name of the set and of the folder that `pnp build` makes.",
        required=True,
    )
    title: str = field(
        # Longer titles have no room beside the number of the sheet.
        kinds.text(60),
        "The title on the sheets.",
        otherwise="the name",
    )
    language: Located[str] = field(
        kinds.located(kinds.name("a language")),
        "The [language](printing.md#other-languages) of the words that pnp itself prints: `en`, `de`, or a"
        " file of your own.",
        default=Located(ENGLISH, NOWHERE),
        otherwise="`en`",
    )
    players: Players = field(
        nested(Players),
        "The numbers of players. pnp counts and prints a set for the largest number, unless you"
        " choose another with `--players`.",
        otherwise="`1`",
    )
    minutes: int | None = field(
        kinds.integer(1, 1000),
        "How long a game takes; pnp prints it only if the file states it.",
        default=None,
    )
    age: int | None = field(
        kinds.integer(1, 99),
        "The age from which people can play; pnp prints it only if the file states it.",
        default=None,
    )
    credit: Credit = field(
        nested(Credit), "The designer of the game, and its publication.", key="source"
    )
    licence: str = field(kinds.text(), "The terms under which the game may be used.")
    notes: tuple[str, ...] = field(
        kinds.list_of(kinds.text(), "texts", each="a note", or_one=True),
        "Remarks, such as your own choices.",
    )
    look: LookSection = field(
        nested(LookSection),
        "The [look](look.md) of the game: the colours and letters of its cover.",
    )
    colours: tuple[NamedLook, ...] = field(
        COLOURS, "The [colours](#colours) of strands, sides and corners, and of all else."
    )
    palettes: tuple[tuple[Located[str], tuple[NamedLook, ...]], ...] = field(
        kinds.map_of(PALETTE_NAME, NAMED_COLOURS, "colours"),
        "Further [colours](#palettes) by the name of their palette, such as terrain: tiles have them only"
        " if a family names them.",
    )
    values: tuple[Ink, ...] = field(
        VALUES_OF_SIDES,
        "What sides and corners of tiles may have besides colours: numbers or short words, see"
        " [values](#values).",
    )
    figures: tuple[tuple[Located[str], SetFigure], ...] = field(
        kinds.map_of(kinds.name("a figure"), nested(SetFigure), "figures"),
        "Small [figures](#figures) by name, which the element `figure` of a face shows.",
    )
    parameters: tuple[Parameter, ...] = field(
        kinds.made(_NUMBERS_BY_NAME, _parameters),
        "Numbers of the game that [counts](#counts) may refer to, such as `{coins: 7}`.",
    )
    tiles: TilesSection = field(
        nested(TilesSection), "The tiles. A game needs `tiles` or `pieces`, or both."
    )
    pieces: PiecesSection = field(
        nested(PiecesSection), "Boards, cards, tokens, pads and boxes, see [below](#pieces)."
    )
    fonts: FontsSection = field(
        nested(FontsSection), "The [fonts](faces.md#fonts) of the pieces' faces."
    )
    icons: tuple[Located[str], ...] = field(
        kinds.list_of(_ICONS, "folders and files", each="an icon set", or_one=True),
        "Icon sets: folders of SVG files, or files in Iconify's JSON format, beside the set.",
    )
    rules: tuple[RuleUse, ...] = field(
        _RULES,
        "The [rules](#rules) that the set is checked against, besides those of every set.",
    )
    rulebook: str = field(
        kinds.name("a rulebook"),
        "The name of its template in `templates/rules/`, see [rulebooks](rulebooks.md).",
        otherwise="the name of the game",
    )

    inks: tuple[Ink, ...] = ()
    knows_colours: bool = True

    def completed(self, reader: Reader) -> Self:
        if not self.has("tiles") and not self.has("pieces"):
            reader.error("missing-key", 'a tileset needs "tiles" or "pieces"', self.fields.place)
        before = len(reader.findings)
        palettes = [Palette("", self.colours, self.place_of("colours"))]
        if self.players.has("colours") and self.players.is_sound("colours"):
            place = self.players.place_of("colours")
            palettes.append(Palette(PLAYERS, self.players.colours, place))
        palettes += [Palette(name.value, each, name.place) for name, each in self.palettes]
        inks = inks_of(reader, palettes)
        check_values(reader, inks, self.values)
        for number, use in enumerate(self.rules):
            earlier = [other.place for other in self.rules[:number] if other.name == use.name]
            if earlier:
                message = f'the rule "{use.name}" appears twice; write it once, with all names'
                reader.error(
                    "duplicate-key", message, use.place, Related("it is here first", earlier[0])
                )
        lost = any(map(self.is_lost, ("colours", "palettes", "values", "players")))
        is_sound = self.players.is_sound("colours") and self.is_sound("palettes")
        knows_colours = is_sound and not lost and len(reader.findings) == before
        return replace(self, inks=inks, knows_colours=knows_colours)


def load_definition(path: Path) -> Definition:
    """The definition in a file; raises UnusableInput or InvalidDefinition."""
    return parse_definition(read_source(path))


def parse_definition(source: Source) -> Definition:
    """The definition in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return read_whole(reader, source, partial(_definition, reader, source))


def parse_where(definition: Definition, source: Source) -> Condition:
    """A condition on the tiles of a set, written as at `where`; raises as `parse_definition` does."""
    reader = Reader()
    vocabulary = Vocabulary(
        reader,
        definition.inks,
        definition.geometry,
        definition.symmetry,
        values=definition.values,
    )
    constraints = read_whole(reader, source, lambda node: (*read_where(vocabulary, node),))
    return All(tuple(condition for _, condition in constraints))


def _definition(reader: Reader, source: Source, root: Node) -> Definition | None:
    """The definition that all sections make together."""
    written = TilesetSection.read(reader, root)
    if written is None:
        return None
    tiles = written.tiles
    vocabulary = Vocabulary(
        reader=reader,
        inks=written.inks,
        geometry=tiles.geometry,
        symmetry=tiles.symmetry,
        values=written.values,
        two_sided=tiles.is_two_sided,
        knows_colours=written.knows_colours,
        knows_shape=tiles.is_sound("shape", "ports"),
        file=Path(source.path or source.name),
    )
    families = tuple(
        each.in_words_of(vocabulary, copies=tiles.copies, letters=tiles.letters)
        for each in tiles.families
    )
    pieces = written.pieces.in_words_of(vocabulary)
    _check_names(reader, written)
    return Definition(
        source=source,
        game=written.game,
        title=written.title or written.game,
        title_place=written.place_of("title"),
        language=(
            language_of(reader, written.language, source)
            if written.is_sound("language")
            else english()
        ),
        players=written.players,
        minutes=written.minutes,
        age=written.age,
        credit=written.credit,
        credit_place=written.place_of("source"),
        licence=written.licence,
        notes=written.notes,
        look=written.look,
        inks=written.inks,
        values=written.values,
        geometry=vocabulary.geometry,
        symmetry=tiles.symmetry,
        two_sided=tiles.is_two_sided,
        size=tiles.size.width,
        size_place=tiles.place_of("size"),
        group=tiles.group,
        families=families,
        expect=tiles.expect,
        rules=written.rules,
        parameters=written.parameters,
        figures={name.value: replace(figure, place=name.place) for name, figure in written.figures},
        boards=pieces.boards,
        decks=pieces.decks,
        tokens=pieces.tokens,
        pads=pieces.pads,
        frames=pieces.frames,
        boxes=pieces.boxes,
        dividers=pieces.dividers,
        standees=pieces.standees,
        fonts=written.fonts,
        icons=written.icons,
        rulebook=written.rulebook,
        rulebook_place=written.place_of("rulebook"),
        beside=tuple(dict.fromkeys((*vocabulary.faces.sources, *vocabulary.tables))),
    )


class Named(NamedTuple):
    """A piece or parameter: the names that it takes, those of its numbers, and its own count."""

    names: tuple[str, ...]
    place: Place
    numbers: tuple[str, ...] = ()
    counted: Located[Formula] | None = None


def _named(written: TilesetSection) -> Iterator[Named]:
    """Everything with a name but families; a count may refer to what comes before it."""
    for parameter in written.parameters:
        yield Named((parameter.name,), parameter.place, (parameter.name,))
    for board in written.pieces.boards:
        numbers = (f"{board.name}-{board.grid.kind}", f"{board.name}-open")
        yield Named((board.name, *numbers), board.place, numbers)
    for deck in written.pieces.decks:
        yield Named((deck.name,), deck.place, (deck.name,))
    for token in written.pieces.tokens:
        yield Named((token.name,), token.place, (token.name,), token.each)
    for pad in written.pieces.pads:
        yield Named((pad.name,), pad.place, (), pad.count)
    pieces = written.pieces
    yield from (Named((each.name,), each.place) for each in pieces.frames)
    yield from (Named((each.name,), each.place) for each in pieces.boxes)
    yield from (Named((each.name,), each.place) for each in pieces.dividers)
    yield from (Named((each.name,), each.place) for each in pieces.standees)


def _check_names(reader: Reader, written: TilesetSection) -> None:
    """Reports names with two meanings, and references to names that do not exist."""
    tiles, pieces = written.tiles, written.pieces
    # A name may be missing because a part of the file could not be read.
    is_complete = not (
        any(written.is_lost(key) for key in ("tiles", "parameters", "pieces"))
        or tiles.is_lost("families")
        or any(pieces.is_lost(key) for key in declared(PiecesSection))
    )
    places: dict[str, Place] = {}
    for family in tiles.families:
        place = family.place_of("name")
        if family.name and family.name in places:
            message = f'two families are called "{family.name}"; give this one another name'
            first = Related("the first family of this name is here", places[family.name])
            reader.error("duplicate-key", message, place, first)
        places.setdefault(family.name, place)
    known = {"players", "tiles", *places}
    for each in _named(written):
        if each.counted is not None and is_complete:
            _check_count(reader, each.counted, known)
        for name in sorted(each.names) if each.names[0] else ():
            if name in places or name in _RESERVED:
                why = (
                    "one name means one thing" if name in places else "counts and rulebooks use it"
                )
                message = f'the name "{name}" is taken: {why}; choose another name'
                here = [Related(f'"{name}" is here', places[name])] if name in places else []
                reader.error("duplicate-key", message, each.place, *here)
                break
        else:
            places |= dict.fromkeys(each.names, each.place)
            known |= {*each.numbers}
    if is_complete:
        pieces.check_contents(reader, [family.name for family in tiles.families], places)
    for use in written.rules if is_complete else ():
        for wanted in use.names:
            if wanted.value not in places:
                hint = did_you_mean(wanted.value, places)
                message = f'there is no family or piece "{wanted.value}"{hint}'
                reader.error("unknown-family", message, wanted.place)


def _check_count(reader: Reader, count: Located[Formula], known: Collection[str]) -> None:
    """Reports names in a count that are not defined before it."""
    for name, offset in count.value.names.items():
        if name not in known:
            message = f'there is no number "{name}"{did_you_mean(name, known)}'
            start = count.place.column + offset
            place = count.place._replace(column=start, end=start + len(name))
            reader.error("unknown-name", message, place)
