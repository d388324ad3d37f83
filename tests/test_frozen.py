"""`dataclass` of pnp makes the same values as the standard library's."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from typing import Any

import pytest

from pnp.basics.frozen import dataclass


def declare(decorator: Any, **options: bool) -> Any:
    """A class with every sort of field, made by a decorator."""

    @decorator(frozen=True, **options)
    class Sample:
        """A value with all sorts of fields."""

        one: int
        two: str = "two"
        many: list[int] = field(default_factory=list)
        beside: int = field(default=3, compare=False, repr=False)
        named: bool = field(default=False, kw_only=True)
        made: list[int] = field(default_factory=lambda: [7], init=False)

    return Sample


@dataclass(frozen=True, slots=True)
class Slotted:
    """A value that can be pickled."""

    one: int
    two: tuple[int, ...] = ()


@dataclass(frozen=True)
class Checked:
    """A value with methods of its own."""

    one: int

    def __post_init__(self) -> None:
        if self.one < 0:
            raise ValueError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Checked) and self.one % 10 == other.one % 10

    def __repr__(self) -> str:
        return "mine"


@pytest.mark.parametrize(
    "options", [{}, {"slots": True}, {"eq": False}, {"kw_only": True}], ids=lambda each: f"{each}"
)
def test_values_are_those_of_the_standard_library(options: dict[str, bool]) -> None:
    """Parameters, fields, order of matches, repr, comparison and hash."""
    ours, theirs = declare(dataclass, **options), declare(dataclasses.dataclass, **options)
    parameters = [inspect.signature(each).parameters for each in (ours, theirs)]
    assert [*parameters[0]] == [*parameters[1]]
    assert [each.kind for each in parameters[0].values()] == [
        each.kind for each in parameters[1].values()
    ]
    assert ours.__match_args__ == theirs.__match_args__
    for made in (ours, theirs):
        assert repr(made(one=1, named=True)).endswith(
            "Sample(one=1, two='two', many=[], named=True, made=[7])"
        )
        assert (made(one=1) == made(one=1, beside=4)) is options.get("eq", True)
        assert made(one=1) != made(one=2)
        assert made(one=1).many is not made(one=1).many
        assert dataclasses.replace(made(one=1), two="2").two == "2"
        assert hasattr(made(one=1), "__dict__") is not options.get("slots", False)
        with pytest.raises(TypeError, match="required"):
            made()


def test_a_value_sets_no_attribute() -> None:
    """Neither one of its own nor another one."""
    value = Slotted(1)
    for name in ("one", "other"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, 2)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(value, name)


def test_values_are_keys_and_can_be_copied() -> None:
    """Equal values have one hash; a pickle and a copy are equal to the value."""
    value = Slotted(1, (2, 3))
    assert {value: "found"}[Slotted(1, (2, 3))] == "found"
    assert value != Slotted(1)
    assert pickle.loads(pickle.dumps(value)) == copy.copy(value) == copy.deepcopy(value) == value


def test_methods_of_the_class_stay() -> None:
    """An own repr and an own comparison, with a hash, as in the standard library, by the fields."""
    assert repr(Checked(1)) == "mine"
    assert Checked(1) == Checked(11)
    assert hash(Checked(1)) == hash(Checked(1))
    with pytest.raises(ValueError):
        Checked(-1)
