"""Pictures that a command writes into one file: SVG or PNG, by the ending of its name."""

from __future__ import annotations

from pathlib import Path

from pnp.basics.errors import UnusableInput
from pnp.cli.output import write_file
from pnp.render import png_bytes, svg_text
from pnp.scene import Page

PICTURES = (".svg", ".png")


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
    in_dots = path.suffix.lower() == ".png"
    write_file(path, png_bytes(page) if in_dots else svg_text(page).encode())
