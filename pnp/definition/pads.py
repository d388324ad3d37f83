"""Reading the templates of pads: faces to write on in play, or to look things up, block by block."""

from __future__ import annotations

from functools import cached_property, partial

from pnp.basics.errors import Source
from pnp.definition.blocks import BLOCK_LIST, PLAIN_TEXT, Block, BlockText, Title
from pnp.definition.elements import BlocksElement
from pnp.definition.face_kinds import Sizes
from pnp.definition.faces import FaceDefinition
from pnp.definition.reading import kinds
from pnp.definition.reading.reader import Reader, read_whole
from pnp.definition.reading.sections import Section, field
from pnp.scene.geometry import Box

# The content box that A4 and Letter share, in millimetres, and the columns and rows into which it is
# cut, by the number of pads on a sheet.
SHEET = (190.0, 254.0)
CUTS = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3), 8: (2, 4)}

# Millimetres: the margin inside the cut, for scissors that go astray, and half of the thickest line,
# which lies outside the box that it surrounds.
MARGIN, _HALF_LINE = 5.0, 0.3

# The largest text, in millimetres, by the number of forms on a sheet, 11 pt to 8.5 pt; and the least, 7 pt.
_LARGEST_SIZE = {1: 3.9, 2: 3.7, 3: 3.5, 4: 3.4, 6: 3.2, 8: 3.0}
LEAST_SIZE = 2.5


class PadTemplate(Section):
    """A pad as blocks from top to bottom, and how many of it lie on a sheet."""

    what = "a form"

    name: str = field(
        kinds.name("a form"), "Its name, which is that of its file.", key="form", required=True
    )
    title: BlockText = field(PLAIN_TEXT, "The title at the top.", required=True)
    subtitle: BlockText = field(PLAIN_TEXT, "A smaller text beside the title.")
    up: int = field(
        kinds.choice({str(up): up for up in CUTS}), "How many are on a sheet.", required=True
    )
    blocks: tuple[Block, ...] = field(BLOCK_LIST, "The blocks from top to bottom.", required=True)

    def own_title(self, game: str) -> str:
        """The name that it has for players: a form with the title of the game has its own in the subtitle.

        A variant has the title of the game before words of its own, and uses the same forms.
        """
        title, subtitle = self.title.text, self.subtitle.text
        return subtitle if not title or f"{game} ".startswith(f"{title} ") else title

    @property
    def box(self) -> Box:
        """The pad from cut to cut, round its middle."""
        columns, rows = CUTS[self.up]
        width, height = SHEET[0] / columns, SHEET[1] / rows
        return Box(-width / 2, -height / 2, width, height)

    @cached_property
    def face(self) -> FaceDefinition:
        """The blocks below the title, as the one element of a face."""
        title = Title(self.title, self.subtitle, self.title.place)
        element = BlocksElement(
            blocks=(title, *self.blocks),
            area="trim",
            inset=(MARGIN + _HALF_LINE,) * 4,
            size=Sizes(_LARGEST_SIZE[self.up], LEAST_SIZE),
            is_literal=True,
            place=self.place,
        )
        return FaceDefinition(front=(element,), place=self.place)


def read_pad(source: Source) -> PadTemplate:
    """The template in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return read_whole(reader, source, partial(PadTemplate.read, reader))
