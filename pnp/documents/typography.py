"""Sizes, inks and margins of a document, by the size of its page."""

from __future__ import annotations

from typing import NamedTuple

from pnp.basics.units import POINTS_PER_MM

INK = "#221E1A"
QUIET_INK = "#6A6155"
# The font has no italics: emphasis is a warm brown, as dark in grey as the text.
EMPHASIS_INK = "#84400F"
LINE_INK = "#CFC5B2"
TINT = "#F6F1E4"
CODE_TINT = "#EFEAE0"

# Millimetres: players read wider pages on a table, and narrower ones in the hand.
_LARGE_PAGE = 180.0


class Typography(NamedTuple):
    """The design of a page; lengths in points."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    # The indent of text, to the right of headings.
    hang: float
    text: float
    leading: float
    # The text of tables and captions.
    small: float
    small_leading: float
    foot: float
    foot_height: float
    title: float
    headings: tuple[float, float, float]

    @property
    def text_width(self) -> float:
        return self.width - self.left - self.right - self.hang

    @property
    def text_height(self) -> float:
        return self.height - self.top - self.bottom


def typography(width: float, height: float) -> Typography:
    """The design for pages of this size in millimetres.

    The font is narrow: a character takes 43 % of the em, spaces included. Lines across a large page
    would be too long to read, so that the text begins to the right of the headings.
    """
    mm = POINTS_PER_MM
    if width >= _LARGE_PAGE:
        return Typography(
            width * mm, height * mm, 28 * mm, 28 * mm, 24 * mm, 27 * mm, 22 * mm,
            text=10.5, leading=15.0, small=9.0, small_leading=12.5,
            foot=8.0, foot_height=14 * mm, title=28.0, headings=(20.0, 15.0, 11.5),
        )  # fmt: skip
    return Typography(
        width * mm, height * mm, 14 * mm, 14 * mm, 14 * mm, 18 * mm, 0.0,
        text=9.5, leading=13.0, small=8.3, small_leading=11.2,
        foot=7.5, foot_height=9.5 * mm, title=22.0, headings=(16.0, 13.0, 10.5),
    )  # fmt: skip
