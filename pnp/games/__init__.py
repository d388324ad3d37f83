"""The games: how they are found, and the rules of their pieces.

A game is found through the entry point group `pnp.games`: the name of a set, and the class of the
game that is played with it. The bundled games use the same door as those of other packages.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from pnp.basics.lookup import added, entry_points, loaded

if TYPE_CHECKING:
    # A list of sets needs the names of games alone.
    from pnp.play import AnyGame
    from pnp.validation import Rule

GROUP = "pnp.games"


def playable() -> tuple[str, ...]:
    """The names of the sets whose rules of play are known."""
    return (*added(GROUP),)


@cache
def game_of(name: str) -> AnyGame:
    """The rules by which a set is played, with its own pieces; raises as `game_class` does."""
    return game_class(name)(name)


def game_class(name: str) -> type[AnyGame]:
    """The class of a game by the name of a set.

    Raises KeyError if no game has this name, and UnusableInput if its package cannot be loaded, or
    the class lacks something that every game has.
    """
    needed = ("name", "players", "position")
    found: type[AnyGame] = loaded(added(GROUP)[name], f'the game "{name}"', needed=needed)
    return found


def game_rules(first: str = "") -> Iterator[Rule]:
    """The rules of the pieces of all games, those of one set's game first.

    Each game is loaded only when its rules are reached.
    """
    seen: set[type[AnyGame]] = set()
    for name in sorted(playable(), key=lambda name: name != first):
        found = game_class(name)
        if found not in seen:
            seen.add(found)
            yield from found.rules


def forget_games() -> None:
    """Forgets the games found so far, so that those of packages installed since are found, too."""
    entry_points.cache_clear()
    game_of.cache_clear()


__all__ = ["forget_games", "game_class", "game_of", "game_rules", "playable"]
