"""Words in messages: numbers of things, lists, and the nearest valid word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

# Characters that a terminal obeys, or that change the order in which it shows others: control characters but tabs and ends of
# lines, separators of lines, marks of direction, and halves of characters, which no terminal has.
ACTS_ON_TERMINALS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""The text with the characters that would act on a terminal in writing.

    >>> print(visible("\x1b[2J"), visible("a\u202eb"))
    \x1b[2J a<U+202E>b
    """
    return ACTS_ON_TERMINALS.sub(_written, text)


def _written(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"<U+{code:04X}>"


# What a message repeats of a file or of a command, in quotes or without a blank; a path may have so many letters.
_REPEATED = re.compile(r'"[^"\n]{241,}"|[^\s"]{241,}')
# Letters of a message that are shown. Only what repeats a long value of a file, or an endless name, has more.
_MOST_OF_A_MESSAGE = 1000
_BEFORE, _AFTER = 700, 200


def in_brief(message: str) -> str:
    """A message without the middle of long input that it repeats, and of itself, if it is still too long.

    >>> print(in_brief('there is no set "' + "x" * 500 + '"'))
    there is no set "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx … xxxxxxxxxxxxxxxxxxx"
    >>> len(in_brief("x " * 500)), len(in_brief("x " * 10_000))
    (1000, 901)
    """
    message = _REPEATED.sub(lambda found: f"{found[0][:60]} … {found[0][-20:]}", message)
    if len(message) <= _MOST_OF_A_MESSAGE:
        return message
    return f"{message[:_BEFORE]}…{message[-_AFTER:]}"


def in_a_line(message: str) -> str:
    r"""A message in brief and in one line, for a terminal.

    >>> print(in_a_line('there is no tile "a' + chr(10) + 'b"'))
    there is no tile "a\nb"
    """
    return in_brief(message).replace("\n", r"\n")


def with_newlines(text: str) -> str:
    r"""The text with a newline at each end of a line, whichever system wrote it.

    >>> with_newlines("a\r\nb\rc\n")
    'a\nb\nc\n'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "tile"), counted(2000, "different tile"), counted(2, "box")
    ('1 tile', '2,000 different tiles', '2 boxes')
    """
    plural = "es" if what.endswith("x") else "s"
    return f"{number:,} {what}{'' if number == 1 else plural}"


def quoted(text: str) -> str:
    """A word of a file, in a message."""
    return f'"{text}"'


def in_words(texts: Sequence[str], *, last: str = "and") -> str:
    """The texts in one phrase, with the word before the last one.

    >>> in_words(["a", "b", "c"])
    'a, b and c'
    """
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def listed(texts: Sequence[str], *, most: int = 6) -> str:
    """The texts in one phrase, shortened if there are many.

    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    if len(texts) > most:
        return f"{', '.join(texts[:most])} and {len(texts) - most} more"
    return in_words(texts)


def capitalised(text: str) -> str:
    """The text with a capital at its beginning, and everything else as it is.

    >>> capitalised("board of HexStatic")
    'Board of HexStatic'
    """
    return text[:1].upper() + text[1:]


def unbroken(text: str) -> str:
    """The text on one line: no line ends at its blanks."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that *word* probably stands for; None if none is near.

    A third of the letters may be wrong, or the end may be missing.

    >>> nearest("junctoin", ["line", "junction"]), nearest("hex", ["hexagon"]), nearest("a1", ["A1"])
    ('junction', 'hexagon', 'A1')
    >>> nearest("rectangle", ["triangle", "square"])
    """
    typed = word.casefold()
    words = [(text.casefold(), text) for text in sorted(known)]
    if len(typed) >= _SHORTEST_START:
        begun = [text for other, text in words if other.startswith(typed)]
        if len(begun) == 1:
            return begun[0]
    # The lengths alone tell that most words are far.
    near = (
        (slips(typed, other), text)
        for other, text in words
        if abs(len(typed) - len(other)) <= max(len(typed), len(other)) // 3
    )
    best = min(near, default=None)
    return best[1] if best and best[0] <= max(len(typed), len(best[1])) // 3 else None


# Letters that are enough to tell a word by its start.
_SHORTEST_START = 3


def slips(one: str, other: str) -> int:
    """The number of letters to add, remove, change or swap with the next to turn one text into another.

    Known as the distance of optimal string alignment.

    >>> slips("lnie", "line"), slips("sqare", "square"), slips("rad", "red"), slips("", "ab")
    (1, 1, 1, 2)
    """
    last: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        before = row
        row = [i]
        for j, wanted in enumerate(other, 1):
            least = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and (letter, one[i - 2]) == (other[j - 2], wanted):
                least = min(least, last[j - 2] + 1)
            row.append(least)
        last = before
    return row[-1]


def choices(texts: Sequence[str]) -> str:
    """The texts as a choice.

    >>> choices(["a", "b", "c"])
    'a, b or c'
    """
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message: the known word nearest to *word*, or else a list of the known words.

    >>> did_you_mean("lnie", ["line", "nexus"])
    '; did you mean "line"?'
    """
    # The only group of tiles has no name.
    known = sorted(filter(None, known))
    near = nearest(word, known)
    if near is not None:
        return f'; did you mean "{near}"?'
    if not known:
        return ""
    return f"; known here: {', '.join(known)}" if len(known) <= 40 else ""
