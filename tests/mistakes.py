"""Mistakes in files of sets and games, with what pnp finds: data of `tests/mistakes`, one file a subject.

A file has groups. A group has a text, or the path of a file, and its mistakes: what is put in place of
`{here}` in the text, indented like it, or what is changed in it, and all findings about the result. In
a group with a number of players, each text is a move at the start of the game; in one with a position
at which it is, it is an illegal move. Where messages change, `python -m tests.mistakes` writes them
anew; read the difference.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import Any, NamedTuple

import yaml
from click.testing import CliRunner

from pnp.art import UnusableArt, read_art
from pnp.art.outlines import read_outline
from pnp.basics.errors import Finding, PnpError, Severity, Source
from pnp.cli import main
from pnp.definition import parse_definition
from pnp.definition.pads import read_pad
from pnp.definition.themes import read_theme
from pnp.documents import read_markdown
from pnp.export.shops import read_shop
from pnp.games import game_of, game_rules
from pnp.kinds import piece_findings
from pnp.pieces import make_pieces
from pnp.play import FileKind, IllegalMove, IllegalPosition
from pnp.sets.tileset import make_tileset
from pnp.validation import check
from tests.conftest import ROOT
from tests.rulebooks import Library
from tests.test_forms import drawn

FOLDER = ROOT / "tests/mistakes"

# Rules of the language of positions: all others are rules of games.
READING = {
    "duplicate-key", "extract", "missing-key", "notation", "number", "structure", "unknown-key",
    "unreadable",
}  # fmt: skip


class Mistake(NamedTuple):
    """A text, and the findings about it; none if there is nothing wrong with it.

    A finding is a line with the place of its value, from column to column, and its words; a related
    place is another line. `beyond` is the reason for which structure alone, a JSON schema, cannot
    refuse the text of a set.
    """

    subject: str
    name: str
    text: str
    findings: tuple[str, ...]
    beyond: str = ""
    players: int = 0
    at: str = ""

    def found(self) -> list[str]:
        """The lines of what pnp finds."""
        folder, _, game = self.subject.rpartition("/")
        if self.subject in SAYINGS:
            return SAYINGS[self.subject](self.text)
        if self.at or self.players:
            return move_findings(game, self.at, self.players, self.text)
        if folder == "games":
            findings = position_findings(game, self.text)
        elif self.subject in READERS:
            findings = text_findings(READERS[self.subject], self.text)
        else:
            findings = set_findings(self.text)
        return [line for each in findings for line in lines(each)]


def replaced(text: str, changes: dict[str, str]) -> str:
    """The text with some parts replaced, each of which it has once."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@cache
def in_file(subject: str) -> tuple[Mistake, ...]:
    """The mistakes in a file."""
    text = (FOLDER / f"{subject}.yaml").read_text("utf-8")
    groups: list[dict[str, Any]] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    found = []
    for group in groups:
        base = (ROOT / group["file"]).read_text("utf-8") if "file" in group else group["text"]
        for each in group["mistakes"]:
            if "change" in each:
                changed = replaced(base, each["change"])
            else:
                (indent,) = re.findall(r"^( *).*\{here\}", base, re.MULTILINE)
                changed = base.replace("{here}", each["put"].replace("\n", f"\n{indent}"))
            findings = tuple(each["finds"].splitlines())
            title = each.get("name") or (findings or ["sound"])[0]
            found.append(
                Mistake(
                    subject,
                    f"{subject.rpartition('/')[2]}: {title}",
                    changed,
                    findings,
                    each.get("beyond", ""),
                    group.get("players", 0),
                    group.get("at", ""),
                )
            )
    return tuple(found)


def mistakes(folder: str = "") -> tuple[Mistake, ...]:
    """The mistakes of all files in a folder."""
    paths = sorted((FOLDER / folder).glob("*.yaml"))
    subjects = (path.relative_to(FOLDER).with_suffix("").as_posix() for path in paths)
    return tuple(mistake for subject in subjects for mistake in in_file(subject))


def set_findings(text: str) -> tuple[Finding, ...]:
    """All that pnp finds in a set: why it cannot be read or made, or what rules and faces have.

    Its folder has a coarse picture, `small.png`, and an outline, `train.svg`.
    """
    try:
        tileset = make_tileset(parse_definition(Source(str(FOLDER / "game.yaml"), dedent(text))))
        findings = check(tileset, game_rules)
        if any(each.severity is Severity.ERROR for each in findings):
            return findings
        return (*findings, *piece_findings(make_pieces(tileset)))
    except PnpError as error:
        return error.as_findings()


MINE = "game: mine\ntiles: {shape: square, size: 30mm, families: [{name: one, tiles: [1-2]}]}\n"

