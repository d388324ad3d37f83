"""The page of `pnp preview` in a browser: from save to picture, every view, keys, accessibility."""

from __future__ import annotations

import io
import math
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Route, expect

from pnp.art import Framing, framed, read_art
from pnp.games import game_of
from pnp.playtest import RandomBot, played
from pnp.preview import pictures
from pnp.scene import Layer, Picture
from pnp.scene import Page as Sheet
from pnp.scene.geometry import Box
from pnp.tiles import moved, parse_tile
from pnp.tiles.symmetry import Symmetry
from tests.browser import Tab, by_the_rules
from tests.conftest import ROOT, Call, bundled
from tests.preview import PATIENCE, Running, running, save
from tests.test_art import BLUE, GREEN, RED, near, quarters
from tests.test_preview import started

Open = Callable[..., Page]

# The machine may be slow and noisy.
expect.set_options(timeout=PATIENCE * 1000)

SQUARES = ROOT / "tilesets/published/macmahon-squares.yaml"
LARGE = ROOT / "tilesets/published/hexagons-5.yaml"
VIEWS = ("pieces", "sheets", "rules", "table", "numbers", "compare")


@pytest.fixture
def visit(tab: Tab) -> Iterator[Open]:
    """Opens the page of a preview; whatever the console has to complain of fails the test.

    `forgiven` is a pattern of complaints that belong to the test.
    """
    open_pages = ExitStack()
    complaints: list[str] = []

    def opened(
        preview: Running,
        view: str = "",
        *,
        width: int = 1440,
        height: int = 900,
        forgiven: str = "",
        dark: bool = False,
        alone: bool = False,
    ) -> Page:
        page = open_pages.enter_context(
            tab.lent(preview.address, (width, height), dark=dark, alone=alone)
        )
        page.set_default_timeout(PATIENCE * 1000)

        def complained(text: str) -> None:
            # A server may end before its pages do.
            if not preview.ending.is_set() and not (forgiven and re.search(forgiven, text)):
                complaints.append(text)

        def console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                complained(message.text)

        def asked(request: Request) -> None:
            if not request.url.startswith((preview.address, "data:", "blob:")):
                complaints.append(f"asks {request.url}")

        heard: dict[str, Callable[..., object]] = {
            "console": console,
            "pageerror": lambda error: complained(str(error)),
            "dialog": lambda dialog: (complained(dialog.message), dialog.dismiss()),
            "request": asked,
        }
        for event, hear in heard.items():
            page.on(event, hear)  # type: ignore[call-overload]
            open_pages.callback(page.remove_listener, event, hear)
        page.goto(f"{preview.address}/?token={preview.token}")
        if view:
            page.goto(f"{preview.address}/#{view}")
        return page

    with open_pages:
        yield opened
    assert complaints == []


@contextmanager
def copied(path: Path, name: str) -> Iterator[Running]:
    """The preview of a copy of a set, to change it."""
    Path(name).write_text(path.read_text())
    with running(name) as preview:
        preview.complete()
        yield preview


@pytest.fixture
def hexstatic(in_folder: Path) -> Iterator[Running]:
    """The preview of a copy of HexStatic."""
    with copied(ROOT / "tilesets/hexstatic.yaml", "hexstatic.yaml") as preview:
        yield preview


@pytest.fixture
def compact(in_folder: Path) -> Iterator[Running]:
    """The preview of a copy of HexStatic with fewer tiles, which are drawn sooner."""
    with copied(ROOT / "tilesets/hexstatic-compact.yaml", "compact.yaml") as preview:
        yield preview


@pytest.fixture
def squares(in_folder: Path) -> Iterator[Running]:
    """The preview of a copy of MacMahon's squares, which is quick."""
    with copied(SQUARES, "squares.yaml") as preview:
        yield preview


@pytest.fixture
def preview(in_folder: Path) -> Iterator[Running]:
    """The preview of Controlled Path, to play it and to save what was played."""
    with running("controlled-path") as found:
        found.complete()
        yield found


@pytest.fixture(scope="module")
def path() -> Iterator[Running]:
    """The same for tests that save nothing: a table and its game are kept by the page, not by the server."""
    with running("controlled-path") as found:
        found.complete()
        yield found


@pytest.fixture(scope="module")
def unchanged() -> Iterator[Running]:
    """The preview of HexStatic for tests that only look at it."""
    with running(ROOT / "tilesets/hexstatic.yaml") as preview:
        preview.complete()
        yield preview


def drawn(page: Page, piece: str) -> str:
    """The inner text of a piece's drawing."""
    option = page.locator(f'.option[data-id="{piece}"] .faces svg')
    expect(option).to_have_count(1)
    return str(option.inner_html())


def choose(page: Page, piece: str = "") -> None:
    """Clicks a piece, or the first one, when it is drawn: until then those before it may move it."""
    option = page.locator(f'.option[data-id="{piece}"]' if piece else ".option").first
    # Pieces far below are not drawn yet.
    option.scroll_into_view_if_needed()
    expect(option.locator(".faces svg").first).to_be_attached()
    option.click()


def at_rest(page: Page, preview: Running) -> None:
    """Waits until the page shows the newest state, complete."""
    number = preview.complete()["number"]
    page.wait_for_function(
        "number => document.documentElement.dataset.number === String(number)", arg=number
    )


def test_the_page_shows_the_pieces(visit: Open, squares: Running) -> None:
    """All of them, drawn, with the title of the set; the address has no token."""
    page = visit(squares)
    expect(page.locator(".option .faces svg")).to_have_count(24)
    expect(page).to_have_title(re.compile("MacMahon's Squares"))
    assert page.url.partition("#")[0].rstrip("/") == squares.address
    assert page.evaluate("document.cookie") == ""
    expect(page.locator("#status")).to_contain_text("Live")


# From save to picture


@pytest.mark.slow
def test_a_save_is_a_new_picture(
    visit: Open, hexstatic: Running, record_property: Callable[[str, object], None]
) -> None:
    """Of the tiles that it changes; all others keep their elements, and nothing else moves."""
    page = visit(hexstatic)
    at_rest(page, hexstatic)
    page.keyboard.press("/")
    page.locator("#find").fill("lines:>1")
    page.locator("#size").fill("4")
    view = page.locator("#view")
    option = page.locator('.option[data-id="two-lines-40"]')
    choose(page, "two-lines-40")
    option.click()
    option.click()
    expect(page.locator("#turn")).to_have_text("turn 3 of 6")
    option.evaluate("option => option.scrollIntoView({ block: 'center' })")
    scrolled = view.evaluate("view => view.scrollTop")
    assert scrolled > 300
    before = drawn(page, "two-lines-40")
    page.evaluate(
        """() => {
            window.kept = document.querySelector('.option[data-id="two-lines-40"]');
            window.drawnAt = new Promise((resolve) => new MutationObserver((changes) => {
                if (changes.some((change) => [...change.addedNodes].some((node) => node.localName === "svg")))
                    requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
            }).observe(window.kept.querySelector(".faces"), { childList: true }));
        }"""
    )
    text = Path("hexstatic.yaml").read_text()
    start = time.time()
    Path("hexstatic.yaml").write_text(text.replace("#C8372D", "#7A2DC8"))
    milliseconds = round(page.evaluate("window.drawnAt") - start * 1000)
    record_property("milliseconds from save to picture", milliseconds)
    print(f"from save to picture: {milliseconds} ms")
    after = drawn(page, "two-lines-40")
    assert "#c8372d" in before.lower() and "#c8372d" not in after.lower()
    assert page.evaluate(
        "window.kept === document.querySelector('.option[data-id=\"two-lines-40\"]')"
    )
    assert view.evaluate("view => view.scrollTop") == pytest.approx(scrolled, abs=1)
    assert page.locator("#find").input_value() == "lines:>1"
    assert page.locator("#size").input_value() == "4"
    expect(option).to_have_attribute("aria-selected", "true")
    expect(page.locator("#turn")).to_have_text("turn 3 of 6")
    expect(page.locator("#details-title")).to_have_text("two-lines-40")
    # All tiles and the red token.
    expect(page.locator("#changed")).to_have_text("Changed 218")
    at_rest(page, hexstatic)
    save(Path("hexstatic.yaml"), "where: {lines: 3}", "where: {lines: 3, crossings: 0}")
    expect(page.locator("#findings")).to_contain_text("error")


