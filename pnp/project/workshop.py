"""The workshop: every drawing of a game's components, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property

from pnp.basics.errors import Finding, InvalidDefinition, Severity, Source
from pnp.colour.theme import STANDARD, Theme, on_paper
from pnp.definition import Ink
from pnp.definition.nodes import read_source
from pnp.definition.pads import PadTemplate, read_pad
from pnp.draw.boards import across_for, board_picture
from pnp.draw.cards import CardDoesNotFit, card_back, card_bleed, card_box, card_drawings
from pnp.draw.colours import themed
from pnp.draw.forms import form_drawing
from pnp.draw.tokens import token_bleed, token_drawing
from pnp.games import game_of, has_rules
from pnp.imposition import Cutout, Face, Trim, rigid
from pnp.imposition.trims import TrimShape
from pnp.play import AnyGame
from pnp.project.templates import missing_template, template
from pnp.scene import Clip, Drawing, Picture, Placed
from pnp.scene.fonts import text_width
from pnp.scene.geometry import Box, Point
from pnp.sets.components import Components, Deck, Pad, Token, Tokens, components
from pnp.sets.tileset import Tileset

# A word on a token: 7 pt at least, and no longer than this share of its size.
SMALLEST_TEXT = 2.5
TEXT_SHARE = 0.9


class Workshop:
    """Draws a game's components; each method raises InvalidDefinition where one cannot be drawn.

    `tileset` and `definition` have the colours of the theme.
    """

    def __init__(self, tileset: Tileset, theme: Theme = STANDARD) -> None:
        self.theme = theme
        self.definition = themed(tileset.definition, theme)
        self._on_paper = themed(tileset.definition, on_paper(theme))
        self.tileset = replace(tileset, definition=self.definition)
        self.components: Components = components(self.tileset)
        self._inks = {ink.name: ink for ink in self.definition.inks}
        self._faces: dict[str, tuple[tuple[Cutout, int], ...]] = {}
        self._forms: dict[str, tuple[PadTemplate, Drawing]] = {}
        # What has been read besides the definition: files made from other texts are others.
        self.templates: list[Source] = []

    def findings(self) -> Iterator[Finding]:
        """What keeps a deck or a pad from being drawn."""
        for deck in self.components.decks:
            try:
                self.cards(deck)
            except InvalidDefinition as error:
                yield from error.findings
        for pad in self.components.pads:
            try:
                self.form(pad)
            except InvalidDefinition as error:
                yield from error.findings
        for tokens in self.components.tokens:
            faces = (tokens.definition.front, tokens.definition.back)
            for text in (face.text for face in faces if face is not None):
                width = text_width(text, SMALLEST_TEXT, bold=True)
                if width > tokens.definition.size * TEXT_SHARE:
                    message = f'"{text}" is {width:.0f} mm long in 7 pt: too long for this token'
                    yield Finding("token-text", Severity.ERROR, message, tokens.definition.place)

    @cached_property
    def rules(self) -> AnyGame | None:
        """The game as it is played with these pieces; None where its rules are not known."""
        game = self.definition.game
        return game_of(game).with_set(self.tileset) if has_rules(game) else None

    def ink(self, name: str) -> Ink:
        return self._inks[name]

    def cards(self, deck: Deck) -> tuple[tuple[Cutout, int], ...]:
        """The cards of a deck with their backs, and how often each is printed."""
        if deck.name not in self._faces:
            try:
                faces = card_drawings(deck, self.ink, theme=self.theme)
            except CardDoesNotFit as error:
                finding = Finding("card-text", Severity.ERROR, error.message, error.card.place)
                raise InvalidDefinition([finding]) from None
            box = card_box(deck)
            trim = Trim("rectangle", box.width, box.height)
            back = Face(
                rigid(card_back(deck, theme=self.theme)),
                _bleed(lambda reach: card_bleed(deck, reach, back=True, theme=self.theme)),
            )
            bleed = _bleed(lambda reach: card_bleed(deck, reach, theme=self.theme))
            self._faces[deck.name] = tuple(
                (
                    Cutout(
                        card.id, trim, Face(rigid(face), bleed), back, place=deck.definition.place
                    ),
                    card.copies,
                )
                for card, face in faces
            )
        return self._faces[deck.name]

    def tokens(self, tokens: Tokens) -> tuple[tuple[Cutout, int], ...]:
        """The tokens of a kind, with their backs if they have any."""
        return tuple((self.token(token), token.copies) for token in tokens.kinds)

    def token(self, token: Token) -> Cutout:
        """A token with both of its sides."""
        definition = token.definition
        shapes: dict[str, tuple[TrimShape, float]] = {
            "round": ("circle", 0.0),
            "square": ("square", 0.0),
            "hexagon": ("hexagon", 30.0),
        }
        shape, usual = shapes[definition.shape]

        def face(*, back: bool) -> Face:
            drawing = token_drawing(token, back=back, theme=self.theme)
            bleed = _bleed(
                lambda reach: token_bleed(token, reach, back=back, theme=self.theme), usual=usual
            )
            return Face(rigid(drawing, usual=usual), bleed)

        return Cutout(
            token.id,
            Trim(shape, definition.size, definition.size),
            face(back=False),
            None if definition.back is None else face(back=True),
            group="" if token.ink is None else token.ink.name,
            place=definition.place,
            usual=usual,
        )

    def form(self, pad: Pad) -> tuple[PadTemplate, Drawing]:
        """The form of a pad and its drawing, from its corner to the right and down."""
        if pad.name not in self._forms:
            form = self._read_form(pad)
            inks, boards = self.definition.inks, self._board_on_form
            drawing = form_drawing(form, inks=inks, boards=boards, theme=on_paper(self.theme))
            self._forms[pad.name] = (form, drawing)
        return self._forms[pad.name]

    def _read_form(self, pad: Pad) -> PadTemplate:
        wanted = pad.definition
        path = template("pads", wanted.form, ".yaml")
        if path is None:
            raise InvalidDefinition(
                [missing_template("pads", wanted.form, ".yaml", wanted.form_place)]
            )
        source = read_source(path)
        self.templates.append(source)
        return read_pad(source)

    def _board_on_form(
        self, name: str, height: float, *, highlight: Sequence[str] = ()
    ) -> tuple[Drawing, Box] | None:
        """A board of that height, letters of its rows included."""
        board = self.components.board(name)
        if board is None:
            return None
        # One writes on it.
        theme = on_paper(self.theme)
        definition = next(each for each in self._on_paper.boards if each.name == name)
        board = replace(board, definition=definition)
        across = across_for(board, height)
        picture = board_picture(board, across, highlight=highlight, theme=theme)
        return picture.drawing, picture.box

    def pad(self, pad: Pad, *, scale: float = 1.0) -> tuple[Cutout, int]:
        """A pad's form, and how many are printed: as many as are wanted, or one sheet full."""
        form, drawing = self.form(pad)
        width, height = form.box.width * scale, form.box.height * scale
        front = Drawing((Placed(drawing, Point(-width / 2, -height / 2), scale),))
        number = form.up if pad.wanted is None else pad.wanted
        trim = Trim("rectangle", width, height)
        return Cutout(pad.name, trim, Face(rigid(front)), place=pad.definition.place), number

    def printed(self) -> dict[str, int]:
        """How many pieces of each kind there are to print."""
        parts = self.components
        return {
            "tiles": self.tileset.printed,
            "cards": sum(deck.printed for deck in parts.decks),
            "tokens": sum(tokens.printed for tokens in parts.tokens),
            "board": sum(b.definition.printed or bool(b.definition.poster) for b in parts.boards),
            "pads": len(parts.pads),
        }

    def numbers(self) -> dict[str, int]:
        """How many there are of each piece besides tiles; of a board, how many hexes it has."""
        parts = self.components
        return {
            **{board.name: len(board.definition.cells) for board in parts.boards},
            **{deck.name: deck.printed for deck in parts.decks},
            **{tokens.name: tokens.printed for tokens in parts.tokens},
        }


def picture_of(cutout: Cutout, *, back: bool = False) -> Picture:
    """A side of a cutout, cut out."""
    items = (Clip(cutout.outline, (cutout.side(back=back),)),)
    return Picture(Drawing(items), cutout.box)


def _bleed(
    drawn: Callable[[float], Drawing], *, usual: float = 0.0
) -> Callable[[float, float], Placed]:
    """What bleeds out of a side that is turned as a whole; drawn once for each reach."""
    drawings = cache(drawn)
    return lambda turn, reach: rigid(drawings(reach), usual=usual)(turn)
