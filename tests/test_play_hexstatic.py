"""HexStatic played: every rule, recorded positions and games, and two slow oracles of our own."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from random import Random

import pytest

from pnp.basics.errors import InvalidDefinition, Source, UnusableInput
from pnp.games import game_of
from pnp.games.hexstatic.game import (
    OPTIONS,
    Agree,
    Decline,
    Exchange,
    HexStatic,
    Lay,
    Move,
    Own,
    Pass,
    Phase,
    Position,
    Stop,
)
from pnp.games.hexstatic.pieces import Kind, Lines, is_nexus, scoring, structure_at, structures
from pnp.play import (
    HIDDEN,
    HIDDEN_CHANCE,
    Chance,
    FileKind,
    Hidden,
    IllegalMove,
    IllegalPosition,
    Layout,
    Score,
    beyond,
    facing,
    format_cell,
    write_record,
)
from pnp.tiles import Tile
from pnp.tiles.hexgrid import ORIGIN, Hex, neighbours, parse_cell
from tests.conftest import ROOT, set_of
from tests.frequencies import surprise
from tests.playing import Playing

GAMES = ROOT / "tests/games"
RULEBOOK = (ROOT / "templates/rules/hexstatic.md").read_text("utf-8")

GAME = HexStatic()
PLAY = Playing(GAME)
read, recorded, played = PLAY.read, PLAY.recorded, PLAY.played
figure, refused = PLAY.figure, PLAY.refused
COMPACT = HexStatic("hexstatic-compact")

# A tile with no blank side and three straight lines, the hardest to lay.
STRAIGHT = "R1-4 G2-5 B3-6"

# Two nexus tiles of which one side is green to green: blue and red point at the same places from
# both, and all other places meet a blank side. STRAIGHT fits nowhere.
CLOSED = {"0,0": "B1 G2 R3", "1,0": "R4 G5 B6"}

# Six tiles that fit nowhere there, and six others.
SIX = (
    "R1-4 G2-5 B3-6",
    "R1-4 B2-5 G3-6",
    "R1-3 G2-5 B4-6",
    "R1-3 B2-5 G4-6",
    "G1-3 R2-5 B4-6",
    "G1-2 R3-5 B4-6",
)
SIX_MORE = (
    "G1-2 R3-4 B5-6",
    "G1-3 R2-4 B5-6",
    "R1 G2-3 B4-5",
    "R1 G2-3 B4-6",
    "R1 G2-3 B5-6",
    "R1 G2-4 B5-6",
)

# A nexus tile, and tiles that give it a red, a green and a blue end.
NEXUS = {"0,0": "R1 G3 B5"}
ENDS = {
    "red": "R4 G1-2 B5-6 at 1,-1",
    "green": "G6 R1-2 B3-4 at 0,1",
    "blue": "B2 R3-4 G5-6 at -1,0",
}
END = {colour: text.partition(" at ")[0] for colour, text in ENDS.items()}


def chosen(**options: str) -> tuple[tuple[str, str], ...]:
    """All options with some other choices; a key has _ for each hyphen."""
    return GAME.chosen({key.replace("_", "-"): choice for key, choice in options.items()})


def kinds(*texts: str) -> tuple[Tile, ...]:
    """Tiles that do not lie on the table."""
    return tuple(sorted(map(GAME.pieces.read_kind, texts)))


def table(tiles: dict[str, str]) -> Lines:
    """Tiles on the table."""
    read = {parse_cell(cell): GAME.pieces.read(text) for cell, text in tiles.items()}
    return Lines.of((cell, tile, GAME.pieces.sides[tile]) for cell, tile in read.items())


def cut_short(
    tiles: dict[str, str],
    *hands: tuple[str, ...],
    supply: tuple[str, ...] = (),
    owners: tuple[int, ...] = (0, 0, 0),
    turn: int = 1,
    **options: str,
) -> Position:
    """A turn of a game in which most tiles of the set are nowhere."""
    return Position(
        len(hands),
        table(tiles),
        owners,
        turn,
        Phase.TURN,
        tuple(kinds(*hand) for hand in hands),
        kinds(*supply),
        (),
        chosen(**options),
        Chance(0),
    )


def game_with(*tiles: str, copies: int = 1) -> HexStatic:
    """The game with a set of a few tiles."""
    colours = "colours: {red: {letter: R}, green: {letter: G}, blue: {letter: B}}"
    family = f"{{name: one, tiles: [{', '.join(tiles)}], copies: {copies}}}"
    shape = f"tiles: {{shape: hexagon, size: 30mm, families: [{family}]}}"
    return type(GAME)(set_of(f"game: few\n{colours}\n{shape}\n"))


def just(at: Position) -> HexStatic:
    """The game with a set of just the tiles that a position has."""
    tiles = [GAME.pieces.kinds[tile] for tile in at.table.values()]
    tiles += [*at.supply, *at.aside, *(tile for hand in at.hands for tile in hand)]
    return game_with(*map(GAME.pieces.write, tiles))


def games() -> tuple[HexStatic, HexStatic]:
    """The game with both of its sets."""
    return GAME, COMPACT


def ends(start: Position, *colours: str) -> Position:
    """The position after ends were laid that complete lines of two tiles in these colours."""
    return played(start, *(f"lay {ENDS[colour]}" for colour in colours))


def with_ends(*hands: tuple[str, ...]) -> Position:
    """A nexus tile on the table, an empty supply, and hands of ends by their colours."""
    return cut_short(NEXUS, *(tuple(END[colour] for colour in hand) for hand in hands))


def owners(at: Position) -> dict[str, int]:
    """The owner of each colour: a player, 0 for a free colour, -1 for a neutral one."""
    return dict(zip(GAME.pieces.colours, at.owners, strict=True))


def totals(at: Position) -> dict[str, int]:
    """The totals of the score."""
    return dict(GAME.score(at).totals)


def lays(at: Position) -> list[Lay]:
    """The legal placements."""
    return [move for move in GAME.legal_moves(at) if isinstance(move, Lay)]


def wanderings(
    game: HexStatic, seed: int, *, options: dict[str, str] | None = None
) -> list[Position]:
    """All positions of a random game."""
    rng = Random(seed)
    found = [game.initial(rng, seed % 3 + 1, options or {})]
    while not game.is_over(found[-1]):
        found.append(game.play(found[-1], rng.choice(game.legal_moves(found[-1]))))
    return found


# Set-up


def test_the_nexus_tiles_are_set_aside_and_each_player_draws_six_others() -> None:
    """216 tiles, 20 of them nexus tiles; three hands of six leave 178."""
    start = GAME.initial(Random(1), 3)
    assert 20 == len(start.aside) == sum(map(is_nexus, start.aside))
    assert [len(hand) for hand in start.hands] == [6, 6, 6]
    assert len(start.supply) == 216 - 20 - 18
    assert not any(is_nexus(tile) for tiles in (*start.hands, start.supply) for tile in tiles)
    dealt = Counter([*start.aside, *start.supply, *(tile for hand in start.hands for tile in hand)])
    assert Counter(GAME.pieces.copies) == dealt


def test_lots_decide_who_starts_or_the_winner_of_the_last_game() -> None:
    """Every player is drawn sooner or later; player 1 always starts if the table plays so."""
    starters = {GAME.to_move(GAME.initial(Random(seed), 3)) for seed in range(20)}
    assert {1, 2, 3} == starters
    winner = {"first-player": "player-1"}
    assert {1} == {GAME.to_move(GAME.initial(Random(seed), 3, winner)) for seed in range(20)}


def test_the_first_turn_is_a_nexus_tile_in_the_middle_and_the_hand_stays_at_six() -> None:
    """Any of the 20 in any of its turns; the other 19 are shuffled into the supply."""
    start = GAME.initial(Random(2), 3)
    moves = GAME.legal_moves(start)
    assert 20 * 6 == len(moves) == len(set(moves))
    assert {ORIGIN} == {move.cell for move in moves if isinstance(move, Lay)}
    after = GAME.play(start, moves[7])
    assert start.hands == after.hands
    assert len(after.supply) == 178 + 19
    assert (sum(map(is_nexus, after.supply)), after.aside) == (20 - 1, ())
    assert start.turn % 3 + 1 == after.turn


def test_the_compact_set_is_played_with_its_own_tiles() -> None:
    """94 tiles, two of them nexus tiles, of which one is left for the supply."""
    start = game_of("hexstatic-compact").initial(Random(1), 2)
    assert (len(start.aside), len(start.supply)) == (2, 94 - 2 - 12)
    after = COMPACT.play(start, COMPACT.legal_moves(start)[0])
    assert sum(map(is_nexus, after.supply)) == 1


def test_the_first_tile_is_a_nexus_tile_and_lies_in_the_middle() -> None:
    """A tile of the hand is not a nexus tile, and 1,0 is not the middle."""
    start = GAME.initial(Random(3), 2)
    tile = GAME.pieces.write(start.choice[0])
    assert "the first tile is a nexus tile" in str(refused(start, f"lay {tile} at 0,0"))
    assert refused(start, "lay R1 G3 B5 at 1,0").rule == "set-up"
    assert refused(start, f"exchange {tile}").rule == "your-turn"


def test_only_a_nexus_tile_that_was_set_aside_is_laid_first() -> None:
    """Here there is only one."""
    start = cut_short({}, SIX)._replace(phase=Phase.NEXUS, aside=kinds("R1 G2 B3"))
    assert "that was set aside, not R1 G2 B4" in str(refused(start, "lay R1 G2 B4 at 0,0"))
    assert played(start, "lay R1 G2 B3 at 0,0").phase is Phase.TURN


def test_of_two_equal_tiles_one_is_a_choice() -> None:
    """A set may have copies: to lay or to exchange either is the same move."""
    colours = "colours: {red: {letter: R}, green: {letter: G}, blue: {letter: B}}"
    families = "{name: one, tiles: [R1-2 G3-4 B5-6], copies: 9}, {name: nexus, tiles: [R1 G3 B5]}"
    tiles = f"tiles: {{shape: hexagon, size: 30mm, families: [{families}]}}"
    game = type(GAME)(set_of(f"game: copies\n{colours}\n{tiles}\n"))
    start = game.initial(Random(1), 1)
    start = game.play(start, game.legal_moves(start)[0])
    moves = game.legal_moves(start)
    assert len(moves) == len(set(moves))
    assert 1 == sum(isinstance(move, Exchange) for move in moves) < len(moves)
    assert [*game.status(start)] == []


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        (("R1-2 G3-4 B5-6",), "no nexus tile"),
        (("R1 G3 B5", "R1-2 G3-4 R5-6"), "is not a hexagon with each colour once"),
        (("R1 G3 B5", "R1-2-3 G4 B5"), "is not a hexagon with each colour once"),
    ],
)
def test_a_set_for_another_game_is_refused(tiles: tuple[str, ...], reason: str) -> None:
    """A set without a nexus tile, or with tiles that are played otherwise."""
    with pytest.raises(UnusableInput, match=reason):
        game_with(*tiles).initial(Random(1), 1)


@pytest.mark.parametrize("shape", ["shape: square", "shape: hexagon, ports: 2"])
def test_a_set_of_other_shapes_is_refused(shape: str) -> None:
    """The table has six neighbours round each tile, and a colour leaves in the middle of a side."""
    colours = "colours: {red: {letter: R}, green: {letter: G}, blue: {letter: B}}"
    family = "{name: nexus, tiles: [R1 G2 B3, R1 G2 B4]}"
    tileset = set_of(
        f"game: other\n{colours}\ntiles: {{{shape}, size: 30mm, families: [{family}]}}\n"
    )
    with pytest.raises(UnusableInput, match="nexus-1 is not a hexagon with each colour once"):
        type(GAME)(tileset).initial(Random(1), 1)


def test_a_set_that_is_too_small_to_deal_is_refused() -> None:
    """One tile is not enough for a hand of six."""
    with pytest.raises(ValueError, match="too few tiles to deal 6 to each player"):
        game_with("R1 G3 B5", "R1-2 G3-4 B5-6").initial(Random(1), 1)


# Laying


def place_of_the_figure(**choices: str) -> Position:
    """The rulebook's first figure, with tiles a and b in the hand."""
    tiles = {"0,0": "G1 B2-6 R3-5", "1,0": "B1-5 R2-3 G6"}
    text = figure("The marked place and two tiles")
    assert all(f'"{cell}": {tile}' in text for cell, tile in tiles.items())
    return cut_short(tiles, ("R1-2 B3-4 G5-6", "B2-3 G4 R5-6"), (), **choices)


