"""`pnp export tts`: the save read back and compared with the set, its pictures cut up, and its script run.

The reader and the little program that runs the scripts are written from the format's documentation, not from the writer.
"""

from __future__ import annotations

import io
import json
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from lupa.lua52 import LuaRuntime
from PIL import Image

from pnp.definition import load_definition
from pnp.definition.definition import Definition
from pnp.export import export, format_named
from pnp.export.game import Game, side_of
from pnp.export.painting import Painter
from pnp.export.tables import sizes
from pnp.games import game_of
from pnp.kinds import PieceGroup, piece_groups
from pnp.pieces import Pieces, make_pieces
from pnp.play import AnyGame
from pnp.project.checking import checked_game
from pnp.render.png import png_of
from pnp.render.svg import SvgWriter
from pnp.sets.tileset import make_tileset
from tests.conftest import ROOT, Call, Shared, defined

CHOSEN = {"dpi": 72, "thickness": 2.0, "base-url": "", "folder": ""}
# The five games, and their pads of which the sets do not say how many.
ENDLESS = {
    "hexstatic-compact": {"hexstatic-scores"},
    "controlled-path": {"controlled-path-match"},
    "hex-auction": {"hex-auction-scores"},
    "hexpertise": {"hexpertise-scores"},
    "hexagonal-highway": {"highway-scores"},
}
NOT_PLAYED = {"box", "divider"}
INCH = 25.4

# A deck that needs two sheets, another with the same back, cards with backs of their own, and pieces of all outlines.
MIXED = """\
game: mixed
title: Mixed
players: {min: 2, max: 3}
colours: {red: "#C0392B", green: "#1E8C5A", blue: "#2255AA"}
tiles:
  sixes: {shape: hexagon, size: 30mm, families: [{name: six, generate: edges, where: {pattern: AABBCC}, copies: 2}]}
  threes: {shape: triangle, size: 40mm, families: [{name: three, generate: edges, where: {colours: 1}}]}
pieces:
  cards:
    - {name: many, combine: {n: 1..71}, face: {front: [{rows: [{text: "{n}"}]}]}}
    - {name: few, combine: {n: 1..2}, copies: 3, face: {front: [{rows: [{text: "{n}"}]}]}}
    - name: pairs
      combine: {n: 1..2}
      face: {front: [{rows: [{text: "{n}"}]}], back: [{rows: [{text: "back of {n}"}]}]}
  tokens:
    - {name: pawn, size: 12mm, colours: all, count: 1}
    - {name: coin, size: 20mm, shape: square, count: 9, front: {text: one}, back: {text: two}}
    - {name: bar, shape: rectangle, size: 20 x 8mm, count: 2, front: {text: bar}}
  boards:
    - {name: field, hexhex: 2, cell: 20mm}
"""


