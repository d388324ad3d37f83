"""Messages: excerpts, related places, folding, and their forms for people and programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import (
    NOWHERE,
    DoesNotFit,
    Finding,
    Place,
    Related,
    Severity,
    Source,
    UnusableInput,
    folded,
    width,
)
from pnp.cli.messages import annotation
from pnp.definition.reading import MappingNode, Node, Scalar, SequenceNode, compose
from tests.conftest import Call, defined, findings_of, refusal


def columns(text: str) -> int:
    """The columns of a text in a terminal, by the widths of Unicode."""
    return sum(
        0
        if unicodedata.category(each) in {"Mn", "Me", "Cf"}
        else 1 + (unicodedata.east_asian_width(each) in {"W", "F"})
        for each in text
    )


def marked(line: str, column: int, end: int = 0) -> tuple[str, str]:
    """The line that is shown, and the carets below it, both without the gutter."""
    shown, carets = Place(Source("a.yaml", f"x: 1\n{line}\n"), 2, column, end).excerpt()
    assert shown.startswith("     2 | ") and carets.startswith("       | ")
    return shown[9:], carets[9:]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("shape: sqare", "sqare"),
        ("colours: [red, bleu, green]", "bleu"),
        ("\ttitle: \tlong  # remark", "long"),
        ("title: 漢字 wrong", "wrong"),
        ("漢字: 漢字", "漢字"),
        ("cafe\u0301: no", "no"),
        ("x" * 300 + " wrong " + "y" * 300, "wrong"),
    ],
)
def test_carets_are_under_the_whole_word(line: str, word: str) -> None:
    """In tabs, wide characters, accents and long lines, of which a part is shown."""
    column = line.rindex(word) + 1
    shown, carets = marked(line, column, column + len(word))
    before = carets[: carets.index("^")]
    start = shown.rindex(word)
    assert shown[:start].count("\t") == before.count("\t")
    assert columns(before.replace("\t", "")) == columns(shown[:start].replace("\t", ""))
    assert carets.strip() == "^" * columns(word)
    assert len(shown) <= 122


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=300)
)
def test_carets_stay_in_the_line(line: str) -> None:
    """Whatever the columns are, there is a caret, and none behind the text and a space."""
    for column in (1, len(line) // 2 + 1, len(line) + 1):
        if line.strip() and Place(Source("a", line), 1, column).excerpt():
            shown, carets = Place(Source("a", line), 1, column, len(line) + 9).excerpt()
            assert "^" in carets
            assert sum(map(width, carets)) <= sum(map(width, shown)) + 1


def ends(node: Node) -> list[str]:
    """The texts from the beginning of each node to its end, in file order."""
    place = node.place
    own = [place.source.line(place.line)[place.column - 1 : place.end - 1]]
    match node:
        case MappingNode(entries=entries):
            return [*own, *(each for pair in entries for part in pair for each in ends(part))]
        case SequenceNode(items=items):
            return [*own, *(each for item in items for each in ends(item))]
        case Scalar():
            return own


def test_places_of_nodes_end_with_their_values() -> None:
    """Blocks end with their first key or item, values of several lines with the first line."""
    text = 'a: one two  # remark\nb: {c: "d: e", f: [1, 2]}\ng:\n  - h\n  - i\nj: |\n  k\n'
    assert ends(compose(Source("a.yaml", text)))[1:] == [
        "a", "one two", "b", '{c: "d: e", f: [1, 2]}', "c", '"d: e"', "f", "[1, 2]", "1", "2",
        "g", "- h", "h", "i", "j", "|",
    ]  # fmt: skip


def test_deep_nesting_is_refused_before_a_parser_gives_up() -> None:
    """A hundred thousand brackets: some parsers have a limit of their own, others none."""
    with pytest.raises(UnusableInput, match="nested more than 40 levels deep"):
        compose(Source("a.yaml", "[" * 100_000))


TWICE = """\
game: twice
colours: [red, blue]
tiles:
  shape: square
  size: 30mm
  families:
    - {name: one, generate: edges, expect: 6}
    - {name: two, generate: edges, where: {colours: 1}}
