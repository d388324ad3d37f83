"""Rulebooks: templates whose values and figures come from the game itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar
from urllib.parse import unquote

from pnp.basics.errors import Finding, InvalidDefinition, Place, Severity, Source
from pnp.basics.words import did_you_mean
from pnp.colour.theme import Theme
from pnp.definition.figures import read_figure
from pnp.definition.formulas import FormulaError, UnknownName, parse_formula
from pnp.definition.nodes import read_source
from pnp.documents import Block, Figure, Rows, Run, read_markdown
from pnp.draw import USUAL_TURN
from pnp.draw.boards import board_picture
from pnp.draw.positions import (
    POINTY_TURN,
    gallery,
    scaled,
    wordless,
)
from pnp.draw.symbols import box as box_path
from pnp.draw.tile import Artist, cut_outline
from pnp.imposition import Cutout
from pnp.project.examples import check_claims
from pnp.project.positions import LETTERED, Layout, has_letters, hex_of
from pnp.project.templates import missing_template, template
from pnp.project.workshop import Workshop, picture_of
from pnp.scene import Clip, Drawing, Picture, Shape, Stroke
from pnp.scene.geometry import Box, bounding_box
from pnp.sets.components import Tokens
from pnp.sets.tileset import Piece
from pnp.tiles import Shape as TileShape

# Millimetres. Figures are made for the column of a small booklet: none has to be scaled there.
COLUMN = 111.0
_TILE_IN_GALLERY = 17.0
_CARD = 0.535
_TEXT_CARD = 0.72
_THUMBNAIL = 16.0
_LOOKS = 42.0  # for several tokens in a row
_GLIMPSE = 0.18  # the scale at which a form is shown

Thing = TypeVar("Thing")

_KINDS = ("tiles", "cards", "tokens", "board", "pad", "components", "options")


def read_rulebook(workshop: Workshop) -> tuple[Block, ...]:
    """The game's rulebook; none where there is no template of its name and none is asked for.

    Raises InvalidDefinition with all that is wrong in the template.
    """
    definition = workshop.definition
    path = template("rules", definition.rulebook or definition.game, ".md")
    if path is None and not definition.rulebook:
        return ()
    if path is None:
        place = definition.rulebook_place
        raise InvalidDefinition([missing_template("rules", definition.rulebook, ".md", place)])
    source = read_source(path)
    workshop.templates.append(source)
    if not source.text.strip():
        message = "the rulebook is empty"
        raise InvalidDefinition([Finding("template", Severity.ERROR, message, Place(source, 1, 1))])
    return read_markdown(source, Figures(workshop))


class Entry(NamedTuple):
    """A kind of piece: its section and name, its title, how many there are, and a small picture."""

    section: str
    name: str
    title: str
    number: str
    looks: Picture


class Figures:
    """What the templates of a game may speak of."""

    kinds: Collection[str] = ("position",)

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._definition = workshop.definition
        self._parts = workshop.components
        self._theme = workshop.theme

    def value(self, expression: str) -> str:
        """A formula's number, or a text of the definition."""
        credit = self._definition.credit
        texts = {
            "title": self._definition.title,
            "designer": credit.designer,
            "year": credit.year,
            "page": credit.page,
            "licence": self._definition.licence,
        }
        if expression in texts:
            if not texts[expression]:
                raise ValueError(f'the game\'s definition says no "{expression}"')
            return texts[expression]
        numbers = self._parts.numbers
        try:
            return f"{parse_formula(expression).value(numbers):,}"
        except UnknownName as error:
            hint = did_you_mean(error.name, [*numbers, *texts])
            raise ValueError(f'there is no value "{error.name}"{hint}') from None
        except FormulaError as error:
            raise ValueError(str(error)) from None

    def figure(self, target: str) -> Picture | Rows:
        kind, _, rest = unquote(target).partition(":")
        match kind:
            case "tiles":
                return self._tiles(rest)
            case "cards":
                return self._cards(rest)
            case "tokens":
                return self._tokens(rest)
            case "board":
                return self._board(rest)
            case "pad":
                return self._pad(rest)
            case "components":
                return self.components()
            case "options":
                return self._options()
            case _:
                raise ValueError(f'there is no figure "{kind}"{did_you_mean(kind, _KINDS)}')

    def _tiles(self, rest: str) -> Picture:
        """`family=NAME`, perhaps with `&first=N`, or ids with commas between them."""
        pieces = self._workshop.tileset.pieces
        if "=" not in rest:
            by_id = {piece.id: piece for piece in pieces}
            return self._gallery([_known(name, by_id, "tile") for name in _listed(rest)])
        query = dict(part.partition("=")[::2] for part in rest.split("&"))
        for key in query.keys() - {"family", "first"}:
            raise ValueError(f'tiles are chosen by "family" and "first", not by "{key}"')
        families = {each.name: each for each in self._workshop.tileset.families}
        family = _known(query.get("family", ""), families, "family of tiles")
        first = query.get("first", str(len(family.pieces)))
        if not first.isdigit() or int(first) < 1:
            raise ValueError(f'"first" is a number of tiles, not "{first}"')
        return self._gallery(list(family.pieces[: int(first)]))

    def _gallery(self, pieces: list[Piece]) -> Picture:
        if not pieces:
            raise ValueError("there are no tiles to show")
        size = LETTERED if has_letters(self._workshop) else _TILE_IN_GALLERY
        return gallery([self.tile(piece, size) for piece in pieces], COLUMN, gap=2.5)

    def tile(self, piece: Piece, size: float) -> Picture:
        """A tile by itself, without its id."""
        definition = replace(self._definition, size=size)
        artist = Artist(definition, _usual_turn(self._workshop), theme=self._theme)
        items = (artist.drawing(piece.tile), cut_outline(artist.outline, self._theme))
        return Picture(Drawing(items), bounding_box(artist.outline.corners))

    def _cards(self, rest: str) -> Picture:
        """The name of a deck, or ids of cards with commas between them."""
        cutouts: list[Cutout] = []
        words = False
        for name in _listed(rest):
            deck = next(
                (
                    deck
                    for deck in self._parts.decks
                    if name == deck.name or name in [card.id for card in deck.cards]
                ),
                None,
            )
            if deck is None:
                known = [deck.name for deck in self._parts.decks]
                raise ValueError(f'there is no deck or card "{name}"{did_you_mean(name, known)}')
            cards = self._workshop.cards(deck)
            cutouts += [card for card, _ in cards if name in (deck.name, card.id)]
            words = words or any(card.face.text for card in deck.cards)
        scale = _TEXT_CARD if words else _CARD
        return gallery(
            [scaled(_framed(cutout, self._theme), scale) for cutout in cutouts], COLUMN, gap=3.0
        )

    def _tokens(self, rest: str) -> Picture:
        """Names of tokens with commas between them: each colour, and both sides."""
        pictures = []
        for name in _listed(rest):
            kinds = {kind.name: kind for kind in self._parts.tokens}
            for token in _known(name, kinds, "token").kinds:
                cutout = self._workshop.token(token)
                pictures.append(_framed(cutout, self._theme))
                if cutout.back is not None:
                    pictures.append(_framed(cutout, self._theme, back=True))
        return gallery(pictures, COLUMN)

    def _board(self, rest: str) -> Picture:
        boards = {board.name: board for board in self._parts.boards}
        board = _known(rest, boards, "board")
        return board_picture(board, hex_of(board), theme=self._theme)

    def _options(self) -> Rows:
        """The choices that a table may make, by their names; the usual one stands first."""
        rules = self._workshop.rules
        if rules is None:
            raise ValueError(f"nobody knows the rules of play of {self._definition.game}")
        rows = []
        for option in rules.options:
            usual = option.choices[option.default]
            others = [
                f"{choice}: {told}"
                for choice, told in option.choices.items()
                if choice != option.default
            ]
            rows.append(
                (option.name, option.sentence, f"{option.default}: {usual}", "; ".join(others))
            )
        return Rows(("Option", "What about", "Usually", "Or"), tuple(rows))

    def _pad(self, rest: str) -> Picture:
        pads = {pad.name: pad for pad in self._parts.pads}
        cutout, _ = self._workshop.pad(_known(rest, pads, "pad"))
        return scaled(_framed(cutout, self._theme), min(1.0, COLUMN / cutout.box.width))

    def components(self) -> Rows:
        """Every piece of the game, how many there are, and what it looks like."""
        return Rows(
            ("Piece", "How many", "Looks"),
            tuple((each.title, each.number, each.looks) for each in self.inventory()),
        )

    def inventory(self) -> Iterator[Entry]:
        """Every kind of piece; its picture is called as the piece is."""
        for entry in self._entries():
            yield entry._replace(looks=entry.looks._replace(alt=entry.title))

    def _entries(self) -> Iterator[Entry]:
        for family in self._workshop.tileset.families:
            if family.pieces:
                number = sum(piece.copies for piece in family.pieces)
                looks = _wordless(self.tile(family.pieces[0], _THUMBNAIL))
                title = f"Tiles: {family.name.replace('-', ' ')}"
                yield Entry("tiles", family.name, title, f"{number:,}", looks)
        for deck in self._parts.decks:
            if deck.cards:
                looks = _thumbnail(_framed(self._workshop.cards(deck)[0][0], self._theme))
                title = f"{deck.definition.title} cards"
                yield Entry("cards", deck.name, title, f"{deck.printed:,}", looks)
        for board in self._parts.boards:
            if board.definition.printed:
                looks = _thumbnail(board_picture(board, 6.0, theme=self._theme))
                yield Entry("board", board.name, board.definition.title, "1", looks)
        for tokens in self._parts.tokens:
            if tokens.kinds:
                title = tokens.definition.title
                looks = self._looks(tokens)
                yield Entry("tokens", tokens.name, title, f"{tokens.printed:,}", looks)
        for pad in self._parts.pads:
            form, _ = self._workshop.form(pad)
            cutout, number = self._workshop.pad(pad)
            said = f"{number:,}" if pad.wanted is not None else "as many as you need"
            # A form that is called as the game is told by what stands beside its title.
            own = form.title.text not in ("", self._definition.title)
            title = f"Pad: {form.title.text if own else form.subtitle.text}"
            yield Entry("pads", pad.name, title, said, _glimpse(cutout, self._theme))

    def _looks(self, tokens: Tokens) -> Picture:
        """All colours of a token, or its two sides."""
        cutouts = [self._workshop.token(each) for each in tokens.kinds]
        sides = [_framed(each, self._theme) for each in cutouts]
        if len(cutouts) == 1 and cutouts[0].back is not None:
            sides.append(_framed(cutouts[0], self._theme, back=True))
        room = _LOOKS / len(sides) - 1.0
        scale = min(1.0, _THUMBNAIL * 0.6 / sides[0].box.height, room / sides[0].box.width)
        return gallery([scaled(_wordless(each), scale) for each in sides], _LOOKS, gap=1.0)

    def block(self, kind: str, source: Source, line: int) -> Figure:
        """A position, laid out and checked."""
        position = read_figure(source)
        picture = Layout(self._workshop, position).picture()
        check_claims(self._workshop, position, source)
        caption = position.caption.value
        return Figure(picture, (Run(caption),), caption)