class Save:
    """A save, as a program that reads it finds it."""

    def __init__(self, folder: Path) -> None:
        (path,) = (each for each in folder.glob("*.json") if each.name != "manifest.json")
        self.folder, self.name = folder, path.stem
        self.file: dict[str, Any] = json.loads(path.read_text("utf-8"))

    @property
    def top(self) -> list[dict[str, Any]]:
        """The objects on the table."""
        return self.file["ObjectStates"]

    @cached_property
    def all(self) -> list[dict[str, Any]]:
        """All objects, in bags and decks and as other states as well."""

        def walk(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
            for each in objects:
                yield each
                yield from walk(each.get("ContainedObjects", []))
                yield from walk([*each.get("States", {}).values()])

        return [*walk(self.top)]

    def counts(self) -> Counter[tuple[str, str]]:
        """How many pieces there are of each group and name."""
        found: Counter[tuple[str, str]] = Counter()

        def count(objects: list[dict[str, Any]]) -> None:
            for each in objects:
                if "ContainedObjects" in each:
                    count(each["ContainedObjects"])
                elif each["Tags"]:
                    found[each["Tags"][0], each["Nickname"]] += each.get("Number", 1)

        count(self.top)
        return found

    def piece(self, group: str, name: str) -> dict[str, Any]:
        """The first object of this group and name."""
        return next(
            each
            for each in self.all
            if each["Tags"] == [group]
            and each["Nickname"] == name
            and "ContainedObjects" not in each
        )

    def file_of(self, url: str) -> Path:
        """The file at an address on this computer; fixtures move the folder."""
        assert url.startswith("file:///")
        return self.folder / url.rpartition("/tts/")[2]

    def picture(self, url: str) -> Image.Image:
        found = Image.open(self.file_of(url))
        found.load()
        return found.convert("RGBA")

    def millimetres(self, state: Mapping[str, Any]) -> tuple[float, float]:
        """The width and the height of an object, by what is known of the program."""
        scale = [state["Transform"][f"scale{axis}"] for axis in "XZ"]
        if state["Name"] == "Card":
            sheet = next(iter(state["CustomDeck"].values()))
            picture = self.picture(sheet["FaceURL"])
            ratio = (picture.width / sheet["NumWidth"]) / (picture.height / sheet["NumHeight"])
            height = 3.08 * scale[1] * INCH
            return height * ratio, height
        side = 2.0 if "CustomTile" in state["CustomImage"] else 3.69
        return side * scale[0] * INCH, side * scale[1] * INCH


def exported(definition: Definition, folder: Path, **chosen: Any) -> Path:
    """The folder of an export."""
    return export(definition, format_named("tts"), folder, {**CHOSEN, **chosen}).folder


def mixed() -> Definition:
    """The set of all kinds of pieces."""
    return defined(MIXED)


def played(pieces: Pieces) -> list[PieceGroup]:
    """The groups of pieces with which people play."""
    return [group for group in piece_groups(pieces) if group.kind not in NOT_PLAYED]


@pytest.fixture(scope="module")
def small(shared: Shared) -> Save:
    """The save of the mixed set."""
    return Save(shared("mixed-tts", lambda folder: exported(mixed(), folder)) / "mixed/tts")


@pytest.fixture(scope="module")
def pieces() -> Pieces:
    """The pieces of the mixed set."""
    return make_pieces(make_tileset(mixed()))


def drawn(page: Any, dpi: float) -> Image.Image:
    """A page as a picture."""
    return Image.open(io.BytesIO(png_of(SvgWriter().text(page), dpi))).convert("RGBA")


def far(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures on white, where both are solid."""
    assert one.size == other.size
    mine, its = (np.asarray(each).astype(float) for each in (one, other))
    solid = (mine[..., 3] == 255) & (its[..., 3] == 255)
    assert solid.mean() > 0.4
    return float(np.abs(mine[..., :3] - its[..., :3])[solid].mean() / 255)


def check_pieces(save: Save, pieces: Pieces, *, dpi: int = 36) -> None:
    """Each piece is there as often as it is printed, as large as it is, and with its sides."""
    groups = played(pieces)
    wanted = {(group.name, piece.name): piece.printed for group in groups for piece in group.pieces}
    assert dict(save.counts()) == wanted
    for group in groups:
        for piece in group.pieces[:3]:
            state = save.piece(group.name, piece.name)
            width, height = sizes(piece)
            across, deep = save.millimetres(state)
            dot = 1.2 * INCH / dpi
            image = state.get("CustomImage", {})
            if "CustomToken" in image:
                assert across == pytest.approx(1.06 * max(width, height), abs=dot)
                assert len(state.get("States", {})) == len(piece.sides) - 1
                continue
            # A hexagon lies with a corner at the left of its square.
            corners = image.get("CustomTile", {}).get("Type") == 1
            wanted_size = [max(width, height)] * 2 if corners else [width, height]
            assert [across, deep] == pytest.approx(wanted_size, abs=dot), piece.id
            if image:
                two = image["ImageURL"] != image["ImageSecondaryURL"].replace("-back.", ".")
                assert two == (len(piece.sides) == 1)
                assert (
                    save.picture(image["ImageURL"]).width == save.picture(image["ImageURL"]).height
                )


@pytest.mark.slow
def test_every_piece_is_in_the_save_as_often_and_as_large_as_it_is_printed(
    small: Save, pieces: Pieces
) -> None:
    """In bags, decks, stacks and alone."""
    check_pieces(small, pieces)
    names = {each["Name"] for each in small.top}
    assert names == {
        *("Custom_Tile", "Custom_Tile_Stack", "DeckCustom", "Bag", "HandTrigger"),
    }


def test_every_object_has_an_id_of_its_own_and_every_file_is_there(small: Save) -> None:
    """Six digits to the base of sixteen; addresses are whole paths of this computer."""
    ids = [each["GUID"] for each in small.all]
    assert len({*ids}) == len(ids)
    assert all(len(each) == 6 and int(each, 16) >= 0 for each in ids)
    text = json.dumps(small.file)
    urls = {part for part in text.split('"') if part.startswith("file:///")}
    assert len(urls) > 10
    assert all(small.file_of(url).is_file() for url in urls)
    pictures = set(small.folder.rglob("pictures/**/*.png"))
    assert {small.file_of(url).resolve() for url in urls} >= {each.resolve() for each in pictures}
    with Image.open(small.folder / "mixed.png") as thumbnail:
        assert thumbnail.size == (256, 256)


# Of the knowledge base and of typed-tabletop-simulator; PDFPassword is in public saves alone.
KEYS = frozenset(
    re.findall(
        r"\w+",
        """
    SaveName GameMode GameType GameComplexity Date VersionNumber Note PlayerCounts Tags Gravity
    PlayArea Table Sky TabStates Grid Type Lines Snapping xSize ySize Hands Enable Hiding
    DisableUnused Turns TurnOrder PassTurns ComponentTags labels displayed normalized
    DecalPallet SnapPoints LuaScript LuaScriptState XmlUI ObjectStates GUID Name Nickname
    Description GMNotes ColorDiffuse r g b a Locked Snap Autoraise Sticky Tooltip
    HideWhenFaceDown Transform posX posY posZ rotX rotY rotZ scaleX scaleY scaleZ
    AttachedSnapPoints Position x y z CustomImage ImageURL ImageSecondaryURL ImageScalar
    WidthScale CustomTile CustomToken Thickness Stackable Stretch StandUp States Bag Order
    MergeDistancePixels ContainedObjects MaterialIndex MeshIndex Number CardID DeckIDs
    SidewaysCard CustomDeck FaceURL BackURL NumWidth NumHeight BackIsHidden UniqueBack FogColor
    CustomPDF PDFUrl PDFPage PDFPageOffset PDFPassword
    """,
    )
)


def keys(value: object) -> Iterator[str]:
    """All keys in a value, but for the numbers of sheets and states."""
    if isinstance(value, dict):
        yield from (key for key in value if not key.isdigit())
        value = [*value.values()]
    for each in value if isinstance(value, list) else ():
        yield from keys(each)


def test_the_save_has_only_keys_that_are_described(small: Save) -> None:
    """One that the program does not know would be lost."""
    assert {*keys(small.file)} <= KEYS


@pytest.mark.slow
def test_sheets_have_the_cards_in_their_places_and_a_hidden_one(
    small: Save, pieces: Pieces
) -> None:
    """Cut up, they are the cards' own pictures, on both decks with one back; no sheet has too many dots."""
    groups = {group.name: group for group in piece_groups(pieces)}
    sheets = {}
    for name in ("many", "few"):
        # Some of the first sheet, and all of the second.
        for piece in (*groups[name].pieces[:69:17], *groups[name].pieces[69 * (name == "many") :]):
            card = small.piece(name, piece.name)
            ((key, sheet),) = card["CustomDeck"].items()
            assert card["CardID"] // 100 == int(key)
            sheets[key] = sheet
            picture = small.picture(sheet["FaceURL"])
            columns, rows = sheet["NumWidth"], sheet["NumHeight"]
            assert columns <= 10 and rows <= 7 and max(picture.size) <= 4096
            wide, high = picture.width // columns, picture.height // rows
            assert (wide * columns, high * rows) == picture.size
            place = card["CardID"] % 100
            assert place < columns * rows - 1
            left, top = place % columns * wide, place // columns * high
            mine = picture.crop((left, top, left + wide, top + high))
            assert far(mine, drawn(side_of(piece).page(72), 72)) < 0.004, piece.id
    # 73 cards of two decks with one back.
    assert len(sheets) == 2 and len({each["BackURL"] for each in sheets.values()}) == 2
    for sheet in sheets.values():
        assert not sheet["UniqueBack"]
        picture = small.picture(sheet["FaceURL"])
        wide, high = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
        last = picture.crop(
            (picture.width - wide, picture.height - high, picture.width, picture.height)
        )
        assert far(last, small.picture(sheet["BackURL"])) < 0.004
    deck = next(each for each in small.top if each["Nickname"] == groups["few"].title)
    assert deck["DeckIDs"] == [each["CardID"] for each in deck["ContainedObjects"]]
    assert len(deck["DeckIDs"]) == 6


def test_cards_with_backs_of_their_own_have_a_sheet_of_backs(small: Save, pieces: Pieces) -> None:
    """In the same places; a hidden card is blank."""
    group = next(each for each in piece_groups(pieces) if each.name == "pairs")
    for piece in group.pieces:
        card = small.piece("pairs", piece.name)
        (sheet,) = card["CustomDeck"].values()
        assert sheet["UniqueBack"] and (sheet["NumWidth"], sheet["NumHeight"]) == (2, 2)
        picture = small.picture(sheet["BackURL"])
        wide, high = picture.width // 2, picture.height // 2
        left = card["CardID"] % 100 * wide
        mine = picture.crop((left, 0, left + wide, high))
        assert far(mine, drawn(side_of(piece, back=True).page(72), 72)) < 0.004
        hidden = np.asarray(small.picture(sheet["FaceURL"]).crop((wide, high, 2 * wide, 2 * high)))
        assert hidden[..., :3].min() == 255


def test_hexagons_have_a_corner_at_the_left_and_lie_upright(small: Save, pieces: Pieces) -> None:
    """The picture is turned by as much as the tile is turned back."""
    group = next(each for each in piece_groups(pieces) if each.name == "six")
    piece = group.pieces[0]
    state = small.piece("six", piece.name)
    picture = small.picture(state["CustomImage"]["ImageURL"])
    alpha = np.asarray(picture)[..., 3]
    middle = alpha.shape[0] // 2
    # The corners are at the left and the right; above and below there is room.
    assert alpha[middle, 1] == alpha[middle, -2] == 255
    assert alpha[0, middle] == 0
    assert state["Transform"]["rotY"] == 150
    own = drawn(side_of(piece).page(72), 72)

    def middle_of(picture: Image.Image) -> Image.Image:
        x, y, radius = picture.width // 2, picture.height // 2, round(0.4 * own.width)
        return picture.crop((x - radius, y - radius, x + radius, y + radius))

    # Seen from above, a turn of less than 180 degrees is anticlockwise, as PIL turns.
    lies, wrong = (
        far(middle_of(picture.rotate(turn, Image.Resampling.BICUBIC)), middle_of(own))
        for turn in (180 - state["Transform"]["rotY"], state["Transform"]["rotY"] - 180)
    )
    assert lies < 0.04 and wrong > 2 * lies


def test_a_rectangle_has_a_square_picture_that_its_scale_stretches(small: Save) -> None:
    """So that its size does not hang on how the program takes a picture's sides."""
    state = small.piece("bar", "bar")
    assert state["Number"] == 2 and state["Name"] == "Custom_Tile_Stack"
    scale = state["Transform"]
    assert scale["scaleX"] / scale["scaleZ"] == pytest.approx(2.5, rel=0.001)
    assert len({*small.picture(state["CustomImage"]["ImageURL"]).size}) == 1


def test_boards_are_locked_and_have_a_snap_point_on_each_cell(small: Save, pieces: Pieces) -> None:
    """Where the cell is on the picture: 20 mm from one to the next, the middle one in the middle."""
    board = small.piece("field", "field")
    assert board["Locked"]
    points = [point["Position"] for point in board["AttachedSnapPoints"]]
    assert len(points) == 7
    scale = board["Transform"]
    # On the table, the board turned by 180 degrees: x to the right, z up.
    places = [
        (-point["x"] * scale["scaleX"] * INCH, -point["z"] * scale["scaleZ"] * INCH)
        for point in points
    ]
    centre = min(places, key=lambda each: math.hypot(*each))
    apart = sorted(math.dist(centre, each) for each in places)
    assert apart == pytest.approx([0, *[20] * 6], abs=0.02)
    # The outline of a cell is dark beside its middle, which is not.
    picture = small.picture(board["CustomImage"]["ImageURL"])
    width, height = sizes(next(g for g in piece_groups(pieces) if g.name == "field").pieces[0])
    for x, z in places:
        at = (
            round((0.5 + x / width) * picture.width),
            round((0.5 - z / height) * picture.height),
        )
        assert min(picture.getpixel(at)[:3]) > 200


@pytest.mark.slow
def test_thickness_is_in_inches(tmp_path: Path) -> None:
    """Of tiles, tokens and boards; a pad is as thin as paper."""
    definition = defined(MIXED.partition("pieces:")[0])
    save = Save(exported(definition, tmp_path, thickness=3.175))
    found = {
        kind["Thickness"]
        for each in save.all
        for key, kind in each.get("CustomImage", {}).items()
        if key in ("CustomTile", "CustomToken")
    }
    assert found == {0.125}
    addresses = {part for part in json.dumps(save.file).split('"') if part.startswith("file:")}
    assert all(Path(each.removeprefix("file://")).is_file() for each in addresses)


@pytest.mark.slow
def test_two_sided_pieces_with_outlines_of_their_own_have_a_state_for_the_back(
    tmp_path: Path,
) -> None:
    """A custom token has one picture."""
    text = """\
game: prisms
title: Prisms
colours: {red: "#C0392B", blue: "#2255AA"}
tiles:
  shape: triangle
  size: 40mm
  symmetry: rotations+reflections
  families: [{name: three, generate: edges}]
"""
    definition = defined(text)
    save = Save(exported(definition, tmp_path))
    check_pieces(save, make_pieces(make_tileset(definition)))
    token = next(each for each in save.all if "States" in each)
    other = token["States"]["2"]
    assert token["CustomImage"]["ImageURL"] != other["CustomImage"]["ImageURL"]
    assert token["Transform"]["scaleX"] == other["Transform"]["scaleX"]


@pytest.mark.slow
def test_the_same_set_gives_the_same_bytes(in_folder: Path, pnp: Call) -> None:
    """Hosted files do not know where they were written; local ones do."""
    before, _, _ = MIXED.partition("tiles:")
    pieces = MIXED[MIXED.index("pieces:") :].replace("1..71", "1..3")
    Path("mixed.yaml").write_text(before + pieces)
    for folder in ("one", "two"):
        base = ["--base-url", "https://example.org/games/mixed/"]
        result = pnp("export", "tts", "mixed.yaml", "-o", folder, "--dpi", "36", *base)
        assert result.exit_code == 0, result.output
    one, two = (
        {path.relative_to(folder): path.read_bytes() for path in Path(folder).rglob("*.*")
         if path.is_file()}
        for folder in ("one", "two")
    )  # fmt: skip
    assert one == two and len(one) > 10
    text = one[Path("mixed/tts/mixed.json")].decode()
    assert "file:///" not in text
    assert "https://example.org/games/mixed/pictures/back.png" in text
    result = pnp(
        "export", "tts", "mixed.yaml", "-o", "one", "--dpi", "36", "--folder", "C:\\My Games\\tts\\"
    )
    assert result.exit_code == 0, result.output
    text = Path("one/mixed/tts/mixed.json").read_text()
    assert "file:///C:/My Games/tts/pictures/back.png" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--thickness", "0"], "--thickness 0: write a length from 0.1 to 25 mm"),
        (["--thickness", "thin"], "--thickness thin: "),
        (["--base-url", "ftp://here"], "--base-url ftp://here: write an address that begins with"),
        (["--base-url", "example.org"], "write an address that begins with http:// or https://"),
        (["--base-url", "https://"], "write an address that begins with http:// or https://"),
        (["--base-url", "https://a.b/my games"], "write an address without spaces"),
        (["--folder", "games/tts"], "--folder games/tts: write a whole path, such as"),
        (["--folder", "/a/caf\udce9"], '"file:///a/caf<U+DCE9>" cannot be written in UTF-8'),
        (
            ["--base-url", "https://a.b/\udce9"],
            '"https://a.b/<U+DCE9>" cannot be written in UTF-8; write another address',
        ),
        (["--folder", "/a", "--base-url", "https://a.b"], "exclude each other; choose one"),
        (["--dpi", "10"], "--dpi 10: write a whole number from 36 to 600"),
    ],
)
def test_bad_options_are_refused_in_one_line(
    in_folder: Path, pnp: Call, words: list[str], message: str
) -> None:
    """And nothing is written."""
    Path("mixed.yaml").write_text(MIXED)
    result = pnp("export", "tts", "mixed.yaml", *words)
    assert result.exit_code == 2
    assert message in result.stderr and len(result.stderr.strip().splitlines()) == 1
    assert not Path("output").exists() or not [*Path("output").rglob("*.*")]


