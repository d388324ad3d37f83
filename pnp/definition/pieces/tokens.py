"""Reading tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field as dataclass_field
from dataclasses import replace
from typing import ClassVar, Self

from pnp.basics.errors import Finding, Located, Place
from pnp.basics.units import plain_length, plain_lengths
from pnp.definition.colours import INK_OR_COLOUR, SIGN
from pnp.definition.combinations import COMBINATIONS
from pnp.definition.face_kinds import plain_text
from pnp.definition.faces import FaceDefinition, FieldValues
from pnp.definition.outlines import OUTLINE, fitted
from pnp.definition.pieces.section import PieceSection
from pnp.definition.reading import kinds
from pnp.definition.reading.data import DataRow, DataTable
from pnp.definition.reading.formulas import Formula
from pnp.definition.reading.nodes import Node, Scalar
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, field, in_plain_words, nested
from pnp.definition.tiles.vocabulary import DATA, FACE, MANY_COLOURS, SetReader, set_reader
from pnp.definition.values import VALUES, FacedGroup, GivenPiece, PieceDraft
from pnp.scene.contours import Contour

# Millimetres: what fingers can pick up, and what lies on a board.
_LEAST, _MOST = 5.0, 150.0
_SIZE = kinds.size(_LEAST, _MOST, "of a rectangle its width and height, as in `30 x 15mm`")

_OBLONG = "rectangle"
# The shape of tokens with an outline of their own, which no file writes.
_FREE = "outline"
_WIDE = 1.6


RIMS = ("line", "band", "clockwise", "anticlockwise", "coin", "dots", "none")


class TokenFace(Section):
    """One side of a token: a sign, a short text, or both; empty if its colour's symbol is all."""

    what = "a side of a token"
    short = ("sign",)

    sign: str = field(SIGN, "A sign.", default="")
    text: str = field(plain_text(12), "A text below the sign, or alone.")
    ground: str = field(
        INK_OR_COLOUR,
        "The ink of the field.",
        default="",
        otherwise="the token's colour, or paper",
    )
    ink: str = field(
        INK_OR_COLOUR,
        "The ink of the sign, the text and the rim.",
        default="",
        otherwise="light or dark, as can be seen on the field",
    )
    rim: str = field(
        kinds.one_of(*RIMS),
        "The rim: a `line`; a `band` in the token's colour round a light field; `clockwise` or"
        " `anticlockwise` arrows; the fine ticks of a `coin`; `dots`; or `none`.",
    )

    # The names of colours by the attributes whose inks are theirs.
    named: Mapping[str, str] = dataclass_field(default_factory=dict)

    @property
    def is_blank(self) -> bool:
        return not (self.sign or self.text)

    def completed(self, reader: Reader) -> Self:
        """The side with the inks of its colours."""
        inks = {"ground": self.ground, "ink": self.ink}
        named = {key: ink for key, ink in inks.items() if ink and not ink.startswith("#")}
        for key, name in named.items():
            inks[key] = set_reader(reader).fill(name, self.place_of(key))
        return replace(self, ground=inks["ground"], ink=inks["ink"], named=named)


def _read_back(reader: Reader, node: Node, what: str) -> TokenFace | None:
    is_none = isinstance(node, Scalar) and node.text == "none"
    return None if is_none else _SIDE.read(reader, node, what)


_SIDE = nested(TokenFace)
_BACK: kinds.Kind[TokenFace | None] = kinds.Kind(
    _read_back,
    None,
    f"{_SIDE.words}; or `none`",
    {"anyOf": [_SIDE.schema, {"const": "none"}]},
    _SIDE.inner,
    _SIDE.section,
)


