"""Scoring: points for every hex driven onto, what robbers take, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, permutations

from pnp.basics.words import in_words
from pnp.games.hexagonal_highway.drives import drives_of
from pnp.games.hexagonal_highway.pieces import PieceSet
from pnp.games.hexagonal_highway.position import PLAYERS, Card, Cells, Position
from pnp.play import Part, Score

STOLEN = 2  # points a robber, on the designer's page

_NAMES = tuple(f"player {player}" for player in range(1, PLAYERS + 1))


def score(pieces: PieceSet, position: Position) -> Score:
    """The points of all rounds that were driven."""
    drives = drives_of(pieces, position)
    rounds = [[*_round(pieces, position, *each)] for each in zip(Card, drives, strict=True)]
    by_round = {
        name: [sum(part.points for part in parts if part.whose == name) for parts in rounds]
        for name in _NAMES
    }
    totals = {name: sum(points) for name, points in by_round.items()}
    ahead, tie_break = [name for name in _NAMES if totals[name] == max(totals.values())], ""
    if len(ahead) > 1 and position.options["ties"] == "late-rounds":
        ahead, tie_break = _tie_broken(by_round, ahead)
    parts, remarks = tuple(chain(*rounds)), tuple(_collisions(pieces, drives))
    return Score(parts, tuple(totals.items()), tuple(ahead), tie_break, remarks=remarks)


def _round(
    pieces: PieceSet, position: Position, card: Card, drives: tuple[Cells, ...]
) -> Iterator[Part]:
    """The points of a round: of each drive, and what robbers take from others for their owners.

    The cell that a pawn set off from does not count.
    """
    title, is_control = pieces.titles[card - 1], card is Card.CENTRE_CONTROL
    for player, cells in enumerate(drives):
        if cells:
            points = Counter(pieces.worth[cell] if is_control else 1 for cell in cells[1:])
            terms = [f"{times} x {each}" for each, times in sorted(points.items(), reverse=True)]
            how, what = " + ".join(terms) or "no hex", f"round {card.value}, {title}"
            part = _part(pieces, player, what, sum(points.elements()), how, cells[1:])
            yield part._replace(ways=(tuple(pieces.names[cell] for cell in cells),))
    if card is not Card.HIGHWAY_ROBBERY:
        return
    colours, robbers = pieces.colours, position.tokens.robbers
    for player, owner in permutations(range(PLAYERS), 2):
        met = tuple(cell for cell in drives[player][1:] if cell in robbers[owner])
        if met:
            stolen, how = STOLEN * len(met), f"{len(met)} x {STOLEN}"
            yield _part(pieces, player, f"robbed by {colours[owner]}", -stolen, f"-({how})", met)
            yield _part(pieces, owner, f"robbers met by {colours[player]}", stolen, how, met)


def _tie_broken(by_round: Mapping[str, Sequence[int]], tied: list[str]) -> tuple[list[str], str]:
    """The players among the tied who scored more in the latest rounds, and the reason in words."""
    ahead, decided = tied, []
    for card in reversed(Card):
        most = max(by_round[name][card - 1] for name in ahead)
        better = [name for name in ahead if by_round[name][card - 1] == most]
        if len(better) < len(ahead):
            ahead = better
            decided.append(f"round {card.value}")
    if not decided:
        return ahead, "they are equal in every round"
    return ahead, f"{in_words(tied)} have equal points; {in_words(decided)} decided"


def _collisions(pieces: PieceSet, drives: tuple[tuple[Cells, ...], ...]) -> Iterator[str]:
    """A sentence for each collision in the rounds that were driven."""
    for number, cells in enumerate(drives, 1):
        stops = [each[-1:] for each in cells]
        for stop in dict.fromkeys(filter(None, stops)):
            who = [name for name, at in zip(pieces.colours, stops, strict=True) if at == stop]
            if len(who) > 1:
                yield f"Round {number}: {in_words(who)} collided on {pieces.names[stop[0]]}."


def _part(pieces: PieceSet, player: int, what: str, points: int, how: str, where: Cells) -> Part:
    cells = tuple(pieces.names[cell] for cell in where)
    return Part(_NAMES[player], what, points, how, cells, pieces.colours[player])
