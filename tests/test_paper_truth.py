"""The prints of `pnp build`, measured on the finished PDF files alone."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pikepdf
import pytest
from click.testing import CliRunner

from pnp.cli import main
from tests.conftest import Call
from tests.paper import (
    At,
    Blob,
    Paper,
    Raster,
    Stroke,
    Trim,
    blobs,
    changed,
    darkest,
    disc,
    lightest,
    outside_all,
    reach,
    rectangle,
    regular,
)  # fmt: skip

EXACT = 0.1  # millimetres: a tenth is what a knife can follow
BOXES = {  # the paper and what is left for the pieces, from the papers' margins
    "a4": (210.0, 297.0, 10.0, 21.5),
    "letter": (215.9, 279.4, 12.95, 12.7),
}


class Build(NamedTuple):
    """A call of the command: its output and its files."""

    code: int
    output: str
    errors: str
    folder: Path

    def paper(self, part: str = "") -> Paper:
        """The only PDF file with this in its name."""
        (path,) = (each for each in self.folder.rglob("*.pdf") if part in each.name)
        return opened(path)


@cache
def opened(path: Path) -> Paper:
    """A PDF file, read once."""
    return Paper(path)


Builder = Callable[..., Build]


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builder]:
    """Builds a set from its text with these options, each only once."""

    @cache
    def call(text: str, *options: str, only: str = "pdf") -> Build:
        folder = tmp_path_factory.mktemp("paper")
        (folder / "set.yaml").write_text(text)
        wanted = ["build", str(folder / "set.yaml"), "--only", only, "-o", str(folder / "out")]
        result = CliRunner().invoke(main, [*wanted, "--no-ids", *options], prog_name="pnp")
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return Build(result.exit_code, result.stdout, result.stderr, folder / "out")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield call
    opened.cache_clear()


def good(build: Build) -> Build:
    """The build, if it went well."""
    assert build.code == 0, build.errors
    return build


def rings(shape: str, size: float, copies: int, *, symmetry: str = "rotations") -> str:
    """A set of one tile: red along all of its edges, so that it is a ring on the paper."""
    return (
        "game: rings\ncolours: {red: {fill: '#FF0000', pattern: solid}}\n"
        f"tiles: {{shape: {shape}, size: {size}mm, symmetry: {symmetry}, copies: {copies},\n"
        "  families: [{name: one, generate: edges}]}\n"
    )


def red(raster: Raster) -> np.ndarray:
    """Which dots are red."""
    return (raster[..., 0] > 200) & (raster[..., 1] < 110) & (raster[..., 2] < 110)


def inked(raster: Raster) -> np.ndarray:
    """Which dots are not white paper."""
    return darkest(raster) < 252


def halved(mask: np.ndarray) -> np.ndarray:
    """A mask with half as many dots in a row and a column, each set where one of four is."""
    mask = mask[: len(mask) // 2 * 2, : mask.shape[1] // 2 * 2]
    rows = mask[::2] | mask[1::2]
    return rows[:, ::2] | rows[:, 1::2]


SIDES = {"triangle": 3, "square": 4, "hexagon": 6}


def inradius(shape: str, size: float) -> float:
    """From the centre of a tile to its side."""
    return size / math.sqrt(12) if shape == "triangle" else size / 2


def rings_on(paper: Paper, page: int, size: float, dpi: float = 200) -> list[Blob]:
    """The rings of a page, about where they are."""
    return blobs(halved(red(paper.raster(page, dpi))), dpi / 2, least=size)


@cache
def tiles_on(paper: Paper, page: int, shape: str, size: float, dpi: float = 200) -> list[Trim]:
    """Where the ring tiles of a page have to be cut, by the rings' centres and the way they stand."""
    found = []
    raster = paper.raster(page, dpi)
    for blob in rings_on(paper, page, size, dpi):
        standing = []
        for first in (0, 30, 60, 90):
            trim = regular(SIDES[shape], inradius(shape, size), first, blob.mean)
            if shape == "square" and first % 90:
                continue
            xs, ys = zip(*trim.corners(), strict=True)
            box = (min(xs), min(ys), max(xs), max(ys))
            off = sum(abs(a - b) for a, b in zip(box, blob[:4], strict=True))
            standing.append((off, first, trim))
        found.append(centred(raster, dpi, min(standing)[2]))
    return found


def centred(raster: Raster, dpi: float, trim: Trim) -> Trim:
    """The outline moved onto the middle of the red in it, to which dots on edges add in part."""
    dot = 25.4 / dpi
    xs, ys = zip(*trim.corners(), strict=True)
    left, top = int(min(xs) / dot), int(min(ys) / dot)
    part = raster[top : int(max(ys) / dot) + 1, left : int(max(xs) / dot) + 1]
    y, x = np.indices(part.shape[:2], dtype=np.float32, sparse=True)
    x, y = (x + left + 0.5) * dot, (y + top + 0.5) * dot
    redness = part[..., 0].astype(np.float32) - np.maximum(part[..., 1], part[..., 2])
    redness *= (redness > 0) & (trim.outside(x, y) <= -0.1)
    sums = redness.sum(axis=0, dtype=float), redness.sum(axis=1, dtype=float)
    middle = (float(sums[0] @ x[0] / sums[0].sum()), float(sums[1] @ y[:, 0] / sums[1].sum()))
    return trim.moved(middle)


def strokes_of(paper: Paper, page: int = 0) -> list[Stroke]:
    """The lines that are drawn on the page itself, not within a picture on it."""
    return [stroke for stroke in paper.drawn(page).strokes if stroke.within == 0]


def added(paper: Paper, plain: Paper, page: int = 0) -> list[Stroke]:
    """The lines that one file has on a page and the other has not."""
    known = {stroke.key for stroke in strokes_of(plain, page)}
    return [stroke for stroke in strokes_of(paper, page) if stroke.key not in known]


def uncovered(side: tuple[At, At], strokes: list[Stroke]) -> float:
    """How much of a side has no line within a tenth of a millimetre, in millimetres."""
    (ax, ay), (bx, by) = side
    length = math.dist(*side)
    ux, uy = (bx - ax) / length, (by - ay) / length
    covered = np.zeros(200, dtype=bool)
    middle = (np.arange(200) + 0.5) / 200 * length
    for stroke in strokes:
        ends = []
        for x, y in (stroke.start, stroke.end):
            ends.append(((x - ax) * ux + (y - ay) * uy, (y - ay) * ux - (x - ax) * uy))
        (along, off), (further, away) = sorted(ends)
        if further - along < 1e-6 or further < -EXACT or along > length + EXACT:
            continue
        if min(off, away) > EXACT or max(off, away) < -EXACT:
            continue
        near = (middle >= along - EXACT) & (middle <= further + EXACT)
        aside = off + (middle - along) / (further - along) * (away - off)
        covered |= near & (np.abs(aside) <= EXACT)
    return float((~covered).mean() * length)


# ------------------------------------------------------------------------------------- sizes


def extent(raster: Raster, centre: At, angle: float, far: float, dpi: float = 300) -> float:
    """How far a piece goes on from its centre; signs in its inner part may be white."""
    towards = (math.cos(angle), math.sin(angle))
    inner = far - 2
    start = (centre[0] + towards[0] * inner, centre[1] + towards[1] * inner)
    return inner + reach(raster, dpi, start, towards)


