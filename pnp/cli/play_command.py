"""`pnp play`."""

from __future__ import annotations

from typing import Any

import click

from pnp.basics.words import counted, in_words
from pnp.cli.loudness import say
from pnp.cli.messages import exits_with_message
from pnp.cli.options import progress_option, rules_option, seed_option
from pnp.cli.output import output_file, write_file
from pnp.cli.progress import Progress
from pnp.cli.terminal import echo
from pnp.playtest import bot_named, played
from pnp.playtest.arms import Arm
from pnp.playtest.plans import chosen_options, game_named, set_of
from pnp.playtest.setting import Setting


@click.command("play")
@click.argument("game", metavar="GAME")
@click.option("--set", "tileset", metavar="FILE", help="Play with this set in place of GAME's own.")
@click.option(
    "--bots",
    default="random,random",
    show_default=True,
    metavar="NAMES",
    help="The players in their order: random, greedy, flat:PLAYOUTS or mcts:PLAYOUTS, such as"
    " greedy,mcts:500. One bot plays alone.",
)
@seed_option("The same seed brings the same game.")
@rules_option
@click.option("-o", "--output", metavar="FILE", help="Write the game as a record, a YAML file.")
@progress_option
@exits_with_message
def command(
    game: str,
    tileset: str | None,
    bots: str,
    seed: int,
    options: tuple[str, ...],
    output: str | None,
    progress: bool | None,
) -> int:
    """Let bots play one GAME by its rules, and print its moves and its score.

    `pnp score GAME FILE` replays the record, and `pnp preview GAME --record FILE` steps through it.
    """
    path = None if output is None else output_file(output, (".yaml", ".yml"))
    players = [bot_named(each) for each in bots.split(",")]
    texts = tuple(each.text for each in players)
    name, file = game_named(game)
    if tileset is not None:
        file = set_of(name, tileset)
    setting = Setting.of(Arm(name, texts, chosen_options(name, options), file), seed)
    rules = setting.table.game
    lines: list[str] = []
    with Progress(progress) as bar:

        def told(position: Any, player: int, move: Any) -> None:
            del position
            lines.append(
                f"{len(lines) + 1:4}  {players[player - 1].text} {player}: {rules.write_move(move)}"
            )
            bar(f"move {len(lines)}", min(0.99, len(lines) / 200))

        made = played(rules, players, seed, dict(setting.options), told=told)
    for line in lines:
        echo(line)
    for whose, points in made.score.totals:
        echo(f"{whose}: {counted(points, 'point')}")
    for remark in made.score.remarks:
        echo(remark)
    winners = [f"{players[player - 1].text} {player}" for player in made.score.winning]
    echo(
        f"{in_words(winners)} {'wins' if len(winners) == 1 else 'win'}"
        if winners
        else "nobody wins"
    )
    if path is not None:
        write_file(path, made.record(rules).encode())
        say(f"record: {path}")
    return 0
