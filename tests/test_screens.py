"""Screens: the tenth kind of piece, which is a module of its own that builds, kits and listings find by themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.definition import PIECES, installed_kinds
from pnp.definition.schema import json_schema
from pnp.imposition import SheetOptions
from pnp.imposition.papers import chosen_papers
from pnp.kinds import (
    KINDS,
    BuildOptions,
    in_numbers,
    inventory,
    kind_of,
    laid_out,
    larger_than,
    piece_findings,
    piece_groups,
    printed_pieces,
    sections,
)
from pnp.pieces import Pieces, make_pieces
from pnp.project.checking import checked_set
from pnp.render import pdf_bytes
from pnp.scene.geometry import Box
from tests.conftest import Call, set_of
from tests.pages import page_texts, words

SMUGGLERS = """\
game: smugglers
title: Smugglers
players: {min: 3, max: 5}
colours: {red: "#C8372D"}
pieces:
  tokens:
    - {name: bale, size: 22mm, count: 12, colours: all, front: disc}
  screens:
    - name: warehouse
      inside: {left: [{text: "LEFT {title}"}], middle: [{table: {columns: [{head: Harbour}, {head: Duty}], rows: [{label: Rye}]}}], right: [{text: RIGHT}]}
"""


def screens(text: str = SMUGGLERS, **changes: str) -> Pieces:
    """The pieces of the smugglers, with some texts of their file replaced."""
    for old, new in changes.items():
        text = text.replace(old.replace("_", ": "), new)
    return make_pieces(set_of(text))


def test_every_kind_has_a_section_a_name_and_words() -> None:
    """Keys, names of single pieces and words are there for each of them, once."""
    words_of_sets = screens().definition.language
    assert len({kind.key for kind in KINDS}) == len({kind.one for kind in KINDS}) == len(KINDS)
    for kind in KINDS:
        assert words_of_sets(f"name-{kind.key}")
        assert "2" in words_of_sets.counted(kind.one, 2)
        assert (kind.section is None) == (kind.key == "tiles")
        assert kind_of(kind.one) is kind


def test_a_file_without_screens_loads_no_screens() -> None:
    """The kinds of definitions are enough for it; another key of `pieces` loads all kinds."""
    assert "screens" not in PIECES
    assert "screens" in installed_kinds()
    assert "screens" not in set_of(SMUGGLERS[: SMUGGLERS.index("  screens")]).definition.pieces
    assert "screens" in json_schema("tileset")["$defs"]["PiecesSection"]["properties"]


@pytest.mark.parametrize(("count", "number"), [("", 5), (", count: 2", 2), (", count: bale", 12)])
def test_there_is_one_for_each_player(count: str, number: int) -> None:
    """Or as many as its count says."""
    pieces = screens(
        SMUGGLERS.replace(
            "name: warehouse", f"name: warehouse{count.replace(', ', chr(10) + '      ')}"
        )
    )
    assert printed_pieces(pieces)["screens"] == number
    (group,) = (group for group in piece_groups(pieces) if group.kind == "screen")
    assert (group.title, group.note, group.printed) == ("Warehouse", "240 x 90 mm", number)
    (line,) = (line for line in inventory(pieces) if line.section == "screens")
    assert (line.title, line.number) == ("Warehouse", str(number))
    assert [*kind_of("screen").counts(pieces)] == [f"{number} screens"]


def test_its_panels_lie_side_by_side() -> None:
    """The wings beside the middle, with a crease between each two; the inside is behind them as its player sees it."""
    (piece,) = (
        piece
        for group in piece_groups(screens())
        for piece in group.pieces
        if piece.kind == "screen"
    )
    cutout = piece.cutout
    assert cutout is not None
    assert cutout.back is not None
    assert cutout.box == Box(-120, -45, 240, 90)
    assert cutout.folds is not None
    assert len(piece.sides) == 2


@pytest.mark.slow
def test_two_lie_on_a_sheet_with_their_insides_behind() -> None:
    """On A4 and on Letter; the texts of the inside are on the backs, and the left wing is left for its player."""
    pieces = screens()
    for paper in chosen_papers(["both"]):
        options = BuildOptions(pieces=("screens",))
        (section,) = sections(pieces, paper, options)
        assert (section.name, section.pieces, len(section.pages)) == ("screens", 5, 6)
        found = words(pdf_bytes(section.document))
        inside = [each for each in found if each.text in ("LEFT", "Harbour", "RIGHT")]
        assert {each.page % 2 for each in inside} == {1}
        # A screen lies with its long side upright: its player reads along the sheet.
        middles = {each.text: each.box.centre.y for each in inside if each.page == 1}
        along = [middles[text] for text in ("LEFT", "Harbour", "RIGHT")]
        assert along in (sorted(along), sorted(along, reverse=True))


def test_without_backs_it_has_its_outside_alone() -> None:
    """`--duplex none` prints no inside."""
    (paper,) = chosen_papers(["a4"])
    options = BuildOptions(pieces=("screens",), sheets=SheetOptions(duplex="none"))
    (section,) = sections(screens(), paper, options)
    assert len(section.pages) == 3


def test_a_screen_larger_than_the_paper_names_one_that_has_room() -> None:
    """`pnp build` leaves it out, and `pnp validate` warns of it in the same words."""
    pieces = screens(SMUGGLERS.replace("name: warehouse", "name: warehouse\n      width: 200mm"))
    (paper,) = chosen_papers(["a4"])
    (left_out,) = laid_out(pieces, paper, BuildOptions(pieces=("screens",))).left_out
    assert left_out.finding.message.startswith('the screen "warehouse" needs 310 x 90 mm ')
    assert left_out.finding.message.endswith("print on Legal with `--paper legal`")
    (finding,) = larger_than(pieces, [paper])
    assert finding == left_out.finding
    assert (finding.severity.value, finding.place.line if finding.place else 0) == ("warning", 9)


def test_findings_of_faces_are_found() -> None:
    """Text that does not fit a panel is an error with its place."""
    pieces = screens(
        SMUGGLERS.replace("RIGHT", "Supercalifragilistic" * 4).replace(
            "text: Super", "size: 30pt, text: Super"
        )
    )
    assert "face-text" in {each.rule for each in piece_findings(pieces)}


@pytest.mark.slow
def test_commands_know_it(in_folder: Path, pnp: Call) -> None:
    """It is in builds, kits, counts, listings, statistics and differences, without a word about it in any command."""
    Path("smugglers.yaml").write_text(SMUGGLERS)
    assert "5 screens" in pnp("validate", "smugglers.yaml").stdout
    built = pnp("build", "smugglers.yaml", "--paper", "a4", "--only", "kit")
    assert "5 screens" in built.stdout
    text = " ".join(page_texts(Path("output/smugglers/smugglers-kit-a4.pdf").read_bytes()))
    assert "Screens, pages" in text
    assert "the wings stand back" in text
    checked = json.loads(pnp("validate", "smugglers.yaml", "--format", "json").stdout)
    assert checked["sets"][0]["components"] == {"bale": 12, "warehouse": 5}
    manifest = json.loads(Path("output/smugglers/manifest.json").read_text())
    assert manifest["components"] == {"bale": 12, "warehouse": 5}
    Path("tilesets").mkdir()
    Path("tilesets/smugglers.yaml").write_text(SMUGGLERS)
    (listed,) = (
        line for line in pnp("list", "--numbers").stdout.splitlines() if "smugglers" in line
    )
    assert "17 pieces" in listed
    assert "1 screen" in pnp("show", "smugglers.yaml", "-o", "show.svg").stdout
    found = json.loads(pnp("stats", "smugglers.yaml", "--format", "json").stdout)
    assert "screens" in json.dumps(found)
    Path("new.yaml").write_text(SMUGGLERS.replace("RIGHT", "OTHER"))
    assert "warehouse: drawn differently" in pnp("diff", "smugglers.yaml", "new.yaml").stdout


def test_covers_count_it() -> None:
    """After the kinds of definitions, in the language of the set; boxes are no pieces to count."""
    text = SMUGGLERS + "  boxes: [{name: box, for: bale}]\n"
    assert in_numbers(screens(text)) == "12 tokens and 5 screens to print, cut and play"
    assert in_numbers(screens(text + "language: de\n")).startswith("12 Marker und 5 Sichtschirme")


def test_what_its_faces_show_is_in_use() -> None:
    """A colour and a figure on a screen alone are in use, and no rule asks to remove them."""
    text = SMUGGLERS.replace("text: RIGHT", "figure: way").replace(
        "  tokens:\n    - {name: bale, size: 22mm, count: 12, colours: all, front: disc}\n",
        "  boards: [{name: sea, squares: 2x2, cell: 20mm}]\n",
    )
    text = text.replace("pieces:", "figures: {way: {board: sea}}\npieces:").replace(
        'text: "LEFT {title}"', "text: LEFT, colour: red"
    )
    text = text.replace("[{text: LEFT {title}}]", "[{text: LEFT, colour: red}]")
    found = {each.rule for each in checked_set(set_of(text).definition).findings}
    assert not {"unused-figure", "unused-colour"} & found
