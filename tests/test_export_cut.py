"""`pnp export cut`: the lines of a machine, read back from SVG, DXF and PDF files by other readers."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from pathlib import Path

import ezdxf
import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageDraw

from pnp.definition import load_definition
from pnp.export import export, format_named
from pnp.export.cut import sheets_to_cut
from pnp.export.cutters import Cutter, cutter_named, cutter_names
from pnp.export.game import Game
from pnp.imposition.papers import chosen_papers
from pnp.pieces import Cutout, Trim
from pnp.project.checking import checked_game
from tests.arrangement import Segment, Spot, enclosed, twice
from tests.conftest import ROOT, Call
from tests.rasters import pdf_raster, svg_raster

SVG = "{http://www.w3.org/2000/svg}"
Found = dict[str, list[tuple[list[Spot], bool]]]

# Squares in a box, and a tray with a hole: a polyform of eight squares round one.
SMALL = """\
game: small
title: Small
colours: {red: {letter: R}, blue: {letter: B}}
tiles: {shape: square, size: 30mm, families: [{name: one, generate: edges}]}
pieces:
  tokens: [{name: disc, size: 20mm, count: 5, front: {text: A}}]
  boxes: [{name: box, for: [disc]}]
  polyforms: [{name: own, shape: polyomino, cell: 12mm, pieces: {ring: [RRR, R.R, BBB], bar: [RB]}}]
"""


def in_svg(path: Path) -> tuple[Found, list[str]]:
    """The lines of each group, and the size and the box of the picture as the file has them."""
    root = ET.parse(path).getroot()
    found: Found = {}
    for group in root.iter(f"{SVG}g"):
        style = [group.get(key) for key in ("fill", "fill-rule", "stroke")]
        assert (
            style
            == {
                "CUT": ["none", None, "#FF0000"],
                "SCORE": ["none", None, "#0000FF"],
                "ENGRAVE": ["#00FF00", "evenodd", "none"],
                "REGISTRATION": ["none", None, "#000000"],
            }[group.attrib["id"]]
        )
        lines = found[group.attrib["id"]] = []
        for each in group:
            assert each.tag == f"{SVG}path" and "transform" not in each.attrib
            assert set(re.findall("[A-Za-z]", each.attrib["d"])) <= {"M", "L", "Z"}
            parts = each.attrib["d"].split("M")[1:]
            assert len(parts) == 1 or group.attrib["id"] == "ENGRAVE"
            for part in parts:
                numbers = [float(word) for word in re.findall(r"-?[0-9.]+", part)]
                closed = part.strip().endswith("Z")
                lines.append(([*zip(numbers[::2], numbers[1::2], strict=True)], closed))
    return found, [root.attrib[key] for key in ("width", "height", "viewBox")]


def in_dxf(path: Path) -> tuple[Found, ezdxf.document.Drawing]:
    """The polylines of each layer, and the drawing."""
    drawing = ezdxf.readfile(path)
    found: Found = {}
    for each in drawing.modelspace():
        assert each.dxftype() == "LWPOLYLINE"
        points = [(x, y) for x, y in each.get_points("xy")]
        found.setdefault(each.dxf.layer, []).append((points, bool(each.closed)))
    return found, drawing


def segments(lines: list[tuple[list[Spot], bool]]) -> list[Segment]:
    """The straight lines from point to point."""
    return [
        pair
        for points, closed in lines
        for pair in pairwise([*points, points[0]] if closed else points)
    ]


def exported(
    folder: Path,
    file: Path,
    paper: str = "a4",
    cutter: str = "laser",
    kerf: float = 0.0,
    layout: str = "auto",
    inset: float | None = None,
) -> tuple[Path, dict[str, list[tuple[Cutout, float]]]]:
    """The folder of the files, and the pieces on each sheet with their turns, by the names of the files."""
    (sheet,) = chosen_papers([paper])
    chosen = {
        "paper": sheet, "cutter": cutter_named(cutter), "kerf": kerf, "layout": layout,
        "engrave": inset is not None, "inset": inset or 0.0,
    }  # fmt: skip
    definition = load_definition(file)
    made = export(definition, format_named("cut"), folder, chosen)
    laid = sheets_to_cut(Game(checked_game(definition)), chosen)
    return made.folder, {
        f"{section.stem}-{number:02}": [(cutout, pose.turn) for cutout, pose in part.fronts]
        for section in laid.sections
        for sheets in section.sheets
        for number, part in enumerate(sheets.parts, 1)
    }


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file with tiles, round tokens, a box, and polyforms with a hole."""
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    return file


