"""Colours and sizes: sets that break each rule at each severity, and some that just keep it."""

from __future__ import annotations

import math
import re
from itertools import combinations, pairwise

import numpy as np
import pytest
from coloraide import Color
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pnp.basics.errors import Finding, Severity
from pnp.colour.measures import lightness
from pnp.colour.theme import STANDARD, Theme
from pnp.colour.vision import Vision, distance, least_distance, simulated
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


# Red and green as dark, orange and purple, orange and sky; their distances are tested below.
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


# Colour vision: our numbers against published ones, another library, and the formula by hand.


Lab = tuple[float, float, float]

# The palette with its own black; the default inks of a set have a dark grey there.
OKABE_ITO = {
    "orange": "#E69F00", "sky": "#56B4E9", "green": "#009E73", "yellow": "#F0E442",
    "blue": "#0072B2", "vermilion": "#D55E00", "purple": "#CC79A7", "black": "#000000",
}  # fmt: skip


@pytest.mark.parametrize(
    ("vision", "published"),
    [
        (Vision.NORMAL, 21.7),
        (Vision.PROTANOPIA, 12.2),
        (Vision.DEUTERANOPIA, 11.7),
        (Vision.TRITANOPIA, 7.9),
    ],
)
def test_the_smallest_distance_of_the_okabe_ito_palette(vision: Vision, published: float) -> None:
    """As published. Brettel's simulation has 13.0 for protanopia, Machado's 10.9 for tritanopia."""
    smallest = min(distance(*pair, vision) for pair in combinations(OKABE_ITO.values(), 2))
    assert round(smallest, 1) == published


def test_orange_and_purple_are_the_nearest_with_tritanopia() -> None:
    """And it is the nearest pair of all visions."""
    pairs = {least_distance(*pair): pair for pair in combinations(OKABE_ITO.values(), 2)}
    nearest = min(pairs, key=lambda found: found[0])
    assert nearest[1] is Vision.TRITANOPIA
    assert set(pairs[nearest]) == {OKABE_ITO["orange"], OKABE_ITO["purple"]}


def test_colours_of_the_palette_that_look_alike_in_greyscale() -> None:
    """As published: orange and sky have the L* 71 and 69; vermilion, green and purple 55 to 61."""
    names = ("orange", "sky", "vermilion", "green", "purple")
    assert [round(lightness(OKABE_ITO[name])) for name in names] == [71, 69, 55, 58, 61]
    assert (lightness("#000000"), round(lightness("#FFFFFF"), 9)) == (0, 100)


def ciede2000(one: Lab, other: Lab) -> float:
    """The formula step by step, as in G. Sharma, W. Wu and E. N. Dalal, 2005, (2) to (22)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1 = math.degrees(math.atan2(b1, a1)) % 360
    h2 = math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if h2 - h1 == 180:
        turn = 180.0
    big = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    l, c = (l1 + l2) / 2, (c1 + c2) / 2  # noqa: E741 - the paper's letters
    if c1 * c2 == 0:
        h = h1 + h2
    elif abs(h1 - h2) <= 180:
        h = (h1 + h2) / 2
    else:
        h = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2

    def cosine(degrees: float) -> float:
        return math.cos(math.radians(degrees))

    t = (
        1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6)
        - 0.20 * cosine(4 * h - 63)
    )  # fmt: skip
    sl = 1 + 0.015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    rotation = 30 * math.exp(-(((h - 275) / 25) ** 2))
    rt = -math.sin(math.radians(2 * rotation)) * 2 * math.sqrt(c**7 / (c**7 + 25**7))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, big / sh
    return math.sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh)


def lab(ink: str) -> Lab:
    """L*a*b* of an sRGB ink, for the white D65 (IEC 61966-2-1; CIE 15)."""
    channels = [int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


# Of the test data published with the paper: pairs 1 to 25, which try every branch of the formula.
SHARMA: list[tuple[Lab, Lab, float]] = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, -1.1848, -84.8006), (50, 0, -82.7485), 1.0000),
    ((50, -0.9009, -85.5211), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0010), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.49, -0.001), (50, -2.49, 0.0012), 7.2195),
    ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
    ((50, -0.001, 2.49), (50, 0.0010, -2.49), 4.8045),
    ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((50, 2.5, 0), (50, 3.1736, 0.5854), 1.0000),
    ((50, 2.5, 0), (50, 3.2972, 0), 1.0000),
    ((50, 2.5, 0), (50, 1.8634, 0.5757), 1.0000),
    ((50, 2.5, 0), (50, 3.2592, 0.3350), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
]


@pytest.mark.parametrize(("one", "other", "published"), SHARMA)
def test_the_formula_by_hand_gives_the_published_differences(
    one: Lab, other: Lab, published: float
) -> None:
    """Four digits after the point, so that the oracle below is one."""
    assert round(ciede2000(one, other), 4) == published


@given(inks, inks)
def test_the_distance_is_that_of_the_formula(one: str, other: str) -> None:
    """The number for any two inks is the one by hand, up to the rounding of matrices."""
    assert math.isclose(distance(one, other), ciede2000(lab(one), lab(other)), abs_tol=0.01)


@pytest.mark.parametrize("vision", Vision)
@given(one=inks, other=inks)
def test_the_distance_with_a_vision_is_that_of_what_is_seen(
    vision: Vision, one: str, other: str
) -> None:
    """Simulating first and then measuring gives the same, but for eight bits a channel.

    Near black a step of a channel moves an ink by two or three.
    """
    seen, other_seen = simulated(one, vision), simulated(other, vision)
    assert re.fullmatch("#[0-9A-F]{6}", seen)
    assert abs(distance(one, other, vision) - distance(seen, other_seen)) < 6


# Viénot, Brettel and Mollon, 1999: cones from linear channels, and what stands for a missing one.
CONES = np.array([
    [17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709],
])  # fmt: skip
STAND_INS = {
    Vision.PROTANOPIA: np.array([[0, 2.02344, -2.52581], [0, 1, 0], [0, 0, 1]]),
    Vision.DEUTERANOPIA: np.array([[1, 0, 0], [0.494207, 0, 1.24827], [0, 0, 1]]),
}


@pytest.mark.parametrize("vision", STAND_INS)
@given(ink=inks)
def test_a_simulation_is_that_of_the_paper(vision: Vision, ink: str) -> None:
    """To cones, one of them replaced, and back, with the paper's own numbers."""
    channels = np.array([int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5)])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.linalg.solve(CONES, STAND_INS[vision] @ CONES @ linear), 0, 1)
    shown = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    steps = [int(simulated(ink, vision)[start : start + 2], 16) for start in (1, 3, 5)]
    assert np.abs(shown * 255 - steps).max() < 2


