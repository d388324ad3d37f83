"""A set as its files were at one moment: its pieces with their pictures, and all findings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from pnp.basics.errors import Finding, InvalidDefinition, Place, Severity, Source
from pnp.colour.theme import Theme
from pnp.definition import Definition, load_definition
from pnp.definition.templates import home_of, templates_of
from pnp.desk.pictures import Pictures, tile_key
from pnp.draw.colours import themed
from pnp.pieces import PieceGroup, Pieces, ShownPiece, piece_groups
from pnp.project import checked_set, chosen_theme
from pnp.project.rulebook import Rulebook, read_rulebook, unused_rulebook
from pnp.sets.components import components
from pnp.sets.tileset import counts, sampled_tileset

# More tiles than this are not drawn before somebody asks for them.
MOST_SHOWN = 5000

# How many of them somebody may ask for.
SAMPLE = 500

# Which tiles of such a set to show.
Choice = Literal["ask", "random", "first", "numbers"]


class PieceView(NamedTuple):
    """A piece and the names of the pictures of its sides."""

    piece: ShownPiece
    pictures: tuple[str, ...]


class GroupView(NamedTuple):
    """A group of pieces with their pictures."""

    group: PieceGroup
    pieces: tuple[PieceView, ...]


@dataclass(frozen=True, eq=False)
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

    @property
    def pictures(self) -> set[str]:
        """The names of all pictures of pieces."""
        return {name for view in self.groups for piece in view.pieces for name in piece.pictures}

    def piece(self, name: str) -> tuple[GroupView, PieceView] | None:
        """The piece of that id, with its group."""
        found = ((view, each) for view in self.groups for each in view.pieces)
        return next((pair for pair in found if pair[1].piece.id == name), None)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files that the snapshot was read from."""
        forms = () if self.pieces is None else self.pieces.form_sources
        rules = () if self.rulebook is None else (self.rulebook.source,)
        return (self.definition.source, *forms, *rules)


def read_snapshot(
    path: Path, theme_name: str, pictures: Pictures, revision: int, choice: Choice = "ask"
) -> Snapshot:
    """The set in a file, without its rulebook; raises PnpError if it cannot be read.

    *choice* says which tiles to show of a set that has too many.
    """
    definition, theme = load_definition(path), chosen_theme(theme_name)
    sizes = {name: size or 0 for name, size in counts(definition).items()}
    if sum(sizes.values()) > MOST_SHOWN:
        return _of_many(themed(definition, theme), sizes, theme, pictures, revision, choice)
    checked = checked_set(definition, theme=theme)
    pieces = Pieces(checked.tileset, checked.components, theme, labels=False)
    findings = [*checked.findings]
    groups = tuple(_views(pieces, pictures, findings))
    sizes = {family.name: family.count for family in checked.tileset.families}
    return Snapshot(revision, definition, sizes, pieces, groups, tuple(dict.fromkeys(findings)))


def _of_many(
    definition: Definition,
    sizes: dict[str, int],
    theme: Theme,
    pictures: Pictures,
    revision: int,
    choice: Choice,
) -> Snapshot:
    """A set with too many tiles to show: a sample, or only its numbers; no rule judges it."""
    if choice in ("ask", "numbers"):
        return Snapshot(revision, definition, sizes, None, (), ())
    # The same seed shows the same tiles after a save.
    rng = Random(0) if choice == "random" else None
    tileset = sampled_tileset(definition, SAMPLE, rng)
    pieces = Pieces(tileset, components(tileset), theme, labels=False)
    findings: list[Finding] = []
    groups = tuple(_views(pieces, pictures, findings))
    return Snapshot(revision, definition, sizes, pieces, groups, tuple(findings))


def with_rulebook(snapshot: Snapshot) -> Snapshot:
    """The snapshot with its rulebook, and with the findings about that and about its files."""
    pieces, findings = snapshot.pieces, snapshot.findings
    if (
        pieces is None
        or snapshot.sampled
        or any(each.severity is Severity.ERROR for each in findings)
    ):
        return snapshot
    rulebook = None
    try:
        rulebook = read_rulebook(pieces)
    except InvalidDefinition as error:
        findings = (*findings, *error.findings)
    note = unused_rulebook(snapshot.definition) if rulebook is None else None
    if note is not None:
        findings = (*findings, note)
    return Snapshot(
        snapshot.revision,
        snapshot.definition,
        snapshot.sizes,
        pieces,
        snapshot.groups,
        findings,
        rulebook,
    )


def files_of(snapshot: Snapshot | None) -> object:
    """The state of all files that the snapshot may depend on, as far as their folders tell it."""
    if snapshot is None:
        return None
    sources = {Path(source.name).absolute() for source in snapshot.sources}
    templates = {
        path
        for folder in folders_of(snapshot.definition)
        if folder.parent.name == "templates"
        for path in folder.iterdir()
    }
    return frozenset(
        (path, path.stat().st_mtime_ns, path.stat().st_size)
        for path in (*sources, *templates)
        if path.is_file()
    )


def folders_of(definition: Definition) -> Iterator[Path]:
    """The folders in which a change may matter to the set: its own, and those of its templates."""
    yield from home_of(definition)
    for folder in templates_of(definition).folders:
        for kind in ("pads", "rules", "themes"):
            if (folder / kind).is_dir():
                yield (folder / kind).absolute()


def _views(pieces: Pieces, pictures: Pictures, findings: list[Finding]) -> Iterator[GroupView]:
    """All groups, drawn; a group with a piece that cannot be drawn is left out, with its findings."""
    for group in piece_groups(pieces):
        try:
            drawn = tuple(
                PieceView(piece, tuple(_drawn(pieces, piece, pictures))) for piece in group.pieces
            )
        except InvalidDefinition as error:
            findings += error.findings
            continue
        yield GroupView(group, drawn)
    findings += pieces.findings()


def _drawn(pieces: Pieces, piece: ShownPiece, pictures: Pictures) -> Iterator[str]:
    for side in piece.sides:
        if piece.tile is None:
            yield pictures.add(side())
        else:
            yield pictures.add_tile(tile_key(pieces, piece.tile), side)


def at_start(path: Path) -> Place:
    """The beginning of a file that may not be there."""
    return Place(Source(str(path), ""), 1, 1)


def changed_pieces(old: Snapshot | None, new: Snapshot) -> Collection[str]:
    """The ids of pieces that are new, or whose pictures or copies differ."""
    if old is None:
        return ()
    before = {
        (view.group.kind, each.piece.id): (each.pictures, each.piece.copies)
        for view in old.groups
        for each in view.pieces
    }
    return [
        each.piece.id
        for view in new.groups
        for each in view.pieces
        if before.get((view.group.kind, each.piece.id)) != (each.pictures, each.piece.copies)
    ]
