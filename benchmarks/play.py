"""Random games a second, beside another commit in one run; see README.md."""

from __future__ import annotations

import sys
from pathlib import Path

from checkouts import ROOT, checked_out, output

# Each set with its number of players, how many random games are played, and how often each is timed.
GAMES = {
    "hexstatic": 3,
    "controlled-path": 3,
    "hex-auction": 4,
    "hexpertise": 2,
    "hexagonal-highway": 6,
}
SEEDS = 12
ROUNDS = 3

# Plays the same random games several times in a process of its own and prints the least time of each.
PLAY = """
import sys, time
from random import Random
from pnp.games import game_of

name, players = sys.argv[1], int(sys.argv[2])

def play(seed):
    game, chooser = game_of(name), Random(seed)
    position = game.initial(Random(seed), players)
    for _ in range(500):
        if game.is_over(position):
            break
        position = game.play(position, chooser.choice(game.legal_moves(position)))

play(0)
for seed in range(1, int(sys.argv[3]) + 1):
    times = []
    for _ in range(3):
        start = time.process_time()
        play(seed)
        times.append(time.process_time() - start)
    print(min(times))
"""


def seconds(checkout: Path, name: str) -> list[float]:
    """The time that each of a few random games takes with the code of a checkout."""
    printed = output(checkout, ["-c", PLAY, name, str(GAMES[name]), str(SEEDS)])
    return [float(line) for line in printed.split()]


def compare(other: Path) -> None:
    """Print games a second of both checkouts and their ratio, the least times of all rounds."""
    for name in GAMES:
        rounds = [(seconds(ROOT, name), seconds(other, name)) for _ in range(ROUNDS)]
        ours, theirs = (
            sum(map(min, zip(*(each[side] for each in rounds), strict=True))) for side in (0, 1)
        )
        print(
            f"{name:20} {SEEDS / ours:7.2f} games/s  {SEEDS / theirs:7.2f} before  {theirs / ours:5.2f}x"
        )


def main() -> None:
    """Check out the commit that is named, and compare."""
    with checked_out(sys.argv[1] if len(sys.argv) > 1 else "HEAD") as other:
        compare(other)


if __name__ == "__main__":
    main()
