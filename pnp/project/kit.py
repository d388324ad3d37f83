"""The kit: everything to print of a game in one file, with a page in front that says how."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pnp
from pnp.basics.errors import Source, UnusableInput
from pnp.basics.folders import bundled
from pnp.basics.words import capitalised, did_you_mean
from pnp.colour.theme import PAPER
from pnp.definition import Definition, Language
from pnp.definition.boxes import TILES
from pnp.definition.nodes import read_source
from pnp.definition.templates import Templates
from pnp.documents import (
    Book,
    Figure,
    KitPart,
    Part,
    Parts,
    bound,
    filled,
    read_markdown,
    typeset,
)
from pnp.draw.colours import colouring_key
from pnp.draw.pictures import scaled
from pnp.draw.symbols import box_path
from pnp.imposition import Paper, SheetOptions, Sheets
from pnp.pieces import Pieces
from pnp.project.dress import cover_picture, dress_of
from pnp.project.files import ScratchFile
from pnp.project.inventory import InventoryLine, inventory, parts
from pnp.project.kit_pages import Leaves, leaves, page_text
from pnp.project.options import PIECES
from pnp.project.sections import CARD, Section, file_stem
from pnp.scene import Drawing, Layer, Page, Picture, Shape, Stroke
from pnp.scene.geometry import Box

if TYPE_CHECKING:
    from pnp.documents.typesetting import TypesetBook

# Millimetres: a sheet beside the step that cuts it.
_SHEET_WIDTH = 40.0

# So many kinds of pieces leave room for the steps on their page.
_FEW_PARTS = 3

# The pages of a kit by the name of a section or a piece.
_Pages: TypeAlias = Mapping[str, Sequence[int]]


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


class Kit(NamedTuple):
    """The parts of a kit on one paper: sections, files beside it, and perhaps the rulebook."""

    pieces: Pieces
    paper: Paper
    options: SheetOptions
    sections: Sequence[Section]
    posters: Sequence[Section]
    rules: TypesetBook | None

    @property
    def double(self) -> bool:
        """Whether a printer turns the paper over for all pages, since some are backs."""
        turned = self.options.duplex in ("long-edge", "short-edge")
        return turned and any(section.backed for section in self.sections)


def make_kit(kit: Kit, templates: KitTemplates) -> ScratchFile:
    """The kit as a PDF file: cover, contents, sheets, cards, boards, tokens, pads, rulebook."""
    definition, paper = kit.pieces.definition, kit.paper
    words = definition.language
    rule_pages = 0 if kit.rules is None else kit.rules.pages
    # A cover, the contents and the steps, which share a page if there are few kinds of pieces. If that
    # is too little, the sheets begin later; if it is too much, blank pages stand before them.
    before = 2 if _is_small(kit) else 3
    front = None
    while front is None or front.pages > before:
        before = front.pages if front else before
        start = before + 1 + (kit.double and before % 2)
        sheets = leaves(kit.sections, start, double=kit.double)
        rules_at = sheets[-1].last + 1 if sheets else start
        pages = _pages(kit, sheets, range(rules_at, rules_at + rule_pages))
        front = typeset(_front(kit, pages, templates), paper.width, paper.height)
    parts = [KitPart(words("contents"), front.pdf(), blank=start - 1 - front.pages)]
    own = [at for at, each in enumerate(sheets) if not each.section.shares]
    files = [sheets[at].pdf for at in own]
    for first, end, file in zip(own, [*own[1:], len(sheets)], files, strict=True):
        names = [words(f"name-{each.section.name}") for each in sheets[first:end]]
        parts.append(KitPart(capitalised(words.listed(names)), file.path))
    if kit.rules is not None:
        parts.append(KitPart(words("rules"), kit.rules.pdf(first=rules_at)))
    return ScratchFile(
        partial(
            bound,
            parts,
            title=words("kit-title", title=definition.title),
            author=definition.credit.designer,
            subject=words("kit-subject", paper=paper.title),
            language=words.tag,
            duplex=kit.options.duplex if kit.double else "",
        )
    )


def _is_small(kit: Kit) -> bool:
    """Whether the steps have room on the page of the contents."""
    return len(inventory(kit.pieces)) + (kit.rules is not None) <= _FEW_PARTS


def _pages(kit: Kit, sheets: Sequence[Leaves], rules: Sequence[int]) -> dict[str, Sequence[int]]:
    """The fronts of each section and of each kind of piece, and the pages of the rulebook."""
    found: dict[str, Sequence[int]] = {each.section.name: each.fronts for each in sheets}
    of_section = {each.section.name: each for each in sheets}
    for line in inventory(kit.pieces):
        if line.ids and line.section in of_section:
            found[_key(line)] = of_section[line.section].having(line.ids)
    for each in sheets:
        found.update({f"{each.section.name} {name}": on for name, on in each.of_pieces()})
    return {**found, "rules": rules} if rules else found


def _key(line: InventoryLine) -> str:
    """The name of a kind of piece, which other sections may have too."""
    return f"{line.section} {line.name}"


def _front(kit: Kit, pages: _Pages, templates: KitTemplates) -> Book:
    """The cover, the contents and the steps."""
    definition = kit.pieces.definition
    words = definition.language
    texts = {key: Source(key, text) for key, text in words.templates().items()}
    text = filled(templates.contents, _values(kit, pages), {**texts, **templates.partials})
    source = Source(templates.contents.name, text)
    dress = dress_of(kit.pieces, kit.paper.width, kit.paper.height, covered=True)
    return Book(
        title=words("kit-title", title=definition.title),
        author=definition.credit.designer,
        subject=words("kit-subject", paper=kit.paper.title),
        blocks=read_markdown(source, _KitFigures(kit, pages)),
        language=words.tag,
        footer=words(
            "kit-footer", title=definition.title, paper=kit.paper.title, version=pnp.__version__
        ),
        dress=dress._replace(title=None),
        first=2,
    )


class _KitFigures:
    """Resolves the figures of a kit's pages: its parts, and its sheets."""

    kinds: Collection[str] = ()

    def __init__(self, kit: Kit, pages: _Pages) -> None:
        self._kit = kit
        self._pages = pages

    def value(self, expression: str) -> str:
        raise ValueError(f"{{{{ {expression} }}}} is not a value of a kit")

    def block(self, kind: str, source: Source, line: int) -> Figure:
        raise ValueError("a kit has no blocks of this kind")

    def figure(self, target: str) -> Picture | Parts:
        if target == "inventory":
            found = tuple(self._parts())
            return Parts(found, spread=len(found) > _FEW_PARTS)
        kind, _, name = target.partition(":")
        sections = {section.name: section for section in self._kit.sections}
        if kind == "sheet" and name in sections:
            return sheet_picture(sections[name].pages[0])
        known = ["inventory", *(f"sheet:{name}" for name in sections)]
        raise ValueError(f'a kit has no figure "{target}"{did_you_mean(target, known)}')

    def _parts(self) -> Iterator[Part]:
        pages, words = self._pages, self._kit.pieces.definition.language

        def where(line: InventoryLine) -> str:
            on = pages.get(_key(line), pages.get(line.section, ()))
            return _page_words(on, words) if on else ""

        yield from parts(self._kit.pieces, where)
        if "rules" in pages:
            pieces = self._kit.pieces
            paper = self._kit.paper
            booklet = cover_picture(pieces, paper.height / 2, paper.width)
            booklet = scaled(booklet, _SHEET_WIDTH / booklet.box.width)._replace(
                alt=words("rulebook")
            )
            yield Part(booklet, "1 \u00d7", words("rulebook"), _page_words(pages["rules"], words))


