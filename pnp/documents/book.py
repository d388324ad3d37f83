"""Documents before they are typeset: a book of blocks, and the parts of a kit."""

from __future__ import annotations

from pathlib import Path

from pnp.basics.classes import NamedTuple
from pnp.documents.blocks import Block
from pnp.scene import Picture


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

    The cover has the size of a page; the head lies at the top edge of every other page. A booklet whose layout has no
    cover has the masthead in place of the title, from edge to edge of the top of its first page.
    """

    inks: Inks = Inks()
    cover: Picture | None = None
    title: Picture | None = None
    masthead: Picture | None = None
    head: Picture | None = None


class Sizes(NamedTuple):
    """The scales of the text and the figures of a document."""

    text: float = 1.0
    figures: float = 1.0


class Book(NamedTuple):
    """The blocks of a document and its metadata.

    `footer` is the running foot. `language` is a tag such as `en`. `numbered` sections have numbers.
    Pages count from `first`, the cover too. A `bound` book becomes a booklet: its numbers are away from the fold,
    and its pages a multiple of four, by a layout with or without its cover; blank ones stand before the last only if
    there is no such layout. A book with `sizes` is set in these, as its blocks come; for any other, drafts show
    the best layout.
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
    sizes: Sizes | None = None


class KitPart(NamedTuple):
    """A PDF file that becomes a part of a kit, or its bytes, with its bookmark if it has a title."""

    title: str
    pdf: bytes | Path


class KitFile(NamedTuple):
    """The metadata of a kit."""

    title: str
    author: str
    subject: str
    language: str = "en"
