"""Pictures that pnp refuses: each with one clear message, and before they cost time or memory."""

from __future__ import annotations

import io
import resource
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from pnp.art import UnusableArt, dots, framed, read_art
from pnp.basics.errors import UnusableInput
from pnp.scene import Image as Shown
from pnp.scene.geometry import Box
from tests.test_art import SVG, png_file, quarters


def refusal(path: Path, data: bytes | None = None) -> str:
    """The message about the file."""
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(UnusableArt) as caught:
        read_art(path, f"art/{path.name}")
    message = str(caught.value)
    assert message.count("\n") == 0
    return message


def as_bytes(picture: Image.Image, kind: str, **options: object) -> bytes:
    """The picture as a file."""
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def png_header(width: int, height: int) -> tuple[bytes, bytes]:
    """The first chunk of a PNG file with eight bits of grey."""
    return (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))


def test_a_missing_file(tmp_path: Path) -> None:
    """pnp refuses a folder, too."""
    assert refusal(tmp_path / "no.png") == "cannot read art/no.png: No such file or directory"
    assert "cannot read" in refusal(tmp_path)


OTHERS: dict[str, bytes] = {
    "a GIF file": as_bytes(quarters("P"), "GIF"),
    "a WebP file": as_bytes(quarters(), "WEBP"),
    "a TIFF file": as_bytes(quarters(), "TIFF"),
    "a BMP file": as_bytes(quarters(), "BMP"),
    "a PDF or Illustrator file": b"%PDF-1.7\n",
    "a PostScript or Illustrator file": b"%!PS-Adobe-3.0\n",
    "a Photoshop file": b"8BPS\0\1",
    "a compressed file, such as SVGZ": b"\x1f\x8b\x08\0",
    "an AVIF or HEIC file": b"\0\0\0\x1cftypavif\0",
    "no picture that pnp knows": b"Title,Text\nA,B\n",
}


@pytest.mark.parametrize("kind", OTHERS)
def test_other_kinds_of_files(kind: str, tmp_path: Path) -> None:
    """By their content, for the ending may be wrong."""
    message = refusal(tmp_path / "art.png", OTHERS[kind])
    assert message == f"art/art.png is {kind}; save it as PNG, JPEG or SVG"


def test_an_empty_file(tmp_path: Path) -> None:
    """Such as one that a program is about to write."""
    assert refusal(tmp_path / "a.png", b"") == "art/a.png is empty"


PNG, JPEG = as_bytes(quarters(), "PNG"), as_bytes(quarters(), "JPEG")


