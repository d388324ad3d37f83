"""Backs: the key `back` of a board or a family, which names another one to print on the other side."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.basics.errors import Located, Related
from pnp.basics.words import did_you_mean
from pnp.definition.reading.reader import Reader

# What has a back, by name, with the name at its key `back`; None without the key.
Backs = Mapping[str, Located[str] | None]


def has_sound_back(reader: Reader, name: str, backs: Backs, what: str) -> bool:
    """Whether a board or a family has a back of its own; reports a back that cannot be printed."""
    back = backs[name]
    if back is None:
        return False
    if back.value not in backs:
        message = f'there is no {what} "{back.value}"{did_you_mean(back.value, backs)}'
        reader.error("unknown-name", message, back.place)
        return False
    its_own = backs[back.value]
    first = next(each for each in backs.values() if each and each.value == back.value)
    if back.value == name:
        message = f"a {what} cannot be on its own back; name another one"
        reader.error("structure", message, back.place)
    elif its_own is not None:
        message = (
            f'"{back.value}" has a back itself, and paper has two sides; remove one of the two'
        )
        reader.error("structure", message, back.place, Related("its back is here", its_own.place))
    elif first.place != back.place:
        message = f'"{back.value}" is on another back already; name another {what}'
        reader.error("structure", message, back.place, Related("it is here first", first.place))
    else:
        return True
    return False
