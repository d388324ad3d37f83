"""SVG files as shapes of a scene, with the styles of their elements; a file with anything else is printed in dots.

A style sheet counts if its selectors are names, classes and ids, as drawing programs write them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

from fontTools.misc.transform import Identity, Transform  # type: ignore[import-untyped]

from pnp.art.dots import check_dots
from pnp.art.markup import Element, parsed_svg
from pnp.art.model import Art, UnusableArt, shapes_in
from pnp.art.paths import length, scene_path, transformation
from pnp.basics.classes import NamedTuple
from pnp.basics.units import LENGTH, MM_PER_INCH, millimetres
from pnp.scene import Clip, Drawing, Item, LineEnds, Shape, Stroke
from pnp.scene import geometry as g
from pnp.scene.geometry import Box, bounding_box, polygon

# Properties that elements inherit, with their first values (SVG 1.1, property index).
INITIAL: Mapping[str, str] = {
    "color": "black",
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "font-size": "16px",
    "marker-end": "none",
    "marker-mid": "none",
    "marker-start": "none",
    "paint-order": "normal",
    "stroke": "none",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "visibility": "visible",
}

# Properties of an element alone.
OWN: Mapping[str, str] = {
    "clip-path": "none",
    "display": "inline",
    "filter": "none",
    "mask": "none",
    "mix-blend-mode": "normal",
    "opacity": "1",
    "transform": "",
    "vector-effect": "none",
}

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(?P<tag>\*|[\w-]+)?(?P<rest>(?:[.#][\w-]+)*)")


class NotAsShapes(Exception):
    """A feature that scenes have no shapes for; its text names the feature."""


class Rule(NamedTuple):
    """The declarations of a selector; `weight` is its specificity, and then its place."""

    weight: tuple[int, int, int, int]
    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: Mapping[str, str]

    def matches(self, element: Element) -> bool:
        """Whether the selector names the element."""
        given = element.attributes
        return (
            self.tag in ("", "*", element.tag)
            and self.ids <= {given.get("id", "")}
            and self.classes <= {*given.get("class", "").split()}
        )


def style_rules(root: Element) -> tuple[Rule, ...]:
    """The rules of all style sheets in the file, the strongest last; raises NotAsShapes."""
    rules: list[Rule] = []
    for sheet in root.all():
        if sheet.tag != "style":
            continue
        text = _COMMENT.sub("", sheet.text).replace("<!--", "").replace("-->", "")
        rest = _RULE.sub("", text).strip()
        if rest or "@" in text:
            raise NotAsShapes("a style sheet with more than simple rules")
        for selectors, body in _RULE.findall(text):
            declarations = _declarations(body)
            rules += (
                _rule(each.strip(), declarations, len(rules)) for each in selectors.split(",")
            )
    return tuple(sorted(rules, key=lambda rule: rule.weight))


def _rule(selector: str, declarations: Mapping[str, str], place: int) -> Rule:
    found = _SELECTOR.fullmatch(selector)
    if found is None or not selector:
        raise NotAsShapes(f'a style sheet with the selector "{selector}"')
    tag, rest = found["tag"] or "", found["rest"]
    ids = frozenset(re.findall(r"#([\w-]+)", rest))
    classes = frozenset(re.findall(r"\.([\w-]+)", rest))
    weight = (len(ids), len(classes), int(tag not in ("", "*")), place)
    return Rule(weight, tag, ids, classes, declarations)


def _declarations(text: str) -> dict[str, str]:
    found = {}
    for each in _COMMENT.sub("", text).split(";"):
        key, colon, value = each.partition(":")
        if "!important" in value:
            raise NotAsShapes("a style sheet with !important")
        if colon:
            found[key.strip().lower()] = value.strip()
    return found


def style(element: Element, rules: Iterable[Rule], inherited: Mapping[str, str]) -> dict[str, str]:
    """All properties of an element; raises NotAsShapes for a style that it cannot read."""
    written: dict[str, str] = {
        key: value for key, value in element.attributes.items() if key in INITIAL or key in OWN
    }
    for rule in rules:
        if rule.matches(element):
            written |= rule.declarations
    written |= _declarations(element.attributes.get("style", ""))
    found = {**inherited, **OWN}
    for key, value in written.items():
        if key == "marker":
            found |= dict.fromkeys(("marker-start", "marker-mid", "marker-end"), value)
        elif key == "font" or value == "inherit":
            continue
        elif key in found and value:
            found[key] = value
    return found


# CSS: 96 pixels, the units of a file without a viewBox, are an inch.
_PIXELS_PER_INCH = 96

_NOTHING: Mapping[str, str] = MappingProxyType({})

_GROUPS = {"svg", "g", "a"}
_UNSEEN = {
    "animate", "animateColor", "animateMotion", "animateTransform", "clipPath", "cursor", "defs",
    "desc", "filter", "linearGradient", "marker", "mask", "metadata", "pattern", "radialGradient",
    "set", "style", "symbol", "title", "view",
}  # fmt: skip
_NAMED = {
    "text": "text",
    "image": "a picture inside",
    "switch": "a choice of languages",
    "symbol": "a <symbol>",
    "linearGradient": "a gradient",
    "radialGradient": "a gradient",
    "pattern": "a pattern",
}
_EFFECTS = {
    "clip-path": "a clip path",
    "filter": "a filter",
    "mask": "a mask",
    "marker-start": "markers on a line",
    "marker-mid": "markers on a line",
    "marker-end": "markers on a line",
    "mix-blend-mode": "a blend mode",
    "vector-effect": "a vector effect",
    "paint-order": "an order of painting",
}


def view_box(root: Element, name: str) -> Box:
    """The part of the plane that a file shows, in its user units; raises UnusableArt."""
    written = root.attributes.get("viewBox", "").replace(",", " ").split()
    try:
        if written:
            box = Box(*map(float, written))
        else:
            sides = (root.attributes.get(side, "") for side in ("width", "height"))
            box = Box(0.0, 0.0, *(_length(side, math.nan) for side in sides))
    except (NotAsShapes, TypeError, ValueError):
        box = Box(0.0, 0.0, math.nan, math.nan)
    # A comparison with a number that is missing is false.
    if not (0 < box.width < 1e6 and 0 < box.height < 1e6 and math.hypot(box.x, box.y) < 1e7):
        raise UnusableArt(f"{name} has no size; give its <svg> a viewBox, such as 0 0 100 100")
    return box


def svg_art(data: bytes, name: str, inherited: Mapping[str, str] = _NOTHING) -> Art:
    """The picture in an SVG file; raises UnusableArt.

    `inherited` has the properties round the file, such as its `color`.
    """
    root = parsed_svg(data, name)
    view = view_box(root, name)
    art = Art(name, view.width, view.height, svg=data, view=view, inherited=inherited)
    try:
        shapes = tuple(_Reader(root, view).shapes({**INITIAL, **art.inherited}))
    except NotAsShapes as feature:
        check_dots(art)
        return replace(art, note=_note(name, str(feature)))
    return replace(art, drawing=Drawing(shapes))


def _note(name: str, feature: str) -> str:
    note = f"{name} has {feature}: pnp prints it in dots"
    if feature == "text":
        note += ", with the fonts of this computer; turn the text into paths"
    return note


def _faded(items: Iterable[Item], opacity: float) -> Iterator[Item]:
    """The items, see-through as a whole."""
    made = tuple(items)
    corners = [point for shape in shapes_in(made) for point in shape.extent]
    if opacity == 1:
        yield from made
    elif opacity > 0 and corners:
        yield Clip(polygon(bounding_box(corners).corners), made, opacity)


class _Reader:
    """Walks through the elements that are drawn."""

    def __init__(self, root: Element, view: Box) -> None:
        self._root = root
        self._view = view
        self._rules: tuple[Rule, ...] = style_rules(root)
        self._by_id = {
            each.attributes["id"]: each for each in root.all() if "id" in each.attributes
        }

    def shapes(self, inherited: Mapping[str, str]) -> Iterator[Item]:
        """All shapes in painting order; raises NotAsShapes."""
        start = Identity.translate(-self._view.x, -self._view.y)
        return self._shapes(self._root, inherited, start)

    def _shapes(
        self, element: Element, inherited: Mapping[str, str], matrix: Transform
    ) -> Iterator[Item]:
        if element.tag in _UNSEEN:
            return
        look = style(element, self._rules, inherited)
        if look["display"] == "none":
            return
        _check(look)
        yield from _faded(self._parts(element, look, matrix), _share(look["opacity"]))

    def _parts(
        self, element: Element, look: Mapping[str, str], matrix: Transform
    ) -> Iterator[Item]:
        here = matrix.transform(_matrix(look["transform"]))
        below = {key: look[key] for key in INITIAL}
        match element.tag:
            case "svg" if element is not self._root:
                raise NotAsShapes("an <svg> inside")
            case tag if tag in _GROUPS:
                for child in element.children:
                    yield from self._shapes(child, below, here)
            case "use":
                yield from self._used(element, below, here)
            case _:
                outline = self._outline(element)
                if look["visibility"] == "visible" and outline:
                    yield from self._shape(outline, look, here)

    def _used(
        self, element: Element, inherited: Mapping[str, str], matrix: Transform
    ) -> Iterator[Item]:
        target = self._by_id.get(element.link)
        if target is None:
            return
        if target.tag in ("svg", "symbol"):
            raise NotAsShapes("a <symbol>")
        at = Identity.translate(self._number(element, "x"), self._number(element, "y", "height"))
        yield from self._shapes(target, inherited, matrix.transform(at))

    def _outline(self, element: Element) -> str:
        """The outline of a basic shape as the `d` of a path (SVG 1.1, 9.2 to 9.7)."""
        match element.tag:
            case "path":
                return element.attributes.get("d", "")
            case "rect":
                return self._rectangle(element)
            case "circle":
                radius = self._number(element, "r", "diagonal")
                return self._ellipse(element, radius, radius)
            case "ellipse":
                width, height = self._radii(element)
                return self._ellipse(element, width, height)
            case "line":
                x1, y1, x2, y2 = (
                    self._number(element, key, "width" if key[0] == "x" else "height")
                    for key in ("x1", "y1", "x2", "y2")
                )
                return f"M{x1!r} {y1!r}L{x2!r} {y2!r}"
            case "polyline" | "polygon":
                points = element.attributes.get("points", "").strip()
                end = "Z" if element.tag == "polygon" else ""
                return f"M{points}{end}" if points else ""
            case tag:
                raise NotAsShapes(_NAMED.get(tag, f"<{tag}>"))

    def _rectangle(self, element: Element) -> str:
        x, y = self._number(element, "x"), self._number(element, "y", "height")
        w, h = self._number(element, "width"), self._number(element, "height", "height")
        if w <= 0 or h <= 0:
            return ""
        rx, ry = self._radii(element)
        rx, ry = min(rx, w / 2), min(ry, h / 2)
        if rx <= 0 or ry <= 0:
            return f"M{x!r} {y!r}h{w!r}v{h!r}h{-w!r}Z"
        corner = f"a{rx!r} {ry!r} 0 0 1"
        return (
            f"M{x + rx!r} {y!r}h{w - 2 * rx!r}{corner} {rx!r} {ry!r}v{h - 2 * ry!r}"
            f"{corner} {-rx!r} {ry!r}h{2 * rx - w!r}{corner} {-rx!r} {-ry!r}v{2 * ry - h!r}"
            f"{corner} {rx!r} {-ry!r}Z"
        )

    def _ellipse(self, element: Element, rx: float, ry: float) -> str:
        if rx <= 0 or ry <= 0:
            return ""
        x, y = self._number(element, "cx"), self._number(element, "cy", "height")
        # Quarters, whose curves do not leave the box of the ellipse.
        arc = f"a{rx!r} {ry!r} 0 0 1"
        return (
            f"M{x + rx!r} {y!r}{arc} {-rx!r} {ry!r}{arc} {-rx!r} {-ry!r}{arc} {rx!r} {-ry!r}"
            f"{arc} {rx!r} {ry!r}Z"
        )

    def _radii(self, element: Element) -> tuple[float, float]:
        """`rx` and `ry`, each the other's value if it is omitted."""
        given = element.attributes
        known = [key for key in ("rx", "ry") if given.get(key, "auto") != "auto"]
        if not known:
            return (0.0, 0.0)
        values = {
            key: self._number(element, key, {"rx": "width", "ry": "height"}[key]) for key in known
        }
        first = values[known[0]]
        return (values.get("rx", first), values.get("ry", first))

    def _number(self, element: Element, key: str, along: str = "width") -> float:
        return self._size(element.attributes.get(key, "0"), along)

    def _size(self, text: str, along: str = "diagonal") -> float:
        width, height = self._view.width, self._view.height
        # SVG 1.1, 7.10: percentages of the view's width, height or normalized diagonal.
        whole = {"width": width, "height": height, "diagonal": math.hypot(width, height) / 2**0.5}
        return _length(text, whole[along])

    def _shape(self, outline: str, look: Mapping[str, str], matrix: Transform) -> Iterator[Item]:
        fill, of_fill = self._paint("fill", look)
        ink, of_line = self._paint("stroke", look)
        path = _scene_path(outline, matrix)
        stroke = None if ink is None else self._stroke(ink, look, matrix)
        even_odd = look["fill-rule"] == "evenodd"
        if path and (fill or stroke) and of_fill == of_line == 1:
            yield Shape(path, fill, stroke, even_odd=even_odd)
        elif path:
            if fill:
                yield from _faded((Shape(path, fill, even_odd=even_odd),), of_fill)
            if stroke:
                yield from _faded((Shape(path, None, stroke),), of_line)

    def _paint(self, key: str, look: Mapping[str, str]) -> tuple[str | None, float]:
        """The ink of a fill or a stroke as #RRGGBB, and its opacity; None and 1 if it paints nothing."""
        text, opacity = look[key].strip(), _share(look[f"{key}-opacity"])
        if text.lower() == "currentcolor":
            text = look["color"].strip()
        if text == "none" or opacity == 0:
            return None, 1.0
        if text.startswith("url("):
            target = self._by_id.get(text[4:].partition(")")[0].strip(" \"'#"))
            raise NotAsShapes(_NAMED.get(target.tag if target else "", "a fill of another kind"))
        ink, alpha = _ink(text)
        return ink, 1.0 if ink is None else opacity * alpha

    def _stroke(self, ink: str, look: Mapping[str, str], matrix: Transform) -> Stroke | None:
        width = self._size(look["stroke-width"])
        if width <= 0:
            return None
        scale = _even_scale(matrix)
        dash: tuple[float, ...] = ()
        if look["stroke-dasharray"] != "none":
            texts = look["stroke-dasharray"].replace(",", " ").split()
            dash = tuple(self._size(text) * scale for text in texts)
            if min(dash) < 0 or sum(dash) == 0:
                dash = ()
        phase = self._size(look["stroke-dashoffset"]) * scale if dash else 0.0
        return Stroke(width * scale, ink, dash, phase, ends=_ends(look))


