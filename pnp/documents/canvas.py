"""The canvas of a book: reportlab's canvas, which also marks content and draws scenes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from pnp.documents.tags import Element, MarkedContent
from pnp.render.pdf import Operators


class BookCanvas(Canvas):  # type: ignore[misc]  # its base is untyped
    """Marks the content of each element; everything else is an artifact."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._marks_of_page: Counter[int] = Counter()

    @cached_property
    def operators(self) -> Operators:
        """Formats drawings for this file."""
        return Operators(self)

    @contextmanager
    def content_of(self, element: Element) -> Iterator[None]:
        """Marks everything drawn in this context as content of the element."""
        if element.running and element.contents:
            with self.artifact():
                yield
            return
        page = self.getPageNumber() - 1
        mark = MarkedContent(page, self._marks_of_page[page])
        self._marks_of_page[page] += 1
        element.contents.append(mark)
        self.addLiteral(f"/{element.kind} <</MCID {mark.number}>> BDC")
        yield
        self.addLiteral("EMC")

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """Marks everything drawn in this context as decoration, which screen readers skip."""
        self.addLiteral("/Artifact BMC")
        yield
        self.addLiteral("EMC")
