"""Hex Auction, played: rules one by one, positions, records, and a slow referee of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from textwrap import indent

import pytest

from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.games.hex_auction.game import (
    COINS,
    HIDDEN_BID,
    Bid,
    Choose,
    HexAuction,
    Lay,
    Move,
    Phase,
    Position,
    Stop,
    matches,
    order_of,
)
from pnp.play import FileKind, Hidden, IllegalMove, Layout, Score, replaced
from pnp.tiles import UNCOLOURED, Colour, Tile
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, bundled, family_text, set_of
from tests.frequencies import surprise
from tests.playing import Playing

GAME = HexAuction()
PLAY = Playing(GAME)
position, recorded, after = PLAY.read, PLAY.recorded, PLAY.played
RECORD = (ROOT / "tests/games/hex-auction-1.yaml").read_text("utf-8")


def breaks(start: Position, move: str) -> str:
    """The rule that a move breaks."""
    return PLAY.refused(start, move).rule


def start(players: int = 3, seed: int = 1, **options: str) -> Position:
    """A position at the start; options are written with underscores."""
    chosen = {name.replace("_", "-"): choice for name, choice in options.items()}
    return GAME.initial(Random(seed), players, chosen)


def laying(tiles: str, *hands: str, players: int = 3, **options: str) -> Position:
    """A position in which player 1 lays first, then player 3 and then player 2.

    The tiles of the board lie in a row from 0,0 to the right.
    """
    row = [GAME.pieces.read(text) for text in tiles.split()]
    kinds = [tuple(sorted(map(GAME.pieces.read_kind, hand.split()))) for hand in hands]
    kinds += [()] * (players - len(kinds))
    return start(players, **options)._replace(
        table=Layout.of((Hex(q, 0), tile, tile.edges) for q, tile in enumerate(row)),
        hands=tuple(kinds),
        offer=(),
        phase=Phase.LAY,
        bids=(0,) * players,
        tie_breaker=2,
    )


def chosen_in_order(turn: Position) -> Position:
    """The position in which everybody has chosen the first tile of the offer."""
    while turn.phase is Phase.CHOOSE:
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    return turn


def how(score: Score) -> list[str]:
    """How each part of a score comes about."""
    return [part.how for part in score.parts]


# The start


@pytest.mark.parametrize("players", [3, 4, 5])
def test_set_up(players: int) -> None:
    """One tile lies on the board, one for each player is on offer; 7 coins each, one in the pot."""
    begun = start(players)
    assert [*begun.table] == [Hex(0, 0)]
    assert len(begun.offer) == players
    assert begun.coins == (7,) * players
    assert (begun.pot, begun.turn, begun.phase) == (1, 1, Phase.BID)


def test_lots_are_drawn_for_the_tie_breaker_and_the_tiles() -> None:
    """Every player may get it, and the first tile differs; the same seed draws the same."""
    begun = [start(5, seed) for seed in range(40)]
    assert {each.tie_breaker for each in begun} == {1, 2, 3, 4, 5}
    assert len({each.table for each in begun}) > 20
    assert begun == [start(5, seed) for seed in range(40)]


@pytest.mark.parametrize(("choice", "coins"), COINS.items())
def test_players_may_begin_with_more_or_fewer_coins(choice: str, coins: int) -> None:
    """5 to 10 each, as the designer's page suggests; by default as many as the set has."""
    begun = start(4, coins=choice)
    assert begun.coins == (coins,) * 4
    assert [*GAME.status(begun)] == []


def test_the_set_that_is_printed_is_played() -> None:
    """Tiles, special tiles and coins come from the set."""
    pieces = GAME.pieces
    assert pieces.total == bundled("hex-auction").printed == 77
    assert len(pieces.special) == 7
    text = (ROOT / "tilesets/hex-auction.yaml").read_text("utf-8")
    poor = type(GAME)(set_of(text.replace("coins: 7 ", "coins: 5 ")))
    assert poor.initial(Random(1), 3).coins == (5, 5, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (family_text("generate: edges, where: {colours: 1}", rest="colours: [red]"), "coins"),
        (
            family_text(
                "generate: edges, where: {colours: 1}",
                tiles="shape: square, size: 30mm",
                rest="colours: [red]",
            ),
            "hexagons",
        ),
    ],
)
def test_a_set_without_what_the_game_needs_is_refused(text: str, message: str) -> None:
    """It needs hexagons and the number of coins."""
    with pytest.raises(UnusableInput, match=message):
        HexAuction(set_of(text)).initial(Random(1), 3)


