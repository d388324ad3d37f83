"""The designers' questions on the page of playtests: their commands can be run, and their plots are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import Call
from tests.docs_pages import DOCS, Ran, as_shown, read, steps
from tests.docs_playtests import PAGE, QUESTIONS, commands_of, plan_of

TEXT = read(PAGE)
COMMANDS = commands_of(TEXT)
PLOTS = re.findall(r"^!\[(.+)\]\((images/playtest-.+)\)$", TEXT, re.MULTILINE)
SVG = "{http://www.w3.org/2000/svg}"


def test_the_page_has_the_commands_of_all_questions() -> None:
    """In their order, each with a folder of its own."""
    assert [line for each in QUESTIONS for line in each.commands] == COMMANDS
    folders = [shlex.split(line)[-1] for line in COMMANDS]
    assert len({*folders}) == len(folders)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_is_a_plan(line: str) -> None:
    """Its bots, options and sets exist; it writes below the folder for output."""
    plan = plan_of(line)
    assert plan.games > 0
    assert shlex.split(line)[-2:][0] == "--out"
    assert shlex.split(line)[-1].startswith("output/")


def test_every_question_has_its_plot() -> None:
    """A picture with a text for those who do not see it, and with a size."""
    assert [image for _, image in PLOTS] == [
        f"images/playtest-{each.key}.svg" for each in QUESTIONS
    ]
    for words, image in PLOTS:
        drawn = ElementTree.parse(DOCS / image).getroot()
        assert len(words) > 20, image
        assert drawn.findtext(f"{SVG}title"), image
        assert drawn.findtext(f"{SVG}desc"), image
        assert 400 < float(drawn.get("width", 0)) < 640, image


@pytest.mark.slow
def test_the_first_games_are_those_of_the_page(in_folder: Path, pnp: Call) -> None:
    """Word for word, where `…` stands for anything."""
    (step,) = (each for each in steps(TEXT) if isinstance(each, Ran))
    assert as_shown(pnp(*shlex.split(step.command)[1:], "--workers", "1").stdout, step.output)
