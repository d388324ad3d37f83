"""`pnp diff`: what differs between two versions of a set, and what to print again."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.basics import limits
from pnp.basics.errors import Source
from pnp.definition import parse_definition
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions
from pnp.pieces import Pieces, make_pieces
from pnp.review.differences import Change, Differences, differences
from pnp.review.errata import errata, sheets_again
from pnp.sets.tileset import make_tileset
from tests.conftest import ROOT, Call, bundled
from tests.rasters import pdf_raster

COLOURS = (
    "{red: {fill: '#C8372D', letter: R}, green: {fill: '#1E8C5A', letter: G}, blue: {letter: B}}"
)

# Chiral and other tiles of three colours, all different.
TILES = [
    "R1-2 G3-5 B4-6", "R1-2 B3-5 G4-6", "R1-4 G2 B3", "R1 G2-3 B4-5", "R1-3 G2 B5", "G1-2 R3 B6",
    "B1 R2 G3", "R1-2 G3-4 B5-6", "R1-4 G2-5 B3-6", "B1-3 G2 R4", "R1-5 G2 B3", "R1-2 G4",
]  # fmt: skip


def listed(tiles: Sequence[str], *, colours: str = COLOURS, rest: str = "", more: str = "") -> str:
    """A set with one family of tiles listed by hand."""
    lines = "".join(f"        - {tile}\n" for tile in tiles)
    return f"""\
game: mine
title: My Game
colours: {colours}
{rest}
tiles:
  shape: hexagon
  size: 30mm
  families:
    - name: one
      tiles:
{lines}{more}"""


def pieces_of(text: str) -> Pieces:
    """The pieces of a set in a text."""
    return make_pieces(make_tileset(parse_definition(Source("mine.yaml", text))))


def compared(old: str, new: str) -> Differences:
    """The differences of two sets in texts."""
    return differences(pieces_of(old), pieces_of(new))


def numbers(found: Differences) -> dict[str, int]:
    """How many pieces differ in each way."""
    return dict(Counter(each.change.value for each in found.entries))


def turned(tile: str, steps: int) -> str:
    """The notation of a hexagon turned by so many sides, worked out on the text."""
    return re.sub(r"\d", lambda side: str((int(side[0]) - 1 + steps) % 6 + 1), tile)


def mirrored(tile: str) -> str:
    """The notation of a hexagon's mirror image, worked out on the text."""
    return re.sub(r"\d", lambda side: str(7 - int(side[0])), tile)


@pytest.mark.spread(1)
@pytest.mark.parametrize(
    "name", ["hexstatic", "controlled-path", "hex-auction", "hexpertise", "hexagonal-highway"]
)
def test_a_set_does_not_differ_from_itself(name: str) -> None:
    """Not in a single piece, though all are made twice."""
    old, new = make_pieces(bundled(name)), make_pieces(bundled(name))
    found = differences(old, new)
    assert not found
    parts = new.components
    assert found.same == (
        len(new.tileset.pieces)
        + sum(len(deck.cards) for deck in parts.decks)
        + sum(len(tokens.kinds) for tokens in parts.tokens)
        + sum(board.definition.printed for board in parts.boards)
        + len(parts.pads)
        + 1  # the box
    )


@settings(max_examples=15)
@given(st.permutations(TILES), st.permutations(TILES))
def test_the_order_of_a_list_changes_nothing_but_ids(one: list[str], other: list[str]) -> None:
    """Each tile that stands elsewhere has another id, and none has to be printed for its look."""
    found = compared(listed(one), listed(other))
    moved = sum(tile != one[place] for place, tile in enumerate(other))
    assert numbers(found) == ({"renamed": moved} if moved else {})
    assert not any(each.again for each in found.entries)
    assert all(each.relabelled for each in found.entries)


@pytest.mark.slow
@settings(max_examples=15)
@given(st.sets(st.sampled_from(TILES), max_size=6))
def test_removed_tiles_are_removed_and_no_others(gone: set[str]) -> None:
    """As many as were taken out of the list; and added if the sets change their places."""
    left = [tile for tile in TILES if tile not in gone]
    found = compared(listed(TILES), listed(left))
    assert {each.old.notation for each in found.of(Change.REMOVED) if each.old} == {
        notation(tile) for tile in gone
    }
    assert set(numbers(found)) <= {"removed", "renamed"}
    back = compared(listed(left), listed(TILES))
    assert numbers(back).get("added", 0) == len(gone)
    assert set(numbers(back)) <= {"added", "renamed"}


