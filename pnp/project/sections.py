"""Sections: the sheets of one kind of piece on one paper, as a document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal

from pnp.basics.errors import DoesNotFit
from pnp.boxes import boxed
from pnp.colour.measures import contrast
from pnp.colour.theme import PAPER, Theme
from pnp.definition import Definition, Language
from pnp.imposition import (
    NO_BLEED,
    Bleed,
    Job,
    Paper,
    SheetOptions,
    Sheets,
    board_page,
    choose_layout,
    make_sheets,
    plan,
    poster_pages,
)
from pnp.pieces import Copies, Cutout, Pieces, Pose
from pnp.project.files import ScratchFile
from pnp.project.options import BuildOptions
from pnp.project.too_large import NET_BLEED, too_large
from pnp.render import write_pdf
from pnp.scene import Document, Page, Shape, TurningEdge
from pnp.scene.geometry import ORIGIN, Box
from pnp.sets.tileset import Tileset

CARD = "card"
PLAIN = "paper"

# A form for A4 may be printed on A5 or on photo paper, reduced as by a copier; nobody can write in
# fields that are smaller still.
SMALLEST_FORM = 0.6
# A form alone on its page grows to the next size of paper.
LARGEST_FORM = 1.42

# The bleed of tokens: as much as fits between two, and no less than the error of a cut.
TOKEN_BLEED = Bleed("shared", 1.5)

# The kinds of nets, with the piece of each.
NETS: dict[str, Literal["frame part", "box", "strip", "standee"]] = {
    "frames": "frame part",
    "boxes": "box",
    "dividers": "strip",
    "standees": "standee",
}

# The bleed of cards with an ink up to their edges: what nine of them leave of a sheet with numbers.
CARD_BLEED = Bleed("shared", 0.7)
# A ground with less contrast to paper shows no error of a cut.
_PALE = 1.1


def section_key(name: str, group: str) -> str:
    """The key of a section among those of a kit: its name, and that of its group of tiles."""
    return f"{name} {group}" if group else name


@dataclass(frozen=True)
class Section:
    """The sheets of one kind of piece on one paper.

    `group` is the name of its group of tiles, if there are several. `stem` begins the names of its
    files, `stock` is what to print it on. The kit binds `bound` sections. `spans` has the names and page counts of pieces with pages of their own. Boards have no
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
    def backed(self) -> bool:
        """Whether its backs come after each of its sheets."""
        return any(sheets.backed for sheets in self.sheets)

    @cached_property
    def pdf(self) -> ScratchFile:
        """The sheets as a PDF file."""
        return ScratchFile(partial(write_pdf, self.document))


def file_stem(definition: Definition, what: str, paper: Paper, *parts: str) -> str:
    """The name of a file without its ending."""
    return "-".join(part for part in (definition.game, what, paper.name, *parts) if part)


def sections(pieces: Pieces, paper: Paper, options: BuildOptions) -> Iterator[Section]:
    """Tiles in each layout, then cards, boards, tokens, pads, frames, boxes, dividers and standees.

    Raises DoesNotFit if a piece is larger than the paper, and InvalidDefinition.
    """
    kinds, parts = options.pieces, pieces.components
    if pieces.tileset.printed and "tiles" in kinds:
        in_layouts: dict[str, Section] = {}
        for layout in options.layouts:
            for tileset in pieces.tileset.by_group:
                section = tiles_section(pieces, tileset, paper, layout, options)
                in_layouts.setdefault(section.stem, section)
        yield from in_layouts.values()
    if parts.decks and "cards" in kinds:
        yield _cards(pieces, paper, options)
    if "board" in kinds:
        yield from _boards(pieces, paper)
    if parts.tokens and "tokens" in kinds:
        yield _tokens(pieces, paper, options)
    if parts.pads and "pads" in kinds:
        yield _pads(pieces, paper, options)
    for kind in ("frames", "boxes", "dividers", "standees"):
        if kind in kinds and (nets := nets_of_kind(pieces, kind)):
            yield _nets(pieces, kind, nets, paper, options)


def tiles_section(
    pieces: Pieces, tileset: Tileset, paper: Paper, layout: str, options: BuildOptions
) -> Section:
    """The sheets of a group of tiles in a layout, which may be `auto`; raises DoesNotFit."""
    words, group = pieces.definition.language, tileset.group
    rows = options.group or group.rows
    number, size = words.counted("tile", tileset.printed), words.length(*group.lengths)
    job = Job(
        pieces.definition,
        f"tiles {group.name}" if group.name else "tiles",
        words("tiles-of-size", tiles=number, size=size),
        pieces.tiles.cutouts(tileset.pieces, rows),
        by_group=rows != "none",
        title=words("name-tiles"),
        look=pieces.look,
    )
    reason = ""
    if layout == "auto":
        layout, reason = choose_layout(job, paper, options.sheets)
    made = make_sheets(job, layout, paper, options.sheets, pieces.theme)
    sheets = replace(made, reason=reason)
    return _of_sheets(
        pieces, "Tiles", tileset.printed, sheets, options, layout=layout, group=group.name
    )


