"""Hexeptional Hexpertise, played: every rule, every example, and slow ways to the same scores."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, pairwise, permutations
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.games.hexpertise.kit import kit_of
from pnp.games.hexpertise.paths import longest_path
from pnp.games.hexpertise.play import GAME, Hexpertise
from pnp.games.hexpertise.position import Move, Position
from pnp.play import Chance, IllegalMove, IllegalPosition, Score
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, bundled, set_of

HERE = Path(__file__).parent
RULEBOOK = (ROOT / "templates/rules/hexpertise.md").read_text("utf-8")
FIGURES = re.findall(r"```position\n(.*?)```", RULEBOOK, re.DOTALL)
ELEMENTS = ("light", "dark", "fire", "water", "earth", "air")
CHOICES = [(each.name, choice) for each in GAME.options for choice in each.choices]

# The nexus of all the rulebook's examples.
NEXUS = "nexus: [water fire, light dark, earth air]\n"
CORNERS = {"D1": "water", "G1": "light", "G4": "earth", "D7": "fire", "A4": "dark", "A1": "air"}


def read(text: str) -> Position:
    """The position that is written."""
    return GAME.read_position(Source("position.yaml", text))


def figure(words: str, more: str = "") -> Position:
    """The position of a figure in the rulebook, by words of its caption."""
    return read(next(each for each in FIGURES if words in each) + more)


def saved(name: str) -> Position:
    """A recorded position."""
    return read((HERE / f"positions/hexpertise-{name}.yaml").read_text("utf-8"))


def one(tokens: str, more: str = "", *, nexus: str = NEXUS) -> Position:
    """A single display."""
    return read(f"{nexus}tokens: {{{tokens}}}\n{more}")


def extract(tokens: str, more: str = "") -> Position:
    """What is written of a display and nothing else, with the corners of the rulebook's examples."""
    corners = ", ".join(f"{corner}: {element}" for corner, element in CORNERS.items())
    return read(f"tokens: {{{corners}, {tokens}}}\n{more}")


def named(position: Position, player: int = 1) -> dict[str, str]:
    """What lies on a player's display, the mage aside."""
    return dict(GAME.display_of(position, player).tokens)


def written_moves(position: Position) -> list[str]:
    """The legal moves as text."""
    return [GAME.write_move(move) for move in GAME.legal_moves(position)]


def played(position: Position, *moves: str) -> Position:
    """The position after some moves."""
    for move in moves:
        position = GAME.play(position, GAME.read_move(position, move))
    return position


def points(position: Position, player: int = 1) -> dict[str, int]:
    """A player's points by what they are for."""
    parts = GAME.score(position).parts
    return {part.what: part.points for part in parts if part.whose == f"player {player}"}


def how(position: Position, what: str) -> str:
    """How the first player's points for this come about."""
    parts = GAME.score(position).parts
    return next(each.how for each in parts if (each.whose, each.what) == ("player 1", what))


def illegal(position: Position, move: str) -> str:
    """What is said about an illegal move."""
    with pytest.raises(IllegalMove) as caught:
        played(position, move)
    assert move not in written_moves(position)
    return str(caught.value)


def refused(text: str) -> list[str]:
    """The findings about an illegal position."""
    with pytest.raises(IllegalPosition) as caught:
        read(text)
    return [str(finding) for finding in caught.value.findings]


# Set-up.


def test_nexus_hexes_are_dealt_clockwise_left_from_the_top_right_from_the_bottom() -> None:
    """The example of the rulebook, and the same with the second card turned round."""
    assert named(one("")) == CORNERS
    turned = named(one("", nexus="nexus: [water fire, dark light, earth air]\n"))
    assert turned == CORNERS | {"G1": "dark", "A4": "light"}


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
    with pytest.raises(ValueError, match="1 to 12 players, not for 0"):
        GAME.initial(Random(3), 0)


# Placing.


def test_the_example_of_the_designers_page() -> None:
    """Light top-right and fire at the bottom: fire goes up-right of a filled hex, light below one."""
    start = figure("card shows light and fire", "deck: [light fire]\n")
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
def test_each_element_tells_the_way_from_the_mage_to_its_nexus(
    teller: str, placed: str, cell: str
) -> None:
    """Up, up-right, down-right, down, down-left, up-left of the mage."""
    start = one("", f"deck: [{teller} {placed}]\n")
    ring = {"D3", "E3", "E4", "D5", "C4", "C3"}
    found = {move.split()[1] for move in written_moves(start) if move.startswith(placed)}
    assert found & ring == {cell}


def test_placed_and_nullified_hexes_serve_as_filled_ones() -> None:
    """With light up-right, fire is placed there of an earth, and of a crossed-out hex."""
    assert "fire F2" not in written_moves(one("", "deck: [light fire]\n"))
    for filled in ("E3: earth", "E3: nullified, E2: nullified"):
        assert "fire F2" in written_moves(one(filled, "deck: [light fire]\n"))


def test_what_cannot_be_placed_is_refused_with_the_rule_and_the_place() -> None:
    """Filled hex, wrong element, wrong way, off the display, no hex, no move."""
    start = one("", "deck: [light fire]\n")
    assert illegal(start, "fire D4") == "filled-hex: D4 is filled: mage is there"
    assert illegal(start, "fire G1") == "filled-hex: G1 is filled: light is there"
    said = "mana-card: the card shows light and fire, so water is not placed"
    assert illegal(start, "water E3") == said
    assert illegal(start, "fire F2") == (
        "direction: light tells up-right: fire on F2 has to be up-right of a filled hex, but E3 is"
        " empty"
    )
    assert illegal(start, "light C1") == (
        "direction: fire tells down: light on C1 has to be below a filled hex, but the display ends"
        " there"
    )
    said = "when-nothing-fits: E3 is nullified only if nothing can be placed, but "
    assert illegal(start, "nullify E3").startswith(said)
    assert illegal(start, "fire E3 against D3").startswith("several-opposites: there is no choice")
    for text, word in {"fire H1": 'no hex "H1"', "gold E3": "is no move", "": "is no move"}.items():
        with pytest.raises(IllegalMove, match=f"^notation: .*{word}"):
            GAME.read_move(start, text)
    with pytest.raises(IllegalMove, match=r"^display: "):
        GAME.play(start, Move("fire", Hex(9, 9)))


