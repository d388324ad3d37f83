"""Sharing: in a kit, small sections lie on sheets that another section leaves half empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from pnp.colour.theme import STANDARD, Theme
from pnp.draw.look.looks import look_of
from pnp.imposition import Bleed, Job, SheetOptions, make_sheets
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, Section, kind_of, piece_groups, sections
from pnp.pieces import Cutout, Face, Pieces, Trim, make_pieces, rigid
from pnp.project.kit_pages import leaves, sharing
from pnp.project.themes import chosen_theme
from pnp.render import pdf_bytes
from pnp.scene import Clip, Document, Drawing, Item, Layer, Page, Placed, Shape, Text, strings_of
from pnp.scene.geometry import Box, Point, bounding_box, circle, heading
from pnp.scene.geometry import Path as Outline
from tests.conftest import Call, bundled, set_of
from tests.pages import page_texts
from tests.rasters import Raster, pdf_raster
from tests.test_bands import box_of, check, segments
from tests.test_craft import A4

STATIC, PATH, SMALL, MANY = "hexstatic", "controlled-path", "small", "many"

# Five tiles, and cards of three kinds.
CARDS = """
    game: {game}
    players: 3
    colours: {{red: "#FF0000", blue: "#0000FF", green: "#00DD00"}}
    tiles:
      shape: {shape}
      size: {across}mm
      families:
        - {{name: one, generate: edges, colours: {{red: 1..4, blue: any}}, copies: {tiles}}}
    pieces:
      cards:
        - {{name: pairs, generate: pairs, size: {size}, copies: {copies}, back: sun}}
      tokens:
        - {{name: coin, size: 20mm, count: {coins}, front: coin}}
"""


def cards(
    game: str,
    *,
    shape: str = "square",
    across: int = 20,
    size: str = "poker",
    copies: int,
    coins: int = 3,
    tiles: int = 1,
) -> str:
    """A set of tiles, three kinds of cards, and coins."""
    return CARDS.format(
        game=game, shape=shape, across=across, size=size, copies=copies, coins=coins, tiles=tiles
    )


# All pieces of the first fit on one sheet; a sheet has room for nine cards of the second, or for 108 of its 125 tiles.
SMALL_SET = f"""{cards(SMALL, size="mini", copies=1).rstrip()}
        - {{name: buoy, size: 12mm, count: 2, front: sun, back: moon}}