def test_a_broken_file_keeps_the_pictures(visit: Open, squares: Running) -> None:
    """A banner names the line, the findings show it, and the next good save takes both away."""
    page = visit(squares, forgiven="422")
    pictures = page.locator(".option .faces svg")
    expect(pictures).to_have_count(24)
    save(Path("squares.yaml"), "generate: edges", "generate: edgs")
    banner = page.get_by_role("alert")
    expect(banner).to_contain_text("pnp cannot read squares.yaml: line")
    expect(pictures).to_have_count(24)
    banner.get_by_role("button", name="All findings").click()
    line = next(
        number
        for number, text in enumerate(Path("squares.yaml").read_text().splitlines(), 1)
        if "edgs" in text
    )
    finding = page.locator("#findings li.error")
    expect(finding).to_have_count(1)
    expect(finding.locator("pre .own")).to_contain_text(str(line))
    expect(finding.locator("pre .own")).to_contain_text("generate: edgs")
    caret = finding.locator("pre .caret").text_content() or ""
    own = finding.locator("pre .own").text_content() or ""
    assert own[caret.index("^") + len(str(line)) :].startswith("edgs") or "edgs" in own
    Path("squares.yaml").rename("gone")
    expect(banner).to_contain_text("squares.yaml is gone")
    expect(pictures).to_have_count(24)
    Path("squares.yaml").write_text(SQUARES.read_text())
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("Live")


@pytest.mark.slow
def test_a_server_that_has_ended_leaves_its_pictures(visit: Open, squares: Running) -> None:
    """The page says so on every view. A new server has another token: the page asks for its address, and follows it then."""
    page = visit(squares, forgiven="net::ERR_|Failed to load|403")
    expect(page.locator(".option .faces svg")).to_have_count(24)
    squares.stop()
    message = page.get_by_role("alert")
    expect(message).to_contain_text("pnp preview has ended, or does not answer")
    expect(message).to_contain_text("pnp preview squares.yaml")
    expect(page.locator("#status")).to_have_text(re.compile("^No connection"))
    expect(page.locator(".option .faces svg")).to_have_count(24)
    for key in "654321":
        page.keyboard.press(key)
        expect(message).to_be_visible()
    message.get_by_role("button", name="Close").click()
    expect(message).to_have_count(0)
    choose(page)
    expect(page.locator(".option").first).to_have_attribute("aria-selected", "true")
    with running("squares.yaml", port=squares.port) as another:
        expect(page.locator("#status")).to_have_text(re.compile("^Started anew"))
        expect(message).to_contain_text("Open the address that it has printed")
        # As the browser does that the new server opens.
        page.context.new_page().goto(f"{another.address}/?token={another.token}")
        expect(page.locator("#status")).to_have_text(re.compile("^Live"))
        expect(message).to_have_count(0)


def test_a_set_with_errors_is_never_green(visit: Open, squares: Running) -> None:
    """The status counts them and leads to them; a file that cannot be read has a message that covers a view, and moves nothing."""
    page = visit(squares, forgiven="422")
    at_rest(page, squares)
    status, colour = page.locator("#status"), "lamp => getComputedStyle(lamp).backgroundColor"
    green = status.locator(".lamp").evaluate(colour)
    save(Path("squares.yaml"), "expect: 24", "expect: 25")
    expect(status).to_have_text(re.compile(r"^Live, \d+ errors? ·"))
    assert status.locator(".lamp").evaluate(colour) != green
    expect(page).to_have_title(re.compile("^Live, "))
    status.get_by_role("button").click()
    expect(page.locator("#findings li.error").first).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("4")
    frame = page.get_by_role("application")
    expect(frame).to_have_attribute("aria-busy", "false")
    before = frame.bounding_box()
    save(Path("squares.yaml"), "generate: edges", "generate: edgs")
    message = page.get_by_role("alert")
    expect(message.locator("pre .own")).to_contain_text("generate: edgs")
    assert frame.bounding_box() == before
    message.get_by_role("button", name="Close").click()
    expect(message).to_have_count(0)
    expect(status).to_have_text(re.compile("^Cannot read squares.yaml"))
    save(Path("squares.yaml"), "generate: edgs", "generate: edgss")
    expect(message).to_be_visible()


def test_a_connection_that_breaks_comes_back(visit: Open, squares: Running) -> None:
    """As after a computer has slept: the page asks for the state of now."""
    page = visit(squares, forgiven="net::ERR_|Failed to load")
    at_rest(page, squares)
    squares.disconnect()
    expect(page.locator("#status")).to_contain_text("No connection")
    expect(page.locator("#status")).to_contain_text("Live")
    expect(page.get_by_role("alert")).to_have_count(0)
    save(Path("squares.yaml"), "title: MacMahon's Squares", "title: Other Squares")
    expect(page).to_have_title(re.compile("Other Squares"))


@pytest.mark.slow
def test_a_page_tries_to_connect_again(visit: Open, squares: Running) -> None:
    """After 1, 2 and 5 seconds, and then every 5, with its last pictures."""
    page = visit(squares, forgiven="net::ERR_|Failed to load", alone=True)
    expect(page.locator(".option .faces svg")).to_have_count(24)
    page.clock.install(time=0)
    page.clock.pause_at(10_000)
    asked = []
    page.route("**/events", lambda route: (asked.append(1), route.abort()))
    squares.disconnect()
    expect(page.get_by_role("alert")).to_contain_text("shows its last pictures, and tries again")
    for number, seconds in enumerate((1, 2, 5, 5), 1):
        page.clock.run_for(seconds * 1000 - 100)
        page.wait_for_timeout(50)
        assert len(asked) == number - 1
        page.clock.run_for(100)
        wait_until(page, lambda number=number: len(asked) == number)  # type: ignore[misc]
    expect(page.locator(".option .faces svg")).to_have_count(24)


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    """Lets the page work until something is true, and a moment more."""
    for _ in range(200):
        if true():
            break
        page.wait_for_timeout(50)
    assert true()
    page.wait_for_timeout(100)


@pytest.mark.slow
def test_a_broken_set_follows_another(visit: Open, squares: Running) -> None:
    """The page says which file pnp cannot read, and shows it as soon as it is good."""
    other = Path("tilesets/other.yaml")
    other.parent.mkdir()
    other.write_text("game: other\ntiles: {shape: hexagn}\n")
    page = visit(squares, forgiven="422")
    at_rest(page, squares)
    page.locator("#set").select_option("other")
    state = squares.when(lambda state: state["status"] == "broken", set="other")
    page.wait_for_function(
        "number => document.documentElement.dataset.number === String(number)", arg=state["number"]
    )
    expect(page.get_by_role("alert")).to_contain_text("pnp cannot read other.yaml: line")
    other.write_text(SQUARES.read_text())
    expect(page.locator(".option .faces svg")).to_have_count(24)


@pytest.mark.parametrize("source", [7, None])
def test_a_finding_opens_its_own_file(visit: Open, squares: Running, source: int | None) -> None:
    """The one whose number it has; without a number, the place is only text."""

    def numbered(route: Route) -> None:
        answer = route.fetch()
        state = answer.json()
        for finding in state["findings"]:
            finding["source"] = source
        route.fulfill(response=answer, json=state)

    page = visit(squares, forgiven="422|400|404")
    page.route("**/api/state", numbered)
    save(Path("squares.yaml"), "generate: edges", "generate: edgs")
    page.get_by_role("button", name="All findings").click()
    link = page.locator("#findings li > button.link")
    if source is None:
        expect(page.locator("#findings li > code")).to_contain_text("squares.yaml:")
        expect(link).to_have_count(0)
    else:
        with page.expect_request("**/api/open") as request:
            link.click()
        assert request.value.post_data_json["source"] == source


def test_a_title_runs_nothing(in_folder: Path, visit: Open) -> None:
    """Nor does the name of a family's finding: text is text."""
    text = SQUARES.read_text().replace(
        "title: MacMahon's Squares",
        "title: '<script>alert(1)</script><img src=x onerror=alert(2)>'",
    )
    Path("squares.yaml").write_text(text)
    with running("squares.yaml") as preview:
        page = visit(preview)
        expect(page.locator("#inspector h2")).to_have_text(
            "<script>alert(1)</script><img src=x onerror=alert(2)>"
        )
        for view in VIEWS:
            page.goto(f"{preview.address}/#{view}")
            page.wait_for_timeout(150)
        assert page.locator("script").count() == 1


# Pieces


