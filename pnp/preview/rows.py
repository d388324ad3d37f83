"""The rows of data behind the pieces: those of a table, and those of pieces that the set's file lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Located, Place
from pnp.basics.words import in_brief
from pnp.definition import GivenPiece
from pnp.definition.reading.data import DataRow, DataTable
from pnp.pieces import Pieces
from pnp.preview.snapshot import Json, Snapshot, place_json


class _Maker(NamedTuple):
    """What makes the pieces of a group: its table, if it has one, and the values of each piece by its id."""

    kind: str
    name: str
    table: DataTable | None
    given: Mapping[str, GivenPiece]


class _Row(NamedTuple):
    """A row, the pieces that it makes, and its cells by column."""

    ids: tuple[str, ...]
    place: Place
    cells: Mapping[str, Located[str]]


def rows_json(snapshot: Snapshot, findings: Sequence[Finding]) -> Json:
    """A table for each group with rows of data, with the findings at their rows and cells."""
    makers = () if snapshot.pieces is None else _makers(snapshot.pieces)
    return {
        "revision": snapshot.revision,
        "groups": [_table_json(maker, snapshot, findings) for maker in makers],
    }


def _makers(pieces: Pieces) -> Iterator[_Maker]:
    """The groups whose pieces have values of their own."""
    for deck in pieces.components.decks:
        given = {card.id: card.listed for card in deck.cards}
        yield from _maker("card", deck.name, deck.definition.data, given)
    for tokens in pieces.components.tokens:
        listed = {token.id: token.listed for token in tokens.kinds}
        yield from _maker("token", tokens.name, tokens.definition.data, listed)
    for family in pieces.tileset.families:
        if family.definition.is_listed:
            listed = {piece.id: piece.listed for piece in family.pieces}
            yield from _maker("tile", family.name, family.definition.data, listed)


def _maker(
    kind: str, name: str, table: DataTable | None, listed: Mapping[str, GivenPiece | None]
) -> Iterator[_Maker]:
    """What makes a group, if it is rows of values."""
    given = {piece: each for piece, each in listed.items() if each is not None and each.given}
    if given or table is not None:
        yield _Maker(kind, name, table, given)


def _table_json(maker: _Maker, snapshot: Snapshot, findings: Sequence[Finding]) -> Json:
    rows = [*_rows(maker)]
    head = {} if maker.table is None else maker.table.columns
    columns = [*dict.fromkeys((*head, *(name for row in rows for name in row.cells)))]

    def row_json(row: _Row) -> Json:
        found = [each for each in findings if _is_in(each.place, row)]
        marks = {
            column: each.severity.value
            for each in reversed(found)
            for column, name in enumerate(columns)
            if name in row.cells and _is_at(each.place, row.cells[name].place)
        }
        return {
            "ids": row.ids,
            "place": place_json(snapshot.sources, row.place),
            "cells": [row.cells[name].value if name in row.cells else "" for name in columns],
            "marks": marks,
            "found": [*map(_found_json, found)],
        }

    in_head = [
        each for each in findings if any(_is_at(each.place, place) for place in head.values())
    ]
    return {
        "kind": maker.kind,
        "name": maker.name,
        "columns": columns,
        "found": [*map(_found_json, in_head)],
        "rows": [*map(row_json, rows)],
    }


def _found_json(finding: Finding) -> Json:
    return {"severity": finding.severity.value, "message": in_brief(finding.message)}


def _rows(maker: _Maker) -> Iterator[_Row]:
    """The pieces that the file itself lists, then the rows of the table, in the order of the set."""
    makes: dict[tuple[str, int, int], dict[str, None]] = {}
    for name, listed in maker.given.items():
        for place in (listed.place, *(each.place for each in listed.fields.values())):
            makes.setdefault(_key(place), {})[name] = None
    data: Sequence[DataRow] = () if maker.table is None else maker.table.rows
    made = [
        _Row(
            tuple(
                dict.fromkeys(
                    name
                    for place in (row.place, *(each.place for each in row.values.values()))
                    for name in makes.get(_key(place), ())
                )
            ),
            row.place,
            row.values,
        )
        for row in data
    ]
    from_table = {name for row in made for name in row.ids}
    for name, listed in maker.given.items():
        if name not in from_table:
            cells = {key: each for key, each in listed.fields.items() if key in listed.given}
            yield _Row((name,), listed.place, cells)
    yield from made


def _key(place: Place) -> tuple[str, int, int]:
    return place.source.name, place.line, place.column


def _is_in(place: Place, row: _Row) -> bool:
    """Whether a place is that of a row, or in one of its cells."""
    one, other = place.source, row.place.source
    if one.name != other.name:
        return False
    if one.text == other.text:
        return _key(place) == _key(row.place) or any(
            _is_at(place, each.place) for each in row.cells.values()
        )
    # The file has changed, and cannot be read: its rows are where they were if no line is new or gone.
    lines = {row.place.line, *(each.place.line for each in row.cells.values())}
    return one.text.count("\n") == other.text.count("\n") and place.line in lines


def _is_at(place: Place, cell: Place) -> bool:
    """Whether a place lies in a cell of the same text."""
    is_same_line = place.line == cell.line and place.source.name == cell.source.name
    within = cell.column <= place.column < max(cell.end, cell.column + 1)
    return is_same_line and within and place.source.text == cell.source.text
