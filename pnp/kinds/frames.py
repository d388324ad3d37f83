"""Frames: the parts that lie round the cells of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from pnp.basics.errors import Finding
from pnp.definition import FrameDefinition
from pnp.kinds.kind import PieceGroup
from pnp.kinds.nets import NetKind
from pnp.kinds.pictures import EDGE, Shapes
from pnp.kinds.sections import fits
from pnp.pieces import Cutout, Pieces
from pnp.scene import Picture
from pnp.scene.geometry import Box, bounding_box
from pnp.sets.components import Frame

# The most parts of a side that pnp suggests.
_MOST = 6


class FrameKind(NetKind[Frame]):
    """Frames."""

    key = "frames"
    one = "frame part"
    section = FrameDefinition
    is_counted = False
    shown = (80.0, 40.0)
    called = "part"
    advice = "write a smaller `width`, or smaller tiles"
    note = ""

    def made(self, pieces: Pieces) -> Sequence[Frame]:
        return pieces.components.frames

    def group(self, pieces: Pieces, made: Frame) -> PieceGroup:
        definition = made.definition

        def part(at: int) -> Cutout:
            return pieces.frames.cutouts(made)[at]

        parts = (
            self.listed(pieces, definition, name, 1, partial(part, at))
            for at, name in enumerate(made.part_ids)
        )
        return self.grouped(definition, f"round {definition.around.value}", parts)

    def shapes(self, pieces: Pieces, made: Frame) -> Shapes:
        """A frame as it lies on a table, round nothing."""
        drawing = pieces.frames.whole(made, made.board.definition.across)
        box = bounding_box([point for part in made.parts for point in part.outline])
        return (Picture(drawing, box.widened(EDGE)),)

    def smaller(self, pieces: Pieces, made: Frame, net: str, rooms: Sequence[Box]) -> str:
        """The least number of parts of a side with which all parts fit."""
        definition, board = made.definition, made.board.definition
        for split in range(definition.split + 1, _MOST + 1):
            smaller = replace(definition, split=split)
            parts = smaller.parts_round(board)
            if len(parts) < split * len(board.grid.headings):
                break
            cut = made._replace(definition=smaller, parts=parts)
            if all(fits(each, room) for each in pieces.frames.boxes(cut) for room in rooms):
                return f"write `split: {split}` for {len(parts)} parts"
        return ""

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        for frame in self.made(pieces):
            yield from pieces.frames.findings(frame)
