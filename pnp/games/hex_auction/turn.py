"""The steps of a turn that nobody decides: the offer, the sharing out, and the end of the game."""

from __future__ import annotations

from collections.abc import Set

from pnp.basics.words import counted
from pnp.games.hex_auction.pieces import Pieces, kind
from pnp.games.hex_auction.position import Phase, Position
from pnp.tiles.hexgrid import ORIGIN, Hex


def money(pieces: Pieces, position: Position) -> int:
    """All coins that there are: what each player began with, and the one that opened the pot."""
    return len(position.hands) * position.coins_each(pieces.coins) + 1


def specials(pieces: Pieces, position: Position) -> frozenset[Hex]:
    """Where special tiles lie on the board that count towards the end."""
    ignored = ORIGIN if position.chose("first-tile") == "ignored" else None
    return frozenset(
        cell for cell, edges in position.tiles if kind(edges) in pieces.special and cell != ignored
    )


def enough_specials(pieces: Pieces, position: Position, cells: Set[Hex] | None = None) -> bool:
    """Whether so many special tiles lie on the board, or there, that this turn is the last."""
    found = specials(pieces, position)
    return len(found if cells is None else found & cells) >= int(position.chose("specials"))


def end_reason(pieces: Pieces, position: Position) -> str:
    """Why no further turn begins, or nothing if one does ("End of the game")."""
    if enough_specials(pieces, position):
        return f"{len(specials(pieces, position))} special tiles lie on the board"
    supply = pieces.total - max(len([*position.used()]), in_play(position))
    if supply < _least_offer(position):
        return f"the supply has {counted(max(0, supply), 'tile')} left"
    return ""


def in_play(position: Position) -> int:
    """How many tiles all turns up to this one bring into play: the first, and one for each player."""
    return 1 + position.players * position.turn


def offered(pieces: Pieces, position: Position) -> int:
    """How many tiles are offered in this turn: one for each player, or all that are left."""
    left = pieces.total - in_play(position) + position.players
    return min(position.players, max(0, left))


def most_turns(pieces: Pieces, position: Position) -> int:
    """After how many turns the supply has run out ("The supply runs out")."""
    return (pieces.total - 1 - _least_offer(position)) // position.players + 1


def final_run(pieces: Pieces, position: Position) -> int | None:
    """Which of all runs is known to be of the last turn; None where none is.

    It is the first by whose end enough special tiles lie on the board. The turn of a tile that no run
    tells is not known, unless it is the first.
    """
    found, wanted = specials(pieces, position), int(position.chose("specials"))
    if len(found) < wanted:
        return None
    cells = {ORIGIN}
    for number, run in enumerate((*(run.cells for run in position.runs), position.run)):
        cells |= {*run}
        if len(found & cells) >= wanted:
            return number
    return None


def next_turn(pieces: Pieces, position: Position) -> Position:
    """The beginning of the next turn, with its offer ("Offer"), or the end of the game."""
    between = position._replace(bids=(), done=0)
    if end_reason(pieces, between):
        return between._replace(phase=Phase.OVER)
    drawn, chance = position.chance.shuffled(pieces.bag_without(position.used()))
    offer = tuple(sorted(drawn[: position.players]))
    return between._replace(turn=position.turn + 1, phase=Phase.BID, offer=offer, chance=chance)


def shared_out(position: Position) -> Position:
    """Bids go into the pot, the pot to all, the tie-breaker to the next player ("Share out")."""
    players = position.players
    payers = position.order if position.chose("bids-spent") == "all" else position.order[:1]
    gain, pot = divmod(position.pot + sum(position.bids[seat] for seat in payers), players)
    kept = (0 if seat in payers else bid for seat, bid in enumerate(position.bids))
    return position._replace(
        coins=tuple(coins + bid + gain for coins, bid in zip(position.coins, kept, strict=True)),
        bids=(),
        pot=pot,
        tie_breaker=(position.tie_breaker + 1) % players,
    )


def _least_offer(position: Position) -> int:
    """With how many tiles in the supply there is another turn."""
    return position.players if position.chose("empty-supply") == "end" else 1
