"""The kit: everything to print of a game in one file, with a page in front that says how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pnp
from pnp.basics.words import counted, in_words
from pnp.documents import (
    Block,
    Book,
    Bullets,
    Cell,
    Heading,
    Numbered,
    Paragraph,
    Part,
    Run,
    Table,
    book_pdf,
    bound,
    page_count,
)
from pnp.draw.colours import colouring_key
from pnp.imposition import Paper, Sheets, Ticket
from pnp.project.rulebook import Figures
from pnp.project.sections import CARD, PLAIN, Section
from pnp.project.workshop import Workshop


class Volume(NamedTuple):
    """A section of the kit with its pages as PDF."""

    section: Section
    pdf: bytes


class Span(NamedTuple):
    """The pages of a section in the kit, counted from 1."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


def make_kit(
    workshop: Workshop,
    paper: Paper,
    ticket: Ticket,
    volumes: Sequence[Volume],
    rules: bytes | None,
    posters: Sequence[Section],
    named: Callable[[str], str],
) -> bytes:
    """The kit as a PDF file: contents, sheets, cards, boards, tokens, pads, rulebook.

    `posters` are not bound into it; `named` tells the name of a file that has a section.
    """
    definition = workshop.definition
    title = f"{definition.title}: print-and-play kit"
    subject = f"everything to print on {paper.title}; print at 100 %"
    # How long the contents are decides on which page all else begins, and hardly ever changes it.
    pages, tried = 1, set[int]()
    while pages not in tried:
        tried.add(pages)
        spans = _spans(volumes, rules, pages)
        blocks = _contents(workshop, paper, ticket, volumes, spans, posters, named)
        book = Book(
            title=title,
            author=definition.credit.designer,
            subject=subject,
            blocks=tuple(blocks),
            footer=f"{definition.title} · kit for {paper.title} · pnp {pnp.__version__}",
        )
        front = book_pdf(book, paper.width, paper.height)
        pages = page_count(front)
    parts = [Part("Contents", front)]
    parts += [Part(volume.section.title, volume.pdf) for volume in volumes]
    if rules is not None:
        parts.append(Part("Rules", rules))
    author = definition.credit.designer
    return bound(parts, title=title, author=author, subject=subject, language="en")


def _spans(volumes: Sequence[Volume], rules: bytes | None, front: int) -> dict[str, Span]:
    spans = {}
    last = front
    for volume in volumes:
        spans[volume.section.name] = Span(last + 1, last + len(volume.section.pages))
        start = last
        for name, pages in volume.section.spans:
            spans[name] = Span(start + 1, start + pages)
            start += pages
        last += len(volume.section.pages)
    if rules is not None:
        spans["rules"] = Span(last + 1, last + page_count(rules))
    return spans


def _text(*parts: str) -> Paragraph:
    """A paragraph; every other part is bold, beginning with the second."""
    return Paragraph(tuple(Run(part, strong=bool(place % 2)) for place, part in enumerate(parts)))


def _heading(level: int, text: str) -> Heading:
    return Heading(level, (Run(text),))


def _contents(
    workshop: Workshop,
    paper: Paper,
    ticket: Ticket,
    volumes: Sequence[Volume],
    spans: dict[str, Span],
    posters: Sequence[Section],
    named: Callable[[str], str],
) -> Iterator[Block]:
    definition = workshop.definition
    yield _heading(1, definition.title)
    credit = definition.credit
    whose = [each for each in (credit.designer and f"by {credit.designer}", credit.year) if each]
    players = definition.players
    told = [", ".join(whose)] if whose else []
    if players.stated:
        most = workshop.tileset.players
        count = f"{players.min} to {most}" if players.min < most else f"{most}"
        told.append(f"for {count} player{'s' if most > 1 else ''}")
    if told:
        yield _text(" · ".join(told))
    yield _heading(2, "What is in this kit")
    yield _inventory(workshop, paper, volumes, spans)
    yield _heading(2, "Printing")
    yield Bullets(tuple((step,) for step in _printing(volumes, spans, ticket)))
    yield _heading(2, "Cutting and putting together")
    runs = {volume.section.name: run for volume in volumes for run in volume.section.runs}
    steps = _steps(workshop, ticket, runs, spans, posters, named)
    yield Numbered(tuple((step,) for step in steps))
    if definition.notes:
        yield _heading(2, "Choices that are ours")
        yield Bullets(tuple((_text(note),) for note in definition.notes))
    yield _heading(2, "Whose game this is")
    yield _text(_credit(workshop))


# Millimetres: papers of which the table of contents has columns for words only.
_NARROW = 130.0


def _inventory(
    workshop: Workshop, paper: Paper, volumes: Sequence[Volume], spans: dict[str, Span]
) -> Table:
    stock = {volume.section.name: volume.section.stock for volume in volumes}
    header: tuple[str, ...] = ("Piece", "How many", "Pages", "Print on", "Looks")
    rows: list[tuple[Cell, ...]] = [
        (
            (Run(entry.title),),
            (Run(entry.number),),
            (Run(str(spans.get(entry.name, spans[entry.section]))),),
            (Run(stock[entry.section]),),
            entry.looks,
        )
        for entry in Figures(workshop).inventory()
        if entry.section in spans
    ]
    if "rules" in spans:
        rows.append(_cells(("Rulebook", "1", str(spans["rules"]), PLAIN, "")))
    if paper.width < _NARROW:
        # Five columns would break words: what is left says what there is and where.
        header, rows = header[:3], [row[:3] for row in rows]
    return Table(_cells(header), tuple(rows), tuple("left" for _ in header))


def _pages(span: Span) -> str:
    return f"page {span}" if span.first == span.last else f"pages {span}"


