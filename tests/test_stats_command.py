"""`pnp stats`: its tables, its JSON, its figures, and its messages."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from pnp.basics import lookup
from tests.conftest import ROOT, Call


def test_the_report_has_a_table_for_each_question(pnp: Call) -> None:
    """For a game with strands; a line says how many rows are omitted."""
    result = pnp("stats", "hexstatic")
    assert result.exit_code == 0
    assert result.stdout.startswith("hexstatic: 216 different tiles, 216 to print\n")
    for title in (
        "What the sides show", "Chance that two sides match", "How many tiles fit a place",
        "The strands of the tiles", "Crossings on a tile", "The patterns of the tiles",
        "Tiles in the mirror", "Tiles that look alike", "What it costs to make", "Ink to print it",
    ):  # fmt: skip
        assert f"\n{title}: " in result.stdout
    assert "  and 28 more, which --format json has\n" in result.stdout
    assert "\n  Together     221 " in result.stdout


def test_a_game_without_tiles_has_only_costs(pnp: Call) -> None:
    """Its cards and pads."""
    lines = pnp("stats", "hexpertise").stdout.splitlines()
    assert lines[0] == "hexpertise has no tiles; these are the costs of its other pieces"
    assert [line.partition(":")[0] for line in lines if line and line[0] != " "][1:] == [
        "What it costs to make",
        "Ink to print it",
    ]


def test_json_has_all_numbers(pnp: Call) -> None:
    """With names, shares from 0 to 1, and all patterns."""
    found = json.loads(pnp("stats", "hexstatic", "--format", "json").stdout)
    assert (found["game"], found["tiles"], found["players"]) == ("hexstatic", 216, 3)
    assert found["families"][0]["shares"][0] == {"number": 32, "share": 0.333333}
    assert {"one": "nexus", "other": "three-lines", "chance": 0.166667} in found["matches"]
    assert len(found["patterns"]) == 40
    assert len(found["twins"]["pairs"]) == 99
    assert found["costs"]["paper"] == "A4"
    assert found["costs"]["sheets"] == sum(each["sheets"] for each in found["costs"]["kinds"])
    assert [*found["costs"]["ink"]] == ["cyan", "magenta", "yellow", "black"]
    assert found["files"] == []


def test_one_family_has_its_own_numbers_and_only_its_tiles_cost(pnp: Call) -> None:
    """The nexus tiles of HexStatic: half of their sides are blank."""
    found = json.loads(pnp("stats", "hexstatic", "--family", "nexus", "--format", "json").stdout)
    assert [each["name"] for each in found["families"]] == ["nexus"]
    assert [share["share"] for share in found["families"][0]["shares"]][-1] == 0.5
    assert [(each["kind"], each["pieces"]) for each in found["costs"]["kinds"]] == [("tiles", 20)]


def test_the_number_of_players_and_the_paper_change_the_numbers(pnp: Call) -> None:
    """Controlled Path has a fourth start tile for four players; Letter is another paper."""
    found = json.loads(
        pnp(
            "stats", "controlled-path", "--players", 4, "--paper", "letter", "--format", "json"
        ).stdout
    )
    assert (found["players"], found["tiles"], found["costs"]["paper"]) == (4, 41, "Letter")


def test_a_theme_decides_what_looks_alike(in_folder: Path, pnp: Call) -> None:
    """In greyscale colours that share a pattern are made to differ; the standard theme keeps them."""
    path = in_folder / "alike.yaml"
    path.write_text("""\
game: alike
colours: {red: {fill: "#C8372D", pattern: solid}, blue: {fill: "#0072FF", pattern: solid}}
tiles: {shape: square, size: 30mm, families: [{name: one, generate: edges}]}
""")

    def greys(*options: str) -> list[list[str]]:
        result = json.loads(pnp("stats", path, "--format", "json", *options).stdout)
        (found,) = (each for each in result["look_alikes"] if each["vision"] == "greyscale")
        return found["colours"]  # type: ignore[no-any-return]

    assert greys() == [["red", "blue"]]
    assert greys("--theme", "greyscale") == []
    assert greys("--theme", "pens") == []


@pytest.mark.parametrize("theme", ["standard", "dark"])
def test_figures_are_written_as_svg(in_folder: Path, pnp: Call, theme: str) -> None:
    """One for each key; a dark theme makes dark ones."""
    result = pnp("stats", "macmahon-squares", "--plots", "figures", "--theme", theme)
    assert result.exit_code == 0
    files = sorted(path.name for path in Path("figures").iterdir())
    ending = "" if theme == "standard" else f"-{theme}"
    keys = ("costs", "fits", "ink", "patterns", "sides", "twins")
    assert files == [f"macmahon-squares-{key}{ending}.svg" for key in keys]
    assert [line for line in result.stdout.splitlines() if line.startswith("drawn: ")] != []
    text = Path("figures", files[0]).read_text("utf-8")
    assert ("#1B1D20" in text) == (theme == "dark")


def test_errors_of_the_set_come_after_its_numbers(in_folder: Path, pnp: Call) -> None:
    """With exit code 1, as in pnp enumerate."""
    path = in_folder / "wrong.yaml"
    text = (ROOT / "tilesets/published/macmahon-squares.yaml").read_text("utf-8")
    path.write_text(text.replace("expect: 24", "expect: 23"))
    result = pnp("stats", path)
    assert result.exit_code == 1
    assert "24 different tiles" in result.stdout
    assert "not 23" in result.stderr


def without(monkeypatch: pytest.MonkeyPatch, absent: str) -> None:
    """Lets a library be missing."""

    def find(name: str) -> ModuleType:
        if name.partition(".")[0] == absent:
            raise ModuleNotFoundError(name=absent)
        return import_module(name)

    monkeypatch.setattr(lookup, "import_module", find)


def test_without_pypdfium2_the_ink_is_not_measured(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note says so; the rest is complete, with figures."""
    without(monkeypatch, "pypdfium2")
    result = pnp("stats", "macmahon-squares", "--plots", "figures")
    assert result.exit_code == 0
    assert "What it costs to make" in result.stdout
    assert Path("figures", "macmahon-squares-costs.svg").exists()
    assert "Ink" not in result.stdout
    assert "the ink is not measured" in result.stderr


def test_progress_names_the_steps(pnp: Call) -> None:
    """On standard error, so that the report stays as it is."""
    result = pnp("stats", "macmahon-squares", "--progress")
    assert result.stdout == pnp("stats", "macmahon-squares").stdout
    for step in ("counting", "laying out sheets"):
        assert step in result.stderr
