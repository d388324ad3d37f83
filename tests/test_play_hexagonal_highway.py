"""Hexagonal Highway, played: orders, control, driving, collisions, scores, positions and records."""

from __future__ import annotations

import cmath
import math
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.definition import FigureDefinition
from pnp.definition.reading import read_source
from pnp.games.hexagonal_highway.game import (
    HIDDEN,
    HIDDEN_PART,
    NO_WAY,
    OFF_BOARD,
    Go,
    HexagonalHighway,
    Order,
    Phase,
    Piece,
    Place,
    Position,
    Sheet,
    after_collisions,
    controlled,
    objection,
    revealed,
)
from pnp.games.hexagonal_highway.pieces import WAYS
from pnp.play import HIDDEN_CHANCE, Chance, FileKind, Hidden, IllegalMove, IllegalPosition, Score
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, bundled, set_of
from tests.frequencies import surprise
from tests.playing import Playing
from tests.test_rulebooks import positions, text_of

GAME = HexagonalHighway()
PLAY = Playing(GAME)
read, recorded, written_moves = PLAY.read, PLAY.recorded, PLAY.legal
PIECES = GAME.pieces
COLOURS = PIECES.colours
RED, ORANGE, GREEN, SKY, PURPLE, BLACK = range(6)


def cell(name: str) -> Hex:
    """The cell of a name."""
    return PIECES.cell(name)


def named(cells: Iterable[Hex]) -> list[str]:
    """The names of cells."""
    return [PIECES.names[each] for each in cells]


def totals(score: Score) -> list[int]:
    """The totals in the order of the colours."""
    return [points for _, points in score.totals]


def on_board(
    round_: int, tokens: str, options: str = "", game: HexagonalHighway = GAME
) -> Position:
    """A position with these tokens, before anybody has written an order.

    Each player starts where the colours start in order. Pawns that are not there are on free starts.
    """
    text = f"options: {{{options}}}\nround: {round_}\ntokens: {{{tokens}}}\n"
    position = game.read_position(Source("tokens.yaml", text))
    pawns = [*position.pawns]
    for player, pawn in enumerate(position.pawns):
        own = (PIECES.starts[player], *PIECES.starts)
        if pawn == OFF_BOARD:
            pawns[player] = next(start for start in own if start not in pawns)
    return position._replace(
        tokens=position.tokens._replace(pawns=tuple((pawn,) for pawn in pawns)),
        sheets=(Sheet(),) * 6,
    )


def written(position: Position, player: int, orders: str) -> Position:
    """The position with these orders on a sheet; raises IllegalMove as a move does."""
    for text in filter(None, orders.split(", ")):
        order = GAME.read_move(position, text)
        wrong = objection(PIECES, position, player, order)
        if wrong is not None:
            raise IllegalMove(wrong.rule, wrong.message)
        position = position.with_order(player, order)
    return position


def driven(
    round_: int, tokens: str, *, options: str = "", game: HexagonalHighway = GAME, **orders: str
) -> Position:
    """The position after a round with these orders, in which pawns without a direction stay."""
    position = on_board(round_, tokens, options, game)
    for player, colour in enumerate(COLOURS):
        position = written(position, player, orders.get(colour, ""))
        if not position.sheets[player].is_complete:
            position = position.with_order(player, Go(NO_WAY))
    return revealed(game.pieces, position)


def last_drive(position: Position, player: int = RED) -> list[str]:
    """Where a pawn has been in the last round."""
    last = position.round - (position.phase is Phase.ORDERS)
    return named(position.drives[last - 1][player])


def lying(position: Position) -> dict[str, str]:
    """The direction tiles on the board, L or R."""
    return {PIECES.names[where]: piece.name[0] for where, piece in position.tokens.directions}


# Setting up and the course of a game.


def test_everybody_starts_on_a_corner_of_their_own_and_the_draw_is_fair() -> None:
    """Each colour gets each corner about equally often."""
    drawn = Counter[object]()
    for seed in range(600):
        position = GAME.initial(Random(seed), 6)
        assert position.pawns == position.starts
        assert sorted(named(position.starts)) == ["A1", "A5", "E1", "E9", "I1", "I5"]
        drawn.update(enumerate(named(position.starts)))
    assert len(drawn) == 36
    assert all(60 < times < 145 for times in drawn.values()), drawn


def test_players_write_one_after_the_other_and_the_last_order_reveals_all() -> None:
    """Nothing happens on the board before."""
    position = GAME.initial(Random(1), 6)
    first = position
    for player in range(1, 7):
        assert GAME.to_move(position) == player
        assert (position.round, position.tokens, position.drives) == (1, first.tokens, first.drives)
        position = GAME.play(position, Go(3))
    assert (position.round, GAME.to_move(position)) == (2, 1)
    assert all(position.drives[0])
    assert not any(position.drives[1])
    assert position.sheets == (Sheet(),) * 6


