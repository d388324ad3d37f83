"""The calibration sheet: how far a printer shifts backs, and how near the edge it prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.definition import Language
from pnp.imposition.backs import turning
from pnp.imposition.papers import Paper
from pnp.pieces import Pose
from pnp.scene import Document, Item, Layer, Page, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import ORIGIN, Path, Point, circle, segment

INK = "#2B2722"
SOFT = "#8A8475"

# Millimetres: the reach of the scales on the back, and the ends of the scales at the edges.
REACH = 6
EDGE_FROM, EDGE_TO = 3, 14

_COMMAND = "pnp build --back-offset 0.5,-1 --printer office"

_SMALL = 2.5  # 7 pt
_TEXT = 3.5  # 10 pt
_TITLE = 5.6  # 16 pt


def calibration(paper: Paper, edge: str, words: Language, *, offset: Point = ORIGIN) -> Document:
    """Two pages for one sheet: targets on the front, scales on the back.

    A pin through the middle of a target comes out on a scale at the offset that the back needs. With
    an *offset* the back has been moved, so that it should meet the front.
    """
    title = words("calibration-title", paper=paper.title, edge=words(edge))
    mirror = turning(paper, edge)
    places = _targets(paper)
    backs = [mirror.pose(Pose(at, 0.0)).at + offset for at in places]
    front = Page(
        paper.width,
        paper.height,
        {
            Layer.GUIDE: (
                *(item for at in places for item in _target(at)),
                *_edge_scales(paper),
                *_text(title, _steps(edge, words), paper),
            )
        },
        title=words("calibration-front"),
    )
    back = Page(
        paper.width,
        paper.height,
        {
            Layer.GUIDE: (
                *(item for at in backs for item in _scale(at)),
                *_text(words("calibration-back-title", title=title), (), paper),
            )
        },
        title=words("calibration-back"),
    )
    return Document(
        title,
        "",
        words("calibration-subject"),
        (front, back),
        language=words.tag,
        duplex="long-edge" if edge == "long-edge" else "short-edge",
        tagged=True,
    )


def _targets(paper: Paper) -> list[Point]:
    """The middle of the paper, and four places on the way to its corners."""
    middle = Point(paper.width / 2, paper.height / 2)
    aside, above = paper.width * 0.29, paper.height * 0.31
    return [middle, *(middle + Point(x * aside, y * above) for y in (-1, 1) for x in (-1, 1))]


def _target(at: Point) -> Iterator[Item]:
    across, down = Point(REACH, 0), Point(0, REACH)
    path = segment(at - across, at + across) + segment(at - down, at + down)
    yield Shape(path + circle(at, 2.0) + circle(at, 4.0), stroke=Stroke(0.2, INK))


def _scale(at: Point) -> Iterator[Item]:
    """Squares of a millimetre with numbers: right and down count as more."""
    fine: Path = ()
    bold: Path = ()
    for step in range(-REACH, REACH + 1):
        lines = segment(at + Point(step, -REACH), at + Point(step, REACH))
        lines += segment(at + Point(-REACH, step), at + Point(REACH, step))
        if step in (0, -5, 5):
            bold += lines
        else:
            fine += lines
    yield Shape(fine, stroke=Stroke(0.12, SOFT))
    yield Shape(bold, stroke=Stroke(0.25, INK))
    for step in (-5, 0, 5):
        above = at + Point(step, -REACH - 1.0)
        yield Text(f"{step}", above, _SMALL, INK, anchor="middle")
        beside = at + Point(-REACH - 1.0, step + _SMALL * CAP_HEIGHT / 2)
        yield Text(f"{step}", beside, _SMALL, INK, anchor="end")


def _edge_scales(paper: Paper) -> Iterator[Item]:
    """Steps from the middle of each edge inwards; the first visible step is the printer's margin."""
    middle = Point(paper.width / 2, paper.height / 2)
    edges = (
        (Point(0, middle.y), Point(1, 0)),
        (Point(paper.width, middle.y), Point(-1, 0)),
        (Point(middle.x, 0), Point(0, 1)),
        (Point(middle.x, paper.height), Point(0, -1)),
    )
    for edge, inwards in edges:
        along = inwards.right()
        for step in range(EDGE_FROM, EDGE_TO + 1):
            at = edge + inwards * step
            long = 2.5 if step in (3, 5, 10) else 1.4
            line = segment(at - along * long, at + along * long)
            yield Shape(line, stroke=Stroke(0.2, INK))
            if step in (5, 10):
                beside = at + along * 4.2 + Point(0, _SMALL * CAP_HEIGHT / 2)
                yield Text(f"{step}", beside, _SMALL, INK, anchor="middle")


def _steps(edge: str, words: Language) -> tuple[str, ...]:
    return (
        words("calibration-print", edge=words(edge)),
        words("calibration-pin"),
        words("calibration-read"),
        words("calibration-build"),
        _COMMAND,
        words("calibration-askew"),
        words("calibration-margin", least=EDGE_FROM, most=EDGE_TO),
    )


def _text(title: str, steps: Sequence[str], paper: Paper) -> Iterator[Item]:
    """The title and the steps, above the middle and clear of all targets."""
    # Narrow papers have smaller words.
    share = min(1.0, paper.width / 190)
    middle = paper.width / 2
    top = paper.height * 0.27
    yield Text(title, Point(middle, top), _TITLE * 0.8 * share, INK, bold=True, anchor="middle")
    for number, step in enumerate(steps):
        at = Point(middle, top + (8 + 5 * number) * share)
        yield Text(step, at, _TEXT * share, INK, anchor="middle", bold=step == _COMMAND)
