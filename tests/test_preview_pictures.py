"""Pictures in the preview: in as many dots as a screen needs, and read anew when somebody saves them."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from PIL import Image

from pnp.preview.pictures import Pictures, small
from pnp.preview.snapshot import files_of, folders_of
from pnp.scene import Drawing, Picture, Raster
from pnp.scene import Image as Shown
from pnp.scene.geometry import Box
from tests.preview import Json, running
from tests.test_art import quarters
from tests.test_preview import SMALL


def raster_of(
    picture: Image.Image, kind: Literal["png", "jpeg"], digest: str, reads: list[str]
) -> Raster:
    """A raster that notes when it is read."""
    stream = io.BytesIO()
    picture.save(stream, kind)

    def read() -> bytes:
        reads.append(digest)
        return stream.getvalue()

    return Raster(digest, picture.width, picture.height, kind, digest, read)


def opened(raster: Raster) -> Image.Image:
    """The picture in a raster, which has the size and the kind that the raster names."""
    picture = Image.open(io.BytesIO(raster.read()))
    assert picture.size == (raster.width, raster.height)
    assert (picture.format or "").lower() == raster.kind
    return picture


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_a_large_picture_is_shown_in_fewer_dots(kind: Literal["png", "jpeg"]) -> None:
    """It looks the same, and is read once for all pieces and saves."""
    large, reads = quarters(width=2400, height=1600), list[str]()
    raster = raster_of(large, kind, f"large-{kind}", reads)
    shown = opened(small(raster))
    assert shown.size == (600, 400)
    wanted = np.asarray(large.resize(shown.size), dtype=float)
    assert np.abs(np.asarray(shown.convert("RGB"), dtype=float) - wanted).mean() < 3
    assert small(replace(raster)) is small(raster)
    assert reads == [f"large-{kind}"]


def test_a_small_picture_stays_as_it_is() -> None:
    """To make it anew would cost time and quality."""
    raster = raster_of(quarters(width=600, height=400), "png", "small", [])
    assert small(raster) is raster


def test_a_clear_picture_stays_clear() -> None:
    """JPEG has no alpha."""
    picture = quarters("RGBA", width=1200, height=1200)
    picture.putalpha(128)
    shown = opened(small(raster_of(picture, "png", "clear", [])))
    assert shown.mode == "RGBA"
    assert shown.getchannel("A").getextrema() == (128, 128)


def test_the_preview_writes_small_pictures() -> None:
    """The page gets a hundredth of a photograph with millions of dots."""
    grain = np.random.default_rng(1).integers(0, 256, (1600, 2000, 3), dtype=np.uint8)
    raster = raster_of(Image.fromarray(grain), "jpeg", "photograph", [])
    pictures = Pictures()
    box = Box(0, 0, 63, 88)
    name = pictures.add(Picture(Drawing((Shown(raster, box),)), box))
    assert "data:image/jpeg;base64," in pictures[name]
    assert len(pictures[name]) < len(raster.read()) / 3


def test_files_beside_a_set_are_its_files(tmp_path: Path) -> None:
    """Tables, pictures and fonts, also in folders below; not the output of a build, nor other files."""
    path, art = tmp_path / "a.yaml", tmp_path / "art" / "small"
    path.write_text(SMALL)
    art.mkdir(parents=True)
    (tmp_path / "output").mkdir()
    (tmp_path / ".git").mkdir()
    assert {tmp_path, art.parent, art} <= folders_of(path)
    assert {tmp_path / "output", tmp_path / ".git"}.isdisjoint(folders_of(path))
    for name in ("cards.csv", "art/small/a.PNG", "a.otf"):
        before = files_of(path)
        (tmp_path / name).write_bytes(b"1")
        assert before < files_of(path), name
    for name in ("notes.md", "output/a.png"):
        before = files_of(path)
        (tmp_path / name).write_bytes(b"1")
        assert before == files_of(path), name


ART = """
pieces:
  cards:
    - name: cards
      data: cards.csv
      face:
        - {image: "{art}"}
"""


@pytest.mark.slow
def test_a_saved_picture_is_read_anew(in_folder: Path) -> None:
    """A picture, and the table that names it, are sources as the set itself is."""
    (in_folder / "small.yaml").write_text(SMALL + ART.lstrip("\n"))
    (in_folder / "cards.csv").write_text("art\nart/a.png\n")
    (in_folder / "art").mkdir()
    picture = in_folder / "art" / "a.png"
    quarters(width=800, height=800).save(picture)

    def shown(state: Json) -> str:
        (group,) = (each for each in state["groups"] if each["kind"] == "card")
        name: str = group["pieces"][0]["pictures"][0]
        return name

    with running("small.yaml") as preview:
        first = shown(preview.complete())
        quarters("L", width=800, height=800).save(picture)
        preview.when(lambda state: state["complete"] and shown(state) != first)
        picture.unlink()
        state = preview.when(lambda state: state["findings"])
        assert 'no file "art/a.png"' in state["findings"][0]["message"]
        assert (state["findings"][0]["name"], state["findings"][0]["line"]) == ("cards.csv", 2)
        quarters(width=800, height=800).save(picture)
        preview.when(
            lambda state: state["complete"] and not state["findings"] and shown(state) == first
        )
