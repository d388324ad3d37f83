"""Changes to many pieces at once: the size of tiles, and the look of colours."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.units import plain_lengths
from pnp.definition import Ink
from pnp.pieces import Pieces
from pnp.review.tile_matching import matching_colours, same_groups
from pnp.tiles import Colour

_LOOKS = {"code": "letter", "fill": "ink", "line": "line", "pattern": "pattern", "symbol": "symbol"}


def causes(old: Pieces, new: Pieces) -> tuple[str, ...]:
    """A sentence for each change in a set that shows on many of its pieces."""
    return (*_of_tiles(old, new), *_of_colours(old, new))


def _of_tiles(old: Pieces, new: Pieces) -> Iterator[str]:
    one, other = old.definition, new.definition
    if old.theme.name != new.theme.name:
        yield f"the theme is {new.theme.name} instead of {old.theme.name}"
    for before, after in same_groups(one.groups, other.groups):
        of = f" of {after.title}" if after.name else ""
        if before.geometry.shape is not after.geometry.shape:
            shapes = before.geometry.shape.value, after.geometry.shape.value
            yield f"tiles{of} are {shapes[1]}s instead of {shapes[0]}s"
        if before.lengths != after.lengths:
            lengths = plain_lengths(after.lengths), plain_lengths(before.lengths)
            yield f"tiles{of} have {lengths[0]} instead of {lengths[1]}"
        if before.two_sided != after.two_sided:
            yield f"tiles{of} are printed on {'both sides' if after.two_sided else 'one side'}"


def _of_colours(old: Pieces, new: Pieces) -> Iterator[str]:
    inks, after = old.definition.inks, new.definition.inks
    same = matching_colours(inks, after)
    pairs = [
        (inks[number], after[target])
        for number in range(len(inks))
        if (target := same[Colour(number)]) < len(after)
    ]
    for one, other in pairs:
        looks = [*_looks(one, other)]
        if looks:
            before = "" if one.name == other.name else f", called {one.name} before,"
            yield f"{other.name}{before} has {', '.join(looks)}"
    places = [after.index(other) for _, other in pairs]
    if places != sorted(places):
        yield "the colours are in another order"


def _looks(one: Ink, other: Ink) -> Iterator[str]:
    for key, word in _LOOKS.items():
        was, now = getattr(one, key), getattr(other, key)
        if was != now:
            yield f"the {word} {now} instead of {was}"
