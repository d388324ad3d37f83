"""Chance as a value: a draw returns what was drawn, and the chance that is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from random import Random
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing")


class NotThere(ValueError):
    """A record names a thing as drawn that is not among the things left."""

    def __init__(self, thing: object) -> None:
        super().__init__(f"{thing} cannot be drawn")
        self.thing = thing


class Chance(NamedTuple):
    """All that is random in a game: the same chance always draws the same.

    A position holds its chance, so that playing a move is a pure function. If a record names the
    things that were drawn at a table, `known` has them, and the next draws bring them in order.
    """

    seed: int
    step: int = 0
    known: tuple[object, ...] = ()

    def knowing(self, things: Iterable[object]) -> Chance:
        """The chance whose next draws bring these things."""
        return self._replace(known=tuple(things))

    def shuffled(self, things: Sequence[Thing]) -> tuple[tuple[Thing, ...], Chance]:
        """The things in a random order, after those that are known.

        Raises NotThere if a known thing is not among them.
        """
        order = list(things)
        first = [_taken(order, each) for each in self.known]
        Random(self._text).shuffle(order)
        return (*first, *order), Chance(self.seed, self.step + 1)

    def picked(self, things: Sequence[Thing]) -> tuple[Thing, Chance]:
        """One of the things: the next known one, or any. Raises NotThere as `shuffled` does."""
        if self.known:
            drawn = _taken(list(things), self.known[0])
            return drawn, Chance(self.seed, self.step + 1, self.known[1:])
        digest = blake2b(self._text.encode(), digest_size=8).digest()
        number = int.from_bytes(digest, "big") % len(things)
        return things[number], Chance(self.seed, self.step + 1)

    @property
    def _text(self) -> str:
        # Texts are hashed the same way on every machine.
        return f"{self.seed}/{self.step}"


def _taken(things: list[Thing], thing: object) -> Thing:
    """The thing, removed from the list; raises NotThere if the list does not have it."""
    for place, each in enumerate(things):
        if each == thing:
            return things.pop(place)
    raise NotThere(thing)