def _cards(pieces: Pieces, paper: Paper, options: BuildOptions) -> Section:
    decks = pieces.components.decks
    cards = [card for deck in decks for card in pieces.cards(deck)]
    # Any layout but the spaced one cuts rectangles along lines right across the sheet.
    layout = "spaced" if options.layouts[0] == "spaced" else "straight"
    words, number = pieces.definition.language, sum(deck.printed for deck in decks)
    title, summary = words("name-cards"), words.counted("card", number)
    job = Job(pieces.definition, "cards", summary, cards, tight=True, title=title, look=pieces.look)
    sheets = make_sheets(job, layout, paper, options.sheets, pieces.theme)
    if options.sheets.bleed is None and any(_reaches_its_edge(card) for card, _ in cards):
        sheets = _with_bleed(sheets, pieces.theme)
    return _of_sheets(pieces, "Cards", number, sheets, options)


def _reaches_its_edge(card: Cutout) -> bool:
    """Whether the front of a card has a picture or an ink up to its edges."""
    bleed = card.front.bleed_at(Pose(ORIGIN, 0.0), CARD_BLEED.size)
    ground, *pictures = bleed.drawing.items if bleed else (None,)
    is_inked = isinstance(ground, Shape) and contrast(ground.fill or PAPER, PAPER) > _PALE
    return is_inked or bool(pictures)


def _with_bleed(plain: Sheets, theme: Theme) -> Sheets:
    """The sheets with bleed round the cards, if that costs no sheet, no number and no header."""
    job = replace(plain.job, bleed=CARD_BLEED)
    try:
        bled = make_sheets(job, plain.layout, plain.paper, plain.options, theme)
    except DoesNotFit:
        return plain
    as_good = (
        bled.stats.sheets == plain.stats.sheets
        and bled.numbered == plain.numbered
        and bled.lacks_ruler == plain.lacks_ruler
    )
    return bled if as_good else plain


def _boards(pieces: Pieces, paper: Paper) -> Iterator[Section]:
    boards = [board for board in pieces.components.boards if board.definition.printed]
    if boards:
        pages = tuple(board_page(pieces, board, paper) for board in boards)
        yield _section(pieces, "board", "Board", paper, pages, len(boards))
    posters = [board for board in boards if board.definition.poster]
    if posters:
        pages = tuple(page for board in posters for page in poster_pages(pieces, board, paper))
        section = _section(pieces, "board-poster", "Board poster", paper, pages, len(posters))
        yield replace(section, stock=PLAIN, bound=False)


def _tokens(pieces: Pieces, paper: Paper, options: BuildOptions) -> Section:
    kinds, cuts, layout = pieces.components.tokens, options.sheets.cuts, options.layouts[0]
    tokens = [token for kind in kinds for token in pieces.tokens(kind)]
    words, number = pieces.definition.language, sum(kind.printed for kind in kinds)
    title, summary = words("name-tokens"), words.counted("token", number)
    job = Job(
        pieces.definition,
        "tokens",
        summary,
        tokens,
        bleed=TOKEN_BLEED,
        title=title,
        look=pieces.look,
    )
    if layout == "auto":
        # The bleed of tokens needs a gap, which lines across the sheet do not leave.
        layout = "straight" if cuts == "lines" else "spaced"
    sheets = make_sheets(job, layout, paper, options.sheets, pieces.theme)
    if cuts == "lines" and not sheets.straight:
        sheets = replace(sheets, reason="no line across the sheet can cut round pieces")
    return _of_sheets(pieces, "Tokens", number, sheets, options)


