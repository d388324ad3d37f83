"""Differences between two versions of a set: which pieces are new, gone, changed, or the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from functools import cached_property
from typing import Any, TypeVar

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Located, Place
from pnp.basics.units import plain_length, plain_lengths
from pnp.basics.words import listed
from pnp.definition import FaceDefinition, Ink, TileGroup, TileStyle
from pnp.definition.reading.sections import Section
from pnp.draw import Artist
from pnp.kinds import BoardSizes, ListedPiece, listing
from pnp.kinds.pictures import digest, without_dots
from pnp.pieces import Pieces
from pnp.pieces.trims import upright
from pnp.render import svg_writer
from pnp.scene import Layer, Page
from pnp.sets.tileset import Piece, Tileset
from pnp.tiles import UNCOLOURED, Colour, Tile, canonical, mirrored, moved
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry

Thing = TypeVar("Thing")


class Change(Enum):
    """How a piece differs between two versions of a set."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MIRRORED = "mirrored"
    RENAMED = "renamed"
    TURNED = "turned"


# How a piece differs whose own values are the same.
_REDRAWN = "drawn differently"


@frozen(eq=False)
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
    def only_redrawn(self) -> bool:
        """Whether the piece only looks different, for a reason that is not its own."""
        return self.sentence.endswith(_REDRAWN)

    @property
    def piece(self) -> ListedPiece:
        """The new piece, or the old one if it is removed."""
        found = self.new or self.old
        assert found is not None
        return found


@frozen(eq=False)
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
    return Differences(tuple(entries), tuple(_causes(old, new)), len(found) - len(entries))


class _Tile(NamedTuple):
    """A tile in the list of its set's pieces, with what two sets compare, in the colours of the new set.

    `kind` is its canonical form; None for a tile of another shape than the new ones. `written` is the
    tile as a list written by hand has it; None for any other tile.
    """

    listed: ListedPiece
    piece: Piece
    kind: Tile | None
    written: Tile | None


# The keys that match tiles, from the surest to the weakest.
_SAME_ID, _SAME_TILE, _TWIN, _SAME_NUMBER = range(4)


def _tiles(old: Pieces, new: Pieces) -> Iterator[Difference | None]:
    """A difference for each tile, or None for each that is the same."""
    before, after = (
        [(each, each.tile) for each in listing(pieces) if each.tile is not None]
        for pieces in (old, new)
    )
    groups = same_groups(old.definition.groups, new.definition.groups)
    for one, other in groups:
        matcher = TileMatcher(old, new, (one, other))
        yield from _tiles_of_group(
            matcher,
            [matcher.tile(*each, new=False) for each in before if each[1].group == one],
            [matcher.tile(*each, new=True) for each in after if each[1].group == other],
            (old, new),
        )
    paired = {group for pair in groups for group in pair}
    yield from (_alone(each, None) for each, tile in before if tile.group not in paired)
    yield from (_alone(None, each) for each, tile in after if tile.group not in paired)


def _tiles_of_group(
    matcher: TileMatcher,
    before: Sequence[_Tile],
    after: Sequence[_Tile],
    sets: tuple[Pieces, Pieces],
) -> Iterator[Difference | None]:
    """A difference for each tile of a group that both sets have, or None for each that is the same."""
    keys: Sequence[Callable[[_Tile], Hashable]] = (
        lambda each: (each.piece.id, each.kind),
        lambda each: each.kind,
        # The same tiles have met by now: two that are equal here are mirror twins.
        lambda each: each.kind and matcher.least_twin(each.kind),
        # The place in a list written by hand; other tiles have numbers by chance.
        lambda each: each.written and _number(each.piece),
    )
    for was, now, key in matched(before, after, keys):
        if was is None or now is None:
            yield _alone(was and was.listed, now and now.listed)
            continue
        one, other = was.listed, now.listed
        if key in (_SAME_ID, _SAME_TILE):
            labels = [
                each.tiles.label(tile)
                for each, tile in zip(sets, (was.piece, now.piece), strict=True)
            ]
            redrawn = matcher.redrawn(now.piece)
            said = [f"the same tile, {_REDRAWN}"] if redrawn else []
            if new_back := _other_back(one, other):
                said, redrawn = [*said, new_back], True
            turned = matcher.turned(was.written, now.written)
            yield _same(one, other, said, redrawn=redrawn, labels=labels, turned=turned)
            continue
        twin = "its mirror twin " if key == _TWIN else ""
        becomes = f"{one.notation} becomes {twin}{other.notation}"
        change = Change.MIRRORED if twin else Change.CHANGED
        sentence = "; ".join((becomes, *_copies(one, other)))
        yield Difference(change, one, other, sentence, other.printed, redrawn=True)


