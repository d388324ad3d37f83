"""`pnp export 3d`: solids read back by trimesh and by a reader of zip and XML, and measured against pictures."""

from __future__ import annotations

import io
import math
import sys
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pnp.colour.theme import STANDARD
from pnp.definition import load_definition
from pnp.export import export, format_named
from pnp.export.game import Game, Side, side_of
from pnp.export.relief import engraving
from pnp.export.solid import Size
from pnp.kinds import ListedPiece
from pnp.project.checking import checked_game
from pnp.render.png import png_of
from pnp.render.svg import SvgWriter
from pnp.scene import Shape
from pnp.scene.contours import area_of, common_area
from pnp.scene.geometry import Box, polygon
from tests.conftest import ROOT, Call
from tests.rasters import shares

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
DPI = 300

SMALL = """\
game: small
title: Small
colours: {red: "#C8372D", blue: "#1F5FA8", green: "#1E8C5A"}
tiles: {shape: hexagon, size: 38mm, families: [{name: one, tiles: [TILES]}]}
"""
STRANDS = SMALL.replace("TILES", "R1-3 B2-4, {tile: 1-4, copies: 3}, G1-2 R3-6")
EDGES = SMALL.replace("TILES", "RRRRRR, RBRBRB, {tile: GGGBBB, copies: 2}").replace(
    "shape: hexagon", "shape: hexagon, ids: no"
)


def exported(folder: Path, text: str, **chosen: object) -> tuple[Path, list[ListedPiece]]:
    """The folder of the files, and the tiles."""
    file = folder / "small.yaml"
    file.write_text(text)
    definition = load_definition(file)
    options = {
        "thickness": 3.0,
        "depth": 0.8,
        "raised": False,
        "magnets": None,
        "plate": Size(220, 220),
        **chosen,
    }
    made = export(definition, format_named("3d"), folder, options)
    game_ = Game(checked_game(definition))
    return made.folder, [
        piece for group in game_.groups if group.kind == "tile" for piece in group.pieces
    ]


class Model:
    """A 3MF file, read with nothing but zip and XML: meshes and components by id, inks, and what is on the plate."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            assert archive.namelist()[0] == "[Content_Types].xml"
            relations = ET.fromstring(archive.read("_rels/.rels"))
            (target,) = (each.attrib["Target"] for each in relations)
            root = ET.fromstring(archive.read(target[1:]))
        assert root.attrib["unit"] == "millimeter"
        self.inks = [each.attrib["displaycolor"] for each in root.iter(f"{CORE}base")]
        self.objects = {each.attrib["id"]: each for each in root.iter(f"{CORE}object")}
        self.items = [
            (each.attrib["objectid"], [*map(float, each.attrib["transform"].split())])
            for each in root.iter(f"{CORE}item")
        ]

    def meshes(self, number: str) -> dict[str, tuple[NDArray[np.float64], NDArray[np.int64]]]:
        """The meshes of an object by their inks."""
        found = {}
        one = self.objects[number]
        for each in one.iter(f"{CORE}component"):
            found |= self.meshes(each.attrib["objectid"])
        if one.find(f"{CORE}mesh") is not None:
            found[self.inks[int(one.attrib["pindex"])]] = (
                np.array([[float(v.attrib[a]) for a in "xyz"] for v in one.iter(f"{CORE}vertex")]),
                np.array(
                    [
                        [int(t.attrib[a]) for a in ("v1", "v2", "v3")]
                        for t in one.iter(f"{CORE}triangle")
                    ]
                ),
            )
        return found


def volume(vertices: NDArray[np.float64], triangles: NDArray[np.int64]) -> float:
    """The volume of a closed mesh by tetrahedra to the origin; every edge has its twin."""
    edges = Counter(
        (int(one), int(other))
        for triangle in triangles
        for one, other in zip(triangle, np.roll(triangle, -1), strict=True)
    )
    assert set(edges.values()) == {1}
    assert all((other, one) in edges for one, other in edges)
    a, b, c = (vertices[triangles[:, at]] for at in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def areas(piece: ListedPiece, inks: list[str], ground: list[str]) -> tuple[float, float]:
    """The area of a tile, and that of the dots that are nearer to an ink than to the ground, in square millimetres."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png_of(SvgWriter().text(side_of(piece).page(DPI)), DPI)))
    alpha = np.asarray(picture.convert("RGBA"))[..., 3] / 255
    dots = shares(picture)
    known = np.array(
        [[int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)] for ink in (*inks, *ground)]
    )
    nearest = np.stack([((dots - ink) ** 2).sum(axis=-1) for ink in known]).argmin(axis=0)
    dot = (25.4 / DPI) ** 2
    return float(alpha.sum()) * dot, float(((nearest < len(inks)) * alpha).sum()) * dot


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        (STRANDS, {}),
        (STRANDS, {"raised": True, "depth": 1.2}),
        (EDGES, {"thickness": 4.0, "magnets": Size(5, 2)}),
        (EDGES, {"raised": True, "magnets": Size(8, 2.5)}),
    ],
)
def test_volumes_are_those_of_the_pictures(
    tmp_path: Path, text: str, chosen: dict[str, object]
) -> None:
    """Area times thickness, without or with what stands out, without the hole, within 0.5 %; boxes are exact.

    Patterns stay in what is engraved round them.
    """
    folder, pieces = exported(tmp_path, text, **chosen)
    thickness, depth = (
        float(str(chosen.get("thickness", 3.0))),
        float(str(chosen.get("depth", 0.8))),
    )
    raised, magnet = bool(chosen.get("raised")), chosen.get("magnets")
    hole = math.pi / 4 * magnet.first**2 * magnet.second if isinstance(magnet, Size) else 0.0
    checked = set()
    for path in sorted(folder.glob("*.3mf")):
        model = Model(path)
        for number, _ in model.items:
            piece = next(each for each in pieces if each.id == model.objects[number].attrib["name"])
            if piece.id in checked:
                continue
            checked.add(piece.id)
            meshes = model.meshes(number)
            found = sum(volume(*mesh) for mesh in meshes.values())
            theme = piece.theme
            grounds = [theme.ground, theme.halo, "#FFFFFF"]
            kept = [] if raised else [PATTERN]
            inks = [each for each in INKS if each not in kept]
            whole, relief = areas(piece, inks, grounds + kept)
            assert relief > 10
            wanted = whole * thickness + relief * depth * (1 if raised else -1) - hole
            assert found == pytest.approx(wanted, rel=5e-3), piece.id
            corners = np.concatenate([vertices for vertices, _ in meshes.values()])
            size = corners.max(axis=0) - corners.min(axis=0)
            box = side_of(piece).box
            high = thickness + depth * raised
            assert size == pytest.approx([box.width, box.height, high], abs=0.01)
            assert corners[:, 2].min() == 0
            assert len(meshes) > 1 if raised else len(meshes) == 1
    assert len(checked) == 3


