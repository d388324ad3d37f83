"""Fuzzing that coverage guides, with atheris: `python -m tests.guided TARGET… SECONDS`, which `python -m tests.fuzzing` calls.

Inputs that lead to new lines of pnp stay in build/fuzz/corpus/, from which the next run goes on.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack, redirect_stderr, suppress
from importlib import import_module
from io import StringIO
from pkgutil import walk_packages

import atheris

if __name__ == "__main__":
    # All of pnp is imported here, so that its lines are counted, and atheris prints nothing into a later answer.
    # Processes that an export starts import this module under another name, and need no lines counted.
    with (
        atheris.instrument_imports(include=["pnp"], enable_loader_override=False),
        redirect_stderr(StringIO()),
    ):
        import pnp

        for module in walk_packages(pnp.__path__, "pnp."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):  # the library of an extra is missing
                    import_module(module.name)

from tests.fuzzing import FOUND, TARGETS, Run, furnished

# Seeds from which the first run begins; its changes reach all others.
SEEDS = 20


def fuzz(name: str, seconds: float) -> None:
    """Runs a target; the process ends with 1 if something is found."""
    corpus = FOUND / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        stack.enter_context(furnished(TARGETS[name]))
        run = Run(name)
        for number in range(0, 1 << 16, (1 << 16) // SEEDS):
            (corpus / f"seed-{number}").write_bytes(number.to_bytes(2, "little"))
        start = time.monotonic()

        def try_one(data: bytes) -> None:
            run.tried(data)
            if time.monotonic() - start > seconds:
                run.ended()
                sys.stdout.flush()
                stack.close()
                os._exit(bool(run.known))

        # The run itself finds what takes too long or too much memory; these are for code that nothing stops.
        limits = ["-timeout=600", "-rss_limit_mb=6000", "-report_slow_units=600"]
        quiet = ["-verbosity=0", "-print_final_stats=0"]
        sizes = ["-max_len=48", "-len_control=0"]
        folders = [f"-artifact_prefix={FOUND}/{name}-", str(corpus)]
        atheris.Setup([sys.argv[0], *limits, *quiet, *sizes, *folders], try_one)
        atheris.Fuzz()


def main() -> None:
    """Run targets, one after the other, each in a fork: to count lines makes the import of pnp slow."""
    *names, seconds = sys.argv[1:]
    failed = False
    for name in names:
        child = os.fork()
        if child == 0:
            fuzz(name, float(seconds))
        _, status = os.waitpid(child, 0)
        failed |= status != 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
