"""The cover of a game on paper of any size: its ground, its title, its pieces and its facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import mixed
from pnp.covers.facts import facts_items
from pnp.covers.field import BLEED
from pnp.covers.scenes import Stage, scene_items
from pnp.definition import Definition
from pnp.draw.look.lettering import game_lettering
from pnp.draw.look.looks import Look
from pnp.draw.look.signs import box_path, regular, star
from pnp.pieces import Pieces
from pnp.scene import Clip, Drawing, Item, Layer, Page, Picture, Shape, Stroke, Text
from pnp.scene.geometry import Box, Path, Point, circle
from pnp.scene.typesetting import text_lines

# Millimetres: the page on which all other lengths are as they stand here. Other papers scale them.
_WIDTH, _HEIGHT = 148.0, 210.0

# The width of a strip with pieces as large as on that page.
_STRIP = 210.0

_MARGIN = 11.0
_TITLE_TOP = 12.0
# Of the height of a page: the most that a title takes.
_TITLE_SHARE = 0.27
_TALLEST = 25.0
# Of the em: from the title to the tagline, between its lines, and from the texts to the field.
_BELOW_TITLE, _LEADING = 1.75, 1.3
_AIR = 5.0
_TAGLINE = 4.2
_FOOT = 26.0  # from the edge of the page to the field
_SMALL_FOOT = 8.0
_LEAST = 2.5  # 7 pt
# Millimetres on A5: rings under inlines, and the lines of ornaments; the stars of a sky.
_RINGS, _RING_STEP, _LINE = 24.0, 6.0, 0.25
_STARS = 90


class _Block(NamedTuple):
    """The title with its tagline: its items, from its top, and its height."""

    items: tuple[Item, ...]
    top: float
    bottom: float


def cover(
    pieces: Pieces,
    width: float,
    height: float,
    *,
    clear: float = 0.0,
    small: bool = False,
    contents: str = "",
    cards: Sequence[str] = (),
) -> Page:
    """The cover of a game on a page of this size in millimetres, in the theme of its pieces.

    No text comes nearer to its upper edge than *clear*. Its foot has the `contents`, such as the pieces
    of the game in numbers. A `small` cover has no text but the title. `cards` stand on it in place of those of the look.

    The same look and the same pieces always make the same cover; another `seed` makes another one.
    """
    look = replace(pieces.look, tagline="") if small else pieces.look
    look = replace(look, cover=tuple(cards)) if cards else look
    unit = min(width / _WIDTH, height / _HEIGHT)
    page = Box(0, 0, width, height)
    foot = (_SMALL_FOOT if small else _FOOT) * unit
    printed = page.widened(BLEED)
    block = _title(pieces.definition, look, page, unit, clear=clear, foot=foot)
    field_end = height - foot
    above = look.title_at == "top"
    room = (
        Box(0, block.bottom + _AIR * unit, width, field_end - block.bottom - _AIR * unit)
        if above
        else Box(0, -height, width, height + block.top - _AIR * unit)
    )
    items: list[Item] = [
        *_ornament(look, printed, unit),
        *scene_items(pieces, look, Stage(printed, room, unit)),
    ]
    ground = Shape(box_path(printed), fill=look.ground)
    facts = facts_items(pieces, look, page, unit, margin=_MARGIN * unit, contents=contents)
    texts = (*block.items, *(() if small else facts))
    return Page(
        width,
        height,
        {Layer.ART: (ground, Clip(box_path(printed), tuple(items)), *texts)},
        title=pieces.definition.title,
    )


def vignette(pieces: Pieces, width: float, height: float, *, variant: int = 0) -> Picture:
    """A strip of the game's cover without its texts, in millimetres; each variant is laid out anew.

    Pieces reach over all edges, unless the scene lies whole on its ground. No edge cuts a token.
    """
    look = replace(pieces.look, seed=pieces.look.seed + variant)
    unit = width / _STRIP
    strip, room = Box(0, 0, width, height), Box(0, -height, width, 3 * height)
    items = (
        Shape(box_path(strip), fill=look.ground),
        *_ornament(look, strip, unit),
        *scene_items(pieces, look, Stage(strip, room, unit)),
    )
    return Picture(Drawing((Clip(box_path(strip), items),)), strip, pieces.definition.title)


def _title(
    definition: Definition, look: Look, page: Box, unit: float, *, clear: float, foot: float
) -> _Block:
    """The title and the tagline, at the top of the page or above its foot."""
    margin, em = _MARGIN * unit, max(_LEAST, _TAGLINE * unit)
    room = page.width - 2 * margin
    tall = page.height * _TITLE_SHARE
    picture = game_lettering(definition, look, room, _TALLEST * unit, height=tall)
    lines = text_lines(look.tagline, room, em)
    height = picture.box.height
    if lines:
        height += em * (_BELOW_TITLE + _LEADING * (len(lines) - 1))
    top = max(_TITLE_TOP * unit, clear) if look.title_at == "top" else page.height - foot - height
    items: list[Item] = [picture.at(Point(margin, top))]
    baseline = top + picture.box.height + _BELOW_TITLE * em
    for number, line in enumerate(lines):
        at = Point(margin, baseline + number * _LEADING * em)
        items.append(Text(line, at, em, look.text))
    return _Block(tuple(items), top, top + height)


def _ornament(look: Look, box: Box, unit: float) -> Iterator[Item]:
    """Rings as on banknotes under inlines, a sky under stars, hexagons under plain lines.

    There is nothing without fills.
    """
    if not look.filled:
        return
    if look.stroke == "plain":
        yield Shape(_hexagons(box, look.pitch * unit), stroke=Stroke(_LINE * unit, _half(look)))
    if look.stroke == "inline":
        yield Shape(_rings(box, unit), stroke=Stroke(_LINE * unit, _half(look)))
    if look.stroke == "stars":
        random = Random(look.seed)
        for number in range(_STARS):
            at = Point(box.x + random.random() * box.width, box.y + random.random() * box.height)
            reach = (0.35 + 0.75 * random.random() ** 3) * unit
            path = star(4, at, reach, waist=0.3) if number % 3 == 0 else circle(at, 0.3 * reach)
            yield Shape(path, fill=mixed(look.ground, look.text, 0.3 + 0.3 * random.random()))


def _half(look: Look) -> str:
    return mixed(look.ground, look.faint, 0.5)


def _hexagons(box: Box, pitch: float) -> Path:
    """A honeycomb whose hexagons are so far across flats."""
    radius = pitch / 3**0.5
    path: Path = ()
    for row in range(int(box.height / (1.5 * radius)) + 2):
        for column in range(int(box.width / pitch) + 2):
            centre = Point(box.x + (column + row % 2 / 2) * pitch, box.y + row * 1.5 * radius)
            path += regular(6, centre, radius)
    return path


def _rings(box: Box, unit: float) -> Path:
    """Rings round the points of a lattice."""
    step = _RINGS * unit
    path: Path = ()
    for row in range(int(box.height / step) + 2):
        for column in range(int(box.width / step) + 2):
            centre = Point(box.x + (column + row % 2 / 2) * step, box.y + row * step)
            for ring in range(1, 4):
                path += circle(centre, ring * _RING_STEP * unit * 0.9)
    return path
