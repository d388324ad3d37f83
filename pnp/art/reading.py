"""Pictures and sets of icons, read from files; the content of a file decides, not its ending."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache, partial
from math import isfinite
from pathlib import Path
from typing import Any

from pnp.art.model import SVG, Art, UnusableArt, read_raster
from pnp.basics.classes import NamedTuple, frozen

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
    # To import a parser of paths takes time, which most sets do not need.
    from pnp.art.shapes import svg_art

    if other := _other_kind(data):
        raise UnusableArt(f"{name} is {other}; save it as PNG, JPEG or SVG")
    if len(data) > MOST_SVG_BYTES:
        raise UnusableArt(
            f"{name} has {len(data) // 1_000_000} MB; pnp reads SVG files of up to "
            f"{MOST_SVG_BYTES // 1_000_000} MB: simplify it, or save it as PNG"
        )
    return svg_art(data, name)


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


_CREDITS = ("LICENSE", "LICENCE", "CREDITS")

# How many parents an alias may have, one above the other, as Iconify's own programs limit them.
_MOST_PARENTS = 5


@frozen(eq=False)
class IconSet:
    """Icons by name, read when somebody asks for them; `credit` has their author and licence."""

    names: tuple[str, ...]
    credit: str
    read: Callable[[str], Art] = field(repr=False)

    def __contains__(self, name: str) -> bool:
        at = bisect_left(self.names, name)
        return name in self.names[at : at + 1]

    def icon(self, name: str) -> Art | None:
        """The icon of that name; None if the set lacks it. Raises UnusableArt."""
        return self.read(name) if name in self else None


def read_icons(path: Path, name: str) -> IconSet:
    """The icons in a folder of SVG files, or in a JSON file of Iconify; raises UnusableArt.

    `name` is the path as the user typed it.
    """
    return _folder(path, name) if path.is_dir() else _iconify(file_version(path, name), name)


@lru_cache(maxsize=1024)
def inked(art: Art, ink: str) -> Art:
    """An icon in one ink, #RRGGBB: where it names no colour, or the one of the text around it."""
    if not art.svg:
        return art
    from pnp.art.shapes import svg_art

    return svg_art(art.svg, art.name, {"color": ink, "fill": ink})


def _folder(path: Path, name: str) -> IconSet:
    files = {each.stem: each for each in path.iterdir() if each.suffix.lower() == ".svg"}
    if not files:
        raise UnusableArt(f"{name} has no SVG files")
    licences = sorted(each for each in path.iterdir() if each.stem.upper() in _CREDITS)
    return IconSet(
        tuple(sorted(files)),
        _first_line(licences[0]) if licences else "",
        lambda icon: read_art(files[icon], f"{name}/{files[icon].name}"),
    )


def _first_line(path: Path) -> str:
    lines = path.read_text("utf-8", errors="replace").strip().splitlines()
    return lines[0].strip() if lines else ""


@lru_cache(maxsize=16)
def _iconify(file: FileVersion, name: str) -> IconSet:
    try:
        data = json.loads(file_bytes(file, name))
    except (ValueError, RecursionError) as error:
        raise UnusableArt(f"{name} is not JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("icons"), dict):
        raise UnusableArt(f"{name} has no icons in the format of Iconify: a mapping under `icons`")
    aliases = data.get("aliases")
    known: dict[str, Any] = {**(aliases if isinstance(aliases, dict) else {}), **data["icons"]}
    icons = {
        icon: found
        for icon in known
        if (found := _resolved(data, known, icon)) is not None and not found.get("hidden")
    }
    return IconSet(
        tuple(sorted(icons)),
        _credit(data.get("info")),
        lru_cache(maxsize=None)(partial(_read_icon, icons, name)),
    )


def _resolved(
    data: Mapping[str, Any], known: Mapping[str, Any], icon: str, depth: int = 0
) -> dict[str, Any] | None:
    """An icon with the values of its parents and of the whole file; None if it is incomplete."""
    given = known.get(icon)
    if not isinstance(given, dict) or depth > _MOST_PARENTS:
        return None
    if "parent" not in given:
        sides = {key: data[key] for key in ("left", "top", "width", "height") if key in data}
        return {**sides, **given} if isinstance(given.get("body"), str) else None
    parent = _resolved(data, known, str(given["parent"]), depth + 1)
    if parent is None:
        return None
    turned = {
        "rotate": _turns(parent.get("rotate", 0), given.get("rotate", 0)),
        "hFlip": bool(parent.get("hFlip")) != bool(given.get("hFlip")),
        "vFlip": bool(parent.get("vFlip")) != bool(given.get("vFlip")),
    }
    return {**parent, **given, **turned}


def _turns(parent: object, own: object) -> object:
    """Quarter turns together; a turn that is no number stays, to be reported with its icon."""
    match parent, own:
        case int(), int():
            return (parent + own) % 4
        case int(), _:
            return own
        case _:
            return parent


def _read_icon(icons: Mapping[str, Mapping[str, Any]], name: str, icon: str) -> Art:
    from pnp.art.shapes import svg_art

    given, shown = icons[icon], f'the icon "{icon}" of {name}'
    try:
        left, top = float(given.get("left", 0)), float(given.get("top", 0))
        width, height = float(given.get("width", 16)), float(given.get("height", 16))
        turn = int(given.get("rotate", 0)) % 4
    except (TypeError, ValueError, OverflowError):
        raise UnusableArt(f"{shown} has a size or a turn that is no number") from None
    if not all(map(isfinite, (left, top, width, height))) or min(width, height) <= 0:
        raise UnusableArt(f"{shown} has no size")
    flips = [-1 if given.get(key) else 1 for key in ("hFlip", "vFlip")]
    across, down = (height, width) if turn % 2 else (width, height)
    moved = (
        f"translate({across / 2!r} {down / 2!r}) rotate({turn * 90}) scale({flips[0]} {flips[1]})"
        f" translate({-left - width / 2!r} {-top - height / 2!r})"
    )
    text = (
        f'<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="0 0 {across!r} {down!r}"><g transform="{moved}">{given["body"]}</g></svg>'
    )
    # Halves of characters are no XML, which the parser reports.
    return svg_art(text.encode("utf-8", "surrogatepass"), shown)


def _credit(info: object) -> str:
    """The name, author and licence of a set, such as `Game Icons by GameIcons, CC BY 3.0`."""
    if not isinstance(info, dict):
        return ""
    author, licence = info.get("author"), info.get("license")
    by = f" by {author['name']}" if isinstance(author, dict) and author.get("name") else ""
    text = f"{info.get('name', '')}{by}"
    if isinstance(licence, dict) and licence.get("title"):
        url = f" ({licence['url']})" if licence.get("url") else ""
        text += f", {licence['title']}{url}"
    return text.strip(", ")
