"""Every mistake that tests know, in a set of its own, is found at its place and in these words."""

from __future__ import annotations

import pytest

from pnp.games import game_rules
from pnp.validation import NAMED_RULES, SET_RULES
from tests.mistakes import Mistake, found, lines, mistakes


@pytest.mark.parametrize("mistake", mistakes(), ids=lambda each: each.name)
def test_a_mistake_is_found(mistake: Mistake) -> None:
    """All findings, in their order; a sound set that is near a mistake has none."""
    assert [*mistake.findings] == [line for each in found(mistake.text) for line in lines(each)]


def test_every_rule_has_a_set_that_breaks_it() -> None:
    """No rule is without its failing example."""
    broken = {
        line.split(": ")[1].split()[1]
        for mistake in mistakes()
        for line in mistake.findings
        if mistake.name.startswith(("rules", "piece-rules")) and line[0] != " "
    }
    assert {rule.name for rule in (*SET_RULES, *NAMED_RULES, *game_rules())} <= broken
