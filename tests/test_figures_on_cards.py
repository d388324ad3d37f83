"""Cards with a ground, panels in colours, and figures of what their text says."""

from __future__ import annotations

import numpy as np
import pytest

from pnp.basics.errors import Severity
from pnp.colour.measures import contrast
from pnp.kinds import piece_findings, piece_groups
from pnp.pieces import make_pieces
from pnp.project import chosen_theme
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Text
from tests.conftest import bundled, set_of
from tests.faces import all_findings, raster_of

THEMES = ("standard", "colour-blind", "greyscale", "dark", "low-ink", "pens")

SET = """
game: g
colours: {red: "#C8372D", blue: "#1F5FA8"}
figures:
  spot: {board: b, highlight: [mid], labels: {mid: "+7", A1: "+3"}, tokens: {C1: pawn red}, path: [C1, C2]}
pieces:
  boards: [{name: b, hexhex: 2, cell: 20mm, printed: no, cells: {mid: {cells: centre}}}]
  tokens: [{name: pawn, size: 14mm, colours: all, count: 1, front: {sign: pawn, rim: band}}]
  cards:
    - name: c
      face: numbered
      GROUND
      cards: [{title: One, figure: spot, text: Words.}, {title: Two, sign: star}]
"""
DARK = 'ground: "#23262B"\n      accent: "#F6BE1A"'


def flat(items: tuple[Item, ...]) -> list[Item]:
    """The shapes and texts inside."""
    found: list[Item] = []
    for item in items:
        match item:
            case Drawing(inner) | Clip(_, inner):
                found += flat(inner)
            case Placed(drawing):
                found += flat(drawing.items)
            case _:
                found.append(item)
    return found


def front(text: str, theme: str = "standard", number: int = 0) -> list[Item]:
    """The items of a card's front."""
    pieces = make_pieces(set_of(text), chosen_theme(theme))
    (group,) = (each for each in piece_groups(pieces) if each.kind == "card")
    return flat((group.pieces[number].sides[0]().drawing,))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["", 'ground: "#FFFFFF"', DARK, 'ground: "#F6BE1A"'])
def test_a_card_can_be_read_on_any_ground_in_any_theme(ground: str, theme: str) -> None:
    """No face names an ink: texts and lines follow the ground."""
    pieces = make_pieces(set_of(SET.replace("GROUND", ground)), chosen_theme(theme))
    assert [each.message for each in piece_findings(pieces)] == []


@pytest.mark.parametrize("theme", ["standard", "low-ink"])
def test_a_figure_stands_on_the_ground_of_its_card(theme: str) -> None:
    """Its labels are there, its marked cell has the accent, and it has no names of cells."""
    items = front(SET.replace("GROUND", DARK), theme)
    texts = {item.string for item in items if isinstance(item, Text)}
    assert {"+7", "+3", "One", "Words.", "1"} <= texts
    assert not texts & {"A1", "A2", "B2", "A", "B", "C"}
    fills = [item.fill for item in items if isinstance(item, Shape)]
    # The hexagon of the number, and the marked cell.
    assert fills.count("#F6BE1A") == (2 if theme == "standard" else 0)
    assert "#C8372D" in fills if theme == "standard" else "#23262B" not in fills


def test_a_figure_has_to_be_known() -> None:
    """One error, at the name that the card gives."""
    text = SET.replace("GROUND", DARK).replace("figure: spot", "figure: spit")
    (finding,) = [each for each in all_findings(text) if each.severity is Severity.ERROR]
    assert finding.rule == "unknown-figure"
    assert 'no figure "spit"; did you mean "spot"' in finding.message
    assert text.splitlines()[finding.place.line - 1][finding.place.column - 1 :].startswith("spit")


