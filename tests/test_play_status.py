"""What `status` finds in positions of random games of which one thing has been changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from pnp.games import game_of
from pnp.games.controlled_path.game import Loss
from pnp.games.hexagonal_highway.game import Card, Piece
from pnp.games.hexstatic.game import Phase as HexStaticPhase
from pnp.play import Hex, Layout, replaced
from pnp.tiles.hexgrid import neighbours

# Makes a wrong position of a right one; None if the position does not allow it.
Change = Callable[[Any], Any]


def positions(name: str) -> Iterator[Any]:
    """The positions of random games, in which players mostly do something."""
    game = game_of(name)
    for seed in range(40):
        luck = Random(seed)
        position = game.initial(Random(seed), game.players[-1 - seed % 2 % len(game.players)])
        for _ in range(250):
            if game.is_over(position):
                break
            yield position
            moves = game.legal_moves(position)
            position = game.play(position, luck.choice(moves[1:] or moves))
        yield position


def moved(values: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...] | None:
    """The values of players, of which one has gone to the player after."""
    for player, here in enumerate(values):
        if here:
            after = (player + 1) % len(values)
            taken = replaced(values, player, here[1:])
            return replaced(taken, after, tuple(sorted((*values[after], here[0]))))
    return None


def with_hands_moved(position: Any) -> Any:
    """A tile of a hand is another player's."""
    hands = moved(position.hands)
    return hands and position._replace(hands=hands)


def with_a_run_of_another(position: Any) -> Any:
    """The last run is another player's."""
    if not position.runs:
        return None
    *runs, last = position.runs
    other = last._replace(player=last.player % position.players + 1)
    return position._replace(runs=(*runs, other))


def with_runs_swapped(position: Any) -> Any:
    """The first two runs of turn 1 are in the wrong order, though both touch the first tile."""
    first = position.runs[:2]
    near = all(run.cells[0] in neighbours(Hex(0, 0)) for run in first)
    if position.turn > 1 or position.phase.value != "lay" or len(first) < 2 or not near:
        return None
    return position._replace(runs=(*first[::-1], *position.runs[2:]))


def with_tiles(position: Any, number: int) -> Any:
    """So many direction tiles lie on the board, away from pawns and corners."""
    pieces = game_of("hexagonal-highway").pieces
    cells = [cell for cell in pieces.names if cell not in (*pieces.corners, *position.pawns)]
    tiles = tuple((cell, Piece.LEFT) for cell in sorted(cells[:number]))
    return position._replace(tokens=position.tokens._replace(directions=tiles))


def driven(position: Any, card: Card) -> bool:
    """Whether this was the last round that was driven, and no orders have been written since."""
    last = position.round - (position.phase.value == "orders")
    return bool(last == card and not any(sheet.orders for sheet in position.sheets))


def with_drive(position: Any, card: Card, player: int, cells: Any) -> Any:
    """Another drive of a player."""
    drives = replaced(position.drives[card - 1], player, cells)
    return position._replace(drives=replaced(position.drives, card - 1, drives))


def with_robber_far_away(position: Any) -> Any:
    """A robber hides beside the pawn of another, far from its owner's."""
    pieces = game_of("hexagonal-highway").pieces
    if not driven(position, Card.HIGHWAY_ROBBERY):
        return None
    mine, other = (position.drives[Card.HIGHWAY_ROBBERY - 1][player][0] for player in (0, 1))
    near = [cell for cell in neighbours(other) if cell in pieces.names]
    pawns = [cells[0] for cells in position.drives[Card.HIGHWAY_ROBBERY - 1]]
    far = [cell for cell in near if pieces.steps[mine][cell] > 3 and cell not in pawns]
    robbers = replaced(position.tokens.robbers, 0, tuple(far[:1]))
    return position._replace(tokens=position.tokens._replace(robbers=robbers)) if far else None


def with_shorter_drive(position: Any) -> Any:
    """The last drive of the first pawn that did not collide ends a hex earlier."""
    card = next((card for card in Card if driven(position, card)), None)
    for player, cells in enumerate(position.drives[card - 1] if card else ()):
        if len(cells) > 1 and position.pawns[player] == cells[-1]:
            return with_drive(position, card, player, cells[:-1])
    return None


