"""Limits: what is too large is refused at once, with its number and the limit."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.growth import write_rules
from benchmarks.measuring import measured
from pnp.basics import limits
from pnp.basics.errors import Finding, Severity, Source
from pnp.documents import read_markdown
from pnp.faces.checks import Near
from pnp.scene.geometry import Box
from pnp.sets.components import components
from pnp.sets.tileset import make_tileset
from tests.conftest import Call, defined, findings_of, only_finding, refusal, set_of
from tests.rulebooks import Library

CARDS = """
game: sample
pieces:
  cards:
    - name: deck
      size: mini
"""

TILES = """
game: sample
colours: [red, blue]
tiles:
  shape: square
  size: 40mm
"""


def refused(text: str) -> Finding:
    """The finding about the numbers of a set."""
    (finding,) = refusal(components, set_of(text))
    return finding


def test_conditions_in_a_tree_of_aliases() -> None:
    """A short text with 30 levels would be a billion conditions; the tree of a few is read."""
    tree = "all: [&a0 {any: [{runs: 2}, {runs: 3}]}"
    tree += "".join(f", &a{each} {{any: [*a{each - 1}, *a{each - 1}]}}" for each in range(1, 12))
    for key in ("where", "exclude"):
        text = f"{TILES}  families: [{{name: one, generate: edges, {key}: {{{tree}]}}}}]\n"
        finding = only_finding(text)
        assert finding.rule == "limit"
        assert "32,7" in finding.message and "limit of 200" in finding.message
    few = f"{TILES}  families: [{{name: one, generate: edges, where: {{{tree[: tree.index('&a4') - 2]}]}}}}]\n"
    assert set_of(few).count == 3


def test_conditions_on_combinations() -> None:
    """Each is tried on all combinations."""
    where = ", ".join(f'"a != {each}"' for each in range(201))
    finding = only_finding(f"{CARDS}      combine: {{a: 1..3, where: [{where}]}}\n")
    assert finding.message == "there are 201 conditions, more than the limit of 200"


def test_families_count_together() -> None:
    """Each has 6 tiles; the message names the sum, at the last family."""
    families = "".join(f"    - {{name: f{each}, generate: edges}}\n" for each in range(3))
    definition = defined(f"{TILES}  families:\n{families}")
    assert make_tileset(definition, limit=18).count == 18
    (finding,) = refusal(make_tileset, definition, limit=17)
    assert (
        finding.message == "there are 18 different tiles in all families, more than the limit of 17"
    )
    assert finding.place.line == 10


def test_cards_count_with_their_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of all decks together, at the deck with which there are too many."""
    text = f"{CARDS}      cards: [{{title: A, copies: 3}}]\n"
    text += "    - {name: other, size: mini, cards: [{title: B, copies: 2}]}\n"
    monkeypatch.setattr(limits, "MOST_CARDS", 5)
    assert components(set_of(text)).numbers["deck"] == 3
    monkeypatch.setattr(limits, "MOST_CARDS", 4)
    finding = refused(text)
    assert finding.message == "there are 5 cards to print, more than the limit of 4"
    assert finding.place.line == 8


def test_tokens_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """2,000 of a kind are few, but not those of many kinds."""
    kinds = "".join(
        f"    - {{name: t{each}, size: 20mm, count: 2000, front: coin}}\n" for each in range(6)
    )
    finding = refused(f"game: sample\npieces:\n  tokens:\n{kinds}")
    assert finding.message == "there are 12,000 tokens to print, more than the limit of 10,000"
    assert finding.place.line == 9


