"""The values that pieces give to the fields of their faces, one by one or in rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from pnp.basics import limits
from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Finding, Located, Place, Related, Severity
from pnp.basics.words import counted, did_you_mean, nearest
from pnp.definition.face_kinds import FIELD_NAME
from pnp.definition.faces import AUTOMATIC, FaceDefinition, FieldValues
from pnp.definition.reading import kinds
from pnp.definition.reading.data import COPIES_COLUMN, DataRow, DataTable
from pnp.definition.reading.nodes import Node, Scalar, SequenceNode
from pnp.definition.reading.reader import Reader, read_paragraphs
from pnp.definition.references import TextList

# A field's value, in a file of YAML.
VALUE_SCHEMA: kinds.Schema = {
    "anyOf": [
        {"type": ["string", "number", "boolean", "null"]},
        {"type": "array", "items": {"type": ["string", "number", "boolean"]}},
    ]
}


@frozen(slots=True)
class GivenPiece:
    """A piece that is listed: the values of its fields, and how often it is printed.

    The file gives the values of the fields that are `given`; the others are defaults of the face. A
    card of a pair has two `colours`; those of `opposites` exchange places if the card is turned.
    """

    fields: FieldValues
    copies: int
    place: Place
    face: FaceDefinition
    colours: tuple[str, ...] = ()
    opposites: bool = False
    given: frozenset[str] = frozenset()

    @property
    def values(self) -> dict[str, str]:
        """The values without their places."""
        return {name: located.value for name, located in self.fields.items()}


def read_values(reader: Reader, entries: Iterable[tuple[Scalar, Node]]) -> dict[str, Located[str]]:
    """The values at keys that no section declares."""
    found = {}
    for key, node in entries:
        if " " in key.text and isinstance(node, Scalar) and node.is_empty:
            message = f'"{key.text}" has no value; put a text that has a comma or a colon in quotes'
            reader.error("structure", message, key.place)
            continue
        name = FIELD_NAME.read(reader, key, key.text)
        value = _value(reader, node, key.text)
        if name is not None and value is not None:
            found[name] = Located(value, node.place)
    return found


def _value(reader: Reader, node: Node, what: str) -> str | None:
    """A text; or the texts of a list, with blanks between them."""
    if isinstance(node, Scalar) and node.is_empty and not node.is_cut_off:
        return ""
    if isinstance(node, SequenceNode):
        return TextList(filter(None, (reader.printed(item, what) for item in node.items)))
    if reader.printed(node, what, most=limits.MOST_LETTERS) is None:
        return None
    return read_paragraphs(reader, node, what)


def _read_mapping(reader: Reader, node: Node, what: str) -> FieldValues | None:
    fields = reader.fields(node, what)
    return None if fields is None else read_values(reader, fields.items())


VALUES: kinds.Kind[FieldValues | None] = kinds.Kind(
    _read_mapping,
    None,
    "a mapping from fields to values",
    {
        "type": "object",
        "propertyNames": FIELD_NAME.schema,
        "additionalProperties": VALUE_SCHEMA,
    },
)


def unshown_fields(face: FaceDefinition) -> Iterator[Finding]:
    """A warning for each field that a face declares, and no element of it shows.

    A face that extends one of another file may leave out elements, and so fields, of that.
    """
    for name, _ in face.defaults:
        if name.value not in face.used and name.place.source == face.place.source:
            message = f'no element of the face shows its field "{name.value}"'
            yield Finding("unused-field", Severity.WARNING, message, name.place)


def unknown_fields(
    face: FaceDefinition, names: Mapping[str, Place], severity: Severity, what: str
) -> Iterator[Finding]:
    """A finding for each field that no element of the face shows.

    A name near that of a required field is an error: every piece lacks the required field.
    """
    known = {*face.expected, *face.used}
    for name, place in names.items():
        if name not in known:
            candidates = known - {*AUTOMATIC}
            message = f'{what} "{name}" is not used: the face shows no field of that name'
            hint = did_you_mean(name, candidates) if candidates else ""
            is_here = face.place.source == place.source
            related = (Related("the face is here", face.place),) if is_here else ()
            lacking = known - {*names}
            required = [each for each in lacking if face.expected.get(each, "") is None]
            here = Severity.ERROR if nearest(name, required) else severity
            yield Finding("unknown-field", here, message + hint, place, related)


COPIES = kinds.integer(1, 1000)


class PieceDraft(NamedTuple):
    """A piece with the values that the file gives it.

    `generated` says that pnp has made the values, so that the face may use any of them or none. `keys`
    are the places of the fields' names.
    """

    values: FieldValues
    copies: int
    place: Place
    face: FaceDefinition
    colours: tuple[str, ...] = ()
    opposites: bool = False
    generated: bool = False
    keys: Mapping[str, Place] = MappingProxyType({})


class FacedGroup:
    """The pieces of a deck, a kind of token or a family, which share values and perhaps a table.

    `taken` are columns of the table that are no fields. `notes` are findings that are no errors.
    """

    def __init__(
        self,
        reader: Reader,
        shared: FieldValues | None,
        table: DataTable | None = None,
        *,
        taken: Collection[str] = (),
    ) -> None:
        self.notes: list[Finding] = []
        self._reader = reader
        self._shared = shared or {}
        self._columns = {} if table is None else table.columns
        self._no_fields = (COPIES_COLUMN, *taken)

    def pieces(self, drafts: Iterable[PieceDraft]) -> tuple[GivenPiece, ...]:
        """The pieces with all values; those without copies are left out."""
        drafts = [draft for draft in drafts if draft.copies]
        everywhere = {name: None for draft in drafts for name in draft.values}
        if not self._are_small(drafts, everywhere):
            return ()
        made = tuple(self._piece(draft, everywhere) for draft in drafts)
        self._check_fields(drafts)
        return made

    def _are_small(self, drafts: Sequence[PieceDraft], names: Collection[str]) -> bool:
        """Whether the pieces have not too many fields, and none of these too long a text."""
        before = len(self._reader.findings)
        if len(names) > limits.MOST_FIELDS:
            first = drafts[0].place
            found = limits.too_many("different fields", len(names), limits.MOST_FIELDS, first)
            self._reader.findings.append(found)
        long = {
            value.place: (name, value.value)
            for draft in drafts
            for name, value in draft.values.items()
            if len(value.value) > limits.MOST_LETTERS
        }
        for place, (name, text) in long.items():
            message = f"{name} has at most {limits.MOST_LETTERS} characters, not {len(text)}"
            self._reader.error("structure", message, place)
        return len(self._reader.findings) == before

    def _piece(self, draft: PieceDraft, everywhere: Iterable[str]) -> GivenPiece:
        """A piece with its own values, the shared ones, and the defaults of its face."""
        own = {name: value for name, value in draft.values.items() if value.value}
        values = {**self._shared, **own}
        given = frozenset(values)
        for name, default in draft.face.expected.items():
            if default is not None:
                values.setdefault(name, Located(default, draft.place))
            # A field under a misspelt name has a finding already.
            elif name not in values and not any(
                nearest(other, [name]) for other in own if other not in draft.face.expected
            ):
                self._report_missing(name, draft)
        for name in everywhere:
            values.setdefault(name, draft.values.get(name, Located("", draft.place)))
        return GivenPiece(
            values, draft.copies, draft.place, draft.face, draft.colours, draft.opposites, given
        )

    def _report_missing(self, name: str, draft: PieceDraft) -> None:
        """Reports a field without a value: once at the header of a table that has no such column."""
        place = draft.values[name].place if name in draft.values else draft.place
        header = next(iter(self._columns.values()), None)
        message = f'the face needs a value for "{name}"'
        if header is not None and name not in self._columns and header.source == place.source:
            message, place = f'there is no column "{name}", which the face needs', header
        self._reader.error("missing-key", message, place)

    def _check_fields(self, drafts: list[PieceDraft]) -> None:
        """Reports fields that a face does not show: columns as warnings, others as errors.

        A field that the face itself declares is a warning, too.
        """
        columns = {
            name: place for name, place in self._columns.items() if name not in self._no_fields
        }
        for face in {id(draft.face): draft.face for draft in drafts}.values():
            self.notes += unshown_fields(face)
            written = [each for each in drafts if each.face is face and not each.generated]
            if not written:
                continue
            names = {
                name: draft.keys.get(name, value.place)
                for draft in reversed(written)
                for name, value in draft.values.items()
                if name not in self._columns
            } | {name: value.place for name, value in self._shared.items()}
            self._reader.findings += unknown_fields(face, names, Severity.ERROR, "the field")
            for each in unknown_fields(face, columns, Severity.WARNING, "the column"):
                is_note = each.severity is Severity.WARNING
                (self.notes if is_note else self._reader.findings).append(each)

    def of_rows(
        self, rows: Iterable[DataRow], copies: int, face: FaceDefinition
    ) -> Iterator[PieceDraft]:
        """A draft for each row of a table."""
        for row in rows:
            fields = {
                name: value for name, value in row.values.items() if name not in self._no_fields
            }
            yield PieceDraft(fields, self.number(row, COPIES_COLUMN, copies), row.place, face)

    def number(self, row: DataRow, column: str, default: int) -> int:
        """The number in a column of a row; no copies if the piece is not printed."""
        value = row.values.get(column)
        if value is None or not value.value:
            return default
        if value.value.isdecimal() and len(value.value) <= 4 and int(value.value) <= 1000:
            return int(value.value)
        message = f"{column} has to be a whole number, 0 to 1000, not {value.value}"
        self._reader.error("number", message, value.place)
        return default


def in_groups(
    reader: Reader, rows: Sequence[DataRow], number: int, place: Place
) -> Sequence[DataRow]:
    """Rows that share a piece as one row: the fields of the second end in -2, and so on.

    Reports rows that are left over, and pieces whose rows have different copies.
    """
    if number == 1:
        return rows
    if left := len(rows) % number:
        message = f"{counted(len(rows), 'row')} do not fill pieces of {number}: {left} left over"
        reader.error("structure", message, place)
        return ()
    made = []
    for start in range(0, len(rows), number):
        values: dict[str, Located[str]] = {}
        for at, row in enumerate(rows[start : start + number], 1):
            for name, value in row.values.items():
                if name == COPIES_COLUMN and at > 1:
                    if value.value != values[name].value:
                        message = "the rows of one piece have different copies; give them the same"
                        reader.error("structure", message, value.place)
                    continue
                values[name if at == 1 else f"{name}-{at}"] = value
        made.append(DataRow(values, rows[start].place))
    return made


def refuse_back(reader: Reader, face: FaceDefinition, what: str, at: Place) -> None:
    """Reports the back of the face of *what*, which shows only the front, named *at* a place."""
    if face.back:
        reader.error("structure", f"{what} has only the front of a face; remove its `back`", at)


def shown_at(
    reader: Reader,
    face: FaceDefinition | None,
    shared: FieldValues | None,
    place: Place,
    *,
    what: str,
    at: Place,
) -> GivenPiece | None:
    """The face of *what*, which has no back, named *at* a place; None without it."""
    if face is None:
        return None
    refuse_back(reader, face, what, at)
    (piece,) = FacedGroup(reader, shared).pieces([PieceDraft({}, 1, place, face)])
    return piece
