"""Hex Auction, played: rules one by one, recorded games, and a slow referee of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import pytest

from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.games import game_of
from pnp.games.hex_auction.pieces import Edges
from pnp.games.hex_auction.play import GAME, HexAuction
from pnp.games.hex_auction.position import (
    OPTIONS,
    Bid,
    Choose,
    Lay,
    Move,
    Phase,
    Position,
    Stop,
    order_of,
)
from pnp.games.hex_auction.scoring import matches
from pnp.play import IllegalMove, IllegalPosition, Score
from pnp.tiles import UNCOLOURED, Colour
from pnp.tiles.hexgrid import Hex
from tests.conftest import ROOT, bundled, family_text, set_of

GOLDEN = ROOT / "tests/positions"


def position(text: str) -> Position:
    """The position in a text."""
    return GAME.read_position(Source("position.yaml", text))


def recorded(name: str) -> Position:
    """A recorded position, whose score its comments have."""
    return position((GOLDEN / f"hex-auction-{name}.yaml").read_text("utf-8"))


def after(start: Position, *moves: str) -> Position:
    """The position after some moves."""
    for move in moves:
        start = GAME.play(start, GAME.read_move(start, move))
    return start


def start(players: int = 3, seed: int = 1, **options: str) -> Position:
    """A position at the start; options are written with underscores."""
    chosen = {name.replace("_", "-"): choice for name, choice in options.items()}
    return GAME.initial(Random(seed), players, chosen)


def laying(rest: str, *, hand: str = "[]", players: int = 3) -> Position:
    """A position in which player 1 lays, first of all, having these tiles; the turn is not told."""
    others = "".join("\n  - []" for _ in range(players - 1))
    return position(f"phase: lay\nto-move: 1\ntie-breaker: 2\nhands:\n  - {hand}{others}\n{rest}")


def how(score: Score) -> list[str]:
    """How each part of a score comes about."""
    return [part.how for part in score.parts]


def breaks(start: Position, move: str) -> str:
    """The rule that a move breaks."""
    with pytest.raises(IllegalMove) as error:
        after(start, move)
    assert str(error.value).startswith(f"{error.value.rule}: ")
    return error.value.rule


# The start


def test_the_game_is_found_by_its_name() -> None:
    """As all games that can be played."""
    assert game_of("hex-auction") is GAME


@pytest.mark.parametrize("players", [3, 4, 5])
def test_set_up(players: int) -> None:
    """One tile on the board, one for each on offer, 7 coins each and one in the pot."""
    begun = start(players)
    assert [cell for cell, _ in begun.tiles] == [Hex(0, 0)]
    assert len(begun.offer) == players
    assert begun.coins == (7,) * players
    assert (begun.pot, begun.turn, begun.phase) == (1, 1, Phase.BID)
    assert len(GAME.pieces.bag_without(begun.used())) == 77 - 1 - players


def test_lots_are_drawn_for_the_tie_breaker_and_the_tiles() -> None:
    """Every player may get it, and the first tile differs; the same seed draws the same."""
    begun = [start(5, seed) for seed in range(40)]
    assert {each.tie_breaker for each in begun} == {0, 1, 2, 3, 4}
    assert len({each.tiles for each in begun}) > 20
    assert begun == [start(5, seed) for seed in range(40)]


@pytest.mark.parametrize("players", [2, 6])
def test_for_three_to_five_players(players: int) -> None:
    """Other numbers are refused."""
    with pytest.raises(ValueError, match=f"3 to 5 players, not for {players}"):
        start(players)


@pytest.mark.parametrize("coins", range(5, 11))
def test_the_money_may_be_more_or_less(coins: int) -> None:
    """5 to 10 coins each, the page says; the set's file has the usual number."""
    begun = start(4, coins=str(coins))
    assert begun.coins == (coins,) * 4
    GAME.invariants(begun)


def test_an_option_there_is_not_is_refused() -> None:
    """By name and by choice."""
    with pytest.raises(ValueError, match="no option"):
        start(3, gold="7")
    with pytest.raises(ValueError, match="coins"):
        start(3, coins="11")


def test_the_set_that_is_printed_is_played() -> None:
    """Tiles, special ones and money come from the set."""
    pieces = GAME.pieces
    assert sum(pieces.tiles.values()) == bundled("hex-auction").printed == 77
    assert len(pieces.special) == 7
    text = (ROOT / "tilesets/hex-auction.yaml").read_text("utf-8")
    poor = GAME.with_set(set_of(text.replace("coins: 7 ", "coins: 5 ")))
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
def test_a_set_that_lacks_what_the_game_needs_is_refused(text: str, message: str) -> None:
    """Hexagons, and the number of coins."""
    with pytest.raises(UnusableInput, match=message):
        HexAuction(set_of(text)).initial(Random(1), 3)


# Bids and their order


def test_the_order_of_the_designers_page() -> None:
    """Seats A to E, the tie-breaker at A, bids 2, 3, 1, 2, 2: B, A, D, E, C."""
    assert "".join("ABCDE"[seat] for seat in order_of((2, 3, 1, 2, 2), 0)) == "BADEC"


def goes_before(one: int, other: int, bids: tuple[int, ...], tie_breaker: int) -> bool:
    """The rule as it is said: a higher bid, or whom one meets first, walking round."""
    if bids[one] != bids[other]:
        return bids[one] > bids[other]
    seat = tie_breaker
    while seat not in (one, other):
        seat = 0 if seat + 1 == len(bids) else seat + 1
    return seat == one


