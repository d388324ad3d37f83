"""Differences in a few lines, with pieces that follow each other in one phrase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from pnp.basics.words import counted, in_words, listed
from pnp.review.differences import Change, Difference, Differences
from pnp.review.errata import SheetsAgain

# Phrases in a line; the rest is counted.
_MOST = 8

Thing = TypeVar("Thing")


def lines(found: Differences) -> Iterator[str]:
    """The causes, a line for each kind of difference and its sentence, and the pieces that stay."""
    if not found:
        yield f"no differences: {counted(found.same, 'piece')} the same"
        return
    yield from found.causes
    for change in Change:
        by_sentence: dict[str, list[Difference]] = {}
        for each in found.of(change):
            key = "" if change is Change.RENAMED else f"{each.piece.kind} {each.sentence}"
            by_sentence.setdefault(key, []).append(each)
        for entries in by_sentence.values():
            yield _line(change, entries)
    yield f"the same: {found.same:,}"


def _line(change: Change, entries: Sequence[Difference]) -> str:
    head = f"{change.value} ({len(entries):,}): "
    if change is Change.RENAMED:
        return head + listed(_renamed(entries), most=_MOST)
    pieces = [(each.piece.id, each.piece.notation) for each in entries]
    runs = _runs(pieces, lambda one, other: _follows(one[0], other[0]))
    phrases = listed([_phrase(run) for run in runs], most=_MOST)
    if change in (Change.ADDED, Change.REMOVED) and "," not in entries[0].sentence:
        return head + phrases
    return f"{head}{phrases}: {entries[0].sentence}"


def _phrase(run: Sequence[tuple[str, str]]) -> str:
    """A piece with its notation, or the first and the last of several."""
    if len(run) > 2:
        return f"{run[0][0]} to {run[-1][0]}"
    return in_words([f"{name} ({notation})" if notation else name for name, notation in run])


def _runs(things: Iterable[Thing], follows: Callable[[Thing, Thing], bool]) -> list[list[Thing]]:
    """The things in order, those that follow each other together."""
    runs: list[list[Thing]] = []
    for each in things:
        if runs and follows(runs[-1][-1], each):
            runs[-1].append(each)
        else:
            runs.append([each])
    return runs


def _follows(one: str, other: str) -> bool:
    """Whether the second id has the name of the first, and the next number."""
    name, _, number = one.rpartition("-")
    next_name, _, next_number = other.rpartition("-")
    if name != next_name or not all(
        each.isascii() and each.isdigit() for each in (number, next_number)
    ):
        return False
    return int(next_number) == int(number) + 1


def _renamed(entries: Sequence[Difference]) -> list[str]:
    """New ids with the old ones, consecutive ones together."""
    pairs = [(each.old.id, each.new.id) for each in entries if each.old and each.new]
    runs = _runs(pairs, lambda one, other: all(map(_follows, one, other)))
    return [
        f"{run[0][1]} to {run[-1][1]} were {run[0][0]} to {run[-1][0]}"
        if len(run) > 1
        else f"{run[0][1]} was {run[0][0]}"
        for run in runs
    ]


def sheet_lines(again: Sequence[SheetsAgain]) -> Iterator[str]:
    """Lines for each section with the numbers of the sheets to print again."""
    for each in again:
        layout = f", {each.layout}" if each.section.startswith("tiles") else ""
        where = f"{each.section} on {each.paper.title}{layout}"
        if each.again:
            yield f"print again: {where}: {_sheets(each.again, each.of)}"
        if each.for_ids:
            yield f"print again only for new ids: {where}: {_sheets(each.for_ids, each.of)}"


def _sheets(numbers: Sequence[int], of: int) -> str:
    """Sheets by number, or all of them."""
    if len(numbers) == of:
        return {1: "the only sheet", 2: "both sheets"}.get(of, f"all {of} sheets")
    texts = [
        text
        for run in _runs(numbers, lambda one, other: other == one + 1)
        for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))
    ]
    return f"sheet{'' if len(numbers) == 1 else 's'} {in_words(texts)} of {of}"
