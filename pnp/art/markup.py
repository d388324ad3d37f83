"""SVG files as elements, without anything that could run, or read other files."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import NoReturn
from xml.parsers import expat

from pnp.art.model import SVG, UnusableArt, checked_dots
from pnp.scene.geometry import Box

# Limits: a drawing with more is no picture for a card, and takes minutes.
MOST_ELEMENTS = 100_000
MOST_NUMBERS = 600_000  # of 100,000 curves
MOST_NESTED = 200

_FORBIDDEN = {
    "script": "a script",
    "handler": "a script",
    "listener": "a script",
    "foreignObject": "<foreignObject>, text of a web page",
    "iframe": "<iframe>, another page",
    "embed": "<embed>, another file",
    "object": "<object>, another file",
    "audio": "sound",
    "video": "a film",
}
_URL = re.compile(r"url\(\s*['\"]?\s*(?!#|['\"]|\s)([^)'\"]*)", re.IGNORECASE)
_INNER_PICTURE = re.compile(r"data:image/(?:png|jpe?g);base64,", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?|\.\d)\d*(?:[eE][-+]?\d+)?")


@dataclass(slots=True, eq=False)
class Element:
    """An element of the SVG namespace: its name, attributes, and inside it elements and text.

    The address of a link is in the attribute `href`, with or without the prefix of XLink.
    """

    tag: str
    attributes: Mapping[str, str]
    line: int = 0
    inside: list[Element | str] = field(default_factory=list)

    @property
    def children(self) -> Iterator[Element]:
        """The elements inside, without text."""
        return (each for each in self.inside if isinstance(each, Element))

    @property
    def text(self) -> str:
        """The text directly inside."""
        return "".join(each for each in self.inside if isinstance(each, str))

    def all(self) -> Iterator[Element]:
        """The element and all elements inside it, in the order of the file."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def link(self) -> str:
        """The id that `href` names, or ""."""
        return self.attributes.get("href", "").strip().removeprefix("#")


def parsed_svg(data: bytes, name: str) -> Element:
    """The root of an SVG file; raises UnusableArt if pnp cannot read it, or must not."""
    reader = _Reader(name)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise UnusableArt(
            f"{name} is broken: line {error.lineno} is not XML ({expat.ErrorString(error.code)})"
        ) from None
    except (LookupError, ValueError) as error:
        if isinstance(error, UnusableArt):
            raise
        raise UnusableArt(f"{name} is broken: it is not in UTF-8") from None
    if reader.root is None:
        raise UnusableArt(f'{name} is no SVG file: it does not begin with <svg xmlns="{SVG}">')
    _check_size(reader.root, name)
    return reader.root


