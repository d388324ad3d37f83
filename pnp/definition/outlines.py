"""Outlines of pieces in SVG files beside the set."""

from __future__ import annotations

from pnp.art import UnusableArt
from pnp.basics.lookup import NoSuchFile, file_beside
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind, Size
from pnp.definition.reading.nodes import Node
from pnp.definition.reading.reader import Reader
from pnp.definition.tiles.vocabulary import set_reader
from pnp.scene.contours import Contour


def _read_outline(reader: Reader, node: Node, what: str) -> Contour | None:
    """The outline in a file beside the set, in the size that the file gives it."""
    from pnp.art.outlines import read_outline

    written = reader.text(node, what)
    if written is None:
        return None
    words = set_reader(reader)
    try:
        found = read_outline(file_beside(words.faces.file.parent, written), written)
    except NoSuchFile as error:
        reader.error("no-file", str(error), node.place)
        return None
    except UnusableArt as error:
        reader.error("outline", str(error), node.place)
        return None
    words.outlines.append(written)
    return found


OUTLINE: Kind[Contour | None] = Kind(
    _read_outline, None, "an SVG file beside the set", kinds.word("").schema
)


def fitted(contour: Contour, size: Size) -> Contour:
    """The outline with a longer side of that length, or as large as a box allows."""
    _, _, width, height = contour.box
    if not size.height:
        return contour.scaled(size.width / max(width, height))
    return contour.scaled(min(size.width / width, size.height / height))
