"""Faces on whole pieces: small cards, tables, tokens, tiles, and what commands make of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.definition.elements import ImageElement, ShapeElement, TextElement
from pnp.faces import LaidFace
from pnp.kinds import listing, piece_findings
from pnp.pieces import Cutout, make_pieces
from pnp.project.themes import chosen_theme
from pnp.render import svg_text
from pnp.scene import Layer, Page, strings_of
from pnp.scene.geometry import Box, Point, bounding_box
from pnp.sets.components import components
from pnp.sets.tileset import make_tileset
from tests.conftest import Call, set_of
from tests.faces import (
    DPI,
    all_findings,
    card_set,
    extent,
    is_box,
    near,
    pieces_in,
    pieces_of,
    printed,
)
from tests.rasters import Raster, svg_raster

BLUE = "#1010D0"

# Free millimetres round a piece that is looked at with all that sticks out of it.
MARGIN = 20.0


def unclipped(cutout: Cutout, *, turn: float = 0.0, bleed: float | None = None) -> Raster:
    """The art of a piece with all that reaches over its cut, or its bleed, in a wide margin."""
    box = cutout.box
    width, height = box.width + 2 * MARGIN, box.height + 2 * MARGIN
    face = cutout.front
    if bleed is None:
        placed = face.art(turn)
    else:
        assert face.bleed is not None
        placed = face.bleed(turn, bleed)
    at = Point(width / 2, height / 2)
    page = Page(
        width, height, {Layer.ART: (placed.__class__(placed.drawing, at, turn=placed.turn),)}
    )
    return svg_raster(svg_text(page), DPI)


# -------------------------------------------------------------------------------- small cards

SIZES = {
    "30 x 30": "{width: 30mm, height: 30mm}",
    "50 x 30": "{width: 50mm, height: 30mm}",
    "30 x 50": "{width: 30mm, height: 50mm}",
    "40 x 40": "{width: 40mm, height: 40mm}",
    **{name: name for name in ("mini", "poker", "tarot")},
}

DECKS = {
    "title-and-text": "cards: [{title: Rain, corner: 12, sign: drop, text: Draw two.}, {title: A Long Title}]",
    "two-colours": "generate: pairs",
    "opposites": "generate: opposites, pairs: [[red, sea-blue]]",
    "number-corners": "face: number-corners, combine: {suit: [sun, moon], rank: [A, '10'], pips: ['', 1, 10]}",
    "two-way": "face: two-way, cards: [{title: Rain, other-title: Sun, text: Draw two., other-text: Lay one.}]",
    "art-and-text": "face: art-and-text, cards: [{title: Rain, cost: 5, power: 3, text: Draw two.}]",
    "symbols": "generate: symbols, order: 2, symbols: [flame, drop, mountain, spiral, sun, moon, star]",
}  # fmt: skip


def small_set(deck: str, size: str) -> str:
    """A set with one deck."""
    return (
        'game: sample\ncolours: {red: "#D01010", sea-blue: "#1010D0"}\npieces:\n'
        f"  cards: [{{name: deck, size: {size}, {deck}}}]\n"
    )


@pytest.mark.spread(16)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("deck", DECKS)
def test_a_bundled_face_suits_a_small_card(deck: str, size: str) -> None:
    """Everything is free of the cut by the safe margin, and pnp has nothing to say."""
    text = small_set(DECKS[deck], SIZES[size])
    assert [each for each in all_findings(text) if each.rule != "unused-colour"] == []
    for piece in [*listing(pieces_of(text))][:6:4]:
        cutout = piece.cutout
        assert cutout is not None
        found = extent((unclipped(cutout) < 0.9).any(axis=2))
        assert found is not None
        margin = min(3.2, 0.08 * min(cutout.box.width, cutout.box.height))
        safe = Box(MARGIN, MARGIN, cutout.box.width, cutout.box.height).widened(-margin)
        # A line may have half of its width outside its box.
        assert safe.contains(found, tolerance=0.6), (piece.id, found, safe)


def laid_in(folder: Path, deck: str, size: str) -> list[LaidFace]:
    """The faces of a deck with the picture art.png; pnp finds at most that words on a tiny card are small."""
    Image.new("RGB", (1500, 1500), "#336699").save(folder / "art.png")
    (folder / "game.yaml").write_text(small_set(deck, size), "utf-8")
    pieces = pieces_in(folder / "game.yaml")
    allowed = ("unused-colour", "small-text" if size == SIZES["30 x 50"] else "")
    assert [each for each in piece_findings(pieces) if each.rule not in allowed] == []
    return [*pieces.faces_of_cards(pieces.components.decks[0])]


@pytest.mark.parametrize("size", SIZES)
def test_art_and_text_shows_all_fields_on_any_card(in_folder: Path, size: str) -> None:
    """The picture, and each text beside it or below it; no text lies on the picture but the cost."""
    card = "{title: Windmill, art: art.png, type: House, text: Take two., cost: 2, power: 3}"
    (laid,) = laid_in(in_folder, f"face: art-and-text, cards: [{card}]", SIZES[size])
    (art,) = [each for each in laid.front if isinstance(each.element, ImageElement)]
    texts = {
        each.element.text.value: bounding_box(each.corners)
        for each in laid.front
        if isinstance(each.element, TextElement)
    }
    assert {*texts} == {"{title}", "{type}", "{text}", "{cost}", "{power}"}
    picture = bounding_box(art.corners)
    for name in ("{title}", "{type}", "{text}", "{power}"):
        box = texts[name]
        assert (
            box.y >= picture.bottom
            or box.bottom <= picture.y
            or box.x >= picture.right
            or box.right <= picture.x
        ), name


@pytest.mark.parametrize("size", SIZES)
def test_the_words_of_full_art_are_on_their_band(in_folder: Path, size: str) -> None:
    """With a text and without one."""
    cards = "[{title: Windmill}, {title: Old Mill, text: It has not turned.}]"
    deck = f"face: full-art, fields: {{art: art.png}}, cards: {cards}"
    for laid, number in zip(laid_in(in_folder, deck, SIZES[size]), (1, 2), strict=True):
        (band,) = [each for each in laid.front if isinstance(each.element, ShapeElement)]
        texts = [each for each in laid.front if isinstance(each.element, TextElement)]
        assert len(texts) == number
        for text in texts:
            assert bounding_box(band.corners).contains(bounding_box(text.corners))


@pytest.mark.parametrize("colour", ["red", "orange", "yellow", "green", "blue", "purple"])
def test_the_value_of_a_coloured_token_can_be_read(colour: str) -> None:
    """Dark on light grounds, light on dark ones; pnp has nothing to say."""
    text = (
        f"game: sample\ncolours: [{colour}]\npieces:\n  tokens:\n"
        f"    - {{name: coin, size: 22mm, count: 2, colours: all, face: token-value,"
        " fields: {value: 5}}\n"
    )
    assert [each.rule for each in all_findings(text)] == []


@pytest.mark.parametrize("size", ["30 x 30", "50 x 30", "mini"])
def test_a_text_that_a_small_card_has_no_room_for(size: str) -> None:
    """One error that names the card and the room; nothing is printed over the cut."""
    words = "Every word of this card counts, and no word of it is free. " * 14
    text = small_set(f"cards: [{{title: Rain, text: {words!r}}}]", SIZES[size])
    assert [each.rule for each in all_findings(text) if each.rule != "unused-colour"] == [
        "face-text"
    ]


def test_the_text_of_a_deck_has_one_size() -> None:
    """That of the card with the longest text, in the default face and in that for both ends."""
    cards = "[{title: A, text: Draw.}, {title: A, text: " + "Every word counts. " * 9 + "}]"
    both = cards.replace("title: A", "title: A, other-title: B, other-text: Draw.")
    for deck, number in ((f"cards: {cards}", 1), (f"face: two-way, cards: {both}", 2)):
        pieces = pieces_of(small_set(deck, "mini"))
        sizes = [
            [each.size for each in laid.front if getattr(each.element, "same_size", False)]
            for laid in pieces.faces_of_cards(pieces.components.decks[0])
        ]
        assert [len(each) for each in sizes] == [number] * 2
        assert sizes[0] == sizes[1]


def test_a_table_without_a_card(in_folder: Path, pnp: Call) -> None:
    """If no row is printed."""
    Path("cards.csv").write_text("title,copies\nRain,0\n")
    Path("game.yaml").write_text(card_set(FACE, (), deck="data: cards.csv\n"))
    result = pnp("validate", "game.yaml")
    assert (result.exit_code, result.output.count("error")) == (1, 2)
    assert "a row with copies" in result.output


@pytest.mark.parametrize("size", SIZES)
def test_the_backs_of_cards_are_symmetric(size: str) -> None:
    """The same either way up, so that no card is marked; they bleed 3 mm."""
    (piece, *_) = listing(pieces_of(small_set("generate: pairs", SIZES[size])))
    cutout = piece.cutout
    assert cutout is not None
    assert cutout.back is not None
    assert cutout.back.bleed is not None
    box = cutout.box
    page = Page(box.width, box.height, {Layer.ART: (cutout.picture(back=True).at(Point(0, 0)),)})
    # At the edge of the page a dot is dark only in part.
    back = svg_raster(svg_text(page), DPI)[2:-2, 2:-2]
    assert (np.abs(back - back[::-1, ::-1]).max(axis=2) > 0.4).mean() < 0.01


# ------------------------------------------------------------------------------------- tables

FACE = """
fields: {title: required, cost: optional}
front:
  - {text: "{title}", size: 9pt, at: top, height: 12mm}
  - {text: "{cost}", size: 9pt, at: bottom, height: 12mm}