# How files are read that are not sets, by the subject of their mistakes.
READERS: dict[str, Callable[[Source], object]] = {
    "themes": lambda source: read_theme(source, "mine"),
    "shops": lambda source: read_shop(source, "mine"),
    "rulebooks": lambda source: read_markdown(source, Library()),
    "forms": lambda source: drawn(read_pad(source)),
}


def text_findings(reading: Callable[[Source], object], text: str) -> tuple[Finding, ...]:
    """Why a file is refused that is not a set."""
    try:
        reading(Source("text", text))
    except PnpError as error:
        return error.as_findings()
    return ()


def command_findings(text: str) -> list[str]:
    """What a command prints, and its exit code; it writes nothing.

    It runs in a folder with a set, `mine.yaml`; what follows its line is a file, `p.yaml`.
    """
    words, _, file = text.partition("\n")
    with TemporaryDirectory() as folder, chdir(folder):
        for name, content in (("mine.yaml", MINE), ("p.yaml", file)):
            Path(name).write_text(content, "utf-8")
        result = CliRunner().invoke(main, shlex.split(words), prog_name="pnp")
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert sorted(map(str, Path().iterdir())) == ["mine.yaml", "p.yaml"]
    # Where a set lies depends on the machine.
    said = re.sub(r"\S*/(?=[\w-]+\.yaml:)", "", result.stdout + result.stderr)
    return [*said.splitlines(), f"exit code {result.exit_code}"]


def drawing_findings(text: str) -> list[str]:
    """Why an SVG file is refused."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.svg")
        path.write_text(text, "utf-8")
        try:
            read_art(path, path.name)
        except UnusableArt as error:
            return [str(error)]
    return []


def outline_findings(text: str) -> list[str]:
    """Why a path of an SVG file is no outline."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.svg")
        path.write_text(text, "utf-8")
        try:
            read_outline(path, path.name)
        except UnusableArt as error:
            return [str(error)]
    return []


# The functions that give findings as lines without places, by the names of the files of data.
SAYINGS = {
    "commands": command_findings,
    "drawings": drawing_findings,
    "outlines": outline_findings,
}


def position_findings(name: str, text: str) -> tuple[Finding, ...]:
    """Why a position or a record of a game is refused; one that is not is written as it is read."""
    game = game_of(name)
    try:
        found = game.read(Source("position.yaml", text))
    except PnpError as error:
        findings = error.as_findings()
        broken = any(f.rule not in READING or f.message.startswith("move ") for f in findings)
        assert isinstance(error, IllegalPosition) == broken
        return findings
    if found.kind is not FileKind.EXTRACT:
        assert [*game.status(found.position)] == []
        assert bool(game.legal_moves(found.position)) != game.is_over(found.position)
        written = game.write_position(found.position)
        assert game.read_position(Source("position.yaml", written)) == found.position
    return ()


def move_findings(name: str, at: str, players: int, text: str) -> list[str]:
    """Why a text is no move at a position, or else at the start of a game.

    A move at the start is written as it is read, whatever its blanks.
    """
    game = game_of(name)
    start = game.read_position(Source("position.yaml", at)) if at else None
    try:
        if start is not None:
            move = game.read_move(start, text)
            assert move not in game.legal_moves(start)
            game.play(start, move)
            return []
        start = game.initial(Random(1), players)
        move = game.read_move(start, text)
    except IllegalMove as error:
        return [str(error)]
    assert game.write_move(move) == text
    assert game.read_move(start, f"  {text.replace(' ', '  ')} ") == move
    return []


def lines(finding: Finding) -> list[str]:
    """A finding in a line, with the columns of its value, and a line for each related place."""
    place = finding.place
    head = f"{place.line}:{place.column}-{place.end}: {finding.severity.value}"
    related = [f"  {at.line}:{at.column}-{at.end}: {message}" for message, at in finding.related]
    return [f"{head} {finding.rule}: {finding.message}", *related]


def written_anew(subject: str) -> str:
    """The text of a file with the findings of today."""
    text = (FOLDER / f"{subject}.yaml").read_text("utf-8")
    each = iter(in_file(subject))

    def finds(match: re.Match[str]) -> str:
        found = next(each).found()
        if len(found) < 2 and "'" not in "".join(found):
            return f"      finds: '{''.join(found)}'\n"
        return "      finds: |\n" + "".join(f"        {line}\n" for line in found)

    return re.sub(r"^      finds:.*\n(?:        .*\n)*", finds, text, flags=re.MULTILINE)


if __name__ == "__main__":
    for path in FOLDER.rglob("*.yaml"):
        subject = path.relative_to(FOLDER).with_suffix("").as_posix()
        path.write_text(written_anew(subject), "utf-8")
