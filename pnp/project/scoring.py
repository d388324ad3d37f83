"""Scoring: a position in a file becomes a score."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.basics.classes import frozen
from pnp.basics.errors import Finding, InvalidDefinition, Source, UnusableInput, in_file_order
from pnp.basics.words import in_words
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import Annotations, load_definition, read_annotations
from pnp.definition.reading import read_source
from pnp.games import playable
from pnp.pieces import Pieces, make_pieces
from pnp.play import AnyGame, FileKind, Reading, Score, Table
from pnp.project.examples import check_score, rules_of
from pnp.project.sets import one_set
from pnp.sets.tileset import Tileset, for_players, make_tileset, most_players


@frozen
class Scored:
    """A position, its score, and the pieces to draw it with.

    `kind` is the kind of the file, and `moves` the number of moves in a record. `annotations` are the
    caption and the marks in the file. `tables` has the table of each player or colour that scores.
    """

    source: Source
    pieces: Pieces
    annotations: Annotations
    score: Score
    table: Table
    tables: Mapping[str, Table]
    kind: FileKind
    moves: int
    is_over: bool

    @property
    def game(self) -> str:
        return self.pieces.definition.game

    @property
    def over(self) -> bool:
        """Whether the game has ended; an extract does not say so."""
        return self.is_over and self.kind is not FileKind.EXTRACT

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners, now or if the game ended here; an extract has none."""
        return () if self.kind is FileKind.EXTRACT else self.score.winners

    @property
    def title(self) -> str:
        return f"{self.pieces.definition.title}: {Path(self.source.name).name}"


def scored(game: str, path: str, *, theme: Theme = STANDARD) -> Scored:
    """The score of the position in a file, with the pieces of a set: its name, its game, or its file.

    Raises UnusableInput if there is no such set or file, or pnp does not know the rules. Raises
    InvalidDefinition if the file has errors, the position breaks a rule, or the file claims another
    score.
    """
    pieces = make_pieces(_full_set(game), theme)
    rules = rules_of(pieces.tileset)
    if rules is None:
        raise UnusableInput(
            f'pnp does not know the rules of "{pieces.definition.game}"; it knows those of'
            f" {in_words(playable())}. If your set is a changed copy of one of these, write"
            " the name of the original at `rulebook`"
        )
    source = read_source(Path(path))
    annotations, reading = _read(rules, source)
    position = reading.position
    score = check_score(rules, position, annotations)
    return Scored(
        source,
        pieces,
        annotations,
        score,
        rules.table(position),
        {whose: rules.table_of(position, whose) for whose, _ in score.totals},
        reading.kind,
        reading.moves,
        rules.is_over(position),
    )


def _full_set(game: str) -> Tileset:
    """The set for the most players."""
    definition = load_definition(one_set(game).path)
    return for_players(make_tileset(definition), most_players(definition))


def _read(rules: AnyGame, source: Source) -> tuple[Annotations, Reading[Any]]:
    """The annotations and the position in a file; raises InvalidDefinition with all findings."""
    findings: list[Finding] = []
    try:
        annotations = read_annotations(source)
    except InvalidDefinition as error:
        findings += error.findings
    try:
        reading = rules.read(source)
    except InvalidDefinition as error:
        findings += error.findings
    if findings:
        # Both report a file that is not a mapping.
        raise InvalidDefinition(in_file_order([*dict.fromkeys(findings)]))
    return annotations, reading


def outcome(made: Scored) -> str:
    """The winners in words; before the end, how the players stand; an extract has no winner."""
    score = made.score
    if made.kind is FileKind.EXTRACT:
        return "This is an extract of a game: it has no winner."
    if made.over:
        return f"{_victory(score, 'wins', 'share')}." if score.winners else "Nobody wins."
    if score.winners and score.standing:
        verb = "is" if len(score.winners) == 1 else "are"
        return f"{in_words(score.winners)} {verb} {score.standing}; the game goes on."
    if not score.winners or len(score.totals) == 1:
        return "The game goes on."
    if not any(points for _, points in score.totals):
        return "The game goes on. Nobody has scored yet."
    would = _victory(score, "would win", "would share")
    return f"The game goes on. If it ended here, {would}."


def _victory(score: Score, wins: str, share: str) -> str:
    """The winners in words, with the reason if others have as many points."""
    who = in_words(score.winners)
    victory = f"{who} {wins}" if len(score.winners) == 1 else f"{who} {share} the victory"
    return f"{victory}: {score.tie_break}" if score.tie_break else victory