def _components(old: Pieces, new: Pieces) -> Iterator[Difference | None]:
    """A difference for each card, token, board and pad, or None for each that is the same."""
    before, after = (
        [(each, look(each)) for each in listing(pieces) if each.kind != "tile"]
        for pieces in (old, new)
    )

    keys: Sequence[Callable[[tuple[ListedPiece, Look]], Hashable]] = (
        lambda each: (each[0].kind, each[0].id, each[1]),
        lambda each: (each[0].kind, each[1]),
        # The text of a whole deck becomes smaller if one card has more of it.
        lambda each: _values(each[0]) if each[0].kind == "card" else None,
        lambda each: (each[0].kind, each[0].id),
    )
    for was, now, _ in matched(before, after, keys):
        if was is None or now is None:
            yield _alone(was and was[0], now and now[0])
            continue
        (one, old_look), (other, new_look) = was, now
        redrawn = old_look != new_look
        yield _same(one, other, [*reasons(one, other)] if redrawn else [], redrawn=redrawn)


def _values(piece: ListedPiece) -> Hashable:
    """The values of a piece's fields; None if no field has one."""
    if not isinstance(piece.content, Mapping):
        return None
    return frozenset(each for each in piece.content.items() if each[1]) or None


def _same(
    one: ListedPiece,
    other: ListedPiece,
    said: Sequence[str],
    *,
    redrawn: bool,
    labels: Sequence[str] = ("", ""),
    turned: str = "",
) -> Difference | None:
    """The difference of two pieces that are one in the rules of the game; None without any."""
    relabelled = labels[0] != labels[1]
    said = [*said, *_copies(one, other)]
    if said:
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
    if relabelled or one.id != other.id:
        called = f"called {one.id} before"
        if one.id == other.id:
            called = f"with {labels[1]} on it, {labels[0]} before"
        sentence = f"the same {one.kind}, {called}"
        return Difference(Change.RENAMED, one, other, sentence, relabelled=relabelled)
    return Difference(Change.TURNED, one, other, f"the same tile, {turned}") if turned else None


def _copies(one: ListedPiece, other: ListedPiece) -> list[str]:
    if one.printed == other.printed:
        return []
    word = "copy" if other.printed == 1 else "copies"
    return [f"{other.printed:,} {word} instead of {one.printed:,}"]


def _alone(one: ListedPiece | None, other: ListedPiece | None) -> Difference:
    """The difference of a piece that is in one version only."""
    if other is None:
        return Difference(Change.REMOVED, one, None, "removed")
    sentence = "added" if other.printed == 1 else f"added, {other.printed:,} copies"
    return Difference(Change.ADDED, None, other, sentence, other.printed)


# Looks

# A digest for each side of a piece, and its trim.
Look = tuple[object, ...]


def look(piece: ListedPiece) -> Look:
    """A value that is equal for pieces that look alike on paper, and for no others."""
    sizes = piece.content if isinstance(piece.content, BoardSizes) else None
    return (piece.trim, sizes, *(digest(draw()) for draw in piece.sides))


