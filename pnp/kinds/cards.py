"""Cards: all decks on one run of sheets, cut by straight lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pnp.basics.errors import DoesNotFit, Finding
from pnp.basics.words import counted
from pnp.colour.measures import contrast
from pnp.colour.theme import PAPER, Theme
from pnp.definition import DeckDefinition
from pnp.imposition import Bleed, Paper
from pnp.kinds.kind import InventoryLine, PieceGroup, PieceKind
from pnp.kinds.pictures import Shapes, digest, fans
from pnp.kinds.sections import BuildOptions, LeftOut, Section, section_of_sheets, sheets_with_room
from pnp.pieces import Cutout, Pieces, Pose, framed
from pnp.scene import Shape
from pnp.scene.geometry import ORIGIN
from pnp.sets.components import Deck

if TYPE_CHECKING:
    from pnp.imposition import Sheets

# The bleed of cards with an ink up to their edges.
_BLEED = Bleed("shared", 3.0)
# A ground with less contrast to paper shows no error of a cut.
_PALE = 1.1


class CardKind(PieceKind[Deck]):
    """Cards."""

    key = "cards"
    one = "card"
    section = DeckDefinition
    shown = (40.0, 56.0)
    behind = "back"
    is_loose = True
    is_tight = True

    def made(self, pieces: Pieces) -> Sequence[Deck]:
        return [deck for deck in pieces.components.decks if deck.cards]

    def group(self, pieces: Pieces, made: Deck) -> PieceGroup:
        definition = made.definition

        def cut_out(number: int) -> Cutout:
            # All text of a deck has one size, so pnp draws the deck as a whole.
            return pieces.cards(made)[number][0]

        cards = (
            self.listed(
                pieces,
                definition,
                card.id,
                card.copies,
                partial(cut_out, number),
                place=card.place,
                backed=definition.has_back or card.listed.face.has_back,
                content=card.values,
            )
            for number, card in enumerate(made.cards)
        )
        return self.grouped(definition, counted(made.printed, "card"), cards)

    def shapes(self, pieces: Pieces, made: Deck) -> Shapes:
        """Some cards of a deck, as in a hand."""
        return fans([framed(card, pieces.theme) for card, _ in pieces.cards(made)])

    def lines(self, pieces: Pieces) -> Iterator[InventoryLine]:
        """Decks of cards that look alike are one, however many copies of each card they have."""
        made = self.made(pieces)
        # Only decks with the same values are drawn to be compared.
        drafts = Counter(map(_draft, made))
        alike: dict[object, list[Deck]] = {}
        for deck in made:
            draft = _draft(deck)
            look = _look(pieces, deck) if drafts[draft] > 1 else ()
            alike.setdefault((draft, look), []).append(deck)
        words = pieces.definition.language
        for first, *others in alike.values():
            line = self.line(pieces, first)
            if others:
                decks = (first, *others)
                titles = dict.fromkeys(deck.definition.title for deck in decks)
                line = line._replace(
                    title=words.listed([*titles]),
                    number=words.number(sum(deck.printed for deck in decks)),
                    ids=frozenset(card.id for deck in decks for card in deck.cards),
                )
            yield line

    def sections(
        self, pieces: Pieces, paper: Paper, options: BuildOptions
    ) -> Iterator[Section | LeftOut]:
        decks = pieces.components.decks
        if not decks:
            return
        cards = [card for deck in decks for card in pieces.cards(deck)]
        # Any layout but the spaced one cuts rectangles along lines right across the sheet.
        layout = "spaced" if options.layouts[0] == "spaced" else "straight"
        sheets, left_out = sheets_with_room(
            self.key, self.job(pieces, cards), layout, paper, options.sheets, pieces.theme
        )
        yield from left_out
        if options.sheets.bleed is None and any(_reaches_its_edge(card) for card, _ in cards):
            sheets = _with_bleed(sheets, pieces.theme)
        yield section_of_sheets(pieces, self.key, sheets, options)

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        for deck in pieces.components.decks:
            yield from pieces.card_findings(deck)
            yield from deck.definition.notes


def _draft(deck: Deck) -> tuple[object, ...]:
    """What is quickly known of a deck that looks like another one."""
    cards = ((*card.values.items(), *card.colours) for card in deck.cards)
    return (deck.definition.width, deck.definition.height, *cards)


def _look(pieces: Pieces, deck: Deck) -> tuple[str, ...]:
    """Equal for decks whose cards look alike."""
    return tuple(
        digest(card.picture(back=back))
        for card, _ in pieces.cards(deck)
        for back in (False, True)[: 1 + (card.back is not None)]
    )


def _reaches_its_edge(card: Cutout) -> bool:
    """Whether the front of a card has a picture or an ink up to its edges."""
    bleed = card.front.bleed_at(Pose(ORIGIN, 0.0), _BLEED.size)
    ground, *pictures = bleed.drawing.items if bleed else (None,)
    is_inked = isinstance(ground, Shape) and contrast(ground.fill or PAPER, PAPER) > _PALE
    return is_inked or bool(pictures)


def _with_bleed(plain: Sheets, theme: Theme) -> Sheets:
    """The sheets with bleed round the cards, if that costs no sheet, no number and no header."""
    from pnp.imposition import cheapest, make_sheets

    job = replace(plain.job, bleed=_BLEED)
    try:
        bled = make_sheets(job, plain.layout, plain.paper, plain.options, theme)
    except DoesNotFit:
        return plain
    return cheapest([(bled.cost, bled), (plain.cost, plain)])