def area(points: list[Spot]) -> float:
    """The area of a polygon, whichever way it runs."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]]))) / 2


@pytest.mark.slow
def test_svg_and_dxf_have_the_same_lines(small: Path, tmp_path: Path) -> None:
    """Every point, in layers of the same names, in millimetres, the one from the top and the other from the bottom."""
    folder, sheets = exported(tmp_path, small)
    assert {path.stem for path in folder.glob("*.svg")} == {*sheets}
    assert {path.stem for path in folder.glob("*.dxf")} == {*sheets}
    layers = Counter[str]()
    for name in sheets:
        one, size = in_svg(folder / f"{name}.svg")
        other, drawing = in_dxf(folder / f"{name}.dxf")
        assert size == ["210mm", "297mm", "0 0 210 297"]
        assert drawing.units == ezdxf.units.MM and not drawing.audit().has_errors
        assert {"CUT", "SCORE", "REGISTRATION"} <= {layer.dxf.name for layer in drawing.layers}
        turned = {
            layer: [
                ([(x, round(297 - y, 3)) for x, y in points], closed) for points, closed in lines
            ]
            for layer, lines in other.items()
        }
        assert one == turned
        layers.update(one.keys())
    assert layers == {"CUT": 4, "REGISTRATION": 4, "SCORE": 1}


def test_folds_are_scored_and_never_cut(small: Path, tmp_path: Path) -> None:
    """A box has its creases in the layer SCORE alone, inside of its outline."""
    folder, sheets = exported(tmp_path, small)
    (name,) = (name for name in sheets if "-boxes-" in name)
    found, _ = in_svg(folder / f"{name}.svg")
    ((box, _),) = sheets[name]
    assert box.folds is not None
    (shape,) = box.folds.items
    assert len(found["SCORE"]) == len(shape.path) / 2  # type: ignore[union-attr]
    assert not twice([*segments(found["SCORE"]), *segments(found["CUT"])])
    xs, ys = zip(*(spot for points, _ in found["CUT"] for spot in points), strict=True)
    for points, _ in found["SCORE"]:
        assert all(min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys) for x, y in points)


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("layout", ["auto", "honeycomb", "spaced"])
@pytest.mark.parametrize("game", ["small", pytest.param("hex-auction", marks=pytest.mark.slow)])
def test_nothing_is_cut_twice_and_each_piece_is_enclosed_once(
    small: Path, tmp_path: Path, game: str, layout: str
) -> None:
    """Areas between the cuts have the sizes of the pieces and their holes; nothing else is enclosed but gaps."""
    file = small if game == "small" else ROOT / f"tilesets/{game}.yaml"
    folder, sheets = exported(tmp_path, file, layout=layout)
    for name, placed in sheets.items():
        path = folder / f"{name}.svg"
        if not path.exists():
            assert "-pads-" in name
            continue
        cuts = segments(in_svg(path)[0]["CUT"])
        assert not twice(cuts)
        areas = [area for area, _ in enclosed(cuts)]
        for cutout, _ in placed:
            # Round an area with a hole goes only its outer line.
            wanted = cutout.trim.area + hole(cutout.trim)
            near = min(areas, key=lambda each: abs(each - wanted))
            assert near == pytest.approx(wanted, rel=2e-3), cutout.id
            areas.remove(near)


def hole(trim: Trim) -> float:
    """The area of the hole of the ring."""
    return 144.0 if trim.holes else 0.0


def perimeter(points: list[Spot]) -> float:
    """The length of a closed line."""
    return sum(math.dist(*pair) for pair in pairwise([*points, points[0]]))


@pytest.mark.slow
@pytest.mark.parametrize("kerf", [0.1, 0.4])
def test_a_kerf_makes_outlines_larger_and_holes_smaller(
    small: Path, tmp_path: Path, kerf: float
) -> None:
    """By the length of the outline times half a kerf, with sharp corners, each a closed path."""
    plain, _ = exported(tmp_path / "plain", small, layout="spaced")
    wide, sheets = exported(tmp_path / "wide", small, kerf=kerf)
    checked = 0
    for name in sheets:
        before, after = (in_svg(folder / f"{name}.svg")[0]["CUT"] for folder in (plain, wide))
        assert len(before) == len(after) and all(closed for _, closed in after)
        assert not twice(segments(after))
        for (one, _), (other, _) in zip(
            sorted(before, key=lambda line: min(line[0])),
            sorted(after, key=lambda line: min(line[0])),
            strict=True,
        ):
            sign = -1 if area(one) == pytest.approx(144) else 1
            change = area(other) - area(one)
            # Corners add a little, and numbers have three digits.
            near = 2 * kerf**2 + 2e-4 * perimeter(one)
            assert change == pytest.approx(sign * perimeter(one) * kerf / 2, abs=near)
            checked += sign
    assert checked > 10


@pytest.mark.slow
def test_lines_are_where_the_printed_sheet_has_its_pieces(
    small: Path, tmp_path: Path, pnp: Call
) -> None:
    """Within 0.01 mm of the outlines in the PDF file of a build, and of the TrimBox of the sheet that is printed."""
    folder, sheets = exported(tmp_path, small, layout="honeycomb")
    result = pnp("build", str(small), "-o", str(tmp_path / "built"), "--only", "pdf", "--paper", "a4",
                 "--cuts", "machine", "--layout", "honeycomb", "--margin", "8.1mm,12.7mm")  # fmt: skip
    assert result.exit_code == 0, result.output
    for name in sheets:
        cuts = in_svg(folder / f"{name}.svg")[0]["CUT"]
        xs, ys = zip(*(spot for points, _ in cuts for spot in points), strict=True)
        with pikepdf.open(folder / f"{name}.pdf") as pdf:
            page = pdf.pages[0]
            left, bottom, right, top = (float(each) / 72 * 25.4 for each in page.TrimBox)
            assert "/ColorSpace" not in page.Resources
        assert (min(xs), max(xs)) == pytest.approx((left, right), abs=0.01)
        assert (297 - max(ys), 297 - min(ys)) == pytest.approx((bottom, top), abs=0.01)
        with pikepdf.open(tmp_path / "built/small" / f"{name[:-3]}.pdf") as pdf:
            printed = contour_points(pdf.pages[int(name[-2:]) - 1])
        corners = {(round(x, 1), round(y, 1)) for points, _ in cuts for x, y in points}
        assert printed
        for x, y in printed:
            near = min(math.dist((x, y), spot) for points, _ in cuts for spot in points)
            assert near < 0.01
        assert len(printed) <= sum(len(points) for points, _ in cuts)
        assert len(corners) >= len({(round(x, 1), round(y, 1)) for x, y in printed})


def contour_points(page: pikepdf.Page) -> list[Spot]:
    """The points of the paths in the ink CutContour, in millimetres from the top left corner."""
    found: list[Spot] = []
    matrix, stack, points = pikepdf.Matrix(), [], list[Spot]()
    is_cut = False
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                stack.append((matrix, is_cut))
            case "Q":
                matrix, is_cut = stack.pop()
            case "cm":
                matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
            case "CS":
                is_cut = "CutContour" in str(operands[0])
            case "RG" | "G" | "K":
                is_cut = False
            case "m" | "l" | "c":
                x, y = (float(each) for each in operands[-2:])
                points.append(matrix.transform((x, y)))
            case "S" | "s" | "f" | "f*" | "B" | "b" | "n":
                found += points if is_cut and str(operator) in "Ss" else ()
                points = []
    return [(x / 72 * 25.4, 297 - y / 72 * 25.4) for x, y in found]


@pytest.mark.spread(3)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", cutter_names())
def test_the_marks_of_each_cutter_stand_clear_of_the_pieces(
    small: Path, tmp_path: Path, name: str, paper: str
) -> None:
    """All sheets have marks, and all pieces lie inside of the margins and of the area of the machine."""
    cutter = cutter_named(name)
    folder, sheets = exported(tmp_path, small, paper=paper, cutter=name)
    (sheet,) = chosen_papers([paper])
    for stem in sheets:
        found, _ = in_svg(folder / f"{stem}.svg")
        marks = found["REGISTRATION"]
        xs, ys = zip(*(spot for points, _ in found["CUT"] for spot in points), strict=True)
        sides = min(min(xs), sheet.width - max(xs))
        assert sides >= cutter.margins.sides - 0.01
        assert min(min(ys), sheet.height - max(ys)) >= cutter.margins.ends - 0.01
        if cutter.area:
            assert max(xs) - min(xs) <= cutter.area.width + 0.01
            assert max(ys) - min(ys) <= cutter.area.height + 0.01
        for points, _ in marks:
            middle = [sum(each) / len(points) for each in zip(*points, strict=True)]
            outside = not (min(xs) < middle[0] < max(xs) and min(ys) < middle[1] < max(ys))
            assert outside
        if name == "silhouette":
            square, right, left = (points for points, _ in marks)
            far, low = round(sheet.width - 10, 3), round(sheet.height - 10, 3)
            assert square == [(10, 10), (15, 10), (15, 15), (10, 15)]
            assert right == [(round(far - 20, 3), 10), (far, 10), (far, 30)]
            assert left == [(10, round(low - 20, 3)), (10, low), (30, low)]
        else:
            assert len(marks) == 12


def test_every_cutter_says_where_its_facts_are_from() -> None:
    """Its address, the day, and which facts are certain."""
    for name in cutter_names():
        cutter = cutter_named(name)
        assert isinstance(cutter, Cutter)
        assert cutter.source.startswith("https://") and re.fullmatch(
            r"\d{4}-\d\d-\d\d", cutter.date
        )
        assert cutter.certain and cutter.unsure and cutter.use


@pytest.mark.slow
def test_the_same_set_gives_the_same_bytes(in_folder: Path, pnp: Call) -> None:
    """DXF files as well, which have no time and no random numbers."""
    Path("small.yaml").write_text(SMALL)
    for folder in ("one", "two"):
        result = pnp("export", "cut", "small.yaml", "-o", folder)
        assert result.exit_code == 0, result.output
        assert "Laser" in result.stderr
    one, two = (
        {path.name: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
        for folder in ("one", "two")
    )
    assert one == two and len(one) == 13


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--kerf", "2mm"], "--kerf 2mm: write a length from 0 to 1 mm"),
        (["--kerf=-0.1mm"], "--kerf -0.1mm: write a length from 0 to 1 mm"),
        (["--kerf", "fine"], "--kerf fine: "),
        (["--cutter", "silhuette"], '--cutter silhuette: there is no such cutter; did you mean "silhouette"?'),
        (["--cutter", "../themes/dark"], "--cutter ../themes/dark: there is no such cutter"),
        (["--paper", "a44"], 'there is no paper "a44"; did you mean "a4"?'),
        (["--paper", "both"], "a machine cuts sheets of one size; name one paper"),
        (["--inset", "1mm"], "--inset is for engravings; write --engrave as well"),
        (["--engrave", "--inset", "11mm"], "--inset 11mm: write a length from 0 to 10 mm"),
        (["--kerf", "0.2mm", "--layout", "honeycomb"], "--kerf: pieces of a honeycomb layout share edges"),
    ],
)  # fmt: skip
def test_bad_words_are_refused(in_folder: Path, pnp: Call, words: list[str], message: str) -> None:
    """In one line, before anything is written."""
    Path("small.yaml").write_text(SMALL)
    result = pnp("export", "cut", "small.yaml", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not [*Path().rglob("*.svg")]


OWN = """\
title: Own
source: https://example.org
date: 2026-01-01
margins: {sides: 30mm, ends: 40mm}
use: Cut it
certain: all
unsure: nothing
"""


def test_a_machine_of_ones_own_is_a_file(in_folder: Path, pnp: Call) -> None:
    """Its margins hold; a wrong file is refused with the place, and so is paper without room."""
    Path("small.yaml").write_text(SMALL)
    own = Path("templates/cutters/own.yaml")
    own.parent.mkdir(parents=True)
    own.write_text(OWN)
    words = ("export", "cut", "small.yaml", "--cutter", "own")
    result = pnp(*words)
    assert result.exit_code == 0 and "Own: Cut it." in result.stderr
    (tiles,) = Path("output").rglob("*tiles*.svg")
    corners = [spot for points, _ in in_svg(tiles)[0]["CUT"] for spot in points]
    assert min(x for x, _ in corners) >= 30 and min(y for _, y in corners) >= 40
    result = pnp(*words, "--paper", "60x100mm")
    assert result.exit_code == 2
    assert "Own leaves no room on 60 x 100 mm; write a larger --paper" in result.stderr
    own.write_text(OWN.replace("sides: 30mm, ", ""))
    result = pnp(*words)
    assert result.exit_code == 1
    assert "own.yaml:4:10: error missing-key" in result.stderr


def test_a_kerf_that_closes_a_slot_is_refused(in_folder: Path, pnp: Call) -> None:
    """A slot of half a millimetre between two parts of a piece."""
    Path("comb.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" viewBox="0 0 40 30">'
        '<path d="M0 0H19.75V20H20.25V0H40V30H0Z"/></svg>'
    )
    Path("comb.yaml").write_text(
        "game: comb\npieces:\n  tokens: [{name: comb, outline: comb.svg, count: 2, front: {text: A}}]\n"
    )
    fine = pnp("export", "cut", "comb.yaml", "--kerf", "0.3mm", "-o", "fine")
    assert fine.exit_code == 0, fine.output
    result = pnp("export", "cut", "comb.yaml", "--kerf", "0.6mm")
    assert result.exit_code == 2
    assert "--kerf 0.6mm closes a hole or a slot of" in result.stderr


def test_a_missing_library_is_named(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the line that installs it."""
    Path("small.yaml").write_text(SMALL)
    monkeypatch.setitem(__import__("sys").modules, "ezdxf", None)
    result = pnp("export", "cut", "small.yaml")
    assert result.exit_code == 2
    assert "pip install 'pnp-tiles[cut]'" in result.stderr


