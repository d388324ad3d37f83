"""Shared by the tests: definitions from texts, and the command line."""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import rmtree
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from pnp.basics.errors import Finding, InvalidDefinition, Source
from pnp.cli import main
from pnp.definition import Definition, load_definition, parse_definition
from pnp.documents import book_pdf
from pnp.games import game_rules
from pnp.imposition.papers import chosen_papers
from pnp.kinds.boards import BoardKind
from pnp.pieces import make_pieces
from pnp.project.rulebook import read_rulebook, rulebook_as_book
from pnp.project.sets import sets_in
from pnp.sets.tileset import Tileset, make_tileset
from pnp.validation import check
from tests.products import leave_to_the_night

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser import Tab

ROOT = Path(__file__).parent.parent

# It needs atheris, which few machines have, and changes all of pnp when it is imported.
collect_ignore = ["guided.py"]

# The files of all sets that come with pnp.
BUNDLED = sorted(each.path.resolve() for each in sets_in(ROOT / "tilesets"))

# The machine may be slow and noisy: no example fails for the time that it takes.
settings.register_profile(
    "pnp", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
# A build that lands must not hang on luck; at a desk, luck may find what nobody thought of, and has more tries.
settings.register_profile("ci", settings.get_profile("pnp"), derandomize=True, max_examples=25)
settings.load_profile("ci" if os.environ.get("CI") else "pnp")

# Megabytes that a process of the tests may have had in memory; two of them, a browser and an editor
# then fit on a small machine.
MEMORY = 1000

# The sizes of a bundled rulebook's pages in millimetres, and whether they are folded to a booklet.
EDITIONS = {
    "a4": ((210.0, 297.0), False),
    "letter": ((215.9, 279.4), False),
    "a5": ((148.0, 210.0), False),
    "a4 booklet": ((148.5, 210.0), True),
    "letter booklet": ((139.7, 215.9), True),
}

Shared = Callable[[str, Callable[[Path], object]], Path]

# What the fixture `pnp` is.
Call = Callable[..., Result]

# The most memory of each process of the tests, in megabytes, by its name, and the test that took it.
PEAKS: dict[str, tuple[int, str]] = {}


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compiles a part of the tests in each worker, so that not every worker compiles all of them.

    Pytest rewrites assertions, which takes longer than all imports, and keeps what it has compiled.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    number = int(worker["workerid"].removeprefix("gw"))
    for path in sorted(Path(__file__).parent.glob("test_*.py"))[number :: worker["workercount"]]:
        # Pytest reports a broken module later, when it collects the tests.
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(f"tests.{path.stem}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves most cases of the marked tests to the nightly run, before pytest picks by marks."""
    leave_to_the_night(items)


def peak() -> int:
    """The most memory that this process has had, in megabytes; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // 10**6 if sys.platform == "darwin" else used * 1024 // 10**6


def resident() -> int:
    """The megabytes that this process has in memory now; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") // 10**6


def pytest_collection_finish() -> None:
    """Leaves modules and tests, which stay to the end, out of every later search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the contents of open pages to the report of a failed test."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.when == "call" and report.failed and browser:
        from tests.browser import shown

        # A page that no longer answers must not replace the failure.
        with suppress(Exception):
            report.sections.append(("Open pages", shown(browser)))
    return report


# The megabytes that were resident when memory was given back last; below half of what a process may
# have, it is not worth the time.
LAST = [MEMORY // 2]

# The most memory of this process so far, and the test that took it.
TAKEN = [(0, "")]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Gives free memory back to the system: rasters in circles of references, and glibc's holes."""
    if (most := peak()) > TAKEN[0][0]:
        TAKEN[0] = most, item.nodeid
    if resident() > LAST[0] + 50:
        gc.collect()
        with suppress(OSError, AttributeError):
            ctypes.CDLL("libc.so.6").malloc_trim(0)
        LAST[0] = max(resident(), MEMORY // 2)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails a run of the continuous integration that took twice the memory that it may.

    Up to that a run only says so: how much is taken depends on the allocator, too.
    """
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["peak"] = peak(), TAKEN[0][1]
        return
    PEAKS["tests"] = peak(), TAKEN[0][1]
    if os.environ.get("CI") and max(PEAKS.values())[0] > 2 * MEMORY and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Notes the memory of a worker that has ended."""
    PEAKS[node.gateway.id] = getattr(node, "workeroutput", {}).get("peak", (0, ""))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints the memory of each process before the last line of the run."""
    found = ", ".join(f"{name} {used} MB" for name, (used, _) in sorted(PEAKS.items()))
    over = [f"; in {test}" for used, test in PEAKS.values() if used > MEMORY]
    terminalreporter.write_line(f"most memory, of {MEMORY} MB: {found}{''.join(over)}")


def defined(text: str) -> Definition:
    """The definition in a text."""
    return parse_definition(Source("game.yaml", dedent(text)))


def refusal(
    call: Callable[..., object],
    *arguments: object,
    kind: type[InvalidDefinition] = InvalidDefinition,
    **named: object,
) -> tuple[Finding, ...]:
    """The findings for which a call refuses its arguments."""
    with pytest.raises(kind) as refused:
        call(*arguments, **named)
    return refused.value.findings


def only_finding(text: str) -> Finding:
    """The one finding for which the definition in a text is refused."""
    (finding,) = refusal(defined, text)
    return finding


def set_of(text: str) -> Tileset:
    """The tileset that a text defines."""
    return make_tileset(defined(text))


def family_text(family: str, *, tiles: str = "shape: hexagon, size: 30mm", rest: str = "") -> str:
    """A definition with one family, in flow style, and perhaps more at the top level."""
    return f"game: sample\n{rest}\ntiles: {{{tiles}, families: [{{name: one, {family}}}]}}\n"


@cache
def bundled(name: str) -> Tileset:
    """One of the sets that come with the product; a value, so that tests can share it."""
    return make_tileset(load_definition(ROOT / "tilesets" / f"{name}.yaml"))


def findings_of(text: str) -> tuple[Finding, ...]:
    """The findings of all rules about the set in a text."""
    return check(set_of(text), game_rules)


def too_large(tileset: Tileset) -> list[Finding]:
    """The findings about boards that A4 has no room for."""
    return [*BoardKind().larger_than(make_pieces(tileset), chosen_papers(["a4"]))]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Waits until no other process holds this file; where files have no locks, it does not wait."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(autouse=True, scope="session")
def painted_here() -> Iterator[None]:
    """Pictures are painted by the process of the test: others take longer to start than so few take to paint."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pnp.export.painting._FEW", 10_000)
        yield


@pytest.fixture(autouse=True, scope="session")
def covers_of_few_dots() -> Iterator[None]:
    """Covers and pictures for stores, whose dots no option chooses, have few of them; a test that measures them has all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pnp.export.png.COVER_DPI", 36)
        patch.setattr("pnp.export.trade.DPI", 36)
        yield


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """A folder of a name, which is filled once for all processes of a run; tests only read it."""
    base = tmp_path_factory.getbasetemp()
    base = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    base.mkdir(exist_ok=True)

    def folder(name: str, fill: Callable[[Path], object]) -> Path:
        found, scratch = base / name, base / f"{name}.part"
        with locked(base / f"{name}.lock"):
            if not found.exists():
                rmtree(scratch, ignore_errors=True)
                scratch.mkdir()
                fill(scratch)
                scratch.rename(found)
        return found

    return folder


@pytest.fixture(scope="session")
def edition(shared: Shared) -> Callable[..., bytes]:
    """The pages of a bundled rulebook in one of the `EDITIONS`."""

    def fill(folder: Path, game: str, name: str) -> None:
        pieces, (size, is_bound) = make_pieces(bundled(game)), EDITIONS[name]
        rulebook = read_rulebook(pieces)
        assert rulebook is not None
        book = rulebook_as_book(pieces, rulebook, *size, bound=is_bound)
        (folder / "rules.pdf").write_bytes(book_pdf(book, *size))

    def pdf(game: str, name: str) -> bytes:
        words = f"rules-{game}-{name.replace(' ', '-')}"
        folder = shared(words, lambda scratch: fill(scratch, game, name))
        return (folder / "rules.pdf").read_bytes()

    return pdf


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker; on a machine that builds, its absence is a failure."""
    from tests.browser import MISSING, chromium, launched

    if chromium() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with launched() as found:
        yield found


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Tab:
    """The tab of that browser that tests lend each other."""
    from tests.browser import Tab

    return Tab(browser)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, also where a shell has started the tests in the background, with Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that the test is in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def pnp() -> Call:
    """Calls `pnp` with these arguments; a traceback fails the test."""

    def call(*arguments: str | Path) -> Result:
        result = CliRunner().invoke(main, [str(each) for each in arguments], prog_name="pnp")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "Traceback" not in result.output
        return result

    return call
