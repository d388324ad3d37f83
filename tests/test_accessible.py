"""Files for people who hear them: what is read out, in which order, and PDF/UA-1 as far as a machine can tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from pnp.cli import main
from tests.accessible import problems
from tests.conftest import Shared
from tests.pages import elements, opened

SET = """\
game: bells
title: Bells
players: 2
colours: [red, blue]
tiles:
  shape: square
  size: 30mm
  families: [{name: bell, generate: edges, where: {colours: 2, runs: 2}}]
pieces:
  cards:
    - {name: peal, face: title-and-text, cards: [{title: Ring, text: Both **pull** & wait.}, {title: Rest}]}
  boards: [{name: tower, squares: 3x3, cell: 20mm, poster: 60mm}]
  pads: [scores]
"""
RULES = """\
# {{ title }}

Ring first.

## Set-up

1. Deal a card each.
2. Keep it secret.

![Both cards](cards:peal)

| Card | Points |
|---|---|
| Ring | 2 |

## The end

The louder player wins.

## Player aid {back}

- Ring or rest.
"""
PAD = "form: scores\ntitle: Scores\nup: 2\nblocks: [{table: {columns: [A, B], rows: 3}}]\n"


@pytest.fixture(scope="module")
def made(shared: Shared) -> Path:
    """The files of a small set with a back on its cards."""

    def build(folder: Path) -> None:
        (folder / "templates/rules").mkdir(parents=True)
        (folder / "templates/pads").mkdir()
        (folder / "templates/rules/bells.md").write_text(RULES)
        (folder / "templates/pads/scores.yaml").write_text(PAD)
        (folder / "bells.yaml").write_text(SET)
        call = ["build", str(folder / "bells.yaml"), "--paper", "a5", "-o", str(folder / "out")]
        result = CliRunner().invoke(main, call)
        assert result.exit_code == 0, result.output

    return shared("bells-accessible", build) / "out/bells"


def titles(path: Path) -> list[str]:
    """What is read out for each heading of the first level, in order."""
    with pikepdf.open(path) as file:
        return [
            str(each.ActualText)
            for each in file.objects
            if isinstance(each, pikepdf.Dictionary)
            and each.get("/S") == "/H1"
            and "/ActualText" in each
        ]


def read_out(path: Path) -> list[str]:
    """What is read out for each figure of a file, in order."""
    with opened(path.read_bytes()) as file:
        return [each.alt for each in elements(file) if each.kind == "Figure"]


def heard(path: Path) -> Iterator[str]:
    """The kinds of the elements of a file, in order."""
    with opened(path.read_bytes()) as file:
        yield from (each.kind for each in elements(file))


@pytest.mark.slow
def test_every_file_keeps_pdf_ua(made: Path) -> None:
    """Sheets, kit, pages and booklet alike."""
    files = sorted(made.glob("*.pdf"))
    assert {path.stem.split("-")[1] for path in files} == {
        "board", "cards", "kit", "pads", "rules", "tiles",
    }  # fmt: skip
    assert {path.name: problems(path) for path in files} == {path.name: [] for path in files}


@pytest.mark.slow
def test_the_checker_finds_what_is_missing(made: Path, tmp_path: Path) -> None:
    """One change at a time: ink outside of all marks, a figure without words, no language, a mark of two elements."""
    source, spoilt = made / "bells-cards-a5.pdf", tmp_path / "spoilt.pdf"

    def found(change: str) -> str:
        with pikepdf.open(source) as file:
            root, page = file.Root, file.pages[0]
            whole = root.StructTreeRoot.K
            match change:
                case "ink":
                    page.contents_add(b"0 0 m 9 9 l S")
                case "words":
                    whole.K[1].Alt = pikepdf.String("")
                case "language":
                    del root.Lang
                case "mark":
                    whole.K[2].K = 0
            file.save(spoilt)
        return " ".join(problems(spoilt))

    assert "S is neither content nor artifact" in found("ink")
    assert "a figure has no words" in found("words")
    assert "has no language" in found("language")
    assert "2 elements have the mark 0" in found("mark")


def test_pieces_are_read_out(made: Path) -> None:
    """A card by its words, a tile by its id, a blank back by the title of its page."""
    cards = read_out(made / "bells-cards-a5.pdf")
    assert [words.split() for words in cards[:2]] == [
        ["Ring", "Both", "pull", "&", "wait.", "Peal"],
        ["Rest", "Peal"],
    ]
    tiles = read_out(made / "bells-tiles-a5-straight.pdf")
    assert tiles[0] == "bell-1: RRRB"


def test_each_sheet_begins_with_its_title(made: Path) -> None:
    """A heading before its pieces, whatever the header has room for."""
    front = ["H1", "Figure", "Figure"]
    assert [*heard(made / "bells-cards-a5.pdf")] == ["Document", *front, *front]
    assert titles(made / "bells-cards-a5.pdf") == [
        "Bells: cards, sheet 1 of 1",
        "Bells: cards, sheet 1 of 1, backs",
    ]
    assert {*titles(made / "bells-pads-a5.pdf")} <= {*titles(made / "bells-kit-a5.pdf")}


def test_a_poster_is_read_out_in_a_few_words(made: Path) -> None:
    """Not with the names of all cells on each of its sheets."""
    plan, *sheets = read_out(made / "bells-board-poster-a5.pdf")
    assert plan == "Tower poster, plan"
    assert sheets[:2] == ["Tower poster, sheet P1", "Tower poster, sheet P2"]


def test_a_booklet_is_read_as_its_pages_are(made: Path) -> None:
    """In the order of pages, though the first and the last lie side by side."""
    pages, booklet = made / "bells-rules-a5.pdf", made / "bells-rules-booklet-a5.pdf"
    headings = [kind for kind in heard(booklet) if kind.startswith("H")]
    assert headings == [kind for kind in heard(pages) if kind.startswith("H")]
    assert {"L", "LI", "Table", "TH", "TD", "Figure"} <= {*heard(booklet)}


def test_a_kit_is_read_from_cover_to_rules(made: Path) -> None:
    """The contents, each piece of the sheets, and the rulebook."""
    kit = read_out(made / "bells-kit-a5.pdf")
    order = [
        next(at for at, words in enumerate(kit) if words.startswith(sought))
        for sought in ("Ring Both", "Both cards")
    ]
    assert order == sorted(order)
    assert {*read_out(made / "bells-pads-a5.pdf"), *read_out(made / "bells-cards-a5.pdf")[:2]} <= {
        *kit
    }