# Nothing fits.


FINISHED = next(each for each in FIGURES if "finished display" in each)
BEFORE_THE_LAST = FINISHED.replace("C1: nullified, ", "") + "deck: [fire earth]\n"


def test_when_nothing_fits_an_empty_hex_is_nullified() -> None:
    """The rulebook's example: the last flip, only C1 is empty, and the card shows fire and earth."""
    position = read(BEFORE_THE_LAST)
    assert written_moves(position) == ["nullify C1"]
    assert illegal(position, "fire C1") == (
        "direction: earth tells down-right: fire on C1 has to be down-right of a filled hex, but the"
        " display ends there"
    )
    assert "earth on C1 has to be below a filled hex" in illegal(position, "earth C1")
    after = played(position, "nullify C1")
    assert GAME.is_over(after) and GAME.to_move(after) is None and GAME.legal_moves(after) == ()
    assert named(after) == named(read(FINISHED))
    with pytest.raises(IllegalMove, match=r"^end-of-the-game: "):
        GAME.play(after, Move("nullified", Hex(0, 1)))


def test_a_nullified_hex_is_chosen_freely_and_nullifies_nothing() -> None:
    """Two hexes empty: either may be crossed out, whatever lies beside it."""
    position = read(BEFORE_THE_LAST.replace("B1: dark, ", ""))
    assert written_moves(position) == ["nullify B1", "nullify C1"]
    for cell in ("B1", "C1"):
        assert named(played(position, f"nullify {cell}")) == named(position) | {cell: "nullified"}


def test_placing_may_be_a_choice() -> None:
    """An option: all of the 30 empty hexes may be nullified besides."""
    start = one("", "deck: [light fire]\noptions: {placing: choice}\n")
    assert len(GAME.legal_moves(start)) == 8 + 30
    assert named(played(start, "nullify E3"))["E3"] == "nullified"


# Nullifying.


def test_the_rulebooks_example_of_nullifying() -> None:
    """Water on F2 touches the fire on E3: both are crossed out, as the figure shows."""
    position = one("E3: fire", "deck: [light water]\n")
    after = played(position, "water F2")
    assert named(after) == named(figure("have nullified each other"))


def test_nexus_hexes_are_nullified_and_go_on_telling() -> None:
    """A dark beside the light in G1; then light still tells up-right."""
    more = "flipped: [fire dark]\ndeck: [light earth]\n"
    assert named(played(one("", "deck: [dark fire]\n"), "dark G2"))["G1"] == "nullified"
    position = one("G1: nullified, G2: nullified", more)
    assert "earth E3" in written_moves(position)
    silent = one("G1: nullified, G2: nullified", more + "options: {nullified-nexus: silent}\n")
    assert [move for move in written_moves(silent) if move.startswith("earth")] == []
    said = "direction: the nexus hex of light is nullified and tells no direction"
    assert illegal(silent, "earth E3") == said


def test_nexus_hexes_may_be_immune() -> None:
    """An option: the dark stays beside the light in G1, and may be saved there; others nullify."""
    immune = "options: {nexus-nullifies: no}\n"
    after = played(one("", "deck: [dark fire]\n" + immune), "dark G2")
    assert (named(after)["G1"], named(after)["G2"]) == ("light", "dark")
    assert read(GAME.write_position(after)) == after
    both = one("E3: fire", "deck: [light water]\n" + immune)
    assert named(played(both, "water F2"))["E3"] == "nullified"
    found = refused(NEXUS + "tokens: {G1: nullified, G2: nullified}\n" + immune)
    assert found[0].startswith("position.yaml:2:14: error opposites-nullify: G1 is a nexus hex")


def test_all_opposites_touched_are_nullified_and_it_goes_no_further() -> None:
    """Water between three fires crosses out all; the fire next to one of them stays."""
    position = one("E3: fire, F3: fire, G3: fire, F1: fire", "deck: [light water, light air]\n")
    after = played(position, "water F2")
    assert {cell: what for cell, what in named(after).items() if cell not in CORNERS} == {
        "E3": "nullified", "F3": "nullified", "F2": "nullified", "F1": "nullified", "G3": "fire",
    }  # fmt: skip


def test_a_table_may_nullify_one_opposite_of_several() -> None:
    """An option: the player says which; the others stay, and so does a single one's move."""
    one_only = "deck: [light water]\noptions: {several-opposites: one}\n"
    position = one("E3: fire, F3: fire", one_only)
    assert {"water F2 against E3", "water F2 against F3"} < {*written_moves(position)}
    after = named(played(position, "water F2 against F3"))
    assert (after["E3"], after["F3"], after["F2"]) == ("fire", "nullified", "nullified")
    said = "several-opposites: say which opposite is nullified, against F3 or E3"
    assert illegal(position, "water F2") == said
    assert "water F2" in written_moves(one("E3: fire", one_only))


# The flow.


def test_every_card_is_flipped_twice_and_shuffled_once_more_between() -> None:
    """Thirty flips, each card twice; the second half in another order, or the same by option."""
    for choice, same in (("shuffled", False), ("same-order", True)):
        position = GAME.initial(Random(8), 2, {"second-half": choice})
        order, cards = position.mana, []
        for _ in range(30):
            cards.append(position.card)
            for player in (1, 2):
                assert (GAME.to_move(position), position.card) == (player, cards[-1])
                position = GAME.play(position, GAME.legal_moves(position)[0])
        assert GAME.is_over(position)
        assert {*Counter(cards).values()} == {2} and len({*cards}) == 15
        assert tuple(cards[:15]) == order
        assert (cards[15:] == cards[:15]) is same
        assert Counter(cards[15:]) == Counter(cards[:15])