# Bids and their order


def test_the_order_of_the_designers_page() -> None:
    """Seats A to E, the tie-breaker at A, bids 2, 3, 1, 2, 2: B, A, D, E, C."""
    assert "".join("ABCDE"[player - 1] for player in order_of((2, 3, 1, 2, 2), 1)) == "BADEC"


def goes_before(one: int, other: int, bids: tuple[int, ...], tie_breaker: int) -> bool:
    """The rule word for word: a higher bid, or the player whom you meet first, walking round."""
    if bids[one - 1] != bids[other - 1]:
        return bids[one - 1] > bids[other - 1]
    player = tie_breaker
    while player not in (one, other):
        player = 1 if player == len(bids) else player + 1
    return player == one


def slow_order(bids: tuple[int, ...], tie_breaker: int) -> tuple[int, ...]:
    """The only order in which every two players stand as the rule demands, by trying all."""
    (found,) = [
        order
        for order in permutations(range(1, len(bids) + 1))
        if all(
            goes_before(order[first], order[second], bids, tie_breaker)
            for second in range(len(bids))
            for first in range(second)
        )
    ]
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_order_is_the_only_one_that_the_rule_allows(players: int) -> None:
    """All bids from 0 to 2, wherever the tie-breaker is."""
    for bids in product(range(3), repeat=players):
        for tie_breaker in range(1, players + 1):
            assert order_of(bids, tie_breaker) == slow_order(bids, tie_breaker)


def test_bids_are_from_nothing_to_all() -> None:
    """Nobody can bid coins that they lack."""
    begun = start()
    assert GAME.legal_moves(begun) == tuple(map(Bid, range(8)))
    assert breaks(begun, "bid 8") == "bid"


def test_a_table_may_forbid_to_bid_nothing() -> None:
    """Then everybody with a coin bids one; without a coin you still bid nothing."""
    begun = start(bid_nothing="forbidden")
    assert GAME.legal_moves(begun)[0] == Bid(1)
    assert breaks(begun, "bid 0") == "bid-nothing"
    assert GAME.legal_moves(begun._replace(coins=(0, 7, 7))) == (Bid(0),)


def test_a_whole_turn_of_the_rulebook() -> None:
    """The bids of the page: the order of choosing, that of laying, and the money afterwards."""
    turn = start(5)._replace(tie_breaker=1)
    turn = after(turn, "bid 2", "bid 3", "bid 1", "bid 2", "bid 2")
    choosing, running = [], []
    for _ in range(5):
        choosing.append(GAME.to_move(turn))
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    assert turn.coins == (7, 7, 7, 7, 7)
    for _ in range(5):
        running.append(GAME.to_move(turn))
        turn = after(turn, "stop")
    assert choosing == [2, 1, 4, 5, 3]
    assert running == [3, 5, 4, 1, 2]
    assert turn.coins == (7, 6, 8, 7, 7)
    assert (turn.pot, turn.tie_breaker, turn.turn) == (1, 2, 2)


def test_of_equal_bids_that_of_the_tie_breaker_goes_first() -> None:
    """And the tie-breaker goes on from the last player to the first."""
    turn = after(start(3)._replace(tie_breaker=3), "bid 1", "bid 1", "bid 1")
    assert turn.order == (3, 1, 2)
    assert after(chosen_in_order(turn), "stop", "stop", "stop").tie_breaker == 1


def test_coins_that_cannot_be_shared_stay_in_the_pot() -> None:
    """12 coins and one are 4 for each of three, and one stays; 5 and one are 2 each."""
    for bids, coins, pot in [((7, 5, 0), (4, 6, 11), 1), ((4, 1, 0), (5, 8, 9), 0)]:
        turn = chosen_in_order(after(start(3), *(f"bid {bid}" for bid in bids)))
        turn = after(turn, "stop", "stop", "stop")
        assert (turn.coins, turn.pot) == (coins, pot)


# Choosing and laying


