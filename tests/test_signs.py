"""Signs and backs: they can be told apart, lie where they should, and look alike either way up."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

import numpy as np
import pytest

from pnp.colour.measures import contrast
from pnp.colour.theme import PAPER, STANDARD
from pnp.definition import SIGNS
from pnp.draw.areas import areas_of
from pnp.draw.look.looks import plain_look
from pnp.draw.look.marks import LANDSCAPES, drawn
from pnp.draw.look.signs import bundled_shapes, read_sign, symbol
from pnp.draw.patterns import card_pattern, sign_items
from pnp.project.themes import chosen_theme
from pnp.render import pdf_bytes, svg_text
from pnp.scene import Document, Drawing, Item, Layer, Page, Placed, Shape
from pnp.scene.geometry import ORIGIN, Box, Path, Point, bounding_box
from tests.conftest import ROOT
from tests.rasters import pdf_raster, svg_raster

SIZE = 60.0


def raster(*items: Item, size: float = SIZE) -> np.ndarray:
    """Where the items are dark, on a square round the origin."""
    middle = Point(size / 2, size / 2)
    page = Page(size, size, {Layer.ART: (Placed(Drawing(items), middle),)})
    return svg_raster(svg_text(page), 100).mean(axis=2) < 0.5


def sign(name: str, radius: float = 20.0) -> np.ndarray:
    """A sign in black."""
    return raster(Shape(symbol(name, ORIGIN, radius), fill="#000000"))


def test_every_file_of_a_sign_is_one_black_area() -> None:
    """Without lines, and with holes by their direction, as signs are filled in any ink."""
    files = {path.stem for path in (ROOT / "templates/signs").iterdir()}
    assert files == {*SIGNS}
    for name in SIGNS:
        shapes, middle = bundled_shapes("signs", name)
        assert middle == (120, 120), name
        for shape in shapes:
            assert shape.fill == "#000000" and shape.stroke is None and not shape.even_odd, name
    with pytest.raises(KeyError):
        symbol("windmill", ORIGIN, 1)


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_is_read_like_any_picture(name: str) -> None:
    """The short way for pnp's own files finds what the long way finds, which files of others take."""
    for part, other in zip(symbol(name, ORIGIN, 1.0), read_sign(name), strict=True):
        assert part[0] == other[0]
        assert list(part[1:]) == pytest.approx(list(other[1:]))


@pytest.mark.parametrize("fills", ["standard", "low-ink"])
def test_every_drawing_of_a_landscape_has_inks_for_its_parts(fills: str) -> None:
    """Each ink in its file is that of a part."""
    files = sorted(path.stem for path in (ROOT / "templates/landscape").iterdir())
    assert {*files} == {*chain(*LANDSCAPES.values()), "abbey", "village"}
    for name in files:
        theme = chosen_theme(fills)
        items = [*drawn(name, ORIGIN, 9.0, angle=0.5, fill="#9C4B2E", theme=theme)]
        assert len(items) == len(bundled_shapes("landscape", name)[0]), name


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_lies_round_its_centre(name: str) -> None:
    """Its weight is near the middle, its reach is about its radius, and it is neither thin nor a blot."""
    dark = sign(name)
    rows, columns = np.nonzero(dark)
    scale = dark.shape[0] / SIZE
    middle = dark.shape[0] / 2
    assert abs(columns.mean() - middle) / scale < 0.25 * 20
    assert abs(rows.mean() - middle) / scale < 0.25 * 20
    reach = max(np.hypot(columns - middle, rows - middle)) / scale
    assert 0.6 * 20 < reach < 1.35 * 20
    assert 0.15 < dark.sum() / (np.pi * (20 * scale) ** 2) < 0.95


def test_no_two_signs_look_alike() -> None:
    """The dark areas of any two differ in a good part."""
    pictures = {name: sign(name) for name in SIGNS}
    for one, other in combinations(SIGNS, 2):
        both = (pictures[one] & pictures[other]).sum()
        either = (pictures[one] | pictures[other]).sum()
        assert both / either < 0.87, (one, other)


def test_left_is_right_in_the_mirror() -> None:
    """A turning sign is the other's mirror image, and the same after a third of a turn."""
    left, right = sign("turn-left"), sign("turn-right")
    assert (left != right[:, ::-1]).mean() < 0.005
    assert (left != right).mean() > 0.05


