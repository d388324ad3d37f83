"""Rulebooks name the signs of colours as the theme prints them."""

from __future__ import annotations

import pytest

from pnp.definition import LINES, SYMBOLS, english
from pnp.pieces import make_pieces
from pnp.project import chosen_theme
from pnp.project.rulebook import Figures
from tests.conftest import bundled

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
