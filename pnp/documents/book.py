"""What is printed as a document: a book of blocks, and the parts of a kit."""

from __future__ import annotations

from typing import NamedTuple

from pnp.documents.blocks import Block


class Book(NamedTuple):
    """A rulebook and what its file says about itself.

    `footer` is the running foot; `subtitle` stands below the title. Language is a tag such as
    `en`.
    """

    title: str
    author: str
    subject: str
    blocks: tuple[Block, ...]
    language: str = "en"
    footer: str = ""
    subtitle: str = ""


class Part(NamedTuple):
    """A PDF file that becomes a part of a kit."""

    title: str
    pdf: bytes
