"""Plans: the words of a command line become the arms to play and how many games of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise, product
from pathlib import Path

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import UnusableInput
from pnp.basics.words import did_you_mean, in_words
from pnp.definition.reading import changed, node_at, read_source
from pnp.games import game_class, playable
from pnp.play import AnyGame
from pnp.playtest.arms import Arm
from pnp.playtest.bots import bot_named
from pnp.playtest.setting import own_set
from pnp.project.sets import one_set

MOST_ARMS = 100
MOST_GAMES = 100_000  # of all arms; more would not fit into memory

# The uses whose worth is measured.
MOST_WORTHS = 40

# What a sweep may change besides options of the game and keys of the set.
SWEPT = ("players", "bots", "tiles", "set")


class Plan(NamedTuple):
    """What a run plays: arms with their labels, and how many games of each.

    With `until` a run ends early, once the first measure is known so well; see `runs.half_width`. `command` repeats the run.
    """

    game: str
    arms: tuple[Arm, ...]
    labels: tuple[str, ...]
    games: int
    until: float | None
    seed: int
    command: str


class Wish(NamedTuple):
    """What a designer asks for, as words of a command line; `players` and `sets` may have several."""

    game: str
    sets: tuple[str, ...] = ()
    players: str = ""
    bots: str = "random"
    options: tuple[str, ...] = ()
    sweeps: tuple[str, ...] = ()


def game_named(word: str) -> tuple[str, str]:
    """The game that a word means, and its set: the path of a file, "" for the game's own.

    Raises UnusableInput for a set without a game.
    """
    path = one_set(word).path
    source = read_source(path)
    for key in ("game", "rulebook"):
        try:
            name = getattr(node_at(source, key), "text", "")
        except UnusableInput:
            continue
        if name in playable():
            is_own = path.resolve() == own_set(name).resolve()
            return name, "" if is_own else str(path)
    raise UnusableInput(
        f'pnp does not know the rules of "{word}"; it knows those of {", ".join(playable())}. A changed copy of one of'
        " these names it at `rulebook`"
    )


def arms_of(wish: Wish) -> tuple[str, tuple[Arm, ...], tuple[str, ...]]:
    """The game, the arms and their labels; raises UnusableInput. Each arm is checked when its setting is made."""
    name, tileset = game_named(wish.game)
    game = game_class(name)
    sets = [set_of(name, word) for word in wish.sets] or [tileset]
    dimensions: dict[str, tuple[str, ...]] = {}
    if len(sets) > 1:
        dimensions["set"] = _distinct(sets, "--against")
    if wish.players:
        dimensions["players"] = values_in("--players", wish.players)
    for text in wish.sweeps:
        key, equals, words = text.partition("=")
        key = key.strip()
        if not equals or not key:
            raise UnusableInput(f'--sweep "{text}": write NAME=5..10, or NAME=ONE,OTHER')
        if key in dimensions:
            raise UnusableInput(f'--sweep "{text}": {key} has its values already')
        values = values_in(f"--sweep {key}", words)
        dimensions[key] = tuple(set_of(name, each) for each in values) if key == "set" else values
    if (number := _product(dimensions)) > MOST_ARMS:
        raise UnusableInput(
            f"the sweeps make {number:,} ways to play, and {MOST_ARMS} are the most; sweep fewer values"
        )
    options = dict(chosen_options(name, wish.options))
    for key in options.keys() & dimensions.keys():
        raise UnusableInput(f"--option {key}: a sweep has the values of {key}")
    names = _names_of_sets(name, dimensions.get("set", ()))
    arms, labels = [], []
    for values in product(*dimensions.values()):
        chosen = dict(zip(dimensions, values, strict=True))
        given = {"set": sets[0], "bots": wish.bots.replace(",", "+"), **chosen}
        arms.append(_arm(name, game, options, given))
        swept = {key: value for key, value in chosen.items() if len(dimensions[key]) > 1}
        shown = {key: names[value] if key == "set" else value for key, value in swept.items()}
        labels.append(", ".join(f"{key}={value}" for key, value in shown.items()))
    return name, tuple(arms), tuple(labels)


def with_ladder(plan: Plan, text: str) -> Plan:
    """The plan with a rung for each budget in a text such as `10,40,160`: a tree search against one with the budget below.

    In a game for one the rungs are searches alone. Raises UnusableInput.
    """
    base = _only_arm(plan, "--ladder")
    budgets = values_in("--ladder", text)
    numbers = [_number("--ladder", each) for each in budgets]
    if numbers != sorted(numbers) or len(numbers) < 2:
        raise UnusableInput(
            f'--ladder "{text}": write at least two budgets, the smallest first, such as 10,40,160'
        )
    bots = [f"mcts:{budget}" for budget in numbers]
    for bot in bots:
        bot_named(bot)
    rungs: list[tuple[str, tuple[str, ...]]] = [
        (f"{bot} against {below}", (bot, *(below,) * (base.players - 1)))
        for below, bot in pairwise(bots)
    ]
    if base.players == 1:
        rungs = [(bot, (bot,)) for bot in bots]
    arms = (base._replace(bots=each) for _, each in rungs)
    return _extended(plan, tuple(arms), tuple(label for label, _ in rungs))


def with_worths(
    plan: Plan,
    used: Sequence[str],
    worth: str,
    tiles: Collection[str],
    avoidable: Callable[[Collection[str]], Collection[str]] = lambda uses: uses,
) -> tuple[Plan, tuple[str, ...]]:
    """The plan with an arm for each use, in which the first bot does without it (restricted play), and what nobody can do without.

    *used* are the uses of the plan's games, the most frequent first, and *tiles* the notations of the tiles of the set. *worth* says
    whose uses get an arm: `moves` the kinds of moves, `tiles` the tiles, and the name of a field its values. *avoidable* returns the
    uses that a player can do without; the others get no arm. Raises UnusableInput.
    """
    base = _only_arm(plan, "--worth")
    if base.players == 1:
        raise UnusableInput(
            "--worth compares players, and this is a game for one; take more --players"
        )
    # The uses that an arm does without: one, or all of one tile.
    meant: dict[str, list[str]] = {}
    known: dict[str, None] = {}
    for use in used:
        _, _, rest = use.partition(" ")
        name, _, value = rest.partition("=")
        words = ("moves",) if not rest else (name, "tiles") if value in tiles else (name,)
        known |= dict.fromkeys(words)
        if worth in words:
            meant.setdefault(f"tile {value}" if worth == "tiles" else use, []).append(use)
    if not meant:
        raise UnusableInput(
            f'--worth {worth}: the moves of {plan.game} have no "{worth}"; write one of {", ".join(sorted(known))}'
        )
    chosen = {what: meant[what] for what in [*meant][:MOST_WORTHS]}
    free = {*avoidable([use for each in chosen.values() for use in each])}
    bound = tuple(what for what, each in chosen.items() if free.isdisjoint(each))
    chosen = {what: each for what, each in chosen.items() if what not in bound}
    if not chosen:
        raise UnusableInput(f"--worth {worth}: nobody can do without {in_words(bound)}")
    arms = (base._replace(barred=tuple((use, 1) for use in each)) for each in chosen.values())
    return _extended(plan, tuple(arms), tuple(f"without {what}" for what in chosen)), bound


def _only_arm(plan: Plan, what: str) -> Arm:
    if len(plan.labels) > 1 and plan.labels[0]:
        raise UnusableInput(
            f"{what} goes with one way to play; leave out --sweep, --against and several --players"
        )
    return plan.arms[0]


def _extended(plan: Plan, arms: tuple[Arm, ...], labels: tuple[str, ...]) -> Plan:
    arms, labels = plan.arms + arms, plan.labels + labels
    check_number(plan.games, len(arms))
    return plan._replace(arms=arms, labels=labels)


def check_number(games: int, arms: int) -> None:
    """Raises UnusableInput if so many games of each arm are more than a run may have."""
    if games * arms > MOST_GAMES:
        raise UnusableInput(
            f"{games:,} games in each of {arms} ways to play are more than {MOST_GAMES:,}; write --games"
            f" {MOST_GAMES // arms} or less"
        )


def _product(dimensions: Mapping[str, Sequence[str]]) -> int:
    number = 1
    for values in dimensions.values():
        number *= len(values)
    return number


def _names_of_sets(game: str, sets: Sequence[str]) -> dict[str, str]:
    """The name of each set, as short as they differ; the game's own has the name of the game."""
    short = {each: Path(each).name if each else game for each in sets}
    alike = len({*short.values()}) < len(short)
    return {each: each or game for each in sets} if alike else short


