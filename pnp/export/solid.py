"""`pnp export 3d`: tiles as solids in 3MF files, engraved or raised, with holes for magnets, laid out on plates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any
from xml.sax.saxutils import quoteattr

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import NOWHERE, Finding, Severity, UnusableInput
from pnp.basics.lookup import library
from pnp.basics.units import millimetres, number, plain_lengths
from pnp.colour.theme import Theme
from pnp.export.archives import zipped
from pnp.export.formats import Chosen, Format, Option, left_out, length
from pnp.export.game import Game, box_of, side_of
from pnp.export.painting import Painter
from pnp.export.relief import Areas, engraving, has_images, printable, relief
from pnp.kinds import ListedPiece, PieceGroup
from pnp.project.files import Content, OutputFile
from pnp.scene.contours import Polygons, contains, filled, flattened, grown, without
from pnp.scene.geometry import Point, circle, moved, parts_of

# Millimetres: the width of the line of a common nozzle, below which nothing is printed; the least floor and the least
# wall beside a hole; and the distance of tiles on a plate.
_FINEST, _FLOOR, _WALL, _APART = 0.4, 0.4, 0.8, 3.0


class Size(NamedTuple):
    """Two lengths in millimetres: those of a plate, or the diameter and the depth of a magnet."""

    first: float
    second: float

    def __str__(self) -> str:
        return f"{number(self.first)}x{number(self.second)}mm"


def size(least: float, most: float, example: str) -> Any:
    """A reader of two lengths such as the example, None for no text."""

    def read(text: str) -> Size | None:
        if not text:
            return None
        match = re.fullmatch(r"\s*([\d.]+)\s*([a-z]*)\s*x\s*([\d.]+)\s*([a-z]*)\s*", text.lower())
        if match is None:
            raise ValueError(f"write two lengths such as {example}")
        one, unit, other, last = match.groups()
        found = Size(millimetres(one + (unit or last)), millimetres(other + last))
        if not all(least <= each <= most for each in found):
            raise ValueError(f"write lengths from {number(least)} to {number(most)} mm")
        return found

    return read


class SolidFormat(Format):
    """Solids for 3D printers and for machines that carve."""

    key = "3d"
    summary = "tiles as solids for 3D printers, with engraved or raised drawings"
    options = (
        Option("thickness", "The thickness of a tile.", "3mm", length(0.6, 50), metavar="LENGTH"),
        Option(
            "depth",
            "How deep drawings are engraved, or how high they are raised.",
            "0.8mm",
            length(0.1, 20),
            metavar="LENGTH",
        ),
        Option(
            "raised",
            "Drawings stand on the tile, each ink as a body of its own for printers with several colours.",
            flag=True,
        ),
        Option(
            "magnets",
            "A hole in the bottom for a magnet: its diameter and its depth, such as 5x2mm.",
            "",
            size(0.5, 50, "5x2mm"),
            metavar="SIZE",
        ),
        Option(
            "plate",
            "The plate of the printer.",
            "220x220mm",
            size(20, 2000, "220x220mm"),
            metavar="SIZE",
        ),
    )

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        library("manifold3d", extra="solid", user="pnp export 3d")
        form = _Form.of(chosen, game.checked.pieces.theme)
        for group in _tiles(game):
            plates = [*_plates(group, chosen["plate"])]
            for at, plate in enumerate(plates, 1):
                title = f"{game.title}: {group.title}"
                yield OutputFile(
                    f"{group.name}-{at:02}.3mf" if len(plates) > 1 else f"{group.name}.3mf",
                    "solid",
                    partial(_values, title, form, plate),
                    partial(_content, title, form, plate),
                )

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        tiles = [piece for group in _tiles(game) for piece in group.pieces]
        notes = {
            "pictures in dots have no relief": any(
                has_images(side_of(each).items) for each in tiles
            ),
            "the backs of tiles are flat": any(len(each.sides) > 1 for each in tiles),
        }
        for message, holds in notes.items():
            if holds:
                yield Finding("relief", Severity.NOTE, message, NOWHERE)
        yield from left_out(game.groups, _tiles(game), "pnp export 3d makes tiles alone")


def _tiles(game: Game) -> list[PieceGroup]:
    found = [group for group in game.groups if group.kind == "tile"]
    if not found:
        raise UnusableInput(f"{game.name} has no tiles; pnp export 3d makes tiles alone")
    return found


# Plates


class Copy(NamedTuple):
    """A copy of a tile on a plate: the middle of its box, in millimetres from the corner of the plate."""

    piece: ListedPiece
    at: Point


def _plates(group: PieceGroup, plate: Size) -> Iterator[list[Copy]]:
    """The copies of all tiles of a group in rows on plates."""
    copies = [piece for piece in group.pieces for _ in range(piece.printed)]
    box = box_of(group.pieces[0])
    columns, rows = (
        int((room + _APART) / (wide + _APART) + 1e-6)
        for room, wide in zip(plate, (box.width, box.height), strict=True)
    )
    if not columns * rows:
        wanted = plain_lengths((round(box.width, 1), round(box.height, 1)))
        raise UnusableInput(f"--plate {plate}: a tile needs {wanted}; write a larger plate")
    for first in range(0, len(copies), columns * rows):
        yield [
            Copy(
                piece,
                Point(
                    (at % columns) * (box.width + _APART) + box.width / 2,
                    (at // columns) * (box.height + _APART) + box.height / 2,
                ),
            )
            for at, piece in enumerate(copies[first : first + columns * rows])
        ]


# Solids


class Body(NamedTuple):
    """A closed mesh with an ink: vertices in millimetres, and triangles by the numbers of their vertices."""

    ink: str
    vertices: Sequence[Sequence[float]]
    triangles: Sequence[Sequence[int]]


@frozen
class _Form:
    """The form that all tiles have."""

    thickness: float
    depth: float
    raised: bool
    magnets: Size | None
    theme: Theme

    @classmethod
    def of(cls, chosen: Chosen, theme: Theme) -> _Form:
        """The form that somebody has chosen; raises UnusableInput."""
        form = cls(chosen["thickness"], chosen["depth"], chosen["raised"], chosen["magnets"], theme)
        thick = number(form.thickness)
        if not form.raised and form.depth > form.thickness - _FLOOR:
            raise UnusableInput(
                f"--depth {number(form.depth)}mm leaves no floor of {number(_FLOOR)} mm in tiles of"
                f" --thickness {thick}mm; write less, or --raised"
            )
        if form.magnets and form.magnets.second > form.thickness - _FLOOR:
            raise UnusableInput(
                f"--magnets {form.magnets}: a hole of {number(form.magnets.second)} mm leaves no floor of"
                f" {number(_FLOOR)} mm in tiles of --thickness {thick}mm; write thinner magnets"
            )
        return form

    def bodies(self, piece: ListedPiece) -> list[Body]:
        """The solids of a tile, its bottom on the plate and the middle of its box at the origin."""
        side = side_of(piece)
        centre = side.box.centre * -1
        outline = filled([flattened(part) for part in parts_of(moved(side.outline, centre))])
        if self.raised:
            found = relief(side, self.theme)
            areas = {ink: printable(area, _FINEST) for ink, area in found.items()}
        else:
            areas = {self.theme.ground: engraving(side, self.theme, _FINEST)}
        areas = {ink: area for ink, area in _moved(areas, centre).items() if area}
        base = _prism(outline, 0.0, self.thickness)
        if self.magnets:
            base -= _prism(
                (self._hole(piece.id, self.magnets, outline, areas),), -1.0, self.magnets.second
            )
        if self.raised:
            raised = (
                _body(ink, _prism(area, self.thickness, self.thickness + self.depth))
                for ink, area in areas.items()
            )
            return [_body(self.theme.ground, base), *raised]
        for pockets in areas.values():
            base -= _prism(pockets, self.thickness - self.depth, self.thickness + 1.0)
        return [_body(self.theme.ground, base)]

    def _hole(self, name: str, magnet: Size, outline: Polygons, areas: Areas) -> Any:
        """The outline of the hole, in the middle or where it has room; raises UnusableInput."""
        around = magnet.first / 2 + _WALL
        free = grown(outline, -around)
        above = self.thickness - magnet.second
        if not self.raised and above - self.depth < _FLOOR:
            # Below an engraving no floor would be left.
            for area in areas.values():
                free = without(free, grown(area, around))
        if not free:
            raise UnusableInput(
                f"--magnets {magnet}: {name} has no place for a hole as wide"
                + (" that no strand crosses" if grown(outline, -around) else "")
                + "; write smaller magnets or a larger --thickness"
            )
        middle = Point(0.0, 0.0)
        if sum(contains(each, middle) for each in free) % 2 == 0:
            points = (point for each in free for point in each)
            middle = min(points, key=lambda point: (round(point.length(), 3), point))
        return flattened(circle(middle, magnet.first / 2), 0.002)


def _moved(areas: Areas, off: Point) -> Areas:
    return {
        ink: tuple(tuple(point + off for point in each) for each in area)
        for ink, area in areas.items()
    }


def _prism(area: Polygons, bottom: float, top: float) -> Any:
    """The solid over an area; y points up, as in 3D programs."""
    solid = library("manifold3d", extra="solid", user="pnp export 3d")
    numpy = library("numpy", extra="solid", user="pnp export 3d")
    flat = solid.CrossSection(
        [numpy.array([(x, -y) for x, y in each]) for each in area], solid.FillRule.EvenOdd
    )
    return flat.extrude(top - bottom).translate((0, 0, bottom))


def _body(ink: str, solid: Any) -> Body:
    mesh = solid.to_mesh64()
    return Body(ink, mesh.vert_properties.tolist(), mesh.tri_verts.tolist())


# Files


def _values(title: str, form: _Form, plate: Sequence[Copy]) -> object:
    """All that a file is made from."""
    sides = {copy.piece.id: side_of(copy.piece) for copy in plate}
    return title, form, sides, [(copy.piece.id, copy.at) for copy in plate]


def _content(title: str, form: _Form, plate: Sequence[Copy]) -> Content:
    pieces = {copy.piece.id: copy.piece for copy in plate}
    bodies = {name: form.bodies(piece) for name, piece in pieces.items()}
    return Content(_three_mf(title, bodies, plate), 1, len(plate))


_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_MODEL = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def _three_mf(title: str, bodies: dict[str, list[Body]], plate: Sequence[Copy]) -> bytes:
    """A 3MF file of a plate: each tile once, with a place for each copy."""
    inks = list(dict.fromkeys(body.ink for each in bodies.values() for body in each))
    parts = [
        f'{_XML}<model unit="millimeter" xml:lang="en" xmlns="{_CORE}">'
        f'<metadata name="Title">{quoteattr(title)[1:-1]}</metadata><resources><basematerials id="1">',
        *(f'<base name="{ink}" displaycolor="{ink}"/>' for ink in inks),
        "</basematerials>",
    ]
    last, whole = 1, dict[str, int]()
    for name, some in bodies.items():
        first = last + 1
        for body in some:
            last += 1
            called = name if len(some) == 1 else f"{name} {body.ink}"
            parts += _mesh(last, called, inks.index(body.ink), body)
        if len(some) > 1:
            components = "".join(f'<component objectid="{at}"/>' for at in range(first, last + 1))
            last += 1
            parts.append(
                f'<object id="{last}" type="model" name={quoteattr(name)}><components>{components}</components></object>'
            )
        whole[name] = last
    parts.append("</resources><build>")
    parts += (
        f'<item objectid="{whole[piece.id]}" transform="1 0 0 0 1 0 0 0 1 {at.x:.4f} {at.y:.4f} 0"/>'
        for piece, at in plate
    )
    parts.append("</build></model>\n")
    files = {
        "[Content_Types].xml": f'{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n',
        "_rels/.rels": f'{_XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rel0" Target="/3D/3dmodel.model" Type="{_MODEL}"/></Relationships>\n',
        "3D/3dmodel.model": "".join(parts),
    }
    return zipped({path: text.encode() for path, text in files.items()})


def _mesh(number: int, name: str, ink: int, body: Body) -> Iterator[str]:
    yield (
        f'<object id="{number}" type="model" name={quoteattr(name)} pid="1" pindex="{ink}">'
        "<mesh><vertices>"
    )
    for x, y, z in body.vertices:
        yield f'<vertex x="{x:.6f}" y="{y:.6f}" z="{z:.6f}"/>'
    yield "</vertices><triangles>"
    for one, two, three in body.triangles:
        yield f'<triangle v1="{one}" v2="{two}" v3="{three}"/>'
    yield "</triangles></mesh></object>"
