"""Figures, inventories and the table of the preview show pieces with their faces."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from pathlib import Path

import numpy as np
import pytest

from pnp.basics.errors import Severity, Source
from pnp.colour.measures import contrast
from pnp.definition import read_figure
from pnp.kinds import inventory, listing, piece_findings, piece_groups, tile_picture
from pnp.pieces import Pieces, figure_picture, make_pieces
from pnp.play import Table
from pnp.preview.pictures import Pictures
from pnp.preview.table import TableMaker
from pnp.project.themes import chosen_theme
from pnp.render import svg_text
from pnp.scene import Clip, Drawing, Item, Layer, Page, Picture, Placed, Shape, Text
from pnp.scene.geometry import ORIGIN, Box, Point
from tests.conftest import bundled, refusal, set_of
from tests.faces import DPI, all_findings, box_of, extent, near, pieces_in, pieces_of, raster_of
from tests.preview import running
from tests.rasters import Raster, svg_raster

LEFT, RIGHT = "#10D0D0", "#D010D0"
INKS = {"R": "#C83A30", "B": "#3050C8", "G": "#20A040"}

DISC = '      face: [{shape: circle, fill: "{dye}", at: side 1, width: 20%, height: 20%, y: 6mm}]\n'

# Millimetres across flats of a printed tile, and of one with coloured edges in a figure.
SIZE, IN_FIGURE = 40.0, 26.0


def twins(*, symmetry: str = "rotations") -> str:
    """A set of two tiles that differ only in the colour of a disc at side 1."""
    colours = (LEFT, RIGHT)
    listed = "".join(f'        - {{tile: RRBBRG, dye: "{dye}"}}\n' for dye in colours)
    return (
        f'game: sample\ncolours: {{red: "{INKS["R"]}", blue: "{INKS["B"]}", green: "{INKS["G"]}"}}\n'
        f"tiles:\n  shape: hexagon\n  size: {SIZE}mm\n  symmetry: {symmetry}\n"
        "  families:\n    - name: twin\n      tiles:\n"
        f"{listed}{DISC}"
    )


def raster(picture: Picture) -> Raster:
    """A picture on white paper."""
    page = Page(picture.box.width, picture.box.height, {Layer.ART: (picture.at(ORIGIN),)})
    return svg_raster(svg_text(page), DPI)


def figure(pieces: Pieces, **tiles: str) -> Raster:
    """A figure of tiles at the cells 0,0 and 1,0."""
    cells = {"here": "0,0", "right": "1,0"}
    laid = ", ".join(f'"{cells[name]}": {text}' for name, text in tiles.items())
    source = Source("figure.md", f"caption: Tiles\ntiles: {{{laid}}}\n")
    return raster(figure_picture(pieces, read_figure(source)))


def middle(box: Box) -> Point:
    """The middle of a box."""
    return Point(box.x + box.width / 2, box.y + box.height / 2)


def disc_from_middle(shown: Raster, colour: str = LEFT) -> Point:
    """The disc's place, from the middle of a raster with one tile in its middle."""
    height, width = shown.shape[:2]
    return middle(box_of(shown, colour)) - Point(width / 2, height / 2) * (25.4 / DPI)


POLYFORMS = """game: sample
colours: {red: "#C83A30"}
figures: {f: {board: b, polyforms: {A1: pp-red-i}}}
pieces:
  boards: [{name: b, squares: 4x4, cell: 20mm}]
  polyforms: [{name: pp, shape: polyomino, cell: 20mm, cells: 2, colours: all}]
  cards: [{name: c, cards: [{title: A}], face: [{figure: f, at: centre, width: 40mm, height: 40mm}, {text: "{title}"}]}]
"""


def test_polyforms_lie_on_boards_of_faces() -> None:
    """Two of sixteen cells are red, in the top left of a diagram of 40 mm."""
    (card,) = (each for each in listing(pieces_of(POLYFORMS)) if each.id.startswith("c"))
    shown = raster_of(card)
    red = box_of(shown, "#C83A30", most=0.05)
    assert red.width == pytest.approx(20, abs=1.2)
    assert red.height == pytest.approx(10, abs=0.8)


# ------------------------------------------------------------------------------------- tiles