def test_players_decide_one_after_the_other_on_their_own_displays() -> None:
    """What one does changes nothing on any other display."""
    start = GAME.initial(Random(4), 3)
    after = GAME.play(start, GAME.legal_moves(start)[0])
    assert GAME.to_move(after) == 2
    assert after.displays[1:] == start.displays[1:]
    assert GAME.legal_moves(after) == GAME.legal_moves(start)


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
    assert how(position, "earth") == "4 x 3: F3 F4 G3; F4 G3 G4; F4 F5 G4"
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
    score = GAME.score(saved(name))
    assert tuple(total for _, total in score.totals) == totals
    assert score.winners == tuple(f"player {number}" for number in winners)


def test_a_recorded_position_tells_the_game_on() -> None:
    """The second player has still to use dark and air, the first card of the second half."""
    position = saved("second-half")
    assert (GAME.to_move(position), position.flips, position.flipped) == (2, 15, 0)
    assert position.card == ("dark", "air")


def test_a_recorded_game() -> None:
    """Move by move from its seed; both final displays were counted by hand.

    The first player: light 3 x 7, no dark, fire 2 x 8, water 3 x 9, earth 4 x 3, no air. The second:
    light 3 x 3, dark 3 x 3, fire 2 x 10, water 3 x 7, and the ring round the mage, 15.
    """
    lines = (HERE / "games/hexpertise-1.txt").read_text("utf-8").splitlines()
    moves = [line for line in lines if not line.startswith("#")]
    position = GAME.initial(Random(15), 2)
    for number, move in enumerate(moves):
        assert GAME.to_move(position) == number % 2 + 1
        position = played(position, move)
    assert GAME.is_over(position)
    assert [*points(position, 1).values()] == [21, 0, 16, 27, 12, 0, 0, 0]
    assert [*points(position, 2).values()] == [9, 9, 20, 21, 0, 0, 15, 0]
    score = GAME.score(position)
    assert (score.totals, score.winners) == (
        (("player 1", 76), ("player 2", 74)),
        ("player 1",),
    )
    ring = next(part for part in score.parts if (part.whose, part.points) == ("player 2", 15))
    assert {*ring.where} == {"D3", "E3", "E4", "D5", "C4", "C3"}


# Scoring: options.


def test_forks_may_be_those_with_arms_apart() -> None:
    """B2 with A1, C2 and B3 is a fork either way only where no two of them touch."""
    strict = "options: {forks: apart}\n"
    assert points(figure("some air", strict))["air"] == 4, "A1, C2 and B3 lie apart"
    touching = "B2: air, B1: air, C2: air"
    assert points(one(touching))["air"] == 4 * 2, "B1 and B2"
    assert points(one(touching, strict))["air"] == 0
    crowd = "C3: air, B2: air, B3: air, C4: air, D3: air"
    assert (points(one(crowd))["air"], points(one(crowd, strict))["air"]) == (4 * 3, 0)


def test_nexus_hexes_may_be_left_out_of_the_scoring() -> None:
    """Nothing but nexus hexes: a light and a water, or nothing; and a void with a corner."""
    unscored = "options: {nexus-scores: no}\n"
    assert GAME.score(one("")).totals == (("player 1", 6),)
    assert GAME.score(one("", unscored)).totals == (("player 1", 0),)
    voids = (HERE / "positions/hexpertise-voids.yaml").read_text("utf-8")
    assert points(read(voids + unscored))["void"] == 10


def test_each_cluster_of_water_may_score_its_longest_path() -> None:
    """Paths of four and of one: only the one, or both."""
    waters = "D2: water, C2: water, B2: water, E2: water, B4: water"
    assert points(extract(waters))["water"] == 12
    each = extract(waters, "options: {water: each-cluster}\n")
    assert points(each)["water"] == 12 + 3
    assert how(each, "water").startswith("3 x (4 + 1): ")


RING = "B2: light, C3: fire, C4: earth, B4: dark, A3: water, A2: air"


def test_what_is_inside_a_ring_does_not_matter() -> None:
    """Empty or crossed out; an element would have met its opposite in the ring."""
    for inside in ("", ", B3: nullified"):
        assert points(extract(RING + inside))["harmonic convergence"] == 15
    assert "touches light on B2" in refused(f"tokens: {{{RING}, B3: dark}}\n")[0]


def test_a_ring_or_line_needs_each_element_once() -> None:
    """Five and a double, or five and a crossed-out hex, are none."""
    for spoilt in ("A2: light", "A2: nullified"):
        tokens = RING.replace("A2: air", spoilt)
        assert points(extract(tokens))["harmonic convergence"] == 0


def test_lines_of_six_run_in_all_three_directions() -> None:
    """Down-right, beside the mage; the figures have one that goes up-right and one downwards."""
    line = extract("B1: light, C2: fire, D3: earth, E3: dark, F3: air, G3: water")
    assert how(line, "harmonic convergence") == "15 x 1: B1 C2 D3 E3 F3 G3"


def test_convergences_and_voids_may_count_once() -> None:
    """The rulebook's two convergences, and two voids that overlap."""
    once = "options: {several-convergences: one}\n"
    assert points(figure("Two harmonic", once))["harmonic convergence"] == 15
    voids = (HERE / "positions/hexpertise-voids.yaml").read_text("utf-8")
    assert (points(read(voids))["void"], points(read(voids + once))["void"]) == (20, 10)


# Ties.


LIGHT_FIRST = "nexus: [dark light, earth air, fire water]\n"


def test_ties_are_decided_clockwise_from_the_top() -> None:
    """Light at the bottom and water top left: the light decides. At the top, the water does."""
    score = GAME.score(read(LIGHT_FIRST + "displays:\n  - {C3: light}\n  - {A2: water}\n"))
    assert score.totals == (("player 1", 9), ("player 2", 9))
    assert score.winners == ("player 1",)
    assert score.tie_break == "player 1 scored most for light, 6"
    tie = GAME.score(saved("tie"))
    assert tie.tie_break == "player 2 scored most for water, 6"


