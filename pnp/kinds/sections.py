"""Sections: the sheets of one kind of piece on one paper, as a document."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import DoesNotFit, Finding, Severity
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition, Language
from pnp.imposition import Job, Paper, SheetOptions
from pnp.pieces import Copies, Pieces, Trim
from pnp.render import ScratchFile, write_pdf
from pnp.scene import Document, Page, TurningEdge
from pnp.scene.geometry import Box
from pnp.sets.tileset import LIMIT

if TYPE_CHECKING:
    from pnp.imposition import Sheets

# The files that a build makes.
FILES = {
    "tiles": "a picture of each tile (SVG)",
    "sheets": "the sheets as pictures (SVG)",
    "pdf": "the sheets to print (PDF)",
    "rules": "the rulebook, page by page and as a booklet (PDF)",
    "kit": "everything to print in one file, with contents and steps (PDF)",
}

# What to print a section on.
CARD, PLAIN = "card", "paper"


class LeftOut(NamedTuple):
    """Pieces of a kind that the sheets of a paper have no room for, and the reason.

    `pieces` is the number of them that no other page has, `ids` are those of pieces or the names of boards.
    """

    kind: str
    paper: Paper
    pieces: int
    ids: frozenset[str]
    error: DoesNotFit

    @property
    def finding(self) -> Finding:
        """The reason as a warning: everything else is printed."""
        return self.error.as_findings()[0]._replace(severity=Severity.WARNING)


def sheets_with_room(
    kind: str, job: Job, layout: str, paper: Paper, options: SheetOptions, theme: Theme
) -> tuple[Sheets, tuple[LeftOut, ...]]:
    """The sheets of the pieces that the paper has room for, and the others, those of a trim together.

    Raises DoesNotFit if it has room for none.
    """
    from pnp.imposition import make_sheets, plan

    try:
        return make_sheets(job, layout, paper, options, theme), ()
    except DoesNotFit as error:
        refused = error
    by_trim: dict[Trim, list[Copies]] = {}
    for each in job.pieces:
        by_trim.setdefault(each[0].trim, []).append(each)
    kept, left_out = [], []
    for alike in by_trim.values():
        try:
            plan(replace(job, pieces=alike[:1]), layout, paper, options)
            kept += alike
        except DoesNotFit as error:
            number = sum(copies for _, copies in alike)
            ids = frozenset(cutout.id for cutout, _ in alike)
            left_out.append(LeftOut(kind, paper, number, ids, error))
    if not (kept and left_out):
        raise refused
    sheets = make_sheets(replace(job, pieces=kept), layout, paper, options, theme)
    return sheets, tuple(left_out)


def section_key(name: str, group: str) -> str:
    """The key of a section among those of a kit: its name, and that of its group of tiles."""
    return f"{name} {group}" if group else name


class BuildOptions(NamedTuple):
    """Which files to make, of which kinds of pieces, on which papers; without `pieces` of all kinds.

    pnp chooses the layout `auto`. Each layout of `layouts` makes sheets of tiles; cards and tokens have
    the first. `group` replaces the set's own grouping. With
    `copies` a file repeats pages that are all alike; without, it has one, to print several times. `force` lets files take
    the place of those that pnp has not made.
    """

    papers: Sequence[Paper] = ()
    layouts: Sequence[str] = ("auto",)
    kinds: Collection[str] = frozenset(FILES)
    pieces: Collection[str] | None = None
    sheets: SheetOptions = SheetOptions()
    theme: Theme = STANDARD
    group: str | None = None
    players: int | None = None
    labels: bool = True
    copies: bool = False
    limit: int = LIMIT
    force: bool = False

    @property
    def spaced_layout(self) -> str:
        """The layout of pieces whose colours bleed: lines across a sheet leave no gap for that."""
        layout = self.layouts[0]
        if layout != "auto":
            return layout
        return "straight" if self.sheets.cuts == "lines" else "spaced"

    def wants(self, kind: str) -> bool:
        """Whether the files have pieces of that kind."""
        return self.pieces is None or kind in self.pieces


@frozen
class Section:
    """The sheets of one kind of piece on one paper.

    `group` is the name of its group of tiles, if there are several. `stem` begins the names of its
    files, `stock` is what to print it on. The kit binds `bound` sections. `spans` has the names and the numbers of sheets of pieces with sheets of their own. Boards have no
    `sheets`, since they are not laid out. The only sheet of a section that `shares` is the last one
    of the section before it. `words` are those of the set's language.
    """

    name: str
    title: str
    stem: str
    paper: Paper
    document: Document
    pieces: int
    stock: str
    words: Language
    bound: bool = True
    spans: tuple[tuple[str, int], ...] = ()
    sheets: tuple[Sheets, ...] = ()
    shares: bool = False
    group: str = ""

    @property
    def key(self) -> str:
        """Its name, with that of its group of tiles: no other section of a kit has it."""
        return section_key(self.name, self.group)

    @property
    def pages(self) -> tuple[Page, ...]:
        return self.document.pages

    @property
    def backs(self) -> tuple[bool, ...]:
        """Whether each page has the backs of the page before it."""
        return (False, *(page.front for page in self.pages[:-1]))

    @property
    def fronts(self) -> tuple[Page, ...]:
        """The pages that are no backs: one for each sheet of paper."""
        both = zip(self.pages, self.backs, strict=True)
        return tuple(page for page, is_back in both if not is_back)

    @property
    def backed(self) -> bool:
        """Whether backs come after some of its pages."""
        return any(self.backs)

    @cached_property
    def pdf(self) -> ScratchFile:
        """The sheets as a PDF file."""
        return ScratchFile(partial(write_pdf, self.document))


def file_stem(definition: Definition, what: str, paper: Paper, *parts: str) -> str:
    """The name of a file without its ending."""
    return "-".join(part for part in (definition.game, what, paper.name, *parts) if part)


def fits(box: Box, room: Box) -> bool:
    """Whether a box fits upright or turned; a hundredth of a millimetre is rounding."""
    ours, theirs = sorted((box.width, box.height)), sorted((room.width, room.height))
    return all(one <= other + 0.01 for one, other in zip(ours, theirs, strict=True))


def section_of_sheets(
    pieces: Pieces,
    name: str,
    sheets: Sheets,
    options: BuildOptions,
    *,
    layout: str = "",
    group: str = "",
) -> Section:
    """The section of one job; its names show a `layout`, if users choose among layouts."""
    paper, pages = sheets.paper, sheets.pages
    number = sum(copies for _, copies in sheets.job.pieces)
    section = section_of_pages(pieces, name, paper, pages, number, layout=layout, group=group)
    document = replace(section.document, duplex=turning_edge(options.sheets, backed=sheets.backed))
    return replace(section, document=document, sheets=(sheets,))


def turning_edge(options: SheetOptions, *, backed: bool) -> TurningEdge:
    """The edge over which a printer turns the sheets, if they have backs."""
    match options.duplex:
        case "long-edge" | "short-edge" as edge if backed:
            return edge
        case _:
            return ""


def section_of_pages(
    pieces: Pieces,
    name: str,
    paper: Paper,
    pages: tuple[Page, ...],
    number: int,
    *,
    layout: str = "",
    group: str = "",
) -> Section:
    """The section of so many pieces on these pages."""
    definition = pieces.definition
    words = definition.language
    what = words(f"name-{name}")
    values = {"what": what, "paper": paper.title}
    document = Document(
        f"{definition.title}: {what}",
        definition.credit.designer,
        words("layout-subject", layout=words(f"layout-{layout}"), **values)
        if layout
        else words("sheets-subject", **values),
        pages,
        language=words.tag,
        tagged=True,
    )
    stem = file_stem(
        definition, f"{name}-{group}" if group else name, paper, layout, pieces.theme.in_names
    )
    title = name.replace("-", " ").capitalize()
    title = f"{title}, {group}" if group else title
    return Section(name, title, stem, paper, document, number, CARD, words, group=group)