class _Reader:
    """Collects the elements of one file, and refuses it at the first that is dangerous."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.root: Element | None = None
        self._open: list[Element | None] = []
        self._count = self._numbers = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.ProcessingInstructionHandler = self._instruction

    def _refuse(self, what: str) -> NoReturn:
        line = self.parser.CurrentLineNumber
        raise UnusableArt(
            f"{self._name} has {what} in line {line}; save it as plain SVG without it"
        )

    def _doctype(self, name: str, system: str | None, public: str | None, inner: int) -> None:
        if inner:
            self._refuse("a DOCTYPE that defines entities")
        if system and not system.startswith("http://www.w3.org/"):
            self._refuse("a DOCTYPE with the address of another file")

    def _entity(self, *_: object) -> None:
        self._refuse("an entity")

    def _instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            self._refuse("the address of a style sheet")

    def _start(self, name: str, given: dict[str, str]) -> None:
        namespace, _, tag = name.rpartition(" ")
        if tag in _FORBIDDEN:
            self._refuse(_FORBIDDEN[tag])
        # Those without a namespace, and links.
        attributes = {
            key.rpartition(" ")[2]: value
            for key, value in given.items()
            if " " not in key or key.endswith(" href")
        }
        self._check(tag, attributes)
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise _too_much(self._name, MOST_ELEMENTS, "elements")
        if len(self._open) >= MOST_NESTED:
            raise UnusableArt(f"{self._name} has elements nested more than {MOST_NESTED} deep")
        element = None
        if namespace == SVG:
            element = Element(tag, attributes, self.parser.CurrentLineNumber)
            if self._open:
                parent = self._open[-1]
                # Inside an element of a program of its own nothing is drawn.
                element = None if parent is None else element
                if parent is not None and element is not None:
                    parent.inside.append(element)
            elif tag == "svg":
                self.root = element
        self._open.append(element)
        if not self._open[0]:
            raise UnusableArt(
                f'{self._name} is no SVG file: it does not begin with <svg xmlns="{SVG}">'
            )

    def _check(self, tag: str, attributes: Mapping[str, str]) -> None:
        for key, value in attributes.items():
            if key.startswith("on"):
                self._refuse(f"a script, {key}=")
            if key in ("href", "src") and not value.strip().startswith("#"):
                self._check_link(tag, value.strip())
            self._check_text(value)
        self._numbers += _numbers(attributes)
        if self._numbers > MOST_NUMBERS:
            raise _too_much(self._name, MOST_NUMBERS, "numbers in its paths")

    def _check_link(self, tag: str, value: str) -> None:
        start = _INNER_PICTURE.match(value)
        if start is None or tag not in ("image", "feImage"):
            shown = value if len(value) <= 40 else f"{value[:39]}…"
            what = "another file" if tag in ("image", "feImage", "use") else "a link"
            self._refuse(f'{what}, "{shown}",')
        try:
            data = b64decode(value[start.end() :])
        except ValueError:
            self._refuse("a broken picture")
        checked_dots(data, f"the picture in line {self.parser.CurrentLineNumber} of {self._name}")

    def _check_text(self, text: str) -> None:
        if found := _URL.search(text):
            self._refuse(f'the address "{found[1][:40]}"')
        if "@import" in text.lower():
            self._refuse("@import")

    def _end(self, name: str) -> None:
        element = self._open.pop()
        if element is not None and element.tag == "style":
            self._check_text(element.text)

    def _characters(self, text: str) -> None:
        if self._open and self._open[-1] is not None:
            self._open[-1].inside.append(text)


def _numbers(attributes: Mapping[str, str]) -> int:
    """How many numbers a path has."""
    texts = (attributes.get(key, "") for key in ("d", "points"))
    return sum(1 for text in texts for _ in _NUMBER.finditer(text))


def _check_size(root: Element, name: str) -> None:
    """Refuses a file whose uses show themselves, or multiply to too many elements."""
    by_id = {each.attributes["id"]: each for each in root.all() if "id" in each.attributes}
    known: dict[int, int] = {}
    inside: set[int] = set()

    def weight(element: Element) -> int:
        key = id(element)
        if len(inside) > MOST_NESTED:
            raise UnusableArt(f"{name} has elements nested more than {MOST_NESTED} deep")
        if key in inside:
            raise UnusableArt(f"{name} has a <use> in line {element.line} that shows itself")
        if key not in known:
            inside.add(key)
            total = 1 + _numbers(element.attributes) // 6  # a curve has six
            total += sum(weight(child) for child in element.children)
            if element.tag == "use" and element.link in by_id:
                total += weight(by_id[element.link])
            inside.remove(key)
            known[key] = total
        return known[key]

    if weight(root) > MOST_ELEMENTS:
        raise _too_much(name, MOST_ELEMENTS, "elements and curves, with those that <use> repeats")


def _too_much(name: str, most: int, what: str) -> UnusableArt:
    return UnusableArt(f"{name} has more than {most:,} {what}; simplify it, or save it as PNG")


def written_svg(
    root: Element, view: Box, dots: tuple[int, int], inherited: Mapping[str, str]
) -> str:
    """The file anew, as wide and high as so many dots, all of it below attributes to inherit."""
    place = {"x": "0", "y": "0", "width": f"{view.width!r}", "height": f"{view.height!r}"}
    box = " ".join(repr(each) for each in view)
    inner = {**root.attributes, **place, "viewBox": box, "preserveAspectRatio": "none"}
    outer = {
        "xmlns": SVG,
        "width": str(dots[0]),
        "height": str(dots[1]),
        "viewBox": f"0 0 {view.width!r} {view.height!r}",
        "preserveAspectRatio": "none",
    }
    group = Element("g", inherited, inside=[Element("svg", inner, inside=root.inside)])
    return "".join(_written(Element("svg", outer, inside=[group])))


def _written(element: Element) -> Iterator[str]:
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in element.attributes.items())
    yield f"<{element.tag}{attributes}>"
    for each in element.inside:
        if isinstance(each, Element):
            yield from _written(each)
        else:
            yield escape(each)
    yield f"</{element.tag}>"
