"""Whether a game can have come to a step that is written: turns, hands, and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.errors import Finding
from pnp.basics.words import counted
from pnp.games.hexstatic.completing import is_extract
from pnp.games.hexstatic.kit import BLANK, Kit, is_nexus
from pnp.games.hexstatic.owning import won_at
from pnp.games.hexstatic.placing import fits, strict_blanks, write_cell
from pnp.games.hexstatic.position import HAND, IN_TURN, Phase, Position
from pnp.games.hexstatic.reading import Written
from pnp.play.game import illegal
from pnp.tiles.hexgrid import connected

# Phases in which tiles are still secret.
_SECRET = (Phase.NEXUS, Phase.EXCHANGE, Phase.STOP, Phase.DECLINED)


def step_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Everything that is wrong with a step; table, owners and the number of each tile are right."""
    yield from _turn_findings(written, position)
    yield from _aside_findings(kit, written, position)
    yield from _discard_findings(written, position)
    yield from _pass_findings(kit, written, position)
    yield from _hand_findings(written, position)
    yield from _last_hand_findings(written, position)
    yield from _open_findings(kit, written, position)
    yield from _phase_findings(kit, written, position)


def _turn_findings(written: Written, position: Position) -> Iterator[Finding]:
    """Tables without a first tile, or with one before the first turn."""
    phase = position.phase
    if phase is Phase.NEXUS:
        if position.table:
            message = "a first tile lies on the table, so the phase is not nexus"
            yield illegal("set-up", message, written.place_of("phase"))
        if position.chose("first-player", "player-1") and position.turn != 1:
            yield illegal("set-up", "player 1 starts", written.place_of("turn"))
    elif not position.table:
        message = "no tile lies on the table, which begins with a nexus tile"
        yield illegal("set-up", message, written.place_of("tiles"))
    elif written.of_a_game and not any(map(is_nexus, position.table_before.values())):
        message = "no nexus tile lies on the table, which begins with one"
        yield illegal("set-up", message, written.place_of("tiles"))