def test_a_tie_without_any_difference_is_shared() -> None:
    """Two equal displays ahead of a third."""
    text = "displays:\n  - {D6: light}\n  - {D3: light}\n  - {E3: water}\n"
    score = GAME.score(read(NEXUS + text))
    assert score.winners == ("player 1", "player 2")
    assert score.tie_break == "player 1 and player 2 share the victory"
    alone = GAME.score(one("D6: light"))
    assert (alone.winners, alone.tie_break) == (("player 1",), "")


# Positions as text.


def test_corners_that_are_not_written_have_their_elements() -> None:
    """In a whole position: as the nexus says, or as one corner of each pair tells."""
    told = read("tokens: {D7: fire, A4: dark, G1: nullified, G2: nullified, G4: earth}\ndeck: []\n")
    assert told.nexus == (("water", "fire"), ("light", "dark"), ("earth", "air"))
    assert named(told) == CORNERS | {"G1": "nullified", "G2": "nullified"}


def test_an_extract_has_what_is_written_and_nothing_else() -> None:
    """Two light hexes are one cluster: no corner scores that is not written, and no rule is asked."""
    position = read("tokens: {C2: light, D2: light}\n")
    assert position.is_extract
    assert named(position) == {"C2": "light", "D2": "light"}
    assert GAME.score(position).totals == (("player 1", 3),)
    assert GAME.score(read("tokens: {}\n")).totals == (("player 1", 0),)
    assert points(read("tokens: {C2: light, G1: light}\n"))["light"] == 6
    assert points(read("tokens: {D3: light}\n" + NEXUS))["light"] == 6, "with the nexus it is whole"
    assert read("tokens: {B3: fire, E2: nullified, D1: nullified}\n").is_extract


@pytest.mark.parametrize("cards", [NEXUS, "deck: []\n", "flipped: []\n"])
def test_a_file_with_cards_is_a_whole_position(cards: str) -> None:
    """It is played on, and an element that lies nowhere is refused."""
    corners = ", ".join(f"{corner}: {element}" for corner, element in CORNERS.items())
    assert GAME.legal_moves(read(f"tokens: {{{corners}}}\n{cards}"))
    found = refused(f"tokens: {{{corners}, B3: fire}}\n{cards}")
    assert [each.split(": ")[1] for each in found] == ["error direction"]


def test_a_full_display_is_a_whole_position() -> None:
    """It says all there is, so the game is over; with a hex less it is an extract."""
    assert GAME.is_over(read(FINISHED))
    assert not read(FINISHED).is_extract
    assert read(FINISHED.replace("C1: nullified, ", "")).is_extract


def test_nobody_plays_on_from_an_extract() -> None:
    """It has no cards: that is said, and what to write down."""
    position = extract("E3: fire")
    said = (
        "extract: an extract of a display is only scored; to play on from it, write down the nexus"
    )
    with pytest.raises(IllegalMove) as caught:
        GAME.legal_moves(position)
    assert str(caught.value) == said
    with pytest.raises(IllegalMove, match=r"^extract: "):
        GAME.play(position, Move("fire", GAME.kit.by_name["F2"]))
    assert not GAME.is_over(position)
    assert dict(GAME.table(position).tokens) == named(position)


def test_extracts_are_read_as_they_are_written() -> None:
    """Any hexes of any display that play leads to, with their options."""
    for seed in range(20):
        rng = Random(seed)
        position = GAME.initial(Random(seed), 1)
        for _ in range(rng.randrange(30)):
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
        left = [f"{cell}: {what}" for cell, what in named(position).items() if rng.random() < 0.6]
        again = read(
            f"tokens: {{{', '.join(left)}}}\noptions: {{forks: apart}}\nchance: {{seed: 3}}\n"
        )
        assert again.is_extract and read(GAME.write_position(again)) == again
        GAME.invariants(again)
        assert all(f"{cell}: {what}" in left for cell, what in named(again).items())


def test_cards_that_are_not_written_are_shuffled() -> None:
    """Two hexes are filled: two cards are flipped, of which one is known, and the next is known."""
    position = one("E3: fire, F2: air", "flipped: [fire dark]\ndeck: [air water]\n")
    assert (position.mana[0], position.card) == (("dark", "fire"), ("water", "air"))
    assert {*position.mana} == {*GAME.kit.mana} and position.chance == Chance(0, 1)
    other = one("E3: fire, F2: air", "flipped: [fire dark]\nchance: {seed: 1, step: 0}\n")
    assert other.mana[2:] != position.mana[2:]


def test_keys_of_figures_are_ignored() -> None:
    """All figures of the rulebook are read as they stand, with captions, labels and highlights."""
    assert len(FIGURES) == 8
    for text in FIGURES:
        assert read(text + "path: [A1, A2]\n").players == 1