def test_the_place_of_the_rulebook_takes_tile_b_in_one_way_and_never_tile_a() -> None:
    """Red from the upper left, blank from the upper right; tile a fits somewhere else."""
    start = place_of_the_figure()
    there = [GAME.write_move(move) for move in lays(start) if move.cell == Hex(0, 1)]
    assert there == ["lay B2-3 G4 R5-6 at 0,1"]
    laid = {GAME.pieces.write(GAME.pieces.kinds[move.tile]) for move in lays(start)}
    assert "R1-2 B3-4 G5-6" in laid
    assert read(figure("Tile b fits")).table == played(start, *there).table


@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        (
            "lay B1-2 G3 R4-5 at 0,1",
            "agreeing-sides",
            "side 1 of the tile on 0,1 is blue and meets blank on 1,0",
        ),
        (
            "lay B3-4 G5-6 R1-2 at 0,1",
            "agreeing-sides",
            "side 1 of the tile on 0,1 is red and meets blank on 1,0",
        ),
        ("lay B2-3 G4 R5-6 at 5,5", "touching", "a tile on 5,5 touches no tile on the table"),
        ("lay B2-3 G4 R5-6 at 1,0", "empty-place", "a tile lies on 1,0: B1-5 R2-3 G6"),
        ("lay B2-3 G5 R4-6 at 0,1", "your-tile", "B2-3 R4-6 G5 is not in your hand"),
    ],
)
def test_a_tile_that_cannot_be_laid_there_is_refused(text: str, rule: str, reason: str) -> None:
    """A side that does not agree, no tile beside it, a place with a tile, a tile of others."""
    error = refused(place_of_the_figure(), text)
    assert (error.rule, error.message) == (rule, reason)


def test_if_blank_sides_agree_with_any_side_only_colours_have_to_match() -> None:
    """Tile a then fits into the place of the rulebook; red against green never does."""
    loose = place_of_the_figure(blank_sides="anything")
    assert refused(place_of_the_figure(), "lay R1-6 B2-3 G4-5 at 0,1").rule == "agreeing-sides"
    assert len(played(loose, "lay R1-6 B2-3 G4-5 at 0,1").table) == 3
    with pytest.raises(IllegalMove, match="is blue and meets red"):
        played(loose, "lay R4-5 B6-1 G2-3 at 0,1")


def test_each_side_that_does_not_agree_is_named_once() -> None:
    """Also if a tile has several: as many as the sides themselves say, which are counted here by pairs of neighbours."""
    cells = [ORIGIN, *(beyond(ORIGIN, side) for side in range(6))]
    laid = dict(zip(cells, GAME.pieces.kinds, strict=False))
    expected = sum(
        GAME.pieces.sides[tile][side] != GAME.pieces.sides[laid[beside]][facing(side)]
        for cell, tile in laid.items()
        for side in range(3)
        if (beside := beyond(cell, side)) in laid
    )
    lines = [f'  "{cell.q},{cell.r}": {GAME.pieces.write(tile)}\n' for cell, tile in laid.items()]
    with pytest.raises(InvalidDefinition) as error:
        GAME.read_position(Source("table", "".join(["tiles:\n", *lines])))
    found = [each.message for each in error.value.findings if each.rule == "agreeing-sides"]
    assert len(found) == len({*found}) == expected > len(cells) - 1


def test_no_tile_of_the_set_fits_into_the_blocked_place() -> None:
    """Three tiles point red at it."""
    blocked = read(figure("A blocked place"))
    every = GAME.pieces.placements(blocked.table, GAME.pieces.copies)
    cells = {move.cell for move in every}
    assert ORIGIN not in cells
    assert Hex(0, -2) in cells