def sheet_picture(page: Page) -> Picture:
    """A page, small, with a line round the paper."""
    edge = Shape(box_path(Box(0, 0, page.width, page.height)), PAPER, Stroke(0.8, "#979080"))
    layers = (item for layer in Layer for item in page.items(layer))
    whole = Picture(Drawing((edge, *layers)), Box(-0.4, -0.4, page.width + 0.8, page.height + 0.8))
    return scaled(whole, _SHEET_WIDTH / page.width)


def _is_ours(definition: Definition) -> bool:
    """Whether the set comes with pnp."""
    file, ours = Path(definition.source.name).absolute(), bundled("tilesets").absolute()
    return file.is_relative_to(ours)


def _values(kit: Kit, pages: _Pages) -> dict[str, object]:
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
        # A rulebook has its own notes.
        "choices": bool(definition.notes) and kit.rules is None,
        "notes": [{"note": note} for note in definition.notes],
        **_printing(kit, pages),
        **_cutting(kit, pages),
    }


def _players(pieces: Pieces) -> str:
    least, most = pieces.definition.players.min, pieces.tileset.players
    words = pieces.definition.language
    if not pieces.definition.players.stated:
        return ""
    players = words.counted("players", most)
    return words("from-to", first=least, last=players) if least < most else players


def _printing(kit: Kit, pages: _Pages) -> dict[str, object]:
    words = kit.pieces.definition.language
    backed = [each.name for each in kit.sections if each.backed]
    folded = [each.name for each in kit.sections if any(sheets.folded for sheets in each.sheets)]
    card = [each.name for each in kit.sections if each.stock == CARD]

    fronts = {page for each in kit.sections for page in pages[each.name]}

    def of(names: Sequence[str]) -> dict[str, object] | None:
        together = sorted({page for name in names for page in pages[name]})
        others = fronts.difference(together)
        return {"pages": _page_words(together, words, others)} if together else None

    backs = of(backed)
    return {
        "backed": backs,
        "double": {"edge": words(kit.options.duplex)} if kit.double else None,
        "folded": of(folded),
        "card": of(card),
    }


