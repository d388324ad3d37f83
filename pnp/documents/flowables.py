"""The parts of pages: text, pictures, lines, panels and grids.

They are Platypus flowables: each computes its height for a width, and may break in two. All lengths
are in points, y up from the lower left corner of the part.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

from reportlab.platypus import Flowable, Paragraph  # type: ignore[import-untyped]

from pnp.basics.units import POINTS_PER_MM, number
from pnp.documents.canvas import BookCanvas
from pnp.documents.columns import Width
from pnp.documents.tags import Element
from pnp.scene import Picture
from pnp.scene.geometry import Box

# Points: a line that is long enough for every text.
_WITHOUT_BREAKS = 1e6

# Points: the first two rows of a table stay together if they are lower than this.
_LOW_ROWS = 100.0

# Points, so that rounding does not break a word, nor a page.
_HAIR = 0.1


class Bookmark(NamedTuple):
    """An entry in the viewer's table of contents; `depth` counts from 0."""

    key: str
    title: str
    depth: int


class TextPart(Paragraph):  # type: ignore[misc]  # its base is untyped
    """A paragraph that belongs to an element, also after a break."""

    canv: BookCanvas
    element: Element
    bookmark: Bookmark | None = None

    def split(self, available_width: float, available_height: float) -> list[TextPart]:
        parts: list[TextPart] = super().split(available_width, available_height)
        for part in parts:
            part.element = self.element
        if parts:
            parts[0].bookmark = self.bookmark
        return parts

    def need(self) -> Width:
        """The width that the text needs in a table."""
        self.wrap(_WITHOUT_BREAKS, _WITHOUT_BREAKS)
        return Width(self.minWidth() + _HAIR, max(self.getActualLineWidths0(), default=0.0) + _HAIR)

    def draw(self) -> None:
        if self.bookmark is not None:
            key, title, depth = self.bookmark
            top = self.canv.absolutePosition(0, self.height)[1]
            self.canv.bookmarkPage(key, fit="XYZ", left=0, top=round(top, 2), zoom=0)
            self.canv.addOutlineEntry(title, key, depth)
        with self.canv.content_of(self.element):
            super().draw()


class PicturePart(Flowable):  # type: ignore[misc]  # its base is untyped
    """A picture in the middle of the column, at true size or smaller."""

    canv: BookCanvas

    def __init__(self, picture: Picture, element: Element, *, tallest: float) -> None:
        super().__init__()
        self._picture = picture
        self._element = element
        self._tallest = tallest
        self.hAlign = "CENTER"

    def need(self) -> Width:
        """The width that the picture needs in a table: its own."""
        width = self.wrap(float("inf"), 0.0)[0]
        return Width(width, width)

    def _scale(self, widest: float) -> float:
        box = self._picture.box
        return min(
            1.0, widest / (box.width * POINTS_PER_MM), self._tallest / (box.height * POINTS_PER_MM)
        )

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        box, scale = self._picture.box, self._scale(available_width) * POINTS_PER_MM
        self.width, self.height = box.width * scale, box.height * scale
        return self.width, self.height

    def draw(self) -> None:
        canvas, box = self.canv, self._picture.box
        scale = self.width / box.width
        left, bottom = canvas.absolutePosition(0, 0)
        self._element.box = Box(left, bottom, self.width, self.height)
        with canvas.content_of(self._element):
            # The drawing's y axis points down, and its box begins at the upper left corner.
            origin = f"{-box.x * scale:.6f} {self.height + box.y * scale:.6f}"
            canvas.addLiteral(f"q {scale:.6f} 0 0 {-scale:.6f} {origin} cm")
            corner = f"{number(box.x)} {number(box.y)}"
            canvas.addLiteral(f"{corner} {number(box.width)} {number(box.height)} re W n")
            canvas.operators.paint(self._picture.drawing)
            canvas.addLiteral("Q")


