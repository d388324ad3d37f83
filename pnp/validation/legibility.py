"""Rules about what players see: colours that can be told apart, inks on grounds, lines and letters.

Colours with different patterns need no measuring. Colours that share a pattern depend on their inks:
the rules measure these as people with each kind of colour vision see them, and in greyscale.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Place, Related, Severity
from pnp.basics.units import plain_lengths
from pnp.basics.words import listed, slips
from pnp.colour.measures import READ, SEEN, contrast, contrasting, lightness, readable
from pnp.colour.theme import on_tiles
from pnp.colour.vision import least_distance
from pnp.definition import (
    FILL_OF_NAME,
    LINES,
    PATTERNS,
    REGIONS,
    BoardDefinition,
    DeckDefinition,
    Ink,
    TokenDefinition,
    default_fill,
)
from pnp.definition.elements import FigureElement
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import EPSILON
from pnp.sets.tileset import Tileset
from pnp.tiles import MARKS, UNCOLOURED
from pnp.tiles import proportions as look
from pnp.tiles.proportions import Proportions
from pnp.validation.piece_rules import signs_of_colours
from pnp.validation.rules import Scope, Violation, is_here, pieces_with_faces, rule


def _inks(tileset: Tileset, of: str) -> list[Ink]:
    """The colours and values of the `edges`, `corners` or `colours` of tiles, in the order of the file."""
    used = {colour for piece in tileset.pieces for colour in getattr(piece.tile, of)}
    return [tileset.definition.palette[colour] for colour in sorted(used - {UNCOLOURED})]


# Colours.

# CIEDE2000, the least of all kinds of vision. The palette of Okabe and Ito was made for everybody;
# its nearest two inks, orange and purple with tritanopia, differ by 7.9.
HARD_TO_TELL = 10.0
NOT_TO_TELL = 7.0

# Differences in L*: of two greys across a table, and of a grey and its ground. The latter are side by
# side, and a step of Munsell's scale of values, 10, is enough. WCAG 2.1 (1.4.11) requires a contrast
# of 3:1 for signs on screens, but half of Okabe and Ito's palette has less on white; and strands and
# bands are broad.
LEAST_IN_GREY = 15.0
LEAST_ON_GROUND = 10.0


class Group(NamedTuple):
    """Colours of one kind, which players have to tell apart.

    `looks` has what players see of each besides its ink, which may be nothing. `what` is the word for
    it, and `choices` are its possible values. `grounds` are the inks below the colours; it is enough
    to stand out from one of them. `letters` says whether letters are printed with the colours.
    """

    name: str
    looks: Mapping[Ink, str]
    what: str
    choices: Sequence[str]
    grounds: tuple[str, ...]
    letters: bool = False


def groups_of_tiles(scope: Scope) -> tuple[Group, ...]:
    """The colours of a game's tiles, kind by kind.

    A strand is recognised by its line, since symbols are only on ends and junctions, and a region by
    what fills it. A light pattern on a light line is invisible and does not count. Neither does the
    letter on an edge: nobody reads a board letter by letter to find a match. But players can read it,
    and so fills that are too near are not an error there.
    """
    inks, theme, tileset = scope.definition.inks, scope.theme, scope.tileset
    joined = _inks(tileset, "colours")
    groups = (each.group for each in scope.tileset.by_group)
    grounds = tuple(dict.fromkeys(on_tiles(group.ground, theme).ground for group in groups))
    cased = (theme.halo, *grounds)
    # The pattern of a strand has the ink of the casing.
    lines = {
        ink: ink.line if _grey_step(ink.fill, theme.halo) >= LEAST_ON_GROUND else LINES[0]
        for ink in joined
        if not ink.region
    }
    regions = {
        ink: ink.pattern if ink.region == "pattern" else ink.region for ink in joined if ink.region
    }
    bands, patches = (
        {ink: ink.pattern for ink in _inks(tileset, of) if not ink.is_value}
        for of in ("edges", "corners")
    )
    found = [
        Group("strands", lines, "line", LINES, cased),
        # The border of a region stands out from its ground in any case.
        Group("regions", regions, "region", REGIONS, ()),
        Group("edges", bands, "pattern", PATTERNS, grounds, letters=True),
        Group("corners", patches, "pattern", PATTERNS, grounds, letters=True),
    ]
    marks = {piece.tile.mark for piece in tileset.pieces}
    for kind in MARKS:
        colours = {mark.colour for mark in marks if mark.kind == kind} - {UNCOLOURED}
        # Only a ring shows its colour's symbol, and only a star has no halo.
        looks = {inks[colour]: inks[colour].symbol * (kind == "ring") for colour in sorted(colours)}
        found.append(Group(f"{kind}s", looks, "symbol", (), cased[kind == "star" :]))
    return tuple(found)


def _groups_of_pieces(scope: Scope) -> Iterator[Group]:
    """The colours of cards and of tokens, and those that faces and cells show.

    The backs of tokens may hide their owners, and do not count.
    """
    inks, theme = scope.definition.inks, scope.theme
    for deck in scope.components.decks:
        names = {name for card in deck.cards for name in card.colours}
        symbols = {ink: ink.symbol for ink in inks if ink.name in names}
        yield Group(f'cards "{deck.name}"', symbols, "symbol", (), (theme.card,))
    for tokens in scope.components.tokens:
        # A sign and a word leave no room for symbols.
        front = tokens.definition.front
        has_symbol = not (front.sign and front.text)
        looks = {each.ink: each.ink.symbol * has_symbol for each in tokens.kinds if each.ink}
        # A token is completely in its colour, and cut out: it has no ground.
        yield Group(f'tokens "{tokens.name}"', looks, "symbol", (), ())
    signs = {} if theme.colours == "none" else signs_of_colours(scope.definition)
    for palette in dict.fromkeys(ink.palette for ink in inks):
        looks = {
            ink: signs[ink.name] for ink in inks if ink.palette == palette and ink.name in signs
        }
        name = f'colours of "{palette}"' if palette else "colours"
        yield Group(name, looks, "sign", (), (), letters=True)


def _grey_step(ink: str, other: str) -> float:
    """The difference of two inks in lightness."""
    return abs(lightness(ink) - lightness(other))


@rule(
    "told-apart",
    "Everybody can tell two colours of strands, regions, edges, corners, marks, cards or tokens apart: by"
    " their patterns or signs, or by fills that differ enough.",
)
def told_apart(scope: Scope) -> Iterator[Violation]:
    if scope.theme.key:
        # Players colour these by hand, by the letters.
        return
    of_tiles = groups_of_tiles(scope)
    for group in (*of_tiles, *_groups_of_pieces(scope)):
        for inks in _alike(group.looks):
            for number, ink in enumerate(inks):
                found = [
                    (*how, other)
                    for other in inks[:number]
                    if (how := _likeness(ink, other, group)) is not None
                ]
                if not found:
                    continue
                rank, _, what, other = min(found, key=lambda each: each[:2])
                shared, advice = _shared_look(group, ink, other)
                yield Violation(
                    f'the {group.name} "{other.name}" and "{ink.name}" have{shared} {what};'
                    f" give one of them {advice}a much lighter or darker fill",
                    ink.place,
                    Severity.WARNING if rank else Severity.ERROR,
                    _elsewhere(other, ink),
                )
    yield from _one_fill(of_tiles[:4])


def _alike(looks: Mapping[Ink, str]) -> Iterable[list[Ink]]:
    """Lists of the colours that have the same look."""
    alike: dict[str, list[Ink]] = defaultdict(list)
    for ink, seen in looks.items():
        alike[seen].append(ink)
    return alike.values()


def _likeness(ink: Ink, other: Ink, group: Group) -> tuple[int, float, str] | None:
    """How much two inks look alike: a rank, their distance, and words; None if players can tell them.

    The least rank and distance are the worst.
    """
    if ink.fill == other.fill:
        return 0, 0.0, f"the same fill, {ink.fill}"
    distance, vision = least_distance(ink.fill, other.fill)
    if distance < HARD_TO_TELL:
        is_error = distance < NOT_TO_TELL and not group.letters
        what = (
            f"fills that look alike with {vision.value}: their distance (CIEDE2000) is"
            f" {distance:.1f}, but should be at least {HARD_TO_TELL:.0f}"
        )
        return 0 if is_error else 1, distance, what
    grey = _grey_step(ink.fill, other.fill)
    if grey < LEAST_IN_GREY:
        what = (
            f"fills that look alike in greyscale: their lightness (L*) differs by {grey:.1f}, but"
            f" should differ by at least {LEAST_IN_GREY:.0f}"
        )
        return 2, grey, what
    return None


def _shared_look(group: Group, ink: Ink, other: Ink) -> tuple[str, str]:
    """The common look of two colours in words, and advice to change it."""
    seen = group.looks[ink]
    if not seen:
        return "", ""
    if group.what == "line" and ink.line != other.line:
        return " patterns that are hardly visible on such light lines, and", ""
    free = [choice for choice in group.choices if choice not in group.looks.values()]
    advice = f"another {group.what}, such as {free[0]}, or " if free else ""
    return f" the same {group.what}, {seen}, and", advice


def _elsewhere(other: Ink, ink: Ink) -> tuple[Related, ...]:
    """The place of the other colour, unless a number of colours stands for both."""
    return is_here(f'"{other.name}"', other.place) if other.place != ink.place else ()


def _one_fill(of_tiles: Sequence[Group]) -> Iterator[Violation]:
    """Colours of tiles that have the same fill, but different patterns."""
    fills = {ink: ink.fill for group in of_tiles for ink in group.looks}
    for inks in _alike(fills):
        # Two that also share a pattern are already reported as an error.
        looks = [[group.looks[ink] for ink in inks if ink in group.looks] for group in of_tiles]
        if len(inks) > 1 and all(len(seen) == len({*seen}) for seen in looks):
            names = listed([f'"{ink.name}"' for ink in inks])
            yield Violation(
                f"{names} have the same fill, {inks[0].fill}; give each a fill of its own",
                inks[-1].place,
                Severity.WARNING,
                _elsewhere(inks[0], inks[-1]),
            )


@rule("stands-out", "Every colour stands out from its ground.")
def stands_out(scope: Scope) -> Iterator[Violation]:
    if scope.theme.edging:
        # Faint colours have a line round them.
        return
    for group in (*groups_of_tiles(scope), *_groups_of_pieces(scope)):
        has_pattern = group.what == "pattern"
        for ink in group.looks if group.grounds else ():
            # A pattern may be visible on the ground, even if the ink is not.
            inks = [ink.fill]
            if has_pattern and ink.pattern != PATTERNS[0]:
                inks.append(contrasting(ink.fill))
            steps = [max((_grey_step(each, on), on) for on in group.grounds) for each in inks]
            if max(steps)[0] < LEAST_ON_GROUND:
                step, ground = steps[0]
                change = "darker" if lightness(ground) > 50 else "lighter"
                pattern = ", or a pattern such as dots" if has_pattern else ""
                yield Violation(
                    f'the {group.name} "{ink.name}" can hardly be seen on {ground}: the lightness (L*)'
                    f" of {ink.fill} differs by {step:.1f}, but should"
                    f" differ by at least {LEAST_ON_GROUND:.0f}; choose a {change} fill{pattern}",
                    ink.place,
                    Severity.WARNING,
                )


# Of shorter names, words with other meanings are only a letter away.
_LONG_ENOUGH = 4


@rule("ink-of-name", "No colour has the name of an ink with a letter too many or too few.")
def ink_of_name(scope: Scope) -> Iterator[Violation]:
    for number, ink in enumerate(scope.definition.inks):
        if ink.fill != default_fill(ink.name, number) or ink.name in FILL_OF_NAME:
            continue
        meant = next((name for name in FILL_OF_NAME if _is_slip(ink.name, name)), None)
        if meant is not None:
            message = (
                f'pnp knows no ink "{ink.name}", and takes {ink.fill}; did you mean "{meant}"?'
            )
            yield Violation(message, ink.place, Severity.WARNING)


def _is_slip(name: str, known: str) -> bool:
    """Whether a letter is missing or doubled, or two have changed places; another letter is another word."""
    if min(len(name), len(known)) < _LONG_ENOUGH or slips(name, known) != 1:
        return False
    return len(name) < len(known) or {*name} == {*known}


@rule("regions", "A colour of regions has a strand on some tile.")
def regions(scope: Scope) -> Iterator[Violation]:
    inks = scope.definition.inks
    if not all(family.pieces for family in scope.tileset.families):
        return  # the family without tiles is already reported
    colours = {colour for tile in scope.tiles_of_all_players for colour in tile.colours}
    joined = {inks[colour] for colour in colours - {UNCOLOURED}}
    for ink in inks:
        if ink.region and ink not in joined:
            yield Violation(
                f'the colour "{ink.name}" has the region {ink.region}, but no tile has a strand in'
                f" it; write a tile such as {ink.code}1, or remove the region",
                ink.place,
                Severity.WARNING,
            )


COLOUR_RULES = (told_apart, stands_out, ink_of_name, regions)


# Sizes. Printers and eyes do not shrink with the tile. All lengths here do, so that there is a smallest
# tile on which each is right.


class Length(NamedTuple):
    """Something on a tile, its length in millimetres, and the least length that is right."""

    what: str
    length: float
    least: float


@rule(
    "fine-lines",
    "Lines are at least 0.3 mm wide, and patterns recur after at least 1.2 mm.",
    by_group=True,
)
def fine_lines(scope: Scope) -> Iterator[Violation]:
    return _shortest(scope, _lines(scope), "prints well")


def _lines(scope: Scope) -> Iterator[Length]:
    sizes = scope.group.proportions
    tiles = [piece.tile for piece in scope.tileset.pieces]
    if any(UNCOLOURED in tile.colours for tile in tiles):
        yield Length("the kerbs of paths are", sizes.kerb, look.LEAST_LINE)
    for ink in _inks(scope.tileset, "colours"):
        if not ink.region:
            pattern, name = look.LINE_PATTERNS[ink.line], f'"{ink.name}", {ink.line},'
            finest, spacing = (
                sizes.strand_width * each for each in (pattern.finest, pattern.spacing)
            )
            yield Length(f"the finest lines of {name} are", finest, look.LEAST_LINE)
            if spacing:
                yield Length(f"the pattern of {name} recurs after", spacing, look.LEAST_SPACING)
    if any(len(tile.joins) > 1 for tile in tiles):
        yield Length("the casing between strands that cross is", sizes.casing, look.LEAST_LINE)
    for ink in dict.fromkeys(chain(*(_inks(scope.tileset, of) for of in ("edges", "corners")))):
        if not ink.is_value and ink.pattern != PATTERNS[0]:
            # The step is never smaller, but then the rows do not fit the band.
            room = sizes.band_depth / sizes.band_rows
            what = f'the pattern of "{ink.name}", {ink.pattern}, has rows of'
            yield Length(what, room, look.LEAST_SPACING)


@rule(
    "small-letters",
    "Letters and values on edges, corners and marks have at least 7 pt, and signs the height of capitals"
    " of 7 pt.",
    by_group=True,
)
def small_letters(scope: Scope) -> Iterator[Violation]:
    return _shortest(scope, _letters(scope), "reads well")


def _letters(scope: Scope) -> Iterator[Length]:
    sizes = scope.group.proportions
    tiles = [piece.tile for piece in scope.tileset.pieces]
    least, capital = look.LEAST_LETTER, look.LEAST_LETTER * CAP_HEIGHT
    for ink in _inks(scope.tileset, "edges"):
        if not ink.is_value:
            what = f'the letter of "{ink.name}", {ink.code}, has a size of'
            yield Length(what, sizes.letter_size(ink.code), least)
    yield from _values(scope, sizes)
    for ink in _inks(scope.tileset, "corners"):
        if not ink.is_value:
            what = f'the letter of "{ink.name}", {ink.code}, at corners has a size of'
            yield Length(what, look.letter_size(ink.code, sizes.patch_letter), least)
    for mark in sorted({tile.mark for tile in tiles}):
        match mark.kind:
            case "label":
                size = sizes.label_size(mark.text)
                yield Length(f"the mark {mark.text} has a size of", size, least)
            case "ring" if mark.colour != UNCOLOURED:
                yield Length("the symbol in a ring is", 2 * sizes.ring_symbol_radius, capital)
            case "dot":
                yield Length("a dot is", 2 * look.DOT_RADIUS * sizes.apothem, capital)
            case "star":
                yield Length("a star is", 2 * look.STAR_RADIUS * sizes.apothem, capital)
            case _:
                pass
    has_strands = any(not ink.region for ink in _inks(scope.tileset, "colours"))
    if has_strands and any(len(join) != 2 for tile in tiles for join in tile.joins):
        height = 2 * sizes.symbol_radius
        yield Length("the symbols of ends and junctions are", height, capital)


def _values(scope: Scope, sizes: Proportions) -> Iterator[Length]:
    """The sizes of the values that sides and corners show."""
    palette = scope.definition.palette
    for family in scope.tileset.families:
        style, tiles = family.definition.style, [piece.tile for piece in family.pieces]
        smaller = look.VALUE_ASIDE if any(tile.joins for tile in tiles) else 1.0
        shown = {palette[each] for tile in tiles for each in tile.corners if each != UNCOLOURED}
        reach = max((sizes.corner_of(style.of_corner(ink)) for ink in shown), default=0.0)
        at_sides = {(side, each) for tile in tiles for side, each in enumerate(tile.edges)}
        for side, colour in sorted(at_sides):
            if colour != UNCOLOURED:
                radius, width = smaller * sizes.edge_value(reach), sizes.edge_word(side, reach)
                if style.halves:
                    radius, width = sizes.half_value(side), sizes.half_word(side)
                show = style.of_edge(palette[colour])
                yield from _value(palette[colour], show, radius, width)
        for colour in sorted({each for tile in tiles for each in tile.corners} - {UNCOLOURED}):
            radius, show = sizes.corner_value, style.of_corner(palette[colour])
            yield from _value(palette[colour], show, radius, 2 * radius)


def _value(ink: Ink, show: str, radius: float, width: float) -> Iterator[Length]:
    if show == "pips":
        yield Length("rows of pips are apart by", look.PIP_ROWS * radius, look.LEAST_SPACING)
    elif show in ("digits", "words"):
        size = look.value_size(ink.name, radius, width)
        yield Length(f'the value "{ink.name}" has a size of', size, look.LEAST_LETTER)


def _shortest(scope: Scope, lengths: Iterable[Length], does: str) -> Iterator[Violation]:
    """A violation by the worst length: if that one is right, all are."""
    what, length, least = min(
        lengths, key=lambda each: each.length / each.least, default=Length("", 1.0, 0.0)
    )
    if length >= least - EPSILON:
        return
    lengths_of_tile = scope.group.lengths
    # A tenth of a millimetre too much rather than too little.
    enough = [math.ceil(each * least / length * 10 - EPSILON) / 10 for each in lengths_of_tile]
    yield Violation(
        f"{what} {length:.2f} mm on tiles of {plain_lengths(lengths_of_tile)}; the least that {does} is"
        f" {least:.2f} mm, so make the tiles {plain_lengths(enough)} or larger",
        scope.group.size_place,
        Severity.WARNING,
    )


SIZE_RULES = (fine_lines, small_letters)


# Inks that the file gives by themselves, and figures.


@rule(
    "ink-contrast",
    "Inks that the file gives to its look, tokens, boards and cards stand out from their grounds: texts and"
    " titles with a contrast of 4.5, signs with 3.",
)
def ink_contrast(scope: Scope) -> Iterator[Violation]:
    # Not the inks that follow from colours.
    definition, theme = scope.definition, scope.theme
    if not theme.has_inks_of_file:
        return
    book = definition.look
    if book.ground and book.ink:
        place = book.place_of("ink")
        yield from _faint("ink", book.ink, [book.ground], READ, place, "titles")
    for token in definition.pieces_of(TokenDefinition):
        for face in filter(None, (token.front, token.back)):
            if not face.ink:
                continue
            is_front = face is token.front
            fields = [definition.ink(name).fill for name in token.colours] if is_front else []
            grounds = [face.ground] if face.ground else fields or [theme.ground]
            if face.rim == "band" and token.colours and not face.ground:
                grounds = [theme.halo]
            least = READ if face.text else SEEN
            yield from _faint("ink", face.ink, grounds, least, face.place_of("ink"))
    for board in definition.pieces_of(BoardDefinition):
        if board.ground and board.ink:
            place = board.place_of("ink")
            yield from _faint("ink", board.ink, [board.ground], READ, place, "letters")
    for deck in definition.pieces_of(DeckDefinition):
        if deck.accent:
            grounds, place = [deck.ground or theme.card], deck.place_of("accent")
            yield from _faint("accent", deck.accent, grounds, SEEN, place, "accents")


def _faint(
    what: str, ink: str, grounds: list[str], least: float, place: Place, adapts: str = ""
) -> Iterator[Violation]:
    """A violation if an ink has too little contrast to the worst of some grounds.

    pnp prints what it *adapts* in another ink then.
    """
    ground = min(grounds, key=lambda ground: contrast(ink, ground))
    found = contrast(ink, ground)
    if found < least:
        better = readable(ink, ground, least)
        message = f"{what} {ink} has a contrast of {found:.1f} to its ground {ground}"
        if adapts:
            message += f"; pnp prints {adapts} in {better}, which has {least:g}"
        else:
            message += f"; {least:g} can be seen well, as of {better}"
        yield Violation(message, place, Severity.NOTE if adapts else Severity.WARNING)


_FIELD = re.compile(r"\{([\w-]+)")


@rule("unused-figure", "A face shows every figure of the set.")
def unused_figure(scope: Scope) -> Iterator[Violation]:
    # The names in elements that show figures, and in the values of the fields that these name.
    shown = set()
    for piece in pieces_with_faces(scope.definition) if scope.definition.figures else ():
        for element in piece.face.elements:
            if isinstance(element, FigureElement):
                fields = _FIELD.findall(element.figure.value)
                shown |= {element.figure.value, *(piece.values.get(each, "") for each in fields)}
    for name, figure in scope.definition.figures.items():
        if name not in shown:
            message = (
                f'no face shows the figure "{name}"; show it with the element figure, or remove it'
            )
            yield Violation(message, figure.place, Severity.WARNING)


INK_RULES = (ink_contrast, unused_figure)
