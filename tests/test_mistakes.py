"""Every mistake that tests know, in a text of its own, is found at its place and in these words."""

from __future__ import annotations

import pytest

from pnp.games import game_rules
from pnp.validation import NAMED_RULES, SET_RULES
from tests.mistakes import Mistake, in_file, mistakes

EVERY = (*mistakes(), *mistakes("games"))


@pytest.mark.parametrize("mistake", EVERY, ids=lambda each: each.name)
def test_a_mistake_is_found(mistake: Mistake) -> None:
    """All findings, in their order; a text that is near a mistake, and sound, has none."""
    assert [*mistake.findings] == mistake.found(), "see tests/mistakes.py, if messages have changed"


def test_every_rule_has_a_set_that_breaks_it() -> None:
    """No rule is without its failing example."""
    broken = {
        line.split(": ")[1].split()[1]
        for file in ("rules", "piece-rules", "maps", "boxes")
        for mistake in in_file(file)
        for line in mistake.findings
        if line[0] != " "
    }
    assert {rule.name for rule in (*SET_RULES, *NAMED_RULES, *game_rules())} <= broken
