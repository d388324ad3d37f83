"""Laying the elements of faces over the pieces of a group: what each draws, where, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from pnp.art import Framing, aspect_of, dots_per_inch, framed, loses_shapes, mean_ink, shown_box
from pnp.basics import limits
from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import (
    DoesNotFit,
    Finding,
    InvalidDefinition,
    Located,
    MissingGlyph,
    Place,
    Related,
    Severity,
    in_file_order,
)
from pnp.basics.markup import TextBlock, UnsupportedMarkup
from pnp.basics.units import MM_PER_UNIT, plain_lengths
from pnp.basics.words import counted, did_you_mean, in_words
from pnp.definition import PrintedText, text_findings
from pnp.definition.blocks import BlockText, texts_of
from pnp.definition.elements import (
    Boxes,
    Columns,
    Element,
    FigureElement,
    GridElement,
    ImageElement,
    PathElement,
    Repeated,
    Rows,
    ShapeElement,
    SignElement,
    Spaces,
    TextElement,
    WritingElement,
    place_of,
)
from pnp.definition.face_kinds import SHARES
from pnp.definition.faces import FaceDefinition
from pnp.definition.pads import PadTemplate
from pnp.definition.reading.reader import Reader
from pnp.definition.references import (
    Scope,
    UnknownField,
    WrongReference,
    names_in,
    place_of_value,
)
from pnp.faces.blocks import SetBlocks, Setting, set_blocks
from pnp.faces.checks import checked
from pnp.faces.places import Spot, arranged, box_of, inset_box, overflow, rectangle, stacked
from pnp.faces.shapes import (
    PLAIN_PATH,
    VISIBLE,
    Laid,
    Subject,
    centred,
    faded,
    laid_path,
    laid_shape,
    stroke_of,
    turned_laid,
)
from pnp.faces.spaces import boxes_of, parts
from pnp.faces.supplies import Supplies, Unknown
from pnp.faces.texts import (
    Filled,
    LettersWithSigns,
    filled_text,
    needed_room,
    overflowing,
    plainly_filled,
    text_blocks,
    without_signs,
)
from pnp.scene import Drawing, Item, Shape, Stroke, Text
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box, segment
from pnp.scene.typesetting import PAGE_LETTERS, Fitted, Letters, set_text

# Dots per inch below which a printed picture looks coarse.
LEAST_DPI = 200

_MOST_REPEATED = 200

# Millimetres by which rounding could make a box too narrow for its own text.
_ROUNDING = 1e-6


class There(NamedTuple):
    """An element that is there on a piece, with the layer that has the values for it.

    `rounds` are those of a loop that share the element's box.
    """

    layer: Layer
    element: Element
    rounds: tuple[tuple[Layer, Element], ...] = ()

    def lay(self, around: Box, *, in_rows: bool | None = None) -> Iterator[Laid]:
        """The element in the box around it."""
        return self.layer._laid(self.element, around, in_rows=in_rows, rounds=self.rounds)


@dataclass(repr=False, eq=False)
class Layer:
    """Lays elements over one piece.

    `sizes` are the largest sizes of texts that share theirs with other pieces, by the place of the
    element; `found` gets the sizes that fit. `findings` gets all that is wrong but for characters that
    no font has: those are found in all `texts` at once. With `only_sizes` the layer lays only texts that
    share a size.
    """

    subject: Subject
    supplies: Supplies
    sizes: Mapping[Place, float] = field(default_factory=dict)
    found: dict[Place, float] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    texts: list[PrintedText] = field(default_factory=list)
    only_sizes: bool = False
    tables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # The rounds of loops that are left on this side.
    left: list[int] = field(default_factory=lambda: [limits.MOST_ROUNDS_IN_ALL])

    def __post_init__(self) -> None:
        self._values = self.subject.texts
        self._scope = Scope(self._values, self.tables)

    # Boxes

    def lay(self, elements: Iterable[Element], around: Box | None = None) -> Iterator[Laid]:
        """The elements over each other in a box, by default the safe area."""
        box = self.subject.area.safe if around is None else around
        for each in self._there(elements):
            yield from each.lay(box)

    def _laid(
        self,
        element: Element,
        around: Box,
        *,
        in_rows: bool | None = None,
        rounds: Sequence[tuple[Layer, Element]] = (),
    ) -> Iterator[Laid]:
        spot = box_of(element, around, self.subject.area, self._need, in_rows=in_rows)
        if spot is None:
            self._note("place", "the piece has no such side or corner", element.place_of("at"))
            return
        made = [*(self._in_turn(rounds, spot.box) if rounds else self._shown(element, spot.box))]
        made = [turned_laid(each, spot.box.centre, spot.turn) for each in made]
        yield from made
        if element.both_ways:
            yield from (turned_laid(each, ORIGIN, 180.0) for each in made)

    def _in_turn(self, rounds: Sequence[tuple[Layer, Element]], box: Box) -> Iterator[Laid]:
        """The rounds of a loop that share a box."""
        first = rounds[0][1]
        assert isinstance(first, Repeated)
        aspects = [layer._aspect(each) for layer, each in rounds]
        for (layer, each), part in zip(rounds, self._arranged(first, aspects, box), strict=True):
            for laid in layer._shown(each, part.box):
                yield turned_laid(laid, part.box.centre, part.turn)

    def _there(self, elements: Iterable[Element]) -> Iterator[There]:
        """The elements that are there, with the values of the piece; one in a loop once for each round."""
        for element in elements:
            if element.loop is None:
                made = self._filled_element(element)
                if made is not None:
                    yield There(self, made)
                continue
            rounds = tuple(self._rounds(element))
            if isinstance(element, Repeated) and element.shares_box:
                if rounds:
                    yield There(*rounds[0], rounds)
            else:
                yield from (There(*each) for each in rounds)

    def _rounds(self, element: Element) -> Iterator[tuple[Layer, Element]]:
        """The rounds of an element's loop in which it is there."""
        assert element.loop is not None
        loop, place = element.loop
        try:
            rounds = [*loop.rounds(self._scope)]
        except WrongReference as error:
            self._wrong(error, place)
            return
        place = next(
            (
                self.subject.values[name].place
                for name in names_in(loop.source)
                if name in self._values
            ),
            place,
        )
        for values in rounds:
            self.left[0] -= 1
            if self.left[0] < 0:
                if self.left[0] == -1:
                    message = f"the loops of this piece have more than {limits.MOST_ROUNDS_IN_ALL:,} rounds in all"
                    self._note("number", message, element.loop.place)
                return
            located = {name: Located(value, place) for name, value in values.items()}
            subject = replace(self.subject, values={**self.subject.values, **located})
            layer = replace(self, subject=subject)
            made = layer._filled_element(element)
            if made is not None:
                yield layer, made

    def _filled_element(self, element: Element) -> Element | None:
        """The element with the values of the piece; None if it is not there, or a value is wrong."""
        if not self._is_there(element):
            return None
        reader = Reader()
        try:
            made = element.filled(self._scope, self.subject.values, reader)
        except WrongReference as error:
            self._wrong(error, error.place or element.place)
            return None
        self.findings += reader.findings
        return None if reader.findings else made

    def _is_there(self, element: Element) -> bool:
        if element.when is None:
            return True
        condition, place = element.when
        trim = self.subject.area.trim
        try:
            return condition.holds(self._scope, (trim.width, trim.height))
        except UnknownField as error:
            hint = did_you_mean(error.name, self._values)
            hint = hint if "mean" in hint else "; a face declares it under fields, as optional"
            self._note("unknown-field", f'there is no field "{error.name}"{hint}', place)
        except WrongReference as error:
            self._wrong(error, place)
        return False

    def _wrong(self, error: WrongReference, place: Place) -> None:
        """Reports a reference that has no value."""
        if isinstance(error, UnknownField):
            hint = did_you_mean(error.name, self._scope.names)
            self._note("unknown-field", f'there is no field "{error.name}"{hint}', place)
        else:
            self._note("value", f"{self.subject.id}: {error}", place)

    def _shown(self, element: Element, box: Box) -> Iterator[Laid]:
        """The element, and what is in it, each see-through for itself."""
        share = element.opacity / 100
        for laid in self._solid(element, box):
            yield faded(laid, share) if share < 1 else laid

    def _solid(self, element: Element, box: Box) -> Iterator[Laid]:
        is_shared = isinstance(element, Boxes) or getattr(element, "same_size", False)
        if self.only_sizes and not is_shared:
            return
        match element:
            case Boxes():
                for part in self._repeated(element, box):
                    for each in self._boxes(element, part.box):
                        yield turned_laid(each, part.box.centre, part.turn)
            case TextElement():
                yield from self._text(element, box)
            case ShapeElement():
                yield from self._shape(element, box)
            case PathElement():
                yield from self._path(element, box)
            case ImageElement():
                for part in self._repeated(element, box):
                    for each in self._image(element, part.box):
                        yield turned_laid(each, part.box.centre, part.turn)
            case SignElement():
                yield from self._signs(element, box)
            case FigureElement():
                yield from self._figure(element, box)
            case GridElement():
                yield from self._grid(element, box)
            case Spaces():
                yield from self._spaces(element, box)
            case WritingElement():
                yield from self._writing(element, box)

    def _boxes(self, element: Boxes, box: Box) -> Iterator[Laid]:
        if not isinstance(element, Rows | Columns):
            yield from self.lay(element.inner, box)
            return
        down = isinstance(element, Rows)
        there = [*self._there(element.inner)]
        needed = [(each.element, each.layer._need) for each in there]
        parts = stacked(needed, box, element.gap, down=down)
        over = overflow(parts, box)
        if over > VISIBLE:
            message = (
                f"{self.subject.id}: these {element.what} reach {over:.1f} mm out of their box"
            )
            self._note("out-of-its-box", message, place_of(element), Severity.WARNING)
        for each, part in zip(there, parts, strict=True):
            is_repeated = isinstance(each.element, Repeated) and not isinstance(each.element, Boxes)
            if over > VISIBLE and is_repeated and min(part.width, part.height) <= VISIBLE:
                # The others have taken its room, which is reported.
                continue
            yield from each.lay(part, in_rows=down)

    def _need(self, element: Element, box: Box, *, down: bool) -> float:
        """The height, or the width, that a text needs in a box; all of the box if it does not fit."""
        if isinstance(element, WritingElement):
            inside = inset_box(box, element.inset)
            lost = box.height - inside.height if down else box.width - inside.width
            return self._set_blocks(element, inside).height + lost if down else box.width
        if not isinstance(element, TextElement):
            return 0.0
        try:
            lines = self._fitted(element, self._filled(element), inset_box(box, element.inset))
        except DoesNotFit:
            return box.height if down else box.width
        except (MissingGlyph, UnsupportedMarkup):
            # The text is reported; the others keep their room.
            return 0.0
        if lines is None:
            return 0.0
        top, right, bottom, left = element.inset
        return lines.height + top + bottom if down else lines.width + right + left + _ROUNDING

    # Texts

    def _filled(self, element: TextElement) -> Filled:
        return filled_text(element.text.value, self._scope, self.supplies.is_sign)

    def _fitted(self, element: TextElement, filled: Filled, box: Box) -> Fitted | None:
        parts, letters = self._parts(element, filled)
        if not parts:
            return None
        largest, least = element.size
        return letters.fitted(
            parts,
            box,
            min(largest, self.sizes.get(place_of(element), largest)),
            least,
            bold=element.bold,
            most_lines=element.lines if element.wrap else _lines_of(parts),
            even=element.align[0] == "centre",
        )

    def _parts(
        self, element: TextElement, filled: Filled
    ) -> tuple[tuple[TextBlock, ...], LettersWithSigns]:
        """The paragraphs of a text with its values, and its letters."""
        letters = LettersWithSigns(
            self.supplies.letters(element.font), filled.signs, self._sign_in_text
        )
        parts = text_blocks(element, filled.text) if filled.text.strip() else ()
        place = self._place_in_piece(element)
        for run in (run for part in parts for run in part.runs):
            text, strong = without_signs(run.text), run.strong or element.bold
            self.texts.append(PrintedText(text, element.font, place, strong, run.emphasis))
        return parts, letters

    def _sign_in_text(self, name: str, centre: Point, radius: float, ink: str) -> Iterator[Item]:
        own = ink if name not in self.supplies.inks else None
        box = Box(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius)
        # `_check_names` reports an icon that is broken.
        with suppress(Unknown):
            yield from self.supplies.sign(name, box, own, self.subject.ground)

    def _text(self, element: TextElement, box: Box) -> Iterator[Laid]:
        filled = self._filled(element)
        self._check_names(element.text, filled)
        ink = self._colour(element.colour) or self.supplies.ink(self.subject.ground)
        try:
            yield from self._set(element, filled, box, ink)
        except UnsupportedMarkup as error:
            self._note("markup", str(error), self._place_in_piece(element))
        except MissingGlyph:
            # The characters that a font lacks are found in all texts at once.
            return

    def _set(self, element: TextElement, filled: Filled, box: Box, ink: str) -> Iterator[Laid]:
        try:
            lines = self._fitted(element, filled, box)
        except DoesNotFit:
            # The designer sees what does not fit; no other check is about this text.
            try:
                lines = overflowing(element, *self._parts(element, filled), box.width)
            except MissingGlyph:
                self._unfit(element, box, [])
                raise
            self._unfit(element, box, [*needed_room(element, lines, box)])
            yield Laid(element, tuple(set_text(lines, Point(box.x, box.y), ink)), box.corners)
            return
        if lines is None:
            return
        if element.same_size:
            self.found[place_of(element)] = lines.size
        across, down = (SHARES[each] for each in element.align)
        left = box.x + (box.width - lines.width) * across
        top = box.y + (box.height - lines.height) * down
        at = Point(left + across * lines.width, top)
        items = tuple(set_text(lines, at, ink, middle=across == 0.5, end=across == 1.0))
        if element.underline:
            items = (*_underlines(items, lines.size, ink), *items)
        corners, halo = Box(left, top, lines.width, lines.height).corners, ""
        if element.stroke is not None and (halo := self._colour(element.stroke.colour) or ""):
            # Half of the line is below the letters.
            line = replace(stroke_of(element.stroke, halo), width=2 * element.stroke.width)
            items = tuple(
                replace(each, outline=line) if isinstance(each, Text) else each for each in items
            )
        yield Laid(element, items, corners, ink=ink, size=lines.size, text=filled.text, halo=halo)

    def _check_names(self, written: Located[str], filled: Filled) -> None:
        for name in filled.unknown:
            known = [*self._scope.names, *self.supplies.known_signs()]
            message = f'there is no field or sign "{name}"{did_you_mean(name, known)}'
            self._note("unknown-field", message, written.place)
        for message in filled.wrong:
            self._note("value", f"{self.subject.id}: {message}", written.place)
        for field_name, name in filled.unknown_in_value:
            hint = did_you_mean(name, self.supplies.known_signs())
            message = f'there is no sign "{name}"{hint if "mean" in hint else ""}'
            place = (
                located.place if (located := self.subject.values.get(field_name)) else written.place
            )
            self._note("unknown-sign", message, place)
        for name in filled.signs:
            if message := self.supplies.broken_icon(name):
                self._note("unknown-sign", message, self._place_of_value(written))

    def _unfit(self, element: TextElement, box: Box, needed: Sequence[str]) -> None:
        """Reports a text that its box has no room for, with the room that it needs, if known."""
        shown = " ".join(plainly_filled(element.text.value, self._scope).text.split())
        shown = shown if len(shown) <= 40 else f"{shown[:37]}…"
        size = element.size.least / MM_PER_UNIT["pt"]
        message = (
            f'{self.subject.id}: "{shown}" does not fit into {box.width:.1f} x {box.height:.1f} mm,'
            f" even at its least size, {size:.3g}pt"
        )
        message += f": it needs {in_words(needed)}" if needed else ""
        self._note("face-text", message, self._place_in_piece(element), element=element)

    def _place_in_piece(self, element: TextElement) -> Place:
        """The place of the value that the text shows, of the piece, or of a text without values."""
        names = [*names_in(element.text.value)]
        if not names:
            return place_of(element)
        for name in names:
            if name in self.subject.values and self.subject.values[name].value:
                return self.subject.values[name].place
        return self.subject.place

    # Blocks of forms

    def _set_blocks(self, element: WritingElement, box: Box) -> SetBlocks:
        ground = self.subject.ground
        ink = self._colour(element.colour) or self.supplies.ink(ground)
        soft = self.supplies.colour("soft", ground) or ink

        def filled(text: BlockText) -> tuple[str, Letters]:
            if element.is_literal:
                return text.text, PAGE_LETTERS
            found = filled_text(text.text, self._scope, self.supplies.is_sign)
            letters = self.supplies.letters("text")
            return found.text, LettersWithSigns(letters, found.signs, self._sign_in_text)

        def setting(size: float) -> Setting:
            return Setting(
                self.subject.id, size, ink, soft, self.supplies, filled, element.is_literal
            )

        return set_blocks(element.content, box, element.size, setting, element.place)

    def _writing(self, element: WritingElement, box: Box) -> Iterator[Laid]:
        for text in () if element.is_literal else texts_of(element.content):
            filled = filled_text(text.text, self._scope, self.supplies.is_sign)
            self._check_names(Located(text.text, text.place), filled)
        made = self._set_blocks(element, box)
        self.findings += made.problems
        ink = self._colour(element.colour) or self.supplies.ink(self.subject.ground)
        yield Laid(element, made.items, box.corners, ink=ink if made.items else "", size=made.size)

    # Shapes

    def _shape(self, element: ShapeElement, box: Box) -> Iterator[Laid]:
        fill, stroke = self._colour(element.fill), element.stroke
        line = None if stroke is None else self._colour(stroke.colour)
        for part in self._repeated(element, box):
            shape = laid_shape(element, part.box, fill, line, self.subject, self.supplies)
            yield turned_laid(shape, part.box.centre, part.turn)

    def _path(self, element: PathElement, box: Box) -> Iterator[Laid]:
        words = element.stroke or PLAIN_PATH
        ink = self._colour(words.colour)
        if ink is not None:
            yield laid_path(element, box, stroke_of(words, ink))

    # Pictures

    def _image(self, element: ImageElement, box: Box) -> Iterator[Laid]:
        named = self._named(element.image)
        if named is None:
            return
        written, place = named.value, named.place
        try:
            art = self.supplies.art(written)
        except Unknown as error:
            self._note("picture", str(error), place)
            return
        focus = self._focus(element)
        if focus is None or not self._has_room(element, box):
            return
        crop = Box(*(each / 100 for each in element.crop)) if element.crop else None
        framing = Framing(element.fit, focus, crop, element.mirror)  # type: ignore[arg-type]
        dpi = dots_per_inch(art, box, framing)
        larger = self.subject.enlarged
        if dpi is not None and dpi / larger < LEAST_DPI:
            size = "on the poster" if larger > 1 else "at its printed size"
            message = (
                f"{written} has {dpi / larger:.0f} dots per inch {size}, which looks coarse;"
                f" {LEAST_DPI} or more look sharp"
            )
            self._note("coarse-picture", message, place, Severity.WARNING)
        if loses_shapes(art, box, framing):
            message = (
                f"{written} has lines, which cannot be stretched as shapes: it is printed in dots;"
                " write another `fit`, or turn its lines into areas"
            )
            self._note("picture-in-dots", message, place, Severity.NOTE)
        if art.note:
            self._note("picture-in-dots", f"{written}: {art.note}", place, Severity.NOTE)
        corners, inks = shown_box(art, box, framing).corners, partial(mean_ink, art, box, framing)
        yield Laid(element, framed(art, box, framing), corners, art=art, ink_under=inks)

    def _focus(self, element: ImageElement) -> tuple[float, float] | None:
        """The focus of an image in shares, by default its middle; None if it is no place."""
        text, _ = self._plain(element.focus)
        try:
            shares = [float(part) for part in text.replace("%", " ").replace(",", " ").split()]
            across, down = shares if text else (50.0, 50.0)
        except ValueError:
            message = f'focus has to be two percentages, 50% 30%, not "{text}"'
            self._note("structure", message, self._place_of_value(element.focus))
            return None
        return (min(1.0, max(0.0, across / 100)), min(1.0, max(0.0, down / 100)))

    def _figure(self, element: FigureElement, box: Box) -> Iterator[Laid]:
        named = self._named(element.figure)
        if named is None or not self._has_room(element, box):
            return
        try:
            names = map(self._named, element.highlight)
            marked = tuple(name for name in names if name is not None)
            subject = self.subject
            picture = self.supplies.figure(named, box, subject.ground, subject.accent, marked)
            yield Laid(element, (self.supplies.printable(centred(picture, box)),), box.corners)
        except InvalidDefinition as error:
            self.findings += error.findings

    # Boards, tracks and slots

    def _grid(self, element: GridElement, box: Box) -> Iterator[Laid]:
        named = self._named(element.grid)
        if named is None or not self._has_room(element, box):
            return
        try:
            picture, cells = self.supplies.grid(named, element.cell, self.subject.ground)
        except InvalidDefinition as error:
            self.findings += error.findings
            return
        across, down = (SHARES[each] for each in element.align)
        size = picture.box
        at = Point(
            box.x + (box.width - size.width) * across, box.y + (box.height - size.height) * down
        )
        placed = Box(at.x, at.y, size.width, size.height)
        if not box.contains(placed, tolerance=VISIBLE):
            message = (
                f'{self.subject.id}: the board "{named.value}" is {plain_lengths(size[2:])}, larger than its box'
                f" of {plain_lengths(box[2:])}; give it a smaller cell, or its box more room"
            )
            self._note("out-of-its-box", message, place_of(element))
        off = at - Point(size.x, size.y)
        outlines = tuple(tuple(corner + off for corner in cell) for cell in cells)
        yield Laid(element, (picture.at(at),), placed.corners, cells=outlines)

    def _spaces(self, element: Spaces, box: Box) -> Iterator[Laid]:
        if not self._has_room(element, box):
            return
        spaces = boxes_of(element, box)
        whole = bounding_box([corner for each in spaces for corner in each.corners])
        over = max(whole.width - box.width, whole.height - box.height)
        if over > VISIBLE:
            message = f"{self.subject.id}: the spaces reach {over:.1f} mm out of their box"
            self._note("out-of-its-box", message, place_of(element), Severity.WARNING)
            if min(spaces[0].width, spaces[0].height) <= VISIBLE:
                return
        laid = [each for part in parts(element, box) for each in self._shown(*part)]
        cells = tuple(each.corners for each in laid if isinstance(each.element, ShapeElement))
        yield Laid(element, (), whole.corners, cells=cells)
        yield from laid

    # Signs

    def _signs(self, element: SignElement, box: Box) -> Iterator[Laid]:
        names = self._plain(element.sign)[0].split()
        number = self._number(element)
        names = names * (1 if number is None else number)
        ink, written = self._colour(element.colour), self._plain(element.colour)[0]
        ground = self.supplies.ground_under(written, self.subject.ground)
        place = self._place_of_value(element.sign)
        if names and not self._has_room(element, box):
            return
        aspects = [self.supplies.aspect(name) for name in names]
        for name, spot in zip(names, self._arranged(element, aspects, box), strict=True):
            try:
                items = tuple(self.supplies.sign(name, spot.box, ink, ground))
            except Unknown as error:
                self._note("unknown-sign", str(error), place)
                continue
            corners = self.supplies.sign_corners(name, spot.box)
            only = (
                self.supplies.only_ink(name, ink, ground) if ground == self.subject.ground else ""
            )
            laid = Laid(element, items, corners, ink=only)
            yield turned_laid(laid, spot.box.centre, spot.turn)

    def _repeated(self, element: Repeated, box: Box) -> list[Spot]:
        number = self._number(element)
        if number is None and (element.each is None or element.shares_box):
            return [Spot(box, 0.0)]
        number = 1 if number is None else number
        return self._arranged(element, [self._aspect(element)] * number, box)

    def _arranged(self, element: Repeated, aspects: Sequence[float | None], box: Box) -> list[Spot]:
        """The places of things with these proportions in a box; reports those outside of it."""
        spots = arranged(element, aspects, box, self.subject.id)
        if element.each is not None and spots:
            whole = bounding_box([corner for spot in spots for corner in spot.box.corners])
            over = max(whole.width - box.width, whole.height - box.height)
            if over > VISIBLE:
                size = plain_lengths(element.each)
                message = (
                    f"{self.subject.id}: {counted(len(spots), 'part')} of {size} reach"
                    f" {over:.1f} mm out of their box"
                )
                self._note("out-of-its-box", message, element.place_of("each"), Severity.WARNING)
        return spots

    def _aspect(self, element: Element) -> float | None:
        """The width of what an element shows in shares of its height; None of one that fills any box."""
        if isinstance(element, Boxes):
            return None
        if isinstance(element, ImageElement) and element.fit == "whole":
            text, unknown, wrong = plainly_filled(element.image.value, self._scope)
            with suppress(Unknown):
                if text and not unknown and not wrong:
                    crop = Box(*(each / 100 for each in element.crop)) if element.crop else None
                    return aspect_of(self.supplies.art(text), crop)
        if isinstance(element, SignElement):
            names = plainly_filled(element.sign.value, self._scope).text.split()
            return self.supplies.aspect(names[0]) if len(names) == 1 else 1.0
        return 1.0

    def _number(self, element: Repeated) -> int | None:
        """How often the element is there; None if it is there once."""
        if not element.repeat.value:
            return None
        text, is_known = self._plain(element.repeat)
        if not is_known:
            return None
        if not text:
            return 0
        if not text.isdecimal() or int(text) > _MOST_REPEATED:
            message = f"repeat has to be a whole number, 0 to {_MOST_REPEATED}, not {text}"
            self._note("number", message, self._place_of_value(element.repeat))
            return 0
        return int(text)

    # Values and findings

    def _has_room(self, element: Element, box: Box) -> bool:
        """Whether the box of a picture or a sign has a width and a height; reports one without."""
        if box.width > VISIBLE and box.height > VISIBLE:
            return True
        size = f"{box.width:.1f} x {box.height:.1f} mm"
        message = f"{self.subject.id}: {element.what} has no room: its box is {size}"
        self._note("no-room", message, place_of(element), Severity.WARNING)
        return False

    def _colour(self, written: Located[str]) -> str | None:
        text, _ = self._plain(written)
        try:
            return self.supplies.colour(text, self.subject.ground, self.subject.accent)
        except Unknown as error:
            self._note("unknown-colour", str(error), self._place_of_value(written))
            return None

    def _place_of_value(self, written: Located[str]) -> Place:
        """The place of the field that a text consists of, or else of the text."""
        return place_of_value(written.value, written.place, self.subject.values)

    def _plain(self, written: Located[str]) -> tuple[str, bool]:
        """The text with its values, and whether all have one; those without get findings."""
        text, unknown, wrong = plainly_filled(written.value, self._scope)
        for name in unknown:
            hint = did_you_mean(name, self._scope.names)
            self._note("unknown-field", f'there is no field "{name}"{hint}', written.place)
        for message in wrong:
            self._note("value", f"{self.subject.id}: {message}", written.place)
        return text, not (unknown or wrong)

    def _named(self, written: Located[str]) -> Located[str] | None:
        """The text with its values and their place; None if it is empty, or lacks a value."""
        text, is_known = self._plain(written)
        return Located(text, self._place_of_value(written)) if is_known and text else None

    def _note(
        self,
        rule: str,
        message: str,
        place: Place,
        severity: Severity = Severity.ERROR,
        element: Element | None = None,
    ) -> None:
        box = None if element is None else place_of(element)
        related = () if box in (None, place) else (Related("its box is here", box),)
        self.findings.append(Finding(rule, severity, message, place, related))