def test_after_six_rounds_nobody_writes_any_more() -> None:
    """The game is over, and another order is refused."""
    position = GAME.initial(Random(1), 6)
    for _ in range(36):
        assert not GAME.is_over(position)
        position = GAME.play(position, Go(3))
    assert GAME.is_over(position)
    assert (GAME.to_move(position), GAME.legal_moves(position)) == (None, ())
    with pytest.raises(IllegalMove, match="end-of-the-game"):
        GAME.play(position, Go(3))


def test_the_printed_set_is_played() -> None:
    """Colours, titles, board and supply are those of the set that is given."""
    text = (ROOT / "tilesets/hexagonal-highway.yaml").read_text("utf-8")
    other = set_of(
        text.replace("title: Theme", "title: First")
        .replace("  red: ", "  rust: ")
        .replace("[red,", "[rust,")
    )
    game = type(GAME)(other)
    assert game.pieces.titles[0] == "First"
    assert game.pieces.colours[0] == "rust"
    assert (PIECES.supply, len(PIECES.names), len(PIECES.centre)) == (55, 61, 7)
    with pytest.raises(UnusableInput, match='needs a "board"'):
        _ = type(GAME)(bundled("hexstatic")).pieces


ALL_SIX = """          cells: corners
          colours: [red, orange, sky, black, purple, green]
"""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("players: 6", "players: 3"), "3 colours of pawns, and 6 starts with 6 on corners"),
        ((ALL_SIX, "          cells: [A2, A4, C3]\n"), "6 colours of pawns, and 3 starts with 0"),
        ((ALL_SIX, "          cells: [A1, A5]\n"), "6 colours of pawns, and 2 starts with 2"),
        (("    - {name: pawn,", "    - {colours: [red, sky], name: pawn,"), "2 colours of pawns"),
        (("hexhex: 5", "hexes: 9 x 9"), "6 colours of pawns, and 4 starts with 0 on corners"),
    ],
)
def test_a_set_for_others_is_refused(change: tuple[str, str], message: str) -> None:
    """Before a position of it is scored: each player has a colour, and a start on a corner."""
    text = (ROOT / "tilesets/hexagonal-highway.yaml").read_text("utf-8")
    if "hexes" in change[1]:
        text = text.replace(ALL_SIX, "          cells: corners\n")
    if "[red, sky]" in change[1]:
        text = re.sub(r"(name: pawn,.*)colours: \w+, ", r"\1", text)
    assert change[0] in text
    with pytest.raises(UnusableInput, match="is a game for 6 players") as refused:
        _ = type(GAME)(set_of(text.replace(*change))).pieces
    assert message in refused.value.message


@pytest.mark.parametrize(
    ("theme", "number"),
    [("", "5 cards"), ("        - {title: Theme, copies: 2}\n", "7 cards")],
)
def test_a_set_without_six_round_cards_is_refused(theme: str, number: str) -> None:
    """Before a score names the card of a round that the set lacks."""
    text = (ROOT / "tilesets/hexagonal-highway.yaml").read_text("utf-8")
    changed, found = re.subn(r" +- title: Theme\n(?: {10}.*\n)+", theme, text)
    assert found == 1
    with pytest.raises(UnusableInput, match=f'"rounds" has {number}, .* a card for each of the 6'):
        _ = type(GAME)(set_of(changed)).pieces


# Control.


def test_the_control_of_the_page() -> None:
    """A1 controls A1, A2, A3, B1, B2, B3, C1, C2 and C3, as the figure in the rulebook marks."""
    page = ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    position = on_board(1, "A1: pawn red")
    assert named(controlled(PIECES, position, RED)) == page
    assert [each.value for each in figure("the pawn on A1 controls").highlight] == page


def test_line_of_sight_goes_over_tiles_and_ends_before_pawns() -> None:
    """Nothing else is controlled, not even the hex of the pawn itself."""
    tokens = "C3: pawn red, C4: direction, C6: pawn sky, E3: pawn green"
    position = on_board(3, tokens)
    # The others are on A5, I1 and E1, in no line of Red's. Sky ends the line to the right.
    found = named(controlled(PIECES, position, RED))
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
    """A cell as near to another pawn is not controlled, unless it is within two steps."""
    tokens = "E1: pawn red, E9: pawn sky, A5: pawn green, I5: pawn black, A4: pawn orange, I4: pawn purple"
    position = on_board(5, tokens)
    red, sky = (named(controlled(PIECES, position, player)) for player in (RED, SKY))
    assert {"E4", "E3", "E2"} <= set(red)
    assert "E5" not in red + sky, "four steps from both"
    assert "E6" in sky
    black = named(controlled(PIECES, position, BLACK))
    assert {"I3", "I5", "H4"} <= set(black), "two steps, though Purple is nearer"


def test_pawns_and_tiles_do_not_matter_for_control_within_two_steps() -> None:
    """Several players control the same hex."""
    position = on_board(4, "C3: pawn red, C4: pawn sky, D4: direction")
    for player in (RED, SKY):
        assert {"C3", "C4", "D4", "C5"} <= set(named(controlled(PIECES, position, player)))


# Orders.


