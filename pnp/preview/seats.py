"""Seats: which players of a game are bots, how these think, and what of their moves the page may know."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.play import AnyGame, IllegalMove

# Who may sit on a seat, in plain words by the name of a bot; no name is a person.
PLAYERS = {
    "": "a person",
    "random": "bot: any move",
    "greedy": "bot: most points at once",
    "flat:100": "bot: tries each move",
    "mcts:100": "bot: thinks a little",
    "mcts:400": "bot: thinks more",
    "mcts:1000": "bot: thinks long",
}

# The playouts for one move: more would take longer than people wait. No time bounds them, so that games repeat.
MOST_PLAYOUTS = 1000

_MOST_SEATS = 100
_SEALED = "?"
# Sealed moves have equal lengths, which tell nothing.
_SEALED_LENGTH = 48


class Seats(NamedTuple):
    """The name of the bot on each seat, or "" for a person; all other seats are persons'."""

    bots: tuple[str, ...] = ()

    @classmethod
    def read(cls, sent: object) -> Seats:
        """The seats that a page sends; raises UnusableInput."""
        from pnp.playtest import bot_named

        if sent is None:
            return cls()
        if not isinstance(sent, list) or len(sent) > _MOST_SEATS:
            raise UnusableInput("the page sent seats that pnp does not understand")
        bots = tuple(map(str, sent))
        for bot in filter(None, bots):
            bot_named(bot)
        return cls(bots)

    def bot(self, player: int | None) -> str:
        """The bot of a player, counted from 1; "" for a person, and for nobody."""
        return self.bots[player - 1] if player and player <= len(self.bots) else ""

    def words(self, player: int) -> str:
        """The bot of a player in plain words; "" for a person."""
        bot = self.bot(player)
        return bot and PLAYERS.get(bot, bot)

    def viewer(self, movers: Sequence[int | None], players: int) -> int | None:
        """The person for whom the page shows a game in which these players moved, and the last of them moves.

        It is the person who moves, or who moved last. None if nothing is hidden: without bots, or without persons.
        """
        persons = [player for player in range(1, players + 1) if not self.bot(player)]
        if len(persons) in (0, players):
            return None
        return next((mover for mover in reversed(movers) if mover in persons), persons[0])


class _Stopped(Exception):
    """Somebody has stopped a bot."""


class _Luck(Random):
    """The chance of a bot: that of its seed, until the bot is stopped, which ends it at its next draw."""

    is_stopped = False

    def random(self) -> float:
        self._go_on()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self._go_on()
        return super().getrandbits(k)

    def _go_on(self) -> None:
        if self.is_stopped:
            raise _Stopped


async def thought(rules: AnyGame, position: Any, player: int, bot: str, seed: str) -> str:
    """The text of a bot's move; it thinks beside all else, and no longer than somebody waits for it."""
    luck = _Luck(seed)
    try:
        return await asyncio.to_thread(chosen, rules, position, player, bot, luck)
    finally:
        luck.is_stopped = True


def chosen(rules: AnyGame, position: Any, player: int, bot: str, luck: Random) -> str:
    """The text of the move that a bot chooses from what its player may know."""
    from pnp.playtest import bot_named

    made = bot_named(bot)
    if made.playouts > MOST_PLAYOUTS:
        made = bot_named(f"{made.name}:{MOST_PLAYOUTS}")
    return rules.write_move(made.choose(rules, rules.view(position, player), player, luck))


# Moves of bots that a person does not know, by their numbers, each with positions that would look the same after other moves.
Secrets = Mapping[int, Sequence[Any]]


def secrets_after(
    rules: AnyGame, secrets: Secrets, step: tuple[Any, str, Any], viewer: int, number: int | None
) -> Secrets:
    """The moves that the viewer does not know after another move, which leads from a position by its text to the next.

    *number* is that of the new move if a bot made it. The viewer does not know a move if others would have led to the
    same views up to now. Moves that are listed beside it are most like it, so these and two more are tried.
    """
    before, text, after = step
    seen = rules.view(after, viewer)
    if seen._replace(chance=after.chance) == after:
        return {}
    found: dict[int, Sequence[Any]] = {}
    if number is not None:
        moves = rules.legal_moves(before)
        at = moves.index(rules.read_move(before, text))
        others = {(at - 1) % len(moves), (at + 1) % len(moves), 0, len(moves) - 1} - {at}
        found[number] = [rules.play(before, moves[each]) for each in sorted(others)]
    for each, positions in secrets.items():
        found[each] = [*_played(rules, positions, text)]
    same = {
        each: [position for position in positions if rules.view(position, viewer) == seen]
        for each, positions in found.items()
    }
    for each in secrets:
        if not found[each] and number is not None and same[number]:
            # This move is a secret too: that it is impossible after others tells nothing.
            same[each] = [*secrets[each]]
    return {each: positions for each, positions in same.items() if positions}


def _played(rules: AnyGame, positions: Sequence[Any], text: str) -> Iterator[Any]:
    """The positions after the same move, where it is legal."""
    for position in positions:
        with suppress(IllegalMove):
            yield rules.play(position, rules.read_move(position, text))


def sealed(text: str, set_up: str, number: int) -> str:
    """A move that the page keeps without showing it, as an envelope does.

    It is no secret from somebody who computes: the page knows the seed, from which all that is hidden follows.
    """
    data = text.encode()
    data += b" " * (-len(data) % _SEALED_LENGTH)
    return f"{_SEALED}{b64encode(_mixed(data, set_up, number)).decode()}"


def unsealed(text: str, set_up: str, number: int) -> str:
    """The move in a text that may be sealed; raises UnusableInput."""
    if not text.startswith(_SEALED):
        return text
    try:
        return _mixed(b64decode(text[1:], validate=True), set_up, number).decode().rstrip()
    except ValueError:
        raise UnusableInput("the page sent a game that pnp does not understand") from None


def _mixed(data: bytes, set_up: str, number: int) -> bytes:
    key = Random(f"{set_up} {number}").randbytes(len(data))
    return bytes(one ^ other for one, other in zip(data, key, strict=True))
