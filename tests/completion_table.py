"""The options of all commands, which a shell completes; `python -m tests.completion_table` writes them."""

from __future__ import annotations

import json

from pnp.cli import COMMANDS, command_named
from pnp.cli.completion import TABLE, outline


def table() -> str:
    """The table as it has to be now."""
    outlines = {name: outline(command_named(name)) for name in COMMANDS}
    return json.dumps(outlines, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
