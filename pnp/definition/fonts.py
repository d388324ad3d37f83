"""The fonts of a set, and checks that they can print its texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Located, Place, Related, Severity
from pnp.basics.lookup import NoSuchFile, file_beside
from pnp.basics.words import in_words, listed
from pnp.definition.reading import kinds
from pnp.definition.reading.sections import Section, field, nested
from pnp.scene.font_files import default_style, read_font
from pnp.scene.fonts import PAGE_FONT, Font, UnusableFont, advance_of_character
from pnp.scene.lettering import INVISIBLE, Lettering, needs_shaping

_FILE = kinds.located(kinds.word("a TTF or OTF file beside the set"))


class FontFiles(Section):
    """The files of one font, or its only file."""

    what = "a font"
    short: ClassVar[tuple[str, ...]] = ("regular",)

    regular: Located[str] = field(_FILE, "The file for text in its normal style.", required=True)
    bold: Located[str] = field(_FILE, "The file for bold text.", otherwise="the `regular` file")
    italic: Located[str] = field(_FILE, "The file for italics.", otherwise="the `regular` file")
    bold_italic: Located[str] = field(
        _FILE,
        "The file for text that is bold and italic.",
        key="bold-italic",
        otherwise="the `bold` file, or else the `italic` one",
    )

    @property
    def files(self) -> tuple[Located[str], ...]:
        """The files that the section names."""
        every = (self.regular, self.bold, self.italic, self.bold_italic)
        return tuple(file for file in every if file.value)


class FontsSection(Section):
    """The fonts of a set; each role without a font has that of every page."""

    what = "fonts"

    title: FontFiles = field(
        nested(FontFiles), "The font of titles.", otherwise="the font of every page"
    )
    text: FontFiles = field(
        nested(FontFiles), "The font of texts.", otherwise="the font of every page"
    )
    numbers: FontFiles = field(
        nested(FontFiles), "The font of numbers.", otherwise="the font of every page"
    )
    fallback: tuple[Located[str], ...] = field(
        kinds.list_of(_FILE, "TTF or OTF files", each="a font file", or_one=True),
        "Fonts for characters that the others lack, the best first.",
    )

    @property
    def roles(self) -> Mapping[str, FontFiles]:
        """The files of each role."""
        return {"title": self.title, "text": self.text, "numbers": self.numbers}

    @property
    def files(self) -> tuple[Located[str], ...]:
        """All files that the section names, in its order."""
        of_roles = (file for role in self.roles.values() for file in role.files)
        return (*of_roles, *self.fallback)


def font_findings(fonts: FontsSection, folder: Path) -> Iterator[Finding]:
    """A finding for each file that pnp cannot use, and for each variable font; file by file.

    `folder` is that of the set's file.
    """
    places: dict[str, Place] = {}
    for name, place in fonts.files:
        places.setdefault(name, place)
    for name, place in places.items():
        try:
            style = default_style(_read(name, folder))
        except (NoSuchFile, UnusableFont) as error:
            yield Finding("font", Severity.ERROR, str(error), place)
        else:
            if style:
                message = f"{name} is a variable font; pnp prints its default style, {style}"
                yield Finding("font", Severity.NOTE, message, place)


def letterings(fonts: FontsSection, folder: Path) -> Mapping[str, Lettering]:
    """The lettering of each role; files that pnp cannot use, which have findings, are not in it."""
    fallbacks = tuple(font for file in fonts.fallback if (font := _font(file, folder)))
    return {
        role: Lettering(
            _font(files.regular, folder),
            _font(files.bold, folder),
            _font(files.italic, folder),
            _font(files.bold_italic, folder),
            fallbacks,
        )
        for role, files in fonts.roles.items()
    }


def _font(file: Located[str], folder: Path) -> Font | None:
    try:
        return _read(file.value, folder) if file.value else None
    except (NoSuchFile, UnusableFont):
        return None


def _read(name: str, folder: Path) -> Font:
    """The font in a file beside the set; raises NoSuchFile or UnusableFont."""
    return read_font(file_beside(folder, name), name)


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
