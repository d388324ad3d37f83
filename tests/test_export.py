"""`pnp export`: what all formats have in common, and pictures in PNG."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.definition import load_definition
from pnp.export import Format, export, format_named, format_names
from pnp.export.formats import length
from pnp.export.game import side_of
from pnp.imposition import NO_BLEED, SheetOptions
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, kinds_of, piece_groups
from pnp.pieces import Pieces, make_pieces
from pnp.render import pdf_bytes
from pnp.render.png import png_of
from pnp.render.svg import SvgWriter
from tests.conftest import ROOT, Call, Shared, bundled
from tests.rasters import Raster, difference, pdf_raster, shares

# A set of a few tiles.
SMALL = """\
game: small
title: Small
colours: {red: "#C0392B", blue: "#2255AA"}
tiles: {shape: hexagon, size: 30mm, families: [{name: one, generate: edges}]}
"""
# A board of more than a square metre.
WIDE = """\
game: wide
title: Wide
pieces: {boards: [{name: field, hexhex: 9, cell: 70mm}]}
"""


@pytest.fixture(scope="module")
def harbour(shared: Shared) -> Path:
    """The pictures of Harbour."""
    return pictures_of("examples/harbour", shared)


def pictures_of(name: str, shared: Shared) -> Path:
    """The pictures of a set with 150 dots for an inch."""
    definition = load_definition(ROOT / f"tilesets/{name}.yaml")

    def fill(folder: Path) -> None:
        export(definition, format_named("png"), folder, {"dpi": 150, "bleed": 0.0})

    return shared(f"{definition.game}-png", fill) / definition.game / "png"


def picture(path: Path) -> Image.Image:
    """The picture in a file, read whole."""
    found = Image.open(path)
    found.load()
    return found


def coarse(raster: Raster) -> Raster:
    """Means of 3 x 3 dots: a piece lies between dots on a sheet, so that its edges are smoothed in another way."""
    height, width = (size - size % 3 for size in raster.shape[:2])
    return raster[:height, :width].reshape(height // 3, 3, width // 3, 3, 3).mean(axis=(1, 3))


def harbour_pieces() -> Pieces:
    """The pieces of Harbour: tiles, tokens, cards and boards."""
    return make_pieces(bundled("examples/harbour"))


def test_each_side_of_each_piece_is_a_picture_in_its_size(harbour: Path) -> None:
    """As many dots as its millimetres need, rounded up; sRGB; see-through outside of its outline alone."""
    with (harbour / "pieces.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    pieces = harbour_pieces()
    listed = [piece for group in piece_groups(pieces) for piece in group.pieces]
    assert [row["id"] for row in rows] == [piece.name for piece in listed]
    assert [row["copies"] for row in rows] == [str(piece.copies or "") for piece in listed]
    for row, piece in zip(rows, listed, strict=True):
        assert bool(row["back"]) == (len(piece.sides) == 2)
        for path in filter(None, (row["front"], row["back"])):
            found = picture(harbour / path)
            wanted = [
                math.ceil(float(row[side]) / 25.4 * 150 - 0.05) for side in ("width", "height")
            ]
            assert [*found.size] == wanted, path
            assert found.info["dpi"] == pytest.approx((150, 150), abs=0.1)
            assert found.info["srgb"] == 0
            alpha = np.asarray(found.convert("RGBA"))[..., 3]
            assert alpha[alpha.shape[0] // 2, alpha.shape[1] // 2] == 255
            trim = piece.trim
            full = trim is None or (trim.shape in ("rectangle", "square") and not trim.is_free)
            assert (alpha[1:-1, 1:-1].min() == 255) == full, path
    assert {"cover.png", "contact-sheets", "pieces.csv"} <= {
        each.name for each in harbour.iterdir()
    }


@pytest.mark.slow
def test_a_cover_has_the_dots_of_a_store_whatever_those_of_the_pieces(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch, pnp: Call
) -> None:
    """1,200 x 1,800 of them; other tests have a cover of fewer."""
    monkeypatch.setattr("pnp.export.png.COVER_DPI", 300)
    Path("small.yaml").write_text(SMALL)
    assert pnp("export", "png", "small.yaml", "--dpi", "72").exit_code == 0
    assert picture(Path("output/small/png/cover.png")).size == (1200, 1800)


@pytest.mark.parametrize(
    "name",
    [
        "examples/harbour",
        *(
            pytest.param(name, marks=pytest.mark.nightly)
            for name in (
                "hexstatic",
                "controlled-path",
                "hex-auction",
                "hexpertise",
                "hexagonal-highway",
                "examples/farholm",
            )
        ),
    ],
)
def test_pictures_are_those_of_the_printed_sheets(name: str, shared: Shared) -> None:
    """Cut out of the PDF sheets where a piece lies, as another program draws them, dot by dot."""
    folder = pictures_of(name, shared)
    pieces, (paper,) = make_pieces(bundled(name)), chosen_papers(["a4"])
    options = BuildOptions(
        papers=[paper], layouts=["spaced"], sheets=SheetOptions(cuts="none", bleed=NO_BLEED)
    )
    compared = set()
    for kind in kinds_of(pieces.definition):
        for section in kind.sections(pieces, paper, options) if kind.is_loose else ():
            (sheets,) = section.sheets
            sheet = pdf_raster(pdf_bytes(section.document), 150)
            for cutout, pose in sheets.parts[0].fronts:
                path = next(folder.glob(f"{kind.key}/*/{cutout.id}.png"))
                if cutout.id in compared:
                    continue
                turn = (pose.turn - cutout.default_turn) % 360
                drawn = picture(path).convert("RGBA")
                if turn:
                    drawn = drawn.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
                # On paper the piece begins within a dot.
                x, y = ((one - size / 2) for one, size in zip(
                    (each * 150 / 25.4 for each in pose.at + cutout.trim.box(pose.turn).centre), drawn.size, strict=True
                ))  # fmt: skip
                inside = np.asarray(drawn)[..., 3:] == 255
                mine = coarse(shares(drawn) * inside)
                at = [
                    difference(
                        mine,
                        coarse(
                            sheet[row : row + drawn.height, column : column + drawn.width] * inside
                        ),
                    )
                    for row in (math.floor(y), math.ceil(y))
                    for column in (math.floor(x), math.ceil(x))
                ]
                # What is turned by less than a quarter has softer edges.
                assert min(at) < (0.01 if turn % 90 else 0.002), path
                compared.add(cutout.id)
    assert len(compared) > 5


def test_bleed_reaches_over_the_outline_and_moves_nothing() -> None:
    """The picture with bleed has that without in its middle, and ink where that is see-through."""
    writer, checked = SvgWriter(), 0
    for group in piece_groups(harbour_pieces()):
        piece = group.pieces[0]
        if piece.trim is None or group.kind not in ("tile", "card", "token"):
            continue
        plain, bled = (
            np.asarray(
                Image.open(io.BytesIO(png_of(writer.text(side.page(254)), 254))).convert("RGBA")
            )
            for side in (side_of(piece), side_of(piece, bleed=3.0))
        )
        # 3 mm are 30 dots.
        assert bled.shape[0] - plain.shape[0] in (59, 60, 61)
        left, top = ((bled.shape[side] - plain.shape[side]) // 2 for side in (1, 0))
        middle = bled[top : top + plain.shape[0], left : left + plain.shape[1]]
        solid = plain[..., 3] == 255
        assert np.abs(middle[solid].astype(int) - plain[solid]).mean() < 6
        assert bled[bled.shape[0] // 2, 2, 3] == 255
        checked += 1
    assert checked > 1


@pytest.mark.slow
def test_the_same_set_gives_the_same_bytes_and_is_not_drawn_twice(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the manifest is written anew; several processes paint as one does."""
    Path("small.yaml").write_text(SMALL)
    for folder in ("one", "two", "one"):
        monkeypatch.setattr("pnp.export.painting._FEW", 2 if folder == "two" else 10_000)
        result = pnp("export", "png", "small.yaml", "-o", folder, "--dpi", "72")
        assert result.exit_code == 0, result.output
    one, two = (
        {path.name: path for path in Path(folder).rglob("*") if path.is_file()}
        for folder in ("one", "two")
    )
    assert one.keys() == two.keys() and len(one) > 10
    for name in one.keys() - {"manifest.json"}:
        assert one[name].read_bytes() == two[name].read_bytes()
    assert json.loads(one["manifest.json"].read_text())["format"] == "png"
    # The second export into the folder came after the other.
    assert one["cover.png"].stat().st_mtime_ns < two["cover.png"].stat().st_mtime_ns


