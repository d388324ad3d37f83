"""Extras: libraries that only some commands need, and that pnp is installed without by default."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from pnp.basics.errors import UnusableInput


def extra_module(name: str, *, package: str, extra: str, wanted_by: str) -> ModuleType:
    """The module of that name, from a *package* that one of pnp's extras installs.

    Raises UnusableInput, with the command that installs the extra, if the module is missing;
    `wanted_by` is what the user asked for, such as `pnp show FILE.png`.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        # A module that is there, and lacks a module of its own, is broken: that is no user's fault.
        if error.name != name.partition(".")[0]:
            raise
        raise UnusableInput(
            f"{wanted_by} needs {package}; install it with: pip install 'pnp-tiles[{extra}]'"
        ) from None
