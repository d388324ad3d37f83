"""The jobs of `jobs.py` by plain calls of other libraries, as somebody writes them who knows the library.

    python -m benchmarks.libraries reportlab "405 tiles" FOLDER
    python -m benchmarks.libraries reportlab cards FOLDER DECK

draws one job into a folder, in a process of its own; cards have their table and pictures in another. A library needs the drawing of a tile and of a card; the pages are the same for all.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.jobs import (
    CASING,
    CASING_WIDTH,
    GROUND,
    HEXAGON,
    LABEL,
    LABEL_SIZE,
    LINE_WIDTH,
    OUTLINE,
    OUTLINE_WIDTH,
    TILE_JOBS,
    Card,
    HexTile,
    card_pages,
    tile_pages,
)

POINTS = 72 / 25.4  # a millimetre
WIDTH, HEIGHT = 210, 297
CARD_WIDTH, CARD_HEIGHT, BAND = 63, 88, 9
TITLE_SIZE = 14 / POINTS


def channels(ink: str) -> tuple[int, int, int]:
    """#RRGGBB as three numbers up to 255."""
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


class Pen:
    """A library that draws: `tile` and `card` between `begin_page` and `end_page`, `end` at the end."""

    name: str
    module: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def tile(self, tile: HexTile, x: float, y: float) -> None:
        raise NotImplementedError

    def card(self, card: Card, x: float, y: float) -> None:
        raise NotImplementedError

    def begin_page(self) -> None:
        pass

    def end_page(self) -> None:
        pass

    def end(self) -> None:
        """Writes what is not written yet."""


class Reportlab(Pen):
    name = module = "reportlab"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        # By default reportlab writes pictures as text, which takes it many times as long.
        rl_config.useA85 = 0
        size = (WIDTH * POINTS, HEIGHT * POINTS)
        self.canvas = Canvas(str(folder / "out.pdf"), pagesize=size, pageCompression=1)

    def stroke(self, points: tuple[float, ...], width: float, ink: str) -> None:
        path = self.canvas.beginPath()
        path.moveTo(*points[:2])
        path.curveTo(*points[2:])
        self.canvas.setLineWidth(width)
        self.canvas.setStrokeColor(ink)
        self.canvas.drawPath(path)

    def tile(self, tile: HexTile, x: float, y: float) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.transform(POINTS, 0, 0, -POINTS, x * POINTS, (HEIGHT - y) * POINTS)
        path = canvas.beginPath()
        path.moveTo(*HEXAGON[0])
        for point in HEXAGON[1:]:
            path.lineTo(*point)
        path.close()
        canvas.setFillColor(GROUND)
        canvas.setStrokeColor(OUTLINE)
        canvas.setLineWidth(OUTLINE_WIDTH)
        canvas.drawPath(path, stroke=1, fill=1)
        for curve in tile.curves:
            self.stroke(curve.points, CASING_WIDTH, CASING)
            self.stroke(curve.points, LINE_WIDTH, curve.ink)
        canvas.translate(0, 12)
        canvas.scale(1, -1)
        canvas.setFillColor(LABEL)
        canvas.setFont("Helvetica", LABEL_SIZE)
        canvas.drawCentredString(0, 0, tile.label)
        canvas.restoreState()

    def card(self, card: Card, x: float, y: float) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x * POINTS, (HEIGHT - y - CARD_HEIGHT) * POINTS)
        canvas.scale(POINTS, POINTS)
        canvas.drawImage(str(card.art), 0, 0, CARD_WIDTH, CARD_HEIGHT)
        canvas.setFillColor(CASING)
        canvas.rect(0, 0, CARD_WIDTH, BAND, stroke=0, fill=1)
        canvas.setFillColor("#000000")
        canvas.setFont("Helvetica-Bold", TITLE_SIZE)
        canvas.drawCentredString(CARD_WIDTH / 2, 3, card.title)
        canvas.restoreState()

    def end_page(self) -> None:
        self.canvas.showPage()

    def end(self) -> None:
        self.canvas.save()


