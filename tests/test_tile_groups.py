"""Several groups of tiles in a game: what they share, and what each has of its own."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from pnp.art.outlines import read_outline
from pnp.basics.errors import InvalidDefinition, Source
from pnp.covers.field import field_of
from pnp.definition import read_figure
from pnp.imposition.papers import chosen_papers
from pnp.kinds import BuildOptions, listing, sections
from pnp.kinds.kind import cutting_style
from pnp.pieces import Face, figure_picture, make_pieces
from pnp.pieces.trims import tile_trim
from pnp.project.kit_pages import sharing
from pnp.render import svg_text
from pnp.review.differences import Change, differences
from pnp.scene import Drawing, Layer, Page, Picture, Placed
from pnp.scene.geometry import Box, Point
from pnp.sets.components import components
from pnp.sets.tileset import counts
from pnp.tiles.layouts import tile_layout
from tests.conftest import Call, defined, findings_of, refusal, set_of
from tests.faces import DPI, box_of, near, pieces_in, raster_of
from tests.rasters import svg_raster
from tests.tile_oracle import HEXAGON, TRIANGLE, Kind, rectangle
from tests.tile_oracle import count as oracle_count

LAND = "land: {shape: hexagon, size: 40mm, families: [{name: field, generate: edges, copies: 2}]}"
COAST = """coast:
    shape: triangle
    size: 30mm
    symmetry: rotations+reflections
    families: [{name: shore, generate: edges}]"""
QUAY = """quay:
    shape: rectangle
    size: 20 x 40mm
    families: [{name: pier, generate: edges}, {name: dock, generate: strands, colours: none, where: {lines: 1}}]"""
REST = """
pieces:
  tokens: [{name: ship, size: 15mm, front: star, count: land + 2 * coast}]
