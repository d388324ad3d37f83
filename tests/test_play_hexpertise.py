"""Hexeptional Hexpertise played: every rule, every example, files, and slow ways to the same scores."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from random import Random

import pytest

from pnp.basics.errors import InvalidDefinition, Source
from pnp.games.hexpertise.game import (
    Hexpertise,
    Move,
    Nullify,
    Phase,
    Place,
    Position,
    longest_path,
    opposites,
    walks,
)
from pnp.games.hexpertise.pieces import PieceSet
from pnp.play import HIDDEN_CHANCE, Chance, FileKind, IllegalMove, IllegalPosition, Score
from pnp.tiles.hexgrid import ORIGIN, Hex
from tests.conftest import ROOT, bundled, refusal, set_of
from tests.playing import Playing

GAME = Hexpertise()
PLAY = Playing(GAME)
read, recorded, played, written_moves = PLAY.read, PLAY.recorded, PLAY.played, PLAY.legal
HERE = Path(__file__).parent
RULEBOOK = (ROOT / "templates/rules/hexpertise.md").read_text("utf-8")
FIGURES = re.findall(r"```position\n(.*?)```", RULEBOOK, re.DOTALL)
ELEMENTS = ("light", "dark", "fire", "water", "earth", "air")
CHOICES = [(each.name, choice) for each in GAME.options for choice in each.choices]

# The nexus of all the rulebook's examples.
NEXUS = (("water", "fire"), ("light", "dark"), ("earth", "air"))
CORNERS = {"D1": "water", "G1": "light", "G4": "earth", "D7": "fire", "A4": "dark", "A1": "air"}


def illegal(position: Position, move: str) -> str:
    """The message about an illegal move."""
    return str(PLAY.refused(position, move))


def figure(words: str, more: str = "") -> Position:
    """The position of a figure in the rulebook, by words of its caption."""
    return read(next(each for each in FIGURES if words in each) + more)


def extract(tokens: str, more: str = "") -> Position:
    """A part of a display, with the corners of the rulebook's examples unless it has others."""
    corners = (
        f"{corner}: {element}" for corner, element in CORNERS.items() if corner not in tokens
    )
    return read(f"tokens: {{{', '.join([*corners, *([tokens] if tokens else [])])}}}\n{more}")


def table(tokens: str, card: str, more: str = "") -> Position:
    """A display to play on with a card; which cards were flipped before makes no difference."""
    one, other = card.split()
    return extract(tokens, more)._replace(nexus=NEXUS, phase=Phase.FLIP, card=(one, other))


def named(position: Position, player: int = 1) -> dict[str, str]:
    """The content of a player's display by hex, without the mage."""
    return dict(GAME.table_of(position, f"player {player}").tokens)


def random_game(seed: int, players: int, **options: str) -> list[Position]:
    """All positions of a random game."""
    chooser = Random(seed)
    found = [GAME.initial(Random(seed), players, options)]
    while not GAME.is_over(found[-1]):
        found.append(GAME.play(found[-1], chooser.choice(GAME.legal_moves(found[-1]))))
    return found


def points(position: Position, player: int = 1) -> dict[str, int]:
    """A player's points by what they are for."""
    parts = GAME.score(position).parts
    return {part.what: part.points for part in parts if part.whose == f"player {player}"}


def how(position: Position, what: str) -> str:
    """How the first player's points for this come about."""
    parts = GAME.score(position).parts
    return next(each.how for each in parts if (each.whose, each.what) == ("player 1", what))


def refused(text: str) -> list[str]:
    """The findings about an illegal position."""
    return [str(finding) for finding in refusal(read, text, kind=IllegalPosition)]


# Set-up.


def test_nexus_hexes_are_dealt_clockwise_left_from_the_top_right_from_the_bottom() -> None:
    """The example of the rulebook, and the same with the second card turned round."""
    start = GAME.initial(Random(1), 1)._replace(nexus=NEXUS)
    assert dict(zip(CORNERS, start.corner_elements, strict=True)) == CORNERS
    turned = start._replace(nexus=(NEXUS[0], ("dark", "light"), NEXUS[2])).corner_elements
    wanted = CORNERS | {"G1": "dark", "A4": "light"}
    assert dict(zip(CORNERS, turned, strict=True)) == wanted


def test_every_deal_of_the_nexus_comes_up_and_opposites_face_each_other() -> None:
    """Six orders of the cards, each of which lies in two ways: 48 deals, and no others."""
    deals = {GAME.initial(Random(seed), 1).nexus for seed in range(600)}
    assert len(deals) == 48
    opposites = [{"light", "dark"}, {"fire", "water"}, {"earth", "air"}]
    for seed in range(5):
        at = named(GAME.initial(Random(seed), 1))
        assert all(
            {at[a], at[b]} in opposites for a, b in (("D1", "D7"), ("G1", "A4"), ("G4", "A1"))
        )


def test_all_players_begin_with_the_same_display_of_thirty_empty_hexes() -> None:
    """Any number of players."""
    for players in (1, 2, 5, 12):
        position = GAME.initial(Random(3), players)
        assert position.displays == (position.displays[0],) * players
        assert position.displays[0].count("") == 30
        assert GAME.to_move(position) == 1
        assert (position.card in GAME.pieces.mana, position.flipped) == (True, ())
    with pytest.raises(ValueError, match="1 to 12 players, not for 0"):
        GAME.initial(Random(3), 0)


