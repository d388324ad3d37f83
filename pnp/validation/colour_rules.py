"""Rules about colours: everybody can tell them apart, and see them on paper.

Colours with different patterns need no measuring. Colours that share a pattern depend on their inks:
the rules measure these as people with each kind of colour vision see them, and in greyscale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.basics.errors import Related, Severity
from pnp.basics.words import listed, slips
from pnp.colour.measures import contrasting, lightness
from pnp.colour.theme import on_tiles
from pnp.colour.vision import least_distance
from pnp.definition import FILL_OF_NAME, LINES, PATTERNS, REGIONS, Ink, default_fill
from pnp.sets.components import Tokens
from pnp.tiles import MARKS, UNCOLOURED
from pnp.validation.piece_rules import tints_of_cells, words_of_faces
from pnp.validation.rules import Scope, Violation, rule, shown

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
    what fills it. A light pattern
    on a light line is invisible and does not count. Neither does the letter on an edge: nobody reads
    a board letter by letter to find a match. But players can read it, and so fills that are too near
    are not an error there.
    """
    definition = scope.tileset.definition
    inks, theme = definition.inks, scope.theme
    tiles = shown(scope.tileset)
    groups = (each.group for each in scope.tileset.by_group)
    grounds = tuple(dict.fromkeys(on_tiles(group.ground, theme).ground for group in groups))
    cased = (theme.halo, *grounds)
    lines = {ink: _line(ink, theme.halo) for ink in tiles.strands}
    bands, patches = (
        {ink: ink.pattern for ink in inks if not ink.is_value}
        for inks in (tiles.edges, tiles.corners)
    )
    regions = {ink: ink.pattern if ink.region == "pattern" else ink.region for ink in tiles.regions}
    found = [
        Group("strands", lines, "line", LINES, cased),
        # The border of a region stands out from its ground in any case.
        Group("regions", regions, "region", REGIONS, ()),
        Group("edges", bands, "pattern", PATTERNS, grounds, letters=True),
        Group("corners", patches, "pattern", PATTERNS, grounds, letters=True),
    ]
    for kind in MARKS:
        colours = {mark.colour for mark in tiles.marks if mark.kind == kind} - {UNCOLOURED}
        # Only a ring shows its colour's symbol, and only a star has no halo.
        looks = {inks[colour]: inks[colour].symbol * (kind == "ring") for colour in sorted(colours)}
        found.append(Group(f"{kind}s", looks, "symbol", (), cased[kind == "star" :]))
    return tuple(found)


def groups_of_pieces(scope: Scope) -> tuple[Group, ...]:
    """The colours of cards and of tokens, and those of palettes that faces and cells show.

    The backs of tokens may hide their owners, and do not count.
    """
    inks, theme = scope.tileset.definition.inks, scope.theme
    found = []
    for deck in scope.components.decks:
        names = {name for card in deck.cards for name in card.colours}
        symbols = {ink: ink.symbol for ink in inks if ink.name in names}
        found.append(Group(f'cards "{deck.name}"', symbols, "symbol", (), (theme.card,)))
    for tokens in scope.components.tokens:
        looks = {
            token.ink: token.ink.symbol * _shows_symbols(tokens)
            for token in tokens.kinds
            if token.ink is not None
        }
        # A token is completely in its colour, and cut out: it has no ground.
        found.append(Group(f'tokens "{tokens.name}"', looks, "symbol", (), ()))
    plainly: set[str] = set()
    if theme.colours != "none":
        definition = scope.tileset.definition
        plainly = words_of_faces(definition) | tints_of_cells(definition)
    for palette in dict.fromkeys(ink.palette for ink in inks if ink.palette):
        # A face may have other signs of a colour, such as a picture.
        plain = {ink: "" for ink in inks if ink.palette == palette and ink.name in plainly}
        found.append(Group(f'colours of "{palette}"', plain, "", (), (), letters=True))
    return tuple(found)


def _line(ink: Ink, halo: str) -> str:
    """The visible line of a strand: its pattern has the ink of the casing."""
    return ink.line if _contrast(ink.fill, halo) >= LEAST_ON_GROUND else LINES[0]