def notation(tile: str) -> str:
    """The canonical notation of a tile, as pnp prints it."""
    (piece,) = pieces_of(listed([tile])).tileset.pieces
    return pieces_of(listed([tile])).definition.notation(piece.tile)


# No turn but that by six sides changes nothing about these.
ASYMMETRIC = [tile for tile in TILES if tile != "R1-4 G2-5 B3-6"]


@settings(max_examples=15)
@given(st.lists(st.integers(0, 5), min_size=len(ASYMMETRIC), max_size=len(ASYMMETRIC)))
def test_a_tile_that_is_written_turned_is_the_same(steps: list[int]) -> None:
    """pnp says by how many sides; nothing has to be printed again."""
    new = [turned(tile, step) for tile, step in zip(ASYMMETRIC, steps, strict=True)]
    found = compared(listed(ASYMMETRIC), listed(new))
    assert not any(each.again or each.relabelled for each in found.entries)
    assert [(each.change, each.piece.id, each.sentence) for each in found.entries] == [
        (
            Change.TURNED,
            f"one-{number:02}",
            f"the same tile, written turned by {step} side{'s' * (step > 1)}",
        )
        for number, step in enumerate(steps, 1)
        if step
    ]


def test_a_mirror_twin_is_another_tile_in_a_set_with_one_side() -> None:
    """It has to be printed; in a set with two sides it is the same tile, written from behind."""
    new = [mirrored(TILES[0]), *TILES[1:]]
    found = compared(listed(TILES), listed(new))
    (entry,) = found.entries
    assert (entry.change, entry.needed) == (Change.MIRRORED, 1)
    two_sided = "shape: hexagon\n  symmetry: rotations+reflections"
    old, flipped = (
        listed(tiles).replace("shape: hexagon", two_sided) for tiles in (TILES[2:], [mirrored(TILES[2]), *TILES[3:]])
    )  # fmt: skip
    (entry,) = compared(old, flipped).entries
    assert (entry.change, entry.again) == (Change.TURNED, False)
    assert entry.sentence == "the same tile, written from its other side"


def test_other_tiles_copies_and_removed_tiles_in_one_report() -> None:
    """Only what is missing has to be printed: all of a new tile, and additional copies."""
    new = list(TILES)
    new[2] = "R1-3 G4 B6"
    new[5] = f"{{tile: {TILES[5]}, copies: 4}}"
    new.append("{tile: R1-6 B2-5, copies: 2}")
    old = [*TILES[:6], f"{{tile: {TILES[6]}, copies: 3}}", *TILES[7:]]
    found = compared(listed(old), listed(new))
    said = {each.piece.id: (each.change.value, each.needed) for each in found.entries}
    assert said == {
        "one-13": ("added", 2),
        "one-03": ("changed", 1),
        "one-06": ("changed", 3),
        "one-07": ("changed", 0),
    }
    sentences = {each.piece.id: each.sentence for each in found.entries}
    assert sentences["one-06"] == "4 copies instead of 1"
    assert sentences["one-07"] == "1 copy instead of 3"
    assert sentences["one-03"] == f"{notation(TILES[2])} becomes {notation('R1-3 G4 B6')}"


def test_an_ink_is_a_cause_and_changes_only_the_tiles_that_show_it() -> None:
    """Said once, however many tiles there are."""
    found = compared(listed(TILES), listed(TILES, colours=COLOURS.replace("#C8372D", "#AA2222")))
    assert found.causes == ("red has the ink #AA2222 instead of #C8372D",)
    assert {each.sentence for each in found.entries} == {"the same tile, drawn differently"}
    assert len(found.entries) == len(TILES)
    blue = compared(
        listed(TILES),
        listed(TILES, colours=COLOURS.replace("{letter: B}", "{letter: B, fill: '#112233'}")),
    )
    with_blue = [tile for tile in TILES if "B" in tile]
    assert len(with_blue) == len(blue.entries) < len(TILES)


