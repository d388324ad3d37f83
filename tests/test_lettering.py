"""Titles in the lines of the game: measured on the shapes that they consist of."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from string import ascii_uppercase, digits

import pytest

from pnp.colour.measures import contrast
from pnp.definition import STROKES
from pnp.draw.look.lettering import breaks, game_lettering, letters, numeral, title_lettering
from pnp.draw.look.looks import Look
from pnp.kinds.boxes import titled
from pnp.pieces.pieces import make_pieces
from pnp.scene import Picture, Placed, Shape, Text
from pnp.scene.geometry import Box, Path, Point, bounding_box, samples
from tests.conftest import bundled
from tests.test_look import GAMES, THEMES

ACCENTED = "ÄÖÜÉÈÊËÀÂÇÑÅØÆŒŁĐÞŐŰŠŽČĄĘŚŻŹĞİĂȘ"
SIGNS = ".,:;!?'\"-\u2013+\u00d7=/()&"


def look(game: str = "hexstatic", theme: str = "standard") -> Look:
    """The look of a bundled game."""
    return make_pieces(bundled(game), THEMES[theme]).look


def reached(picture: Picture) -> Box:
    """The box of everything that is painted, with half of each line's width beside it."""
    points = []
    for item in picture.drawing.items:
        assert isinstance(item, Shape)
        half = 0.0 if item.stroke is None else item.stroke.width / 2
        for piece in _pieces(item.path):
            for start, end in pairwise(piece):
                if (end - start).length() > 1e-6:
                    aside = (end - start).unit().right() * half
                    points += [start - aside, start + aside, end - aside, end + aside]
    return bounding_box(points)


def _pieces(path: Path) -> list[list[Point]]:
    starts = [number for number, part in enumerate(path) if part[0] == "M"]
    return [samples(path[a:b]) for a, b in pairwise([*starts, len(path)])]


@pytest.mark.parametrize("stroke", STROKES)
@pytest.mark.parametrize("filled", [True, False])
def test_every_letter_can_be_drawn_in_every_stroke(stroke: str, *, filled: bool) -> None:
    """Each letter has shapes, and none falls back to set text."""
    made = replace(look(), stroke=stroke, filled=filled)
    for letter in ascii_uppercase + digits + ACCENTED + SIGNS:
        picture = title_lettering(letter, made, 40, 20)
        assert picture.drawing.items, letter
        assert all(isinstance(item, Shape) for item in picture.drawing.items), letter


def test_letters_differ() -> None:
    """No two capitals have one skeleton; nought alone looks like O."""
    seen = [letters(letter) for letter in ascii_uppercase + digits + ACCENTED]
    assert len(set(seen)) == len(seen) - 1


@pytest.mark.spread(3)
@pytest.mark.parametrize("theme", ["standard", "low-ink"])
@pytest.mark.parametrize("game", GAMES)
def test_a_title_stays_in_its_box(game: str, theme: str) -> None:
    """Nothing is painted outside the box, which has the given width and height."""
    title = bundled(game).definition.title
    picture = title_lettering(title, look(game, theme), 120, 34, height=60)
    assert picture.box.width <= 120 + 1e-9
    assert picture.box.height <= 60 + 1e-9
    assert picture.box.widened(0.35).contains(reached(picture))
    # The box is no larger than what it shows.
    assert reached(picture).widened(2.5).contains(picture.box)


def test_capitals_have_the_height_that_fits() -> None:
    """A short word is as tall as allowed, a long one as wide."""
    short, long = (title_lettering(word, look(), 120, 20) for word in ("GO", "CONSTELLATION"))
    assert short.box.height == pytest.approx(20)
    assert long.box.width == pytest.approx(120)
    assert reached(short).height == pytest.approx(20, abs=0.3)


def test_a_title_breaks_between_words_where_letters_become_taller() -> None:
    """HexStatic has two lines, as its second capital begins a word; an acronym has one."""
    two, one = (title_lettering(text, look(), 100, 34) for text in ("HexStatic", "HEX"))
    assert two.box.height > 2.1 * 21
    assert one.box.height == pytest.approx(34)


def test_lines_of_a_title_may_be_centred() -> None:
    """On the panels of a box each line is in the middle; elsewhere all begin at the left."""
    plain = replace(look(), stroke="plain")
    for centred in (False, True):
        made = title_lettering("Market Day", plain, 20, 30, height=30, centred=centred)
        points = [
            point
            for item in made.drawing.items
            if isinstance(item, Shape)
            for point in samples(item.path)
        ]
        middle = made.box.height / 2
        wide, short = (
            [point.x for point in points if (point.y < middle) == above] for above in (True, False)
        )
        assert max(short) - min(short) < max(wide) - min(wide) - 3
        if centred:
            assert min(short) + max(short) == pytest.approx(min(wide) + max(wide), abs=0.8)
        else:
            assert min(short) == pytest.approx(min(wide), abs=0.2)


def test_a_very_long_word_comes_apart_after_a_syllable() -> None:
    """Its letters are much taller in two lines; a word whose letters are tall enough stays whole."""
    whole, apart = (
        title_lettering(word, look(), 126, 25) for word in ("Constellation", "Spielplatzverordnung")
    )
    assert whole.box.height < 25
    assert apart.box.height > 25
    assert [*breaks("spielplatzverordnung")] == [5, 10, 12, 16]
    assert apart.alt == "Spielplatzverordnung"