"""


def game(*groups: str, rest: str = "") -> str:
    """A game with these groups of tiles, in two colours."""
    tiles = "\n  ".join(groups)
    return f"game: isle\ncolours: [red, blue]\ntiles:\n  {tiles}\n{rest}"


ISLE = game(LAND, COAST, QUAY, rest=REST)


def test_each_group_is_counted_under_its_own_symmetry() -> None:
    """Against a counter that knows the outlines of the tiles alone."""
    found = counts(defined(ISLE))
    sides = ("red", "blue")
    assert found["field"] == oracle_count(Kind(HEXAGON, sides=sides))
    assert found["shore"] == oracle_count(Kind(TRIANGLE, sides=sides), reflections=True)
    assert found["pier"] == oracle_count(Kind(rectangle(1, 2), sides=sides))


def test_the_name_of_a_group_is_the_number_of_its_printed_tiles() -> None:
    """14 fields twice, and 4 shores: the ships are 28 + 2 x 4."""
    tileset = set_of(ISLE)
    numbers = components(tileset).numbers
    assert (numbers["land"], numbers["coast"], numbers["ship"]) == (28, 4, 36)
    assert numbers["tiles"] == tileset.printed == sum(each.printed for each in tileset.by_group)


def test_a_single_group_may_have_a_name() -> None:
    """It is the same set as without a name."""
    named = set_of(game(COAST))
    plain = set_of(game(*(line[2:] for line in COAST.splitlines()[1:])).replace("    ", "  "))
    assert [piece.tile for piece in named.pieces] == [piece.tile for piece in plain.pieces]
    assert named.group.name == "coast" and plain.group.name == ""


def test_tiles_have_the_shape_of_their_group() -> None:
    """Their size, too, and only tiles of the group with reflections have backs."""
    pieces = make_pieces(set_of(ISLE))
    cut = {piece.family: pieces.tiles.cutout(piece) for piece in pieces.tileset.pieces}
    sizes = {
        name: (each.trim.shape, each.trim.width, each.trim.height) for name, each in cut.items()
    }
    assert sizes["field"][:2] == ("hexagon", 40)
    assert sizes["shore"][:2] == ("triangle", 30)
    assert sizes["pier"] == sizes["dock"] == ("rectangle", 20, 40)
    # Only the triangles are turned over.
    assert [name for name, each in cut.items() if each.back is not None] == ["shore"]
    assert tile_trim(pieces.definition.groups[2]).box(0)[2:] == (20, 40)


def test_each_group_has_its_own_sheets_and_a_kit_shares_them() -> None:
    """Each tile is on the sheets of its group, and three small groups share a sheet."""
    (paper,) = chosen_papers(["a4"])
    pieces = make_pieces(set_of(ISLE))
    made = [*sections(pieces, paper, BuildOptions(pieces=("tiles",)))]
    assert [section.key for section in made] == ["tiles land", "tiles coast", "tiles quay"]
    assert len({section.stem for section in made}) == len(made)
    for section, tileset in zip(made, pieces.tileset.by_group, strict=True):
        shown = {piece for sheets in section.sheets for each in sheets.contents for piece in each}
        assert shown == {piece.id for piece in tileset.pieces}
    shared = sharing(made, pieces.theme)
    pages = {id(page) for section in shared for page in section.pages}
    assert len(pages) < sum(len(section.pages) for section in made)
    assert sorted(section.key for section in shared) == sorted(section.key for section in made)


@pytest.mark.parametrize(("groups", "waste"), [((LAND,), True), ((LAND, COAST), False)])
def test_triangles_to_throw_away_lie_between_hexagons_alone(
    groups: tuple[str, ...], waste: bool
) -> None:
    """The step of a kit speaks of all tiles, and triangles may be tiles."""
    pieces = make_pieces(set_of(game(*groups)))
    (paper,) = chosen_papers(["a4"])
    options = BuildOptions(layouts=("straight",), pieces=("tiles",))
    alike = [each.sheets[0] for each in sections(pieces, paper, options)]
    assert len(alike) == len(groups)
    assert cutting_style(alike, options.sheets)["waste"] is waste


def test_twins_in_two_groups_are_two_tiles() -> None:
    """All squares red: one of 20 mm, and one of 40 mm."""
    tiles = "families: [{name: %s, tiles: [RRRR]}]}"
    small, large = (
        f"{name}: {{shape: square, size: {size}mm, {tiles % family}"
        for name, size, family in (("small", 20, "one"), ("large", 40, "two"))
    )
    assert not [each for each in findings_of(game(small, large)) if each.rule == "distinct-tiles"]
    both = small.replace("]}]}", "]}, {name: two, tiles: [RRRR]}]}")
    (found,) = (each for each in findings_of(game(both)) if each.rule == "distinct-tiles")
    assert "RRRR is one-1" in found.message


def test_a_group_has_an_expected_number_of_its_own() -> None:
    """The message is at the number."""
    wrong = game(LAND.replace("size", "expect: 13, size"), COAST)
    (found,) = (each for each in findings_of(wrong) if each.rule == "expect")
    assert found.message.startswith('the group "land" has 14 different tiles, not 13')
    assert (found.place.line, found.place.column) == (4, 34)


def test_a_rule_may_be_about_a_group() -> None:
    """Only the shores are the same set if red and blue are exchanged: one field is printed more often."""
    uneven = LAND.replace("copies: 2", "but: {RRRRRR: 3}")
    rest = "rules: [{colour-symmetric: %s}]"
    about = lambda name: findings_of(game(uneven, COAST, rest=rest % name))  # noqa: E731
    assert not [each for each in about("coast") if each.rule == "colour-symmetric"]
    assert [each for each in about("land") if each.rule == "colour-symmetric"]


def test_a_figure_says_whose_tiles_it_shows() -> None:
    """Without a word those of the first group."""
    pieces = make_pieces(set_of(ISLE))

    def drawn(text: str) -> object:
        return figure_picture(pieces, read_figure(Source("figure.md", f"caption: A table\n{text}")))

    drawn('tiles: {"0,0": RRBBRB}')
    drawn('group: coast\nmatching: yes\ntiles: {"0,0": RRB, "1,0": RBB}')
    assert refusal(drawn, 'group: cost\ntiles: {"0,0": RRB}')[0].message == (
        'there is no group of tiles "cost"; did you mean "coast"?'
    )
    with pytest.raises(InvalidDefinition):
        drawn('group: coast\ntiles: {"0,0": RRBBRB}')


def test_differences_stay_in_their_group() -> None:
    """Other triangles do not touch the hexagons, and a group that is gone takes its tiles with it."""
    old = make_pieces(set_of(ISLE))
    larger = make_pieces(set_of(ISLE.replace("size: 30mm", "size: 35mm")))
    found = differences(old, larger)
    assert {each.new.group for each in found.entries if each.new} == {"shore"}
    assert found.causes == ('tiles of the group "coast" have 35 mm instead of 30 mm',)
    fewer = differences(old, make_pieces(set_of(game(LAND, QUAY))))
    gone = [each.old for each in fewer.of(Change.REMOVED) if each.old]
    assert {each.group for each in gone if each.kind == "tile"} == {"shore"}
    renamed = differences(
        make_pieces(set_of(game(LAND))), make_pieces(set_of(game(LAND.replace("land", "soil"))))
    )
    assert not renamed.entries


@pytest.fixture
def isle(in_folder: Path) -> Path:
    """A folder with the game."""
    (in_folder / "isle.yaml").write_text(ISLE)
    return in_folder


@pytest.mark.slow
def test_commands_know_groups(isle: Path, pnp: Call) -> None:
    """A pattern of three sides has a meaning for triangles alone."""
    listed = pnp("enumerate", "isle.yaml", "--where", "pattern: AAB", "--format", "notation")
    assert listed.output.split() == ["RRB", "RBB"] or listed.output.split() == ["RRB", "BBR"]
    nowhere = pnp("enumerate", "isle.yaml", "--where", "pattern: AABBA")
    assert nowhere.exit_code == 1 and "a pattern has a capital letter" in nowhere.output
    numbers = json.loads(pnp("stats", "isle.yaml", "--format", "json").output)
    assert [each["group"] for each in numbers["groups"]] == ["land", "coast", "quay"]
    assert [each["tiles"] for each in numbers["groups"]] == [28, 4, 14]
    text = pnp("stats", "isle.yaml").output
    assert "What the sides show, coast" in text
    assert pnp("show", "isle.yaml", "-o", "isle.svg").exit_code == 0
    assert pnp("validate", "isle.yaml").exit_code == 0


@pytest.mark.spread(1)
@pytest.mark.slow
@pytest.mark.parametrize("command", ["enumerate", "show", "stats"])
def test_the_family_of_a_command_may_be_a_group(command: str, isle: Path, pnp: Call) -> None:
    """Frames, boxes and regions of the rest of the set are not looked for."""
    picture = ["-o", "one.svg"] if command == "show" else []
    assert pnp(command, "isle.yaml", "--family", "quay", *picture).exit_code == 0
    for name, family in [("farholm", "land"), ("bellmoor", "town"), ("dominoes", "domino")]:
        assert pnp(command, name, "--family", family, *picture).exit_code == 0
    wrong = pnp(command, "isle.yaml", "--family", "quai", *picture)
    assert wrong.exit_code == 2
    assert 'isle has no family "quai"; did you mean "quay"?' in wrong.output


def test_a_colour_without_ports_joins_no_side_beside_values() -> None:
    """Values have a stroke between them, which the message does not ask for."""
    text = game("land: {shape: square, size: 40mm, families: [{name: one, tiles: [R dot]}]}")
    assert (
        "'R' joins no side; write its ports, as in R1 or R1-2"
        in refusal(defined, text.replace("tiles:", "values: [0, 1]\ntiles:", 1))[0].message
    )


def test_each_group_may_have_a_back_of_its_own() -> None:
    """The sign is on the backs of one group, and twice, so that a turned tile tells nothing."""
    pieces = make_pieces(set_of(game(LAND.replace("size", "back: star, size"), QUAY)))
    backs = {piece.family: pieces.tiles.cutout(piece).back for piece in pieces.tileset.pieces}
    assert backs["field"] is not None and backs["pier"] is None
    front, raster = picture_of(backs["field"]), picture_of(backs["field"])[::-1, ::-1]
    assert np.abs(front - raster).max() < 0.3 and front.std() > 0.05
    (found,) = refusal(defined, game(COAST.replace("size:", "back: star\n    size:")))
    assert found.message.startswith("these tiles have two sides")
    assert (found.place.line, found.place.column) == (6, 11)


def picture_of(back: Face | None) -> np.ndarray:
    """The dots of the back of a hexagon of 40 mm."""
    assert back is not None
    page = Page(50, 50, {Layer.ART: (Placed(Drawing((back.art(30.0),)), Point(25, 25)),)})
    return svg_raster(svg_text(page), 100)


# Hexagons that stand on a side


FLAT = """
game: flat
colours: [red]
tiles:
  shape: hexagon
  size: 40mm
  orientation: flat-top
  families:
    - {name: track, tiles: [R1-4], copies: 2}
    - {name: land, combine: {name: [Hill]}, face: [{shape: circle, fill: "#1010D0", at: side 1, width: 6mm, height: 6mm}, {text: "{name}"}]}
