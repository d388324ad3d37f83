"""What a set costs, against the files that a build makes and against sums by hand."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from math import pi
from pathlib import Path
from types import ModuleType

import pytest

from pnp.basics import lookup
from pnp.basics.errors import DoesNotFit
from pnp.colour.theme import STANDARD
from pnp.definition import load_definition
from pnp.imposition.cuts import Line
from pnp.imposition.papers import chosen_papers
from pnp.imposition.planning import BandCuts
from pnp.kinds import BuildOptions
from pnp.pieces import Cutout, Face, Placement, Trim, make_pieces
from pnp.pieces.cutouts import Pose, rigid
from pnp.project.build import build
from pnp.project.files import MANIFEST
from pnp.review import costs as costs_module
from pnp.review.costs import (
    KNIFE_SPEED,
    ROUND_SPEED,
    RULER,
    RULER_SECONDS,
    SCISSORS,
    SCISSORS_SECONDS,
    SCISSORS_SPEED,
    Costs,
    costs,
    ink_of,
    seconds,
)
from pnp.scene import Document, Drawing, Layer, Page, Shape
from pnp.scene.geometry import ORIGIN, Box, Point, polygon
from tests.conftest import ROOT, bundled

GAMES = ("controlled-path", "hex-auction", "hexagonal-highway", "hexpertise", "hexstatic")


@cache
def made(name: str, paper: str = "a4", **options: object) -> Costs:
    """The costs of a bundled set."""
    pieces = make_pieces(bundled(name), STANDARD)
    return costs(pieces, chosen_papers([paper])[0], BuildOptions(**options))  # type: ignore[arg-type]


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "paper"),
    [*((name, "a4") for name in (*GAMES, "published/macmahon-squares")), ("hexstatic", "letter")],
)
def test_the_pages_and_pieces_are_those_of_a_build(name: str, paper: str, tmp_path: Path) -> None:
    """File by file, from the manifest; a kind on one sheet has the cuts of that sheet.

    A file of pads has one page of each, which players print several times.
    """
    definition = load_definition(ROOT / f"tilesets/{name}.yaml")
    options = BuildOptions(papers=chosen_papers([paper]), kinds={"pdf"})
    build(definition, tmp_path, options)
    manifest = json.loads((tmp_path / definition.game / MANIFEST).read_text())
    files = {each["path"]: each for each in manifest["files"]}
    found = made(name, paper)
    assert len(files) == len(found.kinds)
    for cost in found.kinds:
        layout = f"-{cost.layout}" if cost.kind == "tiles" else ""
        file = files[f"{definition.game}-{cost.kind}-{paper}{layout}.pdf"]
        assert file["pieces"] == cost.pieces
        if cost.kind == "pads":
            assert file["pages"] <= cost.pages
        else:
            assert file["pages"] == cost.pages
        if file.get("sheets") == 1:
            assert file["cuts"] == cost.cuts
            assert cost.used == pytest.approx(file["share"], abs=1e-4)


def test_macmahons_squares_take_one_sheet_and_twelve_cuts() -> None:
    """By hand: five rows of five squares of 38 mm fit on A4, which six lines each way cut."""
    (cost,) = made("published/macmahon-squares").kinds
    assert (cost.sheets, cost.pages, cost.cuts, cost.tool) == (1, 1, 12, RULER)
    assert cost.used == pytest.approx(24 * 38 * 38 / (210 * 297))


@pytest.mark.slow
def test_a_front_and_its_back_share_a_sheet() -> None:
    """The cards of Hexpertise have backs: four pages on two sheets."""
    cards = made("hexpertise").kinds[0]
    assert (cards.kind, cards.sheets, cards.pages) == ("cards", 2, 4)


@pytest.mark.slow
def test_nobody_cuts_out_a_board() -> None:
    """It takes sheets and ink, and no cuts, no time and no share of the paper."""
    board = next(each for each in made("hexagonal-highway").kinds if each.kind == "board")
    assert (board.sheets, board.cuts, board.tool, board.minutes) == (1, 0, "", 0)
    assert board.used is None


@pytest.mark.slow
def test_the_whole_is_the_sum_of_its_kinds() -> None:
    """And its share of paper is that of all its sheets with pieces to cut out."""
    found = made("hexagonal-highway")
    assert found.sheets == sum(each.sheets for each in found.kinds)
    assert found.cuts == sum(each.cuts for each in found.kinds)
    assert found.ink is not None
    assert found.ink.black == pytest.approx(sum(each.ink.black for each in found.kinds if each.ink))
    shares = [each.used for each in found.kinds if each.used is not None]
    assert found.used is not None
    assert min(shares) < found.used < max(shares)


def test_the_seconds_of_cuts() -> None:
    """By hand: a ruler line of 100 mm, an edge of 16 mm, and a circle of 10 mm."""
    trim = Trim("circle", 10.0, 10.0)
    circle = Placement(Cutout("coin", trim, Face(rigid(Drawing(())))), Pose(ORIGIN, 0.0))
    line, edge = Line(Point(0, 0), Point(60, 80)), (Point(0, 0), Point(16, 0))
    assert seconds(BandCuts(lines=(line,))) == RULER_SECONDS + 100 / KNIFE_SPEED
    assert seconds(BandCuts(edges=(edge,))) == SCISSORS_SECONDS + 16 / SCISSORS_SPEED
    # The length of a circle of curves is off by less than a thousandth.
    assert seconds(BandCuts(free=(circle,))) == pytest.approx(
        SCISSORS_SECONDS + 10 * pi / ROUND_SPEED, rel=2e-3
    )


@pytest.mark.slow
def test_a_honeycomb_is_cut_with_scissors() -> None:
    """Its edges are no lines across the sheet."""
    tiles = made("hexstatic").kinds[0]
    assert (tiles.layout, tiles.tool) == ("honeycomb", SCISSORS)


def test_only_the_wanted_kinds_cost_anything() -> None:
    """As in a build."""
    assert [each.kind for each in made("hexstatic", pieces=("tokens",)).kinds] == ["tokens"]
    assert made("hexstatic", pieces=()).kinds == ()
    assert {each.kind for each in made("hexstatic", pieces=None).kinds} > {"tiles", "tokens"}


def test_a_paper_that_is_too_small_is_refused() -> None:
    """With the message of a build."""
    pieces = make_pieces(bundled("published/tsuro"), STANDARD)
    with pytest.raises(DoesNotFit, match="does not fit"):
        costs(pieces, chosen_papers(["60x61mm"])[0], BuildOptions())


# Ink


def page(ink: str, share: float) -> Page:
    """An A4 page whose upper part is in one ink."""
    shape = Shape(polygon(Box(0, 0, 210, 297 * share).corners), fill=ink)
    return Page(210, 297, {Layer.ART: (Drawing((shape,)),)})


@pytest.mark.parametrize(
    ("ink", "expected"),
    [
        ("#000000", (0, 0, 0, 10)),
        ("#FF0000", (0, 10, 10, 0)),
        ("#00FFFF", (10, 0, 0, 0)),
        ("#FFFFFF", (0, 0, 0, 0)),
    ],
)
def test_half_a_page_is_ten_standard_pages(ink: str, expected: tuple[int, ...]) -> None:
    """A standard page has 5 per cent of an ink."""
    found = ink_of(Document("sample", "", "", (page(ink, 0.5),)))
    assert found == pytest.approx(expected, abs=0.2)


def test_many_pages_are_judged_by_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal pages need as much ink as one, times their number."""
    monkeypatch.setattr(costs_module, "MOST_PAGES", 2)
    found = ink_of(Document("sample", "", "", (page("#000000", 0.5),) * 7))
    assert found is not None
    assert found.black == pytest.approx(70, abs=1)
    assert ink_of(Document("sample", "", "", ())) == (0, 0, 0, 0)


def test_ink_is_not_measured_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """All other costs are still known."""

    def without(name: str) -> ModuleType:
        if name == "pypdfium2":
            raise ModuleNotFoundError(name=name)
        return import_module(name)

    monkeypatch.setattr(lookup, "import_module", without)
    found = made.__wrapped__("published/macmahon-squares")
    assert (found.cuts, found.ink) == (12, None)
