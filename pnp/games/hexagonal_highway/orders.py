"""Orders: what a player writes on a sheet, and its text, `C3 L, D4 R, block E5, go up-left`."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from pnp.basics.words import did_you_mean
from pnp.games.hexagonal_highway.road import WAYS, Road
from pnp.tiles.hexgrid import Hex


class Piece(Enum):
    """What an order places; the value is its word in the text of an order."""

    LEFT = "L"
    RIGHT = "R"
    BLOCKADE = "block"
    ROBBER = "robber"

    @property
    def turns(self) -> bool:
        """Whether it is a direction tile."""
        return self in (Piece.LEFT, Piece.RIGHT)

    @property
    def reversed(self) -> Piece:
        """The other side of a direction tile."""
        return Piece.RIGHT if self is Piece.LEFT else Piece.LEFT


class Place(NamedTuple):
    """The order to place a piece on a cell."""

    piece: Piece
    cell: Hex


class Go(NamedTuple):
    """The last order of a sheet: one of the WAYS to drive, or None to stay."""

    way: int | None


Order = Place | Go


class Sheet(NamedTuple):
    """A player's orders for one round; it is complete when it says how to drive."""

    places: tuple[Place, ...] = ()
    go: Go | None = None

    def with_order(self, order: Order) -> Sheet:
        """The sheet with one more order, in the order of the printed sheet."""
        if isinstance(order, Go):
            return self._replace(go=order)
        return self._replace(places=tuple(sorted((*self.places, order), key=_on_the_sheet)))

    @property
    def directions(self) -> tuple[Place, ...]:
        return tuple(each for each in self.places if each.piece.turns)

    @property
    def tiles(self) -> tuple[Place, ...]:
        """What is placed, but for robbers, which are no tiles."""
        return tuple(each for each in self.places if each.piece is not Piece.ROBBER)

    def cells(self, piece: Piece) -> tuple[Hex, ...]:
        """Where the sheet places such a piece."""
        return tuple(each.cell for each in self.places if each.piece is piece)

    @property
    def orders(self) -> Iterator[Order]:
        yield from self.places
        if self.go is not None:
            yield self.go


def _on_the_sheet(place: Place) -> tuple[int, int, int, str]:
    """Direction tiles, blockade, robbers; each from the top of the board down, left to right."""
    section = 0 if place.piece.turns else 1 if place.piece is Piece.BLOCKADE else 2
    return section, place.cell.r, place.cell.q, place.piece.value


def write_order(road: Road, order: Order) -> str:
    """An order as text: `C3 L`, `block E5`, `robber D4`, `go up-left` or `stay`."""
    if isinstance(order, Go):
        return "stay" if order.way is None else f"go {WAYS[order.way]}"
    name = road.names[order.cell]
    return f"{name} {order.piece.value}" if order.piece.turns else f"{order.piece.value} {name}"


def write_sheet(road: Road, sheet: Sheet) -> str:
    """All orders of a sheet in one line."""
    return ", ".join(write_order(road, order) for order in sheet.orders)


def parse_order(road: Road, text: str) -> Order:
    """The order that is written, in small or capital letters; raises ValueError."""
    match text.lower().split():
        case ["stay"]:
            return Go(None)
        case ["go", way]:
            if way not in WAYS:
                raise ValueError(f'"{way}" is no way to drive{did_you_mean(way, WAYS)}')
            return Go(WAYS.index(way))
        case [cell, "l" | "r" as side]:
            return Place(Piece(side.upper()), road.cell(cell))
        case ["block" | "robber" as piece, cell]:
            return Place(Piece(piece), road.cell(cell))
    raise ValueError(
        f'"{text}" is no order; write C3 L, C3 R, block E5, robber D4, go up-left or stay'
    )
