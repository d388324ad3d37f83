"""Texts of faces: values and signs filled in, in the fonts of the set, and set in a box."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import DoesNotFit
from pnp.basics.markup import Run, TextBlock, blocks
from pnp.definition.elements import TextElement
from pnp.definition.references import NAMED, Scope, UnknownField, WrongReference, reference
from pnp.scene import Item, Text
from pnp.scene.font_files import read_font
from pnp.scene.fonts import CAP_HEIGHT, Font, italic_file, text_width
from pnp.scene.geometry import EPSILON, Box, Point
from pnp.scene.lettering import Lettering
from pnp.scene.typesetting import Fitted, Letters, SetLine, balanced, fitted, wrapped


@cache
def page_italic(*, bold: bool) -> Font:
    """The italic style of the page's own font."""
    file = italic_file(bold=bold)
    return read_font(file, file.name)


class LettersOfRole(Letters):
    """Letters of one role; a role without a font of its own has the page's font, with its italics."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering = lettering
        self._widths: dict[tuple[str, bool, bool], float] = {}

    def _of(self, run: Run) -> Lettering:
        own = self._lettering
        if not run.emphasis or own.regular is not None:
            return own
        return replace(own, italic=page_italic(bold=False), bold_italic=page_italic(bold=True))

    def width(self, run: Run, size: float) -> float:
        key = (run.text, run.strong, run.emphasis)
        if key not in self._widths:
            parts = self._of(run).runs(run.text, strong=run.strong, emphasis=run.emphasis)
            self._widths[key] = sum(
                text_width(part.text, 1.0, bold=part.bold, font=part.font) for part in parts
            )
        return self._widths[key] * size

    def items(self, run: Run, at: Point, size: float, ink: str) -> Iterator[Item]:
        for part in self._of(run).runs(run.text, strong=run.strong, emphasis=run.emphasis):
            yield Text(part.text, at, size, ink, bold=part.bold, font=part.font)
            at += Point(text_width(part.text, size, bold=part.bold, font=part.font), 0)


@lru_cache(maxsize=64)
def letters_of(lettering: Lettering) -> LettersOfRole:
    """The letters of these fonts, which measure a word once for all pieces and saves."""
    return LettersOfRole(lettering)


# Characters that stand for the signs of a text, from Unicode's last private area on.
_FIRST_SIGN = 0xF0000

# In ems: the width of a sign in a text, and its radius.
_SIGN_WIDTH, _SIGN_RADIUS = 1.05, 0.44


class Filled(NamedTuple):
    """A text with the values of a piece; `signs` are those that its private characters stand for.

    `unknown` are the names in braces that are neither a field nor a sign: in the face, in the piece.
    `wrong` are messages about references that have no value.
    """

    text: str
    signs: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unknown_in_value: tuple[tuple[str, str], ...] = ()
    wrong: tuple[str, ...] = ()


def filled_text(text: str, scope: Scope, is_sign: Callable[[str], bool]) -> Filled:
    """The text with fields replaced by their values, and signs by private characters."""
    signs: list[str] = []
    unknown: list[str] = []
    in_value: list[tuple[str, str]] = []
    wrong: list[str] = []

    def sign(name: str) -> str:
        if name not in signs:
            signs.append(name)
        return chr(_FIRST_SIGN + signs.index(name))

    def of_value(names: tuple[str, ...], value: str) -> str:
        def replaced(match: re.Match[str]) -> str:
            name = match[1]
            if is_sign(name):
                return sign(name)
            in_value.append((next(iter(names), ""), name))
            return ""

        return NAMED.sub(replaced, value)

    def replaced(match: re.Match[str]) -> str:
        name = match[1]
        try:
            found = reference(name)
            return of_value(found.names, found.value(scope))
        except UnknownField as error:
            if is_sign(name):
                return sign(name)
            unknown.append(error.name)
        except WrongReference as error:
            wrong.append(str(error))
        return ""

    made = NAMED.sub(replaced, text).replace("{{", "{").replace("}}", "}")
    return Filled(made, tuple(signs), tuple(unknown), tuple(in_value), tuple(wrong))


def without_signs(text: str) -> str:
    """The text without the characters that stand for signs."""
    return "".join(character for character in text if ord(character) < _FIRST_SIGN)


class PlainlyFilled(NamedTuple):
    """A text with the values of a piece, the names that are no fields, and messages about other references."""

    text: str
    unknown: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def plainly_filled(text: str, scope: Scope) -> PlainlyFilled:
    """The text with fields replaced by their values."""
    unknown: list[str] = []
    wrong: list[str] = []

    def replaced(match: re.Match[str]) -> str:
        try:
            return reference(match[1]).value(scope)
        except UnknownField as error:
            unknown.append(error.name)
        except WrongReference as error:
            wrong.append(str(error))
        return ""

    return PlainlyFilled(NAMED.sub(replaced, text), tuple(unknown), tuple(wrong))


# Draws a sign of a text: its name, centre, radius and ink.
PaintSign = Callable[[str, Point, float, str], Iterator[Item]]


class LettersWithSigns(Letters):
    """Letters of another kind, and signs among them."""

    def __init__(self, letters: LettersOfRole, signs: tuple[str, ...], paint: PaintSign) -> None:
        self._letters = letters
        self._signs = signs
        self._paint = paint

    def fitted(
        self,
        parts: tuple[TextBlock, ...],
        box: Box,
        largest: float,
        least: float,
        *,
        bold: bool,
        most_lines: int,
        even: bool = False,
    ) -> Fitted:
        """The text as large as it may be in a box, as `fitted` of `pnp.scene.typesetting` finds it, perhaps with even lines."""
        room = Box(0.0, 0.0, box.width, box.height)
        found = _fitted(
            parts, room, largest, least, bold, most_lines, even, self._letters, self._signs
        )
        return found._replace(letters=self)

    def width(self, run: Run, size: float) -> float:
        return sum(
            _SIGN_WIDTH * size if sign else self._letters.width(piece, size)
            for piece, sign in self._pieces(run)
        )

    def items(self, run: Run, at: Point, size: float, ink: str) -> Iterator[Item]:
        for piece, sign in self._pieces(run):
            if sign:
                middle = at + Point(_SIGN_WIDTH * size / 2, -CAP_HEIGHT * size / 2)
                yield from self._paint(sign, middle, _SIGN_RADIUS * size, ink)
                at += Point(_SIGN_WIDTH * size, 0)
            else:
                yield from self._letters.items(piece, at, size, ink)
                at += Point(self._letters.width(piece, size), 0)

    def _pieces(self, run: Run) -> Iterator[tuple[Run, str]]:
        """The parts of a run between signs, and the signs."""
        if not self._signs:
            yield run, ""
            return
        text = ""
        for character in run.text:
            number = ord(character) - _FIRST_SIGN
            if 0 <= number < len(self._signs):
                if text:
                    yield run._replace(text=text), ""
                text = ""
                yield run, self._signs[number]
            else:
                text += character
        if text:
            yield run._replace(text=text), ""


@lru_cache(maxsize=4096)
def _fitted(
    parts: tuple[TextBlock, ...],
    box: Box,
    largest: float,
    least: float,
    bold: bool,
    most_lines: int,
    even: bool,
    letters: LettersOfRole,
    signs: tuple[str, ...],
) -> Fitted:
    """A text in a box, found once for all pieces and saves; it takes several attempts."""
    measured = LettersWithSigns(letters, signs, lambda *_: iter(()))
    found = fitted(parts, box, largest, least, bold=bold, most_lines=most_lines, letters=measured)
    return balanced(found, parts, box.width, bold=bold, letters=measured) if even else found


def text_blocks(element: TextElement, text: str) -> tuple[TextBlock, ...]:
    """The paragraphs of an element; raises UnsupportedMarkup."""
    made = blocks(text, italics=True)
    if element.italic:
        made = tuple(
            block._replace(runs=tuple(run._replace(emphasis=True) for run in block.runs))
            for block in made
        )
    return made


def overflowing(
    element: TextElement, parts: tuple[TextBlock, ...], letters: Letters, width: float
) -> Fitted:
    """The text at its least size, larger than its box: for a designer to see what does not fit.

    It is as wide as its longest word, in tenths of millimetres, or, without line breaks, as its longest line.
    """
    size = element.size.least

    def lines(width: float) -> tuple[SetLine, ...]:
        return wrapped(parts, width, size, bold=element.bold, letters=letters)

    def has_room(tenths: int) -> bool:
        try:
            return bool(lines(tenths / 10))
        except DoesNotFit:
            return False

    whole = Fitted(size, lines(math.inf), letters)
    if not element.wrap:
        return whole
    least = bisect_left(range(math.ceil(10 * whole.width) + 1), True, key=has_room) / 10
    return Fitted(size, lines(max(width, least)), letters)


def needed_room(element: TextElement, text: Fitted, box: Box) -> Iterator[str]:
    """The sizes of a text at its least size that its box lacks, in words."""
    for what, needed, room in (
        ("width", text.width, box.width),
        ("height", text.height, box.height),
    ):
        if needed > room + EPSILON:
            yield f"a {what} of {math.ceil(needed * 10) / 10:.1f} mm"
    if 0 < element.lines < len(text.lines):
        yield f"{len(text.lines)} lines in place of {element.lines}"
