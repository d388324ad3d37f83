"""Pages in dots, painted by several processes side by side."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.render.svg import SvgWriter
from pnp.scene import Page

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

# Pictures that each process has waiting, so that it never waits for this one; few, since they are in memory.
_AHEAD = 4
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


class Painter(ExitStack):
    """Paints pictures with all cores; those that are wanted one after the other should be announced so."""

    def __init__(self) -> None:
        super().__init__()
        self._writer = SvgWriter()
        self._pictures: list[Picture] = []
        self._begun: dict[int, Future[bytes]] = {}

    def picture(self, page: Callable[[], Page], dpi: float) -> Picture:
        """Announces a picture, and draws nothing yet."""
        made = Picture(self, len(self._pictures), page, dpi)
        self._pictures.append(made)
        return made

    def painted(self, number: int) -> bytes:
        """The picture of this number as a PNG file; others go on with those that follow it."""
        processes = os.cpu_count() or 1
        if processes == 1 or len(self._pictures) < _FEW:
            return _painted(self._svg(number), self._pictures[number].dpi)
        for each in range(number, min(number + processes * _AHEAD, len(self._pictures))):
            if each not in self._begun:
                dpi = self._pictures[each].dpi
                self._begun[each] = self._pool.submit(_painted, self._svg(each), dpi)
        return self._begun.pop(number).result()

    def _svg(self, number: int) -> str:
        return self._writer.text(self._pictures[number].page)

    @cached_property
    def _pool(self) -> Executor:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # New processes, since libraries with threads do not survive a fork; Ctrl-C is this one's.
        pool = ProcessPoolExecutor(
            os.cpu_count(), get_context("spawn"), initializer=signal.signal, initargs=_DEAF
        )
        self.callback(pool.shutdown, cancel_futures=True)
        return pool


_DEAF = (signal.SIGINT, signal.SIG_IGN)


def _painted(svg: str, dpi: float) -> bytes:
    from pnp.render.png import png_of

    return png_of(svg, dpi)
