"""Reading boards: their hexagons, and the cells that mean something of their own."""

from __future__ import annotations

from pnp.basics.words import did_you_mean
from pnp.definition.inks import SIGNS
from pnp.definition.model import BoardDefinition, CellGroup, Expect
from pnp.definition.nodes import Mapping, Node, Scalar, Sequence
from pnp.definition.reader import Fields, Reader
from pnp.tiles.hexgrid import ORIGIN, Hex, Orientation, cell_names, corners, distance, hexhex

KEYS = (
    "name", "title", "hexhex", "orientation", "hex", "poster", "coordinates", "edge", "printed",
    "cells", "expect",
)  # fmt: skip
GROUP_KEYS = ("cells", "within", "filled", "tint", "sign", "labels", "note")

# 25 rows have letters of their own.
_LARGEST_SIDE = 13
# Millimetres across flats: what a pen can write in, and what a poster can hold.
SMALLEST_HEX, LARGEST_HEX = 8.0, 120.0

_WORDS = ("all", "centre", "corners", "edge")
_LONGEST_LABEL = 6
_LONGEST_NOTE = 80

# The tint of cells that a definition gives none.
_TINT = "#EFE3C2"


def read_board(reader: Reader, node: Node) -> BoardDefinition | None:
    """A board; None where something is missing that nothing can stand in for."""
    fields = reader.fields(node, "a board", known=KEYS, required=("name", "hexhex", "hex"))
    if fields is None:
        return None
    name = fields.read("name", lambda value: reader.name(value, "a board"))
    side = fields.read(
        "hexhex", lambda value: reader.integer(value, "hexhex", least=2, most=_LARGEST_SIDE)
    )
    if name is None or side is None:
        return None
    words = [each.value for each in Orientation]
    word = fields.read("orientation", lambda value: reader.choice(value, "orientation", words))
    orientation = Orientation(word) if word else Orientation.POINTY_TOP
    title = fields.read("title", lambda value: reader.text(value, "title"))
    expect = fields.read("expect", lambda value: reader.integer(value, "expect", least=1))
    return BoardDefinition(
        name=name,
        title=title or name.replace("-", " ").capitalize(),
        place=fields.place_of("name"),
        side=side,
        orientation=orientation,
        across=_across(reader, fields, "hex"),
        across_place=fields.place_of("hex"),
        poster=_across(reader, fields, "poster"),
        poster_place=fields.place_of("poster"),
        coordinates=reader.flag(fields, "coordinates", usual=True),
        edge=reader.flag(fields, "edge", usual=True),
        printed=reader.flag(fields, "printed", usual=True),
        groups=fields.read("cells", lambda value: _groups(reader, value, side, orientation)) or (),
        cells=hexhex(side),
        expect=None if expect is None else Expect(expect, fields.place_of("expect")),
    )


def _across(reader: Reader, fields: Fields, key: str) -> float:
    length = fields.read(
        key, lambda value: reader.length(value, key, least=SMALLEST_HEX, most=LARGEST_HEX)
    )
    return length or 0.0


def _groups(
    reader: Reader, node: Node, side: int, orientation: Orientation
) -> tuple[CellGroup, ...]:
    fields = reader.fields(node, "cells")
    found = []
    for key, value in () if fields is None else fields.items():
        name = reader.name(key, "a group of cells")
        group = None if name is None else _group(reader, name, value, side, orientation)
        if group is not None:
            found.append(group)
    return tuple(found)


def _group(
    reader: Reader, name: str, node: Node, side: int, orientation: Orientation
) -> CellGroup | None:
    if not isinstance(node, Mapping):
        cells = _cells(reader, node, side, orientation)
        return CellGroup(name, cells, False, _TINT, "", (), "")
    fields = reader.fields(node, f'the cells "{name}"', known=GROUP_KEYS)
    if fields is None:
        return None
    cells = fields.read("cells", lambda value: _cells(reader, value, side, orientation)) or ()
    reach = fields.read("within", lambda value: reader.integer(value, "within", least=0))
    if reach is not None:
        cells += tuple(
            cell for cell in hexhex(side) if distance(ORIGIN, cell) <= reach and cell not in cells
        )
    if not cells and "cells" not in fields:
        reader.error("missing-key", f'"{name}" needs "cells" or "within"', node.place)
    labels = fields.read("labels", lambda value: _labels(reader, value)) or ()
    if labels and len(labels) != len(cells):
        message = f'"{name}" has {len(cells)} cells and {len(labels)} labels'
        reader.error("structure", message, fields.place_of("labels"))
    note = fields.read("note", lambda value: reader.text(value, "note")) or ""
    if len(note) > _LONGEST_NOTE:
        message = f"a note has at most {_LONGEST_NOTE} characters, not {len(note)}"
        reader.error("structure", message, fields.place_of("note"))
    return CellGroup(
        name,
        cells,
        filled=reader.flag(fields, "filled", usual=False),
        tint=fields.read("tint", lambda value: reader.ink(value, "tint")) or _TINT,
        sign=fields.read("sign", lambda value: reader.choice(value, "sign", SIGNS)) or "",
        labels=labels,
        note=note,
    )


def _labels(reader: Reader, node: Node) -> tuple[str, ...]:
    texts = []
    for item in reader.items(node, "labels") or ():
        text = reader.text(item, "a label")
        if text is not None and len(text) > _LONGEST_LABEL:
            message = f"a label has at most {_LONGEST_LABEL} characters, not {len(text)}"
            reader.error("structure", message, item.place)
        texts.append(text or "")
    return tuple(texts)


def _cells(reader: Reader, node: Node, side: int, orientation: Orientation) -> tuple[Hex, ...]:
    """The cells that are meant: a word for them, or their names."""
    if isinstance(node, Scalar) and node.text in _WORDS:
        return _meant(node.text, side)
    names = cell_names(hexhex(side), orientation)
    by_name = {name: cell for cell, name in names.items()}
    found = []
    for item in node.items if isinstance(node, Sequence) else (node,):
        text = reader.text(item, "a cell")
        if text is None:
            continue
        if text in by_name:
            found.append(by_name[text])
        else:
            hint = (
                did_you_mean(text, _WORDS)
                if text.islower()
                else f"; they are called {_range(names)}"
            )
            reader.error("unknown-cell", f'the board has no cell "{text}"{hint}', item.place)
    return tuple(dict.fromkeys(found))


def _range(names: dict[Hex, str]) -> str:
    texts = sorted(names.values(), key=lambda name: (name[0], int(name[1:])))
    return f"{texts[0]} to {texts[-1]}"


def _meant(word: str, side: int) -> tuple[Hex, ...]:
    match word:
        case "all":
            return hexhex(side)
        case "centre":
            return (ORIGIN,)
        case "corners":
            return corners(side)
        case _:
            return tuple(cell for cell in hexhex(side) if distance(ORIGIN, cell) == side - 1)
