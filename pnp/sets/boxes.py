"""Boxes and standees of a definition, with the numbers of pieces that they are for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.basics.errors import Finding, InvalidDefinition, Located, Place, Severity
from pnp.basics.words import counted, in_words
from pnp.definition import BoxDefinition, DividerDefinition, StandeeDefinition


class Box(NamedTuple):
    """A tuck box, and how many pieces each copy of it holds."""

    definition: BoxDefinition
    pieces: int

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def copies(self) -> int:
        return self.definition.split

    @property
    def stack(self) -> int:
        """The number of pieces in its highest stack."""
        return -(-self.pieces // self.definition.stacks)


class Divider(NamedTuple):
    """A divider for a tray."""

    definition: DividerDefinition

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def printed(self) -> int:
        """The number of its strips."""
        return self.definition.columns + self.definition.rows - 2


class Standees(NamedTuple):
    """The standees of some pieces, one for each."""

    definition: StandeeDefinition
    printed: int

    @property
    def name(self) -> str:
        return self.definition.name


def boxes_of(definitions: tuple[BoxDefinition, ...], numbers: Mapping[str, int]) -> tuple[Box, ...]:
    """The boxes, for these numbers of pieces by name; raises InvalidDefinition for an empty one."""
    return tuple(_box(each, numbers) for each in definitions)


def _box(definition: BoxDefinition, numbers: Mapping[str, int]) -> Box:
    pieces = _number(definition.wanted, numbers, "box", definition.name)
    for key, number in (("split", definition.split), ("stacks", definition.stacks)):
        if number > pieces:
            message = f"{key} is {number}, and there {_are(pieces)}; write up to {pieces}"
            raise _refused("number", message, definition.place_of(key))
    return Box(definition, -(-pieces // definition.split))


def standees_of(
    definitions: tuple[StandeeDefinition, ...], numbers: Mapping[str, int]
) -> tuple[Standees, ...]:
    """The standees, for these numbers of pieces by name; raises InvalidDefinition for none."""
    return tuple(
        Standees(each, _number(each.wanted, numbers, "standee", each.name)) for each in definitions
    )


def _number(
    wanted: tuple[Located[str], ...], numbers: Mapping[str, int], what: str, name: str
) -> int:
    found = sum(numbers.get(each.value, 0) for each in wanted)
    if not found:
        groups = in_words([each.value for each in wanted])
        message = f'the {what} "{name}" has no pieces: {groups} {_have(len(wanted))} none to print'
        raise _refused("empty-box", message, wanted[0].place)
    return found


def _are(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {counted(number, 'piece')}"


def _have(number: int) -> str:
    return "has" if number == 1 else "have"


def _refused(rule: str, message: str, place: Place) -> InvalidDefinition:
    return InvalidDefinition([Finding(rule, Severity.ERROR, message, place)])