def test_a_laid_tile_is_replaced_from_the_supply() -> None:
    """Six tiles at the end of the turn, one of them from the supply."""
    start = first_turn()
    move = lays(start)[0]
    after = GAME.play(start, move)
    hand = after.hands[start.turn - 1]
    assert len(hand) == 6
    drawn = Counter(hand) - Counter(start.choice)
    assert Counter(start.supply) - Counter(after.supply) == drawn
    assert drawn.total() == 1
    assert start.turn % 2 + 1 == after.turn


def test_a_tile_that_is_laid_changes_seven_places_at_most() -> None:
    """The others meet what they have met before."""
    at = next(each for each in wanderings(GAME, 2) if len(each.table) == 60)
    move = lays(at)[0]
    before, after = at.table, GAME.play(at, move).table
    new = {cell for cell, met in after.places.items() if met != before.places.get(cell)}
    assert move.cell in before.places and move.cell not in after.places
    assert 1 <= len(new) <= 6
    assert new <= {*neighbours(move.cell)}


@pytest.mark.slow
def test_placements_that_are_remembered_are_those_that_are_found_anew() -> None:
    """Asked for some kinds now and then, also after many tiles and on tables that part ways."""
    rng = Random(3)
    pieces = GAME.pieces
    tables = [next(each for each in wanderings(GAME, 2) if len(each.table) == 6).table]
    kinds = sorted(pieces.copies)
    for _ in range(120):
        table = rng.choice(tables[-4:])
        among = rng.sample(kinds, 5)
        afresh = Layout.of((cell, tile, pieces.sides[tile]) for cell, tile in table.items())
        found = pieces.placements(table, among)
        assert len(found) == len({*found})
        assert found == pieces.placements(afresh, among)
        for _ in range(rng.choice([1, 2, 12])):
            lay = rng.choice(pieces.placements(table, kinds[:1] + rng.sample(kinds, 9)))
            table = pieces.laid(table, lay.cell, lay.tile)
        tables.append(table)


# Exchanging


def first_turn(**options: str) -> Position:
    """A position after the nexus tile of a game for two."""
    start = GAME.initial(Random(5), 2, dict(chosen(**options)))
    return GAME.play(start, GAME.legal_moves(start)[0])


def test_a_tile_is_exchanged_for_another_one_before_it_is_shuffled_into_the_supply() -> None:
    """You name the tile before you see the new one, which is never the same tile."""
    start = first_turn()
    exchanges = [move for move in GAME.legal_moves(start) if isinstance(move, Exchange)]
    assert [*map(Exchange, start.choice)] == exchanges
    for seed in range(5):
        given = start.choice[seed]
        after = GAME.play(start._replace(chance=Chance(seed)), Exchange(given))
        (drawn,) = Counter(after.hands[start.turn - 1]) - Counter(start.choice)
        assert drawn in start.supply
        assert sorted([*start.choice, drawn]) == sorted([*after.hands[start.turn - 1], given])
        assert sorted([*start.supply, given]) == sorted([*after.supply, drawn])
        assert start.turn % 2 + 1 == after.turn


def test_the_last_tile_of_the_supply_is_exchanged_for_yours() -> None:
    """The tile that you give away cannot come back at once."""
    start = cut_short(NEXUS, SIX, supply=("R1-2 G3-4 B5-6",))
    for seed in range(10):
        after = played(start._replace(chance=Chance(seed)), f"exchange {STRAIGHT}")
        assert (after.supply, len(after.choice)) == (kinds(STRAIGHT), 6)
        assert kinds(STRAIGHT)[0] not in after.choice


def test_a_tile_can_be_exchanged_out_of_the_game() -> None:
    """It lies aside, and the supply has one tile less."""
    start = first_turn(exchange="box")
    after = GAME.play(start, Exchange(start.choice[2]))
    assert (start.choice[2],) == after.aside
    assert len(start.supply) - 1 == len(after.supply)
    assert len(after.hands[start.turn - 1]) == 6


def test_only_a_tile_of_your_hand_can_be_exchanged() -> None:
    """The tile is named; the notation may turn it."""
    start = cut_short(NEXUS, SIX, supply=("R1-2 G3-4 B5-6",))
    assert "is not in your hand" in str(refused(start, "exchange R1-2 G3-4 B5-6"))
    turned = played(start, "exchange R3-6 G1-4 B2-5")
    assert turned == played(start, f"exchange {STRAIGHT}")


def test_nobody_passes_while_there_is_a_supply() -> None:
    """There is always something to exchange."""
    error = refused(first_turn(), "pass")
    assert (error.rule, "lay a tile or exchange one" in error.message) == ("pass", True)


# An empty supply


def test_with_an_empty_supply_you_lay_or_pass_and_do_not_exchange() -> None:
    """You may pass even if a tile fits."""
    start = with_ends(("red",), ("green",))
    assert "the supply is empty" in str(refused(start, f"exchange {END['red']}"))
    assert Pass() in GAME.legal_moves(start)
    assert played(start, "pass").turn == 2
    assert played(start, f"lay {ENDS['red']}").hands[0] == ()


def test_when_all_have_passed_in_turn_the_hands_are_laid_open() -> None:
    """Then laying is a duty: each player in turn has to lay any of the open tiles."""
    opened = played(with_ends(("red",), ("green",)), "pass", "pass")
    assert (opened.is_open, opened.turn, opened.hands) == (True, 1, ((), ()))
    assert len(opened.supply) == 2
    assert {Lay} == {type(move) for move in GAME.legal_moves(opened)}
    # Player 1 lays the tile that was player 2's.
    assert owners(ends(opened, "green"))["green"] == 1


def test_a_tile_that_is_laid_ends_the_passing() -> None:
    """Only those who pass one after the other count."""
    laid = ends(played(with_ends(("red",), ("green",)), "pass"), "green")
    assert (laid.passes, played(laid, "pass").is_open) == (0, False)
    assert played(laid, "pass", "pass").is_open


def test_the_game_is_over_when_no_tile_is_left() -> None:
    """After the last tile nobody is to move."""
    over = ends(with_ends(("red",), ("green",)), "red", "green")
    assert GAME.is_over(over)
    assert (GAME.to_move(over), GAME.legal_moves(over)) == (None, ())
    assert refused(over, "pass").rule == "end-of-the-game"


# Structures


def found(at: Position, colour: int) -> set[tuple[str, int, int]]:
    """Kind, tiles and points of each structure of a colour, as a player would score them alone."""
    names = GAME.pieces.colours
    score = GAME.score(at._replace(players=2, owners=(0, 0, 0)))
    points = {
        (part.what, part.where): part.points for part in score.parts if part.colour == names[colour]
    }
    return {
        (
            one.kind.value,
            len(one.cells),
            points.get((f"{names[colour]} {one.kind.value}", cells(one.counted)), 0),
        )
        for one in structures(at.table, colour)
    }


def cells(found: tuple[Hex, ...]) -> tuple[str, ...]:
    """Cells as they are written."""
    return tuple(f"{cell.q},{cell.r}" for cell in found)


@pytest.mark.parametrize(
    ("caption", "colour", "expected"),
    [
        ("A red loop of three tiles", 0, ("loop", 3, 12)),
        ("A red loop of four tiles", 0, ("loop", 4, 16)),
        ("A green line of five tiles", 1, ("line", 5, 10)),
        ("A blue fragment", 2, ("fragment", 4, 3)),
        ("marked tile completes", 0, ("loop", 3, 12)),
        ("marked tile completes", 1, ("line", 3, 6)),
    ],
)
def test_the_figures_of_structures_are_what_they_say(
    caption: str, colour: int, expected: tuple[str, int, int]
) -> None:
    """Kinds, tiles and points as in the rulebook's text, and on the designer's page."""
    assert expected in found(read(figure(caption)), colour)


def test_two_ends_that_meet_are_the_shortest_line() -> None:
    """It scores 4, and a lone end is a fragment that scores nothing."""
    shortest = cut_short(CLOSED, (), ())
    assert {("line", 2, 4)} == found(shortest, 1)
    assert {("fragment", 1, 0)} == found(shortest, 0)


def test_two_tiles_of_a_loop_are_a_run() -> None:
    """A run scores nothing."""
    loop = read(figure("A red loop of three tiles"))
    open_loop = dict(GAME.table(loop).tiles[:2])
    assert {("run", 2, 0)} == found(cut_short(open_loop, (), ()), 0)


