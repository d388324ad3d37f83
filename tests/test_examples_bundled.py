"""The bundled examples: clean in every theme, complete, small, and true to what they teach."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pnp.definition import (
    DeckDefinition,
    load_definition,
)
from pnp.games import playable
from pnp.kinds import listing
from pnp.pieces import Pieces, make_pieces
from pnp.project.rulebook import read_rulebook
from pnp.render import pdf_bytes
from pnp.scene import Document, Layer, Page
from pnp.scene.geometry import Point
from pnp.sets.tileset import make_tileset
from tests.conftest import ROOT, Call, bundled, refusal
from tests.rasters import pdf_raster

EXAMPLES = ROOT / "tilesets/examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.yaml"))
THEMES = sorted(path.stem for path in (ROOT / "templates/themes").glob("*.yaml"))
PICTURES = {".svg", ".png", ".jpg"}

# Different pieces, and pieces to print, of each group.
COUNTS = {
    "bellmoor": {
        "abbey": (3, 6), "lane": (4, 19), "town": (15, 39), "mere": (6, 8), "table": (1, 1),
        "folk": (5, 40), "box": (1, 1),
    },
    "checkers": {"board": (1, 1), "man": (2, 24), "box": (1, 1)},
    "dominoes": {"domino": (28, 28), "box": (1, 1)},
    "farholm": {
        "land": (6, 19), "goods": (5, 70), "costs": (1, 4), "chip": (11, 17), "croft": (4, 28),
        "boat": (4, 8), "beacon": (1, 4), "sea": (6, 6), "land-box": (1, 1), "goods-box": (1, 1),
    },
    "harbour": {"harbour": (14, 28), "ship": (4, 20), "box": (1, 1)},
    "market": {"coin": (4, 40), "goods": (8, 45), "stall": (6, 6), "purse": (1, 1), "basket": (1, 1)},
    "one-in-common": {"cards": (57, 57), "box": (1, 1)},
    "playing-cards": {"suits": (52, 52), "jokers": (2, 2), "pack": (1, 1)},
    "quillmark": {
        "map": (1, 1), "wagon": (5, 55), "engine": (1, 9), "ticket": (27, 27), "train": (4, 112), "box": (1, 1),
    },
    "race": {"garden": (1, 1), "move": (6, 36), "snail": (4, 4), "box": (1, 1)},
    "triominoes": {"triomino": (56, 56), "box": (1, 1)},
    "corner-quarrel": {"field": (1, 1), "pieces": (84, 84)},
    "hivework": {"cells": (22, 22)},
    "tray-of-twelve": {"pentominoes": (12, 12), "box": (1, 1)},
    "wildwood": {"wood": (60, 60), "box": (1, 1)},
}  # fmt: skip


@cache
def pieces_of(name: str) -> Pieces:
    """The pieces of an example."""
    return make_pieces(make_tileset(load_definition(EXAMPLES / f"{name}.yaml")))


def files_of(name: str) -> list[Path]:
    """The files beside an example's YAML file."""
    return sorted(path for path in (EXAMPLES / name).rglob("*") if path.is_file())


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of the examples."""
    with (EXAMPLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_there_is_an_example_for_each_kind_of_piece() -> None:
    """Those of this page, and no others."""
    assert sorted(COUNTS) == NAMES


@pytest.mark.slow
@pytest.mark.spread(5)
@pytest.mark.covering(1)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_no_findings_in_any_theme(pnp: Call, name: str, theme: str) -> None:
    """Neither errors nor warnings nor notes: one line of report, found by its name."""
    result = pnp("validate", "--strict", "--theme", theme, name)
    assert result.exit_code == 0
    assert result.output.startswith(f"{name}: ok, ") and result.output.count("\n") == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_of_pieces(name: str) -> None:
    """Different ones, and with copies."""
    found: dict[str, tuple[int, int]] = {}
    for each in listing(pieces_of(name)):
        different, printed = found.get(each.group, (0, 0))
        found[each.group] = (different + 1, printed + each.copies)
    assert found == COUNTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_picture_is_used_and_every_file_small(name: str) -> None:
    """A picture on some piece, by its name in the file; folders are at most 3 MB."""
    pieces = pieces_of(name)
    for each in listing(pieces):
        for back in range(len(each.sides)):
            each.at_true_size(back=bool(back))
    used = set(pieces.supplies.used)
    for path in files_of(name):
        if path.suffix in PICTURES:
            written = path.relative_to(EXAMPLES).as_posix()
            assert written in used or path.stem in used, written
    assert sum(path.stat().st_size for path in files_of(name)) < 3e6


def test_pictures_stay_shapes_and_rasters_are_sharp() -> None:
    """No SVG file of the examples has to be printed in dots; there are PNG and JPEG files, too."""
    endings = set()
    for name in NAMES:
        pieces = pieces_of(name)
        for each in listing(pieces):
            for back in range(len(each.sides)):
                each.at_true_size(back=bool(back))
        for written, art in pieces.supplies.used.items():
            endings.add(Path(written).suffix)
            assert not art.note, written
    assert {".svg", ".png", ".jpg"} <= endings


def test_any_two_cards_share_exactly_one_symbol() -> None:
    """All 1,596 pairs of the 57 cards; each of the 57 symbols is on eight of them."""
    definition = load_definition(EXAMPLES / "one-in-common.yaml")
    cards = [
        {*card.values["symbols"].split()} for card in definition.pieces_of(DeckDefinition)[0].cards
    ]
    assert {len(card) for card in cards} == {8}
    assert {len(one & other) for one, other in combinations(cards, 2)} == {1}
    symbols = sorted(path.stem for path in (EXAMPLES / "one-in-common/symbols").glob("*.svg"))
    assert [sum(symbol in card for card in cards) for symbol in symbols] == [8] * 57


def test_the_pack_has_every_rank_in_every_suit() -> None:
    """Thirteen ranks, four suits, and a picture for each court card."""
    definition = load_definition(EXAMPLES / "playing-cards.yaml")
    suits, jokers = definition.pieces_of(DeckDefinition)
    found = {(card.values["suit"], card.values["rank"]) for card in suits.cards}
    ranks = [*map(str, range(2, 11)), "J", "Q", "K", "A"]
    assert found == {
        (suit, rank) for suit in ("spades", "hearts", "clubs", "diamonds") for rank in ranks
    }
    assert len(jokers.cards) == 2


def test_every_card_of_the_wood_is_different() -> None:
    """In its title, its text and its picture, and twelve cards are of each kind."""
    cards = rows("wildwood/cards.csv")
    for column in ("title", "text", "art"):
        assert len({card[column] for card in cards}) == 60, column
    kinds = [card["kind"] for card in cards]
    assert {kinds.count(kind) for kind in kinds} == {12} and len({*kinds}) == 5


def test_the_harbour_has_a_licence_for_all_that_it_did_not_draw() -> None:
    """The font has its licence beside it, and the icons have their credit in their file."""
    assert "SIL OPEN FONT LICENSE" in (EXAMPLES / "harbour/fonts/OFL.txt").read_text().upper()
    assert pieces_of("harbour").supplies.font_credits == (
        "Alfa Slab One (JM Sole, SIL Open Font License)",
    )
    icons = json.loads((EXAMPLES / "harbour/icons.json").read_text())
    assert icons["info"]["license"]["spdx"] == "CC0-1.0"
    assert {row["icon"] for row in rows("harbour/tiles.csv")} == {*icons["icons"]}


@pytest.mark.spread(4)
@pytest.mark.slow
@pytest.mark.covering(1)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_an_example_builds(pnp: Call, in_folder: Path, name: str, paper: str) -> None:
    """A kit on either paper, with the bleed."""
    files = ("--only", "kit", "-o", "out")
    result = pnp("build", name, "--bleed", "full", "--paper", paper, *files)
    assert result.exit_code == 0
    kits = sorted(path.name for path in in_folder.rglob("*-kit-*.pdf"))
    assert kits == [f"{name}-kit-{paper}.pdf"]
    # Seventy backs with bleed and a fine pattern take three megabytes.
    assert all(path.stat().st_size < 5e6 for path in in_folder.rglob("*.pdf"))


@pytest.mark.parametrize(
    ("width", "height"), [(30, 30), (50, 30), (44.5, 63.5), (63.5, 88.9), (69.9, 120.7)]
)
def test_bundled_faces_suit_every_size_of_card(
    pnp: Call, in_folder: Path, width: float, height: float
) -> None:
    """Nothing is cut off, too long or over something else, on the least card and on the largest."""
    decks = {
        "title-and-text": "title: Old Mill, corner: 6, sign: flag, text: Draw a card.",
        "art-and-text": "title: Old Mill, cost: 2, power: 3, text: Draw a card., type: Place,"
        " art: art.svg",
        "full-art": "title: Old Mill, art: art.svg",
        "number-corners": "rank: 10, suit: star, pips: 10",
        "symbols": "symbols: sun moon star flame drop",
    }
    text = "game: sizes\ncolours:\n  red: {letter: R}\n  blue: {letter: B}\npieces:\n  cards:\n"
    size = f"size: {{width: {width}mm, height: {height}mm}}"
    for face, values in decks.items():
        text += f"    - {{name: {face}, {size}, face: {face}, cards: [{{{values}}}]}}\n"
    text += f"    - {{name: pairs, {size}, generate: pairs}}\n"
    text += f"    - {{name: opposites, {size}, generate: opposites, pairs: [[red, blue]]}}\n"
    Path("sizes.yaml").write_text(text)
    picture = EXAMPLES / "wildwood/art/mill.svg"
    Path("art.svg").write_bytes(picture.read_bytes())
    result = pnp("validate", "--strict", "sizes.yaml")
    assert (result.exit_code, result.output.count("\n")) == (0, 1), result.output


@pytest.mark.parametrize("shape", ["round", "square", "hexagon"])
def test_the_face_of_tokens_suits_every_shape(pnp: Call, in_folder: Path, shape: str) -> None:
    """With a sign and a value, and with a value alone, from 12 mm on."""
    text = "game: tokens\npieces:\n  tokens:\n"
    for size in (12, 20, 40):
        text += (
            f"    - {{name: t{size}, shape: {shape}, size: {size}mm, count: 3,"
            " face: token-value, fields: {value: 5, sign: coin}}\n"
        )
    Path("tokens.yaml").write_text(text)
    result = pnp("validate", "--strict", "tokens.yaml")
    assert (result.exit_code, result.output.count("\n")) == (0, 1), result.output


def test_faces_of_tiles_and_both_ends(pnp: Call, in_folder: Path) -> None:
    """`tile-art`, `tile-label` and `two-way` have no findings either."""
    Path("tiles.yaml").write_text(
        "game: tiles\ncolours: [red, blue]\ntiles:\n  shape: hexagon\n  size: 40mm\n  families:\n"
        "    - name: art\n      face: tile-art\n      tiles:\n"
        "        - {tile: RRBBRB, sign: flag, title: Mill}\n"
        "    - name: label\n      face: tile-label\n      tiles:\n"
        "        - {tile: RBRBRB, label: Mill}\n"
        "pieces:\n  cards:\n    - name: ends\n      face: two-way\n      cards:\n"
        "        - {title: Attack, text: Take a card., sign: flame, other-title: Defence,"
        " other-text: Keep a card., other-sign: drop}\n"
    )
    result = pnp("validate", "--strict", "tiles.yaml")
    assert (result.exit_code, result.output.count("\n")) == (0, 1), result.output


# Worked examples of rulebooks: their scores are those of the rules of the game.


RULES = ROOT / "templates/rules"

# The lines of a rulebook that claim scores, and the numbers in them.
CLAIM, NUMBER = re.compile(r"^scores: \{.*\}$", re.M), re.compile(r"(-?[0-9]+)(?=[,}])")
CLAIMING = [
    game
    for game in playable()
    if (RULES / f"{game}.md").is_file() and CLAIM.search((RULES / f"{game}.md").read_text())
]


@cache
def pieces_of_examples(game: str) -> Pieces:
    """The pieces of a game, which are drawn once for all tests."""
    return make_pieces(bundled(game))


def test_rulebooks_have_examples_that_are_scored() -> None:
    """Every game with points has such examples."""
    assert {*CLAIMING} >= {"hexpertise", "hexagonal-highway", "hex-auction"}


@pytest.mark.slow
@pytest.mark.parametrize("game", CLAIMING)
def test_wrong_examples_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Each claim, made one point higher, gives a finding with its line and the right number."""
    text = (RULES / f"{game}.md").read_text("utf-8")

    def higher(line: re.Match[str]) -> str:
        return NUMBER.sub(lambda number: str(int(number[0]) + 1), line[0])

    (tmp_path / "templates/rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    Path(f"templates/rules/{game}.md").write_text(CLAIM.sub(higher, text), "utf-8")
    found = refusal(read_rulebook, pieces_of_examples(game))
    assert {each.rule for each in found} == {"scores"}
    claims = [
        (text[: line.start()].count("\n") + 1, int(number))
        for line in CLAIM.finditer(text)
        for number in NUMBER.findall(line[0])
    ]
    assert [each.place.line for each in found] == [line for line, _ in claims]
    for (_, number), finding in zip(claims, found, strict=True):
        assert f"scores {number}, not {number + 1}" in finding.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ("{plasma: 3}", '"plasma" has no score here; there are scores for'),
        ("{light: many}", "a score has to be a whole number"),
        ("7", "scores has to be a mapping"),
    ],
)
def test_a_claim_that_cannot_be_checked_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Call, scores: str, message: str
) -> None:
    """With file, line and column, by `validate`, and nothing is built."""
    text = (RULES / "hexpertise.md").read_text("utf-8")
    wrong = text.replace("scores: {light: 9, dark: 6}", f"scores: {scores}")
    (tmp_path / "templates/rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    Path("templates/rules/hexpertise.md").write_text(wrong, "utf-8")
    for command in ("validate", "build"):
        result = pnp(command, "hexpertise")
        assert result.exit_code == 1
        assert message in result.output
        assert re.search(r"templates/rules/hexpertise\.md:\d+:\d+: error", result.output)
    assert not Path("output").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("[F8, E9, D8]", "[F8, E9, E8]"),
        ("[E8, E9]]", "[E8, E9, D8]]"),
        ("[H4, I3, H3, G3]", "[H4, I3, I4]"),
        ("E4, D4, C4, C5]", "E4, D4, C4, B4]"),
        ("C3, C4, C5]", "C3, C4, C5, B5]"),
    ],
)
def test_a_wrong_way_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: str, wrong: str
) -> None:
    """A wrong arrow for a drive gives a finding with its line and the drive by the rules."""
    text = (RULES / "hexagonal-highway.md").read_text("utf-8")
    assert text.count(right) == 1
    (tmp_path / "templates/rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    Path("templates/rules/hexagonal-highway.md").write_text(text.replace(right, wrong), "utf-8")
    (finding,) = refusal(read_rulebook, pieces_of_examples("hexagonal-highway"))
    assert finding.rule == "scores"
    assert finding.place.line == text[: text.index(right)].count("\n") + 1
    assert finding.message.startswith("by the rules this drive is ")


def test_the_pattern_of_the_packs_back_goes_on_over_its_edges() -> None:
    """A sheet of backs has no seam: beside an edge all is as it is 1/11 of a width, a whole diamond, farther on."""
    (card, _), *_ = pieces_of("playing-cards").cards(pieces_of("playing-cards").components.decks[0])
    picture = card.picture(back=True)
    width, height = picture.box.width, picture.box.height
    layers = {Layer.ART: tuple(picture.at(Point(x, 0.0)) for x in (0.0, width))}
    dots = pdf_raster(pdf_bytes(Document("Backs", "", "", (Page(2 * width, height, layers),))), 300)
    dot = 25.4 / 300

    def strip(middle: float) -> np.ndarray:
        first = round((middle - 1.5) / dot)
        return dots[: int(15 / dot), first : first + int(3 / dot)]

    period = width / 11

    def apart(periods: float) -> float:
        return float(np.abs(strip(width) - strip(width + periods * period)).mean())

    assert max(apart(each) for each in (-2, -1, 1, 2)) < 0.3 * apart(0.5)
