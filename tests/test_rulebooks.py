"""Rulebooks: their examples are checked without the engines of the games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from pnp.basics.errors import Source
from pnp.definition import FigureDefinition, read_figure
from pnp.tiles import grids, parse_tile
from pnp.tiles.hexgrid import (
    Hex,
    Orientation,
    distance,
    neighbours,
    parse_cell,
)
from tests.conftest import ROOT, Call, bundled

RULES = ROOT / "templates/rules"


def text_of(game: str) -> str:
    """A game's template."""
    return (RULES / f"{game}.md").read_text("utf-8")


def positions(game: str) -> Iterator[FigureDefinition]:
    """The positions of a template, in order."""
    for block in re.findall(r"```position\n(.*?)```", text_of(game), re.DOTALL):
        yield read_figure(Source(f"{game}.md", block))


def laid(
    game: str, position: FigureDefinition
) -> dict[Hex, tuple[frozenset[int], tuple[int, ...]]]:
    """Each side of each tile as a number of its own: colour + 2, or 0 for a blank."""
    definition = bundled(game).definition
    sides: dict[Hex, tuple[frozenset[int], tuple[int, ...]]] = {}
    for cell, written in position.tiles:
        tile = parse_tile(written.value, definition.main_group.geometry, definition.codes)
        shown = [0] * 6
        for strand in tile.strands:
            for port in strand.ports:
                shown[port] = strand.colour + 2
        touched = frozenset(port for join in tile.joins for port in join)
        edges = tuple(tile.edges) if max(tile.edges) >= 0 else tuple(shown)
        sides[parse_cell(cell.value)] = (touched, edges)
    return sides


# Sides 1 to 6 of a pointy-top tile, clockwise from up-right, as steps in axial coordinates.
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def meetings(sides: dict[Hex, tuple[frozenset[int], tuple[int, ...]]]) -> Iterator[tuple[int, int]]:
    """The two numbers that meet on each common side of two tiles, each side once."""
    for cell, (_, shown) in sides.items():
        for side, (q, r) in enumerate(STEPS[:3]):
            other = sides.get(Hex(cell.q + q, cell.r + r))
            if other is not None:
                yield shown[side], other[1][side + 3]


def test_where_tiles_of_hexstatic_touch_their_sides_agree() -> None:
    """Both blank, or both the same colour, in every position of both its sets."""
    met = 0
    for position in positions("hexstatic"):
        for one, other in meetings(laid("hexstatic", position)):
            assert one == other, position.caption.value
            met += 1
    assert met > 20


def strands_of(position: FigureDefinition) -> list[tuple[frozenset[tuple[Hex, int]], int, bool]]:
    """The strands of HexStatic's tiles: the sides that each touches, its colour, is it an end."""
    definition = bundled("hexstatic").definition
    found = []
    for at, written in position.tiles:
        cell = parse_cell(at.value)
        for strand in parse_tile(
            written.value, definition.main_group.geometry, definition.codes
        ).strands:
            sides = frozenset((cell, port) for port in strand.ports)
            found.append((sides, int(strand.colour), len(strand.ports) == 1))
    return found


def structures(position: FigureDefinition, colour: int) -> list[tuple[int, int, int]]:
    """Each structure of a colour: its tiles, its ends, and its open sides."""
    strands = [(sides, end) for sides, shown, end in strands_of(position) if shown == colour]

    def meets(cell: Hex, side: int) -> tuple[Hex, int]:
        q, r = STEPS[side]
        return Hex(cell.q + q, cell.r + r), (side + 3) % 6

    found = []
    while strands:
        group = [strands.pop()]
        for sides, _ in group:
            beyond = {meets(*side) for side in sides}
            joined = [each for each in strands if each[0] & beyond]
            strands = [each for each in strands if each not in joined]
            group += joined
        everywhere = {side for sides, _ in group for side in sides}
        loose = sum(meets(*side) not in everywhere for side in everywhere)
        found.append((len(group), sum(end for _, end in group), loose))
    return found


def test_the_whole_table_of_hexstatic_scores_what_it_says() -> None:
    """Loops 4, lines 2, fragments 1 a tile: counted structure by structure."""
    table = next(each for each in positions("hexstatic") if "very short game" in each.caption.value)
    totals = []
    for colour in range(3):
        total = 0
        for tiles, ends, loose in structures(table, colour):
            if not loose:
                total += 2 * tiles if ends == 2 else 4 * tiles
            elif ends == 1:
                total += tiles - 1
        totals.append(total)
    assert totals == [16, 28, 8]
    (sums,) = re.findall(r"^\| Points \| (.*) \|$", text_of("hexstatic"), re.MULTILINE)
    for written, total in zip(sums.split(" | "), totals, strict=True):
        terms, stated = written.replace("\N{NO-BREAK SPACE}", " ").split(" = ")
        assert (sum(map(int, terms.split(" + "))), stated) == (total, f"**{total}**")


