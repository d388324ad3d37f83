"""Findings about tiles and words that are too large."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.errors import Finding, Severity
from pnp.basics.units import plain_lengths
from pnp.pieces.trims import tile_trim, upright
from pnp.scene.fonts import text_width
from pnp.sets.components import Tokens
from pnp.sets.tileset import Tileset

# A word on a token has at least 7 pt, and is no longer than this share of the token.
SMALLEST_TEXT = 2.5

# Millimetres: what most printers reach on Letter, the wider paper, and on A4, the higher one.
_WIDEST, _HIGHEST = 203.2, 284.3
TEXT_SHARE = 0.9


def large_tiles(tileset: Tileset) -> Iterator[Finding]:
    """A note for each group whose tiles are larger than the paper that everybody has."""
    for group in (each.group for each in tileset.by_group if each.pieces):
        box = tile_trim(group).box(upright(group))
        width, height = sorted((box.width, box.height))
        if width > _WIDEST or height > _HIGHEST:
            message = (
                f"tiles of {plain_lengths(group.lengths)} are larger than A4 and Letter; make them"
                " smaller, or build them with a larger --paper"
            )
            yield Finding("large-tiles", Severity.NOTE, message, group.size_place)


def long_words(tokens: Tokens) -> Iterator[Finding]:
    """A finding for each word that is too long for a token."""
    definition = tokens.definition
    for face in (definition.front, definition.back):
        text = "" if face is None else face.text
        width = text_width(text, SMALLEST_TEXT, bold=True)
        if width > definition.size * TEXT_SHARE:
            message = f'"{text}" is {width:.0f} mm long in 7 pt: too long for this token'
            yield Finding("token-text", Severity.ERROR, message, definition.place)
