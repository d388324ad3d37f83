"""Positions and moves of Hex Auction as text."""

from __future__ import annotations

import re

from pnp import play
from pnp.games.hex_auction.pieces import PieceSet
from pnp.games.hex_auction.position import (
    HIDDEN_BID,
    OPTIONS,
    PLAYERS,
    Bid,
    Choose,
    Move,
    Phase,
    Run,
    Stop,
)

_MOST = PLAYERS[-1]


def _coins(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,4}", text) is None:
        raise ValueError(f'"{text}" is not a number of coins')
    return int(text)


COINS: play.Word[int] = play.Word("a number of coins", _coins)

# A bid; `?` for one that a player does not see.
BID: play.Word[int] = play.Word(
    "a bid",
    lambda text: HIDDEN_BID if text == play.HIDDEN_TEXT else _coins(text),
    lambda bid: play.HIDDEN_TEXT if bid == HIDDEN_BID else str(bid),
)


def words(pieces: PieceSet) -> play.Words:
    """How positions and moves are written."""
    return play.Words(fields(pieces), move_notation(pieces), pieces.kind_word)


def move_notation(pieces: PieceSet) -> play.MoveNotation[Move]:
    """How moves are written."""
    tile, kind = pieces.tile_word, pieces.kind_word
    return play.MoveNotation(
        play.Sentence(Bid, "bid {coins}", {"coins": COINS}, "bid 2"),
        play.Sentence(Choose, "choose {kind}", {"kind": kind}, "choose RROOYY"),
        play.Sentence(
            play.Lay,
            "lay {tile} at {cell}",
            {"tile": tile, "cell": play.CELL},
            "lay RROOYY at 1,0",
        ),
        play.Sentence(Stop, "stop"),
    )


def fields(pieces: PieceSet) -> tuple[play.Field, ...]:
    """The keys of a position file."""
    kinds = play.ListOf("the tiles", pieces.kind_word, is_sorted=True)
    cells = play.ListOf("the cells", play.CELL)
    player = play.Number("a player", least=1, most=_MOST)
    return (
        play.options_field(OPTIONS),
        play.Field(
            "tiles", pieces.layout_codec(play.Layout), blank=play.Layout(), attribute="table"
        ),
        play.Field(
            "runs",
            play.ListOf("the runs", play.Record("a run", Run, player=player, cells=cells)),
            (),
        ),
        play.Field(
            "players",
            play.Number("players", least=PLAYERS[0], most=_MOST),
            blank=lambda values: max(PLAYERS[0], *(run.player for run in values["runs"]), 0),
        ),
        play.Field(
            "points",
            play.PerPlayer("points", play.Number("points"), most=_MOST),
            lambda values: (0,) * values["players"],
        ),
        play.Field("coins", play.PerPlayer("coins", play.Number("coins"), most=_MOST), blank=()),
        play.Field("tie-breaker", player, blank=0),
        play.Field("phase", play.word_of("a phase", Phase), blank=Phase.OVER),
        play.Field("pot", play.Number("the pot"), blank=0),
        play.Field("turn", play.Number("the turn", least=1), blank=0),
        play.Field("bids", play.PerPlayer("bids", BID, most=_MOST), ()),
        play.Field("offer", kinds, ()),
        play.Field(
            "hands",
            play.PerPlayer("hands", kinds, most=_MOST),
            lambda values: ((),) * values["players"],
        ),
        play.Field("done", play.Number("done", most=_MOST - 1), 0),
        play.Field("run", cells, ()),
        play.CHANCE_FIELD,
    )
