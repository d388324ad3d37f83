"""The kit: everything to print of a game in one file, with a page in front that says how."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pnp
from pnp.basics.errors import Source, UnusableInput
from pnp.basics.folders import bundled
from pnp.definition import Definition, Language
from pnp.definition.nodes import read_source
from pnp.definition.templates import Templates
from pnp.documents import (
    Block,
    Book,
    Figure,
    KitPart,
    Rows,
    book_pdf,
    bound,
    filled,
    page_count,
    read_markdown,
)
from pnp.draw.colours import colouring_key
from pnp.imposition import Paper, SheetOptions, Sheets
from pnp.pieces import Pieces
from pnp.project.files import ScratchFile
from pnp.project.inventory import inventory
from pnp.project.sections import CARD, PLAIN, Section, file_stem
from pnp.scene import Picture

# Millimetres: narrower papers have room for three columns of the inventory.
_NARROW = 130.0


class KitTemplates(NamedTuple):
    """The page of contents, and the templates that it includes."""

    contents: Source
    partials: Mapping[str, Source]

    @property
    def sources(self) -> tuple[Source, ...]:
        return (self.contents, *self.partials.values())


def kit_templates(templates: Templates) -> KitTemplates:
    """The templates of a kit's page of contents; raises UnusableInput if one is missing."""
    return KitTemplates(
        _template(templates, "contents"), {"cutting": _template(templates, "cutting")}
    )


def _template(templates: Templates, name: str) -> Source:
    path = templates.find("kit", name, ".md")
    if path is None:
        raise UnusableInput(f"there is no templates/kit/{name}.md")
    return read_source(path)


class Span(NamedTuple):
    """The pages of a section in the kit, counted from 1."""

    first: int
    last: int

    def text(self, words: Language) -> str:
        """The numbers of its first and last page."""
        if self.first == self.last:
            return f"{self.first}"
        return words("from-to", first=f"{self.first}", last=f"{self.last}")


class Kit(NamedTuple):
    """The parts of a kit on one paper: sections, files beside it, and perhaps the rulebook."""

    pieces: Pieces
    paper: Paper
    options: SheetOptions
    sections: Sequence[Section]
    posters: Sequence[Section]
    rules: bytes | None


