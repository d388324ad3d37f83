"""`pnp export tts`: a save of Tabletop Simulator with its pictures, its rulebook and a script that sets the table up.

docs/export.md says where the format is described and what is known of the program only from others who measured it.
Sizes are in units of the program, which are inches; x runs to the right and z away from the southern seats.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import count
from typing import Any
from urllib.parse import quote, urlsplit

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, Finding, Severity, UnusableInput
from pnp.basics.units import MM_PER_INCH
from pnp.basics.words import counted, in_words
from pnp.colour.measures import lab, linear
from pnp.definition import templates_near
from pnp.export.formats import Chosen, Format, Option, dpi_option, length
from pnp.export.game import Game, Side, box_of, cover_page, kind, side_of, side_page, whole_dots
from pnp.export.painting import Painter
from pnp.export.png import path_of
from pnp.export.sheets import SheetLimits, card_sheets, card_side
from pnp.imposition.papers import chosen_papers
from pnp.kinds import ListedPiece, PieceGroup
from pnp.pieces import Trim
from pnp.project.files import Content, OutputFile
from pnp.scene import Layer, Page, Placed, Shape
from pnp.scene.geometry import Box, Point, polygon, turned

# An object of a save, as it is in the file.
State = dict[str, Any]

# The sizes of what has the scale 1: the sides of a custom tile and of a custom token with a square picture, and the height
# of a card.
_TILE, _TOKEN, _CARD = 2.0, 3.69, 3.08
# The shapes of a custom tile; a hexagon has its corners at the left and the right of the square.
_BOX, _HEXAGON, _CIRCLE = 0, 1, 2
_LIMITS = SheetLimits(columns=10, rows=7, dots=4096)

# Millimetres: the bleed in the corners of a square picture, and the thickness of a sheet of a pad.
_BLEED, _SHEET = 1.0, 0.5
# The room of a token in its picture: the knowledge base advises to leave a see-through border.
_AIR = 1.06
# More different tokens than these lie in a bag.
_MOST_SPREAD = 24

# The seats, in the order in which they are taken, in the colours of the program.
_SEATS = {
    "White": "#FFFFFF",
    "Red": "#DA1918",
    "Blue": "#1F87FF",
    "Green": "#31B32B",
    "Yellow": "#E7E52C",
    "Purple": "#A020F0",
    "Orange": "#F4641D",
    "Teal": "#21B19B",
    "Pink": "#F570CE",
    "Brown": "#713B17",
}
# Half of the flat top of `Table_RPG`, the hands beyond its edges and their size, and the height on which things lie.
_WIDE, _DEEP, _TOP = 27.0, 19.0, 1.0
_HAND_X, _HAND_Z, _HAND = 33.0, 22.0, (11.0, 5.0, 4.0)
# Half of the free middle, beside which things lie until the set-up; the gap between them, a bag, and the rulebook.
_MIDDLE, _BESIDE, _GAP = 13.0, 7.8, 0.4
_BAG, _BOOK = (2.5, 2.5), (8.3, 11.7)

# Halves of characters: a folder's name has them for bytes that are not UTF-8.
_HALVES = re.compile("[\ud800-\udfff]")
_RULES = "rulebook.pdf"
# Millimetres: 256 dots, as the program makes its own.
_THUMBNAIL = (101.6, 101.6)
# The line of a set-up that puts several groups into one bag.
_BAGS = re.compile(r"^-- bag ([\w-]+): *([\w-]+(?:, *[\w-]+)*) *$", re.MULTILINE)
_BUTTON = (
    '<Button id="{}" onClick="{}" active="{}" width="420" height="40" fontSize="18"'
    ' rectAlignment="UpperCenter" offsetXY="0 -60">{}</Button>\n'
)

# The values of every object; an object may replace them.
_PLAIN: State = {
    **dict.fromkeys(("Nickname", "Description", "GMNotes", "LuaScript", "LuaScriptState"), ""),
    **dict.fromkeys(("Grid", "Snap", "Autoraise", "Sticky", "Tooltip", "Hands"), True),
    **dict.fromkeys(("Locked", "HideWhenFaceDown"), False),
    "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
    "XmlUI": "",
}


def _address(text: str) -> str:
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.netloc):
        raise ValueError("write an address that begins with http:// or https://")
    if re.search(r"[\s\"'<>\\?#]", text):
        raise ValueError("write an address without spaces, quotes, ? and #")
    return text.rstrip("/")


def _folder(text: str) -> str:
    path = text.replace("\\", "/").rstrip("/")
    if text and not re.match(r"/|[A-Za-z]:/", f"{path}/"):
        raise ValueError(r"write a whole path, such as C:\Games\tts or /home/me/tts")
    return path


class TtsFormat(Format):
    """Saves of Tabletop Simulator."""

    key = "tts"
    summary = "a save of Tabletop Simulator, with a script that deals"
    options = (
        dpi_option(300, 600, "pictures that would have more than 4,096 on a side have fewer"),
        Option(
            "thickness",
            "The thickness of tiles, tokens and boards, such as 2mm or 1/16in.",
            "2mm",
            length(0.1, 25),
            metavar="LENGTH",
        ),
        Option(
            "base-url",
            "Where the folder is on the web, for players elsewhere.",
            read=_address,
            metavar="ADDRESS",
        ),
        Option(
            "folder",
            "The whole path of the folder on the computer that plays, if pnp writes it elsewhere.",
            read=_folder,
            metavar="PATH",
        ),
    )
    _made: _Table | None = None

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        if chosen["base-url"] and chosen["folder"]:
            raise UnusableInput("--base-url and --folder exclude each other; choose one")
        table = self._table(game, chosen)
        if not table.carried:
            return
        text = json.dumps(table.save, indent=1, ensure_ascii=False) + "\n"
        for path, wanted in table.pictures.items():
            yield _file(path, wanted, painter)
        if rules := table.rules:
            yield OutputFile(
                _RULES, "rules", lambda: rules.values, lambda: Content(rules.typeset.pdf())
            )
        yield _file(
            f"{game.name}.png", _Wanted(partial(cover_page, game, *_THUMBNAIL), 64), painter
        )
        yield OutputFile(f"{game.name}.json", "save", lambda: text, lambda: Content(text.encode()))

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        for note in self._table(game, chosen).notes:
            yield Finding("tts", Severity.NOTE, note, NOWHERE)

    def _table(self, game: Game, chosen: Chosen) -> _Table:
        """The table of a game, made once."""
        if self._made is None or self._made.game is not game:
            self._made = _Table(game, chosen)
        return self._made


class _Wanted(NamedTuple):
    """A picture to paint; one that is `squared` fills a square, since a tile's scale gives it its sides back."""

    page: Callable[[], Page]
    dpi: int
    squared: bool = False


