"""Worked examples: what a position says that it scores is what the rules say."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.definition.positions import Claim, Position
from pnp.errors import Finding, InvalidDefinition, Severity, Source, UnusableInput, in_file_order
from pnp.play import Part, Score
from pnp.project.workshop import Workshop


def check_claims(workshop: Workshop, position: Position, source: Source) -> None:
    """Raises InvalidDefinition where a position of a game claims scores that its rules do not give."""
    if not position.scores:
        return
    rules = workshop.rules
    if rules is None:
        game = workshop.definition.game
        message = f"nobody knows how {game} is scored: a figure of it has no scores"
        raise InvalidDefinition([_finding(message, position.scores[0])])
    try:
        score = rules.score(rules.read_position(source))
    except UnusableInput as error:
        raise InvalidDefinition([_finding(str(error), position.scores[0])]) from error
    check_score(position, score)


def check_score(position: Position, score: Score) -> None:
    """Raises InvalidDefinition where a score is not what its position claims, or draws."""
    findings = [finding for claim in position.scores for finding in _checked(claim, score)]
    if position.scores:
        findings += _wrong_paths(position, score)
    if findings:
        raise InvalidDefinition(in_file_order(findings))


def _wrong_paths(position: Position, score: Score) -> Iterator[Finding]:
    """Paths that are not the ways that score; one that is drawn may end before its way does."""
    ways = [way for part in score.parts for way in part.ways]
    for path in position.paths if ways else ():
        drawn = tuple(cell.text for cell in path)
        if not any(way[: len(drawn)] == drawn for way in ways):
            same = [way for way in ways if way[:1] == drawn[:1]] or ways
            right = max(same, key=len)
            message = f"by the rules this way is {' '.join(right)}, not {' '.join(drawn)}"
            yield Finding("scores", Severity.ERROR, message, path[0].place)


def _checked(claim: Claim, score: Score) -> list[Finding]:
    """What is wrong with a claim.

    It is about a player, a colour, or whatever the parts of the score are called: a colour of a
    strand, an element, a player's pawn.
    """
    totals = dict(score.totals)
    parts = [part for part in score.parts if _is_about(part, claim.whose)]
    if not parts and claim.whose not in totals:
        names = {name for part in score.parts for name in (part.whose, part.colour) if name}
        known = ", ".join(sorted(names | totals.keys()))
        return [_finding(f'nothing scores for "{claim.whose}"; there are {known}', claim)]
    points = sum(part.points for part in parts)
    if points == claim.points:
        return []
    told = "; ".join(f"{part.what} {part.how} = {part.points}" for part in parts)
    message = f'by the rules "{claim.whose}" scores {points}, not {claim.points}'
    return [_finding(f"{message}: {told}" if told else message, claim)]


def _is_about(part: Part, whose: str) -> bool:
    return whose in (part.whose, part.colour) or part.what.split()[:1] == [whose]


def _finding(message: str, claim: Claim) -> Finding:
    return Finding("scores", Severity.ERROR, message, claim.place)