TILE_SIZES = [
    ("hexagon", 38.1, "honeycomb", "a4", ()),
    ("hexagon", 38.1, "straight", "a4", ()),
    ("hexagon", 27.5, "spaced", "letter", ()),
    ("hexagon", 30.0, "straight", "350x250mm", ("--margin", "15mm,20mm")),
    ("square", 40.0, "straight", "letter", ()),
    ("square", 25.0, "spaced", "a5", ()),
    ("square", 33.3, "honeycomb", "a4", ("--margin", "20mm")),
    ("triangle", 45.0, "straight", "a4", ()),
    ("triangle", 30.0, "spaced", "4x6", ()),
    ("triangle", 50.0, "honeycomb", "legal", ()),
]


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.covering(1)
@pytest.mark.parametrize(("shape", "size", "layout", "paper", "more"), TILE_SIZES)
def test_tiles_have_their_size(
    builder: Builder, shape: str, size: float, layout: str, paper: str, more: tuple[str, ...]
) -> None:
    """Every side of every tile is where its outline is drawn, so far from the centre."""
    options = ("--paper", paper, "--layout", layout, "--bleed", "none", *more)
    text = rings(shape, size, 70)
    plain = good(builder(text, *options, "--cuts", "none")).paper()
    lined = good(builder(text, *options, "--cuts", "outlines")).paper()
    trims = tiles_on(plain, 0, shape, size)
    assert len(trims) >= 2
    lines = added(lined, plain)
    for trim in trims:
        assert max(uncovered(side, lines) for side in trim.edges()) == 0
    if layout == "spaced":
        raster = plain.raster(0, 300)
        for trim in trims:
            for nx, ny, far in trim.normals:
                found = extent(raster, trim.centre, math.atan2(ny, nx), far)
                assert found == pytest.approx(far, abs=EXACT)


def deck(count: int, size: str = "poker") -> str:
    """A set of cards alone."""
    return (
        "game: deck\ncolours: {red: '#FF0000', blue: '#0000FF'}\npieces:\n  cards:\n"
        f"    - {{name: cards, size: {size}, generate: pairs, back: disc, copies: {count}}}\n"
    )


def places_of_lines(paper: Paper, plain: Paper, axis: int) -> list[float]:
    """Where upright (0) or level (1) cut lines stand, by the dots alone."""
    dpi = 300
    changed = darkest(paper.raster(0, dpi)).astype(int) - darkest(plain.raster(0, dpi))
    dark = np.clip(-changed, 0, None).sum(axis=axis).astype(float)
    # The ruler, which the lines move, is half as long as they are.
    strong = dark > dark.max() * 0.8
    found = []
    edges = np.flatnonzero(np.diff(np.concatenate(([0], strong.astype(int), [0]))))
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        weights = dark[start:end]
        middle = (np.arange(start, end) + 0.5) @ weights / weights.sum()
        found.append(middle * 25.4 / dpi)
    return found


@pytest.mark.slow
@pytest.mark.spread(1)
@pytest.mark.parametrize(
    ("paper", "size", "width", "height"),
    [("a4", "poker", 63.5, 88.9), ("letter", "mini", 44.5, 63.5), ("300x200mm", "square", 70, 70)],
)
def test_cards_have_their_size(
    builder: Builder, paper: str, size: str, width: float, height: float
) -> None:
    """The lines between the cards of a sheet stand as far apart as a card is wide and high."""
    options = ("--paper", paper, "--layout", "straight", "--bleed", "none", "--duplex", "none")
    plain = good(builder(deck(20, size), *options, "--cuts", "none")).paper()
    lined = good(builder(deck(20, size), *options, "--cuts", "lines")).paper()
    gaps = [np.diff(places_of_lines(lined, plain, axis)) for axis in (0, 1)]
    if abs(gaps[0][0] - width) > 1:
        gaps.reverse()  # the cards lie on their sides
    assert gaps[0] == pytest.approx([width] * len(gaps[0]), abs=EXACT)
    assert gaps[1] == pytest.approx([height] * len(gaps[1]), abs=EXACT)


def tokens(shape: str, size: float, count: int, front: str = "{rim: none}") -> str:
    """A set of tokens alone, of one kind, in bright red."""
    return (
        "game: tokens\nplayers: 1\ncolours: {red: {fill: '#FF0000'}}\npieces:\n  tokens:\n"
        f"    - {{name: token, shape: {shape}, size: {size}mm, count: {count}, colours: all,"
        f" front: {front}}}\n"
    )


@pytest.mark.parametrize(
    ("shape", "size", "paper"),
    [("round", 20, "a4"), ("square", 15, "letter"), ("hexagon", 18, "a4"), ("round", 33.3, "4x6")],
)
def test_tokens_have_their_size(builder: Builder, shape: str, size: float, paper: str) -> None:
    """The ink of a token without bleed is as wide and as high as the token."""
    options = ("--paper", paper, "--layout", "spaced", "--bleed", "none", "--cuts", "none")
    sheet = good(builder(tokens(shape, size, 9), *options)).paper()
    raster = sheet.raster(0, 300)
    found = blobs(red(raster), 300, least=size)
    assert len(found) == 9 or paper == "4x6"
    for blob in found:
        for degrees in range(0, 360, 90 if shape == "square" else 60):
            for first in (0, 30) if shape == "round" else (0,):
                turn = 90 if shape == "hexagon" and blob.width > blob.height else 0
                angle = math.radians(degrees + first + turn)
                assert extent(raster, blob.centre, angle, size / 2) == pytest.approx(
                    size / 2, abs=EXACT
                )


# ------------------------------------------------------------------------------------- backs


def apart(ones: list[At], others: list[At]) -> float:
    """The largest distance from a point to the nearest of the others; they are equally many."""
    assert len(ones) == len(others) > 0
    return max(min(math.dist(one, other) for other in others) for one in ones)


BACKS = [
    ("hexagon", 38.1, "honeycomb", "a4", "long-edge", (0, 0)),
    ("hexagon", 38.1, "straight", "a4", "short-edge", (1.5, -0.7)),
    ("triangle", 50.0, "honeycomb", "letter", "long-edge", (0, 0)),
    ("triangle", 50.0, "spaced", "a4", "short-edge", (0, 0)),
    ("square", 41.0, "straight", "a4", "long-edge", (-2.25, 3.0)),
    ("hexagon", 30.0, "straight", "350x250mm", "long-edge", (0.8, 0.4)),
    ("hexagon", 30.0, "honeycomb", "350x250mm", "short-edge", (0, 0)),
]


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.covering(1)
@pytest.mark.parametrize(("shape", "size", "layout", "paper", "duplex", "offset"), BACKS)
def test_backs_meet_their_fronts(
    builder: Builder, shape: str, size: float, layout: str, paper: str, duplex: str, offset: At
) -> None:
    """When the paper is turned over that edge, each back lies on its front, moved as was asked."""
    text = rings(shape, size, 33, symmetry="rotations+reflections")
    moved = f"--back-offset={offset[0]},{offset[1]}"
    options = ("--paper", paper, "--layout", layout, "--duplex", duplex, moved)
    sheets = good(builder(text, *options)).paper()
    assert sheets.pages % 2 == 0
    width, height = sheets.size()
    across = (duplex == "long-edge") == (height > width)
    for page in range(0, sheets.pages, 2):
        fronts = tiles_on(sheets, page, shape, size)
        backs = tiles_on(sheets, page + 1, shape, size)
        expected = [
            ((width - x if across else x) + offset[0], (y if across else height - y) + offset[1])
            for x, y in (front.centre for front in fronts)
        ]
        assert apart(expected, [back.centre for back in backs]) < EXACT


def folds(paper: Paper, page: int) -> list[Stroke]:
    """The dashed lines on a page."""
    return [stroke for stroke in strokes_of(paper, page) if stroke.dashed]


