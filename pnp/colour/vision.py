"""How far apart two inks are, for every kind of colour vision: the door to coloraide.

The library is imported by the first call: most sets tell their colours apart by patterns, and need
no measuring.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coloraide import Color


class Vision(Enum):
    """A kind of colour vision: the usual one, and those that lack one of its three cones."""

    NORMAL = "normal vision"
    PROTANOPIA = "protanopia"
    DEUTERANOPIA = "deuteranopia"
    TRITANOPIA = "tritanopia"


# What coloraide calls the missing cone, and whose simulation it takes. For the first two that of
# F. Viénot, H. Brettel and J. D. Mollon, "Digital video colourmaps for checking the legibility of
# displays by dichromats", 1999; it does not hold for tritanopia. For that, H. Brettel, F. Viénot
# and J. D. Mollon, "Computerized simulation of color appearance for dichromats", 1997.
_SIMULATIONS = {
    Vision.PROTANOPIA: ("protan", "vienot"),
    Vision.DEUTERANOPIA: ("deutan", "vienot"),
    Vision.TRITANOPIA: ("tritan", "brettel"),
}


def simulated(ink: str, vision: Vision) -> str:
    """The ink that people with normal vision see as this one is seen with that vision.

    Of somebody who lacks a cone altogether: weaker forms lie between this and the ink itself. What
    is outside of sRGB is clipped, as in any picture of a simulation.

    >>> simulated("#FF0000", Vision.PROTANOPIA)
    '#5E5E0D'
    """
    return _seen(ink, vision).convert("srgb").to_string(hex=True, upper=True)


def distance(ink: str, other: str, vision: Vision = Vision.NORMAL) -> float:
    """The CIEDE2000 difference of two inks, seen with that vision.

    ISO/CIE 11664-6. About 1 is just seen with the inks side by side; 100 lies between black and
    white.

    >>> round(distance("#000000", "#FFFFFF"), 6)
    100.0
    """
    return _seen(ink, vision).delta_e(_seen(other, vision), method="2000")


def least_distance(ink: str, other: str) -> tuple[float, Vision]:
    """The smallest distance of two inks with any kind of vision, and the kind that it is.

    >>> least_distance("#E69F00", "#CC79A7")[1]
    <Vision.TRITANOPIA: 'tritanopia'>
    """
    return min(((distance(ink, other, vision), vision) for vision in Vision), key=lambda it: it[0])


@cache
def _seen(ink: str, vision: Vision) -> Color:
    from coloraide import Color

    colour = Color(ink)
    if vision is not Vision.NORMAL:
        cone, method = _SIMULATIONS[vision]
        colour = colour.filter(cone, method=method).convert("srgb").clip()
    # The space in which the difference is taken; converted once, not for every pair.
    return colour.convert("lab-d65")
