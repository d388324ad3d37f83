"""Pieces that cannot be printed: each gives one message with its place, and no file is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Call

HEAD = "game: sample\nplayers: 2\ncolours: [red, blue]\npieces:\n"

LONG = "Every word of this card counts. " * 30

CASES = {
    "pad without template": (
        "  pads:\n    - scors\n",
        "both",
        ["sample.yaml:6:7: error no-template: there is no templates/pads/scors.yaml"],
    ),
    "form named": (
        "  pads:\n    - {name: a, form: hexstatic-score}\n",
        "both",
        ["sample.yaml:6:23", 'did you mean "hexstatic-scores"?'],
    ),
    "form of another game": (
        "  pads:\n    - highway-scores\n",
        "both",
        ["highway-scores.yaml:", "error unknown-colour"],
    ),
    "card text too long": (
        f"  cards:\n    - name: deck\n      cards:\n        - title: A\n          text: {LONG}\n",
        "both",
        ["sample.yaml:9:17: error face-text: deck-1: ", "does not fit into", "least size, 7pt"],
    ),
    "markup on a card": (
        "  cards:\n    - name: deck\n      cards:\n        - {title: 'A [b](c)'}\n"
        "        - {title: A *b*, text: see `x`}\n",
        "both",
        [
            'sample.yaml:8:19: error markup: "[b](c)" cannot be printed',
            'sample.yaml:9:32: error markup: "`x`" cannot be printed',
        ],
    ),
    "token text too long": (
        "  tokens: [{name: chip, size: 12mm, count: 1, front: {text: WWWWWWWWWWWW}}]\n",
        "both",
        ["sample.yaml:5:19: error token-text", "too long for this token"],
    ),
    "glyph": (
        "  cards:\n    - {name: deck, cards: [{title: 漢}]}\n",
        "both",
        ["sample.yaml:6:36: error missing-glyph", "no glyph for"],
    ),
    "board too large": (
        "  boards: [{name: map, hexhex: 5, cell: 30mm}]\n",
        "build",
        [
            "sample.yaml:5:41",
            "has room for 197 x 254 mm",
            "hexes of up to 20.5 mm fit",
            "poster: 30mm",
        ],
    ),
    "board too large, poster there": (
        "  boards: [{name: map, hexhex: 5, cell: 30mm, poster: 40mm}]\n",
        "build",
        ["hexes of up to 20.5 mm fit"],
    ),
    "card too large": (
        "  cards: [{name: deck, size: {width: 240mm, height: 240mm}, generate: pairs}]\n",
        "build",
        [
            "sample.yaml:5:18: error size: deck-1 of 240 mm x 240 mm does not fit: A4 has room for 197"
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_reported_and_nothing_is_written(in_folder: Path, pnp: Call, name: str) -> None:
    """By `validate` where no paper is needed to see it, and by `build` always."""
    text, commands, messages = CASES[name]
    Path("sample.yaml").write_text(HEAD + text, "utf-8")
    for command in ("validate", "build"):
        if command == "validate" and commands != "both":
            assert pnp(command, "sample.yaml").exit_code == 0
            continue
        result = pnp(command, "sample.yaml", *(["--paper", "a4"] if command == "build" else []))
        # 2: fine as a game, but not on this paper.
        assert result.exit_code == (1 if commands == "both" else 2)
        for message in messages:
            assert message in result.output
        assert not Path("output").exists()


def test_a_form_of_ones_own_hides_the_bundled_one(in_folder: Path, pnp: Call) -> None:
    """A user's templates come first."""
    Path("sample.yaml").write_text(HEAD + "  pads: [highway-scores]\n")
    Path("templates/pads").mkdir(parents=True)
    form = "title: Mine\nup: 4\nblocks: [{fields: [{label: Name}]}]\n"
    Path("templates/pads/highway-scores.yaml").write_text(f"form: highway-scores\n{form}")
    assert pnp("validate", "sample.yaml").exit_code == 0
    assert pnp("build", "sample.yaml", "--only", "pdf").exit_code == 0
    first = Path("output/sample/sample-pads-a4.pdf").read_bytes()
    # Another template makes another file, and what the old one made goes.
    Path("templates/pads/highway-scores.yaml").write_text(
        f"form: highway-scores\n{form.replace('Mine', 'Other')}"
    )
    assert pnp("build", "sample.yaml", "--only", "kit").exit_code == 0
    assert not Path("output/sample/sample-pads-a4.pdf").exists()
    assert pnp("build", "sample.yaml", "--only", "pdf").exit_code == 0
    assert Path("output/sample/sample-pads-a4.pdf").read_bytes() != first


def test_a_failed_build_leaves_the_last_good_one(in_folder: Path, pnp: Call) -> None:
    """An error in a template is no reason to lose what was printed before."""
    Path("sample.yaml").write_text(
        HEAD + "  tokens: [{name: t, size: 2cm, count: 1, front: sun}]\n"
    )
    assert pnp("build", "sample.yaml").exit_code == 0
    before = {path: path.read_bytes() for path in Path("output").rglob("*.*")}
    Path("sample.yaml").write_text(HEAD + "  pads: [nowhere]\n")
    assert pnp("build", "sample.yaml").exit_code == 1
    assert {path: path.read_bytes() for path in Path("output").rglob("*.*")} == before


def test_pads_and_cards_are_pictures_too(in_folder: Path, pnp: Call) -> None:
    """Each sheet as SVG at true size, with its cut lines in a layer of their own."""
    assert pnp("build", "hexpertise", "--only", "sheets", "--paper", "a4").exit_code == 0
    sheets = sorted(path.name for path in Path("output/hexpertise/sheets").glob("*.svg"))
    assert sheets[0] == "hexpertise-cards-a4-01.svg"
    assert "hexpertise-pads-a4-01.svg" in sheets
    text = Path("output/hexpertise/sheets/hexpertise-pads-a4-02.svg").read_text("utf-8")
    assert 'width="210mm"' in text
    assert 'inkscape:label="cut"' in text
    assert 'aria-label="Light"' in text
