"""The kit: everything to print of a game in one file, with a page in front that says how."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeAlias

import pnp
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Source, UnusableInput
from pnp.basics.folders import bundled
from pnp.basics.words import capitalised, did_you_mean, unbroken
from pnp.definition import Definition, Language, Templates
from pnp.definition.reading import read_source
from pnp.documents import (
    Book,
    Figure,
    KitFile,
    KitPart,
    Part,
    Parts,
    bound,
    page_count,
    read_markdown,
)
from pnp.documents.mustache import filled
from pnp.draw.colours import colouring_key
from pnp.imposition import Paper, SheetOptions, has_ruler
from pnp.kinds import KINDS, InventoryLine, LeftOut, NetKind, inventory
from pnp.kinds.sections import CARD, Section
from pnp.pieces import Pieces
from pnp.project.dress import cover_picture, dress_of
from pnp.project.editions import Edition
from pnp.project.files import Content
from pnp.project.kit_pages import Leaves, leaves, page_text
from pnp.project.sheet_pictures import outlined, sheet_picture, stapled
from pnp.render import ScratchFile, write_pdf
from pnp.scene import Picture

# So many kinds of pieces leave room for the steps on their page.
_FEW_PARTS = 3

# The kind of piece that may be a poster in a file of its own.
_BOARD = "board"

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
    net = _template(templates, "net")
    # The same step for each kind of net, in its own words.
    steps = "".join(
        net.text.replace("KIND", each.key) for each in KINDS if isinstance(each, NetKind)
    )
    return KitTemplates(
        _template(templates, "contents"),
        {"cutting": _template(templates, "cutting"), "nets": Source(net.name, steps)},
    )


def _template(templates: Templates, name: str) -> Source:
    path = templates.find("kit", name, ".md")
    if path is None:
        raise UnusableInput(f"there is no templates/kit/{name}.md")
    return read_source(path)


class Kit(NamedTuple):
    """The parts of a kit on one paper: sections, posters in files beside it, and perhaps the rulebook.

    `booklet` is the name of the booklet's file, if the build makes one. Pieces `left_out` are on no sheet.
    """

    pieces: Pieces
    paper: Paper
    options: SheetOptions
    sections: Sequence[Section]
    posters: Sequence[Section]
    rules: Edition | None
    booklet: str = ""
    left_out: Sequence[LeftOut] = ()

    @property
    def lines(self) -> list[InventoryLine]:
        """The kinds of pieces that the kit has, or a file beside it."""
        beside = self.beside
        return [
            line
            for line in inventory(self.pieces)
            if self._is_inside(line) or (line.section, line.name) in beside
        ]

    def _is_inside(self, line: InventoryLine) -> bool:
        """Whether sheets of the kit have all or some of the pieces."""
        sheets = [section for section in self.sections if section.key == line.place]
        own = {name for section in sheets for name, _ in section.spans}
        if own and line.name not in own:
            return False
        gone = {name for each in self.left_out if each.kind == line.section for name in each.ids}
        return bool(sheets) and not gone.issuperset(line.ids or (line.name,))

    @property
    def beside(self) -> dict[tuple[str, str], tuple[str, int]]:
        """The file and the number of sheets of each board that is a poster alone."""
        inside = {(each.key, name) for each in self.sections for name, _ in each.spans}
        return {
            (_BOARD, name): (f"{section.stem}.pdf", sheets)
            for section in self.posters
            for name, sheets in section.spans
            if (_BOARD, name) not in inside
        }


class _Arranged(NamedTuple):
    """The pages of a kit: its front, the sheets, and where the rules are."""

    front: Edition
    sheets: tuple[Leaves, ...]
    rules_at: int


def _arranged(kit: Kit, templates: KitTemplates, before: int, rules: int) -> _Arranged:
    """The kit with so many pages before the sheets and so many of rules."""
    paper = kit.paper
    sheets = leaves(kit.sections, before + 1)
    rules_at = sheets[-1].numbers.stop if sheets else before + 1
    pages = _pages(kit, sheets, range(rules_at, rules_at + rules))
    front = Edition(_front(kit, pages, templates), paper.width, paper.height)
    return _Arranged(front, sheets, rules_at)


def kit_values(kit: Kit, templates: KitTemplates) -> object:
    """All that a kit is made from.

    The numbers of pages follow from the rest, so the first guess of them will do.
    """
    rules = kit.rules
    made = _arranged(kit, templates, 2 + _contents_pages(kit), int(rules is not None))
    words = kit.pieces.definition.language
    sections = [(each.section.document, each.numbers, each.section.name) for each in made.sheets]
    return made.front.values, sections, rules and rules.values, words, _about(kit)


def make_kit(kit: Kit, templates: KitTemplates) -> Content:
    """The kit as a PDF file: cover, contents, sheets with backs, those without, rulebook."""
    words, rules = kit.pieces.definition.language, kit.rules
    # A cover, the contents and the steps. If that is too little, the sheets begin later.
    before = 2 + _contents_pages(kit)
    rule_pages = 0 if rules is None else rules.typeset.pages
    made = _arranged(kit, templates, before, rule_pages)
    while made.front.typeset.pages > before:
        before = made.front.typeset.pages
        made = _arranged(kit, templates, before, rule_pages)
    front, sheets = made.front.typeset, made.sheets
    parts = [KitPart(words("contents"), front.pdf())]
    own = [at for at, each in enumerate(sheets) if not each.section.shares]
    files = [ScratchFile(partial(write_pdf, sheets[at].document)) for at in own]
    for first, end, file in zip(own, [*own[1:], len(sheets)], files, strict=True):
        kinds = dict.fromkeys(each.section.name for each in sheets[first:end])
        names = [words(f"name-{kind}") for kind in kinds]
        parts.append(KitPart(capitalised(words.listed(names)), file.path))
    if rules is not None:
        parts.append(KitPart(words("rules"), rules.typeset.pdf(first=made.rules_at)))
    data = ScratchFile(partial(bound, parts, _about(kit)))
    number = sum(section.pieces for section in kit.sections)
    return Content(data, page_count(data.path), number)


def _about(kit: Kit) -> KitFile:
    definition = kit.pieces.definition
    words = definition.language
    return KitFile(
        words("kit-title", title=definition.title),
        definition.credit.designer,
        words("kit-subject", paper=kit.paper.title),
        words.tag,
    )


def _contents_pages(kit: Kit) -> int:
    """The pages that the contents fill: none for few kinds of pieces, whose page has the steps too."""
    return int(len(kit.lines) + (kit.rules is not None) > _FEW_PARTS)


def _pages(kit: Kit, sheets: Sequence[Leaves], rules: Sequence[int]) -> dict[str, Sequence[int]]:
    """The fronts of each section and of each kind of piece, those with backs, and the pages of the rulebook."""
    backed = {number for each in sheets for front in each.backed for number in (front, front + 1)}
    every = {number for each in sheets for number in each.numbers}
    found: dict[str, Sequence[int]] = {_BACKED: sorted(backed), _SINGLE: sorted(every - backed)}
    for each in sheets:
        for key in {each.section.name, each.section.key}:
            found[key] = sorted({*found.get(key, ()), *each.fronts})
    for line in kit.lines:
        if line.ids:
            having = (each.having(line.ids) for each in sheets if each.section.key == line.place)
            found[_key(line)] = [*chain.from_iterable(having)]
    for each in sheets:
        found.update({f"{each.section.name} {name}": on for name, on in each.of_pieces()})
    return {**found, "rules": rules} if rules else found


# The names of the fronts with their backs, and of all other sheets, among the pages.
_BACKED, _SINGLE = "backed", "single"


def _key(line: InventoryLine) -> str:
    """The name of a kind of piece, which other sections may have too."""
    return f"{line.place} {line.name}"


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
            return Parts(tuple(self._parts()), _contents_pages(self._kit))
        kind, _, name = target.partition(":")
        every = (*self._kit.sections, *self._kit.posters)
        sections = {section.name: section for section in reversed(every)}
        if kind == "sheet" and name in sections:
            return sheet_picture(sections[name].pages[0])
        known = ["inventory", *(f"sheet:{name}" for name in sections)]
        if self._kit.rules is not None:
            if target == "rules":
                return stapled(self._cover(), self._kit.pieces.definition.language("rulebook"))
            known.append("rules")
        raise ValueError(f'a kit has no figure "{target}"{did_you_mean(target, known)}')

    def _parts(self) -> Iterator[Part]:
        pages, words = self._pages, self._kit.pieces.definition.language
        beside = self._kit.beside
        for line in sorted(self._kit.lines, key=self._first_page):
            if found := beside.get((line.section, line.name)):
                file, sheets = found
                yield line.part(words, words.counted("sheets-in-file", sheets, file=file))
            else:
                on = pages.get(_key(line)) or pages[line.place]
                yield line.part(words, _page_words(on, words))
        if "rules" in pages:
            note = _page_words(pages["rules"], words)
            title = words("rulebook")
            yield Part(outlined(self._cover(), title), "1", title, capitalised(note))

    def _first_page(self, line: InventoryLine) -> float:
        """Where a kind begins; a poster in a file of its own comes last."""
        if (line.section, line.name) in self._kit.beside:
            return math.inf
        return (self._pages.get(_key(line)) or self._pages[line.place])[0]

    def _cover(self) -> Picture:
        paper = self._kit.paper
        return cover_picture(self._kit.pieces, paper.height / 2, paper.width)


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
        "fonts": "; ".join(kit.pieces.supplies.font_credits),
        "players": _players(kit.pieces),
        "version": pnp.__version__,
        "several": _contents_pages(kit) > 0,
        "ours": _is_ours(definition),
        "pens": kit.pieces.theme.key,
        "key": _key_to_letters(kit),
        # A rulebook has its own notes.
        "choices": bool(definition.notes) and kit.rules is None,
        "notes": [{"note": note} for note in definition.notes],
        **_printing(kit, pages),
        **_cutting(kit, pages),
    }


def _key_to_letters(kit: Kit) -> str:
    """The key to the letters of colours on all pieces; lines end behind a whole entry and its dot."""
    letters = {
        letter for section in kit.sections for sheets in section.sheets for letter in sheets.letters
    }
    key = colouring_key(kit.pieces.definition, kit.pieces.theme, letters)
    return unbroken(key).replace(unbroken("· "), "· ")


def _players(pieces: Pieces) -> str:
    least, most = pieces.definition.players.min, pieces.tileset.players
    words = pieces.definition.language
    if not pieces.definition.players.stated:
        return ""
    players = words.counted("players", most)
    return words("from-to", first=least, last=players) if least < most else players


def _printing(kit: Kit, pages: _Pages) -> dict[str, object]:
    words = kit.pieces.definition.language
    folded = [each.key for each in kit.sections if any(sheets.folded for sheets in each.sheets)]
    card = [each.key for each in kit.sections if each.stock == CARD]

    fronts = {page for each in kit.sections for page in pages[each.key]}

    def of(names: Sequence[str]) -> dict[str, object] | None:
        together = sorted({page for name in names for page in pages[name]})
        others = fronts.difference(together)
        return {"pages": _page_words(together, words, others)} if together else None

    backed = of([_BACKED])
    first = {each.key: each for each in reversed(kit.sections)}
    without = {key: _without_ruler(kit, key, pages[key]) for key in first}
    return {
        "ruled": any(len(without[name]) < len(pages[name]) for name in without),
        "unruled": [
            {
                "pages": _page_words(on, words, fronts.difference(on)),
                # On one line.
                "size": unbroken(each.sheets[0].first_size),
            }
            for key, each in first.items()
            if each.sheets and (on := without[key])
        ],
        "double": backed and {**backed, "edge": words(kit.options.duplex)},
        "single": of([_SINGLE]),
        "folded": of(folded),
        "card": of(card),
    }


def _without_ruler(kit: Kit, key: str, fronts: Sequence[int]) -> list[int]:
    """The fronts of sections with this key that have no room for a ruler."""
    pages = (page for each in kit.sections if each.key == key for page in each.fronts)
    both = zip(fronts, pages, strict=True)
    return [number for number, page in both if not has_ruler(page)]


def _cutting(kit: Kit, pages: _Pages) -> dict[str, object]:
    """The values for how to cut and assemble each kind, and the same as steps in the order of pages."""
    words = kit.pieces.definition.language
    steps: dict[str, dict[str, object]] = {}
    for kind in KINDS:
        own = [section for section in kit.sections if section.name == kind.key]
        steps[kind.key] = kind.step(kit.pieces, own, kit.options) if own else {}
    if kit.booklet:
        steps["rules"] = {"booklet": kit.booklet}
    posters = [
        {
            "file": f"{each.stem}.pdf",
            "plan": capitalised(words(f"name-{each.name}")),
            "double": {"edge": words(kit.options.duplex)} if each.backed else None,
        }
        for each in kit.posters
    ]
    found: dict[str, object] = {
        name: {
            "pages": _page_words(pages[name], words),
            "first": capitalised(_page_words(pages[name][:1], words)),
            **values,
        }
        for name, values in steps.items()
        if name in pages
    }
    # A poster has no pages here: its step follows that of the same board on one sheet.
    order = sorted(found, key=lambda name: pages[name][0])
    order.insert(order.index(_BOARD) + 1 if _BOARD in found else len(order), "posters")
    none = dict.fromkeys([*steps, "posters", "rules"])
    every = {**none, **found, "posters": posters}
    return {**every, "steps": [{**none, name: every[name]} for name in order]}


def _page_words(pages: Sequence[int], words: Language, others: Collection[int] = ()) -> str:
    # A line ends between two runs of pages, and never within one.
    runs = page_text(pages, words, others)
    first, blank, rest = words.counted("pages", len(pages), pages=runs).partition(" ")
    return first + unbroken(blank) + rest