@pytest.mark.parametrize(
    ("shape", "size", "layout", "paper"),
    [
        ("hexagon", 38.1, "honeycomb", "a4"),
        ("hexagon", 30.0, "straight", "letter"),
        ("square", 30.0, "straight", "350x250mm"),
        ("triangle", 45.0, "straight", "a4"),
    ],
)
def test_fronts_and_backs_meet_when_the_sheet_is_folded(
    builder: Builder, shape: str, size: float, layout: str, paper: str
) -> None:
    """Reflected in the dashed line, the fronts are the backs; no tile lies across it."""
    text = rings(shape, size, 15, symmetry="rotations+reflections")
    options = ("--paper", paper, "--layout", layout, "--duplex", "gutterfold")
    sheets = good(builder(text, *options)).paper()
    total = 0
    for page in range(sheets.pages):
        (fold,) = folds(sheets, page)
        axis = 0 if abs(fold.start[0] - fold.end[0]) < 1e-6 else 1
        line = fold.start[axis]
        trims = tiles_on(sheets, page, shape, size)
        sides: tuple[list[At], list[At]] = ([], [])
        for trim in trims:
            places = [corner[axis] for corner in trim.corners()]
            assert max(places) <= line + EXACT or min(places) >= line - EXACT
            x, y = trim.centre
            if trim.centre[axis] > line:
                sides[1].append((2 * line - x, y) if axis == 0 else (x, 2 * line - y))
            else:
                sides[0].append((x, y))
        assert apart(*sides) < EXACT
        total += len(sides[0])
    assert total == 15


def signed(shape: str, size: float, count: int) -> str:
    """A set of tokens with a black disc on either side."""
    return (
        "game: signed\ncolours: {red: '#FF0000'}\npieces:\n  tokens:\n"
        f"    - {{name: token, shape: {shape}, size: {size}mm, count: {count},"
        " front: {sign: disc, rim: none}, back: {sign: disc, rim: none}}\n"
    )


def black_discs(paper: Paper, page: int) -> list[At]:
    """The middles of large black discs."""
    raster = paper.raster(page, 200)
    found = blobs(lightest(raster) < 110, 200, least=12)
    return [blob.mean for blob in found if 0.95 < blob.width / blob.height < 1.05]


@pytest.mark.covering(1)
@pytest.mark.parametrize("shape", ["round", "square", "hexagon"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "gutterfold"])
def test_backs_of_tokens_meet_their_fronts(builder: Builder, shape: str, duplex: str) -> None:
    """The discs on the two sides lie on each other."""
    sheets = good(builder(signed(shape, 22, 23), "--paper", "a4", "--duplex", duplex)).paper()
    fronts = black_discs(sheets, 0)
    if duplex == "gutterfold":
        (fold,) = folds(sheets, 0)
        axis = 0 if abs(fold.start[0] - fold.end[0]) < 1e-6 else 1
        line = fold.start[axis]
        backs = [at for at in fronts if at[axis] > line]
        fronts = [at for at in fronts if at[axis] < line]
        expected = [(2 * line - x, y) if axis == 0 else (x, 2 * line - y) for x, y in fronts]
    else:
        assert len(fronts) == 23
        backs = black_discs(sheets, 1)
        width, height = sheets.size()
        expected = [(width - x, y) if duplex == "long-edge" else (x, height - y) for x, y in fronts]
    assert apart(expected, backs) < EXACT


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.covering(1)
@pytest.mark.parametrize(
    ("shape", "size", "layout", "duplex"),
    [
        ("hexagon", 38.1, "straight", "long-edge"),
        ("hexagon", 38.1, "honeycomb", "short-edge"),
        ("triangle", 45.0, "straight", "short-edge"),
        ("square", 40.0, "spaced", "long-edge"),
    ],
)
def test_plain_backs_bleed_three_millimetres(
    builder: Builder, shape: str, size: float, layout: str, duplex: str
) -> None:
    """The pattern covers every tile and 3 mm around it, and no more than a hair beyond.

    The bleed of two neighbours overlaps by so much, as screens would show a line of paper in between.
    """
    options = ("--paper", "a4", "--layout", layout, "--duplex", duplex, "--plain-backs")
    sheets = good(builder(rings(shape, size, 19), *options)).paper()
    plain = good(builder(rings(shape, size, 19), "--paper", "a4", "--layout", layout)).paper()
    width, height = sheets.size()
    assert sheets.pages == 2 * plain.pages
    back = sheets.raster(1, 120)
    trims = []
    for trim in tiles_on(plain, 0, shape, size):
        across = duplex == "long-edge"
        normals = tuple((-a, b, c) if across else (a, -b, c) for a, b, c in trim.normals)
        x, y = trim.centre
        trims.append(Trim((width - x, y) if across else (x, height - y), normals))
    title = slice(0, int(19 / 25.4 * 120))
    ink = inked(back)
    ink[title] = False
    assert ink[outside_all(trims, back.shape, 120) < 3 - 2 * EXACT].all()
    assert not ink[outside_all(trims, back.shape, 120, mitred=True) > 3.2 + 2 * EXACT].any()


TWO_SIDED = """\
game: twice
colours:
  red: {fill: "#FF0000", pattern: solid, line: thick}
  lime: {fill: "#00DD00", pattern: solid, line: thick}
  blue: {fill: "#0000FF", pattern: solid, line: thick}
tiles:
  shape: %s
  size: %s
  symmetry: rotations+reflections
  families:
    - {name: one, generate: %s}
"""
PALETTE = np.array([[255, 0, 0], [0, 221, 0], [0, 0, 255], [250, 245, 235]], dtype=float)


def inks_at(raster: Raster, dpi: float, spots: np.ndarray) -> np.ndarray:
    """Which ink of the palette is nearest at each spot, by a few dots round it."""
    dots = np.rint(spots / 25.4 * dpi - 0.5).astype(int)
    around = np.stack([
        raster[dots[:, 1] + dy, dots[:, 0] + dx].astype(float)
        for dx in (-1, 0, 1) for dy in (-1, 0, 1)
    ]).mean(axis=0)  # fmt: skip
    return np.linalg.norm(around[:, None] - PALETTE[None], axis=2).argmin(axis=1)


def along_sides(trim: Trim, inset: float, number: int) -> np.ndarray:
    """Spots along the sides of a tile, a little within."""
    spots = []
    for (ax, ay), (bx, by) in trim.edges():
        for share in (np.arange(number) + 0.5) / number:
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            away = math.dist((x, y), trim.centre)
            pull = 1 - inset / away
            spots.append((trim.centre[0] + (x - trim.centre[0]) * pull,
                          trim.centre[1] + (y - trim.centre[1]) * pull))  # fmt: skip
    return np.array(spots)