def slow_order(bids: tuple[int, ...], tie_breaker: int) -> tuple[int, ...]:
    """The only order in which every two players stand as the rule says, by trying all."""
    (found,) = [
        order
        for order in permutations(range(len(bids)))
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
        for tie_breaker in range(players):
            assert order_of(bids, tie_breaker) == slow_order(bids, tie_breaker)


def test_bids_are_from_nothing_to_all() -> None:
    """Nobody can bid what they have not got."""
    begun = start()
    assert GAME.legal_moves(begun) == tuple(map(Bid, range(8)))
    assert breaks(begun, "bid 8") == "bid"


def test_bidding_nothing_can_be_forbidden() -> None:
    """Then whoever has a coin bids one; who has none still bids nothing."""
    begun = start(bid_nothing="forbidden")
    assert GAME.legal_moves(begun)[0] == Bid(1)
    assert breaks(begun, "bid 0") == "bid-nothing"
    assert GAME.legal_moves(begun._replace(coins=(0, 7, 7))) == (Bid(0),)


def test_a_whole_turn_of_the_rulebook() -> None:
    """The bids of the page: the order of choosing, that of laying, and the money afterwards."""
    turn = start(5)._replace(tie_breaker=0)
    turn = after(turn, "bid 2", "bid 3", "bid 1", "bid 2", "bid 2")
    assert turn.coins == (5, 4, 6, 5, 5)
    choosing, running = [], []
    for _ in range(5):
        choosing.append(GAME.to_move(turn))
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    for _ in range(5):
        running.append(GAME.to_move(turn))
        turn = after(turn, "stop")
    assert choosing == [2, 1, 4, 5, 3]
    assert running == [3, 5, 4, 1, 2]
    assert turn.coins == (7, 6, 8, 7, 7)
    assert (turn.pot, turn.tie_breaker, turn.turn) == (1, 1, 2)


def test_of_three_who_bid_alike_the_tie_breaker_goes_first() -> None:
    """And the turn of the tie-breaker goes round past the last seat."""
    turn = after(start(3)._replace(tie_breaker=2), "bid 1", "bid 1", "bid 1")
    assert turn.order == (2, 0, 1)
    turn = after(turn, *(f"choose {GAME.pieces.write(tile)}" for tile in turn.offer))
    assert after(turn, "stop", "stop", "stop").tie_breaker == 0


def test_what_cannot_be_shared_stays_in_the_pot() -> None:
    """12 coins and one are 4 each of three, and one that stays; 5 and one are 2 each."""
    for bids, coins, pot in [((7, 5, 0), (4, 6, 11), 1), ((4, 1, 0), (5, 8, 9), 0)]:
        turn = after(start(3), *(f"bid {bid}" for bid in bids))
        turn = after(turn, *(f"choose {GAME.pieces.write(tile)}" for tile in turn.offer))
        turn = after(turn, "stop", "stop", "stop")
        assert (turn.coins, turn.pot) == (coins, pot)


def test_only_the_first_may_pay() -> None:
    """With that option the others take their bids back: 3 and one in the pot are one each."""
    turn = after(start(3, bids_spent="first"), "bid 2", "bid 3", "bid 1")
    turn = after(turn, *(f"choose {GAME.pieces.write(tile)}" for tile in turn.offer))
    turn = after(turn, "stop", "stop", "stop")
    assert (turn.coins, turn.pot) == ((8, 5, 8), 1)


# Choosing and laying


def test_a_chosen_tile_goes_from_the_offer_to_the_hand() -> None:
    """And stays there until it is laid; only what is on offer can be chosen, turned or not."""
    turn = after(start(3), "bid 0", "bid 1", "bid 0")
    tile = turn.offer[1]
    text = GAME.pieces.write(tile[2:] + tile[:2])
    chosen = after(turn, f"choose {text}")
    assert chosen.hands[1] == (tile,)
    assert Counter(chosen.offer) + Counter([tile]) == Counter(turn.offer)
    assert breaks(chosen, f"choose {text}") == "choose"


def test_each_step_has_its_own_moves() -> None:
    """A bid, a choice, a tile or a stop: not one instead of another."""
    bidding = start(3)
    choosing = after(bidding, "bid 0", "bid 0", "bid 0")
    moves = ("bid 0", "choose RROOYY", "lay RROOYY at 1,0", "stop")
    running = after(choosing, *(f"choose {GAME.pieces.write(tile)}" for tile in choosing.offer))
    for step, own in ((bidding, {0}), (choosing, {1}), (running, {2, 3})):
        for number in {0, 1, 2, 3} - own:
            assert breaks(step, moves[number]) == "the-turn"


BOARD = 'tiles: {"0,0": RRPPSS}'


def test_a_tile_is_laid_by_the_board_and_turned_at_will() -> None:
    """Six places and six ways, or none at all."""
    turn = laying(BOARD, hand="[RROOYY]")
    moves = GAME.legal_moves(turn)
    assert moves[0] == Stop()
    assert len(moves) == 1 + 6 * 6
    assert len(set(moves)) == len(moves)


def test_a_tile_that_looks_the_same_turned_lies_in_fewer_ways() -> None:
    """Each way is one move."""
    text = (ROOT / "tilesets/hex-auction.yaml").read_text("utf-8")
    text = text.replace("AABBCC", "ABCABC").replace("expect: 70", "").replace("expect: 77", "")
    game = GAME.with_set(set_of(text))
    code = "phase: lay\nhands: [[], [], [ROYROY]]\ntiles: {'0,0': OYGSBP}\n"
    turn = game.read_position(Source("p.yaml", code))
    assert len(game.legal_moves(turn)) == 1 + 6 * 3


def test_what_a_hand_and_a_place_must_be() -> None:
    """A tile of the hand, on an empty place, that touches the board."""
    turn = laying(BOARD, hand="[RROOYY, OOYYGG]")
    assert breaks(turn, "lay GGYYOO at 1,0") == "hand"
    assert breaks(turn, "lay RRYYOO at 1,0") == "hand"
    assert breaks(turn, "lay RROOYY at 0,0") == "empty-place"
    assert breaks(turn, "lay RROOYY at 2,0") == "touch-the-board"
    assert GAME.write_move(Lay(Hex(1, -1), turn.hands[0][0])) == "lay RROOYY at 1,-1"


def test_each_tile_touches_the_one_before_it() -> None:
    """It may touch others as well, but neither the board nor an older tile of the run will do."""
    turn = laying(BOARD, hand="[RROOYY, OOYYGG, YYGGSS]")
    turn = after(turn, "lay RROOYY at 1,0")
    assert breaks(turn, "lay OOYYGG at -1,0") == "touch-the-tile-before"
    turn = after(turn, "lay OOYYGG at 1,-1")
    assert breaks(turn, "lay YYGGSS at 1,1") == "touch-the-tile-before"
    cells = {move.cell for move in GAME.legal_moves(turn) if isinstance(move, Lay)}
    assert cells == {Hex(0, -1), Hex(1, -2), Hex(2, -2), Hex(2, -1)}
    assert after(turn, "lay YYGGSS at 2,-1", "stop").runs[-1].cells == ((1, 0), (1, -1), (2, -1))


def test_the_first_tile_may_touch_one_that_was_laid_this_turn() -> None:
    """Any tile of the board will do."""
    hands = "phase: lay\nto-move: 1\ntie-breaker: 2\nhands: [[RROOYY], [], [OOYYGG]]\n"
    turn = after(position(hands + BOARD), "lay RROOYY at 1,0", "stop", "lay OOYYGG at 2,0", "stop")
    assert [run.cells for run in turn.runs] == [((1, 0),), ((2, 0),)]


def test_laying_nothing_can_be_forbidden() -> None:
    """Then one tile has to be laid; the second need not."""
    turn = laying(BOARD, hand="[RROOYY, OOYYGG]")
    turn = turn._replace(options=start(lay_nothing="forbidden").options)
    assert Stop() not in GAME.legal_moves(turn)
    assert breaks(turn, "stop") == "lay-nothing"
    turn = after(turn, "lay RROOYY at 1,0")
    assert GAME.legal_moves(turn)[0] == Stop()
    empty = laying(f"options: {{lay-nothing: forbidden}}\n{BOARD}")
    assert GAME.legal_moves(empty) == (Stop(),)


# Scoring


def figures() -> Iterator[tuple[str, str]]:
    """The runs of the rulebook, with the cells in the order of their numbers."""
    text = (ROOT / "templates/rules/hex-auction.md").read_text("utf-8")
    for block in re.findall(r"```position\n(.*?)```", text, re.DOTALL):
        numbers = {label: cell for cell, label in re.findall(r'"(-?\d,-?\d)": "(\d)"', block)}
        if numbers:
            yield block, ", ".join(f'"{numbers[label]}"' for label in sorted(numbers))


def test_the_runs_of_the_rulebook() -> None:
    """2 + 1 and 3 + 3 + 1 + 2, from the figures as they are printed."""
    scores = []
    for block, cells in figures():
        found = GAME.score(position(block))
        scores.append((*how(found), dict(found.totals)["player 1"], found.winners))
        assert found.parts[0].where == tuple(re.findall(r"-?\d,-?\d", cells))
    assert scores == [("2 + 1", 3, ("player 1",)), ("3 + 3 + 1 + 2", 9, ("player 1",))]


def test_the_run_of_the_rulebook_can_be_laid() -> None:
    """The second figure, move by move; the score follows."""
    board = 'tiles: {"0,0": RRPPSS, "1,0": OORRBB, "0,1": BPPYYB}'
    turn = laying(board, hand="[GBBRRG, PPOOBB, YGSBPO, RYYPPR]")
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
    turn = laying('tiles: {"0,0": GGSSBB}', hand="[RROOYY, RRYYOO]")
    turn = after(turn, "lay YRROOY at 1,0", "lay RRYYOO at 2,0", "stop")
    assert how(GAME.score(turn)) == ["0 + 0"]
    turn = laying('tiles: {"0,0": GGSSBB}', hand="[RROOYY, RRYYOO]")
    turn = after(turn, "lay YRROOY at 1,0", "lay YYOORR at 2,0")
    assert how(GAME.score(turn)) == ["1 + 1"]
    turn = laying('tiles: {"0,0": GGSSBB, "1,0": YRROOY}', hand="[RRYYOO]")
    assert how(GAME.score(after(turn, "lay YYOORR at 2,0"))) == ["1"]


def test_edges_without_a_colour_match_nothing() -> None:
    """Not even each other, in sets of other designers."""
    for colour, points in ((UNCOLOURED, 0), (Colour(0), 1)):
        edges = (colour,) * 6
        assert matches({Hex(0, 0): edges, Hex(1, 0): edges}, Hex(0, 0)) == points


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
    assert (turn.coins, turn.pot, turn.tie_breaker) == ((7, 6, 8, 7, 7), 1, 1)
    assert GAME.legal_moves(turn) == ()
    assert breaks(turn, "bid 0") == "end-of-the-game"


def test_ties_go_to_money_and_then_to_the_tie_breaker() -> None:
    """The recorded position, and what it would be with other coins or another place."""
    turn = recorded("tie")
    score = GAME.score(turn)
    assert score.winners == ("player 3",)
    assert "player 2 and player 3 have 9 coins each" in score.tie_break
    richer = turn._replace(coins=(5, 9, 9, 10, 5))
    assert GAME.score(richer).winners == ("player 4",)
    assert "most coins" in GAME.score(richer).tie_break
    for tie_breaker, winner in ((0, 2), (1, 2), (2, 3), (3, 2), (4, 2)):
        moved = turn._replace(tie_breaker=tie_breaker)
        assert GAME.score(moved).winners == (f"player {winner}",)
    assert GAME.score(turn._replace(pad=(0, 12, 13, 12, 11))).tie_break == ""


def test_a_bid_is_its_players_until_it_is_shared_out() -> None:
    """Who bids most is not poorer in a tie while the turn lasts."""
    turn = after(start(3)._replace(tie_breaker=0), "bid 7", "bid 0")
    assert GAME.score(turn).winners == ("player 1",)


# The end


SPECIALS = 'tiles: {"0,0": OYGSBP, "1,0": RYGSBP, "2,0": ROGSBP, "3,0": RROOYY}'


@pytest.mark.parametrize(
    ("text", "over"),
    [
        (SPECIALS, True),
        (SPECIALS.replace("ROGSBP", "RROOGG"), False),
        ("options: {specials: 2}\n" + SPECIALS.replace("ROGSBP", "RROOGG"), True),
        ("options: {first-tile: ignored}\n" + SPECIALS, False),
        ("options: {first-tile: ignored}\n" + SPECIALS.replace("RROOYY", "ROYSBP"), True),
        ("options: {first-tile: ignored, specials: 2}\n" + SPECIALS, True),
        (SPECIALS.replace("ROGSBP", "RROOGG") + "\nhands: [[ROGSBP], [], []]", False),
    ],
)
def test_the_third_special_tile_on_the_board_ends_the_game(text: str, over: bool) -> None:
    """In hands it does not count; the first tile of the board does, unless the table says no."""
    assert GAME.is_over(position(text)) == over


def test_special_tiles_on_offer_do_not_count() -> None:
    """Two lie on the board and one is on offer: the turn begins."""
    text = SPECIALS.replace("ROGSBP", "RROOGG")
    assert not GAME.is_over(position(f"{text}\noffer: [ROGSBP, ROYSBP, OOYYGG]"))


def idle(players: int, supply: str = "end") -> Position:
    """A game at its end in which nobody ever bids or lays anything."""
    turn = start(players, empty_supply=supply)
    while not GAME.is_over(turn):
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
        GAME.invariants(turn)
    return turn


@pytest.mark.parametrize(("players", "turns"), [(3, 25), (4, 19), (5, 15)])
def test_the_supply_runs_out(players: int, turns: int) -> None:
    """After so many turns, the rulebook says."""
    over = idle(players)
    assert over.turn == turns
    assert all(len(hand) == turns for hand in over.hands)
    assert position(GAME.write_position(over)) == over


@pytest.mark.parametrize(("players", "rest"), [(3, 1), (4, 0), (5, 1)])
def test_the_rest_of_the_supply_may_be_offered(players: int, rest: int) -> None:
    """With that option, to those who are first in the order."""
    over = idle(players, "rest")
    assert sum(map(len, over.hands)) == 76
    assert not GAME.pieces.bag_without(over.used())
    turns = 76 // players
    assert over.turn == turns + bool(rest)
    assert sum(len(hand) > turns for hand in over.hands) == rest


def test_the_rest_goes_to_the_first_in_the_order() -> None:
    """One tile is left for three players: the highest bid takes it."""
    turn = start(3, empty_supply="rest")
    while turn.turn < 26:
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    assert position(GAME.write_position(turn)) == turn
    turn = after(turn, "bid 0", "bid 2", "bid 0")
    turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    assert [len(hand) for hand in turn.hands] == [25, 26, 25]
    assert turn.phase is Phase.LAY
    assert position(GAME.write_position(turn)) == turn


def test_a_run_of_a_whole_game() -> None:
    """With three players all 25 tiles can be laid at once: as many as there are markers."""
    turn = start(3)
    while turn.turn < 25 or turn.phase is not Phase.LAY:
        turn = GAME.play(turn, GAME.legal_moves(turn)[0])
    seat = GAME.to_move(turn)
    for q in range(1, 26):
        move = next(m for m in GAME.legal_moves(turn) if isinstance(m, Lay) and m.cell == (q, 0))
        turn = GAME.play(turn, move)
    assert GAME.to_move(turn) == seat
    assert GAME.legal_moves(turn) == (Stop(),)
    assert len(turn.run) == 25
    GAME.invariants(turn)


# Reading


MONEY = "coins: [7, 7, 7]\npot: 1\n"


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ('tiles: {"0,0": RROOYY, "1,0": RROOYY}', "tiles-of-the-set", 1),
        ('hands: [[YYRROO], [], []]\nturn: 3\ntiles: {"0,0": RROOYY}', "tiles-of-the-set", 1),
        ('offer: [YYRROO, OOYYGG, GGSSBB]\ntiles: {"0,0": RROOYY}', "tiles-of-the-set", 1),
        ('tiles:\n  "0,0": RROOYY\n  "2,0": OOYYGG', "touch-the-board", 3),
        ("tiles: {}", "set-up", 1),
        (f"{BOARD}\ncoins: [7, 7, 8]\npot: 1", "share-out", 2),
        (f"{BOARD}\npot: 0\ncoins: [7, 7, 9]", "share-out", 3),
        (f"{BOARD}\ncoins: [6, 6, 6]\npot: 4", "share-out", 3),
        (f"{BOARD}\ncoins: [9, 9, 9]", "share-out", 2),
        (f"{BOARD}\noptions: {{coins: 5}}\n{MONEY}", "share-out", 3),
        (f"{BOARD}\nbids: [23, 0, 0]\nphase: lay", "share-out", 2),
        (f"{BOARD}\noptions: {{bid-nothing: forbidden}}\nbids: [1, 0]", "bid-nothing", 3),
        (f"{BOARD}\nphase: bid\nbids: [1, 1, 1]\noffer: [OOYYGG, GGSSBB, YYGGSS]", "the-turn", 3),
        (f"{BOARD}\nphase: lay\nbids: [1, 1]", "the-turn", 3),
        (f"{SPECIALS}\nphase: over\nbids: [1, 1]", "the-turn", 3),
        (f"{SPECIALS}\nphase: over\nrun: ['3,0']", "the-turn", 3),
        (f"{SPECIALS}\nphase: over\nto-move: 1", "the-turn", 3),
        (f"{BOARD}\nbids: [0]\nto-move: 3", "the-turn", 3),
        (f"{BOARD}\nphase: bid\noffer: [OOYYGG, GGSSBB]", "offer", 3),
        (f"{BOARD}\nphase: choose\nbids: [1, 0, 0]\nto-move: 1\noffer: [OOYYGG]", "offer", 5),
        (f"{BOARD}\nphase: lay\noffer: [OOYYGG]", "offer", 3),
        (f"{BOARD}\nturn: 3\nphase: over", "end-of-the-game", 3),
        (f"offer: [OOYYGG, GGSSBB, YYGGSS]\n{SPECIALS}", "end-of-the-game", 2),
        (f"{BOARD}\nruns: [{{player: 1, cells: ['1,0']}}]", "lay-runs", 2),
        (f"{BOARD}\nruns: [{{player: 1, cells: ['0,0']}}]", "set-up", 2),
        (f"{SPECIALS}\nruns: [{{player: 1, cells: ['2,0', '2,0']}}]", "empty-place", 2),
        (
            f"{SPECIALS}\nruns:\n- {{player: 1, cells: ['1,0']}}\n- {{player: 2, cells: ['1,0']}}",
            "empty-place",
            4,
        ),
        (
            f"{SPECIALS}\nruns: [{{player: 1, cells: ['1,0', '3,0']}}]",
            "touch-the-tile-before",
            2,
        ),
        (
            f"{SPECIALS}\nruns:\n- {{player: 1, cells: ['3,0']}}\n- {{player: 2, cells: ['2,0']}}",
            "touch-the-board",
            3,
        ),
        (
            f"{SPECIALS}\nruns:\n- {{player: 1, turn: 2, cells: ['1,0']}}\n"
            "- {player: 2, turn: 1, cells: ['2,0']}",
            "the-turn",
            4,
        ),
        (
            f"{SPECIALS}\nruns:\n- {{player: 1, turn: 2, cells: ['1,0']}}\n"
            "- {player: 1, turn: 2, cells: ['2,0']}",
            "lay-runs",
            4,
        ),
        (
            f"phase: lay\nturn: 1\nbids: [2, 1, 0]\n{BOARD[:-1]}, '1,0': RROOYY}}\n"
            "runs: [{player: 1, turn: 1, cells: ['1,0']}]",
            "the-turn",
            5,
        ),
        (
            f"{SPECIALS}\nturn: 2\nphase: over\nruns: [{{player: 1, turn: 3, cells: ['1,0']}}]",
            "the-turn",
            4,
        ),
        (
            f"{SPECIALS}\nturn: 1\nphase: over\nruns: [{{player: 1, turn: 1, cells: ['1,0', '2,0']}}]",
            "one-tile-a-turn",
            4,
        ),
        (f"{BOARD}\nturn: 2\nhands: [[], [RROOYY, OOYYGG], []]", "one-tile-a-turn", 3),
    ],
)
def test_a_position_that_breaks_a_rule_is_refused(text: str, rule: str, line: int) -> None:
    """With the rule and the line."""
    with pytest.raises(IllegalPosition) as error:
        position(text)
    found = [(finding.rule, finding.place.line) for finding in error.value.findings]
    assert (rule, line) in found


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("turn: 1", "missing-key", 1),
        (f"{BOARD}\ntunr: 1", "unknown-key", 2),
        ('tiles: {"0,0": RROOYY,\n "0, 0": OOYYGG}', "empty-place", 2),
        ('tiles: {"0,0": RROOYY,\n "0,0": OOYYGG}', "duplicate-key", 2),
        ('tiles: {"0,0": ROROYY}', "tiles-of-the-set", 1),
        ('tiles: {"0,0": RROOY}', "tile", 1),
        ("tiles: {A1: RROOYY}", "place", 1),
        (f"{BOARD}\ncoins: [7, 7]", "players", 2),
        (f"{BOARD}\ncoins: [7, 7, 7, 7, 7, 7]", "players", 2),
        (f"{BOARD}\nplayers: 3\nbids: [1, 1, 1, 1]", "players", 3),
        (f"{BOARD}\nplayers: 3\ntie-breaker: 4", "players", 3),
        (f"{BOARD}\nplayers: 3\nruns:\n- {{player: 4, cells: ['0,0']}}", "players", 4),
        (f"{BOARD}\nplayers: 6", "number", 2),
        (f"{BOARD}\ncoins: [7, -7, 7]", "number", 2),
        (f"{BOARD}\nphase: lunch", "unknown-word", 2),
        (f"{BOARD}\noptions: {{coins: 4}}", "unknown-word", 2),
        (f"{BOARD}\nruns: [{{player: 1, cells: []}}]", "lay-runs", 2),
        (f"{BOARD}\nchance: {{step: 1}}", "missing-key", 2),
    ],
)
def test_a_position_that_is_not_understood_is_refused(text: str, rule: str, line: int) -> None:
    """With the place of every problem."""
    with pytest.raises(InvalidDefinition) as error:
        position(text)
    found = [(finding.rule, finding.place.line) for finding in error.value.findings]
    assert (rule, line) in found


