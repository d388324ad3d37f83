"""The font of symbols that stands in where other fonts lack them, drawn here; `python -m tests.symbols_font` writes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

from pnp.scene.fonts import SYMBOLS

# Units of the em; the middle of a capital, round which symbols stand; their reach; the air at both sides.
EM, MIDDLE, REACH, AIR = 1000, 334, 380, 60

# The width of a line, and of an outline.
LINE, OUTLINE = 84, 52

Point = tuple[float, float]
# A contour begins at its first point; a step is the end of a line, or two handles and the end of a curve.
Contour = list[tuple[Point, ...]]


def polygon(points: Sequence[Point]) -> Contour:
    """Straight sides between points round the middle, y up."""
    return [(point,) for point in points]


def disc(radius: float, x: float = 0.0, y: float = 0.0) -> Contour:
    """A circle of four curves."""
    k = 0.5523 * radius
    return [
        ((x + radius, y),),
        ((x + radius, y - k), (x + k, y - radius), (x, y - radius)),
        ((x - k, y - radius), (x - radius, y - k), (x - radius, y)),
        ((x - radius, y + k), (x - k, y + radius), (x, y + radius)),
        ((x + k, y + radius), (x + radius, y + k), (x + radius, y)),
    ]


def moved(contour: Contour, change: Callable[[Point], Point]) -> Contour:
    """The contour with its points moved."""
    return [tuple(map(change, step)) for step in contour]


def turned(contour: Contour, degrees: float) -> Contour:
    """The contour turned clockwise about the middle."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return moved(contour, lambda at: (at[0] * cos + at[1] * sin, at[1] * cos - at[0] * sin))


def scaled(contour: Contour, share: float, y: float = 0.0) -> Contour:
    """The contour smaller, round a point that is so far above the middle."""
    return moved(contour, lambda at: (at[0] * share, y + (at[1] - y) * share))


def reversed_(contour: Contour) -> Contour:
    """The same contour in the other direction: a hole."""
    points = [point for step in contour for point in step]
    sizes = [len(step) for step in contour[1:]]
    back = points[::-1]
    found, at = [(back[0],)], 1
    for size in reversed(sizes):
        found.append(tuple(back[at : at + size]))
        at += size
    return found


def outlined(contour: Contour, share: float, y: float = 0.0) -> list[Contour]:
    """The outline of a contour, whose hole has this share of its size."""
    return [contour, reversed_(scaled(contour, share, y))]


def box(half: float) -> Contour:
    """A square that reaches so far."""
    return polygon([(-half, half), (half, half), (half, -half), (-half, -half)])


def bar(start: Point, end: Point, width: float) -> Contour:
    """A line from point to point with square ends."""
    long = math.dist(start, end)
    along = ((end[0] - start[0]) / long, (end[1] - start[1]) / long)
    aside = (-along[1] * width / 2, along[0] * width / 2)
    return polygon(
        [
            (start[0] + aside[0], start[1] + aside[1]),
            (end[0] + aside[0], end[1] + aside[1]),
            (end[0] - aside[0], end[1] - aside[1]),
            (start[0] - aside[0], start[1] - aside[1]),
        ]
    )


def arrow(shaft: float = LINE, head: float = 250.0, tail: float = -REACH) -> Contour:
    """An arrow to the right; its head is as long as half of its height."""
    half, back = shaft / 2, REACH - head
    return polygon(
        [
            (tail, half),
            (back, half),
            (back, head),
            (REACH, 0),
            (back, -head),
            (back, -half),
            (tail, -half),
        ]
    )


def both_ways(shaft: float = LINE, head: float = 210.0) -> Contour:
    """An arrow to the left and to the right."""
    half, back = shaft / 2, REACH - head
    right = [(back, half), (back, head), (REACH, 0), (back, -head), (back, -half)]
    return polygon([*right, *((-x, -y) for x, y in right)])


