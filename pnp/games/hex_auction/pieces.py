"""The pieces of Hex Auction: tiles with coloured edges, some of them special, and coins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pnp.basics.errors import UnusableInput
from pnp.basics.words import counted
from pnp.play import TileKinds
from pnp.sets.tileset import Tileset
from pnp.tiles import UNCOLOURED, Colour, Tile
from pnp.validation import Scope, Violation, rule


class PieceSet(TileKinds):
    """The tiles of a set and the coins of each player; raises UnusableInput if the set lacks them."""

    def __init__(self, tileset: Tileset) -> None:
        definition = tileset.definition
        no_set = f"{definition.game} is not a set for hex-auction"
        if not definition.main_group.geometry.shape.has_axial_cells:
            raise UnusableInput(f"{no_set}: its tiles are not hexagons")
        parameters = {each.name: each.value for each in definition.parameters}
        if "coins" not in parameters:
            raise UnusableInput(f'{no_set}: it has no parameter "coins"')
        super().__init__(tileset, shows=lambda tile: tile.edges)
        self.coins = parameters["coins"]
        self.total = sum(self.copies.values())
        self.special = frozenset(kind for kind in self.copies if kind.mark.kind == "dot")

    def write(self, tile: Tile) -> str:
        """The edges of a tile as it lies; the dot of a special tile is omitted."""
        return super().write(tile.unmarked)


# The rules of the set.


@rule(
    "specials-lack-different-colours",
    "There is a special tile for each colour, with a dot and one of every other colour.",
    names=("special",),
)
def specials_lack_different_colours(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    every = set(range(len(definition.inks)))
    lacking: dict[Colour, list[str]] = defaultdict(list)
    for piece in scope.pieces:
        edges = set(piece.tile.edges) - {UNCOLOURED}
        missing = sorted(every - edges)
        if len(edges) != definition.main_group.geometry.sides or len(missing) != 1:
            yield Violation(
                f"{piece.id}, {definition.notation(piece.tile)}, has {len(edges)} colours;"
                f" a special tile has {definition.main_group.geometry.sides} of {len(every)}",
                piece.place,
            )
            continue
        if piece.tile.mark.kind != "dot":
            yield Violation(f"{piece.id} has no dot", piece.place)
        lacking[Colour(missing[0])].append(piece.id)
    for number, ink in enumerate(definition.inks):
        tiles = lacking[Colour(number)]
        if len(tiles) != 1:
            which = f": {', '.join(tiles)}" if tiles else ""
            message = f'{counted(len(tiles), "special tile")} without "{ink.name}", not 1{which}'
            yield Violation(message, scope.place)


@rule(
    "closed-economy",
    "The number of coins is that of all players at the start, and one for the pot: no coin enters"
    " or leaves the game.",
    names=("coin",),
)
def closed_economy(scope: Scope) -> Iterator[Violation]:
    coins = scope.components.token("coin")
    each = scope.components.numbers.get("coins")
    if each is None or coins is None:
        message = 'the set has no parameter "coins", the number that each player begins with'
        yield Violation(message, scope.place)
        return
    wanted = scope.tileset.players * each + 1
    if coins.printed != wanted:
        yield Violation(
            f"{scope.tileset.players} players with {each} coins each and one for the pot need"
            f" {wanted} coins; there are {coins.printed}",
            coins.definition.counted.place,
        )


@rule(
    "markers-for-the-longest-run",
    "There are as many markers as the longest run can have tiles.",
    names=("marker",),
)
def markers_for_the_longest_run(scope: Scope) -> Iterator[Violation]:
    markers = scope.components.token("marker")
    if markers is None:
        return
    # Each turn brings one tile for every player, and one tile lies on the board from the start. A
    # player who lays nothing before the last turn has one tile of each turn.
    players = scope.tileset.definition.players.min
    longest = (scope.tileset.printed - 1) // players
    if markers.printed < longest:
        yield Violation(
            f"with {players} players there are {longest} turns, and a run can have as many tiles;"
            f" there are {markers.printed} markers",
            markers.definition.counted.place,
        )


@rule("one-tie-breaker", "There is one tie-breaker.", names=("tie-breaker",))
def one_tie_breaker(scope: Scope) -> Iterator[Violation]:
    tokens = scope.components.token("tie-breaker")
    if tokens is not None and tokens.printed != 1:
        yield Violation(f"there are {tokens.printed} tie-breakers", tokens.definition.counted.place)


RULES = (
    specials_lack_different_colours,
    closed_economy,
    markers_for_the_longest_run,
    one_tie_breaker,
)