# Placing.


def test_the_example_of_the_designers_page() -> None:
    """Light top-right and fire at the bottom: fire goes up-right of a filled hex, light below one."""
    start = figure("card with light and fire")
    start = start._replace(nexus=NEXUS, card=("light", "fire"))
    labels = {"F": "fire", "L": "light"}
    cells = {"B1": "F", "B4": "F", "E3": "F", "E6": "F", "A2": "L", "D2": "L", "D5": "L", "G2": "L"}
    assert {f"{labels[at]} {cell}" for cell, at in cells.items()} == {*written_moves(start)}
    assert len(GAME.legal_moves(start)) == len(cells)


@pytest.mark.parametrize(
    ("teller", "placed", "cell"),
    [
        ("water", "light", "D3"), ("light", "water", "E3"), ("earth", "water", "E4"),
        ("fire", "light", "D5"), ("dark", "light", "C4"), ("air", "light", "C3"),
    ],
)  # fmt: skip
def test_each_element_gives_the_direction_from_the_mage_to_its_nexus(
    teller: str, placed: str, cell: str
) -> None:
    """Up, up-right, down-right, down, down-left, up-left of the mage."""
    start = table("", f"{teller} {placed}")
    ring = {"D3", "E3", "E4", "D5", "C4", "C3"}
    found = {move.split()[1] for move in written_moves(start) if move.startswith(placed)}
    assert found & ring == {cell}


def test_placed_and_nullified_hexes_serve_as_filled_ones() -> None:
    """With light up-right, fire is placed there of an earth, and of a crossed-out hex."""
    assert "fire F2" not in written_moves(table("", "light fire"))
    for filled in ("E3: earth", "E3: nullified, E2: nullified"):
        assert "fire F2" in written_moves(table(filled, "light fire"))


def test_what_cannot_be_placed_is_refused_with_the_rule_and_the_place() -> None:
    """Filled hex, wrong element, wrong way, off the display, no hex, no move."""
    start = table("", "light fire")
    assert illegal(start, "fire D4") == "empty-place: D4 is filled (mage): choose an empty hex"
    assert illegal(start, "fire G1") == "empty-place: G1 is filled (light): choose an empty hex"
    message = "mana-cards: the card shows light and fire: you cannot place water"
    assert illegal(start, "water E3") == message
    assert illegal(start, "fire F2") == (
        "direction: light gives the direction: fire on F2 must be up-right of a filled hex, but E3"
        " is empty"
    )
    assert illegal(start, "light C1") == (
        "direction: fire gives the direction: light on C1 must be below a filled hex, but the display"
        " ends there"
    )
    message = "when-nothing-fits: you may nullify E3 only if neither element fits anywhere, but "
    assert illegal(start, "nullify E3").startswith(message)
    wrong = {
        "fire H1": '"H1" is not a hex',
        "gold E3": '"gold" is not an element',
        "": "not a move",
    }
    for text, message in wrong.items():
        with pytest.raises(IllegalMove, match=f"^notation: .*{message}"):
            GAME.read_move(start, text)
    with pytest.raises(IllegalMove, match=r"^board: "):
        GAME.play(start, Place("fire", Hex(9, 9)))


# Nothing fits.


FINISHED = next(each for each in FIGURES if "finished display" in each)
BEFORE_THE_LAST = FINISHED.replace("C1: nullified, ", "")


def last(text: str = BEFORE_THE_LAST) -> Position:
    """A display with few empty hexes, and the card shows fire and earth."""
    return read(text)._replace(nexus=NEXUS, phase=Phase.FLIP, card=("fire", "earth"))


def test_when_nothing_fits_an_empty_hex_is_nullified() -> None:
    """The rulebook's example: the last flip, only C1 is empty, and the card shows fire and earth."""
    position = last()
    assert written_moves(position) == ["nullify C1"]
    assert illegal(position, "fire C1") == (
        "direction: earth gives the direction: fire on C1 must be down-right of a filled hex, but"
        " the display ends there"
    )
    assert "earth on C1 must be below a filled hex" in illegal(position, "earth C1")
    after = played(position, "nullify C1")
    assert GAME.is_over(after) and GAME.to_move(after) is None and GAME.legal_moves(after) == ()
    assert (after.card, after.flipped) == (None, ())
    assert named(after) == named(read(FINISHED))
    with pytest.raises(IllegalMove, match=r"^end-of-the-game: "):
        GAME.play(after, Nullify(Hex(0, 1)))


def test_a_nullified_hex_is_chosen_freely_and_nullifies_nothing() -> None:
    """Two hexes empty: either may be crossed out, whatever lies beside it."""
    position = last(BEFORE_THE_LAST.replace("B1: dark, ", ""))
    assert written_moves(position) == ["nullify B1", "nullify C1"]
    for cell in ("B1", "C1"):
        assert named(played(position, f"nullify {cell}")) == named(position) | {cell: "nullified"}


# Nullifying.


def test_the_rulebooks_example_of_nullifying() -> None:
    """Water on F2 touches the fire on E3: both are crossed out, as the figure shows."""
    after = played(table("E3: fire", "light water"), "water F2")
    assert named(after) == named(figure("have nullified each other"))


