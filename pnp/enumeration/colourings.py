"""Colourings of a partition's strands, sides and corners, counted or listed by their patterns.

A *slot* takes a colour: each strand of the partition is one, if strands have colours, then each side
and each corner that has a colour. A *pattern* is a class of colourings that differ only in colours that no
constraint tells apart. There are few patterns, however many colours there are: at most 203 on six
sides, for six colours or for forty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import perm, prod
from random import Random
from typing import NamedTuple

from pnp.enumeration.partitions import Partition
from pnp.enumeration.universe import Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import UNCOLOURED, Colour, Port, Side, Tile

Word = tuple[Colour, ...]  # a colour for each slot


class Slots(NamedTuple):
    """The numbers of slots, in the order in which a word has them."""

    strands: int
    sides: int
    corners: int

    def of(self, universe: Universe) -> list[tuple[frozenset[Colour], bool]]:
        """For each slot its colours, and whether it may be blank besides."""
        strands, edges, corners = (frozenset(dict(part)) for part in universe.quantities)
        return (
            [(strands, False)] * self.strands
            + [(edges, universe.blank_edges)] * self.sides
            + [(corners, universe.blank_corners)] * self.corners
        )

    def choices(self, universe: Universe) -> int:
        """The number of words, if all are allowed."""
        return prod(len(colours) + blank for colours, blank in self.of(universe))


def slots_of(universe: Universe, strands: int) -> Slots:
    """The slots of a partition with so many strands."""
    coloured = strands if universe.strand_colours else 0
    return Slots(coloured, len(universe.sides), universe.corners)


def strand_slots(universe: Universe, partition: Partition) -> int:
    """How many of the partition's strands take a colour: all of them or none."""
    return len(partition) if universe.strand_colours else 0


def slot_permutation(universe: Universe, partition: Partition, isometry: Isometry) -> Permutation:
    """Where each slot goes under an isometry in the stabiliser of the partition."""
    strands = strand_slots(universe, partition)
    index = {join: number for number, join in enumerate(partition)}
    moved_strands = [
        index[tuple(sorted([Port(isometry.ports[port]) for port in partition[number]]))]
        for number in range(strands)
    ]
    sides = universe.sides
    first = strands + len(sides)
    corners = isometry.corners if universe.corners else ()
    return (
        *moved_strands,
        *(strands + sides.index(Side(isometry.sides[side])) for side in sides),
        *(first + corner for corner in corners),
    )


def patterns(universe: Universe, slots: Slots) -> Iterator[Word]:
    """One colouring of the slots in normal form for each pattern."""
    palette, choices = universe.palette, slots.of(universe)
    word: list[Colour] = []

    def extended(used: tuple[int, ...]) -> Iterator[Word]:
        """The completions of `word`, which uses so many colours of each class."""
        slot = len(word)
        if slot == len(choices):
            yield tuple(word)
            return
        allowed, may_be_blank = choices[slot]
        if may_be_blank:
            word.append(UNCOLOURED)
            yield from extended(used)
            word.pop()
        for number, colours in enumerate(palette):
            if colours[0] not in allowed:
                continue
            fresh = used[number]
            for colour in colours[: fresh + 1]:
                is_fresh = colour == colours[min(fresh, len(colours) - 1)] and fresh < len(colours)
                word.append(colour)
                yield from extended(
                    (*used[:number], fresh + 1, *used[number + 1 :]) if is_fresh else used
                )
                word.pop()

    return extended((0,) * len(palette))


def pattern_count(universe: Universe, slots: Slots) -> int:
    """How many patterns the slots have."""
    choices = slots.of(universe)

    @cache
    def ways(slot: int, used: tuple[int, ...]) -> int:
        if slot == len(choices):
            return 1
        allowed, may_be_blank = choices[slot]
        total = ways(slot + 1, used) if may_be_blank else 0
        for number, colours in enumerate(universe.palette):
            if colours[0] not in allowed:
                continue
            if used[number]:
                total += used[number] * ways(slot + 1, used)
            if used[number] < len(colours):
                total += ways(slot + 1, (*used[:number], used[number] + 1, *used[number + 1 :]))
        return total

    return ways(0, (0,) * len(universe.palette))


def _used(universe: Universe, word: Word) -> list[int]:
    present = set(word)
    return [sum(colour in present for colour in colours) for colours in universe.palette]


def weight(universe: Universe, word: Word) -> int:
    """How many colourings have the same pattern as the word."""
    return prod(
        perm(len(colours), used)
        for colours, used in zip(universe.palette, _used(universe, word), strict=True)
    )


def renamings(universe: Universe, word: Word) -> Iterator[Word]:
    """Every colouring with the same pattern as the word, which is in normal form."""
    choices = [
        permutations(colours, used)
        for colours, used in zip(universe.palette, _used(universe, word), strict=True)
    ]
    for chosen in product(*choices):
        names: dict[Colour, Colour] = {UNCOLOURED: UNCOLOURED}
        for colours, new in zip(universe.palette, chosen, strict=True):
            names.update(zip(colours, new, strict=False))
        yield tuple([names[colour] for colour in word])


def renaming_count(universe: Universe, word: Word) -> int:
    """The number of colourings with the same pattern as the word."""
    return prod(
        perm(len(colours), used)
        for colours, used in zip(universe.palette, _used(universe, word), strict=True)
    )


def random_renaming(universe: Universe, word: Word, rng: Random) -> Word:
    """One of the colourings with the same pattern as the word, all equally likely."""
    names: dict[Colour, Colour] = {UNCOLOURED: UNCOLOURED}
    for colours, used in zip(universe.palette, _used(universe, word), strict=True):
        names.update(zip(colours, rng.sample(colours, used), strict=False))
    return tuple([names[colour] for colour in word])


def normal_form(universe: Universe, word: Sequence[Colour]) -> Word:
    """The word with the colours of each class renamed in the order of their first appearance."""
    class_of = {colour: colours for colours in universe.palette for colour in colours}
    fresh = {colours: iter(colours) for colours in universe.palette}
    names: dict[Colour, Colour] = {UNCOLOURED: UNCOLOURED}
    for colour in word:
        if colour not in names:
            names[colour] = next(fresh[class_of[colour]])
    return tuple([names[colour] for colour in word])


def permuted(word: Word, permutation: Permutation) -> Word:
    """The word after the permutation of its slots."""
    result = list(word)
    for slot, target in enumerate(permutation):
        result[target] = word[slot]
    return tuple(result)


def coloured(universe: Universe, partition: Partition, word: Word) -> Tile:
    """The tile with this partition and these colours."""
    strands = strand_slots(universe, partition)
    colours = word[:strands] if strands else (UNCOLOURED,) * len(partition)
    first = strands + len(universe.sides)
    edges = word[strands:first] or (UNCOLOURED,) * universe.geometry.sides
    if len(edges) < universe.geometry.sides:
        found = dict(zip(universe.sides, edges, strict=True))
        edges = tuple(found.get(Side(side), UNCOLOURED) for side in range(universe.geometry.sides))
    corners = word[first:]
    if not corners or max(corners) < 0:
        corners = ()
    return Tile(partition, colours, edges, universe.mark, corners)
