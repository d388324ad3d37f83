"""Checks of a face on paper: elements near the cut, hidden texts, small ones, and inks without contrast."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from pnp.art import is_opaque
from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Place, Related, Severity
from pnp.basics.units import MM_PER_UNIT
from pnp.basics.words import listed
from pnp.colour.measures import contrast, mixed
from pnp.definition.elements import ImageElement, SignElement, TextElement, WritingElement, place_of
from pnp.faces.places import Area
from pnp.faces.shapes import VISIBLE, Laid, Subject
from pnp.scene.contours import common_area
from pnp.scene.geometry import Box, Point, bounding_box, round_trip

# Contrast (WCAG 2.1, 1.4.3): of text in general, and of text from 14 points on in bold or 18 in all; and of
# signs (1.4.11).
LEAST_CONTRAST, LEAST_OF_LARGE, LEAST_OF_SIGN = 4.5, 3.0, 3.0

# Words of this size and less are hard to read on a table; a single letter or number is not.
_SMALL_POINTS = 6.0
_WORD = re.compile(r"[^\W\d_]{3,}")

# Millimetres between the points of an edge, and the least length of an edge that is seen.
_STEP, _LEAST_EDGE = 0.5, 1.0

# The least cosine of the angle between an edge and the cut along which it lies.
_ALONG = 0.75

# A text is hidden if a tenth of so many points across and down are.
_GRID = 10

# The findings of elements, which fold over the pieces; and how many of these they name.
_OF_ELEMENTS = (
    "near-the-cut", "outside", "contrast", "text-over-text", "hidden-text", "out-of-its-box",
    "no-room", "face-text", "does-not-fit", "value", "small-text", "cut-off", "over-a-board",
)  # fmt: skip
_MOST_NAMED = 3


# The elements that players read: they keep away from the cut.
READ = (TextElement, SignElement, WritingElement)


def checked(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    """The findings about the elements of one side, which come from the lowest up."""
    yield from _near_the_cut(subject, laid)
    yield from _overlaps(subject, laid)
    yield from _hidden(subject, laid)
    yield from _over_boards(subject, laid)
    yield from _faint(subject, laid)
    yield from _small(subject, laid)


def _near_the_cut(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    area = subject.area
    for each in laid:
        element, place = each.element, place_of(each.element)
        what = element.what.replace("a ", "the ").replace("an ", "the ")
        if area.is_outside(each.corners):
            message = f"{subject.id}: {what} is outside the piece"
            yield Finding("outside", Severity.WARNING, message, place)
        elif isinstance(element, READ):
            over = area.beyond_safe([*each.corners])
            message = (
                f"{subject.id}: {what} is {area.margin - over:.1f} mm from the cut;"
                f" {area.margin:.1f} mm are safe from scissors and printers"
            )
            if over > area.margin:
                reach = f"it reaches {over - area.margin:.1f} mm over the cut"
                message = f"{subject.id}: {what} is cut off: {reach}"
            if over > VISIBLE:
                yield Finding("near-the-cut", Severity.WARNING, message, place)
        elif not subject.is_cut_out and each.art and element.area != "bleed":
            inside, shown = area.trim.widened(VISIBLE), bounding_box(each.corners)
            if not inside.contains(shown):
                wide, high = shown.width, shown.height
                message = (
                    f"{subject.id}: this picture of {wide:.1f} x {high:.1f} mm is cut off at the edge of"
                    f" its cell of {area.trim.width:.1f} x {area.trim.height:.1f} mm; make it smaller, or"
                    ' write "area: bleed" if it is meant to be cut off'
                )
                yield Finding("cut-off", Severity.WARNING, message, place)
        elif subject.is_cut_out and _ends_in_bleed(each.corners, area):
            message = (
                f"{subject.id}: this ends between the cut and the bleed, so that white paper may show;"
                ' write "area: bleed", or keep it inside the cut'
            )
            yield Finding("near-the-cut", Severity.WARNING, message, place)


@lru_cache(maxsize=4096)
def _ends_in_bleed(corners: tuple[Point, ...], area: Area) -> bool:
    """Whether an edge of a picture or shape lies along the cut, over it, and not at the bleed's end.

    Corners are clockwise. The edges are followed in steps of half a millimetre; an edge that crosses
    the cut at a steep angle ends nowhere in the bleed.
    """
    if all(_over(area, corner) <= VISIBLE for corner in corners):
        return False
    inside, length = area.bleed.widened(-VISIBLE), 0.0
    whole = (area.bleed.width - area.trim.width) / 2
    for start, end in round_trip(corners):
        steps = math.ceil((end - start).length() / _STEP)
        outwards = (end - start).unit().right() * -_STEP if steps else start
        for number in range(steps):
            at = start + (end - start) * ((number + 0.5) / steps)
            over = _over(area, at)
            if VISIBLE < over < whole - VISIBLE and inside.contains(Box(at.x, at.y, 0.0, 0.0)):
                # Outwards it becomes farther from the cut, too.
                length += _STEP * (_over(area, at + outwards) - over > _ALONG * _STEP)
    return length > _LEAST_EDGE


def _over(area: Area, point: Point) -> float:
    """How far a point is over the cut, in millimetres; the margin inside it and less is all one."""
    return area.beyond_safe([point]) - area.margin


def _overlaps(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    texts = [each for each in laid if isinstance(each.element, TextElement)]
    seen = [
        box
        for box in subject.printed
        if not any(
            each.fill and all(_contains(each.corners, corner) for corner in box.corners)
            for each in laid
        )
    ]
    for text in texts:
        shown = _lowered(text, 0.12 * text.size)
        if any(min(shown.common(box)[2:]) > VISIBLE for box in seen):
            message = f"{subject.id}: this text is printed over the value of a side or a corner"
            yield Finding("text-over-text", Severity.WARNING, message, place_of(text.element))
    for one, other in _sharing(subject, texts):
        is_twin = one.element is other.element
        message = f"{subject.id}: this text is printed over {'its twin' if is_twin else 'another'}"
        other_place = Related("the other text is here", place_of(one.element))
        related = () if is_twin else (other_place,)
        yield Finding("text-over-text", Severity.WARNING, message, place_of(other.element), related)


def _sharing(subject: Subject, texts: Sequence[Laid]) -> list[tuple[Laid, Laid]]:
    """The pairs of texts that share room, the lower first; no more than pnp reports."""
    near, found = Near(subject.area.trim), list[tuple[int, int]]()
    # Lines have free space above and below their letters.
    boxes = [_lowered(each, 0.12 * each.size) for each in texts]
    for number, box in enumerate(boxes):
        below = (each for each in near.to(box) if min(box.common(boxes[each])[2:]) > VISIBLE)
        found += ((each, number) for each in below)
        if len(found) >= limits.MOST_FINDINGS:
            break
        near.add(number, box)
    return [(texts[one], texts[other]) for one, other in sorted(found)]


def _filled(subject: Subject, laid: Sequence[Laid]) -> Near:
    """The shapes and pictures that other elements may lie on or under."""
    near = Near(subject.area.trim)
    for number, each in enumerate(laid):
        if each.fill or each.art is not None or isinstance(each.element, ImageElement):
            near.add(number, bounding_box(each.corners))
    return near


class Near:
    """Boxes by the parts of a piece that they touch, so that only those that lie near each other are compared.

    A face with loops has thousands of elements.
    """

    _PARTS = 16

    def __init__(self, around: Box) -> None:
        self._around = around
        self._numbers: dict[tuple[int, int], list[int]] = {}

    def add(self, number: int, box: Box) -> None:
        """Adds a box with a number of its own."""
        for part in self._touched(box):
            self._numbers.setdefault(part, []).append(number)

    def to(self, box: Box) -> list[int]:
        """The numbers of the boxes near to this one, in order."""
        parts = (self._numbers.get(part, ()) for part in self._touched(box))
        return sorted({number for part in parts for number in part})

    def _touched(self, box: Box) -> Iterator[tuple[int, int]]:
        across = self._span(box.x, box.right, self._around.x, self._around.width)
        down = self._span(box.y, box.bottom, self._around.y, self._around.height)
        return product(across, down)

    def _span(self, start: float, end: float, first: float, length: float) -> range:
        """The parts that a box touches in one direction; what is outside of the piece touches the outer ones."""
        ends = (min(max((each - first) / length, 0.0), 1.0) for each in (start, end))
        low, high = (int(each * self._PARTS) for each in ends)
        return range(low, high + 1)


def _lowered(text: Laid, free: float) -> Box:
    """The box round a text without so much free space above and below."""
    x, y, width, height = bounding_box(text.corners)
    return Box(x, y + free, width, max(0.0, height - 2 * free))


def _hidden(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    near = _filled(subject, laid)
    for number, text in enumerate(laid):
        if not isinstance(text.element, TextElement):
            continue
        for over in (laid[each] for each in near.to(bounding_box(text.corners)) if each > number):
            if _hides(over, text):
                message = f"{subject.id}: this text is hidden by what lies over it"
                related = (Related("this lies over it", place_of(over.element)),)
                place = place_of(text.element)
                yield Finding("hidden-text", Severity.WARNING, message, place, related)
                break


def _hides(over: Laid, text: Laid) -> bool:
    """Whether a filled shape or a picture lies over a tenth of a text or more."""
    if (not over.fill and over.art is None) or over.opacity < 1:
        return False
    if min(bounding_box(over.corners).common(bounding_box(text.corners))[2:]) <= 0:
        return False
    start, end, _, below = text.corners
    points = [
        start + (end - start) * ((across + 0.5) / _GRID) + (below - start) * ((down + 0.5) / _GRID)
        for across in range(_GRID)
        for down in range(_GRID)
    ]
    hidden = sum(_contains(over.corners, point) for point in points)
    return hidden >= _GRID and (over.art is None or is_opaque(over.art))


class _Part(NamedTuple):
    """A board or a text of a face: how high it lies, the outlines of its cells or its box, and the box round them."""

    level: int
    laid: Laid
    outlines: Sequence[tuple[Point, ...]]
    box: Box

    @property
    def place(self) -> Place:
        return place_of(self.laid.element)

    def shares(self, other: Sequence[tuple[Point, ...]], around: Box) -> bool:
        """Whether outlines overlap these. A text or a board may lie inside one cell."""
        if min(self.box.common(around)[2:]) <= VISIBLE:
            return False
        for cells, inside in ((self.outlines, other), (other, self.outlines)):
            corners = [corner for each in inside for corner in each]
            if any(all(_contains(cell, corner) for corner in corners) for cell in cells):
                return False
        common = common_area(self.outlines, other)
        return any(min(bounding_box(each)[2:]) > VISIBLE for each in common)


def _over_boards(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    """What boards share with each other, with texts and with the routes of a map."""
    if not any(each.cells for each in laid):
        return
    parts = [*_parts(laid)]
    spaces = subject.spaces
    around = bounding_box(corner for each in spaces for corner in each) if spaces else None
    for board in (each for each in parts if each.laid.cells):
        if around and board.shares(spaces, around):
            message = (
                f"{subject.id}: {_this(board.laid)} printed where a route or a place of the map is"
            )
            yield Finding("over-a-board", Severity.WARNING, message, board.place)
        for part in parts:
            is_own = not part.laid.cells and part.place == board.place
            is_done = part.laid.cells and part.level <= board.level
            if is_own or is_done or not board.shares(part.outlines, part.box):
                continue
            low, high = sorted((board, part), key=lambda each: each.level)
            if high is part and _is_on_fill(part.laid, laid[low.level + 1 : high.level]):
                continue
            if low is part and any(_hides(each, part.laid) for each in laid[high.level :]):
                # That is reported.
                continue
            yield _covering(subject, low, high)


def _covering(subject: Subject, low: _Part, high: _Part) -> Finding:
    what = low.laid.element.what.removesuffix(" in a face")
    related: tuple[Related, ...] = ()
    if low.place == high.place:
        what = "its twin"
    else:
        are = "are" if what == "slots" else "is"
        related = (Related(f"the {what.removeprefix('a ')} {are} here", low.place),)
        if low.laid.element.what == high.laid.element.what:
            what = "other slots" if what == "slots" else what.replace("a ", "another ")
    message = f"{subject.id}: {_this(high.laid)} printed over {what}; move one of them, or make it smaller"
    return Finding("over-a-board", Severity.WARNING, message, high.place, related)


def _parts(laid: Sequence[Laid]) -> Iterator[_Part]:
    for level, each in enumerate(laid):
        outlines = each.cells
        if isinstance(each.element, TextElement):
            outlines = (_lowered(each, 0.12 * each.size).corners,)
        if outlines:
            box = bounding_box(corner for outline in outlines for corner in outline)
            yield _Part(level, each, outlines, box)


def _is_on_fill(text: Laid, between: Sequence[Laid]) -> bool:
    return any(
        each.fill and all(_contains(each.corners, corner) for corner in text.corners)
        for each in between
    )


def _this(laid: Laid) -> str:
    what = laid.element.what.removesuffix(" in a face")
    return "these slots are" if what == "slots" else f"{what.replace('a ', 'this ')} is"


def _faint(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    near = _filled(subject, laid)
    rough = next((at for at, each in enumerate(laid) if each.ink_under), len(laid))
    for number, each in enumerate(laid):
        if not each.ink:
            continue
        box = bounding_box(each.corners)
        if isinstance(each.element, SignElement):
            # The corners of its box are empty.
            seen = box.widened(-0.15 * min(box.width, box.height))
        else:
            # From the top of its capitals.
            seen = _lowered(each, min(0.25 * each.size, box.height / 3))
        below = [laid[at] for at in near.to(seen) if at < number]
        ground = each.halo or _ground(subject, below, seen)
        if ground is None:
            continue
        # The mean of a picture's inks tells less than one ink: only what is surely hard to read.
        least = LEAST_OF_LARGE if each.is_large or rough < number else LEAST_CONTRAST
        what, does = "text", "read"
        if isinstance(each.element, SignElement):
            least, what, does = LEAST_OF_SIGN, "sign", "seen"
        ink = mixed(ground, each.ink, each.opacity)
        found = contrast(ink, ground)
        if found < least:
            message = (
                f"{subject.id}: the {what} in {ink} on {ground} has a contrast of {found:.1f};"
                f" {least:g} can be {does} well"
            )
            yield Finding("contrast", Severity.WARNING, message, place_of(each.element))


def _small(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    for each in laid:
        points = round(each.size / MM_PER_UNIT["pt"], 2)
        if _WORD.search(each.text) and 0 < points <= _SMALL_POINTS:
            message = f"{subject.id}: words of {points:.3g} pt are hard to read; 7 pt reads well"
            yield Finding("small-text", Severity.WARNING, message, place_of(each.element))


def _ground(subject: Subject, below: Sequence[Laid], box: Box) -> str | None:
    """The ink under a text, of a picture its mean; None over a picture that is turned."""
    ground, glazes = subject.ground, list[tuple[str, float]]()
    for each in reversed(below):
        under = bounding_box(each.corners)
        found = None
        if isinstance(each.element, ImageElement) and min(under.common(box)[2:]) > 0:
            if each.ink_under is None:
                return None
            found = each.ink_under(box)
        if each.fill and all(_contains(each.corners, corner) for corner in box.corners):
            found = each.fill
        if found is not None and each.opacity < 1:
            glazes.append((found, each.opacity))
        elif found is not None:
            ground = found
            break
    for ink, opacity in reversed(glazes):
        ground = mixed(ground, ink, opacity)
    return ground


def _contains(corners: Sequence[Point], point: Point) -> bool:
    """Whether a point is inside of an outline; two corners may be one, as in an element without width."""
    sides = ((end - start, start) for start, end in round_trip(corners))
    return all(way.cross(point - start) >= -VISIBLE * way.length() for way, start in sides)


def folded(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings; those that only differ in their piece are one, which counts and names the others.

    Texts that do not fit into one box are one finding: the box is too small, or the texts too long.
    """
    groups: dict[tuple[str, Place, str], list[Finding]] = {}
    for each in dict.fromkeys(findings):
        _, _, text = each.message.partition(": ")
        key = (each.rule, each.place, text if each.severity is Severity.WARNING else each.message)
        if each.rule in _OF_ELEMENTS:
            # A text that is at the value of a piece has its element as related.
            of_value = each.rule == "face-text" and each.related
            key = (each.rule, each.related[0].place if of_value else each.place, "")
        groups.setdefault(key, []).append(each)
    for first, *others in groups.values():
        if not others:
            yield first
            continue
        more = f"{len(others)} more piece{'s' * (len(others) > 1)} like this"
        # The id of a piece, with which a message begins.
        _, *ids = dict.fromkeys(each.message.partition(": ")[0] for each in (first, *others))
        if first.rule in _OF_ELEMENTS and ids:
            more += f": {listed(ids, most=_MOST_NAMED)}"
        yield first._replace(message=f"{first.message} ({more})")
