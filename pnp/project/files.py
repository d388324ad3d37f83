"""Writing files: whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pnp.basics.errors import OutputError

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

MANIFEST = "manifest.json"


class Product(NamedTuple):
    """A file to be written: its path in the game's folder, its kind, and how to make its bytes.

    `told` is what else the manifest says of it.
    """

    path: str
    kind: str
    pages: int
    pieces: int
    content: Callable[[], bytes]
    told: Mapping[str, object] = MappingProxyType({})


def write_products(
    folder: Path,
    products: Iterable[Product],
    about: dict[str, object],
    *,
    written: Callable[[int], None],
) -> list[dict[str, object]]:
    """Writes the products and a manifest that begins with *about*; returns the manifest's files.

    Everything is made in a folder beside the target first; only when all is there is it moved
    into place, so that a build that fails leaves the last good one. What an earlier build made stays
    if it was of the same version of the set, which is `about["version"]`, and else is removed; files
    of others stay.
    Raises OutputError where something cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _remove_wrecks(folder)
        scratch = Path(tempfile.mkdtemp(prefix=_scratch_prefix(folder), dir=folder.parent))
    except OSError as error:
        raise OutputError(_reason(folder.parent, error)) from error
    try:
        entries = [
            _write(scratch, product, number, written) for number, product in enumerate(products, 1)
        ]
        with _alone(folder):
            _move_in(scratch, folder, entries, about)
    except OSError as error:
        raise OutputError(_reason(folder, error)) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return entries


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file by itself, whole or not at all; raises OutputError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(prefix=".pnp-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            # A scratch file is for its owner's eyes only; what is made is as other files are.
            Path(scratch).chmod(0o644)
            Path(scratch).replace(path)
        except OSError:
            Path(scratch).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OutputError(_reason(path, error)) from error


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keeps other builds of the same game waiting, where the system can."""
    folder.mkdir(exist_ok=True)
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _move_in(
    scratch: Path, folder: Path, entries: list[dict[str, object]], about: dict[str, object]
) -> None:
    """Moves what was made into place, with its manifest, and removes what is out of date."""
    before, version = _last_manifest(folder)
    paths = [*(str(entry["path"]) for entry in entries), MANIFEST]
    kept = [
        entry
        for entry in before
        if version == about.get("version")
        and entry["path"] not in paths
        and _is_whole(folder, entry)
    ]
    files = sorted([*kept, *entries], key=lambda entry: str(entry["path"]))
    text = json.dumps({**about, "files": files}, indent=1, ensure_ascii=False) + "\n"
    _put(scratch / MANIFEST, text.encode())
    for path in paths:
        if (folder / path).is_dir():
            raise OutputError(f"cannot write to {folder / path}: there is a folder of that name")
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
    for path in paths:
        (scratch / path).replace(folder / path)
    _remove_stale(folder, before, {str(entry["path"]) for entry in files})


def _is_whole(folder: Path, entry: dict[str, object]) -> bool:
    """Whether a file of an earlier build is there, as it was written."""
    try:
        data = (folder / str(entry["path"])).read_bytes()
    except OSError:
        return False
    return hashlib.sha256(data).hexdigest() == entry.get("sha256")


# Seconds after which a scratch folder is what a killed build left behind.
_WRECK_AGE = 3600


def _scratch_prefix(folder: Path) -> str:
    """How the names of our own scratch folders begin; a user's hidden folders are called otherwise."""
    return f".pnp-build-{folder.name}-"


def _remove_wrecks(folder: Path) -> None:
    for wreck in folder.parent.glob(f"{_scratch_prefix(folder)}*"):
        if wreck.is_dir() and time.time() - wreck.stat().st_mtime > _WRECK_AGE:
            shutil.rmtree(wreck, ignore_errors=True)


def _write(
    scratch: Path, product: Product, number: int, written: Callable[[int], None]
) -> dict[str, object]:
    data = product.content()
    _put(scratch / product.path, data)
    written(number)
    return {
        "path": product.path,
        "kind": product.kind,
        "pages": product.pages,
        "pieces": product.pieces,
        **product.told,
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _last_manifest(folder: Path) -> tuple[list[dict[str, object]], object]:
    """The files of the last manifest and its version; none where it is not there, or not ours."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = [entry for entry in manifest["files"] if isinstance(entry["path"], str)]
        return files, manifest.get("version")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return [], None


def _remove_stale(folder: Path, before: list[dict[str, object]], current: set[str]) -> None:
    root = folder.resolve()
    for entry in before:
        path = (folder / str(entry["path"])).resolve()
        # A manifest that somebody has edited must not reach out of its folder.
        if str(entry["path"]) not in current and path.is_relative_to(root):
            path.unlink(missing_ok=True)


def _reason(folder: Path, error: OSError) -> str:
    return f"cannot write to {folder}: {error.strerror or error}"
