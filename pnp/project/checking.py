"""Checking a game: its tiles, its components, and the templates that go with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pnp.basics.errors import Finding, InvalidDefinition, Severity, in_file_order
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition
from pnp.documents import Block
from pnp.draw.colours import themed
from pnp.games import game_rules
from pnp.project.rulebook import read_rulebook
from pnp.project.texts import unprintable
from pnp.project.workshop import Workshop
from pnp.sets.components import components
from pnp.sets.tileset import LIMIT, Tileset, for_players, make_tileset
from pnp.validation import check
from pnp.validation.set_rules import distinct_tiles

Progress = Callable[[str, float], None]


def checked_tileset(
    definition: Definition,
    *,
    players: int | None = None,
    limit: int = LIMIT,
    theme: Theme = STANDARD,
    progress: Progress = lambda what, share: None,
) -> tuple[Tileset, tuple[Finding, ...]]:
    """The tileset in a theme's colours, and all that the rules have to say about it."""
    tileset = make_tileset(themed(definition, theme), limit=limit, progress=progress)
    findings = in_file_order((*unprintable(definition), *check(tileset, game_rules(), theme)))
    # Most rules are about the set for the usual number of players; in any other, too, no two tiles
    # may be the same.
    if players is not None and players != tileset.players:
        tileset = for_players(tileset, players)
        findings = (*findings, *distinct_tiles.findings(tileset, components(tileset)))
    return tileset, findings


class Checked(NamedTuple):
    """A game with its drawings and its rulebook, and all that there is to say about them."""

    workshop: Workshop
    rulebook: tuple[Block, ...]
    findings: tuple[Finding, ...]


def checked_game(
    definition: Definition,
    *,
    players: int | None = None,
    limit: int = LIMIT,
    theme: Theme = STANDARD,
    progress: Progress = lambda what, share: None,
) -> Checked:
    """The game with everything that is printed of it, and what is wrong with any of it."""
    tileset, findings = checked_tileset(
        definition, players=players, limit=limit, theme=theme, progress=progress
    )
    workshop = Workshop(tileset, theme)
    rulebook: tuple[Block, ...] = ()
    # What the definition does not have cannot be drawn; that has been said.
    if not any(finding.severity is Severity.ERROR for finding in findings):
        findings = (*findings, *workshop.findings())
        if not any(finding.severity is Severity.ERROR for finding in findings):
            try:
                rulebook = read_rulebook(workshop)
            except InvalidDefinition as error:
                findings = (*findings, *error.findings)
    return Checked(workshop, rulebook, findings)
