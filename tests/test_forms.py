"""Forms: reading, the message for every mistake, and room to write in the drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import DoesNotFit, Place, Source
from pnp.basics.markup import blocks
from pnp.colour.theme import STANDARD
from pnp.definition import Ink
from pnp.definition.blocks import Table
from pnp.definition.pads import CUTS, LEAST_SIZE, MARGIN, PadTemplate, read_pad
from pnp.definition.reading import read_source
from pnp.faces import LEAST_ROW, THICK, Supplies, form_drawing, level
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, sections
from pnp.pieces import make_pieces
from pnp.render import pdf_bytes, svg_text
from pnp.scene import Document, Drawing, Item, Layer, Page, Picture, Placed, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, polygon, samples
from pnp.scene.typesetting import Fitted, balanced, fitted, plain, wrapped
from pnp.sets.tileset import for_players
from tests.conftest import ROOT, bundled, refusal

PADS = ROOT / "templates/pads"
DOCS = (ROOT / "docs/forms.md").read_text("utf-8")

NAMES = (
    "controlled-path-match", "hex-auction-scores", "hexpertise-display", "hexpertise-scores",
    "hexpertise-scoring", "hexstatic-scores", "highway-control", "highway-orders", "highway-scores",
)  # fmt: skip

SYMBOLS = {
    "red": "disc", "green": "triangle", "blue": "square", "sky": "diamond", "purple": "cross",
    "orange": "star", "black": "bar", "light": "star", "dark": "ring", "fire": "triangle",
    "water": "disc", "earth": "square", "air": "cross",
}  # fmt: skip
SOMEWHERE = Place(Source("game.yaml", ""), 1, 1)
INKS = [
    Ink(name, name[0].upper(), "#777777", "thick", "solid", sign, SOMEWHERE)
    for name, sign in SYMBOLS.items()
]

SMALL = """\
form: sample
title: Sample
up: 4
blocks:
  - fields: [Date, Player]
  - table:
      columns: [{head: Round, width: 2}, {colour: red, width: 3}, {colour: blue, width: 3}]
      rows: [First, Second, {label: Total, total: yes}]
  - board: {name: board, height: 30mm}
"""


EVERY = """\
form: every-block
title: Every block there is, under a title that takes two lines of the form
subtitle: and a subtitle
up: 2
blocks:
  - columns:
      - - compass: {hexagon: flat-top}
        - compass: {hexagon: pointy-top}
        - signs: [red, green, blue, sky, purple]
      - width: 2
        blocks:
          - heading: {colour: red, text: A heading}
          - text: "Some **bold** words, and some more than a line of the column can hold, all in all."
          - bullets: [One, "**Two**, with a text of more than one line beside its dot, as often happens"]
          - steps: [One, Two]
          - choices: {label: Choose, options: [A, An option that takes more lines than one beside all the others and its box]}
          - fields: [{label: Name, options: [Yes, No]}]
          - fields: [{label: A name that is as long as a field can be before it is broken into lines and then some more words}]
          - ticks: {label: Turns, number: 12, group: 4}
  - ticks: {label: All, number: 60, group: 10}
  - columns:
      - - score: [{colour: red, rule: 3 each}, {label: Sum, total: yes}]
      - - board: {name: board, height: 20mm}
