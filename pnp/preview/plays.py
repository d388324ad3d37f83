"""Plays: games on the table with their positions, legal moves and points, and what persons may see of them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import groupby
from random import Random
from typing import Any, TypeVar

from pnp.basics.classes import frozen
from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.basics.words import counted
from pnp.play import AnyGame, FileKind, Hidden, IllegalMove, Reading, Score, write_record
from pnp.preview.pictures import Pictures
from pnp.preview.seats import Seats, Secrets, sealed, secrets_after
from pnp.preview.snapshot import Json, Snapshot
from pnp.preview.table import TableMaker, full_pieces, score_json
from pnp.project.examples import rules_of

# The most legal moves that the page lists; a player narrows them by a cell.
_MOST_MOVES = 2000

_MOST_SEED = 10**9
_CELL_NAME = re.compile(r"-?\d+,-?\d+|\b[A-Z]\d+\b")

Value = TypeVar("Value")


@frozen(eq=False)
class Play:
    """A game that is played or replayed; `positions` begins with the first one.

    `texts` has a move for each position after that. `set_up` begins the file of its record. The page
    keeps both and sends them with each question, so that a game outlives saves, reloads and servers.
    `notes` has what was found out about each position.
    """

    rules: AnyGame
    maker: TableMaker
    positions: tuple[Any, ...]
    texts: tuple[str, ...] = ()
    set_up: str = ""
    notes: tuple[dict[object, Any], ...] = ()

    @property
    def record(self) -> str:
        """The game as a record."""
        lines = "".join(f"  - {text}\n" for text in self.texts)
        return f"{self.set_up}moves:{chr(10) + lines if lines else ' []' + chr(10)}"

    @cached_property
    def movers(self) -> tuple[int | None, ...]:
        """The player to move in each position; None at the end of the game."""
        return tuple(map(self.rules.to_move, self.positions))

    @cached_property
    def players(self) -> int:
        return len(self.rules.points(self.positions[0]))

    def json(self, at: int, seats: Seats) -> Json:
        """The position with this number as the persons may see it, and what can be done in it."""
        at = min(max(at, 0), len(self.positions) - 1)
        position, rules, player = self.seen(at, seats), self.rules, self.movers[at]
        score, bot = rules.score(position), seats.bot(player)
        try:
            moves = [] if bot else [*map(rules.write_move, rules.coded(position))]
        except Hidden:
            moves = []
        told, viewer = self.told(seats), self.viewer(at, seats)
        mine = next(
            (each for each in range(at - 1, -1, -1) if not seats.bot(self.movers[each])), -1
        )
        return {
            "set_up": self.set_up,
            "played": told,
            "seats": [seats.bot(each) for each in range(1, self.players + 1)],
            "at": at,
            "of": len(self.texts),
            "last": self._shown(at - 1, told)["text"] if at else "",
            # The moves of bots since the last one of a person, whose number is `mine`.
            "mine": mine,
            "since": [*self._since(mine, at, told, seats)],
            "bot": bot and seats.words(player or 0),
            "player": None if player is None else rules.player_name(position, player),
            # Each legal move as it is written, with the cells that it names.
            "moves": [
                {"text": text, "cells": _CELL_NAME.findall(text)} for text in moves[:_MOST_MOVES]
            ],
            "more": max(0, len(moves) - _MOST_MOVES),
            "whose": None if player is None else f"player {player}",
            "viewer": viewer and f"player {viewer}",
            "names": self._names(position, score, seats),
            **self.tables(at, seats),
            "score": score_json(score),
            "points": [self._points(each, seats) for each in range(len(self.positions))],
            "winners": list(score.winners) if player is None else [],
        }

    def _names(self, position: Any, score: Score, seats: Seats) -> Json:
        """The names of the players beside their numbers, such as their colours, and the bots in words."""
        known = [whose for whose, _ in score.totals if whose.startswith("player ")]
        numbers = [int(whose.removeprefix("player ")) for whose in known]
        names = {
            number: [self.rules.player_name(position, number), seats.words(number)]
            for number in numbers
        }
        return {
            f"player {number}": ", ".join(each for each in found if each not in ("", str(number)))
            for number, found in names.items()
        }

    def tables(self, at: int, seats: Seats) -> Json:
        """The table of the position with this number, and those of the players if they have their own."""
        position, rules = self.seen(at, seats), self.rules
        tables = {
            whose: rules.table_of(position, whose) for whose, _ in rules.score(position).totals
        }
        own = len({*tables.values()}) > 1
        return {
            "table": self.maker.json(rules.table(position)),
            "tables": {whose: self.maker.json(table) for whose, table in tables.items() if own},
        }

    # What persons may see of a game with bots

    def viewer(self, at: int, seats: Seats) -> int | None:
        """The person for whom the page shows a position; None if it shows all, as after the end."""
        if self.movers[-1] is None:
            return None
        return seats.viewer(self.movers[: at + 1], self.players)

    def seen(self, at: int, seats: Seats) -> Any:
        """A position as the page may show it."""
        viewer = self.viewer(at, seats)
        position = self.positions[at]
        return position if viewer is None else self.rules.view(position, viewer)

    def told(self, seats: Seats) -> tuple[str, ...]:
        """The moves as the page keeps them: sealed if a bot made them and no person knows them yet."""
        viewer = self.viewer(len(self.texts), seats)
        if viewer is None:
            return self.texts
        secrets = self._secrets(len(self.texts), viewer, seats)
        return tuple(
            sealed(text, self.set_up, at) if at in secrets else text
            for at, text in enumerate(self.texts)
        )

    def _secrets(self, at: int, viewer: int | None, seats: Seats) -> Secrets:
        """The moves before a position that the viewer does not know in it."""
        secrets: Secrets = {}
        for each in range(at if viewer else 0):
            make = partial(self._secrets_after, secrets, each, viewer or 0, seats)
            secrets = self._noted(each + 1, "secrets", (viewer, seats), make)
        return secrets

    def _secrets_after(self, secrets: Secrets, at: int, viewer: int, seats: Seats) -> Secrets:
        _, _, line = self.texts[at].rpartition(": ")
        text, _, _ = line.partition("; draws ")
        step = self.positions[at], text, self.positions[at + 1]
        number = at if seats.bot(self.movers[at]) else None
        return secrets_after(self.rules, secrets, step, viewer, number)

    def _since(self, mine: int, at: int, told: Sequence[str], seats: Seats) -> Iterator[Json]:
        """The moves of bots since that of a person, and what was hidden then; hidden ones of one player together."""
        viewer = self.viewer(len(self.texts), seats)
        then, now = (self._secrets(max(0, each), viewer, seats) for each in (mine, at))
        numbers = [*(each for each in then if each not in now), *range(mine + 1, at)]

        def hider(each: int) -> int | None:
            return self.movers[each] if told[each] != self.texts[each] else None

        for whose, group in groupby(sorted(numbers), hider):
            if whose:
                alike = [*group]
                yield self._shown(alike[0], told, len(alike))
            else:
                yield from (self._shown(each, told) for each in group)

    def _shown(self, at: int, told: Sequence[str], together: int = 1) -> Json:
        """A move in words, with its player and the cells that it names; hidden moves may stand together."""
        player, text = self.movers[at] or 0, told[at]
        if text != self.texts[at]:
            name = self.rules.player_name(self.positions[at], player)
            text = f"{name}: {counted(together, 'hidden move')}"
        return {"text": text, "whose": f"player {player}", "cells": _CELL_NAME.findall(text)}

    def _points(self, at: int, seats: Seats) -> tuple[int, ...]:
        def made() -> tuple[int, ...]:
            return self.rules.points(self.seen(at, seats))

        return self._noted(at, "points", self.viewer(at, seats), made)

    def _noted(self, at: int, what: str, viewer: object, make: Callable[[], Value]) -> Value:
        """A fact about a position for a viewer, found out once."""
        notes = self.notes[at]
        if (what, viewer) not in notes:
            notes[what, viewer] = make()
        noted: Value = notes[what, viewer]
        return noted


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
    return Play(rules, maker, (first,), (), record.partition("moves:")[0], ({},))


def opened(snapshot: Snapshot, pictures: Pictures, file: Source) -> Play:
    """The game in a file; raises PnpError with what is wrong in it."""
    rules, maker = _game(snapshot, pictures)
    reading = rules.read(file)
    if reading.kind is FileKind.EXTRACT:
        raise UnusableInput(f"{file.name} is an extract, which has no next move")
    start = reading.position if reading.start is None else reading.start
    set_up = f"start:\n{textwrap.indent(rules.write_position(start), '  ')}"
    return _read(rules, maker, reading, set_up, tuple(step.move for step in reading.steps))


def played_again(
    snapshot: Snapshot, pictures: Pictures, set_up: str, texts: tuple[str, ...]
) -> Play:
    """The game that a page has kept, with the pieces of now; raises UnusableInput if these don't allow it."""
    rules, maker = _game(snapshot, pictures)
    record = Play(rules, maker, (), texts, set_up).record
    try:
        reading = rules.read(Source("the game", record))
    except InvalidDefinition as error:
        raise UnusableInput("; ".join(each.message for each in error.findings)) from None
    return _read(rules, maker, reading, set_up, texts)


def _read(
    rules: AnyGame, maker: TableMaker, reading: Reading[Any], set_up: str, texts: tuple[str, ...]
) -> Play:
    start = reading.position if reading.start is None else reading.start
    positions = (start, *(step.position for step in reading.steps))
    return Play(rules, maker, positions, texts, set_up, tuple({} for _ in positions))


def moved_on(play: Play, at: int, text: str) -> Play:
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
        notes=(*play.notes[: at + 1], {}),
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
