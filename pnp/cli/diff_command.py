"""`pnp diff`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import InvalidDefinition, MissingGlyph, Severity, Source, UnusableInput
from pnp.basics.words import counted
from pnp.cli.loudness import say
from pnp.cli.messages import FINDINGS, exits_with_message, format_option, print_json
from pnp.cli.options import limit_option, players_option, progress_option, theme_option
from pnp.cli.output import PICTURES, output_file, write_file, write_picture
from pnp.cli.progress import Progress
from pnp.cli.terminal import echo
from pnp.colour.theme import Theme
from pnp.definition import parse_definition
from pnp.definition.reading import read_source
from pnp.imposition import LAYOUTS, Paper
from pnp.imposition.papers import one_paper
from pnp.kinds import BuildOptions, piece_findings
from pnp.pieces import Pieces, make_pieces
from pnp.project.revisions import Revision, is_revision, read_revision, revision
from pnp.project.sets import one_set
from pnp.project.themes import chosen_theme
from pnp.render import pdf_bytes
from pnp.review.contact import HEADINGS, compared_page
from pnp.review.differences import Difference, Differences, differences
from pnp.review.errata import SheetsAgain, errata, sheets_again
from pnp.review.summary import lines, sheet_lines
from pnp.scene.fonts import text_width
from pnp.sets.tileset import make_tileset

# More pieces side by side than anyone compares by eye.
MOST = 2000


@click.command("diff")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    metavar="FILE",
    help=".pdf: the new and changed pieces, to print. .svg or .png: a picture of the differences."
    " Repeat the option for several files.",
)
@format_option("text", "json")
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    metavar="NAME",
    help="As in pnp build, but only one.",
)
@click.option(
    "--layout",
    type=click.Choice(["auto", *LAYOUTS]),
    default="auto",
    show_default=True,
    help="As in pnp build; the numbers of the sheets depend on it.",
)
@click.option("--ids/--no-ids", default=True, help="Whether you print the id on each tile.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if the sets differ, as git diff does.")
@theme_option
@players_option
@limit_option
@progress_option
@exits_with_message
def command(
    old: str,
    new: str,
    outputs: tuple[str, ...],
    form: str,
    paper: str,
    layout: str,
    ids: bool,
    exit_code: bool,
    theme: str,
    players: int | None,
    limit: int,
    progress: bool | None,
) -> int:
    """Compare two versions of a set, OLD and NEW, piece by piece.

    Each is a SET, or a file in a revision of git, as REVISION:PATH. REVISION: alone stands for the
    same file as the other argument: pnp diff HEAD: tilesets/mine.yaml. pnp reports which pieces are
    added, removed, changed, or the same with another id or turned; and which sheets of the new set
    have to be printed again.
    """
    files = [output_file(each, (".pdf", *PICTURES)) for each in outputs]
    chosen_paper = one_paper(paper, reason="pnp diff has the sheets of one paper")
    colours = chosen_theme(theme)
    meant = [_meant(word) for word in (old, new)]
    sources = [_source(each, other) for each, other in (meant, meant[::-1])]
    options = BuildOptions(papers=(chosen_paper,), layouts=(layout,), theme=colours, labels=ids)
    with Progress(progress, parts=3) as bar:
        sets = []
        for source in sources:
            sets.append(_pieces(source, colours, players=players, limit=limit, ids=ids, bar=bar))
            bar.part_done()
        bar("comparing", 0.0)
        found = differences(*sets)
        again = sheets_again(found, sets[1], chosen_paper, options) if found.entries else []
        written = [
            _written(path, found, sets, chosen_paper, options, " and ".join((old, new)))
            for path in files
        ]
    if form == "json":
        report = _as_json(sources, sets[1], found, again, written)
        print_json(report)
    else:
        for line in (*lines(found), *sheet_lines(again)):
            echo(line)
        for each in written:
            say(each.sentence)
    return FINDINGS if exit_code and found else 0


def _meant(word: str) -> Revision | Path:
    """The set that an argument names; raises UnusableInput."""
    try:
        return revision(word) or one_set(word).path
    except UnusableInput as error:
        if is_revision(word):
            message = f'{error.message.partition(";")[0]}; for the revision of git write "{word}:"'
            raise UnusableInput(message) from None
        raise


def _source(meant: Revision | Path, other: Revision | Path) -> Source:
    """The file that one argument means; a revision without a path has that of the other."""
    if isinstance(meant, Path):
        return read_source(meant)
    if meant.path or (isinstance(other, Revision) and not other.path):
        return read_revision(meant)
    if isinstance(other, Revision):
        return read_revision(meant._replace(path=other.path))
    found = read_revision(meant._replace(path=f"./{other.name}"), folder=other.parent)
    return replace(found, name=f"{meant.name}:{other}")


def _pieces(
    source: Source, theme: Theme, *, players: int | None, limit: int, ids: bool, bar: Progress
) -> Pieces:
    definition = parse_definition(source)
    tileset = make_tileset(definition, players=players, limit=limit, progress=bar)
    return make_pieces(tileset, theme, labels=ids)


class _Written(NamedTuple):
    """A file, None if there was nothing to write into it, and a sentence about it."""

    path: Path | None
    sentence: str


def _written(
    path: Path,
    found: Differences,
    sets: Sequence[Pieces],
    paper: Paper,
    options: BuildOptions,
    names: str,
) -> _Written:
    """Writes a file, if it would have any content."""
    if path.suffix.lower() == ".pdf":
        document = errata(found, sets[1], paper, options)
        if document is None:
            return _Written(None, f"{path} is not written: there is nothing to print again")
        wrong = [each for each in piece_findings(sets[1]) if each.severity is Severity.ERROR]
        if wrong:
            raise InvalidDefinition(wrong)
        write_file(path, pdf_bytes(document))
        pages = counted(len(document.pages), "page")
        return _Written(path, f"{path}: {document.subject}, {pages}")
    number = sum(each.change in HEADINGS for each in found.entries)
    if not number:
        return _Written(None, f"{path} is not written: there is no difference to see")
    if number > MOST:
        raise UnusableInput(
            f"{path}: {number:,} pieces differ, more than a picture can show; look at the report"
        )
    title = f"{sets[1].definition.title}: differences"
    page = compared_page(title, found, options.theme, summary=names if _in_font(names) else "")
    write_picture(path, page)
    return _Written(path, f"{path}: {counted(number, 'difference')}")


def _in_font(text: str) -> bool:
    """Whether the font has all characters of a text, such as the path of a file."""
    try:
        text_width(text, 1.0)
    except MissingGlyph:
        return False
    return True


def _as_json(
    sources: Sequence[Source],
    pieces: Pieces,
    found: Differences,
    again: Sequence[SheetsAgain],
    written: Sequence[_Written],
) -> dict[str, object]:
    return {
        "game": pieces.definition.game,
        "old": sources[0].name,
        "new": sources[1].name,
        "different": bool(found),
        "causes": list(found.causes),
        "same": found.same,
        "differences": [_entry(each) for each in found.entries],
        "sheets": [{**each._asdict(), "paper": each.paper.name} for each in again],
        "files": [str(each.path) for each in written if each.path is not None],
    }


def _entry(each: Difference) -> dict[str, object]:
    return {
        "change": each.change.value,
        "kind": each.piece.kind,
        "group": each.piece.group,
        "old": each.old and each.old.id,
        "old_notation": (each.old and each.old.notation) or None,
        "new": each.new and each.new.id,
        "new_notation": (each.new and each.new.notation) or None,
        "sentence": each.sentence,
        "again": each.again,
        "needed": each.needed,
        "relabelled": each.relabelled,
    }
