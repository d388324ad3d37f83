"""Finding themes, and choosing one by name."""

from __future__ import annotations

from pnp.basics.errors import PnpError
from pnp.basics.words import nearest
from pnp.colour.theme import Theme
from pnp.definition import templates_here
from pnp.definition.reading import read_source
from pnp.definition.themes import read_theme


class UnknownTheme(PnpError):
    """A name that no theme has."""


def theme_names() -> list[str]:
    """The names of all themes: the user's own, and those that come with pnp."""
    return templates_here().names("themes", ".yaml")


def chosen_theme(name: str) -> Theme:
    """The theme of a name; a user's own file hides a bundled one.

    Raises UnknownTheme, and InvalidDefinition with everything that is wrong in its file.
    """
    path = templates_here().named("themes", name, ".yaml")
    if path is None:
        names = theme_names()
        near = nearest(name, names)
        hint = f'; did you mean "{near}"?' if near else "."
        raise UnknownTheme(f'there is no theme "{name}"{hint} There are {", ".join(names)}')
    return read_theme(read_source(path), name)
