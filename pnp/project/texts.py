"""Whether all texts of a game can be printed."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.definition import Definition
from pnp.errors import Finding, MissingGlyph, Place, Severity
from pnp.fonts import text_width


def unprintable(definition: Definition) -> Iterator[Finding]:
    """A finding for each text with a character that the font lacks."""
    for text, place in _printed_texts(definition):
        # The font has all of ASCII: most sets need not open it.
        if text.isascii() and text.isprintable():
            continue
        try:
            text_width(text, 1.0)
        except MissingGlyph as error:
            yield Finding("printable", Severity.ERROR, str(error), place)


def _printed_texts(definition: Definition) -> Iterator[tuple[str, Place]]:
    yield definition.title, definition.title_place
    for text in definition.credit[:2]:
        yield text, definition.credit_place
    for family in definition.families:
        yield family.mark.text, family.place
        for each in family.listed or ():
            yield each.tile.mark.text, each.place
