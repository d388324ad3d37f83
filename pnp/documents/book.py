"""Documents before they are typeset: a book of blocks, and the parts of a kit."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pnp.documents.blocks import Block


class Book(NamedTuple):
    """The blocks of a document and its metadata.

    `footer` is the running foot; the `subtitle` stands below the title. `language` is a tag such as
    `en`.
    """

    title: str
    author: str
    subject: str
    blocks: tuple[Block, ...]
    language: str = "en"
    footer: str = ""
    subtitle: str = ""


class KitPart(NamedTuple):
    """A PDF file that becomes a part of a kit, or its bytes, with its bookmark."""

    title: str
    pdf: bytes | Path
