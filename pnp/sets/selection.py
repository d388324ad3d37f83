"""Selecting some tiles of a set: one family, or the tiles that meet conditions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pnp.basics.errors import Finding, InvalidDefinition, Located, Severity, Source, UnusableInput
from pnp.basics.words import did_you_mean
from pnp.definition import Definition, FamilyDefinition, TileGroup, parse_where
from pnp.enumeration.conditions import Condition
from pnp.sets.tileset import Family, Piece, Tileset, with_backs


def only_family(definition: Definition, name: str) -> Definition:
    """The definition with one family or group, and nothing that is about others: rules and pieces.

    Raises UnusableInput if there is no family or group of that name.
    """
    named = _named(definition.families, name, game=definition.game)
    # The number of a group is expected of all its families.
    group = (
        named[0].group
        if name == named[0].group.name
        else replace(named[0].group, expect=None, expect_printed=None)
    )
    families = tuple(replace(family, group=group) for family in named)
    pieces = dict.fromkeys(definition.pieces, ())
    return replace(definition, groups=(group,), families=families, rules=(), pieces=pieces)


def tiles_of_family(tileset: Tileset, name: str) -> Tileset:
    """The set with the tiles of one family or group, in a definition that still has all of them.

    Raises UnusableInput if there is no family or group of that name.
    """
    named = _named(tileset.families, name, game=tileset.definition.game)
    return replace(tileset, families=with_backs(named))


def tiles_of_group(tileset: Tileset, written: Located[str]) -> Tileset:
    """The tiles of the group of that name, or of the first one; raises InvalidDefinition."""
    groups = tileset.by_group
    if not written.value:
        return groups[0] if groups else tileset
    for each in groups:
        if each.group.name == written.value:
            return each
    hint = did_you_mean(written.value, [each.group.name for each in groups])
    message = f'there is no group of tiles "{written.value}"{hint}'
    raise InvalidDefinition([Finding("position", Severity.ERROR, message, written.place)])


# A family of a definition, or the same with its tiles.
_Family = TypeVar("_Family", FamilyDefinition, Family)


def _named(families: Sequence[_Family], name: str, *, game: str) -> tuple[_Family, ...]:
    """The family of that name, or those of the group of that name."""
    found = tuple(family for family in families if name in (family.name, family.group.name))
    if found:
        return found
    names = [each for family in families for each in (family.name, family.group.name) if each]
    hint = did_you_mean(name, dict.fromkeys(names))
    raise UnusableInput(f'{game} has no family "{name}"{hint}')


def conditions_at(definition: Definition, source: Source) -> dict[TileGroup, Condition]:
    """A condition for each group of tiles in which it has a meaning, such as a pattern of four sides.

    Raises as `parse_where` does if it has none in any group.
    """
    found: dict[TileGroup, Condition] = {}
    problem: InvalidDefinition | None = None
    for group in definition.groups or (definition.main_group,):
        try:
            found[group] = parse_where(definition, group, source)
        except InvalidDefinition as error:
            problem = error
    if problem is not None and not found:
        raise problem
    return found


def meeting(tileset: Tileset, conditions: Mapping[TileGroup, Condition]) -> Tileset:
    """The set with only the tiles that meet the condition of their group, and the families that have such tiles.

    A tile with one on its other side that meets it stays, too.
    """

    def meets(piece: Piece) -> bool:
        condition = conditions.get(piece.group)
        return condition is not None and condition.holds(piece.tile, piece.group.geometry)

    kept = {
        each.id
        for piece in tileset.pieces
        if meets(piece) or (piece.back is not None and meets(piece.back))
        for each in (piece, piece.back)
        if each is not None
    }
    families = []
    for family in tileset.families:
        pieces = tuple(each for each in family.pieces if each.id in kept)
        if pieces:
            chosen = replace(family.definition, expect=None, expect_printed=None)
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
