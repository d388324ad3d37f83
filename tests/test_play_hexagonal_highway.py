"""Hexagonal Highway, played: orders, control, driving, collisions, scores and positions."""

from __future__ import annotations

import cmath
import math
import re
from collections import Counter, deque
from collections.abc import Collection, Iterable
from itertools import chain, combinations
from random import Random

import pytest

from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.definition.figures import FigureDefinition as Figure
from pnp.definition.nodes import read_source
from pnp.games.hexagonal_highway.control import controlled
from pnp.games.hexagonal_highway.driving import sorted_out
from pnp.games.hexagonal_highway.orders import Go, Order, Piece, Place, Sheet, write_sheet
from pnp.games.hexagonal_highway.play import GAME, HexagonalHighway
from pnp.games.hexagonal_highway.position import Card, Position
from pnp.games.hexagonal_highway.road import WAYS
from pnp.play import Chance, IllegalMove, IllegalPosition, Score
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, bundled, set_of
from tests.test_rulebooks import positions, text_of

ROAD = GAME.road
COLOURS = ROAD.colours
RED, ORANGE, GREEN, SKY, PURPLE, BLACK = range(6)


def cell(name: str) -> Hex:
    """The cell of that name."""
    return ROAD.cell(name)


def named(cells: Iterable[Hex]) -> list[str]:
    """The names of cells."""
    return [ROAD.names[each] for each in cells]


def read(text: str) -> Position:
    """The position in a text."""
    return GAME.read_position(Source("position.yaml", text))


def recorded(name: str) -> Position:
    """A position among the recorded ones."""
    return GAME.read_position(read_source(ROOT / f"tests/positions/hexagonal-highway-{name}.yaml"))


def totals(score: Score) -> list[int]:
    """The totals in the order of the colours."""
    return [points for _, points in score.totals]


def complete(sheet: str) -> str:
    """The sheet, which ends with staying if it does not say how to drive."""
    return sheet if "go " in sheet else ", ".join(filter(None, (sheet, "stay")))


def driven(round_: int, tokens: str, *, options: str = "", **orders: str) -> Position:
    """The position after a round with these orders, in which all others stay."""
    lines = "\n".join(f"  {colour}: {complete(orders.get(colour, ''))}" for colour in COLOURS)
    return read(
        f"options: {{{options}}}\nround: {round_}\ntokens: {{{tokens}}}\norders:\n{lines}\n"
    )


def last_drive(position: Position, player: int = RED) -> list[str]:
    """Where a pawn has been in the last round."""
    return named(position.drives[-1][player])


def lying(position: Position) -> dict[str, str]:
    """The direction tiles on the board, L or R."""
    return {ROAD.names[where]: piece.value for where, piece in position.directions}


# Setting up and the course of a game.


def test_everybody_starts_on_a_corner_of_their_own_and_the_draw_is_fair() -> None:
    """Each colour comes to each corner about as often as to any other."""
    drawn = Counter[object]()
    for seed in range(600):
        position = GAME.initial(Random(seed), 6)
        assert position.pawns == position.starts
        assert sorted(named(position.starts)) == ["A1", "A5", "E1", "E9", "I1", "I5"]
        drawn.update(enumerate(named(position.starts)))
    assert len(drawn) == 36
    assert all(60 < times < 145 for times in drawn.values()), drawn


def test_the_game_is_for_six() -> None:
    """Neither for five nor for seven."""
    for number in (5, 7):
        with pytest.raises(ValueError, match="for 6 players"):
            GAME.initial(Random(0), number)


def test_the_cards_are_in_order_unless_they_are_shuffled() -> None:
    """Theme stays first, and every order of the others comes up."""
    assert GAME.initial(Random(3), 6).cards == (1, 2, 3, 4, 5, 6)
    shuffled = [GAME.initial(Random(seed), 6, {"rounds": "shuffled"}).cards for seed in range(80)]
    assert all(cards[0] is Card.THEME and sorted(cards) == [1, 2, 3, 4, 5, 6] for cards in shuffled)
    assert {cards[1] for cards in shuffled} == {2, 3, 4, 5, 6}


def test_players_write_one_after_the_other_and_the_last_order_reveals_all() -> None:
    """Nothing happens on the board before."""
    position = GAME.initial(Random(1), 6)
    for player in range(1, 7):
        assert GAME.to_move(position) == player
        assert not position.drives
        position = GAME.play(position, Go(None))
    assert (position.round, GAME.to_move(position)) == (2, 1)
    assert [len(drive) for drive in position.drives[0]] == [1] * 6
    assert position.sheets == (Sheet(),) * 6


def test_after_six_rounds_nobody_writes_any_more() -> None:
    """The game is over, and another order is refused."""
    position = GAME.initial(Random(1), 6)
    for _ in range(36):
        position = GAME.play(position, Go(None))
    assert GAME.is_over(position)
    assert (GAME.to_move(position), GAME.legal_moves(position)) == (None, ())
    with pytest.raises(IllegalMove, match="six-rounds"):
        GAME.play(position, Go(None))


def test_the_printed_set_is_played() -> None:
    """Colours, titles, board and supply are those of the set that is given."""
    text = (ROOT / "tilesets/hexagonal-highway.yaml").read_text("utf-8")
    other = set_of(text.replace("title: Theme", "title: First").replace("  red: ", "  rust: "))
    game = GAME.with_set(other)
    assert game.road.titles[0] == "First"
    assert game.road.colours[0] == "rust"
    assert HexagonalHighway().road == HexagonalHighway(bundled("hexagonal-highway")).road
    assert (ROAD.supply, len(ROAD.names), len(ROAD.centre)) == (55, 61, 7)
    with pytest.raises(UnusableInput, match='needs a "board"'):
        _ = GAME.with_set(bundled("hexstatic")).road


# Control.


def test_the_control_of_the_page() -> None:
    """A1 controls A1, A2, A3, B1, B2, B3, C1, C2 and C3, as the figure in the rulebook marks."""
    page = ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    position = read("tokens: {A1: pawn red}")
    assert named(controlled(ROAD, position, RED)) == page
    assert [each.value for each in figure("controls the nine").highlight] == page


def test_line_of_sight_goes_over_tiles_and_ends_before_pawns() -> None:
    """Nothing else is controlled, not even the hex of the pawn itself."""
    tokens = "C3: pawn red, C4: direction, C6: pawn sky, E3: pawn green"
    position = read(f"round: 3\ntokens: {{{tokens}}}")
    # Others stand on A5, I1 and E1. Black is on I5, at the end of the line down-right, so that the
    # line stops at H5; A1 and A3 are the ends of the lines up.
    assert position.pawns[BLACK] == cell("E1")
    assert position.pawns[SKY] == cell("C6")
    found = named(controlled(ROAD, position, RED))
    assert found == [
        "A1",
        "A3",
        "B2",
        "B3",
        "C1",
        "C2",
        "C4",
        "C5",
        "D3",
        "D4",
        "E5",
        "F5",
        "G5",
        "H5",
        "I5",
    ]


def test_in_the_robbery_what_is_strictly_nearer_is_controlled_too() -> None:
    """As many steps as another pawn is not nearer; two steps are always enough."""
    tokens = "E1: pawn red, E9: pawn sky, A5: pawn green, I5: pawn black, A4: pawn orange, I4: pawn purple"
    position = read(f"round: 5\ntokens: {{{tokens}}}")
    red, sky = (named(controlled(ROAD, position, player)) for player in (RED, SKY))
    assert {"E4", "E3", "E2"} <= set(red)
    assert "E5" not in red + sky, "four steps from both"
    assert "E6" in sky
    black = named(controlled(ROAD, position, BLACK))
    assert {"I3", "I5", "H4"} <= set(black), "two steps, though Purple is nearer"


def test_pawns_and_tiles_do_not_matter_for_control_within_two_steps() -> None:
    """Several players control the same hex."""
    position = read("round: 4\ntokens: {C3: pawn red, C4: pawn sky, D4: direction}")
    for player in (RED, SKY):
        assert {"C3", "C4", "D4", "C5"} <= set(named(controlled(ROAD, position, player)))


# Orders.

ILLEGAL = {
    "block A5": ("not-on-a-corner", "A5 is a corner"),
    "A1 L": ("not-on-a-pawn", "there is a pawn on A1"),
    "E5 L": ("control", "red on A3 does not control E5"),
    "robber B3": ("robbers", "only in the round Highway Robbery"),
}


@pytest.mark.parametrize("text", ILLEGAL)
def test_an_order_that_breaks_a_rule_is_refused_with_its_name(text: str) -> None:
    """And is not among the legal ones."""
    position = read("tokens: {A3: pawn red, A1: pawn sky, A4: pawn orange}")
    order = GAME.read_move(position, text)
    assert order not in GAME.legal_moves(position)
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, order)
    rule, message = ILLEGAL[text]
    assert caught.value.rule == rule
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("round_", "before", "order", "rule"),
    [
        (1, "B1 L, B2 L", "B3 L", "two-direction-tiles"),
        (1, "block B1", "block B2", "one-blockade"),
        (5, "robber B1, robber B2", "robber B3", "two-robbers"),
        (5, "robber B1", "robber B1", "different-hexes"),
    ],
)
def test_a_sheet_has_so_many_lines(round_: int, before: str, order: str, rule: str) -> None:
    """Two direction tiles, one blockade, and in the robbery two robbers on different hexes."""
    position = read(f"round: {round_}\ntokens: {{A1: pawn red}}\norders:\n  red: {before}")
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, GAME.read_move(position, order))
    assert caught.value.rule == rule
    assert GAME.write_move(GAME.read_move(position, order)) not in written_moves(position)


