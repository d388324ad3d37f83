"""Habits of a command line: quiet, verbose, completion, and a clean end after Ctrl-C; of tests, too."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from pnp.cli import COMMANDS, command_named
from pnp.cli.completion import TABLE
from pnp.project import files
from pnp.project.files import write_whole
from tests.completion_table import table
from tests.conftest import ROOT, Call

GOOD = """\
game: good
colours: [red, blue, green]
tiles:
  shape: square
  size: 40mm
  families:
    - {name: one, generate: edges, colours: [red, blue]}
"""


@pytest.mark.slow
@pytest.mark.parametrize("place", ["before", "after"])
def test_quiet_prints_only_errors(in_folder: Path, pnp: Call, place: str) -> None:
    """Before the command or after it; lists that are asked for are printed all the same."""
    Path("good.yaml").write_text(GOOD)

    def quiet(*words: str) -> Result:
        return pnp("-q", *words) if place == "before" else pnp(*words, "--quiet")

    for command in ("validate", "build"):
        loud = pnp(command, "good.yaml")
        assert "unused-colour" in loud.output and "good" in loud.stdout
        result = quiet(command, "good.yaml")
        assert (result.exit_code, result.output) == (0, "")
    assert quiet("enumerate", "good.yaml").stdout == pnp("enumerate", "good.yaml").stdout
    Path("bad.yaml").write_text(GOOD.replace("square", "sqare"))
    result = quiet("validate", "bad.yaml")
    assert result.exit_code == 1
    assert result.output.count("error unknown-word") == 1 and "1 error" not in result.output


@pytest.mark.slow
@pytest.mark.parametrize("place", ["before", "after"])
def test_verbose_prints_what_is_read_and_made(in_folder: Path, pnp: Call, place: str) -> None:
    """On standard error, with times; the next command is not verbose."""
    words = ("build", "hexstatic", "--paper", "a4", "--only", "pdf", "--pieces", "pads")
    result = pnp("--verbose", *words) if place == "before" else pnp(*words, "-v")
    log = result.stderr.splitlines()
    assert all(re.match(r" *\d+\.\d\d s  \w", line) for line in log)
    for wanted in (
        r"reading \S*hexstatic\.yaml",
        r"found pads/hexstatic-scores\.yaml: \S*templates/pads/hexstatic-scores\.yaml",
        r"hexstatic: drawing took \d",
        r"wrote \d of \d files? into output/hexstatic",
    ):
        assert any(re.search(wanted, line) for line in log), wanted
    shutil.rmtree("output")
    assert result.stdout == pnp(*words).stdout
    assert pnp(*words).stderr == ""


def test_quiet_and_verbose_exclude_each_other(pnp: Call) -> None:
    """Wherever they stand; every command has both."""
    for words in (("-q", "validate", "-v", "tsuro"), ("validate", "-qv", "tsuro")):
        result = pnp(*words)
        assert result.exit_code == 2
        assert "choose --quiet or --verbose, not both" in result.stderr
    for name in COMMANDS:
        assert {"-q", "-v"} <= {opt for each in command_named(name).params for opt in each.opts}


def completed(line: str, folder: Path, *, modules: bool = False) -> list[str]:
    """The words that Tab offers at the end of a line, or the modules that pnp then has imported."""
    words = line.split(" ")
    code = "import pnp.cli, sys\ntry: pnp.cli.main(prog_name='pnp')\nexcept SystemExit: pass\n"
    code += "print(*sys.modules, sep='\\n')" if modules else ""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "_PNP_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
        },
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [each.partition(",")[2] or each for each in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "expected", "unexpected"),
    [
        ("pnp ", "build", "--paper"),
        ("pnp --", "--quiet", "build"),
        ("pnp build --", "--paper", "--where"),
        ("pnp build hexstatic --lay", "--layout", "--paper"),
        ("pnp build --layout s", "spaced", "honeycomb"),
        ("pnp build --theme ", "greyscale", "hexstatic"),
        ("pnp validate hexs", "hexstatic-compact", "tsuro"),
        ("pnp validate tsuro m", "mine", "hexstatic"),
        ("pnp completion ", "zsh", "build"),
    ],
)
def test_tab_completes(tmp_path: Path, line: str, expected: str, unexpected: str) -> None:
    """Commands, options, their values, and the names of sets, one's own and the bundled ones."""
    (tmp_path / "tilesets").mkdir()
    (tmp_path / "tilesets/mine.yaml").write_text(GOOD)
    words = completed(line, tmp_path)
    assert expected in words
    assert unexpected not in words


def test_tab_imports_nothing_heavy(tmp_path: Path) -> None:
    """No command, no YAML, no PDF: an answer has to come at once."""
    modules = completed("pnp build hexstatic --", tmp_path, modules=True)
    heavy = [each for each in modules if re.match(r"(yaml|reportlab|pnp\.(?!cli|basics))", each)]
    assert "--paper" in modules and "pnp.cli" in modules
    assert heavy == []
    assert not any(each.endswith("_command") for each in modules)


