"""The documentation as a site: it builds without a warning, and lacks nothing."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import Browser, expect

from pnp.cli import COMMANDS, command_named
from pnp.project.sets import sets_in
from tests import docs_site
from tests.conftest import ROOT
from tests.docs_gallery import GALLERY, gallery
from tests.docs_pages import DOCS

COMMANDS_PAGE = (DOCS / "commands.md").read_text("utf-8")
# Every command has these; the page explains them once.
FOR_ALL = {"--quiet", "--verbose"}


COMMONMARK = MarkdownIt("commonmark").enable("table")
TAGS = ("ol", "ul", "li", "table", "td", "pre", "img", "blockquote", "h2", "h3")


def pages_of(nav: object) -> Iterator[str]:
    """The pages of a navigation in their order."""
    match nav:
        case str():
            yield nav
        case dict():
            for inner in nav.values():
                yield from pages_of(inner)
        case list():
            for inner in nav:
                yield from pages_of(inner)


NAV = [*pages_of(tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"])]


def section(command: str) -> str:
    """The section of a command on the page of commands."""
    (found,) = re.findall(
        rf"^## pnp {command}\b.*?(?=^## |\Z)", COMMANDS_PAGE, re.DOTALL | re.MULTILINE
    )
    return str(found)


def on_github(page: str) -> str:
    """The text of a page as GitHub reads it."""
    outside = {staged: ROOT / name for name, staged in docs_site.OUTSIDE.items()}
    return outside.get(page, DOCS / page).read_text("utf-8")


def numbers(html: str) -> dict[str, int]:
    """How many lists, items, tables, cells, blocks of code and pictures a page has."""
    return {tag: len(re.findall(rf"<{tag}\b", html)) for tag in TAGS}


def test_every_page_is_in_the_navigation_once() -> None:
    """And every entry of the navigation is a page."""
    pages = {page.name for page in DOCS.glob("*.md")} | {*docs_site.OUTSIDE.values()}
    assert sorted(NAV) == sorted(pages)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_on_its_page_with_every_option(command: str) -> None:
    """With its output in a real run, and a row or a sentence for each option."""
    text = section(command)
    assert f"$ pnp {command}" in text
    for option in command_named(command).params:
        names = {*option.opts, *option.secondary_opts}
        if isinstance(option, click.Option) and not names & FOR_ALL:
            assert any(re.search(rf"`{name}\b", text) for name in names), option.opts


@pytest.mark.slow
def test_the_gallery_is_the_one_of_today() -> None:
    """`python -m tests.docs_gallery` writes it anew."""
    assert GALLERY.read_text("utf-8") == gallery()


def test_every_bundled_set_is_in_the_gallery() -> None:
    """With its picture, and the command that builds it."""
    text = GALLERY.read_text("utf-8")
    names = [each.name for each in sets_in(ROOT / "tilesets")]
    assert len(names) >= 17
    for name in names:
        assert f"(images/gallery-{name}.webp)" in text
        assert f"`pnp build {name}`" in text


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; a warning of the builder fails the test."""
    top = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / docs_site.CONFIGURATION, top)
    docs_site.stage(top)
    assert docs_site.build(top) == 0
    return top / docs_site.SITE


@pytest.mark.slow
def test_the_site_builds_without_a_warning(site: Path) -> None:
    """With no request to another host, no broken link or picture, and all that GitHub shows."""
    assert [*docs_site.problems(site)] == []
    for page in NAV:
        built = (site / page).with_suffix(".html").read_text("utf-8")
        article = built.partition("<article")[2].partition("</article>")[0]
        assert numbers(article) == numbers(COMMONMARK.render(on_github(page))), page


def test_the_gallery_of_the_site_offers_kits(tmp_path: Path) -> None:
    """Each set has its kit for both papers, beside the page."""
    names = [each.name for each in sets_in(ROOT / "tilesets")]
    for name in names:
        folder = tmp_path / "kits" / name
        folder.mkdir(parents=True)
        for paper in ("a4", "letter"):
            (folder / f"{name}-kit-{paper}.pdf").write_bytes(b"%PDF")
    docs_site.stage(tmp_path, tmp_path / "kits")
    pages = tmp_path / docs_site.STAGED
    text = (pages / "gallery.md").read_text("utf-8")
    offered = re.findall(r"\]\(([\w-]+-kit-[\w-]+\.pdf)\)", text)
    assert len(offered) == 2 * len(names)
    assert all((pages / name).exists() for name in offered)
    assert "[A4](tsuro-kit-a4.pdf) or [Letter](tsuro-kit-letter.pdf). Build it with" in text


def test_the_search_works_in_a_folder_without_any_other_host(site: Path, browser: Browser) -> None:
    """In a browser that opens the start page as a file."""
    asked: list[str] = []
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.get_by_role("button", name="Search").first.click()
    page.keyboard.type("crop marks")
    expect(page.get_by_role("link", name="Printing and cutting").first).to_be_visible()
    page.close()
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ('<script src="https://a.example/b.js">', "loads https://a.example/b.js from another host"),
        ("<img src=//a.example/b.png>", "loads //a.example/b.png from another host"),
        ('<a href="gone.html">', "there is no gone.html"),
        ('<a href="#gone">', "there is no anchor #gone"),
    ],
)
def test_a_broken_page_is_found(tmp_path: Path, page: str, problem: str) -> None:
    """Each way in which a page can be broken; a link to another host is sound."""
    sound = '<p id=here><a href="https://a.example">x</a><a href="#here">y</a>'
    (tmp_path / "index.html").write_text(sound + page, "utf-8")
    (found,) = docs_site.problems(tmp_path)
    assert found.startswith("index.html: ")
    assert found.endswith(problem)
