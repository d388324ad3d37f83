"""Blocks become pages, by reportlab's Platypus; every piece of text is tagged for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]
from reportlab.lib.styles import ParagraphStyle  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfmetrics import registerFontFamily  # type: ignore[import-untyped]
from reportlab.platypus import (  # type: ignore[import-untyped]
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Spacer,
)
from reportlab.platypus import Paragraph as RlParagraph
from reportlab.platypus import Table as RlTable

from pnp.documents.blocks import (
    Aside,
    Block,
    Figure,
    Heading,
    Listing,
    Paragraph,
    Run,
    Runs,
    Table,
    plain,
)
from pnp.documents.leaves import About, Leaves, Tag
from pnp.fonts import font_name, text_width
from pnp.render.pdf import new_canvas, operators_of, register_fonts, without_ascii85
from pnp.scene import Picture
from pnp.units import POINTS_PER_MM

_INK, _QUIET, _RULE, _TINT = "#2B2722", "#6B665C", "#C9C2B0", "#F6F1E4"

# A picture is never larger than true size, and leaves room for text on its page.
_MOST_OF_A_PAGE = 0.62
_THUMBNAIL = 16.0  # millimetres, the height of a picture in a table


class Profile(NamedTuple):
    """The sizes of one format: margins in millimetres, text in points."""

    side: float
    top: float
    bottom: float
    text: float
    leading: float
    headings: tuple[float, float, float]


# A measure of some 75 letters on large paper; a small booklet held in one hand.
_LARGE = Profile(28.0, 22.0, 24.0, 10.5, 15.0, (24.0, 15.0, 11.5))
_SMALL = Profile(14.0, 13.0, 17.0, 9.5, 13.0, (18.0, 12.5, 10.0))


def typeset(
    blocks: Sequence[Block], about: About, width: float, height: float, *, footer: str
) -> Leaves:
    """The blocks on pages of that size in millimetres."""
    register_fonts()
    registerFontFamily(
        font_name(bold=False),
        normal=font_name(bold=False),
        bold=font_name(bold=True),
        italic=font_name(bold=False),
        boldItalic=font_name(bold=True),
    )
    profile = _LARGE if width > 170 else _SMALL
    buffer = BytesIO()
    tags = _Tags()
    document = _Document(buffer, about, profile, (width, height), footer, tags)
    story = list(_Story(profile, width - 2 * profile.side, height, tags).flowables(blocks))
    with without_ascii85():
        document.build(story, canvasmaker=partial(new_canvas, about=about))
    return Leaves(buffer.getvalue(), tuple(tags.all))


class _Tags:
    """The marked content of a document so far."""

    def __init__(self) -> None:
        self.all: list[Tag] = []
        self._on_page = 0
        self._page = 0

    @contextmanager
    def marked(self, canvas: Any, role: str, alt: str = "") -> Iterator[None]:
        """What is drawn inside is one stretch of marked content."""
        page = canvas.getPageNumber() - 1
        if page != self._page:
            self._page, self._on_page = page, 0
        canvas.addLiteral(f"/{role} <</MCID {self._on_page}>> BDC")
        self.all.append(Tag(page, self._on_page, role, alt))
        self._on_page += 1
        yield
        canvas.addLiteral("EMC")


class _Document(BaseDocTemplate):  # type: ignore[misc]  # its base is untyped
    """One frame a page, and a quiet foot with the footer and the number of the page."""

    def __init__(
        self,
        buffer: BytesIO,
        about: About,
        profile: Profile,
        size: tuple[float, float],
        footer: str,
        tags: _Tags,
    ) -> None:
        width, height = (length * POINTS_PER_MM for length in size)
        side, top, bottom = (length * POINTS_PER_MM for length in profile[:3])
        super().__init__(
            buffer, pagesize=(width, height), title=about.title, author=about.author,
            subject=about.subject, lang=about.language, creator="pnp",
        )  # fmt: skip
        frame = Frame(
            side, bottom, width - 2 * side, height - top - bottom,
            leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
        )  # fmt: skip
        self._footer = footer
        self._profile = profile
        self.addPageTemplates([PageTemplate(frames=[frame], onPage=self._foot)])

    def _foot(self, canvas: Any, document: object) -> None:
        width, _ = canvas._pagesize
        side = self._profile.side * POINTS_PER_MM
        low = self._profile.bottom * POINTS_PER_MM * 0.52
        canvas.addLiteral("/Artifact BMC")
        canvas.setFillColor(HexColor(_QUIET))
        canvas.setFont(font_name(bold=False), 8)
        canvas.drawString(side, low, self._footer)
        canvas.drawRightString(width - side, low, str(canvas.getPageNumber()))
        canvas.addLiteral("EMC")


class _Text(RlParagraph):  # type: ignore[misc]  # its base is untyped
    """A paragraph whose style's name is its role; a part of it after a page break, too.

    Headings are bookmarks as well.
    """

    def draw(self) -> None:
        style = self.style
        with style.tags.marked(self.canv, style.name):
            if style.name in ("H1", "H2", "H3"):
                self._bookmark(int(style.name[1]) - 1)
            super().draw()

    def _bookmark(self, level: int) -> None:
        key = f"h{len(self.style.tags.all)}"
        self.canv.bookmarkPage(key)
        levels = self.style.tags.__dict__.setdefault("levels", [])
        # No level may be skipped on the way down.
        level = min(level, levels[-1] + 1 if levels else 0)
        levels.append(level)
        self.canv.addOutlineEntry(self.getPlainText(), key, level=level)


class _Image(Flowable):  # type: ignore[misc]  # its base is untyped
    """A picture, scaled down where it is larger than the room."""

    def __init__(self, picture: Picture, room: tuple[float, float], alt: str, tags: _Tags) -> None:
        super().__init__()
        self._picture = picture
        self._alt = alt
        self._tags = tags
        self.hAlign = "CENTER"
        scale = min(1.0, room[0] / picture.box.width, room[1] / picture.box.height)
        self._scale = scale * POINTS_PER_MM
        self.width = picture.box.width * self._scale
        self.height = picture.box.height * self._scale

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        box, scale = self._picture.box, self._scale
        with self._tags.marked(self.canv, "Figure", self._alt):
            self.canv.saveState()
            # The scene's y points down.
            self.canv.addLiteral(
                f"{scale:.6f} 0 0 {-scale:.6f} {-box.x * scale:.4f}"
                f" {self.height + box.y * scale:.4f} cm"
            )
            self.canv.addLiteral(operators_of(self.canv).drawing(self._picture.drawing))
            self.canv.restoreState()


class _Story:
    """Turns blocks into flowables for a column of a certain width in millimetres."""

    def __init__(self, profile: Profile, column: float, height: float, tags: _Tags) -> None:
        self._profile = profile
        self._column = column
        self._tallest = (height - profile.top - profile.bottom) * _MOST_OF_A_PAGE
        self._tags = tags
        text, leading = profile.text, profile.leading
        self._body = self._style("P", text, leading, after=leading * 0.45)
        self._cell = self._style("P", max(7.5, text - 1), leading - 1.5)
        self._caption = self._style(
            "P", max(7.5, text - 1.5), leading - 2, after=leading * 0.7, ink=_QUIET, alignment=1
        )
        first, second, third = profile.headings
        self._headings = (
            self._style("H1", first, first * 1.15, after=leading * 0.8, bold=True),
            self._style("H2", second, second * 1.2, before=leading * 1.1, after=leading * 0.4, bold=True),
            self._style("H3", third, third * 1.25, before=leading * 0.7, after=leading * 0.2, bold=True),
        )  # fmt: skip

    def _style(
        self,
        role: str,
        size: float,
        leading: float,
        *,
        before: float = 0.0,
        after: float = 0.0,
        bold: bool = False,
        ink: str = _INK,
        alignment: int = 0,
        indent: float = 0.0,
    ) -> ParagraphStyle:
        return ParagraphStyle(
            role,
            fontName=font_name(bold=bold),
            bulletFontName=font_name(bold=False),
            fontSize=size,
            bulletFontSize=size,
            leading=leading,
            spaceBefore=before,
            spaceAfter=after,
            textColor=HexColor(ink),
            alignment=alignment,
            leftIndent=indent,
            bulletIndent=max(0.0, indent - 13),
            allowWidows=0,
            allowOrphans=0,
            keepWithNext=role.startswith("H"),
            tags=self._tags,
        )

    def flowables(self, blocks: Sequence[Block]) -> Iterator[Any]:
        for block in blocks:
            yield from self._flowable(block, self._column, 0)

    def _flowable(self, block: Block, column: float, depth: int) -> Iterator[Any]:
        match block:
            case Heading(level, runs):
                yield _Text(_markup(runs), self._headings[min(level, 3) - 1])
            case Paragraph(runs):
                yield _Text(_markup(runs), self._indented(depth))
            case Listing():
                yield from self._listing(block, column, depth)
            case Figure(picture, caption):
                yield from self._figure(picture, caption, column)
            case Table():
                yield from self._table(block, column)
            case Aside(inner):
                yield from self._aside(inner, column)

    def _indented(self, depth: int) -> ParagraphStyle:
        if not depth:
            return self._body
        leading = self._profile.leading
        return self._style(
            "P", self._profile.text, leading, after=leading * 0.25, indent=13.0 * depth
        )

    def _listing(self, listing: Listing, column: float, depth: int) -> Iterator[Any]:
        for number, item in enumerate(listing.items):
            bullet: str | None = "•" if listing.start is None else f"{listing.start + number}."
            for block in item:
                if isinstance(block, Paragraph):
                    style = self._indented(depth + 1)
                    yield _Text(_markup(block.runs), style, bulletText=bullet)
                    bullet = None
                else:
                    yield from self._flowable(block, column, depth + 1)
        if not depth:
            yield Spacer(1, self._profile.leading * 0.25)

    def _figure(self, picture: Picture, caption: Runs, column: float) -> Iterator[Any]:
        image = _Image(picture, (column, self._tallest), plain(caption), self._tags)
        gap = self._profile.leading
        parts = [Spacer(1, gap * 0.35), image, Spacer(1, gap * 0.35)]
        yield KeepTogether([*parts, _Text(_markup(caption), self._caption)])

    def _table(self, table: Table, column: float) -> Iterator[Any]:
        if table.caption:
            yield _Text(_markup(table.caption), self._style(
                "P", self._profile.text, self._profile.leading, after=3, bold=True,
            ))  # fmt: skip
            # A table's title stays with it.
        widths = _column_widths(table, column, self._cell.fontSize)
        header = [_Text(f"<b>{_markup(runs)}</b>", self._cell) for runs in table.header]
        rows = [
            [self._content(cell, width) for cell, width in zip(row, widths, strict=True)]
            for row in table.rows
        ]
        style = [
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor(_QUIET)),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, HexColor(_RULE)),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ("RIGHTPADDING", (0, 0), (-1, -1), 5),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
            ("FONT", (0, 0), (-1, -1), font_name(bold=False)),
        ]
        points = [width * POINTS_PER_MM for width in widths]
        yield RlTable([header, *rows], colWidths=points, style=style, repeatRows=1, hAlign="LEFT")
        yield Spacer(1, self._profile.leading * 0.8)

    def _content(self, cell: Runs | Picture, width: float) -> Any:
        if isinstance(cell, Picture):
            image = _Image(cell, (width - 3, _THUMBNAIL), "", self._tags)
            image.hAlign = "LEFT"
            return image
        return _Text(_markup(cell), self._cell)

    def _aside(self, blocks: Sequence[Block], column: float) -> Iterator[Any]:
        """One row a flowable, so that a long box can go on on the next page."""
        pad = 9.0
        inner = column - 2 * pad / POINTS_PER_MM
        parts = [part for block in blocks for part in self._flowable(block, inner, 0)]
        rows = [[part] for part in _flattened(parts)]
        style = [
            ("BACKGROUND", (0, 0), (-1, -1), HexColor(_TINT)),
            ("LINEBEFORE", (0, 0), (0, -1), 2.0, HexColor("#E0B45C")),
            ("LEFTPADDING", (0, 0), (-1, -1), pad),
            ("RIGHTPADDING", (0, 0), (-1, -1), pad),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ("TOPPADDING", (0, 0), (0, 0), 6),
            ("BOTTOMPADDING", (0, -1), (0, -1), 8),
            ("FONT", (0, 0), (-1, -1), font_name(bold=False)),
        ]
        gap = self._profile.leading
        yield Spacer(1, gap * 0.3)
        yield RlTable(rows, colWidths=[column * POINTS_PER_MM], style=style, hAlign="LEFT")
        yield Spacer(1, gap * 0.8)


def _flattened(parts: Sequence[Any]) -> Iterator[Any]:
    """The flowables that stand in a box: a figure and its caption in one row."""
    for part in parts:
        if isinstance(part, KeepTogether):
            yield list(part._content)
        elif not isinstance(part, Spacer):
            yield part


def _markup(runs: Runs) -> str:
    """The runs in reportlab's own markup."""
    return "".join(map(_run_markup, runs))


