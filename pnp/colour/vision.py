"""The difference of two inks for every kind of colour vision."""

from __future__ import annotations

import math
from enum import Enum
from functools import cache

from pnp.colour.measures import Lab, Linear, hexadecimal, lab, linear


class Vision(Enum):
    """A kind of colour vision: normal, or without one of the three cones."""

    NORMAL = "normal vision"
    PROTANOPIA = "protanopia"
    DEUTERANOPIA = "deuteranopia"
    TRITANOPIA = "tritanopia"


_Matrix = tuple[Linear, Linear, Linear]

# From linear sRGB to what is seen without a cone, as a product of the paper's three matrices: F. Viénot, H. Brettel
# and J. D. Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats",
# 1999. It is not valid for tritanopia.
_VIENOT: dict[Vision, _Matrix] = {
    Vision.PROTANOPIA: (
        (0.11238276122216405, 0.8876172387778362, 0.0),
        (0.11238276122216405, 0.8876172387778362, 0.0),
        (0.0040057682730469425, -0.0040057682730469425, 1.0),
    ),
    Vision.DEUTERANOPIA: (
        (0.2927501142784356, 0.7072498857215644, 0.0),
        (0.2927501142784356, 0.7072498857215644, 0.0),
        (-0.022336587034129083, 0.022336587034129083, 1.0),
    ),
}

# From linear sRGB to the cones, by the same authors' numbers, and from there to what is seen without the third cone, on
# one side of the plane between the two half-planes of colours that all see alike, and on the other: H. Brettel, F. Viénot
# and J. D. Mollon, "Computerized simulation of color appearance for dichromats", 1997.
_CONES: _Matrix = (
    (0.178824041258, 0.4351609057, 0.04119349692),
    (0.034556423182, 0.27155382458, 0.03867130836),
    (0.000299565576, 0.0018430896, 0.01467086136),
)
_PLANE = (0.344781556122, -0.655178443878, 0.0)
_BELOW: _Matrix = (
    (7.392856536180033, -11.148044821248138, 0.0),
    (-0.34194012421930653, 3.5501661175064, 0.0),
    (-4.2050692716448586, 10.89115898202731, 0.0),
)
_ABOVE: _Matrix = (
    (8.0643934576311, -12.42414705871019, 0.0),
    (-0.9956078228581946, 4.7923119863996835, 0.0),
    (-0.2150297288038942, 3.3090019545637928, 0.0),
)


def _dot(one: Linear, other: Linear) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _times(matrix: _Matrix, vector: Linear) -> Linear:
    return _dot(matrix[0], vector), _dot(matrix[1], vector), _dot(matrix[2], vector)


@cache
def _seen(ink: str, vision: Vision) -> Linear:
    """The light that looks to normal vision as the ink does to that one; colours outside sRGB are clipped."""
    light = linear(ink)
    if vision is Vision.NORMAL:
        return light
    if vision is Vision.TRITANOPIA:
        cones = _times(_CONES, light)
        light = _times(_ABOVE if _dot(_PLANE, cones) > 0 else _BELOW, cones)
    else:
        light = _times(_VIENOT[vision], light)
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in light)
    return red, green, blue


def simulated(ink: str, vision: Vision) -> str:
    """An ink that looks to people with normal vision as this one does to people with that vision.

    The simulation is for people who lack a cone completely; weaker forms are between it and the ink
    itself.

    >>> simulated("#FF0000", Vision.PROTANOPIA)
    '#5E5E0D'
    """
    return hexadecimal(_seen(ink, vision))


@cache
def _seen_lab(ink: str, vision: Vision) -> Lab:
    return lab(_seen(ink, vision))


def distance(ink: str, other: str, vision: Vision = Vision.NORMAL) -> float:
    """The CIEDE2000 difference of two inks, seen with that vision (ISO/CIE 11664-6).

    A difference of 1 is just visible if the inks are side by side; black and white differ by 100.

    >>> round(distance("#000000", "#FFFFFF"), 6)
    100.0
    """
    return _ciede2000(_seen_lab(ink, vision), _seen_lab(other, vision))


def least_distance(ink: str, other: str) -> tuple[float, Vision]:
    """The smallest distance of two inks for any kind of vision, and that kind.

    >>> least_distance("#E69F00", "#CC79A7")[1]
    <Vision.TRITANOPIA: 'tritanopia'>
    """
    return min(((distance(ink, other, vision), vision) for vision in Vision), key=lambda it: it[0])


def _ciede2000(one: Lab, other: Lab) -> float:
    """The formula in the order and with the letters of the paper.

    G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 color-difference formula", 2005, (2) to (22).
    """
    (l1, a1, b1), (l2, a2, b2) = one, other

    def share(chroma: float) -> float:
        return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))

    g = 0.5 * (1 - share((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    between, mean_hue = h2 - h1, (h1 + h2) / 2
    if c1 * c2 == 0:
        # A grey has no hue.
        between, mean_hue = 0.0, h1 + h2
    elif abs(between) > 180:
        between -= math.copysign(360, between)
        mean_hue += 180 if mean_hue < 180 else -180
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2

    def cosine(degrees: float) -> float:
        return math.cos(math.radians(degrees))

    t = (
        1
        - 0.17 * cosine(mean_hue - 30)
        + 0.24 * cosine(2 * mean_hue)
        + 0.32 * cosine(3 * mean_hue + 6)
        - 0.20 * cosine(4 * mean_hue - 63)
    )
    from_grey = (mean_l - 50) ** 2
    lighter = (l2 - l1) / (1 + 0.015 * from_grey / math.sqrt(20 + from_grey))
    stronger = (c2 - c1) / (1 + 0.045 * mean_c)
    other_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(between / 2))
    other_hue /= 1 + 0.015 * mean_c * t
    turn = math.radians(60 * math.exp(-(((mean_hue - 275) / 25) ** 2)))
    rotation = -2 * math.sin(turn) * share(mean_c)
    return math.sqrt(lighter**2 + stronger**2 + other_hue**2 + rotation * stronger * other_hue)
