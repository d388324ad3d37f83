"""The difference of two inks for every kind of colour vision; only this module uses coloraide.

The first call imports the library: most sets distinguish their colours by patterns, and need no
measuring.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coloraide import Color


class Vision(Enum):
    """A kind of colour vision: normal, or without one of the three cones."""

    NORMAL = "normal vision"
    PROTANOPIA = "protanopia"
    DEUTERANOPIA = "deuteranopia"
    TRITANOPIA = "tritanopia"


# coloraide's names of the missing cone and of the simulation. For the first two that of
# F. Viénot, H. Brettel and J. D. Mollon, "Digital video colourmaps for checking the legibility of
# displays by dichromats", 1999; it is not valid for tritanopia. For that, H. Brettel, F. Viénot
# and J. D. Mollon, "Computerized simulation of color appearance for dichromats", 1997.
_SIMULATIONS = {
    Vision.PROTANOPIA: ("protan", "vienot"),
    Vision.DEUTERANOPIA: ("deutan", "vienot"),
    Vision.TRITANOPIA: ("tritan", "brettel"),
}


def simulated(ink: str, vision: Vision) -> str:
    """An ink that looks to people with normal vision as this one does to people with that vision.

    The simulation is for people who lack a cone completely; weaker forms are between it and the ink
    itself. Colours outside sRGB are clipped.

    >>> simulated("#FF0000", Vision.PROTANOPIA)
    '#5E5E0D'
    """
    return _seen(ink, vision).convert("srgb").to_string(hex=True, upper=True)


def distance(ink: str, other: str, vision: Vision = Vision.NORMAL) -> float:
    """The CIEDE2000 difference of two inks, seen with that vision (ISO/CIE 11664-6).

    A difference of 1 is just visible if the inks are side by side; black and white differ by 100.

    >>> round(distance("#000000", "#FFFFFF"), 6)
    100.0
    """
    return _seen(ink, vision).delta_e(_seen(other, vision), method="2000")


def least_distance(ink: str, other: str) -> tuple[float, Vision]:
    """The smallest distance of two inks for any kind of vision, and that kind.

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
    # Converted once to the space of the difference, not for every pair.
    return colour.convert("lab-d65")
