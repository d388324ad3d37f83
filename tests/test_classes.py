"""Classes of data: what the standard library's frozen dataclasses and named tuples do, these do too."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar
from typing import NamedTuple as StandardTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.classes import NamedTuple, frozen


@frozen
class _Point:
    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list, hash=False)
    name: str = field(default="", compare=False)
    secret: str = field(default="s", repr=False)
    kinds: ClassVar[int] = 3

    @cached_property
    def far(self) -> int:
        return self.x**2 + self.y**2


@dataclass(frozen=True)
class _Standard:
    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list, hash=False)
    name: str = field(default="", compare=False)
    secret: str = field(default="s", repr=False)
    kinds: ClassVar[int] = 3


@frozen(slots=True)
class _Slotted:
    x: int
    y: tuple[int, ...] = ()
    set: int = 0
    MISSING: list[int] = field(default_factory=list, compare=False)


@frozen(slots=True, eq=False)
class _Itself:
    x: int
    z: int = field(default=1, kw_only=True)


@frozen(kw_only=True)
class _Named:
    a: int = 1
    b: int


@frozen
class _Empty:
    pass


@frozen
class _Checked:
    x: int
    twice: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.x)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Checked)

    def __repr__(self) -> str:
        return "its own"


_POINTS = st.fixed_dictionaries(
    {"x": st.integers(0, 2)},
    optional={
        "y": st.integers(0, 2),
        "tags": st.lists(st.sampled_from("ab"), max_size=2),
        "name": st.sampled_from("pq"),
        "secret": st.sampled_from("st"),
    },
)


@given(_POINTS, _POINTS)
def test_frozen_classes_do_what_those_of_the_standard_library_do(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    """Equality, hash, text, values, copies and pickles are those of a dataclass."""
    ours, theirs = (_Point(**one), _Point(**other)), (_Standard(**one), _Standard(**other))
    assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])
    assert (hash(ours[0]) == hash(ours[1])) == (hash(theirs[0]) == hash(theirs[1]))
    for mine, standard in zip(ours, theirs, strict=True):
        assert repr(mine) == repr(standard).replace("_Standard", "_Point")
        assert vars(mine) == vars(standard)
        assert vars(replace(mine, **other)) == vars(replace(standard, **other))
        assert pickle.loads(pickle.dumps(mine)) == copy.deepcopy(mine) == copy.copy(mine) == mine


def test_fields_are_the_same_ones() -> None:
    """The fields, what `match` takes, defaults that are made, and cached properties are as usual."""
    assert [each.name for each in fields(_Point)] == [each.name for each in fields(_Standard)]
    assert _Point.__match_args__ == _Standard.__match_args__
    assert _Point(1).tags is not _Point(1).tags
    assert _Point(3, 4).far == 25


@pytest.mark.parametrize("one", [_Point(1), _Slotted(1), _Named(b=2), _Checked(1)])
def test_nothing_changes_a_frozen_class(one: Any) -> None:
    """An attribute can be neither set nor deleted, and the message says which."""
    name = fields(one)[0].name
    before = getattr(one, name)
    with pytest.raises(FrozenInstanceError, match=f"{type(one).__name__} is frozen, so {name}"):
        setattr(one, name, 4)
    with pytest.raises(FrozenInstanceError, match="stays as it is"):
        delattr(one, name)
    assert getattr(one, name) == before


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_Point, r"_Point.__init__\(\) missing 1 required positional argument: 'x'"),
        (_Named, r"missing 1 required keyword-only argument: 'b'"),
        (lambda: _Point(1, z=2), "unexpected keyword argument 'z'"),
        (lambda: _Named(1, 2), "takes 1 positional argument"),
        (lambda: _Checked(1, twice=3), "unexpected keyword argument 'twice'"),
    ],
)
def test_a_wrong_call_fails_as_it_does_for_functions(make: Any, message: str) -> None:
    """The messages are those of Python for functions, before and after the method is compiled."""
    for _ in range(2):  # the first call compiles
        with pytest.raises(TypeError, match=message):
            make()


def test_slots_take_no_dictionary_and_can_be_copied_and_sent() -> None:
    """A class with slots has no dictionary, and travels to other processes."""
    one = _Slotted(1, (2,))
    assert not hasattr(one, "__dict__")
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == replace(one) == one
    assert hash(copy.deepcopy(one)) == hash(one)
    assert one != _Slotted(1) != _Point(1)


def test_without_eq_an_instance_equals_only_itself() -> None:
    """`eq=False` leaves equality and hash as they are for any object."""
    one = _Itself(1, z=5)
    assert (one == one) and one != _Itself(1, z=5)
    assert len({one, one, _Itself(1, z=5)}) == 2


def test_own_methods_stay() -> None:
    """A method of the class itself is not replaced."""
    assert _Checked(4).twice == 8
    assert _Checked(1) == _Checked(2)
    assert repr(_Checked(1)) == "its own"
    assert _Empty() == _Empty() and hash(_Empty()) == hash(_Empty())
    assert repr(_Empty()) == "_Empty()"


def test_a_subclass_that_is_not_decorated_is_made_by_its_base() -> None:
    """What is compiled belongs to the class that has the fields."""

    class Base:
        pass

    @frozen
    class Of(Base):
        x: int

    class Inner(Of):
        pass

    assert Inner(3).x == 3
    assert Of(4).x == 4
    assert Inner(3) != Of(3)


class _Pair(NamedTuple):
    """Two values."""

    new: int
    set: str = "a"
    last: tuple[int, ...] = ()

    @property
    def twice(self) -> int:
        return 2 * self.new

    @classmethod
    def of(cls, text: str) -> _Pair:
        return cls(len(text), text)


class _StandardPair(StandardTuple):
    new: int
    set: str = "a"
    last: tuple[int, ...] = ()


class _Nothing(NamedTuple):
    pass


_T = TypeVar("_T")


class _Held(NamedTuple, Generic[_T]):
    value: _T
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


_PAIRS = st.fixed_dictionaries(
    {"new": st.integers(0, 2)},
    optional={"set": st.sampled_from("ab"), "last": st.tuples(st.integers(0, 1))},
)


@given(_PAIRS, _PAIRS)
def test_named_tuples_do_what_those_of_the_standard_library_do(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    """Values, order, hash, text, changes, copies and pickles are those of `typing.NamedTuple`."""
    ours, theirs = (_Pair(**one), _Pair(**other)), (_StandardPair(**one), _StandardPair(**other))
    assert ours == theirs
    assert (ours[0] < ours[1]) == (theirs[0] < theirs[1])
    for mine, standard in zip(ours, theirs, strict=True):
        assert hash(mine) == hash(standard)
        assert repr(mine) == repr(standard).replace("_StandardPair", "_Pair")
        assert mine._asdict() == standard._asdict()
        assert mine._replace(**other) == standard._replace(**other)
        assert _Pair(*mine) == _Pair._make(mine) == mine == (mine.new, mine.set, mine.last)
        again = pickle.loads(pickle.dumps(mine))
        assert again == copy.deepcopy(mine) == copy.copy(mine) == mine
        assert {type(each) for each in (again, mine._replace(), _Pair._make(mine))} == {_Pair}


def test_named_tuples_are_classes_with_methods() -> None:
    """They have the attributes that programs look for, and methods, bases and slots as usual."""
    for name in ("_fields", "_field_defaults", "__match_args__"):
        assert getattr(_Pair, name) == getattr(_StandardPair, name)
    assert _Pair.of("abc").twice == 6
    assert _Pair.__doc__ == "Two values."
    assert not hasattr(_Pair(1), "__dict__")
    assert str(_Held[int](3, "x")) == "x: 3"
    assert _Held(3) == (3, "") and isinstance(_Held(3), tuple)
    assert _Nothing() == () and repr(_Nothing()) == "_Nothing()"
    match _Pair(4, "z"):
        case _Pair(number, letters):
            assert (number, letters) == (4, "z")


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (_Held, TypeError, r"_Held.__new__\(\) missing 1 required positional argument: 'value'"),
        (lambda: _Pair(1, two=2), TypeError, "unexpected keyword argument 'two'"),
        (lambda: _Pair._make([1]), TypeError, "_Pair has 3 values, not 1"),
        (lambda: _Pair(1)._replace(two=2), ValueError, "_Pair has no two"),
        (lambda: setattr(_Pair(1), "new", 2), AttributeError, "can't set attribute"),
    ],
)
def test_named_tuples_refuse_what_they_have_no_room_for(
    make: Any, error: type[Exception], message: str
) -> None:
    """The messages are those of Python, before and after the method is compiled."""
    for _ in range(2):
        with pytest.raises(error, match=message):
            make()