@pytest.mark.spread(2)
@pytest.mark.covering(1)
@pytest.mark.parametrize(
    ("shape", "size", "makes", "duplex"),
    [
        ("hexagon", 38.1, "edges, colours: {red: 2..3, lime: 1..2, blue: 1..3}", "long-edge"),
        ("hexagon", 38.1, "edges, colours: {red: 2..3, lime: 1..2, blue: 1..3}", "short-edge"),
        ("hexagon", 38.1, "strands, colours: {red: once, lime: once}", "long-edge"),
        ("square", 40.0, "edges", "long-edge"),
        ("square", 40.0, "strands, where: {lines: 1..2}", "short-edge"),
        ("triangle", 50.0, "edges", "short-edge"),
        ("triangle", 50.0, "edges", "long-edge"),
    ],
)
def test_sides_match_through_the_card(
    builder: Builder, shape: str, size: float, makes: str, duplex: str
) -> None:
    """Along every side of a two-sided tile the back has the front's colours, seen through it."""
    text = TWO_SIDED % (shape, f"{size}mm", makes)
    options = ("--paper", "a4", "--layout", "straight", "--duplex", duplex)
    build = good(builder(text, *options))
    sheets, number = build.paper(), int(build.output.partition(" tiles")[0].split()[-1])
    # As many rings as tiles lie in the same places.
    ring = rings(shape, size, number, symmetry="rotations+reflections")
    trims = tiles_on(good(builder(ring, *options)).paper(), 0, shape, size)
    width, height = sheets.size()
    front, back = sheets.raster(0, 200), sheets.raster(1, 200)
    matches, unturned, colourful = [], [], set()
    for trim in trims:
        x, y = (int(place / 25.4 * 200) for place in trim.centre)
        assert inked(front[y - 9 : y + 9, x - 9 : x + 9]).any()
        spots = along_sides(trim, 1.6, 24)
        seen = spots.copy()
        if duplex == "long-edge":
            seen[:, 0] = width - spots[:, 0]
        else:
            seen[:, 1] = height - spots[:, 1]
        ahead, behind = inks_at(front, 200, spots), inks_at(back, 200, seen)
        # Letters in circles may be read on both sides, so they are not mirrored: a few dots differ.
        matches.append(float((ahead == behind).mean()))
        unturned.append(float((ahead == np.roll(behind, 24)).mean()))
        colourful |= set(ahead.tolist())
    assert {0, 1, 3} <= colourful
    assert min(matches) > 0.94
    assert min(unturned) < 0.9  # tiles that are turned against their backs would be noticed


# ----------------------------------------------------------------------------- boxes and margins

PAPERS = (
    "a3",
    "a4",
    "a5",
    "letter",
    "legal",
    "tabloid",
    "4x6",
    "a4-letter",
    "250x350mm",
    "350x250mm",
)
UNPRINTABLE = 6.35  # millimetres that home printers leave free at the edges of the paper
HAIR = 0.1  # millimetres: half the width of a cut line, which may stand on the border
MIXED = """\
game: mixed
title: Mixed Pieces with a Title of Some Length
players: 4
colours: {red: "#FF0000", blue: "#0000FF", green: "#00DD00", gold: "#FFBB00"}
tiles:
  shape: hexagon
  size: 25mm
  families:
    - {name: one, generate: edges, colours: {red: 1.., blue: any}, where: {red: {sides: ">=1"}}}
pieces:
  cards:
    - {name: pairs, generate: pairs, back: sun}
  tokens:
    - {name: ship, shape: hexagon, size: 18mm, colours: players, count: 2, front: arrow}
    - {name: coin, size: 20mm, count: 13, front: coin}
    - {name: buoy, shape: square, size: 15mm, count: 20, front: sun, back: moon}
"""


def free_edge(paper: Paper, page: int) -> float:
    """How near to the edge of the page anything is printed, in millimetres."""
    dpi = 200
    ink = inked(paper.raster(page, dpi))
    ys, xs = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    width, height = paper.size(page)
    dot = 25.4 / dpi
    # A dot may be touched only by its smoothed edge.
    return float(min(xs[0], width / dot - xs[-1] - 1, ys[0], height / dot - ys[-1] - 1) + 1) * dot


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_printed_where_printers_do_not_print(builder: Builder, paper: str) -> None:
    """Fronts keep 6.35 mm away from the edge of every paper, marks of cards and bleed of backs 3 mm."""
    build = good(builder(MIXED.replace("1..", "1..6"), "--paper", paper))
    files = [each for each in sorted(build.folder.rglob("*.pdf")) if "kit" not in each.name]
    assert len(files) == 3
    for path in files:
        sheets = opened(path)
        turned = "tiles" not in path.name  # cards and some tokens have backs, tiles here have none
        for page in range(min(2, sheets.pages)):
            waste = "cards" in path.name or (turned and page % 2)
            assert free_edge(sheets, page) > (3 if waste else UNPRINTABLE) - HAIR, (path.name, page)


@pytest.mark.spread(1)
@pytest.mark.parametrize("cuts", ["lines", "crop", "machine"])
def test_marks_keep_off_the_edge_of_the_paper(builder: Builder, cuts: str) -> None:
    """Lines, ticks and registration marks keep 6.35 mm away, on a small paper as well."""
    for paper in ("a4", "4x6"):
        options = ("--paper", paper, "--layout", "straight", "--cuts", cuts, "--bleed", "shared")
        sheets = good(builder(rings("hexagon", 25.0, 40), *options)).paper()
        assert free_edge(sheets, 0) > UNPRINTABLE - HAIR


def is_within(inner: Sequence[float], outer: Sequence[float]) -> bool:
    """Whether a box, by its ends, is inside of another."""
    starts = all(inner[at] >= outer[at] - 1e-3 for at in (0, 1))
    return starts and all(inner[at] <= outer[at] + 1e-3 for at in (2, 3))


@pytest.mark.slow
@pytest.mark.spread(1)
@pytest.mark.parametrize("offset", ["3,3", "-10,10"])
def test_boxes_of_moved_backs_stay_on_the_page(builder: Builder, offset: str) -> None:
    """However far backs are moved, the bleed box is inside the paper, and the trim box inside that."""
    options = ("--paper", "a4", "--layout", "straight", "--plain-backs", f"--back-offset={offset}")
    pdf = good(builder(rings("square", 38.0, 40), *options)).paper().pdf
    for page in pdf.pages:
        media, bleed, trim = (
            [float(each) for each in page[name]] for name in ("/MediaBox", "/BleedBox", "/TrimBox")
        )
        assert is_within(trim, bleed) and is_within(bleed, media)


@pytest.mark.spread(3)
@pytest.mark.covering(1)
@pytest.mark.parametrize(
    ("paper", "box", "more"),
    [
        ("a4", (10, 21.5), ()),
        ("letter", (12.95, 12.7), ()),
        ("a3", (10, 12.7), ()),
        ("a4-letter", (10, 12.7), ()),
        ("4x6", (6.35, 12.7), ()),
        ("a4", (17, 31), ("--margin", "17mm,31mm")),
        ("letter", (25.4, 25.4), ("--margin", "1in")),
        ("350x250mm", (14, 22), ("--margin", "14mm,22mm")),
    ],
)
@pytest.mark.parametrize("layout", ["honeycomb", "straight", "spaced"])
def test_pieces_lie_within_the_margins(
    builder: Builder, paper: str, box: At, more: tuple[str, ...], layout: str
) -> None:
    """All corners of all tiles are within what the margins leave, and so is their ink."""
    options = ("--paper", paper, "--layout", layout, "--cuts", "none", "--bleed", "none", *more)
    sheets = good(builder(rings("hexagon", 22.0, 250), *options)).paper()
    width, height = sheets.size()
    trims = tiles_on(sheets, 0, "hexagon", 22.0)
    assert len(trims) > 5
    for trim in trims:
        for x, y in trim.corners():
            assert box[0] - EXACT <= x <= width - box[0] + EXACT
            assert box[1] - EXACT <= y <= height - box[1] + EXACT
    raster = sheets.raster(0, 200)
    coloured = lightest(raster) - darkest(raster) > 60
    dot = 25.4 / 200
    ys, xs = np.flatnonzero(coloured.any(axis=1)) * dot, np.flatnonzero(coloured.any(axis=0)) * dot
    assert xs[0] > box[0] - EXACT and xs[-1] < width - box[0] + EXACT
    assert ys[0] > box[1] - EXACT and ys[-1] < height - box[1] + EXACT


# --------------------------------------------------------------------------------------- cuts