def test_all_problems_are_told_at_once() -> None:
    """In file order."""
    text = 'coins: [7, 7, 8]\npot: 1\ntiles:\n  "0,0": RROOYY\n  "5,0": RROOYY\n'
    with pytest.raises(IllegalPosition) as error:
        position(text)
    found = [(finding.rule, finding.place.line) for finding in error.value.findings]
    assert found == [("share-out", 1), ("tiles-of-the-set", 5), ("touch-the-board", 5)]


# Positions that nobody can come to

WHOLE = """\
turn: 2
phase: lay
to-move: 1
tie-breaker: 2
coins: [5, 6, 7]
bids: [2, 1, 0]
pot: 1
hands:
  - [RRYYGG, RRYYSS]
  - []
  - []
tiles:
  "0,0": RRPPSS
  "1,0": RROOYY
  "2,0": OOYYGG
  "3,0": YYGGSS
  "0,1": GGSSBB
runs:
  - {turn: 1, player: 2, cells: ["1,0"]}
  - {turn: 2, player: 3, cells: ["2,0", "3,0"]}
  - {turn: 2, player: 2, cells: ["0,1"]}
"""


def found_in(text: str) -> list[str]:
    """What is wrong with a position: the line, the column and the rule of every finding."""
    try:
        position(text)
    except InvalidDefinition as error:
        return [f"{each.place.line}:{each.place.column} {each.rule}" for each in error.findings]
    return []


