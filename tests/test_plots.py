"""Plots: the figures of sets, with the tables behind them, as pictures."""

from __future__ import annotations

import io
import re
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pytest
import resvg_py
from PIL import Image

from pnp.colour.theme import STANDARD
from pnp.pieces import make_pieces
from pnp.project import BuildOptions, chosen_papers
from pnp.render import svg_text
from pnp.review.charts import DARK, LIGHT, chart_page
from pnp.review.costs import costs
from pnp.review.statistics import statistics
from pnp.review.tables import MOST_LOOKS, Matrix, Series, Stack, Table, percent, tables
from pnp.sets.components import components
from pnp.sets.tileset import Tileset
from tests.conftest import bundled, set_of

SETS = (
    "controlled-path", "hex-auction", "hexagonal-highway", "hexpertise", "hexstatic",
    "published/macmahon-squares",
)  # fmt: skip


def figures(tileset: Tileset) -> dict[str, Table]:
    """The plots of a set by key."""
    found = costs(make_pieces(tileset), chosen_papers(["a4"])[0], BuildOptions())
    numbers = statistics(tileset, components(tileset), STANDARD)
    return {table.key: table for table in tables(numbers, found) if table.chart}


@cache
def drawn(name: str) -> dict[str, Table]:
    """The plots of a bundled set."""
    return figures(bundled(name))


def svg(table: Table, *, dark: bool = False, alone: bool = True) -> bytes:
    """The chart of a table as an SVG file."""
    return svg_text(chart_page(table, dark=dark, alone=alone)).encode()


def dots(data: bytes) -> np.ndarray:
    """The figure as rows of dots of red, green, blue and opacity."""
    png = resvg_py.svg_to_bytes(svg_string=data.decode(), dpi=96)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))


def grounds(picture: np.ndarray) -> set[tuple[int, ...]]:
    """The colours of the frame of 8 dots round a picture."""
    frame = [picture[:8], picture[-8:], picture[:, :8], picture[:, -8:]]
    return {tuple(map(int, dot)) for part in frame for dot in part.reshape(-1, 4)}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "dark"), [*((name, False) for name in SETS), ("hexstatic", True)])
def test_every_figure_stays_within_its_margins(name: str, dark: bool) -> None:
    """The frame round it has one colour, that of the ground; the inside has more."""
    ground = (DARK if dark else LIGHT).ground
    expected = (*(int(ground[place : place + 2], 16) for place in (1, 3, 5)), 255)
    for plot in drawn(name).values():
        picture = dots(svg(plot, dark=dark))
        assert grounds(picture) == {expected}, plot.key
        assert np.ptp(picture) > 150, plot.key


def test_which_figures_a_set_has() -> None:
    """Tiles with strands have more than those with edges; a game without tiles has only costs."""
    assert [*drawn("hexstatic")] == [
        "sides", "matches", "fits", "stuck", "strands", "crossings", "twins", "costs", "ink",
    ]  # fmt: skip
    assert [*drawn("published/macmahon-squares")] == [
        "sides", "fits", "patterns", "twins", "costs", "ink",
    ]  # fmt: skip
    assert [*drawn("hexpertise")] == ["costs", "ink"]


@pytest.mark.parametrize("name", SETS)
def test_every_figure_has_the_table_behind_it(name: str) -> None:
    """A title, a sentence, and rows as wide as their header."""
    for plot in drawn(name).values():
        assert re.fullmatch(r"[A-Z][a-z ]+", plot.title)
        assert plot.subtitle and not plot.subtitle.endswith(".")
        assert plot.rows
        assert {len(row) for row in plot.rows} == {len(plot.header)}


def test_the_chart_shows_the_numbers_of_the_table() -> None:
    """Of sides, matches and strands."""
    found = drawn("hexstatic")
    stack, matrix, bars = (found[key].chart for key in ("sides", "matches", "strands"))
    assert isinstance(stack, Stack) and isinstance(matrix, Matrix) and isinstance(bars, Series)
    for (name, shares), row in zip(stack.bars, found["sides"].rows, strict=True):
        assert (name, *map(percent, shares)) == (row[0], *row[3:])
    for name, shares, row in zip(matrix.names, matrix.shares, found["matches"].rows, strict=True):
        assert (name, *map(percent, shares)) == row
    assert [text for _, _, text in bars.points] == [row[1] for row in found["strands"].rows]


def test_the_inks_of_a_game_are_only_those_of_its_colours() -> None:
    """Blank sides and paths are grey."""
    stack = drawn("hexstatic")["sides"].chart
    assert isinstance(stack, Stack)
    assert [(part.words, part.fill) for part in stack.parts] == [
        ("red", "#C8372D"), ("green", "#1E8C5A"), ("blue", "#1F5FA8"), ("blank", None),
    ]  # fmt: skip
    for key in ("matches", "fits", "strands", "costs", "ink"):
        picture = dots(svg(drawn("hexstatic")[key]))[..., :3].astype(int)
        assert np.ptp(picture, axis=2).max() <= 16, key


def test_the_same_plot_has_the_same_bytes() -> None:
    """Another plot and another ground have others."""
    found = drawn("hexstatic")
    data = svg(found["sides"])
    assert svg(found["sides"]) == data
    assert len({data, svg(found["sides"], dark=True), svg(found["fits"])}) == 3


def test_words_are_outlines() -> None:
    """No reader needs the font; the title is there as text for screen readers."""
    root = ElementTree.fromstring(svg(drawn("hexstatic")["sides"]))
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "text" not in names
    assert [element.text for element in root if element.tag.endswith("}title")] == [
        "What the sides show"
    ]


def test_a_figure_for_a_page_has_no_ground_and_no_title() -> None:
    """It is lower, and the page shows through."""
    plot = drawn("hexstatic")["sides"]
    inside, alone = dots(svg(plot, alone=False)), dots(svg(plot))
    assert inside.shape[0] < alone.shape[0]
    assert grounds(inside) == {(0, 0, 0, 0)}


MANY = """
game: sample
colours: {{{colours}}}
tiles:
  shape: square
  size: 30mm
  families:
    - {{name: a-family-whose-name-is-quite-a-bit-long, tiles: [{tiles}]}}
    - {{name: wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww, tiles: [{tiles}]}}
"""


def test_many_colours_and_long_names_stay_within_the_margins() -> None:
    """The rarest looks are one part, and names are shortened."""
    codes = "ABCDEFGHIJKL"
    text = MANY.format(
        colours=", ".join(f"colour-{code.lower()}: {{letter: {code}}}" for code in codes),
        tiles=", ".join(code * 4 for code in codes),
    )
    found = figures(set_of(text))
    stack = found["sides"].chart
    assert isinstance(stack, Stack)
    assert len(stack.parts) == MOST_LOOKS
    assert stack.parts[-1].words == "4 others"
    assert all(sum(shares) == pytest.approx(1) for _, shares in stack.bars)
    for plot in found.values():
        assert len(grounds(dots(svg(plot)))) == 1, plot.key
