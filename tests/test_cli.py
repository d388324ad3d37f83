"""The command line: output, exit codes, and the message for every bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import pnp as package
from pnp.cli import COMMANDS, progress
from pnp.definition import load_definition
from pnp.project import sets
from pnp.project.sets import all_sets, title_in
from tests.conftest import ROOT, Call

GOOD = """\
game: good
colours: [red, blue]
tiles:
  shape: square
  size: 40mm
  families:
    - {name: one, generate: edges, expect: 6}
"""

BAD_FILES = {
    "not-yaml": (b"game: [one\n", 2, "not YAML"),
    "tab": (b"game: tab\ntiles:\n\tshape: square\n", 2, "tab.yaml:3:1: error unreadable: not YAML: a tab"),
    "empty": (b"", 2, "empty.yaml:1:1: error unreadable: this file is empty"),
    "latin": (b"game: latin\ntitle: Caf\xe9\n", 2, "latin.yaml:2:11: error unreadable: this file is not UTF-8"),
    "key": (GOOD.replace("shape", "shapes").encode(), 1, 'key.yaml:4:3: error unknown-key: tiles has no "shapes"; did you mean "shape"?'),
    "colour": (GOOD.replace("generate: edges", "generate: edges, colours: [rad]").encode(), 1, 'colour.yaml:7:46: error unknown-colour: there is no colour "rad"; did you mean "red"?'),
    "rule": ((GOOD + "rules: [mirror-twin]\n").encode(), 1, 'rule.yaml:8:9: error unknown-rule: there is no rule "mirror-twin"; did you mean "mirror-twins"?'),
    "predicate": (GOOD.replace("expect: 6", "where: {run: 2}").encode(), 1, 'predicate.yaml:7:44: error unknown-predicate: no property of a tile is called "run"; did you mean "runs"?'),
    "twice": ((GOOD + "game: again\n").encode(), 1, 'twice.yaml:8:1: error duplicate-key: "game" appears twice; remove one'),
    "no": (GOOD.replace("red", "no").encode(), 1, "no.yaml:2:11: error name: a colour cannot be called no: YAML tools read it as yes or no"),
    "hex": (GOOD.replace("red", "0x12").encode(), 1, 'hex.yaml:2:11: error name: a colour cannot be called "0x12"'),
    "clock": (GOOD.replace("red", "1:30").encode(), 1, 'clock.yaml:2:11: error name: a colour cannot be called "1:30"'),
    "nothing": (GOOD.replace("expect: 6", "where: {colours: 3}").encode(), 1, 'nothing.yaml:7:7: error empty-family: the family "one" has no tile: no tile meets `colours: 3`'),
    "contradiction": (GOOD.replace("expect: 6", "where: {runs: 1, colours: 2}").encode(), 1, "`runs: 1` and `colours: 2` contradict each other"),
    "expect": (GOOD.replace("expect: 6", "expect: 5").encode(), 1, 'expect.yaml:7:44: error expect: the family "one" has 6 different tiles, not 5'),
    "size": (GOOD.replace("40mm", "0").encode(), 1, "size.yaml:5:9: error length: size has to be greater than 0, not 0"),
    "outside": (GOOD.replace("game: good", "game: ../../outside").encode(), 1, 'outside.yaml:1:7: error name: a game cannot be called "../../outside"'),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_reported_by_every_command(in_folder: Path, pnp: Call, name: str) -> None:
    """One message with its place, a non-zero exit, and earlier output untouched."""
    data, code, message = BAD_FILES[name]
    path = Path(f"{name}.yaml")
    path.write_bytes(data)
    Path("output/good").mkdir(parents=True)
    Path("output/good/kept.txt").write_text("kept")
    validated = pnp("validate", path)
    assert validated.exit_code == code
    assert message in validated.stdout
    assert validated.stdout.count(": error ") == 1
    built = pnp("build", path)
    assert built.exit_code == code
    assert message in built.stderr
    assert [str(each) for each in Path("output").rglob("*") if each.is_file()] == [
        "output/good/kept.txt"
    ]
    enumerated = pnp("enumerate", path)
    assert enumerated.exit_code == code
    assert message in enumerated.stderr
    # What only the rules find does not keep a designer from looking at the tiles.
    assert ("total: " in enumerated.stdout) == (
        name in ("rule", "nothing", "contradiction", "expect")
    )


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("hexstatik", 'there is no tileset "hexstatik"; did you mean "hexstatic"?'),
        ("../../etc/passwd", "there is no file ../../etc/passwd"),
        ("nowhere/set.yaml", "there is no file nowhere/set.yaml"),
        ("empty", "there is no tileset in the folder empty"),
        ("..", "there is no tileset in the folder .."),
        ("", 'there is no tileset ""'),
        ("x" * 5000, "x" * 50),
    ],
)
@pytest.mark.parametrize("command", ["validate", "enumerate", "build"])
def test_a_set_that_is_not_there(
    in_folder: Path, pnp: Call, command: str, word: str, message: str
) -> None:
    """Exit code 2, and what might be meant."""
    here = in_folder / "a" / "b"
    (here / "empty").mkdir(parents=True)
    os.chdir(here)
    result = pnp(command, word)
    assert result.exit_code == 2
    assert message in result.stderr


def test_list_shows_every_set_with_its_title(in_folder: Path, pnp: Call) -> None:
    """Bundled sets are found from any folder, and one's own stand first; what is no set has no title."""
    Path("tilesets").mkdir()
    Path("tilesets/mine.yaml").write_text(GOOD)
    Path("tilesets/broken.yaml").write_text("game: [")
    result = pnp("list")
    assert result.exit_code == 0
    rows = {name: rest for name, *rest in map(str.split, result.output.splitlines())}
    assert [*rows][:2] == ["broken", "mine"]
    assert rows["mine"] == ["good", "tilesets/mine.yaml"]
    assert rows["broken"] == ["(see", "pnp", "validate)", "tilesets/broken.yaml"]
    for each in all_sets()[1::4]:
        title = load_definition(each.path).title
        assert rows[each.name] == [*title.split(), *str(each.path).split()]
    assert len(rows) == 34


