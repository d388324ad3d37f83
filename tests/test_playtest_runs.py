"""Playtests as runs: arms from words, games that are kept, the same results whoever plays them."""

from __future__ import annotations

import json
import os
import pickle
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp import games as known_games
from pnp.basics.errors import OutputError, Source, UnusableInput
from pnp.basics.workers import (
    Alone,
    Cluster,
    Job,
    Part,
    Processes,
    Result,
    Work,
    WorkerLost,
    Workers,
    workers_named,
)
from pnp.definition.reading import changed
from pnp.games import game_of
from pnp.playtest import RandomBot, played
from pnp.playtest.arms import Arm
from pnp.playtest.figures import Figures
from pnp.playtest.gathering import MOST_COUNTS, avoidable, tile_texts, tiles_to_use, uses
from pnp.playtest.kingmaking import Budget, Look, looks
from pnp.playtest.plans import Plan, Wish, arms_of, with_ladder, with_worths
from pnp.playtest.runs import Results, half_width, looked, run
from pnp.playtest.setting import Barred, PlayFailed, Setting, packed, played_by, unpacked
from pnp.playtest.store import Store
from pnp.playtest.workers import Chunk, Done, play
from tests.conftest import ROOT, Call
from tests.crews import interrupted, local_cluster, one_killed, one_killed_of
from tests.test_toy_game import install

SET = (ROOT / "tilesets/hex-auction.yaml").read_text("utf-8")


@pytest.fixture(autouse=True)
def without_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports without plots, which take longer than the games: those are tested in test_playtest_measures.py."""
    monkeypatch.setattr("pnp.playtest.page.plot", lambda panel: "")


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The toy game, as if its package were installed."""
    install(tmp_path, "toy", "tests.toy_game:Toy")
    monkeypatch.syspath_prepend(tmp_path)
    known_games.forget_games()
    yield "toy"
    monkeypatch.undo()
    known_games.forget_games()


def plan(wish: Wish, games: int, until: float | None = None) -> Plan:
    """The plan of a wish."""
    name, arms, labels = arms_of(wish)
    return Plan(name, arms, labels, games, until, 1, "")


def results(
    folder: Path, made: Plan, workers: Workers | None = None, name: str = "games"
) -> Results:
    """The results of a plan with a store in a folder."""
    with Store(folder / f"{name}.sqlite", made.game) as store, workers or Alone() as crew:
        return run(made, store, crew)


# One game.


@pytest.mark.parametrize("name", ["hexpertise", "hex-auction"])
def test_the_figures_of_a_game_are_those_of_its_record(name: str) -> None:
    """Counted once more from the record, move by move, in another way."""
    game = game_of(name)
    arm = Arm(name, ("random",) * max(2, game.players[0]))
    made = Setting.of(arm, 1).play(3)
    figures = made.figures
    reading = game.read(Source("record.yaml", made.record))
    positions = [reading.start, *(step.position for step in reading.steps)]
    movers = [game.to_move(position) for position in positions[:-1]]
    assert [seat + 1 for seat in figures.movers] == movers
    assert [*figures.choices] == [len(game.legal_moves(each)) for each in positions[:-1]]
    borders = [at for at in range(1, len(movers)) if movers[at] != movers[at - 1]]
    assert figures.turns == len(borders) + 1
    after = [game.score(positions[at]).points for at in (*borders, -1)]
    assert figures.final == after[-1] == game.score(reading.position).points
    # Of a long game there are the points after each twentieth of it, in order.
    assert len(figures.points) == min(MOST_COUNTS, figures.turns)
    rest = iter(after)
    assert all(points in rest for points in figures.points)
    first_words = Counter(re.split(r"[ ;]", step.move)[0] for step in reading.steps)
    if name == "hex-auction":
        kinds = {use: sum(counts) for use, counts in figures.uses.items() if " " not in use}
        assert kinds == first_words
    assert [*figures.winners] == [player - 1 for player in game.score(reading.position).winning]


@pytest.mark.parametrize(
    "name", ["controlled-path", "hex-auction", "hexagonal-highway", "hexpertise"]
)
def test_the_facts_of_an_end_are_in_its_file(name: str) -> None:
    """Counted in the text of the position, and in the remarks of the score."""
    game = game_of(name)
    for number in range(3):
        match = played(game, [RandomBot()] * game.players[0], number)
        facts, text = game.facts(match.end), game.write_position(match.end)
        match name:
            case "controlled-path":
                lost = re.search("^lost: (.*)$", text, re.MULTILINE)
                hands = re.findall(r"^hands: (.*)$", text, re.MULTILINE)
                in_hands = sum(len(re.findall(r"[0-9-]+(?: [0-9-]+)*", hand)) for hand in hands)
                (supply,) = re.findall(r"has (\d+) tiles", str(match.score.remarks)) or ["0"]
                assert facts["tiles left"] == in_hands + int(supply)
                assert facts["players who could not move"] == str(lost).count("no-move")
                assert facts["stalemate"] == ("no new tile" in match.score.tie_break)
            case "hex-auction":
                cells = re.findall(r'^  "[-0-9,]+": (\w+)$', text, re.MULTILINE)
                hands = re.findall(r"^hands: (.*)$", text, re.MULTILINE)
                in_hands = len(re.findall(r"\b[A-Z]{6}\b", " ".join(hands)))
                assert facts["tiles left"] == 77 - len(cells) - in_hands
                specials = sum(len(set(tile)) == 6 for tile in cells)
                assert facts["the supply ran out"] == (specials < 3)
            case "hexagonal-highway":
                assert facts["collisions"] == len(match.score.remarks)
                lines = re.findall(r"^    \w+: \[(.*)\]$", text, re.MULTILINE)
                ends = Counter(line.split(", ")[-1] for line in lines)
                assert facts["drives that end in a corner"] == sum(
                    ends[corner] for corner in ("A1", "A5", "E1", "E9", "I1", "I5")
                )
            case "hexpertise":
                assert facts["hexes nullified"] == text.count("nullified")


