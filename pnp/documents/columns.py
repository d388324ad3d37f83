"""The widths of the columns of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Width(NamedTuple):
    """The widths that a column or a cell needs: `least` keeps its words unbroken, `natural` its lines."""

    least: float
    natural: float


def widest(widths: Iterable[Width]) -> Width:
    """The widths that a column of these cells needs.

    >>> widest([Width(10, 50), Width(20, 20)])
    Width(least=20, natural=50)
    """
    least, natural = zip(*widths, strict=True)
    return Width(max(least), max(natural))


def column_widths(columns: Sequence[Width], room: float) -> tuple[float, ...]:
    """The natural widths, if there is room; if not, widths between least and natural.

    >>> column_widths([Width(10, 40), Width(10, 100)], room=200)
    (40, 100)
    >>> column_widths([Width(10, 40), Width(10, 100)], room=80)
    (25.0, 55.0)
    >>> column_widths([Width(60, 80), Width(40, 100)], room=80)
    (48.0, 32.0)
    """
    least = sum(column.least for column in columns)
    natural = sum(column.natural for column in columns)
    if natural <= room:
        return tuple(column.natural for column in columns)
    if least >= room:
        return tuple(column.least * room / least for column in columns)
    share = (room - least) / (natural - least)
    return tuple(column.least + share * (column.natural - column.least) for column in columns)