@given(inks, inks)
def test_the_least_distance_is_the_least(one: str, other: str) -> None:
    """Whichever comes first; and no vision has a smaller one."""
    found, vision = least_distance(one, other)
    assert math.isclose(found, least_distance(other, one)[0], abs_tol=1e-9)
    assert found == distance(one, other, vision) == min(distance(one, other, v) for v in Vision)


@pytest.mark.parametrize("vision", Vision)
def test_greys_are_grey_with_any_vision(vision: Vision) -> None:
    """A dichromat's white is white: simulations leave greys as they are, within a step or two."""
    for ink in ("#000000", "#7F7F7F", "#FFFFFF"):
        assert distance(ink, simulated(ink, vision)) < 1.5


def test_red_and_green_are_alike_for_those_who_lack_a_cone_for_them() -> None:
    """A red and a green as dark: far apart for most, near for the colour-blind they are named for."""
    red, green = "#A83A2D", "#6A6A1E"
    assert distance(red, green) > 35
    assert distance(red, green, Vision.DEUTERANOPIA) < 10
    assert distance(red, green, Vision.TRITANOPIA) > 20


# The names by which coloraide knows the missing cone, and the simulation.
SIMULATIONS = {
    Vision.PROTANOPIA: ("protan", "vienot"),
    Vision.DEUTERANOPIA: ("deutan", "vienot"),
    Vision.TRITANOPIA: ("tritan", "brettel"),
}


def seen(ink: str, vision: Vision) -> Color:
    """An ink as coloraide simulates it."""
    if vision is Vision.NORMAL:
        return Color(ink)
    cone, method = SIMULATIONS[vision]
    return Color(ink).filter(cone, method=method).convert("srgb").clip()


@pytest.mark.slow
@pytest.mark.parametrize("vision", Vision)
@example(one="#8B1400", other="#FFFFFF")
@given(one=inks, other=inks)
def test_another_library_has_the_same_numbers(vision: Vision, one: str, other: str) -> None:
    """coloraide, which measures in many more ways, and takes longer to import than pnp to check a set.

    Greys lie on the plane between both halves of tritanopia, where the last digit decides which matrix is taken; they
    differ in the seventh.
    """
    theirs = seen(one, vision).delta_e(seen(other, vision), method="2000")
    greys = {ink for ink in (one, other) if len({ink[1:3], ink[3:5], ink[5:]}) == 1}
    accuracy = 1e-6 if greys and vision is Vision.TRITANOPIA else 1e-9
    assert math.isclose(distance(one, other, vision), theirs, abs_tol=accuracy)
    assert simulated(one, vision) == seen(one, vision).to_string(hex=True, upper=True)
