"""Frozen classes: dataclasses that nothing changes, whose methods cost nothing until they are called.

The standard library compiles six methods for each class, which takes three quarters of a millisecond; with two hundred classes
that was a fifth of a short command. Here all classes share their methods but one: `__init__`, compiled for the first instance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

C = TypeVar("C", bound=type)


@overload
def frozen(cls: C, /) -> C: ...
@overload
def frozen(
    *, init: bool = True, eq: bool = True, slots: bool = False, kw_only: bool = False
) -> Callable[[C], C]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: Any = None,
    /,
    *,
    init: bool = True,
    eq: bool = True,
    slots: bool = False,
    kw_only: bool = False,
) -> Any:
    """A class as `dataclasses.dataclass(frozen=True)` makes it.

    `dataclasses` knows its fields: `replace`, `fields` and `field` are the standard library's.
    """

    def made(cls: Any) -> Any:
        own = cls.__dict__
        shared = {"__setattr__": _refuse, "__delattr__": _refuse, "__repr__": _in_words}
        if eq:
            shared |= {"__eq__": _is_equal, "__hash__": _hash}
        if slots:
            shared |= {"__setstate__": _restore}
        # Python itself writes `__hash__ = None` beside an `__eq__`.
        wanted = {name: each for name, each in shared.items() if own.get(name) is None}
        compiled = init and "__init__" not in own
        # In place of a missing docstring `dataclass` would work out, and write down, a signature.
        cls.__doc__ = cls.__doc__ or cls.__name__
        cls = dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        for name, each in wanted.items():
            setattr(cls, name, each)
        if compiled:
            cls.__init__ = _init_when_called(cls)
        return cls

    return made if cls is None else made(cls)


def _init_when_called(cls: Any) -> Callable[..., None]:
    def first(self: object, *values: object, **named: object) -> None:
        cls.__init__ = _init(cls)
        cls.__init__(self, *values, **named)

    return first


def _init(cls: Any) -> Callable[..., None]:
    """The function that sets all fields, with the parameters that the standard library would give it."""
    wanted = sorted(
        (each for each in fields(cls) if each.init), key=lambda each: each.kw_only is True
    )
    known: dict[str, Any] = {"set_": object.__setattr__, "MISSING": MISSING}
    parameters, lines = ["self"], []
    for each in wanted:
        if each.kw_only and "*" not in parameters:
            parameters.append("*")
        name, value, default = each.name, each.name, f"default_{each.name}"
        if each.default is not MISSING:
            known[default] = each.default
            parameters.append(f"{name}={default}")
        elif each.default_factory is not MISSING:
            known[default] = each.default_factory
            parameters.append(f"{name}=MISSING")
            value = f"{default}() if {name} is MISSING else {name}"
        else:
            parameters.append(name)
        lines.append(f"set_(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    text = f"def __init__({', '.join(parameters)}):\n  " + "\n  ".join(lines or ["pass"])
    exec(text, known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _refuse(self: object, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"{type(self).__name__} is frozen, so {name} stays as it is")


def _in_words(self: Any) -> str:
    values = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(values)})"


@cache
def _compared(cls: Any) -> Callable[[object], object]:
    names = [each.name for each in fields(cls) if each.compare]
    return attrgetter(*names) if names else lambda self: ()


@cache
def _hashed(cls: Any) -> Callable[[object], object]:
    names = [
        each.name for each in fields(cls) if (each.compare if each.hash is None else each.hash)
    ]
    return attrgetter(*names) if names else lambda self: ()


def _is_equal(self: object, other: object) -> Any:
    if self is other:
        return True
    if type(self) is not type(other):
        return NotImplemented
    cls: Any = type(self)
    values = _compared(cls)
    return values(self) == values(other)


def _hash(self: object) -> int:
    cls: Any = type(self)
    return hash(_hashed(cls)(self))


def _restore(self: object, state: tuple[None, dict[str, object]]) -> None:
    """Sets what `pickle` and `copy` kept of an instance with slots."""
    for name, value in state[1].items():
        object.__setattr__(self, name, value)
