"""Polyforms as pieces: which ones a file has, their sheets, the boards that they fill, and the commands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.definition.pieces.polyforms import PolyformDefinition
from pnp.enumeration.packing import OutOfTime, Packing
from pnp.imposition import Paper
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, kind_of, laid_out, listing, piece_findings, printed_pieces
from pnp.kinds import polyforms as kind_module
from pnp.pieces import Cutout, Pieces, make_pieces
from pnp.scene import Layer
from pnp.scene.contours import area_of, common_area
from pnp.scene.geometry import Point, parts_of, round_trip, samples
from pnp.tiles.polyforms import Sides
from tests.conftest import Call, set_of

TRAY = """\
game: tray
title: Tray
players: {min: 2, max: 3}
colours: {red: {letter: R}, blue: {letter: B}, green: {letter: G}}
values: 1-2
pieces:
  polyforms:
    - {name: bits, shape: polyomino, cell: 20mm, cells: 1..4, colours: [red, blue], expect: 9}
    - name: own
      shape: polyomino
      cell: 12mm
      pieces: {ring: [RRR, R.R, GGB], dom: {picture: "12", copies: 3}}
"""


def polyforms(text: str = TRAY) -> Pieces:
    """The pieces of a set."""
    return make_pieces(set_of(text))


def definition(**keys: str) -> PolyformDefinition:
    """A set of polyforms with these keys."""
    lines = "".join(f"      {key.replace('_', '-')}: {value}\n" for key, value in keys.items())
    text = f"game: one\npieces:\n  polyforms:\n    - name: set\n      cell: 15mm\n{lines}"
    (found,) = set_of(text).definition.pieces_of(PolyformDefinition)
    return found


def cutout(pieces: Pieces, name: str) -> Cutout:
    """The piece of that id."""
    found = next(each.cutout for each in listing(pieces) if each.id == name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        # As in S. W. Golomb, "Polyominoes", and in the On-Line Encyclopedia of Integer Sequences.
        ({"shape": "polyomino", "cells": "1..5"}, 21),
        ({"shape": "polyomino", "cells": "5", "sides": "one-sided"}, 18),
        ({"shape": "polyomino", "cells": "4", "sides": "fixed"}, 19),
        ({"shape": "polyomino", "cells": "7", "where": "{holes: 0}"}, 107),
        ({"shape": "polyomino", "cells": "5", "where": "{symmetry: 1}"}, 5),
        ({"shape": "polyomino", "cells": "5", "where": "{mirror: yes}"}, 6),
        ({"shape": "polyomino", "cells": "5", "where": "{width: 1}"}, 1),
        ({"shape": "polyomino", "cells": "5", "where": "{length: 3}"}, 8),
        ({"shape": "polyomino", "cells": "5", "but": "{x: 0, I: 0}"}, 10),
        ({"shape": "polyomino", "cells": "6", "sample": "7"}, 7),
        ({"shape": "polyhex", "cells": "5"}, 22),
        ({"shape": "polyiamond", "cells": "[5, 6]"}, 16),
    ],
)
def test_numbers_of_pieces(keys: dict[str, str], number: int) -> None:
    """Those of published counts; conditions and samples take some of them."""
    assert len(definition(**keys).forms) == number


def test_names_of_pieces() -> None:
    """Letters for free polyominoes of up to five cells, with the number of cells if that differs; else numbers."""

    def labels(**keys: str) -> set[str]:
        return {each.label for each in definition(**keys).forms}

    assert labels(shape="polyomino", cells="5") == {*"FILNPTUVWXYZ"}
    assert labels(shape="polyomino", cells="[1, 4]") == {"I1", "I4", "L4", "O4", "S4", "T4"}
    assert labels(shape="polyomino", cells="4", sides="one-sided") == {*"1234567"}
    assert "6-01" in labels(shape="polyomino", cells="5..6")
    # A condition changes no name.
    flat = labels(shape="polyhex", cells="5", where="{width: 2}")
    assert flat < labels(shape="polyhex", cells="5")


def test_a_sample_is_of_the_same_pieces() -> None:
    """Another seed, other pieces."""
    samples_of = [
        {each.label for each in definition(shape="polyhex", cells="6", sample="9", seed=seed).forms}
        for seed in ("1", "1", "2")
    ]
    assert samples_of[0] == samples_of[1] != samples_of[2]


def test_copies_and_colours() -> None:
    """A set in each colour, copies of single pieces, and as many sets as `count` says."""
    assert printed_pieces(polyforms())["polyforms"] == 9 * 2 + 4
    assert polyforms().components.numbers["bits"] == 18
    text = TRAY.replace("colours: [red, blue], expect: 9", "colours: players, count: 2")
    assert polyforms(text).components.numbers["bits"] == 9 * 3 * 2
    turns = TRAY.replace("colours: [red, blue]", "colours: [red, blue], by-turns: yes")
    pieces = [each for each in listing(polyforms(turns)) if each.group == "bits"]
    assert len(pieces) == 9
    assert [*kind_of("polyform").counts(polyforms())] == ["22 polyforms"]


def test_a_piece_is_cut_along_its_outline_and_its_hole() -> None:
    """Its area is that of its cells; the back is the mirror image, and the hole stays one."""
    piece = cutout(polyforms(), "own-ring")
    assert piece.trim.area == pytest.approx(8 * 144)
    assert piece.turned_over.trim.area == pytest.approx(8 * 144)
    assert piece.trim.around == pytest.approx((12 + 4) * 12)
    for trim in (piece.trim, piece.turned_over.trim):
        signs = [turning(samples(part)) > 0 for part in parts_of(trim.path(90.0))]
        assert signs == [True, False]
    assert piece.back is not None


def turning(corners: list[Point]) -> float:
    """Greater than 0 for corners that run clockwise."""
    return sum(one.cross(other) for one, other in round_trip(corners))


def test_one_sided_pieces_have_one_side() -> None:
    """Unless the file says otherwise."""
    text = TRAY.replace("cells: 1..4", "cells: 1..4, sides: one-sided").replace(", expect: 9", "")
    assert cutout(polyforms(text), "bits-red-1-1").back is None
    text = text.replace("one-sided", "one-sided, two-sided: yes")
    assert cutout(polyforms(text), "bits-red-1-1").back is not None


@pytest.mark.parametrize("paper", chosen_papers(["both"]), ids=lambda each: each.name)
def test_all_pieces_lie_on_sheets(paper: Paper) -> None:
    """Each copy once, inside the paper, with its outline in the layer of cuts and a back behind it."""
    (section,) = laid_out(polyforms(), paper, BuildOptions(pieces=("polyforms",))).sections
    assert section.pieces == 22
    assert section.backed
    (sheets,) = section.sheets
    placed = [each for part in sheets.parts for each in part.fronts]
    assert len(placed) == 22
    for one in placed:
        assert paper.sheet.contains(one.box)
    assert all(page.items(Layer.CUT) for page in section.pages if page.front)


@pytest.mark.parametrize(
    ("shape", "cells"), [("polyomino", "1..4"), ("polyhex", "1..3"), ("polyiamond", "2..5")]
)
def test_in_straight_layouts_they_share_the_sides_of_one_grid(shape: str, cells: str) -> None:
    """None overlaps another; each side of a cell between two pieces is cut once, and no cut is anywhere else."""
    text = f"""
        game: grid
        pieces: {{polyforms: [{{name: set, shape: {shape}, cell: 12.5mm, cells: {cells}}}]}}
        """
    options = BuildOptions(pieces=("polyforms",), layouts=("straight",))
    (paper,) = chosen_papers(["a4"])
    ((sheets,),) = (each.sheets for each in laid_out(polyforms(text), paper, options).sections)
    planned = sheets.plan
    for sheet in planned.sheets:
        placed = [each for band in sheet for each in band.placed]
        lying = [
            tuple(at + corner for corner in piece.trim.contour.at_turn(turn))  # type: ignore[union-attr]
            for piece, (at, turn) in placed
        ]
        assert all(planned.box.contains(each.box, tolerance=0.02) for each in placed)
        for number, outline in enumerate(lying):
            others = common_area((outline,), lying[number + 1 :])
            assert sum(map(area_of, others)) < 0.01
        along = [
            step for outline in lying for edge in round_trip(outline) for step in steps_of(*edge)
        ]
        cuts = [cut for band in sheet for cut in planned.cuts(band, sheet).edges]
        steps = [step for each in cuts for step in steps_of(*each)]
        assert sorted(steps) == sorted({*along})
        # Some sides are shared, and some continue one another.
        assert len(steps) < len(along)
        assert shape == "polyhex" or len(cuts) < len(steps)


def steps_of(start: Point, end: Point) -> Iterator[tuple[int, int]]:
    """The middles of the sides of cells along a line, to whole millimetres; the side of a hexagon has 7.2 mm."""
    length = (end - start).length()
    number = round(length / 12.5) or 1
    for step in range(number):
        x, y = start + (end - start) * ((step + 0.5) / number)
        yield round(x + 0.11), round(y + 0.11)


@pytest.mark.parametrize(
    ("cell", "layout", "reason"),
    [
        ("15mm", "spaced", "as many sheets as in their boxes"),
        ("22mm", "straight", "in their boxes they would take 2 sheets"),
    ],
)
def test_the_report_compares_their_sheets_with_those_of_boxes(
    cell: str, layout: str, reason: str, in_folder: Path, pnp: Call
) -> None:
    """Behind the share of the paper that they cover."""
    Path("a.yaml").write_text(
        "game: a\npieces:\n  polyforms:\n"
        f"    - {{name: fives, shape: polyomino, cell: {cell}, cells: 5}}\n"
    )
    report = pnp("build", "a.yaml", "--paper", "a4", "--only", "pdf", "--layout", layout).stdout
    assert f"of the paper ({reason})" in report


@pytest.mark.slow
def test_a_piece_larger_than_the_paper_is_left_out() -> None:
    """With the paper that has room for it."""
    text = TRAY.replace("cell: 20mm, cells: 1..4", "cell: 59mm, cells: 5").replace("t: 9", "t: 12")
    (paper,) = chosen_papers(["a4"])
    found = laid_out(polyforms(text), paper, BuildOptions(pieces=("polyforms",)))
    # Only the bar is so long.
    left_out = {name for each in found.left_out for name in each.ids}
    assert left_out == {"bits-red-i", "bits-blue-i"}
    assert "--paper" in found.left_out[0].finding.message


PACKED = """\
game: packed
pieces:
  boards: [{name: comb, hexhex: 3, cell: 15mm}]
  polyforms:
    - name: bits
      shape: polyhex
      cell: 15mm
      cells: 1..3
      packs: {tray: PACK}
