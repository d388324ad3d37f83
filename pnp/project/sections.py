"""Sections: the sheets of a game, kind by kind, for one paper."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from pnp.basics.units import plain_length
from pnp.basics.words import counted
from pnp.colour.theme import STANDARD, Theme
from pnp.imposition import (
    NO_BLEED,
    Atelier,
    Bleed,
    Job,
    Paper,
    Sheets,
    Ticket,
    board_page,
    choose_layout,
    make_sheets,
    poster_pages,
)
from pnp.project.workshop import Workshop
from pnp.scene import Page
from pnp.scene.geometry import Box

PIECES = ("tiles", "cards", "board", "tokens", "pads")

CARD = "card"
PLAIN = "paper"

# A form for A4 may be printed on A5 or on a photograph's paper, as a copier would reduce it; in
# smaller fields than that nobody can write.
SMALLEST_FORM = 0.6

# Out of a token bleeds as much as fits between two, and no less than a cut is off.
TOKEN_BLEED = Bleed("shared", 1.5)


class Section(NamedTuple):
    """The sheets of one kind of piece.

    `stock` is what to print them on. A section for which there is a smaller one in the kit is not
    `bound` into it. `spans` has the names of pieces that have pages of their own, and how many.
    `runs` are the sheets that have been laid out; boards have none.
    """

    name: str
    title: str
    pages: tuple[Page, ...]
    pieces: int
    stock: str
    bound: bool = True
    spans: tuple[tuple[str, int], ...] = ()
    runs: tuple[Sheets, ...] = ()

    @property
    def backed(self) -> bool:
        """Whether each of its sheets is followed by the sheet's backs."""
        return any(run.backed for run in self.runs)


def tiles_section(
    atelier: Atelier, layout: str, paper: Paper, ticket: Ticket, theme: Theme = STANDARD
) -> Section:
    """The sheets of tiles in a layout, which may be `auto`; raises DoesNotFit."""
    tileset = atelier.tileset
    told = f"{counted(tileset.printed, 'tile')} of {plain_length(tileset.definition.size)}"
    job = Job(tileset.definition, "tiles", told, atelier.cutouts(), by_group=atelier.by_group)
    why = ""
    if layout == "auto":
        layout, why = choose_layout(job, paper, ticket, theme)
    sheets = replace(make_sheets(job, layout, paper, ticket, theme), why=why)
    return Section("tiles", "Tiles", sheets.pages, tileset.printed, CARD, runs=(sheets,))


def sections(
    workshop: Workshop,
    paper: Paper,
    *,
    layout: str = "auto",
    ticket: Ticket = Ticket(),  # noqa: B008 it is frozen
    theme: Theme = STANDARD,
    kinds: Collection[str] = PIECES,
) -> Iterator[Section]:
    """Cards, boards, tokens and pads, in this order, if they are among the kinds of pieces asked for.

    Raises DoesNotFit and InvalidDefinition.
    """
    parts, definition = workshop.components, workshop.definition
    if parts.decks and "cards" in kinds:
        cards = [card for deck in parts.decks for card in workshop.cards(deck)]
        # Rectangles that share their edges are cut straight in any layout but the spaced one.
        chosen = "spaced" if layout == "spaced" else "straight"
        job = Job(definition, "cards", "cards", cards, tight=True)
        sheets = make_sheets(job, chosen, paper, ticket, theme)
        number = sum(deck.printed for deck in parts.decks)
        yield Section("cards", "Cards", sheets.pages, number, CARD, runs=(sheets,))
    boards = [board for board in parts.boards if board.definition.printed]
    if boards and "board" in kinds:
        pages = tuple(board_page(definition, board, paper, theme=theme) for board in boards)
        yield Section("board", "Board", pages, len(boards), CARD)
    posters = [board for board in boards if board.definition.poster]
    if posters and "board" in kinds:
        pages = tuple(
            page
            for board in posters
            for page in poster_pages(definition, board, paper, theme=theme)
        )
        yield Section("board-poster", "Board poster", pages, len(posters), PLAIN, bound=False)
    if parts.tokens and "tokens" in kinds:
        tokens = [token for kind in parts.tokens for token in workshop.tokens(kind)]
        job = Job(definition, "tokens", "tokens", tokens, bleed=TOKEN_BLEED)
        # What bleeds out of tokens wants a gap between them, which lines across would not leave.
        usual = "straight" if ticket.cuts == "lines" else "spaced"
        sheets = make_sheets(job, usual if layout == "auto" else layout, paper, ticket, theme)
        if ticket.cuts == "lines" and not sheets.straight:
            sheets = replace(sheets, why="round pieces are cut out one by one")
        number = sum(each.printed for each in parts.tokens)
        yield Section("tokens", "Tokens", sheets.pages, number, CARD, runs=(sheets,))
    if parts.pads and "pads" in kinds:
        yield _pads(workshop, paper, ticket, theme)


def _reduction(form: Box, room: Box) -> float:
    """How many times as large a form has to be to fit; 1 where it fits, or would become too small."""
    upright = min(room.width / form.width, room.height / form.height)
    turned = min(room.width / form.height, room.height / form.width)
    scale = max(upright, turned)
    return scale if SMALLEST_FORM <= scale < 1 else 1.0


def _pads(workshop: Workshop, paper: Paper, ticket: Ticket, theme: Theme) -> Section:
    """Forms to write on: they have no backs, and nothing bleeds out of them."""
    plain = replace(ticket, duplex="none", bleed=NO_BLEED)
    runs = []
    for pad in workshop.components.pads:
        scale = _reduction(workshop.pad(pad)[0].box, paper.content)
        form, number = workshop.pad(pad, scale=scale)
        job = Job(workshop.definition, f"pad {form.id}", f"pad {form.id}", [(form, number)])
        runs.append((form.id, number, make_sheets(job, "straight", paper, plain, theme)))
    return Section(
        "pads",
        "Pads",
        tuple(page for _, _, sheets in runs for page in sheets.pages),
        sum(number for _, number, _ in runs),
        PLAIN,
        spans=tuple((name, len(sheets.pages)) for name, _, sheets in runs),
        runs=tuple(sheets for _, _, sheets in runs),
    )
