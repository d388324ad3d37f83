"""Boards that are pictures, and maps with places and routes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from pnp.basics.errors import InvalidDefinition, Source
from pnp.colour.measures import contrast
from pnp.definition import load_definition
from pnp.definition.figures import read_figure
from pnp.draw.board import board_drawing
from pnp.draw.board.maps import MapDrawing
from pnp.imposition import board_page, poster_pages
from pnp.imposition.boards import OVERLAP, poster_grid
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, ListedPiece, laid_out, listing, piece_findings
from pnp.pieces import Pieces, make_pieces
from pnp.pieces.figures import figure_picture
from pnp.project.themes import chosen_theme
from pnp.render import pdf_bytes
from pnp.scene import Document, Drawing, Layer, Page, Placed
from pnp.scene.geometry import Box, Point, heading
from pnp.sets.components import components
from pnp.sets.tileset import make_tileset
from pnp.tiles.maps import Line, MapGrid, map_grid
from tests.conftest import set_of
from tests.faces import DPI, box_of, extent, near, raster_of
from tests.rasters import pdf_raster

(A4,) = chosen_papers(["a4"])

# A yellow land with a black island in its middle, of a tenth of its width.
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><rect width="300" height="200"'
    ' fill="#FFE000"/><circle cx="150" cy="100" r="15" fill="#000"/></svg>'
)


def made(folder: Path, text: str, **files: str) -> Pieces:
    """The pieces of a set beside these files."""
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_text(content, "utf-8")
    (folder / "set.yaml").write_text(f"game: sample\n{text}", "utf-8")
    return make_pieces(make_tileset(load_definition(folder / "set.yaml")))


def board(keys: str) -> str:
    """The pieces with one board of these keys."""
    return f"pieces: {{boards: [{{name: land, {keys}}}]}}\n"


def dark(page: Page) -> tuple[float, float]:
    """The areas of a printed page that are black, and that are yellow, in square millimetres."""
    data = pdf_bytes(Document("", "", "", (page,)))
    assert b"/Subtype /Image" not in data and b"/Subtype/Image" not in data
    dots = pdf_raster(data, 50.8)  # two dots a millimetre
    red, green, blue = (dots[..., ink] for ink in range(3))
    yellow = (red > 0.9) & (green > 0.7) & (blue < 0.2)
    black = (red < 0.2) & (green < 0.2) & (blue < 0.2)
    return float(np.count_nonzero(black)) / 4, float(np.count_nonzero(yellow)) / 4


def test_a_picture_is_printed_at_its_size_in_shapes(tmp_path: Path) -> None:
    """Its island has the area of a circle of a tenth of its width; no page has an image."""
    pieces = made(tmp_path, board("size: 180 x 120mm, image: land.svg, edge: no"), land_svg=SVG)
    black, yellow = dark(board_page(pieces, pieces.components.boards[0], A4))
    island = math.pi * 9**2
    assert math.isclose(yellow, 180 * 120 - island, rel_tol=0.01)
    assert math.isclose(black, island, rel_tol=0.05)


def test_a_picture_larger_than_the_sheet_takes_sheets_that_cover_it(tmp_path: Path) -> None:
    """Their yellow areas are that of the board with its overlaps, and all are shapes."""
    pieces = made(tmp_path, board("size: 300 x 200mm, image: land.svg, edge: no"), land_svg=SVG)
    (land,) = pieces.components.boards
    grid = poster_grid(Box(0, 0, 300, 200), A4)
    assert grid.columns * grid.rows == 2
    _, *sheets = poster_pages(pieces, land, A4)
    found = sum(dark(sheet)[1] for sheet in sheets)
    seams = (grid.columns - 1) * 200 + (grid.rows - 1) * 300
    # Words and lines on the strips for glue cover a little of the yellow.
    assert math.isclose(found, 300 * 200 + OVERLAP * seams - math.pi * 15**2, rel_tol=0.03)


def test_a_sheet_that_is_glued_a_hair_aside_shows_no_white_band(tmp_path: Path) -> None:
    """Beside a glue line the board goes on, in the ink that it has there."""
    pieces = made(tmp_path, board("size: 300 x 200mm, image: land.svg, edge: no"), land_svg=SVG)
    _, first, _ = poster_pages(pieces, pieces.components.boards[0], A4)
    dots = pdf_raster(pdf_bytes(Document("", "", "", (first,))), 254)
    assert first.trim is not None
    seam = first.trim.right - OVERLAP
    middle = round(10 * (first.trim.y + 30))
    beside = dots[middle, round(10 * (seam + 0.3))]
    assert beside[0] > 0.9 and 0.7 < beside[1] < 0.95 and beside[2] < 0.2
    glue = dots[middle - 40 : middle + 40, round(10 * (seam + 0.1))]
    assert glue.max() > 0.9 and glue.min() < 0.7


@pytest.mark.slow
def test_boards_and_posters_have_the_box_of_their_trim(tmp_path: Path) -> None:
    """That of a board is the board; that of a sheet of a poster is all that it shows."""
    text = (
        "pieces: {boards: [{name: small, size: 100 x 80mm, image: land.svg},"
        " {name: large, size: 300 x 200mm, image: land.svg}]}\n"
    )
    pieces = made(tmp_path, text, land_svg=SVG)
    small, large = pieces.components.boards
    for page in (board_page(pieces, small, A4), *poster_pages(pieces, large, A4)[1:]):
        assert page.trim is not None
        dots = pdf_raster(pdf_bytes(Document("", "", "", (page,))), 254)
        rows, columns = np.nonzero((dots[..., 0] > 0.9) & (dots[..., 2] < 0.2))
        trim = page.trim
        if page.pieces:
            assert (trim.width, trim.height) == pytest.approx((100, 80), abs=1.5)
        assert trim.x - 0.1 <= columns.min() / 10 and columns.max() / 10 <= trim.right + 0.1
        assert trim.y - 0.1 <= rows.min() / 10 and rows.max() / 10 <= trim.bottom + 0.1


def test_boards_that_fit_are_bound_and_larger_ones_are_posters(tmp_path: Path) -> None:
    """Nothing is left out: a board without cells takes as many sheets as it needs."""
    text = (
        "pieces: {boards: [{name: small, size: 100 x 80mm, image: land.svg},"
        " {name: large, size: 500 x 300mm, image: land.svg}]}\n"
    )
    pieces = made(tmp_path, text, land_svg=SVG)
    laid = laid_out(pieces, A4, BuildOptions())
    assert [(each.name, each.spans) for each in laid.sections] == [
        ("board", (("small", 1),)),
        ("board-poster", (("large", 1 + 6),)),
    ]
    assert laid.left_out == ()


# Places and routes


def line(name: str, spaces: int, bend: float = 0.0) -> Line:
    """A route between two places of one letter each."""
    return Line(name, name[0], name[1], spaces, bend)


PLACES = st.dictionaries(
    st.sampled_from("ABCDEFG"), st.tuples(st.integers(-30, 30), st.integers(-20, 20)), min_size=2
).filter(lambda places: len({*places.values()}) == len(places))


@given(PLACES, st.data())
def test_the_shortest_ways_are_those_of_every_way(
    places: dict[str, tuple[int, int]], data: st.DataObject
) -> None:
    """Floyd and Warshall's algorithm, over all pairs of places, finds the same lengths."""
    pairs = [*combinations(sorted(places), 2)]
    lines = data.draw(st.lists(st.tuples(st.sampled_from(pairs), st.integers(1, 6)), max_size=9))
    wanted = [line(f"{one}{other}", spaces) for (one, other), spaces in lines]
    grid = map_grid(80, 60, {name: Point(*at) for name, at in places.items()}, wanted)
    length = {(one, other): 0 if one == other else math.inf for one in places for other in places}
    for (one, other), spaces in lines:
        length[one, other] = length[other, one] = min(length[one, other], spaces)
    for by, one, other in product(places, repeat=3):
        length[one, other] = min(length[one, other], length[one, by] + length[by, other])
    for one in places:
        found = grid.distances(grid.cells_by_name[one])
        for other in places:
            assert found.get(grid.cells_by_name[other], math.inf) == length[one, other]


