"""Rules about boards, cards and tokens: for every set, and for files that name them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pnp.basics.errors import Located, Place, Related, Severity
from pnp.basics.words import listed
from pnp.definition import CellGroup, Definition
from pnp.definition.faces import FaceDefinition
from pnp.sets.components import Deck
from pnp.validation.rules import Scope, Violation, pieces_with_faces, rule

_WORD = re.compile(r"[\w-]+")


@rule("expect-pieces", "The numbers of cells, cards and tokens are those that the file expects.")
def expect_pieces(scope: Scope) -> Iterator[Violation]:
    parts = scope.components
    counts: list[tuple[str, int, str, Located[int] | None]] = [
        *(
            (
                each.name,
                len(each.definition.cells),
                each.definition.grid.kind,
                each.definition.expect,
            )
            for each in parts.boards
        ),
        *((each.name, each.printed, "cards", each.definition.expect) for each in parts.decks),
        *((each.name, each.printed, "tokens", each.definition.expect) for each in parts.tokens),
    ]
    for name, number, what, expected in counts:
        if expected is not None and expected.value != number:
            yield Violation(
                f'"{name}" has {number:,} {what}, not {expected.value:,}', expected.place
            )


@rule("empty-deck", "Every deck has a card.")
def empty_deck(scope: Scope) -> Iterator[Violation]:
    for deck in scope.decks:
        if not deck.cards:
            reason = "it needs two colours to pair, a list of cards, or a row with copies"
            yield Violation(f'the deck "{deck.name}" has no card: {reason}', deck.definition.place)


@rule("distinct-cards", "No two cards of a deck are the same.")
def distinct_cards(scope: Scope) -> Iterator[Violation]:
    for deck in scope.decks:
        first: dict[object, tuple[str, Place]] = {}
        for card in deck.cards:
            # A pair is the same either way round.
            shown: frozenset[object] = frozenset(card.colours) or frozenset(
                (name, value) for name, value in card.values.items() if value
            )
            if shown not in first:
                first[shown] = (card.id, card.place)
                continue
            other, place = first[shown]
            yield Violation(
                f"{card.id} is the same as {other}; for more of a card, write copies",
                card.place,
                related=(Related(f"{other} is here", place),),
            )


@rule("cells-once", "No two groups fill the same cell of a board, or print in it.")
def cells_once(scope: Scope) -> Iterator[Violation]:
    for overlap in _overlaps(scope):
        one, other = overlap.groups
        they = _clash(one, other)
        if they:
            it = "it" if len(overlap.cells) == 1 else "them"
            first = Related(f'"{one.name}" is here', one.place)
            yield Violation(f"{overlap}, which {they} {it}", other.place, related=(first,))


def _clash(one: CellGroup, other: CellGroup) -> str:
    """The things that two groups do to the same cell, of which it has room for one; empty if for both.

    A sign has room above a label, and a face fills the cell.
    """
    if one.filled and other.filled:
        return "both fill"
    if one.colours and other.colours:
        return "both give a player"
    if one.faced and other.faced:
        return "both print a face in"
    if any(each.faced for each in (one, other)) and _marks(one) and _marks(other):
        return "print a face and a sign or a label in"
    if _sign(one) and _sign(other):
        return "both print a sign in"
    return "both print a label in" if one.labels and other.labels else ""


def _sign(group: CellGroup) -> bool:
    """Whether the group prints a sign: its own, or that of a player."""
    return bool(group.sign or group.colours)


def _marks(group: CellGroup) -> bool:
    return bool(_sign(group) or group.labels or group.faced)


@rule(
    "cell-tints",
    "If two groups of cells with different tints overlap, the first lies inside the second.",
)
def cell_tints(scope: Scope) -> Iterator[Violation]:
    for overlap in _overlaps(scope):
        one, other = overlap.groups
        if one.tint != other.tint and other.has("tint") and not {*one.cells} < {*other.cells}:
            yield Violation(
                f'{overlap}; the tint of "{one.name}" is printed, which comes first',
                other.place,
                Severity.WARNING,
                (Related(f'"{one.name}" is here', one.place),),
            )


class Overlap(NamedTuple):
    """Two groups of cells of a board, and the names of the cells that they share."""

    groups: tuple[CellGroup, CellGroup]
    cells: tuple[str, ...]
    board: str

    def __str__(self) -> str:
        one, other = self.groups
        verb = "are" if len(self.cells) > 1 else "is"
        return (
            f'{listed(self.cells)} of "{self.board}" {verb} in "{one.name}" and in "{other.name}"'
        )


def _overlaps(scope: Scope) -> Iterator[Overlap]:
    for board in scope.components.boards:
        for one, other in combinations(board.definition.groups, 2):
            shared = tuple(board.names[cell] for cell in one.cells if cell in other.cells)
            if shared:
                yield Overlap((one, other), shared, board.name)


@rule("symbols-told-apart", "The colours of cards and tokens have different symbols.")
def symbols_told_apart(scope: Scope) -> Iterator[Violation]:
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    used = colours_of_pieces(scope)
    for ink in scope.tileset.definition.inks:
        if ink.name in used:
            alike[ink.palette, ink.symbol].append(ink.name)
    for (_, symbol), names in alike.items():
        if len(names) > 1:
            quoted = listed([f'"{name}"' for name in names])
            place = scope.tileset.definition.ink(names[-1]).place
            yield Violation(f"{quoted} have the same symbol, {symbol}", place)


def colours_of_pieces(scope: Scope) -> set[str]:
    """The names of the colours on cards, tokens and cells, and those that faces may show."""
    on_cards = {
        name for deck in scope.components.decks for card in deck.cards for name in card.colours
    }
    # Tokens for more players count, even if they are not in this set.
    on_tokens = {name for each in scope.tileset.definition.tokens for name in each.colours}
    definition = scope.tileset.definition
    return on_cards | on_tokens | _on_cells(definition) | words_of_faces(definition)


def _on_cells(definition: Definition) -> set[str]:
    """The names of the colours that cells of boards belong to."""
    return {name for board in definition.boards for group in board.groups for name in group.colours}


def words_of_faces(definition: Definition) -> set[str]:
    """The words in the values of pieces with faces, and in the elements of the faces."""
    return {*_words_of_faces(definition)}


def _words_of_faces(definition: Definition) -> Iterator[str]:
    faces: dict[int, FaceDefinition] = {}
    for piece in pieces_with_faces(definition):
        faces[id(piece.face)] = piece.face
        for value in piece.values.values():
            yield from _WORD.findall(value)
    for face in faces.values():
        for element in face.elements:
            for text, _ in element.written:
                yield from _WORD.findall(text)


def _colours_for(deck: Deck, scope: Scope) -> list[str]:
    """The colours of the palettes that the deck's cards show, or else those of the tiles."""
    inks = scope.tileset.definition.inks
    shown = {name for card in deck.cards for name in card.colours}
    palettes = {ink.palette for ink in inks if ink.name in shown} or {""}
    return [ink.name for ink in inks if ink.palette in palettes]


