"""Themes: the print is as their files say, measured on the pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from pnp.basics.errors import Source
from pnp.colour.measures import contrast, lab, lightness, linear
from pnp.colour.theme import INKS, legible, on_paper
from pnp.definition import LINES, PATTERNS
from pnp.definition.reading import declared
from pnp.definition.themes import ThemeSection, read_theme
from pnp.draw import STANDARD, Artist, Theme
from pnp.draw.board import board_theme
from pnp.draw.colours import colouring_key, greys, themed
from pnp.draw.tile.letters import disc_of_letter
from pnp.draw.tile.strands import line_pattern, spine
from pnp.imposition import Paper, board_page
from pnp.imposition.papers import load_papers
from pnp.kinds import BuildOptions, sections
from pnp.pieces import make_pieces
from pnp.project.rulebook import Figures
from pnp.project.themes import UnknownTheme, chosen_theme, theme_names
from pnp.render import svg_text
from pnp.scene import Clip, Drawing, Item, Layer, Page, Placed, Text
from pnp.scene import Shape as SceneShape
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Point, segment
from pnp.sets.tileset import Tileset
from pnp.tiles.proportions import KERB, OUTLINE
from tests.conftest import bundled, defined, set_of
from tests.rasters import Raster, svg_raster
from tests.test_draw import EVERY_LINE, PER_MM, ROADS, assert_no_steps, side_profile

NAMES = ("colour-blind", "dark", "greyscale", "low-ink", "pens", "standard")
GAMES = ("hexstatic", "controlled-path", "hex-auction", "hexagonal-highway", "hexpertise")

LOOKS = "game: looks\ncolours: [red, yellow, lime, green, sky, blue, purple, black]\n"


def theme_in(text: str) -> Theme:
    """The theme in a text."""
    return read_theme(Source("templates/themes/mine.yaml", text), "mine")


def in_theme(tileset: Tileset, theme: Theme) -> Tileset:
    """The set in the theme's colours."""
    return replace(tileset, definition=themed(tileset.definition, theme))


def a4() -> Paper:
    """The paper of all pages here."""
    return load_papers()["a4"]


def pages(tileset: Tileset, theme: Theme) -> Iterator[Page]:
    """The first sheet of tiles, and all that there is besides tiles, but for pads."""
    options = BuildOptions(pieces=("tiles", "cards", "board", "tokens"))
    for section in sections(make_pieces(tileset, theme), a4(), options):
        if section.bound:
            yield from section.pages[:1] if section.name == "tiles" else section.pages


def pieces_only(page: Page) -> Page:
    """The page without titles and cut lines."""
    layers = {layer: page.items(layer) for layer in (Layer.BLEED, Layer.ART)}
    return Page(page.width, page.height, layers)


def texts(items: Iterable[Item]) -> Iterator[Text]:
    """All texts in some items."""
    for item in items:
        match item:
            case Text():
                yield item
            case Drawing(inner) | Clip(_, inner):
                yield from texts(inner)
            case Placed(drawing):
                yield from texts(drawing.items)


def inks_of(items: Iterable[Item]) -> set[str]:
    """All inks in some items."""
    found: set[str] = set()
    for item in items:
        match item:
            case Text(ink=ink):
                found.add(ink)
            case SceneShape(_, fill, stroke):
                found |= {fill or "", stroke.ink if stroke else ""} - {""}
            case Drawing(inner) | Clip(_, inner):
                found |= inks_of(inner)
            case Placed(drawing):
                found |= inks_of(drawing.items)
    return found


# The files.


def test_six_themes_are_bundled_and_each_can_be_read() -> None:
    """Every one by its name."""
    assert tuple(theme_names()) == NAMES
    assert tuple(chosen_theme(name).name for name in NAMES) == NAMES


def test_the_standard_theme_is_written_out_and_changes_nothing() -> None:
    """Its file has every key, and a definition stays the very same."""
    assert chosen_theme("standard") == STANDARD
    text = Path("templates/themes/standard.yaml").read_text("utf-8")
    for word in (*declared(ThemeSection), *INKS):
        assert f"{word}:" in text
    definition = bundled("hexagonal-highway").definition
    assert themed(definition, STANDARD) is definition


