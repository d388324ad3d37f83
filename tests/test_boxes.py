"""Boxes, dividers and standees: their nets fold to what they are for, and print as they are."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import NOWHERE
from pnp.definition import load_definition, templates_near
from pnp.documents.blocks import Parts
from pnp.imposition import SheetOptions
from pnp.imposition.papers import chosen_papers
from pnp.kinds import (
    BuildOptions,
    Section,
    inventory,
    kind_of,
    piece_findings,
    piece_groups,
    sections,
)
from pnp.kinds.boxes import Room, box_net, folded_box, room_in, titled, tuck_box
from pnp.kinds.dividers import strip
from pnp.kinds.folding import Folded, Inks, Net, Panel
from pnp.kinds.standees import standee
from pnp.pieces import Pieces, make_pieces
from pnp.project.checking import checked_game
from pnp.project.kit import Kit, kit_templates, make_kit
from pnp.project.rulebook import rulebook_as_book
from pnp.project.themes import chosen_theme
from pnp.render import ScratchFile, pdf_bytes
from pnp.scene import Layer, Placed, Shape, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, bounding_box, polygon, samples
from tests.conftest import ROOT, Call, family_text, set_of
from tests.nets import area, around, corners, folded
from tests.pages import page_texts, word
from tests.preview import running
from tests.rasters import Raster, pdf_raster

SET = """\
game: sample
title: Small Wonders
players: {min: 2, max: 4}
colours: {red: "#C83A30", sea: "#2873B8"}
tiles: {shape: hexagon, size: 30mm, families: [{name: roads, generate: edges}]}
pieces:
  cards:
    - {name: deck, size: {width: 60mm, height: 80mm}, combine: {suit: [a, b, c, d], rank: [1, 2, 3, 4, 5, 6, 7, 8, 9, X]}, face: [{text: "{suit}{rank}"}]}
  tokens:
    - {name: pawns, size: 20mm, count: 2, colours: all, front: pawn}
    - {name: chips, shape: square, size: 15mm, count: 60, front: star}