def test_a_chosen_tile_goes_from_the_offer_to_the_hand() -> None:
    """You can only choose what is on offer, however it is turned."""
    turn = after(start(3), "bid 0", "bid 1", "bid 0")
    tile = turn.offer[1]
    text = GAME.pieces.write(tile)
    chosen = after(turn, f"choose {text[2:] + text[:2]}")
    assert chosen.hands[1] == (tile,)
    assert Counter(chosen.offer) + Counter([tile]) == Counter(turn.offer)
    assert breaks(chosen, f"choose {text}") == "choose"


def test_each_step_has_its_own_moves() -> None:
    """A bid, a choice, a tile or a stop: not one instead of another."""
    bidding = start(3)
    choosing = after(bidding, "bid 0", "bid 0", "bid 0")
    running = chosen_in_order(choosing)
    moves = ("bid 0", "choose RROOYY", "lay RROOYY at 1,0", "stop")
    for step, own in ((bidding, {0}), (choosing, {1}), (running, {2, 3})):
        for number in {0, 1, 2, 3} - own:
            assert breaks(step, moves[number]) == "your-turn"


def test_a_tile_is_laid_by_the_board_and_turned_at_will() -> None:
    """Six places and six ways, or none at all."""
    moves = GAME.legal_moves(laying("RRPPSS", "RROOYY"))
    assert moves[0] == Stop()
    assert len(moves) == len(set(moves)) == 1 + 6 * 6


def test_a_tile_that_looks_the_same_turned_lies_in_fewer_ways() -> None:
    """Each way is one move."""
    text = (ROOT / "tilesets/hex-auction.yaml").read_text("utf-8")
    text = text.replace("AABBCC", "ABCABC").replace("expect: 70", "").replace("expect: 77", "")
    game = type(GAME)(set_of(text))
    hand = (game.pieces.read_kind("ROYROY"),)
    turn = laying("OYGSBP")._replace(hands=(hand, (), ()))
    assert len(game.legal_moves(turn)) == 1 + 6 * 3


def test_a_tile_comes_from_your_hand_and_lies_on_an_empty_place_by_the_board() -> None:
    """Each of these is a rule."""
    turn = laying("RRPPSS", "RROOYY OOYYGG")
    assert breaks(turn, "lay GGYYOO at 1,0") == "your-tile"
    assert breaks(turn, "lay RRYYOO at 1,0") == "your-tile"
    assert breaks(turn, "lay RROOYY at 0,0") == "empty-place"
    assert breaks(turn, "lay RROOYY at 2,0") == "touching"


def test_each_tile_touches_the_one_before_it() -> None:
    """It may touch others as well, but to touch the board or an older tile of the run is not enough."""
    turn = after(laying("RRPPSS", "RROOYY OOYYGG YYGGSS"), "lay RROOYY at 1,0")
    assert breaks(turn, "lay OOYYGG at -1,0") == "run"
    turn = after(turn, "lay OOYYGG at 1,-1")
    assert breaks(turn, "lay YYGGSS at 1,1") == "run"
    cells = {move.cell for move in GAME.legal_moves(turn) if isinstance(move, Lay)}
    assert cells == {Hex(0, -1), Hex(1, -2), Hex(2, -2), Hex(2, -1)}
    turn = after(turn, "lay YYGGSS at 2,-1", "stop")
    assert turn.runs[-1].cells == ((1, 0), (1, -1), (2, -1))


def test_the_first_tile_may_touch_one_that_was_laid_this_turn() -> None:
    """Any tile of the board will do."""
    turn = laying("RRPPSS", "RROOYY", "", "OOYYGG")
    turn = after(turn, "lay RROOYY at 1,0", "stop", "lay OOYYGG at 2,0", "stop")
    assert [run.cells for run in turn.runs] == [((1, 0),), ((2, 0),)]


def test_a_table_may_allow_several_runs_a_turn() -> None:
    """Each begins anywhere; between two runs an edge scores once, inside a run twice."""
    hand = ("RROOYY OOYYGG YYGGSS",)
    assert GAME.to_move(after(laying("RRPPSS", *hand), "lay RROOYY at 1,0", "stop")) == 3
    turn = after(laying("RRPPSS", *hand, runs="several"), "lay OYYRRO at 1,0", "stop")
    assert GAME.to_move(turn) == 1
    assert {move.cell for move in GAME.legal_moves(turn) if isinstance(move, Lay)} > {Hex(-1, 0)}
    turn = after(turn, "lay OOYYGG at -1,0", "stop", "lay GSSYYG at 2,0")
    assert how(GAME.score(turn)) == ["1", "0", "1"]
    # After the last tile of the hand there is no run to come.
    turn = after(turn, "stop")
    assert (GAME.to_move(turn), len(turn.runs)) == (3, 3)
    assert GAME.to_move(after(laying("RRPPSS", *hand, runs="several"), "stop")) == 3


