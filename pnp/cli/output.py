"""What commands write by themselves: files, pictures as SVG or PNG by the ending of the name, and columns of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.basics.errors import UnusableInput
from pnp.basics.words import visible
from pnp.cli.loudness import note_written
from pnp.project.files import write_whole

if TYPE_CHECKING:
    from pnp.scene import Page

PICTURES = (".svg", ".png")


def write_file(path: Path, data: bytes) -> None:
    """Writes a file, and notes it for the message after Ctrl-C; raises OutputError."""
    write_whole(path, data)
    note_written(str(path))


def output_file(word: str, endings: tuple[str, ...]) -> Path:
    """The file to write; raises UnusableInput if its name has none of the endings."""
    path = Path(word)
    if path.suffix.lower() not in endings:
        *most, last = endings
        raise UnusableInput(
            f'-o "{word}": the name of the file has to end in {", ".join(most)} or {last}'
        )
    return path


def write_picture(path: Path, page: Page) -> None:
    """Writes a page; raises OutputError."""
    from pnp.render import png_bytes, svg_text

    in_dots = path.suffix.lower() == ".png"
    write_file(path, png_bytes(page) if in_dots else svg_text(page).encode())


def in_columns(rows: Sequence[Sequence[str]], sides: Sequence[str]) -> Iterator[str]:
    """A line for each row, with its cells in columns, each on its side: < or >."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        cells = zip(row, sides, widths, strict=True)
        yield "  ".join(f"{cell:{side}{width}}" for cell, side, width in cells).rstrip()
