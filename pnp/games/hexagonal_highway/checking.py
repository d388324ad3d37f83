"""Whether a position that is written down can be: every rule that it breaks is found.

What a file leaves out has a default. A round that is not told is the first in which everything else
can be. Pawns that are not told are where they stopped, or on starts, and orders are held against
that, which the findings say. Only shuffled cards have no default, where something hangs on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pnp.basics.errors import Finding, InvalidDefinition, Source, in_file_order
from pnp.games.hexagonal_highway.control import Objection, objection, room_for_others
from pnp.games.hexagonal_highway.driving import revealed
from pnp.games.hexagonal_highway.history import history_findings
from pnp.games.hexagonal_highway.orders import Go, Order, Piece, Place
from pnp.games.hexagonal_highway.pawns import known, moment, pawn_findings, stops
from pnp.games.hexagonal_highway.position import NOWHERE, PLAYERS, Card, Drive, Position
from pnp.games.hexagonal_highway.reading import At, Ordered, Written, read_file
from pnp.games.hexagonal_highway.road import Road
from pnp.play import IllegalPosition
from pnp.play.game import illegal
from pnp.tiles.hexgrid import Hex, distance


def read(road: Road, source: Source) -> Position:
    """The position in a source; where it tells the orders of all players, the round is driven.

    Raises UnusableInput, or InvalidDefinition or IllegalPosition with all findings; what follows from
    others is looked at only where there are none.
    """
    written, unread = read_file(road, source)
    findings = [] if written is None else [*_piece_findings(road, written)]
    if written is None or unread:
        raise InvalidDefinition(in_file_order([*unread, *findings]))
    findings += _unknown_cards(written)
    if findings:
        raise IllegalPosition(in_file_order(findings))
    position = _position(road, written)
    told_all = position.writer is None and not position.is_over
    return revealed(road, position) if told_all else position


# The position.


def _position(road: Road, written: Written) -> Position:
    """The position that is written, with its orders; a round that is not told is the first that can be."""
    against_orders: list[list[Finding]] = []
    rounds = _rounds(written)
    for number in rounds:
        position = _position_in(road, written, number)
        if not [*_course_findings(road, written, position)]:
            position, findings = _with_orders(road, written, position)
            if not findings:
                return position
            against_orders.append(findings)
    if against_orders:
        fewest = min(against_orders, key=len)
        raise IllegalPosition(in_file_order(fewest))
    first = _position_in(road, written, rounds[0])
    raise IllegalPosition(in_file_order(_course_findings(road, written, first)))


def _rounds(written: Written) -> Sequence[int]:
    """The rounds that this may be: the one that is told, or all after those that are over."""
    if written.round is not None:
        return [written.round]
    robbery = _cards(written).index(Card.HIGHWAY_ROBBERY) + 1
    first = max((*written.drives, robbery if any(written.robbers.values()) else 0)) + 1
    if first <= robbery and any(_hides_a_robber(each.order) for each in written.orders):
        return [robbery]
    last = len(Card) if written.orders else len(Card) + 1  # nobody writes orders at the end
    return range(first, max(first, last) + 1)


def _hides_a_robber(order: Order) -> bool:
    return isinstance(order, Place) and order.piece is Piece.ROBBER


def _cards(written: Written) -> tuple[Card, ...]:
    return tuple(Card) if written.cards is None else written.cards[0]


def _position_in(road: Road, written: Written, number: int) -> Position:
    """The position in a round, in which pawns that are not told stand where they stopped, or on starts."""
    pawns = {player: at.cell for player, at in written.pawns}
    set_off = {player: drive[0].cell for player, drive in written.drives.get(1, {}).items()}
    if number == 1:
        set_off = {player: cell for player, cell in pawns.items() if cell in road.starts}
    starts = _filled(road, {player: at.cell for player, at in written.starts}, set_off)
    stopped = stops(written, number - 1)
    apart = {
        player: stop for player, stop in stopped.items() if [*stopped.values()].count(stop) == 1
    }
    return Position(
        written.options,
        _cards(written),
        starts,
        pawns=_filled(road, pawns, apart, dict(enumerate(starts))),
        directions=tuple(sorted((at.cell, piece) for piece, at in written.directions)),
        drives=tuple(_by_player(written.drives.get(each, {})) for each in range(1, number)),
        robbers=_by_player(written.robbers),
        chance=written.chance,
    )


def _by_player(told: Mapping[int, tuple[At, ...]]) -> tuple[Drive, ...]:
    """The cells of each player; none where they are not told."""
    return tuple(tuple(at.cell for at in told.get(player, ())) for player in range(PLAYERS))


def _filled(road: Road, given: Mapping[int, Hex], *likely: Mapping[int, Hex]) -> tuple[Hex, ...]:
    """A cell for each player, each once: what is given, else what is likely, else a free start."""
    found = dict(given)
    for wishes in (*likely, *({player: cell} for cell in road.starts for player in range(PLAYERS))):
        for player, cell in wishes.items():
            if cell not in found.values():
                found.setdefault(player, cell)
    return tuple(found[player] for player in range(PLAYERS))


# Each piece and each drive for itself.


def _piece_findings(road: Road, written: Written) -> Iterator[Finding]:
    yield from _card_findings(written)
    yield from _start_findings(road, written)
    yield from _token_findings(road, written)
    for drives in written.drives.values():
        yield from _one_pawn_a_hex(
            road, ((player, drive[0]) for player, drive in drives.items()), "two pawns set off from"
        )
        for drive in drives.values():
            yield from _drive_findings(road, drive)


def _card_findings(written: Written) -> Iterator[Finding]:
    if written.cards is None:
        return
    cards, node = written.cards
    usual = tuple(Card)
    if sorted(cards) != sorted(usual):
        yield illegal("round-cards", "each round card, 1 to 6, is there once", node)
    elif cards[0] is not Card.THEME:
        yield illegal("round-cards", "Theme, card 1, stays first", node)
    elif cards != usual and ("rounds", "shuffled") not in written.options:
        message = "the round cards are in order, but for the option rounds: shuffled"
        yield illegal("round-cards", message, node)


def _unknown_cards(written: Written) -> Iterator[Finding]:
    """What hangs on a card, where nobody can know which it was."""
    told = (
        *written.drives.values(),
        *written.robbers.values(),
        *written.directions,
        *written.orders,
    )
    if written.shuffled and written.cards is None and any(told):
        message = "the round cards are shuffled: write down cards, in the order of the rounds"
        yield illegal("round-cards", message, written.shuffled)


def _start_findings(road: Road, written: Written) -> Iterator[Finding]:
    given: set[Hex] = set()
    for _, (cell, node) in written.starts:
        if cell not in road.starts or cell in given:
            why = "the start of two" if cell in given else "no start"
            yield illegal("starts", f"{road.names[cell]} is {why}", node)
        given.add(cell)


def _token_findings(road: Road, written: Written) -> Iterator[Finding]:
    known: set[int] = set()
    for player, (_, node) in written.pawns:
        if player in known:
            yield illegal("one-pawn-each", f"there is one pawn of {road.colours[player]}", node)
        known.add(player)
    yield from _one_pawn_a_hex(road, written.pawns, "two pawns are on")
    lying: set[Hex] = set()
    for _, (cell, node) in written.directions:
        name = road.names[cell]
        if cell in lying:
            yield illegal("one-tile-a-hex", f"{name} has two direction tiles", node)
        if cell in road.corners and ("corner-tiles", "barred") in written.options:
            yield illegal("not-on-a-corner", f"{name} is a corner", node)
        lying.add(cell)
    for _, (_, node) in written.directions[road.supply : road.supply + 1]:
        yield illegal("supply", f"the set has {road.supply} direction tiles", node)


def _one_pawn_a_hex(road: Road, pawns: Iterable[tuple[int, At]], what: str) -> Iterator[Finding]:
    taken: dict[Hex, int] = {}
    for player, (cell, node) in pawns:
        if taken.setdefault(cell, player) != player:
            yield illegal("one-pawn-a-hex", f"{what} {road.names[cell]}", node)


def _drive_findings(road: Road, drive: tuple[At, ...]) -> Iterator[Finding]:
    """The first step that is none, or that comes back to the pawn's own track."""
    been = [drive[0].cell]
    for before, (cell, node) in pairwise(drive):
        step = f"from {road.names[before.cell]} to {road.names[cell]}"
        if cell in been:
            message = f"a pawn stops before a hex it has been on, here {road.names[cell]}"
            yield illegal("stopping", message, node)
            return
        if distance(before.cell, cell) != 1:
            yield illegal("driving", f"{step} is no step to the next hex", node)
            return
        been.append(cell)


