"""How the enumeration of polyforms and their count grow with the number of cells; see README.md.

With the name of an SVG file it draws the plot of the documentation.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.bars import Bar, bars, seconds, tens, timed
from pnp.enumeration.polyforms import count, different_polyforms, most_cells
from pnp.tiles.polyforms import PolyformShape, Sides

# The most pieces to list, the fewest that the drawing shows, and the targets in seconds.
MOST, FEWEST = 20_000, 10
TARGETS = {5: 1.0, 10: 10.0}

# A bar has no length at a millisecond; one of signs has so many for each factor of ten above it.
LEAST, SIGNS = 1e-3, 10


def plot(points: list[Bar]) -> str:
    subtitle = (
        "How many different pieces there are, turned and turned over, and the time to list them. Ten times"
        " the time makes a bar longer by the same length; 1 ms has none."
    )
    return bars("growth", "Polyforms by the number of their cells", subtitle, points)


def main() -> int:
    """Prints a table and a plot for each shape; 1 if polyominoes miss a target."""
    missed = False
    points = []
    for shape in PolyformShape:
        print(
            f"\n{shape.value}s by {shape.cells}\ncells   pieces   count s  list s  list, on a logarithmic scale from 1 ms"
        )
        for cells in range(1, most_cells(shape) + 1):
            counting = seconds(lambda: count(shape, cells, Sides.FREE))  # noqa: B023
            number = count(shape, cells, Sides.FREE)
            if number > MOST:
                print(f"{cells:5} {number:8,} {counting:9.3f}")
                continue
            listing = seconds(lambda: different_polyforms(shape, cells, Sides.FREE))  # noqa: B023
            missed |= shape is PolyformShape.POLYOMINO and listing > TARGETS.get(cells, math.inf)
            bar = "#" * round(SIGNS * tens(listing, LEAST))
            print(f"{cells:5} {number:8,} {counting:9.3f} {listing:7.3f}  {bar}")
            if number >= FEWEST:
                points.append(timed(f"{cells} {shape.cells}: {number:,}", listing, LEAST))
    for file in sys.argv[1:]:
        Path(file).write_text(plot(points), "utf-8")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
