"""A game on the table: its positions one after the other, legal moves, and the live score."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pnp.basics.errors import UnusableInput
from pnp.pieces import Pieces
from pnp.play import AnyGame, FileKind, IllegalMove, write_record
from pnp.preview.pictures import Pictures
from pnp.preview.state import Json
from pnp.preview.table import TableMaker, full_pieces, full_rules, read_position_file, score_json

# The most legal moves that the page lists; a player narrows them by a cell.
_MOST_MOVES = 2000

_MOST_SEED = 10**9
_CELL = re.compile(r"-?\d+,-?\d+|\b[A-Z]\d+\b")


@dataclass(frozen=True, eq=False)
class Play:
    """A game that is played or replayed; `positions` begins with the first one.

    `texts` has a move for each position after that. `set_up` begins the file of its record.
    """

    rules: AnyGame
    maker: TableMaker
    positions: tuple[Any, ...]
    texts: tuple[str, ...] = ()
    set_up: str = ""

    def played(self, at: int, text: str) -> Play:
        """The game after a move in the position number *at*; raises IllegalMove."""
        position = self.positions[at]
        after = self.rules.play(position, self.rules.read_move(position, text))
        player = self.rules.to_move(position)
        assert player is not None
        line = f"{self.rules.player_name(position, player)}: {text}"
        return replace(
            self,
            positions=(*self.positions[: at + 1], after),
            texts=(*self.texts[:at], line),
        )

    @property
    def record(self) -> str:
        """The game as a record."""
        lines = "".join(f"  - {text}\n" for text in self.texts)
        return f"{self.set_up}moves:{chr(10) + lines if lines else ' []' + chr(10)}"

    def json(self, at: int) -> Json:
        """The position with this number, and what can be done in it."""
        at = min(max(at, 0), len(self.positions) - 1)
        position, rules = self.positions[at], self.rules
        player = rules.to_move(position)
        score = rules.score(position)
        tables = {whose: rules.table_of(position, whose) for whose, _ in score.totals}
        own = len({*tables.values()}) > 1
        moves = [] if player is None else [*_moves(rules, position)]
        return {
            "at": at,
            "of": len(self.texts),
            "last": self.texts[at - 1] if at else "",
            "player": None if player is None else rules.player_name(position, player),
            "moves": moves[:_MOST_MOVES],
            "more": max(0, len(moves) - _MOST_MOVES),
            "table": self.maker.json(rules.table(position)),
            "tables": {whose: self.maker.json(table) for whose, table in tables.items()}
            if own
            else {},
            "score": score_json(score),
            "winners": list(score.winners) if player is None else [],
        }


def _moves(rules: AnyGame, position: Any) -> Iterator[Json]:
    """Each legal move as it is written, with the cells that it names."""
    for text in sorted(map(rules.write_move, rules.legal_moves(position))):
        yield {"text": text, "cells": _CELL.findall(text)}


def started(pieces: Pieces, pictures: Pictures, wanted: Json) -> Play:
    """A new game; raises UnusableInput if the game is not for so many players."""
    rules = _rules(pieces)
    players, seed, options = (wanted.get(key) for key in ("players", "seed", "options"))
    if not isinstance(players, int) or not isinstance(options, dict):
        raise UnusableInput("choose a number of players")
    if not isinstance(seed, int) or not 0 <= seed < _MOST_SEED:
        raise UnusableInput(f"a seed is a number from 0 to {_MOST_SEED - 1}")
    try:
        first = rules.initial(Random(seed), players, options)
        record = write_record(rules, (), players=players, seed=seed, options=options)
    except ValueError as error:
        raise UnusableInput(str(error)) from None
    return Play(
        rules,
        TableMaker(full_pieces(pieces), pictures),
        (first,),
        set_up=record.partition("moves:")[0],
    )


def opened(pieces: Pieces, pictures: Pictures, name: str) -> Play:
    """The game in a file of the folder for positions; raises PnpError with what is wrong in it."""
    rules = _rules(pieces)
    reading = rules.read(read_position_file(name))
    start = reading.position if reading.start is None else reading.start
    positions = (start, *(step.position for step in reading.steps))
    if reading.kind is FileKind.EXTRACT:
        raise UnusableInput(f"{name} is an extract, which has no next move")
    set_up = f"start:\n{textwrap.indent(rules.write_position(start), '  ')}"
    texts = tuple(step.move for step in reading.steps)
    return Play(rules, TableMaker(full_pieces(pieces), pictures), positions, texts, set_up)


def moved(play: Play, at: int, text: str) -> Play:
    """The game after a move; raises UnusableInput if the move is illegal."""
    if not 0 <= at < len(play.positions):
        raise UnusableInput("the game has no such position")
    try:
        return play.played(at, text)
    except IllegalMove as error:
        raise UnusableInput(error.message) from None


def _rules(pieces: Pieces) -> AnyGame:
    rules = full_rules(pieces)
    if rules is None:
        raise UnusableInput(f"pnp does not know the rules of {pieces.definition.game}")
    return rules