def test_size_and_sides_are_causes_that_change_every_tile() -> None:
    """Each tile is the same tile all the same."""
    larger = compared(listed(TILES), listed(TILES).replace("30mm", "32mm"))
    assert larger.causes == ("tiles have 32 mm instead of 30 mm",)
    assert numbers(larger) == {"changed": len(TILES)}
    assert all(each.needed == 1 for each in larger.entries)
    generated = "game: two\ncolours: [a, b]\ntiles: {shape: square, size: 20mm, SYMfamilies: [{name: one, generate: edges}]}\n"
    one, both = (
        generated.replace("SYM", word) for word in ("", "symmetry: rotations+reflections, ")
    )
    assert compared(one, both).causes == ("tiles are printed on both sides",)
    squares = compared(listed(TILES[7:8]), generated.replace("SYM", ""))
    assert squares.causes[0] == "tiles are squares instead of hexagons"
    assert numbers(squares) == {"removed": 1, "added": 6}


def test_the_name_and_the_order_of_colours_do_not_matter() -> None:
    """Tiles without crossings look the same, and are the same."""
    old = "{red: {fill: '#C8372D', letter: R}, sky: {fill: '#3C9BD8', letter: S, line: dashed, pattern: dots, symbol: star}}"
    renamed = old.replace("red:", "ruby:")
    first, second = re.findall(r"\w+: \{[^}]*\}", old)
    turned_round = f"{{{second}, {first.replace('letter: R', 'letter: R, line: thick, pattern: solid, symbol: disc')}}}"
    tiles = ["R1-2 S4", "R1 S2", "S1-2 R3-4"]
    assert not compared(listed(tiles, colours=old), listed(tiles, colours=renamed)).entries
    found = compared(listed(tiles, colours=old), listed(tiles, colours=turned_round))
    assert not found.entries
    assert found.causes == ("the colours are in another order",)
    # Of lines that cross, the one of the later colour is above the other.
    crossing = ["R1-4 S2-5"]
    found = compared(listed(crossing, colours=old), listed(crossing, colours=turned_round))
    assert [each.sentence for each in found.entries] == ["the same tile, drawn differently"]


GOODS = """
game: fair
pieces:
  cards:
    - name: goods
      title: Goods
      size: mini
      cards: [{title: Apple}, {title: Bread, copies: 2}]
      face: [{text: "{title}", size: 12pt, colour: "#26221C"}, {shape: circle, width: 8mm, fill: "#AA2222", at: bottom}]
    - {name: notes, size: mini, cards: [{title: Rain}]}
"""


@pytest.mark.parametrize(
    ("before", "after", "cause"),
    [
        ("size: 12pt", "size: 10pt", "the face of Goods has another size"),
        (
            'size: 12pt, colour: "#26221C"',
            "bold: yes",
            "the face of Goods has another size, bold and colour",
        ),
        ("width: 8mm", "width: 9mm", "the face of Goods has another width"),
        (
            ', {shape: circle, width: 8mm, fill: "#AA2222", at: bottom}',
            "",
            "the face of Goods has other elements",
        ),
    ],
)
def test_a_changed_face_is_a_cause(before: str, after: str, cause: str) -> None:
    """By the keys that have other values; a face with more or fewer elements has others. Its pieces are redrawn."""
    found = compared(GOODS, GOODS.replace(before, after))
    assert [*found.causes] == [cause]
    assert {each.new.id for each in found.entries if each.new} == {"goods-1", "goods-2"}
    assert compared(GOODS, GOODS.replace("game:", "# A fair.\n\ngame:")).causes == ()


