"""The score of a display: "Scoring" in the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pnp.basics.words import in_words
from pnp.games.hexpertise import figures
from pnp.games.hexpertise.figures import Hexes
from pnp.games.hexpertise.pieces import Display, PieceSet
from pnp.games.hexpertise.position import Position
from pnp.play import Part, Score
from pnp.tiles.hexgrid import Hex

# Points for each figure, or for each hex that counts, as the rulebook has them.
POINTS = {"light": 3, "dark": 3, "fire": 2, "water": 3, "earth": 4, "air": 4}
CONVERGENCE_POINTS, VOID_POINTS = 15, 10


def score(pieces: PieceSet, position: Position) -> Score:
    """The score with a part for each award of each player.

    Players with equal totals compare the points of single elements, clockwise from the top.
    """
    parts: list[Part] = []
    standing: dict[str, tuple[int, ...]] = {}
    for number, display in enumerate(position.displays, 1):
        player = f"player {number}"
        own = tuple(_parts(pieces, position, player, display))
        points = {part.what: part.points for part in own}
        ties = (points[element] for element in position.corner_elements)
        standing[player] = (sum(points.values()), *ties)
        parts += own
    best = max(standing.values())
    return Score(
        tuple(parts),
        tuple((player, points[0]) for player, points in standing.items()),
        tuple(player for player, points in standing.items() if points == best),
        _tie_break(standing, position.corner_elements),
    )


def _parts(pieces: PieceSet, position: Position, whose: str, display: Display) -> Iterator[Part]:
    """All awards of a display: the six elements in the order of the cards, then the advanced ones."""
    on = pieces.on(display)
    if position.options["nexus-scores"] == "no":
        on = {cell: what for cell, what in on.items() if cell not in pieces.corners}
    for element in pieces.elements:
        cells = [cell for cell, what in on.items() if what == element]
        found = _figures(position, element, cells)
        yield _part(pieces, whose, element, POINTS[element], found)
    if position.options["advanced"] == "on":
        convergences = figures.convergences(on, pieces.elements)
        yield _part(pieces, whose, "harmonic convergence", CONVERGENCE_POINTS, convergences)
        yield _part(pieces, whose, "void", VOID_POINTS, figures.voids(on))


def _figures(position: Position, element: str, cells: Collection[Hex]) -> Iterator[Hexes]:
    """The figures that score for an element on these hexes."""
    match element:
        case "light" | "dark":
            return figures.clusters(cells)
        case "fire":
            return figures.touching(cells, 2)
        case "water":
            return filter(None, [figures.longest_path(cells)])
        case "earth":
            return figures.touching(cells, 3)
    return figures.forks(cells, apart=position.options["forks"] == "apart")


def _part(pieces: PieceSet, whose: str, what: str, each: int, found: Iterator[Hexes]) -> Part:
    """An award as a line of a score: its figures by the names of their hexes."""
    named = [tuple(pieces.names[cell] for cell in figure) for figure in found]
    # Every hex of water counts, and of each cluster of dark every hex after the first.
    uncounted = {"water": 0, "dark": 1}
    counts = [len(figure) - uncounted[what] if what in uncounted else 1 for figure in named]
    times = str(sum(counts))
    if len(counts) > 1 and {*counts} != {1}:
        times = f"({' + '.join(map(str, counts))})"
    earning = (figure for figure, count in zip(named, counts, strict=True) if count)
    return Part(
        whose,
        what,
        each * sum(counts),
        f"{each} x {times}" + ": " * bool(named) + "; ".join(map(" ".join, named)),
        tuple(dict.fromkeys(name for figure in earning for name in figure)),
        what if what in pieces.elements else "",
        tuple(named) if what == "water" else (),
    )


def _tie_break(standing: Mapping[str, tuple[int, ...]], elements: tuple[str, ...]) -> str:
    """Why the winners win a tie; empty if there is no tie, or if the tied are equal."""
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
