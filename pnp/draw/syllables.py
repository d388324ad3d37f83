"""Places where a long word may come apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Consonants that begin a syllable together, in English, German and most languages of Europe.
_ONSETS = frozenset(
    [
        "bl",
        "br",
        "ch",
        "cl",
        "cr",
        "dr",
        "fl",
        "fr",
        "gl",
        "gr",
        "kl",
        "kn",
        "kr",
        "ph",
        "pl",
        "pr",
        "qu",
        "sch",
        "schl",
        "schm",
        "schn",
        "schr",
        "schw",
        "sh",
        "sk",
        "sl",
        "sm",
        "sn",
        "sp",
        "spr",
        "st",
        "str",
        "sw",
        "th",
        "tr",
        "tw",
        "wr",
        "zw",
    ]
)
_BETWEEN_VOWELS = re.compile(
    r"(?<=[aeiouyäöüáéíóúàèêâôîûå])[bcdfghjklmnpqrstvwxzßñç]+(?=[aeiouyäöüáéíóúàèêâôîûå])"
)


def breaks(word: str) -> Iterator[int]:
    """The places before the consonants that begin a syllable.

    >>> "|".join("spielplatz"[a:b] for a, b in ((0, 5), (5, 10))), [*breaks("spielplatz")]
    ('spiel|platz', [5])
    >>> [*breaks("constellation")]
    [3, 7, 9]
    """
    for found in _BETWEEN_VOWELS.finditer(word.lower()):
        start, end = found.span()
        starts = (
            at for at in range(start, end) if at == end - 1 or word[at:end].lower() in _ONSETS
        )
        yield next(starts)
