"""`pnp export html`: a page that works without a server, in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pnp.definition import load_definition
from pnp.export import export, format_named
from tests.browser import quiet_page
from tests.conftest import ROOT, Call
from tests.preview import PATIENCE
from tests.test_preview_page import audit

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the playing cards."""
    folder = tmp_path_factory.mktemp("page")
    definition = load_definition(ROOT / "tilesets/examples/playing-cards.yaml")
    made = export(definition, format_named("html"), folder, {})
    return made.folder / "playing-cards.html"


@pytest.fixture(scope="module")
def page(browser: Browser, file: Path) -> Iterator[Page]:
    """The page, opened from the disk; whatever it asks of another address, or complains of, fails the module."""
    asked: list[str] = []
    with quiet_page(browser, PATIENCE) as shown:
        shown.on("request", lambda request: asked.append(request.url))
        shown.goto(file.as_uri())
        expect(shown.locator(".option").first).to_be_visible()
        yield shown
    assert [each for each in asked if not each.startswith(("data:", file.as_uri()))] == []


@pytest.mark.slow
def test_the_page_shows_all_pieces_and_the_rulebook(page: Page, file: Path) -> None:
    """With the title of the game; nothing that needs a server is there."""
    expect(page).to_have_title("Playing Cards")
    expect(page.locator("h1")).to_have_text("Playing Cards")
    expect(page.locator(".option")).to_have_count(55)
    expect(page.locator("#rail .view .label")).to_have_text(["Pieces", "Rulebook", "Table"])
    page.locator(".option").first.click()
    expect(page.locator("#inspector h2")).not_to_be_empty()
    expect(page.locator("#inspector")).not_to_contain_text("Defined at")
    for hidden in ("#status", "#findings", "#set"):
        expect(page.locator(hidden)).not_to_be_visible()
    page.goto(f"{file.as_uri()}#rules")
    expect(page.locator("article h2, article h3").first).to_be_visible()
    page.get_by_role("button", name="Pages").click()
    leaf = page.locator(".leaf img").first
    expect(leaf).to_have_js_property("complete", True)
    assert leaf.evaluate("image => image.naturalWidth") > 500


def test_cards_are_dealt_without_a_server(page: Page, file: Path) -> None:
    """To each player; the rest stays in the deck, also after the page was loaded again."""
    page.goto(f"{file.as_uri()}#table")
    deck = page.locator("#table-panel")
    expect(deck).to_contain_text("52")
    page.get_by_role("button", name=re.compile("^Deal 1 to each")).click()
    page.get_by_role("button", name=re.compile("^Deal 1 to each")).click()
    for player in (1, 2):
        expect(page.get_by_text(f"Player {player} (2)")).to_be_visible()
    expect(deck).to_contain_text("48")
    page.reload()
    expect(page.get_by_text("Player 1 (2)")).to_be_visible()
    expect(page.get_by_role("button", name="Save position")).not_to_be_visible()


def test_axe_finds_nothing_in_the_page(page: Page, file: Path) -> None:
    """In each view."""
    for view in ("pieces", "table", "rules"):
        page.goto(f"{file.as_uri()}#{view}")
        audit(page, view)


@pytest.mark.slow
def test_the_page_is_the_same_each_time(file: Path, tmp_path: Path, pnp: Call) -> None:
    """Byte by byte; no text of a set ends an element of the page."""
    assert pnp("export", "html", "playing-cards", "-o", tmp_path, "-q").exit_code == 0
    again = tmp_path / "playing-cards/html/playing-cards.html"
    assert again.read_bytes() == file.read_bytes()
    (tmp_path / "evil.yaml").write_text(
        "game: evil\ntitle: '</script><script>alert(1)</script>'\n"
        "pieces: {cards: [{name: a, size: mini, cards: [{title: A}]}]}\n"
    )
    assert pnp("export", "html", tmp_path / "evil.yaml", "-o", tmp_path, "-q").exit_code == 0
    made = (tmp_path / "evil/html/evil.html").read_text("utf-8")
    assert made.count("</script>") == 3 and "<script>alert" not in made


def test_a_set_of_too_many_tiles_is_refused(tmp_path: Path, pnp: Call) -> None:
    """With its number."""
    (tmp_path / "large.yaml").write_text(
        "game: large\ncolours: [a, b, c, d, e, f]\ntiles: {shape: hexagon, size: 30mm, families: [{name: one, generate: edges}]}\n"
    )
    result = pnp("export", "html", tmp_path / "large.yaml", "-o", tmp_path)
    assert result.exit_code == 2
    assert "tiles, more than a page shows" in result.stderr
