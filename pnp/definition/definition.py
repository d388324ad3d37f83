"""A whole definition: what follows from all sections together, and the names that mean one thing each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.basics.errors import Located, Place, Related, Source
from pnp.basics.words import did_you_mean
from pnp.definition.cards import DeckDefinition
from pnp.definition.colours import Ink
from pnp.definition.faces import FaceReader
from pnp.definition.figures import FigureDefinition
from pnp.definition.fonts import FontsSection
from pnp.definition.language import Language, english, language_of
from pnp.definition.pieces.boards import BoardDefinition
from pnp.definition.pieces.boxes import BoxDefinition, DividerDefinition, StandeeDefinition
from pnp.definition.pieces.frames import FrameDefinition
from pnp.definition.reading.formulas import Formula
from pnp.definition.reading.nodes import Node, read_source
from pnp.definition.reading.reader import Reader, read_whole
from pnp.definition.reading.sections import declared
from pnp.definition.tiles.families import FamilyDefinition
from pnp.definition.tiles.groups import NO_TILES, TileGroup
from pnp.definition.tiles.predicates import read_where
from pnp.definition.tiles.vocabulary import Vocabulary
from pnp.definition.tileset import (
    Credit,
    LookSection,
    Parameter,
    PiecesSection,
    Players,
    RuleUse,
    TilesetSection,
)
from pnp.definition.tokens import PadDefinition, TokenDefinition
from pnp.enumeration.conditions import All, Condition
from pnp.tiles import Colour, Tile, format_tile


@dataclass(frozen=True, slots=True)
class Definition:
    """The content of one YAML file; `beside` are the faces and tables that were read with it."""

    source: Source
    game: str
    title: str
    title_place: Place
    language: Language
    players: Players
    minutes: int | None
    age: int | None
    credit: Credit
    credit_place: Place
    licence: str
    notes: tuple[str, ...]
    look: LookSection
    inks: tuple[Ink, ...]
    values: tuple[Ink, ...]
    groups: tuple[TileGroup, ...]
    families: tuple[FamilyDefinition, ...]
    rules: tuple[RuleUse, ...]
    parameters: tuple[Parameter, ...]
    figures: Mapping[str, FigureDefinition]
    boards: tuple[BoardDefinition, ...]
    decks: tuple[DeckDefinition, ...]
    tokens: tuple[TokenDefinition, ...]
    pads: tuple[PadDefinition, ...]
    frames: tuple[FrameDefinition, ...]
    boxes: tuple[BoxDefinition, ...]
    dividers: tuple[DividerDefinition, ...]
    standees: tuple[StandeeDefinition, ...]
    fonts: FontsSection
    icons: tuple[Located[str], ...]
    rulebook: str
    rulebook_place: Place
    beside: tuple[Source, ...]

    def ink(self, name: str) -> Ink:
        """The colour of that name."""
        return next(ink for ink in self.inks if ink.name == name)

    @property
    def main_group(self) -> TileGroup:
        """The first group of tiles, which covers and figures show; one without tiles if the game has none."""
        return self.groups[0] if self.groups else NO_TILES

    @property
    def file(self) -> Path:
        """The path of the file."""
        return Path(self.source.path or self.source.name)

    @property
    def folder(self) -> Path:
        """The folder of the file, which pictures, tables and fonts are beside."""
        return self.file.parent

    @property
    def codes(self) -> tuple[str, ...]:
        """The letters of the colours, and the values, by their numbers."""
        return tuple(ink.code for ink in self.palette)

    @property
    def palette(self) -> tuple[Ink, ...]:
        """The colours and values of sides and corners, by their numbers."""
        return (*self.inks, *self.values)

    @property
    def default_colours(self) -> frozenset[Colour]:
        """The numbers of the colours and values that tiles have, unless a family names a palette."""
        return frozenset(
            Colour(number) for number, ink in enumerate(self.palette) if not ink.palette
        )

    def notation(self, tile: Tile) -> str:
        """The text of a tile of this game."""
        return format_tile(tile, self.codes)

    def place(self) -> Place:
        """The beginning of the file."""
        return Place(self.source, 1, 1)


# Names with a meaning of their own in counts and rulebooks.
_RESERVED = (
    "players", "players-min", "players-max", "tiles", "title", "designer", "year", "page", "licence",
    "looks",
)  # fmt: skip


class Named(NamedTuple):
    """A piece or parameter: the names that it takes, those of its numbers, and its own count."""

    names: tuple[str, ...]
    place: Place
    numbers: tuple[str, ...] = ()
    counted: Located[Formula] | None = None


def _named(written: TilesetSection) -> Iterator[Named]:
    """Everything with a name but families; a count may refer to what comes before it."""
    for name, _ in written.tiles:
        yield Named((name.value,), name.place, (name.value,))
    for parameter in written.parameters:
        yield Named((parameter.name,), parameter.place, (parameter.name,))
    for board in written.pieces.boards:
        numbers = (f"{board.name}-{board.grid.kind}", f"{board.name}-open")
        yield Named((board.name, *numbers), board.place, numbers)
    for deck in written.pieces.decks:
        yield Named((deck.name,), deck.place, (deck.name,))
    for token in written.pieces.tokens:
        yield Named((token.name,), token.place, (token.name,), token.each)
    for pad in written.pieces.pads:
        yield Named((pad.name,), pad.place, (), pad.count)
    pieces = written.pieces
    yield from (Named((each.name,), each.place) for each in pieces.frames)
    yield from (Named((each.name,), each.place) for each in pieces.boxes)
    yield from (Named((each.name,), each.place) for each in pieces.dividers)
    yield from (Named((each.name,), each.place) for each in pieces.standees)


def check_names(reader: Reader, written: TilesetSection) -> None:
    """Reports names with two meanings, and references to names that do not exist."""
    pieces = written.pieces
    # A name may be missing because a part of the file could not be read.
    is_complete = not (
        any(written.is_lost(key) for key in ("tiles", "parameters", "pieces"))
        or any(section.is_lost("families") for _, section in written.tiles)
        or any(pieces.is_lost(key) for key in declared(PiecesSection))
    )
    families = [family for _, section in written.tiles for family in section.families]
    places: dict[str, Place] = {}
    for family in families:
        place = family.place_of("name")
        if family.name and family.name in places:
            message = f'two families are called "{family.name}"; give this one another name'
            first = Related("the first family of this name is here", places[family.name])
            reader.error("duplicate-key", message, place, first)
        places.setdefault(family.name, place)
    known = {"players", "tiles", *places, *(name.value for name, _ in written.tiles)}
    for each in _named(written):
        if each.counted is not None and is_complete:
            _check_count(reader, each.counted, known)
        for name in sorted(each.names) if each.names[0] else ():
            if name in places or name in _RESERVED:
                why = (
                    "one name means one thing" if name in places else "counts and rulebooks use it"
                )
                message = f'the name "{name}" is taken: {why}; choose another name'
                here = [Related(f'"{name}" is here', places[name])] if name in places else []
                reader.error("duplicate-key", message, each.place, *here)
                break
        else:
            places |= dict.fromkeys(each.names, each.place)
            known |= {*each.numbers}
    if is_complete:
        pieces.check_contents(
            reader,
            groups=[name.value for name, _ in written.tiles],
            families=[family.name for family in families],
            known=places,
        )
    for use in written.rules if is_complete else ():
        for wanted in use.names:
            if wanted.value not in places:
                hint = did_you_mean(wanted.value, places)
                message = f'there is no family or piece "{wanted.value}"{hint}'
                reader.error("unknown-family", message, wanted.place)


def _check_count(reader: Reader, count: Located[Formula], known: Collection[str]) -> None:
    """Reports names in a count that are not defined before it."""
    for name, offset in count.value.names.items():
        if name not in known:
            message = f'there is no number "{name}"{did_you_mean(name, known)}'
            start = count.place.column + offset
            place = count.place._replace(column=start, end=start + len(name))
            reader.error("unknown-name", message, place)


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
        frames=pieces.frames,
        boxes=pieces.boxes,
        dividers=pieces.dividers,
        standees=pieces.standees,
        fonts=written.fonts,
        icons=written.icons,
        rulebook=written.rulebook,
        rulebook_place=written.place_of("rulebook"),
        beside=tuple(dict.fromkeys((*vocabulary.faces.sources, *vocabulary.tables))),
    )