def test_a_whole_position_can_be_read() -> None:
    """The one that is spoilt below; all of its tiles and coins are there."""
    assert found_in(WHOLE) == []
    assert not position(WHOLE).extract
    GAME.invariants(position(WHOLE))


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        # The order of the turn is 1, 2, 3, and runs are laid from 3 to 1.
        ("bids: [2, 1, 0]", "bids: [2, 0, 1]", "21:5 the-turn"),
        ("tie-breaker: 2\ncoins: [5, 6, 7]\nbids: [2, 1, 0]", "tie-breaker: 2\ncoins: [6, 6, 7]\nbids: [1, 1, 0]", "21:12 the-turn"),
        ("to-move: 1", "to-move: 3", "20:12 the-turn"),
        ("turn: 2, player: 3", "turn: 1, player: 2", "20:5 lay-runs"),
        # Turns, and the tiles that they bring.
        ("turn: 2\n", "turn: 1\n", "20:12 the-turn"),
        ("turn: 2\n", "turn: 3\n", "1:7 one-tile-a-turn"),
        ("turn: 2\n", "turn: 26\n", "1:7 end-of-the-game"),
        ("turn: 2\n", "turn: 0\n", "1:7 the-turn"),
        ("turn: 1,", "turn: 4,", "19:12 the-turn"),
        ("turn: 1,", "turn: 26,", "19:12 end-of-the-game"),
        ("[RRYYGG, RRYYSS]", "[RRYYGG]", "1:7 one-tile-a-turn"),
        ("[RRYYGG, RRYYSS]", "[RRYYGG, RRYYSS, RRYYBB]", "9:22 one-tile-a-turn"),
        ('"0,1": GGSSBB', '"0,1": GGSSBB\n  "0,2": GGBBSS', "18:3 one-tile-a-turn"),
        ('"0,0": RRPPSS', '"1,-1": RRPPSS', "13:3 set-up"),
        # Points for which there is no tile.
        ("pot: 1", "pot: 1\npoints: [0, 0, 1]", "8:16 lay-runs"),
        # Each place is that of the cell or the tile, and nothing is told twice.
        ('"3,0"]', '"4,0"]', "20:41 lay-runs"),
        ('["2,0", "3,0"]', '["4,0", "3,0"]', "20:34 lay-runs"),
        ('["2,0", "3,0"]', '["3,0", "2,0"]', "20:34 touch-the-board"),
        ('"1,0"]', '"1,0", "1,0"]', "19:41 empty-place"),
        ('"1,0"]', '"0,0"]', "19:34 set-up"),
        ('"3,0": YYGGSS', '"4,0": YYGGSS', "16:3 touch-the-board"),
        ("RRYYSS]", "YGGOOY]", "9:14 tiles-of-the-set"),
        ("phase: lay", "phase: bid", "6:7 the-turn"),
        ("phase: lay", "phase: choose", "20:12 the-turn"),
        ("7]", "8]", "5:8 share-out"),
    ],
)  # fmt: skip
def test_one_slip_is_told_once_where_it_stands(old: str, new: str, found: str) -> None:
    """With its rule, and nothing that only follows from it."""
    assert old in WHOLE
    assert found_in(WHOLE.replace(old, new, 1)) == [found]


