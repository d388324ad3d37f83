"""Every check of the project: `python -m tests`.

`--all` adds the slow tests, and `--nightly` all combinations of their parameters. `make test`,
`make test-all` and `make test-nightly` call this; without make it does the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

ROOT = Path(__file__).parent.parent


# The tests of each run, by its option, in pytest's words; without an option they are the quick ones.
RUNS = {"--all": "not nightly", "--nightly": "slow or not slow"}


def workers() -> int:
    """One process more than cores: a test of the preview mostly waits for a server or a browser."""
    affinity = getattr(os, "sched_getaffinity", None)
    return (len(affinity(0)) if affinity else os.cpu_count() or 1) + 1


def checks(options: list[str]) -> list[list[list[str]]]:
    """The commands, in the order in which they are run, the quickest first; those of a list at the same time."""
    contract = "from importlinter.cli import lint_imports_command as c; c()"
    tests = ["-m", "pytest", "-n", str(workers()), "--dist", "worksteal"]
    return [
        [["-m", "ruff", "format", "--check", "."]],
        [["-m", "ruff", "check", "."]],
        [["-c", contract]],
        # Mypy has one process, which would leave the other cores idle.
        [[*tests, *(word for option in options for word in ("-m", RUNS[option]))], ["-m", "mypy"]],
    ]


def run(commands: list[list[str]], environment: dict[str, str]) -> int:
    """Runs commands at the same time, until one fails; prints the first one's output at once, that of others at their end."""
    running: dict[subprocess.Popen[bytes], IO[bytes] | None] = {}
    with ExitStack() as files:
        for command in commands:
            print("+ python", *command[:3], flush=True)
            kept = files.enter_context(TemporaryFile()) if running else None
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=environment,
                stdout=kept,
                stderr=subprocess.STDOUT if kept else None,
            )
            running[process] = kept
        code = 0
        while running and not code:
            time.sleep(0.05)
            for process in [each for each in running if each.poll() is not None]:
                if kept := running.pop(process):
                    kept.seek(0)
                    print(kept.read().decode(errors="replace"), end="", flush=True)
                code = code or process.returncode
        for process in running:
            process.terminate()
            process.wait()
    return code


def main() -> int:
    """Run the checks until one fails; return its exit code."""
    options = sys.argv[1:]
    if unknown := {*options} - {*RUNS}:
        print(f"no option {' or '.join(sorted(unknown))}; there are {', '.join(RUNS)}")
        return 2
    # Typst and previews have many threads. With an arena of glibc's for each of them, a process of tests would take a
    # quarter more memory.
    environment = {"MALLOC_ARENA_MAX": "2", **os.environ}
    # Where Python keeps no bytecode, each worker and each process of a test compiles all of pnp once more.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for commands in checks(options):
        if code := run(commands, environment):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
