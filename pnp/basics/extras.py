"""Extras: libraries that only some commands need, and that pnp is installed without."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from pnp.basics.errors import UnusableInput


def library(name: str, *, extra: str, user: str) -> ModuleType:
    """The module of a library that comes with an extra of pnp.

    Raises UnusableInput, with the line that installs it, if it is missing; *user* is the command or
    option that needs it.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        top = name.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != top:
            raise  # the library is there, and lacks something of its own
        raise UnusableInput(
            f"{user} needs {top.replace('_', '-')}; install it with: pip install 'pnp-tiles[{extra}]'"
        ) from None
