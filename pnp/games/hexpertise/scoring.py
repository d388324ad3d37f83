"""The score of a display: "Scoring" in the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.basics.words import in_words
from pnp.games.hexpertise.figures import (
    Hexes,
    clusters,
    convergences,
    forks,
    longest_path,
    pairs,
    triangles,
    voids,
)
from pnp.games.hexpertise.pieces import Display, PieceSet
from pnp.games.hexpertise.position import Position
from pnp.play import Part, Score

# Points for each figure, or for each hex that counts, as the rulebook has them.
POINTS = {"light": 3, "dark": 3, "fire": 2, "water": 3, "earth": 4, "air": 4}
CONVERGENCE, VOID = "harmonic convergence", "void"
ADVANCED = {CONVERGENCE: 15, VOID: 10}


class Award(NamedTuple):
    """Points for figures on a display: each figure with how often it counts, for so many points."""

    what: str
    each: int
    figures: tuple[tuple[Hexes, int], ...]

    @property
    def points(self) -> int:
        """The points of all figures."""
        return self.each * sum(count for _, count in self.figures)


def score(pieces: PieceSet, position: Position) -> Score:
    """The score with a part for each award of each player.

    Players with equal totals compare the points of single elements, clockwise from the top.
    """
    parts: list[Part] = []
    standing: dict[str, tuple[int, ...]] = {}
    for number, display in enumerate(position.displays, 1):
        player = f"player {number}"
        awards = tuple(_awards(pieces, position, display))
        points = {award.what: award.points for award in awards}
        parts += (_part(pieces, player, award) for award in awards)
        standing[player] = (
            sum(points.values()),
            *(points[each] for each in position.corner_elements),
        )
    best = max(standing.values())
    return Score(
        tuple(parts),
        tuple((player, points[0]) for player, points in standing.items()),
        tuple(player for player, points in standing.items() if points == best),
        _tie_break(standing, position.corner_elements),
    )


def _awards(pieces: PieceSet, position: Position, display: Display) -> Iterator[Award]:
    """All awards of a display: the six elements in the order of the cards, then the advanced ones."""
    on = pieces.on(display)
    if position.options["nexus-scores"] == "no":
        on = {cell: what for cell, what in on.items() if cell not in pieces.corners}
    for element in pieces.elements:
        cells = frozenset(cell for cell, what in on.items() if what == element)
        match element:
            case "light":
                found = [(cluster, 1) for cluster in clusters(cells)]
            case "dark":
                found = [(cluster, len(cluster) - 1) for cluster in clusters(cells)]
            case "fire":
                found = [(pair, 1) for pair in pairs(cells)]
            case "water":
                path = max(map(longest_path, clusters(cells)), key=len, default=())
                found = [(path, len(path))] if path else []
            case "earth":
                found = [(triangle, 1) for triangle in triangles(cells)]
            case _:
                apart = position.options["forks"] == "apart"
                found = [(fork, 1) for fork in forks(cells, apart=apart)]
        yield Award(element, POINTS[element], tuple(found))
    if position.options["advanced"] == "on":
        for what, advanced in ((CONVERGENCE, convergences(on)), (VOID, voids(on))):
            yield Award(what, ADVANCED[what], tuple((figure, 1) for figure in advanced))


def _part(pieces: PieceSet, whose: str, award: Award) -> Part:
    """An award as a line of a score: its figures by the names of their hexes."""
    named = [tuple(pieces.names[cell] for cell in figure) for figure, _ in award.figures]
    counts = [count for _, count in award.figures]
    earning = (figure for figure, count in zip(named, counts, strict=True) if count)
    times = str(sum(counts))
    if len(counts) > 1 and {*counts} != {1}:
        times = f"({' + '.join(map(str, counts))})"
    return Part(
        whose,
        award.what,
        award.points,
        f"{award.each} x {times}" + ": " * bool(named) + "; ".join(map(" ".join, named)),
        tuple(dict.fromkeys(name for figure in earning for name in figure)),
        award.what if award.what in pieces.elements else "",
        tuple(named) if award.what == "water" else (),
    )


def _tie_break(standing: Mapping[str, tuple[int, ...]], elements: tuple[str, ...]) -> str:
    """Why the winners win of the players with the highest total; empty if nothing tells them apart."""
    most = max(points[0] for points in standing.values())
    tied = {player: points[1:] for player, points in standing.items() if points[0] == most}
    if len(tied) == 1:
        return ""
    reasons = []
    for index, element in enumerate(elements):
        best = max(points[index] for points in tied.values())
        ahead = {player: points for player, points in tied.items() if points[index] == best}
        if len(ahead) < len(tied):
            reasons.append(f"{in_words([*ahead])} scored most for {element}, {best}")
            tied = ahead
    return "; ".join(reasons)