def _other_back(old: ListedPiece, new: ListedPiece) -> str:
    """How the pieces on the backs of two others differ; empty if they do not, or if neither has one."""
    if bool(old.behind) != bool(new.behind):
        return f"{'a' if new.behind else 'no'} {new.kind} on its back"
    if new.behind and digest(old.sides[1]()) != digest(new.sides[1]()):
        return f"another {new.kind} on its back"
    return ""


def reasons(old: ListedPiece, new: ListedPiece) -> list[str]:
    """How two pieces that look different differ, in words."""
    said = []
    before, after = old.trim, new.trim
    if before is not None and after is not None and before != after:
        said.append(f"{after.in_words} instead of {before.in_words}")
    if isinstance(old.content, BoardSizes) and isinstance(new.content, BoardSizes):
        for what, was, now in zip(
            ("cells", "cells on the poster"), old.content, new.content, strict=True
        ):
            if was != now:
                lengths = [plain_length(each) if each else "none" for each in (now, was)]
                said.append(f"{what}: {lengths[0]} instead of {lengths[1]}")
    if back := _other_back(old, new):
        said.append(back)
    elif len(old.sides) != len(new.sides):
        said.append("a back of its own" if len(new.sides) > 1 else "no back of its own")
    if isinstance(old.content, Mapping) and isinstance(new.content, Mapping):
        for key in {**old.content, **new.content}:
            if old.content.get(key, "") != new.content.get(key, ""):
                said.append(f"another {key}")
    return said or [_REDRAWN]


# Changes to many pieces at once

_LOOKS = {
    "code": "letter",
    "fill": "ink",
    "line": "line",
    "pattern": "pattern",
    "symbol": "symbol",
    "region": "region",
}


def _causes(old: Pieces, new: Pieces) -> Iterator[str]:
    """A sentence for each change in a set that shows on many of its pieces."""
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
    inks, now = old.definition.inks, new.definition.inks
    same = matching_colours(inks, now)
    pairs = [
        (inks[place], now[target])
        for place in range(len(inks))
        if (target := same[Colour(place)]) < len(now)
    ]
    for ink, other_ink in pairs:
        looks = [
            f"the {word} {getattr(other_ink, key) or 'none'} instead of {getattr(ink, key) or 'none'}"
            for key, word in _LOOKS.items()
            if getattr(ink, key) != getattr(other_ink, key)
        ]
        if looks:
            called = "" if ink.name == other_ink.name else f", called {ink.name} before,"
            yield f"{other_ink.name}{called} has {', '.join(looks)}"
    places = [now.index(each) for _, each in pairs]
    if places != sorted(places):
        yield "the colours are in another order"
    faces = dict(_faces(old))
    for name, (title, face) in _faces(new):
        if name in faces and (keys := [*dict.fromkeys(_changed_keys(faces[name][1], face))]):
            what = "other elements" if "elements" in keys else f"another {listed(keys)}"
            yield f"the face of {title} has {what}"


def _faces(pieces: Pieces) -> Iterator[tuple[str, tuple[str, FaceDefinition]]]:
    """The names of decks, kinds of tokens and families, with their titles and the faces of their first pieces."""
    made: list[tuple[Any, Sequence[Any]]] = [
        *((each.definition, each.cards) for each in pieces.components.decks),
        *((each.definition, each.kinds) for each in pieces.components.tokens),
        *((each.definition, each.pieces) for each in pieces.tileset.families),
    ]
    for definition, each in made:
        if each and each[0].listed is not None:
            yield definition.name, (definition.title, each[0].listed.face)


# What a section knows of its file, which shows on no piece.
_UNSEEN = frozenset(("place", "fields", "unsound", "name", "extends", "change"))