@pytest.mark.slow
def test_keys_do_what_the_page_lists(visit: Open, squares: Running) -> None:
    """Views, find, findings, size, dark, pieces; nothing of that once single keys are switched off."""
    page = visit(squares)
    expect(page.locator(".option .faces svg")).to_have_count(24)
    for number, view in [*enumerate(VIEWS, 1)][::-1]:
        page.keyboard.press(str(number))
        expect(page.locator("body")).to_have_attribute("data-view", view)
    size = page.locator("#size")
    before = float(size.input_value())
    page.keyboard.press("+")
    assert float(size.input_value()) > before
    page.keyboard.press("-")
    assert float(size.input_value()) == pytest.approx(before, abs=0.1)
    page.keyboard.press("0")
    assert float(size.input_value()) == pytest.approx(96 / 25.4, abs=0.1)
    root = page.locator("html")
    page.keyboard.press("d")
    expect(root).to_have_attribute("data-look", "dark")
    page.keyboard.press("D")
    expect(root).to_have_attribute("data-look", "light")
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("1d")
    expect(root).to_have_attribute("data-look", "light")
    expect(page.locator("body")).to_have_attribute("data-view", "pieces")
    page.locator("#find").fill("")
    page.keyboard.press("Escape")
    expect(page.locator(".option").first).to_be_focused()

    page.keyboard.press("ArrowRight")
    expect(page.locator(".option").nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    below = page.locator(".option:focus")
    above = page.locator(".option").nth(1).bounding_box()
    box = below.bounding_box()
    assert above and box and box["y"] > above["y"] and box["x"] == pytest.approx(above["x"], abs=2)
    page.keyboard.press("ArrowUp")
    expect(page.locator(".option").nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(".option").last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator("#details-title")).to_have_text("square-01")
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_have_text("turn 2 of 4")
    page.keyboard.press("r")
    expect(page.locator("#turn")).to_have_text("turn 3 of 4")
    page.keyboard.press("Shift+R")
    expect(page.locator("#turn")).to_have_text("turn 2 of 4")
    page.keyboard.press("Escape")
    expect(page.locator("#details-title")).to_have_count(0)
    expect(page.locator(".option").first).to_be_focused()

    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keys")
    expect(listed).to_be_visible()
    listed.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    for key in ("4", "d", "?", "/"):
        page.keyboard.press(key)
    expect(page.locator("body")).to_have_attribute("data-view", "pieces")
    expect(root).to_have_attribute("data-look", "light")
    expect(listed).to_be_hidden()
    page.reload()
    expect(page.locator(".option .faces svg")).to_have_count(24)
    page.keyboard.press("4")
    expect(page.locator("body")).to_have_attribute("data-view", "pieces")


@pytest.mark.slow
def test_one_piece_is_in_the_order_of_the_tab_key(visit: Open, unchanged: Running) -> None:
    """So that Tab leads past two hundred pieces with one press."""
    page = visit(unchanged)
    at_rest(page, unchanged)
    assert page.locator('.option[tabindex="0"]').count() == 1
    choose(page, "one-line-05")
    assert page.locator('.option[tabindex="0"]').get_attribute("data-id") == "one-line-05"


@pytest.mark.slow
def test_a_turned_tile_has_the_notation_of_pnp(visit: Open, unchanged: Running) -> None:
    """In every turn; its twin is the tile of its mirror image."""
    definition = bundled("hexstatic").definition
    page = visit(unchanged, forgiven="422")
    at_rest(page, unchanged)
    option = page.locator('.option[data-id="two-lines-12"]')
    choose(page, "two-lines-12")
    code = page.locator("#as-it-lies")
    expect(code).to_be_visible()
    text = str(code.text_content())
    tile = parse_tile(text, definition.main_group.geometry, definition.codes)
    for turn, isometry in enumerate(definition.main_group.geometry.isometries(Symmetry.ROTATIONS)):
        expect(page.locator("#turn")).to_have_text(f"turn {turn + 1} of 6")
        expect(code).to_have_text(definition.notation(moved(tile, isometry)))
        # What one sees is turned clockwise by as many sides.
        angle = option.locator(".faces svg").evaluate("face => face.style.rotate")
        assert float(angle.removesuffix("deg")) % 360 == turn * 60 if turn else angle == "none"
        page.keyboard.press("r")
    twins = [each.id for each in bundled("hexstatic").pieces if each.id == "two-lines-12"]
    assert twins
    page.keyboard.press("m")
    expect(page.locator("#details-title")).not_to_have_text("two-lines-12")
    twin = str(page.locator("#details-title").text_content())
    sides = {word[0]: word[1:] for word in str(page.locator("#as-it-lies").text_content()).split()}
    assert sorted(map(len, sides.values())) == sorted(map(len, (word[1:] for word in text.split())))
    page.keyboard.press("m")
    expect(page.locator("#details-title")).to_have_text("two-lines-12")
    assert twin.startswith("two-lines-")
    page.get_by_role("button", name="Copy notation").click()
    expect(page.locator("#message")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == code.text_content()


@pytest.mark.slow
def test_a_piece_is_found_on_its_sheet(visit: Open, unchanged: Running) -> None:
    """The map in the details marks it, and so does the sheet itself."""
    page = visit(unchanged, "pieces")
    at_rest(page, unchanged)
    choose(page, "one-line-40")
    expect(page.locator("#inspector .map .mine")).to_have_count(1)
    page.get_by_role("button", name="Show the sheet").click()
    mark = page.locator(".mark")
    expect(mark).to_have_count(1)
    expect(mark.locator("polygon")).to_be_in_viewport()
    assert mark.get_attribute("aria-label") == "one-line-40 lies here"
    places = unchanged.get("/api/pieces/one-line-40")["sheets"]["places"]
    leaf = page.locator(f"#sheet-{places[0]['page']}")
    expect(leaf.locator(".mark")).to_have_count(1)
    assert (
        leaf.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    )


def test_finding_narrows_the_pieces(visit: Open, unchanged: Running) -> None:
    """By notation, id, or a property and a number; the count says how many."""
    page = visit(unchanged)
    at_rest(page, unchanged)
    expected = [
        piece
        for group in unchanged.get("/api/state")["groups"]
        for piece in group["pieces"]
        if "R1-2" in piece.get("notation", "")
    ]
    page.locator("#find").fill("r1-2")
    expect(page.locator(".option")).to_have_count(len(expected))
    expect(page.locator("#count")).to_have_text(f"{len(expected)} of 221 pieces")
    page.locator("#find").fill("crossings:0 three-lines")
    # Three lines without a crossing: three corners, or one line through and two corners, by hand.
    shown = page.locator(".option .notation").all_text_contents()
    assert shown and all(len(text.split()) == 3 for text in shown)
    page.locator("#find").fill("blue nexus")
    blue = [
        piece["id"]
        for group in unchanged.get("/api/state")["groups"]
        for piece in group["pieces"]
        if group["name"] == "nexus" and "B" in piece["notation"]
    ]
    expect(page.locator(".option")).to_have_count(len(blue))
    for text, why in (
        ("no such thing", "No piece matches"),
        ("crossings:", "Write a number after “crossings:”, such as crossings:2"),
        ("crossings:>x", "“x” is no number: write crossings:2"),
        ("crosings:2", "Tiles have no property “crosings”; they have "),
    ):
        page.locator("#find").fill(text)
        expect(page.locator("#view")).to_contain_text(why)
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".option")).to_have_count(221)


@pytest.mark.slow
def test_thousands_of_tiles_are_drawn_as_they_come_into_view(visit: Open) -> None:
    """Not all at once; the scroller is as long as all of them."""
    with running(LARGE) as preview:
        state = preview.complete()
        print(f"2,635 tiles are read in {state['milliseconds']} ms")
        page = visit(preview)
        expect(page.locator(".option")).to_have_count(2635)
        expect(page.locator(".option .faces svg").first).to_be_visible()
        page.locator("#find").fill("blank-sides:0")
        expect(page.locator("#count")).to_contain_text("2,635 pieces")
        page.locator("#find").fill("hexagon-2635")
        expect(page.locator(".option")).to_have_count(1)
        page.locator("#find").fill("")
        expect(page.locator(".option")).to_have_count(2635)
        page.locator(".option").first.focus()
        page.keyboard.press("End")
        expect(page.locator(".option").last.locator(".faces svg")).to_be_in_viewport()
        height = page.locator("#view").evaluate("view => view.scrollHeight / view.clientHeight")
        assert height > 20


