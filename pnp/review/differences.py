"""Differences between two versions of a set: which pieces are new, gone, changed, or the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial

from pnp.definition import TileGroup
from pnp.kinds import ListedPiece, listing
from pnp.pieces import Pieces
from pnp.review.causes import causes
from pnp.review.looks import Look, look, reasons
from pnp.review.tile_matching import TileMatcher, same_groups
from pnp.sets.tileset import Piece


class Change(Enum):
    """How a piece differs between two versions of a set."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MIRRORED = "mirrored"
    RENAMED = "renamed"
    TURNED = "turned"


@dataclass(frozen=True, eq=False)
class Difference:
    """A piece that differs, as it was and as it is; None if it was, or is, not there.

    `sentence` says how it differs, and `redrawn` whether it looks different but for its id. `needed`
    copies of the new piece have to be printed. The id on a `relabelled` piece has changed, and is all
    that keeps its old copies from being used.
    """

    change: Change
    old: ListedPiece | None
    new: ListedPiece | None
    sentence: str
    needed: int = 0
    redrawn: bool = False
    relabelled: bool = False

    @property
    def again(self) -> bool:
        """Whether the piece has to be printed again, even if nobody looks at ids."""
        return self.needed > 0

    @property
    def piece(self) -> ListedPiece:
        """The new piece, or the old one if it is removed."""
        found = self.new or self.old
        assert found is not None
        return found


@dataclass(frozen=True, eq=False)
class Differences:
    """All pieces that differ, by kind of change, and the number of those that are the `same`.

    The `causes` are sentences about changes to many pieces at once, such as another ink for red.
    """

    entries: tuple[Difference, ...]
    causes: tuple[str, ...]
    same: int

    def __bool__(self) -> bool:
        return bool(self.entries or self.causes)

    def of(self, change: Change) -> tuple[Difference, ...]:
        """The pieces that differ in this way."""
        return tuple(each for each in self.entries if each.change is change)


def differences(old: Pieces, new: Pieces) -> Differences:
    """What differs between two versions of a set, in one theme.

    Tiles are the same if one is the other turned, in the symmetry of the new set; the order of the
    colours in the file does not matter. Other pieces are the same if they look the same, or else have
    the same id. Raises InvalidDefinition if a piece cannot be drawn.
    """
    found = [*_tiles(old, new), *_components(old, new)]
    entries = [each for each in found if each is not None]
    order = {change: place for place, change in enumerate(Change)}
    entries.sort(key=lambda each: order[each.change])
    return Differences(tuple(entries), causes(old, new), len(found) - len(entries))


# The passes that match tiles which are not the same.
_TWIN, _SAME_PLACE = 2, 3


def _tiles(old: Pieces, new: Pieces) -> Iterator[Difference | None]:
    """A difference for each tile, or None for each that is the same."""
    before, after = (
        [each for each in listing(pieces) if each.kind == "tile"] for pieces in (old, new)
    )
    groups = same_groups(old.definition.groups, new.definition.groups)
    for one, other in groups:
        matcher = TileMatcher(old, new, (one, other))
        yield from _tiles_of_group(
            matcher, [*_of_group(before, one)], [*_of_group(after, other)], (old, new)
        )
    paired = {group for pair in groups for group in pair}
    yield from (_alone(each, None) for each in before if _group_of(each) not in paired)
    yield from (_alone(None, each) for each in after if _group_of(each) not in paired)


def _group_of(each: ListedPiece) -> TileGroup:
    """The group of a tile."""
    assert each.tile is not None
    return each.tile.group


def _of_group(tiles: Iterable[ListedPiece], group: TileGroup) -> Iterator[ListedPiece]:
    return (each for each in tiles if _group_of(each) == group)


def _tiles_of_group(
    matcher: TileMatcher,
    before: Sequence[ListedPiece],
    after: Sequence[ListedPiece],
    sets: tuple[Pieces, Pieces],
) -> Iterator[Difference | None]:
    """A difference for each tile of a group that both sets have, or None for each that is the same."""
    old, new = sets
    of_old, of_new = ({each: each.tile for each in tiles if each.tile} for tiles in (before, after))

    def keys(
        old_key: Callable[[Piece], Hashable | None], new_key: Callable[[Piece], Hashable | None]
    ) -> _Pass:
        return lambda each: old_key(of_old[each]), lambda each: new_key(of_new[each])

    passes = [
        keys(
            lambda piece: (piece.id, matcher.old_key(piece)),
            lambda piece: (piece.id, matcher.new_key(piece)),
        ),
        keys(matcher.old_key, matcher.new_key),
        keys(matcher.old_twin, matcher.new_key),
        keys(matcher.old_number, matcher.new_number),
    ]
    for one, other, number in _matched(before, after, passes):
        if one is None or other is None:
            yield _alone(one, other)
        elif number == _TWIN:
            becomes = f"{one.notation} becomes its mirror twin {other.notation}"
            sentence = "; ".join((becomes, *_copies(one, other)))
            yield Difference(Change.MIRRORED, one, other, sentence, other.printed, redrawn=True)
        elif number == _SAME_PLACE:
            becomes = f"{one.notation} becomes {other.notation}"
            sentence = "; ".join((becomes, *_copies(one, other)))
            yield Difference(Change.CHANGED, one, other, sentence, other.printed, redrawn=True)
        else:
            yield _same_tile(
                one,
                other,
                redrawn=matcher.redrawn(of_new[other]),
                turned=matcher.turned(of_old[one], of_new[other]),
                labels=(old.tiles.label(of_old[one]), new.tiles.label(of_new[other])),
            )