@pytest.mark.slow
def test_list_counts_every_set(in_folder: Path, pnp: Call) -> None:
    """With `--numbers`: tiles, or the pieces of games without tiles."""
    Path("tilesets").mkdir()
    Path("tilesets/mine.yaml").write_text(GOOD)
    Path("tilesets/broken.yaml").write_text("game: [")
    result = pnp("list", "--numbers")
    assert result.exit_code == 0
    rows = {line.split()[0]: " ".join(line.split()[1:3]) for line in result.output.splitlines()}
    assert rows["mine"] == "6 tiles"
    assert rows["broken"] == "? tiles"
    assert rows["hexstatic"] == "216 tiles"
    assert rows["controlled-path"] == "40 tiles"
    assert rows["hex-auction"] == "77 tiles"
    assert rows["hexagons-5"] == "2,635 tiles"
    assert (rows["hexpertise"], rows["hexagonal-highway"]) == ("18 pieces", "85 pieces")
    assert len(rows) == 34


@settings(max_examples=40)
@given(
    st.text(st.characters(codec="utf-8"), max_size=60),
    st.sampled_from((None, "'", '"')),
    st.integers(5, 80),
)
def test_a_title_at_a_glance_is_that_of_the_file(title: str, style: str | None, width: int) -> None:
    """Or none: then all of the file is read."""
    written = yaml.safe_dump({"title": title}, default_style=style, width=width, allow_unicode=True)
    with TemporaryDirectory() as folder:
        path = Path(folder, "set.yaml")
        path.write_text(
            f"game: good\n{written.replace(f'{style}title{style}', 'title', 1)}players: 2\n",
            "utf-8",
        )
        assert title_in(path) in (None, title)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("game: a\ntitle: A Game of Bees # the second\ntiles: {}\n", "A Game of Bees"),
        ("# A set.\n\ngame: a\ntitle: 'To be: or not'\ntiles: {}\n", "To be: or not"),
        ("game: a\ntitle: A\n  Game\ntiles: {}\n", None),
        ("game: a\ntitle: A\n\n  Game\ntiles: {}\n", None),
        ("game: a\ntitle: null\ntiles: {}\n", None),
        ("game: a\ntitle: A\ntitle: B\ntiles: {}\n", None),
        ("{game: a,\ntitle: A,\ntiles: {}}\n", None),
        ("game: a\ntitle: |\n  A\ntiles: {}\n", None),
        ('game: a\ntitle: "\\u0041"\ntiles: {}\n', None),
        ("game: a\ntitle: &it A\ntiles: {}\n", None),
        ("game: a\ntitle: 'A\x85  B'\ntiles: {}\n", None),
        ("face: a\ntitle: A\nfront: []\n", None),
        ("game: a\ntitle: A\ntiles: {}\n#" + "-" * 200_000, None),
    ],
)  # fmt: skip
def test_titles_on_a_line_of_their_own(tmp_path: Path, text: str, expected: str | None) -> None:
    """All that a reader of YAML could take in another way has to be read."""
    path = tmp_path / "set.yaml"
    path.write_text(text)
    assert title_in(path) == expected


