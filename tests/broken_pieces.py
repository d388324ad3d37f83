"""Games with one changed number, each with the rule that then reports what no longer fits."""

from __future__ import annotations

from typing import NamedTuple

from tests.conftest import ROOT


class BrokenPieces(NamedTuple):
    """A game, the change to it, and the message of the rule."""

    game: str
    old: str
    new: str
    message: str

    @property
    def text(self) -> str:
        """The changed game."""
        text = (ROOT / "tilesets" / f"{self.game}.yaml").read_text("utf-8")
        assert text.count(self.old) == 1, self.old
        return text.replace(self.old, self.new)


MANA = """    - name: mana
      generate: pairs
      of: all
"""

BROKEN_PIECES: dict[str, list[BrokenPieces]] = {
    "expect-pieces": [
        BrokenPieces("hexagonal-highway", "hexhex: 5", "hexhex: 4", '"board" has 37 hexes, not 61'),
        BrokenPieces("hexpertise", "expect: 15", "expect: 16", '"mana" has 15 cards, not 16'),
        BrokenPieces(
            "hexagonal-highway", "count: board-hexes - 6", "count: 54", "54 tokens, not 55"
        ),
    ],
    "colours-for-players": [
        BrokenPieces(
            "controlled-path", "{min: 2, max: 3}", "{min: 2, max: 6}",
            '"token" has a colour for each of 6 players, but there are only 4',
        ),
    ],
    "empty-deck": [
        BrokenPieces("hexpertise", "of: all", "of: [fire]", 'the deck "mana" has no card'),
    ],
    "distinct-cards": [
        BrokenPieces(
            "hexpertise", "[fire, water]", "[dark, light]", "nexus-2 is the same as nexus-1; for"
        ),
    ],
    "cells-once": [
        BrokenPieces(
            "hexpertise", "cells: centre", "cells: [D4, D1]", 'D1 of "display" is in "mage" and in'
        ),
    ],
    "symbols-told-apart": [
        BrokenPieces("hexpertise", "symbol: moon,", "symbol: sun,", '"light" and "dark" have the same symbol'),
    ],
    "every-pair": [
        BrokenPieces(
            "hexpertise",
            "of: all",
            "of: [light, dark, fire, water, earth]",
            'the deck "mana" has 10 of the 15 pairs of 6 colours; it lacks dark and air',
        ),
        BrokenPieces(
            "hexpertise", MANA, f"{MANA}      copies: 2\n", "has dark and air, dark and earth"
        ),
    ],
    "every-colour-once": [
        BrokenPieces("hexpertise", ", [earth, air]", "", '"earth" is on no card of the deck'),
        BrokenPieces("hexpertise", "[earth, air]", "[earth, fire]", '"fire" is on nexus-2 and'),
    ],
    "a-token-each": [
        BrokenPieces(
            "controlled-path", "colours: players", "colours: all", '3 players need "token" in 3'
        ),
        BrokenPieces(
            "controlled-path", "colours: players, count: 1", "colours: players, count: 2",
            "there are 2 of token-red, not 1",
        ),
    ],
    "an-owner-each-colour": [
        BrokenPieces("hexstatic", "colours: all, count: 1", "colours: all, count: 2", "are 2 owner"),
        BrokenPieces("hexstatic", ", back: {text: neutral}", "", "have no neutral side"),
    ],
    "closed-economy": [
        BrokenPieces(
            "hex-auction", "players * coins + 1", "players * coins",
            "5 players with 7 coins each and one for the pot need 36 coins; there are 35",
        ),
        BrokenPieces("hex-auction", "  coins: 7 ", "  money: 7 ", 'no number "coins"'),
    ],
    "markers-for-the-longest-run": [
        BrokenPieces(
            "hex-auction", "(tiles - 1) / players", "12",
            "with 3 players there are 25 turns, and a run can have as many tiles; there are 12",
        ),
    ],
    "one-tie-breaker": [
        BrokenPieces("hex-auction", "size: 30mm\n      count: 1", "size: 30mm\n      count: 2", "are 2 tie-br"),
    ],
    "opposed-pairs": [
        BrokenPieces("hexpertise", "[light, dark]", "[light, fire]", "no nexus card has light and"),
    ],
    "display-fills-up": [
        BrokenPieces(
            "hexpertise", "hexhex: 4", "hexhex: 5",
            "15 mana cards flipped 2 times fill 30 hexes; the display has 54 open ones of 61",
        ),
        BrokenPieces("hexpertise", "of: all", "of: [light, dark, fire]", "3 mana cards flipped 2"),
    ],
    "a-corner-each-element": [
        BrokenPieces(
            "hexpertise", ", [earth, air]", "",
            "2 nexus cards have 4 sides; the display has 6 nexus hexes",
        ),
        BrokenPieces("hexpertise", "cells: centre", "cells: [D3]", "mage does not stand in the"),
        BrokenPieces("hexpertise", "nexus: {cells: corners", "nexus: {cells: [A1, A2, A3, A4, B1, B2]", "not every nexus"),
        BrokenPieces("hexpertise", "orientation: flat-top", "orientation: pointy-top", "no corner of the display is at the top"),
    ],
    "board-of-61": [
        BrokenPieces("hexagonal-highway", "hexhex: 5", "hexhex: 6", "has 91 hexes, not 61"),
    ],
    "a-corner-each-player": [
        BrokenPieces("hexagonal-highway", "players: 6", "players: 5", "the board has 6"),
        BrokenPieces(
            "hexagonal-highway", "cells: corners\n          colours: [red, orange, sky, black, purple, green]", "cells: [A1, A2]", "A2 is a start"
        ),
    ],
    "enough-for-six-rounds": [
        BrokenPieces(
            "hexagonal-highway", "count: board-hexes - 6", "count: 50",
            '"direction": 55 are needed, for 6 players place up to 72 in 6 rounds',
        ),
        BrokenPieces("hexagonal-highway", "count: 2, front: robber", "count: 1, front: robber", '"robber": 12'),
        BrokenPieces(
            "hexagonal-highway", "colours: all\n      count: 1\n      front: {sign: blockade",
            "colours: [red]\n      count: 1\n      front: {sign: blockade", '"blockade": 6 are needed',
        ),
    ],
    "two-sided-directions": [
        BrokenPieces(
            "hexagonal-highway", "back: {sign: turn-right", "back: {sign: turn-left", "have to show"
        ),
    ],
}  # fmt: skip
