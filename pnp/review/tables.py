"""Tables: the numbers of a set in words, for a terminal, a page, and below each figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.basics.words import counted
from pnp.review.costs import Costs
from pnp.review.ink import Ink
from pnp.review.sides import PATH
from pnp.review.statistics import Statistics


class Table(NamedTuple):
    """Rows below a header, with a title and a sentence."""

    key: str
    title: str
    subtitle: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def percent(share: float) -> str:
    """A share for people to read; nearly all is not all, and nearly none is not none.

    >>> percent(0.3333), percent(0.0233), percent(0.00146), percent(0.00001), percent(0.0)
    ('33 %', '2.3 %', '0.15 %', '<0.01 %', '0 %')
    >>> percent(0.9961), percent(0.99999), percent(1.0)
    ('99.6 %', '>99.9 %', '100 %')
    """
    if 0.995 <= share < 1 - 1e-9:
        return f"{100 * share:.1f} %" if share < 0.9995 else ">99.9 %"
    return f"{figures(100 * share)} %"


def figures(value: float) -> str:
    """A number for people to read, with no more digits than they need.

    >>> figures(212.4), figures(98.0), figures(7.26), figures(0.118), figures(0.001)
    ('212', '98', '7.3', '0.12', '<0.01')
    """
    if value == 0:
        return "0"
    if value < 0.01:
        return "<0.01"
    digits = 2 if value < 0.995 else 1 if value < 9.95 else 0
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def minutes(number: float) -> str:
    """A time that nobody knows to the minute.

    >>> minutes(0.7), minutes(2.2), minutes(82.9), minutes(970.0)
    ('1 min', '2 min', '1 h 25 min', '16 h')
    """
    if number <= 0:
        return "none"
    if number < 20:
        return f"{max(1, round(number))} min"
    if number > 600:
        return f"{round(number / 60)} h"
    hours, rest = divmod(5 * round(number / 5), 60)
    return " ".join(
        part for part in (f"{hours} h" * bool(hours), f"{rest} min" * bool(rest)) if part
    )


def tables(numbers: Sequence[Statistics], costs: Costs) -> tuple[Table, ...]:
    """All tables of a set: those about each of its groups of tiles, and those about its costs."""
    made = [table for each in numbers for table in tables_of_tiles(each)]
    return (*made, *_costs(costs), *_ink(costs))


def tables_of_tiles(numbers: Statistics) -> Iterator[Table]:
    """The tables of a group of tiles, with its name if it has one; none without tiles."""
    about_tiles = (_sides, _matches, _fits, _strands, _crossings, _patterns, _twins, _look_alikes)
    for make in about_tiles if numbers.tiles else ():
        for table in make(numbers):
            group = numbers.group
            yield table._replace(
                key=f"{group}-{table.key}" if group else table.key,
                title=f"{table.title}, {group}" if group else table.title,
            )


def _sides(numbers: Statistics) -> Iterator[Table]:
    header = ("family", "tiles", "sides", *(look.words for look in numbers.looks))
    rows = tuple(
        (family.name, f"{family.tiles:,}", f"{family.sides:,}", *_percents(family.shares))
        for family in numbers.families
    )
    subtitle = "Per cent of sides, by family"
    if len(numbers.families) == 1:
        subtitle = f"Per cent of sides; two random sides match in {percent(numbers.matches[0].chance)} of cases"
    yield Table("sides", "What the sides show", subtitle, header, rows)


def _percents(shares: Sequence[tuple[int, float]]) -> Iterator[str]:
    return (percent(share) for _, share in shares)


def _matches(numbers: Statistics) -> Iterator[Table]:
    names = [family.name for family in numbers.families]
    chance = {(one, other): value for one, other, value in numbers.matches}
    rows = tuple((one, *(percent(chance[one, other]) for other in names)) for one in names)
    if len(names) > 1:
        subtitle = "A random side of each family, in per cent of all pairs"
        yield Table("matches", "Chance that two sides match", subtitle, ("family", *names), rows)


def _fits(numbers: Statistics) -> Iterator[Table]:
    rows = tuple(
        (
            counted(each.sides, "side"),
            figures(each.share * numbers.tiles),
            percent(each.share) + (f" ± {figures(100 * each.error)}" if each.error else ""),
            "not known" if each.stuck is None else percent(each.stuck),
        )
        for each in numbers.fits
    )
    if not rows:
        return
    yield Table(
        "fits",
        "How many tiles fit a place",
        "Per cent of the set, by the number of sides that the place touches",
        ("the place touches", "tiles that fit", "of the set", "places that no tile fits"),
        rows,
    )


def _strands(numbers: Statistics) -> Iterator[Table]:
    names = dict.fromkeys(name for kind in numbers.strands for name, _ in kind.colours)
    columns = [] if [*names] == [PATH] else [*names]
    rows = tuple(
        (
            kind.kind,
            f"{kind.number:,}",
            percent(kind.share),
            *(f"{dict(kind.colours).get(name, 0):,}" for name in columns),
        )
        for kind in numbers.strands
    )
    if rows:
        header = ("strand", "number", "of all", *columns)
        yield Table("strands", "The strands of the tiles", "Number of strands", header, rows)


def _crossings(numbers: Statistics) -> Iterator[Table]:
    rows = tuple(
        (str(each.crossings or "none"), f"{each.tiles:,}", percent(each.share))
        for each in numbers.crossings
    )
    if rows:
        header = ("crossings", "tiles", "of the set")
        yield Table("crossings", "Crossings on a tile", "Number of tiles", header, rows)


def _patterns(numbers: Statistics) -> Iterator[Table]:
    rows = tuple(
        (each.notation, f"{each.tiles:,}", f"{each.kinds:,}", percent(each.share))
        for each in numbers.patterns
    )
    subtitle = f"{counted(len(rows), 'pattern')} without colours, by number of tiles"
    header = ("pattern", "tiles", "different", "of the set")
    yield Table("patterns", "The patterns of the tiles", subtitle, header, rows)


def _twins(numbers: Statistics) -> Iterator[Table]:
    pairs, alone, achiral, two_sided = numbers.twins
    rows = [("unchanged by a mirror", f"{achiral:,}")]
    if two_sided:
        chiral = 2 * len(pairs) + len(alone)
        rows += [("another tile when turned over", f"{chiral:,}")]
    else:
        rows += [("with their mirror twin", f"{2 * len(pairs):,}")]
        rows += [("without their mirror twin", f"{len(alone):,}")]
    yield Table(
        "twins",
        "Tiles in the mirror",
        "Number of different tiles",
        ("tiles", "number"),
        tuple(rows),
    )


def _look_alikes(numbers: Statistics) -> Iterator[Table]:
    rows = tuple(
        (
            each.vision,
            "; ".join(" = ".join(names) for names in each.colours) or "none",
            f"{sum(map(len, each.tiles)):,}" if each.tiles else "none",
        )
        for each in numbers.look_alikes
    )
    yield Table(
        "look-alikes",
        "Tiles that look alike",
        "Different tiles that are one tile to people who do not see some colours apart",
        ("seen with", "colours that look alike", "tiles that look alike"),
        rows,
    )


def _costs(costs: Costs) -> Iterator[Table]:
    rows = [
        (
            each.title,
            f"{each.pieces:,}",
            each.layout or "as it is",
            f"{each.sheets:,}",
            f"{each.cuts:,}",
            each.tool or "none",
            minutes(each.minutes),
            "" if each.used is None else percent(each.used),
        )
        for each in costs.kinds
    ]
    total = (f"{costs.sheets:,}", f"{costs.cuts:,}", "", minutes(costs.minutes))
    used = "" if costs.used is None else percent(costs.used)
    if len(rows) > 1:
        rows.append(("Together", f"{sum(each.pieces for each in costs.kinds):,}", "", *total, used))
    if rows:
        subtitle = (
            f"On {costs.paper}: {counted(costs.sheets, 'sheet')}, {counted(costs.cuts, 'cut')},"
            f" about {minutes(costs.minutes)} of cutting"
        )
        header = ("pieces", "number", "layout", "sheets", "cuts", "cut with", "time", "paper used")
        yield Table("costs", "What it costs to make", subtitle, header, tuple(rows))


def _ink(costs: Costs) -> Iterator[Table]:
    rows = [(each.title, *_ink_words(each.ink)) for each in costs.kinds if each.ink is not None]
    whole = costs.ink
    if whole is None or not rows:
        return
    if len(rows) > 1:
        rows.append(("Together", *_ink_words(whole)))
    yield Table(
        "ink",
        "Ink to print it",
        "In A4 pages of 5 per cent coverage, as cartridges state their yield",
        ("pieces", "cyan", "magenta", "yellow", "black"),
        tuple(rows),
    )


def _ink_words(ink: Ink | None) -> Iterator[str]:
    return (f"{each:,.1f}" for each in ink or ())
