"""Letters of faces, in the fonts of the set or of the page, italics included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from pnp.basics.markup import Run
from pnp.scene import Item, Text
from pnp.scene.font_files import read_font
from pnp.scene.fonts import Font, italic_file, text_width
from pnp.scene.geometry import Point
from pnp.scene.lettering import Lettering
from pnp.scene.typesetting import Letters


@cache
def page_italic(*, bold: bool) -> Font:
    """The italic style of the page's own font."""
    file = italic_file(bold=bold)
    return read_font(file, file.name)


class LettersOfRole(Letters):
    """Letters of one role; a role without a font of its own has the page's font, with its italics."""

    def __init__(self, lettering: Lettering | None) -> None:
        self._lettering = Lettering() if lettering is None else lettering
        self._widths: dict[tuple[str, bool, bool], float] = {}

    def _of(self, run: Run) -> Lettering:
        own = self._lettering
        if not run.emphasis or own.regular is not None:
            return own
        return replace(own, italic=page_italic(bold=False), bold_italic=page_italic(bold=True))

    def width(self, run: Run, size: float) -> float:
        key = (run.text, run.strong, run.emphasis)
        if key not in self._widths:
            parts = self._of(run).runs(run.text, strong=run.strong, emphasis=run.emphasis)
            self._widths[key] = sum(
                text_width(part.text, 1.0, bold=part.bold, font=part.font) for part in parts
            )
        return self._widths[key] * size

    def items(self, run: Run, at: Point, size: float, ink: str) -> Iterator[Item]:
        for part in self._of(run).runs(run.text, strong=run.strong, emphasis=run.emphasis):
            yield Text(part.text, at, size, ink, bold=part.bold, font=part.font)
            at += Point(text_width(part.text, size, bold=part.bold, font=part.font), 0)
