"""Hints of messages about faces: what a designer meant, or where the thing belongs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.kinds import piece_findings
from tests.faces import all_findings, card_set, pieces_in


def test_a_picture_in_another_folder_is_named_with_its_folder(in_folder: Path) -> None:
    """The name may be right, and its folder be missing."""
    Path("art").mkdir()
    Path("art/helm.png").write_bytes(b"no picture")
    Path("game.yaml").write_text(card_set("[{image: helm.png}]"))
    (finding,) = piece_findings(pieces_in(Path("game.yaml")))
    assert finding.message.endswith('did you mean "art/helm.png"?')


@pytest.mark.parametrize(
    ("condition", "hint"),
    [("titel", 'did you mean "title"?'), ("power", "a face declares it under fields, as optional")],
)
def test_a_condition_on_a_field_that_no_piece_has(condition: str, hint: str) -> None:
    """A near name is shown; else where the field is declared."""
    face = f'[{{text: "{{title}}"}}, {{sign: sun, width: 5mm, at: top, if: {condition}}}]'
    (finding,) = all_findings(card_set(face, ("{title: A}",)))
    assert finding.message == f'there is no field "{condition}"; {hint}'


@pytest.mark.parametrize(
    ("sign", "hint"),
    [("sunn", 'did you mean "sun"?'), ("sword", 'signs of your own work in a "face"')],
)
def test_a_sign_of_ones_own_outside_a_face(sign: str, hint: str) -> None:
    """The message says where it works."""
    (finding,) = all_findings(card_set("[{text: A}]", deck=f"back: {sign}\n"))
    assert finding.message.endswith(hint)


def test_a_text_that_is_too_long_and_lacks_a_glyph_has_both_findings() -> None:
    """Each with its place: a word that is too long does not hide the characters after it."""
    face = '[{text: "{title}", size: 20..12pt, width: 10mm, height: 10mm}]'
    findings = all_findings(card_set(face, ('{title: "Donaudampfschifffahrt \u2603"}',)))
    assert {each.rule for each in findings} == {"face-text", "missing-glyph"}
    assert {each.place.line for each in findings} == {7}