CUTS = [
    ("hexagon", 30.0, "straight", "lines"),
    ("hexagon", 30.0, "straight", "crop"),
    ("hexagon", 30.0, "honeycomb", "crop"),
    ("hexagon", 30.0, "honeycomb", "outlines"),
    ("hexagon", 30.0, "spaced", "crop"),
    ("hexagon", 30.0, "spaced", "machine"),
    ("square", 30.0, "straight", "lines"),
    ("square", 30.0, "honeycomb", "crop"),
    ("triangle", 40.0, "straight", "lines"),
    ("triangle", 40.0, "straight", "crop"),
    ("triangle", 40.0, "spaced", "crop"),
]


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.covering(1)
@pytest.mark.parametrize(("shape", "size", "layout", "cuts"), CUTS)
def test_no_line_and_no_number_runs_through_a_tile(
    builder: Builder, shape: str, size: float, layout: str, cuts: str
) -> None:
    """Within each tile, 0.3 mm from its sides, the sheet is the same with and without lines."""
    options = ("--paper", "a4", "--layout", layout, "--bleed", "none")
    plain = good(builder(rings(shape, size, 77), *options, "--cuts", "none")).paper()
    lined = good(builder(rings(shape, size, 77), *options, "--cuts", cuts)).paper()
    assert plain.pages == lined.pages
    for page in {0, plain.pages - 1}:
        trims = tiles_on(plain, page, shape, size)
        one, other = plain.raster(page, 200), lined.raster(page, 200)
        differing = changed(one, other)
        far = outside_all(trims, one.shape, 200, mitred=True)
        assert differing.sum() > 500
        assert not (differing & (far < -0.3)).any()


GROUPED = """\
game: grouped
colours: {red: {fill: "#FF0000", pattern: solid}}
tiles:
  shape: %s
  size: %smm
  families:
    - {name: one, tiles: [{tile: %s, copies: 5}]}
    - {name: two, tiles: [{tile: "%s dot", copies: 9}]}
    - {name: three, tiles: [{tile: "%s star", copies: 3}]}
"""


@pytest.mark.slow
@pytest.mark.spread(1)
@pytest.mark.covering(1)
@pytest.mark.parametrize("shape", ["hexagon", "square", "triangle"])
@pytest.mark.parametrize("group", ["family", "colour"])
def test_lines_spare_the_tiles_of_sheets_in_groups(
    builder: Builder, shape: str, group: str
) -> None:
    """Where rows begin anew for each group, the lines still run between the tiles."""
    size = {"hexagon": 30.0, "square": 30.0, "triangle": 40.0}[shape]
    edges = "R" * SIDES[shape]
    text = GROUPED % (shape, size, edges, edges, edges)
    options = ("--paper", "a4", "--layout", "straight", "--bleed", "none", "--group", group)
    plain = good(builder(text, *options, "--cuts", "none")).paper()
    lined = good(builder(text, *options, "--cuts", "lines")).paper()
    found = 0
    for page in range(plain.pages):
        trims = tiles_on(plain, page, shape, size)
        found += len(trims)
        far = outside_all(trims, plain.raster(page, 200).shape, 200, mitred=True)
        differing = changed(plain.raster(page, 200), lined.raster(page, 200))
        assert not (differing & (far < -0.3)).any()
        lines = added(lined, plain, page)
        for trim in trims:
            assert max(uncovered(side, lines) for side in trim.edges()) == 0
    assert found == 17


THREE_KINDS = """\
game: kinds
colours: {red: "#FF0000"}
pieces:
  tokens:
    - {name: round, shape: round, size: 17mm, count: 13, front: {sign: disc, rim: none}}
    - {name: square, shape: square, size: 21mm, count: 11, front: {sign: disc, rim: none}}
    - {name: hexagon, shape: hexagon, size: 25mm, count: 17, front: {sign: disc, rim: none}}
"""


def kinds_on(paper: Paper, page: int) -> list[Trim]:
    """Where the tokens of three kinds have to be cut, by the discs on them."""
    raster = paper.raster(page, 200)
    found = blobs(lightest(raster) < 110, 200, least=12)
    found = [blob for blob in found if 0.95 < blob.width / blob.height < 1.05]
    kinds = sorted({round(blob.width) for blob in found})
    assert len(kinds) == 3
    trims = []
    for blob in found:
        match kinds.index(round(blob.width)):
            case 0:
                trims.append(disc(17, blob.mean))
            case 1:
                trims.append(rectangle(21, 21, blob.mean))
            case _:
                flat = extent(raster, blob.mean, 0, 12.5, 200) < 13
                trims.append(regular(6, 12.5, 0 if flat else 30, blob.mean))
    return trims


def cut_into(trims: list[Trim], strokes: list[Stroke]) -> float:
    """How deep the deepest line runs inside of a piece, in millimetres; 0 if none does."""
    x, y = np.hstack(
        [np.linspace(each.start, each.end, max(2, int(each.length / 0.25))).T for each in strokes]
    )
    return max(0.0, *(float(-trim.outside(x, y).min()) for trim in trims))


@pytest.mark.spread(1)
@pytest.mark.covering(1)
@pytest.mark.parametrize("cuts", ["auto", "lines", "crop", "machine"])
@pytest.mark.parametrize("layout", ["auto", "straight", "honeycomb", "spaced"])
def test_no_line_runs_through_a_token_of_another_kind(
    builder: Builder, cuts: str, layout: str
) -> None:
    """Round, square and hexagonal tokens share a sheet; the cuts of one kind spare the others."""
    options = ("--paper", "a4", "--layout", layout, "--bleed", "none")
    build = builder(THREE_KINDS, *options, "--cuts", cuts)
    if build.code == 2:
        assert "--cuts lines" in build.errors
        return
    sheets = build.paper()
    found = 0
    for page in range(sheets.pages):
        trims = kinds_on(sheets, page)
        found += len(trims)
        lines = strokes_of(sheets, page)
        assert len(lines) > 20
        assert cut_into(trims, lines) < 0.1
    assert found == 41


# -------------------------------------------------------------------------------------- bleed

PATCHES = """\
game: patches
colours: {red: "#FF0000", lime: "#00DD00", blue: "#0000FF", gold: "#FFBB00"}
pieces:
  tokens:
    - {name: token, shape: %s, size: 24mm, count: 9, colours: all, front: {sign: disc, rim: none}}
"""


INKS = np.array([[255, 0, 0], [0, 221, 0], [0, 0, 255], [255, 187, 0]])


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.covering(2)
@pytest.mark.parametrize("shape", ["square", "hexagon", "round"])
@pytest.mark.parametrize("layout", ["straight", "spaced", "honeycomb"])
@pytest.mark.parametrize("bleed", ["none", "shared", "full"])
def test_bleed_never_enters_a_neighbour(
    builder: Builder, shape: str, layout: str, bleed: str
) -> None:
    """Up to where a token is cut it has no ink but its own; its neighbours have other inks."""
    options = ("--paper", "a4", "--cuts", "none")
    apart = good(
        builder(PATCHES % shape, *options, "--layout", "spaced", "--bleed", "none")
    ).paper()
    build = builder(PATCHES % shape, *options, "--layout", layout, "--bleed", bleed)
    if bleed == "full" and layout == "honeycomb" and shape != "round":
        assert build.code == 2
        return
    dpi = 200
    dot = 25.4 / dpi
    # The disc stands above the middle: how far is measured where tokens stand alone.
    alone = min(blobs(red(apart.raster(0, dpi)), dpi, least=200))
    (first,) = (each for each in discs_on(apart, dpi) if math.dist(each.centre, alone.centre) < 5)
    lower = alone.centre[1] - first.centre[1]
    assert 0 <= lower < 5
    raster = good(build).paper().raster(0, dpi)
    discs = discs_on(build.paper(), dpi)
    assert len(discs) > 20
    inks = set()
    angles = np.linspace(0, 2 * np.pi, 120)
    for x, y in (each.centre for each in discs):
        turns = []
        for turn in np.radians((0, 30, -30, 90)):  # a whole sheet may lie turned
            shares = []
            for far in (10.5, 11.5, 11.8):
                xs = (x - lower * np.sin(turn) + far * np.cos(angles)) / dot
                ys = (y + lower * np.cos(turn) + far * np.sin(angles)) / dot
                found = raster[ys.astype(int), xs.astype(int)].astype(int)
                same = np.abs(found[:, None] - INKS[None]).max(axis=2) < 60
                shares.append(same.mean(axis=0))
            number = int(shares[0].argmax())
            turns.append((min(share[number] for share in shares), number))
        share, number = max(turns)
        inks.add(number)
        assert share > 0.95
    assert len(inks) == 4