# What was possible in the rounds.


def _course_findings(road: Road, written: Written, position: Position) -> Iterator[Finding]:
    """Where pawns, tiles or robbers cannot have been; of robbers only once the pawns can."""
    found = [*pawn_findings(road, written, position)]
    yield from found
    if not found:
        yield from history_findings(road, written, position)
        yield from _robber_findings(road, written, position)


def _robber_findings(road: Road, written: Written, position: Position) -> Iterator[Finding]:
    """What was wrong with the robbers when they were written, as orders of the robbery round."""
    robbery = position.cards.index(Card.HIGHWAY_ROBBERY) + 1
    if robbery >= position.round:
        message = "the robbery is not over; robbers in this round are orders"
        for robbers in filter(None, written.robbers.values()):
            yield illegal("robbers", message, robbers[0].node)
        return
    began = moment(written, position, robbery)
    for player, robbers in written.robbers.items():
        at = began
        for cell, node in robbers:
            order = Place(Piece.ROBBER, cell)
            wrong = objection(road, at, player, order)
            if wrong is None and not room_for_others(road, began, player, [cell]):
                pawn = road.names[began.pawns[player]]
                wrong = Objection(
                    "control",
                    f"{road.colours[player]} on {pawn} is not nearest to {road.names[cell]}",
                )
            if wrong is None:
                at = at.with_order(player, order)
            else:
                yield illegal(wrong.rule, wrong.message, node)