"""

ROWS = [["title", "cost", "copies"], ["Rain", "1", "2"], ["Sun; hot", "", ""], ["Fog", "3", "0"]]


def quoted(separator: str) -> str:
    """The rows with values in quotes where they have the separator."""
    return "".join(
        separator.join(f'"{each}"' if separator in each else each for each in row) + "\r\n"
        for row in ROWS
    )


TABLES = {
    "comma": quoted(",").encode(),
    "semicolon": quoted(";").encode(),
    "tab": quoted("\t").encode(),
    "byte order mark": b"\xef\xbb\xbf" + quoted(";").encode(),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_cards(in_folder: Path, name: str) -> None:
    """Every row is a card with an id; one without copies is left out."""
    Path("cards.csv").write_bytes(TABLES[name])
    deck = "data: cards.csv\nexpect: 3\n"
    Path("game.yaml").write_text(card_set(FACE, (), deck=deck))
    pieces = pieces_in(in_folder / "game.yaml")
    (found,) = pieces.components.decks
    assert [
        (each.id, each.text("title"), each.text("cost"), each.copies) for each in found.cards
    ] == [
        ("deck-1", "Rain", "1", 2),
        ("deck-2", "Sun; hot", "", 1),
    ]
    assert [*piece_findings(pieces)] == []
    assert [each.id for each in listing(pieces)] == ["deck-1", "deck-2"]


def test_a_table_of_tokens(in_folder: Path) -> None:
    """A kind of token for each row, with its copies."""
    Path("coins.csv").write_text("value,copies\n1,10\n5,4\n10,\n50,0\n")
    Path("game.yaml").write_text(
        "game: sample\npieces:\n  tokens:\n"
        "    - {name: coin, size: 20mm, data: coins.csv, face: token-value, expect: 15}\n"
    )
    pieces = pieces_in(in_folder / "game.yaml")
    (tokens,) = pieces.components.tokens
    assert [each.copies for each in tokens.kinds] == [10, 4, 1]
    assert len({each.id for each in tokens.kinds}) == 3
    assert [*piece_findings(pieces)] == []
    assert pieces.components.numbers["coin"] == 15


def test_a_table_of_tiles(in_folder: Path) -> None:
    """A column for the notation; all others are fields, `players` is not."""
    Path("tiles.csv").write_text("tile,town,copies,players\nR1-3,Ulm,2,1\nR1-2,Bonn,,1\n-,,0,1\n")
    Path("game.yaml").write_text(
        "game: sample\ncolours: [red]\ntiles:\n  shape: square\n  size: 40mm\n  families:\n"
        '    - {name: road, data: tiles.csv, face: [{text: "{town}", size: 9pt, height: 8mm, at: top}]}\n'
    )
    pieces = pieces_in(in_folder / "game.yaml")
    assert [
        (each.id, each.copies, each.listed and each.listed.values["town"])
        for each in pieces.tileset.pieces
    ] == [("road-1", 2, "Ulm"), ("road-2", 1, "Bonn")]
    assert [*piece_findings(pieces)] == []


def test_the_numbers_of_a_table_of_cards(in_folder: Path) -> None:
    """With copies, for counts, rules and rulebooks."""
    Path("cards.csv").write_bytes(TABLES["comma"])
    Path("game.yaml").write_text(card_set(FACE, (), deck="data: cards.csv\n"))
    pieces = pieces_in(in_folder / "game.yaml")
    assert pieces.components.numbers["deck"] == 3


def test_a_wrong_number_of_cards_is_reported(in_folder: Path, pnp: Call) -> None:
    """`expect` counts copies."""
    Path("cards.csv").write_bytes(TABLES["comma"])
    Path("game.yaml").write_text(card_set(FACE, (), deck="data: cards.csv\nexpect: 4\n"))
    result = pnp("validate", "game.yaml")
    assert result.exit_code == 1
    assert '"deck" has 3 cards, not 4' in result.output


def test_a_changed_cell_is_a_changed_card(in_folder: Path, pnp: Call) -> None:
    """With its reason; a new row is a new card."""
    Path("old.csv").write_text("title,cost\nRain,1\nSun,2\nFog,3\n")
    Path("new.csv").write_text("title,cost\nRain,1\nSnow,2\nFog,3\nHail,4\n")
    for name in ("old", "new"):
        Path(f"{name}.yaml").write_text(card_set(FACE, (), deck=f"data: {name}.csv\n"))
    result = pnp("diff", "old.yaml", "new.yaml", "--format", "json")
    found = [
        (each["change"], each["sentence"]) for each in json.loads(result.stdout)["differences"]
    ]
    assert sorted(found) == [("added", "added"), ("changed", "another title")]


def test_a_table_is_shown_and_counted(in_folder: Path, pnp: Call) -> None:
    """`show` has a picture of each card, `stats` and `list` count all copies."""
    Path("cards.csv").write_bytes(TABLES["semicolon"])
    Path("game.yaml").write_text(card_set(FACE, (), deck="data: cards.csv\n"))
    assert pnp("show", "game.yaml", "-o", "cards.svg").exit_code == 0
    assert "deck-2" in Path("cards.svg").read_text("utf-8")
    assert "3 cards" in pnp("validate", "game.yaml").output
    report = json.loads(pnp("stats", "game.yaml", "--format", "json").stdout)
    assert [(each["kind"], each["pieces"]) for each in report["costs"]["kinds"]] == [("cards", 3)]


def test_the_cards_of_a_table_are_in_the_kit(in_folder: Path, pnp: Call) -> None:
    """With the number of printed cards."""
    import pypdfium2

    Path("cards.csv").write_bytes(TABLES["comma"])
    Path("game.yaml").write_text(
        card_set(FACE, (), deck="data: cards.csv\n", rest="title: My Game\n")
    )
    assert pnp("build", "game.yaml", "--only", "kit", "--paper", "a4").exit_code == 0
    (kit,) = Path("output").rglob("*kit*.pdf")
    words = " ".join(
        page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(kit.read_bytes())
    )
    assert "3 cards" in " ".join(words.split())


def test_a_rulebook_counts_the_cards_of_a_table(in_folder: Path) -> None:
    """A formula can use them."""
    Path("cards.csv").write_bytes(TABLES["comma"])
    text = card_set(FACE, (), deck="data: cards.csv\n")
    text += "  tokens: [{name: chip, size: 20mm, count: 2 * deck, front: sun}]\n"
    Path("game.yaml").write_text(text)
    pieces = pieces_in(in_folder / "game.yaml")
    assert pieces.components.numbers["chip"] == 6


# -------------------------------------------------------------------------------------- tiles

TILES = """
game: sample
colours: [red]
tiles:
  shape: square
  size: 40mm
  families:
    - name: road
      face: [{text: EEE, size: 12pt, colour: "#1010D0", height: 8mm, at: top, align: centre top}]
      tiles: [R1-3]