def discs_on(paper: Paper, dpi: float) -> list[Blob]:
    """The white or black discs on the tokens of the first page."""
    raster = paper.raster(0, dpi)
    signs = blobs((darkest(raster) > 235) | (lightest(raster) < 90), dpi, least=30)
    return [each for each in signs if 0.97 < each.width / each.height < 1.03 and each.width < 13]


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.covering(1)
@pytest.mark.parametrize(
    ("shape", "size", "layout", "bleed", "amount"),
    [
        ("hexagon", 38.1, "straight", "shared", 3.0),
        ("hexagon", 38.1, "straight", "full", 3.0),
        ("hexagon", 38.1, "straight", "full", 6.35),
        ("hexagon", 38.1, "honeycomb", "shared", 3.0),
        ("hexagon", 38.1, "spaced", "full", 2.0),
        ("square", 35.0, "straight", "full", 3.0),
        ("triangle", 50.0, "straight", "full", 3.0),
        ("triangle", 50.0, "spaced", "full", 3.0),
    ],
)
def test_bleed_is_as_wide_as_asked_and_spares_the_tiles(
    builder: Builder, shape: str, size: float, layout: str, bleed: str, amount: float
) -> None:
    """Nothing is printed farther from a tile; full bleed reaches so far all round each tile."""
    text = rings(shape, size, 60).replace("copies: 60", "copies: 60, ports: 1")
    options = ("--paper", "a4", "--layout", layout, "--cuts", "none", "--bleed", bleed)
    sheets = good(builder(text, *options, "--bleed-size", f"{amount}mm")).paper()
    dpi = 150
    trims = tiles_on(sheets, 0, shape, size)
    raster = sheets.raster(0, dpi)
    ink = inked(raster)
    rows = np.arange(raster.shape[0]) * 25.4 / dpi
    furniture = (rows < 20) | (rows > 278)
    ink[furniture] = False
    mitred = outside_all(trims, raster.shape, dpi, mitred=True)
    assert not (ink & (mitred > amount + 0.25)).any()
    if bleed == "full":
        near = outside_all(trims, raster.shape, dpi) < amount - 0.25
        near[furniture] = False
        assert ink[near].all()
    else:
        assert ink[(mitred > 0.3) & (mitred < 1)].mean() > 0.9


# ------------------------------------------------------------------------------------- yields


def reported(build: Build) -> dict[str, float]:
    """The numbers that standard output gives for the sheets of tiles."""
    found = re.search(
        r"(\d+) a page, (\d+) sheets?, (\d+) cuts? a page, (\d+)% of the paper", build.output
    )
    assert found, build.output
    return dict(zip(("page", "sheets", "cuts", "share"), map(int, found.groups()), strict=True))


@pytest.mark.slow
@pytest.mark.spread(4)
@pytest.mark.parametrize(
    ("size", "options", "least"),
    [
        (38.1, ("--paper", "letter", "--layout", "straight", "--margin", "8.89mm"), 25),
        (38.1, ("--paper", "a4", "--layout", "straight", "--margin", "8.89mm"), 28),
        (38.1, ("--paper", "letter", "--layout", "honeycomb", "--margin", "8.89mm"), 32),
        (38.1, ("--paper", "a4", "--layout", "honeycomb", "--margin", "8.89mm"), 36),
        (27.5, ("--paper", "a4", "--layout", "honeycomb"), 60),
        (38.1, ("--paper", "a4", "--layout", "honeycomb"), 30),
        (44.0, ("--paper", "a4", "--layout", "honeycomb"), 21),
        (50.0, ("--paper", "a4", "--layout", "honeycomb"), 18),
        (60.0, ("--paper", "a4", "--layout", "honeycomb"), 11),
        (38.1, ("--paper", "letter", "--layout", "honeycomb"), 30),
        (27.5, ("--paper", "letter", "--layout", "honeycomb"), 60),
    ],
)
def test_sheets_hold_as_many_as_the_best_known(
    builder: Builder, size: float, options: tuple[str, ...], least: int
) -> None:
    """The known yields are met, and what is reported is what is on the sheets."""
    build = good(builder(rings("hexagon", size, 100), *options))
    numbers, sheets = reported(build), build.paper()
    on_pages = [len(rings_on(sheets, page, size)) for page in range(sheets.pages)]
    # With the papers' own margins no more than these are possible.
    assert numbers["page"] >= least and (numbers["page"] == least or "--margin" in options)
    assert max(on_pages) == on_pages[0] == numbers["page"]
    assert sum(on_pages) == 100
    assert numbers["sheets"] == sheets.pages
    width, height = sheets.size()
    # The share of the paper is that of all sheets, with the one that is not full.
    share = 100 * size**2 * math.sqrt(3) / 2 / (sheets.pages * width * height) * 100
    assert numbers["share"] == pytest.approx(share, abs=1)


def lines_of(strokes: list[Stroke]) -> set[tuple[float, float]]:
    """The different straight lines on which strokes lie: a direction and a distance each."""
    found: list[tuple[float, float]] = []
    for stroke in strokes:
        (ax, ay), (bx, by) = stroke.start, stroke.end
        angle = math.atan2(by - ay, bx - ax) % math.pi
        if angle > math.pi - 1e-3:
            angle -= math.pi
        off = -math.sin(angle) * ax + math.cos(angle) * ay
        if not any(abs(angle - a) < 2e-3 and abs(off - o) < 0.15 for a, o in found):
            found.append((angle, off))
    return set(found)


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("shape", "size", "paper"),
    [
        ("hexagon", 38.1, "a4"),
        ("hexagon", 30.0, "350x250mm"),
        ("square", 35.0, "letter"),
        ("triangle", 40.0, "a4"),
        ("hexagon", 25.0, "4x6"),
    ],
)
def test_cuts_are_counted_and_numbered(
    builder: Builder, shape: str, size: float, paper: str
) -> None:
    """As many lines as are reported run across the sheet, each with its number."""
    options = ("--paper", paper, "--layout", "straight", "--bleed", "none")
    plain = good(builder(rings(shape, size, 150), *options, "--cuts", "none")).paper()
    build = good(builder(rings(shape, size, 150), *options, "--cuts", "lines"))
    sheets = build.paper()
    for page in {0, sheets.pages - 1}:
        lines = added(sheets, plain, page)
        number = len(lines_of(lines))
        if page == 0:
            assert number == reported(build)["cuts"]
        words = [word.text for word in sheets.drawn(page).words if word.text.isdigit()]
        if words or paper != "4x6":  # on a card there may be no room for numbers
            assert {int(word) for word in words} == set(range(1, number + 1))
            copied = sheets.text(page)
            assert all(re.search(rf"\b{each}\b", copied) for each in (1, number))
        trims = tiles_on(sheets, page, shape, size)
        assert cut_into(trims, lines) < EXACT
        for trim in trims:
            assert max(uncovered(side, lines) for side in trim.edges()) == 0


# ------------------------------------------------------------------------------ the file itself

