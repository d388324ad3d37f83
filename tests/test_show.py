"""`pnp show`: contact sheets of a set, or of some of its pieces."""

from __future__ import annotations

import io
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from pnp.basics.errors import UnusableInput
from pnp.basics.lookup import library
from pnp.kinds import piece_groups
from pnp.pieces import make_pieces
from pnp.review.contact import captioned, contact_page, shown_box
from pnp.scene import Clip, Drawing, Item, Layer, Page, Placed, Text
from pnp.scene.fonts import text_width
from tests.conftest import Call, bundled

SETS = ["hexstatic", "controlled-path", "hex-auction", "hexpertise", "hexagonal-highway"]


def page_of(name: str) -> Page:
    """The contact sheet of a bundled set."""
    pieces = make_pieces(bundled(name), labels=False)
    return contact_page(name, [*piece_groups(pieces)], pieces.theme)


def words(picture: str) -> set[str]:
    """The texts in an SVG file."""
    return {*re.findall(r'aria-label="([^"]*)"', picture)}


def captions(items: tuple[Item, ...]) -> list[Text]:
    """The texts of a page that are no part of a piece, where they stand on the page."""
    found = []
    for item in items:
        match item:
            case Text():
                found.append(item)
            case Placed(Drawing(inner), at, 1.0):
                found += [
                    text.__class__(
                        text.string, at + text.at, text.size, text.ink, text.bold, text.anchor
                    )
                    for text in inner
                    if isinstance(text, Text)
                ]
            case Clip() | Drawing() | Placed():
                pass
    return found


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("name", SETS)
def test_every_piece_stands_on_the_sheet_with_its_id(name: str) -> None:
    """Tiles with their notation, all other pieces with the name that commands use."""
    page = page_of(name)
    shown = {text.string.partition(" x")[0] for text in captions(page.items(Layer.ART))}
    tileset = bundled(name)
    pieces = make_pieces(tileset)
    parts = pieces.components
    assert {piece.id for piece in tileset.pieces} <= shown
    assert {tileset.definition.notation(piece.tile) for piece in tileset.pieces} <= shown
    assert {card.id for deck in parts.decks for card in deck.cards} <= shown
    assert {token.id for tokens in parts.tokens for token in tokens.kinds} <= shown
    assert {board.name for board in parts.boards if board.definition.printed} <= shown
    assert {pad.name for pad in parts.pads} <= shown


def test_polyforms_of_a_set_are_in_one_scale() -> None:
    """A piece of one square is a fifth as wide as one of five in a row, which fills its box."""
    pieces = make_pieces(bundled("examples/corner-quarrel"), labels=False)
    (group,) = (each for each in piece_groups(pieces) if each.kind == "polyform")
    widths = {
        name: cell.picture.box.width
        for name, cell in zip((each.id for each in group.pieces), captioned(group), strict=True)
    }
    assert widths["pieces-brick-i5"] == pytest.approx(shown_box("polyform")[0])
    for one, five in (("i1", "i5"), ("i2", "i5")):
        ratio = widths[f"pieces-brick-{one}"] / widths[f"pieces-brick-{five}"]
        assert ratio == pytest.approx(int(one[1]) / 5)


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("name", [*SETS, "published/macmahon-triangles", "published/tsuro"])
def test_no_caption_leaves_the_sheet_or_meets_another(name: str) -> None:
    """Of texts on one line none reaches the next."""
    page = page_of(name)
    lines: dict[float, list[tuple[float, float]]] = {}
    shares = {"start": 0.0, "middle": 0.5, "end": 1.0}
    for text in captions(page.items(Layer.ART)):
        width = text_width(text.string, text.size, bold=text.bold)
        left = text.at.x - width * shares[text.anchor]
        assert left >= 0
        assert left + width <= page.width
        assert 0 <= text.at.y <= page.height
        lines.setdefault(round(text.at.y, 3), []).append((left, left + width))
    for spans in lines.values():
        spans.sort()
        assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_the_default_file_is_named(in_folder: Path, pnp: Call) -> None:
    """In the folder of the game, with the theme in its name."""
    result = pnp("show", "hexstatic", "--family", "nexus")
    assert result.stdout == "output/hexstatic/contact-sheet.svg: 20 tiles\n"
    text = Path("output/hexstatic/contact-sheet.svg").read_text("utf-8")
    assert {"nexus · 20 tiles", "HexStatic, nexus", "R1 G2 B3 star"} <= words(text)
    result = pnp("show", "tsuro", "--theme", "low-ink")
    assert result.stdout == "output/tsuro/contact-sheet-low-ink.svg: 35 tiles\n"


def test_where_and_family_choose_tiles(in_folder: Path, pnp: Call) -> None:
    """The same tiles that `pnp enumerate` lists, and no other pieces."""
    asked = ("hexstatic", "--family", "two-lines", "--where", "{crossings: 1, red: {ends: 1}}")
    notations = {*pnp("enumerate", *asked, "--format", "notation").stdout.splitlines()}
    result = pnp("show", *asked, "-o", "some.svg")
    assert result.stdout == f"some.svg: {len(notations)} tiles\n"
    shown = words(Path("some.svg").read_text("utf-8"))
    assert notations <= shown
    assert "{crossings: 1, red: {ends: 1}}" in " ".join(shown)
    ids = [each for each in shown if re.fullmatch(r"[a-z-]+-\d+", each)]
    assert len(ids) == len(notations)


