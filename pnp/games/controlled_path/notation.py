"""Positions and moves of Controlled Path as text."""

from __future__ import annotations

from typing import Any

from pnp import play
from pnp.games.controlled_path.paths import Join, Network
from pnp.games.controlled_path.pieces import PieceSet
from pnp.games.controlled_path.position import (
    CAUSES,
    OPTIONS,
    Loss,
    Move,
    Phase,
    Place,
    Stay,
    Step,
    Token,
    Turn,
)
from pnp.tiles import Tile


def colour_word(pieces: PieceSet) -> play.Word[int]:
    """A player's colour by its name."""
    return play.word_among("a player's colour", {name: c for c, name in enumerate(pieces.colours)})


def words(pieces: PieceSet) -> play.Words:
    """How positions and moves are written."""
    return play.Words(fields(pieces), move_notation(pieces), pieces.kind_word)


def move_notation(pieces: PieceSet) -> play.MoveNotation[Move]:
    """How moves are written."""
    steps = play.word_among("a number of sides", {str(each): each for each in range(1, 6)})
    place: dict[str, play.Word[Any]] = {"tile": pieces.tile_word, "cell": play.CELL}
    return play.MoveNotation(
        play.Sentence(Place, "place {tile} at {cell}", place),
        play.Sentence(Turn, "turn {cell} by {steps}", {"cell": play.CELL, "steps": steps}),
        play.Sentence(Step, "move to {cell}", {"cell": play.CELL}),
        play.Sentence(Stay, "stay"),
    )


def fields(pieces: PieceSet) -> tuple[play.Field, ...]:
    """The keys of a position file."""
    hand = play.ListOf("a hand", pieces.kind_word, is_sorted=True)
    return (
        play.options_field(OPTIONS),
        play.Field("tiles", pieces.layout_codec(Network), blank=Network(), attribute="table"),
        play.Field("lost", _losses(pieces), ()),
        play.Field("tokens", _tokens(pieces), lambda values: _at_start(pieces, values)),
        play.Field(
            "turn",
            colour_word(pieces),
            blank=lambda values: min((token.colour for token in values["tokens"]), default=0),
        ),
        play.Field("phase", play.word_of("a phase", Phase), blank=Phase.MOVE),
        play.Field(
            "hands",
            play.by_name("hands", pieces.colours, hand, ()),
            blank=((),) * len(pieces.colours),
        ),
        play.Field(
            "came-from",
            play.by_name("came-from", pieces.colours, play.CELL, None),
            (None,) * len(pieces.colours),
        ),
        play.Field(
            "supply",
            play.ListOf("the supply", pieces.kind_word, is_sorted=True),
            lambda values: _rest(pieces, values),
            blank=(),
        ),
        play.Field("quiet", play.Number("quiet"), 0),
        play.CHANCE_FIELD,
    )


def _losses(pieces: PieceSet) -> play.Codec[tuple[Loss, ...]]:
    players = {name: colour for colour, name in enumerate(pieces.colours)}
    cause = play.word_among("a player's colour, no-change or no-move", {**players, **CAUSES})
    return play.MapOf("lost", colour_word(pieces), cause).mapped(
        lambda found: tuple(map(Loss._make, found.items())), dict
    )


def _tokens(pieces: PieceSet) -> play.Codec[tuple[Token, ...]]:
    joins = {join: f" on {write_join(join)}" for tile in pieces.kinds for join in tile.joins}
    texts: dict[str, tuple[int, Join]] = {
        f"token {name}{where}": (colour, join)
        for colour, name in enumerate(pieces.colours)
        for join, where in {(): "", **joins}.items()
    }
    return play.MapOf(
        "tokens", play.CELL, play.OneOrMore(play.word_among("a token", texts))
    ).mapped(
        lambda found: tuple(
            sorted(Token(who, cell, join) for cell, each in found.items() for who, join in each)
        ),
        lambda tokens: {
            cell: tuple((each.colour, each.join) for each in tokens if each.cell == cell)
            for _, cell, _ in tokens
        },
    )


def write_join(join: Join) -> str:
    """The terminals of a path on a tile, counted from 1."""
    return "-".join(str(port + 1) for port in join)


def _at_start(pieces: PieceSet, values: play.Values) -> tuple[Token, ...]:
    """Tokens on the start tiles of all who have not lost."""
    cells = pieces.start_cells(values["table"])
    lost = [loss.colour for loss in values["lost"]]
    return tuple(Token(colour, cell) for colour, cell in cells.items() if colour not in lost)


def _rest(pieces: PieceSet, values: play.Values) -> tuple[Tile, ...]:
    hands = (tile for hand in values["hands"] for tile in hand)
    rest = pieces.rest((*values["table"].values(), *hands))
    return tuple(tile for tile in rest if tile not in pieces.starts)