"""
SIDES = ("front", "back", "left", "right", "top", "bottom")

rooms = st.builds(Room, st.floats(15, 120), st.floats(15, 150), st.floats(6, 80))
cards = st.floats(0.1, 1.0)


def with_pieces(text: str) -> Pieces:
    """The pieces of the set with these keys under `pieces`."""
    return make_pieces(set_of(SET + text))


def made(pieces: Pieces, kind: str, paper: str = "a4") -> Section:
    """The sheets of a kind."""
    (found,) = sections(pieces, *chosen_papers([paper]), BuildOptions(pieces=(kind,)))
    return found


# Nets


@given(rooms, cards)
def test_the_panels_of_a_box_do_not_overlap(room: Room, card: float) -> None:
    """The area inside the outline is that of all panels, and the outline is one closed path."""
    net = tuck_box(room, card)
    whole = area(around(net.outline))
    assert whole == pytest.approx(sum(area(corners(panel)) for panel in net.panels))
    assert len([part for part in net.outline if part[0] in "MZ"]) == 2


@given(rooms, cards)
def test_a_box_folds_to_a_cuboid(room: Room, card: float) -> None:
    """Six panels are its faces; their edges have the sizes of the room and half the card each side."""
    net = tuck_box(room, card)
    width, height, depth = (each + card for each in room)
    space = folded(net, "front", {})
    front = net.panel("front").box
    base = np.array([front.x, front.y, -depth])
    faces = {
        "front": (2, depth), "back": (2, 0.0), "left": (0, 0.0), "right": (0, width),
        "top": (1, 0.0), "bottom": (1, height),
    }  # fmt: skip
    size = np.array([width, height, depth])
    for name, (axis, at) in faces.items():
        points = space[name] - base
        assert np.abs(points[:, axis] - at).max() < 1e-6, name
        across = [number for number in range(3) if number != axis]
        assert np.abs(points[:, across].min(axis=0)).max() < 1e-6, name
        assert np.abs(points[:, across].max(axis=0) - size[across]).max() < 1e-6, name


@given(rooms, cards)
def test_flaps_lie_inside_the_folded_box(room: Room, card: float) -> None:
    """At least half the card and some play from the faces that they slide along."""
    net = tuck_box(room, card)
    space = folded(net, "front", {})
    front = net.panel("front").box
    base = np.array([front.x, front.y, -(room.depth + card)])
    size = np.array([each + card for each in room])
    for panel in net.panels:
        if panel.name not in SIDES:
            points = space[panel.name] - base
            assert points.min() > -1e-6 and (points - size).max() < 1e-6, panel.name
    width = net.panel("front").box.width
    tuck, inner = net.panel("tuck").box.width, net.panel("inner").box.width
    assert tuck == pytest.approx(width - 2 * card - 0.6) == pytest.approx(inner)
    dust = [
        net.panel(f"{side}-{end}").box for side in ("left", "right") for end in ("top", "bottom")
    ]
    assert all(flap.width == pytest.approx(room.depth - card - 0.6) for flap in dust)
    assert dust[0].height + dust[2].height < width


@given(rooms, cards)
def test_panels_meet_in_edges_of_one_length(room: Room, card: float) -> None:
    """Each crease of two sides is a whole edge of both."""
    net = tuck_box(room, card)
    for crease in net.creases:
        one, other = (net.panel(name) for name in crease.panels)
        if one.name in SIDES and other.name in SIDES:
            length = (crease.end - crease.start).length()
            level = crease.start.y == crease.end.y
            for panel in (one, other):
                side = panel.box.width if level else panel.box.height
                assert side == pytest.approx(length), crease.panels
    # A tree of panels: every fold is needed, and none is left out.
    assert len(net.creases) == len(net.panels) - 1


@pytest.mark.parametrize("is_level", [True, False])
def test_nobody_folds_beside_a_level_panel(is_level: bool) -> None:
    """Two sides with a place for glue between: it is cut out with them, and has glue, but no crease."""
    lefts = {"left": 0.0, "glue": 40.0, "right": 50.0, "end": 90.0}
    panels = [
        Panel(name, polygon(Box(left, 0, end - left, 60).corners), glue=name == "glue",
              level=name == "glue" and is_level)
        for (name, left), end in zip([*lefts.items()][:3], [40.0, 50.0, 90.0], strict=True)
    ]  # fmt: skip
    net = Net(tuple(panels))
    assert [each.panels for each in net.joints] == [("left", "glue"), ("glue", "right")]
    assert net.creases == (() if is_level else net.joints)
    assert net.free_sides(net.panel("glue")) == (True, False, True, False)
    assert bounding_box(samples(net.outline)) == Box(0, 0, 90, 60)
    inks = Inks("#336699", "#000000", "#000000")
    made = Folded("net", net, inks, {}, NOWHERE).cutout
    assert (made.folds is None) is is_level


@given(st.floats(15, 100), st.floats(15, 150))
def test_a_standee_folds_to_a_closed_tent(width: float, height: float) -> None:
    """The crease of its strip comes to the far edge of its base."""
    net = standee(width, height)
    base = net.panel("base").box.height
    foot = math.degrees(math.acos(base / 2 / height))
    top = 180 - 2 * foot
    angles = {"back": 180 - top, "base": 180 - foot, "strip": 180 - foot}
    space = folded(net, "front", angles)
    far = space["base"][np.argsort(net_ys(net, "base"))[-2:]]
    near = space["back"][np.argsort(net_ys(net, "back"))[:2]]
    assert np.abs(np.sort(far, axis=0) - np.sort(near, axis=0)).max() < 1e-6
    assert area(around(net.outline)) == pytest.approx(sum(area(corners(p)) for p in net.panels))


def net_ys(net: Net, name: str) -> list[float]:
    """How low the corners of a panel lie."""
    return [corner.y for corner in corners(net.panel(name))]


@given(
    st.floats(60, 250), st.floats(60, 250), st.floats(8, 60), st.integers(2, 5), st.integers(2, 5),
    st.floats(0.1, 3),
)  # fmt: skip
def test_strips_cross_in_their_slots(
    width: float, depth: float, height: float, columns: int, rows: int, card: float
) -> None:
    """Slots are as wide as the card, as many as strips cross there, and half as deep as the strips."""
    for length, cells, at in ((width, columns, "top"), (depth, rows, "bottom")):
        net = strip(length, height, cells, card, slots_at=at)
        outline = around(net.outline)
        box = net.box
        assert (box.width, box.height) == pytest.approx((length, height))
        assert area(outline) == pytest.approx(length * height - (cells - 1) * card * height / 2)
        ends = sorted(point.x - box.x for point in outline if abs(point.y - box.centre.y) < 1e-6)
        slots = [*zip(ends[::2], ends[1::2], strict=True)]
        assert len(slots) == cells - 1
        for number, (left, right) in enumerate(slots, 1):
            assert right - left == pytest.approx(card)
            assert (left + right) / 2 == pytest.approx(number * length / cells)
        edge = box.y if at == "top" else box.bottom
        assert sum(abs(point.y - edge) < 1e-6 for point in outline) == 2 * cells


# Contents


@pytest.mark.parametrize(
    ("keys", "inside", "copies"),
    [
        ("for: deck", (61, 81, 40 * 0.3 + 1), 1),
        ("for: deck, thickness: 0.5mm, allowance: 2mm", (62, 82, 22), 1),
        ("for: [deck, pawns]", (61, 81, 44 * 0.3 + 1), 1),
        ("for: chips, thickness: 2mm, stacks: 4", (61, 16, 31), 1),
        ("for: deck, split: 3", (61, 81, 6), 3),
        ("for: deck, split: 3, thickness: 1mm", (61, 81, 15), 3),
        ("for: tiles, thickness: 1mm", (31, 30 * 2 / math.sqrt(3) + 1, 15), 1),
        ("for: roads, thickness: 1mm", (31, 30 * 2 / math.sqrt(3) + 1, 15), 1),
    ],
)
def test_a_box_has_room_for_its_pieces(
    keys: str, inside: tuple[float, float, float], copies: int
) -> None:
    """As wide and high as the largest of them, as deep as their stack, with the allowance; 6 mm at least."""
    pieces = with_pieces(f"  boxes: [{{name: case, {keys}}}]\n")
    (box,) = kind_of("box").made(pieces)
    assert room_in(pieces, box) == pytest.approx(inside)
    cutout = folded_box(pieces, box).cutout
    width, _, depth = (each + 0.3 for each in inside)
    # Inside stand the tuck of the lid and the strip for glue, each of 0.3 mm.
    depth += 2 * 0.3
    assert box.copies == copies
    # The back, two sides, the front and the strip for glue lie side by side.
    glue = min(11, 0.6 * width)
    assert cutout.box.width == pytest.approx(2 * width + 2 * depth + glue)


def test_pieces_have_their_room_between_the_layers_of_a_closed_box() -> None:
    """Its faces are as far apart as the room, and all flaps that lie or stand in it on the way."""
    pieces = with_pieces("  boxes: [{name: case, for: deck, card: 0.5mm}]\n")
    (box,) = kind_of("box").made(pieces)
    net, room, card = box_net(pieces, box), room_in(pieces, box), 0.5
    space = folded(net, "front", {})
    inside = {
        "height": ([1], ("left-top", "left-bottom", "inner"), room.height),
        "depth": ([2], ("tuck", "strip"), room.depth),
    }
    for (axis,), layers, wanted in inside.values():
        ends = space["top" if axis == 1 else "front"], space["bottom" if axis == 1 else "back"]
        apart = abs(float(ends[0][:, axis].mean() - ends[1][:, axis].mean()))
        flat = [each for each in layers if np.ptp(space[each][:, axis]) < 1e-6]
        # The middle of each face is half a card outside of its inner side.
        assert apart - card - len(flat) * card == pytest.approx(wanted), layers
        assert len(flat) == len(layers)


def test_all_commands_list_boxes() -> None:
    """With their copies, their words and their places."""
    pieces = with_pieces(
        "  boxes: [{name: case, for: deck, split: 2}]\n"
        "  dividers: [{name: tray, width: 150mm, depth: 100mm, height: 30mm, columns: 4, rows: 3}]\n"
        "  standees: [{name: heroes, for: pawns}]\n"
    )
    groups = [*piece_groups(pieces)][-3:]
    assert [(each.kind, each.name, each.number) for each in groups] == [
        ("box", "case", "1 box, 2 to print"),
        ("strip", "tray", "2 strips, 5 to print"),
        ("standee", "heroes", "2 standees, 4 to print"),
    ]
    assert groups[0].note == "20 pieces, 61 x 81 x 7 mm inside"
    assert [each.id for each in groups[2].pieces] == ["heroes-pawns-red", "heroes-pawns-sea"]
    assert [group.place.line for group in groups] == [12, 13, 14]


# Pages

DPI = 300
DOT = 25.4 / DPI


def printed(keys: str, kind: str = "boxes", theme: str = "standard", paper: str = "a4") -> Raster:
    """The first sheet of the box with these keys."""
    text = f"  {kind}: [{{name: case, {keys}}}]\n"
    pieces = make_pieces(set_of(SET + text), chosen_theme(theme))
    pdf = pdf_bytes(made(pieces, kind, paper).document)
    return pdf_raster(pdf, DPI)


def dark_runs(line: np.ndarray) -> list[float]:
    """The middles of the dark parts of a line of dots, in millimetres."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(int), [0]])))
    return [(start + end) / 2 * DOT for start, end in zip(edges[::2], edges[1::2], strict=True)]