def double_arrow() -> list[Contour]:
    """An arrow to the right with two lines."""
    gap, half, head = 62.0, LINE / 2 - 6, 270.0
    lines = [
        polygon(
            [
                (-REACH, y + half),
                (REACH - 140, y + half),
                (REACH - 140, y - half),
                (-REACH, y - half),
            ]
        )
        for y in (gap + half, -gap - half)
    ]
    tip, wide = (REACH, 0.0), LINE * 0.95
    back = REACH - head
    point = polygon(
        [
            (back, head),
            (back + wide, head),
            tip,
            (back + wide, -head),
            (back, -head),
            (REACH - wide * 1.1, 0),
        ]
    )
    return [*lines, point]


def star(points: int, inner: float) -> Contour:
    """A star with a point above."""
    corners = []
    for number in range(2 * points):
        radius = (REACH if number % 2 == 0 else inner) * 1.06
        angle = math.pi * number / points
        corners.append((radius * math.sin(angle), radius * math.cos(angle)))
    return polygon(corners)


def heart() -> Contour:
    """A heart with its tip below."""
    r = REACH
    return [
        ((0, -0.98 * r),),
        ((-0.1 * r, -0.82 * r), (-r, -0.3 * r), (-r, 0.33 * r)),
        ((-r, 0.72 * r), (-0.74 * r, 0.92 * r), (-0.5 * r, 0.92 * r)),
        ((-0.26 * r, 0.92 * r), (-0.08 * r, 0.78 * r), (0, 0.56 * r)),
        ((0.08 * r, 0.78 * r), (0.26 * r, 0.92 * r), (0.5 * r, 0.92 * r)),
        ((0.74 * r, 0.92 * r), (r, 0.72 * r), (r, 0.33 * r)),
        ((r, -0.3 * r), (0.1 * r, -0.82 * r), (0, -0.98 * r)),
    ]


def stem() -> Contour:
    """The foot of a spade and a club."""
    r = REACH
    return [
        ((-0.07 * r, 0.1 * r),),
        ((0.07 * r, 0.1 * r),),
        ((0.07 * r, -0.5 * r), (0.16 * r, -0.86 * r), (0.4 * r, -0.98 * r)),
        ((-0.4 * r, -0.98 * r),),
        ((-0.16 * r, -0.86 * r), (-0.07 * r, -0.5 * r), (-0.07 * r, 0.1 * r)),
    ]


def spade() -> list[Contour]:
    """A spade on its foot."""
    body = moved(scaled(turned(heart(), 180), 0.9), lambda at: (at[0], at[1] + 0.1 * REACH))
    return [body, stem()]


def club() -> list[Contour]:
    """A club on its foot."""
    r = 0.41 * REACH
    return [
        disc(r, 0, 0.52 * REACH),
        disc(r, -0.52 * REACH, -0.18 * REACH),
        disc(r, 0.52 * REACH, -0.18 * REACH),
        stem(),
    ]


def diamond(wide: float = 0.74) -> Contour:
    """A diamond, this wide as a share of its height."""
    return polygon([(0, REACH), (wide * REACH, 0), (0, -REACH), (-wide * REACH, 0)])


def hexagon() -> Contour:
    """A hexagon on a corner."""
    corners = [(math.sin(math.radians(60 * k)), math.cos(math.radians(60 * k))) for k in range(6)]
    return polygon([(x * REACH, y * REACH) for x, y in corners])


def tick() -> Contour:
    """A tick."""
    r = REACH
    return polygon(
        [
            (-0.92 * r, 0.0),
            (-0.72 * r, 0.2 * r),
            (-0.3 * r, -0.3 * r),
            (0.72 * r, 0.86 * r),
            (0.95 * r, 0.68 * r),
            (-0.27 * r, -0.74 * r),
        ]
    )


def cross() -> list[Contour]:
    """A cross of two bars."""
    r = 0.76 * REACH
    return [bar((-r, -r), (r, r), 1.3 * LINE), bar((-r, r), (r, -r), 1.3 * LINE)]


