"""`pnp playtest`."""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from random import Random

import click

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import OutputError, UnusableInput
from pnp.basics.lookup import library
from pnp.basics.words import counted
from pnp.basics.workers import Alone, Workers, workers_named
from pnp.cli import INTERRUPTED
from pnp.cli.loudness import say
from pnp.cli.messages import exits_with_message, format_option, print_json
from pnp.cli.options import progress_option, rules_option, seed_option
from pnp.cli.output import write_file
from pnp.cli.progress import Progress
from pnp.cli.terminal import echo
from pnp.playtest.arms import Arm, Played
from pnp.playtest.gathering import avoidable, tile_texts, tiles_to_use
from pnp.playtest.page import PAGE, files_of
from pnp.playtest.plans import (
    MOST_GAMES,
    Plan,
    Wish,
    arms_of,
    check_number,
    values_in,
    with_ladder,
    with_worths,
)
from pnp.playtest.replays import with_sets
from pnp.playtest.report import Asked, Report, Trial, along_parameter, report_of
from pnp.playtest.runs import Looked, Results, looked, run, uses_by_number
from pnp.playtest.search import Found, Tried, Values, goals_of, search, space_of
from pnp.playtest.setting import Setting
from pnp.playtest.store import Store
from pnp.playtest.writing import data_of, text_of

# Games of each way to play: greedy bots take one to three seconds of a processor for most games.
GAMES = 200

# Games that show whether somebody can do without a move.
_LOOKED_AT = 10


