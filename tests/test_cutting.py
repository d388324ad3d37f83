"""The values by which a kit says how to cut its sheets."""

from __future__ import annotations

import pytest

from pnp.imposition import SheetOptions
from pnp.kinds import kind_of, sections
from pnp.pieces import make_pieces
from pnp.project import BuildOptions, chosen_papers
from tests.conftest import bundled


@pytest.mark.parametrize(
    ("game", "paper", "printed", "apart"),
    [
        ("hexstatic", "a4", False, True),
        ("hexstatic", "letter", False, False),
        ("hexagonal-highway", "a4", True, True),
    ],
)
def test_the_step_of_pads_is_true_of_their_pages(
    game: str, paper: str, printed: bool, apart: bool
) -> None:
    """It speaks of lines only if a page has some, and of copies only if a page says how many."""
    pieces, (sheet,) = make_pieces(bundled(game)), chosen_papers([paper])
    made = [*sections(pieces, sheet, BuildOptions(pieces=("pads",)))]
    style = kind_of("pad").step(pieces, made, SheetOptions())
    assert (style["printed"], style["apart"]) == (printed, apart)
    assert style["any"] == (game == "hexstatic")
