"""A kind of piece besides tiles: what its section declares, so that all else loops over a table of kinds.

A new kind is a subclass of `PieceSection`. Its package offers it under the entry point `pnp.kinds`, or
`load_definition` gets a table of kinds with it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Self

from pnp.basics.classes import frozen
from pnp.basics.errors import Located
from pnp.definition.reading import kinds
from pnp.definition.reading.formulas import Formula
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, declared, field, nested, title_of
from pnp.definition.values import GivenPiece


class PieceSection(Section):
    """A piece of one kind as it is written; a subclass declares its keys, of which `name` is one."""

    # The key of their list in `pieces`, the words for its items, and its meaning in one sentence.
    plural: ClassVar[str] = ""
    listed_as: ClassVar[str] = ""
    meaning: ClassVar[str] = ""
    # The folder with its words by language, `en.yaml` at least, if they are not in templates/words/.
    words: ClassVar[Path | None] = None
    # Whether boxes and standees may be for pieces of this kind.
    is_held: ClassVar[bool] = False

    name: str = ""
    title: str = ""

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of numbers that counts and rulebooks know once the piece is defined."""
        return ()

    @property
    def counted(self) -> Located[Formula] | None:
        """Its count, which may refer to numbers that are defined before it."""
        return None

    def numbered(self, count: int, players: int) -> Mapping[str, int]:
        """Its numbers, if its count has this value and so many players can play."""
        del players
        return dict.fromkeys(self.numbers, count)

    @property
    def given(self) -> tuple[GivenPiece, ...]:
        """Everything in it that has a face: its figures and colours are in use."""
        return ()

    @property
    def shown_colours(self) -> tuple[str, ...]:
        """The names of the colours that it shows besides those of faces."""
        return ()

    def completed(self, reader: Reader) -> Self:
        return replace(self, title=self.title or title_of(self.name))

    def check(self, reader: Reader, names: KnownNames) -> None:
        """Reports names of other pieces that the game lacks, or that do not fit."""


# The kinds of pieces by their keys in `pieces`, in the order of tables and findings.
PieceKinds = Mapping[str, type[PieceSection]]

# The pieces of a game by those keys.
PieceLists = Mapping[str, tuple[PieceSection, ...]]


class PiecesSection(Section):
    """The pieces of a game besides its tiles; `pieces_section` makes a subclass with their kinds."""

    what = "pieces"
    # The folders with the words of kinds that bring their own.
    word_folders: ClassVar[tuple[Path, ...]] = ()

    @property
    def listed(self) -> PieceLists:
        """The pieces of each kind, by the key of their list."""
        keys = declared(type(self))
        return {key: getattr(self, each.attribute) for key, each in keys.items()}


@lru_cache
def pieces_section(kinds_of_pieces: tuple[type[PieceSection], ...]) -> type[PiecesSection]:
    """The section with a list of pieces of each kind."""
    keys = {
        each.plural.replace("-", "_"): field(
            kinds.list_of(nested(each), each.listed_as), each.meaning, key=each.plural
        )
        for each in kinds_of_pieces
    }
    content = {
        "__doc__": PiecesSection.__doc__,
        "__annotations__": dict.fromkeys(keys, tuple),
        "word_folders": tuple(each.words for each in kinds_of_pieces if each.words),
    }
    return type("PiecesSection", (PiecesSection,), {**keys, **content})


# The cards that stand on a cover.
COVER_CARDS = kinds.list_of(kinds.located(kinds.text(60)), "cards", each="a card", or_one=True)


@frozen
class KnownNames:
    """What pieces may refer to: other pieces, the names of those that boxes hold, and all names."""

    pieces: PieceLists
    held: Collection[str]
    every: Collection[str]
