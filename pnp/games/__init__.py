"""The games: what their rules ask of their pieces, and how they are played."""

from importlib import import_module

from pnp.games import controlled_path, hex_auction, hexagonal_highway, hexpertise, hexstatic
from pnp.play import AnyGame

GAME_RULES = (
    *hexstatic.RULES,
    *controlled_path.RULES,
    *hex_auction.RULES,
    *hexpertise.RULES,
    *hexagonal_highway.RULES,
)

# The games that can be played, by the names of their sets. Their modules are imported when a game is
# asked for: printing needs none of them.
PLAYED = {
    "hexstatic": "hexstatic",
    "controlled-path": "controlled_path",
    "hex-auction": "hex_auction",
    "hexpertise": "hexpertise",
    "hexagonal-highway": "hexagonal_highway",
}


# Sets that are played by the rules of another set.
PLAYED_AS = {"hexstatic-compact": "hexstatic"}


def has_rules(name: str) -> bool:
    """Whether the rules of play of a set are known."""
    return PLAYED_AS.get(name, name) in PLAYED


def game_of(name: str) -> AnyGame:
    """The rules by which a set is played; raises KeyError for one that nobody can play here."""
    game: AnyGame = import_module(f"pnp.games.{PLAYED[PLAYED_AS.get(name, name)]}.play").GAME
    return game


__all__ = ["GAME_RULES", "PLAYED", "game_of", "has_rules"]
