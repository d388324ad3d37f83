"""Scripts that pnp cannot print: their letters join, change or move, or run from right to left."""

from __future__ import annotations

import re
import unicodedata

# Blocks of Unicode with such scripts: from Hebrew to Myanmar, the letters of which Hangul syllables
# are made, from Tagalog to Mongolian, and smaller ones. Thai and Lao are among them, because marks
# stand above each other, and lines break inside words. The sign of the baht is not.
_UNSHAPED = re.compile(
    "[\u0590-\u0e3e\u0e40-\u109f\u1100-\u11ff\u1700-\u18af\u1900-\u194f\u1a00-\u1aaf\u1b00-\u1c4f"
    "\u1cd0-\u1cff\ua800-\ua82f\ua840-\uaaff\uabc0-\uabff\ud7b0-\ud7ff\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00011fff\U0001e800-\U0001efff]"
)

# Words that follow the name of a script in the name of a character.
_SCRIPT = re.compile(
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
    found = _UNSHAPED.search(text)
    return _script_of(found[0]) if found else ""


def _script_of(character: str) -> str:
    name = unicodedata.name(character, "")
    script = _SCRIPT.match(name)
    return (script[1] if script else name.partition(" ")[0]).title() or "an unknown script"
