"""Games in OpenSpiel and PettingZoo: their own tests pass, chance is true, players see what they may see."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from pettingzoo.test import api_test, seed_test

from pnp.basics.errors import PnpError, Source, UnusableInput
from pnp.games import game_of, playable
from pnp.play import AnyGame, Chance, FileKind, IllegalMove
from pnp.play.position import NotThere
from pnp.playtest import openspiel, pettingzoo
from pnp.playtest.learning import gains, seen, setting
from tests.conftest import ROOT
from tests.test_docs import blocks
from tests.test_toy_game import installed

__all__ = ["installed"]  # a fixture

# The sets of the five games, each of which is a game to learn; and one of another package.
GAMES = [*playable(), "toy"]
QUICK = ("hexpertise", "toy")
TABLES = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow, id=name) for name in GAMES
]

# The complete set of HexStatic has longer games than the compact one, and nothing else that matters here.
SHORTER = [
    pytest.param(name, marks=pytest.mark.nightly, id=name) if name == "hexstatic" else table
    for name, table in zip(GAMES, TABLES, strict=True)
]

# PettingZoo prefers observations that are bare arrays, and then masks are in the infos.
MASKED = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)

SMALL = """\
game: small
title: HexStatic with fourteen tiles
players: {min: 1, max: 2}
colours: [red, green, blue]
tiles:
  shape: hexagon
  size: 30mm
  expect: 14
  families:
    - name: one-line
      generate: strands
      colours: {red: once, green: once, blue: once}
      strand: {ports: [1, 2]}
      where: {lines: 1, crossings: 0, straights: 1, adjacent-blanks: 0}
    - name: nexus
      generate: strands
      colours: {red: once, green: once, blue: once}
      strand: {ports: [1, 2]}
      where: {lines: 0, crossings: 0, straights: 0, adjacent-blanks: 0}
      mark: star
