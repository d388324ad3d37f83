"""Playtests: bots that play any game by its rules, and whole games between them."""

from pnp.playtest.bots import BOTS, Bot, Flat, Greedy, RandomBot, Search, UnknownBot, bot_named
from pnp.playtest.match import Match, played

__all__ = [
    "BOTS",
    "Bot",
    "Flat",
    "Greedy",
    "Match",
    "RandomBot",
    "Search",
    "UnknownBot",
    "bot_named",
    "played",
]