"""


def test_the_text_of_a_tile_turns_with_it() -> None:
    """A quarter turn moves the text from the top to the right, where it reads downwards."""
    (piece,) = listing(pieces_of(TILES))
    cutout = piece.cutout
    assert cutout is not None
    upright, turned = (
        extent(near(unclipped(cutout, turn=cutout.default_turn + turn), BLUE, most=0.4))
        for turn in (0.0, 90.0)
    )
    assert upright is not None
    assert turned is not None
    side = 40 + 2 * MARGIN
    assert upright.width > upright.height
    assert is_box(
        turned, Box(side - upright.bottom, upright.x, upright.height, upright.width), within=0.3
    )


def test_a_tile_of_another_turn_keeps_its_text(in_folder: Path) -> None:
    """pnp draws two turns of one tile as the file has them."""
    text = TILES.replace("EEE", '"{name}"').replace(
        "[R1-3]", "[{tile: R1-3, name: EEE}, {tile: R2-4, name: EEEE}]"
    )
    for number in (0, 1):
        blue = extent(near(printed(text, number), BLUE, most=0.4))
        assert blue is not None
        assert blue.width > blue.height
        assert blue.bottom < 15


@pytest.mark.slow
def test_the_bleed_of_a_tile_continues_its_picture(in_folder: Path) -> None:
    """However it lies; the art itself ends at the cut."""
    Image.new("RGB", (600, 600), BLUE).save("art.png")
    Path("game.yaml").write_text(
        "game: sample\ntiles:\n  shape: hexagon\n  size: 40mm\n  families:\n"
        "    - {name: land, tiles: [-], face: {under: [{image: art.png, area: bleed, fit: fill}]}}\n"
    )
    (piece,) = listing(pieces_in(in_folder / "game.yaml"))
    cutout = piece.cutout
    assert cutout is not None
    plain = near(unclipped(cutout, turn=cutout.default_turn), BLUE, most=0.1)
    # A hexagon of 40 mm across flats.
    assert plain.sum() / (DPI / 25.4) ** 2 == pytest.approx(40 * 40 * 3**0.5 / 2, rel=0.03)
    for turn in (0.0, 30.0):
        bleed = near(unclipped(cutout, turn=turn, bleed=3.0), BLUE, most=0.1)
        wide = near(unclipped(cutout, turn=turn), BLUE, most=0.1)
        # All of the tile, and at least 3 mm more on every side.
        assert not (wide & ~bleed).any()
        grown = wide.copy()
        for dy, dx in ((0, 13), (0, -13), (13, 0), (-13, 0)):
            grown |= np.roll(wide, (dy, dx), axis=(0, 1))
        assert (grown & ~bleed).mean() < 0.001


# The head of a set, to which its families are added.
SQUARES = """
    game: sample
    colours: [red, green]
    tiles:
      shape: square
      size: 40mm
      families:
