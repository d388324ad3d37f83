"""Showing: the cards that stand on the cover of a game or on a box, and the boards that covers show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.definition import BoardDefinition, Definition, GivenPiece
from pnp.definition.elements import GridElement
from pnp.definition.references import filled
from pnp.sets.components import Board, Components, Deck

# The fields by which a card is called, besides its id.
_CALLED = ("title", "name")

# A fan of more would hide them.
MOST_ON_COVER = 7

# A card of a deck, by its number there.
ShownCard = tuple[Deck, int]


def cards_to_show(components: Components, names: Sequence[str] = ()) -> list[ShownCard]:
    """The cards with these names in their order, or those that a cover chooses from.

    A name is the id of a card, its title, or a deck. A deck of one different card, such as an aid for players, stands in front
    only if there is no other.
    """
    if names:
        known = names_of_cards(components)
        named = (each for name in names for each in known.get(name.casefold(), ()))
        return [*{deck.cards[at].id: (deck, at) for deck, at in named}.values()]
    several = [deck for deck in components.decks if len(deck.cards) > 1]
    decks = several or components.decks
    return [(deck, number) for deck in decks for number in range(len(deck.cards))]


def names_of_cards(components: Components) -> dict[str, list[ShownCard]]:
    """The cards of each name, in small letters."""
    found: dict[str, list[ShownCard]] = {}
    for deck in components.decks:
        for number, card in enumerate(deck.cards):
            called = (deck.name, card.id, *(card.text(each) for each in _CALLED))
            for name in dict.fromkeys(each.casefold() for each in called if each):
                found.setdefault(name, []).append((deck, number))
    return found


def boards_to_show(definition: Definition, components: Components) -> list[Board]:
    """All boards but those that are a part of other pieces alone, such as of a token, which shows the board itself."""
    sections = [each for listed in definition.pieces.values() for each in listed]
    boards = [each for each in sections if isinstance(each, BoardDefinition)]
    on_boards = {name for each in boards for name in grids_shown(each.given)}
    parts = {name for each in sections for name in grids_shown(each.given)} - on_boards
    return [each for each in components.boards if each.definition.printed or each.name not in parts]


def grids_shown(given: Iterable[GivenPiece]) -> set[str]:
    """The names of the boards in the faces of these pieces."""
    return {
        filled(element.grid.value, piece.face.scope(piece.values))
        for piece in given
        for element in piece.face.elements
        if isinstance(element, GridElement)
    }
