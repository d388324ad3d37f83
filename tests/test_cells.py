"""Cells of boards from tables, and tiles in cells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.definition import load_definition
from pnp.draw.board import BoardDrawing
from pnp.pieces import Pieces, make_pieces
from pnp.project.themes import chosen_theme
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Text
from pnp.scene.geometry import Point
from pnp.sets.components import components
from pnp.sets.tileset import make_tileset
from tests.conftest import Call, findings_of, refusal, set_of

ROADS = """
game: maze
colours: [blue]
tiles:
  shape: square
  size: 40mm
  families: [{name: roads, generate: strands, where: {lines: 2}}]
pieces:
  boards:
    - name: map
      squares: 3x3
      cell: 20mm
      cells:
        land: {CELLS}
"""


def texts_in(items: tuple[Item, ...]) -> list[str]:
    """All texts in items, however deep."""
    found: list[str] = []
    for item in items:
        match item:
            case Text():
                found.append(item.string)
            case Placed() | Clip():
                inner = item.drawing.items if isinstance(item, Placed) else item.items
                found += texts_in(inner)
    return found


def in_file(folder: Path, cells: str, table: str) -> Pieces:
    """The pieces of the game whose cells are in a table."""
    (folder / "maze.yaml").write_text(ROADS.replace("{CELLS}", cells))
    (folder / "cells.csv").write_text(table)
    return make_pieces(make_tileset(load_definition(folder / "maze.yaml")))


@pytest.mark.parametrize("cells", ["cells: [A1, B1]", "data: cells.csv"])
def test_under_lies_below_the_front_of_a_cell(cells: str, tmp_path: Path) -> None:
    """Whether a list names the cells or a table."""
    face = "{under: [{text: Below, size: 6pt}], front: [{text: Above, size: 6pt}]}"
    pieces = in_file(tmp_path, f"{{{cells}, tint: none, face: {face}}}", "cell\nA1\nB1\n")
    (board,) = pieces.components.boards
    shown = [texts_in(items) for items in pieces.cell_art(board, 20.0).values()]
    assert shown == [["Below", "Above"]] * 2
    face = face.replace("under", "back")
    (finding,) = refusal(in_file, tmp_path, f"{{{cells}, tint: none, face: {face}}}", "cell\nA1\n")
    assert finding.message == "a cell has only the front of a face; remove its `back`"


TINTS = 'cell,land,hill\nA1,wood,\nA2,lake,\nA3,"#102030",\nrow B,wood,\nC1,,1\nC2,none,1\n'


def test_a_column_gives_the_tint_of_each_cell(tmp_path: Path) -> None:
    """By the name of a colour or as an ink; empty cells have that of the board. The note names each tint."""
    text = ROADS.replace("[blue]", '{blue: , wood: "#446644", lake: "#4466AA"}')
    cells = (
        '{data: cells.csv, tint: "{land}", note: "Land: {land}", face: [{if: hill, sign: star}]}'
    )
    (tmp_path / "maze.yaml").write_text(text.replace("{CELLS}", cells))
    (tmp_path / "cells.csv").write_text(TINTS)
    pieces = make_pieces(make_tileset(load_definition(tmp_path / "maze.yaml")))
    (board,) = pieces.components.boards
    groups = board.definition.groups
    names = {name: cell for cell, name in board.names.items()}
    tints = {cell: group.tint for group in groups for cell in group.cells}
    assert [tints[names[each]] for each in ("A1", "A2", "A3", "B2", "C1", "C2")] == [
        "#446644", "#4466AA", "#102030", "#446644", "", "",
    ]  # fmt: skip
    assert [group.note for group in groups if group.note] == [
        "Land: wood",
        "Land: lake",
        "Land: #102030",
    ]
    assert {*board.cells_of(groups[0].name)} == {*tints}
    assert {board.names[cell] for cell in pieces.cell_art(board, 20.0)} == {
        *map(board.names.get, tints)
    }
    assert pieces.cell_findings(board) == ()


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("data: cells.csv", 'there is no colour "swamp"; known here: blue'),
        ("data: cells.csv, note: Land", 'these cells have several tints; write the column in the note, as in `note: "{land}"`'),
        ("data: cells.csv, wall: yes", "cells of several tints have no wall round them; write one round another group of these cells"),
        ("cells: A1", 'the tint {land} needs a table with the column "land", under "data"'),
    ],
)  # fmt: skip
def test_a_column_of_tints_that_cannot_be_read(keys: str, message: str, tmp_path: Path) -> None:
    """A word that is no colour, a note for all, a wall round all, and no table."""
    cells = f'{{{keys}, tint: "{{land}}"}}'
    found = refusal(in_file, tmp_path, cells, "cell,land\nA1,swamp\n")
    assert message in [each.message for each in found], found


def test_a_table_says_what_each_cell_shows(tmp_path: Path) -> None:
    """One row for a row of cells, one for a cell with another tile, and its mirror image."""
    table = "cell,title,tile,turn\nrow A,Wood,,\nB1,Road,roads-1,90\n"
    face = "[{text: '{title}', size: 10..5pt}]"
    cells = f"{{data: cells.csv, tint: none, mirror: left-right, face: {face}}}"
    pieces = in_file(tmp_path, cells, table)
    (board,) = pieces.components.boards
    art = pieces.cell_art(board, 20.0)
    shown = {board.names[cell]: texts_in(items) for cell, items in art.items()}
    assert shown == {
        "A1": ["Wood"],
        "A2": ["Wood"],
        "A3": ["Wood"],
        "B1": ["Road"],
        "B3": ["Road"],
    }
    (group,) = board.definition.groups
    tiles = {board.names[cell]: group.tile_in(cell) for cell in group.cells}
    assert {name for name, tile in tiles.items() if tile} == {"B1", "B3"}
    assert pieces.cell_findings(board) == ()


def test_a_tile_lies_in_its_cell_in_its_turn() -> None:
    """The same drawing as that of the tile by itself, half as large, and turned with its heading."""
    text = ROADS.replace("{CELLS}", "{cells: [A1, C3], tint: none, tile: roads-1, turn: 90}")
    pieces = make_pieces(set_of(text))
    (board,) = pieces.components.boards
    art = pieces.cell_art(board, 20.0)
    piece = pieces.tileset.pieces[0]
    assert len(art) == 2
    for items in art.values():
        ((outer),) = items
        assert isinstance(outer, Placed)
        (clip,) = outer.drawing.items
        assert isinstance(clip, Clip)
        (tile,) = clip.items
        assert isinstance(tile, Placed) and tile.scale == pytest.approx(0.5)
        turned: Drawing = pieces.tiles.drawing(piece, 90.0, labelled=False)
        assert [*tile.drawing.items] == [*turned.items]
    text = ROADS.replace("squares: 3x3", "hexhex: 2").replace("{CELLS}", "{cells: A1, tint: none}")
    (other,) = make_pieces(set_of(text)).components.boards
    assert len(BoardDrawing(other, 20.0).names(())) == 7


@pytest.mark.parametrize(
    ("cells", "table", "wanted"),
    [
        ("{data: cells.csv}", "cell,tile\nA1,roads-9\n", 'the set has no tile "roads-9"'),
        ("{data: cells.csv}", "cell,tile,turn\nA1,roads-1,45\n", "turns by 90 degrees, not by 45"),
        ("{data: cells.csv}", "cell,tile,turn\nA1,roads-1,left\n", "turn has to be degrees"),
        ("{data: cells.csv}", "cell,art\nA1,x.png\n", 'needs a "face" that shows its fields'),
        ("{data: cells.csv}", "name,tile\nA1,roads-1\n", 'needs the column "cell"'),
        ("{data: cells.csv}", "cell,tile\nZ9,roads-1\n", 'the board has no cell "Z9"'),
        ("{data: cells.csv}", "cell,tile\nA1,\nrow A,\n", "A1 is in two rows"),
        ("{data: cells.csv, cells: A1}", "cell,tile\nA1,roads-1\n", 'remove "cells"'),
        ("{data: cells.csv, labels: [a, b]}", "cell,tile\nA1,\n", "has 1 cell and 2 labels"),
        ("{cells: A1, turn: 90}", "cell\nA1\n", '"turn"'),
    ],
)
def test_a_wrong_table_of_cells_has_a_message(
    pnp: Call, in_folder: Path, cells: str, table: str, wanted: str
) -> None:
    """One error each, at its place in the table or in the file."""
    Path("maze.yaml").write_text(ROADS.replace("{CELLS}", cells))
    Path("cells.csv").write_text(table)
    result = pnp("validate", "maze.yaml")
    assert result.exit_code == 1
    assert wanted in result.output and result.output.count(" error ") == 1


def test_a_column_without_use_has_a_warning(pnp: Call, in_folder: Path) -> None:
    """No face shows it; the warning proposes the nearest column of a table of cells."""
    Path("maze.yaml").write_text(ROADS.replace("{CELLS}", "{data: cells.csv}"))
    Path("cells.csv").write_text("cell,tile,tern,foo\nA1,roads-1,90,x\n")
    result = pnp("validate", "maze.yaml")
    assert result.exit_code == 0
    only = "is not used: only a `face` shows further columns"
    (first, second) = re.findall(r"^cells.csv:(.*)", result.output, re.MULTILINE)
    assert first == f'1:11: warning unknown-field: the column "tern" {only}; did you mean "turn"?'
    assert (
        second
        == f'1:16: warning unknown-field: the column "foo" {only}; known here: cell, tile, turn'
    )


WALLS = """
game: walls
pieces:
  boards:
    - name: maze
      GRID
      cell: 20mm
      walls: [WALLS]
      cells: {room: {cells: [ROOM], wall: yes}}