"""


def test_the_first_side_of_a_flat_top_hexagon_is_at_the_top() -> None:
    """Wide as from corner to corner, with a straight strand from top to bottom, and what a face has at side 1 there."""
    pieces = make_pieces(set_of(FLAT))
    track, land = (each for each in listing(pieces) if each.kind == "tile")
    for piece in (track, land):
        box = piece.sides[0]().box
        assert (box.width, box.height) == pytest.approx((40 / math.cos(math.pi / 6), 40), abs=0.5)
    shown = raster_of(track)
    (red,) = (ink.fill for ink in pieces.definition.inks)
    line = box_of(shown, red, most=0.1)
    assert line.height == pytest.approx(40, abs=1)
    assert line.centre.x == pytest.approx(20 / math.cos(math.pi / 6), abs=0.5)
    disc = box_of(raster_of(land), "#1010D0", most=0.1)
    assert disc.centre.x == pytest.approx(20 / math.cos(math.pi / 6), abs=0.5)
    assert disc.centre.y < 10


def test_flat_top_tiles_lie_in_columns() -> None:
    """In figures the tile at 0,1 lies below that at 0,0, and there sides 1 and 4 have to match."""
    pieces = make_pieces(set_of(FLAT))

    def figure(tiles: str) -> Picture:
        source = Source("figure.md", f"caption: Tiles\nmatching: yes\ntiles: {tiles}\n")
        return figure_picture(pieces, read_figure(source))

    box = figure('{"0,0": R1-4, "0,1": R1-4}').box
    assert box.height > 1.5 * box.width
    with pytest.raises(InvalidDefinition, match="do not match"):
        figure('{"0,0": R1-4, "0,1": R2-5}')


def test_the_cover_of_flat_top_tiles_has_their_lattice() -> None:
    """The cells of its field are those of a table of such tiles."""
    tileset = set_of(FLAT)
    field = field_of(tileset.group.geometry, 30, Box(0, 0, 148, 210), Box(0, 0, 148, 210))
    assert field.layout == tile_layout(tileset.group.geometry, field.size)
    assert {round(field.turn(cell), 6) for cell in field.cells} == {0}


# Tiles with an outline of their own


LEAF = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">'
    '<path d="M5 30C20 0 70 0 95 25C80 55 30 65 5 30Z"/></svg>'
)
LEAVES = """game: leaves
tiles:
  shape: polygon
  outline: leaf.svg
  size: 60mm
  back: star
  families:
    - name: leaf
      combine: {name: {Oak: 4, Elm: 3}}
      face: [{shape: fill, fill: "#CFE3B4"}, {text: "{name}"}]
