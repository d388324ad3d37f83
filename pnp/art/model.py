"""A picture of a designer's own as the rest of pnp sees it, and PNG and JPEG files, checked before they are decoded."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import UnusableInput
from pnp.scene import Clip, Drawing, Item, Raster, Shape
from pnp.scene.geometry import Box

if TYPE_CHECKING:
    from PIL.Image import Image

SVG = "http://www.w3.org/2000/svg"

_NO_VIEW = Box(0.0, 0.0, 0.0, 0.0)


class UnusableArt(ValueError):
    """A picture that pnp cannot print; the message names the file and says why."""


@frozen(eq=False, slots=True)
class Art:
    """A picture: a `raster`, or the bytes of an SVG file, with its `drawing` if shapes suffice.

    `width` and `height` count dots of a raster and user units of an SVG file, whose drawing has its
    origin at the top left. `note` says why pnp prints an SVG file in dots. `view` is the part of its
    plane that the file shows, `inherited` has properties from outside it.
    """

    name: str
    width: float
    height: float
    raster: Raster | None = None
    drawing: Drawing | None = None
    note: str = ""
    svg: bytes = b""
    view: Box = _NO_VIEW
    inherited: Mapping[str, str] = field(default_factory=dict)


def shapes_in(items: Iterable[Item]) -> Iterator[Shape]:
    """The shapes of a picture, also those of its groups."""
    for each in items:
        match each:
            case Shape():
                yield each
            case Clip(_, inner):
                yield from shapes_in(inner)


# Limits: at 300 dots per inch, 10,000 dots are 85 cm.
MOST_DOTS_A_SIDE = 10_000
MOST_DOTS = 60_000_000

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"

# EXIF 2.3, tag 274: how the camera was held; 1 is upright.
_ORIENTATION = 274


class Header(NamedTuple):
    """The kind and the size of a picture, as its first bytes give them."""

    kind: Literal["png", "jpeg"]
    width: int
    height: int


def header(data: bytes) -> Header | None:
    """The header of a PNG or JPEG file; None for other files.

    Raises ValueError if the file ends before its size.
    """
    if data.startswith(_PNG):
        if data[12:16] != b"IHDR" or len(data) < 24:
            raise ValueError
        return Header("png", *struct.unpack(">II", data[16:24]))
    if data.startswith(_JPEG):
        return Header("jpeg", *_jpeg_size(data))
    return None


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Width and height from the frame header (ITU-T T.81, B.2.2); raises ValueError without one."""
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            raise ValueError
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:  # markers without a length
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    raise ValueError


def checked_dots(data: bytes, name: str) -> Header:
    """The header of a PNG or JPEG file of a size that pnp reads; raises UnusableArt."""
    try:
        found = header(data)
    except ValueError:
        raise _broken(name) from None
    if found is None or not found.width or not found.height:
        raise _broken(name)
    if max(found.width, found.height) > MOST_DOTS_A_SIDE:
        raise UnusableArt(
            f"{name} has {found.width:,} x {found.height:,} dots; pnp reads pictures of up to "
            f"{MOST_DOTS_A_SIDE:,} dots a side: save it smaller"
        )
    if found.width * found.height > MOST_DOTS:
        raise UnusableArt(
            f"{name} has {found.width:,} x {found.height:,} dots; pnp reads pictures of up to "
            f"{MOST_DOTS // 1_000_000} million dots: save it smaller"
        )
    return found


def read_raster(path: Path, data: bytes, name: str) -> Raster:
    """The picture in a PNG or JPEG file, decoded once to see that it is whole; raises UnusableArt."""
    from PIL import Image

    kind, width, height = checked_dots(data, name)
    try:
        with Image.open(BytesIO(data), formats=[kind.upper()]) as picture:
            if kind == "png" and getattr(picture, "is_animated", False):
                raise UnusableArt(f"{name} is animated; save one of its pictures as PNG")
            if picture.mode == "CMYK":
                raise UnusableArt(f"{name} has the colours of a press (CMYK); save it as RGB")
            turn = picture.getexif().get(_ORIENTATION, 1) if kind == "jpeg" else 1
            # A JPEG of an eighth of the size shows as well that the file is whole.
            picture.draft(None, (max(1, width // 8), max(1, height // 8)))
            picture.load()
    except UnusableArt:
        raise
    except Exception:  # Pillow raises errors of many kinds for broken files
        raise _broken(name) from None
    digest = _digest(data)
    read = _reading(path, name, digest)
    if turn not in range(2, 9):
        return Raster(digest, width, height, kind, name, read)
    if turn >= 5:
        width, height = height, width
    return Raster(f"{digest}-upright", width, height, kind, name, lambda: _upright(read()))


def _digest(data: bytes) -> str:
    from hashlib import blake2b

    return blake2b(data, digest_size=12).hexdigest()


def _broken(name: str) -> UnusableArt:
    return UnusableArt(f"{name} is broken or not complete; save it again")


def _reading(path: Path, name: str, digest: str) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UnusableInput(f"cannot read {name}: {error.strerror or error}") from None
        if _digest(data) != digest:
            raise UnusableInput(f"{name} has changed while pnp was working; try again")
        return data

    return read


def _upright(data: bytes) -> bytes:
    """A JPEG file without a turn, for writers and viewers that do not know EXIF."""
    from PIL import Image, ImageOps

    with Image.open(BytesIO(data), formats=["JPEG"]) as picture:
        return as_jpeg(ImageOps.exif_transpose(picture))


def as_jpeg(picture: Image) -> bytes:
    """The picture as a JPEG file of a quality at which nobody sees the loss in print."""
    stream = BytesIO()
    picture.save(stream, "JPEG", quality=95, subsampling=0)
    return stream.getvalue()