class TokenDefinition(PieceSection):
    """Tokens of one kind: one for each of some colours, or all alike.

    `size` is the diameter of a round token, the side of a square one, the distance across flats of a
    hexagonal one, or the width and the height of a rectangle, in millimetres.
    """

    what = "a token"
    plural, listed_as, meaning = "tokens", "kinds of tokens", "The tokens."
    is_held = True
    together: ClassVar[kinds.Schema] = {
        "oneOf": [
            {"required": ["outline"], "not": {"required": ["shape"]}},
            {"required": ["size"], "not": {"required": ["outline"]}},
        ],
        "anyOf": [{"required": ["front"]}, {"required": ["colours"]}, {"required": ["face"]}],
        "if": {"not": {"anyOf": [{"required": ["data"]}, {"required": ["combine"]}]}},
        "then": {"required": ["count"]},
        "not": {"required": ["data", "combine"]},
    }
    needs = (("fields", ("face",)), ("data", ("face",)), ("combine", ("face",)))

    name: str = field(kinds.name("a token"), "The name of the tokens in the file.", required=True)
    title: str = field(kinds.text(), "Their name on paper.", otherwise="the name")
    shape: str = field(kinds.one_of("round", "square", "hexagon", _OBLONG), "Their shape.")
    contour: Contour | None = field(
        OUTLINE,
        "An SVG file with their outline, one closed path, in place of a shape.",
        key="outline",
        default=None,
    )
    size: kinds.Size = field(
        _SIZE,
        "Their diameter, side, size across flats, or width and height; of an outline its longer side, or"
        " the box that it fits in.",
        otherwise="the size in the file of the `outline`; else it is required",
    )
    counted: Located[Formula] = field(
        kinds.COUNT,
        "How many there are; of each, if they have colours, or come from a table or from lists.",
        key="count",
        otherwise="`1` with a table or lists; else it is required",
    )
    colours: tuple[str, ...] = field(
        MANY_COLOURS,
        "The colours, one kind of token each; `players` means a colour for each player.",
    )
    front: TokenFace = field(
        nested(TokenFace),
        "The front. A token in a colour shows the colour's symbol, too, unless it has a face.",
    )
    back: TokenFace | None = field(
        _BACK,
        "The back, if both sides are printed; `none` leaves it bare where others have a back.",
        default=None,
    )
    face: FaceDefinition | None = field(
        FACE, "What they show over the sides that pnp draws, or under them."
    )
    shared: FieldValues | None = field(
        VALUES, "Values of fields for all of them.", key="fields", default=None
    )
    data: DataTable | None = field(
        DATA, "A table: each row is a token, each column a field of its face."
    )
    combine: tuple[DataRow, ...] = field(
        COMBINATIONS, "Lists of values: a token for every combination of their values."
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)), "How many are printed in all.", default=None
    )

    given: tuple[GivenPiece, ...] = ()
    notes: tuple[Finding, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def shown_colours(self) -> tuple[str, ...]:
        sides = (self.front, self.back)
        return tuple(name for side in sides if side for name in side.named.values())

    @property
    def has_rows(self) -> bool:
        """Whether each token comes from a row of a table or from a combination of values."""
        return self.has("data") or self.has("combine")

    @property
    def width(self) -> float:
        return self.size.width

    @property
    def height(self) -> float:
        return self.size.height or self.size.width

    @property
    def across(self) -> float:
        """Its size, the smaller side of a rectangle, or the diameter of the largest circle in an outline."""
        return self.size.least if self.contour is None else 2 * self.contour.disc.radius

    def scaled(self, longer: float) -> Self:
        """The token with a longer side of that many millimetres."""
        factor = longer / max(self.width, self.height)
        size = kinds.Size(*(factor * each for each in self.size))
        contour = None if self.contour is None else self.contour.scaled(factor)
        return replace(self, size=size, contour=contour)

    @property
    def has_round_rim(self) -> bool:
        """Whether what lies along the rim goes round in a circle."""
        return self.shape not in (_OBLONG, _FREE)

    @property
    def is_wide(self) -> bool:
        """Whether two things lie side by side on it, and not one above the other."""
        return self.contour is None and self.width >= _WIDE * self.height

    @property
    def is_two_sided(self) -> bool:
        return self.back is not None or (self.face is not None and self.face.has_back)

    @property
    def is_bare(self) -> bool:
        """Whether the back stays bare beside tokens with backs."""
        return self.has("back") and not self.is_two_sided

    @property
    def by_player(self) -> bool:
        """Whether there are as many colours as players."""
        written = self.fields.node("colours")
        return isinstance(written, Scalar) and written.text == "players"

    def completed(self, reader: Reader) -> Self:
        if not self.has("count") and not self.has_rows:
            message = f'the token "{self.name}" needs "count", {in_plain_words(kinds.COUNT)}'
            reader.error("missing-key", message, self.fields.place)
        if self.is_sound("shape", "size") and self.has("size") and not self.has("outline"):
            self._check_size(reader)
        if not self.has("size") and not self.has("outline"):
            message = f'the token "{self.name}" needs "size", {in_plain_words(_SIZE)}, or "outline"'
            reader.error("missing-key", message, self.fields.place)
        if self.has("outline") and self.has("shape"):
            message = 'an outline is a shape; remove "shape" or "outline"'
            reader.error("structure", message, self.place_of("shape"))
        if self.has("data") and self.has("combine"):
            message = '"data" and "combine" both make the tokens; remove one of them'
            reader.error("structure", message, self.place_of("combine"))
        self._check_what_it_shows(set_reader(reader))
        made = super().completed(reader)
        if made.contour is not None and made.is_sound("size"):
            made = made._with_outline(reader, made.contour)
        if self.face is None:
            return made
        group = FacedGroup(reader, self.shared, self.data)
        drafts = [PieceDraft({}, 1, self.fields.place, self.face)]
        if self.has_rows:
            rows = self.data.rows if self.data else self.combine
            drafts = [*group.of_rows(rows, 1, self.face)]
        return replace(made, given=group.pieces(drafts), notes=tuple(group.notes))

    def _check_size(self, reader: Reader) -> None:
        width, height = self.size
        if self.shape == _OBLONG and not height:
            message = (
                "size: a rectangle has two lengths; write its width and height, such as 30 x 15mm"
            )
            reader.error("structure", message, self.place_of("size"))
        elif height and self.shape != _OBLONG:
            one = plain_length(width)
            message = f"size: a {self.shape} token has one length; write {one}, or shape: rectangle"
            reader.error("structure", message, self.place_of("size"))

    def _with_outline(self, reader: Reader, contour: Contour) -> Self:
        """The tokens in the size of the file, or that which they are given."""
        if self.has("size"):
            contour = fitted(contour, self.size)
        _, _, width, height = contour.box
        size = kinds.Size(round(width, 4), round(height, 4))
        if not _LEAST <= max(size) <= _MOST:
            message = (
                f"the outline is {plain_lengths(size)}; the longer side of a token has"
                f" {plain_length(_LEAST)} to {plain_length(_MOST)}: give it a size, such as size: 30mm"
            )
            reader.error("length", message, self.place_of("outline"))
        return replace(self, contour=contour, size=size, shape=_FREE)

    def _check_what_it_shows(self, reader: SetReader) -> None:
        is_sound = reader.knows_colours and not self.unsound
        is_blank = self.front.is_blank or (self.back is not None and self.back.is_blank)
        is_blank = is_blank and not (self.has("face") or self.has_rows)
        if self.by_player and not self.colours and is_sound:
            message = "the game has no colours for its players"
            reader.error("missing-key", message, self.place_of("colours"))
        elif is_blank and not self.colours and is_sound:
            message = f'the token "{self.name}" shows nothing: give it "colours", a sign or a text'
            reader.error("missing-key", message, self.fields.place)


class PadDefinition(PieceSection):
    """A pad: the name of its template, and how many are printed; without a count, a sheet full."""

    what = "a pad"
    plural, listed_as, meaning = "pads", "pads", "The pads to write on."
    short = ("name",)

    name: str = field(kinds.name("a pad"), "The name of the pad in the file.", required=True)
    form: str = field(
        kinds.name("a form"), "The template in `templates/pads/`.", otherwise="the name"
    )
    counted: Located[Formula] | None = field(
        kinds.COUNT, "How many are printed.", key="count", default=None, otherwise="one sheet full"
    )

    @property
    def form_place(self) -> Place:
        return self.place_of("form" if self.has("form") else "name")

    def completed(self, reader: Reader) -> Self:
        return replace(self, form=self.form or self.name)