CARDS = """\
pieces:
  boards: [{name: field, hexhex: 3, cell: 20mm}]
  tokens: [{name: coin, size: 20mm, count: 3, front: {text: 5}}]
  cards:
    - name: fate
      cards:
        - {title: Rain, text: Lay two tiles.}
        - {title: Sun, text: Take a coin., copies: 2}
        - {title: Wind, text: Turn a tile.}
"""


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("text: Turn a tile.", "text: Turn two tiles.", [("changed", "fate-3", "another text", 1)]),
        ("copies: 2", "copies: 5", [("changed", "fate-2", "5 copies instead of 2", 3)]),
        ("        - {title: Rain, text: Lay two tiles.}\n", "", [
            ("removed", "fate-1", "removed", 0),
            ("renamed", "fate-1", "the same card, called fate-2 before", 0),
            ("renamed", "fate-2", "the same card, called fate-3 before", 0),
        ]),
        ("name: fate", "name: luck", [
            ("changed", "luck-1", "drawn differently", 1),
            ("changed", "luck-2", "drawn differently", 2),
            ("changed", "luck-3", "drawn differently", 1),
        ]),
        ("size: 20mm", "size: 22mm", [("changed", "coin", "round, 22 mm instead of round, 20 mm", 3)]),
        ("text: 5}", "text: 5}, back: {text: 1}", [("changed", "coin", "a back of its own", 3)]),
        ("cell: 20mm", "cell: 18mm", [("changed", "field", "cells: 18 mm instead of 20 mm", 1)]),
        ("hexhex: 3", "hexhex: 4", [("changed", "field", "drawn differently", 1)]),
        ("cell: 20mm", "cell: 20mm, poster: 30mm", [("changed", "field", "cells on the poster: 30 mm instead of none", 1)]),
        ("name: coin", "name: penny", [("renamed", "penny", "the same token, called coin before", 0)]),
    ],
)  # fmt: skip
def test_a_change_to_other_pieces(
    before: str, after: str, expected: list[tuple[str, str, str, int]]
) -> None:
    """By what they show and by id, with the copies to print."""
    assert before in CARDS
    found = compared(
        listed(TILES[:2], more=CARDS), listed(TILES[:2], more=CARDS.replace(before, after))
    )
    said = [
        (each.change.value, each.piece.id, each.sentence, each.needed) for each in found.entries
    ]
    assert said == expected


A4 = chosen_papers(["a4"])[0]


@pytest.mark.slow
def test_the_sheets_to_print_again_are_the_pages_that_differ(in_folder: Path, pnp: Call) -> None:
    """The pages of two builds, compared dot by dot, for a change in the midst of many tiles."""
    many = [line for line in pnp("enumerate", "hexstatic", "--format", "notation").stdout.split("\n") if "star" not in line][:120]  # fmt: skip
    changed = list(many)
    changed[75] = "R1-4 G2 B5"
    assert changed[75] not in many
    Path("old.yaml").write_text(listed(many))
    Path("new.yaml").write_text(listed(changed))
    report = json.loads(pnp("diff", "old.yaml", "new.yaml", "--format", "json").stdout)
    (again,) = report["sheets"]
    pages = []
    for name in ("old", "new"):
        pnp("build", f"{name}.yaml", "--paper", "a4", "--only", "pdf", "-o", name)
        (path,) = Path(name).rglob("*tiles*.pdf")
        assert again["layout"] in path.name
        pages.append(path.read_bytes())
    count = len(pypdfium2.PdfDocument(pages[0]))
    differing = [
        number + 1
        for number in range(count)
        if not np.array_equal(*(pdf_raster(each, 60, page=number) for each in pages))
    ]
    assert count == again["of"] > 1
    assert again["again"] == differing
    assert len(differing) == 1


def test_additional_copies_are_printed_on_the_last_sheets() -> None:
    """And sheets where only ids have changed are named by themselves."""
    old = [f"{{tile: {TILES[0]}, copies: 60}}", *TILES[1:]]
    new = [f"{{tile: {TILES[0]}, copies: 61}}", *TILES[1:]]
    options = BuildOptions(papers=[A4])
    pieces = pieces_of(listed(new))
    (again,) = sheets_again(differences(pieces_of(listed(old)), pieces), pieces, A4, options)
    assert (again.section, again.again, again.for_ids) == ("tiles", (2,), ())
    moved = pieces_of(listed([new[0], *reversed(TILES[1:])]))
    (again,) = sheets_again(differences(pieces, moved), moved, A4, options)
    assert (again.again, again.for_ids, again.of) == ((), (2,), 2)