# Scoring


def figures() -> Iterator[tuple[str, list[str]]]:
    """The runs of the rulebook, with the cells in the order of their numbers."""
    text = (ROOT / "templates/rules/hex-auction.md").read_text("utf-8")
    for block in re.findall(r"```position\n(.*?)```", text, re.DOTALL):
        numbers = {label: cell for cell, label in re.findall(r'"(-?\d,-?\d)": "(\d)"', block)}
        if numbers:
            yield block, [numbers[label] for label in sorted(numbers)]


def test_the_runs_of_the_rulebook() -> None:
    """2 + 1 and 3 + 3 + 1 + 2, from the figures as they are printed."""
    scores = []
    for block, cells in figures():
        found = GAME.score(position(block))
        scores.append((*how(found), dict(found.totals)["player 1"], found.winners))
        assert [*found.parts[0].where] == cells
    assert scores == [("2 + 1", 3, ("player 1",)), ("3 + 3 + 1 + 2", 9, ("player 1",))]


def test_the_run_of_the_rulebook_can_be_laid() -> None:
    """The second figure, move by move; the score follows."""
    turn = laying("RRPPSS OORRBB", "GBBRRG PPOOBB YGSBPO RYYPPR")
    old = GAME.pieces.read("BPPYYB")
    turn = turn._replace(table=turn.table.with_tile(Hex(0, 1), old, old.edges))
    scores = []
    for move in (
        "lay GBBRRG at 1,-1", "lay PPOOBB at 2,-1", "lay YGSBPO at 2,0", "lay RYYPPR at 1,1",
        "stop",
    ):  # fmt: skip
        turn = after(turn, move)
        scores += how(GAME.score(turn))
    assert scores == ["2", "3 + 2", "3 + 3 + 1", "3 + 3 + 1 + 2", "3 + 3 + 1 + 2"]
    assert GAME.table(turn).labels == ()


def test_an_edge_inside_a_run_counts_twice() -> None:
    """The page: two tiles that share a red edge gain a point each; an older tile gains none."""
    turn = laying("GGSSBB", "RROOYY RRYYOO")
    assert how(GAME.score(after(turn, "lay YRROOY at 1,0", "lay RRYYOO at 2,0"))) == ["0 + 0"]
    assert how(GAME.score(after(turn, "lay YRROOY at 1,0", "lay YYOORR at 2,0"))) == ["1 + 1"]
    turn = laying("GGSSBB YRROOY", "RRYYOO")
    assert how(GAME.score(after(turn, "lay YYOORR at 2,0"))) == ["1"]


def test_edges_without_a_colour_match_nothing() -> None:
    """Not even each other, in sets of other designers."""
    for colour, points in ((UNCOLOURED, 0), (Colour(0), 1)):
        tile = Tile((), (), (colour,) * 6)
        assert matches({Hex(0, 0): tile, Hex(1, 0): tile}, Hex(0, 0)) == points


def test_later_tiles_add_nothing_to_a_run() -> None:
    """The next player's matching edge is theirs alone."""
    score = GAME.score(recorded("corner"))
    assert how(score) == ["3 + 3 + 2", "2"]
    assert score.totals == (("player 1", 8), ("player 2", 2), ("player 3", 0))
    assert score.parts[1].where == ("2,0",)


