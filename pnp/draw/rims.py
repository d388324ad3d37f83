"""The rims of tokens: lines, bands, arrows and ticks that follow the outline inside the cut."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.definition import TokenDefinition
from pnp.draw.symbols import box_path, regular
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    circle,
    heading,
    path_length,
    polygon,
    segment,
)

# Millimetres: scissors that miss the outline by so much leave the rim whole.
INSET = 0.9
_LINE, _FINE = 0.4, 0.25
# A rim on the back of a token in a theme without fills: about a dash and a gap, and the share of the dash.
_PERIOD, _DASH = 3.7, 0.65

# Shares of the token's size.
BAND = 0.105
_ARROW, _TICKS, _DOTS = 0.042, 0.055, 0.045


def token_outline(definition: TokenDefinition, *, beyond: float = 0.0) -> Path:
    """The outline of a token round the origin, grown by *beyond*."""
    half = definition.size / 2 + beyond
    match definition.shape:
        case "round":
            return circle(ORIGIN, half)
        case "square":
            return box_path(Box(-half, -half, 2 * half, 2 * half))
        case _:
            return regular(6, ORIGIN, half * 2 / 3**0.5)


def rim_room(definition: TokenDefinition, rim: str) -> float:
    """How far from the cut the rim leaves the field free."""
    size = definition.size
    depth = {"coin": _TICKS + 0.02, "dots": _DOTS + 0.03, "band": BAND}
    depth |= dict.fromkeys(("clockwise", "anticlockwise"), 1.8 * _ARROW)
    if rim == "none":
        return 0.0
    return max(INSET + _LINE, (INSET if rim != "band" else 0.0) + depth.get(rim, 0.0) * size)


def rim_items(
    definition: TokenDefinition, rim: str, ink: str, *, broken: bool = False
) -> Iterator[Item]:
    """The lines of a rim in an ink."""
    if rim in ("none", "band"):
        return
    inner = token_outline(definition, beyond=-INSET)
    yield Shape(inner, stroke=_dashed(inner, ink) if broken else Stroke(_LINE, ink))
    size = definition.size
    match rim:
        case "clockwise" | "anticlockwise":
            yield from _arrows(definition, 1 if rim == "clockwise" else -1, ink)
        case "coin":
            start, end = size / 2 - INSET - 0.45, size / 2 - INSET - _TICKS * size
            ticks: Path = ()
            for number in range(60):
                out = heading(6.0 * number)
                ticks += segment(out * start, out * end)
            yield Shape(ticks, stroke=Stroke(_FINE, ink))
            yield Shape(circle(ORIGIN, end - 0.35), stroke=Stroke(_FINE, ink))
        case "dots":
            middle = size / 2 - INSET - _DOTS / 2 * size - 0.2
            dots: Path = ()
            for number in range(36):
                dots += circle(heading(10.0 * number) * middle, 0.009 * size)
            yield Shape(dots, fill=ink)
            yield Shape(circle(ORIGIN, middle - _DOTS / 2 * size), stroke=Stroke(_FINE, ink))
        case _:
            return


def _dashed(rim: Path, ink: str) -> Stroke:
    """A rim of equal dashes, with a gap where it begins and at each other corner."""
    sides = sum(part[0] == "L" for part in rim) + 1
    length = path_length((*rim[:-1], ("L", *rim[0][1:])))
    period = length / sides / max(1, round(length / sides / _PERIOD))
    dash = _DASH * period
    return Stroke(_LINE, ink, (dash, period - dash), (dash + period) / 2)


def _arrows(definition: TokenDefinition, way: int, ink: str) -> Iterator[Item]:
    """An arrowhead at the middle of each side of a hexagon, all one way round."""
    reach = _ARROW * definition.size
    middle = definition.size / 2 - INSET - 1.7 * reach
    path: Path = ()
    for number in range(6):
        out = heading(30.0 + 60.0 * number)
        on, at = out.right() * (way * reach * 0.5), out * middle
        path += polygon([at - on + out * reach, at + on, at - on - out * reach])[:-1]
    yield Shape(path, stroke=Stroke(0.028 * definition.size, ink))
