"""The section `look`, and the look of a game in every theme."""

from __future__ import annotations

import pytest

from pnp.basics.errors import Finding, Severity
from pnp.colour.measures import contrast, luminance
from pnp.colour.theme import PAPER
from pnp.definition import Definition
from pnp.definition.reading import read_source
from pnp.definition.themes import read_theme
from pnp.draw.look.looks import Look, look_of, tint_of
from pnp.pieces.pieces import make_pieces
from pnp.sets.tileset import make_tileset
from pnp.validation import check
from tests.conftest import ROOT, bundled, defined, family_text, set_of

THEMES = {
    path.stem: read_theme(read_source(path), path.stem)
    for path in (ROOT / "templates/themes").glob("*.yaml")
}
GAMES = ("hexstatic", "controlled-path", "hex-auction", "hexpertise", "hexagonal-highway")

STRANDS = "generate: strands, strand: {ports: 2}, colours: "


def game(
    look: str = "", colours: str = "[red, blue]", family: str = STRANDS + "{red: once}"
) -> Definition:
    """A game of one family."""
    return defined(family_text(family, rest=f"colours: {colours}\n{look}"))


def resolved(definition: Definition, theme: str = "standard") -> Look:
    """The look of its pieces in a theme."""
    return make_pieces(make_tileset(definition), THEMES[theme]).look


def test_the_keys_of_a_look() -> None:
    """One accent may stand for a list; the stated time and age are facts of the game."""
    look = (
        '{ground: "#102030", accent: "#FFCC00", stroke: road, pitch: 2cm, place: bottom, seed: 9}'
    )
    definition = game(f"look: {look}\nminutes: 45\nage: 8")
    written = definition.look
    assert (written.ground, written.accents, written.stroke) == ("#102030", ("#FFCC00",), "road")
    assert (written.pitch, written.title_at, written.seed) == (20.0, "bottom", 9)
    assert (definition.minutes, definition.age) == (45, 8)


def test_a_file_without_a_look_states_nothing() -> None:
    """No time and no age are invented."""
    assert (game().minutes, game().age, game().look.tagline) == (None, None, "")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", GAMES)
def test_the_inks_of_bundled_games_have_their_contrast(name: str, theme: str) -> None:
    """Titles and texts have 4.5 to their ground, accents 3, in every theme."""
    look = make_pieces(bundled(name), THEMES[theme]).look
    for each in (look, look.on_paper):
        assert all(
            contrast(ink, each.ground) >= 4.5 for ink in (each.ink, each.text, *each.letters)
        )
        under = each.ink if each.stroke in ("path", "road") else each.ground
        assert all(ink == each.ink or contrast(ink, under) >= 3.0 for ink in each.accents)


@pytest.mark.parametrize("theme", ["standard", "greyscale", "dark", "colour-blind"])
def test_no_pale_rim_blurs_a_dark_title(theme: str) -> None:
    """A light road has a dark kerb on the cover; on white paper its title is dark, without a kerb."""
    look = make_pieces(bundled("controlled-path"), THEMES[theme]).look
    assert look.on_paper.ink != look.ink
    assert luminance(look.on_paper.accent) <= luminance(look.on_paper.ink)


@pytest.mark.parametrize("ground", ["#000000", "#777777", "#FFFFFF", "#F6BE1A", "#0000FF"])
@pytest.mark.parametrize("ink", ["#000000", "#767676", "#FFFF00"])
def test_any_ink_has_its_contrast_on_any_ground(ground: str, ink: str) -> None:
    """pnp makes an ink darker or lighter, whichever works."""
    look = resolved(game(f'look: {{ground: "{ground}", ink: "{ink}"}}'))
    assert contrast(look.ink, ground) >= 4.5
    assert contrast(look.text, ground) >= 4.5


def test_a_theme_without_fills_has_a_white_ground() -> None:
    """Neither low ink nor pens print a ground; pens have one ink."""
    look = 'look: {ground: "#3F1A45", ink: "#FBEFD5", accent: "#E9B949"}'
    low, pens = (resolved(game(look), theme) for theme in ("low-ink", "pens"))
    assert (low.ground, low.tint, low.filled) == (PAPER, PAPER, False)
    assert low.ink == "#3F1A45"  # cream on white could not be read
    assert {pens.ink, *pens.accents, *pens.letters} == {THEMES["pens"].mark}