def test_nexus_hexes_are_nullified_and_still_give_their_direction() -> None:
    """A dark beside the light in G1; then light still points up-right."""
    assert named(played(table("", "dark fire"), "dark G2"))["G1"] == "nullified"
    nullified = "G1: nullified, G2: nullified"
    assert "earth E3" in written_moves(table(nullified, "light earth"))
    silent = table(nullified, "light earth", "options: {nullified-nexus: silent}\n")
    assert [move for move in written_moves(silent) if move.startswith("earth")] == []
    message = "direction: the nexus hex of light is nullified and gives no direction"
    assert illegal(silent, "earth E3") == message


def test_nexus_hexes_may_be_immune() -> None:
    """An option: the dark stays beside the light in G1; all other opposites nullify each other."""
    immune = 'options: {nexus-nullifies: "no"}\n'
    after = played(table("", "dark fire", immune), "dark G2")
    assert (named(after)["G1"], named(after)["G2"]) == ("light", "dark")
    assert read(GAME.write_position(after)) == after
    both = table("E3: fire", "light water", immune)
    assert named(played(both, "water F2"))["E3"] == "nullified"
    found = refused("tokens: {G1: nullified, G2: nullified}\n" + immune)
    assert found[0].startswith("position.yaml:1:14: error opposites-nullify: G1 is a nexus hex")


def test_all_opposites_touched_are_nullified_and_it_goes_no_further() -> None:
    """Water between three fires crosses out all; the fire next to one of them stays."""
    position = table("E3: fire, F3: fire, G3: fire, F1: fire", "light water")
    after = played(position, "water F2")
    assert {cell: what for cell, what in named(after).items() if cell not in CORNERS} == {
        "E3": "nullified", "F3": "nullified", "F2": "nullified", "F1": "nullified", "G3": "fire",
    }  # fmt: skip


# The flow.


def test_every_card_is_flipped_twice_once_in_each_half() -> None:
    """Thirty flips; the second half comes in another order."""
    cards = []
    for position in random_game(8, 2)[:-1]:
        if GAME.to_move(position) == 1:
            cards.append(position.card)
        assert position.card == cards[-1], "all players use the card"
        start = 15 * (len(cards) > 15)
        assert [*position.flipped] == cards[start:-1]
    first, second = cards[:15], cards[15:]
    assert {*first} == {*second} == {*GAME.pieces.mana}
    assert (len(second), first == second) == (15, False)


def test_players_decide_one_after_the_other_on_their_own_displays() -> None:
    """A move changes nothing on any other display."""
    start = GAME.initial(Random(4), 3)
    after = GAME.play(start, GAME.legal_moves(start)[0])
    assert GAME.to_move(after) == 2
    assert after.displays[1:] == start.displays[1:]
    assert GAME.legal_moves(after) == GAME.legal_moves(start)


def test_only_the_order_of_the_deck_is_hidden() -> None:
    """A view has no chance; the player to move sees everything that the legal moves depend on."""
    seen = set()
    for position in random_game(5, 2):
        view = GAME.view(position, 2)
        assert view == position._replace(chance=HIDDEN_CHANCE)
        assert GAME.legal_moves(view) == GAME.legal_moves(position)
        assert read(GAME.write_position(view)) == view
        seen.add(position.chance)
    assert len(seen) == 30, "each card but the first is drawn by chance"


# Scoring: the rulebook's examples.


def test_the_scores_of_the_rulebooks_figures() -> None:
    """Each pair of elements, two convergences, and a void, as the text below the figure says."""
    figures: dict[str, dict[str, int]] = {
        "Some light and some dark": {"light": 9, "dark": 6},
        "Some fire and some water": {"fire": 10, "water": 12},
        "Some earth and some air": {"earth": 8, "air": 4},
        "Two harmonic convergences": {"harmonic convergence": 30, "void": 0},
        "A void round E5": {"harmonic convergence": 0, "void": 10},
    }
    for words, scores in figures.items():
        assert scores.items() <= points(figure(words)).items(), words


def test_the_finished_display_scores_as_its_table_says() -> None:
    """All eight lines, with and without the advanced scoring."""
    position = figure("finished display")
    assert [*points(position).values()] == [12, 9, 20, 15, 12, 4, 15, 0]
    assert GAME.score(position).totals == (("player 1", 87),)
    basic = figure("finished display", "options: {advanced: off}\n")
    assert GAME.score(basic).totals == (("player 1", 72),)
    assert "harmonic convergence" not in points(basic)


def test_parts_say_how_they_come_about_and_where() -> None:
    """The finished display again: clusters, after the first, the path in order, the line."""
    position = figure("finished display")
    assert how(position, "light") == "3 x 4: C4; D2 D3; E4; G1"
    assert how(position, "dark") == "3 x (3 + 0): A2 A3 A4 B5; B1"
    assert how(position, "earth") == "4 x 3: F3 F4 G3; F4 F5 G4; F4 G3 G4"
    assert how(position, "air") == "4 x 1: B2 C2 C3 A1"
    assert how(position, "harmonic convergence") == "15 x 1: B5 C5 D5 E4 F3 G2"
    assert how(position, "void") == "10 x 0"
    parts = {part.what: part for part in GAME.score(position).parts}
    assert parts["dark"].where == ("A2", "A3", "A4", "B5"), "B1 earns nothing"
    assert parts["water"].where in (("D1", "E1", "F1", "E2", "E3"), ("E3", "E2", "F1", "E1", "D1"))
    assert (parts["water"].colour, parts["void"].colour) == ("water", "")


