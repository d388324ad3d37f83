"""Who plays the chunks of a run: the workers of `pnp.basics.workers`, and what they do."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.basics.workers import Alone, Job, Work, Workers
from pnp.playtest.kingmaking import Look, looks
from pnp.playtest.setting import Row, Setting, code, packed


class Chunk(NamedTuple):
    """Some games of one arm, by its index: to be played, or with their `records` to be looked at for kingmaking."""

    arm: int
    numbers: tuple[int, ...]
    records: tuple[str, ...] = ()


class Done(NamedTuple):
    """A chunk that was played: its rows and the seconds that it took; or the looks at each of its games."""

    chunk: Chunk
    rows: list[Row]
    seconds: float
    looks: tuple[tuple[Look, ...], ...] = ()


def played(workers: Workers, settings: tuple[Setting, ...], work: Work[Chunk]) -> Iterator[Done]:
    """Each chunk of the work when it has been played, in any order."""

    def arguments(chunk: Chunk) -> tuple[Setting, Chunk, str]:
        setting = settings[chunk.arm]
        return setting, chunk, "" if isinstance(workers, Alone) else code(setting.arm.game)

    def title(chunk: Chunk) -> str:
        first, last = chunk.numbers[0], chunk.numbers[-1]
        which = f"game {first}" if first == last else f"games {first} to {last}"
        return f"{which} of {settings[chunk.arm].arm.game}"

    return workers.done(Job(play, arguments, title, "what was played is kept"), work)


def play(setting: Setting, chunk: Chunk, expected: str = "") -> Done:
    """The chunk, played or looked at here; raises UnusableInput if the rules here are not those that are expected."""
    if expected and code(setting.arm.game) != expected:
        raise UnusableInput(
            f"a worker has another version of pnp or of the rules of {setting.arm.game}; install the same everywhere"
        )
    started = time.perf_counter()
    found: tuple[tuple[Look, ...], ...] = ()
    rows: list[Row] = []
    if chunk.records:
        seeds = map(setting.seed_of, chunk.numbers)
        pairs = zip(chunk.records, seeds, strict=True)
        found = tuple(looks(setting.game(seed), record, seed) for record, seed in pairs)
    else:
        rows = [packed(setting.play(number)) for number in chunk.numbers]
    return Done(chunk, rows, time.perf_counter() - started, found)