def test_a_removed_piece_does_not_hide_a_new_one_with_its_id() -> None:
    """Generated tiles have ids by number, so that each of these ids stood for another tile."""
    text = "game: other\ncolours: [COLOURS]\ntiles: {shape: square, size: 20mm, families: [{name: one, generate: edges, where: {colours: 2..4}}]}\n"
    old, new = (pieces_of(text.replace("COLOURS", each)) for each in ("a, b, c, d", "e, f, g"))
    found = differences(old, new)
    removed, added = (
        {int(each.piece.id.removeprefix("one-")) for each in found.of(change)}
        for change in (Change.REMOVED, Change.ADDED)
    )
    assert added and added <= removed
    (again,) = sheets_again(found, new, A4, BuildOptions(papers=[A4]))
    assert again.again == tuple(range(1, again.of + 1))


@pytest.mark.slow
@settings(max_examples=10)
@given(
    st.dictionaries(st.integers(0, len(TILES) - 1), st.integers(1, 9), max_size=6),
    st.booleans(),
)
def test_the_errata_have_exactly_the_pieces_that_are_needed(
    copies: dict[int, int], other_card: bool
) -> None:
    """Copies that players have already are not printed again."""
    new = [
        f"{{tile: {tile}, copies: {copies[place]}}}" if place in copies else tile
        for place, tile in enumerate(TILES)
    ]
    cards = CARDS.replace("Take a coin", "Take two coins") if other_card else CARDS
    pieces = pieces_of(listed(new, more=cards))
    found = differences(pieces_of(listed(TILES, more=CARDS)), pieces)
    made = errata(found, pieces, A4, BuildOptions(papers=[A4]))
    needed = sum(number - 1 for number in copies.values()) + 2 * other_card
    if not needed:
        assert made is None
        return
    assert made is not None
    assert made.title == "My Game: changed pieces"
    assert sum(page.pieces for page in made.pages) == needed
    assert all(page.title.startswith("My Game: changed pieces: ") for page in made.pages)


def test_the_errata_of_tokens_pads_and_boards(in_folder: Path, pnp: Call) -> None:
    """Pieces that are not cut out have pages of their own."""
    Path("old.yaml").write_text(listed(TILES, more=CARDS))
    changed = CARDS.replace("cell: 20mm", "cell: 20mm, poster: 80mm").replace("text: 5", "text: 6")
    Path("new.yaml").write_text(listed(TILES, more=changed + "  pads: [hexstatic-scores]\n"))
    result = pnp("diff", "old.yaml", "new.yaml", "-o", "errata.pdf")
    assert "print again: board on A4: the only sheet\n" in result.stdout
    assert "print again: pads on A4: the only sheet\n" in result.stdout
    assert re.search(r"board-poster on A4: all \d sheets\n", result.stdout)
    pages = re.search(r"errata.pdf: 1 pad, 1 board, 3 tokens on A4; print at 100 %, (\d+) pages", result.stdout)  # fmt: skip
    assert pages, result.stdout
    document = pypdfium2.PdfDocument(Path("errata.pdf").read_bytes())
    assert len(document) == int(pages[1])
    text = "".join(page.get_textpage().get_text_range() for page in document)
    assert "My Game: changed pieces" in text
    assert "3 tokens, sheet 1 of 1" in text


@pytest.mark.slow
def test_the_report_folds_what_belongs_together(in_folder: Path, pnp: Call) -> None:
    """216 tiles with another red take one line."""
    text = (ROOT / "tilesets/hexstatic.yaml").read_text("utf-8")
    Path("new.yaml").write_text(text.replace("#C8372D", "#AA2222"))
    assert pnp("diff", "hexstatic", "new.yaml").stdout == (
        "red has the ink #AA2222 instead of #C8372D\n"
        "changed (216): three-lines-01 to three-lines-16, two-lines-01 to two-lines-90, one-line-01"
        " to one-line-90 and nexus-01 to nexus-20: the same tile, drawn differently\n"
        "changed (1): owner-red: drawn differently\n"
        "changed (1): box: drawn differently\n"
        "the same: 3\n"
        "print again: tiles on A4, honeycomb: all 5 sheets\n"
        "print again: tokens on A4: the only sheet\n"
        "print again: boxes on A4: the only sheet\n"
    )


