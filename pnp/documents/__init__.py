"""Documents: rulebooks in Markdown become pages, booklets, and parts of a kit.

Importing this package costs nothing: markdown-it-py, reportlab and pikepdf are imported by the
first call that needs them.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.documents.blocks import (
    Aside,
    Block,
    Figure,
    Heading,
    Listing,
    Paragraph,
    Resolver,
    Rows,
    Run,
    Runs,
    Table,
    plain,
)
from pnp.documents.leaves import About, Leaves, Part
from pnp.errors import Source

__all__ = [
    "About",
    "Aside",
    "Block",
    "Figure",
    "Heading",
    "Leaves",
    "Listing",
    "Paragraph",
    "Part",
    "Resolver",
    "Rows",
    "Run",
    "Runs",
    "Table",
    "booklet",
    "bound",
    "page_count",
    "plain",
    "read_markdown",
    "typeset",
]


def read_markdown(source: Source, resolver: Resolver) -> tuple[Block, ...]:
    """The blocks of a template; raises InvalidDefinition with all that is wrong in it."""
    from pnp.documents import markdown

    return markdown.read_markdown(source, resolver)


def typeset(
    blocks: Sequence[Block], about: About, width: float, height: float, *, footer: str
) -> Leaves:
    """The blocks on pages of that size in millimetres, with a footer and bookmarks."""
    from pnp.documents import typesetter

    return typesetter.typeset(blocks, about, width, height, footer=footer)


def bound(parts: Sequence[Part], about: About) -> bytes:
    """The parts as one PDF file, each below a bookmark of its own if there are several."""
    from pnp.documents import binding

    return binding.bound(parts, about)


def booklet(leaves: Leaves, about: About, width: float, height: float) -> bytes:
    """The pages two by two on lying sheets of that upright size, to fold and staple."""
    from pnp.documents import binding

    return binding.booklet(leaves, about, width, height)


def page_count(leaves: Leaves) -> int:
    """How many pages there are."""
    from pnp.documents import binding

    return binding.page_count(leaves)