def test_the_table_of_completion_is_true() -> None:
    """`python -m tests.completion_table` writes it anew."""
    assert TABLE.read_text("utf-8") == table()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_can_read(pnp: Call, shell: str) -> None:
    """It calls pnp for the words; the shell itself judges the syntax, if it is here."""
    script = pnp("completion", shell).stdout
    assert f"_PNP_COMPLETE={shell}_complete" in script
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell} here")
    subprocess.run([program, "-n"], input=script, text=True, check=True)


def snapshot(folder: Path) -> dict[str, str]:
    """All files below a folder, with their hashes."""
    return {
        str(each.relative_to(folder)): hashlib.sha256(each.read_bytes()).hexdigest()
        for each in folder.rglob("*")
        if each.is_file()
    }


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_leaves_earlier_output_and_no_scratch(in_folder: Path) -> None:
    """One line, exit code 130, as soon as the build has begun to write."""
    command = [sys.executable, "-m", "pnp", "build", "macmahon-squares"]
    subprocess.run([*command, "--only", "pdf", "--paper", "a4"], check=True, capture_output=True)
    before = snapshot(Path("output"))
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background lets them ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as run:
        while not [*Path("output").glob(".pnp-build-*/*")] and run.poll() is None:
            time.sleep(0.005)
        run.send_signal(signal.SIGINT)
        output, errors = run.communicate()
    assert (run.returncode, output) == (130, "")
    assert errors == "stopped; nothing was written\n"
    assert snapshot(Path("output")) == before
    assert [each.name for each in Path("output").iterdir()] == ["macmahon-squares"]


# A build that gets Ctrl-C as it writes, and again where *again* says.
TWICE = """
import atexit, shutil, signal, sys
from pnp.cli import run
from pnp.project import files

signal.signal(signal.SIGINT, signal.default_int_handler)
interrupt = lambda *rest, **options: signal.raise_signal(signal.SIGINT)
files.write_file = interrupt
again = sys.argv.pop()
if again == "as it tidies up":
    shutil.rmtree = interrupt
elif again == "as it ends":
    atexit.register(interrupt)
sys.argv[1:] = ["build", "good.yaml", "--paper", "a4", "--only", "pdf"]
run()
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("again", ["as it tidies up", "as it ends"])
def test_a_second_ctrl_c_ends_at_once(in_folder: Path, again: str) -> None:
    """The same exit code, no traceback, earlier output as it was; what is left over goes with the next build."""
    Path("good.yaml").write_text(GOOD)
    build = [sys.executable, "-m", "pnp", "build", "good.yaml", "--paper", "a4", "--only", "pdf"]
    subprocess.run(build, check=True, capture_output=True)
    before = snapshot(Path("output"))
    Path("good.yaml").write_text(GOOD + "title: Changed\n")
    run = subprocess.run(
        [sys.executable, "-c", TWICE, again], capture_output=True, text=True, check=False
    )
    said = "" if again == "as it tidies up" else "stopped; nothing was written\n"
    assert (run.returncode, run.stdout, run.stderr) == (130, "", said)
    after = snapshot(Path("output"))
    assert {name: after[name] for name in before} == before
    subprocess.run(build, check=True, capture_output=True)
    assert [each.name for each in Path("output").iterdir()] == ["good"]


def test_ctrl_c_names_what_is_complete(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first game is there, the second is not."""
    Path("one.yaml").write_text(GOOD)
    Path("two.yaml").write_text(GOOD.replace("game: good", "game: second"))
    real = files.write_file

    def write(scratch: Path, *rest: object) -> dict[str, object]:
        if "second" in scratch.name:
            raise KeyboardInterrupt
        return real(scratch, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "write_file", write)
    result = pnp("build", "one.yaml", "two.yaml", "--paper", "a4", "--only", "pdf", "--jobs", "1")
    assert result.exit_code == 130
    assert "stopped; output/good is complete, nothing else was written\n" in result.stderr
    assert [each.name for each in Path("output").iterdir()] == ["good"]


def test_ctrl_c_waits_while_files_are_moved(in_folder: Path, ctrl_c: None) -> None:
    """Between two renames nothing stops; afterwards the interrupt is raised."""
    reached = []
    with pytest.raises(KeyboardInterrupt), files.uninterrupted():
        signal.raise_signal(signal.SIGINT)
        reached.append("end")
    assert reached == ["end"]
    # Another thread cannot set handlers, and gets no signals.
    worker = threading.Thread(target=write_whole, args=(Path("a.txt"), b"a"))
    worker.start()
    worker.join()
    assert Path("a.txt").read_bytes() == b"a"