def test_enumerate_lists_the_tiles_that_meet_conditions(pnp: Call) -> None:
    """Against the notation of all tiles: an end of red is an R with one side."""
    every = pnp("enumerate", "hexstatic", "--format", "notation").stdout.splitlines()
    red_ends = [line for line in every if re.search(r"R[1-6]( |$)", line)]
    asked = ("enumerate", "hexstatic", "--where", "{red: {ends: 1}}")
    assert pnp(*asked, "--format", "notation").stdout.splitlines() == red_ends
    counts = pnp(*asked, "--count").stdout
    assert "three-lines" not in counts and counts.endswith(f"total: {len(red_ends)}\n")
    assert "total: 0 different tiles" in pnp("enumerate", "tsuro", "--where", "{lines: 9}").stdout
    assert "has no tiles" not in pnp("enumerate", "tsuro", "--where", "{lines: 9}").stdout


def test_conditions_that_no_encoding_has_are_refused(pnp: Call) -> None:
    """A terminal with another encoding hands half a character to a command."""
    result = pnp("enumerate", "hexstatic", "--where", "{lines: \udcff}")
    assert result.exit_code == 2
    assert (
        "--where:1:9: error unreadable: not YAML: the character U+DCFF is not allowed"
        in result.stderr
    )


def test_a_game_without_tiles_can_be_enumerated(pnp: Call) -> None:
    """There is nothing to list, and the output says so."""
    result = pnp("enumerate", "hexpertise")
    assert result.exit_code == 0
    assert "hexpertise has no tiles; `pnp validate` counts its other pieces" in result.output
    assert "total: 0 different tiles, 0 to print" in result.output
    report = json.loads(pnp("enumerate", "hexpertise", "--format", "json").output)
    assert (report["families"], report["total"]) == ([], 0)


def test_validate_reports_counts_and_exit_codes(in_folder: Path, pnp: Call) -> None:
    """0 for a sound set, 1 with --strict for one with warnings."""
    Path("warned.yaml").write_text(
        GOOD.replace("blue]", "blue, green]").replace("edges,", "edges, colours: [red, blue],")
    )
    result = pnp("validate", "warned.yaml")
    assert result.exit_code == 0
    assert (
        'warned.yaml:2:22: warning unused-colour: no tile has the colour "green"' in result.output
    )
    assert "good: ok, 6 different tiles (one 6)" in result.output
    assert pnp("validate", "warned.yaml", "--strict").exit_code == 1


