"""One suite for every game that can be played."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from pnp.basics.errors import InvalidDefinition, PnpError, Source
from pnp.games import game_of, playable
from pnp.play import (
    HIDDEN,
    HIDDEN_CHANCE,
    AnyGame,
    Chance,
    FileKind,
    Hidden,
    IllegalMove,
    Layout,
    write_record,
)
from pnp.play.codec import in_extract, plain_values
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, Call, refusal

# Games are imported by the tests, so that one that cannot be imported fails its own tests only.
GAMES = playable()
# The compact set is played by the rules of HexStatic.
TABLES = [
    pytest.param(name, table, marks=[pytest.mark.slow] if name == "hexstatic-compact" else [])
    for name in GAMES
    for table in ("fewest", "most")
]
POSITIONS = sorted((ROOT / "tests/positions").glob("*.yaml"))

# No game here is longer, whatever its players do at random.
LONGEST = 5_000
Steps = tuple[tuple[Any, Any], ...]


def game_of_file(path: Path) -> str:
    """The game of a recorded position."""
    return next(each for each in sorted(GAMES, key=len, reverse=True) if path.name.startswith(each))


def players_at(name: str, table: str) -> int:
    """The fewest or the most players of a game."""
    players = game_of(name).players
    return players[0] if table == "fewest" else players[-1]


@cache
def played(name: str, players: int, seed: int) -> Steps:
    """A random game: each position with the move that was played in it, and at last the end."""
    game = game_of(name)
    chooser = Random(seed)
    position = game.initial(Random(seed), players)
    steps: list[tuple[Any, Any]] = []
    for _ in range(LONGEST):
        if game.is_over(position):
            return (*steps, (position, None))
        moves = game.legal_moves(position)
        assert moves, "a game that is not over has a legal move"
        move = chooser.choice(moves)
        steps.append((position, move))
        position = game.play(position, move)
    raise AssertionError(f"{name} does not end")


def sample(steps: Steps, number: int) -> Steps:
    """So many of the steps, evenly spread, the end among them."""
    stride = max(1, len(steps) // number)
    return (*steps[:-1:stride], steps[-1])


def some(name: str, table: str, number: int, *, seed: int = 1) -> Steps:
    """So many steps of a random game."""
    return sample(played(name, players_at(name, table), seed), number)


def reading(name: str, text: str) -> Any:
    """The text, read; its position can be scored, and played from if it is a whole one."""
    game = game_of(name)
    found = game.read(Source("test.yaml", text))
    game.score(found.position)
    game.table(found.position)
    if found.kind is not FileKind.EXTRACT:
        written = Source("again.yaml", game.write_position(found.position))
        assert game.read_position(written) == found.position
        for move in game.legal_moves(found.position)[:2]:
            assert [*game.status(game.play(found.position, move))] == []
    return found


# Play


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_random_games_end(name: str, table: str) -> None:
    """Until then one of the players is to move, and has a legal move."""
    game, players = game_of(name), players_at(name, table)
    for seed in (1, 2):
        for position, move in some(name, table, 40, seed=seed):
            mover = game.to_move(position)
            assert (mover is None) == (move is None) == game.is_over(position)
            assert mover is None or mover in range(1, players + 1)
            assert bool(game.legal_moves(position)) == (move is not None)


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_legal_moves_are_playable_and_nothing_else_is(name: str, table: str) -> None:
    """Moves that are legal at other times can be played if and only if they are legal now."""
    game = game_of(name)
    steps = some(name, table, 10)
    chooser = Random(5)
    pool = {move for position, _ in steps for move in game.legal_moves(position)[:400]}
    others = chooser.sample(sorted(pool, key=repr), min(50, len(pool)))
    for position, _ in steps:
        legal = game.legal_moves(position)
        assert len(set(legal)) == len(legal)
        assert legal == game.legal_moves(position)
        for move in chooser.sample(legal, min(12, len(legal))):
            game.play(position, move)
        for move in others:
            if move in legal:
                game.play(position, move)
                continue
            with pytest.raises(IllegalMove) as refused:
                game.play(position, move)
            assert refused.value.rule
            assert str(refused.value).startswith(refused.value.rule)


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_positions_never_change(name: str, table: str) -> None:
    """A position stays as it is when it is scored, written or played from."""
    game = game_of(name)
    for position, move in some(name, table, 10):
        before = pickle.dumps(position)
        hash(position)
        game.score(position)
        game.table(position)
        game.write_position(position)
        if move is not None:
            assert game.play(position, move) != position
            assert game.play(position, move) == game.play(position, move)
        assert pickle.loads(before) == position


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_the_same_seed_is_the_same_game(name: str, table: str) -> None:
    """Another seed is another game; the chance that a position holds is all that is random."""
    game, players = game_of(name), players_at(name, table)
    one, other = (game.initial(Random(7), players) for _ in range(2))
    assert one == other and hash(one) == hash(other)
    assert any(game.initial(Random(seed), players) != one for seed in range(8, 12))
    steps = played(name, players, 1)
    position = steps[0][0]
    for _, move in steps[:-1]:
        position = game.play(position, move)
    assert position == steps[-1][0]


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_each_move_has_a_number(name: str, table: str) -> None:
    """The list of legal moves finds a move by its number as it lists it."""
    game = game_of(name)
    for position, _ in some(name, table, 12):
        legal = game.legal_moves(position)
        moves = tuple(legal)
        assert [legal[number] for number in range(len(legal))] == [*moves]
        assert (legal == moves, hash(legal), legal[-3:]) == (True, hash(moves), moves[-3:])
        assert not moves or legal[-1] == legal[len(moves) - 1] == moves[-1]
        for number in (len(moves), -len(moves) - 1):
            with pytest.raises(IndexError):
                legal[number]


def same_playout(name: str, players: int, seed: int, options: dict[str, str]) -> None:
    """A playout ends as a game whose moves are chosen one by one does, and draws as many numbers."""
    game = game_of(name)
    position = game.initial(Random(seed), players, options)
    one, other = Random(seed), Random(seed)
    end = game.playout(position, one)
    while not game.is_over(position):
        position = game.play(position, other.choice(game.legal_moves(position)))
    assert (end, hash(end), one.getstate()) == (position, hash(position), other.getstate())
    if isinstance(table := getattr(end, "table", None), Layout):
        assert table.places == position.table.places
    assert game.score(end) == game.score(position)
    assert game.points(end) == game.points(position) == game.score(end).points


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_playout_is_a_random_game(name: str, table: str) -> None:
    """Also one from the middle of a game."""
    players = players_at(name, table)
    same_playout(name, players, 1, {})
    game = game_of(name)
    for position, _ in some(name, table, 3):
        end = game.playout(position, Random(4))
        assert game.is_over(end) and game.playout(position, Random(4)) == end


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_random_games_with_all_options(name: str, seed: int) -> None:
    """With any number of players, too."""
    game, luck = game_of(name), Random(f"{name} {seed}")
    options = {each.name: luck.choice([*each.choices]) for each in game.options if seed % 4}
    same_playout(name, game.players[seed % len(game.players)], seed, options)


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_totals_are_the_sums_of_their_parts(name: str, table: str) -> None:
    """Before the end and at the end; winners are among those who score."""
    game = game_of(name)
    for position, _ in some(name, table, 15):
        score = game.score(position)
        names = [whose for whose, _ in score.totals]
        assert len(set(names)) == len(names)
        for whose, total in score.totals:
            assert total == sum(part.points for part in score.parts if part.whose == whose)
        assert {part.whose for part in score.parts} <= set(names)
        assert set(score.winners) <= set(names)
    assert game.score(played(name, players_at(name, table), 1)[-1][0]).winners


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_called_like_one_of_its_sets(name: str) -> None:
    """The name is that of an entry point, which is the name of a set."""
    assert game_of(name).name in GAMES


# The fewest and the most players of each game.
PLAYERS = {"hexstatic": (1, 3), "controlled-path": (2, 4), "hex-auction": (3, 5), "hexagonal-highway": (6, 6), "hexpertise": (1, 12)}  # fmt: skip


@pytest.mark.parametrize("name", PLAYERS)
def test_only_so_many_can_play(name: str) -> None:
    """One player more or less than a game is for is refused, and nobody."""
    game, (fewest, most) = game_of(name), PLAYERS[name]
    assert [*game.players] == [*range(fewest, most + 1)]
    for number in {0, fewest - 1, most + 1}:
        message = f"for ({fewest} to )?{most} players, not for {number}"
        with pytest.raises(ValueError, match=message):
            game.initial(Random(1), number)


# A game with all tiles of HexStatic takes as long as ten others.
PROMISES = [
    pytest.param(
        name,
        seed,
        marks=() if seed < (1 if name == "hexstatic" else 4) else pytest.mark.nightly,
    )
    for name in GAMES
    for seed in range(20)
]


@pytest.mark.slow
@pytest.mark.spread(7)
@pytest.mark.parametrize(("name", "seed"), PROMISES)
def test_random_games_keep_all_promises(name: str, seed: int) -> None:
    """With any options: positions, moves and records are read as they are written, and nothing is wrong."""
    game, luck = game_of(name), Random(f"{name} {seed}")
    players = game.players[seed % len(game.players)]
    options = {each.name: luck.choice([*each.choices]) for each in game.options if seed % 2}
    position, moves = game.initial(Random(seed), players, options), []
    while not game.is_over(position) and len(moves) < LONGEST:
        legal = game.legal_moves(position)
        assert len({*legal}) == len(legal) > 0
        assert [*game.status(position)] == []
        if len(moves) % 5 == seed % 5:
            text = game.write_position(position)
            again = game.read_position(Source("p.yaml", text))
            assert (again, hash(again)) == (position, hash(position))
            assert game.write_position(again) == text
            assert game.score(again) == game.score(position)
            assert game.legal_moves(again) == legal
            for move in luck.sample(legal, min(8, len(legal))):
                assert game.read_move(position, game.write_move(move)) == move
                after = game.play(position, move)
                assert game.play(position, move) == after != position
                assert [*game.status(after)] == []
        moves.append(luck.choice(legal))
        position = game.play(position, moves[-1])
    assert (game.is_over(position), game.legal_moves(position)) == (True, ())
    score = game.score(position)
    sums = {
        whose: sum(part.points for part in score.parts if part.whose == whose)
        for whose, _ in score.totals
    }
    assert (dict(score.totals), {*score.winners} <= {*sums}) == (sums, True)
    record = write_record(game, moves, players=players, seed=seed, options=options)
    assert game.read_position(Source("r.yaml", record)) == position


# Values that a file can have, and no position of a game has.
ODD: dict[str, dict[str, tuple[object, ...]]] = {
    "hex-auction": {
        "bids": ((-1,) * 5, (99,), (-2,), ()),
        "done": (0, 1, 4, -1),
        "turn": (1, 0, -1, 10**9),
        "tie_breaker": (0, -1, 9),
        "coins": ((-1,) * 3, (7,) * 5),
        "points": ((-1,) * 3, (99,) * 5),
    },
    "hexstatic": {"turn": (0, -1, 9), "asked": (-1, 9), "passes": (-1, 99), "laid": (Hex(9, 9),)},
    "controlled-path": {"turn": (-1, 9), "quiet": (-1, 99)},
    "hexagonal-highway": {"round": (0, -1, 7)},
}


@pytest.mark.spread(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_status_judges_any_mixture(name: str) -> None:
    """Values of positions of several games: nothing raises, and a game goes on where nothing is wrong."""
    game, luck, found = game_of(name), Random(name), []
    for seed in range(8):
        options = {each.name: luck.choice([*each.choices]) for each in game.options}
        position = game.initial(Random(seed), game.players[seed % len(game.players)], options)
        for number in range(80):
            found += [position] if number % 9 == 0 else []
            if game.is_over(position):
                break
            position = game.play(position, luck.choice(game.legal_moves(position)))
    wrong = 0
    for _ in range(300):
        one, other = luck.sample(found, 2)
        keys = luck.sample(one._fields, luck.randrange(1, 4))
        odd = {key: luck.choice(values) for key, values in ODD.get(name, {}).items() if key in keys}
        mixed = one._replace(**({key: getattr(other, key) for key in keys} | odd))
        problems = [*game.status(mixed)]
        assert all(each.rule and each.message for each in problems)
        wrong += bool(problems)
        if not problems:
            assert bool(game.legal_moves(mixed)) is not game.is_over(mixed)
            game.score(mixed)
        assert all(each.rule and each.message for each in game.extract_status(mixed))
    assert wrong > 60


@pytest.mark.spread(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_choice_can_be_played(name: str) -> None:
    """With every choice of every option; whole positions say what was chosen."""
    game = game_of(name)
    for option in game.options:
        assert option.default in option.choices and len(option.choices) > 1
        assert option.sentence.endswith("?") and all(option.choices.values())
        for choice in option.choices:
            chooser = Random(3)
            position = game.initial(Random(3), game.players[-1], {option.name: choice})
            for _ in range(40):
                if game.is_over(position):
                    break
                position = game.play(position, chooser.choice(game.legal_moves(position)))
                assert [*game.status(position)] == []
            text = game.write_position(position)
            chosen = f"{option.name}: {choice}" in text.replace('"', "")
            assert chosen == (choice != option.default)
            assert game.read_position(Source("p.yaml", text)) == position


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_option_is_refused(name: str) -> None:
    """An unknown choice, too."""
    game = game_of(name)
    with pytest.raises(ValueError, match="no option"):
        game.initial(Random(1), game.players[0], {"flying": "yes"})
    for option in game.options[:1]:
        with pytest.raises(ValueError, match="one of"):
            game.initial(Random(1), game.players[0], {option.name: "perhaps"})


# Positions and moves as text


@pytest.mark.spread(4)
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_positions_of_games_have_no_problems(name: str, table: str) -> None:
    """The status of every position of a random game is empty."""
    game = game_of(name)
    for position, _ in played(name, players_at(name, table), 1):
        assert [*game.status(position)] == []
    for position, _ in some(name, table, 20, seed=2):
        assert [*game.status(position)] == []


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_whole_positions_are_read_as_they_are_written(name: str, table: str) -> None:
    """An equal position, whose text is the same."""
    game = game_of(name)
    for position, _ in some(name, table, 12, seed=2):
        text = game.write_position(position)
        again = game.read(Source("position.yaml", text))
        assert (again.kind, again.position) == (FileKind.POSITION, position)
        assert hash(again.position) == hash(position)
        assert game.legal_moves(again.position) == game.legal_moves(position)
        assert game.write_position(again.position) == text


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_moves_are_read_as_they_are_written(name: str, table: str) -> None:
    """Each in one line of its own."""
    game = game_of(name)
    for position, move in some(name, table, 25, seed=2):
        moves = () if move is None else (move, *game.legal_moves(position)[:60])
        lines = [game.write_move(each) for each in moves]
        assert [game.read_move(position, line) for line in lines] == [*moves]
        assert len(set(lines)) == len(set(moves))
        assert not any("\n" in line for line in lines)


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_record_leads_to_the_same_end(name: str, table: str) -> None:
    """The deal of a seed and the moves of a random game; a part of them leads to a part of it."""
    game, players = game_of(name), players_at(name, table)
    steps = played(name, players, 1)
    for number in (0, len(steps) // 2, len(steps) - 1):
        moves = [move for _, move in steps[:number]]
        text = write_record(game, moves, players=players, seed=1)
        found = game.read(Source("record.yaml", text))
        assert (found.kind, found.moves) == (FileKind.RECORD, number)
        assert found.position == steps[number][0]


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_record_can_begin_with_a_whole_position(name: str, table: str) -> None:
    """Each move may say who makes it; a move of another player is refused with its line."""
    game = game_of(name)
    steps = played(name, players_at(name, table), 1)
    middle = len(steps) // 2
    position = steps[middle][0]
    start = "".join(f"  {line}\n" for line in game.write_position(position).splitlines())
    lines = []
    for at, move in steps[middle : middle + 3]:
        mover = game.to_move(at)
        if mover is not None:
            lines.append(f"  - {game.player_name(at, mover)}: {game.write_move(move)}\n")
    text = f"start:\n{start}moves:\n{''.join(lines)}"
    assert game.read_position(Source("r.yaml", text)) == steps[middle + len(lines)][0]
    wrong = f"start:\n{start}moves:\n  - nobody: {lines[0].partition(': ')[2]}"
    with pytest.raises(InvalidDefinition, match="moves now, not player nobody") as refused:
        game.read_position(Source("r.yaml", wrong))
    (finding,) = refused.value.findings
    assert (finding.rule, finding.place.line) == ("your-turn", wrong.count("\n"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "text", ["", "[]", "tiles: 7", "nonsense: 1", "tiles: {a: b}\nboard: moon", "{", "moves: 3"]
)
def test_a_file_that_cannot_be_read_is_refused(name: str, text: str) -> None:
    """With file, line and column."""
    with pytest.raises(PnpError) as refused:
        game_of(name).read_position(Source("p.yaml", text))
    if isinstance(refused.value, InvalidDefinition):
        assert refused.value.findings
        assert all(str(each.place).startswith("p.yaml:") for each in refused.value.findings)


@pytest.mark.parametrize("name", GAMES)
def test_a_text_that_is_not_a_move_is_refused(name: str) -> None:
    """With the name of a rule."""
    game = game_of(name)
    position = game.initial(Random(1), game.players[0])
    for text in ("", "jump", "Z99 Z99", "🎲", "1" * 500):
        with pytest.raises(IllegalMove):
            game.play(position, game.read_move(position, text))


# Rules that several games have, a move that breaks them in turn 1, or from then on.
SAME_RULES = [
    ("hexstatic", "your-turn", "own red"),
    ("controlled-path", "your-turn", "stay"),
    ("hex-auction", "your-turn", "stop"),
    ("controlled-path", "your-tile", "place 1-2-3-4-5-6 ring:R at 9,9"),
    ("hexpertise", "empty-place", "light D1"),
]


@pytest.mark.parametrize(("name", "rule", "move"), SAME_RULES)
def test_rules_that_are_the_same_have_one_name(name: str, rule: str, move: str) -> None:
    """As CONTRIBUTING lists them."""
    game = game_of(name)
    position = game.initial(Random(1), game.players[0])
    with pytest.raises(IllegalMove) as refused:
        game.play(position, game.read_move(position, move))
    assert refused.value.rule == rule


# The keys without a default.
NEEDED = {
    "hexstatic": "players turn hands",
    "controlled-path": "tiles hands turn",
    "hex-auction": "players turn tie-breaker coins pot tiles",
    "hexagonal-highway": "round starts",
    "hexpertise": "nexus tokens",
}


@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name, keys in NEEDED.items() for key in keys.split()]
)
def test_a_whole_position_needs_its_keys(name: str, key: str) -> None:
    """The message names the key that the file omits; other keys have defaults."""
    game, steps = game_of(name), played(name, players_at(name, "most"), 1)
    text = game.write_position(steps[len(steps) // 2][0])
    left = re.sub(rf"^{key}:.*\n(?: .*\n)*", "", text, flags=re.MULTILINE)
    assert left != text
    found = [str(each) for each in refusal(game.read_position, Source("p.yaml", left))]
    assert found == [f'p.yaml:1:1: error missing-key: a whole position needs "{key}"']


# Corrupted files

JUNK = (None, "", "?", "x", -1, 0, 1, 7, 1000, "yes", [], {}, "0,0", "99,-99", [1], {"a": 1})


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list and mapping in plain values, with each key or index."""
    if isinstance(value, dict | list):
        keys = [*value] if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield value, key
            yield from nodes(value[key])


