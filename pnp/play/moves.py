"""Legal moves that are made when somebody asks for them, so that one can be chosen without the others."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar, overload

MoveT = TypeVar("MoveT", covariant=True)
Thing = TypeVar("Thing")


class Moves(Sequence[MoveT]):
    """Moves in a fixed order, each of which is made when it is asked for; equal to a tuple of them."""

    _length: int

    @abstractmethod
    def at(self, index: int) -> MoveT:
        """The move at an index, which is not negative and less than the length."""

    @abstractmethod
    def __iter__(self) -> Iterator[MoveT]:
        """All moves in their order."""

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> MoveT: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[MoveT, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        if index < 0:
            index += self._length
        if 0 <= index < self._length:
            return self.at(index)
        raise IndexError("no move has this number")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Moves, tuple)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Joined(Moves[MoveT]):
    """The moves of several lists, one list after the other."""

    def __init__(self, *parts: Sequence[MoveT]) -> None:
        self._parts = parts
        self._length = sum(map(len, parts))

    def __iter__(self) -> Iterator[MoveT]:
        return chain.from_iterable(self._parts)

    def at(self, index: int) -> MoveT:
        for part in self._parts:
            if index < len(part):
                return part[index]
            index -= len(part)
        raise IndexError(index)


class Each(Moves[MoveT]):
    """A move for each of some things, such as one that exchanges each tile of a hand."""

    def __init__(self, move: Callable[[Thing], MoveT], things: Iterable[Thing]) -> None:
        self._move = move
        self._things = things if isinstance(things, (tuple, list, range)) else tuple(things)
        self._length = len(self._things)

    def __iter__(self) -> Iterator[MoveT]:
        return map(self._move, self._things)

    def at(self, index: int) -> MoveT:
        return self._move(self._things[index])