def test_sheets(in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty cards of this size take two sheets of A4."""
    Path("sample.yaml").write_text(f"{CARDS}      cards: [{{title: A, copies: 20}}]\n")
    words = ("build", "sample.yaml", "--paper", "a4", "--only", "pdf")
    assert pnp(*words).exit_code == 0
    monkeypatch.setattr(limits, "MOST_SHEETS", 1)
    result = pnp(*words)
    assert result.exit_code == 1
    assert (
        "error limit: there are 2 sheets of A4 with cards, more than the limit of 1"
        in result.stderr
    )


def test_a_text_of_a_card(in_folder: Path, pnp: Call) -> None:
    """In the file, in a list of texts, in a combination and in a table."""
    long = "word " * 500
    Path("cards.csv").write_text(f"title,text\nA,{long}\n")
    for cards in (
        f'cards: [{{title: A, text: "{long}"}}]',
        f"cards: [{{title: A, text: [{', '.join(['word'] * 500)}]}}]",
        f'combine: {{title: [A, B], text: ["{long}"]}}',
        "data: cards.csv",
    ):
        Path("sample.yaml").write_text(f"{CARDS}      {cards}\n")
        result = pnp("validate", "sample.yaml")
        assert result.exit_code == 1
        assert result.output.count("error") == 2, result.output
        assert "has at most 2000 characters, not 2499" in result.output


def test_blocks_of_a_pad(in_folder: Path, pnp: Call) -> None:
    """More than a sheet of any size has room for, by way of an alias."""
    pads = in_folder / "templates/pads"
    pads.mkdir(parents=True)
    blocks = "- &line {text: Write here.}\n" + "- *line\n" * 200
    (pads / "sheet.yaml").write_text(f"form: sheet\ntitle: Sheet\nblocks:\n{blocks}")
    Path("sample.yaml").write_text(
        f"{CARDS}      cards: [{{title: A}}]\n  pads: [{{name: sheet}}]\n"
    )
    result = pnp("validate", "sample.yaml")
    assert result.exit_code == 1
    said = "sheet.yaml:4:1: error limit: there are 201 items in blocks, more than the limit of 200"
    assert said in result.output


@pytest.mark.parametrize("key", ["notes", "licence"])
def test_a_text_of_the_game(key: str) -> None:
    """A kit prints it."""
    finding = only_finding(f"{CARDS}      cards: [{{title: A}}]\n{key}: {'word ' * 500}\n")
    assert finding.message.endswith("has at most 2000 characters, not 2499")
    assert finding.place.line == 8


def test_a_value_of_a_file() -> None:
    """Wherever it is: no key needs so long a text."""
    with pytest.raises(
        Exception, match="this value has 20,001 letters, more than the limit of 20,000"
    ):
        defined(f"game: sample\ntitle: {'x' * 20_001}\n")


def test_a_file(in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read to its end."""
    Path("sample.yaml").write_text("#" * 2_000_000)
    monkeypatch.setattr(limits, "MOST_BYTES", 1_000_000)
    result = pnp("validate", "sample.yaml")
    assert result.exit_code == 2
    assert "sample.yaml has 2.0 MB, more than the limit of 1 MB" in result.output


DECK = "{name: deck, size: mini, cards: [{title: A}]"
NAMING = {
    "image": f"cards: [{DECK}, face: [{{image: FILE}}, {{text: '{{title}}'}}]}}]",
    "value": "cards: [{name: deck, face: [{image: '{art}'}], cards: [{art: FILE}]}]",
    "data": "cards: [{name: deck, data: FILE}]",
    "outline": "tokens: [{name: coin, outline: FILE, size: 20mm, count: 1, front: coin}]",
    "board": "boards: [{name: board, size: 200 x 200mm, image: FILE}]",
    "map": "boards: [{name: board, size: 200 x 200mm, places: FILE}]",
    "icons": f"cards: [{DECK}}}]}}\nicons: FILE\nparameters: {{",
    "fonts": f"cards: [{DECK}}}]}}\nfonts: {{text: FILE}}\nparameters: {{",
}


@pytest.mark.parametrize("key", NAMING)
@pytest.mark.parametrize(
    ("name", "reason"),
    [(r"a\0b", "no file can have this name"), ("a" * 1500, "File name too long")],
    ids=["zero", "long"],
)
def test_names_that_no_file_can_have(
    in_folder: Path, pnp: Call, key: str, name: str, reason: str
) -> None:
    """Wherever a set names a file: one message at its place."""
    ending = {"data": "csv", "map": "csv", "icons": "json", "fonts": "ttf"}.get(key, "svg")
    pieces = NAMING[key].replace("FILE", f'"{name}.{ending}"')
    Path("sample.yaml").write_text(f"game: sample\npieces: {{{pieces}}}\n")
    result = pnp("validate", "sample.yaml")
    (line,) = [each for each in result.output.splitlines() if ": error " in each]
    assert line.startswith("sample.yaml:") and line.endswith(f"cannot be read: {reason}")
    assert (result.exit_code, len(line) < 200) == (1, True)


def test_fields_of_a_deck() -> None:
    """A field of its own for each of 300 cards would be 90,000 values."""
    cards = "".join(f"        - {{title: A, f{each}: B}}\n" for each in range(300))
    finding = only_finding(f"{CARDS}      cards:\n{cards}")
    assert finding.message == "there are 301 different fields, more than the limit of 200"


def test_elements_of_a_face() -> None:
    """All that are written, with those inside of others."""
    elements = "".join('          - {text: "{title}"}\n' for _ in range(500))
    finding = only_finding(
        f"{CARDS}      face:\n        - rows:\n{elements}      cards: [{{title: A}}]\n"
    )
    assert finding.message == "there are 501 elements in this face, more than the limit of 500"


def test_faces_that_extend_each_other(in_folder: Path, pnp: Call) -> None:
    """Twenty do; three hundred have one message."""
    folder = Path("templates/faces")
    folder.mkdir(parents=True)
    for each in range(300):
        Path(folder, f"f{each}.yaml").write_text(f"extends: f{each + 1}\n")
    Path(folder, "f300.yaml").write_text('front: [{text: "{title}"}]\n')
    for first, code in (("f280", 0), ("f0", 1)):
        Path("sample.yaml").write_text(f"{CARDS}      face: {first}\n      cards: [{{title: A}}]\n")
        result = pnp("validate", "sample.yaml")
        assert result.exit_code == code, result.output
        assert result.output.count("error limit: ") == code


def test_errors_of_a_file(in_folder: Path, pnp: Call) -> None:
    """Reading stops after the first thousand."""
    keys = "".join(f"  k{each}: 1\n" for each in range(1500))
    Path("sample.yaml").write_text(f"{CARDS}      cards: [{{title: A}}]\nlook:\n{keys}")
    result = pnp("validate", "sample.yaml", "--format", "json")
    found = json.loads(result.stdout)["sets"][0]["findings"]
    assert (result.exit_code, len(found)) == (1, 1001)
    assert (
        found[-1]["message"] == "pnp reports the first 1,000 errors and reads no more of this set"
    )


def test_unknown_rules() -> None:
    """A thousand of them are reported."""
    rules = "".join(f"  - rule-{each}\n" for each in range(1200))
    found = findings_of(f"{CARDS}      cards: [{{title: A}}]\nrules:\n{rules}")
    assert len([each for each in found if each.rule == "unknown-rule"]) == 1000


def test_findings_of_pieces(in_folder: Path, pnp: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search ends soon after so many errors."""
    monkeypatch.setattr(limits, "MOST_FINDINGS", 10)
    Path("cards.csv").write_text("title,text\n" + "".join(f"A{n},{{nothing}}\n" for n in range(40)))
    Path("sample.yaml").write_text(f"{CARDS}      data: cards.csv\n")
    result = pnp("validate", "sample.yaml", "--format", "json")
    found = json.loads(result.stdout)["sets"][0]["findings"]
    assert result.exit_code == 1
    assert [each["rule"] for each in found] == ["unknown-sign"] * 10 + ["limit"]


TABLE = "| a | b |\n|---|---|\n"

RULES = {
    "file": ("word\n\n" * 100_000, "600,006 letters in this file, more than the limit of 500,000", 1),
    "headings": ("## H\n\ntext\n\n" * 501, "502 headings, more than the limit of 500", 1),
    "steps": ("1. a\n" * 251, "251 texts in this list, more than the limit of 250", 3),
    "lists in a list": ("- a\n  - b\n\n    c\n\n  1. d\n" * 63, "252 texts in this list, more than the limit of 250", 3),
    "empty steps": ("text\n\n" + "1.\n" * 251, "251 texts in this list", 5),
    "a list in a note": ("> text\n>\n" + "> - a\n" * 251, "251 texts in this list", 5),
    "blocks": ("text\n\n" * 3000, "3,001 paragraphs, headings and cells, more than the limit of 3,000", 1),
    "cells": (f"{TABLE}{'| x | y |' * 1}\n\n" * 800, "3,201 paragraphs, headings and cells", 1),
    "heading": (f"## {'w' * 301}\n\ntext", "301 letters in this heading, more than the limit of 300", 3),
    "paragraph": ("word " * 2001, "10,004 letters in this paragraph, more than the limit of 10,000", 3),
    "table": (TABLE + "| x | y |\n" * 501, "501 rows in this table, more than the limit of 500", 3),
    "styles": ("*" * 500 + "a" + "*" * 500, "levels of lists, notes and styles, more than the limit of 12", 3),
    "lists": ("".join(f"{'  ' * each}- a\n" for each in range(9)), "levels of lists, notes and styles", 11),
    "notes": ("> " * 500 + "a", "notes inside each other, more than the limit of 4", 3),
}  # fmt: skip


@pytest.mark.parametrize("what", RULES)
def test_rulebooks(what: str) -> None:
    """Before anything is set."""
    text, message, line = RULES[what]
    found = refusal(read_markdown, Source("rules.md", f"# R\n\n{text}\n"), Library())
    (finding,) = [each for each in found if message in each.message]
    assert (finding.rule, finding.place.line) == ("limit", line)


def test_the_largest_rulebook_of_the_benchmark_is_within_the_limits(
    in_folder: Path, pnp: Call
) -> None:
    """It has 200 pages with a thousand steps, in lists of four."""
    write_rules(in_folder, 200)
    assert pnp("validate", "set.yaml").exit_code == 0


def test_long_lists_of_steps_take_little_memory(in_folder: Path) -> None:
    """Typst measures none of them, and forgets old drafts: 720 steps took 1,200 MB, and now take 310."""
    if not hasattr(os, "wait4"):
        pytest.skip("this system does not tell how much memory a process has had")
    steps = "\n".join(
        f"{number}. Take a tile and place it next to another one." for number in range(1, 241)
    )
    Path("sample.yaml").write_text(f"{CARDS}      cards: [{{title: A}}]\n")
    Path("templates/rules").mkdir(parents=True)
    Path("templates/rules/sample.md").write_text(
        f"# R\n\n{chr(10).join([steps, '', 'text', ''] * 3)}"
    )
    game, output = str(in_folder / "sample.yaml"), in_folder / "made"
    words = ("build", game, "--only", "rules", "--paper", "a4", "-o", str(output))
    run = measured(["-m", "pnp", *words], output)
    assert run.written > 0 and run.megabytes < 500


@pytest.mark.slow
def test_the_deepest_rulebook_is_set(in_folder: Path, pnp: Call) -> None:
    """Notes, lists and styles as deep as the limits allow."""
    Path("sample.yaml").write_text(f"{CARDS}      cards: [{{title: A}}]\n")
    Path("templates/rules").mkdir(parents=True)
    notes, styles = "> " * 4 + "a", "*" * 20 + "a" + "*" * 20
    lists = "".join(f"{'  ' * each}- a\n" for each in range(5))
    Path("templates/rules/sample.md").write_text(f"# R\n\n{notes}\n\ntext\n\n{lists}\n\n{styles}\n")
    result = pnp("build", "sample.yaml", "--only", "rules", "--paper", "a4")
    assert result.exit_code == 0, result.output


@given(st.lists(st.sampled_from(Severity), max_size=30))
def test_errors_come_before_other_findings(severities: list[Severity]) -> None:
    """No error is dropped for a note; the rest is counted; the order stays."""
    place = defined("game: a\npieces: {cards: [{name: d, cards: [{title: A}]}]}\n").start
    findings = [
        Finding(f"r{at}", severity, "", place._replace(line=at + 1))
        for at, severity in enumerate(severities)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "MOST_FINDINGS", 10)
        shown = limits.first_findings(findings)
    if len(findings) <= 10:
        assert [*shown] == findings
        return
    *first, more = shown
    errors = [each for each in findings if each.severity is Severity.ERROR]
    assert len(first) == 10 and {*errors[:10]} <= {*first}
    assert first == [each for each in findings if each in first]
    assert more.message == f"and {len(findings) - 10} more findings, of {len(findings)}"


BOXES = st.builds(Box, *[st.floats(-50, 150, width=32)] * 2, *[st.floats(0, 100, width=32)] * 2)


@given(st.lists(BOXES, max_size=12), BOXES)
def test_no_box_that_shares_room_is_missed(boxes: list[Box], box: Box) -> None:
    """Also outside of the piece."""
    near = Near(Box(0, 0, 63, 88))
    for number, each in enumerate(boxes):
        near.add(number, each)
    sharing = [at for at, each in enumerate(boxes) if min(each.common(box)[2:]) > 0]
    assert {*sharing} <= {*near.to(box)}
    assert near.to(box) == sorted(near.to(box))


@pytest.mark.slow
def test_two_thousand_glazes_under_a_text(in_folder: Path, pnp: Call) -> None:
    """The ground under it is mixed of all, however many there are."""
    loop = '{for: "i in 1..1000", shape: rectangle, fill: "#000000", opacity: 5%, area: trim}'
    text = '{text: "{title}", colour: "#000000"}'
    for loops, warned in (([loop] * 2, True), ([], False)):
        face = ", ".join([*loops, text])
        Path("sample.yaml").write_text(
            f"{CARDS}      face: [{face}]\n      cards: [{{title: A}}]\n"
        )
        result = pnp("validate", "sample.yaml")
        assert result.exit_code == 0
        assert ("has a contrast of 1" in result.output) is warned, result.output


def test_far_boxes_are_not_compared() -> None:
    """A thousand in a grid: a few lie near each."""
    near = Near(Box(0, 0, 100, 100))
    boxes = [Box(x * 3, y * 3, 2, 2) for x in range(32) for y in range(32)]
    for number, each in enumerate(boxes):
        near.add(number, each)
    assert max(len(near.to(each)) for each in boxes) < 50
