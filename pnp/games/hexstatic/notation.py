"""Positions and moves of HexStatic as text."""

from __future__ import annotations

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
from pnp.play.codec import (
    CELL,
    Codec,
    ListOf,
    MapOf,
    Number,
    Optional,
    PerPlayer,
    Word,
    word_among,
    word_of,
)
from pnp.play.files import CHANCE_FIELD, Field, Values, options_field
from pnp.play.layout import Layout
from pnp.play.notation import MoveNotation, Sentence
from pnp.play.tiles import Lay
from pnp.tiles import Tile

_OWNERS = {"1": 1, "2": 2, "3": 3, "free": FREE, "neutral": NEUTRAL}


def colour_word(pieces: PieceSet) -> Word[int]:
    """A colour by its name."""
    return word_among("a colour", {name: index for index, name in enumerate(pieces.colours)})


def move_notation(pieces: PieceSet) -> MoveNotation[Move]:
    """How moves are written."""
    tile, kind = pieces.tile_word, pieces.kind_word
    lay, exchange = "lay R1 B3 G5 at 0,0", "exchange R1 B3 G5"
    return MoveNotation(
        (
            Sentence(Lay, "lay {tile} at {cell}", {"tile": tile, "cell": CELL}, lay),
            Sentence(Exchange, "exchange {kind}", {"kind": kind}, exchange),
            Sentence(Own, "own {colour}", {"colour": colour_word(pieces)}, "own red"),
            Sentence(Pass, "pass"),
            Sentence(Stop, "stop"),
            Sentence(Agree, "agree"),
            Sentence(Decline, "decline"),
        )
    )


def fields(pieces: PieceSet) -> tuple[Field, ...]:
    """The keys of a position file."""
    kinds = ListOf("tiles", pieces.secret_word, is_sorted=True)
    player = Number("a player", least=1, most=PLAYERS[-1])
    return (
        options_field(OPTIONS),
        Field(
            "tiles",
            'the tiles on the table, `{"0,0": R1 G3 B5}`; by default none',
            pieces.layout_codec(Layout),
            Layout(),
            attribute="table",
        ),
        Field(
            "owners",
            "the player who owns each colour, `{red: 1, blue: neutral}`; by default a colour is free",
            _owners(pieces),
            (FREE,) * len(pieces.colours),
        ),
        Field(
            "players",
            "the number of players; an extract has 2 by default, or 3 if player 3 owns a colour",
            Number("players", least=1, most=PLAYERS[-1]),
            blank=lambda values: max(2, *values["owners"]),
        ),
        Field(
            "phase",
            "`nexus` (the first tile is laid next), `turn`, `colour` (the player chooses one of the"
            " colours just won), `stop` (the others are asked whether to stop), `declined` (the turn"
            " goes on, because a player declined to stop), or `over`",
            word_of("a phase", Phase),
            blank=Phase.OVER,
        ),
        Field("turn", "the player whose turn it is", player, blank=1),
        Field(
            "hands",
            "the tiles of each player, `{1: [R1-2 B3 G5], 2: [R1-4 B2 G6]}`, with `?` for a tile that"
            " you do not see; all hands are empty once all tiles lie open in the supply",
            PerPlayer("hands", kinds, most=PLAYERS[-1]),
            blank=lambda values: ((),) * values["players"],
        ),
        Field(
            "aside",
            "the tiles out of the game, with the option `exchange: box`; by default none, and in the"
            " phase `nexus` all nexus tiles",
            kinds,
            lambda values: pieces.nexus if values["phase"] is Phase.NEXUS else (),
        ),
        Field(
            "supply",
            "the tiles that can be drawn, or that lie open; by default all others of the set",
            kinds,
            lambda values: _rest(pieces, values),
            blank=(),
        ),
        Field("asked", "in `stop`, the player who is asked now", player, 0),
        Field("laid", "in `colour`, the cell of the tile just laid", Optional(CELL), None),
        Field("passes", "how many players have passed in a row", Number("passes"), 0),
        CHANCE_FIELD,
    )


def _owners(pieces: PieceSet) -> Codec[tuple[int, ...]]:
    owner = word_among("an owner", _OWNERS)
    return MapOf("owners", colour_word(pieces), owner).mapped(
        lambda found: tuple(found.get(colour, FREE) for colour in range(len(pieces.colours))),
        lambda owners: {c: owner for c, owner in enumerate(owners) if owner != FREE},
    )


def _rest(pieces: PieceSet, values: Values) -> tuple[Tile, ...]:
    hands = (tile for hand in values["hands"] for tile in hand)
    return pieces.rest((*values["table"].values(), *hands, *values["aside"]))