def page_box(pieces: Pieces) -> Box:
    """Where the trim of the first piece lies on the first page."""
    (sheet,) = made(pieces, "boxes").sheets
    trim = sheet.pages[0].trim
    assert trim is not None
    return trim


@pytest.mark.slow
def test_the_printed_panels_have_the_computed_sizes() -> None:
    """Lines to cut and to fold are as far apart on paper as the panels are wide and high."""
    # A line to cut has a light core.
    page = printed("for: deck, bare: yes").min(axis=2) < 0.86
    trim = page_box(with_pieces("  boxes: [{name: case, for: deck, bare: yes}]\n"))
    # The room, half the card on each side, and the layers of card inside.
    width, height, depth = 61.3, 81.3 + 0.9, 13.3 + 0.6
    # A band across the middle of the panels; dashes have gaps.
    middle = int((trim.bottom - depth - height / 2) / DOT)
    band = page[middle - 60 : middle + 60].any(axis=0)
    found = dark_runs(band)
    # The hatching of the strip begins at the last crease.
    assert np.diff(found)[:3] == pytest.approx([width, depth, width], abs=0.12)
    # It ends at the last line to cut, which is 0.25 mm wide.
    dark = np.flatnonzero(band) * DOT
    assert dark[-1] - dark[0] == pytest.approx(2 * width + 2 * depth + 11 + 0.25, abs=0.12)
    # Down the back from the tuck to the crease of the lid, and down the front beside the notch.
    assert down(page, trim.x + width / 2)[:2] == pytest.approx([depth, depth], abs=0.12)
    assert down(page, trim.x + width + depth + 12) == pytest.approx([height, depth], abs=0.12)


