"""Definitions: the values that are read, and the message for every mistake in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.basics.errors import UnusableInput
from pnp.definition import load_definition
from pnp.tiles import Shape, TileGeometry
from tests.conftest import defined

GOOD = """\
game: sample
colours: {red: "#C8372D", blue: }
tiles:
  shape: square
  size: 1.5in
  families:
    - {name: one, generate: edges}
"""


def changed(old: str, new: str) -> str:
    """The good file with one thing changed."""
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def test_a_good_file_is_read() -> None:
    """Names, lengths and defaults."""
    definition = defined(GOOD)
    assert (definition.game, definition.title) == ("sample", "sample")
    assert definition.main_group.geometry == TileGeometry(Shape.SQUARE)
    assert definition.main_group.size == 38.1
    assert [(ink.name, ink.code, ink.fill) for ink in definition.inks] == [
        ("red", "R", "#C8372D"),
        ("blue", "B", "#1F5FA8"),
    ]
    assert [ink.pattern for ink in definition.inks] == ["solid", "diagonals"]


def test_a_file_that_is_not_utf_8_has_its_byte_named(tmp_path: Path) -> None:
    """The first byte that cannot be read, with its place."""
    path = tmp_path / "latin.yaml"
    path.write_bytes("game: sample\ntitle: Caf\xe9\n".encode("latin-1"))
    with pytest.raises(UnusableInput, match="not UTF-8: byte 0xe9") as caught:
        load_definition(path)
    assert caught.value.place is not None
    assert caught.value.place[1:3] == (2, 11)


@pytest.mark.parametrize("data", [b"\xff\xfeg\x00", b"game: \x00\n", b"game: \x07\n"])
def test_a_file_of_other_bytes_is_unusable(tmp_path: Path, data: bytes) -> None:
    """UTF-16, a null and a control character."""
    path = tmp_path / "bytes.yaml"
    path.write_bytes(data)
    with pytest.raises(UnusableInput):
        load_definition(path)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028"])
@pytest.mark.parametrize("wrong", [b"\xe9", "\ufffe".encode()])
def test_what_cannot_be_read_has_its_place_behind_any_end_of_a_line(
    tmp_path: Path, wrong: bytes, end: str
) -> None:
    """YAML ends lines in five ways, and the excerpt shows the line that the place names."""
    path = tmp_path / "lines.yaml"
    path.write_bytes(f"game: münze{end}title: Câf".encode() + wrong + b"\n")
    with pytest.raises(UnusableInput) as caught:
        load_definition(path)
    assert caught.value.place is not None
    assert caught.value.place[1:3] == (2, 11)
    assert caught.value.place.excerpt()[0].endswith("title: Câf" + wrong.decode("utf-8", "replace"))


def test_a_byte_order_mark_and_windows_lines_do_not_matter(tmp_path: Path) -> None:
    """Files from other editors are read, with the same places."""
    path = tmp_path / "windows.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load_definition(path).families[0].place[1:3] == (7, 7)


FAMILY = """\
game: sample
colours: [red, blue]
tiles:
  shape: hexagon
  size: 30mm
  families:
    - name: one
      generate: strands
      {entry}
"""


@pytest.mark.parametrize(
    ("colours", "codes"),
    [
        ("[red, rose, rust, ruby]", ["R", "Ro", "Ru", "Rb"]),
        ("[red, rose, r1]", ["R", "Ro", "A"]),
        ("{red: {letter: B}, blue: , black: }", ["B", "Bl", "Ba"]),
        ("28", [*map(chr, range(65, 91)), "Aa", "Ab"]),
        ('["no", "on"]', ["N", "O"]),
    ],
)
def test_every_colour_has_a_code_of_its_own(colours: str, codes: list[str]) -> None:
    """The letter that is written, else the initial, else the initial and another letter, else what is free."""
    definition = defined(
        f"game: a\ncolours: {colours}\n"
        "tiles: {shape: square, size: 30, families: [{name: b, generate: edges}]}\n"
    )
    assert list(definition.codes) == codes


@pytest.mark.parametrize("mark", ["{ring: blue}", "ring:B", '"ring:B"'])
def test_a_mark_may_be_written_in_two_ways(mark: str) -> None:
    """By the colour's name, or as in the notation."""
    definition = defined(FAMILY.format(entry=f"mark: {mark}"))
    assert definition.families[0].mark == ("ring", 1, "")


def test_lengths_have_units() -> None:
    """Millimetres, centimetres, inches and points; a bare number is in millimetres."""
    texts = ("30", "30mm", "3 cm", "2in", "72pt")
    sizes = [defined(changed("1.5in", text)).main_group.size for text in texts]
    assert sizes == [30, 30, 30, 50.8, 25.4]


def test_yaml_does_not_turn_words_into_other_things() -> None:
    """`001122` stays a text, `no` in a title stays no, dates stay as they are written."""
    definition = defined(
        changed(
            "game: sample", "game: sample\ntitle: no\nlicence: 2013-04-01\nnotes: [001122, 1:30]"
        )
    )
    assert (definition.title, definition.licence) == ("no", "2013-04-01")
    assert definition.notes == ("001122", "1:30")


def test_anchors_and_aliases_are_read() -> None:
    """A value that is written once may be used twice."""
    definition = defined("""\
        game: sample
        colours: [red, blue]
        tiles:
          shape: hexagon
          size: 30mm
          families:
            - {name: one, generate: strands, colours: &both {red: once, blue: once}, where: {lines: 2}}
            - {name: two, generate: strands, colours: *both, where: {lines: 1}}
        """)
    one, two = definition.families
    assert one.universe is not None
    assert two.universe is not None
    assert one.universe.strand_colours == two.universe.strand_colours
