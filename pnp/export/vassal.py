"""`pnp export vassal`: a module for VASSAL 3.7, a zip file with its buildFile.xml and its pictures.

Components, their attributes and the codes of pieces are those that VASSAL's own source reads: `VASSAL.build.module`,
`VASSAL.counters`, and `SequenceEncoder` for lists in texts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Finding, Severity
from pnp.basics.units import MM_PER_INCH
from pnp.export.archives import archive
from pnp.export.formats import Chosen, Format, dpi_option, left_out
from pnp.export.game import Game, box_of, cover_page, kind, side_of, side_page
from pnp.export.painting import Painter, Picture
from pnp.imposition.papers import one_paper
from pnp.kinds import ListedPiece, PieceGroup
from pnp.project.files import OutputFile
from pnp.scene import Page
from pnp.scene.geometry import Point
from pnp.tiles.layouts import Layout, tile_layout

VASSAL_VERSION = "3.7.5"

_MAP, _SUPPLY = "Table", "Supply"
_TABLE = (240, 236, 226)  # red, green, blue of cloth
_GAP = 12  # dots between piles
_ROOM = 12  # tiles across an open table
_COVER = (100.0, 150.0)  # millimetres

# Ctrl and a letter, as VASSAL stores keys: the code of the key, and 130 for Ctrl.
_CTRL = 130


class VassalFormat(Format):
    """A module for VASSAL."""

    key = "vassal"
    summary = "a module for VASSAL, with boards, piles that are shuffled, and hands"
    options = (dpi_option(96, 300, "VASSAL enlarges and shrinks the table"),)

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        module = _Module(game, chosen["dpi"], painter)
        entries: dict[str, Picture | bytes] = {
            "moduledata": _text(module.data),
            "buildFile.xml": _text(module.build_file()),
        }
        rulebook = game.rulebook(one_paper("a4", reason=""))
        if rulebook is not None:
            entries["rules.pdf"] = rulebook.typeset.pdf()
        yield archive(f"{game.name}.vmod", "module", entries | module.images)

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        message = (
            "VASSAL does not know the rules of the game: players deal and score by the rulebook"
        )
        yield Finding("by-hand", Severity.NOTE, message, NOWHERE)
        there = [each for each in game.played if each.kind != "pad"]
        yield from left_out(game.played, there, "`pnp build` prints them")


def _text(root: Element) -> bytes:
    indent(root)
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + tostring(root) + b"\n"


def joined(values: Sequence[object], separator: str) -> str:
    """A list in one text, as VASSAL's SequenceEncoder writes it: with a backslash before each separator inside."""

    def one(value: object) -> str:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        escaped = text.replace(separator, "\\" + separator)
        quoted = text.startswith("\\") or (len(text) > 1 and text[0] == text[-1] == "'")
        return f"'{escaped}'" if quoted else escaped

    return separator.join(map(one, values))


def key_code(letter: str) -> str:
    """Ctrl and a letter."""
    return f"{ord(letter)},{_CTRL}"


class _Spot(NamedTuple):
    """A pile on the table: its middle and its size in dots."""

    group: PieceGroup
    x: int
    y: int
    width: int
    height: int


