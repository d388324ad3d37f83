"""The content of faces: texts, pictures, values and conditions, and faces that change others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.basics.errors import InvalidDefinition, PnpError
from pnp.basics.markup import blocks
from pnp.kinds import listing
from pnp.render import pdf_bytes, svg_text
from pnp.scene import Document, Layer, Page
from pnp.scene.geometry import ORIGIN, Box
from pnp.scene.typesetting import wrapped
from tests.conftest import refusal, set_of
from tests.faces import (
    DOT,
    all_findings,
    box_of,
    card_set,
    extent,
    is_box,
    near,
    pieces_in,
    pieces_of,
    printed,
    raster_of,
)
from tests.rasters import Raster

RED, GREEN, BLUE, YELLOW = "#D01010", "#10A010", "#1010D0", "#D0D010"


def words_of(text: str, number: int = 0, *, back: bool = False) -> str:
    """The words of a piece, as a reader would copy them from a PDF file."""
    import pypdfium2

    picture = [*listing(pieces_of(text))][number].sides[back]()
    page = Page(picture.box.width, picture.box.height, {Layer.ART: (picture.at(ORIGIN),)})
    data = pdf_bytes(Document("Piece", "Me", "Words", (page,)))
    found = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    return " ".join(str(found).replace("\ufffe", "-").split())


def inked(raster: Raster) -> Box:
    """The box round all that is dark on a card."""
    found = extent(raster.max(axis=2) < 0.5)
    assert found is not None
    return found


# -------------------------------------------------------------------------------------- texts


@pytest.mark.parametrize("across", ["left", "centre", "right"])
@pytest.mark.parametrize("down", ["top", "middle", "bottom"])
def test_a_text_lies_where_it_is_aligned(across: str, down: str) -> None:
    """Inside its box, at the side that the face names; lines have a little room above and below."""
    face = f"- {{text: HEH IH, size: 12pt, align: {across} {down}, width: 40mm, height: 30mm}}"
    found, box, size = inked(printed(card_set(face))), Box(10, 25, 40, 30), 12 * 25.4 / 72
    assert box.contains(found)
    aside = {
        "left": found.x - box.x,
        "centre": abs(found.centre.x - box.centre.x),
        "right": box.right - found.right,
    }
    above = {
        "top": found.y - box.y,
        "middle": abs(found.centre.y - box.centre.y),
        "bottom": box.bottom - found.bottom,
    }
    assert aside[across] < 0.15 * size
    assert above[down] < 0.5 * size


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_every_line_is_aligned(align: str) -> None:
    """A long line and a short one."""
    face = f'- {{text: "HHHHHHHHHH HH", size: 14pt, align: {align} top, width: 36mm}}'
    page = printed(card_set(face)).max(axis=2) < 0.5
    rows = np.flatnonzero(page.any(axis=1))
    cut = rows[np.flatnonzero(np.diff(rows) > 3)[0]] + 1
    long, short = extent(page[:cut]), extent(page[cut:])
    assert long is not None and short is not None
    assert long.width > 2 * short.width
    match align:
        case "left":
            assert abs(long.x - short.x) <= 2 * DOT
        case "right":
            assert abs(long.right - short.right) <= 2 * DOT
        case _:
            assert abs(long.centre.x - short.centre.x) <= 2 * DOT


WORDS = "The king and the queen went up the hill to fetch a pail of water and came back late"


@pytest.mark.parametrize(("width", "height"), [(20, 30), (30, 12), (45, 8), (50, 50)])
def test_a_text_is_as_large_as_it_fits(width: int, height: int) -> None:
    """No larger size of the range fits, by trying all; lines are 1.25 em apart."""
    face = f"- {{name: a, text: {WORDS}, size: 30..5pt, width: {width}mm, height: {height}mm}}"
    pieces = pieces_of(card_set(face))
    (laid,) = pieces.faces_of_cards(pieces.components.decks[0])[0].front
    largest = 0.0
    for tenths in range(50, 301):
        size = tenths / 10 * 25.4 / 72
        try:
            lines = wrapped(blocks(WORDS), width, size)
        except Exception:
            continue
        if len(lines) * 1.25 * size <= height:
            largest = max(largest, size)
    assert laid.size == pytest.approx(largest, abs=0.06)


@pytest.mark.slow
def test_a_text_keeps_to_its_lines() -> None:
    """`lines` and `wrap: no` make it smaller, not longer."""
    for keys, most in (("lines: 2", 2), ("wrap: no", 1), ("lines: 4", 4)):
        face = f"- {{text: {WORDS}, size: 30..3pt, {keys}}}"
        dark = (printed(card_set(face), dpi=254).max(axis=2) < 0.6).any(axis=1)
        lines = np.count_nonzero(np.diff(dark.astype(int)) == 1)
        assert lines == most, keys


def sizes_on(text: str) -> list[float]:
    """The size of the first text on each card."""
    pieces = pieces_of(text)
    return [each.front[0].size for each in pieces.faces_of_cards(pieces.components.decks[0])]


def test_texts_of_a_deck_can_have_one_size() -> None:
    """The least of those that fit, but only if the face says so."""
    cards = ["{words: Go}", f"{{words: {WORDS}}}", "{words: Stop it}"]
    face = '- {text: "{words}", size: 30..5pt, width: 20mm, height: 20mm%s}'
    alone = sizes_on(card_set(face % "", cards))
    assert alone[0] > alone[2] > alone[1]
    assert sizes_on(card_set(face % ", same-size: yes", cards)) == pytest.approx([min(alone)] * 3)


def test_bold_and_italic_differ_from_upright_letters() -> None:
    """Bold has more ink, italic leans; in the text or for all of it."""
    face = '- {text: "HHHH", size: 40pt, wrap: no%s}'
    plain, bold, italic = (
        printed(card_set(face % keys)).max(axis=2) < 0.5
        for keys in ("", ", bold: yes", ", italic: yes")
    )
    assert bold.sum() > 1.15 * plain.sum()
    assert 0.8 * plain.sum() < italic.sum() < 1.2 * plain.sum()

    def longest_stem(mask: np.ndarray) -> int:
        return int(mask.sum(axis=0).max())

    # A leaning stem is in no column from top to bottom.
    assert longest_stem(italic) < 0.8 * longest_stem(plain)
    for keys, text in ((", bold: yes", "**HHHH**"), (", italic: yes", "*HHHH*")):
        marked = printed(card_set(face.replace("HHHH", text) % ""))
        assert np.array_equal(marked, printed(card_set(face % keys)))


def test_a_sign_in_a_text_sits_in_its_line() -> None:
    """In its own colour, as high as capitals, between the words beside it."""
    text = card_set(
        '- {text: "HH {red} HH", size: 24pt, wrap: no}', rest=f'colours: {{red: "{RED}"}}\n'
    )
    page = printed(text)
    sign, all_dark = box_of(page, RED, most=0.05), page.max(axis=2) < 0.4
    letters = extent(all_dark)
    assert letters is not None
    assert letters.x < sign.x < sign.right < letters.right
    cap = letters.height
    assert abs(sign.centre.y - letters.centre.y) < 0.15 * cap
    assert 0.7 * cap < sign.height < 1.5 * cap


# ------------------------------------------------------------------------------------- values


def test_values_are_filled_in() -> None:
    """Fields, signs, and braces that stand for themselves."""
    face = '- {text: "{title} costs {cost} {{cost}}", size: 9pt}'
    assert words_of(card_set(face, ["{title: Rain, cost: 5}"])) == "Rain costs 5 {cost}"


def test_signs_in_values_and_braces() -> None:
    """A value can have signs; braces in a value are doubled, too."""
    text = card_set('- {text: "{title}", size: 9pt}', ["{title: 'a {star} b {{c}}'}"])
    assert not all_findings(text)
    assert words_of(text).replace(" ", "") == "ab{c}"


def test_columns_in_any_language(in_folder: Path) -> None:
    """Fields of a table have the names of its columns, in small letters, with hyphens for blanks."""
    Path("karten.csv").write_text("Größe,Art File,on_hand\n5,rain,yes\n", "utf-8")
    face = '- {text: "{größe} {art-file} {on_hand}", size: 9pt, if: größe = 5}'
    assert words_in(in_folder, card_set(face, (), deck="data: karten.csv\n")) == "5 rain yes"


def test_a_list_is_its_values_with_blanks() -> None:
    """So that several signs can be written as a list."""
    face = '- {text: "{words}", size: 9pt}'
    assert words_of(card_set(face, ["{words: [one, 2, yes]}"])) == "one 2 yes"


def test_automatic_fields() -> None:
    """Those that pnp gives to every card, tile and token."""
    face = '- {text: "{id} {number}/{total} x{copies} {set} {group}", size: 9pt}'
    text = card_set(face, ["{}", "{copies: 3}"], deck="title: My Deck\n", rest="title: My Game\n")
    assert words_of(text, 1) == "deck-2 2/2 x3 My Game My Deck"


def test_automatic_fields_of_a_tile() -> None:
    """Its family and its notation as well."""
    text = """
    game: sample
    colours: [red]
    tiles:
      shape: square
      size: 40mm
      families:
        - {name: road, tiles: [R1-3], face: [{text: "{id} {number}/{total} {family} {notation} end", size: 6pt, width: 100%}]}
    """
    assert words_of(text).startswith("road-1 1/1 road R1-3 end")


def test_fields_of_a_deck_and_defaults() -> None:
    """A card's own value, or that of the deck, or the default of the face; empty counts as none."""
    face = """
fields: {a: required, b: one, c: optional}
front:
  - {text: "{a}{b}{c}", size: 9pt}
"""
    text = card_set(face, ["{a: x}", "{a: x, b: y, c: z}", "{b: , c: z}"], deck="fields: {a: s}\n")
    assert [words_of(text, number) for number in range(3)] == ["xone", "xyz", "sonez"]