"""


def board(name: str, height: float, highlight: Sequence[str]) -> Picture | None:
    """Two boards that are diamonds a little wider than high, round the origin."""
    if name not in ("board", "display"):
        return None
    for each in highlight:
        if not re.fullmatch("[A-I][1-9]", each):
            raise ValueError(each)
    box = Box(-0.55 * height, -0.5 * height, 1.1 * height, height)
    corners = [Point(box.x, 0), Point(0, box.y), Point(box.right, 0), Point(0, box.bottom)]
    return Picture(Drawing((Shape(polygon(corners), stroke=Stroke(0.3, "#000000")),)), box)


def form_of(text: str) -> PadTemplate:
    """The form in a text."""
    return read_pad(Source("form.yaml", text))


def drawn(form: PadTemplate) -> Drawing:
    """The form, drawn with the colours and boards of all games."""
    inks = {ink.name: ink for ink in INKS}
    return form_drawing(form, Supplies(STANDARD, inks, Path(), boards=board))


def pad(name: str) -> PadTemplate:
    """One of the forms that come with the product, or one with every block there is."""
    if name == "every block":
        return form_of(EVERY)
    return read_pad(read_source(PADS / f"{name}.yaml"))


def flat(items: tuple[Item, ...], at: Point = ORIGIN) -> Iterator[tuple[Shape | Text, Point]]:
    """Shapes and texts with where their origins are."""
    for item in items:
        if isinstance(item, Placed):
            yield from flat(item.drawing.items, at + item.at)
        elif isinstance(item, Shape | Text):
            yield item, at


def extent(item: Shape | Text, at: Point) -> Box:
    """The ground that a shape, with its line, or a text covers."""
    if isinstance(item, Text):
        start = item.at + at
        # Small letters reach below their line by a good fifth of the em.
        top, bottom = start.y - CAP_HEIGHT * item.size, start.y + 0.22 * item.size
        width = text_width(item.string, item.size, bold=item.bold)
        return Box(start.x, top, width, bottom - top)
    half = 0.0 if item.stroke is None else item.stroke.width / 2
    if item.stroke is None or item.stroke.line_ends.cap != "butt":
        return bounding_box(point + at for point in samples(item.path)).widened(half)
    # A line with square ends has its width to both sides, and ends where its path ends.
    covered: list[Point] = []
    starts = [number for number, part in enumerate(item.path) if part[0] == "M"]
    for first, last in pairwise([*starts, len(item.path)]):
        points = [point + at for point in samples(item.path[first:last], per_curve=24)]
        for start, end in pairwise(points):
            if start != end:
                aside = (end - start).unit().right() * half
                covered += (start + aside, start - aside, end + aside, end - aside)
    box = bounding_box(covered)
    return box.widened(half) if item.path[-1][0] == "Z" and len(starts) == 1 else box


def texts(drawing: Drawing) -> list[Text]:
    """All texts of a drawing that has them at its top level."""
    return [item for item, _ in flat(drawing.items) if isinstance(item, Text)]


def finding_of(text: str) -> tuple[str, int, int, str]:
    """Rule, line, column and message of the only finding about a form, read and drawn."""
    (only,) = refusal(lambda: drawn(form_of(text)))
    return only.rule, only.place.line, only.place.column, only.message


def test_the_pads_are_these() -> None:
    """Every bundled form is there, under the name of its file."""
    assert tuple(sorted(path.stem for path in PADS.glob("*.yaml"))) == NAMES
    assert tuple(pad(name).name for name in NAMES) == NAMES


@pytest.mark.parametrize("name", [*NAMES, "every block"])
def test_a_pad_stays_inside_its_margins(name: str) -> None:
    """Shapes with their lines, and texts, keep 5 mm from where scissors cut."""
    form = pad(name)
    safe = form.box.widened(-MARGIN)
    items = flat(drawn(form).items)
    outside = [item for item, at in items if not safe.contains(extent(item, at), tolerance=1e-6)]
    assert outside == []


@pytest.mark.parametrize("name", [*NAMES, "every block"])
def test_a_pad_can_be_read(name: str) -> None:
    """No text is smaller than 7 pt, and no two texts cover each other."""
    boxes = [(text.string, extent(text, ORIGIN), text.size) for text in texts(drawn(pad(name)))]
    assert boxes
    assert min(size for _, _, size in boxes) >= LEAST_SIZE
    overlapping = [
        (one, other)
        for (one, a, _), (other, b, _) in combinations(boxes, 2)
        if min(a.right, b.right) - max(a.x, b.x) > 0.01
        and min(a.bottom, b.bottom) - max(a.y, b.y) > 0.01
    ]
    assert overlapping == []


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", [*NAMES, "every block"])
def test_no_line_runs_through_a_text(name: str) -> None:
    """Rules, frames, boxes and signs keep clear of what is printed."""
    items = list(flat(drawn(pad(name)).items))
    printed = [extent(item, at) for item, at in items if isinstance(item, Text)]
    struck = [
        (item.path, text)
        for item, at in items
        if isinstance(item, Shape)
        for point in samples((*item.path[:-1], ("L", *item.path[0][1:3])), per_curve=40)
        for text in printed
        if text.x < point.x + at.x < text.right and text.y < point.y + at.y < text.bottom
    ]
    assert struck == []


def writing_lines(drawing: Drawing) -> list[Box]:
    """The level lines of a drawing and the lower edges of its frames, as boxes without height."""
    boxes = (
        bounding_box(point + at for point in samples(item.path))
        for item, at in flat(drawing.items)
        if isinstance(item, Shape) and item.stroke is not None
    )
    return [Box(box.x, box.bottom, box.width, 0) for box in boxes if box.width > 8]


# A reference has rows to read, not to write in.
@pytest.mark.parametrize("name", [name for name in NAMES if name != "hexpertise-scoring"])
def test_a_row_is_high_enough_for_a_pen(name: str) -> None:
    """From each line to the next one above it there are at least 6 mm."""
    lines = writing_lines(drawn(pad(name)))
    for box in lines:
        above = [
            box.y - other.y
            for other in lines
            if other.y < box.y - 0.01
            and other.x < box.x + box.width / 2 < other.right
            and other.width >= box.width - 0.01
        ]
        assert min(above, default=LEAST_ROW) >= LEAST_ROW - 1e-6


@pytest.mark.parametrize("name", [*NAMES, "every block"])
def test_a_pad_is_filled(name: str) -> None:
    """The drawing reaches nearly to the lower margin."""
    form = pad(name)
    lowest = max(extent(item, at).bottom for item, at in flat(drawn(form).items))
    assert lowest > form.box.bottom - MARGIN - 0.06 * form.box.height


def test_a_pad_prints_in_black() -> None:
    """No colour of the game is used, and lines are as wide as a copier needs."""
    for name in NAMES:
        shapes = [item for item, _ in flat(drawn(pad(name)).items) if isinstance(item, Shape)]
        assert {shape.fill for shape in shapes} <= {None, "#2B2722"}
        assert min(shape.stroke.width for shape in shapes if shape.stroke) >= 0.2


def test_both_writers_print_a_pad() -> None:
    """A form is a drawing as any other."""
    form = pad("highway-orders")
    page = Page(form.box.width, form.box.height, {Layer.ART: (drawn(form),)}, form.name)
    assert pdf_bytes(Document("Orders", "", "", (page,))).startswith(b"%PDF")
    assert "<svg" in svg_text(page)


@pytest.mark.parametrize("up", CUTS)
def test_a_sheet_is_cut_into_so_many_forms(up: int) -> None:
    """Together they are as large as the sheet."""
    box = form_of(SMALL.replace("up: 4", f"up: {up}")).box
    assert box.width * box.height * up == pytest.approx(190 * 254)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_forms_of_half_a_page_share_it(paper: str) -> None:
    """Half of Letter is 127 mm to the last digit or the one before: the second form fits."""
    (found,) = chosen_papers([paper])
    options = BuildOptions(pieces=("pads",))
    (section,) = sections(make_pieces(bundled("hexstatic")), found, options)
    (sheets,) = section.sheets
    assert sheets.stats.per_page == 2 and not sheets.job.whole


def test_a_form_says_what_it_shows() -> None:
    """Labels and the names of colours; a sign stands before each name."""
    drawing = drawn(form_of(SMALL))
    assert [text.string for text in texts(drawing)] == [
        "Date", "Player", "Round", "Red", "Blue", "First", "Second", "Total",
    ]  # fmt: skip
    filled = [item for item, _ in flat(drawing.items) if isinstance(item, Shape) and item.fill]
    assert len(filled) == 2


@pytest.mark.parametrize(
    ("title", "is_lettered"),
    [("Sample", True), ("Zwölf Straßen", True), ("A@B", False),
     ("A title that is far too long for one line of a form in letters", False)],
)  # fmt: skip
def test_a_title_has_the_letters_of_covers(title: str, is_lettered: bool) -> None:
    """In black strokes; a title that is long or has other letters is a text."""
    drawing = drawn(form_of(SMALL.replace("title: Sample", f"title: {title}")))
    rule = next(
        item for item, _ in flat(drawing.items)
        if isinstance(item, Shape) and item.stroke is not None and item.stroke.width == THICK
    )  # fmt: skip
    low = rule.path[0][2]
    above = [(item, at) for item, at in flat(drawing.items) if extent(item, at).bottom < low]
    assert above
    assert all(isinstance(item, Shape) for item, _ in above) == is_lettered
    assert max(extent(item, at).height for item, at in above) > 2.2


def test_a_record_has_rows_for_those_who_play() -> None:
    """The set of Controlled Path is for two or three; four play with a start tile more, which is printed for them."""
    tileset = bundled("controlled-path")
    for players, colours in ((3, "RSP"), (4, "RSPG")):
        pieces = make_pieces(for_players(tileset, players))
        (record,) = pieces.components.pads
        found = [each.string for each in texts(pieces.form(record).drawing)]
        assert [each for each in found if each in "RSPG"] == [*colours]
        assert ("G, green" in found) == (players == 4)


def test_a_table_for_fewer_players_keeps_its_cells() -> None:
    """Texts of cells and unused ones stay in their rows and columns."""
    table = form_of(
        SMALL.partition("blocks:")[0]
        + """\