@pytest.mark.parametrize(
    ("name", "totals", "winners"),
    [
        ("finished", (78,), (1,)),
        ("second-half", (42, 45), (2,)),
        ("tie", (9, 9), (2,)),
        ("voids", (26,), (1,)),
    ],
)
def test_recorded_positions(name: str, totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """Their scores were computed by hand, in the comments of the files."""
    score = GAME.score(recorded(name))
    assert tuple(total for _, total in score.totals) == totals
    assert score.winners == tuple(f"player {number}" for number in winners)


def test_a_recorded_position_can_be_played_on() -> None:
    """The second player has still to use dark and air, the first card of the second half."""
    position = recorded("second-half")
    assert (GAME.to_move(position), position.filled) == (2, (16, 15))
    assert (position.card, position.flipped) == (("dark", "air"), ())
    assert GAME.to_move(GAME.play(position, GAME.legal_moves(position)[0])) == 1


# Scoring: options.


def test_forks_may_be_those_with_arms_apart() -> None:
    """B2 with A1, C2 and B3 is a fork either way only where no two of them touch."""
    strict = "options: {forks: apart}\n"
    assert points(figure("some air", strict))["air"] == 4, "A1, C2 and B3 lie apart"
    touching = "B2: air, B1: air, C2: air"
    assert points(extract(touching))["air"] == 4 * 2, "B1 and B2"
    assert points(extract(touching, strict))["air"] == 0
    crowd = "C3: air, B2: air, B3: air, C4: air, D3: air"
    assert (points(extract(crowd))["air"], points(extract(crowd, strict))["air"]) == (4 * 3, 0)


def test_nexus_hexes_may_be_excluded_from_the_scoring() -> None:
    """Nothing but nexus hexes: a light and a water, or nothing; and a void with a corner."""
    unscored = 'options: {nexus-scores: "no"}\n'
    assert GAME.score(extract("")).totals == (("player 1", 6),)
    assert GAME.score(extract("", unscored)).totals == (("player 1", 0),)
    assert points(recorded("voids"))["void"] == 20
    assert points(recorded("voids", unscored))["void"] == 10


def test_only_the_longest_path_of_water_scores() -> None:
    """Paths of four and of one."""
    position = extract("D2: water, C2: water, B2: water, E2: water, B4: water")
    assert how(position, "water") in (
        "3 x 4: D1 D2 C2 B2",
        "3 x 4: B2 C2 D2 D1",
        "3 x 4: B2 C2 D2 E2",
    )


RING = "B2: light, C3: fire, C4: earth, B4: dark, A3: water, A2: air"


def test_what_is_inside_a_ring_does_not_matter() -> None:
    """Empty or crossed out; an element would have met its opposite in the ring."""
    for inside in ("", ", B3: nullified"):
        assert points(extract(RING + inside))["harmonic convergence"] == 15
    (found,) = refused(f"tokens: {{{RING}, B3: dark}}\n")
    assert "dark on B3 touches light on B2: they nullify each other" in found


def test_a_ring_or_line_needs_each_element_once() -> None:
    """Five and a double, or five and a crossed-out hex, are none."""
    for spoilt in ("A2: light", "A2: nullified"):
        tokens = RING.replace("A2: air", spoilt)
        assert points(extract(tokens))["harmonic convergence"] == 0


def test_lines_of_six_run_in_all_three_directions() -> None:
    """Down-right, beside the mage; the figures have one that goes up-right and one downwards."""
    line = extract("B1: light, C2: fire, D3: earth, E3: dark, F3: air, G3: water")
    assert how(line, "harmonic convergence") == "15 x 1: B1 C2 D3 E3 F3 G3"


# Ties.


def scored(corners: str, nexus: str, *tokens: str) -> Score:
    """The score of an extract with a display for each player."""
    displays = ", ".join(
        f"{number}: {{{corners}, {each}}}" for number, each in enumerate(tokens, 1)
    )
    return GAME.score(read(f"nexus: [{nexus}]\ntokens: {{{displays}}}\n"))


def test_ties_are_decided_clockwise_from_the_top() -> None:
    """Light at the bottom and water top left: the light decides. At the top, the water does."""
    corners = "D1: dark, G1: earth, G4: fire, D7: light, A4: air, A1: water"
    score = scored(corners, "dark light, earth air, fire water", "C3: light", "A2: water")
    assert score.totals == (("player 1", 9), ("player 2", 9))
    assert score.winners == ("player 1",)
    assert score.tie_break == "player 1 scored most for light, 6"
    tie = GAME.score(recorded("tie"))
    assert tie.tie_break == "player 2 scored most for water, 6"


def test_a_tie_without_any_difference_is_shared() -> None:
    """Two equal displays ahead of a third."""
    corners = ", ".join(f"{corner}: {element}" for corner, element in CORNERS.items())
    nexus = "water fire, light dark, earth air"
    score = scored(corners, nexus, "D6: light", "D3: light", "E3: water")
    assert score.winners == ("player 1", "player 2")
    assert score.tie_break == ""
    alone = GAME.score(extract("D6: light"))
    assert (alone.winners, alone.tie_break) == (("player 1",), "")


# Extracts.


def test_an_extract_has_what_is_written_and_nothing_else() -> None:
    """Two light hexes are one cluster; an omitted corner does not score, and breaks no rule."""
    position = read("tokens: {C2: light, D2: light}\n")
    assert named(position) == {"C2": "light", "D2": "light"}
    assert GAME.score(position).totals == (("player 1", 3),)
    assert GAME.score(read("tokens: {}\n")).totals == (("player 1", 0),)
    assert points(read("tokens: {C2: light, G1: light}\n"))["light"] == 6
    assert named(read("tokens: {B3: fire, E2: nullified, D1: nullified}\n"))["B3"] == "fire"


def test_nobody_plays_on_from_an_extract() -> None:
    """It has no card; the message says what to write."""
    position = extract("E3: fire")
    assert GAME.legal_moves(position) == ()
    with pytest.raises(IllegalMove) as caught:
        played(position, "fire F2")
    message = "extract: an extract is only scored; to play on, write a whole position"
    assert str(caught.value) == message
    assert not GAME.is_over(position)
    assert dict(GAME.table(position).tokens) == named(position)


def test_an_extract_with_full_displays_is_a_finished_game() -> None:
    """With a hex less, the game goes on."""
    assert GAME.is_over(read(FINISHED))
    assert not GAME.is_over(read(BEFORE_THE_LAST))


def test_any_hexes_of_a_display_are_an_extract() -> None:
    """They are a part of a display that play leads to; the options are kept."""
    for seed in range(20):
        rng = Random(seed)
        position = rng.choice(random_game(seed, 1))
        kept = {cell: what for cell, what in named(position).items() if rng.random() < 0.6}
        tokens = ", ".join(f"{cell}: {what}" for cell, what in kept.items())
        found = read(f"tokens: {{{tokens}}}\noptions: {{forks: apart}}\n")
        assert named(found) == kept
        assert found.options["forks"] == "apart"


def test_keys_of_figures_are_ignored() -> None:
    """All figures of the rulebook are read as they stand, with captions, labels and highlights."""
    assert len(FIGURES) == 8
    for text in FIGURES:
        assert len(read(text + "path: [A1, A2]\n").displays) == 1


# Eleven waters besides the nexus hex: one more than the cards can bring.
OVERFULL = ", ".join(
    f"{name}: water" for name in ["A2", "A3", "B1", "B2", "B3", "B4", "C2", "C3", "C4", "D2", "D3"]
)

# Whole positions.

WHOLE = """\
nexus: [water fire, light dark, earth air]
tokens:
  1: {D1: water, G1: light, G4: earth, D7: fire, A4: dark, A1: air, E3: fire, F2: air, D3: earth}
  2: {D1: water, G1: light, G4: earth, D7: fire, A4: dark, A1: air, E3: fire, E2: light}
phase: flip
card: water earth
flipped: [light fire, light air]
"""


def test_a_whole_position_is_played_on() -> None:
    """Player 2 has not used water and earth yet; then the next card is flipped."""
    position = read(WHOLE)
    assert (GAME.to_move(position), position.nexus) == (2, NEXUS)
    after = played(position, "earth D3")
    assert after.flipped == (("light", "fire"), ("light", "air"), ("water", "earth"))
    assert after.card not in (*after.flipped, None)
    assert GAME.to_move(after) == 1


@pytest.mark.slow
def test_status_never_raises() -> None:
    """Whatever a file can say: any cards, any elements on any hexes, any phase."""
    pairs = [way for card in NEXUS for way in (card, card[::-1])]
    rules = set()
    for seed in range(300):
        rng = Random(seed)
        kinds = (*ELEMENTS, "nullified", *[""] * rng.randrange(9))
        displays = [tuple(rng.choice(kinds) for _ in AT) for _ in range(rng.choice((1, 2, 12)))]
        options = {each.name: rng.choice([*each.choices]) for each in GAME.options}
        position = GAME.position(
            nexus=tuple(rng.choices(pairs, k=rng.choice((0, 1, 3, 3, 7)))),
            displays=tuple(displays),
            phase=rng.choice([*Phase]),
            options=GAME.chosen(options),
            chance=Chance(seed),
            card=rng.choice((None, *GAME.pieces.mana)),
            flipped=tuple(rng.choices(GAME.pieces.mana, k=rng.randrange(20))),
        )
        found = [*GAME.status(position), *GAME.extract_status(position)]
        assert found
        rules |= {problem.rule for problem in found}
    assert {"nexus-cards", "nexus-hexes", "mage", "opposites-nullify", "mana-cards"} <= rules


# Records.

RECORD = (HERE / "games/hexpertise-1.yaml").read_text("utf-8")


def test_a_recorded_game() -> None:
    """Both final displays were counted by hand, in the comments of the file."""
    reading = GAME.read(Source("game.yaml", RECORD))
    position = reading.position
    assert (reading.kind, reading.moves, position.phase) == (FileKind.RECORD, 60, Phase.OVER)
    assert [*points(position, 1).values()] == [21, 0, 16, 27, 12, 0, 0, 0]
    assert [*points(position, 2).values()] == [9, 9, 20, 21, 0, 0, 15, 0]
    score = GAME.score(position)
    assert score.totals == (("player 1", 76), ("player 2", 74))
    assert score.winners == ("player 1",)
    ring = next(part for part in score.parts if (part.whose, part.points) == ("player 2", 15))
    assert {*ring.where} == {"D3", "E3", "E4", "D5", "C4", "C3"}


def test_a_record_that_is_written_by_hand() -> None:
    """A start, and moves with and without their player; a card that is not written is drawn."""
    start = "start:\n" + "".join(f"  {line}\n" for line in WHOLE.splitlines())
    position = read(f"{start}moves:\n- 2: earth D3; draws dark earth\n- earth C1\n- 2: dark E4\n")
    assert position.flipped[2:] == (("water", "earth"), ("dark", "earth"))
    assert named(position, 1) == named(read(WHOLE), 1) | {"C1": "earth"}
    assert named(position, 2) == named(read(WHOLE), 2) | {"D3": "earth", "E4": "dark"}
    assert position.card not in (*position.flipped, None)


def test_the_record_in_the_documentation_is_replayed() -> None:
    """Two cards were used, and water and earth is on the table."""
    page = (ROOT / "docs/playing.md").read_text("utf-8")
    (record,) = re.findall(r"```\n(start:\n  nexus.*?)```", page, re.DOTALL)
    position = read(record)
    assert position.flipped == (("light", "fire"), ("light", "air"))
    assert (position.card, named(position)["F2"]) == (("water", "earth"), "air")


# The set that is played.


def set_text(*changes: tuple[str, str]) -> str:
    """The bundled definition with some changes."""
    text = (ROOT / "tilesets/hexpertise.yaml").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_the_set_that_is_printed_is_played() -> None:
    """Cells by the names of the board, corners clockwise from the top, and the printed cards."""
    pieces = PieceSet(bundled("hexpertise"))
    assert [pieces.names[corner] for corner in pieces.corners] == [*CORNERS]
    assert len(pieces.cells) == 37
    assert {*map(frozenset, pieces.mana)} == {*map(frozenset, combinations(ELEMENTS, 2))}
    other = set_of(set_text(("[[light, dark], [fire, water]", "[[dark, light], [fire, water]")))
    assert type(GAME)(other).pieces.nexus[0] == ("dark", "light")
    assert GAME.pieces.nexus[0] == ("light", "dark")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("flat-top", "pointy-top", "no corner of the display is at the top"),
        ("hexhex: 4", "hexhex: 5", "15 mana cards flipped 2 times fill 30 hexes"),
        ("cells: corners, filled: yes, labels: [L1, L2, L3, R1, R2, R3]",
         "cells: [A1, A2, A3, A4, B1, B2], filled: yes", "not every nexus hex is a corner"),
        ("of: all", "of: [light, dark, fire, water, earth]", "these pairs are not on exactly one card: air and dark"),
    ],
)  # fmt: skip
def test_a_set_for_another_game_is_refused(old: str, new: str, message: str) -> None:
    """With what it lacks."""
    with pytest.raises(InvalidDefinition, match=message):
        _ = type(GAME)(set_of(set_text((old, new)))).pieces


