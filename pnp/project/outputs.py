"""The files of a build: pictures of tiles, sheets, rulebooks and kits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pnp.definition import templates_near
from pnp.documents import booklet_pdf, page_count, typeset
from pnp.imposition import Paper, Sheets
from pnp.kinds import BuildOptions
from pnp.kinds.sections import Section, file_stem
from pnp.pieces import Pieces
from pnp.pieces.trims import upright
from pnp.project.checking import CheckedGame
from pnp.project.files import OutputFile
from pnp.project.kit import Kit, KitTemplates, kit_templates, make_kit
from pnp.project.rulebook import rulebook_as_book
from pnp.project.sharing import sharing
from pnp.render import svg_writer
from pnp.scene import Page

if TYPE_CHECKING:
    from pnp.documents.typesetting import TypesetBook


def output_files(
    game: CheckedGame, sections: Sequence[Section], options: BuildOptions
) -> Iterator[OutputFile]:
    """The files of a game, in the order in which they are made."""
    writer, kinds = svg_writer(), options.kinds
    language = game.pieces.definition.language.tag

    def svg(page: Page) -> bytes:
        return writer.text(page, language=language).encode()

    if "tiles" in kinds and options.wants("tiles"):
        yield from _tile_pictures(game.pieces, svg)
    for section in sections:
        if "sheets" in kinds:
            yield from _sheet_pictures(section, svg)
        if "pdf" in kinds:
            yield _sheets_pdf(section)
    templates = (
        kit_templates(templates_near(game.pieces.definition.file)) if "kit" in kinds else None
    )
    for paper in options.papers:
        rules = _rules(game, paper) if {"rules", "kit"}.intersection(kinds) else None
        if "rules" in kinds and rules is not None:
            yield _rules_file(game.pieces, paper, rules)
            yield _booklet_file(game, paper)
        if templates is not None:
            on_paper = [section for section in sections if section.paper == paper]
            yield from _kit(game.pieces, paper, on_paper, rules, options, templates)


def _tile_pictures(pieces: Pieces, svg: Callable[[Page], bytes]) -> Iterator[OutputFile]:
    folder = "-".join(part for part in ("tiles", pieces.theme.in_names) if part)
    for piece in pieces.tileset.pieces:
        page = partial(pieces.tiles.page, piece, upright(piece.group))
        yield OutputFile(
            f"{folder}/{piece.id}.svg",
            "tiles",
            1,
            1,
            lambda page=page: svg(page()),  # type: ignore[misc]
        )


def _sheet_pictures(section: Section, svg: Callable[[Page], bytes]) -> Iterator[OutputFile]:
    digits = max(2, len(str(len(section.pages))))
    for number, page in enumerate(section.pages, 1):
        path = f"sheets/{section.stem}-{number:0{digits}}.svg"
        yield OutputFile(path, "sheets", 1, page.pieces, partial(svg, page))


def _sheets_pdf(section: Section) -> OutputFile:
    stats = _stats(section.sheets[0]) if len(section.sheets) == 1 else {}
    return OutputFile(
        f"{section.stem}.pdf",
        "pdf",
        len(section.pages),
        section.pieces,
        lambda: section.pdf,
        stats,
    )


def _stats(sheets: Sheets) -> dict[str, object]:
    """The numbers of a layout, for the manifest."""
    stats = sheets.stats
    return {
        "layout": sheets.layout,
        "per_page": stats.per_page,
        "sheets": stats.sheets * sheets.job.prints,
        "cuts": stats.cuts,
        "share": round(stats.share, 4),
    }


def _rules(game: CheckedGame, paper: Paper) -> TypesetBook | None:
    """The rulebook on whole pages; None for a game without a rulebook."""
    if game.rulebook is None:
        return None
    book = rulebook_as_book(game.pieces, game.rulebook, paper.width, paper.height)
    return typeset(book, paper.width, paper.height)


def _rules_file(pieces: Pieces, paper: Paper, rules: TypesetBook) -> OutputFile:
    stem = file_stem(pieces.definition, "rules", paper, pieces.theme.in_names)
    return OutputFile(f"{stem}.pdf", "rules", rules.pages, 1, rules.pdf)


def _booklet_file(game: CheckedGame, paper: Paper) -> OutputFile:
    """The rulebook on half pages, two on each side of a sheet to fold."""
    pieces, width, height = game.pieces, paper.height / 2, paper.width
    assert game.rulebook is not None
    book = rulebook_as_book(pieces, game.rulebook, width, height, bound=True)
    pages = typeset(book, width, height)
    return OutputFile(
        f"{_booklet_stem(pieces, paper)}.pdf",
        "rules",
        pages.pages // 2,
        1,
        lambda: booklet_pdf(pages.pdf(), paper.width, paper.height),
    )


def _booklet_stem(pieces: Pieces, paper: Paper) -> str:
    return file_stem(pieces.definition, "rules-booklet", paper, pieces.theme.in_names)


def _kit(
    pieces: Pieces,
    paper: Paper,
    sections: Sequence[Section],
    rules: TypesetBook | None,
    options: BuildOptions,
    templates: KitTemplates,
) -> Iterator[OutputFile]:
    """The kit on a paper; nothing if it would have neither sheets nor rules."""
    # The kit has the first layout of tiles.
    of_kind = {section.key: section for section in reversed(sections)}
    chosen = [section for section in sections if of_kind[section.key] is section]
    inside = sharing([section for section in chosen if section.bound], pieces.theme)
    # A kit names only files that are made with it.
    posters = [section for section in chosen if not section.bound and "pdf" in options.kinds]
    booklet = f"{_booklet_stem(pieces, paper)}.pdf" if rules and "rules" in options.kinds else ""
    if not inside and rules is None:
        return
    kit = Kit(pieces, paper, options.sheets, inside, posters, rules, booklet)
    content = make_kit(kit, templates)
    stem = file_stem(pieces.definition, "kit", paper, pieces.theme.in_names)
    number = sum(section.pieces for section in inside)
    yield OutputFile(f"{stem}.pdf", "kit", page_count(content.path), number, lambda: content)
