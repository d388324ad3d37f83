"""Draws the tables of the documentation anew: `python -m tests.docs_tables`.

Each table lies between a comment with its name and `<!-- end -->`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from typing import Any

from pnp.definition import (
    PIECES,
    BoardDefinition,
    BoxDefinition,
    CardSection,
    CellGroup,
    DeckDefinition,
    DividerDefinition,
    FamilyDefinition,
    FigureDefinition,
    FontFiles,
    FontsSection,
    FrameDefinition,
    Look,
    LookSection,
    PlaceGroup,
    StandeeDefinition,
    TileSection,
    TilesSection,
    TokenDefinition,
    TrackDefinition,
    definition_with,
    installed_kinds,
    pieces_section,
)
from pnp.definition.blocks import BLOCKS, Column, Row, ScoreLine, SignSection
from pnp.definition.elements import (
    BlocksElement,
    Columns,
    Element,
    FigureElement,
    GridElement,
    ImageElement,
    Layers,
    LinesElement,
    PathElement,
    Repeated,
    Rows,
    ShapeElement,
    SignElement,
    SlotsElement,
    Spaces,
    TableElement,
    TextElement,
    TicksElement,
    TrackElement,
)
from pnp.definition.faces import FaceDefinition
from pnp.definition.pads import PadTemplate
from pnp.definition.reading import Declared, Kind, Section, declared
from pnp.definition.themes import InksSection, ThemeSection
from pnp.enumeration.conditions import Comparison
from pnp.export.shops import Product, Shop
from pnp.games import game_rules
from pnp.playtest.writing import definitions
from pnp.tiles.properties import PROPERTIES
from pnp.validation import NAMED_RULES, SET_RULES, Rule
from tests.conftest import ROOT

# The kinds that modules of their own add.
ADDED = (*(each for key, each in installed_kinds().items() if key not in PIECES),)

INSTALLED = (*installed_kinds().values(),)
TILESET, PIECES_SECTION = definition_with(INSTALLED), pieces_section(INSTALLED)

# The sections that have a table, by page.
SECTIONS = {
    "language": (
        TILESET, TilesSection, Look, FamilyDefinition, TileSection, PIECES_SECTION,
        BoardDefinition, TrackDefinition, CellGroup, DeckDefinition, CardSection, TokenDefinition,
        FrameDefinition, PlaceGroup, BoxDefinition, DividerDefinition, StandeeDefinition,
        *ADDED,
    ),
    "look": (LookSection,),
    "faces": (
        FaceDefinition, Element, Repeated, TextElement, ImageElement, SignElement, ShapeElement,
        PathElement, FigureElement, GridElement, Spaces, TrackElement, SlotsElement, LinesElement, TicksElement, TableElement, BlocksElement, Rows, Columns, Layers,
        FontsSection, FontFiles,
    ),
    "bundled-faces": (),
    "themes": (ThemeSection, InksSection),
    "export": (Shop, Product),
    "rulebooks": (FigureDefinition,),
    "forms": (PadTemplate, Column, Row, ScoreLine, SignSection),
    "playtests": (),
}  # fmt: skip

FACES = ROOT / "templates/faces"


def key_table(section: type[Section], elsewhere: Collection[type[Section]]) -> str:
    """The keys of a section in Markdown; with a dot those of sections that have no other table.

    Keys of a more general section with a table are not repeated.
    """
    general = {
        key
        for other in elsewhere
        if other is not section and issubclass(section, other)
        for key in declared(other)
    }
    own = [each for key, each in declared(section).items() if key not in general]
    return _table("key", own, elsewhere)


def block_table(elsewhere: Collection[type[Section]]) -> str:
    """The blocks of pads in Markdown, with the keys of each."""
    blocks = (
        Declared(key, key, block.kind, block.meaning, False, None, "")
        for key, block in BLOCKS.items()
    )
    return _table("block", blocks, elsewhere)


def _table(what: str, keys: Iterable[Declared], elsewhere: Collection[type[Section]]) -> str:
    rows = [(what, "value", "default", "meaning"), ("---",) * 4, *_rows(keys, "", elsewhere)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _rows(
    keys: Iterable[Declared], before: str, elsewhere: Collection[type[Section]]
) -> Iterator[tuple[str, ...]]:
    for each in keys:
        yield f"`{before}{each.key}`", each.kind.words, _default(each), each.meaning
        for section in outermost(each.kind):
            if section not in elsewhere:
                inner = declared(section).values()
                yield from _rows(inner, f"{before}{each.key}.", elsewhere)


def outermost(kind: Kind[Any]) -> Iterator[type[Section]]:
    """The sections that a value of this kind is or has, without those inside them."""
    if kind.section is not None:
        yield kind.section
    else:
        for inner in kind.inner:
            yield from outermost(inner)


def _default(each: Declared) -> str:
    """The words for an omitted key."""
    match each.default:
        case _ if each.required or each.otherwise:
            return each.otherwise or "required"
        case bool(flag):
            return "`yes`" if flag else "`no`"
        case Enum(value=value) | Comparison(text=value):
            return f"`{value}`"
        case str() | int() | float() if each.default:
            return f"`{each.default}`"
    return ""


def sentences(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    """A table of names with a sentence each."""
    lines = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {sentence} |" for name, sentence in rows)]) + "\n"


def measure_table() -> str:
    """The measures of playtests with their definitions, units and sources."""
    lines = ["| key | measure | definition | unit | source |", "|---|---|---|---|---|"]
    for key, each in definitions().items():
        unit = {"share": "%", "": ""}.get(each["unit"], each["unit"])
        cells = (f"`{key}`", each["title"], each["sentence"], unit, each["source"] or "pnp")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def rules(*groups: Iterable[Rule]) -> str:
    """A table of rules."""
    rows = [(rule.name, rule.sentence) for group in groups for rule in group]
    return sentences(("rule", "sentence"), rows)


def tables(page: str) -> dict[str, str]:
    """The tables of a page by name, and the texts of bundled faces."""
    everywhere = [section for sections in SECTIONS.values() for section in sections]
    found = {
        f"keys of {section.what}": key_table(section, everywhere) for section in SECTIONS[page]
    }
    if page == "bundled-faces":
        for path in sorted(FACES.glob("*.yaml")):
            text = path.read_text("utf-8").partition("$schema=../schemas/face.json\n")[2]
            found[f"face {path.stem}"] = f"```yaml\n{text}```\n"
    if page == "playtests":
        found["measures"] = measure_table()
    if page == "forms":
        found["blocks"] = block_table(SECTIONS[page])
    if page == "language":
        properties = [(each.name, each.sentence) for each in PROPERTIES.values()]
        found["properties"] = sentences(("property", "what it counts, or asks"), properties)
        found["set rules"] = rules(SET_RULES)
        found["more rules"] = rules(NAMED_RULES)
        found["rules of games"] = rules(game_rules())
    return found


def with_tables(text: str, page: str) -> str:
    """The text of a page with its tables drawn anew; raises an error if the page lacks one."""
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