def test_an_interrupted_file_leaves_no_scratch(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the part that was written."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(Path("a.txt"), b"a")
    assert [*in_folder.iterdir()] == []


# Parts of the names of Python's own tools that begin with an underscore.
PYTHONS = {"_replace", "_asdict", "_fields", "_make", "_exit"}


def is_private(name: str) -> bool:
    """Whether a name begins with an underscore, and is not Python's own."""
    return name.startswith("_") and not name.startswith("__") and name not in PYTHONS


def private_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines in which a test takes a private name of somebody else, and the names."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                words = [*module.split("."), *(each.name for each in names)]
                yield from ((node.lineno, word) for word in words if is_private(word))
            case ast.Attribute(value=owner, attr=name) if is_private(name):
                if not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")):
                    yield node.lineno, name
            case ast.Call(
                func=ast.Attribute(attr="setattr"), args=[_, ast.Constant(str(name)), *_]
            ):
                yield from [(node.lineno, name)] if is_private(name) else []


@pytest.mark.slow
def test_tests_know_no_private_names() -> None:
    """A test that imports what packages offer stays as it is when their insides move."""
    source = "from a._b import _c\nd._e.f\ng.setattr(h, '_i', 1)\nself._j = k._replace(l=1)"
    assert sorted(private_names(ast.parse(source))) == [(1, "_b"), (1, "_c"), (2, "_e"), (3, "_i")]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for folder in ("tests", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, name in private_names(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


def test_classes_of_data_are_our_own() -> None:
    """Those of the standard library are compiled on import, hundreds of times: `frozen` and `NamedTuple` are not."""
    wanted = re.compile(
        r"from typing import (?:\([^)]*|.*)\bNamedTuple\b|@dataclass\([^)]*frozen=True"
    )
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "pnp").rglob("*.py")
        if wanted.search(path.read_text("utf-8"))
    }
    assert found == {"pnp/basics/classes.py"}


# Comparisons with a shape or with the kind of a grid, and tables by them.
COMPARED = re.compile(
    r"(?:\bis|\bis not|==|!=|\bin)\s+[({[]?\s*(?:Tile)?Shape\.[A-Z]|^\s*(?:Tile)?Shape\.[A-Z]+:"
    r"|match [a-z_.]*geometry\.shape|case (?:Tile)?Shape\."
    r"|grid\.kind(?:\]| (?:==|!=|in|not in) )|isinstance\([^)]*(?:Hex|Square|Triangle)Layout\)",
    re.MULTILINE,
)


@pytest.mark.slow
def test_only_tiles_know_what_follows_from_a_shape_or_a_grid() -> None:
    """Other packages ask the shape and the grid, so that another shape is a few lines of `pnp.tiles`."""
    found = [
        f"{path.relative_to(ROOT)}: {match[0].strip()}"
        for path in sorted((ROOT / "pnp").rglob("*.py"))
        if path.parent.name != "tiles" or path.parent.parent.name != "pnp"
        for match in COMPARED.finditer(path.read_text("utf-8"))
    ]
    assert found == []
    assert COMPARED.search("if geometry.shape is not Shape.HEXAGON:")
    assert COMPARED.search('is_path = board.grid.kind == "spaces"')


# Questions whether a theme has fills.
FILLED = re.compile(
    r"\.fills\b|\.areas\b\s*(?:==|!=|\bin\b)|isinstance\([^)]*(?:Filled|Outlined)\)"
)


def test_only_themes_know_what_follows_from_fills() -> None:
    """Others ask `Theme.area` for an ink and `areas_of` for a drawing, so that another way to draw areas is a class."""
    allowed = {ROOT / "pnp/colour/theme.py", ROOT / "pnp/definition/themes.py"}
    found = [
        f"{path.relative_to(ROOT)}: {match[0].strip()}"
        for path in sorted((ROOT / "pnp").rglob("*.py"))
        if path not in allowed
        for match in FILLED.finditer(path.read_text("utf-8"))
    ]
    assert found == []
    assert all(FILLED.search(path.read_text("utf-8")) for path in allowed)
    assert FILLED.search('if theme.areas == "outlined":')


# Comparisons with the shape of a trim, in quotes, and tables by it.
TRIM_COMPARED = re.compile(
    r"trim\.shape(?:\]|\)? (?:==|!=|in|not in) )|match [a-z_.]*trim\.shape|get\([a-z_.]*trim\.shape"
    r"|\bshape (?:==|!=|in|not in) [(\[{]?\"(?:triangle|square|hexagon|rectangle|circle)\""
)


def test_only_trims_know_what_follows_from_their_shape() -> None:
    """Sheets, kinds, faces and reviews ask the trim: its lattices, its edges, its size in words."""
    found = [
        f"{path.relative_to(ROOT)}: {match[0].strip()}"
        for path in sorted((ROOT / "pnp").rglob("*.py"))
        if path.relative_to(ROOT) != Path("pnp/pieces/trims.py")
        for match in TRIM_COMPARED.finditer(path.read_text("utf-8"))
    ]
    assert found == []
    for text in (
        'if cutout.trim.shape == "hexagon":',
        "match trim.shape:",
        'hexagons = shape != "hexagon"',
        'trim.shape in ("square", "rectangle")',
        "{60: 1}.get(trim.shape)",
    ):
        assert TRIM_COMPARED.search(text), text
