"""Pieces of Markdown that know their places in the source."""

from __future__ import annotations

from typing import NamedTuple

from pnp.basics.errors import Place, Source


class Excerpt(NamedTuple):
    """The content of a block without the marks before it, and its place in the source.

    `line` counts from 0; the first line begins at the column `after` or later.
    """

    source: Source
    line: int
    content: str
    after: int | None = None

    def place(self, offset: int) -> Place:
        """The place of the character at this offset of the content."""
        before, lines = self.content[:offset], self.content.split("\n")
        number = before.count("\n")
        within = offset - (before.rfind("\n") + 1)
        column = self._column(number, lines[number]) + within
        if self.after is not None:
            # In a table a bar has a backslash before it, which the content lacks.
            column += before.count("|")
        return Place(self.source, self.line + number + 1, column + 1)

    def _column(self, number: int, text: str) -> int:
        line = line_of(self.source, self.line + number)
        if self.after is not None:
            return max(line.find(text.replace("|", r"\|"), self.after), self.after)
        # Marks of lists and quotations stand before the text: it is the last match.
        found = line.rfind(text)
        return found if found >= 0 else len(line) - len(line.lstrip())

    @property
    def end(self) -> int:
        """The column after the first line."""
        return self._column(0, self.content) + len(self.content) + self.content.count("|")


def line_of(source: Source, number: int) -> str:
    """A line of the source, counted from 0; empty after the last one."""
    lines = source.text.replace("\r\n", "\n").split("\n")
    return lines[number] if number < len(lines) else ""
