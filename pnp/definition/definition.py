"""Reading a whole definition: its sections, and what follows from all of them together."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from pnp.basics.errors import Source
from pnp.definition.faces import FaceReader
from pnp.definition.families import FamilyDefinition
from pnp.definition.languages import english, language_of
from pnp.definition.model import Definition
from pnp.definition.names import check_names
from pnp.definition.nodes import Node, read_source
from pnp.definition.predicates import read_where
from pnp.definition.reader import Reader, read_whole
from pnp.definition.tile_groups import TileGroup
from pnp.definition.tileset_section import TilesetSection
from pnp.definition.vocabulary import Vocabulary
from pnp.enumeration.conditions import All, Condition


def load_definition(path: Path) -> Definition:
    """The definition in a file; raises UnusableInput or InvalidDefinition."""
    return parse_definition(read_source(path))


def parse_definition(source: Source) -> Definition:
    """The definition in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return read_whole(reader, source, partial(_definition, reader, source))


def parse_where(definition: Definition, group: TileGroup, source: Source) -> Condition:
    """A condition on the tiles of a group, written as at `where`; raises as `parse_definition` does."""
    reader = Reader()
    faces = FaceReader(reader, definition.folder / definition.source.name)
    vocabulary = Vocabulary(reader, faces, definition.inks, group, values=definition.values)
    constraints = read_whole(reader, source, lambda node: (*read_where(vocabulary, node),))
    return All(tuple(condition for _, condition in constraints))


def _definition(reader: Reader, source: Source, root: Node) -> Definition | None:
    """The definition that all sections make together."""
    written = TilesetSection.read(reader, root)
    if written is None:
        return None
    groups = tuple(section.group(name) for name, section in written.tiles)
    vocabulary = Vocabulary(
        reader,
        FaceReader(reader, Path(source.path or source.name)),
        written.inks,
        values=written.values,
        knows_colours=written.knows_colours,
    )
    families: list[FamilyDefinition] = []
    for group, (_, section) in zip(groups, written.tiles, strict=True):
        known = replace(vocabulary, group=group, knows_shape=section.knows_shape)
        families += (
            each.in_words_of(known, copies=section.copies, letters=section.letters)
            for each in section.families
        )
    pieces = written.pieces.in_words_of(vocabulary)
    check_names(reader, written)
    return Definition(
        source=source,
        game=written.game,
        title=written.title or written.game,
        title_place=written.place_of("title"),
        language=(
            language_of(reader, written.language, source)
            if written.is_sound("language")
            else english()
        ),
        players=written.players,
        minutes=written.minutes,
        age=written.age,
        credit=written.credit,
        credit_place=written.place_of("source"),
        licence=written.licence,
        notes=written.notes,
        look=written.look,
        inks=written.inks,
        values=written.values,
        groups=groups,
        families=tuple(families),
        rules=written.rules,
        parameters=written.parameters,
        figures={name.value: replace(figure, place=name.place) for name, figure in written.figures},
        boards=pieces.boards,
        decks=pieces.decks,
        tokens=pieces.tokens,
        pads=pieces.pads,
        boxes=pieces.boxes,
        dividers=pieces.dividers,
        standees=pieces.standees,
        fonts=written.fonts,
        icons=written.icons,
        rulebook=written.rulebook,
        rulebook_place=written.place_of("rulebook"),
        beside=tuple(dict.fromkeys((*vocabulary.faces.sources, *vocabulary.tables))),
    )