@click.command("playtest")
@click.argument("game", metavar="GAME")
@click.option("--set", "tileset", metavar="FILE", help="Play with this set in place of GAME's own.")
@click.option(
    "--against", metavar="FILE", help="Play the same deals with this set as well, and compare."
)
@click.option(
    "--players",
    default="",
    metavar="NUMBERS",
    help="The number of players, or several such as 2,3; the default is the least that the bots need.",
)
@click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="NAMES",
    help="The bots, as in pnp play; the last one takes all seats that are left. Different bots change seats from game to game.",
)
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    metavar="NUMBER",
    help=f"Games of each way to play; the default is {GAMES}.",
)
@click.option(
    "--until",
    type=click.FloatRange(0.001, 0.5),
    metavar="WIDTH",
    help="Stop when the shares of wins, or their differences, are known to this width to each side, such as 0.02.",
)
@rules_option
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    metavar="NAME=VALUES",
    help="Compare values, 5..10 or one,other, of an option, of players, bots, tiles or set, or of a key of the set"
    " such as parameters.coins; several sweeps make all combinations.",
)
@click.option(
    "--ladder",
    metavar="PLAYOUTS",
    help="Does skill matter? Play mcts bots, each against the one with fewer playouts, such as 10,40,160.",
)
@click.option(
    "--worth",
    metavar="moves|tiles|FIELD",
    help="What is a kind of move, a tile, or a value of moves such as coins worth? Play a bot without it against bots with it.",
)
@click.option(
    "--search",
    "space",
    metavar="NAME=VALUES,…",
    help="Look for values of these, named as in --sweep, that reach a goal: coins=3..10,tiles=60..90. Needs --for.",
)
@click.option(
    "--for",
    "goals",
    metavar="MEASURE=RANGE,…",
    help="The goal of --search: a measure of docs/playtests.md with a range, or even: seats=even,turns=30..40. Shares are in percent.",
)
@click.option(
    "--tries",
    type=click.IntRange(2, 10_000),
    default=40,
    show_default=True,
    metavar="NUMBER",
    help="Combinations that --search tries, besides the neighbours of the best.",
)
@seed_option("The same seed brings the same games.")
@click.option(
    "--workers",
    metavar="NUMBER",
    help="Processes that play, or dask://HOST:PORT for a Dask cluster; the default is the number of processors.",
)
@click.option(
    "--out",
    metavar="FOLDER",
    help="The folder for the games and the report; the default is output/GAME/playtest.",
)
@click.option(
    "--kings",
    type=click.IntRange(0, MOST_GAMES),
    default=0,
    metavar="NUMBER",
    help="Look for kingmaking, by playouts, in so many games of each way to play for three or more.",
)
@format_option("text", "json")
@progress_option
@exits_with_message
def command(
    game: str,
    tileset: str | None,
    against: str | None,
    players: str,
    bots: str,
    games: int | None,
    until: float | None,
    options: tuple[str, ...],
    sweeps: tuple[str, ...],
    ladder: str | None,
    worth: str | None,
    space: str | None,
    goals: str | None,
    tries: int,
    seed: int,
    workers: str | None,
    out: str | None,
    kings: int,
    form: str,
    progress: bool | None,
) -> int:
    """Play GAME many times with bots, and report who wins, how games go, and which differences are real.

    Every game is kept, so a run that was stopped goes on where it was. The report is a page, a text and
    data, with the typical, the closest and the oddest game as records.
    """
    for name in ("scipy", "matplotlib"):
        library(name, extra="playtest", user="pnp playtest")
    sets = tuple(each for each in (tileset, against) if each is not None)
    if against is not None and tileset is None:
        sets = (game, against)
    wish = Wish(game, sets, players, bots, options, sweeps)
    if (space is None) != (goals is None):
        raise UnusableInput("--search and --for go together: where to look, and for what")
    if space is not None and (sweeps or ladder or worth or until or len(sets) > 1):
        raise UnusableInput(
            "--search goes with one way to play; leave out --sweep, --against, --ladder, --worth and --until"
        )
    name, arms, labels = arms_of(wish)
    if kings and all(arm.players < 3 for arm in arms):
        raise UnusableInput("--kings looks for a third who decides; write --players 3 or more")
    number = games or (GAMES if until is None else MOST_GAMES // len(arms))
    check_number(number, len(arms))
    plan = Plan(name, arms, labels, number, until, seed, _command(None if until else number))
    bound: Sequence[str] = ()
    if ladder is not None:
        plan = with_ladder(plan, ladder)
    crew = workers_named(workers or str(os.cpu_count() or 1))
    if out == "":
        raise OutputError("--out needs the name of a folder")
    folder = Path(out) if out is not None else Path("output", name, "playtest")
    with (
        Store(folder / "playtest.sqlite", name) as store,
        crew,
        Progress(progress) as bar,
    ):
        if space is not None and goals is not None:
            searched = _searched(plan, wish, space, goals, tries, store, crew, bar)
            plan, results = searched.plan, searched.results
        else:
            searched = None
            results = run(plan, store, crew, bar)
        if worth is not None and not results.stopped:
            rules, first = Setting.of(arms[0], seed), results.games[0]

            def free(uses: Collection[str]) -> Collection[str]:
                return avoidable(
                    ((rules.game(each.seed), each.record) for each in first[:_LOOKED_AT]), uses
                )

            used, tiles = uses_by_number(first), tile_texts(rules.table.game)
            plan, bound = with_worths(plan, used, worth, tiles, free)
            results = run(plan, store, crew, bar)
        seen, stopped = looked(plan, results, kings, store, crew, bar)
        made = _report(plan, results, seen, folder, searched and searched.found, bound)
    if made is not None:
        for path, found in files_of(made).items():
            write_file(folder / path, found)
        if form == "json":
            print_json(data_of(made))
        else:
            echo(text_of(made))
            echo(f"report: {(folder / PAGE).as_posix()}")
    if results.seconds and results.played and form != "json":
        pace = results.played / results.seconds
        say(f"{counted(results.played, 'game')} played, {pace:.1f} a second")
    if until is not None and results.width is not None and results.width > until:
        say(
            f"known to {results.width:.3f} to each side, not to {until:g}: that takes more --games",
            err=True,
        )
    if stopped:
        echo(f"stopped; {store.path} has what was played, and the same command goes on", err=True)
        return INTERRUPTED
    return 0


def _command(games: int | None) -> str:
    """The command line that repeats the run, also with another version's defaults."""
    ctx = click.get_current_context()
    words = ["pnp", "playtest"]
    for parameter in ctx.command.params:
        value = ctx.params.get(str(parameter.name))
        if parameter.name == "games":
            value = value or games
        if isinstance(parameter, click.Argument):
            words.append(str(value))
        elif parameter.name not in _NOT_REPEATED and value is not None:
            if value == parameter.default and parameter.name != "bots":
                continue
            for each in value if isinstance(value, tuple) else (value,):
                words += [parameter.opts[-1], str(each)]
    return shlex.join(words)


# Options that change nothing about the results.
_NOT_REPEATED = ("workers", "out", "form", "progress")


class _Searched(NamedTuple):
    """What a search found, None if Ctrl-C stopped it before the first try, with the best and its neighbours as a plan and its results."""

    found: Found | None
    plan: Plan
    results: Results


def _searched(
    plan: Plan,
    wish: Wish,
    space: str,
    goals: str,
    tries: int,
    store: Store,
    crew: Workers,
    bar: Progress,
) -> _Searched:
    number = 0

    def arm_of(values: Values) -> Arm:
        words = tuple(f"{name}={value}" for name, value in values)
        return arms_of(wish._replace(sweeps=(*wish.sweeps, *words)))[1][0]

    def play(arm: Arm) -> Sequence[Played]:
        results = run(plan._replace(arms=(arm,), labels=("",)), store, crew, step)
        if results.stopped:
            raise KeyboardInterrupt
        return results.games[0]

    def step(what: str, share: float) -> None:
        bar(f"try {number + 1}: {what}", min(1.0, (number + share) / tries))

    def told(tried: int, _: Tried) -> None:
        nonlocal number
        number = tried

    wanted, looked = goals_of(goals), space_of(space, values_in)
    for name, values in looked.items():
        for value in (values[0], values[-1]):
            Setting.of(arm_of(((name, value),)), plan.seed)
    ends = dict.fromkeys(
        arm_of(tuple((name, each[at]) for name, each in looked.items())) for at in (0, -1)
    )
    try:
        first = run(plan._replace(arms=(*ends,), labels=("",) * len(ends), games=1), store, Alone())
        if first.stopped:
            raise KeyboardInterrupt
        _forecast(first, min(tries, math.prod(map(len, looked.values()))), plan.games, crew)
        found = search(looked, wanted, arm_of, play, tries=tries, seed=plan.seed, told=told)
    except KeyboardInterrupt:
        return _Searched(None, plan, Results(((),), 0, 0.0, stopped=True))
    trials = found.trials()
    plan = plan._replace(
        arms=tuple(each.arm for each in trials), labels=tuple(each.label for each in trials)
    )
    return _Searched(
        found, plan, Results(tuple(each.games for each in trials), 0, 0.0, found.stopped)
    )


def _forecast(first: Results, tries: int, games: int, crew: Workers) -> None:
    """Says how long a search takes by its first games, if it takes a minute or more."""
    if not first.played:
        return
    pace = first.seconds / first.played
    minutes = round(pace * tries * games / crew.number / 60)
    if minutes:
        whole = counted(minutes, "minute") if minutes < 90 else counted(round(minutes / 60), "hour")
        each = f"{pace:.1f} seconds of a processor for each"
        say(
            f"the search takes about {whole}: {counted(tries, 'combination')} with {counted(games, 'game')}, {each}",
            err=True,
        )


def _report(
    plan: Plan,
    results: Results,
    seen: Sequence[Looked],
    folder: Path,
    found: Found | None,
    bound: Sequence[str],
) -> Report | None:
    """The report of all games that were played; None if nobody has played a game."""
    pairs = [use.partition("=") for games in results.games for use in uses_by_number(games)]
    used = {field: {tile for each, _, tile in pairs if each == field} for field, _, _ in pairs}
    known = [[*_known(Setting.of(arm, plan.seed), used)] for arm in plan.arms]
    every = zip(plan.arms, plan.labels, results.games, known, seen, strict=True)
    alone = "" if len(plan.arms) == 1 else "as asked"
    parameter, trials = along_parameter(
        [
            Trial(label or alone, arm, games, known=tuple(uses), looks=looks)
            for arm, label, games, uses, looks in every
            if games
        ]
    )
    if not trials:
        return None
    title = Setting.of(plan.arms[0], plan.seed).table.game.tileset.definition.title
    asked = Asked(title, plan.game, plan.command, parameter, folder.as_posix())
    asked = asked._replace(bound=tuple(bound))
    if found is not None:
        asked = asked._replace(parameter="", found=tuple(found.sentences()), tried=found.table())
    return with_sets(report_of(asked, trials), plan.seed)


def _known(setting: Setting, used: Mapping[str, AbstractSet[str]]) -> Iterator[str]:
    """All uses of tiles that the set of an arm allows; *used* has the values that are used, by field."""
    game, tiles = setting.table.game, tile_texts(setting.table.game)
    start = game.initial(Random(setting.seed), setting.arm.players, dict(setting.options))
    for field, values in used.items():
        if not values.isdisjoint(tiles):
            yield from (f"{field}={tile}" for tile in tiles_to_use(game, start, values))
