"""Whether those who have lost in a position that is written down can have lost as it says."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.errors import Finding
from pnp.games.controlled_path.kit import Kit, turned
from pnp.games.controlled_path.laying import starts
from pnp.games.controlled_path.position import HAND, NO_CHANGE, NO_MOVE, Loss, Position
from pnp.games.controlled_path.reading import Written
from pnp.games.controlled_path.tracks import can_have_changed, is_whole, joined, placed
from pnp.play.game import illegal
from pnp.tiles.hexgrid import neighbours


def loss_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Losses that nobody can have brought about; tiles, tokens and players are right."""
    earlier: set[str] = set()
    for loss in position.losses:
        wrong = _objection(kit, written, position, loss, earlier)
        if wrong is not None:
            yield illegal("lost", wrong, written.lost[loss.colour].node)
        earlier.add(loss.colour)


def _objection(
    kit: Kit, written: Written, position: Position, loss: Loss, earlier: set[str]
) -> str | None:
    """Why a player cannot have lost so; None where it can be."""
    colour, cause = loss
    if cause == colour:
        return f"{colour} cannot connect to the own token"
    if cause in earlier:
        return f"{cause} has lost before, and cannot connect to {colour}"
    if cause == NO_MOVE and position.chose("no-move", "stay"):
        return "who has no move stays, but for the option no-move: lose"
    home = starts(kit, written).get(colour)
    if cause == NO_MOVE and home and not can_have_changed(kit, position, home):
        return f"{colour} can have changed nothing: there is no other tile by the start tile"
    if cause == NO_CHANGE and not _can_lack_a_change(kit, position):
        return f"{colour} has had a change to make"
    if cause in (NO_CHANGE, NO_MOVE):
        return None
    if is_whole(kit, position) and not _can_have_met(kit, written, position, loss):
        return f"nothing leads from {cause}'s start tile to {colour}'s, where both came from"
    return None


def _can_have_met(kit: Kit, written: Written, position: Position, loss: Loss) -> bool:
    """Whether tiles hang together, as far as tokens can have gone, of those who were connected."""
    places = starts(kit, written)
    others = {loss.cause} if position.chose("opponents-connected", "nobody") else {*places}
    reached = joined(position, [places[loss.colour]])
    return any(places[other] in reached for other in others - {loss.colour})


def _can_lack_a_change(kit: Kit, position: Position) -> bool:
    """Whether somebody can have found no change to make.

    The token was on a tile that cannot be turned, alone on its path: a start tile. It had no empty
    place beside it, or the hand was empty because the supply had been. Where sides have to agree, or the
    first change may not connect, much more can be in the way.
    """
    if position.chose("start-gap", "one"):
        return True
    if position.chose("turning", "freely"):
        return False
    if position.chose("sides", "agree"):
        return True
    if not is_whole(kit, position) or any(len({*turned(tile)}) == 1 for tile in kit.paths):
        return True
    tiles = dict(position.tiles)
    shut_in = any(
        all(each in tiles for each in neighbours(cell))
        for cell, tile in tiles.items()
        if tile in kit.starts.values()
    )
    elsewhere = HAND * (len(position.seats) - 1)
    return shut_in or placed(kit, position) >= len(kit.paths) - elsewhere
