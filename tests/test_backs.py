"""Boards behind boards and tiles behind tiles, measured on finished pages as they lie on paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from pnp.imposition import SheetOptions
from pnp.imposition.papers import chosen_papers
from pnp.kinds import (
    BuildOptions,
    Section,
    inventory,
    piece_groups,
    printed_pieces,
    sections,
)
from pnp.pieces import make_pieces
from pnp.render import svg_writer
from pnp.scene.geometry import ORIGIN, Point
from pnp.sets.tileset import for_players
from tests.conftest import Call, set_of
from tests.paper import At, Paper, blobs

A4 = chosen_papers(["a4"])[0]

# On one sheet, on a lying one, and with a poster: the boards of each pair differ in all but the size of their cells together.
BOARDS = """
    game: seasons
    title: Seasons
    players: {min: 2, max: 4}
    pieces:
      boards:
        - {name: summer, squares: 8x8, cell: 16mm, back: winter, ground: "#2D6B3E"}
        - {name: winter, squares: 4x4, cell: 32mm, tracks: {round: 6}}
        - {name: land, squares: 12x6, cell: 20mm, back: sea, cells: {a: {cells: A1, sign: star}}}
        - {name: sea, squares: 6x3, cell: 40mm, coordinates: no}
        - {name: day, squares: 8x8, cell: 20mm, poster: 45mm, back: night, ground: "#2D6B3E"}
        - {name: night, squares: 4x4, cell: 40mm, poster: 90mm}
