"""Reading frames of several parts that lie round the cells of a board."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from pnp.basics.errors import Located
from pnp.basics.words import counted, did_you_mean
from pnp.definition.faces import FACE, Fields
from pnp.definition.pieces.boards import BoardDefinition
from pnp.definition.pieces.section import KnownNames, PieceSection
from pnp.definition.reading import kinds
from pnp.definition.reading.nodes import Node
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, field, nested
from pnp.definition.tiles.vocabulary import Vocabulary
from pnp.definition.values import VALUES, GivenPiece, shown_at
from pnp.tiles.frames import FramePart, frame_parts

# Millimetres: what holds together when it is cut out, and the most that a sheet has room for.
_WIDTH = kinds.length(8.0, 120.0)


class PlaceGroup(Section):
    """Places of a frame that show a face; `place` is that of the group's name."""

    what = "a group of places"
    numbers: tuple[Located[int], ...] = field(
        kinds.list_of(
            kinds.located(kinds.integer(1, 400)), "numbers", each="a place", least=1, or_one=True
        ),
        "The numbers of the places, clockwise from the top left.",
        key="at",
        required=True,
    )
    written_face: Node | None = field(
        FACE, "What each place shows, as on a round token.", key="face", required=True
    )
    shared: Fields | None = field(
        VALUES, "Values of the face's fields.", key="fields", default=None
    )

    faced: GivenPiece | None = None

    def in_words_of(self, vocabulary: Vocabulary) -> Self:
        """The places with their face."""
        what = "a place of a frame"
        faced = shown_at(vocabulary, self.written_face, self.shared, self.place, what=what)
        return replace(self, faced=faced)


class FrameDefinition(PieceSection):
    """A frame round the cells of a board, in parts to cut out and lay round its tiles."""

    what = "a frame"
    plural, listed_as, meaning = "frames", "frames", "Frames to lay round tiles."

    name: str = field(kinds.name("a frame"), "Its name in the file.", required=True)
    title: str = field(kinds.text(40), "Its name on paper.", otherwise="the name")
    around: Located[str] = field(
        kinds.located(kinds.word("the name of a board")),
        "The board round which it lies, for cells of the size of its `cell`.",
        key="round",
        required=True,
    )
    width: float = field(_WIDTH, "Its width where it is narrowest.", required=True)
    allowance: float = field(
        kinds.length(0.1, 20.0),
        "How much larger its inside is than the cells, in every direction.",
        default=1.0,
        otherwise="`1mm`",
    )
    split: int = field(
        kinds.integer(1, 6), "Into how many parts each of its sides is split.", default=1
    )
    ground: str = field(kinds.INK, "Its ink.", otherwise="the ground of the game's look")
    shore: str = field(
        kinds.INK,
        "The ink of a strip along the cells, with ripples beyond it.",
        otherwise="no strip",
    )
    written_places: tuple[tuple[Located[str], PlaceGroup], ...] = field(
        kinds.map_of(kinds.name("places of a frame"), nested(PlaceGroup), "places"),
        "Places beside the cells, such as harbours, that show something.",
        key="places",
    )

    groups: tuple[PlaceGroup, ...] = ()

    def completed(self, reader: Reader) -> Self:
        groups = tuple(replace(group, place=name.place) for name, group in self.written_places)
        numbers = (number for group in groups for number in group.numbers)
        message = "two groups show something at place {}; remove it from one"
        reader.distinct(numbers, message, rule="structure")
        return replace(super().completed(reader), groups=groups)

    def in_words_of(self, vocabulary: Vocabulary) -> Self:
        """The frame with the faces of its places."""
        return replace(self, groups=tuple(each.in_words_of(vocabulary) for each in self.groups))

    def check(self, reader: Reader, names: KnownNames) -> None:
        """Reports a board that the game lacks or that no frame goes round, and places that are not there."""
        if not self.is_sound("round") or not self.around.value:
            return
        name = self.around.value
        boards = {each.name: each for each in names.pieces[BoardDefinition.plural]}
        board = boards.get(name)
        if not isinstance(board, BoardDefinition):
            hint = did_you_mean(name, boards)
            message = f'there is no board "{name}"{hint}'
            reader.error("unknown-name", message, self.around.place)
            return
        if not (board.knows_cells and board.is_sound("cell") and self.is_sound("width", "split")):
            return
        if not board.grid.headings:
            message = f'a frame goes round hexes, squares or triangles; "{name}" is a path'
            reader.error("structure", message, self.around.place)
            return
        parts = self.parts_round(board)
        each = len(parts) // len(board.grid.headings)
        if each < self.split:
            message = (
                f"a side of this frame has room for {counted(each, 'part')}; write up to {each}"
            )
            reader.error("number", message, self.place_of("split"))
        places = sum(len(part.places) for part in parts)
        for number in (each for group in self.groups for each in group.numbers):
            if number.value > places:
                message = f"the frame has no place {number.value}; they are numbered 1 to {places}"
                reader.error("number", message, number.place)

    def parts_round(self, board: BoardDefinition) -> tuple[FramePart, ...]:
        """The parts of the frame where they lie round this board."""
        return frame_parts(
            board.grid, board.across, self.width, allowance=self.allowance, split=self.split
        )
