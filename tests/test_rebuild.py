"""A build makes only the files that would differ, and leaves what a build from nothing would."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pnp
from pnp.definition import load_definition
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions
from pnp.project.build import build
from pnp.project.files import MANIFEST
from pnp.project.fingerprints import fingerprint
from pnp.scene import Drawing, Layer, Page, Shape
from pnp.scene.geometry import ORIGIN, circle
from tests.conftest import Call

GAME = """\
game: tiny
title: Tiny
colours: [red, blue]
tiles:
  shape: square
  size: 40mm
  families:
    - {name: one, generate: edges, expect: 6}
pieces:
  cards:
    - {name: deck, copies: 2, cards: [{title: Take, text: Take a tile.}]}
  pads:
    - tiny-scores
"""
FORM = "form: tiny-scores\ntitle: Tiny\nup: 2\nblocks:\n  - lines: 8\n"
RULES = "# Tiny\n\nLay {{ tiles }} tiles.\n\n![All tiles](tiles:one-1,one-2)\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set with tiles, cards, a pad and a rulebook, and its files for A4."""
    folder = tmp_path_factory.mktemp("tiny")
    for name, text in {
        "tilesets/tiny.yaml": GAME,
        "templates/rules/tiny.md": RULES,
        "templates/pads/tiny-scores.yaml": FORM,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    options = BuildOptions(papers=chosen_papers(["a4"]))
    build(load_definition(folder / "tilesets" / "tiny.yaml"), folder / "output", options)
    return folder


@pytest.fixture
def tiny(made: Path, in_folder: Path) -> Path:
    """A copy of the set, in the current folder."""
    shutil.copytree(made, in_folder, dirs_exist_ok=True)
    return in_folder / "tilesets" / "tiny.yaml"


def built(pnp: Call, *options: str) -> set[str]:
    """Builds the set for A4; the names of the files that were made anew."""
    result = pnp("build", "tiny", "--paper", "a4", "--format", "json", *options)
    assert result.exit_code == 0, result.output
    (made,) = json.loads(result.stdout)["sets"]
    return set(made["files"]) - set(made["unchanged"])


def contents(folder: str) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(each.relative_to(folder)): each.read_bytes() for each in Path(folder).rglob("*.*")}


RED_TILE = {"tiles/one-1.svg"}
TILES = {"tiles/one-1.svg", "sheets/tiny-tiles-a4-straight-01.svg", "tiny-tiles-a4-straight.pdf"}
RULEBOOK = {"tiny-rules-a4.pdf", "tiny-rules-booklet-a4.pdf"}
CARDS = {"sheets/tiny-cards-a4-01.svg", "tiny-cards-a4.pdf"}
PADS = {"sheets/tiny-pads-a4-01.svg", "tiny-pads-a4.pdf"}
KIT = {"tiny-kit-a4.pdf"}


@pytest.mark.slow
def test_a_build_of_the_same_set_makes_nothing(tiny: Path, pnp: Call) -> None:
    """It says so, and no file is touched."""
    before = {each: each.stat().st_mtime_ns for each in Path("output/tiny").rglob("*.*")}
    result = pnp("build", "tiny", "--paper", "a4")
    assert "2 cards, 1 pad, 16 files (all as before)" in result.stdout
    manifest = Path("output/tiny", MANIFEST)
    assert {each for each in before if each.stat().st_mtime_ns != before[each]} == {manifest}


@pytest.mark.slow
def test_a_change_makes_what_it_changes(tiny: Path, pnp: Call) -> None:
    """One change after the other leaves the folder as a build from nothing would, byte by byte."""
    text = GAME
    for old, new, changed, same in (
        ("Take a tile.", "Take two tiles.", CARDS | KIT, TILES | RULEBOOK | PADS),
        ("copies: 2", "copies: 3", CARDS | KIT, TILES | PADS),
        ("[red, blue]", "[red, green]", RED_TILE ^ TILES | RULEBOOK | KIT, RED_TILE),
        ("game: tiny", "# A word to oneself.\ngame: tiny", set(), {*contents("output/tiny")}),
        ("size: 40mm", "size: 4cm", set(), {*contents("output/tiny")}),
        ("title: Tiny", "title: Small", TILES | CARDS | PADS | RULEBOOK | KIT, set()),
    ):
        text = text.replace(old, new)
        tiny.write_text(text)
        made = built(pnp)
        assert changed <= made, new
        assert not made & same, new
    built(pnp, "--output", "fresh")
    assert contents("output/tiny") == contents("fresh/tiny")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("rules/tiny.md", "Lay", "Place", RULEBOOK | KIT),
        ("pads/tiny-scores.yaml", "lines: 8", "lines: 9", PADS | KIT),
    ],
)
def test_a_change_of_a_template_makes_what_shows_it(
    tiny: Path, pnp: Call, file: str, old: str, new: str, changed: set[str]
) -> None:
    """No other sheet is drawn again."""
    path = Path("templates", file)
    path.write_text(path.read_text().replace(old, new))
    assert built(pnp) == changed


