"""Palettes: colours of players and terrain, which tiles have only if a family names them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.basics.errors import NOWHERE, Finding, InvalidDefinition
from pnp.colour.theme import Theme
from pnp.definition import (
    LINES,
    SYMBOLS,
    BoardDefinition,
    TokenDefinition,
    english,
    in_palette,
)
from pnp.draw.colours import themed
from pnp.pieces import make_pieces
from pnp.project.rulebook import Figures
from pnp.project.themes import chosen_theme
from pnp.sets.components import components
from pnp.sets.tileset import counts, make_tileset
from pnp.tiles.properties import colours_of
from pnp.validation import check
from tests.conftest import bundled, defined

ISLE = """\
game: isle
players: {min: 2, max: 3, colours: [crimson, navy, amber, teal]}
colours: [red, green]
palettes:
  terrain: {forest: "#1F5A33", fields: "#F0CF55", lake: "#5AA3C7"}
tiles:
  shape: square
  size: 30mm
  families:
    - {name: path, generate: edges}
    - {name: land, generate: edges, colours: terrain}
    - {name: coast, generate: edges, edge: {colours: {red: twice, lake: twice}}}
pieces:
  boards:
    - name: bay
      squares: 5x5
      cell: 30mm
      cells:
        harbours: {cells: [A1, E1, A5, E5], colours: players}
  tokens:
    - {name: ship, size: 16mm, colours: players, count: 3}
    - {name: chip, size: 16mm, colours: terrain, count: 4}
"""


def changed(*changes: tuple[str, str]) -> str:
    """The set with changes, each once in its text."""
    text = ISLE
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def findings(text: str, theme: Theme | None = None) -> list[Finding]:
    """The errors of reading, or else the findings of the rules."""
    try:
        tileset = make_tileset(defined(text))
    except InvalidDefinition as error:
        return [*error.findings]
    return [*check(tileset, theme=theme or Theme())]


def test_families_have_the_colours_of_a_palette_only_if_they_name_it() -> None:
    """k colours make (k⁴ + k² + 2k) / 4 different squares; a ring of two reds and two lakes, 2."""
    assert counts(defined(ISLE)) == {"path": 6, "land": 24, "coast": 2}
    tileset = make_tileset(defined(ISLE))
    names = [ink.name for ink in tileset.definition.palette]
    shown = {
        family.name: {names[each] for piece in family.pieces for each in colours_of(piece.tile)}
        for family in tileset.families
    }
    assert shown == {
        "path": {"red", "green"},
        "land": {"forest", "fields", "lake"},
        "coast": {"red", "lake"},
    }


def test_no_two_colours_of_a_set_have_one_letter_and_a_palette_changes_none_before_it() -> None:
    """`forest` and `fields` share an initial; the letters and looks of `colours` stay as without palettes."""
    inks = defined(ISLE).inks
    assert [ink.code for ink in inks] == ["R", "G", "C", "N", "A", "T", "F", "Fi", "L"]
    alone = defined(
        ISLE.split("palettes:")[0]
        + "tiles:"
        + ISLE.split("tiles:")[1].split("    - {name: land")[0]
    )
    assert [replace(ink, place=NOWHERE) for ink in alone.inks] == [
        replace(ink, place=NOWHERE) for ink in inks if ink.palette != "terrain"
    ]


def test_tokens_and_cells_take_a_palette_by_its_name() -> None:
    """A ship for each of three players, a chip for each terrain, and a harbour for each player's colour."""
    parts = components(make_tileset(defined(ISLE)))
    ship, chip = parts.tokens
    assert [token.id for token in ship.kinds] == ["ship-crimson", "ship-navy", "ship-amber"]
    assert [token.id for token in chip.kinds] == ["chip-forest", "chip-fields", "chip-lake"]
    (bay,) = parts.boards
    assert [ink.name for ink in bay.owners.values()] == ["crimson", "navy", "amber", "teal"]


def test_cells_have_the_ink_of_a_colour_in_every_theme() -> None:
    """The tint follows the theme's ink of the colour, and the colour is in use."""
    text = (
        FACED
        + "  boards: [{name: b, cell: 20mm, squares: 3x3, cells: {s: {cells: [B2], tint: lake}}}]\n"
    )
    assert [each.rule for each in findings(text)] == ["told-apart", "told-apart"]
    for name in ("standard", "greyscale", "colour-blind"):
        definition = themed(defined(text), chosen_theme(name))
        (group,) = definition.pieces_of(BoardDefinition)[0].groups
        assert group.tint == definition.ink("lake").fill
        assert themed(definition, chosen_theme(name)) == definition


def test_sides_of_tokens_have_the_ink_of_a_colour_in_every_theme() -> None:
    """As tints do: the field and the sign follow the theme's ink of the colour, which is in use."""
    text = """
        game: ships
        colours: [red, blue]
        pieces:
          tokens:
            - {name: ship, size: 20mm, count: 1, front: {sign: crown, ground: red, ink: blue}, back: {text: A, ground: "#EEEEEE"}}
        """
    assert "unused-colour" not in [each.rule for each in findings(text)]
    for name in ("standard", "greyscale", "colour-blind"):
        definition = themed(defined(text), chosen_theme(name))
        (ship,) = definition.pieces_of(TokenDefinition)
        assert ship.front.ground == definition.ink("red").fill
        assert ship.front.ink == definition.ink("blue").fill
        assert themed(definition, chosen_theme(name)) == definition


def test_players_without_colours_of_their_own_have_those_of_the_tiles() -> None:
    """Without `players: colours:` the ships are red and green."""
    text = changed(
        (", colours: [crimson, navy, amber, teal]", ""), ("[A1, E1, A5, E5]", "[A1, E1]")
    )
    (ship, _) = components(make_tileset(defined(text))).tokens
    assert [token.id for token in ship.kinds] == ["ship-red", "ship-green"]


