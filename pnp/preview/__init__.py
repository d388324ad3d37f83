"""The preview: a page in the browser that shows a set and follows every change of its files."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from pnp.basics.lookup import library

if TYPE_CHECKING:
    from pnp.project import SetFile


def serve(
    file: SetFile, theme: str, listening: socket.socket, started: Callable[[str], None]
) -> None:
    """Serves the page of a set on a listening socket until somebody interrupts it.

    Calls *started* with the address of the page. Raises UnusableInput if a library is missing.
    """
    for name in ("starlette", "watchfiles", "pypdfium2", "uvicorn"):
        library(name, extra="preview", user="pnp preview")
    from pnp.preview.connections import server_of
    from pnp.preview.security import new_token
    from pnp.preview.server import application
    from pnp.preview.session import Sessions

    port, token = listening.getsockname()[1], new_token()
    app = application(Sessions(file, theme), port=port, token=token)
    started(f"http://127.0.0.1:{port}/?token={token}")
    with suppress(KeyboardInterrupt):
        server_of(app).run(sockets=[listening])
