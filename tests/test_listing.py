"""The list of all pieces, which contact sheets, differences and the preview show."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.colour.theme import STANDARD
from pnp.kinds import ListedPiece, listed_tile, listing, piece_findings, piece_groups
from pnp.pieces import make_pieces
from pnp.scene import Clip, Drawing, Item, Placed
from tests.conftest import Call, bundled, set_of

SETS = ["hexstatic", "controlled-path", "hex-auction", "hexpertise", "hexagonal-highway"]

# A card with more text than it has room for, between tiles and tokens that can be drawn.
BROKEN = f"""\
game: sample
players: 2
colours: [red, blue]
tiles: {{shape: square, size: 20mm, families: [{{name: one, generate: edges}}]}}
pieces:
  cards: [{{name: deck, cards: [{{title: A, text: {"Every word counts. " * 50}}}, {{title: B}}]}}]
  tokens: [{{name: chip, size: 20mm, count: 3, front: {{text: A}}}}]
"""


def pieces_of(text: str) -> tuple[ListedPiece, ...]:
    """The listed pieces of a set."""
    return tuple(listing(make_pieces(set_of(text))))


def clips(items: tuple[Item, ...]) -> int:
    """The number of clips in a drawing."""
    found = 0
    for item in items:
        match item:
            case Clip(_, inner):
                found += 1 + clips(inner)
            case Drawing(inner) | Placed(Drawing(inner)):
                found += clips(inner)
            case _:
                pass
    return found


@pytest.mark.parametrize("name", SETS)
def test_every_printed_piece_is_listed_once(name: str) -> None:
    """With its copies, in a group of its own kind."""
    pieces = make_pieces(bundled(name))
    parts = pieces.components
    groups = [*piece_groups(pieces)]
    printed = {(group.kind, group.name): group.printed for group in groups}
    expected = {
        ("tile", family.name): sum(piece.copies for piece in family.pieces)
        for family in pieces.tileset.families
    }
    expected |= {("card", deck.name): deck.printed for deck in parts.decks}
    expected |= {("token", tokens.name): tokens.printed for tokens in parts.tokens}
    expected |= {("board", each.name): 1 for each in parts.boards if each.definition.printed}
    expected |= {("pad", pad.name): pad.wanted or 1 for pad in parts.pads}
    expected |= {("box", "box"): 1}
    assert printed == expected
    ids = [(piece.kind, piece.id) for group in groups for piece in group.pieces]
    assert len(ids) == len({*ids})
    assert all(piece.group == group.name for group in groups for piece in group.pieces)


def test_a_piece_with_a_wrong_face_is_drawn_as_far_as_possible() -> None:
    """The designer sees what else is on it; the finding is among those of all pieces."""
    for piece in pieces_of(BROKEN):
        assert piece.at_true_size().box.width > 10
    pieces = make_pieces(set_of(BROKEN))
    assert [each.rule for each in piece_findings(pieces)] == ["face-text"]


def test_a_contact_sheet_needs_only_the_chosen_pieces(in_folder: Path, pnp: Call) -> None:
    """Errors of other pieces are no news there."""
    Path("sample.yaml").write_text(BROKEN)
    result = pnp("show", "sample.yaml", "-o", "all.svg")
    assert (result.exit_code, Path("all.svg").exists()) == (1, True)
    assert "error face-text" in result.stderr
    assert pnp("show", "sample.yaml", "--ids", "one-1,chip", "-o", "some.svg").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hexstatic", "hexagonal-highway"])
def test_pictures_have_their_size(name: str) -> None:
    """At most the box that they may fill, and exactly that in one direction."""
    for piece in listing(make_pieces(bundled(name))):
        box = piece.picture(30.0, 40.0).box
        assert max(box.width / 30.0, box.height / 40.0) == pytest.approx(1.0)


def test_tiles_lie_side_by_side() -> None:
    """The picture of a tile has no margin; those of other pieces have room for their outline."""
    pieces = make_pieces(bundled("hexstatic"))
    for piece in listing(pieces):
        cutout = piece.cutout
        assert cutout is not None
        margin = 0.0 if piece.kind == "tile" else 0.4
        assert piece.at_true_size().box.width == pytest.approx(cutout.box.width + margin)


def test_tiles_are_drawn_without_clips() -> None:
    """They take time where there are thousands of tiles; a token needs one."""
    pieces = make_pieces(bundled("hexstatic"), STANDARD)
    tile = listed_tile(pieces, pieces.tileset.pieces[0])
    token = next(each for each in listing(pieces) if each.kind == "token")
    assert clips(tile.at_true_size().drawing.items) == 0
    assert clips(tile.picture(20.0, 20.0).drawing.items) == 0
    assert clips(token.at_true_size().drawing.items) == 1


def test_the_number_of_a_pad_may_be_that_of_its_paper() -> None:
    """Such a pad has no number of copies, and counts once."""
    pad = next(each for each in listing(make_pieces(bundled("hexstatic"))) if each.kind == "pad")
    assert (pad.copies, pad.printed) == (None, 1)