def test_single_structures_of_hexstatic_are_what_their_captions_say() -> None:
    """Loops without ends or open sides, lines with two ends, a fragment with one."""
    said = {each.caption.value: each for each in positions("hexstatic")}

    def of(words: str, colour: int) -> list[tuple[int, int, int]]:
        return structures(next(said[each] for each in said if words in each), colour)

    assert (3, 0, 0) in of("red loop of three", 0)
    assert (4, 0, 0) in of("red loop of four", 0)
    assert (5, 2, 0) in of("green line of five", 1)
    assert any(tiles == 4 and ends == 1 and loose for tiles, ends, loose in of("blue fragment", 2))
    both = "completes a red loop and a green line"
    assert (3, 0, 0) in of(both, 0)
    assert (3, 2, 0) in of(both, 1)


def run_scores(position: FigureDefinition) -> list[int]:
    """The points of each tile of a run; the tiles are numbered in the order of laying."""
    sides = laid("hex-auction", position)
    order = sorted(
        (each for each in position.labels if each[1].value.isdigit()),
        key=lambda each: each[1].value,
    )
    run = [parse_cell(cell.value) for cell, _ in order]
    for one, other in pairwise(run):
        assert other in neighbours(one), "each touches the one before"
    return [
        sum(
            sides[cell][1][side] == sides[other][1][(side + 3) % 6]
            for side, (q, r) in enumerate(STEPS)
            if (other := Hex(cell.q + q, cell.r + r)) in sides
        )
        for cell in run
    ]


def test_the_runs_of_hex_auction_score_what_they_say() -> None:
    """Each laid tile one for every edge that matches, double counting and all."""
    runs = [run_scores(each) for each in positions("hex-auction") if "run of" in each.caption.value]
    assert [2, 1] in runs
    assert [3, 3, 1, 2] in runs
    for scores in runs:
        words = f"{' + '.join(map(str, scores))} = **{sum(scores)} points**"
        assert words in text_of("hex-auction")


def test_the_bids_of_the_designers_page() -> None:
    """A 2, B 3, C 1, D 2, E 2 with the tie-breaker at A: B, A, D, E, C."""
    bids = {"A": 2, "B": 3, "C": 1, "D": 2, "E": 2}
    order = sorted(bids, key=lambda seat: (-bids[seat], "ABCDE".index(seat)))
    assert f"The order is **{', '.join(order)}**" in text_of("hex-auction")


NAMES = grids.hexhex(4, Orientation.FLAT_TOP).names
CELLS = {name: cell for cell, name in NAMES.items()}


def touching(cells: set[str], name: str) -> set[str]:
    """Those of the cells that touch this one."""
    return {NAMES[each] for each in neighbours(CELLS[name]) if NAMES.get(each) in cells}