def test_what_a_theme_leaves_out_is_as_in_the_standard_theme() -> None:
    """Even if its file has only one key."""
    assert theme_in("fills: no") == replace(STANDARD, name="mine", fills=False)
    assert theme_in('inks: {cut: "#777777"}') == replace(STANDARD, name="mine", cut="#777777")


def test_a_users_theme_is_found_and_replaces_a_bundled_one(in_folder: Path) -> None:
    """In templates/themes/ of the folder in which one works."""
    folder = Path("templates/themes")
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("colours: grey\n", "utf-8")
    (folder / "dark.yaml").write_text("key: yes\n", "utf-8")
    assert theme_names() == sorted([*NAMES, "mine"])
    assert chosen_theme("mine").colours == "grey"
    assert chosen_theme("dark") == replace(STANDARD, name="dark", key=True)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("drak", ' did you mean "dark"?'), ("xxx", ""), ("../papers", ""), ("", "")],
)
def test_an_unknown_theme_is_refused_with_those_there_are(name: str, hint: str) -> None:
    """With the nearest one, and no way out of the folder."""
    with pytest.raises(UnknownTheme) as error:
        chosen_theme(name)
    assert str(error.value).startswith(f'there is no theme "{name}"')
    assert hint in str(error.value)
    assert ", ".join(NAMES) in str(error.value)


# The colours of a set.