"""
MANY_CARDS = cards(MANY, copies=4, tiles=25)
SETS = {SMALL: SMALL_SET, MANY: MANY_CARDS}


@cache
def pieces_of(name: str) -> Pieces:
    """The pieces of a set, which has this name or this text, drawn once."""
    text = SETS.get(name, name if "\n" in name else "")
    return make_pieces(set_of(text) if text else bundled(name))


def made(name: str, paper: str, layout: str = "auto", **options: object) -> list[Section]:
    """The bound sections of a game on a paper, each on sheets of its own."""
    (found,) = chosen_papers([paper])
    chosen = BuildOptions(
        layouts=(layout,),
        sheets=SheetOptions(**options),  # type: ignore[arg-type]
        theme=STANDARD,
    )
    return [each for each in sections(pieces_of(name), found, chosen) if each.bound]


def fronts(pages: Sequence[Page]) -> list[Page]:
    """The pages that are no backs."""
    return [page for page in pages if not page.title.endswith(", backs")]


@pytest.mark.slow
@pytest.mark.spread(4)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("game", "before", "after"),
    [(STATIC, 8, 7), (PATH, 5, 4), ("hex-auction", 6, 6), ("hexagonal-highway", 7, 7),
     ("hexpertise", 6, 6), (SMALL, 3, 1)],
)  # fmt: skip
def test_a_kit_takes_fewer_sheets(game: str, paper: str, before: int, after: int) -> None:
    """Three tokens take no sheet of their own; pieces that need more room keep theirs."""
    own = made(game, paper)
    shared = sharing(own, STANDARD)
    assert sum(len(fronts(each.pages)) for each in own) == before
    assert sum(len(fronts(each.pages)) for each in shared if not each.shares) == after
    assert {each.name for each in shared} == {each.name for each in own}


def outline_box(path: Outline) -> Box:
    """The box round a path."""
    return bounding_box([point for line in segments(path) for point in line])


COMBINATIONS = [
    *((name, paper, layout, {"cuts": cuts})
      for name in (STATIC, PATH, SMALL)
      for paper in ("a4", "letter")
      for layout, cuts in (("auto", "auto"), ("straight", "lines"), ("straight", "crop"),
                           ("spaced", "machine"), ("honeycomb", "outlines"), ("auto", "none"))),
    *((SMALL, "a4", "spaced", {"bleed": bleed, "duplex": "short-edge", "plain_backs": plain})
      for bleed, plain in ((Bleed("shared", 1.0), True), (Bleed("shared", 3.0), False), (Bleed("full", 2.0), True))),
]  # fmt: skip


@pytest.mark.spread(13)
@pytest.mark.parametrize(("name", "paper", "layout", "options"), COMBINATIONS)
def test_each_kind_has_a_strip_of_its_own(
    name: str, paper: str, layout: str, options: dict[str, object]
) -> None:
    """Every piece is there once; no piece, cut, number or bleed of one kind enters another's strip."""
    own, bleed = made(name, paper, layout, **options), options.get("bleed")
    assert bleed is None or isinstance(bleed, Bleed)
    shared = sharing(own, STANDARD)
    assert any(each.shares for each in shared)
    cut = [each for each in own if each.stock == "card"]
    kept = [each for each in shared if each.stock == "card" and not each.shares]
    assert sum(page.pieces for each in kept for page in each.pages) == sum(
        each.pieces for each in cut
    )
    for host in kept:
        for page in host.pages:
            check(page.numbered("page 996"))
    # A box has a sheet of its own.
    (host,) = (each for each in kept if each.name != "boxes")
    page = fronts(host.pages)[-1]
    # Art that goes over the trim without a joint is clipped to the room of its bleed.
    art = (item.items[0] if isinstance(item, Clip) else item for item in page.items(Layer.ART))
    placed = [each for each in art if isinstance(each, Placed)]
    guests = [each for each in shared if each.shares]
    drawn = [
        *(outline_box(item.path) for item in page.items(Layer.BLEED) if isinstance(item, Clip)),
        *(box_of(item) for item in page.items(Layer.GUIDE)
          if isinstance(item, Text) and item.string.isdigit()),
        *(outline_box(item.path) for item in page.items(Layer.CUT) if isinstance(item, Shape)),
    ]  # fmt: skip
    assert page.pieces == len(placed)
    at = len(placed)
    for guest in reversed(guests):
        trims = [
            cutout.trim for cutout, copies in guest.sheets[0].job.pieces for _ in range(copies)
        ]
        at -= len(trims)
        below = placed[at : at + len(trims)]
        # Marks stand no more than 5.2 mm outside of the pieces and their bleed.
        line = min(
            each.at.y - max(trim.width, trim.height) / 2
            for each, trim in zip(below, trims, strict=True)
        )
        line -= 5.25 + (guest.sheets[0].job.bleed if bleed is None else bleed).reach
        assert all(each.at.y < line for each in placed[:at])
        for box in drawn:
            assert box.bottom < line or box.y > line, (guest.name, box)
    assert at > 0


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_kind_is_divided_where_that_saves_a_sheet(paper: str) -> None:
    """Cards fill the last sheet of the tiles, the others a sheet of their own; all of them are there."""
    tiles, cards, tokens = own = made(MANY, paper)
    assert [len(fronts(each.pages)) for each in own] == [2, 2, 1]
    shared = sharing(own, STANDARD)
    host, some, *rest = shared
    assert [each.name for each in shared] == ["tiles", "cards", "cards", "tokens"]
    assert [each.shares for each in shared] == [False, True, False, True]
    assert (host.name, some.pages) == ("tiles", host.pages[1:])
    (here,), (there,) = fronts(some.pages), fronts(rest[0].pages)
    assert host.pages[0].pieces + here.pieces == tiles.pieces + some.pieces
    assert there.pieces == rest[0].pieces + tokens.pieces
    assert some.pieces + rest[0].pieces == cards.pieces == 12
    for page in (here, there):
        check(page.numbered("page 996"))
    # The numbers of the cards' sheets go on.
    assert here.title == "many: tiles and cards, sheet 2 of 2"
    assert there.title == "many: cards and tokens, sheet 2 of 2"


