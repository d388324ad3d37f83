"""Kits: the five games are built and read back, page by page, as a printer would."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result

from pnp.basics.units import POINTS_PER_MM
from pnp.cli import main
from pnp.documents import Figure
from pnp.imposition.papers import chosen_papers
from pnp.kinds import KINDS, BuildOptions, Section, inventory, sections
from pnp.pieces import make_pieces
from pnp.project.checking import checked_game
from pnp.project.rulebook import COLUMN, read_rulebook
from pnp.scene import Clip, Drawing, Item, Layer, Placed, Text
from pnp.scene.geometry import Point
from tests import pages as paper_pages
from tests.conftest import ROOT, Shared, bundled, set_of

# Hexpertise, which has the fewest pages, is quick enough for every run; the kits of the others are not.
LONG = ("hexstatic", "controlled-path", "hex-auction", "hexagonal-highway")
GAMES = ("hexpertise", *(pytest.param(game, marks=pytest.mark.slow) for game in LONG))
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
# All games on A4, and one of them on Letter; the other kits on Letter differ as these two do.
KITS = pytest.mark.parametrize(
    ("game", "paper"),
    [
        ("hexpertise", "a4"),
        pytest.param("hexpertise", "letter", marks=pytest.mark.slow),
        *(pytest.param(game, "a4", marks=pytest.mark.slow) for game in LONG),
        *(pytest.param(game, "letter", marks=pytest.mark.nightly) for game in LONG),
    ],
)

# 7 pt, less what rounding may take.
SMALLEST = 2.45

SHEETS = {"Tiles", "Cards", "Board", "Tokens", "Boxes", "Pads"}

Output = Callable[[str, str], Path]


def built(folder: Path, *words: str) -> Result:
    """A build into a folder, which goes well."""
    result = CliRunner().invoke(main, ["build", *words, "-o", str(folder)])
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture(scope="module")
def output(shared: Shared) -> Output:
    """The folder of a game on a paper, built once as a user builds it, but for the single tiles."""
    only = [word for kind in ("pdf", "rules", "kit") for word in ("--only", kind)]

    def of(game: str, paper: str) -> Path:
        words = (game, "--paper", paper, *only)
        return shared(f"{game}-{paper}", lambda folder: built(folder, *words)) / game

    return of


@pytest.fixture(scope="module")
def in_pens(shared: Shared) -> Callable[[str], Path]:
    """The kit of a game on A4 in the theme for pens, built once."""
    words = ("--only", "kit", "--paper", "a4", "--theme", "pens")

    def of(game: str) -> Path:
        folder = shared(f"{game}-pens", lambda scratch: built(scratch, game, *words))
        return folder / game / f"{game}-kit-a4-pens.pdf"

    return of


def kit(output: Output, game: str, paper: str) -> Path:
    """The kit of a game."""
    return output(game, paper) / f"{game}-kit-{paper}.pdf"


@lru_cache(maxsize=4)
def texts(path: Path) -> list[str]:
    """The text of each page, blanks and breaks alike; those of the last files are kept."""
    with pypdfium2.PdfDocument(path) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def top_bookmarks(path: Path) -> dict[str, int]:
    """The bookmarks of the first level and their pages, counted from 1."""
    with pikepdf.open(path) as pdf:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        with pdf.open_outline() as outline:
            return {
                item.title: numbers[item.destination[0].objgen]  # type: ignore[index]
                for item in outline.root
            }


def spans(path: Path) -> dict[str, range]:
    """The pages of each part of a kit, counted from 1; kinds that share a sheet are one part."""
    marks = top_bookmarks(path)
    ends = [*list(marks.values())[1:], len(texts(path)) + 1]
    return {
        title: range(first, end) for (title, first), end in zip(marks.items(), ends, strict=True)
    }


def kinds(title: str) -> set[str]:
    """The kinds of pieces in a part of a kit; none in its contents and rules."""
    return {kind.capitalize() for kind in title.split(" and ")} & SHEETS


@pytest.mark.spread(2)
@KITS
def test_pages_of_a_kit(output: Output, game: str, paper: str) -> None:
    """Each page has the paper's size and something on it; sheets keep off the edges."""
    path = kit(output, game, paper)
    sheets = {page for title, pages in spans(path).items() for page in pages if kinds(title)}
    document = pypdfium2.PdfDocument(path)
    for number, page in enumerate(document, 1):
        width, height = (length / POINTS_PER_MM for length in page.get_size())
        assert (width, height) == pytest.approx(SIZES[paper], abs=0.1)
        dark = np.asarray(page.render(scale=1.0).to_pil().convert("L")) < 235
        assert dark.mean() > 0.001, f"page {number} is nearly empty"
        # Bleed may run into the margin: it is there to be cut off.
        if "backs" in page.get_textpage().get_text_range() or dark.mean() > 0.4:
            continue
        if number in sheets:
            # Cuts of nine cards run as far as most printers reach.
            edge = int(2.9 * POINTS_PER_MM)
            inner = dark[edge:-edge, edge:-edge]
            assert dark.sum() == inner.sum(), f"page {number} runs into the margin"
    document.close()