blocks:
  - table:
      columns: [{head: A}, {head: B, players: 3}, {head: C}]
      rows: [{label: one, cells: [b, c]}, {label: two, players: 4}, {label: last, cells: [d]}]
      unused: {rows: last, columns: C}
"""
    ).blocks[0]
    assert isinstance(table, Table)
    assert (table.for_players(4), table.unused) == (table, {(2, 2)})
    for players, heads, cells in ((3, "ABC", [["b", "c"], ["d"]]), (2, "AC", [["c"], []])):
        less = table.for_players(players)
        assert "".join(column.text for column in less.columns) == heads
        assert [[each.text for each in row.cells] for row in less.rows] == cells
        assert less.unused == {(1, len(heads) - 1)}


def test_a_form_shrinks_its_text_before_it_gives_up() -> None:
    """The same blocks on a smaller slip are set smaller."""
    sizes = [
        max(text.size for text in texts(drawn(form_of(SMALL.replace("up: 4", f"up: {up}")))))
        for up in (1, 4, 6)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


UNUSED = """\
form: sample
title: Sample
up: 4
blocks:
  - table:
      columns: [Who, One, Two]
      rows: [{label: One}, {label: Two}, {label: Sum, total: yes}]
      unused: [{columns: One, rows: [One]}, {columns: Two, rows: Tow}]