pieces: {tokens: [{name: chip, size: 12mm, front: {sign: sun}, count: 1}]}
"""


def only(text: str) -> Finding:
    """The only finding about a text that cannot be read."""
    (found,) = refusal(defined, text)
    return found


def test_two_equal_tiles_and_the_rule_that_a_file_names() -> None:
    """Tiles name each other by place; a rule of the file is shown with its first finding."""
    text = TWICE.replace("generate: edges, where: {colours: 1}", "tiles: [RRBB, BBBB, RRRR]")
    text = text.replace("name: one, generate: edges, expect: 6", "name: one, tiles: [BBRR]")
    text += "rules: [every-colour-on-every-tile: [two]]\n"
    twins, *lacking = [each for each in findings_of(text) if each.severity is Severity.ERROR]
    assert [each.message for each in twins.related] == ["one-1 is here"]
    assert [each.place[1:3] for each in twins.related] == [(7, 27)]
    assert [[each.place.line for each in finding.related] for finding in lacking] == [[10], []]


def test_findings_that_differ_only_in_their_places_are_one() -> None:
    """It names the other lines, each once, and keeps the place of the first."""
    source = Source("a.yaml", "a\n" * 30)

    def at(line: int, message: str = "wrong", column: int = 1) -> Finding:
        return Finding("r", Severity.ERROR, message, Place(source, line, column))

    assert folded([at(3), at(12), at(4, "other"), at(15), at(15, column=2), at(20)]) == (
        at(3, "wrong (also in lines 12, 15 and 20)"),
        at(4, "other"),
    )
    assert folded([at(3), at(9)]) == (at(3, "wrong (also in line 9)"),)
    assert folded([at(3), at(3, column=5)]) == (at(3, "wrong (1 more time in this line)"),)
    (many,) = folded(map(at, range(1, 31)))
    assert many.message == "wrong (also in lines 2, 3, 4, 5, 6, 7, 8, 9 and 21 more)"
    other = at(3)._replace(place=Place(Source("b.yaml", ""), 3, 1))
    assert len(folded([at(3), other])) == 2


def test_of_many_findings_of_a_rule_a_few_are_shown() -> None:
    """Three at one place and eight in one file; the last of these counts the rest."""
    source = Source("a.yaml", "a\n" * 30)

    def at(line: int, number: int, rule: str = "r") -> Finding:
        return Finding(rule, Severity.ERROR, f"wrong {number}", Place(source, line, 1))

    family = [at(3, number) for number in range(36)]
    other = at(9, 0, "s")
    assert [each.message for each in folded([*family, other])] == [
        "wrong 0",
        "wrong 1",
        "wrong 2 (and 33 more like this)",
        "wrong 0",
    ]
    table = [at(number, number) for number in range(1, 28)]
    shown = folded(table)
    assert (*table[:7], at(8, 8)._replace(message="wrong 8 (and 19 more like this)")) == shown
    assert folded(table[:8]) == tuple(table[:8])


def test_an_unknown_rule_comes_first() -> None:
    """Before what other rules find, wherever they stand."""
    rules = "rules: [every-colour-on-every-tile, matching]\n"
    first, *others = findings_of(TWICE + rules)
    assert first.rule == "unknown-rule" and others
    assert first.place > others[0].place


def test_a_finding_as_plain_values() -> None:
    """With the lines around it; the keys are the same for a message about no file."""
    source = Source("a.yaml", "game: a\nsize: wide\ntitle: b\n")
    first = Related("see here", Place(source, 1, 7, 8))
    finding = Finding("length", Severity.ERROR, "no length", Place(source, 2, 7, 11), (first,))
    assert finding.as_json() == {
        "rule": "length",
        "severity": "error",
        "message": "no length",
        "file": "a.yaml",
        "line": 2,
        "column": 7,
        "end_column": 11,
        "excerpt": [
            {"line": 1, "text": "game: a"},
            {"line": 2, "text": "size: wide"},
            {"line": 3, "text": "title: b"},
        ],
        "related": [
            {"message": "see here", "file": "a.yaml", "line": 1, "column": 7, "end_column": 8}
        ],
    }
    placeless = finding._replace(place=NOWHERE, related=()).as_json()
    assert placeless.keys() == finding.as_json().keys()
    assert (placeless["file"], placeless["line"], placeless["excerpt"]) == (None, None, [])


def test_every_error_is_also_findings() -> None:
    """With its place if it has one, and without a second head."""
    place = Place(Source("a.yaml", "size: 9m\n"), 1, 7, 9)
    for error in (UnusableInput("wrong", place), DoesNotFit("wrong", place)):
        (finding,) = error.as_findings()
        assert (finding.message, finding.place) == ("wrong", place)
    (finding,) = UnusableInput("wrong").as_findings()
    assert str(finding) == finding.with_excerpt() == "error: wrong"


def test_a_workflow_command_has_no_character_of_its_own() -> None:
    """Percent signs, newlines, and in properties colons and commas; columns are inclusive."""
    place = Place(Source("50%,a:b.yaml", "size: 9\n"), 1, 7, 10)
    related = Related("see: here, 5%", place._replace(line=2))
    finding = Finding("a,b", Severity.WARNING, "a: 5%, b\r\nc", place, (related,))
    assert annotation(finding) == (
        "::warning file=50%25%2Ca%3Ab.yaml,line=1,col=7,endColumn=9,title=a%2Cb"
        "::a: 5%25, b%0D%0Ac%0Asee: here, 5%25: 50%25,a:b.yaml:2:7"
    )
    note = Finding("r", Severity.NOTE, "no place", NOWHERE)
    assert annotation(note) == "::notice title=r::no place"


def test_no_message_repeats_a_long_value(in_folder: Path, pnp: Call) -> None:
    """A word of 12,000 letters, and a key with two lines, in every form."""
    Path("long.yaml").write_text(f'game: long\ntiles: {{shape: {"key" * 4000}}}\n"a\\nb": 2\n')
    for form in ("text", "json", "github"):
        result = pnp("validate", "long.yaml", "--format", form)
        assert result.exit_code == 1
        assert max(map(len, result.stdout.splitlines())) < 1200 or form == "json"
        assert 'shape cannot be "keykey' in result.stdout.replace("\\", "")
    found = json.loads(pnp("validate", "long.yaml", "--format", "json").stdout)["sets"][0]
    assert all(len(each["message"]) <= 1000 for each in found["findings"])
    shown = pnp("validate", "long.yaml").stdout
    assert r'has no "a\nb"' in shown


COMMANDS = (["validate"], ["build"], ["enumerate"], ["score", "hexstatic"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("name", "rule"),
    [("tab.yaml", "unreadable"), ("gone.yaml", "unreadable"), ("key.yaml", "unknown-key")],
)
def test_every_error_comes_in_the_form_that_is_asked_for(
    in_folder: Path, pnp: Call, command: list[str], name: str, rule: str
) -> None:
    """A file that is not there or not YAML, and one with a finding; nothing on standard error."""
    Path("tab.yaml").write_text("game: a\n\ttiles: 2\n")
    Path("key.yaml").write_text("gane: a\ncelss: 3\n")
    code = pnp(*command, name).exit_code
    assert code in (1, 2)
    result = pnp(*command, name, "--format", "json")
    assert (result.exit_code, result.stderr) == (code, "")
    report = json.loads(result.stdout)
    findings = [each for part in report.get("sets", []) for each in part["findings"]]
    findings += report.get("findings", [])
    assert rule in [each["rule"] for each in findings]
    assert {"file", "line", "column", "end_column", "message"} <= findings[0].keys()
    if command[0] == "enumerate":
        return
    result = pnp(*command, name, "--format", "github")
    assert (result.exit_code, result.stderr) == (code, "")
    head, _, message = result.stdout.splitlines()[0].removeprefix("::").partition("::")
    assert head.startswith("error ") and f"title={rule}" in head and message
    assert (name == "gone.yaml") or f"file={name},line=" in head


def test_enumerate_puts_its_errors_into_the_json(in_folder: Path, pnp: Call) -> None:
    """With and without a list of tiles; the counts are there all the same."""
    Path("a.yaml").write_text(TWICE.replace("expect: 6", "expect: 7"))
    for more in ([], ["--count"]):
        result = pnp("enumerate", "a.yaml", "--format", "json", *more)
        report = json.loads(result.stdout)
        assert (result.exit_code, result.stderr) == (1, "")
        assert {each["rule"] for each in report["findings"]} >= {"expect"}
        assert [each["count"] for each in report["families"]] == [6, 2]


@pytest.mark.slow
def test_build_reports_its_files_and_findings_as_json(in_folder: Path, pnp: Call) -> None:
    """Of each set, sound or not; the paths are those of the files in its folder."""
    second = "    - {name: two, generate: edges, where: {colours: 1}}\n"
    sound = TWICE.replace(second, "")
    Path("good.yaml").write_text(sound)
    Path("bad.yaml").write_text(TWICE.replace("twice", "bad").replace("square", "sqare"))
    result = pnp("build", "good.yaml", "bad.yaml", "--paper", "a4", "--margin", "1mm",
                 "--only", "pdf", "--format", "json")  # fmt: skip
    report = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (1, "")
    good, bad = report["sets"]
    assert (good["ok"], bad["ok"], bad["files"]) == (True, False, [])
    assert {*good["files"]} == {
        each.relative_to(good["folder"]).as_posix() for each in Path(good["folder"]).rglob("*.pdf")
    }
    assert [each["rule"] for each in bad["findings"]] == ["unknown-word"]
    assert [each["rule"] for each in report["findings"]] == ["narrow-margin"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": ""}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_a_pipe_has_colours_only_if_they_are_forced(
    in_folder: Path, environment: dict[str, str], coloured: bool
) -> None:
    """A variable that is empty counts as not set; NO_COLOR wins."""
    Path("bad.yaml").write_text("gane: a\n")
    clean = {key: each for key, each in os.environ.items() if "COLOR" not in key}
    done = subprocess.run(
        [sys.executable, "-m", "pnp", "validate", "bad.yaml"],
        capture_output=True, text=True, check=False, env={**clean, "TERM": "xterm", **environment},
    )  # fmt: skip
    assert done.returncode == 1
    assert ("\x1b[" in done.stdout) == coloured
    assert 'did you mean "game"?' in done.stdout
