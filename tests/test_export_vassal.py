"""`pnp export vassal`: modules as VASSAL reads them, with a reader of our own.

The names of components and their attributes are those of VASSAL 3.7's source; VASSAL itself does not run here.
"""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from pnp.definition import load_definition
from pnp.export import export, format_named
from pnp.kinds import kind_of, piece_groups
from pnp.pieces import make_pieces
from tests.conftest import ROOT, Call, Shared, bundled

SETS = {"highway": "hexagonal-highway", "hexstatic": "hexstatic-compact"}

# What VASSAL's classes read, below VASSAL.build; what pnp writes of it has to be there.
KNOWN = {
    "GameModule": "ModuleOther1 ModuleOther2 VassalVersion description name version nextPieceSlotId",
    "module.BasicCommandEncoder": "",
    "module.Documentation": "",
    "module.documentation.AboutScreen": "fileName title",
    "module.documentation.BrowserPDFFile": "pdfFile title",
    "module.PlayerRoster": "buttonText buttonToolTip buttonKeyStroke",
    "module.GlobalOptions": "autoReport playerIdFormat",
    "module.Map": "mapName buttonName allowMultiple launch markMoved edgeHeight edgeWidth backgroundcolor"
    " moveWithinFormat moveToFormat createFormat",
    "module.PlayerHand": "mapName buttonName side visible allowMultiple launch markMoved",
    "module.map.BoardPicker": "slotHeight slotWidth slotScale title",
    "module.map.boardPicker.Board": "name image width height color reversible",
    "module.map.boardPicker.board.HexGrid": "sideways x0 y0 dx dy snapTo visible color",
    "module.map.boardPicker.board.SquareGrid": "dx dy x0 y0 snapTo visible color range",
    "module.map.DrawPile": "name owningBoard x y width height faceDown drawFaceUp shuffle allowMultiple allowSelect"
    " reversible reshufflable canSave draw color maxStack reportFormat",
    "module.map.StackMetrics": "exSepX exSepY unexSepX unexSepY",
    "module.map.CounterDetailViewer": "delay minDisplayPieces showgraph",
    "module.map.Zoomer": "zoomLevels zoomStart",
    **{
        f"module.map.{name}": ""
        for name in (
            "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer",
            "StackExpander", "PieceMover", "KeyBufferer", "SelectionHighlighters",
        )
    },
    "module.PieceWindow": "hidden text scale defaultWidth",
    "module.DiceButton": "name text nDice nSides reportTotal reportFormat",
    "module.PrototypesContainer": "",
    "module.Chatter": "",
    "module.KeyNamer": "",
    "widget.TabWidget": "entryName",
    "widget.ListWidget": "entryName",
    "widget.PieceSlot": "entryName gpid width height",
    "widget.CardSlot": "entryName gpid width height",
}  # fmt: skip
TRAITS = {"delete": 4, "rotate": 10, "obs": 12, "emb2": 34, "piece": 5}


@pytest.fixture(scope="module", params=SETS)
def module(request: pytest.FixtureRequest, shared: Shared) -> tuple[str, zipfile.ZipFile]:
    """The name of a set, and its module."""
    name = SETS[request.param]

    def fill(folder: Path) -> None:
        export(
            load_definition(ROOT / f"tilesets/{name}.yaml"),
            format_named("vassal"),
            folder,
            {"dpi": 72},
        )

    folder = shared(f"vassal-{request.param}", fill)
    (path,) = folder.rglob("*.vmod")
    return name, zipfile.ZipFile(path)


def build_file(module: zipfile.ZipFile) -> ElementTree.Element:
    """The tree of components."""
    return ElementTree.fromstring(module.read("buildFile.xml"))


def split(text: str, separator: str) -> list[str]:
    """The values of a list in a text. A backslash makes a separator part of a value; quotes round a value are removed."""
    values, value, at = [], "", 0
    while at < len(text):
        if text[at] == "\\" and text[at + 1 : at + 2] == separator:
            value, at = value + separator, at + 2
        elif text[at] == separator:
            values.append(value)
            value, at = "", at + 1
        else:
            value, at = value + text[at], at + 1
    found = [*values, value]
    return [each[1:-1] if len(each) > 1 and each[0] == each[-1] == "'" else each for each in found]


def traits(slot: ElementTree.Element) -> tuple[list[list[str]], list[str]]:
    """What a slot's piece is, trait by trait, and the state of each."""
    assert slot.text is not None and slot.text.startswith("+/")
    identity, type_, state = split(slot.text[2:], "/")
    assert identity == "null"
    found, states = [], []
    while True:
        outer, *inner = split(type_, "\t")
        held, *rest = split(state, "\t")
        found.append(split(outer, ";"))
        states.append(held)
        if not inner:
            assert not rest
            return found, states
        (type_,), (state,) = inner, rest


