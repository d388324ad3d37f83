"""Pictures in PDF files: read, and brought into a form of PDF, only when they are written.

JPEG files go in as they are. So do the compressed rows of most PNG files, for PDF has the same filters.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.pdfbase.pdfdoc import PDFObject  # type: ignore[import-untyped]

from pnp.basics.classes import NamedTuple
from pnp.scene import Raster

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

# PNG, 11.2.1: colour types without alpha, and the numbers of a dot in each.
_GREY, _RGB, _PALETTE = 0, 2, 3
_NUMBERS = {_GREY: 1, _RGB: 3, _PALETTE: 1}


class _Stream(NamedTuple):
    """A picture as PDF has it: entries of its dictionary, its bytes, and its mask of alpha."""

    entries: Mapping[str, str]
    data: bytes
    mask: _Stream | None = None


class PictureObject(PDFObject):  # type: ignore[misc]  # its base is untyped
    """A picture in a file of reportlab, which calls `format` when it writes the object."""

    __RefOnly__ = 1  # a stream is no part of another object

    def __init__(self, raster: Raster) -> None:
        self._raster = raster

    def format(self, document: object) -> bytes:
        """The object as bytes."""
        raster = self._raster
        data = raster.read()
        stream = _jpeg(data) if raster.kind == "jpeg" else _png(data)
        return _formatted(stream, document)


class _MaskObject(PDFObject):  # type: ignore[misc]  # its base is untyped
    """The mask of a picture, which is forgotten as soon as it is written."""

    __RefOnly__ = 1

    def __init__(self, stream: _Stream) -> None:
        self._stream: _Stream | None = stream

    def format(self, document: object) -> bytes:
        """The object as bytes; only once."""
        stream, self._stream = self._stream, None
        assert stream is not None
        return _formatted(stream, document)


def _formatted(stream: _Stream, document: object) -> bytes:
    entries = {**stream.entries, "Type": "/XObject", "Subtype": "/Image"}
    if stream.mask is not None:
        mask = document.Reference(_MaskObject(stream.mask))  # type: ignore[attr-defined]
        entries["SMask"] = mask.format(document).decode()
    entries["Length"] = str(len(stream.data))
    dictionary = " ".join(f"/{key} {value}" for key, value in sorted(entries.items()))
    return b"<< %s >>\nstream\n%s\nendstream\n" % (dictionary.encode(), stream.data)


def _entries(width: int, height: int, bits: int, space: str, filtered: str) -> dict[str, str]:
    return {
        "Width": str(width),
        "Height": str(height),
        "BitsPerComponent": str(bits),
        "ColorSpace": space,
        "Filter": f"/{filtered}",
    }


def _jpeg(data: bytes) -> _Stream:
    from PIL import Image

    with Image.open(BytesIO(data), formats=["JPEG"]) as picture:
        space = "/DeviceGray" if picture.mode == "L" else "/DeviceRGB"
        return _Stream(_entries(*picture.size, 8, space, "DCTDecode"), data)


def _png(data: bytes) -> _Stream:
    parts = list(_chunks(data))
    width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", parts[0].data)
    if colour not in _NUMBERS or interlaced or any(part.name == b"tRNS" for part in parts):
        return _decoded(data)
    palette = next((part.data for part in parts if part.name == b"PLTE"), b"")
    spaces = {
        _GREY: "/DeviceGray",
        _RGB: "/DeviceRGB",
        _PALETTE: f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]",
    }
    entries = _entries(width, height, bits, spaces[colour], "FlateDecode")
    # Predictor 15: each row begins with the number of its filter, as in PNG.
    entries["DecodeParms"] = (
        f"<< /Predictor 15 /Colors {_NUMBERS[colour]} /BitsPerComponent {bits} /Columns {width} >>"
    )
    return _Stream(entries, b"".join(part.data for part in parts if part.name == b"IDAT"))


class _Chunk(NamedTuple):
    """A part of a PNG file."""

    name: bytes
    data: bytes


def _chunks(data: bytes) -> Iterator[_Chunk]:
    at = 8
    while at + 8 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        yield _Chunk(name, data[at + 8 : at + 8 + length])
        at += 12 + length


def _decoded(data: bytes) -> _Stream:
    from PIL import Image

    with Image.open(BytesIO(data), formats=["PNG"]) as picture:
        picture.load()
        if picture.mode.startswith("I"):
            # 16 bits of grey, of which Pillow would keep those above 255 as white.
            return _samples(picture.convert("I").point(lambda value: value / 257).convert("L"))
        if "A" not in picture.mode and "transparency" not in picture.info:
            return _samples(picture.convert("RGB"))
        whole = picture.convert("RGBA")
    alpha = whole.getchannel("A")
    if alpha.getextrema() == (255, 255):
        return _samples(whole.convert("RGB"))
    return _samples(_without_fringe(whole, alpha), _samples(alpha))


def _without_fringe(picture: Picture, alpha: Picture) -> Picture:
    """The colours of a picture, with clear dots in those of their neighbours.

    A viewer smooths colours and alpha each by itself: clear dots, which are mostly black, would show as
    a dark line round everything.
    """
    from PIL import Image, ImageFilter

    near = picture.convert("RGBa").filter(ImageFilter.BoxBlur(2)).convert("RGBA")
    seen = alpha.point(lambda value: 255 if value else 0)
    return Image.composite(picture.convert("RGB"), near.convert("RGB"), seen)


def _samples(picture: Picture, mask: _Stream | None = None) -> _Stream:
    """The dots of a grey or coloured picture."""
    space = "/DeviceGray" if picture.mode == "L" else "/DeviceRGB"
    entries = _entries(*picture.size, 8, space, "FlateDecode")
    return _Stream(entries, zlib.compress(picture.tobytes()), mask)


def sums_of_lights(dots: bytes) -> tuple[int, int, int, int]:
    """The sums of the levels of red, of green, of blue and of the lightest of them; four bytes a dot, RGBX.

    >>> sums_of_lights(bytes([255, 10, 0, 0, 1, 2, 3, 0]))
    (256, 12, 3, 258)
    """
    from PIL import Image, ImageChops, ImageStat

    whole = Image.frombuffer("RGBX", (len(dots) // 4, 1), dots, "raw", "RGBX", 0, 1)
    red, green, blue, _ = whole.split()
    lightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    sums = ImageStat.Stat(Image.merge("RGBX", (red, green, blue, lightest))).sum
    red_sum, green_sum, blue_sum, most = map(int, sums)
    return red_sum, green_sum, blue_sum, most
