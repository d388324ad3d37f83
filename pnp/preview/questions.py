"""The numbers of a set, and the differences between two of its saved states, for the page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pnp.basics.errors import UnusableInput
from pnp.imposition import Paper
from pnp.kinds import ListedPiece
from pnp.pieces import make_pieces
from pnp.preview.pictures import Pictures
from pnp.preview.snapshot import Snapshot
from pnp.preview.state import Json
from pnp.project import BuildOptions
from pnp.review.charts import svg
from pnp.review.costs import costs
from pnp.review.differences import Difference, differences
from pnp.review.errata import sheets_again
from pnp.review.plots import Plot, plots
from pnp.review.statistics import statistics
from pnp.review.tables import Table, tables

# Millimetres: the largest picture of a piece that differs.
_WIDEST, _HIGHEST = 44.0, 60.0


@dataclass(frozen=True)
class Numbers:
    """The numbers of a set on one paper; everything is computed when it is first asked for."""

    snapshot: Snapshot
    paper: Paper

    @cached_property
    def _tables(self) -> tuple[tuple[Table, ...], dict[str, Plot]]:
        """All tables, and by key the plots of some of them; raises DoesNotFit."""
        pieces = self.snapshot.pieces
        if pieces is None:
            return (), {}
        numbers = statistics(pieces.tileset, pieces.components, pieces.theme)
        cost = costs(make_pieces(pieces.tileset, pieces.theme), self.paper, BuildOptions())
        return tables(numbers, cost), {plot.key: plot for plot in plots(numbers, cost)}

    @property
    def as_json(self) -> Json:
        found, drawn = self._tables
        return {
            "revision": self.snapshot.revision,
            "paper": self.paper.name,
            "tables": [{**table._asdict(), "chart": table.key in drawn} for table in found],
        }

    def chart(self, key: str, *, dark: bool) -> bytes:
        """The plot of a table as SVG.

        Raises IndexError if the table has no plot, and UnusableInput if matplotlib is missing.
        """
        plot = self._tables[1].get(key)
        if plot is None:
            raise IndexError(key)
        return svg(plot, dark=dark, alone=False)


def compared(old: Snapshot, new: Snapshot, pictures: Pictures, paper: Paper, layout: str) -> Json:
    """The pieces that differ between two states, and the sheets to print again."""
    if old.pieces is None or new.pieces is None:
        raise UnusableInput("the set has too many tiles to compare")
    found = differences(old.pieces, new.pieces)
    options = BuildOptions(papers=(paper,), layouts=(layout,))
    again = sheets_again(found, new.pieces, paper, options) if found.entries else []
    return {
        "same": found.same,
        "causes": list(found.causes),
        "entries": [_entry(each, pictures) for each in found.entries],
        "sheets": [
            {"section": each.section, "again": list(each.again), "of": each.of} for each in again
        ],
    }


def _entry(each: Difference, pictures: Pictures) -> Json:
    return {
        "change": each.change.value,
        "sentence": each.sentence,
        "again": each.again,
        "old": _piece(each.old, pictures),
        "new": _piece(each.new, pictures),
    }


def _piece(piece: ListedPiece | None, pictures: Pictures) -> Json | None:
    if piece is None:
        return None
    # Pieces of one kind have one scale; large ones are reduced.
    picture = piece.picture(_WIDEST, _HIGHEST)
    return {"id": piece.id, "notation": piece.notation, "picture": pictures.add(picture)}
