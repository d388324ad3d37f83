"""Tables of keys for the documentation, from the declarations of sections."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from typing import Any

from pnp.definition.kinds import Kind
from pnp.definition.pads import BLOCKS
from pnp.definition.sections import Declared, Section, declared
from pnp.enumeration.conditions import Comparison


def key_table(section: type[Section], elsewhere: Collection[type[Section]]) -> str:
    """The keys of a section in Markdown; with a dot those of sections that have no other table."""
    return _table("key", declared(section).values(), elsewhere)


def block_table(elsewhere: Collection[type[Section]]) -> str:
    """The blocks of pads in Markdown, with the keys of each."""
    blocks = (Declared(key, key, *block, False, None, "") for key, block in BLOCKS.items())
    return _table("block", blocks, elsewhere)


def _table(what: str, keys: Iterable[Declared], elsewhere: Collection[type[Section]]) -> str:
    rows = [(what, "value", "default", "meaning"), ("---",) * 4, *_rows(keys, "", elsewhere)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _rows(
    keys: Iterable[Declared], before: str, elsewhere: Collection[type[Section]]
) -> Iterator[tuple[str, ...]]:
    for each in keys:
        yield f"`{before}{each.key}`", each.kind.words, _default(each), each.meaning
        for section in outermost(each.kind):
            if section not in elsewhere:
                inner = declared(section).values()
                yield from _rows(inner, f"{before}{each.key}.", elsewhere)


def outermost(kind: Kind[Any]) -> Iterator[type[Section]]:
    """The sections that a value of this kind is or has, without those inside them."""
    if kind.section is not None:
        yield kind.section
    else:
        for inner in kind.inner:
            yield from outermost(inner)


def _default(each: Declared) -> str:
    """What holds if a key is omitted."""
    match each.default:
        case _ if each.required or each.otherwise:
            return each.otherwise or "required"
        case bool(flag):
            return "`yes`" if flag else "`no`"
        case Enum(value=value) | Comparison(text=value):
            return f"`{value}`"
        case str() | int() | float() if each.default:
            return f"`{each.default}`"
    return ""
