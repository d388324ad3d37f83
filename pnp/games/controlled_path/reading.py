"""Reading positions: what is not written has a default, and every problem is told with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from pnp.definition.nodes import Node, compose
from pnp.definition.reader import Fields
from pnp.errors import InvalidDefinition, Source
from pnp.games.controlled_path.kit import Kit, piece
from pnp.games.controlled_path.laying import Standing, check_table, tiles_in, tokens_in
from pnp.games.controlled_path.notes import Notes
from pnp.games.controlled_path.paths import path_from
from pnp.games.controlled_path.position import (
    HAND,
    NO_CHANGE,
    NO_MOVE,
    OPTIONS,
    Loss,
    Phase,
    Position,
    Seat,
)
from pnp.games.controlled_path.setup import PLAYERS, dealt
from pnp.games.controlled_path.turns import at, settled
from pnp.hexgrid import Hex, neighbours
from pnp.play import Chance, IllegalPosition
from pnp.play.reading import FIGURE_KEYS, read_chance, read_options
from pnp.tiles import Tile
from pnp.units import counted

KEYS = (
    "options", "tiles", "tokens", "hands", "supply", "box", "came-from", "turn", "phase",
    "first-turn", "quiet", "lost", "chance",
)  # fmt: skip

Tokens = Mapping[str, Standing]  # by colour


def read(kit: Kit, source: Source) -> Position:
    """The position in a source, less those who have lost in it and are still on the table.

    Raises UnusableInput, or InvalidDefinition or IllegalPosition with all findings.
    """
    notes = Notes(kit)
    position = _position(notes, compose(source))
    if notes.reader.findings:
        raise InvalidDefinition(notes.findings)
    if position is None or notes.findings:
        raise IllegalPosition(notes.findings)
    return settled(kit, position)


def _position(notes: Notes, root: Node) -> Position | None:
    """The position; None, or of no use, if there are findings."""
    known = (*KEYS, *FIGURE_KEYS)
    fields = notes.reader.fields(root, "a position", known=known, required=("tiles",))
    if fields is None:
        return None
    options = dict(read_options(notes.reader, fields, OPTIONS))
    tiles = tiles_in(notes, fields)
    tokens = tokens_in(notes, fields, tiles)
    starts = {lying.tile: lying.node for lying in tiles.values()}
    losses = _losses(notes, fields)
    told = {*tokens, *(loss.colour for loss in losses)}
    colours = [
        colour for colour, tile in notes.kit.starts.items() if tile in starts or colour in told
    ]
    if not notes.findings:
        for colour in (each for each in colours if each not in told):
            message = f"{colour} has no token, and has not lost"
            notes.illegal("a-token-each", message, starts[notes.kit.starts[colour]])
        _check_players(notes, root, fields, colours, tokens)
    if notes.findings:
        return None  # all the rest depends on who plays, and on what lies on the table
    hands = _hands(notes, fields, tokens)
    came_from = _came_from(notes, fields, tokens, {*tiles})
    fresh = fields.read("first-turn", partial(notes.reader.items, what="first-turn")) or ()
    fresh_colours = [_player(notes, node, tokens) for node in fresh]
    first = next(colour for colour in colours if colour in tokens)
    turn = fields.read("turn", lambda node: _player(notes, node, tokens)) or first
    box = tuple(sorted(_pieces(notes, fields, "box")))
    for tile in notes.kit.starts.values():
        del notes.left[tile]  # those that nobody took are back in the box

    def seat(colour: str) -> Seat:
        if colour not in tokens:
            return Seat(colour)
        spot, came = tokens[colour].spot, came_from.get(colour)
        return Seat(colour, hands.get(colour, ()), spot, came, colour in fresh_colours)

    position = Position(
        tuple(options.items()),
        tuple(sorted((cell, lying.tile) for cell, lying in tiles.items())),
        tuple(map(seat, colours)),
        tuple(sorted(notes.left.elements())),
        colours.index(turn),
        losses=losses,
        box=box,
        quiet=notes.number(fields, "quiet") or 0,
        chance=fields.read("chance", partial(read_chance, notes.reader)) or Chance(0),
    )
    check_table(notes, position, tiles)
    _check_box(notes, fields, position)
    position = dealt(position, [colours.index(each) for each in tokens if each not in hands])
    _check_hands(notes, fields, position)
    return position._replace(phase=_phase(notes, fields, position, tokens))


def _losses(notes: Notes, fields: Fields) -> tuple[Loss, ...]:
    found = []
    for key, node in notes.entries(fields, "lost", notes.kit.colours):
        causes = [each for each in notes.kit.colours if each != key.text]
        cause = notes.reader.choice(node, "a cause", [*causes, NO_CHANGE, NO_MOVE])
        found.append(Loss(key.text, cause or NO_CHANGE))
    return tuple(found)


def _check_players(
    notes: Notes, root: Node, fields: Fields, colours: list[str], tokens: Tokens
) -> None:
    if len(colours) not in PLAYERS:
        there = counted(len(colours), "player")
        message = f"this is a game for 2 to 4 players; there are tiles or tokens of {there}"
        notes.illegal("players", message, root)
    elif not tokens:
        notes.illegal("a-token-each", "there is always a token on the table", root)
    for key, node in notes.entries(fields, "lost"):
        cause = notes.reader.text(node, "a cause")
        if key.text in tokens:
            notes.illegal("lost", f"{key.text} has lost, but the token is there", key)
        if cause not in (*colours, NO_CHANGE, NO_MOVE):
            message = f"{cause} does not play, and cannot connect to {key.text}"
            notes.illegal("lost", message, node)


def _player(notes: Notes, node: Node, tokens: Tokens) -> str | None:
    """A player who is still in."""
    colour = notes.reader.choice(node, "a player", notes.kit.colours)
    if colour is not None and colour not in tokens:
        notes.illegal("lost", f"{colour} has no token on the table", node)
        return None
    return colour


def _of_players(
    notes: Notes, fields: Fields, key: str, tokens: Tokens
) -> Iterator[tuple[str, Node]]:
    """The players in the mapping at a key, if it is there, and what is written for each."""
    for name, node in notes.entries(fields, key):
        colour = _player(notes, name, tokens)
        if colour is not None:
            yield colour, node


def _hands(notes: Notes, fields: Fields, tokens: Tokens) -> dict[str, tuple[Tile, ...]]:
    hands = {}
    inner = fields.read("hands", partial(notes.reader.fields, what="hands"))
    for colour, node in _of_players(notes, fields, "hands", tokens):
        assert inner is not None
        hand = tuple(sorted(_pieces(notes, inner, colour)))
        if len(hand) > HAND:
            notes.illegal("hand", f"a hand has {HAND} tiles, not {len(hand)}", node)
        hands[colour] = hand
    return hands


def _pieces(notes: Notes, fields: Fields, key: str) -> Iterator[Tile]:
    """The path tiles in the list at a key, each taken out of the set."""
    for node in fields.read(key, partial(notes.reader.items, what=key)) or ():
        tile = notes.tile(node)
        if tile in notes.kit.starts.values():
            notes.illegal("hand", "a start tile lies on the table", node)
        elif tile is not None:
            notes.take(tile, node)
            yield piece(tile)


def _check_hands(notes: Notes, fields: Fields, position: Position) -> None:
    left = len(position.supply)
    supply = fields.read("supply", partial(notes.reader.integer, what="supply", least=0))
    if supply is not None and supply != left:
        message = f"less the table and the hands, {counted(left, 'tile')} of the set are left"
        fields.read("supply", lambda node: notes.illegal("supply", message, node))
    hands = {seat.colour: seat.hand for seat in position.seats if seat.token is not None}
    # Only the hand of a loser can fill the supply again when others lack tiles.
    if left and not position.losses:
        for key, node in notes.entries(fields, "hands"):
            if key.text in hands and len(hands[key.text]) < HAND:
                message = f"{key.text} has not drawn back to {HAND} tiles"
                notes.illegal("hand", message, node)


def _check_box(notes: Notes, fields: Fields, position: Position) -> None:
    if position.box and not (position.losses and position.chose("loser-hand", "box")):
        message = "only hands of losers go into the box, by the option loser-hand: box"
        fields.read("box", lambda node: notes.illegal("loser-hand", message, node))


def _came_from(notes: Notes, fields: Fields, tokens: Tokens, tiles: set[Hex]) -> dict[str, Hex]:
    found = {}
    for colour, node in _of_players(notes, fields, "came-from", tokens):
        cell = notes.cell(node)
        if cell is None:
            continue
        if cell not in tiles or cell not in neighbours(tokens[colour].spot.cell):
            message = f"{colour} cannot have come from {at(cell)}: it is no tile next to the token"
            notes.illegal("one-tile-along-the-path", message, node)
        found[colour] = cell
    return found


def _phase(notes: Notes, fields: Fields, position: Position, tokens: Tokens) -> Phase:
    """What is next; where only two are left and are connected, the change has just been made."""
    words = [phase.value for phase in Phase]
    word = fields.read("phase", lambda node: notes.reader.choice(node, "phase", words))
    standing = [each.spot for each in tokens.values()]
    duel = len(standing) == 2 and standing[1] in path_from(dict(position.tiles), standing[0])
    if word is None:
        return Phase.MOVE if duel else Phase.CHANGE
    phase = Phase(word)
    # Whoever connected them may have lost by having no move.
    if duel and phase is Phase.CHANGE and position.chose("no-move", "stay"):
        message = "the two tokens are connected: whoever did that has won"
        notes.illegal("how-to-win", message, [*tokens.values()][1].node)
    return phase