FILES = [
    ("honeycomb", "auto", "long-edge", ()),
    ("straight", "lines", "short-edge", ("--bleed", "shared")),
    ("straight", "crop", "none", ("--bleed", "full")),
    ("spaced", "machine", "gutterfold", ()),
    ("honeycomb", "machine", "none", ()),
    ("straight", "lines", "long-edge", ("--back-offset=1,2",)),
    ("straight", "lines", "long-edge", ("--back-offset=-8,8",)),
]


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.covering(1)
@pytest.mark.parametrize(("layout", "cuts", "duplex", "more"), FILES)
def test_files_are_sound(
    builder: Builder, layout: str, cuts: str, duplex: str, more: tuple[str, ...]
) -> None:
    """Syntax, fonts, boxes, print settings and metadata of a file with tiles on both sides."""
    text = rings("hexagon", 38.1, 33, symmetry="rotations+reflections") + "title: A Ring's Game\n"
    text += "source: {designer: Ada Ring, year: 1984}\n"
    options = ("--paper", "a4", "--layout", layout, "--cuts", cuts, "--duplex", duplex, *more)
    sheets = good(builder(text, *options)).paper()
    pdf = sheets.pdf
    assert not pdf.check_pdf_syntax()
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font":
            descendants = item.get("/DescendantFonts")
            font = descendants[0] if descendants is not None else item
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys())
    preferences = pdf.Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    if duplex in ("long-edge", "short-edge"):
        flip = {"long-edge": "/DuplexFlipLongEdge", "short-edge": "/DuplexFlipShortEdge"}[duplex]
        assert preferences.Duplex == flip
    else:
        assert "/Duplex" not in preferences
    assert str(pdf.Root.Lang).startswith("en")
    assert "A Ring's Game" in str(pdf.docinfo["/Title"])
    assert str(pdf.docinfo["/Author"]) == "Ada Ring"
    assert "/DefaultRGB" not in pdf.Root
    for page in range(sheets.pages):
        trims = tiles_on(sheets, page, "hexagon", 38.1)
        height = float(pdf.pages[page].mediabox[3])
        boxes = {}
        for name in ("/MediaBox", "/BleedBox", "/TrimBox"):
            left, low, right, high = (float(each) for each in pdf.pages[page][name])
            boxes[name] = (left / 72 * 25.4, (height - high) / 72 * 25.4,
                           right / 72 * 25.4, (height - low) / 72 * 25.4)  # fmt: skip
        media, bleed, trim = boxes.values()
        corners = [corner for each in trims for corner in each.corners()]
        xs, ys = zip(*corners, strict=True)
        assert trim == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=EXACT)
        assert is_within(trim, bleed) and is_within(bleed, media)
        if page % 2 and duplex in ("long-edge", "short-edge"):
            # What is printed of backs, but for the words above and below them.
            rows = inked(sheets.raster(page, 300))[int(bleed[1] / 25.4 * 300) :][
                : int(20 / 25.4 * 300)
            ]
            xs = np.flatnonzero(rows.any(axis=0)) / 300 * 25.4
            assert xs.min() >= bleed[0] - 0.1 and xs.max() <= bleed[2] + 0.1
        drawn = sheets.drawn(page)
        front = page % 2 == 0 or duplex not in ("long-edge", "short-edge")
        cut = [stroke for stroke in drawn.strokes if stroke.space == "CutContour"]
        if cuts == "machine" and front:
            assert cut and all(stroke.overprint for stroke in cut)
            fronts = trims
            if duplex == "gutterfold":
                (fold,) = folds(sheets, page)
                axis = 0 if abs(fold.start[0] - fold.end[0]) < 1e-6 else 1
                fronts = [each for each in trims if each.centre[axis] < fold.start[axis]]
            for each in fronts:
                assert max(uncovered(side, cut) for side in each.edges()) == 0
            marks = [stroke for stroke in strokes_of(sheets, page) if stroke.space != "CutContour"]
            assert len(marks) > 6
        else:
            assert not cut
            assert "CutContour" not in drawn.spaces
            assert not any(stroke.overprint for stroke in drawn.strokes)


def test_a_file_without_backs_does_not_ask_for_duplex(builder: Builder) -> None:
    """One-sided tiles make a file that is printed on one side."""
    sheets = good(builder(rings("hexagon", 38.1, 33), "--paper", "a4")).paper()
    assert sheets.pdf.Root.ViewerPreferences.PrintScaling == "/None"
    assert "/Duplex" not in sheets.pdf.Root.ViewerPreferences


@pytest.mark.slow
@pytest.mark.covering(1)
@pytest.mark.parametrize("text", ["rings", "mixed"])
@pytest.mark.parametrize("only", ["pdf", "kit", "sheets"])
def test_the_same_bytes_every_time(builder: Builder, text: str, only: str) -> None:
    """Two runs make the same files."""
    source = rings("hexagon", 38.1, 33) if text == "rings" else MIXED.replace("1..", "1..6")
    options = ("--paper", "a4", "--cuts", "machine", "--plain-backs", "--back-offset=0.5,0.25")
    one = good(builder(source, *options, only=only))
    other = good(builder(source, *options, "--no-progress", only=only))
    names = sorted(path.relative_to(one.folder) for path in one.folder.rglob("*") if path.is_file())
    assert len(names) >= 2
    for name in names:
        assert (one.folder / name).read_bytes() == (other.folder / name).read_bytes(), name


# ----------------------------------------------------------------------------------- bad input

BAD = [
    (
        rings("hexagon", 300.0, 2),
        ("--paper", "a4"),
        r"A4 has room for 190 mm x 254 mm, and holds pieces of up to \d+",
    ),
    (rings("square", 200.0, 2), ("--paper", "a4", "--margin", "30mm"), r"up to 150 mm"),
    (rings("hexagon", 100.0, 2), ("--paper", "4x6"), r"holds pieces of up to \d+"),
    (
        deck(2, "{width: 150mm, height: 200mm}"),
        ("--paper", "a5"),
        r"150 mm x 200 mm .* up to \d+ x \d+ mm",
    ),
    (tokens("round", 80, 2), ("--paper", "70x70mm"), r"80 mm.*holds pieces of up to \d+"),
    (rings("hexagon", 38.1, 2), ("--paper", "a4", "--margin", "200mm"), "leaves no room.*102.5"),
    *(
        (rings("hexagon", 38.1, 2), ("--paper", "a4", "--margin", margin), "write a length")
        for margin in ("-1mm", "nan", "inf", "abc", "8,9,10", "8mm,", "")
    ),
    (rings("hexagon", 38.1, 2), ("--layout", "honeycomb", "--bleed", "full"), "straight.*spaced"),
    (
        rings("hexagon", 38.1, 2),
        ("--layout", "straight", "--bleed", "full", "--bleed-size", "6.5mm"),
        "up to 6.35 mm",
    ),
    *(
        (rings("hexagon", 38.1, 2), options.split(), message)
        for options, message in (
            ("--bleed-size -1mm", "at most 10 mm"),
            ("--bleed-size 11mm", "at most 10 mm"),
            ("--bleed full --bleed-size 0", "more than 0, and at most 10 mm"),
            ("--bleed-size nan", "3cm"),
            ("--bleed-size wide", "is not a length"),
            ("--bleed none --bleed-size 2mm", "--bleed none has no size"),
            ("--plain-backs --duplex none", "--duplex none has no backs"),
            ("--cuts lines --layout honeycomb", "write --layout straight"),
            ("--cuts lines --layout spaced", "--layout straight"),
            ("--paper a44", 'did you mean "a4"'),
            ("--paper lettre", 'did you mean "letter"'),
        )
    ),
    *(
        (rings("hexagon", 38.1, 2), ("--paper", paper), "60 to 2000 mm|250x350mm")
        for paper in ("0x0mm", "10x10mm", "-5x10mm", "nanxnanmm", "20000x20000mm", "250x", "mm", "")
    ),
    *(
        (rings("hexagon", 38.1, 2), (f"--back-offset={offset}",), "0.5,-1.2")
        for offset in ("1", "a,b", "1,2,3", "nan,0", "inf,0", "1 2", "")
    ),
    (rings("hexagon", 38.1, 2), ("--back-offset=1000,0",), "at most 10 mm"),
    (rings("hexagon", 38.1, 2), ("--printer", "unheard-of"), "--back-offset once"),
    (rings("hexagon", 38.1, 2), ("--printer", "../../x", "--back-offset=1,1"), "small letters"),
]