ILLEGAL = {
    "block A5": ("not-on-a-corner", "A5 is a corner"),
    "left A1": ("not-on-a-pawn", "A1 has a pawn"),
    "left E5": ("control", "red on A3 does not control E5"),
    "robber B3": ("robbers", "only in round 5, Highway Robbery"),
}


@pytest.mark.parametrize("text", ILLEGAL)
def test_an_order_that_breaks_a_rule_is_refused_with_its_name(text: str) -> None:
    """And is not among the legal ones."""
    position = on_board(1, "A3: pawn red, A1: pawn sky, A4: pawn orange")
    order = GAME.read_move(position, text)
    assert order not in GAME.legal_moves(position)
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, order)
    rule, message = ILLEGAL[text]
    assert caught.value.rule == rule
    assert message in str(caught.value)


def test_the_first_orders_from_a_corner_are_these() -> None:
    """Eight free hexes less the corner: Left, Right, a blockade; six ways to drive, and no other."""
    moves = written_moves(on_board(1, "A1: pawn red"))
    cells = ["A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    assert moves == [
        *(f"left {name}" for name in cells),
        *(f"right {name}" for name in cells),
        *(f"block {name}" for name in cells),
        *(f"go {way}" for way in WAYS),
    ]


def test_a_direction_is_a_duty() -> None:
    """A sheet is complete with one of the six ways only; the message names them."""
    position = GAME.initial(Random(0), 6)
    for move in (Go(NO_WAY), Go(6)):
        with pytest.raises(IllegalMove) as caught:
            GAME.play(position, move)
        assert caught.value.rule == "one-direction"
        assert caught.value.message == (
            "red has no direction; write go and up-left, up-right, right, down-right, down-left or left"
        )
    with pytest.raises(IllegalMove, match="is not a move"):
        GAME.read_move(position, "stay")
    after = GAME.play(position, Go(0))
    assert GAME.to_move(after) == 2


def test_robbers_may_hide_on_corners_but_not_under_pawns() -> None:
    """Tiles may not."""
    moves = written_moves(on_board(5, "A3: pawn red, A1: pawn sky"))
    assert "robber A5" not in moves, "Orange is there"
    moves = written_moves(on_board(5, "A3: pawn red, C3: pawn orange, B3: pawn sky"))
    assert "robber A5" in moves
    assert not {"left A5", "block A5", "robber B3", "robber A3"} & {*moves}


def test_names_of_cells_may_be_written_small() -> None:
    """As people write who are in a hurry."""
    position = GAME.initial(Random(0), 6)
    assert GAME.read_move(position, " left  c3 ") == Place(Piece.LEFT, cell("C3"))


def test_no_cell_outside_is_played() -> None:
    """However the move was made."""
    with pytest.raises(IllegalMove, match="not on the board"):
        GAME.play(GAME.initial(Random(0), 6), Place(Piece.LEFT, Hex(9, 9)))


def test_the_order_of_writing_does_not_matter() -> None:
    """The same sheet is the same position."""
    texts = ["left C3, block B2, right A2", "right A2, left C3, block B2"]
    one, other = (written(on_board(1, "A1: pawn red"), RED, text) for text in texts)
    assert one == other
    assert hash(one) == hash(other)
    sheet = [GAME.write_move(order) for order in one.sheets[RED].orders]
    assert sheet == ["left C3", "right A2", "block B2"]


# Placing tiles.


def test_the_same_hex_at_the_same_time() -> None:
    """The four examples of the rulebook."""
    after = driven(4, "C5: pawn red, E5: pawn sky", red="left D6", sky="left D6")
    assert lying(after) == {"D6": "L"}
    tokens = "D3: pawn red, E5: pawn sky, E4: direction back"
    assert lying(driven(4, tokens, red="left E4", sky="right E4")) == {"E4": "R"}
    after = driven(
        4,
        "E3: pawn green, G3: pawn black, F4: pawn purple, I2: pawn sky",
        green="left F3, left E4",
        black="left F3, right G4",
        purple="block F3, right E5",
        sky="go up-right",
    )
    assert lying(after) == {"E4": "L", "G4": "R", "E5": "R"}
    after = driven(
        4, "G3: pawn orange, G7: pawn purple", orange="block G5, go right", purple="block G5"
    )
    assert last_drive(after, ORANGE) == ["G3", "G4"]


def test_one_hex_named_twice_on_one_sheet_fails_too() -> None:
    """As between two players; the same tile twice is one tile."""
    assert lying(driven(4, "C3: pawn red", red="left C4, right C4")) == {}
    assert lying(driven(4, "C3: pawn red", red="left C4, block C4")) == {}
    assert lying(driven(4, "C3: pawn red", red="left C4, left C4")) == {"C4": "L"}


def test_robbers_are_not_tiles() -> None:
    """They cancel nothing, and nothing cancels them."""
    tokens = "C3: pawn red, C5: pawn sky, E4: pawn green"
    after = driven(
        5, tokens, red="left C4, go left", green="right C4, go left",
        sky="robber C4, left D5, go right",
    )  # fmt: skip
    assert lying(after) == {"D5": "L"}
    assert after.tokens.robbers[SKY] == (cell("C4"),)
    assert last_drive(after, SKY) == ["C5", "C6", "C7"]
    after = driven(5, tokens, red="left C4", sky="robber C4")
    assert lying(after) == {"C4": "L"}


