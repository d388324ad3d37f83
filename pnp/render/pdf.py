"""The PDF writer: we format the content streams, and reportlab makes the file round them.

One matrix per page makes the millimetre the unit and lets y point down. Each shape and text sets
all the state that it depends on, so that the operators of a drawing can stand anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from io import BytesIO
from itertools import chain, repeat
from pathlib import Path
from typing import BinaryIO, Protocol

from reportlab import rl_config  # type: ignore[import-untyped]
from reportlab.lib.colors import CMYKColorSep  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFResourceDictionary,
    PDFStream,
    PDFZCompress,
    xObjectName,
)
from reportlab.pdfbase.pdfmetrics import registerFont  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from pnp.basics.classes import NamedTuple
from pnp.basics.dates import file_date
from pnp.basics.units import POINTS_PER_MM, number
from pnp.render.drawings import extent, repeated_drawings
from pnp.render.embedding import EmbeddedFont, FontsOfFile
from pnp.render.paths import MITRE_LIMIT, dash_numbers, dash_phase, pdf_path
from pnp.render.pictures import PictureObject
from pnp.render.preferences import DUPLEX
from pnp.render.streaming import StreamedFile
from pnp.render.tags import END, Tags, beginnings
from pnp.scene import (
    Clip,
    Document,
    Drawing,
    Image,
    Item,
    Layer,
    Page,
    Placed,
    Raster,
    Shape,
    Stroke,
    Text,
)
from pnp.scene.fonts import Font, font_data, font_name
from pnp.scene.geometry import Box, bounding_box, heading, points_of
from pnp.scene.geometry import Path as ScenePath

# PDF 1.6 introduced the viewer preference PrintScaling, and 1.7 Duplex.
_PDF_VERSION = (1, 7)

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}

# The ink on a screen where a machine cuts.
_SPOT_CMYK = (0.0, 1.0, 0.0, 0.0)


class _Font(Protocol):
    """The methods of reportlab's TTFont in use: it spreads a text over subsets of up to 256 glyphs."""

    def splitString(self, text: str, doc: object) -> list[tuple[int, bytes]]: ...
    def getSubsetInternalName(self, subset: int, doc: object) -> str: ...


class _Document(FontsOfFile, Protocol):
    """The part of reportlab's PDFDocument for fonts and pictures."""

    def addForm(self, name: str, form: object) -> object: ...


class _Canvas(Protocol):
    """The methods of reportlab's Canvas in use."""

    # Subsets of fonts, and pictures, belong to the document, which has no public name. Literal
    # operators that show a form or a picture have to note it here, as `doForm` does.
    _doc: _Document
    _formsinuse: list[str]

    def setTitle(self, title: str) -> None: ...
    def setAuthor(self, author: str) -> None: ...
    def setSubject(self, subject: str) -> None: ...
    def setCreator(self, creator: str) -> None: ...
    def setViewerPreference(self, pref: str, value: str) -> None: ...
    def setPageSize(self, size: tuple[float, float]) -> None: ...
    def setTrimBox(self, size: tuple[float, ...] | None) -> None: ...
    def setBleedBox(self, size: tuple[float, ...] | None) -> None: ...
    def setStrokeColor(self, aColor: object) -> None: ...
    def setStrokeOverprint(self, a: bool) -> None: ...
    def addLiteral(self, s: str) -> None: ...
    def beginForm(
        self, name: str, lowerx: float, lowery: float, upperx: float, uppery: float
    ) -> None: ...
    def endForm(self) -> None: ...
    def doForm(self, name: str) -> None: ...
    def bookmarkPage(self, key: str) -> None: ...
    def addOutlineEntry(self, title: str, key: str) -> None: ...


def pdf_bytes(document: Document, *, compressed: bool = True) -> bytes:
    """The document as a PDF file; the same document always gives the same bytes."""
    buffer = BytesIO()
    _write(document, buffer, compressed=compressed)
    return buffer.getvalue()


def write_pdf(document: Document, path: Path) -> None:
    """Writes the document into a file, with one picture after the other in memory."""
    with path.open("wb") as stream:
        _write(document, stream)


def _write(document: Document, stream: BinaryIO, *, compressed: bool = True) -> None:
    if not document.pages:
        raise ValueError("a PDF document needs a page")
    canvas = _new_canvas(document, compressed=compressed)
    with without_ascii85():
        file = StreamedFile(canvas, stream)
        tags = Tags(canvas, file) if document.tagged else None
        operators = Operators(canvas, file)
        forms = {
            drawing: name
            for drawing in repeated_drawings(document.pages)
            if (name := operators.form(drawing))
        }
        for number_of_page, page in enumerate((each.made for each in document.pages), start=1):
            if page.title and len(document.pages) > 1:
                _add_bookmark(canvas, f"page{number_of_page}", page.title)
            _draw(canvas, operators, forms, page, tagged=document.tagged)
            drawn = file.end_page(tags.entries if tags else {})
            if tags:
                tags.add(page, drawn)
        if tags:
            tags.end(document)
        file.end()


