"""Draws the pictures of the documentation anew: `python -m tests.docs_pictures [PAGE…]`.

It follows each page from top to bottom, and shows the outputs that are not those of the page.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile

from tests.docs_pages import PAGES, Drawn, Ran, Step, as_shown, follow_anew


def notice(step: Step, output: str) -> None:
    """Print pictures, and outputs that differ from the page."""
    match step:
        case Drawn(image=image):
            print(image)
        case Ran(command, shown) if not as_shown(output, shown):
            print(f"$ {command}\n{output}", end="")


if __name__ == "__main__":
    for name in sys.argv[1:] or PAGES:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            follow_anew(name, notice)
