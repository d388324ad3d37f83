"""Rulebooks: what their examples show is checked by other means than ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from click.testing import Result

from pnp.definition.positions import Position, coordinates, read_position
from pnp.errors import Source
from pnp.hexgrid import (
    Hex,
    Orientation,
    cell_names,
    distance,
    hexhex,
    neighbours,
)
from pnp.tiles import parse_tile
from tests.conftest import ROOT, bundled

RULES = ROOT / "templates/rules"


def text_of(game: str) -> str:
    """A game's template."""
    return (RULES / f"{game}.md").read_text("utf-8")


def positions(game: str) -> Iterator[Position]:
    """The positions of a template, in order."""
    for block in re.findall(r"```position\n(.*?)```", text_of(game), re.DOTALL):
        yield read_position(Source(f"{game}.md", block))


def laid(game: str, position: Position) -> dict[Hex, tuple[frozenset[int], tuple[int, ...]]]:
    """What each side of each tile shows, in a code of its own: colour + 2, or 0 for a blank."""
    definition = bundled(game).definition
    sides: dict[Hex, tuple[frozenset[int], tuple[int, ...]]] = {}
    for put in position.tiles:
        tile = parse_tile(put.what.text, definition.form, definition.codes)
        shown = [0] * 6
        for strand in tile.strands:
            for port in strand.ports:
                shown[port] = strand.colour + 2
        touched = frozenset(port for join in tile.joins for port in join)
        edges = tuple(tile.edges) if max(tile.edges) >= 0 else tuple(shown)
        sides[Hex(*coordinates(put.cell.text))] = (touched, edges)
    return sides


# Sides 1 to 6 of a pointy-top tile, clockwise from up-right, as steps in axial coordinates.
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def meetings(sides: dict[Hex, tuple[frozenset[int], tuple[int, ...]]]) -> Iterator[tuple[int, int]]:
    """What meets on each common side of two tiles, each side once."""
    for cell, (_, shown) in sides.items():
        for side, (q, r) in enumerate(STEPS[:3]):
            other = sides.get(Hex(cell.q + q, cell.r + r))
            if other is not None:
                yield shown[side], other[1][side + 3]


@pytest.mark.parametrize("game", ["hexstatic", "controlled-path"])
def test_where_tiles_touch_their_sides_agree(game: str) -> None:
    """Both blank, or both the same colour, in every position."""
    met = 0
    for position in positions(game):
        for one, other in meetings(laid(game, position)):
            assert one == other, position.caption
            met += 1
    assert met > 5


def test_the_run_of_hex_auction_scores_what_it_says() -> None:
    """Each laid tile one for every edge that matches, double counting and all."""
    (position,) = positions("hex-auction")
    sides = laid("hex-auction", position)
    order = sorted(position.labels, key=lambda put: put.what.text)
    run = [Hex(*coordinates(put.cell.text)) for put in order[1:]]
    scores = []
    for number, cell in enumerate(run):
        assert number == 0 or run[number - 1] in neighbours(cell), "touches the tile before it"
        shown = sides[cell][1]
        scores.append(
            sum(
                shown[side] == sides[other][1][(side + 3) % 6]
                for side, (q, r) in enumerate(STEPS)
                if (other := Hex(cell.q + q, cell.r + r)) in sides
            )
        )
    assert scores == [3, 2, 3]
    assert f"{' + '.join(map(str, scores))} = **{sum(scores)} points**" in text_of("hex-auction")


def test_the_bids_of_the_designers_page() -> None:
    """A 2, B 3, C 1, D 2, E 2 with the tie-breaker at A: B, A, D, E, C."""
    bids = {"A": 2, "B": 3, "C": 1, "D": 2, "E": 2}
    order = sorted(bids, key=lambda seat: (-bids[seat], "ABCDE".index(seat)))
    assert f"The order is **{', '.join(order)}**" in text_of("hex-auction")


NAMES = cell_names(hexhex(4), Orientation.FLAT_TOP)
CELLS = {name: cell for cell, name in NAMES.items()}


def touching(cells: set[str], name: str) -> set[str]:
    """Those of the cells that touch this one."""
    return {NAMES[each] for each in neighbours(CELLS[name]) if NAMES.get(each) in cells}