def _new_canvas(document: Document, *, compressed: bool) -> _Canvas:
    file_date()  # reportlab takes it from the environment, and has no message about a wrong one
    embedded_font(bold=False)
    canvas: _Canvas = Canvas(
        BytesIO(),  # reportlab never writes into it
        invariant=1,
        pageCompression=int(compressed),
        pdfVersion=_PDF_VERSION,
        lang=document.language,
        # By default reportlab refers to Helvetica on every page, without embedding it.
        initialFontName=font_name(bold=False),
    )
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setSubject(document.subject)
    canvas.setCreator("pnp")
    # Scaling a page to fit the paper would change the size of the pieces.
    canvas.setViewerPreference("PrintScaling", "None")
    if document.duplex:
        canvas.setViewerPreference("Duplex", DUPLEX[document.duplex])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


@contextmanager
def without_ascii85() -> Iterator[None]:
    """Streams as plain bytes, a fifth smaller; reportlab has only a global switch."""
    before = rl_config.useA85
    rl_config.useA85 = 0
    try:
        yield
    finally:
        rl_config.useA85 = before


@cache
def embedded_font(*, bold: bool) -> _Font:
    """The font for reportlab, registered under its name."""
    data = BytesIO(font_data(bold=bold))
    font: _Font = TTFont(font_name(bold=bold), data, asciiReadable=False)
    registerFont(font)
    return font


def _add_bookmark(canvas: _Canvas, key: str, title: str) -> None:
    """Adds the next page to the viewer's table of contents."""
    canvas.bookmarkPage(key)
    canvas.addOutlineEntry(title, key)


def _down(length: float) -> float:
    return math.floor(length * 1000) / 1000


def _up(length: float) -> float:
    return math.ceil(length * 1000) / 1000


def _points_up(box: Box | None, height: float) -> tuple[float, ...] | None:
    """The box in PDF's units, points from the lower left: left, bottom, right, top."""
    if box is None:
        return None
    corners = (box.x, height - box.bottom, box.right, height - box.y)
    return tuple(round(length * POINTS_PER_MM, 4) for length in corners)


def _add_spots(canvas: _Canvas, page: Page) -> None:
    """Declares the page's spot inks and overprinting to reportlab, which names them."""
    spots = {
        item.stroke.spot
        for item in page.items(Layer.CUT)
        if isinstance(item, Shape) and item.stroke is not None
    } - {""}
    for spot in sorted(spots):
        canvas.setStrokeColor(CMYKColorSep(*_SPOT_CMYK, spotName=spot))
        canvas.setStrokeOverprint(True)


def _draw(
    canvas: _Canvas,
    operators: Operators,
    forms: Mapping[Drawing, str],
    page: Page,
    *,
    tagged: bool,
) -> None:
    width, height = page.width * POINTS_PER_MM, page.height * POINTS_PER_MM
    canvas.setPageSize((width, height))
    canvas.setTrimBox(_points_up(page.trim, page.height))
    canvas.setBleedBox(_points_up(page.bleed or page.trim, page.height))
    _add_spots(canvas, page)
    # More than three decimals, because an error in the scale grows with the page.
    canvas.addLiteral(f"{POINTS_PER_MM:.6f} 0 0 {-POINTS_PER_MM:.6f} 0 {height:.6f} cm")
    canvas.addLiteral(f"{number(MITRE_LIMIT)} M")
    begins = beginnings(page) if tagged else repeat("")
    for layer in Layer:
        for item, begin in zip(page.items(layer), begins, strict=False):
            if tagged:
                canvas.addLiteral(begin)
            match item:
                case Placed(drawing) if drawing in forms:
                    canvas.addLiteral(f"q {_moved_to(item)}")
                    canvas.doForm(forms[drawing])
                    canvas.addLiteral("Q")
                case _:
                    operators.paint(item)
            if tagged:
                canvas.addLiteral(END)


class _Fragment(NamedTuple):
    """Operators as text, and the forms that they show."""

    text: str = ""
    forms: tuple[str, ...] = ()