def test_what_is_otherwise_than_on_paper_is_said() -> None:
    """Sheets that are full, fewer dots, and players without a seat."""
    definition = defined(MIXED.replace("max: 3", "max: 12"))
    made_by, game = format_named("tts"), Game(checked_game(definition), Path("games"))
    with Painter() as painter:
        assert [*made_by.files(game, {**CHOSEN, "dpi": 300}, painter)]
    notes = [each.message for each in made_by.findings(game, CHOSEN)]
    assert notes == [
        "many: 69 cards and a hidden one fill sheet 1; more have others",
        "many: 163 dots for an inch, so that 69 cards fit on a sheet",
        "10 seats for 12 players, since the program has no more",
    ]


# The program that runs a script


class Thing:
    """An object as a script has it. A deck or a stack is gone when one is left, as the API says."""

    def __init__(self, world: World, state: Mapping[str, Any]) -> None:
        self.world, self.name, self.guid = world, state["Name"], state["GUID"]
        self.nickname, self.tag = state["Nickname"], (*state["Tags"], "")[0]
        place = state["Transform"]
        self.at = [place[f"pos{axis}"] for axis in "XYZ"]
        self.turn = [place[f"rot{axis}"] for axis in "XYZ"]
        self.inside = [Thing(world, each) for each in state.get("ContainedObjects", [])]
        if self.name.endswith("_Stack"):
            one = {**state, "Name": self.name.removesuffix("_Stack")}
            self.inside = [
                Thing(world, {**one, "GUID": f"{self.guid}-{k}"}) for k in range(state["Number"])
            ]
        self.is_bag = self.name == "Bag"
        self.holds = bool(self.inside)
        self.spawning = False
        self.remainder: Thing | None = None
        self.gone = False
        self.shuffled = 0

    def _alive(self) -> None:
        assert not self.gone, f"{self.nickname} is gone"

    def _out(self, found: Thing) -> Thing:
        self.inside.remove(found)
        found.at, found.turn = [*self.at], [*self.turn]
        if not self.is_bag and len(self.inside) <= 1:
            self.gone = True
            self.world.table.remove(self)
            if self.inside:
                (self.remainder,) = self.inside
                self.remainder.at, self.remainder.turn = [*self.at], [*self.turn]
                self.world.table.append(self.remainder)
        return found

    def getQuantity(self) -> int:  # noqa: N802
        self._alive()
        return len(self.inside) if self.holds else -1

    def shuffle(self) -> bool:
        self._alive()
        assert self.holds
        self.shuffled += 1
        self.world.chance.shuffle(self.inside)
        return True

    def deal(self, number: int, colour: str) -> bool:
        self._alive()
        for _ in range(int(number)):
            left = self.remainder
            if self.gone and left is not None:
                # The last one goes as well.
                self.world.table.remove(left)
                self.remainder, found = None, left
            else:
                found = self._out(self.inside[0])
            self.world.hands.setdefault(colour, []).append(found)
        return True

    def takeObject(self, how: Any) -> Thing:  # noqa: N802
        self._alive()
        assert self.inside, f"{self.nickname} is empty"
        guid = how["guid"]
        found = next((each for each in self.inside if guid is None or each.guid == guid), None)
        assert found is not None, f"{self.nickname} has no {guid}"
        taken = self._out(found)
        taken.at, taken.turn = (
            [how[key][k] for k in (1, 2, 3)] for key in ("position", "rotation")
        )
        self.world.table.append(taken)
        return taken

    def putObject(self, other: Thing) -> Thing:  # noqa: N802
        self._alive()
        self.world.table.remove(other)
        self.inside.append(other)
        return self

    def setPosition(self, at: Any) -> None:  # noqa: N802
        self._alive()
        self.at = [at[k] for k in (1, 2, 3)]

    def setRotation(self, turn: Any) -> None:  # noqa: N802
        self._alive()
        self.turn = [turn[k] for k in (1, 2, 3)]

    def getPosition(self) -> Any:  # noqa: N802
        return self.world.table_of(dict(zip("xyz", self.at, strict=True)))