OPPOSITES = "tokens: {E3: fire,\n  F2: water}\n"
ILLEGAL = {
    "opposites that touch": (
        NEXUS + OPPOSITES,
        "3:7: error opposites-nullify: water on F2 touches fire on E3: they nullify each other",
    ),
    "the mage": (NEXUS + "tokens: {D4: fire}\n", "2:14: error mage: D4 is the mage's"),
    "another element in the nexus": (
        NEXUS + "tokens: {D1: air}\n",
        "2:14: error nexus-hexes: air is not the element of the nexus hex D1",
    ),
    "corners that do not face opposites": (
        "tokens: {D1: air, D7: fire}\n",
        "1:23: error nexus-hexes: fire is not the element of the nexus hex D7",
    ),
    "an element in two corners": (
        "tokens: {D1: air, G1: air}\n",
        "1:23: error nexus-hexes: air cannot be here, too: opposites face each other",
    ),
    "a nexus that nobody can tell": (
        "tokens: {D1: nullified, D2: nullified, G1: light, A1: air}\ndeck: []\n",
        "1:14: error nexus-cards: nobody can tell which elements were dealt to D1 and D7; write",
    ),
    "a nexus of which nothing is written": (
        "tokens: {G1: light, A1: air}\ndeck: []\n",
        "1:9: error nexus-cards: nobody can tell which elements were dealt to D1 and D7; write",
    ),
    "more of an element in an extract than cards": (
        "tokens: {A2: air, A3: air, B1: air, B2: air, B3: air, B4: air, B5: air, C1: air, C2: air,"
        " C3: air, C4: air}\n",
        "1:9: error mana-cards: of 30 flips 10 at most can have filled these 11 hexes: air on A2 A3",
    ),
    "a nexus card twice": (
        "nexus: [light dark, dark light, air earth]\ntokens: {}\n",
        "1:8: error nexus-cards: each of the 3 nexus cards is dealt once",
    ),
    "more of an element than cards": (
        NEXUS + "tokens: {B1: fire, B2: fire, B3: fire, C2: fire, C3: fire, B4: fire}\n",
        "2:9: error mana-cards: of 6 flips 5 at most can have filled these 6 hexes: fire on B1 B2",
    ),
    "displays that are not equally full": (
        NEXUS + "displays:\n  - {B1: fire}\n  - {B1: fire, B2: fire}\n",
        "4:5: error one-hex-a-flip: each flip fills one hex of every display, player by player: 1",
    ),
    "a later player before an earlier one": (
        NEXUS + "displays:\n  - {B1: fire}\n  - {}\n  - {B1: fire}\n",
        "5:5: error one-hex-a-flip",
    ),
    "players two flips apart": (
        NEXUS + "displays:\n  - {B1: fire, B2: fire}\n  - {B1: fire}\n  - {}\n",
        "5:5: error one-hex-a-flip",
    ),
    "more cards flipped than hexes filled": (
        NEXUS + "tokens: {}\nflipped: [light fire]\n",
        "3:10: error mana-cards: by the hexes filled 0 mana cards can have been flipped in this half, not 1",
    ),
    "more cards left than there are": (
        NEXUS + "tokens: {B1: fire}\ndeck: ["
        + ", ".join(" ".join(card) for card in combinations(ELEMENTS, 2)) + "]\n",
        "3:7: error mana-cards: by the hexes filled 14 mana cards can be left in this half, not 15",
    ),
    "a card twice in a half": (
        NEXUS + "tokens: {B1: fire}\nflipped: [light fire]\ndeck: [fire light]\n",
        "4:8: error mana-cards: light fire is one card",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ILLEGAL)
def test_illegal_positions_are_refused_with_their_place(what: str) -> None:
    """One finding that names the rule, where it is broken."""
    text, message = ILLEGAL[what]
    found = refused(text)
    assert len(found) == 1 and found[0].startswith(f"position.yaml:{message}"), found


# What a file says, what is said against it, and a neighbour that play leads to.
REACHED_OR_NOT: dict[str, tuple[str, str, str]] = {
    "an element beside nothing": (
        "tokens: {B3: fire}\n",
        "2:14: error direction: fire is on B3, but no hex beside it is filled",
        "tokens: {C3: fire}\n",
    ),
    "an element that itself tells the only direction": (
        "tokens: {D5: fire}\n",
        "2:14: error direction: fire is on D5, but no other element tells the direction to it from",
        "tokens: {D5: air}\n",
    ),
    "the first of two elements that lean on each other": (
        "tokens: {C3: air, B3: air}\n",
        "2:14: error direction: air is on C3, but no other element tells the direction to it from",
        "tokens: {C3: fire, B3: air}\n",
    ),
    "the second of two elements that lean on each other": (
        "tokens: {C3: air, B3: air}\n",
        "2:23: error direction: air is on B3, but no other element tells the direction to it from",
        "tokens: {C3: air, B3: air, B2: light}\n",
    ),
    "a hex that nothing nullified": (
        "tokens: {E3: nullified}\n",
        "2:14: error when-nothing-fits: E3 is nullified, but with no opposite beside it, and as",
        "tokens: {E3: nullified, F2: nullified}\n",
    ),
    "a hex that nobody had to nullify": (
        "tokens: {E2: nullified}\n",
        "2:14: error when-nothing-fits: E2 is nullified, but with no opposite beside it, and as",
        "tokens: {E2: nullified}\noptions: {placing: choice}\n",
    ),
    "a hex that something fitted on or elsewhere, as all nexus hexes tell": (
        "tokens: {D1: nullified, E1: nullified, G1: nullified, G2: nullified, C5: nullified}\n",
        "2:74: error when-nothing-fits: C5 is nullified",
        "tokens: {D1: nullified, E1: nullified, G1: nullified, G2: nullified, C5: nullified}\n"
        "options: {nullified-nexus: silent}\n",
    ),
    "a nexus hex nullified before any flip": (
        "tokens: {G1: nullified}\n",
        "2:14: error opposites-nullify: G1 is nullified, but no opposite can have been placed besi",
        "tokens: {G1: nullified, G2: nullified}\n",
    ),
    "a nexus hex whose opposite tells the only direction itself": (
        "tokens: {D2: nullified, D1: nullified}\n",
        "2:29: error opposites-nullify: D1 is nullified, but no opposite can have been placed besi",
        "tokens: {D2: nullified, D1: nullified, D3: light}\n",
    ),
    "a nexus hex nullified twice": (
        "tokens: {G2: nullified, G1: nullified, F1: nullified}\n",
        "2:14: error opposites-nullify: F1, G1 and G2 cannot all have been nullified by opposites",
        "tokens: {G2: nullified, G1: nullified, F1: nullified, F2: nullified}\n",
    ),
    "three nullified two by two": (
        "tokens: {E2: nullified, E3: nullified, F2: nullified}\noptions: {several-opposites: one}\n",
        "2:14: error opposites-nullify: E2, E3 and F2 cannot all have been nullified by opposites",
        "tokens: {E2: nullified, E3: nullified, F2: nullified}\n",
    ),
    "an element of no card that was flipped": (
        "tokens: {E3: fire}\nflipped: [earth air]\n",
        "2:14: error mana-cards: no card that was flipped can have put fire on E3",
        "tokens: {E3: fire}\nflipped: [light fire]\n",
    ),
    "an element of the card on the table": (
        "tokens: {E3: fire}\ndeck: [fire light]\n",
        "2:14: error mana-cards: no card that was flipped can have put fire on E3",
        "displays: [{E3: fire}, {}]\ndeck: [fire light]\n",
    ),
    "two elements of one card": (
        "tokens: {E3: fire, B4: fire}\n",
        "2:9: error mana-cards: of 2 flips 1 at most can have filled these 2 hexes: fire on B4 E3",
        "tokens: {E3: fire, B4: earth}\n",
    ),
    "nullified hexes with a card that fills neither": (
        "tokens: {E3: nullified, F2: nullified}\nflipped: [light fire, earth air]\n",
        "2:9: error mana-cards: of 2 flips 1 at most can have filled these 2 hexes: nullified on E",
        "tokens: {E3: nullified, F2: nullified}\nflipped: [light fire, light water]\n",
    ),
    "displays of which one needs another card": (
        "displays:\n  - {D3: light}\n  - {D2: light}\n",
        "4:5: error mana-cards: no cards can have filled this display and also those before it",
        "displays:\n  - {D3: light}\n  - {E3: water}\n",
    ),
}


@pytest.mark.parametrize("what", REACHED_OR_NOT)
def test_what_no_play_leads_to_is_refused_with_its_place(what: str) -> None:
    """The rule, and where it is broken; the neighbour is read, and read again as it is written."""
    text, message, neighbour = REACHED_OR_NOT[what]
    found = refused(NEXUS + text)
    assert any(each.startswith(f"position.yaml:{message}") for each in found), found
    position = read(NEXUS + neighbour)
    assert read(GAME.write_position(position)) == position


def test_nothing_fitted_only_where_that_can_be() -> None:
    """While C1 and E1 are empty, every card leads there or to D5; to B1, not every one does."""
    before = FINISHED.replace("C1: nullified, ", "").replace("E1: water, ", "") + NEXUS
    (found,) = refused(before.replace("D5: fire", "D5: nullified"))
    assert " error when-nothing-fits: D5 is nullified, but with no opposite beside it" in found
    assert named(read(before.replace("B1: dark", "B1: nullified")))["B1"] == "nullified"


def test_groups_of_elements_have_a_most_too() -> None:
    """Five of each alone would do; but the card with both is one of each five. Light and earth can
    only have filled F5, so that eight cards are left for the nine others."""
    light = ["F4", "F5", "E5", "E6", "G3"]
    fire = ["A2", "B1", "B2", "B3", "C3"]
    tokens = ", ".join([*(f"{cell}: light" for cell in light), *(f"{cell}: fire" for cell in fire)])
    found = refused(NEXUS + f"tokens: {{{tokens}}}\n")
    assert found == [
        "position.yaml:2:9: error mana-cards: of 10 flips 8 at most can have filled these 9 hexes:"
        " fire on A2 B1 B2 B3 C3; light on E5 E6 F4 G3"
    ]
    assert points(one(tokens.replace("G3: light, ", "")))["light"] == 6


def test_all_rules_broken_are_found_in_file_order() -> None:
    """Two things in one file."""
    found = refused(NEXUS + "tokens: {D4: fire, E3: fire,\n  F2: water}\n")
    assert [each.split(":")[1:3] for each in found] == [["2", "14"], ["3", "7"]]


MISUNDERSTOOD = {
    "key": ("tokns: {}\n", '1:1: error unknown-key: a position has no "tokns"'),
    "both": ("tokens: {}\ndisplays: [{}]\n", "1:1: error structure: a position has either"),
    "none": ("displays: []\n", "1:11: error structure: there is no display here"),
    "cell": ("tokens: {A9: air}\n", '1:10: error unknown-cell: the display has no hex "A9"'),
    "element": ("tokens: {A1: iar}\n", '1:14: error unknown-word: this cannot be "iar"; did you'),
    "twice": ("tokens: {A2: air, A2: air}\n", '1:19: error duplicate-key: "A2" appears twice'),
    "card": (
        "tokens: {}\ndeck: [air air]\n",
        '2:8: error unknown-word: a card cannot be "air air"',
    ),
    "nexus": ("tokens: {}\nnexus: [air fire]\n", "2:9: error unknown-word: a card cannot be"),
    "option": (
        "tokens: {}\noptions: {fork: apart}\n",
        '2:11: error unknown-key: options has no "f',
    ),
    "choice": (
        "tokens: {}\noptions: {forks: two}\n",
        '2:18: error unknown-word: the option "forks"',
    ),
    "board": ("tokens: {}\nboard: map\n", '2:8: error unknown-word: board cannot be "map"'),
    "chance": ("tokens: {}\nchance: {step: 1}\n", '2:9: error missing-key: chance needs "seed"'),
    "list": ("- tokens\n", "1:1: error structure: a position has to be a mapping"),
}


@pytest.mark.parametrize("what", MISUNDERSTOOD)
def test_what_is_not_understood_is_told_with_its_place(what: str) -> None:
    """No rule is named for what is not even a position."""
    text, message = MISUNDERSTOOD[what]
    with pytest.raises(InvalidDefinition) as caught:
        read(text)
    assert not isinstance(caught.value, IllegalPosition)
    assert str(caught.value).startswith(f"position.yaml:{message}")


def test_what_is_no_yaml_is_unusable() -> None:
    """The parser's problem has a place too."""
    with pytest.raises(UnusableInput, match=r"position\.yaml:2:1: error: not YAML"):
        read("tokens: {A1\n")


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
    kit = kit_of(bundled("hexpertise"))
    assert [kit.names[corner] for corner in kit.corners] == ["D1", "G1", "G4", "D7", "A4", "A1"]
    assert len(kit.cells) == 37
    assert {*map(frozenset, kit.mana)} == {*map(frozenset, combinations(ELEMENTS, 2))}
    other = set_of(set_text(("[[light, dark], [fire, water]", "[[dark, light], [fire, water]")))
    game = GAME.with_set(other)
    assert game.kit.nexus[0] == ("dark", "light")
    assert Hexpertise().kit == kit


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("flat-top", "pointy-top", "no corner of the display is at the top"),
        ("hexhex: 4", "hexhex: 5", "15 mana cards flipped 2 times fill 30 hexes"),
        ("cells: corners, filled: yes, labels: [L1, L2, L3, R1, R2, R3]",
         "cells: [A1, A2, A3, A4, B1, B2], filled: yes", "not every nexus hex is a corner"),
        ("of: all", "of: [light, dark, fire, water, earth]", "not one card each for air and dark"),
    ],
)  # fmt: skip
def test_a_set_for_another_game_is_refused(old: str, new: str, message: str) -> None:
    """With what it lacks."""
    with pytest.raises(InvalidDefinition, match=message):
        _ = GAME.with_set(set_of(set_text((old, new)))).kit


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
    for placed, teller in permutations(position.card):
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
    """Groups that hang together."""
    groups: list[set[str]] = []
    for cell in cells:
        joined = [group for group in groups if group & near(cell)]
        groups = [group for group in groups if group not in joined]
        groups.append({cell}.union(*joined))
    return groups


