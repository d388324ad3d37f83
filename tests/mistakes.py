"""Mistakes in files of sets, with what pnp finds: data of `tests/mistakes`, one file a subject.

A file has groups. A group has a text, or the name of a bundled set, and its mistakes: what is put in
place of `{here}` in the text, or what is changed in it, and all findings about the result.
Where messages change, `python -m tests.mistakes` writes them anew; read the difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import yaml

from pnp.basics.errors import Finding, PnpError, Severity
from pnp.games import game_rules
from pnp.kinds import piece_findings
from pnp.pieces import make_pieces
from pnp.validation import check
from tests.conftest import ROOT, set_of

FOLDER = ROOT / "tests/mistakes"


class Mistake(NamedTuple):
    """A text of a set, and the findings about it; none if there is nothing wrong with it.

    A finding is a line with the place of its value, from column to column, and its words; a related
    place is another line. `beyond` is the reason for which structure alone, a JSON schema, cannot refuse the text.
    """

    name: str
    text: str
    findings: tuple[str, ...]
    beyond: str = ""


def replaced(text: str, changes: dict[str, str]) -> str:
    """The text with some parts replaced, each of which it has once."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@cache
def read(path: str) -> Any:
    """The values of a file below `tests/mistakes`."""
    text = (FOLDER / path).read_text("utf-8")
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def in_set(name: str, number: int) -> Iterator[Mistake]:
    """The mistakes of a group."""
    group = read(f"{name}.yaml")[number]
    path = ROOT / f"tilesets/{group.get('set')}.yaml"
    text = group["text"] if "text" in group else path.read_text("utf-8")
    for each in group["mistakes"]:
        changes = each["change"] if "change" in each else {"{here}": each["put"]}
        findings = tuple(each["finds"].splitlines())
        title = each.get("name") or (findings or ["sound"])[0]
        yield Mistake(f"{name}: {title}", replaced(text, changes), findings, each.get("beyond", ""))


@cache
def mistakes() -> tuple[Mistake, ...]:
    """The mistakes of all files."""
    names = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return tuple(
        mistake
        for name in names
        for number in range(len(read(f"{name}.yaml")))
        for mistake in in_set(name, number)
    )


def found(text: str) -> tuple[Finding, ...]:
    """All that pnp finds in a set: why it cannot be read or made, or what rules and faces have."""
    try:
        tileset = set_of(text)
        findings = check(tileset, game_rules)
        if any(each.severity is Severity.ERROR for each in findings):
            return findings
        return (*findings, *piece_findings(make_pieces(tileset)))
    except PnpError as error:
        return error.as_findings()


def lines(finding: Finding) -> list[str]:
    """A finding in a line, with the columns of its value, and a line for each related place."""
    place = finding.place
    head = f"{place.line}:{place.column}-{place.end}: {finding.severity.value}"
    related = [f"  {at.line}:{at.column}-{at.end}: {message}" for message, at in finding.related]
    return [f"{head} {finding.rule}: {finding.message}", *related]


def written_anew(name: str) -> str:
    """The text of a file with the findings of today."""
    text = (FOLDER / f"{name}.yaml").read_text("utf-8")
    each = (each for number in range(len(read(f"{name}.yaml"))) for each in in_set(name, number))

    def finds(match: re.Match[str]) -> str:
        shown = [line for finding in found(next(each).text) for line in lines(finding)]
        block = "".join(f"        {line}\n" for line in shown)
        return f"      finds: |\n{block}" if shown else "      finds: ''\n"

    return re.sub(r"^      finds:.*\n(?:        .*\n)*", finds, text, flags=re.MULTILINE)


if __name__ == "__main__":
    for path in FOLDER.glob("*.yaml"):
        path.write_text(written_anew(path.stem), "utf-8")