"""


@pytest.mark.parametrize(
    ("pack", "rule"),
    [
        # Pieces of 1, 2, 3, 3 and 3 hexes.
        ("{board: comb, without: [A1, A3, E1, E3, C1, C5, centre]}", ""),
        ("{board: 4x3}", ""),
        ('{region: ["X X X X X X X X X X X X"]}', "packing"),
        ('{region: ["X X X X X X X X X X X X"], count: 0}', ""),
        ("{board: 4x3, count: 1}", "packing"),
    ],
)
def test_boards_are_filled(pack: str, rule: str) -> None:
    """On boards of the file, in rectangles, and in regions of pictures."""
    assert [each.rule for each in piece_findings(polyforms(PACKED.replace("PACK", pack)))] == (
        [rule] if rule else []
    )


@pytest.mark.parametrize("pack", ["4x3", "{board: 4x3, count: 5}"])
def test_a_search_out_of_time_is_reported(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a warning with the time that it had."""

    def tired(packing: Packing) -> int:
        raise OutOfTime(packing.seconds)

    monkeypatch.setattr(kind_module, "solved", tired)
    monkeypatch.setattr(kind_module, "ways", tired)
    (finding,) = piece_findings(polyforms(PACKED.replace("PACK", pack)))
    assert finding.severity.value == "warning"
    assert re.search("did not end in 20 seconds; write a longer time", finding.message)


@pytest.mark.slow
def test_commands_know_them(in_folder: Path, pnp: Call) -> None:
    """In counts, kits, listings, statistics and differences, by the list of kinds."""
    Path("tray.yaml").write_text(TRAY)
    assert "22 polyforms" in pnp("validate", "tray.yaml").stdout
    assert "22 polyforms" in pnp("build", "tray.yaml", "--paper", "a4", "--only", "kit").stdout
    manifest = json.loads(Path("output/tray/manifest.json").read_text())
    assert manifest["components"] == {"bits": 18, "own": 4}
    assert "20 polyforms" in pnp("show", "tray.yaml", "-o", "show.svg").stdout
    found = json.loads(pnp("stats", "tray.yaml", "--format", "json").stdout)
    assert "polyforms" in json.dumps(found)
    Path("new.yaml").write_text(TRAY.replace("GGB", "GBB"))
    assert "own-ring: " in pnp("diff", "tray.yaml", "new.yaml").stdout


def test_sides_are_those_of_the_language() -> None:
    """Free ones by default, as in puzzles."""
    assert definition(shape="polyomino", cells="2").sides is Sides.FREE
