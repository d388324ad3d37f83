"""A kind of piece, and its pieces in groups, as a person looks through them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import DoesNotFit, Finding, Place
from pnp.basics.words import capitalised, counted, unbroken
from pnp.colour.theme import Theme
from pnp.definition import Definition, Language, PieceSection
from pnp.documents import Part
from pnp.draw.pictures import scaled
from pnp.imposition import NO_BLEED, Bleed, Job
from pnp.imposition.papers import inset
from pnp.kinds.pictures import Shapes
from pnp.kinds.sections import BuildOptions, LeftOut, Section, fits, section_key
from pnp.pieces import Copies, Cutout, Pieces, Trim, framed
from pnp.scene import Drawing, Picture, Shape, Stroke
from pnp.sets.tileset import Piece
from pnp.tiles.proportions import BORDER_WIDTH

if TYPE_CHECKING:
    from pnp.imposition import Paper, SheetOptions, Sheets

# Millimetres: the outline round a picture of a piece, whatever its size.
OUTLINE = 0.26


class BoardSizes(NamedTuple):
    """The sizes of a board's cells, on one sheet and on a poster if it has one."""

    sheet: float
    poster: float | None


@frozen(eq=False, slots=True)
class ListedPiece:
    """A piece of a set: its kind, its group, its id, its copies, its place in the file, its sides.

    A call draws each of the `sides`, a front and perhaps a back; another makes the cutout of a piece
    that is cut out. Both raise InvalidDefinition if the piece cannot be drawn. `copies` is None for
    a pad that is printed as often as the paper has room. A tile has a `notation`, and its `tile` is
    the piece of the set. A piece with another one on its back has the id of that `behind` it.
    The `content` is what a piece is, whatever its id: the values of its fields, or a board's sizes.
    """

    kind: str
    group: str
    id: str
    copies: int | None
    place: Place
    theme: Theme
    sides: tuple[Callable[[], Picture], ...]
    cut_out: Callable[[], Cutout] | None = None
    notation: str = ""
    tile: Piece | None = None
    content: Mapping[str, str] | BoardSizes | None = None
    behind: str = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id, and that of the piece on its back."""
        return (self.id, self.behind) if self.behind else (self.id,)

    @property
    def name(self) -> str:
        """Its ids as people read them."""
        return " | ".join(self.ids)

    @property
    def cutout(self) -> Cutout | None:
        """The piece to cut out; None if it is not cut out. Raises InvalidDefinition."""
        return None if self.cut_out is None else self.cut_out()

    @property
    def trim(self) -> Trim | None:
        """The outline of the piece; None if it is not cut out. Raises InvalidDefinition."""
        cutout = self.cutout
        return None if cutout is None else cutout.trim

    @property
    def printed(self) -> int:
        """The number of copies; a pad counts once if the paper decides."""
        return 1 if self.copies is None else self.copies

    def picture(self, width: float, height: float, *, back: bool = False) -> Picture:
        """A side as large as the box allows, with a fine outline if the piece is cut out."""
        side, cutout = self.sides[back](), self.cutout
        scale = min(width / side.box.width, height / side.box.height)
        if cutout is not None:
            outline = Shape(cutout.outline, stroke=Stroke(OUTLINE / scale, self.theme.cut))
            side = side._replace(drawing=Drawing((side.drawing, outline)))
        return scaled(side, scale)

    def at_true_size(self, *, back: bool = False) -> Picture:
        """A side in its own millimetres, with its outline if the piece is cut out."""
        cutout = self.cutout
        if cutout is None:
            return self.sides[back]()
        if self.tile is None:
            return framed(cutout, self.theme, back=back)
        # A tile's picture has no margin, so that tiles on a table lie side by side.
        side = self.sides[back]()
        outline = Shape(cutout.outline, stroke=Stroke(BORDER_WIDTH, self.theme.border))
        return Picture(Drawing((side.drawing, outline)), side.box, alt=self.id)


class PieceGroup(NamedTuple):
    """The pieces of one family, deck or kind of token, or one board, pad, frame, box or divider, or standees.

    `note` is a few words about the group, such as its number of different tiles.
    """

    kind: str
    name: str
    title: str
    note: str
    place: Place
    pieces: tuple[ListedPiece, ...]

    @property
    def printed(self) -> int:
        """The number of pieces with their copies."""
        return sum(piece.printed for piece in self.pieces)

    @property
    def number(self) -> str:
        """The number of different pieces in words, and that of all copies if it is larger."""
        text = counted(len(self.pieces), self.kind)
        return text if self.printed == len(self.pieces) else f"{text}, {self.printed:,} to print"


class InventoryLine(NamedTuple):
    """A group of pieces in the contents of a kit: its section and name, its title, its number, its picture.

    The picture has a shape or more. `number` is "" if a player prints as many as needed. `ids` are those of
    its pieces on sheets that have pieces of other groups as well; `group` is its group of tiles. The `note` is
    that of pieces with two faces.
    """

    section: str
    name: str
    title: str
    number: str
    shapes: Shapes
    ids: frozenset[str] = frozenset()
    group: str = ""
    note: str = ""

    @property
    def place(self) -> str:
        """The key of the section with its sheets."""
        return section_key(self.section, self.group)

    @property
    def picture(self) -> Picture:
        """The picture in the shape for any place."""
        return self.shapes[0]

    def part(self, words: Language, pages: str = "") -> Part:
        """The line in a document; its note has the kind of the pieces, and their `pages`.

        A title stands as the file has it, under its number: no language forms a plural of it.
        """
        kind = words(f"name-{self.section}")
        notes = (
            self.note or ("" if kind.casefold() == self.title.casefold() else kind),
            "" if self.number else words("as-many-as-needed"),
            pages,
        )
        note = capitalised(", ".join(filter(None, notes)))
        return Part(self.picture, self.number, self.title, note, self.shapes[1:])


# What a kind has several of: families, decks, boards, boxes.
Made = TypeVar("Made")


class PieceKind(ABC, Generic[Made]):
    """All that pnp has to know of a kind of piece; `pnp.kinds.KINDS` lists the kinds.

    A set has none, one or several of a kind *made*, such as decks of cards; each is a group of pieces. `key`
    is the name of the kind in options and in the names of files, `one` that of a single piece. Titles and
    steps of kits have their words from `templates/words/`: `name-KEY`, `kit-KEY`, and a count under `one`.
    """

    key: ClassVar[str]
    one: ClassVar[str]
    # The keys of one of them in a file; None for tiles, which have a language of their own.
    section: ClassVar[type[PieceSection] | None] = None
    # Whether people play with the pieces, so that a rulebook lists them: nobody plays with a box.
    is_played: ClassVar[bool] = True
    # Whether covers, lists of sets and other programs count the pieces: nobody counts pads, boxes or parts.
    is_counted: ClassVar[bool] = True
    # Whether pieces are small and many: people cut and count them, and they may share a sheet with others.
    is_loose: ClassVar[bool] = False
    # Whether sheets use all the width that printers reach, their bleed, and the key of the words that explain
    # their lines, "" for none.
    is_tight: ClassVar[bool] = False
    bleed: ClassVar[Bleed] = NO_BLEED
    note: ClassVar[str] = ""
    # Millimetres: the box that a piece fills on a picture of all pieces, and the heading under which that
    # picture has all groups of the kind, if each is one piece.
    shown: ClassVar[tuple[float, float]] = (100.0, 130.0)
    heading: ClassVar[str] = ""
    # Whether that picture has the pieces of a group in one scale, and not each as large as fits.
    in_one_scale: ClassVar[bool] = False
    # The word for the other side of its pieces on that picture, which shows each different one; "" for none.
    behind: ClassVar[str] = ""

    @abstractmethod
    def made(self, pieces: Pieces) -> Sequence[Made]:
        """What the set has of this kind and prints, without those that have no piece."""

    @abstractmethod
    def group(self, pieces: Pieces, made: Made) -> PieceGroup:
        """The pieces of one of them; draws nothing, so one that cannot be drawn does not hide the others."""

    @abstractmethod
    def shapes(self, pieces: Pieces, made: Made) -> Shapes:
        """The picture of one of them in the contents of a kit, in shapes for different places."""

    @abstractmethod
    def sections(
        self, pieces: Pieces, paper: Paper, options: BuildOptions
    ) -> Iterator[Section | LeftOut]:
        """The sheets, and the pieces that they have no room for.

        Raises DoesNotFit if the paper has room for none, and InvalidDefinition.
        """

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        """What is wrong with the pieces; pnp draws a piece with a wrong face as far as possible."""
        yield from ()

    def texts(self, definition: Definition) -> Iterator[tuple[str, Place]]:
        """The texts that pnp prints besides those of faces, each with its place: by default the titles."""
        if self.section is not None:
            yield from ((each.title, each.place) for each in definition.pieces_of(self.section))

    def counts(self, pieces: Pieces) -> Iterator[str]:
        """The numbers of its pieces, for the summary of a set."""
        if number := self.number(pieces):
            each = ", ".join(f"{name} {some:,}" for name, some in self.numbers(pieces).items())
            yield counted(number, self.one) + (f" ({each})" if self.is_loose and each else "")

    def larger_than(self, pieces: Pieces, papers: Sequence[Paper]) -> Iterator[Finding]:
        """A warning for each piece that a sheet of one of the papers has no room for."""
        for paper in papers:
            room = inset(paper.content, self.bleed.reach)
            if all(fits(trim.box(0.0), room) for trim in self.trims(pieces)):
                continue
            found = self.laid_out(pieces, paper, BuildOptions())
            if left_out := [each.finding for each in found if isinstance(each, LeftOut)]:
                yield from left_out
                return

    def trims(self, pieces: Pieces) -> Iterator[Trim]:
        """The outlines of the first piece of each group, which has the size of all."""
        for group in self.groups(pieces):
            trim = group.pieces[0].trim
            if trim is not None:
                yield trim

    def laid_out(
        self, pieces: Pieces, paper: Paper, options: BuildOptions
    ) -> Iterator[Section | LeftOut]:
        """The sheets, and the pieces that they have no room for: perhaps all. Raises InvalidDefinition."""
        try:
            yield from self.sections(pieces, paper, options)
        except DoesNotFit as error:
            groups = self.groups(pieces)
            ids = frozenset(piece.id for group in groups for piece in group.pieces)
            yield LeftOut(self.key, paper, self.number(pieces), ids, error)

    def groups(self, pieces: Pieces) -> Iterator[PieceGroup]:
        """The groups of pieces."""
        return (self.group(pieces, made) for made in self.made(pieces))

    def number(self, pieces: Pieces) -> int:
        """The number of pieces to print."""
        return sum(group.printed for group in self.groups(pieces))

    def numbers(self, pieces: Pieces) -> dict[str, int]:
        """The number of pieces in each group by its name, for other programs."""
        groups = self.groups(pieces) if self.is_counted else ()
        return {group.name: group.printed for group in groups}

    def listed(
        self,
        pieces: Pieces,
        definition: PieceSection,
        name: str,
        copies: int | None,
        cut_out: Callable[[], Cutout],
        *,
        place: Place | None = None,
        backed: bool = False,
        content: Mapping[str, str] | None = None,
    ) -> ListedPiece:
        """A piece of that id to cut out, with its front and perhaps its back; draws nothing."""

        def draw(*, back: bool) -> Picture:
            return cut_out().picture(back=back)

        sides = tuple(partial(draw, back=back) for back in (False, True)[: 1 + backed])
        place = definition.place if place is None else place
        return ListedPiece(
            self.one,
            definition.name,
            name,
            copies,
            place,
            pieces.theme,
            sides,
            cut_out,
            content=content,
        )

    def grouped(
        self, definition: PieceSection, note: str, listed: Iterable[ListedPiece]
    ) -> PieceGroup:
        """The pieces of a definition with a note about them."""
        name, title, place = definition.name, definition.title, definition.place
        return PieceGroup(self.one, name, title, note, place, tuple(listed))

    def job(
        self, pieces: Pieces, cutouts: Sequence[Copies], definition: Definition | None = None
    ) -> Job:
        """The job of laying out pieces of this kind, with the titles of a definition, by default their own."""
        definition = definition or pieces.definition
        words = definition.language
        return Job(
            definition,
            self.key,
            words.counted(self.one, sum(copies for _, copies in cutouts)),
            cutouts,
            tight=self.is_tight,
            bleed=self.bleed,
            title=words(f"name-{self.key}"),
            note=words(self.note) if self.note else "",
            look=pieces.look,
        )

    def lines(self, pieces: Pieces) -> Iterator[InventoryLine]:
        """All of them in the contents of a kit."""
        return (self.line(pieces, made) for made in self.made(pieces))

    def line(self, pieces: Pieces, made: Made) -> InventoryLine:
        """One of them in the contents of a kit."""
        group = self.group(pieces, made)
        number = pieces.definition.language.number(group.printed)
        ids = frozenset(each.id for each in group.pieces)
        shapes = self.shapes(pieces, made)
        return InventoryLine(self.key, group.name, group.title, number, shapes, ids)

    def step(
        self, pieces: Pieces, sections: Sequence[Section], options: SheetOptions
    ) -> dict[str, object]:
        """The values for the step of a kit that cuts and assembles the sections, besides their pages."""
        if not self.is_loose:
            return {}
        number = pieces.definition.language.counted(self.one, self.number(pieces))
        return {
            "number": unbroken(number),
            **cutting_style([each.sheets[0] for each in sections], options),
        }


def cutting_style(alike: Sequence[Sheets], options: SheetOptions) -> dict[str, object]:
    """The values by which the template says how to cut sheets like these; one for each group of tiles."""
    sheets = alike[0]
    if options.cuts == "machine":
        style = "machine"
    elif options.cuts == "none":
        style = "unmarked"
    elif sheets.straight:
        style = "crop" if options.cuts == "crop" else "lines"
    else:
        style = {"straight": "outlines"}.get(sheets.layout, sheets.layout)
    styles = ("machine", "unmarked", "outlines", "honeycomb", "spaced", "crop", "lines")
    # Square tokens lie in rows with numbered cuts below round ones, which have none.
    has_numbers = any(part.marks.numbers for each in alike for part in each.parts)
    has_waste = all(each.job.pieces[0][0].trim.facts.waste for each in alike)
    return {
        **{each: each == style for each in styles},
        "numbered": sheets.numbered,
        "some-numbered": has_numbers and style == "spaced",
        "targets": sheets.targets,
        "waste": has_waste and style in ("crop", "lines"),
    }