def test_a_figure_shows_tiles_by_their_ids_with_their_faces() -> None:
    """Two tiles that differ only in their values lie side by side."""
    shown = figure(pieces_of(twins()), here="twin-1", right="twin-2")
    left, right = middle(box_of(shown, LEFT)), middle(box_of(shown, RIGHT))
    assert abs(right.x - left.x - IN_FIGURE) < 0.4 and abs(right.y - left.y) < 0.4


def test_a_face_in_a_figure_has_the_scale_of_its_tile() -> None:
    """Its size and its place shrink as the tile does."""
    pieces = pieces_of(twins())
    printed, shown = raster_of(next(listing(pieces))), figure(pieces, here="twin-1")
    share = IN_FIGURE / SIZE
    one, other = box_of(printed, LEFT), box_of(shown, LEFT)
    assert abs(other.width - one.width * share) < 0.4
    wanted = disc_from_middle(printed) * share
    found = disc_from_middle(shown)
    assert hypot(found.x - wanted.x, found.y - wanted.y) < 0.4


TURNED = ["RRBBRG", "GRRBBR", "RGRRBB", "BRGRRB", "BBRGRR", "RBBRGR"]


@pytest.mark.parametrize("turn", range(6))
def test_a_face_turns_with_its_tile_in_a_figure(turn: int) -> None:
    """A tile by its notation; the disc turns clockwise round the middle of the tile."""
    pieces = pieces_of(twins())
    start = disc_from_middle(figure(pieces, here="twin-1"))
    found = disc_from_middle(figure(pieces, here=TURNED[turn]))
    angle = radians(60 * turn)
    wanted = Point(
        start.x * cos(angle) - start.y * sin(angle), start.x * sin(angle) + start.y * cos(angle)
    )
    assert hypot(found.x - wanted.x, found.y - wanted.y) < 0.4


@pytest.mark.parametrize("text", [*TURNED, *(text[::-1] for text in TURNED)])
def test_a_tile_with_a_face_has_the_edges_that_its_notation_says(text: str) -> None:
    """Turned, or turned over; side 1 is at the upper right."""
    shown = figure(pieces_of(twins(symmetry="rotations+reflections")), here=text)
    height, width = shown.shape[:2]
    down, right = np.mgrid[:height, :width]
    x, y = right - width / 2, down - height / 2
    for side, letter in enumerate(text):
        angle = radians(60 * side + 30)
        # The dots at the middle of the side, which is a third of the tile long.
        along = x * sin(angle) - y * cos(angle)
        across = x * cos(angle) + y * sin(angle)
        half = IN_FIGURE / 2 * DPI / 25.4
        part = (along > half * 0.7) & (abs(across) < half / 3)
        dots = {name: int((near(shown, ink) & part).sum()) for name, ink in INKS.items()}
        assert max(dots, key=lambda name: dots[name]) == letter, (side, dots)
    assert extent(near(shown, LEFT)) is not None


def test_a_wrong_id_of_a_tile_names_the_right_one() -> None:
    """One finding at the tile's place in the file."""
    (finding,) = refusal(figure, pieces_of(twins()), here="twin-3")
    assert finding.place.line == 2 and 'did you mean "twin-1"?' in finding.message


def test_a_gallery_shows_tiles_with_their_faces() -> None:
    """Each tile has the values of its own, half as large as it is printed."""
    pieces = pieces_of(twins())
    for piece, colour in zip(pieces.tileset.pieces, (LEFT, RIGHT), strict=True):
        box = box_of(raster(tile_picture(pieces, piece, 20.0)), colour)
        printed = box_of(raster_of([*listing(pieces)][pieces.tileset.pieces.index(piece)]), colour)
        assert abs(box.width - printed.width / 2) < 0.4


def test_the_inventory_shows_a_tile_with_its_face() -> None:
    """A family's picture is its first tile."""
    (line,) = inventory(pieces_of(twins()))
    assert extent(near(raster(line.picture), LEFT)) is not None


def test_a_tile_with_a_face_has_no_id_in_pictures() -> None:
    """Tiles on sheets have theirs."""
    pieces = pieces_of(twins())
    texts = [svg_text(_page(tile_picture(pieces, pieces.tileset.pieces[0], SIZE)))]
    source = Source("figure.md", 'caption: Tiles\ntiles: {"0,0": twin-1}\n')
    texts.append(svg_text(_page(figure_picture(pieces, read_figure(source)))))
    bare = svg_text(_page(tile_picture(_without_labels(), pieces.tileset.pieces[0], SIZE)))
    assert texts[0] == bare
    assert texts[1].count("<text") == bare.count("<text")


