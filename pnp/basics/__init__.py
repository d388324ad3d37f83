"""Basics that everything else uses: findings and errors, lengths, words, and the bundled folders."""

from __future__ import annotations

from pathlib import Path

import pnp


def bundled(name: str) -> Path:
    """A folder that comes with pnp: inside the installed package, or beside it in a checkout."""
    package = Path(pnp.__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
