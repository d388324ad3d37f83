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
        first = [order.pop(_place_of(each, order)) for each in self.known]
        Random(self._text).shuffle(order)
        return (*first, *order), Chance(self.seed, self.step + 1)

    def picked(self, things: Sequence[Thing]) -> tuple[Thing, Chance]:
        """One of the things: the next known one, or any. Raises NotThere as `shuffled` does."""
        thing, _, chance = self.drawn(things)
        return thing, chance

    def drawn(self, things: Sequence[Thing]) -> tuple[Thing, tuple[Thing, ...], Chance]:
        """One of the things as `picked` has it, the others in their order, and the chance left."""
        if self.known:
            place = _place_of(self.known[0], things)
        else:
            digest = blake2b(self._text.encode(), digest_size=8).digest()
            place = int.from_bytes(digest, "big") % len(things)
        others = (*things[:place], *things[place + 1 :])
        return things[place], others, Chance(self.seed, self.step + 1, self.known[1:])

    @property
    def _text(self) -> str:
        # Texts are hashed the same way on every machine.
        return f"{self.seed}/{self.step}"


def _place_of(thing: object, things: Sequence[object]) -> int:
    """The index of the first that equals the thing; raises NotThere if none does."""
    for place, each in enumerate(things):
        if each == thing:
            return place
    raise NotThere(thing)
