"""Paths and dashes as text for page formats; `number` formats every number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import floor

from pnp.basics.units import number
from pnp.scene import Stroke
from pnp.scene.display import SHARP_ENDS
from pnp.scene.geometry import Path

# The longest mitre, in line widths: the default of SVG, so that only PDF files, whose default is
# 10, have to set it. Corners down to 29 degrees stay sharp.
MITRE_LIMIT = SHARP_ENDS.mitre_limit

_PDF_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


@lru_cache(maxsize=4096)
def svg_path(path: Path) -> str:
    """The path as the `d` attribute of an SVG path, each step counted from the one before, which is shorter.

    >>> svg_path((("M", 0, 0), ("L", 1.5, 0), ("C", 2, 0, 2, 1, 1, 1), ("Z",)))
    'M0 0h1.5c.5 0 .5 1-.5 1z'
    """
    steps: list[str] = []
    x = y = start_x = start_y = 0
    for command, *numbers in path:
        # Whole thousandths: rounding errors do not add up.
        here = [floor(each) * 1000 + round(each % 1 * 1000) for each in numbers]
        if command == "M":
            start_x, start_y = here
            steps.append(f"M{_thousandths(here)}")
        elif command == "Z":
            here = [start_x, start_y]
            steps.append("z")
        else:
            off = [each - (y if place % 2 else x) for place, each in enumerate(here)]
            if command == "C":
                steps.append(f"c{_thousandths(off)}")
            elif off[1] == 0:
                steps.append(f"h{_thousandths(off[:1])}")
            elif off[0] == 0:
                steps.append(f"v{_thousandths(off[1:])}")
            else:
                steps.append(f"l{_thousandths(off)}")
        x, y = here[-2:]
    return "".join(steps)


def _thousandths(numbers: Iterable[int]) -> str:
    """So many thousandths each, with a blank only where a sign does not divide two of them."""
    return " ".join(map(_thousandth, numbers)).replace(" -", "-")


@lru_cache(maxsize=1 << 15)
def _thousandth(number: int) -> str:
    """The shortest text for so many thousandths: none has a zero before its point."""
    whole, rest = divmod(abs(number), 1000)
    text = (str(whole) if whole or not rest else "") + (f".{rest:03}".rstrip("0") if rest else "")
    return f"-{text}" if number < 0 else text


@lru_cache(maxsize=4096)
def pdf_path(path: Path) -> str:
    """The path as PDF construction operators, before an operator that paints.

    >>> pdf_path((("M", 0, 0), ("L", 1.5, 0), ("Z",)))
    '0 0 m 1.5 0 l h'
    """
    return " ".join(
        " ".join((*map(number, command[1:]), _PDF_OPERATORS[command[0]])) for command in path
    )


def dash_numbers(stroke: Stroke) -> tuple[str, ...]:
    """The dash pattern as both formats write it; empty for a line without gaps.

    A pattern of zeros, which is an error in PDF, becomes a solid line as in SVG.
    """
    numbers = tuple(map(number, stroke.dash))
    return numbers if any(text != "0" for text in numbers) else ()


def dash_phase(stroke: Stroke) -> str:
    """How far into its pattern the line starts; never negative, which PDF does not allow."""
    # A pattern of odd length swaps dashes and gaps when it repeats: its period is two patterns.
    period = sum(stroke.dash) * (1 + len(stroke.dash) % 2)
    return number(stroke.phase % period)
