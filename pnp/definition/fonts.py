"""Reading the fonts of a set: font files for titles, texts and numbers, and those that fill gaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from pnp.basics.beside import NoSuchFile, file_beside
from pnp.basics.errors import Finding, Located, Place, Severity
from pnp.definition import kinds
from pnp.definition.sections import Section, field, nested
from pnp.scene.font_files import default_style, read_font
from pnp.scene.fonts import Font, UnusableFont
from pnp.scene.lettering import Lettering

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