# Words such as "5 to 7 and 9".
RUNS = r"\d+(?: to \d+)?(?:(?:, | and )\d+(?: to \d+)?)*"


def listed(pages: str) -> set[int]:
    """The pages that the words name."""
    runs = re.findall(r"(\d+)(?: to (\d+))?", pages)
    return {page for first, last in runs for page in range(int(first), int(last or first) + 1)}


@pytest.mark.slow
@KITS
def test_the_contents_tell_the_true_pages(output: Output, game: str, paper: str) -> None:
    """The steps, the bookmarks and the numbers on the pages agree."""
    path = kit(output, game, paper)
    parts, pages = spans(path), texts(path)
    front = " ".join(pages[page - 1] for page in parts["Contents"])
    assert parts["Contents"].start == 1
    for title, span in parts.items():
        if title == "Contents":
            continue
        named = set[int]()
        for kind in kinds(title) or {title}:
            (words_for,) = re.findall(rf"{kind}, pages? ({RUNS})[:.]", front)
            named |= listed(words_for)
        assert named <= {*span}
        assert min(named) == span.start
        for page in {*span} - named:
            assert "backs" in pages[page - 1], page
    for title in filter(kinds, parts):
        for page in parts[title]:
            assert f"page {page}" in pages[page - 1]
    for page in parts["Rules"]:
        assert f"{page}" in pages[page - 1].split()
    assert "100 %" in front
    assert "Made with pnp" in front


@pytest.mark.slow
@pytest.mark.spread(2)
@KITS
def test_the_parts_of_a_kit(output: Output, game: str, paper: str) -> None:
    """All kinds are there with their numbers and pages."""
    path = kit(output, game, paper)
    pages, parts = texts(path), spans(path)
    front = " ".join(pages[page - 1] for page in parts["Contents"])
    pieces = make_pieces(bundled(game))
    for line in inventory(pieces):
        number, title = re.escape(line.number), re.escape(line.title)
        named = f"{number} {title}" if number else title
        found = re.search(rf"{named} .{{0,40}}?[Pp]ages? ({RUNS})", front)
        assert found, line.title
        (part,) = (each for each in parts if line.section.capitalize() in kinds(each))
        assert listed(found[1]) <= {*parts[part]}, line.title
    rules = parts["Rules"]
    assert f"1 Rulebook Pages {rules.start} to {rules.stop - 1}" in front


@pytest.mark.slow
@KITS
def test_the_front_pages_of_a_kit_are_full(output: Output, game: str, paper: str) -> None:
    """Both halves of each page behind the cover have ink, from its head down to its foot."""
    path = kit(output, game, paper)
    front = spans(path)["Contents"]
    document = pypdfium2.PdfDocument(path)
    for number in front:
        page = document[number - 1]
        if number == 1:
            continue
        # Panels have a tint.
        dark = np.asarray(page.render(scale=1.0).to_pil().convert("L")) < 252
        for half in np.array_split(dark[:-50], 2, axis=1):
            lines = np.flatnonzero(half.any(axis=1))
            assert lines[0] < 0.1 * len(half)
            assert lines[-1] > 0.9 * len(half), f"page {number} ends high"
            # Lines of ink, without the paper between lines of text and panels.
            assert len(lines) > 0.6 * len(half), f"page {number} is empty"
    document.close()


def test_six_kinds_of_pieces_are_on_one_page(output: Output) -> None:
    """The steps follow on the next page, and the sheets on the one after it."""
    path = kit(output, "hexpertise", "a4")
    pages = texts(path)
    assert [*spans(path)["Contents"]] == [1, 2, 3]
    for name in ("Nexus cards", "Mana cards", "Display", "What scores", "Score sheet", "Rulebook"):
        assert name in pages[1]
    assert pages[2].startswith("Printing")


