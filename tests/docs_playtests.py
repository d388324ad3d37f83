"""Answers the questions on the page of playtests anew: `python -m tests.docs_playtests [QUESTION ...]`, such as `coins kings`.

It plays all that the commands of the page say for these questions, or for all of them, and takes about two and a half hours on two processors. It keeps the games in
build/playtests; then it draws the plots into docs/images and writes the answers, with the numbers of the reports, between the comments of the page.
"""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from statistics import median, quantiles
from textwrap import fill
from typing import Any, NamedTuple

from click.testing import CliRunner

from pnp.basics.errors import Source
from pnp.basics.words import in_words
from pnp.cli import main
from pnp.cli.playtest_command import GAMES, command
from pnp.games import game_of
from pnp.playtest.answers import POINTS, said
from pnp.playtest.arms import Played
from pnp.playtest.measures import MEASURES
from pnp.playtest.panels import Columns, Course, Dots, Panel, Row
from pnp.playtest.plans import Plan, Wish, arms_of
from pnp.playtest.plots import description
from pnp.playtest.plots import plot as drawn
from pnp.playtest.setting import Setting
from pnp.playtest.statistics import Estimate, Sample, mean, quartiles, share
from pnp.playtest.store import Store
from tests.conftest import ROOT
from tests.docs_pages import DOCS, read

PAGE = "playtests"

_DRAWN_BY = "python -m tests.docs_playtests"

_PLACE = re.compile(r"(?<=<!-- answers -->\n\n).*?(?=<!-- end -->)", re.DOTALL)

# A plot as a picture of its own: the inks of the report in light, and the fonts of the reader's system.
_STYLE = (
    "<style>svg { --ink: #1b1c1e; --soft: #55585c; --line: #cfcfcc; --raised: #ffffff;"
    ' font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }</style>'
)
_SCALE = 1.3  # to the size of the page's text
_MARGIN = 12  # for wider fonts than the plot reckons with


class Ran(NamedTuple):
    """A command of the page that was run: what it played, where, and its report as data."""

    plan: Plan
    folder: Path
    data: dict[str, Any]

    @property
    def arms(self) -> tuple[str, ...]:
        """The labels of the arms."""
        return tuple(str(each["label"]) for each in self.data["arms"])

    @property
    def games(self) -> str:
        """The games of each arm in words."""
        return f"{self.data['arms'][0]['games']:,}"

    def arm(self, label: str = "") -> dict[str, Any]:
        """The data of the arm with a label."""
        (found,) = (each for each in self.data["arms"] if each["label"] == label)
        return dict(found)

    def estimate(self, key: str, label: str = "", arm: str = "") -> Estimate:
        """A measure of an arm."""
        return _estimate(self.arm(arm)["measures"][key][label])

    def said(self, key: str, label: str = "", arm: str = "") -> str:
        """A measure of an arm in words."""
        unit = MEASURES[key].unit
        return said(self.estimate(key, label, arm), "" if unit == "in a game" else unit)

    def real(self, key: str, label: str, arm: str) -> bool:
        """Whether an arm differs from the first one for real."""
        return any(
            each["real"]
            for each in self.data["differences"]
            if (each["to"], each["measure"], each["label"]) == (arm, key, label)
        )

    def king(self, key: str) -> Estimate | None:
        """The decisions of players who can `hardly` win, or the `power` that these have; None if there are no such decisions."""
        (found,) = self.data["kingmaking"]
        return _estimate(found[key]) if found[key] else None

    def played(self, arm: str = "") -> list[Played]:
        """The games of an arm."""
        setting = Setting.of(self.plan.arms[self.plan.labels.index(arm)], self.plan.seed)
        with Store(self.folder / "playtest.sqlite", self.plan.game) as store:
            return [*store.games(store.key(setting), self.plan.games)]


