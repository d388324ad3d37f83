"""The markup of short texts: rendered, or refused with its place."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import Source, UnusableInput
from pnp.basics.markup import UnsupportedMarkup, blocks, inline
from pnp.definition import Definition, load_definition
from pnp.documents.mustache import filled
from pnp.pieces import make_pieces
from pnp.scene import Drawing, Shape, Text
from pnp.scene.geometry import bounding_box, points_of
from pnp.sets.tileset import make_tileset
from tests.conftest import ROOT, Call, defined

CARDS = """
    game: cards
    pieces:
      cards:
        - name: deck
          cards:
            - title: The **Storm**
              text: {style}
                Choose **one** of these,
                and say which:

                - take two tiles from the supply and lay one of them at once
                - take a coin

                Then pass.
    """


def lines(definition: Definition) -> list[tuple[float, float, str]]:
    """The words of the only card, line by line: how low, how far right, and what."""
    pieces = make_pieces(make_tileset(definition))
    ((card, _),) = pieces.cards(pieces.components.decks[0])
    found: dict[float, list[Text]] = {}
    drawing = card.front.art(0.0).drawing
    assert isinstance(drawing, Drawing)
    for item in drawing.items:
        if isinstance(item, Text):
            found.setdefault(item.at.y, []).append(item)
    return [
        (y, texts[0].at.x, "".join(text.string for text in texts)) for y, texts in found.items()
    ]


@pytest.mark.parametrize("style", ["|", ">", ">-", "|+"])
def test_a_card_keeps_its_paragraphs_and_lists(style: str) -> None:
    """In blocks of either kind: items are indented behind their bullets, gaps part paragraphs."""
    _, *found = (each for each in lines(defined(CARDS.format(style=style))) if each[2] != "Deck")
    first, _, item, *more, coin, last = found
    assert (first[2].split()[0], last[2]) == ("Choose", "Then pass.")
    assert item[2].startswith("•take two") and coin[2] == "•take a coin"
    lefts = [x for _, x, _ in found]
    assert {round(lefts[at], 6) for at in (0, 1, 2, -2, -1)} == {round(lefts[0], 6)}
    assert all(left > lefts[0] + 0.1 for _, left, _ in more)
    line, paragraph, within, *_, next_item, after = (
        later[0] - earlier[0] for earlier, later in pairwise(found)
    )
    assert line == pytest.approx(within)
    assert line < next_item < paragraph == pytest.approx(after)


LINES = """
    game: poem
    pieces:
      cards:
        - name: deck
          {source}
          face: [{{text: "{{poem}}", size: 8pt, underline: yes}}]
    """


@pytest.mark.parametrize(
    "source",
    ['cards: [{poem: "First,\\nthen a second,\\n\\nlast."}]', "data: poems.csv"],
    ids=["in the file", "in a table"],
)
def test_the_ends_of_lines_are_kept(in_folder: Path, source: str) -> None:
    """Each line is one of the card, under which a line of the same length is drawn; an empty line parts paragraphs."""
    Path("poems.csv").write_text('poem\n"First,\nthen a second,\n\nlast."\n', "utf-8")
    text = dedent(LINES).replace("{source}", source).replace("{{", "{").replace("}}", "}")
    Path("game.yaml").write_text(text, "utf-8")
    definition = load_definition(Path("game.yaml"))
    first, second, last = lines(definition)
    assert [each[2] for each in (first, second, last)] == ["First,", "then a second,", "last."]
    assert second[0] - first[0] < last[0] - second[0]
    pieces = make_pieces(make_tileset(definition))
    ((card, _),) = pieces.cards(pieces.components.decks[0])
    drawing = card.front.art(0.0).drawing
    assert isinstance(drawing, Drawing)
    under = [
        bounding_box(points_of(each.path))
        for each in drawing.items
        if isinstance(each, Shape) and each.stroke
    ]
    written = [(each.at.y, each.width) for each in drawing.items if isinstance(each, Text)]
    assert [round(box.width, 6) for box in under] == [round(width, 6) for _, width in written]
    assert all(0 < box.y - y < 1 for box, (y, _) in zip(under, written, strict=True))


def test_a_font_without_italics_has_no_emphasis() -> None:
    """Other markup that is refused is in `tests/mistakes/markup.yaml`."""
    message = '"*old*" cannot be printed: the font has no italics; write **bold**'
    with pytest.raises(UnsupportedMarkup, match=re.escape(message)):
        blocks("an *old* tile")


@pytest.mark.parametrize(
    "text",
    ["2 * 3 * 4", "5 < 6 > 4", "snake_case_word", "____", "a - b", "1,000", "-1", "x**2**y", "[a]"],
)
def test_signs_stay_signs(text: str) -> None:
    """Those that are no markup, also where they could be a part of it."""
    (block,) = blocks(text)
    assert "".join(run.text for run in block.runs) == text.replace("**", "")


@given(st.text(st.sampled_from("ab *_`[]()<>#|-\\~"), min_size=1, max_size=20))
def test_a_backslash_makes_any_text_plain(text: str) -> None:
    """Before each sign: the text is then printed as it is."""
    escaped = "".join(f"\\{each}" if not each.isalpha() and each != " " else each for each in text)
    assert "".join(run.text for run in inline(escaped)) == text
    assert not any(run.strong for run in inline(escaped))


# Templates with tags in double braces, and the first page of a kit, which is one.


VALUES = {
    "name": "A*b*",
    "empty": "",
    "none": None,
    "one": {"name": "inner"},
    "many": [{"each": "x"}, {"each": "y"}],
}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<{{name}}>", "<A\\*b\\*>"),
        ("{{#name}}yes{{/name}}{{^name}}no{{/name}}", "yes"),
        ("{{#empty}}yes{{/empty}}{{^empty}}no{{/empty}}", "no"),
        ("{{#none}}{{unheard-of}}{{/none}}", ""),
        ("{{#one}}{{name}}{{/one}}", "inner"),
        ("{{#many}}{{each}} of {{#one}}{{name}}{{/one}};{{/many}}", "x of inner;y of inner;"),
        ("a\n{{#name}}\nb\n{{/name}}\nc\n", "a\nb\nc\n"),
        ("a\n  {{> part }}\nc\n", "a\nsome A\\*b\\*\nc\n"),
    ],
)
def test_tags_become_their_values(template: str, expected: str) -> None:
    """Inner names hide outer ones, and a line with nothing but a tag leaves no line."""
    partials = {"part": Source("part.md", "some {{name}}\n")}
    assert filled(Source("page.md", template), VALUES, partials) == expected


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (
            "a\n b {{nam}}",
            'page.md:2:4: error unreadable: there is no value "nam"; did you mean "name"?',
        ),
        (
            "{{#name}}a",
            "page.md:1:1: error unreadable: this section is not closed: write {{/name}}",
        ),
        ("a{{/name}}", "page.md:1:2: error unreadable: no section name is open here"),
        (
            "{{#name}}{{#one}}{{/name}}{{/one}}",
            "page.md:1:18: error unreadable: no section name is open",
        ),
        ("{{>part}}", "page.md:1:1: error unreadable: there is no template part"),
    ],
)
def test_a_mistake_has_its_place(template: str, message: str) -> None:
    """Unknown names, sections that are not closed or cross each other."""
    with pytest.raises(UnusableInput) as refused:
        filled(Source("page.md", template), VALUES, {})
    assert str(refused.value).startswith(message)


@pytest.mark.slow
def test_a_kit_has_a_first_page_of_ones_own(in_folder: Path, pnp: Call) -> None:
    """A file in templates/kit replaces the bundled one; its mistakes are findings."""
    page = Path("templates/kit/contents.md")
    page.parent.mkdir(parents=True)
    text = (ROOT / page).read_text("utf-8")
    page.write_text(text.replace("{{>kit-what-is-in}}", "Unser Inhalt"), "utf-8")
    words = ("build", "tsuro", "--only", "kit", "--paper", "a4")
    assert pnp(*words).exit_code == 0
    with pypdfium2.PdfDocument("output/tsuro/tsuro-kit-a4.pdf") as kit:
        # The first page is the cover.
        assert "Unser Inhalt" in kit[1].get_textpage().get_text_bounded()
    page.write_text(text.replace("{{title}}", "{{titel}}"), "utf-8")
    result = pnp(*words)
    assert result.exit_code == 2
    assert (
        'templates/kit/contents.md:3:1: error unreadable: there is no value "titel"'
        in result.stderr
    )