def _run_markup(run: Run) -> str:
    if run.text == "\n":
        return "<br/>"
    text = escape(run.text)
    return f"<b>{text}</b>" if run.bold else text


def _column_widths(table: Table, column: float, size: float) -> list[float]:
    """As wide as the longest text, the whole no wider than the column: the widest give way."""
    natural = [
        max(_natural(cell, size) for cell in cells)
        for cells in zip(table.header, *table.rows, strict=True)
    ]
    room = column
    widths = natural[:]
    if sum(natural) > room:
        # Narrow columns keep their width; what is left is shared out by the others evenly.
        share, left, open_columns = 0.0, room, list(range(len(natural)))
        while open_columns:
            share = left / len(open_columns)
            narrow = [each for each in open_columns if natural[each] <= share]
            if not narrow:
                break
            left -= sum(natural[each] for each in narrow)
            open_columns = [each for each in open_columns if each not in narrow]
        for each in open_columns:
            widths[each] = share
    return widths


def _natural(cell: Runs | Picture, size: float) -> float:
    if isinstance(cell, Picture):
        return min(cell.box.width * min(1.0, _THUMBNAIL / cell.box.height), 50.0) + 4
    text = plain(cell)
    return text_width(text, size / POINTS_PER_MM, bold=True) + 5