@pytest.mark.parametrize("number", range(len(BAD)), ids=lambda n: "_".join(BAD[n][1]))
def test_bad_input_gets_a_message_with_advice(builder: Builder, number: int) -> None:
    """One message with advice, exit code 2, and nothing is written."""
    text, options, message = BAD[number]
    build = builder(text, *options)
    assert build.code == 2
    assert build.output == ""
    messages = [line for line in build.errors.splitlines() if "warning" not in line]
    assert len([line for line in messages if "error" in line]) == 1
    assert re.search(message, build.errors)
    assert not build.folder.exists()


BAD_PAPERS = {
    "leaves nothing": ("x: {width: 70mm, height: 70mm, margins: {sides: 40mm, ends: 12mm}}", 1),
    "length": ("x: {width: abc, height: 150mm, margins: {sides: 8mm, ends: 12mm}}", 1),
    "number": ("x: 5", 1),
    "list": ("[1, 2]", 1),
    "negative": ("x: {width: -10mm, height: 15mm, margins: {sides: 8mm, ends: 12mm}}", 1),
    "huge": ("x: {width: 90000mm, height: 300mm, margins: {sides: 8mm, ends: 12mm}}", 1),
    "missing": ("x: {width: 100mm, height: 150mm}", 1),
    "unknown": ("x: {width: 100mm, height: 150mm, margin: {sides: 8mm, ends: 12mm}}", 1),
    "name": ("'../x': {width: 100mm, height: 150mm, margins: {sides: 8mm, ends: 12mm}}", 1),
    "yaml": ("x: {width: [", 2),
    "empty": ("", 2),
}


@pytest.mark.parametrize("name", BAD_PAPERS)
def test_bad_papers_are_reported_with_their_place(in_folder: Path, pnp: Call, name: str) -> None:
    """A papers.yaml of one's own that cannot be used, and nothing is written."""
    text, code = BAD_PAPERS[name]
    Path("templates").mkdir()
    Path("templates/papers.yaml").write_text(text)
    Path("set.yaml").write_text(rings("hexagon", 30.0, 2))
    result = pnp("build", "set.yaml", "--paper", "x")
    assert result.exit_code == code
    assert result.stdout == ""
    assert re.search(r"papers\.yaml:[12]:\d+: error", result.stderr)
    assert not Path("output").exists()


def test_an_offset_is_remembered_for_its_printer(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given once for a printer, the offset moves the backs of the next build, too."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(in_folder / "config"))
    Path("set.yaml").write_text(rings("hexagon", 38.1, 9, symmetry="rotations+reflections"))

    def centres(*options: str) -> list[At]:
        common = ("build", "set.yaml", "--only", "pdf", "--paper", "a4", "--no-ids")
        assert pnp(*common, *options).exit_code == 0
        (path,) = Path("output").rglob("*.pdf")
        return [trim.centre for trim in tiles_on(Paper(path), 1, "hexagon", 38.1)]

    still = centres()
    moved = [(x + 1.5, y - 0.75) for x, y in still]
    assert apart(moved, centres("--printer", "desk", "--back-offset=1.5,-0.75")) < EXACT
    assert apart(moved, centres("--printer", "desk")) < EXACT
    assert apart(still, centres()) < EXACT
    assert [path.name for path in (in_folder / "config").rglob("*") if path.is_file()]


# ------------------------------------------------------------------------------------- posters

BOARD = """\
game: coast
colours: {red: "#FF0000"}
pieces:
  boards:
    - {name: sea, hexhex: 4, cell: %s, orientation: %s}
"""


@pytest.mark.slow
@pytest.mark.covering(1)
@pytest.mark.parametrize("orientation", ["pointy-top", "flat-top"])
@pytest.mark.parametrize(("paper", "end"), [("a4", 21.5), ("letter", 12.7)])
def test_the_sheets_of_a_poster_make_the_board(
    builder: Builder, orientation: str, paper: str, end: float
) -> None:
    """Glued at their lines, the sheets show what one large sheet shows, and all of it."""
    dpi = 75
    dot = 25.4 / dpi
    text = BOARD % ("20mm, poster: 40mm", orientation)
    sheets = good(builder(text, "--paper", paper)).paper("poster")
    # Paper without room for a title above the board, which has its own distance on a poster.
    height = 310 if orientation == "pointy-top" else 350
    whole = good(builder(BOARD % ("40mm", orientation), "--paper", f"350x{height}mm")).paper()
    assert sheets.pages > 4
    large = lightest(whole.raster(0, dpi)) < 150
    large[int((height - 25) / dot) :] = False
    large[: int(20 / dot)] = False
    ys, xs = np.nonzero(large)
    board = large[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    covered = np.zeros(board.shape, dtype=bool)
    places: list[tuple[int, int]] = []
    for page in range(1, sheets.pages):
        dark = lightest(sheets.raster(page, dpi)) < 150
        dark[: int(end / dot)] = dark[int((sheets.size()[1] - end) / dot) :] = False
        down, across = best_place(dark, board)
        places.append((down, across))
        part = np.zeros_like(board)
        rows, columns = np.nonzero(dark)
        for y in (-1, 0, 1):
            for x in (-1, 0, 1):
                inside = (
                    (rows + down + y >= 0) & (rows + down + y < board.shape[0])
                    & (columns + across + x >= 0) & (columns + across + x < board.shape[1])
                )  # fmt: skip
                part[rows[inside] + down + y, columns[inside] + across + x] = True
        covered |= part & board
    assert covered[board].mean() > 0.98
    joined = 0
    for page, (_, across) in enumerate(places, start=1):
        strips = upright(sheets, page, dashed=True)
        if strips:  # the next sheet is laid onto the strip, its cut edge on the dashed line
            edges = upright(sheets, page + 1, dashed=False)
            step = (places[page][1] - across) * dot
            assert any(abs(step - (strip - edge)) < 0.6 for strip in strips for edge in edges)
            joined += 1
    assert joined >= 2


def upright(paper: Paper, page: int, *, dashed: bool) -> set[float]:
    """Where long upright lines stand on a page, across."""
    return {
        round(stroke.start[0], 2)
        for stroke in strokes_of(paper, page)
        if abs(stroke.start[0] - stroke.end[0]) < 0.01
        and stroke.length > 100
        and stroke.dashed == dashed
    }


def best_place(part: np.ndarray, board: np.ndarray) -> tuple[int, int]:
    """How far down and across a sheet has to be moved to show the same as the board."""
    size = (
        1 << (max(sum(pair) for pair in zip(part.shape, board.shape, strict=True)) - 1).bit_length()
    )
    shape = (size, size)
    one, other = np.fft.rfft2(part.astype(float), shape), np.fft.rfft2(board.astype(float), shape)
    match = np.fft.irfft2(other * np.conj(one), shape)
    down, across = (int(each) for each in np.unravel_index(int(match.argmax()), shape))
    return (
        down - size if down > board.shape[0] else down,
        across - size if across > board.shape[1] else across,
    )
