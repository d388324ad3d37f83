"""Building a game: from its definition to the files that a person prints."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

import pnp
from pnp.basics.errors import Finding, InvalidDefinition, Severity
from pnp.definition import Definition
from pnp.imposition import Sheets
from pnp.project.checking import Checked, Progress, checked_game
from pnp.project.files import write_products
from pnp.project.orders import Order
from pnp.project.press import Press
from pnp.project.sections import PIECES
from pnp.project.workshop import Workshop


class Report(NamedTuple):
    """What a build has made; no file of a game that has nothing of what was ordered.

    `pieces` are the numbers of each kind of pieces that are in the files.
    """

    workshop: Workshop
    folder: Path
    pieces: Mapping[str, int]
    files: int
    sheets: tuple[Sheets, ...]
    findings: tuple[Finding, ...]


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
    checked = checked_game(
        definition,
        players=order.players,
        limit=order.limit,
        theme=order.theme,
        progress=lambda what, share: progress(f"enumerating {what}", share * 0.3),
    )
    workshop, findings = checked.workshop, checked.findings
    tileset = workshop.tileset
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise InvalidDefinition(findings)
    if tileset.printed > order.limit:
        message = f"there are {tileset.printed:,} tiles to print, more than {order.limit:,}"
        raise InvalidDefinition([Finding("limit", Severity.ERROR, message, definition.place())])
    progress("laying out sheets", 0.3)
    press = Press(checked, order)
    has_pieces = any(workshop.printed()[kind] for kind in order.pieces)
    # Rules alone are not what somebody wants who asks for pieces.
    asks_in_vain = not has_pieces and set(order.pieces) != set(PIECES)
    products = [] if asks_in_vain else list(press.products())
    folder = output / definition.game
    if not products:
        return Report(workshop, folder, {}, 0, (), findings)
    write_products(
        folder,
        products,
        _about(checked, order),
        written=lambda number: progress("drawing", 0.4 + 0.6 * number / len(products)),
    )
    return Report(
        workshop, folder, _ordered(workshop, order), len(products), press.sheets, findings
    )


def _ordered(workshop: Workshop, order: Order) -> dict[str, int]:
    """How many of each kind of pieces are ordered: pictures are only of tiles, rules have none."""
    kinds: Collection[str] = order.pieces
    if order.kinds <= {"tiles", "rules"}:
        kinds = {*kinds} & order.kinds
    return {kind: number for kind, number in workshop.printed().items() if kind in kinds}


def _about(checked: Checked, order: Order) -> dict[str, object]:
    tileset = checked.workshop.tileset
    definition = tileset.definition
    tool = f"pnp {pnp.__version__}"
    # Files of two versions of a set do not belong together.
    texts = [definition.source.text, *(each.text for each in checked.workshop.templates)]
    told = "\0".join((*texts, tool, str(tileset.players), str(order.labels)))
    return {
        "game": definition.game,
        "title": definition.title,
        "tool": tool,
        "version": hashlib.sha256(told.encode()).hexdigest()[:16],
        "players": tileset.players,
        "families": {family.name: family.count for family in tileset.families},
        "total": tileset.count,
        "pieces": tileset.printed,
        "components": checked.workshop.numbers(),
    }
