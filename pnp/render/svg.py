"""The SVG writer: one picture per page, at true size, with Inkscape layers.

Text becomes outlines, because viewers lack the font, with its words as a label. A drawing, an outline or a
glyph that a page shows more than once is defined once, and then used by its id.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import accumulate
from typing import TypeAlias

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.units import number
from pnp.render.glyphs import glyph_outline
from pnp.render.paths import MITRE_LIMIT, dash_numbers, dash_phase, svg_path
from pnp.scene import Clip, Drawing, Image, Item, Layer, Page, Placed, Raster, Shape, Stroke, Text
from pnp.scene.fonts import Font, advances
from pnp.scene.geometry import Point

_HEADER = '<?xml version="1.0" encoding="utf-8" ?>\n'
_EMPTY_END = "<defs /></svg>"

# About as many characters has a `<use>`, and an `id` with a `<g>` round what has it.
_USE, _ID = 37, 25

# XML 1.0, production 2 (Char): no other character may stand in a file, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Moved(NamedTuple):
    """A part in a place: the transformation as a text, and as attributes of a `<use>`."""

    part: _Part
    transform: str
    place: str


_Piece: TypeAlias = "str | _Part | _Moved"


@frozen(eq=False, slots=True)
class _Part:
    """Elements as text between other parts, any of which a file may have more than once.

    A part `is_element` if it is one element, without a transformation or an id. Two parts with the same `pieces` are one and
    the same, and a part can stand on any page. `needs` has the clip paths and pictures that it refers to, by id; a picture
    becomes text when a page is complete, for it is large.
    """

    pieces: tuple[_Piece, ...]
    length: int
    is_element: bool
    needs: tuple[tuple[str, str | Raster], ...]


# Thousands of tiles have more parts, which would fill the memory.
MOST_PARTS = 20_000


class SvgWriter:
    """Writes pages as SVG, and keeps drawings and glyphs that it has formatted, until they are too many.

    The text of a page does not depend on the pages before it. `shown` gives the picture to write for
    a picture, such as a smaller one.
    """

    def __init__(self, shown: Callable[[Raster], Raster] = lambda raster: raster) -> None:
        self._shown = shown
        self._drawings: dict[Drawing, _Part] = {}
        self._parts: dict[tuple[_Piece, ...], _Part] = {}
        self._glyph = cache(self._new_glyph)

    def text(self, page: Page, *, language: str = "") -> str:
        """The page as an SVG file, to be stored as UTF-8; it states a language other than English."""
        if len(self._parts) > MOST_PARTS:
            self._forget()
        layers = {layer: self._joined(items) for layer in Layer if (items := page.items(layer))}
        file = _File(layers.values(), self._shown)
        contents = "".join(
            f'<g id="{layer.value}" inkscape:groupmode="layer" inkscape:label="{layer.value}">\n'
            f"{text}</g>\n"
            for layer, part in layers.items()
            if (text := file.text(part))
        )
        # svgwrite ends every empty picture in this way.
        head = _empty(page, language).removesuffix(_EMPTY_END)
        definitions = "".join(file.definitions.values())
        return f"{_HEADER}{head}<defs>\n{definitions}</defs>\n{contents}</svg>\n"

    def _forget(self) -> None:
        # All at once: parts that are equal have to be one, so that a page defines it once.
        self._drawings.clear()
        self._parts.clear()
        self._glyph.cache_clear()

    def _part(
        self,
        *pieces: _Piece,
        is_element: bool = False,
        needs: tuple[tuple[str, str | Raster], ...] = (),
    ) -> _Part:
        """The part of these pieces, made once."""
        known = self._parts.get(pieces)
        if known is None:
            length = sum(
                len(each)
                if isinstance(each, str)
                else (each[0] if isinstance(each, _Moved) else each).length
                for each in pieces
            )
            known = self._parts[pieces] = _Part(pieces, length, is_element, needs)
        return known

    def _joined(self, items: Iterable[Item]) -> _Part:
        parts = [part for item in items if (part := self._item(item)).pieces]
        return parts[0] if len(parts) == 1 else self._part(*parts)

    def _item(self, item: Item) -> _Part:
        match item:
            case Shape():
                return self._shape(item)
            case Text():
                return self._text(item)
            case Image():
                return self._image(item)
            case Clip():
                return self._clip(item)
            case Drawing():
                return self._drawing(item)
            case Placed(drawing, at, scale, turn):
                part = self._drawing(drawing)
                if not part.pieces:
                    return part
                moved = _moved_to(at, scale, turn)
                place = f' transform="{moved}"' if scale != 1 or turn else _place(at.x, at.y)
                return self._part(_Moved(part, moved, place))

    def _drawing(self, drawing: Drawing) -> _Part:
        known = self._drawings.get(drawing)
        if known is None:
            known = self._drawings[drawing] = self._joined(drawing.items)
        return known

    def _image(self, image: Image) -> _Part:
        """A reference to a picture, which is defined as one unit wide and high."""
        name, box = f"picture-{image.raster.digest}", image.box
        across = (-box.width, box.right) if image.mirrored else (box.width, box.x)
        matrix = " ".join(map(number, (across[0], 0, 0, box.height, across[1], box.y)))
        use = f'<use xlink:href="#{name}" transform="matrix({matrix})" />\n'
        return self._part(use, needs=((name, image.raster),))

    def _shape(self, shape: Shape) -> _Part:
        if not shape.path or (shape.fill is None and shape.stroke is None):
            return self._part()
        attributes = {"fill": shape.fill or "none", **_stroke_attributes(shape.stroke)}
        if shape.even_odd:
            attributes["fill-rule"] = "evenodd"
        written = "".join(f' {name}="{value}"' for name, value in attributes.items())
        return self._part(f'<path d="{svg_path(shape.path)}"{written} />\n', is_element=True)

    def _clip(self, clip: Clip) -> _Part:
        """The clipped items; the id of the clip path follows from the path, so that it fits any page."""
        content = self._joined(clip.items)
        if not clip.path or not content.pieces:
            return self._part()
        path = f'<path d="{svg_path(clip.path)}" />'
        name = _named(path)
        faded = f' opacity="{number(clip.opacity)}"' if clip.opacity < 1 else ""
        return self._part(
            f'<g clip-path="url(#{name})"{faded}>\n',
            content,
            "</g>\n",
            is_element=True,
            needs=((name, f'<clipPath id="{name}">{path}</clipPath>\n'),),
        )

    def _text(self, text: Text) -> _Part:
        # It imports programs for the network, which a build of PDF files does not need.
        from xml.sax.saxutils import quoteattr

        start = text.start
        steps = advances(text.string, bold=text.bold, font=text.font)
        offsets = accumulate((step * text.size for step in steps), initial=0.0)
        glyphs = [
            _Moved(glyph, f"translate({number(offset)} 0)", _place(offset, 0))
            if number(offset) != "0"
            else glyph
            for character, offset in zip(text.string, offsets, strict=False)
            if (glyph := self._glyph(character, text.size, text.bold, text.font)).pieces
        ]
        if not glyphs:
            return self._part()
        moved = _moved_to(start, 1.0, text.angle)
        label = quoteattr(text.string)
        below: tuple[_Piece, ...] = ()
        if text.outline is not None:
            written = "".join(
                f' {name}="{value}"' for name, value in _stroke_attributes(text.outline).items()
            )
            below = (f'<g fill="none"{written} transform="{moved}">\n', *glyphs, "</g>\n")
        return self._part(
            *below,
            f'<g fill="{text.ink}" transform="{moved}" role="img" aria-label={label}>\n',
            *glyphs,
            "</g>\n",
        )

    def _new_glyph(self, character: str, size: float, bold: bool, font: Font | None) -> _Part:
        """The outline of a character, whose ink is that of the group round it; nothing for a blank."""
        path = svg_path(glyph_outline(character, size, bold=bold, font=font))
        return self._part(f'<path d="{path}" />\n', is_element=True) if path else self._part()


class _File:
    """One file: the text of its parts, and by their ids the `definitions` of those that it has more than once."""

    def __init__(self, layers: Iterable[_Part], shown: Callable[[Raster], Raster]) -> None:
        self._shown = shown
        self._uses: Counter[_Part] = Counter()
        self._texts: dict[_Part, str] = {}
        self._names: dict[_Part, str] = {}
        self.definitions: dict[str, str] = {}
        for layer in layers:
            self._uses[layer] += 1
            self._count(layer)

    def _count(self, part: _Part) -> None:
        """Counts the uses of the parts of a part; those of one that is defined once count once."""
        for name, content in part.needs:
            if name not in self.definitions:
                self.definitions[name] = (
                    content if isinstance(content, str) else self._picture(name, content)
                )
        for piece in part.pieces:
            if not isinstance(piece, str):
                inner = piece.part if isinstance(piece, _Moved) else piece
                self._uses[inner] += 1
                if self._uses[inner] == 1:
                    self._count(inner)

    def _picture(self, name: str, raster: Raster) -> str:
        shown = self._shown(raster)
        data = b64encode(shown.read()).decode()
        return (
            f'<image id="{name}" width="1" height="1" preserveAspectRatio="none"'
            f' xlink:href="data:image/{shown.kind};base64,{data}" />\n'
        )

    def text(self, part: _Part) -> str:
        """The text of a part."""
        return "".join(map(self._piece, part.pieces))

    def _piece(self, piece: _Piece) -> str:
        if isinstance(piece, str):
            return piece
        part, transform, place = piece if isinstance(piece, _Moved) else (piece, "", "")
        name = self._name(part)
        if name:
            return f'<use xlink:href="#{name}"{place} />\n'
        text = self.text(part)
        if not transform:
            return text
        if part.is_element:
            return _with_attribute(text, "transform", transform)
        return f'<g transform="{transform}">\n{text}</g>\n'

    def _name(self, part: _Part) -> str:
        """The id of a part that is worth a definition of its own, which begins with it; or "".

        The id follows from the text of the part, so that files in one page of a browser agree on it.
        """
        uses = self._uses[part]
        if (uses - 1) * part.length < uses * _USE + _ID:
            return ""
        if part not in self._names:
            text = self.text(part)
            name = self._names[part] = _named(text)
            self.definitions[name] = (
                _with_attribute(text, "id", name)
                if part.is_element
                else f'<g id="{name}">\n{text}</g>\n'
            )
        return self._names[part]


def _named(text: str) -> str:
    """An id for this text."""
    return "x" + blake2b(text.encode(), digest_size=6).hexdigest()


def _with_attribute(element: str, name: str, value: str) -> str:
    tag, rest = element.split(" ", 1)
    return f'{tag} {name}="{value}" {rest}'


def _empty(page: Page, language: str) -> str:
    """The page without its items."""
    import svgwrite  # type: ignore[import-untyped]
    from svgwrite.extensions.inkscape import INKSCAPE_NAMESPACE  # type: ignore[import-untyped]

    width, height = number(page.width), number(page.height)
    svg = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False
    )
    svg["xmlns:inkscape"] = INKSCAPE_NAMESPACE
    if language not in ("", "en"):
        svg["xml:lang"] = language
    if page.title:
        svg.set_desc(title=_NOT_XML.sub("\ufffd", page.title))
    text: str = svg.tostring()
    return text


def _place(x: float, y: float) -> str:
    """The attributes of a `<use>` that is moved there."""
    coordinates = (("x", number(x)), ("y", number(y)))
    return "".join(f' {name}="{value}"' for name, value in coordinates if value != "0")


def _moved_to(at: Point, scale: float = 1.0, turn: float = 0.0) -> str:
    larger = "" if scale == 1 else f" scale({number(scale)})"
    around = "" if number(turn) == "0" else f" rotate({number(turn)})"
    return f"translate({number(at.x)} {number(at.y)}){around}{larger}"


@lru_cache(maxsize=4096)
def _stroke_attributes(stroke: Stroke | None) -> Mapping[str, str]:
    if stroke is None:
        return {}
    attributes = {"stroke": stroke.ink, "stroke-width": number(stroke.width)}
    if stroke.spot:
        # Programs for cutting machines know cuts by the name of the ink, or by the layer.
        attributes["class"] = stroke.spot
    if dash := dash_numbers(stroke):
        attributes |= {"stroke-dasharray": " ".join(dash), "stroke-dashoffset": dash_phase(stroke)}
    ends = stroke.line_ends
    if ends.cap != "butt":
        attributes["stroke-linecap"] = ends.cap
    if ends.join != "miter":
        attributes["stroke-linejoin"] = ends.join
    if ends.mitre_limit != MITRE_LIMIT:
        attributes["stroke-miterlimit"] = number(ends.mitre_limit)
    return attributes