"""


TWO_KINDS = (
    SMALL.replace("expect: 14", "expect: 4")
    .replace("lines: 1, crossings: 0, straights: 1", "lines: 3, crossings: 0, straights: 0")
    .replace("- name: one-line", "- name: three-lines\n      copies: 6")
)

PLAYER_1_STARTS = {"first-player": "player-1"}


@pytest.fixture
def small(in_folder: Path) -> str:
    """A set for HexStatic: six tiles for each of two players, and two nexus tiles."""
    Path("small.yaml").write_text(SMALL)
    return "small.yaml"


def near_the_end(name: str, seed: int, left: int, *, tileset: str | None = None) -> str:
    """A file with the position so many moves before the end of a random game for two."""
    chosen = setting(name, players=2, tileset=tileset)
    rng = Random(seed)
    positions = [chosen.game.initial(rng, 2)]
    while not chosen.game.is_over(positions[-1]):
        move = rng.choice(chosen.game.legal_moves(positions[-1]))
        positions.append(chosen.game.play(positions[-1], move))
    Path("start.yaml").write_text(chosen.game.write_position(positions[-1 - left]))
    return "start.yaml"


def walked(game: Any, seed: int, *, moves: int = 10**6) -> Iterator[Any]:
    """The states of a random game where players move, and its end."""
    rng, state = Random(seed), game.new_initial_state()
    while True:
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        yield state
        if state.is_terminal() or not moves:
            return
        moves -= 1
        state.apply_action(rng.choice(state.legal_actions()))


def dealt(game: Any, seed: int = 1, *, moves: int = 0) -> Any:
    """The state after the deal and some moves by lot."""
    return [*walked(game, seed, moves=moves)][-1]


# OpenSpiel.


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.parametrize("name", TABLES)
def test_random_games_pass_the_test_of_openspiel(name: str, installed: None) -> None:
    """Which clones and serialises states, and checks actions, strings, rewards and bounds."""
    pyspiel.random_sim_test(openspiel.load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        {"players": 1},
        {"players": 3, "reward": "lead"},
        {"players": 2, "reward": "lead", "options": {"advanced": "off", "forks": "apart"}},
        {"players": 2, "decisions": 5},
    ],
    ids=str,
)
def test_a_game_has_its_parameters_in_its_name(words: dict[str, Any]) -> None:
    """OpenSpiel makes the same game from it, and its test passes."""
    game = openspiel.load("hexpertise", **words)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.setting == game.setting
    assert (again.min_utility(), again.max_utility()) == (game.min_utility(), game.max_utility())
    pyspiel.random_sim_test(again, num_sims=2, serialize=True, verbose=False)


def test_a_game_ends_after_its_decisions() -> None:
    """And is scored as it stands."""
    game = openspiel.load("hexpertise", players=2, decisions=5, reward="lead")
    *states, end = [state.position for state in walked(game, 4)]
    assert len(states) == game.max_game_length() == 5
    one, other = game.setting.game.score(end).points
    assert dealt(game, 4, moves=5).returns() == [one - other, other - one]


def test_chance_deals_every_case_with_its_probability() -> None:
    """Three nexus cards in any order and either way up, and one of fifteen mana cards."""
    deals: Counter[tuple[Any, Any]] = Counter()
    todo = [(openspiel.load("hexpertise").new_initial_state(), Fraction(1))]
    while todo:
        state, chance = todo.pop()
        if not state.is_chance_node():
            deals[state.position.nexus, state.position.card] += chance
            continue
        for action, probability in state.chance_outcomes():
            share = Fraction(probability).limit_denominator(100)
            todo.append((state.child(action), chance * share))
    assert len(deals) == 6 * 8 * 15
    assert set(deals.values()) == {Fraction(1, 720)}


def test_copies_are_drawn_as_often_as_there_are(in_folder: Path) -> None:
    """Two kinds of six tiles each, drawn without putting back; once one kind is gone, no draw is needed."""
    Path("two-kinds.yaml").write_text(TWO_KINDS)
    game = openspiel.load("hexstatic", tileset="two-kinds.yaml", options=PLAYER_1_STARTS)
    for seed in range(4):
        rng, left, state = Random(seed), [6, 6], game.new_initial_state()
        while state.is_chance_node():
            wanted = [Fraction(number, sum(left)) for number in left]
            found = [probability for _, probability in state.chance_outcomes()]
            assert found == pytest.approx([float(each) for each in wanted])
            kind = rng.choice(state.legal_actions())
            left[kind] -= 1
            state.apply_action(kind)
        assert 0 in left
        hands = Counter(tile for hand in state.position.hands for tile in hand)
        assert [*hands.values()] == [6, 6]


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.parametrize("name", SHORTER)
def test_draws_keep_to_the_rules(name: str, installed: None) -> None:
    """Every position of a game is sound, however its draws are known, in two games to their ends."""
    game = openspiel.load(name, players=game_of(name).players[-1] if name != "hexpertise" else 3)
    rules = game.setting.game
    for seed in range(2):
        for state in walked(game, seed):
            assert [*rules.status(state.position)] == []
        assert rules.is_over(state.position)


def test_what_is_drawn_in_play_is_any_of_what_is_left(installed: None) -> None:
    """The tile that replaces one of four is any of the other ten, each as likely."""
    state = dealt(openspiel.load("toy"))
    after = state.child(state.legal_actions()[0])
    assert after.is_chance_node()
    assert [chance for _, chance in after.chance_outcomes()] == pytest.approx([0.1] * 10)
    drawn = set()
    for action in after.legal_actions():
        (thing,) = {*after.child(action).position.row} - {*state.position.row}
        drawn.add(thing)
    assert drawn == {*state.position.supply}


@pytest.mark.parametrize("name", SHORTER)
def test_a_state_is_resampled_from_what_a_player_knows(name: str, installed: None) -> None:
    """The player cannot tell the new state, has the same moves in it, and can play on from it."""
    game = openspiel.load(name)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in walked(game, 2, moves=12):
        if state.is_terminal():
            break
        player = state.current_player()
        sampled = state.resample_from_infostate(player, sampler)
        assert sampled.information_state_string(player) == state.information_state_string(player)
        texts = [
            [each.action_to_string(action) for action in each.legal_actions()]
            for each in (state, sampled)
        ]
        assert texts[0] == texts[1]
        sampled.apply_action(sampled.legal_actions()[-1])


def test_a_player_knows_no_hand_and_no_draw_of_another(small: str) -> None:
    """Samples differ in the other's hand; the strings of their own player do not."""
    state = dealt(openspiel.load("hexstatic-compact"), moves=3)
    player = state.current_player()
    rng = Random(5)
    sampled = [state.resample_from_infostate(player, rng.random) for _ in range(8)]
    own = {each.information_state_string(player) for each in sampled}
    others = {each.observation_string(1 - player) for each in sampled}
    assert len(own) == 1
    assert len(others) == 8
    assert not any("seed" in text for text in own | others)