def test_points_need_tiles_that_scored_them() -> None:
    """A tile that no run tells has one matching edge: its player has one point at most."""
    text = WHOLE.replace('  - {turn: 1, player: 2, cells: ["1,0"]}\n', "")
    text = text.replace("pot: 1", "pot: 1\npoints: [0, 0, 0]").replace("RROOYY", "OOYYRR")
    assert matches(dict(position(text).tiles), Hex(1, 0)) == 1
    assert found_in(text) == found_in(text.replace("[0, 0, 0]", "[0, 1, 0]")) == []
    assert found_in(text.replace("[0, 0, 0]", "[0, 2, 0]")) == ["8:13 lay-runs"]
    assert found_in(text.replace("[0, 0, 0]", "[0, 0, 1]")) == ["8:16 lay-runs"]


@pytest.mark.parametrize("order", [*permutations((1, 2, 3))])
def test_runs_of_an_earlier_turn_may_be_in_any_order(order: tuple[int, ...]) -> None:
    """Their bids are not told."""
    runs = "".join(
        f"  - {{turn: 1, player: {player}, cells: ['0,{q}']}}\n"
        for q, player in enumerate(order, 1)
    )
    tiles = "tiles: {'0,0': RRPPSS, '0,1': RROOYY, '0,2': OOYYGG, '0,3': YYGGSS}\n"
    assert found_in(f"turn: 2\nphase: bid\n{tiles}runs:\n{runs}") == []


def test_a_chosen_tile_is_in_hand_until_its_player_lays() -> None:
    """Player 1 has chosen, and player 2 chooses."""
    text = (
        "turn: 1\nphase: choose\nto-move: 2\ntie-breaker: 1\nbids: [2, 1, 0]\npot: 1\n"
        f"offer: [RRYYBB, GGSSBB]\nhands:\n  - [RRYYGG]\n  - []\n  - []\n{BOARD}\n"
    )
    assert found_in(text) == []
    assert found_in(text.replace("[RRYYGG]", "[]")) == ["9:5 hand"]


