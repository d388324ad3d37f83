"""References in braces to the fields of a piece: names, parts of texts and lists, tables, and sums."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from math import isfinite
from types import MappingProxyType

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Located, Place
from pnp.basics.units import number
from pnp.basics.words import did_you_mean
from pnp.definition.reading.nodes import Node, Scalar, SequenceNode

# {name}: a field of the piece, or a sign; {{ is a brace.
NAMED = re.compile(r"(?<!\{)\{([^{}]{0,60})\}(?!\})")
# Names of fields: those of columns have the letters of any language.
FIELD = re.compile(r"[\w-]+")

_TOKEN = re.compile(r"\s*(?:([0-9]+(?:\.[0-9]+)?)(?![\w-])|(\w(?:[\w-]*\w)?)|([-+*/%()\[\]]))")
# Only a text with one of these is more than a name; a minus is one with blanks round it.
_IS_FORMULA = re.compile(r"[\[\]()+*/%]|\s-\s")
_DEEPEST = 20

# The entry of a table for all values without one of their own.
OTHERWISE = "else"

_SUMS: Mapping[str, Callable[[float, float], float]] = {"+": operator.add, "-": operator.sub}
_PRODUCTS: Mapping[str, Callable[[float, float], float]] = {
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
}


class WrongReference(ValueError):
    """A reference that is written wrongly, or that has no value; the message says why, `place` perhaps where."""

    place: Place | None = None


class UnknownField(WrongReference):
    """A reference to a field that the piece lacks."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class TextList(str):
    """A list of texts as a field's value: on paper the texts with blanks between them."""

    parts: tuple[str, ...]

    def __new__(cls, parts: Iterable[str]) -> TextList:
        listed = tuple(parts)
        made = super().__new__(cls, " ".join(part for part in listed if part))
        made.parts = listed
        return made

    def __getnewargs__(self) -> tuple[tuple[str, ...]]:  # type: ignore[override]
        return (self.parts,)


def parts_of(text: str) -> tuple[str, ...]:
    """The values in a list: those of a list in YAML, lines, what commas separate, or words.

    >>> parts_of("sun, half moon"), parts_of("sun moon")
    (('sun', 'half moon'), ('sun', 'moon'))
    """
    if isinstance(text, TextList):
        return text.parts
    if "\n" in text:
        return tuple(line for line in text.split("\n") if line)
    if "," in text:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return tuple(text.split())


class Scope(NamedTuple):
    """The values of a piece's fields, and the tables of its face."""

    values: Mapping[str, str]
    tables: Mapping[str, Mapping[str, str]] = MappingProxyType({})

    @property
    def names(self) -> tuple[str, ...]:
        """All names that a reference may have."""
        return (*self.values, *self.tables)


# Computes the value of a reference, or of a part of one.
_Compute = Callable[[Scope], str | float]


@frozen(slots=True)
class Reference:
    """The text between two braces; `names` are the fields and tables in it."""

    text: str
    names: tuple[str, ...]
    _compute: _Compute

    @property
    def is_name(self) -> bool:
        """Whether it is only the name of a field, or of a sign."""
        return self.names == (self.text,)

    def value(self, scope: Scope) -> str:
        """The text that stands for it; raises WrongReference.

        >>> reference("grid[2]").value(Scope({"grid": "X.O"}))
        '.'
        >>> reference("i * 5 + 1").value(Scope({"i": "3"}))
        '16'
        """
        found = self._compute(scope)
        return found if isinstance(found, str) else number(found)

    def number(self, scope: Scope) -> float:
        """Its value as a number; raises WrongReference."""
        return _as_number(self._compute(scope), self.text)


@cache
def reference(text: str) -> Reference:
    """The reference in a text; raises WrongReference.

    It is a name, `name[3]` or `name[other]`, or a calculation with `+ - * / %` and parentheses.
    """
    if not _IS_FORMULA.search(text):
        return Reference(text, (text,), _field(text))
    parser = _Parser(text)
    compute = parser.sum(0)
    if parser.word:
        raise parser.unexpected()
    return Reference(text, tuple(dict.fromkeys(parser.names)), compute)


def _field(name: str) -> _Compute:
    def compute(scope: Scope) -> str:
        if name not in scope.values:
            if name in scope.tables:
                raise WrongReference(f'"{name}" is a table; write {{{name}[FIELD]}}')
            raise UnknownField(name)
        return scope.values[name]

    return compute


def _as_number(value: str | float, text: str) -> float:
    with suppress(ValueError):
        if isfinite(found := float(value)):
            return found
    shown = f'"{value}"' if value else "empty"
    raise WrongReference(f"{text} has to be a number; it is {shown}")


