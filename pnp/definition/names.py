"""The names of a file: each means one thing, and references to them are right."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from pnp.basics.errors import Located, Place, Related
from pnp.basics.words import did_you_mean
from pnp.definition.formulas import Formula
from pnp.definition.pieces import PiecesSection
from pnp.definition.reader import Reader
from pnp.definition.sections import declared
from pnp.definition.tileset_section import TilesetSection

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
