"""A build from the page: `pnp build` of the set on the screen, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

from pnp.basics.errors import UnusableInput
from pnp.preview.snapshot import Json
from pnp.project.sets import SetFile

# The end of what a build says that ends with an error of pnp itself.
_LONGEST = 600


class Builder:
    """Builds one set at a time, as `pnp build SET` does in the folder in which the preview runs.

    The page says only when: the set is one that pnp shows, and the folder is the one of `pnp build`.
    """

    def __init__(self, theme: str) -> None:
        self._theme = theme
        self.process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._set = self._step = ""
        self._result: Json = {}

    @property
    def as_json(self) -> Json:
        """The step of the build that runs, or the result of the last one."""
        running = self._task is not None
        return {"set": self._set, "running": running, "step": self._step, **self._result}

    def start(self, file: SetFile) -> None:
        """Begins a build; raises UnusableInput while another one runs."""
        if self._task is not None:
            raise UnusableInput(f"pnp is building {self._set}; wait until it is done")
        self._set, self._step, self._result = file.name, "", {}
        self._task = asyncio.create_task(self._run(file.path))

    async def stop(self) -> None:
        """Ends a build that runs; the files of an earlier one stay."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, path: Path) -> None:
        command = ("-m", "pnp", "build", "--theme", self._theme, "--format", "json", "--progress")
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, *command, "--", str(path), stdin=DEVNULL, stdout=PIPE, stderr=PIPE
            )
            out, said = await asyncio.gather(self._output(), self._steps())
            await self.process.wait()
            self._result = _result(out, said)
        except OSError as error:
            self._result = {"error": f"the build does not start: {error.strerror}"}
        finally:
            if self.process is not None and self.process.returncode is None:
                self.process.terminate()
                await self.process.wait()
            self.process = self._task = None

    async def _output(self) -> bytes:
        assert self.process is not None and self.process.stdout is not None
        return await self.process.stdout.read()

    async def _steps(self) -> str:
        """All that the build says on its way; its last line is the step."""
        assert self.process is not None and self.process.stderr is not None
        said = ""
        while part := await self.process.stderr.read(1000):
            said += part.decode(errors="replace")
            self._step = said.strip().rpartition("\n")[2].strip()
        return said


def _result(out: bytes, said: str) -> Json:
    """The folder, files and findings of a build, as the page shows them."""
    try:
        (made,) = json.loads(out)["sets"]
    except (ValueError, KeyError):
        return {"error": said.strip()[-_LONGEST:] or "the build has ended without a word"}
    return {
        "folder": made["folder"],
        "files": made["files"],
        "unchanged": len(made["unchanged"]),
        "findings": [*map(_finding_json, made["findings"])],
    }


def _finding_json(finding: Any) -> Json:
    name = Path(finding["file"] or "").name
    return {
        "severity": finding["severity"],
        "message": finding["message"],
        "where": f"{name}:{finding['line']}" if name else "",
    }
