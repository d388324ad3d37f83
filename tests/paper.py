"""The paper as printed: a PDF file's pages as ink, lines and words, in millimetres from the top left.

Nothing here knows how sheets are made: it reads the finished file alone.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pikepdf
import pypdfium2
import pypdfium2.raw as raw

Raster = np.ndarray  # rows of dots of red, green and blue, from 0 to 255
MM = 72 / 25.4  # points in a millimetre
At = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]


def product(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that first does *inner* and then *outer*."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u
    )  # fmt: skip


class Stroke(NamedTuple):
    """A straight piece of a line that is drawn, and how."""

    start: At
    end: At
    width: float
    space: str  # the colour space, or the spot colour's name
    overprint: bool
    dashed: bool
    within: int  # 0: on the page itself; 1: in a form on the page; and so on

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    @property
    def key(self) -> tuple[float, ...]:
        """Equal for strokes in the same place."""
        return tuple(round(each, 2) for at in sorted((self.start, self.end)) for each in at)


class Word(NamedTuple):
    """A run of letters and where its baseline begins."""

    text: str
    at: At


class Drawn(NamedTuple):
    """All lines and words on a page, and the colours' names that are in use."""

    strokes: list[Stroke]
    words: list[Word]
    spaces: set[str]
    overprints: bool


class State(NamedTuple):
    """The state with which the operators of a page draw next."""

    matrix: Matrix
    width: float = 1.0
    space: str = "DeviceGray"
    overprint: bool = False
    dashed: bool = False


def space_name(resources: Any, name: str) -> str:
    """A colour space by its own name, a spot colour by its ink's."""
    space = resources.get("/ColorSpace", {}).get(name, name)
    if isinstance(space, pikepdf.Array):
        return str(space[1])[1:] if str(space[0]) == "/Separation" else str(space[0])[1:]
    return str(space)[1:]