@given(st.integers(1, 8), st.floats(-12, 12), st.integers(0, 359))
def test_the_spaces_of_a_route_lie_along_it(spaces: int, bend: float, degrees: int) -> None:
    """At equal distances, as far from one place as from the other; the middle is as far aside as the route bends."""
    far = heading(degrees) * 20
    ends = {"A": Point(0, 0) - far, "B": far}
    grid = map_grid(80, 80, ends, [line("AB", spaces, bend)])
    layout = grid.layout(1.0)
    middles = [layout.centre(cell) for cell in grid.routes[0].cells]
    steps = [(two - one).length() for one, two in pairwise(middles)]
    assert max(steps, default=0) - min(steps, default=0) < 1e-6
    first, last = (middles[0] - ends["A"]).length(), (middles[-1] - ends["B"]).length()
    assert math.isclose(first, last, abs_tol=1e-6)
    aside = max((each.dot(heading(degrees + 90)) for each in middles), key=abs)
    assert abs(aside) <= abs(bend) + 1e-6 and aside * bend >= -1e-6
    if spaces % 2:
        assert math.isclose(aside, bend, abs_tol=1e-6)


@settings(max_examples=40)
@given(PLACES, st.data())
def test_cells_cover_each_other_where_both_have_dots(
    places: dict[str, tuple[int, int]], data: st.DataObject
) -> None:
    """Pictures of all cells, eight dots to the size of a place, share dots for the pairs that are found."""
    pairs = [*combinations(sorted(places), 2)]
    chosen = data.draw(st.lists(st.sampled_from(pairs), max_size=3, unique=True))
    wanted = [line(f"{one}{other}", 3) for one, other in chosen]
    grid = map_grid(80, 60, {name: Point(*at) for name, at in places.items()}, wanted)
    layout = grid.layout(1.0)
    masks = {}
    for cell in grid.cells:
        image = Image.new("1", (640, 480))
        corners = [(8 * (each.x + 40), 8 * (each.y + 30)) for each in layout.outline(cell)]
        ImageDraw.Draw(image).polygon(corners, fill=1)
        masks[cell] = np.asarray(image)
    # A tip may reach over a line by less than a dot.
    wider = {cell: _grown(mask) for cell, mask in masks.items()}
    found = {frozenset(pair) for pair in grid.overlaps()}
    for one, other in combinations(grid.cells, 2):
        shared = np.count_nonzero(masks[one] & masks[other])
        # A polygon has the dots on its outline, too.
        if shared > 30:
            assert frozenset((one, other)) in found
        elif not (wider[one] & masks[other]).any():
            assert frozenset((one, other)) not in found


