"""The foot of a cover: the facts in small hexagons, the credit, and the pieces in numbers."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.classes import NamedTuple
from pnp.draw.look.lettering import numeral
from pnp.draw.look.looks import Look
from pnp.draw.look.signs import box_path, regular, symbol
from pnp.pieces import Pieces
from pnp.scene import Item, Placed, Shape, Stroke, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Path, Point, circle, segment

# Millimetres on A5: a hexagon from its middle to a corner, its line, and a number.
_RADIUS, _LINE, _NUMBER = 6.0, 0.45, 2.5
_CREDIT, _CONTENTS, _LEAST = 3.5, 3.1, 2.5
_MIDDLE = 12.5  # from the edge of the page


class _Fact(NamedTuple):
    icon: str
    text: str


def facts_items(
    pieces: Pieces,
    look: Look,
    page: Box,
    unit: float,
    *,
    margin: float,
    contents: str,
) -> Iterator[Item]:
    """The facts on the left and the texts on the right of the foot."""
    radius, middle = _RADIUS * unit, page.bottom - _MIDDLE * unit
    x = margin + radius * 3**0.5 / 2
    for fact in _facts(pieces):
        yield from _fact(fact, Point(x, middle), radius, look, unit)
        x += radius * 3**0.5 + 1.2 * unit
    lines = [
        (text, max(_LEAST, size * unit), bold)
        for text, size, bold in (
            (_credit(pieces), _CREDIT, True),
            (contents, _CONTENTS, False),
        )
        if text
    ]
    room = page.width - margin - x
    baseline = middle + (0.3 if len(lines) == 1 else -0.25) * _CREDIT * unit
    for text, em, bold in lines:
        fitting = min(em, em * room / text_width(text, em, bold=bold))
        at = Point(page.width - margin, baseline)
        yield Text(text, at, fitting, look.text, bold=bold, anchor="end")
        baseline += 1.4 * em


def _facts(pieces: Pieces) -> Iterator[_Fact]:
    """The facts that the file states."""
    definition = pieces.definition
    players = definition.players
    if players.stated:
        least, most = players.min, players.max
        yield _Fact("players", str(least) if least == most else f"{least}\u2013{most}")
    if definition.minutes is not None:
        yield _Fact("time", f"{definition.minutes}'")
    if definition.age is not None:
        yield _Fact("age", f"{definition.age}+")


def _credit(pieces: Pieces) -> str:
    designer = pieces.definition.credit.designer
    words = pieces.definition.language
    return words("cover-designer", designer=designer) if designer else ""


def _fact(fact: _Fact, centre: Point, radius: float, look: Look, unit: float) -> Iterator[Item]:
    line = Stroke(_LINE * unit, look.text)
    yield Shape(regular(6, centre, radius), stroke=line)
    up = centre - Point(0, radius * 0.34)
    yield from _ICONS[fact.icon](up, radius * 0.34, look.text)
    number = numeral(fact.text, _NUMBER * unit, look.text)
    # A long number is smaller, so that it stays in its hexagon.
    scale = min(1.0, radius * 1.35 / number.box.width)
    corner = Point(
        centre.x - number.box.width * scale / 2,
        centre.y + radius * 0.4 - number.box.height * scale / 2,
    )
    yield Placed(number.drawing, corner, scale)


def _people(centre: Point, reach: float, ink: str) -> Iterator[Item]:
    for side in (-1, 1):
        yield Shape(symbol("pawn", centre + Point(side * reach * 0.95, 0), reach), fill=ink)


def _clock(centre: Point, reach: float, ink: str) -> Iterator[Item]:
    line = Stroke(0.22 * reach, ink, round=True)
    yield Shape(circle(centre, reach), stroke=line)
    hands: Path = (
        *segment(centre, centre - Point(0, reach * 0.6)),
        *segment(centre, centre + Point(reach * 0.45, 0)),
    )
    yield Shape(hands, stroke=line)


def _cake(centre: Point, reach: float, ink: str) -> Iterator[Item]:
    left, top = centre.x - reach, centre.y
    yield Shape(box_path(Box(left, top, 2 * reach, reach)), fill=ink)
    for k in (-1, 0, 1):
        candle = centre + Point(k * reach * 0.6, -reach * 0.25)
        foot, wick = candle + Point(0, reach * 0.25), candle - Point(0, reach * 0.4)
        yield Shape(segment(foot, wick), stroke=Stroke(0.22 * reach, ink))
        yield Shape(circle(candle - Point(0, reach * 0.75), reach * 0.16), fill=ink)


_ICONS = {"players": _people, "time": _clock, "age": _cake}
