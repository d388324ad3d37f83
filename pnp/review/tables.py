"""Tables: the numbers of a set in words, for a terminal, a page, and below each figure; and what to draw of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pnp.basics.classes import NamedTuple
from pnp.basics.words import counted
from pnp.review.costs import Costs
from pnp.review.sides import PATH
from pnp.review.statistics import Statistics

# More looks, families or patterns than this make a figure that nobody reads; the table has them.
MOST_LOOKS = 9
MOST_ROWS = 14
MOST_FAMILIES = 10

# Fewer places without a tile are no reason to look at a figure.
_STUCK = 0.01


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


class Series(NamedTuple):
    """Values with their names, and in words: bars from top to bottom, columns, or a curve of shares.

    `whole` is the height of a full column; 0 for that of the highest one.
    """

    form: Literal["bars", "columns", "curve"]
    points: tuple[tuple[str, float, str], ...]
    whole: float = 0.0


Chart = Stack | Matrix | Series


class Table(NamedTuple):
    """Rows below a header, with a title and a sentence, and the chart that shows them, if there is one.

    The rows of a table that is `repeated` stand in another one as well: only its chart is of use.
    """

    key: str
    title: str
    subtitle: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chart: Chart | None = None
    repeated: bool = False


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
    words = (f"{hours} h" if hours else "", f"{rest} min" if rest else "")
    return " ".join(filter(None, words))


def tables(numbers: Sequence[Statistics], costs: Costs) -> tuple[Table, ...]:
    """All tables of a set: those about each of its groups of tiles, and those about its costs."""
    return tuple(_tables(numbers, costs))


def _tables(numbers: Sequence[Statistics], costs: Costs) -> Iterator[Table]:
    about_tiles = (_sides, _matches, _fits, _strands, _crossings, _patterns, _twins, _look_alikes)
    for each in numbers:
        # A group of tiles that has a name has it in its tables.
        start, end = (f"{each.group}-", f", {each.group}") if each.group else ("", "")
        for make in about_tiles if each.tiles else ():
            for table in make(each):
                yield table._replace(key=start + table.key, title=table.title + end)
    yield from _costs(costs)
    yield from _ink(costs)


def _counted(numbers: Iterable[tuple[str, int]]) -> tuple[tuple[str, float, str], ...]:
    """The points of a series with their numbers."""
    return tuple((name, number, f"{number:,}") for name, number in numbers)


def _sides(numbers: Statistics) -> Iterator[Table]:
    header = ("family", "tiles", "sides", *(look.words for look in numbers.looks))
    rows = tuple(
        (
            family.name,
            f"{family.tiles:,}",
            f"{family.sides:,}",
            *(percent(share) for _, share in family.shares),
        )
        for family in numbers.families
    )
    subtitle = "Per cent of sides, by family"
    if len(numbers.families) == 1:
        subtitle = f"Per cent of sides; two random sides match in {percent(numbers.matches[0].chance)} of cases"
    yield Table("sides", "What the sides show", subtitle, header, rows, _stack(numbers))


def _stack(numbers: Statistics) -> Stack:
    """The shares of looks; of many looks, the rarest are one part."""
    whole = numbers.families[-1].shares
    order = sorted(range(len(whole)), key=lambda look: -whole[look].share)
    many = len(order) > MOST_LOOKS
    shown = sorted(order[: MOST_LOOKS - 1] if many else order)
    # The last field of a look is the look that it matches.
    parts = [Part(*numbers.looks[look][:-1]) for look in shown]
    if many:
        parts.append(Part(f"{len(order) - len(shown)} others", "others", blank=True))
    bars = []
    for family in numbers.families:
        shares = [family.shares[look].share for look in shown]
        bars.append((family.name, (*shares, *([1 - sum(shares)] if many else ()))))
    return Stack(tuple(parts), tuple(bars))


def _matches(numbers: Statistics) -> Iterator[Table]:
    names = tuple(family.name for family in numbers.families)
    if len(names) < 2:
        return
    chance = {(one, other): value for one, other, value in numbers.matches}
    shares = tuple(tuple(chance[one, other] for other in names) for one in names)
    yield Table(
        "matches",
        "Chance that two sides match",
        "A random side of each family, in per cent of all pairs",
        ("family", *names),
        tuple((name, *map(percent, row)) for name, row in zip(names, shares, strict=True)),
        Matrix(names, shares) if len(names) <= MOST_FAMILIES else None,
    )


def _fits(numbers: Statistics) -> Iterator[Table]:
    if not numbers.fits:
        return
    rows = tuple(
        (
            counted(each.sides, "side"),
            figures(each.share * numbers.tiles),
            percent(each.share) + (f" ± {figures(100 * each.error)}" if each.error else ""),
            "not known" if each.stuck is None else percent(each.stuck),
        )
        for each in numbers.fits
    )
    header = ("the place touches", "tiles that fit", "of the set", "places that no tile fits")
    points = (
        (counted(each.sides, "side"), each.share, percent(each.share)) for each in numbers.fits
    )
    yield Table(
        "fits",
        "How many tiles fit a place",
        "Per cent of the set, by the number of sides that the place touches",
        header,
        rows,
        Series("curve", tuple(points)),
    )
    found = [(counted(each.sides, "side"), each.stuck) for each in numbers.fits]
    known = tuple((name, stuck, percent(stuck)) for name, stuck in found if stuck is not None)
    if any(stuck >= _STUCK for _, stuck, _ in known):
        yield Table(
            "stuck",
            "Places that no tile fits",
            "Per cent of random places, by the number of sides that the place touches",
            header[::3],
            tuple(row[::3] for row in rows),
            Series("columns", known, whole=1.0),
            repeated=True,
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
        bars = Series("bars", _counted((each.kind, each.number) for each in numbers.strands))
        yield Table("strands", "The strands of the tiles", "Number of strands", header, rows, bars)


def _crossings(numbers: Statistics) -> Iterator[Table]:
    names = [str(each.crossings or "none") for each in numbers.crossings]
    tiles = [each.tiles for each in numbers.crossings]
    rows = tuple(
        (name, f"{each.tiles:,}", percent(each.share))
        for name, each in zip(names, numbers.crossings, strict=True)
    )
    if rows:
        header = ("crossings", "tiles", "of the set")
        columns = Series("columns", _counted(zip(names, tiles, strict=True))[:MOST_ROWS])
        chart = columns if len(rows) > 1 else None
        yield Table("crossings", "Crossings on a tile", "Number of tiles", header, rows, chart)


def _patterns(numbers: Statistics) -> Iterator[Table]:
    rows = tuple(
        (each.notation, f"{each.tiles:,}", f"{each.kinds:,}", percent(each.share))
        for each in numbers.patterns
    )
    subtitle = f"{counted(len(rows), 'pattern')} without colours, by number of tiles"
    header = ("pattern", "tiles", "different", "of the set")
    bars = Series("bars", _counted((each.notation, each.tiles) for each in numbers.patterns))
    chart = bars if 1 < len(rows) <= MOST_ROWS else None
    yield Table("patterns", "The patterns of the tiles", subtitle, header, rows, chart)


def _twins(numbers: Statistics) -> Iterator[Table]:
    pairs, alone, achiral, two_sided = numbers.twins
    found = [("unchanged by a mirror", achiral)]
    if two_sided:
        found += [("another tile when turned over", 2 * len(pairs) + len(alone))]
    else:
        found += [("with their mirror twin", 2 * len(pairs))]
        found += [("without their mirror twin", len(alone))]
    yield Table(
        "twins",
        "Tiles in the mirror",
        "Number of different tiles",
        ("tiles", "number"),
        tuple((name, f"{number:,}") for name, number in found),
        Series("bars", _counted(found)),
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
    if not rows:
        return
    total = (f"{costs.sheets:,}", f"{costs.cuts:,}", "", minutes(costs.minutes))
    used = "" if costs.used is None else percent(costs.used)
    if len(rows) > 1:
        rows.append(("Together", f"{sum(each.pieces for each in costs.kinds):,}", "", *total, used))
    bars = []
    for each in costs.kinds:
        words = f"{counted(each.sheets, 'sheet')}, no cuts"
        if each.cuts:
            cuts = counted(each.cuts, "cut")
            words = f"{minutes(each.minutes)}, {counted(each.sheets, 'sheet')}, {cuts}"
        bars.append((each.title, each.minutes, words))
    yield Table(
        "costs",
        "What it costs to make",
        f"On {costs.paper}: {counted(costs.sheets, 'sheet')}, {counted(costs.cuts, 'cut')},"
        f" about {minutes(costs.minutes)} of cutting",
        ("pieces", "number", "layout", "sheets", "cuts", "cut with", "time", "paper used"),
        tuple(rows),
        Series("bars", tuple(bars)),
    )


def _ink(costs: Costs) -> Iterator[Table]:
    inks = [(each.title, each.ink) for each in costs.kinds if each.ink is not None]
    whole = costs.ink
    if whole is None or not inks:
        return
    if len(inks) > 1:
        inks.append(("Together", whole))
    bars = tuple((name, number, f"{number:,.1f}") for name, number in whole._asdict().items())
    yield Table(
        "ink",
        "Ink to print it",
        "In A4 pages of 5 per cent coverage, as cartridges state their yield",
        ("pieces", *whole._fields),
        tuple((title, *(f"{each:,.1f}" for each in ink)) for title, ink in inks),
        Series("bars", bars),
    )