def alphabet(font: Any) -> dict[int, str]:
    """The letters of an embedded font with codes of a byte, from its ToUnicode table."""
    table = font["/ToUnicode"].read_bytes().decode("latin-1")
    letters: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, text in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            letters[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, _, texts in re.findall(r"<(\w+)>\s*<(\w+)>\s*\[(.*?)\]", block, re.DOTALL):
            for number, text in enumerate(re.findall(r"<(\w+)>", texts)):
                letters[int(first, 16) + number] = bytes.fromhex(text).decode("utf-16-be")
        for first, last, text in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for number in range(int(last, 16) - int(first, 16) + 1):
                letters[int(first, 16) + number] = chr(int(text, 16) + number)
    return letters


def curve(start: At, one: At, two: At, end: At) -> Iterator[At]:
    """Points along a cubic curve, without the first."""
    for share in (each / 16 for each in range(1, 17)):
        a, b, c, d = (
            (1 - share) ** 3,
            3 * share * (1 - share) ** 2,
            3 * share**2 * (1 - share),
            share**3,
        )
        yield (
            a * start[0] + b * one[0] + c * two[0] + d * end[0],
            a * start[1] + b * one[1] + c * two[1] + d * end[1],
        )


def read_stream(stream: Any, resources: Any, state: State, within: int, drawn: Drawn) -> None:
    """Adds the lines and words of a content stream to what is *drawn*."""
    saved: list[State] = []
    subpaths: list[list[At]] = []
    text_matrix: Matrix = (1, 0, 0, 1, 0, 0)
    letters: dict[int, str] = {}
    spots: list[str] = []

    def at(x: Any, y: Any, matrix: Matrix) -> At:
        a, b, c, d, e, f = matrix
        return (a * float(x) + c * float(y) + e, b * float(x) + d * float(y) + f)

    for operands, operator in pikepdf.parse_content_stream(stream):
        name = str(operator)
        match name:
            case "q":
                saved.append(state)
            case "Q":
                state = saved.pop()
            case "cm":
                inner = tuple(float(each) for each in operands)
                state = state._replace(matrix=product(inner, state.matrix))  # type: ignore[arg-type]
            case "w":
                state = state._replace(width=float(operands[0]))
            case "d":
                state = state._replace(dashed=len(operands[0]) > 0)
            case "RG" | "K" | "G":
                state = state._replace(
                    space={"RG": "DeviceRGB", "K": "DeviceCMYK", "G": "DeviceGray"}[name]
                )
            case "CS":
                state = state._replace(space=space_name(resources, str(operands[0])))
                drawn.spaces.add(state.space)
            case "cs":
                drawn.spaces.add(space_name(resources, str(operands[0])))
            case "gs":
                changes = resources["/ExtGState"][str(operands[0])]
                if "/OP" in changes:
                    state = state._replace(overprint=bool(changes["/OP"]))
            case "m":
                subpaths.append([at(*operands, state.matrix)])
            case "l":
                subpaths[-1].append(at(*operands, state.matrix))
            case "c":
                a, b, c, d, e, f = (float(each) for each in operands)
                one, two, three = (at(*each, state.matrix) for each in ((a, b), (c, d), (e, f)))
                subpaths[-1].extend(curve(subpaths[-1][-1], one, two, three))
            case "h":
                subpaths[-1].append(subpaths[-1][0])
            case "re":
                x, y, w, h = (float(each) for each in operands)
                corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
                subpaths.append([at(*corner, state.matrix) for corner in corners])
            case "S" | "s" | "B" | "b" | "B*" | "b*":
                a, b, *_ = state.matrix
                for path in subpaths:
                    closed = [*path, path[0]] if name in "sbb*" else path
                    drawn.strokes.extend(
                        Stroke(one, other, state.width * math.hypot(a, b), state.space,
                               state.overprint, state.dashed, within)
                        for one, other in pairwise(closed)
                    )  # fmt: skip
                if state.overprint and state.space != "CutContour":
                    spots.append(state.space)
                subpaths = []
            case "f" | "f*" | "F" | "n":
                subpaths = []
            case "Tf":
                letters = alphabet(resources["/Font"][str(operands[0])])
            case "Tm":
                text_matrix = tuple(float(each) for each in operands)  # type: ignore[assignment]
            case "Tj":
                text = "".join(letters.get(code, "?") for code in bytes(operands[0]))
                drawn.words.append(Word(text, at(0, 0, product(text_matrix, state.matrix))))
            case "Do":
                form = resources["/XObject"][str(operands[0])]
                if str(form["/Subtype"]) == "/Form":
                    inner = tuple(float(each) for each in form.get("/Matrix", [1, 0, 0, 1, 0, 0]))
                    below = state._replace(matrix=product(inner, state.matrix))  # type: ignore[arg-type]
                    read_stream(form, form.get("/Resources", resources), below, within + 1, drawn)


class Paper:
    """A finished PDF file."""

    def __init__(self, path: Path) -> None:
        """Opens a file."""
        self.path = path
        self.data = path.read_bytes()
        self.rendered = pypdfium2.PdfDocument(self.data)
        self.pdf = pikepdf.open(io.BytesIO(self.data))
        self.pages = len(self.rendered)

    def size(self, page: int = 0) -> At:
        """Width and height in millimetres."""
        width, height = self.rendered[page].get_size()
        return width / MM, height / MM

    @lru_cache(maxsize=4)  # noqa: B019 - the last pages that were looked at, of all files
    def raster(self, page: int = 0, dpi: float = 200) -> Raster:
        """A page as dots: rows of red, green and blue, from 0 to 255; not to be written to."""
        sheet = self.rendered[page]
        width, height = sheet.get_size()
        across, down = math.ceil(width * dpi / 72 - 1e-6), math.ceil(height * dpi / 72 - 1e-6)
        bitmap = pypdfium2.PdfBitmap.new_native(across, down, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, across, down)
        # A plain rendering stretches the page to whole dots; with a matrix dots keep their size.
        scale = raw.FS_MATRIX(dpi / 72, 0, 0, dpi / 72, 0, 0)
        everything = raw.FS_RECTF(0, 0, across, down)
        flags = raw.FPDF_ANNOT | raw.FPDF_REVERSE_BYTE_ORDER  # red, green, blue
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, sheet, scale, everything, flags)
        return bitmap.to_numpy()

    def drawn(self, page: int = 0) -> Drawn:
        """The lines and words of a page."""
        found = Drawn([], [], set(), False)
        sheet = self.pdf.pages[page]
        height = float(sheet.mediabox[3])
        start: Matrix = (1 / MM, 0, 0, -1 / MM, 0, height / MM)
        read_stream(sheet, sheet.Resources, State(start), 0, found)
        return found

    def text(self, page: int = 0) -> str:
        """All letters on a page, as a reader would copy them."""
        return str(self.rendered[page].get_textpage().get_text_range())


