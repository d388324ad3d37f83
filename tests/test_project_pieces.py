"""Pieces that cannot be printed leave what was built, and forms and pictures of those that can."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Call

HEAD = "game: sample\nplayers: 2\ncolours: [red, blue]\npieces:\n"


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_pads_and_cards_are_pictures_too(in_folder: Path, pnp: Call) -> None:
    """Each sheet as SVG at true size, with its cut lines in a layer of their own."""
    assert pnp("build", "hexpertise", "--only", "sheets", "--paper", "a4").exit_code == 0
    sheets = sorted(path.name for path in Path("output/hexpertise/sheets").glob("*.svg"))
    assert sheets[0] == "hexpertise-boxes-a4-01.svg"
    assert "hexpertise-cards-a4-01.svg" in sheets
    assert "hexpertise-pads-a4-01.svg" in sheets
    text = Path("output/hexpertise/sheets/hexpertise-pads-a4-02.svg").read_text("utf-8")
    assert 'width="210mm"' in text
    assert 'inkscape:label="cut"' in text
    assert 'aria-label="Light"' in text