def slow_path(cells: Iterable[str]) -> int:
    """The most hexes of a path, by walking all paths."""
    left = {*cells}

    def walk(end: str) -> int:
        left.remove(end)
        longest = 1 + max((walk(onward) for onward in near(end) & left), default=0)
        left.add(end)
        return longest

    return max(map(walk, tuple(left)), default=0)


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
    """The eight scores of a display with the usual options, each by its definition."""
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
    examples = [*map(read, FIGURES), *map(saved, ("finished", "second-half", "tie", "voids"))]
    advanced = set()
    for position in examples:
        for player in range(1, position.players + 1):
            found = [*points(position, player).values()]
            assert found == slow_points(named(position, player))
            advanced |= {*found[6:]}
    assert advanced == {0, 10, 15, 20, 30}


def random_display(rng: Random) -> dict[str, str]:
    """Any elements anywhere, one or two of them often; opposites may touch."""
    kinds = (*ELEMENTS, "nullified", *rng.sample((*ELEMENTS, "nullified"), 2) * rng.randrange(6))
    return {name: rng.choice(kinds) for name in AT if name != "D4" and rng.random() < 0.95}


def test_scores_are_as_the_oracle_says_on_random_displays() -> None:
    """All eight, also on displays that no game comes to, with few elements and large clusters."""
    start = GAME.initial(Random(0), 1)
    more_than_nothing: Counter[int] = Counter()
    for seed in range(150):
        on = random_display(Random(seed))
        water = [name for name in on if on[name] == "water"]
        on |= dict.fromkeys(water[14:], "fire")  # more would take the oracle too long
        display = tuple(on.get(name, "mage" if name == "D4" else "") for name in AT)
        found = [*points(start._replace(displays=(display,))).values()]
        assert found == slow_points(on)
        more_than_nothing.update(index for index, score in enumerate(found) if score)
    assert {*more_than_nothing} >= {0, 1, 2, 3, 4, 5}


