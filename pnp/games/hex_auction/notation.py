"""Positions and moves of Hex Auction as text."""

from __future__ import annotations

import re

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
from pnp.play.codec import CELL, ListOf, Number, PerPlayer, Record, Word, word_of
from pnp.play.files import CHANCE_FIELD, Field, options_field
from pnp.play.layout import Layout
from pnp.play.notation import MoveNotation, Sentence
from pnp.play.tiles import HIDDEN_TEXT, Lay

_MOST = PLAYERS[-1]


def _coins(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,4}", text) is None:
        raise ValueError(f'"{text}" is not a number of coins')
    return int(text)


COINS: Word[int] = Word("a number of coins", _coins)

# A bid; `?` for one that a player does not see.
BID: Word[int] = Word(
    "a bid",
    lambda text: HIDDEN_BID if text == HIDDEN_TEXT else _coins(text),
    lambda bid: HIDDEN_TEXT if bid == HIDDEN_BID else str(bid),
)


def move_notation(pieces: PieceSet) -> MoveNotation[Move]:
    """How moves are written."""
    tile, kind = pieces.tile_word, pieces.kind_word
    return MoveNotation(
        (
            Sentence(Bid, "bid {coins}", {"coins": COINS}, "bid 2"),
            Sentence(Choose, "choose {kind}", {"kind": kind}, "choose RROOYY"),
            Sentence(
                Lay, "lay {tile} at {cell}", {"tile": tile, "cell": CELL}, "lay RROOYY at 1,0"
            ),
            Sentence(Stop, "stop"),
        )
    )


def fields(pieces: PieceSet) -> tuple[Field, ...]:
    """The keys of a position file."""
    kinds = ListOf("the tiles", pieces.kind_word, is_sorted=True)
    cells = ListOf("the cells", CELL)
    player = Number("a player", least=1, most=_MOST)
    return (
        options_field(OPTIONS),
        Field(
            "tiles",
            'the tiles on the board, `{"0,0": RROOYY}`',
            pieces.layout_codec(Layout),
            blank=Layout(),
            attribute="table",
        ),
        Field(
            "runs",
            'the runs in the order of laying, `[{player: 1, cells: ["1,0", "2,0"]}]`',
            ListOf("the runs", Record("a run", Run, Run._asdict, player=player, cells=cells)),
            (),
        ),
        Field(
            "players",
            "the number of players; in an extract by default 3, or the last player with a run",
            Number("players", least=PLAYERS[0], most=_MOST),
            blank=lambda values: max(PLAYERS[0], *(run.player for run in values["runs"]), 0),
        ),
        Field(
            "points",
            "the points on the pad from runs that are not listed, `{1: 12, 2: 9, 3: 14}`; by"
            " default none",
            PerPlayer("points", Number("points"), most=_MOST),
            lambda values: (0,) * values["players"],
        ),
        Field(
            "coins",
            "the coins of each player, bids included, `{1: 4, 2: 9, 3: 8}`; in an extract they"
            " break a tie",
            PerPlayer("coins", Number("coins"), most=_MOST),
            blank=(),
        ),
        Field("tie-breaker", "the player who has the tie-breaker", player, blank=0),
        Field(
            "phase",
            "`bid`, `choose` (players choose tiles of the offer), `lay` (players lay runs), or"
            " `over`",
            word_of("a phase", Phase),
            blank=Phase.OVER,
        ),
        Field("pot", "the coins in the pot", Number("the pot"), blank=0),
        Field("turn", "the number of the turn", Number("the turn", least=1), blank=0),
        Field(
            "bids",
            "the bids from player 1 on, `{1: 2, 2: 0}`; by default none",
            PerPlayer("bids", BID, most=_MOST),
            (),
        ),
        Field("offer", "the tiles on offer; by default none", kinds, ()),
        Field(
            "hands",
            "the tiles of each player, `{1: [RROOYY], 2: [], 3: [GGSSBB, YYPPGG]}`; by default"
            " none",
            PerPlayer("hands", kinds, most=_MOST),
            lambda values: ((),) * values["players"],
        ),
        Field(
            "done",
            "in `choose` and `lay`, the number of players who have already chosen a tile, or"
            " finished laying; by default 0",
            Number("done", most=_MOST - 1),
            0,
        ),
        Field(
            "run",
            'in `lay`, the cells of the run that is being laid, `["1,0", "2,0"]`; by default none',
            cells,
            (),
        ),
        CHANCE_FIELD,
    )