class World:
    """A table with a script, as far as set-ups need it."""

    def __init__(self, save: Save, seated: list[str]) -> None:
        self.lua = LuaRuntime()
        self.chance = random.Random(7)
        self.hands: dict[str, list[Thing]] = {}
        self.table = [Thing(self, each) for each in save.top if each["Name"] != "HandTrigger"]
        self.seated, self.said = seated, list[str]()
        buttons = ElementTree.fromstring(f"<UI>{save.file['XmlUI']}</UI>").iter("Button")
        self.shown = {(each.attrib["id"], "active"): each.attrib["active"] for each in buttons}
        names = self.lua.globals()
        names.getObjectFromGUID = lambda guid: next(e for e in self.table if e.guid == guid)
        names.getSeatedPlayers = lambda: self.table_of(self.seated)
        names.broadcastToAll = self.said.append
        names.JSON = self.table_of({})
        names.JSON.decode = lambda text: self.table_of(json.loads(text))
        names.UI = self.table_of({})
        names.UI.setAttribute = lambda *words: self.shown.update({words[:2]: words[2]})
        names.Turns = self.table_of({})
        names.Wait = self.table_of({})

        def wait(run: Callable[[], None], until: Callable[[], bool]) -> None:
            assert until()
            run()

        names.Wait.condition = wait
        self.lua.execute(save.file["LuaScript"])
        names.onLoad("")

    def table_of(self, value: Any) -> Any:
        """A value of Python as Lua has it."""
        if isinstance(value, dict):
            return self.lua.table_from({key: self.table_of(each) for key, each in value.items()})
        if isinstance(value, list):
            return self.lua.table_from([self.table_of(each) for each in value])
        return value

    def call(self, name: str) -> None:
        self.lua.globals()[name]()

    def names(self, colour: str) -> list[str]:
        """What a player has in the hand."""
        return sorted(each.nickname for each in self.hands.get(colour, []))

    def lying(self, tag: str) -> list[Thing]:
        """The single pieces of a group on the table."""
        return [each for each in self.table if each.tag == tag and not each.holds]

    def holder(self, nickname: str) -> Thing:
        return next(each for each in self.table if each.holds and each.nickname == nickname)