def _aside_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Tiles that are put aside, or should be."""
    aside = written.place_of("aside")
    if position.phase is not Phase.NEXUS:
        if position.aside and not position.chose("exchange", "discard"):
            yield illegal("exchange", "tiles that are exchanged go back into the supply", aside)
    elif position.aside != kit.nexus:
        yield illegal("set-up", "all the nexus tiles, and no others, are put aside", aside)
    else:
        hands = [kept for hand in (written.hands or {}).values() for kept in hand.kept]
        for kept in (*hands, *(written.supply or ())):
            if is_nexus(kept.kind):
                message = f"{kit.write(kept.kind)} is a nexus tile, and all of these are put aside"
                yield illegal("set-up", message, kept.place)


def _discard_findings(written: Written, position: Position) -> Iterator[Finding]:
    """What cannot be after so many turns, where tiles put aside tell how many were exchanged."""
    told = not is_extract(written, position)
    if not (told and position.table and position.chose("exchange", "discard")):
        return
    yield from _unlaid_findings(written, position)
    if position.is_open:
        return
    turns = len(position.table_before) + len(position.aside)
    in_hands = sum(is_nexus(tile) for hand in position.hands for tile in hand)
    elsewhere = [*(tile for _, tile in position.table), *position.aside]
    # All but the first were drawn, and that was laid without drawing.
    drawn = sum(map(is_nexus, elsewhere)) - 1 + in_hands
    if in_hands and drawn > turns - 1:
        place = written.place_of("hands", "supply", "aside")
        message = f"{counted(drawn, 'nexus tile')} cannot have been drawn in"
        yield illegal("set-up", f"{message} {counted(turns - 1, 'turn')}", place)
    player = turns % position.players + 1
    first = position.chose("first-player", "player-1") and position.supply
    if first and position.turn != player:
        message = f"after {counted(turns, 'turn')} player {player} goes on"
        yield illegal("your-turn", message, written.place_of("turn"))


def _unlaid_findings(written: Written, position: Position) -> Iterator[Finding]:
    """Tiles of hands that are neither there nor laid: an exchange leaves as many as there were."""
    dealt = HAND * position.players
    left = len(position.supply) if position.is_open else sum(map(len, position.hands))
    laid = len(position.table) - 1
    if left + laid < dealt:
        message = f"of {dealt} tiles in hands {left} are left, and {laid} have been laid"
        place = written.place_of(*(("supply",) if position.is_open else ("hands", "supply")))
        yield illegal("hand", message, place)


def _pass_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """More passes in a row than there can be, or by whoever has to lay a tile."""
    players, passes = position.players, position.passes
    place = written.place_of("passes", "hands", "supply")
    if not passes:
        return
    allowed = position.chose("laying-open", "may-pass") if position.is_open else True
    possible = allowed and (position.is_open or not position.supply)
    if not possible or position.phase not in IN_TURN or passes >= players:
        message = f"{counted(passes, 'player')} in a row cannot have passed here"
        yield illegal("pass", message, place)
    elif not position.is_open and position.chose("empty-supply", "must-lay"):
        for ago in range(passes, 0, -1):
            player = position.turns_ago(ago)
            if fits(kit, position, position.hands[player - 1]):
                yield illegal(
                    "pass", f"a tile of player {player} fits, who cannot have passed", place
                )


def _hand_findings(written: Written, position: Position) -> Iterator[Finding]:
    """Hands that are too large or too small, or not empty though all tiles are open."""
    if not position.is_secret:
        message = "open tiles are in nobody's hand: they are all in the supply"
        for player, hand in enumerate(position.hands, 1):
            if hand:
                yield illegal("laying-open", message, written.place_of_hand(player))
        return
    full = bool(position.supply) or position.phase in (Phase.NEXUS, Phase.EXCHANGE)
    for player, hand in enumerate(position.hands, 1):
        most = position.full_hand(player)
        if len(hand) > most or (full and len(hand) < most):
            limit = str(most) if full else f"at most {most}"
            message = f"player {player} has {counted(len(hand), 'tile')}, not {limit}"
            yield illegal("hand", message, written.place_of_hand(player))


def _last_hand_findings(written: Written, position: Position) -> Iterator[Finding]:
    """No tile left in any hand, or none missing in that of the player who laid the last one.

    Once somebody has fewer than six there is no supply, and since then whoever does not pass lays a
    tile without drawing one.
    """
    if position.supply or position.is_open or position.phase not in IN_TURN:
        return
    sizes = [len(hand) for hand in position.hands]
    last = position.turns_ago(position.passes + 1)
    if not any(sizes):
        message = "no tile is left, so the game is over"
        yield illegal("end-of-the-game", message, written.place_of("phase"))
    elif min(sizes) < HAND == sizes[last - 1]:
        message = f"player {last} has laid the last tile and drawn none, and cannot have {HAND}"
        yield illegal("hand", message, written.place_of_hand(last))


def _open_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Tiles that lie open although somebody had one that fits.

    They are laid open when all have passed, which takes an empty supply, or when nothing fits of
    hands that are full. Some place always touches one tile only. There a tile fits that shows the
    same: every tile, if it is a colour, as it is round a single nexus tile; if it is blank, every
    tile with a blank side.
    """
    hands = HAND * position.players
    if not position.is_open or len(position.supply) <= hands:
        return
    strict = strict_blanks(position)
    stuck = (
        copies for kind, copies in kit.copies.items() if strict and BLANK not in kit.sides[kind]
    )
    if len(position.table) == 1 or sum(stuck) < hands:
        message = f"somebody had a tile that fits while {counted(len(position.supply), 'tile')}"
        place = written.place_of("open")
        yield illegal("laying-open", f"{message} were left", place)