@pytest.mark.slow
def test_pads_and_boards_are_named_as_not_cut(in_folder: Path, pnp: Call) -> None:
    """And have no files."""
    result = pnp("export", "cut", "hexpertise")
    assert result.exit_code == 0
    assert "pads: no machine cuts these" in result.stderr
    assert not [*Path("output/hexpertise/cut").glob("*pad*")]


# Strands on a pale ground, white letters on a dark one, and a dark letter on an area that is engraved itself.
ENGRAVED = """\
game: small
title: Small
colours: {red: "#C8372D", blue: "#1F5FA8"}
tiles:
  shape: hexagon
  size: 38mm
  ids: no
  families: [{name: one, tiles: [R1-3 B2-4, 1-3 2-4, {tile: R1-4, copies: 2}]}]
pieces:
  tokens: [{name: disc, size: 24mm, count: 2, colours: [blue], front: {text: AB}}]
  boxes: [{name: box, for: [disc]}]
  cards:
    - name: deck
      size: poker
      back: none
      face:
        - {shape: rectangle, fill: "#E3B23C", width: 40mm, height: 60mm}
        - {text: "{title}", size: 60pt, align: centre middle, width: 40mm, height: 60mm}
      cards: [{title: H}]
"""

# The inks that are engraved on each sheet, and those that are not.
INKS = {
    "tiles": (["#C8372D", "#1F5FA8", "#E0B45C", "#453D33"], ["#F7F2E6", "#FFFDF8", "#FFFFFF"]),
    "tokens": (["#FFFFFF"], ["#1F5FA8"]),
    "cards": (["#E3B23C"], ["#2B2722", "#FFFFFF"]),
}
DPI = 200