@pytest.mark.parametrize("name", ["", "mage", "star"])
def test_a_back_does_not_tell_which_way_up_it_is(name: str) -> None:
    """Turned by half a turn it is the same; it fills its box, and nothing beyond."""
    box = Box(-20, -25, 40, 50)
    look = replace(plain_look(STANDARD), ground="#FFFFFF", ink="#000000")
    signs = tuple(sign_items(name, look, 11.0)) if name else ()
    dark = raster(card_pattern(look, box, 0.0), *signs)
    assert (dark != dark[::-1, ::-1]).mean() < 0.01
    whole = raster(card_pattern(replace(look, ground="#000000"), box, 0.0), *signs)
    rows, columns = np.nonzero(whole)
    scale = dark.shape[0] / SIZE
    assert np.ptp(columns) / scale == pytest.approx(40, abs=0.6)
    assert np.ptp(rows) / scale == pytest.approx(50, abs=0.6)


def test_a_mask_has_eyes() -> None:
    """Holes are holes, not a second coat of paint."""
    dark = sign("robber")
    middle, scale = dark.shape[0] // 2, dark.shape[0] / SIZE
    for side in (-1, 1):
        assert not dark[middle, int(middle + side * 0.5 * 20 * scale)]


def path_of(name: str) -> Path:
    """A sign's path, by its name."""
    return symbol(name, Point(3, 4), 2)


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_moves_and_grows(name: str) -> None:
    """Elsewhere and larger it is the same sign."""
    for part, other in zip(path_of(name), symbol(name, ORIGIN, 1), strict=True):
        moved = [value * 2 + (3, 4)[place % 2] for place, value in enumerate(other[1:])]
        assert list(part[1:]) == pytest.approx(moved)


@pytest.mark.parametrize("name", ["colour-blind", "greyscale"])
@pytest.mark.parametrize("ink", ["#F0E442", "#56B4E9", "#ADADAD", "#C8372D"])
def test_a_sign_can_be_seen_on_its_ground(ink: str, name: str) -> None:
    """In themes with edges a sign with less than 3:1 to its ground has a dark outline."""
    theme = chosen_theme(name)
    for ground in (PAPER, theme.halo):
        items = [*areas_of(theme).sign(symbol("star", ORIGIN, 5.0), ink, ground)]
        shapes = [item for item in items if isinstance(item, Shape)]
        inks = [item.fill or (item.stroke.ink if item.stroke else "") for item in shapes]
        assert max(contrast(each, ground) for each in inks) >= 3.0
        assert len(items) <= 2 and inks[-1] == ink


@pytest.mark.parametrize("off", [0.0, 0.13, 0.29, 0.41])
def test_an_outline_has_all_its_sides_on_a_screen(off: float) -> None:
    """A screen has few dots: nothing that covers a part of a line may cover all of it."""
    theme = chosen_theme("pens")
    square = symbol("square", Point(20 + off, 20 + off), 4.0)
    sign = tuple(areas_of(theme).sign(square, theme.mark, theme.ground))
    page = Page(40, 40, {Layer.ART: sign}, title="Sign")
    dots = pdf_raster(pdf_bytes(Document("", "", "", (page,))), 60).min(axis=2)
    half = bounding_box([Point(*step[1:]) for step in square if len(step) > 1]).width / 2
    scale, middle = 60 / 25.4, 20 + off
    for x, y in ((-half, 0), (half, 0), (0, -half), (0, half)):
        column, row = round((middle + x) * scale), round((middle + y) * scale)
        assert dots[row - 1 : row + 2, column - 1 : column + 2].min() < 0.75, (x, y)


@pytest.mark.parametrize("name", ["spiral", "star", "disc", "pawn"])
@pytest.mark.parametrize("reach", [2.0, 12.0])
def test_an_outline_closes_no_gaps(name: str, reach: float) -> None:
    """The lines of a small spiral would melt into a disc: in place of an outline they are dark themselves."""
    theme = chosen_theme("greyscale")
    items = [*areas_of(theme).sign(symbol(name, ORIGIN, reach), "#ADADAD", PAPER)]
    inks = [item.fill for item in items if isinstance(item, Shape)]
    assert (inks == [theme.mark]) == (name == "spiral" and reach < 3)
    assert inks[-1] in {theme.mark, "#ADADAD"}
