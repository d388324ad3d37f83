"""Tables of pieces as CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence

from pnp.export.game import Game, box_of, kind
from pnp.kinds import ListedPiece
from pnp.project.files import Content, OutputFile

PIECES = ("id", "kind", "group", "copies", "width", "height", "notation", "front", "back")


def piece_rows(
    game: Game, path: Callable[..., str] = lambda *_, **__: ""
) -> Iterator[Sequence[object]]:
    """A row of `PIECES` for each piece: sizes in millimetres, and the *path* of the picture of each side."""
    for group in game.groups:
        for piece in group.pieces:
            yield (
                piece.name,
                kind(group).one,
                group.name,
                "" if piece.copies is None else piece.copies,
                *sizes(piece),
                piece.notation,
                path(group, piece),
                path(group, piece, back=True) if len(piece.sides) > 1 else "",
            )


def sizes(piece: ListedPiece) -> tuple[float, float]:
    """The width and the height of a piece in millimetres, as its picture shows it."""
    box = box_of(piece)
    return round(box.width, 2), round(box.height, 2)


def table(path: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> OutputFile:
    """A CSV file in UTF-8, with a row of heads."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    text = written.getvalue()
    return OutputFile(path, "table", lambda: text, lambda: Content(text.encode()))