class _PathReader(_Reader):
    """Walks through all paths, whatever their paint, with the line of each in the file."""

    def __init__(self, root: Element, view: Box) -> None:
        super().__init__(root, view)
        self.found: list[tuple[g.Path, int]] = []
        self._line = 0

    def _outline(self, element: Element) -> str:
        self._line = element.line
        return super()._outline(element)

    def _shape(self, outline: str, look: Mapping[str, str], matrix: Transform) -> Iterator[Item]:
        path = _scene_path(outline, matrix)
        if len(path) > 1:
            self.found.append((path, self._line))
        yield from ()


def svg_paths(data: bytes, name: str) -> tuple[list[tuple[g.Path, int]], float]:
    """All paths of an SVG file in its user units, each with its line, and the millimetres of a unit.

    Raises UnusableArt, also for a feature that is no path.
    """
    root = parsed_svg(data, name)
    view = view_box(root, name)
    try:
        reader = _PathReader(root, view)
        list(reader.shapes(INITIAL))
    except NotAsShapes as feature:
        raise UnusableArt(
            f"{name} has {feature}; an outline is one closed path, without anything else"
        ) from None
    return reader.found, _millimetres_of_unit(root, view)


def _millimetres_of_unit(root: Element, view: Box) -> float:
    """The printed size of a user unit: of `width` and `height` the smaller scale, or of pixels as CSS has them."""
    scales, pixel = [], MM_PER_INCH / _PIXELS_PER_INCH
    for side, shown in (("width", view.width), ("height", view.height)):
        written = root.attributes.get(side, "")
        with suppress(NotAsShapes):
            if LENGTH.fullmatch(written.strip()) and not written.strip()[-1].isdigit():
                scales.append(millimetres(written) / shown)
            elif written and not written.strip().endswith("%"):
                scales.append(_length(written, shown) / shown * pixel)
    return min(scales, default=pixel)


