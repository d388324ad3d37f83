"""Moves as text: a sentence for each kind of move reads and writes it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from pnp.play.codec import Word
from pnp.play.problems import IllegalMove

MoveT = TypeVar("MoveT")

_BLANK = re.compile(r"\{([a-z_]+)\}")


class Sentence(NamedTuple):
    """How a kind of move is written: `lay {tile} at {cell}`, with the words for its attributes."""

    move: type[Any]
    text: str
    words: dict[str, Word[Any]] = {}  # noqa: RUF012 - a named tuple's default is never changed
    example: str = ""

    def write(self, move: object) -> str:
        """The move as text."""
        return _BLANK.sub(
            lambda blank: self.words[blank[1]].text(getattr(move, blank[1])), self.text
        )

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of the texts of such moves; its groups are the attributes."""
        parts = _BLANK.split(" ".join(self.text.split()))
        texts = (
            f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)
        )
        return re.compile("".join(texts))


class MoveNotation(Generic[MoveT]):
    """The sentences of a game; the first one that matches a text reads it."""

    def __init__(self, *sentences: Sentence) -> None:
        self.sentences = sentences
        self._patterns = [(each.pattern, each) for each in self.sentences]

    @cached_property
    def _by_type(self) -> dict[type[Any], Sentence]:
        return {each.move: each for each in self.sentences}

    def write(self, move: MoveT) -> str:
        """The move in one line."""
        return self._by_type[type(move)].write(move)

    def read(self, text: str) -> MoveT:
        """The move in a text; raises IllegalMove if the text is not a move of the game."""
        line = " ".join(text.split())
        for pattern, sentence in self._patterns:
            match = pattern.fullmatch(line)
            if match is not None:
                try:
                    values = {
                        name: sentence.words[name].parse(part)
                        for name, part in match.groupdict().items()
                    }
                except ValueError as error:
                    raise IllegalMove("notation", str(error)) from error
                move: MoveT = sentence.move(**values)
                return move
        known = ", ".join(f'"{each.example or each.text}"' for each in self.sentences)
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        raise IllegalMove("notation", f'"{shown}" is not a move; write one of {known}')
