"""Groups of pieces with fields: cards, tokens and tiles that are listed, or that a table lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from pnp.basics.errors import Finding, Place, Severity
from pnp.definition import kinds
from pnp.definition.data import Row
from pnp.definition.faces import FaceDefinition, Fields
from pnp.definition.values import GivenPiece, filled, unknown_fields, unshown_fields
from pnp.definition.vocabulary import Vocabulary

COPIES = kinds.integer(1, 1000)

COPIES_COLUMN = "copies"

DATA = kinds.located(kinds.word("the name of a `.csv` or `.xlsx` file beside the set"))


class Draft(NamedTuple):
    """A piece with the values that the file gives it.

    `generated` says that pnp has made the values, so that the face may use any of them or none. `keys`
    are the places of the fields' names.
    """

    values: Fields
    copies: int
    place: Place
    face: FaceDefinition
    colours: tuple[str, ...] = ()
    opposites: bool = False
    generated: bool = False
    keys: Mapping[str, Place] = MappingProxyType({})


@dataclass
class Group:
    """The pieces of a deck, a kind of token or a family, which share values.

    `columns` are those of the group's table, of which `taken` are no fields. `notes` are findings that
    are no errors.
    """

    vocabulary: Vocabulary
    shared: Fields
    columns: Mapping[str, Place]
    taken: tuple[str, ...] = ()
    notes: list[Finding] = field(default_factory=list)

    def pieces(self, drafts: Iterable[Draft]) -> tuple[GivenPiece, ...]:
        """The pieces with all values; those without copies are left out."""
        drafts = [draft for draft in drafts if draft.copies]
        everywhere = {name: None for draft in drafts for name in draft.values}
        made = tuple(self._piece(draft, [*everywhere]) for draft in drafts)
        self._check_fields(drafts)
        return made

    def _piece(self, draft: Draft, everywhere: list[str]) -> GivenPiece:
        values, missing = filled(draft.face, draft.values, self.shared, everywhere, draft.place)
        for name, place in missing:
            self._report_missing(name, place)
        given = {*self.shared, *(name for name, value in draft.values.items() if value.value)}
        return GivenPiece(
            values,
            draft.copies,
            draft.place,
            draft.face,
            draft.colours,
            draft.opposites,
            frozenset(given),
        )

    def _report_missing(self, name: str, place: Place) -> None:
        """Reports a field without a value: once at the header of a table that has no such column."""
        header = next(iter(self.columns.values()), None)
        message = f'the face needs a value for "{name}"'
        if header is not None and name not in self.columns and header.source == place.source:
            message, place = f'there is no column "{name}", which the face needs', header
        self.vocabulary.reader.error("missing-key", message, place)

    def _check_fields(self, drafts: list[Draft]) -> None:
        """Reports fields that a face does not show: columns as warnings, others as errors.

        A field that the face itself declares is a warning, too.
        """
        for face in {id(draft.face): draft.face for draft in drafts}.values():
            self.notes += unshown_fields(face)
        faces = {id(draft.face): draft.face for draft in drafts if not draft.generated}
        for number, face in faces.items():
            names = {
                name: draft.keys.get(name, value.place)
                for draft in reversed(drafts)
                if id(draft.face) == number and not draft.generated
                for name, value in draft.values.items()
                if name not in self.columns
            } | {name: value.place for name, value in self.shared.items()}
            self.vocabulary.reader.findings += unknown_fields(
                face, names, Severity.ERROR, "the field"
            )
            columns = {
                name: place
                for name, place in self.columns.items()
                if name not in (COPIES_COLUMN, *self.taken)
            }
            for each in unknown_fields(face, columns, Severity.WARNING, "the column"):
                is_note = each.severity is Severity.WARNING
                (self.notes if is_note else self.vocabulary.reader.findings).append(each)

    def of_rows(self, rows: Iterable[Row], copies: int, face: FaceDefinition) -> Iterator[Draft]:
        """A draft for each row of a table."""
        for row in rows:
            values = {
                name: value
                for name, value in row.values.items()
                if name not in (COPIES_COLUMN, *self.taken)
            }
            yield Draft(values, self.number(row, COPIES_COLUMN, copies), row.place, face)

    def number(self, row: Row, column: str, default: int) -> int:
        """The number in a column of a row; no copies if the piece is not printed."""
        value = row.values.get(column)
        if value is None or not value.value:
            return default
        if value.value.isdecimal() and len(value.value) <= 4 and int(value.value) <= 1000:
            return int(value.value)
        message = f"{column} has to be a whole number, 0 to 1000, not {value.value}"
        self.vocabulary.reader.error("number", message, value.place)
        return default
