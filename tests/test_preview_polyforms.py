"""Polyforms on the table of `pnp preview`, in a browser: laid, turned, turned over, refused, saved and drawn as a figure."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Locator, Page, expect

from pnp.definition import read_figure
from pnp.definition.reading import read_source
from pnp.pieces import figure_picture, make_pieces
from tests.browser import quiet_page
from tests.conftest import set_of
from tests.preview import PATIENCE, running
from tests.test_preview_page import audit

# The machine may be slow and noisy.
expect.set_options(timeout=PATIENCE * 1000)

SET = """\
game: quarrel
colours: {red: {letter: R}, blue: {letter: B}}
pieces:
  boards:
    - {name: field, squares: 6x6, cell: 20mm}
  tokens:
    - {name: pin, colours: [red, blue], size: 12mm, count: 1}
  polyforms:
    - {name: bits, shape: polyomino, cell: 20mm, cells: 3..4, colours: [red, blue]}
    - {name: set, shape: polyomino, cell: 20mm, cells: 4, sides: fixed}
    - {name: combs, shape: polyhex, cell: 15mm, cells: 3}
    - {name: sixths, shape: polyiamond, cell: 15mm, cells: 1..4}
"""


@pytest.fixture(scope="module")
def shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The table of the set, in a folder of its own; whatever the console complains of fails the module."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("polyforms"))
    try:
        Path("quarrel.yaml").write_text(SET)
        with running("quarrel.yaml") as preview, quiet_page(browser, PATIENCE) as page:
            preview.complete()
            page.goto(f"{preview.address}/?token={preview.token}")
            page.goto(f"{preview.address}/#table")
            expect(page.locator(".in-hand svg").first).to_be_visible()
            yield page
    finally:
        os.chdir(before)


@pytest.fixture
def table(shown: Page) -> Page:
    """The page with an empty field."""
    on(shown, "field")
    return shown


def on(page: Page, ground: str) -> None:
    """Chooses an empty ground; the cursor is in its middle."""
    choice = page.get_by_label("Ground")
    choice.select_option("Table of hexes" if ground != "Table of hexes" else "field")
    choice.select_option(ground)
    page.get_by_role("application").focus()


def press(page: Page, keys: str) -> None:
    """Presses keys one after another."""
    for key in keys.split():
        page.keyboard.press(key)


def place(page: Page) -> str:
    """The sentence about the cursor's cell."""
    return page.locator("#place").inner_text()


def go(page: Page, cell: str) -> None:
    """Walks to a cell of the field, whose letters count rows."""
    here = place(page).partition(":")[0]
    down, right = ord(cell[0]) - ord(here[0]), int(cell[1:]) - int(here[1:])
    for steps, (forth, back) in (
        (down, ("ArrowDown", "ArrowUp")),
        (right, ("ArrowRight", "ArrowLeft")),
    ):
        for _ in range(abs(steps)):
            page.keyboard.press(forth if steps > 0 else back)
    assert place(page).startswith(f"{cell}:")


def take(page: Page, piece: str) -> None:
    """Takes a piece into the hand, and goes back to the table."""
    page.locator(f"#hand-{piece}").click()
    page.get_by_role("application").focus()


def laid(page: Page) -> Locator:
    """All that lies on the table."""
    return page.locator(".layer-pieces .thing")


@pytest.mark.slow
def test_a_piece_is_laid_turned_and_turned_over_by_keyboard(table: Page) -> None:
    """The sentence about a cell has the words of a figure, wherever on the piece the cursor is."""
    take(table, "bits-red-l4")
    go(table, "C3")
    assert place(table) == "C3: empty; bits-red-l4 fits"
    press(table, "r m")
    expect(table.locator(".surface .covers")).to_have_count(4)
    press(table, "Enter")
    expect(table.locator("#said")).to_have_text("bits-red-l4 laid")
    expect(laid(table)).to_have_count(1)
    assert place(table) == "C3: bits-red-l4 over turned 270"
    press(table, "r")
    assert place(table) == "C3: bits-red-l4 over"
    expect(table.locator("#said")).to_have_text("C3: bits-red-l4 over")
    press(table, "m")
    assert place(table) == "C3: bits-red-l4"
    press(table, "Shift+R")
    assert place(table) == "C3: bits-red-l4 turned 270"
    press(table, "ArrowUp")
    assert place(table) == "B3: bits-red-l4 turned 270"
    press(table, "Delete")
    assert place(table).startswith("B3: empty")
    expect(laid(table)).to_have_count(0)


