"""Every check of the project, one after the other: `python -m tests`, or `--all` with slow tests.

`make test` and `make test-all` call this; without make it does the same.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def checks(*, slow: bool) -> list[list[str]]:
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
            "auto",
            "--dist",
            "worksteal",
            *(["-m", "slow or not slow"] if slow else []),
        ],
    ]


def main() -> int:
    """Run the checks until one fails; return its exit code."""
    for check in checks(slow="--all" in sys.argv[1:]):
        print("+ python", *check[:3], flush=True)
        code = subprocess.run([sys.executable, *check], cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
