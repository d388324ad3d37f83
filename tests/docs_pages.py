"""Pages of the documentation that a reader follows from top to bottom.

Such a page is run as a reader would run it, in one folder, from its first block to its last:

* A line with nothing but the path of a file, `name.yaml`:, and a block behind it: the file has the
  text of the block. With "at the end" behind the path, the block comes after the text of the file.
* A block `console`: each line after `$ ` is a command, and the lines below it are its output, where
  … stands for anything.
* A comment `<!-- drawn by: COMMAND -->` and an image behind it: the command draws the image. If
  " -> FILE" or " -> FILE, page N" follows, the picture is a file that the command writes, such as a
  sheet or a page of a PDF file, and not what its option -o names.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from pnp.cli import main
from tests.conftest import ROOT

DOCS = ROOT / "docs"

# The pages that are run so; the other pages have tests of their own for their examples.
PAGES = (
    "index",
    "tutorial",
    "recipes",
    "faces",
    "bundled-faces",
    "data",
    "gallery",
    "preview",
    "playtests",
    "performance",
)

# Commands that draw screenshots, what readers see first, times of this computer, and hours of games; nothing compares them.
BY_HAND = (
    "python -m tests.docs_screens",
    "python -m tests.docs_showcase",
    "python benchmarks/enumeration.py",
    "python benchmarks/polyforms.py",
    "python -m tests.docs_playtests",
    "python -m benchmarks --docs",
)

OF_PNP = "PNP"  # stands for the folder of pnp in a path

_STEP = re.compile(
    r"^`(?P<file>[\w./-]+)`(?P<end>, at the end)?:\n\n(?P<fence>```+)\w+\n(?P<text>.*?)^(?P=fence)$"
    r"|^```console\n(?P<session>.*?)^```$"
    r"|^<!-- drawn by: (?P<drawn>[^\n]+?) -->\n+!\[[^\]]*\]\((?P<image>[^)\s]+)\)",
    re.DOTALL | re.MULTILINE,
)
_COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_SOURCE = re.compile(r"(?P<command>.+?)(?: -> (?P<file>\S+?)(?:, page (?P<page>\d+))?)?")

PAGE_DPI = 100  # a page of a PDF file, as a picture that can be read


class Written(NamedTuple):
    """A file that the reader writes."""

    path: str
    text: str
    at_the_end: bool


class Ran(NamedTuple):
    """A command with the output that the page shows."""

    command: str
    output: str


class Drawn(NamedTuple):
    """A picture, the command that draws it, and the file that it is taken from."""

    image: str
    command: str
    file: str
    page: int


Step = Written | Ran | Drawn


def steps(text: str) -> Iterator[Step]:
    """The steps of a page in their order."""
    for found in _STEP.finditer(text):
        if found["file"]:
            yield Written(found["file"], found["text"], bool(found["end"]))
        elif found["session"]:
            yield from (Ran(*each) for each in _COMMAND.findall(found["session"]))
        else:
            source = _SOURCE.fullmatch(found["drawn"])
            assert source is not None, found["drawn"]
            file = source["file"] or found["image"]
            yield Drawn(found["image"], source["command"], file, int(source["page"] or 0))


def read(page: str) -> str:
    """The text of a page."""
    return (DOCS / f"{page}.md").read_text("utf-8")


def write(step: Written) -> None:
    """Writes a file of a page into the current folder."""
    file = Path(step.path)
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_text("utf-8") if step.at_the_end else ""
    file.write_text(before + step.text, "utf-8")


def follow(page: str) -> Iterator[tuple[Step, str]]:
    """The steps of a page, each done in the current folder, with its output."""
    for step in steps(read(page)):
        match step:
            case Written():
                write(step)
                yield step, ""
            case Ran(command, _):
                yield step, run(command)
            case Drawn(command=command) if not command.startswith(BY_HAND):
                yield step, run(command)


def run(command: str) -> str:
    """The standard output of a command; raises AssertionError if pnp cannot use its input."""
    name, *arguments = shlex.split(command)
    if name == "cp":
        shutil.copy(*(each.replace(OF_PNP, str(ROOT)) for each in arguments))
        return ""
    assert name == "pnp", command
    result = CliRunner().invoke(main, arguments, prog_name="pnp")
    assert result.exit_code in (0, 1), result.output
    return result.stdout


def as_shown(output: str, shown: str) -> bool:
    """Whether an output is the one of the page, where … stands for anything."""
    return re.fullmatch(re.escape(shown).replace("…", "[^$]*?"), output) is not None


def picture(step: Drawn) -> bytes:
    """The picture of a step that has been done in the current folder."""
    if not step.page:
        return Path(step.file).read_bytes()
    return _page_picture(step)


def _page_picture(step: Drawn) -> bytes:
    from io import BytesIO

    import pypdfium2

    with pypdfium2.PdfDocument(step.file) as document:
        image = document[step.page - 1].render(scale=PAGE_DPI / 72).to_pil()
    image = image.quantize(64)
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def follow_anew(page: str, notice: Callable[[Step, str], None]) -> None:
    """Draws all pictures of a page anew into docs/, and reports each step with its output."""
    for step, output in follow(page):
        notice(step, output)
        if isinstance(step, Drawn):
            target = DOCS / step.image
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(picture(step))