def _shows_symbols(tokens: Tokens) -> bool:
    """Whether the fronts of tokens show their symbols: a sign and a word leave no room for them."""
    front = tokens.definition.front
    return not (front.sign and front.text)


def _contrast(ink: str, other: str) -> float:
    """The difference of two inks in lightness."""
    return abs(lightness(ink) - lightness(other))


@rule(
    "told-apart",
    "Everybody can tell two colours of strands, regions, edges, corners, marks, cards or tokens apart: by"
    " their patterns, or by fills that differ enough.",
)
def told_apart(scope: Scope) -> Iterator[Violation]:
    if scope.theme.key:
        # Players colour these by hand, by the letters.
        return
    of_tiles = groups_of_tiles(scope)
    for group in (*of_tiles, *groups_of_pieces(scope)):
        for inks in _alike(group.looks):
            yield from _measured(group, inks)
    yield from _one_fill(of_tiles[:4])


def _alike(looks: Mapping[Ink, str]) -> Iterable[list[Ink]]:
    """Lists of the colours that have the same look."""
    alike: dict[str, list[Ink]] = defaultdict(list)
    for ink, look in looks.items():
        alike[look].append(ink)
    return alike.values()


class _Likeness(NamedTuple):
    """How much two colours look alike; the least value is the worst."""

    rank: int
    apart: float
    other: Ink
    what: str


def _measured(group: Group, inks: Sequence[Ink]) -> Iterator[Violation]:
    """For each colour with the same look as others, the worst likeness of inks."""
    for number, ink in enumerate(inks):
        found = (_likeness(ink, other, group) for other in inks[:number])
        alike = [each for each in found if each is not None]
        if alike:
            worst = min(alike, key=lambda each: (each.rank, each.apart))
            shared, advice = _shared(group, ink, worst.other)
            yield Violation(
                f'the {group.name} "{worst.other.name}" and "{ink.name}" have{shared} {worst.what};'
                f" give one of them {advice}a much lighter or darker fill",
                ink.place,
                Severity.ERROR if worst.rank == 0 else Severity.WARNING,
                _here(worst.other, ink),
            )


def _here(other: Ink, ink: Ink) -> tuple[Related, ...]:
    """The place of the other colour, unless a number of colours stands for both."""
    different = other.place != ink.place
    return (Related(f'"{other.name}" is here', other.place),) if different else ()


def _shared(group: Group, ink: Ink, other: Ink) -> tuple[str, str]:
    """The common look of two colours in words, and advice to change it."""
    look = group.looks[ink]
    if not look:
        return "", ""
    if group.what == "line" and ink.line != other.line:
        return " patterns that are hardly visible on such light lines, and", ""
    free = [choice for choice in group.choices if choice not in group.looks.values()]
    advice = f"another {group.what}, such as {free[0]}, or " if free else ""
    return f" the same {group.what}, {look}, and", advice


def _likeness(ink: Ink, other: Ink, group: Group) -> _Likeness | None:
    """How two inks look too much alike; None if they do not."""
    if ink.fill == other.fill:
        return _Likeness(0, 0.0, other, f"the same fill, {ink.fill}")
    distance, vision = least_distance(ink.fill, other.fill)
    if distance < HARD_TO_TELL:
        what = (
            f"fills that look alike with {vision.value}: their distance (CIEDE2000) is"
            f" {distance:.1f}, but should be at least {HARD_TO_TELL:.0f}"
        )
        return _Likeness(
            0 if distance < NOT_TO_TELL and not group.letters else 1, distance, other, what
        )
    grey = _contrast(ink.fill, other.fill)
    if grey < LEAST_IN_GREY:
        what = (
            f"fills that look alike in greyscale: their lightness (L*) differs by {grey:.1f}, but"
            f" should differ by at least {LEAST_IN_GREY:.0f}"
        )
        return _Likeness(2, grey, other, what)
    return None