def written_moves(position: Position) -> list[str]:
    """The legal moves as text."""
    return [GAME.write_move(move) for move in GAME.legal_moves(position)]


def test_the_first_orders_from_a_corner_are_these() -> None:
    """Eight free hexes less the corner: Left, Right, a blockade; six ways, or to stay."""
    moves = written_moves(read("tokens: {A1: pawn red}"))
    cells = ["A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    assert moves == [
        *(f"{name} L" for name in cells),
        *(f"{name} R" for name in cells),
        *(f"block {name}" for name in cells),
        *(f"go {way}" for way in WAYS),
        "stay",
    ]


def test_robbers_may_hide_on_corners_but_not_under_pawns() -> None:
    """Tiles may not."""
    moves = written_moves(read("round: 5\ntokens: {A3: pawn red, A1: pawn sky}"))
    assert "robber A5" not in moves, "Orange is there"
    moves = written_moves(read("round: 5\ntokens: {A3: pawn red, C3: pawn orange, B3: pawn sky}"))
    assert "robber A5" in moves
    assert not {"A5 L", "block A5", "robber B3", "robber A3"} & {*moves}


def test_a_move_that_is_no_order_is_told() -> None:
    """With what it may have meant to be."""
    position = GAME.initial(Random(0), 6)
    for text, message in {
        "C3": "is no order",
        "Z9 L": 'no hex "z9"',
        "go lft": 'did you mean "left"',
        "": "is no order",
    }.items():
        with pytest.raises(IllegalMove, match=message) as caught:
            GAME.read_move(position, text)
        assert caught.value.rule == "notation"
    assert GAME.read_move(position, " c3  l ") == Place(Piece.LEFT, cell("C3"))


def test_no_way_and_no_cell_outside_is_played() -> None:
    """However the move was made."""
    position = GAME.initial(Random(0), 6)
    for move in (Go(6), Go(-1), Place(Piece.LEFT, Hex(9, 9))):
        with pytest.raises(IllegalMove):
            GAME.play(position, move)


def test_the_order_of_writing_does_not_matter() -> None:
    """The same sheet is the same position."""
    position = read("tokens: {A1: pawn red}")
    sheets = []
    for texts in (["C3 L", "block B2", "A2 R"], ["A2 R", "C3 L", "block B2"]):
        after = position
        for text in texts:
            after = GAME.play(after, GAME.read_move(after, text))
        sheets.append(after)
    assert sheets[0] == sheets[1]
    assert hash(sheets[0]) == hash(sheets[1])
    assert write_sheet(ROAD, sheets[0].sheets[RED]) == "A2 R, C3 L, block B2"


# Placing tiles.


def test_the_same_hex_at_the_same_time() -> None:
    """The four examples of the rulebook."""
    after = driven(4, "C5: pawn red, E5: pawn sky", red="D6 L", sky="D6 L")
    assert lying(after) == {"D6": "L"}
    tokens = "D3: pawn red, E5: pawn sky, E4: direction back"
    assert lying(driven(4, tokens, red="E4 L", sky="E4 R")) == {"E4": "R"}
    after = driven(
        4,
        "E3: pawn green, G3: pawn black, F4: pawn purple, I2: pawn sky",
        green="F3 L, E4 L",
        black="F3 L, G4 R",
        purple="block F3, E5 R",
        sky="go up-right",
    )
    assert lying(after) == {"E4": "L", "G4": "R", "E5": "R"}
    after = driven(
        4, "G3: pawn orange, G7: pawn purple", orange="block G5, go right", purple="block G5"
    )
    assert last_drive(after, ORANGE) == ["G3", "G4"]


def test_one_hex_named_twice_on_one_sheet_fails_too() -> None:
    """As between two players; the same tile twice is one tile."""
    assert lying(driven(4, "C3: pawn red", red="C4 L, C4 R")) == {}
    assert lying(driven(4, "C3: pawn red", red="C4 L, block C4")) == {}
    assert lying(driven(4, "C3: pawn red", red="C4 L, C4 L")) == {"C4": "L"}


def test_a_failed_hex_may_cost_the_whole_sheet() -> None:
    """The other reading of the page: nothing else on the sheets stands, not even the drive."""
    tokens = "D3: pawn red, E5: pawn sky"
    orders = {"red": "E4 L, D4 R, go left", "sky": "E4 R, go left"}
    assert lying(driven(4, tokens, **orders)) == {"D4": "R"}
    after = driven(4, tokens, options="failed-hex: sheet", **orders)
    assert lying(after) == {}
    assert [last_drive(after, player) for player in (RED, SKY)] == [["D3"], ["E5"]]


def test_robbers_are_no_tiles() -> None:
    """They cancel nothing, and nothing cancels them."""
    tokens = "C3: pawn red, C5: pawn sky, E4: pawn green"
    for choice in ("hex", "sheet"):
        after = driven(
            5, tokens, options=f"failed-hex: {choice}",
            red="C4 L, go left", green="C4 R, go left", sky="robber C4, D5 L, go right",
        )  # fmt: skip
        assert lying(after) == {"D5": "L"}
        assert after.robbers[SKY] == (cell("C4"),)
        assert last_drive(after, SKY) == ["C5", "C6", "C7"]
    after = driven(5, tokens, red="C4 L", sky="robber C4")
    assert lying(after) == {"C4": "L"}


def test_direction_tiles_last_until_they_are_replaced() -> None:
    """A new tile replaces the old one; a blockade only covers it."""
    tokens = "C3: pawn red, C4: direction, C5: direction"
    after = driven(4, tokens, red="C4 R, block C5, go right")
    assert lying(after) == {"C4": "R", "C5": "L"}
    after = driven(4, tokens, options="blockade-over: removes", red="C4 R, block C5")
    assert lying(after) == {"C4": "R"}


def test_the_world_is_reversed_before_orders_are_written() -> None:
    """Every direction tile is turned over when round 4 begins, and only then."""
    after = driven(3, "C3: pawn red, C4: direction, E5: direction back", red="C5 L")
    assert lying(after) == {"C4": "R", "C5": "R", "E5": "L"}
    after = driven(2, "C3: pawn red, C2: direction", red="C5 L")
    assert lying(after) == {"C2": "L", "C5": "L"}
    after = driven(4, "C3: pawn red, C4: direction", red="C5 L")
    assert lying(after) == {"C4": "L", "C5": "L"}


def test_corners_may_be_allowed_for_direction_tiles() -> None:
    """Then tiles for new hexes are placed while the supply lasts; blockades stay barred."""
    tokens = "A3: pawn red, C3: pawn orange"
    with pytest.raises(IllegalPosition, match="not-on-a-corner"):
        driven(4, tokens, red="A5 L")
    assert lying(driven(4, tokens, options="corner-tiles: allowed", red="A5 L")) == {"A5": "L"}
    with pytest.raises(IllegalPosition, match="not-on-a-corner"):
        driven(4, tokens, options="corner-tiles: allowed", red="block A5")


def test_where_the_supply_is_too_small_tiles_only_replace_others() -> None:
    """Nothing new is placed, and what is replaced goes back to the supply."""
    text = (ROOT / "tilesets/hexagonal-highway.yaml").read_text("utf-8")
    count = "      count: board-hexes - 6\n"
    few = set_of(text.replace(count, "      count: 2\n").replace("expect: 55", "expect: 2"))
    game = GAME.with_set(few)
    sheets = "".join(f"  {colour}: stay\n" for colour in COLOURS[1:])
    start = "round: 4\ntokens: {C3: pawn red, C4: direction, E5: direction}\norders:\n" + sheets
    for orders, expected in {
        "C4 R, C5 R, stay": {"C4": "R", "E5": "L"},
        "C4 R, stay": {"C4": "R", "E5": "L"},
        "C4 R, block E4, stay": {"C4": "R", "E5": "L"},
    }.items():
        after = game.read_position(Source("few.yaml", f"{start}  red: {orders}\n"))
        assert lying(after) == expected
    one = start.replace(", E5: direction", "") + "  red: C5 R, stay\n"
    assert lying(game.read_position(Source("few.yaml", one))) == {"C4": "L", "C5": "R"}
    with pytest.raises(IllegalPosition, match="supply: the set has 2 direction tiles"):
        game.read_position(
            Source("few.yaml", "tokens: {C3: direction, C4: direction, E5: direction}")
        )


# Driving.


def figure(words: str) -> Figure:
    """The figure of the rulebook whose caption has these words."""
    return next(each for each in positions("hexagonal-highway") if words in each.caption.value)


def path(words: str, number: int = 0) -> list[str]:
    """A path in a figure."""
    return [each.value for each in figure(words).paths[number]]


