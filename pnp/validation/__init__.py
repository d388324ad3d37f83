"""Validation: rules as named sentences, and the check of a set against them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.basics import limits
from pnp.basics.errors import UNKNOWN_RULE, Finding, Severity, in_file_order
from pnp.basics.words import did_you_mean
from pnp.colour.theme import STANDARD, Theme
from pnp.sets.components import Components, components
from pnp.sets.tileset import Tileset
from pnp.validation.legibility import COLOUR_RULES, INK_RULES, SIZE_RULES
from pnp.validation.map_rules import MAP_RULES, MAP_SET_RULES
from pnp.validation.piece_rules import PIECE_RULES, PIECE_SET_RULES
from pnp.validation.rules import Rule, Scope, Violation, rule
from pnp.validation.tile_rules import FAIRNESS_RULES, TILE_RULES, distinct_tiles

# The rules of every set, and those that are useful to many games, for files that name them.
SET_RULES = (*TILE_RULES, *COLOUR_RULES, *SIZE_RULES, *PIECE_SET_RULES, *MAP_SET_RULES, *INK_RULES)
NAMED_RULES = (*FAIRNESS_RULES, *PIECE_RULES, *MAP_RULES)


def check(
    tileset: Tileset,
    game_rules: Callable[[], Iterable[Rule]] = tuple,
    theme: Theme = STANDARD,
    *,
    parts: Components | None = None,
) -> tuple[Finding, ...]:
    """All findings about a tileset, in file order.

    A file may name general rules and rules of single games; `game_rules` finds these, and is called
    only if a rule is not a general one. Colours are checked on the ground of the theme. `parts` are
    the set's components, if the caller has them.
    """
    catalogue = {each.name: each for each in NAMED_RULES}
    missing = {use.name for use in tileset.definition.rules} - catalogue.keys()
    for each in game_rules() if missing else ():
        catalogue[each.name] = each
        missing.discard(each.name)
        if not missing:
            break
    parts = components(tileset) if parts is None else parts
    findings: list[Finding] = []
    for each in SET_RULES:
        findings += each.findings(tileset, parts, theme=theme)
    for use in tileset.definition.rules:
        if use.name in catalogue:
            findings += catalogue[use.name].findings(tileset, parts, use, theme=theme)
    unknown = [use for use in tileset.definition.rules if use.name not in catalogue]
    for use in unknown[: limits.MOST_FINDINGS]:
        message = f'there is no rule "{use.name}"{did_you_mean(use.name, catalogue)}'
        findings.append(Finding(UNKNOWN_RULE, Severity.ERROR, message, use.place))
    return limits.first_findings(in_file_order(findings))


__all__ = [
    "NAMED_RULES",
    "SET_RULES",
    "Rule",
    "Scope",
    "Violation",
    "check",
    "distinct_tiles",
    "rule",
]
