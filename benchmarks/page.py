"""Writes what `make bench` found into docs/performance.md, between the comments that name the tables, and draws its plots."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.bars import bars
from benchmarks.growth import GROWTHS
from benchmarks.jobs import CARDS
from benchmarks.measuring import ROOT, Measured
from pnp.basics.words import counted
from pnp.review.tables import figures

PAGE = ROOT / "docs" / "performance.md"
IMAGES = ROOT / "docs" / "images"

Found = Mapping[str, Mapping[str, Measured]]


def machine() -> str:
    """The processor, the system and the Python, in words."""
    processor = platform.processor() or platform.machine()
    listed = Path("/proc/cpuinfo")
    if listed.exists() and (named := re.search(r"model name\s*: (.+)", listed.read_text())):
        processor = named[1].strip()
    cores = counted(os.cpu_count() or 1, "core")
    return f"{processor}, {cores}, {platform.system()}, Python {platform.python_version()}"


def megabytes(written: float) -> str:
    return figures(written / 1e6)


def rows(header: tuple[str, ...], lines: Iterator[tuple[str, ...]]) -> str:
    """A table in Markdown, with numbers at the right."""
    rule = "|".join(["---", *["---:"] * (len(header) - 1)])
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"| {' | '.join(header)} |\n|{rule}|\n{body}"


def drawing_table(found: Found) -> str:
    """Each job as ratios of the processor's time to plain reportlab, and pnp's own figures."""
    names = list(dict.fromkeys(name for job in found.values() for name in job))
    header = ("", *(f"{CARDS} cards" if job == "cards" else job for job in found))

    def lines() -> Iterator[tuple[str, ...]]:
        for name in names:
            ratios = [
                figures(job[name].cpu / job["reportlab"].cpu) if name in job else ""
                for job in found.values()
            ]
            yield (f"**{name}**" if name == "pnp" else name, *ratios)
        yield ("pnp: seconds", *(figures(job["pnp"].wall) for job in found.values()))
        yield ("pnp: CPU seconds", *(figures(job["pnp"].cpu) for job in found.values()))
        yield ("pnp: memory, MB", *(f"{job['pnp'].megabytes:.0f}" for job in found.values()))
        yield (
            "reportlab: memory, MB",
            *(f"{j['reportlab'].megabytes:.0f}" for j in found.values()),
        )
        yield ("pnp: written, MB", *(megabytes(job["pnp"].written) for job in found.values()))
        yield (
            "reportlab: written, MB",
            *(megabytes(j["reportlab"].written) for j in found.values()),
        )

    return rows(header, lines())


def drawing_plot(found: Found, job: str) -> str:
    """Bars of the ratios of one job."""
    base = found[job]["reportlab"].cpu
    points = tuple(
        (name, each.cpu / base, figures(each.cpu / base))
        for name, each in sorted(found[job].items(), key=lambda named: named[1].cpu)
    )
    subtitle = "The processor's time of the whole process, beside plain calls of reportlab. Shorter is faster."
    return bars("drawing", f"{job}, as sheets to print", subtitle, points)


def writing_table(found: Found) -> str:
    header = ("", "pnp: CPU seconds", "reportlab: CPU seconds", "ratio")
    return rows(
        header,
        (
            (job, *(figures(each[name].cpu) for name in ("pnp", "reportlab")),
             f"{each['pnp'].cpu / each['reportlab'].cpu:.3f}")
            for job, each in found.items()
        ),
    )  # fmt: skip


def commands_table(found: Found) -> str:
    base = found["commands"]["import click, yaml"].cpu
    header = ("", "seconds", "CPU seconds", "times the libraries", "memory, MB")
    return rows(
        header,
        (
            (f"`{name}`" if name.startswith(("pnp --", "pnp list", "import")) else name,
             f"{each.wall:.2f}", f"{each.cpu:.2f}", figures(each.cpu / base), f"{each.megabytes:.0f}")
            for name, each in found["commands"].items()
        ),
    )  # fmt: skip


def growth_table(found: Found) -> str:
    header = ("", "size", "CPU seconds", "ms for each", "memory, MB", "written, MB")

    def lines() -> Iterator[tuple[str, ...]]:
        for growth in GROWTHS:
            for size, each in found[growth.what].items():
                one = f"{1000 * each.cpu / int(size):.1f}"
                told = (f"{each.cpu:.1f}", one, f"{each.megabytes:.0f}", megabytes(each.written))
                yield (growth.title, f"{int(size):,}", *told)

    return rows(header, lines())


def growth_plot(found: Found, what: str, title: str, one: str) -> str:
    """Bars of the time for one piece at each size: bars of one length are time that grows as the number does."""
    points = tuple(
        (f"{int(size):,}", 1000 * each.cpu / int(size), f"{1000 * each.cpu / int(size):.1f} ms")
        for size, each in found[what].items()
    )
    subtitle = f"The processor's time of a whole build, divided by the number: for one {one}."
    return bars(what, title, subtitle, points)


def write_page(kept: Mapping[str, Any]) -> None:
    """Writes the tables of all parts that were measured into the page, and draws their plots."""
    text = PAGE.read_text("utf-8")
    tables = {
        "drawing": drawing_table,
        "writing": writing_table,
        "commands": commands_table,
        "growth": growth_table,
    }
    for part, table in tables.items():
        if part not in kept:
            continue
        found = {
            name: {each: Measured(*numbers) for each, numbers in rest.items()}
            for name, rest in kept[part]["figures"].items()
        }
        rounds = kept[part]["rounds"]
        how = f"Medians of {rounds} rounds" if rounds > 1 else "One round"
        between = f"{how}, on {kept[part]['machine']}.\n\n{table(found)}"
        text = re.sub(
            rf"(<!-- bench {part} -->\n).*?(<!-- end -->)",
            lambda match, between=between: f"{match[1]}\n{between}\n\n{match[2]}",  # type: ignore[misc]
            text,
            flags=re.DOTALL,
        )
        if part == "drawing":
            plot = drawing_plot(found, "4,768 tiles")
            (IMAGES / "performance-drawing.svg").write_text(plot, "utf-8")
        if part == "growth":
            for growth in GROWTHS:
                plot = growth_plot(found, growth.what, growth.title, growth.one)
                (IMAGES / f"performance-{growth.what}.svg").write_text(plot, "utf-8")
    PAGE.write_text(text, "utf-8")
