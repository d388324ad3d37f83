"""The documents: every example is run, every table is complete."""

from __future__ import annotations

import dataclasses
import re
import shlex
from pathlib import Path

import pytest

import pnp as pnp_package
from pnp.art import model, outlines, reading
from pnp.basics import limits
from pnp.basics.errors import Severity, Source
from pnp.colour.theme import STANDARD
from pnp.definition import SIGNS
from pnp.definition.blocks import BLOCKS
from pnp.definition.reading import declared, nested
from pnp.definition.reading.sections import sections
from pnp.definition.themes import read_theme
from pnp.games import game_of
from pnp.imposition.papers import load_papers
from pnp.play import FileKind, Game
from pnp.project.themes import theme_names
from pnp.sets import showing
from tests import play_tables
from tests.conftest import ROOT, Call, findings_of, set_of, too_large
from tests.docs_tables import SECTIONS, with_tables
from tests.symbols_font import symbols

LANGUAGE = (ROOT / "docs/language.md").read_text("utf-8")
COMMANDS = (ROOT / "docs/commands.md").read_text("utf-8")
THEMES = (ROOT / "docs/themes.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The code blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("example", [*blocks(LANGUAGE, "yaml"), *blocks(README, "yaml")])
def test_an_example_of_the_language_is_a_sound_set(example: str) -> None:
    """It is read and counted as it says, has no errors, and its boards can be printed on A4."""
    assert [each for each in findings_of(example) if each.severity is Severity.ERROR] == []
    assert too_large(set_of(example)) == []
    assert "expect:" in example


@pytest.mark.parametrize("page", SECTIONS)
def test_the_tables_of_a_page_are_those_that_are_drawn_now(page: str) -> None:
    """Keys, properties and rules; `python -m tests.docs_tables` draws them anew."""
    text = (ROOT / f"docs/{page}.md").read_text("utf-8")
    assert with_tables(text, page) == text


# The definitions of schemas that are no sections.
SHARED = {"block", "change", "conditions", "element", "numbers"}


def test_every_key_is_declared_well_enough_for_a_schema() -> None:
    """With a sentence, with what may be written, and with references to sections that exist."""
    roots = [nested(section) for page in SECTIONS.values() for section in page]
    found = sections(*roots, *(choice.kind for choice in BLOCKS.values()))
    names = [section.__name__ for section in found]
    assert len(names) == len(set(names))
    for section in found:
        for key, each in declared(section).items():
            assert re.fullmatch("[A-Z`].*[.]", each.meaning), (section, key)
            assert each.kind.words
            references = re.findall(r"#/\$defs/(\w+)", str(each.kind.schema))
            assert {*references} <= {*names, *SHARED}, (section, key)


def test_every_word_of_the_language_is_in_the_reference() -> None:
    """Signs, and papers with the commands."""
    for word in SIGNS:
        assert f"`{word}`" in LANGUAGE, word
    for paper in load_papers():
        assert f"`{paper}`" in COMMANDS


@pytest.mark.parametrize("example", blocks(THEMES, "yaml"))
def test_an_example_of_a_theme_can_be_read(example: str) -> None:
    """It is called as its first line says, and is not the standard theme."""
    (name,) = re.findall(r"^# templates/themes/([a-z]+)\.yaml: ", example)
    theme = read_theme(Source(f"templates/themes/{name}.yaml", example), name)
    assert theme != dataclasses.replace(STANDARD, name=name)


def test_every_symbol_of_any_font_is_on_the_page_of_faces() -> None:
    """In a table, each once."""
    text = (ROOT / "docs/faces.md").read_text("utf-8")
    table = text.partition("symbols are there in any font")[2].partition("<!--")[0]
    listed = "".join(re.findall(r"`([^`]+)`", table)).replace(" ", "")
    assert sorted(listed) == sorted("".join(characters for characters, _ in symbols()))


def test_every_theme_is_on_its_page() -> None:
    """By name, with its use."""
    for name in theme_names():
        assert f"| `{name}` |" in THEMES, name


SESSIONS = [
    (command, output)
    for block in blocks(COMMANDS, "console")
    for command, output in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "output"), SESSIONS)