def test_validate_shows_the_line_and_a_caret(in_folder: Path, pnp: Call) -> None:
    """Under the column that is meant."""
    Path("bad.yaml").write_text(GOOD.replace("square", "sqare"))
    lines = pnp("validate", "bad.yaml").output.splitlines()
    assert lines[:3] == [
        'bad.yaml:4:10: error unknown-word: shape cannot be "sqare"; did you mean "square"?',
        "     4 |   shape: sqare",
        "       |          ^^^^^",
    ]


def test_validate_as_json(in_folder: Path, pnp: Call) -> None:
    """The documented form, for good sets and for bad ones."""
    Path("bad.yaml").write_text(GOOD.replace("expect: 6", "expect: 7"))
    Path("worse.yaml").write_text("")
    result = pnp("validate", "hexstatic", "bad.yaml", "worse.yaml", "--format", "json")
    assert result.exit_code == 2
    good, bad, worse = json.loads(result.stdout)["sets"]
    assert (good["game"], good["ok"], good["total"]) == ("hexstatic", True, 216)
    assert good["counts"] == {"three-lines": 16, "two-lines": 90, "one-line": 90, "nexus": 20}
    assert good["findings"] == []
    assert bad["ok"] is False
    assert bad["findings"] == [
        {
            "rule": "expect",
            "severity": "error",
            "message": 'the family "one" has 6 different tiles, not 7; correct "expect", or the'
            " family",
            "file": "bad.yaml",
            "line": 7,
            "column": 44,
            "end_column": 45,
            "excerpt": [
                {"line": 6, "text": "  families:"},
                {"line": 7, "text": "    - {name: one, generate: edges, expect: 7}"},
            ],
            "related": [],
        }
    ]
    assert worse["findings"][0]["rule"] == "unreadable"


@pytest.mark.slow
def test_validate_checks_all_sets(in_folder: Path, pnp: Call) -> None:
    """All that come with the product are sound."""
    result = pnp("validate", "--strict")
    assert result.exit_code == 0
    assert result.output.count(": ok, ") == 32


def test_enumerate_as_json(pnp: Call) -> None:
    """The documented form, with every property of every tile."""
    data = json.loads(pnp("enumerate", "controlled-path", "--format", "json").stdout)
    assert (data["game"], data["total"], data["pieces"]) == ("controlled-path", 40, 40)
    path, start = data["families"]
    assert (path["name"], path["expect"], path["count"], path["burnside"]) == ("path", 37, 37, 37)
    assert (start["count"], start["burnside"]) == (3, None)
    tile = path["tiles"][-1]
    assert (tile["id"], tile["notation"], tile["orbit"], tile["copies"]) == (
        "path-37",
        "1-4 2-5",
        3,
        1,
    )
    assert (tile["crossings"], tile["straights"], tile["chiral"]) == (1, 2, False)


def test_enumerate_as_csv_and_notation(pnp: Call) -> None:
    """A row a tile, a line a tile, in the same order."""
    rows = list(csv.DictReader(io.StringIO(pnp("enumerate", "tsuro", "--format", "csv").stdout)))
    lines = pnp("enumerate", "tsuro", "--format", "notation").stdout.splitlines()
    assert [row["notation"] for row in rows] == lines
    assert len(lines) == 35
    assert rows[0]["id"] == "path-01"
    assert lines[0] == "1-2 3-4 5-6 7-8"


def test_enumerate_as_a_table(pnp: Call) -> None:
    """Counts by both ways, and what was expected."""
    output = pnp("enumerate", "hexstatic", "--family", "nexus").output
    assert "hexstatic, nexus: 20 different tiles, 20 by Burnside's lemma, 20 expected" in output
    assert "  nexus-01  R1 G2 B3 star  6 ways" in output
    assert "total: 20 different tiles, 20 to print" in output


