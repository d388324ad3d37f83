"""Hexeptional Hexpertise, played: the flow of the game, as the rulebook has it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import ClassVar

from pnp.basics.errors import Source
from pnp.games.hexpertise import notation, placing, scoring
from pnp.games.hexpertise.kit import EMPTY, MAGE, NULLIFIED, Kit, kit_of
from pnp.games.hexpertise.legality import position_of
from pnp.games.hexpertise.options import OPTIONS
from pnp.games.hexpertise.position import Move, Position, on_cells
from pnp.games.hexpertise.reading import read_written
from pnp.games.hexpertise.rules import TIMES_FLIPPED
from pnp.play import Game, IllegalMove, Option, Part, Score, Table
from pnp.play.chance import chance_of
from pnp.play.game import NO_OPTIONS
from pnp.tiles.hexgrid import ORIGIN, Hex

# Any number can play, says the rulebook; nobody needs more at one table.
MOST_PLAYERS = 12


class Hexpertise(Game[Position, Move]):
    """The rules of play, with the bundled set or another one.

    All players use each card at the same time, each on a display of their own; here they do so one
    after the other, which changes nothing for anybody.
    """

    name: ClassVar[str] = "hexpertise"
    players: ClassVar[range] = range(1, MOST_PLAYERS + 1)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    @cached_property
    def kit(self) -> Kit:
        """The display and the cards; raises InvalidDefinition where the set is not for this game."""
        return kit_of(self.tileset)

    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> Position:
        self.check_players(players)
        chosen = self.chosen(options)
        nexus, chance = chance_of(rng).shuffled(self.kit.nexus)
        turned, chance = chance.below(2 ** len(nexus))
        nexus = tuple(
            card[::-1] if turned >> number & 1 else card for number, card in enumerate(nexus)
        )
        mana, chance = chance.shuffled(self.kit.mana)
        position = Position(nexus, (), mana, chance, tuple(chosen.items()))
        display = placing.first_display(self.kit, position.corner_elements)
        return position._replace(displays=(display,) * players)

    def to_move(self, position: Position) -> int | None:
        if self.is_over(position):
            return None
        filled = [position.filled(display) for display in position.displays]
        return filled.index(min(filled)) + 1

    def is_over(self, position: Position) -> bool:
        return not position.is_extract and position.flips == TIMES_FLIPPED * len(position.mana)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Every legal move; raises IllegalMove for an extract, from which nobody can play on."""
        _check_cards(position)
        player = self.to_move(position)
        if player is None:
            return ()
        return tuple(placing.moves(self.kit, position, position.displays[player - 1]))

    def play(self, position: Position, move: Move) -> Position:
        _check_cards(position)
        player = self.to_move(position)
        if player is None:
            raise IllegalMove("end-of-the-game", "every display is full: the festival is over")
        display = position.displays[player - 1]
        self._check(position, on_cells(self.kit, display), move)
        after = placing.after(self.kit, position.chosen, display, move)
        displays = (*position.displays[: player - 1], after, *position.displays[player:])
        played = position._replace(displays=displays)
        second_half = position.flips < len(position.mana) == played.flips
        if second_half and position.chosen["second-half"] == "shuffled":
            # From the printed order, so that the first half has no part in it.
            mana, chance = played.chance.shuffled(self.kit.mana)
            return played._replace(mana=mana, chance=chance)
        return played

    def _check(self, position: Position, on: Mapping[Hex, str], move: Move) -> None:
        """Raises IllegalMove where the move breaks a rule; every other one is legal."""
        names, card = self.kit.names, position.card
        if move.cell not in on:
            raise IllegalMove("display", f"{tuple(move.cell)} is not on the display")
        name = names[move.cell]
        if on[move.cell] != EMPTY:
            raise IllegalMove("filled-hex", f"{name} is filled: {on[move.cell]} is there")
        if move.nullifies:
            self._check_duty(position, on, name)
        elif move.element not in card:
            message = f"the card shows {' and '.join(card)}, so {move.element} is not placed"
            raise IllegalMove("mana-card", message)
        else:
            self._check_direction(position, on, move)
        self._check_choice(position, on, move)

    def _check_duty(self, position: Position, on: Mapping[Hex, str], name: str) -> None:
        place = next(placing.places(self.kit, position, on), None)
        if place is not None and position.chosen["placing"] == "duty":
            possible = f"{place[0]} fits on {self.kit.names[place[1]]}"
            message = f"{name} is nullified only if nothing can be placed, but {possible}"
            raise IllegalMove("when-nothing-fits", message)

    def _check_direction(self, position: Position, on: Mapping[Hex, str], move: Move) -> None:
        told = placing.directions(self.kit, position, on)
        one, other = position.card
        teller = other if move.element == one else one
        if teller not in told:
            message = f"the nexus hex of {teller} is nullified and tells no direction"
            raise IllegalMove("direction", message)
        way = told[teller]
        start = placing.behind(move.cell, way)
        if on.get(start, EMPTY) == EMPTY:
            where = f"{self.kit.names[start]} is empty" if start in on else "the display ends there"
            message = (
                f"{teller} tells {placing.WAYS[way]}: {move.element} on {self.kit.names[move.cell]}"
                f" has to be {placing.PLACES[way]} a filled hex, but {where}"
            )
            raise IllegalMove("direction", message)

    def _check_choice(self, position: Position, on: Mapping[Hex, str], move: Move) -> None:
        """Whether the move says which opposite is nullified, where there is that choice."""
        opposites: tuple[Hex, ...] = ()
        if not move.nullifies:
            touched = placing.opposites_touched(
                self.kit, position.chosen, on, move.element, move.cell
            )
            opposites = touched if placing.must_choose(position.chosen, touched) else ()
        if move.against not in (opposites or (None,)):
            if opposites:
                which = " or ".join(self.kit.names[each] for each in opposites)
                message = f"say which opposite is nullified, against {which}"
            else:
                message = "there is no choice here of what is nullified"
            raise IllegalMove("several-opposites", message)

    def score(self, position: Position) -> Score:
        parts: list[Part] = []
        standing: dict[str, tuple[int, ...]] = {}
        elements = position.corner_elements
        for number, display in enumerate(position.displays, 1):
            found = scoring.awards(self.kit, display, position.chosen)
            points = {award.what: award.points for award in found}
            player = f"player {number}"
            parts += (scoring.part(self.kit, player, award) for award in found)
            # Whoever is first for the total, or else for an element from the top on, is ahead.
            standing[player] = sum(points.values()), *(points[element] for element in elements)
        best = max(standing.values())
        return Score(
            tuple(parts),
            tuple((player, points[0]) for player, points in standing.items()),
            tuple(player for player, points in standing.items() if points == best),
            _tie_break(standing, elements),
        )

    def write_move(self, move: Move) -> str:
        return notation.write_move(self.kit, move)

    def read_move(self, position: Position, text: str) -> Move:
        return notation.read_move(self.kit, text)

    def write_position(self, position: Position) -> str:
        return notation.write_position(self.kit, position, self.chosen({}))

    def read_position(self, source: Source) -> Position:
        return position_of(self.kit, read_written(self.kit, source, self.options))

    def table(self, position: Position) -> Table:
        """The display of whoever decides next; in the end, of the winner, or the first of them."""
        player = self.to_move(position)
        if player is None:
            score = self.score(position)
            player = list(dict(score.totals)).index(score.winners[0]) + 1
        return self.display_of(position, player)

    def table_of(self, position: Position, whose: str) -> Table:
        """The display of a player, who is named as in the score."""
        return self.display_of(position, int(whose.removeprefix("player ")))

    def display_of(self, position: Position, player: int) -> Table:
        """What lies on a player's display; players count from 1."""
        display = position.displays[player - 1]
        return Table(board=self.kit.board, tokens=tuple(notation.tokens(self.kit, display)))

    def invariants(self, position: Position) -> None:
        chosen, extract = position.chosen, position.is_extract
        mana = () if extract else self.kit.mana
        assert sorted(position.mana) == sorted(mana), "each mana card is there once"
        filled = [position.filled(display) for display in position.displays]
        assert filled == sorted(filled, reverse=True), "players use a card one after the other"
        assert filled[0] - filled[-1] <= 1, "every flip fills one hex of every display"
        for display in position.displays:
            on = on_cells(self.kit, display)
            assert [cell for cell in on if on[cell] == MAGE] == [ORIGIN], "the mage stays"
            elements = zip(self.kit.corners, position.corner_elements, strict=not extract)
            for corner, element in elements:
                assert on[corner] in (element, NULLIFIED), "a nexus hex keeps its element"
            for cell, what in on.items():
                if what in self.kit.elements:
                    touched = placing.opposites_touched(self.kit, chosen, on, what, cell)
                    assert not touched, "opposites that touch have nullified each other"


def _check_cards(position: Position) -> None:
    """Raises IllegalMove where there are no cards to play with."""
    if position.is_extract:
        message = "an extract of a display is only scored; to play on from it, write down the nexus"
        raise IllegalMove("extract", message)


def _tie_break(standing: Mapping[str, tuple[int, ...]], elements: tuple[str, ...]) -> str:
    """How those with the highest total are told apart, in words; empty if only one has it."""
    most = max(points[0] for points in standing.values())
    tied = {player: points[1:] for player, points in standing.items() if points[0] == most}
    if len(tied) == 1:
        return ""
    told = []
    for index, element in enumerate(elements):
        best = max(points[index] for points in tied.values())
        ahead = {player: points for player, points in tied.items() if points[index] == best}
        if len(ahead) < len(tied):
            told.append(f"{' and '.join(ahead)} scored most for {element}, {best}")
            tied = ahead
    if len(tied) > 1:
        told.append(f"{' and '.join(tied)} share the victory")
    return "; ".join(told)


GAME = Hexpertise()