def test_a_command_prints_what_the_page_says(
    in_folder: Path, pnp: Call, command: str, output: str
) -> None:
    """Word for word, where `…` stands for anything."""
    example, lists, position = blocks(COMMANDS, "yaml")
    Path("loop.yaml").write_text(position, "utf-8")
    Path("three-bends.yaml").write_text(example, "utf-8")
    for name, tiles in re.findall(r"^# (\S+)\n(.*\n)", lists, re.MULTILINE):
        other = re.sub(r"^ *tiles: \[.*\n", tiles, example, flags=re.MULTILINE)
        Path(name).write_text(other, "utf-8")
    name, *arguments = shlex.split(command)
    assert name == "pnp"
    pattern = re.escape(output).replace("…", "[^$]*?")
    assert re.fullmatch(pattern, pnp(*arguments).stdout), pnp(*arguments).stdout


PYTHON = (ROOT / "docs/python.md").read_text("utf-8")
PLAYING = (ROOT / "docs/playing.md").read_text("utf-8")
FILES = PLAYING.partition("\n## The games")[0]


def test_the_tables_of_positions_and_options_are_those_of_the_games() -> None:
    """`python -m tests.play_tables` writes them anew, all but what each key says."""
    assert play_tables.with_tables(PLAYING) == PLAYING
    assert play_tables.UNSAID not in PLAYING


@pytest.mark.parametrize("session", blocks(FILES, "console"))
def test_an_example_of_a_file_is_scored_as_the_page_says(
    in_folder: Path, pnp: Call, session: str
) -> None:
    """Word for word, where `…` stands for anything; the files are those of the page."""
    for example in blocks(FILES, "yaml"):
        (name,) = re.findall(r"^# (\S+\.yaml): ", example)
        Path(name).write_text(example, "utf-8")
    command, _, output = session.removeprefix("$ pnp ").partition("\n")
    said = pnp(*shlex.split(command)).output
    assert re.fullmatch(re.escape(output).replace("…", "[^$]*?"), said), said


def test_every_example_of_a_file_can_be_read() -> None:
    """All but the one that shows an illegal move."""
    for example in blocks(FILES, "yaml"):
        if not example.startswith("# wrong.yaml"):
            assert game_of("hexstatic").read(Source("example.yaml", example))


def test_the_records_of_each_game_in_the_manual_are_replayed() -> None:
    """With the game of their section."""
    found = 0
    for section in PLAYING.removeprefix(FILES).split("\n### ")[1:]:
        (name,) = re.findall(r"^`pnp score ([a-z-]+)`", section, re.MULTILINE)
        for text in re.findall(r"```(?:yaml)?\n(start:.*?)```", section, re.DOTALL):
            reading = game_of(name).read(Source("record.yaml", text))
            assert (reading.kind, reading.moves) == (FileKind.RECORD, text.count("\n  - "))
            found += 1
    assert found >= 3


@pytest.mark.slow
def test_the_examples_of_the_python_interface_run(in_folder: Path) -> None:
    """One after the other, as a reader would type them."""
    namespace: dict[str, object] = {}
    for number, example in enumerate(blocks(PYTHON, "python"), 1):
        exec(compile(example, f"example {number} of docs/python.md", "exec"), namespace)


