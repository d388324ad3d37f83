"""`pnp new`: starters of each kind, copies of sets, and the message for every wrong name or path."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
import yaml
from jsonschema import Draft202012Validator

from pnp.definition import load_definition
from pnp.project.sets import sets_in
from pnp.project.starting import SCHEMA, STARTERS
from tests.conftest import ROOT, Call

SETS = {each.name: each.path.resolve() for each in sets_in(ROOT / "tilesets")}


def schema_of(path: Path) -> Path:
    """The schema that the first line of a set names, from the place of the set."""
    head, _, name = path.read_text("utf-8").partition("\n")[0].partition("$schema=")
    assert head == "# yaml-language-server: "
    return path.parent / name


@pytest.mark.parametrize("kind", STARTERS)
def test_a_starter_is_a_sound_set(in_folder: Path, pnp: Call, kind: str) -> None:
    """Without findings, valid by the schema that it names, short, and with the next steps."""
    result = pnp("new", "my-first-game", "--kind", kind)
    assert result.exit_code == 0
    path = Path("tilesets/my-first-game.yaml")
    assert f"{path}: a set to begin with: {STARTERS[kind]}" in result.stdout
    assert "pnp validate my-first-game\n" in result.stdout
    checked = pnp("validate", "my-first-game", "--strict")
    assert checked.exit_code == 0 and checked.stdout.count("\n") == 1, checked.output
    definition = load_definition(path)
    assert (definition.game, definition.title) == ("my-first-game", "My first game")
    text = path.read_text("utf-8")
    assert 30 <= text.count("\n") <= 60
    assert max(map(len, text.splitlines())) <= 100
    for step in ("preview", "validate", "build"):
        assert f"pnp {step} my-first-game" in text
    schema = json.loads(schema_of(path).read_text("utf-8"))
    assert [*Draft202012Validator(schema).iter_errors(yaml.safe_load(text))] == []


@pytest.mark.parametrize("kind", STARTERS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_starter_can_be_built(in_folder: Path, pnp: Call, kind: str, paper: str) -> None:
    """On both papers, without a warning, and every page has ink on it."""
    pnp("new", "mine", "--kind", kind)
    result = pnp("build", "mine", "--paper", paper, "--only", "pdf")
    assert (result.exit_code, result.stderr) == (0, "")
    made = [*Path("output/mine").glob("*.pdf")]
    assert made
    for path in made:
        for page in pypdfium2.PdfDocument(path):
            colours = page.render(scale=0.5).to_pil().convert("L").getcolors(256)
            assert colours is not None and len(colours) > 1


def test_comments_stay_in_their_column(in_folder: Path, pnp: Call) -> None:
    """For short names; behind a long one there are two blanks."""
    for name in ("a", "a-name-of-forty-letters-which-is-the-most"[:40]):
        pnp("new", name)
        lines = Path(f"tilesets/{name}.yaml").read_text("utf-8").splitlines()
        (line,) = [each for each in lines if each.startswith("game:")]
        assert line.index("  #") in (34, len(f"game: {name}"))


# Sets with each kind of file that goes with a copy: rulebooks, forms, tables, pictures, faces.
WHOLE = {"hexpertise", "market", "tsuro", "wildwood"}
IN_TURN = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in WHOLE else pytest.mark.nightly)
        for name in SETS
    ],
)


@pytest.mark.slow
@pytest.mark.spread(2)
@IN_TURN
def test_a_copy_of_a_set_is_sound(in_folder: Path, pnp: Call, name: str) -> None:
    """Only the name, the first line and the rulebook differ; the copy has the same pieces."""
    result = pnp("new", "mine", "--from", name)
    assert result.exit_code == 0
    path = Path("tilesets/mine.yaml")
    assert schema_of(path).name == SCHEMA
    original, copy = (each.read_text("utf-8").splitlines() for each in (SETS[name], path))
    added = {*copy} - {*original}
    assert {line.split(":")[0] for line in added} <= {"# yaml-language-server", "game", "rulebook"}
    assert len(original) <= len(copy) <= len(original) + 1
    checked = json.loads(pnp("validate", "mine", "--format", "json").stdout)["sets"][0]
    same = json.loads(pnp("validate", name, "--format", "json").stdout)["sets"][0]
    messages = [[each["message"] for each in found["findings"]] for found in (checked, same)]
    assert checked["ok"] and messages[0] == messages[1]
    assert checked["counts"] == same["counts"] and checked["components"] == same["components"]


@pytest.mark.spread(1)
@IN_TURN
def test_a_copy_of_a_set_can_be_built(in_folder: Path, pnp: Call, name: str) -> None:
    """With its rulebook, if the original has one."""
    pnp("new", "mine", "--from", name)
    result = pnp("build", "mine", "--paper", "a4", "--only", "pdf", "--only", "rules")
    assert result.exit_code == 0, result.stderr
    rulebook = load_definition(SETS[name]).rulebook or name
    places = (ROOT, ROOT / "tilesets/examples")
    has_rules = any((place / f"templates/rules/{rulebook}.md").exists() for place in places)
    assert bool([*Path("output/mine").glob("*-rules-*")]) == has_rules


def test_a_copy_is_played_by_the_rules_of_its_rulebook(in_folder: Path, pnp: Call) -> None:
    """The score of a table is that of the original."""
    pnp("new", "mine", "--from", "hexstatic")
    table = 'tiles: {"0,0": R1-2 G3-4 B5-6}\ncaption: one tile\n'
    Path("table.yaml").write_text(table)
    scores = [pnp("score", name, "table.yaml", "--no-pictures") for name in ("mine", "hexstatic")]
    assert scores[0].exit_code == 0, scores[0].output
    assert scores[0].stdout == scores[1].stdout


def test_the_files_beside_a_set_go_with_its_copy(in_folder: Path, pnp: Call) -> None:
    """A table, its pictures, a face and a font folder, but nothing that the set does not name."""
    far = Path("far/tilesets")
    (far / "art").mkdir(parents=True)
    (far.parent / "templates/faces").mkdir(parents=True)
    (far.parent / "templates/faces/far-face.yaml").write_text('front: [{image: "{art}"}]\n')
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0H4V4Z"/></svg>\n'
    for name in ("art/one.svg", "two.svg", "other.svg"):
        (far / name).write_text(svg)
    (far / "cards.csv").write_text("art\nart/one.svg\ntwo.svg\n")
    deck = "{name: deck, face: far-face, data: cards.csv}"
    (far / "far-game.yaml").write_text(f"game: far-game\npieces: {{cards: [{deck}]}}\n")
    for name in ("mine", "yours"):
        result = pnp("new", name, "--from", str(far / "far-game.yaml"))
        assert result.exit_code == 0, result.output
        assert pnp("validate", name).exit_code == 0
    copied = {each.name for each in Path("tilesets").rglob("*") if each.is_file()}
    assert copied == {"mine.yaml", "yours.yaml", SCHEMA, "cards.csv", "one.svg", "two.svg"}
    assert Path("templates/faces/far-face.yaml").exists()


def test_templates_that_would_be_lost_are_copied(in_folder: Path, pnp: Call) -> None:
    """From beside the original to beside the copy, with the name of each; the rest is found."""
    far = Path("far/tilesets")
    far.mkdir(parents=True)
    text = SETS["hexstatic"].read_text("utf-8").replace("game: hexstatic", "game: far-game")
    (far / "far-game.yaml").write_text(text.replace("- hexstatic-scores", "- far-scores"))
    for kind, name, bundled in (
        ("pads", "far-scores.yaml", "hexstatic-scores.yaml"),
        ("rules", "far-game.md", None),
    ):
        folder = Path("far/templates") / kind
        folder.mkdir(parents=True)
        source = "# Far\n\nPlay.\n"
        if bundled is not None:
            source = (ROOT / "templates" / kind / bundled).read_text("utf-8")
        (folder / name).write_text(source)
    result = pnp("new", "near", "--from", "far/tilesets/far-game.yaml")
    assert result.exit_code == 0
    assert "templates/pads/far-scores.yaml: a copy of far/templates/pads/far-scores.yaml" in (
        result.stdout
    )
    assert Path("templates/rules/far-game.md").read_text() == "# Far\n\nPlay.\n"
    assert pnp("validate", "near", "--strict").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["My Game!"], 'a set cannot be called "My Game!": a name is made of'),
        (["My Game!"], "; write my-game\n"),
        (["???"], "starts with a letter\n"),
        (["x" * 41], "a name has at most 40 characters, not 41"),
        (
            ["yes"],
            'a set cannot be called "yes": the word means something else in YAML; write yes-',
        ),
        (
            ["con"],
            'a set cannot be called "con": Windows has no files of that name; write con-game',
        ),
        (["tsuro"], 'there is a set "tsuro" already'),
        (["a", "--kind", "dice"], "'dice' is not one of 'tiles', 'cards', 'board'"),
        (
            ["a", "--kind", "cards", "--from", "tsuro"],
            "--from copies a set as it is; remove --kind",
        ),
        (["a", "--from", "tsura"], 'there is no tileset "tsura"; did you mean "tsuro"?'),
        (["a", "--from", "published"], "published has 11 sets; name one set"),
        (["a", "-o", "a.txt"], "--output a.txt: a set is a YAML file; write a.txt.yaml"),
    ],
)
def test_a_wrong_name_is_refused(
    in_folder: Path, pnp: Call, arguments: list[str], message: str
) -> None:
    """Exit code 2, the nearest name that is right, and nothing is written."""
    result = pnp("new", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert [*in_folder.iterdir()] == []


def test_no_file_is_overwritten(in_folder: Path, pnp: Call) -> None:
    """Neither a set nor a schema; a set elsewhere is written beside what is there."""
    Path("mine.yaml").write_text("precious")
    Path(SCHEMA).write_text("{}")
    result = pnp("new", "mine", "-o", "mine.yaml")
    assert result.exit_code == 2
    assert "mine.yaml exists; pnp does not overwrite it" in result.stderr
    assert pnp("new", "mine", "-o", "other.yml").exit_code == 0
    assert pnp("new", "third", "-o", ".").exit_code == 0
    assert Path("mine.yaml").read_text() == "precious"
    assert Path(SCHEMA).read_text() == "{}"
    assert Path("third.yaml").exists() and pnp("validate", "other.yml").exit_code == 0


def test_a_broken_set_is_not_copied(in_folder: Path, pnp: Call) -> None:
    """Its findings are shown instead."""
    Path("bad.yaml").write_text("gane: bad\n")
    result = pnp("new", "mine", "--from", "bad.yaml")
    assert result.exit_code == 1
    assert 'did you mean "game"?' in result.stderr
    assert not Path("tilesets").exists()