class Fpdf(Pen):
    name, module = "fpdf2", "fpdf"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        from fpdf import FPDF

        self.pdf = FPDF(unit="mm", format="A4")
        self.pdf.set_auto_page_break(False)

    def begin_page(self) -> None:
        self.pdf.add_page()

    def stroke(self, points: tuple[float, ...], x: float, y: float, width: float, ink: str) -> None:
        self.pdf.set_line_width(width)
        self.pdf.set_draw_color(*channels(ink))
        self.pdf.bezier([(x + points[at], y + points[at + 1]) for at in (0, 2, 4, 6)], style="D")

    def centred(self, text: str, x: float, y: float) -> None:
        self.pdf.text(x - self.pdf.get_string_width(text) / 2, y, text)

    def tile(self, tile: HexTile, x: float, y: float) -> None:
        pdf = self.pdf
        pdf.set_fill_color(*channels(GROUND))
        pdf.set_draw_color(*channels(OUTLINE))
        pdf.set_line_width(OUTLINE_WIDTH)
        pdf.polygon([(x + across, y + down) for across, down in HEXAGON], style="DF")
        for curve in tile.curves:
            self.stroke(curve.points, x, y, CASING_WIDTH, CASING)
            self.stroke(curve.points, x, y, LINE_WIDTH, curve.ink)
        pdf.set_text_color(*channels(LABEL))
        pdf.set_font("helvetica", size=LABEL_SIZE * POINTS)
        self.centred(tile.label, x, y + 12)

    def card(self, card: Card, x: float, y: float) -> None:
        pdf = self.pdf
        pdf.image(str(card.art), x, y, CARD_WIDTH, CARD_HEIGHT)
        pdf.set_fill_color(*channels(CASING))
        pdf.rect(x, y + CARD_HEIGHT - BAND, CARD_WIDTH, BAND, style="F")
        pdf.set_text_color(0)
        pdf.set_font("helvetica", "B", TITLE_SIZE * POINTS)
        self.centred(card.title, x + CARD_WIDTH / 2, y + CARD_HEIGHT - 3)

    def end(self) -> None:
        self.pdf.output(str(self.folder / "out.pdf"))


class Cairo(Pen):
    """By pycairo; where it does not install, by cairocffi, which has the same calls."""

    name = "pycairo"
    module = "cairo" if find_spec("cairo") else "cairocffi"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.cairo = __import__(self.module)
        size = (WIDTH * POINTS, HEIGHT * POINTS)
        self.surface = self.cairo.PDFSurface(str(folder / "out.pdf"), *size)
        self.context = self.cairo.Context(self.surface)
        self.context.scale(POINTS, POINTS)

    def ink(self, ink: str) -> None:
        red, green, blue = channels(ink)
        self.context.set_source_rgb(red / 255, green / 255, blue / 255)

    def centred(self, text: str, x: float, y: float) -> None:
        # pycairo answers with an object, cairocffi with a tuple.
        width = tuple(self.context.text_extents(text))[2]
        self.context.move_to(x - width / 2, y)
        self.context.show_text(text)

    def tile(self, tile: HexTile, x: float, y: float) -> None:
        context = self.context
        context.save()
        context.translate(x, y)
        context.move_to(*HEXAGON[0])
        for point in HEXAGON[1:]:
            context.line_to(*point)
        context.close_path()
        self.ink(GROUND)
        context.fill_preserve()
        self.ink(OUTLINE)
        context.set_line_width(OUTLINE_WIDTH)
        context.stroke()
        for curve in tile.curves:
            context.move_to(*curve.points[:2])
            context.curve_to(*curve.points[2:])
            self.ink(CASING)
            context.set_line_width(CASING_WIDTH)
            context.stroke_preserve()
            self.ink(curve.ink)
            context.set_line_width(LINE_WIDTH)
            context.stroke()
        self.ink(LABEL)
        context.select_font_face("Helvetica")
        context.set_font_size(LABEL_SIZE)
        self.centred(tile.label, 0, 12)
        context.restore()

    def card(self, card: Card, x: float, y: float) -> None:
        context = self.context
        context.save()
        context.translate(x, y)
        context.save()
        art = self.picture(card.art)
        context.scale(CARD_WIDTH / art.get_width(), CARD_HEIGHT / art.get_height())
        context.set_source_surface(art)
        context.paint()
        context.restore()
        self.ink(CASING)
        context.rectangle(0, CARD_HEIGHT - BAND, CARD_WIDTH, BAND)
        context.fill()
        self.ink("#000000")
        context.select_font_face("Helvetica")
        context.set_font_size(TITLE_SIZE)
        self.centred(card.title, CARD_WIDTH / 2, CARD_HEIGHT - 3)
        context.restore()

    def picture(self, path: Path) -> Any:
        """A picture; one in JPEG goes into the file as it is."""
        if path.suffix == ".png":
            return self.cairo.ImageSurface.create_from_png(str(path))
        from PIL import Image

        with Image.open(path) as image:
            dots = bytearray(image.convert("RGBA").tobytes("raw", "BGRa"))
            width, height = image.size
        image_format = self.cairo.FORMAT_RGB24
        surface = self.cairo.ImageSurface.create_for_data(
            dots, image_format, width, height, 4 * width
        )
        surface.set_mime_data("image/jpeg", path.read_bytes())
        return surface

    def end_page(self) -> None:
        self.context.show_page()

    def end(self) -> None:
        self.surface.finish()