@rule("every-pair", "The deck has every pair of two different colours once.")
def every_pair(scope: Scope) -> Iterator[Violation]:
    for deck in scope.decks:
        inks = _colours_for(deck, scope)
        wanted = {frozenset(pair) for pair in combinations(inks, 2)}
        count: dict[frozenset[str], int] = defaultdict(int)
        for card in deck.cards:
            count[frozenset(card.colours)] += card.copies
        missing = [" and ".join(sorted(pair, key=inks.index)) for pair in wanted - {*count}]
        if missing:
            yield Violation(
                f'the deck "{deck.name}" has {len(wanted) - len(missing)} of the {len(wanted)} pairs'
                f" of {len(inks)} colours; it lacks {listed(sorted(missing))}",
                deck.definition.place,
            )
        often = [sorted(pair, key=inks.index) for pair, times in count.items() if times > 1]
        if often:
            names = sorted(" and ".join(pair) for pair in often)
            yield Violation(
                f'the deck "{deck.name}" has {listed(names)} more than once', deck.definition.place
            )


@rule("every-colour-once", "Every colour is on exactly one card of the deck.")
def every_colour_once(scope: Scope) -> Iterator[Violation]:
    for deck in scope.decks:
        for name in _colours_for(deck, scope):
            cards = [
                card.id
                for card in deck.cards
                for colour in card.colours * card.copies
                if colour == name
            ]
            if len(cards) != 1:
                where = "on no card" if not cards else f"on {listed(cards)}"
                yield Violation(
                    f'"{name}" is {where} of the deck "{deck.name}"', deck.definition.place
                )


@rule("a-token-each", "There is one token of this kind for each player, in different colours.")
def a_token_each(scope: Scope) -> Iterator[Violation]:
    players = scope.tileset.players
    for name in scope.names:
        tokens = scope.components.token(name)
        if tokens is None:
            continue
        if len(tokens.kinds) != players or any(token.ink is None for token in tokens.kinds):
            yield Violation(
                f'{players} players need "{name}" in {players} colours; there are'
                f" {sum(token.ink is not None for token in tokens.kinds)}",
                tokens.definition.place,
            )
        yield from (
            Violation(
                f"there are {token.copies} of {token.id}, not 1", tokens.definition.each.place
            )
            for token in tokens.kinds
            if token.copies != 1
        )


@rule("colours-for-players", "If each player has a colour, there are as many colours as players.")
def colours_for_players(scope: Scope) -> Iterator[Violation]:
    players = scope.tileset.players
    for tokens in scope.tileset.definition.tokens:
        if tokens.by_player and len(tokens.colours) < players:
            yield Violation(
                f'"{tokens.name}" has a colour for each of {players} players, but there are only'
                f" {len(tokens.colours)}",
                tokens.place,
            )


PIECE_SET_RULES = (
    colours_for_players,
    expect_pieces,
    empty_deck,
    distinct_cards,
    cells_once,
    cell_tints,
    symbols_told_apart,
)
PIECE_RULES = (every_pair, every_colour_once, a_token_each)