def checked_length(names: Iterable[str]) -> int:
    """The length of the path that is found, which goes from hex to hex and visits none twice."""
    cells = [GAME.kit.by_name[name] for name in names]
    path = [GAME.kit.names[cell] for cell in longest_path(cells)]
    assert len(path) == len({*path}) and {*path} <= {*names}
    assert all(other in near(name) for name, other in pairwise(path))
    return len(path)


def grown(rng: Random, size: int) -> list[str]:
    """A cluster that has grown at random."""
    cells = [rng.choice(list(AT))]
    while len(cells) < size:
        cells.append(rng.choice(sorted(set().union(*map(near, cells)) - {*cells})))
    return cells


@pytest.mark.parametrize(("way", "sizes"), [(slow_path, range(10)), (path_by_sets, range(8, 17))])
def test_the_longest_path_is_as_long_as_by_brute_force(
    way: Callable[[Iterable[str]], int], sizes: range
) -> None:
    """All paths walked for few hexes; sets of hexes for more. Strewn, and grown together."""
    for seed in range(40):
        for size in sizes:
            rng = Random(f"{seed}/{size}")
            for names in (rng.sample([*AT], size), grown(rng, size) if size else []):
                assert checked_length(names) == way(names)


def test_no_path_visits_all_hexes_of_a_star() -> None:
    """A mage's flower is walked whole; a tripod only along two of its legs; nothing is nothing."""
    assert checked_length({"D4", *near("D4")}) == 7
    assert checked_length(["D4", "D3", "D2", "E4", "F4", "C4", "B4", "A4"]) == 6
    assert (checked_length(["B1"]), longest_path([])) == (1, ())


def test_the_longest_path_is_found_in_no_time() -> None:
    """Twenty waters, in a block, strewn, and grown; even a display full of them."""
    rng = Random(20)
    blocks = [sorted(AT)[:20], rng.sample([*AT], 20), *(grown(rng, 20) for _ in range(20))]
    for names in blocks:
        began = perf_counter()
        checked_length(names)
        assert perf_counter() - began < 1
    assert checked_length(AT) == 37


# Whole games.