def test_red_turns_left_on_e4_and_right_on_c4_and_stops_before_the_blockade() -> None:
    """The figure in the rulebook."""
    shown = {at.value: what.value for at, what in figure("turns left on E4").tokens}
    assert (shown.pop("C6"), shown.pop("C7")) == ("blockade sky", "pawn sky")
    lie = ", ".join(f"{where}: {what}" for where, what in shown.items())
    after = driven(4, f"{lie}, B5: pawn sky", red="go right", sky="block C6, go up-right")
    assert last_drive(after) == path("turns left on E4")


@pytest.mark.parametrize(
    ("words", "number"), [("Two bounces", 0), ("Two bounces", 1), ("Round the corner", 0)]
)
def test_walls_throw_back_as_on_the_page(words: str, number: int) -> None:
    """C6, C7, D7, E7; H4, I3, H3, G3; F8, E9, D8."""
    expected = path(words, number)
    way = step(*expected[:2])
    after = driven(6, f"{expected[0]}: pawn red", red=f"go {way}")
    assert last_drive(after)[: len(expected)] == expected
    assert last_drive(driven(5, f"{expected[0]}: pawn red", red=f"go {way}"))[1:] == [expected[1]]


def step(one: str, other: str) -> str:
    """The way from a cell to its neighbour."""
    return next(way for n, way in enumerate(WAYS) if cell(one).moved(n) == cell(other))


def test_head_on_into_a_corner_the_pawn_stops() -> None:
    """E8 to E9 as on the page; and a pawn that sets off so does not move."""
    assert last_drive(driven(6, "E8: pawn red", red="go right")) == path("Head on") == ["E8", "E9"]
    for name, way in zip(("A1", "A5", "E9", "I5", "I1", "E1"), WAYS, strict=True):
        assert last_drive(driven(6, f"{name}: pawn red", red=f"go {way}")) == [name]


