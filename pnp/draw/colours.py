"""The colours of a set in a theme: their inks, and the key to their letters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from operator import attrgetter

from pnp.colour.measures import (
    SEEN,
    contrast,
    grey,
    lab,
    lightness,
    linear,
    luminance,
    mixed,
    visible,
)
from pnp.colour.theme import PAPER, Theme, toned
from pnp.definition import (
    LINES,
    PATTERNS,
    SYMBOLS,
    BoardDefinition,
    Definition,
    Ink,
    TokenDefinition,
    TokenFace,
)

# L* of the darkest and the lightest colour: also a laser printer shows lines on both.
DARKEST, LIGHTEST = 20.0, 84.0

# The share of a tint on the cells of a dark board, or of its board on paper.
_TINT = 0.24


def themed(definition: Definition, theme: Theme) -> Definition:
    """The definition in the theme's colours; doing it twice changes nothing."""
    # Players tell the colours of a palette apart, and not those of two palettes.
    inks: tuple[Ink, ...] = ()
    for _, group in groupby(definition.inks, key=attrgetter("palette")):
        palette = [*group]
        found = zip(palette, _fills(palette, theme), strict=True)
        palette = [replace(ink, fill=fill) for ink, fill in found]
        inks += tuple(_distinct(palette) if theme.distinct else palette)
    fills = {ink.name: ink.fill for ink in inks}
    boards = tuple(_board(board, fills, theme) for board in definition.pieces_of(BoardDefinition))
    tokens = tuple(_token(token, fills, theme) for token in definition.pieces_of(TokenDefinition))
    if (inks, boards, tokens) == (
        definition.inks,
        definition.pieces_of(BoardDefinition),
        definition.pieces_of(TokenDefinition),
    ):
        return definition
    pieces = {**definition.pieces, "boards": boards, "tokens": tokens}
    return replace(definition, inks=inks, pieces=pieces)


def colouring_key(definition: Definition, theme: Theme, letters: Collection[str]) -> str:
    """The key to these letters, as in "R red · G green"; empty if the theme has no key.

    A colour without a name has a line to write its name on.
    """
    if not theme.key:
        return ""
    return " · ".join(
        f"{ink.code} ____"
        if ink.name == ink.code.lower()
        else f"{ink.code} {ink.name.replace('-', ' ')}"
        for ink in definition.inks
        if ink.code in letters
    )


def _fills(inks: Sequence[Ink], theme: Theme) -> list[str]:
    """The ink of each colour."""
    match theme.colours:
        case "keep":
            fills = [ink.fill for ink in inks]
        case "none":
            fills = [theme.mark] * len(inks)
        case "grey":
            return greys([ink.fill for ink in inks])
        case _:
            # Rulebooks name colours, so that green stays green. If there are more colours than
            # inks in the palette, they take the inks and their shades in order.
            near = len(inks) <= len(theme.colours)
            fills = (
                _nearest([ink.fill for ink in inks], theme.colours)
                if near
                else [_of_palette(theme.colours, number) for number in range(len(inks))]
            )
    return [visible(fill, theme.ground, theme.contrast) for fill in fills]


def greys(fills: Sequence[str]) -> list[str]:
    """One grey for each ink, at equal distances in L*, the darkest for the darkest ink."""
    ranked = sorted(range(len(fills)), key=lambda number: (lightness(fills[number]), number))
    step = (LIGHTEST - DARKEST) / max(1, len(fills) - 1)
    rank = {number: place for place, number in enumerate(ranked)}
    return [grey(DARKEST + step * rank[number]) for number in range(len(fills))]


