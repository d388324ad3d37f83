"""Workers for tests, some of which die, and commands that are stopped or not read."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from tests.conftest import ROOT


@contextmanager
def one_killed() -> Iterator[None]:
    """Kills a process beside this one as soon as there is one."""
    killing = threading.Thread(target=_kill_one, daemon=True)
    killing.start()
    yield
    killing.join()


def _kill_one() -> None:
    while not multiprocessing.active_children():
        time.sleep(0.01)
    multiprocessing.active_children()[0].kill()


@contextmanager
def local_cluster(number: int) -> Iterator[tuple[Any, str]]:
    """A Dask cluster on this machine with so many workers, and its name for `--workers`."""
    from distributed import LocalCluster

    made: Any = LocalCluster
    with made(n_workers=number, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster, cluster.scheduler_address.replace("tcp://", "dask://")


@contextmanager
def one_killed_of(cluster: Any, seconds: float) -> Iterator[None]:
    """Kills a worker of a cluster after some seconds."""
    pid = next(worker.pid for worker in cluster.workers.values())
    timer = threading.Timer(seconds, os.kill, (pid, signal.SIGKILL))
    timer.start()
    yield
    timer.join()


def interrupted(
    words: list[str], started: Callable[[IO[str]], object], seconds: float
) -> tuple[int, str, str]:
    """The exit code and the output of a call of pnp that Ctrl-C stops, so many seconds after it has *started*."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    started(process.stdout)
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err
