"""The designers' questions on the page of playtests: their commands can be run, and their plots are there.

`test_docs_pages.py` plays the first games of a run again; all of them take an hour.
"""

from __future__ import annotations

import re
import shlex
from xml.etree import ElementTree

import pytest

from pnp.basics.errors import Source
from pnp.games import game_of
from tests.docs_pages import DOCS, read
from tests.docs_playtests import PAGE, QUESTIONS, commands_of, plan_of, with_part

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


def test_one_answer_is_written_anew() -> None:
    """All others stay as they are; the answer to a new question comes behind them."""
    one, other = QUESTIONS[0].title, QUESTIONS[1].title
    made = with_part(TEXT, one, f"### {one}\n\nYes.\n\n")
    assert f"### {one}\n\nYes.\n\n### {other}\n" in made
    assert made.partition(f"### {other}\n")[2] == TEXT.partition(f"### {other}\n")[2]
    assert with_part(TEXT, "Why?", "### Why?\n\n").endswith("### Why?\n\n<!-- end -->\n")


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


def test_the_best_known_score_is_that_of_its_record() -> None:
    """The rules count it anew."""
    game = game_of("hexpertise")
    record = (DOCS / "assets/playtest-scores.yaml").read_text("utf-8")
    ((_, points),) = game.score(game.read(Source("record.yaml", record)).position).totals
    assert f"The best known score is {points}:" in " ".join(TEXT.split())
