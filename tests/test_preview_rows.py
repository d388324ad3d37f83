"""Rows of data beside their pieces in `pnp preview`, ranges drawn large, causes of changes, printing and building."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import ConsoleMessage, Error, Page, expect
from pypdfium2 import PdfDocument

from tests.browser import Tab
from tests.preview import PATIENCE, Json, Running, running, save
from tests.test_preview_page import audit

# The machine may be slow and noisy.
expect.set_options(timeout=PATIENCE * 1000)

SET = """\
game: fair
title: Fair
players: {min: 2, max: 4}
colours: [red, blue]
tiles:
  shape: square
  size: 30mm
  families:
    - {name: walk, data: walks.csv, face: tile-label}
pieces:
  cards:
    - name: stall
      title: Round cards
      size: mini
      data: stalls.csv
      cards:
        - {title: Own, text: First of all.}
    - name: pair
      size: mini
      data: words.xlsx
      per-piece: 2
      face: [{text: "{word} {word-2}"}]
  tokens:
    - {name: coin, size: 20mm, colours: [red, blue], count: 1, face: [{text: "{value}"}], data: coins.csv}
"""

STALLS = "Title,Text,Copies\nApples,One a day.,2\nNothing,Never printed.,0\nPears,Two a day.,\n"

Opened = Callable[..., Page]


@pytest.fixture
def fair(in_folder: Path) -> Iterator[Running]:
    """The preview of a set with rows of every kind."""
    Path("fair.yaml").write_text(SET)
    Path("stalls.csv").write_text(STALLS)
    Path("coins.csv").write_text("value\n1\n5\n")
    Path("walks.csv").write_text("tile,label\nRBRB,Long\nBBRR,Bent\n")
    book = openpyxl.Workbook()
    for row in (["word"], ["sun"], ["moon"], ["day"], ["night"]):
        book.active.append(row)
    book.save("words.xlsx")
    with running("fair.yaml") as preview:
        preview.complete()
        yield preview


@pytest.fixture
def opened(tab: Tab) -> Iterator[Opened]:
    """Opens the page of a preview; whatever the console complains of fails the test."""
    open_pages = ExitStack()
    complaints: list[str] = []

    def page_of(
        preview: Running, size: tuple[int, int] = (1440, 900), *, dark: bool = False
    ) -> Page:
        page = open_pages.enter_context(tab.lent(preview.address, size, dark=dark))
        page.set_default_timeout(PATIENCE * 1000)

        def failed(error: Error) -> None:
            complaints.append(str(error))

        def said(message: ConsoleMessage) -> None:
            if message.type == "error":
                complaints.append(message.text)

        page.on("pageerror", failed)
        page.on("console", said)
        open_pages.callback(page.remove_listener, "pageerror", failed)
        open_pages.callback(page.remove_listener, "console", said)
        page.goto(f"{preview.address}/?token={preview.token}")
        expect(page.locator(".option .faces svg").first).to_be_attached()
        return page

    with open_pages:
        yield page_of
    assert complaints == []


def group(preview: Running, name: str) -> Json:
    """The rows of a group."""
    (found,) = [each for each in preview.get("/api/rows")["groups"] if each["name"] == name]
    return found  # type: ignore[no-any-return]


# Answers


@pytest.mark.slow
def test_a_row_names_its_pieces_and_its_place(fair: Running) -> None:
    """Of a table, a workbook and a list in the set; a row may make several pieces, one, a part of one, or none."""
    stalls = group(fair, "stall")
    assert stalls["columns"] == ["title", "text", "copies"]
    assert [(row["ids"], row["cells"]) for row in stalls["rows"]] == [
        (["stall-1"], ["Own", "First of all.", ""]),
        (["stall-2"], ["Apples", "One a day.", "2"]),
        ([], ["Nothing", "Never printed.", "0"]),
        (["stall-3"], ["Pears", "Two a day.", ""]),
    ]
    places = [(row["place"]["name"], row["place"]["line"]) for row in stalls["rows"]]
    assert places == [("fair.yaml", 17), *(("stalls.csv", line) for line in (2, 3, 4))]
    assert [row["ids"] for row in group(fair, "pair")["rows"]] == [["pair-1"]] * 2 + [
        ["pair-2"]
    ] * 2
    assert [row["ids"] for row in group(fair, "coin")["rows"]] == [
        ["coin-red-1", "coin-blue-1"],
        ["coin-red-2", "coin-blue-2"],
    ]
    assert [row["ids"] for row in group(fair, "walk")["rows"]] == [["walk-1"], ["walk-2"]]


@pytest.mark.slow
def test_a_finding_stands_at_its_row_and_cell(fair: Running) -> None:
    """While the file cannot be read, at its row; one about the table itself stands at its head."""
    save(Path("stalls.csv"), "Two a day.", "Two a {dya}.")
    fair.when(lambda state: state["findings"])
    *others, row = group(fair, "stall")["rows"]
    assert row["marks"] == {"1": "error"} and "dya" in row["found"][0]["message"]
    assert not any(other["found"] for other in others)

    save(Path("stalls.csv"), "Two a {dya}.,", "Two a day.,lots")
    fair.when(lambda state: "lots" in str(state["findings"]))
    *others, row = group(fair, "stall")["rows"]
    # No cell is where it was in a line that has changed.
    assert row["marks"] == {} and "lots" in row["found"][0]["message"]

    # Lines that have moved would show the finding at another row.
    save(Path("stalls.csv"), "Apples", "Plums,Blue.,1\nApples")
    fair.when(lambda state: "lots" in str(state["findings"]) and state["findings"][0]["line"] == 5)
    assert not any(row["found"] for row in group(fair, "stall")["rows"])

    Path("stalls.csv").write_text(STALLS.replace("Title,Text", "Title,Words"))
    fair.when(lambda state: "words" in str(state["findings"]))
    assert group(fair, "stall")["found"][0]["severity"] in ("error", "warning")


@pytest.mark.slow
def test_titles_say_cards_once(fair: Running) -> None:
    """A deck that is called cards is not called cards again."""
    titles = [each["title"] for each in fair.get("/api/state")["groups"] if each["kind"] == "card"]
    assert titles == ["Round cards", "Pair cards"]


@pytest.mark.slow
def test_changed_pieces_have_a_cause(fair: Running) -> None:
    """An ink is the cause of all that it changes; a card of its own has its own words."""
    save(
        Path("fair.yaml"), "\ncolours: [red, blue]", "\ncolours: {red: '#7A2DC8', blue: '#1255AA'}"
    )
    fair.when(lambda state: state["revision"] == 2)
    save(Path("fair.yaml"), "'#7A2DC8'", "'#A02DC8'")
    state = fair.when(lambda state: state["revision"] == 3)
    ((cause, ids),) = fair.get("/api/changed")["ways"]
    assert "#A02DC8 instead of #7A2DC8" in cause and {*ids} == {*state["changed"]}
    save(Path("stalls.csv"), "Two a day.", "Three a day.")
    fair.when(lambda state: state["revision"] == 4)
    assert fair.get("/api/changed")["ways"] == [["another text", ["stall-3"]]]


# Building


@pytest.mark.slow
def test_the_page_builds_as_pnp_build_does(fair: Running) -> None:
    """One set at a time, into the folder of that command, whatever the page sends."""
    begun = fair.post("/api/build", {"folder": "/tmp", "set": "../other", "output": "elsewhere"})
    assert begun.json()["running"] and begun.json()["set"] == "fair"
    again = fair.post("/api/build", {})
    assert again.status_code == 422 and "wait until it is done" in again.json()["error"]
    made = finished(fair)
    assert made["folder"] == str(Path("output/fair"))
    assert "fair-kit-a4.pdf" in made["files"]
    assert all((Path("output/fair") / each).is_file() for each in made["files"])
    assert [each.name for each in Path().iterdir() if each.is_dir()] == ["output"]

    save(Path("fair.yaml"), "title: Round cards", "expect: 7")
    fair.when(lambda state: state["findings"])
    assert fair.post("/api/build", {}).status_code == 200
    made = finished(fair)
    assert made["folder"] is None and "stall" in made["findings"][0]["message"]
    assert made["findings"][0]["where"].startswith("fair.yaml:")
    assert str(Path.cwd()) not in str(made)


@pytest.mark.slow
def test_a_build_ends_with_the_preview(fair: Running) -> None:
    """Its process does not outlive the server."""
    fair.post("/api/build", {})
    end = time.monotonic() + PATIENCE
    while (process := fair.sessions.builder.process) is None and time.monotonic() < end:
        time.sleep(0.01)
    assert process is not None
    fair.stop()
    assert process.returncode is not None


def finished(preview: Running) -> Json:
    """The result of the build that runs."""
    end = time.monotonic() + PATIENCE
    while (made := preview.get("/api/build"))["running"] and time.monotonic() < end:
        time.sleep(0.05)
    assert not made["running"]
    return made  # type: ignore[no-any-return]


# The page


def ids_of(page: Page, selector: str) -> list[str]:
    """The ids of the pieces of these rows or options."""
    return page.locator(selector).evaluate_all("all => all.map(each => each.dataset.id ?? each.dataset.ids)")  # type: ignore[no-any-return]  # fmt: skip


@pytest.mark.slow
def test_rows_and_pieces_find_each_other(fair: Running, opened: Opened) -> None:
    """By mouse and by keyboard; the rows stand beside the pieces, and a save keeps focus and choice."""
    page = opened(fair)
    page.keyboard.press("t")
    expect(page.locator(".rows .row")).to_have_count(12)
    rows, first = page.locator(".of-card .rows").first, page.locator(".option").first
    beside, list_box = rows.bounding_box(), page.locator(".of-card .list").first.bounding_box()
    assert beside and list_box and beside["x"] + beside["width"] < list_box["x"]
    page.locator('.option[data-id="stall-3"]').click()
    assert ids_of(page, '.row[aria-selected="true"]') == ["stall-3"]
    page.locator('.row[data-ids="pair-2"] td').last.click()
    assert ids_of(page, '.option[aria-selected="true"]') == ["pair-2"]
    assert ids_of(page, '.row[aria-selected="true"]') == ["pair-2", "pair-2"]
    in_view = page.locator('.option[data-id="pair-2"]').evaluate(
        "piece => { const [one, view] = [piece, document.getElementById('view')].map(each => each.getBoundingClientRect());"
        " return one.top >= view.top - 1 && one.bottom <= view.bottom + 1; }"
    )
    assert in_view
    page.keyboard.press("Escape")

    page.locator('.row[data-ids="stall-2"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".row:focus")).to_have_attribute("data-ids", "stall-3")
    save(Path("stalls.csv"), "Two a day.", "Three a day.")
    expect(page.locator('.row[data-ids="stall-3"]')).to_contain_text("Three a day.")
    expect(page.locator(".row:focus")).to_have_attribute("data-ids", "stall-3")
    page.keyboard.press("Enter")
    expect(page.locator(".option:focus")).to_have_attribute("data-id", "stall-3")
    expect(page.locator("#details-title")).to_have_text("stall-3")
    # A row that is not printed has no piece to go to.
    page.locator('.row[data-ids=""]').click()
    expect(page.locator("#details-title")).to_have_text("stall-3")
    page.keyboard.press("t")
    expect(page.locator(".rows")).to_have_count(0)
    expect(first).to_be_visible()


@pytest.mark.slow
def test_the_place_of_a_row_opens_in_the_editor(
    fair: Running, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the line in the file of the table; Tab leads from a row to it."""
    lines: list[object] = []
    monkeypatch.setattr("pnp.preview.answers.open_line", lambda *place: lines.append(place) or "x")
    page = opened(fair)
    page.locator("#rows").click()
    page.locator('.row[data-ids="stall-3"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("line 3")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("stalls.csv:3:1 opens in x")
    assert lines == [("stalls.csv", 3, 1)]


@pytest.mark.slow
def test_pieces_are_chosen_together_and_drawn_large(fair: Running, opened: Opened) -> None:
    """From one to another, by mouse or keyboard, or one by one: these alone, large, until Escape."""
    page = opened(fair)
    large = page.locator("#large")
    page.locator('.option[data-id="stall-1"]').click()
    page.locator('.option[data-id="pair-1"]').click(modifiers=["Shift"])
    chosen = ["stall-1", "stall-2", "stall-3", "pair-1"]
    assert ids_of(page, '.option[aria-selected="true"]') == chosen
    small = page.locator('.option[data-id="stall-1"] svg').first.bounding_box()
    large.click()
    expect(large).to_have_text("Large 4")
    assert ids_of(page, ".option:visible") == chosen
    box = page.locator('.option[data-id="stall-1"] svg').first.bounding_box()
    assert small and box and box["width"] > 2 * small["width"]
    assert box["width"] / box["height"] == pytest.approx(44.5 / 63.5, rel=0.02)
    page.keyboard.press("Escape")
    expect(page.locator(".option")).to_have_count(11)
    page.locator('.option[data-id="stall-2"]').click()
    page.locator('.option[data-id="pair-2"]').focus()
    page.keyboard.press("Control+Enter")
    page.keyboard.press("l")
    assert ids_of(page, ".option:visible") == ["stall-2", "pair-2"]


@pytest.mark.slow
def test_changed_pieces_stand_under_their_cause(fair: Running, opened: Opened) -> None:
    """One heading for one change, with the number of its pieces."""
    save(
        Path("fair.yaml"), "\ncolours: [red, blue]", "\ncolours: {red: '#7A2DC8', blue: '#1255AA'}"
    )
    fair.when(lambda state: state["revision"] == 2 and state["complete"])
    page = opened(fair)
    save(Path("fair.yaml"), "'#7A2DC8'", "'#A02DC8'")
    page.locator("#changed").click()
    heading = page.locator(".family header").first
    expect(heading).to_contain_text("red has the ink #A02DC8 instead of #7A2DC8")
    number = len(fair.get("/api/state")["changed"])
    expect(page.locator(".option")).to_have_count(number)


PRINTED = """() => {
  window.printed = new Promise((resolve) => {
    window.print = () => resolve([
      document.documentElement.dataset.look,
      [...document.querySelectorAll(".option")].every((piece) => piece.querySelector(".faces svg")),
      [...document.querySelectorAll("#view img")].every((image) => image.complete && image.naturalWidth > 0),
    ]);
  });
}"""


@pytest.mark.slow
def test_a_view_is_printed_in_true_size(fair: Running, opened: Opened) -> None:
    """Everything drawn and light, without the page round it; each sheet is one page of its paper."""
    page = opened(fair, dark=True)
    page.evaluate(PRINTED)
    page.keyboard.press("Control+p")
    assert page.evaluate("() => window.printed") == ["light", True, True]
    expect(page.locator("html")).to_have_attribute("data-look", "dark")
    page.emulate_media(media="print")
    for piece, width in (("stall-1", 44.5), ("walk-1", 30.0), ("coin-red-1", 20.0)):
        box = page.locator(f'.option[data-id="{piece}"] svg').first.bounding_box()
        assert box and box["width"] == pytest.approx(width * 96 / 25.4, rel=0.03), piece
    for hidden in (".top", "#rail", "#toolbar", "#findings", "#inspector"):
        expect(page.locator(hidden)).to_be_hidden()
    page.emulate_media(media="null")
    page.keyboard.press("2")
    expect(page.locator(".pages img").first).to_be_visible()
    page.evaluate(PRINTED)
    page.locator("#print").click()
    assert page.evaluate("() => window.printed") == ["light", True, True]
    pages = page.locator(".pages li").count()
    page.pdf(path="printed.pdf", prefer_css_page_size=True)
    sheets = [*PdfDocument("printed.pdf")]
    assert len(sheets) == pages
    for sheet in sheets:
        size = [each * 25.4 / 72 for each in sheet.get_size()]
        assert size == pytest.approx([210, 297], abs=0.5)


@pytest.mark.slow
def test_the_page_shows_a_build(fair: Running, opened: Opened) -> None:
    """Its steps, its files, and later its errors; the focus stays in the dialog."""
    page = opened(fair)
    page.keyboard.press("2")
    page.locator("#open-build").press("Enter")
    dialog = page.get_by_role("dialog", name="Build")
    expect(dialog).to_contain_text("as pnp build fair does")
    dialog.get_by_role("button", name="Build").press("Enter")
    expect(dialog.locator("progress")).to_be_visible()
    assert page.evaluate("document.getElementById('help').contains(document.activeElement)")
    expect(dialog.locator(".made")).to_contain_text("fair-kit-a4.pdf")
    expect(dialog).to_contain_text(str(Path("output/fair")))
    expect(page.locator("#said")).to_contain_text("Built ")
    audit(page, "built")
    page.keyboard.press("Escape")
    expect(page.locator("#open-build")).to_be_focused()


@pytest.mark.slow
def test_a_tab_keeps_its_set(fair: Running, opened: Opened) -> None:
    """When another tab chooses another one, when it is loaded again, and by its address."""
    Path("tilesets").mkdir()
    Path("tilesets/other.yaml").write_text(
        "game: other\ntitle: Other\ncolours: [red, blue]\n"
        "tiles: {shape: square, size: 30mm, families: [{name: one, generate: edges}]}\n"
    )
    first = opened(fair)
    second = first.context.new_page()
    second.goto(f"{fair.address}/#pieces")
    expect(second.locator(".option")).to_have_count(11)
    second.locator("#set").select_option("other")
    expect(second.locator(".option")).to_have_count(6)
    expect(second).to_have_title("Other · pnp preview")
    assert second.url == f"{fair.address}/?set=other#pieces"
    save(Path("fair.yaml"), "title: Fair", "title: Foul")
    expect(first).to_have_title("Foul · pnp preview")
    expect(first.locator(".option")).to_have_count(11)
    second.reload()
    expect(second.locator(".option")).to_have_count(6)
    second.keyboard.press("2")
    expect(second.locator(".pages img").first).to_be_visible()
    assert second.locator(".pages img").first.evaluate("image => image.decode().then(() => true)")
    second.locator("#set").select_option("fair")
    expect(second).to_have_title("Foul · pnp preview")


@pytest.mark.spread(1)
@pytest.mark.slow
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (720, 450)], ids=str)
def test_axe_finds_nothing_beside_rows(
    fair: Running, opened: Opened, size: tuple[int, int]
) -> None:
    """With a chosen row and findings, and with large pieces, light and dark; nothing is wider than the page."""
    save(Path("stalls.csv"), "Two a day.", "Two a {dya}.")
    fair.when(lambda state: state["findings"])
    for dark in (False, True):
        page = opened(fair, size, dark=dark)
        page.keyboard.press("t")
        expect(page.locator(".rows td.error")).to_have_text("Two a {dya}.")
        expect(page.locator(".rows .severity.error").first).to_be_visible()
        page.locator('.row[data-ids="stall-2"]').click()
        audit(page, "rows")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.keyboard.press("Escape")
        page.locator('.option[data-id="stall-1"]').focus()
        page.keyboard.press("Shift+Enter")
        page.keyboard.press("l")
        audit(page, "large")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
