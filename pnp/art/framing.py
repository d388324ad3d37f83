"""Pictures in a frame: fitted, cropped and mirrored, and the inks that lie under a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from pnp.art.dots import PRINTED, dots_in, in_dots
from pnp.art.model import Art, shapes_in
from pnp.basics.classes import NamedTuple
from pnp.basics.units import MM_PER_INCH
from pnp.scene import Clip, Drawing, Image, Item, Placed, Raster, Shape, Stroke, Text
from pnp.scene.geometry import ORIGIN, Box, Path, Point, bounding_box, polygon

if TYPE_CHECKING:
    import PIL.Image


# The longer side of the small picture in which inks are measured, in dots.
_SIDE = 96

# The least mean of alpha, of 255, at which a picture is more than a hint of an ink.
_LEAST_ALPHA = 128


class Framing(NamedTuple):
    """How a picture fills its frame.

    `whole` shows all of it, `fill` leaves nothing of the frame empty, `stretch` changes its
    proportions. `crop` is the part of the picture to use, in shares of its width and height. `focus`
    is the point of that part, in shares, which a frame that is too narrow keeps. A `mirrored` picture
    shows the same part.
    """

    fit: Literal["whole", "fill", "stretch"] = "whole"
    focus: tuple[float, float] = (0.5, 0.5)
    crop: Box | None = None
    mirrored: bool = False


WHOLE = Framing()


class _Layout(NamedTuple):
    """The box of the whole picture, and the box of what is shown of it, in millimetres."""

    whole: Box
    shown: Box


def framed(art: Art, box: Box, framing: Framing = WHOLE) -> tuple[Item, ...]:
    """The picture in a box, in millimetres; clipped if it would stick out."""
    whole, shown = _layout(art, box, framing)
    item, reach = _item(art, whole, framing.mirrored)
    return (item,) if shown.contains(reach) else (Clip(polygon(shown.corners), (item,)),)


def shown_box(art: Art, box: Box, framing: Framing = WHOLE) -> Box:
    """The part of the box that the picture covers."""
    return _layout(art, box, framing).shown


def aspect_of(art: Art, crop: Box | None = None) -> float:
    """The width of a picture, or of a part of it, in shares of its height."""
    part = crop or Box(0.0, 0.0, 1.0, 1.0)
    return art.width * part.width / (art.height * part.height)


@lru_cache(maxsize=256)
def is_opaque(art: Art) -> bool:
    """Whether a picture of dots hides all that lies under it; SVG files count as transparent."""
    if art.raster is None or art.raster.kind == "jpeg":
        return art.raster is not None
    import PIL.Image

    with PIL.Image.open(BytesIO(art.raster.read())) as picture:
        least, _ = picture.convert("RGBA").getchannel("A").getextrema()
    return least == 255


def dots_per_inch(art: Art, box: Box, framing: Framing = WHOLE) -> float | None:
    """The dots of the picture in an inch of paper, across or down, the fewer; None for shapes."""
    whole = _layout(art, box, framing).whole
    if art.raster is None:
        return None if _shapes(art, whole, framing.mirrored) else dots_in(whole)
    return min(art.width / whole.width, art.height / whole.height) * MM_PER_INCH


def loses_shapes(art: Art, box: Box, framing: Framing = WHOLE) -> bool:
    """Whether a picture of shapes is printed in dots, because it is stretched and has strokes."""
    if art.drawing is None:
        return False
    return _shapes(art, _layout(art, box, framing).whole, framing.mirrored) is None


def _layout(art: Art, box: Box, framing: Framing) -> _Layout:
    part = framing.crop or Box(0.0, 0.0, 1.0, 1.0)
    width, height = art.width * part.width, art.height * part.height
    across, down = box.width / width, box.height / height
    if framing.fit != "stretch":
        across = down = min(across, down) if framing.fit == "whole" else max(across, down)
    focus = Point(*framing.focus) if framing.fit == "fill" else Point(0.5, 0.5)
    # The focus of the picture lies where the same share of the frame lies.
    used = Box(
        box.x + (box.width - width * across) * focus.x,
        box.y + (box.height - height * down) * focus.y,
        width * across,
        height * down,
    )
    whole = Box(
        used.x - part.x * art.width * across,
        used.y - part.y * art.height * down,
        art.width * across,
        art.height * down,
    )
    shown = used.common(box)
    if framing.mirrored:
        # Left to right in the frame.
        whole, shown = (each._replace(x=box.x + box.right - each.right) for each in (whole, shown))
    return _Layout(whole, shown)


def _item(art: Art, whole: Box, mirrored: bool) -> tuple[Item, Box]:
    """The whole picture in its box, and the box that it may paint."""
    if art.raster is not None:
        return Image(art.raster, whole, mirrored), whole
    corner = Point(whole.x, whole.y)
    # One drawing for all places of a size: a file stores it once.
    scaled = _shapes(art, whole, mirrored)
    if scaled is None:
        return Image(in_dots(art, whole), whole, mirrored), whole
    drawing, reach = scaled
    return Placed(drawing, corner), reach._replace(x=reach.x + corner.x, y=reach.y + corner.y)


def _shapes(art: Art, whole: Box, mirrored: bool) -> tuple[Drawing, Box] | None:
    """The drawing of a picture in its box, and its reach; None if it has to be dots."""
    return _scaled(art, round(whole.width, 4), round(whole.height, 4), mirrored)


@lru_cache(maxsize=4096)
def _scaled(art: Art, width: float, height: float, mirrored: bool) -> tuple[Drawing, Box] | None:
    """The drawing of a picture at its printed size, and its reach; None if it has to be dots."""
    if art.drawing is None:
        return None
    across, down = width / art.width, height / art.height
    even = abs(across - down) <= 1e-3 * max(across, down)
    if not even and any(shape.stroke for shape in shapes_in(art.drawing.items)):
        return None
    left, sign = (width, -1.0) if mirrored else (0.0, 1.0)

    def made(items: Iterable[Item]) -> Iterator[Item]:
        for each in items:
            match each:
                case Shape(path, _, stroke):
                    path = _moved(path, left, sign * across, down)
                    yield replace(each, path=path, stroke=stroke and _wider(stroke, across))
                case Clip(path, inner):
                    path = _moved(path, left, sign * across, down)
                    yield replace(each, path=path, items=tuple(made(inner)))

    drawing = Drawing(tuple(made(art.drawing.items)), shared=True)
    corners = [point for shape in shapes_in(drawing.items) for point in shape.extent]
    return drawing, bounding_box(corners or [ORIGIN])


def _moved(path: Path, left: float, across: float, down: float) -> Path:
    """A path scaled across and down, and moved to the right."""
    return tuple(
        (
            part[0],
            *(
                left + value * across if at % 2 == 0 else value * down
                for at, value in enumerate(part[1:])
            ),
        )  # type: ignore[misc]
        for part in path
    )


def _wider(stroke: Stroke, scale: float) -> Stroke:
    dash = tuple(each * scale for each in stroke.dash)
    return replace(stroke, width=stroke.width * scale, dash=dash, phase=stroke.phase * scale)


def only_ink(art: Art) -> str:
    """The ink of a picture of shapes in one ink; "" of any other."""
    inks = set(_inks(art.drawing.items)) if art.drawing else set()
    return inks.pop() if len(inks) == 1 else ""


def _inks(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        match item:
            case Shape():
                yield from filter(None, (item.fill, item.stroke and item.stroke.ink))
            case Placed():
                yield from _inks(item.drawing.items)
            case Clip():
                yield from _inks(item.items)
            case Text():
                yield item.ink
            case Image():
                # Dots have inks without number.
                yield from ("dots", "of all inks")


def mean_ink(art: Art, box: Box, framing: Framing, part: Box) -> str | None:
    """The mean ink of a picture under a part of the paper, as #RRGGBB; None where it is clear.

    *box* and *framing* are those in which the picture lies; all lengths are in millimetres.
    """
    from PIL.Image import Resampling

    whole = _layout(art, box, framing).whole
    picture = _small(_raster(art))
    left, right = ((edge - whole.x) / whole.width * picture.width for edge in (part.x, part.right))
    if framing.mirrored:
        left, right = picture.width - right, picture.width - left
    top, bottom = (
        (edge - whole.y) / whole.height * picture.height for edge in (part.y, part.bottom)
    )
    corners = (
        max(0, int(left)),
        max(0, int(top)),
        min(picture.width, int(right) + 1),
        min(picture.height, int(bottom) + 1),
    )
    if corners[0] >= corners[2] or corners[1] >= corners[3]:
        return None
    red, green, blue, alpha = picture.crop(corners).resize((1, 1), Resampling.BOX).tobytes()
    return None if alpha < _LEAST_ALPHA else f"#{red:02X}{green:02X}{blue:02X}"


def _raster(art: Art) -> Raster:
    """The picture in dots; few of them if it is an SVG file."""
    if art.raster is not None:
        return art.raster
    longer = max(art.width, art.height)
    scale = _SIDE * MM_PER_INCH / PRINTED / longer
    return in_dots(art, Box(0.0, 0.0, art.width * scale, art.height * scale))


@lru_cache(maxsize=256)
def _small(raster: Raster) -> PIL.Image.Image:
    import PIL.Image

    with PIL.Image.open(BytesIO(raster.read())) as picture:
        picture.draft("RGB", (_SIDE, _SIDE))
        small = picture.convert("RGBA")
    small.thumbnail((_SIDE, _SIDE), PIL.Image.Resampling.BOX)
    return small