def seen(ink: str, kind: str) -> np.ndarray:
    """An ink in CIELAB as an eye of some kind sees it.

    The matrices are those of G. Machado, M. Oliveira and L. Fernandes, "A Physiologically-based
    Model for Simulation of Color Vision Deficiency", 2009, for a severity of 1.
    """
    matrix = {
        "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "protan": [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        "deutan": [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        "tritan": [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    }[kind]
    red, green, blue = np.clip(np.array(matrix) @ np.array(linear(ink)), 0, 1)
    return np.array(lab((float(red), float(green), float(blue))))


@pytest.mark.parametrize("number", range(2, 9))
def test_the_colours_of_the_palette_are_apart_for_every_eye(number: int) -> None:
    """In CIELAB, for whatever colours the set has."""
    definition = defined(f"game: many\ncolours: {number}\npieces: {{pads: []}}")
    inks = themed(definition, chosen_theme("colour-blind")).inks
    assert len({ink.fill for ink in inks}) == number
    for one, other in combinations([ink.fill for ink in inks], 2):
        for kind in ("normal", "protan", "deutan", "tritan"):
            distance = np.linalg.norm(seen(one, kind) - seen(other, kind))
            assert distance >= 16, (one, other, kind)


def test_a_colour_gets_the_nearest_of_a_palette() -> None:
    """Red stays a red, and more colours than the palette has differ all the same."""
    definition = defined("game: few\ncolours: [blue, red]\npieces: {pads: []}")
    blue, red = themed(definition, chosen_theme("colour-blind")).inks
    assert (blue.fill, red.fill) == ("#0072B2", "#D55E00")
    words = "colours: [red, green, blue, orange, yellow, sky]"
    named = themed(defined(f"game: n\n{words}\npieces: {{pads: []}}"), chosen_theme("colour-blind"))
    assert [ink.fill for ink in named.inks] == [
        "#D55E00", "#009E73", "#0072B2", "#E69F00", "#F0E442", "#56B4E9",
    ]  # fmt: skip
    many = defined("game: many\ncolours: 20\npieces: {pads: []}")
    assert len({ink.fill for ink in themed(many, chosen_theme("colour-blind")).inks}) == 20


@pytest.mark.parametrize("name", ["colour-blind", "greyscale", "low-ink"])
def test_where_inks_do_not_tell_all_lines_and_patterns_differ(name: str) -> None:
    """Whatever the designer has written."""
    looks = "{line: dashed, pattern: dots, symbol: star}"
    definition = defined(
        f"game: same\ncolours: {{a: {looks}, b: {looks}, c: {looks}, d: {{line: thick}}}}\n"
        "pieces: {pads: []}"
    )
    inks = themed(definition, chosen_theme(name)).inks
    assert [ink.line for ink in inks][::3] == ["dashed", "thick"]
    for what in ("line", "pattern", "symbol"):
        assert len({getattr(ink, what) for ink in inks}) == 4
    many = themed(defined("game: many\ncolours: 20\npieces: {pads: []}"), chosen_theme(name)).inks
    assert {ink.line for ink in many} == set(LINES)
    assert {ink.pattern for ink in many} == set(PATTERNS)


def test_greys_are_evenly_apart_and_in_the_order_of_the_inks() -> None:
    """L* from the formula of CIE 1976, computed here from the picture's own numbers."""

    def l_star(ink: str) -> float:
        level = int(ink[1:3], 16) / 255
        share = level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        return 116 * float(np.cbrt(share)) - 16

    fills = ["#F0D43A", "#24386E", "#C8372D", "#8CC04B", "#56B4E9"]
    made = greys(fills)
    assert all(ink[1:3] == ink[3:5] == ink[5:] for ink in made)
    steps = np.diff(sorted(l_star(ink) for ink in made))
    assert steps == pytest.approx([16, 16, 16, 16], abs=0.5)
    assert sorted(fills, key=lightness) == [
        fill for _, fill in sorted(zip(made, fills, strict=True), key=lambda pair: pair[0])
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_definition_that_is_themed_stays_as_it_is(name: str) -> None:
    """Whoever asks for it a second time changes nothing."""
    theme = chosen_theme(name)
    for game in GAMES:
        once = themed(bundled(game).definition, theme)
        assert themed(once, theme) is once


@pytest.mark.parametrize("name", ["low-ink", "dark"])
def test_every_colour_is_seen_on_the_ground(name: str) -> None:
    """Fine lines in yellow on white, and black on a dark ground."""
    theme = chosen_theme(name)
    for ink in themed(defined(LOOKS + "pieces: {pads: []}"), theme).inks:
        assert contrast(ink.fill, theme.ground) >= theme.contrast


def test_the_key_names_every_letter() -> None:
    """Of those shown, in one line; a colour without a name has room for one."""
    theme = chosen_theme("pens")
    definition = bundled("hexstatic").definition
    assert colouring_key(definition, theme, "RGB") == "R red · G green · B blue"
    assert colouring_key(definition, theme, "BR") == "R red · B blue"
    assert colouring_key(definition, STANDARD, "RGB") == ""
    unnamed = colouring_key(bundled("published/hexagons-2").definition, theme, "AB")
    assert unnamed == "A ____ · B ____"
    assert text_width(unnamed, 2.5) > 0


# The pictures.

# Dots an inch where a whole page is measured at once.
COARSE = 36


def coverage(page: Page) -> float:
    """How much ink a page costs, as a share of what would make it black."""
    return 1 - float(svg_raster(svg_text(page), COARSE).mean())


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize(
    "game",
    [
        "hexstatic",
        "hex-auction",
        "published/macmahon-triangles",
        *(
            pytest.param(game, marks=pytest.mark.slow)
            for game in ("controlled-path", "hexagonal-highway", "hexpertise", "published/tsuro")
        ),
    ],
)
def test_low_ink_costs_almost_nothing(game: str) -> None:
    """Less than two fifths of the standard theme, titles, cut lines and the kerbs of roads included."""
    tileset = bundled(game)
    standard, low = (
        sum(coverage(page) for page in pages(tileset, chosen_theme(name)))
        for name in ("standard", "low-ink")
    )
    assert low < standard * 0.4


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game == "hexagonal-highway" else [pytest.mark.slow])
        for game in GAMES
    ],
)
def test_in_greyscale_every_dot_is_grey(game: str) -> None:
    """On tiles, cards and their backs, tokens and boards, titles and cut lines included."""
    for page in pages(bundled(game), chosen_theme("greyscale")):
        raster = svg_raster(svg_text(page), COARSE)
        assert (raster.max(axis=2) - raster.min(axis=2)).max() < 0.01


