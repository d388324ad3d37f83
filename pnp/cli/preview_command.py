"""`pnp preview`."""

from __future__ import annotations

import errno
import os
import socket
import webbrowser
from pathlib import Path
from threading import Thread

import click

from pnp.basics.errors import UnusableInput
from pnp.cli.messages import exits_with_message
from pnp.cli.options import theme_option
from pnp.cli.terminal import echo
from pnp.play import FileKind
from pnp.project.sets import one_set, resolve
from pnp.project.themes import chosen_theme

_PORT = 4242


@click.command("preview")
@click.argument("name", metavar="[SET]", required=False)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"The port of the page; the default is {_PORT}, or the next that is free.",
)
@click.option(
    "--record",
    metavar="FILE",
    help="Open the table with this game, a record or a position, and step through it.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the browser, or only the port.")
@theme_option
@exits_with_message
def command(name: str | None, port: int | None, record: str | None, opens: bool, theme: str) -> int:
    """Show a SET in the browser, and follow every change of its files.

    The page shows all pieces, sheets and the rulebook, every finding with its line, and a table to
    try tiles on. It is for this computer only. Ctrl-C ends it.
    """
    from pnp.preview import serve

    chosen = chosen_theme(theme)
    file = one_set(name) if name else resolve([])[0]
    if record is not None:
        from pnp.project.scoring import scored

        # What is wrong with it is better said here than on the page.
        if scored(str(file.path), record, theme=chosen).kind is FileKind.EXTRACT:
            raise UnusableInput(f"{record} is an extract, which has no next move to step to")

    def started(address: str) -> None:
        echo(f"{file.name}: {address}")
        if opens:
            # A browser in the terminal would keep the server from answering it.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with listening_socket(port) as listening:
        serve(file, theme, listening, started, None if record is None else Path(record))
    return 0


def listening_socket(port: int | None) -> socket.socket:
    """A socket of this computer alone; raises UnusableInput if its port is in use."""
    wanted = range(_PORT, _PORT + 20) if port is None else (port,)
    for number in wanted:
        # With its protocol named, asyncio sends small answers at once: 40 ms less for each.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                # On Windows this would let two servers have one port.
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(("127.0.0.1", number))
            listening.listen()
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE:
                raise UnusableInput(f"the port {number}: {error.strerror}") from None
            continue
        return listening
    if port is None:
        raise UnusableInput(f"the ports {_PORT} to {_PORT + 19} are in use; choose another: --port")
    raise UnusableInput(f"the port {port} is in use; choose another, or omit --port")