"""


@pytest.mark.parametrize(
    ("grid", "walls", "room", "number"),
    [
        # Sides of a room of two squares, and one wall between others; each is a line of its own.
        ("squares: 4x4", "A1-A2", "C3, C4", 1 + 6),
        ("squares: 4x4", "A1-A2, A2-A1", "C3", 1 + 4),
        ("hexhex: 3", "A1-A2, A1-B1", "C3", 2 + 6),
        ("triangles: 4", "B1-B2", "D1, D2", 1 + 4),
    ],
)
def test_walls_lie_on_the_sides_of_cells(grid: str, walls: str, room: str, number: int) -> None:
    """As many sides as there are by hand, each as long as a side of a cell and half-way between two."""
    text = (
        WALLS.replace("GRID", grid).replace("[WALLS]", f"[{walls}]").replace("[ROOM]", f"[{room}]")
    )
    pieces = make_pieces(set_of(text))
    (board,) = pieces.components.boards
    drawn = BoardDrawing(board, 20.0, pieces.theme)
    strokes = [
        each
        for each in drawn.picture().drawing.items
        if isinstance(each, Shape) and each.stroke and each.stroke.width == pytest.approx(1.6)
    ]
    (lines,) = strokes
    ends = [Point(*part[1:]) for part in lines.path]  # type: ignore[misc]
    sides = [*zip(ends[::2], ends[1::2], strict=True)]
    assert len(sides) == number
    corners = board.definition.grid.layout(20.0).corners(board.definition.cells[0])
    side = (corners[1] - corners[0]).length()
    assert all((end - start).length() == pytest.approx(side) for start, end in sides)
    one, other = (board.definition.cells_by_name[name] for name in walls.split(",")[0].split("-"))
    layout = drawn.layout
    middle = (layout.centre(one) + layout.centre(other)) * 0.5
    assert any(((start + end) * 0.5 - middle).length() < 1e-6 for start, end in sides)


MARKED = """
game: marked
colours: {river: "#3F8FC9"}
pieces:
  boards:
    - name: land
      hexhex: 3
      cell: 20mm
      walls: {river: [A1-A2, A2-B2], "#8A5A2B": [C3-C4]}
      arrows: [[C1, C2], [D1, D2, E2]]
