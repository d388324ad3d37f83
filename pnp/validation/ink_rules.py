"""Rules about the inks that a file gives by themselves, and the figures that faces show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.basics.errors import Place, Severity
from pnp.colour.measures import READ, SEEN, contrast, readable
from pnp.definition import Definition
from pnp.definition.elements import FigureElement
from pnp.validation.rules import Scope, Violation, pieces_with_faces, rule


class InkOnGround(NamedTuple):
    """An ink that a file gives, the ground under it, and the contrast that it needs.

    pnp prints what it `adapts` in another ink, if the contrast is too small.
    """

    what: str
    ink: str
    ground: str
    least: float
    place: Place
    adapts: str = ""


@rule(
    "ink-contrast",
    "Inks that the file gives to its look, tokens, boards and cards stand out from their grounds: texts and"
    " titles with a contrast of 4.5, signs with 3.",
)
def ink_contrast(scope: Scope) -> Iterator[Violation]:
    if not scope.theme.fills:
        return  # such a theme has inks of its own
    for what, ink, ground, least, place, adapts in _inks(scope):
        found = contrast(ink, ground)
        if found >= least:
            continue
        message = f"{what} {ink} has a contrast of {found:.1f} to its ground {ground}"
        better = readable(ink, ground, least)
        if adapts:
            message += f"; pnp prints {adapts} in {better}, which has {least:g}"
            yield Violation(message, place, Severity.NOTE)
        else:
            message += f"; {least:g} can be seen well, as of {better}"
            yield Violation(message, place, Severity.WARNING)


def _inks(scope: Scope) -> Iterator[InkOnGround]:
    """All inks that the file gives, with their grounds; not those that follow from colours."""
    definition, theme = scope.tileset.definition, scope.theme
    look = definition.look
    if look.ground and look.ink:
        yield InkOnGround("ink", look.ink, look.ground, READ, look.place_of("ink"), "titles")
    for token in definition.tokens:
        for face in filter(None, (token.front, token.back)):
            if not face.ink:
                continue
            is_front = face is token.front
            fields = [definition.ink(name).fill for name in token.colours] if is_front else []
            grounds = [face.ground] if face.ground else fields or [theme.ground]
            if face.rim == "band" and token.colours and not face.ground:
                grounds = [theme.halo]
            worst = min(grounds, key=lambda ground: contrast(face.ink, ground))
            least = READ if face.text else SEEN
            yield InkOnGround("ink", face.ink, worst, least, face.place_of("ink"))
    for board in definition.boards:
        if board.ground and board.ink:
            place = board.place_of("ink")
            yield InkOnGround("ink", board.ink, board.ground, READ, place, "letters")
    for deck in definition.decks:
        if deck.accent:
            ground, place = deck.ground or theme.card, deck.place_of("accent")
            yield InkOnGround("accent", deck.accent, ground, SEEN, place, "accents")


@rule("unused-figure", "A face shows every figure of the set.")
def unused_figure(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    shown = {*_shown_figures(definition)} if definition.figures else set()
    for name, figure in definition.figures.items():
        if name not in shown:
            message = (
                f'no face shows the figure "{name}"; show it with the element figure, or remove it'
            )
            yield Violation(message, figure.place, Severity.WARNING)


_FIELD = re.compile(r"\{([\w-]+)")


def _shown_figures(definition: Definition) -> Iterator[str]:
    """The names in elements that show figures, and in the values of the fields that these name."""
    for piece in pieces_with_faces(definition):
        for element in piece.face.elements:
            if isinstance(element, FigureElement):
                text = element.figure.value
                yield text
                yield from (piece.values.get(field, "") for field in _FIELD.findall(text))


INK_RULES = (ink_contrast, unused_figure)
