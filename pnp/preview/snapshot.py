"""A set as its files were at one moment: its pieces with their pictures, and all findings."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Literal

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    MissingGlyph,
    Place,
    PnpError,
    Severity,
    Source,
)
from pnp.basics.folders import folders
from pnp.basics.lookup import BESIDE
from pnp.definition import Definition, homes, load_definition
from pnp.draw.colours import themed
from pnp.kinds import ListedPiece, PieceGroup, piece_findings, piece_groups
from pnp.pieces import Pieces
from pnp.preview.pictures import Pictures, tile_key
from pnp.project.checking import checked_rulebook, checked_set
from pnp.project.rulebook import Rulebook
from pnp.project.themes import chosen_theme
from pnp.sets.components import components
from pnp.sets.tileset import sampled_tileset, sizes

_LOG = logging.getLogger(__name__)

# Plain values for the page.
Json = dict[str, Any]

# More tiles than this are not drawn before somebody asks for them.
MOST_SHOWN = 5000

# How many of them somebody may ask for.
SAMPLE = 500

# The size of a board's cells where a board is one piece among others, in millimetres.
_BOARD_CELL = 12.0

# Which tiles of such a set to show.
Choice = Literal["ask", "random", "first", "numbers"]


class PieceView(NamedTuple):
    """A piece and the names of the pictures of its sides."""

    piece: ListedPiece
    pictures: tuple[str, ...]


class GroupView(NamedTuple):
    """A group of pieces with their pictures."""

    group: PieceGroup
    pieces: tuple[PieceView, ...]


@frozen(eq=False)
class Snapshot:
    """A set that could be read; `findings` may still have errors against its rules.

    `sizes` has the number of tiles in each family. A set with too many tiles to show has no
    `pieces`, and no `groups`, until somebody chooses which to show.
    """

    revision: int
    definition: Definition
    sizes: dict[str, int]
    pieces: Pieces | None
    groups: tuple[GroupView, ...]
    findings: tuple[Finding, ...]
    rulebook: Rulebook | None = None

    @property
    def total(self) -> int:
        """The number of different tiles in the set, shown or not."""
        return sum(self.sizes.values())

    @property
    def sampled(self) -> bool:
        """Whether the set has more tiles than are shown."""
        return self.total > MOST_SHOWN

    @cached_property
    def pictures(self) -> Collection[str]:
        """The names of all pictures of pieces, in the order of the page."""
        views = (each for view in self.groups for each in view.pieces)
        return dict.fromkeys(name for each in views for name in each.pictures)

    def piece(self, name: str) -> tuple[GroupView, PieceView] | None:
        """The piece of that id, with its group."""
        found = ((view, each) for view in self.groups for each in view.pieces)
        return next((pair for pair in found if pair[1].piece.id == name), None)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files that the snapshot was read from."""
        forms = () if self.pieces is None else self.pieces.form_sources
        rules = () if self.rulebook is None else (self.rulebook.source,)
        return (self.definition.source, *self.definition.beside, *forms, *rules)


def read_snapshot(
    path: Path, theme_name: str, pictures: Pictures, revision: int, choice: Choice = "ask"
) -> Snapshot:
    """The set in a file, without its rulebook; raises PnpError if it cannot be read.

    *choice* says which tiles to show of a set that has too many.
    """
    definition, theme = load_definition(path), chosen_theme(theme_name)
    pictures.begin()
    numbers = sizes(definition)
    findings: list[Finding] = []
    if sum(numbers.values()) <= MOST_SHOWN:
        checked = checked_set(definition, theme=theme)
        tileset, parts = checked.tileset, checked.components
        findings += checked.findings
    elif choice in ("ask", "numbers"):
        return Snapshot(revision, definition, numbers, None, (), ())
    else:
        # The same seed shows the same tiles after a save. No rule judges a sample.
        rng = Random(0) if choice == "random" else None
        tileset = sampled_tileset(themed(definition, theme), SAMPLE, rng)
        parts = components(tileset)
    pieces = Pieces(tileset, parts, theme, labels=False)
    groups = tuple(_views(pieces, pictures, findings))
    return Snapshot(revision, definition, numbers, pieces, groups, tuple(dict.fromkeys(findings)))


def drawn_snapshot(pieces: Pieces, pictures: Pictures, rulebook: Rulebook | None) -> Snapshot:
    """The snapshot of a set that has been checked, with its rulebook; without pieces if it has too many tiles."""
    tileset = pieces.tileset
    numbers = {family.name: family.count for family in tileset.families}
    if sum(numbers.values()) > MOST_SHOWN:
        return Snapshot(1, tileset.definition, numbers, None, (), ())
    groups = tuple(_views(pieces, pictures, []))
    return Snapshot(1, tileset.definition, numbers, pieces, groups, (), rulebook)


def with_rulebook(snapshot: Snapshot) -> Snapshot:
    """The snapshot with its rulebook, and with the findings about that and about its files."""
    pieces, findings = snapshot.pieces, snapshot.findings
    if (
        pieces is None
        or snapshot.sampled
        or any(each.severity is Severity.ERROR for each in findings)
    ):
        return snapshot
    try:
        rulebook, found = checked_rulebook(pieces, pieces)
    except Exception as error:
        note_failure(error)
        rulebook, found = None, findings_of(error, Path(snapshot.definition.source.name))
    return replace(snapshot, findings=(*findings, *found), rulebook=rulebook)


