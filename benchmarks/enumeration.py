"""The enumeration of tiles beside the barest loops, and how it grows; see README.md.

With the name of an SVG file it draws the plot of the documentation.
"""

from __future__ import annotations

import resource
import statistics
import sys
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.bars import Bar, bars, seconds, timed
from pnp.enumeration import Universe, count, different_tiles, tiles_of
from pnp.enumeration.conditions import ANY_NUMBER, Has, parse_comparison
from pnp.tiles import Colour, Shape, TileGeometry
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry

ROUNDS = 5

# Targets: times of the bare loop, and seconds of the processor for all hexagons with two terminals a side.
RATIO, TWO_TERMINALS = 2.0, 0.5

# The most tiles to list for the growth, and how many of the three-terminal hexagons to stream.
MOST, STREAMED = 200_000, 200_000

# Seconds whose bar has no length.
LEAST = 1e-4


def bare_necklaces(size: int, letters: int) -> list[tuple[int, ...]]:
    """The necklaces by the recursion of Cattell, Ruskey, Sawada, Serra and Miers.

    "Fast algorithms to generate necklaces, unlabeled necklaces, and irreducible polynomials over GF(2)", Journal of
    Algorithms 37, 2000.
    """
    word, found = [0] * (size + 1), []

    def extend(at: int, period: int) -> None:
        if at > size:
            if size % period == 0:
                found.append(tuple(word[1:]))
            return
        word[at] = word[at - period]
        extend(at + 1, period)
        for letter in range(word[at - period] + 1, letters):
            word[at] = letter
            extend(at + 1, at)

    extend(1, 1)
    return found


