"""Rules about boards, cards and tokens: for every set, and for files that name them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import attrgetter

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Located, Severity
from pnp.basics.words import did_you_mean, listed
from pnp.definition import (
    BoardDefinition,
    CellGroup,
    Definition,
    TokenDefinition,
)
from pnp.definition.elements import (
    Element,
    FigureElement,
    ImageElement,
    SignElement,
    TextElement,
)
from pnp.definition.face_kinds import When
from pnp.definition.pieces.boxes import BoxDefinition
from pnp.definition.references import Scope as FieldScope
from pnp.definition.references import WrongReference, filled, names_in
from pnp.definition.values import GivenPiece
from pnp.sets.components import Card, Deck
from pnp.sets.showing import MOST_ON_COVER, cards_to_show, names_of_cards
from pnp.validation.rules import Scope, Violation, is_here, pieces_with_faces, repeated, rule

_WORD = re.compile(r"[\w-]+")


@rule("colours-for-players", "If each player has a colour, there are as many colours as players.")
def colours_for_players(scope: Scope) -> Iterator[Violation]:
    players = scope.tileset.players
    for tokens in scope.definition.pieces_of(TokenDefinition):
        if tokens.by_player and len(tokens.colours) < players:
            yield Violation(
                f'"{tokens.name}" has a colour for each of {players} players, but there are only'
                f" {len(tokens.colours)}",
                tokens.place,
            )


@rule("expect-pieces", "The numbers of cells, cards and tokens are those that the file expects.")
def expect_pieces(scope: Scope) -> Iterator[Violation]:
    counts: list[tuple[str, int, str, Located[int] | None]] = []
    for board in scope.components.boards:
        cells, kind = len(board.definition.cells), board.definition.grid.kind
        counts.append((board.name, cells, kind, board.definition.expect))
    for deck in scope.components.decks:
        counts.append((deck.name, deck.printed, "cards", deck.definition.expect))
    for tokens in scope.components.tokens:
        counts.append((tokens.name, tokens.printed, "tokens", tokens.definition.expect))
    for name, number, what, expected in counts:
        if expected is not None and expected.value != number:
            message = f'"{name}" has {number:,} {what}, not {expected.value:,}'
            yield Violation(message, expected.place)


@rule("cover-cards", "The cards that stand on the cover and on boxes are cards of the game.")
def cover_cards(scope: Scope) -> Iterator[Violation]:
    boxes = scope.definition.pieces_of(BoxDefinition)
    for wanted in (scope.definition.look.cover, *(each.cover for each in boxes)):
        known = names_of_cards(scope.components) if wanted else {}
        for each in wanted:
            if each.value.casefold() not in known:
                hint = did_you_mean(each.value, known)
                yield Violation(f'there is no card "{each.value}" for a cover{hint}', each.place)
        number = (
            len(cards_to_show(scope.components, [each.value for each in wanted])) if wanted else 0
        )
        if number > MOST_ON_COVER:
            message = f"a cover has room for {MOST_ON_COVER} cards, and these are {number:,}"
            yield Violation(message, wanted[0].place)


@rule("empty-deck", "Every deck has a card.")
def empty_deck(scope: Scope) -> Iterator[Violation]:
    for deck in scope.decks:
        if not deck.cards:
            reason = "it needs two colours to pair, a list of cards, or a row with copies"
            yield Violation(f'the deck "{deck.name}" has no card: {reason}', deck.definition.place)


@rule("distinct-cards", "No two cards of a deck are the same.")
def distinct_cards(scope: Scope) -> Iterator[Violation]:
    for deck in scope.decks:
        for first, card in repeated(deck.cards, _look):
            message = f"{card.id} is the same as {first.id}; for more of a card, write copies"
            yield Violation(message, card.place, related=is_here(first.id, first.place))


def _look(card: Card) -> frozenset[object]:
    """The colours of a card, which are the same either way round, or else its values."""
    return frozenset(card.colours) or frozenset(each for each in card.values.items() if each[1])


class Overlap(NamedTuple):
    """Two groups of cells of a board, and the names of the cells that they share."""

    one: CellGroup
    other: CellGroup
    cells: tuple[str, ...]
    board: str

    def __str__(self) -> str:
        cells = f'{listed(self.cells)} of "{self.board}" {"are" if len(self.cells) > 1 else "is"}'
        return f'{cells} in "{self.one.name}" and in "{self.other.name}"'


def _overlaps(scope: Scope) -> Iterator[Overlap]:
    for board in scope.components.boards:
        for one, other in combinations(board.definition.groups, 2):
            shared = tuple(board.names[cell] for cell in one.cells if cell in other.cells)
            if shared:
                yield Overlap(one, other, shared, board.name)


@rule("cells-once", "No two groups fill the same cell of a board, or print in it.")
def cells_once(scope: Scope) -> Iterator[Violation]:
    for overlap in _overlaps(scope):
        one, other = overlap.one, overlap.other
        if they := _clash(one, other):
            it = "it" if len(overlap.cells) == 1 else "them"
            related = is_here(f'"{one.name}"', one.place)
            yield Violation(f"{overlap}, which {they} {it}", other.place, related=related)


def _clash(one: CellGroup, other: CellGroup) -> str:
    """The things that two groups do to the same cell, of which it has room for one; empty if for both.

    A sign, of a group or of a player, has room above a label; both lie over faces.
    """
    if one.filled and other.filled:
        return "both fill"
    if one.colours and other.colours:
        return "both give a player"
    if all(each.sign or each.colours for each in (one, other)):
        return "both print a sign in"
    return "both print a label in" if one.labels and other.labels else ""


@rule(
    "cell-tints",
    "If two groups of cells with different tints overlap, the first lies inside the second.",
)
def cell_tints(scope: Scope) -> Iterator[Violation]:
    for overlap in _overlaps(scope):
        one, other = overlap.one, overlap.other
        tints = {one.tint, other.tint}
        if (
            len(tints) == 2
            and all(tints)
            and other.has("tint")
            and not {*one.cells} < {*other.cells}
        ):
            message = f'{overlap}; the tint of "{one.name}" is printed, which comes first'
            related = is_here(f'"{one.name}"', one.place)
            yield Violation(message, other.place, Severity.WARNING, related)


@rule("symbols-told-apart", "The colours of cards and tokens have different symbols.")
def symbols_told_apart(scope: Scope) -> Iterator[Violation]:
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    used = colours_of_pieces(scope)
    for ink in scope.definition.inks:
        if ink.name in used:
            alike[ink.palette, ink.symbol].append(ink.name)
    for (_, symbol), names in alike.items():
        if len(names) > 1:
            quoted = listed([f'"{name}"' for name in names])
            place = scope.definition.ink(names[-1]).place
            yield Violation(f"{quoted} have the same symbol, {symbol}", place)


PIECE_SET_RULES = (
    cover_cards,
    colours_for_players,
    expect_pieces,
    empty_deck,
    distinct_cards,
    cells_once,
    cell_tints,
    symbols_told_apart,
)


# The colours of pieces.


def colours_of_pieces(scope: Scope) -> set[str]:
    """The names of the colours on cards, tokens and cells, and those that faces may show."""
    definition = scope.definition
    cards = (card for deck in scope.components.decks for card in deck.cards)
    groups = (group for board in definition.pieces_of(BoardDefinition) for group in board.groups)
    # Tokens for more players count, even if they are not in this set.
    coloured = (*cards, *definition.pieces_of(TokenDefinition), *groups)
    others = (each.shown_colours for listed in definition.pieces.values() for each in listed)
    return colours_shown(definition).union(*map(attrgetter("colours"), coloured), *others)


def colours_shown(definition: Definition) -> set[str]:
    """The names of the tints and walls of cells, and all words that may be names of colours on faces.

    These are in the values of pieces with faces, and in the elements of the faces.
    """
    boards = definition.pieces_of(BoardDefinition)
    shown = {group.tint_colour for board in boards for group in board.groups}
    shown |= {colour.value for board in boards for colour, _ in board.walls}
    pieces = [*pieces_with_faces(definition)]
    for piece in pieces:
        shown.update(*map(_WORD.findall, piece.values.values()))
    for face in {id(piece.face): piece.face for piece in pieces}.values():
        shown.update(*(_WORD.findall(text) for each in face.elements for text, _ in each.templates))
        tables = face.texts_by_table.values()
        shown.update(*(_WORD.findall(text) for table in tables for text in table.values()))
    return shown


def signs_of_colours(definition: Definition) -> dict[str, str]:
    """What tells each colour on faces and cells from others besides its fill, by its name; "" for nothing.

    It is a text, a sign or a picture that depends on the field with the colour, or one that is the same on all pieces
    of a colour. A colour that stands alone somewhere has nothing.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for board in definition.pieces_of(BoardDefinition):
        for group in board.groups:
            if group.tint_colour:
                faced = [each for cell in group.cells if (each := group.faced(cell))]
                found[group.tint_colour].append(_all_of([group.sign, *_same_on(faced)]))
    faces: dict[int, list[GivenPiece]] = defaultdict(list)
    for piece in pieces_with_faces(definition):
        faces[id(piece.face)].append(piece)
    colours = {ink.name for ink in definition.inks}
    for pieces in faces.values():
        for name, sign in _signs_on(pieces, colours):
            found[name].append(sign)
    return {
        name: _all_of(dict.fromkeys(signs)) if all(signs) else "" for name, signs in found.items()
    }