def down(page: np.ndarray, x: float) -> list[float]:
    """The distances of level lines that cross a band of a page."""
    band = page[int(20 / DOT) : int(270 / DOT), int((x - 5) / DOT) : int((x + 5) / DOT)]
    return [after - before for before, after in pairwise(dark_runs(band.any(axis=1)))]


@pytest.mark.slow
def test_the_ground_runs_over_the_cut_and_not_onto_glue() -> None:
    """2.5 mm all round; 1.5 mm beyond a crease to a strip for glue, which stays bare paper."""
    page = printed("for: deck")
    trim = page_box(with_pieces("  boxes: [{name: case, for: deck}]\n"))
    width, depth = 61.3, 13.9
    ground = np.array(page[int((trim.bottom - depth - 3) / DOT), int((trim.x + 3) / DOT)])

    def is_ground(x: float, y: float) -> bool:
        return bool(np.abs(page[int(y / DOT), int(x / DOT)] - ground).max() < 0.05)

    # Below the bottom, which hangs from the front.
    x, y = trim.x + 1.5 * width + depth, trim.bottom
    assert is_ground(x, y - 1) and is_ground(x, y + 2.2) and not is_ground(x, y + 2.8)
    # The hatched flap below the back, between two lines of its hatching.
    glue = page[
        int((trim.bottom - depth + 2.8) / DOT) : int((trim.bottom - 4) / DOT),
        int((trim.x + 8) / DOT) : int((trim.x + width - 8) / DOT),
    ]
    assert 0.8 < (glue.min(axis=2) > 0.97).mean() < 0.97
    near = page[int((trim.bottom - depth + 0.9) / DOT), int((trim.x + width / 2) / DOT)]
    assert np.abs(near - ground).max() < 0.35
    # The bleed of the back, 2.5 mm, does not lie on the flap.
    row = page[int((trim.bottom - depth + 2.1) / DOT)]
    row = row[int((trim.x + 8) / DOT) : int((trim.x + width - 8) / DOT)]
    assert (row.min(axis=1) > 0.97).mean() > 0.8


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    "theme", ["standard", "low-ink", "greyscale", "pens", "dark", "colour-blind"]
)
def test_boxes_print_in_every_theme(theme: str) -> None:
    """Themes without fills print only lines; greys have no hue."""
    page = printed("for: deck", theme=theme)
    ink = 1 - page.mean()
    lines_only = theme in ("low-ink", "pens")
    assert (ink < 0.04) if lines_only else (0.04 < ink < 0.5)
    if theme == "greyscale":
        assert np.ptp(page, axis=2).max() < 0.02