def test_ids_that_are_not_printed_need_no_sheets(in_folder: Path, pnp: Call) -> None:
    """With --no-ids a new id changes nothing on paper."""
    Path("old.yaml").write_text(listed(TILES))
    Path("new.yaml").write_text(listed(TILES[1:]))
    result = pnp("diff", "old.yaml", "new.yaml")
    assert "renamed (11): one-01 to one-11 were one-02 to one-12\n" in result.stdout
    assert "print again only for new ids: tiles on A4, straight: the only sheet\n" in result.stdout
    assert "print again" not in pnp("diff", "old.yaml", "new.yaml", "--no-ids").stdout


@pytest.mark.slow
def test_the_picture_has_the_groups_and_not_the_new_ids(in_folder: Path, pnp: Call) -> None:
    """Each piece with its sentence."""
    Path("old.yaml").write_text(listed(TILES))
    Path("new.yaml").write_text(listed([*TILES[1:3], mirrored(TILES[3]), *TILES[4:], "R1-6 B2-5"]))
    result = pnp("diff", "old.yaml", "new.yaml", "-o", "seen.svg", "-o", "seen.png")
    assert "seen.svg: 3 differences\nseen.png: 3 differences\n" in result.stdout
    shown = re.findall(r'aria-label="([^"]*)"', Path("seen.svg").read_text("utf-8"))
    headings = [text for text in shown if " · " in text]
    assert headings == ["Added · 1 tile", "Removed · 1 tile", "Mirrored · 1 tile"]
    assert Path("seen.png").read_bytes().startswith(b"\x89PNG")
    # The font has no name of a file in Chinese.
    Path("old.yaml").rename("旧.yaml")
    assert pnp("diff", "旧.yaml", "new.yaml", "-o", "seen.svg").exit_code == 0
    Path("旧.yaml").rename("old.yaml")
    same = pnp("diff", "old.yaml", "old.yaml", "-o", "no.svg", "-o", "no.pdf", "--exit-code")
    assert same.exit_code == 0
    assert "no.svg is not written: there is no difference to see\n" in same.stdout
    assert "no.pdf is not written: there is nothing to print again\n" in same.stdout
    assert not [*Path().glob("no.*")]


def test_the_exit_code_is_that_of_git_diff(in_folder: Path, pnp: Call) -> None:
    """0 unless it is asked for."""
    Path("old.yaml").write_text(listed(TILES))
    Path("new.yaml").write_text(listed(TILES[1:]))
    assert pnp("diff", "old.yaml", "new.yaml").exit_code == 0
    assert pnp("diff", "old.yaml", "new.yaml", "--exit-code").exit_code == 1
    result = pnp("diff", "old.yaml", "old.yaml", "--exit-code")
    assert (result.exit_code, result.stdout) == (0, "no differences: 12 pieces the same\n")


def git(*arguments: str) -> None:
    """Calls git here, as somebody."""
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(in_folder: Path) -> Path:
    """A repository with two versions of a set, in a folder tilesets/, and a pad beside it."""
    git("init", "-q")
    Path("tilesets").mkdir()
    Path("templates/pads").mkdir(parents=True)
    pad = (ROOT / "templates/pads/hexstatic-scores.yaml").read_text("utf-8")
    Path("templates/pads/own.yaml").write_text(pad)
    path = Path("tilesets/mine.yaml")
    for tiles in (TILES[:3], TILES[:4]):
        path.write_text(listed(tiles, more="pieces: {pads: [own]}\n"))
        git("add", ".")
        git("commit", "-q", "-m", "a version")
    path.write_text(listed(TILES[:5], more="pieces: {pads: [own]}\n"))
    return in_folder


