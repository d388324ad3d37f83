"""Zip files with the same bytes each time, and `pnp export screentop` and `tabletopia`: pictures to upload, zipped."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from functools import partial

from pnp.basics.errors import NOWHERE, Finding, Severity
from pnp.export.formats import Chosen, Format, dpi_option
from pnp.export.game import Game, kind, side_page
from pnp.export.painting import Painter, Picture
from pnp.export.tables import sizes, table
from pnp.project.files import Content, OutputFile

# The first day of zip files.
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def archive(path: str, what: str, entries: Mapping[str, Picture | bytes]) -> OutputFile:
    """A zip file of pictures and other files, in this order."""

    def values() -> object:
        return [
            (name, each.values if isinstance(each, Picture) else each)
            for name, each in entries.items()
        ]

    return OutputFile(path, what, values, lambda: Content(zipped(entries), pieces=len(entries)))


def zipped(entries: Mapping[str, Picture | bytes]) -> bytes:
    """A zip file with these entries."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        for name, each in entries.items():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            # Pictures are compressed already.
            is_picture = isinstance(each, Picture)
            entry.compress_type = zipfile.ZIP_STORED if is_picture else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            file.writestr(entry, each.png if isinstance(each, Picture) else each)
    return written.getvalue()


# What tables of both have for each picture.
_HEADS = ("archive", "front", "back", "copies", "width", "height")


class _Pictures(Format):
    """A zip file for each group of pieces, and a sheet of counts."""

    table: str
    options = (dpi_option(150, 600, "150 is sharp on a screen"),)

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        rows: list[tuple[object, ...]] = []
        for group in game.played:
            entries: dict[str, Picture | bytes] = {}
            path = f"{kind(group).key}-{group.name}.zip"
            for number, piece in enumerate(group.pieces, 1):
                stem = f"{number:03}-{piece.id}"
                names = (f"{stem}.png", f"{stem}-back.png")[: len(piece.sides)]
                for back, name in enumerate(names):
                    page = partial(side_page, piece, chosen["dpi"], back=bool(back))
                    entries[name] = painter.picture(page, chosen["dpi"])
                behind = ("",)[: 2 - len(names)]
                rows.append((path, *names, *behind, piece.printed, *sizes(piece)))
            yield archive(path, "pictures", entries)
        yield table("counts.csv", _HEADS, rows)

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        message = (
            f"{self.table} takes pictures alone: choose the kind of each component and its copies there,"
            " by counts.csv"
        )
        yield Finding("by-hand", Severity.NOTE, message, NOWHERE)


class ScreentopFormat(_Pictures):
    """Pictures for Screentop."""

    key = "screentop"
    table = "Screentop"
    summary = "pictures of all pieces for Screentop, zipped, with a sheet of counts"


class TabletopiaFormat(_Pictures):
    """Pictures for Tabletopia."""

    key = "tabletopia"
    table = "Tabletopia"
    summary = "pictures of all pieces for Tabletopia, zipped, with a sheet of counts"
