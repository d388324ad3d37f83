"""The colours of a game: what is written, and what is chosen where nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import hls_to_rgb
from itertools import count, product
from string import ascii_lowercase, ascii_uppercase

from pnp.definition.model import Ink
from pnp.definition.nodes import Mapping, Node, Scalar
from pnp.definition.reader import Reader
from pnp.tiles.notation import CODE
from pnp.tiles.properties import PROPERTIES

# The palette of M. Okabe and K. Ito, "Color Universal Design", 2008: told apart with most kinds of
# colour vision. Black stands last: it is also the ink of marks and outlines.
OKABE_ITO = (
    "#D55E00", "#0072B2", "#009E73", "#E69F00", "#56B4E9", "#CC79A7", "#F0E442", "#4D4D4D",
)  # fmt: skip

# More, for sets of up to 21 colours. Lines recur after seven colours, patterns after nine: each of
# these was sought 15 apart in lightness, and 10 (CIEDE2000) with any colour vision, from all that
# have its line or its pattern, and as far as possible from all others.
MORE_INKS = (
    "#91983A", "#7C36BA", "#671E3B", "#45671E", "#293A6B", "#7E3D25", "#C5CF9B", "#174F44", "#B0B0D9",
    "#816731", "#373510", "#9BCFC5", "#51CD62",
)  # fmt: skip

# What a designer means by a plain colour word, in calm inks.
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
# The symbols that colours are given where none is written; any other sign may be written.
SYMBOLS = ("disc", "triangle", "square", "diamond", "cross", "star", "bar", "ring")

SIGNS = (
    *SYMBOLS, "sun", "moon", "flame", "drop", "mountain", "spiral", "turn-left", "turn-right",
    "blockade", "robber", "pawn", "coin", "crown", "flag", "gavel", "hex", "arrow", "mage",
    "nullified", "highway",
)  # fmt: skip

# Words that mean something else where a colour's name may stand.
RESERVED = {"none", "all", "any", "not", "pattern", "each-colour", "some-colour", *PROPERTIES}

_MOST_COLOURS = 1000

# What can be read on the edge of a tile.
LONGEST_LETTER = 3


def read_inks(reader: Reader, node: Node) -> tuple[Ink, ...]:
    """The colours: a number of them, a list of names, or a mapping from names to their looks."""
    if isinstance(node, Scalar):
        number = reader.integer(node, "colours", least=1) or 0
        if number > _MOST_COLOURS:
            reader.error("number", f"{number} colours are more than {_MOST_COLOURS}", node.place)
            return ()
        # Without a name of their own, colours are called by their codes.
        chosen = [code for code, _ in zip(_all_codes(), range(number), strict=False)]
        return tuple(_ink(index, code.lower(), code, {}, node) for index, code in enumerate(chosen))
    if isinstance(node, Mapping):
        fields = reader.fields(node, "colours")
        entries = [] if fields is None else list(fields.items())
    else:
        entries = [(item, item) for item in node.items if isinstance(item, Scalar)]
        for item in node.items:
            if not isinstance(item, Scalar):
                reader.error("structure", "a list of colours has only names", item.place)
    return _named_inks(reader, entries)


def _named_inks(reader: Reader, entries: list[tuple[Scalar, Node]]) -> tuple[Ink, ...]:
    looks: list[tuple[str, dict[str, str], Node]] = []
    for key, value in entries:
        name = reader.name(key, "a colour")
        if name is None:
            continue
        if name in RESERVED:
            reader.error(
                "name",
                f'a colour cannot be called "{name}": the word has a meaning of its own',
                key.place,
            )
        elif any(name == other for other, _, _ in looks):
            reader.error("duplicate-key", f'the colour "{name}" stands here twice', key.place)
        else:
            looks.append((name, {} if value is key else _look(reader, name, value), key))
    _check_letters(reader, looks)
    codes = _codes(looks)
    return tuple(
        _ink(index, name, codes[name], look, node) for index, (name, look, node) in enumerate(looks)
    )


def _look(reader: Reader, name: str, node: Node) -> dict[str, str]:
    """What is written about one colour: nothing, its fill, or a mapping."""
    what = f'the colour "{name}"'
    if isinstance(node, Scalar):
        if node.kind == "null" and not node.quoted:
            return {}
        fill = reader.ink(node, f"{what}: its fill")
        return {} if fill is None else {"fill": fill}
    fields = reader.fields(node, what, known=("fill", "line", "pattern", "symbol", "letter"))
    if fields is None:
        return {}
    read = {
        "fill": fields.read("fill", lambda value: reader.ink(value, f"{what}: fill")),
        "line": fields.read("line", lambda value: reader.choice(value, "line", LINES)),
        "pattern": fields.read("pattern", lambda value: reader.choice(value, "pattern", PATTERNS)),
        "symbol": fields.read("symbol", lambda value: reader.choice(value, "symbol", SIGNS)),
        "letter": fields.read("letter", lambda value: _letter(reader, value)),
    }
    return {key: value for key, value in read.items() if value is not None}


def _letter(reader: Reader, node: Node) -> str | None:
    text = reader.text(node, "letter")
    if text is not None and (not CODE.fullmatch(text) or len(text) > LONGEST_LETTER):
        reader.error(
            "letter",
            f"a letter is a capital, and one or two small letters after it if need be, as in R or Rd;"
            f" not {text}",
            node.place,
        )
        return None
    return text


def _check_letters(reader: Reader, looks: list[tuple[str, dict[str, str], Node]]) -> None:
    owner: dict[str, str] = {}
    for name, look, node in looks:
        letter = look.get("letter")
        if letter in owner:
            reader.error(
                "distinct-letters",
                f'"{name}" has the letter {letter} of "{owner[letter]}"',
                node.place,
            )
        elif letter is not None:
            owner[letter] = name


def _codes(looks: list[tuple[str, dict[str, str], Node]]) -> dict[str, str]:
    """A code for each name: the one written, or else its initial, or else the next that is free."""
    codes = {name: look["letter"] for name, look, _ in looks if "letter" in look}
    taken = set(codes.values())
    for name, _, _ in looks:
        if name not in codes:
            letters = [letter for letter in name if letter in ascii_lowercase]
            initial = letters[0].upper()
            own = (initial, *(initial + letter for letter in letters[1:]))
            codes[name] = next(code for code in (*own, *_free(taken)) if code not in taken)
            taken.add(codes[name])
    return codes


def _free(taken: set[str]) -> Iterator[str]:
    return (code for code, _ in zip(_all_codes(), range(len(taken) + 1), strict=False))


def _all_codes() -> Iterator[str]:
    """A to Z, Aa to Zz, Aaa …"""
    for length in count():
        for letters in product(ascii_uppercase, *[ascii_lowercase] * length):
            yield "".join(letters)


def _ink(index: int, name: str, code: str, look: dict[str, str], node: Node) -> Ink:
    return Ink(
        name=name,
        code=code,
        fill=look.get("fill") or FILL_OF_NAME.get(name) or _palette(index),
        line=look.get("line", LINES[index % len(LINES)]),
        pattern=look.get("pattern", PATTERNS[index % len(PATTERNS)]),
        symbol=look.get("symbol", SYMBOLS[index % len(SYMBOLS)]),
        place=node.place,
    )


def _palette(index: int) -> str:
    """The ink of that number: the palette's, and past its end hues that lie far apart."""
    listed = (*OKABE_ITO, *MORE_INKS)
    if index < len(listed):
        return listed[index]
    # Steps of the golden section never come near an earlier hue; lightness changes in turn.
    hue = index * 0.618034 % 1
    red, green, blue = hls_to_rgb(hue, (0.36, 0.52, 0.68)[index % 3], 0.55)
    return f"#{round(red * 255):02X}{round(green * 255):02X}{round(blue * 255):02X}"