ENDED = """\
turn: 3
phase: over
tiles:
  "0,0": OYGSBP
  "1,0": RYGSBP
  "2,0": ROGSBP
  "3,0": RROOYY
runs:
  - {turn: 3, player: 1, cells: ["1,0"]}
  - {turn: 3, player: 2, cells: ["2,0"]}
  - {turn: 3, player: 3, cells: ["3,0"]}
"""
EARLIER = ENDED.replace("turn: 3, player: 1", "turn: 2, player: 1").replace(
    "turn: 3, player: 2", "turn: 2, player: 2"
)
LAST = "turn: 3\nphase: lay\ntie-breaker: 2\nrun: ['3,0']\n"
IGNORED = "options: {first-tile: ignored}\n"
TWO = "options: {specials: 2}\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ENDED, []),
        (EARLIER, ["11:12 end-of-the-game"]),
        (EARLIER.replace("turn: 3, player: 3", "turn: 2, player: 3"), ["1:7 end-of-the-game"]),
        # The first tile need not count, and two may be enough.
        (IGNORED + EARLIER.replace("RROOYY", "ROYSBP"), []),
        (TWO + EARLIER.replace("turn: 2, player: 2", "turn: 3, player: 2"), ["11:12 end-of-the-game"]),
        # Nobody knows when a tile was laid that no run tells.
        (EARLIER.replace('  - {turn: 2, player: 1, cells: ["1,0"]}\n', ""), []),
        # A file that does not tell turns can be about one.
        (ENDED.replace("turn: 3\nphase: over\n", "").replace("turn: 3, ", ""), []),
        # Nobody bids or chooses once the game is over, and nobody is the first to lay.
        (f"phase: bid\n{SPECIALS}", ["2:39 end-of-the-game"]),
        (f"phase: choose\n{SPECIALS}", ["2:39 end-of-the-game"]),
        (f"{LAST}to-move: 1\nbids: [0, 0, 0]\n{SPECIALS}", ["1:7 end-of-the-game"]),
        (f"{LAST}to-move: 1\n{SPECIALS}", []),
        (f"{LAST}to-move: 3\n{SPECIALS}", []),
        (f"{LAST}to-move: 1\n{SPECIALS}".replace("['3,0'", "['2,0', '3,0'"), []),
        # The supply.
        (f"{BOARD}\nturn: 25\nphase: over", []),
        (f"{BOARD}\nturn: 24\nphase: over", ["3:8 end-of-the-game"]),
        (f"{BOARD}\nturn: 26", ["2:7 end-of-the-game"]),
        (f"options: {{empty-supply: rest}}\n{BOARD}\nturn: 26", []),
        (f"options: {{empty-supply: rest}}\n{BOARD}\nturn: 27", ["3:7 end-of-the-game"]),
        (f"{BOARD}\nphase: over", []),
        (f"options: {{empty-supply: rest}}\n{BOARD}\nturn: 26\noffer: [OOYYGG]", []),
        (f"options: {{empty-supply: rest}}\n{BOARD}\nturn: 26\nphase: bid\noffer: [OOYYGG, GGSSBB]", ["5:17 offer"]),
    ],
)  # fmt: skip
def test_nothing_comes_after_the_end(text: str, found: list[str]) -> None:
    """No run, and no turn, after one that brought enough special tiles, or emptied the supply."""
    assert found_in(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("turn: 1\npoints: [0, 0, 0]", []),
        ("turn: 1\nphase: bid\npoints: [0, 3, 0]", ["4:13 lay-runs"]),
        ("turn: 1\npoints: [0, 3, 0]", []),
        ("turn: 2\nphase: bid\npoints: [0, 6, 6]", []),
        ("turn: 2\nphase: bid\npoints: [0, 7, 6]", ["4:13 lay-runs"]),
        ("points: [0, 7, 6]", []),
        ("turn: 1\ncoins: [7, 7, 7]", []),
        ("turn: 1\ncoins: [8, 7, 6]", ["3:9 set-up", "3:15 set-up"]),
        ("turn: 2\ncoins: [8, 7, 6]", []),
        ("coins: [8, 7, 6]", []),
        ("turn: 1\npot: 2", ["3:6 set-up"]),
        ("turn: 2\npot: 2", []),
        ("turn: 1\nbids: [3, 8]", ["3:11 bid"]),
        ("turn: 2\nbids: [3, 8]", []),
        ("players: 3\nbids: [3, 20]", ["3:7 share-out"]),
        ("bids: [3, 20]", []),
        ("players: 3\noffer: [OOYYGG, GGSSBB, YYGGSS, RROOYY]", ["3:33 offer"]),
        ("offer: [OOYYGG, GGSSBB, YYGGSS, RROOYY]", []),
    ],
)
def test_what_is_said_fits_the_turn_that_is_said(text: str, found: list[str]) -> None:
    """Points, coins and the pot; where no turn is told it is one that they fit."""
    assert found_in(f"{BOARD}\n{text}") == found


SAVING = "options: {lay-nothing: forbidden}\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"phase: lay\nhands: [[RRYYGG], [], []]\n{BOARD}", []),
        (f"hands: [[RRYYGG], [], []]\n{BOARD}", []),
        (f"phase: bid\nhands: [[RRYYGG], [], []]\n{BOARD}", ["3:10 lay-nothing"]),
        (f"phase: lay\nhands: [[RRYYGG, RRYYSS], [], []]\n{BOARD}", ["3:18 lay-nothing"]),
        (WHOLE, ["10:14 lay-nothing", "21:41 lay-nothing"]),
    ],
)
def test_nobody_saves_tiles_where_all_have_to_lay(text: str, found: list[str]) -> None:
    """Then each turn brings a tile and takes one."""
    assert found_in(SAVING + text) == found


def parts_of(text: str) -> list[str]:
    """The keys of a position, each with all that stands at it."""
    return re.findall(r"^\S.*\n(?: .*\n)*", text, re.MULTILINE)


def test_a_file_may_leave_out_what_it_does_not_tell() -> None:
    """Whatever is left out is what fits the rest, and is read again as it was written."""
    left_out = [part for part in parts_of(WHOLE) if not part.startswith("tiles")]
    assert len(left_out) == 9
    for one, other in product((*left_out, *WHOLE.splitlines(keepends=True)[-3:]), left_out):
        text = WHOLE.replace(one, "").replace(other, "")
        assert found_in(text) == [], (one, other)
        assert position(GAME.write_position(position(text))) == position(text)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_game_leads_to_is_read_in_part(seed: int) -> None:
    """Any keys may be left out but the tiles and the options: without those it is another game."""
    rng = Random(f"parts {seed}")
    turn = GAME.initial(rng, 3 + seed % 3, random_options(rng) if seed % 2 else {})
    while not GAME.is_over(turn):
        turn = GAME.play(
            turn, lively(turn, rng) if rng.random() < 0.8 else GAME.legal_moves(turn)[0]
        )
        if rng.random() < 0.9 and not GAME.is_over(turn):
            continue
        keep = rng.choice((0.2, 0.5, 0.8))
        parts = parts_of(GAME.write_position(turn))
        text = "".join(
            part for part in parts if part.startswith(("tiles", "options")) or rng.random() < keep
        )
        assert found_in(text) == [], text
        GAME.invariants(position(text))


