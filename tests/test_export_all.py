"""All formats have the same pieces, as often and with as many sides; each file is read by a reader of its own."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import ezdxf
import pytest

from tests.conftest import Call

SETS = (
    "controlled-path",
    "hexstatic",
    "hex-auction",
    "hexpertise",
    "hexagonal-highway",
    "harbour",
    "farholm",
    "corner-quarrel",
)
# Formats in few dots.
FORMATS = (
    "json",
    "png 36",
    "tts 36",
    "vassal 36",
    "screentop 36",
    "tabletopia 36",
    "html",
    "shop",
    "cut",
    "3d",
    "trade",
)
# Kinds of pieces as JSON has them.
PACKED, BOARD, PAD, TILE = {"box", "divider"}, "board", "pad", "tile"


class Piece(NamedTuple):
    """A piece as the JSON has it; its name is its id and that of the piece on its back."""

    kind: str
    name: str
    id: str
    copies: int
    sides: int


def pieces_of(folder: Path, game: str) -> list[Piece]:
    """All pieces."""
    found = json.loads((folder / f"json/{game}.json").read_text("utf-8"))
    return [
        Piece(
            group["kind"],
            " | ".join(filter(None, (piece["id"], piece["back"]))),
            piece["id"],
            1 if piece["copies"] is None else piece["copies"],
            piece["sides"],
        )
        for group in found["groups"]
        for piece in group["pieces"]
    ]


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def objects(states: list[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """The names of all pieces of a save, and how many lie in each stack."""
    for state in states:
        if "ContainedObjects" in state:
            yield from objects(state["ContainedObjects"])
        elif state["Tags"]:
            yield state["Nickname"], state.get("Number", 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.nightly if at else pytest.mark.slow)
        for at, name in enumerate(SETS)
    ],
)
def test_all_formats_have_all_pieces(name: str, tmp_path: Path, pnp: Call) -> None:
    """Tables leave out boxes, VASSAL pads, machines boards and pads; 3D printers have tiles alone."""
    folder, said = tmp_path / name, dict[str, str]()
    for words in FORMATS:
        key, *dpi = words.split()
        result = pnp("export", key, name, "-o", tmp_path, *(["--dpi", *dpi] if dpi else []))
        lacks = key == "3d" and "has no tiles" in result.stderr
        assert result.exit_code == 0 or lacks, result.output
        said[key] = result.stderr
    pieces = pieces_of(folder, name)

    def wanted(*without: str, by: str = "name") -> Counter[str]:
        found: Counter[str] = Counter()
        for each in pieces:
            if each.kind not in PACKED | {*without}:
                found[getattr(each, by)] += each.copies
        return found

    pictures = rows(folder / "png/pieces.csv")
    assert [(row["id"], 1 + bool(row["back"])) for row in pictures] == [
        (each.name, each.sides) for each in pieces
    ]
    assert [int(row["copies"] or 1) for row in pictures] == [each.copies for each in pieces]
    assert all((folder / "png" / row["front"]).is_file() for row in pictures)

    for key in ("screentop", "tabletopia"):
        found: Counter[str] = Counter()
        files = set()
        for row in rows(folder / key / "counts.csv"):
            found[row["front"][4:-4]] += int(row["copies"])
            files |= {(row["archive"], row[side]) for side in ("front", "back") if row[side]}
        assert found == wanted(by="id")
        assert files == {
            (path.name, entry)
            for path in (folder / key).glob("*.zip")
            for entry in zipfile.ZipFile(path).namelist()
        }

    save = json.loads((folder / f"tts/{name}.json").read_text("utf-8"))
    found = Counter()
    for one, number in objects(save["ObjectStates"]):
        found[one] += number
    assert found == wanted()

    with zipfile.ZipFile(folder / f"vassal/{name}.vmod") as module:
        root = ElementTree.fromstring(module.read("buildFile.xml"))
    assert Counter(
        str(slot.get("entryName")) for slot in root.iter("VASSAL.build.widget.CardSlot")
    ) == wanted(BOARD, PAD)

    page = (folder / f"html/{name}.html").read_text("utf-8")
    match = re.search(r'<script type="application/json" id="answers">(.*?)</script>', page)
    assert match is not None
    asked = {
        path.rpartition("/")[2] for path in json.loads(match[1])["values"] if "pieces/" in path
    }
    assert asked == {each.id for each in pieces}

    found = Counter()
    for row in rows(folder / "shop/generic/order.csv"):
        found[row["id"]] += int(row["copies"])
    assert found == wanted(BOARD)

    manifest = json.loads((folder / "cut/manifest.json").read_text("utf-8"))
    cut = [entry for entry in manifest["files"] if entry["path"].endswith(".dxf")]
    boxes = sum(each.copies for each in pieces if each.kind in PACKED)
    assert sum(entry["pieces"] for entry in cut) == wanted(BOARD, PAD).total() + boxes
    assert not any(ezdxf.readfile(folder / "cut" / entry["path"]).audit().errors for entry in cut)

    found = Counter()
    for path in (folder / "3d").glob("*.3mf"):
        model = ElementTree.fromstring(zipfile.ZipFile(path).read("3D/3dmodel.model"))
        names = {each.get("id"): str(each.get("name")) for each in model.iterfind(".//{*}object")}
        found.update(names[each.get("objectid")] for each in model.iterfind(".//{*}item"))
    tiles = {each.id: each.copies for each in pieces if each.kind == TILE}
    assert found == Counter(tiles)

    kinds = {each.kind for each in pieces}
    assert ("in no file: pads" in said["vassal"]) == (PAD in kinds)
    assert ("in no file: " in said["3d"]) == (TILE in kinds and len(kinds) > 1)
