"""`pnp export json`: the schema holds, and the file is the same set again."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import jsonschema
import pytest

from pnp.definition import load_definition
from pnp.kinds import piece_groups
from pnp.pieces import make_pieces
from pnp.project.checking import checked_game
from pnp.review.differences import digest
from tests.conftest import BUNDLED, ROOT, Call, bundled

# Sets with tiles, tables, pictures, faces, maps, polyforms and rules of their games.
VARIED = ("hexpertise", "hex-auction", "farholm", "race", "one-in-common", "corner-quarrel")
SCHEMA = json.loads((ROOT / "templates/schemas/game.json").read_text("utf-8"))


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        path if path.stem in VARIED else pytest.param(path, marks=pytest.mark.nightly)
        for path in BUNDLED
    ],
    ids=lambda path: path.stem,
)
def test_a_game_in_json_is_the_same_set(path: Path, tmp_path: Path, pnp: Call) -> None:
    """With the same pieces, in the same order, that look the same."""
    result = pnp("export", "json", path, "-o", tmp_path, "-q")
    assert result.exit_code == 0, result.output
    definition = load_definition(path)
    folder = tmp_path / definition.game / "json"
    file = folder / f"{definition.game}.json"
    value = json.loads(file.read_text("utf-8"))
    jsonschema.validate(value, SCHEMA)
    assert pnp("validate", file, "-q").exit_code == 0
    again = load_definition(file)
    assert again.rules == () or [use.name for use in again.rules] == value["rules"]
    mine, theirs = (
        [piece for group in piece_groups(checked_game(each).pieces) for piece in group.pieces]
        for each in (definition, again)
    )
    assert [(piece.id, piece.copies, piece.notation) for piece in mine] == [
        (piece.id, piece.copies, piece.notation) for piece in theirs
    ]
    listed = [piece for group in value["groups"] for piece in group["pieces"]]
    assert [(piece["id"], piece["copies"]) for piece in listed] == [
        (piece.id, piece.copies) for piece in mine
    ]
    # Every tenth piece, drawn.
    for one, other in list(zip(mine, theirs, strict=True))[::10]:
        for at, side in enumerate(one.sides):
            assert digest(side()) == digest(other.sides[at]())


@pytest.mark.slow
def test_a_table_has_all_pieces(tmp_path: Path, pnp: Call) -> None:
    """As a spreadsheet reads it: with a head, one row for each piece, and sizes in millimetres."""
    assert pnp("export", "json", "farholm", "-o", tmp_path, "-q").exit_code == 0
    with (tmp_path / "farholm/json/pieces.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    listed = [
        piece
        for group in piece_groups(make_pieces(bundled("examples/farholm")))
        for piece in group.pieces
    ]
    assert [(row["id"], row["copies"]) for row in rows] == [
        (piece.name, "" if piece.copies is None else str(piece.copies)) for piece in listed
    ]
    card = next(row for row in rows if row["kind"] == "card")
    assert (float(card["width"]), float(card["height"])) == (44.5, 63.5)
    # What the set names lies beside it, so that the folder can be given away.
    beside = {path.name for path in (tmp_path / "farholm/json").rglob("*.csv")}
    assert beside == {"pieces.csv", "chips.csv", "goods.csv"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"pnp-game": 2, "set": {}}',
            "1:14: error unreadable: this pnp reads games in JSON of version 1 alone",
        ),
        ('{"pnp-game": [1], "set": {}}', "reads games in JSON of version 1 alone"),
        ('{"pnp-game": 1}', 'this game in JSON has no "set"; export it again'),
        ('{"pnp-game": 1, "set": {"game": "one", "tils": {}}}', "1:40: error unknown-key"),
        ('{"pnp-game": 1, "set": ', "not YAML"),
    ],
)
def test_a_bad_file_is_refused(in_folder: Path, pnp: Call, text: str, message: str) -> None:
    """With the place in the JSON file."""
    Path("bad.json").write_text(text)
    result = pnp("validate", "bad.json")
    assert result.exit_code in (1, 2)
    assert message in result.output
