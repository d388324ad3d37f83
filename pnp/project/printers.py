"""Printers: how far each shifts the backs of its sheets, in a file of the user's settings."""

from __future__ import annotations

from pathlib import Path

from pnp.basics.errors import InvalidDefinition, UnusableInput
from pnp.basics.units import millimetres, number
from pnp.basics.words import did_you_mean
from pnp.definition.reading import Reader, compose, read_source
from pnp.project.files import write_whole
from pnp.scene.geometry import Point

# Millimetres: a printer with a larger offset has another problem.
MOST_OFFSET = 10.0

FILE = "printers.yaml"

_ABOUT = """\
# The offset of the backs of sheets for each printer, in millimetres to the right and down.
# `pnp build --printer NAME --back-offset X,Y` writes this file.
"""


def read_offset(text: str) -> Point:
    """The offset in a text with two lengths and a comma; raises UnusableInput."""
    parts = text.split(",")
    try:
        if len(parts) != 2:
            raise ValueError
        offset = Point(*(millimetres(part) for part in parts))
    except ValueError:
        raise UnusableInput(
            f"--back-offset {text}: write two lengths, to the right and down, such as 0.5,-1.2"
        ) from None
    if max(abs(offset.x), abs(offset.y)) > MOST_OFFSET:
        raise UnusableInput(f"--back-offset {text}: an offset has at most {MOST_OFFSET:.0f} mm")
    return offset


def offset_of(folder: Path, printer: str) -> Point:
    """The stored offset of a printer; raises UnusableInput if pnp has stored no offset."""
    known = stored_offsets(folder)
    if printer not in known:
        raise UnusableInput(
            f'there is no offset for a printer "{printer}": give its --back-offset once, which `pnp calibrate`'
            f" shows how to measure{did_you_mean(printer, known)}"
        )
    return known[printer]


def store_offset(folder: Path, printer: str, offset: Point) -> None:
    """Stores a printer's offset; raises OutputError."""
    path = folder / FILE
    known = {**stored_offsets(folder), printer: offset}
    lines = (
        f'{name}: {{back-offset: "{number(at.x)},{number(at.y)}"}}\n'
        for name, at in sorted(known.items())
    )
    write_whole(path, (_ABOUT + "".join(lines)).encode())


def stored_offsets(folder: Path) -> dict[str, Point]:
    """The offsets of all printers by name; raises InvalidDefinition if the file has errors."""
    path = folder / FILE
    if not path.is_file():
        return {}
    reader = Reader()
    fields = reader.fields(compose(read_source(path)), "printers")
    found = {}
    for key, value in () if fields is None else fields.items():
        name = reader.name(key, "a printer")
        what = f'the printer "{name}"'
        entry = reader.fields(value, what, known=("back-offset",), required=("back-offset",))
        if name is None or entry is None:
            continue
        text = entry.read("back-offset", lambda node: reader.text(node, "back-offset"))
        if text is not None:
            try:
                found[name] = read_offset(text)
            except UnusableInput as error:
                reader.error("offset", str(error), value.place)
    if reader.findings:
        raise InvalidDefinition(reader.findings)
    return found