@pytest.mark.slow
def test_a_million_tiles_are_a_choice(in_folder: Path, visit: Open) -> None:
    """Counted first; then a sample, on request."""
    Path("many.yaml").write_text(
        "game: many\ncolours: 12\ntiles: {shape: hexagon, size: 30mm, families: [{name: one, generate: edges}]}\n"
    )
    with running("many.yaml") as preview:
        # The page may still ask for an image of a view that it has left, when the sample is another one.
        page = visit(preview, forgiven=r"404 \(Not Found\)")
        number = f"{(12**6 + 12**3 + 2 * 12**2 + 2 * 12) // 6:,}"
        expect(page.locator(".many h2")).to_have_text(f"{number} tiles")
        expect(page.locator('#rail a[data-view="pieces"] .number')).to_have_text(number)
        page.get_by_role("button", name="Draw the first 500").click()
        expect(page.locator(".option")).to_have_count(500)
        for view in ("sheets", "numbers", "table"):
            page.goto(f"{preview.address}/#{view}")
            expect(page.locator("#view .sample")).to_have_text(f"These are 500 of {number} tiles.")
        page.goto(f"{preview.address}/#pieces")
        page.get_by_role("button", name="Choose again").click()
        page.get_by_role("button", name="Only the numbers").click()
        expect(page.locator(".many td").first).to_have_text("one")


# The table


# Where a cell's side looks to, clockwise from above: the first looks to the upper right.
def neighbour(cell: tuple[int, int], side: int) -> tuple[int, int]:
    """The cell that lies against a side, found by its middle."""
    angle = math.radians(30 + 60 * side)
    x, y = middle(cell)
    near = [(cell[0] + q, cell[1] + r) for q in (-1, 0, 1) for r in (-1, 0, 1)]
    return min(
        near, key=lambda each: math.dist(middle(each), (x + math.sin(angle), y - math.cos(angle)))
    )


def middle(cell: tuple[int, int]) -> tuple[float, float]:
    """The middle of a cell, in widths of a cell."""
    q, r = cell
    return q + r / 2, r * math.sqrt(3) / 2


def colours(notation: str) -> dict[int, str]:
    """The letter of each side that a line or an end touches, such as R1-2."""
    words = [word for word in notation.split() if word[1:2].isdigit()]
    return {int(side) - 1: word[0] for word in words for side in word[1:].split("-")}


def clashing(tiles: dict[str, str]) -> set[frozenset[tuple[int, int]]]:
    """The pairs of cells whose common side shows two different things."""
    lie = {
        (int(q), int(r)): colours(text)
        for cell, text in tiles.items()
        for q, r in [cell.split(",")]
    }
    return {
        frozenset((cell, other))
        for cell, sides in lie.items()
        for side in range(6)
        if (other := neighbour(cell, side)) in lie
        and sides.get(side) != lie[other].get((side + 3) % 6)
    }


@pytest.mark.slow
def test_tiles_are_laid_by_keyboard_and_clashes_are_marked(
    visit: Open, hexstatic: Running, pnp: Call
) -> None:
    """Where the notations say so; undo and redo lead there and back; `pnp score` reads the saved file."""
    page = visit(hexstatic, "table")
    frame = page.get_by_role("application")
    expect(page.locator(".in-hand").first).to_be_visible()
    frame.focus()
    rng = Random(3)
    for step in (
        "",
        "ArrowRight",
        "ArrowDown",
        "ArrowLeft",
        "ArrowLeft",
        "ArrowUp",
        "Shift+ArrowUp",
    ):
        if step:
            page.keyboard.press(step)
        for _ in range(rng.randrange(6)):
            page.keyboard.press(".")
        for _ in range(rng.randrange(6)):
            page.keyboard.press("r")
        page.keyboard.press("Enter")
    laid = page.locator(".layer-pieces .thing")
    number = laid.count()
    assert number >= 5
    page.keyboard.press("s")
    page.locator("#file-name").fill("tried")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("Saved positions/tried.yaml")
    tiles = yaml.safe_load(Path("positions/tried.yaml").read_text())["tiles"]
    assert len(tiles) == number
    expected = clashing(tiles)
    assert expected
    expect(page.locator(".surface .clash")).to_have_count(len(expected))
    listed = page.locator(".clash-line").all_text_contents()
    # Each once, in these words alone, and no score that says the same in others.
    panel = page.locator("#table-panel")
    expect(panel).to_contain_text("None while sides clash.")
    expect(panel.locator(".problems")).to_have_count(0)
    names = ["upper right", "right", "lower right", "lower left", "left", "upper left"]
    pairs = set()
    for text in listed:
        cell, side = re.match(r"(-?\d+,-?\d+), ([a-z ]+): ", text).groups()  # type: ignore[union-attr]
        q, r = map(int, cell.split(","))
        pairs.add(frozenset({(q, r), neighbour((q, r), names.index(side))}))
    assert pairs == expected

    frame.focus()
    page.keyboard.press("u")
    expect(laid).to_have_count(number - 1)
    page.keyboard.press("Control+y")
    expect(laid).to_have_count(number)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+z")
    expect(laid).to_have_count(number)
    page.keyboard.press("c")
    expect(page.locator("#place")).to_contain_text("clash")
    page.keyboard.press("Delete")
    expect(laid).to_have_count(number - 1)

    result = pnp("score", "hexstatic", "positions/tried.yaml")
    assert "Traceback" not in result.output
    assert (result.exit_code == 0) == (not expected)


@pytest.mark.slow
def test_tiles_are_laid_by_mouse_and_scored(visit: Open, hexstatic: Running, pnp: Call) -> None:
    """A click lays, a second turns, a right click takes away; the live score is that of `pnp score`."""
    page = visit(hexstatic, "table")
    expect(page.locator(".in-hand svg").first).to_be_visible()

    def click(cell: int, button: str = "left") -> None:
        box = page.locator(".layer-cells polygon").nth(cell).bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button=button)  # type: ignore[arg-type]

    laid = page.locator(".layer-pieces .thing")
    click(0)
    expect(laid).to_have_count(1)
    before = laid.first.get_attribute("transform")
    click(0)
    expect(laid.first).not_to_have_attribute("transform", str(before))
    click(0, "right")
    expect(laid).to_have_count(0)
    click(0)
    # The dashed places are those where the piece in hand fits in some turn.
    fits = page.locator(".surface .fits")
    assert 1 <= fits.count() <= 6
    page.keyboard.press("u")
    page.get_by_role("application").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table-panel")).to_contain_text("Score, live")
    page.get_by_role("button", name="Save position").click()
    page.locator("#file-name").fill("one")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("Saved positions/one.yaml")
    shown = [
        row.split("\t") for row in page.locator("#table-panel table tbody tr").all_inner_texts()
    ]
    printed = pnp("score", "hexstatic", "positions/one.yaml")
    assert printed.exit_code == 0, printed.output
    for whose, points in shown:
        assert re.search(rf"{whose}\D+{points}\b", printed.stdout)


PATHS = """\
game: paths
colours: [red, blue]
tiles:
  shape: hexagon
  size: 30mm
  families:
    - {name: flow, generate: strands, colours: {red: once, blue: once}, where: {lines: 2}}
"""


@pytest.mark.slow
def test_tiles_stay_on_the_table(in_folder: Path, visit: Open) -> None:
    """A tile is what it shows. A save that lacks it leaves a ghost, which comes back with the set, and so does undo."""
    Path("paths.yaml").write_text(PATHS)
    with running("paths.yaml") as preview:
        page = visit(preview, "table")
        summary = page.locator("#table-summary")
        tiles = {tile["turns"][0]: tile["id"] for tile in preview.get("/api/table")["tiles"]}
        crossing, plain = "B1-4 R2-5", "B1-2 R3-5"
        for text in (crossing, plain):
            page.locator(f"#hand-{tiles[text]}").click()
            page.locator(".frame").focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        expect(summary).to_contain_text("2 pieces laid")
        page.keyboard.press("s")
        page.keyboard.press("Enter")
        expect(page.locator("#table-panel .files button")).to_have_text("paths-1.yaml")
        save(Path("paths.yaml"), "{lines: 2}", "{lines: 2, crossings: 0}")
        expect(summary).to_contain_text("1 piece laid, 1 missing from the set")
        expect(page.locator("#message")).to_contain_text("The set lacks 1 piece of the table now")
        expect(page.locator("#place")).to_contain_text(plain)
        expect(page.locator(".surface .missing")).to_have_count(1)
        expect(page.locator(".layer-marks .ghost svg")).to_have_count(1)
        frame = page.get_by_role("application")
        frame.press("ArrowLeft")
        expect(page.locator("#place")).to_contain_text(f"{crossing}, which the set lacks now")
        page.reload()
        expect(summary).to_contain_text("1 piece laid, 1 missing")
        frame.press("u")
        expect(summary).to_contain_text("0 pieces laid, 1 missing")
        frame.press("Control+y")
        save(Path("paths.yaml"), "{lines: 2, crossings: 0}", "{lines: 2}")
        expect(summary).to_have_text(re.compile("^2 pieces laid · "))
        expect(page.locator(".surface .missing")).to_have_count(0)
        frame.press("u")
        frame.press("u")
        expect(summary).to_have_text("0 pieces laid")
        page.locator("#table-panel .files button").click()
        expect(summary).to_contain_text("2 pieces laid")