def test_players_remember_all_that_they_saw(installed: None) -> None:
    """Two ways to the same table are the same observation, and not the same information state."""
    start = dealt(openspiel.load("toy"))
    one, two, three, _ = map(start.action_to_string, start.legal_actions())
    ends = []
    for takes in ((one, two, three), (three, two, one)):
        state = start.clone()
        for take in takes:
            texts = {state.action_to_string(each): each for each in state.legal_actions()}
            state.apply_action(texts[take])
            state.apply_action(state.legal_actions()[0])
        ends.append(state)
    for player in range(2):
        assert len({end.observation_string(player) for end in ends}) == 1
        assert len({end.information_state_string(player) for end in ends}) == 2


def searches(game: Any, simulations: int) -> list[Any]:
    """The two tree searches of OpenSpiel."""
    playouts = openspiel.Playouts(Random(3))
    return [
        mcts.MCTSBot(game, 2.0, simulations, playouts, random_state=np.random.RandomState(2)),
        ismcts.ISMCTSBot(game, playouts, 2.0, simulations, random_state=np.random.RandomState(2)),
    ]


@pytest.mark.slow
def test_tree_searches_play_hexpertise_and_a_small_hexstatic(small: str) -> None:
    """To the end, against each other."""
    for game in (
        openspiel.load("hexpertise", players=2),
        openspiel.load("hexstatic", players=2, tileset=small),
    ):
        bots = searches(game, 4)
        state = dealt(game)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
                continue
            action = int(bots[state.current_player()].step(state))
            assert action in state.legal_actions()
            state.apply_action(action)
        assert sum(state.returns()) == 0


def test_tree_searches_find_the_best_last_move(in_folder: Path) -> None:
    """One player's last move in Hexpertise, of which the best one is found by trying all."""
    start = near_the_end("hexpertise", 3, 1)
    game = openspiel.load("hexpertise", players=2, reward="lead", start=start)
    state = game.new_initial_state()
    player = state.current_player()
    values = [state.child(action).returns()[player] for action in state.legal_actions()]
    assert min(values) < max(values)
    for bot in searches(game, 60):
        assert values[int(bot.step(state))] == max(values)


def value(game: AnyGame, position: Any) -> float:
    """The lead of player 1 if both play Hexpertise as well as they can: every card is tried."""
    player = game.to_move(position)
    if player is None:
        one, other = game.score(position).points
        return one - other
    values = []
    for move in game.legal_moves(position):
        after = game.play(position._replace(chance=Chance(0)), move)
        nexts = [after] if after.chance == Chance(0) else [*by_card(game, position, move)]
        values.append(sum(value(game, each) for each in nexts) / len(nexts))
    return max(values) if player == 1 else min(values)


def by_card(game: Any, position: Any, move: Any) -> Iterator[Any]:
    """The positions after a move of Hexpertise, one for each card that may be flipped then."""
    for card in game.pieces.mana:
        with suppress(NotThere):
            yield game.play(position._replace(chance=Chance(0).knowing([card])), move)