ROW = 'tiles: {"0,0": RROOYY, "1,0": GGSSRR}\n'
LONG = 'tiles: {"0,0": RROOYY, "1,0": GGSSRR, "2,0": YYPPGG}\n'
FIRST = "runs: [{turn: 1, player: 1, cells: ['1,0']}]"
BOTH = (
    "runs: [{turn: 1, player: 1, cells: ['1,0']}, {turn: 1, player: 2, cells: ['2,0']}]\n"
    "turn: 1\nphase: lay\ntie-breaker: 1\n"
)
TAKING = "phase: choose\ntie-breaker: 1\noffer: [RRPPOO, ROYGSP, YYSSPP]\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Player 1 can have bid least, and be the first to lay.
        (f"{ROW}turn: 1\nphase: lay\n{FIRST}", []),
        (f"{ROW}turn: 1\n{FIRST}", []),
        (f"{ROW}turn: 1\n{FIRST.replace('turn: 1, ', '')}", []),
        (f"{ROW}turn: 1", []),
        (f"{ROW}turn: 1\nphase: lay\nbids: [0, 0, 0]\ntie-breaker: 1\n{FIRST}", ["6:15 the-turn"]),
        (f"{ROW}turn: 1\nphase: bid\n{FIRST}", ["4:15 the-turn"]),
        (f"{ROW}turn: 1\nphase: bid", ["1:24 one-tile-a-turn"]),
        # Player 2 can have bid most, or player 3; both have laid before player 3 in any order.
        (f"{LONG}{TAKING}to-move: 2", []),
        (f"{LONG}{TAKING}bids: [0, 0, 0]\nto-move: 2", ["4:25 offer"]),
        (f"{LONG}{BOTH}", []),
        (f"{LONG}{BOTH}to-move: 3", []),
        (f"{LONG}{BOTH}to-move: 2", ["2:15 the-turn"]),
        (f"{LONG}{BOTH}coins: [7, 6, 5]", []),
        (f"{LONG}{BOTH}coins: [6, 6, 6]", ["2:15 the-turn"]),
        # In later turns the coins that are missing are bid, which may be too few for an order.
        (f"{LONG}{BOTH}coins: [7, 7, 8]".replace("turn: 1", "turn: 2"), ["2:15 the-turn"]),
        (f"{LONG}{BOTH}coins: [7, 7, 5]".replace("turn: 1", "turn: 2"), []),
        # Two have bid in secret.
        (f"{ROW}phase: bid\nto-move: 3", []),
        (f"{ROW}to-move: 3", []),
        (f"{ROW}phase: bid\nto-move: 3\nbids: [0]", ["3:10 the-turn"]),
        (f"{ROW}phase: bid\ncoins: [3, 7, 7]\nturn: 2", []),
        (f"{ROW}phase: bid\nto-move: 1\ncoins: [3, 7, 7]\nturn: 2", ["4:8 share-out"]),
        # More than three can play.
        (f"{BOARD}\npot: 4", []),
        (f"{BOARD}\npot: 4\nplayers: 4", ["2:6 share-out"]),
    ],
)  # fmt: skip
def test_what_is_left_out_is_not_held_against_a_file(text: str, found: list[str]) -> None:
    """Bids, their order and the step are such that all else can be, if they can be at all."""
    assert found_in(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("turn: 1\n", []),
        ("turn: 2\n", ["2:7 one-tile-a-turn"]),
        ("turn: 2\nextract: yes\n", []),
        ("turn: 1\nphase: choose\n", []),
        ("turn: 1\nphase: lay\n", ["4:9 hand", "4:13 hand"]),
        ("turn: 1\nphase: lay\nextract: yes\n", []),
        ("turn: 1\nphase: over\nextract: yes\n", ["3:8 end-of-the-game"]),
        ("turn: 1\noffer: [OOYYGG, GGSSBB]\n", ["3:8 offer"]),
        ("turn: 1\noffer: [OOYYGG, GGSSBB, YYGGSS]\n", []),
    ],
)
def test_turn_and_hands_tell_a_whole_position(text: str, found: list[str]) -> None:
    """Its tiles have to make up their number in some step of the turn, or in the one that is told."""
    assert found_in(f"{BOARD}\n{text}hands: [[], [], []]\n") == found


def test_a_whole_position_has_its_first_tile() -> None:
    """It lies at 0,0; an extract may be a part of the board."""
    text = "turn: 1\nhands: [[], [], []]\ntiles: {'1,0': RRPPSS}\n"
    assert found_in(text) == ["3:8 set-up"]
    assert found_in(text.replace("turn: 1\n", "")) == found_in(f"extract: yes\n{text}") == []


def test_an_extract_says_so() -> None:
    """Then its tiles need not make up the number that the turns bring; too many are still wrong."""
    text = "extract: yes\n" + WHOLE.replace("turn: 2", "turn: 3")
    assert found_in(text) == []
    assert position(text).extract
    assert "extract: yes\n" in GAME.write_position(position(text))
    assert "extract" not in GAME.write_position(position(WHOLE))
    more = text.replace("[RRYYGG, RRYYSS]", "[RRYYGG, RRYYSS, RRYYBB, RRYYPP]")
    assert found_in(more) == ["10:30 one-tile-a-turn"]


def test_a_number_that_is_too_large_is_told_the_limit() -> None:
    """However long it is."""
    for number, limit in (("1" * 20, "at most 1,000,000"), ("-1", "0 or more")):
        with pytest.raises(InvalidDefinition, match=f"{limit}, not {number}"):
            position(f"{BOARD}\ncoins: [7, 7, {number}]")
        assert found_in(f"{BOARD}\ncoins: [7, 7, {number}]") == ["2:15 number"]


@pytest.mark.parametrize("name", ["corner", "third-special", "tie"])
def test_recorded_positions_are_the_same_when_written(name: str) -> None:
    """With all that their files are silent about."""
    assert position(GAME.write_position(recorded(name))) == recorded(name)


@pytest.mark.parametrize("name", ["corner", "third-special", "tie"])
def test_a_spoilt_file_is_read_or_refused(name: str) -> None:
    """Lines left out and words exchanged: what can be read can be played on, scored and written."""
    rng = Random(name)
    text = GAME.write_position(recorded(name))
    words = re.findall(r"[\w-]+", text)
    read = 0
    for _ in range(250):
        lines = text.splitlines()
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(lines))
            spoilt = re.sub(r"[\w-]+", rng.choice(words), lines[at], count=1)
            digit = re.sub(r"\d", str(rng.randrange(7)), lines[at], count=1)
            lines[at : at + 1] = rng.choice([[], [spoilt], [digit]])
        try:
            turn = position("\n".join(lines) + "\n")
        except (InvalidDefinition, UnusableInput):
            continue
        read += 1
        GAME.invariants(turn)
        assert position(GAME.write_position(turn)) == turn
        assert bool(GAME.legal_moves(turn)) != GAME.is_over(turn)
        for move in GAME.legal_moves(turn)[:2]:
            GAME.invariants(GAME.play(turn, move))
    assert read > 10


def test_what_a_figure_says_besides_is_ignored() -> None:
    """A caption, labels, a path and a highlight change nothing."""
    figure = 'caption: One.\nlabels: {"0,0": a}\npath: ["0,0"]\nhighlight: ["0,0"]\n'
    assert position(figure + BOARD) == position(BOARD)


def test_a_dot_goes_without_saying() -> None:
    """A special tile may be written with it or without."""
    assert position('tiles: {"0,0": OYGSBP dot}') == position('tiles: {"0,0": OYGSBP}')


def test_the_money_that_is_not_told_is_in_the_pot() -> None:
    """Coins of the start less bids, and in the pot what is left."""
    assert position(f"{BOARD}\nbids: [1, 2]").coins == (6, 5, 7)
    assert position(f"{BOARD}\ncoins: [7, 7, 6]").pot == 2