def test_a_tile_has_one_name_however_it_is_turned() -> None:
    """And a place is no use."""
    game = game_of("hex-auction")
    found = set()
    for position in range(2):
        view = game.initial(Random(position), 3)
        while not [move for move in game.legal_moves(view) if "lay" in uses(game, move)]:
            view = game.play(view, game.legal_moves(view)[-1])
        lays = [move for move in game.legal_moves(view) if "lay" in uses(game, move)]
        named = {uses(game, move)[1] for move in lays}
        found |= named
        assert len(named) == len({game.pieces.kinds[move.tile] for move in lays}) < len(lays)  # type: ignore[attr-defined]
        assert all(len(uses(game, move)) == 2 for move in lays)
    assert all(re.fullmatch("lay tile=[ROYGSBP]{6}", use) for use in found)


@pytest.mark.slow
def test_a_barred_bot_does_without_unless_it_must() -> None:
    """At the top and within its own search; others play as before."""
    game = game_of("hexpertise")
    for bot in ("random", "mcts:3"):
        without = {"place element=air", "place element=fire"}
        arm = Arm("hexpertise", (bot, "random"), barred=tuple((use, 1) for use in without))
        made = Setting.of(arm, 1).play(1)
        reading = game.read(Source("record.yaml", made.record))
        positions = [reading.start, *(step.position for step in reading.steps)]
        used = Counter[bool]()
        for position, step in zip(positions[:-1], reading.steps, strict=True):
            if made.figures.bots[(game.to_move(position) or 0) - 1] != 0:
                continue
            is_barred = not without.isdisjoint(uses(game, game.read_move(position, step.move)))
            used[is_barred] += 1
            moves = [uses(game, move) for move in game.legal_moves(position)]
            assert not is_barred or all(not without.isdisjoint(each) for each in moves)
        assert used[False] > 20
        other = made.figures.bots.index(1)
        assert sum(made.figures.uses[use][other] for use in without) > 5
    game = game_of("hex-auction")
    # A player without a coin has no other bid.
    every = frozenset(f"bid coins={coins}" for coins in range(20))
    match = played(game, [Barred(RandomBot(), every), RandomBot(), RandomBot()], 4)
    assert match.score.winning


def test_bots_change_seats_with_the_same_deal() -> None:
    """Each bot sits in each seat once a deal, and its record begins alike."""
    setting = Setting.of(Arm("hex-auction", ("greedy", "random", "random")), 1)
    seeds = [setting.seed_of(number) for number in range(6)]
    assert seeds[0] == seeds[1] == seeds[2] != seeds[3] == seeds[5]
    assert [setting.arm.seating(number).index(0) for number in range(4)] == [0, 1, 2, 0]


def test_a_lot_of_tiles_is_the_same_for_the_same_deal(toy: str) -> None:
    """More tiles are the same tiles and others; the game is as short as its tiles are few."""
    few, more = (Setting.of(Arm("toy", ("random",) * 2, tiles=n), 1) for n in (6, 10))
    for number in range(3):
        seed = few.seed_of(number)
        fewer, most = (set(each.game(seed).kinds.bag()) for each in (few, more))
        assert fewer < most and (len(fewer), len(most)) == (6, 10)
        assert len(few.play(number).figures.movers) == 6
    assert few.game(few.seed_of(0)).kinds.bag() != few.game(few.seed_of(1)).kinds.bag()
    special = Setting.of(Arm("hex-auction", ("random",) * 3, tiles=2), 1)
    assert len(special.game(5).pieces.special) == 1  # type: ignore[attr-defined]
    with pytest.raises(UnusableInput, match="has 14 tiles, fewer than 15"):
        Setting.of(Arm("toy", ("random",) * 2, tiles=15), 1)


def test_a_game_that_fails_says_which() -> None:
    """And with which seed, so that it can be repeated."""
    setting = Setting.of(Arm("hexpertise", ("random",)), 1)
    broken = setting._replace(options=(("advanced", "nonsense"),))
    with pytest.raises(
        PlayFailed, match=r"hexpertise failed in game 7, seed \d+, with random: ValueError"
    ):
        broken.play(7)
    # Such an error travels from one process to another, as those of moves do not.
    error = PlayFailed("hexpertise failed")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


