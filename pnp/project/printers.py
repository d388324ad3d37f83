"""What is remembered of printers: how far each moves the backs of its sheets."""

from __future__ import annotations

from pathlib import Path

from pnp.basics.errors import InvalidDefinition, UnusableInput
from pnp.basics.units import millimetres, number
from pnp.basics.words import did_you_mean
from pnp.definition.nodes import compose, read_source
from pnp.definition.reader import Reader
from pnp.project.files import write_whole
from pnp.scene.geometry import Point

# A printer that is further off than this has another problem, in millimetres.
MOST_OFFSET = 10.0

FILE = "printers.yaml"

_ABOUT = """\
# How far the backs of sheets have to be moved for each printer, in millimetres to the right and
# down. Written by `pnp build --printer NAME --back-offset X,Y`.
"""


def read_offset(text: str) -> Point:
    """The offset that is written as two lengths with a comma between; raises UnusableInput."""
    parts = text.split(",")
    try:
        if len(parts) != 2:
            raise ValueError
        offset = Point(*(millimetres(part) for part in parts))
    except ValueError:
        raise UnusableInput(
            f"--back-offset {text}: write two lengths, to the right and down: 0.5,-1.2"
        ) from None
    if max(abs(offset.x), abs(offset.y)) > MOST_OFFSET:
        raise UnusableInput(
            f"--back-offset {text}: more than {MOST_OFFSET:.0f} mm is no printer's offset"
        )
    return offset


def offset_of(folder: Path, printer: str) -> Point:
    """What is remembered of a printer; raises UnusableInput where nothing is."""
    known = _remembered(folder / FILE)
    if printer not in known:
        others = f" but of {', '.join(known)}" if known else ""
        raise UnusableInput(
            f'nothing is remembered of a printer "{printer}"{others}{did_you_mean(printer, known)};'
            " give its --back-offset once, which `pnp calibrate` helps to find"
        )
    return known[printer]


def remember(folder: Path, printer: str, offset: Point) -> None:
    """Remembers a printer's offset; raises OutputError where that cannot be written."""
    path = folder / FILE
    known = {**_remembered(path), printer: offset}
    lines = (
        f'{name}: {{back-offset: "{number(at.x)},{number(at.y)}"}}\n'
        for name, at in sorted(known.items())
    )
    write_whole(path, (_ABOUT + "".join(lines)).encode())


def _remembered(path: Path) -> dict[str, Point]:
    """All printers by name; raises InvalidDefinition where somebody has written nonsense."""
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
