"""How the colours of a game look in a theme, in words for rulebooks."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.colour.theme import Theme
from pnp.definition import SYMBOLS, Ink, Language
from pnp.tiles import UNCOLOURED, Tile


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