@pytest.mark.spread(8)
@pytest.mark.slow
@pytest.mark.parametrize("cuts", ["auto", "outlines"])
@pytest.mark.parametrize(
    ("size", "copies", "coins"),
    [("bridge", 4, 3), ("bridge", 7, 90), ("mini", 7, 90), ("poker", 5, 90)],
)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_no_piece_is_lost_where_kinds_are_divided(
    paper: str, size: str, copies: int, coins: int, cuts: str
) -> None:
    """Also if cards have room on the sheet of the tiles, and the numbers of their cuts have none."""
    text = cards("any", shape="hexagon", across=28, size=size, copies=copies, coins=coins)
    own = made(text, paper, cuts=cuts)
    shared = sharing(own, STANDARD)
    kept = [page for each in shared if not each.shares for page in fronts(each.pages)]
    assert sum(page.pieces for page in kept) == sum(each.pieces for each in own)
    assert sum(each.pieces for each in shared) == sum(each.pieces for each in own)
    assert len(kept) <= sum(len(fronts(each.pages)) for each in own)


@pytest.mark.slow
def test_a_kit_names_all_pages_of_a_kind_that_is_divided(in_folder: Path, pnp: Call) -> None:
    """Pages of contents and steps; what begins on the second page has only that one."""
    (in_folder / "many.yaml").write_text(dedent(MANY_CARDS))
    assert pnp("build", "many.yaml", "--only", "kit", "--paper", "a4").exit_code == 0
    (kit,) = (in_folder / "output/many").glob("*.pdf")
    _, contents, *sheets = page_texts(kit.read_bytes())
    assert len(sheets) == 5
    for text in ("Tiles, pages 3 to 4", "Cards, pages 4 to 6", "Tokens, page 6"):
        assert contents.count(text) == 2, contents
    assert "125 tiles of 20 mm, 6 of 12 cards, sheet 2 of 2" in sheets[1]
    assert "6 of 12 cards, 3 tokens, sheet 2 of 2" in sheets[3]


@pytest.mark.parametrize(
    ("coins", "said"),
    [(91, "1 alone on the last sheet: 1 fewer, or a size of 19 mm, would save it"), (92, "")],
)
def test_a_build_says_what_would_save_the_sheet_of_a_single_piece(
    in_folder: Path, pnp: Call, coins: int, said: str
) -> None:
    """A sheet has room for 90 coins of 20 mm, and for more that are smaller."""
    (in_folder / "many.yaml").write_text(dedent(cards(MANY, copies=1, coins=coins)))
    output = pnp(
        "build", "many.yaml", "--only", "pdf", "--pieces", "tokens", "--paper", "a4"
    ).output
    assert output.count("alone on the last sheet") == bool(said)
    assert said in output


def test_backs_lie_behind_their_own_pieces() -> None:
    """Tiles have no back, the tokens on their sheet do; pages turn as they do without sharing."""
    own = made(STATIC, "a4")
    host, guest, *_ = sharing(own, STANDARD)
    assert [each.name for each in (host, guest)] == ["tiles", "tokens"]
    front, back = guest.pages
    assert host.pages[-2:] == (front, back)
    assert (front.front, back.front) == (True, False)
    assert (front.pieces, guest.pieces) == (16 + 3, 3)
    tokens = [item.at for item in front.items(Layer.ART) if isinstance(item, Placed)][-3:]
    turned = {item.at for item in back.items(Layer.ART) if isinstance(item, Placed)}
    assert turned == {at._replace(x=front.width - at.x) for at in tokens}


def test_pages_of_pieces_that_share_a_sheet() -> None:
    """Both kinds have the number of the sheet; what follows begins behind its backs."""
    tiles, tokens, pads, _ = leaves(sharing(made(STATIC, "a4"), STANDARD), 5)
    assert tiles.fronts == (5, 6, 7, 8, 9)
    assert tokens.fronts == (9,)
    assert [*tokens.numbers] == [9, 10]
    assert pads.fronts == (11,)


