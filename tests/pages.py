"""Pages of PDF files as a reader meets them: words with places, bookmarks and structure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

import numpy as np
import pikepdf
import pypdfium2

from pnp.basics.units import POINTS_PER_MM
from pnp.scene.geometry import Box
from tests.rasters import pdf_raster


def opened(pdf: bytes) -> pikepdf.Pdf:
    """The file, read back."""
    return pikepdf.open(BytesIO(pdf))


def page_texts(pdf: bytes) -> list[str]:
    """The text of each page, on one line, in the order of the content stream."""
    pages = pypdfium2.PdfDocument(pdf)
    return [_plain(page.get_textpage().get_text_range()) for page in pages]


def _plain(text: str) -> str:
    """The text without places at which a long word may break."""
    return " ".join(text.replace("\u200b", "").split())


class Word(NamedTuple):
    """A word on a page, counted from 0; its box has millimetres from the upper left."""

    text: str
    page: int
    box: Box


@lru_cache(maxsize=4)
def words(pdf: bytes) -> tuple[Word, ...]:
    """All words of a file in the order of their content streams; those of the last files are kept."""
    return tuple(
        word
        for number, page in enumerate(pypdfium2.PdfDocument(pdf))
        for word in _words_of(page, number)
    )


def _words_of(page: pypdfium2.PdfPage, number: int) -> Iterator[Word]:
    text, height = page.get_textpage(), page.get_height()
    word, boxes = "", []
    for at, character in enumerate(f"{text.get_text_range()} "):
        if character.isspace():
            if word:
                left, bottom, right, top = zip(*boxes, strict=True)
                corner = min(left), height - max(top)
                size = max(right) - min(left), max(top) - min(bottom)
                yield Word(word, number, Box(*(each / POINTS_PER_MM for each in (*corner, *size))))
            word, boxes = "", []
        elif character != "\u200b":
            word += character
            boxes.append(text.get_charbox(at))


def word(pdf: bytes, text: str) -> Word:
    """The only word of this text."""
    (found,) = [each for each in words(pdf) if each.text == text]
    return found


def ink_of(pdf: bytes, page: int) -> Box:
    """The box of all that is not white on a page, in millimetres."""
    dpi = 72
    inked = pdf_raster(pdf, dpi, page=page).min(axis=2) < 0.9
    rows, columns = (np.flatnonzero(inked.any(axis=axis)) * 25.4 / dpi for axis in (1, 0))
    return Box(columns.min(), rows.min(), np.ptp(columns), np.ptp(rows))


# Bookmarks and structure


def outline(items: list[pikepdf.OutlineItem]) -> list[object]:
    """Bookmarks as nested lists of titles."""
    return [[item.title, outline(item.children)] if item.children else item.title for item in items]


class Tagged(NamedTuple):
    """An element of a file's structure, with the marks of content that it holds."""

    kind: str
    alt: str
    path: tuple[str, ...]
    marks: tuple[tuple[tuple[int, int], int], ...]
    object: pikepdf.Object


def elements(file: pikepdf.Pdf) -> Iterator[Tagged]:
    """The structure of a file in reading order; object numbers identify the pages."""

    def walk(node: pikepdf.Object, path: tuple[str, ...]) -> Iterator[Tagged]:
        kids = kids_of(node)
        kind = str(node.S)[1:]
        yield Tagged(kind, str(node.get("/Alt", "")), path, tuple(_marks(node, kids)), node)
        for kid in kids:
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                assert kid.P.objgen == node.objgen
                yield from walk(kid, (*path, kind))

    for root in kids_of(file.Root.StructTreeRoot):
        assert root.P.objgen == file.Root.StructTreeRoot.objgen
        yield from walk(root, ())


def kids_of(node: pikepdf.Object) -> list[pikepdf.Object]:
    """The children of a node of a structure."""
    kids = node.get("/K", pikepdf.Array())
    return [*kids] if isinstance(kids, pikepdf.Array) else [kids]


def _marks(
    node: pikepdf.Object, kids: list[pikepdf.Object]
) -> Iterator[tuple[tuple[int, int], int]]:
    for kid in kids:
        if isinstance(kid, int):
            yield node.Pg.objgen, kid
        elif kid.get("/Type") == "/MCR":
            yield kid.get("/Pg", node.get("/Pg")).objgen, int(kid.MCID)


class Placed(NamedTuple):
    """An element with its page, counted from 0, and its box in millimetres from the upper left."""

    element: Tagged
    page: int
    box: Box


def figures(file: pikepdf.Pdf) -> list[Placed]:
    """The figures of a file with their places, which the structure has."""
    pages = {page.obj.objgen: (number, page) for number, page in enumerate(file.pages)}
    found = []
    for element in elements(file):
        if element.kind != "Figure":
            continue
        number, page = pages[element.marks[0][0]]
        (bounds,) = [each.BBox for each in element.object.A if "/BBox" in each]
        left, bottom, right, top = (float(each) / POINTS_PER_MM for each in bounds)
        height = float(page.mediabox[3]) / POINTS_PER_MM
        found.append(Placed(element, number, Box(left, height - top, right - left, top - bottom)))
    return found


class Shown(NamedTuple):
    """An operator that paints, the marked content around it, and the size of the font."""

    operator: str
    marks: tuple[tuple[str, int | None], ...]
    font_size: float


_PAINTING = {"Tj", "TJ", "'", "f", "f*", "S", "s", "B", "b", "Do", "sh"}


def shown(page: pikepdf.Page) -> Iterator[Shown]:
    """Everything that a page paints."""
    marks: list[tuple[str, int | None]] = []
    size = 0.0
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "BDC":
                mark = operands[1].get("/MCID")
                marks.append((str(operands[0]), None if mark is None else int(mark)))
            case "BMC":
                marks.append((str(operands[0]), None))
            case "EMC":
                marks.pop()
            case "Tf":
                size = float(operands[1])
            case name if name in _PAINTING:
                yield Shown(name, tuple(marks), size)
    assert not marks


def tagged_texts(pdf: bytes) -> list[str]:
    """The text of each element that holds text itself, in the order of the structure."""
    document = pypdfium2.PdfDocument(pdf)
    texts: dict[tuple[int, int], str] = {}
    raw = pypdfium2.raw
    for number, page in enumerate(document):
        textpage = page.get_textpage()
        for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], textpage=textpage):
            mark = raw.FPDFPageObj_GetMarkedContentID(item.raw)
            texts[number, mark] = f"{texts.get((number, mark), '')} {item.extract()}"
    with opened(pdf) as file:
        pages = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        found = (
            _plain(" ".join(texts.get((pages[page], mark), "") for page, mark in element.marks))
            for element in elements(file)
        )
        return [text for text in found if text]


def marked_boxes(pdf: bytes) -> dict[tuple[int, int], Box]:
    """The box of the text of each mark, by its page and its number."""
    raw = pypdfium2.raw
    found: dict[tuple[int, int], Box] = {}
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        height = page.get_height()
        for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
            left, bottom, right, top = item.get_bounds()
            corner_and_size = (left, height - top, right - left, top - bottom)
            box = Box(*(each / POINTS_PER_MM for each in corner_and_size))
            key = number, raw.FPDFPageObj_GetMarkedContentID(item.raw)
            found.setdefault(key, box)
    return found