@pytest.mark.slow
def test_cells_far_apart_are_not_compared() -> None:
    """On a map of 289 places, a pair is near if its circles cover each other, and each place has a few of them."""
    places = {f"{x},{y}": Point(4.0 * x, 4.0 * y) for x in range(17) for y in range(17)}
    lines = [Line(f"{x},{y}-", f"{x},{y}", f"{x + 1},{y}", 2) for x in range(16) for y in range(17)]
    grid = map_grid(100, 100, places, lines)
    spots = grid.layout(1.0).spots
    reach = {cell: max(each.length() for each in spots[cell].corners) for cell in grid.cells}
    expected = [
        (one, other)
        for one, other in combinations(grid.cells, 2)
        if (spots[one].centre - spots[other].centre).length() < reach[one] + reach[other]
    ]
    assert [*grid.near()] == expected
    assert 0 < len(expected) < 2 * len(grid.cells)


@pytest.mark.slow
def test_a_map_has_a_limit_on_its_routes(tmp_path: Path) -> None:
    """One more is refused, before any is laid."""
    route = "Aldby,Port Ellen,1,\n"
    for number in (1000, 1001):
        lines = LINES.splitlines(keepends=True)[0] + route * number
        said = ""
        try:
            made(tmp_path, RAILS, places_csv=CITIES, routes_csv=lines)
        except InvalidDefinition as error:
            said = "".join(each.message for each in error.findings)
        message = "a map has at most 1,000 routes; this one has 1,001"
        assert (message in said) == (number > 1000)


