"""The meaning of words in a file, once its colours and the shape of its tiles are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pnp.basics.errors import Place, PnpError, Related, Source
from pnp.basics.lookup import NoSuchFile, file_beside
from pnp.basics.words import choices, did_you_mean, nearest
from pnp.definition.colours import PLAYERS, Ink, in_palette
from pnp.definition.faces import FaceDefinition, FaceReader
from pnp.definition.reading import kinds
from pnp.definition.reading.data import DataTable, read_table
from pnp.definition.reading.kinds import NAME_SCHEMA, NUMBERS, Kind, Schema
from pnp.definition.reading.nodes import MappingNode, Node, Scalar
from pnp.definition.reading.reader import Reader
from pnp.definition.tiles.groups import NO_TILES, TileGroup
from pnp.enumeration.conditions import ANY_NUMBER, Comparison
from pnp.tiles import MARKS, NO_MARK, UNCOLOURED, Colour, Mark, NotationError, TileGeometry
from pnp.tiles.notation import UnknownCode, parse_mark
from pnp.tiles.sides import LIKE_MEETS_LIKE, Meetings
from pnp.tiles.symmetry import Symmetry

T = TypeVar("T")

# Colours, and on how many strands or sides of a tile each may be.
Quantities = tuple[tuple[Colour, Comparison], ...]


# Words for many colours and values.
_MANY = ("none", "all", "colours", "values")


class SetReader(Reader):
    """The reader of a set: it knows the colours of the game, the values of sides, and the tiles that it reads.

    A word is not reported as unknown if a part of the file that could not be read may define it:
    then `knows_colours` or `knows_shape` is False. `copies` and `letters` are those of families that have
    none of their own. The first sections set all these, before a word of the set is looked up.
    """

    def __init__(
        self,
        file: Path,
        inks: tuple[Ink, ...] = (),
        values: tuple[Ink, ...] = (),
        group: TileGroup = NO_TILES,
    ) -> None:
        super().__init__()
        self.faces = FaceReader(self, file)
        self.inks, self.values, self.group = inks, values, group
        self.knows_colours = self.knows_shape = True
        self.copies, self.letters = 1, True
        self.tables: list[Source] = []
        self.outlines: list[str] = []

    @property
    def geometry(self) -> TileGeometry:
        """The geometry of the tiles of the group."""
        return self.group.geometry

    @property
    def symmetry(self) -> Symmetry:
        """The symmetry of the tiles of the group."""
        return self.group.symmetry

    def table(self, node: Node, what: str) -> DataTable | None:
        """The table in a file beside the set."""
        written = self.text(node, what)
        if written is None:
            return None
        try:
            folder = self.faces.file.parent
            path = file_beside(folder, written)
            table = read_table(path, str(folder / written))
            self.tables.extend(place.source for place in [*table.columns.values()][:1])
            return table
        except NoSuchFile as error:
            self.error("no-file", str(error), node.place)
        except PnpError as error:
            self.findings += error.as_findings()
        return None

    @property
    def palette(self) -> tuple[Ink, ...]:
        """The colours and values by their numbers."""
        return (*self.inks, *self.values)

    @cached_property
    def numbers(self) -> dict[str, Colour]:
        """The number of each colour and value by its name."""
        return {ink.name: Colour(number) for number, ink in enumerate(self.palette)}

    @cached_property
    def colour_numbers(self) -> dict[str, Colour]:
        """The number of each colour by its name."""
        return {ink.name: Colour(number) for number, ink in enumerate(self.inks)}

    @cached_property
    def codes(self) -> dict[str, Colour]:
        """The number of each colour and value by its code."""
        return {ink.code: Colour(number) for number, ink in enumerate(self.palette)}

    @cached_property
    def palettes(self) -> dict[str, tuple[str, ...]]:
        """The names of the colours of each palette, and of all colours of tiles."""
        named = {ink.palette: ink.palette for ink in self.inks if ink.palette}
        of = {"all": "", PLAYERS: PLAYERS, **named}
        return {
            word: tuple(ink.name for ink in in_palette(self.inks, palette))
            for word, palette in of.items()
        }

    def every(self, word: str = "all") -> Quantities:
        """The colours, the values or both that tiles have by default, or the colours of a palette."""
        if word in self.palettes and word != "all":
            names = {*self.palettes[word]}
        else:
            names = {
                ink.name
                for ink in self.palette
                if not ink.palette
                if word == "all" or word == ("values" if ink.is_value else "colours")
            }
        return tuple((number, ANY_NUMBER) for name, number in self.numbers.items() if name in names)

    def colours(self, node: Node) -> tuple[str, ...]:
        """The names of colours in a list, each once, or all of a palette, or of the tiles for `all`."""
        if isinstance(node, Scalar) and node.text in self.palettes:
            return self.palettes[node.text]
        if isinstance(node, Scalar) and (not self.knows_colours or self._is_palette_misspelt(node)):
            return ()
        found: dict[str, Place] = {}
        for item in self.items(node, "colours") or ():
            name = self.text(item, "a colour")
            if name is not None and self._is_colour(name, item.place, self.colour_numbers):
                if name in found:
                    self._repeated(name, item.place, found[name])
                found.setdefault(name, item.place)
        return tuple(found)

    def fill(self, name: str, place: Place) -> str:
        """The ink of a colour; empty after a finding."""
        known = self.colour_numbers
        return self.inks[known[name]].fill if self._is_colour(name, place, known) else ""

    def pair(self, node: Node) -> tuple[str, ...]:
        """Two colours."""
        before = len(self.findings)
        colours = self.colours(node)
        if len(self.findings) == before and len(colours) != 2:
            message = f"a pair has two colours, not {len(colours)}"
            self.error("structure", message, node.place)
        return colours

    def quantities(self, node: Node) -> Quantities:
        """Colours and values, and how often each.

        They are written as `none`, `all`, `colours`, `values` or a palette, as names, or as a mapping
        from names to numbers.
        """
        if isinstance(node, Scalar) and node.text in (*_MANY, *self.palettes):
            return self.every(node.text)
        entries: list[tuple[Node, Node | None]]
        if isinstance(node, MappingNode):
            fields = self.fields(node, "colours")
            entries = [] if fields is None else [*fields.items()]
        else:
            entries = [(item, None) for item in self.one_or_more(node)]
            if isinstance(node, Scalar) and self._is_palette_misspelt(node):
                return ()
        known = {"none": UNCOLOURED, **self.numbers}
        found: dict[Colour, Comparison] = {}
        places: dict[Colour, Place] = {}
        for key, value in entries:
            name = self.text(key, "a colour")
            if name is None or not self._is_colour(name, key.place, known):
                continue
            if known[name] in found:
                self._repeated(name, key.place, places[known[name]])
            places.setdefault(known[name], key.place)
            quantity = ANY_NUMBER if value is None else NUMBERS.read(self, value, name)
            found[known[name]] = quantity or ANY_NUMBER
        return tuple(sorted(found.items()))

    def _is_palette_misspelt(self, node: Scalar) -> bool:
        """Reports a word that is nearly the name of a palette, and no colour."""
        names = {*self.palettes} - {"all"}
        if node.text in self.numbers or not nearest(node.text, names):
            return False
        message = f'there is no palette "{node.text}"{did_you_mean(node.text, names)}'
        self.error("unknown-colour", message, node.place)
        return True

    def _is_colour(self, name: str, place: Place, known: Sequence[str] | dict[str, Colour]) -> bool:
        if name not in known and self.knows_colours:
            what = (
                "colour or value"
                if {*known}.intersection(v.name for v in self.values)
                else "colour"
            )
            message = f'there is no {what} "{name}"{did_you_mean(name, known)}'
            self.error("unknown-colour", message, place)
        return name in known

    def _repeated(self, name: str, place: Place, first: Place) -> None:
        message = f'the colour "{name}" appears twice; remove one of the two'
        self.error("duplicate-key", message, place, Related("it is here first", first))

    def meetings(self, node: Node, what: str) -> Meetings:
        """What colours and values meet: what their own list has, without one themselves, and the owner of each list."""
        found: dict[int, frozenset[int]] = {}
        for key, value in (self.fields(node, what) or {}).items():
            met = self._met(value)
            if self._is_colour(key.text, key.place, self.numbers):
                found[self.numbers[key.text]] = met
        for one, met in [*found.items()]:
            for two in met:
                found[two] = found.get(two, frozenset({two})) | {one}
        return Meetings(found)

    def _met(self, node: Node) -> frozenset[int]:
        """The numbers of one or more colours and values, or of all that a word stands for."""
        if isinstance(node, Scalar) and node.text in (*_MANY[1:], *self.palettes):
            return frozenset(number for number, _ in self.every(node.text))
        texts = ((self.text(item, "a colour"), item.place) for item in self.one_or_more(node))
        return frozenset(
            self.numbers[name]
            for name, place in texts
            if name is not None and self._is_colour(name, place, self.numbers)
        )

    def mark(self, node: Node) -> Mark:
        """A mark: as in the notation of tiles, or a mapping from its kind to its colour or text."""
        if isinstance(node, Scalar):
            text = self.text(node, "mark") or "none"
            return NO_MARK if text == "none" else self._parsed_mark(text, node.place, self.codes)
        fields = self.fields(node, "mark", known=MARKS)
        entries = [] if fields is None else list(fields.items())
        if fields is not None and len(entries) != 1 and not fields.misspelt:
            self.error("structure", f"a mark is one of {choices(MARKS)}", node.place)
        if len(entries) != 1:
            return NO_MARK
        ((key, value),) = entries
        argument = self.text(value, key.text)
        if key.text == "label" and argument is not None and (not argument or " " in argument):
            self.error("mark", "a label is one word, as in {label: 7}", value.place)
        elif argument is not None and (
            key.text == "label" or self._is_colour(argument, value.place, self.colour_numbers)
        ):
            return self._parsed_mark(f"{key.text}:{argument}", value.place, self.colour_numbers)
        return NO_MARK

    def _parsed_mark(self, text: str, place: Place, known: dict[str, Colour]) -> Mark:
        hint = did_you_mean(text, MARKS) if nearest(text, MARKS) else ""
        with self.notation("mark", place, hint):
            return parse_mark(text, known)
        return NO_MARK

    @contextmanager
    def notation(self, rule: str, place: Place, hint: str = "") -> Iterator[None]:
        """Reports a text that is not in the notation of this game."""
        try:
            yield
        except NotationError as error:
            if self.knows_colours or not isinstance(error, UnknownCode):
                self.error(rule, f"{error}{hint}", place)


def set_reader(reader: Reader) -> SetReader:
    """The reader as that of a set, outside of which nobody writes tiles and pieces."""
    assert isinstance(reader, SetReader)
    return reader


def in_set(
    read: Callable[[SetReader, Node, str], T | None], stand_in: T, words: str, schema: Schema
) -> Kind[T]:
    """A kind of value in words that the set itself defines."""
    return Kind(
        lambda reader, node, what: read(set_reader(reader), node, what), stand_in, words, schema
    )


FACE: Kind[FaceDefinition | None] = in_set(
    lambda reader, node, _: reader.faces.face(node),
    None,
    "the name of a [face](faces.md); a list of elements; or a mapping",
    {
        "anyOf": [
            NAME_SCHEMA,
            {"type": "array", "items": {"$ref": "#/$defs/element"}},
            {"$ref": "#/$defs/FaceDefinition"},
        ]
    },
)

DATA: Kind[DataTable | None] = in_set(
    SetReader.table,
    None,
    "the name of a `.csv` or `.xlsx` file beside the set",
    kinds.word("").schema,
)

MEETINGS: Kind[Meetings] = in_set(
    SetReader.meetings,
    LIKE_MEETS_LIKE,
    "a mapping from colours and values to what they meet: `all`, `colours`, `values`, a [palette](#palettes), or one or more"
    " colours and values",
    {
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                {"type": ["string", "integer"]},
                {"type": "array", "items": {"type": ["string", "integer"]}, "uniqueItems": True},
            ]
        },
    },
)

_NAMES: Schema = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}

PAIR: Kind[tuple[str, ...]] = in_set(
    lambda reader, node, _: reader.pair(node),
    (),
    "a list of colours",
    {**_NAMES, "minItems": 2, "maxItems": 2},
)

MANY_COLOURS: Kind[tuple[str, ...]] = in_set(
    lambda reader, node, _: reader.colours(node),
    (),
    "`all`; the name of a [palette](#palettes), such as `players`; or a list of colours",
    {"anyOf": [NAME_SCHEMA, _NAMES]},
)

QUANTITIES: Kind[Quantities | None] = in_set(
    lambda reader, node, _: reader.quantities(node),
    None,
    "`all`, `colours`, `values`, `none` or a [palette](#palettes); one or more colours or values; or a"
    " mapping from these to [numbers](#numbers)",
    {
        "anyOf": [
            {"type": "string"},
            _NAMES,
            {"type": "object", "additionalProperties": NUMBERS.schema},
        ]
    },
)

_MARK_COLOUR: Schema = {"type": "string", "description": "The name of a colour."}
_COLOURED = "|".join(mark for mark in MARKS if mark != "label")
MARK: Kind[Mark] = in_set(
    lambda reader, node, _: reader.mark(node),
    NO_MARK,
    "`dot`, `star`, `ring`, `village` or `abbey`; `{ring: …}` with a colour; or `{label: …}` with up to 4"
    " characters",
    {
        "anyOf": [
            {
                "type": "string",
                "pattern": rf"^(none|({_COLOURED})(:[A-Z][a-z]*)?|label:\S{{1,4}})$",
            },
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