def dots(lines: list[tuple[list[Spot], bool]], size: tuple[int, ...]) -> np.ndarray:
    """The dots of a sheet inside of an odd number of lines."""
    found = np.zeros(size, dtype=bool)
    for points, _ in lines:
        picture = Image.new("1", (size[1], size[0]))
        ImageDraw.Draw(picture).polygon(
            [(x * DPI / 25.4, y * DPI / 25.4) for x, y in points], fill=1
        )
        found ^= np.asarray(picture)
    return found


@pytest.mark.slow
def test_engraved_areas_are_those_of_the_printed_sheet(tmp_path: Path) -> None:
    """Within 1 % of the dots in the PDF file that have their inks, and in SVG as large as in DXF."""
    file = tmp_path / "small.yaml"
    file.write_text(ENGRAVED)
    folder, sheets = exported(tmp_path, file, layout="spaced", inset=0.0)
    checked = set()
    for name in sheets:
        found, _ = in_svg(folder / f"{name}.svg")
        kind = name.split("-")[1]
        if kind == "boxes":
            assert "ENGRAVE" not in found and found["SCORE"]
            continue
        inks, grounds = INKS[kind]
        printed = pdf_raster((folder / f"{name}.pdf").read_bytes(), DPI)
        known = [[int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)] for ink in inks + grounds]
        least, nearest = np.inf, np.zeros(printed.shape[:2], np.uint8)
        # One ink after the other, and one colour after the other: a page has four million dots.
        for number, ink in enumerate(known):
            apart = sum((printed[..., at] - np.float32(ink[at])) ** 2 for at in range(3))
            nearest[apart < least] = number
            least = np.minimum(least, apart)
        wanted = (nearest < len(inks)) & dots(found["CUT"], printed.shape[:2])
        assert wanted.sum() > 1000
        size = sum(signed(points) for points, _ in found["ENGRAVE"])
        assert size * (DPI / 25.4) ** 2 == pytest.approx(wanted.sum(), rel=0.01), name
        filled = svg_dots(folder / f"{name}.svg")
        assert (filled ^ wanted[:, : filled.shape[1]]).sum() < 0.08 * wanted.sum()
        in_both = sum(signed(points) for points, _ in in_dxf(folder / f"{name}.dxf")[0]["ENGRAVE"])
        assert -in_both == pytest.approx(size, rel=1e-6)
        checked.add(kind)
    assert checked == {*INKS}


