"""Rules about maps: their places and routes, and cards that ask for ways between places."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.errors import Severity
from pnp.basics.words import counted, did_you_mean, listed
from pnp.sets.components import Board, Card
from pnp.tiles.maps import MapGrid
from pnp.validation.rules import Scope, Violation, is_here, rule

# More overlaps than a person reads.
_MOST = 12


def _maps(scope: Scope) -> Iterator[tuple[Board, MapGrid]]:
    """The boards with places, those that the rule is limited to, with their grids."""
    for board in scope.components.boards:
        grid = board.definition.grid
        is_wanted = board.name in scope.names or not _named_maps(scope)
        if is_wanted and isinstance(grid, MapGrid) and grid.places:
            yield board, grid


def _named_maps(scope: Scope) -> list[str]:
    """The boards among the names that the rule is limited to."""
    return [name for name in scope.names if scope.components.board(name) is not None]


@rule("spaces-apart", "No space of a map covers another space, or a place.")
def spaces_apart(scope: Scope) -> Iterator[Violation]:
    for board, grid in _maps(scope):
        definition = board.definition.map
        assert definition is not None
        places = {each.line.name: each.place for each in definition.routes}
        places |= {each.name: each.place for each in definition.places}
        routes = {cell: each.name for each in grid.routes for cell in each.cells}
        found: dict[tuple[str, str], str] = {}
        for one, other in grid.overlaps():
            pair = tuple(routes.get(cell, grid.names[cell]) for cell in (one, other))
            cells = f'"{grid.names[one]}" and "{grid.names[other]}"'
            found.setdefault((pair[0], pair[1]), cells)
            if len(found) == _MOST:
                break
        for (first, second), cells in found.items():
            message = (
                f'on "{board.name}", {cells} cover each other; write a `bend`, or move a place'
            )
            related = is_here(f'"{first}"', places[first]) if first != second else ()
            yield Violation(message, places[second], Severity.WARNING, related)


@rule("places-reached", "A route leads to every place of a map that has routes.")
def places_reached(scope: Scope) -> Iterator[Violation]:
    for board, grid in _maps(scope):
        definition = board.definition.map
        assert definition is not None
        reached = {end for route in grid.routes for end in (route.start, route.end)}
        for place in definition.places if grid.routes else ():
            if grid.cells_by_name[place.name] not in reached:
                message = f'no route of "{board.name}" leads to {place.name}'
                yield Violation(message, place.place, Severity.WARNING)


MAP_SET_RULES = (spaces_apart, places_reached)


@rule("places-connected", "Routes lead from every place of a map to every other.")
def places_connected(scope: Scope) -> Iterator[Violation]:
    for board, grid in _maps(scope):
        reached = grid.distances(grid.places[0])
        apart = [grid.names[cell] for cell in grid.places if cell not in reached]
        if apart:
            first = grid.names[grid.places[0]]
            message = f'no routes of "{board.name}" lead from {first} to {listed(apart)}'
            yield Violation(message, board.definition.place)


@rule(
    "shortest-ways",
    "A card with the fields `from`, `to` and `points` gives as many points as the shortest way between its two"
    " places has spaces.",
)
def shortest_ways(scope: Scope) -> Iterator[Violation]:
    maps = [*_maps(scope)]
    if not maps:
        yield Violation("this rule needs a board with `places`; the game has none", scope.place)
        return
    board, grid = maps[0]
    decks = [deck for deck in scope.components.decks if deck.name in scope.names]
    cards = [card for deck in decks or scope.components.decks for card in deck.cards]
    tickets = [card for card in cards if {"from", "to", "points"} <= card.values.keys()]
    if not tickets:
        message = "no card has the fields `from`, `to` and `points`; add them, or remove the rule"
        yield Violation(message, scope.place)
    for card in tickets:
        yield from _ticket(card, board, grid)


def _ticket(card: Card, board: Board, grid: MapGrid) -> Iterator[Violation]:
    """What is wrong with a card that asks for a way between two places."""
    places = {grid.names[cell]: cell for cell in grid.places}
    ends = [card.listed.fields[key] for key in ("from", "to")]
    points = card.listed.fields["points"]
    unknown = [each for each in ends if each.value not in places]
    for each in unknown:
        hint = did_you_mean(each.value, places)
        message = f'{card.id}: "{board.name}" has no place "{each.value}"{hint}'
        yield Violation(message, each.place)
    if unknown:
        return
    first, last = (each.value for each in ends)
    length = grid.distances(places[first]).get(places[last])
    if length is None:
        message = f"{card.id}: no routes lead from {first} to {last}"
        yield Violation(message, ends[1].place)
    elif points.value != str(length):
        shortest = counted(length, "space")
        message = (
            f"{card.id}: the shortest way from {first} to {last} has {shortest}, not {points.value}"
        )
        yield Violation(message, points.place)


MAP_RULES = (places_connected, shortest_ways)
