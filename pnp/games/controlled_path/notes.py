"""Notes on a file: cells, tiles and numbers are read, and whatever is wrong is noted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial

from pnp.definition.nodes import Node, Scalar
from pnp.definition.positions import coordinates
from pnp.definition.reader import Fields, Reader
from pnp.errors import Finding, in_file_order
from pnp.games.controlled_path.kit import Kit, piece
from pnp.hexgrid import Hex
from pnp.play.game import illegal
from pnp.tiles import Tile

_LARGEST = 10**12  # of the numbers of chance


class Notes:
    """Notes on one file: `reader` has what is not understood, `broken` what breaks a rule.

    `left` are the pieces of the set that have not been met yet.
    """

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.reader = Reader()
        self.broken: list[Finding] = []
        self.left = Counter([*kit.paths, *kit.starts.values()])

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is wrong so far, in file order."""
        # A list may be looked through twice.
        return in_file_order(dict.fromkeys([*self.reader.findings, *self.broken]))

    def cell(self, node: Node) -> Hex | None:
        text = self.reader.text(node, "a place")
        try:
            return None if text is None else Hex(*coordinates(text))
        except ValueError as error:
            self.reader.error("cell", str(error), node.place)
            return None

    def tile(self, node: Node) -> Tile | None:
        """A tile as it lies, which has to be one of the set."""
        text = self.reader.text(node, "a tile")
        if text is None:
            return None
        try:
            tile = self.kit.parsed(text)
        except ValueError as error:
            self.reader.error("tile", str(error), node.place)
            return None
        if piece(tile) not in (*self.kit.paths, *self.kit.starts.values()):
            self.illegal("set", f"the set has no tile {text}, however it is turned", node)
            return None
        return tile

    def take(self, tile: Tile, node: Node) -> None:
        """Takes a piece out of what is left of the set."""
        self.left[piece(tile)] -= 1
        if self.left[piece(tile)] < 0:
            message = f"there are more of the tile {self.kit.written(tile)} than the set has"
            self.illegal("set", message, node)

    def number(self, fields: Fields, key: str) -> int | None:
        return fields.read(key, partial(self.reader.integer, what=key, least=0, most=_LARGEST))

    def entries(
        self, fields: Fields, key: str, known: Collection[str] | None = None
    ) -> Iterator[tuple[Scalar, Node]]:
        """The entries of the mapping at a key, if it is there."""
        inner = fields.read(key, partial(self.reader.fields, what=key, known=known))
        yield from () if inner is None else inner.items()

    def illegal(self, rule: str, message: str, node: Node) -> None:
        self.broken.append(illegal(rule, message, node))
