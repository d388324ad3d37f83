"""The benchmark that people can run: `make bench`, or `python -m benchmarks`.

It measures whole processes, in turns, and prints the medians of their rounds. What it found stands in build/bench.json as well, and
`--docs` writes it into docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.growth import GROWTHS, grown
from benchmarks.jobs import TILE_JOBS, make_deck
from benchmarks.libraries import installed
from benchmarks.measuring import ROOT, Measured, in_turns, measured, pnp, told
from benchmarks.page import machine, write_page

WRITERS = ("pnp", "reportlab")

FOUND = ROOT / "build" / "bench.json"

# protograf takes 30 ms for a tile, and more for each one the more there are.
MOST_FOR_PROTOGRAF = 5000

Figures = dict[str, dict[str, Measured]]


def drawing(folder: Path, rounds: int) -> Figures:
    """Each job by pnp, and by each library that is installed."""
    make_deck(folder / "cards")
    found: Figures = {}
    for job in (*TILE_JOBS, "cards"):
        calls: dict[str, Callable[[], Measured]] = {}
        home = folder / "cards" if job == "cards" else folder / "tiles"
        output = folder / "output"
        if job != "cards":
            home.mkdir(exist_ok=True)
            (home / "many.yaml").write_text(TILE_JOBS[job].game)
        game = str(home / ("deck.yaml" if job == "cards" else "many.yaml"))
        build = pnp("build", game, "--paper", "a4", "-o", str(output), "--quiet")
        if job != "cards":
            build += ["--layout", "honeycomb"]
        calls["pnp"] = partial(measured, [*build, "--only", "pdf"], output)
        calls["pnp, SVG"] = partial(measured, [*build, "--only", "sheets"], output)
        for library in installed():
            if (
                library == "protograf"
                and job != "cards"
                and TILE_JOBS[job].tiles > MOST_FOR_PROTOGRAF
            ):
                continue
            drawn = folder / library
            command = ["-m", "benchmarks.libraries", library, job, str(drawn)]
            if job == "cards":
                command.append(str(home))
            calls[library] = partial(measured, command, drawn)
        found[job] = in_turns(calls, rounds)
        show(job, found[job], beside="reportlab")
    return found


def writing(folder: Path, rounds: int) -> Figures:
    """The PDF writer alone: both sides have the tiles ready."""
    found: Figures = {}
    for job in ("4,768 tiles", "28 tiles, 4,200 in all"):
        calls = {
            name: partial(told, ["-m", "benchmarks.writer", name, job, str(folder)])
            for name in WRITERS
        }
        found[job] = in_turns(calls, rounds)
        show(f"the writer: {job}", found[job], beside="reportlab")
    return found


def commands(folder: Path, rounds: int) -> Figures:
    """Short commands beside the import of click and PyYAML, and builds that make little anew."""
    game = folder / "many.yaml"
    sound = TILE_JOBS["4,768 tiles"].game
    game.write_text(sound)
    output = folder / "output"
    build = pnp("build", str(game), "--only", "pdf", "--paper", "a4", "-o", str(output), "--quiet")

    def changed() -> Measured:
        """A build after a change of one colour."""
        game.write_text(sound)
        measured(build)
        game.write_text(sound + "title: Another\n")
        return measured(build)

    def unchanged() -> Measured:
        game.write_text(sound)
        measured(build)
        return measured(build)

    calls: Mapping[str, Callable[[], Measured]] = {
        "import click, yaml": partial(measured, ["-c", "import click, yaml"]),
        "pnp --help": partial(measured, pnp("--help")),
        "pnp list": partial(measured, pnp("list")),
        "pnp validate hexstatic": partial(measured, pnp("validate", "hexstatic")),
        "pnp validate of 4,768 tiles": partial(measured, pnp("validate", str(game))),
        "pnp build of 4,768 tiles": partial(measured, build, output),
        "the same, with another title": changed,
        "the same, unchanged": unchanged,
    }
    found = in_turns(calls, rounds)
    show("commands", found, beside="import click, yaml")
    return {"commands": found}


def growth(folder: Path, rounds: int) -> Figures:
    """Builds of sets from small to large."""
    found: Figures = {}
    for each in GROWTHS:
        sizes = grown(each, folder, rounds=rounds)
        found[each.what] = {str(size): figures for size, figures in sizes.items()}
        show(each.what, {f"{size:,}": figures for size, figures in sizes.items()})
    return found


PARTS: dict[str, Callable[[Path, int], Figures]] = {
    "drawing": drawing,
    "writing": writing,
    "commands": commands,
    "growth": growth,
}


# Programs of their own, which print what they measure.
PROGRAMS = {
    "enumeration": ["benchmarks/enumeration.py"],
    # The last commit before games were made fast for bots.
    "playing": ["benchmarks/play.py", "46f0428"],
}


def show(title: str, found: Mapping[str, Measured], beside: str | None = None) -> None:
    """Prints a table; with *beside* the times as ratios to that row's as well."""
    base = found.get(beside) if beside else None
    print(
        f"\n{title:30} {'s':>8} {'CPU s':>8} {'MB':>6} {'bytes':>13}  {'CPU ratio' if base else ''}"
    )
    for name, figures in found.items():
        ratio = f"{figures.cpu / base.cpu:9.2f}" if base else ""
        print(
            f"{name:30} {figures.wall:8.2f} {figures.cpu:8.2f} {figures.megabytes:6.0f}"
            f" {round(figures.written):13,}  {ratio}",
            flush=True,
        )


def main() -> None:
    every = [*PARTS, *PROGRAMS]
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(every)}; by default all")
    parser.add_argument("--rounds", type=int, default=5, help="how often each call has its turn")
    parser.add_argument("--docs", action="store_true", help="write docs/performance.md")
    asked = parser.parse_args()
    if unknown := sorted({*asked.parts} - {*every}):
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(every)}")
    kept = json.loads(FOUND.read_text()) if FOUND.exists() else {}
    for part in asked.parts or every:
        if part in PROGRAMS:
            print(f"\n{part}", flush=True)
            subprocess.run([sys.executable, *PROGRAMS[part]], cwd=ROOT, check=False)
            continue
        with TemporaryDirectory(prefix="pnp-bench-") as folder:
            found = PARTS[part](Path(folder), asked.rounds)
        # Each part keeps the machine on which it was measured.
        kept[part] = {"machine": machine(), "rounds": asked.rounds, "figures": found}
        FOUND.parent.mkdir(exist_ok=True)
        FOUND.write_text(json.dumps(kept, indent=1))
    if asked.docs:
        write_page(kept)


if __name__ == "__main__":
    main()
