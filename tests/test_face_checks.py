"""Findings about faces before pnp prints them: one message each, with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import Result
from PIL import Image

from pnp.definition import unshown_fields
from pnp.definition.faces import read_face
from pnp.definition.reading import read_source
from tests.faces import card_set

Call = Callable[..., Result]


class Slip(NamedTuple):
    """A face, the cards that it is on, and the one finding: its rule, the text at its place, its words."""

    face: str
    cards: tuple[str, ...]
    rule: str
    at: str
    message: str
    deck: str = ""
    severity: str = "error"


LONG = "Every word of this card counts. " * 12
TITLE = '{text: "{title}", size: 9pt}'

SLIPS = {
    "text too long": Slip(
        '- {text: "{words}", size: 9..8pt, width: 20mm, height: 20mm}', (f"{{words: {LONG}}}",),
        "face-text", "Every word", "does not fit into 20.0 x 20.0 mm, even at its least size, 8pt",
    ),
    "text too long for one line": Slip(
        '- {text: "{words}", size: 9..8pt, wrap: no}', (f"{{words: {LONG}}}",),
        "face-text", "Every word", "least size, 8pt",
    ),
    "a word too long": Slip(
        '- {text: "{words}", size: 30pt, width: 12mm}', ("{words: Rhododendron}",),
        "face-text", "Rhododendron", '"Rhododendron" does not fit',
    ),
    "text that takes the height it needs": Slip(
        '- {rows: [{text: "{title}", size: 9pt, height: 5mm}, {text: "{words}", size: 9pt, height: fit}], height: 12mm}',
        (f"{{title: A, words: {LONG}}}",), "face-text", "Every word", "does not fit",
    ),
    "near the cut": Slip(
        '- {text: "{title}", size: 20pt, area: trim, at: top left, align: left top}', ("{title: EE}",),
        "near-the-cut", '"{title}", size: 20pt', "mm from the cut; 3.2 mm are safe", severity="warning",
    ),
    "sign over the cut": Slip(
        '- {sign: star, area: trim, at: top, width: 10mm, height: 10mm, y: -5mm}', ("{}",),
        "near-the-cut", "star", "the sign is cut off", severity="warning",
    ),
    "picture that ends in the bleed": Slip(
        '- {shape: rectangle, fill: accent, area: trim, x: -1mm, y: 0mm}', ("{}",),
        "near-the-cut", "rectangle", 'write "area: bleed"', severity="warning",
    ),
    "text over text": Slip(
        '- {text: under, size: 20pt, height: 10mm}\n- {text: over, size: 20pt, height: 10mm}', ("{}",),
        "text-over-text", "over", "printed over another", severity="warning",
    ),
    "text over its own twin": Slip(
        "- {text: in the middle, size: 20pt, align: centre middle, both-ways: yes}", ("{}",),
        "text-over-text", "in the middle", "printed over its twin", severity="warning",
    ),
    "text under a shape": Slip(
        "- {text: under, size: 20pt, height: 10mm}\n- {shape: rectangle, fill: accent, if: covered}", ("{}", "{covered: x}"),
        "hidden-text", "under", "deck-2: this text is hidden", severity="warning",
    ),
    "text under a picture": Slip(
        "- {text: under, size: 20pt}\n- {image: small.png, width: 9mm, height: 9mm, at: top left}",
        ("{}",), "hidden-text", "under", "is hidden", severity="warning",
    ),
    "picture outside the card": Slip(
        "- {image: small.png, width: 9mm, height: 9mm, x: 200mm}", ("{}",),
        "outside", "small.png", "the image is outside the piece", severity="warning",
    ),
    "shape in the bleed alone": Slip(
        "- {shape: rectangle, fill: accent, area: bleed, at: top, height: 3mm}", ("{}",),
        "outside", "rectangle", "the shape is outside the piece", severity="warning",
    ),
    "picture without room": Slip(
        "- {rows: [{shape: rectangle, fill: accent, height: 100%}, {image: small.png}]}", ("{}",),
        "no-room", "small.png", "its box is 53.6 x 0.0 mm", severity="warning",
    ),
    "sign without room": Slip(
        "- {columns: [{shape: rectangle, fill: accent, width: 100%}, {sign: star}]}", ("{}",),
        "no-room", "star", "a sign has no room", severity="warning",
    ),
    "markup in a text as high as it needs": Slip(
        "- {rows: [{text: '{title}', height: fit}, {text: rest}]}", ("{title: see `x`}",),
        "markup", "see", "cannot be printed",
    ),
    "contrast with the card": Slip(
        '- {text: pale, size: 9pt, colour: "#CCCCCC"}', ("{}",),
        "contrast", "pale", "has a contrast of 1.", severity="warning",
    ),
    "contrast with a shape": Slip(
        '- {shape: rectangle, fill: "#202020"}\n- {text: dark, size: 9pt, colour: "#404040"}', ("{}",),
        "contrast", "dark", "#404040 on #202020", severity="warning",
    ),
    "unknown field in a face": Slip(
        '- {text: "{title} {titel}", size: 9pt}', ("{title: A}",),
        "unknown-field", '"{title} {titel}"', 'no field or sign "titel"; did you mean "title"?',
    ),
    "unknown field of a condition": Slip(
        f"- {TITLE}\n- {{shape: fill, if: titel}}", ("{title: A}",),
        "unknown-field", "titel}", 'no field "titel"; did you mean "title"?',
    ),
    "unknown field of a card": Slip(
        f"- {TITLE}", ("{title: A}", "{title: B, tilte: C}"),
        "unknown-field", "tilte", '"tilte" is not used',
    ),
    "misspelt field of a card": Slip(
        f"fields: {{title: required, cost: optional}}\nfront: [{TITLE}, {{text: '{{cost}}', at: top, height: 9mm}}]",
        ("{titel: A}",), "unknown-field", "titel", 'did you mean "title"?',
    ),
    "unknown field of a deck": Slip(
        f"- {TITLE}", ("{title: A}",), "unknown-field", "3", '"cost" is not used', deck="fields: {cost: 3}\n",
    ),
    "missing field": Slip(
        f"fields: {{title: required}}\nfront: [{TITLE}]", ("{title: A}", "{}"),
        "missing-key", "{}", 'needs a value for "title"',
    ),
    "empty field": Slip(
        f"fields: {{title: required}}\nfront: [{TITLE}]", ("{title: A}", "{title: }"),
        "missing-key", "}", 'needs a value for "title"',
    ),
    "unknown sign": Slip(
        '- {sign: "{sign}"}', ("{sign: moom}",), "unknown-sign", "moom", 'no sign "moom"; did you mean "moon"?',
    ),
    "unknown sign in a text": Slip(
        f"- {TITLE}", ("{title: 'Pay {moom}'}",), "unknown-sign", "'Pay", 'no sign "moom"; did you mean "moon"?',
    ),
    "unknown colour": Slip(
        '- {text: A, size: 9pt, colour: acent}', ("{}",), "unknown-colour", "acent", 'did you mean "accent"?',
    ),
    "unknown colour of a field": Slip(
        '- {shape: rectangle, fill: "{hue}"}', ("{hue: acent}",), "unknown-colour", "acent", 'no colour "acent"',
    ),
    "bad colour": Slip(
        '- {shape: rectangle, fill: "#12345"}', ("{}",), "unknown-colour", '"#12345"', 'no colour "#12345"',
    ),
    "coarse picture": Slip(
        '- {image: "{art}"}', ("{art: small.png}",), "coarse-picture", "small.png", "small.png has", severity="warning",
    ),
    "missing picture": Slip(
        '- {image: "{art}"}', ("{art: smal.png}",), "picture", "smal.png", "smal.png",
    ),
    "repeat that is no number": Slip(
        '- {sign: sun, repeat: "{n}"}', ("{n: many}",), "number", "many", "repeat has to be a number, 0 to 200, not many",
    ),
    "repeat of too many": Slip(
        '- {sign: sun, repeat: 9999, arrange: grid}', ("{}",), "number", "9999", "0 to 200, not 9999",
    ),
    "focus that is no percentage": Slip(
        '- {image: small.png, width: 5mm, height: 5mm, fit: fill, focus: "{at}"}', ("{at: left}",), "structure", "left",
        'two percentages, 50% 30%, not "left"',
    ),
    "field in capitals": Slip(
        "- {text: '{Title}', size: 9pt}", ("{title: A}",), "name", "'{Title}'", "write {title}, or {{ for a brace",
    ),
    "field with a blank": Slip(
        "- {text: '{Card Title}', size: 9pt}", ("{title: A}",), "name", "'{Card", "write {card-title}",
    ),
    "braces round a value": Slip(
        f"- {TITLE}", ("{title: 'Pay {2}'}",), "unknown-sign", "'Pay", 'no sign "2"',
    ),
    "negative width": Slip("- {text: A, width: -5mm}", ("{}",), "length", "-5mm", "less than 0"),
    "rows too high": Slip(
        "- {rows: [{sign: sun, height: 60%}, {sign: moon, height: 50%}], height: 50mm}", ("{}",),
        "out-of-its-box", "[{sign", "these rows reach 5.0 mm out of their box", severity="warning",
    ),
    "columns too wide": Slip(
        "- {columns: [{sign: sun, width: 20mm}, {sign: moon}], gap: 15mm, width: 30mm}", ("{}",),
        "out-of-its-box", "[{sign", "these columns reach 5.0 mm", severity="warning",
    ),
    "braces without quotes in a value": Slip(
        f"- {TITLE}", ("{title: {sun}}",), "structure", "{sun}", 'put it in quotes: "{sun}"',
    ),
    "colour with transparency": Slip(
        "- {shape: rectangle, fill: '#FFFFFF80'}", ("{}",),
        "unknown-colour", "'#FFFFFF80'", "write six digits; pnp has no transparency",
    ),
    "unknown element after other keys": Slip(
        "- {size: 9pt, imgae: small.png}", ("{}",), "structure", "{size", 'no element "imgae"; did you mean "image"?',
    ),
    "field that no element shows": Slip(
        f"fields: {{title: required, cost: optional}}\nfront: [{TITLE}]", ("{title: A}",),
        "unused-field", "cost", 'no element of the face shows its field "cost"', severity="warning",
    ),
    "arrangement of one picture": Slip(
        "- {image: small.png, arrange: grid}", ("{}",), "structure", "grid", '"arrange" needs "repeat"',
    ),
    "misspelt number of an arrangement": Slip(
        "- {image: small.png, arrange: grid, repaet: 3}", ("{}",), "unknown-key", "repaet", 'did you mean "repeat"?',
    ),
    "focus of a whole picture": Slip(
        "- {image: small.png, focus: 50% 50%}", ("{}",), "structure", "50%", '"focus" needs "fit: fill"',
    ),
    "lines of one line": Slip(
        "- {text: A, lines: 2, wrap: no}", ("{}",), "structure", "2", '"lines" has no use with "wrap: no"',
    ),
    "fill of a line": Slip(
        "- {shape: line, fill: accent}", ("{}",), "structure", "accent", 'a line has a "stroke"',
    ),
    "two heads": Slip("- {text: A, image: b}", ("{}",), "structure", "{text", '"text" or "image", not both'),
    "no head": Slip("- {size: 9pt}", ("{}",), "structure", "{size", "needs one of text, image"),
    "unknown element": Slip("- {txt: A}", ("{}",), "structure", "{txt", 'did you mean "text"?'),
    "not an element": Slip("- Hello", ("{}",), "structure", "Hello", "has to be a mapping"),
    "wrong anchor": Slip("- {text: A, at: topp}", ("{}",), "unknown-word", "topp", 'did you mean "top"?'),
    "no such side": Slip("- {text: A, at: side 5, width: 9mm, height: 9mm}", ("{}",), "place", "side 5", "no such side"),
    "place without a size": Slip(
        "- {sign: star, at: bottom right}", ("{}",), "structure", "bottom right", 'needs a "width" or a "height"',
    ),
    "text at a side without a size": Slip(
        "- {text: A, at: side 1}", ("{}",), "structure", "side 1", 'needs a "width" or a "height"',
    ),
    "braces without quotes": Slip(
        "- text: {title}", ("{title: A}",), "structure", "{title}", 'put it in quotes: "{title}"',
    ),
    "text of the face too long": Slip(
        f"- {TITLE}\n- {{text: Too long for this, size: 20pt, at: bottom, height: 5mm}}", ("{title: A}", "{title: B}"),
        "face-text", "Too long", "least size, 20pt (1 more piece like this: deck-2)",
    ),
    "wrong size": Slip("- {text: A, size: large}", ("{}",), "length", "large", "9pt, or a range, 14..9pt"),
    "size without a unit": Slip("- {text: A, size: 9}", ("{}",), "length", "9", "9pt, or a range"),
    "tiny size": Slip("- {text: A, size: 9..1pt}", ("{}",), "length", "9..1pt", "from 2pt up"),
    "wrong width": Slip("- {text: A, width: wide}", ("{}",), "length", "wide", "write 30mm, 40% or *"),
    "three insets": Slip("- {text: A, inset: [1mm, 2mm, 3mm]}", ("{}",), "structure", "[1mm", "one length, two"),
    "wrong align": Slip("- {text: A, align: center}", ("{}",), "unknown-word", "center", 'did you mean "centre"?'),
    "wrong condition": Slip("- {text: A, if: cost > 5}", ("{}",), "structure", "cost", "FIELD = VALUE"),
    "wrong stroke": Slip("- {shape: line, stroke: thick}", ("{}",), "structure", "thick", "accent 0.4mm"),
    "wrong shape": Slip("- {shape: oval}", ("{}",), "unknown-word", "oval", "oval"),
    "crop beyond the picture": Slip(
        "- {image: small.png, crop: [50, 0, 60, 100]}", ("{}",), "structure", "[50", "four percentages inside",
    ),
    "crop that is no percentage": Slip(
        "- {image: small.png, crop: [50, 0, all, 100]}", ("{}",), "number", "all", "0% to 100%",
    ),
    "markup": Slip(f"- {TITLE}", ("{title: see `x`}",), "markup", "see", "cannot be printed"),
    "glyph": Slip(f"- {TITLE}", ("{title: 漢}",), "missing-glyph", "漢", "no glyph"),
    "fit of a shape": Slip(
        "- {shape: rectangle, fill: accent, height: fit}", ("{}",), "structure", "fit", "only a text",
    ),
    "fit of a box": Slip(
        "- {rows: [{text: A}], height: fit}", ("{}",), "structure", "fit", "only a text",
    ),
}  # fmt: skip


def found_by(pnp: Call, *arguments: str) -> tuple[int, list[dict[str, object]]]:
    """The exit code of `pnp validate` and its findings."""
    result = pnp("validate", "game.yaml", "--format", "json", *arguments)
    report = json.loads(result.stdout)
    return result.exit_code, [
        each for entry in report.get("sets", [report]) for each in entry["findings"]
    ]


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_one_finding(in_folder: Path, pnp: Call, name: str) -> None:
    """With its rule, its line and column, and words that help; errors make pnp fail."""
    slip = SLIPS[name]
    Image.new("RGB", (90, 90), "#336699").save("small.png")
    text = card_set(slip.face, slip.cards, deck=slip.deck)
    Path("game.yaml").write_text(text, "utf-8")
    code, findings = found_by(pnp)
    assert [(each["rule"], each["severity"]) for each in findings] == [(slip.rule, slip.severity)]
    (found,) = findings
    assert slip.message in str(found["message"])
    place = found["line"], found["column"]
    here = text.split("\n")[int(str(place[0])) - 1][int(str(place[1])) - 1 :]
    assert here.startswith(slip.at), here
    assert code == (1 if slip.severity == "error" else 0)
    assert found_by(pnp, "--strict")[0] == 1


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
        face = read_face(read_source(path))
        assert face.expected
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
