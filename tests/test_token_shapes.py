"""Tokens of every shape and size: what is drawn lies on them and can be recognised."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.colour.theme import STANDARD
from pnp.definition import load_definition
from pnp.draw.tokens import token_items
from pnp.imposition import Paper, SheetOptions, make_sheets
from pnp.imposition.options import Job
from pnp.kinds.tokens import TokenKind
from pnp.pieces import Pieces, make_pieces
from pnp.scene import Shape, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import bounding_box, points_of
from pnp.sets.tileset import make_tileset
from tests.conftest import set_of


def tokens_of(*written: str) -> Pieces:
    """The pieces of a game with these tokens in red and blue."""
    lines = "\n".join(f"    - {{{each}}}" for each in written)
    return make_pieces(
        set_of(
            f'game: chips\ncolours: {{red: "#8C2F1E", blue: "#7FB2E0"}}\npieces:\n  tokens:\n{lines}\n'
        )
    )


def test_a_rectangle_has_both_of_its_sides() -> None:
    """The trim, the sheet and the cuts have the width and the height of the file."""
    pieces = tokens_of("name: ticket, shape: rectangle, size: 4 x 1.5cm, count: 3, front: star")
    ((cutout, copies),) = pieces.tokens(pieces.components.tokens[0])
    assert (cutout.box.width, cutout.box.height, copies) == (40.0, 15.0, 3)
    job = Job(pieces.definition, "tokens", "", ((cutout, copies),))
    sheets = make_sheets(job, "spaced", Paper("a4", 210, 297, 10, 21.5), SheetOptions(), STANDARD)
    assert sheets.straight, "a ruler cuts rectangles"
    assert sheets.stats.per_page == 3


@pytest.mark.parametrize("rim", ["line", "coin", "dots", "clockwise", "band"])
@pytest.mark.parametrize("size", ["40 x 12mm", "50 x 30mm"])
def test_a_word_beside_a_sign_is_inside_the_token(rim: str, size: str) -> None:
    """On a wide token the word stands to the right of the sign, clear of it and of the cut."""
    pieces = tokens_of(
        f"name: t, shape: rectangle, size: {size}, count: 1, front: {{sign: sun, text: Dusk, rim: {rim}}}"
    )
    token = pieces.components.tokens[0].kinds[0]
    sign, word = token_items(token)
    assert isinstance(sign, Shape)
    assert isinstance(word, Text)
    half = text_width(word.string, word.size, bold=True) / 2
    assert bounding_box(points_of(sign.path)).right < word.at.x - half
    assert word.at.x + half < token.definition.width / 2 - 0.5


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("name: cube, shape: square, size: 5mm, colours: all, count: 9", []),
        ("name: disc, size: 12mm, colours: all, count: 9, front: pawn", []),
        ("name: disc, size: 8mm, colours: all, count: 9, front: pawn", ["token-sign"]),
    ],
)
def test_a_sign_that_nobody_can_recognise_is_reported(written: str, found: list[str]) -> None:
    """A cube of 5 mm has room for a symbol, a disc of 8 mm has none for a symbol below a sign."""
    pieces = tokens_of(written)
    assert [each.rule for each in TokenKind().findings(pieces)] == found


def test_tokens_of_lists_are_there_in_each_colour() -> None:
    """As many of each combination in each colour as the count says, and bare backs on request."""
    pieces = tokens_of(
        "name: chip, size: 2cm, count: 3, colours: all, back: none, combine: {a: [x, y], b: [1, 2, 3]},"
        ' face: [{text: "{a}{b}", size: 9pt}]'
    )
    (chips,) = pieces.components.tokens
    assert not chips.definition.is_two_sided
    ids = {each.id: each.copies for each in chips.kinds}
    assert ids == {f"chip-{ink}-{n}": 3 for ink in ("red", "blue") for n in range(1, 7)}
    cutouts = [cutout for cutout, _ in pieces.tokens(chips)]
    assert all(each.back is None and each.is_bare for each in cutouts)
    values = [
        {name: value.value for name, value in each.listed.fields.items()}
        for each in chips.kinds
        if each.listed and each.id.startswith("chip-red")
    ]
    assert values == [{"a": a, "b": b} for a in "xy" for b in "123"]


def test_tokens_of_a_table_are_there_in_each_colour(tmp_path: Path) -> None:
    """The `copies` of a row count for each colour."""
    (tmp_path / "coins.csv").write_text("worth,copies\n1,3\n5,2\n")
    path = tmp_path / "coins.yaml"
    path.write_text(
        'game: coins\ncolours: {red: "#8C2F1E", blue: "#7FB2E0"}\npieces:\n  tokens:\n'
        "    - name: coin\n      size: 2cm\n      colours: all\n      data: coins.csv\n"
        '      face: [{text: "{worth}", size: 9pt}]\n      expect: 10\n'
    )
    (coins,) = make_pieces(make_tileset(load_definition(path))).components.tokens
    copies = {each.id: each.copies for each in coins.kinds}
    assert copies == {"coin-red-1": 3, "coin-red-2": 2, "coin-blue-1": 3, "coin-blue-2": 2}