def _pads(pieces: Pieces, paper: Paper, options: BuildOptions) -> Section:
    """Forms to write on, without backs and without bleed, on pages to print several times."""
    plain = replace(options.sheets, duplex="none", bleed=NO_BLEED)
    made: dict[str, Sheets] = {}
    number = 0
    for pad in pieces.components.pads:
        form, copies = pieces.pad(pad)
        form, _ = pieces.pad(pad, scale=_scale(form.box, paper.content, copies))
        own = pieces.form(pad).form.own_title(pieces.definition.title) or pad.name
        title = pieces.definition.language("pad-of-title", title=own)
        name, forms = f"pad {pad.name}", [(form, copies)]
        job = Job(pieces.definition, name, title, forms, title=title, coloured=False)
        on_page = plan(job, "straight", paper, plain).stats.per_page
        copies = on_page if pad.wanted is None else copies
        job = replace(job, pieces=[(form, copies)], whole=on_page == 1)
        if copies > on_page and not options.copies:
            master = [(form, on_page)]
            job = replace(job, pieces=master, prints=math.ceil(copies / on_page))
        made[pad.name] = make_sheets(job, "straight", paper, plain, pieces.theme)
        number += copies
    pages = tuple(page for sheets in made.values() for page in sheets.pages)
    return replace(
        _section(pieces, "pads", "Pads", paper, pages, number),
        stock=PLAIN,
        spans=tuple((name, len(sheets.pages)) for name, sheets in made.items()),
        sheets=tuple(made.values()),
    )


def nets_of_kind(pieces: Pieces, kind: str) -> list[Copies]:
    """The parts of frames, the boxes, the strips of dividers, or the standees of a set, with their copies."""
    made, parts = boxed(pieces), pieces.components
    match kind:
        case "frames":
            return [(part, 1) for frame in parts.frames for part in pieces.frames.cutouts(frame)]
        case "boxes":
            return [(made.box(box).cutout, box.copies) for box in parts.boxes]
        case "dividers":
            return [each for divider in parts.dividers for each in made.divider(divider)]
        case _:
            held = (each for standees in parts.standees for each in made.standees(standees))
            return [(each.cut_out(), each.copies) for each in held]


def _nets(
    pieces: Pieces, kind: str, nets: Sequence[Copies], paper: Paper, options: BuildOptions
) -> Section:
    number = sum(copies for _, copies in nets)
    try:
        sheets = net_sheets(pieces, pieces.definition, kind, nets, paper, options.sheets)
    except DoesNotFit as error:
        bleed = NET_BLEED if options.sheets.bleed is None else options.sheets.bleed
        raise too_large(pieces, kind, nets, paper, bleed.reach, error) from None
    return _of_sheets(pieces, kind.capitalize(), number, sheets, options)


def net_sheets(
    pieces: Pieces,
    definition: Definition,
    kind: str,
    nets: Sequence[Copies],
    paper: Paper,
    options: SheetOptions,
) -> Sheets:
    """The sheets of nets to cut out and fold, printed on one side; raises DoesNotFit."""
    words = definition.language
    job = Job(
        definition,
        kind,
        words.counted(NETS[kind], sum(copies for _, copies in nets)),
        nets,
        tight=True,
        bleed=NET_BLEED,
        title=words(f"name-{kind}"),
        # Strips and frames are only cut.
        note="" if kind in ("dividers", "frames") else words("fold-lines"),
        look=pieces.look,
    )
    return make_sheets(job, "spaced", paper, replace(options, duplex="none"), pieces.theme)


def _scale(form: Box, room: Box, copies: int) -> float:
    """The scale at which a form fits, or fills a page without room for a second copy; 1 for all others."""
    ways = ((form.width, form.height), (form.height, form.width))
    scale = max(min(room.width / wide, room.height / high) for wide, high in ways)
    if scale < 1:
        return scale if scale >= SMALLEST_FORM else 1.0
    number = max(int(room.width / wide) * int(room.height / high) for wide, high in ways)
    return min(scale, LARGEST_FORM) if min(number, copies) == 1 else 1.0


def _of_sheets(
    pieces: Pieces,
    title: str,
    number: int,
    sheets: Sheets,
    options: BuildOptions,
    *,
    layout: str = "",
    group: str = "",
) -> Section:
    """The section of one job; its names show a `layout`, if users choose among layouts."""
    parts = (sheets.paper, sheets.pages, number)
    section = _section(pieces, title.lower(), title, *parts, layout=layout, group=group)
    document = replace(section.document, duplex=turning_edge(options.sheets, backed=sheets.backed))
    return replace(section, document=document, sheets=(sheets,))


def turning_edge(options: SheetOptions, *, backed: bool) -> TurningEdge:
    """The edge over which a printer turns the sheets, if they have backs."""
    match options.duplex:
        case "long-edge" | "short-edge" as edge if backed:
            return edge
        case _:
            return ""


def _section(
    pieces: Pieces,
    name: str,
    title: str,
    paper: Paper,
    pages: tuple[Page, ...],
    number: int,
    *,
    layout: str = "",
    group: str = "",
) -> Section:
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
    )
    stem = file_stem(
        definition, f"{name}-{group}" if group else name, paper, layout, pieces.theme.in_names
    )
    title = f"{title}, {group}" if group else title
    return Section(name, title, stem, paper, document, number, CARD, words, group=group)
