"""Tiles one after another: in order, as a slow search finds them, by shards, and by workers who may die."""

from __future__ import annotations

import math
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.basics.errors import UnusableInput
from pnp.basics.workers import Alone, Processes, WorkerLost, Workers, workers_named
from pnp.enumeration import Universe, count, different_tiles, shards, tiles_of
from pnp.enumeration.colourings import necklaces
from pnp.enumeration.conditions import ANY_NUMBER, Comparison, Condition, Has, Not, parse_comparison
from pnp.sets import streaming
from pnp.sets.streaming import ListedTile, streamed
from pnp.tiles import Colour, Mark, Port, Shape, Side, Tile, TileGeometry, canonical
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from tests import oracle
from tests.conftest import ROOT, Call, defined
from tests.crews import interrupted, local_cluster, one_killed, one_killed_of

PAIRS = """
game: pairs
tiles:
  shape: hexagon
  ports: {ports}
  size: 50mm
  families: [{{name: path, generate: strands, where: {{terminals: {terminals}}}}}]
"""


def pairings(shape: Shape, ports: int, symmetry: Symmetry = Symmetry.ROTATIONS) -> Universe:
    """All ways to join all ports in pairs."""
    geometry = TileGeometry(shape, ports)
    every = Has(PROPERTIES["terminals"], parse_comparison(str(geometry.port_count)))
    return Universe(geometry, symmetry, strand_sizes=frozenset({2}), conditions=(every,))


def ring(sides: int, colours: int, symmetry: Symmetry) -> Universe:
    """All colourings of the sides."""
    shape = {3: Shape.TRIANGLE, 4: Shape.SQUARE, 6: Shape.HEXAGON}[sides]
    edges = tuple((Colour(colour), ANY_NUMBER) for colour in range(colours))
    return Universe(TileGeometry(shape), symmetry, edge_colours=edges)


# The order, and what is in it.


