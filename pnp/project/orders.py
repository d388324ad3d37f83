"""Orders: what a build is to make."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from pnp.colour.theme import STANDARD, Theme
from pnp.imposition import Paper, Ticket
from pnp.project.sections import PIECES
from pnp.sets.tileset import LIMIT

KINDS = {
    "tiles": "a picture of each tile (SVG)",
    "sheets": "the sheets as pictures (SVG)",
    "pdf": "the sheets to print (PDF)",
    "rules": "the rulebook, page by page and as a booklet (PDF)",
    "kit": "all to print in one file, with contents and steps (PDF)",
}


class Order(NamedTuple):
    """What a build is to make.

    Of several layouts, which are for tiles, cards and tokens take the first.
    """

    papers: Sequence[Paper]
    layouts: Sequence[str]  # "auto" stands for the one that `choose_layout` chooses
    kinds: frozenset[str] = frozenset(KINDS)
    players: int | None = None
    labels: bool = True
    limit: int = LIMIT
    ticket: Ticket = Ticket()
    group: str | None = None
    theme: Theme = STANDARD
    pieces: Collection[str] = PIECES