def _without_labels() -> Pieces:
    from pnp.pieces import make_pieces
    from tests.conftest import set_of

    return make_pieces(set_of(twins()), labels=False)


def _page(picture: Picture) -> Page:
    return Page(picture.box.width, picture.box.height, {Layer.ART: (picture.at(ORIGIN),)})


# ------------------------------------------------------------------------------------- tokens

MONSTERS = """\
game: sample
colours: {red: "#C83A30", blue: "#3050C8"}
pieces:
  boards: [{name: sea, hexhex: 2, cell: 24mm}]
  tokens:
    - name: mon
      size: 25mm
      data: mon.csv
      face: [{shape: circle, fill: "{dye}", width: 40%, height: 40%, at: centre}]
    - {name: pawn, size: 20mm, count: 1, front: pawn, colours: all}
    - name: flip
      size: 25mm
      count: 1
      front: star
      face: {back: [{shape: circle, fill: "#10D010", width: 40%, height: 40%, at: centre}]}
"""


@pytest.fixture
def monsters(tmp_path: Path) -> Path:
    """The file of a set with tokens that a table lists, and one whose face has a back."""
    (tmp_path / "mon.csv").write_text(f"dye\n{LEFT}\n{RIGHT}\n")
    path = tmp_path / "sample.yaml"
    path.write_text(MONSTERS)
    return path


def with_tokens(path: Path, tokens: str) -> Raster:
    """A figure of tokens on a board."""
    text = f"caption: Tokens\nboard: sea\ntokens: {{{tokens}}}\n"
    return raster(figure_picture(pieces_in(path), read_figure(Source("figure.md", text))))


def test_a_figure_shows_tokens_of_a_table_by_their_ids(monsters: Path) -> None:
    """Two tokens of a table differ in their values alone."""
    shown = with_tokens(monsters, "A1: mon-1, A2: mon-2")
    left, right = box_of(shown, LEFT), box_of(shown, RIGHT)
    assert left.right < right.x and abs(left.width - right.width) < 0.4


def test_a_token_in_a_colour_has_an_id_too(monsters: Path) -> None:
    """Its id stands for its name and its colour."""
    by_name, by_id = (with_tokens(monsters, f"A1: {text}") for text in ("pawn red", "pawn-red"))
    assert np.array_equal(by_name, by_id)


@pytest.mark.parametrize(
    ("text", "part"),
    [("mon", "mon-1 and mon-2"), ("mon-3", 'did you mean "mon-1"'), ("mon-1 red", '"mon-1 red"'), ("mon-1 back", '"mon-1 back"'),
     ("pawn", "pawn-blue")],
)  # fmt: skip
def test_a_token_that_is_not_there_is_a_finding_with_ids(
    monsters: Path, text: str, part: str
) -> None:
    """Also a colour and a back that a token does not have."""
    (finding,) = refusal(with_tokens, monsters, f"A1: {text}")
    assert finding.place.line == 3 and part in finding.message
    assert 'did you mean "mon"' not in finding.message


def test_a_back_that_only_a_face_has_lies_in_a_figure(monsters: Path) -> None:
    """The set has no key `back` for this token."""
    assert extent(near(with_tokens(monsters, "A1: flip back"), "#10D010")) is not None
    assert extent(near(with_tokens(monsters, "A1: flip"), "#10D010")) is None


# ------------------------------------------------------------------- the table of the preview


def test_tokens_of_a_table_lie_on_the_table_of_the_preview(monsters: Path) -> None:
    """Each by its id, with its own picture; a back that only a face has is a second picture."""
    with running(str(monsters)) as preview:
        preview.complete()
        tokens = {each["id"]: each for each in preview.get("/api/table")["tokens"]}
    assert [tokens[name]["text"] for name in ("mon-1", "mon-2", "pawn-red", "flip")] == [
        "mon-1",
        "mon-2",
        "pawn red",
        "flip",
    ]
    assert tokens["mon-1"]["pictures"] != tokens["mon-2"]["pictures"]
    assert [len(tokens[name]["pictures"]) for name in ("mon-1", "pawn-red", "flip")] == [1, 1, 2]