class _Module:
    """The module of a game: its XML, and the pictures that this names."""

    def __init__(self, game: Game, dpi: int, painter: Painter) -> None:
        self.game, self.dpi, self.images = game, dpi, dict[str, Picture | bytes]()
        self._painter = painter
        self._slots = 0
        self.groups = [each for each in game.played if each.kind not in ("board", "pad")]
        players = game.checked.pieces.tileset.players
        self.sides = [f"Player {number}" for number in range(1, players + 1)]

    @property
    def data(self) -> Element:
        """The summary that VASSAL shows before it opens a module."""
        root = Element("data", version="1")
        for name, text in {
            "version": "1.0",
            "VassalVersion": VASSAL_VERSION,
            "dateSaved": "0",
            "description": self.game.title,
            "name": self.game.title,
        }.items():
            SubElement(root, name).text = text
        return root

    def build_file(self) -> Element:
        """All components."""
        game = self.game
        root = Element(
            "VASSAL.build.GameModule",
            ModuleOther1="",
            ModuleOther2="",
            VassalVersion=VASSAL_VERSION,
            description=game.title,
            name=game.title,
            version="1.0",
        )
        SubElement(root, "VASSAL.build.module.BasicCommandEncoder")
        documents = SubElement(root, "VASSAL.build.module.Documentation")
        self.images["images/cover.png"] = self._picture(partial(cover_page, game, *_COVER))
        _add(documents, "module.documentation.AboutScreen", fileName="cover.png", title=game.title)
        if game.checked.rulebook is not None:
            name = "module.documentation.BrowserPDFFile"
            _add(documents, name, pdfFile="rules.pdf", title="Rules")
        roster = _add(
            root, "module.PlayerRoster", buttonText="Retire", buttonToolTip="", buttonKeyStroke=""
        )
        for side in self.sides:
            SubElement(roster, "entry").text = side
        _add(root, "module.GlobalOptions", autoReport="Always", playerIdFormat="$PlayerName$")
        self._add_table(root)
        for side in self.sides:
            hand = _add(
                root,
                "module.PlayerHand",
                mapName=f"Hand of {side}",
                buttonName=f"Hand {side.rpartition(' ')[2]}",
                side=side,
                visible="false",
                allowMultiple="false",
                launch="true",
                markMoved="Never",
            )
            _add_map_parts(hand)
        window = _add(
            root, "module.PieceWindow", hidden="false", text="Pieces", scale="1.0", defaultWidth="0"
        )
        tabs = SubElement(window, "VASSAL.build.widget.TabWidget", entryName="Pieces")
        for group in self.groups:
            panel = SubElement(tabs, "VASSAL.build.widget.ListWidget", entryName=group.title)
            for piece in group.pieces:
                self._slot(panel, "VASSAL.build.widget.PieceSlot", group, piece)
        _add(
            root,
            "module.DiceButton",
            name="Die",
            text="Die",
            nDice="1",
            nSides="6",
            reportTotal="true",
            reportFormat="** $name$: $result$ ($playerName$)",
        )
        for name in ("PrototypesContainer", "Chatter", "KeyNamer"):
            _add(root, f"module.{name}")
        root.set("nextPieceSlotId", str(self._slots))
        return root

    # The table

    def _add_table(self, root: Element) -> None:
        """The map: a board or an open table, and beside it the piles of all pieces."""
        table = _add(
            root,
            "module.Map",
            mapName=_MAP,
            buttonName=_MAP,
            allowMultiple="true",
            launch="false",
            markMoved="Never",
            edgeHeight="20",
            edgeWidth="20",
            backgroundcolor=",".join(map(str, _TABLE)),
            moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$",
            moveToFormat="$pieceName$ moves to $location$",
            createFormat="$pieceName$ is on $location$",
        )
        picker = _add(
            table,
            "module.map.BoardPicker",
            slotHeight="125",
            slotWidth="350",
            slotScale="0.2",
            title="Choose Boards",
        )
        setup = SubElement(picker, "setup")
        grounds = [*self._boards(picker)] or [self._open_table(picker)]
        spots, (width, height) = self._spots()
        self._plain(picker, _SUPPLY, width, height)
        # Boards side by side: a name, a column and a row for each.
        shown = [(name, column, 0) for column, name in enumerate((*grounds, _SUPPLY))]
        setup.text = joined(
            [f"{_MAP}BoardPicker", *(str(each) for one in shown for each in one)], "\t"
        )
        _add_map_parts(table)
        for spot in spots:
            self._add_pile(table, spot)

    def _boards(self, picker: Element) -> Iterator[str]:
        """The boards of the game that are printed, each with a grid if its cells are hexagons or squares."""
        pieces = self.game.checked.pieces
        of_name = {board.name: board for board in pieces.components.boards}
        for group in self.game.played:
            for piece in group.pieces if group.kind == "board" else ():
                for back in range(len(piece.sides)):
                    name, board = piece.ids[back], of_name[piece.ids[back]]
                    image = f"boards-{name}.png"
                    page = partial(side_page, piece, self.dpi, back=bool(back))
                    self.images[f"images/{image}"] = self._picture(page)
                    element = _add(
                        picker,
                        "module.map.boardPicker.Board",
                        name=board.definition.title,
                        image=image,
                        reversible="false",
                    )
                    grid, area = board.definition.grid, side_of(piece, back=bool(back)).area
                    if grid.cells:
                        layout = grid.layout(board.definition.across)
                        at = layout.centre(grid.cells[0]) - Point(area.x, area.y)
                        self._add_grid(element, layout, at)
                    if not back:
                        yield board.definition.title

    def _open_table(self, picker: Element) -> str:
        """A table on which tiles lie side by side, as many as all players could lay."""
        pieces = self.game.checked.pieces
        group = pieces.definition.main_group
        size = group.size if pieces.tileset.pieces else 30.0
        side = self._dots(size * _ROOM * 1.5)
        element = self._plain(picker, _MAP, side, side)
        middle = Point(side / 2, side / 2) * (MM_PER_INCH / self.dpi)
        self._add_grid(element, tile_layout(group.geometry, size), middle)
        return _MAP

    def _add_grid(self, element: Element, layout: Layout, at: Point) -> None:
        """The middles of cells, one of which lies *at* this place on the board, to which pieces snap."""
        rows = layout.rows
        if rows is None:
            return
        step, rise, x, y = (
            each / MM_PER_INCH * self.dpi for each in (rows.step, rows.rise, at.x, at.y)
        )
        if rows.shifted:
            # VASSAL's rows of hexagons run down; it turns a sideways grid by a quarter, with its origin.
            x, y = (x, y) if rows.upright else (y, x)
            name, size = "HexGrid", {"sideways": str(not rows.upright).lower()}
            origin, dx, dy = (x % (2 * rise), y % step), rise, step
        else:
            name, size = "SquareGrid", {"range": "Metric"}
            origin, dx, dy = (x % step, y % rise), step, rise
        size |= {
            "x0": str(round(origin[0])),
            "y0": str(round(origin[1])),
            "dx": f"{dx:.4f}",
            "dy": f"{dy:.4f}",
        }
        name = f"module.map.boardPicker.board.{name}"
        _add(element, name, **size, snapTo="true", visible="false", color="0,0,0")

    def _plain(self, picker: Element, name: str, width: int, height: int) -> Element:
        colour = ",".join(map(str, _TABLE))
        return _add(
            picker,
            "module.map.boardPicker.Board",
            name=name,
            width=str(width),
            height=str(height),
            color=colour,
            reversible="false",
        )

    # Piles and pieces

    def _spots(self) -> tuple[list[_Spot], tuple[int, int]]:
        """Where each pile lies on the supply, in rows, and the size of the supply."""
        spots: list[_Spot] = []
        x = y = row = right = _GAP
        for group in self.groups:
            boxes = [box_of(piece) for piece in group.pieces]
            width, height = (
                self._dots(max(sizes))
                for sizes in zip(*((box.width, box.height) for box in boxes), strict=True)
            )
            if x > _GAP and x + width > self._dots(260.0):
                x, y, row = _GAP, y + row + _GAP, 0
            spots.append(_Spot(group, x + width // 2, y + height // 2, width, height))
            x, row = x + width + _GAP, max(row, height)
            right = max(right, x)
        return spots, (max(right, self._dots(100.0)), max(y + row + _GAP, self._dots(100.0)))

    def _add_pile(self, table: Element, spot: _Spot) -> None:
        hidden = kind(spot.group).one in ("tile", "card")
        pile = _add(
            table,
            "module.map.DrawPile",
            name=spot.group.title,
            owningBoard=_SUPPLY,
            x=str(spot.x),
            y=str(spot.y),
            width=str(spot.width),
            height=str(spot.height),
            faceDown="Always" if hidden else "Never",
            drawFaceUp="false",
            shuffle="Always" if hidden else "Never",
            allowMultiple="true",
            allowSelect=str(not hidden).lower(),
            reversible="false",
            reshufflable="false",
            canSave="false",
            draw="true",
            color="120,110,100",
            maxStack="10",
            reportFormat="$playerName$: $commandName$ $deckName$",
        )
        for piece in spot.group.pieces:
            for _ in range(piece.printed):
                self._slot(pile, "VASSAL.build.widget.CardSlot", spot.group, piece)

    def _slot(self, parent: Element, name: str, group: PieceGroup, piece: ListedPiece) -> None:
        box = box_of(piece)
        slot = SubElement(
            parent,
            name,
            entryName=piece.name,
            gpid=str(self._slots),
            width=str(self._dots(box.width)),
            height=str(self._dots(box.height)),
        )
        slot.text = self._coded(group, piece)
        self._slots += 1

    def _coded(self, group: PieceGroup, piece: ListedPiece) -> str:
        """A piece as a command that adds it: what it is, and then its state, trait by trait from the outermost."""
        front = self._image(group, piece)
        inner = "piece;" + joined(["", "", front, piece.name], ";")
        traits = [("delete;" + joined(["Delete", key_code("D"), ""], ";"), "")]
        if turns := _turns(piece):
            words = [
                turns,
                key_code("]"),
                key_code("["),
                "Turn right",
                "Turn left",
                "",
                "",
                "Turn",
                "",
            ]
            traits.append(("rotate;" + joined(words, ";"), "0"))
        hidden = kind(group).one in ("tile", "card")
        if hidden:
            back = (
                self._image(group, piece, back=True)
                if len(piece.sides) > 1
                else self._blank(group, piece)
            )
            # G: everybody sees this picture of the other side, and its owner a part of the front.
            words = [
                key_code("F"),
                back,
                "Turn over",
                f"G{back}",
                group.title,
                "player:",
                "Look",
                "",
                False,
                "",
                "",
            ]
            traits.append(("obs;" + joined(words, ";"), joined(["null", ""], ";")))
        elif len(piece.sides) > 1:
            back = self._image(group, piece, back=True)
            traits.append((_layer([front, back]), "1"))
        type_, state = inner, joined(["null", 0, 0, self._slots, 0], ";")
        for trait, held in traits:
            type_, state = joined([trait, type_], "\t"), joined([held, state], "\t")
        return "+/" + joined(["null", type_, state], "/")

    def _image(self, group: PieceGroup, piece: ListedPiece, *, back: bool = False) -> str:
        """The name of the picture of a side."""
        name = f"{kind(group).key}-{group.name}-{piece.id}{'-back' if back else ''}.png"
        path = f"images/{name}"
        if path not in self.images:
            self.images[path] = self._picture(partial(side_page, piece, self.dpi, back=back))
        return name

    def _blank(self, group: PieceGroup, piece: ListedPiece) -> str:
        """The name of the bare back of a group's pieces."""
        name = f"{kind(group).key}-{group.name}-back.png"
        path = f"images/{name}"
        if path not in self.images:
            self.images[path] = self._picture(partial(_bare, piece, self.dpi))
        return name

    def _picture(self, page: Callable[[], Page]) -> Picture:
        return self._painter.picture(page, self.dpi)

    def _dots(self, size: float) -> int:
        return math.ceil(size / MM_PER_INCH * self.dpi - 0.01)


def _add(parent: Element, component: str, /, **attributes: str) -> Element:
    return SubElement(parent, f"VASSAL.build.{component}", attributes)


# What a map needs so that pieces can be chosen, moved, stacked and looked at.
_MAP_PARTS: Mapping[str, Mapping[str, str]] = {
    "StackMetrics": {"exSepX": "6", "exSepY": "18", "unexSepX": "2", "unexSepY": "4"},
    "ForwardToKeyBuffer": {},
    "Scroller": {},
    "ForwardToChatter": {},
    "MenuDisplayer": {},
    "MapCenterer": {},
    "StackExpander": {},
    "PieceMover": {},
    "KeyBufferer": {},
    "CounterDetailViewer": {"delay": "700", "minDisplayPieces": "2", "showgraph": "true"},
    "Zoomer": {"zoomLevels": "0.25,0.5,0.75,1.0,1.5,2.0", "zoomStart": "4"},
    "SelectionHighlighters": {},
}


def _add_map_parts(parent: Element) -> None:
    for name, attributes in _MAP_PARTS.items():
        _add(parent, f"module.map.{name}", **attributes)


def _layer(images: Sequence[str]) -> str:
    """A trait that shows one picture after the other: VASSAL's Layer, always active, turned over by Ctrl+F."""
    names = joined(images, ",")
    words: list[object] = [
        "",
        _CTRL,
        "A",
        "Turn over",
        _CTRL,
        "F",
        "",
        _CTRL,
        "",
        "",
        "",
        "1",
        False,
        0,
        0,
    ]
    words += [names, joined([""] * len(images), ","), True, "Side", "", "", False, "", 1, 1, True]
    words += ["", key_code("F"), "", "", "1.0", "", "true"]
    return "emb2;" + joined(words, ";")


def _turns(piece: ListedPiece) -> int:
    """In how many ways a piece may lie, a card in four; 0 for one that nobody turns."""
    if piece.trim is None or piece.trim.is_round:
        return 0
    ways = round(360 / piece.trim.facts.symmetry)
    return ways if ways > 2 else 4


def _bare(piece: ListedPiece, dpi: float) -> Page:
    side = side_of(piece)
    return side._replace(items=()).page(dpi)