class LinePart(Flowable):  # type: ignore[misc]  # its base is untyped
    """A thin line across the column."""

    canv: BookCanvas

    def __init__(self, ink: str, *, thickness: float, space: float) -> None:
        super().__init__()
        self._ink = ink
        self._thickness = thickness
        self.spaceBefore = self.spaceAfter = space

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        self.width, self.height = available_width, self._thickness
        return self.width, self.height

    def draw(self) -> None:
        with self.canv.artifact():
            self.canv.setFillColor(self._ink)
            self.canv.rect(0, 0, self.width, self.height, stroke=0, fill=1)


class ItemLabel(NamedTuple):
    """The bullet or number of an item of a list, and the gap between it and the item."""

    text: str
    element: Element
    font: str
    size: float
    ink: str
    gap: float


class Inset(NamedTuple):
    """The room between the sides of a panel and its content."""

    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0


class PanelStyle(NamedTuple):
    """The look of a panel, and whether it breaks; a `whole` panel never does.

    A panel without spaces of its own has those of its first and last part. `page` is the height of
    the text of a page.
    """

    inset: Inset = Inset()
    tint: str | None = None
    whole: bool = False
    space_before: float | None = None
    space_after: float | None = None
    page: float = inf


class Panel(Flowable):  # type: ignore[misc]  # its base is untyped
    """Parts below one another; a part that is kept with the next one stays with it."""

    canv: BookCanvas

    def __init__(
        self, parts: Sequence[Flowable], style: PanelStyle, label: ItemLabel | None = None
    ) -> None:
        super().__init__()
        self._parts = tuple(parts)
        self._style = style
        self._label = label
        before, after = style.space_before, style.space_after
        self.spaceBefore = self._parts[0].getSpaceBefore() if before is None else before
        self.spaceAfter = self._parts[-1].getSpaceAfter() if after is None else after

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        inset = self._style.inset
        inner = available_width - inset.left - inset.right
        self.width = available_width
        self._sizes = [part.wrap(inner, available_height) for part in self._parts]
        self.height = (
            inset.top + sum(self._gaps()) + sum(high for _, high in self._sizes) + inset.bottom
        )
        return self.width, self.height

    def _gaps(self) -> list[float]:
        """The space above each part: the larger of the spaces of both neighbours."""
        return [
            0.0,
            *(
                max(one.getSpaceAfter(), other.getSpaceBefore())
                for one, other in pairwise(self._parts)
            ),
        ]

    def split(self, available_width: float, available_height: float) -> list[Panel]:
        if self.wrap(available_width, available_height)[1] <= available_height:
            return [self]
        if self._style.whole:
            return []
        inset = self._style.inset
        room = available_height - inset.top - inset.bottom
        for at, (gap, (_, high)) in enumerate(zip(self._gaps(), self._sizes, strict=True)):
            if gap + high > room:
                inner = available_width - inset.left - inset.right
                fresh = available_height >= self._style.page - _HAIR
                return self._broken(at, inner, room - gap, fresh=fresh)
            room -= gap + high
        return []

    def _broken(self, at: int, inner: float, room: float, *, fresh: bool) -> list[Panel]:
        """This panel, broken inside the part at this index or above it.

        Parts that do not fit together on a `fresh` page come apart.
        """
        pieces = self._parts[at].split(inner, room) if room > 0 else []
        if len(pieces) > 1:
            first, rest = (*self._parts[:at], pieces[0]), (*pieces[1:], *self._parts[at + 1 :])
        else:
            together = at
            while together and self._parts[together - 1].getKeepWithNext():
                together -= 1
            at = together or (at if fresh else 0)
            first, rest = self._parts[:at], self._parts[at:]
        if not first:
            return []
        return [Panel(first, self._style, self._label), Panel(rest, self._style)]

    def draw(self) -> None:
        inset, tint = self._style.inset, self._style.tint
        if tint is not None:
            with self.canv.artifact():
                self.canv.setFillColor(tint)
                self.canv.roundRect(0, 0, self.width, self.height, 3, stroke=0, fill=1)
        if self._label is not None:
            self._draw_label(self._label)
        y = self.height - inset.top
        inner = self.width - inset.left - inset.right
        for part, gap, (wide, high) in zip(self._parts, self._gaps(), self._sizes, strict=True):
            y -= gap + high
            part.drawOn(self.canv, inset.left, y, _sW=inner - wide)

    def _draw_label(self, label: ItemLabel) -> None:
        canvas, inset = self.canv, self._style.inset
        with canvas.content_of(label.element):
            canvas.setFont(label.font, label.size)
            canvas.setFillColor(label.ink)
            # The first baseline of a paragraph is its font size below the top.
            baseline = self.height - inset.top - label.size
            canvas.drawRightString(inset.left - label.gap, baseline, label.text)