# Words.


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        (
            "parameters.coins",
            "9",
            "  coins: 9                          # of each player; the page suggests 5 to 10",
        ),
        ("tiles.families.special.expect", "8", "      expect: 8"),
        ("tiles.families.1.where.pattern", "A, b", '      where: {pattern: "A, b"}'),
        ("players", "{min: 3, max: 4}", "players: {min: 3, max: 4}"),
    ],
)
def test_a_key_of_a_set_gets_another_value(path: str, value: str, line: str) -> None:
    """One line is another one, and all others stay."""
    text = changed(Source("set.yaml", SET), path, value).text
    before, after = SET.splitlines(), text.splitlines()
    (at,) = [at for at, each in enumerate(before) if each != after[at]]
    assert after[at] == line and len(before) == len(after)


def test_a_block_is_replaced_as_a_whole() -> None:
    """What follows it stays where it is."""
    source = Source(
        "set.yaml", "a:\n  - name: x\n    b:\n      c: 1\n  - name: y\nz: |\n  text\nlast: 1\n"
    )
    assert (
        changed(source, "a.x", "{b: 2}").text
        == "a:\n  - {b: 2}\n  - name: y\nz: |\n  text\nlast: 1\n"
    )
    assert changed(source, "z", "3").text.endswith("z: 3\nlast: 1\n")


@pytest.mark.parametrize(
    ("sweep", "labels"),
    [
        ("coins=5..7", ["coins=5", "coins=6", "coins=7"]),
        ("coins=five,10", ["coins=five", "coins=10"]),
        ("players=3,4", ["players=3", "players=4"]),
        ("tiles=60..77..8", ["tiles=60", "tiles=68", "tiles=76"]),
        ("bots=random,greedy+mcts:5", ["bots=random", "bots=greedy+mcts:5"]),
        ("parameters.coins=5,6", ["parameters.coins=5", "parameters.coins=6"]),
        ("tiles.families.ordinary.where={pattern: AABBCC},{colours: 3}", ["…", "…"]),
    ],
)
def test_a_sweep_makes_arms(sweep: str, labels: list[str]) -> None:
    """One for each value, and several sweeps all combinations."""
    name, arms, found = arms_of(Wish("hex-auction", sweeps=(sweep,)))
    assert name == "hex-auction"
    assert len(set(arms)) == len(arms) == len(labels)
    assert "…" in labels or [*found] == labels
    if not sweep.startswith("bots"):
        _, both, _ = arms_of(Wish("hex-auction", sweeps=(sweep, "bots=random,greedy")))
        assert len(both) == 2 * len(arms)


def test_coins_are_those_of_the_option_or_of_the_set() -> None:
    """A swept number reaches the first position."""
    for sweep, coins in (
        ("coins=9", 9),
        ("parameters.coins=9", 9),
        ("coins=3", 3),
        ("coins=12", 12),
    ):
        _, (arm,), _ = arms_of(Wish("hex-auction", sweeps=(sweep,)))
        setting = Setting.of(arm, 1)
        position = setting.table.game.initial(Random(1), 3, dict(setting.options))
        assert position.coins == (coins,) * 3


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    """As many players as there are bots, and at least as many as the game needs."""
    wishes = [
        ("greedy", ""),
        ("greedy,mcts:5", ""),
        ("greedy,mcts:5", "5"),
        ("random,random,random,greedy", ""),
    ]
    found = [
        arms_of(Wish("hex-auction", bots=bots, players=players))[1][0].bots
        for bots, players in wishes
    ]
    assert found == [
        ("greedy",) * 3,
        ("greedy", "mcts:5", "mcts:5"),
        ("greedy", *["mcts:5"] * 4),
        ("random", "random", "random", "greedy"),
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["hex-auction", "--bots", "gredy"], 'there is no bot "gredy"; did you mean "greedy"?'),
        (["hex-auction", "--option", "coin=5"], 'has no option "coin"; did you mean "coins"?'),
        (["hex-auction", "--option", "coins"], "write NAME=CHOICE"),
        (
            ["hex-auction", "--sweep", "coins=five,4x"],
            'is one of set, five (5), six (6), seven (7), eight (8), nine (9), ten (10), not "4x"',
        ),
        (["hex-auction", "--sweep", "coins="], '--sweep coins: "" has no values'),
        (
            ["hex-auction", "--sweep", "coins=10..5"],
            '"10..5" has no values; write the smaller number first',
        ),
        (["hex-auction", "--sweep", "coins=5,5"], "each value has to be another one"),
        (["hex-auction", "--sweep", "coins"], "write NAME=5..10, or NAME=ONE,OTHER"),
        (
            ["hex-auction", "--sweep", "coin=5"],
            'has nothing called "coin" to sweep (a key of the set is a path, such as tiles.size); did you mean "coins"?',
        ),
        (
            ["hex-auction", "--sweep", "tiles.familes.special.expect=5"],
            'has no key "familes"; did you mean "families"?',
        ),
        (
            ["hex-auction", "--sweep", "parameters.coins=many"],
            "coins has to be a whole number, 0 or more, not many",
        ),
        (["hex-auction", "--sweep", "tiles=78"], "has 77 tiles, fewer than 78"),
        (["hex-auction", "--sweep", "tiles=0..3"], "tiles=0: write a number"),
        (["hex-auction", "--sweep", "tiles=1..999"], "has more than 100 values"),
        (
            ["hex-auction", "--sweep", "tiles=1..60", "--sweep", "coins=5,6"],
            "120 ways to play, and 100 are the most",
        ),
        (
            ["hex-auction", "--sweep", "coins=5,6", "--option", "coins=5"],
            "a sweep has the values of coins",
        ),
        (
            ["hex-auction", "--sweep", "coins=5,6", "--sweep", "coins=7"],
            "coins has its values already",
        ),
        (["hex-auction", "--players", "2"], "is a game for 3 to 5 players, not for 2"),
        (
            ["hex-auction", "--players", "3", "--bots", "random,random,random,random"],
            "there are 4 bots for 3 players",
        ),
        (
            ["hex-auction", "--games", "100000", "--sweep", "coins=5,6"],
            "write --games 50000 or less",
        ),
        (
            ["hex-auction", "--set", "hexpertise"],
            "hexpertise is a set for hexpertise, not for hex-auction",
        ),
        (["hex-auction", "--against", "hex-auction"], "each value has to be another one"),
        (["hex-auction", "--workers", "0"], "write a number from 1 to 256, or dask://HOST:PORT"),
        pytest.param(
            ["hex-auction", "--workers", "dask://127.0.0.1:1"],
            "there is no Dask scheduler at 127.0.0.1:1",
            marks=pytest.mark.slow,
        ),
        (["hex-auction", "--ladder", "8,4"], "at least two budgets, the smallest first"),
        (["hex-auction", "--ladder", "8,x"], "--ladder=x: write a number"),
        (["hex-auction", "--ladder", "8,9", "--sweep", "coins=5,6"], "leave out --sweep"),
        (["hexpertise", "--players", "1", "--games", "2", "--worth", "moves"], "a game for one"),
        (
            ["hex-auction", "--bots", "random", "--games", "2", "--worth", "colour"],
            'have no "colour"; write one of coins, kind, moves, tile, tiles',
        ),
        (["hexpertise", "--kings", "2"], "a third who decides; write --players 3 or more"),
        (["tsuro"], 'pnp does not know the rules of "tsuro"'),
        (["nothing.yaml"], "there is no file nothing.yaml"),
        (["hexpertise", "--out", ""], "--out needs the name of a folder"),
    ],
)
def test_bad_words_are_refused(in_folder: Path, pnp: Call, words: list[str], message: str) -> None:
    """In one message, before anything is played."""
    result = pnp("playtest", *words)
    assert result.exit_code in (1, 2)
    assert message in result.stderr
    assert result.stderr.count("error") == 1


