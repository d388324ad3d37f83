"""Chance as a value: a draw returns what was drawn, and the chance that is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from random import Random
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing")


class NotThere(ValueError):
    """A record says that something was drawn that could not be drawn."""

    def __init__(self, thing: object) -> None:
        super().__init__(f"{thing} cannot be drawn")
        self.thing = thing


class Chance(NamedTuple):
    """All that is random in a game: the same chance always draws the same.

    A position holds its chance, so that playing a move is a pure function. A record that says what
    was drawn at a table puts it into `known`: the next draws then bring these things, in order.
    """

    seed: int
    step: int = 0
    known: tuple[object, ...] = ()

    def knowing(self, things: Iterable[object]) -> Chance:
        """The chance that brings these things first."""
        return self._replace(known=tuple(things))

    def shuffled(self, things: Sequence[Thing]) -> tuple[tuple[Thing, ...], Chance]:
        """The things in a random order, those that are known first.

        Raises NotThere where a known thing is not among them.
        """
        order = list(things)
        first = [_taken(order, each) for each in self.known]
        Random(self._text).shuffle(order)
        return (*first, *order), Chance(self.seed, self.step + 1)

    def picked(self, things: Sequence[Thing]) -> tuple[Thing, Chance]:
        """One of the things: the first that is known, or any. Raises NotThere as `shuffled` does."""
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
    """The thing, which is taken out of the list."""
    for place, each in enumerate(things):
        if each == thing:
            return things.pop(place)
    raise NotThere(thing)