def _same_tile(
    one: ListedPiece, other: ListedPiece, *, redrawn: bool, turned: str, labels: tuple[str, str]
) -> Difference | None:
    """The difference of two tiles that are one tile in the rules of the game."""
    relabelled = labels[0] != labels[1]
    said = _copies(one, other)
    if redrawn:
        said.insert(0, "the same tile, drawn differently")
    if said:
        return _changed(one, other, said, redrawn=redrawn, relabelled=relabelled)
    if relabelled or one.id != other.id:
        called = f"called {one.id} before"
        if one.id == other.id:
            called = f"with {labels[1]} on it, {labels[0]} before"
        sentence = f"the same tile, {called}"
        return Difference(Change.RENAMED, one, other, sentence, relabelled=relabelled)
    return Difference(Change.TURNED, one, other, f"the same tile, {turned}") if turned else None


def _changed(
    one: ListedPiece, other: ListedPiece, said: Sequence[str], *, redrawn: bool, relabelled: bool
) -> Difference:
    """A piece that looks different, or has another number of copies."""
    needed = other.printed if redrawn else max(0, other.printed - one.printed)
    return Difference(
        Change.CHANGED,
        one,
        other,
        "; ".join(said),
        needed,
        redrawn=redrawn,
        relabelled=relabelled and not redrawn,
    )


def _copies(one: ListedPiece, other: ListedPiece) -> list[str]:
    if one.printed == other.printed:
        return []
    return [
        f"{other.printed:,} {'copy' if other.printed == 1 else 'copies'} instead of {one.printed:,}"
    ]


def _alone(one: ListedPiece | None, other: ListedPiece | None) -> Difference:
    """The difference of a piece that is in one version only."""
    if other is None:
        return Difference(Change.REMOVED, one, None, "removed")
    sentence = "added" if other.printed == 1 else f"added, {other.printed:,} copies"
    return Difference(Change.ADDED, None, other, sentence, other.printed)


def _components(old: Pieces, new: Pieces) -> Iterator[Difference | None]:
    """A difference for each card, token, board and pad, or None for each that is the same."""
    before = {each: look(each) for each in listing(old) if each.kind != "tile"}
    after = {each: look(each) for each in listing(new) if each.kind != "tile"}

    def keys(key: Callable[[ListedPiece, Look], Hashable | None]) -> _Pass:
        def of(looks: dict[ListedPiece, Look], each: ListedPiece) -> Hashable | None:
            found = key(each, looks[each])
            return None if found is None else (each.kind, found)

        return partial(of, before), partial(of, after)

    passes = [
        keys(lambda each, seen: (each.id, seen)),
        keys(lambda each, seen: seen),
        # The text of a whole deck becomes smaller if one card has more of it.
        keys(lambda each, seen: _values(each) if each.kind == "card" else None),
        keys(lambda each, seen: each.id),
    ]
    for one, other, _ in _matched(list(before), list(after), passes):
        if one is None or other is None:
            yield _alone(one, other)
            continue
        redrawn = before[one] != after[other]
        said = [*(reasons(one, other) if redrawn else ()), *_copies(one, other)]
        if said:
            yield _changed(one, other, said, redrawn=redrawn, relabelled=False)
        elif one.id != other.id:
            sentence = f"the same {one.kind}, called {one.id} before"
            yield Difference(Change.RENAMED, one, other, sentence)
        else:
            yield None


def _values(piece: ListedPiece) -> Hashable | None:
    """The values of a piece's fields; None if no field has one."""
    if not isinstance(piece.content, Mapping):
        return None
    return frozenset(each for each in piece.content.items() if each[1]) or None


# The keys by which old and new pieces are matched; a piece with the key None is not.
_Key = Callable[[ListedPiece], Hashable | None]
_Pass = tuple[_Key, _Key]
_Match = tuple[ListedPiece | None, ListedPiece | None, int]


def _matched(
    before: Sequence[ListedPiece], after: Sequence[ListedPiece], passes: Sequence[_Pass]
) -> list[_Match]:
    """Old pieces with new ones, by the first pass that matches them, in the order of the new set.

    The removed pieces come last.
    """
    partner: dict[ListedPiece, _Match] = {}
    left = list(before)
    for number, (old_key, new_key) in enumerate(passes):
        waiting: dict[Hashable, list[ListedPiece]] = {}
        for each in left:
            waiting.setdefault(old_key(each), []).append(each)
        waiting.pop(None, None)
        for each in after:
            if each not in partner and (found := waiting.get(new_key(each))):
                partner[each] = (found.pop(0), each, number)
        gone = {one for one, _, _ in partner.values()}
        left = [each for each in left if each not in gone]
    pairs = [partner.get(each, (None, each, -1)) for each in after]
    return [*pairs, *((each, None, -1) for each in left)]