def red_line(*sides: int) -> str:
    """A tile with a red line between two sides, which count from 0, and lines on the others."""
    a, b, c, d = (side + 1 for side in range(6) if side not in sides)
    one, other = (side + 1 for side in sorted(sides))
    return f"R{one}-{other} G{a}-{b} B{c}-{d}"


@pytest.mark.parametrize("side", range(6))
def test_a_run_brings_no_points_whichever_way_it_lies(side: int) -> None:
    """Red crosses two tiles side by side, from any side of the first to any of the second."""
    beside, back = beyond(ORIGIN, side), facing(side)
    for away, on in itertools.product({*range(6)} - {side}, {*range(6)} - {back}):
        tiles = {ORIGIN: red_line(side, away), beside: red_line(back, on)}
        run = table({format_cell(cell): text for cell, text in tiles.items()})
        assert [len(one.cells) for one in structures(run, 0) if one.kind is Kind.RUN] == [2]
        assert [*scoring(run, 0)] == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "caption", ["very short game", "A red loop of four tiles", "A blue fragment", "marked tile"]
)
def test_tracks_have_the_points_of_the_table_in_whatever_order_it_was_laid(
    caption: str, seed: int
) -> None:
    """After each tile: 4 points for a tile of a loop, 2 in a line, 1 in a fragment but for its end."""
    tiles, laid = read(figure(caption)).table.tiles, Lines()
    for cell in Random(seed).sample([*tiles], len(tiles)):
        laid = GAME.pieces.laid(laid, cell, tiles[cell])
        for colour in range(3):
            complete = fragments = 0
            for kind, _, cells in structures(laid, colour):
                complete += {Kind.LOOP: 4, Kind.LINE: 2}.get(kind, 0) * len(cells)
                fragments += len(cells) - 1 if kind is Kind.FRAGMENT else 0
            assert complete == laid.tracks.complete[colour]
            assert fragments == laid.tracks.fragments[colour]


def test_cells_follow_the_colour_and_a_fragment_begins_with_its_end() -> None:
    """From end to end, round a loop, and from the end of a fragment to its open side."""
    fragment = read(figure("A blue fragment")).table
    for cell in fragment:
        assert cells(structure_at(fragment, cell, 2).cells) == ("0,0", "1,-1", "2,-1", "2,0")
    loop = read(figure("A red loop of four tiles")).table
    around = structure_at(loop, ORIGIN, 0).cells
    assert (len(set(around)), around[0]) == (4, ORIGIN)
    assert all(after in neighbours(cell) for cell, after in itertools.pairwise(around))


def test_a_line_that_runs_into_a_blank_side_stays_open() -> None:
    """If blank sides agree with any side, an end may meet one: nothing is complete."""
    start = cut_short(NEXUS, ("R3 G1-2 B5-6",), blank_sides="anything")
    assert found(played(start, "lay R3 G1-2 B5-6 at 1,-1"), 0) == {("fragment", 1, 0)}


# Owning


def test_the_first_to_complete_a_structure_owns_its_colour() -> None:
    """The other colours are still free."""
    after = ends(with_ends(("red",), ("green",), ()), "red")
    assert owners(after) == {"red": 1, "green": 0, "blue": 0}


def test_with_three_players_the_last_colour_goes_to_the_third_at_once() -> None:
    """Player 3 has completed nothing."""
    after = ends(with_ends(("red",), ("green",), ()), "red", "green")
    assert owners(after) == {"red": 1, "green": 2, "blue": 3}


def test_with_two_players_the_last_colour_is_neutral_at_once() -> None:
    """Its line, which comes later, scores for nobody."""
    after = ends(with_ends(("red", "blue"), ("green",)), "red", "green")
    assert owners(after) == {"red": 1, "green": 2, "blue": -1}
    last = ends(after, "blue")
    assert owners(last) == {"red": 1, "green": 2, "blue": -1}
    assert totals(last) == {"player 1": 4, "player 2": 4}


def test_an_owner_wins_no_second_colour_which_stays_free() -> None:
    """The next player without a colour may win it by another structure; the line scores then."""
    start = with_ends(("red", "blue"), ("green",))
    free = ends(played(ends(start, "red"), "pass"), "blue")
    assert owners(free) == {"red": 1, "green": 0, "blue": 0}
    assert totals(free) == {"player 1": 4, "player 2": 0, "green": 0, "blue": 4}
    assert owners(ends(free, "green")) == {"red": 1, "green": 2, "blue": -1}


def test_a_colour_with_an_owner_is_won_by_nobody() -> None:
    """A second red line, laid by player 2, scores for player 1 and wins nothing."""
    tiles = {**NEXUS, "1,-1": END["red"], "2,-2": "G4-5 R1 B2"}
    start = cut_short(tiles, (), ("R4 G2-3 B5-6",), owners=(1, 0, 0), turn=2)
    after = played(start, "lay R4 G2-3 B5-6 at 3,-3")
    assert owners(after) == {"red": 1, "green": 0, "blue": 0}
    assert totals(after) == {"player 1": 8, "player 2": 0, "green": 0, "blue": 0}


# The figure of the rulebook with two colours at once, without the marked tile.
TWO_COLOURS = {
    "0,-1": "R1 G3 B5",
    "1,0": "B1-2 G3 R4-5",
    "-1,1": "G1 R3 B5",
    "0,1": "R1-6 G3 B4",
}
MARKED = "B1 R2-3 G4-6"
LAY_MARKED = f"lay {MARKED} at 0,0"


@pytest.mark.parametrize("colour", ["red", "green"])
def test_a_player_who_wins_two_colours_at_once_chooses_one(colour: str) -> None:
    """Anna may take red or green; the other stays free, with its points."""
    choosing = played(cut_short(TWO_COLOURS, (MARKED,), (), ()), LAY_MARKED)
    assert (Own(0), Own(1)) == GAME.legal_moves(choosing)
    assert GAME.to_move(choosing) == 1
    assert refused(choosing, "own blue").message == "you have won red or green, not blue"
    assert refused(choosing, "pass").rule == "your-turn"
    after = played(choosing, f"own {colour}")
    assert {"red": 0, "green": 0, "blue": 0, colour: 1} == owners(after)
    assert {"red": 12, "green": 6}[colour] == totals(after)["player 1"]


def test_there_is_no_choice_if_only_one_of_two_colours_is_free() -> None:
    """Red has an owner, so the player wins green."""
    start = cut_short(TWO_COLOURS, (), (MARKED,), (), owners=(1, 0, 0), turn=2)
    assert owners(played(start, LAY_MARKED)) == {"red": 1, "green": 2, "blue": 3}


def test_the_tile_that_won_a_choice_is_replaced_after_the_choice() -> None:
    """The hand is of six again when the next player goes on."""
    start = cut_short(TWO_COLOURS, (MARKED, *SIX_MORE[:5]), SIX[1:], supply=(STRAIGHT,))
    choosing = played(start, LAY_MARKED)
    assert (len(choosing.hands[0]), len(choosing.supply)) == (5, 1)
    after = played(choosing, "own red")
    assert (len(after.hands[0]), len(after.supply), after.turn) == (6, 0, 2)


# The end


def stuck(*hands: tuple[str, ...], supply: tuple[str, ...] = (), **options: str) -> Position:
    """A table on which the tiles of all hands fit nowhere."""
    owned = (0, 1, 0) if len(hands) > 1 else (0, 0, 0)
    return cut_short(CLOSED, *hands, supply=supply, owners=owned, **options)


def test_if_all_agree_that_nothing_fits_and_it_is_so_the_game_is_over() -> None:
    """One asks, the other agrees, and all tiles are turned up."""
    start = stuck(SIX[:3], SIX[3:])
    assert {Pass(), Stop()} == set(GAME.legal_moves(start))
    asked = played(start, "stop")
    assert (2, (Agree(), Decline())) == (GAME.to_move(asked), GAME.legal_moves(asked))
    over = played(asked, "agree")
    assert GAME.is_over(over)
    assert (len(over.supply), over.hands) == (6, ((), ()))


def test_with_three_players_both_others_are_asked() -> None:
    """In turn order; the second answer decides."""
    start = stuck(SIX[:2], SIX[2:4], SIX[4:])
    asked = played(start, "stop", "agree")
    assert (GAME.to_move(asked), asked.turn) == (3, 1)
    assert GAME.is_over(played(asked, "agree"))
    assert GAME.to_move(played(asked, "decline")) == 1


