"""Validation: rules are named sentences, and a check yields all findings at once."""

from pnp.validation.check import check
from pnp.validation.fairness import FAIRNESS_RULES
from pnp.validation.rules import Rule, Scope, Trouble, rule
from pnp.validation.set_rules import SET_RULES

__all__ = ["FAIRNESS_RULES", "SET_RULES", "Rule", "Scope", "Trouble", "check", "rule"]