CONDITIONS = [
    ("cost", ["5", "7", "0"]),
    ("not cost", [""]),
    ("cost = 5", ["5"]),
    ("cost != 5", ["7", "0", ""]),
    ("cost = 5, 7", ["5", "7"]),
    ("width >= 50mm", ["5", "7", "0", ""]),
    ("height < 50mm", []),
]


@pytest.mark.parametrize(("condition", "wanted"), CONDITIONS)
def test_a_condition_holds_for_some_values(condition: str, wanted: list[str]) -> None:
    """An element is there or not; an empty value is no value, 0 is one."""
    values = ["5", "7", "0", ""]
    face = f"""
fields: {{cost: optional}}
front:
  - {{text: "there", size: 9pt, if: "{condition}"}}
"""
    text = card_set(face, [f'{{cost: "{value}"}}' for value in values])
    assert [value for place, value in enumerate(values) if words_of(text, place)] == wanted


# ----------------------------------------------------------------------------------- pictures


@pytest.fixture
def art(in_folder: Path) -> Path:
    """A folder with a picture of 800 x 400 dots in four colours, from the top left by rows."""
    dots = np.zeros((400, 800, 3), dtype=np.uint8)
    for place, colour in enumerate((RED, GREEN, BLUE, YELLOW)):
        rgb = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        y, x = divmod(place, 2)
        dots[200 * y : 200 * y + 200, 400 * x : 400 * x + 400] = rgb
    Image.fromarray(dots).save(in_folder / "art.png")
    return in_folder


