"""The canvas of a book: reportlab's, which also marks content and draws scenes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from pnp.documents.tags import Element, Mark
from pnp.render.pdf import Operators


class BookCanvas(Canvas):  # type: ignore[misc]  # its base is untyped
    """Marks each stretch of content for its element; everything else is an artifact."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._marks_of_page: Counter[int] = Counter()

    @cached_property
    def operators(self) -> Operators:
        """Formats drawings for this file."""
        return Operators(self)

    @contextmanager
    def content_of(self, element: Element) -> Iterator[None]:
        """All that is drawn meanwhile belongs to the element."""
        if element.running and element.marks:
            with self.artifact():
                yield
            return
        page = self.getPageNumber() - 1
        mark = Mark(page, self._marks_of_page[page])
        self._marks_of_page[page] += 1
        element.marks.append(mark)
        self.addLiteral(f"/{element.kind} <</MCID {mark.number}>> BDC")
        yield
        self.addLiteral("EMC")

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """All that is drawn meanwhile is decoration, and not read out."""
        self.addLiteral("/Artifact BMC")
        yield
        self.addLiteral("EMC")