@pytest.mark.slow
def test_options_count(tiny: Path, pnp: Call) -> None:
    """They change what a file shows, and not its name."""
    assert built(pnp, "--cuts", "crop", "--only", "pdf") >= {"tiny-tiles-a4-straight.pdf"}
    assert built(pnp, "--no-ids", "--only", "tiles") >= RED_TILE


def test_a_damaged_file_is_made_again(tiny: Path, pnp: Call) -> None:
    """So is one that is gone."""
    before = contents("output/tiny")
    Path("output/tiny/tiny-cards-a4.pdf").write_bytes(b"coffee")
    Path("output/tiny/tiles/one-3.svg").unlink()
    assert built(pnp) == {"tiny-cards-a4.pdf", "tiles/one-3.svg"}
    assert contents("output/tiny") == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "value", "only"),
    [
        ("made_from", 7, "rules"),
        ("sha256", [], None),
    ],
)
def test_an_edited_manifest_costs_only_time(
    tiny: Path, pnp: Call, key: str, value: object, only: str | None
) -> None:
    """Its files are made again at worst."""
    before = contents("output/tiny")
    path = Path("output/tiny", MANIFEST)
    manifest = json.loads(path.read_text())
    for each in manifest["files"]:
        each[key] = value
    path.write_text(json.dumps(manifest))
    built(pnp, *(("--only", only) if only else ()))
    del before[MANIFEST]
    assert contents("output/tiny").items() >= before.items()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(value=VALUES, other=VALUES)
def test_equal_values_have_one_fingerprint(value: object, other: object) -> None:
    """Whether they are one object or two, and no two different values share one."""
    copied = deepcopy(value)
    assert fingerprint((value, value)) == fingerprint((value, copied))
    if repr(value) != repr(other):
        assert fingerprint(value) != fingerprint(other)


def test_a_drawing_is_what_it_shows() -> None:
    """Two drawings of the same shapes are alike, whenever the shapes are made."""
    shape = Shape(circle(ORIGIN, 3.0), fill="#FF0000")
    late = Drawing(lambda: (Shape(circle(ORIGIN, 3.0), fill="#FF0000"),))
    assert fingerprint(Drawing((shape,))) == fingerprint(late)
    assert fingerprint(Drawing((shape,))) != fingerprint(Drawing((shape, shape)))
    assert fingerprint(Drawing((shape,))) != fingerprint(Drawing((shape,), shared=True))


def test_a_page_is_what_its_layers_make() -> None:
    """A layer that is made when somebody asks is like one that is there."""

    def page(radius: float, *, late: bool) -> Page:
        items = (Shape(circle(ORIGIN, radius), fill="#FF0000"),)
        return Page(50, 50, {Layer.ART: (lambda: items) if late else items})

    assert fingerprint(page(3.0, late=True)) == fingerprint(page(3.0, late=False))
    assert fingerprint(page(3.0, late=True)) != fingerprint(page(4.0, late=True))


@pytest.mark.slow
def test_a_change_of_pnp_itself_counts(tmp_path: Path) -> None:
    """A file that another version has made is made again."""
    package = tmp_path / "pnp"
    shutil.copytree(Path(pnp.__file__).parent, package, ignore=shutil.ignore_patterns("*.pyc"))
    program = "from pnp.project.fingerprints import fingerprint; print(fingerprint(1))"

    def printed() -> str:
        command = [sys.executable, "-c", program]
        return subprocess.run(
            command, cwd=tmp_path, check=True, text=True, capture_output=True
        ).stdout

    before = printed()
    assert before.strip() == fingerprint(1)
    design = package / "documents" / "book.typ"
    design.write_text(design.read_text() + "\n")
    assert printed() != before