@pytest.mark.parametrize(
    "data",
    [
        PNG[:20],
        PNG[:60],
        PNG[:-30],
        PNG[:200] + b"xxxx" + PNG[204:],
        png_file([png_header(10, 10), (b"IDAT", zlib.compress(b"\0" * 20)), (b"IEND", b"")]),
        png_file([png_header(10, 10), (b"IDAT", b"no zlib"), (b"IEND", b"")]),
        png_file([png_header(0, 10), (b"IEND", b"")]),
        JPEG[:4],
        JPEG[:100],
        JPEG[: len(JPEG) // 2],
        b"\xff\xd8\xff\xe0" + b"\0" * 100,
        b"\xff\xd8not a picture",
    ],
    ids=lambda data: f"{len(data)} bytes",
)
def test_a_broken_file(data: bytes, tmp_path: Path) -> None:
    """Cut off, damaged, or with nothing in it."""
    assert refusal(tmp_path / "a.png", data) == (
        "art/a.png is broken or not complete; save it again"
    )


def jpeg_header(width: int, height: int) -> bytes:
    """The beginning of a JPEG file of this size, without its dots."""
    at = JPEG.index(b"\xff\xc0")
    return JPEG[: at + 5] + struct.pack(">HH", height, width) + JPEG[at + 9 :]


@pytest.mark.parametrize("make", [png_header, jpeg_header], ids=["png", "jpeg"])
def test_a_picture_that_is_too_large(
    make: Callable[[int, int], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pnp reads the size from the first bytes, and decodes nothing."""

    def file(width: int, height: int) -> bytes:
        made = make(width, height)
        return made if isinstance(made, bytes) else png_file([made, (b"IDAT", b"")])  # type: ignore[list-item]

    monkeypatch.setattr(Image, "open", None)
    wide = refusal(tmp_path / "a.png", file(30_000, 20))
    assert wide == (
        "art/a.png has 30,000 x 20 dots; pnp reads pictures of up to 10,000 dots a side:"
        " save it smaller"
    )
    large = refusal(tmp_path / "a.png", file(10_000, 10_000))
    assert large.endswith("pnp reads pictures of up to 60 million dots: save it smaller")


@pytest.mark.slow
def test_a_bomb(tmp_path: Path) -> None:
    """A few kilobytes that would unpack to gigabytes, under a small size."""
    packed = zlib.compress(b"\0" * 200_000_000, 9)
    data = png_file([png_header(10, 10), (b"IDAT", packed), (b"IEND", b"")])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    path = tmp_path / "a.png"
    path.write_bytes(data)
    # Decoders stop after the rows that the size promises: the rest is no part of the picture.
    art = read_art(path, "a.png")
    assert (art.width, art.height) == (10, 10)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_a_file_of_too_many_bytes(tmp_path: Path) -> None:
    """Before pnp reads them."""
    path = tmp_path / "a.jpg"
    with path.open("wb") as file:
        file.truncate(60_000_000)
    assert refusal(path) == "art/a.jpg has 60 MB; pnp reads files of up to 50 MB"


def test_an_animated_picture(tmp_path: Path) -> None:
    """Nobody can print it."""
    frames = [quarters(), Image.new("RGB", (200, 200), "red")]
    data = as_bytes(frames[0], "PNG", save_all=True, append_images=frames[1:])
    message = refusal(tmp_path / "a.png", data)
    assert message == "art/a.png is animated; save one of its pictures as PNG"


def test_the_colours_of_a_press(tmp_path: Path) -> None:
    """Programs disagree on them, and screens cannot show them."""
    message = refusal(tmp_path / "a.jpg", as_bytes(quarters("CMYK"), "JPEG"))
    assert message == "art/a.jpg has the colours of a press (CMYK); save it as RGB"


# SVG files


def svg(body: str, before: str = "") -> bytes:
    """An SVG file, the body in line 2."""
    return f'{before}<svg {SVG} viewBox="0 0 9 9">\n{body}</svg>'.encode()


def test_a_plain_doctype_is_harmless(tmp_path: Path) -> None:
    """Many programs write it, and pnp reads nothing from its address."""
    before = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"'
        ' "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    (tmp_path / "a.svg").write_bytes(svg('<rect width="9" height="9"/>', before))
    assert read_art(tmp_path / "a.svg", "a.svg").drawing is not None


PICTURE = b64encode(as_bytes(quarters("P"), "GIF")).decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            svg(f'<image href="data:image/png;base64,{PICTURE}"/>'),
            "in line 2 of art/a.svg is broken",
        ),
        (
            svg("<rect/>" * 100_001),
            "has more than 100,000 elements; simplify it, or save it as PNG",
        ),
        (
            svg(f'<path d="M0 0{"L1 2" * 400_000}"/>'),
            "has more than 600,000 numbers in its paths; simplify it, or save it as PNG",
        ),
        (b"<!--" + b" " * 10_000_000 + b"-->" + svg(""), "pnp reads SVG files of up to 10 MB"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_a_drawing_that_is_broken_or_too_large(data: bytes, message: str, tmp_path: Path) -> None:
    """A GIF file by another name, or what would take minutes; more is in `tests/mistakes`."""
    assert message in refusal(tmp_path / "a.svg", data)


def test_a_filter_that_takes_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pnp ends it after some seconds."""
    monkeypatch.setattr(dots, "LONGEST_TRIAL", 1)
    body = (
        '<filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="1000000000"/></filter>'
        '<rect width="9" height="9" filter="url(#f)"/>'
    )
    message = refusal(tmp_path / "a.svg", svg(body))
    assert message == "art/a.svg has filters that take more than 1 seconds; save it as PNG"


def test_a_filter_that_takes_hours_in_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trial is quick, the picture of a build is not."""
    monkeypatch.setattr(dots, "LONGEST", 0.5)
    body = (
        '<filter id="f"><feMorphology operator="dilate" radius="100000"/></filter>'
        '<rect width="5" height="5" filter="url(#f)"/>'
    )
    (tmp_path / "a.svg").write_bytes(svg(body))
    (item,) = framed(read_art(tmp_path / "a.svg", "a.svg"), Box(0, 0, 60, 60))
    assert isinstance(item, Shown)
    with pytest.raises(UnusableInput, match=r"a\.svg has filters that take more than 0\.5 seconds"):
        item.raster.read()


@pytest.mark.slow
def test_a_million_paths(tmp_path: Path) -> None:
    """Under ten megabytes."""
    message = refusal(tmp_path / "a.svg", svg("<path/>" * 1_000_000))
    assert "has more than 100,000 elements" in message


def test_a_large_picture_inside_a_drawing(tmp_path: Path) -> None:
    """It has the limits of a picture by itself."""
    inner = b64encode(png_file([png_header(30_000, 20), (b"IDAT", b"")])).decode()
    message = refusal(tmp_path / "a.svg", svg(f'<image href="data:image/png;base64,{inner}"/>'))
    assert message.startswith("the picture in line 2 of art/a.svg has 30,000 x 20 dots")


def test_what_other_programs_write_is_no_danger(tmp_path: Path) -> None:
    """Names of licences and of files in their own words are not read by anybody."""
    body = (
        '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<r:Work r:about="" r:resource="http://creativecommons.org/x"/></r:RDF></metadata>'
        '<rect xmlns:i="http://www.inkscape.org/namespaces/inkscape"'
        ' i:export-filename="/home/me/a.png" i:onload="no script" width="9" height="9"/>'
    )
    (tmp_path / "a.svg").write_bytes(svg(body))
    art = read_art(tmp_path / "a.svg", "a.svg")
    assert art.drawing is not None
    assert len(framed(art, Box(0, 0, 10, 10))) == 1