"""


@pytest.mark.parametrize("theme", ["standard", "greyscale"])
def test_walls_have_their_colours(theme: str) -> None:
    """Two lines in one and one in the other, half as wide again as plain ones; greys have their lightness."""
    pieces = make_pieces(set_of(MARKED), chosen_theme(theme))
    items = BoardDrawing(pieces.components.boards[0], 20.0, pieces.theme).picture().drawing.items
    lines = [
        i
        for i in items
        if isinstance(i, Shape) and i.stroke and i.stroke.width == pytest.approx(2.4)
    ]
    counts = {line.stroke.ink: len(line.path) // 2 for line in lines if line.stroke}
    assert sorted(counts.values()) == [1, 2]
    if theme == "standard":
        assert counts == {"#3F8FC9": 2, "#8A5A2B": 1}
    else:
        assert all(ink[1:3] == ink[3:5] == ink[5:] for ink in counts)
    assert not [*findings_of(MARKED)]


def test_arrows_go_from_cell_to_cell() -> None:
    """Their tips lie in the last cell, on the way to its middle; they begin in the first."""
    pieces = make_pieces(set_of(MARKED))
    (board,) = pieces.components.boards
    drawn = BoardDrawing(board, 20.0, pieces.theme)
    items = drawn.picture().drawing.items
    heads = [
        i
        for i in items
        if isinstance(i, Shape) and i.fill == pieces.theme.mark and len(i.path) == 4
    ]
    lines = [
        i
        for i in items
        if isinstance(i, Shape) and i.stroke and i.stroke.width == pytest.approx(1.04)
    ]
    cells = board.definition.cells_by_name
    for names, head, line in zip((("C1", "C2"), ("D1", "D2", "E2")), heads, lines, strict=True):
        middles = [drawn.layout.centre(cells[name]) for name in names]
        tip, start = Point(*head.path[0][1:]), Point(*line.path[0][1:])  # type: ignore[misc]
        assert (tip - middles[-1]).length() == pytest.approx(0.22 * 20)
        assert (start - middles[0]).length() == pytest.approx(0.22 * 20)
        assert len(line.path) == len(names)
        if len(names) == 3:
            assert Point(*line.path[1][1:]) == middles[1]  # type: ignore[misc]


def test_numbers_in_labels() -> None:
    """A range is as many labels, alone or in a list."""
    tileset = set_of("""
        game: marks
        pieces:
          boards:
            - name: board
              squares: 3x2
              cell: 20mm
              cells: {some: {cells: row A, labels: 4..6}, all: {cells: row B, labels: [X, 7..8]}}
        """)
    (board,) = components(tileset).boards
    assert [group.label(cell) for group in board.definition.groups for cell in group.cells] == [
        "4", "5", "6", "X", "7", "8",
    ]  # fmt: skip