def folders_of(path: Path) -> frozenset[Path]:
    """The folders in which a change may matter to a set: its own with those inside, and its templates."""
    own = path.absolute().parent
    found = (own, *islice(_inside(own, _DEEPEST), _MOST_FOLDERS), *_templates(path))
    return frozenset(each for each in found if each.is_dir())


def files_of(path: Path) -> frozenset[tuple[Path, int, int]]:
    """The files that a set may depend on, as their folders describe them now.

    Its own file, its templates, and all pictures, tables and fonts beside it: a table may name
    pictures, and a set that cannot be read may name anything.
    """
    templates = frozenset(_templates(path))
    files = [path.absolute()]
    for folder in folders_of(path):
        with suppress(OSError):
            files += (
                each
                for each in folder.iterdir()
                if folder in templates or each.suffix.lower() in BESIDE
            )
    return frozenset(_described(files))


# How far below the folder of a set a file may lie to be noticed.
_DEEPEST, _MOST_FOLDERS = 3, 200


def _inside(folder: Path, deepest: int) -> Iterator[Path]:
    """The folders inside, but for hidden ones and the output of builds."""
    try:
        inner = sorted(each for each in folder.iterdir() if each.is_dir())
    except OSError:
        return
    for each in inner:
        if not each.name.startswith(".") and each.name not in ("output", "node_modules"):
            yield each
            if deepest > 1:
                yield from _inside(each, deepest - 1)


def _templates(path: Path) -> Iterator[Path]:
    for folder in folders("templates", beside=homes(path)):
        for kind in ("pads", "rules", "themes", "faces", "words"):
            yield (folder / kind).absolute()


def _described(files: list[Path]) -> Iterator[tuple[Path, int, int]]:
    for file in files:
        # An editor may replace the file at this moment.
        with suppress(OSError):
            status = file.stat()
            yield file, status.st_mtime_ns, status.st_size


def _views(pieces: Pieces, pictures: Pictures, findings: list[Finding]) -> Iterator[GroupView]:
    """All groups, drawn; a group with a piece that cannot be drawn is left out, with its findings."""
    for group in piece_groups(pieces, board_cell=_BOARD_CELL):
        try:
            drawn = tuple(
                PieceView(piece, tuple(_drawn(pieces, piece, pictures))) for piece in group.pieces
            )
        except InvalidDefinition as error:
            findings += error.findings
            continue
        except MissingGlyph:
            # The set has a finding about every such text.
            continue
        yield GroupView(group, drawn)
    with suppress(MissingGlyph):
        findings += piece_findings(pieces)


def _drawn(pieces: Pieces, piece: ListedPiece, pictures: Pictures) -> Iterator[str]:
    """The names of the pictures of all sides, but only the front of a tile."""
    if piece.tile is not None and piece.content is None:
        yield pictures.add_tile(tile_key(pieces, piece.tile), piece.at_true_size)
    else:
        for back in (False, True)[: len(piece.sides)]:
            yield pictures.add(piece.at_true_size(back=back))


def findings_of(error: Exception, path: Path) -> tuple[Finding, ...]:
    """An error as findings with places; without a place it belongs to the beginning of the file."""
    if isinstance(error, InvalidDefinition):
        return error.findings
    place = getattr(error, "place", None) or Place(Source(str(path), ""), 1, 1)
    text = getattr(error, "message", str(error))
    message = text if isinstance(error, PnpError) else f"{type(error).__name__}: {text}"
    return (Finding("unreadable", Severity.ERROR, message, place),)


def place_json(sources: Sequence[Source], place: Place) -> Json:
    """A place in a file, which the page names by its number; None for a file that it may not open."""
    return {
        "source": number_of(sources, place.source.name),
        "name": Path(place.source.name).name,
        "line": place.line,
        "column": place.column,
    }


def number_of(sources: Sequence[Source], name: str | None) -> int | None:
    """The number of a file among those that the page may open."""
    names = [source.name for source in sources]
    return names.index(name) if name in names else None


def note_failure(error: Exception) -> None:
    """Logs an error that nobody foresaw; `pnp --verbose preview` prints it with its traceback."""
    if not isinstance(error, PnpError):
        _LOG.info("%s", error, exc_info=error)


class Changes(NamedTuple):
    """The ids of pieces that look different or are new, and how many pieces are gone."""

    ids: tuple[str, ...] = ()
    gone: int = 0


def changes(old: Snapshot | None, new: Snapshot) -> Changes:
    """The changes of a save; a tile that only has another id is the same."""
    if old is None:
        return Changes()
    before, after = _contents(old), _contents(new)
    known, now = ({content for content, _ in each} for each in (before, after))
    ids = tuple(name for content, name in after if content not in known)
    # A piece that has changed and kept its id is not gone.
    kept = {*ids}
    return Changes(ids, sum(content not in now and name not in kept for content, name in before))


def _contents(snapshot: Snapshot) -> list[tuple[object, str]]:
    """The content of each piece, without its id, and its id."""
    return [
        ((view.group.kind, each.pictures, each.piece.copies), each.piece.id)
        for view in snapshot.groups
        for each in view.pieces
    ]
