"""Draws the tables of the documentation anew: `python -m tests.docs_tables`.

Each table lies between a comment with its name and `<!-- end -->`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pnp.definition.boards import BoardDefinition, CellGroup
from pnp.definition.cards import CardSection, DeckDefinition
from pnp.definition.colours import Look
from pnp.definition.definition import PiecesSection, TilesetSection
from pnp.definition.families import FamilyDefinition, TileSection, TilesSection
from pnp.definition.pad_tables import Column, Row, ScoreLine, SignSection
from pnp.definition.pads import PadTemplate
from pnp.definition.reference import block_table, key_table
from pnp.definition.themes import InksSection, ThemeSection
from pnp.definition.tokens import TokenDefinition
from pnp.games import game_rules
from pnp.tiles.properties import PROPERTIES
from pnp.validation import FAIRNESS_RULES, PIECE_RULES, PIECE_SET_RULES, SET_RULES, Rule
from tests.conftest import ROOT

# The sections that have a table, by page.
SECTIONS = {
    "language": (
        TilesetSection, TilesSection, Look, FamilyDefinition, TileSection, PiecesSection,
        BoardDefinition, CellGroup, DeckDefinition, CardSection, TokenDefinition,
    ),
    "themes": (ThemeSection, InksSection),
    "forms": (PadTemplate, Column, Row, ScoreLine, SignSection),
}  # fmt: skip


def sentences(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    """A table of names with a sentence each."""
    lines = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {sentence} |" for name, sentence in rows)]) + "\n"


def rules(*groups: Iterable[Rule]) -> str:
    """A table of rules."""
    rows = [(rule.name, rule.sentence) for group in groups for rule in group]
    return sentences(("rule", "sentence"), rows)


def tables(page: str) -> dict[str, str]:
    """The tables of a page by name."""
    found = {
        f"keys of {section.what}": key_table(section, SECTIONS[page]) for section in SECTIONS[page]
    }
    if page == "forms":
        found["blocks"] = block_table(SECTIONS[page])
    if page == "language":
        properties = [(each.name, each.sentence) for each in PROPERTIES.values()]
        found["properties"] = sentences(("property", "what it counts, or asks"), properties)
        found["set rules"] = rules(SET_RULES, PIECE_SET_RULES)
        found["more rules"] = rules(FAIRNESS_RULES, PIECE_RULES, game_rules())
    return found


def with_tables(text: str, page: str) -> str:
    """The text of a page with its tables as they have to be; each has to be there."""
    for name, table in tables(page).items():
        pattern = rf"<!-- {name} -->\n.*?<!-- end -->"
        assert len(re.findall(pattern, text, re.DOTALL)) == 1, name
        new = f"<!-- {name} -->\n\n{table}\n<!-- end -->"
        text = re.sub(pattern, lambda _, new=new: new, text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    for page in SECTIONS:
        path = ROOT / f"docs/{page}.md"
        path.write_text(with_tables(path.read_text("utf-8"), page), "utf-8")
