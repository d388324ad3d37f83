"""Findings about faces before pnp prints them: one message each, with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from pnp.definition import unshown_fields
from pnp.definition.faces import FaceReader
from pnp.definition.reading import Reader, compose, read_source
from tests.conftest import Call
from tests.faces import card_set

LONG = "Every word of this card counts. " * 12


def found_by(pnp: Call, *arguments: str) -> tuple[int, list[dict[str, object]]]:
    """The exit code of `pnp validate` and its findings."""
    result = pnp("validate", "game.yaml", "--format", "json", *arguments)
    report = json.loads(result.stdout)
    return result.exit_code, [
        each for entry in report.get("sets", [report]) for each in entry["findings"]
    ]


def test_equal_findings_are_one(in_folder: Path, pnp: Call) -> None:
    """With the number of the other pieces."""
    face = '- {text: "{title}", size: 9pt, colour: "#CCCCCC"}'
    Path("game.yaml").write_text(card_set(face, [f"{{title: Card {n}}}" for n in range(25)]))
    _, findings = found_by(pnp)
    assert len(findings) == 1
    assert "deck-01: " in str(findings[0]["message"])
    assert "(24 more pieces like this: deck-02, deck-03, deck-04 and 21 more)" in str(
        findings[0]["message"]
    )


@pytest.mark.slow
def test_texts_too_long_for_one_box_are_one_finding(in_folder: Path, pnp: Call) -> None:
    """At the first value, with the number of the others; another box has a finding of its own."""
    face = (
        '- {text: "{words}", size: 9pt, height: 8mm, at: top}\n'
        '- {text: "{more}", size: 9pt, height: 8mm, at: bottom}'
    )
    cards = [f"{{words: {n} {LONG}, more: {LONG if n == 7 else n}}}" for n in range(300)]
    Path("game.yaml").write_text(card_set(face, cards))
    code, findings = found_by(pnp)
    assert code == 1
    assert [each["rule"] for each in findings] == ["face-text"] * 2
    first, other = (str(each["message"]) for each in findings)
    assert first.startswith('deck-001: "0 Every')
    assert "(299 more pieces like this: deck-002, deck-003, deck-004 and 296 more)" in first
    assert other.startswith("deck-008: ")
    assert "more piece" not in other
    assert [each["message"] for each in findings[0]["related"]] == ["its box is here"]  # type: ignore[attr-defined]


BLEED_TESTS = {
    "{width: 60mm, height: 80mm}": {
        "area: bleed": True,
        "area: trim": True,
        "area: bleed, at: top, height: 40%": True,
        "area: trim, x: -1mm, y: -1mm": False,
        "width: 30mm, height: 30mm, at: top right, x: -20mm, turn: 45": True,
        "area: trim, width: 110%, height: 50%": False,
    },
    "hexagon": {
        "area: bleed": True,
        "area: trim": False,
        "area: bleed, at: bottom, height: 20%": True,
    },
    "round": {
        "area: bleed": True,
        "area: trim": False,
        "area: bleed, at: bottom, height: 60%": True,
        "area: trim, width: 70%, height: 70%": True,
        "area: trim, width: 85%, height: 85%": False,
    },
}


@pytest.mark.parametrize("size", BLEED_TESTS)
def test_a_picture_over_the_cut_reaches_the_end_of_the_bleed(
    in_folder: Path, pnp: Call, size: str
) -> None:
    """On cards, hexagons and round tokens; one that ends before may leave white paper at the edge."""
    Image.new("RGB", (1500, 1500), "#336699").save("art.png")
    for keys, is_sound in BLEED_TESTS[size].items():
        face = f"[{{image: art.png, fit: fill, {keys}}}]"
        text = (
            f"game: sample\npieces: {{tokens: [{{name: a, shape: {size}, size: 30mm, count: 2,"
            f" face: {face}}}]}}\n"
        )
        if size.startswith("{"):
            text = card_set(face, size=size)
        Path("game.yaml").write_text(text, "utf-8")
        _, findings = found_by(pnp)
        assert [each["rule"] for each in findings] == ([] if is_sound else ["near-the-cut"]), keys


# ------------------------------------------------------------------------------------- tables


FACE = """
fields: {title: required, cost: optional}
front:
  - {text: "{title}", size: 9pt, at: top, height: 20mm}
  - {text: "{cost}", size: 9pt, at: bottom, height: 20mm}