def test_a_ladder_has_a_rung_for_each_budget() -> None:
    """Each against the one below, in the seats of all others; alone each for itself."""
    made = with_ladder(plan(Wish("hex-auction"), 10), "2,4,8")
    assert [arm.bots for arm in made.arms] == [
        ("random",) * 3,
        ("mcts:4", "mcts:2", "mcts:2"),
        ("mcts:8", "mcts:4", "mcts:4"),
    ]
    assert made.labels[1:] == ("mcts:4 against mcts:2", "mcts:8 against mcts:4")
    alone = with_ladder(plan(Wish("hexpertise", players="1"), 10), "2,4")
    assert [arm.bots for arm in alone.arms] == [("random",), ("mcts:2",), ("mcts:4",)]


def test_the_worth_of_something_is_that_of_playing_without_it() -> None:
    """Of kinds of moves, of all values of a field, or of all that is done with a tile."""
    made = plan(Wish("hex-auction"), 10)
    used = ["bid", "lay", "choose kind=AB", "bid coins=2", "lay tile=AB", "bid coins=3"]
    found = {
        worth: with_worths(made, used, worth, ["AB"])[0].arms[1:]
        for worth in ("moves", "coins", "tiles")
    }
    barred = {worth: [arm.barred for arm in arms] for worth, arms in found.items()}
    assert barred == {
        "moves": [(("bid", 1),), (("lay", 1),)],
        "coins": [(("bid coins=2", 1),), (("bid coins=3", 1),)],
        "tiles": [(("choose kind=AB", 1), ("lay tile=AB", 1))],
    }


def test_what_nobody_can_do_without_has_no_arm() -> None:
    """Every turn of an auction has a bid and a choice; nobody has to stop, and one bid can be another one."""
    setting = Setting.of(Arm("hex-auction", ("random",) * 3), 1)
    game = setting.play(0)
    wanted = ["bid", "choose", "lay", "stop", *(use for use in game.figures.uses if "=" in use)]
    found = avoidable([(setting.game(game.seed), game.record)], wanted)
    assert {"lay", "stop"} < found and found.isdisjoint({"bid", "choose"})
    assert len(found & {f"bid coins={coins}" for coins in range(1, 8)}) > 1
    made, bound = with_worths(
        plan(Wish("hex-auction"), 10), wanted, "moves", [], lambda uses: found.intersection(uses)
    )
    assert (made.labels[1:], bound) == (("without lay", "without stop"), ("bid", "choose"))
    with pytest.raises(UnusableInput, match="--worth moves: nobody can do without bid and choose"):
        with_worths(made._replace(labels=("",)), wanted[:2], "moves", [], lambda uses: ())