def corrupted(values: Any, luck: Random) -> str:
    """A file in which a value is deleted, replaced, doubled, or swapped with another one."""
    values = json.loads(json.dumps(values))
    for _ in range(luck.choice((1, 1, 2, 3))):
        # Keys at the top are as many as all others together, which are mostly tiles.
        found = [*nodes(values)]
        found = [(values, key) for key in values] if luck.random() < 0.5 else found
        if not found:
            break
        (one, key), (other, name) = luck.choice(found), luck.choice(found)
        match luck.randrange(4):
            case 0:
                del one[key]
            case 1:
                one[key] = luck.choice(JUNK)
            case 2 if isinstance(one, list):
                one.append(one[key])
            case _:
                # Without a circle, which a file cannot have.
                first, second = (json.loads(json.dumps(each)) for each in (one[key], other[name]))
                other[name] = first
                if key in one if isinstance(one, dict) else key < len(one):
                    one[key] = second
    return yaml.dump(values, Dumper=yaml.CSafeDumper, sort_keys=False)


def check_refusal(name: str, text: str) -> None:
    """A file is read, and its position can be played from; or it is refused with places."""
    try:
        reading(name, text)
    except InvalidDefinition as error:
        assert error.findings
        assert all(each.message and each.place.line >= 1 for each in error.findings)
    except PnpError as error:
        assert str(error)


