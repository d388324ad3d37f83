"""Workers: who does the parts of a long work, in this process, in others beside it, or on a Dask cluster."""

from __future__ import annotations

import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from pnp.basics.errors import PnpError, UnusableInput

# A part is done again so often if its worker dies.
_AGAIN = 2

_DASK = "dask://"

# How Dask names its state while it works, and while it tries for some seconds to connect again.
_RUNNING, _CONNECTING = "running", "connecting"

# Seconds between looks whether there is still somebody who works.
_LOOK = 2.0

_MOST = 256

Part = TypeVar("Part")
Parts = TypeVar("Parts", covariant=True)
Result = TypeVar("Result")


class Work(Protocol[Parts]):
    """The parts that are missing."""

    def take(self) -> Parts | None:
        """The next part; None if there is nothing left, or nothing before a part that somebody has is done."""


@dataclass(frozen=True)
class Job(Generic[Part, Result]):
    """What is done with each part: a function of a module, called with the arguments for the part.

    Messages name a part by its `title`, and say what is `kept` if the work cannot go on.
    """

    call: Callable[..., Result]
    arguments: Callable[[Part], tuple[Any, ...]]
    title: Callable[[Part], str]
    kept: str


class WorkerLost(PnpError):
    """A worker died each time that it did some part."""

    rule = "worker"


class Workers(ABC):
    """Those who work; a context manager, after which nobody works any more."""

    number: int

    @abstractmethod
    def done(self, job: Job[Part, Result], work: Work[Part]) -> Iterator[Result]:
        """The result of each part when it is there, in any order."""

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends all that still works."""


def workers_named(text: str) -> Workers:
    """The workers in a text, a number or `dask://host:port`; raises UnusableInput."""
    if text.startswith(_DASK):
        return Cluster(text.removeprefix(_DASK))
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST):
        raise UnusableInput(
            f'--workers "{text}": write a number from 1 to {_MOST}, or {_DASK}HOST:PORT'
        )
    return Alone() if int(text) == 1 else Processes(int(text))


class Alone(Workers):
    """This process."""

    number = 1

    def done(self, job: Job[Part, Result], work: Work[Part]) -> Iterator[Result]:
        while (part := work.take()) is not None:
            yield job.call(*job.arguments(part))

    def __exit__(self, *_: object) -> None:
        pass


class _Outside(Workers):
    """Workers behind an executor, which gets a few parts more than there are workers."""

    @abstractmethod
    def _executor(self) -> Executor:
        """The executor that is there, or a new one."""

    def _has_deaths(self) -> bool:
        """Whether a worker died, which the executor itself may never notice."""
        return False

    def _lost(self) -> None:
        """The executor is of no use any more."""

    def _check(self, kept: str) -> None:
        """Raises WorkerLost if no worker will come back."""

    def done(self, job: Job[Part, Result], work: Work[Part]) -> Iterator[Result]:
        running: dict[Future[Result], Part] = {}
        again: list[Part] = []
        deaths: dict[Part, int] = {}
        while True:
            while len(running) <= self.number:
                part = again.pop() if again else work.take()
                if part is None:
                    break
                arguments = job.arguments(part)
                try:
                    with _without_interrupts():
                        future = self._executor().submit(job.call, *arguments)
                except (BrokenProcessPool, RuntimeError, ValueError):
                    # A worker has died since the last look; ValueError if the pool closes while it starts another one.
                    again.append(part)
                    break
                running[future] = part
            if not running and not again:
                return
            finished, _ = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)
            lost = []
            for future in finished:
                part = running.pop(future)
                try:
                    yield future.result()
                except (BrokenProcessPool, CancelledError):
                    lost.append(part)
                except Exception as error:
                    if not is_lost(error):
                        raise
                    lost.append(part)
            # Work is lost with the connection, too; then no worker has died.
            self._check(job.kept)
            if lost or self._has_deaths() or not (running or finished):
                lost += running.values()
                running.clear()
                self._lost()
            for part in lost:
                deaths[part] = deaths.get(part, 0) + 1
                if deaths[part] > _AGAIN:
                    raise WorkerLost(
                        f"a worker died {deaths[part]} times in or beside {job.title(part)}; {job.kept}."
                        " Perhaps the computer lacks memory: repeat the command with fewer --workers"
                    )
                again.append(part)


class Processes(_Outside):
    """Processes on this computer, which start when the first part is there for them."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: Any = None

    def _executor(self) -> Executor:
        if self._pool is None:
            from pnp.basics.aside import pool

            self._pool = pool(self.number)
        executor: Executor = self._pool
        return executor

    def _has_deaths(self) -> bool:
        return any(not process.is_alive() for process in self._processes())

    def _processes(self) -> list[Any]:
        return [] if self._pool is None else [*(self._pool._processes or {}).values()]

    def _lost(self) -> None:
        # A part may take minutes, and nobody waits for it any more.
        processes, pool, self._pool = self._processes(), self._pool, None
        if pool is None:
            return
        results = pool._result_queue
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        # One of them may have been in the midst of a result, for whose end the pool waits as long as anybody can write.
        results._writer.close()

    def __exit__(self, *_: object) -> None:
        self._lost()


class Cluster(_Outside):
    """The workers of a Dask cluster, whose scheduler is at an address."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise UnusableInput(
                'work on a cluster needs Dask: install it with pip install "pnp-tiles[cluster]"'
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

    def _check(self, kept: str) -> None:
        while self._client.status == _CONNECTING:
            time.sleep(_LOOK)
        if self._client.status != _RUNNING:
            raise WorkerLost(
                f"the connection to the Dask scheduler at {self._address} is lost; {kept}. Start the"
                " cluster and repeat the command"
            )

    def __exit__(self, *_: object) -> None:
        # Without a connection there is nothing to cancel, and Dask refuses to.
        if self._client.status in (_RUNNING, _CONNECTING):
            self._client_executor.shutdown(wait=False)
        self._client.close()


def is_lost(error: Exception) -> bool:
    """Whether Dask says with an error that a worker, or the connection to it, was lost during some work.

    When only the connection breaks, Dask's executor takes a result that is no exception for one, and raises an error of its own.
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
