"""Tiles as text: `AABBCC`, `R1-4 G2 B3-6`, `1-2-3-4-5-6 ring:Am`, `^0/1/5`.

A tile's notation is its edges, its corners, its strands and its mark, if it has them, with blanks between:

* edges: one colour code a side, clockwise from side 1, `-` for a side without a colour;
* corners: the same after a `^`, clockwise from the corner where side 1 begins;
* a strand: its colour code, if it has a colour, and its ports joined by `-`, counted from 1;
* a mark: its kind, and after a colon its colour code or, for a label, its text;
* the blank tile is `-`.

A colour code is a capital and any small letters, as a chemical element's: codes need no
separator, so `RdGnBu` has three. The code of a value is the value. If a set has one that is no such
code, a number or a small word, edges and corners have `/` between them: `6/-/6/-`, `^R/0/sun`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pnp.basics.words import counted, did_you_mean
from pnp.tiles.tile import (
    MARKS,
    NO_MARK,
    UNCOLOURED,
    Colour,
    Mark,
    Port,
    Strand,
    Tile,
    TileGeometry,
    tile,
)

CODE = re.compile(r"[A-Z][a-z]*")
_EDGES = re.compile(r"(?:[A-Z][a-z]*|-)+")
_CORNERS = "^"
_BETWEEN = "/"
_STRAND = re.compile(r"([A-Z][a-z]*)?([0-9]{1,3}(?:-[0-9]{1,3})*)")
_MARK = re.compile(r"([a-z]+)(?::(\S+))?")

BLANK_TILE = "-"

# More characters would be too small to be read across a table.
LONGEST_LABEL = 4


class NotationError(ValueError):
    """A text that is not the notation of a tile; the message says why."""


class UnknownCode(NotationError):
    """A tile with a colour code that the set does not have."""


def format_mark(mark: Mark, codes: Sequence[str]) -> str:
    """The notation of a mark.

    >>> format_mark(Mark("ring", Colour(1)), ["R", "G"])
    'ring:G'
    """
    argument = mark.text or ("" if mark.colour == UNCOLOURED else codes[mark.colour])
    return f"{mark.kind}:{argument}" if argument else mark.kind


def format_strand(strand: Strand, codes: Sequence[str]) -> str:
    """The notation of a strand.

    >>> format_strand(Strand((Port(0), Port(3)), Colour(0)), ["R"])
    'R1-4'
    """
    code = "" if strand.colour == UNCOLOURED else codes[strand.colour]
    return code + "-".join(str(port + 1) for port in strand.ports)


def _between(codes: Iterable[str]) -> str:
    """The text between two edges or corners: nothing if a capital begins each code."""
    return "" if all(map(CODE.fullmatch, codes)) else _BETWEEN


def format_sides(colours: Iterable[int], codes: Sequence[str]) -> str:
    """The notation of edges or corners.

    >>> format_sides((6, -1), "0123456")
    '6/-'
    """
    return _between(codes).join("-" if each == UNCOLOURED else codes[each] for each in colours)


def format_tile(tile: Tile, codes: Sequence[str]) -> str:
    """The notation of a tile, in the codes of a game.

    >>> format_tile(Tile((), (), (0, 0, 1, 1)), ["A", "B"])
    'AABB'
    """
    words = []
    if any(colour != UNCOLOURED for colour in tile.edges):
        words.append(format_sides(tile.edges, codes))
    if any(colour != UNCOLOURED for colour in tile.corners):
        words.append(_CORNERS + format_sides(tile.corners, codes))
    words += [format_strand(strand, codes) for strand in tile.strands]
    if not words:
        words.append(BLANK_TILE)
    if tile.mark != NO_MARK:
        words.append(format_mark(tile.mark, codes))
    return " ".join(words)


def parse_tile(text: str, geometry: TileGeometry, codes: Sequence[str]) -> Tile:
    """The tile that *text* denotes; raises NotationError if it denotes none.

    >>> from pnp.tiles.tile import Shape
    >>> parse_tile("AABB", TileGeometry(Shape.SQUARE), ["A", "B"]).edges
    (0, 0, 1, 1)
    """
    numbers = {code: Colour(index) for index, code in enumerate(codes)}
    blank_edges = (UNCOLOURED,) * geometry.sides
    edges = corners = None
    strands: list[Strand] = []
    mark = None
    words = text.split()
    if not words:
        raise NotationError("a tile cannot be empty; write - for the blank tile")
    for position, word in enumerate(words):
        if word == BLANK_TILE and position == 0 and not strands:
            edges = blank_edges
        elif word.startswith(_CORNERS):
            if corners is not None or strands:
                raise NotationError(f"{word!r}: write all corners in one word, before the strands")
            corners = _around(word[1:], "corner", geometry, numbers)
        elif match := _STRAND.fullmatch(word):
            strands.append(_strand(match, geometry, numbers))
        elif _EDGES.fullmatch(word) or (_BETWEEN in word and ":" not in word):
            if edges is not None or strands:
                raise NotationError(f"{word!r}: write all edges in one word, before the strands")
            edges = _around(word, "edge", geometry, numbers)
        elif match := _MARK.fullmatch(word):
            if mark is not None:
                raise NotationError(f"{word!r}: a tile has only one mark")
            mark = parse_mark(word, numbers)
        else:
            raise NotationError(
                f"{word!r} is neither edges (AABB) nor corners (^AABB) nor a strand (1-3) nor a mark"
                f" (dot){_did_you_mean(word, numbers)}"
            )
    used = [port for strand in strands for port in strand.ports]
    for port in used:
        if used.count(port) > 1:
            raise NotationError(f"port {port + 1} is used twice")
    if corners is not None and max(corners) < 0:
        corners = None
    return tile(edges or blank_edges, strands, mark or NO_MARK, corners or ())


def parse_mark(word: str, numbers: Mapping[str, Colour]) -> Mark:
    """The mark that *word* denotes: `dot`, `ring:R`, `label:7`."""
    match = _MARK.fullmatch(word)
    kind, argument = (match[1], match[2]) if match else ("", None)
    if kind not in MARKS:
        hint = _did_you_mean(word, numbers) or f"; the marks are {', '.join(MARKS)}"
        raise NotationError(f"unknown mark {word!r}{hint}")
    if kind == "label":
        if argument is None:
            raise NotationError("a label needs a text, as in label:7")
        if len(argument) > LONGEST_LABEL:
            raise NotationError(f"a label has at most {LONGEST_LABEL} characters, not {argument}")
        return Mark(kind, text=argument)
    return Mark(kind, UNCOLOURED if argument is None else _colour(argument, numbers))


def _did_you_mean(word: str, numbers: Mapping[str, Colour]) -> str:
    """The hint that codes begin with capitals, if the word then has edges or a strand of this set."""
    known = {code.lower(): code for code in numbers if CODE.fullmatch(code)}
    if not known:
        return ""
    longest_first = sorted(map(re.escape, known), key=len, reverse=True)
    meant = re.sub("|".join(longest_first), lambda found: known[found[0].lower()], word.lower())
    is_tile = _STRAND.fullmatch(meant) or _EDGES.fullmatch(meant)
    return f'; did you mean "{meant}"?' if is_tile and meant != word else ""


def _colour(code: str, numbers: Mapping[str, Colour]) -> Colour:
    if code not in numbers:
        known = ", ".join(numbers) or "none"
        what = "a colour code" if _between(numbers) == "" else "a colour code or a value"
        hint = did_you_mean(code, [each for each in numbers if each.lower() == code.lower()])
        raise UnknownCode(f"{code!r} is not {what} of this set{hint or f'; the codes are {known}'}")
    return numbers[code]


def _strand(match: re.Match[str], geometry: TileGeometry, numbers: Mapping[str, Colour]) -> Strand:
    ports = sorted(int(port) for port in match[2].split("-"))
    if ports[0] < 1 or ports[-1] > geometry.port_count:
        raise NotationError(f"{match[0]!r}: the ports of this tile are 1 to {geometry.port_count}")
    colour = UNCOLOURED if match[1] is None else _colour(match[1], numbers)
    return Strand(tuple(Port(port - 1) for port in ports), colour)


def _around(
    word: str, what: str, geometry: TileGeometry, numbers: Mapping[str, Colour]
) -> tuple[Colour, ...]:
    """The colours of all edges, or of all corners."""
    if word in numbers and what == "edge":
        message = (
            f"{word!r} joins no side; write its ports, as in {word}1 or {word}1-2, or all edges"
        )
        raise NotationError(message)
    between = _between(numbers)
    if between and between not in word and _EDGES.fullmatch(word):
        parts = between.join(re.findall(r"[A-Z][a-z]*|-", word))
        raise NotationError(f"{word!r}: write {between} between the {what}s, {parts}")
    codes = word.split(between) if between else re.findall(r"[A-Z][a-z]*|-|[^A-Z-]+", word)
    if len(codes) != geometry.sides:
        shape = geometry.shape.value
        there = counted(len(codes), what)
        hint = _did_you_mean(word, numbers)
        raise NotationError(f"{word!r} has {there}, a {shape} has {geometry.sides}{hint}")
    return tuple(UNCOLOURED if code == "-" else _colour(code, numbers) for code in codes)