def picture_card(art: Path, keys: str, value: str = "") -> Raster:
    """A card with the picture in the middle, in a box of 30 x 30 mm."""
    face = f'- {{image: "{{file}}", width: 30mm, height: 30mm{keys and ", " + keys}}}'
    (art / "game.yaml").write_text(card_set(face, [f"{{file: art.png{value}}}"]))
    return raster_of(next(listing(pieces_in(art / "game.yaml"))))


def areas(page: Raster) -> dict[str, Box]:
    """The boxes of the four colours that are there."""
    found = {}
    for name, colour in zip("RGBY", (RED, GREEN, BLUE, YELLOW), strict=True):
        box = extent(near(page, colour, most=0.1))
        if box is not None:
            found[name] = box
    return found


PICTURES = {
    # The box reaches from 15 to 45 mm across and from 25 to 55 mm down.
    "": {"R": (15, 32.5, 15, 7.5), "G": (30, 32.5, 15, 7.5), "B": (15, 40, 15, 7.5), "Y": (30, 40, 15, 7.5)},
    "fit: stretch": {"R": (15, 25, 15, 15), "G": (30, 25, 15, 15), "B": (15, 40, 15, 15), "Y": (30, 40, 15, 15)},
    "fit: fill": {"R": (15, 25, 15, 15), "G": (30, 25, 15, 15), "B": (15, 40, 15, 15), "Y": (30, 40, 15, 15)},
    "fit: fill, focus: 0% 50%": {"R": (15, 25, 30, 15), "B": (15, 40, 30, 15)},
    "fit: fill, focus: 100% 0%": {"G": (15, 25, 30, 15), "Y": (15, 40, 30, 15)},
    "mirror: yes": {"G": (15, 32.5, 15, 7.5), "R": (30, 32.5, 15, 7.5), "Y": (15, 40, 15, 7.5), "B": (30, 40, 15, 7.5)},
    "crop: [50%, 0%, 50%, 100%]": {"G": (15, 25, 30, 15), "Y": (15, 40, 30, 15)},
    "crop: [0, 50, 50, 50], fit: stretch": {"B": (15, 25, 30, 30)},
    "crop: [25, 0, 75, 100], fit: fill, focus: 100% 50%": {"G": (15, 25, 30, 15), "Y": (15, 40, 30, 15)},
}  # fmt: skip


