"""Lettering: a font with its bold and italic styles, the fonts that stand in for its gaps, and scripts that need more."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import MissingGlyph
from pnp.scene.fonts import PAGE_FONT, Font, advance_of_character, symbols_font

# Characters that print nothing in the middle of a line: they choose between forms of a sign, or allow
# and forbid breaks. Most fonts lack them, and some draw the hyphen that may break a word.
INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff") | {
    chr(code) for code in range(0xFE00, 0xFE10)
}
_NOTHING = dict.fromkeys(map(ord, INVISIBLE))


class FontRun(NamedTuple):
    """A piece of text in one font; None is the page's own font, which may be bold."""

    font: Font | None
    bold: bool
    text: str


@frozen(slots=True)
class Lettering:
    """A font with its bold and italic styles, and the fonts that stand in for its gaps, in order.

    The page's own font follows the last of them; it is the first if there is no `regular` font. The last of
    all is the font of symbols.
    """

    regular: Font | None = None
    bold: Font | None = None
    italic: Font | None = None
    bold_italic: Font | None = None
    fallbacks: tuple[Font, ...] = ()

    @property
    def every(self) -> tuple[Font, ...]:
        """All its fonts."""
        own = (self.regular, self.bold, self.italic, self.bold_italic)
        return (*(font for font in own if font), *self.fallbacks)

    def style(self, *, strong: bool, emphasis: bool) -> Font | None:
        """The font for a style, or the nearest that the designer gives; pnp makes up no styles."""
        both = (self.bold_italic, self.bold, self.italic) if strong and emphasis else ()
        one = (self.bold,) if strong else (self.italic,) if emphasis else ()
        return next((font for font in both or one if font), self.regular)

    def fonts(self, *, strong: bool, emphasis: bool) -> tuple[Font | None, ...]:
        """The fonts for a style, in the order in which pnp looks for a character."""
        style = self.style(strong=strong, emphasis=emphasis)
        own = (style, self.regular or style) if style else (None,)
        return tuple(dict.fromkeys((*own, *self.fallbacks, None, symbols_font())))

    def runs(
        self, string: str, *, strong: bool = False, emphasis: bool = False
    ) -> tuple[FontRun, ...]:
        """The text in pieces of one font each, without characters that print nothing.

        Raises MissingGlyph for a character that no font has.
        """
        first = self.style(strong=strong, emphasis=emphasis)
        shown = string if string.isascii() else string.translate(_NOTHING)
        if advance_of_character(first, bold=strong).keys() >= set(shown):
            return (FontRun(first, strong, shown),) if shown else ()
        fonts = self.fonts(strong=strong, emphasis=emphasis)
        chosen = _fonts_of(shown, fonts, bold=strong)
        return tuple(
            FontRun(font, strong, "".join(character for character, _ in pairs))
            for font, pairs in groupby(chosen, key=lambda pair: pair[1])
        )


def _fonts_of(
    string: str, fonts: tuple[Font | None, ...], *, bold: bool
) -> Iterator[tuple[str, Font | None]]:
    """Each character with its font; raises MissingGlyph."""
    covered = [advance_of_character(font, bold=bold) for font in fonts]
    before = 0
    for character in string:
        order: Sequence[int] = range(len(fonts))
        # An accent stands well only over a letter of its own font.
        if unicodedata.combining(character):
            order = [before, *order]
        found = next((index for index in order if character in covered[index]), None)
        if found is None:
            name = fonts[0].family if fonts[0] else PAGE_FONT
            raise MissingGlyph(character, string, name)
        before = found
        yield character, fonts[found]


# Blocks of Unicode with such scripts: from Hebrew to Myanmar, the letters of which Hangul syllables
# are made, from Tagalog to Mongolian, and smaller ones. Thai and Lao are among them, because marks
# stand above each other, and lines break inside words. The sign of the baht is not.
_UNSHAPED = (
    "[\u0590-\u0e3e\u0e40-\u109f\u1100-\u11ff\u1700-\u18af\u1900-\u194f\u1a00-\u1aaf\u1b00-\u1c4f"
    "\u1cd0-\u1cff\ua800-\ua82f\ua840-\uaaff\uabc0-\uabff\ud7b0-\ud7ff\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00011fff\U0001e800-\U0001efff]"
)

# Words that follow the name of a script in the name of a character.
_SCRIPT = (
    r"(.+?) (?:(?:SMALL|CAPITAL|INDEPENDENT|DEPENDENT|VOWEL|HIGH|LOW|FINAL|SUBJOINED|EXTENDED) )*"
    r"(?:LETTER|CHARACTER|VOWEL|SIGN|MARK|DIGIT|NUMBER|CONSONANT|SYLLABLE|SYMBOL|TONE|POINT|ACCENT"
    r"|CHOSEONG|JUNGSEONG|JONGSEONG|LIGATURE|PUNCTUATION)\b"
)


def needs_shaping(text: str) -> str:
    """The name of a script in the text that pnp cannot print; "" if it can print all of them.

    >>> needs_shaping("café, はい"), needs_shaping("कुंजी"), needs_shaping("Key: מפתח")
    ('', 'Devanagari', 'Hebrew')
    """
    # Most texts have only letters before these.
    if not text or max(text) < "\u0590":
        return ""
    found = re.search(_UNSHAPED, text)
    return _script_of(found[0]) if found else ""


def _script_of(character: str) -> str:
    name = unicodedata.name(character, "")
    script = re.match(_SCRIPT, name)
    return (script[1] if script else name.partition(" ")[0]).title() or "an unknown script"
