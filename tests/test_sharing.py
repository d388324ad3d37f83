"""Sharing: in a kit, small sections lie on sheets that another section leaves half empty."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from pnp.colour.theme import STANDARD
from pnp.imposition import Bleed, SheetOptions
from pnp.kinds import Section, sections
from pnp.pieces import Pieces, make_pieces
from pnp.project import BuildOptions, chosen_papers
from pnp.project.kit_pages import leaves, sharing
from pnp.scene import Clip, Layer, Page, Placed, Shape, Text
from pnp.scene.geometry import Box, bounding_box
from pnp.scene.geometry import Path as Outline
from tests.conftest import Call, bundled, set_of
from tests.pages import page_texts
from tests.test_bands import box_of, check, segments

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
        - {{name: one, generate: edges, colours: {{red: 1..4, blue: any}}}}
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
) -> str:
    """A set of tiles, three kinds of cards, and coins."""
    return CARDS.format(
        game=game, shape=shape, across=across, size=size, copies=copies, coins=coins
    )


# All pieces of the first fit on one sheet; a sheet has room for nine cards of the second.
SMALL_SET = f"""{cards(SMALL, size="mini", copies=1).rstrip()}
        - {{name: buoy, size: 12mm, count: 2, front: sun, back: moon}}
"""
MANY_CARDS = cards(MANY, copies=4)
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


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("game", "before", "after"),
    [(STATIC, 7, 6), (PATH, 4, 3), ("hex-auction", 5, 5), ("hexagonal-highway", 6, 6),
     ("hexpertise", 5, 5), (SMALL, 3, 1)],
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


@pytest.mark.slow
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
    (host,) = kept
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


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_kind_is_divided_where_that_saves_a_sheet(paper: str) -> None:
    """Cards fill the sheet of the tiles, the others a sheet of their own; all of them are there."""
    tiles, cards, tokens = own = made(MANY, paper)
    assert [len(fronts(each.pages)) for each in own] == [1, 2, 1]
    shared = sharing(own, STANDARD)
    host, some, *rest = shared
    assert [each.name for each in shared] == ["tiles", "cards", "cards", "tokens"]
    assert [each.shares for each in shared] == [False, True, False, True]
    assert (host.name, some.pages) == ("tiles", host.pages)
    (here,), (there,) = fronts(some.pages), fronts(rest[0].pages)
    assert here.pieces == tiles.pieces + some.pieces
    assert there.pieces == rest[0].pieces + tokens.pieces
    assert some.pieces + rest[0].pieces == cards.pieces == 12
    for page in (here, there):
        check(page.numbered("page 996"))
    # The numbers of the cards' sheets go on.
    assert here.title == "many: tiles and cards, sheet 1 of 1"
    assert there.title == "many: cards and tokens, sheet 2 of 2"


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


def test_a_kit_names_all_pages_of_a_kind_that_is_divided(in_folder: Path, pnp: Call) -> None:
    """Pages of contents and steps; what begins on the second page has only that one."""
    (in_folder / "many.yaml").write_text(dedent(MANY_CARDS))
    assert pnp("build", "many.yaml", "--only", "kit", "--paper", "a4").exit_code == 0
    (kit,) = (in_folder / "output/many").glob("*.pdf")
    _, contents, *sheets = page_texts(kit.read_bytes())
    assert len(sheets) == 4
    for text in ("Tiles, page 3", "Cards, pages 3 to 5", "Tokens, page 5"):
        assert contents.count(text) == 2, contents
    assert "5 tiles of 20 mm, 6 of 12 cards, sheet 1 of 1" in sheets[0]
    assert "6 of 12 cards, 3 tokens, sheet 2 of 2" in sheets[2]


def test_backs_lie_behind_their_own_pieces() -> None:
    """Tiles have no back, the tokens on their sheet do; pages turn as they do without sharing."""
    own = made(STATIC, "a4")
    host, guest, _ = sharing(own, STANDARD)
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
    tiles, tokens, pads = leaves(sharing(made(STATIC, "a4"), STANDARD), 5, double=True)
    assert tiles.fronts == (5, 7, 9, 11, 13)
    assert tokens.fronts == (13,)
    assert tokens.numbers == (13, 14)
    assert (tiles.last, tokens.last, pads.fronts) == (14, 14, (15,))


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