"""


def table_set(table: str, face: str = FACE) -> None:
    """Writes a deck of cards from a table."""
    Path("cards.csv").write_text(table, "utf-8")
    Path("game.yaml").write_text(card_set(face, (), deck="data: cards.csv\n"), "utf-8")


TABLES = {
    "text too long": (
        f"title,cost\nRain,1\n{LONG * 3},2\n", "face-text", 3, 1, "does not fit", "error",
    ),
    "second column too long": (
        f'title,cost\nRain,1\nSun,"{LONG * 3}"\n', "face-text", 3, 6, "does not fit", "error",
    ),
    "unused column": ("title,cost,colour\nRain,1,red\n", "unknown-field", 1, 12, '"colour" is not used', "warning"),
    "misspelt column": ("titel,cost\nRain,1\n", "unknown-field", 1, 1, 'did you mean "title"?', "error"),
    "missing value": ("title,cost\nRain,1\n,2\n", "missing-key", 3, 1, 'needs a value for "title"', "error"),
    "copies that are no number": ("title,copies\nRain,many\n", "number", 2, 6, "not many", "error"),
    "too many copies": ("title,copies\nRain,1001\n", "number", 2, 6, "0 to 1000", "error"),
    "ragged row": ("title,cost\nRain,1\nSun\n", "structure", 3, 1, "row 3 has 1 cell", "error"),
    "unknown sign": ("title,cost\nRain,{coim}\n", "unknown-sign", 2, 6, 'mean "coin"', "error"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_slip_in_a_table(in_folder: Path, pnp: Call, name: str) -> None:
    """The finding names the row and the column of the table."""
    text, rule, line, column, message, severity = TABLES[name]
    table_set(text)
    code, findings = found_by(pnp)
    assert [(each["rule"], each["severity"]) for each in findings] == [(rule, severity)]
    (found,) = findings
    assert (found["file"], found["line"], found["column"]) == ("cards.csv", line, column)
    assert message in str(found["message"])
    assert code == (1 if severity == "error" else 0)


def test_a_coarse_picture_names_its_cell(in_folder: Path, pnp: Call) -> None:
    """So that the designer finds the row."""
    Image.new("RGB", (90, 90), "#336699").save("small.png")
    table_set(
        "title,art\nRain,small.png\n",
        '- {text: "{title}", at: top, height: 9mm}\n- {image: "{art}"}',
    )
    _, (found,) = found_by(pnp)
    assert (found["rule"], found["file"], found["line"], found["column"]) == (
        "coarse-picture", "cards.csv", 2, 6,
    )  # fmt: skip


def test_the_bundled_faces_show_all_their_fields() -> None:
    """Each field that a face offers changes what it prints."""
    paths = sorted((Path(__file__).parents[1] / "templates/faces").glob("*.yaml"))
    assert len(paths) >= 11
    for path in paths:
        reader = Reader()
        face = FaceReader(reader, path).face(compose(read_source(path)))
        assert face is not None and face.expected and not reader.findings
        assert [each.message for each in unshown_fields(face)] == [], path.name


def test_a_changed_face_may_keep_a_key_without_use(in_folder: Path, pnp: Call) -> None:
    """The number of lines is a key of another file, which its maker cannot remove."""
    face = "extends: full-art\nchange: {plain-title: {wrap: no}}"
    Image.new("RGB", (1500, 1500), "#336699").save("art.png")
    Path("game.yaml").write_text(card_set(face, ("{title: Mill, art: art.png}",)), "utf-8")
    assert found_by(pnp) == (0, [])


def test_a_changed_face_may_lack_a_field_of_the_other(in_folder: Path, pnp: Call) -> None:
    """Its maker has removed the element; the field is that of another file."""
    face = "extends: art-and-text\nchange: {power: none, small-power: none}"
    Path("game.yaml").write_text(card_set(face, ("{title: Mill}",)), "utf-8")
    assert found_by(pnp) == (0, [])


def test_a_missing_table(in_folder: Path, pnp: Call) -> None:
    """At the key that names it, with a hint at a file of a similar name."""
    table_set("title\nRain\n")
    Path("game.yaml").write_text(card_set(FACE, (), deck="data: card.csv\n"), "utf-8")
    code, (found,) = found_by(pnp)
    assert code == 1
    assert "card.csv" in str(found["message"])
    assert (found["file"], found["line"]) == ("game.yaml", 6)