def clusters(cells: set[str]) -> list[set[str]]:
    """Groups of connected cells."""
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
    example = next(
        each for each in positions("hexpertise") if "finished display" in each.caption.value
    )
    on = {
        element: {cell.value for cell, written in example.tokens if written.value == element}
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
    everything = {cell.value: written.value for cell, written in example.tokens}
    assert len(everything) == 36, "all but the mage"
    scores += [15 * len(convergences(everything)), 0]
    assert scores == [12, 9, 20, 15, 12, 4, 15, 0]
    assert f"{' + '.join(map(str, scores))} = **{sum(scores)} points**" in text_of("hexpertise")


def convergences(on: dict[str, str]) -> list[list[str]]:
    """Straight lines of six, and rings, with six different elements."""
    found = []
    for name, cell in CELLS.items():
        ways = [[cell.moved(way, steps) for steps in range(6)] for way in range(3)]
        for cells in [*ways, [*neighbours(cell)]]:
            names = [NAMES.get(each, "") for each in cells]
            elements = {on.get(each, "nullified") for each in names}
            if len(elements) == 6 and "nullified" not in elements:
                found.append([name, *names])
    return found


def test_the_advanced_conditions_are_what_they_say() -> None:
    """A line and a ring of six elements; a void of seven; and the directions of the example."""
    two = next(each for each in positions("hexpertise") if "harmonic" in each.caption.value.lower())
    assert len(convergences({cell.value: written.value for cell, written in two.tokens})) == 2
    void = next(each for each in positions("hexpertise") if "void" in each.caption.value.lower())
    dead = {cell.value for cell, written in void.tokens if written.value == "nullified"}
    whole = [cell for cell in dead if {NAMES.get(each) for each in neighbours(CELLS[cell])} <= dead]
    assert (len(dead), len(whole)) == (7, 1)
    start = next(each for each in positions("hexpertise") if "light and fire" in each.caption.value)
    at = {cell.value: written.value for cell, written in start.tokens}
    assert (at["G1"], at["D7"]) == ("light", "fire")
    filled = {"D1", "G1", "G4", "D7", "A4", "A1", "D4"}
    up_right = {NAMES.get(CELLS[each].moved(1)) for each in filled} - filled - {None}
    below = {NAMES.get(CELLS[each].moved(3)) for each in filled} - filled - {None}
    labels = {
        letter: {cell.value for cell, label in start.labels if label.value == letter}
        for letter in "FL"
    }
    assert labels == {"F": up_right, "L": below}


def test_roads_of_the_highway_go_from_hex_to_hex() -> None:
    """Each step to a neighbour; the walls throw back as on the designer's page."""
    by_name = {name: cell for cell, name in grids.hexhex(5, Orientation.POINTY_TOP).names.items()}
    paths = []
    for position in positions("hexagonal-highway"):
        for path in position.paths:
            names = [each.value for each in path]
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
  boards: [{name: map, hexhex: 3, cell: 20mm}]
  cards: [{name: deck, cards: [{title: One, text: Word.}]}]
  tokens: [{name: chip, size: 20mm, count: 3, colours: all}]
rulebook: sample
"""

WRONG = {
    "no template": (None, "tilesets/sample.yaml:9:11: error no-template: there is no templates/rules/"),
    "value": ("# A\n\nThere are {{ tils }}.", "sample.md:3:11: error", 'did you mean "tiles"?'),
    "text": ("# A\n\n{{ licence }}", "sample.md:3:1: error", 'has no "licence"'),
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
    "position": ("# A\n\n```position\ncaption: x\n```", "sample.md:4:1: error missing-key: a position needs"),
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
    "nothing": ("", "sample.md:1:1: error template: the rulebook is empty"),
    "an arrow to where it is": (
        "# A\n\n```position\ncaption: x\nboard: map\npath: [A1, A1]\n```", "sample.md:6:12",
    ),
    "a label that the font lacks": (
        "# A\n\n```position\ncaption: x\nboard: map\nlabels: {A1: \u2192}\n```", "sample.md:6:14",
    ),
    "a caption that the font lacks": (
        "# A\n\n```position\ncaption: a \u2192\nboard: map\n```", "sample.md:4:10",
    ),
    "several": (
        "# A\n\n{{ x }}\n\n![y](z:)\n\n![](board:map)\n",
        "sample.md:3:", "sample.md:5:", "sample.md:7:",
    ),
}  # fmt: skip


def test_templates_beside_a_set_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Call
) -> None:
    """A project is built from another folder with its own rulebook; a stray one is noted."""
    project = tmp_path / "project"
    (project / "tilesets").mkdir(parents=True)
    (tmp_path / "here/templates/rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    path = project / "tilesets/own.yaml"
    path.write_text(
        "game: sample\ntiles: {shape: square, size: 40mm, families: [{name: one, generate: edges}]}\ncolours: 2\n"
    )

    def built(words: str) -> bool:
        return words in pnp("build", path, "--only", "rules", "--paper", "a4").output

    Path("templates/rules/sample.md").write_text("# Here\n\n{{ nothing-here }}\n")
    assert built("nothing-here")
    for place in ("templates/rules/sample.md", "tilesets/templates/rules/sample.md"):
        (project / place).parent.mkdir(parents=True)
        (project / place).write_text("# There\n\n{{ nothing-there }}\n")
        assert built("nothing-there")
        assert not built("unused-rulebook")
        (project / place).unlink()
    Path("templates/rules/sample.md").unlink()
    note = "note unused-rulebook: pnp does not use the rulebook ../project"
    assert not built(note)
    for place in ("rules/sample.md", "templates/rules/own.md", "tilesets/sample.md"):
        (project / place).parent.mkdir(exist_ok=True)
        (project / place).write_text("# Stray\n")
        assert built(f"{note}/{place}; move it to ../project/templates/rules/sample.md")
        (project / place).unlink()


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("command", ["validate", "build"])
def test_a_mistake_in_a_template_is_reported_with_its_line(
    in_folder: Path, pnp: Call, command: str, name: str
) -> None:
    """In the template itself; nothing is built."""
    template, *messages = WRONG[name]
    Path("tilesets").mkdir()
    Path("tilesets/sample.yaml").write_text(SAMPLE)
    if template is not None:
        Path("templates/rules").mkdir(parents=True)
        Path("templates/rules/sample.md").write_text(template, "utf-8")
    result = pnp(command, "sample")
    assert result.exit_code == 1
    for message in messages:
        assert message in result.output
    assert not Path("output").exists()


def test_a_game_with_nothing_to_print_is_reported(in_folder: Path, pnp: Call) -> None:
    """A board that is printed on a pad only, and no pad yet: no file, no traceback."""
    Path("bare.yaml").write_text(
        "game: bare\npieces: {boards: [{name: map, hexhex: 3, cell: 20mm, printed: no}]}\n"
    )
    result = pnp("build", "bare.yaml")
    assert result.exit_code == 2
    assert "there is nothing to build; choose other kinds in --only or --pieces" in result.stderr
    assert not Path("output").exists()


@pytest.mark.parametrize("game", sorted(path.stem for path in (ROOT / "tilesets").glob("*.yaml")))
def test_notes_speak_to_players(game: str) -> None:
    """A kit prints the notes as they are, so they have no markup, keys or options."""
    notes = bundled(game).definition.notes
    assert notes
    assert [note for note in notes if re.search(r"[`*]|--|\bSee\b|\bexpect\b", note)] == []


RULEBOOKS = sorted(path.stem for path in RULES.glob("*.md"))

# A page of A5 has room for so many words beside a table.
LONGEST_AID = 180

# A box that is longer may not stay on one page with its figure.
LONGEST_BOX = 110


def without_positions(text: str) -> str:
    """The text with a figure of one line for each position."""
    return re.sub(r"```position\n.*?```", "![Position](position)", text, flags=re.DOTALL)


def word_count(text: str) -> int:
    """The number of words and numbers, without the marks of Markdown."""
    return len(re.findall(r"[\w{}][^\s|]*", text))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_rulebook_begins_at_a_glance_and_ends_with_the_player_aid(game: str) -> None:
    """One line below the title; goal, turn and end in a small table; the aid fits its page."""
    text = text_of(game)
    title, tagline, glance, rest = text.split("\n\n", 3)
    assert title == "# {{ title }}"
    assert "\n" not in tagline
    assert glance == "## At a glance {page}"
    facts = re.findall(r"^\| ([A-Z][^|]*) \|", rest.split("\n\n", 1)[0], re.MULTILINE)
    assert len(facts) <= 6
    assert {"Players", "Your goal", "The end"} < {*facts}
    assert {"Your turn", "Each turn", "Each round"} & {*facts}
    headings = re.findall(r"^## (.*)", text, re.MULTILINE)
    assert headings[-2:] == ["House rules", "Player aid {back}"]
    aid = text.split("## Player aid {back}")[1]
    assert word_count(aid) <= LONGEST_AID
    assert "**The end.**" in aid


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_figure_follows_the_text_that_it_shows(game: str) -> None:
    """No two figures in a row; boxes are short enough to stay whole with their figure."""
    blocks = without_positions(text_of(game)).split("\n\n")
    for before, block in pairwise(blocks):
        # Lines to write on stand below the questions that they answer.
        if block.startswith("![") and "(lines:)" not in block:
            assert not before.startswith("!["), block
    boxes = [block for block in blocks if block.startswith(">")]
    assert boxes
    for box in boxes:
        assert word_count(box) <= LONGEST_BOX, box


@pytest.mark.parametrize(
    "file",
    [*RULES.glob("*.md"), *(ROOT / "tilesets/examples/templates/rules").glob("*.md")],
    ids=lambda path: path.stem,
)
def test_quotation_marks_are_curly(file: Path) -> None:
    """In the words of all bundled rulebooks; positions are YAML, and bookmarks in braces are not printed."""
    text = without_positions(file.read_text("utf-8"))
    assert re.findall(r".*[\"'].*", re.sub(r"{{.*?}}", "", text)) == []


@pytest.mark.parametrize("game", RULEBOOKS)
def test_rulebooks_speak_to_players(game: str) -> None:
    """One spelling for each word; no file, option or key, and no figure by where it stands."""
    text = without_positions(text_of(game))
    slips = re.findall(
        r"`|yaml|\bcenter|\bcolor|set up for the|setting up|setup|tie breaker|tiebreaker"
        r"|(?:picture|figure)s? (?:above|below)|[a-z]'[a-z]",
        text,
        re.IGNORECASE,
    )
    assert slips == []