@pytest.mark.slow
def test_a_kit_names_only_files_that_are_made(output: Output, tmp_path: Path) -> None:
    """The booklet is named if the same build makes it."""
    built(tmp_path, "hexpertise", "--only", "kit", "--paper", "a4")
    alone = " ".join(texts(tmp_path / "hexpertise/hexpertise-kit-a4.pdf")[:4])
    assert "Read them here." not in alone
    assert ".pdf" not in alone
    together = "".join(texts(kit(output, "hexpertise", "a4"))[:4]).replace(" ", "")
    # PDFium reads a hyphen at the end of a line as this character.
    together = together.replace("\ufffe", "-")
    assert "hexpertise-rules-booklet-a4.pdf" in together
    # The booklet has a cover, and the page of the rules in the kit has none.
    assert "Thebooklet" in together
    assert "The booklet" not in alone


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "ruled"), [("a4", True), ("letter", False)])
def test_a_kit_tells_which_sheets_have_no_ruler(tmp_path: Path, paper: str, ruled: bool) -> None:
    """Poker cards three by three leave no room on Letter; the kit and the report say so."""
    words = ("--only", "kit", "--pieces", "cards", "--paper", paper)
    result = built(tmp_path, "playing-cards", *words)
    pages = texts(tmp_path / f"playing-cards/playing-cards-kit-{paper}.pdf")
    sentence = (
        "There is no room for a ruler on pages 3 to 13: measure the first piece, which is"
        " 63.5 x 88.9 mm."
    )
    assert (sentence in pages[1]) == (not ruled)
    assert ("Then the ruler on a sheet" in pages[1]) == ruled
    assert ("no room for a ruler" in result.output) == (not ruled)
    assert ("This ruler is" in pages[2]) == ruled


@pytest.mark.parametrize("game", GAMES)
def test_a_kit_names_the_pages_to_print_on_both_sides(output: Output, game: str) -> None:
    """They are the fronts and their backs; the sheets on one side are all others, and no page is blank."""
    path = kit(output, game, "a4")
    pages = texts(path)
    front = " ".join(pages[page - 1] for page in spans(path)["Contents"])
    backs = {number for number, text in enumerate(pages, 1) if re.search(r", backs page", text)}
    both = re.findall(rf"Print pages ({RUNS}) on both sides", front)
    single = re.findall(rf"Print pages? ({RUNS}) on one side", front)
    assert {page for words in both for page in listed(words)} == backs | {
        each - 1 for each in backs
    }
    if both:
        sheets = {page for title, span in spans(path).items() if kinds(title) for page in span}
        assert {page for words in single for page in listed(words)} == sheets - listed(both[0])


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "edge"),
    [((), "long edge"), (("--duplex", "short-edge"), "short edge"),
     (("--duplex", "none"), ""), (("--duplex", "gutterfold"), "")],
)  # fmt: skip
def test_duplex_follows_the_option(tmp_path: Path, options: tuple[str, ...], edge: str) -> None:
    """The steps name the edge; the file itself is printed on one side, since not all of its pages have backs."""
    built(tmp_path, "playing-cards", "--only", "kit", "--paper", "a4", *options)
    path = tmp_path / "playing-cards/playing-cards-kit-a4.pdf"
    with pikepdf.open(path) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"
    steps = " ".join(texts(path)[1:3])
    assert re.findall(r"turned over the (\w+ edge)", steps) == ([edge] if edge else [])


def test_steps_and_contents_follow_the_pages(output: Output) -> None:
    """Highway's cards and tokens have backs, so they come before its board."""
    pages = texts(kit(output, "hexagonal-highway", "a4"))
    steps = [
        (kind, pages[2].index(f"{kind}, page")) for kind in ("Cards", "Tokens", "Board", "Pads")
    ]
    assert steps == sorted(steps, key=lambda step: step[1])
    assert pages[1].index("Pawns") < pages[1].index("Board") < pages[1].index("Score sheet")