@pytest.mark.slow
def test_pens_draws_no_pattern_and_says_every_letter() -> None:
    """Only grey lines on white; on each tile as many letters as there are things to colour."""
    theme = chosen_theme("pens")
    tileset = in_theme(bundled("hexstatic"), theme)
    artist = Artist(tileset.definition, tileset.definition.main_group, 30, theme=theme)
    for piece in tileset.pieces[::7]:
        said = sorted(text.string for text in texts([artist.drawing(piece.tile)]))
        codes = [tileset.definition.codes[strand.colour] for strand in piece.tile.strands]
        lines = [
            code
            for code, strand in zip(codes, piece.tile.strands, strict=True)
            if len(strand.ports) == 2
        ]
        assert said == sorted([*codes, *lines])
    for ink in tileset.definition.inks:
        assert [*line_pattern(segment(ORIGIN, Point(9, 0)), ink, 3.0, theme)] == []
    for game in GAMES:
        for page in map(pieces_only, pages(bundled(game), theme)):
            inks = {ink for layer in Layer for ink in inks_of(page.items(layer))}
            assert all(ink[1:3] == ink[3:5] == ink[5:] for ink in inks if ink != theme.note)


def test_pens_says_the_letter_on_tokens_and_bands_too() -> None:
    """The letter is beside the symbol, so that a token can be recognised in a figure without words."""
    theme = chosen_theme("pens")
    for game, letters in (("hexagonal-highway", "ROGSPK"), ("hexstatic", "RGB")):
        pieces = make_pieces(bundled(game), theme)
        for tokens in pieces.components.tokens:
            for token in (each for each in tokens.kinds if each.ink is not None):
                cutout = pieces.token(token)
                backs = () if cutout.back is None else (cutout.side(back=True),)
                sides = [cutout.side(), *backs]
                for side in sides:
                    said = [text.string for text in texts(side.drawing.items)]
                    assert token.ink is not None
                    assert token.ink.code in said, token.id
                    assert token.ink.code in letters
    tileset = in_theme(bundled("hex-auction"), theme)
    artist = Artist(tileset.definition, tileset.definition.main_group, 30, theme=theme)
    piece = tileset.pieces[0]
    said = sorted(text.string for text in texts([artist.drawing(piece.tile)]))
    assert said == sorted(tileset.definition.codes[colour] for colour in piece.tile.edges)


CROSSINGS = """
game: crossings
colours: [red, blue]
tiles:
  shape: SHAPE
  size: 40mm
  families:
    - name: lines
      generate: strands
      colours: {red: once, blue: once}
      strand: {ports: PORTS}
      where: {strands: 2}
"""


def densely(points: list[Point]) -> np.ndarray:
    """The points and ten more between each two that are near to each other, a row each."""
    return np.array([
        here + (there - here) * (step / 10)
        for here, there in pairwise(points)
        if (there - here).length() < 6
        for step in range(11)
    ])  # fmt: skip


def distance(points: np.ndarray, centre: Point) -> float:
    """How near the nearest of the points is."""
    return float(np.hypot(*(points - centre).T).min())


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", ["colour-blind", "pens"])
@pytest.mark.parametrize(
    ("shape", "ports", "fewest"),
    [("hexagon", "[2]", 30), ("square\n  ports: 2", "[2]", 150), ("hexagon", "[2, 3]", 100)],
)
def test_letters_on_strands_are_clear_upright_and_large_enough(
    name: str, shape: str, ports: str, fewest: int
) -> None:
    """7 pt at least, on the strand that they name, and off the other one wherever it runs."""
    theme = chosen_theme(name)
    text = CROSSINGS.replace("SHAPE", shape).replace("PORTS", ports)
    tileset = in_theme(set_of(text), theme)
    artist = Artist(tileset.definition, tileset.definition.main_group, 30, theme=theme)
    width = artist.outline.strand_width
    seen_letters = 0
    for piece in tileset.pieces:
        one, other = (
            densely(spine(artist.outline, strand.ports, 0))
            for strand in sorted(piece.tile.strands, key=lambda strand: strand.colour)
        )
        for letter in texts([artist.drawing(piece.tile)]):
            assert letter.angle == 0
            assert letter.size >= 2.5
            centre = letter.at - Point(0, letter.size * CAP_HEIGHT / 2)
            near, far = (one, other) if letter.string == "R" else (other, one)
            # On a junction it may stand between its arms, where they grow together.
            on = distance(near, centre)
            assert on < (0.4 if ports == "[2]" else 0.75 * width), piece.id
            off = distance(far, centre)
            assert off >= width / 2 + disc_of_letter(width) - 0.1, (piece.id, letter.string)
            seen_letters += 1
    assert seen_letters > fewest