@pytest.mark.parametrize("keys", PICTURES)
def test_the_right_part_of_a_picture_is_shown(art: Path, keys: str) -> None:
    """Whole, filled, stretched, cropped, mirrored, and with a point to keep."""
    found = areas(picture_card(art, keys))
    assert found.keys() == PICTURES[keys].keys()
    for name, wanted in PICTURES[keys].items():
        assert is_box(found[name], Box(*wanted)), (name, found[name])


def test_the_focus_can_be_a_field(art: Path) -> None:
    """So that every card keeps its own point; without a value it is the middle."""
    found = areas(picture_card(art, 'fit: fill, focus: "{keep}"', ', keep: "0% 50%"'))
    assert {*found} == {"R", "B"}


def test_a_picture_over_the_cut_is_in_the_bleed(art: Path) -> None:
    """The bleed of the cutout continues the picture; the art itself ends at the cut."""
    face = "- {image: art.png, area: bleed, fit: fill}"
    (art / "game.yaml").write_text(card_set(face))
    cutout = next(listing(pieces_in(art / "game.yaml"))).cutout
    assert cutout is not None
    assert cutout.front.bleed is not None
    bleed, middle = cutout.front.bleed(0.0, 3.0), Box(0, 0, 80, 100).centre
    page = Page(80, 100, {Layer.ART: (bleed.__class__(bleed.drawing, middle),)})
    from tests.rasters import svg_raster

    found = extent((svg_raster(svg_text(page), 127) < 0.95).any(axis=2))
    assert found is not None
    # The card is 60 x 80 mm, with a bleed of 3.2 mm.
    assert is_box(found, Box(6.8, 6.8, 66.4, 86.4))