def test_every_piece_is_there(output: Output) -> None:
    """Words are counted on the pages: names on cards, forms."""
    highway = texts(kit(output, "hexagonal-highway", "a4"))
    marks = top_bookmarks(kit(output, "hexagonal-highway", "a4"))
    pads = " ".join(highway[marks["Pads"] - 1 : marks["Rules"] - 1])
    assert pads.count("secret until all are in") == 6
    assert pads.count("print 6 copies") == 1
    cards = highway[marks["Cards"] - 1]
    for title in ("Theme", "Centre Control", "Line of Sight", "Reverse the", "Robbery", "Rubber"):
        assert title in cards
    hexpertise = texts(kit(output, "hexpertise", "letter"))
    marks = top_bookmarks(kit(output, "hexpertise", "letter"))
    words = " ".join(hexpertise[marks["Cards"] - 1 : marks["Pads"] - 1])
    # Each element is on five mana cards once and on one nexus card twice.
    for element in ("Light", "Dark", "Fire", "Water", "Earth", "Air"):
        assert len(re.findall(rf"\b{element}\b", words)) == 5 + 2


@pytest.mark.parametrize("game", GAMES)
def test_a_kit_says_what_it_is(output: Output, game: str) -> None:
    """Title, author, language; figures have words; fonts are all inside; true size."""
    with pikepdf.open(kit(output, game, "a4")) as pdf:
        assert str(pdf.docinfo["/Title"]).endswith(": print-and-play kit")
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        figures = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == "/Figure"
        ]
        assert figures
        assert all(len(str(figure.Alt)) > 2 for figure in figures)
        fonts = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        assert all("/FontFile2" in font for font in fonts)


@KITS
def test_rules_can_be_read_and_folded(output: Output, game: str, paper: str) -> None:
    """The rulebook page by page with bookmarks, and as a booklet on lying sheets."""
    folder = output(game, paper)
    rules = folder / f"{game}-rules-{paper}.pdf"
    with pikepdf.open(rules) as pdf, pdf.open_outline() as outline:
        titles = [item.title for top in outline.root for item in (top, *top.children)]
    assert any("Components" in title for title in titles)
    assert any("Player aid" in title for title in titles)
    width, height = SIZES[paper]
    with pikepdf.open(folder / f"{game}-rules-booklet-{paper}.pdf") as pdf:
        assert len(pdf.pages) % 2 == 0
        for page in pdf.pages:
            box = [float(number) / POINTS_PER_MM for number in page.mediabox]
            assert box[2:] == pytest.approx([height, width], abs=0.1)
    words = " ".join(texts(rules))
    assert "{{" not in words
    assert re.search("Designer.s notes.* Credit", words, re.DOTALL)


def test_the_manifest_counts_everything(output: Output) -> None:
    """Every file, and how many there are of each piece."""
    manifest = json.loads((output("hexagonal-highway", "a4") / "manifest.json").read_text())
    assert manifest["components"] == {
        "board": 61, "rounds": 6, "direction": 55, "blockade": 6, "robber": 12, "pawn": 6,
    }  # fmt: skip
    kinds = {each["path"]: each for each in manifest["files"]}
    kit_entry = kinds["hexagonal-highway-kit-a4.pdf"]
    assert kit_entry["pages"] == len(texts(kit(output, "hexagonal-highway", "a4")))
    assert kinds["hexagonal-highway-board-poster-a4.pdf"]["pages"] == 1 + 4


@pytest.mark.slow
def test_the_same_kit_is_the_same_bytes(output: Output, tmp_path: Path) -> None:
    """Also what pikepdf has put together."""
    built(tmp_path, "hexpertise", "--only", "kit", "--only", "rules", "--paper", "a4")
    for path in (tmp_path / "hexpertise").glob("*.pdf"):
        assert path.read_bytes() == (output("hexpertise", "a4") / path.name).read_bytes()


