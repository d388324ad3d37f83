"""Sheets of cards in rows and columns, which virtual tables cut up: those of one size and one back share a sheet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from pnp.basics.classes import NamedTuple
from pnp.basics.units import MM_PER_INCH
from pnp.export.game import Side, box_of, side_of, whole_dots
from pnp.kinds import ListedPiece, PieceGroup
from pnp.project.fingerprints import fingerprint
from pnp.scene import Layer, Page, Placed
from pnp.scene.geometry import Box, Point

# Dots for an inch in which backs are compared.
_COMPARED = 72


class SheetLimits(NamedTuple):
    """The most columns, rows, and dots of a side; the last place of a sheet shows what others see of a card."""

    columns: int
    rows: int
    dots: int

    @property
    def cards(self) -> int:
        return self.columns * self.rows - 1

    def dpi(self, wanted: int, box: Box, columns: int = 1, rows: int = 1) -> int:
        """The dots for an inch, at most those wanted, with which no side has too many."""
        dpi = wanted
        while (
            max(columns * _dots(box.width, dpi), rows * _dots(box.height, dpi)) > self.dots
            and dpi > 1
        ):
            dpi -= 1
        return dpi

    def grid(self, cards: int, box: Box, wanted: int) -> tuple[int, int]:
        """The columns and rows for so many cards: in most dots, then with the fewest places; two or more of each."""
        grids = (
            (columns, rows)
            for rows in range(2, self.rows + 1)
            for columns in range(2, self.columns + 1)
            if columns * rows > cards
        )
        return min(grids, key=lambda each: (-self.dpi(wanted, box, *each), math.prod(each), each))


class CardSheet(NamedTuple):
    """Cards of one size; `has_backs` if each has a back of its own, so that there is a sheet of backs as well."""

    cards: tuple[ListedPiece, ...]
    columns: int
    rows: int
    dpi: int
    has_backs: bool

    def page(self, *, back: bool = False) -> Page:
        """The fronts or the backs in rows; the places after them have the back, or are blank."""
        box = box_of(self.cards[0])
        width, height = (whole_dots(each, self.dpi) for each in (box.width, box.height))
        hidden = card_side(self.cards[0], back=True)
        hidden = _blank(hidden) if self.has_backs else hidden
        sides = [card_side(card, back=back) for card in self.cards]
        items = []
        for at in range(self.columns * self.rows):
            side = sides[at] if at < len(sides) else hidden
            middle = Point((at % self.columns + 0.5) * width, (at // self.columns + 0.5) * height)
            items.append(Placed(side.drawing, middle - side.box.centre))
        return Page(width * self.columns, height * self.rows, {Layer.ART: tuple(items)})


def card_sheets(
    groups: Iterable[PieceGroup], limits: SheetLimits, wanted: int
) -> Iterator[CardSheet]:
    """The sheets of decks, with so many dots for an inch or fewer."""
    alike: dict[tuple[str, str, float, float], list[ListedPiece]] = {}
    for group in groups:
        box = box_of(group.pieces[0])
        backs = {fingerprint(card_side(card, back=True).page(_COMPARED)) for card in group.pieces}
        # Decks with one back share sheets, others have their own.
        shared = backs.pop() if len(backs) == 1 else ""
        of_its_own = "" if shared else group.name
        key = (shared, of_its_own, round(box.width, 2), round(box.height, 2))
        alike.setdefault(key, []).extend(group.pieces)
    for (shared, _, _, _), cards in alike.items():
        for at in range(0, len(cards), limits.cards):
            some = tuple(cards[at : at + limits.cards])
            box = box_of(some[0])
            grid = limits.grid(len(some), box, wanted)
            yield CardSheet(some, *grid, limits.dpi(wanted, box, *grid), not shared)


def card_side(piece: ListedPiece, *, back: bool = False) -> Side:
    """A side of a card; a back that it lacks is blank."""
    if back and len(piece.sides) == 1:
        return _blank(side_of(piece))
    return side_of(piece, back=back)


def _blank(side: Side) -> Side:
    return side._replace(items=())


def _dots(size: float, dpi: int) -> int:
    return round(whole_dots(size, dpi) * dpi / MM_PER_INCH)