@pytest.mark.slow
def test_the_table_outlives_the_server(browser: Browser, in_folder: Path) -> None:
    """Pieces, steps and a game, in the tab that was open and in a new one; two tabs are two tables and two games."""
    Path("path.yaml").write_text((ROOT / "tilesets/controlled-path.yaml").read_text())
    context = browser.new_context()
    page = context.new_page()
    panel, summary, frame = (
        page.locator(each) for each in ("#table-panel", "#table-summary", ".frame")
    )
    with running("path.yaml") as preview:
        preview.complete()
        page.goto(f"{preview.address}/?token={preview.token}")
        page.goto(f"{preview.address}/#table")
        expect(page.locator(".in-hand").first).to_be_visible()
        frame.press("Enter")
        frame.press("ArrowRight")
        frame.press("Enter")
        expect(summary).to_contain_text("2 pieces laid")
        by_the_rules(page)
        page.get_by_label("Seed").fill("7")
        page.get_by_role("button", name="Start").click()
        page.locator(".moves .move").first.click()
        expect(panel).to_contain_text("move 1 of 1")
        other = context.new_page()
        other.goto(f"{preview.address}/#table")
        expect(other.locator("#table-panel")).to_contain_text("move 1 of 1")
        other.locator(".moves .move").first.click()
        expect(other.locator("#table-panel")).to_contain_text("move 2 of 2")
        other.close()
        page.locator(".moves .move").last.click()
        expect(panel).to_contain_text("move 2 of 2")
        save(Path("path.yaml"), '{strands: ">=1"', '{strands: ">=3"')
        expect(page.locator("#hand")).to_contain_text(
            "The set does not allow this game now: move 1: "
        )
        save(Path("path.yaml"), '{strands: ">=3"', '{strands: ">=1"')
        expect(panel).to_contain_text("move 2 of 2")
        port = preview.port
    expect(page.locator("#status")).to_contain_text("No connection")
    with running("path.yaml", port=port) as preview:
        preview.complete()
        later = context.new_page()
        later.goto(f"{preview.address}/?token={preview.token}")
        later.goto(f"{preview.address}/#table")
        for each in (later, page):
            expect(each.locator("#table-panel")).to_contain_text("move 2 of 2")
            each.get_by_role("button", name="Try pieces").click()
            expect(each.locator("#table-summary")).to_contain_text("2 pieces laid")
            each.locator(".frame").press("u")
            expect(each.locator("#table-summary")).to_contain_text("1 piece laid")
    context.close()


@pytest.mark.slow
def test_a_game_is_played_on_the_page(preview: Running, visit: Open) -> None:
    """The moves shown are the legal ones; a record leads back and forth, is saved and opened again."""
    rules = game_of("controlled-path")
    page = visit(preview, "table", forgiven="422")
    by_the_rules(page)
    page.get_by_label("Seed").fill("7")
    page.get_by_label("Players", exact=True).fill("2")
    page.get_by_role("button", name="Start").click()
    position = rules.initial(Random(7), 2)
    for number in range(3):
        legal = sorted(map(rules.write_move, rules.legal_moves(position)))
        head = page.locator(".moves-head")
        expect(head).to_contain_text(f"{len(legal):,} legal move")
        shown = page.locator(".moves .move").all_inner_texts()
        assert shown == legal[:60]
        page.locator(".moves .move").first.click()
        position = rules.play(position, rules.read_move(position, legal[0]))
        expect(page.locator("#table-panel")).to_contain_text(f"move {number + 1} of {number + 1}")
    pieces = page.locator(".layer-pieces .thing").count()
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#table-panel")).to_contain_text("move 2 of 3")
    slider = page.get_by_label("Move of the record")
    slider.fill("0")
    expect(page.locator("#table-panel")).to_contain_text("move 0 of 3")
    slider.fill("3")
    expect(page.locator("#table-panel")).to_contain_text("move 3 of 3")
    expect(page.locator(".layer-pieces .thing")).to_have_count(pieces)
    page.get_by_role("button", name="Save record").click()
    page.locator("#file-name").fill("../evil")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("this one has ., /")
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport()
    assert not Path("evil.yaml").exists() and not Path("../evil.yaml").exists()
    page.locator("#file-name").fill("played")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("Saved positions/played.yaml")
    page.get_by_role("button", name="played.yaml").click()
    expect(page.locator("#table-panel")).to_contain_text("move 3 of 3")
    expect(page.locator(".layer-pieces .thing")).to_have_count(pieces)


@pytest.mark.slow
def test_a_record_is_on_the_table_at_once(browser: Browser, in_folder: Path) -> None:
    """`pnp preview SET --record FILE` opens on its last move, with the chart; a page that is loaded again keeps its step."""
    rules = game_of("hexpertise")
    match = played(rules, [RandomBot()] * 2, 3)
    Path("game.yaml").write_text(match.record(rules))
    process, address = started("hexpertise", "--record", "game.yaml")
    page = browser.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    try:
        page.goto(address)
        panel, number = page.locator("#table-panel"), len(match.moves)
        expect(panel).to_contain_text(f"move {number} of {number}", timeout=PATIENCE * 1000)
        expect(panel.locator(".lead svg")).to_be_visible()
        for whose, points in match.score.totals:
            expect(panel).to_contain_text(re.compile(f"{whose}.*{points}"))
        page.get_by_role("button", name="One move back").click()
        expect(panel).to_contain_text(f"move {number - 1} of {number}")
        page.reload()
        expect(panel).to_contain_text(f"move {number - 1} of {number}")
    finally:
        page.close()
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE)[1] == ""


@pytest.mark.slow
def test_the_hand_shows_what_fits(visit: Open, squares: Running) -> None:
    """Found by words; what fits a place is in the hand as it fits, and lies there without a clash."""
    page = visit(squares, "table")
    shown, laid = page.locator(".in-hand"), page.locator(".layer-pieces .thing")
    frame, find = page.get_by_role("application"), page.locator("#hand-find")
    tiles = {tile["id"]: tile["turns"] for tile in squares.get("/api/table")["tiles"]}
    expect(shown).to_have_count(24)
    find.fill("rrrr")
    expect(shown).to_have_count(1)
    shown.click()
    frame.press("Enter")
    find.fill("")
    frame.press("ArrowRight")
    fits = page.get_by_role("button", name="Fits here")
    fits.click()
    # The right side of a square meets the left one of its neighbour.
    red = {name for name, turns in tiles.items() if any(text[3] == "R" for text in turns)}
    assert 0 < len(red) < 24
    expect(shown).to_have_count(len(red))
    assert set(shown.evaluate_all("all => all.map((each) => each.dataset.id)")) == red
    # A click on another place asks what fits there, and lays nothing.
    page.locator(".surface .fits").last.click(force=True)
    expect(laid).to_have_count(1)
    shown.last.click()
    frame.press("Enter")
    expect(laid).to_have_count(2)
    expect(page.locator(".surface .clash")).to_have_count(0)
    expect(page.locator("#hand-note")).to_have_text(re.compile("^No piece is in the hand and fits"))
    fits.click()
    expect(shown).to_have_count(24)


