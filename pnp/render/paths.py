"""Paths and dashes as text for page formats; `number` formats every number."""

from __future__ import annotations

from functools import lru_cache

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
    """The path as the `d` attribute of an SVG path.

    >>> svg_path((("M", 0, 0), ("L", 1.5, 0), ("C", 2, 0, 2, 1, 1, 1), ("Z",)))
    'M0 0L1.5 0C2 0 2 1 1 1Z'
    """
    return "".join(command[0] + " ".join(map(number, command[1:])) for command in path)


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
