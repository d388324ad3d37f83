"""Classes of data that cost next to nothing until somebody makes an instance: `frozen` and `NamedTuple`.

The standard library compiles six methods for each frozen dataclass, and one for each named tuple together with its annotations.
With two hundred of each, that was a third of a short command. Here classes share their methods but the one that
makes instances, which is compiled when it is first called.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

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
        shared = {"__setattr__": _refuse, "__delattr__": _refuse, "__repr__": _in_words}
        if slots:
            shared |= {"__setstate__": _restore}
        of_fields: dict[str, Callable[[Any], object]] = {"__init__": _init} if init else {}
        if eq:
            of_fields |= {"__eq__": _equality, "__hash__": _hash}
        # Python itself writes `__hash__ = None` beside an `__eq__`.
        missing = [name for name in (*shared, *of_fields) if cls.__dict__.get(name) is None]
        # In place of a missing docstring `dataclass` would work out, and write down, a signature.
        cls.__doc__ = cls.__doc__ or cls.__name__
        cls = dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        for name in missing:
            setattr(cls, name, shared.get(name) or _when_called(cls, name, of_fields[name]))
        return cls

    return made if cls is None else made(cls)


def _when_called(cls: Any, name: str, method: Callable[[Any], object]) -> Callable[..., Any]:
    """A method that puts the one for the fields of the class in its place when it is first called."""

    def first(made: object, /, *values: object, **named: object) -> object:
        setattr(cls, name, method(cls))
        return getattr(cls, name)(made, *values, **named)

    return first


def _init(cls: Any) -> Callable[..., None]:
    """The function that sets all fields, with the parameters that the standard library would give it."""
    wanted = sorted(
        (each for each in fields(cls) if each.init), key=lambda each: each.kw_only is True
    )
    known: dict[str, Any] = {"__set": object.__setattr__, "__MISSING": MISSING}
    parameters, lines = ["self"], []
    for each in wanted:
        if each.kw_only and "*" not in parameters:
            parameters.append("*")
        name, value, default = each.name, each.name, f"__default_{each.name}"
        if each.default is not MISSING:
            known[default] = each.default
            parameters.append(f"{name}={default}")
        elif each.default_factory is not MISSING:
            known[default] = each.default_factory
            parameters.append(f"{name}=__MISSING")
            value = f"{default}() if {name} is __MISSING else {name}"
        else:
            parameters.append(name)
        lines.append(f"__set(self, {name!r}, {value})")
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


def _values(names: Sequence[str]) -> Callable[[object], object]:
    return attrgetter(*names) if names else lambda self: ()


def _equality(cls: Any) -> Callable[[object, object], bool]:
    values = _values([each.name for each in fields(cls) if each.compare])

    def is_equal(self: object, other: object) -> bool:
        if self is other:
            return True
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    return is_equal


def _hash(cls: Any) -> Callable[[object], int]:
    hashed = [each for each in fields(cls) if (each.compare if each.hash is None else each.hash)]
    values = _values([each.name for each in hashed])
    return lambda self: hash(values(self))


def _restore(self: object, state: tuple[dict[str, object] | None, dict[str, object]]) -> None:
    """Sets what `pickle` and `copy` kept of an instance with slots, and perhaps with a dictionary from a base."""
    for name, value in ((state[0] or {}) | state[1]).items():
        object.__setattr__(self, name, value)


if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    # What reads the first value of a tuple, the second, ...: the standard library's serve any class of tuples.
    _Getters = namedtuple("_Getters", [f"value_{number}" for number in range(32)])
    _GETTERS = [getattr(_Getters, name) for name in _Getters._fields]

    class _Maker(type):
        """Makes what derives from `NamedTuple` a class of tuples, as `typing.NamedTuple` does."""

        def __new__(cls, name: str, bases: tuple[type, ...], content: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, content)
            names = tuple(content.get("__annotations__", ()))
            defaults = {each: content[each] for each in names if each in content}
            tuples = {
                "__slots__": (),
                "__match_args__": names,
                "_fields": names,
                "_field_defaults": defaults,
                **_TUPLE_METHODS,
            }
            getters = dict(zip(names, _GETTERS[: len(names)], strict=True))
            others = [each for each in bases if each is not NamedTuple]
            made = type(name, (tuple, *others), {**tuples, **content, **getters})
            made.__new__ = staticmethod(_when_called(made, "__new__", _new))
            return made

    def _new(cls: Any) -> object:
        names = "".join(f"{name}, " for name in cls._fields)
        new = eval(f"lambda __cls, {names}: __new(__cls, ({names}))", {"__new": tuple.__new__})
        new.__defaults__ = tuple(cls._field_defaults.values())
        new.__qualname__ = f"{cls.__qualname__}.__new__"
        return staticmethod(new)

    def _make(cls: Any, values: Iterable[object]) -> object:
        made = tuple.__new__(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"{cls.__name__} has {len(cls._fields)} values, not {len(made)}")
        return made

    def _replace(self: Any, /, **changes: object) -> object:
        made = tuple.__new__(type(self), map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"{type(self).__name__} has no {', '.join(changes)}")
        return made

    def _tuple_in_words(self: Any) -> str:
        values = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({', '.join(values)})"

    _TUPLE_METHODS = {
        "_make": classmethod(_make),
        "_replace": _replace,
        "_asdict": lambda self: dict(zip(self._fields, self, strict=True)),
        "__repr__": _tuple_in_words,
        "__getnewargs__": lambda self: tuple(self),
    }

    class NamedTuple(metaclass=_Maker):
        """A class of tuples whose values have names, as the standard library's."""