class Operators:
    """Formats the items of one document; strokes, inks and drawings inside others only once."""

    def __init__(self, canvas: _Canvas, file: StreamedFile) -> None:
        self._canvas, self._file = canvas, file
        self._drawings: dict[Drawing, _Fragment] = {}
        self._forms: dict[Drawing, str] = {}
        self._own_fonts: dict[Font, EmbeddedFont] = {}
        self._pictures: dict[Raster, str] = {}
        self._faded_names: list[str] = []
        self._stroke = cache(_stroke)
        self._ink = cache(_ink)
        self._axes = cache(_axes)
        self._subset = cache(partial(_name_of_subset, canvas._doc))

    def paint(self, item: Item) -> None:
        """Adds the operators that paint the item of a page, and leave position and clip as they were."""
        if isinstance(item, Placed) and not item.drawing.shared:
            # Pages place it once, since what they place again is a form: nobody will ask for it.
            self._add(_placed(item, self._items(item.drawing.items)))
        else:
            self._add(self._item(item))

    def form(self, drawing: Drawing) -> str:
        """Stores the drawing in the file once; returns the name of its form, or "" if it is empty."""
        if drawing not in self._forms:
            box = extent(drawing.items)
            if box is None:
                return ""
            content = self._drawing(drawing)
            self._forms[drawing] = f"d{len(self._forms) + 1}"
            self._canvas.beginForm(
                self._forms[drawing], _down(box.x), _down(box.y), _up(box.right), _up(box.bottom)
            )
            self._add(content)
            self._canvas.endForm()
            self._file.write_added(xObjectName(self._forms[drawing]))
        return self._forms[drawing]

    def _add(self, fragment: _Fragment) -> None:
        self._canvas.addLiteral(fragment.text)
        self._canvas._formsinuse += fragment.forms

    def _item(self, item: Item) -> _Fragment:
        match item:
            case Placed(drawing):
                return _placed(item, self._item(drawing))
            case Drawing():
                return self._shared(item) if item.shared else self._drawing(item)
            case Shape():
                return _Fragment(self._shape(item))
            case Text():
                return _Fragment(self._text(item))
            case Image():
                return self._image(item)
            case Clip(path, items, opacity):
                text, forms = self._items(items)
                if opacity < 1 and path and text:
                    return self._faded(path, _Fragment(text, forms), opacity)
                return _Fragment(f"q {pdf_path(path)} W n\n{text}\nQ" if path else "", forms)

    def _faded(self, path: ScenePath, content: _Fragment, opacity: float) -> _Fragment:
        """A group that is see-through as a whole: a form shows another one at that opacity."""
        box = bounding_box(points_of(path))
        name = f"t{len(self._faded_names)}"
        self._faded_names += [name]
        corners = (_down(box.x), _down(box.y), _up(box.right), _up(box.bottom))
        inside = f"q {pdf_path(path)} W n\n{content.text}\nQ"
        self._write_form(f"{name}g", _Group(corners, inside, content.forms))
        shown = f"/o gs /{xObjectName(f'{name}g')} Do"
        self._write_form(name, _Group(corners, shown, (f"{name}g",), opacity))
        return _Fragment(f"/{xObjectName(name)} Do", (name,))

    def _shared(self, drawing: Drawing) -> _Fragment:
        name = self.form(drawing)
        return _Fragment(f"/{xObjectName(name)} Do", (name,)) if name else _Fragment()

    def _drawing(self, drawing: Drawing) -> _Fragment:
        known = self._drawings.get(drawing)
        if known is None:
            known = self._drawings[drawing] = self._items(drawing.items)
        return known

    def _items(self, items: Iterable[Item]) -> _Fragment:
        fragments = [self._item(item) for item in items]
        text = "\n".join(fragment.text for fragment in fragments if fragment.text)
        return _Fragment(text, tuple(chain.from_iterable(each.forms for each in fragments)))

    def _image(self, image: Image) -> _Fragment:
        name = self._pictures.get(image.raster)
        if name is None:
            name = self._pictures[image.raster] = f"p{len(self._pictures) + 1}"
            self._write_form(name, PictureObject(image.raster))
        x, y, width, height = image.box
        # A picture fills the unit square, with y up.
        across = (-width, x + width) if image.mirrored else (width, x)
        matrix = map(number, (across[0], 0, 0, -height, across[1], y + height))
        return _Fragment(f"q {' '.join(matrix)} cm /{xObjectName(name)} Do Q", (name,))

    def _write_form(self, name: str, form: PDFObject) -> None:
        self._canvas._doc.addForm(name, form)
        self._file.write_added(xObjectName(name))

    def _shape(self, shape: Shape) -> str:
        fill, stroke = shape.fill, shape.stroke
        # PDF draws a line of no width as thin as the device can.
        if stroke is not None and number(stroke.width) == "0":
            stroke = None
        if not shape.path or (fill is None and stroke is None):
            return ""
        state = ("" if fill is None else f"{self._ink(fill)} rg ") + (
            "" if stroke is None else f"{self._stroke(stroke)} "
        )
        paint = "f" if stroke is None else "S" if fill is None else "B"
        star = "*" if shape.even_odd and fill is not None else ""
        painted = f"{state}{pdf_path(shape.path)} {paint}{star}"
        limit = MITRE_LIMIT if stroke is None else stroke.line_ends.mitre_limit
        return painted if limit == MITRE_LIMIT else f"q {number(limit)} M {painted} Q"

    def _text(self, text: Text) -> str:
        # First, because it raises MissingGlyph, where reportlab would leave a gap.
        start = text.start
        shown = " ".join(
            f"{name} {number(text.size)} Tf <{codes.hex()}> Tj" for name, codes in self._codes(text)
        )
        matrix = f"{self._axes(text.angle)} {number(start.x)} {number(start.y)}"
        if not shown:
            return ""
        painted = f"BT {self._ink(text.ink)} rg {matrix} Tm {shown} ET"
        if text.outline is None:
            return painted
        line = f"BT {self._stroke(text.outline)} 1 Tr {matrix} Tm {shown} 0 Tr ET"
        return f"{line}\n{painted}"

    def _codes(self, text: Text) -> list[tuple[str, bytes]]:
        """The text in parts: the name of a font of the file, and the codes of characters in it."""
        file = self._canvas._doc
        if text.font is None:
            font = embedded_font(bold=text.bold)
            parts = font.splitString(text.string, file)
            return [(self._subset(text.bold, subset), codes) for subset, codes in parts]
        if not text.string:
            return []
        if text.font not in self._own_fonts:
            self._own_fonts[text.font] = EmbeddedFont(text.font, file)
        own = self._own_fonts[text.font]
        return [(own.name, own.codes(text.string))]


