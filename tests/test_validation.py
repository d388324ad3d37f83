"""Validation: what keeps the rules; sets that break them are in `tests/mistakes`."""

from __future__ import annotations

import pytest

from pnp.basics.errors import Severity
from pnp.definition import load_definition
from pnp.games import game_rules
from pnp.project.checking import checked_set
from pnp.sets.tileset import for_players, make_tileset
from pnp.validation import (
    NAMED_RULES,
    check,
)
from tests.conftest import BUNDLED, ROOT, bundled, defined, findings_of

PATH = (ROOT / "tilesets/controlled-path.yaml").read_text()


# The first keys of a set of tiles, and what they are unless it has them itself.
KEYS = {
    "game": "game: sample",
    "colours": "colours: [red, blue]",
    "rules": "rules: []",
    "tiles": "tiles:",
    "shape": "  shape: hexagon",
    "size": "  size: 30mm",
}


def tiles(*lines: str) -> str:
    """A set from lines: families, which begin with a name, and other keys; the families are from line 8 on."""
    keys, families = dict(KEYS), ""
    for line in lines:
        key = line.partition(":")[0]
        if key == "name":
            families += f"    - {{{line}}}\n"
        else:
            keys[key] = line if key in ("game", "colours", "rules") else f"  {line}"
    return "\n".join([*keys.values(), "  families:", families])


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with some parts replaced, each of which it has once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    "name",
    [str(path.relative_to(ROOT / "tilesets").with_suffix("")) for path in BUNDLED],
)
def test_a_bundled_set_keeps_every_rule(name: str) -> None:
    """It has no errors or warnings, and every rule that its file names is known."""
    findings = check(bundled(name), game_rules)
    assert [each for each in findings if each.severity is not Severity.NOTE] == []


@pytest.mark.slow
def test_every_optional_rule_is_kept_by_some_bundled_set() -> None:
    """Each rule has a passing example: it is not one that nothing can meet."""
    used = set()
    for path in BUNDLED:
        used |= {use.name for use in load_definition(path).rules}
    rules = {rule.name for rule in (*NAMED_RULES, *game_rules())}
    assert rules == used


def test_the_designers_forty_is_derived() -> None:
    """The note of Controlled Path: 39 less 2 plus 3, and no other number of junctions gives 40."""
    (note,) = check(bundled("controlled-path"), game_rules)
    assert note.severity is Severity.NOTE
    assert "39 different tiles with at most 1 junction, less 2 with six terminals" in note.message
    sums = "plus 3 start tiles are 40. With no junction the sum would be 19, with any number 42"
    assert sums in note.message


def test_the_hex_auction_has_sixty_sides_of_each_colour() -> None:
    """Fairness, counted here once more: 60 of the 420 sides of the ordinary tiles."""
    ordinary = bundled("hex-auction").family("ordinary")
    assert ordinary is not None
    sides = [edge for piece in ordinary.pieces for edge in piece.tile.edges]
    assert {sides.count(colour) for colour in range(7)} == {60}


def test_a_fourth_player_gets_a_start_tile() -> None:
    """41 tiles for four players, and a ring in a fourth colour."""
    definition = defined(PATH)
    four = make_tileset(definition, players=4)
    assert (four.count, make_tileset(definition).count) == (41, 40)
    assert four.pieces[-1].tile.mark.colour == 3


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("hexstatic", "two-lines"),
        ("hex-auction", "ordinary"),
        ("controlled-path", "path"),
        ("published/tsuro", "path"),
        ("published/hexagons-3-two-sided", "hexagon"),
    ],
)
def test_a_family_listed_by_its_notations_is_complete(name: str, family: str) -> None:
    """The output of `enumerate --format notation` can be put into the file as it is."""
    tileset = bundled(name)
    listed = tileset.family(family)
    assert listed is not None
    definition = tileset.definition
    text = (ROOT / "tilesets" / f"{name}.yaml").read_text()
    indent = "      " if f"- name: {family}" in text else None
    lines = [f'"{definition.notation(piece.tile)}"' for piece in listed.pieces]
    written = f"tiles: [{', '.join(lines)}]"
    if indent:
        text = changed(text, (f"- name: {family}\n", f"- name: {family}\n{indent}{written}\n"))
    else:
        text = changed(text, (f"name: {family},", f"name: {family}, {written},"))
    by_hand = findings_of(text)
    assert [each for each in by_hand if each.severity is Severity.ERROR] == []
    again = make_tileset(defined(text)).family(family)
    assert again is not None
    assert [piece.tile for piece in again.pieces] == [piece.tile for piece in listed.pieces]
    assert [piece.id for piece in again.pieces] == [piece.id for piece in listed.pieces]