def test_sides_and_turns_on_the_table_are_those_of_the_picture(tmp_path: Path) -> None:
    """A tile with a face is drawn as the file has it, not in its canonical form."""
    path = tmp_path / "sample.yaml"
    path.write_text(twins().replace("RRBBRG", "BRGRRB"))
    with running(str(path)) as preview:
        preview.complete()
        first, second = preview.get("/api/table")["tiles"]
    assert [side[0] for side in first["sides"]] == [1, 0, 2, 0, 0, 1]
    assert [text[:6] for text in first["turns"]][:2] == ["BRGRRB", "BBRGRR"]
    assert first["picture"] != second["picture"]


def test_a_tile_with_a_face_lies_in_a_game_as_it_is_drawn() -> None:
    """A tile of a game's table has the turn from its own picture, and the picture with its face."""
    text, pictures = twins().replace("RRBBRG", "BRGRRB"), Pictures()
    table = Table(tiles=(("0,0", "BBRGRR"),))
    # Another save of the set, whose tiles have the same strands and edges, and no face.
    plain = "".join(line for line in text.splitlines(True) if "face:" not in line)
    plain = plain.replace(f', dye: "{LEFT}"', "").replace(f', dye: "{RIGHT}"', ", copies: 2")
    (old,) = TableMaker(pieces_of(plain), pictures).json(table)["tiles"]
    pieces = pieces_of(text)
    (new,) = TableMaker(pieces, pictures).json(table)["tiles"]
    assert (new["id"], new["turn"]) == ("twin-1", 1)
    assert new["picture"] != old["picture"]
    assert new["picture"] == pictures.add(next(listing(pieces)).at_true_size())


# Cards with a ground, panels in colours, and figures of what their text says.


THEMES = ("standard", "colour-blind", "greyscale", "dark", "low-ink", "pens")

SET = """
game: g
colours: {red: "#C8372D", blue: "#1F5FA8"}
figures:
  spot: {board: b, highlight: [mid], labels: {mid: "+7", A1: "+3"}, tokens: {C1: pawn red}, path: [C1, C2]}
pieces:
  boards: [{name: b, hexhex: 2, cell: 20mm, printed: no, cells: {mid: {cells: centre}}}]
  tokens: [{name: pawn, size: 14mm, colours: all, count: 1, front: {sign: pawn, rim: band}}]
  cards:
    - name: c
      face: numbered
      GROUND
      cards: [{title: One, figure: spot, text: Words.}, {title: Two, sign: star}]
"""
DARK = 'ground: "#23262B"\n      accent: "#F6BE1A"'


def flat(items: tuple[Item, ...]) -> list[Item]:
    """The shapes and texts inside."""
    found: list[Item] = []
    for item in items:
        match item:
            case Drawing(inner) | Clip(_, inner):
                found += flat(inner)
            case Placed(drawing):
                found += flat(drawing.items)
            case _:
                found.append(item)
    return found


def front(text: str, theme: str = "standard", number: int = 0) -> list[Item]:
    """The items of a card's front."""
    pieces = make_pieces(set_of(text), chosen_theme(theme))
    (group,) = (each for each in piece_groups(pieces) if each.kind == "card")
    return flat((group.pieces[number].sides[0]().drawing,))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["", 'ground: "#FFFFFF"', DARK, 'ground: "#F6BE1A"'])
def test_a_card_can_be_read_on_any_ground_in_any_theme(ground: str, theme: str) -> None:
    """No face names an ink: texts and lines follow the ground."""
    pieces = make_pieces(set_of(SET.replace("GROUND", ground)), chosen_theme(theme))
    assert [each.message for each in piece_findings(pieces)] == []


@pytest.mark.parametrize("theme", ["standard", "low-ink"])
def test_a_figure_stands_on_the_ground_of_its_card(theme: str) -> None:
    """Its labels are there, its marked cell has the accent, and it has no names of cells."""
    items = front(SET.replace("GROUND", DARK), theme)
    texts = {item.string for item in items if isinstance(item, Text)}
    assert {"+7", "+3", "One", "Words.", "1"} <= texts
    assert not texts & {"A1", "A2", "B2", "A", "B", "C"}
    fills = [item.fill for item in items if isinstance(item, Shape)]
    # The hexagon of the number, and the marked cell.
    assert fills.count("#F6BE1A") == (2 if theme == "standard" else 0)
    assert "#C8372D" in fills if theme == "standard" else "#23262B" not in fills