def _same_on(pieces: Sequence[GivenPiece]) -> Iterator[str]:
    """What all of these pieces with one face show alike besides colours."""
    elements = pieces[0].face.elements if pieces else ()
    for content in filter(None, map(_content, elements)):
        scopes = (FieldScope(each.values, each.face.texts_by_table) for each in pieces)
        seen = {content.seen(scope) for scope in scopes}
        if len(seen) == 1:
            yield from seen


def _signs_on(pieces: Sequence[GivenPiece], colours: set[str]) -> Iterator[tuple[str, str]]:
    """The same of pieces with one face: names and signs."""
    face = pieces[0].face
    contents, inks = list[Content](), list[str]()
    for element in face.elements:
        content = _content(element)
        if content is not None:
            contents.append(content)
        written = content.text if content else None
        inks += (each.value for each in element.templates if each.value != written)
    fixed = _WORD.findall(" ".join(text for text in inks if not any(names_in(text))))
    yield from ((name, "") for name in colours.intersection(fixed))
    texts: dict[str, list[list[str]]] = defaultdict(list)
    for piece in pieces:
        scope = FieldScope(piece.values, face.texts_by_table)
        for ink in inks:
            names = {*names_in(ink)}
            for name in colours.intersection(_WORD.findall(_filled(ink, scope))) if names else ():
                own = [each.seen(scope) for each in contents if names & each.names]
                if own:
                    yield name, _all_of(own)
                else:
                    texts[name].append([each.seen(scope) for each in contents])
    # What is the same on all pieces of each colour, and not the same for all colours of the face.
    tells = [
        number
        for number in range(len(contents))
        if len({each[number] for listed in texts.values() for each in listed}) > 1
        or len(texts) == 1
        if all(len({each[number] for each in listed}) == 1 for listed in texts.values())
    ]
    for name, listed_texts in texts.items():
        yield name, _all_of(listed_texts[0][number] for number in tells)