def test_enumerate_calls_a_set_by_its_file(in_folder: Path, pnp: Call) -> None:
    """So that a changed copy, which keeps the name of its game, differs from the original."""
    text = next((ROOT / "tilesets").rglob("tsuro.yaml")).read_text("utf-8")
    Path("mine.yaml").write_text(text, "utf-8")
    assert pnp("enumerate", "mine.yaml").output.startswith("mine, path: 35 different tiles")


def test_enumerate_counts_without_listing(in_folder: Path, pnp: Call) -> None:
    """Forty colours at once."""
    Path("forty.yaml").write_text(
        GOOD.replace("[red, blue]", "40").replace("square", "hexagon").replace(", expect: 6", "")
    )
    result = pnp("enumerate", "forty.yaml", "--count")
    assert result.exit_code == 0
    assert result.output == "one: 682,677,880\ntotal: 682,677,880\n"


def test_a_count_is_compared_with_what_is_expected(in_folder: Path, pnp: Call) -> None:
    """Without listing a tile; in three forms."""
    Path("good.yaml").write_text(GOOD.replace("expect: 6", "expect: 7"))
    result = pnp("enumerate", "good.yaml", "--count")
    assert (result.exit_code, result.stdout) == (1, "one: 6\ntotal: 6\n")
    assert "good.yaml:7:44: error expect: one has 6, not 7" in result.stderr
    Path("good.yaml").write_text(GOOD)
    assert (
        pnp("enumerate", "good.yaml", "--count", "--format", "csv").stdout
        == "family,count\none,6\n"
    )
    as_json = json.loads(pnp("enumerate", "good.yaml", "--count", "--format", "json").stdout)
    families = [{"name": "one", "count": 6}]
    assert as_json == {"game": "good", "families": families, "total": 6, "findings": []}
    assert pnp("enumerate", "good.yaml", "--count", "--format", "notation").exit_code == 2


@pytest.mark.slow
def test_a_set_is_found_by_the_name_of_its_game(in_folder: Path, pnp: Call) -> None:
    """Whatever its file is called; hidden files are not sets."""
    Path("tilesets").mkdir()
    Path("tilesets/first-try.yaml").write_text(GOOD)
    Path("tilesets/.hidden.yaml").write_text(GOOD.replace("game: good", "game: hidden"))
    assert pnp("validate", "good").stdout == "good: ok, 6 different tiles (one 6)\n"
    assert pnp("validate", "first-try").exit_code == 0
    assert pnp("validate", "hidden").exit_code == 2
    assert "hidden" not in pnp("list").stdout


@pytest.mark.slow
def test_templates_beside_sets_are_no_sets(in_folder: Path, pnp: Call) -> None:
    """A folder of sets may have one of faces and forms, of which no command takes any for a set."""
    Path("tilesets/templates/faces").mkdir(parents=True)
    Path("tilesets/good.yaml").write_text(GOOD)
    Path("tilesets/templates/faces/plain.yaml").write_text("face: plain\nfront: [{text: A}]\n")
    assert pnp("validate").stdout == "good: ok, 6 different tiles (one 6)\n"
    assert "plain" not in pnp("list").stdout


