"""The example of CONTRIBUTING.md: a game of another package, found through its entry point."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pnp import games
from pnp.basics.errors import Source, UnusableInput
from pnp.play import FileKind, Game, Table, write_record
from tests import test_play, toy_game
from tests.conftest import Call
from tests.toy_game import Toy

RECORD = """\
players: 2
seed: 3
moves:
"""


def install(folder: Path, name: str, value: str) -> None:
    """Write the metadata of an installed package into a folder."""
    info = folder / f"{name}_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pnp.games]\n{name} = {value}\n")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game, and a package whose module is missing, as if they were installed."""
    install(tmp_path, "toy", "tests.toy_game:Toy")
    install(tmp_path, "gone", "no_such_module:Gone")
    monkeypatch.syspath_prepend(tmp_path)
    games.forget_games()
    yield
    monkeypatch.undo()
    games.forget_games()


def test_a_game_of_another_package_is_played_and_recorded(installed: None) -> None:
    """By the same door as the bundled games; its record replays to the same end."""
    game = games.game_of("toy")
    assert isinstance(game, Toy) and "toy" in games.playable()
    position, chooser, moves = game.initial(Random(3), 2), Random(5), []
    while not game.is_over(position):
        assert [*game.status(position)] == []
        moves.append(chooser.choice(game.legal_moves(position)))
        position = game.play(position, moves[-1])
    text = write_record(game, moves, players=2, seed=3)
    reading = game.read(Source("record.yaml", text))
    assert (reading.kind, reading.position, reading.moves) == (FileKind.RECORD, position, 14)
    # 14 necklaces of six beads have as many red beads as yellow ones in all: 84 / 2.
    assert sum(total for _, total in game.score(position).totals) == 42


@pytest.mark.parametrize("table", ["fewest", "most"])
def test_it_conforms(installed: None, table: str) -> None:
    """As every installed game."""
    test_play.test_moves_have_codes_and_fields("toy", table)
    test_play.test_points_are_the_totals_of_the_players("toy", table)
    test_play.test_an_illegal_move_has_no_code("toy", table)
    test_play.test_a_view_remembers_nothing_of_what_it_hides("toy", table)
    test_play.test_a_view_is_played_as_the_position_or_refused("toy", table)
    test_play.test_a_sample_agrees_with_all_that_a_player_knows("toy", table)


TAKEN = "taken: {1: [RRRRRR, RRRYYY], 2: [YYYYYY]}\n"


@pytest.mark.parametrize("game", ["toy", "toy.yaml"])
def test_its_files_are_scored_by_the_command(
    installed: None, in_folder: Path, pnp: Call, game: str
) -> None:
    """With the set in the package, or with the one beside the file."""
    if game == "toy.yaml":
        Path("toy.yaml").write_text((Path(__file__).parent / "toy_game/toy.yaml").read_text())
    Path("taken.yaml").write_text(TAKEN)
    result = pnp("score", game, "taken.yaml", "--no-pictures")
    assert result.exit_code == 0, result.output
    assert "total player 1: 9" in result.output


def test_it_needs_the_names_of_one_package_only() -> None:
    """As CONTRIBUTING says."""
    text = Path(toy_game.__file__).read_text("utf-8")
    assert re.findall(r"^(?:from|import) (pnp\S*)", text, re.MULTILINE) == ["pnp.play"]


@pytest.mark.slow
def test_its_set_is_found_by_name(installed: None, in_folder: Path, pnp: Call) -> None:
    """By every command, and listed; a package that cannot be loaded does no harm until it is named."""
    assert "toy: ok, 14 different tiles" in pnp("validate", "toy").output
    listed = pnp("list", "--numbers")
    line = r"^toy +14 tiles +Red Edges +\S+toy\.yaml$"
    assert re.search(line, listed.stdout, re.MULTILINE), listed.stdout
    assert "gone" not in listed.stdout
    assert 'warning: the game "gone" cannot be loaded' in listed.stderr
    assert "no_such_module:Gone" in pnp("enumerate", "gone").output
    assert 'there is no tileset "tox"; did you mean "toy"?' in pnp("validate", "tox").output


def test_a_game_is_scored_although_it_cannot_be_drawn(
    installed: None, in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note says why: nothing lies on the table, or the tiles are not hexagons."""
    Path("taken.yaml").write_text(TAKEN + "caption: A game\n")
    result = pnp("score", "toy", "taken.yaml")
    assert (result.exit_code, Path("output").exists()) == (0, False)
    assert "total player 1: 9\n" in result.stdout
    assert result.stderr == "note: no picture: nothing lies on the table\n"
    text = (Path(__file__).parent / "toy_game/toy.yaml").read_text()
    Path("toy.yaml").write_text(text.replace("hexagon", "square").replace("14", "6"))
    Path("taken.yaml").write_text('taken: {1: [RRRR]}\nlabels: {"0,0": here}\n')
    monkeypatch.setattr(Toy, "table", lambda *_: Table(tiles=(("0,0", "RRRR"),)))
    result = pnp("score", "toy.yaml", "taken.yaml", "--format", "json")
    report = json.loads(result.stdout)
    assert report["files"] == []
    assert [(each["rule"], each["message"]) for each in report["findings"]] == [
        ("no-picture", "no picture: pnp draws only boards, and tables of hexagons")
    ]


def test_a_game_whose_module_is_missing_is_a_clear_error(installed: None) -> None:
    """It names the entry point."""
    with pytest.raises(UnusableInput, match="no_such_module:Gone"):
        games.game_of("gone")


def test_a_game_that_is_not_complete_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: None
) -> None:
    """It names all that is missing."""
    monkeypatch.setitem(vars(toy_game), "Half", type("Half", (Game,), {"name": "half"}))
    install(tmp_path, "half", "tests.toy_game:Half")
    games.forget_games()
    with pytest.raises(UnusableInput, match=r'"half" lacks players, position, deal, .* and words$'):
        games.game_of("half")


def test_a_game_that_is_installed_without_its_set_is_a_clear_error(
    installed: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pnp: Call
) -> None:
    """It names the file, which the wheel probably lacks."""
    monkeypatch.setattr(Toy, "sets", tmp_path)
    message = f'the game "toy" is installed without its set: there is no {tmp_path / "toy.yaml"}'
    assert message in pnp("validate", "toy").output
