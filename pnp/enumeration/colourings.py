"""Colourings of the strands and sides of a structure, counted or listed by their patterns.

What takes a colour is a *slot*: first the strands of the structure, if strands have colours, then
the sides, if sides have colours. A *pattern* is a colouring up to swapping colours that no
constraint tells apart. There are few patterns, however many colours there are: 203 on six sides
for two colours or for forty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import perm, prod

from pnp.enumeration.structures import Structure
from pnp.enumeration.universe import Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import UNCOLOURED, Colour, Port, Tile

Word = tuple[Colour, ...]  # a colour a slot


def strand_slots(universe: Universe, structure: Structure) -> int:
    """How many of the structure's strands take a colour: all of them or none."""
    return len(structure) if universe.strand_colours else 0


def slot_permutation(universe: Universe, structure: Structure, isometry: Isometry) -> Permutation:
    """Where each slot goes under a movement that leaves the structure as it is."""
    strands = strand_slots(universe, structure)
    index = {join: number for number, join in enumerate(structure)}
    moved_strands = [
        index[tuple(sorted([Port(isometry.ports[port]) for port in structure[number]]))]
        for number in range(strands)
    ]
    sides = isometry.sides if universe.edge_colours else ()
    return (*moved_strands, *(strands + side for side in sides))


def patterns(universe: Universe, strands: int, sides: int) -> Iterator[Word]:
    """One colouring of so many strand slots and side slots for each pattern, in normal form."""
    palette = universe.palette
    slot_colours = [frozenset(dict(universe.strand_colours))] * strands
    slot_colours += [frozenset(dict(universe.edge_colours))] * sides
    word: list[Colour] = []

    def extended(used: tuple[int, ...]) -> Iterator[Word]:
        """The completions of `word`, in which so many colours of each class are used."""
        slot = len(word)
        if slot == len(slot_colours):
            yield tuple(word)
            return
        if slot >= strands and universe.blank_edges:
            word.append(UNCOLOURED)
            yield from extended(used)
            word.pop()
        for number, colours in enumerate(palette):
            if colours[0] not in slot_colours[slot]:
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


def pattern_count(universe: Universe, strands: int, sides: int) -> int:
    """How many patterns there are for so many strand slots and side slots."""
    strand_colours = frozenset(dict(universe.strand_colours))
    edge_colours = frozenset(dict(universe.edge_colours))

    @cache
    def ways(slot: int, used: tuple[int, ...]) -> int:
        if slot == strands + sides:
            return 1
        allowed = strand_colours if slot < strands else edge_colours
        total = ways(slot + 1, used) if slot >= strands and universe.blank_edges else 0
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
    """How many colourings have the pattern of the word."""
    return prod(
        perm(len(colours), used)
        for colours, used in zip(universe.palette, _used(universe, word), strict=True)
    )


def renamings(universe: Universe, word: Word) -> Iterator[Word]:
    """Every colouring that has the pattern of the word, which is in normal form."""
    choices = [
        permutations(colours, used)
        for colours, used in zip(universe.palette, _used(universe, word), strict=True)
    ]
    for chosen in product(*choices):
        names: dict[Colour, Colour] = {UNCOLOURED: UNCOLOURED}
        for colours, new in zip(universe.palette, chosen, strict=True):
            names.update(zip(colours, new, strict=False))
        yield tuple([names[colour] for colour in word])


def normal_form(universe: Universe, word: Sequence[Colour]) -> Word:
    """The word with the colours of each class renamed in the order in which they first appear."""
    class_of = {colour: colours for colours in universe.palette for colour in colours}
    fresh = {colours: iter(colours) for colours in universe.palette}
    names: dict[Colour, Colour] = {UNCOLOURED: UNCOLOURED}
    for colour in word:
        if colour not in names:
            names[colour] = next(fresh[class_of[colour]])
    return tuple([names[colour] for colour in word])


def permuted(word: Word, permutation: Permutation) -> Word:
    """The word after each slot has gone to its place."""
    result = list(word)
    for slot, target in enumerate(permutation):
        result[target] = word[slot]
    return tuple(result)


def coloured(universe: Universe, structure: Structure, word: Word) -> Tile:
    """The tile with this structure and these colours in its slots."""
    strands = strand_slots(universe, structure)
    colours = word[:strands] if strands else (UNCOLOURED,) * len(structure)
    edges = word[strands:] if universe.edge_colours else (UNCOLOURED,) * universe.geometry.sides
    return Tile(structure, colours, edges, universe.mark)