def test_the_spine_of_a_small_box_has_whole_words() -> None:
    """On 13 by 18 mm, as the end of a box of checkers, the title is a word, smaller than in two parts."""
    spine = titled("Checkers", "", look("hexagonal-highway"), Box(-6.5, -9.0, 13.0, 18.0))
    assert spine is not None
    (lying,) = spine.items
    assert isinstance(lying, Placed)
    assert lying.turn == 90
    (word,) = lying.drawing.items
    assert isinstance(word, Placed)
    assert word.at.y > -2, "one line of letters, and not two"


def test_a_word_without_vowels_comes_apart_too() -> None:
    """In its middle, and never next to an end."""
    picture = title_lettering("B" * 30, look(), 60, 25)
    assert picture.box.width <= 60 + 1e-9
    assert picture.box.height > title_lettering("B" * 29, look(), 60, 4).box.height


def test_words_before_the_name_are_small_above_it() -> None:
    """The name is as wide as by itself, and all of the title stays in its box."""
    definition = bundled("hexpertise").definition
    made = look("hexpertise")
    both = game_lettering(definition, made, 120, 25, height=60)
    name = title_lettering("Hexpertise", made, 120, 25)
    assert definition.title == "Hexeptional Hexpertise"
    assert both.box.width == pytest.approx(name.box.width)
    assert 1.3 * name.box.height < both.box.height < 1.8 * name.box.height
    assert both.alt == definition.title


def test_a_title_that_begins_with_the_name_has_one_size() -> None:
    """No words stand above it."""
    definition = bundled("hexagonal-highway").definition
    made = look("hexagonal-highway")
    one, other = (
        game_lettering(definition, made, 120, 25),
        title_lettering(definition.title, made, 120, 25),
    )
    assert one.drawing.items == other.drawing.items
    assert one.box == other.box


def test_marks_stand_above_capitals_and_cedillas_below() -> None:
    """The lines of a title keep room for both."""
    plain, above, below = (title_lettering(text, look(), 30, 20).box for text in "AÄÇ")
    assert above.height > plain.height + 3
    assert title_lettering("Ç", look(), 30, 20).box.height > plain.height + 3
    assert below.height > plain.height + 3


def test_a_letter_that_the_alphabet_lacks_is_set() -> None:
    """The whole title is then in one font, bold, and stays in its width."""
    picture = title_lettering("100 % Hex", look(), 80, 20)
    assert all(isinstance(item, Text) and item.bold for item in picture.drawing.items)
    assert picture.box.width <= 80


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_the_body_of_each_letter_stands_out(game: str, theme: str) -> None:
    """The widest line of each title that is not ground has a contrast of 3 or more to it."""
    made = look(game, theme)
    picture = title_lettering(bundled(game).definition.title, made, 120, 34)
    inks = {
        item.stroke.ink
        for item in picture.drawing.items
        if isinstance(item, Shape) and item.stroke is not None
    } - {made.ground, *({made.accent} - {made.ink, *made.letters})}
    assert inks
    assert all(contrast(ink, made.ground) >= 4.5 for ink in inks)


def test_a_title_without_fills_has_fine_lines() -> None:
    """No area of ink is wider than a fine line once the ground lies over it."""
    made = look("hexagonal-highway", "low-ink")
    below, above, *_ = title_lettering("HIGHWAY", made, 120, 20).drawing.items
    assert isinstance(below, Shape) and isinstance(above, Shape)
    assert below.stroke is not None and above.stroke is not None
    assert above.stroke.ink == made.ground
    assert 0.3 <= (below.stroke.width - above.stroke.width) / 2 <= 0.6


def test_numbers_are_plain_and_nought_has_no_slash() -> None:
    """A number is one shape for each digit's lines, as tall as asked."""
    picture = numeral("10", 8, "#1F1B16")
    assert picture.box.height == 8
    assert reached(picture).height == pytest.approx(8, abs=0.2)
    (nought,) = numeral("0", 8, "#1F1B16").drawing.items
    assert isinstance(nought, Shape)
    assert sum(part[0] == "M" for part in nought.path) == 1


def test_the_same_title_is_the_same_drawing() -> None:
    """Nothing is left to chance."""
    first, second = (title_lettering("HexStatic", look(), 120, 34) for _ in range(2))
    assert first.drawing.items == second.drawing.items


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("height", [5.0, 12.0, 30.0])
def test_nothing_cuts_the_lines_between_stars(theme: str, height: float) -> None:
    """No shape of a constellation has the ink of the ground, and each star is whole and one shape."""
    dress = look("hexpertise", theme)
    picture = title_lettering("Hexpertise", dress, 400, height)
    shapes = [item for item in picture.drawing.items if isinstance(item, Shape)]
    inks = {each.fill or (each.stroke and each.stroke.ink) for each in shapes}
    stars = [each for each in shapes if each.fill]
    assert dress.ground not in inks
    assert len(stars) > 20 and not any(each.stroke for each in stars)
