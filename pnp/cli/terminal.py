"""The way to the terminal: pnp prints all texts here, and shows characters that would act on the terminal.

A title, a key, a name of a file or a line in a message comes from somebody else's file. If it has control characters, they could
move the cursor, hide a message or change the title of the window.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from pnp.basics.words import ACTS_ON_TERMINALS, in_brief, visible

UNUSABLE = 2  # exit code: the input or the output cannot be used
UNREAD = 141  # exit code: 128 and the number of SIGPIPE, as shells have it


def echo(text: str = "", *, err: bool = False) -> None:
    """Prints a text and a line's end."""
    click.echo(visible(text), err=err)


def styled(text: str, *, colour: str | None = None, bold: bool = False, dim: bool = False) -> str:
    """A text in a style, for `echo_styled`."""
    return click.style(visible(text), fg=colour, bold=bold or None, dim=dim or None)


def echo_styled(text: str, *, err: bool = False) -> None:
    """Prints a text that is made by `styled`, in the colours of the terminal if it has any."""
    click.echo(text, err=err)


def write(text: str) -> None:
    """Prints a part of a long output, without a line's end, and does not wait until it is there."""
    sys.stdout.write(visible(text))


def json_text(value: object, *, indent: int | None = None) -> str:
    """Plain values as JSON that the output can have: what it has no character for is escaped."""
    import json

    known = codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name == "utf-8"
    text = json.dumps(value, indent=indent, ensure_ascii=not known)
    # JSON has an escape of its own for each of them, which programs read back.
    return ACTS_ON_TERMINALS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@contextmanager
def shown_errors() -> Iterator[None]:
    """Shows the words of the command line in the messages of click."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = in_brief(visible(error.message))
        raise


def prepare_streams() -> None:
    """Makes the streams of the process fit for every text; closed ones lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # A file that pnp opens would otherwise have the number of a stream.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def while_read() -> Iterator[None]:
    """Ends the program, as shells say, without a word when nobody reads its output any more, as in `pnp list | head -1`."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise
        _write_no_more()
        raise SystemExit(UNREAD) from None


def output_failed(error: OSError) -> str:
    """The message that the output cannot be written, after which pnp writes nothing more of it."""
    _write_no_more()
    return f"error: {error.strerror or error}"


def _write_no_more() -> None:
    # Python would try to write the rest at its end.
    with suppress(OSError, ValueError), Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