"""


def test_a_family_that_is_generated_has_a_face() -> None:
    """The fields of the family are on all of its tiles."""
    text = (
        f"{SQUARES}        - name: road\n          generate: edges\n          fields: {{town: Ulm}}\n"
        '          face: [{text: "{town}", size: 9pt, height: 8mm}]\n'
    )
    assert all_findings(text) == []
    pieces = make_pieces(make_tileset(set_of(text).definition))
    assert len(pieces.tileset.pieces) == 6
    assert components(pieces.tileset).decks == ()


@pytest.mark.parametrize("theme", ["standard", "pens"])
def test_a_tile_has_nothing_below_a_face_that_fills_it(theme: str) -> None:
    """Hidden letters of edges would be in the key to the letters, and would be read out."""
    family = "{name: land, tiles: [RRRR], face: [FILL{text: Ulm, size: 9pt, height: 8mm}]}"
    text = f"{SQUARES}        - {family}\n"
    for fill, letters in (("", {"R"}), ("{shape: fill, fill: green}, ", set[str]())):
        pieces = make_pieces(set_of(text.replace("FILL", fill)), chosen_theme(theme))
        (piece,) = pieces.tileset.pieces
        assert {*strings_of([pieces.tiles.drawing(piece, 0.0, labelled=False)])} == {
            "Ulm",
            *letters,
        }


# ------------------------------------------------------------------------------------- tokens


def test_a_token_of_one_kind_shows_its_colour_and_its_face() -> None:
    """The face lies over what pnp draws; a back is printed if the face has one."""
    text = """
    game: sample
    colours: {red: "#D01010"}
    pieces:
      tokens:
        - name: coin
          size: 30mm
          count: 2
          colours: all
          face:
            front: [{shape: circle, fill: "#1010D0", width: 8mm, height: 8mm}]
            back: [{text: "{colour}", size: 9pt}]
    """
    front = printed(text)
    middle = front[front.shape[0] // 2, front.shape[1] // 2]
    assert tuple((middle * 255).round().astype(int)) == (0x10, 0x10, 0xD0)
    (piece,) = listing(pieces_of(text))
    assert len(piece.sides) == 2


# -------------------------------------------------------------------------------------- cells

BOARD = """
game: sample
pieces:
  boards:
    - name: map
      hexhex: 2
      cell: 24mm
      coordinates: no
      cells:
        towns: {cells: [A1, B2], face: %s, fields: {size: 3}}