def test_every_public_name_is_there() -> None:
    """And no other name is promised."""
    assert {*pnp_package.__all__} - {"__version__"} == {*pnp_package.HOMES}
    for name in pnp_package.__all__:
        assert getattr(pnp_package, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = pnp_package.nonsense


def test_contributing_lists_what_a_game_must_have() -> None:
    """Its attributes and methods; what it may have besides exists."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("### What a game has\n")[2]
    listed = re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE)
    required = {"name", "players", "position", *Game.__abstractmethods__}
    assert {*listed[: len(required)]} == required
    assert all(name in vars(Game) for name in listed[len(required) :])


@pytest.mark.slow
def test_the_readme_names_commands_that_work(in_folder: Path, pnp: Call) -> None:
    """All lines that begin with `pnp`, but for what they say after a #; pictures have few dots here."""
    commands = [each.strip() for each in re.findall(r"^pnp ([^#\n]+)", README, re.MULTILINE)]
    assert len(commands) == 14
    # test_validate_checks_all_sets runs the first one, and test_a_command_prints_what_the_page_says the others.
    elsewhere = {"validate", *(command.removeprefix("pnp ") for command, _ in SESSIONS)}
    commands = [each for each in commands if each not in elsewhere]
    assert 6 < len(commands) < 14
    Path("loop.yaml").write_text(blocks(FILES, "yaml")[0])
    for command in commands:
        dots = ["--dpi", "36"] if command.startswith("export tts") else []
        assert pnp(*shlex.split(command), *dots).exit_code == 0


@pytest.mark.parametrize(
    "page",
    ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))],
)
def test_links_lead_somewhere(page: str) -> None:
    """Every relative link is a file that is there, and its anchor a heading in it."""
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#]*)(#[^)]*)?\)", path.read_text("utf-8")):
        name, anchor = target
        # What a figure in a rulebook refers to is no file.
        if re.match("[a-z]+:", name):
            continue
        linked = (path.parent / name) if name else path
        assert linked.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", linked.read_text("utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}
            assert anchor[1:] in slugs, target


def test_the_limits_are_those_of_the_code() -> None:
    """In the order of the table."""
    page = (ROOT / "docs/language.md").read_text()
    rows = re.findall(r"^\| .* \| ([\d,]+)(?: MB)? \|$", page.split("### Limits")[1], re.MULTILINE)
    mega = 1_000_000
    assert [int(each.replace(",", "")) for each in rows] == [
        limits.MOST_TILES,
        limits.MOST_CONDITIONS,
        limits.MOST_SHOWN,
        limits.MOST_POLYFORMS,
        limits.MOST_ROWS,
        limits.MOST_FIELDS,
        limits.MOST_BYTES_OF_A_TABLE // mega,
        limits.MOST_OF_A_KIND,
        limits.MOST_CARDS,
        limits.MOST_TOKENS,
        limits.MOST_SHEETS,
        limits.MOST_FIELDS,
        limits.MOST_LETTERS,
        limits.MOST_LETTERS_OF_A_VALUE,
        limits.MOST_VALUES,
        limits.MOST_NESTED,
        limits.MOST_BYTES // mega,
        limits.MOST_ELEMENTS,
        limits.MOST_EXTENDED,
        limits.MOST_ROUNDS,
        limits.MOST_ROUNDS_IN_ALL,
        limits.MOST_LINES,
        limits.MOST_SIDE,
        limits.MOST_SPACES,
        limits.MOST_PLACES,
        limits.MOST_ROUTES,
        reading.MOST_BYTES // mega,
        reading.MOST_SVG_BYTES // mega,
        model.MOST_DOTS,
        outlines.MOST_CORNERS,
        showing.MOST_ON_COVER,
        limits.MOST_BLOCKS_OF_A_PAD,
        limits.MOST_LETTERS_OF_RULES,
        limits.MOST_HEADINGS,
        limits.MOST_BLOCKS,
        limits.MOST_IN_A_HEADING,
        limits.MOST_IN_A_PARAGRAPH,
        limits.MOST_ROWS_OF_A_TABLE,
        limits.MOST_IN_A_LIST,
        limits.MOST_LEVELS,
        limits.MOST_NOTES,
        limits.MOST_FINDINGS,
    ]
