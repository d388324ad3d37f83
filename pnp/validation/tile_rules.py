"""Rules about the tiles of a set: for every set, and about fairness for files that name them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from pnp.basics.errors import Place, Related, Severity, TooManyTiles
from pnp.basics.words import counted, listed
from pnp.definition import FamilyDefinition, TileGroup
from pnp.enumeration import Universe, count
from pnp.sets.tileset import Family, Piece
from pnp.tiles import (
    UNCOLOURED,
    Colour,
    Strand,
    Tile,
    TileGeometry,
    canonical,
    images,
    mirrored,
)
from pnp.tiles.properties import PROPERTIES, colours_of
from pnp.tiles.sides import SideLook, around, faces, partners
from pnp.validation.piece_rules import colours_of_pieces
from pnp.validation.rules import Scope, Violation, is_here, repeated, rule


@rule("empty-family", "Every family has a tile.")
def empty_family(scope: Scope) -> Iterator[Violation]:
    for family in scope.families:
        if not family.pieces:
            reason = _contradiction(family.definition, family.definition.universe)
            message = f'the family "{family.name}" has no tile: {reason}'
            yield Violation(message, family.definition.place)


def _contradiction(family: FamilyDefinition, universe: Universe | None) -> str:
    """A smallest set of constraints that no tile meets, in words."""
    if universe is None or family.listed is not None:
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
                f'the family "{family.name}" has {counted(family.count, "different tile")}, not'
                f' {expected.value:,}; correct "expect", or the family',
                expected.place,
                related=is_here("the family", name) if is_far else (),
            )
    for tileset in scope.tileset.by_group:
        expected = tileset.group.expect
        if expected is not None and expected.value != tileset.count:
            yield Violation(
                f"{tileset.group.title} has {counted(tileset.count, 'different tile')}, not"
                f' {expected.value:,}; correct "expect", or the families',
                expected.place,
            )


@rule("expect-printed", "As many tiles are printed as the file expects.")
def expect_printed(scope: Scope) -> Iterator[Violation]:
    families = (
        (f'the family "{each.name}"', each.printed, each.definition.expect_printed)
        for each in scope.families
    )
    groups = (
        (each.group.title, each.printed, each.group.expect_printed)
        for each in scope.tileset.by_group
    )
    for what, printed, expected in (*families, *groups):
        if expected is not None and expected.value != printed:
            message = f"{what} has {counted(printed, 'printed tile')}, not {expected.value:,}"
            yield Violation(f'{message}; correct "expect-printed", or the copies', expected.place)


@rule("tile-backs", "Tiles and those on their backs have the same number, copies and players.")
def tile_backs(scope: Scope) -> Iterator[Violation]:
    for family in scope.families:
        written = family.definition.back
        back = None if written is None else scope.tileset.family(written.value)
        if written is None or back is None:
            continue
        pairs = zip(family.pieces, back.pieces, strict=False)
        if len(family.pieces) != len(back.pieces):
            numbers = (
                f"{counted(len(family.pieces), 'tile')}, and {len(back.pieces):,} on their backs"
            )
            message = f'"{family.name}" has {numbers}, in "{back.name}"; give both the same number'
            yield Violation(message, written.place)
        elif uneven := next((pair for pair in pairs if pair[0].copies != pair[1].copies), None):
            one, other = uneven
            message = (
                f"{one.id} has copies: {one.copies}, and {other.id} on its back copies: {other.copies}; give both"
                " the same"
            )
            yield Violation(message, written.place)
        elif _players(family) != _players(back):
            message = f'the tiles of "{family.name}" and "{back.name}" are for other numbers of players; give both the same'
            yield Violation(message, written.place)


def _players(family: Family) -> list[int]:
    """The smallest number of players for each tile of a family."""
    listed_tiles = family.definition.listed
    return (
        [1] * len(family.pieces)
        if listed_tiles is None
        else [each.players for each in listed_tiles]
    )


@rule("distinct-tiles", "No two tiles are the same piece turned.")
def distinct_tiles(scope: Scope) -> Iterator[Violation]:
    twins: dict[tuple[str, str], list[tuple[Piece, Piece]]] = defaultdict(list)
    for earlier, piece in repeated(scope.pieces, lambda piece: piece.shown):
        twins[earlier.family, piece.family].append((earlier, piece))
    # A tile that is listed by hand is compared as it is written, so that the turn is right.
    listed_tiles = (each for family in scope.families for each in family.definition.listed or ())
    written = {each.place: each.tile for each in listed_tiles}
    notation = scope.definition.notation
    for (one, other), pairs in twins.items():
        if one != other and len(pairs) > 1:
            earlier, piece = pairs[0]
            first_place, place = (
                each.definition.place_of("name")
                for each in scope.families
                if each.name in (one, other)
            )
            yield Violation(
                f'the families "{one}" and "{other}" share {counted(len(pairs), "tile")}, such as'
                f" {notation(piece.tile)}, which is {earlier.id} and {piece.id}; exclude these tiles"
                " from one of the families",
                place,
                related=is_here(f'the family "{one}"', first_place),
            )
            continue
        for earlier, piece in pairs:
            first, again = (written.get(each.place, each.tile) for each in (earlier, piece))
            turned = _turn_between(first, again, piece.group)
            yield Violation(
                f"{notation(again)} is {earlier.id}{turned}; for more of a tile, write copies",
                piece.place,
                related=is_here(earlier.id, earlier.place),
            )


def _turn_between(one: Tile, other: Tile, group: TileGroup) -> str:
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
    for family in scope.families:
        if family.definition.listed is None or family.definition.selection:
            continue
        # If a tile is listed twice, the first one stays.
        present = {piece.tile.unmarked: piece for piece in reversed(family.pieces)}
        names: list[str] = []
        related: tuple[Related, ...] = ()
        for each in family.universe:
            if each.unmarked in present:
                continue
            twin = present.get(mirrored(each, family.group.geometry).unmarked)
            note = "" if twin is None else f" (mirror twin of {twin.id})"
            names.append(scope.definition.notation(each) + note)
            if twin is not None:
                related += is_here(twin.id, twin.place)
        if names:
            yield Violation(
                f'the family "{family.name}" lacks {len(names)} of {len(family.universe)} tiles:'
                f" {listed(names)}; add them, or write selection: yes",
                family.definition.place,
                related=related[:_MOST_TWINS],
            )


@rule("belongs", "Every tile that is listed by hand belongs to the universe of its family.")
def belongs(scope: Scope) -> Iterator[Violation]:
    for family in scope.families:
        universe = family.definition.universe
        for each in family.definition.listed or ():
            if universe is None or universe.contains(each.tile):
                continue
            conditions = zip(family.definition.constraints, universe.conditions, strict=True)
            reasons = [
                f"`{constraint.value}`"
                for constraint, condition in conditions
                if not condition.holds(each.tile, family.group.geometry)
            ]
            why = f"it breaks {listed(reasons)}" if reasons else "it has other strands or colours"
            notation = scope.definition.notation(each.tile)
            message = f'{notation} does not belong to the family "{family.name}": {why}'
            yield Violation(message, each.place)


@rule("unused-colour", "Every colour is on some tile, card, token or cell.")
def unused_colour(scope: Scope) -> Iterator[Violation]:
    families = scope.tileset.families
    # A family without tiles is already reported; a pad may show any colour: templates are read later.
    if scope.components.pads or not all(family.pieces for family in families):
        return
    tiles = scope.tiles_of_all_players
    used = {colour for tile in tiles for colour in (*colours_of(tile), tile.mark.colour)}
    elsewhere = colours_of_pieces(scope)
    unused: dict[tuple[Place, bool, bool], list[str]] = defaultdict(list)
    for number, ink in enumerate(scope.definition.palette):
        # The rule "regions" reports those.
        if number not in used and ink.name not in elsewhere and not ink.region:
            unused[ink.place, ink.is_value, bool(ink.palette)].append(f'"{ink.name}"')
    for (place, values, palette), names in unused.items():
        word = "value" if values else "colour"
        what = f"the {word}" if len(names) == 1 else f"any of the {word}s"
        where = "piece" if palette else "tile" if families else "card or token"
        it = "it" if len(names) == 1 else "them"
        message = f"no {where} has {what} {listed(names)}; use {it}, or remove {it}"
        yield Violation(message, place, Severity.WARNING)


TILE_RULES = (
    empty_family,
    expect,
    expect_printed,
    tile_backs,
    distinct_tiles,
    complete,
    belongs,
    unused_colour,
)


# Fairness.


def _colours_in(scope: Scope) -> list[Colour]:
    """The colours of the tiles in the scope and of their universes.

    A family without a universe may have any colour of the game.
    """
    found = {colour for piece in scope.pieces for colour in colours_of(piece.tile)}
    for family in scope.families:
        universe = family.definition.universe
        if universe is None:
            found |= scope.definition.default_colours
        else:
            found |= {colour for part in universe.quantities for colour, _ in part}
    return sorted(found - {UNCOLOURED})


@rule(
    "colour-symmetric",
    "Exchanging any two colours, or any two values, gives the same set.",
    by_group=True,
)
def colour_symmetric(scope: Scope) -> Iterator[Violation]:
    # Exchanges of neighbours generate all permutations of the colours.
    notation, palette, copies = scope.definition.notation, scope.definition.palette, scope.copies
    geometry, symmetry = scope.group.geometry, scope.group.symmetry
    of_image = {image: each for each in copies for image in images(each, geometry, symmetry)}
    for one, other in pairwise(_colours_in(scope)):
        if palette[one].is_value != palette[other].is_value:
            continue
        for each, number in copies.items():
            swapped = _swapped(each, {one: other, other: one})
            image = of_image.get(swapped) or canonical(swapped, geometry, symmetry)
            if copies[image] != number:
                names = f'"{palette[one].name}" and "{palette[other].name}"'
                yield Violation(
                    f"exchanging {names} changes the set: it has {notation(each)}"
                    f" {_times(number)} and {notation(image)} {_times(copies[image])}",
                    scope.place,
                )
                break


def _swapped(original: Tile, colours: dict[Colour, Colour]) -> Tile:
    """The tile with other colours in place of some."""

    def of(old: Iterable[Colour]) -> tuple[Colour, ...]:
        return tuple([colours.get(colour, colour) for colour in old])

    (mark,) = of([original.mark.colour])
    return original._replace(
        colours=of(original.colours),
        edges=of(original.edges),
        mark=original.mark._replace(colour=mark),
        corners=of(original.corners),
    )


def _times(number: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(number, f"{number} times")


@rule(
    "balanced-colours",
    "Every colour or value is on equally many sides, strands and corners as the others.",
)
def balanced_colours(scope: Scope) -> Iterator[Violation]:
    inks = scope.definition.palette
    for what, of in (("sides", "edges"), ("strands", "colours"), ("corners", "corners")):
        numbers: Counter[Colour] = Counter()
        for piece in scope.pieces:
            for colour in getattr(piece.tile, of):
                numbers[colour] += piece.copies
        del numbers[UNCOLOURED]
        # A colour that is on no side or strand counts, too; a value only beside other values.
        kinds = {inks[colour].is_value for colour in numbers}
        every = [colour for colour in _colours_in(scope) if inks[colour].is_value in kinds]
        if len({numbers[colour] for colour in every}) > 1:
            each = listed([f"{inks[colour].name} {numbers[colour]}" for colour in every], most=12)
            message = f"the colours are on different numbers of {what}: {each}"
            yield Violation(message, scope.place)


@rule(
    "every-side-meets",
    "Every side of a tile can lie against a side of another tile, by `meets` and its looks.",
    by_group=True,
)
def every_side_meets(scope: Scope) -> Iterator[Violation]:
    geometry, symmetry = scope.group.geometry, scope.group.placement
    owners: defaultdict[SideLook, set[str]] = defaultdict(set)
    for piece in scope.pieces:
        for look in faces(around(piece.tile, geometry), symmetry):
            # Another copy of a tile is another tile.
            owners[look] |= {piece.id, *([f"{piece.id} again"] if piece.copies > 1 else [])}
    matching = partners(owners, scope.definition.meetings)
    for piece in scope.pieces:
        alone = [
            number
            for number, look in enumerate(around(piece.tile, geometry), 1)
            if not any(owners.get(each, set()) - {piece.id} for each in matching[look])
        ]
        if alone:
            word = "side" if len(alone) == 1 else "sides"
            which = listed([*map(str, alone)], most=9)
            yield Violation(
                f"{scope.named(piece)}, has no tile that can lie against its {word} {which}",
                piece.place,
            )


@rule("every-colour-on-every-tile", "Every tile shows every colour.")
def every_colour_on_every_tile(scope: Scope) -> Iterator[Violation]:
    palette = scope.definition.palette
    for piece in scope.pieces:
        missing = scope.definition.default_colours - colours_of(piece.tile)
        if missing:
            names = listed([palette[number].name for number in sorted(missing)])
            yield Violation(f"{scope.named(piece)}, lacks {names}", piece.place)


@rule(
    "smallest-loop-possible",
    "Each colour joins neighbouring sides on at least as many tiles as meet at a corner.",
    by_group=True,
)
def smallest_loop_possible(scope: Scope) -> Iterator[Violation]:
    geometry = scope.group.geometry
    needed = geometry.shape.tiles_round_a_corner
    bends = dict.fromkeys((colour for piece in scope.pieces for colour in piece.tile.colours), 0)
    for piece in scope.pieces:
        strands = (each for each in piece.tile.strands if _joins_neighbours(each, geometry))
        for colour in {each.colour for each in strands}:
            bends[colour] += piece.copies
    for colour, number in sorted(bends.items()):
        if number < needed:
            who = "a path" if colour == UNCOLOURED else f'"{scope.definition.palette[colour].name}"'
            yield Violation(
                f"{who} joins neighbouring sides on {counted(number, 'tile')};"
                f" the smallest loop, round a corner, takes {needed}",
                scope.place,
            )


def _joins_neighbours(strand: Strand, geometry: TileGeometry) -> bool:
    """Whether the strand has ports on two neighbouring sides."""
    sides = {geometry.side_of(port) for port in strand.ports}
    return any((side + 1) % geometry.sides in sides for side in sides)


@rule("one-junction-at-most", "No tile has two junctions.")
def one_junction_at_most(scope: Scope) -> Iterator[Violation]:
    for piece in scope.pieces:
        number = PROPERTIES["junctions"].value(piece.tile, piece.group.geometry)
        if number > 1:
            yield Violation(f"{scope.named(piece)}, has {number} junctions", piece.place)


@rule(
    "mirror-twins",
    "The set has the mirror twin of every tile, as often as the tile.",
    by_group=True,
)
def mirror_twins(scope: Scope) -> Iterator[Violation]:
    geometry, copies = scope.group.geometry, scope.copies
    for piece in scope.pieces:
        twin = canonical(mirrored(piece.tile, geometry), geometry, scope.group.symmetry)
        if copies[twin] < copies[piece.tile]:
            yield Violation(
                "the set has fewer copies of the mirror twin"
                f" {scope.definition.notation(twin)} than of {scope.named(piece)}",
                piece.place,
            )


FAIRNESS_RULES = (
    colour_symmetric,
    balanced_colours,
    every_colour_on_every_tile,
    smallest_loop_possible,
    one_junction_at_most,
    every_side_meets,
    mirror_twins,
)