def bare_bracelets(size: int, letters: int) -> list[tuple[int, ...]]:
    """The bracelets by the recursion of J. Sawada.

    "Generating bracelets in constant amortized time", SIAM Journal on Computing 31, 2001.
    """
    word, found = [0] * (size + 1), []

    def reversal(length: int, start: int) -> int:
        """1 if the beginning of such a length is its own reversal, 0 if it is less, and -1 if it is greater."""
        for at in range(start, (length + 1) // 2 + 1):
            if word[at] != word[length - at + 1]:
                return 0 if word[at] < word[length - at + 1] else -1
        return 1

    def extend(at: int, period: int, mirror: int, run: int, last: int, less: bool) -> None:
        if at - 1 > (size - mirror) // 2 + mirror:
            other = word[size - at + 2 + mirror]
            if word[at - 1] != other:
                less = word[at - 1] < other
        if at > size:
            if not less and size % period == 0:
                found.append(tuple(word[1:]))
            return
        word[at] = word[at - period]
        last = last + 1 if word[at] == word[1] else 0
        if run == at - 1 and word[at - 1] == word[1]:
            run += 1
        if at != size or run == size or word[size] != word[1]:
            if run == last:
                found_reversal = reversal(at, run + 1)
                if found_reversal == 0:
                    extend(at + 1, period, mirror, run, last, less)
                elif found_reversal == 1:
                    extend(at + 1, period, at, run, last, False)
            else:
                extend(at + 1, period, mirror, run, last, less)
        if run == at:
            run -= 1
        for letter in range(word[at - period] + 1, letters):
            word[at] = letter
            if at == 1:
                extend(at + 1, at, 1, 1, 1, less)
            else:
                extend(at + 1, at, mirror, run, 0, less)

    extend(1, 1, 0, 0, 0, False)
    return found


def compared_words(size: int, letters: int) -> list[tuple[int, ...]]:
    """The necklaces by comparing every word with its turns."""
    words = product(range(letters), repeat=size)
    return [word for word in words if word == min(word[at:] + word[:at] for at in range(size))]


def colourings(colours: int, symmetry: Symmetry) -> Universe:
    """Hexagons whose sides have so many colours."""
    edges = tuple((Colour(colour), ANY_NUMBER) for colour in range(colours))
    return Universe(TileGeometry(Shape.HEXAGON), symmetry, edge_colours=edges)


def pairings(shape: Shape, ports: int) -> Universe:
    """Tiles on which every port is joined to another."""
    geometry = TileGeometry(shape, ports)
    every = Has(PROPERTIES["terminals"], parse_comparison(str(geometry.port_count)))
    sizes = frozenset({2})
    return Universe(geometry, Symmetry.ROTATIONS, strand_sizes=sizes, conditions=(every,))


def medians(*calls: Callable[[], object]) -> list[float]:
    """The median CPU time of each call, measured in turns."""
    rounds = [[seconds(call) for call in calls] for _ in range(ROUNDS)]
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def beside_bare_loops() -> bool:
    """Prints the ratios; whether all are within their target."""
    print("hexagons in colours     tiles   pnp s  bare s  ratio")
    within = True
    for colours in (6, 10):
        for symmetry, bare in (
            (Symmetry.ROTATIONS, bare_necklaces),
            (Symmetry.ROTATIONS_AND_REFLECTIONS, bare_bracelets),
        ):
            universe = colourings(colours, symmetry)
            words = [tile.edges for tile in different_tiles(universe)]
            if words != bare(6, colours):
                raise AssertionError(f"{bare.__name__} finds other words")
            ours, theirs = medians(lambda: different_tiles(universe), lambda: bare(6, colours))  # noqa: B023
            within &= ours <= RATIO * theirs
            name = bare.__name__.removeprefix("bare_")
            print(
                f"{name:10} of {colours:2} {len(words):12,} {ours:7.3f} {theirs:7.3f} {ours / theirs:6.2f}"
            )
    universe = colourings(6, Symmetry.ROTATIONS)
    ours, theirs = medians(lambda: different_tiles(universe), lambda: compared_words(6, 6))
    print(f"necklaces of 6, all words compared with their turns: ratio {ours / theirs:.2f}")
    return within


def hexagons_with_pairings() -> bool:
    """Prints the times for hexagons with two and three terminals a side; whether those for two are within their target."""
    two, three = pairings(Shape.HEXAGON, 2), pairings(Shape.HEXAGON, 3)
    (listing,) = medians(lambda: different_tiles(two))
    print(f"\n12 ports: {len(different_tiles(two)):,} tiles in {listing:.3f} s")
    count.cache_clear()
    counting = seconds(lambda: count(three))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    streaming = seconds(lambda: sum(1 for _ in islice(tiles_of(three), STREAMED)))
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    pace = streaming / STREAMED
    print(f"18 ports: {count(three):,} tiles counted in {counting:.3f} s")
    print(
        f"18 ports: {STREAMED:,} tiles streamed in {streaming:.1f} s, {1e6 * pace:.0f} µs each;"
        f" all of them would take {pace * count(three):.0f} s. Memory grew by {more / 1024:.0f} MB"
    )
    return listing <= TWO_TERMINALS


def growth() -> list[Bar]:
    """Prints how the numbers and times grow, and returns the bars of the plot."""
    families = [
        *((f"{colours} colours", colourings(colours, Symmetry.ROTATIONS)) for colours in range(2, 11)),
        *(
            (f"{shape.value}, {ports} a side", pairings(shape, ports))
            for shape, most in ((Shape.SQUARE, 4), (Shape.HEXAGON, 3))
            for ports in range(1, most + 1)
        ),
    ]  # fmt: skip
    points = []
    print("\nfamily                   tiles  count s   list s")
    for name, universe in families:
        count.cache_clear()
        counting, number = seconds(lambda: count(universe)), count(universe)  # noqa: B023
        listing = medians(lambda: different_tiles(universe))[0] if number <= MOST else None  # noqa: B023
        shown = "" if listing is None else f"{listing:8.3f}"
        print(f"{name:18} {number:11,} {counting:8.4f} {shown}")
        if listing is not None and number >= 10:
            points.append(timed(f"{name}: {number:,}", listing, LEAST))
    return points


def plot(points: list[Bar]) -> str:
    subtitle = (
        "Hexagons with a colour on each side, and tiles with every terminal joined to another: how many different ones"
        " there are, and the time to list them. Ten times the time makes a bar longer by the same length; 0.1 ms has none."
    )
    return bars("growth", "Tiles by colours and terminals", subtitle, points)


def main() -> int:
    """Prints ratios, times and growth; 1 if a target is missed."""
    within = beside_bare_loops()
    within &= hexagons_with_pairings()
    points = growth()
    for file in sys.argv[1:]:
        Path(file).write_text(plot(points), "utf-8")
    return int(not within)


if __name__ == "__main__":
    sys.exit(main())
