"""Scoring: points for every hex driven onto, what robbers take, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pnp.basics.words import in_words
from pnp.games.hexagonal_highway.drives import drives_of
from pnp.games.hexagonal_highway.pieces import PieceSet
from pnp.games.hexagonal_highway.position import PLAYERS, Card, Cells, Position
from pnp.play import Part, Score
from pnp.tiles.hexgrid import Hex

STOLEN = 2  # points a robber, on the designer's page


def score(pieces: PieceSet, position: Position) -> Score:
    """The points of all rounds that were driven."""
    drives = drives_of(pieces, position)
    rounds = tuple(
        tuple(_round(pieces, position, card, each)) for card, each in zip(Card, drives, strict=True)
    )
    parts = tuple(part for each in rounds for part in each)
    totals = {_name(player): _sum(parts, player) for player in range(PLAYERS)}
    ahead = [player for player in range(PLAYERS) if totals[_name(player)] == max(totals.values())]
    tie_break, remarks = "", tuple(_collisions(pieces, drives))
    if len(ahead) > 1 and position.options["ties"] == "late-rounds":
        ahead, tie_break = _tie_broken(rounds, ahead)
    winners = tuple(map(_name, ahead))
    return Score(parts, tuple(totals.items()), winners, tie_break, remarks=remarks)


def _round(
    pieces: PieceSet, position: Position, card: Card, drives: tuple[Cells, ...]
) -> Iterator[Part]:
    """The points of a round: of each drive, and what robbers take."""
    what = f"round {card.value}, {pieces.titles[card - 1]}"
    for player, cells in enumerate(drives):
        if cells:
            yield _driven(pieces, card, player, what, cells)
    if card is Card.HIGHWAY_ROBBERY:
        for player, cells in enumerate(drives):
            yield from _robbed(pieces, position, player, cells)


def hex_points(pieces: PieceSet, card: Card, cell: Hex) -> int:
    """The points for moving onto a cell."""
    if card is not Card.CENTER_CONTROL:
        return 1
    return 0 if cell in pieces.edge else 2 if cell in pieces.centre else 1


def _driven(pieces: PieceSet, card: Card, player: int, what: str, cells: Cells) -> Part:
    """The points of a drive: the cell that the pawn set off from does not count."""
    points = Counter(hex_points(pieces, card, cell) for cell in cells[1:])
    how = " + ".join(f"{times} x {worth}" for worth, times in sorted(points.items(), reverse=True))
    driven = _part(pieces, player, what, sum(points.elements()), how or "no hex", cells[1:])
    return driven._replace(ways=(tuple(pieces.names[cell] for cell in cells),))


def _robbed(pieces: PieceSet, position: Position, player: int, cells: Cells) -> Iterator[Part]:
    """What the robbers of others take from a player and bring to their owners."""
    for owner, robbers in enumerate(position.tokens.robbers):
        met = tuple(cell for cell in cells[1:] if cell in robbers)
        if met and owner != player:
            thief, victim = pieces.colours[owner], pieces.colours[player]
            stolen, how = STOLEN * len(met), f"{len(met)} x {STOLEN}"
            yield _part(pieces, player, f"robbed by {thief}", -stolen, f"-({how})", met)
            yield _part(pieces, owner, f"robbers met by {victim}", stolen, how, met)


def _tie_broken(rounds: tuple[tuple[Part, ...], ...], tied: list[int]) -> tuple[list[int], str]:
    """The players among the tied who scored more in the latest rounds, and the reason in words."""
    ahead, decided = tied, []
    for number, parts in reversed([*enumerate(rounds, 1)]):
        most = max(_sum(parts, player) for player in ahead)
        better = [player for player in ahead if _sum(parts, player) == most]
        if len(better) < len(ahead):
            ahead = better
            decided.append(f"round {number}")
    if not decided:
        return ahead, "they are equal in every round"
    names = in_words([*map(_name, tied)])
    return ahead, f"{names} have equal points; {in_words(decided)} decided"


def _collisions(pieces: PieceSet, drives: tuple[tuple[Cells, ...], ...]) -> Iterator[str]:
    """Who collided where in the rounds that were driven."""
    for number, cells in enumerate(drives, 1):
        stops = [each[-1:] for each in cells]
        for stop in dict.fromkeys(filter(None, stops)):
            who = [name for name, at in zip(pieces.colours, stops, strict=True) if at == stop]
            if len(who) > 1:
                yield f"Round {number}: {in_words(who)} collided on {pieces.names[stop[0]]}."


def _part(pieces: PieceSet, player: int, what: str, points: int, how: str, where: Cells) -> Part:
    cells = tuple(pieces.names[cell] for cell in where)
    return Part(_name(player), what, points, how, cells, pieces.colours[player])


def _sum(parts: Iterable[Part], player: int) -> int:
    return sum(part.points for part in parts if part.whose == _name(player))


def _name(player: int) -> str:
    return f"player {player + 1}"
