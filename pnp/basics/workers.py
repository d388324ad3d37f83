"""Workers: who does the parts of a long work, in this process, in others beside it, or on a Dask cluster."""

from __future__ import annotations

import hashlib
import signal
import sys
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar, cast

from pnp.basics.classes import frozen
from pnp.basics.errors import PnpError, UnusableInput

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

# A part is done again so often if its worker dies.
_AGAIN = 2

_DASK = "dask://"

# How Dask names its state while it works, and while it tries for some seconds to connect again.
_RUNNING, _CONNECTING = "running", "connecting"

# Seconds between looks whether there is still somebody who works.
LOOK = 2.0

_MOST = 256

Part = TypeVar("Part")
Parts = TypeVar("Parts", covariant=True)
Result = TypeVar("Result")


class Work(Protocol[Parts]):
    """The parts that are missing."""

    def take(self) -> Parts | None:
        """The next part; None if there is nothing left, or nothing before a part that somebody has is done."""


@frozen
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


def _note_death(deaths: dict[Part, int], part: Part, job: Job[Part, Any]) -> None:
    """Notes that a worker died, and raises WorkerLost if that part has had enough of them."""
    deaths[part] = deaths.get(part, 0) + 1
    if deaths[part] > _AGAIN:
        raise WorkerLost(
            f"a worker died {deaths[part]} times in or beside {job.title(part)}; {job.kept}."
            " Perhaps the computer lacks memory: repeat the command with fewer --workers"
        )


class Processes(Workers):
    """Processes on this computer, each of which starts when there is a part for it.

    Each has a pipe of its own. When one dies, even in the midst of a result, its pipe ends, and nobody else notices; the queues that
    a pool of Python's shares among its processes would wait for the rest.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._all: dict[Connection, BaseProcess] = {}

    def done(self, job: Job[Part, Result], work: Work[Part]) -> Iterator[Result]:
        from multiprocessing.connection import wait as any_of

        busy: dict[Connection, Part] = {}
        again: list[Part] = []
        deaths: dict[Part, int] = {}
        ready: list[Result] = []
        try:
            while True:
                # Nobody waits for work while a result is in use.
                while len(busy) < self.number:
                    part = again.pop() if again else work.take()
                    if part is None:
                        break
                    arguments = job.arguments(part)
                    pipe = next((each for each in self._all if each not in busy), None)
                    pipe = pipe or self._new()
                    busy[pipe] = part
                    # One that has died is found below, since its pipe has ended.
                    with suppress(OSError):
                        pipe.send((job.call, arguments))
                if ready:
                    yield ready.pop()
                    continue
                if not busy:
                    return
                for ended in any_of([*busy]):
                    pipe = cast("Connection", ended)
                    part = busy.pop(pipe)
                    try:
                        result, error = pipe.recv()
                    except (EOFError, OSError):
                        self._end([pipe])
                        _note_death(deaths, part, job)
                        again.append(part)
                        continue
                    if error is not None:
                        raise error
                    ready.append(result)
        finally:
            # Nobody asks for the results of these any more.
            self._end(busy)

    def _new(self) -> Connection:
        """The pipe to a new process."""
        from multiprocessing import get_context

        from pnp.basics.aside import begin

        context = get_context("spawn")
        pipe, other = context.Pipe()
        process = context.Process(target=_serve, args=(other, begin), daemon=True)
        with _without_interrupts():
            process.start()
        # The pipe ends when the process does.
        other.close()
        self._all[pipe] = process
        return pipe

    def _end(self, pipes: Iterable[Connection]) -> None:
        """Ends processes, even in the midst of a part."""
        ended = {pipe: self._all.pop(pipe) for pipe in pipes if pipe in self._all}
        for process in ended.values():
            process.terminate()
        for pipe, process in ended.items():
            process.join()
            pipe.close()

    def __exit__(self, *_: object) -> None:
        self._end([*self._all])


def _serve(pipe: Connection, begin: Callable[[], None]) -> None:
    """Does what comes by a pipe, and sends back the result and the error, one of which is None."""
    begin()
    while True:
        try:
            call, arguments = pipe.recv()
        except EOFError:
            return
        answer: tuple[Any, Exception | None]
        try:
            answer = call(*arguments), None
        except Exception as error:
            error.add_note(traceback.format_exc())
            answer = None, error
        pipe.send(answer)


class Cluster(Workers):
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
        self._executor: Executor = self._client.get_executor(pure=False, retries=0)

    def done(self, job: Job[Part, Result], work: Work[Part]) -> Iterator[Result]:
        running: dict[Future[Result], Part] = {}
        again: list[Part] = []
        deaths: dict[Part, int] = {}
        while True:
            # One part more than there are workers, so that none waits for it.
            while len(running) <= self.number:
                part = again.pop() if again else work.take()
                if part is None:
                    break
                try:
                    future = self._executor.submit(job.call, *job.arguments(part))
                except Exception:
                    self._check(job.kept)
                    raise
                running[future] = part
            if not running:
                return
            finished, _ = wait(running, timeout=LOOK, return_when=FIRST_COMPLETED)
            lost = []
            for future in finished:
                part = running.pop(future)
                try:
                    yield future.result()
                except CancelledError:
                    lost.append(part)
                except Exception as error:
                    if not is_lost(error):
                        raise
                    lost.append(part)
            # Work is lost with the connection, too; then no worker has died.
            self._check(job.kept)
            for part in lost:
                _note_death(deaths, part, job)
                again.append(part)

    def _check(self, kept: str) -> None:
        """Raises WorkerLost if there is no scheduler any more."""
        while self._client.status == _CONNECTING:
            time.sleep(LOOK)
        if self._client.status != _RUNNING:
            raise WorkerLost(
                f"the connection to the Dask scheduler at {self._address} is lost; {kept}. Start the"
                " cluster and repeat the command"
            )

    def __exit__(self, *_: object) -> None:
        # Without a connection there is nothing to cancel, and Dask refuses to.
        if self._client.status in (_RUNNING, _CONNECTING):
            self._executor.shutdown(wait=False)
        self._client.close()


def digest(files: Iterable[Path]) -> str:
    """A digest of the code in some files, by which a worker knows whether it would do the same.

    Their names count without their folders, so that it is the same wherever pnp is installed.
    """
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.name.encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()


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
    # New processes inherit the mask. Another thread of this process can still receive the signal; Python then calls the handler
    # in the main thread.
    is_main, delayed = threading.current_thread() is threading.main_thread(), list[int]()
    if is_main:
        handler = signal.signal(signal.SIGINT, lambda number, _: delayed.append(number))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        if is_main:
            signal.signal(signal.SIGINT, handler)
        if delayed:
            signal.raise_signal(signal.SIGINT)
