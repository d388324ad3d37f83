"""Checking a game: its tiles, its other pieces, and the templates that go with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    MissingGlyph,
    Place,
    Severity,
    in_file_order,
)
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Definition
from pnp.draw.colours import themed
from pnp.games import game_rules
from pnp.kinds import kinds_of, piece_findings
from pnp.pieces import Pieces, make_pieces
from pnp.project.rulebook import Rulebook, read_rulebook, unused_rulebook
from pnp.scene.fonts import text_width
from pnp.sets.components import Components, components
from pnp.sets.tileset import LIMIT, Tileset, for_players, make_tileset
from pnp.validation import check, distinct_tiles

Progress = Callable[[str, float], None]

# The rule of findings about characters that the font lacks.
UNPRINTABLE = "printable"


class CheckedSet(NamedTuple):
    """A set in the colours of a theme, and all findings of the rules.

    `full` is the set for the default number of players, if that is more.
    """

    tileset: Tileset
    components: Components
    full: Tileset
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> list[Finding]:
        """The findings that are errors."""
        return [finding for finding in self.findings if finding.severity is Severity.ERROR]


def checked_set(
    definition: Definition,
    *,
    players: int | None = None,
    limit: int = LIMIT,
    theme: Theme = STANDARD,
    progress: Progress = lambda what, share: None,
) -> CheckedSet:
    """The set for a number of players, checked against all rules."""
    tileset = make_tileset(themed(definition, theme), limit=limit, progress=progress)
    parts = components(tileset)
    findings = in_file_order(
        (
            *unprintable(definition),
            *check(tileset, partial(game_rules, definition.game), theme, parts=parts),
        )
    )
    full = tileset
    # Most rules are about the set for the default number of players; in the set for any number, no
    # two tiles may be the same.
    if players is not None and players != tileset.players:
        tileset = for_players(tileset, players)
        parts = components(tileset)
        findings = (*findings, *distinct_tiles.findings(tileset, parts))
        full = max(full, tileset, key=lambda each: each.players)
    return CheckedSet(tileset, parts, full, findings)


def unprintable(definition: Definition) -> Iterator[Finding]:
    """A finding for each text with a character that the font lacks."""
    for text, place in _printed_texts(definition):
        line = text.replace("\n", " ")
        # The font has all of ASCII: most sets need not open it.
        if line.isascii() and line.isprintable():
            continue
        try:
            text_width(line, 1.0)
        except MissingGlyph as error:
            yield Finding(UNPRINTABLE, Severity.ERROR, str(error), place)


def _printed_texts(definition: Definition) -> Iterator[tuple[str, Place]]:
    yield definition.title, definition.place_of("title")
    credit = definition.credit
    for text in (credit.designer, credit.year, credit.page):
        yield text, definition.place_of("source")
    for text in (definition.licence, *definition.notes):
        yield text, definition.start
    for kind in kinds_of(definition):
        yield from kind.texts(definition)


class CheckedGame(NamedTuple):
    """The pieces and the rulebook of a game, and all findings about them.

    `rulebook` is None if the game has no template for one, or has errors.
    """

    pieces: Pieces
    rulebook: Rulebook | None
    findings: tuple[Finding, ...]


def checked_game(
    definition: Definition,
    *,
    players: int | None = None,
    limit: int = LIMIT,
    theme: Theme = STANDARD,
    labels: bool = True,
    progress: Progress = lambda what, share: None,
) -> CheckedGame:
    """The game with everything that a build prints, and all findings."""
    tileset, parts, full, findings = checked_set(
        definition, players=players, limit=limit, theme=theme, progress=progress
    )
    pieces = Pieces(tileset, parts, theme, labels=labels)
    # No piece with a character that the font lacks can be drawn; `unprintable` has found it.
    unsound = tuple(each for each in findings if each.rule == UNPRINTABLE)
    if not unsound:
        unsound = piece_findings(pieces)
    findings = tuple(dict.fromkeys((*findings, *unsound)))
    rulebook = None
    # Pieces with errors cannot be drawn in a rulebook; a set that breaks a rule can.
    if not _has_errors(unsound):
        figures = pieces if full.players == tileset.players else make_pieces(full, theme)
        rulebook, found = checked_rulebook(pieces, figures)
        findings = (*findings, *found)
    return CheckedGame(pieces, rulebook, findings)


def checked_rulebook(
    pieces: Pieces, figures: Pieces
) -> tuple[Rulebook | None, tuple[Finding, ...]]:
    """The rulebook of a game with figures of these pieces, and all findings about it."""
    rulebook: Rulebook | None = None
    findings: tuple[Finding, ...] = ()
    try:
        rulebook = read_rulebook(pieces, figures)
    except InvalidDefinition as error:
        findings = error.findings
    note = unused_rulebook(pieces.definition) if rulebook is None else None
    return rulebook, findings if note is None else (*findings, note)


def _has_errors(findings: tuple[Finding, ...]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)