"""


@pytest.mark.slow
def test_tiles_have_an_outline_of_their_own(in_folder: Path, pnp: Call) -> None:
    """As long as the file says, cut along the path, and filled to it."""
    Path("leaf.svg").write_text(LEAF)
    Path("leaves.yaml").write_text(LEAVES)
    assert pnp("validate", "leaves.yaml").stdout == "leaves: ok, 2 different tiles (leaf 2)\n"
    pieces = pieces_in(Path("leaves.yaml"))
    group = pieces.tileset.group
    contour = tile_trim(group).contour
    assert contour is not None
    assert contour.box.width == pytest.approx(60, abs=0.01)
    drawn = read_outline(Path("leaf.svg"), "leaf.svg")
    scale = 60 / drawn.box.width
    assert contour.area == pytest.approx(drawn.area * scale**2, rel=2e-3)
    piece = next(each for each in listing(pieces) if each.kind == "tile")
    green = near(raster_of(piece), "#CFE3B4", most=0.05).sum() * (25.4 / DPI) ** 2
    assert green == pytest.approx(contour.area, rel=0.06)
    assert pnp("stats", "leaves.yaml").exit_code == 0


def test_an_outline_has_the_size_of_its_file(in_folder: Path, pnp: Call) -> None:
    """Without a size its tiles are as long as the path; one that nobody can cut needs a size."""
    leaf = LEAF.replace("<svg ", '<svg width="80mm" height="48mm" ')
    Path("leaf.svg").write_text(leaf)
    Path("leaves.yaml").write_text(LEAVES.replace("  size: 60mm\n", ""))
    group = pieces_in(Path("leaves.yaml")).tileset.group
    drawn = read_outline(Path("leaf.svg"), "leaf.svg")
    assert 65 < drawn.box.width < 80
    assert group.size == pytest.approx(drawn.box.width, abs=1e-3)
    assert tile_trim(group).box(0.0).width == pytest.approx(drawn.box.width, abs=0.01)
    Path("leaf.svg").write_text(leaf.replace("80mm", "4mm").replace("48mm", "2.4mm"))
    message = pnp("validate", "leaves.yaml").stdout
    assert "leaves.yaml:4:12: error length: the outline is 3.6 x 1." in message
    assert "has 5 mm to 1000 mm: give it a size, such as size: 40mm" in message
