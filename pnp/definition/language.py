"""A language: the words that pnp itself prints, and how it writes numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.basics.units import plain_lengths
from pnp.basics.words import in_words

# The place of a value in a text.
SLOT = re.compile(r"\{([a-z]+)\}")


class Plural(NamedTuple):
    """The forms of a text for 1 and for any other number."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Language:
    """The words of a language by their keys; `tag` is its name, such as de."""

    tag: str
    texts: Mapping[str, str | Plural] = field(hash=False)

    def __call__(self, key: str, **values: str | int) -> str:
        """The text with its values; numbers are written as in this language."""
        text = self.texts[key]
        assert isinstance(text, str), f"{key} has a form for 1, and needs a number"
        return self._filled(text, values)

    def counted(self, key: str, number: int, **values: str | int) -> str:
        """The form of a text for this number, which is the value `number` of the text."""
        forms = self.texts[key]
        assert isinstance(forms, Plural), f"{key} has no form for 1"
        return self._filled(forms.one if number == 1 else forms.other, {"number": number, **values})

    def number(self, value: int) -> str:
        """A whole number with separators of thousands."""
        return f"{value:,}".replace(",", self("thousands"))

    def length(self, *millimetres: float) -> str:
        """A length, or several such as width and height, with their unit."""
        return plain_lengths(millimetres).replace(".", self("decimal"))

    def listed(self, texts: Sequence[str]) -> str:
        """The texts in one phrase, such as `a, b and c`."""
        return in_words(texts, last=self("and"))

    def templates(self) -> dict[str, str]:
        """All texts without a form for 1, with their values in double braces as in templates."""
        return {
            key: SLOT.sub(r"{{\1}}", text)
            for key, text in self.texts.items()
            if isinstance(text, str)
        }

    def _filled(self, text: str, values: Mapping[str, str | int]) -> str:
        def value(slot: re.Match[str]) -> str:
            found = values[slot[1]]
            return found if isinstance(found, str) else self.number(found)

        return SLOT.sub(value, text)
