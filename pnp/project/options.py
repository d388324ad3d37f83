"""The options of a build: which files to make, of which pieces, and how."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from pnp.colour.theme import STANDARD, Theme
from pnp.imposition import Paper, SheetOptions
from pnp.sets.tileset import LIMIT

KINDS = {
    "tiles": "a picture of each tile (SVG)",
    "sheets": "the sheets as pictures (SVG)",
    "pdf": "the sheets to print (PDF)",
    "rules": "the rulebook, page by page and as a booklet (PDF)",
    "kit": "everything to print in one file, with contents and steps (PDF)",
}

PIECES = ("tiles", "cards", "board", "tokens", "pads", "frames", "boxes", "dividers", "standees")


class BuildOptions(NamedTuple):
    """Which files to make, of which kinds of pieces, on which papers.

    `auto` as a layout stands for the choice of `choose_layout`. Each layout of `layouts` makes
    sheets of tiles; cards and tokens have the first. `group` replaces the set's own grouping. With
    `copies` a file repeats pages that are all alike; without, it has one, to print several times.
    """

    papers: Sequence[Paper] = ()
    layouts: Sequence[str] = ("auto",)
    kinds: Collection[str] = frozenset(KINDS)
    pieces: Collection[str] = PIECES
    sheets: SheetOptions = SheetOptions()
    theme: Theme = STANDARD
    group: str | None = None
    players: int | None = None
    labels: bool = True
    copies: bool = False
    limit: int = LIMIT