def test_cuts_of_a_shared_sheet_have_one_order() -> None:
    """The numbers of the cards' cuts follow those of the tiles, and none appears for two cuts."""
    host, *_ = sharing(made(SMALL, "a4", "straight", cuts="lines"), STANDARD)
    (page,) = fronts(host.pages)
    numbers = [
        int(item.string)
        for item in page.items(Layer.GUIDE)
        if isinstance(item, Text) and item.string.isdigit()
    ]
    assert {*numbers} == {*range(1, max(numbers) + 1)}
    assert all(numbers.count(each) <= 2 for each in numbers)


def test_folded_sheets_and_forms_share_nothing() -> None:
    """A fold leaves no strip for other pieces, and nobody prints a form on card."""
    for name in (STATIC, SMALL):
        folded = made(name, "a4", duplex="gutterfold")
        assert sharing(folded, STANDARD) == folded
    assert not [each for each in sharing(made(PATH, "a4"), STANDARD)[2:] if each.shares]


# Pieces without a back of their own have the pattern of the game, in every theme.


GAMES = ("hexstatic", "controlled-path", "hex-auction", "hexagonal-highway", "hexpertise")
HALF = 26.0

# The turns and mirrors of each trim, as degrees between its turns.
TRIMS = [
    (Trim("hexagon", 30, 30), 60),
    (Trim("hexagon", 18, 18), 60),
    (Trim("triangle", 40, 40), 120),
    (Trim("square", 30, 30), 90),
    (Trim("rectangle", 32, 44), 180),
    (Trim("circle", 16, 16), 60),
]


def back_of(trim: Trim, game: str, theme: Theme = STANDARD) -> Item:
    """The back of a piece that has none of its own."""
    tileset = bundled(game)
    piece = Cutout("x", trim, Face(rigid(Drawing(()))))
    look = look_of(tileset, theme)
    job = Job(tileset.definition, "tokens", "", [(piece, 1)], look=look)
    pages = make_sheets(job, "spaced", A4, SheetOptions(plain_backs=True), theme).pages
    (art,) = pages[1].items(Layer.ART)
    assert isinstance(art, Placed)
    return art.drawing


def shown(drawing: Drawing, turn: float) -> Raster:
    """A back with its centre in the middle of a page."""
    page = Page(2 * HALF, 2 * HALF, {Layer.ART: (Placed(drawing, Point(HALF, HALF), turn=turn),)})
    return pdf_raster(pdf_bytes(Document("", "", "", (page,))), 150)


def apart(one: Raster, other: Raster) -> float:
    """The mean difference of all dots; it is above 0.005 after half a step, or aside by half a millimetre."""
    return float(np.abs(one - other).mean())


@pytest.mark.parametrize(("trim", "step"), TRIMS)
@pytest.mark.parametrize("game", GAMES)
def test_a_plain_back_is_as_symmetric_as_its_trim(game: str, trim: Trim, step: int) -> None:
    """Every turn and the mirror of the trim give the same dots; turns and one mirror make the others."""
    back = back_of(trim, game)
    # A sheet may have turned the piece, which is upright again after a whole number of steps.
    seen = [shown(back, turn) for turn in range(0, 360, step)]
    assert seen[0].std() > 0.03
    assert all(apart(each, seen[0]) < 0.002 for each in seen[1:])
    mirrors = [apart(seen[0][:, ::-1], seen[0]), apart(seen[0][::-1], seen[0])]
    assert min(mirrors) < 0.002


@pytest.mark.parametrize("theme", ["standard", "dark", "low-ink", "greyscale", "pens"])
def test_plain_backs_have_the_ground_of_the_look(theme: str) -> None:
    """Themes without fills leave the paper white, with lines on it."""
    chosen = chosen_theme(theme)
    seen = shown(back_of(Trim("square", 30, 30), "hexpertise", chosen), 0)
    middle = seen[60:-60, 60:-60]
    covered = float((middle.mean(axis=2) < 0.6).mean())
    assert (covered > 0.5) == chosen.fills
    assert covered > 0.005


