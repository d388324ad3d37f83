"""The look of a piece on paper, and how two looks differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b

from pnp.basics.units import number, plain_length
from pnp.kinds import BoardSizes, ListedPiece
from pnp.pieces import Trim
from pnp.render import svg_writer
from pnp.scene import Layer, Page, Raster
from pnp.scene.geometry import ORIGIN

# A digest for each side of a piece, and its trim.
Look = tuple[object, ...]


def look(piece: ListedPiece) -> Look:
    """A value that is equal for pieces that look alike on paper, and for no others."""
    pictures = [draw() for draw in piece.sides]
    pages = [
        Page(each.box.width, each.box.height, {Layer.ART: (each.at(ORIGIN),)}) for each in pictures
    ]
    svg = svg_writer(without_dots)
    digests = (blake2b(svg.text(page).encode(), digest_size=16).hexdigest() for page in pages)
    sizes = piece.content if isinstance(piece.content, BoardSizes) else None
    return (piece.trim, sizes, *digests)


def without_dots(raster: Raster) -> Raster:
    """A raster for comparisons, which need only its digest."""
    return replace(raster, read=bytes)


def reasons(old: ListedPiece, new: ListedPiece) -> Iterator[str]:
    """How two pieces that look different differ, in words."""
    said = [*_reasons(old, new)]
    yield from said or ["drawn differently"]


def _reasons(old: ListedPiece, new: ListedPiece) -> Iterator[str]:
    before, after = old.trim, new.trim
    if before is not None and after is not None and before != after:
        yield f"{_size(after)} instead of {_size(before)}"
    if isinstance(old.content, BoardSizes) and isinstance(new.content, BoardSizes):
        for what, was, now in zip(
            ("cells", "cells on the poster"), old.content, new.content, strict=True
        ):
            if was != now:
                lengths = [plain_length(each) if each else "none" for each in (now, was)]
                yield f"{what}: {lengths[0]} instead of {lengths[1]}"
    if len(old.sides) != len(new.sides):
        yield "a back of its own" if len(new.sides) > 1 else "no back of its own"
    if isinstance(old.content, Mapping) and isinstance(new.content, Mapping):
        for key in {**old.content, **new.content}:
            if old.content.get(key, "") != new.content.get(key, ""):
                yield f"another {key}"


def _size(trim: Trim) -> str:
    if trim.shape == "rectangle":
        return f"{number(trim.width)} x {number(trim.height)} mm"
    shape = "round" if trim.is_round else trim.shape
    return f"{shape}, {number(trim.width)} mm"
