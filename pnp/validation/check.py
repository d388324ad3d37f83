"""Checking a tileset against the rules of every set, and those that its file names."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.basics.errors import Finding, Severity, in_file_order
from pnp.basics.words import did_you_mean
from pnp.colour.theme import STANDARD, Theme
from pnp.sets.components import Components, components
from pnp.sets.tileset import Tileset
from pnp.validation.fairness import FAIRNESS_RULES
from pnp.validation.ink_rules import INK_RULES
from pnp.validation.piece_rules import PIECE_RULES, PIECE_SET_RULES
from pnp.validation.rules import Rule
from pnp.validation.set_rules import SET_RULES


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
    catalogue = {rule.name: rule for rule in (*FAIRNESS_RULES, *PIECE_RULES)}
    missing = {use.name for use in tileset.definition.rules} - catalogue.keys()
    for rule in game_rules() if missing else ():
        catalogue[rule.name] = rule
        missing.discard(rule.name)
        if not missing:
            break
    parts = components(tileset) if parts is None else parts
    rules = (*SET_RULES, *PIECE_SET_RULES, *INK_RULES)
    findings = [finding for rule in rules for finding in rule.findings(tileset, parts, theme=theme)]
    for use in tileset.definition.rules:
        if use.name in catalogue:
            findings += catalogue[use.name].findings(tileset, parts, use, theme=theme)
        else:
            hint = did_you_mean(use.name, catalogue)
            message = f'there is no rule "{use.name}"{hint}'
            findings.append(Finding("unknown-rule", Severity.ERROR, message, use.place))
    return in_file_order(findings)
