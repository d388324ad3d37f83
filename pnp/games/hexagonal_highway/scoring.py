"""Scoring: points for every hex driven onto, what robbers take, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pnp.basics.words import in_words
from pnp.games.hexagonal_highway.orders import Sheet
from pnp.games.hexagonal_highway.position import PLAYERS, Card, Drive, Position
from pnp.games.hexagonal_highway.road import Road
from pnp.play import Part, Score
from pnp.tiles.hexgrid import Hex

STOLEN = 2  # points a robber, on the page


def score_of(road: Road, position: Position) -> Score:
    """The points of all rounds that are over."""
    rounds = tuple(_round(road, position, number) for number in range(len(position.drives)))
    parts = tuple(part for each in rounds for part in each)
    totals = {_name(player): _sum(parts, player) for player in range(PLAYERS)}
    ahead = [player for player in range(PLAYERS) if totals[_name(player)] == max(totals.values())]
    tie_break = ""
    if len(ahead) > 1 and position.chose("ties", "late-rounds"):
        ahead, tie_break = _latest_best(rounds, ahead)
    winners = tuple(map(_name, ahead))
    remarks = (*_collisions(road, position), *_unwritten(road, position))
    return Score(parts, tuple(totals.items()), winners, tie_break, remarks=remarks)


def _collisions(road: Road, position: Position) -> Iterator[str]:
    """Who collided where in the rounds that are over."""
    for number, drives in enumerate(position.drives, 1):
        on: dict[Hex, list[str]] = {}
        for drive, colour in zip(drives, road.colours, strict=True):
            if drive:
                on.setdefault(drive[-1], []).append(colour)
        for cell, colours in on.items():
            if len(colours) > 1:
                yield f"Round {number}: {in_words(colours)} collided on {road.names[cell]}."


def _unwritten(road: Road, position: Position) -> Iterator[str]:
    """Who keeps a round from being driven of which something is written."""
    waiting = [
        colour
        for colour, sheet in zip(road.colours, position.sheets, strict=True)
        if sheet.go is None
    ]
    if waiting and any(sheet != Sheet() for sheet in position.sheets):
        told = in_words(waiting)
        yield f"Round {position.round} is not driven: no direction and no `stay` of {told} is told."


def hex_points(road: Road, card: Card, cell: Hex) -> int:
    """What moving onto a cell scores."""
    if card is not Card.CENTER_CONTROL:
        return 1
    return 0 if road.on_edge(cell) else 2 if cell in road.centre else 1


def _round(road: Road, position: Position, number: int) -> tuple[Part, ...]:
    """What everybody scored in a round, counted from 0."""
    card, drives = position.cards[number], position.drives[number]
    what = f"round {number + 1}, {road.titles[card - 1]}"
    parts = [
        _driven(road, card, player, what, drive) for player, drive in enumerate(drives) if drive
    ]
    if card is Card.HIGHWAY_ROBBERY:
        for player, drive in enumerate(drives):
            parts += _robbed(road, position, player, drive)
        if position.chose("below-zero", "zero"):
            before = [part for n in range(number) for part in _round(road, position, n)]
            parts += _back_to_zero(road, [*before, *parts])
    return tuple(parts)


def _driven(road: Road, card: Card, player: int, what: str, drive: Drive) -> Part:
    """What a drive scores: the hex that the pawn set off from does not count."""
    points = Counter(hex_points(road, card, cell) for cell in drive[1:])
    how = " + ".join(f"{times} x {worth}" for worth, times in sorted(points.items(), reverse=True))
    driven = _part(road, player, what, sum(points.elements()), how or "no hex", drive[1:])
    return driven._replace(ways=(tuple(road.names[cell] for cell in drive),))


def _robbed(road: Road, position: Position, player: int, drive: Drive) -> Iterator[Part]:
    """What the robbers of others take from a player, and bring their owners."""
    for owner, robbers in enumerate(position.robbers):
        met = tuple(cell for cell in drive[1:] if cell in robbers)
        if met and owner != player:
            thief, victim = road.colours[owner], road.colours[player]
            stolen = STOLEN * len(met)
            how = f"{len(met)} x {STOLEN}"
            yield _part(road, player, f"robbed by {thief}", -stolen, f"-({how})", met)
            yield _part(road, owner, f"robbers met by {victim}", stolen, how, met)


def _back_to_zero(road: Road, parts: list[Part]) -> Iterator[Part]:
    for player in range(PLAYERS):
        total = _sum(parts, player)
        if total < 0:
            yield _part(road, player, "no total below zero", -total, f"from {total} to 0", ())


def _latest_best(rounds: tuple[tuple[Part, ...], ...], tied: list[int]) -> tuple[list[int], str]:
    """Those of the tied who scored more in the latest rounds, and that in words."""
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
    return ahead, f"{names} have as many points: decided by {in_words(decided)}"


def _part(
    road: Road, player: int, what: str, points: int, how: str, where: tuple[Hex, ...]
) -> Part:
    cells = tuple(road.names[cell] for cell in where)
    return Part(_name(player), what, points, how, cells, road.colours[player])


def _sum(parts: Iterable[Part], player: int) -> int:
    return sum(part.points for part in parts if part.whose == _name(player))


def _name(player: int) -> str:
    return f"player {player + 1}"
