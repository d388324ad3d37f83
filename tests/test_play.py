"""What is true of every game that can be played: one suite for all of them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from click.testing import Result

from pnp.basics.errors import InvalidDefinition, PnpError, Source
from pnp.games import PLAYED, game_of
from pnp.play import AnyGame, Chance, IllegalMove, Option
from tests.conftest import ROOT

GAMES = [*PLAYED]
POSITIONS = sorted((ROOT / "tests/positions").glob("*.yaml"))

# No game here is longer, whatever its players do at random.
LONGEST = 20_000

Call = Callable[..., Result]


def tables() -> list[tuple[str, int]]:
    """Each game with its fewest and with its most players."""
    found = []
    for name in GAMES:
        players = game_of(name).players
        found += [(name, number) for number in sorted({players[0], players[-1]})]
    return found


@cache
def played(name: str, players: int, seed: int) -> tuple[tuple[object, object], ...]:
    """A random game: each position with the move that was played in it, and at last the end."""
    game: AnyGame = game_of(name)
    chooser = Random(seed)
    position = game.initial(Random(seed), players)
    steps: list[tuple[object, object]] = []
    for _ in range(LONGEST):
        if game.is_over(position):
            return (*steps, (position, None))
        moves = game.legal_moves(position)
        assert moves, "a game that is not over has a legal move"
        move = chooser.choice(moves)
        steps.append((position, move))
        position = game.play(position, move)
    raise AssertionError(f"{name} does not end")


def sample(steps: tuple[tuple[object, object], ...], number: int) -> list[tuple[object, object]]:
    """So many of the steps, evenly spread, the end among them."""
    stride = max(1, len(steps) // number)
    return [*steps[:-1:stride], steps[-1]]


@pytest.mark.parametrize(("name", "players"), tables())
def test_random_games_end(name: str, players: int) -> None:
    """And whoever has to move is a player, until nobody has."""
    game = game_of(name)
    for seed in (1, 2):
        steps = played(name, players, seed)
        for position, move in sample(steps, 40):
            mover = game.to_move(position)
            assert (mover is None) == (move is None) == game.is_over(position)
            assert mover is None or mover in range(1, players + 1)
            assert bool(game.legal_moves(position)) == (move is not None)


@pytest.mark.parametrize(("name", "players"), tables())
def test_legal_moves_are_playable_and_nothing_else_is(name: str, players: int) -> None:
    """Moves that are legal at other times are played if and only if they are legal now."""
    game = game_of(name)
    steps = sample(played(name, players, 1), 12)
    chooser = Random(5)
    pool = {move for position, _ in steps for move in game.legal_moves(position)[:400]}
    others = chooser.sample(sorted(pool, key=repr), min(60, len(pool)))
    for position, _ in steps:
        legal = game.legal_moves(position)
        assert len(set(legal)) == len(legal)
        assert legal == game.legal_moves(position)
        for move in chooser.sample(legal, min(15, len(legal))):
            game.play(position, move)
        for move in others:
            if move in legal:
                game.play(position, move)
                continue
            with pytest.raises(IllegalMove) as refused:
                game.play(position, move)
            assert refused.value.rule
            assert str(refused.value).startswith(refused.value.rule)


@pytest.mark.parametrize(("name", "players"), tables())
def test_positions_never_change_under_you(name: str, players: int) -> None:
    """To look at a position, or to play from it, leaves it as it was."""
    game = game_of(name)
    for position, move in sample(played(name, players, 1), 10):
        before = pickle.dumps(position)
        hash(position)
        game.score(position)
        game.table(position)
        game.write_position(position)
        if move is not None:
            assert game.play(position, move) != position
            assert game.play(position, move) == game.play(position, move)
        assert pickle.dumps(position) == before or pickle.loads(before) == position


@pytest.mark.parametrize(("name", "players"), tables())
def test_notation_goes_round(name: str, players: int) -> None:
    """Positions and moves are read as what was written, and written the same again."""
    game = game_of(name)
    for position, move in sample(played(name, players, 2), 25):
        text = game.write_position(position)
        again = game.read_position(Source("position.yaml", text))
        assert again == position
        assert game.write_position(again) == text
        if move is not None:
            for each in (move, *game.legal_moves(position)[:20]):
                line = game.write_move(each)
                assert "\n" not in line
                assert game.read_move(position, line) == each
    assert len(
        {game.write_move(each) for each in game.legal_moves(steps_start(name, players))}
    ) == (len(game.legal_moves(steps_start(name, players))))


def steps_start(name: str, players: int) -> object:
    """The first position of a game."""
    return played(name, players, 2)[0][0]


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_same_seed_is_the_same_game(name: str, players: int) -> None:
    """And another seed is another one."""
    game = game_of(name)
    one, other = (game.initial(Random(7), players) for _ in range(2))
    assert one == other and hash(one) == hash(other)
    assert any(game.initial(Random(seed), players) != one for seed in range(8, 12))
    # The chance that a position holds is all there is.
    first, last = played(name, players, 1)[0], played(name, players, 1)[-1]
    position = first[0]
    for _, move in played(name, players, 1)[:-1]:
        position = game.play(position, move)
    assert position == last[0]


@pytest.mark.parametrize(("name", "players"), tables())
def test_what_always_holds_holds(name: str, players: int) -> None:
    """Money, tiles, cells: each game says what."""
    game = game_of(name)
    assert type(game).invariants is not None
    for seed in (1, 2):
        for position, _ in sample(played(name, players, seed), 60):
            game.invariants(position)


@pytest.mark.parametrize(("name", "players"), tables())
def test_totals_are_the_sums_of_their_parts(name: str, players: int) -> None:
    """Of positions on the way and at the end; winners are among those who score."""
    game = game_of(name)
    for position, _ in sample(played(name, players, 1), 15):
        score = game.score(position)
        names = [whose for whose, _ in score.totals]
        assert len(set(names)) == len(names)
        for whose, total in score.totals:
            assert total == sum(part.points for part in score.parts if part.whose == whose)
        assert {part.whose for part in score.parts} <= set(names)
        assert set(score.winners) <= set(names)
    assert game.score(played(name, players, 1)[-1][0]).winners or name == "hexstatic"


@pytest.mark.parametrize("name", GAMES)
def test_only_so_many_can_play(name: str) -> None:
    """One more or one less than a game is for is refused."""
    game = game_of(name)
    for number in (game.players[0] - 1, game.players[-1] + 1):
        with pytest.raises(ValueError, match=r"player"):
            game.initial(Random(1), number)


def choices() -> list[tuple[str, Option, str]]:
    """Every choice of every option of every game."""
    return [
        (name, option, choice)
        for name in GAMES
        for option in game_of(name).options
        for choice in option.choices
    ]


@pytest.mark.parametrize(
    ("name", "option", "choice"), choices(), ids=lambda value: getattr(value, "name", str(value))
)
def test_every_choice_can_be_played(name: str, option: Option, choice: str) -> None:
    """A game in which it is chosen has legal moves, and tells the choice when it is written."""
    game = game_of(name)
    assert option.default in option.choices
    assert option.sentence and all(option.choices.values())
    chooser = Random(3)
    position = game.initial(Random(3), game.players[-1], {option.name: choice})
    for _ in range(60):
        if game.is_over(position):
            break
        position = game.play(position, chooser.choice(game.legal_moves(position)))
        game.invariants(position)
    text = game.write_position(position)
    assert game.read_position(Source("p.yaml", text)) == position


@pytest.mark.parametrize("name", GAMES)
def test_an_option_there_is_not_is_refused(name: str) -> None:
    """And so is a choice there is not."""
    game = game_of(name)
    with pytest.raises(ValueError, match="no option"):
        game.initial(Random(1), game.players[0], {"flying": "yes"})
    for option in game.options[:1]:
        with pytest.raises(ValueError, match="one of"):
            game.initial(Random(1), game.players[0], {option.name: "perhaps"})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "text", ["", "[]", "tiles: 7", "nonsense: 1", "tiles: {a: b}\nboard: moon", "{"]
)
def test_what_is_no_position_is_told_with_its_place(name: str, text: str) -> None:
    """No traceback, and file, line and column."""
    with pytest.raises(PnpError) as refused:
        game_of(name).read_position(Source("p.yaml", text))
    if isinstance(refused.value, InvalidDefinition):
        assert refused.value.findings
        assert all(str(each.place).startswith("p.yaml:") for each in refused.value.findings)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_move_is_refused(name: str) -> None:
    """With the name of a rule."""
    game = game_of(name)
    position = game.initial(Random(1), game.players[0])
    for text in ("", "jump", "Z99 Z99", "🎲", "1" * 500):
        with pytest.raises(IllegalMove):
            game.play(position, game.read_move(position, text))


def test_chance_is_a_value() -> None:
    """The same chance draws the same; what is left draws something else."""
    chance = Chance(5)
    order, left = chance.shuffled(range(50))
    assert chance.shuffled(range(50)) == (order, left)
    assert sorted(order) == [*range(50)]
    assert left.shuffled(range(50))[0] != order
    counts = [0] * 6
    for _ in range(6000):
        number, chance = chance.below(6)
        counts[number] += 1
    assert min(counts) > 850


def test_there_are_recorded_positions_of_every_game() -> None:
    """Three at least, whose scores were computed by hand."""
    for name in GAMES:
        assert len([path for path in POSITIONS if path.name.startswith(f"{name}-")]) >= 3, name


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_recorded_positions_are_scored_and_drawn(path: Path, tmp_path: Path, pnp: Call) -> None:
    """By the command, as text, JSON, SVG and PDF; the totals stand in the file's first lines."""
    name = next(each for each in sorted(GAMES, key=len, reverse=True) if path.name.startswith(each))
    result = pnp("score", name, str(path), "-o", str(tmp_path), "--format", "json")
    assert result.exit_code == 0, result.output
    made = json.loads(result.output)
    for whose, total in made["totals"].items():
        assert total == sum(part["points"] for part in made["parts"] if part["whose"] == whose)
    svg, pdf = (Path(each) for each in made["files"])
    assert svg.read_text().startswith("<?xml") and pdf.read_bytes().startswith(b"%PDF")
    text = pnp("score", name, str(path), "--no-pictures").output
    for whose, total in made["totals"].items():
        assert f"total {whose}: {total}" in text
