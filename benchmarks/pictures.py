"""Cards with a picture each: time beside plain reportlab, and memory; see README.md."""

from __future__ import annotations

import csv
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
from PIL import Image
from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from pnp.basics.units import POINTS_PER_MM
from pnp.cli import main as pnp
from pnp.scene.geometry import Box

CARDS = 500
WIDTH, HEIGHT = 600, 800  # dots of a picture

# Places of poker cards on A4, in millimetres.
PLACES = [Box(10 + 63 * column, 16 + 88 * row, 63, 88) for row in range(3) for column in range(3)]


def picture(number: int) -> Image.Image:
    """A picture with soft colours and some grain, as photographs have."""
    rng = np.random.default_rng(number)
    coarse = rng.integers(0, 256, (8, 6, 3), dtype=np.uint8)
    smooth = np.asarray(Image.fromarray(coarse).resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC))
    grain = rng.integers(-6, 7, (HEIGHT, WIDTH, 1))
    return Image.fromarray(np.clip(smooth + grain, 0, 255).astype(np.uint8))


def make_deck(folder: Path) -> None:
    """The pictures, half of them JPEG and half PNG, and the CSV that names them."""
    with (folder / "cards.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("title", "art"))
        for number in range(CARDS):
            name = f"{number:03}.{'png' if number % 2 else 'jpg'}"
            picture(number).save(folder / name, quality=85)
            rows.writerow((f"Card {number}", name))


def names(folder: Path, number: int) -> list[str]:
    """The pictures of the first cards of the CSV."""
    with (folder / "cards.csv").open(newline="") as file:
        return [row["art"] for row in csv.DictReader(file)][:number]


GAME = """
game: deck
pieces:
  cards:
    - name: cards
      data: cards-{number}.csv
      face:
        under:
          - {{image: "{{art}}", area: bleed, fit: fill}}
        front:
          - at: bottom
            height: 9mm
            layers:
              - {{shape: rounded, fill: paper}}
              - {{text: "{{title}}", font: title, bold: yes, size: 14..9pt, align: centre middle}}
"""


def with_pnp(folder: Path, number: int) -> None:
    """The cards with their titles, checked and laid out on sheets with backs, as `pnp build` makes them."""
    lines = (folder / "cards.csv").read_text().splitlines(keepends=True)
    (folder / f"cards-{number}.csv").write_text("".join(lines[: number + 1]))
    (folder / "deck.yaml").write_text(GAME.format(number=number))
    command = ["build", str(folder / "deck.yaml"), "--only", "pdf", "--paper", "a4"]
    with suppress(SystemExit):
        pnp([*command, "-o", str(folder / "output"), "--quiet"])


def with_reportlab(folder: Path, number: int) -> None:
    """The same pictures in the same places."""
    # By default reportlab writes pictures as text, which takes it many times as long.
    rl_config.useA85 = 0
    canvas = Canvas(str(folder / "reportlab.pdf"), pagesize=A4, pageCompression=1)
    for at, name in enumerate(names(folder, number)):
        box = PLACES[at % 9]
        x, y = box.x * POINTS_PER_MM, (297 - box.bottom) * POINTS_PER_MM
        size = (box.width * POINTS_PER_MM, box.height * POINTS_PER_MM)
        canvas.drawImage(str(folder / name), x, y, *size, mask="auto")
        if at % 9 == 8:
            canvas.showPage()
    canvas.save()


MAKERS = {"pnp": with_pnp, "reportlab": with_reportlab}


def measured(maker: str, folder: Path, number: int) -> tuple[float, float]:
    """The seconds of CPU and the most memory in MB of a process of its own."""
    command = [sys.executable, __file__, maker, str(folder), str(number)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, megabytes = map(float, answer.splitlines()[-1].split())
    return seconds, megabytes


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        make_deck(folder)
        times: dict[str, float] = {}
        for maker in MAKERS:
            runs = [measured(maker, folder, CARDS) for _ in range(3)]
            times[maker] = min(seconds for seconds, _ in runs)
            few = measured(maker, folder, CARDS // 5)[1]
            print(
                f"{maker:9} {times[maker]:6.2f} s CPU for {CARDS} cards; "
                f"{few:4.0f} MB for {CARDS // 5}, {runs[0][1]:4.0f} MB for {CARDS}"
            )
        print(f"ratio     {times['pnp'] / times['reportlab']:6.2f} (target: at most 2)")


if len(sys.argv) > 1:
    before = time.process_time()
    MAKERS[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))
    spent = time.process_time() - before
    # Linux counts in kilobytes.
    print(spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
else:
    main()
