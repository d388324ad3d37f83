"""The structure for screen readers: a tree of elements with marked content on the pages."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from pnp.scene.geometry import Box

# PDF 1.7 has tags, and all of the features in use.
_PDF_VERSION = "1.7"


class MarkedContent(NamedTuple):
    """Marked content: its page, counted from 0, and its number on the page."""

    page: int
    number: int


class Element:
    """A part of a document with a standard structure type, in reading order.

    It is made before the pages, and collects the places of its content while they are drawn. A
    running element, such as the header of a table, counts only where it first appears.
    """

    def __init__(
        self, kind: str, parent: Element | None = None, *, alt: str = "", running: bool = False
    ) -> None:
        self.kind = kind
        self.parent = parent
        self.alt = alt
        self.running = running
        self.children: list[Element] = []
        self.contents: list[MarkedContent] = []
        self.box: Box | None = None

    def child(self, kind: str, *, alt: str = "", running: bool = False) -> Element:
        """A new element, the last one inside this element."""
        element = Element(kind, self, alt=alt, running=running or self.running)
        self.children.append(element)
        return element

    def path(self) -> Iterator[Element]:
        """This element and all elements around it."""
        yield self
        if self.parent is not None:
            yield from self.parent.path()

    def walk(self) -> Iterator[Element]:
        """This element and all elements inside, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def is_empty(self) -> bool:
        return not any(element.contents for element in self.walk())


def tagged(pdf: bytes, document: Element) -> bytes:
    """The file with its structure, which reportlab does not write."""
    with Pdf.open(BytesIO(pdf)) as file:
        _Structure(file).add(document)
        return saved(file)


def saved(file: Pdf) -> bytes:
    """The file's bytes, which depend only on its content."""
    buffer = BytesIO()
    save(file, buffer)
    return buffer.getvalue()


def save(file: Pdf, into: Path | BytesIO) -> None:
    """Writes the file; its bytes depend only on its content."""
    file.save(
        into,
        min_version=_PDF_VERSION,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )


class _Structure:
    """Writes the elements of one file, and the owners of its marked content."""

    def __init__(self, file: Pdf) -> None:
        self._file = file
        self._owners: list[dict[int, pikepdf.Object]] = [{} for _ in file.pages]

    def add(self, document: Element) -> None:
        file = self._file
        root = file.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        root.K = Array([self._element(document, root)])
        root.ParentTree = file.make_indirect(Dictionary(Nums=self._parents()))
        root.ParentTreeNextKey = len(file.pages)
        file.Root.StructTreeRoot = root
        file.Root.MarkInfo = Dictionary(Marked=True)
        for number, page in enumerate(file.pages):
            page.obj.StructParents = number
            page.obj.Tabs = Name.S

    def _element(self, element: Element, parent: pikepdf.Object) -> pikepdf.Object:
        written = self._file.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name(f"/{element.kind}"), P=parent)
        )
        if element.alt:
            written.Alt = String(element.alt)
        if attributes := _attributes(element):
            written.A = attributes
        children = [
            self._element(child, written) for child in element.children if not child.is_empty
        ]
        written.K = Array([*children, *(self._content(mark, written) for mark in element.contents)])
        return written

    def _content(self, mark: MarkedContent, owner: pikepdf.Object) -> Dictionary:
        self._owners[mark.page][mark.number] = owner
        page = self._file.pages[mark.page].obj
        return Dictionary(Type=Name.MCR, Pg=page, MCID=mark.number)

    def _parents(self) -> Array:
        """The elements that own the marked content of each page, by its number."""
        numbers: list[pikepdf.Object | int] = []
        for page, owners in enumerate(self._owners):
            numbers += [page, Array([owners[mark] for mark in range(len(owners))])]
        return Array(numbers)


def _attributes(element: Element) -> Dictionary | None:
    if element.kind == "TH":
        return Dictionary(O=Name.Table, Scope=Name.Column)
    if element.box is not None:
        box = element.box
        corners = [round(each, 2) for each in (box.x, box.y, box.right, box.bottom)]
        return Dictionary(O=Name.Layout, Placement=Name.Block, BBox=Array(corners))
    return None
