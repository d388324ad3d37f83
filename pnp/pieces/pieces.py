"""All pieces of a game as cutouts, in one theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import TypeVar, cast

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, InvalidDefinition, Located, Severity, Source
from pnp.colour.measures import READ, readable
from pnp.colour.theme import STANDARD, Theme, on_paper
from pnp.definition import (
    BoardDefinition,
    Definition,
    TokenDefinition,
    templates_near,
)
from pnp.definition.pads import PadTemplate, read_pad
from pnp.definition.reading import read_source
from pnp.draw.board import Room, SheetArt, board_drawing, board_of_height
from pnp.draw.colours import themed
from pnp.draw.look.lettering import game_lettering
from pnp.draw.look.looks import Look, look_of, on_ground
from pnp.draw.patterns import card_back, card_box, card_ground, card_ink
from pnp.draw.tokens import token_field, token_ground, token_items
from pnp.faces import (
    DrawnBoard,
    LaidFace,
    Subject,
    form_drawing,
    laid_faces,
    rectangle,
    supplies_of,
)
from pnp.pieces.cells import CellArt
from pnp.pieces.cutouts import Copies, Cutout, Face, rigid
from pnp.pieces.faced import (
    face_findings,
    side_of,
    values_of,
)
from pnp.pieces.figures import figure_on_piece
from pnp.pieces.frames import Frames
from pnp.pieces.tiles import Tiles
from pnp.pieces.trims import Trim, TrimShape
from pnp.scene import Drawing, Item, Picture, Placed
from pnp.scene.geometry import ORIGIN, Box
from pnp.sets.components import Board, Components, Deck, Pad, Token, Tokens, board_of, components
from pnp.sets.tileset import Tileset
from pnp.tiles.layouts import Cell

_Value = TypeVar("_Value")

_TOKEN_TRIMS: dict[str, tuple[TrimShape, float]] = {
    "round": ("circle", 0.0),
    "square": ("square", 0.0),
    "hexagon": ("hexagon", 30.0),
    "rectangle": ("rectangle", 0.0),
    "outline": ("rectangle", 0.0),
}


class PadForm(NamedTuple):
    """The form of a pad, the file that it comes from, and its drawing round its middle."""

    form: PadTemplate
    source: Source
    drawing: Drawing


def make_pieces(tileset: Tileset, theme: Theme = STANDARD, *, labels: bool = True) -> Pieces:
    """The pieces of a set in the colours of a theme."""
    tileset = replace(tileset, definition=themed(tileset.definition, theme))
    return Pieces(tileset, components(tileset), theme, labels=labels)


class Pieces:
    """The pieces of a set whose definition has the colours of the theme; each is drawn once.

    `labels` says whether tiles show their ids. A method raises InvalidDefinition if its piece
    cannot be drawn.
    """

    def __init__(
        self, tileset: Tileset, parts: Components, theme: Theme, *, labels: bool = True
    ) -> None:
        self.tileset = tileset
        self.components = parts
        self.theme = theme
        figures = {name: partial(self._figure, name) for name in tileset.definition.figures}
        supplies = supplies_of(tileset.definition, theme)
        grids = {board.name: partial(self._grid, board) for board in parts.boards}
        players = tileset.players
        self.supplies = replace(
            supplies, figures=figures, grids=grids, look=self.look, players=players
        )
        self.tiles = Tiles(tileset, theme, labels=labels, supplies=self.supplies)
        self.frames = Frames(tileset.definition, theme, self.look, self.supplies)
        self._faces: dict[str, tuple[LaidFace, ...]] = {}
        self._forms: dict[str, PadForm] = {}
        self._once: dict[tuple[object, ...], object] = {}
        self._drawn_figures: set[str] = set()
        # The boards of whose cells the art is in work.
        self._in_work: set[str] = set()

    @property
    def definition(self) -> Definition:
        return self.tileset.definition

    @cached_property
    def look(self) -> Look:
        """The look of the game in the colours of the theme."""
        return look_of(self.tileset, self.theme)

    def once(self, key: tuple[object, ...], make: Callable[[], _Value]) -> _Value:
        """What *make* returned at the first call with this key."""
        if key not in self._once:
            self._once[key] = make()
        return cast("_Value", self._once[key])

    def card_findings(self, deck: Deck) -> tuple[Finding, ...]:
        """What is wrong with the faces of a deck."""
        return face_findings(self.faces_of_cards(deck))

    def cell_findings(self, board: Board) -> tuple[Finding, ...]:
        """What is wrong with a board's tables and its face, and with the labels, tiles and faces of its cells."""
        written = board.definition.map
        notes = () if written is None else written.notes
        return (*notes, *self._art_of_cells(board).findings, *self._names_over_spaces(board))

    def _names_over_spaces(self, board: Board) -> Iterator[Finding]:
        """The names of places on a map that hide what lies there."""
        written = board.definition.map
        if written is None or not written.places:
            return
        hiding = board_drawing(board, board.definition.across, self.theme).hiding
        for place in written.places:
            if place.name in hiding:
                advice = "another `label`" if place.label else "a `label`, or move the place"
                message = f'on "{board.name}", the name of "{place.name}" covers a space, a place or another name; give it {advice}'
                yield Finding("names-apart", Severity.WARNING, message, place.place)

    def token_findings(self, tokens: Tokens) -> tuple[Finding, ...]:
        """What is wrong with the faces of a kind of token."""
        self.tokens(tokens)
        return face_findings(self._faces.get(tokens.name, ()))

    # Cards

    def cards(self, deck: Deck) -> tuple[Copies, ...]:
        """The cards of a deck, with their backs and copies."""
        return self.once(("cards", deck.name), lambda: tuple(self._drawn_cards(deck)))

    def _drawn_cards(self, deck: Deck) -> Iterator[Copies]:
        box = card_box(deck)
        trim = Trim("rectangle", box.width, box.height)
        plain = None
        if deck.definition.has_back:
            plain = Face(
                rigid(card_back(deck, self.look)),
                _bleed(lambda reach: card_back(deck, self.look, reach)),
            )

        def ground(reach: float) -> tuple[Item, ...]:
            return (card_ground(deck, reach=reach, theme=self.theme),)

        for card, laid in zip(deck.cards, self.faces_of_cards(deck), strict=True):
            front = side_of(laid.subject, ground, laid.under, tuple, laid.front)
            back = plain
            if laid.back is not None:
                back = side_of(laid.subject.turned_over, ground, (), tuple, laid.back)
            place = deck.definition.place
            yield Cutout(card.id, trim, front, back, place=place, is_bare=True), card.copies

    def faces_of_cards(self, deck: Deck) -> tuple[LaidFace, ...]:
        """The faces of a deck's cards, laid together, because some texts share one size."""
        if deck.name not in self._faces:
            box, theme, words = card_box(deck), self.theme, self.definition.language
            area = rectangle(box.width, box.height)
            subjects = [
                Subject(
                    card.id,
                    values_of(
                        self.definition,
                        card.listed,
                        card.id,
                        number,
                        len(deck.cards),
                        deck.definition.title,
                        left=words("card-left"),
                        right=words("card-right"),
                    ),
                    area,
                    card_ink(deck, theme),
                    card.place,
                    accent=deck.definition.accent,
                )
                for number, card in enumerate(deck.cards, 1)
            ]
            faces = [card.listed.face for card in deck.cards]
            pairs = [*zip(subjects, faces, strict=True)]
            self._faces[deck.name] = laid_faces(pairs, self.supplies)
        return self._faces[deck.name]

    # Tokens

    def tokens(self, tokens: Tokens) -> tuple[Copies, ...]:
        """The tokens of one kind with their copies."""
        return tuple((self.token(token), token.copies) for token in tokens.kinds)

    def token(self, token: Token) -> Cutout:
        """A token with its sides."""
        key = ("token", token.definition.name, token.id)
        return self.once(key, lambda: self._drawn_token(token))

    def _drawn_token(self, token: Token) -> Cutout:
        definition, theme = token.definition, self.theme
        trim, turn = token_trim(definition)
        laid = self._face_of_token(token, trim, turn)

        def side(*, back: bool) -> Face:
            def ground(reach: float) -> tuple[Item, ...]:
                return token_ground(token, reach, back=back, theme=theme)

            own = partial(token_items, token, back=back, theme=theme)
            over = (laid.back or ()) if back else laid.front
            under = () if back else laid.under
            subject = laid.subject.turned_over if back else laid.subject
            return side_of(subject, ground, under, own, over, default_turn=turn)

        return Cutout(
            token.id,
            trim,
            side(back=False),
            side(back=True) if definition.is_two_sided else None,
            group="" if token.ink is None else token.ink.name,
            place=definition.place,
            default_turn=turn,
            upright=turn,
            is_bare=definition.is_bare,
        )

    def _face_of_token(self, token: Token, trim: Trim, turn: float) -> LaidFace:
        """The face of a token, laid with those of its kind, because some texts share one size."""
        kind, theme = token.definition, self.theme
        area = trim.face_area(turn)
        if token.listed is None:
            return LaidFace(Subject(token.id, {}, area, theme.ground, kind.place))
        if kind.name not in self._faces:
            known = self.components.token(kind.name)
            tokens = (token,) if known is None else known.kinds
            pairs = []
            for number, each in enumerate(tokens, 1):
                listed = each.listed
                assert listed is not None
                colour = "" if each.ink is None else each.ink.name
                values = values_of(
                    self.definition,
                    listed,
                    each.id,
                    number,
                    len(tokens),
                    kind.title,
                    colour=colour,
                    copies=each.copies,
                )
                front, back = (token_field(each, back=back, theme=theme) for back in (False, True))
                subject = Subject(each.id, values, area, front, each.place, back)
                pairs.append((subject, listed.face))
            self._faces[kind.name] = laid_faces(pairs, self.supplies)
        return next(laid for laid in self._faces[kind.name] if laid.subject.id == token.id)

    # Boards

    def board(
        self,
        board: Board,
        across: float,
        *,
        legend: bool = False,
        room: Room | None = None,
    ) -> Picture:
        """A board with cells of this size, which fills its room; boards are not cut out."""
        return self.once(
            ("board", board.name, across, legend, room),
            lambda: board_drawing(board, across, self.theme).picture(
                art=self.cell_art(board, across),
                sheet=self.sheet_art(board),
                legend=legend,
                room=room,
                title=self._board_title,
            ),
        )

    def _board_title(self, width: float, height: float, inks: Theme) -> Picture:
        """The title of the game on the ground of a board, or on paper."""
        is_paper = inks is self.theme
        look = self.look.on_paper if is_paper else on_ground(self.look, inks.ground, inks.caption)
        return game_lettering(self.definition, look, width, height, height=height)

    def cell_art(self, board: Board, across: float) -> Mapping[Cell, tuple[Item, ...]]:
        """The art of the faces and tiles of a board's cells, round the centre of each cell."""
        return self._art_of_cells(board).at(across)

    def sheet_art(self, board: Board) -> SheetArt:
        """The face of a board without rows of cells, in its printed size round its middle."""
        return self._art_of_cells(board).sheet

    def _art_of_cells(self, board: Board) -> CellArt:
        def make() -> CellArt:
            self._in_work.add(board.name)
            try:
                return CellArt(self.definition, board, self.tiles, self.supplies)
            finally:
                self._in_work.discard(board.name)

        return self.once(("cells", board.name, board.definition.ground), make)

    def _figure(
        self, name: str, box: Box, ground: str, accent: str, marked: tuple[Located[str], ...]
    ) -> Picture:
        """A figure of the set on a piece; raises InvalidDefinition, also if it shows that very piece."""
        figure = self.definition.figures[name]
        if name in self._drawn_figures:
            message = f'the figure "{name}" shows a piece that shows this figure'
            place = figure.fields.place
            raise InvalidDefinition([Finding("position", Severity.ERROR, message, place)])
        self._drawn_figures.add(name)
        try:
            make = partial(figure_on_piece, self, figure, box, ground=ground, accent=accent)
            drawn = self.once(("figure", name, box, ground, accent), make)
            return drawn.picture(replace(figure, highlight=(*figure.highlight, *marked)))
        finally:
            self._drawn_figures.remove(name)

    def _grid(self, board: Board, cell: float, ground: str) -> DrawnBoard:
        """A board on a piece; raises InvalidDefinition if it shows that very piece in its cells."""
        if board.name in self._in_work:
            message = f'the board "{board.name}" shows a piece that shows this board'
            place = board.definition.place
            raise InvalidDefinition([Finding("structure", Severity.ERROR, message, place)])
        definition, theme = board.definition, self.theme
        theme = replace(theme, caption=readable(theme.caption, ground, READ))
        across = cell or definition.across
        legend = bool(definition.tracks or any(each.note for each in definition.groups))
        drawing = board_drawing(board, across, theme)
        picture = drawing.picture(
            art=self.cell_art(board, across), sheet=self.sheet_art(board), legend=legend
        )
        return DrawnBoard(picture, drawing.outlines or (picture.box.corners,))

    # Pads

    def pad(self, pad: Pad, *, scale: float = 1.0) -> Copies:
        """A pad's form with its copies: the number in the definition, or one sheet full."""
        form, _, drawing = self.form(pad)
        width, height = form.box.width * scale, form.box.height * scale
        front = Drawing((Placed(drawing, ORIGIN, scale),))
        trim = Trim("rectangle", width, height)
        cutout = Cutout(pad.name, trim, Face(rigid(front)), place=pad.definition.place)
        return cutout, form.up if pad.wanted is None else pad.wanted

    def form(self, pad: Pad) -> PadForm:
        """The form of a pad."""
        if pad.name not in self._forms:
            self._forms[pad.name] = self._drawn_form(pad)
        return self._forms[pad.name]

    @property
    def form_sources(self) -> tuple[Source, ...]:
        """The files of all forms that have been drawn."""
        return tuple(each.source for each in self._forms.values())

    def _drawn_form(self, pad: Pad) -> PadForm:
        written = pad.definition
        templates = templates_near(self.definition.file)
        path = templates.find("pads", written.form, ".yaml")
        if path is None:
            missing = templates.missing("pads", written.form, ".yaml", written.form_place)
            raise InvalidDefinition([missing])
        source = read_source(path)
        form = read_pad(source)
        supplies = replace(self.supplies, theme=on_paper(self.theme), boards=self._board_on_form)
        return PadForm(form, source, form_drawing(form, supplies))

    @cached_property
    def _definition_on_paper(self) -> Definition:
        """The definition in the colours of things to write on."""
        return themed(self.definition, on_paper(self.theme))

    def _board_on_form(self, name: str, height: float, highlight: Sequence[str]) -> Picture | None:
        """A board of that height, letters of its rows included."""
        board = self.components.board(name)
        if board is None:
            return None
        light = self._definition_on_paper
        definition = next(each for each in light.pieces_of(BoardDefinition) if each.name == name)
        board = board_of(definition, light.inks).on_paper
        drawing = board_of_height(board, height, on_paper(self.theme))
        art, sheet = self.cell_art(board, drawing.across), self.sheet_art(board)
        return drawing.picture(highlight=highlight, art=art, sheet=sheet)


def token_trim(definition: TokenDefinition) -> tuple[Trim, float]:
    """The trim of tokens of a kind, and the turn at which they stand upright."""
    shape, turn = _TOKEN_TRIMS[definition.shape]
    return Trim(shape, definition.width, definition.height, contour=definition.contour), turn


def _bleed(
    drawn: Callable[[float], Drawing], *, default_turn: float = 0.0
) -> Callable[[float, float], Placed]:
    """The bleed of a face that turns as a whole; it is drawn once for each reach."""
    drawings = cache(drawn)
    return lambda turn, reach: rigid(drawings(reach), default_turn=default_turn)(turn)