def _estimate(found: dict[str, Any]) -> Estimate:
    """An estimate of the data of a report, where None is a limit that does not exist."""
    low, high = found["low"], found["high"]
    return Estimate(
        found["value"], -inf if low is None else low, inf if high is None else high, found["games"]
    )


class Answer(NamedTuple):
    """Sentences, in paragraphs, the plot that belongs to them, and the record of a game of which they speak, or ""."""

    text: str
    panel: Panel
    record: str = ""


class Question(NamedTuple):
    """A question of a designer, the commands that answer it, and their answer."""

    key: str
    title: str
    commands: tuple[str, ...]
    answer: Callable[..., Answer]


def plan_of(line: str) -> Plan:
    """The plan of a command line `pnp playtest …`; raises PnpError, or click's error for a wrong option."""
    program, name, *words = shlex.split(line)
    assert (program, name) == ("pnp", command.name), line
    asked = command.make_context(name, words).params
    sets = tuple(each for each in (asked["tileset"], asked["against"]) if each is not None)
    if asked["against"] is not None and asked["tileset"] is None:
        sets = (asked["game"], asked["against"])
    wish = Wish(
        asked["game"], sets, asked["players"], asked["bots"], asked["options"], asked["sweeps"]
    )
    game, arms, labels = arms_of(wish)
    return Plan(game, arms, labels, asked["games"] or GAMES, None, asked["seed"], line)


def ran(line: str) -> Ran:
    """Runs a command of the page in the current folder."""
    words = shlex.split(line)
    result = CliRunner().invoke(main, [*words[1:], "--format", "json"], prog_name="pnp")
    assert result.exit_code == 0, result.output
    return Ran(plan_of(line), Path(words[words.index("--out") + 1]), json.loads(result.stdout))


def picture(panel: Panel) -> str:
    """A plot as a file that is a picture."""
    text = drawn(panel)
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
    assert box
    width, height = (float(each) + 2 * _MARGIN for each in box.groups())
    size = f'width="{width * _SCALE:.0f}" height="{height * _SCALE:.0f}"'
    text = text.replace(box[0], f'viewBox="{-_MARGIN} {-_MARGIN} {width:g} {height:g}" {size}')
    return text.replace("</desc>", f"</desc>\n{_STYLE}", 1) + "\n"


