"""The store: every game that was played, in one SQLite file, so that a run goes on where it was.

Games are kept by the digest of their setting and by their number. Another plan that has the same setting finds them, and
games by other rules, sets or bots stay and are not used.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from pnp.basics.errors import OutputError, PnpError, UnusableInput
from pnp.playtest.arms import Played
from pnp.playtest.kingmaking import Look, code_of_looks
from pnp.playtest.setting import Row, Setting, unpacked
from pnp.project.files import uninterrupted

# "pnpt", by which SQLite's tools know the file, and the version of its tables.
_APPLICATION = 0x706E7074
_VERSION = 1

_TABLES = """
CREATE TABLE settings (id INTEGER PRIMARY KEY, digest TEXT UNIQUE NOT NULL, arm TEXT NOT NULL, source TEXT NOT NULL);
CREATE TABLE games (
    setting INTEGER NOT NULL REFERENCES settings, number INTEGER NOT NULL, seed INTEGER NOT NULL,
    record BLOB NOT NULL, figures BLOB NOT NULL, PRIMARY KEY (setting, number)
) WITHOUT ROWID;
CREATE TABLE game (name TEXT NOT NULL);
"""

# Looks at games for kingmaking, by the version of the code that looks.
_LOOKS = """
CREATE TABLE IF NOT EXISTS looks (
    setting INTEGER NOT NULL REFERENCES settings, number INTEGER NOT NULL, code TEXT NOT NULL, looks TEXT NOT NULL,
    PRIMARY KEY (setting, number, code)
) WITHOUT ROWID
"""

# Seconds to wait for another program that writes.
_PATIENCE = 5.0


class Store:
    """The games of one game's playtests in a file, which is made if it does not exist."""

    def __init__(self, path: Path, game: str) -> None:
        """Opens the file; raises UnusableInput for one that is no such file, or OutputError."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                f"cannot make the folder {path.parent}: {error.strerror or error}"
            ) from None
        with self._errors():
            self.file = sqlite3.connect(path, timeout=_PATIENCE)
        try:
            self._open(game)
        except BaseException:
            self.file.close()
            raise

    def _open(self, game: str) -> None:
        with self._errors():
            ((application,),) = self.file.execute("PRAGMA application_id")
            ((version,),) = self.file.execute("PRAGMA user_version")
            ((tables,),) = self.file.execute("SELECT count(*) FROM sqlite_master")
            if not tables and not application:
                with uninterrupted(), self.file:
                    self.file.executescript(
                        f"BEGIN IMMEDIATE; {_TABLES} PRAGMA application_id = {_APPLICATION};"
                        f" PRAGMA user_version = {_VERSION};"
                    )
                    self.file.execute("INSERT INTO game VALUES (?)", (game,))
                return
            if application != _APPLICATION:
                raise UnusableInput(f"{self.path} is not a file of playtests; {_ELSEWHERE}")
            if version != _VERSION:
                raise UnusableInput(
                    f"another version of pnp wrote {self.path}: its format is {version}, and this pnp reads {_VERSION};"
                    f" {_ELSEWHERE}"
                )
            for (problem,) in self.file.execute("PRAGMA quick_check(1)"):
                if problem != "ok":
                    raise self._damaged()
            ((name,),) = self.file.execute("SELECT name FROM game")
        if name != game:
            raise UnusableInput(f"{self.path} has playtests of {name}, not of {game}; {_ELSEWHERE}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.file.close()

    def key(self, setting: Setting) -> int:
        """The number of a setting in the file, which is added if the file lacks it."""
        digest = setting.digest
        known = "SELECT id FROM settings WHERE digest = ?"
        with self._errors(), uninterrupted(), self.file:
            found = self.file.execute(known, (digest,)).fetchall()
            if not found:
                arm = json.dumps(setting.arm, ensure_ascii=False)
                self.file.execute(
                    "INSERT OR IGNORE INTO settings (digest, arm, source) VALUES (?, ?, ?)",
                    (digest, arm, setting.source.text),
                )
                found = self.file.execute(known, (digest,)).fetchall()
        match found:
            case [(int(key),)]:
                return key
        raise self._damaged()

    def numbers(self, key: int) -> set[int]:
        """The numbers of all games of a setting."""
        with self._errors():
            rows = self.file.execute("SELECT number FROM games WHERE setting = ?", (key,))
            return {number for (number,) in rows}

    def add(self, key: int, rows: Iterable[Row]) -> None:
        """Keeps games of a setting, all or none of them; raises OutputError."""
        with self._errors(), uninterrupted(), self.file:
            self.file.executemany(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?)",
                ((key, *row) for row in rows),
            )

    def games(self, key: int, number: int, start: int = 0) -> Iterator[Played]:
        """The games of a setting with numbers from *start* to below *number*, in order."""
        with self._errors():
            found = "SELECT number, seed, record, figures FROM games WHERE setting = ? AND number >= ? AND number < ?"
            rows = self.file.execute(f"{found} ORDER BY number", (key, start, number)).fetchall()
        try:
            yield from map(unpacked, rows)
        except (zlib.error, ValueError, TypeError) as error:
            raise self._damaged() from error

    def looks(self, key: int) -> dict[int, tuple[Look, ...]]:
        """The looks at games of a setting, by their numbers."""
        with self._errors():
            if not [*self.file.execute("SELECT 1 FROM sqlite_master WHERE name = 'looks'")]:
                return {}
            found = "SELECT number, looks FROM looks WHERE setting = ? AND code = ?"
            rows = self.file.execute(found, (key, code_of_looks())).fetchall()
        try:
            return {
                number: tuple(Look(*values) for values in json.loads(text)) for number, text in rows
            }
        except (ValueError, TypeError) as error:
            raise self._damaged() from error

    def add_looks(self, key: int, found: Iterable[tuple[int, tuple[Look, ...]]]) -> None:
        """Keeps the looks at games of these numbers, all or none of them; raises OutputError."""
        rows = [(key, number, code_of_looks(), json.dumps(each)) for number, each in found]
        with self._errors(), uninterrupted(), self.file:
            self.file.execute(_LOOKS)
            self.file.executemany("INSERT OR IGNORE INTO looks VALUES (?, ?, ?, ?)", rows)

    def _damaged(self) -> PnpError:
        return UnusableInput(
            f"{self.path} is damaged or cut off; move it away, and pnp plays its games again"
        )

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turns the errors of SQLite into ours."""
        try:
            yield
        except UnicodeDecodeError as error:
            # A part of the message of SQLite, which has read it in the file, is no text.
            raise self._damaged() from error
        except sqlite3.DatabaseError as error:
            # The lowest byte is the error, and those above say more about it.
            match getattr(error, "sqlite_errorcode", 0) & 0xFF:
                case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                    reason = (
                        "another program writes into it; wait for its end, and repeat the command"
                    )
                case sqlite3.SQLITE_FULL:
                    reason = "the disk is full; the games that were kept are safe, so make room and repeat the command"
                case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
                    raise self._damaged() from error
                case sqlite3.SQLITE_ERROR if "no such" in str(error):
                    raise self._damaged() from error
                case _:
                    reason = str(error)
            raise OutputError(f"cannot write {self.path}: {reason}") from error


_ELSEWHERE = "choose another folder with --out"