class Skia(Pen):
    name, module = "skia-python", "skia"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import skia

        self.skia = skia
        self.stream = skia.FILEWStream(str(folder / "out.pdf"))
        self.document = skia.PDF.MakeDocument(self.stream)
        self.canvas: Any = None
        style = skia.Typeface("Helvetica")
        self.label, self.title = skia.Font(style, LABEL_SIZE), skia.Font(style, TITLE_SIZE)

    def begin_page(self) -> None:
        self.canvas = self.document.beginPage(WIDTH * POINTS, HEIGHT * POINTS)
        self.canvas.scale(POINTS, POINTS)

    def paint(self, ink: str, width: float | None = None) -> Any:
        paint = self.skia.Paint(Color=self.skia.Color(*channels(ink)), AntiAlias=True)
        if width is not None:
            paint.setStyle(self.skia.Paint.kStroke_Style)
            paint.setStrokeWidth(width)
        return paint

    def centred(self, text: str, x: float, y: float, font: Any, ink: str) -> None:
        self.canvas.drawString(text, x - font.measureText(text) / 2, y, font, self.paint(ink))

    def tile(self, tile: HexTile, x: float, y: float) -> None:
        canvas = self.canvas
        canvas.save()
        canvas.translate(x, y)
        hexagon = self.skia.Path()
        hexagon.moveTo(*HEXAGON[0])
        for point in HEXAGON[1:]:
            hexagon.lineTo(*point)
        hexagon.close()
        canvas.drawPath(hexagon, self.paint(GROUND))
        canvas.drawPath(hexagon, self.paint(OUTLINE, OUTLINE_WIDTH))
        for curve in tile.curves:
            path = self.skia.Path()
            path.moveTo(*curve.points[:2])
            path.cubicTo(*curve.points[2:])
            canvas.drawPath(path, self.paint(CASING, CASING_WIDTH))
            canvas.drawPath(path, self.paint(curve.ink, LINE_WIDTH))
        self.centred(tile.label, 0, 12, self.label, LABEL)
        canvas.restore()

    def card(self, card: Card, x: float, y: float) -> None:
        canvas, skia = self.canvas, self.skia
        canvas.save()
        canvas.translate(x, y)
        art = skia.Image.MakeFromEncoded(skia.Data.MakeFromFileName(str(card.art)))
        canvas.drawImageRect(art, skia.Rect.MakeWH(CARD_WIDTH, CARD_HEIGHT))
        band = skia.Rect.MakeXYWH(0, CARD_HEIGHT - BAND, CARD_WIDTH, BAND)
        canvas.drawRect(band, self.paint(CASING))
        self.centred(card.title, CARD_WIDTH / 2, CARD_HEIGHT - 3, self.title, "#000000")
        canvas.restore()

    def end_page(self) -> None:
        self.document.endPage()

    def end(self) -> None:
        self.document.close()
        self.stream.flush()


