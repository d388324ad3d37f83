"""`pnp doctor`: what is there, what is missing, and what is broken."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

import click
import pytest

from pnp.basics.errors import UnusableInput
from pnp.basics.lookup import library
from pnp.project import health as health_module
from pnp.project.health import Check, State, health, requirements
from pnp.scene.geometry import Point
from tests.conftest import Call

METADATA = """\
Metadata-Version: 2.4
Name: pnp-tiles
Version: 0.1.0
Provides-Extra: desk
Provides-Extra: preview
Provides-Extra: dev
Provides-Extra: stats
Requires-Dist: click>=8.1
Requires-Dist: uvicorn[standard]>=0.34; extra == 'preview'
Requires-Dist: pnp-tiles[preview]; extra == 'desk'
Requires-Dist: pnp-tiles[preview,stats]; extra == 'dev'
Requires-Dist: pytest>=8.2; extra == "dev"
Requires-Dist: matplotlib (>=3.9) ; python_version >= '3.11' and extra == 'stats'
Requires-Dist: numpy ; extra == 'stats'
"""

INSTALLED = {
    "click": "8.1.7",
    "uvicorn": "0.34",
    "matplotlib": "3.10.1",
    "numpy": "2.1",
    "pytest": "9",
}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], None]:
    """Lets pnp have the metadata above, and just these libraries be installed."""
    folder = tmp_path / "pnp_tiles-0.1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(METADATA)

    def with_libraries(known: dict[str, str]) -> None:
        def version(name: str) -> str:
            if name not in known:
                raise PackageNotFoundError(name)
            return known[name]

        monkeypatch.setattr(health_module, "distribution", lambda name: Distribution.at(folder))
        monkeypatch.setattr(health_module, "version", version)

    return with_libraries


def checks(settings: Path, encoding: str = "utf-8") -> dict[str, Check]:
    """All checks by name."""
    return {check.name: check for check in health(settings=settings, encoding=encoding)}


def test_all_is_well_on_this_machine(in_folder: Path, pnp: Call) -> None:
    """Every line is a state, a name and what was found; the exit code is 0."""
    result = pnp("doctor")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("pnp works\n")
    found = json.loads(pnp("doctor", "--format", "json").stdout)
    assert found["ok"] is True
    for check in found["checks"]:
        assert f"{check['state']:7}  {check['name']} " in result.stdout
        assert check["found"] in result.stdout
        assert check["advice"] in result.stdout
    games = next(each for each in found["checks"] if each["name"] == "games")
    assert "hexstatic" in games["found"]


# Libraries


def test_the_extras_are_those_of_the_metadata(
    in_folder: Path, install: Callable[[dict[str, str]], None]
) -> None:
    """In all the ways in which metadata writes them, without those for developers and former names."""
    install(INSTALLED)
    found = checks(in_folder)
    assert found["libraries"] == Check("libraries", State.OK, "click")
    assert found["extra preview"] == Check("extra preview", State.OK, "uvicorn")
    assert found["extra stats"] == Check("extra stats", State.OK, "matplotlib and numpy")
    assert "extra dev" not in found
    assert "extra desk" not in found


def test_a_requirement_has_its_least_version_and_its_extra(
    install: Callable[[dict[str, str]], None],
) -> None:
    """And pnp does not require itself."""
    install(INSTALLED)
    assert [tuple(each) for each in requirements(health_module.distribution("pnp-tiles"))] == [
        ("click", "8.1", ""),
        ("uvicorn", "0.34", "preview"),
        ("pytest", "8.2", "dev"),
        ("matplotlib", "3.9", "stats"),
        ("numpy", "", "stats"),
    ]


def test_a_missing_extra_has_the_line_that_installs_it(
    in_folder: Path, install: Callable[[dict[str, str]], None]
) -> None:
    """It is not required; neither are its newer versions."""
    install({"click": "8.1", "matplotlib": "3.8.4"})
    found = checks(in_folder)
    assert found["extra preview"] == Check(
        "extra preview", State.MISSING, "no uvicorn", "pip install 'pnp-tiles[preview]'"
    )
    assert found["extra stats"] == Check(
        "extra stats",
        State.MISSING,
        "matplotlib 3.8.4, which is older than 3.9; no numpy",
        "pip install 'pnp-tiles[stats]'",
    )


@pytest.mark.parametrize(
    ("known", "problem"),
    [({}, "no click"), ({"click": "8.0.9"}, "click 8.0.9, which is older than 8.1")],
)
def test_a_missing_library_is_broken(
    in_folder: Path,
    install: Callable[[dict[str, str]], None],
    known: dict[str, str],
    problem: str,
) -> None:
    """Since pnp cannot do without it."""
    install(known)
    advice = "pip install --upgrade pnp-tiles"
    assert checks(in_folder)["libraries"] == Check("libraries", State.BROKEN, problem, advice)


def test_a_folder_that_is_not_installed_is_broken(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no entry points, and so no games."""

    def absent(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(health_module, "distribution", absent)
    found = checks(in_folder)
    assert found["libraries"].state is State.BROKEN
    assert found["libraries"].advice == "pip install --editable . in that folder"
    assert not any(name.startswith("extra") for name in found)


# Fonts and games


def test_a_missing_font_is_broken(in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the name of its package."""

    def absent(*, bold: bool) -> None:
        raise ModuleNotFoundError("No module named 'fontpkg_atkinson_hyperlegible'")

    monkeypatch.setattr(health_module, "open_font", absent)
    check = checks(in_folder)["font"]
    assert check.state is State.BROKEN
    assert "fontpkg_atkinson_hyperlegible" in check.found


def test_a_game_that_cannot_be_loaded_is_broken(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its message is that of pnp list, and the exit code is 1."""

    def broken(name: str) -> None:
        raise UnusableInput(f'the game "{name}" cannot be loaded')

    monkeypatch.setattr(health_module, "playable", lambda: ("chess",))
    monkeypatch.setattr(health_module, "game_class", broken)
    result = pnp("doctor")
    assert result.exit_code == 1
    assert re.search('^broken +games +the game "chess" cannot be loaded$', result.stdout, re.M)
    assert result.stdout.endswith("\nbroken: games\n")
    assert json.loads(pnp("doctor", "--format", "json").stdout)["ok"] is False


def test_a_game_without_its_set_is_broken(in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pnp could not find its tiles; neither could it without any game."""

    class Chess:
        sets = in_folder

    monkeypatch.setattr(health_module, "playable", lambda: ("chess",))
    monkeypatch.setattr(health_module, "game_class", lambda name: Chess)
    check = checks(in_folder)["games"]
    assert check.state is State.BROKEN
    assert f"there is no {in_folder / 'chess.yaml'}" in check.found
    monkeypatch.setattr(health_module, "playable", lambda: ())
    assert checks(in_folder)["games"].found == "there are no games to play"


# Printers


def test_printers_are_shown_with_their_offsets(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As pnp calibrate has stored them; without any there is advice."""
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(in_folder / "settings"))
    before = checks(in_folder / "settings")["printers"]
    assert before.state is State.UNUSED
    assert "pnp calibrate" in before.advice
    pnp("calibrate", "--printer", "office", "--back-offset", "0.5,-1.2")
    assert re.search(r"^ok +printers +office 0\.5,-1\.2 mm$", pnp("doctor").stdout, re.M)
    assert health_module.stored_offsets(in_folder / "settings") == {"office": Point(0.5, -1.2)}


@pytest.mark.parametrize("text", ["office: {back-offset: far}", "- office", "office: ["])
def test_a_broken_file_of_printers_is_broken(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """The message has its path."""
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(in_folder))
    (in_folder / "printers.yaml").write_text(text)
    result = pnp("doctor")
    assert result.exit_code == 1
    broken = f"^broken +printers +{re.escape(str(in_folder / 'printers.yaml'))}:"
    assert re.search(broken, result.stdout, re.M)


# The folder, the terminal and git


def test_sets_and_templates_of_the_folder_are_counted(in_folder: Path) -> None:
    """A folder without any is no problem."""
    assert checks(in_folder)["tilesets"].state is State.UNUSED
    assert checks(in_folder)["templates"].state is State.UNUSED
    Path("tilesets").mkdir()
    Path("templates").mkdir()
    Path("tilesets/one.yaml").write_text("game: one\n")
    found = checks(in_folder)
    assert found["tilesets"] == Check("tilesets", State.OK, f"1 set in {in_folder / 'tilesets'}")
    assert found["templates"].state is State.OK


def test_a_file_in_place_of_the_output_is_broken(in_folder: Path) -> None:
    """A build needs a folder there; the file stays."""
    Path("output").write_text("mine")
    check = checks(in_folder)["output"]
    assert (check.state, check.found) == (
        State.BROKEN,
        "cannot write into output/ here: it is a file",
    )
    assert Path("output").read_text() == "mine"


@pytest.mark.parametrize("there", [True, False])
def test_a_folder_that_nobody_can_write_is_broken(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """The output itself, or the current folder, in which a build would make it."""
    if there:
        Path("output").mkdir()
    tried = []

    def refused(**options: Path) -> None:
        tried.append(options["dir"])
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    check = checks(in_folder)["output"]
    assert tried == [Path("output") if there else Path()]
    assert (check.state, check.found) == (
        State.BROKEN,
        "cannot write into output/ here: Permission denied",
    )


def test_a_check_leaves_nothing_behind(in_folder: Path) -> None:
    """Though it tries to write."""
    checks(in_folder)
    assert [*in_folder.iterdir()] == []


@pytest.mark.parametrize(
    ("encoding", "state"),
    [("utf-8", State.OK), ("UTF8", State.OK), ("cp1252", State.MISSING), ("", State.MISSING)],
)
def test_a_terminal_needs_utf_8_for_all_signs(in_folder: Path, encoding: str, state: State) -> None:
    """Other encodings are named."""
    check = checks(in_folder, encoding)["terminal"]
    assert check.state is state
    assert state is State.OK or (encoding or "no known encoding") in check.found


def test_git_is_only_needed_to_compare(in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it all else works."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    check = checks(in_folder)["git"]
    assert (check.state, check.found) == (State.MISSING, "no git")


# Extras: a missing library is a message, a broken one is an error.


def test_a_library_that_is_there_is_returned() -> None:
    """Also a module within it."""
    assert library("json", extra="stats", user="pnp stats") is json
    assert library("json.decoder", extra="stats", user="pnp stats").JSONDecoder


def test_a_missing_library_is_named_with_its_extra() -> None:
    """And with the line that installs it."""
    message = r"--plots needs absent-library; install it with: pip install 'pnp-tiles\[stats\]'"
    with pytest.raises(UnusableInput, match=message):
        library("absent_library.part", extra="stats", user="--plots")


def test_a_library_that_lacks_another_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To install the extra again would not help."""
    (tmp_path / "half_installed.py").write_text("import another_absent_library\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="another_absent_library"):
        library("half_installed", extra="stats", user="--plots")
