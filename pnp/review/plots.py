"""Plots: the figures of a set as values, each with the table behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.basics.words import counted
from pnp.review.costs import Cost, Costs
from pnp.review.statistics import Look, Statistics
from pnp.review.tables import Table, minutes, percent, tables, tables_of_tiles

# More looks, families or patterns than this make a figure that nobody reads; the table has them.
MOST_LOOKS = 9
MOST_ROWS = 14
MOST_FAMILIES = 10


class Part(NamedTuple):
    """One of the things that a stack shows: in words, in letters, and its ink if it has one."""

    words: str
    short: str
    fill: str | None = None
    blank: bool = False


class Stack(NamedTuple):
    """Bars from 0 to 1, each with a share for each part."""

    parts: tuple[Part, ...]
    bars: tuple[tuple[str, tuple[float, ...]], ...]


class Matrix(NamedTuple):
    """A square of shares: a row and a column for each name."""

    names: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]


class Curve(NamedTuple):
    """Shares of 0 to 1 from left to right."""

    points: tuple[tuple[str, float], ...]


class Bars(NamedTuple):
    """Bars with what they are of, their length, and the words behind them."""

    bars: tuple[tuple[str, float, str], ...]


class Columns(NamedTuple):
    """Columns from left to right: what they are of, their height, and the words above them.

    `whole` is the height of a full column; 0 for that of the highest one.
    """

    columns: tuple[tuple[str, float, str], ...]
    whole: float = 0.0


Chart = Stack | Matrix | Curve | Bars | Columns


class Plot(NamedTuple):
    """A figure: its title, a sentence, the table behind it, and what to draw."""

    key: str
    title: str
    subtitle: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chart: Chart


def plots(statistics: Sequence[Statistics], costs: Costs) -> tuple[Plot, ...]:
    """The figures of a set, in the order of its tables; those that would show nothing are omitted."""
    by_key = {table.key: table for table in tables((), costs)}
    of_tiles = (plot for each in statistics for plot in _plots_of_tiles(each))
    return (*of_tiles, *_plots_of_costs(costs, by_key))


def _plots_of_tiles(statistics: Statistics) -> Iterator[Plot]:
    start = f"{statistics.group}-" if statistics.group else ""
    by_key = {table.key.removeprefix(start): table for table in tables_of_tiles(statistics)}
    if statistics.tiles:
        yield Plot(*by_key["sides"], _sides(statistics))
        if 1 < len(statistics.families) <= MOST_FAMILIES:
            yield Plot(*by_key["matches"], _matches(statistics))
        if "fits" in by_key:
            yield Plot(*by_key["fits"], Curve(_fit_points(statistics)))
            yield from _stuck(statistics, by_key["fits"])
        if statistics.strands:
            strands = ((each.kind, each.number) for each in statistics.strands)
            yield Plot(*by_key["strands"], Bars(_counted(strands)))
        if len(statistics.crossings) > 1:
            crossings = (
                (str(each.crossings or "none"), each.tiles) for each in statistics.crossings
            )
            yield Plot(*by_key["crossings"], Columns(_counted(crossings)[:MOST_ROWS]))
        if 1 < len(statistics.patterns) <= MOST_ROWS:
            patterns = ((each.notation, each.tiles) for each in statistics.patterns)
            yield Plot(*by_key["patterns"], Bars(_counted(patterns)))
        yield Plot(*by_key["twins"], _twins(by_key["twins"]))


def _plots_of_costs(costs: Costs, by_key: Mapping[str, Table]) -> Iterator[Plot]:
    if costs.kinds:
        yield Plot(*by_key["costs"], _costs(costs))
        if costs.ink is not None:
            inks = zip(costs.ink._fields, costs.ink, strict=True)
            pages = tuple((name, number, f"{number:,.1f}") for name, number in inks)
            yield Plot(*by_key["ink"], Bars(pages))


def _counted(numbers: Iterable[tuple[str, int]]) -> tuple[tuple[str, float, str], ...]:
    """Bars with their numbers."""
    return tuple((name, number, f"{number:,}") for name, number in numbers)


def _sides(statistics: Statistics) -> Stack:
    """The shares of looks; of many looks, the rarest are one part."""
    whole = statistics.families[-1].shares
    order = sorted(range(len(whole)), key=lambda look: -whole[look].share)
    many = len(order) > MOST_LOOKS
    shown = sorted(order[: MOST_LOOKS - 1] if many else order)
    parts = [_part(statistics.looks[look]) for look in shown]
    if many:
        parts.append(Part(f"{len(order) - len(shown)} others", "others", blank=True))
    bars = []
    for family in statistics.families:
        shares = [family.shares[look].share for look in shown]
        rest = [1 - sum(shares)] if many else []
        bars.append((family.name, (*shares, *rest)))
    return Stack(tuple(parts), tuple(bars))


def _part(look: Look) -> Part:
    return Part(look.words, look.short, look.fill, look.blank)


def _matches(statistics: Statistics) -> Matrix:
    names = tuple(family.name for family in statistics.families)
    chance = {(one, other): value for one, other, value in statistics.matches}
    return Matrix(names, tuple(tuple(chance[one, other] for other in names) for one in names))


def _fit_points(statistics: Statistics) -> tuple[tuple[str, float], ...]:
    return tuple((counted(each.sides, "side"), each.share) for each in statistics.fits)


# Fewer places without a tile are no reason to look at a figure.
_STUCK = 0.01


def _stuck(statistics: Statistics, table: Table) -> Iterator[Plot]:
    found = [(counted(each.sides, "side"), each.stuck) for each in statistics.fits]
    known = tuple((name, stuck, percent(stuck)) for name, stuck in found if stuck is not None)
    if any(stuck >= _STUCK for _, stuck, _ in known):
        title = "Places that no tile fits"
        subtitle = "Per cent of random places, by the number of sides that the place touches"
        rows = tuple((row[0], row[3]) for row in table.rows)
        header = (table.header[0], table.header[3])
        yield Plot("stuck", title, subtitle, header, rows, Columns(known, whole=1.0))


def _twins(table: Table) -> Bars:
    rows = ((name, int(number.replace(",", ""))) for name, number in table.rows)
    return Bars(_counted(rows))


def _costs(costs: Costs) -> Bars:
    return Bars(tuple((each.title, each.minutes, _cost_words(each)) for each in costs.kinds))


def _cost_words(cost: Cost) -> str:
    sheets = counted(cost.sheets, "sheet")
    if not cost.cuts:
        return f"{sheets}, no cuts"
    return f"{minutes(cost.minutes)}, {sheets}, {counted(cost.cuts, 'cut')}"
