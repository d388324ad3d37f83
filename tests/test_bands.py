"""Bands: pieces, cut lines, numbers, headers and rulers of every sheet keep clear of each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, pairwise

import pytest

from pnp.colour.measures import contrast, luminance
from pnp.colour.theme import PAPER, STANDARD
from pnp.imposition import NO_BLEED, Bleed, SheetOptions, plan
from pnp.imposition.packing import BETWEEN
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, Section, sections
from pnp.pieces import Pieces, make_pieces
from pnp.project.themes import chosen_theme
from pnp.review.costs import costs
from pnp.scene import Clip, Drawing, Item, Layer, Page, Placed, Shape, Text
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Path, Point, bounding_box
from tests.conftest import bundled

# Atkinson's letters, in ems: the tops of b and the feet of g; digits have no feet.
ABOVE, BELOW, DIGIT = 0.72, 0.2, 0.66


@cache
def pieces_of(name: str) -> Pieces:
    """The pieces of a bundled set, drawn once."""
    return make_pieces(bundled(name))


def made(
    name: str, paper: str, kinds: str, layout: str = "auto", **options: object
) -> list[Section]:
    """The sections of a game on a paper."""
    (found,) = chosen_papers([paper])
    chosen = BuildOptions(
        layouts=(layout,),
        pieces=(kinds,),
        sheets=SheetOptions(**options),  # type: ignore[arg-type]
        theme=STANDARD,
    )
    return list(sections(pieces_of(name), found, chosen))


def box_of(text: Text) -> Box:
    """The box round the letters of a text that runs across the page, or up it."""
    width = text_width(text.string, text.size, bold=text.bold)
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width
    above, below = (
        each * text.size for each in ((DIGIT, 0.0) if text.string.isdigit() else (ABOVE, BELOW))
    )
    if text.angle == -90:
        return Box(text.at.x - above, text.at.y - width + left, above + below, width)
    assert text.angle == 0
    return Box(text.at.x - left, text.at.y - above, width, above + below)


def segments(path: Path) -> Iterator[tuple[Point, Point]]:
    """The straight pieces of a path, and the chords of its curves."""
    at = start = Point(0, 0)
    for command, *numbers in path:
        if command == "Z":
            yield at, start
            continue
        to = Point(*numbers[-2:])  # type: ignore[arg-type]
        if command == "M":
            start = to
        else:
            yield at, to
        at = to


def near(line: tuple[Point, Point], box: Box) -> bool:
    """Whether a line comes within a quarter of a millimetre of a box (Liang and Barsky, 1984)."""
    box = box.widened(0.25)
    start, way = line[0], line[1] - line[0]
    enter, leave = 0.0, 1.0
    for at, step, low, high in (
        (start.x, way.x, box.x, box.right),
        (start.y, way.y, box.y, box.bottom),
    ):
        if not step:
            if not low < at < high:
                return False
            continue
        one, other = sorted(((low - at) / step, (high - at) / step))
        enter, leave = max(enter, one), min(leave, other)
    return enter < leave


def apart(one: Box, other: Box) -> float:
    """How far two boxes are apart; negative if they meet."""
    return max(one.x - other.right, other.x - one.right, one.y - other.bottom, other.y - one.bottom)


def shapes(items: Sequence[Item]) -> list[Shape]:
    """The shapes among some items."""
    return [item for item in items if isinstance(item, Shape)]


def check(page: Page) -> None:
    """Nothing on a page is nearer to a word or a number than 0.3 mm."""
    guide = page.items(Layer.GUIDE)
    texts = [item for item in guide if isinstance(item, Text)]
    boxes = [box_of(text) for text in texts]
    named = {box: text.string for box, text in zip(boxes, texts, strict=True)}
    lines = [
        line
        for layer in (Layer.CUT, Layer.FOLD)
        for shape in shapes(page.items(layer))
        for line in segments(shape.path)
    ]
    plates = [each for each in shapes(guide) if each.fill == PAPER]
    drawn = [
        bounding_box([point for line in segments(shape.path) for point in line])
        for shape in shapes(guide)
        if shape not in plates
    ]
    for plate in plates:
        # A number over bleed is on paper of its own, which hides no cut.
        around = bounding_box([point for line in segments(plate.path) for point in line])
        (number,) = (box for box in boxes if around.contains(box, tolerance=0.0))
        assert named[number].isdigit()
        assert not any(near(line, around.widened(-0.25)) for line in lines), number
    # Targets for a machine stand in all four corners of a sheet.
    rulers = [box for box in drawn if box.height < 5]
    assert page.bleed is not None
    whole = Box(0, 0, page.width, page.height)
    for box in boxes:
        assert whole.contains(box, tolerance=-2.9), named.get(box)
        assert apart(box, page.bleed) > 0.05 or named.get(box, "1").isdigit(), named.get(box)
        for line in lines:
            assert not near(line, box), (named.get(box), line)
        for ruler in rulers:
            assert apart(box, ruler) > 0.25, named.get(box)
    for one, other in combinations(boxes, 2):
        assert apart(one, other) > 0.1, (named.get(one), named.get(other))
    for ruler in rulers:
        assert apart(ruler, page.bleed) > 0.25
        for line in lines:
            assert not near(line, ruler)


HIGHWAY, STATIC, PATH = "hexagonal-highway", "hexstatic", "controlled-path"
COMBINATIONS = [
    *((STATIC, paper, "tiles", layout, {"cuts": cuts})
      for paper in ("a4", "letter", "a5", "4x6")
      for layout, cuts in (("straight", "auto"), ("straight", "crop"), ("honeycomb", "auto"),
                           ("spaced", "machine"))),
    *((HIGHWAY, paper, "cards", "auto", {"duplex": duplex})
      for paper in ("a4", "letter", "a5", "4x6", "a4-letter")
      for duplex in ("long-edge", "gutterfold") if (paper, duplex) != ("4x6", "gutterfold")),
    *((HIGHWAY, paper, "tokens", layout, {"duplex": duplex})
      for paper in ("a4", "letter", "4x6")
      for layout in ("auto", "straight", "honeycomb")
      for duplex in ("short-edge", "gutterfold")),
    *((HIGHWAY, paper, "pads", "auto", {}) for paper in ("a4", "letter", "a5")),
    *((STATIC, paper, "tiles", "straight", {"bleed": bleed, "plain_backs": True})
      for paper in ("a4", "letter")
      for bleed in (NO_BLEED, Bleed("shared", 3.0), Bleed("full", 3.0))),
    *(("hexpertise", paper, kind, "auto", {"duplex": duplex})
      for paper in ("a4", "letter")
      for kind in ("tiles", "cards")
      for duplex in ("long-edge", "gutterfold")),
]  # fmt: skip


@pytest.mark.spread(12)
@pytest.mark.slow
@pytest.mark.covering(2)
@pytest.mark.parametrize(("name", "paper", "kinds", "layout", "options"), COMBINATIONS)
def test_everything_round_the_pieces_has_a_band_of_its_own(
    name: str, paper: str, kinds: str, layout: str, options: dict[str, object]
) -> None:
    """Words, numbers, rulers, cut lines, folds and pieces with their bleed are clear of each other."""
    for section in made(name, paper, kinds, layout, **options):
        pages = [page.numbered(f"page {number}") for number, page in enumerate(section.pages, 996)]
        for number in {0, len(pages) - 1, 1 % len(pages)}:
            check(pages[number])


@pytest.mark.slow
def test_pages_take_the_numbers_of_a_kit() -> None:
    """Each page that has room carries its number once, and fronts say that backs follow them."""
    (cards,) = made(HIGHWAY, "a4", "cards")
    assert [page.front for page in cards.pages] == [True, False]
    (single,) = made(HIGHWAY, "a4", "cards", duplex="gutterfold")
    assert not any(page.front for page in single.pages)
    for kinds in ("cards", "board", "tokens", "pads"):
        for section in made(HIGHWAY, "a4", kinds):
            if not section.bound:
                continue
            for number, page in enumerate(section.pages, 7):
                guide = page.numbered(f"page {number}").items(Layer.GUIDE)
                words = [item.string for item in guide if isinstance(item, Text)]
                assert words.count(f"page {number}") == 1
            assert not any(
                isinstance(item, Text) and item.string.startswith("page ")
                for page in section.pages
                for item in page.items(Layer.GUIDE)
            )


@pytest.mark.slow
def test_a_pad_is_one_page_to_print_several_times() -> None:
    """36 slips at six a page: one page that says so, or six with the option; costs count six."""
    pieces, (paper,) = pieces_of(HIGHWAY), chosen_papers(["a4"])
    options = BuildOptions(pieces=("pads",))
    (once,) = sections(pieces, paper, options)
    (repeated,) = sections(pieces, paper, options._replace(copies=True))
    pages = {name: dict(each.spans)[name] for each in (once,) for name, _ in each.spans}
    slips = "highway-orders"
    assert (pages[slips], dict(repeated.spans)[slips]) == (1, 6)
    words = [item.string for item in once.pages[0].items(Layer.GUIDE) if isinstance(item, Text)]
    assert any("print 6 copies" in each for each in words)
    (cost,) = costs(pieces, paper, options).kinds
    assert cost.pages == len(repeated.pages) > len(once.pages)
    assert once.pieces == repeated.pieces


def test_a_form_that_fills_its_page_is_not_cut() -> None:
    """It has no line and no number, and its costs have no cut."""
    (pads,) = made("hexpertise", "a4", "pads")
    alone = [sheets for sheets in pads.sheets if sheets.stats.per_page == 1]
    assert alone
    for sheets in alone:
        assert sheets.stats.cuts == 0
        assert not any(page.items(Layer.CUT) for page in sheets.pages)


def test_no_token_of_a_kind_is_alone_in_a_row() -> None:
    """Six blockades lie in one row and twelve robbers in two, without another sheet."""
    (tokens,) = made(HIGHWAY, "a4", "tokens")
    (sheets,) = tokens.sheets
    (sheet,) = plan(sheets.job, sheets.layout, sheets.paper, sheets.options).sheets
    rows: dict[float, list[str]] = {}
    for band in sheet:
        for piece, pose in band.placed:
            rows.setdefault(round(pose.at.y, 2), []).append(piece.id.rstrip("-0123456789"))
    assert min(map(len, rows.values())) > 1
    kinds = {name.partition("-")[0] for row in rows.values() for name in row}
    for kind in kinds:
        lengths = [sum(name.startswith(kind) for name in row) for row in rows.values()]
        assert 1 not in lengths, (kind, lengths)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_single_token_stands_beside_the_last_row(paper: str) -> None:
    """The tie-breaker is level with the top of the last coins, as far from them as other sizes are."""
    (tokens,) = made("hex-auction", paper, "tokens")
    (sheets,) = tokens.sheets
    planned = plan(sheets.job, sheets.layout, sheets.paper, sheets.options)
    (sheet,) = planned.sheets
    (*coins, alone), markers = (list(band.placed) for band in sheet)
    half, coin = alone.cutout.box.height / 2, coins[-1]
    top = alone.pose.at.y - half
    assert top == pytest.approx(coin.pose.at.y - coin.cutout.box.height / 2, abs=0.01)
    apart = alone.pose.at.x - half - coin.pose.at.x - coin.cutout.box.width / 2
    assert BETWEEN <= apart < 2 * BETWEEN
    assert min(each.pose.at.y for each in markers) > alone.pose.at.y + half
    for (one, here), (other, there) in combinations([*coins, alone, *markers], 2):
        assert (there.at - here.at).length() >= one.trim.room + other.trim.room + BETWEEN - 0.01


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_backs_of_tokens_are_as_upright_as_their_fronts(duplex: str) -> None:
    """A token that is turned over sideways shows its words upright."""
    (tokens,) = made(HIGHWAY, "a4", "tokens", duplex=duplex)
    front, back = tokens.pages
    tilted = {item.turn for item in front.items(Layer.ART) if isinstance(item, Placed)}
    assert tilted == {0.0}
    backs = {item.turn for item in back.items(Layer.ART) if isinstance(item, Placed)}
    assert backs == {0.0 if duplex == "long-edge" else 180.0} or backs == {0.0, 180.0}


def test_cut_lines_over_bleed_show_on_any_ink() -> None:
    """A light core in a dark line; both are on every cut, and lines beside white paper are grey alone."""
    (tokens,) = made(HIGHWAY, "a4", "tokens")
    line, core = shapes(tokens.pages[0].items(Layer.CUT))
    assert core.path == line.path
    assert core.stroke is not None and line.stroke is not None
    for grey in range(256):
        ink = f"#{grey:02X}{grey:02X}{grey:02X}"
        assert max(contrast(each.stroke.ink, ink) for each in (line, core) if each.stroke) > 1.9
    # After a cut along its middle, a dark piece keeps no more light than a printer's dot.
    assert luminance(core.stroke.ink) > luminance(line.stroke.ink)
    assert core.stroke.width / 2 <= 0.0847
    assert line.stroke.width <= 0.25
    (cards,) = made("hexpertise", "a4", "cards")
    assert len(cards.pages[0].items(Layer.CUT)) == 1


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("name", "paper", "theme", "reach"),
    [
        (HIGHWAY, "a4", "standard", 3.0), (HIGHWAY, "letter", "standard", 3.0),
        (HIGHWAY, "a4", "low-ink", 0.0), ("hexpertise", "a4", "standard", 0.0),
        ("hexpertise", "a4", "dark", 3.0), ("hexpertise", "letter", "dark", 3.0),
    ],
)  # fmt: skip
def test_cards_with_an_ink_to_their_edges_have_bleed(
    name: str, paper: str, theme: str, reach: float
) -> None:
    """As much as leaves nine cards a header and numbers; white cards, and sheets without room, have none."""
    pieces = make_pieces(bundled(name), chosen_theme(theme))
    (found,) = chosen_papers([paper])
    (cards,) = sections(pieces, found, BuildOptions(pieces=("cards",), theme=pieces.theme))
    front = cards.pages[0]
    assert front.trim is not None and front.bleed is not None
    assert front.trim.x - front.bleed.x == pytest.approx(reach)
    assert front.bleed.bottom - front.trim.bottom == pytest.approx(reach)
    check(front.numbered("page 996"))
    plain = SheetOptions(bleed=NO_BLEED)
    (without,) = sections(
        pieces, found, BuildOptions(pieces=("cards",), sheets=plain, theme=pieces.theme)
    )
    assert len(without.pages) == len(cards.pages)
    assert [each.numbered for each in without.sheets] == [each.numbered for each in cards.sheets]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cut_lines_of_nine_cards_run_on_beyond_them(paper: str) -> None:
    """On all four sides, so that a ruler has two marks to lie at, and all of them have numbers."""
    (cards,) = made("hexpertise", paper, "cards")
    front = cards.pages[0]
    (lines,) = shapes(front.items(Layer.CUT))
    box, trim = bounding_box(list(chain.from_iterable(segments(lines.path)))), front.trim
    assert front.pieces == 9 and trim is not None
    beyond = (trim.x - box.x, trim.y - box.y, box.right - trim.right, box.bottom - trim.bottom)
    assert min(beyond) > 2.5
    assert all(each.numbered for each in cards.sheets)


@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "4x6"])
@pytest.mark.parametrize(
    ("name", "kinds"),
    [(STATIC, "tiles"), (HIGHWAY, "cards"), (HIGHWAY, "tokens"), ("controlled-path", "pads")],
)
def test_every_sheet_has_a_title_a_page_number_and_a_ruler(
    paper: str, name: str, kinds: str
) -> None:
    """A sheet without room for a ruler says so, with the size of a piece to measure."""
    for section in made(name, paper, kinds):
        for number, page in enumerate(section.pages, 1):
            guide = page.numbered(f"page {number}").items(Layer.GUIDE)
            texts = [item.string for item in guide if isinstance(item, Text)]
            assert f"page {number}" in texts
            assert "" not in texts
            # A form that fills its page has the title itself.
            whole = all(sheets.job.whole for sheets in section.sheets)
            assert whole or any(pieces_of(name).definition.title in each for each in texts)
            back = number > 1 and section.pages[number - 2].front
            assert back or any("100 %" in each for each in texts)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", ["hexstatic", "hexagonal-highway"])
def test_backs_of_several_inks_keep_the_whole_of_their_bleed(game: str, paper: str) -> None:
    """Two tokens with backs are twice the bleed apart, so that a drift of 3 mm shows no other ink."""
    (section,) = made(game, paper, "tokens")
    (sheets,) = section.sheets
    planned = plan(sheets.job, sheets.layout, sheets.paper, sheets.options)
    for sheet in planned.sheets:
        placed = [each for band in sheet for each in band.placed]
        for (one, here), (other, there) in combinations(placed, 2):
            apart = (there.at - here.at).length()
            assert apart >= one.trim.room + other.trim.room + 6 - 0.01


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_few_cards_leave_room_for_a_header_and_for_numbers(paper: str) -> None:
    """Six cards do not take the room that three rows need: their sheet has its title in its head."""
    (cards,) = made(HIGHWAY, paper, "cards")
    (sheets,) = cards.sheets
    assert sheets.numbered
    for page in cards.pages:
        titles = [
            item
            for item in page.items(Layer.GUIDE)
            if isinstance(item, Text) and item.string == "Hexagonal Highway"
        ]
        assert [title.angle for title in titles] == [0]


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        (PATH, "a5"),
        ("hexpertise", "a5"),
        ("hex-auction", "a3"),
        ("hex-auction", "a4"),
        (STATIC, "4x6"),
    ],
)
def test_a_form_alone_fills_its_page(name: str, paper: str) -> None:
    """It reaches to the margins on two sides, and says the paper alone, since nobody cuts it."""
    (pads,) = made(name, paper, "pads")
    alone = [sheets for sheets in pads.sheets if sheets.stats.per_page == 1]
    assert alone
    for sheets in alone:
        (page, *_), room = sheets.pages, sheets.paper.content
        assert page.trim is not None
        filled = max(page.trim.width / room.width, page.trim.height / room.height)
        assert filled > 0.94
        words = [item.string for item in page.items(Layer.GUIDE) if isinstance(item, Text)]
        assert not any("straight" in each for each in words)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_designer_stands_behind_the_title(paper: str) -> None:
    """A form that fills its page has the title itself: a name alone in the head would be of nobody knows what."""
    (pads,) = made(HIGHWAY, paper, "pads")
    for sheets in pads.sheets:
        for page in sheets.pages:
            head = [each.string for each in page.items(Layer.GUIDE) if isinstance(each, Text)]
            assert ("pseudonam" in head) == ("Hexagonal Highway" in head)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kinds", "has_key"),
    [(STATIC, "tiles", True), ("hex-auction", "tiles", True), ("hex-auction", "tokens", False),
     ("hexpertise", "cards", False), (HIGHWAY, "tokens", True), (HIGHWAY, "cards", False), (PATH, "pads", False), (STATIC, "pads", False)],
)  # fmt: skip
def test_the_key_to_letters_is_where_letters_are(name: str, kinds: str, has_key: bool) -> None:
    """Pieces with letters to colour have the key in the header of their fronts.

    Nobody colours a form, whose words name its colours, nor the small figure of a card.
    """
    pieces = make_pieces(bundled(name), chosen_theme("pens"))
    (paper,) = chosen_papers(["a4"])
    (section,) = sections(pieces, paper, BuildOptions(pieces=(kinds,), theme=pieces.theme))
    for before, page in pairwise([None, *section.pages]):
        assert page is not None
        words = [item.string for item in page.items(Layer.GUIDE) if isinstance(item, Text)]
        is_back = before is not None and before.front
        assert any(" · " in each for each in words) == (has_key and not is_back)


def test_headers_count_their_pieces() -> None:
    """Tiles, cards and tokens alike."""
    for name, kinds, summary in (
        (STATIC, "tiles", "216 tiles of 30 mm, sheet 1 of 5"),
        (HIGHWAY, "cards", "6 cards, sheet 1 of 1"),
        (STATIC, "tokens", "3 tokens, sheet 1 of 1"),
    ):
        (section,) = made(name, "a4", kinds)
        words = [
            item.string for item in section.pages[0].items(Layer.GUIDE) if isinstance(item, Text)
        ]
        assert summary in words


def extents_of(section: Section) -> list[Box]:
    """The boxes round the pieces of each band of the only sheet."""
    (sheets,) = section.sheets
    (sheet,) = plan(sheets.job, sheets.layout, sheets.paper, sheets.options).sheets
    return [
        bounding_box(
            [
                at + corner
                for piece, (at, turn) in band.placed
                for corner in piece.trim.box(turn).corners
            ]
        )
        for band in sheet
    ]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("kinds", ["frames", "tokens"])
def test_bands_of_a_sheet_are_evenly_apart(paper: str, kinds: str) -> None:
    """Parts of a frame and tokens of several sizes have equal gaps, in the middle of the sheet."""
    (section,) = made("examples/farholm", paper, kinds)
    bands = extents_of(section)
    assert len(bands) > 3
    gaps = [below.y - above.bottom for above, below in pairwise(bands)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps), abs=0.01)
    assert {round(band.centre.x, 2) for band in bands} == {round(section.paper.width / 2, 2)}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_net_alone_is_in_the_middle_of_its_sheet(paper: str) -> None:
    """There is room for a second one beside it."""
    (section,) = made("examples/bellmoor", paper, "boxes")
    (band,) = extents_of(section)
    assert band.centre.x == pytest.approx(section.paper.width / 2, abs=0.01)


@pytest.mark.spread(1)
@pytest.mark.slow
@pytest.mark.parametrize("theme", ["standard", "low-ink", "pens"])
def test_no_line_is_a_hairline(theme: str) -> None:
    """Every line is at least a third of a point wide as printed, also on small backs and in figures on cards."""
    pieces = make_pieces(bundled(HIGHWAY), chosen_theme(theme))
    (paper,) = chosen_papers(["a4"])
    kinds = ("cards", "tokens", "board", "pads")
    for section in sections(pieces, paper, BuildOptions(pieces=kinds, theme=pieces.theme)):
        for page in section.pages:
            thin = min(width for layer in Layer for width in widths(page.items(layer)))
            assert thin >= 0.117, page.title


def widths(items: Sequence[Item], scale: float = 1.0) -> Iterator[float]:
    """The width of each line, as large as it is printed."""
    for item in items:
        match item:
            case Shape(_, _, stroke) if stroke is not None:
                yield stroke.width * scale
            case Placed(drawing, _, larger):
                yield from widths(drawing.items, scale * larger)
            case Drawing(inner) | Clip(_, inner):
                yield from widths(inner, scale)