def words(items: tuple[Item, ...], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """Every text with its size on paper."""
    for item in items:
        match item:
            case Text(string, _, size):
                yield string, size * scale
            case Clip(_, inner) | Drawing(inner):
                yield from words(inner, scale)
            case Placed(drawing, _, larger):
                yield from words(drawing.items, scale * larger)


def game_sections(game: str) -> Iterator[Section]:
    """All sections on both papers, without tiles, whose ids are small."""
    pieces = make_pieces(bundled(game))
    for paper in chosen_papers(["both"]):
        yield from sections(
            pieces, paper, BuildOptions(pieces=[kind.key for kind in KINDS[1:]], copies=True)
        )


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_smaller_than_seven_points(game: str) -> None:
    """On cards, boards, tokens, pads and in the figures of the rulebook."""
    for section in game_sections(game):
        for page in section.pages:
            for layer in Layer:
                small = [each for each in words(page.items(layer)) if each[1] < SMALLEST]
                assert small == [], page.title
    rulebook = read_rulebook(make_pieces(bundled(game)))
    for block in () if rulebook is None else rulebook.blocks:
        if isinstance(block, Figure):
            # No figure is scaled, on half a sheet of Letter neither.
            assert block.picture.box.width <= COLUMN + 0.5, block.caption
            small = [each for each in words((block.picture.drawing,)) if each[1] < SMALLEST]
            assert small == [], block.caption


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("game", GAMES)
def test_each_section_has_its_pieces(game: str) -> None:
    """As many as are counted lie on its fronts; backs are where the fronts are reflected."""
    for section in game_sections(game):
        if section.name == "board-poster":
            continue
        # A master page is printed several times; its last copy may have forms to spare.
        often = [sheets.job.prints for sheets in section.sheets for page in sheets.pages]
        fronts = [
            page.pieces * times
            for page, times in zip(section.pages, often or [1] * len(section.pages), strict=True)
        ]
        spare = sum(fronts) - section.pieces
        assert spare == 0 or (section.name == "pads" and 0 < spare < max(fronts))
        for front, back in zip(section.pages, section.pages[1:], strict=False):
            if not back.title.endswith(", backs"):
                continue
            places = [item.at for item in front.items(Layer.ART) if isinstance(item, Placed)]
            turned = [item for item in back.items(Layer.ART) if isinstance(item, Placed)]
            reflected = [Point(front.width - at.x, at.y) for at in places]
            assert {at.at for at in turned} <= set(reflected)
            assert {item.scale for item in turned} == {1.0}
            assert not back.items(Layer.CUT), "marks are on fronts only"


@pytest.mark.slow
def test_an_order_for_players_reaches_the_tokens(tmp_path: Path) -> None:
    """Four start tiles, four tokens."""
    built(tmp_path, "controlled-path", "--players", "4", "--only", "pdf")
    manifest = json.loads((tmp_path / "controlled-path" / "manifest.json").read_text())
    assert (manifest["pieces"], manifest["components"]["token"]) == (41, 4)


@pytest.mark.slow
def test_a_rulebook_for_fewer_players_shows_the_pieces_of_all(tmp_path: Path) -> None:
    """Figures of Controlled Path have four tokens; its values are those of two players."""
    built(tmp_path, "controlled-path", "--players", "2", "--paper", "a4", "--only", "kit")
    with pypdfium2.PdfDocument(tmp_path / "controlled-path/controlled-path-kit-a4.pdf") as kit:
        text = kit[1].get_textpage().get_text_bounded()
    assert "for 2 players" in text


@pytest.mark.slow
def test_checking_draws_nothing_twice() -> None:
    """The pieces of a checked game have the drawings of the check."""
    from pnp.definition import load_definition

    checked = checked_game(load_definition(ROOT / "tilesets/hexpertise.yaml"))
    deck = checked.pieces.components.decks[0]
    assert checked.pieces.cards(deck) is checked.pieces.cards(deck)
    assert checked.findings == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "key", "shown"),
    [
        # The next test reads the same kit.
        ("hexagonal-highway", "R red · O orange", "tokens, sheet 1 of 1"),
        *(
            pytest.param(*case, marks=pytest.mark.nightly)
            for case in (
                ("hex-auction", "R red · O orange", "tiles of 38 mm"),
                ("hexpertise", "L light · D dark", ""),
            )
        ),
    ],
)
def test_the_key_to_letters_is_where_pieces_have_them(
    in_pens: Callable[[str], Path], game: str, key: str, shown: str
) -> None:
    """With pens: tiles and tokens have letters; cards have signs, names and small figures, backs a pattern.

    Nobody colours a form to write on.
    """
    pages = texts(in_pens(game))
    at = next(at for at, page in enumerate(pages) if "Colour the pieces with pens" in page)
    assert ("letter of its colour" in pages[at]) == (key in pages[at]) == bool(shown)
    with_key = [page for page in pages[at + 1 :] if key in page]
    fronts = [page for page in pages[at + 1 :] if shown and shown in page]
    fronts = [page for page in fronts if f"{shown}, backs" not in page]
    assert with_key == fronts
    assert len(with_key) == {"hex-auction": 3, "hexagonal-highway": 1}.get(game, 0)


