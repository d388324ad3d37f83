"""Rules about pieces: if a number of a game changes, a rule reports what no longer fits."""

from __future__ import annotations

import pytest

from pnp.basics.errors import InvalidDefinition, Severity
from pnp.sets.components import components
from tests.broken_pieces import BROKEN_PIECES, BrokenPieces
from tests.conftest import bundled, findings_of


@pytest.mark.parametrize(
    ("rule", "broken"),
    [
        pytest.param(rule, case, id=f"{rule}-{number}")
        for rule, cases in BROKEN_PIECES.items()
        for number, case in enumerate(cases, 1)
    ],
)
def test_a_changed_number_breaks_its_rule(rule: str, broken: BrokenPieces) -> None:
    """The rule's finding is an error, says what is wrong, and stands in a line of the file."""
    try:
        findings = findings_of(broken.text)
    except InvalidDefinition as error:
        findings = error.findings
    messages = [each.message for each in findings if each.severity is Severity.ERROR]
    assert any(broken.message in message for message in messages), messages
    # What is read wrong is said before any rule looks.
    if not any(each.rule == "unknown-name" for each in findings):
        assert rule in {each.rule for each in findings if broken.message in each.message}


def test_the_numbers_of_the_five_games() -> None:
    """Counted by hand from the designers' pages."""
    wanted = {
        "hexstatic": {"tiles": 216, "owner": 3},
        "controlled-path": {"tiles": 40, "token": 3},
        "hex-auction": {"tiles": 77, "coin": 36, "tie-breaker": 1, "marker": 25, "coins": 7},
        "hexpertise": {"nexus": 3, "mana": 15, "display-hexes": 37, "display-open": 30},
        "hexagonal-highway": {
            "board-hexes": 61, "direction": 55, "blockade": 6, "robber": 12, "pawn": 6, "rounds": 6,
        },
    }  # fmt: skip
    for game, numbers in wanted.items():
        found = components(bundled(game)).numbers
        assert {name: found[name] for name in numbers} == numbers


def test_a_fourth_player_gets_a_token() -> None:
    """The fourth start tile of Controlled Path comes with a token in its colour."""
    from pnp.sets.tileset import for_players

    four = components(for_players(bundled("controlled-path"), 4))
    (tokens,) = four.tokens
    assert [token.id for token in tokens.kinds] == [
        "token-red", "token-sky", "token-purple", "token-green",
    ]  # fmt: skip


def test_what_is_printed_is_enough_for_any_number_of_players() -> None:
    """Coins are counted for five players, markers for three, who play the most turns."""
    from pnp.sets.tileset import for_players

    four = components(for_players(bundled("hex-auction"), 4))
    assert (four.numbers["coin"], four.numbers["marker"]) == (29, 25)


def board(cells: str) -> str:
    """A game with a board that has these groups of cells."""
    return (
        "game: sample\npieces:\n  boards:\n    - {name: map, hexhex: 3, cell: 20mm, cells:"
        f" {{\n{cells}\n    }}}}\n"
    )


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ('lake: {cells: [A1, A2], tint: "#AACCEE"},\nwood: {cells: [A2, A3], tint: "#AAEEAA"}',
         ("cell-tints", Severity.WARNING, 6, 'A2 of "map" is in "lake" and in "wood"; the tint of')),
        ('land: {cells: all, tint: "#AAEEAA"},\nlake: {cells: [A1, A2], tint: "#AACCEE"}',
         ("cell-tints", Severity.WARNING, 6, 'A1 and A2 of "map" are in "land" and in "lake"; the')),
        ('lake: {cells: [A1, A2], tint: "#AACCEE"},\nland: {cells: all, tint: "#AAEEAA"}', None),
        ("home: {cells: centre, sign: flag},\nmid: {within: 1, sign: sun}",
         ("cells-once", Severity.ERROR, 6, "which both print a sign in it")),
        ("home: {cells: centre, labels: [Y]},\nmid: {cells: [C3], labels: [X]}",
         ("cells-once", Severity.ERROR, 6, "which both print a label in it")),
        ("home: {cells: centre, sign: flag},\nmid: {cells: [C3], face: [{text: X}]}",
         ("cells-once", Severity.ERROR, 6, "which print a face and a sign or a label in it")),
        ("home: {cells: centre, face: [{text: Y}]},\nmid: {cells: [C3], face: [{text: X}]}",
         ("cells-once", Severity.ERROR, 6, "which both print a face in it")),
        ("home: {cells: centre, sign: flag},\nmid: {cells: [C3], labels: [X]}", None),
        ("home: {within: 1, filled: yes},\nmid: {within: 1, filled: yes}",
         ("cells-once", Severity.ERROR, 6, "B2, B3, C2, C3, C4, D2 and 1 more")),
        ("home: {cells: centre, filled: yes},\nmid: {within: 1, sign: sun}", None),
    ],
)  # fmt: skip
def test_groups_of_cells_that_clash_are_reported(
    cells: str, expected: tuple[str, Severity, int, str] | None
) -> None:
    """At the second group; a group that comes first and lies inside the other is no clash."""
    findings = findings_of(board(cells))
    if expected is None:
        assert findings == ()
        return
    (finding,) = findings
    assert (finding.rule, finding.severity, finding.place.line) == expected[:3]
    assert expected[3] in finding.message