class Protograf(Pen):
    """protograf stands on PyMuPDF, whose licence is the AGPL: it is measured where somebody has installed it."""

    name = module = "protograf"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        # It reads the program's arguments.
        sys.argv[1:] = []
        import protograf

        self.proto = protograf
        protograf.Create(
            filename=str(folder / "out.pdf"), paper="A4", units="mm", margin=0, nowarning=True
        )
        self.pages = 0

    def begin_page(self) -> None:
        # It begins the first one itself.
        if self.pages:
            self.proto.PageBreak()
        self.pages += 1

    def stroke(self, points: tuple[float, ...], x: float, y: float, width: float, ink: str) -> None:
        x0, y0, x1, y1, x2, y2, x3, y3 = points
        self.proto.Bezier(
            x=x + x0, y=y + y0, x1=x + x1, y1=y + y1, x2=x + x2, y2=y + y2, x3=x + x3, y3=y + y3,
            stroke=ink, stroke_width=width * POINTS,
        )  # fmt: skip

    def tile(self, tile: HexTile, x: float, y: float) -> None:
        proto = self.proto
        proto.Polyshape(
            points=[(x + across, y + down) for across, down in HEXAGON],
            fill=GROUND,
            stroke=OUTLINE,
            stroke_width=OUTLINE_WIDTH * POINTS,
        )
        for curve in tile.curves:
            self.stroke(curve.points, x, y, CASING_WIDTH, CASING)
            self.stroke(curve.points, x, y, LINE_WIDTH, curve.ink)
        proto.Text(tile.label, x=x, y=y + 12, font_size=LABEL_SIZE * POINTS, stroke=LABEL)

    def card(self, card: Card, x: float, y: float) -> None:
        proto = self.proto
        proto.Image(str(card.art), x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT)
        band = y + CARD_HEIGHT - BAND
        proto.Rectangle(x=x, y=band, width=CARD_WIDTH, height=BAND, fill=CASING, stroke=CASING)
        proto.Text(card.title, x=x + CARD_WIDTH / 2, y=y + CARD_HEIGHT - 3, font_size=14)

    def end(self) -> None:
        self.proto.Save()


class Svgwrite(Pen):
    """A file for each page, with pictures inside."""

    name = module = "svgwrite"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import svgwrite

        self.svgwrite = svgwrite
        self.pages = 0
        self.drawing: Any = None

    def begin_page(self) -> None:
        self.pages += 1
        name = str(self.folder / f"out-{self.pages:04}.svg")
        size, box = (f"{WIDTH}mm", f"{HEIGHT}mm"), f"0 0 {WIDTH} {HEIGHT}"
        self.drawing = self.svgwrite.Drawing(name, size=size, viewBox=box)

    def tile(self, tile: HexTile, x: float, y: float) -> None:
        drawing = self.drawing
        group = drawing.g(transform=f"translate({x:.3f} {y:.3f})")
        group.add(drawing.polygon(HEXAGON, fill=GROUND, stroke=OUTLINE, stroke_width=OUTLINE_WIDTH))
        for curve in tile.curves:
            x0, y0, *rest = (f"{number:.3f}" for number in curve.points)
            path = f"M{x0} {y0}C{' '.join(rest)}"
            for width, ink in ((CASING_WIDTH, CASING), (LINE_WIDTH, curve.ink)):
                group.add(drawing.path(path, fill="none", stroke=ink, stroke_width=width))
        where = {"text_anchor": "middle", "font_size": LABEL_SIZE, "font_family": "Helvetica"}
        group.add(drawing.text(tile.label, insert=(0, 12), fill=LABEL, **where))
        drawing.add(group)

    def card(self, card: Card, x: float, y: float) -> None:
        drawing = self.drawing
        kind = "png" if card.art.suffix == ".png" else "jpeg"
        data = f"data:image/{kind};base64,{base64.b64encode(card.art.read_bytes()).decode()}"
        size = (CARD_WIDTH, CARD_HEIGHT)
        drawing.add(drawing.image(data, insert=(x, y), size=size, preserveAspectRatio="none"))
        corner = (x, y + CARD_HEIGHT - BAND)
        drawing.add(drawing.rect(corner, (CARD_WIDTH, BAND), fill=CASING))
        where = {"text_anchor": "middle", "font_size": TITLE_SIZE, "font_family": "Helvetica"}
        middle = (x + CARD_WIDTH / 2, y + CARD_HEIGHT - 3)
        drawing.add(drawing.text(card.title, insert=middle, **where))

    def end_page(self) -> None:
        self.drawing.save()


PENS: dict[str, Callable[[Path], Pen]] = {
    each.name: each for each in (Reportlab, Fpdf, Cairo, Skia, Protograf, Svgwrite)
}


def installed() -> list[str]:
    """The names of the libraries that are here."""
    return [name for name, pen in PENS.items() if find_spec(pen.module)]  # type: ignore[attr-defined]


def main(library: str, job: str, folder: str, *deck: str) -> None:
    pen = PENS[library](Path(folder))
    pages = card_pages(Path(*deck)) if deck else tile_pages(TILE_JOBS[job])
    draw: Callable[[Any, float, float], None] = pen.card if deck else pen.tile
    for page in pages:
        pen.begin_page()
        for piece, (x, y) in page:
            draw(piece, x, y)
        pen.end_page()
    pen.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
