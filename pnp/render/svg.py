"""The SVG writer: one picture per page, at true size, with Inkscape layers.

Text becomes outlines, because viewers lack the font, with its words as a label.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple
from xml.etree.ElementTree import Element, tostring

import svgwrite  # type: ignore[import-untyped]
from svgwrite.extensions.inkscape import (  # type: ignore[import-untyped]
    GROUP_MODE,
    INKSCAPE_NAMESPACE,
    LABEL,
)

from pnp.basics.units import number
from pnp.render.drawings import repeated_drawings
from pnp.render.glyphs import glyph_outline, text_start
from pnp.render.paths import MITRE_LIMIT, dash_numbers, dash_phase, svg_path
from pnp.scene import Clip, Drawing, Image, Item, Layer, Page, Placed, Raster, Shape, Stroke, Text
from pnp.scene.fonts import Font, advances
from pnp.scene.geometry import Point

_HEADER = '<?xml version="1.0" encoding="utf-8" ?>\n'
_EMPTY_END = "<defs /></svg>"

# XML 1.0, production 2 (Char): no other character may stand in a file, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Fragment(NamedTuple):
    """Elements as text, and by id the clip paths, drawings and pictures that they refer to.

    A fragment can stand on any page: text that many pages share is formatted once. Pictures become
    text when a page is complete, for they are large.
    """

    text: str = ""
    definitions: Mapping[str, str | Raster] = MappingProxyType({})


class SvgWriter:
    """Writes pages as SVG, and keeps each drawing and glyph that it has formatted.

    The text of a page does not depend on the pages before it. `shown` gives the picture to write for
    a picture, such as a smaller one.
    """

    def __init__(self, shown: Callable[[Raster], Raster] = lambda raster: raster) -> None:
        self._shown = shown
        self._svg = svgwrite.Drawing(debug=False)
        self._drawings: dict[Drawing, _Fragment] = {}
        self._references: dict[Drawing, _Fragment] = {}
        self._glyph = cache(_glyph)

    def text(self, page: Page, *, language: str = "") -> str:
        """The page as an SVG file, to be stored as UTF-8; it states a language other than English."""
        symbols = {
            drawing: f"drawing-{count}"
            for count, drawing in enumerate(repeated_drawings((page,)), start=1)
        }
        layers = {
            layer: _joined(self._on_page(item, symbols) for item in page.items(layer))
            for layer in Layer
        }
        # svgwrite ends every empty picture in this way.
        head, end = self._empty(page, language).removesuffix(_EMPTY_END), "</svg>"
        definitions = "".join(self._definitions(symbols, layers.values()))
        contents = "".join(
            self._layer(layer, fragment.text) for layer, fragment in layers.items() if fragment.text
        )
        return f"{_HEADER}{head}<defs>\n{definitions}</defs>\n{contents}{end}\n"

    def _empty(self, page: Page, language: str) -> str:
        """The page without its items."""
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

    def _definitions(
        self, symbols: Mapping[Drawing, str], layers: Iterable[_Fragment]
    ) -> Iterable[str]:
        """The clip paths and the drawings that the layers refer to."""
        drawings = {name: self._drawing(drawing) for drawing, name in symbols.items()}
        for name, each in _joined((*drawings.values(), *layers)).definitions.items():
            yield self._picture(name, each) if isinstance(each, Raster) else each
        for name, fragment in drawings.items():
            yield self._group(fragment.text, id=name)

    def _layer(self, layer: Layer, text: str) -> str:
        attributes = {"id": layer.value, GROUP_MODE: "layer", LABEL: layer.value}
        return self._group(text, **attributes)

    def _on_page(self, item: Item, symbols: Mapping[Drawing, str]) -> _Fragment:
        match item:
            case Placed(drawing, at, scale, turn) if drawing in symbols:
                name = f"#{symbols[drawing]}"
                if scale != 1 or turn:
                    moved = _moved_to(at, scale, turn)
                    return _Fragment(self._element("use", href=name, transform=moved))
                place = (number(at.x), number(at.y))
                return _Fragment(self._element("use", href=name, insert=place))
            case _:
                return self._item(item)

    def _item(self, item: Item) -> _Fragment:
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
                return self._shared(item) if item.shared else self._drawing(item)
            case Placed(drawing, at, scale, turn):
                text, definitions = self._item(drawing)
                moved = self._group(text, transform=_moved_to(at, scale, turn))
                return _Fragment(moved, definitions)

    def _shared(self, drawing: Drawing) -> _Fragment:
        """A reference to a drawing; its id follows from its text, so that it fits any page."""
        known = self._references.get(drawing)
        if known is None:
            text, definitions = self._drawing(drawing)
            name = f"shared-{blake2b(text.encode(), digest_size=6).hexdigest()}"
            group, use = self._group(text, id=name), self._element("use", href=f"#{name}")
            known = self._references[drawing] = _Fragment(use, {**definitions, name: group})
        return known

    def _drawing(self, drawing: Drawing) -> _Fragment:
        known = self._drawings.get(drawing)
        if known is None:
            known = self._drawings[drawing] = _joined(map(self._item, drawing.items))
        return known

    def _image(self, image: Image) -> _Fragment:
        """A reference to a picture, which is defined as one unit wide and high."""
        name, box = f"picture-{image.raster.digest}", image.box
        across = (-box.width, box.right) if image.mirrored else (box.width, box.x)
        matrix = map(number, (across[0], 0, 0, box.height, across[1], box.y))
        place = f"matrix({' '.join(matrix)})"
        use = self._element("use", href=f"#{name}", transform=place)
        return _Fragment(use, {name: image.raster})

    def _picture(self, name: str, raster: Raster) -> str:
        shown = self._shown(raster)
        data = b64encode(shown.read()).decode()
        return (
            f'<image id="{name}" width="1" height="1" preserveAspectRatio="none"'
            f' xlink:href="data:image/{shown.kind};base64,{data}" />\n'
        )

    def _shape(self, shape: Shape) -> _Fragment:
        if not shape.path or (shape.fill is None and shape.stroke is None):
            return _Fragment()
        attributes = {"fill": shape.fill or "none", **_stroke_attributes(shape.stroke)}
        if shape.even_odd:
            attributes["fill_rule"] = "evenodd"
        return _Fragment(self._element("path", d=svg_path(shape.path), **attributes))

    def _clip(self, clip: Clip) -> _Fragment:
        """The clipped items; the id of the clip path follows from the path, so that it fits any page."""
        if not clip.path:
            return _Fragment()
        data = svg_path(clip.path)
        name = f"clip-{blake2b(data.encode(), digest_size=6).hexdigest()}"
        path = self._element("clipPath", self._element("path", d=data), id=name)
        text, definitions = _joined(map(self._item, clip.items))
        clipped = self._group(text, clip_path=f"url(#{name})")
        return _Fragment(clipped, {name: path, **definitions})

    def _text(self, text: Text) -> _Fragment:
        start = text_start(text)
        turn = "" if number(text.angle) == "0" else f" rotate({number(text.angle)})"
        steps = advances(text.string, bold=text.bold, font=text.font)
        offsets = accumulate((step * text.size for step in steps), initial=0.0)
        glyphs = [
            self._element("path", d=data, transform=f"translate({number(offset)} 0)")
            for character, offset in zip(text.string, offsets, strict=False)
            if (data := self._glyph(character, text.size, text.bold, text.font))
        ]
        if not glyphs:
            return _Fragment()
        group = self._group(
            "".join(glyphs),
            fill=text.ink,
            transform=_moved_to(start) + turn,
            role="img",
            aria_label=text.string,
        )
        return _Fragment(group)

    def _group(self, content: str, **attributes: str) -> str:
        return self._element("g", "\n" + content, **attributes)

    def _element(self, name: str, content: str = "", **attributes: object) -> str:
        """An svgwrite element round the content, on a line of its own."""
        element: Element = getattr(self._svg, name)(**attributes).get_xml()
        if not content:
            return tostring(element, encoding="unicode") + "\n"
        empty = tostring(element, encoding="unicode", short_empty_elements=False)
        return f"{empty.removesuffix(f'</{name}>')}{content}</{name}>\n"


def _joined(fragments: Iterable[_Fragment]) -> _Fragment:
    texts: list[str] = []
    definitions: dict[str, str | Raster] = {}
    for fragment in fragments:
        texts.append(fragment.text)
        definitions |= fragment.definitions
    return _Fragment("".join(texts), definitions)


def _moved_to(at: Point, scale: float = 1.0, turn: float = 0.0) -> str:
    larger = "" if scale == 1 else f" scale({number(scale)})"
    around = f" rotate({number(turn)})" if turn else ""
    return f"translate({number(at.x)} {number(at.y)}){around}{larger}"


def _stroke_attributes(stroke: Stroke | None) -> dict[str, str]:
    if stroke is None:
        return {}
    attributes = {"stroke": stroke.ink, "stroke_width": number(stroke.width)}
    if stroke.spot:
        # Programs for cutting machines know cuts by the name of the ink, or by the layer.
        attributes["class_"] = stroke.spot
    if dash := dash_numbers(stroke):
        attributes |= {"stroke_dasharray": " ".join(dash), "stroke_dashoffset": dash_phase(stroke)}
    ends = stroke.line_ends
    if ends.cap != "butt":
        attributes["stroke_linecap"] = ends.cap
    if ends.join != "miter":
        attributes["stroke_linejoin"] = ends.join
    if ends.mitre_limit != MITRE_LIMIT:
        attributes["stroke_miterlimit"] = number(ends.mitre_limit)
    return attributes


def _glyph(character: str, size: float, bold: bool, font: Font | None) -> str:
    return svg_path(glyph_outline(character, size, bold=bold, font=font))
