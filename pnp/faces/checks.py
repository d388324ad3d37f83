"""What is wrong with a face on paper: too near to the cut, text over text, ink too like its ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from pnp.basics.errors import Finding, Place, Related, Severity
from pnp.colour.measures import contrast
from pnp.definition.elements import ImageElement, SignElement, TextElement, place_of
from pnp.faces.areas import Area
from pnp.faces.laid import SEEN, Laid, Subject
from pnp.scene.geometry import Box, Point, bounding_box

# Contrast (WCAG 2.1, 1.4.3): of text in general, and of text from 14 points on in bold or 18 in all.
LEAST_CONTRAST, LEAST_OF_LARGE = 4.5, 3.0


def checked(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    """What is wrong with the elements of one side, from the lowest up."""
    yield from _near_the_cut(subject, laid)
    yield from _overlaps(subject, laid)
    yield from _faint(subject, laid)


def _near_the_cut(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    area = subject.area
    for each in laid:
        element, place = each.element, place_of(each.element)
        if isinstance(element, TextElement | SignElement):
            over = area.beyond_safe([*each.corners])
            if over > SEEN:
                message = f"{subject.id}: {_what(each)} is {_nearness(over, area)}"
                yield Finding("near-the-cut", Severity.WARNING, message, place)
        elif _ends_in_bleed(each, area):
            message = (
                f"{subject.id}: this ends between the cut and the bleed, so that white paper may show;"
                ' write "area: bleed", or keep it inside the cut'
            )
            yield Finding("near-the-cut", Severity.WARNING, message, place)


def _what(each: Laid) -> str:
    return "the text" if isinstance(each.element, TextElement) else "the sign"


def _nearness(over: float, area: Area) -> str:
    if over > area.margin:
        return f"cut off: it reaches {over - area.margin:.1f} mm over the cut"
    return (
        f"{area.margin - over:.1f} mm from the cut; {area.margin:.1f} mm are safe from scissors and"
        " printers"
    )


def _ends_in_bleed(each: Laid, area: Area) -> bool:
    """Whether a picture or shape reaches over the cut, and not to the end of the bleed."""
    box, trim, bleed = bounding_box(each.corners), area.trim, area.bleed
    over = (trim.x - box.x, trim.y - box.y, box.right - trim.right, box.bottom - trim.bottom)
    whole = bleed.width - trim.width
    return any(SEEN < reach < whole / 2 - SEEN for reach in over)


def _overlaps(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    texts = [each for each in laid if isinstance(each.element, TextElement)]
    for one, other in combinations(texts, 2):
        if one.element is other.element or _shared(one, other) <= SEEN:
            continue
        message = f"{subject.id}: this text is printed over another"
        related = (Related("the other text is here", place_of(one.element)),)
        yield Finding("text-over-text", Severity.WARNING, message, place_of(other.element), related)


def _shared(one: Laid, other: Laid) -> float:
    """How wide and high the overlap of two texts is, the lesser of the two."""
    a, b = bounding_box(one.corners), bounding_box(other.corners)
    # Lines have free space above and below their letters.
    a, b = _letters(a, one), _letters(b, other)
    width = min(a.right, b.right) - max(a.x, b.x)
    height = min(a.bottom, b.bottom) - max(a.y, b.y)
    return min(width, height)


def _letters(box: Box, laid: Laid) -> Box:
    free = 0.12 * laid.size
    return Box(box.x, box.y + free, box.width, max(0.0, box.height - 2 * free))


def _faint(subject: Subject, laid: Sequence[Laid]) -> Iterator[Finding]:
    for number, each in enumerate(laid):
        if not each.ink:
            continue
        ground = _ground(subject, laid[:number], _capitals(each))
        if ground is None:
            continue
        least = LEAST_OF_LARGE if each.is_large else LEAST_CONTRAST
        found = contrast(each.ink, ground)
        if found < least:
            message = (
                f"{subject.id}: the text in {each.ink} on {ground} has a contrast of {found:.1f};"
                f" {least:g} can be read well"
            )
            yield Finding("contrast", Severity.WARNING, message, place_of(each.element))


def _ground(subject: Subject, below: Sequence[Laid], box: Box) -> str | None:
    """The ink under a text; None over a picture, whose inks differ from place to place."""
    for each in reversed(below):
        under = bounding_box(each.corners)
        if isinstance(each.element, ImageElement) and _touches(under, box):
            return None
        if each.fill and _is_inside(box, each.corners):
            return each.fill
    return subject.ground


def _capitals(text: Laid) -> Box:
    """The box round the letters of a text, from the top of its capitals."""
    box = bounding_box(text.corners)
    free = min(0.25 * text.size, box.height / 3)
    return Box(box.x, box.y + free, box.width, box.height - 2 * free)


def _is_inside(box: Box, corners: Sequence[Point]) -> bool:
    """Whether a box is inside a shape with these corners, clockwise, but for a little."""
    return all(
        (end - start).unit().cross(point - start) >= -SEEN
        for start, end in pairwise((*corners, corners[0]))
        for point in box.corners
    )


def _touches(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def folded(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings; those that only differ in their piece are one, with the number of the others."""
    groups: dict[tuple[str, Place, str], list[Finding]] = {}
    for each in dict.fromkeys(findings):
        _, _, text = each.message.partition(": ")
        is_of_element = each.severity is Severity.WARNING or each.rule == "face-text"
        key = (each.rule, each.place, text if is_of_element else each.message)
        if each.rule in ("near-the-cut", "contrast", "text-over-text", "out-of-its-box"):
            key = (each.rule, each.place, "")
        groups.setdefault(key, []).append(each)
    for found in groups.values():
        first, more = found[0], len(found) - 1
        others = f" ({more} more piece{'s' * (more > 1)} like this)" if more else ""
        yield first._replace(message=first.message + others)
