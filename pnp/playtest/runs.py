"""Runs: a plan is played, kept game by game, and its results are the same whoever plays them and how often it stops."""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from time import monotonic

from pnp.basics.classes import NamedTuple
from pnp.basics.workers import Alone, Workers
from pnp.playtest.arms import Arm, Played
from pnp.playtest.figures import Figures
from pnp.playtest.kingmaking import Look
from pnp.playtest.plans import Plan
from pnp.playtest.setting import Setting
from pnp.playtest.store import Store
from pnp.playtest.workers import Chunk, Done, played

# After each so many games a run decides whether it knows enough; the seatings of 2 to 6 players divide it.
BATCH = 120

# Games are sent to workers in chunks of about so many seconds, and of so many games at most.
_CHUNK = 0.5
_LARGEST = 100

# A run plays so many seconds by itself before it starts processes, whose start takes as long.
_ALONE = 0.5

# Standard errors to each side of an interval of 95 %.
_Z = 1.959964


class Results(NamedTuple):
    """The games of each arm in the order of their numbers, without gaps.

    `stopped` says that Ctrl-C ended the run; `played` counts the games that were not in the store before. `width` is how well the
    first measure is known, as in `half_width`, if the plan has `until`.
    """

    games: tuple[tuple[Played, ...], ...]
    played: int
    seconds: float
    stopped: bool = False
    width: float | None = None


Progress = Callable[[str, float], None]


def run(
    plan: Plan,
    store: Store,
    workers: Workers,
    progress: Progress = lambda what, share: None,
) -> Results:
    """Plays what is missing of a plan; raises PnpError. After Ctrl-C the results have what was played."""
    settings = tuple(Setting.of(arm, plan.seed) for arm in plan.arms)
    keys = [store.key(setting) for setting in settings]
    missing = _Missing(store, keys)
    borders = [plan.games] if plan.until is None else [*range(BATCH, plan.games, BATCH), plan.games]
    found: list[list[Played]] = [[] for _ in keys]
    started, stopped = monotonic(), False
    width: float | None = None
    try:
        for border in borders:
            missing.reach(border)
            _play(settings, missing, store, workers, progress, plan.games)
            if plan.until is not None:
                for games, key in zip(found, keys, strict=True):
                    games += store.games(key, border, len(games))
                figures = [[game.figures for game in games] for games in found]
                width = half_width(plan.arms, figures)
                if width <= plan.until:
                    break
    except KeyboardInterrupt:
        stopped = True
    for games, key in zip(found, keys, strict=True):
        games += store.games(key, missing.border, len(games))
        # A run that was stopped may have later games already: the short ones are done first.
        whole = next((at for at, game in enumerate(games) if game.number != at), len(games))
        del games[whole:]
    return Results(tuple(map(tuple, found)), missing.done, monotonic() - started, stopped, width)


# The looks at some games of an arm, each with its game.
Looked = tuple[tuple[Played, tuple[Look, ...]], ...]


def looked(
    plan: Plan,
    results: Results,
    number: int,
    store: Store,
    workers: Workers,
    progress: Progress = lambda what, share: None,
) -> tuple[tuple[Looked, ...], bool]:
    """The looks for kingmaking at the first games of each arm for three or more, and whether Ctrl-C has stopped them.

    Those that the store lacks are made, unless the run itself was stopped. Raises PnpError.
    """
    games = [
        found[:number] if arm.players > 2 else ()
        for arm, found in zip(plan.arms, results.games, strict=True)
    ]
    settings = tuple(Setting.of(arm, plan.seed) for arm in plan.arms)
    keys = [store.key(setting) for setting in settings]
    known = [store.looks(key) for key in keys]
    unseen, every, stopped = _Unseen(games, known), sum(map(len, games)), results.stopped
    try:
        if not stopped and unseen.left:
            for done in played(workers, settings, unseen):
                found = [*zip(done.chunk.numbers, done.looks, strict=True)]
                store.add_looks(keys[done.chunk.arm], found)
                known[done.chunk.arm].update(found)
                unseen.note(done)
                ready = every - unseen.left
                progress(f"kingmaking in {ready:,} of {every:,} games", ready / every)
    except KeyboardInterrupt:
        stopped = True
    pairs = zip(games, known, strict=True)
    return tuple(
        tuple((game, seen[game.number]) for game in found if game.number in seen)
        for found, seen in pairs
    ), stopped


class _Games:
    """Games that wait, by arm and number, and are taken in chunks of equal time."""

    def __init__(self) -> None:
        self._queue: deque[tuple[int, int]] = deque()
        self.done = 0
        # The seconds of a game in each arm, as far as they are known.
        self._pace: dict[int, float] = {}
        self.left = 0

    def add(self, games: Iterable[tuple[int, int]]) -> None:
        """More games wait."""
        self._queue += games
        self.left = len(self._queue)

    def chunk(self, arm: int, numbers: tuple[int, ...]) -> Chunk:
        """These games as workers get them."""
        return Chunk(arm, numbers)

    def take(self) -> Chunk | None:
        if not self._queue:
            return None
        arm = self._queue[0][0]
        pace = self._pace.get(arm)
        size = (
            1 if pace is None else min(_LARGEST, max(1, int(_CHUNK / (pace or _CHUNK / _LARGEST))))
        )
        numbers: list[int] = []
        while self._queue and self._queue[0][0] == arm and len(numbers) < size:
            numbers.append(self._queue.popleft()[1])
        return self.chunk(arm, tuple(numbers))

    def note(self, done: Done) -> None:
        """A chunk was played."""
        number = len(done.chunk.numbers)
        self._pace[done.chunk.arm] = done.seconds / number
        self.done += number
        self.left -= number