@pytest.mark.slow
def test_cfr_solves_the_end_of_hexpertise(in_folder: Path) -> None:
    """The value is the one of backward induction by the rules of our game alone."""
    start = near_the_end("hexpertise", 2, 5)
    game = openspiel.load("hexpertise", players=2, reward="lead", start=start)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    found = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    wanted = value(game.setting.game, game.new_initial_state().position)
    assert found[0] == pytest.approx(wanted, abs=0.05)
    assert exploitability.exploitability(game, policy) < 0.05


@pytest.mark.slow
def test_cfr_becomes_hard_to_exploit_in_a_small_hexstatic(small: str) -> None:
    """From the last tile of each player on."""
    start = near_the_end("hexstatic", 2, 2, tileset=small)
    game = openspiel.load("hexstatic", players=2, tileset=small, start=start)
    solver = cfr.CFRSolver(game)
    found = []
    for iteration in range(1, 6):
        solver.evaluate_and_update_policy()
        if iteration in (1, 2, 5):
            found.append(exploitability.exploitability(game, solver.average_policy()))
    assert 1 >= found[0] > found[1] > found[2] > 0
    assert found[0] > 2 * found[2]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "tileset"), [("hexpertise", None), ("hexstatic", "small.yaml")])
def test_sampled_cfr_plays_whole_games(name: str, tileset: str | None, small: str) -> None:
    """Outcome sampling from the deal on: it learns at the first move, without a warning about numbers."""
    chosen = setting(name, tileset=tileset)
    first = chosen.game.initial(Random(1), chosen.players)
    Path("first.yaml").write_text(chosen.game.write_position(first))
    game = openspiel.load(name, tileset=tileset, start="first.yaml")
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(20):
        solver.iteration()
    state = game.new_initial_state()
    found = solver.average_policy().action_probabilities(state)
    assert sorted(found) == state.legal_actions()
    assert sum(found.values()) == pytest.approx(1)
    assert max(found.values()) > 1.2 / len(found)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"name": "hexstatik"}, 'no rules of play for "hexstatik"; did you mean "hexstatic"?'),
        ({"name": "hex-auction", "players": 2}, "hex-auction is a game for 3 to 5 players"),
        ({"options": {"forks": "spoons"}}, 'the option "forks" is one of three-neighbours, apart'),
        ({"options": {"spoons": "on"}}, 'hexpertise has no option "spoons"; it has advanced'),
        ({"reward": "money"}, 'the reward is win or lead, not "money"'),
        ({"players": 1, "reward": "win"}, 'the reward is "lead", which is the points'),
        ({"players": 0}, "hexpertise is a game for 1 to 12 players, not for 0"),
        ({"decisions": 0}, "decisions are from 1 to 1,000,000, not 0"),
        ({"tileset": "none.yaml"}, "none.yaml"),
        ({"tileset": "toy.yaml"}, "the game has no family or piece of that name"),
        ({"name": "hexstatic", "tileset": "toy.yaml"}, "toy is not a set for hexstatic"),
    ],
    ids=str,
)
def test_a_wrong_setting_is_a_clear_error(
    words: dict[str, Any], message: str, in_folder: Path
) -> None:
    """The same for both libraries, before anything is played."""
    Path("toy.yaml").write_text((ROOT / "tests/toy_game/toy.yaml").read_text("utf-8"))
    words = {"name": "hexpertise"} | words
    for door in (openspiel.load, pettingzoo.env):
        with pytest.raises(PnpError, match=re.escape(message)):
            door(**words)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("none.yaml", "none.yaml"),
        ("a=b.yaml", "OpenSpiel cannot write a=b.yaml as a parameter: rename it"),
        ("over.yaml", "over.yaml: nobody moves here; a game needs a position before its end"),
        ("alone.yaml", "alone.yaml is a position of 1 player; load the game with players=1"),
        ("wrong.yaml", 'a whole position needs "nexus"'),
    ],
)
def test_a_wrong_start_is_a_clear_error(start: str, message: str, in_folder: Path) -> None:
    game = game_of("hexpertise")
    alone = game.initial(Random(1), 1)
    Path("alone.yaml").write_text(game.write_position(alone))
    over = game.playout(game.initial(Random(1), 2), Random(1))
    Path("over.yaml").write_text(game.write_position(over))
    Path("wrong.yaml").write_text("phase: flip\n")
    with pytest.raises(PnpError, match=re.escape(message)):
        openspiel.load("hexpertise", start=start)