def test_a_turn_that_brings_the_third_special_tile_is_finished() -> None:
    """The recorded position: E is laying; A and B still may, and the money is shared out."""
    turn = recorded("third-special")
    score = GAME.score(turn)
    assert [(part.whose, part.points, part.how) for part in score.parts] == [
        ("player 1", 1, ""),
        ("player 2", 4, ""),
        ("player 5", 2, ""),
        ("player 3", 1, "1"),
        ("player 5", 3, "1 + 2"),
    ]
    assert [total for _, total in score.totals] == [1, 4, 1, 0, 5]
    assert score.winners == ("player 5",)
    assert GAME.table(turn).labels == (("0,-1", "1"), ("1,-1", "2"))
    turn = after(turn, "stop")
    assert GAME.to_move(turn) == 4
    turn = after(turn, "stop", "lay RRYYGG at 2,-1", "stop", "stop")
    assert GAME.is_over(turn)
    assert (turn.coins, turn.pot, turn.tie_breaker) == ((7, 6, 8, 7, 7), 1, 2)
    assert GAME.legal_moves(turn) == ()
    assert breaks(turn, "bid 0") == "end-of-the-game"


def test_ties_go_to_money_and_then_to_the_tie_breaker() -> None:
    """The recorded position, and how it would end with other coins or another place."""
    turn = recorded("tie")
    score = GAME.score(turn)
    assert score.winners == ("player 3",)
    assert "player 2 and player 3 have 9 coins each" in score.tie_break
    richer = turn._replace(coins=(5, 9, 9, 10, 5))
    assert GAME.score(richer).winners == ("player 4",)
    assert "most coins" in GAME.score(richer).tie_break
    for tie_breaker, winner in ((1, 2), (2, 2), (3, 3), (4, 2), (5, 2)):
        moved = turn._replace(tie_breaker=tie_breaker)
        assert GAME.score(moved).winners == (f"player {winner}",)
    assert GAME.score(turn._replace(points=(0, 12, 13, 12, 11))).tie_break == ""


def test_an_extract_without_coins_breaks_no_tie() -> None:
    """Nor does one without the tie-breaker, if the coins are equal."""
    text = 'points: {1: 5, 2: 5, 3: 4}\ntiles: {"0,0": RROOYY}\n'
    assert GAME.score(position(text)).winners == ("player 1", "player 2")
    equal = GAME.score(position(f"{text}coins: {{1: 7, 2: 7, 3: 8}}\n"))
    assert equal.winners == ("player 1", "player 2")
    assert GAME.score(position(f"{text}coins: {{1: 7, 2: 8, 3: 7}}\n")).winners == ("player 2",)


def test_a_bid_is_its_players_until_it_is_revealed() -> None:
    """The highest bidder is not poorer in a tie while the others bid; then the bids are spent."""
    turn = after(start(3)._replace(tie_breaker=1), "bid 7", "bid 0")
    assert GAME.score(turn).winners == ("player 1",)
    assert GAME.score(after(turn, "bid 1")).winners == ("player 2",)


# The end


@pytest.mark.parametrize(
    ("tiles", "hand", "over"),
    [
        ("OYGSBP RYGSBP ROGSBP", "", True),
        ("OYGSBP RYGSBP RROOGG", "", False),
        ("OYGSBP RYGSBP RROOGG", "ROGSBP", False),
        ("RROOYY RYGSBP ROGSBP ROYSBP", "", True),
    ],
)
def test_the_third_special_tile_on_the_board_ends_the_game(
    tiles: str, hand: str, over: bool
) -> None:
    """The first tile of the board counts; tiles in hands do not."""
    assert GAME.is_over(after(laying(tiles, hand), "stop", "stop", "stop")) == over


def idle(players: int, supply: str = "end") -> Position:
    """A game at its end in which nobody ever bids or lays anything."""
    turn = start(players, empty_supply=supply)
    while not GAME.is_over(turn):
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
        assert [*GAME.status(turn)] == []
    return turn


@pytest.mark.parametrize(("players", "turns"), [(3, 25), (4, 19), (5, 15)])
def test_the_supply_runs_out(players: int, turns: int) -> None:
    """After as many turns as the rulebook says."""
    over = idle(players)
    assert over.turn == turns
    assert all(len(hand) == turns for hand in over.hands)
    assert position(GAME.write_position(over)) == over


@pytest.mark.parametrize(("players", "rest"), [(3, 1), (4, 0), (5, 1)])
def test_the_rest_of_the_supply_may_be_offered(players: int, rest: int) -> None:
    """With that option, to the first players in the order."""
    over = idle(players, "rest")
    assert sum(map(len, over.hands)) == 76
    turns = 76 // players
    assert over.turn == turns + bool(rest)
    assert sum(len(hand) > turns for hand in over.hands) == rest