def _all_of(signs: Iterable[str]) -> str:
    return ", ".join(filter(None, signs))


class Content(NamedTuple):
    """What an element shows besides its colours, under a condition, and the names of all fields on which it depends."""

    text: str
    names: frozenset[str]
    condition: When | None

    def seen(self, scope: FieldScope) -> str:
        """What a piece with these values shows of it; "" if it is not there."""
        try:
            return _filled(self.text, scope) * (not self.condition or self.condition.holds(scope))
        except WrongReference:
            return ""


def _content(element: Element) -> Content | None:
    """The text, the sign, the picture or the figure of an element."""
    match element:
        case TextElement():
            text = element.text.value
        case SignElement():
            text = element.sign.value
        case ImageElement():
            text = element.image.value
        case FigureElement():
            text = element.figure.value
        case _:
            return None
    names = {*names_in(text)}
    condition = element.when.value if element.when else None
    if condition:
        names.update(condition.names)
    if element.loop is not None:
        names.update(names_in(element.loop.value.source))
    return Content(text, frozenset(names), condition)


def _filled(text: str, scope: FieldScope) -> str:
    """The text with the values of its fields; without values it stays as it is."""
    try:
        return filled(text, scope)
    except WrongReference:
        return text


# Rules for files that name them.


def _colours_for(deck: Deck, scope: Scope) -> list[str]:
    """The colours of the palettes that the deck's cards show, or else those of the tiles."""
    inks = scope.definition.inks
    shown = {name for card in deck.cards for name in card.colours}
    palettes = {ink.palette for ink in inks if ink.name in shown} or {""}
    return [ink.name for ink in inks if ink.palette in palettes]


@rule("every-pair", "The deck has every pair of two different colours once.")
def every_pair(scope: Scope) -> Iterator[Violation]:
    for deck in scope.decks:
        inks, count = _colours_for(deck, scope), Counter[frozenset[str]]()
        for card in deck.cards:
            count[frozenset(card.colours)] += card.copies
        wanted = {frozenset(pair) for pair in combinations(inks, 2)}
        missing, often = (
            sorted(" and ".join(sorted(pair, key=inks.index)) for pair in pairs)
            for pairs in (wanted - {*count}, [pair for pair, times in count.items() if times > 1])
        )
        if missing:
            yield Violation(
                f'the deck "{deck.name}" has {len(wanted) - len(missing)} of the {len(wanted)} pairs'
                f" of {len(inks)} colours; it lacks {listed(missing)}",
                deck.definition.place,
            )
        if often:
            message = f'the deck "{deck.name}" has {listed(often)} more than once'
            yield Violation(message, deck.definition.place)


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
                where = f"on {listed(cards)}" if cards else "on no card"
                message = f'"{name}" is {where} of the deck "{deck.name}"'
                yield Violation(message, deck.definition.place)


@rule("a-token-each", "There is one token of this kind for each player, in different colours.")
def a_token_each(scope: Scope) -> Iterator[Violation]:
    players = scope.tileset.players
    for tokens in filter(None, map(scope.components.token, scope.names)):
        coloured = sum(token.ink is not None for token in tokens.kinds)
        if len(tokens.kinds) != players or coloured < len(tokens.kinds):
            needed = f'{players} players need "{tokens.name}" in {players} colours'
            yield Violation(f"{needed}; there are {coloured}", tokens.definition.place)
        for token in tokens.kinds:
            if token.copies != 1:
                message = f"there are {token.copies} of {token.id}, not 1"
                yield Violation(message, tokens.definition.counted.place)


PIECE_RULES = (every_pair, every_colour_once, a_token_each)