def test_the_table_of_bounces_in_the_rulebook() -> None:
    """Every row of it, on every hex of its edge that is no corner."""
    rows = re.findall(
        r"^\| [^|]*, ([A-I]\d).([A-I]\d) \| (.*) \|$", text_of("hexagonal-highway"), re.M
    )
    assert len(rows) == 6
    for first, last, cells in rows:
        one, other = cell(first), cell(last)
        edge = [
            Hex(one.q + (other.q - one.q) * n // 4, one.r + (other.r - one.r) * n // 4)
            for n in (1, 2, 3)
        ]
        pairs = [entry.strip().split(": ") for entry in cells.split("|")]
        assert len(pairs) == 2
        for old, new in pairs:
            for each in edge:
                assert WAYS[ROAD.bounced(each, WAYS.index(old))] == new, (first, last, old)


def test_other_pawns_and_the_tile_at_the_start_do_not_matter() -> None:
    """A pawn drives through pawns; a tile turns only what moves onto it."""
    after = driven(4, "C3: [direction, pawn red], C5: pawn sky", red="go right")
    assert last_drive(after) == ["C3", "C4", "C5", "C6", "C7"]
    tokens = "C3: [direction, pawn red]"
    assert last_drive(driven(4, tokens, options="setting-off: turns", red="go right")) == [
        "C3", "B3", "A3",
    ]  # fmt: skip


def test_a_pawn_stops_before_its_own_track() -> None:
    """Also before the hex that it set off from."""
    ring = ", ".join(f"{name}: direction back" for name in ("D5", "E6", "F5", "F4", "E4"))
    after = driven(4, f"D4: pawn red, {ring}", red="go right")
    assert last_drive(after) == ["D4", "D5", "E6", "F5", "F4", "E4"]
    after = driven(4, f"D3: pawn red, {ring}", red="go right")
    assert last_drive(after) == ["D3", "D4", "D5", "E6", "F5", "F4", "E4"]


def test_left_may_be_clockwise() -> None:
    """In the order of the page's words."""
    tokens = "C3: pawn red, C4: direction"
    assert last_drive(driven(4, tokens, red="go right"))[:3] == ["C3", "C4", "B4"]
    after = driven(4, tokens, options="left: clockwise", red="go right")
    assert last_drive(after)[:3] == ["C3", "C4", "D5"]


def test_on_a_tile_at_the_wall_a_pawn_turns_first() -> None:
    """Then it bounces if it must; the other choice is to bounce first."""
    tokens = "C6: pawn red, C7: direction"
    # Right becomes up-right, which the wall throws back to the left, where Red came from.
    assert last_drive(driven(6, tokens, red="go right")) == ["C6", "C7"]
    # Thrown back down-left first, the Left tile makes it down-right, along the edge.
    after = driven(6, tokens, options="bounce: bounce-first", red="go right")
    assert last_drive(after)[:4] == ["C6", "C7", "D8", "E9"]


def test_setting_off_towards_a_wall() -> None:
    """It bounces at once, or stays if that is how the table plays."""
    assert last_drive(driven(6, "C7: pawn red", red="go right"))[:3] == ["C7", "D7", "E7"]
    after = driven(6, "C7: pawn red", options="outward-start: stays", red="go right")
    assert last_drive(after) == ["C7"]
    assert last_drive(driven(6, "C7: pawn red", options="outward-start: stays", red="go left"))[1:]


def test_everybody_may_have_to_drive() -> None:
    """No direction means to stay, unless the table forbids it."""
    assert "stay" in written_moves(GAME.initial(Random(0), 6))
    strict = GAME.initial(Random(0), 6, {"no-direction": "forbidden"})
    assert "stay" not in written_moves(strict)
    with pytest.raises(IllegalMove, match="one-direction"):
        GAME.play(strict, Go(None))


# Collisions.

# The crash of the rulebook: Red and Sky on F5, Black on E9, which is Sky's start; Red's is A1.
STARTS = "red: A1, sky: E9, green: A5, orange: I5, purple: I1, black: E1"
CRASH = ["F5", "F1", "B2", "F5", "G2", "E9"]


def test_the_crash_of_the_rulebook() -> None:
    """Red goes home; Sky draws one of the four starts that are empty after that."""
    base = read(f"starts: {{{STARTS}}}")
    drawn = Counter[object]()
    for seed in range(200):
        position = base._replace(chance=Chance(seed))
        pawns, chance = sorted_out(position, tuple(map(cell, CRASH)))
        red, orange, green, sky, purple, black = named(pawns)
        assert (red, orange, green, purple, black) == ("A1", "F1", "B2", "G2", "E9")
        assert chance.step == 1
        drawn[sky] += 1
    assert set(drawn) == {"A5", "I5", "I1", "E1"}
    assert min(drawn.values()) > 30


def test_without_a_crash_nothing_is_drawn() -> None:
    """Nor where all who have collided can go home."""
    base = read(f"starts: {{{STARTS}}}")
    apart = tuple(map(cell, ["F5", "F1", "B2", "F4", "G2", "E9"]))
    assert sorted_out(base, apart) == (apart, base.chance)
    pawns, chance = sorted_out(base, tuple(map(cell, ["F5", "F1", "B2", "F5", "G2", "E8"])))
    assert named(pawns) == ["A1", "F1", "B2", "E9", "G2", "E8"]
    assert chance == base.chance


def test_a_crash_on_somebodys_start_does_not_block_it() -> None:
    """All collided pawns are lifted first; where the table plays otherwise, its owner draws."""
    stops = tuple(map(cell, ["E9", "F1", "B2", "E9", "G2", "I4"]))
    base = read(f"starts: {{{STARTS}}}")
    assert named(sorted_out(base, stops)[0]) == ["A1", "F1", "B2", "E9", "G2", "I4"]
    other = read(f"options: {{crash-on-a-start: taken}}\nstarts: {{{STARTS}}}")
    drawn = {
        named(sorted_out(other._replace(chance=Chance(seed)), stops)[0])[SKY] for seed in range(60)
    }
    assert drawn == {"A5", "E9", "I5", "I1", "E1"}


def test_a_pawn_that_has_not_moved_can_collide() -> None:
    """It goes back to its start; returning scores nothing."""
    after = driven(4, "C3: pawn red, C5: pawn sky, C7: pawn orange, B5: pawn green",
        red="go right", orange="block C6, go up-left")  # fmt: skip
    assert last_drive(after) == ["C3", "C4", "C5"]
    assert (after.pawns[RED], after.pawns[SKY]) == (after.starts[RED], after.starts[SKY])
    assert totals(GAME.score(after))[RED] == 2
    assert totals(GAME.score(after))[SKY] == 0


# Scoring.


def test_the_recorded_positions_score_what_was_counted_by_hand() -> None:
    """See the comments in the files."""
    centre = GAME.score(recorded("centre"))
    assert totals(centre) == [10, 0, 6, 0, 0, 0]
    assert centre.parts[0].how == "3 x 2 + 4 x 1 + 1 x 0"
    assert list(centre.parts[0].where) == path("Red crosses the centre")[1:]
    assert "2 + 6 + 2 + 0 = **10 points**" in text_of("hexagonal-highway")
    robbery = GAME.score(recorded("robbery"))
    assert totals(robbery) == [1, 0, 0, 5, 2, 0]
    assert [(p.points, p.where) for p in robbery.parts if p.whose == "player 1"] == [
        (5, ("E3", "E4", "E5", "E6", "E7")),
        (-2, ("E4",)),
        (-2, ("E6",)),
    ]
    walls = recorded("walls")
    assert totals(GAME.score(walls)) == [0, 0, 17, 24, 0, 1]
    assert last_drive(walls, GREEN) == path("bounces three times")
    assert (walls.pawns[RED], walls.pawns[BLACK]) == (cell("A1"), cell("E1"))
    crash = recorded("crash")
    assert totals(GAME.score(crash)) == [5, 3, 5, 5, 0, 2]
    assert crash.pawns[GREEN] in (cell("I1"), cell("I5"))
    others = [each for player, each in enumerate(crash.pawns) if player != GREEN]
    assert named(others) == ["A1", "A5", "B1", "E9", "E1"]
    assert crash.chance.step == 1
    assert lying(crash) == {
        "A2": "R", "C1": "R", "C5": "R", "D4": "L", "D6": "R", "E4": "L", "E6": "R", "F3": "R",
    }  # fmt: skip


def test_the_figure_of_the_robbery_is_the_recorded_position() -> None:
    """Pawns, robbers and blockade lie as in the rulebook."""
    shown = {(at.value, what.value) for at, what in figure("past three robbers").tokens}
    text = (ROOT / "tests/positions/hexagonal-highway-robbery.yaml").read_text("utf-8")
    lie = re.search(r"tokens: \{(.*)\}", text)
    assert lie is not None
    assert {tuple(each.split(": ")) for each in lie[1].split(", ")} == shown


def test_the_edge_counts_nothing_and_the_seven_of_the_centre_two_in_round_2_alone() -> None:
    """24 hexes on the edge, 7 in the centre, 30 between."""
    worth = Counter[object]()
    for name in ROAD.names.values():
        other = next(each for each, steps in STEPS[name].items() if steps == 1)
        part = GAME.score(read(f"drives: {{2: {{red: [{other}, {name}]}}}}")).parts[0]
        worth[part.points] += 1
        first = GAME.score(read(f"drives: {{3: {{red: [{other}, {name}]}}}}")).parts[0]
        assert first.points == 1
    assert worth == {0: 24, 1: 30, 2: 7}


def test_robbers_of_several_all_take_and_a_total_may_fall_below_zero() -> None:
    """Unless it stops at zero; the robbers gain all the same."""
    text = "drives: {5: {red: [E2, E3]}}\nrobbers: {sky: [E3], black: [E3, E4], red: [E3]}"
    score = GAME.score(read(text))
    assert totals(score) == [-3, 0, 0, 2, 0, 2]
    assert sum(part.points for part in score.parts) == 1
    score = GAME.score(read("options: {below-zero: zero}\n" + text))
    assert totals(score) == [0, 0, 0, 2, 0, 2]
    assert score.parts[-1].how == "from -3 to 0"
    later = "drives: {1: {red: [A1, A2]}, 5: {red: [E2, E3]}, 6: {red: [E3, E4]}}\nrobbers: {sky: [E3], black: [E3]}"
    assert totals(GAME.score(read("options: {below-zero: zero}\n" + later)))[RED] == 1
    assert totals(GAME.score(read(later)))[RED] == -1


def test_late_rounds_break_ties() -> None:
    """Round 6 before round 5 and so on; or the tied share the win."""
    text = "drives:\n  1: {red: [A1, A2, A3], sky: [I5, I4], black: [E1]}\n  3: {sky: [I4, I3], red: [A3]}"
    score = GAME.score(read(text))
    assert (totals(score)[RED], totals(score)[SKY]) == (2, 2)
    assert score.winners == ("player 4",)
    assert score.tie_break == "player 1 and player 4 have as many points: decided by round 3"
    shared = GAME.score(read("options: {ties: shared}\n" + text))
    assert (shared.winners, shared.tie_break) == (("player 1", "player 4"), "")
    equal = GAME.score(read("drives: {1: {red: [A1, A2], sky: [I5, I4]}}"))
    assert equal.winners == ("player 1", "player 4")
    assert "equal in every round" in equal.tie_break
    assert len(GAME.score(GAME.initial(Random(0), 6)).winners) == 6


# Positions in files.

REFUSED = {
    "two pawns on a hex": ("tokens: {C3: [pawn red, pawn sky]}", "1:25", "one-pawn-a-hex"),
    "a pawn twice": ("tokens: {C3: pawn red, C4: pawn red}", "1:28", "one-pawn-each"),
    "two tiles": ("tokens: {C3: [direction, direction back]}", "1:26", "one-tile-a-hex"),
    "corner": ("tokens: {A1: direction}", "1:14", "not-on-a-corner"),
    "no start": ("starts: {red: B2}", "1:15", "starts"),
    "one start for two": ("starts: {red: A1, sky: A1}", "1:24", "starts"),
    "order out of reach": ("orders: {red: E5 L}\nround: 1", "1:15", "control"),
    "three tiles": ("orders: {red: [A2 L, A3 L, B1 L]}", "1:28", "two-direction-tiles"),
    "two blockades": ("orders: {red: [block A2, block A3]}", "1:26", "one-blockade"),
    "blockade and order": ("tokens: {A2: blockade red}\norders: {red: block A3}", "2:15", "one-blockade"),
    "robber in round 1": ("tokens: {A2: robber red}\nround: 1", "1:14", "robbers"),
    "robbers met in round 1": ("robbers: {red: [A2]}\nround: 1", "1:17", "robbers"),
    "three robbers": ("round: 6\nrobbers: {red: [A2, A3, A4]}", "2:25", "two-robbers"),
    "robbers on a hex": ("round: 6\nrobbers: {red: [A2, A2]}", "2:21", "different-hexes"),
    "robber under a pawn": (
        "drives: {5: {red: [A2, A3]}}\nrobbers: {sky: [A2]}", "2:17", "not-on-a-pawn",
    ),
    "round 2 after round 3 in the file": (
        "drives: {3: {red: [C3, C4]}, 2: {red: [B2, B3]}}", "1:20", "driving",
    ),
    "leap": ("drives: {2: {red: [A1, A3]}}", "1:24", "driving"),
    "twice on a hex": ("drives: {2: {red: [A1, A2, A1]}}", "1:28", "stopping"),
    "not from the start": ("drives: {1: {red: [B2, B3]}}", "1:20", "starts"),
    "not from this start": ("starts: {red: A5}\ndrives: {1: {red: [A1]}}", "2:20", "starts"),
    "not from the stop": (
        "drives: {2: {red: [B2, B3]}, 3: {red: [B2, B1]}}", "1:40", "driving",
    ),
    "not at the stop": (
        "drives: {2: {red: [B2, B3]}}\ntokens: {B4: pawn red}\nround: 3", "2:14", "driving",
    ),
    "not collided": (
        "drives: {2: {red: [B2, B3], sky: [B4, B3]}}\ntokens: {B3: pawn red}\nround: 3",
        "2:14", "driving",
    ),
    "one hex to set off from": (
        "drives: {2: {red: [B2, B3], sky: [B2, B1]}}", "1:35", "one-pawn-a-hex",
    ),
    "order of cards": ("cards: [1, 3, 2, 4, 5, 6]", "1:8", "round-cards"),
    "a card twice": ("cards: [1, 2, 2, 4, 5, 6]", "1:8", "round-cards"),
    "theme is late": (
        "options: {rounds: shuffled}\ncards: [2, 1, 3, 4, 5, 6]", "2:8", "round-cards",
    ),
    "after the end": ("round: 7\norders: {red: stay}", "2:15", "six-rounds"),
    "two drives": ("orders: {red: 'go left, go right'}", "1:25", "one-direction"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_an_illegal_position_is_refused_with_its_place_and_rule(name: str) -> None:
    """Each with one finding."""
    text, place, rule = REFUSED[name]
    with pytest.raises(IllegalPosition) as caught:
        read(text)
    assert [(f"{f.place.line}:{f.place.column}", f.rule) for f in caught.value.findings] == [
        (place, rule)
    ]


# What play cannot lead to, and beside each a neighbour that it can.

ALL_STARTS = "starts: {red: A1, orange: A5, green: E9, sky: I5, purple: I1, black: E1}"
# Red and Sky collide on B3; nobody stands on a start of theirs.
CRASHED = (
    f"{ALL_STARTS}\ndrives: {{2: {{red: [B2, B3], sky: [B4, B3], green: [G3, G4],"
    " orange: [E1], black: [I5, I4], purple: [I1]}}\n"
)
# Pawns in the robbery: Red on E2, all others on the right.
ROBBERY = (
    "drives: {5: {red: [E2, E3], sky: [D7, D6], green: [F7, F6], orange: [C6], black: [G6],"
    " purple: [E8]}}\n"
)
# Pawns on and beside five of the six hexes round E5.
AROUND = "sky: [E4, E3], orange: [E6, E7], green: [D4, D3], purple: [D5, D6]"
# As many tiles as six players have placed in two rounds.
MANY = (
    "A2: direction, B1: direction, A4: direction, B6: direction, E2: direction, E3: direction,"
    " E7: direction, E8: direction, I2: direction, H1: direction, I4: direction, H6: direction,"
    " C4: direction, D3: direction, D4: direction, D5: direction, D6: direction, E4: direction,"
    " E5: direction, E6: direction, F3: direction, F4: direction, F5: direction, F6: direction"
)
# The pawns of all but Red, off the starts.
OTHERS = "B6: pawn sky, C4: pawn orange, G5: pawn green, E6: pawn black, H2: pawn purple"
BOUNCED = "drives: {2: {sky: [H4, I3, H3, G3, F3, E3, D2]}}"

IMPOSSIBLE = {
    "a robber out of control": (
        ROBBERY + "robbers: {red: [E4, E7]}", "2:21", "control", ROBBERY + "robbers: {red: [E4, D1]}",
    ),
    "a robber that is nearer to any other": (
        "drives: {5: {red: [E1, E2]}}\nrobbers: {red: [E9]}", "2:17", "control",
        "drives: {5: {red: [E2, E3]}}\nrobbers: {red: [E8]}",
    ),
    "a robber under a pawn that stopped there": (
        CRASHED.replace("2: {", "4: {") + "round: 6\nrobbers: {red: [G4]}", "4:17", "not-on-a-pawn",
        CRASHED.replace("2: {", "4: {") + "round: 6\nrobbers: {red: [B3]}",
    ),
    "a turn by 120 degrees": (
        "drives: {1: {red: [A1, A2, B2, B1]}}", "1:24", "driving",
        "drives: {1: {red: [A1, A2, B3]}}",
    ),
    "a turn on a corner": (
        "drives: {2: {red: [A4, A5, B6]}}", "1:24", "driving",
        "options: {corner-tiles: allowed}\ndrives: {2: {red: [A4, A5, B6]}}",
    ),
    "a turn under a pawn": (
        "options: {corner-tiles: allowed}\ndrives: {1: {red: [A1, A2, A3, A4, A5, B6]}}",
        "2:36", "driving", "drives: {1: {red: [A1, A2, A3, A4, A5]}}",
    ),
    "a turn that nobody controls": (
        "drives: {1: {red: [A1, B2, C3, D4, D5]}}", "1:32", "driving",
        "drives: {3: {red: [A1, B2, C3, D4, D5]}}",
    ),
    "a bounce without rubber walls": (
        "drives: {5: {red: [C6, C7, D7, E7]}}", "1:24", "driving",
        "drives: {6: {red: [C6, C7, D7, E7]}}",
    ),
    "a wrong bounce": (
        "drives: {6: {red: [H4, I3, I4]}}", "1:24", "driving",
        "drives: {6: {red: [H4, I3, H3]}}",
    ),
    "a bounce before a turn": (
        "drives: {6: {red: [C6, C7, D8]}}\ntokens: {C7: direction}", "2:14", "driving",
        "options: {bounce: bounce-first}\ndrives: {6: {red: [C6, C7, D8]}}\ntokens: {C7: direction}",
    ),
    "two turns on one hex": (
        "drives: {2: {red: [C2, C3, B3], sky: [D3, C3, C4]}}", "1:43", "driving",
        "drives: {2: {red: [C2, C3, B3], sky: [D3, C3, B2]}}",
    ),
    "straight over a tile that turns": (
        "drives: {2: {red: [C2, C3, B3], sky: [D3, C3, B3]}}", "1:43", "driving",
        "drives: {2: {red: [C2, C3, C4], sky: [D3, C3, B3]}}",
    ),
    "straight over a tile of an earlier round": (
        "drives: {2: {red: [C2, C3, B3]}, 4: {sky: [D3, C3, B3]}}", "1:48", "driving",
        "options: {blockade-over: removes}\n"
        "drives: {2: {red: [C2, C3, B3]}, 4: {sky: [D3, C3, B3]}}",
    ),
    "nothing to stop at": (
        "drives: {1: {red: [A1, B2, C3, D4]}}", "1:32", "stopping",
        "drives: {2: {red: [A1, B2, C3, D4]}}",
    ),
    "a blockade where another drives": (
        "drives: {3: {red: [E3, E4], sky: [F4, E4, D3], green: [F5, E5, D4]}}", "1:24", "stopping",
        "drives: {3: {red: [E3, E4], sky: [F4, E4, D3], green: [F5, E6]}}",
    ),
    "more blockades than one a player": (
        # Only whoever starts on I1 can stop Red with H1, and Sky with G3.
        "drives: {1: {red: [I5, H5, H4, H3, H2], sky: [E1, F1, G1, G2]}}", "1:59", "one-blockade",
        "drives: {1: {red: [I5, H5, H4, H3, H2], sky: [E1, F1, G1]}}",
    ),
    "to stay where everybody has to drive": (
        f"options: {{no-direction: forbidden}}\ndrives: {{4: {{red: [E5], {AROUND}, black: [F4, F5]}}}}",
        "2:20", "one-direction",
        f"options: {{no-direction: forbidden}}\ndrives: {{4: {{red: [E5], {AROUND}, black: [F4, F3]}}}}",
    ),
    "a tile before the first round": (
        "round: 1\ntokens: {C3: direction, B3: direction}", "2:14", "control",
        "round: 2\ntokens: {C3: direction, B3: direction}",
    ),
    "a tile where nobody was in the first round": (
        "round: 2\ntokens: {C4: direction}", "2:14", "control", "round: 3\ntokens: {C4: direction}",
    ),
    "three tiles of one player in a round": (
        "round: 2\ntokens: {A2: direction, B1: direction, B2: direction}", "2:44",
        "two-direction-tiles", "round: 2\ntokens: {A2: direction, B1: direction, A3: direction}",
    ),
    "more tiles than two a player a round": (
        f"round: 3\ntokens: {{{MANY}, F7: direction}}", "2:374", "two-direction-tiles",
        f"round: 3\ntokens: {{{MANY}}}",
    ),
    "a tile that was driven over straight": (
        "drives: {2: {red: [C2, C3, C4]}}\ntokens: {C3: direction}\nround: 3", "2:14", "driving",
        "drives: {2: {red: [C2, C3, B3]}}\ntokens: {C3: direction}\nround: 3",
    ),
    "a tile that is not turned over": (
        "drives: {3: {red: [C2, C3, B3]}}\ntokens: {C3: direction}\nround: 4", "2:14", "driving",
        "drives: {3: {red: [C2, C3, B3]}}\ntokens: {C3: direction back}\nround: 4",
    ),
    "a pawn off its start in round 1": (
        "round: 1\ntokens: {C3: pawn red}", "2:14", "starts", "round: 1\ntokens: {E9: pawn red}",
    ),
    "a pawn on another's start in round 1": (
        "round: 1\nstarts: {sky: A1}\ntokens: {A1: pawn red}", "3:14", "starts",
        "round: 1\nstarts: {sky: A1}\ntokens: {A5: pawn red}",
    ),
    "a drive from another's start": (
        "drives: {1: {red: [A1, A2]}}\nstarts: {sky: A1}", "1:20", "starts",
        "drives: {1: {red: [A1, A2]}}\nstarts: {sky: A5}",
    ),
    "not home, though the start is empty": (
        CRASHED + "tokens: {A5: pawn red}\nround: 3", "3:14", "driving",
        CRASHED + "tokens: {A1: pawn red}\nround: 3",
    ),
    "a draw of a start that is taken": (
        CRASHED.replace("[I1]", "[I1, H1]").replace("[I5, I4]", "[I5]")
        + "tokens: {E1: pawn sky}\nround: 3", "3:14", "driving",
        CRASHED.replace("[I1]", "[I1, H1]").replace("[I5, I4]", "[I5]")
        + "tokens: {I1: pawn sky}\nround: 3",
    ),
    "where another has stopped": (
        "drives: {2: {red: [B2, B3]}}\ntokens: {B3: pawn sky}\nround: 3", "2:14", "driving",
        "drives: {2: {red: [B2, B3]}}\ntokens: {B4: pawn sky}\nround: 3",
    ),
    "an order within a line": (
        "orders: {red: 'B3 L,D4 R, block B1'}\nround: 1", "1:21", "control",
        "orders: {red: 'B3 L,C3 R, block B1'}\nround: 1",
    ),
    "on a start though nobody else can have collided": (
        f"drives: {{2: {{red: [B2, B3]}}}}\ntokens: {{A1: pawn red, {OTHERS}}}\nround: 3",
        "2:14", "driving",
        f"drives: {{2: {{red: [B2, B3]}}}}\ntokens: {{A1: pawn red, {OTHERS.replace('C4', 'A5')}}}\nround: 3",
    ),
    "drives in rounds that are shuffled, without cards": (
        f"options: {{rounds: shuffled}}\n{BOUNCED}", "1:19", "round-cards",
        f"options: {{rounds: shuffled}}\ncards: [1, 6, 2, 3, 4, 5]\n{BOUNCED}",
    ),
    "a bounce before rubber walls": (
        f"options: {{rounds: shuffled}}\ncards: [1, 2, 6, 3, 4, 5]\n{BOUNCED}", "3:24", "driving",
        f"options: {{rounds: shuffled}}\ncards: [1, 6, 2, 3, 4, 5]\n{BOUNCED}",
    ),
    "robbers in rounds that are shuffled, without cards": (
        "options: {rounds: shuffled}\nrobbers: {red: [C3]}", "1:19", "round-cards",
        "options: {rounds: shuffled}\ncards: [1, 2, 3, 5, 4, 6]\nrobbers: {red: [C3]}",
    ),
    "a tile in rounds that are shuffled, without cards": (
        "options: {rounds: shuffled}\ntokens: {C3: direction}", "1:19", "round-cards",
        "options: {rounds: shuffled}\nround: 3\ntokens: {C3: pawn red}",
    ),
    "an order in rounds that are shuffled, without cards": (
        "orders: {red: stay}\noptions: {rounds: shuffled}", "2:19", "round-cards",
        "orders: {red: stay}\noptions: {rounds: in-order}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_play_cannot_lead_to_is_refused_and_its_neighbour_is_not(name: str) -> None:
    """With one finding, at the very word."""
    text, place, rule, neighbour = IMPOSSIBLE[name]
    with pytest.raises(IllegalPosition) as caught:
        read(text)
    assert [(f"{f.place.line}:{f.place.column}", f.rule) for f in caught.value.findings] == [
        (place, rule)
    ]
    GAME.invariants(read(neighbour))


MISUNDERSTOOD = {
    "key": ("token: {}", "1:1", 'did you mean "tokens"'),
    "list": ("[1, 2]", "1:1", "has to be a mapping"),
    "cell": ("tokens: {J1: pawn red}", "1:10", 'no hex "J1"'),
    "token": ("tokens: {A1: pwn red}", "1:14", 'did you mean "pawn red"'),
    "colour": ("orders: {blu: stay}", "1:10", '"blu"'),
    "order": ("orders: {red: jump}", "1:15", "is no order"),
    "way": ("orders: {red: go up}", "1:15", "no way to drive"),
    "option": ("options: {left: up}", "1:17", '"left" cannot be'),
    "unknown option": ("options: {lft: up}", "1:11", 'did you mean "left"'),
    "board": ("board: map", "1:8", "board cannot be"),
    "round": ("round: 8", "1:8", "at most 7"),
    "round of drives": ("drives: {7: {red: [A1]}}", "1:10", '"7"'),
    "early round": ("round: 2\ndrives: {2: {red: [A1]}}", "1:8", "3 or more"),
    "cell of a drive": ("drives: {2: {red: [B2, J1, B4]}}", "1:24", 'no hex "J1"'),
    "chance": ("chance: {step: 2}", "1:9", 'needs "seed"'),
    "card": ("cards: [0, 1]", "1:9", "1 or more"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISUNDERSTOOD)
def test_what_is_not_understood_is_told_with_its_place(name: str) -> None:
    """It is no IllegalPosition: no rule of the game is broken."""
    text, place, message = MISUNDERSTOOD[name]
    with pytest.raises(InvalidDefinition) as caught:
        read(text)
    assert not isinstance(caught.value, IllegalPosition)
    assert str(caught.value).startswith(f"position.yaml:{place}: ")
    assert message in str(caught.value)


def test_all_problems_are_told_at_once() -> None:
    """In the order of the file; of orders only once the rest is sound."""
    with pytest.raises(InvalidDefinition) as caught:
        read("tokens: {A1: direction, C3: [pawn red, pawn sky]}\nround: 9\nfoo: 1")
    rules = [finding.rule for finding in caught.value.findings]
    assert rules == ["not-on-a-corner", "one-pawn-a-hex", "number", "unknown-key"]
    with pytest.raises(IllegalPosition) as illegal:
        read("round: 1\norders: {red: [E5 L, block A1], sky: robber A2}")
    assert [each.rule for each in illegal.value.findings] == ["control", "not-on-a-pawn", "robbers"]
    for text in ("", "tokens: ["):
        with pytest.raises(UnusableInput):
            read(text)


def test_one_slip_is_one_finding() -> None:
    """What follows from it is not told, too."""
    for text, rule in {
        "drives: {2: {red: [B2, C9, B4]}}": "cell",
        "drives: {2: {red: [B2, E5, B4]}, 3: {red: [B4, B5]}}": "driving",
        "drives: {2: {red: [B2, C2, B2, B3]}, 3: {red: [B3, B4]}}": "stopping",
        "round: 1\ntokens: {C3: direction, C4: direction, E5: direction}": "control",
        "orders: {red: 'go left, go right, A2 L'}": "one-direction",
        "cards: none": "structure",
    }.items():
        with pytest.raises(InvalidDefinition) as caught:
            read(text)
        assert [each.rule for each in caught.value.findings] == [rule], text


def test_a_round_that_is_not_told_is_the_first_that_can_be() -> None:
    """By where pawns and tiles lie; a round that is told is not doubted."""
    for tokens, number in {
        "A1: pawn sky": 1,
        "C3: pawn sky": 2,
        "C3: direction": 2,
        "C4: direction": 3,
        MANY: 3,
        f"{MANY}, F7: direction": 4,
    }.items():
        position = read(f"tokens: {{{tokens}}}")
        assert position.round == number, tokens
        assert read(GAME.write_position(position)) == position
    assert read("round: 5\ntokens: {A1: pawn sky}").round == 5


def test_a_round_after_drives_is_the_first_that_can_be_too() -> None:
    """One more line that is true does not make a file illegal; the round is told by orders as well."""
    for text, number in {
        "drives: {1: {red: [A1]}}\ntokens: {A1: pawn red}": 2,
        "drives: {1: {red: [A1]}}\ntokens: {A4: pawn red}": 3,
        "drives: {2: {red: [B2, B3]}}\ntokens: {B4: pawn red}": 4,
        "drives: {2: {red: [C2, C3, C4]}}\ntokens: {C3: direction}": 4,
        "drives: {5: {red: [B2, B3]}}\ntokens: {B4: pawn red}": 7,
        "robbers: {red: [A2]}": 6,
        "drives: {1: {red: [A1]}}\nrobbers: {red: [A2]}": 6,
        "options: {rounds: shuffled}\ncards: [1, 5, 2, 3, 4, 6]\nrobbers: {red: [A2]}": 3,
        "tokens: {A2: robber red}": 5,
        "orders: {red: B2 L}": 1,
        "orders: {red: E5 L}": 3,
    }.items():
        position = read(text)
        assert position.round == number, text
        assert read(GAME.write_position(position)) == position


NOT_TOLD = {
    "round: 2\norders: {red: E5 L}": "red is not told to be anywhere, and on A1, its start,"
    " it does not control E5; write down its pawn",
    "round: 2\nstarts: {red: A5}\norders: {red: E5 L}": "red is not told to be anywhere, and on A5,"
    " its start, it does not control E5; write down its pawn",
    "round: 2\ntokens: {A1: pawn sky}\norders: {red: E5 L}": "red is not told to be anywhere, and on"
    " I5, a start, it does not control E5; write down its pawn",
    "drives: {2: {red: [B2, B3]}}\nround: 3\norders: {red: C3 L, sky: stay, green: A2 L}":
    "green is not told to be anywhere, and on E9, its start, it does not control A2;"
    " write down its pawn",
    "drives: {2: {red: [B2, B3]}}\nround: 3\norders: {red: E5 L}": "red is not told to be anywhere,"
    " and on B3, where it stopped, it does not control E5; write down its pawn",
    "round: 5\ntokens: {F3: pawn red}\norders: {red: robber A5}": "there is a pawn on A5; pawns that"
    " are not told are taken to be on their starts",
    "round: 5\ntokens: {F3: pawn red}\norders: {red: robber A1}": "red on F3 does not control A1;"
    " pawns that are not told are taken to be on their starts",
    "drives: {2: {sky: [D4, D5]}}\nround: 3\ntokens: {D3: pawn red}\norders: {red: D6 L}": "red on D3"
    " does not control D6; pawns that are not told are taken to be where they stopped, or on their"
    " starts",
    # Where they are told, they are not blamed.
    "round: 2\ntokens: {A1: pawn red}\norders: {red: E5 L}": "red on A1 does not control E5",
    "round: 1\nstarts: {red: A1}\norders: {red: E5 L}": "red on A1 does not control E5",
    "round: 3\ntokens: {D3: pawn red, D5: pawn sky}\norders: {red: D6 L}": "red on D3 does not"
    " control D6",
    "round: 5\ntokens: {F3: pawn red, A1: pawn sky}\norders: {red: robber A1}": "there is a pawn on A1",
    f"{CRASHED}round: 3\norders: {{green: A2 L}}": "green on G4 does not control A2",
}  # fmt: skip


@pytest.mark.parametrize("text", NOT_TOLD)
def test_orders_are_held_against_pawns_that_are_not_told_and_this_is_said(text: str) -> None:
    """They stand where they stopped, or on starts."""
    with pytest.raises(IllegalPosition) as caught:
        read(text)
    assert [each.message for each in caught.value.findings] == [NOT_TOLD[text]]


def test_an_order_is_told_where_it_stands_in_its_line() -> None:
    """In quotes or without; at the beginning where the line is written otherwise than it is read."""
    for text, place in {
        "orders:\n  red: B3 L, go up": "2:14",
        "orders:\n  red: 'B3 L,  go up'": "2:16",
        "orders: {red: [B3 L, 'C3 R, jump']}": "1:29",
        'orders: {red: "B3 L, \\x67o up"}': "1:15",
        "orders:\n  red: >\n    B3 L,\n    go up": "2:8",
    }.items():
        with pytest.raises(InvalidDefinition) as caught:
            read(text)
        assert str(caught.value).startswith(f"position.yaml:{place}: "), text


def test_the_figures_of_the_rulebook_can_be_read() -> None:
    """What a figure says besides is ignored; pawns that it leaves out stand on starts."""
    blocks = re.findall(r"```position\n(.*?)```", text_of("hexagonal-highway"), re.DOTALL)
    for block in blocks:
        if "blockade" in block or "robber" in block:
            continue  # needs a round, and a player who has placed them
        position = read(block)
        GAME.invariants(position)
        if "orders:" in block:
            continue  # the round is driven when it is read
        for where, what in re.findall(r"(\w+): pawn (\w+)", block):
            assert position.pawns[COLOURS.index(what)] == cell(where)
    assert len(blocks) == 8


def test_a_collided_pawn_may_be_on_any_start_next() -> None:
    """And one whose drive is told, if somebody's is not, too."""
    text = "drives: {{2: {{red: [B2, B3], sky: [B4, B3]}}}}\ntokens: {{{}: pawn red}}"
    assert read(text.format("A1")).pawns[RED] == cell("A1")
    assert read("drives: {2: {red: [B2, B3]}}\ntokens: {A1: pawn red}").pawns[RED] == cell("A1")


def test_what_a_file_leaves_out_follows_from_what_it_tells() -> None:
    """Pawns stand where they stopped, or on starts; starts are where round 1 began."""
    assert read("drives: {2: {red: [B2, B3]}}").pawns[RED] == cell("B3")
    crashed = read("drives: {2: {red: [B2, B3], sky: [B4, B3]}}")
    assert (crashed.pawns[RED], crashed.pawns[SKY]) == (crashed.starts[RED], crashed.starts[SKY])
    first = read("drives: {1: {red: [E9, E8]}}")
    assert (first.starts[RED], first.pawns[RED]) == (cell("E9"), cell("E8"))
    assert sorted(named(first.starts)) == ["A1", "A5", "E1", "E9", "I1", "I5"]
    GAME.invariants(first)
    shown = named(read("tokens: {A5: pawn red, A1: pawn sky}").pawns)
    assert (shown[RED], shown[SKY]) == ("A5", "A1")
    assert sorted(shown) == ["A1", "A5", "E1", "E9", "I1", "I5"]
    assert read("caption: nothing").round == 1


def test_orders_in_a_file_stand_in_any_order() -> None:
    """How to drive may come first, and several lines or one make no difference."""
    sheets = [
        read(f"orders: {{red: {text}}}").sheets[RED]
        for text in ("'go right, A3 L, block A2'", "[block A2, go right, A3 L]")
    ]
    assert sheets[0] == sheets[1]
    assert write_sheet(ROAD, sheets[0]) == "A3 L, block A2, go right"


def test_only_what_is_unusual_is_written_of_the_options() -> None:
    """A file does not change its meaning for what it does not say."""
    assert "options" not in GAME.write_position(GAME.initial(Random(0), 6))
    other = GAME.initial(Random(0), 6, {"left": "clockwise"})
    assert "options: {left: clockwise}\n" in GAME.write_position(other)


def test_the_table_shows_pawns_on_their_tiles() -> None:
    """With the words of figures; orders stay secret."""
    text = "tokens: {C3: [direction back, pawn red], E5: direction}\norders: {red: block C4}"
    table = GAME.table(read(text))
    assert table.board == "board"
    assert table.tokens[-3:] != ()
    assert [each for each in table.tokens if each[0] in ("C3", "E5", "C4")] == [
        ("C3", "direction back"), ("C3", "pawn red"), ("E5", "direction"),
    ]  # fmt: skip


def test_each_option_is_checked_and_written() -> None:
    """Each choice of each comes back from the file."""
    for option in GAME.options:
        assert option.default in option.choices
        for choice in option.choices:
            position = GAME.initial(Random(5), 6, {option.name: choice})
            assert position.chose(option.name, choice)
            assert read(GAME.write_position(position)) == position
    with pytest.raises(ValueError, match="no option"):
        GAME.initial(Random(5), 6, {"right": "x"})


# A slow oracle: the board as points of the plane, headings as complex numbers. The y axis points
# down, as on paper, so that a turn by a positive angle is clockwise.

PLANE = {
    f"{letter}{number}": complex(abs(row - 4) / 2 + number - 5, (row - 4) * math.sqrt(3) / 2)
    for row, letter in enumerate("ABCDEFGHI")
    for number in range(1, 10 - abs(row - 4))
}
HEADINGS = {
    way: cmath.rect(1, math.radians(angle))
    for way, angle in {
        "right": 0, "down-right": 60, "down-left": 120, "left": 180, "up-left": 240, "up-right": 300,
    }.items()
}  # fmt: skip
SIXTH = cmath.rect(1, math.pi / 3)
# Unit vectors from the middle of the board square to its six edges.
NORMALS = [cmath.rect(1, math.radians(30 + 60 * number)) for number in range(6)]
APOTHEM = 4 * math.sqrt(3) / 2


def near(point: complex) -> str | None:
    """The cell at a point, if there is one."""
    return next((name for name, at in PLANE.items() if abs(at - point) < 1e-6), None)


def dot(one: complex, other: complex) -> float:
    """The scalar product."""
    return (one * other.conjugate()).real


def mirrored(heading: complex, line: complex) -> complex:
    """A heading reflected in a line, which a unit vector goes along."""
    return 2 * dot(heading, line) * line - heading


def reflected(name: str, heading: complex) -> complex | None:
    """Where light goes on from a cell; None where it comes straight into a corner."""
    point = PLANE[name]
    if near(point + heading) is not None:
        return heading
    at = [normal for normal in NORMALS if dot(point, normal) > APOTHEM - 1e-6]
    if len(at) == 1:
        return mirrored(heading, at[0] * 1j)
    outward = point / abs(point)
    return None if abs(heading - outward) < 1e-6 else mirrored(heading, outward * 1j)


def test_bounces_are_those_of_the_plane() -> None:
    """Every cell and every heading, against reflection in the edge's line or the corner's tangent."""
    bounced = 0
    for name in PLANE:
        for way, heading in HEADINGS.items():
            expected = reflected(name, heading)
            found = WAYS[ROAD.bounced(cell(name), WAYS.index(way))]
            assert abs(HEADINGS[found] - (heading if expected is None else expected)) < 1e-6
            bounced += found != way
    assert bounced == 18 * 2 + 6 * 2, "two ways on each edge hex, and two in each corner"


def slow_drive(
    start: str, way: str, tiles: dict[str, str], blockades: set[str], rubber: bool
) -> list[str]:
    """A drive by the default rules, point by point."""
    visited = [start]
    heading: complex | None = HEADINGS[way]
    if rubber:
        heading = reflected(start, HEADINGS[way])
    while heading is not None:
        ahead = near(PLANE[visited[-1]] + heading)
        if ahead is None or ahead in blockades or ahead in visited:
            break
        visited.append(ahead)
        if ahead in tiles:
            heading = heading / SIXTH if tiles[ahead] == "L" else heading * SIXTH
        if rubber:
            heading = reflected(ahead, heading)
    return visited


def steps_from(start: str) -> dict[str, int]:
    """How many steps it is to each cell, breadth first."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        name = queue.popleft()
        for other, at in PLANE.items():
            if other not in steps and abs(abs(at - PLANE[name]) - 1) < 1e-6:
                steps[other] = steps[name] + 1
                queue.append(other)
    return steps


STEPS = {name: steps_from(name) for name in PLANE}


def slow_control(card: int, pawns: list[str], player: int) -> set[str]:
    """What a player controls, by counting steps and walking lines."""
    mine, others = pawns[player], [each for each in pawns if each != pawns[player]]
    if card == 3:
        seen = set()
        for heading in HEADINGS.values():
            name = near(PLANE[mine] + heading)
            while name is not None and name not in others:
                seen.add(name)
                name = near(PLANE[name] + heading)
        return seen
    return {
        name
        for name in PLANE
        if STEPS[mine][name] <= 2
        or (card == 5 and STEPS[mine][name] < min(STEPS[other][name] for other in others))
    }


def slow_round(before: Position, sheets: list[list[str]], after: Position) -> list[int]:
    """Checks a round by the default rules, and says what it scored."""
    card = int(before.card)
    pawns, starts = named(before.pawns), named(before.starts)
    tiles = lying(before)
    claims: dict[str, set[str]] = {}
    for sheet in sheets:
        for order in sheet:
            match order.split():
                case [name, "L" | "R" as side]:
                    claims.setdefault(name, set()).add(side)
                case ["block", name]:
                    claims.setdefault(name, set()).add("block")
    blockades = {name for name, kinds in claims.items() if kinds == {"block"}}
    tiles |= {name: max(kinds) for name, kinds in claims.items() if kinds in ({"L"}, {"R"})}
    drives = []
    for pawn, sheet in zip(pawns, sheets, strict=True):
        way = next((order[3:] for order in sheet if order.startswith("go ")), None)
        drives.append(slow_drive(pawn, way, tiles, blockades, card == 6) if way else [pawn])
    assert [named(drive) for drive in after.drives[-1]] == drives
    flips = not after.is_over and after.card == 4
    assert lying(after) == {
        name: ({"L": "R", "R": "L"}[side] if flips else side) for name, side in tiles.items()
    }
    stops = [drive[-1] for drive in drives]
    apart = {stop for stop in stops if stops.count(stop) == 1}
    for player, (stop, stands) in enumerate(zip(stops, named(after.pawns), strict=True)):
        if stop in apart:
            assert stands == stop
        elif starts[player] not in apart:
            assert stands == starts[player]
        else:
            assert stands in {*starts} - apart
    assert len({*after.pawns}) == 6
    points = []
    for drive in drives:
        worth = [
            1 if card != 2 else 2 if abs(PLANE[name]) < 1.1 else 0 if on_rim(name) else 1
            for name in drive[1:]
        ]
        points.append(sum(worth))
    for owner, sheet in enumerate(sheets):
        for order in sheet:
            if order.startswith("robber"):
                for player, drive in enumerate(drives):
                    if player != owner and order.split()[1] in drive[1:]:
                        points[owner] += 2
                        points[player] -= 2
    return points


def on_rim(name: str) -> bool:
    """Whether a cell has fewer than six others one step away."""
    return sum(steps == 1 for steps in STEPS[name].values()) < 6


def busy(rng: Random, moves: tuple[Order, ...]) -> Order:
    """A random order, mostly one that places something, and seldom to stay."""
    places = [move for move in moves if isinstance(move, Place)]
    if places and rng.random() < 0.75:
        return rng.choice(places)
    return rng.choice([move for move in moves if isinstance(move, Go)])


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_agree_with_the_plane(seed: int) -> None:
    """Control, conflicts, tiles, drives, collisions and points of every round."""
    rng = Random(seed)
    options = {"rounds": "shuffled"} if seed % 2 else {}
    position = GAME.initial(rng, 6, options)
    expected = [0] * 6
    sheets: list[list[str]] = [[] for _ in range(6)]
    while not GAME.is_over(position):
        player = position.writer
        assert player is not None
        if not sheets[player]:
            reach = slow_control(int(position.card), named(position.pawns), player)
            assert set(named(controlled(ROAD, position, player))) == reach
        move = busy(rng, GAME.legal_moves(position))
        sheets[player].append(GAME.write_move(move))
        after = GAME.play(position, move)
        if after.round > position.round:
            points = slow_round(position, sheets, after)
            expected = [one + other for one, other in zip(expected, points, strict=True)]
            assert totals(GAME.score(after)) == expected
            sheets = [[] for _ in range(6)]
        position = after


def test_drives_over_crowded_boards_agree_with_the_plane() -> None:
    """A tile on every third hex or so, with and without rubber walls."""
    rng = Random(7)
    lengths = []
    inner = [name for name in PLANE if not (on_rim(name) and abs(PLANE[name]) > 3.9)]
    for number in range(150):
        round_ = 6 if number % 3 else 4
        start = rng.choice(inner)
        free = [name for name in inner if name != start]
        tiles = {name: rng.choice("LR") for name in rng.sample(free, rng.randrange(35))}
        way = rng.choice(list(HEADINGS))
        lie = "".join(
            f", {name}: direction{'' if side == 'L' else ' back'}" for name, side in tiles.items()
        )
        after = driven(round_, f"{start}: pawn red{lie}", red=f"go {way}")
        expected = slow_drive(start, way, tiles, set(), round_ == 6)
        assert last_drive(after) == expected
        lengths.append(len(expected))
    assert max(lengths) > 15


# Games from the first order to the last.


@pytest.mark.parametrize("seed", range(20))
def test_random_games_end_and_are_written_and_read_back(seed: int) -> None:
    """At every step; with all options at their other choices in half of the games."""
    rng = Random(seed)
    others = {each.name: [*each.choices][-1] for each in GAME.options} if seed % 2 else {}
    position = GAME.initial(rng, 6, others)
    for _ in range(6 * 6 * 6 + 1):
        assert read(GAME.write_position(position)) == position
        GAME.invariants(position)
        moves = GAME.legal_moves(position)
        assert len(set(moves)) == len(moves)
        if GAME.is_over(position):
            break
        assert moves
        for move in rng.sample(moves, 3):
            assert GAME.read_move(position, GAME.write_move(move)) == move
            assert hash(GAME.play(position, move)) == hash(GAME.play(position, move))
        position = GAME.play(position, busy(rng, moves))
    assert GAME.is_over(position)
    score = GAME.score(position)
    for whose, total in score.totals:
        assert total == sum(part.points for part in score.parts if part.whose == whose)


KEYS = ("cards", "round", "starts", "tokens", "orders", "drives", "robbers")


def without(text: str, keys: Collection[str]) -> str:
    """A written position less these keys."""
    parts = re.split(r"^(?=\w)", text, flags=re.M)
    return "".join(part for part in parts if part.split(":")[0] not in keys)


def refusal(text: str) -> list[tuple[str, str]]:
    """The rules that a position breaks, and how; none where it is read."""
    try:
        GAME.invariants(read(text))
    except IllegalPosition as refused:
        return [(finding.rule, finding.message) for finding in refused.findings]
    return []


@pytest.mark.parametrize("round_", range(1, 8))
@pytest.mark.parametrize("rounds", ["in-order", "shuffled"])
def test_whatever_a_file_leaves_out_the_rest_is_read(round_: int, rounds: str) -> None:
    """But for orders without pawns, and rounds that are shuffled without cards."""
    rng = Random(round_)
    position = GAME.initial(rng, 6, {"rounds": rounds})
    while position.round < round_ or position.writer not in (BLACK, None):
        position = GAME.play(position, busy(rng, GAME.legal_moves(position)))
    text = GAME.write_position(position)
    for gone in chain.from_iterable(combinations(KEYS, n) for n in range(len(KEYS) + 1)):
        left = without(text, gone)
        found = refusal(left)
        hangs_on_cards = re.search("^(orders|drives|robbers):|direction", left, re.M)
        if rounds == "shuffled" and "cards" in gone and hangs_on_cards:
            assert [rule for rule, _ in found] == ["round-cards"], left
        elif "tokens" in gone and "orders" not in gone:
            assert all("not told" in message for _, message in found), left
        else:
            assert not found, left


def test_every_legal_order_plays_and_no_other_does() -> None:
    """Of all orders that can be written, in positions of every round."""
    rng = Random(3)
    position = GAME.initial(rng, 6)
    every: list[Order] = [Place(piece, where) for piece in Piece for where in ROAD.names]
    every += [Go(way) for way in (*range(6), None)]
    checked = 0
    while not GAME.is_over(position):
        legal = GAME.legal_moves(position)
        if rng.random() < 0.3:
            for order in every:
                if order in legal:
                    GAME.play(position, order)
                else:
                    with pytest.raises(IllegalMove):
                        GAME.play(position, order)
            checked += 1
        position = GAME.play(position, busy(rng, legal))
    assert checked > 15


def test_the_same_seed_is_the_same_game() -> None:
    """And another is another."""
    finals = []
    for seed in (4, 4, 5):
        rng = Random(seed)
        position = GAME.initial(rng, 6)
        while not GAME.is_over(position):
            position = GAME.play(position, busy(rng, GAME.legal_moves(position)))
        finals.append(position)
    assert finals[0] == finals[1] != finals[2]


def test_the_recorded_game() -> None:
    """Seed 1: the drives of rounds 2 and 6 and the tie at the end were followed by hand."""
    text = (ROOT / "tests/games/hexagonal-highway-1.txt").read_text("utf-8")
    position = GAME.initial(Random(1), 6)
    assert named(position.starts) == ["E9", "I1", "A5", "I5", "E1", "A1"]
    for line in text.splitlines():
        if line and not line.startswith("#"):
            position = GAME.play(position, GAME.read_move(position, line))
    assert GAME.is_over(position)
    score = GAME.score(position)
    assert totals(score) == [49, 55, 67, 53, 67, 57]
    assert score.winners == ("player 5",)
    assert "player 3 and player 5" in score.tie_break
    assert "round 6" in score.tie_break
    # Purple by hand: 8, then 3 x 2 + 4 on the way over the centre, 7, 7, 8 - 4 + 2, 29.
    purple = [part.points for part in score.parts if part.whose == "player 5"]
    assert purple == [8, 10, 7, 7, 8, -4, 2, 29]
    # Orange and Black met on A1 in round 2. Red stood on Orange's start, I1: a start was drawn.
    assert named(position.drives[2][player][0] for player in (ORANGE, BLACK)) == ["I5", "A1"]


def test_what_points_do_not_show_is_remarked() -> None:
    """Collisions, and who keeps a round from being driven; robbers lie there after the robbery."""
    crash = recorded("crash")
    assert GAME.score(crash).remarks == (
        "Round 4: red and black collided on A1.",
        "Round 4: orange and green collided on A2.",
    )
    waiting = read("round: 1\norders: {red: C3 L, orange: stay, green: stay, sky: stay}")
    assert GAME.score(waiting).remarks == (
        "Round 1 is not driven: no direction and no `stay` of red, purple and black is told.",
    )
    assert GAME.score(GAME.initial(Random(1), 6)).remarks == ()
    robbed = recorded("robbery")
    assert ("E4", "robber sky") in GAME.table(robbed).tokens
    assert not any("robber" in what for _, what in GAME.table(crash).tokens)
