"""Pages that are ready to be bound: a PDF file, and what a screen reader is told about it."""

from __future__ import annotations

from typing import NamedTuple


class About(NamedTuple):
    """What a document says of itself."""

    title: str
    author: str
    subject: str
    language: str = "en"


class Tag(NamedTuple):
    """A stretch of marked content: its page and its number there, counted from 0, and its role.

    Roles are those of tagged PDF: H1 to H3, P, Figure; `alt` is what stands for a figure.
    """

    page: int
    number: int
    role: str
    alt: str = ""


class Leaves(NamedTuple):
    """Pages of a PDF file with their tags, in reading order."""

    pdf: bytes
    tags: tuple[Tag, ...] = ()


class Part(NamedTuple):
    """Pages with the title that they have in the whole."""

    title: str
    leaves: Leaves
