"""Processes that work beside the one of the command."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process


def pool(most: int) -> ProcessPoolExecutor:
    """At most so many new processes, each begun when it is needed.

    They are not forked, since libraries with threads do not survive that. They leave Ctrl-C to the process that wants
    their results, and end with it, even if somebody kills it.
    """
    return ProcessPoolExecutor(most, get_context("spawn"), initializer=begin)


def deaf() -> None:
    """Lets this process take no notice of Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def begin() -> None:
    """Lets this process leave Ctrl-C to the one that began it, and end with it."""
    deaf()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
