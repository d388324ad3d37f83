"""Single tiles of a generated family: other copies, tiles that are left out, and samples."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.sets.tileset import Tileset, counts, make_tileset, sizes
from tests.conftest import Call, defined

QUADS = """\
game: quads
colours: [red, yellow, blue, green]
tiles:
  shape: square
  size: 30mm
  families:
    - name: quad
      generate: edges
"""


def quads(*lines: str) -> Tileset:
    """The family with more keys."""
    return make_tileset(defined(with_lines(*lines)))


def with_lines(*lines: str) -> str:
    """The text of the set with more keys of its family."""
    return QUADS + "".join(f"      {line}\n" for line in lines)


def copies(tileset: Tileset) -> dict[str, tuple[str, int]]:
    """The notation and the copies of each tile by its id."""
    notation = tileset.definition.notation
    return {piece.id: (notation(piece.tile), piece.copies) for piece in tileset.pieces}


def test_but_gives_other_copies_and_leaves_tiles_out_and_all_other_tiles_stay() -> None:
    """YBRR is RRYB turned. All others keep their ids and copies."""
    every, some = copies(quads("copies: 3")), copies(quads("copies: 3", "but: {YBRR: 2, GGGG: no}"))
    (number,) = [each for each, (tile, _) in every.items() if tile == "RRYB"]
    (gone,) = [each for each, (tile, _) in every.items() if tile == "GGGG"]
    assert some == {
        each: ("RRYB", 2) if each == number else found
        for each, found in every.items()
        if each != gone
    }


def test_the_whole_family_is_still_counted_and_proved() -> None:
    """(4⁴ + 4² + 2·4) / 4 = 70 squares by Burnside's lemma, of which 16 are printed."""
    tileset = quads("sample: 16", "but: {GGGG: no}")
    (family,) = tileset.families
    assert (family.burnside, len(family.universe), family.count) == (70, 70, 16)
    assert counts(tileset.definition) == {"quad": 70}
    assert sizes(tileset.definition) == {"quad": 16}
    assert sizes(quads("but: {GGGG: no}").definition) == {"quad": 69}


def test_a_family_says_how_many_of_its_universe_it_has() -> None:
    """Only if it has not all of them; the preview and `validate` print that."""
    assert [
        quads(*lines).families[0].share
        for lines in ([], ["but: {GGGG: no}"], ["sample: 16"], ["but: {RRRR: 2}"], ["sample: 70"])
    ] == ["", " of 70", " of 70 sampled", "", ""]


def test_a_sample_depends_on_its_seed_alone_and_grows_with_its_size() -> None:
    """The same seed gives the same tiles, another seed others; ids are those of the whole family."""
    every, small = copies(quads()), copies(quads("sample: 16"))
    assert len(small) == 16
    assert copies(quads("sample: 16", "seed: 1")) == small
    assert copies(quads("sample: 16", "seed: 2")) != small
    assert small.items() <= copies(quads("sample: 17")).items() <= every.items()
    assert copies(quads("sample: 70")) == every


@pytest.mark.parametrize("seed", range(1, 9))
def test_tiles_that_the_file_names_are_in_every_sample_and_those_left_out_in_none(
    seed: int,
) -> None:
    """Whatever the seed."""
    tiles = dict(
        copies(quads("sample: 3", f"seed: {seed}", "but: {RRRR: 5, RRYB: 1, GGGG: no}")).values()
    )
    assert len(tiles) == 3
    assert tiles["RRRR"] == 5
    assert "RRYB" in tiles
    assert "GGGG" not in dict(copies(quads("sample: 69", "but: {GGGG: no}")).values())


def test_marks_and_values_are_named_as_in_lists_of_tiles() -> None:
    """Values join by strokes, and the family's mark needs no repetition."""
    text = (
        with_lines("mark: dot", "but: {0/0/0/0: no, 0/1/0/1 dot: 4}")
        .replace("colours: [red, yellow, blue, green]", "values: 0-1")
    )  # fmt: skip
    found = dict(copies(make_tileset(defined(text))).values())
    assert found == {
        "0/0/0/1 dot": 1,
        "0/0/1/1 dot": 1,
        "0/1/0/1 dot": 4,
        "0/1/1/1 dot": 1,
        "1/1/1/1 dot": 1,
    }


@pytest.mark.usefixtures("in_folder")
def test_commands_say_how_many_of_the_family_are_in_the_set(pnp: Call) -> None:
    """`validate`, `enumerate` and `list` speak of 16 tiles, of 70."""
    Path("quads.yaml").write_text(with_lines("sample: 16", "but: {GGGG: no}"), "utf-8")
    assert "(quad 16 of 70 sampled)" in pnp("validate", "quads.yaml").output
    table = pnp("enumerate", "quads.yaml").output
    assert "16 different tiles, sampled of 70 by Burnside's lemma, 1 left out" in table
    assert pnp("enumerate", "quads.yaml", "--count").output.splitlines()[-1] == "total: 16"
