"""Health: what of pnp is there, what is missing, and how to install it."""

from __future__ import annotations

import platform
import re
import shutil
import tempfile
from collections.abc import Iterator
from enum import Enum
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path

import pnp
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import PnpError
from pnp.basics.units import number
from pnp.basics.words import counted, in_words
from pnp.games import game_class, playable
from pnp.project.printers import stored_offsets
from pnp.project.sets import sets_in
from pnp.scene.fonts import font_name, open_font

DISTRIBUTION = "pnp-tiles"

# Extras for those who work on pnp itself.
_DEVELOPERS = ("dev", "docs", "fuzz")
# Former names of extras, which still work.
_FORMER = ("desk",)


class State(Enum):
    """Whether a part works, does not work, is missing without harm, or is just not used."""

    OK = "ok"
    UNUSED = "none"
    MISSING = "missing"
    BROKEN = "broken"


class Check(NamedTuple):
    """A part of pnp or of its surroundings, what was found, and what to do about it."""

    name: str
    state: State
    found: str
    advice: str = ""


class Requirement(NamedTuple):
    """A library with the least version that pnp needs, and the extra that it belongs to, if any."""

    name: str
    least: str
    extra: str


# A name, the least version, and the extra in the marker, as a built distribution writes them.
_REQUIREMENT = re.compile(
    r"""([\w.-]+) (?:\[[^]]*\])? \s* (?:\(?\s*>=\s*([\w.]+))? [^;]* (?:;.*\bextra\s*==\s*['"]([\w-]+)['"])?""",
    re.VERBOSE,
)


def health(*, settings: Path, encoding: str) -> tuple[Check, ...]:
    """All checks, in the order of a page.

    `settings` is the folder of the user's settings, `encoding` that of the terminal. The folder of
    the user's sets and files is the current one.
    """
    return (
        Check("Python", State.OK, platform.python_version()),
        Check("pnp", State.OK, f"{pnp.__version__} in {Path(pnp.__file__).parent}"),
        *_libraries(),
        _fonts(),
        _games(),
        _printers(settings),
        _git(),
        _sets(),
        _templates(),
        _output(),
        _terminal(encoding),
    )


def _libraries() -> Iterator[Check]:
    """The libraries that pnp needs, and a check for each extra, by the metadata of pnp itself."""
    try:
        installed = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        found = "pnp runs from a folder and is not installed, so that it finds no games"
        yield Check("libraries", State.BROKEN, found, "pip install --editable . in that folder")
        return
    needed = requirements(installed)
    yield _installed("libraries", State.BROKEN, [each for each in needed if not each.extra])
    for extra in installed.metadata.get_all("Provides-Extra") or ():
        libraries = [each for each in needed if each.extra == extra]
        if extra not in (*_DEVELOPERS, *_FORMER):
            yield _installed(f"extra {extra}", State.MISSING, libraries)


def requirements(installed: Distribution) -> list[Requirement]:
    """The requirements of an installed distribution, apart from itself."""
    matches = (_REQUIREMENT.match(text) for text in installed.requires or ())
    found = (Requirement(each[1], each[2] or "", each[3] or "") for each in matches if each)
    return [each for each in found if each.name != DISTRIBUTION]


def _installed(name: str, otherwise: State, libraries: list[Requirement]) -> Check:
    """Whether all of these libraries are installed, and new enough."""
    lacking = [text for text in map(_lacking, libraries) if text]
    if not lacking:
        return Check(name, State.OK, in_words([each.name for each in libraries]))
    wanted = name.removeprefix("extra ")
    package = f"'{DISTRIBUTION}[{wanted}]'" if wanted != name else f"--upgrade {DISTRIBUTION}"
    return Check(name, otherwise, "; ".join(lacking), f"pip install {package}")