@pytest.mark.slow
def test_a_move_is_seen_before_it_is_played(path: Running, visit: Open) -> None:
    """Its places at once; what it lays, on the board and in words, when somebody points at it; the score names all players."""
    page = visit(path, "table")
    titles = [group["title"] for group in path.get("/api/state")["groups"]]
    families = page.locator(".in-family")
    expect(families.first).to_be_visible()
    assert families.evaluate_all("all => all.map((each) => each.ariaLabel)")[:3] == titles[:3]
    by_the_rules(page)
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Start").click()
    rules = game_of("controlled-path")
    position = rules.initial(Random(7), 2)
    legal = sorted(map(rules.write_move, rules.legal_moves(position)))
    move = page.locator(".moves .move").nth(1)
    expect(page.locator(".surface .open")).to_have_count(len({text.split()[-1] for text in legal}))
    things = page.locator(".layer-pieces .thing")
    before = things.count()
    move.hover()
    ghost = page.locator(".layer-marks .ghost")
    expect(ghost).to_have_count(1)
    expect(things).to_have_count(before)
    expect(page.locator("#place")).to_contain_text(f"{legal[1]}: path-")
    expect(page.locator("#place")).to_contain_text(f" comes to {legal[1].split()[-1]}")
    place = ghost.get_attribute("transform")
    move.click()
    expect(page.locator("#table-panel")).to_contain_text("move 1 of 1")
    assert place in things.evaluate_all("all => all.map((each) => each.getAttribute('transform'))")
    after = rules.play(position, rules.read_move(position, legal[1]))
    player = rules.to_move(after)
    assert player is not None
    scores = page.locator("#table-panel tbody tr")
    expect(scores).to_have_count(2)
    for number in (1, 2):
        name = rules.player_name(after, number)
        expect(scores.nth(number - 1)).to_contain_text(f"player {number}, {name}")
    expect(page.locator("#table-panel tbody tr:has(.mover)")).to_contain_text(f"player {player}")


@pytest.mark.slow
def test_a_cell_has_one_token(visit: Open, compact: Running) -> None:
    """As a saved file has: the table refuses a second one, and says so."""
    page = visit(compact, "table")
    tokens = [token["id"] for token in compact.get("/api/table")["tokens"]]
    page.locator(f'.in-hand[data-id="{tokens[0]}"]').click()
    frame = page.get_by_role("application")
    laid = page.locator(".layer-pieces .thing")
    frame.press("Enter")
    expect(laid).to_have_count(1)
    page.locator(f'.in-hand[data-id="{tokens[1]}"]').click()
    frame.press("Enter")
    sentence = "0,0 has a token already: the free table takes one token a cell"
    expect(page.locator("#message")).to_have_text(sentence)
    expect(page.locator("#said")).to_have_text(sentence)
    expect(laid).to_have_count(1)
    frame.press("ArrowRight")
    frame.press("Enter")
    expect(laid).to_have_count(2)
    boxes = [laid.nth(number).bounding_box() for number in (0, 1)]
    one, other = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    )
    page.mouse.move(*one)
    page.mouse.down()
    page.mouse.move(*other)
    page.mouse.up()
    expect(page.locator("#message")).to_contain_text("1,0 has a token already")
    expect(laid).to_have_count(2)
    page.keyboard.press("s")
    page.locator("#file-name").fill("tokens")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("Saved positions/tokens.yaml")
    assert len(yaml.safe_load(Path("positions/tokens.yaml").read_text())["tokens"]) == 2


@pytest.mark.parametrize("number", [2, 3, 4])
def test_tokens_of_a_game_share_a_cell(path: Running, visit: Open, number: int) -> None:
    """Side by side, so that one sees each."""

    def share(route: Route) -> None:
        answer = route.fetch()
        state = answer.json()
        token = {"cell": "0,0", "text": "red", "picture": picture}
        state["table"] |= {"tiles": [], "tokens": [token] * number}
        state["tables"] = {}
        route.fulfill(response=answer, json=state)

    picture = path.get("/api/table")["tokens"][0]["pictures"][0]
    page = visit(path, "table")
    page.route("**/api/play/start", share)
    by_the_rules(page)
    page.get_by_role("button", name="Start").click()
    things = page.locator(".layer-pieces .thing:has(svg)")
    expect(things).to_have_count(number)
    boxes = [thing.locator("path").first.bounding_box() for thing in things.all()]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    widths = [box["width"] for box in boxes if box]
    for index, one in enumerate(middles):
        assert all(math.dist(one, other) >= widths[0] * 0.98 for other in middles[:index])


@pytest.mark.slow
def test_keys_of_a_game_can_be_switched_off(path: Running, visit: Open) -> None:
    """On the table no key presses a button of the details, which the page hides."""
    page = visit(path)
    choose(page)
    expect(page.locator("#details-title")).to_be_visible()
    title = str(page.locator("#details-title").text_content())
    page.keyboard.press("4")
    expect(page.locator("body")).to_have_attribute("data-view", "table")
    for key in ("m", "r"):
        page.keyboard.press(key)
    by_the_rules(page)
    page.keyboard.press("r")
    page.get_by_role("button", name="Start").click()
    page.locator(".moves .move").first.click()
    panel = page.locator("#table-panel")
    expect(panel).to_contain_text("move 1 of 1")
    page.keyboard.press("u")
    expect(panel).to_contain_text("move 0 of 1")
    page.keyboard.press("?")
    page.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    for key in (".", "s", "u", ","):
        page.keyboard.press(key)
    expect(page.locator("dialog")).to_be_hidden()
    expect(panel).to_contain_text("move 0 of 1")
    page.goto(f"{path.address}/#pieces")
    expect(page.locator("#details-title")).to_have_text(title)
    expect(page.locator("#turn")).to_contain_text("turn 1")


@pytest.mark.slow
def test_a_game_sees_files_saved_later(visit: Open, compact: Running) -> None:
    """The panel lists the files that positions/ has now, also after a later save."""
    page = visit(compact, "table")
    by_the_rules(page)
    expect(page.locator("#table-panel")).to_contain_text("A new game")
    Path("positions").mkdir()
    Path("positions/later.yaml").write_text("tiles: {}\n")
    save(Path("compact.yaml"), "#C8372D", "#7A2DC8")
    expect(page.get_by_role("button", name="later.yaml")).to_be_visible()


@pytest.mark.slow
def test_the_proposed_name_is_valid(in_folder: Path, visit: Open) -> None:
    """Whatever the file of the set is named."""
    Path("My_Sét.yaml").write_text(SQUARES.read_text())
    with running("My_Sét.yaml") as preview:
        preview.complete()
        page = visit(preview, "table")
        expect(page.locator(".in-hand")).to_have_count(24)
        page.get_by_role("application").press("Enter")
        page.keyboard.press("s")
        expect(page.locator("#file-name")).to_have_value("my-set-1")
        page.keyboard.press("Enter")
        expect(page.locator("#message")).to_contain_text("Saved positions/my-set-1.yaml")
        page.keyboard.press("s")
        expect(page.locator("#file-name")).to_have_value("my-set-2")


@pytest.mark.slow
def test_what_failed_is_asked_for_again(visit: Open, squares: Running) -> None:
    """With the next state, even if that has no new pieces: the pictures, and the table."""
    page = visit(squares, forgiven="422|net::ERR_|Failed to load")
    at_rest(page, squares)
    page.route("**/api/pictures", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed", lambda request: "pictures" in request.url):
        page.reload()
    save(Path("squares.yaml"), "generate: edges", "generate: edgs")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".option .faces svg")).to_have_count(24)
    page.route("**/api/table", lambda route: route.abort(), times=1)
    page.goto(f"{squares.address}/#table")
    expect(page.locator("#message")).to_be_visible()
    save(Path("squares.yaml"), "generate: edgs", "generate: edgesx")
    expect(page.locator(".in-hand")).to_have_count(24)


# Compare, numbers, rulebook


@pytest.mark.slow
def test_a_save_can_be_compared(visit: Open, squares: Running) -> None:
    """With the state before it: what differs, before and after, and what to print again."""
    page = visit(squares, "compare")
    expect(page.locator("#view")).to_contain_text("one saved state so far")
    save(Path("squares.yaml"), "colours: [", "colours: [purple, ")
    state = squares.when(lambda state: state["revision"] == 2)
    added = sum(len(group["pieces"]) for group in state["groups"]) - 24
    expect(page.locator("#view")).to_contain_text(f"Added ({added})")
    expect(page.locator("#compare-summary")).to_contain_text("print again")


@pytest.mark.slow
def test_pieces_that_change_alike_are_shown_together(visit: Open, squares: Running) -> None:
    """With their cause and some of them; the others are like these."""
    page = visit(squares, "compare")
    expect(page.locator("#view")).to_contain_text("one saved state so far")
    save(
        Path("squares.yaml"),
        "colours: [red, yellow, blue]",
        "colours: {red: '#7A2DC8', yellow: , blue: }",
    )
    state = squares.when(lambda state: state["revision"] == 2)
    changed = len(state["changed"])
    assert 12 < changed < 24
    expect(page.locator(".cause")).to_contain_text("red has the ink #7A2DC8")
    way = page.locator(".difference")
    expect(way).to_have_count(1)
    expect(way.locator("h3")).to_have_text(re.compile(f"^{changed} pieces: "))
    expect(way.locator(".pair")).to_have_count(6)
    expect(way).to_contain_text(f"and {changed - 6} more pieces, likewise")


