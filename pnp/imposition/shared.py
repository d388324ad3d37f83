"""Shared sheets: pieces of several jobs on one sheet, each job in a strip of its own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate, groupby

from pnp.basics.errors import DoesNotFit
from pnp.colour.theme import Theme
from pnp.imposition.filling import BETWEEN
from pnp.imposition.papers import TICK_ZONE
from pnp.imposition.planning import Plan, plan
from pnp.imposition.sheets import SheetComposer, SheetPart, Sheets, make_sheets, sheet_part
from pnp.scene import Page
from pnp.scene.geometry import Box


def shared_sheet(together: Sequence[Sheets], theme: Theme) -> tuple[Page, ...]:
    """The last sheet of the first with all pieces of the others below; no page without room for them.

    Each has its own strip of the sheet, which neither pieces nor marks of another enter.
    """
    parts = _stacked(together, theme)
    if not parts:
        return ()
    host = parts[0].plan
    words, total = host.job.definition.language, host.job.before + len(host.sheets)
    composer = SheetComposer(_joined(parts), theme)
    return tuple(composer.pages(parts, words("sheet", number=total, total=total)))


def divided(together: Sequence[Sheets], theme: Theme) -> tuple[Sheets, Sheets] | None:
    """The last job in two: on the pages of the sheet that the others share, and the rest on its own.

    None if that saves no sheet, or if the numbers of cuts have no room.
    """
    *others, last = together
    if last.stats.sheets < 2 or not _can_share(last) or not (parts := _stacked(others, theme)):
        return None
    number = _number_in(_room_below(parts[0].plan, parts[-1]), last)
    here, there = last.job.divided(number)
    if not here.pieces or not there.pieces:
        return None
    there = replace(there, before=last.job.before + 1)
    rest = make_sheets(there, last.layout, last.paper, last.options, theme)
    if rest.stats.sheets == last.stats.sheets or rest.numbered != last.numbered:
        return None
    contents = frozenset(cutout.id for cutout, _ in here.pieces)
    first = replace(last, job=here, contents=(contents,))
    pages = shared_sheet((*others, first), theme)
    return (replace(first, pages=pages), rest) if pages else None


def _can_share(each: Sheets) -> bool:
    return not each.folded and not each.job.whole and each.job.prints == 1


def _stacked(together: Sequence[Sheets], theme: Theme) -> list[SheetPart]:
    """The last sheet of the first, and the others below each other; none without room for them."""
    first, *others = together
    if not all(map(_can_share, together)):
        return []
    host = plan(first.job, first.layout, first.paper, first.options)
    parts = [sheet_part(host, host.sheets[-1], theme)]
    for each in others:
        try:
            below = _planned(each, _room_below(host, parts[-1]))
        except DoesNotFit:
            return []
        part = sheet_part(below, below.sheets[0], theme, done=parts[-1].marks.last)
        if len(below.sheets) > 1 or (each.numbered and not part.marks.numbers):
            return []
        parts.append(part)
    return parts


def _planned(each: Sheets, room: Box) -> Plan:
    return plan(each.job, each.layout, each.paper, each.options, within=room)


def _number_in(room: Box, each: Sheets) -> int:
    """How many pieces, from the first on, have a place in the room."""
    pieces = each.job.pieces
    # A size that is too large for the room ends what goes there.
    sizes = [len([*same]) for _, same in groupby(pieces, key=lambda piece: piece[0].trim)]
    for end in reversed([*accumulate(sizes)]):
        with suppress(DoesNotFit):
            first = replace(each, job=replace(each.job, pieces=pieces[:end]))
            return sum(len(band.placed) for band in _planned(first, room).sheets[0])
    return 0


def _room_below(host: Plan, part: SheetPart) -> Box:
    """Where other pieces may be on the host's sheet, whose lowest part so far is this one."""
    top = part.marks.box.bottom + TICK_ZONE + BETWEEN
    return host.box._replace(y=top, height=host.box.bottom - top)


def _joined(parts: Sequence[SheetPart]) -> Plan:
    """The plan of the first part, with what a page says of all parts."""
    plans = [part.plan for part in parts]
    jobs = [planned.job for planned in plans]
    job = replace(
        jobs[0],
        summary=", ".join(job.summary for job in jobs),
        note=", ".join(filter(None, (job.note for job in jobs))),
        title=jobs[0].definition.language.listed([job.title or job.name for job in jobs]),
    )
    bleed = max((planned.bleed for planned in plans), key=lambda bleed: bleed.reach)
    backed = any(planned.backed for planned in plans)
    return replace(plans[0], job=job, bleed=bleed, backed=backed)
