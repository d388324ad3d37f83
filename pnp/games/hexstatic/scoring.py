"""Scoring: every structure of a colour for its owner, and the longest run in a tie."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.words import counted, in_words
from pnp.games.hexstatic.pieces import PieceSet
from pnp.games.hexstatic.position import FREE, NEUTRAL, Position
from pnp.games.hexstatic.structures import POINTS, Kind, Structure, structures
from pnp.play import Part, Score
from pnp.tiles.hexgrid import format_cell

Found = tuple[tuple[Structure, ...], ...]


def score(pieces: PieceSet, position: Position) -> Score:
    """The score with a part for each structure that scores; free colours score for themselves.

    A player alone scores the loops and lines of all colours. A neutral colour scores for nobody.
    """
    by_colour = tuple(structures(position.table, colour) for colour in range(len(pieces.colours)))
    parts = tuple(_parts(pieces, position, by_colour))
    players = [f"player {number}" for number in range(1, position.players + 1)]
    owners = zip(pieces.colours, position.owners, strict=True)
    free = [name for name, owner in owners if owner == FREE and position.players > 1]
    totals = {
        whose: sum(part.points for part in parts if part.whose == whose)
        for whose in (*players, *free)
    }
    most = max(totals[whose] for whose in players)
    ahead = tuple(whose for whose in players if totals[whose] == most)
    return Score(parts, tuple(totals.items()), *_tie_broken(position, by_colour, ahead))


def _parts(pieces: PieceSet, position: Position, by_colour: Found) -> Iterator[Part]:
    alone = position.players == 1
    kinds = (Kind.LOOP, Kind.LINE) if alone else (Kind.LOOP, Kind.LINE, Kind.FRAGMENT)
    for name, owner, found in zip(pieces.colours, position.owners, by_colour, strict=True):
        if owner == NEUTRAL:
            continue
        whose = "player 1" if alone else name if owner == FREE else f"player {owner}"
        for each in sorted(found, key=lambda each: [*Kind].index(each.kind)):
            factor, cells = POINTS[each.kind], tuple(map(format_cell, each.counted))
            if each.kind in kinds and cells:
                what, how = f"{name} {each.kind.value}", f"{factor} x {len(cells)}"
                yield Part(whose, what, factor * len(cells), how, cells, name)


def _tie_broken(
    position: Position, by_colour: Found, ahead: tuple[str, ...]
) -> tuple[tuple[str, ...], str]:
    """The winners among the players with the most points, and the reason in words."""
    if len(ahead) == 1:
        return ahead, ""
    longest = position.options["ties"] == "longest-run"
    tiles = dict.fromkeys(ahead, 0)
    for owner, found in zip(position.owners, by_colour, strict=True):
        if (whose := f"player {owner}") in tiles:
            runs = [len(each.cells) for each in found if each.kind is Kind.RUN]
            tiles[whose] = max(runs, default=0) if longest else sum(runs)
    most = max(tiles.values())
    winners = tuple(player for player in ahead if tiles[player] == most)
    if len(winners) == len(ahead):
        what = "longest runs" if longest else "runs together"
        return ahead, f"their {what} are equal, {counted(most, 'tile')}"
    verb = "has" if len(winners) == 1 else "have"
    what = "the longest run" if longest else "the most tiles in runs"
    return winners, f"{in_words(winners)} {verb} {what}, {counted(most, 'tile')}"
