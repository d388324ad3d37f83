"""Every different tile of a universe, once.

Three stages, each up to the movements that the stage before leaves free: structures, then patterns
of colour on a structure, then the colours themselves. A tile whose structure or pattern has no
symmetry of its own is different from all others without a comparison. (Orbits by stages: A.
Kerber, "Applied Finite Group Actions", 2nd edition 1999, section on the homomorphism principle.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.enumeration.colourings import (
    coloured,
    normal_form,
    patterns,
    permuted,
    renamings,
    slot_permutation,
    strand_slots,
)
from pnp.enumeration.structures import Structure, moved_structure, structures
from pnp.enumeration.universe import Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import Tile, canonical

_REPORT = 1000  # tiles between two reports of progress


def different_tiles(
    universe: Universe, *, found: Callable[[int], None] = lambda number: None
) -> list[Tile]:
    """The tiles of the universe, each the least of its orbit, in ascending order.

    `found` is told now and then how many there are so far.
    """
    tiles = []
    for structure, stabiliser in _different_structures(universe):
        for tile in _different_colourings(universe, structure, stabiliser):
            tiles.append(canonical(tile, universe.geometry, universe.symmetry))
            if len(tiles) % _REPORT == 0:
                found(len(tiles))
    return sorted(tiles)


def _different_structures(universe: Universe) -> Iterator[tuple[Structure, list[Isometry]]]:
    """One structure of each orbit, with the movements that leave it as it is."""
    isometries = universe.geometry.isometries(universe.symmetry)
    for structure in structures(universe):
        stabiliser = []
        for isometry in isometries:
            image = moved_structure(structure, isometry)
            if image < structure:
                break
            if image == structure:
                stabiliser.append(isometry)
        else:
            yield structure, stabiliser


def _different_colourings(
    universe: Universe, structure: Structure, stabiliser: list[Isometry]
) -> Iterator[Tile]:
    """One tile of each orbit among those with this structure."""
    turns = {slot_permutation(universe, structure, isometry) for isometry in stabiliser}
    strands = strand_slots(universe, structure)
    sides = universe.geometry.sides if universe.edge_colours else 0
    for pattern in patterns(universe, strands, sides):
        if not universe.admits_colours(coloured(universe, structure, pattern)):
            continue
        kept: list[Permutation] = []
        for turn in turns:
            image = normal_form(universe, permuted(pattern, turn))
            if image < pattern:
                break
            if image == pattern:
                kept.append(turn)
        else:
            for word in renamings(universe, pattern):
                if len(kept) == 1 or word == min(permuted(word, turn) for turn in kept):
                    yield coloured(universe, structure, word)
