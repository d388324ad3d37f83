"""Scoring: every structure of a colour for its owner, and the longest run in a tie."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.words import counted
from pnp.games.hexstatic.kit import Kit
from pnp.games.hexstatic.placing import write_cell
from pnp.games.hexstatic.position import FREE, NEUTRAL, Position
from pnp.games.hexstatic.structures import POINTS, Kind, Structure, structures
from pnp.play import Part, Score


def score(kit: Kit, position: Position) -> Score:
    """The score with a part for each structure that scores; of free colours, by colour.

    One player scores the loops and lines of all colours. What is neutral scores for nobody.
    """
    table = dict(position.table)
    by_colour = tuple(structures(table, colour) for colour in range(len(kit.colours)))
    position = position._replace(owners=_owners(position, by_colour))
    parts = tuple(_parts(kit, position, by_colour))
    players = [f"player {number}" for number in range(1, position.players + 1)]
    free = [kit.colours[colour] for colour in _free(position)]
    totals = tuple(
        (whose, sum(part.points for part in parts if part.whose == whose))
        for whose in (*players, *free)
    )
    most = max(total for _, total in totals[: len(players)])
    ahead = tuple(whose for whose, total in totals[: len(players)] if total == most)
    winners, tie_break = _tie_broken(position, by_colour, ahead)
    return Score(parts, totals, winners, tie_break)


def _owners(position: Position, by_colour: tuple[tuple[Structure, ...], ...]) -> tuple[int, ...]:
    """Who scores which colour: its owner, or who is given it in the end where the table plays so."""
    owners = list(position.owners)
    if position.players > 1 and position.chose("no-colour", "best-free"):
        points = [sum(each.points for each in found) for found in by_colour]
        for player in range(1, position.players + 1):
            free = [colour for colour, owner in enumerate(owners) if owner == FREE]
            if player not in owners and free:
                owners[max(free, key=points.__getitem__)] = player
    return tuple(owners)


def _free(position: Position) -> Iterator[int]:
    """The free colours, that somebody may still own."""
    if position.players > 1:
        yield from (colour for colour, owner in enumerate(position.owners) if owner == FREE)


def _parts(
    kit: Kit, position: Position, by_colour: tuple[tuple[Structure, ...], ...]
) -> Iterator[Part]:
    alone = position.players == 1
    for name, owner, found in zip(kit.colours, position.owners, by_colour, strict=True):
        if owner == NEUTRAL:
            continue
        whose = "player 1" if alone else name if owner == FREE else f"player {owner}"
        for kind in (Kind.LOOP, Kind.LINE) if alone else (Kind.LOOP, Kind.LINE, Kind.FRAGMENT):
            for each in found:
                if each.kind is kind and each.points:
                    how = f"{POINTS[kind]} x {len(each.counted)}"
                    where = tuple(map(write_cell, each.counted))
                    yield Part(whose, f"{name} {kind.value}", each.points, how, where, name)


def _tie_broken(
    position: Position, by_colour: tuple[tuple[Structure, ...], ...], ahead: tuple[str, ...]
) -> tuple[tuple[str, ...], str]:
    """Who wins of those with the most points, and why in words."""
    if len(ahead) == 1:
        return ahead, ""
    shared = f"{' and '.join(ahead)} share the victory"
    if position.chose("ties", "shared"):
        return ahead, shared
    measure, what = (
        (max, "the longest run")
        if position.chose("ties", "longest-run")
        else (sum, "the most tiles in runs")
    )
    tiles = {f"player {player}": 0 for player in range(1, position.players + 1)}
    for owner, found in zip(position.owners, by_colour, strict=True):
        if owner > FREE:
            runs = [len(each.cells) for each in found if each.kind is Kind.RUN]
            tiles[f"player {owner}"] = measure(runs) if runs else 0
    most = max(tiles[player] for player in ahead)
    winners = tuple(player for player in ahead if tiles[player] == most)
    if len(winners) == len(ahead):
        return ahead, f"{what} is equal, {counted(most, 'tile')}: {shared}"
    told = f"{' and '.join(winners)} has {what}, {counted(most, 'tile')}"
    return winners, told if len(winners) == 1 else told.replace(" has ", " have ")
