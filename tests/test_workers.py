"""Workers that die, wherever they are in their work, and workers whose work nobody waits for any more."""

from __future__ import annotations

import asyncio
import inspect
import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import Future
from multiprocessing import resource_tracker, util
from pathlib import Path
from typing import Any

import pytest

from pnp.basics.workers import Cluster, Job, Processes, WorkerLost, is_lost


class Numbers:
    """So many parts."""

    def __init__(self, most: int) -> None:
        self.left = [*range(most)]

    def take(self) -> int | None:
        return self.left.pop(0) if self.left else None


def _number(number: int, marker: Path, then: str) -> int:
    """The number; the first time that it is 1, a worker begins to send it, and dies or sends no more."""
    if number != 1 or marker.exists():
        return number
    frame = inspect.currentframe()
    while frame is not None and "pipe" not in frame.f_locals:
        frame = frame.f_back
    assert frame is not None
    # The length of a text of which no more comes.
    os.write(frame.f_locals["pipe"].fileno(), (1000).to_bytes(4, "big"))
    marker.touch()
    if then == "dies":
        os._exit(1)
    time.sleep(600)
    return number


def _job(marker: Path, then: str) -> Job[int, int]:
    return Job(_number, lambda number: (number, marker, then), lambda number: f"part {number}", "it is kept")  # fmt: skip


@pytest.mark.slow
def test_a_worker_dies_in_the_midst_of_a_result(tmp_path: Path) -> None:
    """It is replaced, and its part is done again."""
    with Processes(2) as crew:
        found: list[int] = []
        work = crew.done(_job(tmp_path / "marker", "dies"), Numbers(20))
        waiting = threading.Thread(target=lambda: found.extend(work), daemon=True)
        waiting.start()
        waiting.join(60)
    assert sorted(found) == [*range(20)]


@pytest.mark.slow
def test_results_that_nobody_asked_for_are_of_no_other_work() -> None:
    """The second work begins while processes do the first."""
    with Processes(2) as crew:
        first = crew.done(Job[int, int](abs, lambda number: (number,), str, ""), Numbers(20))
        assert next(first) in (0, 1)
        first.close()
        second = crew.done(Job[int, str](str, lambda number: (number,), str, ""), Numbers(20))
        assert sorted(second, key=int) == [*map(str, range(20))]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals for one process")
def test_ctrl_c_waits_until_a_process_has_begun(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], ctrl_c: None
) -> None:
    """The system may deliver Ctrl-C to any thread, such as a library's. A process that reads half of its start prints a traceback."""
    ended = threading.Event()
    other = threading.Thread(target=ended.wait)
    other.start()
    resource_tracker.ensure_running()
    spawn = util.spawnv_passfds

    def interrupted(*arguments: Any) -> int:
        pid = spawn(*arguments)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
        return pid

    monkeypatch.setattr(util, "spawnv_passfds", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt), Processes(1) as crew:
            [*crew.done(Job[int, int](abs, lambda number: (number,), str, ""), Numbers(3))]
    finally:
        ended.set()
        other.join()
    time.sleep(1)
    assert capfd.readouterr().err == ""


def test_nobody_waits_for_the_rest_of_a_result(tmp_path: Path) -> None:
    """The process ends, and so does the program."""
    marker, threads = tmp_path / "marker", {*threading.enumerate()}
    with Processes(1) as crew:
        work = crew.done(_job(marker, "waits"), Numbers(20))
        assert next(work) == 0
        while not marker.exists():
            time.sleep(0.01)
    assert {*threading.enumerate()} <= threads and multiprocessing.active_children() == []


def test_work_that_is_lost_with_the_connection_is_no_death_of_a_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dask cancels all work before it tries to connect again, and tries for longer than work is done again."""

    class Gone:
        looks = 0

        @property
        def status(self) -> str:
            self.looks += 1
            return "connecting" if self.looks < 10 else "closed"

        def nthreads(self) -> dict[str, int]:
            return {"worker": 1}

        def get_executor(self, **_: object) -> Gone:
            return self

        def submit(self, *_: object) -> Future[int]:
            future: Future[int] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    monkeypatch.setattr("pnp.basics.workers.LOOK", 0.0)
    monkeypatch.setattr("distributed.Client", lambda *_, **__: Gone())
    crew = Cluster("host:1")
    job = Job[int, int](abs, lambda number: (number,), str, "it is kept")
    with pytest.raises(WorkerLost, match=r"the connection to the Dask scheduler at host:1 is lost"):
        next(crew.done(job, Numbers(1)))


@pytest.mark.parametrize("result", [None, "a longer text"])
def test_work_that_a_cluster_forgets_is_lost(result: object) -> None:
    """It is done again; an error of the work itself is not."""
    from distributed import cfexecutor

    # What Dask's executor does with a future: no test can break a connection at the moment when it is forgotten.
    cascade = vars(cfexecutor)["_cascade_future"]

    class Forgotten:
        status = "lost"

        async def _result(self, raiseit: bool) -> object:
            return result

    async def ended(done: Future[object]) -> None:
        await cascade(Forgotten(), done)

    done = Future[object]()
    # Tests in a browser leave this thread with a loop of its own.
    thread = threading.Thread(target=lambda: asyncio.run(ended(done)))
    thread.start()
    thread.join()
    with pytest.raises((TypeError, ValueError)) as lost:
        done.result()
    assert is_lost(lost.value)
    with pytest.raises(ValueError, match="invalid literal") as own:
        int("x")
    assert not is_lost(own.value)