class Blob(NamedTuple):
    """A connected group of dots: its bounding box and mean in millimetres, and how many."""

    left: float
    top: float
    right: float
    bottom: float
    dots: int
    mean: At

    @property
    def centre(self) -> At:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def darkest(raster: Raster) -> np.ndarray:
    """The least of red, green and blue of each dot; ten times as fast as numpy's own `min`."""
    return np.minimum(np.minimum(raster[..., 0], raster[..., 1]), raster[..., 2])


def lightest(raster: Raster) -> np.ndarray:
    """The largest of red, green and blue of each dot."""
    return np.maximum(np.maximum(raster[..., 0], raster[..., 1]), raster[..., 2])


def changed(one: Raster, other: Raster, most: int = 12) -> np.ndarray:
    """Which dots of two rasters differ by more than that in red, green or blue."""
    return lightest(np.maximum(one, other) - np.minimum(one, other)) > most


def runs(mask: np.ndarray) -> dict[int, list[tuple[int, int]]]:
    """Where dots begin and end in the rows that have any."""
    rows = np.flatnonzero(mask.any(axis=1))
    padded = np.zeros((len(rows), mask.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = mask[rows]
    steps = np.diff(padded, axis=1)
    numbers, starts = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    found: dict[int, list[tuple[int, int]]] = {row: [] for row in rows.tolist()}
    for row, start, end in zip(rows[numbers].tolist(), starts.tolist(), ends.tolist(), strict=True):
        found[row].append((start, end))
    return found


def blobs(mask: np.ndarray, dpi: float, *, least: float = 1.0) -> list[Blob]:
    """The connected groups of dots of at least so many square millimetres, in reading order."""
    parents: list[int] = []
    boxes: list[list[int]] = []

    def root(label: int) -> int:
        while parents[label] != label:
            parents[label] = parents[parents[label]]
            label = parents[label]
        return label

    above: list[tuple[int, int, int]] = []
    for y, spans in runs(mask).items():
        here: list[tuple[int, int, int]] = []
        touching = [each for each in above if boxes[root(each[2])][3] >= y]
        for start, end in spans:
            label = -1
            for begun, ended, other in touching:
                if begun < end and start < ended:
                    other = root(other)
                    if label < 0:
                        label = other
                    elif label != other:
                        one, two = boxes[label], boxes[other]
                        boxes[label] = [
                            min(one[0], two[0]), min(one[1], two[1]),
                            max(one[2], two[2]), max(one[3], two[3]),
                            *(a + b for a, b in zip(one[4:], two[4:], strict=True)),
                        ]  # fmt: skip
                        parents[other] = label
            if label < 0:
                label = len(parents)
                parents.append(label)
                boxes.append([start, y, end, y + 1, 0, 0, 0])
            box = boxes[label]
            dots = end - start
            box[:] = [
                min(box[0], start), box[1], max(box[2], end), y + 1,
                box[4] + dots, box[5] + dots * (start + end), box[6] + dots * (2 * y + 1),
            ]  # fmt: skip
            here.append((start, end, label))
        above = here
    dot = 25.4 / dpi
    found = [
        Blob(
            left * dot, top * dot, right * dot, bottom * dot, dots,
            (x / dots / 2 * dot, y / dots / 2 * dot),
        )
        for label, (left, top, right, bottom, dots, x, y) in enumerate(boxes)
        if parents[label] == label and dots * dot * dot >= least
    ]  # fmt: skip
    return sorted(found, key=lambda blob: (round(blob.centre[1], 1), blob.centre[0]))


class Trim(NamedTuple):
    """The outline at which a piece is cut: a regular or rectangular polygon, or a circle."""

    centre: At
    normals: tuple[
        tuple[float, float, float], ...
    ]  # a unit vector outwards, and how far the side is

    def outside(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """How far points are outside; less than 0 within."""
        dx, dy = x - self.centre[0], y - self.centre[1]
        if not self.normals[0][0] and not self.normals[0][1]:
            return np.hypot(dx, dy) - self.normals[0][2]
        found = np.full(np.broadcast_shapes(dx.shape, dy.shape), -np.inf, dtype=x.dtype)
        for nx, ny, far in self.normals:
            np.maximum(found, (nx * dx - far) + ny * dy, out=found)
        return found

    def away(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """How far points are from the piece as the crow flies; less than 0 within."""
        far = self.outside(x, y)
        if not self.normals[0][0] and not self.normals[0][1]:
            return far
        near = np.full_like(far, np.inf)
        for (ax, ay), (bx, by) in self.edges():
            ux, uy = bx - ax, by - ay
            along = np.clip(((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy), 0, 1)
            np.minimum(near, np.hypot(x - ax - along * ux, y - ay - along * uy), out=near)
        return np.where(far > 0, near, far)

    def edges(self) -> list[tuple[At, At]]:
        """The sides, from corner to corner."""
        corners = []
        for (a, b, far), (c, d, near) in pairwise([*self.normals, self.normals[0]]):
            det = a * d - b * c
            corners.append((
                self.centre[0] + (far * d - near * b) / det,
                self.centre[1] + (near * a - far * c) / det,
            ))  # fmt: skip
        return list(pairwise([*corners, corners[0]]))

    def corners(self) -> list[At]:
        return [start for start, _ in self.edges()]

    def widened(self, width: float) -> Trim:
        """The outline with each side so much farther out."""
        return Trim(self.centre, tuple((nx, ny, far + width) for nx, ny, far in self.normals))

    def box(self) -> tuple[float, float, float, float]:
        """The least and the largest x and y: left, top, right, bottom."""
        x, y = self.centre
        far = self.normals[0][2]
        if len(self.normals) == 1:
            return x - far, y - far, x + far, y + far
        xs, ys = zip(*self.corners(), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def moved(self, centre: At) -> Trim:
        return Trim(centre, self.normals)


def regular(sides: int, inradius: float, first: float, centre: At = (0, 0)) -> Trim:
    """A regular polygon; the first normal so many degrees clockwise from the right."""
    angles = [math.radians(first + 360 * each / sides) for each in range(sides)]
    return Trim(centre, tuple((math.cos(a), math.sin(a), inradius) for a in angles))


def rectangle(width: float, height: float, centre: At = (0, 0)) -> Trim:
    """An upright rectangle."""
    return Trim(
        centre, ((1, 0, width / 2), (0, 1, height / 2), (-1, 0, width / 2), (0, -1, height / 2))
    )


def disc(diameter: float, centre: At = (0, 0)) -> Trim:
    """A circle."""
    return Trim(centre, ((0, 0, diameter / 2),))


# Millimetres round a piece in which the distance of dots is measured: more than any bleed.
MEASURED = 7.0


def outside_all(
    trims: Iterable[Trim], shape: tuple[int, ...], dpi: float, *, mitred: bool = False
) -> np.ndarray:
    """For each dot of a page how far it is from the nearest piece; less than 0 within one.

    As the crow flies, or from the nearest piece's sides made longer: *mitred*. Dots farther than
    `MEASURED` millimetres are a metre away.
    """
    dot = 25.4 / dpi
    far = np.full(shape[:2], 1e3, dtype=np.float32)
    for trim in trims:
        left, top, right, bottom = (int(each / dot) for each in trim.widened(MEASURED).box())
        part = far[max(0, top) : bottom + 1, max(0, left) : right + 1]
        y, x = np.indices(part.shape, dtype=np.float32, sparse=True)
        x, y = (x + (max(0, left) + 0.5)) * dot, (y + (max(0, top) + 0.5)) * dot
        np.minimum(part, trim.outside(x, y) if mitred else trim.away(x, y), out=part)
    return far


def reach(raster: Raster, dpi: float, start: At, towards: At) -> float:
    """The distance from *start* in a direction through print, up to the white paper.

    Dots on the edge count in part, so that the answer is finer than a dot. The ground has to be
    of one colour there.
    """
    dot = 25.4 / dpi
    steps = np.arange(0, 200, dot / 4)
    xs = ((start[0] + towards[0] * steps) / dot).astype(int)
    ys = ((start[1] + towards[1] * steps) / dot).astype(int)
    inside = (xs >= 0) & (ys >= 0) & (xs < raster.shape[1]) & (ys < raster.shape[0])
    depth = 255.0 - raster[ys[inside], xs[inside]].min(axis=1)
    white = np.flatnonzero(depth < 1)
    if not len(white):
        return math.inf
    end = int(white[0])
    full = np.median(depth[max(0, end - 24) : max(0, end - 8)])  # just inside of the edge
    return float(np.clip(depth[:end] / full, 0, 1).sum() * dot / 4)
