"""Positions and orders of Hexagonal Highway as text."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from operator import attrgetter
from typing import Any

from pnp import play
from pnp.games.hexagonal_highway.pieces import WAYS, PieceSet
from pnp.games.hexagonal_highway.position import (
    HIDDEN,
    NO_WAY,
    NOBODY,
    OFF_BOARD,
    OPTIONS,
    PLAYERS,
    Card,
    Go,
    Order,
    Phase,
    Piece,
    Place,
    Sheet,
    Tokens,
)
from pnp.tiles.hexgrid import Hex

# A direction tile has Left on its front and Right on its back.
_TEXTS = {Piece.LEFT: "direction", Piece.RIGHT: "direction back"}

_COLOURED = ("blockade", "robber", "pawn")


def cell_word(pieces: PieceSet) -> play.Word[Hex]:
    """A hex by its name."""
    return play.Word("a hex", pieces.cell, pieces.names.__getitem__)


def _way_word() -> play.Word[int]:
    """One of the WAYS; `?` is the way of a sheet that a player does not see."""
    ways = {way: number for number, way in enumerate(WAYS)}
    return play.word_among("a direction", {**ways, "?": NO_WAY})


def words(pieces: PieceSet) -> play.Words:
    """How positions and moves are written."""
    return play.Words(fields(pieces), move_notation(pieces), cell_word(pieces))


def move_notation(pieces: PieceSet) -> play.MoveNotation[Order]:
    """How orders are written."""
    piece = play.word_among("an order", {piece.name.lower(): piece for piece in Piece})
    placing: dict[str, play.Word[Any]] = {"piece": piece, "cell": cell_word(pieces)}
    return play.MoveNotation(
        play.Sentence(Go, "go {way}", {"way": _way_word()}, "go up-left"),
        play.Sentence(Place, "{piece} {cell}", placing, "left C3"),
    )


def lying(pieces: PieceSet, tokens: Tokens) -> dict[Hex, tuple[str, ...]]:
    """The tokens on each hex, in the words of figures; pawns come last."""
    found: dict[Hex, list[str]] = {cell: [] for cell in pieces.names}
    for cell, side in tokens.directions:
        found[cell].append(_TEXTS[side])
    by_kind = zip(_COLOURED, (tokens.blockades, tokens.robbers, tokens.pawns), strict=True)
    for kind, by_player in by_kind:
        for colour, cells in zip(pieces.colours, by_player, strict=True):
            for cell in cells:
                found[cell].append(f"{kind} {colour}")
    return {cell: tuple(texts) for cell, texts in found.items() if texts}


def _tokens(pieces: PieceSet) -> play.Codec[Tokens]:
    """Tokens by hex, `{A1: pawn red, C3: [direction back, pawn sky]}`."""

    def tokens(found: dict[Hex, tuple[str, ...]]) -> Tokens:
        at: defaultdict[str, list[Hex]] = defaultdict(list)
        for cell, texts in found.items():
            for text in texts:
                at[text].append(cell)
        blockades, robbers, pawns = (
            tuple(tuple(sorted(at[f"{kind} {colour}"])) for colour in pieces.colours)
            for kind in _COLOURED
        )
        directions = sorted((cell, side) for side, text in _TEXTS.items() for cell in at[text])
        return Tokens(pawns, tuple(directions), blockades, robbers)

    coloured = (f"{kind} {colour}" for kind in _COLOURED for colour in pieces.colours)
    token = play.names([*_TEXTS.values(), *coloured], "a token")
    return play.MapOf("tokens", cell_word(pieces), play.OneOrMore(token)).mapped(
        tokens, partial(lying, pieces)
    )


def _order_word(notation: play.MoveNotation[Order]) -> play.Word[Order]:
    """An order of a sheet."""

    def parse(text: str) -> Order:
        try:
            return notation.read(text)
        except play.IllegalMove as error:
            raise ValueError(error.message) from error

    return play.Word("an order", parse, notation.write)


def fields(pieces: PieceSet) -> tuple[play.Field, ...]:
    """The keys of a position file."""
    cell, orders = cell_word(pieces), play.ListOf("orders", _order_word(move_notation(pieces)))
    drives = play.by_name("a round", pieces.colours, play.ListOf("a drive", cell), ())
    sheet = orders.mapped(Sheet.of, attrgetter("orders"))
    return (
        play.options_field(OPTIONS),
        play.Field("board", play.names([pieces.board], "a board"), pieces.board),
        play.Field("round", play.Number("round", least=1, most=len(Card)), blank=1),
        play.Field(
            "starts", play.by_name("starts", pieces.colours, cell, OFF_BOARD), blank=pieces.starts
        ),
        play.Field(
            "tokens",
            _tokens(pieces),
            lambda values: Tokens.with_pawns(values["starts"]),
            blank=Tokens(NOBODY),
        ),
        play.Field(
            "drives",
            play.by_name("drives", (str(card.value) for card in Card), drives, NOBODY),
            (NOBODY,) * len(Card),
        ),
        play.Field(
            "go", play.by_name("go", pieces.colours, _way_word(), NO_WAY), (NO_WAY,) * PLAYERS
        ),
        play.Field("phase", play.word_of("a phase", Phase), blank=Phase.ORDERS),
        play.Field(
            "orders",
            play.by_name("orders", pieces.colours, sheet, Sheet()),
            (Sheet(),) * PLAYERS,
            blank=(HIDDEN,) * PLAYERS,
            attribute="sheets",
        ),
        play.CHANCE_FIELD,
    )
