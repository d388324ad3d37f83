"""The press: a checked game and an order become files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import pnp
from pnp.documents import Book, book_pdf, booklet_pdf, page_count
from pnp.draw import USUAL_TURN
from pnp.imposition import Atelier, Paper, Sheets, choose_layout, make_sheets
from pnp.project.checking import Checked
from pnp.project.files import Product
from pnp.project.kit import Volume, make_kit
from pnp.project.orders import Order
from pnp.project.sections import CARD, Section, sections
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
    tiles: tuple[tuple[Sheets, _Run], ...]
    others: tuple[_Run, ...]


class Press:
    """Makes the files of an order; raises DoesNotFit where a piece is larger than a paper."""

    def __init__(self, checked: Checked, order: Order) -> None:
        self._checked = checked
        self._order = order
        self._workshop = checked.workshop
        self._definition = checked.workshop.definition
        self._tileset = checked.workshop.tileset
        self._atelier = Atelier(self._tileset, labels=order.labels)
        self._writer = svg_writer()
        needs_sheets = order.kinds & {"sheets", "pdf", "kit"}
        self._sets = tuple(map(self._set, order.papers)) if needs_sheets else ()

    @property
    def sheets(self) -> tuple[Sheets, ...]:
        """The sheets of tiles on all papers."""
        return tuple(sheets for each in self._sets for sheets, _ in each.tiles)

    def products(self) -> Iterator[Product]:
        """The files, in the order in which they are made."""
        kinds = self._order.kinds
        if "tiles" in kinds:
            yield from self._pictures()
        for each in self._sets:
            runs = [*(run for _, run in each.tiles), *each.others]
            for run in runs:
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
        turn = USUAL_TURN[self._definition.form.shape]
        for piece in self._tileset.pieces:
            yield Product(
                f"tiles/{piece.id}.svg",
                "tiles",
                1,
                1,
                lambda piece=piece: self._svg(self._atelier.picture(piece, turn)),  # type: ignore[misc]
            )

    def _svg(self, page: Page) -> bytes:
        return self._writer.text(page).encode()

    def _set(self, paper: Paper) -> _Set:
        others = (self._run(section, paper) for section in sections(self._workshop, paper))
        tiles = tuple(self._tiles(paper)) if self._tileset.printed else ()
        return _Set(paper, tiles, tuple(others))

    def _run(self, section: Section, paper: Paper) -> _Run:
        subject = f"{section.title.lower()} on {paper.title}; print at 100 %"
        document = self._document(section.title.lower(), subject, section.pages)
        stem = f"{self._definition.game}-{section.name}-{paper.name}"
        return _Run(stem, section, cache(lambda: pdf_bytes(document)))

    def _document(self, what: str, subject: str, pages: tuple[Page, ...]) -> Document:
        definition = self._definition
        title = f"{definition.title}: {what}"
        return Document(title, definition.credit.designer, subject, pages)

    def _tiles(self, paper: Paper) -> Iterator[tuple[Sheets, _Run]]:
        layouts = [
            choose_layout(self._tileset, paper) if layout == "auto" else layout
            for layout in self._order.layouts
        ]
        for layout in dict.fromkeys(layouts):
            sheets = make_sheets(self._atelier, layout, paper)
            section = Section("tiles", "Tiles", sheets.pages, self._tileset.printed, CARD)
            subject = f"{layout} layout on {paper.title}; print at 100 %"
            document = self._document("tiles", subject, sheets.pages)
            stem = f"{self._definition.game}-tiles-{paper.name}-{layout}"
            make = cache(lambda document=document: pdf_bytes(document))
            yield sheets, _Run(stem, section, make)

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
        game = self._definition.game
        pages = page_count(rules())
        yield Product(f"{game}-rules-{paper.name}.pdf", "rules", pages, 1, rules)
        small = book_pdf(self._book(), paper.height / 2, paper.width)
        yield Product(
            f"{game}-rules-booklet-{paper.name}.pdf",
            "rules",
            -(-page_count(small) // 4) * 2,
            1,
            lambda: booklet_pdf(small, paper.width, paper.height),
        )

    def _kit(self, paper: Paper, rules: Callable[[], bytes] | None) -> Iterator[Product]:
        of_paper = next(each for each in self._sets if each.paper == paper)
        # Of several layouts the kit has the first.
        runs = [*(run for _, run in of_paper.tiles[:1]), *of_paper.others]
        inside = [run for run in runs if run.section.bound]
        if not inside and rules is None:
            return
        layout = of_paper.tiles[0][0].layout if of_paper.tiles else ""
        posters = [run.section for run in runs if not run.section.bound]

        def content() -> bytes:
            volumes = [Volume(run.section, run.pdf()) for run in inside]
            leaves = None if rules is None else rules()
            return make_kit(self._workshop, paper, layout, volumes, leaves, posters)

        made = cache(content)
        yield Product(
            f"{self._definition.game}-kit-{paper.name}.pdf",
            "kit",
            page_count(made()),
            sum(run.section.pieces for run in inside),
            made,
        )


def _pdf(run: _Run, kind: str) -> Product:
    pages: Sequence[Page] = run.section.pages
    return Product(f"{run.stem}.pdf", kind, len(pages), run.section.pieces, run.pdf)
