"""The faces of pieces as drawings with their bleed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from pnp.basics.errors import NOWHERE, Finding, Located
from pnp.definition import Definition, GivenPiece
from pnp.draw.look.looks import Look
from pnp.draw.patterns import field_items, pattern_on, sign_pair
from pnp.faces import (
    Laid,
    LaidFace,
    Subject,
    folded,
    is_over,
    items_of,
    over_the_cut,
)
from pnp.pieces.cutouts import Face, rigid
from pnp.pieces.trims import Trim
from pnp.scene import Clip, Drawing, Item, Placed
from pnp.scene.geometry import ORIGIN


def values_of(
    definition: Definition,
    listed: GivenPiece,
    piece: str,
    number: int,
    total: int,
    group: str,
    **more: object,
) -> dict[str, Located[str]]:
    """All values of a piece: those that the file gives, then those of pnp, then the face's defaults."""
    own = {
        "id": piece,
        "number": number,
        "total": total,
        "copies": listed.copies,
        "set": definition.title,
        "group": group,
        **more,
    }
    made = {
        name: Located(value if isinstance(value, str) else str(value), listed.place)
        for name, value in own.items()
    }
    defaults = {
        name: each for name, each in listed.fields.items() if not made.get(name, _NONE).value
    }
    given = {name: each for name, each in listed.fields.items() if name in listed.given}
    return {**made, **defaults, **given}


_NONE = Located("", NOWHERE)


def face_findings(faces: Iterable[LaidFace]) -> tuple[Finding, ...]:
    """The findings about faces; pnp reports equal findings of several pieces once."""
    return tuple(folded([each for face in faces for each in face.findings]))


def side_of(
    subject: Subject,
    ground: Callable[[float], Iterable[Item]],
    under: Sequence[Laid],
    own: Callable[[], Iterable[Item]],
    over: Sequence[Laid],
    *,
    default_turn: float = 0.0,
) -> Face:
    """A side of a piece: its ground, what lies under, what pnp draws itself, and what lies over it.

    `ground` gives the ground of the piece so many millimetres over its edge, and `own` what pnp draws; nothing is
    drawn before somebody asks for it.
    """

    def whole() -> tuple[Item, ...]:
        return (*ground(0.0), *items_of(under), *own(), *items_of(over))

    def items() -> tuple[Item, ...]:
        made = whole()
        return (Clip(subject.area.outline, made),) if is_over(subject, (*under, *over)) else made

    beyond = over_the_cut(subject, (*under, *over))

    @cache
    def bleed(reach: float) -> Drawing:
        return Drawing((*ground(reach), *beyond))

    return Face(
        rigid(Drawing(items), default_turn=default_turn),
        lambda turn, reach: rigid(bleed(reach), default_turn=default_turn)(turn),
        joined=lambda turn, reach: rigid(
            Drawing((*ground(reach), *whole())), default_turn=default_turn
        )(turn),
        elements=(*under, *over),
    )


# Of the circle in the middle of a piece: the field of a sign.
_FIELD = 0.66


def pattern_back(trim: Trim, look: Look, *, sign: str = "") -> Face:
    """The pattern, which turns with the piece, and a sign in its middle, which is upright on every sheet."""
    sides, ahead = trim.facts.corners, trim.facts.ahead
    radius = _FIELD * trim.room
    field = Drawing(tuple(field_items(look, radius, sides)) if sign else ())
    pair = Drawing(tuple(sign_pair(sign, look, radius)) if sign else ())

    @cache
    def pattern(reach: float) -> Drawing:
        # Sharp corners reach at most twice as far as the bleed is wide.
        reach += trim.middle(0.0).length() / 2
        return pattern_on(look, trim.room, trim.reach + 2 * reach, sides=sides)

    @cache
    def art(turn: float) -> Placed:
        middle = trim.middle(turn)
        whole = Placed(pattern(0.0), middle, turn=turn + ahead)
        signed = (Placed(field, middle, turn=turn + ahead), Placed(pair, middle))
        return Placed(Drawing((Clip(trim.path(turn), (whole, *signed)),)), ORIGIN)

    @cache
    def bleed(turn: float, reach: float) -> Placed:
        around = Placed(pattern(reach), trim.middle(turn), turn=turn + ahead)
        return around if around.at == ORIGIN else Placed(Drawing((around,)), ORIGIN)

    return Face(art, bleed)
