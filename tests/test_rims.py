"""The sides of tokens: rims, fields and signs, measured on their pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pytest

from pnp.colour.measures import contrast
from pnp.colour.theme import STANDARD, Theme
from pnp.draw.tokens import INSET, rim_items, rim_room, token_field, token_ground, token_items
from pnp.pieces import make_pieces
from pnp.project import chosen_theme
from pnp.render.drawings import extent
from pnp.scene import Drawing, Item, Placed, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Point, samples
from pnp.sets.components import Token
from tests.conftest import bundled, set_of
from tests.test_signs import raster

RIMS = ("line", "clockwise", "anticlockwise", "coin", "dots")


def token_drawing(token: Token, *, back: bool = False, theme: Theme = STANDARD) -> Drawing:
    """One side of a token round the origin."""
    ground = token_ground(token, back=back, theme=theme)
    return Drawing((*ground, *token_items(token, back=back, theme=theme)))


def large(items: Iterable[Item]) -> np.ndarray:
    """Where the items are dark, three times as large."""
    return raster(Placed(Drawing(tuple(items)), ORIGIN, 3.0))


def tokens(text: str, theme: str = "standard") -> tuple[Token, ...]:
    """The tokens of a set of one kind."""
    pieces = make_pieces(
        set_of(f"game: g\ncolours: [red, black]\npieces: {{tokens: [{{name: t, {text}}}]}}"),
        chosen_theme(theme),
    )
    return pieces.components.tokens[0].kinds


@pytest.mark.parametrize("rim", RIMS)
def test_a_rim_stays_inside_the_cut(rim: str) -> None:
    """Scissors that miss by half a millimetre leave it whole, and its middle is free for a sign."""
    (token,) = tokens("size: 18mm, count: 1, front: {sign: star}")
    distances = [
        point.length()
        for item in rim_items(token.definition, rim, "#000000")
        if isinstance(item, Shape)
        for part in [samples(item.path)]
        for point in part
    ]
    assert 9 - 0.5 > max(distances) > 9 - 1.5
    assert min(distances) > 0.6 * 9 or rim in ("coin", "dots")


@pytest.mark.parametrize(
    ("shape", "side"),
    [("round", 2 * math.pi), ("square", 2.0), ("hexagon", 2 / 3**0.5)],
)
def test_a_dashed_rim_has_no_seam(shape: str, side: float) -> None:
    """Each side of a back's rim has a whole number of dashes, with half a gap at both of its ends."""
    (token,) = tokens(f"shape: {shape}, size: 25mm, count: 1, front: star")
    (rim,) = rim_items(token.definition, "line", "#000000", chosen_theme("pens"), back=True)
    assert isinstance(rim, Shape) and rim.stroke is not None
    dash, gap = rim.stroke.dash
    number = side * (12.5 - INSET) / (dash + gap)
    assert number > 2.9
    assert number == pytest.approx(round(number), rel=1e-3)
    assert rim.stroke.phase == pytest.approx(dash + gap / 2)


def test_arrows_round_a_rim_are_alike_at_each_side_and_run_one_way() -> None:
    """Turned by a sixth the rim is the same, so that a tile may lie any way; in the mirror it is the other."""
    (token,) = tokens("shape: hexagon, size: 17mm, count: 1, front: star")
    made = {
        rim: large(rim_items(token.definition, rim, "#000000"))
        for rim in ("clockwise", "anticlockwise")
    }
    one, other = made["clockwise"], made["anticlockwise"]
    assert (one != one[::-1, ::-1]).mean() < 0.01
    assert (one != other[:, ::-1]).mean() < 0.01
    assert (one != other).mean() > 0.01


def test_left_and_right_are_two_sides_that_nobody_confuses() -> None:
    """The sides exchange their two inks, and their signs are mirror images; no word can lie upside down."""
    pieces = make_pieces(bundled("hexagonal-highway"))
    direction = pieces.components.token("direction")
    assert direction is not None
    (token,) = direction.kinds
    front, back = (token_drawing(token, back=back) for back in (False, True))
    assert not [item for side in (front, back) for item in side.items if isinstance(item, Text)]
    theme = pieces.theme
    fields = [token_field(token, back=back, theme=theme) for back in (False, True)]
    assert contrast(*fields) >= 4.5
    inks = [{item.fill for item in side.items if isinstance(item, Shape)} for side in (front, back)]
    assert inks[0] - {None} == inks[1] - {None}
    dark, light = large(front.items), large(back.items)
    inside = np.hypot(*np.indices(dark.shape) - dark.shape[0] / 2) < 0.38 * dark.shape[0]
    assert (dark[inside] == light[:, ::-1][inside]).mean() < 0.05


