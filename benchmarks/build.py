"""Times of builds on A4 and sizes of their files, beside another commit in one run; see README.md."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from checkouts import ROOT, checked_out, output

SETS = ("hexstatic", "controlled-path", "hex-auction", "hexpertise", "hexagonal-highway")
ROUNDS = 3
# All files of a game may take this many times the processor's time that they took at 836be47.
TARGET = 1.8

# Builds a set in a process of its own, and prints the processor's time after all that the build prints.
BUILD = """
import sys, time
from pnp.cli import main
try:
    main(["build", sys.argv[1], "--output", sys.argv[2], "--paper", "a4"])
except SystemExit:
    print(time.process_time())
"""


class Built(NamedTuple):
    """The times of a build into an empty folder and of the same build again, and the sizes of its PDF files."""

    seconds: float
    again: float
    sizes: dict[str, int]


def built(checkout: Path, name: str) -> Built:
    """Builds a set twice."""
    with tempfile.TemporaryDirectory() as folder:
        times = [float(output(checkout, ["-c", BUILD, name, folder]).split()[-1]) for _ in range(2)]
        sizes = {path.name: path.stat().st_size for path in Path(folder).rglob("*.pdf")}
        return Built(*times, sizes)


def compare(other: Path) -> None:
    """Prints the ratio of the medians of both sides for each set, and of its largest files."""
    for name in SETS:
        rounds = [(built(ROOT, name), built(other, name)) for _ in range(ROUNDS)]
        ours, theirs = (statistics.median(each[side].seconds for each in rounds) for side in (0, 1))
        again = statistics.median(each[0].again for each in rounds)
        sizes, before = (each.sizes for each in rounds[0])
        print(f"{name}: {ours / theirs:.2f} of the time (target {TARGET}), {ours:.1f} s", end="; ")
        print(f"again, with nothing new, {again / ours:.2f} of ours")
        for file in sorted(sizes, key=lambda each: -sizes[each])[:3]:
            ratio = f"{sizes[file] / before[file]:.2f} of it before" if file in before else "new"
            print(f"  {file}: {sizes[file] / 1000:.0f} kB, {ratio}")


def main() -> None:
    """Checks out the commit that is named, and compares."""
    with checked_out(sys.argv[1] if len(sys.argv) > 1 else "HEAD") as other:
        compare(other)


if __name__ == "__main__":
    main()
