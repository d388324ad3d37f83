"""Words in messages: numbers of things, lists, and the nearest valid word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "tile"), counted(2000, "different tile")
    ('1 tile', '2,000 different tiles')
    """
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def in_words(texts: Sequence[str]) -> str:
    """The texts in one phrase.

    >>> in_words(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def listed(texts: Sequence[str], *, most: int = 6) -> str:
    """The texts in one phrase, shortened if there are many.

    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    if len(texts) > most:
        return f"{', '.join(texts[:most])} and {len(texts) - most} more"
    return in_words(texts)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that *word* probably stands for; None if none is near."""
    from difflib import get_close_matches

    as_written = {text.lower(): text for text in sorted(known)}
    near = get_close_matches(word.lower(), as_written, n=1, cutoff=0.6)
    return as_written[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message: the known word nearest to *word*, or else a list of the known words.

    >>> did_you_mean("lnie", ["line", "nexus"])
    '; did you mean "line"?'
    """
    known = sorted(known)
    near = nearest(word, known)
    if near is not None:
        return f'; did you mean "{near}"?'
    if not known:
        return ""
    return f"; known here: {', '.join(known)}" if len(known) <= 40 else ""
