"""`pnp score`: the pictures and scores in a position's file, and the set that it is played with."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pypdfium2
import pytest
from click.testing import Result

from pnp.games import game_of
from pnp.scene.fonts import CAP_HEIGHT
from tests.conftest import ROOT, Call

RUN = """\
tiles: {"0,0": RROOYY, "1,0": GGSSRR, "2,0": YYPPGG}
runs: [{player: 1, cells: ["1,0", "2,0"]}]
"""


def words_in(path: Path) -> str:
    """All text of a document."""
    with pypdfium2.PdfDocument(path) as document:
        return "".join(page.get_textpage().get_text_bounded() for page in document)


@pytest.fixture
def score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Call) -> Call:
    """Scores a position of Hex Auction, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(text: str, *words: str, game: str = "hex-auction") -> Result:
        Path("p.yaml").write_text(text, "utf-8")
        return pnp("score", game, "p.yaml", *words)

    return run


def test_a_claim_about_a_figure_has_to_be_true_if_nothing_is_drawn(score: Call) -> None:
    """No score is printed; the other claims are in `tests/mistakes/commands.yaml`."""
    result = score(f"{RUN}scores: {{player 2: 1}}\n", "--no-pictures")
    assert result.exit_code == 1
    assert result.stderr.startswith("p.yaml:3:10: error")
    assert "total" not in result.output


def test_all_mistakes_are_reported_at_once(score: Call) -> None:
    """Problems of the position and of its annotations, in the order of the file."""
    result = score(f"labels: 3\n{RUN.replace('2,0', '4,0')}highlight: 7\n")
    reported = re.findall(r"^p\.yaml:(\d+):\d+: error (\S+):", result.output, re.M)
    assert [line for line, _ in reported] == sorted(line for line, _ in reported)
    assert {("1", "structure"), ("4", "structure")} < {*reported}
    assert "run" in {rule for _, rule in reported}


@pytest.mark.slow
def test_what_is_marked_is_drawn(score: Call) -> None:
    """A caption below the picture, labels on it, and cells outlined: each changes it."""
    marks = ("caption: My seventh turn", 'labels: {"0,0": spot}', 'highlight: ["0,0"]')
    drawn = set()
    for text in (RUN, *(f"{RUN}{mark}\n" for mark in marks)):
        assert score(text).exit_code == 0
        page = Path("output/hex-auction/score-p.svg").read_text("utf-8")
        drawn.add(page.replace("My seventh turn", ""))
        words = words_in(Path("output/hex-auction/score-p.pdf"))
        assert ("My seventh turn" in words) == ("caption" in text)
        assert ('aria-label="spot"' in page) == ("labels" in text)
    assert len(drawn) == 3  # a caption is only in the document


def test_true_scores_are_no_news(score: Call) -> None:
    """The claims are about players, with and without points."""
    result = score(f"{RUN}scores: {{player 1: 3, player 2: 0}}\n", "--no-pictures")
    assert result.exit_code == 0
    assert "total player 1: 3" in result.output


def test_the_pieces_are_those_of_the_set(score: Call) -> None:
    """A designer's own copy of the game is what is played: here, with another letter for orange."""
    text = (ROOT / "tilesets/hex-auction.yaml").read_text("utf-8")
    Path("mine.yaml").write_text(re.sub(r"(letter: |[ R\[])O(?=[YG,}])", r"\1W", text))
    own = RUN.replace("RROOYY", "RRWWYY")
    assert score(own, game="mine.yaml").exit_code == 0
    assert Path("output/hex-auction/score-p.svg").is_file()
    assert score(own, "--no-pictures").exit_code == 1
    assert score(RUN, "--no-pictures", game="mine.yaml").exit_code == 1


@pytest.mark.parametrize(
    ("game", "position", "reported"),
    [
        (
            "hexpertise",
            "tie",
            "The game goes on. If it ended here, player 2 would win: player 2 scored most for water, 6.",
        ),
        ("hexpertise", "voids", "This is an extract of a game: it has no winner."),
        ("hexagonal-highway", "walls", "player 4 wins."),
        ("controlled-path", "two-at-once", "player 1 wins: the last player with a token wins."),
        (
            "controlled-path",
            "one-out",
            "player 1, player 2 and player 4 are still in; the game goes on.",
        ),
    ],
)
def test_the_outcome_is_reported(pnp: Call, game: str, position: str, reported: str) -> None:
    """Before the end and at the end, and in a game without points."""
    path = ROOT / f"tests/positions/{game}-{position}.yaml"
    assert reported in pnp("score", game, path, "--no-pictures").stdout.splitlines()