# Orders.


def _with_orders(
    road: Road, written: Written, position: Position
) -> tuple[Position, list[Finding]]:
    """The position with all orders on its sheets, how to drive last; and those that break a rule."""
    if written.orders and position.is_over:
        return position, [illegal("six-rounds", "the game is over", written.orders[0].node)]
    findings = []
    for each in sorted(written.orders, key=lambda each: isinstance(each.order, Go)):
        wrong = objection(road, position, each.player, each.order)
        if wrong is None:
            position = position.with_order(each.player, each.order)
        else:
            message = _against_order(road, written, position, each, wrong)
            findings.append(illegal(wrong.rule, message, each.node))
    return position, findings


def _against_order(
    road: Road, written: Written, position: Position, ordered: Ordered, wrong: Objection
) -> str:
    """What is wrong with an order; where that hangs on pawns that are not told, this is said, too."""
    player, order, _ = ordered
    told = position._replace(pawns=known(written, position))
    if isinstance(order, Go) or objection(road, told, player, order) is not None:
        if wrong.rule == "control" and written.round is None:
            return f"{wrong.message}; the round is not told, and is taken to be {position.round}"
        return wrong.message
    if wrong.rule == "control" and told.pawns[player] == NOWHERE:
        who, pawn = road.colours[player], road.names[position.pawns[player]]
        return (
            f"{who} is not told to be anywhere, and on {pawn}, {_usual(written, position, player)},"
            f" it does not control {road.names[order.cell]}; write down its pawn"
        )
    places = "where they stopped, or on their starts" if written.drives else "on their starts"
    return f"{wrong.message}; pawns that are not told are taken to be {places}"


def _usual(written: Written, position: Position, player: int) -> str:
    """What the place is to a pawn on which it stands because it is not told."""
    pawn = position.pawns[player]
    if stops(written, position.round - 1).get(player) == pawn:
        return "where it stopped"
    return "its start" if pawn == position.starts[player] else "a start"