def test_a_tile_that_only_lies_there_is_not_missed() -> None:
    """The start tiles of Controlled Path are never in a hand; unless somebody uses one all the same."""
    setting = Setting.of(Arm("controlled-path", ("random",) * 2), 1)
    game = setting.table.game
    start = game.initial(Random(1), 2)
    every, known = set(tile_texts(game)), set(tiles_to_use(game, start, set()))
    assert len(every) == 41 and len(known) == 37
    assert all("ring" in tile for tile in every - known)
    assert set(tiles_to_use(game, start, {*(every - known)})) == every


@pytest.mark.slow
def test_a_run_says_if_it_knows_too_little(in_folder: Path, pnp: Call) -> None:
    """After as many games as it may play."""
    words = ("playtest", "hexpertise", "--games", "10", "--bots", "random", "--workers", "1")
    result = pnp(*words, "--until", "0.05")
    assert result.exit_code == 0
    assert re.search(
        r"known to 0\.[1-4]\d* to each side, not to 0.05: that takes more --games", result.stderr
    )
    assert "known to" not in pnp(*words).stderr


@pytest.mark.slow
def test_worths_and_ladders_are_played(in_folder: Path, pnp: Call) -> None:
    """In the same run as the games without them."""
    words = ("hex-auction", "--games", "3", "--bots", "random", "--workers", "1", "-q")
    result = pnp("playtest", *words, "--worth", "moves", "--ladder", "1,2", "--format", "json")
    assert result.exit_code == 0, result.output
    assert "nobody can do without: bid and choose" in Path(
        "output/hex-auction/playtest/report.txt"
    ).read_text("utf-8")
    assert [each["label"] for each in json.loads(result.stdout)["arms"]] == [
        "as asked",
        "mcts:2 against mcts:1",
        "without lay",
        "without stop",
    ]


# The store.


def test_a_row_is_its_game() -> None:
    """Every value, tuples as tuples."""
    game = Setting.of(Arm("hexpertise", ("random", "random")), 1).play(2)
    assert unpacked(packed(game)) == game


def test_games_are_played_once(in_folder: Path) -> None:
    """More games of the same arm are added; other rules, seeds, bots or sets are other games."""
    wish = Wish("hexpertise")
    first = results(in_folder, plan(wish, 6))
    again = results(in_folder, plan(wish, 9))
    assert (first.played, again.played) == (6, 3)
    assert first.games[0] == again.games[0][:6]
    # Another plan shares an arm with the first.
    swept = results(in_folder, plan(Wish("hexpertise", sweeps=("advanced=on,off",)), 9))
    assert swept.played == 9 and swept.games[0] == again.games[0]
    assert results(in_folder, plan(wish, 9)._replace(seed=2)).played == 9
    assert [game.number for game in again.games[0]] == [*range(9)]