"""
EDGES = pytest.mark.parametrize("edge", ["long-edge", "short-edge"])


def made(text: str, **options: object) -> dict[str, Section]:
    """The sections of a set, by name."""
    sheets = SheetOptions(**options)  # type: ignore[arg-type]
    pieces = make_pieces(set_of(text))
    return {each.name: each for each in sections(pieces, A4, BuildOptions(sheets=sheets))}


def printed(section: Section) -> Paper:
    """The file of a section."""
    file = section.pdf
    return Paper(file.path)


def grid_points(paper: Paper, page: int) -> list[At]:
    """The corners of the cells of a board, also of those that the page does not show."""
    lines = [each for each in paper.drawn(page).strokes if round(each.width, 2) == 0.3]
    return [point for each in lines for point in (each.start, each.end)]


def through(at: At, size: At, edge: str, offset: Point = ORIGIN) -> At:
    """The point of the front that lies behind a point of the back, as the paper is turned over an edge."""
    (x, y), (width, height) = at, size
    x, y = x - offset.x, y - offset.y
    is_upright = (edge == "long-edge") == (height >= width)
    return (width - x, y) if is_upright else (x, height - y)


def lies_on(points: list[At], others: list[At]) -> bool:
    """Whether each of the points is one of the others."""
    known = {(round(10 * x), round(10 * y)) for x, y in others}
    near = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return bool(points) and all(
        any((round(10 * x) + dx, round(10 * y) + dy) in known for dx, dy in near) for x, y in points
    )


@pytest.mark.spread(2)
@pytest.mark.slow
@EDGES
@pytest.mark.parametrize("offset", [ORIGIN, Point(0.5, -1.2)])
def test_cells_lie_behind_cells(edge: str, offset: Point) -> None:
    """On upright and lying sheets, the corners of the larger cells are corners of the smaller ones in front."""
    section = made(BOARDS, duplex=edge, back_offset=offset)["board"]
    paper = printed(section)
    assert section.document.duplex == edge
    assert [page.front for page in section.pages] == [True, False] * 3
    lying = [paper.size(page)[0] > paper.size(page)[1] for page in range(0, 6, 2)]
    assert lying == [False, True, False]
    for front in (0, 2, 4):
        back = [
            through(each, paper.size(front), edge, offset) for each in grid_points(paper, front + 1)
        ]
        assert lies_on(back, grid_points(paper, front))
        assert not lies_on([(x + 3, y) for x, y in back], grid_points(paper, front))


@EDGES
def test_a_back_is_upright_beside_its_front(edge: str) -> None:
    """Row A is above row D on both boards, when the sheet is turned over as a page of a book is."""
    paper = printed(made(BOARDS, duplex=edge)["board"])
    names = {}
    for page in (0, 1):
        words = {word.text: word.at for word in paper.drawn(page).words}
        names[page] = words["A"], words["D"]
    # Seen from behind, the left of the front is at the right.
    width, _ = paper.size(1)
    seen = [(width - x, y) for x, y in (through(at, paper.size(1), edge) for at in names[1])]
    for first, last in (names[0], seen):
        assert first[1] < last[1]


@pytest.mark.spread(1)
@pytest.mark.slow
@EDGES
def test_the_sheets_of_posters_lie_behind_each_other(edge: str) -> None:
    """The cells on the back of each sheet lie behind those on its front, so columns are in the other order."""
    section = made(BOARDS, duplex=edge)["board-poster"]
    paper = printed(section)
    assert [page.front for page in section.pages] == [True, False] * (len(section.pages) // 2)
    # The first page is a plan, with a page of its own behind it.
    for front in range(2, paper.pages, 2):
        back = [through(each, paper.size(front), edge) for each in grid_points(paper, front + 1)]
        assert lies_on(back, grid_points(paper, front)), front
    heads = [paper.text(page) for page in range(3, paper.pages, 2)]
    for number, head in enumerate(heads, 1):
        assert f"Night, on the back of P{number}" in head


def solid_cuts(paper: Paper, page: int) -> int:
    """The number of lines along the edges of what a sheet of a poster shows."""
    strokes = paper.drawn(page).strokes
    return sum(
        round(each.width, 2) == 0.2 and not each.dashed and each.length > 150 for each in strokes
    )


@pytest.mark.slow
def test_posters_with_a_back_are_cut_at_all_seams() -> None:
    """The ends of strips are seen from behind; the lines are on the fronts alone."""
    one, other = (
        printed(made(BOARDS, duplex=duplex)["board-poster"]) for duplex in ("long-edge", "none")
    )
    assert other.pages == 7, "a plan, and 3 x 2 sheets"
    fronts = [solid_cuts(one, page) for page in range(2, one.pages, 2)]
    assert fronts == [2, 3, 2, 2, 3, 2]
    assert [solid_cuts(one, page) for page in range(3, one.pages, 2)] == [0] * 6
    # Alone each sheet has the upper or the lower edge of the ground as well.
    assert [solid_cuts(other, page) for page in range(1, 7)] == [1, 2, 2, 2, 3, 3]


@pytest.mark.slow
def test_boards_for_printers_of_one_side() -> None:
    """With `gutterfold` the other board has sheets of its own, with `none` it is not printed."""
    folded, alone = made(BOARDS, duplex="gutterfold"), made(BOARDS, duplex="none")
    assert len(folded["board"].pages) == 6
    assert len(folded["board-poster"].pages) == 14
    assert not folded["board"].backed
    assert folded["board"].document.duplex == ""
    assert len(alone["board"].pages) == 3
    # The board behind lies as it would by itself.
    own = made(BOARDS.replace("back: winter, ", ""), duplex="none")["board"]
    one, other = (svg_writer().text(each.pages[1]) for each in (folded["board"], own))
    assert one == other


def test_two_boards_on_one_card_are_one_piece() -> None:
    """They are counted once, and the contents name both."""
    pieces = make_pieces(set_of(BOARDS))
    assert printed_pieces(pieces)["board"] == 3
    lines = inventory(pieces)
    assert [line.title for line in lines] == ["Summer and Winter", "Land and Sea", "Day and Night"]
    assert {line.note for line in lines} == {"two boards on one card"}
    assert dict(made(BOARDS)["board"].spans) == {"summer": 1, "land": 1, "day": 1}


@pytest.fixture
def seasons(in_folder: Path) -> Path:
    """The file of the boards."""
    path = in_folder / "seasons.yaml"
    path.write_text(BOARDS)
    return path


def pages_of(path: Path) -> list[str]:
    """The texts of all pages, each on one line."""
    file = pypdfium2.PdfDocument(path)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in file]


@pytest.mark.slow
def test_a_kit_names_both_boards(seasons: Path, pnp: Call) -> None:
    """The contents say that two boards are on one card, the steps how to print them."""
    words = ("build", seasons, "--paper", "a4", "--only", "kit", "--only", "pdf")
    assert pnp(*words).exit_code == 0
    _, contents, *_ = pages_of(Path("output/seasons/seasons-kit-a4.pdf"))
    assert "Summer and Winter Two boards on one card, page 3" in contents
    assert "Land and Sea Two boards on one card, page 5" in contents
    assert "Print pages 3 to 8 on both sides, turned over the long edge." in contents
    assert "Print it on both sides, turned over the long edge." in contents
    assert "glue them back to back" not in contents
    assert pnp(*words, "--duplex", "gutterfold").exit_code == 0
    _, contents, *_ = pages_of(Path("output/seasons/seasons-kit-a4.pdf"))
    assert "Two boards on one card: glue them back to back." in contents
    assert "on both sides" not in contents


@pytest.mark.slow
def test_commands_know_both_boards(seasons: Path, pnp: Call) -> None:
    """`show` finds a board by the id of either, `diff` names the other board, and `stats` counts sheets of paper."""
    assert "1 board" in pnp("show", seasons, "--ids", "winter").output
    before = Path("before.yaml")
    before.write_text(BOARDS.replace("back: winter, ", ""))
    output = pnp("diff", before, seasons).output
    assert "summer: a board on its back" in output
    assert "removed (1): winter" in output
    assert "print again: board on A4: sheet 1 of 3" in output
    (line,) = [each for each in pnp("stats", seasons).output.splitlines() if "Board " in each][:1]
    assert line.split()[1:2] == ["3"], line


# Tiles, each with a dot in an ink of its own at the top, so that places and turns can be read off a page.
FRONTS = {"#FF0000": 2, "#00FF00": 1, "#0000FF": 1, "#FF00FF": 3, "#FFFF00": 1}
BACKS = {"#800000": 2, "#008000": 1, "#000080": 1, "#800080": 3, "#808000": 1}
SHAPES = {
    "hexagon": "size: 40mm",
    "triangle": "size: 50mm",
    "square": "size: 30mm",
    "rectangle": "size: 25 x 40mm",
    "kite": "size: 50mm",
    "pentagon": "size: 30mm",
}


def tiles_text(shape: str, *, front: str = "", edge: str = "back: night") -> str:
    """A set whose tiles have other ones behind them."""

    def family(name: str, inks: dict[str, int], more: str) -> str:
        rows = ", ".join(f'{{tile: "-", ink: "{ink}", copies: {n}}}' for ink, n in inks.items())
        dot = 'shape: circle, fill: "{ink}", at: top, width: 6mm, height: 6mm'
        return f"{{name: {name}, tiles: [{rows}], face: [{{{dot}}}]{more}}}"

    return f"""