def with_later_start(position: Any) -> Any:
    """A drive of round 2 begins a hex later than the one before ended."""
    if driven(position, Card.CENTRE_CONTROL):
        for player, cells in enumerate(position.drives[1]):
            if len(cells) > 1 and cells[0] not in position.starts:
                return with_drive(position, Card.CENTRE_CONTROL, player, cells[1:])
    return None


def without_turning_tile(position: Any) -> Any:
    """The tile is missing on which a pawn has turned."""
    directions = dict(position.tokens.directions)
    for card in Card if driven(position, Card.LINE_OF_SIGHT) else ():
        for cells in position.drives[card - 1]:
            for one, cell, other in zip(cells, cells[1:], cells[2:], strict=False):
                if cell in directions and (cell.q - one.q, cell.r - one.r) != (
                    other.q - cell.q,
                    other.r - cell.r,
                ):
                    left = tuple(each for each in directions.items() if each[0] != cell)
                    return position._replace(tokens=position.tokens._replace(directions=left))
    return None


def with_early_specials(position: Any) -> Any:
    """Three special tiles lie under the first runs, so the game ended long ago."""
    pieces, table = game_of("hex-auction").pieces, dict(position.table)
    cells = [cell for run in position.runs[: -2 * position.players] for cell in run.cells][:3]
    special = [cell for cell, tile in table.items() if pieces.kinds[tile] in pieces.special]
    if position.phase.value != "over" or len(cells) < 3:
        return None
    for one, other in zip(cells, special, strict=False):
        table[one], table[other] = table[other], table[one]
    tiles = ((cell, tile, pieces.sides[tile]) for cell, tile in table.items())
    return position._replace(table=Layout.of(tiles))


def with_stranded_token(position: Any) -> Any:
    """A token is on the start tile of another, though no tiles lie between."""
    if len(position.table) > len(position.tokens) or len(position.tokens) < 3:
        return None
    cells = [token.cell for token in position.tokens]
    tokens = zip(position.tokens, (*cells[1:], cells[0]), strict=True)
    return position._replace(tokens=tuple(token._replace(cell=cell) for token, cell in tokens))


def with_came_from_nowhere(position: Any) -> Any:
    """A token has come from a place where no tile lies."""
    token = position.tokens[0]
    empty = [cell for cell in neighbours(token.cell) if cell not in position.table]
    places = replaced(position.came_from, token.colour, empty[0] if empty else None)
    return position._replace(came_from=places) if empty else None


def asking(position: Any) -> Any:
    """Player 2 of three has agreed to stop although a tile fits; nothing fits for player 1."""
    pieces = game_of("hexstatic-compact").pieces
    hands, table = position.hands, position.table
    if position.players < 3 or position.is_open or position.turn != 1:
        return None
    if pieces.fits(table, hands[0]) or not pieces.fits(table, hands[1]):
        return None
    return position._replace(phase=HexStaticPhase.STOP, asked=3)


def when(phase: str, **values: Any) -> Change:
    """These values in a phase."""
    return lambda position: position.phase.value == phase and position._replace(**values)