# The pattern on blue edges.
PATTERN = "#AAC2DE"

# The inks that stand out of tiles of these games: those of roads and kerbs, of edges with their patterns, and of letters.
INKS = [
    "#E0B45C", "#453D33", "#C8372D", "#2B2722", "#F0D43A", "#6C5F1A", "#1F5FA8", "#AAC2DE", "#1E8C5A",
]  # fmt: skip


@pytest.mark.slow
def test_trimesh_finds_closed_solids_side_by_side(tmp_path: Path) -> None:
    """All copies, watertight, in millimetres, none in another, all on the plate."""
    import trimesh

    folder, pieces = exported(tmp_path, STRANDS, magnets=Size(5, 2), plate=Size(100, 100))
    seen = Counter[str]()
    for path in sorted(folder.glob("*.3mf")):
        scene = trimesh.load(path, file_type="3mf")
        assert isinstance(scene, trimesh.Scene) and scene.units == "millimeter"
        solids = scene.dump()
        assert all(each.is_watertight and each.is_winding_consistent for each in solids)
        assert all(each.volume > 0 for each in solids)
        boxes = [each.bounds for each in solids]
        for at, (low, high) in enumerate(boxes):
            assert low[:2].min() >= -0.01 and high[:2].max() <= 100.01 and low[2] == 0
            for other_low, other_high in boxes[:at]:
                assert ((low[:2] > other_high[:2] + 2.9) | (high[:2] < other_low[:2] - 2.9)).any()
        model = Model(path)
        seen.update(model.objects[number].attrib["name"] for number, _ in model.items)
        assert len(solids) == len(model.items)
    assert seen == {piece.id: piece.printed for piece in pieces}


def test_strands_are_open_at_the_edges(tmp_path: Path) -> None:
    """Along a strand from side to side nothing is in the way, and beside it the tile is."""
    import trimesh

    folder, pieces = exported(tmp_path, STRANDS)
    (path,) = folder.glob("*.3mf")
    model = Model(path)
    straight = next(each for each in pieces if each.notation == "1-4")
    number = next(at for at, _ in model.items if model.objects[at].attrib["name"] == straight.id)
    ((vertices, triangles),) = model.meshes(number).values()
    solid = trimesh.Trimesh(vertices, triangles, process=False)
    # On sheets side 1 is at the upper right.
    ways = [np.array([math.cos(angle), math.sin(angle), 0]) for angle in np.radians([0, 60, 120])]
    hits = [len(solid.ray.intersects_location([-50 * way + [0, 0, 2.6]], [way])[0]) for way in ways]
    assert sorted(hits)[0] == 0 and sorted(hits)[1] >= 4


