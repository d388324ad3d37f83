"""Times of builds on A4 and sizes of their files, beside another commit in one run; see README.md."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

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


def built(checkout: Path, name: str) -> tuple[float, dict[str, int]]:
    """The time of a build, and the sizes of its PDF files by their names."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = float(output(checkout, ["-c", BUILD, name, folder]).split()[-1])
        return seconds, {path.name: path.stat().st_size for path in Path(folder).rglob("*.pdf")}


def compare(other: Path) -> None:
    """Prints the ratio of the medians of both sides for each set, and of its largest files."""
    for name in SETS:
        rounds = [(built(ROOT, name), built(other, name)) for _ in range(ROUNDS)]
        ours, theirs = (statistics.median(each[side][0] for each in rounds) for side in (0, 1))
        sizes, before = rounds[0][0][1], rounds[0][1][1]
        print(f"{name}: {ours / theirs:.2f} of the time (target {TARGET}), {ours:.1f} s")
        for file in sorted(sizes, key=lambda each: -sizes[each])[:3]:
            ratio = f"{sizes[file] / before[file]:.2f} of it before" if file in before else "new"
            print(f"  {file}: {sizes[file] / 1000:.0f} kB, {ratio}")


def main() -> None:
    """Checks out the commit that is named, and compares."""
    with checked_out(sys.argv[1] if len(sys.argv) > 1 else "HEAD") as other:
        compare(other)


if __name__ == "__main__":
    main()