def _changed_keys(old: object, new: object, key: str = "elements") -> Iterator[str]:
    """The keys of a face and of its elements that have other values; `elements` if there are more, fewer or others."""
    match old, new:
        case Place(), Place():
            return
        case Located(one), Located(other):
            yield from _changed_keys(one, other, key)
        case Section(), Section() if type(old) is type(new):
            for each in fields(old):
                if each.name not in _UNSEEN:
                    inner = key if isinstance(old, FaceDefinition) else each.name.replace("_", "-")
                    yield from _changed_keys(
                        getattr(old, each.name), getattr(new, each.name), inner
                    )
        case tuple(), tuple() if len(old) == len(new):
            for one, other in zip(old, new, strict=True):
                yield from _changed_keys(one, other, key)
        case _ if old != new:
            yield key


# Old things and new ones


def matched(
    before: Sequence[Thing], after: Sequence[Thing], keys: Sequence[Callable[[Thing], Hashable]]
) -> list[tuple[Thing | None, Thing | None, int]]:
    """Old things with new ones, each by the first key that is equal, from the surest to the weakest.

    The key None is equal to nothing. Pairs have the number of their key and the order of the new set,
    with removed things last.
    """
    partner: dict[int, tuple[int, int]] = {}
    left = dict(enumerate(before))
    for which, key in enumerate(keys):
        waiting: dict[Hashable, list[int]] = {}
        for place, each in left.items():
            waiting.setdefault(key(each), []).append(place)
        waiting.pop(None, None)
        for place, each in enumerate(after):
            if place not in partner and (found := waiting.get(key(each))):
                partner[place] = (found.pop(0), which)
                del left[partner[place][0]]
    pairs: list[tuple[Thing | None, Thing | None, int]] = []
    for place, each in enumerate(after):
        old, which = partner.get(place, (None, -1))
        pairs.append((None if old is None else before[old], each, which))
    return [*pairs, *((each, None, -1) for each in left.values())]


def same_groups(
    old: tuple[TileGroup, ...], new: tuple[TileGroup, ...]
) -> tuple[tuple[TileGroup, TileGroup], ...]:
    """The groups of tiles with the same name in two sets; also the only groups of both."""
    if len(old) == len(new) == 1:
        return ((old[0], new[0]),)
    by_name = {group.name: group for group in old}
    return tuple((by_name[group.name], group) for group in new if group.name in by_name)