def test_if_a_player_declines_the_turn_goes_on_and_nobody_asks_again_in_it() -> None:
    """It is still the first player's turn; in the next turn one may ask again."""
    declined = played(stuck(SIX[:3], SIX[3:]), "stop", "decline")
    assert (1, (Pass(),)) == (GAME.to_move(declined), GAME.legal_moves(declined))
    assert "again in this turn" in str(refused(declined, "stop"))
    assert Stop() in GAME.legal_moves(played(declined, "pass"))


def test_a_player_with_a_tile_that_fits_neither_asks_nor_agrees() -> None:
    """They know that something fits."""
    refusal = refused(with_ends(("red",), ("green",)), "stop")
    assert refusal.rule == "laying-open"
    assert re.search(r"you cannot stop: [RGB1-6 -]+ fits on -?[0-9],-?[0-9]$", str(refusal))
    asked = played(with_ends((), ("green",)), "stop")
    assert (Decline(),) == GAME.legal_moves(asked)
    assert "you cannot stop: " in str(refused(asked, "agree"))


def test_if_an_open_tile_fits_play_goes_on_with_the_player_who_asked() -> None:
    """All tiles are open, of the supply too: laying is a duty until nothing fits."""
    opened = played(stuck(SIX[:3], SIX[3:], supply=("R1 G3 B5",)), "stop", "agree")
    assert (opened.is_open, opened.turn, len(opened.supply)) == (True, 1, 7)
    assert {Lay} == {type(move) for move in GAME.legal_moves(opened)}
    assert refused(opened, "pass").rule == "pass"
    assert refused(opened, f"exchange {STRAIGHT}").rule == "exchange"
    assert refused(opened, "stop").rule == "laying-open"
    assert "is not among the open tiles" in str(refused(opened, "lay R1 G2 B4 at 0,1"))


def test_open_tiles_are_not_replaced_and_the_game_ends_when_none_fits() -> None:
    """The nexus tile fits, the other one never after it."""
    opened = cut_short({"0,0": "B1 G2 R3"}, (), (), supply=("R1 G2 B3", STRAIGHT))
    after = played(opened, "lay R4 G5 B6 at 1,0")
    assert GAME.is_over(after)
    assert (after.hands, len(after.supply)) == (((), ()), 1)
    assert table(CLOSED) == after.table


def test_alone_you_give_up_when_you_turn_up_the_supply() -> None:
    """On the designer's page the game is then over; some tables go on with the open tiles."""
    alone = played(stuck(SIX, supply=("R1 G3 B5",)), "stop")
    assert GAME.is_over(alone)
    assert totals(alone) == {"player 1": 4}
    further = played(stuck(SIX, supply=("R1 G3 B5",), solo_end="go-on"), "stop")
    assert {Lay} == {type(move) for move in GAME.legal_moves(further)}
    nothing_fits = played(stuck(SIX[1:], supply=(STRAIGHT,), solo_end="go-on"), "stop")
    assert GAME.is_over(nothing_fits)


def test_alone_you_stop_only_when_no_tile_of_your_hand_fits() -> None:
    """You would know that the game can go on."""
    assert "you cannot stop: " in str(refused(with_ends(("red",)), "stop"))


# Scoring


def test_the_whole_table_of_the_rulebook_scores_what_it_says() -> None:
    """16 for red, 28 for green, 8 for blue; the parts as the rulebook's text lists them."""
    assert read(figure("very short game")).table == recorded("table").table
    score = GAME.score(recorded("table"))
    assert dict(score.totals) == {"player 1": 28, "player 2": 8, "player 3": 16}
    assert (score.winners, score.tie_break) == (("player 1",), "")
    hows: dict[str, list[str]] = {whose: [] for whose, _ in score.totals}
    for part in score.parts:
        hows[part.whose].append(f"{part.what} {part.how}")
    assert hows["player 3"] == ["red line 2 x 5", "red line 2 x 3"]
    greens = ["green loop 4 x 3", "green line 2 x 3", "green line 2 x 3", "green line 2 x 2"]
    assert greens == hows["player 1"]
    assert hows["player 2"] == ["blue line 2 x 2", "blue fragment 1 x 2", "blue fragment 1 x 2"]
    # A and B, without the end on D; F and J, without the end on G.
    fragments = [part.where for part in score.parts if part.what == "blue fragment"]
    assert fragments == [("0,-1", "1,-1"), ("1,0", "0,1")]


def test_a_table_without_owners_scores_by_colour() -> None:
    """Free colours are listed after the players, who have nothing."""
    score = GAME.score(read(figure("very short game")))
    expected = {"player 1": 0, "player 2": 0, "red": 16, "green": 28, "blue": 8}
    assert expected == dict(score.totals)
    assert {"red", "green", "blue"} == {part.whose for part in score.parts}


def test_a_part_says_where_and_in_which_colour() -> None:
    """The end tile of a fragment is not among the cells that score."""
    parts = GAME.score(read(figure("A blue fragment"))).parts
    blue = next(part for part in parts if part.what == "blue fragment")
    assert (blue.where, blue.how, blue.colour) == (("1,-1", "2,-1", "2,0"), "1 x 3", "blue")


def test_a_player_who_owns_no_colour_scores_nothing() -> None:
    """Even if they laid all tiles."""
    text = figure("very short game") + "owners: {green: 2}\nplayers: 3\n"
    assert totals(read(text))["player 1"] == 0


def tie(choice: str) -> Score:
    """The score of the recorded tie, with a choice for ties."""
    return GAME.score(recorded("tie")._replace(options=chosen(ties=choice)))


def test_a_tie_goes_to_the_longer_run() -> None:
    """Four points each; green has a run of two tiles, red has two runs of one."""
    score = tie("longest-run")
    assert dict(score.totals) == {"player 1": 4, "player 2": 4}
    assert score.winners == ("player 2",)
    assert score.tie_break == "player 2 has the longest run, 2 tiles"
    assert GAME.score(recorded("tie")) == score


def test_a_tie_can_count_all_runs() -> None:
    """Two tiles in runs each: the victory is shared."""
    score = tie("all-runs")
    equal = "their runs together are equal, 2 tiles"
    assert (score.winners, score.tie_break) == (("player 1", "player 2"), equal)


def test_an_equal_tie_is_shared() -> None:
    """Nobody has a colour or a run."""
    score = GAME.score(cut_short(NEXUS, (), ()))
    assert score.winners == ("player 1", "player 2")
    assert score.tie_break == "their longest runs are equal, 0 tiles"


def test_alone_all_colours_count_but_only_loops_and_lines() -> None:
    """12 for the red loop and 6 for the green line, nothing for the blue fragment."""
    score = GAME.score(recorded("solo"))
    assert score.totals == (("player 1", 18),)
    assert [f"{each.what} {each.how}" for each in score.parts] == [
        "red loop 4 x 3",
        "green line 2 x 3",
    ]
    assert totals(recorded("solo")._replace(players=2))["blue"] == 1


def test_alone_you_own_no_colour() -> None:
    """A line that is completed wins nothing."""
    after = ends(with_ends(("red",)), "red")
    assert owners(after) == {"red": 0, "green": 0, "blue": 0}
    assert totals(after) == {"player 1": 4}


# Moves as text


def test_a_nexus_tile_may_be_written_without_its_star() -> None:
    """As in the figures of the rulebook."""
    assert GAME.pieces.read("R1 G3 B5") == GAME.pieces.read("R1 G3 B5 star")


def test_the_table_is_written_as_figures_are() -> None:
    """Cells and tiles."""
    written = (("0,0", "B1 G2 R3 star"), ("1,0", "R4 G5 B6 star"))
    assert written == GAME.table(cut_short(CLOSED, (), ())).tiles


# Extracts


def reading(text: str) -> FileKind:
    """The kind of a file."""
    return GAME.read(Source("test.yaml", text)).kind


