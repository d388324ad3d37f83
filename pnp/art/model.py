"""A picture of a designer's own, as the rest of pnp sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.scene import Drawing, Raster
from pnp.scene.geometry import Box

_NO_VIEW = Box(0.0, 0.0, 0.0, 0.0)


class UnusableArt(ValueError):
    """A picture that pnp cannot print; the message names the file and says why."""


@dataclass(frozen=True, slots=True, eq=False)
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