def _grown(mask: np.ndarray) -> np.ndarray:
    """The dots, and those beside them."""
    across = mask | np.roll(mask, 1, 1) | np.roll(mask, -1, 1)
    return across | np.roll(across, 1, 0) | np.roll(across, -1, 0)


RAILS = """\
colours: {red: "#C8372D", blue: "#2D6DB5"}
pieces:
  boards:
    - name: land
      size: 300 x 200mm
      places: places.csv
      routes: routes.csv
      cells: {ports: {cells: [Corm], tint: "#FFE000"}}
  tokens: [{name: train, shape: rectangle, size: 20 x 7mm, count: 9, colours: [red, blue]}]
"""
CITIES = "Name,X,Y,Label\nAldby,40,40,left\nCorm,240,50,\nPort Ellen,150,150,\n"
LINES = "From,To,Spaces,Colour\nAldby,Corm,5,red\nCorm,Aldby,5,blue\nAldby,Port Ellen,4,\n"


def rails(folder: Path) -> Pieces:
    """A small map with two parallel routes."""
    return made(folder, RAILS, places_csv=CITIES, routes_csv=LINES)


def test_one_route_is_one() -> None:
    """In the numbers of a board, as is one space."""
    tileset = set_of("""
        game: one
        pieces:
          boards:
            - name: land
              size: 200 x 100mm
              cell: 10mm
              places: [{name: A, x: 30, y: 50}, {name: B, x: 170, y: 50}]
              routes: [{from: A, to: B, spaces: 1}]
        """)
    (land,) = components(tileset).boards
    assert land.definition.extent_in_words == "2 places, 1 route and 1 space"


def test_a_map_is_read_from_two_tables(tmp_path: Path) -> None:
    """Its numbers are those of its places, routes and spaces; parallel routes are called after their colours."""
    pieces = rails(tmp_path)
    (land,) = pieces.components.boards
    assert land.definition.extent_in_words == "3 places, 3 routes and 14 spaces"
    numbers = pieces.components.numbers
    assert [numbers[f"land-{each}"] for each in ("places", "routes", "spaces")] == [3, 3, 14]
    grid = land.definition.grid
    assert isinstance(grid, MapGrid)
    names = ["Aldby-Corm red", "Corm-Aldby blue", "Aldby-Port Ellen"]
    assert [route.name for route in grid.routes] == names
    assert [len(grid.meant(name)) for name in (*names, "Port Ellen-Aldby", "Port Ellen")] == [
        5, 5, 4, 4, 1,
    ]  # fmt: skip
    inks = {land.owners[cell].name for cell in grid.meant("Corm-Aldby blue")}
    assert inks == {"blue"} and not set(grid.meant("Aldby-Port Ellen")) & land.owners.keys()
    assert [*grid.overlaps()] == []


def test_places_of_a_large_map_are_larger(tmp_path: Path) -> None:
    """A fiftieth of its longer side, unless the file says otherwise; 8 mm on all smaller ones."""
    for size, cell, across in (
        ("300 x 200mm", "", 8.0),
        ("400 x 600mm", "", 12.0),
        ("600 x 400mm", ", cell: 9mm", 9.0),
    ):
        text = board(f"size: {size}{cell}, places: [{{name: A, x: 30, y: 50}}]")
        (land,) = made(tmp_path, text).components.boards
        assert land.definition.across == across


