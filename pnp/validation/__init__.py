"""Validation: rules as named sentences, and the check of a set against them."""

from pnp.validation.check import check
from pnp.validation.fairness import FAIRNESS_RULES
from pnp.validation.ink_rules import INK_RULES
from pnp.validation.piece_rules import PIECE_RULES, PIECE_SET_RULES
from pnp.validation.rules import Rule, Scope, Violation, rule
from pnp.validation.set_rules import SET_RULES

__all__ = [
    "FAIRNESS_RULES",
    "INK_RULES",
    "PIECE_RULES",
    "PIECE_SET_RULES",
    "SET_RULES",
    "Rule",
    "Scope",
    "Violation",
    "check",
    "rule",
]
