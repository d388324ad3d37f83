"""Replays: what it takes to look at a game of a report, a set that allows it and the command that opens it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.basics.errors import PnpError, Source, UnusableInput
from pnp.basics.folders import folders
from pnp.definition import Templates, load_definition, parse_definition
from pnp.definition.reading import changed, with_keys
from pnp.playtest.report import Pick, Report, slug
from pnp.playtest.setting import Setting
from pnp.project.starting import NewFile, companions
from pnp.sets.tileset import Tileset, for_players, make_tileset, most_players
from pnp.tiles import format_tile

# The keys of a family that say which tiles it has, apart from those that generate them.
_OF_TILES = ("copies", "but", "data", "combine", "sample", "seed", "expect", "expect-printed")


def with_sets(report: Report, seed: int) -> Report:
    """The report with a set beside it for each game whose set is in no file: one with changes, or with some tiles by lot.

    *seed* is that of the whole playtest.
    """
    picks = []
    for pick in report.picks:
        arm = pick.trial.arm
        if arm.changes or arm.tiles:
            # Every deal has a lot of its own.
            name = Path(pick.file).stem if arm.tiles else slug(pick.trial.label)
            pick = pick._replace(beside=_copy(Setting.of(arm, seed), pick.game.seed, name))
        picks.append(pick)
    return report._replace(picks=tuple(picks))


def opens(report: Report, pick: Pick) -> str:
    """The command that steps through a game; "" if its set cannot be in a file."""
    arm, folder = pick.trial.arm, Path(report.asked.folder)
    if pick.beside:
        tileset = (folder / next(iter(pick.beside))).as_posix()
    elif arm.changes or arm.tiles:
        return ""
    else:
        tileset = arm.tileset or report.asked.name
    record = (folder / pick.file).as_posix()
    return shlex.join(["pnp", "preview", tileset, "--record", record])


def _copy(setting: Setting, seed: int, name: str) -> dict[str, bytes]:
    """The set with the tiles of a game by its path below the folder of a report, and the files that it needs; none if no file can have it.

    A set with other files has a folder of its own.
    """
    source, tileset = setting.source, setting.game(seed).tileset
    try:
        if setting.arm.tiles:
            source = _with_lists(source, tileset)
        definition = parse_definition(source)
        with TemporaryDirectory() as folder:
            path = Path(folder, f"{name}.yaml")
            here = Templates(tuple(folders("templates")))
            files = [NewFile(path, source.text.encode(), ""), *companions(definition, path, here)]
            for file in files:
                file.path.parent.mkdir(parents=True, exist_ok=True)
                file.path.write_bytes(file.data)
            definition = load_definition(path)
            made = for_players(make_tileset(definition), most_players(definition))
            start = Path("sets", name) if len(files) > 1 else Path("sets")
            found = {
                (start / each.path.relative_to(folder)).as_posix(): each.data for each in files
            }
    except PnpError:
        # It lists no tiles.
        return {}
    return found if [*_tiles(made)] == [*_tiles(tileset)] else {}


def _with_lists(source: Source, tileset: Tileset) -> Source:
    """The set with the tiles of each family in a list."""
    for family in tileset.families:
        path = f"tiles.families.{family.name}"
        write = partial(format_tile, codes=tileset.definition.codes)
        tiles = (f"{{tile: '{write(each.tile)}', copies: {each.copies}}}" for each in family.pieces)
        keys = dict.fromkeys(_OF_TILES)
        selection = {"selection": "yes"} if family.definition.generate else {}
        source = with_keys(source, path, {**keys, **selection, "tiles": f"[{', '.join(tiles)}]"})
    for key, number in (("expect", tileset.count), ("expect-printed", tileset.printed)):
        try:
            source = changed(source, f"tiles.{key}", str(number))
        except UnusableInput:
            # The set does not say so.
            continue
    return source


def _tiles(tileset: Tileset) -> Iterator[tuple[str, object, int]]:
    """All tiles in their order, with family and copies."""
    for family in tileset.families:
        for piece in family.pieces:
            yield family.name, piece.tile, piece.copies
