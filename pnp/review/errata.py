"""Printing only what has changed: which sheets of a set again, or one sheet of errata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.basics.classes import NamedTuple
from pnp.definition import Definition, Language
from pnp.imposition import (
    NO_BLEED,
    Job,
    Paper,
    Sheets,
    make_sheets,
)
from pnp.imposition.planning import plan
from pnp.kinds import KINDS, BuildOptions, ListedPiece, NetKind, Section, sections
from pnp.pieces import Pieces
from pnp.review.differences import Differences
from pnp.scene import Document, Page


class SheetsAgain(NamedTuple):
    """The sheets of a section that have to be printed again, by number, `of` so many.

    The sheets `for_ids` have pieces on which only the id has changed.
    """

    section: str
    paper: Paper
    layout: str
    of: int
    again: tuple[int, ...]
    for_ids: tuple[int, ...]


def sheets_again(
    found: Differences, pieces: Pieces, paper: Paper, options: BuildOptions
) -> list[SheetsAgain]:
    """The sheets of a build of the new set that have a piece to print again.

    Of additional copies the last ones are printed. Raises DoesNotFit if a piece is larger than the
    paper.
    """
    # A removed piece may have the id of a new one.
    entries = {(each.new.kind, each.new.id): each for each in found.entries if each.new is not None}
    made = []
    for section in sections(pieces, paper, options):
        # A board may also be a poster.
        names = (section.name, section.name.removesuffix("-poster"))
        kind = next(each.one for each in KINDS if each.key in names)
        on_sheets = [*_pieces_on_sheets(section)]
        of_kind = {name: each for (of, name), each in entries.items() if of == kind}
        # A board may take several sheets, and all of them change with it.
        times = len(on_sheets) if kind == "board" else 1
        again = _numbers(on_sheets, {name: each.needed * times for name, each in of_kind.items()})
        ids = _numbers(
            on_sheets,
            {name: each.piece.printed for name, each in of_kind.items() if each.relabelled},
        )
        for_ids = tuple(number for number in ids if number not in again)
        if again or for_ids:
            layout = section.sheets[0].layout if section.sheets else ""
            made.append(SheetsAgain(section.key, paper, layout, len(on_sheets), again, for_ids))
    return made


def _pieces_on_sheets(section: Section) -> Iterator[list[str]]:
    """The ids of the pieces on each sheet of a section, with copies."""
    for sheets in section.sheets:
        for sheet in plan(sheets.job, sheets.layout, sheets.paper, sheets.options).sheets:
            yield [each.cutout.id for band in sheet for each in band.placed]
    if not section.sheets:
        for name, pages in section.spans:
            yield from [[name]] * pages


def _numbers(on_sheets: Sequence[Sequence[str]], needed: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers of the sheets with the last so many copies of each piece."""
    left = dict(needed)
    found = []
    for number, names in reversed([*enumerate(on_sheets, 1)]):
        for name in names:
            if left.get(name, 0) > 0:
                left[name] -= 1
                found.append(number)
    return tuple(sorted(set(found)))


def errata(
    found: Differences, pieces: Pieces, paper: Paper, options: BuildOptions
) -> Document | None:
    """The pieces to print again on as few sheets as they take; None if there are none.

    Tiles, cards and tokens share sheets. Raises DoesNotFit if a piece is larger than the paper.
    """
    wanted = [
        replace(each.new, copies=each.needed)
        for each in found.entries
        if each.new is not None and each.again
    ]
    if not wanted:
        return None
    words = pieces.definition.language
    title = words("changed-pieces", title=pieces.definition.title)
    definition = replace(pieces.definition, title=title)
    pages: list[Page] = []
    loose = [each.one for each in KINDS if each.is_loose and not isinstance(each, NetKind)]
    for two_sided in (False, True):
        # One piece with a back would give every sheet a page of backs.
        cut = [each for each in wanted if each.kind in loose and (len(each.sides) > 1) == two_sided]
        if cut:
            pages += _cut_out(definition, cut, paper, options, pieces).pages
    for kind in (each for each in KINDS if isinstance(each, NetKind)):
        nets = [
            (each.cutout, each.printed)
            for each in wanted
            if each.kind == kind.one and each.cutout is not None
        ]
        if nets:
            pages += kind.sheets(pieces, definition, nets, paper, options).pages
    ids = {(each.kind, each.id) for each in wanted}
    parts = replace(
        pieces.components,
        boards=tuple(each for each in pieces.components.boards if ("board", each.name) in ids),
        pads=tuple(each for each in pieces.components.pads if ("pad", each.name) in ids),
    )
    rest = Pieces(replace(pieces.tileset, definition=definition), parts, pieces.theme)
    for section in sections(rest, paper, options._replace(pieces=("board", "pads"))):
        pages += section.pages
    number = number_to_print(wanted, words)
    subject = words("sheets-subject", what=number, paper=paper.title)
    credit = definition.credit
    return Document(title, credit.designer, subject, tuple(pages), words.tag, tagged=True)


def number_to_print(wanted: Sequence[ListedPiece], words: Language) -> str:
    """The number of pieces of each kind, copies included, in words."""
    number = Counter[str]()
    for each in wanted:
        number[each.kind] += each.printed
    return ", ".join(words.counted(kind, count) for kind, count in number.items())


def _cut_out(
    definition: Definition,
    wanted: Sequence[ListedPiece],
    paper: Paper,
    options: BuildOptions,
    pieces: Pieces,
) -> Sheets:
    """The sheets of the pieces that are cut out, in the layout that a build would choose for them."""
    # Pieces of one outline have to come one after the other to lie side by side.
    loose = [kind.one for kind in KINDS if kind.is_loose]
    wanted = sorted(wanted, key=lambda each: (loose.index(each.kind), str(each.trim)))
    kinds = {each.kind for each in wanted}
    some = [kind for kind in KINDS if kind.one in kinds]
    number = number_to_print(wanted, definition.language)
    job = Job(
        definition,
        number,
        number,
        [(each.cutout, each.printed) for each in wanted if each.cutout is not None],
        tight=any(kind.is_tight for kind in some),
        bleed=some[0].bleed if len(some) == 1 else NO_BLEED,
        look=pieces.look,
    )
    layout = options.layouts[0]
    if layout == "auto" and "tile" not in kinds:
        layout = "spaced" if "token" in kinds else "straight"
    return make_sheets(job, layout, paper, options.sheets, pieces.theme)
