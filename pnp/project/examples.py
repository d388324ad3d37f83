"""Worked examples: checks that the scores that a position claims follow from the rules."""

from __future__ import annotations

from typing import Any

from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    Severity,
    Source,
    UnusableInput,
    in_file_order,
)
from pnp.basics.words import did_you_mean
from pnp.definition import Annotations, Claim
from pnp.games import game_class, playable
from pnp.play import AnyGame, Part, Score
from pnp.sets.tileset import Tileset


def rules_of(tileset: Tileset) -> AnyGame | None:
    """The game as it is played with a set; None if pnp does not know its rules.

    A changed copy of a game names the rulebook of the game, and is played by its rules.
    """
    definition, known = tileset.definition, playable()
    for name in (definition.game, definition.rulebook):
        if name in known:
            return game_class(name)(tileset)
    return None


def check_claims(rules: AnyGame | None, game: str, figure: Annotations, source: Source) -> None:
    """Raises InvalidDefinition if the rules of a game do not give the scores that a figure claims."""
    if not figure.scores:
        return
    if rules is None:
        message = f"pnp does not know the rules of {game}; remove the scores from this figure"
        raise InvalidDefinition([_finding(message, figure.scores[0])])
    try:
        check_score(rules, rules.read_position(source), figure)
    except UnusableInput as error:
        raise InvalidDefinition([_finding(str(error), figure.scores[0])]) from error


def check_score(rules: AnyGame, position: Any, figure: Annotations) -> Score:
    """The score of a position.

    Raises InvalidDefinition if its file claims other scores, or draws a path against the rules.
    """
    score = rules.score(position)
    findings = [finding for claim in figure.scores for finding in _checked(claim, score)]
    for path in figure.paths if figure.scores else ():
        wrong = rules.wrong_way(position, [cell.value for cell in path])
        if wrong is not None:
            findings.append(Finding("scores", Severity.ERROR, wrong, path[0].place))
    if findings:
        raise InvalidDefinition(in_file_order(findings))
    return score


def _checked(claim: Claim, score: Score) -> list[Finding]:
    """The findings about a claim.

    A claim is about a player, a colour, or a kind of part: a colour of a strand, an element, a
    player's pawn.
    """
    totals = dict(score.totals)
    parts = [part for part in score.parts if _is_about(part, claim.whose)]
    if not parts and claim.whose not in totals:
        names = {name for part in score.parts for name in (part.whose, part.colour) if name}
        known = sorted(names | totals.keys())
        message = f'"{claim.whose}" has no score here; there are scores for {", ".join(known)}'
        return [_finding(message + did_you_mean(claim.whose, known), claim)]
    points = sum(part.points for part in parts)
    if points == claim.points:
        return []
    reasons = "; ".join(map(part_text, parts))
    message = f'by the rules "{claim.whose}" scores {points}, not {claim.points}'
    return [_finding(f"{message}: {reasons}" if reasons else message, claim)]


def part_text(part: Part) -> str:
    """A part of a score in words: its name, its reason and its points."""
    return f"{part.what}{part.how and f', {part.how}'} = {part.points}"


def _is_about(part: Part, whose: str) -> bool:
    return whose in (part.whose, part.colour) or part.what.split()[:1] == [whose]


def _finding(message: str, claim: Claim) -> Finding:
    return Finding("scores", Severity.ERROR, message, claim.place)
