"""Opening a line of a file in the user's editor."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import threading
from pathlib import Path

from pnp.basics.errors import UnusableInput

# Editors with windows of their own, and how they open a line. An editor in the terminal would fight
# with the preview for it.
_EDITORS = (
    ("code", "code --goto {file}:{line}:{column}"),
    ("codium", "codium --goto {file}:{line}:{column}"),
    ("cursor", "cursor --goto {file}:{line}:{column}"),
    ("zed", "zed {file}:{line}:{column}"),
    ("subl", "subl {file}:{line}:{column}"),
    ("pycharm", "pycharm --line {line} {file}"),
    ("kate", "kate --line {line} --column {column} {file}"),
    ("gedit", "gedit +{line}:{column} {file}"),
    ("notepad++", "notepad++ -n{line} {file}"),
    ("mate", "mate --line {line} {file}"),
)
SETTING = "PNP_EDITOR"

_BLANK = re.compile(r"\{(file|line|column)\}")


def open_line(file: str, line: int, column: int) -> str:
    """Opens a line in the editor, and returns the editor's name; raises UnusableInput without one."""
    command = _command(file, line, column)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise UnusableInput(f"{command[0]} does not start: {error.strerror}") from None
    # Somebody has to wait for it, or it stays in the list of processes after its end.
    threading.Thread(target=process.wait, daemon=True).start()
    return command[0]


def _command(file: str, line: int, column: int) -> list[str]:
    template = os.environ.get(SETTING) or next(
        (template for name, template in _EDITORS if shutil.which(name)), ""
    )
    if not template:
        raise UnusableInput(
            f"pnp finds no editor; set {SETTING}, for example to 'code --goto {{file}}:{{line}}'"
        )
    try:
        words = shlex.split(template, posix=os.name == "posix")
    except ValueError as error:
        raise UnusableInput(f"{SETTING} is not a command: {error}") from None
    # The path of an editor may have an ending that only the system knows, such as .cmd.
    words[:1] = [shutil.which(word) or word for word in words[:1]]
    if not any("{file}" in word for word in words):
        words.append("{file}")
    # The file is one word whatever its name; no shell reads it.
    values = {"{file}": str(Path(file).absolute()), "{line}": str(line), "{column}": str(column)}
    return [_BLANK.sub(lambda blank: values[blank[0]], word) for word in words]
