"""The way to the terminal: characters that would act on it are shown, and streams that are closed, full or narrow."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import Place, Source
from pnp.basics.words import visible
from tests.conftest import ROOT, Call

# By Unicode: the categories of control characters and separators, and the marks of direction.
ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)

# Sets the title of a window, clears the screen in two ways, rings, and turns the order of letters.
EVIL = "\x1b]0;x\x07\x1b[2J\x9b2J\u202egnp\u2066"

GAME = r"""
game: evil
title: "Evil \e]0;x\a\e[2J\x9b2J\u202egnp\u2066"
colours: [red, blue]
tiles:
  shape: square
  size: 40mm
  families:
    - {name: one, generate: edges, expect: 7}
"""


@given(st.text())
def test_no_text_acts_on_a_terminal(text: str) -> None:
    """Others stay as they are; halves of characters are shown, too, since no terminal can have them."""
    shown = visible(text)
    assert not ACTING.search(shown)
    shown.encode()
    assert ACTING.search(text) or shown == text
    assert visible("\ud800") == "<U+D800>"


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("validate", "evil.yaml"),
        ("-v", "validate", "evil.yaml"),
        ("validate", "evil.yaml", "--format", "github"),
        ("validate", f"{EVIL}.yaml"),
        ("validate", "raw.yaml"),
        ("validate", "key.yaml"),
        ("validate", "--players", EVIL, "evil.yaml"),
        ("enumerate", "evil.yaml"),
        ("stats", "evil.yaml"),
        ("build", "key.yaml"),
        ("play", EVIL),
        (EVIL,),
        (f"--{EVIL}",),
        ("score", "hexstatic", "raw.yaml"),
    ],
)
def test_no_command_sends_what_a_file_says(
    in_folder: Path, pnp: Call, words: tuple[str, ...]
) -> None:
    """Titles, keys, lines of files, names of files, and words of the command line."""
    Path("tilesets").mkdir()
    for path in (Path("evil.yaml"), Path("tilesets/evil.yaml")):
        path.write_text(GAME, "utf-8")
    Path("raw.yaml").write_text(GAME.replace("red", EVIL), "utf-8")
    Path("key.yaml").write_text(GAME + '"rul\\e[2J\\u202es": 1\n', "utf-8")
    result = pnp(*words)
    assert result.output
    assert not ACTING.search(result.output), result.output


def test_json_has_escapes_that_programs_read_back(in_folder: Path, pnp: Call) -> None:
    """No text is changed for programs."""
    Path("key.yaml").write_text(GAME + '"rul\\e[2J\\u202es": 1\n', "utf-8")
    result = pnp("validate", "key.yaml", "--format", "json")
    assert not ACTING.search(result.output)
    messages = [each["message"] for each in json.loads(result.stdout)["sets"][0]["findings"]]
    assert any("rul\x1b[2J\u202es" in each for each in messages)


def test_carets_stand_under_what_is_shown() -> None:
    """In the columns of the escapes."""
    line = f"a: {EVIL} wrong"
    column = line.index("wrong") + 1
    shown, carets = Place(Source("a.yaml", line), 1, column, column + 5).excerpt()
    assert shown.index("wrong") == carets.index("^^^^^")


def called(*words: str, **how: object) -> subprocess.CompletedProcess[str]:
    """pnp in a process of its own."""
    code = "from pnp.cli import run; run()"
    return subprocess.run(
        [sys.executable, "-c", code, *words], text=True, stderr=subprocess.PIPE, check=False, **how
    )  # type: ignore[call-overload,no-any-return]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a stream is closed by the shells of POSIX alone")
@pytest.mark.parametrize("command", ["list", "enumerate tsuro --format csv", "--help", "schema"])
def test_nobody_has_the_output(tmp_path: Path, command: str) -> None:
    """The work is done, and nothing is said."""
    done = called(*command.split(), cwd=tmp_path, preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is full")
@pytest.mark.parametrize("command", ["list", "--help", "build --help", "--version", "schema"])
def test_the_device_of_the_output_is_full(tmp_path: Path, command: str) -> None:
    """One message, and exit code 2."""
    with Path("/dev/full").open("w") as full:
        done = called(*command.split(), cwd=tmp_path, stdout=full)
    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


@pytest.mark.slow
def test_an_output_that_lacks_characters_gets_their_escapes(tmp_path: Path) -> None:
    """As text, and as JSON that programs can read."""
    path = tmp_path / "wide.yaml"
    path.write_text(GAME.replace("red", "漢字😀"), "utf-8")
    how = {
        "cwd": tmp_path,
        "stdout": subprocess.PIPE,
        "env": {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONPATH": str(ROOT)},
    }
    text, data = called("validate", "wide.yaml", **how), called("validate", "wide.yaml", "--format", "json", **how)  # fmt: skip
    assert (text.returncode, data.returncode, text.stderr + data.stderr) == (1, 1, "")
    assert "\\u6f22\\u5b57" in text.stdout
    assert "漢字😀" in json.dumps(json.loads(data.stdout), ensure_ascii=False)


def test_all_is_printed_in_one_module() -> None:
    """No other prints, or has a style that it could send unseen, but an environment of PettingZoo, whose `render` prints."""
    printing = re.compile(
        r"\bclick\.(echo|secho|style)\b|\bsys\.stdout\.write\b|^ *print\(", re.MULTILINE
    )
    found = {
        path.name
        for path in (ROOT / "pnp").rglob("*.py")
        if printing.search(path.read_text("utf-8"))
    }
    assert found == {"terminal.py", "pettingzoo.py"}
