"""Worked examples: what a position says that it scores is what the rules say."""

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
from pnp.definition.figures import Claim, FigureDefinition
from pnp.play import AnyGame, Part, Score
from pnp.project.workshop import Workshop


def check_claims(workshop: Workshop, position: FigureDefinition, source: Source) -> None:
    """Raises InvalidDefinition where a position of a game claims scores that its rules do not give."""
    if not position.scores:
        return
    rules = workshop.rules
    if rules is None:
        game = workshop.definition.game
        message = f"nobody knows how {game} is scored: a figure of it has no scores"
        raise InvalidDefinition([_finding(message, position.scores[0])])
    try:
        check_score(rules, rules.read_position(source), position)
    except UnusableInput as error:
        raise InvalidDefinition([_finding(str(error), position.scores[0])]) from error


def check_score(rules: AnyGame, played: Any, position: FigureDefinition) -> Score:
    """The score of a position; raises InvalidDefinition where that is not what its file claims, or draws."""
    score = rules.score(played)
    findings = [finding for claim in position.scores for finding in _checked(claim, score)]
    for path in position.paths if position.scores else ():
        wrong = rules.wrong_way(played, [cell.value for cell in path])
        if wrong is not None:
            findings.append(Finding("scores", Severity.ERROR, wrong, path[0].place))
    if findings:
        raise InvalidDefinition(in_file_order(findings))
    return score


def _checked(claim: Claim, score: Score) -> list[Finding]:
    """What is wrong with a claim.

    It is about a player, a colour, or whatever the parts of the score are called: a colour of a
    strand, an element, a player's pawn.
    """
    totals = dict(score.totals)
    parts = [part for part in score.parts if _is_about(part, claim.whose)]
    if not parts and claim.whose not in totals:
        names = {name for part in score.parts for name in (part.whose, part.colour) if name}
        known = sorted(names | totals.keys())
        message = f'nothing scores for "{claim.whose}"; there are {", ".join(known)}'
        return [_finding(message + did_you_mean(claim.whose, known), claim)]
    points = sum(part.points for part in parts)
    if points == claim.points:
        return []
    told = "; ".join(map(told_of, parts))
    message = f'by the rules "{claim.whose}" scores {points}, not {claim.points}'
    return [_finding(f"{message}: {told}" if told else message, claim)]


def told_of(part: Part) -> str:
    """A part of a score in words: what it is, how it comes about and what it is worth."""
    return f"{part.what}{part.how and f', {part.how}'} = {part.points}"


def _is_about(part: Part, whose: str) -> bool:
    return whose in (part.whose, part.colour) or part.what.split()[:1] == [whose]


def _finding(message: str, claim: Claim) -> Finding:
    return Finding("scores", Severity.ERROR, message, claim.place)