def test_nobody_wins_before_somebody_has_scored(pnp: Call, in_folder: Path) -> None:
    """Nor do all share a victory; an empty table has no picture."""
    Path("r.yaml").write_text("players: 2\nmoves: []\n")
    result = pnp("score", "hexstatic", "r.yaml")
    assert result.stdout.splitlines()[-1] == "The game goes on. Nobody has scored yet."
    assert result.stderr == "note: no picture: nothing lies on the table\n"


def test_every_player_with_a_table_is_drawn(pnp: Call, in_folder: Path) -> None:
    """Two displays, each with its caption; on them, what is on each."""
    path = ROOT / "tests/positions/hexpertise-tie.yaml"
    assert pnp("score", "hexpertise", path).exit_code == 0
    words = words_in(Path("output/hexpertise/score-hexpertise-tie.pdf"))
    assert [f"The position of player {number}" in words for number in (1, 2, 3)] == [
        True,
        True,
        False,
    ]


def figure_heights(path: Path) -> list[float]:
    """The heights of all digits in a document, in points."""
    with pypdfium2.PdfDocument(path) as document:
        found = []
        for page in document:
            text = page.get_textpage()
            for index, letter in enumerate(text.get_text_range()):
                if letter.isdigit():
                    _, bottom, _, top = text.get_charbox(index)
                    found.append(top - bottom)
        return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_captions_of_a_document_can_be_read(score: Call, paper: str) -> None:
    """No digit on a page is smaller than one of 7 pt, also below the pictures of parts."""
    loop = 'tiles: {"0,0": R2-3 G5 B6, "1,0": R4-5 G2 B6, "0,1": R1-6 G3 B5}\nowners: {red: 1}\n'
    assert score(loop, "--paper", paper, game="hexstatic").exit_code == 0
    path = Path("output/hexstatic/score-p.pdf")
    line = "1. Player 1: red loop, 4 \N{MULTIPLICATION SIGN} 3 = 12"
    assert line in words_in(path).replace("\N{NO-BREAK SPACE}", " ")
    heights = figure_heights(path)
    assert len(heights) > 8
    assert min(heights) >= 7.0 * CAP_HEIGHT * 0.97


def test_pictures_in_two_themes_lie_side_by_side(score: Call) -> None:
    """The second does not overwrite the first."""
    for words in ((), ("--theme", "greyscale")):
        assert score(RUN, *words).exit_code == 0
    found = sorted(path.name for path in Path("output/hex-auction").iterdir())
    assert found == [
        f"score-p{theme}.{kind}" for theme in ("-greyscale", "") for kind in ("pdf", "svg")
    ]


@pytest.mark.slow
def test_all_pictures_of_a_score_share_their_table(pnp: Call, in_folder: Path) -> None:
    """A finished game of HexStatic: the SVG file stores the 216 tiles once.

    Typst stores each picture by itself, so the PDF file is larger.
    """
    game, rng = game_of("hexstatic"), Random(1)
    position = game.initial(rng, 3)
    while not game.is_over(position):
        position = game.play(position, rng.choice(game.legal_moves(position)))
    Path("p.yaml").write_text(game.write_position(position), "utf-8")
    result = pnp("score", "hexstatic", "p.yaml", "--format", "json")
    parts = [part for part in json.loads(result.stdout)["parts"] if part["where"]]
    assert len(parts) > 80
    files = [Path("output/hexstatic") / f"score-p.{ending}" for ending in ("svg", "pdf")]
    picture = files[0].read_text("utf-8")
    outlines = re.findall(r'<path (?:id="[^"]+" )?(d="[^>]{90,})>', picture)
    assert len(outlines) == len(set(outlines))
    # The position is the first picture. Parts that show the same cells are one picture.
    table = re.findall(r'<use xlink:href="#([^"]+)"', picture.split("</defs>")[1])[0]
    assert picture.count(f' id="{table}"') == 1
    assert picture.count(f'"#{table}"') > 80
    assert files[0].stat().st_size < 3_000_000
    assert files[1].stat().st_size < 6_000_000