def test_direction_tiles_last_until_they_are_replaced() -> None:
    """A new tile replaces the old one; a blockade only covers it."""
    tokens = "C3: pawn red, C4: direction, C5: direction"
    after = driven(4, tokens, red="right C4, block C5, go right")
    assert lying(after) == {"C4": "R", "C5": "L"}
    after = driven(4, tokens, options="blockade-over: removes", red="right C4, block C5")
    assert lying(after) == {"C4": "R"}


def test_the_world_is_reversed_before_orders_are_written() -> None:
    """Every direction tile is turned over when round 4 begins, and only then."""
    after = driven(3, "C3: pawn red, C4: direction, E5: direction back", red="left C5")
    assert lying(after) == {"C4": "R", "C5": "R", "E5": "L"}
    after = driven(2, "C3: pawn red, C2: direction", red="left C5")
    assert lying(after) == {"C2": "L", "C5": "L"}
    after = driven(4, "C3: pawn red, C4: direction", red="left C5")
    assert lying(after) == {"C4": "L", "C5": "L"}


def test_corners_may_be_allowed_for_direction_tiles() -> None:
    """Then tiles for new hexes are placed while the supply lasts; blockades stay barred."""
    tokens = "A3: pawn red, C3: pawn orange"
    with pytest.raises(IllegalMove, match="not-on-a-corner"):
        driven(4, tokens, red="left A5")
    assert lying(driven(4, tokens, options="corner-tiles: allowed", red="left A5")) == {"A5": "L"}
    with pytest.raises(IllegalMove, match="not-on-a-corner"):
        driven(4, tokens, options="corner-tiles: allowed", red="block A5")


def test_where_the_supply_is_too_small_tiles_only_replace_others() -> None:
    """Nothing new is placed, and what is replaced goes back to the supply."""
    text = (ROOT / "tilesets/hexagonal-highway.yaml").read_text("utf-8")
    count = "      count: board-hexes - 6\n"
    few = set_of(text.replace(count, "      count: 2\n").replace("expect: 55", "expect: 2"))
    game = type(GAME)(few)
    tokens = "C3: pawn red, C4: direction"
    for orders in ("right C4, right C5", "right C4", "right C4, block E4"):
        after = driven(4, f"{tokens}, E5: direction", game=game, red=orders)
        assert lying(after) == {"C4": "R", "E5": "L"}
    assert lying(driven(4, tokens, game=game, red="right C5")) == {"C4": "L", "C5": "R"}
    with pytest.raises(IllegalPosition, match="set: the set has 2 direction tiles, not 3"):
        game.read_position(
            Source("few.yaml", "tokens: {C3: direction, C4: direction, E5: direction}")
        )


# Driving.


def figure(words: str) -> FigureDefinition:
    """The figure of the rulebook whose caption has these words."""
    return next(each for each in positions("hexagonal-highway") if words in each.caption.value)


def path(words: str, number: int = 0) -> list[str]:
    """A path in a figure."""
    return [each.value for each in figure(words).paths[number]]


def test_red_turns_left_on_e4_and_right_on_c4_and_stops_before_the_blockade() -> None:
    """The figure in the rulebook."""
    shown = {cell.value: content.value for cell, content in figure("turns left on E4").tokens}
    assert (shown.pop("C6"), shown.pop("C7")) == ("blockade sky", "pawn sky")
    lie = ", ".join(f"{where}: {what}" for where, what in shown.items())
    after = driven(4, f"{lie}, B5: pawn sky", red="go right", sky="block C6, go up-right")
    assert last_drive(after) == path("turns left on E4")


@pytest.mark.parametrize(
    ("number", "page"),
    [
        (0, ["C6", "C7", "D7", "E7"]),
        (1, ["H4", "I3", "H3", "G3"]),
        (2, ["F8", "E9", "D8"]),
    ],
)
def test_walls_throw_back_as_on_the_page(number: int, page: list[str]) -> None:
    """The figure has the ways of the page."""
    expected = path("Orange bounce", number)
    assert expected == page
    way = step(*expected[:2])
    after = driven(6, f"{expected[0]}: pawn red", red=f"go {way}")
    assert last_drive(after)[: len(expected)] == expected
    assert last_drive(driven(5, f"{expected[0]}: pawn red", red=f"go {way}"))[1:] == [expected[1]]


def step(one: str, other: str) -> str:
    """The way from a cell to its neighbour."""
    return next(way for n, way in enumerate(WAYS) if cell(one).moved(n) == cell(other))


def test_head_on_into_a_corner_the_pawn_stops() -> None:
    """E8 to E9 as on the page; and a pawn that sets off so does not move."""
    assert (
        last_drive(driven(6, "E8: pawn red", red="go right"))
        == path("stops in the corner", 3)
        == ["E8", "E9"]
    )
    for name, way in zip(("A1", "A5", "E9", "I5", "I1", "E1"), WAYS, strict=True):
        assert last_drive(driven(6, f"{name}: pawn red", red=f"go {way}")) == [name]


