"""Who owns which colour, and who wins one."""

from __future__ import annotations

from pnp.games.hexstatic.position import FREE, NEUTRAL, Position
from pnp.games.hexstatic.structures import structure_at
from pnp.tiles.hexgrid import Hex


def won_at(position: Position, cell: Hex) -> tuple[int, ...]:
    """The colours that the tile on a cell wins for the player whose turn it is; one is to be chosen.

    They are free, and the tile completes a structure of theirs; the player owns none yet.
    """
    if position.players == 1 or position.turn in position.owners:
        return ()
    table = dict(position.table)
    through = [
        structure_at(table, cell, colour)
        for colour, owner in enumerate(position.owners)
        if owner == FREE
    ]
    complete = [structure for structure in through if structure.is_complete]
    if position.chose("two-colours", "most-points"):
        most = max((structure.points for structure in complete), default=0)
        complete = [structure for structure in complete if structure.points == most]
    return tuple(structure.colour for structure in complete)


def with_owner(owners: tuple[int, ...], colour: int, player: int, players: int) -> tuple[int, ...]:
    """The owners after a player has won a colour."""
    return settled(tuple(player if c == colour else o for c, o in enumerate(owners)), players)


def settled(owners: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The owners once the last colour is given out: to the last player, or it becomes neutral.

    >>> settled((2, 0, 1), 3), settled((2, 0, 1), 2), settled((2, 0, 0), 2)
    ((2, 3, 1), (2, -1, 1), (2, 0, 0))
    """
    without = [player for player in range(1, players + 1) if player not in owners]
    if players > 1 and not without:
        return tuple(NEUTRAL if owner == FREE else owner for owner in owners)
    if len(without) == owners.count(FREE) == 1 < players:
        return tuple(without[0] if owner == FREE else owner for owner in owners)
    return owners