def test_cells_run_on_over_the_sides_of_tiles() -> None:
    """A whole number of cells goes from side to side: one tile's width away, the back is the same."""
    look = look_of(bundled("hexagonal-highway"), STANDARD)
    piece = Cutout("x", Trim("hexagon", 44, 44), Face(rigid(Drawing(()))))
    job = Job(bundled("hexagonal-highway").definition, "tiles", "", [(piece, 1)], look=look)
    options = SheetOptions(plain_backs=True, bleed=Bleed("full", 4.0))
    pages = make_sheets(job, "spaced", A4, options, STANDARD).pages
    (clip,) = (each for each in pages[1].items(Layer.BLEED) if isinstance(each, Clip))
    (back,) = (each for each in clip.items if isinstance(each, Placed))
    trim = pages[1].trim
    assert trim is not None
    # The heading of a side: a hexagon with upright sides is as wide as it is across flats.
    side = 90 if trim.width < trim.height else 0
    for number in range(6):
        out = heading(60 * number + side) * 22
        inner, outer = (bit(back, out * share) for share in (1.0, -1.0))
        assert inner.std() > 0.01
        assert apart(inner, outer) < 0.005


def bit(back: Placed, centre: Point) -> Raster:
    """A small round part of a back, round that point."""
    around = Clip(circle(Point(4, 4), 3.5), (replace(back, at=Point(4, 4) - centre),))
    page = Page(8, 8, {Layer.ART: (around,)})
    return pdf_raster(pdf_bytes(Document("", "", "", (page,))), 200)


DECKS = """\
game: decks
title: Decks
pieces:
  cards:
    - {name: a, cards: [{title: A, copies: 3}]}
    - {name: mat, back: none, size: {width: 150mm, height: 100mm}, cards: [{title: Mat, copies: 3}]}
"""


def card_sheets(text: str, options: SheetOptions) -> Document:
    """The sheets of the cards of a set."""
    pieces = make_pieces(set_of(text))
    cards = [card for deck in pieces.components.decks for card in pieces.cards(deck)]
    job = Job(pieces.definition, "cards", "", cards, tight=True, look=pieces.look)
    return Document("", "", "", make_sheets(job, "straight", A4, options, STANDARD).pages)


def card_pages(text: str, options: SheetOptions) -> list[Raster]:
    """The pages of the cards of a set."""
    document = card_sheets(text, options)
    pdf = pdf_bytes(document)
    return [pdf_raster(pdf, 40, page=number) for number in range(len(document.pages))]


def test_a_deck_may_have_no_back() -> None:
    """Its cards stay bare beside cards with backs, a game of such decks has no pages of backs; an option gives it some."""
    _, backs, _, bare = card_pages(DECKS, SheetOptions())
    half = backs.shape[0] // 2
    assert backs[:half].mean() < 0.8
    assert backs[half + 10 :].min() > 0.95
    assert bare[100:].min() > 0.95
    alone = DECKS.replace("name: a,", "name: a, back: none,")
    assert len(card_pages(alone, SheetOptions())) == 2
    deck, _ = piece_groups(make_pieces(set_of(alone)))
    assert [len(piece.sides) for piece in deck.pieces] == [1]
    *_, patterned = card_pages(DECKS, SheetOptions(plain_backs=True))
    assert patterned[100:].mean() < 0.9


def test_a_page_without_backs_says_so() -> None:
    """Its header says that it is blank on purpose, and the page before promises no backs."""
    pages = card_sheets(DECKS, SheetOptions()).pages
    said = [" ".join(strings_of(page.items(Layer.GUIDE))) for page in pages]
    assert ["blank on purpose" in words for words in said] == [False, False, False, True]
    assert ["backs on the next page" in words for words in said] == [True, False, False, False]


# The values by which a kit says how to cut its sheets.


@pytest.mark.parametrize(
    ("game", "paper", "printed", "apart"),
    [
        ("hexstatic", "a4", False, True),
        ("hexstatic", "letter", False, True),
        ("hexagonal-highway", "a4", True, True),
    ],
)
def test_the_step_of_pads_is_true_of_their_pages(
    game: str, paper: str, printed: bool, apart: bool
) -> None:
    """It speaks of lines only if a page has some, and of copies only if a page says how many."""
    pieces, (sheet,) = make_pieces(bundled(game)), chosen_papers([paper])
    made = [*sections(pieces, sheet, BuildOptions(pieces=("pads",)))]
    style = kind_of("pad").step(pieces, made, SheetOptions())
    assert (style["printed"], style["apart"]) == (printed, apart)
    assert style["any"] == (game == "hexstatic")
