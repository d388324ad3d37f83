"""Lengths: in millimetres everywhere, in points only inside the PDF writer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

# One PostScript point is 1/72 inch, one inch is 25.4 mm, both by definition.
MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / 72}

# A length with more digits is a mistake.
LENGTH = re.compile(r"([+-]?[0-9]{1,6}(?:\.[0-9]{0,6})?|\.[0-9]{1,6})\s*(mm|cm|in|pt)?")


def millimetres(text: str) -> float:
    """The length written in *text*, in millimetres; a number without a unit is in millimetres.

    Raises ValueError if the text is not a length.

    >>> millimetres("30mm"), millimetres("1.5 in"), millimetres("72pt"), millimetres("12")
    (30.0, 38.1, 25.4, 12.0)
    """
    match = LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a length; write for example 30mm, 3cm or 1.5in")
    value = float(match[1]) * MM_PER_UNIT[match[2] or "mm"]
    return round(value, 6)


@lru_cache(maxsize=4096)  # pages repeat four numbers of five
def number(value: float) -> str:
    """The shortest text for *value* to a thousandth, which both writers use.

    A thousandth of a millimetre is a tenth of a dot at 2540 dpi.

    >>> number(1.0), number(-0.00001), number(2.5), number(0.3333333)
    ('1', '0', '2.5', '0.333')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def plain_length(length: float) -> str:
    """A length for people to read.

    >>> plain_length(30.0), plain_length(38.125)
    ('30 mm', '38.12 mm')
    """
    return plain_lengths((length,))


def plain_lengths(lengths: Sequence[float]) -> str:
    """Lengths that belong together, such as a width and a height, for people to read.

    >>> plain_lengths((25.0, 50.5))
    '25 x 50.5 mm'
    """
    return " x ".join(f"{each:.2f}".rstrip("0").rstrip(".") for each in lengths) + " mm"
