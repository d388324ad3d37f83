"""`pnp export shop`: files for a print shop, by its preset: PDF/X-4, or a picture of each side, and the order as a table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.basics.errors import NOWHERE, Finding, Severity, UnusableInput
from pnp.basics.units import MM_PER_INCH, number, plain_lengths
from pnp.basics.words import counted
from pnp.export.formats import Chosen, Format, Option, left_out
from pnp.export.game import Game, Side, kind, side_of
from pnp.export.painting import Painter
from pnp.export.safety import unsafe
from pnp.export.shops import NO_PICTURE, Dots, Product, Shop, chosen_shop
from pnp.export.tables import table
from pnp.faces import folded
from pnp.imposition.cuts import CUT_CONTOUR
from pnp.kinds import ListedPiece, PieceGroup
from pnp.pieces import Trim
from pnp.project.files import Content, OutputFile
from pnp.project.fingerprints import fingerprint
from pnp.scene import Clip, Document, Drawing, Item, Layer, LayerItems, Page, Placed, Shape, Stroke
from pnp.scene.geometry import Box, Point, moved, polygon, turned

if TYPE_CHECKING:
    from pnp.documents.conditions import Condition

ORDER = ("product", "group", "id", "copies", "front", "back")

_WHITE = "#FFFFFF"
# The line to cut along as a screen shows it, and its width in millimetres.
_DIE_INK, _DIE_WIDTH = "#EC008C", 0.25


def _condition(text: str) -> Condition | None:
    if not text:
        return None
    from pnp.documents.conditions import UnusableProfile, read_condition

    try:
        return read_condition(Path(text))
    except UnusableProfile as error:
        raise ValueError(str(error)) from None


class ShopFormat(Format):
    """Files for a print shop."""

    key = "shop"
    summary = "files for a print shop: PDF/X-4, or pictures in its sizes"
    options = (
        Option(
            "shop", "The print shop, of templates/shops.", "generic", chosen_shop, metavar="NAME"
        ),
        Option(
            "profile",
            "An ICC profile of the shop's press: colours become its inks, in CMYK.",
            "",
            _condition,
            metavar="FILE",
        ),
    )

    def folder(self, chosen: Chosen) -> str:
        return f"{self.key}/{chosen['shop'].name}"

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        shop, condition = chosen["shop"], chosen["profile"]
        batches = _batches(game, shop)
        if not batches:
            found = [_unlike(shop, batch) for batch in _left_out(game, shop)]
            why = found[0] if found else "shops make what is cut out flat, such as cards and tiles"
            raise UnusableInput(f"no piece of {game.name} is left: {why}")
        if shop.files == "png" and condition is not None:
            raise UnusableInput(
                f"{shop.title} takes pictures in sRGB; --profile is for shops that take PDF files"
            )
        rows: list[tuple[object, ...]] = []
        for batch in batches:
            if shop.files == "png":
                yield from _pictures(batch, shop, painter, rows)
            else:
                yield _pdf(game, batch, shop, condition, rows)
        yield table("order.csv", ORDER, rows)

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        shop = chosen["shop"]
        for batch in _left_out(game, shop):
            yield Finding("no-product", Severity.WARNING, _unlike(shop, batch), batch.group.place)
        found: list[Finding] = []
        for batch in _batches(game, shop):
            margin = (batch.product and batch.product.safe) or shop.safe
            for piece in batch.pieces:
                found += unsafe(batch.group, piece, margin, shop.title)
        yield from folded(found)
        why = "shops make them from templates of their own, and `pnp build` makes sheets of them"
        yield from left_out(game.groups, [group for group, _, _ in _flat(game)], why)
        if shop.note:
            yield Finding("shop", Severity.NOTE, shop.note, NOWHERE)


# What a shop makes


@dataclass
class _Batch:
    """Pieces of a group in one size; their product, or the nearest one if the shop makes none of them."""

    group: PieceGroup
    trim: Trim
    product: Product | None
    name: str
    pieces: list[ListedPiece] = field(default_factory=list)

    @property
    def has_backs(self) -> bool:
        return any(len(each.sides) > 1 for each in self.pieces)


def _batches(game: Game, shop: Shop) -> list[_Batch]:
    """The pieces that a shop makes, by product or by group, and by size."""
    found: dict[object, _Batch] = {}
    for group, piece, trim in _flat(game):
        product = shop.product(kind(group).key, trim)
        if product is None and shop.products:
            continue
        folder = kind(group).key if product is None else product.name
        name, key = f"{folder}/{group.name}", (group, product and product.name, trim.lengths)
        if key not in found and any(each.name == name for each in found.values()):
            name += f"-{'x'.join(map(number, trim.lengths))}mm"
        found.setdefault(key, _Batch(group, trim, product, name)).pieces.append(piece)
    return [*found.values()]


def _left_out(game: Game, shop: Shop) -> list[_Batch]:
    """Pieces in sizes that a shop does not offer, with the nearest product."""
    found: dict[object, _Batch] = {}
    for group, piece, trim in _flat(game):
        key = kind(group).key
        if shop.products and shop.product(key, trim) is None:
            batch = _Batch(group, trim, shop.nearest(key, trim), "")
            found.setdefault((group, trim.lengths), batch).pieces.append(piece)
    return [*found.values()]


def _flat(game: Game) -> Iterator[tuple[PieceGroup, ListedPiece, Trim]]:
    """The pieces that people play with, are cut out and do not fold."""
    for group in game.played:
        for piece in group.pieces:
            cutout = piece.cutout
            if cutout is not None and cutout.folds is None:
                yield group, piece, cutout.trim


def _unlike(shop: Shop, batch: _Batch) -> str:
    size = plain_lengths(batch.trim.lengths)
    nearest = "it has none of that shape"
    if batch.product is not None:
        nearest = f"the nearest is {batch.product.in_words}"
    number = counted(len(batch.pieces), batch.group.kind)
    return f"{shop.title} has no product for {number} of {size}; {nearest}"


# Sides


def _bleed(batch: _Batch, shop: Shop) -> float:
    return (batch.product and batch.product.bleed) or shop.bleed


def _turn(batch: _Batch, side: Side, *, back: bool) -> float:
    """The quarter turn of a side that lies, on a product that stands, or the other way round.

    A back turns the other way: turned over through a line that stands, it is upright beside its front.
    """
    product = batch.product
    if product is None:
        return 0.0
    wide, high = product.box
    is_lying = (side.box.width - side.box.height) * (wide - high) < 0
    return (-90.0 if back else 90.0) if is_lying else 0.0


def _laid(side: Side, width: float, height: float, turn: float) -> Placed:
    """A side in the middle of a page of this size, on white."""
    paper = Shape(side.outline, fill=_WHITE)
    drawing = Drawing((Clip(side.outline, (paper, *side.items)),))
    return Placed(drawing, _middle(side, width, height, turn), turn=turn)


def _middle(side: Side, width: float, height: float, turn: float) -> Point:
    """The origin of a side that lies in the middle of a page."""
    return Point(width / 2, height / 2) - turned(side.area.centre, math.radians(turn))


# Pictures


def _pictures(
    batch: _Batch, shop: Shop, painter: Painter, rows: list[tuple[object, ...]]
) -> Iterator[OutputFile]:
    """A picture of each side; pieces that share a back share its picture."""
    backs: dict[str, str] = {}

    def picture(path: str, piece: ListedPiece, *, back: bool) -> OutputFile:
        page = partial(_picture, batch, shop, piece, back=back)
        return painter.picture(page, shop.dpi).file(path, "print-shop")

    for piece in batch.pieces:
        path, behind = f"{batch.name}/{piece.id}.png", ""
        yield picture(path, piece, back=False)
        if len(piece.sides) > 1:
            own = f"{batch.name}/{piece.id}-back.png"
            behind = backs.setdefault(fingerprint(_picture(batch, shop, piece, back=True)), own)
            if behind == own:
                yield picture(own, piece, back=True)
        rows.append(_row(batch, piece, (path, behind)))


def _picture(batch: _Batch, shop: Shop, piece: ListedPiece, *, back: bool) -> Page:
    """A side in the middle of the picture that the shop wants, with bleed up to its edges."""
    side = side_of(piece, back=back)
    turn = _turn(batch, side, back=back)
    wide, high = side.box.width, side.box.height
    if turn:
        wide, high = high, wide
    bleed = _bleed(batch, shop)
    dots = batch.product.picture if batch.product else NO_PICTURE
    if dots == NO_PICTURE:
        dots = Dots(*(round((each + 2 * bleed) * shop.dpi / MM_PER_INCH) for each in (wide, high)))
    width, height = (each * MM_PER_INCH / shop.dpi for each in dots)
    reach = max(bleed, (width - wide) / 2, (height - high) / 2)
    whole = side_of(piece, back=back, bleed=reach)
    ground = Shape(polygon(Box(0.0, 0.0, width, height).corners), fill=_WHITE)
    items: tuple[Item, ...] = (ground, _laid(whole, width, height, turn))
    return Page(width, height, {Layer.ART: items})


def _row(batch: _Batch, piece: ListedPiece, sides: tuple[str, str]) -> tuple[object, ...]:
    product = batch.product.title if batch.product else plain_lengths(batch.trim.lengths)
    return (product, batch.group.name, piece.name, piece.printed, *sides)


# PDF/X-4


def _pdf(
    game: Game,
    batch: _Batch,
    shop: Shop,
    condition: Condition | None,
    rows: list[tuple[object, ...]],
) -> OutputFile:
    """A file with a page for each side, fronts and backs by turns if any piece has a back."""
    path, page = f"{batch.name}.pdf", 1
    sides = 1 + batch.has_backs
    for piece in batch.pieces:
        behind = f"{path}#page={page + 1}" if len(piece.sides) > 1 else ""
        rows.append(_row(batch, piece, (f"{path}#page={page}", behind)))
        page += sides * (piece.printed if shop.copies == "repeated" else 1)

    def document() -> Document:
        definition = game.checked.pieces.definition
        pages: list[Page] = []
        for piece in batch.pieces:
            both = tuple(_page(batch, shop, piece, back=back) for back in (False, True)[:sides])
            pages += both * (piece.printed if shop.copies == "repeated" else 1)
        return Document(
            f"{definition.title}: {batch.group.title}",
            definition.credit.designer,
            f"{plain_lengths(batch.trim.lengths)}, {shop.title}",
            tuple(pages),
            language=definition.language.tag,
        )

    def make() -> Content:
        from pnp.documents.conditions import srgb_condition
        from pnp.documents.pdfx import print_ready
        from pnp.render import pdf_bytes

        made = document()
        data = print_ready(pdf_bytes(made), condition or srgb_condition())
        pieces = sum(each.printed for each in batch.pieces)
        return Content(data, len(made.pages), pieces)

    return OutputFile(path, "print-shop", lambda: (document(), condition), make)


def _page(batch: _Batch, shop: Shop, piece: ListedPiece, *, back: bool) -> Page:
    """A page as large as a side with its bleed; one without a back is white."""
    bleed = _bleed(batch, shop)
    has_side = not back or len(piece.sides) > 1
    side = side_of(piece, back=back and has_side, bleed=bleed)
    turn = _turn(batch, side, back=back)
    area, box = side.area, side.box
    if turn:
        area, box = (Box(each.y, each.x, each.height, each.width) for each in (area, box))
    width, height = area.width, area.height
    trim = Box((width - box.width) / 2, (height - box.height) / 2, box.width, box.height)
    whole = Box(0.0, 0.0, width, height)
    layers: dict[Layer, LayerItems] = {}
    if has_side:
        layers[Layer.ART] = (_laid(side, width, height, turn),)
    if has_side and shop.die_line and not batch.trim.has_straight_cuts("spaced"):
        cutout = piece.cutout
        assert cutout is not None
        line = Stroke(_DIE_WIDTH, _DIE_INK, spot=CUT_CONTOUR)
        at = _middle(side, width, height, turn)
        path = moved(cutout.outline_of(back=back), at, angle=math.radians(turn))
        layers[Layer.CUT] = (Shape(path, stroke=line),)
    return Page(width, height, layers, trim=trim, bleed=whole)
