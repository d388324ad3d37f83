"""Checks that all texts of a game can be printed."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.errors import Finding, MissingGlyph, Place, Severity
from pnp.definition import Definition
from pnp.scene.fonts import text_width

# The rule of these findings.
UNPRINTABLE = "printable"


def unprintable(definition: Definition) -> Iterator[Finding]:
    """A finding for each text with a character that the font lacks."""
    for text, place in _printed_texts(definition):
        line = text.replace("\n", " ")
        # The font has all of ASCII: most sets need not open it.
        if line.isascii() and line.isprintable():
            continue
        try:
            text_width(line, 1.0)
        except MissingGlyph as error:
            yield Finding(UNPRINTABLE, Severity.ERROR, str(error), place)


def _printed_texts(definition: Definition) -> Iterator[tuple[str, Place]]:
    yield definition.title, definition.place_of("title")
    credit = definition.credit
    for text in (credit.designer, credit.year, credit.page):
        yield text, definition.place_of("source")
    for text in (definition.licence, *definition.notes):
        yield text, definition.start
    yield from _texts_of_pieces(definition)
    for family in definition.families:
        yield family.title, family.place
        yield family.mark.text, family.place
        for each in family.listed or ():
            yield each.tile.mark.text, each.place


def _texts_of_pieces(definition: Definition) -> Iterator[tuple[str, Place]]:
    for board in definition.boards:
        yield board.title, board.place
        for group in board.groups:
            yield from ((text, board.place) for text in (group.note, *group.labels))
    for deck in definition.decks:
        yield deck.title, deck.place
    for token in definition.tokens:
        yield token.title, token.place
        for side in (token.front, token.back):
            yield ("" if side is None else side.text), token.place
    for made in (*definition.boxes, *definition.standees):
        yield made.title, made.place
    for frame in definition.frames:
        yield frame.title, frame.place
    for divider in definition.dividers:
        yield divider.title, divider.place