def test_a_set_is_its_content_and_not_its_name(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy has the same games; a change, or other rules, has others."""
    own = Setting.of(Arm("hex-auction", ("random",) * 3), 1)
    for name, text in (("copy", SET), ("richer", SET.replace("coins: 7 ", "coins: 8 "))):
        (in_folder / f"{name}.yaml").write_text(text, "utf-8")
        other = Setting.of(Arm("hex-auction", ("random",) * 3, tileset=f"{name}.yaml"), 1)
        assert (other.digest == own.digest) == (name == "copy")
    digest = own.digest
    monkeypatch.setattr("pnp.playtest.setting.code", lambda name: "of tomorrow")
    assert own.digest != digest


@pytest.mark.slow
def test_games_depend_on_the_modules_that_play_them() -> None:
    """All of the room that Python loads with a setting, and no report; a list by hand would forget the next one."""
    loaded = "import sys, pnp.playtest.setting; print(*(m for m in sys.modules if m.startswith('pnp.playtest.')))"
    made = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    names = {name.rpartition(".")[2] for name in made.stdout.split()}
    assert {file.stem for file in played_by()} == names
    assert {"bots", "match", "setting"} <= names and "plots" not in names


@pytest.mark.slow
def test_looks_of_another_version_are_made_anew(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games stay, since none depends on who looks at it for kingmaking."""
    asked = plan(Wish("controlled-path", players="3"), 1)
    found = results(in_folder, asked)
    (setting,) = (Setting.of(arm, asked.seed) for arm in asked.arms)
    with Store(in_folder / "games.sqlite", "controlled-path") as store:
        (seen,), _ = looked(asked, found, 1, store, Alone())
        key = store.key(setting)
        assert store.looks(key) == {0: seen[0][1]}
        monkeypatch.setattr("pnp.playtest.store.code_of_looks", lambda: "of tomorrow")
        assert store.key(setting) == key and store.numbers(key) == {0}
        assert store.looks(key) == {}


@pytest.mark.slow
def test_a_comparison_of_two_sets(in_folder: Path, pnp: Call) -> None:
    """`--against` alone compares with the game's own set."""
    (in_folder / "mine.yaml").write_text(SET.replace("coins: 7 ", "coins: 3 "), "utf-8")
    result = pnp(
        "playtest",
        "hex-auction",
        "--against",
        "mine.yaml",
        "--games",
        "3",
        "--bots",
        "random",
        "--workers",
        "1",
        "-q",
    )
    assert result.exit_code == 0, result.output
    assert "set=mine.yaml" in result.stdout and "set=hex-auction" in result.stdout


@pytest.mark.slow
def test_tiles_that_a_set_lacks_are_not_unused(in_folder: Path, pnp: Call) -> None:
    """Each arm has the tiles of its own set; sets with one file name are called by their paths."""
    Path("other").mkdir()
    Path("mine.yaml").write_text(SET)
    fewer = "[OYGSBP, RYGSBP, ROGSBP]"
    Path("other/mine.yaml").write_text(
        SET.replace("[OYGSBP, RYGSBP, ROGSBP, ROYSBP, ROYGBP, ROYGSP, ROYGSB]", fewer)
    )
    words = ("--against", "other/mine.yaml", "--games", "2", "--bots", "random", "--workers", "1")
    result = pnp("playtest", "mine.yaml", *words, "--format", "json")
    assert result.exit_code == 0, result.output
    whole, part = json.loads(result.stdout)["arms"]
    assert (whole["label"], part["label"]) == ("set=mine.yaml", "set=other/mine.yaml")
    numbers = [
        len([use for use in arm["measures"]["used"] if use.startswith("lay tile=")])
        for arm in (whole, part)
    ]
    assert numbers == [77, 73]


def _spoil(path: Path, how: str) -> None:
    if how == "text":
        path.write_text("game: hexpertise\n" * 100)
    elif how == "cut off":
        path.write_bytes(path.read_bytes()[:-4096])
    elif how == "overwritten":
        data = bytearray(path.read_bytes())
        data[4096:12288] = b"x" * 8192
        path.write_bytes(data)
    elif how == "no text":
        path.write_bytes(
            path.read_bytes()
            .replace(b"tablegamegame", b"table\x81amegame")
            .replace(b"TABLE game ", b"TAXLE game ")
        )
    elif how == "no key":
        # What stands for the key in a row is then nothing.
        path.write_bytes(
            path.read_bytes().replace(b"id INTEGER PRIMARY KEY", b"id INTEGER            ")
        )
    else:
        with sqlite3.connect(path) as file:
            file.execute(how)
        file.close()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("text", "is damaged or cut off"),
        ("cut off", "is damaged or cut off"),
        ("overwritten", "is damaged or cut off"),
        ("no text", "is damaged or cut off"),
        ("no key", "is damaged or cut off"),
        ("PRAGMA user_version = 9", "its format is 9, and this pnp reads 1"),
        ("PRAGMA application_id = 3", "is not a file of playtests"),
        ("UPDATE game SET name = 'go'", "has playtests of go, not of hexpertise"),
    ],
)
def test_a_file_that_cannot_be_used_stays_as_it_is(
    in_folder: Path, pnp: Call, how: str, message: str
) -> None:
    """One message says what to do."""
    words = (
        "playtest",
        "hexpertise",
        "--games",
        "4",
        "--bots",
        "random",
        "--workers",
        "1",
        "--out",
        ".",
        "-q",
    )
    assert pnp(*words).exit_code == 0
    path = in_folder / "playtest.sqlite"
    _spoil(path, how)
    before = path.read_bytes()
    result = pnp(*words)
    assert result.exit_code == 2 and message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert path.read_bytes() == before