@pytest.mark.parametrize(("aside", "bend"), [(0.0, 0.0), (0.5, 0.0), (-0.5, 6.0)])
def test_lines_lead_to_spaces_far_from_their_places(aside: float, bend: float) -> None:
    """From place to place through the middle of each space; none to spaces that reach their places."""
    ends = {"A": Point(-15.0, 4.0), "B": Point(15.0, -2.0)}
    far, near = (
        map_grid(60, 40, ends, [Line("way", "A", "B", spaces, bend, aside)]).routes[0]
        for spaces in (3, 10)
    )
    assert near.way == ()
    assert (far.way[0] - ends["A"]).length() < 1e-6 > (far.way[-1] - ends["B"]).length()
    layout = map_grid(60, 40, ends, [Line("way", "A", "B", 3, bend, aside)]).layout(1.0)
    for cell in far.cells:
        assert min((each - layout.centre(cell)).length() for each in far.way) < 0.2
    assert max((end - start).length() for start, end in pairwise(far.way)) < 0.5


def names_on(folder: Path, keys: str, places: str, routes: str = "") -> MapDrawing:
    """The drawing of a map of these places."""
    text = board(f"size: {keys}, places: [{places}], routes: [{routes}]")
    (land,) = made(folder, text).components.boards
    drawing = board_drawing(land, land.definition.across)
    assert isinstance(drawing, MapDrawing)
    return drawing


@pytest.mark.parametrize(
    ("size", "apart", "points"),
    [("160 x 100mm", 60, 11.3), ("600 x 400mm", 60, 17.0), ("600 x 400mm", 16, 11.3)],
)
def test_names_of_places_grow_with_the_map(
    size: str, apart: int, points: float, tmp_path: Path
) -> None:
    """To 17 points on one of 600 mm, though places have 8 mm; all stay small where one would then lie over a place."""
    places = ", ".join(f"{{name: Eel, x: {at}, y: 50, label: right}}" for at in (30, 30 + apart))
    places = places.replace("Eel", "Ash", 1)
    drawing = names_on(tmp_path, f"{size}, cell: 8mm", places)
    for text in drawing.names(()).values():
        assert text.size * 72 / 25.4 == pytest.approx(points, abs=0.05)


def test_names_keep_off_lines(tmp_path: Path) -> None:
    """The name of a place stands to its right, unless a line to far spaces leads there."""
    places = "{name: Aldby, x: 100, y: 200}, {name: Corm, x: 500, y: 200}"
    without = names_on(tmp_path, "600 x 400mm", places)
    with_line = names_on(tmp_path, "600 x 400mm", places, "{from: Aldby, to: Corm, spaces: 1}")
    for drawing, is_right in ((without, True), (with_line, False)):
        cell = drawing.grid.places[0]
        name = drawing.names(())[cell]
        assert (name.start.x > drawing.layout.centre(cell).x) == is_right


@pytest.mark.parametrize("bends", [(-5, 5), (5, -5), (0, 10), (-20, 20), (-20, 0, 20), (10, 10)])
def test_bends_of_parallel_routes_add_to_their_places_side_by_side(
    bends: tuple[int, ...], tmp_path: Path
) -> None:
    """No space of one covers one of another, whichever way a route is written and whatever their order."""
    for ends, sign in (("Aldby,Corm", 1), ("Corm,Aldby", -1)):
        rows = "".join(f"{ends},5,red,{bend * sign}\n" for bend in bends[:1])
        rows += "".join(f"Aldby,Corm,5,blue,{bend}\n" for bend in bends[1:])
        routes = f"From,To,Spaces,Colour,Bend\n{rows}Aldby,Port Ellen,4,,\n"
        (land,) = made(tmp_path, RAILS, places_csv=CITIES, routes_csv=routes).components.boards
        assert isinstance(land.definition.grid, MapGrid)
        assert [*land.definition.grid.overlaps()] == []