def clusters(cells: set[str]) -> list[set[str]]:
    """Groups that hang together."""
    rest, found = set(cells), []
    while rest:
        group = {rest.pop()}
        while more := {near for each in group for near in touching(rest, each)}:
            group |= more
            rest -= more
        found.append(group)
    return found


def longest_path(cells: set[str]) -> int:
    """The most cells on a path that visits none twice, by trying all."""

    def walk(path: tuple[str, ...]) -> int:
        onward = touching(cells, path[-1]) - {*path}
        return max((walk((*path, each)) for each in onward), default=len(path))

    return max((walk((each,)) for each in cells), default=0)


def test_the_display_of_hexpertise_scores_what_it_says() -> None:
    """All six elements, by brute force, and the sum."""
    example = next(each for each in positions("hexpertise") if "part of a finished" in each.caption)
    on = {
        element: {put.cell.text for put in example.tokens if put.what.text == element}
        for element in ("light", "dark", "fire", "water", "earth", "air")
    }
    for one, other in (("light", "dark"), ("fire", "water"), ("earth", "air")):
        assert not any(touching(on[other], cell) for cell in on[one]), "opposites do not touch"
    scores = [
        3 * len(clusters(on["light"])),
        3 * sum(len(group) - 1 for group in clusters(on["dark"])),
        2 * sum(b in touching({b}, a) for a, b in combinations(sorted(on["fire"]), 2)),
        3 * longest_path(on["water"]),
        4 * sum(
            all(b in touching({b}, a) for a, b in combinations(three, 2))
            for three in combinations(sorted(on["earth"]), 3)
        ),
        4 * sum(len(touching(on["air"], cell)) >= 3 for cell in on["air"]),
    ]  # fmt: skip
    assert scores == [9, 6, 6, 12, 8, 4]
    assert f"{' + '.join(map(str, scores))} = **{sum(scores)} points**" in text_of("hexpertise")


def test_the_advanced_conditions_are_what_they_say() -> None:
    """Six elements round one hex, seven nullified, and the direction of the designer's example."""
    ring = next(each for each in positions("hexpertise") if "harmonic" in each.caption)
    cells = {put.cell.text: put.what.text for put in ring.tokens}
    assert set(cells) == {NAMES[each] for each in neighbours(CELLS["D4"])}
    assert len(set(cells.values())) == 6
    void = next(each for each in positions("hexpertise") if "void" in each.caption)
    dead = {put.cell.text for put in void.tokens}
    assert dead == {"B3", *(NAMES[each] for each in neighbours(CELLS["B3"]))}
    start = next(positions("hexpertise"))
    at = {put.what.text: put.cell.text for put in start.tokens if put.cell.text in ("G1", "D7")}
    # Light at the top right, fire at the bottom; a fire placed to the top right of the mage.
    assert at == {"light": "G1", "fire": "D7"}
    assert ("E3", "fire") in {(put.cell.text, put.what.text) for put in start.tokens}
    assert CELLS["E3"] == CELLS["D4"].moved(1)


def test_roads_of_the_highway_go_from_hex_to_hex() -> None:
    """Each step to a neighbour; the walls throw back as on the designer's page."""
    by_name = {name: cell for cell, name in cell_names(hexhex(5), Orientation.POINTY_TOP).items()}
    paths = []
    for position in positions("hexagonal-highway"):
        for path in position.paths:
            names = [each.text for each in path]
            paths.append(names)
            for one, other in pairwise(names):
                assert distance(by_name[one], by_name[other]) == 1, names
            assert len(set(names)) == len(names), "no hex twice"
    for page in (
        ["C6", "C7", "D7", "E7"],
        ["H4", "I3", "H3", "G3"],
        ["F8", "E9", "D8"],
        ["E8", "E9"],
    ):
        assert page in paths
    rubber = max(paths, key=len)
    assert len(rubber) - 1 == 17
    assert "= **17 points**" in text_of("hexagonal-highway")


SAMPLE = """\
game: sample
colours: [red, blue]
players: 2
tiles: {shape: hexagon, size: 30mm, families: [{name: all, generate: edges, expect: 14}]}
pieces:
  boards: [{name: map, hexhex: 3, hex: 20mm}]
  cards: [{name: deck, cards: [{title: One, text: Word.}]}]
  tokens: [{name: chip, size: 20mm, count: 3, colours: all}]
rulebook: sample
"""