def test_players_have_to_be_as_many_as_the_game_is_for(in_folder: Path, pnp: Call) -> None:
    """Controlled Path is for two or three, and has a start tile for a fourth."""
    for players, code in ((1, 2), (2, 0), (4, 0), (5, 2)):
        result = pnp("enumerate", "controlled-path", "--players", str(players))
        assert result.exit_code == code
    assert "controlled-path is a game for 2 to 4 players, not for 5" in result.stderr
    # A set that does not say for how many it is does not mind.
    assert pnp("enumerate", "tsuro", "--players", "7").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["list"], ["enumerate", "hexagons-4", "--format", "csv"], ["validate", "tsuro"]]
)
def test_a_full_disk_is_no_traceback(arguments: list[str]) -> None:
    """Standard error says that the output cannot be written, however late the error comes."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    command = [sys.executable, "-m", "pnp", *arguments]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "error: No space left on device\n"


@pytest.mark.slow
def test_a_reader_that_stops_reading_is_no_traceback() -> None:
    """As in `pnp enumerate … | head`."""
    command = f"{sys.executable} -m pnp enumerate hexagons-5 --format notation | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("AAAAAA\n141\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "x" * 250],
        ["x" * 3000],
        ["build", "tsuro", "--paper", "x" * 3000],
        ["play", "hexpertise", "--bots", "x" * 3000],
        ["validate", "long.yaml"],
        ["validate", "long.yaml", "--format", "json"],
    ],
    ids=["set", "command", "paper", "bot", "file", "json"],
)
def test_a_message_repeats_no_more_than_a_line_of_input(
    in_folder: Path, pnp: Call, arguments: list[str]
) -> None:
    """A name, a key and a word of a file may have thousands of letters."""
    Path("long.yaml").write_text(GOOD + f"{'k' * 900}: 1\nrules: [{'r' * 4000}]\n")
    result = pnp(*arguments)
    assert result.exit_code in (1, 2)
    said = result.stdout + result.stderr
    if arguments[-1] == "json":
        said = "\n".join(
            each["message"] for each in json.loads(result.stdout)["sets"][0]["findings"]
        )
    assert "…" in said
    assert max(map(len, said.splitlines())) < 1000


@pytest.mark.slow
def test_a_removed_folder_is_no_traceback(in_folder: Path, pnp: Call) -> None:
    """From a folder that is gone bundled sets are still found."""
    Path("gone").mkdir()
    os.chdir("gone")
    Path("../gone").rmdir()
    result = pnp("list")
    os.chdir(in_folder)
    assert result.exit_code == 0
    assert "hexstatic" in result.stdout


def test_a_large_enumeration_is_refused_with_its_size(in_folder: Path, pnp: Call) -> None:
    """Before it starts, and only over the limit."""
    Path("forty.yaml").write_text(GOOD.replace("[red, blue]", "40").replace("square", "hexagon"))
    for command in ("enumerate", "validate", "build"):
        result = pnp(command, "forty.yaml")
        assert result.exit_code == 1
        assert (
            "forty.yaml:7:7: error limit: family one: there are 682,677,880 different tiles,"
            " more than the limit of 200,000" in result.output
        )
    Path("good.yaml").write_text(GOOD)
    assert pnp("enumerate", "good.yaml", "--limit", "6").exit_code == 0
    assert pnp("enumerate", "good.yaml", "--limit", "5").exit_code == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(pnp: Call, command: str) -> None:
    """Help for each, and for the whole."""
    assert command in pnp("--help").output
    result = pnp(command, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: pnp {command} ")


@pytest.mark.slow
def test_progress_is_shown_with_its_option_and_not_into_files(in_folder: Path, pnp: Call) -> None:
    """A person who watches sees a bar after a second; a file gets none, except with --progress."""
    Path("good.yaml").write_text(GOOD)
    assert pnp("build", "good.yaml").stderr == ""
    assert "good: drawing" in pnp("build", "good.yaml", "--progress").stderr
    assert pnp("build", "good.yaml", "--no-progress").stderr == ""


def test_the_bar_waits_a_second(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Short work shows nothing."""
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress.Progress(None) as bar:
        now += 0.9
        bar("early", 0.5)
        assert capsys.readouterr().err == ""
        now += 0.2
        bar("late", 0.6)
        assert "late" in capsys.readouterr().err


def test_a_set_of_ones_own_hides_a_bundled_one(in_folder: Path, pnp: Call) -> None:
    """The folder tilesets/ here is searched first."""
    Path("tilesets").mkdir()
    Path("tilesets/hexstatic.yaml").write_text(GOOD)
    assert "good: ok, 6 different tiles" in pnp("validate", "hexstatic").output