game: moonrise
title: Moonrise
players: {{min: 2, max: 4}}
tiles:
  light:
    shape: {shape}
    {SHAPES[shape]}
    families: [{family("day", FRONTS, f", {edge}" if edge else "")}]
  dark:
    shape: {shape}
    {SHAPES[shape]}
    families: [{family("night", BACKS, "")}]
"""


def dots(paper: Paper, page: int, ink: str) -> list[At]:
    """The middles of the dots in an ink, from the left."""
    dpi = 100
    dots = paper.raster(page, dpi)
    red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
    here = (np.abs(dots.astype(int) - [red, green, blue]) < 3).all(axis=2)
    found = [blob.centre for blob in blobs(here, dpi, least=4.0)]
    return sorted((round(x, 1), round(y, 1)) for x, y in found)


@pytest.mark.slow
@pytest.mark.spread(4)
@EDGES
@pytest.mark.parametrize("shape", SHAPES)
def test_tiles_lie_behind_tiles(shape: str, edge: str) -> None:
    """Each copy of the first tile has a copy of the first one of the other family behind it, and both are upright."""
    sections = made(tiles_text(shape), duplex=edge)
    assert [*sections] == ["tiles"], "the tiles behind have no sheets of their own"
    paper = printed(sections["tiles"])
    assert paper.pages == 2
    for (front, copies), back in zip(FRONTS.items(), BACKS, strict=True):
        ours = dots(paper, 0, front)
        theirs = sorted(through(at, paper.size(0), edge) for at in dots(paper, 1, back))
        assert len(ours) == copies
        for one, other in zip(ours, theirs, strict=True):
            assert one == pytest.approx(other, abs=0.4)


@pytest.fixture
def moonrise(in_folder: Path) -> Path:
    """The file of hexagons with others behind them."""
    path = in_folder / "moonrise.yaml"
    path.write_text(tiles_text("hexagon"))
    return path


def test_tiles_behind_tiles_are_cut_out_once() -> None:
    """Each family is counted by itself, and the pieces to cut out are those of one of them."""
    text = tiles_text("hexagon") + "  \n".join(
        (
            "pieces:",
            "  tokens:",
            "    - {name: all, size: 20mm, count: tiles, front: sun}",
            "    - {name: each, size: 20mm, count: day + night + light + dark, front: moon}",
            "  boxes: [{name: chest, for: tiles}, {name: dusk, for: night}, {name: deep, for: dark}]",
        )
    )
    tileset = set_of(text)
    assert (tileset.count, len(tileset.pieces), tileset.printed) == (10, 10, 8)
    assert [piece.back and piece.back.id for piece in tileset.fronts] == [
        f"night-{number}" for number in range(1, 6)
    ]
    pieces = make_pieces(tileset)
    assert printed_pieces(pieces)["tiles"] == 8
    assert pieces.components.numbers["all"] == 8
    assert pieces.components.numbers["each"] == 32
    (line, *_) = inventory(pieces)
    assert (line.number, line.title, line.note) == ("8", "Day and Night", "a tile on each side")
    (chest, dusk, deep) = (
        each for group in piece_groups(pieces) if group.kind == "box" for each in group.pieces
    )
    assert chest.trim == dusk.trim == deep.trim


@pytest.mark.slow
def test_commands_know_both_tiles(moonrise: Path, pnp: Call) -> None:
    """`show` finds a tile by either id, `enumerate` lists both families, and `diff` sees a change on a back."""
    output = pnp("validate", moonrise).output
    assert "10 different tiles (day 5, night 5 on backs)" in output
    output = pnp("enumerate", moonrise).output
    assert "total: 10 different tiles, 8 to print" in output
    assert "1 tile" in pnp("show", moonrise, "--ids", "night-3").output
    assert "5 tiles" in pnp("show", moonrise, "--family", "night").output
    assert "5 tiles" in pnp("show", moonrise, "--where", "strands: 0").output
    assert pnp("stats", moonrise, "--family", "day").exit_code == 0
    pieces = make_pieces(set_of(moonrise.read_text()))
    names = [each.name for group in piece_groups(pieces) for each in group.pieces]
    assert names == [f"day-{number} | night-{number}" for number in range(1, 6)]
    before = Path("before.yaml")
    before.write_text(moonrise.read_text().replace("#800000", "#900000"))
    output = pnp("diff", before, moonrise).output
    assert "changed (1): day-1 (-): another tile on its back" in output
    assert "print again: tiles light on A4, straight: the only sheet" in output
    before.write_text(tiles_text("hexagon", edge=""))
    output = pnp("diff", before, moonrise).output
    assert "removed (5): night-1 to night-5" in output
    assert "changed (5): day-1 to day-5: a tile on its back" in output
    assert "8" in pnp("stats", moonrise).output


def test_a_kit_names_both_families(moonrise: Path, pnp: Call) -> None:
    """The contents name both, and the step counts tiles to cut out; each side has its own id."""
    assert pnp("build", moonrise, "--paper", "a4", "--only", "kit").exit_code == 0
    cover, contents, front, back = pages_of(Path("output/moonrise/moonrise-kit-a4.pdf"))
    assert "8 tiles" in cover
    assert "8 Day and Night A tile on each side, page 3" in contents
    assert "Count them: 8 tiles." in contents
    assert "d-1" in front
    assert "n-1" in back


def test_players_keep_the_tile_behind(moonrise: Path) -> None:
    """With fewer players, a tile that is left out takes the one on its back along."""
    text = tiles_text("square").replace('"#00FF00", copies: 1', '"#00FF00", copies: 1, players: 4')
    text = text.replace('"#008000", copies: 1', '"#008000", copies: 1, players: 4')
    fewer = for_players(set_of(text), 2)
    assert [(piece.id, piece.back and piece.back.id) for piece in fewer.fronts] == [
        (f"day-{number}", f"night-{number}") for number in (1, 3, 4, 5)
    ]
    assert fewer.printed == 7
