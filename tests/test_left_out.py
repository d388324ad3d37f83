"""Pieces that a paper has no room for: everything else is printed, and all commands say the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conftest import Call
from tests.pages import page_texts

SET = """\
game: mixed
pieces:
  cards:
    - {name: small, size: mini, cards: [{copies: 5, title: A}]}
    - {name: mat, size: {width: 240mm, height: 240mm}, cards: [{copies: 2, title: B}]}
    - {name: deep, size: tarot, cards: [{copies: 300, title: C}]}
  boards:
    - {name: snug, squares: 8x8, cell: 24mm, tracks: {score: 40}}
    - {name: huge, squares: 12x12, cell: 40mm, poster: 30mm}
    - {name: fine, squares: 3x3, cell: 20mm}
  tokens:
    - {name: coin, size: 20mm, count: 3, front: star}
  boxes:
    - {name: chest, for: [deep], stacks: 1}
    - {name: tuck, for: [small]}
"""

# The lines of what A4 has no room for; the box is 109 mm deep.
LINES = {5: "mat-1 of 240 mm x 240 mm", 8: "`coordinates: no`", 9: "`cell: 15mm`", 14: "`split: 4`"}


def warned(output: str) -> dict[int, str]:
    """The lines with a warning about a size, and its text."""
    found = re.findall(r"mixed\.yaml:(\d+):\d+: warning size: (.*)", output)
    return {int(line): text for line, text in found}


@pytest.mark.slow
def test_everything_else_is_printed(pnp: Call, in_folder: Path) -> None:
    """The files have it, the numbers are those of the files, and a larger paper has room for more."""
    Path("mixed.yaml").write_text(SET)
    command = ("build", "mixed.yaml", "--only", "pdf", "--only", "kit", "--paper", "a4")
    built = pnp(*command)
    assert built.exit_code == 0
    assert [*warned(built.output)] == [*LINES]
    assert all(words in warned(built.output)[line] for line, words in LINES.items())
    # A poster is printed though its board has no room.
    assert "output/mixed: 305 cards, 2 boards, 3 tokens, 1 box, 6 files" in built.output
    assert "board on A4: 1 page" in built.output
    assert "left out on A4: 2 cards, 1 board, 1 box" in built.output
    front = " ".join(page_texts(Path("output/mixed/mixed-kit-a4.pdf").read_bytes())[:4])
    assert "Small" in front and "Chest" not in front and "Mat" not in front
    both = json.loads(pnp(*command, "--paper", "a3", "--format", "json").stdout)["sets"][0]
    assert both["pieces"]["cards"] == 307
    assert [(each["paper"], each["kind"], each["pieces"]) for each in both["left_out"]] == [
        ("a4", "cards", 2), ("a4", "board", 1), ("a4", "board", 0), ("a4", "boxes", 1), ("a3", "board", 0), ("a3", "boxes", 1)
    ]  # fmt: skip


@pytest.mark.slow
def test_all_commands_say_the_same(pnp: Call, in_folder: Path) -> None:
    """A check, a build and the costs agree about every piece."""
    Path("mixed.yaml").write_text(SET)
    checked, costs = pnp("validate", "mixed.yaml"), pnp("stats", "mixed.yaml", "--paper", "a4")
    built = pnp("build", "mixed.yaml", "--only", "pdf", "--paper", "a4")
    assert checked.exit_code == costs.exit_code == 0
    assert warned(checked.output) == warned(built.output) == warned(costs.output)
    share = {name: int(text) for name, text in re.findall(r"(\w+) on A4.* (\d+)% ", built.output)}
    used = re.findall(r"^  (\w+) .* ([\d.]+) %$", costs.output, flags=re.MULTILINE)
    assert {name.lower(): round(float(text)) for name, text in used if name != "Together"} == share


@pytest.mark.slow
def test_the_advice_holds(pnp: Call, in_folder: Path) -> None:
    """Each way that a warning names ends it."""
    for old, new, line in (
        ("tracks: {score: 40}}", "tracks: {score: 40}, coordinates: no}", 8),
        ("cell: 24mm", "cell: 22.5mm", 8),
        ("cell: 40mm", "cell: 15mm", 9),
        ("stacks: 1", "stacks: 1, split: 4", 14),
    ):
        Path("mixed.yaml").write_text(SET.replace(old, new))
        assert {*LINES} - {*warned(pnp("validate", "mixed.yaml").output)} == {line}


@pytest.mark.slow
def test_a_paper_with_room_for_nothing_is_refused(pnp: Call, in_folder: Path) -> None:
    """Nothing is written."""
    Path("mixed.yaml").write_text(SET)
    result = pnp("build", "mixed.yaml", "--pieces", "boxes", "--paper", "60x61mm")
    assert result.exit_code == 2 and "error size" in result.output
    assert not Path("output").exists()


@pytest.mark.slow
def test_sheets_with_pieces_of_two_sizes(pnp: Call, in_folder: Path) -> None:
    """A build says how many the sheets hold, not only the fullest one."""
    Path("mixed.yaml").write_text(SET)
    built = pnp("build", "mixed.yaml", "--only", "pdf", "--pieces", "cards", "--paper", "a4")
    assert re.search(r"cards on A4, straight: 4 to \d+ a page, 7\d sheets", built.output)


def test_a_board_that_is_a_poster_alone_has_no_line(pnp: Call, in_folder: Path) -> None:
    """Its warning says all; no line without pieces comes after those of the sheets."""
    Path("huge.yaml").write_text(
        "game: huge\npieces:\n  boards: [{name: huge, squares: 12x12, cell: 40mm, poster: 30mm}]\n"
    )
    built = pnp("build", "huge.yaml", "--only", "pdf", "--paper", "a4")
    assert built.exit_code == 0
    assert "warning size" in built.output and "board-poster on A4" in built.output
    assert "left out" not in built.output
