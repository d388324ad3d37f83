"""Rules: a name, a sentence, and a check that yields violations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pnp.basics.errors import Finding, Place, Related, Severity
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition, GivenPiece, Ink, RuleUse, TileGroup
from pnp.sets.components import Components, Deck
from pnp.sets.tileset import Family, Piece, Tileset
from pnp.tiles import UNCOLOURED, Mark


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
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for family in self.families for piece in family.pieces)

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
    without names, it applies to all.
    """

    name: str
    sentence: str
    check: Check
    names: tuple[str, ...] = ()

    def findings(
        self,
        tileset: Tileset,
        components: Components,
        use: RuleUse | None = None,
        *,
        theme: Theme = STANDARD,
    ) -> Iterator[Finding]:
        """The rule's findings; those about the whole set have the place of the rule in the file."""
        wanted = tuple(name.value for name in use.names) if use else ()
        wanted = wanted or self.names
        place = use.place if use else tileset.definition.start
        missing = [name for name in wanted if not _is_there(name, tileset, components)]
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
        for number, (message, found, severity, related) in enumerate(self.check(scope)):
            # Once is enough to tell why a rule applies.
            asked = use is not None and found != place and not number
            why = (Related("the file asks for this rule here", place),) if asked else ()
            yield Finding(self.name, severity, message, found, (*related, *why))


class Shown(NamedTuple):
    """The colours and values of strands, edges and corners, paths without a colour, and marks that tiles show.

    Regions are not among the strands.
    """

    strands: tuple[Ink, ...]
    regions: tuple[Ink, ...]
    edges: tuple[Ink, ...]
    corners: tuple[Ink, ...]
    paths: bool
    marks: tuple[Mark, ...]


def shown(tileset: Tileset) -> Shown:
    """All that the tiles of a set show, with colours in the order of the file."""
    inks = tileset.definition.palette
    tiles = [piece.tile for piece in tileset.pieces]
    strands, edges, corners = (
        {colour for colours in each for colour in colours}
        for each in (
            {tile.colours for tile in tiles},
            {tile.edges for tile in tiles},
            {tile.corners for tile in tiles},
        )
    )
    on_strands = [inks[colour] for colour in sorted(strands - {UNCOLOURED})]
    return Shown(
        tuple(ink for ink in on_strands if not ink.region),
        tuple(ink for ink in on_strands if ink.region),
        tuple(inks[colour] for colour in sorted(edges - {UNCOLOURED})),
        tuple(inks[colour] for colour in sorted(corners - {UNCOLOURED})),
        UNCOLOURED in strands,
        tuple(sorted({tile.mark for tile in tiles})),
    )


def pieces_with_faces(definition: Definition) -> Iterator[GivenPiece]:
    """All cards, tokens, tiles and groups of cells that have a face."""
    for deck in definition.decks:
        yield from deck.cards
    for token in definition.tokens:
        yield from token.listed
    for family in definition.families:
        yield from (each.listed for each in family.listed or () if each.listed)
        yield from (family.common,) if family.common else ()
    for board in definition.boards:
        yield from (group.faced for group in board.groups if group.faced)


def _is_there(name: str, tileset: Tileset, components: Components) -> bool:
    pieces = (components.board, components.deck, components.token, components.pad)
    groups = (group.name for group in tileset.definition.groups)
    found = tileset.family(name) is not None or name in groups
    return found or any(find(name) is not None for find in pieces)


def rule(name: str, sentence: str, *, names: tuple[str, ...] = ()) -> Callable[[Check], Rule]:
    """Makes a check into a rule."""
    return lambda check: Rule(name, sentence, check, names)