def die(spots: int) -> list[Contour]:
    """The face of a die, an outline with its spots."""
    far = 0.5 * REACH
    diagonal = [(-far, far), (far, -far)]
    others = [(far, far), (-far, -far)]
    sides = [(-far, 0.0), (far, 0.0)]
    places = {
        1: [(0.0, 0.0)], 2: diagonal, 3: [*diagonal, (0.0, 0.0)], 4: [*diagonal, *others],
        5: [*diagonal, *others, (0.0, 0.0)], 6: [*diagonal, *others, *sides],
    }[spots]  # fmt: skip
    return [*outlined(box(REACH), 1 - OUTLINE / REACH), *(disc(66, x, y) for x, y in places)]


def sun() -> list[Contour]:
    """A disc with eight rays."""
    rays = [turned(bar((0, 0.68 * REACH), (0, 1.06 * REACH), LINE), 45.0 * k) for k in range(8)]
    return [disc(0.48 * REACH), *rays]


def moon() -> list[Contour]:
    """A sickle."""
    r = REACH
    k = 0.5523
    return [
        [
            ((0.35 * r, 0.94 * r),),
            ((-0.95 * r * 0.2, 1.05 * r), (-r, 0.6 * r), (-r, 0.0)),
            ((-r, -0.6 * r), (-0.95 * r * 0.2, -1.05 * r), (0.35 * r, -0.94 * r)),
            ((-0.2 * r, -0.72 * r), (-0.42 * r, -k * 0.6 * r), (-0.42 * r, 0.0)),
            ((-0.42 * r, k * 0.6 * r), (-0.2 * r, 0.72 * r), (0.35 * r, 0.94 * r)),
        ]
    ]


def bolt() -> Contour:
    """A flash of lightning."""
    r = REACH
    return polygon(
        [
            (0.2 * r, r),
            (-0.62 * r, -0.14 * r),
            (-0.06 * r, -0.14 * r),
            (-0.24 * r, -r),
            (0.62 * r, 0.24 * r),
            (0.05 * r, 0.24 * r),
        ]
    )


def round_arrow() -> list[Contour]:
    """An open circle with an arrow's head, clockwise."""
    outer, inner = 0.9 * REACH, 0.9 * REACH - LINE
    start, end, steps = 40.0, 330.0, 24
    angles = [math.radians(start + (end - start) * k / steps) for k in range(steps + 1)]
    ring = [(outer * math.sin(a), outer * math.cos(a)) for a in angles]
    ring += [(inner * math.sin(a), inner * math.cos(a)) for a in reversed(angles)]
    middle, half = (outer + inner) / 2, 2.0 * LINE
    head = polygon([(-1.1 * half * 0.62, half), (0.75 * half, 0), (-1.1 * half * 0.62, -half)])
    a = math.radians(end)
    head = moved(
        turned(head, end - 90 + 90),
        lambda at: (at[0] + middle * math.sin(a), at[1] + middle * math.cos(a)),
    )
    return [polygon(ring), head]


def mirrored(contours: list[Contour]) -> list[Contour]:
    """The contours, left and right exchanged."""
    return [reversed_(moved(each, lambda at: (-at[0], at[1]))) for each in contours]


