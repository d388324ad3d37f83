"""A slow, obvious counter of game tiles, to check a faster one against.

Nothing here is clever on purpose.  Every labelled tile is written out, a plain
Python predicate is asked about each one, every kept tile is put together with
all its turned (and mirrored) copies, and the different groups are counted.

The model
---------
A tile has ``sides`` n (3, 4 or 6), numbered 0..n-1 clockwise, and ``ports`` p
on every side, numbered 0..n*p-1 clockwise; port x lies on side ``x // p``.

A tile is a pair ``(edges, strands)``:

* ``edges``   a tuple of n entries, each a colour number or None (blank);
* ``strands`` a frozenset of ``(frozenset_of_ports, colour or None)``; no port
  is on two strands, and not every port needs one.

One turn clockwise sends side s to s+1 (mod n) and port x to x+p (mod n*p).
The reflection sends side s to n-1-s and port x to n*p-1-x.

A strand with one port is an *end*, with two a *line*, with more a *junction*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import Any

Colour = int | None
Edges = tuple[Colour, ...]
Strand = tuple[frozenset[int], Colour]
Tile = tuple[Edges, frozenset[Strand]]

SYMMETRIES = ("rotations", "rotations+reflections", "none")


# Moving a tile


def turn(tile: Tile, sides: int, ports: int) -> Tile:
    """The tile after one step clockwise."""
    edges, strand_set = tile
    new_edges: list[Colour] = [None] * sides
    for side in range(sides):
        new_edges[(side + 1) % sides] = edges[side]
    new_strands = frozenset(
        (frozenset((x + ports) % (sides * ports) for x in touched), colour)
        for touched, colour in strand_set
    )
    return tuple(new_edges), new_strands


def mirror(tile: Tile, sides: int, ports: int) -> Tile:
    """The tile's mirror image (side s to n-1-s, port x to n*p-1-x)."""
    edges, strand_set = tile
    new_edges: list[Colour] = [None] * sides
    for side in range(sides):
        new_edges[sides - 1 - side] = edges[side]
    new_strands = frozenset(
        (frozenset(sides * ports - 1 - x for x in touched), colour)
        for touched, colour in strand_set
    )
    return tuple(new_edges), new_strands


def all_turns(tile: Tile, sides: int, ports: int) -> list[Tile]:
    """The tile turned 0, 1, .. n-1 steps (n entries, repeats included)."""
    result = []
    for _ in range(sides):
        result.append(tile)
        tile = turn(tile, sides, ports)
    return result


def orbit(tile: Tile, sides: int, ports: int, symmetry: str) -> frozenset[Tile]:
    """Every tile that counts as the same tile under ``symmetry``."""
    if symmetry == "none":
        return frozenset([tile])
    if symmetry == "rotations":
        return frozenset(all_turns(tile, sides, ports))
    if symmetry == "rotations+reflections":
        mirrored = mirror(tile, sides, ports)
        return frozenset(all_turns(tile, sides, ports) + all_turns(mirrored, sides, ports))
    raise ValueError(f"symmetry must be one of {SYMMETRIES}, not {symmetry!r}")


# Writing out every labelled tile


def port_groupings(free: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[frozenset[int]]]:
    """Every way to put some of the ``free`` ports into groups of the ``sizes``.

    The first free port is either left alone or put in a group with every
    possible choice of companions; then the same for what remains.
    """
    if not free:
        yield []
        return
    first, rest = free[0], free[1:]
    yield from port_groupings(rest, sizes)
    for size in sizes:
        for companions in combinations(rest, size - 1):
            remaining = tuple(x for x in rest if x not in companions)
            for others in port_groupings(remaining, sizes):
                yield [frozenset((first, *companions)), *others]


def labelled_tiles(
    *,
    sides: int,
    ports: int = 1,
    edge_colours: int = 0,
    edge_blank: bool = False,
    strand_sizes: Iterable[int] = (),
    strand_colours: int = 0,
) -> Iterator[Tile]:
    """Every labelled tile, each exactly once, with no symmetry taken out.

    ``edge_colours=0``  every side is None; ``edge_blank`` adds None as a choice.
    ``strand_sizes=()`` no strands; otherwise any number of strands (none too)
                        of the given sizes, on any ports.
    ``strand_colours=0`` every strand's colour is None.
    """
    edge_choices: list[Colour] = list(range(edge_colours))
    if edge_blank or edge_colours == 0:
        edge_choices.append(None)
    strand_choices: list[Colour] = list(range(strand_colours)) or [None]
    sizes = tuple(sorted(set(strand_sizes)))
    if any(size < 1 for size in sizes):
        raise ValueError("a strand touches at least one port")

    for groups in port_groupings(tuple(range(sides * ports)), sizes):
        for strand_colouring in product(strand_choices, repeat=len(groups)):
            strand_set = frozenset(zip(groups, strand_colouring, strict=True))
            for edges in product(edge_choices, repeat=sides):
                yield edges, strand_set


