"""What positions of all games have: chance, options, and problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import InvalidDefinition, PnpError

Thing = TypeVar("Thing")


# How files write a value that a player does not see.
HIDDEN_TEXT = "?"

_NO_SEED = -1


class IllegalMove(PnpError):
    """A move that breaks a rule, which it names."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


class Hidden(IllegalMove):
    """A move of a view, or its legal moves, depend on something that the view hides."""

    def __init__(self, what: str) -> None:
        """*what* is a plural, such as "the bids"."""
        super().__init__("hidden", f"{what} are hidden: only a whole position can be played on")


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

    @property
    def is_hidden(self) -> bool:
        """Whether a player does not know what is drawn next."""
        return self.seed == _NO_SEED

    def knowing(self, things: Iterable[object]) -> Chance:
        """The chance whose next draws bring these things."""
        return self._replace(known=tuple(things))

    def shuffled(self, things: Sequence[Thing]) -> tuple[tuple[Thing, ...], Chance]:
        """The things in a random order, after those that are known.

        Raises NotThere if a known thing is not among them.
        """
        order = list(things)
        first = [order.pop(_place_of(each, order)) for each in self.known]
        Random(self._text()).shuffle(order)
        return (*first, *order), Chance(self.seed, self.step + 1)

    def picked(self, things: Sequence[Thing]) -> tuple[Thing, Chance]:
        """One of the things: the next known one, or any. Raises NotThere as `shuffled` does."""
        thing, _, chance = self.drawn(things)
        return thing, chance

    def drawn(self, things: Sequence[Thing]) -> tuple[Thing, tuple[Thing, ...], Chance]:
        """One of the things as `picked` has it, the others in their order, and the chance left."""
        place = _place_of(self.known[0], things) if self.known else self.lot(len(things))
        others = (*things[:place], *things[place + 1 :])
        return things[place], others, Chance(self.seed, self.step + 1, self.known[1:])

    def lot(self, count: int, drawn: int = 0) -> int:
        """The index of what chance draws of so many things, once it has drawn some others."""
        from hashlib import blake2b

        digest = blake2b(self._text(drawn).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % count

    def _text(self, drawn: int = 0) -> str:
        if self.is_hidden:
            raise Hidden("the next draws")
        # Texts are hashed the same way on every machine.
        return f"{self.seed}/{self.step + drawn}"


# The chance of a view: it draws only what a record knows.
HIDDEN_CHANCE = Chance(_NO_SEED)


def _place_of(thing: object, things: Sequence[object]) -> int:
    """The index of the first that equals the thing; raises NotThere if none does."""
    for place, each in enumerate(things):
        if each == thing:
            return place
    raise NotThere(thing)


class Chosen(dict[str, str]):
    """The players' choice for each option, by its name; it is never changed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class Option(NamedTuple):
    """An interpretation of the rules that players may choose.

    `sentence` is a question; `choices` has the answers by name, in a player's words, the rulebook's
    answer first.
    """

    name: str
    sentence: str
    choices: Mapping[str, str]

    @property
    def default(self) -> str:
        """The choice of the rulebook."""
        return next(iter(self.choices))


# A place in a file as the keys and indices that lead to it, such as ("hands", 1, 0).
Path = tuple[object, ...]


class Problem(NamedTuple):
    """Something that is wrong with a position: the rule that it breaks, and where in its file."""

    rule: str
    message: str
    path: Path = ()


class IllegalPosition(InvalidDefinition):
    """A position or a record that breaks a rule; `findings` have the rules and their places."""
