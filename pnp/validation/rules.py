"""Rules: a name, a sentence, and a check that yields violations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain
from operator import attrgetter
from typing import TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Place, Related, Severity
from pnp.basics.words import did_you_mean
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition, GivenPiece, RuleUse, TileGroup
from pnp.sets.components import Components, Deck
from pnp.sets.tileset import Family, Piece, Tileset
from pnp.tiles import Tile

Thing = TypeVar("Thing")


class Scope(NamedTuple):
    """The subject of a rule: a game, and the names of families or pieces that it is limited to.

    `families` and `decks` are those with one of the `names`, or all. `place` is that of the rule in
    the file. `theme` has the inks that the game is printed with besides its own.
    """

    tileset: Tileset
    components: Components
    families: tuple[Family, ...]
    decks: tuple[Deck, ...]
    names: tuple[str, ...]
    place: Place
    theme: Theme = STANDARD

    @property
    def definition(self) -> Definition:
        return self.tileset.definition

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for family in self.families for piece in family.pieces)

    @property
    def copies(self) -> Counter[Tile]:
        """How often each tile is printed."""
        copies = Counter({piece.tile: 0 for piece in self.pieces})
        for piece in self.pieces:
            copies[piece.tile] += piece.copies
        return copies

    @property
    def tiles_of_all_players(self) -> tuple[Tile, ...]:
        """All tiles of the file, even those that only more players need than this set is for."""
        families = self.tileset.families
        listed = (each.tile for family in families for each in family.definition.listed or ())
        return (*(piece.tile for piece in self.tileset.pieces), *listed)

    @property
    def group(self) -> TileGroup:
        """The group of the first family."""
        return self.families[0].group

    @property
    def by_group(self) -> Iterator[Scope]:
        """The subject for each group of tiles that has one of the families."""
        for tileset in self.tileset.by_group:
            families = tuple(each for each in self.families if each.group == tileset.group)
            if families:
                yield self._replace(tileset=tileset, families=families)

    def named(self, piece: Piece) -> str:
        """The id of a tile and its notation."""
        return f"{piece.id}, {self.definition.notation(piece.tile)}"


class Violation(NamedTuple):
    """A message of a check, without the rule's name."""

    message: str
    place: Place
    severity: Severity = Severity.ERROR
    related: tuple[Related, ...] = ()


Check = Callable[[Scope], Iterator[Violation]]


class Rule(NamedTuple):
    """A named sentence that is true of a good set, and the check that finds violations of it.

    The rule applies to the families or pieces of these `names`, unless the file gives it others;
    without names, it applies to all. Some rules check each group of tiles for itself.
    """

    name: str
    sentence: str
    check: Check
    names: tuple[str, ...] = ()
    by_group: bool = False

    def findings(
        self,
        tileset: Tileset,
        components: Components,
        use: RuleUse | None = None,
        *,
        theme: Theme = STANDARD,
    ) -> Iterator[Finding]:
        """The rule's findings; those about the whole set have the place of the rule in the file."""
        place = use.place if use else tileset.definition.start
        parts = (components.boards, components.decks, components.tokens, components.pads)
        named = chain(tileset.families, tileset.definition.groups, *parts)
        known = {*map(attrgetter("name"), named)}
        unknown = [each for each in use.names if each.value not in known] if use else []
        for each in unknown:
            message = f'there is no family or piece "{each.value}"{did_you_mean(each.value, known)}'
            yield Finding("unknown-family", Severity.ERROR, message, each.place)
        if unknown:
            return
        wanted = tuple(name.value for name in use.names) if use else ()
        wanted = wanted or self.names
        missing = [name for name in wanted if name not in known]
        if missing:
            message = f'this rule is about "{missing[0]}", but the game has no family or piece of that name; add it, or remove the rule'
            yield Finding(self.name, Severity.ERROR, message, place)
            return
        families = tuple(
            each
            for each in tileset.families
            if not wanted or each.name in wanted or each.group.name in wanted
        )
        decks = tuple(each for each in components.decks if not wanted or each.name in wanted)
        scope = Scope(tileset, components, families, decks, wanted, place, theme)
        checks = map(self.check, scope.by_group if self.by_group else [scope])
        for number, violation in enumerate(chain.from_iterable(checks)):
            message, found, severity, related = violation
            # Once is enough to tell why a rule applies.
            asked = use is not None and found != place and not number
            why = (Related("the file asks for this rule here", place),) if asked else ()
            yield Finding(self.name, severity, message, found, (*related, *why))


def rule(
    name: str, sentence: str, *, names: tuple[str, ...] = (), by_group: bool = False
) -> Callable[[Check], Rule]:
    """Makes a check into a rule."""
    return lambda check: Rule(name, sentence, check, names, by_group)


# Walks that several rules share.


def is_here(name: str, place: Place) -> tuple[Related, ...]:
    """The place of another thing that a violation is about."""
    return (Related(f"{name} is here", place),)


def repeated(
    things: Iterable[Thing], look: Callable[[Thing], Hashable]
) -> Iterator[tuple[Thing, Thing]]:
    """Each thing that looks like an earlier one, after the first of these."""
    first: dict[Hashable, Thing] = {}
    for thing in things:
        earlier = first.setdefault(look(thing), thing)
        if earlier is not thing:
            yield earlier, thing


def pieces_with_faces(definition: Definition) -> Iterator[GivenPiece]:
    """Everything that has a face: tiles, and what each kind of piece gives, such as cards and sides of boxes."""
    for family in definition.families:
        yield from (each.listed for each in family.listed or () if each.listed)
        yield from (family.common,) if family.common else ()
    for listed in definition.pieces.values():
        for each in listed:
            yield from each.given