def test_without_a_name_ones_own_sets_are_meant(
    in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those in tilesets/ here; --bundled adds the others, and without own sets they are all."""
    everything = {"tsuro", "macmahon-squares"}
    for name in everything:
        copied = Path("product/tilesets", f"{name}.yaml")
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_text((ROOT / f"tilesets/published/{name}.yaml").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(sets, "bundled", Path("product").absolute().joinpath)

    def checked(*words: str) -> set[str]:
        lines = pnp("validate", *words).stdout.splitlines()
        return {line.partition(":")[0] for line in lines if ": ok" in line}

    assert checked() == everything
    Path("tilesets").mkdir()
    Path("tilesets/good.yaml").write_text(GOOD)
    assert checked() == {"good"}
    assert checked("--bundled") == {"good", *everything}
    assert checked("tsuro", "--bundled") == everything
    result = pnp("build", "--paper", "a4", "--only", "tiles")
    assert [path.name for path in Path("output").iterdir()] == ["good"], result.output


@pytest.mark.slow
def test_papers_of_ones_own_add_to_the_bundled_ones(in_folder: Path, pnp: Call) -> None:
    """templates/papers.yaml here."""
    Path("good.yaml").write_text(GOOD)
    Path("templates").mkdir()
    Path("templates/papers.yaml").write_text(
        "card: {width: 100mm, height: 150mm, margins: {sides: 8mm, ends: 12mm}}\n"
    )
    assert (
        "tiles on Card, straight: 6 on 1 sheet"
        in pnp("build", "good.yaml", "--paper", "card").output
    )
    assert "on A4, straight" in pnp("build", "good.yaml", "--paper", "a4").output
    Path("templates/papers.yaml").write_text("card: {width: 10mm, height: 15mm}\n")
    assert 'error missing-key: a paper needs "margins"' in pnp("build", "good.yaml").stderr


def test_python_runs_it_as_a_module() -> None:
    """`python -m pnp` is `pnp`."""
    command = [sys.executable, "-m", "pnp", "--version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"pnp, version {package.__version__}"


@pytest.mark.slow
def test_help_imports_nothing_heavy() -> None:
    """`pnp --help` and `pnp list` load click and little else; `pnp validate` no writer, no reader of SVG files and no font."""
    heavy = {
        "yaml", "reportlab", "svgwrite", "fontTools", "pnp.draw", "pnp.definition", "difflib", "hashlib", "tempfile",
        "xml.parsers.expat", "pnp.imposition.packing", "pnp.pieces.polyforms", "pnp.documents.typography", "pnp.art.markup",
    }  # fmt: skip
    code = (
        "import sys; from pnp.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        f"print(sorted({heavy} & set(sys.modules)), file=sys.stderr)"
    )
    for arguments, expected in (
        (["--help"], "[]"),
        (["list"], "[]"),
        (["validate", "tsuro"], "['pnp.definition', 'pnp.draw', 'yaml']"),
        (["validate", "hexstatic"], "['pnp.definition', 'pnp.draw', 'yaml']"),
    ):
        command = [sys.executable, "-c", code, *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stderr.strip() == expected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_is_called_a_pipe(in_folder: Path, pnp: Call) -> None:
    """As a set, and as a picture of one; and nobody waits for it."""
    os.mkfifo("set.yaml")
    result = pnp("validate", "set.yaml")
    assert result.exit_code == 2
    assert "set.yaml is a named pipe; write the name of a file" in result.stderr
    os.mkfifo("art.png")
    Path("mine.yaml").write_text(
        GOOD
        + "pieces:\n  cards:\n    - {name: all, cards: [{}], face: {front: [{image: art.png}]}}\n"
    )
    result = pnp("validate", "mine.yaml")
    assert result.exit_code == 1
    assert '"art.png" is a named pipe; write the name of a file' in result.stdout
