"""The press: a checked game and an order become files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Literal, NamedTuple

import pnp
from pnp.documents import Book, book_pdf, booklet_pdf, page_count
from pnp.draw import USUAL_TURN
from pnp.imposition import Atelier, Paper, Sheets
from pnp.project.checking import Checked
from pnp.project.files import Product
from pnp.project.kit import Volume, make_kit
from pnp.project.orders import Order
from pnp.project.sections import Section, sections, tiles_section
from pnp.render import pdf_bytes, svg_writer
from pnp.scene import Document, Page


class _Run(NamedTuple):
    """A section on a paper: the stem of its files' names, and its PDF, made when it is needed."""

    stem: str
    section: Section
    pdf: Callable[[], bytes]


class _Set(NamedTuple):
    """Everything on one paper. `tiles` are there in one layout or more."""

    paper: Paper
    tiles: tuple[_Run, ...]
    others: tuple[_Run, ...]

    @property
    def runs(self) -> tuple[_Run, ...]:
        return (*self.tiles, *self.others)


class Press:
    """Makes the files of an order; raises DoesNotFit where a piece is larger than a paper."""

    def __init__(self, checked: Checked, order: Order) -> None:
        self._checked = checked
        self._order = order
        self._workshop = checked.workshop
        self._definition = checked.workshop.definition
        self._tileset = checked.workshop.tileset
        self._atelier = Atelier(
            self._tileset, labels=order.labels, theme=order.theme, group=order.group
        )
        self._writer = svg_writer()
        needs_sheets = order.kinds & {"sheets", "pdf", "kit"}
        self._sets = tuple(map(self._set, order.papers)) if needs_sheets else ()

    @property
    def sheets(self) -> tuple[Sheets, ...]:
        """All that has been laid out, on all papers."""
        return tuple(
            sheets for each in self._sets for run in each.runs for sheets in run.section.runs
        )

    def products(self) -> Iterator[Product]:
        """The files, in the order in which they are made."""
        kinds = self._order.kinds
        if "tiles" in kinds and "tiles" in self._order.pieces:
            yield from self._pictures()
        for each in self._sets:
            for run in each.runs:
                if "sheets" in kinds:
                    yield from self._svg_sheets(run)
                if "pdf" in kinds:
                    yield _pdf(run, "pdf")
        for paper in self._order.papers:
            rules = self._rules(paper)
            if rules is not None and "rules" in kinds:
                yield from self._rule_files(paper, rules)
            if "kit" in kinds:
                yield from self._kit(paper, rules)

    def _pictures(self) -> Iterator[Product]:
        turn = USUAL_TURN[self._definition.geometry.shape]
        folder = "-".join(part for part in ("tiles", self._order.theme.in_names) if part)
        for piece in self._tileset.pieces:
            yield Product(
                f"{folder}/{piece.id}.svg",
                "tiles",
                1,
                1,
                lambda piece=piece: self._svg(self._atelier.picture(piece, turn)),  # type: ignore[misc]
            )

    def _file(self, what: str, paper: Paper) -> str:
        """The name of a PDF file."""
        return f"{self._stem(what, paper)}.pdf"

    def _stem(self, what: str, paper: Paper, layout: str = "") -> str:
        """The name of a file, without its ending."""
        parts = (self._definition.game, what, paper.name, layout, self._order.theme.in_names)
        return "-".join(part for part in parts if part)

    def _svg(self, page: Page) -> bytes:
        return self._writer.text(page).encode()

    def _set(self, paper: Paper) -> _Set:
        order = self._order
        others = sections(
            self._workshop,
            paper,
            layout=order.layouts[0],
            ticket=order.ticket,
            theme=order.theme,
            kinds=order.pieces,
        )
        has_tiles = self._tileset.printed and "tiles" in order.pieces
        tiles = tuple(self._tiles(paper)) if has_tiles else ()
        return _Set(paper, tiles, tuple(self._run(section, paper) for section in others))

    def _tiles(self, paper: Paper) -> Iterator[_Run]:
        made = set()
        for layout in self._order.layouts:
            section = tiles_section(
                self._atelier, layout, paper, self._order.ticket, self._order.theme
            )
            (sheets,) = section.runs
            if sheets.layout not in made:
                made.add(sheets.layout)
                yield self._run(section, paper, layout=sheets.layout)

    def _run(self, section: Section, paper: Paper, *, layout: str = "") -> _Run:
        definition = self._definition
        subject = f"{section.title.lower()} on {paper.title}; print at 100 %"
        document = Document(
            f"{definition.title}: {section.title.lower()}",
            definition.credit.designer,
            f"{layout} layout, {subject}" if layout else subject,
            section.pages,
            duplex=self._turned(section),
        )
        stem = self._stem(section.name, paper, layout)
        return _Run(stem, section, cache(lambda: pdf_bytes(document)))

    def _turned(self, section: Section) -> Literal["", "long-edge", "short-edge"]:
        """The edge over which the section's sheets are turned, if they have backs."""
        match self._order.ticket.duplex:
            case "long-edge" | "short-edge" as edge if section.backed:
                return edge
            case _:
                return ""

    def _svg_sheets(self, run: _Run) -> Iterator[Product]:
        pages = run.section.pages
        digits = max(2, len(str(len(pages))))
        for number, page in enumerate(pages, 1):
            yield Product(
                f"sheets/{run.stem}-{number:0{digits}}.svg",
                "sheets",
                1,
                page.pieces,
                lambda page=page: self._svg(page),  # type: ignore[misc]
            )

    def _rules(self, paper: Paper) -> Callable[[], bytes] | None:
        if not self._checked.rulebook:
            return None
        return cache(lambda: book_pdf(self._book(), paper.width, paper.height))

    def _book(self) -> Book:
        definition = self._definition
        return Book(
            title=f"{definition.title}: rules",
            author=definition.credit.designer,
            subject=f"the rules of {definition.title}",
            blocks=self._checked.rulebook,
            footer=f"{definition.title} · rules · pnp {pnp.__version__}",
        )

    def _rule_files(self, paper: Paper, rules: Callable[[], bytes]) -> Iterator[Product]:
        pages = page_count(rules())
        yield Product(self._file("rules", paper), "rules", pages, 1, rules)
        small = book_pdf(self._book(), paper.height / 2, paper.width)
        yield Product(
            self._file("rules-booklet", paper),
            "rules",
            -(-page_count(small) // 4) * 2,
            1,
            lambda: booklet_pdf(small, paper.width, paper.height),
        )

    def _kit(self, paper: Paper, rules: Callable[[], bytes] | None) -> Iterator[Product]:
        of_paper = next(each for each in self._sets if each.paper == paper)
        # Of several layouts the kit has the first.
        runs = [*of_paper.tiles[:1], *of_paper.others]
        inside = [run for run in runs if run.section.bound]
        if not inside and rules is None:
            return
        posters = [run.section for run in runs if not run.section.bound]

        def content() -> bytes:
            volumes = [Volume(run.section, run.pdf()) for run in inside]
            leaves = None if rules is None else rules()
            ticket = self._order.ticket
            named = partial(self._file, paper=paper)
            return make_kit(self._workshop, paper, ticket, volumes, leaves, posters, named)

        made = cache(content)
        yield Product(
            self._file("kit", paper),
            "kit",
            page_count(made()),
            sum(run.section.pieces for run in inside),
            made,
        )


def _pdf(run: _Run, kind: str) -> Product:
    pages: Sequence[Page] = run.section.pages
    told = _told(run.section.runs[0]) if len(run.section.runs) == 1 else {}
    return Product(f"{run.stem}.pdf", kind, len(pages), run.section.pieces, run.pdf, told)


def _told(sheets: Sheets) -> dict[str, object]:
    """What the manifest says of how pieces lie on their sheets."""
    yields = sheets.yields
    return {
        "layout": sheets.layout,
        "per_page": yields.per_page,
        "sheets": yields.sheets,
        "cuts": yields.cuts,
        "share": round(yields.share, 4),
    }