def seats(save: Save) -> list[str]:
    """The colours of the seats, clockwise."""
    return [each["FogColor"] for each in save.top if each["Name"] == "HandTrigger"]


def test_a_set_without_a_set_up_shuffles_its_bags_and_decks(small: Save) -> None:
    """Once, for as many players as the game has."""
    world = World(small, seats(small)[:1])
    assert seats(small) == ["Red", "Green", "Blue"]
    assert world.shown["setUp", "active"] == "true"
    world.call("setUpTable")
    assert world.said == [
        "Mixed is for 2 to 3 players, and 1 have a seat here. Take seats, or play Hotseat."
    ]
    assert world.shown["setUp", "active"] == "true"
    world.seated.extend(seats(small)[1:])
    world.call("setUpTable")
    assert world.shown["setUp", "active"] == "false"
    holders = [each for each in world.table if each.name in ("Bag", "DeckCustom")]
    assert len(holders) == 5 and all(each.shuffled == 1 for each in holders)
    world.call("setUpTable")
    assert all(each.shuffled == 1 for each in holders)
    assert world.lua.globals()["onSave"]() == "ready"
    world.lua.globals()["onLoad"]("ready")
    assert world.shown["setUp", "active"] == "false"


def test_pieces_that_are_folded_from_paper_are_left_out(in_folder: Path, pnp: Call) -> None:
    """A set of nothing else has no save."""
    screens = "  screens: [{name: screen, width: 200mm, height: 100mm}]\n"
    Path("screens.yaml").write_text(f"game: screens\ntitle: Screens\npieces:\n{screens}")
    result = pnp("export", "tts", "screens.yaml")
    assert (result.exit_code, result.stderr) == (
        2,
        "error: screens has no pieces that pnp export tts can carry over; pnp export png has all\n",
    )
    assert not Path("output").exists()
    coin = "  tokens: [{name: coin, size: 20mm, count: 2, front: {text: 1}}]\n"
    Path("screens.yaml").write_text(f"game: screens\ntitle: Screens\npieces:\n{screens}{coin}")
    result = pnp("export", "tts", "screens.yaml", "--dpi", "36")
    assert (result.exit_code, result.stderr) == (
        0,
        "note: Screen: left out, since they are folded from paper\n",
    )
    assert Save(Path("output/screens/tts")).counts() == {("coin", "coin"): 2}