@frozen
class LaidFace:
    """The elements of a piece's sides; `findings` is what is wrong with them."""

    subject: Subject
    under: tuple[Laid, ...] = ()
    front: tuple[Laid, ...] = ()
    back: tuple[Laid, ...] | None = None
    findings: tuple[Finding, ...] = field(default=(), compare=False)


# In ems: how far the line below a text is from its baseline, and its width.
_UNDER, _LINE = 0.14, 0.06


def _underlines(items: Sequence[Item], size: float, ink: str) -> Iterator[Shape]:
    """A line below each line of a text."""
    ends: dict[float, tuple[float, float]] = {}
    for each in items:
        if isinstance(each, Text):
            start, end = each.start.x, each.start.x + each.width
            left, right = ends.get(each.at.y, (start, end))
            ends[each.at.y] = (min(left, start), max(right, end))
    for y, (left, right) in ends.items():
        below = y + _UNDER * size
        path = segment(Point(left, below), Point(right, below))
        yield Shape(path, stroke=Stroke(_LINE * size, ink))


def _lines_of(parts: Sequence[TextBlock]) -> int:
    """The number of lines of a text that is not wrapped."""
    return sum(1 + sum(run.text.count("\n") for run in part.runs) for part in parts)


def items_of(laid: Sequence[Laid]) -> tuple[Item, ...]:
    """The items of elements, from the lowest up."""
    return tuple(item for each in laid for item in each.items)


