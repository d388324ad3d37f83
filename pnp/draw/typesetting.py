"""Text in a box: broken into lines, and made smaller until it fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pnp.errors import DoesNotFit
from pnp.fonts import CAP_HEIGHT, text_width
from pnp.geometry import Point
from pnp.scene import Text

# Shares of the em.
LEADING = 1.32  # from one baseline to the next

# Millimetres: 7 pt, the least that is read with ease.
SMALLEST = 2.5


class Lines(NamedTuple):
    """Lines of text of one size; the em in millimetres."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """From the top of the first line's capitals to the last baseline."""
        return self.size * (CAP_HEIGHT + LEADING * (len(self.lines) - 1))


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """The text in lines no wider than *width*; a word that is wider stands alone.

    >>> wrapped("one two three", 20, 5)
    ('one two', 'three')
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def fitted(
    text: str,
    width: float,
    height: float,
    largest: float,
    *,
    least: float = SMALLEST,
    bold: bool = False,
) -> Lines:
    """The text in the largest size at which it fits; raises DoesNotFit below the least."""
    size = largest
    while True:
        lines = Lines(wrapped(text, width, size, bold=bold), size)
        widest = max((text_width(line, size, bold=bold) for line in lines.lines), default=0.0)
        if widest <= width + 1e-9 and lines.height <= height + 1e-9:
            return lines
        if size <= least:
            raise DoesNotFit(
                f"the text is too long for {width:.0f} x {height:.0f} mm, even in the smallest print"
                f' of {least * 72 / 25.4:.0f} pt: "{_beginning(text)}"'
            )
        size = max(least, size * 0.96)


def _beginning(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[:most].rstrip() + " ..."


def set_lines(
    lines: Lines,
    top: Point,
    ink: str,
    *,
    bold: bool = False,
    anchor: Literal["start", "middle", "end"] = "start",
) -> Iterator[Text]:
    """The lines one below the other; the capitals of the first touch *top* from below."""
    for number, line in enumerate(lines.lines):
        baseline = top + Point(0, lines.size * (CAP_HEIGHT + LEADING * number))
        yield Text(line, baseline, lines.size, ink, bold=bold, anchor=anchor)


def widest(texts: Sequence[str], size: float, *, bold: bool = False) -> float:
    """The width of the widest of the texts."""
    return max((text_width(text, size, bold=bold) for text in texts), default=0.0)
