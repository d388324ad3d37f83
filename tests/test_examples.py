"""Worked examples of rulebooks: their scores are those of the rules of the game."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pnp.games import playable
from pnp.pieces import Pieces, make_pieces
from pnp.project.rulebook import read_rulebook
from tests.conftest import ROOT, Call, bundled, refusal

RULES = ROOT / "templates/rules"

# The first of each game is quick enough for every run.
CLAIMS = [
    pytest.param(game, number, marks=[pytest.mark.slow] if number else [])
    for game in playable()
    if (RULES / f"{game}.md").is_file()
    for number in range(len(re.findall(r"^scores:", (RULES / f"{game}.md").read_text(), re.M)))
]


@cache
def pieces_of(game: str) -> Pieces:
    """The pieces of a game, which are drawn once for all tests."""
    return make_pieces(bundled(game))


def test_rulebooks_have_examples_that_are_scored() -> None:
    """Every game with points has such examples."""
    assert {claim.values[0] for claim in CLAIMS} >= {
        "hexpertise",
        "hexagonal-highway",
        "hex-auction",
    }


@pytest.mark.parametrize(("game", "number"), CLAIMS)
def test_a_wrong_example_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, number: int
) -> None:
    """Each claim, made one point higher, gives a finding with its line and the right number."""
    text = (RULES / f"{game}.md").read_text("utf-8")
    line = [*re.finditer(r"^scores: \{.*\}$", text, re.M)][number]
    (tmp_path / "templates/rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    for claim in re.finditer(r"(-?[0-9]+)(?=[,}])", line[0]):
        start, end = (line.start() + each for each in claim.span())
        wrong = text[:start] + str(int(claim[0]) + 1) + text[end:]
        Path(f"templates/rules/{game}.md").write_text(wrong, "utf-8")
        (finding,) = refusal(read_rulebook, pieces_of(game))
        assert finding.rule == "scores"
        assert finding.place.line == text[:start].count("\n") + 1
        assert f"scores {claim[0]}, not {int(claim[0]) + 1}" in finding.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ("{plasma: 3}", '"plasma" has no score here; there are scores for'),
        ("{light: many}", "a score has to be a whole number"),
        ("7", "scores has to be a mapping"),
    ],
)
def test_a_claim_that_cannot_be_checked_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Call, scores: str, message: str
) -> None:
    """With file, line and column, by `validate`, and nothing is built."""
    text = (RULES / "hexpertise.md").read_text("utf-8")
    wrong = text.replace("scores: {light: 9, dark: 6}", f"scores: {scores}")
    (tmp_path / "templates/rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    Path("templates/rules/hexpertise.md").write_text(wrong, "utf-8")
    for command in ("validate", "build"):
        result = pnp(command, "hexpertise")
        assert result.exit_code == 1
        assert message in result.output
        assert re.search(r"templates/rules/hexpertise\.md:\d+:\d+: error", result.output)
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("[F8, E9, D8]", "[F8, E9, E8]"),
        ("[E8, E9]]", "[E8, E9, D8]]"),
        ("[H4, I3, H3, G3]", "[H4, I3, I4]"),
        ("E4, D4, C4, C5]", "E4, D4, C4, B4]"),
        ("C3, C4, C5]", "C3, C4, C5, B5]"),
    ],
)
def test_a_wrong_way_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: str, wrong: str
) -> None:
    """A wrong arrow for a drive gives a finding with its line and the drive by the rules."""
    text = (RULES / "hexagonal-highway.md").read_text("utf-8")
    assert text.count(right) == 1
    (tmp_path / "templates/rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    Path("templates/rules/hexagonal-highway.md").write_text(text.replace(right, wrong), "utf-8")
    (finding,) = refusal(read_rulebook, pieces_of("hexagonal-highway"))
    assert finding.rule == "scores"
    assert finding.place.line == text[: text.index(right)].count("\n") + 1
    assert finding.message.startswith("by the rules this drive is ")
