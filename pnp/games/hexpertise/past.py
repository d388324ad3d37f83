"""How a display can have come to be as it is: what no play can do without.

No history is looked for. Each hex is asked for itself, and whatever may be the case is taken to be so:
a display that play leads to always stands, and one that does not stand cannot be played to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from pnp.games.hexpertise.kit import EMPTY, NULLIFIED, Kit, Pair
from pnp.games.hexpertise.placing import behind, directions, first_display
from pnp.games.hexpertise.position import Display, Position, on_cells
from pnp.games.hexpertise.scoring import clusters
from pnp.tiles.hexgrid import ORIGIN, Hex, neighbours


@dataclass(frozen=True)
class Past:
    """What can have been on a display before."""

    kit: Kit
    position: Position
    display: Display

    @cached_property
    def _on(self) -> dict[Hex, str]:
        return on_cells(self.kit, self.display)

    @cached_property
    def _first(self) -> frozenset[Hex]:
        """The hexes that are filled before any flip: the mage's and the nexus."""
        return frozenset((ORIGIN, *self.kit.corners))

    @cached_property
    def filled(self) -> tuple[Hex, ...]:
        """The hexes that flips have filled."""
        return tuple(
            cell for cell, what in self._on.items() if what != EMPTY and cell not in self._first
        )

    def is_filled(self, cell: Hex) -> bool:
        return self._on.get(cell, EMPTY) != EMPTY

    @cached_property
    def _ways(self) -> dict[str, int]:
        """The direction that each element told at the beginning."""
        at_start = first_display(self.kit, self.position.corner_elements)
        return directions(self.kit, self.position, on_cells(self.kit, at_start))

    # Which cards can have filled a hex.

    @cached_property
    def cards(self) -> dict[Hex, frozenset[Pair]]:
        """The mana cards that can have filled each hex."""
        return {cell: self._forced[cell] | self._placed_with(cell) for cell in self.filled}

    def _placed_with(self, cell: Hex) -> frozenset[Pair]:
        tellers, placed = self._tellers[cell], self._placed_as(cell)
        return frozenset(
            card
            for card in self.kit.mana
            for element, teller in (card, card[::-1])
            if element in placed and teller in tellers
        )

    @cached_property
    def _tellers(self) -> dict[Hex, frozenset[str]]:
        """The elements that can have told the direction to each hex, whatever was placed there."""
        before = {cell: self._before(cell) for cell in self.filled}
        return {
            cell: frozenset(each for each, way in self._ways.items() if behind(cell, way) in found)
            for cell, found in before.items()
        }

    def _placed_as(self, cell: Hex) -> frozenset[str]:
        """What can have been placed on a hex: its element, or one that was nullified there."""
        if self._on[cell] != NULLIFIED:
            return frozenset((self._on[cell],))
        beside = self._nullified_beside(cell)
        if any(near not in self.kit.corners for near in beside):
            return frozenset(self.kit.elements)
        return frozenset(map(self._against, beside))

    def _nullified_beside(self, cell: Hex) -> tuple[Hex, ...]:
        return tuple(near for near in neighbours(cell) if self._on.get(near) == NULLIFIED)

    def _against(self, corner: Hex) -> str:
        """The opposite of the element that a nexus hex has or had."""
        element = self.position.corner_elements[self.kit.corners.index(corner)]
        return self.kit.opposite[element]

    def _before(self, cell: Hex) -> frozenset[Hex]:
        """The hexes that can have been filled before this one, so that it can lean on them."""
        free = (each for each, cards in self._forced.items() if cards)
        found = [each for each in (*self._first, *free) if each != cell]
        seen = {cell, *found}
        for start in found:
            for end in self._onward.get(start, ()):
                if end not in seen:
                    seen.add(end)
                    found.append(end)
        return frozenset(found)

    @cached_property
    def _onward(self) -> dict[Hex, list[Hex]]:
        """From each hex, those on which something can have been placed from there."""
        onward: dict[Hex, list[Hex]] = {}
        for cell in self.filled:
            for teller, way in self._ways.items():
                if self._placed_as(cell) - {teller}:
                    onward.setdefault(behind(cell, way), []).append(cell)
        return onward

    # Nullified hexes.

    @cached_property
    def _forced(self) -> dict[Hex, frozenset[Pair]]:
        """The cards with which each hex can have been nullified instead of placing anything."""
        free = self.position.chosen["placing"] == "choice"
        return {
            cell: frozenset(
                card
                for card in self.kit.mana
                if self._on[cell] == NULLIFIED and (free or self._fits_nowhere(card, cell))
            )
            for cell in self.filled
        }

    def _fits_nowhere(self, card: Pair, cell: Hex) -> bool:
        """Whether nothing can have fitted while this hex was empty, with all that are empty now.

        Then no direction of the card led to any of them from a filled hex, so that those behind them
        were empty too, up to the edge. The mage and the nexus hexes never are.
        """
        told = directions(self.kit, self.position, self._on)
        ways = [told[element] for element in card if element in told]
        empty = [cell, *(each for each, what in self._on.items() if what == EMPTY)]
        seen = {*empty}
        for each in empty:
            for start in (behind(each, way) for way in ways):
                if start in self._first:
                    return False
                if start in self._on and start not in seen:
                    seen.add(start)
                    empty.append(start)
        return True

    def is_alone(self, cell: Hex) -> bool:
        """Whether a hex is nullified for no reason: nothing was beside it, and something fitted."""
        return (
            self._on[cell] == NULLIFIED and not self._forced.get(cell) and not self._partners(cell)
        )

    def _partners(self, cell: Hex) -> frozenset[Hex]:
        """The hexes that can have been nullified together with this one, one of them placed last."""
        return frozenset(
            near
            for near in self._nullified_beside(cell)
            if (near not in self.kit.corners or self._nullifies(cell, near))
            and (cell not in self.kit.corners or self._nullifies(near, cell))
        )

    def _nullifies(self, cell: Hex, corner: Hex) -> bool:
        """Whether the opposite of a nexus hex can have been placed on the hex beside it."""
        element = self._against(corner)
        return element in self._placed_as(cell) and bool(self._tellers[cell] - {element})

    def unpaired(self) -> Iterator[tuple[Hex, ...]]:
        """Groups of nullified hexes that hang together, which placing cannot have nullified all."""

        @cache
        def pair_up(cells: frozenset[Hex]) -> bool:
            if not cells:
                return True
            first = min(cells)
            rest = cells - {first}
            if self._needs_no_pair(first) and pair_up(rest):
                return True
            return any(pair_up(rest - {near}) for near in self._partners(first) & rest)

        nullified = [cell for cell, what in self._on.items() if what == NULLIFIED]
        yield from (group for group in clusters(nullified) if not pair_up(frozenset(group)))

    def _needs_no_pair(self, cell: Hex) -> bool:
        """Whether a hex can have been nullified alone, or together with more than one other.

        Where all opposites are nullified together, any number may be so with the one placed last. That
        is never a nexus hex, which hexes with no other nullified one beside them cannot share.
        """
        if self._forced.get(cell):
            return True
        if self.position.chosen["several-opposites"] == "one":
            return False
        return cell in self.kit.corners or any(
            near not in self.kit.corners for near in self._partners(cell)
        )
