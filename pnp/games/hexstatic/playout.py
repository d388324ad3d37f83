"""Random turns of HexStatic in numbers alone, which change tables and hands in place."""

from __future__ import annotations

from bisect import insort
from random import Random
from typing import TYPE_CHECKING

from pnp.games.hexstatic.pieces import FREE, Lines, PieceSet, Strands, settled, strands
from pnp.play import HIDDEN, Found, Growing

if TYPE_CHECKING:
    from pnp.games.hexstatic.game import Position


def can_rush(position: Position) -> bool:
    """Whether hands and chance of a position are known, and hands are not about to be empty."""
    piles = (*position.hands, position.supply)
    is_known = not position.chance.is_hidden and not position.chance.known
    return sum(map(len, position.hands)) > 1 and is_known and not any(HIDDEN in p for p in piles)


def rushed(pieces: PieceSet, position: Position, rng: Random) -> tuple[Position, int | None]:
    """The position after random turns with hidden hands, and the index of the next move if it is drawn.

    The turns are those of random legal moves, up to one that only `play` can make: that asks to stop,
    lets all tiles lie open, or wins several colours. The phase of the position has to be a turn.
    """
    fitting = pieces.fitting
    number_of, field = fitting.shifts, fitting.field
    table, tracks = Growing(fitting, position.table), position.table.tracks.copy()
    strands_of: Found[int, Strands] = Found(lambda number: strands(fitting.tiles[number]))
    hands = [[number_of[kind] for kind in hand] for hand in position.hands]
    supply, aside = (
        [number_of[kind] for kind in pile] for pile in (position.supply, position.aside)
    )
    owners, players, turn = position.owners, position.players, position.turn
    chance, draws, passes = position.chance, 0, position.passes
    held, next_move = sum(map(len, hands)), None
    exchanged = aside if position.options["exchange"] == "box" else supply
    while held > 1:
        hand, total = hands[turn - 1], table.total
        kinds = dict.fromkeys(hand)
        counts = [total >> kind & field for kind in kinds]
        lays = sum(counts)
        others = len(kinds) if supply else 1
        index = rng.randrange(lays + others + (not lays))
        if index < lays:
            at = index
            for kind, count in zip(kinds, counts, strict=True):  # noqa: B007
                if at < count:
                    break
                at -= count
            cell, tile = table.placement(kind, at)
            if players > 1 and turn not in owners:
                won = [c for c in tracks.completed(cell, strands_of[tile]) if owners[c] == FREE]
                if len(won) > 1:
                    next_move = index
                    break
                for colour in won:
                    mine = (*owners[:colour], turn, *owners[colour + 1 :])
                    owners = settled(mine, players)
            table.lay(cell, tile)
            tracks.lay(cell, strands_of[tile])
            hand.remove(kind)
            held -= 1
            passes = 0
            if supply:
                insort(hand, supply.pop(chance.place(len(supply), draws)))
                held += 1
                draws += 1
        elif supply and index < lays + others:
            kind = [*kinds][index - lays]
            hand.remove(kind)
            insort(hand, supply.pop(chance.place(len(supply), draws)))
            draws += 1
            insort(exchanged, kind)
        elif index < lays + others and passes + 1 < players:
            passes += 1
        else:
            next_move = index
            break
        turn = turn % players + 1
    lines = Lines(*table.lying())
    lines.tracks = tracks
    kind_of = fitting.tiles
    return (
        position._replace(
            table=lines,
            owners=owners,
            hands=tuple(tuple(kind_of[kind] for kind in hand) for hand in hands),
            turn=turn,
            supply=tuple(kind_of[kind] for kind in supply),
            aside=tuple(kind_of[kind] for kind in aside),
            chance=chance._replace(step=chance.step + draws),
            passes=passes,
        ),
        next_move,
    )