@pytest.mark.parametrize(
    ("cell", "wrong"),
    [
        ("A1", "would lie over the edge"),
        ("C4", "would overlap bits-blue-i3 at C3"),
    ],
)
def test_a_piece_lies_on_free_cells_alone(table: Page, cell: str, wrong: str) -> None:
    """The page says why it cannot lie there before somebody tries, and when they do."""
    take(table, "bits-blue-i3")
    go(table, "C4")
    press(table, "Enter")
    take(table, "bits-red-l4")
    go(table, "D4" if cell == "C4" else cell)
    press(table, "r")
    assert place(table).endswith(f": empty; bits-red-l4 {wrong}")
    assert table.locator(".surface .covers.wrong").count() in range(1, 5)
    press(table, "Enter")
    expect(table.locator("#message")).to_contain_text(f": bits-red-l4 {wrong}")
    expect(table.locator("#said")).to_contain_text(wrong)
    expect(laid(table)).to_have_count(1)


def test_a_piece_that_cannot_turn_lies_as_before(table: Page) -> None:
    """At the edge: the page says why."""
    take(table, "bits-blue-i4")
    go(table, "A3")
    press(table, "Enter r")
    expect(table.locator("#message")).to_have_text("A3: bits-blue-i4 would lie over the edge")
    assert place(table) == "A3: bits-blue-i4"


def test_a_piece_is_dragged_where_it_shows(table: Page) -> None:
    """By any of its cells, over cells of its own; undone and done again; a right click takes it away."""
    take(table, "bits-red-i4")
    go(table, "B2")
    press(table, "Enter")
    boxes = {}
    for cell in ("B1", "B2", "D3"):
        go(table, cell)
        boxes[cell] = table.locator(".surface .cursor").bounding_box() or {}
    middles = {
        cell: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for cell, box in boxes.items()
    }
    table.mouse.move(*middles["B1"])
    table.mouse.down()
    table.mouse.move(*middles["B2"])
    expect(table.locator(".surface .covers")).to_have_count(4)
    expect(table.locator(".surface .covers.wrong")).to_have_count(0)
    table.mouse.move(*middles["D3"])
    table.mouse.up()
    assert place(table) == "D3: bits-red-i4"
    go(table, "D6")
    assert place(table) == "D6: bits-red-i4"
    press(table, "u")
    assert place(table).startswith("D6: empty")
    press(table, "Control+y")
    assert place(table) == "D6: bits-red-i4"
    table.mouse.click(*middles["D3"], button="right")
    expect(laid(table)).to_have_count(0)


def test_a_saved_table_is_drawn_as_a_figure(table: Page) -> None:
    """And lies there again: from its file, and after the page is loaded again."""
    take(table, "bits-red-l4")
    go(table, "B2")
    press(table, "m r Enter")
    take(table, "bits-blue-t4")
    go(table, "D4")
    press(table, "r r Enter")
    take(table, "pin-red")
    press(table, "Enter")
    assert place(table) == "D4: bits-blue-t4 turned 180; pin red"
    press(table, "s")
    table.locator("#file-name").fill("tried")
    press(table, "Enter")
    expect(table.locator("#message")).to_contain_text("Saved positions/tried.yaml")
    path = Path("positions/tried.yaml")
    saved = yaml.safe_load(path.read_text())
    assert saved == {
        "board": "field",
        "tokens": {"D4": "pin red"},
        "polyforms": {"A2": "bits-red-l4 over turned 90", "C4": "bits-blue-t4 turned 180"},
    }
    path.write_text(f"caption: Some\n{path.read_text()}")
    figure_picture(make_pieces(set_of(SET)), read_figure(read_source(path)))

    table.reload()
    expect(laid(table)).to_have_count(3)
    table.get_by_role("button", name="Clear").click()
    expect(laid(table)).to_have_count(0)
    path.write_text(path.read_text().replace("polyforms: {", "polyforms: {A1: bits-blue-i3, "))
    table.get_by_role("button", name="tried.yaml").click()
    expect(laid(table)).to_have_count(3)
    expect(table.locator("#message")).to_have_text(
        "tried.yaml: 1 piece of it is not in this set, or has no room there"
    )