def test_a_pawn_that_sets_off_from_a_corner_bounces_as_one_that_arrives() -> None:
    """From E9 up-right to D8, as from F8 over E9 to D8."""
    arrived = last_drive(driven(6, "F8: pawn red", red="go up-right"))
    assert last_drive(driven(6, "E9: pawn red", red="go up-right"))[:4] == arrived[1:5]
    assert arrived[:3] == path("Orange bounce", 2) == ["F8", "E9", "D8"]


EDGE_ROW = re.compile(r"^\| [^|]*, ([A-I]\d).([A-I]\d) \| (.*) \|$", re.M)
CORNER_ROW = re.compile(r"^\| ([A-I]\d) \| ([a-z-]+) \| (.*) \|$", re.M)


def test_the_tables_of_bounces_in_the_rulebook() -> None:
    """Every row, on every hex of its edge, and every corner; and no other bounce."""
    text, bounces = text_of("hexagonal-highway"), dict[tuple[str, str], str]()
    for first, last, entries in EDGE_ROW.findall(text):
        one, other = cell(first), cell(last)
        edge = [Hex((one.q + other.q) // 2, (one.r + other.r) // 2), one, other]
        assert len({*edge}) == 3
        for entry in entries.split("|"):
            old, new = entry.strip().split(": ")
            bounces |= {(name, old): new for name in named(edge)}
    for corner, head_on, entries in CORNER_ROW.findall(text):
        bounces[corner, head_on] = head_on
        bounces |= {
            (corner, old): new for old, new in (e.strip().split(": ") for e in entries.split("|"))
        }
    assert len(bounces) == 18 * 2 + 6 * 3
    for where, name in PIECES.names.items():
        for number, way in enumerate(WAYS):
            assert WAYS[PIECES.bounced(where, number)] == bounces.get((name, way), way), (name, way)


def test_other_pawns_and_the_tile_at_the_start_do_not_matter() -> None:
    """A pawn drives through pawns; a tile turns only what moves onto it."""
    after = driven(4, "C3: [direction, pawn red], C5: pawn sky", red="go right")
    assert last_drive(after) == ["C3", "C4", "C5", "C6", "C7"]


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
    """Right becomes up-right, which the wall throws back to the left, where Red came from."""
    assert last_drive(driven(6, "C6: pawn red, C7: direction", red="go right")) == ["C6", "C7"]


def test_setting_off_towards_a_wall_a_pawn_bounces_at_once() -> None:
    """In round 6; in another round it does not move."""
    assert last_drive(driven(6, "C7: pawn red", red="go right"))[:3] == ["C7", "D7", "E7"]
    assert last_drive(driven(5, "C7: pawn red", red="go right")) == ["C7"]


# Collisions.


# The crash of the rulebook: Red and Sky on F5, Black on E9, which is Sky's start; Red's is A1.
STARTS = tuple(map(cell, ["A1", "I5", "A5", "E9", "I1", "E1"]))
CRASH = ["F5", "F1", "B2", "F5", "G2", "E9"]


def sorted_out(stops: list[str], seed: int = 0) -> tuple[list[str], Chance]:
    """Where the pawns are after collisions, and the chance that is left."""
    position = GAME.initial(Random(1), 6)._replace(starts=STARTS, chance=Chance(seed))
    pawns, chance = after_collisions(position, tuple(map(cell, stops)))
    return named(pawns), chance


def test_the_crash_of_the_rulebook() -> None:
    """Red goes home; Sky draws one of the four starts that are empty after that."""
    drawn = Counter[object]()
    for seed in range(200):
        (red, orange, green, sky, purple, black), chance = sorted_out(CRASH, seed)
        assert (red, orange, green, purple, black) == ("A1", "F1", "B2", "G2", "E9")
        assert chance.step == 1
        drawn[sky] += 1
    assert set(drawn) == {"A5", "I5", "I1", "E1"}
    assert min(drawn.values()) > 30


def test_without_a_crash_nothing_is_drawn() -> None:
    """Nor if all who have collided can go home."""
    apart = ["F5", "F1", "B2", "F4", "G2", "E9"]
    assert sorted_out(apart) == (apart, Chance(0))
    home = sorted_out(["F5", "F1", "B2", "F5", "G2", "E8"])
    assert home == (["A1", "F1", "B2", "E9", "G2", "E8"], Chance(0))


def test_a_crash_on_somebodys_start_does_not_block_it() -> None:
    """All collided pawns are lifted first."""
    pawns, _ = sorted_out(["E9", "F1", "B2", "E9", "G2", "I4"])
    assert pawns == ["A1", "F1", "B2", "E9", "G2", "I4"]


def test_several_pawns_draw_different_starts() -> None:
    """Black is on Sky's start, and Purple on Red's: Red and Sky draw from the other four."""
    for seed in range(30):
        (red, _, _, sky, *_), chance = sorted_out(["F5", "F1", "B2", "F5", "A1", "E9"], seed)
        assert red != sky
        assert {red, sky} <= {"A5", "I5", "I1", "E1"}
        assert chance.step == 2


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
    assert named(crash.pawns) == ["A1", "A5", "I5", "B1", "E9", "E1"]
    assert crash.chance.step == 1
    assert lying(crash) == {
        "A2": "R", "C1": "R", "C5": "R", "D4": "L", "D6": "R", "E4": "L", "E6": "R", "F3": "R",
    }  # fmt: skip


def test_the_figure_of_the_robbery_is_the_recorded_position() -> None:
    """Pawns, robbers and blockade lie as in the rulebook."""
    shown = {(cell.value, content.value) for cell, content in figure("past three robbers").tokens}
    text = (ROOT / "tests/positions/hexagonal-highway-robbery.yaml").read_text("utf-8")
    lie = re.search(r"tokens: \{(.*)\}", text)
    assert lie is not None
    assert {tuple(each.split(": ")) for each in lie[1].split(", ")} == shown


def test_the_edge_counts_nothing_and_the_seven_of_the_centre_two_in_round_2_alone() -> None:
    """24 hexes on the edge, 7 in the centre, 30 between."""
    worth = Counter[object]()
    for name in PIECES.names.values():
        other = next(each for each, steps in STEPS[name].items() if steps == 1)
        part = GAME.score(read(f"drives: {{2: {{red: [{other}, {name}]}}}}")).parts[0]
        worth[part.points] += 1
        first = GAME.score(read(f"drives: {{3: {{red: [{other}, {name}]}}}}")).parts[0]
        assert first.points == 1
    assert worth == {0: 24, 1: 30, 2: 7}


def test_robbers_of_several_all_take_and_a_total_may_fall_below_zero() -> None:
    """Red's own robber does not."""
    text = "tokens: {E3: [robber sky, robber black, robber red], E4: robber black}"
    score = GAME.score(read(f"{text}\ndrives: {{5: {{red: [E2, E3]}}}}"))
    assert totals(score) == [-3, 0, 0, 2, 0, 2]
    assert sum(part.points for part in score.parts) == 1
    drives = "drives: {1: {red: [A1, A2]}, 5: {red: [E2, E3]}, 6: {red: [E3, E4]}}"
    assert totals(GAME.score(read(f"{text}\n{drives}")))[RED] == -1


def test_late_rounds_break_ties() -> None:
    """Round 6 before round 5 and so on; or the tied share the win."""
    text = "drives:\n  1: {red: [A1, A2, A3], sky: [I5, I4], black: [E1]}\n  3: {sky: [I4, I3], red: [A3]}"
    score = GAME.score(read(text))
    assert (totals(score)[RED], totals(score)[SKY]) == (2, 2)
    assert score.winners == ("player 4",)
    assert score.tie_break == "player 1 and player 4 have equal points; round 3 decided"
    shared = GAME.score(read("options: {ties: shared}\n" + text))
    assert (shared.winners, shared.tie_break) == (("player 1", "player 4"), "")
    equal = GAME.score(read("drives: {1: {red: [A1, A2], sky: [I5, I4]}}"))
    assert equal.winners == ("player 1", "player 4")
    assert "equal in every round" in equal.tie_break
    assert len(GAME.score(GAME.initial(Random(0), 6)).winners) == 6


def test_what_points_do_not_show_is_remarked() -> None:
    """Collisions; and robbers are on the table after the robbery."""
    crash = recorded("crash")
    assert GAME.score(crash).remarks == (
        "Round 4: red and black collided on A1.",
        "Round 4: orange and green collided on A2.",
    )
    assert GAME.score(GAME.initial(Random(1), 6)).remarks == ()
    after = driven(5, "C5: pawn sky", sky="robber C4, go right")
    assert ("C4", "robber sky") in GAME.table(after).tokens
    assert not any("robber" in what for _, what in GAME.table(crash).tokens)


# Positions in files.

STARTED = "starts: {red: A1, orange: A5, green: E9, sky: I5, purple: I1, black: E1}\n"
TOKENS = """\
tokens:
  C3: [direction, pawn red]
  B5: pawn orange
  E7: pawn green
  G5: pawn sky
  G3: pawn purple
  E3: pawn black
"""
WHOLE = f"phase: orders\nround: 3\n{STARTED}{TOKENS}"


def test_a_whole_position_is_read_and_played_on() -> None:
    """Orders that are written count, in any order."""
    position = read(WHOLE)
    assert (position.round, GAME.to_move(position)) == (3, 1)
    assert named(position.pawns) == ["C3", "B5", "E7", "G5", "G3", "E3"]
    assert totals(GAME.score(position)) == [0] * 6
    orders = "orders: {red: [go right, block C4], sky: [left F5]}\n"
    position = read(WHOLE + orders)
    assert GAME.to_move(position) == 2
    assert position.sheets[RED] == Sheet((Place(Piece.BLOCK, cell("C4")), Go(2)))
    assert read(GAME.write_position(position)) == position
    first = read(f"phase: orders\nround: 1\n{STARTED}")
    assert first.pawns == first.starts


def test_an_extract_is_only_scored() -> None:
    """Pawns drive over what lies there; nobody moves on."""
    text = "round: 6\ntokens: {C6: [pawn red, direction], H4: pawn sky, H3: blockade green}\n"
    extract = read(f"{text}go: {{red: right, sky: down-left}}")
    assert totals(GAME.score(extract)) == [7, 0, 0, 1, 0, 0]
    assert (GAME.to_move(extract), GAME.legal_moves(extract)) == (None, ())
    assert not GAME.is_over(extract)
    assert GAME.read(Source("p.yaml", "caption: nothing")).kind is FileKind.EXTRACT
    with pytest.raises(InvalidDefinition, match='"orders" belongs to a whole position'):
        read("orders: {red: [go left]}")


def test_the_figures_of_the_rulebook_can_be_read() -> None:
    """They are extracts."""
    blocks = re.findall(r"```position\n(.*?)```", text_of("hexagonal-highway"), re.DOTALL)
    for block in blocks:
        position = read(re.sub("^(caption|path|labels|highlight):.*\n", "", block, flags=re.M))
        for where, what in re.findall(r"(\w+): pawn (\w+)", block):
            assert position.pawns[COLOURS.index(what)] == cell(where)
    assert len(blocks) == 6


def test_the_table_shows_pawns_on_their_tiles() -> None:
    """With the words of figures; orders stay secret."""
    text = WHOLE + "orders: {red: [block C4]}"
    table = GAME.table(read(text))
    assert table.board == "board"
    assert [each for each in table.tokens if each[0] in ("C3", "C4")] == [
        ("C3", "direction"), ("C3", "pawn red"),
    ]  # fmt: skip


# What a player sees.


def test_a_view_hides_the_sheets_of_others_and_the_chance() -> None:
    """It shows whose sheets are complete, and leaves the player the same orders to write."""
    position = read(f"{WHOLE}orders: {{red: [left C4, go left], orange: [block B4]}}")
    own, other = GAME.view(position, 2), GAME.view(position, 3)
    assert own.sheets[:2] == (HIDDEN, position.sheets[ORANGE])
    assert other.sheets[:2] == (HIDDEN, HIDDEN_PART)
    assert GAME.legal_moves(own) == GAME.legal_moves(position)
    with pytest.raises(Hidden, match="the orders are hidden"):
        GAME.legal_moves(other)
    with pytest.raises(Hidden, match="the orders are hidden"):
        GAME.play(other, Go(2))
    assert GAME.view(position, 1).sheets[:3] == (position.sheets[RED], HIDDEN_PART, Sheet())
    for view in (own, other):
        assert (GAME.to_move(view), view.chance) == (2, HIDDEN_CHANCE)
        assert "red:\n" not in GAME.write_position(view)
        assert "[go ?]" in GAME.write_position(view).replace('"', "")
        assert ("orange: [?]" in GAME.write_position(view).replace('"', "")) is (view is other)
        assert read(GAME.write_position(view)) == view
        assert [*GAME.status(view)] == []


def test_a_round_is_not_driven_from_a_view() -> None:
    """The other sheets are hidden; a sample has some, with which the pawns drive."""
    others = ", ".join(f"{colour}: [go left]" for colour in COLOURS[:-1])
    position = read(f"{WHOLE}orders: {{{others}}}")
    view = GAME.view(position, 6)
    with pytest.raises(Hidden, match="the other sheets are hidden"):
        GAME.play(view, Go(2))
    after = GAME.play(GAME.sample(view, 6, Random(1)), Go(2))
    assert (after.round, len(after.drives[2][BLACK])) == (4, 7)


def reachable(position: Position, writers: int) -> Iterator[tuple[Sheet, ...]]:
    """All sheets that so many players can write, move by move, each set of sheets once."""
    seen, ahead = {position.sheets}, [position]
    for each in ahead:
        yield each.sheets
        for order in GAME.legal_moves(each):
            if GAME.to_move(each) <= writers:
                after = GAME.play(each, order)
                if after.sheets not in seen:
                    seen.add(after.sheets)
                    ahead.append(after)


@pytest.mark.slow
def test_all_sheets_are_sampled_alike() -> None:
    """Complete ones, and those that are being written; as all that can be reached are counted."""
    # Red sees A2 only.
    position = on_board(3, "A1: pawn red, A3: pawn orange, B1: pawn green, B2: pawn sky")
    sheets = {sheets[RED] for sheets in reachable(position, 1)}
    written = {sheet for sheet in sheets if sheet.is_complete}
    assert (len(written), len(sheets)) == (72, 84)
    for hidden, possible in ((HIDDEN, written), (HIDDEN_PART, sheets - written)):
        view = position._replace(sheets=(hidden, *position.sheets[1:]), chance=HIDDEN_CHANCE)
        luck = Random(3)
        samples = [GAME.sample(view, 2, luck) for _ in range(2000)]
        found = [each.sheets[RED] for each in samples]
        assert surprise(found, dict.fromkeys(possible, 1)) < 4
        assert {each.sheets[1:] for each in samples} == {position.sheets[1:]}


@pytest.mark.slow
def test_all_robbers_and_directions_are_sampled_alike() -> None:
    """Up to two robbers on different hexes; of direction tiles two may be the same."""
    position = on_board(5, "A1: pawn red, A2: pawn orange, B1: pawn green, B2: pawn sky")
    places = [each for each in GAME.legal_moves(position) if isinstance(each, Place)]
    robbers = [each for each in places if each.piece is Piece.ROBBER]
    turns = [each for each in places if each.piece in (Piece.LEFT, Piece.RIGHT)]
    view, luck = position._replace(sheets=(HIDDEN, *position.sheets[1:])), Random(5)
    found = [GAME.sample(view, 2, luck).sheets[RED] for _ in range(3000)]
    for pieces, among, chosen in (
        ((Piece.ROBBER,), robbers, combinations),
        ((Piece.LEFT, Piece.RIGHT), turns, combinations_with_replacement),
    ):
        possible = [tuple(sorted(each)) for size in range(3) for each in chosen(among, size)]
        assert len({*possible}) == len(possible) > 15
        assert surprise([each.places(*pieces) for each in found], dict.fromkeys(possible, 1)) < 4
    assert [*GAME.status(position._replace(sheets=(found[0], *position.sheets[1:])))] == []


# Records.

HAND_WRITTEN = f"""\
start: {{phase: orders, round: 1, {STARTED.strip()}}}
moves:
  # Round 1
  - red: left B2
  - red: go down-right
  - orange: go down-left
  - green: block E7
  - green: go left
"""


def test_a_record_is_replayed_move_by_move() -> None:
    """Each player's orders; chance where it is not written, and drawn starts where it is."""
    record = GAME.read(Source("game.yaml", HAND_WRITTEN + "  - sky: go up-left\n"))
    assert (record.kind, record.moves) == (FileKind.RECORD, 6)
    assert GAME.to_move(record.position) == 5
    assert record.position.round == 1
    text = (ROOT / "tests/positions/hexagonal-highway-crash.yaml").read_text("utf-8")
    for start in ("I1", "I5"):
        after = read(text.replace("draws I5", f"draws {start}"))
        assert after.pawns[GREEN] == cell(start)
    assert read(text.replace("; draws I5", "")).pawns[GREEN] in (cell("I1"), cell("I5"))


def test_the_recorded_game() -> None:
    """The drives of rounds 2 and 6 and the tie at the end were followed by hand."""
    position = GAME.read_position(read_source(ROOT / "tests/games/hexagonal-highway-1.yaml"))
    assert named(position.starts) == ["E9", "I1", "A5", "I5", "E1", "A1"]
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
            found = WAYS[PIECES.bounced(cell(name), WAYS.index(way))]
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
    """The cells that a player controls, by counting steps and walking lines."""
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
    card = before.round
    pawns, starts = named(before.pawns), named(before.starts)
    tiles = lying(before)
    claims: dict[str, set[str]] = {}
    for sheet in sheets:
        for order in sheet:
            match order.split():
                case ["left" | "right" as side, name]:
                    claims.setdefault(name, set()).add(side[0].upper())
                case ["block", name]:
                    claims.setdefault(name, set()).add("block")
    blockades = {name for name, kinds in claims.items() if kinds == {"block"}}
    tiles |= {name: max(kinds) for name, kinds in claims.items() if kinds in ({"L"}, {"R"})}
    drives = []
    for pawn, sheet in zip(pawns, sheets, strict=True):
        way = next((order[3:] for order in sheet if order.startswith("go ")), None)
        drives.append(slow_drive(pawn, way, tiles, blockades, card == 6) if way else [pawn])
    assert [named(drive) for drive in after.drives[card - 1]] == drives
    flips = after.round == 4
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
    """A random order, mostly one that places something."""
    places = [move for move in moves if isinstance(move, Place)]
    if places and rng.random() < 0.75:
        return rng.choice(places)
    return rng.choice([move for move in moves if isinstance(move, Go)])


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_agree_with_the_plane(seed: int) -> None:
    """Control, conflicts, tiles, drives, collisions and points of every round."""
    rng = Random(seed)
    position = GAME.initial(rng, 6)
    expected = [0] * 6
    sheets: list[list[str]] = [[] for _ in range(6)]
    while not GAME.is_over(position):
        player = position.writer
        assert player is not None
        if not sheets[player]:
            reach = slow_control(position.round, named(position.pawns), player)
            assert set(named(controlled(PIECES, position, player))) == reach
        move = busy(rng, GAME.legal_moves(position))
        sheets[player].append(GAME.write_move(move))
        after = GAME.play(position, move)
        if after.drives != position.drives:
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


def test_every_legal_order_plays_and_no_other_does() -> None:
    """All orders that can be written are tried, in positions of every round."""
    rng = Random(3)
    position = GAME.initial(rng, 6)
    every: list[Order] = [Place(piece, where) for piece in Piece for where in PIECES.names]
    every += [Go(way) for way in range(-1, 7)]
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
