"""The pages of a kit: their order, their numbers, and the words for them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour.theme import STANDARD
from pnp.definition import english
from pnp.imposition import SheetOptions
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, Section, inventory, sections
from pnp.kinds.kind import cutting_style
from pnp.pieces import make_pieces
from pnp.project.kit_pages import leaves, page_text, sharing
from pnp.render import pdf_bytes
from pnp.scene import Document, Drawing, Layer, Page
from tests.conftest import bundled, set_of

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
    model = replace(real_sections("hexpertise")[0], sheets=())
    pages: list[Page] = []
    for has_back in backs:
        pages.append(Page(210.0, 297.0, title=f"front {len(pages)}", front=has_back))
        if has_back:
            printed = {Layer.ART: (Drawing(()),)}
            pages.append(Page(210.0, 297.0, printed, title=f"back {len(pages)}"))
    return replace(model, document=Document("T", "A", "S", tuple(pages)))


SECTIONS = st.lists(st.lists(st.booleans(), min_size=1, max_size=5), min_size=1, max_size=5)


@pytest.mark.slow
@given(written=SECTIONS, first=st.integers(1, 6))
def test_pages_of_a_kit_follow_each_other(written: list[list[bool]], first: int) -> None:
    """No page is blank; a back is the page after its front."""
    made = leaves([section_of(backs) for backs in written], first)
    numbers = [number for each in made for number in each.numbers]
    assert numbers == [*range(first, first + len(numbers))]
    for each, backs in zip(made, written, strict=True):
        assert len(each.fronts) == len(backs)
        assert [front + 1 in {*each.numbers} - {*each.fronts} for front in each.fronts] == backs


@given(written=SECTIONS)
def test_sections_without_backs_come_last(written: list[list[bool]]) -> None:
    """The others keep their order, so that people print one stretch of pages on both sides."""
    # Sections without sheets, such as those of boards, share none.
    own = [section_of(backs) for backs in written]
    wanted = [each for has_backs in (True, False) for each in own if each.backed == has_backs]
    assert [each.pages for each in sharing(own, STANDARD)] == [each.pages for each in wanted]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8, unique=True).map(sorted), st.data())
def test_words_for_pages_name_all_pages_and_no_others(
    pages: list[int], data: st.DataObject
) -> None:
    """Each page is in a run, and no page that is excluded is."""
    others = data.draw(st.sets(st.integers(1, 40)).map(lambda some: some - {*pages}))
    named: set[int] = set()
    for run in re.findall(r"(\d+)(?:\sto\s(\d+))?", page_text(pages, english(), others)):
        named.update(range(int(run[0]), int(run[1] or run[0]) + 1))
    assert {*pages} <= named
    assert not named & others


def test_a_back_with_nothing_on_it_is_no_page_of_a_kit() -> None:
    """Beside its front and the front and back of another sheet."""
    section = section_of([True, True])
    bare = replace(section.pages[1], layers={})
    pages = (section.pages[0], bare, *section.pages[2:])
    (made,) = sharing([replace(section, document=Document("T", "A", "S", pages))], STANDARD)
    assert [page.title for page in made.pages] == ["front 0", "front 2", "back 3"]
    assert made.backs == (False, False, True)


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_backs_follow_their_fronts(game: str, duplex: str) -> None:
    """The page before one that says that it has backs is a front."""
    for each in leaves(sharing(real_sections(game, duplex), STANDARD), 4):
        backs = [
            number
            for number, page in zip(each.numbers, each.section.pages, strict=True)
            if page.title.endswith(", backs")
        ]
        assert [number - 1 for number in backs] == [*each.backed]


def test_kinds_are_on_the_pages_that_show_their_ids() -> None:
    """Sheets print short ids of tiles, such as th-07; so the pages of a family can be read back."""
    (section,) = [each for each in real_sections("hexstatic") if each.name == "tiles"]
    (each,) = leaves([section], 5)
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


@pytest.mark.parametrize(("shapes", "numbered"), [(["round"], False), (["round", "square"], True)])
def test_a_step_names_numbered_cuts_among_loose_pieces(shapes: list[str], numbered: bool) -> None:
    """Square tokens lie in rows with cuts right across, beside round ones that scissors cut out."""
    kinds = ", ".join(
        f"{{name: {each}, shape: {each}, size: 20mm, count: 6, front: star}}" for each in shapes
    )
    pieces = make_pieces(set_of(f"game: g\ncolours: 2\npieces: {{tokens: [{kinds}]}}"))
    (paper,) = chosen_papers(["a4"])
    options = BuildOptions(pieces=("tokens",))
    made = [*sections(pieces, paper, options)]
    step = cutting_style([each.sheets[0] for each in made], options.sheets)
    assert step["spaced"] is True
    assert step["some-numbered"] is numbered
