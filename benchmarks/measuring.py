"""Whole processes, measured in turns: time, the processor's time, memory and what they write.

    python -m benchmarks.measuring ARGUMENT…

measures one call of Python with these arguments. It runs in a small process of its own: Linux reckons the memory of the process that starts
another one as the least that this one takes.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent


class Measured(NamedTuple):
    """Seconds of a clock and of the processor, the most memory in MB, and the bytes of the files that were written."""

    wall: float
    cpu: float
    megabytes: float
    written: int


def measured(command: Sequence[str], folder: Path | None = None) -> Measured:
    """A call of Python, in a process of its own.

    It works in the root, where this package is found. If *folder* is given, it writes there, and the folder is empty before. Bytecode is
    kept, as an installed pnp keeps it. Raises RuntimeError with what the call says if it fails.
    """
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.measuring", *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(f"{' '.join(command)}: {run.stderr}")
    written = (
        sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) if folder else 0
    )
    return Measured(*json.loads(run.stdout), written)


def _measure(command: Sequence[str]) -> int:
    """Prints the figures of a call of Python; returns its exit code."""
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL) as run:
        _, status, usage = os.wait4(run.pid, 0)
        wall = time.perf_counter() - start
        run.returncode = os.waitstatus_to_exitcode(status)
    # Linux counts kilobytes, macOS bytes.
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    print(json.dumps([wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit]))
    return run.returncode


def told(command: Sequence[str]) -> Measured:
    """A call of Python that prints the seconds of the processor that count."""
    run = subprocess.run(
        [sys.executable, *command], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return Measured(0, float(run.stdout), 0, 0)


def median(runs: Iterable[Measured]) -> Measured:
    """The median of each figure."""
    return Measured(*(statistics.median(figures) for figures in zip(*runs, strict=True)))


def in_turns(calls: Mapping[str, Callable[[], Measured]], rounds: int) -> dict[str, Measured]:
    """The medians of some rounds, in each of which every call has its turn: so all have the same noise."""
    runs: dict[str, list[Measured]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            runs[name].append(call())
    return {name: median(each) for name, each in runs.items()}


def pnp(*arguments: str) -> list[str]:
    """The arguments of Python for a call of pnp."""
    return ["-m", "pnp", *arguments]


if __name__ == "__main__":
    sys.exit(_measure(sys.argv[1:]))
