"""Worked examples: what a rulebook says that a position scores is what the rules say."""

from __future__ import annotations

from pnp.definition.positions import Claim, Position
from pnp.errors import Finding, InvalidDefinition, Severity, Source
from pnp.games import game_of, has_rules
from pnp.play import Part, Score


def wrong_claims(game: str, position: Position, source: Source) -> list[Finding]:
    """What is wrong with the scores that a position claims; nothing where it claims none.

    A claim is about a player, a colour, or whatever the parts of the score are called: a colour of a
    strand, an element, a player's pawn.
    """
    if not position.scores:
        return []
    if not has_rules(game):
        message = f"nobody knows how {game} is scored: a figure of it has no scores"
        return [_finding(message, position.scores[0])]
    rules = game_of(game)
    try:
        score = rules.score(rules.read_position(source))
    except InvalidDefinition as error:
        return list(error.findings)
    return [finding for claim in position.scores for finding in _checked(claim, score)]


def _checked(claim: Claim, score: Score) -> list[Finding]:
    parts = [part for part in score.parts if _is_about(part, claim.whose)]
    if not parts:
        names = sorted({name for part in score.parts for name in (part.whose, part.colour) if name})
        return [
            _finding(f'nothing scores for "{claim.whose}"; there are {", ".join(names)}', claim)
        ]
    points = sum(part.points for part in parts)
    if points == claim.points:
        return []
    told = "; ".join(f"{part.what} {part.how} = {part.points}" for part in parts)
    message = f'by the rules "{claim.whose}" scores {points}, not {claim.points}: {told}'
    return [_finding(message, claim)]


def _is_about(part: Part, whose: str) -> bool:
    return whose in (part.whose, part.colour) or part.what.split()[:1] == [whose]


def _finding(message: str, claim: Claim) -> Finding:
    return Finding("scores", Severity.ERROR, message, claim.place)
