"""What told drives say of the tiles: each hex has one tile a round, and it turns all pawns as told.

Of each hex we know which tiles can lie there: none at first, a new one wherever somebody can have
placed it, and of these only the ones that send the pawns of the round on as they are told to have
driven. Where none is left, the drive cannot be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pnp.basics.errors import Finding
from pnp.games.hexagonal_highway.control import against_cell
from pnp.games.hexagonal_highway.orders import Piece, Place
from pnp.games.hexagonal_highway.position import Card, Position
from pnp.games.hexagonal_highway.reading import At, Written
from pnp.games.hexagonal_highway.road import Road
from pnp.games.hexagonal_highway.rules import BLOCKADES, DIRECTIONS
from pnp.games.hexagonal_highway.scene import TURNS, Scene, Tile, Writer, scene_of
from pnp.play.game import illegal
from pnp.tiles.hexgrid import Hex

Tiles = dict[Hex, frozenset[Tile]]  # what can lie on each cell


class Need(NamedTuple):
    """A piece that one of these has placed, and the cell from which a file tells it."""

    writers: Collection[Writer]
    at: At


def history_findings(road: Road, written: Written, position: Position) -> Iterator[Finding]:
    """Drives and direction tiles that cannot be, whatever the orders were."""
    if not written.drives and not written.directions:
        return
    tiles: Tiles = dict.fromkeys(road.names, frozenset({None}))
    could: dict[Hex, frozenset[Writer]] = dict.fromkeys(road.names, frozenset())
    placed: dict[Hex, Need] = {}
    for number in range(1, position.round):
        scene = scene_of(road, written, position, number)
        for cell, writers in scene.directions.items():
            could[cell] |= writers
        before = _with_tiles_placed(scene, _as_card_begins(tiles, scene.moment.card))
        tiles = {**before}
        for player in scene.drives:
            yield from _narrowed(scene, before, tiles, player)
        yield from _blockade_findings(scene, tiles)
        for at in (at for drive in scene.drives.values() for at in drive):
            if None not in tiles[at.cell]:
                placed.setdefault(at.cell, Need(could[at.cell], at))
    if not position.is_over:
        tiles = _as_card_begins(tiles, position.card)
    for piece, at in written.directions:
        if piece not in tiles[at.cell]:
            yield _against_tile(road, could[at.cell], at)
            if position.round == 1:
                return  # the same holds of all others
        else:
            placed.setdefault(at.cell, Need(could[at.cell], at))
    late = _unserved([*placed.values()], DIRECTIONS)
    if late is not None:
        name = road.names[late.cell]
        message = f"{DIRECTIONS} direction tiles a player a round leave none for {name}"
        yield illegal("two-direction-tiles", message, late.node)


def _as_card_begins(tiles: Tiles, card: Card) -> Tiles:
    """What can lie on the cells when orders are written; one card turns all tiles over."""
    if card is not Card.REVERSE_THE_WORLD:
        return tiles
    return {
        cell: frozenset(each and each.reversed for each in lying) for cell, lying in tiles.items()
    }


def _with_tiles_placed(scene: Scene, tiles: Tiles) -> Tiles:
    """What can lie on the cells when all orders are revealed."""
    gone = scene.moment.chose("blockade-over", "removes")
    return {
        cell: lying
        | (TURNS if cell in scene.directions else frozenset())
        | (frozenset({None}) if gone and cell in scene.blockades else frozenset())
        for cell, lying in tiles.items()
    }


def _narrowed(scene: Scene, before: Tiles, tiles: Tiles, player: int) -> Iterator[Finding]:
    """The first cell that does not send the pawn on as told; up to there, *tiles* are narrowed."""
    drive = scene.drives[player]
    if len(drive) == 1 and not scene.may_stay(drive):
        yield illegal("one-direction", "everybody has to write a direction to drive", drive[0].node)
    for number in range(1, len(drive)):
        cell, node = drive[number]
        fitting = scene.fitting(drive, number)
        if not fitting & tiles[cell]:
            rule, message = _against_turn(scene, before, player, number)
            yield illegal(rule, message, node)
            return
        tiles[cell] &= fitting


def _against_turn(scene: Scene, before: Tiles, player: int, number: int) -> tuple[str, str]:
    """The rule by which the pawn cannot go on, or stop, as it is told to, and why."""
    road, drive = scene.road, scene.drives[player]
    cell, who = drive[number].cell, road.colours[player]
    name = road.names[cell]
    fitting = scene.fitting(drive, number)
    if number == len(drive) - 1:
        return "stopping", f"nothing can have stopped {who} on {name}"
    here, there = (road.names[drive[each].cell] for each in (number - 1, number + 1))
    if not fitting:
        return "driving", f"a pawn that drives from {here} to {name} cannot go on to {there}"
    if before[cell] == {None}:
        wrong = against_cell(road, scene.moment, player, Place(Piece.LEFT, cell))
        why = wrong.message if wrong else "nobody can have placed a tile there"
        return "driving", f"{who} cannot turn on {name}: {why}"
    return "driving", f"{who} cannot go on to {there}: other drives over {name} were not turned so"


def _blockade_findings(scene: Scene, tiles: Tiles) -> Iterator[Finding]:
    """Of blockades that must have stopped pawns, the first that nobody had left."""
    needed: dict[Hex, Need] = {}
    for drive in scene.drives.values():
        last = len(drive) - 1
        ahead = {scene.ahead(drive, last, tile) for tile in tiles[drive[last].cell]} if last else ()
        if len(ahead) == 1:
            (cell,) = ahead
            if not scene.needs_no_blockade(drive, cell) and cell in scene.blockades:
                needed.setdefault(cell, Need(scene.blockades[cell], drive[last]))
    late = _unserved([*needed.values()], BLOCKADES)
    if late is not None:
        name = scene.road.names[late.cell]
        message = f"{BLOCKADES} blockade a player leaves none that stops a pawn on {name}"
        yield illegal("one-blockade", message, late.node)


def _against_tile(road: Road, could: Collection[Writer], at: At) -> Finding:
    name = road.names[at.cell]
    if not could:
        return illegal("control", f"nobody can have placed a tile on {name} yet", at.node)
    message = f"this tile on {name} is not the one that pawns have driven over"
    return illegal("driving", message, at.node)


def _unserved(needs: Sequence[Need], each: int) -> At | None:
    """Where the first piece is that nobody had left, if everybody has *each* of them a round."""
    given: dict[tuple[Writer, int], int] = {}

    def serve(number: int, asked: set[tuple[Writer, int]]) -> bool:
        """Gives a piece a line on somebody's sheet; who has none left may free one."""
        lines = ((writer, line) for writer in needs[number].writers for line in range(each))
        for line in lines:
            if line not in asked:
                asked.add(line)
                if line not in given or serve(given[line], asked):
                    given[line] = number
                    return True
        return False

    return next((need.at for number, need in enumerate(needs) if not serve(number, set())), None)