@pytest.mark.slow
@pytest.mark.spread(4)
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_corrupted_position_gives_findings_and_never_a_traceback(name: str, table: str) -> None:
    """Whole positions, and extracts, which lack the phase."""
    game, luck = game_of(name), Random(name)
    for position, _ in some(name, table, 2):
        values = plain_values(game.words.fields, position)
        extract = {
            field.key: values[field.key]
            for field in in_extract(game.words.fields)
            if field.key in values
        }
        for _ in range(8):
            check_refusal(name, corrupted(values, luck))
            check_refusal(name, corrupted(extract, luck))


@pytest.mark.parametrize("name", GAMES)
def test_a_corrupted_record_gives_findings_and_never_a_traceback(name: str) -> None:
    """Moves that are missing, doubled, swapped or something else."""
    players, luck = players_at(name, "most"), Random(name)
    moves = [move for _, move in played(name, players, 1)[:-1]][:25]
    values = yaml.safe_load(write_record(game_of(name), moves, players=players, seed=1))
    for _ in range(20):
        check_refusal(name, corrupted(values, luck))


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_a_spoilt_file_gives_findings_and_never_a_traceback(path: Path) -> None:
    """Lines of a recorded position are omitted, and words and digits exchanged."""
    text, luck, name = path.read_text("utf-8"), Random(path.stem), game_of_file(path)
    words = re.findall(r"[\w-]+", text)
    for _ in range(30):
        lines = text.splitlines()
        for _ in range(luck.randint(1, 2)):
            at = luck.randrange(len(lines))
            word = re.sub(r"[\w-]+", luck.choice(words), lines[at], count=1)
            digit = re.sub(r"\d", str(luck.randrange(7)), lines[at], count=1)
            lines[at : at + 1] = luck.choice([[], [word], [digit]])
        check_refusal(name, "\n".join(lines) + "\n")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_moves_have_codes_and_fields(name: str, table: str) -> None:
    """Codes count the legal moves, as the player to move knows them; fields tell all moves apart."""
    game, most = game_of(name), 0
    for position, move in some(name, table, 15):
        moves = game.coded(position)
        assert (len(moves), {*moves}) == (len({*moves}), {*game.legal_moves(position)})
        most = max(most, len(moves))
        for code in {0, len(moves) // 2, len(moves) - 1} if moves else ():
            assert game.encode(position, game.decode(position, code)) == code
        for code in (-1, len(moves)):
            with pytest.raises(IllegalMove, match="code: no move has the code"):
                game.decode(position, code)
        if move is not None:
            view = game.view(position, game.to_move(position))
            assert game.coded(view) == moves == game.coded(pickle.loads(pickle.dumps(position)))
            fields = [game.move_fields(each) for each in moves[:60]]
            assert all(each["move"] and all(map(str, each.values())) for each in fields)
            assert len({tuple(each.items()) for each in fields}) == len(fields)
    assert most <= game.most_moves


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_points_are_the_totals_of_the_players(name: str, table: str) -> None:
    """Whom records call by a colour, too; winners are counted like the player to move."""
    game, players = game_of(name), players_at(name, table)
    for position, _ in some(name, table, 6):
        score = game.score(position)
        names = [f"player {number}" for number in range(1, players + 1)]
        assert score.totals[:players] == tuple(zip(names, score.points, strict=True))
        assert tuple(f"player {number}" for number in score.winning) == score.winners
        assert score.points == game.points(position)
        assert score.points == game.points(pickle.loads(pickle.dumps(position)))


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_an_illegal_move_has_no_code(name: str, table: str) -> None:
    """And none can be made when the game is over, by the rule of that name."""
    game, steps = game_of(name), played(name, players_at(name, table), 1)
    with pytest.raises(IllegalMove, match="end-of-the-game: "):
        game.encode(steps[-1][0], steps[0][1])


# Views


def lookers(name: str, position: Any, players: int) -> set[int]:
    """Players whose views are tested: the first, the last and the player to move."""
    return {1, players, game_of(name).to_move(position) or 1}


def twins(position: Any, view: Any, player: int) -> Iterator[Any]:
    """Positions that differ from this one only in what the player cannot see."""
    yield position._replace(chance=Chance(12345))
    hands, supply = getattr(position, "hands", ()), getattr(position, "supply", ())
    for other, hand in enumerate(hands):
        hidden = other != player - 1 and HIDDEN in getattr(view, "hands", ((),) * 99)[other]
        if hidden and HIDDEN in view.supply:
            given, taken = hand[0], supply[0]
            yield position._replace(
                hands=tuple(
                    tuple(sorted((*hand[1:], taken))) if number == other else each
                    for number, each in enumerate(hands)
                ),
                supply=tuple(sorted((*supply[1:], given))),
            )


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_view_hides_what_a_player_cannot_see(name: str, table: str) -> None:
    """Positions that differ only in that have equal views, and no text gives a hidden tile away."""
    game, players = game_of(name), players_at(name, table)
    for position, _ in some(name, table, 8):
        for player in lookers(name, position, players):
            view = game.view(position, player)
            assert game.view(view, player) == view
            for twin in twins(position, view, player):
                assert game.view(twin, player) == view
            text = game.write_position(view)
            for other, hand in enumerate(getattr(position, "hands", ())):
                if other != player - 1 and view.hands[other] != hand:
                    secret = {*hand} - {*position.hands[player - 1], *view.hands[other]}
                    tiles = (
                        {str(game.words.draws.text(tile)) for tile in secret}
                        if game.words.draws
                        else ()
                    )
                    assert not any(is_listed(tile, text) for tile in tiles)


def is_listed(word: str, text: str) -> bool:
    """Whether a list in a text has a word."""
    return any(
        mark + word + end in text for mark in ("[", " ", "- ", '"') for end in ("]", ",", "\n", '"')
    )


@pytest.mark.slow
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_view_is_a_position(name: str, table: str) -> None:
    """It has no problems and is read as it is written; its player moves as in the position."""
    game, players = game_of(name), players_at(name, table)
    for position, _ in some(name, table, 6):
        for player in lookers(name, position, players):
            view = game.view(position, player)
            assert [*game.status(view)] == []
            assert game.read_position(Source("view.yaml", game.write_position(view))) == view
            game.score(view)
            assert game.table(view) == game.table(position)
            assert game.to_move(view) == game.to_move(position)
            if game.to_move(position) == player:
                assert {*game.legal_moves(view)} == {*game.legal_moves(position)}


def everything(value: Any) -> Any:
    """All that can be learnt from a value in memory, whatever compares as equal."""
    if isinstance(value, dict):
        return [(everything(key), everything(each)) for key, each in value.items()]
    if isinstance(value, list | tuple):
        return [everything(each) for each in value]
    if isinstance(value, set | frozenset | Enum):
        return repr(value) if isinstance(value, Enum) else sorted(map(repr, value))
    slots = [name for each in type(value).__mro__ for name in getattr(each, "__slots__", ())]
    inside = {name: getattr(value, name, None) for name in slots} | getattr(value, "__dict__", {})
    return [type(value), everything(inside)] if inside else repr(value)


@pytest.mark.slow
@pytest.mark.spread(4)
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_view_remembers_nothing_of_what_it_hides(name: str, table: str) -> None:
    """Views of twins are the same in memory, after all players have looked for their moves."""
    game, players = game_of(name), players_at(name, table)
    for position, _ in some(name, table, 8):
        for player in lookers(name, position, players):
            for twin in twins(position, game.view(position, player), player):
                views = []
                for each in pickle.loads(pickle.dumps((position, twin))):
                    game.legal_moves(each)
                    views.append(everything(game.view(each, player)))
                assert views[0] == views[1]


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_view_is_played_as_the_position_or_refused(name: str, table: str) -> None:
    """Moves are the same, and lead to the same view; or else they depend on something hidden."""
    game, players, luck, found = game_of(name), players_at(name, table), Random(name), 0
    for position, move in some(name, table, 12):
        for player in range(1, players + 1):
            view = game.view(position, player)
            assert view.chance == HIDDEN_CHANCE
            moves = game.legal_moves(position)
            try:
                assert {*game.legal_moves(view)} == {*moves}
            except Hidden as refused:
                assert (refused.rule, player == game.to_move(position)) == ("hidden", False)
            for each in () if move is None else (move, *luck.sample(moves, min(4, len(moves)))):
                try:
                    after = game.play(view, each)
                except Hidden:
                    continue
                played_on = game.view(game.play(position, each), player)
                assert game.view(after, player) == played_on
                found += 1
    # In other games all moves draw something.
    assert found or name not in ("controlled-path", "hex-auction", "hexagonal-highway")


def is_whole(game: AnyGame, position: Any) -> bool:
    """Whether a position can be played on to the end of the game, or for 300 moves."""
    luck = Random(1)
    for _ in range(300):
        if game.is_over(position):
            break
        position = game.play(position, luck.choice(game.legal_moves(position)))
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_sample_agrees_with_all_that_a_player_knows(name: str, table: str) -> None:
    """It is a whole position with that view, the same for the same generator, with its own chance."""
    game, players = game_of(name), players_at(name, table)
    for number, (position, _) in enumerate(some(name, table, 6)):
        for player in lookers(name, position, players):
            view = game.view(position, player)
            samples = [game.sample(view, player, Random(seed)) for seed in range(4)]
            for seed, each in enumerate(samples):
                assert game.view(each, player) == view
                assert [*game.status(each)] == []
                assert game.sample(view, player, Random(seed)) == each
                assert game.sample(position, player, Random(seed)) == each
            assert len({each.chance for each in samples} | {position.chance}) == 5
            assert number % 3 or is_whole(game, samples[0])


# Chance, and recorded positions


def test_chance_is_a_value() -> None:
    """The same chance draws the same; the chance that is left draws something else."""
    chance = Chance(5)
    order, left = chance.shuffled(range(50))
    assert chance.shuffled(range(50)) == (order, left)
    assert sorted(order) == [*range(50)]
    assert left.shuffled(range(50))[0] != order
    counts = [0] * 6
    for _ in range(1200):
        number, chance = chance.picked(range(6))
        counts[number] += 1
    assert min(counts) > 150


def test_a_hidden_chance_draws_only_what_is_known() -> None:
    """It is written with ?, like all that a player does not see."""
    with pytest.raises(Hidden, match="the next draws are hidden"):
        HIDDEN_CHANCE.picked(range(6))
    number, left = HIDDEN_CHANCE.knowing([4]).picked(range(6))
    assert (number, left.is_hidden) == (4, True)
    game = game_of("hexpertise")
    view = game.view(game.initial(Random(1), 1), 1)
    assert 'chance: "?"' in game.write_position(view)


def test_known_draws_come_first() -> None:
    """In their order, whatever chance would have drawn; a draw that cannot be is refused."""
    order, left = Chance(5).knowing([7, 3]).shuffled(range(10))
    assert (order[:2], sorted(order), left.known) == ((7, 3), [*range(10)], ())
    number, left = Chance(5).knowing([7, 3]).picked(range(10))
    assert (number, left.known) == (7, (3,))
    with pytest.raises(ValueError, match="12 cannot be drawn"):
        Chance(5).knowing([12]).picked(range(10))


def test_there_are_recorded_positions_of_every_game() -> None:
    """Three at least, whose scores were computed by hand."""
    bundled = [path.stem for path in (ROOT / "tilesets").glob("*.yaml")]
    for name in {game_of(name).name for name in GAMES if name in bundled}:
        assert len([path for path in POSITIONS if path.name.startswith(f"{name}-")]) >= 3, name


@pytest.mark.slow
@pytest.mark.spread(6)
@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_recorded_positions_are_scored_and_drawn(path: Path, tmp_path: Path, pnp: Call) -> None:
    """By the command, as text, JSON, SVG and PDF; the file's first lines have the totals."""
    name = game_of_file(path)
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