@pytest.mark.slow
def test_a_game_of_your_own_has_a_set_up_of_its_own(in_folder: Path, pnp: Call) -> None:
    """The example of the documents, with other names, beside the file of the set."""
    (example,) = re.findall(
        r"```lua\n(.*?)```", (ROOT / "docs/export.md").read_text("utf-8"), re.DOTALL
    )
    Path("templates/tts").mkdir(parents=True)
    text = example.replace("meadow", "six").replace("forest", "lake, three")
    Path("templates/tts/mixed.lua").write_text(text)
    Path("mixed.yaml").write_text(MIXED.replace("1..71", "1..3"))
    result = pnp("export", "tts", "mixed.yaml", "--dpi", "36")
    assert result.exit_code == 0, result.output
    assert "note: the bag supply is without lake, which the set lacks" in result.stderr
    save = Save(Path("output/mixed/tts"))
    world = World(save, seats(save)[1:])
    world.call("setUpTable")
    assert [len(world.names(each)) for each in ("Green", "Blue")] == [3, 3]
    # Two hexagons, twice, and three triangles.
    assert len(world.holder("Supply").inside) == 4 + 3 - 2 * 3
    pawns = {each.nickname: each.at for each in world.lying("pawn") if abs(each.at[2]) > 12}
    assert {*pawns} == {"pawn-green", "pawn-blue"}
    assert world.said[0] in ("Green begins.", "Blue begins.")


