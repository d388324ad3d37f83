"""Documents before they are typeset: a book of blocks, and the parts of a kit."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pnp.documents.blocks import Block
from pnp.scene import Picture, TurningEdge


class Inks(NamedTuple):
    """The inks of a document as #RRGGBB; `on_accent` is for numbers over the accent."""

    text: str = "#1F1B16"
    quiet: str = "#5A5142"
    # Emphasis is a warm brown, as dark in grey as the text.
    emphasis: str = "#84400F"
    rule: str = "#CFC5B2"
    tint: str = "#F4EEDF"
    accent: str = "#84400F"
    on_accent: str = "#FFFFFF"


class Dress(NamedTuple):
    """The look of a game on the pages of a document: inks, cover, lettered title and running head.

    The cover has the size of a page; the head lies at the top edge of every other page. A strip lies
    below the text of the last page, and a `scene` whole on it, for which it may be too low.
    """

    inks: Inks = Inks()
    cover: Picture | None = None
    title: Picture | None = None
    head: Picture | None = None
    strip: Picture | None = None
    scene: Picture | None = None


class Book(NamedTuple):
    """The blocks of a document and its metadata.

    `footer` is the running foot. `language` is a tag such as `en`. `numbered` sections have numbers.
    Pages count from `first`. A `bound` book becomes a booklet: its numbers are away from the fold,
    and `fillers` make its pages a multiple of four; without any these are lines below `notes`.
    """

    title: str
    author: str
    subject: str
    blocks: tuple[Block, ...]
    language: str = "en"
    footer: str = ""
    dress: Dress = Dress()
    numbered: bool = False
    first: int = 1
    bound: bool = False
    fillers: tuple[Picture, ...] = ()
    notes: str = ""


class KitPart(NamedTuple):
    """A PDF file that becomes a part of a kit, or its bytes, with its bookmark.

    So many `blank` pages follow it.
    """

    title: str
    pdf: bytes | Path
    blank: int = 0


class KitFile(NamedTuple):
    """The metadata of a kit.

    `duplex` is the edge over which a printer turns the paper, if it prints on both sides.
    """

    title: str
    author: str
    subject: str
    language: str = "en"
    duplex: TurningEdge = ""