def symbols() -> Iterator[tuple[str, list[Contour]]]:
    """The characters, those with one look together, and their contours."""
    for characters, degrees in (
        ("→➔➜", 0),
        ("↓", 90),
        ("←", 180),
        ("↑", 270),
        ("↗", -45),
        ("↘", 45),
        ("↙", 135),
        ("↖", 225),
    ):
        yield characters, [turned(arrow(), degrees)]
    for characters, degrees in (("➡", 0), ("⬇", 90), ("⬅", 180), ("⬆", 270)):
        yield characters, [turned(arrow(shaft=260, head=REACH), degrees)]
    yield "↔", [both_ways()]
    yield "↕", [turned(both_ways(), 90)]
    for characters, degrees in (("⇒", 0), ("⇓", 90), ("⇐", 180), ("⇑", 270)):
        yield characters, [turned(each, degrees) for each in double_arrow()]
    yield "↻⟳", round_arrow()
    yield "↺⟲", mirrored(round_arrow())
    yield "★⭐", [star(5, 0.4 * REACH)]
    yield "☆", outlined(star(5, 0.44 * REACH), 0.72)
    yield "✦", [star(4, 0.36 * REACH)]
    yield "✶", [star(6, 0.5 * REACH)]
    yield "♥❤", [heart()]
    yield "♡", outlined(heart(), 0.76, 0.05 * REACH)
    yield "♠", spade()
    yield "♣", club()
    yield "♦", [diamond()]
    yield "♢", outlined(diamond(), 0.72)
    yield "✓✔", [tick()]
    yield "✗✘", cross()
    yield "☐", outlined(box(REACH), 1 - OUTLINE / REACH)
    yield "☑", [*outlined(box(REACH), 1 - OUTLINE / REACH), scaled(tick(), 0.66)]
    yield (
        "☒",
        [*outlined(box(REACH), 1 - OUTLINE / REACH), *(scaled(each, 0.7) for each in cross())],
    )
    yield "●⬤", [disc(REACH)]
    yield "○◯", outlined(disc(REACH), 1 - OUTLINE / REACH)
    yield "■", [box(0.9 * REACH)]
    yield "□", outlined(box(0.9 * REACH), 1 - OUTLINE / REACH / 0.9)
    yield "◆", [diamond(1.0)]
    yield "◇", outlined(diamond(1.0), 1 - 1.5 * OUTLINE / REACH)
    triangle = polygon(
        [(0, 0.86 * REACH), (0.96 * REACH, -0.8 * REACH), (-0.96 * REACH, -0.8 * REACH)]
    )
    for full, empty, degrees in (("▲", "△", 0), ("▶", "▷", 90), ("▼", "▽", 180), ("◀", "◁", 270)):
        yield full, [turned(triangle, degrees)]
        yield empty, [turned(each, degrees) for each in outlined(triangle, 0.68, -0.22 * REACH)]
    yield "⬢", [hexagon()]
    yield "⬡", outlined(hexagon(), 1 - OUTLINE / REACH / 0.87)
    for spots in range(1, 7):
        yield chr(ord("⚀") + spots - 1), die(spots)
    yield "☀", sun()
    yield "☾", moon()
    yield "⚡", [bolt()]


def font() -> bytes:
    """The font as a TrueType file, always with the same bytes."""
    glyphs, metrics, characters = {}, {}, {}
    empty = TTGlyphPen(None).glyph()
    glyphs[".notdef"], metrics[".notdef"] = empty, (EM, 0)
    for number, (same, contours) in enumerate(symbols(), 1):
        xs = [x for contour in contours for step in contour for x, _ in step]
        shift, name = AIR - min(xs), f"symbol{number}"
        pen = TTGlyphPen(None)
        curves = Cu2QuPen(pen, max_err=1.0)
        for contour in contours:
            steps = [[(x + shift, y + MIDDLE) for x, y in step] for step in contour]
            curves.moveTo(steps[0][0])
            for step in steps[1:]:
                (curves.lineTo if len(step) == 1 else curves.curveTo)(*step)
            curves.closePath()
        glyphs[name] = pen.glyph()
        metrics[name] = (round(max(xs) - min(xs)) + 2 * AIR, AIR)
        characters |= {ord(each): name for each in same}
    made = FontBuilder(EM, isTTF=True)
    made.setupGlyphOrder([*glyphs])
    made.setupCharacterMap(characters)
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics(metrics)
    made.setupHorizontalHeader(ascent=950, descent=-250)
    made.setupNameTable({"familyName": "pnp Symbols", "styleName": "Regular"})
    made.setupOS2(
        sCapHeight=668, sTypoAscender=950, sTypoDescender=-250, usWinAscent=950, usWinDescent=250
    )
    made.setupPost()
    made.font["head"].created = made.font["head"].modified = 0
    stream = BytesIO()
    made.font.recalcTimestamp = False
    made.save(stream)
    return stream.getvalue()


if __name__ == "__main__":
    SYMBOLS.write_bytes(font())