def test_greys_are_grey() -> None:
    """No ink of a look in greyscale has a hue."""
    look = resolved(
        game('look: {ground: "#3F1A45", ink: "#FBEFD5", accent: "#E9B949"}'), "greyscale"
    )
    inks = {look.ground, look.ink, look.text, look.faint, look.tint, *look.accents}
    assert all(ink[1:3] == ink[3:5] == ink[5:7] for ink in inks)


def test_by_night_a_light_ground_becomes_the_ink() -> None:
    """A dark ground stays as it is."""
    light = resolved(game('look: {ground: "#F6BE1A", ink: "#23262B"}'), "dark")
    dark = resolved(game('look: {ground: "#3F1A45"}'), "dark")
    assert light.ink == "#F6BE1A"
    assert luminance(light.ground) < 0.02
    assert dark.ground == "#3F1A45"


def test_the_stroke_follows_from_the_tiles() -> None:
    """Coloured strands, roads without a colour, edges, and no tiles at all."""
    assert resolved(game()).stroke == "strands"
    assert resolved(game(family="generate: edges")).stroke == "inline"
    assert resolved(game(family=STRANDS + "none")).stroke == "path"
    cards = "game: g\npieces: {tokens: [{name: coin, size: 20mm, count: 2, front: coin}]}\n"
    assert resolved(defined(cards)).stroke == "plain"


@pytest.mark.parametrize("theme", ["standard", "dark", "colour-blind"])
def test_a_derived_ground_is_a_deep_colour_of_the_set(theme: str) -> None:
    """Red, yellow and blue: the ground is a deep blue in all themes with a ground in colour."""
    definition = game(colours="[red, yellow, blue]", family="generate: edges")
    look = resolved(definition, theme)
    red, _, blue = (int(look.ground[i : i + 2], 16) for i in (1, 3, 5))
    assert blue > 1.5 * red
    assert contrast(look.ground, "#FBEFD5") >= 9


def test_black_reads_on_a_tint_as_on_paper() -> None:
    """Boxes on white paper have a tint of the ground."""
    assert all(contrast(tint_of(ground), "#1F1B16") >= 13 for ground in ("#3F1A45", "#EADFC6"))


def test_the_look_is_that_of_the_tileset() -> None:
    """Pieces and `look_of` agree."""
    tileset = make_tileset(game())
    assert make_pieces(tileset, THEMES["standard"]).look == look_of(tileset, THEMES["standard"])


def test_a_title_that_nobody_could_read_has_a_note() -> None:
    """The note has the place of the ink, and the ink that is printed instead."""

    def notes(ink: str) -> list[Finding]:
        definition = game(f'look: {{ground: "#FFFFFF", ink: "{ink}"}}')
        findings = check(make_tileset(definition))
        return [each for each in findings if each.rule == "ink-contrast"]

    (note,) = notes("#F0D43A")
    printed = resolved(game('look: {ground: "#FFFFFF", ink: "#F0D43A"}')).ink
    assert (note.rule, note.severity) == ("ink-contrast", Severity.NOTE)
    assert f"pnp prints titles in {printed}" in note.message
    assert (note.place.line, note.place.column) == (3, 32)
    assert notes("#1F1B16") == []


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        (
            'boards: [{name: b, hexhex: 2, cell: 20mm, ground: "#17191D", ink: "#3A3F46"}]',
            "pnp prints letters in",
        ),
        (
            'cards: [{name: d, face: numbered, ground: "#23262B", accent: "#33373D", cards:'
            " [{title: One, text: Go.}]}]",
            "pnp prints accents in",
        ),
    ],
)
def test_inks_that_pnp_adapts_have_a_note(pieces: str, message: str) -> None:
    """Boards and cards are printed in inks that can be read; a theme without fills has its own."""
    tileset = set_of(f"game: sample\npieces:\n  {pieces}\n")
    notes = [each for each in check(tileset) if each.rule == "ink-contrast"]
    assert [each.severity for each in notes] == [Severity.NOTE]
    assert message in notes[0].message
    assert notes[0].place.line == 3
    assert "ink-contrast" not in {each.rule for each in check(tileset, theme=THEMES["low-ink"])}
