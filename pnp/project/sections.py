"""Sections: the sheets of a game, kind by kind, for one paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.errors import DoesNotFit, Place
from pnp.geometry import Box
from pnp.imposition import Cutout, Paper, board_page, per_sheet, piece_pages, poster_pages
from pnp.project.workshop import Workshop
from pnp.scene import Page
from pnp.units import plain_length

CARD = "card"
PLAIN = "paper"


class Section(NamedTuple):
    """The sheets of one kind of piece.

    `stock` is what to print them on. A section for which there is a smaller one in the kit is not
    `bound` into it. `spans` has the names of pieces that have pages of their own, and how many.
    """

    name: str
    title: str
    pages: tuple[Page, ...]
    pieces: int
    stock: str
    bound: bool = True
    spans: tuple[tuple[str, int], ...] = ()


def sections(workshop: Workshop, paper: Paper) -> Iterator[Section]:
    """Cards, boards, tokens and pads, in this order; raises DoesNotFit and InvalidDefinition."""
    parts, definition = workshop.components, workshop.definition
    if parts.decks:
        cards = [card for deck in parts.decks for card in workshop.cards(deck)]
        for deck in parts.decks:
            _check_size(workshop.cards(deck), paper.tight, paper, deck.definition.place)
        pages = piece_pages(definition, "cards", cards, paper, tight=True)
        yield Section("cards", "Cards", pages, sum(deck.printed for deck in parts.decks), CARD)
    boards = [board for board in parts.boards if board.definition.printed]
    if boards:
        pages = tuple(board_page(definition, board, paper) for board in boards)
        yield Section("board", "Board", pages, len(boards), CARD)
    posters = [board for board in boards if board.definition.poster]
    if posters:
        pages = tuple(page for board in posters for page in poster_pages(definition, board, paper))
        yield Section("board-poster", "Board poster", pages, len(posters), PLAIN, bound=False)
    if parts.tokens:
        tokens = [token for kind in parts.tokens for token in workshop.tokens(kind)]
        for kind in parts.tokens:
            _check_size(workshop.tokens(kind), paper.content, paper, kind.definition.place)
        pages = piece_pages(definition, "tokens", tokens, paper)
        yield Section("tokens", "Tokens", pages, sum(each.printed for each in parts.tokens), CARD)
    if parts.pads:
        forms = [workshop.pad(pad) for pad in parts.pads]
        runs = [
            (form.id, piece_pages(definition, f"pad {form.id}", [(form, number)], paper))
            for form, number in forms
        ]
        yield Section(
            "pads",
            "Pads",
            tuple(page for _, pages in runs for page in pages),
            sum(number for _, number in forms),
            PLAIN,
            spans=tuple((name, len(pages)) for name, pages in runs),
        )


def _check_size(
    pieces: tuple[tuple[Cutout, int], ...], box: Box, paper: Paper, place: Place
) -> None:
    """Raises DoesNotFit, with its place, where a piece is larger than the paper's box."""
    for piece, _ in pieces:
        if not per_sheet(piece.width, piece.height, piece.gap, box):
            size = f"{plain_length(piece.width)} x {plain_length(piece.height)}"
            room = f"{plain_length(box.width)} x {plain_length(box.height)}"
            raise DoesNotFit(
                f"{place}: error size: {piece.id} of {size} does not fit: {paper.title} has room for"
                f" {room}"
            )
