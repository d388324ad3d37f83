"""Pictures read from files; the content of a file decides, not its ending."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.art.model import Art, UnusableArt
from pnp.art.rasters import read_raster

MOST_BYTES = 50_000_000
MOST_SVG_BYTES = 10_000_000

# How other files begin, and their names.
_OTHERS = (
    (b"GIF8", "a GIF file"),
    (b"II*\0", "a TIFF file"),
    (b"MM\0*", "a TIFF file"),
    (b"BM", "a BMP file"),
    (b"%PDF", "a PDF or Illustrator file"),
    (b"%!PS", "a PostScript or Illustrator file"),
    (b"8BPS", "a Photoshop file"),
    (b"\x1f\x8b", "a compressed file, such as SVGZ"),
)


def read_art(path: Path, name: str) -> Art:
    """The picture in a PNG, JPEG or SVG file; `name` is its path as the user typed it.

    A file is read once until it changes. Raises UnusableArt.
    """
    return _read(file_version(path, name), name)


class FileVersion(NamedTuple):
    """A file as it was at one moment: when it was changed, in nanoseconds, and its size in bytes."""

    path: Path
    changed: int
    size: int


def file_version(path: Path, name: str) -> FileVersion:
    """The file as it is now; raises UnusableArt if it cannot be read, or is too large."""
    try:
        status = path.stat()
    except OSError as error:
        raise _unreadable(name, error) from None
    if status.st_size > MOST_BYTES:
        raise UnusableArt(
            f"{name} has {status.st_size // 1_000_000} MB; pnp reads files of up to "
            f"{MOST_BYTES // 1_000_000} MB"
        )
    return FileVersion(path, status.st_mtime_ns, status.st_size)


def file_bytes(file: FileVersion, name: str) -> bytes:
    """The bytes of a file; raises UnusableArt."""
    try:
        return file.path.read_bytes()
    except OSError as error:
        raise _unreadable(name, error) from None


def _unreadable(name: str, error: OSError) -> UnusableArt:
    return UnusableArt(f"cannot read {name}: {error.strerror or error}")


@lru_cache(maxsize=4096)
def _read(file: FileVersion, name: str) -> Art:
    data = file_bytes(file, name)
    if not data:
        raise UnusableArt(f"{name} is empty")
    if data.startswith((b"\x89PNG", b"\xff\xd8")):
        raster = read_raster(file.path, data, name)
        return Art(name, raster.width, raster.height, raster=raster)
    # To import svgelements takes time, which most sets do not need.
    from pnp.art.shapes import svg_art

    _check_svg(data, name)
    return svg_art(data, name)


def _check_svg(data: bytes, name: str) -> None:
    if other := _other_kind(data):
        raise UnusableArt(f"{name} is {other}; save it as PNG, JPEG or SVG")
    if len(data) > MOST_SVG_BYTES:
        raise UnusableArt(
            f"{name} has {len(data) // 1_000_000} MB; pnp reads SVG files of up to "
            f"{MOST_SVG_BYTES // 1_000_000} MB: simplify it, or save it as PNG"
        )


def _other_kind(data: bytes) -> str:
    """The kind of a file that is no SVG; "" if it may be one."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "a WebP file"
    if data[4:12] in (b"ftypavif", b"ftypheic", b"ftypmif1"):
        return "an AVIF or HEIC file"
    for start, kind in _OTHERS:
        if data.startswith(start):
            return kind
    # UTF-8, or UTF-16 with its mark.
    starts = (b"<", b"\xff\xfe<", b"\xfe\xff\0<")
    begin = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    return "" if begin.startswith(starts) else "no picture that pnp knows"
