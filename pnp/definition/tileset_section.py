"""Reading the keys of a whole file."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Self

from pnp.basics.errors import NOWHERE, Located, Place, Related
from pnp.definition import kinds
from pnp.definition.colours import COLOURS, NAMED_COLOURS, PALETTE_NAME, NamedLook, Palette, inks_of
from pnp.definition.figures import SetFigure
from pnp.definition.fonts import FontsSection
from pnp.definition.inks import PLAYERS, Ink
from pnp.definition.kinds import Kind
from pnp.definition.languages import ENGLISH
from pnp.definition.look import LookSection
from pnp.definition.model import Credit, Parameter, Players, RuleUse
from pnp.definition.nodes import Mapping, Node
from pnp.definition.pieces import PiecesSection
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, field, nested
from pnp.definition.side_values import VALUES_OF_SIDES, check_values
from pnp.definition.tiles import TILE_GROUPS, Groups

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
