"""What the benchmarks draw, for us as a game and for other libraries as numbers; nothing here imports pnp.

Tiles are hexagons 30 mm wide with three cased curves, a ground, an outline and a number each, fifty to an A4 page as a honeycomb. Cards are
nine to a page, each with a title and a picture of its own.
"""

from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

INKS = (
    "#D55E00", "#0072B2", "#009E73", "#E69F00", "#56B4E9", "#CC79A7", "#7A4E2D", "#5B3A8C", "#8A8475", "#2E2E2E", "#A3123A", "#3F6B1D",
    "#1B3B6F", "#B8860B",
)  # fmt: skip
GROUND, OUTLINE, CASING, LABEL = "#F7F2E6", "#B9B2A0", "#FFFDF8", "#8A8475"
CASING_WIDTH, LINE_WIDTH, OUTLINE_WIDTH, LABEL_SIZE = 6.2, 4.8, 0.2, 1.8

Numbers = tuple[float, ...]


class Curve(NamedTuple):
    """A Bézier curve from a middle of a side to another: four points of x and y, in millimetres from the tile's middle."""

    points: Numbers
    ink: str


class HexTile(NamedTuple):
    curves: tuple[Curve, ...]
    label: str


class TileJob(NamedTuple):
    """So many tiles: all lines in so many colours, told apart by their turns or not, and copies of each."""

    colours: int
    symmetry: str
    copies: int
    tiles: int

    @property
    def game(self) -> str:
        """The same tiles for `pnp build`."""
        return (
            f"game: many\ncolours: {self.colours}\n"
            f"tiles:\n  shape: hexagon\n  size: 30mm\n  symmetry: {self.symmetry}\n  families:\n"
            f"    - {{name: lines, generate: strands, where: {{lines: 3}}, copies: {self.copies}}}\n"
        )


# The first three have only different tiles; the others repeat a few. A set has at most 1,000 copies of a tile.
TILE_JOBS = {
    "405 tiles": TileJob(3, "none", 1, 405),
    "4,768 tiles": TileJob(12, "rotations", 1, 4768),
    "41,160 tiles": TileJob(14, "none", 1, 41_160),
    "28 tiles, 420 in all": TileJob(2, "rotations", 15, 420),
    "28 tiles, 4,200 in all": TileJob(2, "rotations", 150, 4200),
    "120 tiles, 42,000 in all": TileJob(2, "none", 350, 42_000),
}


def corner(number: int, radius: float) -> tuple[float, float]:
    """The point at so many sixths of a turn from the top, clockwise."""
    angle = math.tau * number / 6
    return radius * math.sin(angle), -radius * math.cos(angle)


HEXAGON = tuple(corner(number, 30 / math.sqrt(3)) for number in range(6))


def joined(one: int, other: int) -> Numbers:
    """A curve that meets the middles of two sides at right angles."""
    start, end = corner(one, 15), corner(other, 15)
    pull = {1: 0.45, 2: 0.4, 3: 1.0}[min((one - other) % 6, (other - one) % 6)]
    near, far = (1 - pull) * start[0], (1 - pull) * start[1]
    return (*start, near, far, (1 - pull) * end[0], (1 - pull) * end[1], *end)


def pairings(sides: tuple[int, ...] = tuple(range(6))) -> Iterator[tuple[tuple[int, int], ...]]:
    """All ways to join the sides in pairs."""
    if not sides:
        yield ()
        return
    first, *rest = sides
    for other in rest:
        for others in pairings(tuple(side for side in rest if side != other)):
            yield ((first, other), *others)


def hex_tiles(job: TileJob) -> list[HexTile]:
    """As many tiles as the job has; they differ as they lie, unless the job repeats them."""
    curves = {pair: joined(*pair) for pair in itertools.combinations(range(6), 2)}
    every = (
        tuple(Curve(curves[pair], INKS[ink]) for pair, ink in zip(pairing, inks, strict=True))
        for pairing in pairings()
        for inks in itertools.product(range(job.colours), repeat=3)
    )
    different = [
        HexTile(lines, f"{number + 1:03}")
        for number, lines in enumerate(itertools.islice(every, job.tiles // job.copies))
    ]
    return [tile for tile in different for _ in range(job.copies)]


def tile_pages(job: TileJob) -> Iterator[list[tuple[HexTile, tuple[float, float]]]]:
    """The tiles of each page, with the places of their middles in millimetres from the left and the top."""
    rows = math.sqrt(3) / 2 * 30
    places = [
        (30 + 30 * column - (15 if row % 2 else 0), 38 + rows * row)
        for row in range(9)
        for column in range(6 if row % 2 else 5)
    ]
    tiles = iter(hex_tiles(job))
    while page := list(zip(itertools.islice(tiles, len(places)), places, strict=False)):
        yield page


CARDS = 500

DECK = """
game: deck
pieces:
  cards:
    - name: cards
      data: cards.csv
      face:
        under:
          - {image: "{art}", area: bleed, fit: fill}
        front:
          - at: bottom
            height: 9mm
            layers:
              - {shape: rounded, fill: paper}
              - {text: "{title}", font: title, bold: yes, size: 14..9pt, align: centre middle}
"""


class Card(NamedTuple):
    title: str
    art: Path


def cards(folder: Path) -> list[Card]:
    """The rows of cards.csv."""
    with (folder / "cards.csv").open(newline="") as file:
        return [Card(row["title"], folder / row["art"]) for row in csv.DictReader(file)]


def card_pages(folder: Path) -> Iterator[list[tuple[Card, tuple[float, float]]]]:
    """The cards of each page, with the places of their left upper corners in millimetres; a card is 63 by 88 mm."""
    places = [(10 + 63 * column, 16 + 88 * row) for row in range(3) for column in range(3)]
    rest = iter(cards(folder))
    while page := list(zip(itertools.islice(rest, len(places)), places, strict=False)):
        yield page


def make_deck(folder: Path, number: int = CARDS) -> None:
    """The game, its table and its pictures, half of them JPEG and half PNG, with soft colours and grain, as photographs have."""
    import numpy as np
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "deck.yaml").write_text(DECK)
    with (folder / "cards.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("title", "art"))
        for card in range(number):
            random = np.random.default_rng(card)
            coarse = random.integers(0, 256, (8, 6, 3), dtype=np.uint8)
            smooth = np.asarray(
                Image.fromarray(coarse).resize((600, 800), Image.Resampling.BICUBIC)
            )
            grain = random.integers(-6, 7, (800, 600, 1))
            name = f"{card:03}.{'png' if card % 2 else 'jpg'}"
            dots = np.clip(smooth + grain, 0, 255).astype(np.uint8)
            Image.fromarray(dots).save(folder / name, quality=85)
            rows.writerow((f"Card {card}", name))
