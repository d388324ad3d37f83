"""Saddle-stitched booklets: two pages on each side, so that the folded sheets read in order."""

from __future__ import annotations

from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import POINTS_PER_MM, number
from pnp.documents.saving import saved
from pnp.render.preferences import DUPLEX

# Points by which a page may be larger than half the sheet: half a Letter page is rounded.
_TOLERANCE = 1.0

# The ticks at both ends of the fold: their length, width and grey.
_TICK_LENGTH = 3.0 * POINTS_PER_MM
_TICK_WIDTH = 0.25
_TICK_GREY = 0.6


def sides(pages: int) -> tuple[tuple[int, int], ...]:
    """The page numbers on the left and right of each side, front and back in turn.

    Numbers above *pages* are blank pages, which make a multiple of four.

    >>> sides(8)
    ((8, 1), (2, 7), (6, 3), (4, 5))
    >>> sides(1)
    ((4, 1), (2, 3))
    """
    padded = -(-pages // 4) * 4
    outer_inner = ((padded - side, side + 1) for side in range(padded // 2))
    return tuple(
        (outer, inner) if side % 2 == 0 else (inner, outer)
        for side, (outer, inner) in enumerate(outer_inner)
    )


def booklet_pdf(pages_pdf: bytes, sheet_width: float, sheet_height: float) -> bytes:
    """The pages on landscape sheets; the size is that of the upright sheet in millimetres."""
    width, height = sheet_height * POINTS_PER_MM, sheet_width * POINTS_PER_MM
    with Pdf.open(BytesIO(pages_pdf)) as book, Pdf.new() as sheets:
        forms = [_form(sheets, page, width / 2, height) for page in book.pages]
        for left, right in sides(len(forms)):
            _add_side(sheets, forms, (left, right), width, height)
        _copy_metadata(book, sheets)
        return saved(sheets)


def _form(sheets: Pdf, page: pikepdf.Page, width: float, height: float) -> pikepdf.Object:
    """The page as one drawing, without the structure of the book."""
    left, bottom, right, top = map(float, page.mediabox)
    if right - left > width + _TOLERANCE or top - bottom > height + _TOLERANCE:
        raise DoesNotFit(
            f"a page of {_size(right - left, top - bottom)} mm is larger than half of the sheet, "
            f"{_size(width, height)} mm"
        )
    form: pikepdf.Object = sheets.copy_foreign(page.as_form_xobject())
    return form


def _size(width: float, height: float) -> str:
    return f"{width / POINTS_PER_MM:.1f} x {height / POINTS_PER_MM:.1f}"


def _add_side(
    sheets: Pdf,
    forms: list[pikepdf.Object],
    pages: tuple[int, int],
    width: float,
    height: float,
) -> None:
    """One side of a sheet, with its pages in the middle of both halves."""
    placed = {
        f"/Page{page}": (forms[page - 1], half * width / 2)
        for half, page in enumerate(pages)
        if page <= len(forms)
    }
    content = [_ticks(width, height)]
    for name, (form, left) in placed.items():
        x0, y0, x1, y1 = map(float, form.BBox)
        x = left + (width / 2 - (x1 - x0)) / 2 - x0
        y = (height - (y1 - y0)) / 2 - y0
        content.append(f"q 1 0 0 1 {number(x)} {number(y)} cm {name} Do Q")
    side = Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, round(width, 3), round(height, 3)]),
        Resources=Dictionary(XObject=Dictionary({n: form for n, (form, _) in placed.items()})),
        Contents=sheets.make_stream("\n".join(content).encode()),
    )
    sheets.pages.append(pikepdf.Page(sheets.make_indirect(side)))


def _ticks(width: float, height: float) -> str:
    """Short marks where the fold meets the edges of the sheet."""
    x = number(width / 2)
    low, high = number(_TICK_LENGTH), number(height - _TICK_LENGTH)
    return (
        f"q {_TICK_GREY} G {_TICK_WIDTH} w {x} 0 m {x} {low} l S "
        f"{x} {number(height)} m {x} {high} l S Q"
    )


def _copy_metadata(book: Pdf, sheets: Pdf) -> None:
    for key in ("/Title", "/Author", "/Subject", "/Creator", "/Producer"):
        if key in book.docinfo:
            sheets.docinfo[key] = str(book.docinfo[key])
    if "/Lang" in book.Root:
        sheets.Root.Lang = str(book.Root.Lang)
    sheets.Root.ViewerPreferences = Dictionary(
        DisplayDocTitle=True, PrintScaling=Name("/None"), Duplex=Name(f"/{DUPLEX['short-edge']}")
    )