# A game, what is changed, and the rule of a problem that is found.
CHANGES: list[tuple[str, str, Change, str]] = [
    ("hex-auction", "a hand tile of another", with_hands_moved, "one-tile-a-turn"),
    ("hex-auction", "a run of another", with_a_run_of_another, "one-tile-a-turn"),
    ("hex-auction", "runs of turn 1 in the wrong order", with_runs_swapped, "run"),
    (
        "hex-auction",
        "points for nothing",
        lambda at: at._replace(points=replaced(at.points, 1, 1)),
        "points",
    ),
    (
        "hex-auction",
        "negative points",
        lambda at: at._replace(points=replaced(at.points, 0, -1)),
        "points",
    ),
    (
        "hex-auction",
        "negative coins",
        lambda at: at._replace(coins=(-1, at.coins[0] + at.coins[1] + 1, *at.coins[2:])),
        "share-out",
    ),
    (
        "hex-auction",
        "coins that moved in turn 1",
        lambda at: at.turn == 1 and at._replace(coins=(6, 8, *at.coins[2:])),
        "share-out",
    ),
    (
        "hex-auction",
        "a negative bid",
        lambda at: at.bids and at._replace(bids=(-2, *at.bids[1:])),
        "bid",
    ),
    ("hex-auction", "three early special tiles", with_early_specials, "end-of-the-game"),
    ("hex-auction", "nobody done", when("lay", done=-1), "your-turn"),
    ("hex-auction", "no tie-breaker", lambda at: at._replace(tie_breaker=0), "players"),
    (
        "hexagonal-highway",
        "13 tiles in round 2",
        lambda at: driven(at, Card.THEME) and with_tiles(at, 13),
        "two-direction-tiles",
    ),
    ("hexagonal-highway", "a shorter last drive", with_shorter_drive, "driving"),
    ("hexagonal-highway", "a drive that begins elsewhere", with_later_start, "driving"),
    (
        "hexagonal-highway",
        "a first drive that begins elsewhere",
        lambda at: (
            driven(at, Card.THEME)
            and with_drive(at, Card.THEME, 0, at.drives[0][0][1:] or (Hex(0, 0),))
        ),
        "driving",
    ),
    ("hexagonal-highway", "a turn without a tile", without_turning_tile, "driving"),
    (
        "hexagonal-highway",
        "a tile in the middle in round 1",
        lambda at: (
            driven(at, Card.THEME)
            and at._replace(tokens=at.tokens._replace(directions=((Hex(0, 0), Piece.LEFT),)))
        ),
        "control",
    ),
    ("hexagonal-highway", "a robber far away", with_robber_far_away, "control"),
    ("hexagonal-highway", "round 99", lambda at: at._replace(round=99), "six-rounds"),
    ("controlled-path", "quiet 99", when("move", quiet=99), "end-of-the-game"),
    ("controlled-path", "quiet -1", when("change", quiet=-1), "end-of-the-game"),
    (
        "controlled-path",
        "a quiet end by a loss",
        lambda at: len(at.tokens) == 1 and at._replace(quiet=1),
        "end-of-the-game",
    ),
    (
        "controlled-path",
        "a move before any change",
        lambda at: (
            len(at.table) == len(at.tokens)
            and at._replace(phase=type(at.phase)("move"), turn=(at.turn + 1) % len(at.tokens))
        ),
        "set-up",
    ),
    ("controlled-path", "a stranded token", with_stranded_token, "one-tile-along-the-path"),
    ("controlled-path", "from nowhere", with_came_from_nowhere, "one-tile-along-the-path"),
    (
        "controlled-path",
        "lost twice",
        lambda at: at.lost and at._replace(lost=(*at.lost, at.lost[0])),
        "lost",
    ),
    (
        "controlled-path",
        "lost to one who was out",
        lambda at: (
            len(at.lost) > 1
            and at._replace(lost=(at.lost[0], Loss(at.lost[1].colour, at.lost[0].colour)))
        ),
        "lost",
    ),
    ("controlled-path", "turn 99", lambda at: at._replace(turn=99), "players"),
    ("hexstatic-compact", "turn 0", lambda at: at._replace(turn=0), "players"),
    ("hexstatic-compact", "asked -1", lambda at: at._replace(asked=-1), "players"),
    (
        "hexstatic-compact",
        "passes -1",
        lambda at: not at.supply and not at.is_open and at._replace(passes=-1),
        "pass",
    ),
    ("hexstatic-compact", "agreed with a tile that fits", asking, "laying-open"),
    (
        "hexpertise",
        "no such card",
        when("flip", card=("fire", "fire")),
        "mana-cards",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "change", "rule"),
    [pytest.param(name, *more, id=f"{name}, {what}") for name, what, *more in CHANGES],
)
def test_a_changed_position_is_seen_to_be_wrong(name: str, change: Change, rule: str) -> None:
    """In several positions; all were right before."""
    game, found = game_of(name), 0
    for position in positions(name):
        changed = change(position)
        if changed and changed != position:
            assert [*game.status(position)] == []
            assert rule in {problem.rule for problem in game.status(changed)}, changed
            found += 1
        if found == 3:
            return
    raise AssertionError(f"only {found} positions could be changed")
