"""Positions and moves of HexStatic as text."""

from __future__ import annotations

from pnp.games.hexstatic.pieces import PieceSet, Tiles
from pnp.games.hexstatic.position import (
    FREE,
    NEUTRAL,
    OPTIONS,
    PLAYERS,
    Agree,
    Decline,
    Exchange,
    Lay,
    Move,
    Own,
    Pass,
    Phase,
    Stop,
)
from pnp.play.codec import (
    CELL,
    Codec,
    Flag,
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
from pnp.tiles import Tile

_NOBODY = {"free": FREE, "neutral": NEUTRAL}


def tile_word(pieces: PieceSet) -> Word[Tile]:
    """A tile as it lies."""
    return Word("a tile", pieces.read, pieces.write)


def kind_word(pieces: PieceSet) -> Word[Tile]:
    """A tile that is not laid, however it is turned; `?` for one that a player does not see."""
    return Word("a tile", pieces.read_kind, pieces.write)


def colour_word(pieces: PieceSet) -> Word[int]:
    """A colour by its name."""
    return word_among("a colour", {name: index for index, name in enumerate(pieces.colours)})


def move_notation(pieces: PieceSet) -> MoveNotation[Move]:
    """How moves are written."""
    tile, kind = tile_word(pieces), kind_word(pieces)
    return MoveNotation(
        (
            Sentence(Lay, "lay {tile} at {cell}", {"tile": tile, "cell": CELL}),
            Sentence(Exchange, "exchange {kind}", {"kind": kind}),
            Sentence(Own, "own {colour}", {"colour": colour_word(pieces)}),
            Sentence(Pass, "pass"),
            Sentence(Stop, "stop"),
            Sentence(Agree, "agree"),
            Sentence(Decline, "decline"),
        )
    )


def fields(pieces: PieceSet) -> tuple[Field, ...]:
    """The keys of a position file."""
    kinds = ListOf("the tiles", kind_word(pieces), is_sorted=True)
    player = Number("a player", least=1, most=PLAYERS[-1])
    return (
        options_field(OPTIONS),
        Field(
            "tiles",
            'the tiles on the table, `{"0,0": R1 G3 B5}`',
            _table(pieces),
            lambda _: Layout(),
            in_extract=True,
            attribute="table",
        ),
        Field(
            "owners",
            "the colours that players own, `{red: 1, blue: neutral}`; the others are free",
            _owners(pieces),
            lambda _: (FREE,) * len(pieces.colours),
            in_extract=True,
        ),
        Field(
            "players",
            "the number of players; in an extract by default 2, or the last owner's number",
            Number("players", least=1, most=PLAYERS[-1]),
            in_extract=True,
            blank=lambda values: max(2, *values["owners"]),
        ),
        Field(
            "phase",
            "`nexus` (the first tile is laid next), `turn`, `colour` (one of two colours is chosen"
            " next), `stop` (players say whether anything fits), `declined` (a turn after a player"
            " declined), or `over`",
            word_of("a phase", Phase),
            blank=lambda _: Phase.OVER,
        ),
        Field("turn", "the player whose turn it is", player, blank=lambda _: 1),
        Field(
            "open",
            "`yes` once all tiles lie open in the supply",
            Flag("open"),
            lambda _: False,
            attribute="is_open",
        ),
        Field(
            "hands",
            "the tiles of each player, `{1: [R1-2 B3 G5], 2: [R1-4 B2 G6]}`",
            PerPlayer("hands", kinds, most=PLAYERS[-1]),
            lambda values: ((),) * values["players"],
        ),
        Field(
            "aside",
            "the nexus tiles before the first tile is laid; later, with `exchange: box`, the tiles"
            " out of the game",
            kinds,
            lambda values: pieces.nexus if values["phase"] is Phase.NEXUS else (),
        ),
        Field(
            "supply",
            "the tiles that can be drawn or that lie open; by default all others of the set",
            kinds,
            lambda values: _rest(pieces, values),
            blank=lambda _: (),
        ),
        Field("asked", "in `stop`, the player who is asked next", player, lambda _: 0),
        Field(
            "laid",
            "in `colour`, the cell of the tile just laid",
            Optional(CELL),
            lambda _: None,
        ),
        Field(
            "passes",
            "the number of players who have passed in a row",
            Number("passes", most=PLAYERS[-1] - 1),
            lambda _: 0,
        ),
        CHANCE_FIELD,
    )


def _table(pieces: PieceSet) -> Codec[Tiles]:
    return MapOf("tiles", CELL, tile_word(pieces)).mapped(
        lambda found: Layout.of((cell, tile, pieces.sides[tile]) for cell, tile in found.items()),
        lambda table: dict(table.in_order()),
    )


def _owners(pieces: PieceSet) -> Codec[tuple[int, ...]]:
    numbers = {str(player): player for player in PLAYERS}
    owner = word_among("an owner", {**numbers, **_NOBODY})
    colours = range(len(pieces.colours))
    return MapOf("owners", colour_word(pieces), owner).mapped(
        lambda found: tuple(found.get(colour, FREE) for colour in colours),
        lambda owners: {c: owner for c, owner in enumerate(owners) if owner != FREE},
    )


def _rest(pieces: PieceSet, values: Values) -> tuple[Tile, ...]:
    hands = (tile for hand in values["hands"] for tile in hand)
    return pieces.rest((*values["table"].values(), *hands, *values["aside"]))
