"""How a picture lies in its box, as a face says, and how it will look in print."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.art import Art, Framing, dots_per_inch
from pnp.basics.errors import Severity
from pnp.definition.elements import ImageElement
from pnp.faces.supplies import Unknown
from pnp.scene.geometry import Box

# Dots per inch below which a printed picture looks coarse.
LEAST_DPI = 200


def notes_on(
    art: Art, written: str, box: Box, framing: Framing
) -> Iterator[tuple[str, str, Severity]]:
    """The rule, the message and the severity of each note on a picture in its box."""
    dpi = dots_per_inch(art, box, framing)
    if dpi is not None and dpi < LEAST_DPI:
        message = (
            f"{written} has {dpi:.0f} dots per inch at its printed size, which looks coarse;"
            f" {LEAST_DPI} or more look sharp"
        )
        yield "coarse-picture", message, Severity.WARNING
    if art.note:
        yield "picture-in-dots", f"{written}: {art.note}", Severity.NOTE


def framing_of(element: ImageElement, focus: str) -> Framing:
    """The framing of an image with the text of its focus; raises Unknown if that is no place."""
    crop = Box(*(each / 100 for each in element.crop)) if element.crop else None
    return Framing(element.fit, _focus(focus), crop, element.mirror)  # type: ignore[arg-type]


def _focus(text: str) -> tuple[float, float]:
    """Two percentages as shares; the middle for an empty text."""
    if not text:
        return (0.5, 0.5)
    parts = text.replace("%", " ").replace(",", " ").split()
    try:
        across, down = (float(part) / 100 for part in parts)
    except ValueError:
        raise Unknown(f'focus has to be two percentages, 50% 30%, not "{text}"') from None
    return (min(1.0, max(0.0, across)), min(1.0, max(0.0, down)))