def test_lengths_may_be_fractions_of_an_inch() -> None:
    """Printers write lengths as fractions of an inch. pnp refuses a fraction with the divisor 0."""
    read = length(0, 10)
    assert read("1/8in") == pytest.approx(3.175)
    assert read("3mm") == 3.0
    with pytest.raises(ValueError, match="is not a length"):
        read("1/0in")


@pytest.mark.slow
def test_files_of_pieces_that_are_gone_are_removed(in_folder: Path, pnp: Call) -> None:
    """But not those that somebody else has put there."""
    Path("small.yaml").write_text(SMALL)
    assert pnp("export", "png", "small.yaml", "--dpi", "36").exit_code == 0
    folder = Path("output/small/png")
    (folder / "notes.txt").write_text("mine")
    before = {*folder.rglob("*.png")}
    Path("small.yaml").write_text(SMALL.replace('blue: "#2255AA"', ""))
    assert pnp("export", "png", "small.yaml", "--dpi", "36").exit_code == 0
    after = {*folder.rglob("*.png")}
    assert len(after) < len(before)
    assert len([path for path in after if path.parts[-3] == "tiles"]) == 1
    assert (folder / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pgn", "small.yaml"], 'there is no format "pgn"; did you mean "png"?\n'),
        (
            ["catalogue", "small.yaml"],
            'there is no format "catalogue"; known here: 3d, cut, html, json, ',
        ),
        (["catalogue", "small.yaml"], "Usage: pnp export [OPTIONS] FORMAT SET..."),
        (["png"], "Missing argument 'SET...'"),
        (["png", "smal.yaml"], "smal.yaml"),
        (["png", "small.yaml", "--dpi", "20"], "--dpi 20: write a whole number from 36 to 1,200"),
        (["png", "small.yaml", "--dpi", "fine"], "--dpi fine: write a whole number"),
        (["png", "small.yaml", "--bleed", "20mm"], "--bleed 20mm: write a length from 0 to 10 mm"),
        (["png", "small.yaml", "--bleed", "much"], "--bleed much: "),
        (["png", "wide.yaml", "--dpi", "1200"], "dots is larger than pnp draws; write --dpi 3"),
        (["png", "small.yaml", "-o", ""], "--output needs the name of a folder"),
    ],
)
def test_bad_words_are_refused(in_folder: Path, pnp: Call, words: list[str], message: str) -> None:
    """In one line, before anything is written."""
    Path("small.yaml").write_text(SMALL)
    Path("wide.yaml").write_text(WIDE)
    result = pnp("export", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not [path for path in Path("output").rglob("*") if path.is_file()]


@pytest.mark.slow
def test_a_set_with_errors_is_not_exported(in_folder: Path, pnp: Call) -> None:
    """The earlier files stay as they were."""
    Path("small.yaml").write_text(SMALL)
    assert pnp("export", "png", "small.yaml", "--dpi", "36").exit_code == 0
    before = {path: path.read_bytes() for path in Path("output").rglob("*.png")}
    Path("small.yaml").write_text(SMALL.replace("30mm", "30 miles"))
    result = pnp("export", "png", "small.yaml", "--dpi", "36")
    assert result.exit_code == 1
    assert "small.yaml:4:" in result.stderr
    assert {path: path.read_bytes() for path in Path("output").rglob("*.png")} == before


def test_every_format_explains_itself(pnp: Call) -> None:
    """Its help has all of its options."""
    shown = pnp("export", "--help").stdout.partition("Formats:")[2]
    assert "png" in format_names()
    for name in format_names():
        assert f"\n  {name} " in shown
        made_by = format_named(name)
        assert isinstance(made_by, Format) and made_by.key == name
        page = pnp("export", name, "--help").stdout
        assert all(f"--{option.name}" in page for option in made_by.options)


@pytest.mark.slow
def test_equal_backs_are_painted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card has a file for its back, all from one picture."""
    file = tmp_path / "small.yaml"
    file.write_text(
        "game: small\npieces:\n  cards: [{name: deck, size: mini, cards: [{title: A}, {title: B}, {title: C}]}]\n"
    )
    painted = []

    def paint(svg: str, dpi: float) -> bytes:
        painted.append(dpi)
        return png_of(svg, dpi)

    monkeypatch.setattr("pnp.export.painting._painted", paint)
    made = export(load_definition(file), format_named("png"), tmp_path, {"dpi": 71, "bleed": 0.0})
    backs = [made.folder / path for path in made.paths if path.endswith("-back.png")]
    assert len(backs) == 3 and len({path.read_bytes() for path in backs}) == 1
    assert painted.count(71) == 4


# Begins pictures, says which processes draw them, and is not done before it is killed.
BUSY = """
import time
from pnp.export.painting import Painter
from pnp.scene import Page

if __name__ == "__main__":
    with Painter() as painter:
        pictures = [painter.picture(lambda: Page(10.0, 10.0, {}), 72) for _ in range(40)]
        pictures[0].png
        print(*painter._pool._processes, flush=True)
        time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="without /proc")
@pytest.mark.skipif(os.cpu_count() == 1, reason="one core draws without other processes")
def test_processes_that_draw_end_with_a_killed_export(tmp_path: Path) -> None:
    """As `kill -9` and a closed terminal do, which let no Python tidy up."""
    (tmp_path / "busy.py").write_text(BUSY)
    with subprocess.Popen(
        [sys.executable, tmp_path / "busy.py"], stdout=subprocess.PIPE, text=True
    ) as busy:
        assert busy.stdout is not None
        drawing = [int(number) for number in busy.stdout.readline().split()]
        assert drawing and all(map(is_running, drawing))
        busy.kill()
    for _ in range(200):
        if not any(map(is_running, drawing)):
            return
        time.sleep(0.05)
    for number in drawing:
        os.kill(number, signal.SIGKILL)
    pytest.fail("the processes that drew wait for ever")


def is_running(number: int) -> bool:
    """Whether there is a process of this number that has not ended."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
