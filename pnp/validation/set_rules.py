"""Rules for every set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from pnp.basics.errors import Place, Related, Severity, TooManyTiles
from pnp.basics.words import counted, listed
from pnp.definition import FamilyDefinition, TileGroup
from pnp.enumeration import Universe, count
from pnp.sets.tileset import Piece
from pnp.tiles import Tile, images, mirrored
from pnp.tiles.properties import colours_of
from pnp.validation.colour_rules import COLOUR_RULES
from pnp.validation.piece_rules import colours_of_pieces
from pnp.validation.rules import Scope, Violation, rule
from pnp.validation.size_rules import SIZE_RULES


@rule("empty-family", "Every family has a tile.")
def empty_family(scope: Scope) -> Iterator[Violation]:
    for family in scope.families:
        if family.pieces:
            continue
        universe = family.definition.universe
        reason = (
            "its list of tiles is empty"
            if universe is None
            else _contradiction(family.definition, universe)
        )
        yield Violation(
            f'the family "{family.name}" has no tile: {reason}', family.definition.place
        )


def _contradiction(family: FamilyDefinition, universe: Universe) -> str:
    """A smallest set of constraints that no tile meets, in words."""
    if family.listed is not None:
        return "its list of tiles is empty"
    if not family.constraints and family.changes:
        return "`but` leaves all of its tiles out"
    if count(replace(universe, conditions=())) == 0:
        return "no tile has these colours and strands"
    kept = list(zip(family.constraints, universe.conditions, strict=True))
    for entry in list(kept):
        fewer = [each for each in kept if each is not entry]
        try:
            left = count(replace(universe, conditions=tuple(condition for _, condition in fewer)))
        except TooManyTiles:
            continue  # without this one there are too many tiles to count
        if left == 0:
            kept = fewer
    texts = [f"`{constraint.value}`" for constraint, _ in kept]
    if len(texts) == 1:
        return f"no tile meets {texts[0]}"
    return f"{listed(texts, most=9)} contradict each other"


@rule("expect", "There are as many different tiles as the file expects.")
def expect(scope: Scope) -> Iterator[Violation]:
    for family in scope.families:
        expected = family.definition.expect
        if expected is not None and expected.value != family.count:
            name = family.definition.place_of("name")
            is_far = name.line != expected.place.line
            yield Violation(
                f'the family "{family.name}" has {counted(family.count, "different tile")}, not {expected.value:,}; correct "expect", or the family',
                expected.place,
                related=(Related("the family is here", name),) if is_far else (),
            )
    for tileset in scope.tileset.by_group:
        expected = tileset.group.expect
        if expected is not None and expected.value != tileset.count:
            yield Violation(
                f"{tileset.group.title} has {counted(tileset.count, 'different tile')}, not"
                f' {expected.value:,}; correct "expect", or the families',
                expected.place,
            )


@rule("distinct-tiles", "No two tiles are the same piece turned.")
def distinct_tiles(scope: Scope) -> Iterator[Violation]:
    first: dict[object, Piece] = {}
    twins: dict[tuple[str, str], list[tuple[Piece, Piece]]] = defaultdict(list)
    for piece in scope.pieces:
        other = first.setdefault(piece.shown, piece)
        if other is not piece:
            twins[other.family, piece.family].append((other, piece))
    # A tile that is listed by hand is compared as it is written, so that the turn is right.
    written = {
        each.place: each.tile
        for family in scope.families
        for each in family.definition.listed or ()
    }
    for (name, other_name), pairs in twins.items():
        if name != other_name and len(pairs) > 1:
            yield _overlap(scope, name, other_name, pairs)
            continue
        for earlier, piece in pairs:
            tile = written.get(piece.place, piece.tile)
            how = turn_between(written.get(earlier.place, earlier.tile), tile, piece.group)
            yield Violation(
                f"{scope.tileset.definition.notation(tile)} is {earlier.id}{how}; for more of a tile,"
                " write copies",
                piece.place,
                related=(Related(f"{earlier.id} is here", earlier.place),),
            )


def _overlap(scope: Scope, one: str, other: str, pairs: list[tuple[Piece, Piece]]) -> Violation:
    """The violation by two families that share tiles."""
    earlier, piece = pairs[0]
    first, place = (
        each.definition.place_of("name") for each in scope.families if each.name in (one, other)
    )
    return Violation(
        f'the families "{one}" and "{other}" share {counted(len(pairs), "tile")}, such as'
        f" {scope.tileset.definition.notation(piece.tile)}, which is {earlier.id} and {piece.id};"
        " exclude these tiles from one of the families",
        place,
        related=(Related(f'the family "{one}" is here', first),),
    )


def turn_between(one: Tile, other: Tile, group: TileGroup) -> str:
    """The isometry from the one tile of a group to the other, in words."""
    isometries = group.geometry.isometries(group.symmetry)
    all_images = images(one, group.geometry, group.symmetry)
    for isometry, image in zip(isometries, all_images, strict=True):
        if image == other:
            degrees = isometry.steps * 360 // group.geometry.sides
            flip = " turned over" if isometry.mirrored else ""
            turn = f" turned by {degrees} degrees" if degrees else ""
            return (flip + (" and" if flip and turn else "") + turn) or " again"
    return " in another way"


# Places of mirror twins that are worth a look at once.
_MOST_TWINS = 2


@rule("complete", "A family that is listed by hand has all tiles of its universe.")
def complete(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    for family in scope.families:
        if family.definition.listed is None or family.definition.selection:
            continue
        # If a tile is listed twice, the first one stays.
        present = {_unmarked(piece.tile): piece for piece in reversed(family.pieces)}
        missing = [tile for tile in family.universe if _unmarked(tile) not in present]
        names, twins = [], []
        for tile in missing:
            twin = present.get(_unmarked(mirrored(tile, family.group.geometry)))
            note = "" if twin is None else f" (mirror twin of {twin.id})"
            names.append(definition.notation(tile) + note)
            if twin is not None:
                twins.append(Related(f"{twin.id} is here", twin.place))
        if names:
            yield Violation(
                f'the family "{family.name}" lacks {len(names)} of {len(family.universe)} tiles:'
                f" {listed(names)}; add them, or write selection: yes",
                family.definition.place,
                related=tuple(twins[:_MOST_TWINS]),
            )


@rule("belongs", "Every tile that is listed by hand belongs to the universe of its family.")
def belongs(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    for family in scope.families:
        universe = family.definition.universe
        if universe is None or family.definition.listed is None:
            continue
        for each in family.definition.listed:
            if universe.contains(each.tile):
                continue
            reasons = [
                f"`{constraint.value}`"
                for constraint, condition in zip(
                    family.definition.constraints, universe.conditions, strict=True
                )
                if not condition.holds(each.tile, family.group.geometry)
            ]
            why = f"it breaks {listed(reasons)}" if reasons else "it has other strands or colours"
            yield Violation(
                f'{definition.notation(each.tile)} does not belong to the family "{family.name}": {why}',
                each.place,
            )


def _unmarked(tile: Tile) -> tuple[object, ...]:
    return (*tile[:3], tile.corners)


@rule("unused-colour", "Every colour is on some tile, card, token or cell.")
def unused_colour(scope: Scope) -> Iterator[Violation]:
    if not all(family.pieces for family in scope.tileset.families):
        return  # the family without tiles is already reported
    used = set()
    for family in scope.tileset.families:
        # Tiles for more players count, even if they are not in this set.
        tiles = [piece.tile for piece in family.pieces]
        tiles += [each.tile for each in family.definition.listed or ()]
        for tile in tiles:
            used |= {*colours_of(tile), tile.mark.colour}
    if scope.components.pads:
        return  # a pad may show it: templates are read later
    elsewhere = colours_of_pieces(scope)
    unused: dict[tuple[Place, bool, bool], list[str]] = defaultdict(list)
    for number, ink in enumerate(scope.tileset.definition.palette):
        if number not in used and ink.name not in elsewhere:
            unused[ink.place, ink.is_value, bool(ink.palette)].append(f'"{ink.name}"')
    for (place, values, palette), names in unused.items():
        word = "value" if values else "colour"
        what = f"the {word}" if len(names) == 1 else f"any of the {word}s"
        where = "piece" if palette else "tile" if scope.tileset.families else "card or token"
        message = f"no {where} has {what} {listed(names)}; use it, or remove it"
        yield Violation(
            message.replace(" it", " them") if len(names) > 1 else message, place, Severity.WARNING
        )


SET_RULES = (
    empty_family,
    expect,
    distinct_tiles,
    complete,
    belongs,
    unused_colour,
    *COLOUR_RULES,
    *SIZE_RULES,
)