def test_a_map_is_printed_where_its_tables_say(tmp_path: Path) -> None:
    """In the middle of each place is its dot; the tint of a group is seen round it."""
    pieces = rails(tmp_path)
    (land,) = pieces.components.boards
    picture = pieces.board(land, land.definition.across)
    assert picture.box == Box(-150, -100, 300, 200)
    page = Page(300, 200, {Layer.ART: (picture.at(Point(0, 0)),)})
    dots = pdf_raster(pdf_bytes(Document("", "", "", (page,))), 254)
    assert dots.shape[:2] == (2000, 3000)
    # Aldby has a dark dot on white; Corm the tint of its group.
    assert dots[400, 400].max() < 0.5 and dots[400, 420].min() > 0.9
    assert dots[500, 2400, 2] < 0.2 < 0.7 < dots[500, 2400, 1]


@pytest.mark.parametrize("theme", ["standard", "greyscale", "dark", "low-ink"])
def test_signs_can_be_seen_on_spaces_of_every_ink(tmp_path: Path, theme: str) -> None:
    """In the middle of a space, on a light ink and on a dark one: 3 can be seen well (WCAG 2.1, 1.4.11)."""
    text = RAILS.replace('"#C8372D"', '{fill: "#EFC23A", symbol: disc}')
    text = text.replace('"#2D6DB5"', '{fill: "#2D2D70", symbol: square}')
    for name, content in (("places", CITIES), ("routes", LINES), ("set", f"game: sample\n{text}")):
        (tmp_path / f"{name}.{'yaml' if name == 'set' else 'csv'}").write_text(content, "utf-8")
    tileset = make_tileset(load_definition(tmp_path / "set.yaml"))
    pieces = make_pieces(tileset, chosen_theme(theme))
    (land,) = pieces.components.boards
    picture = pieces.board(land, land.definition.across)
    page = Page(300, 200, {Layer.ART: (picture.at(Point(0, 0)),)})
    dots = pdf_raster(pdf_bytes(Document("", "", "", (page,))), 254)
    grid = land.definition.grid
    assert isinstance(grid, MapGrid)
    layout = grid.layout(land.definition.across)
    for cell in land.owners:
        centre, along = layout.centre(cell), heading(layout.tilt(cell) + 90)
        middle, aside = (
            "#"
            + "".join(f"{round(255 * ink):02X}" for ink in dots[round(10 * at.y), round(10 * at.x)])
            for at in (centre + Point(150, 100), centre + along * 0.38 * 20 + Point(150, 100))
        )
        assert contrast(middle, aside) >= 3, (middle, aside)


def test_figures_lay_tokens_on_routes(tmp_path: Path) -> None:
    """A route names all of its spaces; tokens have their own size, and lie along the route."""
    pieces = rails(tmp_path)
    text = (
        "board: land\ncaption: A route\ntokens: {Aldby-Port Ellen: train red, Corm: train blue}\n"
    )
    figure = read_figure(Source("figure.yaml", text))
    picture = figure_picture(pieces, figure)
    placed = [*every_placed(picture.drawing)]
    grid = pieces.components.boards[0].definition.grid
    tilts = {round(grid.layout(1.0).tilt(cell), 6) for cell in grid.route("Aldby-Port Ellen")}
    assert len(tilts) == 1
    (tilt,) = tilts
    assert math.isclose(tilt, 45.0, abs_tol=1e-6)
    assert sum(math.isclose(each.turn, tilt, abs_tol=1e-5) for each in placed) == 4


def every_placed(drawing: Drawing) -> Iterator[Placed]:
    """Every drawing that is placed in a drawing."""
    for item in drawing.items:
        if isinstance(item, Placed):
            yield item
            yield from every_placed(item.drawing)
        elif isinstance(item, Drawing):
            yield from every_placed(item)


# Maps on cards