def test_three_loose_tiles_are_an_extract() -> None:
    """They need not touch; nobody is to move, and no tile is in a hand or in the supply."""
    text = "tiles: {'0,0': R1-2 G3-4 B5-6, '3,0': R1 G3 B5, '9,9': R1-4 G2-5 B3-6}\n"
    at = read(text)
    assert reading(text) is FileKind.EXTRACT
    assert (len(at.table), at.players, at.supply, at.hands) == (3, 2, (), ((), ()))
    assert (GAME.to_move(at), GAME.legal_moves(at)) == (None, ())


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("owners: {red: 2}\n", 2),
        ("owners: {red: 3}\n", 3),
        ("owners: {red: neutral, blue: free}\n", 2),
        ("players: 1\n", 1),
    ],
)
def test_an_extract_has_two_players_or_as_many_as_its_owners_need(text: str, players: int) -> None:
    """Unless it says how many."""
    assert read("tiles: {'0,0': R1-2 G3-4 B5-6}\n" + text).players == players


def test_figures_of_the_rulebook_are_extracts() -> None:
    """Captions, labels and highlights are no part of a position; tiles may lie beside the table."""
    blocks = re.findall(r"```position\n(.*?)```", RULEBOOK, re.DOTALL)
    assert len(blocks) > 8
    assert {FileKind.EXTRACT} == {reading(block) for block in blocks}


# Whole positions

WHOLE = f"""\
players: 2
phase: turn
turn: 1
tiles:
  "0,0": R1 G3 B5
hands:
  1: [{", ".join(SIX)}]
  2: [{", ".join(SIX_MORE)}]
"""


def whole(*changes: tuple[str, str]) -> str:
    """The whole position with some texts replaced."""
    text = WHOLE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_whole_position_can_be_played() -> None:
    """The supply has all other tiles by default."""
    at = read(WHOLE)
    assert reading(WHOLE) is FileKind.POSITION
    assert len(at.supply) == 216 - 1 - 12
    assert GAME.to_move(at) == 1
    for move in GAME.legal_moves(at):
        assert [*GAME.status(GAME.play(at, move))] == []


def test_the_supply_is_hidden_by_default_if_a_hand_is() -> None:
    """It has as many tiles as nobody sees elsewhere: a player can write down what he knows."""
    hidden = ", ".join(['"?"'] * 6)
    at = read(whole((", ".join(SIX_MORE), hidden)))
    assert at.hands[1] == (HIDDEN,) * 6
    assert at.supply == (HIDDEN,) * (216 - 1 - 12)


def test_a_turn_with_open_tiles_of_which_none_fits_is_not_a_turn() -> None:
    """The game is over; with a tile that fits it is not."""
    game = game_with(*CLOSED.values(), *SIX)
    text = f"players: 1\nphase: turn\nturn: 1\nhands: {{1: []}}\ntiles: {CLOSED}\n"
    with pytest.raises(IllegalPosition, match="the game is over: no tile can be laid"):
        read(text, game)
    assert read(text.replace("phase: turn", "phase: over"), game).phase is Phase.OVER


def steps() -> dict[str, Position]:
    """A position of each step in which a key is written that others do not have."""
    two = with_ends(("red",), ("green",))
    boxed = first_turn(exchange="box")
    return {
        "a pass": played(two, "pass"),
        "asked": played(stuck(SIX[:3], SIX[3:]), "stop"),
        "asked after a pass": played(stuck(SIX[:3], SIX[3:]), "pass", "stop"),
        "declined": played(stuck(SIX[:3], SIX[3:]), "stop", "decline"),
        "colour": played(cut_short(TWO_COLOURS, (MARKED,), (), ()), LAY_MARKED),
        "out of the game": GAME.play(boxed, Exchange(boxed.choice[0])),
        "open": played(two, "pass", "pass"),
        "over, with a tile that fits": played(stuck(SIX, supply=("R1 G3 B5",)), "stop"),
        "over, with no tile left": ends(two, "red", "green"),
        "nexus": GAME.initial(Random(1), 3),
    }


@pytest.mark.parametrize("step", [*steps()])
def test_every_step_is_read_as_it_is_written(step: str) -> None:
    """The keys are those for the player asked, tiles out of the game, the choice won, and passes."""
    at = steps()[step]
    game = just(at)
    assert read(game.write_position(at), game) == at


@pytest.mark.parametrize("seed", range(8))
def test_every_position_of_a_small_game_is_read_as_it_is_written(seed: int) -> None:
    """With any options: the supply is soon empty, and some tiles soon fit nowhere."""
    rng = Random(seed)
    game = game_with(*SIX, "R1 G2 B3", "B1 G2 R3", copies=3 + seed % 2)
    options = {option.name: rng.choice([*option.choices]) for option in OPTIONS}
    for at in wanderings(game, seed, options=options):
        assert game.read_position(Source("again.yaml", game.write_position(at))) == at


# Records

RECORD = """\
start:
  players: 2
  phase: nexus
  turn: 1
  hands:
    1: [R4 G1-2 B5-6, R1-4 G2-5 B3-6, R1-4 B2-5 G3-6, R1-3 G2-5 B4-6, R1-3 B2-5 G4-6, G1-3 R2-5 B4-6]
    2: [G6 R1-2 B3-4, G1-3 R2-4 B5-6, R1 G2-3 B4-5, R1 G2-3 B4-6, R1 G2-3 B5-6, R1 G2-4 B5-6]
moves:
  - lay R1 G3 B5 at 0,0
  - 2: lay G6 R1-2 B3-4 at 0,1; draws G1-4 R2 B3
  - 1: lay R4 G1-2 B5-6 at 1,-1; draws B1 G2 R3
  - 2: exchange R1 G2-3 B4-5; draws R1-2 G3-4 B5-6
"""


def test_a_record_is_replayed_move_by_move() -> None:
    """With the tiles that it says were drawn; without them, chance draws."""
    result = GAME.read(Source("game.yaml", RECORD))
    assert (result.kind, result.moves) == (FileKind.RECORD, 4)
    at = result.position
    assert owners(at) == {"red": 1, "green": 2, "blue": -1}
    assert kinds("B1 G2 R3")[0] in at.hands[0]
    assert {*kinds("R1-2 G3-4 B5-6", "G1-4 R2 B3")} <= {*at.hands[1]}
    assert kinds("R1 G2-3 B4-5")[0] in at.supply
    assert len(at.supply) == 216 - 3 - 12
    assert read(RECORD.replace("- 2:", "- player 2:")) == at
    by_chance = read(re.sub("; draws .*", "", RECORD))
    assert by_chance.table == at.table and by_chance.hands != at.hands


# Views


def test_a_view_hides_other_hands_the_supply_and_the_chance() -> None:
    """It is written with ? and read back, and nothing more can be learnt from it."""
    at = first_turn()
    view = GAME.view(at, 2)
    assert (view.hands[0], view.hands[1]) == ((HIDDEN,) * 6, at.hands[1])
    assert view.supply == (HIDDEN,) * len(at.supply)
    assert (view.chance, view.table) == (HIDDEN_CHANCE, at.table)
    text = GAME.write_position(view)
    assert '1: ["?", "?", "?", "?", "?", "?"]' in text
    assert read(text) == view
    other = at._replace(chance=Chance(3), hands=(at.supply[:6], at.hands[1]))
    swapped = other._replace(supply=tuple(sorted((*at.hands[0], *at.supply[6:]))))
    assert swapped != at and GAME.view(swapped, 2) == view


def test_a_player_can_move_from_a_view() -> None:
    """Legal moves are the same; a tile that is drawn, and the tiles of others, are hidden."""
    at = first_turn()
    view = GAME.view(at, at.turn)
    assert {*GAME.legal_moves(view)} == {*GAME.legal_moves(at)}
    with pytest.raises(Hidden, match="these tiles are hidden"):
        GAME.play(view, lays(view)[0])
    other = GAME.view(at, at.turn % 2 + 1)
    with pytest.raises(Hidden, match="these tiles are hidden"):
        GAME.legal_moves(other)
    last = with_ends(("red", "green"), ("blue",))
    view = GAME.view(last, 1)
    after = GAME.play(view, lays(view)[0])
    assert after == GAME.view(GAME.play(last, lays(view)[0]), 1)