def test_ids_choose_pieces_of_any_kind(in_folder: Path, pnp: Call) -> None:
    """With commas, or one by one."""
    result = pnp(
        "show", "hexstatic", "--ids", "nexus-03, owner-red", "--ids", "hexstatic-scores",
        "-o", "these.svg",
    )  # fmt: skip
    assert result.stdout == "these.svg: 1 tile, 1 token, 1 pad\n"
    shown = words(Path("these.svg").read_text("utf-8"))
    assert {"nexus-03", "owner-red", "hexstatic-scores"} <= shown
    assert "nexus-04" not in shown


def test_copies_are_shown(in_folder: Path, pnp: Call) -> None:
    """Beside the id, if there are several."""
    text = """\
game: copies
colours: [red, blue]
tiles: {shape: square, size: 20mm, families: [{name: one, generate: edges, copies: 4}]}
"""
    Path("copies.yaml").write_text(text)
    assert pnp("show", "copies.yaml", "-o", "c.svg").exit_code == 0
    shown = words(Path("c.svg").read_text("utf-8"))
    assert {"one-1 x4", "one · 6 tiles, 24 to print"} <= shown


HOUSES = """\
game: houses
colours: {steel: "#5B6B7A", spell: "#6A3FA0"}
pieces:
  cards:
    - name: house
      face: {front: [{text: "{rank}"}], back: [{shape: fill, fill: "{suit}"}]}
      combine: {suit: [steel, spell], rank: 1..3}
    - {name: plain, face: numbered, cards: [{title: A, text: a}, {title: B, text: b}]}
  screens:
    - {name: staff, count: 2, inside: {left: [{text: Move}]}}
"""


def test_each_different_back_is_shown_once(in_folder: Path, pnp: Call) -> None:
    """With the number of its cards, or the name of the deck if it has only one; of a screen the inside."""
    Path("houses.yaml").write_text(HOUSES)
    result = pnp("show", "houses.yaml", "-o", "h.svg")
    assert result.stdout == "h.svg: 8 cards, 1 screen\n"
    texts = re.findall(r'aria-label="([^"]*)"', Path("h.svg").read_text("utf-8"))
    assert texts.count("back of 3 cards") == 2 and texts.count("back") == 1
    assert [texts.count(each) for each in ("house-1", "house-4", "house-5")] == [2, 2, 1]
    assert texts.count("plain") == texts.count("inside") == texts.count("Move") == 1


@pytest.mark.slow
def test_a_png_has_the_colours_of_the_pieces(in_folder: Path, pnp: Call) -> None:
    """It is as wide as a screen with two dots for each of CSS, on white."""
    assert pnp("show", "hexstatic", "--family", "nexus", "-o", "n.png").exit_code == 0
    image = Image.open(io.BytesIO(Path("n.png").read_bytes())).convert("RGB")
    assert abs(image.width - 2560) <= 1
    assert image.getpixel((3, 3)) == (255, 255, 255)
    colours = {colour for _, colour in image.getcolors(1 << 24) or []}
    assert {(0xC8, 0x37, 0x2D), (0x1E, 0x8C, 0x5A), (0x1F, 0x5F, 0xA8)} <= colours


def test_a_set_with_errors_is_shown_before_them(in_folder: Path, pnp: Call) -> None:
    """A designer wants to see the tiles that are wrong."""
    text = """\
game: wrong
colours: [red, blue]
tiles: {shape: square, size: 20mm, families: [{name: one, generate: edges, expect: 5}]}
"""
    Path("wrong.yaml").write_text(text)
    result = pnp("show", "wrong.yaml", "-o", "wrong.svg")
    assert result.exit_code == 1
    assert result.stdout == "wrong.svg: 6 tiles\n"
    assert 'error expect: the family "one" has 6 different tiles, not 5' in result.stderr


def test_a_folder_in_the_place_of_the_file(in_folder: Path, pnp: Call) -> None:
    """The message names it."""
    Path("taken.svg").mkdir()
    result = pnp("show", "tsuro", "-o", "taken.svg")
    assert result.exit_code == 2
    assert "cannot write to taken.svg" in result.stderr


def test_an_extra_is_told_from_a_library_that_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a library that is not there is the user's to install."""
    (tmp_path / "broken_extra.py").write_text("import no_such_part\n")
    monkeypatch.syspath_prepend(tmp_path)

    def wanted(name: str) -> object:
        return library(name, extra="some", user="pnp that")

    with pytest.raises(
        UnusableInput, match=r"^pnp that needs no-such-part; .*'pnp-tiles\[some\]'$"
    ):
        wanted("no_such_part")
    with pytest.raises(ModuleNotFoundError, match="no_such_part"):
        wanted("broken_extra")
    assert wanted("json") is sys.modules["json"]


@pytest.mark.slow
def test_thousands_of_tiles_fit_on_a_sheet(in_folder: Path, pnp: Call) -> None:
    """As a picture of SVG that shares what tiles have in common."""
    result = pnp("show", "hexagons-5")
    assert result.stdout == "output/hexagons-5/contact-sheet.svg: 2,635 tiles\n"
    path = Path("output/hexagons-5/contact-sheet.svg")
    assert "hexagon-2635" in words(path.read_text("utf-8"))
    assert path.stat().st_size < 40_000_000
