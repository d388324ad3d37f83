"""`pnp enumerate`."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import click

from pnp.basics.errors import Finding, Severity, Source, UnusableInput
from pnp.basics.words import counted
from pnp.cli.messages import FINDINGS, exits_with_message, print_json, show
from pnp.cli.options import (
    family_option,
    limit_option,
    players_option,
    progress_option,
    where_option,
)
from pnp.cli.output import in_columns
from pnp.cli.progress import Progress
from pnp.cli.terminal import echo, json_text, write
from pnp.definition import Definition, load_definition
from pnp.project.checking import checked_set
from pnp.project.sets import one_set
from pnp.sets.selection import conditions_at, meeting, only_family
from pnp.sets.streaming import ListedFamily, ListedTile, listed, streamed
from pnp.sets.tileset import Family, Piece, Tileset, sizes
from pnp.tiles import rotations
from pnp.tiles.properties import PROPERTIES


@click.command("enumerate")
@click.argument("name", metavar="SET")
@family_option
@where_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv", "notation"]),
    default="table",
    help="table: for reading; json, csv: with every property; notation: one tile per line.",
)
@click.option(
    "--count", "only_count", is_flag=True, help="Only count the tiles, by Burnside's lemma."
)
@click.option(
    "--shards",
    "by_shards",
    is_flag=True,
    help="List any number of tiles, one after another: --workers list shards of the set at once. Checks no rules but the number of tiles.",
)
@click.option(
    "--workers",
    metavar="NUMBER",
    help="Processes that list --shards, or dask://HOST:PORT for a Dask cluster; the default is the number of processors.",
)
@players_option
@limit_option
@progress_option
@exits_with_message
def command(
    name: str,
    family: str | None,
    where: str | None,
    form: str,
    only_count: bool,
    by_shards: bool,
    workers: str | None,
    players: int | None,
    limit: int,
    progress: bool | None,
) -> int:
    """List every different tile of a SET: id, notation, orbit and copies, with totals.

    --where lists only some, by the conditions that a set can have at `where`; a family without such
    tiles is left out.

    --shards lists sets of millions of tiles in any form but the table, in the same order, and holds none of them.

    A tile's orbit is the number of ways in which it can lie. Tiles that are turns of each other are
    one tile, and so are mirror images if the set is printed on both sides. Errors against the rules
    come after the list, with exit code 1.
    """
    file = one_set(name)
    if only_count and form == "notation":
        raise UnusableInput("--count lists no tiles; remove --format notation")
    if by_shards:
        _check_shards(form, only_count=only_count, where=where)
    elif workers is not None:
        raise UnusableInput("--workers are for --shards; add --shards, or remove --workers")
    definition = load_definition(file.path)
    if family is not None:
        definition = only_family(definition, family)
    conditions = None if where is None else conditions_at(definition, Source("--where", where))
    if only_count and conditions is None:
        numbers, errors = _counts(definition, players)
        _print_sizes(definition, numbers, form, errors)
        return _failed(errors, form)
    if by_shards:
        return _list_by_shards(definition, players, workers, form, progress)
    with Progress(progress) as bar:
        checked = checked_set(definition, players=players, limit=limit, progress=bar)
    tileset = checked.tileset if conditions is None else meeting(checked.tileset, conditions)
    errors = checked.errors
    if only_count:
        numbers = [(each.name, each.count) for each in tileset.families]
        _print_sizes(definition, numbers, form, errors)
    elif form == "table":
        _print_table(tileset)
    else:
        _print(definition, _listed(tileset, form), form, errors)
    return _failed(errors, form)


def _check_shards(form: str, *, only_count: bool, where: str | None) -> None:
    """Raises UnusableInput for options that do not go with --shards."""
    if only_count:
        raise UnusableInput("--count lists no tiles; remove --shards")
    if where is not None:
        raise UnusableInput(
            "--shards lists whole families; remove --where, or write it into the set"
        )
    if form == "table":
        raise UnusableInput(
            "the table is for reading, with columns as wide as all tiles need; with --shards write --format notation, csv or json"
        )


def _list_by_shards(
    definition: Definition,
    players: int | None,
    workers: str | None,
    form: str,
    progress: bool | None,
) -> int:
    """Prints all tiles of a definition while workers list them."""
    from pnp.basics.workers import workers_named

    _, errors = _counts(definition, players)
    crew = workers_named(workers or str(os.cpu_count() or 1))
    with crew, Progress(progress) as bar:
        families = streamed(
            definition,
            crew,
            players=definition.players.max if players is None else players,
            with_values=form != "notation",
            progress=bar,
        )
        _print(definition, families, form, errors)
    return _failed(errors, form)


def _listed(tileset: Tileset, form: str) -> Iterator[ListedFamily]:
    """The families of a set with their tiles."""
    codes, with_values = tileset.definition.codes, form != "notation"
    for family in tileset.families:
        tiles = listed(family, codes, with_values=with_values)
        yield ListedFamily(family.definition, family.count, family.burnside, tiles)


def _failed(errors: Sequence[Finding], form: str) -> int:
    """Shows the errors that a list in JSON does not have, and returns the exit code."""
    if form != "json":
        show(errors, err=True)
    return FINDINGS if errors else 0


def _counts(
    definition: Definition, players: int | None
) -> tuple[list[tuple[str, int]], list[Finding]]:
    """The number of tiles in each family, and findings for unexpected numbers."""
    numbers = sizes(definition, players=players)
    total = {
        group: sum(numbers[family.name] for family in definition.families if family.group == group)
        for group in definition.groups
    }
    errors = [
        Finding(
            "expect", Severity.ERROR, f"{name} has {size:,}, not {expect.value:,}", expect.place
        )
        for name, size, expect in (
            *((family.name, numbers[family.name], family.expect) for family in definition.families),
            *((group.title, total[group], group.expect) for group in definition.groups),
        )
        # A file expects the numbers for its default number of players.
        if expect is not None and expect.value != size and players is None
    ]
    return [*numbers.items()], errors


def _print_sizes(
    definition: Definition, rows: list[tuple[str, int]], form: str, errors: Sequence[Finding]
) -> None:
    total = sum(size for _, size in rows)
    if form == "json":
        print_json(
            {
                "game": definition.game,
                "families": [{"name": name, "count": size} for name, size in rows],
                "total": total,
                "findings": [each.as_json() for each in errors],
            }
        )
    elif form == "csv":
        echo("family,count")
        for name, size in rows:
            echo(f"{name},{size}")
    else:
        for name, size in (*rows, ("total", total)):
            echo(f"{name}: {size:,}")


def _print_table(tileset: Tileset) -> None:
    definition = tileset.definition
    for family in tileset.families:
        # A changed copy keeps the name of its game; its file has a name of its own.
        name = Path(definition.source.name).stem
        echo(f"{name}, {family.name}: {_family_text(family)}")
        rows = [_cells(definition, piece) for piece in family.pieces]
        for line in in_columns(rows, "<<<<"):
            echo(f"  {line}")
        echo()
    if not definition.families:
        echo(f"{tileset.definition.game} has no tiles; `pnp validate` counts its other pieces")
    echo(f"total: {counted(tileset.count, 'different tile')}, {tileset.printed:,} to print")


def _family_text(family: Family) -> str:
    text = counted(family.count, "different tile")
    if family.burnside is not None and family.definition.listed is not None:
        text += f", listed by hand; its universe has {family.burnside:,}"
    elif family.burnside is not None:
        sampled = "" if family.definition.sample is None else "sampled of "
        text += f", {sampled}{family.burnside:,} by Burnside's lemma"
        out = sum(not copies for _, copies in family.definition.changes)
        text += f", {out:,} left out" if out else ""
    if family.definition.expect is not None:
        text += f", {family.definition.expect.value:,} expected"
    return text


def _cells(definition: Definition, piece: Piece) -> tuple[str, ...]:
    orbit = rotations(piece.tile, piece.group.geometry)
    return (
        piece.id,
        definition.notation(piece.tile),
        f"{orbit} way" + ("s" if orbit > 1 else " "),
        f"x{piece.copies}" if piece.copies > 1 else "",
    )


def _record(tile: ListedTile) -> dict[str, object]:
    """A tile for JSON and CSV."""
    values = dict(zip(PROPERTIES, tile.values, strict=True))
    return {
        "id": tile.id,
        "notation": tile.notation,
        "orbit": values["rotations"],
        "copies": tile.copies,
        "family": tile.family,
        **values,
    }


def _print(
    definition: Definition,
    families: Iterable[ListedFamily],
    form: str,
    errors: Sequence[Finding],
) -> None:
    """Prints one tile per line at once, so that a large set needs little memory."""
    match form:
        case "json":
            _print_json(definition, families, errors)
        case "csv":
            _print_csv(families)
        case _:
            _print_notation(families)


def _print_json(
    definition: Definition, families: Iterable[ListedFamily], errors: Sequence[Finding]
) -> None:
    backs = {each.back.value for each in definition.families if each.back is not None}
    total = printed = 0
    write(f'{{\n "game": {json_text(definition.game)},\n "families": [')
    for number, family in enumerate(families):
        head = {
            "name": family.definition.name,
            "expect": family.definition.expect and family.definition.expect.value,
            "count": family.size,
            "burnside": family.burnside,
        }
        total += family.size
        write(",\n" if number else "\n")
        write(f'  {json_text(head)[:-1]}, "tiles": [')
        for place, tile in enumerate(family.tiles):
            # Two tiles on one card are one to print.
            printed += tile.copies * (tile.family not in backs)
            write(f"{',' if place else ''}\n   {json_text(_record(tile))}")
        write("\n  ]}")
    findings = json_text([each.as_json() for each in errors])
    write(f'\n ],\n "total": {total},\n "pieces": {printed},\n')
    write(f' "findings": {findings}\n}}\n')


def _print_csv(families: Iterable[ListedFamily]) -> None:
    writer: csv.DictWriter[str] | None = None
    for tile in (tile for family in families for tile in family.tiles):
        record = _record(tile)
        if writer is None:
            writer = csv.DictWriter(SimpleNamespace(write=write), record, lineterminator="\n")
            writer.writeheader()
        # Yes and no as numbers, so that a spreadsheet can add them.
        row = {key: int(each) if isinstance(each, bool) else each for key, each in record.items()}
        writer.writerow(row)


def _print_notation(families: Iterable[ListedFamily]) -> None:
    for family in families:
        for tile in family.tiles:
            write(tile.notation + "\n")
