"""Every check of the project, one after the other: `python -m tests`.

`--all` adds the slow tests, and `--nightly` all combinations of their parameters. `make test`,
`make test-all` and `make test-nightly` call this; without make it does the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


# The tests of each run, by its option, in pytest's words; without an option they are the quick ones.
RUNS = {"--all": "not nightly", "--nightly": "slow or not slow"}


def workers() -> int:
    """One process more than cores: a test of the preview mostly waits for a server or a browser."""
    affinity = getattr(os, "sched_getaffinity", None)
    return (len(affinity(0)) if affinity else os.cpu_count() or 1) + 1


def checks(options: list[str]) -> list[list[str]]:
    """The commands, in the order in which they are run: the quickest first."""
    contract = "from importlinter.cli import lint_imports_command as c; c()"
    return [
        ["-m", "ruff", "format", "--check", "."],
        ["-m", "ruff", "check", "."],
        ["-m", "mypy"],
        ["-c", contract],
        [
            "-m",
            "pytest",
            "-n",
            str(workers()),
            "--dist",
            "worksteal",
            *(word for option in options for word in ("-m", RUNS[option])),
        ],
    ]


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
    for check in checks(options):
        print("+ python", *check[:3], flush=True)
        command = [sys.executable, *check]
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
