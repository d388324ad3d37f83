"""Fingerprints: whether a file would be made from the same values as before.

A fingerprint covers all of a value, down to the last point of a drawing, and pnp's own code; equal fingerprints mean
equal files. So no list of the files that a game reads has to be kept.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary

import pnp
from pnp.basics.dates import pdf_date
from pnp.scene import Drawing, Page, Raster
from pnp.scene.fonts import Font

# Hexadecimal digits.
_LENGTH = 24

# The libraries that write the files.
_WRITERS = (
    "reportlab",
    "svgwrite",
    "typst",
    "pikepdf",
    "pillow",
    "fonttools",
    "fontpkg_atkinson_hyperlegible",
    "ezdxf",
    "manifold3d",
)

# Drawings are many times on the pages of a build, and never change.
_of_drawings: WeakKeyDictionary[Drawing, bytes] = WeakKeyDictionary()


def fingerprint(value: object) -> str:
    """A fingerprint of a value: of tuples, mappings, texts, numbers, classes of data, and scenes.

    Raises PicklingError or AttributeError for a function: what it would do is unknown.
    """
    return hashlib.sha256(_of_code() + pdf_date().encode() + _digest(value)).hexdigest()[:_LENGTH]


class _Known:
    """Stands for a value with a digest of its own."""


def _drawn(value: Drawing) -> tuple[type[_Known], tuple[bytes]]:
    if value not in _of_drawings:
        _of_drawings[value] = _digest((value.items, value.shared))
    return _Known, (_of_drawings[value],)


def _whole(value: Page) -> Any:
    """A page with what its layers make."""
    return value.made.__reduce_ex__(5)


def _read(value: Raster | Font) -> tuple[type[_Known], tuple[str]]:
    return _Known, (value.digest,)


class _Pickler(pickle.Pickler):
    """Writes each value whole, even where it stands twice, so that only equality counts, not identity."""

    dispatch_table = MappingProxyType({Drawing: _drawn, Page: _whole, Raster: _read, Font: _read})


class _Summed:
    """A file of which only a digest is kept."""

    def __init__(self) -> None:
        self.sha256 = hashlib.sha256()
        self.write = self.sha256.update


def _digest(value: object) -> bytes:
    data = _Summed()
    pickler = _Pickler(data, protocol=5)
    # Without a memo of what it has written.
    pickler.fast = True
    pickler.dump(value)
    return data.sha256.digest()


@cache
def _of_code() -> bytes:
    """A digest of pnp's own files and of the versions of the libraries that write the files."""
    root = Path(pnp.__file__).parent
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(root):
        folders[:] = sorted({*folders} - {"__pycache__"})
        for name in sorted(names):
            path = Path(folder, name)
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    # The names of these folders have the versions; importlib.metadata, which knows them too, is slow to import.
    infos = (
        each.name.casefold() for folder in sys.path for each in Path(folder).glob("*.dist-info")
    )
    versions = {each for each in infos if each.partition("-")[0] in _WRITERS}
    return digest.digest() + " ".join(sorted(versions)).encode()