def _check(look: Mapping[str, str]) -> None:
    """Raises NotAsShapes for an effect on an element and all inside it."""
    for key, feature in _EFFECTS.items():
        if look[key] not in ("none", "normal"):
            raise NotAsShapes(feature)


def _ends(look: Mapping[str, str]) -> LineEnds:
    cap, join = look["stroke-linecap"], look["stroke-linejoin"]
    try:
        limit = float(look["stroke-miterlimit"])
    except ValueError:
        limit = 0.0
    if (
        cap not in ("butt", "round", "square")
        or join not in ("miter", "round", "bevel")
        or limit < 1
    ):
        raise NotAsShapes("lines with other ends or corners")
    return LineEnds(cap, join, limit)  # type: ignore[arg-type]  # mypy does not narrow to literals


def _matrix(text: str) -> Transform:
    try:
        return transformation(text) if text != "none" else Identity
    except ValueError:
        raise NotAsShapes("a transformation that it does not know") from None


def _even_scale(matrix: Transform) -> float:
    """The scale of a matrix that keeps angles; raises NotAsShapes for others."""
    a, b, c, d, *_ = matrix
    along, down, across = math.hypot(a, b), math.hypot(c, d), a * c + b * d
    if abs(along - down) > 1e-3 * along or abs(across) > 1e-3 * along * down:
        raise NotAsShapes("a line that is scaled unevenly")
    return math.sqrt(along * down)