class _Missing(_Games):
    """The games that the store lacks; all arms advance together."""

    def __init__(self, store: Store, keys: Sequence[int]) -> None:
        super().__init__()
        self.keys = keys
        self._known = [store.numbers(key) for key in keys]
        self.border = 0

    def reach(self, border: int) -> None:
        """All games with numbers below the border are wanted."""
        numbers = range(self.border, border)
        self.border = border
        for start in range(0, len(numbers), BATCH):
            for arm, known in enumerate(self._known):
                batch = numbers[start : start + BATCH]
                self.add((arm, number) for number in batch if number not in known)


class _Unseen(_Games):
    """The games of each arm at which nobody has looked."""

    def __init__(self, games: Sequence[Sequence[Played]], known: Sequence[Collection[int]]) -> None:
        super().__init__()
        self._records = [{game.number: game.record for game in found} for found in games]
        for arm, records in enumerate(self._records):
            self.add((arm, number) for number in records if number not in known[arm])

    def chunk(self, arm: int, numbers: tuple[int, ...]) -> Chunk:
        return Chunk(arm, numbers, tuple(self._records[arm][number] for number in numbers))


class _Short:
    """Work that ends when some seconds have passed, or the rest is quick."""

    def __init__(self, work: _Missing) -> None:
        self._work = work
        self._until = monotonic() + _ALONE

    def take(self) -> Chunk | None:
        return self._work.take() if monotonic() < self._until else None


def _play(
    settings: tuple[Setting, ...],
    missing: _Missing,
    store: Store,
    workers: Workers,
    progress: Progress,
    total: int,
) -> None:
    """Plays all that is missing up to the border, and keeps each chunk."""
    wanted, all_games = missing.border * len(settings), total * len(settings)

    def keep(chunks: Iterable[Done]) -> None:
        for done in chunks:
            store.add(missing.keys[done.chunk.arm], done.rows)
            missing.note(done)
            ready = wanted - missing.left
            progress(f"{ready:,} of {all_games:,} games", ready / all_games)

    has_slow_bots = any(":" in bot for setting in settings for bot in setting.arm.bots)
    if not missing.done and not has_slow_bots:
        keep(played(Alone(), settings, _Short(missing)))
    if missing.left:
        keep(played(workers, settings, missing))


def uses_by_number(games: Iterable[Played]) -> list[str]:
    """The uses of moves in some games, the most frequent first."""
    found: Counter[str] = Counter()
    for game in games:
        found.update({use: sum(counts) for use, counts in game.figures.uses.items()})
    return sorted(found, key=lambda use: (-found[use], use))


# How well the first measure is known.


def half_width(arms: Sequence[Arm], games: Sequence[Sequence[Figures]]) -> float:
    """Half the width of the 95 % interval of the first measure, the widest of all arms and seats.

    It is the share of wins of each bot, or of each seat if all bots are equal. For several arms with the same bots it
    is the difference of that share from the first arm, deal by deal. In a game for one it is the mean of the points, as a
    share of the mean. A sequential stop at a width keeps the interval honest (Chow and Robbins 1965).
    """
    shares = [_shares(arm, figures) for arm, figures in zip(arms, games, strict=True)]
    if len(arms) > 1 and len({(arm.bots, arm.barred) for arm in arms}) == 1 and arms[0].players > 1:
        first = shares[0]
        widths = [
            _width([one - other for one, other in zip(mine, its, strict=False)])
            for each in shares[1:]
            for mine, its in zip(each, first, strict=True)
        ]
        return max(widths)
    return max(_width(values) for each in shares for values in each)


def _shares(arm: Arm, games: Sequence[Figures]) -> list[list[float]]:
    """For each seat, or each bot, its share of the wins in each deal."""
    is_by_bot = arm.seatings > 1
    deals: dict[int, list[Figures]] = defaultdict(list)
    for number, figures in enumerate(games):
        deals[arm.deal(number)].append(figures)
    if arm.players == 1:
        points = [float(figures.final[0]) for figures in games]
        mean = sum(points) / len(points) or 1.0
        return [[each / abs(mean) for each in points]]
    found = []
    for who in range(arm.players):
        found.append(
            [
                sum(
                    (seat in figures.winners) / len(figures.winners)
                    for figures in deal
                    if figures.winners
                    for seat in range(arm.players)
                    if (figures.bots[seat] if is_by_bot else seat) == who
                )
                / len(deal)
                for deal in deals.values()
            ]
        )
    return found


def _width(values: Sequence[float]) -> float:
    """Half of a 95 % interval of a mean; equal values leave the width that Wilson's interval has at a share of 0."""
    number = len(values)
    if number < 2:
        return math.inf
    mean = sum(values) / number
    variance = sum((each - mean) ** 2 for each in values) / (number - 1)
    return max(_Z * math.sqrt(variance / number), _Z**2 / 2 / (number + _Z**2))
