"""The documents: every example is run, every table is complete."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from pnp.basics.errors import Severity, Source
from pnp.colour.theme import INKS, STANDARD
from pnp.definition.boards import GROUP_KEYS
from pnp.definition.boards import KEYS as BOARD_KEYS
from pnp.definition.cards import CARD_KEYS, CARD_SIZES
from pnp.definition.cards import KEYS as DECK_KEYS
from pnp.definition.definition import KEYS, TILES_KEYS
from pnp.definition.families import KEYS as FAMILY_KEYS
from pnp.definition.inks import LINES, PATTERNS, SIGNS
from pnp.definition.pieces import KEYS as PIECES_KEYS
from pnp.definition.pieces import PAD_KEYS, TOKEN_KEYS, TOKEN_SHAPES
from pnp.definition.positions import KEYS as POSITION_KEYS
from pnp.definition.themes import COLOURS, LETTERS, OVER, read_theme
from pnp.definition.themes import KEYS as THEME_KEYS
from pnp.games import GAME_RULES, PLAYED, game_of
from pnp.project import load_papers, theme_names
from pnp.tiles.properties import PROPERTIES
from pnp.validation import FAIRNESS_RULES, PIECE_RULES, PIECE_SET_RULES, SET_RULES
from tests.conftest import ROOT, findings_of
from tests.readme_picture import PICTURE, picture

LANGUAGE = (ROOT / "docs/language.md").read_text("utf-8")
COMMANDS = (ROOT / "docs/commands.md").read_text("utf-8")
RULEBOOKS = (ROOT / "docs/rulebooks.md").read_text("utf-8")
THEMES = (ROOT / "docs/themes.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The code blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("example", [*blocks(LANGUAGE, "yaml"), *blocks(README, "yaml")])
def test_an_example_of_the_language_is_a_sound_set(example: str) -> None:
    """It is read and counted as it says, and has no errors."""
    assert [each for each in findings_of(example) if each.severity is Severity.ERROR] == []
    assert "expect:" in example


def rows(text: str, name: str) -> dict[str, str]:
    """The table between `<!-- name -->` and `<!-- end -->`, first column to second."""
    (table,) = re.findall(rf"<!-- {name} -->\n(.*?)<!-- end -->", text, re.DOTALL)
    return dict(re.findall(r"^\| `(.+?)` \| (.+?) \|$", table, re.MULTILINE))


def test_the_table_of_properties_is_complete() -> None:
    """Every property with its sentence."""
    assert rows(LANGUAGE, "properties") == {
        name: each.sentence for name, each in PROPERTIES.items()
    }


def test_the_tables_of_rules_are_complete() -> None:
    """Every rule with its sentence."""
    assert rows(LANGUAGE, "set rules") == {
        rule.name: rule.sentence for rule in (*SET_RULES, *PIECE_SET_RULES)
    }
    assert rows(LANGUAGE, "more rules") == {
        rule.name: rule.sentence for rule in (*FAIRNESS_RULES, *PIECE_RULES, *GAME_RULES)
    }


def test_every_word_of_the_language_is_in_the_reference() -> None:
    """Keys, lines, patterns and symbols; and papers with the commands."""
    pieces = (
        *PIECES_KEYS, *BOARD_KEYS, *GROUP_KEYS, *DECK_KEYS, *CARD_KEYS, *TOKEN_KEYS, *TOKEN_SHAPES,
        *PAD_KEYS, *CARD_SIZES, *SIGNS,
    )  # fmt: skip
    for word in (*KEYS, *TILES_KEYS, *FAMILY_KEYS, *LINES, *PATTERNS, *pieces):
        assert f"`{word}`" in LANGUAGE, word
    for word in POSITION_KEYS:
        assert f"| `{word}` |" in RULEBOOKS, word
    for paper in load_papers():
        assert f"`{paper}`" in COMMANDS


@pytest.mark.parametrize("example", blocks(THEMES, "yaml"))
def test_an_example_of_a_theme_can_be_read(example: str) -> None:
    """It is called as its first line says, and is not the standard theme."""
    (name,) = re.findall(r"^# templates/themes/([a-z]+)\.yaml: ", example)
    theme = read_theme(Source(f"templates/themes/{name}.yaml", example), name)
    assert theme != dataclasses.replace(STANDARD, name=name)


def test_every_word_of_a_theme_is_in_its_reference() -> None:
    """Keys, words, inks and the themes that there are, and what is usual."""
    words = (*THEME_KEYS, *INKS, *theme_names())
    tables = re.findall(r"^\| `([a-z-]+)` \|", THEMES, re.MULTILINE)
    assert sorted(words) == sorted(tables)
    for word in (*COLOURS, *OVER, *LETTERS):
        assert f"`{word}`" in THEMES, word
    usual = dict(re.findall(r"^\| `([a-z]+)` \| .+ \| `?([a-z0-9]+)`? \|$", THEMES, re.MULTILINE))
    for key in (key for key in THEME_KEYS if key != "inks"):
        value = getattr(STANDARD, key)
        wanted = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        assert usual[key] == (f"{wanted:g}" if isinstance(wanted, float) else wanted), key


SESSIONS = [
    (command, output)
    for block in blocks(COMMANDS, "console")
    for command, output in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("command", "output"), SESSIONS)
def test_a_command_prints_what_the_page_says(
    in_folder: Path, pnp: Callable[..., Result], command: str, output: str
) -> None:
    """Word for word, where `…` stands for anything."""
    (example,) = blocks(COMMANDS, "yaml")
    Path("three-bends.yaml").write_text(example, "utf-8")
    name, *arguments = shlex.split(command)
    assert name == "pnp"
    pattern = re.escape(output).replace("…", "[^$]*?")
    assert re.fullmatch(pattern, pnp(*arguments).stdout), pnp(*arguments).stdout


PLAYING = (ROOT / "docs/playing.md").read_text("utf-8")


@pytest.mark.parametrize("name", PLAYED)
def test_every_option_of_play_is_in_its_table(name: str) -> None:
    """With its sentence and all of its choices, the usual one marked."""
    rules = game_of(name)
    (section,) = [part for part in PLAYING.split("\n### ") if f"`pnp score {name}`" in part]
    wanted = []
    for option in rules.options:
        choices = "; ".join(
            f"`{choice}`{' (usual)' if choice == option.default else ''}: {told}"
            for choice, told in option.choices.items()
        )
        wanted.append(f"| `{option.name}` | {option.sentence} | {choices} |")
    _, _, table = section.partition("| option | what about | choices |\n|---|---|---|\n")
    assert [line for line in table.splitlines() if line.startswith("|")] == wanted


@pytest.mark.parametrize("name", PLAYED)
def test_every_key_of_a_position_is_in_its_table(
    in_folder: Path, pnp: Callable[..., Result], name: str
) -> None:
    """Those that the reader knows, as it says itself."""
    Path("p.yaml").write_text("zzz: 1\n")
    said = pnp("score", name, "p.yaml").stderr
    known = re.search(r'no "zzz"; known here: (.*)', said)
    assert known is not None, said
    general, *_ = PLAYING.split("\n## The games")
    (section,) = [part for part in PLAYING.split("\n### ") if f"`pnp score {name}`" in part]
    table, _, _ = section.partition("\nMoves: ")
    rows = "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("|"))
    for key in known[1].split(", "):
        assert f"`{key}`" in rows or f"`{key}" in general, key


def test_the_example_of_a_score_is_what_is_printed(
    in_folder: Path, pnp: Callable[..., Result]
) -> None:
    """Word for word, where `…` stands for anything."""
    example, *_ = blocks(PLAYING, "yaml")
    Path("three.yaml").write_text(example, "utf-8")
    (session,) = blocks(PLAYING, "console")
    command, _, output = session.removeprefix("$ pnp ").partition("\n")
    said = pnp(*shlex.split(command))
    assert said.exit_code == 0, said.output
    assert re.fullmatch(re.escape(output).replace("…", "[^$]*?"), said.stdout), said.stdout


def test_the_readme_names_commands_that_work(in_folder: Path, pnp: Callable[..., Result]) -> None:
    """All lines that begin with `pnp`, but for what they say after a #."""
    commands = re.findall(r"^pnp ([^#\n]+)", README, re.MULTILINE)
    assert len(commands) == 8
    Path("display.yaml").write_text("tokens: {C2: light, C4: light}\n")
    for command in commands:
        assert pnp(*shlex.split(command)).exit_code == 0


def test_the_picture_in_the_readme_is_what_is_drawn_now() -> None:
    """Looked at when it was made; `python -m tests.readme_picture` draws it anew."""
    assert PICTURE.read_text("utf-8") == picture()


@pytest.mark.parametrize(
    "page", ["README.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
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
