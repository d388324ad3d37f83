"""Outlines of pieces in SVG files: one closed path that does not cross itself, at its true size."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath

from pnp.art.model import UnusableArt
from pnp.art.reading import MOST_SVG_BYTES, FileVersion, file_bytes, file_version
from pnp.basics.units import number
from pnp.basics.words import counted, in_words
from pnp.scene.contours import Contour, area_of, contains, contour, crossing, flattened, length_of
from pnp.scene.geometry import Path, Point, parts_of

# In user units, of a drawing of about 100: ends that are so near to each other are one point.
_TOUCH = 0.01

# The least area of an outline as a share of the square of its length; a line there and back has none.
_THIN = 1e-6

# An outline with more corners cannot be cut out, and takes long to lay.
MOST_CORNERS = 4000

_UNITE = "unite its shapes to one path, as with Path > Union in Inkscape"


def read_outline(path: FilePath, name: str) -> Contour:
    """The outline in an SVG file, in millimetres; `name` is its path as the user typed it.

    A file is read once until it changes. Raises UnusableArt.
    """
    return _read(file_version(path, name), name)


@lru_cache(maxsize=256)
def _read(file: FileVersion, name: str) -> Contour:
    # To import a parser of paths takes time, which most sets do not need.
    from pnp.art.shapes import svg_paths

    data = file_bytes(file, name)
    if len(data) > MOST_SVG_BYTES:
        raise UnusableArt(f"{name} has {len(data) // 1_000_000} MB; an outline is one path")
    if file.path.suffix.lower() != ".svg":
        raise UnusableArt(f"{name} is no SVG file; an outline is a path in an SVG file")
    found, scale = svg_paths(data, name)
    if not found:
        raise UnusableArt(f"{name} has no path; an outline is one closed path")
    if len(found) > 1:
        lines = in_words([str(line) for _, line in found[:8]])
        more = f" and {len(found) - 8} more" if len(found) > 8 else ""
        raise UnusableArt(
            f"{name} has {counted(len(found), 'path')}, in lines {lines}{more}; an outline is one closed"
            f" path: {_UNITE}, or remove the others"
        )
    ((path, line),) = found
    _check(path, f"the path in line {line} of {name}")
    return contour(path, scale=scale)


def _check(path: Path, what: str) -> None:
    """Raises UnusableArt, with the place in user units, if a path is no outline."""
    parts = parts_of(path)
    if len(parts) > 1:
        first, other = (flattened(part) for part in parts[:2])
        is_hole = contains(first, other[0]) or contains(other, first[0])
        found = "has a hole" if is_hole else f"has {counted(len(parts), 'part')}"
        raise UnusableArt(
            f"{what} {found}: its second part begins at {_at(other[0])}; an outline is one line, without"
            " holes, along which scissors cut: remove all others"
        )
    (part,) = parts
    corners = flattened(part)
    if part[-1][0] != "Z":
        start, end = Point(*part[0][-2:]), Point(*part[-1][-2:])
        gap = (end - start).length()
        if gap > _TOUCH:
            raise UnusableArt(
                f"{what} is open: it ends at {_at(end)}, {number(gap)} from its start at {_at(start)};"
                " close it, as with Path > Close in Inkscape, or with z at its end"
            )
    line = f"{what} is a line, and has no inside; an outline is one closed path"
    if len(corners) < 3:
        raise UnusableArt(line)
    if len(corners) > MOST_CORNERS:
        raise UnusableArt(
            f"{what} has more than {MOST_CORNERS:,} corners; simplify it, as with Path > Simplify in"
            " Inkscape"
        )
    found_at = crossing(corners)
    if found_at is not None:
        raise UnusableArt(
            f"{what} crosses or touches itself at {_at(found_at)}; an outline is one line, along which"
            f" scissors cut: {_UNITE}, or move its corners"
        )
    if abs(area_of(corners)) < _THIN * length_of(corners) ** 2:
        raise UnusableArt(line)


def _at(point: Point) -> str:
    return f"{number(round(point.x, 2))}, {number(round(point.y, 2))}"
