"""Formulas: numbers of pieces, from the number of players and other numbers of the game."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

from pnp.basics.classes import frozen

_TOKEN = re.compile(r"\s*(?:([0-9]+)|([a-z][a-z0-9]*(?:-[a-z0-9]+)*)|([-+*/()]))")

_OPERAND = r"(?:[0-9]{1,6}|[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?!-?[a-z0-9]))"
# Every text that is a formula, and those whose parentheses do not match.
FORMULA = rf"[\s(]*{_OPERAND}[\s)]*(?:[-+*/][\s(]*{_OPERAND}[\s)]*)*"

_DEEPEST = 20  # parentheses inside parentheses
_LONGEST = 200
_MOST_DIGITS = 6


class FormulaError(ValueError):
    """An error in a formula: the number of characters before it, and of its own."""

    def __init__(self, message: str, offset: int = 0, length: int = 1) -> None:
        super().__init__(message)
        self.offset = offset
        self.length = length


class UnknownName(FormulaError):
    """A name in a formula that has no value."""

    def __init__(self, name: str, offset: int) -> None:
        super().__init__(f'the formula has an unknown name, "{name}"', offset, len(name))
        self.name = name


Names = Mapping[str, int]


@frozen(slots=True)
class Formula:
    """A calculation with whole numbers and names, such as `players * coins + 1`.

    `names` maps each name to its offset in the text. A slash divides and rounds down. A minus needs
    spaces on both sides: `a-b` is a name.
    """

    text: str
    names: Mapping[str, int]
    _compute: Callable[[Names], int]

    def value(self, names: Names) -> int:
        """The value of the formula; raises UnknownName or FormulaError.

        >>> parse_formula("players * coins + 1").value({"players": 5, "coins": 7})
        36
        """
        for name, offset in self.names.items():
            if name not in names:
                raise UnknownName(name, offset)
        return self._compute(names)


def parse_formula(text: str) -> Formula:
    """The formula in a text; raises FormulaError."""
    if len(text) > _LONGEST:
        raise FormulaError(f"a formula has at most {_LONGEST} characters")
    parser = _Parser(text)
    compute = parser.sum(0)
    if parser.word:
        raise parser.unexpected(parser.word, parser.start)
    return Formula(text, parser.names, compute)


class _Parser:
    """Reads a formula from left to right; `word` is the next word, at the offset `start`."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = 0
        self.names: dict[str, int] = {}
        self.word = ""
        self.start = 0
        self._next()

    def _next(self) -> None:
        rest = self._text[self._end :]
        self.start = self._end + len(rest) - len(rest.lstrip())
        if not rest.strip():
            self.word = ""
            return
        match = _TOKEN.match(self._text, self._end)
        if match is None:
            raise FormulaError(
                f'the formula has a "{self._text[self.start]}"; use whole numbers, names,'
                " + - * / and parentheses",
                self.start,
            )
        self.word, self._end = match[0].strip(), match.end()
        if self.word.isdigit() and len(self.word) > _MOST_DIGITS:
            message = f"a number in a formula has at most {_MOST_DIGITS} digits"
            raise FormulaError(message, self.start, len(self.word))

    def sum(self, depth: int) -> Callable[[Names], int]:
        total = self._product(depth)
        while self.word in ("+", "-"):
            sign = self.word
            self._next()
            total = _joined(sign, total, self._product(depth))
        return total

    def _product(self, depth: int) -> Callable[[Names], int]:
        total = self._atom(depth)
        while self.word in ("*", "/"):
            sign = self.word
            self._next()
            total = _joined(sign, total, self._atom(depth))
        return total

    def _atom(self, depth: int) -> Callable[[Names], int]:
        word, start = self.word, self.start
        if not word:
            raise FormulaError("the formula ends too early; a number or a name is missing", start)
        self._next()
        if word == "(" and depth < _DEEPEST:
            inside = self.sum(depth + 1)
            if self.word != ")":
                raise FormulaError("the formula lacks a closing parenthesis", self.start)
            self._next()
            return inside
        if word.isdigit():
            return lambda names: int(word)
        if word[0].isalpha():
            self.names.setdefault(word, start)
            return lambda names: names[word]
        raise self.unexpected(word, start)

    def unexpected(self, word: str, start: int) -> FormulaError:
        """The error for a word in a place where none, or another, may stand."""
        message = f'the formula has a "{word}" where it cannot be; write as in players * coins + 1'
        return FormulaError(message, start, len(word))


def _joined(
    sign: str, one: Callable[[Names], int], other: Callable[[Names], int]
) -> Callable[[Names], int]:
    return lambda names: _OPERATORS[sign](one(names), other(names))


def _divided(number: int, by: int) -> int:
    if by == 0:
        raise FormulaError("the formula divides by 0")
    return number // by


_OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": _divided}
