"""Own art: pictures as pixels of printed pages, SVG files as shapes, and files that pnp refuses."""

from __future__ import annotations

import io
import json
import os
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import numpy as np
import pikepdf
import pytest
import resvg_py
from PIL import Image

from pnp.art import (
    Art,
    Framing,
    IconSet,
    UnusableArt,
    dots_per_inch,
    framed,
    inked,
    read_art,
    read_icons,
)
from pnp.basics.errors import UnusableInput
from pnp.render import pdf_bytes, svg_text, write_pdf
from pnp.scene import Clip, Document, Drawing, Item, Layer, Page, Placed, Shape
from pnp.scene import Image as Shown
from pnp.scene.geometry import Box
from tests.conftest import Call
from tests.rasters import Raster, difference, pdf_raster, svg_raster

# A page whose side is a whole number of dots.
SIDE, DPI = 50.8, 200
DOTS = 400
WHOLE = Box(0.0, 0.0, SIDE, SIDE)

SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def page_with(*items: Item) -> Page:
    """A square page with these items."""
    return Page(SIDE, SIDE, {Layer.ART: items})


def printed(items: tuple[Item, ...]) -> tuple[Raster, Raster]:
    """The page of these items as both writers give it, as pixels."""
    page = page_with(*items)
    document = Document("Art", "Me", "Pictures", (page,))
    return pdf_raster(pdf_bytes(document), DPI), svg_raster(svg_text(page), DPI)


def saved(folder: Path, picture: Image.Image, name: str, **options: object) -> Art:
    """The picture in a file, as pnp reads it."""
    picture.save(folder / name, **options)  # type: ignore[arg-type]
    return read_art(folder / name, name)


def svg_file(folder: Path, body: str, attributes: str = 'viewBox="0 0 100 100"') -> Path:
    """An SVG file with this body."""
    path = folder / "art.svg"
    path.write_text(f"<svg {SVG} {attributes}>{body}</svg>")
    return path


# The four quarters of a picture, from the top left.
RED, GREEN, BLUE, WHITE = (220, 30, 20), (30, 160, 60), (20, 60, 200), (255, 255, 255)


