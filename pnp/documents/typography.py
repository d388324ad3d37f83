"""Sizes and margins of a document, by the size of its page."""

from __future__ import annotations

from pnp.basics.classes import NamedTuple

# Millimetres: players read wider pages on a table, in two columns, and narrower ones in the hand.
_LARGE_PAGE = 180.0
# A page of this width has room for figures beside the text.
_MIDDLE_PAGE = 120.0


class Margin(NamedTuple):
    """The margins of a page; `inner` is at the fold of a booklet."""

    top: float
    bottom: float
    inner: float
    outer: float


class Typography(NamedTuple):
    """The design of a page: lengths in millimetres, sizes of type in points, gaps in ems."""

    width: float
    height: float
    margin: Margin
    columns: int
    gutter: float
    # The width of figures beside the text; 0 if figures stand below it.
    figure_column: float
    text: float
    leading: float
    # The text of tables and captions.
    small: float
    foot: float
    headings: tuple[float, float, float]

    @property
    def measure(self) -> float:
        """The width of a column of text."""
        return (self.text_width - self.gutter * (self.columns - 1)) / self.columns

    @property
    def text_width(self) -> float:
        """The width of all columns of text."""
        return self.width - self.margin.inner - self.margin.outer

    @property
    def text_height(self) -> float:
        """The height of a column of text."""
        return self.height - self.margin.top - self.margin.bottom

    @property
    def bottom(self) -> float:
        """Where columns of text end, from the top of the page."""
        return self.height - self.margin.bottom


def typography(width: float, height: float) -> Typography:
    """The design for pages of this size in millimetres.

    The font is narrow: a character takes 43 % of the em, spaces included. A line across a large page
    would be too long to read.
    """
    if width >= _LARGE_PAGE:
        return Typography(
            width, height, Margin(21, 20, 17, 17), columns=2, gutter=8.0, figure_column=0.0,
            text=10.0, leading=0.62, small=8.8, foot=8.5, headings=(28.0, 17.0, 12.0),
        )  # fmt: skip
    if width >= _MIDDLE_PAGE:
        return Typography(
            width, height, Margin(16, 18, 15, 14), columns=1, gutter=0.0, figure_column=50.0,
            text=9.5, leading=0.6, small=8.2, foot=8.0, headings=(24.0, 16.0, 11.5),
        )  # fmt: skip
    return Typography(
        width, height, Margin(11, 13, 9, 9), columns=1, gutter=0.0, figure_column=0.0,
        text=9.0, leading=0.58, small=8.0, foot=7.5, headings=(20.0, 14.0, 11.0),
    )  # fmt: skip
