"""`pnp export png`: a picture of each side of each piece, with a table of them, a cover and contact sheets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pnp.export.formats import Chosen, Format, Option, dpi_option, length
from pnp.export.game import Game, cover_page, kind, side_page
from pnp.export.painting import Painter
from pnp.export.tables import PIECES, piece_rows, table
from pnp.kinds import ListedPiece, PieceGroup
from pnp.project.files import OutputFile
from pnp.scene import Page

# Millimetres: a cover as stores show it, 2 by 3, and its dots for an inch: 1,200 x 1,800.
_COVER, COVER_DPI = (101.6, 152.4), 300
_SCREEN = 96  # dots for an inch on a contact sheet


class PngFormat(Format):
    """Pictures in dots."""

    key = "png"
    summary = "a picture of each side of each piece, a cover and contact sheets"
    options = (
        dpi_option(300, 1200, "shops want 300"),
        Option(
            "bleed",
            "How far pieces that are cut out reach over their outlines, such as 3mm or 1/8in.",
            "0mm",
            length(0, 10),
            metavar="LENGTH",
        ),
    )

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        dpi, bleed = chosen["dpi"], chosen["bleed"]

        def picture(path: str, what: str, page: partial[Page], dpi: float = dpi) -> OutputFile:
            return painter.picture(page, dpi).file(path, what)

        for group in game.groups:
            for piece in group.pieces:
                for back in (False, True)[: len(piece.sides)]:
                    page = partial(side_page, piece, dpi, back=back, bleed=bleed)
                    yield picture(path_of(group, piece, back=back), kind(group).key, page)
        rows = (*piece_rows(game, path_of),)
        yield table("pieces.csv", PIECES, rows)
        yield picture("cover.png", "cover", partial(cover_page, game, *_COVER), COVER_DPI)
        for group in game.groups:
            page = partial(_contact, game, group)
            yield picture(f"contact-sheets/{group.name}.png", "contact-sheet", page, _SCREEN)


def path_of(group: PieceGroup, piece: ListedPiece, *, back: bool = False) -> str:
    """The path of the picture of a side: the kind and the name of its group, and its id."""
    return f"{kind(group).key}/{group.name}/{piece.id}{'-back' if back else ''}.png"


def _contact(game: Game, group: PieceGroup) -> Page:
    from pnp.review.contact import contact_page

    return contact_page(group.title, [group], game.checked.pieces.theme)