def test_the_rest_goes_to_the_first_in_the_order() -> None:
    """One tile is left for three players: the highest bid takes it."""
    turn = start(3, empty_supply="rest")
    while turn.turn < 26:
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    turn = after(turn, "bid 0", "bid 2", "bid 0")
    turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    assert [len(hand) for hand in turn.hands] == [25, 26, 25]
    assert turn.phase is Phase.LAY
    assert position(GAME.write_position(turn)) == turn


def test_a_run_of_a_whole_game() -> None:
    """With three players you can lay 25 tiles at once: as many as there are markers."""
    turn = start(3)
    while turn.turn < 25 or turn.phase is not Phase.LAY:
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    player = GAME.to_move(turn)
    for q in range(1, 26):
        move = next(m for m in GAME.legal_moves(turn) if isinstance(m, Lay) and m.cell == (q, 0))
        turn = GAME.play(turn, move)
    assert GAME.to_move(turn) == player
    assert GAME.legal_moves(turn) == (Stop(),)
    assert len(turn.run) == 25
    assert [*GAME.status(turn)] == []


# Extracts and whole positions


def found_in(text: str) -> list[str]:
    """Everything that is wrong with a file: the line, the column and the rule of every finding."""
    try:
        position(text)
    except InvalidDefinition as error:
        return [f"{each.place.line}:{each.place.column} {each.rule}" for each in error.findings]
    return []


ROW = 'tiles: {"0,0": OYGSBP, "1,0": RYGSBP, "2,0": ROGSBP, "3,0": RROOYY}\n'


def test_an_extract_is_only_scored() -> None:
    """It has the players of its runs, and nobody can play on from it."""
    text = ROW + "runs: [{player: 4, cells: ['1,0', '2,0']}]"
    assert GAME.read(Source("p.yaml", text)).kind is FileKind.EXTRACT
    assert position(text).players == 4
    assert dict(GAME.score(position(text)).totals)["player 4"] == 0
    assert GAME.legal_moves(position(text)) == ()
    assert found_in("points: {1: 4, 2: 3, 3: 0}") == []


def test_a_caption_and_marks_change_nothing() -> None:
    """Nor does the dot of a special tile, which may be omitted."""
    figure = 'caption: One.\nlabels: {"0,0": a}\npath: ["0,0"]\nhighlight: ["0,0"]\n'
    assert position(figure + ROW) == position(ROW)
    assert position(ROW.replace("OYGSBP", "OYGSBP dot")) == position(ROW)


# Moves as text, views and records


def test_a_choice_is_a_kind_however_it_is_turned() -> None:
    """The move is the same value."""
    turn = start()
    assert GAME.read_move(turn, "choose OOYYRR") == GAME.read_move(turn, "choose RROOYY")
    assert isinstance(GAME.read_move(turn, "choose OOYYRR"), Choose)


def test_a_view_hides_the_bids_of_the_others() -> None:
    """Until all have bid; the money that everybody had before shows nothing of it."""
    turn = after(start(4), "bid 3", "bid 1")
    view = GAME.view(turn, 2)
    assert view.bids == (HIDDEN_BID, 1)
    assert view.coins == (7, 7, 7, 7)
    assert '{1: "?", 2: 1}' in GAME.write_position(view)
    assert position(GAME.write_position(view)) == view
    assert GAME.view(turn, 3).bids == (HIDDEN_BID, HIDDEN_BID)
    revealed = after(turn, "bid 0", "bid 0")
    assert GAME.view(revealed, 3).bids == revealed.bids


def test_views_of_positions_that_differ_in_secret_things_are_equal() -> None:
    """Another bid, or another chance; the player to move has the same moves."""
    for seed in range(3):
        rng = Random(seed)
        turn = start(3 + seed, seed)
        while not GAME.is_over(turn):
            mover = GAME.to_move(turn)
            assert mover is not None
            view = GAME.view(turn, mover)
            assert GAME.legal_moves(view) == GAME.legal_moves(turn)
            assert [*GAME.status(view)] == []
            other = turn._replace(chance=turn.chance._replace(seed=5))
            if turn.phase is Phase.BID and turn.bids:
                other = other._replace(bids=replaced(turn.bids, 0, (turn.bids[0] + 1) % 5))
            assert GAME.view(other, mover) == view
            turn = GAME.play(turn, lively(turn, rng))