"""


def test_a_cell_that_is_not_used_has_to_be_there() -> None:
    """Rows and columns are named by their labels; those that are right are hatched."""
    assert finding_of(UNUSED)[:3] == ("unknown-cell", 8, 66)
    hatched = drawn(form_of(UNUSED.replace("Tow", "Two")))
    plain = drawn(form_of(UNUSED[: UNUSED.index("      unused")]))
    assert len(hatched.items) > len(plain.items) + 10


@given(
    st.lists(st.text("abcdefgh", min_size=1, max_size=7), min_size=1, max_size=30),
    st.floats(30, 120),
)
def test_wrapping_keeps_every_word_and_the_width(words: list[str], width: float) -> None:
    """No line is too long, no word is lost, and no word would have fitted into the line before."""
    lines = wrapped(plain(" ".join(words)), width, 4)
    strings = ["".join(run.text for run in line.runs) for line in lines]
    assert " ".join(strings).split() == words
    assert all(line.width(4) <= width + 1e-6 for line in lines)
    for line, following in pairwise(strings):
        assert text_width(f"{line} {following.split()[0]}", 4) > width


@given(st.lists(st.text("abc ", min_size=1, max_size=9), min_size=1, max_size=8))
def test_weights_change_inside_a_text_and_a_word(parts: list[str]) -> None:
    """Wrapped or not, each letter keeps its weight."""
    letters = [(c, number % 2 == 1) for number, part in enumerate(parts) for c in part if c != " "]
    # The last asterisks have to be closed.
    text = "**".join(parts if len(parts) % 2 else [*parts, ""])
    lines = wrapped(blocks(text), 1000, 4)
    runs = (run for line in lines for run in line.runs)
    assert [(c, run.strong) for run in runs for c in run.text if c != " "] == letters


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=1, max_size=40))
def test_a_fitted_text_fits_and_could_not_be_larger(words: list[str]) -> None:
    """It is inside its box, or no smaller text is allowed."""
    box = Box(0, 0, 50, 20)
    try:
        made = fitted(plain(" ".join(words)), box, 6, 2)
    except DoesNotFit:
        assert Fitted(2, wrapped(plain(" ".join(words)), 50, 2)).height > 20
        return
    assert made.width <= 50 + 1e-6
    assert made.height <= 20 + 1e-6
    assert 2 <= made.size <= 6


@given(
    st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=1, max_size=20),
    st.floats(20, 60),
)
def test_even_lines_have_the_same_words_in_as_many_lines(words: list[str], width: float) -> None:
    """No line is longer than the longest before, and a narrower text would take another line."""
    text = plain(" ".join(words))
    try:
        first = fitted(text, Box(0, 0, width, 1000.0), 3.0, 3.0)
    except DoesNotFit:
        return
    even = balanced(first, text, width)
    assert len(even.lines) == len(first.lines)
    joined = [
        " ".join("".join(run.text for run in line.runs) for line in each.lines)
        for each in (first, even)
    ]
    assert joined[0] == joined[1]
    assert even.width <= first.width + 1e-9
    try:
        narrower = wrapped(text, even.width - 0.1, 3.0)
    except DoesNotFit:
        return
    assert len(narrower) > len(even.lines)


def test_a_word_that_is_too_long_is_named() -> None:
    """There is no hyphenation: a word does not fit or it does."""
    with pytest.raises(DoesNotFit, match=r'"Leuchtturm" is .* mm long, with room for 10\.0 mm'):
        wrapped(plain("ein Leuchtturm"), 10, 4)


@given(st.lists(st.tuples(st.floats(6, 20), st.floats(0, 10)), min_size=1, max_size=12), st.data())
def test_rows_share_the_height(limits: list[tuple[float, float]], data: st.DataObject) -> None:
    """They come to the height wanted, each within its limits."""
    least, most = [low for low, _ in limits], [low + more for low, more in limits]
    height = data.draw(st.floats(sum(least), sum(most)))
    heights = level(least, most, height)
    assert sum(heights) == pytest.approx(height, abs=1e-6)
    for value, low, high in zip(heights, least, most, strict=True):
        assert low - 1e-6 <= value <= high + 1e-6


def test_the_examples_on_the_page_are_forms_that_can_be_drawn() -> None:
    """All of them."""
    examples = re.findall(r"```yaml\n(form:.*?)```", DOCS, re.DOTALL)
    assert examples
    for example in examples:
        assert texts(drawn(form_of(example)))


@pytest.mark.parametrize(
    ("game", "own"),
    [
        ("HexStatic", "Score sheet"),
        ("HexStatic Compact", "Score sheet"),
        ("HexStatics", "HexStatic"),
        ("Another", "HexStatic"),
    ],
)
def test_a_form_of_the_game_is_known_by_its_subtitle(game: str, own: str) -> None:
    """A variant, whose title begins with that of the game, uses the forms of the game."""
    form = read_pad(read_source(ROOT / "templates/pads/hexstatic-scores.yaml"))
    assert form.own_title(game) == own
