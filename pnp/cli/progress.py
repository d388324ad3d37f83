"""A progress bar for work of more than a second, if a person watches."""

from __future__ import annotations

import logging
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from pnp.basics.words import visible
from pnp.cli.loudness import Loudness, loudness

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

_log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds without a bar
_STEPS = 1000


class Progress:
    """Shows the progress of some work; *wanted* is None to show it in a terminal only."""

    def __init__(self, wanted: bool | None, *, parts: int = 1) -> None:
        in_terminal = sys.stderr.isatty() and loudness() is Loudness.NORMAL
        self._shown = in_terminal if wanted is None else wanted
        self._patience = PATIENCE if wanted is None else 0.0
        self._parts = parts
        self._done = 0
        self._started = time.monotonic()
        self._step, self._step_began = "", self._started
        self._bar: ProgressBar[Any] | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end_step()
        if self._bar is not None:
            self._bar.render_finish()

    def _end_step(self) -> None:
        """Logs the step that ends, with its time."""
        now = time.monotonic()
        if self._step:
            _log.info("%s took %.2f s", self._step, now - self._step_began)
        self._step, self._step_began = "", now

    def part_done(self) -> None:
        """Counts a part of the work as finished."""
        self._done += 1

    def __call__(self, what: str, share: float) -> None:
        """Shows what the current part is at, and its share that is finished, from 0 to 1."""
        if what != self._step:
            self._end_step()
            self._step = what
        if not self._shown or time.monotonic() - self._started < self._patience:
            return
        if self._bar is None:
            self._bar = click.progressbar(length=_STEPS, file=sys.stderr, width=24, show_eta=False)
        position = int((self._done + min(share, 1.0)) / self._parts * _STEPS)
        self._bar.label = f"{visible(what)[:36]:36}"
        self._bar.update(max(0, position - self._bar.pos))
        self._bar.render_progress()