def _cutting(kit: Kit, pages: _Pages) -> dict[str, object]:
    definition, stock = kit.pieces.definition, kit.pieces.components
    words = definition.language
    numbers = {
        "tiles": words.counted("tile", kit.pieces.tileset.printed),
        "cards": words.counted("card", sum(deck.printed for deck in stock.decks)),
        "tokens": words.counted("token", sum(each.printed for each in stock.tokens)),
    }
    booklet = file_stem(definition, "rules-booklet", kit.paper, kit.pieces.theme.in_names)
    rest: dict[str, dict[str, object]] = {
        "rules": {"booklet": f"{booklet}.pdf"},
        "boxes": {"holds": [*_held(kit.pieces)]},
    }
    for section in kit.sections:
        if section.name in numbers:
            style = _cutting_style(section.sheets[0], kit.options)
            rest[section.name] = {"number": numbers[section.name], **style}
    names = (*PIECES, "rules")
    return {
        "posters": [{"file": f"{poster.stem}.pdf"} for poster in kit.posters],
        **{
            name: {"pages": _page_words(pages[name], words), **rest.get(name, {})}
            if name in pages
            else None
            for name in names
        },
    }


def _held(pieces: Pieces) -> Iterator[dict[str, str]]:
    """The titles of the boxes, and what each of them holds."""
    words = pieces.definition.language
    titles = {
        **{family.name: family.name for family in pieces.tileset.families},
        **{deck.name: deck.definition.title for deck in pieces.components.decks},
        **{tokens.name: tokens.definition.title for tokens in pieces.components.tokens},
        TILES: words("name-tiles"),
    }
    for box in pieces.components.boxes:
        held = words.listed([titles[each.value] for each in box.definition.wanted])
        yield {"box": box.definition.title, "pieces": held}


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


def _page_words(pages: Sequence[int], words: Language, others: Collection[int] = ()) -> str:
    return words.counted("pages", len(pages), pages=page_text(pages, words, others))