def test_a_file_that_another_program_holds(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while of patience."""
    monkeypatch.setattr("pnp.playtest.store._PATIENCE", 0.01)
    made = plan(Wish("hexpertise"), 2)
    results(in_folder, made)
    other = sqlite3.connect(in_folder / "games.sqlite")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(OutputError, match="another program writes into it"):
        results(in_folder, made)
    other.close()
    assert results(in_folder, made).played == 0


def test_a_full_disk_loses_nothing(in_folder: Path) -> None:
    """What was kept before is there; SQLite's limit of pages stands for a disk."""
    made = plan(Wish("hexpertise"), 12)
    with Store(in_folder / "games.sqlite", "hexpertise") as store:
        run(made._replace(games=3), store, Alone())
        store.file.execute("PRAGMA max_page_count = 1")
        with pytest.raises(OutputError, match="the disk is full"):
            run(made, store, Alone())
    with Store(in_folder / "games.sqlite", "hexpertise") as store:
        key = store.key(Setting.of(made.arms[0], 1))
        assert store.numbers(key) >= {0, 1, 2}
        assert len(run(made, store, Alone()).games[0]) == 12


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(in_folder: Path, pnp: Call) -> None:
    """One message."""
    in_folder.chmod(0o500)
    result = pnp("playtest", "hexpertise", "--games", "4", "--bots", "random", "--workers", "1")
    in_folder.chmod(0o700)
    assert result.exit_code == 2 and "cannot make the folder" in result.stderr


def test_a_folder_that_is_a_file(in_folder: Path, pnp: Call) -> None:
    """One message."""
    Path("output").write_text("")
    result = pnp("playtest", "hexpertise", "--games", "4", "--bots", "random", "--workers", "1")
    assert (
        result.exit_code == 2
        and "cannot make the folder output/hexpertise/playtest" in result.stderr
    )


# Runs.


def test_a_run_stops_when_it_knows_enough(
    toy: str, in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a border of batches, however many games were kept by others before."""
    monkeypatch.setattr("pnp.playtest.runs.BATCH", 12)
    made = plan(Wish(toy), 60, until=0.25)
    alone = results(in_folder, made)
    (games,) = alone.games
    count = len(games)
    assert count in (12, 24, 36)
    known = [game.figures for game in games]
    widths = [half_width(made.arms, [known[:number]]) for number in range(12, count + 1, 12)]
    assert widths[-1] <= 0.25 < min(widths[:-1], default=1.0)
    results(in_folder, made._replace(until=None, games=count + 5), name="other")
    assert results(in_folder, made, name="other").games == alone.games


def figures(bots: tuple[int, ...], winner: int) -> Figures:
    """Those of a game of which only the bots and the winner count."""
    seats = len(bots)
    return Figures(bots, (winner,), 1, (1,), (0,), ((0,) * seats,), {}, {})


def test_the_width_is_that_of_the_interval() -> None:
    """Of shares by the textbook, of arms by deals in pairs: luck that both share does not widen it."""
    two = Arm("hexpertise", ("random",) * 2)
    games = [figures((0, 1), number % 2) for number in range(400)]
    assert half_width([two], [games]) == pytest.approx(0.049, abs=0.0005)
    assert half_width([two, two], [games, games]) < 0.006
    others = [figures((0, 1), number // 2 % 2) for number in range(400)]
    assert half_width([two, two], [games, others]) == pytest.approx(1.96 * 0.7071 / 20, abs=0.0005)
    # Bots that change seats are counted by bot: one that always wins is known well.
    mixed = Arm("hexpertise", ("greedy", "random"))
    won = [figures(mixed.seating(n), mixed.seating(n).index(0)) for n in range(400)]
    assert half_width([mixed], [won]) < 0.01


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_played(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report has it, the exit code is that of shells, and the next run goes on."""
    add, kept = Store.add, []

    def interrupted(store: Store, key: int, rows: Any) -> None:
        add(store, key, rows)
        kept.extend(rows)
        if len(kept) >= 5:
            raise KeyboardInterrupt

    words = ("playtest", "hexpertise", "--games", "30", "--bots", "random", "--workers", "1")
    monkeypatch.setattr("pnp.playtest.runs._LARGEST", 4)
    with monkeypatch.context() as patched:
        patched.setattr(Store, "add", interrupted)
        result = pnp(*words)
    assert result.exit_code == 130
    assert f"{len(kept)} games" in result.stdout and "the same command goes on" in result.stderr
    assert f"{30 - len(kept)} games played" in pnp(*words).stdout


@pytest.mark.slow
def test_ctrl_c_keeps_the_looks_at_kingmaking(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report has them, the next run looks at the other games, and the one after it at none."""
    seen: list[int] = []

    def look(game: Any, record: str, seed: int) -> tuple[Look, ...]:
        seen.append(seed)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return looks(game, record, seed, Budget(1, 2, 2))

    monkeypatch.setattr("pnp.playtest.workers.looks", look)
    monkeypatch.setattr("pnp.playtest.runs._LARGEST", 1)
    words = (
        "playtest",
        "hex-auction",
        "--games",
        "6",
        "--bots",
        "random",
        "--workers",
        "1",
        "--format",
        "json",
    )
    result = pnp(*words, "--kings", "5")
    assert result.exit_code == 130 and "the same command goes on" in result.stderr
    (first,) = json.loads(result.stdout)["kingmaking"]
    assert first["hardly"]["games"] == 2
    result = pnp(*words, "--kings", "5")
    assert result.exit_code == 0 and len(seen) == 6 and len({*seen}) == 5
    (second,) = json.loads(result.stdout)["kingmaking"]
    assert second["hardly"]["games"] == 5
    assert pnp(*words, "--kings", "5").stdout == result.stdout and len(seen) == 6


@pytest.mark.slow
def test_several_processes_see_the_same_kings(in_folder: Path) -> None:
    """Their looks are those of one process, game by game."""
    made = plan(Wish("hex-auction"), 3)
    found = []
    for crew in (Alone(), Processes(2)):
        with Store(Path(f"{crew.number}.sqlite"), made.game) as store, crew:
            found.append(looked(made, run(made, store, crew), 3, store, crew))
            assert store.looks(1) == {game.number: seen for game, seen in found[-1][0][0]}
    assert found[0] == found[1]
    ((every,), stopped) = found[0]
    assert not stopped and [game.number for game, _ in every] == [0, 1, 2]
    assert all(len(seen) == 4 for _, seen in every)


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no signals for a group of processes"
)
@pytest.mark.parametrize("seconds", [0.7, 2.0])
def test_ctrl_c_at_the_terminal_reaches_all_processes(in_folder: Path, seconds: float) -> None:
    """Those that play say nothing, whether they still start or play already."""
    words = [
        "playtest",
        "hex-auction",
        "--games",
        "50000",
        "--bots",
        "random",
        "--workers",
        "2",
        "--out",
        ".",
    ]

    def wait(_: object) -> None:
        while not _kept(Path("playtest.sqlite")):
            time.sleep(0.02)

    code, out, err = interrupted(words, wait, seconds)
    assert code == 130
    assert "Traceback" not in err and err.startswith("stopped; playtest.sqlite has")
    assert re.search(r"in \d+ games? between 3 random bots", out)


def _kept(path: Path) -> int:
    """The number of games in a file that may not be there yet."""
    if not path.exists():
        return 0
    file = sqlite3.connect(path)
    try:
        ((number,),) = file.execute("SELECT count(*) FROM games")
        return int(number)
    except sqlite3.OperationalError:
        return 0
    finally:
        file.close()


class Backwards(Alone):
    """Workers who finish the last chunk first, and stop before the first."""

    def done(self, job: Job[Part, Result], work: Work[Part]) -> Iterator[Result]:
        chunks = [*iter(work.take, None)]
        for chunk in chunks[:0:-1]:
            yield job.call(*job.arguments(chunk))
        raise KeyboardInterrupt


def test_a_stopped_run_reports_no_game_after_a_gap(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games that end first are short, so the others would be missing from every mean."""
    monkeypatch.setattr("pnp.playtest.runs._ALONE", 0.0)
    made = plan(Wish("hexpertise"), 8)
    assert results(in_folder, made, Backwards()).games == ((),)
    assert results(in_folder, made).played == 1


@pytest.mark.slow
def test_several_processes_play_the_same_games(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if one of them is killed on the way."""
    monkeypatch.setattr("pnp.playtest.runs._ALONE", 0.0)
    monkeypatch.setattr("pnp.playtest.runs._CHUNK", 0.05)
    made = plan(Wish("hex-auction", sweeps=("coins=5,9",)), 60)
    one = results(in_folder, made)
    with one_killed():
        assert results(in_folder, made, Processes(2), "several").games == one.games


def _deadly(setting: Setting, chunk: Chunk, expected: str = "") -> Done:
    """A worker that dies of game 3."""
    if 3 in chunk.numbers:
        os._exit(1)
    return play(setting, chunk, expected)


@pytest.mark.slow
def test_a_game_that_kills_its_worker_ends_the_run(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three times, with a message; the games before it are kept."""
    monkeypatch.setattr("pnp.playtest.runs._ALONE", 0.0)
    monkeypatch.setattr("pnp.playtest.workers.play", _deadly)
    made = plan(Wish("hexpertise"), 6)
    with pytest.raises(WorkerLost, match=r"a worker died 3 times in or beside games? \d"):
        results(in_folder, made, Processes(1))
    monkeypatch.undo()
    assert 0 < results(in_folder, made).played < 6


@pytest.mark.slow
def test_a_killed_run_goes_on(in_folder: Path) -> None:
    """By `kill -9`, in the midst of games."""
    words = [
        "playtest",
        "hex-auction",
        "--games",
        "400",
        "--bots",
        "random",
        "--workers",
        "1",
        "--out",
        ".",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", *words], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    while not Path("playtest.sqlite").exists() or Path("playtest.sqlite").stat().st_size < 200_000:
        time.sleep(0.02)
        assert process.poll() is None
    process.kill()
    process.wait()
    made = plan(Wish("hex-auction"), 60)
    found = results(in_folder, made, name="playtest")
    assert 0 <= found.played < 60
    assert found.games == results(in_folder, made, name="other").games


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same_games(in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On two workers, one of which is killed."""
    monkeypatch.setattr("pnp.playtest.runs._ALONE", 0.0)
    monkeypatch.setattr("pnp.playtest.runs._CHUNK", 0.05)
    made = plan(Wish("hex-auction"), 90)
    with local_cluster(2) as (cluster, address):
        crew = workers_named(address)
        assert isinstance(crew, Cluster) and crew.number == 2
        with one_killed_of(cluster, 0.5):
            found = results(in_folder, made, crew)
    assert found.games == results(in_folder, made, name="alone").games


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_goes_away_ends_the_run(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a message, and what was played is there."""
    from distributed import LocalCluster

    monkeypatch.setattr("pnp.playtest.runs._ALONE", 0.0)
    monkeypatch.setattr("pnp.basics.workers.LOOK", 0.2)
    made = plan(Wish("hex-auction"), 5000)
    cluster: Any = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)  # type: ignore[no-untyped-call]
    crew = workers_named(cluster.scheduler_address.replace("tcp://", "dask://"))
    add, closing = Store.add, threading.Thread(target=cluster.close)

    def closed_after(store: Store, key: int, rows: Any) -> None:
        add(store, key, rows)
        if not closing.ident:
            closing.start()

    monkeypatch.setattr(Store, "add", closed_after)
    with pytest.raises(WorkerLost, match=r"the connection to the Dask scheduler at .* is lost"):
        results(in_folder, made, crew)
    closing.join()
    assert results(in_folder, made._replace(games=1)).played == 0


def test_a_worker_with_other_rules_refuses() -> None:
    """Its games would be mixed with others."""
    setting = Setting.of(Arm("hexpertise", ("random",)), 1)
    with pytest.raises(UnusableInput, match="another version of pnp or of the rules of hexpertise"):
        play(setting, Chunk(0, (0,)), "other")


def test_a_game_of_another_package_is_playtested(toy: str, in_folder: Path, pnp: Call) -> None:
    """With all that the bundled games have."""
    words = (
        "toy",
        "--games",
        "5",
        "--sweep",
        "tiles=8,14",
        "--bots",
        "random",
        "--workers",
        "1",
        "--format",
        "json",
    )
    result = pnp("playtest", *words)
    assert result.exit_code == 0, result.output
    arms = [(each["label"], each["games"]) for each in json.loads(result.stdout)["arms"]]
    assert arms == [("tiles=8", 5), ("tiles=14", 5)]
