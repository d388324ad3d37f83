"""Checks that the fonts of a set can print its texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.basics.errors import Finding, Place, Related, Severity
from pnp.basics.words import in_words, listed
from pnp.scene.fonts import PAGE_FONT, Font, advance_of_character
from pnp.scene.lettering import INVISIBLE, Lettering
from pnp.scene.scripts import needs_shaping

# Characters that one message names, and places that it shows besides the first.
_MOST_NAMED, _MOST_PLACES = 40, 5

# Characters that end a line or a word, and have no glyph.
_BREAKS = frozenset("\n\r\t")


class PrintedText(NamedTuple):
    """A text as it is printed: its role among the fonts, its style, and where it is written."""

    text: str
    role: str
    place: Place
    strong: bool = False
    emphasis: bool = False


class _Gap(NamedTuple):
    """A character that a font lacks, and the name of the font that prints it; "" if none does."""

    character: str
    printed_by: str


def text_findings(
    texts: Iterable[PrintedText], letterings: Mapping[str, Lettering]
) -> Iterator[Finding]:
    """An error for each script that pnp cannot print; then what the fonts lack, font by font.

    `letterings` has one for every role of the texts.
    """
    printable = []
    scripts: dict[str, Place] = {}
    for text in texts:
        if script := needs_shaping(text.text):
            scripts.setdefault(script, text.place)
        else:
            printable.append(text)
    for script, place in scripts.items():
        message = (
            f"pnp cannot print {script} text, of which the letters join, move, or run from right to"
            " left; put it into a picture"
        )
        yield Finding("script", Severity.ERROR, message, place)
    yield from _missing_styles(printable, letterings)
    yield from _missing_glyphs(printable, letterings)


def _missing_styles(
    texts: Iterable[PrintedText], letterings: Mapping[str, Lettering]
) -> Iterator[Finding]:
    """A note for each role and style that has no file of its own, at the first text in it."""
    noted = set()
    for text in texts:
        lettering = letterings[text.role]
        key, wanted = {
            (True, True): ("bold-italic", lettering.bold_italic),
            (True, False): ("bold", lettering.bold),
            (False, True): ("italic", lettering.italic),
            (False, False): ("regular", lettering.regular),
        }[text.strong, text.emphasis]
        font = lettering.style(strong=text.strong, emphasis=text.emphasis)
        if font and not wanted and (text.role, key) not in noted:
            noted.add((text.role, key))
            message = (
                f'the font "{text.role}" has no file "{key}"; pnp prints such words in {font.path}'
            )
            yield Finding("font-style", Severity.NOTE, message, text.place)


def _missing_glyphs(
    texts: Iterable[PrintedText], letterings: Mapping[str, Lettering]
) -> Iterator[Finding]:
    """An error and a note for each font: what it lacks, and what others print in its place."""
    gaps: dict[str, dict[_Gap, Place]] = {}
    for text in texts:
        fonts = letterings[text.role].fonts(strong=text.strong, emphasis=text.emphasis)
        # The page's font has all of ASCII: most sets need not open it.
        if fonts[0] is None and text.text.isascii() and text.text.isprintable():
            continue
        left = {*text.text} - advance_of_character(fonts[0], bold=text.strong).keys()
        for character in sorted(left - INVISIBLE - _BREAKS):
            printed_by = next(
                (
                    _name(font)
                    for font in fonts
                    if character in advance_of_character(font, bold=text.strong)
                ),
                "",
            )
            # Fallbacks of the page's font are there for what it lacks: that is no news.
            if fonts[0] or not printed_by:
                of_font = gaps.setdefault(_name(fonts[0]), {})
                of_font.setdefault(_Gap(character, printed_by), text.place)
    for name, places in gaps.items():
        lost = {gap: place for gap, place in places.items() if not gap.printed_by}
        if lost:
            message = (
                f"{name} has no glyph for {_characters(lost)}, nor has any other font of the set;"
                ' add a font with them under "fallback"'
            )
            yield _finding(Severity.ERROR, message, lost)
        printed = {gap: place for gap, place in places.items() if gap.printed_by}
        if printed:
            others = dict.fromkeys(gap.printed_by for gap in printed)
            parts = [
                f"{other} prints {_characters(gap for gap in printed if gap.printed_by == other)}"
                for other in others
            ]
            message = f"{name} lacks some characters: {in_words(parts)}"
            yield _finding(Severity.NOTE, message, printed)


def _name(font: Font | None) -> str:
    return font.path if font else f"the font {PAGE_FONT}"


def _characters(gaps: Iterable[_Gap]) -> str:
    characters = sorted({gap.character for gap in gaps})
    return listed([_shown(character) for character in characters], most=_MOST_NAMED)


def _shown(character: str) -> str:
    code = f"U+{ord(character):04X}"
    return f'"{character}" ({code})' if character.isprintable() else code


def _finding(severity: Severity, message: str, gaps: Mapping[_Gap, Place]) -> Finding:
    """The finding at the first of the places, with some of the others."""
    first: dict[Place, str] = {}
    for gap, place in gaps.items():
        first.setdefault(place, _shown(gap.character))
    place, *others = first
    related = (Related(f"{first[other]} is here", other) for other in others[:_MOST_PLACES])
    return Finding("missing-glyph", severity, message, place, tuple(related))