@pytest.mark.parametrize(
    ("module", "library"), [("openspiel", "open-spiel"), ("pettingzoo", "pettingzoo")]
)
def test_a_missing_library_is_a_clear_error(
    module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says which extra to install."""
    monkeypatch.delitem(sys.modules, f"pnp.playtest.{module}")
    monkeypatch.setitem(sys.modules, library.replace("-", "_"), None)
    message = (
        f"pnp.playtest.{module} needs {library}; install it with: pip install 'pnp-tiles[{module}]'"
    )
    with pytest.raises(UnusableInput, match=re.escape(message)):
        import_module(f"pnp.playtest.{module}")


def test_a_win_is_worth_the_same_to_all_together() -> None:
    """Points and winners are the score's; a lead is over the best other player."""
    game = game_of("hexpertise")
    for seed in range(3):
        score = game.score(game.playout(game.initial(Random(seed), 3), Random(seed)))
        assert len(score.winning) == 1
        assert gains(score, 3, "win") == [2 if each in score.winning else -1 for each in (1, 2, 3)]
        assert max(gains(score, 3, "lead")) == sorted(score.points)[-1] - sorted(score.points)[-2]
        shared = score._replace(winners=("player 1", "player 3"))
        assert gains(shared, 3, "win") == [0.5, -1, 0.5]
        assert gains(score._replace(winners=()), 3, "win") == [0, 0, 0]


# PettingZoo.


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.filterwarnings(*MASKED)
def test_an_environment_passes_the_tests_of_pettingzoo(name: str, installed: None) -> None:
    """Of the interface, and of games that the seed repeats."""
    api_test(pettingzoo.env(name), num_cycles=40)
    seed_test(lambda: pettingzoo.env(name), num_cycles=40)


def by_lot(env: Any, seed: int) -> Iterator[tuple[str, Any, float, Any]]:
    """A random game: for each turn the agent, what it observes, its reward, and its info."""
    rng = Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        yield agent, observation, reward, info
        is_over = terminated or truncated
        env.step(None if is_over else rng.randrange(int(observation["action_mask"].sum())))


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("name", SHORTER)
def test_agents_see_what_their_players_see(name: str, installed: None) -> None:
    """The whole view, the codes of all legal moves with their texts, and the rewards at the end."""
    env = pettingzoo.env(name)
    table, rewards = env.unwrapped, dict.fromkeys(env.possible_agents, 0.0)
    game = table.setting.game
    for agent, observation, reward, info in by_lot(env, 3):
        number = int(agent.removeprefix("player_"))
        text = pettingzoo.text_of(observation["observation"])
        assert text == seen(game, table.position, number)
        assert info["cut"] == 0
        assert env.observation_space(agent).contains(observation)
        mask = observation["action_mask"].astype(bool)
        if game.is_over(table.position):
            assert not mask.any()
        else:
            assert number == game.to_move(table.position)
            assert info["moves"] == tuple(map(game.write_move, game.coded(table.position)))
            assert [*np.flatnonzero(mask)] == [*range(len(info["moves"]))]
        rewards[agent] += reward
    assert [*rewards.values()] == table.setting.gains(table.position)
    reading = game.read(Source("record.yaml", table.record()))
    assert reading.kind is FileKind.RECORD
    assert reading.position == table.position


def test_a_view_in_an_observation_can_be_read() -> None:
    """It is a position file, which hides what the player does not see."""
    env = pettingzoo.env("hex-auction")
    game = env.unwrapped.setting.game
    texts = [
        pettingzoo.text_of(observation["observation"]) for _, observation, *_ in by_lot(env, 1)
    ]
    hidden = next(text for text in texts if '"bids":{"1":"?"}' in text)
    plain = next(text for text in texts if '"bids"' not in text)
    assert game.read_position(Source("view.yaml", plain)).chance.is_hidden
    assert '"chance":"?"' in hidden


def test_a_seed_is_that_of_a_record() -> None:
    """Games without a seed go on from the one before; those with the same seed are the same."""
    env = pettingzoo.env("hexpertise")
    deals = []
    for seed in (7, None, None, 7, None):
        env.reset(seed=seed)
        deals.append(env.unwrapped.position)
    assert deals[0] == deals[3] == game_of("hexpertise").initial(Random(7), 2)
    assert deals[1] == deals[4]
    assert len({each.chance.seed for each in deals}) == 3


def test_features_replace_the_text() -> None:
    """A designer's own numbers, as 32-bit floats."""

    def points(game: AnyGame, view: Any, player: int) -> list[float]:
        return [game.score(view).points[player - 1], player]

    env = pettingzoo.env("hexpertise", features=points)
    *_, (agent, observation, _, info) = by_lot(env, 5)
    score = env.unwrapped.setting.game.score(env.unwrapped.position)
    number = int(agent.removeprefix("player_"))
    assert observation["observation"].tolist() == [score.points[number - 1], number]
    assert observation["observation"].dtype == np.float32
    assert env.observation_space(agent).contains(observation)
    assert "cut" not in info


def test_a_text_that_is_too_long_is_cut_and_says_so() -> None:
    """By the bytes that found no room."""
    env = pettingzoo.env("hexpertise", length=100)
    env.reset(seed=1)
    observation, *_, info = env.last()
    table = env.unwrapped
    whole = seen(table.setting.game, table.position, 1)
    assert pettingzoo.text_of(observation["observation"]) == whole[:100]
    assert info["cut"] == len(whole) - 100


def test_a_long_game_is_truncated() -> None:
    """After its decisions; rewards are as if it ended there."""
    env = pettingzoo.env("hexpertise", decisions=4, reward="lead")
    env.reset(seed=2)
    for _ in range(4):
        env.step(0)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    one, other = env.unwrapped.setting.game.score(env.unwrapped.position).points
    assert env.rewards == {"player_1": one - other, "player_2": other - one}


def test_a_code_that_is_not_legal_is_refused_and_nothing_is_lost() -> None:
    """The game goes on with another code."""
    env = pettingzoo.env("hexpertise")
    env.reset(seed=1)
    before = env.unwrapped.position
    for code in (-1, 73, None):
        with pytest.raises(IllegalMove, match=f"no move of player_1 has the code {code}"):
            env.step(code)
    assert env.unwrapped.position == before
    env.step(np.int64(0))
    assert env.unwrapped.position != before


def test_a_table_is_rendered_as_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    """As text, or printed; `pnp score` reads it."""
    env = pettingzoo.env("hexpertise", render_mode="ansi")
    env.reset(seed=1)
    game = env.unwrapped.setting.game
    assert game.read_position(Source("it.yaml", env.render())) == env.unwrapped.position
    env = pettingzoo.env("hexpertise", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "nexus:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"render_mode": "rgb"}, 'render_mode is ansi or human, not "rgb"'),
        ({"length": 0}, "length is the number of bytes of a text"),
        ({"length": 9, "features": lambda *_: [1.0]}, "features have none"),
    ],
    ids=["render", "length", "features"],
)
def test_a_wrong_word_of_an_environment_is_a_clear_error(
    words: dict[str, Any], message: str
) -> None:
    with pytest.raises(UnusableInput, match=re.escape(message)):
        pettingzoo.env("hexpertise", **words)


# The documentation.


@pytest.mark.slow
def test_the_examples_of_the_documentation_run(
    in_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other, with the results that the page has."""
    page = (ROOT / "docs/learning.md").read_text("utf-8")
    namespace: dict[str, Any] = {}
    for number, example in enumerate(blocks(page, "python"), 1):
        exec(compile(example, f"example {number} of docs/learning.md", "exec"), namespace)
