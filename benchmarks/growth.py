"""How builds grow: sets of one kind of piece, from small to as large as anybody prints.

    python -m benchmarks.growth

prints for each size the processor's time for a piece, the most memory, and the bytes. Time for a piece that stays the same is time that grows
as the number does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.jobs import TileJob
from benchmarks.measuring import Measured, in_turns, measured, pnp


class Growth(NamedTuple):
    """What grows, its sizes, and a function that writes the set of a size into a folder."""

    what: str
    title: str
    one: str
    sizes: tuple[int, ...]
    write: Callable[[Path, int], None]
    options: tuple[str, ...] = ("--only", "pdf")


# Colours and copies for a number of tiles: all lines in so many colours, as they lie.
COLOURS = {1000: 4, 5000: 7, 10_000: 9, 20_000: 11}


def write_tiles(folder: Path, number: int) -> None:
    (folder / "set.yaml").write_text(TileJob(COLOURS[number], "none", 1, 0).game)


def write_cards(folder: Path, number: int) -> None:
    """Cards from a table, with a title, a text that is fitted, and a number in a shape."""
    rows = ["title,strength,words"]
    for card in range(number):
        words = " ".join(WORDS[(card + at * at) % len(WORDS)] for at in range(12 + card % 9))
        rows.append(f"Card {card},{card % 10},{words.capitalize()}.")
    (folder / "cards.csv").write_text("\n".join(rows) + "\n")
    (folder / "set.yaml").write_text(CARDS)


CARDS = """
game: cards
pieces:
  cards:
    - name: cards
      data: cards.csv
      face:
        front:
          - {text: "{title}", font: title, bold: yes, size: 14..9pt, at: top, height: 12mm, align: centre middle}
          - {text: "{strength}", size: 40pt, at: top, height: 24mm, align: centre middle}
          - {text: "{words}", size: 12..7pt, align: left top}
"""

WORDS = (
    "take", "two", "tiles", "from", "the", "supply", "and", "place", "one", "beside", "a", "river", "then", "draw", "until", "your", "hand", "has",
    "five", "score", "each", "closed", "path", "that", "ends", "at", "market",
)  # fmt: skip


def write_rules(folder: Path, pages: int) -> None:
    """A rulebook with so many pages as a booklet, more or less: sections with paragraphs and lists, and a table in each eighth."""
    parts = ["# The rules"]
    for section in range(round(pages * 1.29)):
        sentence = " ".join(WORDS[(section + at * at) % len(WORDS)] for at in range(14))
        parts += [f"## Part {section + 1}", *[f"{sentence.capitalize()}. " * 4] * 4]
        parts += ["\n".join(f"{at}. {sentence.capitalize()}." for at in range(1, 5))]
        if section % 8 == 0:
            cells = "\n".join(f"| {word} | {len(word)} |" for word in WORDS[:5])
            parts += [f"| Piece | Points |\n|---|---|\n{cells}"]
    rules = folder / "templates" / "rules" / "book.md"
    rules.parent.mkdir(parents=True)
    rules.write_text("\n\n".join(parts) + "\n")
    (folder / "set.yaml").write_text(RULES)


RULES = """
game: book
colours: 2
tiles:
  shape: square
  size: 30mm
  families:
    - {name: edges, generate: edges}
"""


def write_boards(folder: Path, cells: int) -> None:
    """Boards with coordinates, of at most 1,600 cells each, which is the most that a board may have."""
    side = min(40, round(cells**0.5))
    boards = "".join(
        f"    - {{name: field-{at}, squares: {side}x{side}, cell: 8mm, coordinates: yes, poster: 8mm}}\n"
        for at in range(max(1, round(cells / 1600)))
    )
    (folder / "set.yaml").write_text(f"game: boards\npieces:\n  boards:\n{boards}")


def write_kinds(folder: Path, kinds: int) -> None:
    """Kinds of tokens with six copies each."""
    tokens = "".join(
        f"    - {{name: token-{at}, title: Token {at}, size: 20mm, count: 6, front: {{text: '{at}'}}}}\n"
        for at in range(kinds)
    )
    (folder / "set.yaml").write_text(f"game: tokens\npieces:\n  tokens:\n{tokens}")


GROWTHS = (
    Growth("tiles", "Different tiles", "tile", tuple(COLOURS), write_tiles),
    Growth("cards", "Cards from a table", "card", (100, 500, 1000, 2500, 5000), write_cards),
    Growth(
        "rulebooks",
        "Pages of a rulebook",
        "page",
        (4, 20, 50, 100, 200),
        write_rules,
        ("--only", "rules"),
    ),
    Growth("boards", "Cells of boards", "cell", (100, 400, 1600, 4800, 9600), write_boards),
    Growth("sets", "Kinds of tokens in a set", "kind", (1, 10, 50, 100), write_kinds),
)


def grown(growth: Growth, folder: Path, *, rounds: int) -> dict[int, Measured]:
    """The medians of builds of all sizes, in turns."""
    calls: dict[str, Callable[[], Measured]] = {}
    for size in growth.sizes:
        home = folder / growth.what / str(size)
        home.mkdir(parents=True)
        growth.write(home, size)
        command = pnp("build", str(home / "set.yaml"), *growth.options, "--paper", "a4", "--quiet")
        output = home / "output"
        calls[str(size)] = lambda command=command, output=output: measured(  # type: ignore[misc]
            [*command, "-o", str(output)], output
        )
    return {int(size): figures for size, figures in in_turns(calls, rounds).items()}


def main() -> None:
    names = sys.argv[1:]
    with TemporaryDirectory() as scratch:
        for growth in GROWTHS:
            if names and growth.what not in names:
                continue
            print(f"\n{growth.what:10} {'CPU s':>8} {'ms each':>8} {'MB':>6} {'bytes':>12}")
            for size, figures in grown(growth, Path(scratch), rounds=1).items():
                each = 1000 * figures.cpu / size
                print(
                    f"{size:10,} {figures.cpu:8.2f} {each:8.2f} {figures.megabytes:6.0f} {figures.written:12,}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
