"""Selecting some tiles of a set: one family, or the tiles that meet conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from pnp.basics.errors import UnusableInput
from pnp.basics.words import did_you_mean
from pnp.definition import Definition, FamilyDefinition
from pnp.enumeration.conditions import Condition
from pnp.sets.tileset import Family, Tileset


def only_family(definition: Definition, name: str) -> Definition:
    """The definition with one family, and nothing that is about other families: rules and pieces.

    Raises UnusableInput if there is no family of that name.
    """
    family = _named(definition.families, name, game=definition.game)
    alone = replace(definition, families=(family,), expect=None, rules=())
    return replace(alone, boards=(), decks=(), tokens=(), pads=())


def tiles_of_family(tileset: Tileset, name: str) -> Tileset:
    """The set with the tiles of one family, in a definition that still has all of them.

    Raises UnusableInput if there is no family of that name.
    """
    return replace(
        tileset, families=(_named(tileset.families, name, game=tileset.definition.game),)
    )


# A family of a definition, or the same with its tiles.
_Family = TypeVar("_Family", FamilyDefinition, Family)


def _named(families: Sequence[_Family], name: str, *, game: str) -> _Family:
    for family in families:
        if family.name == name:
            return family
    hint = did_you_mean(name, [family.name for family in families])
    raise UnusableInput(f'{game} has no family "{name}"{hint}')


def meeting(tileset: Tileset, condition: Condition) -> Tileset:
    """The set with only the tiles that meet a condition, and the families that have such tiles."""
    families, geometry = [], tileset.definition.geometry
    for family in tileset.families:
        pieces = tuple(each for each in family.pieces if condition.holds(each.tile, geometry))
        if pieces:
            chosen = replace(family.definition, expect=None)
            families.append(replace(family, definition=chosen, pieces=pieces, burnside=None))
    return replace(tileset, families=tuple(families))


def wanted_ids(words: Iterable[str], known: Iterable[str], *, game: str) -> frozenset[str]:
    """The ids in words that are ids, or several ids with commas between them.

    Raises UnusableInput if a piece has no such id, or a word has none.
    """
    ids = [part.strip() for word in words for part in word.split(",")]
    known = set(known)
    for each in ids:
        if not each:
            raise UnusableInput("--ids: write the ids of pieces with commas between them")
        if each not in known:
            raise UnusableInput(f'{game} has no piece "{each}"{did_you_mean(each, known)}')
    return frozenset(ids)
