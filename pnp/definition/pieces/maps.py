"""Reading boards that have a size in place of cells: pictures, and maps with places and routes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from pnp.basics.errors import Place
from pnp.basics.units import LENGTH, millimetres
from pnp.definition.faces import NO_FACE, FaceDefinition, FieldValues
from pnp.definition.reading.kinds import Kind, Wrong, form
from pnp.definition.reading.nodes import MappingNode, Node, Scalar, SequenceNode
from pnp.definition.tiles.vocabulary import SetReader
from pnp.definition.values import FacedGroup, GivenPiece, PieceDraft

# Millimetres: the size of a place by default; the sides of the smallest and the largest sheet.
PLACE = 8.0
_LEAST, _MOST = 40.0, 2000.0

_SIZE = re.compile(rf"{LENGTH.pattern} ?x ?{LENGTH.pattern}")


class SheetSize(NamedTuple):
    """The width and the height of a board or a mat, in millimetres."""

    width: float
    height: float


def _sheet_size(text: str, what: str) -> SheetSize | None:
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        message = f'{what} has to be a width and a height, 600 x 400mm, not "{text}"'
        raise Wrong("length", message)
    width, unit, height, last = found.groups()
    size = SheetSize(
        millimetres(f"{width}{unit or last or ''}"), millimetres(height + (last or ""))
    )
    if not all(_LEAST <= each <= _MOST for each in size):
        message = f"{what} has sides of {_LEAST:g} to {_MOST:g} mm, not {text}"
        raise Wrong("length", message)
    return size


SHEET_SIZE: Kind[SheetSize | None] = form(
    _sheet_size,
    None,
    "a width and a height, `600 x 400mm`",
    {"type": "string", "pattern": r"^[0-9.]+ ?(mm|cm|in|pt)? ?x ?[0-9.]+ ?(mm|cm|in|pt)?$"},
)


def shown_on_sheet(
    reader: SetReader,
    face: FaceDefinition | None,
    image: Node | None,
    fit: str,
    shared: FieldValues | None,
    place: Place,
) -> GivenPiece | None:
    """The picture of a board or a mat and the face over it, as one; None without both."""
    under = None if image is None else reader.faces.face(_as_face(image, fit))
    if face is None and under is None:
        return None
    whole = face or NO_FACE
    if whole.back:
        reader.error(
            "structure", "a board has only the front of a face; remove its `back`", whole.place
        )
    if under is not None:
        whole = replace(whole, under=(*under.front, *whole.under), place=whole.place)
    (piece,) = FacedGroup(reader, shared).pieces([PieceDraft({}, 1, place, whole)])
    return piece


def _as_face(image: Node, fit: str) -> Node:
    """The face with this picture alone, over all of the piece."""

    def entry(key: str, value: Node) -> tuple[Scalar, Node]:
        return (Scalar(key, "str", False, image.place), value)

    def word(text: str) -> Scalar:
        return Scalar(text, "str", False, image.place)

    entries = (entry("image", image), entry("area", word("trim")), entry("fit", word(fit)))
    return SequenceNode((MappingNode(entries, image.place),), image.place)
