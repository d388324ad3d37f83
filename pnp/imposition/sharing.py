"""Sharing: in a kit, a job lies below others on the last sheet of a job, if that takes less paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from pnp.basics.errors import DoesNotFit
from pnp.colour.theme import Theme
from pnp.imposition.options import Job
from pnp.imposition.packing import BETWEEN, SheetCost, cheapest
from pnp.imposition.papers import TICK_ZONE
from pnp.imposition.planning import Plan, plan
from pnp.imposition.sheets import SheetComposer, Sheets, make_sheets, sheet_part
from pnp.pieces import Copies, Cutout, Trim
from pnp.scene.geometry import Box

# A job, and those on its last sheet below it: each has a strip that neither pieces nor marks of another enter.
_Stack = tuple[Sheets, ...]


def shared(jobs: Sequence[Sheets], theme: Theme) -> list[tuple[Sheets, ...]]:
    """The jobs that share a sheet together, with its pages; a job without room on others' sheets by itself.

    A job of which only a part lies on another's sheet is in two of them.
    """
    numbers = [-each.stats.sheets for each in jobs]
    orders = [jobs]
    if numbers != sorted(numbers):
        # So a job of one sheet also lies on those of a later one.
        orders.append(sorted(jobs, key=lambda job: -job.stats.sheets))
    stacks = cheapest(_shared(order, theme) for order in orders)
    return [_composed(stack, theme) if len(stack) > 1 else stack for stack in stacks]


def _shared(jobs: Sequence[Sheets], theme: Theme) -> tuple[SheetCost, list[_Stack]]:
    """The stacks of jobs in this order, and what they cost."""
    total, stacks = SheetCost(), list[_Stack]()
    for each in jobs:
        cost, stacks = min(_ways(stacks, each, theme), key=lambda way: way[0])
        total = SheetCost(
            unnumbered=total.unnumbered or cost.unnumbered,
            sheets=total.sheets + cost.sheets,
            divided=total.divided or cost.divided,
        )
    return total, stacks


def _ways(
    stacks: list[_Stack], each: Sheets, theme: Theme
) -> Iterator[tuple[SheetCost, list[_Stack]]]:
    """The stacks with a job below one of them, the whole or a part of it, or on sheets of its own."""
    for at, stack in enumerate(stacks):
        if not (_can_share(stack[0]) and _can_share(each)):
            continue
        room = _room_below(stack)
        here, there = each.job.divided(_first_in(room, each))
        if not here.pieces or (there.pieces and each.stats.sheets == 1):
            continue
        below = _planned(each, here if there.pieces else each.job, room)
        if len(below.sheets) > 1:
            continue
        part = sheet_part(below, below.sheets[0], theme, done=stack[-1].parts[-1].marks.last)
        guest = replace(each, plan=below, parts=(part,), pages=())
        rest: list[_Stack] = []
        if there.pieces:
            there = replace(there, before=each.job.before + 1)
            rest = [(make_sheets(there, each.layout, each.paper, each.options, theme),)]
        cost = SheetCost(
            unnumbered=each.numbered and not all(some.numbered for some in (guest, *chain(*rest))),
            sheets=sum(some.stats.sheets for some in chain(*rest)),
            divided=bool(rest),
        )
        yield cost, [*stacks[:at], (*stack, guest), *stacks[at + 1 :], *rest]
    yield SheetCost(sheets=each.stats.sheets), [*stacks, (each,)]


def _can_share(each: Sheets) -> bool:
    return not each.folded and not each.job.whole and each.job.prints == 1


def _room_below(stack: _Stack) -> Box:
    """Where other pieces may be on the last sheet of the first job."""
    box = stack[0].plan.box
    top = stack[-1].parts[-1].marks.box.bottom + TICK_ZONE + BETWEEN
    return box._replace(y=top, height=box.bottom - top)


def _planned(each: Sheets, job: Job, room: Box) -> Plan:
    return plan(job, each.layout, each.paper, each.options, within=room)


def _first_in(room: Box, each: Sheets) -> Counter[Cutout]:
    """The pieces on a first sheet in the room, of those whose size it has room for, and their copies there."""

    def planned(pieces: Sequence[Copies]) -> Plan:
        return _planned(each, replace(each.job, pieces=pieces), room)

    def fits(trim: Trim) -> bool:
        with suppress(DoesNotFit):
            return bool(planned([piece for piece in each.job.pieces if piece[0].trim == trim][:1]))
        return False

    trims = {trim for trim in {cutout.trim for cutout, _ in each.job.pieces} if fits(trim)}
    pieces = [piece for piece in each.job.pieces if piece[0].trim in trims]
    bands = planned(pieces).sheets[0] if pieces else ()
    return Counter(cutout for band in bands for cutout, _ in band.placed)


def _composed(stack: _Stack, theme: Theme) -> tuple[Sheets, ...]:
    """The jobs with the pages of the sheet that they share."""
    host, *guests = stack
    parts = [host.parts[-1], *(part for guest in guests for part in guest.parts)]
    jobs = [part.plan.job for part in parts]
    words, total = host.job.definition.language, host.job.before + len(host.parts)
    # A page says of all jobs what it says of one.
    job = replace(
        host.job,
        summary=", ".join(job.summary for job in jobs),
        note=", ".join(filter(None, (job.note for job in jobs))),
        title=words.listed([job.title or job.name for job in jobs]),
    )
    bleed = max((part.plan.bleed for part in parts), key=lambda bleed: bleed.reach)
    backed = any(part.plan.backed for part in parts)
    together = replace(host.plan, job=job, bleed=bleed, backed=backed)
    composer = SheetComposer(together, theme)
    pages = tuple(composer.pages(parts, words("sheet", number=total, total=total)))
    own = host.pages[: -2 if host.backed else -1]
    return (replace(host, pages=(*own, *pages)), *(replace(each, pages=pages) for each in guests))