class TileMatcher:
    """Compares the tiles of a group in two sets, in the colours that `matching_colours` gives them."""

    def __init__(self, old: Pieces, new: Pieces, groups: tuple[TileGroup, TileGroup]) -> None:
        self._old = old
        self._new = new
        self._groups = groups
        before, after = groups
        self._geometry, self._symmetry = after.geometry, after.symmetry
        self._comparable = (before.geometry.shape, before.geometry.ports) == self._geometry[:2]
        self._to_new = matching_colours(old.definition.palette, new.definition.palette)
        self._to_old = {target: source for source, target in self._to_new.items()}
        self._written = _written(old.tileset), _written(new.tileset)
        self._svg = svg_writer(without_dots)

    def tile(self, listed: ListedPiece, piece: Piece, *, new: bool) -> _Tile:
        """A tile of the old set or the new one, to be compared."""
        if not new and not self._comparable:
            return _Tile(listed, piece, None, None)
        colours: Mapping[Colour, Colour] = {} if new else self._to_new
        kind = canonical(recoloured(piece.tile, colours), self._geometry, self._symmetry)
        written = self._written[new].get(piece.id)
        return _Tile(listed, piece, kind, written and recoloured(written, colours))

    def least_twin(self, kind: Tile) -> Tile:
        """One of a canonical form and that of its mirror image, the same for both."""
        return min(kind, canonical(mirrored(kind, self._geometry), self._geometry, self._symmetry))

    def turned(self, before: Tile | None, after: Tile | None) -> str:
        """How the notation of a tile in its list has turned; empty if it has not."""
        if before is None or after is None:
            return ""
        for isometry in self._geometry.isometries(Symmetry.ROTATIONS_AND_REFLECTIONS):
            if moved(before, isometry) == after:
                sides = f"{isometry.steps} side" + ("" if isometry.steps == 1 else "s")
                if isometry.mirrored:
                    return "written from its other side"
                return f"written turned by {sides}" if isometry.steps else ""
        return ""

    def redrawn(self, piece: Piece) -> bool:
        """Whether a new tile looks different from the same tile in the old set, but for its id."""
        if self._alike:
            return False
        old, new = self._groups
        if (old.lengths, old.two_sided) != (new.lengths, new.two_sided):
            return True
        old_family = self._old.tileset.family(piece.family)
        style = piece.style if old_family is None else old_family.definition.style
        was = self._drawn(self._artists[0], recoloured(piece.tile, self._to_old), style)
        now = self._drawn(self._artists[1], piece.tile, piece.style)
        # The order of the colours decides which of two lines that cross is above the other.
        crossings = PROPERTIES["crossings"].value(piece.tile, self._geometry)
        return was != now if crossings else sorted(was) != sorted(now)

    @cached_property
    def _alike(self) -> bool:
        """Whether the two sets draw all tiles alike."""
        old, new = (
            (
                [
                    (ink.code, ink.fill, ink.line, ink.pattern, ink.symbol, ink.region)
                    for ink in each.definition.palette
                ],
                [family.definition.style for family in each.tileset.families],
                group.lengths,
                group.two_sided,
                each.theme,
            )
            for each, group in zip((self._old, self._new), self._groups, strict=True)
        )
        return old == new

    @cached_property
    def _artists(self) -> tuple[Artist, Artist]:
        old, new = (
            Artist(each.definition, group, upright(group), theme=each.theme)
            for each, group in zip((self._old, self._new), self._groups, strict=True)
        )
        return old, new

    def _drawn(self, artist: Artist, tile: Tile, style: TileStyle) -> list[str]:
        """The parts of a tile's drawing as SVG, from the lowest up."""
        return [
            self._svg.text(Page(1, 1, {Layer.ART: (part,)}))
            for part in artist.drawing(tile, style=style).items
        ]


def matching_colours(old: tuple[Ink, ...], new: tuple[Ink, ...]) -> dict[Colour, Colour]:
    """The colour in the new set for each of the old one: that of the same name, or letter, or place.

    The place counts only if no colour is new. A colour that is gone gets a number past all others.
    """

    keys: list[Callable[[tuple[int, Ink]], Hashable]] = [
        lambda each: each[1].name,
        lambda each: each[1].code,
    ]
    if len(old) == len(new):
        keys.append(lambda each: each[0])
    found = {UNCOLOURED: UNCOLOURED}
    for one, other, _ in matched([*enumerate(old)], [*enumerate(new)], keys):
        if one is not None:
            found[Colour(one[0])] = Colour(len(new) + one[0] if other is None else other[0])
    return found


def recoloured(tile: Tile, colours: Mapping[Colour, Colour]) -> Tile:
    """The tile with other numbers for some of its colours."""

    def other(some: Sequence[Colour]) -> tuple[Colour, ...]:
        return tuple(colours.get(each, each) for each in some)

    mark = tile.mark._replace(colour=colours.get(tile.mark.colour, tile.mark.colour))
    return Tile(tile.joins, other(tile.colours), other(tile.edges), mark, other(tile.corners))


def _written(tileset: Tileset) -> dict[str, Tile]:
    """The tiles of lists written by hand, as they are written, by id."""
    return {
        piece.id: listed[_number(piece)[1] - 1].tile
        for family in tileset.families
        if (listed := family.definition.listed) is not None
        for piece in family.pieces
    }


def _number(piece: Piece) -> tuple[str, int]:
    """A tile's family, and its number in it; the id has zeros in front that depend on the others."""
    return piece.family, int(piece.id.rpartition("-")[2])