def test_a_ring_changes_its_colour_with_the_rest() -> None:
    """Two tiles that are each other's exchange, rings included, are symmetric."""
    text = tiles("name: one, tiles: [R1-2 ring:R, B1-2 ring:B]", "rules: [colour-symmetric]")
    assert findings_of(text) == ()


def test_edges_do_not_have_to_make_loops() -> None:
    """Only colours of strands need a smallest loop."""
    text = tiles(
        "name: one, generate: [edges, strands], edge: {colours: [blue]}, strand: {colours: [red]},"
        " where: {lines: 1}, copies: 3",
        "rules: [smallest-loop-possible]",
    )
    assert findings_of(text) == ()


def test_ids_do_not_depend_on_the_players() -> None:
    """A tile for four players has its number with three as well."""
    text = tiles("name: one, tiles: [{tile: R1-2, players: 4}, R1-3, B1-4]").replace(
        "game: sample", "game: sample\nplayers: {min: 3, max: 3}"
    )
    three = make_tileset(defined(text))
    four = for_players(three, 4)
    assert [piece.id for piece in three.pieces] == ["one-2", "one-3"]
    assert [piece.id for piece in four.pieces] == ["one-1", "one-2", "one-3"]


def test_a_set_for_more_players_is_checked_too() -> None:
    """Two tiles of four players that are the same piece are found when it is built for four."""
    text = tiles(
        "name: one, tiles: [R1-3, B1-3, {tile: R1-2, players: 4}, {tile: R2-3, players: 4}]"
    ).replace("game: sample", "game: sample\nplayers: {min: 3, max: 3}")
    assert [each.rule for each in checked_set(defined(text)).findings] == []
    assert [each.rule for each in checked_set(defined(text), players=4).findings] == [
        "distinct-tiles"
    ]


def test_a_selection_may_be_from_a_universe_that_is_never_listed() -> None:
    """One tile of ten thousand million; only whether it belongs matters."""
    text = (
        "game: chosen\ncolours: 40\ntiles: {shape: hexagon, size: 30mm, families: [{name: one,"
        " generate: edges, where: {colours: 6}, selection: yes, tiles: [ABCDEF]}]}"
    )
    assert {each.severity for each in findings_of(text)} == {Severity.WARNING}
    assert "error" not in str(findings_of(text))


@pytest.mark.parametrize(
    "piece",
    [
        "frames: [{name: sea, round: map, width: 20mm, places: {port: {at: 1, face: FACE}}}]",
        "boxes: [{name: case, for: chip, face: {front: FACE}}]",
    ],
)
def test_faces_of_frames_and_boxes_show_figures_and_colours(piece: str) -> None:
    """A figure and a colour that only they show are not reported as unused."""
    text = (
        "game: sample\ncolours: [red, blue, green]\nfigures: {cross: {board: map, highlight: [A1]}}\n"
        "pieces:\n  boards: [{name: map, hexhex: 2, cell: 20mm}]\n"
        "  tokens: [{name: chip, colours: [red, blue], count: 2, size: 16mm}]\n  "
    )
    assert not findings_of(text + piece.replace("FACE", "[{figure: cross}, {text: green}]"))
    unused = {each.rule for each in findings_of(text + piece.replace("FACE", "[{text: A}]"))}
    assert unused == {"unused-figure", "unused-colour"}