class _Parser:
    """Reads a reference from left to right; `word` is the next word."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = 0
        self.names: list[str] = []
        self.word = ""
        self._next()

    def _next(self) -> None:
        rest = self._text[self._end :]
        match = _TOKEN.match(rest)
        if match is None and rest.strip():
            raise WrongReference(f'{{{self._text}}} has "{rest.strip()[0]}", which means nothing')
        self.word = match[0].strip() if match else ""
        self._end += match.end() if match else len(rest)

    def unexpected(self) -> WrongReference:
        where = f'before "{self.word}"' if self.word else "at its end"
        return WrongReference(
            f"{{{self._text}}} has an error {where}; write {{i * 5}} or {{grid[3]}}"
        )

    def sum(self, depth: int) -> _Compute:
        return self._chain(_SUMS, lambda: self._chain(_PRODUCTS, lambda: self._operand(depth)))

    def _chain(
        self, signs: Mapping[str, Callable[[float, float], float]], part: Callable[[], _Compute]
    ) -> _Compute:
        made, text = part(), self._text
        while self.word in signs:
            sign = self.word
            self._next()
            made = _joined(signs[sign], made, part(), text)
        return made

    def _operand(self, depth: int) -> _Compute:
        word = self.word
        if depth > _DEEPEST or not word or word in "+*/%)[]":
            raise self.unexpected()
        self._next()
        if word == "(":
            made = self.sum(depth + 1)
            self._close(")")
            return made
        if word == "-":
            return _joined(operator.sub, lambda scope: 0.0, self._operand(depth + 1), self._text)
        if re.fullmatch(r"[0-9.]+", word):
            return lambda scope: float(word)
        self.names.append(word)
        made, at = _field(word), 0
        while self.word == "[":
            self._next()
            inner = self.sum(depth + 1)
            self._close("]")
            made = _indexed(word, made, inner, is_first=at == 0)
            at += 1
        return made

    def _close(self, wanted: str) -> None:
        if self.word != wanted:
            raise self.unexpected()
        self._next()


def _joined(
    sign: Callable[[float, float], float], one: _Compute, two: _Compute, text: str
) -> _Compute:
    def compute(scope: Scope) -> float:
        first, second = _as_number(one(scope), text), _as_number(two(scope), text)
        try:
            return sign(first, second)
        except ZeroDivisionError as error:
            raise WrongReference(f"{{{text}}} divides by 0") from error

    return compute


def _indexed(name: str, base: _Compute, inner: _Compute, *, is_first: bool) -> _Compute:
    """An entry of a table; or a value of a list, a line of several, or a character, counted from 1."""

    def compute(scope: Scope) -> str:
        at = inner(scope)
        key = at if isinstance(at, str) else number(at)
        if is_first and name in scope.tables:
            table = scope.tables[name]
            if key not in table and OTHERWISE not in table:
                raise WrongReference(f'the table "{name}" has no "{key}"{did_you_mean(key, table)}')
            return table.get(key, table.get(OTHERWISE, ""))
        whole = base(scope)
        assert isinstance(whole, str), "only fields and their parts have an index"
        parts, what = _entries(whole)
        if not key.isdecimal():
            raise WrongReference(
                f'{name}[…] needs a number, 1 for the first, not "{key}"; "{name}" is no table'
            )
        if not 1 <= int(key) <= len(parts):
            many = f"{len(parts)} {what}{'s' * (len(parts) != 1)}" if parts else f"no {what}"
            first = f"; the first is {name}[1]" if parts and int(key) < 1 else ""
            raise WrongReference(f'"{name}" has {many}, so there is no {name}[{key}]{first}')
        return parts[int(key) - 1]

    return compute


def _entries(text: str) -> tuple[tuple[str, ...], str]:
    if isinstance(text, TextList):
        return text.parts, "value"
    if "\n" in text:
        return parts_of(text), "line"
    return tuple(text), "character"


def names_in(text: str) -> Iterator[str]:
    """The names of fields, tables and signs in the braces of a text; of wrong references none."""
    for match in NAMED.finditer(text):
        try:
            yield from reference(match[1]).names
        except WrongReference:
            continue


def filled(text: str, scope: Scope) -> str:
    """The text with the values of its references; raises WrongReference."""
    return NAMED.sub(lambda match: reference(match[1]).value(scope), text)


def scalars(node: Node) -> Iterator[Scalar]:
    """The single values of a node that is one, or a list of some; of a mapping none."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from scalars(item)


def has_references(node: Node) -> bool:
    """Whether a single value, or one in a list, has braces."""
    return any(NAMED.search(each.text) for each in scalars(node))


def filled_node(node: Node, scope: Scope, places: Mapping[str, Located[str]]) -> Node:
    """The node with the values of its references; one that is only a field has the place of its value.

    Raises WrongReference.
    """
    if isinstance(node, SequenceNode):
        return node._replace(items=tuple(filled_node(each, scope, places) for each in node.items))
    if not isinstance(node, Scalar) or not NAMED.search(node.text):
        return node
    try:
        text = filled(node.text, scope)
    except WrongReference as error:
        error.place = node.place
        raise
    return node._replace(text=text, place=place_of_value(node.text, node.place, places))


def place_of_value(text: str, place: Place, values: Mapping[str, Located[str]]) -> Place:
    """The place of the field that a text consists of, or else that of the text."""
    whole = NAMED.fullmatch(text)
    return values[whole[1]].place if whole is not None and whole[1] in values else place
