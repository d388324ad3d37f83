"""A game in its tests: positions from texts, moves as texts, and moves that are refused."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

import pytest

from pnp.basics.errors import Source
from pnp.play import AnyGame, IllegalMove
from tests.conftest import ROOT


class Playing:
    """What tests of a game do with it, or with the same game that is played with another set."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def read(self, text: str, game: AnyGame | None = None) -> Any:
        """The position in a text: an extract, a whole position or the last one of a record."""
        return (game or self.game).read_position(Source("position.yaml", dedent(text)))

    def recorded(self, name: str, more: str = "") -> Any:
        """A recorded position, perhaps with more keys; the comments of its file have the score."""
        path = ROOT / f"tests/positions/{self.game.name}-{name}.yaml"
        return self.read(path.read_text("utf-8") + more)

    def figures(self) -> list[str]:
        """The positions in the rulebook, as texts."""
        text = (ROOT / f"templates/rules/{self.game.name}.md").read_text("utf-8")
        return re.findall(r"```position\n(.*?)```", text, re.DOTALL)

    def figure(self, words: str) -> str:
        """The figure of the rulebook whose caption has these words."""
        return next(each for each in self.figures() if words in each.splitlines()[0])

    def played(self, position: Any, *moves: str, game: AnyGame | None = None) -> Any:
        """The position after some moves."""
        game = game or self.game
        for move in moves:
            position = game.play(position, game.read_move(position, move))
        return position

    def legal(self, position: Any, game: AnyGame | None = None) -> list[str]:
        """The legal moves as texts."""
        game = game or self.game
        return [game.write_move(move) for move in game.legal_moves(position)]

    def refused(self, position: Any, move: str, game: AnyGame | None = None) -> IllegalMove:
        """Why a move is illegal; it is not among the legal moves either."""
        with pytest.raises(IllegalMove) as caught:
            self.played(position, move, game=game)
        assert move not in self.legal(position, game)
        assert len(str(caught.value)) > len(caught.value.rule) + 10
        return caught.value
