"""What one game was like, gathered while it is played: its Figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any

from pnp.basics.errors import Source, UnusableInput
from pnp.play import AnyGame, Hex, Tile
from pnp.playtest.figures import Figures
from pnp.playtest.match import Match
from pnp.tiles import canonical, format_tile
from pnp.tiles.symmetry import Symmetry

# Points are counted so often in a game at most: counting takes as long as many random moves.
MOST_COUNTS = 20

# A game that has not ended after so many decisions has rules that let it go on for ever.
MOST_DECISIONS = 100_000


class Gathering:
    """The figures of a game that is being played; `note` hears of each move before it is played."""

    def __init__(self, game: AnyGame, seating: Sequence[int]) -> None:
        self._game, self._seating = game, tuple(seating)
        self._choices: list[int] = []
        self._movers: list[int] = []
        self._uses: Counter[tuple[str, int]] = Counter()
        # The positions in which another player begins to decide.
        self._begun: list[Any] = []

    def note(self, position: Any, player: int, move: Any) -> None:
        """A player, counted from 1, makes a move in a position."""
        seat = player - 1
        if not self._movers or self._movers[-1] != seat or len(self._seating) == 1:
            self._begun.append(position)
        self._movers.append(seat)
        if len(self._movers) > MOST_DECISIONS:
            raise UnusableInput(
                f"a game of {self._game.name} did not end in {MOST_DECISIONS:,} moves; choose options with which it ends"
            )
        self._choices.append(len(self._game.legal_moves(position)))
        for use in uses(self._game, move):
            self._uses[use, seat] += 1

    def figures(self, match: Match) -> Figures:
        """The figures of the game that has ended."""
        after = [*self._begun[1:], match.end]
        counted = evenly(len(after), MOST_COUNTS)
        points = [self._game.points(after[turn]) for turn in counted[:-1]]
        seats = range(match.players)
        return Figures(
            bots=self._seating,
            winners=tuple(player - 1 for player in match.score.winning),
            turns=len(self._begun),
            choices=tuple(self._choices),
            movers=tuple(self._movers),
            points=(*points, match.score.points),
            uses={
                use: tuple(self._uses[use, seat] for seat in seats)
                for use in sorted({use for use, _ in self._uses})
            },
            facts=dict(self._game.facts(match.end)),
        )


def evenly(number: int, most: int) -> list[int]:
    """The indices of so many things, or of *most* of them at equal distances; the last one is among them.

    >>> evenly(3, 5), evenly(10, 5)
    ([0, 1, 2], [1, 3, 5, 7, 9])
    """
    taken = min(number, most)
    return [number * part // taken - 1 for part in range(1, taken + 1)]


def uses(game: AnyGame, move: Any) -> tuple[str, ...]:
    """What a move uses: its kind, and its kind with each value that is neither a cell nor several.

    A tile has the text of its canonical form, however it is turned.
    """
    return _uses_in(game).of(move)


def tile_texts(game: AnyGame) -> tuple[str, ...]:
    """The texts of the tiles of the set as uses have them, each once."""
    pieces = game.tileset.pieces
    return tuple(dict.fromkeys(_uses_in(game).text(piece.tile) for piece in pieces))


def tiles_to_use(game: AnyGame, start: Any, used: AbstractSet[str]) -> tuple[str, ...]:
    """The texts of the tiles that somebody can use, given the first position of a game and all *used* tiles.

    A family that lies on the table at the start, and of which nobody ever uses a tile, is only there to begin with.
    """
    text, codes = _uses_in(game).text, game.tileset.definition.codes
    laid = {tile for _, tile in game.table(start).tiles}
    found: dict[str, None] = {}
    for family in game.tileset.families:
        tiles = [text(piece.tile) for piece in family.pieces]
        begins = any(format_tile(piece.tile, codes) in laid for piece in family.pieces)
        if not begins or not used.isdisjoint(tiles):
            found |= dict.fromkeys(tiles)
    return tuple(found)


def avoidable(records: Iterable[tuple[AnyGame, str]], wanted: Collection[str]) -> set[str]:
    """The uses, of those that are *wanted*, that a player could have done without in one of these records, each with its game."""
    found: set[str] = set()
    for game, record in records:
        if len(found) == len(wanted):
            break
        reading = game.read(Source("record.yaml", record))
        for position in (reading.start, *(step.position for step in reading.steps[:-1])):
            of_moves = [frozenset(uses(game, move)) for move in game.legal_moves(position)]
            if of_moves:
                common = frozenset.intersection(*of_moves)
                found.update(frozenset.union(*of_moves).intersection(wanted) - common)
    return found


class _Uses:
    """The uses of a game's moves; those with equal values, wherever they are made, are found once."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        definition = game.tileset.definition
        self._geometry, self._codes = definition.main_group.geometry, definition.codes
        # By the type of a move the names of its values that are no places.
        self._names: dict[type[Any], tuple[str, ...]] = {}
        self._known: dict[tuple[Any, ...], tuple[str, ...]] = {}

    def of(self, move: Any) -> tuple[str, ...]:
        kind = type(move)
        if kind not in self._names:
            fields = self._game.move_fields(move).keys() - {"move"}
            self._names[kind] = tuple(
                name for name in sorted(fields) if not _is_place(getattr(move, name, None))
            )
        names = self._names[kind]
        key = (kind, *(getattr(move, name, None) for name in names))
        if key not in self._known:
            self._known[key] = self._found(move, names)
        return self._known[key]

    def _found(self, move: Any, names: Sequence[str]) -> tuple[str, ...]:
        fields = self._game.move_fields(move)
        kind = fields["move"]
        texts = (self.text(getattr(move, name, None), fields[name]) for name in names)
        return (kind, *(f"{kind} {name}={text}" for name, text in zip(names, texts, strict=True)))

    def text(self, value: object, text: str = "") -> str:
        """The text of a value; that of a tile is the one of its canonical form."""
        if not isinstance(value, Tile):
            return text
        return format_tile(canonical(value, self._geometry, Symmetry.ROTATIONS), self._codes)


_uses_in = lru_cache(8)(_Uses)


def _is_place(value: object) -> bool:
    """Whether a value of a move is a cell, or several."""
    match value:
        case Hex() | (Hex(), *_):
            return True
    return False