@pytest.mark.slow
def test_numbers_have_charts_and_tables(visit: Open, unchanged: Running) -> None:
    """Each chart is a picture with its table behind it, light and dark."""
    page = visit(unchanged, "numbers")
    chart = page.locator("img.chart").first
    expect(chart).to_be_visible()
    assert chart.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert "/light/" in str(chart.get_attribute("src"))
    tables = unchanged.get("/api/numbers")["tables"]
    expect(page.locator(".card")).to_have_count(len(tables))
    page.locator(".card details summary").first.click()
    cells = page.locator(".card").first.locator("tbody tr").first.locator("td").all_inner_texts()
    assert cells == tables[0]["rows"][0]
    page.keyboard.press("d")
    expect(page.locator("img.chart").first).to_have_attribute("src", re.compile("/dark/"))


@pytest.mark.slow
def test_the_rulebook_is_text_with_figures_and_pages(visit: Open, unchanged: Running) -> None:
    """Its headings are a list of contents; its pages are those that are printed."""
    page = visit(unchanged, "rules")
    at_rest(page, unchanged)
    expect(page.locator("article.rulebook h2, article.rulebook h3").first).to_be_visible()
    assert page.locator("article.rulebook figure svg").count() > 3
    parts = page.locator("article.rulebook ul.parts")
    (given,) = [each for each in unchanged.get("/api/rulebook")["blocks"] if each["is"] == "parts"]
    expect(parts.locator("li")).to_have_count(len(given["parts"]))
    for part in given["parts"]:
        expect(parts).to_contain_text(part["title"])
    assert parts.locator("li svg").count() == len(given["parts"])
    assert page.locator("article.rulebook hr").count() == sum(
        each["is"] == "rule" for each in unchanged.get("/api/rulebook")["blocks"]
    )
    page.get_by_role("button", name="Pages").click()
    pages = page.locator(".pages img")
    expect(pages).to_have_count(unchanged.get("/api/rulebook")["pages"])
    assert pages.first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0


# Focus, and what one hears


def focused(page: Page) -> str:
    """The label of what has the focus."""
    return str(
        page.evaluate(
            "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent)"
        )
    ).strip()


@pytest.mark.slow
def test_the_focus_stays_on_the_table(path: Running, visit: Open) -> None:
    """On the control that was used, or on the next legal move; never on nothing."""
    page = visit(path, "table")
    page.get_by_role("button", name="Play by the rules").press("Enter")
    assert focused(page) == "Play by the rules"
    page.get_by_role("button", name="Start").press("Enter")
    first = page.locator(".moves .move").first
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#table-panel")).to_contain_text("move 1 of 1")
    expect(first).to_be_focused()
    page.get_by_role("button", name="One move back").press("Enter")
    expect(page.locator("#table-panel")).to_contain_text("move 0 of 1")
    # The button is disabled at the first position: what lies beside it gets the focus.
    expect(page.get_by_label("Move of the record")).to_be_focused()
    page.get_by_role("button", name="One move on").press("Enter")
    expect(page.locator("#table-panel")).to_contain_text("move 1 of 1")
    page.get_by_role("button", name="Save position").press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Save position")).to_be_focused()
    page.get_by_role("button", name="Try pieces").press("Enter")
    assert focused(page) == "Try pieces"
    page.get_by_role("application").press("Enter")
    page.locator("#panel-undo").press("Enter")
    expect(page.locator(".layer-pieces .thing")).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.slow
def test_the_focus_stays_in_the_other_views(visit: Open, compact: Running) -> None:
    """When the rulebook, a comparison, a finding or the details are made anew."""
    page = visit(compact, "rules", forgiven="422")
    at_rest(page, compact)
    page.get_by_role("button", name="Pages").press("Enter")
    expect(page.locator(".pages img").first).to_be_visible()
    assert focused(page) == "Pages"
    page.keyboard.press("1")
    choose(page, "two-lines-12")
    page.locator("#twin").press("Enter")
    expect(page.locator("#details-title")).not_to_have_text("two-lines-12")
    expect(page.locator("#twin")).to_be_focused()
    page.get_by_role("button", name="Lay on the table").press("Enter")
    expect(page.get_by_role("application")).to_be_focused()
    page.keyboard.press("1")
    save(Path("compact.yaml"), "{lines: 3, crossings: 0", "{lines: 3, crossings: 2")
    expect(page.locator("#findings")).to_contain_text("error")
    page.locator("#findings-toggle").press("Enter")
    link = page.locator("#findings li button.link").first
    link.focus()
    number = compact.get("/api/state")["number"]
    save(Path("compact.yaml"), "{lines: 3, crossings: 2", "{lines: 3, crossings: 1")
    compact.when(lambda state: state["number"] > number and state["status"] == "live")
    expect(page.locator("#status")).to_contain_text("changed")
    expect(link).to_be_focused()
    page.keyboard.press("6")
    before = page.locator("#compare-before")
    expect(page.locator(".difference").first).to_be_visible()
    before.focus()
    before.select_option(index=0)
    expect(before).to_be_focused()


def test_a_save_is_announced_once(visit: Open, squares: Running) -> None:
    """In one live region: the words of the status are for people who see."""
    page = visit(squares)
    at_rest(page, squares)
    expect(page.get_by_role("status").and_(page.locator("p, div"))).to_have_count(1)
    page.evaluate(
        """() => {
            window.heard = [];
            const region = document.getElementById("said");
            new MutationObserver(() => region.textContent && window.heard.push(region.textContent))
                .observe(region, { childList: true });
        }"""
    )
    save(Path("squares.yaml"), "title: MacMahon's Squares", "title: Other Squares")
    expect(page).to_have_title(re.compile("Other Squares"))
    at_rest(page, squares)
    page.wait_for_timeout(100)
    heard = page.evaluate("window.heard")
    assert len(heard) == 1 and heard[0].startswith("Saved")


def test_escape_closes_one_thing(visit: Open, squares: Running) -> None:
    """The list of keys, and not the details behind it."""
    page = visit(squares)
    choose(page)
    expect(page.locator("#details-title")).to_be_visible()
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(page.locator("#details-title")).to_be_visible()


@pytest.mark.slow
def test_a_group_is_shown_as_often_as_somebody_asks(visit: Open, unchanged: Running) -> None:
    """Its link in the rail leads there again after one has scrolled away."""
    page = visit(unchanged)
    at_rest(page, unchanged)
    link = page.locator("#rail a.group").nth(2)
    view = page.locator("#view")
    link.click()
    page.wait_for_function("() => document.getElementById('view').scrollTop > 300")
    view.evaluate("view => { view.scrollTop = 0; }")
    link.click()
    page.wait_for_function("() => document.getElementById('view').scrollTop > 300")


@pytest.mark.slow
def test_figures_that_come_late_replace_nothing(visit: Open, unchanged: Running) -> None:
    """Neither the pages, if somebody has chosen these meanwhile, nor another view."""
    page = visit(unchanged)
    at_rest(page, unchanged)
    held = []
    page.route("**/api/pictures", lambda route: held.append(route))
    page.keyboard.press("2")
    page.keyboard.press("3")
    page.get_by_role("button", name="Pages").click()
    expect(page.locator(".pages img").first).to_be_visible()
    assert held
    for route in [*held]:
        route.continue_()
    page.wait_for_timeout(500)
    expect(page.locator(".pages img").first).to_be_visible()
    expect(page.locator("article.rulebook")).to_have_count(0)


# Small screens


