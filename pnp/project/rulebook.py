"""Rulebooks: templates whose values and figures come from the game itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeVar
from urllib.parse import unquote

from pnp.components import Board, Token, Tokens
from pnp.definition.formulas import FormulaError, UnknownName, parse_formula
from pnp.definition.nodes import read_source
from pnp.definition.positions import Position, Put, Written, coordinates, read_position
from pnp.definition.reader import did_you_mean
from pnp.documents import Block, Figure, Rows, Run, read_markdown
from pnp.draw import USUAL_TURN
from pnp.draw.boards import board_picture
from pnp.draw.coats import painted
from pnp.draw.positions import (
    POINTY_TURN,
    Lying,
    Marks,
    board_position,
    gallery,
    scaled,
    tiles_position,
    wordless,
)
from pnp.draw.symbols import box as box_path
from pnp.draw.symbols import symbol
from pnp.draw.tile import Artist, cut_outline
from pnp.errors import Finding, InvalidDefinition, MissingGlyph, Place, Severity, Source
from pnp.fonts import text_width
from pnp.geometry import ORIGIN, Box, bounding_box
from pnp.hexgrid import Hex
from pnp.imposition import Cutout
from pnp.project.templates import missing_template, template
from pnp.project.workshop import Workshop, picture_of
from pnp.scene import Clip, Drawing, Picture, Shape, Stroke
from pnp.theme import Theme
from pnp.tiles import NO_MARK, NotationError, Tile, canonical, parse_tile
from pnp.tiles import Shape as TileShape
from pnp.tileset import Piece

# Millimetres. Figures are made for the column of a small booklet: none has to be scaled there.
COLUMN = 111.0
_TILE = 20.0  # in a position
_TILE_IN_GALLERY = 17.0
_LETTERED = 26.0  # a tile with letters on its edges, which have to be read
_BOARD_WIDTH = 78.0
_LARGEST_HEX = 10.0
_CARD = 0.535
_TEXT_CARD = 0.72
_THUMBNAIL = 16.0
_LOOKS = 42.0  # for several tokens in a row
_GLIMPSE = 0.18  # the scale at which a form is shown

Thing = TypeVar("Thing")

_KINDS = ("tiles", "cards", "tokens", "board", "pad", "components")


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
        size = _LETTERED if _has_letters(self._workshop) else _TILE_IN_GALLERY
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
        return board_picture(board, _hex_of(board), theme=self._theme)

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
        position = read_position(source)
        layer = _Layout(self._workshop, position)
        layer.check_caption(source, line)
        picture = layer.on_board() if position.board else layer.on_table()
        if layer.findings:
            raise InvalidDefinition(layer.findings)
        return Figure(picture, (Run(position.caption),), position.caption)


class _Layout:
    """Lays a position out; what it speaks of and is not there goes into `findings`."""

    def __init__(self, workshop: Workshop, position: Position) -> None:
        self.findings: list[Finding] = []
        self._workshop = workshop
        self._position = position
        self._cells: Mapping[str, Hex] | None = None

    def _error(self, message: str, place: Place) -> None:
        self.findings.append(Finding("position", Severity.ERROR, message, place))

    def check_caption(self, source: Source, line: int) -> None:
        """Whether the caption can be printed."""
        self._printable(Written(self._position.caption, Place(source, line, 1)))

    def on_board(self) -> Picture:
        assert self._position.board is not None
        boards = {board.name: board for board in self._workshop.components.boards}
        name, place = self._position.board
        if name not in boards:
            self._error(f'there is no board "{name}"{did_you_mean(name, boards)}', place)
            raise InvalidDefinition(self.findings)
        board = boards[name]
        self._cells = {text: cell for cell, text in board.names.items()}
        across = _hex_of(board)
        theme = self._workshop.theme
        return board_position(board, self._marks(across), across=across, theme=theme)

    def on_table(self) -> Picture:
        definition = self._workshop.definition
        if definition.form.shape is not TileShape.HEXAGON:
            raise ValueError("positions are for hexagons, which these tiles are not")
        known = [piece.tile for piece in self._workshop.tileset.pieces]
        tiles: dict[Hex, Tile] = {}
        for put in self._position.tiles:
            cell, tile = self._cell(put.cell), self._tile(put.what, known)
            if cell is not None and tile is not None:
                tiles[cell] = tile
        if not tiles:
            raise (
                InvalidDefinition(self.findings)
                if self.findings
                else ValueError("no tile lies there")
            )
        across = _LETTERED if _has_letters(self._workshop) else _TILE
        theme = self._workshop.theme
        marks = self._marks(across)
        return tiles_position(definition, tiles, marks, across=across, theme=theme)

    def _tile(self, written: Written, known: Sequence[Tile]) -> Tile | None:
        """A tile as it lies, which has to be one of the set."""
        definition = self._workshop.definition
        try:
            tile = parse_tile(written.text, definition.form, definition.codes)
        except NotationError as error:
            self._error(str(error), written.place)
            return None
        found = canonical(tile, definition.form, definition.symmetry)
        if found in known:
            return tile
        # The mark of a family goes without saying, where there is but one.
        marks = {each.mark for each in known if unmarked(each) == unmarked(found)}
        if len(marks) == 1 and tile.mark == NO_MARK:
            return tile._replace(mark=marks.pop())
        self._error(f"the set has no tile {written.text}, however it is turned", written.place)
        return None

    def _cell(self, written: Written) -> Hex | None:
        if self._cells is not None:
            if written.text not in self._cells:
                self._error(f'the board has no cell "{written.text}"', written.place)
            return self._cells.get(written.text)
        try:
            return Hex(*coordinates(written.text))
        except ValueError as error:
            self._error(str(error), written.place)
            return None

    def _marks(self, across: float) -> Marks:
        return Marks(
            [self._path(path) for path in self._position.paths],
            self._known_cells(self._position.highlight),
            {
                cell: put.what.text
                for put in self._position.labels
                if (cell := self._cell(put.cell)) is not None and self._printable(put.what)
            },
            {
                cell: lying
                for put in self._position.tokens
                if (cell := self._cell(put.cell)) is not None
                and (lying := self._lying(put, across)) is not None
            },
        )

    def _printable(self, written: Written) -> bool:
        try:
            text_width(written.text, 1.0, bold=True)
        except MissingGlyph as error:
            self._error(str(error), written.place)
            return False
        return True

    def _path(self, written: tuple[Written, ...]) -> list[Hex]:
        for one, other in pairwise(written):
            if one.text == other.text:
                self._error("a path goes on to another cell", other.place)
                return []
        return self._known_cells(written)

    def _known_cells(self, written: tuple[Written, ...]) -> list[Hex]:
        found = (self._cell(each) for each in written)
        return [cell for cell in found if cell is not None]

    def _lying(self, put: Put, across: float) -> Lying | None:
        """What lies on a cell: the name of a token, its colour, `back`; or a colour by itself."""
        words = put.what.text.split()
        name, rest = (words[0], words[1:]) if words else ("", [])
        inks = {ink.name: ink for ink in self._workshop.definition.inks}
        theme = self._workshop.theme
        if name == "nullified" and not rest:
            cross = Shape(symbol("nullified", ORIGIN, across * 0.3), fill=theme.kerb)
            return Lying(Drawing((cross,)), 1.0)
        if name in inks and not rest:
            path = symbol(inks[name].symbol, ORIGIN, across * 0.3)
            sign = painted(path, inks[name].fill, theme, ground=theme.cell)
            return Lying(Drawing((*sign,)), 1.0)
        tokens = self._workshop.components.token(name)
        if tokens is None:
            known = [each.name for each in self._workshop.components.tokens]
            hint = did_you_mean(name, [*known, *inks])
            self._error(f'there is no token or colour "{name}"{hint}', put.what.place)
            return None
        token = _of_colour(tokens.kinds, [word for word in rest if word != "back"])
        back = "back" in rest
        if token is None or (back and token.definition.back is None):
            self._error(f'there is no token "{put.what.text}"', put.what.place)
            return None
        scale = across * 0.66 / token.definition.size
        return Lying(_bare(self._workshop.token(token), back=back), scale)


def _of_colour(kinds: tuple[Token, ...], colours: list[str]) -> Token | None:
    """The token in the colour that is named, or the only one there is."""
    if not colours:
        return kinds[0] if len(kinds) == 1 else None
    wanted = [each for each in kinds if each.ink is not None and [each.ink.name] == colours]
    return wanted[0] if wanted else None


def unmarked(tile: Tile) -> tuple[object, ...]:
    """The tile without its mark, to compare it by."""
    return (tile.joins, tile.colours, tile.edges)


def _usual_turn(workshop: Workshop) -> float:
    shape = workshop.definition.form.shape
    return POINTY_TURN if shape is TileShape.HEXAGON else USUAL_TURN[shape]


def _bare(cutout: Cutout, *, back: bool) -> Drawing:
    """A side of a token without words: it is drawn small."""
    return wordless(picture_of(cutout, back=back).drawing)


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


def _has_letters(workshop: Workshop) -> bool:
    """Whether tiles have coloured edges, which carry letters."""
    return any(max(piece.tile.edges) >= 0 for piece in workshop.tileset.pieces)


def _hex_of(board: Board) -> float:
    """The size of a board's hexagons in a figure."""
    return min(_LARGEST_HEX, _BOARD_WIDTH / (2 * board.definition.side - 1))


def _known(name: str, things: Mapping[str, Thing], what: str) -> Thing:
    if name not in things:
        raise ValueError(f'there is no {what} "{name}"{did_you_mean(name, things)}')
    return things[name]