def test_glue_has_its_word_on_paper() -> None:
    """On the strip and on the flap of the bottom; the sheet says how to fold, and the spines show the title."""
    pieces = with_pieces("  boxes: [{name: case, for: deck}]\n")
    (text,) = page_texts(pdf_bytes(made(pieces, "boxes").document))
    assert text.split().count("glue") == 3  # and once in the foot
    assert "fold the dashed lines, glue the hatched areas" in text
    assert "1 box, sheet 1 of 1" in text
    assert "40 cards" in text


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_shared_sheet_names_all_its_pieces(pnp: Call, tmp_path: Path, paper: str) -> None:
    """Checkers has men and their box on one sheet: both in the head, how to fold in the foot."""
    built = pnp("build", "checkers", "-o", tmp_path, "--paper", paper, "--only", "kit")
    assert built.exit_code == 0
    pages = page_texts((tmp_path / f"checkers/checkers-kit-{paper}.pdf").read_bytes())
    (sheet,) = (text for text in pages if "glue" in text and "Printing" not in text)
    assert "24 tokens, 1 box, sheet 1 of 1" in sheet
    assert "fold the dashed lines, glue the hatched areas" in sheet


# The front of a box, and the bytes of its sheet, for a face of the designer's own.
FACE = """\
  boxes:
    - name: case
      for: deck
      face:
        front: [{text: FRONT HERE, size: 14pt}]
        left: [{text: LEFT, size: 7pt}]
        top: [{text: LID, size: 7pt}]
"""


def test_a_side_shows_its_own_face() -> None:
    """Other sides keep the look of the game; a front of one's own replaces the cover."""
    pieces = with_pieces(FACE)
    (text,) = page_texts(pdf_bytes(made(pieces, "boxes").document))
    assert "FRONT HERE" in text and "LEFT" in text and "LID" in text
    assert "40 cards" not in text
    assert not piece_findings(pieces)