def is_over(subject: Subject, laid: Sequence[Laid]) -> bool:
    """Whether an element reaches over the cut."""
    return any(subject.area.is_over([*each.corners]) for each in laid if each.corners)


def is_covered(laid: Sequence[Laid]) -> bool:
    """Whether an element fills the piece, so that nobody sees what lies below."""
    return any(
        isinstance(each.element, ShapeElement) and each.element.shape == "fill" and bool(each.fill)
        for each in laid
    )


def over_the_cut(subject: Subject, laid: Sequence[Laid]) -> tuple[Item, ...]:
    """The items of the elements that reach over the cut: the bleed."""
    over = [each for each in laid if each.corners and subject.area.is_over([*each.corners])]
    return items_of(over)


def laid_faces(
    pieces: Sequence[tuple[Subject, FaceDefinition]], supplies: Supplies
) -> tuple[LaidFace, ...]:
    """The faces of the pieces of a group; texts of one size have the least that fits on any of them."""
    sizes: dict[Place, float] = {}
    elements = (each for _, face in pieces for each in face.elements)
    if any(getattr(each, "same_size", False) for each in elements):
        for subject, face in pieces:
            found = Layer(subject, supplies, only_sizes=True, tables=face.texts_by_table)
            for _ in found.lay((*face.under, *face.front, *face.back)):
                pass
            for place, size in found.found.items():
                sizes[place] = min(size, sizes.get(place, size))
    laid: list[LaidFace] = []
    texts: list[PrintedText] = []
    for subject, face in pieces:
        layer = Layer(subject, supplies, sizes, texts=texts, tables=face.texts_by_table)
        laid.append(_laid_face(layer, face))
    if laid:
        # What a font lacks is one finding for all pieces.
        lacking = text_findings(texts, supplies.letterings)
        laid[0] = replace(laid[0], findings=(*laid[0].findings, *lacking))
    return tuple(laid)


def form_drawing(form: PadTemplate, supplies: Supplies) -> Drawing:
    """A form round its middle, with the largest text at which everything fits.

    Raises InvalidDefinition if a colour or a board is unknown, or if a block fits at no size.
    """
    area = rectangle(form.box.width, form.box.height)
    subject = Subject(form.name, {}, area, supplies.theme.ground, form.place)
    (laid,) = laid_faces([(subject, form.face)], supplies)
    errors = [each for each in laid.findings if each.severity is Severity.ERROR]
    if errors:
        # An error in a part that an alias repeats has one place.
        raise InvalidDefinition(in_file_order(dict.fromkeys(errors)))
    return Drawing(items_of(laid.front))


def _laid_face(layer: Layer, face: FaceDefinition) -> LaidFace:
    subject = layer.subject

    def side(elements: Sequence[Element]) -> tuple[Laid, ...]:
        return tuple(layer.lay(elements))

    under, front = side(face.under), side(face.front)
    layer.subject = subject.turned_over
    back = side(face.back) if face.back else None
    findings = dict.fromkeys(
        (
            *layer.findings,
            *checked(subject, (*under, *front)),
            *checked(layer.subject, back or ()),
        )
    )
    return LaidFace(subject, under, front, back, tuple(findings))
