"""All pieces of a set in groups, as a person looks through them: each with its id and its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from pnp.basics.errors import Place
from pnp.basics.units import number
from pnp.basics.words import counted
from pnp.boxes import boxed
from pnp.colour.theme import Theme
from pnp.draw.pictures import scaled
from pnp.pieces import Cutout, Pieces, Trim, framed
from pnp.scene import Drawing, Picture, Shape, Stroke
from pnp.sets.boxes import Box, Divider, Standees
from pnp.sets.components import Board, Card, Deck, Frame, Pad, Tokens
from pnp.sets.tileset import Family, Piece
from pnp.tiles.proportions import BORDER_WIDTH

Kind = Literal["tile", "card", "token", "board", "pad", "frame part", "box", "strip", "standee"]

# Millimetres: the outline round a picture of a piece, whatever its size.
OUTLINE = 0.26


class BoardSizes(NamedTuple):
    """The sizes of a board's cells, on one sheet and on a poster if it has one."""

    sheet: float
    poster: float | None


@dataclass(frozen=True, eq=False, slots=True)
class ListedPiece:
    """A piece of a set: its kind, its group, its id, its copies, its place in the file, its sides.

    A call draws each of the `sides`, a front and perhaps a back; another makes the cutout of a piece
    that is cut out. Both raise InvalidDefinition if the piece cannot be drawn. `copies` is None for
    a pad that is printed as often as the paper has room. A tile has a `notation`, and its `tile` is
    the piece of the set.
    The `content` is what a piece is, whatever its id: the values of its fields, or a board's sizes.
    """

    kind: Kind
    group: str
    id: str
    copies: int | None
    place: Place
    theme: Theme
    sides: tuple[Callable[[], Picture], ...]
    cut_out: Callable[[], Cutout] | None = None
    notation: str = ""
    tile: Piece | None = None
    content: Mapping[str, str] | BoardSizes | None = None

    @property
    def cutout(self) -> Cutout | None:
        """The piece to cut out; None if it is not cut out. Raises InvalidDefinition."""
        return None if self.cut_out is None else self.cut_out()

    @property
    def trim(self) -> Trim | None:
        """The outline of the piece; None if it is not cut out. Raises InvalidDefinition."""
        cutout = self.cutout
        return None if cutout is None else cutout.trim

    @property
    def printed(self) -> int:
        """The number of copies; a pad counts once if the paper decides."""
        return 1 if self.copies is None else self.copies

    def picture(self, width: float, height: float, *, back: bool = False) -> Picture:
        """A side as large as the box allows, with a fine outline if the piece is cut out."""
        side, cutout = self.sides[back](), self.cutout
        scale = min(width / side.box.width, height / side.box.height)
        if cutout is not None:
            outline = Shape(cutout.outline, stroke=Stroke(OUTLINE / scale, self.theme.cut))
            side = side._replace(drawing=Drawing((side.drawing, outline)))
        return scaled(side, scale)

    def at_true_size(self, *, back: bool = False) -> Picture:
        """A side in its own millimetres, with its outline if the piece is cut out."""
        cutout = self.cutout
        if cutout is None:
            return self.sides[back]()
        if self.tile is None:
            return framed(cutout, self.theme, back=back)
        # A tile's picture has no margin, so that tiles on a table lie side by side.
        side = self.sides[back]()
        outline = Shape(cutout.outline, stroke=Stroke(BORDER_WIDTH, self.theme.border))
        return Picture(Drawing((side.drawing, outline)), side.box, alt=self.id)


class PieceGroup(NamedTuple):
    """The pieces of one family, deck or kind of token, or one board, pad, frame, box or divider, or standees.

    `note` is a few words about the group, such as its number of different tiles.
    """

    kind: Kind
    name: str
    title: str
    note: str
    place: Place
    pieces: tuple[ListedPiece, ...]

    @property
    def printed(self) -> int:
        """The number of pieces with their copies."""
        return sum(piece.printed for piece in self.pieces)

    @property
    def number(self) -> str:
        """The number of different pieces in words, and that of all copies if it is larger."""
        text = counted(len(self.pieces), self.kind)
        return text if self.printed == len(self.pieces) else f"{text}, {self.printed:,} to print"


