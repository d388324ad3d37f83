"""Building a game: from its definition to the files that a person prints."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pnp
from pnp.components import components
from pnp.definition import Definition
from pnp.draw import USUAL_TURN
from pnp.errors import Finding, InvalidDefinition, Severity, in_file_order
from pnp.games import GAME_RULES
from pnp.imposition import Atelier, Paper, Sheets, choose_layout, make_sheets
from pnp.project.files import Product, write_products
from pnp.project.texts import unprintable
from pnp.render import pdf_bytes, svg_writer
from pnp.scene import Document
from pnp.tileset import LIMIT, Tileset, for_players, make_tileset
from pnp.validation import check
from pnp.validation.set_rules import distinct_tiles

KINDS = {
    "tiles": "a picture of each tile (SVG)",
    "sheets": "the sheets as pictures (SVG)",
    "pdf": "the sheets to print (PDF)",
}


class Order(NamedTuple):
    """What a build is to make."""

    papers: Sequence[Paper]
    layouts: Sequence[str]  # "auto" stands for the one that `choose_layout` chooses
    kinds: frozenset[str] = frozenset(KINDS)
    players: int | None = None
    labels: bool = True
    limit: int = LIMIT


class Report(NamedTuple):
    """What a build has made."""

    tileset: Tileset
    folder: Path
    files: int
    sheets: tuple[Sheets, ...]
    findings: tuple[Finding, ...]


Progress = Callable[[str, float], None]


def checked_tileset(
    definition: Definition,
    *,
    players: int | None = None,
    limit: int = LIMIT,
    progress: Progress = lambda what, share: None,
) -> tuple[Tileset, tuple[Finding, ...]]:
    """The tileset and all that the rules have to say about it."""
    tileset = make_tileset(definition, limit=limit, progress=progress)
    findings = in_file_order((*unprintable(definition), *check(tileset, GAME_RULES)))
    # Most rules are about the set for the usual number of players; in any other, too, no two tiles
    # may be the same.
    if players is not None and players != tileset.players:
        tileset = for_players(tileset, players)
        findings = (*findings, *distinct_tiles.findings(tileset, components(tileset)))
    return tileset, findings


def build(
    definition: Definition,
    output: Path,
    order: Order,
    *,
    progress: Progress = lambda what, share: None,
) -> Report:
    """Makes everything that is ordered of a game, in the folder of its name under *output*.

    Raises InvalidDefinition where the set has errors, DoesNotFit where a tile is larger than a
    paper, and OutputError; earlier output is then as it was.
    """
    tileset, findings = checked_tileset(
        definition,
        players=order.players,
        limit=order.limit,
        progress=lambda what, share: progress(f"enumerating {what}", share * 0.3),
    )
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise InvalidDefinition(findings)
    if tileset.printed > order.limit:
        message = f"there are {tileset.printed:,} tiles to print, more than {order.limit:,}"
        raise InvalidDefinition([Finding("limit", Severity.ERROR, message, definition.place())])
    atelier = Atelier(tileset, labels=order.labels)
    sheets: tuple[Sheets, ...] = ()
    if order.kinds & {"sheets", "pdf"}:
        progress("laying out sheets", 0.3)
        sheets = tuple(_sheets(atelier, order))
    products = list(_products(atelier, sheets, order.kinds))
    folder = output / definition.game
    write_products(
        folder,
        products,
        _about(tileset, order),
        written=lambda number: progress("drawing", 0.4 + 0.6 * number / len(products)),
    )
    return Report(tileset, folder, len(products), sheets, findings)


def _sheets(atelier: Atelier, order: Order) -> Iterator[Sheets]:
    for paper in order.papers:
        layouts = [
            choose_layout(atelier.tileset, paper) if layout == "auto" else layout
            for layout in order.layouts
        ]
        for layout in dict.fromkeys(layouts):
            yield make_sheets(atelier, layout, paper)


def _products(
    atelier: Atelier, sheets: tuple[Sheets, ...], kinds: frozenset[str]
) -> Iterator[Product]:
    tileset = atelier.tileset
    definition = tileset.definition
    writer = svg_writer()
    if "tiles" in kinds:
        turn = USUAL_TURN[definition.form.shape]
        for piece in tileset.pieces:
            yield Product(
                f"tiles/{piece.id}.svg",
                "tiles",
                1,
                1,
                lambda piece=piece: writer.text(atelier.picture(piece, turn)).encode(),  # type: ignore[misc]
            )
    for each in sheets:
        stem = f"{definition.game}-tiles-{each.paper.name}-{each.layout}"
        digits = max(2, len(str(len(each.pages))))
        if "sheets" in kinds:
            for number, page in enumerate(each.pages, 1):
                yield Product(
                    f"sheets/{stem}-{number:0{digits}}.svg",
                    "sheets",
                    1,
                    min(each.per_page, tileset.printed - (number - 1) * each.per_page),
                    lambda page=page: writer.text(page).encode(),  # type: ignore[misc]
                )
        if "pdf" in kinds:
            yield Product(
                f"{stem}.pdf",
                "pdf",
                len(each.pages),
                tileset.printed,
                lambda each=each: pdf_bytes(_document(definition, each)),  # type: ignore[misc]
            )


def _document(definition: Definition, sheets: Sheets) -> Document:
    return Document(
        title=f"{definition.title}: tiles",
        author=definition.credit.designer,
        subject=f"{sheets.layout} layout on {sheets.paper.title}; print at 100 %",
        pages=sheets.pages,
    )


def _about(tileset: Tileset, order: Order) -> dict[str, object]:
    definition = tileset.definition
    tool = f"pnp {pnp.__version__}"
    # Files of two versions of a set do not belong together.
    told = "\0".join((definition.source.text, tool, str(tileset.players), str(order.labels)))
    return {
        "game": definition.game,
        "title": definition.title,
        "tool": tool,
        "version": hashlib.sha256(told.encode()).hexdigest()[:16],
        "players": tileset.players,
        "families": {family.name: family.count for family in tileset.families},
        "total": tileset.count,
        "pieces": tileset.printed,
    }
