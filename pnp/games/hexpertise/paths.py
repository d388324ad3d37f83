"""The longest path through some hexagons that visits none twice, exactly and quickly.

The method is D. E. Knuth's "Simpath" (The Art of Computer Programming 4A, 7.1.4, exercise 225),
made to maximise: hexes are swept in order, and of all ways to choose links between those behind only
what matters further on is kept, namely which open ends belong together. On a board a few hexes wide
that is little, however many paths there are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from pnp.tiles.hexgrid import Hex, neighbours

# What a sweep knows of each hex: itself where no link touches it, the other end of its stretch where
# it is an open end, or one of these.
_DONE = -1  # inside a stretch, or behind the sweep
_ENDS = -2  # the open end of a stretch whose other end is final

_Mates = tuple[int, ...]


class _Chain(NamedTuple):
    """Links between hexes, the last one first, and how many there are."""

    length: int
    link: tuple[int, int]
    rest: _Chain | None


def longest_path(cells: Collection[Hex]) -> tuple[Hex, ...]:
    """A longest path from hex to neighbouring hex, in order; empty where there are no hexes.

    The same of several longest ones is found every time.
    """
    order = sorted(cells)
    number = {cell: index for index, cell in enumerate(order)}
    states: dict[_Mates, _Chain | None] = {tuple(range(len(order))): None}
    best: _Chain | None = None
    for here, cell in enumerate(order):
        ahead = sorted(number[near] for near in neighbours(cell) if number.get(near, -1) > here)
        for there in ahead:
            for mates, chain in tuple(states.items()):
                longer = _Chain(_length(chain) + 1, (here, there), chain)
                if mates[here] == mates[there] == _ENDS:  # the link makes a whole path of two
                    if not _open_ends(mates, besides=(here, there)):
                        best = _better(best, longer)
                elif (linked := _linked(mates, here, there)) is not None:
                    states[linked] = _better(states.get(linked), longer)
        passed: dict[_Mates, _Chain | None] = {}
        for mates, chain in states.items():
            if mates[here] == _ENDS:
                if not _open_ends(mates, besides=(here,)):
                    best = _better(best, chain)
            elif (left := _left_behind(mates, here)) is not None:
                passed[left] = _better(passed.get(left), chain)
        states = passed
    if best is None:
        return tuple(order[:1])
    return tuple(order[index] for index in _in_order(best))


def _length(chain: _Chain | None) -> int:
    return 0 if chain is None else chain.length


def _better(one: _Chain | None, other: _Chain | None) -> _Chain | None:
    """The longer one, or else the first."""
    return other if _length(other) > _length(one) else one


def _linked(mates: _Mates, here: int, there: int) -> _Mates | None:
    """The state with one more link; None where that closes a circle or branches."""
    one, other = mates[here], mates[there]
    if _DONE in (one, other) or one == there:
        return None
    after = list(mates)
    after[here] = after[there] = _DONE
    if one != _ENDS:
        after[one] = other
    if other != _ENDS:
        after[other] = one
    return tuple(after)


def _left_behind(mates: _Mates, here: int) -> _Mates | None:
    """The state when the sweep has passed a hex; None where that is a third end."""
    after = list(mates)
    after[here] = _DONE
    mate = mates[here]
    if mate not in (here, _DONE):
        if mates.count(_ENDS) == 2:
            return None
        after[mate] = _ENDS
    return tuple(after)


def _open_ends(mates: _Mates, *, besides: tuple[int, ...]) -> bool:
    """Whether any other stretch has an open end."""
    return any(
        mate not in (index, _DONE) and index not in besides for index, mate in enumerate(mates)
    )


def _in_order(chain: _Chain) -> Iterable[int]:
    """The hexes of a path, from its lower end on."""
    links: dict[int, set[int]] = {}
    rest: _Chain | None = chain
    while rest is not None:
        for one, other in (rest.link, rest.link[::-1]):
            links.setdefault(one, set()).add(other)
        rest = rest.rest
    here = min(end for end, near in links.items() if len(near) == 1)
    before = -1
    while here != -1:
        yield here
        here, before = next((near for near in links[here] if near != before), -1), here
