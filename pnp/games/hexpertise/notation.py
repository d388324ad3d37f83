"""Positions and moves of Hexeptional Hexpertise as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.basics.words import did_you_mean
from pnp.games.hexpertise.kit import EMPTY, NULLIFIED, Kit, Pair
from pnp.games.hexpertise.position import Display, Move, Position, on_cells
from pnp.play import IllegalMove
from pnp.tiles.hexgrid import ORIGIN, Hex


def write_move(kit: Kit, move: Move) -> str:
    """The move as text: `fire E3`, `nullify C1`, or `light E3 against D3`."""
    what = "nullify" if move.nullifies else move.element
    against = "" if move.against is None else f" against {kit.names[move.against]}"
    return f"{what} {kit.names[move.cell]}{against}"


def read_move(kit: Kit, text: str) -> Move:
    """The move that is written; raises IllegalMove where it is none."""
    match text.split():
        case ["nullify", cell]:
            return Move(NULLIFIED, _cell(kit, cell))
        case [element, cell] if element in kit.elements:
            return Move(element, _cell(kit, cell))
        case [element, cell, "against", other] if element in kit.elements:
            return Move(element, _cell(kit, cell), _cell(kit, other))
    known = ", ".join(kit.elements)
    message = f'"{text}" is no move; write "fire E3" or "nullify C1"; the elements are {known}'
    raise IllegalMove("notation", message)


def _cell(kit: Kit, name: str) -> Hex:
    if name not in kit.by_name:
        hint = did_you_mean(name, kit.by_name)
        raise IllegalMove("notation", f'the display has no hex "{name}"{hint}')
    return kit.by_name[name]


def write_position(kit: Kit, position: Position, defaults: Mapping[str, str]) -> str:
    """The position as YAML; options that are as usual are left out, and cards of an extract."""
    lines, chance = [f"board: {kit.board}"], position.chance
    displays = [_tokens(kit, display) for display in position.displays]
    if len(displays) == 1:
        lines.append(f"tokens: {displays[0]}")
    else:
        lines += ["displays:", *(f"  - {display}" for display in displays)]
    if not position.is_extract:
        flipped = position.flipped
        lines += [
            f"nexus: {_cards(position.nexus)}",
            f"flipped: {_cards(position.mana[:flipped])}",
            f"deck: {_cards(position.mana[flipped:])}",
        ]
    lines.append(f"chance: {{seed: {chance.seed}, step: {chance.step}}}")
    unusual = [f"{key}: {word}" for key, word in position.options if word != defaults[key]]
    if unusual:
        lines.append(f"options: {{{', '.join(unusual)}}}")
    return "\n".join(lines) + "\n"


def _cards(cards: Sequence[Pair]) -> str:
    return f"[{', '.join(map(' '.join, cards))}]"


def tokens(kit: Kit, display: Display) -> Iterator[tuple[str, str]]:
    """What lies on a display besides the mage, by the names of its hexes."""
    for cell, what in on_cells(kit, display).items():
        if what != EMPTY and cell != ORIGIN:
            yield kit.names[cell], what


def _tokens(kit: Kit, display: Display) -> str:
    return f"{{{', '.join(f'{name}: {what}' for name, what in tokens(kit, display))}}}"
