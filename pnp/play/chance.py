"""Chance as a value: whoever draws gets what was drawn, and the chance that is left."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing")


class Chance(NamedTuple):
    """All that is random in a game, as two numbers: the same chance always draws the same.

    A position holds its chance, so that playing a move is a pure function.
    """

    seed: int
    step: int = 0

    def shuffled(self, things: Sequence[Thing]) -> tuple[tuple[Thing, ...], Chance]:
        """The things in a random order."""
        order = list(things)
        self._random().shuffle(order)
        return tuple(order), self._next()

    def below(self, number: int) -> tuple[int, Chance]:
        """A random number from 0 on, less than *number*."""
        return self._random().randrange(number), self._next()

    def picked(self, things: Sequence[Thing]) -> tuple[Thing, Chance]:
        """One of the things."""
        number, left = self.below(len(things))
        return things[number], left

    def _random(self) -> Random:
        # Text seeds are hashed the same way everywhere.
        return Random(f"{self.seed}/{self.step}")

    def _next(self) -> Chance:
        return Chance(self.seed, self.step + 1)


def chance_of(rng: Random) -> Chance:
    """A chance that a generator decides on."""
    return Chance(rng.randrange(10**9))