def test_a_hole_lies_where_no_strand_is_if_the_tile_is_thin(tmp_path: Path, pnp: Call) -> None:
    """Its floor and the engraving never meet."""
    import trimesh

    folder, _ = exported(tmp_path, STRANDS, thickness=2.4, magnets=Size(4, 1.8))
    (path, *_) = sorted(folder.glob("*.3mf"))
    model = Model(path)
    for number in {number for number, _ in model.items}:
        ((vertices, triangles),) = model.meshes(number).values()
        solid = trimesh.Trimesh(vertices, triangles, process=False)
        holes = vertices[np.isclose(vertices[:, 2], 1.8)]
        assert len(holes) > 20
        middle = holes[:, :2].mean(axis=0)
        # From above the middle of the hole the first thing below is the top of the tile.
        (hits, _, _) = solid.ray.intersects_location([[*middle, 9.0]], [[0, 0, -1]])
        assert hits[:, 2].max() == pytest.approx(2.4)


@pytest.mark.slow
def test_the_same_set_gives_the_same_bytes(in_folder: Path, pnp: Call) -> None:
    """In the same process and in another."""
    Path("small.yaml").write_text(EDGES)
    import subprocess

    for folder in ("one", "two"):
        words = ["export", "3d", "small.yaml", "-o", folder, "--raised", "--magnets", "5x2mm"]
        subprocess.run([sys.executable, "-m", "pnp", *words], check=True, capture_output=True)
    one, two = (
        {path.name: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
        for folder in ("one", "two")
    )
    assert one == two and "one.3mf" in one


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--thickness", "0mm"], "--thickness 0mm: write a length from 0.6 to 50 mm"),
        (["--depth", "0mm"], "--depth 0mm: write a length from 0.1 to 20 mm"),
        (["--depth", "3mm"], "--depth 3mm leaves no floor of 0.4 mm in tiles of --thickness 3mm"),
        (["--magnets", "5x3mm"], "--magnets 5x3mm: a hole of 3 mm leaves no floor of 0.4 mm"),
        (["--magnets", "40x1mm"], "has no place for a hole as wide; write smaller magnets"),
        (["--magnets", "25x2mm"], "has no place for a hole as wide that no strand crosses"),
        (["--magnets", "5"], "--magnets 5: write two lengths such as 5x2mm"),
        (["--magnets", "0x2mm"], "--magnets 0x2mm: write lengths from 0.5 to 50 mm"),
        (["--plate", "30x30mm"], "--plate 30x30mm: a tile needs "),
        (["--plate", "small"], "--plate small: write two lengths such as 220x220mm"),
    ],
)
def test_bad_words_are_refused(in_folder: Path, pnp: Call, words: list[str], message: str) -> None:
    """In one line, before anything is written."""
    Path("small.yaml").write_text(EDGES)
    result = pnp("export", "3d", "small.yaml", *words)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert not [*Path().rglob("*.3mf")]


def test_a_missing_library_is_named(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the line that installs it."""
    Path("small.yaml").write_text(EDGES)
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    result = pnp("export", "3d", "small.yaml")
    assert result.exit_code == 2
    assert "pip install 'pnp-tiles[solid]'" in result.stderr


def test_a_game_without_tiles_is_refused(in_folder: Path, pnp: Call) -> None:
    """For it has nothing to print as solids."""
    result = pnp("export", "3d", str(ROOT / "tilesets/examples/checkers.yaml"))
    assert result.exit_code == 2
    assert "checkers has no tiles" in result.stderr


def _dotted(rows: int) -> Side:
    """A dark square with a pale square millimetre in each of four, and as many blue ones beside it on paper."""
    size = 2.0 * rows
    pale = [Box(2 * x + 0.5, 2 * y + 0.5, 1, 1) for x in range(rows) for y in range(rows)]
    items = (
        Shape(polygon(Box(0, 0, size, size).corners), fill="#2B2722"),
        *(Shape(polygon(each.corners), fill="#E0B45C") for each in pale),
        *(
            Shape(polygon((each._replace(x=each.x + size)).corners), fill="#1F5FA8")
            for each in pale
        ),
    )
    whole = Box(0, 0, 3 * size, size)
    return Side(items, polygon(whole.corners), whole, whole)


def test_islands_are_left_out_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dots on a dark ground go, dots on paper stay; each is compared with what is beside it, not with all the others."""
    import pyclipper

    simplify, work = pyclipper.SimplifyPolygons, Counter[int]()
    for rows in (6, 12):

        def counted(paths: list[object], rule: int, rows: int = rows) -> object:
            work[rows] += len(paths)
            return simplify(paths, rule)

        monkeypatch.setattr(pyclipper, "SimplifyPolygons", counted)
        side = _dotted(rows)
        inside = common_area(engraving(side, STANDARD, 0.2), (side.box.corners,))
        assert sum(map(area_of, inside)) == pytest.approx((4 - 1 + 1) * rows**2, rel=0.02)
    assert work[12] < 5 * work[6]
