"""The advances of the page's font, which pnp measures text with; `python -m tests.font_table` writes them."""

from __future__ import annotations

import json

from pnp.scene.fonts import TABLE, advances_in, font_name, open_font


def table() -> str:
    """The table as the installed font has it."""
    tables = {font_name(bold=bold): advances_in(open_font(bold=bold)) for bold in (False, True)}
    return json.dumps(tables, indent=0, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