WRONG = {
    "no template": (None, "tilesets/sample.yaml:9:11: error no-template: there is no templates/rules/"),
    "value": ("# A\n\nThere are {{ tils }}.", "sample.md:3:11: error", 'did you mean "tiles"?'),
    "text": ("# A\n\n{{ licence }}", "sample.md:3:1: error", 'says no "licence"'),
    "formula": ("# A\n\n{{ 1 + }}", "sample.md:3:", "ends too early"),
    "figure": ("# A\n\n![x](tile:all)", "sample.md:3:1: error", 'did you mean "tiles"?'),
    "family": ("# A\n\n![x](tiles:family=al)", "sample.md:3:1: error", 'did you mean "all"?'),
    "tile": ("# A\n\n![x](tiles:all-99)", "sample.md:3:1: error", 'no tile "all-99"'),
    "key": ("# A\n\n![x](tiles:famly=all)", "sample.md:3:1", '"family" and "first", not by "famly"'),
    "first": ("# A\n\n![x](tiles:family=all&first=x)", "sample.md:3:1", "a number of tiles"),
    "card": ("# A\n\n![x](cards:dek)", "sample.md:3:1: error", 'did you mean "deck"?'),
    "token": ("# A\n\n![x](tokens:chips)", "sample.md:3:1: error", 'did you mean "chip"?'),
    "board": ("# A\n\n![x](board:mop)", "sample.md:3:1: error", 'no board "mop"'),
    "pad": ("# A\n\n![x](pad:none)", "sample.md:3:1: error", 'no pad "none"'),
    "block": ("# A\n\n```postion\n```", "sample.md:3:", "position"),
    "position": ("# A\n\n```position\ncaption: x\n```", "sample.md:4:1: error structure"),
    "position key": (
        "# A\n\n```position\ncaption: x\nboard: map\npaths: [A1]\n```", "sample.md:6:1", '"path"',
    ),
    "position board": ("# A\n\n```position\ncaption: x\nboard: mop\n```", "sample.md:5:8", '"mop"'),
    "position cell": (
        "# A\n\n```position\ncaption: x\nboard: map\npath: [A1, A9]\n```", "sample.md:6:12", '"A9"',
    ),
    "position tile": (
        '# A\n\n```position\ncaption: x\ntiles: {"0,0": AAABBC}\n```', "sample.md:5:16", "C",
    ),
    "position place": (
        '# A\n\n```position\ncaption: x\ntiles: {here: AAABBB}\n```', "sample.md:5:9", '"here"',
    ),
    "position token": (
        "# A\n\n```position\ncaption: x\nboard: map\ntokens: {A1: chip green}\n```",
        "sample.md:6:14", 'no token "chip green"',
    ),
    "position YAML": ("# A\n\n```position\ncaption: a: b\n```", "sample.md:4:11", "not YAML"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("command", ["validate", "build"])
def test_a_mistake_in_a_template_is_told_with_its_line(
    in_folder: Path, pnp: Callable[..., Result], command: str, name: str
) -> None:
    """In the template itself; nothing is built."""
    template, *messages = WRONG[name]
    Path("tilesets").mkdir()
    Path("tilesets/sample.yaml").write_text(SAMPLE)
    if template is not None:
        Path("templates/rules").mkdir(parents=True)
        Path("templates/rules/sample.md").write_text(template)
    result = pnp(command, "sample")
    assert result.exit_code == 1
    for message in messages:
        assert message in result.output
    assert not Path("output").exists()


def test_all_mistakes_in_a_template_are_told(in_folder: Path, pnp: Callable[..., Result]) -> None:
    """At once."""
    Path("tilesets").mkdir()
    Path("tilesets/sample.yaml").write_text(SAMPLE)
    Path("templates/rules").mkdir(parents=True)
    Path("templates/rules/sample.md").write_text("# A\n\n{{ x }}\n\n![y](z:)\n\n![](board:map)\n")
    output = pnp("validate", "sample").output
    assert [f"sample.md:{line}:" in output for line in (3, 5, 7)] == [True] * 3
