"""The look of a game in a theme: the inks of its covers, titles and backs, and of its colours in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from colorsys import rgb_to_hls
from dataclasses import replace

from pnp.basics.classes import frozen
from pnp.colour.measures import DARK, contrast, grey, lightness, luminance, mixed, readable
from pnp.colour.theme import PAPER, Theme
from pnp.definition import SYMBOLS, Definition, Ink, Language, in_palette
from pnp.draw.areas import areas_of
from pnp.scene import Shape, Stroke
from pnp.scene.geometry import Path
from pnp.sets.tileset import Tileset
from pnp.tiles import UNCOLOURED, Tile

# WCAG 2.1: small text and signs. Titles are large, but their strokes have patterns.
TITLE_CONTRAST, _SIGN = 4.5, 3.0

_SAND, _NIGHT = "#EADFC6", "#22313F"
_CREAM, _BLACK, _GOLD = "#FBEFD5", "#1F1B16", "#E9B949"
# The hue that is calm as a deep ground, as a share of the circle.
_BLUE = 0.66
# The contrast of a deepened colour to cream, so that it is a ground and not a colour any more.
_DEEP = 9.0

# Millimetres on A5.
_PITCH = 31.0


@frozen(slots=True)
class Look:
    """Inks as #RRGGBB: those of titles and texts have a contrast of 4.5 to the ground, accents 3.

    The accents of a path or a road have it to its `ink`, or are its ink. `letters` are the inks of a title in strands, and `lines` their patterns. `faint` is for ornament,
    `tint` for boxes on white paper. A look that is not `filled` has outlines in place of areas.
    """

    ground: str
    ink: str
    accents: tuple[str, ...]
    letters: tuple[str, ...]
    lines: tuple[str, ...]
    text: str
    filled: bool
    stroke: str = "plain"
    faint: str = ""
    tint: str = PAPER
    pitch: float = _PITCH
    title_at: str = "top"
    seed: int = 0
    tagline: str = ""
    cover: tuple[str, ...] = ()

    @property
    def accent(self) -> str:
        """The first of the accents."""
        return self.accents[0]

    def area(self, ink: str, bare: str) -> str:
        """The ink of an area, or the *bare* one of a look that is not filled."""
        return ink if self.filled else bare

    def shape(self, path: Path, ink: str, line: Stroke) -> Shape:
        """An area in an ink, or its outline."""
        return Shape(path, fill=ink) if self.filled else Shape(path, stroke=line)

    @property
    def on_paper(self) -> Look:
        """The look on a white page, as in rulebooks; a light title takes the ink of its dark ground."""
        if self.ground == PAPER:
            return self
        dark = [each for each in (self.ink, self.ground) if contrast(each, PAPER) >= TITLE_CONTRAST]
        ink = dark[0] if dark else self.ink
        page = on_ground(self, PAPER, ink)
        # A kerb is darker than its road. One that is lighter than a dark title would only blur it.
        kerbed = self.stroke not in ("path", "road") or ink == self.ink
        return replace(
            page,
            accents=page.accents if kerbed else (page.ink,) * len(page.accents),
            text=readable(self.text, PAPER, 2 * TITLE_CONTRAST),
        )


def look_of(tileset: Tileset, theme: Theme) -> Look:
    """The look of a set whose definition has the colours of the theme."""
    definition = tileset.definition
    written = definition.look
    stroke = written.stroke or _stroke(tileset)
    ground = written.ground or _ground(definition, stroke)
    ink = written.ink or (_CREAM if luminance(ground) <= DARK else _BLACK)
    colours = _colours(definition)
    own = tuple(each.fill for each in colours)
    accents = written.accents or own or (_GOLD,)
    lines = tuple(each.line for each in colours) or ("thick",)
    text = _CREAM if luminance(ground) <= DARK else _BLACK
    if theme.colours == "grey":
        ground, ink, text = (grey(lightness(each)) for each in (ground, ink, text))
        accents = tuple(grey(lightness(each)) for each in accents)
    if theme.colours == "none":
        ground = ink = theme.mark
        accents = (theme.mark,) * len(accents)
    look = Look(
        ground=ground,
        ink=ink,
        accents=accents,
        letters=accents if stroke == "strands" else (ink,),
        lines=tuple(lines[number % len(lines)] for number in range(len(accents))),
        text=text,
        tint=theme.area(tint_of(ground), PAPER),
        stroke=stroke,
        filled=areas_of(theme).has_shades,
        pitch=written.pitch or _PITCH,
        title_at=written.title_at,
        seed=written.seed,
        tagline=written.tagline,
        cover=tuple(each.value for each in written.cover),
    )
    if not look.filled:
        # The darker one of title and ground, on a light page.
        ink = max((look.ink, look.ground), key=lambda each: contrast(each, theme.ground))
        return replace(on_ground(look, theme.ground, ink), text=theme.title)
    if luminance(theme.ground) <= DARK < luminance(ground):
        # By night a light ground and its title change places.
        look = replace(look, text=theme.mark)
        return on_ground(look, theme.halo, ground)
    return on_ground(look, ground, look.ink)


def plain_look(theme: Theme) -> Look:
    """The look of pieces without a game: the ground of the theme and lines in one ink."""
    one = (theme.kerb,)
    look = Look(
        ground=theme.ground,
        ink=theme.kerb,
        accents=one,
        letters=one,
        lines=("thick",),
        text=theme.title,
        filled=areas_of(theme).has_shades,
    )
    return on_ground(look, theme.ground, theme.kerb)


def tint_of(ground: str) -> str:
    """A tint of the ground on which black text reads like on white paper."""
    shares = (mixed(ground, PAPER, step / 20) for step in range(8, 20))
    return next((each for each in shares if contrast(each, _BLACK) >= 13), PAPER)


def on_ground(look: Look, ground: str, ink: str) -> Look:
    """The look on another ground with titles in this ink, all inks as dark or as light as they have to be."""
    text = readable(look.text, ground, 1.5 * TITLE_CONTRAST)
    ink = readable(ink, ground, TITLE_CONTRAST)
    # Kerbs are the rim of a road, and not a line on the ground.
    under = ink if look.stroke in ("path", "road") else ground
    return replace(
        look,
        ground=ground,
        ink=ink,
        accents=tuple(readable(each, under, _SIGN) for each in look.accents),
        letters=tuple(
            readable(each, ground, TITLE_CONTRAST)
            for each in (look.letters if look.stroke == "strands" else (ink,))
        ),
        text=text,
        faint=mixed(ground, text, 0.16),
    )


def _stroke(tileset: Tileset) -> str:
    """The stroke that is like the lines of the tiles."""
    tiles, palette = [piece.tile for piece in tileset.pieces], tileset.definition.palette
    colours = {colour for tile in tiles for colour in tile.colours}
    if any(not palette[colour].region for colour in colours - {UNCOLOURED}):
        return "strands"
    if UNCOLOURED in colours:
        return "path"
    return "inline" if tiles else "plain"


def _ground(definition: Definition, stroke: str) -> str:
    if stroke == "strands":
        return _SAND
    return _deepened([each.fill for each in _colours(definition)])


def _colours(definition: Definition) -> tuple[Ink, ...]:
    """The colours of the tiles; without them, all."""
    return in_palette(definition.inks, "") or definition.inks


def _deepened(inks: Sequence[str]) -> str:
    """The bluest of the inks that have a hue, so dark that cream stands out on it.

    Themes change the lightness of inks more than their hue: the ground is much the same in all of them.
    """
    hued = [ink for ink in inks if len({ink[1:3], ink[3:5], ink[5:7]}) > 1]
    if not hued:
        return _NIGHT

    def from_blue(ink: str) -> float:
        """How far the hue of an ink is from blue, up to 0.5."""
        red, green, blue = (int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5))
        off = abs(rgb_to_hls(red, green, blue)[0] - _BLUE)
        return min(off, 1 - off)

    bluest = min(hued, key=from_blue)
    made = (mixed(bluest, "#000000", step / 20) for step in range(20))
    return next(each for each in made if contrast(each, _CREAM) >= _DEEP)


def colour_look(ink: Ink, tiles: Iterable[Tile], theme: Theme, words: Language) -> str:
    """The signs by which players know a colour without its ink, as in "dashed, letter R".

    They are what fills its regions, or the pattern of its lines and the symbol at its ends, or the letter in their place, each
    only if the theme prints it and a tile has it. A colour of no tile has its symbol on tokens and
    boards, with its letter beside it in themes with letters everywhere.
    """
    every = [*tiles]
    sizes = {
        len(strand.ports)
        for tile in every
        for strand in tile.strands
        if strand.colour != UNCOLOURED
    }
    if not sizes and not any(max(tile.edges, default=-1) >= 0 for tile in every):
        letter = words("look-letter", letter=ink.code)
        if ink.symbol not in SYMBOLS:
            return letter
        sign = words("look-sign", symbol=words(f"symbol-{ink.symbol}"))
        return f"{sign}, {letter}" if theme.letters_everywhere else sign
    if ink.region:
        filled = words(f"region-{ink.region}")
        return words("look-letter", letter=ink.code) if theme.letters_everywhere else filled
    signs = []
    if sizes and theme.patterns:
        signs.append(words(f"line-{ink.line}"))
    if theme.letters_everywhere or not sizes:
        signs.append(words("look-letter", letter=ink.code))
    elif 1 in sizes and ink.symbol in SYMBOLS:
        signs.append(words("look-end", symbol=words(f"symbol-{ink.symbol}")))
    return ", ".join(signs)


def colour_looks(inks: Iterable[Ink], tiles: Iterable[Tile], theme: Theme, words: Language) -> str:
    """The looks of all colours in one list, as in "red (letter R), blue (letter B)"."""
    every = [*tiles]
    return ", ".join(
        f"{ink.name.replace('-', ' ')} ({colour_look(ink, every, theme, words)})" for ink in inks
    )
