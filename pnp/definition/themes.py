"""Reading themes: inks, and how the colours of a set are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from pnp.basics.errors import Source
from pnp.colour.measures import SEEN, contrast
from pnp.colour.theme import INKS, PAPER, STANDARD, Theme
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Fields, Reader, read_whole

COLOURS = ("keep", "grey", "none")
OVER = ("halo", "contrast")
LETTERS = ("edges", "all")
FLAGS = ("fills", "edging", "patterns", "distinct", "key")
KEYS = ("inks", "colours", "contrast", "over", "letters", *FLAGS)

# WCAG 2.1, "contrast (minimum)": what small text needs.
_READ = 4.5
# Lines that only say where something ends.
_HINT, _CUT = 1.5, 2.0

_MOST_CONTRAST = 10.0
_DECIMAL = re.compile(r"\d{1,2}(?:\.\d{1,3})?")


def read_theme(source: Source, name: str) -> Theme:
    """The theme in a source; raises UnusableInput, or InvalidDefinition with all findings.

    What is not written is as in the standard theme.
    """
    reader = Reader()
    return read_whole(reader, source, partial(_theme, reader, name=name))


def _theme(reader: Reader, node: Node, name: str) -> Theme | None:
    fields = reader.fields(node, "a theme", known=KEYS)
    if fields is None:
        return None
    inks = fields.read("inks", lambda value: reader.fields(value, "inks", known=INKS))
    colours = fields.read("colours", lambda value: _colours(reader, value))
    least = fields.read("contrast", lambda value: _contrast(reader, value))
    over = fields.read("over", lambda value: reader.choice(value, "over", OVER))
    letters = fields.read("letters", lambda value: reader.choice(value, "letters", LETTERS))
    written: dict[str, Any] = {
        **_inks(reader, inks),
        "colours": colours,
        "contrast": least,
        "over": over,
        "letters": letters,
        **{
            flag: fields.read(flag, lambda value, flag=flag: reader.boolean(value, flag))  # type: ignore[misc]
            for flag in FLAGS
        },
    }
    usual = replace(STANDARD, name=name)
    theme = replace(usual, **{key: value for key, value in written.items() if value is not None})
    # What could not be read would only be told once more.
    if not reader.findings:
        _check_inks(reader, theme, inks)
        _check_colours(reader, theme, fields)
    return theme


def _inks(reader: Reader, fields: Fields | None) -> dict[str, str | None]:
    if fields is None:
        return {}
    return {key.text: reader.ink(value, key.text) for key, value in fields.items()}


def _colours(reader: Reader, node: Node) -> str | tuple[str, ...] | None:
    """One of the words, or a palette of inks that all differ."""
    if isinstance(node, Scalar):
        return reader.choice(node, "colours", COLOURS)
    items = reader.items(node, "colours")
    if items is not None and not items:
        reader.error("palette", "the list of colours is empty", node.place)
    palette: list[str] = []
    for item in items or ():
        ink = reader.ink(item, "a colour")
        if ink in palette:
            reader.error("palette", f"the colour {ink} stands here twice", item.place)
        elif ink is not None:
            palette.append(ink)
    return tuple(palette)


def _contrast(reader: Reader, node: Node) -> float | None:
    text = reader.text(node, "contrast")
    if text is None:
        return None
    if not _DECIMAL.fullmatch(text) or not 1 <= float(text) <= _MOST_CONTRAST:
        limits = f"1 to {_MOST_CONTRAST:.0f}"
        reader.error("number", f"contrast has to be a number, {limits}, not {text}", node.place)
        return None
    return float(text)


class _Pair(NamedTuple):
    """An ink, what it lies on, and how much they have to differ."""

    ink: str
    ground: str
    least: float


_PAIRS = (
    *(_Pair("mark", ground, _READ) for ground in ("ground", "halo", "cell", "card")),
    *(_Pair("note", ground, _READ) for ground in ("cell", "card")),
    *(_Pair("kerb", ground, SEEN) for ground in ("ground", "cell", "card")),
    _Pair("label", "ground", SEEN),
    _Pair("border", "ground", _HINT),
    _Pair("border", "cell", _HINT),
    _Pair("road", "kerb", SEEN),
    *(_Pair(ink, "", _READ) for ink in ("title", "caption", "guide")),
    _Pair("cut", "", _CUT),
)


def _check_inks(reader: Reader, theme: Theme, fields: Fields | None) -> None:
    """Tells each ink that could not be read on what it lies on."""
    if fields is None:
        return
    for ink, ground, least in _PAIRS:
        below = getattr(theme, ground) if ground else PAPER
        found = contrast(getattr(theme, ink), below)
        if found < least and not (ink == "road" and not theme.fills):
            # The one of the two that is written: what is left out is sound.
            key = ink if ink in fields else ground
            reader.error(
                "contrast",
                f"{ink} {getattr(theme, ink)} can hardly be seen on {ground or 'white paper'}"
                f" {below}: their contrast is {found:.1f}, and has to be {least:g} or more",
                fields.place_of(key),
            )


def _check_colours(reader: Reader, theme: Theme, fields: Fields) -> None:
    """Tells what makes all colours alike."""
    most = max(contrast(ink, theme.ground) for ink in ("#000000", "#FFFFFF"))
    if theme.contrast > most:
        message = f"no ink has a contrast of {theme.contrast:g} to ground {theme.ground}"
        reader.error("contrast", message, fields.place_of("contrast"))
    for message in _nonsense(theme):
        reader.error("colours", message, fields.place_of("colours"))


def _nonsense(theme: Theme) -> Iterator[str]:
    if theme.colours != "none":
        return
    if theme.fills:
        yield "with colours: none there is nothing to fill with; write fills: no, too"
    elif not theme.patterns and theme.letters == "edges":
        yield "nothing tells one colour from another; write letters: all, or patterns: yes"
