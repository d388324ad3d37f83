"""Colourings of a partition's strands, sides and corners, counted or listed by their patterns.

A *slot* takes a colour: each strand of the partition is one, if strands have colours, then each side
and each corner that has a colour. A *pattern* is a class of colourings that differ only in colours that no
constraint tells apart. There are few patterns, however many colours there are: at most 203 on six
sides, for six colours or for forty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, product, repeat
from math import perm, prod
from random import Random

from pnp.basics.classes import NamedTuple
from pnp.enumeration.partitions import Partition, inverse
from pnp.enumeration.universe import Universe
from pnp.tiles.symmetry import Isometry, Permutation
from pnp.tiles.tile import UNCOLOURED, Colour, Port, Side, Tile, moved_join

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

    @property
    def are_none(self) -> bool:
        """Whether nothing takes a colour."""
        return not any(self)

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
        index[moved_join(partition[number], isometry.ports)] for number in range(strands)
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
            for at, colour in enumerate(colours[: fresh + 1]):
                word.append(colour)
                yield from extended(
                    (*used[:number], fresh + 1, *used[number + 1 :]) if at == fresh else used
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


# The patterns with a common beginning: the representative of the next slot's colour leads to those that go on with it.
Trie = dict[Colour, "Trie"]

# An image of a word that is equal so far: the permutation's number, and the next slot to compare.
_Rival = tuple[int, int]


class Stem(NamedTuple):
    """All words that begin with these colours; with conditions on colours, also where their patterns are in a trie."""

    word: Word
    rivals: tuple[_Rival, ...]
    patterns: Trie | None
    names: dict[Colour, Colour]


class WordSearch:
    """The words on a partition, ascending: those that are the least of their orbits under its stabiliser.

    As in a `PartitionSearch`, a stem of which an image is less is cut off, with all words that go on from it. So is one that
    begins no admitted pattern, if the universe has conditions on colours or numbers of them.
    """

    def __init__(
        self, universe: Universe, partition: Partition, stabiliser: Sequence[Isometry]
    ) -> None:
        slots = slots_of(universe, len(partition))
        self._letters = [
            tuple(sorted({*colours, UNCOLOURED} if blank else colours))
            for colours, blank in slots.of(universe)
        ]
        self._palette = universe.palette
        turns = {slot_permutation(universe, partition, isometry) for isometry in stabiliser}
        self._turns = frozenset(turns)
        identity = tuple(range(len(self._letters)))
        self._sources = [inverse(turn) for turn in sorted(turns - {identity})]
        self._trie: Trie | None = None
        self._is_empty = False
        if universe.chromatic or universe.counts_colours:
            alone = partition if universe.chromatic else None
            self._trie = _admitted(universe, slots, alone)
            self._is_empty = self._trie is None

    @property
    def root(self) -> Stem:
        """The stem of all words."""
        rivals = tuple((number, 0) for number in range(len(self._sources)))
        return Stem((), rivals, self._trie, {UNCOLOURED: UNCOLOURED})

    def words(self, beginning: Word = ()) -> Iterator[Word]:
        """The least words with a beginning that the search comes to."""
        if self._is_empty:
            return iter(())
        size, alike = len(self._letters), len({*self._letters}) == 1
        if self._trie is None and not self._sources:
            rest = product(*self._letters[len(beginning) :])
            return (beginning + word for word in rest) if beginning else rest
        if self._trie is None and alike and self._turns in rings(size):
            mirrored = self._turns != rings(size)[0]
            return necklaces(size, self._letters[0], beginning, mirrored=mirrored)
        stem = self.root
        for number in range(1, len(beginning) + 1):
            stem = next(each for each in self.children(stem) if each.word == beginning[:number])
        if len(beginning) == size:
            return iter([beginning])
        return self._least(stem)

    def stems(self, most: int) -> Iterator[tuple[Word, int]]:
        """The beginnings of all least words, ascending: with at most so many words each if that is possible, and their number."""

        def divided(stem: Stem) -> Iterator[tuple[Word, int]]:
            number = self._most(stem)
            if number > most:
                for child in self.children(stem):
                    yield from divided(child)
            elif number:
                yield stem.word, number

        return iter(()) if self._is_empty else divided(self.root)

    def _least(self, stem: Stem) -> Iterator[Word]:
        is_last = len(stem.word) + 1 == len(self._letters)
        for child in self.children(stem):
            if is_last:
                yield child.word
            else:
                yield from self._least(child)

    def children(self, stem: Stem) -> Iterator[Stem]:
        """The stems with one more colour that may have a least word."""
        word, rivals, patterns, names = stem
        choices: Iterable[Colour] = self._letters[len(word)]
        found: dict[Colour, Colour] = {}
        if patterns is not None:
            found = {colour: name for colour, name in names.items() if name in patterns}
            # Every new colour of a class has the same name in a pattern: the first that is not used.
            taken = {*names.values()}
            for colours in self._palette:
                name = next((colour for colour in colours if colour not in taken), None)
                if name is not None and name in patterns:
                    found.update((colour, name) for colour in colours if colour not in names)
            choices = sorted(found)
        for colour in choices:
            below, known = patterns, names
            if patterns is not None:
                below = patterns[found[colour]]
                known = names if colour in names else {**names, colour: found[colour]}
            longer = (*word, colour)
            left = self._left(rivals, longer)
            if left is not None:
                yield Stem(longer, left, below, known)

    def _left(self, rivals: tuple[_Rival, ...], word: Word) -> tuple[_Rival, ...] | None:
        """The rivals whose images are still equal after a new colour; None if the image of one is less."""
        found, length = [], len(word)
        for number, slot in rivals:
            sources = self._sources[number]
            while slot < length and sources[slot] < length:
                colour = word[sources[slot]]
                if colour != word[slot]:
                    if colour < word[slot]:
                        return None
                    break
                slot += 1
            else:
                found.append((number, slot))
        return tuple(found)

    def _most(self, stem: Stem) -> int:
        """How many words the stem has, the least of their orbits or not."""
        if stem.patterns is None:
            return prod(map(len, self._letters[len(stem.word) :]))
        class_of = {colour: colours for colours in self._palette for colour in colours}

        def words(trie: Trie, slots: int, used: frozenset[Colour]) -> int:
            if not slots:
                return 1
            total = 0
            for name, below in trie.items():
                colours = class_of.get(name, ())
                ways = 1 if name in used else len(colours) - len(used.intersection(colours))
                total += ways * words(below, slots - 1, used | {name})
            return total

        left = len(self._letters) - len(stem.word)
        return words(stem.patterns, left, frozenset(stem.names.values()))


@lru_cache(maxsize=4)
def _admitted(universe: Universe, slots: Slots, partition: Partition | None) -> Trie | None:
    """The patterns that the universe admits on a partition; None if it admits none.

    If only the numbers of colours matter, all partitions with such slots have the same patterns: then *partition* is None.
    """
    if partition is None:
        partition = tuple((Port(port),) for port in range(slots.strands))
    trie: Trie | None = None
    for pattern in patterns(universe, slots):
        if universe.admits_colours(coloured(universe, partition, pattern)):
            below = trie = {} if trie is None else trie
            for colour in pattern:
                below = below.setdefault(colour, {})
    return trie


@cache
def rings(size: int) -> tuple[frozenset[Permutation], frozenset[Permutation]]:
    """All turns of a ring of so many slots, and all turns and reflections."""
    slots = range(size)
    turns = frozenset(tuple((slot + step) % size for slot in slots) for step in slots)
    flips = frozenset(tuple((step - slot) % size for slot in slots) for step in slots)
    return turns, turns | flips


def necklaces(
    size: int,
    letters: tuple[Colour, ...],
    beginning: Sequence[Colour] = (),
    *,
    mirrored: bool = False,
) -> Iterator[Word]:
    """The words of so many letters, which ascend, that are the least of their turns, in ascending order.

    If they may be *mirrored* as well, they are the bracelets. *beginning* has to begin one of them. The algorithm is that of H. Fredricksen,
    J. Kessler and I. Maiorana in the form of K. Cattell, F. Ruskey, J. Sawada, M. Serra and C. R. Miers, "Fast algorithms to generate
    necklaces, unlabeled necklaces, and irreducible polynomials over GF(2)", Journal of Algorithms 37, 2000. All words that differ in their
    last two letters come at once.

    >>> [*necklaces(3, (0, 1))]
    [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)]
    """
    number = {letter: index for index, letter in enumerate(letters)}
    ends = [tuple((letter,) for letter in letters[first:]) for first in range(len(letters) + 1)]
    word = [letters[0], *beginning] + [letters[0]] * size

    def ended(head: Word, period: int) -> list[Word]:
        """The words of all letters but the last, which repeat after a period, with each letter that may be the last."""
        first = number[head[size - 1 - period]] if head else 0
        if size % period:
            first += 1
        if not mirrored or size < 3:
            return [head + end for end in ends[first]]
        # The reflection that keeps the first letter exchanges the second and the last. If these two are equal, the rest decides.
        first = max(first, number[head[1]])
        found = [head + end for end in ends[first]]
        if found and found[0][:0:-1] < found[0][1:]:
            del found[0]
        # The others that begin with a letter as small are decided by the head, unless it begins with a palindrome.
        for start in range(1, size - 1) if head.count(head[0]) > 1 else ():
            if head[start] == head[0]:
                own, reflected = head[: start + 1], head[start::-1]
                if reflected < own:
                    return []
                if reflected == own:
                    found = [each for each in found if each[start + 1 :] <= each[:start:-1]]
        return found

    def bunches(slot: int, period: int) -> Iterator[list[Word]]:
        """The words that go on from the slots before, which repeat after a period."""
        repeated = word[slot - period]
        following = letters[number[repeated] + 1 :]
        if slot < size - 1:
            word[slot] = repeated
            yield from bunches(slot + 1, period)
            for letter in following:
                word[slot] = letter
                yield from bunches(slot + 1, slot)
        else:
            head = tuple(word[1:slot])
            found = ended((*head, repeated), period)
            for letter in following:
                found += ended((*head, letter), slot)
            yield found

    period = 1
    for slot in range(1, len(beginning) + 1):
        if word[slot] != word[slot - period]:
            period = slot
    if len(beginning) == size:
        return iter([tuple(beginning)])
    if len(beginning) == size - 1:
        return iter(ended(tuple(beginning), period))
    return chain.from_iterable(bunches(len(beginning) + 1, period))


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


def colouring(universe: Universe, partition: Partition, words: Iterable[Word]) -> Iterator[Tile]:
    """The tiles with this partition and the colours of each word."""
    sides = universe.geometry.sides
    if universe.corners or strand_slots(universe, partition) or len(universe.sides) < sides:
        return (coloured(universe, partition, word) for word in words)
    # Most of the tiles that there are by the hundred thousand have colours on all sides, and nowhere else.
    blank = (UNCOLOURED,) * len(partition)
    parts = zip(repeat(partition), repeat(blank), words, repeat(universe.mark), repeat(()))
    # What `Tile._make` does, without a call of a function for each.
    return map(tuple.__new__, repeat(Tile), parts)