@pytest.mark.slow
def test_the_toolbar_keeps_to_its_place(visit: Open, hexstatic: Running) -> None:
    """Beside the details, with all that it can have: nothing of it lies under or over them."""
    page = visit(hexstatic)
    at_rest(page, hexstatic)
    save(Path("hexstatic.yaml"), "#C8372D", "#7A2DC8")
    expect(page.locator("#changed")).to_have_text("Changed 218")
    page.locator("#find").fill("lines:>0")
    page.locator("#grouping").select_option("blank-sides")
    choose(page)
    expect(page.locator("#details-title")).to_be_visible()
    for width in (1181, 1280, 1366, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        details = page.locator("#inspector").bounding_box()
        assert details
        for control in page.locator("#toolbar > :visible").all():
            box = control.bounding_box()
            assert box and box["x"] + box["width"] <= details["x"], width


@pytest.mark.slow
def test_a_narrow_screen_scrolls_in_one_direction(visit: Open, unchanged: Running) -> None:
    """At 390 pixels nothing is wider than the page; the tabs lie below and are large enough."""
    page = visit(unchanged, width=390, height=844)
    at_rest(page, unchanged)
    for view in VIEWS:
        page.goto(f"{unchanged.address}/#{view}")
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
        expect(page.locator("#rail a.view:visible")).to_have_count(6)
        # In one step of the page, which may draw its tabs anew between finding and measuring them.
        boxes = page.evaluate(
            "[...document.querySelectorAll('#rail a.view')].filter(tab => tab.checkVisibility())"
            ".map(tab => tab.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) == 6
        for box in boxes:
            assert box["height"] >= 40 and box["width"] >= 40, view
            assert box["x"] >= 0 and box["x"] + box["width"] <= 390.5, view
            assert box["y"] + box["height"] <= 844.5, view
    page.goto(f"{unchanged.address}/#pieces")
    choose(page)
    sheet = page.locator("#inspector")
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    assert box and box["width"] == pytest.approx(390, abs=1) and box["height"] <= 844 * 0.61
    page.locator("#close-details").click()
    expect(sheet).to_be_hidden()


@pytest.mark.spread(1)
@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (720, 450), (844, 390)], ids=str)
def test_the_board_comes_first(visit: Open, path: Running, size: tuple[int, int]) -> None:
    """On a phone, on its side, and at 200 %: hand and panel fold away, and what covers the board can be closed."""
    page = visit(path, "table", width=size[0], height=size[1], forgiven="422")
    frame, hand, panel = (page.locator(each) for each in (".frame", "#hand", "#table-panel"))
    expect(page.locator(".in-hand svg").first).to_be_visible()
    expect(panel).to_be_hidden()

    def height() -> float:
        box = frame.bounding_box()
        assert box and box["y"] < size[1] - 180
        return box["height"]

    before = height()
    assert before >= 180
    page.locator("#fold-hand").click()
    expect(hand).to_be_hidden()
    assert height() > before
    page.locator("#fold-hand").click()
    by_the_rules(page)
    page.locator("#fold-panel").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".moves .move").first).to_be_attached()
    page.locator("#close-panel").click()
    expect(panel).to_be_hidden()
    expect(page.locator("#fold-panel")).to_be_focused()
    assert height() >= 180
    page.locator("#fold-panel").press("Enter")
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator("#status strong")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.slow
def test_a_page_that_is_enlarged_is_not_covered(visit: Open, unchanged: Running) -> None:
    """A browser at 200 % has half the width: what stood beside the pieces is gone, or can be closed, and comes back."""
    page = visit(unchanged, "compare")
    about = page.locator("#inspector")
    expect(about.locator("h2")).to_have_text("HexStatic")
    page.set_viewport_size({"width": 720, "height": 450})
    expect(about).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(about).to_be_visible()


# Accessibility


AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


# Of pieces that are all shown in the same way, and take most of the time, the first of each group.
FEW = {"exclude": [[".option:nth-child(n + 7)"], [".in-hand:nth-child(n + 7)"]]}


def audit(page: Page, where: str) -> None:
    """No violation of what axe can check."""
    # Colours fade in; axe would measure them half way.
    page.wait_for_timeout(100)
    page.wait_for_function(
        "() => document.getAnimations().every(each => each.playState !== 'running')"
    )
    results = Axe().run(page, context=FEW, options=AXE).response["violations"]
    found = [
        f"{where}: {each['id']}: {node['target']} {node['failureSummary']}"
        for each in results
        for node in each["nodes"][:4]
    ]
    assert found == []


@pytest.mark.spread(1)
@pytest.mark.covering(1)
@pytest.mark.slow
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (720, 450)], ids=str)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(
    visit: Open, compact: Running, dark: bool, size: tuple[int, int]
) -> None:
    """In any view, with details, findings, a dialog, a game, a comparison, a ghost, and while the file is broken."""
    width, height = size
    page = visit(
        compact, width=width, height=height, dark=dark, forgiven="net::ERR_|Failed to load"
    )
    at_rest(page, compact)

    def to(view: str) -> None:
        page.goto(f"{compact.address}/#{view}")

    audit(page, "pieces")
    choose(page, "two-lines-12")
    expect(page.locator("#inspector .map")).to_be_visible()
    audit(page, "details")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    audit(page, "keys")
    page.keyboard.press("Escape")
    to("sheets")
    expect(page.locator(".pages img").first).to_be_visible()
    audit(page, "sheets")
    to("rules")
    expect(page.locator("article.rulebook figure svg").first).to_be_visible()
    audit(page, "rulebook")
    to("numbers")
    expect(page.locator("img.chart").first).to_be_visible()
    audit(page, "numbers")
    to("compare")
    audit(page, "one state")
    to("table")
    expect(page.get_by_role("application")).to_have_attribute("aria-busy", "false")
    page.get_by_role("application").focus()
    for key in ("Enter", "ArrowRight", ".", "r", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#table-panel")).to_contain_text("Score, live")
    audit(page, "table")
    page.locator("#fits-here").click()
    audit(page, "what fits")
    page.locator("#fold-panel").click()
    audit(page, "the panel where it was folded, or folded")
    if width == 1440:
        page.locator("#fold-panel").click()
    page.locator(".frame").focus()
    page.keyboard.press("s")
    audit(page, "save")
    page.keyboard.press("Escape")
    by_the_rules(page)
    page.get_by_role("button", name="Start").click()
    if width < 1440:
        page.locator("#close-panel").click()
    page.locator(".moves .move").first.focus()
    expect(page.locator(".layer-marks .ghost")).to_have_count(1)
    audit(page, "play")
    to("pieces")
    save(Path("compact.yaml"), "{lines: 3, crossings: 0", "{lines: 3, crossings: 2")
    expect(page.locator("#findings")).to_contain_text("error")
    page.keyboard.press("f")
    expect(page.locator("#findings li").first).to_be_visible()
    audit(page, "findings")
    page.keyboard.press("f")
    to("table")
    page.get_by_role("button", name="Try pieces").click()
    expect(page.locator(".surface .missing").first).to_be_attached()
    audit(page, "a ghost")
    to("compare")
    expect(page.locator(".difference").first).to_be_visible()
    audit(page, "compare")
    to("pieces")
    save(Path("compact.yaml"), "generate: strands", "generate: strnds")
    expect(page.get_by_role("alert")).to_be_visible()
    audit(page, "broken")
    compact.stop()
    expect(page.get_by_role("alert")).to_contain_text("has ended")
    audit(page, "no connection")


# Own art


@pytest.mark.slow
def test_the_page_shows_pictures(
    visit: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A photograph on a piece is on the screen, as in print, and the page asks nobody for it."""
    quarters(width=1600, height=1600).save(tmp_path / "a.jpg", quality=95)
    photograph = read_art(tmp_path / "a.jpg", "a.jpg")
    plain = pictures.page_with

    def with_photograph(picture: Picture) -> Sheet:
        page = plain(picture)
        box = Box(0, 0, page.width, page.height)
        return replace(page, layers={Layer.ART: framed(photograph, box, Framing("stretch"))})

    monkeypatch.setattr(pictures, "page_with", with_photograph)
    with running(SQUARES) as preview:
        preview.complete()
        page = visit(preview)
        first = page.locator("svg.piece").first
        expect(first.locator("image")).to_have_count(1)
        shot = Image.open(io.BytesIO(first.screenshot())).convert("RGB")
        width, height = shot.size
        colours = [
            shot.getpixel((int(width * x), int(height * y)))
            for x, y in ((0.3, 0.3), (0.7, 0.3), (0.3, 0.7))
        ]
        for seen, wanted in zip(colours, (RED, GREEN, BLUE), strict=True):
            assert isinstance(seen, tuple)
            assert near(seen, wanted, 12)


@pytest.mark.slow
def test_polygons_lie_apart_on_the_table(in_folder: Path, visit: Open) -> None:
    """They meet no others: a kite is laid by a click, and the page has nothing to complain of."""
    Path("kites.yaml").write_text(
        "game: kites\ncolours: [red, blue]\ntiles:\n  shape: kite\n  size: 40mm\n"
        "  families: [{name: sides, generate: edges}]\n"
    )
    with running("kites.yaml") as preview:
        preview.complete()
        page = visit(preview, "table")
        summary = page.locator("#table-summary")
        expect(summary).to_contain_text("0 pieces laid")
        page.locator(".frame").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(summary).to_contain_text("2 pieces laid")
