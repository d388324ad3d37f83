"""Cutters: what machines want of a printed sheet, as files in templates/cutters/."""

from __future__ import annotations

from functools import partial

from pnp.basics.words import did_you_mean
from pnp.definition import templates_here
from pnp.definition.reading import Reader, Section, field, kinds, nested, read_source, read_whole
from pnp.imposition import TARGET_MARGIN, Paper, SheetOptions
from pnp.imposition.cuts import CornerMarks

_LENGTH = kinds.length(0.1, 1000)


class Margins(Section):
    """The least margins round the pieces."""

    what = "margins"

    sides: float = field(_LENGTH, "At the left and at the right.", required=True)
    ends: float = field(_LENGTH, "At the top and at the bottom.", required=True)


class Corners(Section):
    """The marks of a machine with an eye."""

    what = "marks"

    inset: float = field(_LENGTH, "From the edges of the paper.", required=True)
    length: float = field(_LENGTH, "The arms of the right angles.", required=True)
    width: float = field(_LENGTH, "The width of their lines.", required=True)
    square: float = field(_LENGTH, "The side of the square.", required=True)


class Extent(Section):
    """The largest area that a machine cuts after printing."""

    what = "an area"

    width: float = field(_LENGTH, "From side to side.", required=True)
    height: float = field(_LENGTH, "From end to end.", required=True)


class Cutter(Section):
    """A machine that cuts printed sheets."""

    what = "a cutter"

    title: str = field(kinds.text(), "Its name as people write it.", required=True)
    source: str = field(kinds.text(), "The address of a page with these facts.", required=True)
    date: str = field(kinds.text(), "The day on which they were read there.", required=True)
    margins: Margins = field(nested(Margins), "The least margins round the pieces.", required=True)
    marks: Corners | None = field(
        nested(Corners), "The marks that it finds; targets without them.", default=None
    )
    area: Extent | None = field(nested(Extent), "The largest area that it cuts.", default=None)
    opens: str = field(kinds.one_of("svg", "dxf"), "The file that its program opens best.")
    use: str = field(kinds.text(), "How to cut a sheet.", required=True)
    certain: str = field(kinds.text(), "The facts that are certain.", required=True)
    unsure: str = field(kinds.text(), "The facts that are not.", required=True)

    def paper(self, paper: Paper) -> Paper:
        """The paper with margins in which the machine finds its marks."""
        sides, ends = self.margins.sides, self.margins.ends
        if self.area is not None:
            sides = max(sides, (paper.width - self.area.width) / 2)
            ends = max(ends, (paper.height - self.area.height) / 2)
        if self.marks is None:
            sides = max(sides, TARGET_MARGIN)
        return paper._replace(side_margin=sides, end_margin=ends, wanted=True)

    @property
    def sheet_options(self) -> SheetOptions:
        """Sheets with its outlines and marks."""
        marks = self.marks
        if marks is None:
            return SheetOptions(cuts="machine")
        corners = CornerMarks(marks.inset, marks.length, marks.width, marks.square)
        return SheetOptions(cuts="machine", corner_marks=corners)


def cutter_names() -> list[str]:
    """The names of all cutters."""
    return templates_here().names("cutters", ".yaml")


def cutter_named(name: str) -> Cutter:
    """The cutter of this name; raises ValueError, and InvalidDefinition if its file is wrong."""
    name = name.lower()
    path = templates_here().named("cutters", name, ".yaml")
    if path is None:
        raise ValueError(f"there is no such cutter{did_you_mean(name, cutter_names())}")
    reader = Reader()
    return read_whole(reader, read_source(path), partial(Cutter.read, reader))