def _one_fill(of_tiles: Sequence[Group]) -> Iterator[Violation]:
    """Colours of tiles that have the same fill, but different patterns."""
    fills = {ink: ink.fill for group in of_tiles for ink in group.looks}
    for inks in _alike(fills):
        # Two that also share a pattern are already reported as an error.
        shared = any(
            len(each) > 1
            for group in of_tiles
            for each in _alike({ink: group.looks[ink] for ink in inks if ink in group.looks})
        )
        if len(inks) > 1 and not shared:
            names = listed([f'"{ink.name}"' for ink in inks])
            yield Violation(
                f"{names} have the same fill, {inks[0].fill}; give each a fill of its own",
                inks[-1].place,
                Severity.WARNING,
                _here(inks[0], inks[-1]),
            )


@rule("stands-out", "Every colour stands out from its ground.")
def stands_out(scope: Scope) -> Iterator[Violation]:
    if scope.theme.edging:
        # Faint colours have a line round them.
        return
    for group in (*groups_of_tiles(scope), *groups_of_pieces(scope)):
        for ink in group.looks:
            if not group.grounds or (group.what == "pattern" and _patterned(ink, group)):
                continue
            contrast, ground = max((_contrast(ink.fill, each), each) for each in group.grounds)
            if contrast < LEAST_ON_GROUND:
                change = "darker" if lightness(ground) > 50 else "lighter"
                pattern = ", or a pattern such as dots" if group.what == "pattern" else ""
                yield Violation(
                    f'the {group.name} "{ink.name}" can hardly be seen on {ground}: the lightness (L*)'
                    f" of {ink.fill} differs by {contrast:.1f}, but should"
                    f" differ by at least {LEAST_ON_GROUND:.0f}; choose a {change} fill{pattern}",
                    ink.place,
                    Severity.WARNING,
                )


def _patterned(ink: Ink, edges: Group) -> bool:
    """Whether the pattern of an edge is visible on the ground, even if its ink is not."""
    over = contrasting(ink.fill)
    return ink.pattern != PATTERNS[0] and any(
        _contrast(over, ground) >= LEAST_ON_GROUND for ground in edges.grounds
    )


@rule("ink-of-name", "No colour has the name of an ink with a letter too many or too few.")
def ink_of_name(scope: Scope) -> Iterator[Violation]:
    for number, ink in enumerate(scope.tileset.definition.inks):
        if ink.fill != default_fill(ink.name, number) or ink.name in FILL_OF_NAME:
            continue
        meant = next((name for name in FILL_OF_NAME if _is_slip(ink.name, name)), None)
        if meant is not None:
            yield Violation(
                f'pnp knows no ink "{ink.name}", and takes {ink.fill}; did you mean "{meant}"?',
                ink.place,
                Severity.WARNING,
            )


def _is_slip(name: str, known: str) -> bool:
    """Whether a letter is missing or doubled, or two have changed places; another letter is another word."""
    if min(len(name), len(known)) < _LONG_ENOUGH or slips(name, known) != 1:
        return False
    return len(name) < len(known) or {*name} == {*known}


# Of shorter names, words with other meanings are only a letter away.
_LONG_ENOUGH = 4


@rule("regions", "A colour of regions has a strand on some tile.")
def regions(scope: Scope) -> Iterator[Violation]:
    inks = scope.tileset.definition.inks
    families = scope.tileset.families
    if not all(family.pieces for family in families):
        return  # the family without tiles is already reported
    # Tiles for more players count, even if they are not in this set.
    tiles = [piece.tile for family in families for piece in family.pieces]
    tiles += [each.tile for family in families for each in family.definition.listed or ()]
    joined = {inks[colour] for tile in tiles for colour in tile.colours if colour != UNCOLOURED}
    for ink in inks:
        if ink.region and ink not in joined:
            yield Violation(
                f'the colour "{ink.name}" has the region {ink.region}, but no tile has a strand in'
                f" it; write a tile such as {ink.code}1, or remove the region",
                ink.place,
                Severity.WARNING,
            )


COLOUR_RULES = (told_apart, stands_out, ink_of_name, regions)
