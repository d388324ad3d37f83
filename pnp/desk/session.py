"""The session: the set on the screen, what its files say now, and the last states that were good."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, TypeVar

from pnp.basics.errors import Finding, InvalidDefinition, PnpError, Severity, UnusableInput
from pnp.desk.pictures import Pictures
from pnp.desk.snapshot import (
    Choice,
    Snapshot,
    at_start,
    files_of,
    folders_of,
    read_snapshot,
    with_rulebook,
)
from pnp.project import SetFile

# Good states that can be compared.
_REMEMBERED = 20

# Milliseconds: an editor that writes a file in two steps is done by then.
_QUIET = 30
_LONGEST = 120

# Seconds that an empty file may stay so: some editors empty a file before they write it.
_EMPTY = 0.3

# Seconds in which a page asks for the pictures that have changed.
_PICTURES_FIRST = 0.4

Result = TypeVar("Result")

Status = Literal["live", "broken", "deleted"]


@dataclass(frozen=True)
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


class Session:
    """One set on the screen; everything but reading files happens in one event loop."""

    def __init__(self, file: SetFile, theme: str) -> None:
        self.file = file
        self.theme = theme
        self.pictures = Pictures()
        self.history: deque[Moment] = deque(maxlen=_REMEMBERED)
        self.moment = Moment(0, "broken", None, (), datetime.now())
        self.choice: Choice = "ask"
        self._read_from: object = None
        self._turn = asyncio.Lock()
        self._changed = asyncio.Event()
        self._news = asyncio.Condition()
        self._switched = asyncio.Event()

    @property
    def snapshot(self) -> Snapshot:
        """The last good state; raises UnusableInput if there is none yet."""
        if self.moment.snapshot is None:
            raise UnusableInput("no set has been read yet")
        return self.moment.snapshot

    async def in_turn(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """The result of a function in a thread, one at a time.

        reportlab and matplotlib are not made for several threads. Files are read beside it, so that
        no answer keeps a save from the screen.
        """
        async with self._turn:
            return await asyncio.to_thread(function, *arguments)

    # What the page asks for

    async def show(self, file: SetFile) -> None:
        """Shows another set."""
        self.file, self.choice = file, "ask"
        self.history.clear()
        await self._publish(replace(self.moment, snapshot=None, findings=(), complete=False))
        self._switched.set()
        self._changed.set()

    def choose(self, choice: Choice) -> None:
        """Says which tiles of a very large set to draw."""
        self.choice = choice
        self._changed.set()

    def good(self, revision: int) -> Moment | None:
        """The remembered state with this revision."""
        found = (
            each for each in self.history if each.snapshot and each.snapshot.revision == revision
        )
        return next(found, None)

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
        before = self.moment.snapshot
        if await self._is_empty_for_now(path):
            return
        reading_from = (path, self.choice, files_of(before))
        if self.moment.status == "live" and before and reading_from == self._read_from:
            return
        revision = 1 + (before.revision if before else 0)
        try:
            snapshot = await asyncio.to_thread(
                read_snapshot, path, self.theme, self.pictures, revision, self.choice
            )
        except PnpError as error:
            status: Status = "broken" if path.exists() else "deleted"
            if path == self.file.path:
                findings = findings_of(error, path)
                await self._publish(
                    replace(self.moment, status=status, findings=findings, saved=saved)
                )
            return
        if path != self.file.path:
            return
        self._read_from = None
        taken = round((perf_counter() - start) * 1000)
        moment = Moment(0, "live", snapshot, snapshot.findings, saved, taken)
        await self._publish(moment)
        # The rulebook takes longer than the pieces, and only adds findings to what is on the screen:
        # it waits until the page has its pictures.
        if await self._changes_within(_PICTURES_FIRST):
            return
        complete = await asyncio.to_thread(with_rulebook, snapshot)
        if path == self.file.path and not self._changed.is_set():
            await self._publish(
                replace(moment, snapshot=complete, findings=complete.findings, complete=True)
            )
            self._read_from = (path, self.choice, files_of(complete))

    async def _is_empty_for_now(self, path: Path) -> bool:
        """Whether an empty file gets its text within a moment; its next change is then on its way."""
        if not path.is_file() or path.stat().st_size:
            return False
        return await self._changes_within(_EMPTY)

    async def _changes_within(self, seconds: float) -> bool:
        """Whether a file changes within this time."""
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def _publish(self, moment: Moment) -> None:
        async with self._news:
            self.moment = replace(moment, number=self.moment.number + 1)
            if self.moment.status == "live" and self.moment.snapshot:
                self._remember(self.moment)
            self._news.notify_all()

    def _remember(self, moment: Moment) -> None:
        assert moment.snapshot is not None
        last = self.history[-1].snapshot if self.history else None
        if last is not None and last.revision == moment.snapshot.revision:
            self.history.pop()
        self.history.append(moment)
        kept = {name for each in self.history if each.snapshot for name in each.snapshot.pictures}
        self.pictures.keep(kept)

    async def _watch(self) -> None:
        """Notes each change of a file beside the set or its templates."""
        while True:
            self._switched.clear()
            folders = self._folders()
            async for _ in _changes(folders, self._switched):
                self._changed.set()
                if self._folders() != folders:
                    break

    def _folders(self) -> frozenset[Path]:
        folder = self.file.path.absolute().parent
        snapshot = self.moment.snapshot
        more = () if snapshot is None else folders_of(snapshot.definition)
        return frozenset(each for each in (folder, *more) if each.is_dir())


async def _changes(folders: frozenset[Path], stop: asyncio.Event) -> AsyncIterator[object]:
    from watchfiles import awatch

    if not folders:
        # The set's whole folder is gone; it may come back.
        await asyncio.sleep(1.0)
        yield None
        return
    options = {"debounce": _LONGEST, "step": _QUIET, "recursive": False}
    async for changes in awatch(*folders, stop_event=stop, **options):  # type: ignore[arg-type]
        if any(not Path(path).name.startswith(".") for _, path in changes):
            yield changes


def findings_of(error: PnpError, path: Path) -> tuple[Finding, ...]:
    """An error as findings with places."""
    if isinstance(error, InvalidDefinition):
        return error.findings
    place = getattr(error, "place", None) or at_start(path)
    return (Finding("unreadable", Severity.ERROR, getattr(error, "message", str(error)), place),)