def _file(path: str, wanted: _Wanted, painter: Painter) -> OutputFile:
    made = painter.picture(wanted.page, wanted.dpi)

    def content() -> Content:
        return Content(_squared(made.png) if wanted.squared else made.png)

    return OutputFile(path, "picture", lambda: (made.values, wanted.squared), content)


def _squared(png: bytes) -> bytes:
    from PIL import Image

    picture, written = Image.open(io.BytesIO(png)), io.BytesIO()
    side = max(picture.size)
    picture.resize((side, side), Image.Resampling.LANCZOS).save(written, "png")
    return written.getvalue()


class _Thing(NamedTuple):
    """An object on the table before the set-up, and the room that it takes."""

    state: State
    width: float
    height: float


class _Seat(NamedTuple):
    """A place at the table with its colour, the heading of a player there, and the colour of the player's pieces."""

    colour: str
    x: float
    z: float
    angle: float
    piece: str


class _Table:
    """The table with everything on it; `notes` say what is not as on paper."""

    def __init__(self, game: Game, chosen: Chosen) -> None:
        self.game = game
        self.notes: list[str] = []
        self.pictures: dict[str, _Wanted] = {}
        (paper,) = chosen_papers(["a4"])
        self.rules = game.rulebook(paper)
        self._pieces = game.checked.pieces
        self._dpi: int = chosen["dpi"]
        self._thickness = _units(chosen["thickness"])
        local = chosen["folder"] or game.folder.resolve().as_posix()
        # The program writes paths of its own computer so, without codes for spaces.
        self._base = chosen["base-url"] or f"file:///{local.lstrip('/')}"
        if _HALVES.search(self._base):
            cure = "rename the folder, or write another one at --folder"
            if chosen["base-url"]:
                cure = "write another address"
            raise UnusableInput(f'"{self._base}" cannot be written in UTF-8; {cure}')
        self._is_local = not chosen["base-url"]
        self._guids = set[str]()
        # What the script knows of the objects, by their names.
        self._objects: dict[str, str] = {}
        self._inside: dict[str, dict[str, str]] = {}
        self._turns: dict[str, float] = {}
        self._sizes: dict[str, float] = {}
        self._cells: dict[str, dict[str, tuple[float, float]]] = {}

    @cached_property
    def save(self) -> State:
        """The save, as JSON has it."""
        things = [*self._things()]
        states = [*self._laid_out(things), *map(self._hand, self._seats)]
        tags = [{"displayed": each.name, "normalized": each.name.lower()} for each in self.carried]
        return {
            "SaveName": self.game.title,
            "GameMode": self.game.title,
            **dict.fromkeys(("Date", "VersionNumber", "GameType", "GameComplexity", "Note"), ""),
            "PlayerCounts": self._players,
            "Tags": [],
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Table": "Table_RPG",
            "Sky": "Sky_Museum",
            "Grid": {"Type": 0, "Lines": False, "Snapping": False, "xSize": 2.0, "ySize": 2.0},
            "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
            "Turns": {"Enable": False, "Type": 0, "TurnOrder": [], "PassTurns": True},
            "ComponentTags": {"labels": tags},
            "TabStates": {},
            "DecalPallet": [],
            "SnapPoints": [],
            "LuaScript": self._script(),
            "LuaScriptState": "",
            "XmlUI": _BUTTON.format("setUp", "setUpTable", "true", "Set up")
            + _BUTTON.format("next", "doNext", "false", "Next"),
            "ObjectStates": states,
        }

    @property
    def _players(self) -> list[int]:
        """The least and the largest number of players for which the set is printed."""
        most = self._pieces.tileset.players
        return [min(self._pieces.definition.players.min, most), most]

    def _url(self, path: str) -> str:
        """The address of a file of the export."""
        return f"{self._base}/{path if self._is_local else quote(path)}"

    def _state(self, name: str, key: str, title: str = "", tag: str = "", **rest: object) -> State:
        """An object with a GUID of its own: six digits, the same each time."""
        for salt in count():
            text = "/".join((self.game.name, name, key, str(salt)))
            guid = hashlib.sha256(text.encode()).hexdigest()[:6]
            if guid not in self._guids:
                break
        self._guids.add(guid)
        head = {"GUID": guid, "Name": name, "Transform": _transform()}
        return {**head, **_PLAIN, "Nickname": title, "Tags": [tag] if tag else [], **rest}

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    # What lies on the table

    @cached_property
    def carried(self) -> tuple[PieceGroup, ...]:
        """The groups that lie on the table: those with which people play, unless they are folded."""
        groups = [*self.game.played]
        if folded := [each.title for each in groups if _is_folded(each)]:
            self._note(f"{in_words(folded)}: left out, since they are folded from paper")
        return tuple(each for each in groups if not _is_folded(each))

    @cached_property
    def _set_up(self) -> str:
        """The text of the game's own set-up; "" for a game without."""
        definition = self._pieces.definition
        templates = templates_near(definition.file)
        names = filter(None, (definition.game, definition.rulebook))
        paths = (templates.find("tts", name, ".lua") for name in names)
        return next((path.read_text("utf-8") for path in paths if path), "")

    @cached_property
    def _bags(self) -> dict[str, tuple[str, ...]]:
        """The groups in each bag: each family is in one of its own, unless the set-up says otherwise."""
        chosen = {name: (*re.split(", *", groups),) for name, groups in _BAGS.findall(self._set_up)}
        taken = {group for groups in chosen.values() for group in groups}
        own = {
            group.name: (group.name,)
            for group in self.carried
            if (group.kind == "tile" and group.printed > 1) or len(group.pieces) > _MOST_SPREAD
            if group.name not in taken and not _is_deck(group)
        }
        return chosen | own

    def _things(self) -> Iterator[_Thing]:
        """Boards first, then decks, bags and everything else, and the rulebook."""
        groups = {group.name: group for group in self.carried}
        bagged = {name for each in self._bags.values() for name in each}
        for group in groups.values():
            if group.kind == "board":
                yield from map(partial(self._board, group), group.pieces)
        yield from map(self._deck, filter(_is_deck, groups.values()))
        for name, members in self._bags.items():
            if missing := [each for each in members if each not in groups]:
                self._note(f"the bag {name} is without {in_words(missing)}, which the set lacks")
            if there := [groups[each] for each in members if each in groups]:
                yield self._bag(name, there)
        for group in groups.values():
            if group.kind != "board" and not _is_deck(group) and group.name not in bagged:
                yield from map(partial(self._copies, group), group.pieces)
        if self.rules is not None:
            book = {
                "PDFUrl": self._url(_RULES),
                "PDFPassword": "",
                "PDFPage": 0,
                "PDFPageOffset": 0,
            }
            yield _Thing(self._state("Custom_PDF", "rules", "Rulebook", CustomPDF=book), *_BOOK)

    def _known(self, thing: _Thing, *names: str, like: _Thing | None = None) -> _Thing:
        """The object, which the script knows by these names; what it takes out lies and is large *like* that."""
        like = like or thing
        for name in names:
            self._objects[name] = thing.state["GUID"]
            self._turns[name] = like.state["Transform"]["rotY"]
            self._sizes[name] = _round(max(like.width, like.height))
        return thing

    def _board(self, group: PieceGroup, piece: ListedPiece) -> _Thing:
        """A board is locked, and has a snap point on each cell."""
        thing = self._piece(group, piece)
        cells = self._cells[piece.id] = dict(self._cell_places(piece))
        wide, deep = (thing.state["Transform"][f"scale{axis}"] for axis in "XZ")
        # Snap points are turned with the board.
        thing.state["AttachedSnapPoints"] = [
            {"Position": {"x": _round(-x / wide), "y": 0.1, "z": _round(-z / deep)}}
            for x, z in cells.values()
        ]
        thing.state.update(Locked=True, Hands=False)
        return self._known(thing, piece.id)

    def _cell_places(self, piece: ListedPiece) -> Iterator[tuple[str, tuple[float, float]]]:
        """The places of a board's cells by their names, from its middle."""
        boards = self._pieces.components.boards
        board = next(each for each in boards if each.name == piece.id)
        layout = board.definition.grid.layout(board.definition.across)
        for cell in board.definition.cells:
            x, y = layout.centre(cell) - box_of(piece).centre
            yield board.names.get(cell, f"{cell.q}, {cell.r}"), (_units(x), _units(-y))

    def _bag(self, name: str, groups: Sequence[PieceGroup]) -> _Thing:
        """A bag from which pieces are drawn at random."""
        things = [
            (piece.id, self._piece(group, piece, str(copy)))
            for group in groups
            for piece in group.pieces
            for copy in range(piece.printed)
        ]
        self._inside[name] = {each: thing.state["GUID"] for each, thing in reversed(things)}
        title = groups[0].title if name == groups[0].name else name.capitalize()
        states = [thing.state for _, thing in things]
        bag = self._state("Bag", name, title, name, Bag={"Order": 2}, ContainedObjects=states)
        bag["Hands"] = False
        return self._known(_Thing(bag, *_BAG), name, like=things[0][1])

    def _copies(self, group: PieceGroup, piece: ListedPiece) -> _Thing:
        """The copies of a piece: one, a stack, a bag of those that cannot be stacked, or one of any number."""
        names = (piece.id, group.name) if len(group.pieces) == 1 else (piece.id,)
        thing = self._piece(group, piece)
        if piece.copies is None:
            endless = self._state("Infinite_Bag", piece.id, piece.name, group.name)
            endless |= {"ContainedObjects": [thing.state], "Hands": False}
            return self._known(_Thing(endless, *_BAG), *names, like=thing)
        if piece.printed > 1 and "States" in thing.state:
            copies = [self._piece(group, piece, str(copy)).state for copy in range(piece.printed)]
            bag = self._state("Bag", piece.id, piece.name, group.name, ContainedObjects=copies)
            return self._known(_Thing(bag, *_BAG), *names, like=thing)
        if piece.printed > 1:
            thing.state["Name"] += "_Stack"
            thing.state.update(MaterialIndex=-1, MeshIndex=1, Number=piece.printed)
        return self._known(thing, *names)

    # Tiles, tokens and boards

    def _piece(self, group: PieceGroup, piece: ListedPiece, which: str = "") -> _Thing:
        """A custom tile if the program has its shape, or else a custom token."""
        shape = _tile_shape(piece.trim)
        key = f"{group.name}/{piece.id}/{which}"
        if shape is None:
            return self._token(group, piece, key)
        return self._tile(group, piece, key, shape)

    def _tile(self, group: PieceGroup, piece: ListedPiece, key: str, shape: int) -> _Thing:
        box = box_of(piece)
        across, dpi = self._square(piece, box)
        turn = 30.0 if shape == _HEXAGON and box.height > box.width else 0.0
        is_square = shape != _BOX or box.width == box.height
        urls = []
        for back in (False, True)[: len(piece.sides)]:
            if is_square:
                bleed = 0.0 if shape == _BOX else _BLEED
                page = partial(_square_page, piece, across, turn, back=back, bleed=bleed)
            else:
                page = partial(side_page, piece, dpi, back=back)
            urls.append(self._painted(group, piece, _Wanted(page, dpi, not is_square), back=back))
        is_pad = group.kind == "pad"
        tile = {
            "Type": shape,
            "Thickness": _units(_SHEET) if is_pad else self._thickness,
            "Stackable": True,
            "Stretch": True,
        }
        image = _image(*(urls if len(urls) > 1 else (*urls, self._blank)))
        state = self._state("Custom_Tile", key, piece.name, group.name, Description=group.title)
        state["CustomImage"] = image | {"CustomTile": tile}
        state["HideWhenFaceDown"] = group.kind == "tile" and len(piece.sides) == 1
        wide, deep = (across, across) if is_square else (box.width, box.height)
        scale = (each / MM_PER_INCH / _TILE for each in (wide, deep))
        state["Transform"] = _transform(*scale, turn=180.0 - turn)
        return _Thing(state, _units(box.width), _units(box.height))

    def _token(self, group: PieceGroup, piece: ListedPiece, key: str) -> _Thing:
        """A piece that is shaped by what is see-through in its picture; its back is its second state."""
        box = box_of(piece).widened((_AIR - 1) / 2 * max(box_of(piece)[2:]))
        across, dpi = self._square(piece, box)
        states = []
        for back in (False, True)[: len(piece.sides)]:
            page = partial(_square_page, piece, across, 0.0, back=back, bleed=0.0)
            image = _image(self._painted(group, piece, _Wanted(page, dpi), back=back), "")
            token = {"Thickness": self._thickness, "MergeDistancePixels": 5.0, "StandUp": False}
            token["Stackable"] = len(piece.sides) == 1
            state = self._state(
                "Custom_Token",
                f"{key}/{back}",
                piece.name,
                group.name,
                Description=group.title,
                CustomImage=image | {"CustomToken": token},
            )
            state["Transform"] = _transform(*[across / MM_PER_INCH / _TOKEN] * 2)
            states.append(state)
        if len(states) > 1:
            states[0]["States"] = {"2": states[1]}
            self._note(f"{group.title}: Page Down shows the backs, since a token has one picture")
        if piece.trim is not None and piece.trim.holes:
            self._note(f"{group.title}: the holes are not cut out")
        return _Thing(states[0], _units(box.width), _units(box.height))

    def _square(self, piece: ListedPiece, box: Box) -> tuple[float, int]:
        """The side of a square picture in millimetres, a whole number of its dots, and its dots for an inch."""
        across = max(box.width, box.height)
        dpi = _LIMITS.dpi(self._dpi, Box(0, 0, across, across))
        if dpi < self._dpi:
            most = f"since a picture has at most {_LIMITS.dots:,} on a side"
            self._note(f"{piece.id}: {dpi} dots for an inch, {most}")
        return whole_dots(across, dpi), dpi

    def _painted(
        self, group: PieceGroup, piece: ListedPiece, wanted: _Wanted, *, back: bool
    ) -> str:
        """The address of the picture of a side."""
        path = f"pictures/{path_of(group, piece, back=back)}"
        self.pictures[path] = wanted
        return self._url(path)

    @cached_property
    def _blank(self) -> str:
        """The address of the back of all pieces that have none."""
        self.pictures["pictures/back.png"] = _Wanted(
            partial(_plain_page, self._pieces.look.ground or "#8A8F98"), 254
        )
        return self._url("pictures/back.png")

    # Cards

    @cached_property
    def _sheets(self) -> dict[str, tuple[int, int, State]]:
        """Of each card, the number of its sheet, its place there, and what the file has of the sheet."""
        found: dict[str, tuple[int, int, State]] = {}
        decks = [*filter(_is_deck, self.carried)]
        for at, sheet in enumerate(card_sheets(decks, _LIMITS, self._dpi), 1):
            cards = counted(len(sheet.cards), "card")
            names = in_words([*dict.fromkeys(card.group for card in sheet.cards)])
            if len(sheet.cards) == _LIMITS.cards:
                self._note(f"{names}: {cards} and a hidden one fill sheet {at}; more have others")
            if sheet.dpi < self._dpi:
                self._note(f"{names}: {sheet.dpi} dots for an inch, so that {cards} fit on a sheet")
            face, back = (f"pictures/cards/sheet-{at}{end}.png" for end in ("", "-back"))
            self.pictures[face] = _Wanted(sheet.page, sheet.dpi)
            if sheet.has_backs:
                self.pictures[back] = _Wanted(partial(sheet.page, back=True), sheet.dpi)
            else:
                dpi = _LIMITS.dpi(self._dpi, box_of(sheet.cards[0]))
                self.pictures[back] = _Wanted(partial(_back_page, sheet.cards[0], dpi), dpi)
            state = {
                "FaceURL": self._url(face),
                "BackURL": self._url(back),
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,
                "UniqueBack": sheet.has_backs,
                "Type": 0,
            }
            for place, card in enumerate(sheet.cards):
                found[f"{card.group}/{card.id}"] = at, place, state
        return found

    def _deck(self, group: PieceGroup) -> _Thing:
        """A deck face down, or its only card."""
        box = box_of(group.pieces[0])
        lies = _transform(*[box.height / MM_PER_INCH / _CARD] * 2, is_down=True)
        cards: list[State] = []
        decks: dict[str, State] = {}
        for piece in group.pieces:
            sheet, place, about = self._sheets[f"{group.name}/{piece.id}"]
            decks[str(sheet)] = about
            for copy in range(piece.printed):
                key = f"{group.name}/{piece.id}/{copy}"
                card = self._state("Card", key, piece.name, group.name, Description=group.title)
                card |= {"CardID": 100 * sheet + place, "CustomDeck": {str(sheet): about}}
                card |= {"SidewaysCard": False, "HideWhenFaceDown": True, "Transform": {**lies}}
                self._inside.setdefault(group.name, {}).setdefault(piece.id, card["GUID"])
                cards.append(card)
        size = _units(box.width), _units(box.height)
        if len(cards) == 1:
            return self._known(_Thing(cards[0], *size), group.name, group.pieces[0].id)
        deck = self._state("DeckCustom", group.name, group.title, group.name)
        deck |= {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": decks}
        deck |= {"ContainedObjects": cards, "SidewaysCard": False}
        deck |= {"HideWhenFaceDown": True, "Transform": {**lies}}
        return self._known(_Thing(deck, *size), group.name)

    # Places

    def _laid_out(self, things: Sequence[_Thing]) -> Iterator[State]:
        """The objects where they lie: boards in the middle, the others in rows to its right, then to its left."""
        boards = [each for each in things if each.state["Locked"]]
        wide = sum(board.width + _GAP for board in boards) - _GAP
        x = -wide / 2
        for board in boards:
            yield _moved(board, x + board.width / 2, 0.0)
            x += board.width + _GAP
        start, side = max(_MIDDLE, wide / 2 + 1), 1
        x, z, deep = start, _BESIDE, 0.0
        for thing in things[len(boards) :]:
            if x + thing.width > _WIDE and x > start:
                x, z, deep = start, z - deep - _GAP, 0.0
            if z - thing.height < -_BESIDE and side > 0:
                x, z, deep, side = start, _BESIDE, 0.0, -1
            yield _moved(thing, side * (x + thing.width / 2), z - thing.height / 2)
            x, deep = x + thing.width + _GAP, max(deep, thing.height)

    @cached_property
    def _seats(self) -> tuple[_Seat, ...]:
        """A seat for each player, clockwise from the right of the southern side."""
        _, players = self._players
        many = min(players, len(_SEATS))
        if many < players:
            self._note(f"{many} seats for {players} players, since the program has no more")
        ends = max(0, many - 6)
        south, north = math.ceil((many - ends) / 2), (many - ends) // 2
        west, east = math.ceil(ends / 2), ends // 2
        places = (
            *((-x, -_HAND_Z, 0.0) for x in _spaced(south, _WIDE)),
            *((-_HAND_X, z, 90.0) for z in _spaced(west, _DEEP)),
            *((x, _HAND_Z, 180.0) for x in _spaced(north, _WIDE)),
            *((_HAND_X, -z, 270.0) for z in _spaced(east, _DEEP)),
        )
        names = self._players_colours(many)
        colours = self._seat_colours(names) if names else [*_SEATS][:many]
        return tuple(
            _Seat(colour, *place, name)
            for colour, place, name in zip(colours, places, names or [""] * many, strict=True)
        )

    def _players_colours(self, players: int) -> list[str]:
        """The colours of the players' own tokens; none if no kind of token has one for each player."""
        inks = {ink.name for ink in self._pieces.definition.inks}
        for group in self.carried:
            names = [piece.id.removeprefix(f"{group.name}-") for piece in group.pieces]
            if group.kind == "token" and len(names) >= players and inks.issuperset(names):
                return names[:players]
        return []

    def _seat_colours(self, names: Iterable[str]) -> list[str]:
        """A seat for each colour of the game: of the same name, or else the most alike that is left."""
        found = {name: name.title() for name in names if name.title() in _SEATS}
        for name in names:
            own = lab(linear(self._pieces.definition.ink(name).fill))
            free = [each for each in _SEATS if each not in found.values()]
            near = min(free, key=lambda each: math.dist(lab(linear(_SEATS[each])), own))
            found.setdefault(name, near)
        return [found[name] for name in names]

    def _hand(self, seat: _Seat) -> State:
        red, green, blue = (each / 255 for each in bytes.fromhex(_SEATS[seat.colour][1:]))
        wide, high, deep = _HAND
        hand = self._state("HandTrigger", seat.colour, FogColor=seat.colour)
        hand |= {"Locked": True, "Grid": False, "Hands": False}
        hand |= {"ColorDiffuse": {"r": _round(red), "g": _round(green), "b": _round(blue), "a": 0}}
        hand["Transform"] = _transform(wide, deep, turn=seat.angle) | {"scaleY": high}
        hand["Transform"] |= {"posX": seat.x, "posY": 3.0, "posZ": seat.z}
        return hand

    def _script(self) -> str:
        """The common part of all set-ups with what it knows of the table, and the set-up of the game."""
        definition = self._pieces.definition
        seats = [{**each._asdict(), "number": at} for at, each in enumerate(self._seats, 1)]
        known = {
            "title": self.game.title,
            "seats": seats,
            "players": [self._players[0], len(seats)],
            "numbers": {each.name: each.value for each in definition.parameters},
            "objects": self._objects,
            "inside": self._inside,
            "turns": self._turns,
            "sizes": self._sizes,
            "cells": self._cells,
        }
        path = templates_near(definition.file).find("tts", "table", ".lua")
        if path is None:
            raise UnusableInput("there is no templates/tts/table.lua")
        # A text of JSON has only quotes and backslashes that a text of Lua has to escape, as JSON does.
        table = json.dumps(json.dumps(known, ensure_ascii=False), ensure_ascii=False)
        return f"TABLE = JSON.decode({table})\n\n{path.read_text('utf-8')}\n{self._set_up}"


# Pages of pictures


def _back_page(card: ListedPiece, dpi: int) -> Page:
    return card_side(card, back=True).page(dpi)


def _square_page(
    piece: ListedPiece, across: float, turn: float, *, back: bool, bleed: float
) -> Page:
    """A side in the middle of a square page, turned clockwise."""
    side: Side = side_of(piece, back=back, bleed=bleed)
    at = Point(across / 2, across / 2) - turned(side.box.centre, math.radians(turn))
    return Page(across, across, {Layer.ART: (Placed(side.drawing, at, turn=turn),)})


def _plain_page(colour: str) -> Page:
    box = Box(0, 0, 8.0, 8.0)
    return Page(box.width, box.height, {Layer.ART: (Shape(polygon(box.corners), colour),)})


# Facts about pieces


def _tile_shape(trim: Trim | None) -> int | None:
    """The shape of a custom tile with this outline; None if only a custom token can have it."""
    if trim is None:
        return _BOX
    if trim.is_free:
        return _CIRCLE if trim.is_round else None
    return {4: _BOX, 6: _HEXAGON}.get(len(trim.corners(0.0)))


def _is_folded(group: PieceGroup) -> bool:
    cutout = group.pieces[0].cutout
    return cutout is not None and cutout.folds is not None


def _is_deck(group: PieceGroup) -> bool:
    """Whether the pieces are rectangular cards, of which the program has decks."""
    trim = group.pieces[0].trim
    return kind(group).key == "cards" and trim is not None and _tile_shape(trim) == _BOX


# Parts of the file


def _image(front: str, back: str) -> State:
    urls = {"ImageURL": front, "ImageSecondaryURL": back}
    return {**urls, "ImageScalar": 1.0, "WidthScale": 0.0}


def _transform(
    wide: float = 1.0, deep: float = 1.0, *, turn: float = 180.0, is_down: bool = False
) -> State:
    """A place; turned by 180 degrees a picture is upright for the southern seats."""
    return {
        "posX": 0.0,
        "posY": _TOP,
        "posZ": 0.0,
        "rotX": 0.0,
        "rotY": turn,
        "rotZ": 180.0 if is_down else 0.0,
        "scaleX": _round(wide),
        "scaleY": 1.0,
        "scaleZ": _round(deep),
    }


def _moved(thing: _Thing, x: float, z: float) -> State:
    thing.state["Transform"].update(posX=_round(x), posZ=_round(z))
    return thing.state


def _spaced(number: int, half: float) -> list[float]:
    """The middles of so many equal parts of a room round 0."""
    return [_round((2 * place + 1 - number) * half / number) for place in range(number)]


def _units(millimetres: float) -> float:
    return _round(millimetres / MM_PER_INCH)


def _round(value: float) -> float:
    return round(value, 4) + 0.0
