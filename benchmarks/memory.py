"""The memory of `pnp preview` while a set with a rulebook is saved again and again; see README.md."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.preview import Running, running  # noqa: E402

SET = "hexstatic"
OLD = "#C8372D"
SAVES = 100

# After so many saves, memory should not grow any more than by this factor.
WARM = 10
MOST_GROWTH = 1.25


def children(process: int) -> list[int]:
    """The processes that a process has started, and those that these have started."""
    path = Path(f"/proc/{process}/task/{process}/children")
    own = [int(each) for each in path.read_text().split()] if path.exists() else []
    return [*own, *(below for each in own for below in children(each))]


def resident() -> float:
    """The megabytes that this process and its children have in memory."""
    page = os.sysconf("SC_PAGE_SIZE") / 1e6
    processes = [os.getpid(), *children(os.getpid())]
    return sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) * page for each in processes)


def save(preview: Running, path: Path, text: str, number: int) -> None:
    """Saves the set in a colour that it never had, and looks at the rulebook, which is then set."""
    before = preview.get("/api/state")["revision"]
    path.write_text(text.replace(OLD, f"#{0xC8372D + number:06X}"))
    state = preview.when(lambda state: state["revision"] > before and state["complete"])
    preview.get("/api/rulebook", paper="a4")
    preview.client.get(f"/rulebook/{state['revision']}/a4/0.png").raise_for_status()


def main() -> int:
    """Prints the memory after every tenth save; 1 if it grows after the tenth."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{SET}.yaml")
        text = (ROOT / "tilesets" / path.name).read_text()
        assert OLD in text
        path.write_text(text)
        with running(path) as preview:
            preview.complete()
            print(f"{'saves':>5} {'MB':>6}")
            print(f"{0:>5} {resident():>6.0f}", flush=True)
            found = {}
            for number in range(1, SAVES + 1):
                save(preview, path, text, number)
                found[number] = resident()
                if number in (1, 3) or number % 10 == 0:
                    print(f"{number:>5} {found[number]:>6.0f}", flush=True)
    growth = max(found[number] for number in found if number > WARM) / found[WARM]
    print(f"growth after {WARM} saves: {growth:.2f} (at most {MOST_GROWTH})")
    return int(growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