def test_the_last_bid_is_not_revealed_from_a_view() -> None:
    """The order would come from bids that nobody knows; a sample has some."""
    turn = after(start(3), "bid 3", "bid 1")
    view = GAME.view(turn, 3)
    with pytest.raises(Hidden, match="the other bids are hidden"):
        after(view, "bid 2")
    assert after(GAME.sample(view, 3, Random(1)), "bid 2").phase is Phase.CHOOSE
    begun = indent(GAME.write_position(view), "  ")
    with pytest.raises(InvalidDefinition, match="error hidden: move 1: the other bids are hidden"):
        position(f"start:\n{begun}moves:\n  - 3: bid 2\n")


@pytest.mark.parametrize("nothing", ["allowed", "forbidden"])
def test_all_sealed_bids_are_sampled_alike(nothing: str) -> None:
    """As all bids are counted that players can make; one of them has no coins."""
    turn = start(4, coins="five", bid_nothing=nothing)._replace(coins=(3, 0, 5, 12))
    made = after(turn, *(f"bid {min(each, 1)}" for each in turn.coins[:3]))
    ahead, possible = [turn], []
    for each in ahead:
        if len(each.bids) == 3:
            possible.append(each.bids)
        else:
            ahead += [GAME.play(each, move) for move in GAME.legal_moves(each)]
    assert len(possible) == (4 * 1 * 6 if nothing == "allowed" else 3 * 1 * 5)
    luck = Random(nothing)
    view = GAME.view(made, 4)
    found = [GAME.sample(view, 4, luck).bids for _ in range(2000)]
    assert surprise(found, dict.fromkeys(possible, 1)) < 4


def test_the_recorded_game() -> None:
    """Its comments have the score by hand: 2 to 6 to 6, and the tie-breaker decides."""
    reading = GAME.read(Source("game.yaml", RECORD))
    over = reading.position
    assert (reading.kind, reading.moves) == (FileKind.RECORD, 35)
    assert GAME.is_over(over)
    score = GAME.score(over)
    assert [part.points for part in score.parts] == [1, 1, 4, 1, 5, 2]
    assert score.totals == (("player 1", 2), ("player 2", 6), ("player 3", 6))
    assert score.winners == ("player 2",)
    assert (over.coins, over.pot) == ((6, 8, 8), 0)


# Random games, and the referee


# Sides of a pointy-top tile, clockwise from the upper right, and the cells beyond them.
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def least_turn(text: str) -> str:
    """One text for all turns of a tile."""
    return min(text[side:] + text[:side] for side in range(6))