class _Group(PDFObject):  # type: ignore[misc]  # its base is untyped
    """A transparency group (PDF 1.7, 11.6.6) with these operators in a box, and the forms that they show.

    The state `o` of its operators has the opacity.
    """

    __RefOnly__ = 1  # a stream is no part of another object

    def __init__(
        self,
        corners: Sequence[float],
        operators: str,
        forms: Sequence[str],
        opacity: float = 1.0,
    ) -> None:
        self._corners, self._operators = corners, operators
        self._forms, self._opacity = forms, opacity

    def format(self, document: object) -> bytes:
        """The object as bytes."""
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        resources.XObject = document.xobjDict(self._forms)  # type: ignore[attr-defined]
        share = round(self._opacity, 4)
        resources.ExtGState = {"o": PDFDictionary({"ca": share, "CA": share})}
        stream = PDFStream()
        stream.content = self._operators.encode("latin-1")
        stream.filters = [PDFZCompress]
        stream.dictionary.dict |= {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Form"),
            "BBox": PDFArray(list(self._corners)),
            "Group": PDFDictionary({"S": PDFName("Transparency"), "I": "true"}),
            "Resources": resources,
        }
        formatted: bytes = stream.format(document)
        return formatted


def _name_of_subset(document: _Document, bold: bool, subset: int) -> str:
    return embedded_font(bold=bold).getSubsetInternalName(subset, document)


def _placed(placed: Placed, content: _Fragment) -> _Fragment:
    return _Fragment(f"q {_moved_to(placed)}\n{content.text}\nQ", content.forms)


def _moved_to(placed: Placed) -> str:
    at = placed.at
    if not placed.turn:
        size = number(placed.scale)
        return f"{size} 0 0 {size} {number(at.x)} {number(at.y)} cm"
    along = heading(placed.turn + 90) * placed.scale
    # Six decimals, because an error grows with the size of the drawing.
    cos, sin = f"{along.x:.6f}", f"{along.y:.6f}"
    return f"{cos} {sin} {-along.y:.6f} {cos} {number(at.x)} {number(at.y)} cm"


def _axes(angle: float) -> str:
    """The axes of a text: the page's y axis points down, and a text's own has to point up.

    Directions have three decimals: an error of at most 0.05 mm over 100 mm of slanted text.
    """
    return " ".join(map(number, (*heading(angle + 90), *heading(angle))))


def _stroke(stroke: Stroke) -> str:
    dash = dash_numbers(stroke)
    pattern = f"[{' '.join(dash)}] {dash_phase(stroke)} d" if dash else "[] 0 d"
    ends = f"{_CAPS[stroke.line_ends.cap]} J {_JOINS[stroke.line_ends.join]} j"
    ink = f"/{stroke.spot} CS 1 SCN" if stroke.spot else f"{_ink(stroke.ink)} RG"
    return f"{ink} {number(stroke.width)} w {pattern} {ends}"


def _ink(ink: str) -> str:
    """The red, green and blue of #RRGGBB, each from 0 to 1."""
    return " ".join(number(int(ink[at : at + 2], 16) / 255) for at in (1, 3, 5))
