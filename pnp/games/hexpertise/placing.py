"""Placing elements on a display: the directions, where they lead, and what is nullified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.games.hexpertise.kit import EMPTY, MAGE, NULLIFIED, Kit
from pnp.games.hexpertise.position import Display, Move, Position, on_cells
from pnp.tiles.hexgrid import ORIGIN, Hex, neighbours

# The ways from the mage to its nexus hexes, clockwise: "Placing an element" in the rulebook.
WAYS = ("up", "up-right", "down-right", "down", "down-left", "up-left")
# Where an element lies that was placed that way of another hex.
PLACES = ("above", "up-right of", "down-right of", "below", "down-left of", "up-left of")


def first_display(kit: Kit, corner_elements: tuple[str, ...]) -> Display:
    """The display when the nexus cards have been dealt: "Set-up" in the rulebook."""
    filled = {ORIGIN: MAGE, **dict(zip(kit.corners, corner_elements, strict=True))}
    return tuple(filled.get(cell, EMPTY) for cell in kit.cells)


def directions(kit: Kit, position: Position, on: Mapping[Hex, str]) -> dict[str, int]:
    """The direction that each element tells."""
    silent = position.chosen["nullified-nexus"] == "silent"
    return {
        element: way
        for way, (corner, element) in enumerate(
            zip(kit.corners, position.corner_elements, strict=True)
        )
        if not (silent and on[corner] == NULLIFIED)
    }


def behind(cell: Hex, way: int) -> Hex:
    """The hex from which that direction leads to the cell."""
    return cell.moved(way + 3)


def places(kit: Kit, position: Position, on: Mapping[Hex, str]) -> Iterator[tuple[str, Hex]]:
    """Where the card on the table lets which of its elements be placed."""
    told = directions(kit, position, on)
    one, other = position.card
    for element, teller in ((one, other), (other, one)):
        if teller in told:
            for cell in kit.cells:
                if on[cell] == EMPTY and on.get(behind(cell, told[teller]), EMPTY) != EMPTY:
                    yield element, cell


def moves(kit: Kit, position: Position, display: Display) -> Iterator[Move]:
    """Everything that may be done on a display with the card on the table."""
    on, chosen = on_cells(kit, display), position.chosen
    found = tuple(places(kit, position, on))
    for element, cell in found:
        opposites = opposites_touched(kit, chosen, on, element, cell)
        if must_choose(chosen, opposites):
            yield from (Move(element, cell, opposite) for opposite in opposites)
        else:
            yield Move(element, cell)
    if not found or chosen["placing"] == "choice":
        yield from (Move(NULLIFIED, cell) for cell in kit.cells if on[cell] == EMPTY)


def must_choose(chosen: Mapping[str, str], opposites: tuple[Hex, ...]) -> bool:
    """Whether the player says which one of the opposites is nullified."""
    return chosen["several-opposites"] == "one" and len(opposites) > 1


def opposites_touched(
    kit: Kit, chosen: Mapping[str, str], on: Mapping[Hex, str], element: str, cell: Hex
) -> tuple[Hex, ...]:
    """The hexes round a cell with which an element on it nullifies, clockwise from the top."""
    immune = () if chosen["nexus-nullifies"] == "yes" else kit.corners
    if cell in immune:
        return ()
    return tuple(
        near
        for near in neighbours(cell)
        if on.get(near) == kit.opposite[element] and near not in immune
    )


def after(kit: Kit, chosen: Mapping[str, str], display: Display, move: Move) -> Display:
    """The display after a move that is allowed: "Opposites nullify each other" in the rulebook."""
    on = on_cells(kit, display)
    on[move.cell] = move.element
    if not move.nullifies:
        opposites = opposites_touched(kit, chosen, on, move.element, move.cell)
        crossed_out = opposites if move.against is None else (move.against,)
        if crossed_out:
            on |= dict.fromkeys((move.cell, *crossed_out), NULLIFIED)
    return tuple(on.values())