@pytest.mark.slow
def test_a_revision_is_compared_in_the_form_of_git(
    repository: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the top of the repository, from here with ./, or as the same file as the other."""
    for old, new, added in [
        ("HEAD:tilesets/mine.yaml", "tilesets/mine.yaml", 1),
        ("HEAD~1:tilesets/mine.yaml", "tilesets/mine.yaml", 2),
        ("HEAD~1:./tilesets/mine.yaml", "HEAD:tilesets/mine.yaml", 1),
        ("HEAD~1:", "mine", 2),
        ("HEAD~1:", "HEAD:tilesets/mine.yaml", 1),
        ("HEAD:tilesets/mine.yaml", "HEAD:", 0),
    ]:
        report = json.loads(pnp("diff", old, new, "--format", "json").stdout)
        assert len(report["differences"]) == added, (old, new)
    assert report["old"] == "HEAD:tilesets/mine.yaml"
    monkeypatch.chdir(repository / "tilesets")
    assert "added (2)" in pnp("diff", "HEAD~1:", "mine.yaml").stdout
    assert "added (2)" in pnp("diff", "HEAD~1:./mine.yaml", "mine.yaml").stdout
    assert "added (2)" in pnp("diff", "HEAD~1:tilesets/mine.yaml", "mine.yaml").stdout


def test_findings_name_the_revision(repository: Path, pnp: Call) -> None:
    """With the line of that version, which no file has any more."""
    good = Path("tilesets/mine.yaml").read_text()
    Path("tilesets/mine.yaml").write_text(good.replace("hexagon", "hexagone"))
    git("commit", "-a", "-q", "-m", "a mistake")
    Path("tilesets/mine.yaml").write_text(good)
    result = pnp("diff", "HEAD:tilesets/mine.yaml", "tilesets/mine.yaml")
    assert result.exit_code == 1
    assert "HEAD:tilesets/mine.yaml:6:10: error" in result.stderr
    Path("tilesets/mine.yaml").write_bytes(b"game: Caf\xe9\n")
    git("commit", "-a", "-q", "-m", "another mistake")
    result = pnp("diff", "HEAD:tilesets/mine.yaml", "HEAD~2:tilesets/mine.yaml")
    assert result.exit_code == 2
    assert "HEAD:tilesets/mine.yaml:1:10: error unreadable: this file is not UTF-8" in result.stderr


@pytest.mark.parametrize(
    ("old", "message"),
    [
        ("nope:tilesets/mine.yaml", 'has no revision "nope"'),
        ("HEAD:mine.yaml", "the revision HEAD has no file mine.yaml; the path counts from "),
        ("HEAD:tilesets", "the revision HEAD has no file tilesets;"),
        ("--output=x:tilesets/mine.yaml", '"--output=x" is no revision'),
        ("-p:tilesets/mine.yaml", '"-p" is no revision'),
        (":tilesets/mine.yaml", '"" is no revision'),
        ("HEAD~9:", 'has no revision "HEAD~9"'),
        ("HEAD~1 HEAD:tilesets/mine.yaml", 'has no revision "HEAD~1 HEAD"'),
    ],
)
def test_a_revision_that_cannot_be_read(
    repository: Path, pnp: Call, old: str, message: str
) -> None:
    """One message, and git is never given an option."""
    result = pnp("diff", "--", old, "tilesets/mine.yaml")
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1


def test_an_earlier_version_that_is_too_large(
    repository: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the limit of a file."""
    path = Path("tilesets/mine.yaml")
    now = path.read_text()
    path.write_text(f"{now}# {'x' * 200_000}\n")
    git("commit", "-q", "-a", "-m", "a long remark")
    path.write_text(now)
    monkeypatch.setattr(limits, "MOST_BYTES", 100_000)
    result = pnp("diff", "HEAD:tilesets/mine.yaml", "tilesets/mine.yaml")
    assert result.exit_code == 2
    assert "HEAD:tilesets/mine.yaml has 0.2 MB, more than the limit of 0.1 MB" in result.stderr


def test_there_is_no_repository_or_no_git(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says which."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(in_folder.parent))
    Path("mine.yaml").write_text(listed(TILES))
    result = pnp("diff", "HEAD:", "mine.yaml")
    assert result.exit_code == 2
    assert "is in no git repository that git can read" in result.stderr
    monkeypatch.setenv("PATH", str(in_folder))
    assert shutil.which("git") is None
    result = pnp("diff", "HEAD:mine.yaml", "mine.yaml")
    assert result.exit_code == 2
    assert "pnp finds no git here; compare two files instead" in result.stderr
