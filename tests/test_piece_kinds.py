"""A kind of piece that is declared outside of definition is read, named and described as the others are."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pnp.basics import lookup
from pnp.basics.errors import InvalidDefinition, Source
from pnp.definition import (
    PIECES,
    BoardDefinition,
    KnownNames,
    Language,
    PieceSection,
    parse_definition,
)
from pnp.definition.reading import Reader, field, kinds
from pnp.definition.schema import json_schema
from tests.conftest import refusal


class CoasterDefinition(PieceSection):
    """A coaster for a board."""

    what = "a coaster"
    plural, listed_as, meaning = "paper-coasters", "coasters", "Coasters for glasses."

    name: str = field(kinds.name("a coaster"), "Its name.", required=True)
    board: str = field(kinds.word("the name of a board"), "The board that it shows.")

    @property
    def numbers(self) -> tuple[str, ...]:
        return (f"{self.name}-glasses",)

    def check(self, reader: Reader, names: KnownNames) -> None:
        boards = [each.name for each in names.pieces[BoardDefinition.plural]]
        if self.has("board") and self.board not in boards:
            reader.error("unknown-name", f'no board "{self.board}"', self.place_of("board"))


KINDS = {**PIECES, CoasterDefinition.plural: CoasterDefinition}

GAME = """\
game: pub
pieces:
  boards: [{name: field, squares: 3x3, cell: 20mm}]
  paper-coasters: [{name: round, board: field}]
"""


def test_it_is_read_with_the_others() -> None:
    """Under its key, with its title; the other kinds are there as ever."""
    definition = parse_definition(Source("pub.yaml", GAME), KINDS)
    (coaster,) = definition.pieces_of(CoasterDefinition)
    assert (coaster.name, coaster.title, coaster.board) == ("round", "Round", "field")
    assert [*definition.pieces] == [*KINDS]
    assert [board.name for board in definition.pieces_of(BoardDefinition)] == ["field"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("name: round", "nme: round", 'a coaster has no "nme"; did you mean "name"?'),
        ("board: field}", "board: meadow}", 'no board "meadow"'),
        ("name: round", "name: field", 'the name "field" is taken: one name means one thing;'),
        ("paper-coasters", "papr-coasters", 'pieces has no "papr-coasters"; did you mean'),
        ("game: pub", "game: pub\npaper-coasters: []", 'write it under "pieces"'),
        ("paper-", "tokens: [{name: x, count: round-glases, size: 20mm, front: star}]\n  paper-",
         'there is no number "round-glases"'),
    ],
)  # fmt: skip
def test_mistakes_in_it_are_found(old: str, new: str, message: str) -> None:
    """Its own keys, its name among all names, and what it refers to."""
    findings = refusal(parse_definition, Source("pub.yaml", GAME.replace(old, new, 1)), KINDS)
    assert message in findings[0].message


def test_it_brings_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own, in the language of the set, or in English if the folder lacks that one."""
    monkeypatch.setattr(CoasterDefinition, "words", tmp_path)
    english = 'name-paper-coasters: coasters\ncoaster: {one: "{number} coaster", other: "{number} coasters"}\n'
    german = 'name-paper-coasters: Untersetzer\ncoaster: {one: "{number} Untersetzer", other: "{number} Untersetzer"}\n'
    # Another class of definitions than without words.
    kinds = {**PIECES, CoasterDefinition.plural: type("Coaster", (CoasterDefinition,), {})}

    def words(language: str) -> Language:
        source = Source("pub.yaml", f"{GAME}language: {language}\n")
        return parse_definition(source, kinds).language

    (tmp_path / "en.yaml").write_text(english)
    for language in ("en", "de"):
        assert words(language).counted("coaster", 2) == "2 coasters"
    (tmp_path / "de.yaml").write_text(german)
    assert words("de")("name-paper-coasters") == "Untersetzer"
    assert words("de")("name-tiles") == "Plättchen"
    assert words("en")("name-paper-coasters") == "coasters"
    assert (
        "coaster"
        not in parse_definition(Source("pub.yaml", GAME.partition("  paper")[0])).language.texts
    )
    (tmp_path / "de.yaml").write_text(german.partition("\n")[0])
    with pytest.raises(InvalidDefinition, match="this language lacks coaster"):
        words("de")


def test_without_it_the_key_is_unknown() -> None:
    """A table of kinds is an argument and no state."""
    with pytest.raises(InvalidDefinition, match="paper-coasters"):
        parse_definition(Source("pub.yaml", GAME))


def test_the_schema_has_it() -> None:
    """With its sentence; a schema without it refuses it."""
    written = {
        "game": "pub",
        "pieces": {"paper-coasters": [{"name": "round", "board": "field"}]},
    }
    schema = json_schema("tileset", KINDS)
    coasters = schema["$defs"]["PiecesSection"]["properties"]["paper-coasters"]
    assert coasters["description"] == "Coasters for glasses."
    assert Draft202012Validator(schema).is_valid(written)
    assert not Draft202012Validator(json_schema("tileset")).is_valid(written)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("no_such_module:Kind", "cannot be loaded from no_such_module:Kind: No module named"),
        ("pnp.kinds.screens:NoKind", "cannot be loaded from pnp.kinds.screens:NoKind: module"),
        ("pnp.definition:Reader.read", "cannot be loaded from pnp.definition:Reader.read"),
        ("pnp.kinds:PieceGroup", "lacks section"),
        ("pnp.kinds:PieceKind", "lacks group, made, sections and shapes"),
    ],
)
def test_a_broken_package_has_a_message(tmp_path: Path, entry: str, message: str) -> None:
    """And no traceback, if a set has the kind; other sets do not ask for it, as one shows for all."""
    info = tmp_path / "coasters-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(f"[pnp.kinds]\ncoasters = {entry}\n")
    own = tmp_path / "own.yaml"
    own.write_text("game: own\npieces:\n  coasters: [{name: round}]\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    codes = []
    for name in (*(["tsuro"] if entry == "no_such_module:Kind" else []), str(own)):
        command = [sys.executable, "-m", "pnp", "validate", name]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        codes.append(done.returncode)
    assert codes in ([0, 2], [2])
    where = f"{own}:1:1: error unreadable"
    assert done.stdout.startswith(f'{where}: the kind of pieces "coasters" {message}')
    assert done.stderr == ""


def test_entry_points_are_those_of_the_standard_library() -> None:
    """Each group of each installed package, as importlib.metadata finds it."""
    found = lookup.entry_points()
    assert {*found} == metadata.entry_points().groups
    for group, entries in found.items():
        listed = metadata.entry_points(group=group)
        assert {*entries} == listed.names
        assert {*entries.items()} <= {(each.name, each.value.partition("[")[0]) for each in listed}