# -------------------------------------------------------------------------- faces that extend


TEMPLATE = """
face: base
fields: {title: required, note: optional}
front:
  - name: head
    height: 20%
    at: top
    layers:
      - {name: title, text: "{title}", size: 9pt}
      - {name: note, text: "{note}", size: 7pt, align: right top, if: note}
  - {name: foot, text: foot, size: 9pt, at: bottom, height: 10%}
"""


@pytest.fixture
def templates(in_folder: Path) -> Path:
    """The folder of a set's own faces, with one named base."""
    folder = in_folder / "templates" / "faces"
    folder.mkdir(parents=True)
    (folder / "base.yaml").write_text(TEMPLATE)
    return folder


def words_in(folder: Path, text: str) -> str:
    """The words of the first card of a set in this folder."""
    import pypdfium2

    (folder / "game.yaml").write_text(text)
    picture = next(listing(pieces_in(folder / "game.yaml"))).sides[0]()
    page = Page(picture.box.width, picture.box.height, {Layer.ART: (picture.at(ORIGIN),)})
    data = pdf_bytes(Document("Piece", "Me", "Words", (page,)))
    return " ".join(str(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()).split())


@pytest.mark.parametrize(
    ("face", "words"),
    [
        ("base", "Rain foot"),
        ("{extends: base}", "Rain foot"),
        ("{extends: base, change: {foot: {text: hand}}}", "Rain hand"),
        ("{extends: base, change: {foot: none}}", "Rain"),
        ("{extends: base, change: {title: {text: 'The {title}'}}}", "The Rain foot"),
        ("{extends: base, change: {head: none}}", "foot"),
        ("{extends: base, change: {head: {height: 30%}, title: none}}", "foot"),
        ("{extends: base, fields: {note: wet}}", "Rain wet foot"),
        ("{extends: base, fields: {more: 7}, front: [{text: '{more}', size: 9pt}]}", "Rain foot 7"),
        ("{extends: {extends: base, change: {foot: {text: hand}}}, change: {foot: {size: 8pt}}}", "Rain hand"),
    ],
)  # fmt: skip
def test_a_face_changes_another(templates: Path, face: str, words: str) -> None:
    """Its elements by name, those inside others too; its fields, and more elements over them."""
    found = words_in(templates.parent.parent, card_set(face, ["{title: Rain}"]))
    assert sorted(found.split()) == sorted(words.split())


EXTENDS = {
    "itself": ({"base": "face: base\nextends: base\n"}, 'itself: "base" extends "base"'),
    "through another": (
        {"base": "face: base\nextends: other\n", "other": "face: other\nextends: base\n"},
        'itself: "base" extends "other" extends "base"',
    ),
    "nothing": ({"base": "face: base\nextends: bose\n"}, "there is no templates/faces/bose.yaml"),
    "unknown element": (
        {
            "base": "face: base\nextends: two-way\nchange: {titel: none}\nfields: {other-title: no}\n"
        },
        'no element "titel"; did you mean "title"?',
    ),
    "change alone": ({"base": "face: base\nchange: {title: none}\n"}, '"change" needs "extends"'),
    "no YAML": ({"base": "face: [\n"}, "base.yaml:"),
}


@pytest.mark.parametrize("name", EXTENDS)
def test_a_face_that_cannot_extend(templates: Path, name: str) -> None:
    """One finding, in the file and line of the slip."""
    files, message = EXTENDS[name]
    for file, text in files.items():
        (templates / f"{file}.yaml").write_text(text)
    (templates.parent.parent / "game.yaml").write_text(card_set("base", ["{title: Rain}"]))
    with pytest.raises(PnpError) as raised:
        pieces_in(templates.parent.parent / "game.yaml")
    found = raised.value
    assert isinstance(found, InvalidDefinition), found
    assert len(found.findings) == 1, found
    assert message in str(found)