def _scene_path(outline: str, matrix: Transform) -> g.Path:
    try:
        return scene_path(outline, matrix)
    except ValueError:
        raise NotAsShapes("a path with an error") from None


def _length(text: str, whole: float) -> float:
    """A length in user units; raises NotAsShapes for units that it does not know."""
    try:
        return length(text, whole)
    except ValueError:
        raise NotAsShapes(f'the length "{text}"') from None


def _share(text: str) -> float:
    """A number, or a percentage, from 0 to 1."""
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise NotAsShapes(f'the opacity "{text}"') from None
    return min(max(value, 0.0), 1.0)


# PIL reads no share of alpha.
_WITH_ALPHA = re.compile(r"rgba\(([^,]+,[^,]+,[^,]+),\s*([0-9.]+%?)\s*\)")


def _ink(text: str) -> tuple[str | None, float]:
    """A colour as #RRGGBB, None if it is transparent, and its opacity. Raises NotAsShapes for other colours."""
    # Most pictures need no library for their colours.
    if text == "black":
        return "#000000", 1.0
    if re.fullmatch("#[0-9A-Fa-f]{6}", text):
        return text.upper(), 1.0
    from PIL import ImageColor

    if text == "transparent":
        return None, 1.0
    if found := _WITH_ALPHA.fullmatch(text):
        ink, _ = _ink(f"rgb({found[1]})")
        return ink, _share(found[2])
    try:
        red, green, blue, *alpha = ImageColor.getrgb(text)
    except ValueError:
        raise NotAsShapes(f'the colour "{text}"') from None
    share = alpha[0] / 255 if alpha else 1.0
    return (f"#{red:02X}{green:02X}{blue:02X}", share) if share else (None, 1.0)
