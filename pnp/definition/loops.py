"""Loops of faces: `for: i in 0..100` draws an element once for each value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.basics import limits
from pnp.basics.classes import frozen
from pnp.basics.errors import Located
from pnp.basics.units import number
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Wrong, form
from pnp.definition.references import (
    NAMED,
    Scope,
    TextList,
    WrongReference,
    filled,
    names_in,
    parts_of,
    reference,
)

_NAME = r"[^\W\d_A-Z][\w-]*"
_LOOP = rf"(?:({_NAME}), ?)?({_NAME}) in (?:(characters|lines|words) of )?(.+)"
_NUMBER = r"(?:-?[0-9]{1,9}(?:\.[0-9]{1,3})?|\{[^{}]+\})"
_RANGE = rf"({_NUMBER}) ?\.\. ?({_NUMBER})(?: step ({_NUMBER}))?"
_SUCH = 'write "i in 1..6", "s in {signs}" or "c in characters of {word}"'


@frozen(slots=True)
class Loop:
    """The values that a name gets one after the other; `count` may be a name for their number, from 1.

    `range` has the first and the last number and the step, as texts with references; without it,
    `source` is a text whose `parts` are the values.
    """

    name: str
    count: str = ""
    source: str = ""
    parts: str = ""
    range: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it gives values to."""
        return (self.count, self.name) if self.count else (self.name,)

    def rounds(self, scope: Scope) -> Iterator[dict[str, str]]:
        """The values of its names in each round; raises WrongReference."""
        for at, value in enumerate(self._values(scope), 1):
            yield {self.count: str(at), self.name: value} if self.count else {self.name: value}

    def _values(self, scope: Scope) -> tuple[str, ...]:
        if self.range:
            first, last, step = (self._number(each, scope) for each in self.range)
            many = _rounds(first, last, step)
            return tuple(number(first + step * at) for at in range(many))
        names = [*NAMED.finditer(self.source)]
        if len(names) == 1 and names[0][0] == self.source:
            # A list of YAML keeps its values.
            found = reference(names[0][1]).value(scope)
        else:
            found = filled(self.source, scope)
        match self.parts:
            case "characters":
                values = tuple(character for character in found if character != "\n")
            case "lines":
                lines = found.parts if isinstance(found, TextList) else found.split("\n")
                values = tuple(filter(None, lines))
            case "words":
                values = tuple(found.split())
            case _:
                values = parts_of(found)
        if len(values) > limits.MOST_ROUNDS:
            raise WrongReference(_too_many(len(values)))
        return values if found else ()

    def _number(self, text: str, scope: Scope) -> float:
        whole = NAMED.fullmatch(text)
        return float(text) if whole is None else reference(whole[1]).number(scope)


def _rounds(first: float, last: float, step: float) -> int:
    """The number of rounds from the first number to the last; none if the step leads away. Raises WrongReference."""
    if step == 0:
        raise WrongReference("the step of a loop has to be a number other than 0")
    # Thousandths of a step are rounding.
    many = int((last - first) / step + 1e-6) + 1 if (last - first) * step >= 0 else 0
    if many > limits.MOST_ROUNDS:
        raise WrongReference(_too_many(many))
    return many


def _too_many(many: int) -> str:
    return f"the loop has {many:,} rounds; pnp allows {limits.MOST_ROUNDS:,}"


def _loop(text: str, what: str) -> Loop:
    match = re.fullmatch(_LOOP, text)
    if match is None:
        raise Wrong("structure", f'{what} cannot be "{text}"; {_SUCH}')
    count, name, parts, source = (each or "" for each in match.groups())
    if count == name:
        raise Wrong("structure", f'{what} has the name "{name}" twice; {_SUCH}')
    if {count, name} & {*names_in(source)}:
        message = f'the loop "{name}" goes over itself: it gives "{name}" its values; {_SUCH}'
        raise Wrong("structure", message)
    ends = re.fullmatch(_RANGE, source)
    if ends is None or parts:
        return Loop(name, count, source, parts)
    values = (ends[1], ends[2], ends[3] or "1")
    if not any(map(NAMED.search, values)):
        first, last, step = map(float, values)
        # A range of plain numbers counts down by itself; one with fields may be empty: 1..{n}.
        step = -step if last < first and step > 0 else step
        try:
            many = _rounds(first, last, step)
        except WrongReference as error:
            raise Wrong("number", str(error)) from error
        if not many:
            message = f"a loop from {number(first)} up to {number(last)} has a step of more than 0, not {number(step)}"
            raise Wrong("number", message)
        values = (values[0], values[1], number(step))
    return Loop(name, count, range=values)


LOOP: kinds.Kind[Located[Loop]] = kinds.located(
    form(
        _loop,
        Loop(""),
        "`NAME in 1..6`, `NAME in {FIELD}`, `NAME in characters of {FIELD}`, or `lines of`, `words of`",
        {"type": "string", "pattern": f"^{_LOOP}$"},
    )
)
