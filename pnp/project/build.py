"""Building a game: from its definition to the files that a person prints."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pnp
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, InvalidDefinition, Severity
from pnp.definition import Definition
from pnp.imposition import Paper
from pnp.kinds import BuildOptions, LaidOut, LeftOut, Section, laid_out, numbers_of, printed_pieces
from pnp.project.checking import CheckedGame, Progress, checked_game
from pnp.project.files import write_files
from pnp.project.outputs import output_files


class BuildReport(NamedTuple):
    """The result of a build; a game without any of the wanted pieces has no files.

    `pieces` are the numbers of pieces of each kind that are in the files, `left_out` those that a paper has
    no room for, `paths` the files in the folder, `unchanged` those of them that an earlier build has made
    from the same values, and `blank` the numbers of blank pages of the booklets that have some.
    """

    game: CheckedGame
    folder: Path
    pieces: Mapping[str, int]
    files: int
    sections: tuple[Section, ...]
    left_out: tuple[LeftOut, ...] = ()
    paths: tuple[str, ...] = ()
    unchanged: frozenset[str] = frozenset()
    blank: Mapping[str, int] = MappingProxyType({})


def build(
    definition: Definition,
    output: Path,
    options: BuildOptions,
    *,
    progress: Progress = lambda what, share: None,
) -> BuildReport:
    """Makes the files of a game, in the folder of its name under *output*.

    Raises InvalidDefinition if the set has errors, DoesNotFit if the papers have no room for any piece, and
    OutputError; earlier output then stays as it was.
    """
    game = checked_game(
        definition,
        players=options.players,
        limit=options.limit,
        theme=options.theme,
        labels=options.labels,
        progress=lambda what, share: progress(f"enumerating {what}", share * 0.3),
    )
    if any(finding.severity is Severity.ERROR for finding in game.findings):
        raise InvalidDefinition(game.findings)
    printed = game.pieces.tileset.printed
    if printed > options.limit:
        message = f"there are {printed:,} tiles to print, more than {options.limit:,}"
        raise InvalidDefinition([Finding("limit", Severity.ERROR, message, definition.start)])
    progress("laying out sheets", 0.3)
    made = [laid_out(game.pieces, paper, options) for paper in _papers(options)]
    sections = tuple(section for each in made for section in each.sections)
    left_out = tuple(some for each in made for some in each.left_out)
    if left_out and not sections:
        raise left_out[0].error
    files = list(output_files(game, made, options)) if _has_pieces(game, options) else []
    folder = output / definition.game
    if not files:
        return BuildReport(game, folder, {}, 0, (), left_out)
    result = write_files(
        folder,
        files,
        _manifest(game, options),
        written=lambda number: progress("drawing", 0.4 + 0.6 * number / len(files)),
        force=options.force,
    )
    paths = tuple(str(entry["path"]) for entry in result.entries)
    in_files = _in_files(game, options, made)
    blank = {
        str(each["path"]): int(str(each["blank"])) for each in result.entries if "blank" in each
    }
    return BuildReport(
        game, folder, in_files, len(files), sections, left_out, paths, result.unchanged, blank
    )


def _papers(options: BuildOptions) -> Sequence[Paper]:
    """The papers on which sheets are laid out, if any kind of file shows them."""
    return options.papers if {"sheets", "pdf", "kit"}.intersection(options.kinds) else ()


def _has_pieces(game: CheckedGame, options: BuildOptions) -> bool:
    """Whether the game has pieces of the wanted kinds; without a choice of kinds, rules are enough."""
    if options.pieces is None:
        return True
    printed = printed_pieces(game.pieces)
    return any(printed.get(kind) for kind in options.pieces)


def _in_files(game: CheckedGame, options: BuildOptions, made: Sequence[LaidOut]) -> dict[str, int]:
    """The numbers of pieces in the files; pictures show only tiles, rules no pieces."""

    def lacking(kind: str) -> int:
        """The number of pieces that no paper has room for."""
        each = (sum(some.pieces for some in one.left_out if some.kind == kind) for one in made)
        return min(each, default=0)

    printed = printed_pieces(game.pieces)
    wanted = [kind for kind in printed if options.wants(kind)]
    if {*options.kinds} <= {"tiles", "rules"}:
        wanted = [kind for kind in wanted if kind in options.kinds]
    return {kind: printed[kind] - lacking(kind) for kind in wanted}


def _manifest(game: CheckedGame, options: BuildOptions) -> dict[str, object]:
    """The head of the manifest; files of two versions of a set do not belong together."""
    tileset = game.pieces.tileset
    definition = tileset.definition
    tool = f"pnp {pnp.__version__}"
    sources = [definition.source, *game.pieces.form_sources]
    if game.rulebook is not None:
        sources.append(game.rulebook.source)
    texts = [source.text for source in sources]
    version = "\0".join((*texts, tool, str(tileset.players), str(options.labels)))
    return {
        "game": definition.game,
        "title": definition.title,
        "tool": tool,
        "version": hashlib.sha256(version.encode()).hexdigest()[:16],
        "players": tileset.players,
        "families": {family.name: family.count for family in tileset.families},
        "total": tileset.count,
        "pieces": tileset.printed,
        "components": numbers_of(game.pieces),
    }