def _phase_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """What belongs to another phase, and phases that cannot have been reached."""
    phase, place = position.phase, written.place_of("phase")
    if position.is_open and phase in _SECRET:
        yield illegal("laying-open", f"in the phase {phase.value} tiles are not open", place)
    if (position.asked > 0) != (phase is Phase.STOP):
        message = "somebody is asked in the phase stop, and only there"
        yield illegal("laying-open", message, written.place_of("asked"))
    draws_first = position.chose("exchange", "draw-first")
    if (position.drawn is not None) != (phase is Phase.EXCHANGE and draws_first):
        message = "a tile is drawn in the phase exchange if the table draws first, and only there"
        yield illegal("exchange", message, written.place_of("drawn"))
    if phase is Phase.EXCHANGE and not draws_first and not position.supply:
        yield illegal("exchange", "the supply is empty", place)
    if position.laid is not None and phase is not Phase.COLOUR:
        message = "laid is said in the phase colour, and only there"
        yield illegal("two-colours", message, written.place_of("laid"))
    if not position.table or position.turn > position.players:
        return
    if phase is Phase.OVER or (position.is_open and phase is Phase.TURN):
        yield from _end_findings(kit, written, position)
    if phase in (Phase.STOP, Phase.DECLINED):
        yield from _stop_findings(kit, written, position)
    if phase is Phase.COLOUR:
        yield from _choice_findings(written, position)


def _end_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """A game that is over too early, or too late."""
    over, place = position.phase is Phase.OVER, written.place_of("phase")
    if over and not position.is_open:
        yield illegal("end-of-the-game", "in the end all tiles are open", place)
    any_fits = fits(kit, position, position.supply)
    if over and any_fits and not _may_end(kit, position):
        yield illegal("end-of-the-game", "an open tile fits, so the game is not over", place)
    if not over and (not any_fits or _ends_open(position)):
        told = "" if any_fits else "no open tile fits, so "
        yield illegal("end-of-the-game", f"{told}the game is over", place)


def _ends_open(position: Position) -> bool:
    """Whether the game is over as soon as all tiles lie open."""
    return position.players == 1 and position.chose("solo-end", "score")


def _may_end(kit: Kit, position: Position) -> bool:
    """Whether the game can be over although an open tile fits.

    Everybody may pass; or the open tiles of a game for one are scored as they come, after a pass
    without a supply, or because nothing fits of a full hand.
    """
    if not _ends_open(position):
        return position.chose("laying-open", "may-pass")
    if len(position.supply) <= HAND and position.chose("empty-supply", "lay-or-pass"):
        return True
    return sum(not fits(kit, position, [tile]) for tile in position.supply) >= HAND


def _stop_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Somebody who cannot be asked, or cannot have said that nothing fits."""
    place = written.place_of("phase")
    if position.players == 1:
        yield illegal("laying-open", "there is nobody else to ask", place)
        return
    if position.asked == position.turn or position.asked > position.players:
        message = f"player {position.asked} is not asked by player {position.turn}"
        yield illegal("laying-open", message, written.place_of("asked"))
        return
    for player in position.stuck:
        if fits(kit, position, position.hands[player - 1]):
            dealt = written.supply is None and player not in (written.hands or {})
            tile = (
                f"some tile of every hand of player {player}"
                if dealt
                else f"a tile of player {player}"
            )
            message = f"{tile} fits, who cannot have said that nothing does"
            yield illegal("laying-open", message, place)


def _choice_findings(written: Written, position: Position) -> Iterator[Finding]:
    """A tile that wins no choice of colours, or was not laid last."""
    place = written.place_of("laid")
    if position.laid is None:
        message = f"no tile wins a choice of colours for player {position.turn}"
        yield illegal("two-colours", message, place)
        return
    where, table, before = write_cell(position.laid), dict(position.table), position.table_before
    if position.laid not in table or len(won_at(position, position.laid)) < 2:
        message = f"no tile on {where} wins a choice of colours for player {position.turn}"
        yield illegal("two-colours", message, place)
    elif connected(before, [*before][:1]) != before.keys():
        message = f"without the tile on {where}, laid last, the others are not joined"
        yield illegal("touching", message, place)