@pytest.mark.parametrize("name", ["greyscale", "colour-blind"])
def test_a_theme_has_different_inks_for_the_colours_of_each_palette(name: str) -> None:
    """A palette has its own greys: three terrains are as far apart as greys of three colours are."""
    definition = themed(defined(ISLE), chosen_theme(name))
    for palette in ("", "players", "terrain"):
        fills = [ink.fill for ink in in_palette(definition.inks, palette)]
        assert len({*fills}) == len(fills)
    alone = ISLE.replace("[crimson, navy, amber, teal]", "[crimson, navy, amber]")
    fewer = themed(defined(alone.replace("[A1, E1, A5, E5]", "[A1, E1, A5]")), chosen_theme(name))
    assert (
        in_palette(fewer.inks, "terrain")[0].fill == in_palette(definition.inks, "terrain")[0].fill
    )


def test_rulebooks_name_the_signs_of_a_palette() -> None:
    """Terrain is on edges, which have letters; players are on tokens alone, which have signs."""
    pieces = make_pieces(make_tileset(defined(ISLE)))
    value = Figures(pieces, pieces).value
    assert value("looks") == "red (letter R), green (letter G)"
    assert value("looks:terrain") == "forest (letter F), fields (letter Fi), lake (letter L)"
    assert value("look:navy") == "a diamond"
    assert value("looks:players").startswith("crimson (a square), navy (a diamond)")
    with pytest.raises(ValueError, match='no palette "terain"; did you mean "terrain"'):
        value("looks:terain")


FACED = """\
game: faced
palettes:
  terrain: {forest: "#2F6B3A", hills: "#B5623A", lake: "#5AA3C7"}
pieces:
  tokens:
    - {name: field, size: 30mm, count: 1, fields: {land: forest},
       face: [{shape: circle, fill: "{land}"}, {shape: circle, fill: hills, width: 4mm, height: 4mm}]}
"""


def test_inks_of_a_palette_that_faces_show_are_measured_and_the_others_are_unused() -> None:
    """Forest and hills are nearly one ink with protanopia; nothing shows the lake."""
    found = [(each.rule, each.place.line) for each in findings(FACED)]
    assert found == [("told-apart", 3), ("unused-colour", 3)]
    apart, unused = findings(FACED)
    assert '"forest" and "hills"' in apart.message
    assert "protanopia" in apart.message
    assert '"lake"' in unused.message


# Rulebooks name the signs of colours as the theme prints them.


IN_FULL = (
    "red (plain, a disc at its end), green (dashed, a triangle at its end),"
    " blue (double, a square at its end)"
)
LETTERS = "red (letter R), green (letter G), blue (letter B)"
BOTH = "red (plain, letter R), green (dashed, letter G), blue (double, letter B)"


def value(game: str, theme: str, expression: str) -> str:
    """A value of a game's rulebook in a theme."""
    pieces = make_pieces(bundled(game), chosen_theme(theme))
    return Figures(pieces, pieces).value(expression)


@pytest.mark.parametrize(
    ("theme", "expected"),
    [
        ("standard", IN_FULL),
        ("greyscale", IN_FULL),
        ("dark", IN_FULL),
        ("low-ink", IN_FULL),
        ("colour-blind", BOTH),
        ("pens", LETTERS),
    ],
)
def test_signs_of_strands_follow_the_theme(theme: str, expected: str) -> None:
    """A theme that prints letters has no symbols at ends, and pens no patterns."""
    assert value("hexstatic", theme, "looks") == expected
    assert f"red ({value('hexstatic', theme, 'look:red')})" == expected.partition("), ")[0] + ")"


def test_bands_have_their_letters_in_every_theme() -> None:
    """Edges have no lines and no ends."""
    for theme in ("standard", "low-ink", "pens"):
        assert value("hex-auction", theme, "look:sky") == "letter S"


def test_colours_of_no_tile_have_their_signs_on_tokens() -> None:
    """The strands of Controlled Path have no colours, and Hexagonal Highway has no tiles."""
    expected = "red (a disc), sky (a triangle), purple (a square), green (a diamond)"
    assert value("controlled-path", "standard", "looks") == expected
    assert value("hexagonal-highway", "low-ink", "look:black") == "a star"


@pytest.mark.parametrize("theme", ["pens", "colour-blind"])
def test_signs_on_tokens_have_letters_beside_them(theme: str) -> None:
    """Start tiles of Controlled Path have the letter alone, and its tokens have both."""
    assert value("controlled-path", theme, "look:red") == "a disc, letter R"
    assert value("hexagonal-highway", theme, "look:sky") == "a diamond, letter S"


def test_every_line_and_every_symbol_has_a_word() -> None:
    """Any colour of any set can be named."""
    found = {english()(f"line-{line}") for line in LINES}
    found |= {english()(f"symbol-{symbol}") for symbol in SYMBOLS}
    assert len(found) == len(LINES) + len(SYMBOLS)


@pytest.mark.parametrize(
    ("game", "expression", "message"),
    [
        ("hexstatic", "look:gren", 'there is no colour "gren"; did you mean "green"'),
        ("hexpertise", "look:fir", 'there is no colour "fir"; did you mean "fire"'),
        ("hexstatic", "look", 'there is no value "look"; did you mean "looks"'),
    ],
)
def test_a_wrong_colour_is_an_error(game: str, expression: str, message: str) -> None:
    """The rulebook adds the place."""
    with pytest.raises(ValueError, match=message):
        value(game, "standard", expression)
