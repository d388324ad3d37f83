"""Colours and sizes: sets that break each rule at each severity, and some that just keep it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.basics.errors import Finding, Severity
from pnp.colour.measures import lightness
from pnp.colour.theme import STANDARD, Theme
from pnp.colour.vision import least_distance
from pnp.definition import LINES, PATTERNS
from pnp.draw.look.marks import mark_items
from pnp.draw.tile.bands import band_items
from pnp.draw.tile.outline import Outline
from pnp.draw.tile.strands import line_items
from pnp.games import game_rules
from pnp.scene import Shape, Text
from pnp.scene.geometry import Point, segment
from pnp.tiles import Mark, TileGeometry
from pnp.tiles import Shape as TileShape
from pnp.tiles.proportions import LINE_PATTERNS
from pnp.validation import check
from tests.conftest import BUNDLED, ROOT, bundled, defined, findings_of, set_of

COLOURS = {"told-apart", "stands-out"}
SIZES = {"fine-lines", "small-letters"}
ERROR, WARNING = Severity.ERROR, Severity.WARNING

STRANDS = "{name: one, tiles: [R1-4, B1-4, R1-2 B4-5]}"
EDGES = "{name: one, tiles: [RRRRRR, BBBBBB, RRRBBB]}"


def two(red: str, blue: str, family: str, *, rest: str = "") -> str:
    """A set in two colours of these looks, red in line 3 and blue in line 4."""
    return (
        f"game: sample\ncolours:\n  red: {{{red}}}\n  blue: {{{blue}}}\n"
        f"tiles: {{shape: hexagon, size: 30mm, families: [{family}]}}\n{rest}"
    )


def strands(red: str, blue: str, *, lines: tuple[str, str] = ("thick", "thick")) -> str:
    """A set of strands with these fills, and one line for both."""
    return two(*(f'fill: "{f}", line: {li}' for f, li in zip((red, blue), lines, strict=True)), STRANDS)  # fmt: skip


def edges(red: str, blue: str, *, patterns: tuple[str, str] = ("solid", "solid")) -> str:
    """A set of edges with these fills, and one pattern for both."""
    return two(*(f'fill: "{f}", pattern: {p}' for f, p in zip((red, blue), patterns, strict=True)), EDGES)  # fmt: skip


def checked(text: str, theme: Theme = STANDARD) -> tuple[Finding, ...]:
    """The findings about a set."""
    findings = check(set_of(text), game_rules, theme)
    return tuple(each for each in findings if each.severity is not Severity.NOTE)


# Red and green as dark, orange and purple, orange and sky; their distances are in test_vision.
RED, GREEN = "#A83A2D", "#6A6A1E"
ORANGE, PURPLE, SKY, BLUE = "#E69F00", "#CC79A7", "#56B4E9", "#1F5FA8"

inks = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06X}")


@given(inks, inks)
def test_severities_follow_from_the_numbers(one: str, other: str) -> None:
    """Under 7 for any vision is an error, under 10 or under 15 in greyscale a warning."""
    distance, _ = least_distance(one, other)
    grey = abs(lightness(one) - lightness(other))
    found = [each.severity for each in checked(strands(one, other)) if each.rule == "told-apart"]
    wanted = ERROR if distance < 7 else WARNING if distance < 10 or grey < 15 else None
    assert found == ([] if wanted is None else [wanted])


@given(inks, inks, st.sampled_from(LINES), st.sampled_from(LINES))
def test_a_line_that_is_seen_tells_apart(one: str, other: str, line: str, another: str) -> None:
    """Whatever the two inks, if neither is as light as what is laid over them."""
    assume(line != another and one != other and max(map(lightness, (one, other))) < 85)
    assert checked(strands(one, other, lines=(line, another))) == ()


@given(inks, inks, st.sampled_from(PATTERNS), st.sampled_from(PATTERNS))
def test_a_pattern_tells_edges_apart(one: str, other: str, this: str, that: str) -> None:
    """Whatever the two inks."""
    assume(this != that and one != other)
    found = checked(edges(one, other, patterns=(this, that)))
    assert [each for each in found if each.rule == "told-apart"] == []


def test_each_colour_is_named_with_the_one_most_like_it() -> None:
    """Three strands in one line: two findings, and no more than there are colours."""
    text = (
        "game: sample\ncolours:\n"
        + "".join(
            f'  {name}: {{fill: "{fill}", line: double}}\n'
            for name, fill in (("red", RED), ("blue", "#6A6A50"), ("green", GREEN))
        )
        + "tiles: {shape: hexagon, size: 30mm, families: [{name: one, tiles: [R1-4, B1-4, G1-4]}]}\n"
    )
    found = [(each.place.line, each.severity) for each in checked(text)]
    assert [line for line, _ in found] == [4, 5]
    assert 'the strands "red" and "green"' in checked(text)[1].message
    assert found[1][1] is ERROR


def test_what_stands_out_depends_on_the_theme() -> None:
    """On black paper yellow stands out and navy does not; the advice is a lighter ink."""
    dark = Theme(ground="#101418", halo="#101418", mark="#FFFFFF")
    text = strands("#24386E", "#F0E442", lines=("thick", "double"))
    assert re.findall('"[a-z]+"', " ".join(each.message for each in checked(text))) == ['"blue"']
    night = strands("#141C30", "#F0E442", lines=("thick", "double"))
    (finding,) = checked(night, dark)
    assert 'the strands "red" can hardly be seen on #101418' in finding.message
    assert "choose a lighter fill" in finding.message


@pytest.mark.parametrize("shape", ["triangle", "square", "hexagon"])
@pytest.mark.parametrize("ports", [1, 2, 4])
@pytest.mark.parametrize(
    ("family", "line"),
    [
        *(("tiles: [R1-2]", line) for line in LINES),
        ("tiles: [R1 Bl2]", "thick"),
        ("tiles: [1-2]", "thick"),
        ("generate: edges", "thick"),
    ],
)
def test_the_size_that_is_named_is_the_smallest(
    shape: str, ports: int, family: str, line: str
) -> None:
    """A set of that size keeps the rule, and one a tenth of a millimetre smaller breaks it."""

    def found(size: float) -> dict[str, float]:
        text = (
            f"game: sample\ncolours: {{red: {{line: {line}, pattern: dots}}, blue: {{letter: Bl}}}}\n"
            f"tiles: {{shape: {shape}, ports: {ports}, size: {size:.1f}mm,"
            f" families: [{{name: one, {family}}}]}}\n"
        )
        return {
            each.rule: float(re.findall(r"make the tiles ([\d.]+) mm or larger", each.message)[0])
            for each in findings_of(text)
            if each.rule in SIZES
        }

    for rule, smallest in found(5).items():
        assert rule not in found(smallest)
        assert found(smallest - 0.1)[rule] == smallest


def test_a_line_is_drawn_as_it_is_measured() -> None:
    """Stripes lie on each other: half of what the wider has more is seen on either side of it."""
    outline = Outline(TileGeometry(TileShape.HEXAGON, 1), 30.0, 30.0)
    path = segment(Point(-10, 0), Point(10, 0))
    for line in ("thick", "double", "triple"):
        ink = defined(strands(RED, BLUE, lines=(line, "thick"))).inks[0]
        items = line_items(outline, path, ink, STANDARD)
        widths = [each.stroke.width for each in items if isinstance(each, Shape) and each.stroke]
        casing, body, *_ = widths
        seen = [(outer - inner) / 2 for outer, inner in pairwise(widths[1:])] + widths[-1:]
        assert min(seen) == pytest.approx(LINE_PATTERNS[line].finest * body)
        assert (casing - body) / 2 == pytest.approx(outline.casing)
    letters = band_items(outline, (0,), ink, STANDARD, crossed=())
    assert [each.size for each in letters if isinstance(each, Text)] == [outline.letter_size("R")]
    label = mark_items(outline, Mark("label", text="77"), None, STANDARD)
    assert [each.size for each in label if isinstance(each, Text)] == [outline.label_size("77")]


def test_every_line_has_its_pattern() -> None:
    """The language's words and the theme's table are the same."""
    assert tuple(LINE_PATTERNS) == LINES
    # By hand: dash, rail and gap of the dash-dot line, whose dot stands in a gap of 0.52 widths.
    assert LINE_PATTERNS["dash-dot"].finest == pytest.approx((0.52 - 0.3) / 2)
    assert LINE_PATTERNS["dash-dot"].spacing == pytest.approx(0.65)
    assert LINE_PATTERNS["triple"].finest == pytest.approx(0.19)
    assert (LINE_PATTERNS["thick"].finest, LINE_PATTERNS["thick"].spacing) == (1, 0)


@pytest.mark.parametrize(
    "name",
    [str(path.relative_to(ROOT / "tilesets").with_suffix("")) for path in BUNDLED],
)
def test_a_bundled_set_is_for_everybody(name: str) -> None:
    """None of the sets that come with the product has a colour or a line to be warned about."""
    assert [each for each in check(bundled(name), game_rules) if each.rule in COLOURS | SIZES] == []


@pytest.mark.parametrize("number", [1, 2, 6, 7, 8, 9, 14, 18, 21])
@pytest.mark.parametrize("family", ["generate: edges", "generate: strands, where: {strands: 1}"])
def test_colours_that_are_chosen_for_a_set_are_told_apart(number: int, family: str) -> None:
    """Three for each line; of Okabe and Ito's inks, the yellow of a strand is faint."""
    text = (
        f"game: sample\ncolours: {number}\n"
        f"tiles: {{shape: triangle, size: 60mm, families: [{{name: one, {family}}}]}}\n"
    )
    found = checked(text)
    # Its line is not seen, either: it is as plain as the first in lines that come round again.
    faint = [] if number < 7 or "edges" in family else ["stands-out"]
    alike = ["told-apart"] if faint and number >= 15 else []
    assert sorted(each.rule for each in found) == [*faint, *alike]
    assert all(each.severity is WARNING for each in found)
    assert all('"g"' in each.message for each in found)