def _arm(
    name: str, game: type[AnyGame], options: Mapping[str, str], given: Mapping[str, str]
) -> Arm:
    """The arm with these options and with what else is given by name."""
    choices, changes = {**options}, {}
    known = {option.name for option in game.options}
    file = Path(given["set"]) if given["set"] else own_set(name)
    for key, value in given.items():
        if key in known:
            try:
                choices[key] = choice_of(game, key, value)
            except UnusableInput:
                # A number that no choice has may be one of the set, such as of coins.
                path = f"parameters.{key}"
                if not value.isdigit() or not _has(file, path):
                    raise
                changes[path] = value
        elif key not in SWEPT:
            changes[_path(game, file, key, value)] = value
    texts = [each.strip() for each in given["bots"].split("+")]
    for text in texts:
        bot_named(text)
    players = (
        _number("players", given["players"])
        if "players" in given
        else max(min(2, game.players[-1]), game.players[0], len(texts))
    )
    if players not in game.players:
        least, most = game.players[0], game.players[-1]
        raise UnusableInput(
            f"{name} is a game for {least if least == most else f'{least} to {most}'} players, not for {players}"
        )
    if len(texts) > players:
        raise UnusableInput(
            f"there are {len(texts)} bots for {players} players: {', '.join(texts)}"
        )
    return Arm(
        name,
        tuple(texts + texts[-1:] * (players - len(texts))),
        tuple(choices.items()),
        given["set"],
        tuple(changes.items()),
        _number("tiles", given["tiles"]) if "tiles" in given else 0,
    )


