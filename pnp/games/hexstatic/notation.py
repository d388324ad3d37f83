"""Positions and moves of HexStatic as text."""

from __future__ import annotations

from itertools import chain

from pnp import play
from pnp.games.hexstatic.pieces import PieceSet
from pnp.games.hexstatic.position import (
    FREE,
    NEUTRAL,
    OPTIONS,
    PLAYERS,
    Agree,
    Decline,
    Exchange,
    Move,
    Own,
    Pass,
    Phase,
    Stop,
)

_OWNERS = {"1": 1, "2": 2, "3": 3, "free": FREE, "neutral": NEUTRAL}


def words(pieces: PieceSet) -> play.Words:
    """How positions and moves are written."""
    return play.Words(fields(pieces), move_notation(pieces), pieces.kind_word)


def move_notation(pieces: PieceSet) -> play.MoveNotation[Move]:
    """How moves are written."""
    tile, kind = pieces.tile_word, pieces.kind_word
    colour = play.word_among("a colour", {name: c for c, name in enumerate(pieces.colours)})
    lay, exchange = "lay R1 B3 G5 at 0,0", "exchange R1 B3 G5"
    return play.MoveNotation(
        play.Sentence(play.Lay, "lay {tile} at {cell}", {"tile": tile, "cell": play.CELL}, lay),
        play.Sentence(Exchange, "exchange {kind}", {"kind": kind}, exchange),
        play.Sentence(Own, "own {colour}", {"colour": colour}, "own red"),
        play.Sentence(Pass, "pass"),
        play.Sentence(Stop, "stop"),
        play.Sentence(Agree, "agree"),
        play.Sentence(Decline, "decline"),
    )


def fields(pieces: PieceSet) -> tuple[play.Field, ...]:
    """The keys of a position file."""
    owner = play.word_among("an owner", _OWNERS)
    kinds = play.ListOf("tiles", pieces.secret_word, is_sorted=True)
    player = play.Number("a player", least=1, most=PLAYERS[-1])
    return (
        play.options_field(OPTIONS),
        play.Field("tiles", pieces.layout_codec(play.Layout), play.Layout(), attribute="table"),
        play.Field(
            "owners",
            play.by_name("owners", pieces.colours, owner, FREE),
            (FREE,) * len(pieces.colours),
        ),
        play.Field(
            "players",
            play.Number("players", least=1, most=PLAYERS[-1]),
            blank=lambda values: max(2, *values["owners"]),
        ),
        play.Field("phase", play.word_of("a phase", Phase), blank=Phase.OVER),
        play.Field("turn", player, blank=1),
        play.Field(
            "hands",
            play.PerPlayer("hands", kinds, most=PLAYERS[-1]),
            blank=lambda values: ((),) * values["players"],
        ),
        play.Field(
            "aside", kinds, lambda values: pieces.nexus if values["phase"] is Phase.NEXUS else ()
        ),
        play.Field(
            "supply",
            kinds,
            lambda values: pieces.rest(
                (*values["table"].values(), *chain(*values["hands"]), *values["aside"])
            ),
            blank=(),
        ),
        play.Field("asked", player, 0),
        play.Field("laid", play.CELL, None),
        play.Field("passes", play.Number("passes"), 0),
        play.CHANCE_FIELD,
    )
