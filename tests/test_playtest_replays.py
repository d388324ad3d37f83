"""Games of a report can be looked at: with the set of their arm, also if it is in no file of the designer's."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from random import Random

import pytest

from pnp.basics.errors import Source, UnusableInput
from pnp.definition.reading import with_keys
from pnp.games import playable
from pnp.playtest.arms import Arm
from pnp.playtest.plans import Wish, arms_of
from pnp.playtest.setting import Setting
from pnp.project.scoring import scored
from tests.conftest import ROOT, Call


def test_a_mapping_gets_other_keys() -> None:
    """On one line; comments and lines elsewhere stay, and values keep their quotes."""
    text = 'a:  # first\n  - name: x\n    year: "2013"\n    note: |\n      two\n      lines\n    gone: 1\n  - {name: y}\nlast: 1\n'
    made = with_keys(Source("set.yaml", text), "a.x", {"gone": None, "list": "[R1-2, {b: 3}]"})
    assert made.text == (
        'a:  # first\n  - {name: x, year: "2013", note: "two\\nlines\\n", list: [R1-2, {b: 3}]}\n'
        "  - {name: y}\nlast: 1\n"
    )
    with pytest.raises(UnusableInput, match=r"last of set\.yaml has no keys"):
        with_keys(Source("set.yaml", text), "last", {"b": "1"})


@pytest.mark.parametrize("name", ["controlled-path", "hex-auction", "hexstatic-compact"])
def test_fewer_tiles_are_fewer_in_the_game(name: str) -> None:
    """All tiles that the moves of a game name are of its lot, and they are so many at most."""
    _, (arm,), _ = arms_of(Wish(name))
    few, whole = (Setting.of(arm._replace(tiles=tiles), 1) for tiles in (24, 0))
    game = few.play(0)
    assert game.record != whole.play(0).record
    tileset = few.game(game.seed).tileset
    assert tileset.printed == 24 < whole.table.game.tileset.printed
    assert sum(len(uses) for uses in _tiles_of(game.figures.uses)) <= 24


def _tiles_of(uses: object) -> list[set[str]]:
    """The tiles that were laid."""
    assert isinstance(uses, dict)
    return [{use for use in uses if use.startswith(("lay tile=", "place tile="))}]


def test_controlled_path_has_as_many_tiles_as_are_swept() -> None:
    """All start tiles that lie there, and so many in hands and in the supply that they are 30."""
    setting = Setting.of(Arm("controlled-path", ("random",) * 3, tiles=30), 1)
    for seed in range(4):
        game = setting.game(seed)
        start = game.initial(Random(seed), 3)
        assert len(game.table(start).tiles) == 3
        others = len(game.pieces.starts) - 3
        assert len(start.supply) + sum(map(len, start.hands)) + 3 + others == 30


def test_every_game_has_tiles_to_sweep_or_says_that_it_has_not(in_folder: Path, pnp: Call) -> None:
    """No game accepts `tiles` and does nothing."""
    for name in playable():
        result = pnp("playtest", name, "--sweep", "tiles=2,9999", "--games", "1")
        assert result.exit_code == 2
        assert any(
            words in result.stderr
            for words in (
                "has no tiles to choose",
                "tiles, fewer than 9999",
                "with 2 tiles cannot be",
            )
        )


def test_too_few_tiles_to_deal(in_folder: Path, pnp: Call) -> None:
    """One message, before a game is played."""
    result = pnp("playtest", "controlled-path", "--sweep", "tiles=1,30")
    assert result.exit_code == 2
    assert (
        "controlled-path.yaml with 1 tile cannot be played: 2 players need 2 start" in result.stderr
    )


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "sweep"),
    [
        ("hex-auction", "parameters.coins=5,6"),
        ("hex-auction", "tiles=30,77"),
        ("controlled-path", "tiles=24,30"),
        ("hexstatic-compact", "tiles=30,40"),
        ("hexpertise", "players=1,2"),
    ],
)
def test_each_game_of_a_report_replays(in_folder: Path, pnp: Call, name: str, sweep: str) -> None:
    """By the command beside it, with the points that the report has."""
    words = (
        "--games",
        "3",
        "--bots",
        "random",
        "--workers",
        "1",
        "-q",
        "--format",
        "json",
        "--out",
        "my tests",
    )
    result = pnp("playtest", name, "--sweep", sweep, *words)
    assert result.exit_code == 0, result.output
    games = json.loads(result.stdout)["games"]
    assert {each["arm"] for each in games} == {
        f"{sweep.partition('=')[0]}={value}" for value in sweep.partition("=")[2].split(",")
    }
    for each in games:
        _, command, tileset, option, record = shlex.split(each["command"])
        assert (command, option) == ("preview", "--record")
        made = scored(tileset, record)
        assert made.over and f"seed: {each['seed']}\n" in Path(record).read_text()


@pytest.mark.slow
def test_a_set_is_copied_with_what_lies_beside_it(in_folder: Path, pnp: Call) -> None:
    """Its table, in a folder of their own, so that another set may have one of that name; the command opens the game."""
    text = (ROOT / "tilesets/hex-auction.yaml").read_text("utf-8")
    tiles = "[OYGSBP, RYGSBP, ROGSBP, ROYSBP, ROYGBP, ROYGSP, ROYGSB]"
    assert f"tiles: {tiles}" in text
    Path("mine.yaml").write_text(text.replace(f"tiles: {tiles}", "data: parts/special.csv"))
    Path("parts").mkdir()
    table = "\n".join(["tile", *tiles.strip("[]").split(", ")])
    Path("parts/special.csv").write_text(table)
    words = ["--games", "1", "--bots", "random", "--workers", "1", "--format", "json"]
    for sweep in ("parameters.coins=5,6", "tiles=40,50"):
        result = pnp("playtest", "mine.yaml", *words, "--sweep", sweep)
        assert result.exit_code == 0, result.output
        games = json.loads(result.stdout)["games"]
        assert len(games) == 2
        for each in games:
            _, _, tileset, _, record = shlex.split(each["command"])
            assert scored(tileset, record).over
            # A set with some tiles by lot lists them.
            beside = Path(tileset).with_name("parts") / "special.csv"
            assert sweep.startswith("tiles") or beside.read_text("utf-8") == table
