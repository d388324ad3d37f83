"""The keys of a whole file: the game, its look, its players, its rules and its pieces."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import ClassVar, NamedTuple, Self

from pnp.basics.errors import NOWHERE, Located, Place, Related
from pnp.definition.cards import DeckDefinition
from pnp.definition.colours import (
    COLOURS,
    NAMED_COLOURS,
    PALETTE_NAME,
    PLAYERS,
    VALUES_OF_SIDES,
    Ink,
    NamedLook,
    Palette,
    check_values,
    inks_of,
)
from pnp.definition.figures import SetFigure
from pnp.definition.fonts import FontsSection
from pnp.definition.language import ENGLISH
from pnp.definition.pieces.boards import BoardDefinition
from pnp.definition.pieces.boxes import (
    TILES,
    BoxDefinition,
    DividerDefinition,
    StandeeDefinition,
    check_contents,
)
from pnp.definition.pieces.frames import FrameDefinition
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.nodes import MappingNode, Node, Scalar
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, field, nested
from pnp.definition.tiles.tiles import TILE_GROUPS, Groups
from pnp.definition.tiles.vocabulary import Vocabulary
from pnp.definition.tokens import PadDefinition, TokenDefinition

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
    colours: tuple[NamedLook, ...] = field(
        NAMED_COLOURS,
        "The colours of players: the [palette](#palettes) `players`.",
        otherwise="the `colours` of the set",
    )

    @property
    def stated(self) -> bool:
        return self.has("min")

    @classmethod
    def read(cls, reader: Reader, node: Node, what: str = "") -> Self | None:
        found = _RANGE.fullmatch(node.text) if isinstance(node, Scalar) else None
        if found is not None:
            write = f"{{min: {found[1]}, max: {found[2]}}}"
            reader.error("structure", f"players cannot be {found[0]}; write {write}", node.place)
            return None
        return super().read(reader, node, what)

    def completed(self, reader: Reader) -> Self:
        if self.is_sound("min", "max") and self.min > self.max:
            message = f"players: min {self.min} is more than max {self.max}; exchange the numbers"
            reader.error("number", message, self.place_of("min"))
        return self


class PiecesSection(Section):
    """The pieces of a game besides its tiles."""

    what = "pieces"

    boards: tuple[BoardDefinition, ...] = field(
        kinds.list_of(nested(BoardDefinition), "boards"), "The boards."
    )
    decks: tuple[DeckDefinition, ...] = field(
        kinds.list_of(nested(DeckDefinition), "decks"), "The decks of cards.", key="cards"
    )
    tokens: tuple[TokenDefinition, ...] = field(
        kinds.list_of(nested(TokenDefinition), "kinds of tokens"), "The tokens."
    )
    pads: tuple[PadDefinition, ...] = field(
        kinds.list_of(nested(PadDefinition), "pads"), "The pads to write on."
    )
    frames: tuple[FrameDefinition, ...] = field(
        kinds.list_of(nested(FrameDefinition), "frames"), "Frames to lay round tiles."
    )
    boxes: tuple[BoxDefinition, ...] = field(
        kinds.list_of(nested(BoxDefinition), "boxes"), "Tuck boxes to keep pieces in."
    )
    dividers: tuple[DividerDefinition, ...] = field(
        kinds.list_of(nested(DividerDefinition), "dividers"), "Dividers for trays."
    )
    standees: tuple[StandeeDefinition, ...] = field(
        kinds.list_of(nested(StandeeDefinition), "standees"), "Standees to fold."
    )

    def in_words_of(self, vocabulary: Vocabulary) -> Self:
        """The pieces in the colours of the game."""
        return replace(
            self,
            boards=tuple(board.in_words_of(vocabulary) for board in self.boards),
            decks=tuple(deck.in_words_of(vocabulary) for deck in self.decks),
            tokens=tuple(token.in_words_of(vocabulary) for token in self.tokens),
            frames=tuple(frame.in_words_of(vocabulary) for frame in self.frames),
            boxes=tuple(box.in_words_of(vocabulary) for box in self.boxes),
        )

    def check_contents(
        self,
        reader: Reader,
        *,
        groups: Collection[str],
        families: Collection[str],
        known: Collection[str],
    ) -> None:
        """Reports names of pieces for frames, boxes and standees that the game lacks, or that nothing holds."""
        holdable = {
            *([TILES] if families else []),
            *filter(None, groups),
            *families,
            *(deck.name for deck in self.decks),
            *(token.name for token in self.tokens),
        }
        for frame in self.frames:
            frame.check(reader, self.boards)
        check_contents(reader, (*self.boxes, *self.standees), holdable, known)


_ICONS = kinds.located(kinds.word("a folder or a file beside the set"))

_NUMBERS_BY_NAME = kinds.map_of(kinds.name("a parameter"), kinds.integer(0, 1000), "numbers")


def _parameters(pairs: tuple[tuple[Located[str], int], ...], _: Place) -> tuple[Parameter, ...]:
    return tuple(Parameter(name.value, value, name.place) for name, value in pairs)


_NAMES = kinds.list_of(kinds.located(kinds.word("a name")), "names", each="a family", or_one=True)


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
    tiles: Groups = field(
        TILE_GROUPS,
        "The tiles, or several [groups of tiles](#groups-of-tiles). A game needs `tiles` or `pieces`, or"
        " both.",
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