@pytest.mark.slow
def test_the_key_to_letters_breaks_between_colours(in_pens: Callable[[str], Path]) -> None:
    """A letter stays beside the name of its colour where the key has two lines, and dots end lines."""
    printed = paper_pages.words(in_pens("hexagonal-highway").read_bytes())
    at = next(at for at, each in enumerate(printed) if each.text == "letter")
    key = [each for each in printed[at : at + 40] if each.page == printed[at].page]
    colours = {"R": "red", "O": "orange", "G": "green", "S": "sky", "P": "purple", "K": "black"}
    letters = [next(each.box for each in key if each.text == letter) for letter in colours]
    names = [next(each.box for each in key if name in each.text) for name in colours.values()]
    tops = sorted(each.y for each in names)
    assert sum(below - above > 2 for above, below in pairwise(tops)) == 1
    assert [each.bottom for each in letters] == pytest.approx(
        [each.bottom for each in names], abs=1.5
    )
    left = min(each.box.x for each in key)
    assert not [each for each in key if each.text == "·" and each.box.x < left + 1]


LARGE = """
game: large
colours: [red, blue]
pieces:
  boards:
    - {name: land, title: The land, size: 400 x 300mm, face: [{shape: fill, fill: "#DDEECC"}]}
    - {name: yard, title: The yard, squares: 4x4, cell: 20mm}
  tokens: [{name: pawn, size: 12mm, colours: all, count: 4}]
"""


@pytest.mark.slow
def test_a_board_that_is_a_poster_alone_is_in_the_contents(tmp_path: Path) -> None:
    """Its panel names its file with the number of its sheets, also beside a board in the kit."""
    (tmp_path / "large.yaml").write_text(LARGE, encoding="utf-8")
    build = (str(tmp_path / "large.yaml"), "--paper", "a4", "--only", "kit")
    built(tmp_path / "both", *build, "--only", "pdf")
    contents = texts(tmp_path / "both/large/large-kit-a4.pdf")[1]
    sheets = len(texts(tmp_path / "both/large/large-board-poster-a4.pdf"))
    assert sheets > 4
    # A long name may be in several lines.
    panel = "".join(contents.replace("\N{ZERO WIDTH SPACE}", "").split())
    assert f"1ThelandBoard,{sheets}sheetsinlarge-board-poster-a4.pdf" in panel
    assert re.search(r"1 The yard Board, page [0-9]+ ", contents)
    # A build of the kit alone makes no such file.
    built(tmp_path / "kit", *build)
    alone = texts(tmp_path / "kit/large/large-kit-a4.pdf")[1]
    assert "The yard" in alone
    assert "The land" not in alone


ALIKE = """\
game: rummy
title: Rummy
players: 4
pieces:
  cards:
    - {name: red, title: Pack, face: FACE, cards: [{title: Ace}, {title: King}], copies: 4}
    - {name: few, title: Pack, face: FACE, cards: [{title: Ace, copies: 2}, {title: King}]}
    - {name: blue, title: Blue pack, face: FACE, cards: [{title: Ace}, {title: King}]}
    - {name: other, title: Pack, face: FACE, cards: [{title: Ace}, {title: Queen}]}
    - {name: tall, title: Pack, face: FACE, size: tarot, cards: [{title: Ace}, {title: King}]}
    - {name: inked, title: Pack, face: FACE, ground: "#EEDDCC", cards: [{title: Ace}, {title: King}]}
""".replace("FACE", '[{text: "{title}"}]')


def test_decks_that_differ_in_copies_alone_are_one_kind() -> None:
    """With the titles of all and the sum of their cards; another card, size or ink makes another kind."""
    lines = inventory(make_pieces(set_of(ALIKE)))
    assert [(each.title, each.number) for each in lines] == [
        ("Pack and Blue pack", "13"), ("Pack", "2"), ("Pack", "2"), ("Pack", "2"),
    ]  # fmt: skip
    assert len(lines[0].ids) == 6


@pytest.mark.slow
def test_decks_that_differ_in_copies_alone_have_one_panel(tmp_path: Path) -> None:
    """The contents of the kit name the pages of all."""
    (tmp_path / "rummy.yaml").write_text(ALIKE, encoding="utf-8")
    built(tmp_path, str(tmp_path / "rummy.yaml"), "--paper", "a4", "--only", "kit")
    contents = " ".join(texts(tmp_path / "rummy/rummy-kit-a4.pdf")[1].split())
    assert "13 Pack and Blue pack Cards, pages " in contents