def _of_palette(palette: Sequence[str], number: int) -> str:
    """The ink of that number; the palette repeats in lighter and darker shades."""
    rounds, place = divmod(number, len(palette))
    towards = "#FFFFFF" if rounds % 2 == 0 else "#000000"
    return mixed(palette[place], towards, min(0.45 * ((rounds + 1) // 2), 0.8))


def _nearest(fills: Sequence[str], palette: Sequence[str]) -> list[str]:
    """A different ink of the palette for each ink, near to it, so that red remains a red."""
    pairs = sorted(
        (_apart(fill, other), number, place)
        for number, fill in enumerate(fills)
        for place, other in enumerate(palette)
    )
    found: dict[int, str] = {}
    for _, number, place in pairs:
        if number not in found and palette[place] not in found.values():
            found[number] = palette[place]
    # Swap pairs as long as that brings inks nearer.
    better = True
    while better:
        better = False
        for one, other in combinations(found, 2):
            here, there = found[one], found[other]
            now = _apart(fills[one], here) + _apart(fills[other], there)
            if _apart(fills[one], there) + _apart(fills[other], here) < now - 1e-6:
                found[one], found[other] = there, here
                better = True
    return [found[number] for number in range(len(fills))]


def _apart(ink: str, other: str) -> float:
    """The square of the perceived distance of two inks."""
    return sum((a - b) ** 2 for a, b in zip(lab(linear(ink)), lab(linear(other)), strict=True))


def _distinct(inks: Sequence[Ink]) -> Iterator[Ink]:
    """The inks with lines, patterns and symbols that all differ, as long as there are enough."""
    lines = _differing([ink.line for ink in inks], LINES)
    patterns = _differing([ink.pattern for ink in inks], PATTERNS)
    symbols = _differing([ink.symbol for ink in inks], SYMBOLS)
    for ink, line, pattern, symbol in zip(inks, lines, patterns, symbols, strict=True):
        yield replace(ink, line=line, pattern=pattern, symbol=symbol)


def _differing(own: Sequence[str], known: Sequence[str]) -> list[str]:
    """Each own word, or the next free word if an earlier one is the same."""
    free = [word for word in known if word not in own]
    found: list[str] = []
    for word in own:
        found.append(free.pop(0) if word in found and free else word)
    return found


def _board(board: BoardDefinition, fills: Mapping[str, str], theme: Theme) -> BoardDefinition:
    """The board with tints of the theme; a tint that is a colour's has the ink of that colour."""

    def tint(ink: str) -> str:
        return theme.area(_tint(ink, theme), theme.cell)

    groups = tuple(
        replace(group, tint=group.tint and tint(fills.get(group.tint_colour, group.tint)))
        for group in board.groups
    )
    cells = tint(board.cell_ground) if board.cell_ground else ""
    walled = tuple((cells, ink and toned(ink, theme)) for cells, ink in board.walled)
    same = (groups, cells, walled) == (board.groups, board.cell_ground, board.walled)
    if same:
        return board
    return replace(board, groups=groups, cell_ground=cells, walled=walled)


def _token(token: TokenDefinition, fills: Mapping[str, str], theme: Theme) -> TokenDefinition:
    front = _token_face(token.front, fills, theme)
    back = token.back and _token_face(token.back, fills, theme)
    same = front == token.front and back == token.back
    return token if same else replace(token, front=front, back=back)


def _token_face(face: TokenFace, fills: Mapping[str, str], theme: Theme) -> TokenFace:
    """The side of a token with the inks that it has in the theme; a colour's name has that of the colour."""
    ground, ink = (
        fills[face.named[key]] if key in face.named else toned(own, theme)
        for key, own in (("ground", face.ground), ("ink", face.ink))
    )
    return (
        face if (ground, ink) == (face.ground, face.ink) else replace(face, ground=ground, ink=ink)
    )


def _tint(tint: str, theme: Theme) -> str:
    """The tint of cells, on which the theme's signs and names have enough contrast."""
    if theme.colours == "grey":
        tint = grey(lightness(tint))
        # Names are as dark as they need to be on a grey.
        if contrast(tint, theme.mark) >= SEEN:
            return tint
    if contrast(tint, theme.note) >= SEEN:
        return tint
    # White paper to write on keeps only a hint of the tint of a dark board.
    if theme.cell == PAPER:
        return mixed(PAPER, tint, _TINT)
    # A dark board, whose names and signs are light, keeps only a hint of a light tint.
    lighter = luminance(tint) > luminance(theme.cell)
    return mixed(theme.cell, deepened(tint), _TINT) if lighter else tint


def deepened(ink: str) -> str:
    """The ink, more saturated, so that a small share of it still shows its hue."""
    channels = (round(255 * (int(ink[i : i + 2], 16) / 255) ** 3) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02X}" for channel in channels)
