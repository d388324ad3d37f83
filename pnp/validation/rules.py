"""What a rule is: a name, a sentence, and a check that yields findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pnp.definition import RuleUse
from pnp.errors import Finding, Place, Severity
from pnp.tileset import Family, Piece, Tileset


class Scope(NamedTuple):
    """What a rule looks at: a tileset, the families that were named for it, and where."""

    tileset: Tileset
    families: tuple[Family, ...]
    place: Place

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for family in self.families for piece in family.pieces)


class Trouble(NamedTuple):
    """What a check has to say, before it is given the rule's name."""

    message: str
    place: Place
    severity: Severity = Severity.ERROR


Check = Callable[[Scope], Iterator[Trouble]]


class Rule(NamedTuple):
    """A named sentence that is true of a good set, and the check that finds where it is not.

    `families` are looked at unless the definition names others; without any, all are.
    """

    name: str
    sentence: str
    check: Check
    families: tuple[str, ...] = ()

    def findings(self, tileset: Tileset, use: RuleUse | None = None) -> Iterator[Finding]:
        """The rule's findings, at the place where the definition asks for it."""
        wanted = (use.families if use else ()) or self.families
        place = use.place if use else tileset.definition.place()
        families = tuple(
            family for family in tileset.families if not wanted or family.name in wanted
        )
        missing = [name for name in wanted if tileset.family(name) is None]
        if missing:
            message = f'this rule is about the family "{missing[0]}", which is not there'
            yield Finding(self.name, Severity.ERROR, message, place)
            return
        for trouble in self.check(Scope(tileset, families, place)):
            yield Finding(self.name, trouble.severity, trouble.message, trouble.place)


def rule(name: str, sentence: str, *, families: tuple[str, ...] = ()) -> Callable[[Check], Rule]:
    """Makes a check into a rule."""
    return lambda check: Rule(name, sentence, check, families)


def listed(texts: list[str], *, most: int = 6) -> str:
    """The texts in one phrase, the first few if there are many.

    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    if len(texts) > most:
        return f"{', '.join(texts[:most])} and {len(texts) - most} more"
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