def _lacking(library: Requirement) -> str:
    """What is wrong with a library; empty if it is installed and new enough."""
    try:
        found = version(library.name)
    except PackageNotFoundError:
        return f"no {library.name}"
    if _numbers(found) < _numbers(library.least):
        return f"{library.name} {found}, which is older than {library.least}"
    return ""


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers with which a version begins, for comparison.

    >>> _numbers("4.30.1rc2") >= _numbers("4.30")
    True
    """
    match = re.match(r"[0-9]+(?:\.[0-9]+)*", text)
    return tuple(map(int, match[0].split("."))) if match else ()


def _fonts() -> Check:
    try:
        glyphs = min(len(open_font(bold=bold).getBestCmap()) for bold in (False, True))
    except (ModuleNotFoundError, OSError, ValueError) as error:
        advice = f"pip install --force-reinstall {DISTRIBUTION}"
        return Check("font", State.BROKEN, f"Atkinson Hyperlegible cannot be read: {error}", advice)
    names = in_words([font_name(bold=bold) for bold in (False, True)])
    return Check("font", State.OK, f"{names}, {glyphs:,} characters")


def _games() -> Check:
    """The installed games, each loaded."""
    names, problems = [], []
    for name in playable():
        try:
            path = game_class(name).sets / f"{name}.yaml"
        except PnpError as error:
            problems.append(str(error))
            continue
        if path.is_file():
            names.append(name)
        else:
            problems.append(f'the game "{name}" is installed without its set: there is no {path}')
    if problems:
        advice = "install the packages of these games anew, or remove them"
        return Check("games", State.BROKEN, "; ".join(problems), advice)
    if not names:
        advice = f"pip install {DISTRIBUTION}"
        return Check("games", State.BROKEN, "there are no games to play", advice)
    return Check("games", State.OK, in_words(names))


def _printers(settings: Path) -> Check:
    try:
        known = stored_offsets(settings)
    except PnpError as error:
        advice = "correct or remove this file of pnp's settings"
        return Check("printers", State.BROKEN, str(error).splitlines()[0], advice)
    if not known:
        advice = "pnp calibrate shows how to measure how far a printer shifts backs"
        return Check("printers", State.UNUSED, "no stored offsets", advice)
    offsets = (f"{name} {number(at.x)},{number(at.y)} mm" for name, at in sorted(known.items()))
    return Check("printers", State.OK, "; ".join(offsets))


def _git() -> Check:
    path = shutil.which("git")
    if path is None:
        advice = "install git to compare a set with an earlier version"
        return Check("git", State.MISSING, "no git", advice)
    return Check("git", State.OK, path)


def _sets() -> Check:
    here = Path("tilesets")
    number = len(list(sets_in(here))) if here.is_dir() else 0
    if not number:
        advice = "write sets into tilesets/; until then pnp takes those that come with it"
        return Check("tilesets", State.UNUSED, "no sets in tilesets/ of this folder", advice)
    return Check("tilesets", State.OK, f"{counted(number, 'set')} in {here.absolute()}")


def _templates() -> Check:
    here = Path("templates")
    if not here.is_dir():
        advice = "only for rulebooks, pads and themes of your own"
        return Check("templates", State.UNUSED, "no templates/ in this folder", advice)
    return Check("templates", State.OK, f"{here.absolute()}")


def _output() -> Check:
    """Whether a build can write, tried by writing."""
    folder = Path("output")
    try:
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(20, "it is a file")
        with tempfile.TemporaryFile(dir=folder if folder.is_dir() else Path()):
            pass
    except OSError as error:
        advice = "work in another folder, or write pnp build --output FOLDER"
        found = f"cannot write into output/ here: {error.strerror or error}"
        return Check("output", State.BROKEN, found, advice)
    return Check("output", State.OK, f"{folder.absolute()} can be written")


def _terminal(encoding: str) -> Check:
    if encoding.lower().replace("-", "").replace("_", "") != "utf8":
        advice = "set PYTHONUTF8=1, or choose UTF-8 in the terminal"
        return Check("terminal", State.MISSING, f"writes {encoding or 'no known encoding'}", advice)
    return Check("terminal", State.OK, "writes UTF-8")