@st.composite
def universes(draw: st.DrawFn) -> Universe:
    """A small universe of any sort: also with corners, bare sides, tiles that are no regular polygons, and marks."""
    geometry = draw(
        st.sampled_from(
            [
                TileGeometry(Shape.TRIANGLE),
                TileGeometry(Shape.TRIANGLE, 2),
                TileGeometry(Shape.SQUARE),
                TileGeometry(Shape.RECTANGLE, 1, 2.0),
                TileGeometry(Shape.RECTANGLE, 2, 0.5),
                TileGeometry(Shape.RHOMB, 1),
                TileGeometry(Shape.HEXAGON),
            ]
        )
    )
    few = st.sampled_from(["any", "any", "any", "once", "<=1", ">=1", "2"]).map(parse_comparison)

    def quantities(most: int, *, blank: bool = False) -> tuple[tuple[Colour, Comparison], ...]:
        first = -1 if blank and draw(st.booleans()) else 0
        return tuple((Colour(each), draw(few)) for each in range(first, draw(st.integers(0, most))))

    with_strands = draw(st.booleans())
    sizes = st.frozensets(st.integers(1, 4), min_size=1, max_size=3)
    edges = () if with_strands and geometry.sides > 4 else quantities(2)
    corners = () if with_strands or geometry.sides > 4 else quantities(2)
    both = (Side(0), Side(geometry.sides // 2))
    sides = [(), (Side(0),), both, both[::-1]] if geometry.sides == 4 else [()]
    if geometry.shape is not Shape.RECTANGLE:
        sides = [()]
    wanted: list[Condition] = []
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from(sorted(PROPERTIES)))
        has = Has(PROPERTIES[name], draw(st.sampled_from(["0", "1", ">=1", "!=1", "1..2"]).map(parse_comparison)))  # fmt: skip
        wanted.append(Not(has) if draw(st.booleans()) else has)
    chosen = draw(st.sampled_from(sides))
    return Universe(
        geometry,
        Symmetry.NONE if len(chosen) == 1 else draw(st.sampled_from(Symmetry)),
        strand_sizes=draw(sizes) if with_strands else frozenset(),
        strand_colours=quantities(2, blank=True) if with_strands else (),
        edge_colours=edges,
        blank_edges=bool(edges) and draw(st.booleans()),
        edge_sides=chosen if edges else (),
        corner_colours=corners,
        blank_corners=bool(corners) and draw(st.booleans()),
        mark=draw(st.sampled_from([Mark(""), Mark("dot")])),
        conditions=tuple(wanted),
    )


def slow_tiles(universe: Universe) -> list[Tile]:
    """Each way to join ports and to colour strands, sides and corners, whose least image is it itself; not if there are too many."""
    geometry, every = universe.geometry, [-1, 0, 1]
    sizes = tuple(sorted(universe.strand_sizes))
    found = set()
    edge_words = [*product(every, repeat=geometry.sides)] if universe.edge_colours else [(-1,) * geometry.sides]  # fmt: skip
    corner_words = [*product(every, repeat=geometry.sides)] if universe.corner_colours else [()]
    inks = every if universe.strand_colours else [-1]
    groupings = [*oracle.port_groupings(tuple(range(geometry.port_count)), sizes)]
    ways = sum(len(inks) ** len(groups) for groups in groupings)
    assume(ways * len(edge_words) * len(corner_words) <= 30_000)
    for groups in groupings:
        joins = tuple(sorted(tuple(Port(port) for port in sorted(group)) for group in groups))
        for colours in product(inks, repeat=len(joins)):
            for edges in edge_words:
                for corners in corner_words:
                    kept = corners if max(corners, default=-1) >= 0 else ()
                    tile = Tile(joins, colours, edges, universe.mark, kept)  # type: ignore[arg-type]
                    if universe.contains(tile):
                        found.add(canonical(tile, geometry, universe.symmetry))
    return sorted(found)


@pytest.mark.slow
@settings(max_examples=100)
@given(universes(), st.integers(1, 50))
def test_the_least_tiles_in_order_whole_and_by_shards(universe: Universe, most: int) -> None:
    """The tiles are those of a slow search, counted by Burnside's lemma, and shards follow one another."""
    expected = slow_tiles(universe)
    assert different_tiles(universe) == expected
    assert count(universe) == len(expected)
    parts = [(shard, [*tiles_of(universe, shard)]) for shard in shards(universe, most)]
    assert [tile for _, tiles in parts for tile in tiles] == expected
    for shard, tiles in parts:
        assert len(tiles) <= shard.most <= max(most, 1)


TWICE = tuple((Colour(each), parse_comparison("<=2")) for each in range(3))


@pytest.mark.parametrize(
    "universe",
    [
        Universe(TileGeometry(Shape.SQUARE), Symmetry.ROTATIONS, edge_colours=TWICE),
        replace(ring(4, 3, Symmetry.ROTATIONS), geometry=TileGeometry(Shape.RECTANGLE, 1, 2.0)),
    ],
    ids=["each at most twice", "rectangles"],
)
@pytest.mark.parametrize("most", [1, 5, 12])
def test_a_shard_has_the_colourings_with_its_beginning(universe: Universe, most: int) -> None:
    """Neither those of another shard nor, in its number, any that the universe does not admit."""
    words = product(map(Colour, range(3)), repeat=4)
    admitted = [word for word in words if universe.contains(Tile((), (), word))]
    least = {
        canonical(Tile((), (), word), universe.geometry, universe.symmetry) for word in admitted
    }
    parts = [*shards(universe, most)]
    assert [tile for shard in parts for tile in tiles_of(universe, shard)] == sorted(least)
    for shard in parts:
        begun = [word for word in admitted if word[: len(shard.colours)] == shard.colours]
        assert len(begun) == shard.most
        assert len(begun) <= most


@given(st.integers(1, 6), st.integers(1, 3), st.data())
def test_necklaces_and_bracelets(size: int, letters: int, data: st.DataObject) -> None:
    """Of all words those that no turn, or reflection, makes less; also those with a beginning."""
    alphabet = tuple(Colour(each) for each in range(-1, letters - 1))
    turned = lambda word: [word[step:] + word[:step] for step in range(size)]  # noqa: E731
    expected = [word for word in product(alphabet, repeat=size) if word == min(turned(word))]
    assert [*necklaces(size, alphabet)] == expected
    both = [word for word in expected if word <= min(turned(word[::-1]))]
    assert [*necklaces(size, alphabet, mirrored=True)] == both
    beginning = data.draw(st.sampled_from(expected))[: data.draw(st.integers(0, size))]
    begun = [word for word in expected if word[: len(beginning)] == beginning]
    assert [*necklaces(size, alphabet, beginning)] == begun


# Pairings of all ports.


def fixed_pairings(cycle: int, number: int) -> int:
    """How many pairings a permutation with so many cycles of one length fixes.

    A cycle is joined to another in as many ways as it is long, or, if its length is even, across itself.
    """
    return sum(
        math.factorial(number)
        // (math.factorial(joined) * 2**joined * math.factorial(number - 2 * joined))
        * cycle**joined
        for joined in range(number // 2 + 1)
        if cycle % 2 == 0 or 2 * joined == number
    )


def turned_pairings(sides: int, ports: int) -> int:
    """The number of pairings that no turn makes equal, by the lengths of cycles alone."""
    total = 0
    for step in range(sides):
        around = math.gcd(step, sides) or sides
        total += fixed_pairings(sides // around, around * ports)
    number, rest = divmod(total, sides)
    assert rest == 0
    return number


@pytest.mark.parametrize(
    ("shape", "ports", "number"),
    [
        (Shape.SQUARE, 2, 35),
        (Shape.HEXAGON, 1, 5),
        (Shape.HEXAGON, 2, 1799),
        (Shape.HEXAGON, 3, 5_747_843),
        (Shape.HEXAGON, 4, 52_706_295_033),
    ],
)
def test_pairings_are_counted_at_once(shape: Shape, ports: int, number: int) -> None:
    """Also 17!! = 34,459,425 pairings of 18 ports, and 23!! of 24, which nobody could try one by one."""
    assert count(pairings(shape, ports)) == turned_pairings(shape.sides, ports) == number
    odd = math.prod(range(shape.sides * ports - 1, 0, -2))
    assert count(pairings(shape, ports, Symmetry.NONE)) == odd


@pytest.mark.slow
def test_two_terminals_on_each_side_of_a_hexagon() -> None:
    """All 1,799 tiles, in the order and in the form of a search that compares all 10,395 with their turns."""
    universe = pairings(Shape.HEXAGON, 2)
    found = different_tiles(universe)
    assert found == [*slow_pairings(universe)]
    assert len(found) == 1799


def slow_pairings(universe: Universe) -> Iterator[Tile]:
    """The pairings that are the least of their turns, ascending: each of all is compared."""

    def paired(ports: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        if not ports:
            yield ()
        for at in range(1, len(ports)):
            for rest in paired(ports[1:at] + ports[at + 1 :]):
                yield ((ports[0], ports[at]), *rest)

    geometry = universe.geometry
    blank = (-1,) * geometry.sides
    for joins in paired(tuple(range(geometry.port_count))):
        tile = Tile(joins, (-1,) * len(joins), blank)  # type: ignore[arg-type]
        if canonical(tile, geometry, universe.symmetry) == tile:
            yield tile


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", Symmetry)
def test_the_first_pairings_of_18_ports(symmetry: Symmetry) -> None:
    """The first three thousand are those of the slow search."""
    universe = pairings(Shape.HEXAGON, 3, symmetry)
    assert [*islice(tiles_of(universe), 3000)] == [*islice(slow_pairings(universe), 3000)]


@pytest.mark.slow
def test_a_stream_holds_no_tiles() -> None:
    """Fifty thousand tiles, of some hundred bytes in each of their eleven tuples, pass by in two megabytes."""
    stream = tiles_of(pairings(Shape.HEXAGON, 3))
    first = next(stream)
    tracemalloc.start()
    try:
        number = sum(1 for _ in islice(stream, 50_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (number, len(first.joins)) == (50_000, 9)
    assert peak < 4_000_000


def test_shards_of_millions_are_even() -> None:
    """Each pairing of 18 ports is in one of some thousand shards, except those that a turn makes less early on."""
    parts = [*shards(pairings(Shape.HEXAGON, 3), 20_000)]
    assert 1000 < len(parts) < 4000
    assert max(part.most for part in parts) == 10_395
    assert 5_747_843 < sum(part.most for part in parts) < 34_459_425


# Workers.


def listed(text: str, workers: Workers) -> list[ListedTile]:
    """The tiles of a set by workers."""
    definition = defined(text)
    with workers:
        families = streamed(definition, workers, players=definition.players.max, with_values=False)
        return [tile for family in families for tile in family.tiles]


TWO = PAIRS.format(ports=2, terminals=12)


@pytest.mark.slow
def test_processes_list_the_same_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if one of them is killed on the way."""
    monkeypatch.setattr(streaming, "MOST", 200)
    alone = listed(TWO, Alone())
    assert len(alone) == 1799
    with one_killed():
        assert listed(TWO, Processes(2)) == alone


def _deadly(recipe: object, part: object, expected: str) -> None:
    """A worker that dies of each part."""
    sys.exit(1) if expected else None
    import os

    os._exit(1)


@pytest.mark.slow
def test_a_part_that_kills_its_workers_ends_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a message that names the part."""
    monkeypatch.setattr(streaming, "rows", _deadly)
    monkeypatch.setattr(streaming, "code", lambda: "")
    with pytest.raises(WorkerLost, match="3 times in or beside part 1 of the tiles of path; the list"):  # fmt: skip
        listed(TWO, Processes(1))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_lists_the_same_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """On two workers, one of which is killed."""
    monkeypatch.setattr(streaming, "MOST", 100)
    with local_cluster(2) as (cluster, address), one_killed_of(cluster, 0.3):
        assert listed(TWO, workers_named(address)) == listed(TWO, Alone())


@pytest.mark.slow
def test_no_worker_goes_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results that wait for an earlier one are few, however slow that is."""
    monkeypatch.setattr(streaming, "MOST", 10)
    ahead: list[int] = []

    class Backwards(Alone):
        """Who does all that there is to take, and hands the last over first."""

        number = 2

        def done(self, job, work):  # type: ignore[no-untyped-def]
            while taken := [*iter(work.take, None)]:
                ahead.append(len(taken))
                yield from (job.call(*job.arguments(part)) for part in reversed(taken))

    assert listed(TWO, Backwards()) == listed(TWO, Alone())
    assert max(ahead) == 8 and len(ahead) > 10


def test_a_worker_with_another_version_lists_nothing() -> None:
    """Its tiles might have another order."""
    with pytest.raises(UnusableInput, match="another version"):
        streaming.rows(None, None, "another")  # type: ignore[arg-type]


# The command.

MIXED = """
game: mixed
colours: [red, green, blue, yellow]
tiles:
  shape: square
  size: 40mm
  families:
    - {name: front, generate: edges, colours: [red, green], back: back}
    - {name: some, generate: edges, where: {colours: 3}, sample: 5}
    - {name: listed, tiles: [R1-2-3, G1-2-3-4]}
    - {name: lines, generate: strands, copies: 2, but: {R1-2: no, G1-3: 5}, where: {lines: 1..2}}
    - {name: back, generate: edges, colours: [blue, yellow]}
"""


@pytest.mark.slow
@pytest.mark.parametrize("form", ["json", "csv", "notation"])
def test_the_bytes_are_those_of_a_list_without_shards(
    form: str, pnp: Call, in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of generated, listed, sampled and changed families, and tiles on the backs of others."""
    monkeypatch.setattr(streaming, "MOST", 50)
    monkeypatch.setattr(streaming, "MOST_WITH_VALUES", 20)
    Path("mixed.yaml").write_text(MIXED, "utf-8")
    for name in ("mixed.yaml", "hexstatic", "controlled-path"):
        whole = pnp("enumerate", name, "--format", form)
        assert whole.exit_code == 0, whole.output
        for workers in ("1", "2"):
            found = pnp("enumerate", name, "--format", form, "--shards", "--workers", workers)
            assert (found.exit_code, found.stdout) == (0, whole.stdout)


def test_a_wrong_number_is_reported(pnp: Call, in_folder: Path) -> None:
    """After the list, since the tiles are of use all the same."""
    Path("two.yaml").write_text(TWO.replace("}}]", "}, expect: 5}]"), "utf-8")
    found = pnp("enumerate", "two.yaml", "--format", "notation", "--shards", "--workers", "1")
    assert (found.exit_code, len(found.stdout.splitlines())) == (1, 1799)
    assert "path has 1,799, not 5" in found.stderr


@pytest.mark.slow
def test_nobody_reads_the_rest(in_folder: Path) -> None:
    """Of 5,747,843 tiles two are read; nothing works on the others."""
    Path("three.yaml").write_text(PAIRS.format(ports=3, terminals=18), "utf-8")
    command = f"{sys.executable} -m pnp enumerate three.yaml --shards --format notation --workers 2 | head -n 2; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    first = "1-2 3-4 5-6 7-8 9-10 11-12 13-14 15-16 17-18"
    second = "1-2 3-4 5-6 7-8 9-10 11-12 13-14 15-17 16-18"
    assert (done.stdout, done.stderr) == (f"{first}\n{second}\n141\n", "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is full")
def test_the_list_has_no_room(in_folder: Path) -> None:
    """One message, and exit code 2."""
    Path("three.yaml").write_text(PAIRS.format(ports=3, terminals=18), "utf-8")
    words = ["enumerate", "three.yaml", "--shards", "--format", "csv", "--workers", "2"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pnp", *words], env={"PYTHONPATH": str(ROOT)}, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C goes to a group of processes on POSIX alone")  # fmt: skip
def test_ctrl_c_ends_all_who_list(in_folder: Path) -> None:
    """With exit code 130 and no traceback."""
    Path("three.yaml").write_text(PAIRS.format(ports=3, terminals=18), "utf-8")
    words = ["enumerate", "three.yaml", "--shards", "--format", "notation", "--workers", "2"]
    code, _, err = interrupted(words, lambda out: out.readline(), 0.2)
    assert (code, "Traceback" in err) == (130, False)
