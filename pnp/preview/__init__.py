"""The preview: a page in the browser that shows a set and follows every change of its files."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.basics.lookup import library

if TYPE_CHECKING:
    from pnp.project.sets import SetFile


def serve(
    file: SetFile,
    theme: str,
    listening: socket.socket,
    started: Callable[[str], None],
    record: Path | None = None,
) -> None:
    """Serves the page of a set on a listening socket until somebody interrupts it.

    Calls *started* with the address of the page, which opens with the *record* of a game on its table. Raises UnusableInput if a library is missing.
    """
    for name in ("starlette", "watchfiles", "pypdfium2", "uvicorn"):
        library(name, extra="preview", user="pnp preview")
    from pnp.preview.connections import server_of
    from pnp.preview.security import new_token
    from pnp.preview.server import application
    from pnp.preview.session import Sessions

    port, token = listening.getsockname()[1], new_token()
    app = application(Sessions(file, theme, record), port=port, token=token)
    # Browsers keep the fragment when the secret address leads to the page.
    started(f"http://127.0.0.1:{port}/?token={token}{'' if record is None else '#table/record'}")
    with suppress(KeyboardInterrupt):
        server_of(app).run(sockets=[listening])