class Referee:
    """Follows a game from its moves alone, with letters, piles of coins and a pad."""

    def __init__(self, start: Position, *, several: bool) -> None:
        table = dict(GAME.table(start).tiles)
        self.several = several
        self.board = {(0, 0): table["0,0"]}
        self.coins, self.pot = [7] * start.players, 1
        self.tie_breaker = start.tie_breaker
        self.pad = [0] * start.players
        self.hands: list[list[str]] = [[] for _ in self.pad]
        self.turn()

    def turn(self) -> None:
        """Nobody has bid yet."""
        self.bids: list[int] = []
        self.waiting: list[int] = []
        self.run: list[tuple[int, int]] = []

    def follow(self, text: str) -> None:
        """One more move, whoever made it."""
        words = text.split()
        players = len(self.coins)
        if words[0] == "bid":
            self.bids.append(int(words[1]))
            if len(self.bids) == players:
                order = slow_order(tuple(self.bids), self.tie_breaker)
                self.waiting = [*order, *reversed(order)]
            return
        seat = self.waiting[0] - 1
        if words[0] == "choose":
            self.hands[seat].append(least_turn(words[1]))
        elif words[0] == "lay":
            self.hands[seat].remove(least_turn(words[1]))
            q, r = map(int, words[3].split(","))
            assert (q, r) not in self.board
            around = {(q + dq, r + dr) for dq, dr in STEPS}
            assert around & ({self.run[-1]} if self.run else {*self.board})
            self.board[q, r] = words[1]
            self.run.append((q, r))
            return
        else:
            self.pad[seat] += sum(map(self.points, self.run))
            goes_on = self.several and self.run and self.hands[seat]
            self.run = []
            if goes_on:
                return
        del self.waiting[0]
        if not self.waiting:
            self.share_out()

    def points(self, cell: tuple[int, int]) -> int:
        """The edges of a tile, one after the other."""
        total = 0
        for side, (q, r) in enumerate(STEPS):
            other = self.board.get((cell[0] + q, cell[1] + r), "------")
            total += self.board[cell][side] == other[(side + 3) % 6]
        return total

    def share_out(self) -> None:
        """Coins go round one by one while there is one for each."""
        for seat, bid in enumerate(self.bids):
            self.coins[seat] -= bid
            self.pot += bid
        while self.pot >= len(self.coins):
            for seat in range(len(self.coins)):
                self.coins[seat] += 1
                self.pot -= 1
        self.tie_breaker = 1 if self.tie_breaker == len(self.coins) else self.tie_breaker + 1
        self.turn()

    def agrees(self, position: Position) -> None:
        """Money, tiles and points of a position are those that were written down."""
        assert (list(position.coins), position.pot) == (self.coins, self.pot)
        assert list(position.bids) == self.bids
        assert sum(self.coins) + self.pot == 7 * len(self.coins) + 1
        assert position.tie_breaker == self.tie_breaker
        table = dict(GAME.table(position).tiles)
        assert table == {f"{q},{r}": text for (q, r), text in self.board.items()}
        write = GAME.pieces.write
        for hand, own in zip(position.hands, self.hands, strict=True):
            assert sorted(least_turn(write(tile)) for tile in hand) == sorted(own)
        pad = list(self.pad)
        if self.run:
            pad[self.waiting[0] - 1] += sum(map(self.points, self.run))
        assert [total for _, total in GAME.score(position).totals] == pad


def lively(turn: Position, rng: Random) -> Move:
    """A move of somebody who saves tiles, and lays them where they match."""
    moves = GAME.legal_moves(turn)
    lays = [move for move in moves if isinstance(move, Lay)]
    if not lays or (moves[0] == Stop() and rng.random() < 0.3):
        return rng.choice(moves) if not lays else moves[0]

    def worth(move: Lay) -> int:
        return sum(
            turn.table[near].edges[(side + 3) % 6] == move.tile.edges[side]
            for side, (q, r) in enumerate(STEPS)
            if (near := Hex(move.cell.q + q, move.cell.r + r)) in turn.table
        )

    return max(rng.sample(lays, len(lays)), key=worth)


@pytest.mark.parametrize("seed", range(12))
def test_the_referee_agrees_in_whole_games(seed: int) -> None:
    """Order, money, tiles and every run, recomputed from the moves alone, after each of them."""
    rng = Random(f"referee {seed}")
    turn = start(3 + seed % 3, seed, runs="several" if seed % 2 else "one")
    referee = Referee(turn, several=bool(seed % 2))
    referee.agrees(turn)
    while not GAME.is_over(turn):
        move = lively(turn, rng)
        turn = GAME.play(turn, move)
        referee.follow(GAME.write_move(move))
        referee.agrees(turn)
        used = [*turn.table.values(), *turn.offer, *(tile for hand in turn.hands for tile in hand)]
        supply = GAME.pieces.rest(used)
        assert len(supply) + len(used) == 77
    assert sum(total for _, total in GAME.score(turn).totals) > turn.turn
    laid = [text for text in referee.board.values() if len(set(text)) == 6]
    assert len(laid) >= 3 or len(supply) < turn.players


def test_every_legal_move_is_legal_and_no_other() -> None:
    """All turns of all tiles on all places nearby: moves that are not listed are refused."""
    rng = Random(3)
    turn = start(3)
    seen = 0
    while turn.turn < 4:
        if turn.phase is Phase.LAY:
            legal = set(GAME.legal_moves(turn))
            mover = turn.mover
            tiles = {*turn.hands[mover - 1], *turn.hands[mover % 3]}
            for tile, q, r in product(tiles, range(-4, 5), range(-4, 5)):
                move = Lay(GAME.pieces.turns[tile][2], Hex(q, r))
                if move in legal:
                    GAME.play(turn, move)
                    seen += 1
                else:
                    with pytest.raises(IllegalMove):
                        GAME.play(turn, move)
        turn = GAME.play(turn, lively(turn, rng))
    assert seen > 40