def _cells(texts: Sequence[str]) -> tuple[Cell, ...]:
    return tuple((Run(text),) for text in texts)


def _printing(
    volumes: Sequence[Volume], spans: dict[str, Span], ticket: Ticket
) -> Iterator[Paragraph]:
    yield _text(
        "Print at ", "100 %", ", without fitting to the page. The ruler on each sheet is 100 mm long"
        " if you did.",
    )  # fmt: skip
    backed = [spans[volume.section.name] for volume in volumes if volume.section.backed]
    if backed:
        edge = "long edge" if ticket.duplex == "long-edge" else "short edge"
        yield _text(
            f"On {_of_pages(backed)} each sheet is followed by its backs. Print these pages on both"
            " sides, turned over the ",
            edge,
            ". If you cannot, print the fronts alone, or glue the backs on. If backs and fronts do not"
            " meet, print the page that ",
            "pnp calibrate",
            " makes.",
        )
    folded = [
        spans[volume.section.name]
        for volume in volumes
        if any(run.folded for run in volume.section.runs)
    ]
    if folded:
        yield _text(
            f"On {_of_pages(folded)} fronts and backs are on one side of the paper. Fold each sheet"
            " along its dashed line, with the print outside, and glue it together before you cut."
        )
    on_card = [
        str(spans[volume.section.name]) for volume in volumes if volume.section.stock == CARD
    ]
    if on_card:
        yield _text(
            f"Pages {in_words(on_card)} are best on card of 200 to 300 g/m². Or print on paper,"
            " and glue the sheets onto card before you cut."
        )


def _of_pages(spans: Sequence[Span]) -> str:
    one = len(spans) == 1 and spans[0].first == spans[0].last
    return f"page{'' if one else 's'} {in_words([str(each) for each in spans])}"


_MACHINE = (
    "The outlines are for a cutting machine: an ink of their own named CutContour in the PDF, a"
    " layer named cut in the SVG. The targets in the corners tell it where the sheet lies."
)

_EDGES = {
    "straight": "Cut out each piece along its outline.",
    "honeycomb": "Neighbours share their edges: with scissors, cut row from row first, then piece"
    " from piece.",
    "spaced": "Each piece stands by itself: cut it out with scissors.",
}


def _cutting(run: Sheets, ticket: Ticket) -> str:
    """How the pieces of a run are cut."""
    if ticket.cuts == "machine":
        return _MACHINE
    if ticket.cuts == "none":
        return "There are no lines to cut along."
    if not run.straight:
        return _EDGES[run.layout]
    hexagons = run.job.pieces[0][0].trim.shape == "hexagon"
    waste = " The small triangles in between are waste." if hexagons else ""
    if ticket.cuts == "crop":
        return (
            "Marks stand at each corner and at the edges of the sheet: lay a ruler from mark to mark"
            f" and cut with a knife.{waste}"
        )
    order = (
        "in the order of the numbers"
        if run.numbered
        else "first the inner lines of one direction, then those of the next, and the outermost last"
    )
    return (
        f"Every line runs right across the sheet: lay a ruler along it and cut with a knife, {order}."
        " Do not cut to the edge of the paper: its frame holds the sheet together until the last"
        f" cuts.{waste}"
    )


def _steps(
    workshop: Workshop,
    ticket: Ticket,
    runs: dict[str, Sheets],
    spans: dict[str, Span],
    posters: Sequence[Section],
    named: Callable[[str], str],
) -> Iterator[Paragraph]:
    parts = workshop.components
    if key := colouring_key(workshop.definition, workshop.theme):
        yield _text(
            "Colour the pieces with pens, before or after you cut them. Each area has the letter of its"
            " colour: ",
            key,
            ". Any other colours do as well.",
        )
    if "tiles" in spans:
        number = counted(workshop.tileset.printed, "tile")
        cut = _cutting(runs["tiles"], ticket)
        yield _text(f"Tiles, {_pages(spans['tiles'])}: {cut} There are {number} in all.")
    if "cards" in spans:
        number = counted(sum(deck.printed for deck in parts.decks), "card")
        cut = _cutting(runs["cards"], ticket)
        yield _text(
            f"Cards, {_pages(spans['cards'])}: {cut} Check that you have {number}. Sleeves make them"
            " easier to shuffle."
        )
    if "board" in spans:
        yield _text(f"Board, {_pages(spans['board'])}: leave the sheet whole.")
    for section in posters:
        yield _text(
            f"For a larger board, print {named(section.name)}: its first page shows how its"
            " sheets are glued together."
        )
    if "tokens" in spans:
        number = counted(sum(each.printed for each in parts.tokens), "token")
        cut = _cutting(runs["tokens"], ticket)
        yield _text(f"Tokens, {_pages(spans['tokens'])}: {cut} There are {number} in all.")
    if "pads" in spans:
        yield _text(
            f"Pads, {_pages(spans['pads'])}: cut along the lines. Print these pages again whenever you"
            " run out."
        )
    if "rules" in spans:
        yield _text(
            f"Rules, {_pages(spans['rules'])}: read them here, or print"
            f" {named('rules-booklet')} on both sides, turned over the short edge; fold"
            " the stack and staple it in the fold."
        )


def _credit(workshop: Workshop) -> str:
    definition = workshop.definition
    credit = definition.credit
    parts = []
    if credit.designer:
        year = f", {credit.year}" if credit.year else ""
        parts.append(f"Designed by {credit.designer}{year}.")
    if credit.page:
        parts.append(f"Published as: {credit.page}.")
    if definition.licence:
        parts.append(f"Licence: {definition.licence}.")
    parts.append(f"Made with pnp {pnp.__version__}; the drawings and words of this kit are ours.")
    return " ".join(parts)