def make_kit(kit: Kit, templates: KitTemplates) -> ScratchFile:
    """The kit as a PDF file: contents, sheets, cards, boards, tokens, pads, rulebook."""
    definition, paper = kit.pieces.definition, kit.paper
    words = definition.language
    title = words("kit-title", title=definition.title)
    author = definition.credit.designer
    subject = words("kit-subject", paper=paper.title)
    footer = words("kit-footer", title=definition.title, paper=paper.title, version=pnp.__version__)
    # All other pages begin after the contents, whose length hardly ever depends on these numbers.
    pages, tried = 1, set[int]()
    while pages not in tried:
        tried.add(pages)
        blocks = _contents(kit, _spans(kit, pages), templates)
        book = Book(title, author, subject, blocks, language=words.tag, footer=footer)
        front = book_pdf(book, paper.width, paper.height)
        pages = page_count(front)
    parts = [KitPart(words("contents"), front)]
    parts += [
        KitPart(_capital(words(f"name-{section.name}")), section.pdf.path)
        for section in kit.sections
    ]
    if kit.rules is not None:
        parts.append(KitPart(words("rules"), kit.rules))
    return ScratchFile(
        partial(bound, parts, title=title, author=author, subject=subject, language=words.tag)
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _spans(kit: Kit, front: int) -> dict[str, Span]:
    """The pages of each section, and of each piece with pages of its own, after the contents."""
    spans = {}
    last = front
    for section in kit.sections:
        spans[section.name] = Span(last + 1, last + len(section.pages))
        start = last
        for name, pages in section.spans:
            spans[name] = Span(start + 1, start + pages)
            start += pages
        last += len(section.pages)
    if kit.rules is not None:
        spans["rules"] = Span(last + 1, last + page_count(kit.rules))
    return spans


def _contents(kit: Kit, spans: Mapping[str, Span], templates: KitTemplates) -> tuple[Block, ...]:
    words = kit.pieces.definition.language
    texts = {key: Source(key, text) for key, text in words.templates().items()}
    text = filled(templates.contents, _values(kit, spans), {**texts, **templates.partials})
    source = Source(templates.contents.name, text)
    return read_markdown(source, _Inventory(kit, spans))


class _Inventory:
    """Resolves the one figure of the page of contents, a table of all pieces."""

    kinds: Collection[str] = ()

    def __init__(self, kit: Kit, spans: Mapping[str, Span]) -> None:
        self._kit = kit
        self._spans = spans

    def value(self, expression: str) -> str:
        raise ValueError(f"{{{{ {expression} }}}} is not a value of a kit")

    def block(self, kind: str, source: Source, line: int) -> Figure:
        raise ValueError("a kit has no blocks of this kind")

    def figure(self, target: str) -> Picture | Rows:
        if target != "inventory":
            raise ValueError(f'a kit has no figure "{target}"; it has "inventory"')
        spans, words = self._spans, self._kit.pieces.definition.language
        stock = {section.name: words(f"on-{section.stock}") for section in self._kit.sections}
        header = tuple(map(words, ("piece", "how-many", "pages-heading", "print-on", "looks")))
        rows: list[tuple[str | Picture, ...]] = [
            (
                line.title,
                line.number,
                spans.get(line.name, spans[line.section]).text(words),
                stock[line.section],
                line.picture,
            )
            for line in inventory(self._kit.pieces)
            if line.section in spans
        ]
        if "rules" in spans:
            pages, on_paper = spans["rules"].text(words), words(f"on-{PLAIN}")
            rows.append((words("rulebook"), "1", pages, on_paper, ""))
        # On a narrow paper five columns would break words.
        columns = 3 if self._kit.paper.width < _NARROW else len(header)
        return Rows(header[:columns], tuple(row[:columns] for row in rows))


def _is_ours(definition: Definition) -> bool:
    """Whether the set comes with pnp."""
    file, ours = Path(definition.source.name).absolute(), bundled("tilesets").absolute()
    return file.is_relative_to(ours)


def _values(kit: Kit, spans: Mapping[str, Span]) -> dict[str, object]:
    """The values of the page of contents; those that a kit lacks are None or empty."""
    definition = kit.pieces.definition
    credit = definition.credit
    return {
        "title": definition.title,
        "designer": credit.designer,
        "year": credit.year,
        "credited": credit.designer or credit.year,
        "publication": credit.page,
        "licence": definition.licence,
        "icons": "; ".join(kit.pieces.supplies.credits),
        "players": _players(kit.pieces),
        "version": pnp.__version__,
        "ours": _is_ours(definition),
        "key": colouring_key(definition, kit.pieces.theme),
        "choices": bool(definition.notes),
        "notes": [{"note": note} for note in definition.notes],
        **_printing(kit, spans),
        **_cutting(kit, spans),
    }


def _players(pieces: Pieces) -> str:
    least, most = pieces.definition.players.min, pieces.tileset.players
    words = pieces.definition.language
    if not pieces.definition.players.stated:
        return ""
    players = words.counted("players", most)
    return words("from-to", first=least, last=players) if least < most else players


def _printing(kit: Kit, spans: Mapping[str, Span]) -> dict[str, object]:
    backed = [spans[each.name] for each in kit.sections if each.backed]
    folded = [
        spans[each.name] for each in kit.sections if any(sheets.folded for sheets in each.sheets)
    ]
    words = kit.pieces.definition.language
    card = [spans[each.name].text(words) for each in kit.sections if each.stock == CARD]
    return {
        "backed": {"pages": _pages(words, *backed), "edge": words(kit.options.duplex)}
        if backed
        else None,
        "folded": {"pages": _pages(words, *folded)} if folded else None,
        "card": {"pages": words.listed(card)} if card else None,
    }


def _cutting(kit: Kit, spans: Mapping[str, Span]) -> dict[str, object]:
    definition, parts = kit.pieces.definition, kit.pieces.components
    words = definition.language
    numbers = {
        "tiles": words.counted("tile", kit.pieces.tileset.printed),
        "cards": words.counted("card", sum(deck.printed for deck in parts.decks)),
        "tokens": words.counted("token", sum(each.printed for each in parts.tokens)),
    }
    booklet = file_stem(definition, "rules-booklet", kit.paper, kit.pieces.theme.in_names)
    rest: dict[str, dict[str, object]] = {"rules": {"booklet": f"{booklet}.pdf"}}
    for section in kit.sections:
        if section.name in numbers:
            style = _cutting_style(section.sheets[0], kit.options)
            rest[section.name] = {"number": numbers[section.name], **style}
    names = ("tiles", "cards", "board", "tokens", "pads", "rules")
    return {
        "posters": [{"file": f"{poster.stem}.pdf"} for poster in kit.posters],
        **{
            name: {"pages": _pages(words, spans[name]), **rest.get(name, {})}
            if name in spans
            else None
            for name in names
        },
    }


def _cutting_style(sheets: Sheets, options: SheetOptions) -> dict[str, object]:
    """The values by which the template says how to cut these sheets."""
    if options.cuts == "machine":
        style = "machine"
    elif options.cuts == "none":
        style = "unmarked"
    elif sheets.straight:
        style = "crop" if options.cuts == "crop" else "lines"
    else:
        style = {"straight": "outlines"}.get(sheets.layout, sheets.layout)
    styles = ("machine", "unmarked", "outlines", "honeycomb", "spaced", "crop", "lines")
    hexagons = sheets.job.pieces[0][0].trim.shape == "hexagon"
    return {
        **{each: each == style for each in styles},
        "numbered": sheets.numbered,
        "targets": sheets.targets,
        "waste": hexagons and style in ("crop", "lines"),
    }


def _pages(words: Language, *spans: Span) -> str:
    number = sum(each.last - each.first + 1 for each in spans)
    return words.counted("pages", number, pages=words.listed([each.text(words) for each in spans]))