# An oracle of its own: hexes by doubled coordinates, and all rules as they are written.

COLUMNS = {"A": 4, "B": 5, "C": 6, "D": 7, "E": 6, "F": 5, "G": 4}
AT = {
    f"{letter}{number}": (x, 2 * number - long)
    for x, (letter, long) in enumerate(COLUMNS.items())
    for number in range(1, long + 1)
}
NAME = {at: name for name, at in AT.items()}
STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # clockwise, from up
AGAINST = {"light": "dark", "fire": "water", "earth": "air"}
AGAINST |= {other: element for element, other in AGAINST.items()}


@cache
def step(name: str, way: int) -> str | None:
    """The hex next to this one."""
    (x, y), (right, down) = AT[name], STEPS[way % 6]
    return NAME.get((x + right, y + down))


@cache
def near(name: str) -> frozenset[str]:
    """The hexes that touch this one."""
    return frozenset(other for way in range(6) if (other := step(name, way)))


def slow_moves(position: Position, on: dict[str, str]) -> set[str]:
    """From every filled hex, in the direction that the other element's nexus has from the mage."""
    corner_of = dict(
        zip(position.corner_elements, ("D1", "G1", "G4", "D7", "A4", "A1"), strict=True)
    )
    found = set()
    for placed, teller in permutations(position.card or ()):
        (x, y), (cx, cy) = AT[corner_of[teller]], AT["D4"]
        way = STEPS.index(((x - cx) // 3, (y - cy) // 3))
        for start in (*on, "D4"):
            end = step(start, way)
            if end is not None and end not in on and end != "D4":
                found.add(f"{placed} {end}")
    return found or {f"nullify {name}" for name in AT if name not in on and name != "D4"}


def slow_after(on: dict[str, str], move: str) -> dict[str, str]:
    """The element drawn, and then everything crossed out that touches an opposite, all at once."""
    element, cell = move.split()
    drawn = on | {cell: "nullified" if element == "nullify" else element}
    dead = {
        name
        for name, what in drawn.items()
        if what in AGAINST and any(drawn.get(other) == AGAINST[what] for other in near(name))
    }
    return drawn | dict.fromkeys(dead, "nullified")


def slow_clusters(cells: set[str]) -> list[set[str]]:
    """Groups of connected hexes."""
    groups: list[set[str]] = []
    for cell in cells:
        joined = [group for group in groups if group & near(cell)]
        groups = [group for group in groups if group not in joined]
        groups.append({cell}.union(*joined))
    return groups


def path_by_sets(cells: Iterable[str]) -> int:
    """The most hexes of a path: for each set of hexes, where a path through all of it can end."""
    order = sorted(cells)
    number = {name: 1 << index for index, name in enumerate(order)}
    beside = {number[a]: sum(number[b] for b in near(a) if b in number) for a in order}
    layer = {bit: bit for bit in number.values()}
    length = 0
    while layer:
        length += 1
        longer: dict[int, int] = {}
        for visited, ends in layer.items():
            for end in beside:
                if ends & end:
                    for onward in beside:
                        if onward & beside[end] & ~visited:
                            both = visited | onward
                            longer[both] = longer.get(both, 0) | onward
        layer = longer
    return length


def slow_points(on: dict[str, str]) -> list[int]:
    """The eight scores of a display with the default options, each by its definition."""
    cells = {each: {name for name in on if on[name] == each} for each in (*ELEMENTS, "nullified")}

    def of(name: str) -> str:
        return on.get(name, "")

    def touch(*names: str) -> bool:
        return all(other in near(name) for name, other in combinations(names, 2))

    sixes = [
        [NAME.get((x + right * far, y + down * far), "") for far in range(6)]
        for x, y in AT.values()
        for right, down in STEPS
    ]
    straight = {frozenset(six) for six in sixes if all(six)}
    rings = [near(name) for name in AT if len(near(name)) == 6]
    six_of_all = [six for six in (*straight, *rings) if sorted(map(of, six)) == sorted(ELEMENTS)]
    flowers = [name for name in cells["nullified"] if len(near(name)) == 6]
    return [
        3 * len(slow_clusters(cells["light"])),
        3 * (len(cells["dark"]) - len(slow_clusters(cells["dark"]))),
        2 * sum(touch(*two) for two in combinations(cells["fire"], 2)),
        3 * path_by_sets(cells["water"]),
        4 * sum(touch(*three) for three in combinations(cells["earth"], 3)),
        4 * sum(len(near(name) & cells["air"]) >= 3 for name in cells["air"]),
        15 * len(six_of_all),
        10 * sum(near(name) <= cells["nullified"] for name in flowers),
    ]


def test_placing_and_nullifying_are_as_the_oracle_says() -> None:
    """On every position of random games: all moves, and the display after one."""
    for seed in range(12):
        rng, position = Random(seed), GAME.initial(Random(seed), 1)
        while not GAME.is_over(position):
            on, moves = named(position), written_moves(position)
            assert {*moves} == slow_moves(position, on)
            assert len(moves) == len({*moves})
            move = rng.choice(moves)
            position = played(position, move)
            assert named(position) == slow_after(on, move)
        assert [*points(position).values()] == slow_points(named(position))


def test_scores_of_examples_are_as_the_oracle_says() -> None:
    """All figures of the rulebook and all recorded positions, convergences and voids among them."""
    examples = [*map(read, FIGURES), *map(recorded, ("finished", "second-half", "tie", "voids"))]
    advanced = set()
    for position in examples:
        for player in range(1, len(position.displays) + 1):
            found = [*points(position, player).values()]
            assert found == slow_points(named(position, player))
            advanced |= {*found[6:]}
    assert advanced == {0, 10, 15, 20, 30}


def random_display(rng: Random) -> dict[str, str]:
    """Any elements anywhere, one or two of them often; opposites may touch."""
    kinds = (*ELEMENTS, "nullified", *rng.sample((*ELEMENTS, "nullified"), 2) * rng.randrange(6))
    return {name: rng.choice(kinds) for name in AT if name != "D4" and rng.random() < 0.95}


def test_scores_are_as_the_oracle_says_on_random_displays() -> None:
    """All eight, also on displays that no game leads to, with few elements and large clusters."""
    start = GAME.initial(Random(0), 1)
    more_than_nothing: Counter[int] = Counter()
    for seed in range(150):
        on = random_display(Random(seed))
        water = [name for name in on if on[name] == "water"]
        on |= dict.fromkeys(water[11:], "fire")  # more than a legal display has
        display = tuple(on.get(name, "mage" if name == "D4" else "") for name in AT)
        found = [*points(start._replace(displays=(display,))).values()]
        assert found == slow_points(on)
        more_than_nothing.update(index for index, score in enumerate(found) if score)
    assert {*more_than_nothing} >= {0, 1, 2, 3, 4, 5}


# The worst case for the search of the longest path: by an exhaustive search, none of the 1,544,640
# clusters of eleven hexes on a display has more walks. A legal display has at most eleven waters,
# two for each of the five mana cards that show it, and the nexus hex.
BLOCK = ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C2", "C3", "C4"]
MOST_WALKS = 15_439


def cells(names: Iterable[str]) -> list[Hex]:
    """The hexes by their names."""
    return [GAME.pieces.by_name[name] for name in names]


def checked_length(names: Iterable[str]) -> int:
    """The length of the path that is found, which goes from hex to hex and visits none twice."""
    path = [GAME.pieces.names[cell] for cell in longest_path(cells(names))]
    assert len(path) == len({*path}) and {*path} <= {*names}
    assert all(other in near(name) for name, other in pairwise(path))
    return len(path)


def grown(rng: Random, size: int) -> list[str]:
    """A cluster that has grown at random."""
    names = [rng.choice(list(AT))]
    while len(names) < size:
        names.append(rng.choice(sorted(set().union(*map(near, names)) - {*names})))
    return names


@pytest.mark.slow
def test_the_longest_path_is_as_long_as_the_oracle_says() -> None:
    """On scattered hexes and on clusters, up to the eleven waters of a legal display."""
    for seed in range(40):
        for size in range(12):
            rng = Random(f"{seed}/{size}")
            for names in (rng.sample([*AT], size), grown(rng, size) if size else []):
                assert checked_length(names) == path_by_sets(names)


def test_no_path_visits_all_hexes_of_a_star() -> None:
    """A mage's flower is walked whole; a tripod only along two of its legs; nothing is nothing."""
    assert checked_length({"D4", *near("D4")}) == 7
    assert checked_length(["D4", "D3", "D2", "E4", "F4", "C4", "B4", "A4"]) == 6
    assert (checked_length(["B1"]), longest_path([])) == (1, ())


def test_the_worst_legal_display_is_scored_soon() -> None:
    """Even the whole search, which stops at a path through all waters, visits few walks."""
    assert sum(1 for _ in walks(cells(BLOCK))) == MOST_WALKS
    for seed in range(20):
        assert sum(1 for _ in walks(cells(grown(Random(seed), 11)))) < MOST_WALKS
    assert points(extract(OVERFULL.replace(", D2: water", "")))["water"] == 3 * 10
    assert refused(f"tokens: {{{OVERFULL}}}\n"), "more waters are refused before they are scored"


# Whole games.


def test_random_games_fill_all_displays() -> None:
    """With thirty moves for each of them, and totals add up at each moment."""
    for seed in range(6):
        options = dict(Random(seed).sample(CHOICES, 4)) if seed % 2 else {}
        positions = random_game(seed, seed % 3 + 1, **options)
        assert len(positions) == 30 * (seed % 3 + 1) + 1
        for position in positions[::7]:
            assert_adds_up(GAME.score(position))


def assert_adds_up(score: Score) -> None:
    """Totals are the sums of the parts, and every winner has the highest."""
    sums: Counter[str] = Counter()
    for part in score.parts:
        sums[part.whose] += part.points
    assert dict(score.totals) == {player: sums[player] for player, _ in score.totals}
    assert {sums[player] for player in score.winners} == {max(sums.values())}


def test_what_is_refused_is_exactly_what_is_not_legal() -> None:
    """Every element is tried on every hex, and nullifying: `play` takes the legal moves alone."""
    for position in (*random_game(1, 1)[8::3], last()):
        legal = {*GAME.legal_moves(position)}
        for cell in GAME.pieces.cells:
            moves: list[Move] = [Nullify(cell), *(Place(element, cell) for element in ELEMENTS)]
            for move in moves:
                if move in legal:
                    GAME.play(position, move)
                else:
                    with pytest.raises(IllegalMove):
                        GAME.play(position, move)


def test_the_table_shows_whose_turn_it_is_and_in_the_end_the_winner() -> None:
    """The words are those of the figures: a board and tokens on it."""
    position = recorded("second-half")
    assert GAME.table(position) == GAME.table_of(position, "player 2")
    assert GAME.table(position).board == "display"
    assert ("G2", "earth") in GAME.table(position).tokens
    end = GAME.read_position(Source("game.yaml", RECORD))
    assert GAME.table(end) == GAME.table_of(end, "player 1") != GAME.table_of(end, "player 2")


def test_elements_that_share_cards_cannot_all_be_placed() -> None:
    """Ten flips show light, and ten fire, but only 18 show one of them: two show both."""
    hexes = [cell for cell, name in GAME.pieces.names.items() if name not in (*CORNERS, "D4")]
    corners = {GAME.pieces.by_name[name]: what for name, what in CORNERS.items()}
    found = []
    for fires in (8, 9):
        on = dict.fromkeys(hexes[:10], "light") | dict.fromkeys(hexes[10 : 10 + fires], "fire")
        display = GAME.pieces.display(corners | on)
        position = extract("")._replace(displays=(display,), nexus=NEXUS)
        found.append([each for each in GAME.extract_status(position) if each.rule == "mana-cards"])
    none, (one,) = found
    assert none == []
    assert one.message.startswith("light and fire were placed on A2, ")
    assert one.message.endswith("but only 18 of the 30 cards flipped show them")


def test_elements_that_only_point_to_each_other_were_never_placed() -> None:
    """Of two such hexes neither could be the first; each has a filled hex beside it."""
    position = GAME.initial(Random(1), 1)
    pieces, elements = GAME.pieces, position.corner_elements
    fixed, found = {*pieces.corners, ORIGIN}, 0

    def is_first(cell: Hex, element: str) -> bool:
        return any(
            cell.moved(way + 3) in fixed
            for way, pointer in enumerate(elements)
            if pointer != element
        )

    for cell, way in product(pieces.cells, range(6)):
        pair = (cell, cell.moved(way))
        if pair[1] not in pieces.names or not fixed.isdisjoint(pair):
            continue
        for what in permutations(elements, 2):
            # The elements that point from one to the other are opposites.
            points = what[1] != elements[way] and what[0] != elements[(way + 3) % 6]
            if not points or any(map(is_first, pair, what)):
                continue
            on = pieces.on(position.displays[0]) | dict(zip(pair, what, strict=True))
            if any(opposites(pieces, position, on, on[each], each) for each in pair):
                continue
            flipped = [next(card for card in pieces.mana if what[0] in card)]
            flipped += [card for card in pieces.mana if what[1] in card and card not in flipped][:1]
            card = next(each for each in pieces.mana if each not in flipped)
            displays = (tuple(on.values()),)
            wrong = position._replace(displays=displays, flipped=tuple(flipped), card=card)
            assert {each.rule for each in GAME.status(wrong)} == {"direction"}
            found += 1
    assert found > 5