@pytest.fixture(scope="module")
def five(shared: Shared) -> Callable[[str], Save]:
    """The save of one of the five games."""

    def save(name: str) -> Save:
        definition = load_definition(ROOT / f"tilesets/{name}.yaml")
        folder = shared(f"{name}-tts", lambda folder: exported(definition, folder, dpi=36))
        return Save(folder / f"{name}/tts")

    return save


Five = Callable[[str], Save]


def begun(five: Five, name: str, players: int) -> tuple[World, Any, AnyGame, list[str]]:
    """A table after the set-up, and the first position of the game with as many players."""
    save = five(name)
    rules = game_of(name)
    colours = seats(save)[:players]
    world = World(save, colours)
    world.call("setUpTable")
    assert world.shown["setUp", "active"] == "false", world.said
    return world, rules.initial(random.Random(1), players), rules, colours


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDLESS)
def test_saves_of_the_five_games_have_all_their_pieces(five: Five, name: str) -> None:
    """And their rulebooks."""
    save = five(name)
    check_pieces(save, make_pieces(make_tileset(load_definition(ROOT / f"tilesets/{name}.yaml"))))
    assert {*keys(save.file)} <= KEYS
    (book,) = (each for each in save.top if each["Name"] == "Custom_PDF")
    # A pad of which the set does not say how many never runs out.
    endless = {each["Nickname"] for each in save.top if each["Name"] == "Infinite_Bag"}
    assert endless == ENDLESS[name]
    assert save.file_of(book["CustomPDF"]["PDFUrl"]).read_bytes().startswith(b"%PDF")
    # Nothing lies on anything else before the set-up, and nothing beside the table.
    boxes = [footprint(each) for each in save.top if each["Name"] != "HandTrigger"]
    for one, (left, low, right, high) in enumerate(boxes):
        assert left > -28 and right < 28 and low > -19 and high < 19
        for other in boxes[:one]:
            assert left >= other[2] or right <= other[0] or low >= other[3] or high <= other[1]


def footprint(state: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """The left, lower, right and upper edge of an object on the table, in inches."""
    place = state["Transform"]
    known = {"DeckCustom": (2.2, 3.08), "Custom_PDF": (8.2, 11.6), "Custom_Token": (3.5, 3.5)}
    wide, deep = known.get(state["Name"], (2.4, 2.4) if "Bag" in state["Name"] else (2, 2))
    if state.get("CustomImage", {}).get("CustomTile", {}).get("Type") == 1:
        wide *= math.sqrt(3) / 2 if place["rotY"] == 150 else 1
    x, z = place["posX"], place["posZ"]
    half = place["scaleX"] * wide / 2, place["scaleZ"] * deep / 2
    return x - half[0], z - half[1], x + half[0], z + half[1]


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["farholm", "hivework", "dominoes", "quillmark"])
def test_saves_of_examples_have_all_their_pieces(tmp_path: Path, name: str) -> None:
    """Frames, polyforms, rectangles, and cards with many copies."""
    definition = load_definition(ROOT / f"tilesets/examples/{name}.yaml")
    save = Save(exported(definition, tmp_path, dpi=40))
    check_pieces(save, make_pieces(make_tileset(definition)), dpi=40)
    assert {*keys(save.file)} <= KEYS