# Counting


def tiles(
    *,
    sides: int,
    ports: int = 1,
    where: Callable[[Tile], bool] = lambda t: True,
    symmetry: str = "rotations",
    **kinds: Any,
) -> list[Tile]:
    """One tile from every orbit that holds at least one tile ``where`` accepts.

    The one returned is the first accepted tile met.  ``where`` is asked about
    every labelled tile, so it may depend on how the tile lies; an orbit is then
    in if any of its tiles is accepted.  ``kinds`` are those of ``labelled_tiles``.

    ``symmetry``        "rotations", "rotations+reflections" or "none".
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"symmetry must be one of {SYMMETRIES}, not {symmetry!r}")
    seen: set[Tile] = set()
    representatives: list[Tile] = []
    for tile in labelled_tiles(sides=sides, ports=ports, **kinds):
        if where(tile) and tile not in seen:
            representatives.append(tile)
            seen |= orbit(tile, sides, ports, symmetry)
    return representatives


def count(**arguments: Any) -> int:
    """How many tiles ``tiles`` returns for the same arguments."""
    return len(tiles(**arguments))


# Properties: strands and ports


def strands(tile: Tile, sides: int, ports: int) -> int:
    """How many strands, of any size."""
    return len(tile[1])


def ends(tile: Tile, sides: int, ports: int) -> int:
    """How many strands with exactly one port."""
    return sum(1 for touched, _ in tile[1] if len(touched) == 1)


def lines(tile: Tile, sides: int, ports: int) -> int:
    """How many strands with exactly two ports."""
    return sum(1 for touched, _ in tile[1] if len(touched) == 2)


def junctions(tile: Tile, sides: int, ports: int) -> int:
    """How many strands with three or more ports."""
    return sum(1 for touched, _ in tile[1] if len(touched) >= 3)


def _touched_ports(tile: Tile) -> set[int]:
    """The ports on any strand."""
    return {x for touched, _ in tile[1] for x in touched}


def terminals(tile: Tile, sides: int, ports: int) -> int:
    """How many ports are touched by a strand."""
    return len(_touched_ports(tile))


# Properties: blank sides


def _is_blank(tile: Tile, side: int, ports: int) -> bool:
    """Has this side neither a touched port nor an edge colour?"""
    if tile[0][side] is not None:
        return False
    return not any(x // ports == side for x in _touched_ports(tile))


def blank_sides(tile: Tile, sides: int, ports: int) -> int:
    """How many sides have neither a touched port nor an edge colour."""
    return sum(1 for side in range(sides) if _is_blank(tile, side, ports))


def touched_sides(tile: Tile, sides: int, ports: int) -> int:
    """How many sides have a touched port or an edge colour (or both)."""
    return sides - blank_sides(tile, sides, ports)


def adjacent_blanks(tile: Tile, sides: int, ports: int) -> int:
    """How many of the n pairs of neighbouring sides are both blank."""
    return sum(
        1
        for side in range(sides)
        if _is_blank(tile, side, ports) and _is_blank(tile, (side + 1) % sides, ports)
    )


# Properties: how strands lie


def _interleave(one: frozenset[int], other: frozenset[int]) -> bool:
    """Are there a, c of one and b, d of the other met in the order a b c d?

    Round the tile: b lies between a and c one way round, d the other way.
    """
    for a, c in combinations(sorted(one), 2):
        inside = [x for x in other if a < x < c]
        outside = [x for x in other if x < a or x > c]
        if inside and outside:
            return True
    return False


def crossings(tile: Tile, sides: int, ports: int) -> int:
    """How many pairs of strands have port sets that interleave round the tile.

    A pair counts once, however often it interleaves.
    """
    return sum(1 for (one, _), (other, _) in combinations(tile[1], 2) if _interleave(one, other))


def _line_kind(touched: frozenset[int], sides: int, ports: int) -> str:
    """ "straight", "u-turn", "sharp" or "gentle" for a strand of two ports."""
    x, y = sorted(touched)
    side_x, index_x = x // ports, x % ports
    side_y, index_y = y // ports, y % ports
    if (
        sides % 2 == 0
        and side_y == (side_x + sides // 2) % sides
        and index_y == ports - 1 - index_x
    ):
        return "straight"
    if side_x == side_y:
        return "u-turn"
    if (side_x + 1) % sides == side_y or (side_y + 1) % sides == side_x:
        return "sharp"
    return "gentle"


def _lines_of_kind(tile: Tile, sides: int, ports: int, kind: str) -> int:
    """How many lines are of the given kind."""
    return sum(
        1
        for touched, _ in tile[1]
        if len(touched) == 2 and _line_kind(touched, sides, ports) == kind
    )


def straights(tile: Tile, sides: int, ports: int) -> int:
    """How many lines join facing ports.

    Port k of a side faces port p-1-k of the opposite side; with an odd number
    of sides there are no straights.
    """
    return _lines_of_kind(tile, sides, ports, "straight")


def sharp_bends(tile: Tile, sides: int, ports: int) -> int:
    """How many lines join two neighbouring different sides."""
    return _lines_of_kind(tile, sides, ports, "sharp")


def u_turns(tile: Tile, sides: int, ports: int) -> int:
    """How many lines have both ports on one side."""
    return _lines_of_kind(tile, sides, ports, "u-turn")


def gentle_bends(tile: Tile, sides: int, ports: int) -> int:
    """How many lines are neither straight nor sharp nor a u-turn.

    With two or more ports a side this includes lines between opposite sides
    whose ports do not face each other.
    """
    return _lines_of_kind(tile, sides, ports, "gentle")


def bends(tile: Tile, sides: int, ports: int) -> int:
    """How many lines are sharp or gentle bends."""
    return sharp_bends(tile, sides, ports) + gentle_bends(tile, sides, ports)


# Properties: colours


def colours(tile: Tile, sides: int, ports: int) -> int:
    """How many different colours, edges and strands together (None is none)."""
    edges, strand_set = tile
    present = set(edges) | {colour for _, colour in strand_set}
    return len(present - {None})


def runs(tile: Tile, sides: int, ports: int) -> int:
    """How many maximal stretches of neighbouring sides of one edge colour.

    0 if no side is coloured, 1 if all n sides have the same colour.
    """
    edges = tile[0]
    stretches: set[frozenset[int]] = set()
    for start in range(sides):
        if edges[start] is None:
            continue
        stretch = {start}
        for step in (+1, -1):
            side = start
            while edges[(side + step) % sides] == edges[start] and len(stretch) < sides:
                side = (side + step) % sides
                stretch.add(side)
        stretches.add(frozenset(stretch))
    return len(stretches)


def equal_neighbours(tile: Tile, sides: int, ports: int) -> int:
    """How many of the n pairs of neighbouring sides have the same edge colour."""
    edges = tile[0]
    return sum(
        1
        for side in range(sides)
        if edges[side] is not None and edges[side] == edges[(side + 1) % sides]
    )


def equal_opposites(tile: Tile, sides: int, ports: int) -> int:
    """How many of the n/2 pairs of opposite sides have the same edge colour.

    0 with an odd number of sides.
    """
    edges = tile[0]
    if sides % 2:
        return 0
    return sum(
        1
        for side in range(sides // 2)
        if edges[side] is not None and edges[side] == edges[side + sides // 2]
    )


def only_colour(tile: Tile, c: int) -> Tile:
    """The tile with all edges and strands of other colours removed."""
    edges, strand_set = tile
    return (
        tuple(colour if colour == c else None for colour in edges),
        frozenset(strand for strand in strand_set if strand[1] == c),
    )


# Properties: symmetry of one tile


def rotations(tile: Tile, sides: int, ports: int) -> int:
    """How many different tiles the n turns of this one give."""
    return len(set(all_turns(tile, sides, ports)))


def chiral(tile: Tile, sides: int, ports: int) -> bool:
    """True if no turn of the tile equals its mirror image."""
    return mirror(tile, sides, ports) not in all_turns(tile, sides, ports)
