"""The files of a build: pictures of tiles, sheets, rulebooks and kits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pnp.definition import templates_near
from pnp.documents import booklet_pdf
from pnp.imposition import Paper, Sheets
from pnp.kinds import BuildOptions, LaidOut
from pnp.kinds.sections import Section, file_stem
from pnp.pieces import Pieces
from pnp.pieces.trims import upright
from pnp.project.checking import CheckedGame
from pnp.project.editions import Edition
from pnp.project.files import Content, OutputFile
from pnp.project.kit import Kit, KitTemplates, kit_templates, kit_values, make_kit
from pnp.project.kit_pages import sharing
from pnp.project.rulebook import rulebook_as_book
from pnp.render import svg_writer
from pnp.scene import Page


def output_files(
    game: CheckedGame, made: Sequence[LaidOut], options: BuildOptions
) -> Iterator[OutputFile]:
    """The files of a game, in the order in which they are made."""
    kinds, language, writer = options.kinds, game.pieces.definition.language.tag, svg_writer()

    def picture(path: str, kind: str, page: Callable[[], Page], pieces: int = 1) -> OutputFile:
        def content() -> Content:
            return Content(writer.text(page(), language=language).encode(), pieces=pieces)

        return OutputFile(path, kind, lambda: (page(), language), content)

    if "tiles" in kinds and options.wants("tiles"):
        folder = "-".join(part for part in ("tiles", game.pieces.theme.in_names) if part)
        for piece in game.pieces.tileset.pieces:
            page = partial(game.pieces.tiles.page, piece, upright(piece.group))
            yield picture(f"{folder}/{piece.id}.svg", "tiles", page)
    for section in (each for laid in made for each in laid.sections):
        if "sheets" in kinds:
            digits = max(2, len(str(len(section.pages))))
            for at, sheet in enumerate(section.pages):
                path = f"sheets/{section.stem}-{at + 1:0{digits}}.svg"
                yield picture(path, "sheets", partial(section.pages.__getitem__, at), sheet.pieces)
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
            laid = next((each for each in made if each.paper == paper), LaidOut(paper))
            yield from _kit(game.pieces, laid, rules, options, templates)


def _sheets_pdf(section: Section) -> OutputFile:
    stats = _stats(section.sheets[0]) if len(section.sheets) == 1 else {}
    return OutputFile(
        f"{section.stem}.pdf",
        "pdf",
        lambda: (section.document, stats),
        lambda: Content(section.pdf, len(section.pages), section.pieces, stats),
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


def _rules(game: CheckedGame, paper: Paper) -> Edition | None:
    """The rulebook on whole pages; None for a game without a rulebook."""
    if game.rulebook is None:
        return None
    width, height = paper.width, paper.height
    return Edition(rulebook_as_book(game.pieces, game.rulebook, width, height), width, height)


def _rules_file(pieces: Pieces, paper: Paper, rules: Edition) -> OutputFile:
    stem = file_stem(pieces.definition, "rules", paper, pieces.theme.in_names)
    return OutputFile(
        f"{stem}.pdf",
        "rules",
        lambda: rules.values,
        lambda: Content(rules.typeset.pdf(), rules.typeset.pages),
    )


def _booklet_file(game: CheckedGame, paper: Paper) -> OutputFile:
    """The rulebook on half pages, two on each side of a sheet to fold."""
    pieces, width, height = game.pieces, paper.height / 2, paper.width
    assert game.rulebook is not None
    book = rulebook_as_book(pieces, game.rulebook, width, height, bound=True)
    pages = Edition(book, width, height)

    def content() -> Content:
        data = booklet_pdf(pages.typeset.pdf(), paper.width, paper.height)
        blank = pages.typeset.blank
        return Content(data, pages.typeset.pages // 2, stats={"blank": blank} if blank else {})

    return OutputFile(f"{_booklet_stem(pieces, paper)}.pdf", "rules", lambda: pages.values, content)


def _booklet_stem(pieces: Pieces, paper: Paper) -> str:
    return file_stem(pieces.definition, "rules-booklet", paper, pieces.theme.in_names)


def _kit(
    pieces: Pieces,
    laid: LaidOut,
    rules: Edition | None,
    options: BuildOptions,
    templates: KitTemplates,
) -> Iterator[OutputFile]:
    """The kit on a paper; nothing if it would have neither sheets nor rules."""
    # The kit has the first layout of tiles.
    paper = laid.paper
    of_kind = {section.key: section for section in reversed(laid.sections)}
    chosen = [section for section in laid.sections if of_kind[section.key] is section]
    inside = sharing([section for section in chosen if section.bound], pieces.theme)
    # A kit names only files that are made with it.
    posters = [section for section in chosen if not section.bound and "pdf" in options.kinds]
    booklet = f"{_booklet_stem(pieces, paper)}.pdf" if rules and "rules" in options.kinds else ""
    if not inside and rules is None:
        return
    kit = Kit(pieces, paper, options.sheets, inside, posters, rules, booklet, laid.left_out)
    stem = file_stem(pieces.definition, "kit", paper, pieces.theme.in_names)
    yield OutputFile(
        f"{stem}.pdf",
        "kit",
        partial(kit_values, kit, templates),
        partial(make_kit, kit, templates),
    )