def test_a_figure_has_to_be_known() -> None:
    """One error, at the name that the card gives."""
    text = SET.replace("GROUND", DARK).replace("figure: spot", "figure: spit")
    (finding,) = [each for each in all_findings(text) if each.severity is Severity.ERROR]
    assert finding.rule == "unknown-figure"
    assert 'no figure "spit"; did you mean "spot"' in finding.message
    assert text.splitlines()[finding.place.line - 1][finding.place.column - 1 :].startswith("spit")


def test_what_is_wrong_in_a_figure_is_said_at_its_place() -> None:
    """A cell that the board lacks, in the figure and not on the card."""
    text = SET.replace("GROUND", DARK).replace("C1: pawn red", "Z9: pawn red")
    (finding,) = [each for each in all_findings(text) if each.severity is Severity.ERROR]
    assert 'no cell "Z9"' in finding.message
    assert text.splitlines()[finding.place.line - 1].lstrip().startswith("spot:")


def test_a_figure_does_not_show_a_piece_that_shows_it() -> None:
    """An endless row of pictures is an error in place of a hang."""
    text = SET.replace("GROUND", DARK).replace(
        "count: 1, front: {sign: pawn, rim: band}", "count: 1, face: [{figure: spot}]"
    )
    messages = [each.message for each in all_findings(text) if each.severity is Severity.ERROR]
    assert any("shows a piece that shows this figure" in each for each in messages)


def test_opposites_exchange_when_the_card_is_turned() -> None:
    """Turned by half a turn a card is the card of the two colours the other way round."""
    text = (
        'game: g\ncolours: {red: "#C8372D", blue: "#1F5FA8"}\npieces: {cards: [{name: c,'
        " generate: opposites, pairs: PAIRS}]}"
    )
    one, other = (
        raster_of(next(piece_groups(make_pieces(set_of(text.replace("PAIRS", pairs))))).pieces[0])
        for pairs in ("[[red, blue]]", "[[blue, red]]")
    )
    assert np.mean(np.abs(one[::-1, ::-1] - other).max(axis=2) > 0.5) < 0.01
    assert np.mean(np.abs(one - other).max(axis=2) > 0.5) > 0.3


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("theme", THEMES)
def test_words_on_panels_can_be_read(theme: str) -> None:
    """In every theme, on the colour that the theme prints."""
    pieces = make_pieces(bundled("hexpertise"), chosen_theme(theme))
    assert [each.message for each in piece_findings(pieces) if each.rule == "contrast"] == []


def test_the_round_cards_say_in_a_figure_what_their_text_says() -> None:
    """Six cards, six figures with words for those who cannot see them; rules of at most three lines."""
    tileset = bundled("hexagonal-highway")
    (deck,) = make_pieces(tileset).components.decks
    figures = [card.text("figure") for card in deck.cards]
    assert figures == [*tileset.definition.figures]
    assert all(each.caption.value for each in tileset.definition.figures.values())
    assert contrast(deck.definition.ground, deck.definition.accent) >= 4.5
    (group,) = (each for each in piece_groups(make_pieces(tileset)) if each.kind == "card")
    for piece, card in zip(group.pieces, deck.cards, strict=True):
        texts = [item for item in flat((piece.sides[0]().drawing,)) if isinstance(item, Text)]
        size = min(
            text.size for text in texts if text.string in card.text("text").replace("**", "")
        )
        lines = {round(text.at.y, 1) for text in texts if text.at.y > 20 and text.size == size}
        assert len(lines) <= 3, card.id


def test_a_set_may_have_no_figures() -> None:
    """The message says so."""
    text = "game: g\npieces: {cards: [{name: c, face: [{figure: any}], cards: [{copies: 1}]}]}"
    (finding,) = [each for each in all_findings(text) if each.severity is Severity.ERROR]
    assert 'there is no figure "any"' in finding.message


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hexagonal-highway", "hexpertise"])
def test_the_backs_of_a_deck_are_alike_and_look_the_same_upside_down(game: str) -> None:
    """Nobody can tell a card, or which way up it lies, by its back; two decks differ in their sign."""
    groups = [each for each in piece_groups(make_pieces(bundled(game))) if each.kind == "card"]
    backs = []
    for group in groups:
        # At the edge of the picture a dot is dark only in part.
        first, last = (raster_of(group.pieces[number], back=True)[2:-2, 2:-2] for number in (0, -1))
        assert np.array_equal(first, last)
        assert np.mean(np.abs(first - first[::-1, ::-1]).max(axis=2) > 0.5) < 0.01
        backs.append(first)
    assert all(not np.array_equal(backs[0], other) for other in backs[1:])