def quarters(mode: str = "RGB", width: int = 200, height: int = 200) -> Image.Image:
    """A picture with a colour in each quarter."""
    picture = Image.new("RGB", (width, height), WHITE)
    picture.paste(RED, (0, 0, width // 2, height // 2))
    picture.paste(GREEN, (width // 2, 0, width, height // 2))
    picture.paste(BLUE, (0, height // 2, width // 2, height))
    return picture.convert(mode)


def colour_at(raster: Raster, x: float, y: float) -> tuple[int, ...]:
    """The colour of a page at a point, in millimetres."""
    dot = raster[int(y / 25.4 * DPI), int(x / 25.4 * DPI)]
    return tuple(round(255 * float(value)) for value in dot)


def near(one: tuple[int, ...], other: tuple[int, ...], by: int = 6) -> bool:
    """Whether two colours differ by less than JPEG does."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= by


# Rasters


def save_interlaced(picture: Image.Image, path: Path) -> None:
    """A PNG file in two passes and more, which Pillow cannot write: the seven passes of Adam7."""
    dots = np.asarray(picture.convert("RGB"))
    height, width = dots.shape[:2]
    passes = [
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]
    rows = b"".join(
        b"\0" + row.tobytes() for x, y, dx, dy in passes for row in dots[y::dy, x::dx] if row.size
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 1)
    path.write_bytes(png_file([(b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]))


def png_file(chunks: list[tuple[bytes, bytes]]) -> bytes:
    """A PNG file of these chunks."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


KINDS: dict[str, Callable[[Path], Art]] = {
    "jpeg": lambda folder: saved(folder, quarters(), "a.jpg", quality=95),
    "progressive": lambda folder: saved(folder, quarters(), "a.jpg", quality=95, progressive=True),
    "png": lambda folder: saved(folder, quarters(), "a.png"),
    "palette": lambda folder: saved(folder, quarters().quantize(4), "a.png"),
    "alpha": lambda folder: saved(folder, quarters("RGBA"), "a.png"),
    "wrong ending": lambda folder: saved(folder, quarters(), "a.jpg", format="PNG"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_both_writers_show_the_picture(kind: str, tmp_path: Path) -> None:
    """Every quarter has its colour at its place, and everything round the frame stays white."""
    art = KINDS[kind](tmp_path)
    for raster in printed(framed(art, Box(10, 20, 30, 30))):
        assert near(colour_at(raster, 12, 22), RED)
        assert near(colour_at(raster, 38, 22), GREEN)
        assert near(colour_at(raster, 12, 48), BLUE)
        assert near(colour_at(raster, 24.5, 34.5), RED)
        assert near(colour_at(raster, 25.5, 34.5), GREEN)
        for x, y in ((9.5, 30), (40.5, 30), (25, 19.5), (25, 50.4), (38, 48)):
            assert colour_at(raster, x, y) == WHITE


def test_an_interlaced_picture_is_printed(tmp_path: Path) -> None:
    """PDF has no interlaced rows, so pnp decodes them."""
    save_interlaced(quarters(width=37, height=53), tmp_path / "a.png")
    from_pdf, from_svg = printed(framed(read_art(tmp_path / "a.png", "a.png"), WHOLE))
    assert near(colour_at(from_pdf, 20, 20), RED)
    assert near(colour_at(from_pdf, 30, 20), GREEN)
    assert difference(from_pdf, from_svg) < 0.01


@pytest.mark.parametrize("depth", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("interlaced", [False, True])
def test_grey_of_every_depth_is_printed(depth: int, interlaced: bool, tmp_path: Path) -> None:
    """Half of the dots are as dark as the depth allows, the other half are at two thirds."""
    most = 2**depth - 1
    light = most if depth == 1 else round(most * 2 / 3)
    # A picture of one dot in height: all passes but the first, second, fourth and sixth are empty.
    columns = [0] * 8 + [light] * 8
    passes = (
        [columns[0::8], columns[4::8], columns[2::4], columns[1::2]] if interlaced else [columns]
    )
    rows = b"".join(b"\0" + packed(each, depth) for each in passes)
    header = struct.pack(">IIBBBBB", 16, 1, depth, 0, 0, 0, int(interlaced))
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    (tmp_path / "a.png").write_bytes(png_file(chunks))
    art = read_art(tmp_path / "a.png", "a.png")
    grey = round(255 * light / most)
    for raster in printed(framed(art, WHOLE, Framing("stretch"))):
        assert near(colour_at(raster, 10, 25), (0, 0, 0))
        assert near(colour_at(raster, 40, 25), (grey, grey, grey))


def packed(values: list[int], depth: int) -> bytes:
    """A row of a PNG file."""
    if depth == 16:
        return struct.pack(f">{len(values)}H", *values)
    bits = "".join(f"{value:0{depth}b}" for value in values)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_the_page_shows_through_alpha(mode: str, tmp_path: Path) -> None:
    """A clear dot leaves the paper, and one of half alpha mixes with it."""
    picture = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    picture.paste((0, 0, 0, 255), (0, 0, 20, 40))
    if mode != "P":
        picture.paste((0, 0, 0, 128), (0, 20, 20, 40))
    art = saved(tmp_path, picture.convert(mode), "a.png")
    for raster in printed(framed(art, WHOLE)):
        assert colour_at(raster, 10, 10) == (0, 0, 0)
        assert colour_at(raster, 40, 10) == WHITE
        if mode != "P":
            assert near(colour_at(raster, 10, 40), (127, 127, 127))


def test_no_dark_line_surrounds_a_clear_picture(tmp_path: Path) -> None:
    """Clear dots are black in most files, and no viewer may mix that into the edge."""
    picture = Image.new("RGBA", (210, 210), (0, 0, 0, 0))
    picture.paste((255, 240, 0, 255), (31, 31, 170, 170))
    for raster in printed(framed(saved(tmp_path, picture, "a.png"), Box(1.03, 2.07, 33.3, 44.4))):
        assert raster[:, :, 0].min() > 0.99
        assert raster[:, :, 1].min() > 0.93


def test_a_transparent_colour_is_clear(tmp_path: Path) -> None:
    """PNG files may name one colour that is not there."""
    art = saved(tmp_path, quarters(), "a.png", transparency=RED)
    for raster in printed(framed(art, WHOLE)):
        assert colour_at(raster, 10, 10) == WHITE
        assert near(colour_at(raster, 40, 10), GREEN)


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_photograph_stands_as_its_camera_was_held(turn: int, tmp_path: Path) -> None:
    """A file that is stored turned or mirrored, and says so, looks as the upright file."""
    upright = quarters(width=240, height=160)
    stored = {
        1: upright,
        2: upright.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
        3: upright.transpose(Image.Transpose.ROTATE_180),
        4: upright.transpose(Image.Transpose.FLIP_TOP_BOTTOM),
        5: upright.transpose(Image.Transpose.TRANSPOSE),
        6: upright.transpose(Image.Transpose.ROTATE_90),
        7: upright.transpose(Image.Transpose.TRANSVERSE),
        8: upright.transpose(Image.Transpose.ROTATE_270),
    }[turn]
    exif = Image.Exif()
    exif[274] = turn
    art = saved(tmp_path, stored, "a.jpg", quality=95, exif=exif)
    assert (art.width, art.height) == (240, 160)
    for raster in printed(framed(art, Box(0, 0, 48, 32))):
        assert near(colour_at(raster, 10, 8), RED)
        assert near(colour_at(raster, 38, 8), GREEN)
        assert near(colour_at(raster, 10, 24), BLUE)


def test_a_file_has_a_picture_once_as_it_is(tmp_path: Path) -> None:
    """The bytes of a JPEG file and the rows of a PNG file are in the PDF file, once each."""
    jpeg = saved(tmp_path, quarters(), "a.jpg")
    png = saved(tmp_path, quarters(), "a.png")
    again = saved(tmp_path, quarters(), "b.png")
    items = [framed(art, Box(at, 0, 10, 10)) for at, art in enumerate((jpeg, png, again, jpeg))]
    pages = [page_with(*(item for each in items for item in each))] * 2
    with pikepdf.open(io.BytesIO(pdf_bytes(Document("", "", "", tuple(pages))))) as file:
        images = [
            each
            for each in file.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
        assert len(images) == 2
        assert images[0].read_raw_bytes() == (tmp_path / "a.jpg").read_bytes()
        assert images[1].read_raw_bytes() in (tmp_path / "a.png").read_bytes()


def test_a_page_of_svg_has_a_picture_once(tmp_path: Path) -> None:
    """However often it shows it."""
    art = saved(tmp_path, quarters(), "a.png")
    items = [item for at in range(5) for item in framed(art, Box(at, 0, 10, 10))]
    text = svg_text(page_with(*items, Clip(((("M", 0.0, 0.0)),), (Drawing(tuple(items)),))))
    assert text.count("data:image/png;base64,") == 1


def test_a_file_on_disk_is_the_file_in_memory(tmp_path: Path) -> None:
    """Both ways to write give the same bytes, every time."""
    art = saved(tmp_path, quarters("RGBA"), "a.png")
    document = Document("Art", "Me", "", (page_with(*framed(art, WHOLE)),) * 3)
    write_pdf(document, tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == pdf_bytes(document) == pdf_bytes(document)


# Frames


def test_whole_keeps_all_of_the_picture_in_the_middle(tmp_path: Path) -> None:
    """A wide picture leaves room above and below."""
    art = saved(tmp_path, quarters(width=200, height=100), "a.png")
    items = framed(art, Box(0, 0, 40, 40))
    assert items == (Shown(art.raster, Box(0, 10, 40, 20)),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("focus", "edge"), [((0.0, 0.5), 40.0), ((0.5, 0.5), 20.0), ((1.0, 0.5), 0.0)], ids=str
)
def test_fill_crops_round_the_focus(
    focus: tuple[float, float], edge: float, tmp_path: Path
) -> None:
    """A picture twice as wide as its frame shows red left of the edge, and green right of it."""
    art = saved(tmp_path, quarters(width=400, height=200), "a.png")
    for raster in printed(framed(art, Box(0, 0, 40, 40), Framing("fill", focus))):
        for x in (1, 19, 21, 39):
            assert near(colour_at(raster, x, 5), RED if x < edge else GREEN)
        assert colour_at(raster, 41, 5) == WHITE


@pytest.mark.slow
def test_the_focus_stays_in_the_frame(tmp_path: Path) -> None:
    """Wherever it is, and whatever the frame."""
    picture = Image.new("RGB", (300, 100), WHITE)
    picture.paste(RED, (208, 46, 212, 54))
    art = saved(tmp_path, picture, "a.png")
    framing = Framing("fill", (0.7, 0.5))
    for width, height in ((10, 40), (40, 10), (40, 40), (5, 45)):
        for raster in printed(framed(art, Box(2, 2, width, height), framing)):
            assert near(colour_at(raster, 2 + 0.7 * width, 2 + 0.5 * height), RED)


def test_stretch_fills_the_frame(tmp_path: Path) -> None:
    """With all four quarters."""
    art = saved(tmp_path, quarters(), "a.png")
    for raster in printed(framed(art, Box(0, 0, 50, 10), Framing("stretch"))):
        assert near(colour_at(raster, 1, 1), RED)
        assert near(colour_at(raster, 49, 1), GREEN)
        assert near(colour_at(raster, 1, 9), BLUE)


def test_a_part_of_a_picture(tmp_path: Path) -> None:
    """The lower left quarter alone fills the frame, and nothing sticks out."""
    art = saved(tmp_path, quarters(), "a.png")
    crop = Framing("whole", crop=Box(0.0, 0.5, 0.5, 0.5))
    for raster in printed(framed(art, Box(10, 10, 20, 20), crop)):
        assert near(colour_at(raster, 11, 11), BLUE)
        assert near(colour_at(raster, 29, 29), BLUE)
        assert colour_at(raster, 9, 9) == colour_at(raster, 31, 31) == WHITE


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_a_mirrored_picture_shows_the_same_part(name: str, tmp_path: Path) -> None:
    """It is the picture of the page, mirrored in its frame."""
    if name == "a.png":
        art = saved(tmp_path, quarters(width=400, height=200), name)
    else:
        body = '<path d="M0 0H150V30L90 100H0Z" fill="#c22" stroke="navy" stroke-width="6"/>'
        art = read_art(svg_file(tmp_path, body, 'viewBox="0 0 200 100"'), name)
    for framing in (
        Framing("fill", (0.8, 0.5)),
        Framing("whole"),
        Framing("fill", (0.2, 0.5), Box(0.3, 0.2, 0.5, 0.8)),
    ):
        plain = printed(framed(art, WHOLE, framing))
        mirrored = printed(framed(art, WHOLE, framing._replace(mirrored=True)))
        for one, other in zip(plain, mirrored, strict=True):
            assert difference(one, other) > 0.05
            assert difference(one, other[:, ::-1]) < 0.005


def test_only_what_sticks_out_is_clipped(tmp_path: Path) -> None:
    """A clip costs time in every viewer."""
    art = saved(tmp_path, quarters(), "a.png")
    drawing = read_art(svg_file(tmp_path, '<rect x="10" y="10" width="80" height="80"/>'), "a.svg")
    outside = read_art(svg_file(tmp_path, '<rect x="-10" y="10" width="80" height="80"/>'), "b.svg")
    (whole,) = framed(art, WHOLE)
    (vectors,) = framed(drawing, WHOLE)
    (wide,) = framed(art, Box(0, 0, 40, 20), Framing("fill"))
    (beyond,) = framed(outside, Box(10, 10, 10, 10))
    assert isinstance(whole, Shown)
    assert isinstance(vectors, Placed)
    assert isinstance(wide, Clip)
    assert isinstance(beyond, Clip)


def test_dots_per_inch(tmp_path: Path) -> None:
    """Those of the direction with fewer dots, at the printed size."""
    art = saved(tmp_path, quarters(width=300, height=600), "a.png")
    assert dots_per_inch(art, Box(0, 0, 25.4, 50.8), Framing()) == pytest.approx(300)
    assert dots_per_inch(art, Box(0, 0, 50.8, 50.8), Framing("fill")) == pytest.approx(150)
    assert dots_per_inch(art, Box(0, 0, 50.8, 50.8), Framing("stretch")) == pytest.approx(150)
    crop = Framing("fill", crop=Box(0, 0, 0.5, 0.25))
    assert dots_per_inch(art, Box(0, 0, 25.4, 25.4), crop) == pytest.approx(150)
    svg = read_art(svg_file(tmp_path, "<rect width='9' height='9'/>"), "a.svg")
    assert dots_per_inch(svg, WHOLE, Framing()) is None


# Files that change


def test_a_file_is_read_once_until_it_changes(tmp_path: Path) -> None:
    """The same picture for many cards, and another after a save."""
    first = saved(tmp_path, quarters(), "a.png")
    assert read_art(tmp_path / "a.png", "a.png") is first
    os.utime(tmp_path / "a.png", ns=(1, 1))
    assert read_art(tmp_path / "a.png", "a.png") is not first


def test_a_file_that_changes_during_a_build(tmp_path: Path) -> None:
    """One message, and no page with half of each."""
    art = saved(tmp_path, quarters(), "a.png")
    quarters(width=20).save(tmp_path / "a.png")
    with pytest.raises(UnusableInput, match=r"a\.png has changed while pnp was working"):
        printed(framed(art, WHOLE))
    (tmp_path / "a.png").unlink()
    with pytest.raises(UnusableInput, match=r"cannot read a\.png"):
        printed(framed(art, WHOLE))


# SVG files as shapes


SHAPES = {
    "rectangle": '<rect x="5" y="5" width="60" height="40" fill="red" stroke="#00f" stroke-width="4"/>',
    "round corners": '<rect x="5" y="5" width="60" height="40" rx="12" ry="6" fill="#abc"/>',
    "one radius": '<rect x="5" y="5" width="60" height="40" rx="30" fill="#abc"/>',
    "circle": '<circle cx="60" cy="40" r="35" fill="rgb(10%,60%,30%)"/>',
    "ellipse": '<ellipse cx="50" cy="60" rx="45" ry="20" stroke="orange" stroke-width="5"/>',
    "line": '<line x1="5" y1="90" x2="95" y2="10" stroke="black" stroke-width="8"/>',
    "polygon": '<polygon points="10,10 90,20 50,80" fill="teal"/>',
    "polyline": '<polyline points="10 90 50 20 90 90" fill="none" stroke="green" stroke-width="6"/>',
    "curves": '<path d="M10 50C10 0 50 0 50 50S90 100 90 50Q70 20 50 90T10 50z" fill="plum"/>',
    "arcs": '<path d="M10 60a40 20 20 1 1 70 10a10 30 0 0 0-30 20A9 9 0 0110 60Z" fill="hsl(20,80%,40%)"/>',
    "arcs without a radius": '<path d="M10 10A0 30 0 0 1 80 20A20 0 0 0 1 50 80Z"/>',
    "numbers in short": '<path d="M10,10L60.5.5-1e1+5e1.5 90zm5\n5h.5V+9e0"/>',
    "relative": '<path d="m10 10l30 10h20v30l-20-5zm50 50l9 9l-20 10z" fill="#123456"/>',
    "even-odd": '<path fill-rule="evenodd" d="M50 5L80 95L5 40H95L20 95Z"/>',
    "nonzero": '<path d="M50 5L80 95L5 40H95L20 95Z"/>',
    "dashes": '<path d="M10 10H90V90H10" fill="none" stroke="red" stroke-width="5" stroke-dasharray="12 4 2" stroke-dashoffset="7"/>',
    "round ends": '<path d="M20 80L50 20L80 80" fill="none" stroke="navy" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/>',
    "square ends": '<path d="M20 80L50 20L80 80" fill="none" stroke="navy" stroke-width="14" stroke-linecap="square" stroke-linejoin="bevel"/>',
    "mixed ends": '<path d="M20 80L50 30L80 80" fill="none" stroke="navy" stroke-width="14" stroke-linecap="round"/>',
    "long mitre": '<path d="M40 95L50 35L60 95" fill="none" stroke="navy" stroke-width="8" stroke-miterlimit="10"/>',
    "short mitre": '<path d="M40 95L50 35L60 95" fill="none" stroke="navy" stroke-width="8"/>',
    "groups": '<g fill="red" stroke="blue" stroke-width="3"><rect x="5" y="5" width="30" height="30"/><g fill="lime"><circle cx="60" cy="60" r="20"/></g></g>',
    "transforms": '<g transform="translate(50 50) rotate(30)"><rect x="-20" y="-20" width="40" height="40" transform="scale(.5 .5) rotate(-10)" stroke="red" stroke-width="9"/></g>',
    "mirror": '<g transform="matrix(-1 0 0 1 100 0)"><path d="M10 10L60 20L20 70Z" stroke="red" stroke-width="4"/></g>',
    "skewed fill": '<rect x="10" y="10" width="40" height="40" transform="skewX(20) scale(1 .5)" fill="brown"/>',
    "use": '<defs><g id="a"><rect width="20" height="10"/></g></defs><use href="#a" x="5" y="5" fill="red"/><use xlink:href="#a" transform="translate(50 50) scale(2)" fill="blue"/>',
    "style attribute": '<rect style="fill:#f80;stroke:black;stroke-width:3" x="10" y="10" width="50" height="50" fill="red"/>',
    "style sheet": '<style>/* a */ .a, rect.b {fill: #f80} #c {fill: purple} circle {fill: red; stroke: black}</style><circle class="x a" cx="30" cy="30" r="20"/><rect class="b" x="60" y="10" width="30" height="30"/><circle id="c" cx="40" cy="75" r="15" fill="red"/>',
    "current colour": '<g color="#08f"><circle cx="50" cy="50" r="30" fill="currentColor"/></g>',
    "invisible": '<g visibility="hidden"><rect width="50" height="50"/><rect x="50" y="50" width="50" height="50" visibility="visible" fill="red"/></g>',
    "not displayed": '<g display="none"><rect width="90" height="90" filter="url(#f)"/></g><rect width="20" height="20"/>',
    "no fill": '<rect width="50" height="50" fill="none"/><rect x="50" width="50" height="50" fill-opacity="0"/><rect y="50" width="20" height="20"/>',
    "opacity": '<rect width="80" height="50" fill="red"/><rect x="20" y="20" width="70" height="70" fill="blue" fill-opacity="40%"/>',
    "a faint line": '<rect x="10" y="10" width="60" height="60" fill="red" stroke="blue" stroke-width="20" stroke-opacity=".4"/>',
    "faint all over": '<path d="M0 50H100" stroke="green" stroke-width="30"/><rect x="10" y="10" width="60" height="60" fill="red" stroke="blue" stroke-width="20" opacity=".4"/>',
    "faint groups": '<path d="M0 50H100" stroke="green" stroke-width="30"/><g opacity=".5"><circle cx="40" cy="50" r="30" fill="red"/><g opacity=".5"><circle cx="60" cy="50" r="30" fill="blue"/></g></g>',
    "colours with alpha": '<path d="M0 50H100" stroke="green" stroke-width="30"/><rect width="60" height="60" fill="rgba(200,0,0,.3)"/><rect x="40" width="60" height="60" fill="#0000FF80" fill-opacity=".5"/>',
    "lengths": '<rect x="1mm" y="10%" width="0.5in" height="12pt"/>',
    "link inside": '<a href="#x"><rect id="x" width="30" height="30" fill="red"/></a>',
    "other programs": '<metadata>x</metadata><title>A</title><p:view xmlns:p="urn:p"><rect width="99" height="99"/></p:view><rect width="30" height="30"/>',
    "outside the view": '<circle cx="0" cy="50" r="40" fill="red"/><circle cx="100" cy="100" r="30"/>',
    "unused gradient": '<defs><linearGradient id="g"/></defs><rect width="30" height="30"/>',
}

# A feature, its name in the note, and a file that has it.
IN_DOTS = {
    "a gradient": '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect width="90" height="90" fill="url(#g)"/>',
    "a pattern": '<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><circle r="4" cx="5" cy="5"/></pattern><rect width="90" height="90" fill="url(#p)"/>',
    "a filter": '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter><rect x="20" y="20" width="50" height="50" filter="url(#f)"/>',
    "a mask": '<mask id="m"><circle cx="50" cy="50" r="40" fill="white"/></mask><rect width="90" height="90" mask="url(#m)"/>',
    "a clip path": '<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath><rect width="90" height="90" clip-path="url(#c)"/>',
    "a line that is scaled unevenly": '<rect x="10" y="10" width="30" height="30" transform="scale(2 1)" stroke="red" stroke-width="5"/>',
    "markers on a line": '<marker id="m" markerWidth="4" markerHeight="4" refX="2" refY="2"><circle cx="2" cy="2" r="2"/></marker><path d="M20 20L80 60" stroke="red" stroke-width="4" marker-end="url(#m)"/>',
    "a blend mode": '<rect width="60" height="60" fill="red"/><rect x="30" y="30" width="60" height="60" fill="lime" style="mix-blend-mode:multiply"/>',
    "a <symbol>": '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol><use href="#s" x="20" y="20" width="40" height="40"/>',
    "an <svg> inside": '<svg x="20" y="20" width="40" height="40" viewBox="0 0 10 10"><circle cx="5" cy="5" r="6"/></svg>',
    "a path with an error": '<path d="M10 10H60V60L10 oops"/>',
    "an order of painting": '<circle cx="50" cy="50" r="30" fill="red" stroke="blue" stroke-width="10" paint-order="stroke"/>',
    'a style sheet with the selector "g > rect"': '<style>g > rect {fill: red}</style><g><rect width="50" height="50"/></g>',
}  # fmt: skip


def by_resvg(path: Path) -> Raster:
    """An SVG file as resvg itself draws it."""
    png = resvg_py.svg_to_bytes(svg_path=str(path), width=DOTS, dpi=96, background="#FFFFFF")
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=np.float32) / 255


def assert_alike(art: Art, path: Path) -> None:
    """Both writers draw the file as resvg does."""
    wanted = by_resvg(path)
    # Viewers smooth dots in different ways, and their edges reach into the next dot of a screen.
    most, mean = (0.002, 0.004) if art.drawing else (0.01, 0.03)
    assert np.mean(wanted < 0.9) > 0.005
    for raster in printed(framed(art, WHOLE)):
        assert raster.shape == wanted.shape
        assert difference(raster, wanted) < most
        assert np.abs(raster - wanted).mean() < mean


@pytest.mark.parametrize("feature", SHAPES)
def test_shapes_look_as_in_other_programs(feature: str, tmp_path: Path) -> None:
    """The file becomes shapes, and they are those that resvg draws."""
    path = svg_file(tmp_path, SHAPES[feature])
    art = read_art(path, "art.svg")
    assert art.drawing is not None, art.note
    assert not art.note
    assert_alike(art, path)


@pytest.mark.parametrize("feature", IN_DOTS)
def test_other_features_are_printed_in_dots(feature: str, tmp_path: Path) -> None:
    """The whole file is, and its note names the feature."""
    path = svg_file(tmp_path, IN_DOTS[feature])
    art = read_art(path, "art.svg")
    assert art.note == f"art.svg has {feature}: pnp prints it in dots"
    assert art.drawing is None
    assert_alike(art, path)


@pytest.mark.parametrize(
    "path",
    ["M0 0A1e-300 1e-300 0 0 1 10 10", "M0 0A1e308 1e308 0 0 1 10 10", "M0 0L1e400 5", "M9 9L90 9 50 90 X",
     "M9 9L090 9 50 90", "M9 9L5.e1 9", "M9 9L90", "L90 9", "M9 9A5 5 0 2 0 90 90"],
)  # fmt: skip
def test_a_path_that_pnp_cannot_read_is_printed_in_dots(path: str, tmp_path: Path) -> None:
    """Another program draws as much of it as it can; no number is too large or too small for a clear answer."""
    art = read_art(svg_file(tmp_path, f'<rect width="9" height="9"/><path d="{path}"/>'), "art.svg")
    assert art.note == "art.svg has a path with an error: pnp prints it in dots"


def test_text_is_printed_with_a_warning_about_fonts(tmp_path: Path) -> None:
    """Another computer may print other letters."""
    art = read_art(svg_file(tmp_path, '<text x="10" y="50">Hello</text>'), "art.svg")
    assert art.note == (
        "art.svg has text: pnp prints it in dots, with the fonts of this computer;"
        " turn the text into paths"
    )
    assert framed(art, WHOLE)


def test_a_picture_inside_a_drawing(tmp_path: Path) -> None:
    """A PNG file in the SVG file is part of it."""
    stream = io.BytesIO()
    quarters().save(stream, "PNG")
    data = b64encode(stream.getvalue()).decode()
    body = f'<image width="80" height="80" href="data:image/png;base64,{data}"/>'
    art = read_art(svg_file(tmp_path, body), "art.svg")
    assert art.note == "art.svg has a picture inside: pnp prints it in dots"
    for raster in printed(framed(art, WHOLE)):
        assert near(colour_at(raster, 10, 10), RED)
        assert near(colour_at(raster, 10, 35), BLUE)


def test_dots_are_enough_for_print(tmp_path: Path) -> None:
    """300 an inch, but no more than 20 million."""
    art = read_art(svg_file(tmp_path, IN_DOTS["a filter"]), "art.svg")
    (small,) = framed(art, Box(0, 0, 25.4, 25.4))
    assert isinstance(small, Shown)
    assert (small.raster.width, small.raster.height) == (300, 300)
    (large,) = framed(art, Box(0, 0, 2000, 2000))
    assert isinstance(large, Shown)
    assert 19_000_000 < large.raster.width * large.raster.height <= 20_020_000


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('viewBox="10 20 30 40"', (30, 40)),
        ('viewBox="0,0,30,40" width="5mm" height="9mm"', (30, 40)),
        ('width="24" height="12px"', (24, 12)),
        ('width="1in" height="0.5in"', (96, 48)),
    ],
)
def test_the_size_of_a_drawing(attributes: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Its viewBox, or else its width and height."""
    art = read_art(svg_file(tmp_path, "<rect width='9' height='9'/>", attributes), "a.svg")
    assert (art.width, art.height) == pytest.approx(size)


def test_the_view_is_what_shows(tmp_path: Path) -> None:
    """A viewBox that begins elsewhere, as shapes and in dots."""
    body = '<rect x="-20" y="30" width="20" height="50" fill="red" {}/>'
    for number, effect in enumerate(("", 'style="mix-blend-mode:multiply"')):
        path = svg_file(tmp_path, body.format(effect), 'viewBox="-50 10 100 100"')
        os.utime(path, ns=(number + 1, 1))
        assert_alike(read_art(path, "art.svg"), path)


def test_a_stretched_drawing(tmp_path: Path) -> None:
    """Fills stay shapes; lines that would be wider one way are printed in dots."""
    fill = read_art(svg_file(tmp_path, '<circle cx="50" cy="50" r="50"/>'), "a.svg")
    (item,) = framed(fill, Box(0, 0, 50, 25), Framing("stretch"))
    assert isinstance(item, Placed)
    path = svg_file(tmp_path, '<circle cx="50" cy="50" r="40" stroke="red" stroke-width="9"/>')
    line = read_art(path, "b.svg")
    (item,) = framed(line, Box(0, 0, 50, 25), Framing("stretch"))
    assert isinstance(item, Shown)
    for raster in printed((item,)):
        assert near(colour_at(raster, 3.5, 12.5), (255, 0, 0))
        assert near(colour_at(raster, 25, 1.8), (255, 0, 0))


@pytest.mark.parametrize("size", [0.5, 16, 512, 5000])
def test_the_units_of_a_file_do_not_matter(size: float, tmp_path: Path) -> None:
    """Neither tiny nor huge ones lose any detail."""
    s = size / 100
    body = (
        f'<path d="M{10 * s} {10 * s}L{90 * s} {30 * s}L{40 * s} {90 * s}Z" fill="#36c"'
        f' stroke="#c33" stroke-width="{5 * s}"/>'
    )
    path = svg_file(tmp_path, body, f'viewBox="0 0 {size} {size}" width="400" height="400"')
    assert_alike(read_art(path, "art.svg"), path)


def test_one_drawing_for_many_places(tmp_path: Path) -> None:
    """A file stores the shapes once."""
    art = read_art(svg_file(tmp_path, SHAPES["round corners"]), "art.svg")
    places = [framed(art, Box(at, at, 10, 10))[0] for at in range(5)]
    assert len({item.drawing for item in places if isinstance(item, Placed)}) == 1
    text = svg_text(page_with(*places))
    assert text.count("<path") == 1


# Sets of icons: folders of SVG files, and the JSON files of Iconify.


# A flag: a pole at the left, and a banner at its top.
FLAG = '<path d="M2 1v14h1V8h10V1Z" fill="currentColor"/>'

INFO = {
    "name": "Flags",
    "author": {"name": "A. Painter", "url": "https://example.org"},
    "license": {"title": "CC BY 3.0", "spdx": "CC-BY-3.0", "url": "https://example.org/by"},
}


def iconify(folder: Path, **content: object) -> IconSet:
    """A set in Iconify's format."""
    path = folder / "icons.json"
    path.write_text(json.dumps({"prefix": "flags", **content}))
    return read_icons(path, "icons.json")


def drawn(icons: IconSet, name: str, ink: str = "#C02010") -> Raster:
    """An icon in an ink, on a page."""
    art = icons.icon(name)
    assert art is not None
    page, _ = printed(framed(inked(art, ink), WHOLE))
    return page


def corners(raster: Raster) -> set[str]:
    """The corners of a page near which there is ink."""
    middle = len(raster) // 2
    quarters = {
        "top left": raster[:middle, :middle],
        "top right": raster[:middle, middle:],
        "bottom left": raster[middle:, :middle],
        "bottom right": raster[middle:, middle:],
    }
    return {name for name, part in quarters.items() if np.mean(part.min(axis=2) < 0.5) > 0.05}


def test_the_names_and_the_credit(tmp_path: Path) -> None:
    """Names in order, without hidden ones; the credit has author, licence and address."""
    icons = iconify(
        tmp_path,
        info=INFO,
        icons={"b": {"body": FLAG}, "a": {"body": FLAG}, "old": {"body": FLAG, "hidden": True}},
        aliases={"c": {"parent": "a"}, "lost": {"parent": "gone"}, "loop": {"parent": "loop"}},
    )
    assert icons.names == ("a", "b", "c")
    assert icons.credit == "Flags by A. Painter, CC BY 3.0 (https://example.org/by)"
    assert icons.icon("old") is None
    assert icons.icon("B") is None


@pytest.mark.parametrize(
    ("info", "credit"),
    [
        (None, ""),
        ({"name": "Flags"}, "Flags"),
        ({"name": "Flags", "license": {"title": "MIT"}}, "Flags, MIT"),
        ({"name": "Flags", "author": {"name": "Me"}, "license": {}}, "Flags by Me"),
    ],
)
def test_a_credit_with_gaps(info: object, credit: str, tmp_path: Path) -> None:
    """Whatever the file lacks."""
    assert iconify(tmp_path, info=info, icons={"a": {"body": FLAG}}).credit == credit


BROKEN = {
    "unclosed": {"body": "<path"},
    "entity": {"body": "<g>&bad;</g>"},
    "half": {"body": "<g>\ud800</g>"},
    "zero": {"body": "<g>\0</g>"},
    "deep": {"body": "<g>" * 3000},
    "wide": {"body": FLAG, "width": 1e999},
    "narrow": {"body": FLAG, "height": -1},
    "no-number": {"body": FLAG, "left": float("nan")},
    "turned": {"body": FLAG, "rotate": 1e999},
}


@pytest.mark.parametrize("icon", BROKEN)
def test_a_broken_icon_is_one_message(in_folder: Path, pnp: Call, icon: str) -> None:
    """It names the icon and the file, for a sign and in a text; the others are drawn."""
    iconify(in_folder, icons={**BROKEN, "good": {"body": FLAG}})
    for key in ("sign", "text"):
        shown = {"sign": "good", "text": "{good}"} | {key: icon if key == "sign" else f"{{{icon}}}"}
        text = f"""\
            game: sample
            icons: icons.json
            pieces:
              cards:
                - name: deck
                  size: mini
                  cards:
                    - {{title: A, sign: {shown["sign"]}, text: "{shown["text"]}"}}
            """
        Path("sample.yaml").write_text(dedent(text))
        for command in (("validate",), ("build", "--only", "pdf", "--paper", "a4")):
            result = pnp(*command, "sample.yaml")
            assert result.exit_code == 1
            (line,) = [each for each in result.output.splitlines() if ": error " in each]
            assert line.startswith("sample.yaml:8:")
            assert f'error unknown-sign: the icon "{icon}" of icons.json' in line


def test_the_size_of_an_icon(tmp_path: Path) -> None:
    """Its own, that of the whole file, or 16."""
    icons = {"a": {"body": FLAG}, "b": {"body": FLAG, "width": 8, "height": 4}}
    for content, size in (({}, 16), ({"width": 24, "height": 24}, 24)):
        found = iconify(tmp_path / "", icons=icons, **content)
        a, b = found.icon("a"), found.icon("b")
        assert a is not None
        assert b is not None
        assert (a.width, a.height) == (size, size)
        assert (b.width, b.height) == (8, 4)


CORNERS: dict[str, tuple[dict[str, object], set[str]]] = {
    "plain": ({}, {"top left", "top right", "bottom left"}),
    "hFlip": ({"hFlip": True}, {"top left", "top right", "bottom right"}),
    "vFlip": ({"vFlip": True}, {"top left", "bottom left", "bottom right"}),
    "rotate 1": ({"rotate": 1}, {"top left", "top right", "bottom right"}),
    "rotate 2": ({"rotate": 2}, {"top right", "bottom left", "bottom right"}),
    "rotate 3": ({"rotate": 3}, {"top left", "bottom left", "bottom right"}),
    # First the flip, then the turn.
    "both": ({"hFlip": True, "rotate": 1}, {"top right", "bottom left", "bottom right"}),
}

# An L upside down: all corners but the lower right.
HOOK = '<path d="M1 1H15V6H6V15H1Z" fill="currentColor"/>'


@pytest.mark.parametrize("turn", CORNERS)
def test_turned_and_mirrored_icons(turn: str, tmp_path: Path) -> None:
    """By the icon itself, and by an alias."""
    change, expected = CORNERS[turn]
    icons = iconify(
        tmp_path,
        icons={"plain": {"body": HOOK}, "own": change | {"body": HOOK}},
        aliases={"alias": change | {"parent": "plain"}},
    )
    assert corners(drawn(icons, "own")) == expected
    assert corners(drawn(icons, "alias")) == expected


def test_an_alias_of_a_turned_icon(tmp_path: Path) -> None:
    """pnp adds the turns of both icons; the second flip undoes the first."""
    icons = iconify(
        tmp_path,
        icons={"a": {"body": HOOK, "rotate": 3, "hFlip": True}},
        aliases={"b": {"parent": "a", "rotate": 1, "hFlip": True}},
    )
    assert corners(drawn(icons, "b")) == CORNERS["plain"][1]


def test_a_wide_icon_turned(tmp_path: Path) -> None:
    """Its width becomes its height, and the left and top of its box stay its corner."""
    wide = '<path d="M-5 3h20v5h-20z"/>'
    box = {"left": -5, "top": 3, "width": 20, "height": 5}
    icons = iconify(tmp_path, icons={"a": {"body": wide, **box, "rotate": 1}})
    art = icons.icon("a")
    assert art is not None
    assert (art.width, art.height) == (5, 20)
    from_pdf, _ = printed(framed(inked(art, "#FF0000"), Box(10, 10, 10, 40)))
    assert near(colour_at(from_pdf, 10.5, 10.5), (255, 0, 0))
    assert near(colour_at(from_pdf, 19.5, 49.5), (255, 0, 0))


def test_the_ink_of_an_icon(tmp_path: Path) -> None:
    """It fills what names no colour, or the current one; other colours stay."""
    body = (
        '<rect width="8" height="8"/><rect x="8" width="8" height="8" fill="currentColor"/>'
        '<rect y="8" width="8" height="8" fill="#00ff00"/>'
        '<path d="M12 9v6" stroke="currentColor" stroke-width="6" fill="none"/>'
    )
    raster = drawn(iconify(tmp_path, icons={"a": {"body": body}}), "a", "#1040F0")
    for x, y in ((10, 10), (40, 10), (38, 38)):
        assert near(colour_at(raster, x, y), (16, 64, 240))
    assert near(colour_at(raster, 10, 40), (0, 255, 0))


def test_the_ink_of_an_icon_in_dots(tmp_path: Path) -> None:
    """An icon that is no drawing gets its ink as well; a first element without fill keeps that."""
    (tmp_path / "a.svg").write_text(
        f'<svg {SVG} viewBox="0 0 16 16" fill="none" stroke="currentColor">'
        '<rect x="3" y="3" width="10" height="10" stroke-width="4" style="mix-blend-mode:multiply"/></svg>'
    )
    raster = drawn(read_icons(tmp_path, "icons"), "a", "#1040F0")
    assert near(colour_at(raster, 10, 25), (16, 64, 240))
    assert colour_at(raster, 25, 25) == (255, 255, 255)


def test_a_folder_of_files(tmp_path: Path) -> None:
    """The names are those of the files; the licence gives the credit."""
    for name in ("sword", "shield", "Axe"):
        (tmp_path / f"{name}.svg").write_text(f'<svg {SVG} viewBox="0 0 16 16">{FLAG}</svg>')
    assert read_icons(tmp_path, "icons").credit == ""
    (tmp_path / "LICENSE.txt").write_text("\n  Drawn by A. Painter, CC BY 4.0\nAll rights...\n")
    icons = read_icons(tmp_path, "icons")
    assert icons.names == ("Axe", "shield", "sword")
    assert icons.credit == "Drawn by A. Painter, CC BY 4.0"
    sword = icons.icon("sword")
    assert sword is not None
    assert sword.name == "icons/sword.svg"
    assert icons.icon("../secret") is None


def test_thousands_of_icons_are_parsed_when_somebody_asks(tmp_path: Path) -> None:
    """A broken icon among them harms nobody else."""
    bodies: dict[str, object] = {f"icon-{n:04}": {"body": FLAG} for n in range(4000)}
    icons = iconify(tmp_path, icons={**bodies, "broken": {"body": "<g>"}, "none": {}})
    assert len(icons.names) == 4001
    found = icons.icon("icon-3999")
    assert found is not None
    assert found.drawing is not None
    assert all(isinstance(item, Shape) for item in found.drawing.items)
    assert icons.icon("icon-3999") is found
    with pytest.raises(UnusableArt, match=r'the icon "broken" of icons\.json is broken'):
        icons.icon("broken")


def test_a_dangerous_icon(tmp_path: Path) -> None:
    """The same is refused as in a file."""
    icons = iconify(tmp_path, icons={"a": {"body": "<script>x</script>"}})
    with pytest.raises(UnusableArt, match=r'the icon "a" of icons\.json has a script'):
        icons.icon("a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "icons.json is not JSON"),
        ("[" * 100_000, "icons.json is not JSON"),
        ("[]", "icons.json has no icons in the format of Iconify"),
        ('{"icons": []}', "icons.json has no icons in the format of Iconify"),
        ('{"prefix": "a"}', "icons.json has no icons in the format of Iconify"),
    ],
)
def test_files_that_are_no_icons(text: str, message: str, tmp_path: Path) -> None:
    """One message each."""
    (tmp_path / "icons.json").write_text(text)
    with pytest.raises(UnusableArt, match=message):
        read_icons(tmp_path / "icons.json", "icons.json")


@pytest.mark.parametrize("value", ['"x"', "null", "[]"])
@pytest.mark.parametrize("key", ["width", "rotate", "left"])
def test_sizes_that_are_no_numbers(key: str, value: str, tmp_path: Path) -> None:
    """They harm only the icon, which has its name in the message."""
    text = '{"icons": {"a": {"body": "<g/>", "%s": %s}}, "aliases": {"b": {"parent": "a", "rotate": 1}}}'
    (tmp_path / "icons.json").write_text(text % (key, value))
    icons = read_icons(tmp_path / "icons.json", "icons.json")
    with pytest.raises(UnusableArt, match=r'the icon "a" of icons\.json has a size or a turn'):
        icons.icon("a")


def test_no_icons(tmp_path: Path) -> None:
    """A folder without SVG files, and a name without a file."""
    with pytest.raises(UnusableArt, match="icons has no SVG files"):
        read_icons(tmp_path, "icons")
    with pytest.raises(UnusableArt, match=r"cannot read no\.json"):
        read_icons(tmp_path / "no.json", "no.json")