@pytest.mark.parametrize(
    "text", ["", "bid", "bid -1", "bid two", "lay RROOYY", "lay RROOYY at A1", "choose RRO", "pass"]
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    """As notation."""
    with pytest.raises(IllegalMove) as error:
        GAME.read_move(start(), text)
    assert error.value.rule == "notation"


# Recorded games, and the referee


def test_the_recorded_game() -> None:
    """Its comments have the score by hand: 2 to 6 to 6, and the tie-breaker decides."""
    text = (ROOT / "tests/games/hex-auction-1.txt").read_text("utf-8")
    moves = [line for line in text.splitlines() if line and not line.startswith("#")]
    over = after(start(3, 565), *moves)
    assert GAME.is_over(over)
    score = GAME.score(over)
    assert [part.points for part in score.parts] == [1, 1, 4, 1, 5, 2]
    assert score.totals == (("player 1", 2), ("player 2", 6), ("player 3", 6))
    assert score.winners == ("player 2",)
    assert (over.coins, over.pot) == ((6, 8, 8), 0)


# Sides of a pointy-top tile, clockwise from up-right, and where each leads.
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def least_turn(text: str) -> str:
    """One text for all turns of a tile."""
    return min(text[side:] + text[:side] for side in range(6))


class Referee:
    """Follows a game from its moves alone, with letters, piles of coins and a pad."""

    def __init__(self, start: Position) -> None:
        table = dict(GAME.table(start).tiles)
        self.board = {(0, 0): table["0,0"]}
        self.coins, self.pot = [7] * start.players, 1
        self.tie_breaker = start.tie_breaker
        self.pad = [0] * start.players
        self.hands: list[list[str]] = [[] for _ in self.pad]
        self.turn()

    def turn(self) -> None:
        """Nothing is bid yet."""
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
        seat = self.waiting[0]
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
            self.run = []
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
        self.tie_breaker = 0 if self.tie_breaker + 1 == len(self.coins) else self.tie_breaker + 1
        self.turn()

    def agrees(self, position: Position) -> None:
        """Money, tiles and points of a position are those that were written down."""
        bids = [*self.bids, *[0] * (len(self.coins) - len(self.bids))]
        left = [coins - bid for coins, bid in zip(self.coins, bids, strict=True)]
        assert (list(position.coins), position.pot) == (left, self.pot)
        assert sum(self.coins) + self.pot == 7 * len(self.coins) + 1
        assert position.tie_breaker == self.tie_breaker
        table = dict(GAME.table(position).tiles)
        assert table == {f"{q},{r}": text for (q, r), text in self.board.items()}
        write = GAME.pieces.write
        for hand, own in zip(position.hands, self.hands, strict=True):
            assert sorted(least_turn(write(tile)) for tile in hand) == sorted(own)
        pad = list(self.pad)
        if self.run:
            pad[self.waiting[0]] += sum(map(self.points, self.run))
        assert [total for _, total in GAME.score(position).totals] == pad


def lively(turn: Position, rng: Random) -> Move:
    """A move of somebody who saves tiles, and lays them where they match."""
    moves = GAME.legal_moves(turn)
    lays = [move for move in moves if isinstance(move, Lay)]
    if not lays or (moves[0] == Stop() and rng.random() < 0.3):
        return rng.choice(moves) if not lays else moves[0]
    board = dict(turn.tiles)

    def worth(move: Lay) -> int:
        return sum(
            board[near][(side + 3) % 6] == move.edges[side]
            for side, (q, r) in enumerate(STEPS)
            if (near := Hex(move.cell.q + q, move.cell.r + r)) in board
        )

    return max(rng.sample(lays, len(lays)), key=worth)


@pytest.mark.parametrize("seed", range(12))
def test_the_referee_agrees_in_whole_games(seed: int) -> None:
    """Order, money, tiles and every run, recomputed from the moves alone, after each of them."""
    rng = Random(f"referee {seed}")
    turn = start(3 + seed % 3, seed)
    referee = Referee(turn)
    referee.agrees(turn)
    bag = Counter(GAME.pieces.tiles)
    while not GAME.is_over(turn):
        move = lively(turn, rng)
        turn = GAME.play(turn, move)
        referee.follow(GAME.write_move(move))
        referee.agrees(turn)
        visible: Counter[Edges] = Counter(
            min(edges[side:] + edges[:side] for side in range(6)) for edges in turn.used()
        )
        supply = Counter(GAME.pieces.bag_without(turn.used()))
        assert visible + supply == bag
    assert sum(total for _, total in GAME.score(turn).totals) > turn.turn
    laid = [text for text in referee.board.values() if len(set(text)) == 6]
    assert len(laid) >= 3 or sum(supply.values()) < turn.players


def random_options(rng: Random) -> dict[str, str]:
    """A choice of each option."""
    return {option.name: rng.choice(sorted(option.choices)) for option in OPTIONS}


@pytest.mark.parametrize("seed", range(20))
def test_random_games_end_and_every_step_can_be_written_and_read(seed: int) -> None:
    """Moves and positions are the same after reading; legal moves can be played; options work."""
    rng = Random(seed)
    options = random_options(rng) if seed % 2 else {}
    turn = GAME.initial(Random(seed), 3 + seed % 3, options)
    again = GAME.initial(Random(seed), 3 + seed % 3, options)
    while not GAME.is_over(turn):
        moves = GAME.legal_moves(turn)
        assert moves
        assert moves == GAME.legal_moves(again)
        for move in rng.sample(moves, min(3, len(moves))):
            assert GAME.read_move(turn, GAME.write_move(move)) == move
            assert GAME.play(turn, move) != turn
        stop = moves[0] == Stop() and rng.random() < 0.5
        move = moves[0] if stop else rng.choice(moves)
        turn, again = GAME.play(turn, move), GAME.play(again, move)
        assert turn == again
        assert hash(turn) == hash(again)
        GAME.invariants(turn)
        read = position(GAME.write_position(turn))
        assert read == turn
        assert GAME.score(read) == GAME.score(turn)
    assert position(GAME.write_position(turn)) == turn
    assert GAME.to_move(turn) is None
    assert GAME.legal_moves(turn) == ()


def test_every_legal_move_is_legal_and_no_other() -> None:
    """All turns of all tiles on all places nearby: what is not listed is refused."""
    rng = Random(3)
    turn = start(3)
    seen = 0
    while turn.turn < 4:
        if turn.phase is Phase.LAY:
            legal = set(GAME.legal_moves(turn))
            seat = turn.mover
            assert seat is not None
            tiles = {*turn.hands[seat], *turn.hands[(seat + 1) % 3]}
            for tile, q, r in product(tiles, range(-4, 5), range(-4, 5)):
                move = Lay(Hex(q, r), tile[2:] + tile[:2])
                if move in legal:
                    GAME.play(turn, move)
                    seen += 1
                else:
                    with pytest.raises(IllegalMove):
                        GAME.play(turn, move)
        turn = GAME.play(turn, lively(turn, rng))
    assert seen > 40


def test_invariants_see_what_is_wrong() -> None:
    """A coin too many, a tile too many, a pot that has not been shared out."""
    turn = start()
    GAME.invariants(turn)
    tile = turn.offer[0]
    for wrong in (
        turn._replace(pot=2),
        turn._replace(coins=(4, 7, 7), pot=4),
        turn._replace(hands=((tile,), (), ())),
        turn._replace(tiles=turn.tiles * 2),
    ):
        with pytest.raises(AssertionError):
            GAME.invariants(wrong)


def test_a_choice_is_a_kind_however_it_is_turned() -> None:
    """The move is the same value."""
    turn = start()
    assert GAME.read_move(turn, "choose OOYYRR") == GAME.read_move(turn, "choose RROOYY")
    assert isinstance(GAME.read_move(turn, "choose OOYYRR"), Choose)


def test_bids_that_are_revealed_are_spent() -> None:
    """All four have as many points and 7 coins less their bids; the pot brings 2 to each."""
    turn = position(
        "players: 4\nturn: 1\nphase: lay\ntie-breaker: 1\npot: 1\ncoins: [5, 4, 6, 5]\n"
        "bids: [2, 3, 1, 2]\nto-move: 4\nextract: yes\n"
        'tiles: {"0,0": RROOYY, "1,0": SSBBPP}\nruns: [{player: 3, cells: ["1,0"]}]\n'
    )
    assert {total for _, total in GAME.score(turn).totals} == {0}
    assert GAME.score(turn).winners == ("player 3",)
    assert GAME.score(turn).tie_break == "player 3 has the most coins of those tied, 8"
