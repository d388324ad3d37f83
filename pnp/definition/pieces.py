"""Reading the pieces of a game besides its tiles."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Self

from pnp.definition import kinds
from pnp.definition.boards import BoardDefinition
from pnp.definition.boxes import (
    TILES,
    BoxDefinition,
    DividerDefinition,
    StandeeDefinition,
    check_contents,
)
from pnp.definition.cards import DeckDefinition
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, field, nested
from pnp.definition.tokens import PadDefinition, TokenDefinition
from pnp.definition.vocabulary import Vocabulary


class PiecesSection(Section):
    """The pieces of a game besides its tiles."""

    what = "pieces"

    boards: tuple[BoardDefinition, ...] = field(
        kinds.list_of(nested(BoardDefinition), "boards"), "The boards."
    )
    decks: tuple[DeckDefinition, ...] = field(
        kinds.list_of(nested(DeckDefinition), "decks"), "The decks of cards.", key="cards"
    )
    tokens: tuple[TokenDefinition, ...] = field(
        kinds.list_of(nested(TokenDefinition), "kinds of tokens"), "The tokens."
    )
    pads: tuple[PadDefinition, ...] = field(
        kinds.list_of(nested(PadDefinition), "pads"), "The pads to write on."
    )
    boxes: tuple[BoxDefinition, ...] = field(
        kinds.list_of(nested(BoxDefinition), "boxes"), "Tuck boxes to keep pieces in."
    )
    dividers: tuple[DividerDefinition, ...] = field(
        kinds.list_of(nested(DividerDefinition), "dividers"), "Dividers for trays."
    )
    standees: tuple[StandeeDefinition, ...] = field(
        kinds.list_of(nested(StandeeDefinition), "standees"), "Standees to fold."
    )

    def in_words_of(self, vocabulary: Vocabulary) -> Self:
        """The pieces in the colours of the game."""
        return replace(
            self,
            boards=tuple(board.in_words_of(vocabulary) for board in self.boards),
            decks=tuple(deck.in_words_of(vocabulary) for deck in self.decks),
            tokens=tuple(token.in_words_of(vocabulary) for token in self.tokens),
            boxes=tuple(box.in_words_of(vocabulary) for box in self.boxes),
        )

    def check_contents(
        self,
        reader: Reader,
        *,
        groups: Collection[str],
        families: Collection[str],
        known: Collection[str],
    ) -> None:
        """Reports names of pieces for boxes and standees that the game lacks, or that nothing holds."""
        holdable = {
            *([TILES] if families else []),
            *filter(None, groups),
            *families,
            *(deck.name for deck in self.decks),
            *(token.name for token in self.tokens),
        }
        check_contents(reader, (*self.boxes, *self.standees), holdable, known)
