"""Reading boxes, dividers and standees: what keeps pieces, and what makes them stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field as dataclass_field
from dataclasses import replace
from typing import Self

from pnp.basics.errors import Located
from pnp.basics.units import plain_length
from pnp.basics.words import did_you_mean
from pnp.definition.faces import FaceDefinition, FieldValues
from pnp.definition.outlines import OUTLINE
from pnp.definition.pieces.section import COVER_CARDS, KnownNames, PieceSection
from pnp.definition.reading import kinds
from pnp.definition.reading.kinds import Kind
from pnp.definition.reading.reader import Reader
from pnp.definition.reading.sections import Section, declared, field, nested
from pnp.definition.tiles.vocabulary import FACE
from pnp.definition.values import VALUES, FacedGroup, GivenPiece, PieceDraft, refuse_back
from pnp.scene.contours import Contour

# Millimetres: card of 200 to 300 g/m2 is about as thick as this.
CARD = 0.3

# Millimetres: the play of pieces in a box, in every direction.
ALLOWANCE = 1.0

# Millimetres: what fingers can get into.
_LEAST_CELL = 10.0

# The name of all tiles together.
TILES = "tiles"

# Millimetres: from thin paper to wooden blocks; card that can be folded.
_THICKNESS, _FOLDED = kinds.length(0.05, 20.0), kinds.length(0.05, 1.5)

_TRAY = kinds.length(30.0, 1000.0)

_FOR: Kind[tuple[Located[str], ...]] = kinds.list_of(
    kinds.located(
        kinds.word(
            "the name of a deck, a kind of token, a set of polyforms, a family or a group of tiles, or `tiles`"
        )
    ),
    "names",
    each="a name",
    least=1,
    or_one=True,
)

# The sides of a box that show a face.
SIDES = ("front", "back", "left", "right", "top", "bottom")


class BoxFaces(Section):
    """The faces of a box's sides; a side without one is in the look of the game."""

    what = "the faces of a box"

    front: FaceDefinition | None = field(
        FACE, "The front, which is as wide and as high as the pieces."
    )
    back: FaceDefinition | None = field(FACE, "The back.")
    left: FaceDefinition | None = field(FACE, "The side on the left of the front.")
    right: FaceDefinition | None = field(FACE, "The side on the right of the front.")
    top: FaceDefinition | None = field(FACE, "The lid.")
    bottom: FaceDefinition | None = field(FACE, "The bottom.")


class _Container(PieceSection):
    """What boxes and standees have in common: their pieces."""

    name: str = field(kinds.name("a box"), "Its name in the file.", required=True)
    title: str = field(kinds.text(40), "Its name on paper.", otherwise="the name")
    wanted: tuple[Located[str], ...] = field(
        _FOR, "The pieces that it is for.", key="for", required=True
    )

    def completed(self, reader: Reader) -> Self:
        reader.distinct(self.wanted, '"{}" appears twice; remove one of the two')
        return super().completed(reader)

    def check(self, reader: Reader, names: KnownNames) -> None:
        """Reports pieces that the game lacks, or that no box holds."""
        for each in self.wanted:
            if each.value in names.held:
                continue
            if each.value in names.every:
                message = f'"{each.value}" is no deck, no kind of token, no family of tiles and no set of polyforms'
            else:
                hint = did_you_mean(each.value, names.held)
                message = f'there are no pieces "{each.value}"{hint}'
            reader.error("unknown-name", message, each.place)


