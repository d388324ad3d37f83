"""`dataclass` as of the standard library, for frozen values, in a fifth of its time.

The standard library compiles six methods for each class, which took a quarter of a short command. Here
only `__init__` is compiled, with the same code; the others are closures that do the same.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, kw_only=False):
        """The class as a dataclass; one that is not frozen is the standard library's."""

        def decorated(cls):
            if not frozen:
                return dataclasses.dataclass(cls, slots=slots, eq=eq, kw_only=kw_only)
            made = dataclasses.dataclass(
                cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only
            )
            _complete(made, slots=slots, eq=eq)
            return made

        return decorated if cls is None else decorated(cls)


def _complete(cls: Any, *, slots: bool, eq: bool) -> None:
    """Gives a class the methods of a frozen dataclass that it does not define itself."""
    fields = dataclasses.fields(cls)
    methods: dict[str, object] = {"__init__": _initialiser(cls, fields), "__repr__": _shown}
    if eq:
        methods |= _comparison([each.name for each in fields if each.compare])
    if slots:
        # Both set attributes that a value refuses to set.
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, method in {**methods, **_refusals(cls, fields)}.items():
        is_own = name in cls.__dict__
        # Python gives a class with an __eq__ of its own this __hash__.
        if not is_own or (name == "__hash__" and cls.__hash__ is None):
            setattr(cls, name, method)


def _initialiser(cls: Any, fields: tuple[dataclasses.Field[Any], ...]) -> object:
    """The compiled `__init__`, in the namespace of the class's module."""
    known: dict[str, object] = {"_set": object.__setattr__, "_unset": dataclasses.MISSING}
    first, last, lines = ["self"], list[str](), list[str]()
    for number, each in enumerate(fields):
        value = each.name
        parameter = each.name
        if each.default_factory is not dataclasses.MISSING:
            known[f"_made{number}"] = each.default_factory
            value = f"_made{number}()"
            if each.init:
                value += f" if {each.name} is _unset else {each.name}"
            parameter += "=_unset"
        elif each.default is not dataclasses.MISSING:
            known[f"_default{number}"] = each.default
            value = each.name if each.init else f"_default{number}"
            parameter += f"=_default{number}"
        if each.init:
            (last if each.kw_only else first).append(parameter)
        if each.init or value != each.name:
            lines.append(f"_set(self, {each.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join([*first, *(["*", *last] if last else [])])
    body = "\n  ".join(lines or ["pass"])
    text = (
        f"def make({', '.join(known)}):\n def __init__({parameters}):\n  {body}\n return __init__"
    )
    made: dict[str, Any] = {}
    exec(text, sys.modules[cls.__module__].__dict__, made)
    initialiser = made["make"](**known)
    initialiser.__qualname__ = f"{cls.__qualname__}.__init__"
    initialiser.__annotations__ = {each.name: each.type for each in fields if each.init}
    initialiser.__annotations__["return"] = None
    return initialiser


def _comparison(names: list[str]) -> dict[str, object]:
    """Values of one class are equal if these attributes are."""
    key: Callable[[object], object]
    if len(names) > 1:
        key = attrgetter(*names)
    else:

        def key(value: object) -> object:
            return tuple(getattr(value, name) for name in names)

    def equals(self: object, other: object) -> bool:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(key(self))

    return {"__eq__": equals, "__hash__": hashed}


def _refusals(cls: Any, fields: tuple[dataclasses.Field[Any], ...]) -> dict[str, object]:
    """A value sets no attribute, but a subclass may have some of its own."""
    names = {each.name for each in fields}

    def refuse_to_set(self: object, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def refuse_to_delete(self: object, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": refuse_to_set, "__delattr__": refuse_to_delete}


@recursive_repr()
def _shown(self: Any) -> str:
    shown = [
        f"{each.name}={getattr(self, each.name)!r}"
        for each in dataclasses.fields(self)
        if each.repr
    ]
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _state(self: Any) -> list[object]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


__all__ = ["dataclass"]
