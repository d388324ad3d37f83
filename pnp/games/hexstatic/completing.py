"""What a file leaves out: players, step and tiles are found so that they fit what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pnp.games.hexstatic.kit import Kit, is_nexus
from pnp.games.hexstatic.owning import settled, won_at
from pnp.games.hexstatic.placing import fits
from pnp.games.hexstatic.position import FREE, HAND, IN_TURN, Phase, Position
from pnp.games.hexstatic.reading import MOST_PLAYERS, Written
from pnp.play import Chance
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

# What tells that a game has begun of which more is known than its table.
_OF_A_COURSE = ("turn", "open", "passes", "hands", "supply", "aside")


def as_written(kit: Kit, written: Written) -> Position:
    """The position that a file usually means, whatever rules it breaks."""
    return next(completions(kit, written))


def completions(kit: Kit, written: Written) -> Iterator[Position]:
    """The positions that a file may mean, the usual one first."""
    for players in _numbers_of_players(written):
        for phase, is_open in _steps(written):
            for turn in range(1, players + 1) if written.turn is None else (written.turn,):
                step = _step(kit, written, players, turn)._replace(phase=phase, is_open=is_open)
                if phase is Phase.STOP and written.asked is None:
                    step = step._replace(asked=step.next_of(turn))
                for laid in _cells_laid(written, step):
                    for position in _with_tiles(kit, written, step._replace(laid=laid)):
                        yield _with_passes(written, position)


def is_extract(written: Written, position: Position) -> bool:
    """Whether a file tells the end of a game, and nothing of the tiles that were left."""
    return position.phase is Phase.OVER and written.supply is None and written.hands is None


def rest(kit: Kit, position: Position) -> tuple[Tile, ...]:
    """All tiles of the set that are nowhere in a position."""
    left = Counter(kit.copies)
    left.subtract(kit.kinds[tile] for _, tile in position.table)
    left.subtract([*position.supply, *position.aside])
    left.subtract(tile for hand in position.hands for tile in hand)
    left.subtract([] if position.drawn is None else [position.drawn])
    return tuple(sorted(left.elements()))


def _numbers_of_players(written: Written) -> Iterable[int]:
    """How many may play: all who are named do, and usually two."""
    if written.players is not None:
        return (written.players,)
    owners = (each.owner for each in written.owners.values())
    named = max(1, written.turn or 1, written.asked or 1, *(written.hands or ()), *owners)
    return sorted(range(named, MOST_PLAYERS + 1), key=lambda players: players != 2)


def _steps(written: Written) -> Iterator[tuple[Phase, bool]]:
    """The phases that there may be, and whether tiles are open."""
    for phase in _phases(written):
        if written.is_open is not None:
            yield phase, written.is_open
        else:
            if phase is not Phase.OVER:
                yield phase, False
            if phase in (Phase.TURN, Phase.COLOUR, Phase.OVER):
                yield phase, True


def _phases(written: Written) -> tuple[Phase, ...]:
    """The phase that is written or follows from what is; a mere table is that of the end."""
    if written.phase is not None:
        return (written.phase,)
    of_one_phase = {
        Phase.COLOUR: written.laid,
        Phase.STOP: written.asked,
        Phase.EXCHANGE: written.drawn,
        Phase.NEXUS: None if written.table else written.of_a_game or None,
    }
    told = tuple(phase for phase, value in of_one_phase.items() if value is not None)
    if told:
        return told[:1]
    if any(map(written.tells, _OF_A_COURSE)):
        return (Phase.TURN, Phase.COLOUR, Phase.OVER)
    return (Phase.OVER,)


def _step(kit: Kit, written: Written, players: int, turn: int) -> Position:
    """All that is written, but for hands of players that there are not."""
    owned = {colour: max(each.owner, FREE) for colour, each in written.owners.items()}
    hands = {player: hand.kinds for player, hand in (written.hands or {}).items()}
    return Position(
        players,
        tuple(sorted((put.cell, put.tile) for put in written.table)),
        settled(tuple(owned.get(colour, FREE) for colour in range(len(kit.colours))), players),
        turn,
        Phase.TURN,
        tuple(hands.get(player, ()) for player in range(1, players + 1)),
        tuple(sorted(kept.kind for kept in written.supply or ())),
        tuple(sorted(kept.kind for kept in written.aside or ())),
        written.options,
        written.chance or Chance(0),
        asked=written.asked or 0,
        drawn=None if written.drawn is None else written.drawn.kind,
        passes=written.passes or 0,
    )


def _cells_laid(written: Written, position: Position) -> Iterable[Hex | None]:
    """Where the tile may lie that won a choice of colours."""
    if position.phase is not Phase.COLOUR or written.laid is not None:
        return (written.laid,)
    winning = [cell for cell, _ in position.table if len(won_at(position, cell)) > 1]
    return winning or (None,)


def _with_tiles(kit: Kit, written: Written, position: Position) -> Iterator[Position]:
    """The position with all tiles of the set, as they may be spread over what is not told."""
    if position.phase is Phase.NEXUS and written.aside is None:
        position = position._replace(aside=kit.nexus)
    if position.is_secret and not (written.tells("supply") and written.tells("hands")):
        position = _with_hands_dealt(kit, written, position)
    if position.phase is Phase.EXCHANGE and position.chose("exchange", "draw-first"):
        position = _with_tile_drawn(kit, written, position)
    yield from _with_rest_spread(kit, written, position)


def _with_rest_spread(kit: Kit, written: Written, position: Position) -> Iterator[Position]:
    """The position with tiles that are nowhere else in the supply, or out of the game."""
    left = () if is_extract(written, position) else rest(kit, position)
    puts_out = position.chose("exchange", "discard") and position.phase is not Phase.NEXUS
    is_unknown = puts_out and written.aside is None
    if written.supply is not None:
        yield position._replace(aside=left) if is_unknown else position
        return
    yield position._replace(supply=left)
    if is_unknown and position.is_open:
        # Of more tiles than there were in hands somebody may have had one that fits.
        dealt = HAND * position.players
        yield position._replace(supply=left[:dealt], aside=left[dealt:])
    if is_unknown:
        yield position._replace(supply=(), aside=left)


def _with_tile_drawn(kit: Kit, written: Written, position: Position) -> Position:
    """The position with a tile drawn for an exchange, by chance if none is told."""
    left = rest(kit, position)
    if written.drawn is not None or not left:
        return position
    drawn, chance = position.chance.picked(left)
    return position._replace(drawn=drawn, chance=chance)


def _with_hands_dealt(kit: Kit, written: Written, position: Position) -> Position:
    """The position with the hands that are not told dealt by chance, as far as the tiles go.

    Nexus tiles come last, for at the start nobody is dealt one. Whoever cannot lay a tile is dealt
    tiles that do not fit, before the others.
    """
    # Whoever laid the last tile comes last, and may have one less.
    order = [position.turns_ago(position.passes - ahead) for ahead in range(position.players)]
    untold = [player for player in order if player not in (written.hands or {})]
    tiles = rest(kit, position)
    if not (untold and tiles):
        return position
    mixed, chance = position.chance.shuffled(tiles)
    left = sorted(mixed, key=is_nexus)
    dealt: dict[int, list[Tile]] = {player: [] for player in untold}
    stuck = [player for player in untold if player in _cannot_lay(position)]
    for player in stuck:
        dealt[player] = [kind for kind in left if not fits(kit, position, [kind])][:HAND]
        for kind in dealt[player]:
            left.remove(kind)
    for players in ([player for player in untold if player not in stuck], stuck):
        for player in players * HAND:
            if left and len(dealt[player]) < position.full_hand(player):
                dealt[player].append(left.pop(0))
    hands = dict(enumerate(position.hands, 1)) | dealt
    return position._replace(
        hands=tuple(tuple(sorted(hands[player])) for player in sorted(hands)), chance=chance
    )


def _cannot_lay(position: Position) -> set[int]:
    """Whoever has said that nothing fits, or passed where a tile that fits has to be laid."""
    passed = range(min(position.passes, position.players))
    must_lay = position.chose("empty-supply", "must-lay")
    return {*position.stuck, *(position.turns_ago(ago + 1) for ago in passed if must_lay)}


def _with_passes(written: Written, position: Position) -> Position:
    """The position with as many passes as there were since a tile was laid without drawing one."""
    sizes = [len(hand) for hand in position.hands]
    is_last = position.is_secret and position.phase in IN_TURN and not position.supply
    if written.passes is not None or not is_last or min(sizes) == HAND:
        return position
    passes = (
        number
        for number in range(position.players)
        if sizes[position.turns_ago(number + 1) - 1] < HAND
    )
    return position._replace(passes=next(passes, 0))