@pytest.mark.slow
def test_boxes_of_one_game_have_their_titles_on_paper() -> None:
    """On the lid, both spines and the front; one box alone needs none unless the file gives it."""
    boxes = "  boxes:\n    - {name: case, for: deck}\n    - {name: chest, title: Odds, for: [deck, chips]}\n"
    texts = page_texts(pdf_bytes(made(with_pieces(boxes), "boxes").document))
    assert [text.count("Case") for text in texts] == [4, 0]
    assert [text.count("Odds") for text in texts] == [0, 4]
    assert "Case · 40 cards" in texts[0]
    for keys, number in (("", 0), (", title: Odds", 4), (", title: Small Wonders", 0)):
        pieces = with_pieces(f"  boxes: [{{name: case, for: deck{keys}}}]\n")
        (text,) = page_texts(pdf_bytes(made(pieces, "boxes").document))
        assert text.count("Odds") == number and "Case" not in text


@pytest.mark.parametrize("height", [6.0, 9.0, 12.0, 25.0, 60.0])
@pytest.mark.parametrize("width", [40.0, 63.0, 90.0])
def test_the_title_of_a_box_stays_on_its_sides(width: float, height: float) -> None:
    """On thin boxes beside the title of the game, on others below it; at least in 5 pt, or not at all."""
    side = Box(-width / 2, -height / 2, width, height)
    look = with_pieces("").look
    if height <= 1.3 * width:
        for name in ("Odds", "All of the Things in Here"):
            art = titled("Small Wonders", name, look, side)
            assert art is not None
            (title, *below) = art.items
            assert isinstance(title, Placed) and title.at.y > side.y
            assert below or name != "Odds"
            for text in below:
                assert isinstance(text, Text) and text.size >= 1.8
                wide = text_width(text.string, text.size, bold=True)
                left = text.at.x - (wide / 2 if text.anchor == "middle" else 0)
                assert side.contains(Box(left, text.at.y - text.size, wide, text.size * 1.2))


def test_a_face_may_name_its_box() -> None:
    """Its title and its id are fields of its faces."""
    face = 'face: {top: [{text: "{title}, {id}", size: 7pt}]}'
    pieces = with_pieces(f"  boxes: [{{name: case, title: Odds, for: deck, {face}}}]\n")
    (text,) = page_texts(pdf_bytes(made(pieces, "boxes").document))
    assert "Odds, case top" in text


def test_a_face_stays_below_the_notch() -> None:
    """The safe area of a front begins below it."""
    pieces = with_pieces(FACE)
    (box,) = kind_of("box").made(pieces)
    net = box_net(pieces, box)
    outline = corners(net.panel("front"))
    front = net.panel("front").box
    notch = max(p.y for p in outline if abs(p.x - front.centre.x) < 5 and p.y < front.centre.y)
    pdf = pdf_bytes(made(pieces, "boxes").document)
    trim = page_box(pieces)
    place = word(pdf, "FRONT").box
    assert place.y - trim.centre.y > notch


def test_wide_papers_and_letter_hold_the_box_too() -> None:
    """A box that lies better turned is turned."""
    keys = "for: deck, thickness: 0.6mm"
    for paper in ("a4", "letter", "a3"):
        pieces = with_pieces(f"  boxes: [{{name: case, {keys}}}]\n")
        (page,) = made(pieces, "boxes", paper).pages
        assert page.trim is not None
        assert Box(0, 0, page.width, page.height).contains(page.trim)


@pytest.mark.slow
def test_a_kit_says_how_to_make_a_box() -> None:
    """Its parts show the box with its page, and its steps say how to fold it and what it holds."""
    pieces = with_pieces("  boxes: [{name: case, title: The Case, for: [deck, pawns]}]\n")
    options = BuildOptions(pieces=("cards", "boxes"))
    (paper,) = chosen_papers(["a4"])
    kit = Kit(pieces, paper, options.sheets, [*sections(pieces, paper, options)], [], None)
    file = make_kit(kit, kit_templates(templates_near(pieces.definition.file)))
    assert isinstance(file.data, ScratchFile)
    pages = page_texts(file.data.path.read_bytes())
    found = [at for at, text in enumerate(pages, 1) if "glue the hatched areas" in text]
    # The steps show the sheet, too.
    number = found[-1]
    front = " ".join(pages[1:4])
    assert f"The Case Boxes, page {number}" in front
    assert f"Boxes, page {number}. Cut along the outlines" in front
    assert "The Case: Deck and Pawns." in front


