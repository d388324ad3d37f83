"""The example of CONTRIBUTING.md: a game of another package, found through its entry point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import Result

from pnp import games
from pnp.basics.errors import Source, UnusableInput
from pnp.play import FileKind, write_record
from tests.toy_game import Toy

RECORD = """\
players: 2
seed: 3
moves:
"""


def install(folder: Path, name: str, value: str) -> None:
    """Put the metadata of an installed package into a folder."""
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


def test_its_files_are_scored_by_the_command(
    installed: None, in_folder: Path, pnp: Callable[..., Result]
) -> None:
    """With the set beside the file."""
    Path("toy.yaml").write_text((Path(__file__).parent / "toy_game/toy.yaml").read_text())
    Path("taken.yaml").write_text("taken: {1: [RRRRRR, RRRYYY], 2: [YYYYYY]}\n")
    result = pnp("score", "toy.yaml", "taken.yaml", "--no-pictures")
    assert result.exit_code == 0, result.output
    assert "total player 1: 9" in result.output


def test_a_game_whose_module_is_missing_is_a_clear_error(installed: None) -> None:
    """It names the entry point."""
    with pytest.raises(UnusableInput, match="no_such_module:Gone"):
        games.game_of("gone")
