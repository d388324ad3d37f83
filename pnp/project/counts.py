"""How many pieces a game has, by kind and by name."""

from __future__ import annotations

from pnp.sets.components import Components
from pnp.sets.tileset import Tileset


def printed_pieces(tileset: Tileset, parts: Components) -> dict[str, int]:
    """The number of pieces of each kind to print."""
    return {
        "tiles": tileset.printed,
        "cards": sum(deck.printed for deck in parts.decks),
        "tokens": sum(tokens.printed for tokens in parts.tokens),
        "board": sum(
            board.definition.printed or bool(board.definition.poster) for board in parts.boards
        ),
        "pads": len(parts.pads),
        "frames": sum(len(frame.parts) for frame in parts.frames),
        "boxes": sum(box.copies for box in parts.boxes),
        "dividers": sum(divider.printed for divider in parts.dividers),
        "standees": sum(standees.printed for standees in parts.standees),
    }


def component_counts(parts: Components) -> dict[str, int]:
    """The numbers of hexes of each board, cards of each deck, and tokens of each kind."""
    return {
        **{board.name: len(board.definition.cells) for board in parts.boards},
        **{deck.name: deck.printed for deck in parts.decks},
        **{tokens.name: tokens.printed for tokens in parts.tokens},
    }