def test_a_kit_does_not_say_that_tiles_hold_tiles() -> None:
    """A box with the title of its pieces needs no sentence."""
    pieces = with_pieces(
        "  boxes: [{name: one, title: Tiles, for: tiles}, {name: two, title: Rest, for: chips}]\n"
    )
    step = kind_of("box").step(pieces, (), SheetOptions())
    assert step == {"holds": [{"box": "Rest", "pieces": "Chips"}]}


@pytest.mark.parametrize(("title", "shown"), [("title: Wide roads, ", "Wide roads"), ("", "One")])
def test_a_family_has_a_title(title: str, shown: str) -> None:
    """It stands under its number, and in the steps of a kit; by default it is the name."""
    rest = "colours: {red: '#CC0000'}\npieces: {boxes: [{name: case, for: one}]}"
    pieces = make_pieces(set_of(family_text(f"{title}generate: edges", rest=rest)))
    assert [line.title for line in inventory(pieces)] == [shown, "Case"]
    step = kind_of("box").step(pieces, (), SheetOptions())
    assert step == {"holds": [{"box": "Case", "pieces": shown}]}


def test_a_rulebook_shows_no_box() -> None:
    """Its components are the pieces to play with; a kit shows both."""
    definition = load_definition(ROOT / "tilesets/examples/dominoes.yaml")
    game = checked_game(definition)
    assert game.rulebook is not None
    book = rulebook_as_book(game.pieces, game.rulebook, 210, 297)
    (shown,) = [each for each in book.blocks if isinstance(each, Parts)]
    assert [part.title for part in shown.parts] == ["Dominoes"]
    assert [line.title for line in inventory(game.pieces)] == ["Dominoes", "Box"]


@pytest.mark.slow
def test_a_box_of_another_size_is_printed_again(pnp: Call, in_folder: Path) -> None:
    """`pnp diff` names both sizes, and its file has the new box."""
    Path("old.yaml").write_text(SET + "  boxes: [{name: case, for: deck}]\n")
    Path("new.yaml").write_text(SET + "  boxes: [{name: case, for: deck, thickness: 0.4mm}]\n")
    result = pnp("diff", "old.yaml", "new.yaml", "-o", "again.pdf", "-o", "seen.svg")
    assert "changed (1): case: 169.4 x 133 mm instead of 161.4 x 123.9 mm" in result.output
    assert "print again: boxes on A4: the only sheet" in result.output
    (text,) = page_texts(Path("again.pdf").read_bytes())
    assert "glue" in text and "40 cards" in text


@pytest.mark.slow
def test_the_preview_shows_boxes(in_folder: Path) -> None:
    """As pieces, with pictures and on sheets."""
    Path("small.yaml").write_text(SET + "  boxes: [{name: case, for: deck}]\n")
    with running("small.yaml") as preview:
        state = preview.complete()
        (group,) = [each for each in state["groups"] if each["kind"] == "box"]
        assert [each["id"] for each in group["pieces"]] == ["case"]
        names = group["pieces"][0]["pictures"]
        assert "<svg" in preview.post("/api/pictures", names).json()[names[0]]
        sheets = preview.get("/api/sheets", paper="a4", layout="auto")
        assert "boxes" in str(sheets)


def test_a_copy_of_a_set_has_the_pictures_of_its_box(pnp: Call, in_folder: Path) -> None:
    """Also those that only a side of a box shows."""
    Path("sample").mkdir()
    Path("sample/lid.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path d="M0 0H4V1Z"/></svg>'
    )
    box = "  boxes: [{name: case, for: deck, face: {top: [{image: lid.svg}]}}]\n"
    Path("sample/sample.yaml").write_text(SET + box)
    result = pnp("new", "other", "--from", "sample/sample.yaml")
    assert result.exit_code == 0, result.output
    assert [each.name for each in Path().glob("tilesets/**/lid.svg")] == ["lid.svg"]


