"""Random games a second, beside another commit in one run; see README.md."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from checkouts import ROOT, checked_out, output

# Each set with its number of players, and how often as fast as 46f0428 its games have to be.
GAMES = {
    "hexstatic": (3, 8),
    "hexstatic-compact": (3, 7),
    "controlled-path": (3, 3),
    "hex-auction": (4, 2),
    "hexpertise": (2, 2),
    "hexagonal-highway": (6, 2),
}
SEEDS = 12
ROUNDS = 5

# Plays the same random games several times in a process of its own and prints the sum of their least times.
PLAY = """
import sys, time
from random import Random
from pnp.games import game_of

name, players, seeds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

def playout(game, position, chooser):
    while not game.is_over(position):
        position = game.play(position, chooser.choice(game.legal_moves(position)))
    return position

def play(seed):
    game = game_of(name)
    position = game.initial(Random(seed), players)
    fastest = getattr(type(game), "playout", playout)
    game.score(fastest(game, position, Random(seed)))

def seconds(seed):
    start = time.process_time()
    play(seed)
    return time.process_time() - start

play(0)
print(sum(min(seconds(seed) for _ in range(3)) for seed in range(1, seeds + 1)))
"""


def games_a_second(checkout: Path, name: str) -> float:
    """Random games of a set a second, from the deal to the score, with the code of a checkout."""
    return SEEDS / float(output(checkout, ["-c", PLAY, name, str(GAMES[name][0]), str(SEEDS)]))


def compare(other: Path, names: Sequence[str]) -> None:
    """Print the medians of all rounds: games a second of both checkouts, and their ratio."""
    print(f"{'games a second':20} {'now':>8} {'before':>8} {'ratio':>7} {'target':>7}")
    for name in names:
        rounds = [(games_a_second(ROOT, name), games_a_second(other, name)) for _ in range(ROUNDS)]
        now, before = map(median, zip(*rounds, strict=True))
        ratio, target = median(ours / theirs for ours, theirs in rounds), GAMES[name][1]
        print(f"{name:20} {now:8.1f} {before:8.1f} {ratio:7.2f} {target:7}", flush=True)


def main() -> None:
    """Check out the commit that is named, and compare all games, or those that are named after it."""
    commit, *names = sys.argv[1:] or ["HEAD"]
    with checked_out(commit) as other:
        compare(other, names or [*GAMES])


if __name__ == "__main__":
    main()
