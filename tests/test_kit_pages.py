"""The pages of a kit: numbers, leaves, blank pages, and the words for them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition import english
from pnp.imposition import SheetOptions
from pnp.kinds import Section, inventory, sections
from pnp.pieces import make_pieces
from pnp.project import BuildOptions, chosen_papers
from pnp.project.kit_pages import Leaves, leaves, page_text
from pnp.render import pdf_bytes
from pnp.scene import Document, Page
from tests.conftest import bundled

GAMES = ("hexpertise", "hexstatic", "controlled-path", "hex-auction", "hexagonal-highway")


@cache
def real_sections(game: str, duplex: str = "long-edge") -> tuple[Section, ...]:
    """The sections of a game on A4."""
    (paper,) = chosen_papers(["a4"])
    options = BuildOptions(sheets=SheetOptions(duplex=duplex))  # type: ignore[arg-type]
    made = sections(make_pieces(bundled(game)), paper, options)
    return tuple(each for each in made if each.bound)


def section_of(backs: list[bool]) -> Section:
    """A section with a front for each value, which a page with its backs may follow."""
    model = real_sections("hexpertise")[0]
    pages: list[Page] = []
    for has_back in backs:
        pages.append(Page(210.0, 297.0, title=f"front {len(pages)}", front=has_back))
        if has_back:
            pages.append(Page(210.0, 297.0, title=f"back {len(pages)}"))
    return replace(model, document=Document("T", "A", "S", tuple(pages)))


SECTIONS = st.lists(st.lists(st.booleans(), min_size=1, max_size=5), min_size=1, max_size=5)


@pytest.mark.slow
@given(written=SECTIONS, first=st.integers(1, 6))
def test_fronts_of_a_double_kit_are_odd(written: list[list[bool]], first: int) -> None:
    """A back is the page after its front; nothing else is on the back of a front."""
    made = leaves([section_of(backs) for backs in written], first, double=True)
    assert_numbers_follow(made, first)
    for each, backs in zip(made, written, strict=True):
        assert len(each.fronts) == len(backs)
        assert all(front % 2 == 1 for front in each.fronts)
        assert [front + 1 in each.numbers for front in each.fronts] == backs
        assert each.last % 2 == 0, "the next section begins a leaf"


@given(written=SECTIONS, first=st.integers(1, 6))
def test_pages_of_a_single_kit_follow_each_other(written: list[list[bool]], first: int) -> None:
    """Without turned paper no page is blank."""
    made = leaves([section_of(backs) for backs in written], first, double=False)
    assert_numbers_follow(made, first)
    numbers = [number for each in made for number in each.numbers]
    assert numbers == [*range(first, first + len(numbers))]


def assert_numbers_follow(made: tuple[Leaves, ...], first: int) -> None:
    """Numbers rise through all sections, and each page of a section has one."""
    before = first - 1
    for each in made:
        assert len(each.numbers) == len(each.section.pages)
        for number in each.numbers:
            assert before < number <= before + 2
            before = number
        assert before <= each.last <= before + 1
        before = each.last


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8, unique=True).map(sorted), st.data())
def test_words_for_pages_name_all_pages_and_no_others(
    pages: list[int], data: st.DataObject
) -> None:
    """Each page is in a run, and no page that is excluded is."""
    others = data.draw(st.sets(st.integers(1, 40)).map(lambda some: some - {*pages}))
    named: set[int] = set()
    for run in re.findall(r"(\d+)(?: to (\d+))?", page_text(pages, english(), others)):
        named.update(range(int(run[0]), int(run[1] or run[0]) + 1))
    assert {*pages} <= named
    assert not named & others


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_sheets_of_the_sets_lie_on_leaves(game: str, duplex: str) -> None:
    """Each page that says that it has backs is even, and its fronts come before it."""
    made = leaves(real_sections(game, duplex), 3, double=True)
    for each in made:
        backs = [
            number
            for number, page in zip(each.numbers, each.section.pages, strict=True)
            if page.title.endswith(", backs")
        ]
        assert all(number % 2 == 0 and number - 1 in each.fronts for number in backs)
        assert all(number % 2 == 1 for number in set(each.numbers) - set(backs))


@pytest.mark.slow
def test_blank_pages_say_so_in_the_margin() -> None:
    """The pages between leaves have the paper's size and one line, below everything that is cut."""
    (section,) = [each for each in real_sections("hexagonal-highway") if each.name == "pads"]
    (each,) = leaves([section], 5, double=True)
    with pypdfium2.PdfDocument(pdf_bytes(each.document)) as file:
        assert len(file) == each.last - 4
        for number, page in enumerate(file, 5):
            if number not in each.numbers:
                text = page.get_textpage()
                assert text.get_text_range() == f"page {number} is blank on purpose"
                boxes = [text.get_rect(at) for at in range(text.count_rects())]
                assert max(top for _, _, _, top in boxes) < 12 / 25.4 * 72
            assert page.get_size() == pytest.approx((595.3, 841.9), abs=0.2)


def test_kinds_are_on_the_pages_that_show_their_ids() -> None:
    """Sheets print short ids of tiles, such as th-07; so the pages of a family can be read back."""
    (section,) = [each for each in real_sections("hexstatic") if each.name == "tiles"]
    (each,) = leaves([section], 5, double=True)
    with pypdfium2.PdfDocument(pdf_bytes(each.document)) as file:
        texts = {
            number: page.get_textpage().get_text_range() for number, page in enumerate(file, 5)
        }
    of_family = {line.name: line.ids for line in inventory(make_pieces(bundled("hexstatic")))}
    short = {"three-lines": "th", "two-lines": "tw", "one-line": "o", "nexus": "n"}
    for name, letters in short.items():
        shown = [number for number, text in texts.items() if re.search(rf"\b{letters}-[0-9]", text)]
        assert shown == [*each.having(of_family[name])], name
    assert each.having(of_family["three-lines"]) == (5,)
