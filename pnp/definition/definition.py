"""A whole definition: the keys of a file, what follows from all of them together, and its names."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import field as dataclass_field
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Self, TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Located, Place, Related, Source, UnusableInput
from pnp.basics.lookup import added, loaded
from pnp.basics.words import did_you_mean
from pnp.definition.colours import (
    COLOURS,
    NAMED_COLOURS,
    PALETTE_NAME,
    PLAYERS,
    VALUES_OF_SIDES,
    Ink,
    Look,
    Palette,
    check_values,
    inks_of,
)
from pnp.definition.figures import SetFigure
from pnp.definition.fonts import FontsSection
from pnp.definition.language import ENGLISH, Language, english, language_of, with_words
from pnp.definition.pieces.boards import BoardDefinition, FrameDefinition
from pnp.definition.pieces.boxes import TILES, BoxDefinition, DividerDefinition, StandeeDefinition
from pnp.definition.pieces.cards import DeckDefinition
from pnp.definition.pieces.section import (
    COVER_CARDS,
    KnownNames,
    PieceKinds,
    PieceLists,
    PieceSection,
    PiecesSection,
    pieces_section,
)
from pnp.definition.pieces.tokens import PadDefinition, TokenDefinition
from pnp.definition.reading import kinds
from pnp.definition.reading.formulas import Formula
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, read_source
from pnp.definition.reading.reader import Reader, read_whole
from pnp.definition.reading.sections import Section, field, named, nested
from pnp.definition.tiles.groups import NO_TILES, TileGroup
from pnp.definition.tiles.predicates import CONDITIONS
from pnp.definition.tiles.tiles import (
    TILE_GROUPS,
    FamilyDefinition,
    TilesSection,
    check_backs,
)
from pnp.definition.tiles.vocabulary import MEETINGS, SetReader, set_reader
from pnp.enumeration.conditions import All, Condition
from pnp.tiles import Colour, Tile, format_tile
from pnp.tiles.sides import Meetings

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
    cover: tuple[Located[str], ...] = field(
        COVER_CARDS,
        "The cards on the cover, as a hand holds them: up to seven, each by its id, its title or its deck.",
        otherwise="up to five of all decks, if the game has nothing else to show",
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
    colours: tuple[Look, ...] = field(
        NAMED_COLOURS,
        "The colours of players: the [palette](#palettes) `players`.",
        otherwise="the `colours` of the set",
    )

    @property
    def stated(self) -> bool:
        return self.has("min")

    @classmethod
    def read(
        cls, reader: Reader, node: Node, what: str = "", name: Located[str] | None = None
    ) -> Self | None:
        found = _RANGE.fullmatch(node.text) if isinstance(node, Scalar) else None
        if found is not None:
            write = f"{{min: {found[1]}, max: {found[2]}}}"
            reader.error("structure", f"players cannot be {found[0]}; write {write}", node.place)
            return None
        return super().read(reader, node, what, name)

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
    if isinstance(value, MappingNode):
        message = f"write names of families or pieces after the rule, as in `{key.text}: NAME`, and no mapping"
        reader.error("structure", message, value.place)
        return None
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


P = TypeVar("P", bound=PieceSection)

_ICONS = kinds.located(kinds.word("a folder or a file beside the set"))

# The kinds of pieces that definitions themselves declare.
PIECES: dict[str, type[PieceSection]] = {
    each.plural: each
    for each in (
        BoardDefinition,
        DeckDefinition,
        TokenDefinition,
        PadDefinition,
        FrameDefinition,
        BoxDefinition,
        DividerDefinition,
        StandeeDefinition,
    )
}

_ABOUT_PIECES = "Boards, cards, tokens, pads and boxes, see [below](#pieces)."


class Definition(Section):
    """A whole file: its keys, and what follows from all of them together.

    `beside` are the faces and tables that were read with it.
    """

    what = "a tileset"
    last_of_words = "values"
    some_of = ("tiles", "pieces")

    game: str = field(
        kinds.name("a game", of_file=True),
        "The name of the set and of the folder that `pnp build` makes.",
        required=True,
    )
    title: str = field(
        # Longer titles have no room beside the number of the sheet.
        kinds.text(60),
        "The title on the sheets.",
        otherwise="the name",
    )
    written_language: Located[str] = field(
        kinds.located(kinds.name("a language")),
        "The [language](printing.md#other-languages) of the words that pnp itself prints: `en`, `de`, or a"
        " file of your own.",
        key="language",
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
    colours: tuple[Look, ...] = field(
        COLOURS, "The [colours](#colours) of strands, sides and corners, and of all else."
    )
    palettes: tuple[tuple[Located[str], tuple[Look, ...]], ...] = field(
        kinds.map_of(PALETTE_NAME, NAMED_COLOURS, "colours"),
        "Further [colours](#palettes) by the name of their palette, such as terrain: tiles have them only"
        " if a family names them.",
    )
    values: tuple[Ink, ...] = field(
        VALUES_OF_SIDES,
        "What sides and corners of tiles may have besides colours: numbers or short words, see"
        " [values](#values).",
    )
    meetings: Meetings = field(
        MEETINGS,
        "What colours and values on sides [meet](#what-meets-what); without an entry they meet themselves.",
        key="meets",
    )
    written_figures: tuple[SetFigure, ...] = field(
        named(kinds.name("a figure"), SetFigure, "figures"),
        "Small [figures](#figures) by name, which the element `figure` of a face shows.",
        key="figures",
    )
    parameters: tuple[Parameter, ...] = field(
        PARAMETERS,
        "Numbers of the game that [counts](#counts) may refer to, such as `{coins: 7}`.",
    )
    tiles: tuple[TilesSection, ...] = field(
        TILE_GROUPS,
        "The tiles, or several [groups of tiles](#groups-of-tiles). A game needs `tiles` or `pieces`, or"
        " both.",
    )
    written_pieces: PiecesSection = field(
        nested(pieces_section((*PIECES.values(),))),
        _ABOUT_PIECES,
        key="pieces",
    )
    fonts: FontsSection = field(
        nested(FontsSection), "The [fonts](faces.md#fonts) of the pieces' faces."
    )
    icons: tuple[Located[str], ...] = field(
        kinds.list_of(_ICONS, "folders and files", each="an icon set", or_one=True),
        "Icon sets: folders of SVG files, or files in Iconify's JSON format, beside the set.",
    )
    rules: tuple[RuleUse, ...] = field(
        RULES,
        "The [rules](#rules) that the set is checked against, besides those of every set.",
    )
    rulebook: str = field(
        kinds.name("a rulebook"),
        "The name of its template in `templates/rules/`, see [rulebooks](rulebooks.md).",
        otherwise="the name of the game",
    )

    source: Source = Source("", "")
    language: Language = dataclass_field(default_factory=english)
    inks: tuple[Ink, ...] = ()
    groups: tuple[TileGroup, ...] = ()
    families: tuple[FamilyDefinition, ...] = ()
    figures: Mapping[str, SetFigure] = dataclass_field(default_factory=dict)
    pieces: PieceLists = dataclass_field(default_factory=dict)
    beside: tuple[Source, ...] = ()
    outlines: tuple[str, ...] = ()

    def teach(self, reader: Reader) -> None:
        words = set_reader(reader)
        before = len(reader.findings)
        palettes = [Palette("", self.colours, self.place_of("colours"))]
        if self.players.has("colours") and self.players.is_sound("colours"):
            place = self.players.place_of("colours")
            palettes.append(Palette(PLAYERS, self.players.colours, place))
        palettes += [Palette(name.value, each, name.place) for name, each in self.palettes]
        inks = inks_of(reader, palettes)
        check_values(reader, inks, self.values)
        lost = any(map(self.is_lost, ("colours", "palettes", "values", "players")))
        is_sound = self.players.is_sound("colours") and self.is_sound("palettes")
        words.inks, words.values = inks, self.values
        words.knows_colours = is_sound and not lost and len(reader.findings) == before

    def completed(self, reader: Reader) -> Self:
        words = set_reader(reader)
        message = 'the rule "{}" appears twice; write it once, with all names'
        reader.distinct(((use.name, use.place) for use in self.rules), message)
        _check_names(reader, self)
        language = self.language
        if self.is_sound("language"):
            language = language_of(reader, self.written_language, words.faces.file)
        if folders := self.written_pieces.word_folders:
            language = with_words(language, folders)
        return replace(
            self,
            source=self.fields.place.source,
            title=self.title or self.game,
            language=language,
            inks=words.inks,
            groups=tuple(each.group for each in self.tiles),
            families=tuple(family for each in self.tiles for family in each.families),
            figures={each.name: each for each in self.written_figures},
            pieces=self.written_pieces.listed,
            beside=tuple(dict.fromkeys((*words.faces.sources, *words.tables))),
            outlines=tuple(dict.fromkeys(words.outlines)),
        )

    def ink(self, name: str) -> Ink:
        """The colour of that name."""
        return next(ink for ink in self.inks if ink.name == name)

    @property
    def main_group(self) -> TileGroup:
        """The first group of tiles, which covers and figures show; one without tiles if the game has none."""
        return self.groups[0] if self.groups else NO_TILES

    @property
    def file(self) -> Path:
        """The path of the file."""
        return Path(self.source.path or self.source.name)

    @property
    def folder(self) -> Path:
        """The folder of the file, which pictures, tables and fonts are beside."""
        return self.file.parent

    @property
    def codes(self) -> tuple[str, ...]:
        """The letters of the colours, and the values, by their numbers."""
        return tuple(ink.code for ink in self.palette)

    @property
    def palette(self) -> tuple[Ink, ...]:
        """The colours and values of sides and corners, by their numbers."""
        return (*self.inks, *self.values)

    @property
    def default_colours(self) -> frozenset[Colour]:
        """The numbers of the colours and values that tiles have, unless a family names a palette."""
        return frozenset(
            Colour(number) for number, ink in enumerate(self.palette) if not ink.palette
        )

    def notation(self, tile: Tile) -> str:
        """The text of a tile of this game."""
        return format_tile(tile, self.codes)

    @property
    def start(self) -> Place:
        """The beginning of the file."""
        return Place(self.source, 1, 1)

    def pieces_of(self, kind: type[P]) -> tuple[P, ...]:
        """The pieces of a kind."""
        return tuple(each for each in self.pieces.get(kind.plural, ()) if isinstance(each, kind))


@lru_cache
def definition_with(kinds_of_pieces: tuple[type[PieceSection], ...]) -> type[Definition]:
    """The section of a whole file in which `pieces` has a list of each of these kinds."""
    if kinds_of_pieces == (*PIECES.values(),):
        return Definition
    section = pieces_section(kinds_of_pieces)
    pieces = field(nested(section), _ABOUT_PIECES, key="pieces")
    content = {"__doc__": Definition.__doc__, "__annotations__": {"written_pieces": section}}
    return type("Definition", (Definition,), {"written_pieces": pieces, **content})


# Names with a meaning of their own in counts and rulebooks.
_RESERVED = (
    "players", "players-min", "players-max", "tiles", "title", "designer", "year", "page", "licence",
    "looks",
)  # fmt: skip


def _check_names(reader: Reader, written: Definition) -> None:
    """Reports names with two meanings, and references to names that do not exist."""
    pieces = written.written_pieces
    # A name may be missing because a part of the file could not be read.
    is_complete = not (
        any(written.is_lost(key) for key in ("tiles", "parameters", "pieces"))
        or any(group.is_lost("families") for group in written.tiles)
        or any(pieces.is_lost(key) for key in pieces.listed)
    )
    families = [family for group in written.tiles for family in group.families]
    places = reader.distinct(
        ((family.name, family.place_of("name")) for family in families if family.name),
        'two families are called "{}"; give this one another name',
        first="the first family of this name is here",
    )
    known = {"players", "tiles", *places, *(group.name for group in written.tiles)}
    # A count may refer to what comes before it.
    listed = [each for kind in pieces.listed.values() for each in kind]
    others: tuple[TilesSection | Parameter, ...] = (*written.tiles, *written.parameters)
    everything = [
        *((each.name, each.place, (each.name,), None) for each in others),
        *((each.name, each.place, each.numbers, each.counted) for each in listed),
    ]
    for name, place, numbers, counted in everything:
        if counted is not None and is_complete:
            _check_count(reader, counted, known)
        own = {name, *numbers}
        taken = [each for each in sorted(own) if each in places or each in _RESERVED]
        if not name or not taken:
            places |= dict.fromkeys(own, place)
            known |= {*numbers}
        else:
            is_used = taken[0] in places
            why = "one name means one thing" if is_used else "counts and rulebooks use it"
            message = f'the name "{taken[0]}" is taken: {why}; choose another name'
            here = [Related(f'"{taken[0]}" is here', places[taken[0]])] if is_used else []
            reader.error("duplicate-key", message, place, *here)
    if not is_complete:
        return
    check_backs(reader, written.tiles)
    held = {
        *([TILES] if families else []),
        *(group.name for group in written.tiles if group.name),
        *(family.name for family in families),
        *(each.name for each in listed if each.is_held),
    }
    for each in listed:
        each.check(reader, KnownNames(pieces.listed, held, places))


def _check_count(reader: Reader, count: Located[Formula], known: Collection[str]) -> None:
    """Reports names in a count that are not defined before it."""
    for name, offset in count.value.names.items():
        if name not in known:
            message = f'there is no number "{name}"{did_you_mean(name, known)}'
            place = count.place.of_part(count.value.text, offset, len(name))
            reader.error("unknown-name", message, place)


@cache
def installed_kinds() -> PieceKinds:
    """The kinds of pieces of definitions, and those that packages add under the entry point `pnp.kinds`."""
    others = (
        loaded(entry, f'the kind of pieces "{name}"', needed=["section"]).section
        for name, entry in added("pnp.kinds").items()
    )
    return PIECES | {each.plural: each for each in others if each is not None}


def _kinds_in(root: Node) -> PieceKinds:
    """The kinds that a file needs: others than those of definitions draw, and are loaded if it has their key."""
    entries = root.entries if isinstance(root, MappingNode) else ()
    pieces = next((node for key, node in entries if key.text == "pieces"), None)
    listed = pieces.entries if isinstance(pieces, MappingNode) else ()
    return PIECES if PIECES.keys() >= {key.text for key, _ in listed} else installed_kinds()


# The first key of a game in JSON, and the version that pnp writes and reads; its key `set` has the set.
GAME_KEY, GAME_VERSION = "pnp-game", 1


def _set_in(root: Node) -> Node:
    """The set in a file: all of it, or the key `set` of a game in JSON; raises UnusableInput."""
    keys = {key.text: value for key, value in root.entries} if isinstance(root, MappingNode) else {}
    if GAME_KEY not in keys:
        return root
    version = keys[GAME_KEY]
    if not isinstance(version, Scalar) or version.text != str(GAME_VERSION):
        words = f"this pnp reads games in JSON of version {GAME_VERSION} alone"
        raise UnusableInput(words, version.place)
    if "set" not in keys:
        raise UnusableInput('this game in JSON has no "set"; export it again', root.place)
    return keys["set"]


def load_definition(path: Path, pieces: PieceKinds | None = None) -> Definition:
    """The definition in a file, with these kinds of pieces; raises UnusableInput or InvalidDefinition."""
    return parse_definition(read_source(path), pieces)


def parse_definition(source: Source, pieces: PieceKinds | None = None) -> Definition:
    """The definition in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = SetReader(Path(source.path or source.name))

    def read(root: Node) -> Definition | None:
        root = _set_in(root)
        known = _kinds_in(root) if pieces is None else pieces
        return definition_with((*known.values(),)).read(reader, root)

    return read_whole(reader, source, read)


def parse_where(definition: Definition, group: TileGroup, source: Source) -> Condition:
    """A condition on the tiles of a group, written as at `where`; raises as `parse_definition` does."""
    reader = SetReader(definition.file, definition.inks, definition.values, group)
    constraints = read_whole(reader, source, lambda node: CONDITIONS.read(reader, node, "where"))
    return All(tuple(condition for _, condition in constraints))
