"""Finding templates: the forms of pads, and rulebooks."""

from __future__ import annotations

from pathlib import Path

from pnp.definition.reader import did_you_mean
from pnp.project.sets import as_typed, folders


class NoTemplate(ValueError):
    """A template that is nowhere."""


def template(kind: str, name: str, ending: str) -> Path:
    """The file of a template; a user's own hides a bundled one. Raises NoTemplate."""
    known: dict[str, Path] = {}
    for folder in folders("templates"):
        for path in sorted((folder / kind).glob(f"*{ending}")):
            known.setdefault(path.stem, path)
    if name in known:
        return as_typed(known[name])
    hint = did_you_mean(name, known)
    raise NoTemplate(f"there is no templates/{kind}/{name}{ending}{hint}")
