"""Pages in dots, painted by several processes side by side."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.basics.errors import UnusableInput
from pnp.basics.units import MM_PER_INCH
from pnp.project.files import Content, OutputFile
from pnp.render.svg import SvgWriter
from pnp.scene import Page

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

# Pictures that each process has waiting, so that it never waits for this one; few, since they are in memory.
_AHEAD = 4
# The dots of the largest picture, which takes as many times four bytes; A0 at 300 for an inch has 140 million.
_MOST_DOTS = 200_000_000
# A process starts in the time of so many pictures.
_FEW = 12


class Picture:
    """A page in dots, at so many for an inch; it is painted when somebody asks for it, or a little before."""

    def __init__(self, painter: Painter, number: int, page: Callable[[], Page], dpi: float) -> None:
        self._painter = painter
        self._number = number
        self._page = page
        self.dpi = dpi

    @property
    def page(self) -> Page:
        """The page; drawn anew, since many pages do not fit into memory."""
        return self._page()

    @property
    def values(self) -> object:
        """All that the picture is made from."""
        return self.page, self.dpi

    @property
    def png(self) -> bytes:
        """The picture as a PNG file, see-through where nothing is drawn."""
        return self._painter.painted(self._number)

    def file(self, path: str, what: str) -> OutputFile:
        """The picture as a file of an export."""
        return OutputFile(path, what, lambda: self.values, lambda: Content(self.png))


class Painter(ExitStack):
    """Paints pictures with all cores; those that are wanted one after the other should be announced so."""

    def __init__(self) -> None:
        super().__init__()
        self._writer = SvgWriter()
        self._pictures: list[Picture] = []
        self._begun: dict[int, Future[bytes]] = {}
        self._last: dict[tuple[str, float], Future[bytes]] = {}

    def picture(self, page: Callable[[], Page], dpi: float) -> Picture:
        """Announces a picture, and draws nothing yet."""
        made = Picture(self, len(self._pictures), page, dpi)
        self._pictures.append(made)
        return made

    def painted(self, number: int) -> bytes:
        """The picture of this number as a PNG file; others go on with those that follow it."""
        ahead = 1 if self._is_alone else (os.cpu_count() or 1) * _AHEAD
        for each in range(number, min(number + ahead, len(self._pictures))):
            if each not in self._begun:
                self._begun[each] = self._beginning(each, 2 * ahead)
        return self._begun.pop(number).result()

    @property
    def _is_alone(self) -> bool:
        """Whether this process paints, and starts no others."""
        return os.cpu_count() == 1 or len(self._pictures) < _FEW

    def _beginning(self, number: int, kept: int) -> Future[bytes]:
        """A picture in the making; one that is among the last, such as the back of all cards, is painted once."""
        key = self._svg(number), self._pictures[number].dpi
        found = self._last.pop(key, None) or self._painting(*key)
        self._last[key] = found
        if len(self._last) > kept:
            del self._last[next(iter(self._last))]
        return found

    def _painting(self, svg: str, dpi: float) -> Future[bytes]:
        if not self._is_alone:
            return self._pool.submit(_painted, svg, dpi)
        from concurrent.futures import Future

        done = Future[bytes]()
        done.set_result(_painted(svg, dpi))
        return done

    def _svg(self, number: int) -> str:
        picture = self._pictures[number]
        page = picture.page
        wide, high = (round(size * picture.dpi / MM_PER_INCH) for size in (page.width, page.height))
        if wide * high > _MOST_DOTS:
            most = int(picture.dpi * math.sqrt(_MOST_DOTS / (wide * high)))
            raise UnusableInput(
                f"a picture of {wide:,} x {high:,} dots is larger than pnp draws; write --dpi {most} or less"
            )
        return self._writer.text(page)

    @cached_property
    def _pool(self) -> Executor:
        from pnp.basics.aside import pool

        painters = pool(os.cpu_count() or 1)
        self.callback(painters.shutdown, cancel_futures=True)
        return painters


def _painted(svg: str, dpi: float) -> bytes:
    from pnp.render.png import png_of

    return png_of(svg, dpi)
