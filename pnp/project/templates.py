"""Finding templates: the forms of pads, and rulebooks."""

from __future__ import annotations

from pathlib import Path

from pnp.basics.errors import Finding, Place, Severity
from pnp.basics.words import did_you_mean
from pnp.project.sets import as_typed, folders


def template(kind: str, name: str, ending: str) -> Path | None:
    """The file of a template; a user's own hides a bundled one."""
    paths = (folder / kind / f"{name}{ending}" for folder in folders("templates"))
    return next((as_typed(path) for path in paths if path.is_file()), None)


def missing_template(kind: str, name: str, ending: str, place: Place) -> Finding:
    """What there is to say about a template that is nowhere."""
    known = {
        path.stem for folder in folders("templates") for path in (folder / kind).glob(f"*{ending}")
    }
    message = f"there is no templates/{kind}/{name}{ending}{did_you_mean(name, known)}"
    return Finding("no-template", Severity.ERROR, message, place)
