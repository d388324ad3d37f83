"""The markup of short texts: rendered, or refused with its place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.markup import UnsupportedMarkup, blocks, inline
from pnp.definition import Definition
from pnp.pieces import make_pieces
from pnp.scene import Drawing, Text
from pnp.sets.tileset import make_tileset
from tests.conftest import defined

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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("an *old* tile", '"*old*" cannot be printed: the font has no italics; write **bold**'),
        ("an _old_ tile", "a backslash before each underscore"),
        ("an __old__ tile", "write **bold** with asterisks"),
        ("an `old` tile", "a text has no code"),
        ("see [here](there)", "a text has no links"),
        ("![a](b)", "no links or pictures"),
        ("an <b>old</b> tile", "a text has no HTML"),
        ("an **old tile", "is not closed"),
        ("# Old", "has paragraphs and lists, and no headings"),
        ("> Old", "no headings, quotations"),
        ("|a|b|", "no headings"),
        ("---", "no headings"),
    ],
)
def test_other_markup_is_refused(text: str, message: str) -> None:
    """It would be printed as it is written."""
    with pytest.raises(UnsupportedMarkup) as refused:
        blocks(text)
    assert message in str(refused.value)


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