def luminance_of(raster: Raster) -> Raster:
    """The relative luminance of every dot."""
    light = np.where(raster <= 0.04045, raster / 12.92, ((raster + 0.055) / 1.055) ** 2.4)
    return light @ np.array([0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("game", ["hexstatic", "hex-auction", "controlled-path"])
def test_dark_tiles_are_dark_and_what_is_on_them_is_seen(game: str) -> None:
    """Measured: most dots are nearly black, and each colour stands out by three to one."""
    theme = chosen_theme("dark")
    tileset = in_theme(bundled(game), theme)
    artist = Artist(tileset.definition, tileset.definition.main_group, 30, theme=theme)
    radius = artist.outline.circumradius
    drawing = artist.drawing(tileset.pieces[0].tile)
    page = Page(2 * radius, 2 * radius, {Layer.ART: (Placed(drawing, Point(radius, radius)),)})
    light = luminance_of(svg_raster(svg_text(page), 127))
    ground = float(np.median(light[light < 0.05]))
    assert (light < 0.05).mean() > 0.3
    for ink in tileset.definition.inks:
        assert (contrast(ink.fill, "#000000") * 0.05) / (ground + 0.05) >= 3
        assert contrast(ink.fill, legible(ink.fill, theme)) >= 3


def test_dark_pieces_have_light_words_and_pages_dark_ones() -> None:
    """Text on white paper is not drawn in the inks of pieces."""
    theme = chosen_theme("dark")
    for ink in ("title", "caption", "guide"):
        assert contrast(getattr(theme, ink), "#FFFFFF") >= 4.5
    for ink, ground in (("mark", "ground"), ("mark", "card"), ("note", "cell"), ("note", "card")):
        assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5
    pieces = make_pieces(bundled("hexagonal-highway"), theme)
    (board,) = pieces.components.boards
    (art,) = board_page(pieces, board, a4()).items(Layer.ART)
    inks = board_theme(board.definition, theme)
    own = {board.names[cell] for cell in board.owners}
    for text in texts([art]):
        ground = theme.halo if text.string in own else inks.cell
        assert contrast(text.ink, ground) >= 4.5, text.string
    for group in board.definition.groups:
        assert contrast(group.tint, theme.note) >= 4, group.name


@pytest.mark.slow
@pytest.mark.spread(3)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "game", ["hexpertise", pytest.param("hexagonal-highway", marks=pytest.mark.slow)]
)
def test_pads_are_for_pens_on_white_paper_in_every_theme(name: str, game: str) -> None:
    """Nothing on them is dark but lines and words."""
    pieces = make_pieces(bundled(game), chosen_theme(name))
    for pad in pieces.components.pads:
        cutout, _ = pieces.pad(pad)
        front, (_, _, width, height) = cutout.side().drawing, cutout.box
        page = Page(width, height, {Layer.ART: (Placed(front, Point(width / 2, height / 2)),)})
        raster = svg_raster(svg_text(page), 60)
        assert float(np.median(raster)) > 0.95
        assert float(raster.mean()) > 0.8
        # No square of 3.4 mm, as large as half a cell, is dark.
        high, wide = (each // 8 * 8 for each in raster.shape[:2])
        squares = raster[:high, :wide].reshape(high // 8, 8, wide // 8, 8, 3).mean(axis=(1, 3, 4))
        assert squares.min() > 0.3
        assert all(contrast(text.ink, "#FFFFFF") > 2.5 for text in texts([front]))


def test_what_is_written_on_keeps_a_theme_that_is_light() -> None:
    """Only a dark one is turned."""
    assert on_paper(STANDARD) == STANDARD
    assert on_paper(chosen_theme("dark")).cell == "#FFFFFF"


def soft(row: Raster) -> Raster:
    """A row of dots a little blurred: a fine line may lie half a dot further when it is reversed."""
    return (np.roll(row, 1, axis=0) + 2 * row + np.roll(row, -1, axis=0)) / 4


@pytest.mark.slow
@pytest.mark.spread(4)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("text", "shape", "ports"),
    [(EVERY_LINE, "hexagon", 1), (ROADS, "square", 2)],
    ids=["lines", "roads"],
)
def test_tiles_of_a_theme_join_without_a_step(name: str, text: str, shape: str, ports: int) -> None:
    """In every theme, strands of one colour meet their sides in the same dots."""
    theme = chosen_theme(name)
    tileset = in_theme(set_of(text.replace("SHAPE", shape).replace("PORTS", str(ports))), theme)
    assert_no_steps(tileset, theme, seen=soft)


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_in_the_theme(name: str) -> None:
    """A tile in a rulebook has the ground and the inks of those on the sheets."""
    theme = chosen_theme(name)
    pieces = make_pieces(bundled("hexstatic"), theme)
    figure = Figures(pieces, pieces).figure("tiles:three-lines-01")
    inks = inks_of(figure.drawing.items)  # type: ignore[union-attr]
    assert theme.ground in inks
    assert {ink.fill for ink in pieces.definition.inks} <= inks
    assert theme.border in inks


def test_an_edge_is_drawn_round_what_is_faint() -> None:
    """Yellow on paper in a theme with edging, and in no other."""
    tileset = set_of("""
        game: faint
        colours: {yellow: {line: thick}}
        tiles: {shape: hexagon, size: 30mm, families: [{name: one, tiles: [Y1-4]}]}
        """)
    for name, edged in (("colour-blind", True), ("greyscale", False), ("standard", False)):
        theme = chosen_theme(name)
        definition = replace(
            tileset.definition,
            inks=tuple(replace(ink, fill="#F0E442") for ink in tileset.definition.inks),
        )
        drawing = Artist(
            definition, definition.main_group, 30, theme=replace(theme, letters="edges")
        ).drawing(tileset.pieces[0].tile)
        wanted = edged or name == "greyscale"
        assert (theme.mark in inks_of([drawing])) is wanted


@pytest.mark.parametrize("text", [EVERY_LINE, ROADS], ids=["lines", "roads"])
def test_the_two_outlines_of_a_strand_are_wide_enough(text: str) -> None:
    """Measured at a side: each has its width, and kerbs have that of all themes."""
    theme = chosen_theme("pens")
    tileset = in_theme(set_of(text.replace("SHAPE", "hexagon").replace("PORTS", "1")), theme)
    for piece in tileset.pieces[:9]:
        side = tileset.definition.main_group.geometry.side_of(piece.tile.joins[0][0])
        profile = side_profile(tileset, piece.tile, side, 0.08, theme=theme)[:, 0]
        ink = theme.mark if text == EVERY_LINE else theme.kerb
        dark = float((1 - profile).sum()) / (1 - int(ink[1:3], 16) / 255)
        width = OUTLINE if text == EVERY_LINE else KERB * tileset.definition.main_group.size / 2
        assert dark / PER_MM == pytest.approx(2 * width, abs=0.06)


def test_no_line_is_too_fine() -> None:
    """0.3 mm at least for what is drawn in place of fills."""
    for name in ("low-ink", "pens"):
        theme = chosen_theme(name)
        for game in ("hexstatic", "hex-auction", "controlled-path"):
            tileset = in_theme(bundled(game), theme)
            artist = Artist(tileset.definition, tileset.definition.main_group, 30, theme=theme)
            for piece in tileset.pieces[::11]:
                widths = [
                    shape.stroke.width
                    for shape in shapes([artist.drawing(piece.tile)])
                    if shape.stroke is not None
                ]
                assert min(widths) >= 0.3


def shapes(items: Iterable[Item]) -> Iterator[SceneShape]:
    """All shapes in some items."""
    for item in items:
        match item:
            case SceneShape():
                yield item
            case Drawing(inner) | Clip(_, inner):
                yield from shapes(inner)
            case Placed(drawing):
                yield from shapes(drawing.items)