def commands_of(text: str) -> list[str]:
    """The commands of the answers on the page."""
    found = _PLACE.search(text)
    assert found
    blocks = re.findall(r"```sh\n(.*?)```", found[0], re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def _wrapped(text: str) -> str:
    """Paragraphs with lines as long as those of the page; tables as they are."""
    parts = [
        part
        if part.startswith("|")
        else fill(_with_whole_code(part), 150, break_long_words=False).replace("\0", " ")
        for part in text.strip().split("\n\n")
    ]
    return "\n\n".join(parts)


def _with_whole_code(text: str) -> str:
    """A paragraph in one line, whose code has NUL in place of spaces, so that no line ends in it."""
    return re.sub("`[^`]*`", lambda code: code[0].replace(" ", "\0"), " ".join(text.split()))


def answer_all(folder: Path, keys: Sequence[str] = ()) -> None:
    """Plays in a folder, and writes the answers to the questions with these keys, or to all, and their plots; raises KeyError."""
    by_key = {question.key: question for question in QUESTIONS}
    asked = [by_key[key] for key in keys or by_key]
    folder.mkdir(parents=True, exist_ok=True)
    page = DOCS / f"{PAGE}.md"
    for question in asked:
        print(question.title, flush=True)
        with contextlib.chdir(folder):
            answer = question.answer(*map(ran, question.commands))
        image = f"images/playtest-{question.key}.svg"
        (DOCS / image).write_text(picture(answer.panel), "utf-8")
        if answer.record:
            (DOCS / f"assets/playtest-{question.key}.yaml").write_text(answer.record, "utf-8")
        lines = "\n".join(question.commands)
        part = f"### {question.title}\n\n{_wrapped(answer.text)}\n\n<!-- drawn by: {_DRAWN_BY} -->\n![{answer.panel.title}. {description(answer.panel)}]({image})\n\n```sh\n{lines}\n```\n\n"
        page.write_text(with_part(read(PAGE), question.title, part), "utf-8")


def with_part(text: str, title: str, part: str) -> str:
    """The page with another answer to the question with this title; a new question comes last."""
    found = _PLACE.search(text)
    assert found
    old = re.search(
        rf"^### {re.escape(title)}\n.*?(?=^### |\Z)", found[0], re.DOTALL | re.MULTILINE
    )
    at, end = old.span() if old else (len(found[0]), len(found[0]))
    start = found.start()
    return text[: start + at] + part + text[start + end :]


# The answers. Words that follow from numbers are checked: an answer that is no longer true is not written.


def _coins(random: Ran, greedy: Ran) -> Answer:
    few, many = random.arms[0], random.arms[-1]
    seats = [f"player {seat}" for seat in (1, 2, 3)]
    main = [("seats", seat) for seat in seats] + [("margin", ""), ("turns", "")]
    assert not any(
        ran.real(key, label, arm)
        for ran in (random, greedy)
        for key, label in main
        for arm in ran.arms
    )
    own_low, own_high = _bids(greedy.played(few)), _bids(greedy.played(many))
    places = tuple((float(arm.partition("=")[2]), arm) for arm in random.arms)
    rows = [
        Row((arm, seat), random.estimate("seats", seat, arm), real=random.real("seats", seat, arm))
        for seat in seats
        for arm in random.arms
    ]
    turns = "turns of the auction"
    lasts = {
        (bot, arm): said(ran.estimate("numbers", turns, arm), "turns")
        for bot, ran in (("random", random), ("greedy", greedy))
        for arm in (few, many)
    }
    text = f"""        As far as these players can see, nothing about the course of a game. With 5 coins as with 10 each seat wins its third, and in {greedy.games} games of greedy
        players for each number a game lasts {lasts["greedy", few]} and {lasts["greedy", many]}, with a margin of {greedy.said("margin", arm=few)} and
        {greedy.said("margin", arm=many)}; coins decide between players with equal points in {said(_ties(greedy.played(few)), "share")} and
        {said(_ties(greedy.played(many)), "share")} of them. No difference is real, nor in {random.games} games of random players, who need {lasts["random", few]} and {lasts["random", many]}.

        Bids grow with the purse, from {said(own_low.mean, "coins")} to {said(own_high.mean, "coins")} on average between greedy players, and the highest bid is
        shared less often, in {said(own_low.shared, "share")} and then {said(own_high.shared, "share")} of the turns: with few coins the tie-breaker decides more. No bot here knows
        what a coin is worth, since greedy ones try each bid with a few random moves after it; people who save and bluff may find a difference."""
    title = "Wins of each seat in Hex Auction with 5 to 10 coins, between random players"
    plot = Course("coins", places)
    return Answer(text, Panel("coins", title, "", tuple(rows), unit="share", plot=plot))


def _ties(games: Sequence[Played]) -> Estimate:
    """How often several players have most points."""
    finals = [(game.number, game.figures.final) for game in games]
    return share(
        Sample.of((number, float(final.count(max(final)) > 1)) for number, final in finals)
    )


class Bids(NamedTuple):
    """The bids of games of Hex Auction: their mean, the share that are nothing, and the share of turns in which the highest bid is shared."""

    mean: Estimate
    nothing: Estimate
    shared: Estimate


def _bids(games: Sequence[Played]) -> Bids:
    bids, nothing, shared = [], [], []
    for game in games:
        found = [int(each) for each in re.findall(r"^ *- bid ([0-9]+)$", game.record, re.MULTILINE)]
        turns = [*zip(*[iter(found)] * len(game.figures.bots), strict=True)]
        bids += [(game.number, float(each)) for each in found]
        nothing += [(game.number, float(each == 0)) for each in found]
        shared += [(game.number, float(turn.count(max(turn)) > 1)) for turn in turns]
    return Bids(mean(Sample.of(bids)), share(Sample.of(nothing)), share(Sample.of(shared)))


def _tiles(random: Ran, greedy: Ran, search: Ran) -> Answer:
    three = "players=3"
    facts = ("stalemate", "all tiles were placed")
    arms = (
        (2, "random", random, "players=2"),
        (2, "greedy", greedy, "players=2"),
        (2, "mcts:30", search, ""),
        (3, "random", random, three),
        (3, "greedy", greedy, three),
    )
    rows = [
        Row((f"{players} players, {bot}", fact), ran.estimate("facts", fact, arm))
        for fact in facts
        for players, bot, ran, arm in arms
    ]
    assert all(
        ran.estimate("facts", fact, arm).value < 0.1
        for fact in facts
        for _, bot, ran, arm in arms
        if bot != "random"
    )
    text = f"""        Hardly ever, if players want to win. Between two greedy players a game lasts {greedy.said("turns", arm="players=2")},
        {greedy.said("numbers", "tiles left", "players=2")} of 37 tiles are left, {greedy.said("facts", facts[1], "players=2")} of the games place all tiles, and
        {greedy.said("facts", facts[0], "players=2")} end in a stalemate; the tree search of 30 playouts says the same. With three a game lasts
        {greedy.said("turns", arm=three)}, and the shares are {greedy.said("facts", facts[1], three)} and {greedy.said("facts", facts[0], three)}. Random players, who
        miss their chances, place all tiles in {random.said("facts", facts[1], "players=2")} of the games for two and {random.said("facts", facts[1], three)} for three, and reach a
        stalemate in {random.said("facts", facts[0], "players=2")} and {random.said("facts", facts[0], three)}. So the rules for both are needed, but seldom. Greedy
        players do not see an attack coming, so games of people who defend will last longer, and may lie between."""
    return Answer(text, _dots("tiles", "How games of Controlled Path end", rows, "share"))


def _second(random: Ran, greedy: Ran, search: Ran, sets: Ran) -> Answer:
    rows = [
        Row((bot,), ran.estimate("seats", "player 2"))
        for bot, ran in (("random", random), ("greedy", greedy), ("mcts:20", search))
    ]
    small, large = sets.arms[:2], sets.arms[2:]
    assert random.estimate("seats", "player 2").high < 0.55
    assert all(row.figure and row.figure.has(0.5) for row in rows)
    text = f"""        Random players find no difference who starts: the second wins {random.said("seats", "player 2")} of {random.games} compact games, so the 57 % that fewer random
        games once suggested were chance. Between greedy players it is {greedy.said("seats", "player 2")} of {greedy.games} games, which agrees with an even game, but does
        not exclude 57 % either. Between tree searches of 20 playouts it is {search.said("seats", "player 2")} of {search.games} games, too few to say more:
        whether skill gives the second player a small edge is open.

        The set decides how long you sit. Nearly every game lays all tiles, so a compact one lasts {sets.said("turns", arm=small[0])} and a complete one
        {sets.said("turns", arm=large[0])}, with two as with three players. The longer game is not more open: with two, the winner's lead is out of reach for the last
        {sets.said("decisiveness", arm=small[0])} of a compact game and {sets.said("decisiveness", arm=large[0])} of a complete one; with three for
        {sets.said("decisiveness", arm=small[1])} and {sets.said("decisiveness", arm=large[1])}. So take the compact set for two and for three, and the complete one
        for a long evening, with three. These are {sets.games} games each of random players, who neither block nor wait."""
    return Answer(
        text,
        _dots(
            "second", "Wins of the second player in compact HexStatic", rows, "share", 0.5, "fair"
        ),
    )


def _kings(path: Ran, compact: Ran, auction: Ran) -> Answer:
    titles = {"Controlled Path": path, "HexStatic Compact": compact, "Hex Auction": auction}
    rows = [
        Row((title, words), each)
        for title, ran in titles.items()
        for words, key in (("can hardly win", "hardly"), ("power over rivals", "power"))
        if (each := ran.king(key))
    ]
    first = _attackers(path)
    text = f"""
        In compact HexStatic for three, {_king(compact, "hardly")} of the decisions are of players who can hardly win, and these move {_king(compact, "power")} of
        the chance to win to a rival or away: a third player makes the king now and then. In Hex Auction {_king(auction, "hardly")} of the decisions are such, and their
        power is {_king(auction, "power")}. In Controlled Path it is {_king(path, "hardly")}: whoever is still in has a chance.

        There the designer fears that whoever attacks first hands victory to the third. Between three greedy players, who attack as soon as they can, the
        first to put another out wins {said(first, "share")} of {first.games} games, and the third the others, which is about what two equals would win.
        But greedy players attack without a look at the third, and kingmaking is measured by random moves, so people will see more, and use it."""
    return Answer(text, _dots("kings", "Kingmaking with three players", rows, "share"))


def _king(ran: Ran, key: str) -> str:
    each = ran.king(key)
    return said(each, POINTS if key == "power" else "share") if each else "nothing"


def _attackers(path: Ran) -> Estimate:
    """How often a player who is the first to put another out of Controlled Path wins the game."""
    game = game_of(path.plan.game)
    found = []
    for each in path.played():
        end = game.read(Source("record.yaml", each.record)).position
        first = end.lost[0] if end.lost else None
        # A shared victory is nobody's, and some put themselves out.
        if first and first.cause not in (first.colour, *range(-2, 0)) and len(end.tokens) == 1:
            found.append((each.number, float(end.tokens[0].colour == first.cause)))
    return share(Sample.of(found))


def _corners(random: Ran, greedy: Ran) -> Answer:
    ends = "drives that end in a corner"
    barred, allowed = random.arms
    rows = [
        Row((words, bot), ran.estimate("numbers", ends, arm))
        for bot, ran in (("random", random), ("greedy", greedy))
        for words, arm in (("no tiles on corners", barred), ("tiles on corners", allowed))
    ]
    assert not any(ran.real("numbers", ends, allowed) for ran in (random, greedy))
    text = f"""        They catch pawns. Of the 36 drives of a game {random.said("numbers", ends, barred)} end in a corner if random players give the orders, and
        {greedy.said("numbers", ends, barred)} if greedy ones do: all pawns start there, and a drive along an edge runs into the next corner. With direction tiles on
        corners, `corner-tiles=allowed`, it is {random.said("numbers", ends, allowed)} and {greedy.said("numbers", ends, allowed)}. No measure of wins, points or length
        differs for sure in {random.games} random games and {greedy.games} greedy ones of each, so the rule is a matter of taste, and barring them saves tiles. Bots foresee
        one drive at best, and do not bargain."""
    return Answer(text, _dots("corners", "Drives of a game that end in a corner", rows, "drives"))


def _scores(random: Ran, greedy: Ran, search: Ran) -> Answer:
    found = [
        (bot, players, [points for each in ran.played(arm) for points in each.figures.final])
        for bot, players, ran, arm in (
            ("random", "one", random, "players=1"),
            ("greedy", "one", greedy, "players=1"),
            ("greedy", "two", greedy, "players=2"),
            ("mcts:50", "one", search, ""),
        )
    ]
    lines = [
        "| bot | players | scores | a quarter below | median | a quarter above | a tenth above | best |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for bot, players, points in found:
        *_, tenth = quantiles(points, n=10, method="inclusive")
        marks = (*quantiles(points, n=4, method="inclusive"), tenth, max(points))
        cells = " | ".join(f"{each:.0f}" for each in marks)
        lines.append(f"| {bot} | {players} | {len(points):,} | {cells} |")
    values = tuple(map(float, found[-1][2]))
    plot = Columns(values, quartiles(Sample.of(enumerate(values))))
    table = "\n".join(lines)
    medians = {(bot, players): median(points) for bot, players, points in found}
    good, _, excellent = quantiles(found[-1][2], n=4, method="inclusive")
    best = max(search.played(), key=lambda game: game.figures.final)
    again = f"pnp play {search.plan.game} --bots {search.plan.arms[0].bots[0]} --seed {best.seed}"
    text = f"""
        Alone or in company, {medians["greedy", "one"]:.0f} points are a fair start, {good:.0f} are good, and {excellent:.0f} are excellent. Half of all games of a greedy
        player alone reach the first, and three quarters and one quarter of those of a tree search of 50 playouts the others; random players have {medians["random", "one"]:.0f}. With two
        players the scores are those of one, since each has a display of their own and the same cards.

        The best known score is {max(best.figures.final)}: [its record](assets/playtest-scores.yaml) is explained hex by hex by `pnp score hexpertise FILE`, and
        `{again}` plays it again. It is the best of {search.games} deals, so a person with patience and the same cards will beat it.

        Of the points of all players:"""
    panel = Panel("scores", "Scores of mcts:50 alone", "", (), unit="points", plot=plot)
    return Answer(f"{text}\n\n{table}", panel, best.record)


# CPU seconds of a game, by the folder of its command, when the page was written.
_SECONDS = {
    "strength-path": 1.4,
    "strength-hexpertise": 7,
    "strength-auction": 5.5,
    "strength-compact": 22,
    "strength-hexstatic": 60,
    "strength-highway": 26,
    "greedy-path": 0.5,
    "greedy-hexpertise": 0.7,
    "greedy-auction": 1.5,
    "greedy-compact": 1.7,
    "greedy-hexstatic": 7,
    "greedy-highway": 1.7,
}


def _strength(*runs: Ran) -> Answer:
    lines = [
        "| game | players | bots | games | wins of the first | wins of the others, each | CPU of a game |",
        "|---|---|---|---|---|---|---|",
    ]
    rows, touching = list[Row](), list[str]()
    for run in runs:
        arm = run.plan.arms[0]
        stronger, weaker = arm.bots[:2]
        wins = [run.estimate("bots", bot) for bot in (stronger, weaker)]
        title = game_of(run.plan.game).tileset.definition.title
        words = f"{title}, {len(arm.bots)} players"
        cells = [said(each, "share") for each in wins]
        lines.append(
            f"| {title} | {len(arm.bots)} | {stronger}, {weaker} | {run.games} | {' | '.join(cells)} | {_SECONDS[run.folder.name]:g} s |"
        )
        if stronger.startswith("mcts"):
            rows += [Row((bot, words), each) for bot, each in zip(arm.bots, wins, strict=False)]
        if wins[0].low <= wins[1].high:
            touching.append(f"{stronger} against {weaker} in {words}")
    but = f", but for {in_words(touching)}" if touching else ""
    table = "\n".join(lines)
    text = f"""
        The tree search wins more than greedy, and greedy more than random, with intervals that do not touch{but}. One bot of the first kind plays against others of the
        second kind, in every seat in turn. The intervals of few games are wide: where they touch, more games or playouts have to decide.

        In Hex Auction the search wins by waiting: it keeps tiles in its hand for a long run, in which the sides between its own tiles count twice, while greedy
        lays each tile at once."""
    return Answer(
        f"{text}\n\n{table}",
        _dots("strength", "Wins of tree searches and greedy bots, each seat", rows, "share"),
    )


def _dots(
    key: str,
    title: str,
    rows: Sequence[Row],
    unit: str,
    reference: float | None = None,
    words: str = "",
) -> Panel:
    return Panel(key, title, "", tuple(rows), unit=unit, plot=Dots(reference, words))


def _line(words: str, out: str) -> str:
    return f"pnp playtest {words} --out output/{out}"


_FIRST = "--option first-player=player-1"

QUESTIONS = (
    Question(
        "coins",
        "Hex Auction: how many coins?",
        (
            _line("hex-auction --sweep coins=5..10 --bots random --games 300", "coins-random"),
            _line("hex-auction --sweep coins=5,7,10 --bots greedy --games 30", "coins-greedy"),
        ),
        _coins,
    ),
    Question(
        "tiles",
        "Controlled Path: do the tiles run out?",
        (
            _line("controlled-path --players 2,3 --bots random --games 1000", "path-random"),
            _line("controlled-path --players 2,3 --bots greedy --games 60", "path-greedy"),
            _line("controlled-path --players 2 --bots mcts:30 --games 40", "path-mcts"),
        ),
        _tiles,
    ),
    Question(
        "second",
        "HexStatic: complete or compact, and is it better to start?",
        (
            _line(f"hexstatic-compact {_FIRST} --bots random --games 2000", "compact-random"),
            _line(f"hexstatic-compact {_FIRST} --bots greedy --games 300", "compact-greedy"),
            _line(f"hexstatic-compact {_FIRST} --bots mcts:20 --games 24", "compact-mcts"),
            _line(
                f"hexstatic-compact --against hexstatic --players 2,3 {_FIRST} --bots random --games 200",
                "hexstatic-random",
            ),
        ),
        _second,
    ),
    Question(
        "kings",
        "How often does a third player make the king?",
        (
            _line("controlled-path --players 3 --bots greedy --games 60 --kings 12", "path-kings"),
            _line(
                "hexstatic-compact --players 3 --bots random --games 100 --kings 40",
                "compact-kings",
            ),
            _line("hex-auction --players 3 --bots random --games 100 --kings 40", "auction-kings"),
        ),
        _kings,
    ),
    Question(
        "corners",
        "Hexagonal Highway: what do corners do?",
        (
            _line(
                "hexagonal-highway --sweep corner-tiles=barred,allowed --bots random --games 200",
                "corners-random",
            ),
            _line(
                "hexagonal-highway --sweep corner-tiles=barred,allowed --bots greedy --games 20",
                "corners-greedy",
            ),
        ),
        _corners,
    ),
    Question(
        "scores",
        "Hexeptional Hexpertise: what score is good?",
        (
            _line("hexpertise --players 1,2 --bots random --games 500", "hexpertise-random"),
            _line("hexpertise --players 1,2 --bots greedy --games 100", "hexpertise-greedy"),
            _line("hexpertise --players 1 --bots mcts:50 --games 60", "hexpertise-mcts"),
        ),
        _scores,
    ),
    Question(
        "strength",
        "Do bots that think win?",
        (
            _line("controlled-path --players 2 --bots mcts:100,greedy --games 24", "strength-path"),
            _line("hexpertise --players 2 --bots mcts:64,greedy --games 12", "strength-hexpertise"),
            _line("hex-auction --players 3 --bots mcts:64,greedy --games 9", "strength-auction"),
            _line(
                "hexstatic-compact --players 2 --bots mcts:64,greedy --games 8", "strength-compact"
            ),
            _line("hexstatic --players 2 --bots mcts:64,greedy --games 10", "strength-hexstatic"),
            _line("hexagonal-highway --bots mcts:800,greedy --games 80", "strength-highway"),
            _line("controlled-path --players 2 --bots greedy,random --games 20", "greedy-path"),
            _line("hexpertise --players 2 --bots greedy,random --games 8", "greedy-hexpertise"),
            _line("hex-auction --players 3 --bots greedy,random --games 12", "greedy-auction"),
            _line("hexstatic-compact --players 2 --bots greedy,random --games 8", "greedy-compact"),
            _line("hexstatic --players 2 --bots greedy,random --games 8", "greedy-hexstatic"),
            _line("hexagonal-highway --bots greedy,random --games 24", "greedy-highway"),
        ),
        _strength,
    ),
)


if __name__ == "__main__":
    answer_all(ROOT / "build/playtests", sys.argv[1:])