def test_a_machine_cuts_the_outline() -> None:
    """In the ink that machines know, with the creases in a layer of their own."""
    pieces = with_pieces("  boxes: [{name: case, for: deck}]\n")
    for cuts in ("auto", "crop", "machine", "none"):
        options = BuildOptions(pieces=("boxes",), sheets=SheetOptions(cuts=cuts))
        (section,) = sections(pieces, *chosen_papers(["a4"]), options)
        (page,) = section.pages
        lines = [item for item in page.items(Layer.CUT) if isinstance(item, Shape)]
        outlines = [each for each in lines if len(each.path) > 30]
        assert bool(outlines) == (cuts != "none")
        assert {each.stroke.spot for each in outlines if each.stroke} <= {"", "CutContour"}
        assert ("CutContour" in str(outlines)) == (cuts == "machine")
        assert len(page.items(Layer.FOLD)) == 1


# Wrong input


def test_a_box_for_nothing(pnp: Call, in_folder: Path) -> None:
    """Pieces that are not printed fill no box; nor do a few pieces fill many boxes or stacks."""
    Path("none.csv").write_text("rank,copies\nA,0\n")
    deck = "    - {name: none, data: none.csv, face: [{text: '{rank}'}]}\n  tokens:"
    text = SET.replace("  tokens:", deck)
    Path("sample.yaml").write_text(text + "  boxes: [{name: case, for: none}]\n")
    result = pnp("validate", "sample.yaml")
    message = 'the box "case" has no pieces: none has none to print'
    assert f"sample.yaml:13:29: error empty-box: {message}" in result.output
    for key in ("split", "stacks"):
        Path("sample.yaml").write_text(SET + f"  boxes: [{{name: case, for: pawns, {key}: 5}}]\n")
        result = pnp("validate", "sample.yaml")
        message = f"{key} is 5, and there are 4 pieces; write up to 4"
        column = len(f"  boxes: [{{name: case, for: pawns, {key}: 5")
        assert f"sample.yaml:12:{column}: error number: {message}" in result.output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "paper", "message"),
    [
        (
            "for: chips, thickness: 2mm", "a4",
            'the box "case" needs 286.2 x 267.9 mm when it lies flat, and A4 has room for'
            " 192 x 261.7 mm; write `stacks: 2`\n",
        ),
    ],
)  # fmt: skip
def test_a_box_larger_than_the_paper(
    keys: str, paper: str, message: str, pnp: Call, tmp_path: Path
) -> None:
    """The message has the place, the sizes, and what would fit; which then does fit."""
    file = tmp_path / "sample.yaml"
    file.write_text(SET + f"  boxes: [{{name: case, {keys}}}]\n")
    command = (
        "build",
        str(file),
        "-o",
        str(tmp_path / "out"),
        "--only",
        "pdf",
        "--pieces",
        "boxes",
    )
    result = pnp(*command, "--paper", paper)
    assert result.exit_code == 2
    assert f"{file}:12:18: error size: {message}" in result.output
    for advice in ("stacks", "split"):
        file.write_text(SET + f"  boxes: [{{name: case, {keys}, {advice}: 2}}]\n")
        assert pnp(*command, "--paper", paper).exit_code == 0
    file.write_text(SET + f"  boxes: [{{name: case, {keys}}}]\n")
    assert pnp(*command, "--paper", "a3").exit_code == 0


def test_validate_warns_of_a_box_larger_than_the_paper(in_folder: Path, pnp: Call) -> None:
    """With what would fit; a build refuses it."""
    (in_folder / "wide.yaml").write_text(
        "game: wide\npieces:\n  cards:\n    - {name: deck, cards: [{copies: 40}], face: [{text: a}]}\n"
        "  boxes:\n    - {name: chest, for: deck, stacks: 4}\n"
    )
    result = pnp("validate", "wide.yaml")
    assert result.exit_code == 0
    assert 'wide.yaml:6:14: warning size: the box "chest" needs' in result.output
    assert "write `stacks: 1`" in result.output
    Path("wide.yaml").write_text(Path("wide.yaml").read_text().replace("stacks: 4", "stacks: 1"))
    assert "warning" not in pnp("validate", "wide.yaml").output