def test_pale_letters_of_a_dark_theme_are_engraved(in_folder: Path, pnp: Call) -> None:
    """Its ground is dark, and they are all that is drawn."""
    Path("small.yaml").write_text(
        "game: small\npieces:\n  tokens: [{name: disc, size: 24mm, count: 1, front: {text: A}}]\n"
    )
    result = pnp("export", "cut", "small.yaml", "--engrave", "--theme", "dark")
    assert result.exit_code == 0, result.output
    (file,) = Path("output").rglob("*.svg")
    found, _ = in_svg(file)
    assert (
        5 < sum(signed(points) for points, _ in found["ENGRAVE"]) < 0.3 * area(found["CUT"][0][0])
    )


def svg_dots(path: Path) -> np.ndarray:
    """The dots of a sheet that an SVG file fills."""
    root = ET.parse(path).getroot()
    for group in [*root]:
        if group.get("fill") == "none":
            root.remove(group)
    return svg_raster(ET.tostring(root, encoding="unicode"), DPI)[..., 0] < 0.5


def signed(points: list[Spot]) -> float:
    """The area of a polygon; negative for one that runs the other way, such as a hole."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]])) / 2


@pytest.mark.slow
@pytest.mark.spread(1)
@pytest.mark.parametrize(("inset", "kerf"), [(0.0, 0.0), (0.0, 0.2), (1.5, 0.0)])
def test_engraved_areas_lie_inside_of_their_pieces(
    tmp_path: Path, inset: float, kerf: float
) -> None:
    """Each in one piece, away from its outline by the inset; the kerf changes the cuts alone."""
    file = tmp_path / "small.yaml"
    file.write_text(ENGRAVED)
    folder, sheets = exported(tmp_path, file, layout="spaced", kerf=kerf, inset=inset)
    plain, _ = exported(tmp_path / "plain", file, layout="spaced", kerf=kerf)
    nearest = math.inf
    for name in sheets:
        found, _ = in_svg(folder / f"{name}.svg")
        without, _ = in_svg(plain / f"{name}.svg")
        assert {key: found[key] for key in without} == without and "ENGRAVE" not in without
        for points, closed in found.get("ENGRAVE", []):
            assert closed and len(points) > 2
            ends = {
                tuple(
                    depth(outline, spot) > inset + kerf / 2 - 0.006 for outline, _ in found["CUT"]
                )
                for spot in points
            }
            assert len(ends) == 1 and sum(*ends) == 1
            nearest = min(
                nearest,
                *(
                    depth(each, spot)
                    for each, _ in found["CUT"]
                    for spot in points
                    if depth(each, spot) > -0.006
                ),
            )
    # Strands end there.
    assert nearest == pytest.approx(inset + kerf / 2, abs=0.006)


def depth(outline: list[Spot], spot: Spot) -> float:
    """How far inside of a convex outline a point lies."""
    sign = math.copysign(1, signed(outline))
    return min(
        sign
        * ((b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0]))
        / math.dist(a, b)
        for a, b in pairwise([*outline, outline[0]])
    )


@pytest.mark.slow
def test_engravings_have_the_same_bytes_and_say_what_they_lack(in_folder: Path, pnp: Call) -> None:
    """Backs and pictures in dots."""
    Image.new("RGB", (8, 8), "#C8372D").save("dots.png")
    text = ENGRAVED.replace("      back: none\n", "").replace('text: "{title}"', 'image: "{title}"')
    text = text.replace("size: 60pt, align: centre middle, ", "").replace(
        "title: H", "title: dots.png"
    )
    Path("small.yaml").write_text(text)
    for folder in ("one", "two"):
        result = pnp("export", "cut", "small.yaml", "--engrave", "-o", folder)
        assert result.exit_code == 0, result.output
        assert "pictures in dots are not engraved" in result.stderr
        assert "the backs of pieces are not engraved" in result.stderr
    one, two = (
        {path.name: path.read_bytes() for path in Path(folder).rglob("*.*") if path.is_file()}
        for folder in ("one", "two")
    )
    assert one == two