@pytest.mark.slow
@pytest.mark.parametrize("left", [1, 2, 3])
def test_all_hidden_hands_are_sampled_alike(left: int) -> None:
    """Late in a compact game for two: as all hands are counted that agree with the view."""
    position = next(
        at
        for seed in range(1, 60)
        for at in wanderings(COMPACT, 3 * seed + 1)
        if len(at.supply) == left and len(at.hands[1]) == 6
    )
    view = COMPACT.view(position, 1)
    unseen = sorted((*position.supply, *position.hands[1]))
    wholes = [
        position._replace(
            hands=(position.hands[0], hand),
            supply=tuple(sorted((Counter(unseen) - Counter(hand)).elements())),
        )
        for hand in itertools.combinations(unseen, 6)
    ]
    assert len(wholes) == math.comb(6 + left, 6)
    weights = {
        (at.hands, at.supply): 1
        for at in wholes
        if COMPACT.view(at, 1) == view and [*COMPACT.status(at)] == []
    }
    luck = Random(left)
    samples = [COMPACT.sample(view, 1, luck) for _ in range(2000)]
    assert surprise([(at.hands, at.supply) for at in samples], weights) < 4


@pytest.mark.slow
def test_each_hidden_tile_is_as_likely_in_each_place() -> None:
    """In the middle of a game for three: in each hand, and in the supply, by their sizes."""
    at = next(at for at in wanderings(COMPACT, 2) if len(at.table) > 12)
    view, luck = COMPACT.view(at, at.turn), Random(1)
    others = [number for number in (1, 2, 3) if number != at.turn]
    sizes = {number: len(at.hands[number - 1]) for number in others} | {0: len(at.supply)}
    unseen = sorted({*at.supply, *at.hands[others[0] - 1], *at.hands[others[1] - 1]})
    found = []
    for tile in unseen[::8]:
        for _ in range(300):
            sampled = COMPACT.sample(view, at.turn, luck)
            found.append(next((n for n in others if tile in sampled.hands[n - 1]), 0))
    assert surprise(found, sizes) < 4
    # The player's own tiles, and all sizes, are as they are.
    assert sampled.hands[at.turn - 1] == at.hands[at.turn - 1]
    assert [*map(len, sampled.hands)] == [*map(len, at.hands)]


@pytest.mark.slow
@pytest.mark.parametrize("asked", [2, 3, 0])
def test_who_says_that_nothing_fits_is_sampled_with_tiles_that_do_not_fit(asked: int) -> None:
    """Those who asked or agreed to stop; each deal of single tiles is as likely, of two alike, too."""
    fits, straight = "R1 G2 B4", "R1-4 G2-5 B3-6"
    own, others = (fits,), (straight, straight, SIX[1], SIX[2], fits, "R1 G2-3 B4-5")
    texts = map(GAME.pieces.read, (*CLOSED.values(), *own, *others))
    game = game_with(*map(GAME.pieces.write, texts))
    hidden = tuple(sorted(kinds(*others)))
    players = 3
    stuck = {2: {1}, 3: {1, 2}, 0: {1}}[asked]
    mine = asked or 3
    deals: Counter[object] = Counter()
    for dealt in itertools.permutations(hidden):
        parts = iter((dealt[:2], dealt[2:4], dealt[4:]))
        hands = [kinds(*own) if n == mine else tuple(sorted(next(parts))) for n in (1, 2, 3)]
        supply = tuple(sorted(next(parts)))
        at = cut_short(CLOSED, *((),) * players, turn=1)._replace(hands=tuple(hands))
        said = [at._replace(turn=player) for player in stuck]
        if not any(isinstance(move, Lay) for each in said for move in game.legal_moves(each)):
            deals[tuple(hands), supply] += 1
    assert 0 < deals.total() < 720
    any_hands, any_supply = next(iter(deals))
    phase = Phase.STOP if asked else Phase.DECLINED
    at = cut_short(CLOSED, *((),) * players, turn=1)._replace(
        hands=any_hands, supply=any_supply, phase=phase, asked=asked
    )
    view, luck = game.view(at, mine), Random(asked)
    samples = [game.sample(view, mine, luck) for _ in range(3000)]
    assert surprise([(each.hands, each.supply) for each in samples], deals) < 4
    # Samples of the other phase ignore what the players said: some deal hands that contradict it.
    careless = [
        game.sample(view._replace(phase=Phase.TURN, asked=0), mine, luck) for _ in range(50)
    ]
    assert not {(each.hands, each.supply) for each in careless} <= deals.keys()


def test_open_tiles_are_seen_by_all() -> None:
    """Nothing is hidden any more but the chance."""
    opened = played(with_ends(("red",), ("green",)), "pass", "pass")
    assert GAME.view(opened, 1) == opened._replace(chance=HIDDEN_CHANCE) == GAME.view(opened, 2)


# Options


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        (option.name, choice)
        for option in OPTIONS
        for choice in option.choices
        if choice != option.default
    ],
)
def test_a_game_is_played_to_its_end_with_every_choice(name: str, choice: str) -> None:
    """The choice is kept, written and read."""
    last = wanderings(COMPACT, 4, options={name: choice})[-1]
    assert last.options[name] == choice
    assert f"options: {{{name}: {choice}}}" in COMPACT.write_position(last)


# The oracles: they know tiles as texts only, and try everything.

# From side 1 at the upper right, clockwise.
STEPS = {1: (1, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 1), 5: (-1, 0), 6: (0, -1)}
OPPOSITE = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}

Strands = dict[str, frozenset[int]]


def strands(text: str) -> Strands:
    """Which sides each colour touches."""
    words = re.findall(r"([RGB])([0-9-]+)", text)
    return {code: frozenset(map(int, sides.split("-"))) for code, sides in words}


def turned(tile: Strands, times: int) -> Strands:
    """The tile turned clockwise."""
    return {code: frozenset((side - 1 + times) % 6 + 1 for side in at) for code, at in tile.items()}


def shown(tile: Strands, side: int) -> str:
    """The colour on a side; nothing for a blank one."""
    return "".join(code for code in tile if side in tile[code])


def laid(game: HexStatic, at: Position) -> dict[tuple[int, int], Strands]:
    """The table, from its text."""
    return {
        (int(cell.split(",")[0]), int(cell.split(",")[1])): strands(text)
        for cell, text in game.table(at).tiles
    }


def slow_structures(
    table: dict[tuple[int, int], Strands], code: str
) -> Counter[tuple[str, frozenset[tuple[int, int]]]]:
    """Groups of tiles that meet in a colour, merged until nothing merges; the ends give the kind."""
    groups = [{cell} for cell in table]

    def meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return any(
            (one[0] + q, one[1] + r) == other
            and side in table[one][code]
            and OPPOSITE[side] in table[other][code]
            for side, (q, r) in STEPS.items()
        )

    merged = True
    while merged:
        merged = False
        for group in groups:
            for other in groups:
                if other is not group and any(meet(a, b) for a in group for b in other):
                    group |= other
                    groups.remove(other)
                    merged = True
                    break
            if merged:
                break
    found: Counter[tuple[str, frozenset[tuple[int, int]]]] = Counter()
    for group in groups:
        ends = sum(len(table[cell][code]) == 1 for cell in group)
        sides = sum(len(table[cell][code]) for cell in group)
        joints = sum(meet(a, b) for a in group for b in group)
        kind = "loop" if sides == joints and not ends else ("run", "fragment", "line")[ends]
        found[kind, frozenset(group)] += 1
    return found


def slow_placements(
    table: dict[tuple[int, int], Strands], hand: list[Strands], *, strict: bool
) -> set[tuple[tuple[int, int], frozenset[tuple[str, frozenset[int]]]]]:
    """Every tile, in all turns, on all cells round about."""
    qs, rs = [q for q, _ in table], [r for _, r in table]
    found = set()
    for q in range(min(qs) - 2, max(qs) + 3):
        for r in range(min(rs) - 2, max(rs) + 3):
            if (q, r) in table:
                continue
            met = {
                side: table[q + i, r + j]
                for side, (i, j) in STEPS.items()
                if (q + i, r + j) in table
            }
            for tile in hand:
                for times in range(6):
                    lying = turned(tile, times)
                    pairs = [
                        (shown(lying, side), shown(other, OPPOSITE[side]))
                        for side, other in met.items()
                    ]
                    agreed = (a == b or (not strict and "" in (a, b)) for a, b in pairs)
                    if pairs and all(agreed):
                        found.add(((q, r), frozenset(lying.items())))
    return found