"""


def test_cells_have_faces() -> None:
    """Only those of the group, each with its name; nothing leaves a cell."""
    face = '[{shape: fill, fill: "#1010D0"}, {text: "{id} {size}", size: 9pt, colour: paper}]'
    page = printed(BOARD % face)
    assert all_findings(BOARD % face) == []
    covered = near(page, BLUE, most=0.1).sum() / (DPI / 25.4) ** 2
    cell = 24 * 24 * 3**0.5 / 2
    # Two cells, without the ink of their letters and the lines round them.
    assert 0.88 * 2 * cell < covered <= 2 * cell


# --------------------------------------------------------------------- values of sides on faces

SIDES = """
game: sample
colours: [red, blue]
values: [sun, moon]
tiles:
  shape: square
  size: 30mm
  families:
    - name: one
      generate: [edges, corners]
      edge: {colours: [none, values], show: nothing}
      corner: {colours: colours, show: nothing}
      selection: yes
      tiles: [sun/moon/-/sun ^R/R/B/B]
      face: [{text: "{sides[1]} {sides[2]} {sides[3]} {corners[3]} {sides}", size: 6pt}]
"""


def test_faces_know_the_values_of_sides_and_corners() -> None:
    """By their number, from side 1 of the tile as it is drawn; all of them are a list."""
    text = SIDES.replace("[none, values]", "{none: 1, sun: 2, moon: 1}")
    pieces = pieces_of(text)
    (piece,) = pieces.tileset.pieces
    laid = pieces.tiles.laid(piece)
    assert laid is not None
    (shown,) = (each.text for each in laid.front)
    drawn = piece.drawn
    palette = [ink.name for ink in pieces.definition.palette]
    names = ["none" if each == -1 else palette[each] for each in drawn.edges]
    corners = [palette[each] for each in drawn.corners]
    assert sorted(names) == ["moon", "none", "sun", "sun"]
    assert shown.split() == [*names[:3], corners[2], *names]