@pytest.mark.parametrize(
    ("ground", "piece", "steps"), [("Table of hexes", "combs-1", 6), ("Table of triangles", "", 6)]
)
def test_pieces_without_a_board_lie_on_a_table(
    shown: Page, ground: str, piece: str, steps: int
) -> None:
    """As many turns as the grid has bring a piece back to where it was, and so do two turns over."""
    on(shown, ground)
    first = piece or shown.locator('[id^="hand-sixths-4"]').first.get_attribute("data-id") or ""
    take(shown, first)
    press(shown, "ArrowRight Enter")
    start = shown.locator(".layer-pieces .thing").get_attribute("transform")
    text = place(shown)
    seen = set()
    for _ in range(steps):
        press(shown, "r")
        seen.add(place(shown))
    assert len(seen) == steps
    assert place(shown) == text
    press(shown, "m m")
    assert shown.locator(".layer-pieces .thing").get_attribute("transform") == start


def test_a_piece_needs_its_own_cells(table: Page) -> None:
    """A field of squares takes no hexagons; a triangle lies only on cells that lie as it does."""
    take(table, "combs-1")
    assert place(table).endswith("combs-1 needs a ground of hexes")
    press(table, "Enter")
    expect(laid(table)).to_have_count(0)
    on(table, "Table of triangles")
    single = table.locator('[id^="hand-sixths-1"]').first.get_attribute("data-id") or ""
    take(table, single)
    assert place(table).endswith(f"{single} fits")
    press(table, "ArrowRight")
    assert place(table).endswith(f"{single} would lie the other way round")
    press(table, "r")
    assert place(table).endswith(f"{single} fits")


def test_axe_finds_nothing(table: Page) -> None:
    """With pieces laid, and one that cannot lie at the cursor."""
    # The message of another test is gone.
    table.reload()
    take(table, "bits-red-l4")
    press(table, "Enter ArrowDown ArrowDown")
    audit(table, "polyforms")


def test_fixed_pieces_do_not_turn(table: Page) -> None:
    """Neither in the hand nor on the table."""
    names = table.locator('[id^="hand-set-"]').evaluate_all("all => all.map((each) => each.id)")
    take(table, str(names[0]).removeprefix("hand-"))
    go(table, "C3")
    press(table, "r m Enter r m")
    assert re.fullmatch(r"C3: set-\w+", place(table))


@pytest.mark.slow
def test_pieces_lie_among_flat_top_tiles(browser: Browser, in_folder: Path) -> None:
    """On the table of the tiles, whose cells they cover; the picture is turned as the cells are."""
    polyforms = "[{name: combs, shape: polyhex, cell: 15mm, cells: 3}]"
    tiles = "{shape: hexagon, orientation: flat-top, size: 30mm, families: [{name: one, generate: edges}]}"
    Path("flat.yaml").write_text(
        f"game: flat\ncolours: [red]\ntiles: {tiles}\npieces: {{polyforms: {polyforms}}}\n"
    )
    with running("flat.yaml") as preview:
        preview.complete()
        page = browser.new_page()
        page.goto(f"{preview.address}/?token={preview.token}")
        page.goto(f"{preview.address}/#table")
        take(page, "combs-1")
        press(page, "Enter")
        assert place(page) == "0,0: combs-1"
        expect(laid(page)).to_have_attribute("transform", re.compile(r"rotate\(30\)"))
        page.close()