def slow_totals(game: HexStatic, at: Position) -> dict[str, int]:
    """The totals by the slow count of structures, which are also those that are found fast."""
    table = laid(game, at)
    expected = {f"player {number}": 0 for number in range(1, at.players + 1)}
    for colour, (code, name) in enumerate(zip("RGB", GAME.pieces.colours, strict=True)):
        slow = slow_structures(table, code)
        fast = Counter(
            (each.kind.value, frozenset((cell.q, cell.r) for cell in each.cells))
            for each in structures(at.table, colour)
        )
        assert slow == fast
        scores = [each for each in structures(at.table, colour) if each.kind is not Kind.RUN]
        assert [*scoring(at.table, colour)] == [each for each in scores if each.counted]
        owner = at.owners[colour]
        whose = "player 1" if at.players == 1 else name if owner == 0 else f"player {owner}"
        for (kind, cells), number in slow.items() if owner != -1 else ():
            points = {"loop": 4 * len(cells), "line": 2 * len(cells)}.get(kind, 0)
            if kind == "fragment" and at.players > 1:
                points = len(cells) - 1
            expected[whose] = expected.get(whose, 0) + points * number
        if owner == 0 and at.players > 1:
            expected.setdefault(name, 0)
    return expected


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.parametrize("blanks", ["blank", "anything"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_structures_and_points_are_those_of_the_slow_oracle(seed: int, blanks: str) -> None:
    """Kinds, cells and totals, at random moments of random games."""
    game = games()[seed % 2]
    course = wanderings(game, seed, options={"blank-sides": blanks})
    moments = [each for each in course if 5 < len(each.table) < 60]
    for at in Random(seed).sample(moments, 4):
        assert slow_totals(game, at) == dict(game.score(at).totals)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tables_with_loops_score_as_the_slow_oracle_has_it(seed: int) -> None:
    """Loops are rare in random games: here a tile that closes one, or touches most, is laid first."""
    rng = Random(seed)
    at = GAME.play(GAME.initial(rng, 2), Lay(GAME.pieces.read("R1 G3 B5"), ORIGIN))
    left = {*GAME.pieces.ordinary}

    def loops(lay: Lay) -> int:
        table = {**at.table, lay.cell: lay.tile}
        through = (structure_at(table, lay.cell, colour) for colour in range(3))
        return sum(each.kind is Kind.LOOP for each in through)

    def worth(lay: Lay) -> tuple[int, int, int, Lay]:
        q, r = lay.cell
        touching = sum(cell in at.table for cell in neighbours(lay.cell))
        return loops(lay), touching, -max(abs(q), abs(r), abs(q + r)), lay

    closed = 0
    for _ in range(40):
        best = max(GAME.pieces.placements(at.table, rng.sample(sorted(left), 25)), key=worth)
        closed += loops(best)
        left.discard(GAME.pieces.kinds[best.tile])
        at = at._replace(table=GAME.pieces.laid(at.table, best.cell, best.tile))
    assert closed > 0
    assert slow_totals(GAME, at) == dict(GAME.score(at).totals)


@pytest.mark.spread(3)
@pytest.mark.parametrize("blanks", ["blank", "anything"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_legal_placements_are_those_of_the_slow_oracle(seed: int, blanks: str) -> None:
    """And none stands there twice."""
    game = games()[seed % 2]
    course = wanderings(game, seed, options={"blank-sides": blanks})
    turns = [each for each in course if each.phase is Phase.TURN and 0 < len(each.table) < 60]
    for at in Random(seed).sample(turns, 5):
        hand = [strands(game.pieces.write(tile)) for tile in at.choice]
        fast = [
            ((move.cell.q, move.cell.r), frozenset(strands(game.pieces.write(move.tile)).items()))
            for move in game.legal_moves(at)
            if isinstance(move, Lay)
        ]
        assert len(fast) == len(set(fast))
        assert slow_placements(laid(game, at), hand, strict=blanks == "blank") == set(fast)


def slow_moves(game: HexStatic, at: Position) -> tuple[Move, ...]:
    """The legal moves by the rulebook: each tile in all turns is tried on all cells, in their order."""
    pieces = game.pieces_in(at)
    if at.phase not in (Phase.TURN, Phase.DECLINED):
        return tuple(game.legal_moves(at))
    beside = {cell for tile in at.table for cell in neighbours(tile)} - {*at.table}
    found: list[Move] = [
        Lay(tile, cell)
        for kind in dict.fromkeys(at.choice)
        for cell in sorted(beside)
        for tile in pieces.turns[kind]
        if not [*pieces.clashes(at.table, cell, tile)]
    ]
    is_open, can_lay = not any(at.hands), bool(found)
    if not is_open:
        found += map(Exchange, dict.fromkeys(at.choice if at.supply else ()))
        found += () if at.supply else (Pass(),)
        found += (Stop(),) if not can_lay and at.phase is Phase.TURN else ()
    return tuple(found)


def check_the_slow_way(game: HexStatic, players: int, seed: int, options: dict[str, str]) -> None:
    """A random player who tries everything plays the same game as one who chooses a legal move."""
    start = at = game.initial(Random(seed), players, options)
    chooser, moves = Random(seed), list[Move]()
    while not game.is_over(at):
        moves.append(chooser.choice(slow_moves(game, at)))
        at = game.play(at, moves[-1])
    slow = write_record(game, moves, players=players, seed=seed, options=options)
    at, chooser, moves = start, Random(seed), []
    while not game.is_over(at):
        moves.append(chooser.choice(game.legal_moves(at)))
        at = game.play(at, moves[-1])
    assert write_record(game, moves, players=players, seed=seed, options=options) == slow
    assert game.playout(start, Random(seed)) == at


@pytest.mark.parametrize("seed", range(2))
def test_the_beginning_of_a_game_is_that_of_the_slow_way(seed: int) -> None:
    """The same legal moves in the same order; equal choices make equal games."""
    for at in wanderings(COMPACT, seed)[:25]:
        assert slow_moves(COMPACT, at) == COMPACT.legal_moves(at)


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_same_seed_is_the_same_game_by_the_slow_way(seed: int) -> None:
    """With all numbers of players, and blank sides that touch anything."""
    options = {"blank-sides": "anything", "exchange": "box"} if seed % 2 else {}
    check_the_slow_way(COMPACT, seed % 3 + 1, seed, options)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(40))
def test_many_seeds_are_the_same_games_by_the_slow_way(seed: int) -> None:
    """Both sets, any options."""
    luck = Random(seed)
    options = {each.name: luck.choice([*each.choices]) for each in OPTIONS}
    check_the_slow_way(GAME if seed % 8 == 0 else COMPACT, seed % 3 + 1, seed, options)


# Whole games


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_games_end_and_keep_all_tiles(seed: int) -> None:
    """Every legal move can be played and leads to a position without a problem."""
    game = games()[seed % 3 > 0]
    everything = Counter(game.pieces.copies)
    course = wanderings(game, seed)
    assert len(course) < 600
    for step, at in enumerate(course):
        tiles = [game.pieces.kinds[tile] for tile in at.table.values()]
        tiles += [*at.supply, *at.aside, *(tile for hand in at.hands for tile in hand)]
        assert everything == Counter(tiles)
        for move in game.legal_moves(at)[:: step + 30] if step % 9 == 0 else ():
            assert [*game.status(game.play(at, move))] == []


@pytest.mark.slow
def test_the_recorded_game_is_played_as_it_was() -> None:
    """To its end, with the score that was checked by hand."""
    text = (GAMES / "hexstatic-1.yaml").read_text("utf-8")
    head = dict(re.findall(r"^# (owners|totals|winners): (.+)$", text, re.MULTILINE))
    at = COMPACT.read_position(Source("hexstatic-1.yaml", text))
    assert COMPACT.is_over(at)
    score = COMPACT.score(at)
    assert head["totals"] == ", ".join(f"{whose} {total}" for whose, total in score.totals)
    assert head["winners"] == ", ".join(score.winners)
    assert slow_totals(COMPACT, at) == dict(score.totals)
    assert head["owners"] == ", ".join(f"{name} {owner}" for name, owner in owners(at).items())