def chosen_options(name: str, texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The options of a game in texts such as `coins=five`, as in `Arm.options`; raises UnusableInput."""
    options: dict[str, str] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise UnusableInput(f'--option "{text}": write NAME=CHOICE')
        if key in options:
            raise UnusableInput(f'--option "{text}": {key} has its choice already')
        options[key] = choice_of(game_class(name), key, value)
    return tuple(options.items())


def choice_of(game: type[AnyGame], name: str, value: str) -> str:
    """The choice of an option that a value names: the choice itself, or its answer, such as a number.

    Raises UnusableInput for an unknown option or choice.
    """
    options = {option.name: option for option in game.options}
    if name not in options:
        raise UnusableInput(f'{game.name} has no option "{name}"{did_you_mean(name, options)}')
    choices = options[name].choices
    if value in choices:
        return value
    for choice, answer in choices.items():
        if answer == value:
            return choice
    shown = (
        f"{choice} ({answer})" if answer.isdigit() else choice for choice, answer in choices.items()
    )
    raise UnusableInput(f'the option "{name}" is one of {", ".join(shown)}, not "{value}"')


def _path(game: type[AnyGame], file: Path, key: str, value: str) -> str:
    """The path in the set's file that a sweep changes: as it is written, or of a parameter."""
    source = read_source(file)
    if "." in key:
        changed(source, key, value)
        return key
    for path in (f"parameters.{key}", key):
        with suppress(UnusableInput):
            changed(source, path, value)
            return path
    known = [*SWEPT, *(option.name for option in game.options)]
    raise UnusableInput(
        f'{game.name} has nothing called "{key}" to sweep (a key of the set is a path, such as tiles.size)'
        f"{did_you_mean(key, known)}"
    )


def _has(file: Path, path: str) -> bool:
    """Whether a set has a key at a path."""
    with suppress(UnusableInput):
        node_at(read_source(file), path)
        return True
    return False


def set_of(game: str, word: str) -> str:
    """The set of this game that a word means, as in `Arm.tileset`."""
    found, tileset = game_named(word)
    if game_class(found) is not game_class(game):
        raise UnusableInput(f"{word} is a set for {found}, not for {game}")
    if found != game and not tileset:
        return str(own_set(found))
    return tileset


def _distinct(values: Sequence[str], what: str) -> tuple[str, ...]:
    if len(set(values)) < len(values):
        raise UnusableInput(f"{what}: each value has to be another one")
    return tuple(values)


_RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)(?:\.\.([0-9]+))?")


def values_in(what: str, text: str) -> tuple[str, ...]:
    """The values in a text such as `5..10`, `60..90..5` or `a,b,c`; raises UnusableInput."""
    found: list[str] = []
    for part in _parts(text):
        match = _RANGE.fullmatch(part)
        if match is None:
            found.append(part)
            continue
        first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if first > last or step < 1:
            raise UnusableInput(f'{what}: "{part}" has no values; write the smaller number first')
        if (last - first) // step >= MOST_ARMS:
            raise UnusableInput(f'{what}: "{part}" has more than {MOST_ARMS} values')
        found += map(str, range(first, last + 1, step))
    if not found or "" in found:
        raise UnusableInput(
            f'{what}: "{text}" has no values, or an empty one; write 5..10, or one,other'
        )
    return _distinct(found, what)


def _parts(text: str) -> Iterator[str]:
    """The parts of a text between its commas, but for those inside of brackets."""
    depth, start = 0, 0
    for place, character in enumerate(text):
        depth += (character in "{[(") - (character in ")]}")
        if character == "," and depth == 0:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


def _number(what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise UnusableInput(f"{what}={text}: write a number, such as 3")
    return int(text)
