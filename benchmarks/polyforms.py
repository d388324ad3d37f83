"""How the enumeration of polyforms and their count grow with the number of cells; see README.md."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from pnp.enumeration.polyforms import count, different_polyforms, most_cells
from pnp.tiles.polyforms import PolyformShape, Sides

# The most pieces to list, and the targets in seconds.
MOST = 20_000
TARGETS = {5: 1.0, 10: 10.0}

# A bar of the plot: so many signs for each factor of ten above a millisecond.
SIGNS = 10


def seconds(call: Callable[[], object]) -> float:
    """The CPU time of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def bar(time: float) -> str:
    return "#" * round(SIGNS * max(0.0, math.log10(time / 1e-3)))


def main() -> int:
    """Prints a table and a plot for each shape; 1 if polyominoes miss a target."""
    missed = False
    for shape in PolyformShape:
        print(
            f"\n{shape.value}s\ncells   pieces   count s  list s  list, on a logarithmic scale from 1 ms"
        )
        for cells in range(1, most_cells(shape) + 1):
            counting = seconds(lambda: count(shape, cells, Sides.FREE))  # noqa: B023
            number = count(shape, cells, Sides.FREE)
            if number > MOST:
                print(f"{cells:5} {number:8,} {counting:9.3f}")
                continue
            listing = seconds(lambda: different_polyforms(shape, cells, Sides.FREE))  # noqa: B023
            missed |= shape is PolyformShape.POLYOMINO and listing > TARGETS.get(cells, math.inf)
            print(
                f"{cells:5} {number:8,} {counting:9.3f} {listing:7.3f}  {bar(max(listing, 1e-6))}"
            )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
