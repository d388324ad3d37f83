"""A game on the table: its positions one after the other, legal moves, and the live score."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pnp.basics.errors import UnusableInput
from pnp.play import AnyGame, FileKind, IllegalMove, write_record
from pnp.preview.pictures import Pictures
from pnp.preview.snapshot import Snapshot
from pnp.preview.state import Json
from pnp.preview.table import TableMaker, full_pieces, read_position_file, score_json
from pnp.project.examples import rules_of

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
        moves = [] if player is None else sorted(map(rules.write_move, rules.legal_moves(position)))
        return {
            "at": at,
            "of": len(self.texts),
            "last": self.texts[at - 1] if at else "",
            "player": None if player is None else rules.player_name(position, player),
            # Each legal move as it is written, with the cells that it names.
            "moves": [{"text": text, "cells": _CELL.findall(text)} for text in moves[:_MOST_MOVES]],
            "more": max(0, len(moves) - _MOST_MOVES),
            "table": self.maker.json(rules.table(position)),
            "tables": {whose: self.maker.json(table) for whose, table in tables.items() if own},
            "score": score_json(score),
            "winners": list(score.winners) if player is None else [],
        }


def started(snapshot: Snapshot, pictures: Pictures, wanted: Json) -> Play:
    """A new game; raises UnusableInput if the game is not for so many players."""
    rules, maker = _game(snapshot, pictures)
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
    return Play(rules, maker, (first,), set_up=record.partition("moves:")[0])


def opened(snapshot: Snapshot, pictures: Pictures, name: str) -> Play:
    """The game in a file of the folder for positions; raises PnpError with what is wrong in it."""
    rules, maker = _game(snapshot, pictures)
    reading = rules.read(read_position_file(name))
    start = reading.position if reading.start is None else reading.start
    if reading.kind is FileKind.EXTRACT:
        raise UnusableInput(f"{name} is an extract, which has no next move")
    return Play(
        rules,
        maker,
        (start, *(step.position for step in reading.steps)),
        tuple(step.move for step in reading.steps),
        f"start:\n{textwrap.indent(rules.write_position(start), '  ')}",
    )


def moved(play: Play, at: int, text: str) -> Play:
    """The game after a move in the position number *at*; raises UnusableInput if it is illegal."""
    if not 0 <= at < len(play.positions):
        raise UnusableInput("the game has no such position")
    position, rules = play.positions[at], play.rules
    try:
        after = rules.play(position, rules.read_move(position, text))
    except IllegalMove as error:
        raise UnusableInput(error.message) from None
    player = rules.to_move(position)
    assert player is not None
    line = f"{rules.player_name(position, player)}: {text}"
    return replace(
        play,
        positions=(*play.positions[: at + 1], after),
        texts=(*play.texts[:at], line),
    )


def _game(snapshot: Snapshot, pictures: Pictures) -> tuple[AnyGame, TableMaker]:
    """The rules of the set's game, and the maker of its tables; raises UnusableInput."""
    if snapshot.pieces is None:
        raise UnusableInput("the set has too many tiles to play with")
    pieces = full_pieces(snapshot.pieces)
    rules = rules_of(pieces.tileset)
    if rules is None:
        raise UnusableInput(f"pnp does not know the rules of {pieces.definition.game}")
    return rules, TableMaker(pieces, pictures)