@pytest.mark.parametrize("players", [1, 3])
def test_hexstatic_is_dealt(five: Five, players: int) -> None:
    """Six tiles each, the nexus tiles aside until one is laid."""
    world, start, _, colours = begun(five, "hexstatic-compact", players)
    assert [len(world.names(each)) for each in colours] == [len(hand) for hand in start.hands]
    supply = world.holder("Supply")
    assert len(supply.inside) == len(start.supply)
    aside = world.lying("nexus")
    assert len(aside) == len(start.aside)
    assert not any("nexus" in name for each in colours for name in world.names(each))
    assert world.lua.globals().Turns.turn_color in colours
    aside[0].at = [0.0, 1.0, 0.0]
    assert world.shown["next", "active"] == "true"
    world.call("doNext")
    assert world.lying("nexus") == [aside[0]]
    assert len(supply.inside) == len(start.supply) + len(aside) - 1


@pytest.mark.parametrize("players", [2, 3])
def test_controlled_path_is_dealt(five: Five, players: int) -> None:
    """Start tiles two empty places apart, with tokens; two open tiles each."""
    world, start, _, _ = begun(five, "controlled-path", players)
    tiles, tokens = (
        world.lying("start"),
        [each for each in world.lying("token") if abs(each.at[0]) < 13],
    )
    assert len(tiles) == len(tokens) == players
    places = [(each.at[0], each.at[2]) for each in tiles]
    assert places == [(each.at[0], each.at[2]) for each in tokens]
    apart = 3 * 38 / INCH
    assert all(
        math.dist(one, other) == pytest.approx(apart, abs=0.02)
        for one in places
        for other in places
        if one != other
    )
    open_tiles = world.lying("path")
    assert len(open_tiles) == sum(map(len, start.hands))
    assert len(world.holder("Supply").inside) == len(start.supply)
    assert all(each.turn[2] == 0 for each in open_tiles)


@pytest.mark.parametrize("players", [3, 5])
def test_hex_auction_is_dealt(five: Five, players: int) -> None:
    """Coins in hands, one in the pot, a tile in the middle, and an offer."""
    world, start, _, colours = begun(five, "hex-auction", players)
    assert [world.names(each) for each in colours] == [["coin"] * each for each in start.coins]
    laid = world.lying("ordinary") + world.lying("special")
    assert len(laid) == len(start.table) + len(start.offer)
    assert sum(each.at[::2] == [0, 0] for each in laid) == len(start.table)
    pot = [each for each in world.lying("coin") if abs(each.at[0]) < 13]
    assert len(pot) == start.pot
    assert len(world.lying("tie-breaker")) == 1
    assert len(world.holder("Supply").inside) == 77 - len(laid)


@pytest.mark.parametrize("players", [1, 4])
def test_hexpertise_is_dealt(five: Five, players: int) -> None:
    """Three nexus cards face up, either way round; a display and a scoring sheet each."""
    world, start, _, _ = begun(five, "hexpertise", players)
    nexus = world.lying("nexus")
    assert len(nexus) == len(start.nexus)
    assert all(each.turn[2] == 0 and each.turn[1] % 360 in (0, 180) for each in nexus)
    assert sorted(each.at[0] for each in nexus) == [-3, 0, 3]
    mana = world.holder("Mana cards")
    # The position has flipped the first.
    assert len(mana.inside) == 15 and mana.shuffled == 1
    in_front = [each for each in world.lying("hexpertise-display") if abs(each.at[2]) > 11]
    assert len(in_front) == players == len(start.displays)


def test_hexagonal_highway_is_dealt(five: Five) -> None:
    """Pawns on the corners of their colours, all pieces before their players, the round cards in order."""
    world, start, rules, colours = begun(five, "hexagonal-highway", 6)
    table = world.lua.globals().TABLE
    cells = {name: tuple(at.values()) for name, at in table.cells.board.items()}
    pawns = world.lying("pawn")
    names = rules.pieces.names
    assert {(each.at[0], each.at[2]) for each in pawns} == {cells[names[c]] for c in start.starts}
    pieces = make_pieces(make_tileset(load_definition(ROOT / "tilesets/hexagonal-highway.yaml")))
    (board,) = pieces.components.boards
    owners = {names[cell]: ink.name for cell, ink in board.owners.items()}
    assert {each.nickname: (each.at[0], each.at[2]) for each in pawns} == {
        f"pawn-{owner}": cells[cell] for cell, owner in owners.items()
    }
    assert [world.names(each) for each in colours] == [["highway-orders"] * 6] * 6
    assert len(world.lying("robber")) == 12 and len(world.lying("highway-control")) == 6
    rounds = sorted(world.lying("rounds"), key=lambda each: (each.at[0], -each.at[2]))
    assert [each.nickname for each in rounds] == [f"rounds-{k}" for k in range(1, 7)]
    assert all(each.turn[2] == 0 for each in rounds)