class GridStyle(NamedTuple):
    """The lines of a table and the room in it."""

    ink: str
    gutter: float
    padding: float
    space_before: float
    space_after: float


class Grid(Flowable):  # type: ignore[misc]  # its base is untyped
    """A table with a header that repeats on every page, and rows that do not break."""

    canv: BookCanvas

    def __init__(
        self,
        rows: Sequence[Sequence[Flowable]],
        widths: Sequence[float],
        style: GridStyle,
    ) -> None:
        super().__init__()
        self._rows = tuple(rows)
        self._widths = tuple(widths)
        self._style = style
        self.spaceBefore, self.spaceAfter = style.space_before, style.space_after

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        style = self._style
        self._sizes = [
            [
                cell.wrap(width, available_height)
                for cell, width in zip(row, self._widths, strict=True)
            ]
            for row in self._rows
        ]
        self._heights = [max(high for _, high in row) + 2 * style.padding for row in self._sizes]
        self.width = sum(self._widths) + style.gutter * (len(self._widths) - 1)
        self.height = sum(self._heights)
        return self.width, self.height

    def split(self, available_width: float, available_height: float) -> list[Grid]:
        self.wrap(available_width, available_height)
        header, *heights = self._heights
        room, fitting = available_height - header, 0
        while fitting < len(heights) and heights[fitting] <= room:
            room -= heights[fitting]
            fitting += 1
        if fitting == len(heights):
            return [self]
        # A single row on the next page would look lost, and so would a low one on this page.
        if fitting == len(heights) - 1 > 1:
            fitting -= 1
        if fitting == 0 or (fitting == 1 and sum(heights[:2]) < _LOW_ROWS):
            return []
        head, *rows = self._rows
        return [
            Grid([head, *rows[:fitting]], self._widths, self._style),
            Grid([head, *rows[fitting:]], self._widths, self._style),
        ]

    def draw(self) -> None:
        y = self.height
        for at, (row, sizes, height) in enumerate(
            zip(self._rows, self._sizes, self._heights, strict=True)
        ):
            self._draw_row(row, sizes, Box(0, y - height, self.width, height))
            y -= height
            self._draw_line(y, thickness=0.9 if at == 0 else 0.4)

    def _draw_row(
        self, row: Sequence[Flowable], sizes: Sequence[tuple[float, float]], box: Box
    ) -> None:
        x = 0.0
        # Text begins at the top of its row; beside pictures it is in the middle.
        share = 0.5 if any(isinstance(cell, PicturePart) for cell in row) else 1.0
        for cell, (wide, high), width in zip(row, sizes, self._widths, strict=True):
            padding = self._style.padding
            below = padding + share * (box.height - 2 * padding - high)
            cell.drawOn(self.canv, x, box.y + below, _sW=width - wide)
            x += width + self._style.gutter

    def _draw_line(self, y: float, *, thickness: float) -> None:
        with self.canv.artifact():
            self.canv.setStrokeColor(self._style.ink)
            self.canv.setLineWidth(thickness)
            self.canv.line(0, y, self.width, y)
