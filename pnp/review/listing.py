"""The pieces of a set one by one: what each is called, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from pnp.colour.theme import Theme
from pnp.draw.pictures import scaled
from pnp.pieces import Cutout, Pieces, Trim
from pnp.scene import Drawing, Item, Picture, Shape, Stroke

Kind = Literal["tile", "card", "token", "board", "pad"]

# Millimetres: the outline round a picture of a piece, whatever its size.
OUTLINE = 0.26


@dataclass(frozen=True, eq=False)
class ListedPiece:
    """A piece of a set: its kind, its family, deck or other group, its id, and its copies.

    A tile has a `notation`. The `content` is a card's face, or the sizes of
    a board's hexagons, on one sheet and on a poster. A piece that is cut out has a `cutout`. Each of the `sides`, a front and
    perhaps a back, is drawn by a call.
    """

    kind: Kind
    group: str
    id: str
    copies: int
    cutout: Cutout | None
    sides: tuple[Callable[[], Picture], ...]
    theme: Theme
    notation: str = ""
    content: object = None

    @property
    def trim(self) -> Trim | None:
        """The outline of the piece; None if it is not cut out."""
        return None if self.cutout is None else self.cutout.trim

    def picture(self, width: float, height: float, *, back: bool = False) -> Picture:
        """A side as large as the box allows, with a fine outline if the piece is cut out."""
        side = self.sides[back]()
        scale = min(width / side.box.width, height / side.box.height)
        items: tuple[Item, ...] = (side.drawing,)
        if self.cutout is not None:
            stroke = Stroke(OUTLINE / scale, self.theme.cut)
            items = (side.drawing, Shape(self.cutout.outline, stroke=stroke))
        return scaled(Picture(Drawing(items), side.box), scale)


def listing(pieces: Pieces) -> Iterator[ListedPiece]:
    """The pieces that are printed: tiles by family, cards, tokens, boards, pads.

    Raises InvalidDefinition if a card or a pad cannot be drawn.
    """
    yield from listed_tiles(pieces)
    yield from listed_components(pieces)


def listed_components(pieces: Pieces) -> Iterator[ListedPiece]:
    """The pieces that are no tiles: cards, tokens, boards, pads."""
    theme, parts = pieces.theme, pieces.components
    for deck in parts.decks:
        for card, (cutout, copies) in zip(deck.cards, pieces.cards(deck), strict=True):
            yield _cut("card", deck.name, cutout, copies, theme, content=card.face)
    for tokens in parts.tokens:
        for cutout, copies in pieces.tokens(tokens):
            yield _cut("token", tokens.name, cutout, copies, theme)
    for board in parts.boards:
        # A board that is not printed by itself is a part of a pad.
        if board.definition.printed:
            draw = partial(pieces.board, board, board.definition.across)
            sizes = (board.definition.across, board.definition.poster)
            yield ListedPiece(
                "board", board.name, board.name, 1, None, (draw,), theme, content=sizes
            )
    for pad in parts.pads:
        cutout, _ = pieces.pad(pad)
        yield _cut("pad", pad.name, cutout, pad.wanted or 1, theme)


def listed_tiles(pieces: Pieces) -> Iterator[ListedPiece]:
    """The tiles by family."""
    cutouts = pieces.tiles.cutouts("none")
    for piece, (cutout, copies) in zip(pieces.tileset.pieces, cutouts, strict=True):
        notation = pieces.definition.notation(piece.tile)
        yield _cut("tile", piece.family, cutout, copies, pieces.theme, notation=notation)


def _cut(
    kind: Kind,
    group: str,
    cutout: Cutout,
    copies: int,
    theme: Theme,
    *,
    notation: str = "",
    content: object = None,
) -> ListedPiece:
    # Nothing on a tile sticks out, and clips take time where there are thousands.
    draw = partial(_unclipped, cutout) if kind == "tile" else cutout.picture
    sides = [partial(draw, back=back) for back in (False, True)[: 1 + bool(cutout.back)]]
    return ListedPiece(
        kind, group, cutout.id, copies, cutout, tuple(sides), theme, notation, content
    )


def _unclipped(cutout: Cutout, *, back: bool) -> Picture:
    return Picture(Drawing((cutout.side(back=back),)), cutout.box)
