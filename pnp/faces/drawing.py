"""The faces of a group of pieces as drawings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pnp.basics.errors import Finding, InvalidDefinition, Place, in_file_order
from pnp.definition import PrintedText, text_findings
from pnp.definition.elements import Element, ShapeElement
from pnp.definition.faces import FaceDefinition
from pnp.definition.pads import PadTemplate
from pnp.faces.areas import rectangle
from pnp.faces.checks import checked
from pnp.faces.laid import Laid, Subject
from pnp.faces.laying import Layer
from pnp.faces.supplies import Supplies
from pnp.scene import Drawing, Item


@dataclass(frozen=True)
class LaidFace:
    """The elements of a piece's sides; `findings` is what is wrong with them."""

    subject: Subject
    under: tuple[Laid, ...] = ()
    front: tuple[Laid, ...] = ()
    back: tuple[Laid, ...] | None = None
    findings: tuple[Finding, ...] = field(default=(), compare=False)


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
    if any(_shares_sizes(face) for _, face in pieces):
        for subject, face in pieces:
            found = Layer(subject, supplies, only_sizes=True)
            for _ in found.lay((*face.under, *face.front, *face.back)):
                pass
            for place, size in found.found.items():
                sizes[place] = min(size, sizes.get(place, size))
    laid: list[LaidFace] = []
    texts: list[PrintedText] = []
    for subject, face in pieces:
        layer = Layer(subject, supplies, sizes, texts=texts)
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
    if laid.findings:
        # An error in a part that an alias repeats has one place.
        raise InvalidDefinition(in_file_order(dict.fromkeys(laid.findings)))
    return Drawing(items_of(laid.front))


def _shares_sizes(face: FaceDefinition) -> bool:
    return any(getattr(each, "same_size", False) for each in face.elements)


def _laid_face(layer: Layer, face: FaceDefinition) -> LaidFace:
    subject = layer.subject

    def side(elements: Sequence[Element]) -> tuple[Laid, ...]:
        return tuple(layer.lay(elements))

    under, front = side(face.under), side(face.front)
    layer.subject = replace(subject, ground=subject.back_ground or subject.ground)
    back = side(face.back) if face.back else None
    findings = dict.fromkeys(
        (
            *layer.findings,
            *checked(subject, (*under, *front)),
            *checked(layer.subject, back or ()),
        )
    )
    return LaidFace(subject, under, front, back, tuple(findings))
