"""Boards: their cells, what stands in these, and what lies round them."""

from pnp.draw.board.boards import (
    BAND,
    INSET_OF_PLAYER,
    BoardDrawing,
    Room,
    SheetArt,
    label_lines,
    name_top,
)
from pnp.draw.board.inks import BoardInks, board_theme, is_bordered
from pnp.draw.board.maps import board_drawing, board_of_height
from pnp.draw.board.sides import box_with_highlight, highlight_items, highlight_width

__all__ = [
    "BAND",
    "INSET_OF_PLAYER",
    "BoardDrawing",
    "BoardInks",
    "Room",
    "SheetArt",
    "board_drawing",
    "board_of_height",
    "board_theme",
    "box_with_highlight",
    "highlight_items",
    "highlight_width",
    "is_bordered",
    "label_lines",
    "name_top",
]