def piece_groups(pieces: Pieces, *, board_hex: float | None = None) -> Iterator[PieceGroup]:
    """Every group that has a piece: families, decks, tokens, boards, pads, nets; draws nothing.

    Pictures of boards have hexagons of *board_hex* millimetres across flats, by default those of a
    sheet. A board that is not printed by itself is a part of a pad.
    """
    parts = pieces.components
    groups = (
        *(_family(pieces, family) for family in pieces.tileset.families),
        *(_deck(pieces, deck) for deck in parts.decks),
        *(_tokens(pieces, tokens) for tokens in parts.tokens),
        *(_board(pieces, board, board_hex) for board in parts.boards if board.definition.printed),
        *(_pad(pieces, pad) for pad in parts.pads),
        *(_frame(pieces, frame) for frame in parts.frames),
        *(_box(pieces, box) for box in parts.boxes),
        *(_divider(pieces, divider) for divider in parts.dividers),
        *(_standees(pieces, standees) for standees in parts.standees),
    )
    return (group for group in groups if group.pieces)


def listing(pieces: Pieces) -> Iterator[ListedPiece]:
    """The pieces of all groups."""
    return (piece for group in piece_groups(pieces) for piece in group.pieces)


def listed_tile(pieces: Pieces, piece: Piece) -> ListedPiece:
    """A tile of the set."""
    cut_out = partial(pieces.tiles.cutout, piece)
    # Nothing on a tile sticks out, and clips take time where there are thousands.
    draw = partial(_unclipped, cut_out)
    return ListedPiece(
        "tile",
        piece.family,
        piece.id,
        piece.copies,
        piece.place,
        pieces.theme,
        _sides(draw, backed=pieces.tiles.is_backed(piece)),
        cut_out,
        notation=pieces.definition.notation(piece.drawn),
        tile=piece,
        content=None if piece.listed is None else piece.listed.values,
    )


def _family(pieces: Pieces, family: Family) -> PieceGroup:
    expect = family.definition.expect
    note = f"{family.count:,} different{family.share}" + (
        f", {expect.value:,} expected" if expect else ""
    )
    tiles = tuple(listed_tile(pieces, piece) for piece in family.pieces)
    return PieceGroup("tile", family.name, family.name, note, family.definition.place, tiles)


def _deck(pieces: Pieces, deck: Deck) -> PieceGroup:
    def cutout(number: int) -> Cutout:
        # All text of a deck has one size, so pnp draws the deck as a whole.
        return pieces.cards(deck)[number][0]

    def has_back(card: Card) -> bool:
        return deck.definition.has_back or card.listed.face.has_back

    definition = deck.definition
    cards = tuple(
        ListedPiece(
            "card",
            deck.name,
            card.id,
            card.copies,
            card.place,
            pieces.theme,
            *_clipped(partial(cutout, number), backed=has_back(card)),
            content=card.values,
        )
        for number, card in enumerate(deck.cards)
    )
    note = counted(deck.printed, "card")
    return PieceGroup("card", deck.name, definition.title, note, definition.place, cards)


def _tokens(pieces: Pieces, tokens: Tokens) -> PieceGroup:
    definition = tokens.definition
    listed = tuple(
        ListedPiece(
            "token",
            tokens.name,
            token.id,
            token.copies,
            token.place,
            pieces.theme,
            *_clipped(partial(pieces.token, token), backed=definition.is_two_sided),
            content=None
            if token.listed is None
            else {name: value.value for name, value in token.listed.fields.items()},
        )
        for token in tokens.kinds
    )
    note = counted(tokens.printed, "token")
    return PieceGroup("token", tokens.name, definition.title, note, definition.place, listed)


def _board(pieces: Pieces, board: Board, board_hex: float | None) -> PieceGroup:
    definition = board.definition
    across, legend = board_hex or definition.across, bool(definition.tracks)
    draw = partial(pieces.board, board, across, legend=legend)
    listed = ListedPiece(
        "board",
        board.name,
        board.name,
        1,
        definition.place,
        pieces.theme,
        (draw,),
        content=BoardSizes(definition.across, definition.poster),
    )
    note = f"{len(definition.cells)} {definition.grid.kind}"
    return PieceGroup("board", board.name, definition.title, note, definition.place, (listed,))