@pytest.mark.parametrize(
    "theme", ["standard", "colour-blind", "greyscale", "dark", "low-ink", "pens"]
)
def test_a_token_of_a_player_shows_its_symbol_and_can_be_seen_on_any_ground(theme: str) -> None:
    """A dark token has a light rim or field inside its cut, and a light token a dark one."""
    pieces = make_pieces(bundled("hexagonal-highway"), chosen_theme(theme))
    for name in ("blockade", "robber", "pawn"):
        kind = pieces.components.token(name)
        assert kind is not None
        for token in kind.kinds:
            assert token.ink is not None
            drawn = token_drawing(token, theme=pieces.theme)
            inks = {
                ink
                for item in drawn.items
                if isinstance(item, Shape)
                for ink in (item.fill, item.stroke and item.stroke.ink)
                if ink
            }
            best = max(contrast(one, other) for one in inks for other in inks)
            assert best >= 2.0, token.id
            # The field, the rim, the sign and the symbol of the colour.
            assert len(drawn.items) >= 4, token.id


@pytest.mark.parametrize("theme", ["standard", "colour-blind", "low-ink", "pens"])
def test_the_symbol_and_the_letter_of_a_colour_stand_clear(theme: str) -> None:
    """Below the sign of the token, or on a field of their own that holds both."""
    pieces = make_pieces(bundled("hexagonal-highway"), chosen_theme(theme))
    for name in ("blockade", "robber", "pawn"):
        kind = pieces.components.token(name)
        assert kind is not None
        for token in kind.kinds:
            drawn = token_items(token, theme=pieces.theme)
            letters = [each for each in drawn if isinstance(each, Text)]
            assert len(letters) == pieces.theme.letters_everywhere
            shapes = [each for each in drawn if isinstance(each, Shape)]
            boxes = [extent([each]) for each in shapes]
            symbol = boxes[-1]
            assert symbol is not None
            marks = [symbol]
            for letter in letters:
                wide = text_width(letter.string, letter.size, bold=True)
                high = letter.size * CAP_HEIGHT
                marks.append(Box(letter.at.x - wide / 2, letter.at.y - high, wide, high))
            assert len(marks) < 2 or marks[0].right < marks[1].x - 0.2
            is_framed = kind.definition.front.rim == "band" and pieces.theme.fills
            for mark in marks:
                if is_framed:
                    assert boxes[-2] is not None and boxes[-2].contains(mark, tolerance=-0.05)
                else:
                    # Outlines of the sign reach no farther than its box.
                    assert all(each is not None and each.bottom < mark.y for each in boxes[:-1])
                corner = max(each.length() for each in mark.corners)
                assert corner < kind.definition.size / 2 * (
                    1.0 if kind.definition.shape == "round" else 1.02
                )


def test_a_coin_shows_its_value() -> None:
    """A large number, inside the ticks."""
    pieces = make_pieces(bundled("hex-auction"))
    coins = pieces.components.token("coin")
    assert coins is not None
    (number,) = (item for item in token_drawing(coins.kinds[0]).items if isinstance(item, Placed))
    box = extent([number])
    assert box is not None
    assert 5 < box.height < 9
    assert abs(box.centre.x) < 0.8 and abs(box.centre.y) < 0.5


@pytest.mark.parametrize("size", [16, 20, 28, 40])
@pytest.mark.parametrize("rim", ["line", "dots", "coin"])
@pytest.mark.parametrize("theme", ["standard", "low-ink"])
def test_a_word_below_a_sign_ends_before_the_rim(size: int, rim: str, theme: str) -> None:
    """The lower corners of a word lie inside the circle that the rim leaves free, if 7 pt have room there."""
    (token,) = tokens(
        f"size: {size}mm, count: 1, front: {{sign: star, text: neutral, rim: {rim}}}", theme
    )
    (word,) = (each for each in token_items(token) if isinstance(each, Text))
    corner = Point(text_width(word.string, word.size, bold=True) / 2, word.at.y)
    assert corner.length() <= size / 2 - rim_room(token.definition, rim) or word.size == 2.5
    assert word.size > 2.5 or size < 28


@pytest.mark.parametrize("theme", ["colour-blind", "pens"])
def test_letters_keep_away_from_the_symbol_beside_them(theme: str) -> None:
    """Teal has two letters, since town has the first one."""
    pieces = make_pieces(bundled("examples/bellmoor"), chosen_theme(theme))
    for token in pieces.components.tokens[0].kinds:
        *_, symbol, letter = token_items(token, theme=pieces.theme)
        assert isinstance(symbol, Shape) and isinstance(letter, Text)
        wide = text_width(letter.string, letter.size, bold=True)
        right = max(point.x for point in samples(symbol.path))
        assert letter.at.x - wide / 2 - right > 0.3
        assert token.definition.size / 2 > (letter.at + Point(wide / 2, 0)).length() + 0.3
