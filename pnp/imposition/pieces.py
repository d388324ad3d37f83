"""Sheets of cards, tokens and forms: fronts, and after each sheet its backs.

Backs are for turning the paper over its long edge: the middles of the pieces are reflected, what
is drawn on them never is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.definition import Definition
from pnp.draw import STANDARD, Theme
from pnp.geometry import Box, Point
from pnp.imposition.cuts import Edge, edges_of, outlines, straight_cuts
from pnp.imposition.furniture import header, margin_note, ruler
from pnp.imposition.papers import UNPRINTABLE, Paper
from pnp.imposition.shelves import Cutout, Laid, shelved
from pnp.scene import Drawing, Item, Layer, Page, Placed, Shape, Stroke
from pnp.theme import BORDER_WIDTH


def piece_pages(
    definition: Definition,
    what: str,
    pieces: Sequence[tuple[Cutout, int]],
    paper: Paper,
    *,
    tight: bool = False,
    theme: Theme = STANDARD,
) -> tuple[Page, ...]:
    """The sheets of pieces with a title and cut lines; *what* they are is said in the titles.

    `tight` sheets hold three by three poker cards: they use the whole width that printers reach,
    and have their title in the margin. Raises DoesNotFit.
    """
    box = paper.tight if tight else paper.content
    sheets = shelved(pieces, box)
    return tuple(
        page
        for number, laid in enumerate(sheets, 1)
        for page in _both_sides(
            definition, f"{what}, sheet {number} of {len(sheets)}", laid, paper, tight, theme
        )
    )


def _both_sides(
    definition: Definition,
    told: str,
    laid: Sequence[Laid],
    paper: Paper,
    tight: bool,
    theme: Theme,
) -> Iterator[Page]:
    backs = [each for each in laid if each.piece.back is not None]
    said = f"{told}; its backs are on the next page" if backs else told
    guide = (
        margin_note(f"{definition.title}: {told}", paper, theme)
        if tight
        else (*header(definition, said, paper, theme), *ruler(paper.title, paper, theme))
    )
    yield Page(
        paper.width,
        paper.height,
        {
            Layer.ART: tuple(Placed(each.piece.front, each.at) for each in laid),
            Layer.CUT: tuple(_cut_lines(laid, paper, tight, theme)),
            Layer.GUIDE: tuple(guide),
        },
        title=f"{definition.title}: {told}",
        pieces=len(laid),
    )
    if backs:
        yield _backs(definition, told, backs, paper, tight, theme)


def _backs(
    definition: Definition,
    told: str,
    laid: Sequence[Laid],
    paper: Paper,
    tight: bool,
    theme: Theme,
) -> Page:
    turned = [Laid(piece, Point(paper.width - at.x, at.y)) for piece, at in laid]
    return Page(
        paper.width,
        paper.height,
        {
            Layer.BLEED: tuple(
                Placed(piece.bleed, at) for piece, at in turned if piece.bleed is not None
            ),
            Layer.ART: tuple(
                Placed(piece.back, at) for piece, at in turned if piece.back is not None
            ),
            # On a tight sheet the bleed takes all the room that a note could have.
            Layer.GUIDE: () if tight else tuple(header(definition, f"{told}, backs", paper, theme)),
        },
        title=f"{definition.title}: {told}, backs",
    )


def _cut_lines(laid: Sequence[Laid], paper: Paper, tight: bool, theme: Theme) -> Iterator[Item]:
    """Lines right across for pieces that share their edges, an outline for each of the others."""
    # Above and below there are title and ruler, unless the sheet is tight.
    top = UNPRINTABLE if tight else paper.content.y - 1
    bounds = Box(UNPRINTABLE, top, paper.width - 2 * UNPRINTABLE, paper.height - 2 * top)
    stroke = Stroke(BORDER_WIDTH, theme.cut)
    edges = [edge for each in laid if not each.piece.gap for edge in _edges(each)]
    paths = straight_cuts(edges, bounds) if _share_lines(laid) else outlines(edges)
    if paths:
        yield Shape(tuple(part for path in paths for part in path), stroke=stroke)
    alone = {each.piece for each in laid if each.piece.gap}
    drawings = {piece: Drawing((Shape(piece.outline, stroke=stroke),)) for piece in alone}
    yield from (Placed(drawings[each.piece], each.at) for each in laid if each.piece in alone)


def _share_lines(laid: Sequence[Laid]) -> bool:
    """Whether all that share edges are of one size, so that no line can cross a piece."""
    return len({(each.piece.width, each.piece.height) for each in laid if not each.piece.gap}) == 1


def _edges(laid: Laid) -> list[Edge]:
    half_width, half_height = laid.piece.width / 2, laid.piece.height / 2
    corners = [
        laid.at + Point(x * half_width, y * half_height)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return edges_of(corners)
