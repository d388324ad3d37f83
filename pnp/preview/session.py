"""Sessions: the sets on the screen, what their files say now, and the last states that were good."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from secrets import token_hex
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pnp.basics.classes import frozen
from pnp.basics.errors import Finding, Source, UnusableInput
from pnp.preview.builds import Builder
from pnp.preview.pictures import Pictures
from pnp.preview.snapshot import (
    Choice,
    Snapshot,
    files_of,
    findings_of,
    folders_of,
    note_failure,
    read_snapshot,
    with_rulebook,
)
from pnp.project.sets import SetFile, all_sets, resolve

if TYPE_CHECKING:
    from starlette.types import ASGIApp

# Good states that can be compared.
_REMEMBERED = 20

# Milliseconds: an editor that writes a file in two steps is done by then.
_QUIET = 10
_LONGEST = 120

# Milliseconds between two looks at the files if nothing tells of a change.
_NOW_AND_THEN = 1000

# Seconds that an empty file may stay so: some editors empty a file before they write it.
EMPTY = 0.3

# Seconds in which a page asks for the pictures that have changed.
PICTURES_FIRST = 0.4

# Seconds until a set that no page follows is read no more; its page may be asleep, or be loaded again.
LINGERS = 600.0

Result = TypeVar("Result")

Status = Literal["loading", "live", "broken", "deleted"]


@frozen
class Moment:
    """What the page shows: the last good snapshot, and whether the files still say the same.

    `findings` are those of the files as they are now. `number` grows with every change.
    """

    number: int
    status: Status
    snapshot: Snapshot | None
    findings: tuple[Finding, ...]
    saved: datetime
    milliseconds: int = 0
    complete: bool = False


class Sessions:
    """The sets that pages show, each with its session, made when somebody first asks for it.

    No two states have one number, whatever set they are of: pages name pictures by it. `record` is the file of a game that
    the page opens with.
    """

    def __init__(self, file: SetFile, theme: str, record: Path | None = None) -> None:
        self.first = file
        self.theme = theme
        self.record = record
        self.life = token_hex(4)
        self.numbers, self.revisions = count(1), count(1)
        # reportlab is not made for several threads.
        self.answering, self.reading = asyncio.Lock(), asyncio.Lock()
        self.builder = Builder(theme)
        self.open: dict[str, tuple[Session, asyncio.Task[None]]] = {}

    @property
    def names(self) -> list[str]:
        """The sets that a page may show."""
        return sorted({self.first.name, *(each.name for each in all_sets())})

    def of(self, name: str) -> Session:
        """The session of a set, by default of the first one; raises UnusableInput without such a set."""
        name = name or self.first.name
        if name not in self.open:
            if name not in self.names:
                raise UnusableInput("there is no such set")
            file = self.first if name == self.first.name else resolve([name])[0]
            session = Session(file, self)
            self.open[name] = session, asyncio.create_task(session.run())
        session, _ = self.open[name]
        session.used = monotonic()
        return session

    async def run(self) -> None:
        """Reads the first set, and ends sessions that nobody follows, until it is cancelled."""
        self.of("")
        try:
            while True:
                await asyncio.sleep(LINGERS / 4)
                for name, (session, task) in [*self.open.items()]:
                    if not session.followers and monotonic() - session.used > LINGERS:
                        task.cancel()
                        del self.open[name]
        finally:
            await self.builder.stop()
            for _, task in self.open.values():
                task.cancel()
            await asyncio.gather(*(task for _, task in self.open.values()), return_exceptions=True)


class Session:
    """One set on the screen; everything but reading files happens in one event loop."""

    def __init__(self, file: SetFile, sessions: Sessions) -> None:
        self.file = file
        self.all = sessions
        self.pictures = Pictures()
        self.history: tuple[Moment, ...] = ()
        self.moment = Moment(next(sessions.numbers), "loading", None, (), datetime.now())
        self.choice: Choice = "ask"
        self.answers: ASGIApp | None = None
        self.used, self.followers = monotonic(), 0
        self._files_read: Collection[object] = ()
        self._changed = asyncio.Event()
        self._news = asyncio.Condition()

    @property
    def snapshot(self) -> Snapshot:
        """The last good state; raises UnusableInput if pnp has not read any yet."""
        if self.moment.snapshot is None:
            raise UnusableInput("no set has been read yet")
        return self.moment.snapshot

    async def in_turn(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """The result of a function in a thread, one at a time.

        Files are read beside it, so that no answer keeps a save from the screen.
        """
        async with self.all.answering:
            return await asyncio.to_thread(function, *arguments)

    # What the page asks for

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Counts a page that follows the set meanwhile."""
        self.followers += 1
        try:
            yield
        finally:
            self.followers -= 1
            self.used = monotonic()

    @property
    def before(self) -> Snapshot | None:
        """The state before the one on the screen."""
        now = self.moment.snapshot
        earlier = (each.snapshot for each in reversed(self.history) if each.snapshot)
        return next((each for each in earlier if now and each.revision < now.revision), None)

    def choose(self, choice: Choice) -> None:
        """Says which tiles of a very large set to draw."""
        self.choice = choice
        self._changed.set()

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files of the set, and of all findings, by the numbers that the page has for them."""
        shown = () if self.moment.snapshot is None else self.moment.snapshot.sources
        found = [
            place.source
            for finding in self.moment.findings
            for place in (finding.place, *(each.place for each in finding.related))
        ]
        # The order does not depend on the findings as far as the set's own files go.
        first: dict[str, Source] = {}
        for source in (*shown, *found):
            first.setdefault(source.name, source)
        return tuple(source for name, source in first.items() if name)

    def good(self, revision: str) -> Snapshot:
        """The remembered state with this revision, as an address has it; raises UnusableInput."""
        for moment in self.history:
            if moment.snapshot is not None and str(moment.snapshot.revision) == revision:
                return moment.snapshot
        raise UnusableInput("pnp no longer remembers this state")

    async def news(self, after: int) -> Moment:
        """The current moment, as soon as it is later than number *after*."""
        async with self._news:
            await self._news.wait_for(lambda: self.moment.number > after)
            return self.moment

    # What the files say

    async def run(self) -> None:
        """Reads the set, and again after each change of its files, until it is cancelled."""
        watcher = asyncio.create_task(self._watch())
        try:
            self._changed.set()
            while True:
                await self._changed.wait()
                self._changed.clear()
                await self._read()
        finally:
            watcher.cancel()

    async def _read(self) -> None:
        path, saved, start = self.file.path, datetime.now(), perf_counter()
        # Noted before the files are read, so that no save in between is lost.
        self._files_read = files_of(path)
        if await self._is_empty_for_now(path):
            return
        try:
            async with self.all.reading:
                snapshot = await asyncio.to_thread(
                    read_snapshot,
                    path,
                    self.all.theme,
                    self.pictures,
                    next(self.all.revisions),
                    self.choice,
                )
        except Exception as error:
            # Whatever goes wrong, the next save is read again.
            note_failure(error)
            status: Status = "broken" if path.exists() else "deleted"
            findings = findings_of(error, path)
            await self.publish(replace(self.moment, status=status, findings=findings, saved=saved))
            return
        taken = round((perf_counter() - start) * 1000)
        moment = Moment(0, "live", snapshot, snapshot.findings, saved, taken)
        await self.publish(moment)
        # The rulebook takes longer than the pieces, and only adds findings to what is on the screen:
        # it waits until the page has its pictures.
        if await self._changes_within(PICTURES_FIRST):
            return
        async with self.all.reading:
            complete = await asyncio.to_thread(with_rulebook, snapshot)
        if not self._changed.is_set():
            await self.publish(
                replace(moment, snapshot=complete, findings=complete.findings, complete=True)
            )
            await asyncio.to_thread(tidy)

    async def _is_empty_for_now(self, path: Path) -> bool:
        """Whether an empty file gets its text within a moment; its next change is then on its way."""
        with suppress(OSError):
            return path.stat().st_size == 0 and await self._changes_within(EMPTY)
        return False

    async def _changes_within(self, seconds: float) -> bool:
        """Whether a file changes within this time."""
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def publish(self, moment: Moment) -> None:
        async with self._news:
            self.moment = replace(moment, number=next(self.all.numbers))
            if self.moment.status == "live" and self.moment.snapshot:
                self._remember(self.moment)
            self._news.notify_all()

    def _remember(self, moment: Moment) -> None:
        assert moment.snapshot is not None
        last = self.history[-1].snapshot if self.history else None
        if last is not None and last.revision == moment.snapshot.revision:
            # The same state, complete: pages may still ask for its other pictures.
            self.history = (*self.history[:-1], moment)
            return
        self.history = (*self.history, moment)[-_REMEMBERED:]
        kept = {name for each in self.history if each.snapshot for name in each.snapshot.pictures}
        self.pictures.keep(kept)

    async def _watch(self) -> None:
        """Notes when a file of the set is no longer as it was when pnp read it."""
        while True:
            folders = folders_of(self.file.path)
            async for _ in looks_at(folders):
                if files_of(self.file.path) != self._files_read:
                    self._changed.set()
                if folders_of(self.file.path) != folders:
                    break


def tidy() -> None:
    """Frees memory while nobody waits for a picture, and spares the next save a walk through all that is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def looks_at(folders: Collection[Path]) -> AsyncIterator[object]:
    """A moment to look at the folders: after each change, and now and then all the same.

    A file may change before the watch begins, and some file systems tell of no change.
    """
    from watchfiles import awatch

    if not folders:
        # The set's whole folder is gone; it may come back.
        await asyncio.sleep(_NOW_AND_THEN / 1000)
        yield None
        return
    try:
        async for changes in awatch(
            *folders,
            debounce=_LONGEST,
            step=_QUIET,
            recursive=False,
            rust_timeout=_NOW_AND_THEN,
            yield_on_timeout=True,
        ):
            yield changes
    except Exception as error:
        # The system may have no watches left, or a folder may be gone: look now and then.
        note_failure(error)
        await asyncio.sleep(_NOW_AND_THEN / 1000)
        yield None