def _usual_turn(workshop: Workshop) -> float:
    shape = workshop.definition.geometry.shape
    return POINTY_TURN if shape is TileShape.HEXAGON else USUAL_TURN[shape]


def _framed(cutout: Cutout, theme: Theme, *, back: bool = False) -> Picture:
    """A side of a cutout with a fine outline, for it is seen on white paper."""
    picture = picture_of(cutout, back=back)
    outline = Shape(cutout.outline, stroke=Stroke(0.25, theme.cut))
    x, y, width, height = picture.box
    # The outline is as broad outside as inside.
    box = Box(x - 0.2, y - 0.2, width + 0.4, height + 0.4)
    return Picture(Drawing((*picture.drawing.items, outline)), box)


def _thumbnail(picture: Picture) -> Picture:
    """The picture small and without words, which could not be read."""
    return scaled(_wordless(picture), min(1.0, _THUMBNAIL / picture.box.height))


def _glimpse(form: Cutout, theme: Theme) -> Picture:
    """The top of a form, small: of a whole one nothing but black would be left."""
    picture = _wordless(_framed(form, theme))
    shown = Box(picture.box.x, picture.box.y, picture.box.width, _THUMBNAIL / _GLIMPSE)
    if shown.height >= picture.box.height:
        return scaled(picture, _GLIMPSE)
    clipped = Drawing((Clip(box_path(shown), picture.drawing.items),))
    return scaled(Picture(clipped, shown), _GLIMPSE)


def _wordless(picture: Picture) -> Picture:
    return Picture(wordless(picture.drawing), picture.box)


def _listed(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise ValueError("a figure needs names, with commas between them")
    return names


def _known(name: str, things: Mapping[str, Thing], what: str) -> Thing:
    if name not in things:
        raise ValueError(f'there is no {what} "{name}"{did_you_mean(name, things)}')
    return things[name]