class BoxDefinition(_Container):
    """A tuck box: as wide and as high as its pieces, and as deep as their stack."""

    what = "a box"
    plural, listed_as, meaning = "boxes", "boxes", "Tuck boxes to keep pieces in."
    needs = (("fields", ("face",)),)

    thickness: float = field(
        _THICKNESS, "How thick one piece is.", default=CARD, otherwise="`0.3mm`, as card is"
    )
    packing: Located[str] | None = field(
        kinds.located(kinds.word("the name of a packing")),
        "The packing of its polyforms that fills it, in layers; they do not lie in stacks then.",
        default=None,
        otherwise="stacks",
    )
    stacks: int = field(
        kinds.integer(1, 20), "In how many stacks side by side the pieces lie.", default=1
    )
    split: int = field(
        kinds.integer(1, 20), "Over how many boxes of one size the pieces are split.", default=1
    )
    allowance: float = field(
        kinds.length(0.1, 20.0),
        "How much larger the inside is than the pieces, in every direction.",
        default=ALLOWANCE,
        otherwise="`1mm`",
    )
    card: float = field(
        _FOLDED, "How thick the card of the box itself is.", default=CARD, otherwise="`0.3mm`"
    )
    cover: tuple[Located[str], ...] = field(
        COVER_CARDS,
        "The cards on its front, as those of the [look](look.md).",
        otherwise="those of the look",
    )
    bare: bool = field(
        kinds.YES_NO, "Whether its sides are bare card, and not in the look of the game."
    )
    written_faces: BoxFaces = field(
        nested(BoxFaces), "What its sides show, each a [face](faces.md).", key="face"
    )
    shared: FieldValues | None = field(
        VALUES, "Values of the faces' fields.", key="fields", default=None
    )

    faces: Mapping[str, GivenPiece] = dataclass_field(default_factory=dict)

    @property
    def given(self) -> tuple[GivenPiece, ...]:
        return tuple(self.faces.values())

    def check(self, reader: Reader, names: KnownNames) -> None:
        """Reports also a packing that its pieces lack."""
        super().check(reader, names)
        if self.packing is None:
            return
        wanted = {each.value for each in self.wanted}
        lists = names.pieces.get("polyforms", ())
        known = [
            pack.name
            for each in lists
            if each.name in wanted
            for pack in getattr(each, "packs", ())
        ]
        if self.packing.value not in known:
            hint = did_you_mean(self.packing.value, known)
            message = f'the pieces of the box have no packing "{self.packing.value}"{hint}'
            reader.error("unknown-name", message, self.packing.place)

    def completed(self, reader: Reader) -> Self:
        faces = faces_of_sides(reader, self, self.written_faces, self.shared)
        return replace(super().completed(reader), faces=faces)


def faces_of_sides(
    reader: Reader, owner: PieceSection, written: Section, shared: FieldValues | None
) -> dict[str, GivenPiece]:
    """The faces of the sides of something to fold, by the keys of the sides; all have the same values."""
    faces: dict[str, FaceDefinition] = {}
    for side in declared(type(written)):
        face = getattr(written, side)
        if face is not None and face.back:
            refuse_back(reader, face, f"a side of {owner.what}", written.place_of(side))
        elif face is not None:
            faces[side] = face
    drafts = [PieceDraft({}, 1, owner.fields.place, face) for face in faces.values()]
    pieces = FacedGroup(reader, shared).pieces(drafts)
    return dict(zip(faces, pieces, strict=True))


class DividerDefinition(PieceSection):
    """A divider for a tray: strips with slots, which part it into compartments of one size."""

    what = "a divider"
    plural, listed_as, meaning = "dividers", "dividers", "Dividers for trays."

    name: str = field(kinds.name("a divider"), "Its name in the file.", required=True)
    title: str = field(kinds.text(40), "Its name on paper.", otherwise="the name")
    width: float = field(_TRAY, "The width of the tray, inside.", required=True)
    depth: float = field(_TRAY, "The depth of the tray, inside.", required=True)
    height: float = field(kinds.length(8.0, 200.0), "The height of the strips.", required=True)
    columns: int = field(
        kinds.integer(2, 20), "How many compartments lie side by side.", required=True
    )
    rows: int = field(kinds.integer(2, 20), "How many lie one behind the other.", required=True)
    card: float = field(
        kinds.length(0.05, 5.0),
        "How thick the card of the strips is: the width of their slots.",
        default=CARD,
        otherwise="`0.3mm`",
    )

    def completed(self, reader: Reader) -> Self:
        for side, key in ((self.width, "columns"), (self.depth, "rows")):
            number = getattr(self, key)
            least = _LEAST_CELL + self.card
            if self.is_sound("width", "depth", "columns", "rows") and side / number < least:
                most = int(side / least)
                message = (
                    f"{number} {key} in {plain_length(side)} are too narrow for fingers; write up to"
                    f" {most}"
                )
                reader.error("size", message, self.place_of(key))
        return super().completed(reader)


class StandeeDefinition(_Container):
    """Standees: a tent or a silhouette for each of some pieces, with its picture on both sides."""

    what = "standees"
    plural, listed_as, meaning = "standees", "standees", "Standees to fold."

    height: float | None = field(
        kinds.length(12.0, 150.0),
        "The height of a side; the picture is as large as fits.",
        default=None,
        otherwise="as high as the `outline` or the piece, with a margin",
    )
    contour: Contour | None = field(
        OUTLINE,
        "An SVG file with one closed path, along which each is cut; the picture fills its box.",
        key="outline",
        default=None,
        otherwise="that of the piece, if it has an `outline`; else a tent",
    )
