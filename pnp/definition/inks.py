"""The inks, patterns and signs that colours may have, and their defaults."""

from __future__ import annotations

from collections.abc import Collection
from colorsys import hls_to_rgb
from dataclasses import dataclass

from pnp.basics.errors import Place
from pnp.tiles.properties import PROPERTIES

# The palette of M. Okabe and K. Ito, "Color Universal Design", 2008: people with most kinds of
# colour vision can tell its colours apart. Black is last: it is also the ink of marks and outlines.
OKABE_ITO = (
    "#D55E00", "#0072B2", "#009E73", "#E69F00", "#56B4E9", "#CC79A7", "#F0E442", "#4D4D4D",
)  # fmt: skip

# More, for sets of up to 21 colours. Lines recur after seven colours, patterns after nine: each ink
# differs from all that have its line or its pattern by 15 in lightness and, with any colour vision,
# by 10 (CIEDE2000), and lies as far as possible from all others.
MORE_INKS = (
    "#91983A", "#7C36BA", "#671E3B", "#45671E", "#293A6B", "#7E3D25", "#C5CF9B", "#174F44", "#B0B0D9",
    "#816731", "#373510", "#9BCFC5", "#51CD62",
)  # fmt: skip

# Calm inks for plain colour words.
FILL_OF_NAME = {
    "red": "#C8372D", "vermilion": "#D55E00", "crimson": "#A8213B", "maroon": "#7B2D2D",
    "orange": "#E69F00", "amber": "#DDA02B", "gold": "#CFA52B", "yellow": "#F0D43A",
    "lime": "#9BC53D", "olive": "#7F8234", "green": "#1E8C5A", "teal": "#1C8C8C",
    "turquoise": "#35B5A8", "cyan": "#3FB6D3", "sky": "#56B4E9", "blue": "#1F5FA8",
    "navy": "#24386E", "indigo": "#4B3F92", "violet": "#7A55B0", "purple": "#8A4FA3",
    "magenta": "#C2388F", "pink": "#E08BB0", "rose": "#D8607A", "brown": "#8A5A35",
    "tan": "#C9A878", "black": "#2B2B2B", "grey": "#8C8C8C", "gray": "#8C8C8C",
    "silver": "#B8B8B8", "white": "#FFFFFF",
}  # fmt: skip

LINES = ("thick", "dashed", "double", "dotted", "triple", "ladder", "dash-dot")
PATTERNS = (
    "solid", "diagonals", "dots", "lines", "waves", "grid", "checks", "stripes", "crosses",
)  # fmt: skip
# How a region is filled: with the pattern of its colour, with small drawings, or with lines along its shore.
REGIONS = ("pattern", "houses", "trees", "water")
# The default symbols, in order; a colour may have any other sign.
SYMBOLS = ("disc", "triangle", "square", "diamond", "cross", "star", "bar", "ring")

SIGNS = (
    *SYMBOLS, "sun", "moon", "flame", "drop", "mountain", "spiral", "turn-left", "turn-right",
    "blockade", "robber", "pawn", "coin", "crown", "flag", "gavel", "hex", "arrow", "mage",
    "nullified", "highway",
)  # fmt: skip

# Words with another meaning in places where a colour's name may be written.
SUMS = {"sum": (True, True), "edge-sum": (True, False), "corner-sum": (False, True)}
SUM_SENTENCES = {
    "sum": "the sum of all numbers at sides and corners",
    "edge-sum": "the sum of the numbers at sides",
    "corner-sum": "the sum of the numbers at corners",
}
RESERVED = {
    *("none", "all", "any", "not", "values", "pattern", "each-colour", "some-colour"),
    *PROPERTIES,
    *SUMS,
}


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour of the game; besides its ink, patterns, a symbol and a code show which it is.

    `line` is the pattern of a strand, `pattern` that of an edge, `symbol` the sign on its ends. A
    value of sides and corners, such as 5 or sun, is a colour that has only a name. The colours of a
    `palette`, such as those of players, are on tiles only if a family names them. Strands in a colour
    with a `region` are areas, and it says how they are filled.
    """

    name: str
    code: str
    fill: str
    line: str
    pattern: str
    symbol: str
    place: Place
    palette: str = ""
    region: str = ""

    @property
    def is_value(self) -> bool:
        """Whether it is a value and no colour."""
        return not self.fill

    @property
    def worth(self) -> int | None:
        """The number that it is; None for a word or a colour."""
        return int(self.name) if self.is_value and self.name.isdecimal() else None


# The palette of the colours of players, in place of which a game may use the colours of its tiles.
PLAYERS = "players"


def in_palette(inks: Collection[Ink], palette: str) -> tuple[Ink, ...]:
    """The colours of a palette; those of players are those of the tiles if they have none of their own."""
    found = tuple(ink for ink in inks if ink.palette == palette)
    return in_palette(inks, "") if palette == PLAYERS and not found else found


def default_fill(name: str, index: int) -> str:
    """The ink of a colour by its name, or else by its number: from the palette, then far apart."""
    listed = (*OKABE_ITO, *MORE_INKS)
    if name in FILL_OF_NAME:
        return FILL_OF_NAME[name]
    if index < len(listed):
        return listed[index]
    # Steps of the golden section never come near an earlier hue; lightness alternates.
    hue = index * 0.618034 % 1
    red, green, blue = hls_to_rgb(hue, (0.36, 0.52, 0.68)[index % 3], 0.55)
    return f"#{round(red * 255):02X}{round(green * 255):02X}{round(blue * 255):02X}"