def test_random_games_keep_all_promises() -> None:
    """Every legal move plays; positions and moves are read as they are written; games end."""
    for seed in range(20):
        rng = Random(seed)
        options = dict(rng.sample(CHOICES, 4)) if seed % 2 else {}
        position = GAME.initial(Random(seed), seed % 3 + 1, options)
        for number in range(30 * position.players):
            assert not GAME.is_over(position)
            moves = GAME.legal_moves(position)
            assert moves
            for move in moves:
                assert GAME.read_move(position, GAME.write_move(move)) == move
                after = GAME.play(position, move)
                assert after != position
            GAME.invariants(position)
            if number % 4 == seed % 4:
                again = read(GAME.write_position(position))
                assert again == position and hash(again) == hash(position)
            position = GAME.play(position, rng.choice(moves))
        assert GAME.is_over(position) and GAME.legal_moves(position) == ()
        GAME.invariants(position)
        assert read(GAME.write_position(position)) == position
        score = GAME.score(position)
        assert_adds_up(score)


def without(key: str, text: str) -> str:
    """A position in which something is not written down."""
    return re.sub(rf"^{key}: .*\n", "", text, flags=re.MULTILINE)


def test_every_position_on_the_way_is_read_also_in_part() -> None:
    """With all options that placing depends on, and players who nullify what they can."""
    told = ("nexus-nullifies", "nullified-nexus", "several-opposites", "placing")
    options = {each.name: [*each.choices] for each in GAME.options}
    for seed in range(8):
        rng = Random(seed)
        chosen = {name: rng.choice(options[name]) for name in told}
        position = GAME.initial(Random(seed), 1 + seed % 2, chosen)
        while not GAME.is_over(position):
            text = GAME.write_position(position)
            assert read(text) == position
            part = read(without("deck", without("flipped", text)))
            assert (part.displays, part.flipped) == (position.displays, position.flipped)
            assert read(GAME.write_position(part)) == part
            moves = rng.choices(GAME.legal_moves(position), k=3)
            after = [GAME.play(position, move) for move in moves]
            position = max(after, key=lambda each: str(each.displays).count("nullified"))


def assert_adds_up(score: Score) -> None:
    """Totals are the sums of the parts, and every winner has the highest."""
    sums: Counter[str] = Counter()
    for part in score.parts:
        sums[part.whose] += part.points
    assert dict(score.totals) == {player: sums[player] for player, _ in score.totals}
    assert {sums[player] for player in score.winners} == {max(sums.values())}


def test_what_is_refused_is_exactly_what_is_not_legal() -> None:
    """Of all elements on all hexes, with and without an opposite: `play` takes the legal moves."""
    for seed, choice in ((1, "all"), (2, "one")):
        rng = Random(seed)
        position = GAME.initial(rng, 1, {"several-opposites": choice})
        for _ in range(8):
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
        legal = {*GAME.legal_moves(position)}
        cells = GAME.kit.cells
        for element in (*ELEMENTS, "nullified"):
            for cell in cells:
                for against in (None, *cells):
                    move = Move(element, cell, against)
                    if move not in legal:
                        with pytest.raises(IllegalMove):
                            GAME.play(position, move)


def test_the_same_seed_is_the_same_game() -> None:
    """And another seed another one."""

    def game(seed: int) -> Position:
        position = GAME.initial(Random(seed), 2)
        while not GAME.is_over(position):
            position = GAME.play(position, GAME.legal_moves(position)[-1])
        return position

    assert game(5) == game(5) != game(6)


def test_invariants_find_what_is_wrong() -> None:
    """A position that no game comes to."""
    start = one("E3: fire, F3: fire")
    wrong = list(start.displays[0])
    wrong[GAME.kit.cells.index(GAME.kit.by_name["F3"])] = "water"
    with pytest.raises(AssertionError, match="opposites that touch"):
        GAME.invariants(start._replace(displays=(tuple(wrong),)))
    with pytest.raises(AssertionError, match="each mana card"):
        GAME.invariants(start._replace(mana=start.mana[1:] + start.mana[1:2]))


def test_the_table_shows_whose_turn_it_is_and_in_the_end_the_winner() -> None:
    """The words are those of the figures: a board and tokens on it."""
    position = saved("second-half")
    assert GAME.table(position) == GAME.display_of(position, 2)
    assert GAME.table(position).board == "display"
    assert ("G2", "earth") in GAME.table(position).tokens
    assert GAME.table(saved("finished")) == GAME.display_of(saved("finished"), 1)


HARD = """\
nexus: [dark light, fire water, air earth]
displays:
- {A1: earth, A4: water, B4: nullified, C5: nullified, D1: nullified, D5: dark, D7: light, E1: nullified, E4: nullified, E5: nullified, F1: nullified, F5: light, G1: nullified, G3: air, G4: air}
- {A1: earth, A4: water, B1: earth, B2: light, C1: earth, D1: dark, D3: earth, D7: light, E1: nullified, F1: nullified, F2: nullified, G1: nullified, G2: earth, G4: air}
- {A1: earth, A3: nullified, A4: nullified, D1: nullified, D2: nullified, D5: air, D6: light, D7: light, E1: nullified, E5: light, E6: air, F5: nullified, G1: fire, G4: nullified}
"""


def test_displays_that_no_cards_can_have_filled_together_are_told_soon() -> None:
    """Each can be filled for itself; a search that tries all cards in one order takes 10,000 tries."""
    with pytest.raises(IllegalPosition) as refused:
        read(HARD)
    assert [each.rule for each in refused.value.findings] == ["mana-cards"]
    assert refused.value.findings[0].place[1:] == (5, 3)


@pytest.mark.parametrize("seed", range(4))
def test_cards_that_are_not_told_are_found_for_many_players(seed: int) -> None:
    """Twelve displays that were played with the same cards: there are some that filled them."""
    position = GAME.initial(Random(seed), 12)
    rng = Random(seed)
    for _ in range(60 + 70 * seed):
        position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
    lines = GAME.write_position(position).splitlines()
    told = [line for line in lines if not line.startswith(("flipped", "deck"))]
    assert read("\n".join(told)).displays == position.displays