def test_what_is_wrong_in_a_figure_is_said_at_its_place() -> None:
    """A cell that the board lacks, in the figure and not on the card."""
    text = SET.replace("GROUND", DARK).replace("C1: pawn red", "Z9: pawn red")
    (finding,) = [each for each in all_findings(text) if each.severity is Severity.ERROR]
    assert 'no cell "Z9"' in finding.message
    assert text.splitlines()[finding.place.line - 1].lstrip().startswith("spot:")


def test_a_figure_does_not_show_a_piece_that_shows_it() -> None:
    """An endless row of pictures is an error in place of a hang."""
    text = SET.replace("GROUND", DARK).replace(
        "count: 1, front: {sign: pawn, rim: band}", "count: 1, face: [{figure: spot}]"
    )
    messages = [each.message for each in all_findings(text) if each.severity is Severity.ERROR]
    assert any("shows a piece that shows this figure" in each for each in messages)


def test_opposites_exchange_when_the_card_is_turned() -> None:
    """Turned by half a turn a card is the card of the two colours the other way round."""
    text = (
        'game: g\ncolours: {red: "#C8372D", blue: "#1F5FA8"}\npieces: {cards: [{name: c,'
        " generate: opposites, pairs: PAIRS}]}"
    )
    one, other = (
        raster_of(next(piece_groups(make_pieces(set_of(text.replace("PAIRS", pairs))))).pieces[0])
        for pairs in ("[[red, blue]]", "[[blue, red]]")
    )
    assert np.mean(np.abs(one[::-1, ::-1] - other).max(axis=2) > 0.5) < 0.01
    assert np.mean(np.abs(one - other).max(axis=2) > 0.5) > 0.3


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_words_on_panels_can_be_read(theme: str) -> None:
    """In every theme, on the colour that the theme prints."""
    pieces = make_pieces(bundled("hexpertise"), chosen_theme(theme))
    assert [each.message for each in piece_findings(pieces) if each.rule == "contrast"] == []


def test_the_round_cards_say_in_a_figure_what_their_text_says() -> None:
    """Six cards, six figures with words for those who cannot see them; rules of at most three lines."""
    tileset = bundled("hexagonal-highway")
    (deck,) = make_pieces(tileset).components.decks
    figures = [card.text("figure") for card in deck.cards]
    assert figures == [*tileset.definition.figures]
    assert all(each.caption.value for each in tileset.definition.figures.values())
    assert contrast(deck.definition.ground, deck.definition.accent) >= 4.5
    (group,) = (each for each in piece_groups(make_pieces(tileset)) if each.kind == "card")
    for piece, card in zip(group.pieces, deck.cards, strict=True):
        texts = [item for item in flat((piece.sides[0]().drawing,)) if isinstance(item, Text)]
        size = min(
            text.size for text in texts if text.string in card.text("text").replace("**", "")
        )
        lines = {round(text.at.y, 1) for text in texts if text.at.y > 20 and text.size == size}
        assert len(lines) <= 3, card.id


def test_a_set_may_have_no_figures() -> None:
    """The message says so."""
    text = "game: g\npieces: {cards: [{name: c, face: [{figure: any}], cards: [{copies: 1}]}]}"
    (finding,) = [each for each in all_findings(text) if each.severity is Severity.ERROR]
    assert 'there is no figure "any"' in finding.message


@pytest.mark.parametrize("game", ["hexagonal-highway", "hexpertise"])
def test_the_backs_of_a_deck_are_alike_and_look_the_same_upside_down(game: str) -> None:
    """Nobody can tell a card, or which way up it lies, by its back; two decks differ in their sign."""
    groups = [each for each in piece_groups(make_pieces(bundled(game))) if each.kind == "card"]
    backs = []
    for group in groups:
        # At the edge of the picture a dot is dark only in part.
        first, last = (raster_of(group.pieces[number], back=True)[2:-2, 2:-2] for number in (0, -1))
        assert np.array_equal(first, last)
        assert np.mean(np.abs(first - first[::-1, ::-1]).max(axis=2) > 0.5) < 0.01
        backs.append(first)
    assert all(not np.array_equal(backs[0], other) for other in backs[1:])
