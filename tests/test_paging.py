"""The search for page breaks: it typesets no draft that cannot help."""

from __future__ import annotations

from math import ceil

import pytest

from pnp.documents.layout import BookLayout, Draft, End
from pnp.documents.paging import paged
from pnp.documents.story import Data
from pnp.documents.typography import typography

A5 = typography(148.5, 210)

CHAPTER: Data = {
    "opens": "",
    "last": False,
    "columns": 1,
    "feet": [],
    "opening": [],
    "blocks": [],
}


def sizes_tried(pages: float) -> list[float]:
    """The sizes of text in the drafts of a booklet with so many full pages, whose text shrinks evenly."""
    tried: list[float] = []

    def drafted(layout: BookLayout) -> Draft:
        if layout.text not in tried:
            tried.append(layout.text)
        full = pages * layout.text**2
        tops = [End(page, A5.margin.inner, A5.margin.top) for page in range(1, ceil(full) + 1)]
        foot = A5.margin.top + A5.text_height
        blocks = [end._replace(y=foot) for end in tops[:-1]]
        low = A5.margin.top + A5.text_height * (full - len(tops) + 1)
        return Draft(layout, A5, [[tops[0], *blocks, tops[-1]._replace(y=low)]])

    paged([CHAPTER], A5, drafted, fold=True)
    return tried


@pytest.mark.parametrize(
    ("pages", "tried"),
    [
        # Of 8.9 pages, 0.92 of the size leaves 7.5, and 0.96 leaves 8.2, for they have no figures.
        (8.9, [1.0, 0.92]),
        (8.5, [1.0, 0.96]),
        # No size of a text saves two pages of ten.
        (9.9, [1.0]),
        (8.0, [1.0]),
    ],
)
def test_a_booklet_tries_smaller_text_only_if_that_may_save_a_sheet(
    pages: float, tried: list[float]
) -> None:
    """The sum of all columns, as small as text and figures get, must fit on a sheet less."""
    assert tried == sizes_tried(pages)