TICKETS = """figures: {land: {board: land}}
pieces:
  boards: [{name: land, size: 300 x 200mm, cell: 10mm, image: land.svg, places: places.csv}]
  cards:
    - name: ticket
      size: {width: 70mm, height: 60mm}
      accent: "#0000F0"
      data: tickets.csv
      face:
        fields: {from: required, to: required}
        front: [{figure: land, highlight: ["{from}", "{to}"], area: trim, x: 5mm, y: 5mm, width: 60mm, height: 40mm}]
"""
PLACES = "name,x,y\nWest,50,50\nEast,250,50\nSouth,150,180\n"


def tickets(pieces: Pieces) -> list[ListedPiece]:
    """The cards of the deck."""
    return [each for each in listing(pieces) if each.id.startswith("ticket")]


def test_a_ticket_marks_its_own_places_on_the_map(tmp_path: Path) -> None:
    """The map is there as it is printed, at a fifth of its size, with a disc of 3.2 mm at each place of the row."""
    rows = "from,to\nWest,East\nEast,South\n"
    pieces = made(tmp_path, TICKETS, land_svg=SVG, places_csv=PLACES, tickets_csv=rows)
    west, east, south = (Point(5 + x / 5, 5 + y / 5) for x, y in ((50, 50), (250, 50), (150, 180)))
    marked_places = [(west, east), (east, south)]
    for piece, places in zip(tickets(pieces), marked_places, strict=True):
        shown = raster_of(piece)
        assert box_of(shown, "#FFE000", most=0.05).width == pytest.approx(60, abs=1.0)
        marked = near(shown, "#0000F0", most=0.1)
        for place in places:
            around = Box(place.x - 3, place.y - 3, 6, 6)
            rows_of, columns = (
                slice(round(start * DPI / 25.4), round(end * DPI / 25.4))
                for start, end in ((around.y, around.bottom), (around.x, around.right))
            )
            disc = extent(marked[rows_of, columns])
            assert disc is not None
            assert disc.width == pytest.approx(3.1, abs=0.5)
            assert disc.centre.x == pytest.approx(3, abs=0.25)
            assert disc.centre.y == pytest.approx(3, abs=0.25)
        # A disc each, and nothing else in that colour.
        assert marked.sum() * (25.4 / DPI) ** 2 == pytest.approx(2 * math.pi * 1.5**2, rel=0.15)


def test_a_place_that_a_ticket_misspells_is_reported_in_its_table(tmp_path: Path) -> None:
    """Once, at the cell of the table, and tickets after it are drawn."""
    rows = "from,to\nWest,Eest\nEast,South\n"
    pieces = made(tmp_path, TICKETS, land_svg=SVG, places_csv=PLACES, tickets_csv=rows)
    (finding,) = piece_findings(pieces)
    assert finding.place.source.name.endswith("tickets.csv")
    assert (finding.place.line, finding.place.column) == (2, 6)
    assert "Eest" in finding.message


def test_a_map_may_be_a_plain_diagram(tmp_path: Path) -> None:
    """Without its picture."""
    text = TICKETS.replace("{board: land}", "{board: land, plain: yes}")
    rows = "from,to\nWest,East\n"
    pieces = made(tmp_path, text, land_svg=SVG, places_csv=PLACES, tickets_csv=rows)
    (piece,) = tickets(pieces)
    assert not near(raster_of(piece), "#FFE000", most=0.05).any()


@pytest.mark.parametrize(("label", "hides"), [("right", True), ("left", False), ("", False)])
def test_a_name_over_a_route_is_reported(tmp_path: Path, label: str, hides: bool) -> None:
    """If the file puts it there; where pnp may choose, it stands elsewhere."""
    places = f"name,x,y,label\nWest,50,50,{label}\nEast,250,50,\n"
    keys = "size: 300 x 200mm, cell: 10mm, places: places.csv, routes: routes.csv"
    pieces = made(
        tmp_path, board(keys), places_csv=places, routes_csv="from,to,spaces\nWest,East,6\n"
    )
    found = [(each.rule, each.place.line) for each in piece_findings(pieces)]
    assert found == ([("names-apart", 2)] if hides else [])