def slots(root: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    """All slots of a class."""
    return root.iter(f"VASSAL.build.widget.{name}")


@pytest.mark.slow
def test_vassal_knows_every_component(module: tuple[str, zipfile.ZipFile]) -> None:
    """And every attribute, trait and side; each picture that is named is in the file, and no other."""
    name, file = module
    root, pictures = build_file(file), set()
    for element in root.iter():
        if "." not in element.tag:
            assert element.tag in ("entry", "setup")
            continue
        known = KNOWN[element.tag.removeprefix("VASSAL.build.")]
        assert {*element.attrib} <= {*known.split()}, element.tag
        pictures |= {element.attrib[key] for key in ("image", "fileName") if key in element.attrib}
    for slot in (*slots(root, "CardSlot"), *slots(root, "PieceSlot")):
        found, states = traits(slot)
        for trait in found:
            assert len(trait) == TRAITS[trait[0]], trait
            pictures |= {
                word.lstrip("G") if trait[0] == "obs" else word
                for cell in trait
                for word in cell.split(",")
                if word.endswith(".png")
            }
        assert found[-1][0] == "piece" and states[-1] == f"null;0;0;{slot.get('gpid')};0"
    assert {f"images/{each}" for each in pictures} == {
        each for each in file.namelist() if each.startswith("images/")
    }
    assert len({slot.get("gpid") for slot in root.iter() if slot.get("gpid")}) == int(
        root.attrib["nextPieceSlotId"]
    )
    players = make_pieces(bundled(name)).tileset.players
    assert [each.text for each in root.iter("entry")] == [
        f"Player {number + 1}" for number in range(players)
    ]
    assert ElementTree.fromstring(file.read("moduledata")).findtext("VassalVersion") == "3.7.5"


def test_piles_have_all_pieces(module: tuple[str, zipfile.ZipFile]) -> None:
    """As often as the set has them, in their sizes, under their own names, with a picture of each side."""
    name, file = module
    root, pieces = build_file(file), make_pieces(bundled(name))
    piles = Counter(slot.get("entryName") for slot in slots(root, "CardSlot"))
    listed = [
        piece
        for group in piece_groups(pieces)
        if kind_of(group.kind).is_played and group.kind not in ("board", "pad")
        for piece in group.pieces
    ]
    assert piles == Counter({piece.name: piece.printed for piece in listed})
    of_name = {piece.name: piece for piece in listed}
    for slot in slots(root, "PieceSlot"):
        piece = of_name[str(slot.get("entryName"))]
        found, _ = traits(slot)
        (front,) = (trait[3] for trait in found if trait[0] == "piece")
        picture = Image.open(io.BytesIO(file.read(f"images/{front}")))
        assert picture.size == (int(slot.attrib["width"]), int(slot.attrib["height"]))
        box = piece.trim.box(piece.cutout.default_turn)
        assert picture.size == pytest.approx((box.width * 72 / 25.4, box.height * 72 / 25.4), abs=1)
        hidden = [trait for trait in found if trait[0] == "obs"]
        assert bool(hidden) == (piece.kind in ("tile", "card"))
        if len(piece.sides) == 2 and not hidden:
            assert found[0][0] == "emb2"
    # Piles do not lie over each other, and lie on the supply.
    boxes = []
    (supply,) = (each for each in root.iter() if each.get("name") == "Supply" and each.get("width"))
    for pile in root.iter("VASSAL.build.module.map.DrawPile"):
        x, y, width, height = (int(pile.attrib[key]) for key in ("x", "y", "width", "height"))
        left, top = x - width // 2, y - height // 2
        assert (
            left >= 0
            and left + width <= int(supply.attrib["width"])
            and top + height <= int(supply.attrib["height"])
        )
        assert all(
            left >= box[2] or box[0] >= left + width or top >= box[3] or box[1] >= top + height
            for box in boxes
        )
        boxes.append((left, top, left + width, top + height))


def test_pieces_snap_to_the_cells_of_boards(module: tuple[str, zipfile.ZipFile]) -> None:
    """VASSAL's grid, by its own formula, has a place within a dot and a half of each cell's middle."""
    name, file = module
    root, pieces = build_file(file), make_pieces(bundled(name))
    by_title = {board.definition.title: board for board in pieces.components.boards}
    checked = 0
    for element in root.iter("VASSAL.build.module.map.boardPicker.Board"):
        grid = element.find("VASSAL.build.module.map.boardPicker.board.HexGrid")
        board = by_title.get(str(element.get("name")))
        if board is None or grid is None:
            continue
        (picture,) = (
            piece.sides[0]()
            for group in piece_groups(pieces)
            for piece in group.pieces
            if piece.id == board.name and group.kind == "board"
        )
        layout = board.definition.grid.layout(board.definition.across)
        x0, y0, dx, dy = (float(grid.attrib[key]) for key in ("x0", "y0", "dx", "dy"))
        for cell in board.definition.grid.cells:
            at = layout.centre(cell)
            x, y = ((at.x - picture.box.x) * 72 / 25.4, (at.y - picture.box.y) * 72 / 25.4)
            if grid.get("sideways") == "true":
                x, y = y, x
            column = round((x - x0) / dx)
            row = round((y - y0 - (column % 2) * dy / 2) / dy)
            assert (
                np.hypot(x - (x0 + column * dx), y - (y0 + row * dy + (column % 2) * dy / 2)) < 1.5
            )
            checked += 1
    assert checked > 15 or name != "hexagonal-highway"


@pytest.mark.parametrize("table", ["screentop", "tabletopia"])
def test_pictures_to_upload_are_zipped_with_their_counts(
    in_folder: Path, pnp: Call, table: str
) -> None:
    """A zip file for each group, whose pictures counts.csv names."""
    result = pnp("export", table, "race", "--dpi", "36")
    assert result.exit_code == 0 and "takes pictures alone" in result.stderr
    folder = Path("output/race") / table
    heads, *rows = [line.split(",") for line in (folder / "counts.csv").read_text().splitlines()]
    assert heads == ["archive", "front", "back", "copies", "width", "height"]
    for path in folder.glob("*.zip"):
        names = zipfile.ZipFile(path).namelist()
        assert names == [each for row in rows if row[0] == path.name for each in row[1:3] if each]
    listed = [
        piece
        for group in piece_groups(make_pieces(bundled("examples/race")))
        if kind_of(group.kind).is_played
        for piece in group.pieces
    ]
    assert [int(row[3]) for row in rows] == [piece.printed for piece in listed]