def test_a_face_in_a_template_is_reported_in_its_file(templates: Path) -> None:
    """With its own line and column, not those of the set."""
    (templates / "base.yaml").write_text("face: base\nfront:\n  - {txet: A}\n")
    (templates.parent.parent / "game.yaml").write_text(card_set("base"))
    (found,) = refusal(pieces_in, templates.parent.parent / "game.yaml")
    assert (Path(found.place.source.name).name, found.place.line) == ("base.yaml", 3)
    assert 'did you mean "text"' in found.message


# ------------------------------------------------------------------------------------- groups


def test_any_two_cards_of_symbols_share_exactly_one() -> None:
    """Read from the fields of the printed cards."""
    names = [
        "flame", "drop", "mountain", "spiral", "sun", "moon", "star",
    ]  # fmt: skip
    text = (
        "game: sample\npieces:\n  cards:\n"
        f"    - {{name: deck, generate: symbols, order: 2, symbols: [{', '.join(names)}]}}\n"
    )
    deck = pieces_of(text).components.decks[0]
    cards = [{*card.text("symbols").split()} for card in deck.cards]
    assert [len(card) for card in cards] == [3] * 7
    assert {
        len(one & other) for place, one in enumerate(cards) for other in cards[:place]
    } == {1}  # fmt: skip
    assert not all_findings(text)


TILES = """
game: sample
colours: [red]
tiles:
  shape: square
  size: 40mm
  families:
    - name: road
      face: [{text: "{town}", size: 9pt, colour: "#1010D0", height: 12mm, at: top%s}]
      tiles: [%s]
"""


def test_tiles_of_equal_strands_with_other_values_are_other_pieces() -> None:
    """The same strands with the same values are one piece, and refused."""
    tiles = "{tile: R1-3, town: Ulm}, {tile: R2-4, town: %s}"
    from pnp.games import game_rules
    from pnp.validation import check

    def rules(town: str) -> list[str]:
        return [each.rule for each in check(set_of(TILES % ("", tiles % town)), game_rules)]

    assert "distinct-tiles" not in rules("Bonn")
    assert "distinct-tiles" in rules("Ulm")


@pytest.mark.parametrize(
    ("face", "is_other"), [('[{sign: star, repeat: "{n}"}]', True), ("tile-label", False)]
)
def test_tiles_of_equal_values_with_other_faces_are_other_pieces(
    face: str, *, is_other: bool
) -> None:
    """As the suits of a game, each a family; a face with a name is one face."""
    from pnp.games import game_rules
    from pnp.validation import check

    family = "{name: %s, combine: {%s: 1..3}, face: %s}"
    field = "n" if is_other else "label"
    families = [
        family % ("dots", field, '[{sign: disc, repeat: "{n}"}]' if is_other else face),
        family % ("stars", field, face),
    ]
    text = f"game: suits\ntiles: {{shape: square, size: 40mm, families: [{', '.join(families)}]}}\n"
    found = [each.rule for each in check(set_of(text), game_rules)]
    assert ("distinct-tiles" not in found) == is_other


def test_a_tile_is_drawn_as_it_is_written() -> None:
    """Not turned to its least form: its text would be beside another side."""
    tiles = "{tile: R1-3, town: Ulm}, {tile: R2-4, town: Bonn}"
    lying, standing = (printed(TILES % ("", tiles), number) for number in (0, 1))
    blue = [extent(near(page, BLUE, most=0.3)) for page in (lying, standing)]
    assert all(box is not None and box.bottom < 20 for box in blue)

    def strand(page: Raster) -> Box:
        mask = (page[..., 0] > page[..., 2] + 0.3) & (page[..., 0] > page[..., 1] + 0.3)
        found = extent(mask)
        assert found is not None
        return found

    # Side 1 is at the top: one strand runs down the tile, the other across it.
    boxes = strand(lying), strand(standing)
    assert {box.width > box.height for box in boxes} == {True, False}