def _pad(pieces: Pieces, pad: Pad) -> PieceGroup:
    place = pad.definition.place
    sides, cut_out = _clipped(lambda: pieces.pad(pad)[0], backed=False)
    listed = ListedPiece("pad", pad.name, pad.name, pad.wanted, place, pieces.theme, sides, cut_out)
    return PieceGroup("pad", pad.name, pad.name, "to write on", place, (listed,))


def _frame(pieces: Pieces, frame: Frame) -> PieceGroup:
    made = frame.definition
    listed = tuple(
        _folded(
            pieces, "frame part", frame.name, name, 1, made.place, partial(_part, pieces, frame, at)
        )
        for at, name in enumerate(frame.part_ids)
    )
    note = f"round {made.around.value}"
    return PieceGroup("frame part", frame.name, made.title, note, made.place, listed)


def _part(pieces: Pieces, frame: Frame, at: int) -> Cutout:
    return pieces.frames.cutouts(frame)[at]


def _box(pieces: Pieces, box: Box) -> PieceGroup:
    place, title = box.definition.place, box.definition.title
    room = boxed(pieces).room(box)
    size = " x ".join(number(round(each, 1)) for each in room)
    note = f"{counted(box.pieces, 'piece')}, {size} mm inside"
    draw = partial(_box_cutout, pieces, box)
    listed = _folded(pieces, "box", box.name, box.name, box.copies, place, draw)
    return PieceGroup("box", box.name, title, note, place, (listed,))


def _box_cutout(pieces: Pieces, box: Box) -> Cutout:
    return boxed(pieces).box(box).cutout


def _divider(pieces: Pieces, divider: Divider) -> PieceGroup:
    made = divider.definition
    note = f"{made.columns} x {made.rows} compartments"
    strips = tuple(
        _folded(pieces, "strip", divider.name, strip.id, copies, made.place, partial(_same, strip))
        for strip, copies in boxed(pieces).divider(divider)
    )
    return PieceGroup("strip", divider.name, made.title, note, made.place, strips)


def _same(cutout: Cutout) -> Cutout:
    return cutout


def _standees(pieces: Pieces, standees: Standees) -> PieceGroup:
    made = standees.definition
    listed = tuple(
        _folded(pieces, "standee", standees.name, each.id, each.copies, made.place, each.cut_out)
        for each in boxed(pieces).standees(standees)
    )
    note = counted(standees.printed, "standee")
    return PieceGroup("standee", standees.name, made.title, note, made.place, listed)


def _folded(
    pieces: Pieces,
    kind: Kind,
    group: str,
    name: str,
    copies: int,
    place: Place,
    cut_out: Callable[[], Cutout],
) -> ListedPiece:
    """A piece that is cut out, and perhaps folded, with a front alone."""
    drawn = _clipped(cut_out, backed=False)
    return ListedPiece(kind, group, name, copies, place, pieces.theme, *drawn)


# The sides of a piece, and the call that makes its cutout.
_Drawn = tuple[tuple[Callable[[], Picture], ...], Callable[[], Cutout]]


def _clipped(cut_out: Callable[[], Cutout], *, backed: bool) -> _Drawn:
    def draw(*, back: bool) -> Picture:
        return cut_out().picture(back=back)

    return _sides(draw, backed=backed), cut_out


def _unclipped(cut_out: Callable[[], Cutout], *, back: bool) -> Picture:
    cutout = cut_out()
    return Picture(Drawing((cutout.side(back=back),)), cutout.box)


def _sides(draw: Callable[..., Picture], *, backed: bool) -> tuple[Callable[[], Picture], ...]:
    """The calls that draw the front of a piece, and its back if it has one."""
    return tuple(partial(draw, back=back) for back in ((False, True) if backed else (False,)))


def chosen(groups: Iterable[PieceGroup], ids: frozenset[str]) -> Iterator[PieceGroup]:
    """The groups with only the pieces of these ids, without groups that have none of them."""
    for group in groups:
        some = tuple(piece for piece in group.pieces if piece.id in ids)
        if some:
            yield group._replace(pieces=some)
