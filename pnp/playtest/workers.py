"""Workers: who plays the chunks of a run, in this process, in others beside it, or on a Dask cluster."""

from __future__ import annotations

import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from pnp.basics.errors import PnpError, UnusableInput
from pnp.playtest.kingmaking import Look, looks
from pnp.playtest.setting import Row, Setting, code, packed

# Games are played again so often if their worker dies.
_AGAIN = 2

_DASK = "dask://"

# Seconds between looks whether there is still somebody who plays.
_LOOK = 2.0


class Chunk(NamedTuple):
    """Some games of one arm, by its index: to be played, or with their `records` to be looked at for kingmaking."""

    arm: int
    numbers: tuple[int, ...]
    records: tuple[str, ...] = ()


class Done(NamedTuple):
    """A chunk that was played: its rows and the seconds that it took; or the looks at each of its games."""

    chunk: Chunk
    rows: list[Row]
    seconds: float
    looks: tuple[tuple[Look, ...], ...] = ()


class Work(Protocol):
    """The games that are missing."""

    def take(self) -> Chunk | None:
        """The next chunk; None if there is nothing left."""


class WorkerLost(PnpError):
    """A worker died each time that it played some games."""

    rule = "worker"


class Workers(ABC):
    """Those who play; a context manager, after which nobody plays any more."""

    number: int

    @abstractmethod
    def played(self, settings: tuple[Setting, ...], work: Work) -> Iterator[Done]:
        """Each chunk of the work when it has been played, in any order."""

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends all that still plays."""


def workers_named(text: str) -> Workers:
    """The workers in a text, a number or `dask://host:port`; raises UnusableInput."""
    if text.startswith(_DASK):
        return Cluster(text.removeprefix(_DASK))
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST):
        raise UnusableInput(
            f'--workers "{text}": write a number from 1 to {_MOST}, or {_DASK}HOST:PORT'
        )
    return Alone() if int(text) == 1 else Processes(int(text))


_MOST = 256


class Alone(Workers):
    """This process."""

    number = 1

    def played(self, settings: tuple[Setting, ...], work: Work) -> Iterator[Done]:
        while (chunk := work.take()) is not None:
            yield play(settings[chunk.arm], chunk)

    def __exit__(self, *_: object) -> None:
        pass


class _Outside(Workers):
    """Workers behind an executor, which gets a few chunks more than there are workers."""

    @abstractmethod
    def _executor(self) -> Executor:
        """The executor that is there, or a new one."""

    def _lost(self) -> None:
        """The executor is of no use any more."""

    def _check(self) -> None:
        """Raises WorkerLost if no worker will come back."""

    def played(self, settings: tuple[Setting, ...], work: Work) -> Iterator[Done]:
        running: dict[Future[Done], Chunk] = {}
        again: list[Chunk] = []
        deaths: dict[Chunk, int] = {}
        while True:
            while len(running) <= self.number:
                chunk = again.pop() if again else work.take()
                if chunk is None:
                    break
                setting = settings[chunk.arm]
                try:
                    with _without_interrupts():
                        future = self._executor().submit(
                            play, setting, chunk, code(setting.arm.game)
                        )
                except (BrokenProcessPool, RuntimeError):
                    # A worker has died since the last look.
                    again.append(chunk)
                    break
                running[future] = chunk
            if not running and not again:
                return
            self._check()
            finished, _ = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)
            lost = []
            for future in finished:
                chunk = running.pop(future)
                try:
                    yield future.result()
                except (BrokenProcessPool, CancelledError):
                    lost.append(chunk)
                except Exception as error:
                    if not is_lost(error):
                        raise
                    lost.append(chunk)
            if lost or not (running or finished):
                lost += running.values()
                running.clear()
                self._lost()
            for chunk in lost:
                deaths[chunk] = deaths.get(chunk, 0) + 1
                if deaths[chunk] > _AGAIN:
                    raise WorkerLost(
                        f"a worker died {deaths[chunk]} times in or beside {_games(settings, chunk)}; the games before are"
                        " kept. Perhaps the computer lacks memory: repeat the command with fewer --workers"
                    )
                again.append(chunk)


def _games(settings: tuple[Setting, ...], chunk: Chunk) -> str:
    first, last = chunk.numbers[0], chunk.numbers[-1]
    which = f"game {first}" if first == last else f"games {first} to {last}"
    return f"{which} of {settings[chunk.arm].arm.game}"


class Processes(_Outside):
    """Processes on this computer, which start when the first chunk is there for them."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: Any = None

    def _executor(self) -> Executor:
        if self._pool is None:
            from pnp.basics.aside import pool

            self._pool = pool(self.number)
        executor: Executor = self._pool
        return executor

    def _lost(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def __exit__(self, *_: object) -> None:
        if self._pool is None:
            return
        # A game may take minutes, and nobody waits for it any more.
        processes = [*(self._pool._processes or {}).values()]
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


class Cluster(_Outside):
    """The workers of a Dask cluster, whose scheduler is at an address."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise UnusableInput(
                'playing on a cluster needs Dask: install it with pip install "pnp-tiles[cluster]"'
            ) from None
        self._address = address
        try:
            client: Any = Client
            self._client = client(f"tcp://{address}", timeout="5s", set_as_default=False)
        except (OSError, ValueError) as error:
            raise UnusableInput(
                f"there is no Dask scheduler at {address}: {str(error).splitlines()[0]}"
            ) from None
        self.number = sum(self._client.nthreads().values())
        if not self.number:
            self._client.close()
            raise UnusableInput(
                f"the Dask cluster at {address} has no workers; start some, and repeat the command"
            )
        self._client_executor = self._client.get_executor(pure=False, retries=0)

    def _executor(self) -> Executor:
        executor: Executor = self._client_executor
        return executor

    def _check(self) -> None:
        if self._client.status not in ("running", "connecting"):
            raise WorkerLost(
                f"the connection to the Dask scheduler at {self._address} is lost; what was played is kept, so start the"
                " cluster and repeat the command"
            )

    def __exit__(self, *_: object) -> None:
        self._client_executor.shutdown(wait=False)
        self._client.close()


def is_lost(error: Exception) -> bool:
    """Whether Dask says with an error that a worker, or the connection to it, was lost while a chunk was played.

    Where only the connection breaks, Dask's executor fails itself: it looks for an exception in a result that is none.
    """
    raised = error.__traceback__
    while raised is not None and raised.tb_next is not None:
        raised = raised.tb_next
    where = "" if raised is None else raised.tb_frame.f_globals.get("__name__")
    return type(error).__name__ == "KilledWorker" or where == "distributed.cfexecutor"


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Delays Ctrl-C; processes that start meanwhile never hear of it, not even while they import."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    # Its start would allow interrupts again.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def play(setting: Setting, chunk: Chunk, expected: str = "") -> Done:
    """The chunk, played or looked at here; raises UnusableInput if the rules here are not those that are expected."""
    if expected and code(setting.arm.game) != expected:
        raise UnusableInput(
            f"a worker has another version of pnp or of the rules of {setting.arm.game}; install the same everywhere"
        )
    started = time.perf_counter()
    found: tuple[tuple[Look, ...], ...] = ()
    rows: list[Row] = []
    if chunk.records:
        seeds = map(setting.seed_of, chunk.numbers)
        pairs = zip(chunk.records, seeds, strict=True)
        found = tuple(looks(setting.game(seed), record, seed) for record, seed in pairs)
    else:
        rows = [packed(setting.play(number)) for number in chunk.numbers]
    return Done(chunk, rows, time.perf_counter() - started, found)
