"""Panels: kinds of pieces and steps that fill a page, measured on the pages."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

import pytest

from pnp.documents import (
    Block,
    Book,
    Figure,
    Heading,
    Numbered,
    Paragraph,
    Part,
    Parts,
    Picture,
    Run,
    book_pdf,
)
from pnp.documents.typography import typography
from pnp.imposition.boards import board_page
from pnp.imposition.papers import chosen_papers
from pnp.kinds import inventory, kind_of, tile_picture
from pnp.pieces import make_pieces
from pnp.project.sheet_pictures import sheet_picture, stapled
from pnp.render import svg_text
from pnp.scene import Clip, Drawing, Layer, Page, Shape, Text
from pnp.scene import Placed as PlacedItem
from pnp.scene.geometry import Box, Point, bounding_box, polygon
from tests.conftest import bundled
from tests.pages import Placed, figures, opened, word, words
from tests.rasters import svg_raster

Size = tuple[float, float]

A4, A5, LETTER = (210.0, 297.0), (148.0, 210.0), (215.9, 279.4)
SIZES = pytest.mark.parametrize("size", [A4, LETTER, A5], ids=["a4", "letter", "a5"])

# Kinds of pieces with pictures of several shapes; those that repeat are wide, upright and square.
SHAPES = ((120.0, 50.0), (60.0, 90.0), (70.0, 70.0))


def black(width: float, height: float, alt: str) -> Picture:
    """A picture of this size, all black."""
    corners = Box(0, 0, width, height).corners
    return Picture(Drawing((Shape(polygon(corners), "#000000"),)), Box(0, 0, width, height), alt)


def kinds(number: int) -> Parts:
    """So many kinds of pieces; some names are long, and one kind has no number."""
    return Parts(
        tuple(
            Part(
                black(*SHAPES[at % 3], f"Kind{at}"),
                "" if at == 1 else f"{at + 10}",
                f"Name{at}" + " of a kind of pieces" * (at % 3),
                f"Note{at}",
            )
            for at in range(number)
        ),
        pages=1,
    )


def heading(level: int, content: str) -> Heading:
    """A heading."""
    return Heading(level, (Run(content),))


def book(*blocks: Block) -> Book:
    """A book of these blocks."""
    return Book(title="Game", author="A", subject="S", blocks=blocks)


def found(pdf: bytes) -> dict[str, Placed]:
    """The figures by their words."""
    with opened(pdf) as file:
        return {each.element.alt: each for each in figures(file)}


@SIZES
@pytest.mark.parametrize("number", [2, 3, 5, 7, 8, 11, 12])
def test_kinds_of_pieces_fill_their_page(size: Size, number: int) -> None:
    """Captions of a row stand on one line, no column is empty, and the last row is at the foot."""
    pdf = book_pdf(book(heading(1, "Title"), kinds(number)), *size)
    design, shown = typography(*size), found(pdf)
    assert {*shown} == {f"Kind{at}" for at in range(number)}
    names = [word(pdf, f"Name{at}") for at in range(number)]
    assert [each.page for each in names] == [shown[f"Kind{at}"].page for at in range(number)]
    for page in {each.page for each in names}:
        lines = sorted(each.box.y for each in names if each.page == page)
        # Names are on one line, but for the shapes of letters, or rows apart.
        assert all(below - line < 0.2 or below - line > 15 for line, below in pairwise(lines))
        assert lines[-1] > size[1] - design.margin.bottom - 30
        boxes = [each.box for each in shown.values() if each.page == page]
        assert min(each.x for each in boxes) < size[0] / 2 < max(each.right for each in boxes)
        for at, each in enumerate(names):
            assert each.page != page or shown[f"Kind{at}"].box.bottom < each.box.y


@SIZES
@pytest.mark.parametrize("number", [2, 4, 7, 10])
def test_pictures_are_as_large_as_their_panels(size: Size, number: int) -> None:
    """Pictures of the same shape take a fifth of the page together, and none overlaps another."""
    parts = tuple(Part(black(80, 70, f"Kind{at}"), "1", f"N{at}", "") for at in range(number))
    pdf = book_pdf(book(heading(1, "Title"), Parts(parts, pages=1)), *size)
    design, shown = typography(*size), [*found(pdf).values()]
    pages = {each.page for each in shown}
    area = sum(each.box.width * each.box.height for each in shown)
    room = (size[0] - design.margin.inner - design.margin.outer) * design.text_height
    assert area > 0.2 * room * len(pages)
    for at, one in enumerate(shown):
        for other in shown[at + 1 :]:
            apart = one.box.right <= other.box.x or other.box.right <= one.box.x
            apart = apart or one.box.bottom <= other.box.y or other.box.bottom <= one.box.y
            assert one.page != other.page or apart


@SIZES
def test_tall_pictures_leave_little_ground_bare(size: Size) -> None:
    """Two tall pictures lie one below the other, where side by side half of their panels would be empty."""
    parts = tuple(Part(black(70, 90, f"Kind{at}"), "1", f"N{at}", "") for at in range(2))
    shown = found(book_pdf(book(heading(1, "Title"), Parts(parts, pages=1)), *size))
    above, below = (shown[f"Kind{at}"].box for at in range(2))
    assert above.bottom < below.y
    assert above.height + below.height > 0.6 * typography(*size).text_height


@SIZES
def test_a_row_leaves_the_height_that_it_does_not_need(size: Size) -> None:
    """A wide picture is as large as the page is wide; the upright one below it takes the rest."""
    parts = (
        Part(black(200, 30, "wide"), "1", "A", ""),
        Part(black(200, 240, "tall"), "1", "B", ""),
    )
    shown = found(book_pdf(book(heading(1, "Title"), Parts(parts, pages=1)), *size))
    assert shown["wide"].page == shown["tall"].page == 0
    assert shown["tall"].box.height > 0.5 * typography(*size).text_height
    assert shown["wide"].box.width > 0.9 * typography(*size).text_width


@pytest.mark.parametrize("size", [A4, LETTER], ids=["a4", "letter"])
def test_a_few_small_pieces_lie_in_one_row_if_they_have_a_row_to_themselves(size: Size) -> None:
    """Two rows of them would leave the sides of the panel bare, and take height from all others."""
    few = Part(black(53, 34, "two rows"), "6", "F", "", (black(106, 16, "one row"),))
    others = (Part(black(100, 80, f"Kind{at}"), "1", f"N{at}", "") for at in range(4))
    shown = found(book_pdf(book(heading(1, "Title"), Parts((few, *others), pages=1)), *size))
    assert "one row" in shown


@pytest.mark.parametrize("size", [A4, LETTER], ids=["a4", "letter"])
def test_no_small_picture_has_a_row_to_itself(size: Size) -> None:
    """Panels of a row that lacks one are wider, all by the same; a wide panel is for a wide picture."""
    shapes = ((70, 90), (150, 200), (40, 40), (80, 95), (75, 100))
    parts = tuple(Part(black(*each, f"Kind{at}"), "1", "", "") for at, each in enumerate(shapes))
    shown = found(book_pdf(book(heading(1, "Title"), Parts(parts, pages=1)), *size))
    rows = defaultdict(list)
    for each in shown.values():
        rows[round(each.box.centre.y)].append(each.box.centre.x)
    assert sorted(len(row) for row in rows.values()) == [2, 3]
    for row in rows.values():
        assert row[0] + row[-1] == pytest.approx(size[0], abs=5)


def steps(number: int, words: int = 20) -> Numbered:
    """So many steps, each with a sheet."""
    items = [
        (
            Paragraph((Run(f"Step{at} " + "cut it out " * words),)),
            Figure(black(210, 297, f"Sheet{at}"), (Run(f"Page{at}"),), f"Sheet{at}"),
        )
        for at in range(number)
    ]
    return Numbered(tuple(items))


def test_a_name_that_is_hardly_wider_than_its_picture_has_one_line() -> None:
    """Names go into the margins of a panel."""
    parts = tuple(Part(black(60, 60, f"Kind{at}"), "5", "Direction cards", "") for at in range(5))
    pdf = book_pdf(book(heading(1, "Title"), Parts(parts)), *A4)
    lines = {
        round(each.box.bottom, 1) for each in words(pdf) if each.text in {"Direction", "cards"}
    }
    assert len(lines) == 1


def test_steps_with_few_words_leave_their_room_to_others() -> None:
    """One long step beside its picture does not make the pictures of all steps small."""
    long, short = steps(5, 36).items, steps(5, 3).items
    text = tuple(Paragraph((Run("word " * 90),)) for _ in range(4))
    some = Numbered((long[0], short[1], short[2], long[3], short[4]))
    shown = found(book_pdf(book(heading(1, "Title"), *text, some), *LETTER))
    assert sum(each.box.height for each in shown.values()) > 120


@pytest.mark.parametrize("size", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 6])
def test_steps_fill_the_rest_of_their_page(size: Size, number: int) -> None:
    """All are on one page with the texts around them, in order, and down to its foot."""
    last = Paragraph((Run("Ending"),))
    blocks = (heading(1, "Title"), heading(2, "Cut"), steps(number, 8), heading(2, "Credits"), last)
    pdf = book_pdf(book(*blocks), *size)
    shown = found(pdf)
    assert len(shown) == number
    assert {each.page for each in shown.values()} == {0}
    assert word(pdf, "Ending").page == 0
    assert word(pdf, "Ending").box.bottom > size[1] - typography(*size).margin.bottom - 8
    places = [word(pdf, f"Step{at}").box for at in range(number)]
    # Panels are read row by row; beside pictures, words of a row are in the middle of their panels.
    assert places == sorted(places, key=lambda box: (round(box.y / 40), box.x))
    for each in shown.values():
        assert each.box.width <= 0.3 * 210 + 0.5
        assert each.box.height > 14


@pytest.mark.parametrize("size", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("number", [3, 4, 5])
def test_the_words_of_all_steps_have_one_size(size: Size, number: int) -> None:
    """Also those of the last step, whose panel takes the rest of its row."""
    text = tuple(Paragraph((Run("line " * 70),)) for _ in range(2))
    printed = words(book_pdf(book(heading(1, "Title"), *text, steps(number, 9)), *size))
    widths = {round(each.box.width, 2) for each in printed if each.text == "cut"}
    assert len([each for each in printed if each.text == "cut"]) == 9 * number
    assert max(widths) - min(widths) < 0.05


@pytest.mark.parametrize("size", [A4, LETTER], ids=["a4", "letter"])
def test_few_steps_leave_little_ground_bare(size: Size) -> None:
    """Two pictures lie one below the other, where panels side by side would be half empty."""
    text = Paragraph((Run("word " * 160),))
    shown = found(book_pdf(book(heading(1, "Title"), text, steps(2, 5)), *size))
    above, below = (shown[f"Sheet{at}"].box for at in range(2))
    assert above.bottom < below.y


def test_a_row_of_fewer_steps_has_panels_of_one_width() -> None:
    """Two steps below three have their pictures in the middle of half a page each."""
    shown = found(book_pdf(book(heading(1, "Title"), steps(5, 12)), *A4))
    centres = sorted((round(each.box.y), each.box.centre.x) for each in shown.values())
    upper, lower = [x for _, x in centres[:3]], [x for _, x in centres[3:]]
    assert lower[0] == pytest.approx((upper[0] * 3 + upper[1]) / 4, abs=1)
    assert lower[0] + lower[1] == pytest.approx(2 * upper[1], abs=1)


def test_a_step_alone_in_its_row_has_its_words_beside_its_picture() -> None:
    """No huge panel has a small picture above one line of words."""
    pdf = book_pdf(book(heading(1, "Title"), steps(3, 12)), *A4)
    shown = [found(pdf)[f"Sheet{at}"].box for at in range(3)]
    assert shown[0].y == pytest.approx(shown[1].y, abs=0.1)
    assert shown[2].y > shown[0].bottom
    assert word(pdf, "Step0").box.y > shown[0].bottom
    assert word(pdf, "Step2").box.x > shown[2].right


@pytest.mark.slow
def test_too_many_steps_for_a_page_are_a_list() -> None:
    """Steps with long words go on; none is lost."""
    pdf = book_pdf(book(heading(1, "Title"), steps(14, 40)), *A4)
    shown = found(pdf)
    assert len(shown) == 14
    assert [word(pdf, f"Step{at}").page for at in range(14)] == sorted(
        word(pdf, f"Step{at}").page for at in range(14)
    )
    assert len({each.page for each in shown.values()}) > 1


@pytest.mark.slow
def test_a_long_text_below_steps_begins_a_page() -> None:
    """The panels keep their page to themselves."""
    long = tuple(Paragraph((Run("word " * 60 + f"end{at}"),)) for at in range(12))
    pdf = book_pdf(book(heading(1, "Title"), steps(4), *long), *A4)
    assert {each.page for each in found(pdf).values()} == {0}
    assert word(pdf, "end0").page == 1


@pytest.mark.parametrize(
    ("game", "name"),
    [("hexstatic", "nexus"), ("hex-auction", "ordinary"), ("hexstatic", "two-lines")],
)
def test_pictures_of_a_family_have_shapes_for_all_panels(game: str, name: str) -> None:
    """One is upright, one square, one wide; of a large family each shows as many tiles as fill its rows."""
    pieces = make_pieces(bundled(game))
    family = next(each for each in pieces.tileset.families if each.name == name)
    shapes = kind_of("tile").shapes(pieces, family)
    aspects = sorted(each.box.width / each.box.height for each in shapes)
    assert aspects[0] < 0.9
    assert any(1.3 < each < 1.9 for each in aspects)
    assert 2 < aspects[-1] < 3
    tile = tile_picture(pieces, family.pieces[0], family.group.size).box
    for each in shapes:
        columns, rows = round(each.box.width / tile.width), round(each.box.height / tile.height)
        assert len(each.drawing.items) == columns * rows > 10


def test_few_small_tokens_may_lie_in_one_row() -> None:
    """No row is longer than a page is wide at the printed size."""
    pieces = make_pieces(bundled("hexagonal-highway"))
    shapes = {
        tokens.name: kind_of("token").shapes(pieces, tokens) for tokens in pieces.components.tokens
    }
    aspects = {
        name: max(each.box.width / each.box.height for each in found)
        for name, found in shapes.items()
    }
    assert aspects["pawn"] > 5
    assert aspects["robber"] < 4


@pytest.mark.parametrize("game", ["hexagonal-highway", "examples/bellmoor", "examples/race"])
def test_the_picture_of_a_board_is_that_of_its_sheet(game: str) -> None:
    """It has the title, the ground and the tracks as they are printed."""
    pieces = make_pieces(bundled(game))
    (board,) = pieces.components.boards
    (printed,) = board_page(pieces, board, *chosen_papers(["a4"])).items(Layer.ART)
    assert isinstance(printed, PlacedItem)
    assert kind_of("board").shapes(pieces, board)[0].drawing is printed.drawing


@SIZES
@pytest.mark.parametrize("number", [3, 5, 8, 9])
def test_panels_in_a_text_divide_their_row_evenly(size: Size, number: int) -> None:
    """Pictures of a row are equally far apart and symmetrical on the page, whatever the shapes of the pieces."""
    parts = replace(kinds(number), pages=0)
    pdf = book_pdf(book(heading(1, "Title"), heading(2, "Kinds"), parts), *size)
    design, shown = typography(*size), found(pdf)
    rows = defaultdict(list)
    for name, each in shown.items():
        below = word(pdf, name.replace("Kind", "Name"))
        rows[each.page, round(below.box.y / 2)].append(each.box.centre.x)
    assert sum(map(len, rows.values())) == number
    assert {len(row) for row in rows.values()} <= {
        max(map(len, rows.values())) - by for by in (0, 1)
    }
    for row in rows.values():
        apart = {round(right - left) for left, right in pairwise(sorted(row))}
        assert len(apart) <= 1
        middle = (design.margin.inner + size[0] - design.margin.outer) / 2
        assert (min(row) + max(row)) / 2 == pytest.approx(middle, abs=1)


def test_a_hand_for_a_high_panel_has_few_large_cards() -> None:
    """It is narrower for its height than those for wide panels."""
    pieces = make_pieces(bundled("hexpertise"))
    deck = next(each for each in pieces.components.decks if each.name == "mana")
    shapes = kind_of("card").shapes(pieces, deck)
    counts = [len(each.drawing.items) for each in shapes]
    aspects = [each.box.width / each.box.height for each in shapes]
    assert counts[0] == 5
    assert (
        sorted(counts)
        == [count for _, count in sorted(zip(aspects, counts, strict=True))]
        == [3, 5, 9]
    )
    assert min(aspects) < 1.2


@pytest.mark.slow
def test_names_of_kinds_stand_as_the_file_has_them() -> None:
    """No word is added, and no plural is formed."""
    titles = [line.title for line in inventory(make_pieces(bundled("hexagonal-highway")))]
    assert titles[:3] == ["Round cards", "Board", "Direction tiles"]
    families = inventory(make_pieces(bundled("hexstatic")))
    assert [line.title for line in families[:2]] == ["Three lines", "Two lines"]
    assert [line.number for line in families if line.section == "pads"] == [""]


def test_numbers_of_cuts_are_discs_that_do_not_meet() -> None:
    """Numbers grow with the picture; of two that are near each other the lower one is shown.

    They lie over no words: those round the pieces are not in the picture.
    """
    numbers = ((20.0, "1"), (24.0, "2"), (60.0, "3"))
    texts = tuple(Text(number, Point(x, 30), 2.5, "#777777") for x, number in numbers)
    title = Text("The Game", Point(10, 10), 4.2, "#777777")
    note = Text("12 tiles", Point(60, 30), 2.5, "#777777")
    picture = sheet_picture(Page(210, 297, {Layer.GUIDE: (*texts, title, note)}, title="Sheet"))
    (page, _) = picture.drawing.items
    assert isinstance(page, Clip)
    (inside,) = page.items
    assert isinstance(inside, Drawing)
    shown = [each for each in inside.items if isinstance(each, Text)]
    assert [each.string for each in shown] == ["1", "3"]
    assert all(each.size > 6 for each in shown)
    discs = [each for each in inside.items if isinstance(each, Shape) and each.stroke]
    boxes = [bounding_box([Point(*part[-2:]) for part in each.path if part[1:]]) for each in discs]
    assert boxes[0].right < boxes[1].x


def test_every_cut_has_its_number_where_two_share_a_corner() -> None:
    """Eight ends of four cuts meet at four corners: each corner shows another cut."""
    corners = {(20, 40): (1, 3), (150, 40): (2, 3), (20, 240): (1, 4), (150, 240): (2, 4)}
    texts = tuple(
        Text(str(number), Point(x + 3 * place, y), 2.5, "#777777")
        for (x, y), numbers in corners.items()
        for place, number in enumerate(numbers)
    )
    picture = sheet_picture(Page(210, 297, {Layer.GUIDE: texts}, title="Sheet"))
    (page, _) = picture.drawing.items
    assert isinstance(page, Clip)
    (inside,) = page.items
    assert isinstance(inside, Drawing)
    shown = [each.string for each in inside.items if isinstance(each, Text)]
    assert sorted(shown) == ["1", "2", "3", "4"]


def test_the_bleed_of_a_cover_ends_at_the_edge_of_the_booklet() -> None:
    """A cover has bleed for the printer, and a folded booklet is trimmed."""
    trim = Box(0, 0, 148, 210)
    bleed = Drawing((Shape(polygon(trim.widened(3).corners), "#FF0000"),))
    picture = stapled(Picture(bleed, trim), "Rulebook")
    page = Page(200, 260, {Layer.ART: (picture.at(Point(20, 20)),)}, title="Booklet")
    dots = svg_raster(svg_text(page), 72)
    red = (dots[:, :, 0] > 0.9) & (dots[:, :, 1] < 0.1)
    rows, columns = red.any(axis=1).nonzero()[0], red.any(axis=0).nonzero()[0]
    wide, high = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    assert (wide, high) == pytest.approx((148 / 25.4 * 72, 210 / 25.4 * 72), abs=3.5)
