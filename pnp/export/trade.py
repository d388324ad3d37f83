"""`pnp export trade`: a sell sheet for publishers, and the pictures of a store's page.

Everything on them is drawn from the set: no word is here that neither the file nor its rulebook has.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import NOWHERE, DoesNotFit, Finding, Severity
from pnp.basics.markup import Run, TextBlock
from pnp.documents.blocks import Block, Heading, Paragraph, Table, plain
from pnp.draw.look.lettering import game_lettering
from pnp.draw.look.signs import box_path
from pnp.export.formats import Chosen, Format
from pnp.export.game import Game, box_of, cover_page, kind, side_page
from pnp.export.painting import Painter, Picture
from pnp.imposition.papers import Paper, load_papers
from pnp.kinds import PieceGroup, in_counts, inventory
from pnp.pieces import Pieces
from pnp.project.dress import dress_of
from pnp.project.files import Content, OutputFile
from pnp.scene import Document, Item, Layer, Page, Shape
from pnp.scene import Picture as Drawn
from pnp.scene.geometry import Box, Point, bounding_box, rounded, turned
from pnp.scene.typesetting import fitted, set_text

if TYPE_CHECKING:
    from PIL.Image import Image

PAPERS = ("a4", "letter")

# Millimetres and dots for an inch of a store's pictures: 1,200 x 1,800, 1,920 x 640, 800 x 800 and 1,800 x 1,000 dots.
_COVER, _BANNER, _THUMBNAIL, _PIECES = (
    (101.6, 152.4),
    (162.56, 54.1867),
    (67.7333, 67.7333),
    (1800, 1000),
)
DPI = 300
# Pieces in front of those that are fanned, at most of so many kinds; and those in a fan.
_FRONT, _FANNED = 3, 7
# Degrees between two pieces of a fan, and between the first and the last; the share of a picture that pieces fill.
_TURN, _MOST_TURN, _FILLED = 7.0, 36.0, 0.88

T = TypeVar("T")


class TradeFormat(Format):
    """A sell sheet and pictures."""

    key = "trade"
    summary = "a sell sheet for publishers, and pictures for a store's page"

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        pieces = game.checked.pieces
        papers = load_papers()
        for name in PAPERS:
            yield _sheet_file(game, papers[name])
        pages: dict[str, Callable[[], Page]] = {
            "cover": partial(cover_page, game, *_COVER),
            "banner": partial(_banner, pieces, *_BANNER),
            "thumbnail": partial(cover_page, game, *_THUMBNAIL, small=True),
        }
        for name, page in pages.items():
            yield painter.picture(page, DPI).file(f"{name}.png", "picture")
        back, front = _chosen(game)
        if back or front:
            fan = Fan(
                [painter.picture(page, DPI) for page in back],
                [painter.picture(page, DPI) for page in front],
                pieces.look.ground,
            )
            yield OutputFile("pieces.png", "picture", lambda: fan.values, lambda: Content(fan.png))

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        definition = game.checked.pieces.definition
        lacking = {
            "players": not definition.players.stated,
            "minutes": definition.minutes is None,
            "age": definition.age is None,
            "look: {tagline}, or a rulebook that begins with a sentence": not _hook(game),
            "source: {designer}": not definition.credit.designer,
        }
        keys = [key for key, is_lacking in lacking.items() if is_lacking]
        if keys:
            message = f"publishers look for more than the set says; it lacks {'; '.join(keys)}"
            yield Finding("trade", Severity.NOTE, message, NOWHERE)


# A store's pictures


def _banner(pieces: Pieces, width: float, height: float) -> Page:
    """A strip of the cover with the title on its ground at the left."""
    from pnp.covers import vignette

    look, share = pieces.look, 0.42
    strip = vignette(pieces, width * (1 - share), height)
    title = game_lettering(
        pieces.definition, look, width * (share - 0.08), height * 0.3, height=height * 0.7
    )
    at = Point((width * share - title.box.width) / 2, (height - title.box.height) / 2)
    ground = Shape(box_path(Box(0, 0, width, height)), fill=look.ground)
    items = (ground, strip.at(Point(width * share, 0.0)), title.at(at))
    return Page(width, height, {Layer.ART: items}, title=pieces.definition.title)


def _chosen(game: Game) -> tuple[list[Callable[[], Page]], list[Callable[[], Page]]]:
    """The pieces that are fanned, of the group that shows most, and some of others in front."""
    groups = [each for each in game.played if kind(each).is_loose and each.pieces]
    if not groups:
        return [], []
    first = max(groups, key=_shown)
    others = [each for each in groups if each is not first][:_FRONT]
    return (
        [partial(side_page, piece, DPI) for piece in spread(first.pieces, _FANNED)],
        [partial(side_page, piece, DPI) for each in others for piece in spread(each.pieces, 2)],
    )


def _shown(group: PieceGroup) -> float:
    """The area of the pieces of a group in a fan."""
    box = box_of(group.pieces[0])
    return min(len(group.pieces), _FANNED) * box.width * box.height


def spread(things: Sequence[T], most: int) -> list[T]:
    """At most so many of the things, taken evenly."""
    if len(things) <= most:
        return [*things]
    return [things[at * len(things) // most] for at in range(most)]


class Fan(NamedTuple):
    """Pieces as in a hand, and others in front of them, on a ground."""

    back: Sequence[Picture]
    front: Sequence[Picture]
    ground: str

    @property
    def values(self) -> object:
        """All that the picture is made from."""
        return [each.values for each in (*self.back, *self.front)], self.ground

    @property
    def png(self) -> bytes:
        """The picture as a PNG file."""
        back, front = ([_opened(each.png) for each in some] for some in (self.back, self.front))
        buffer = io.BytesIO()
        fanned(back, front, _PIECES, self.ground).convert("RGB").save(buffer, "PNG", dpi=(300, 300))
        return buffer.getvalue()


def _opened(png: bytes) -> Image:
    from PIL import Image

    return Image.open(io.BytesIO(png)).convert("RGBA")


def fanned(
    back: Sequence[Image], front: Sequence[Image], size: tuple[int, int], ground: str
) -> Image:
    """Pictures as in a hand, the last one on top, and others in a row over its lower edge; all in one scale."""
    from PIL.Image import Resampling, new

    across = max((each.width for each in back), default=0)
    high = max((each.height for each in back), default=0)
    turn = min(_TURN, _MOST_TURN / max(1, len(back) - 1))
    places: list[tuple[Image, Point, float]] = []
    for at, picture in enumerate(back):
        step = at - (len(back) - 1) / 2
        # A step turns as much as a circle of this radius does over its length.
        places.append(
            (picture, Point(step * 0.66 * across, 0.011 * turn * step**2 * across), turn * step)
        )
    gap = 0.12 * max((each.width for each in front), default=0)
    x = -(sum(each.width for each in front) + gap * (len(front) - 1)) / 2
    for at, picture in enumerate(front):
        middle = Point(x + picture.width / 2, 0.56 * high + 0.28 * picture.height)
        places.append((picture, middle, 7.0 * (-1) ** at))
        x += picture.width + gap
    boxes = [bounding_box(_corners(picture, centre, turn)) for picture, centre, turn in places]
    whole = bounding_box(corner for box in boxes for corner in box.corners)
    scale = min(size[0] * _FILLED / whole.width, size[1] * _FILLED / whole.height)
    middle = Point(size[0] / 2, size[1] / 2) - whole.centre * scale
    sheet = new("RGBA", size, ground)
    for picture, centre, turn in places:
        small = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        resized = picture.resize(small, Resampling.LANCZOS)
        put(sheet, lifted(resized, turn), middle + centre * scale)
    return sheet


def _corners(picture: Image, centre: Point, turn: float) -> list[Point]:
    half = Point(picture.width / 2, picture.height / 2)
    corners = Box(-half.x, -half.y, 2 * half.x, 2 * half.y).corners
    return [centre + turned(corner, math.radians(turn)) for corner in corners]


def lifted(picture: Image, turn: float = 0.0) -> Image:
    """The picture on a shadow of its own outline, turned clockwise by some degrees."""
    from PIL import Image, ImageFilter

    air = 24
    size = (picture.width + 2 * air, picture.height + 2 * air)
    alpha = picture.convert("RGBA").getchannel("A")
    shadow = Image.new("L", size, 0)
    shadow.paste(alpha.point(lambda value: value * 110 // 255), (air, air + 4))
    whole = Image.new("RGBA", size, (0, 0, 0, 0))
    whole.putalpha(shadow.filter(ImageFilter.GaussianBlur(8)))
    whole.alpha_composite(picture.convert("RGBA"), (air, air))
    return whole.rotate(-turn, Image.Resampling.BICUBIC, expand=True)


def put(sheet: Image, picture: Image, middle: tuple[float, float]) -> None:
    """Puts a picture on a sheet, with its middle there."""
    at = (round(middle[0] - picture.width / 2), round(middle[1] - picture.height / 2))
    sheet.alpha_composite(picture, (max(0, at[0]), max(0, at[1])))


# The sell sheet

# Millimetres on A4, and shares of the page: the edge, the head with the cover's ground, its strip of pieces.
_EDGE, _GAP, _HEAD, _STRIP, _FOOT = 14.0, 5.0, 0.47, 0.235, 15.0
_HOOK, _TEXT, _LEAST, _SMALL, _TITLE = 5.4, 4.3, 2.7, 2.9, 5.2
# The share of the width for the words beside the contents of the box, and the most sentences below a table.
_WORDS, _SENTENCES = 0.36, 3
_MOST_PANELS = 6


def _sheet_file(game: Game, paper: Paper) -> OutputFile:
    def document() -> Document:
        definition = game.checked.pieces.definition
        return Document(
            definition.title,
            definition.credit.designer,
            paper.title,
            (sell_sheet(game, paper.width, paper.height),),
            language=definition.language.tag,
            tagged=True,
        )

    def make() -> Content:
        from pnp.render import pdf_bytes

        return Content(pdf_bytes(document()))

    return OutputFile(f"{game.name}-sell-sheet-{paper.name}.pdf", "sell-sheet", document, make)


def sell_sheet(game: Game, width: float, height: float) -> Page:
    """One page: the cover's pieces, title, hook and facts; how it plays; the contents of the box; the credit."""
    from pnp.covers import vignette
    from pnp.covers.facts import facts_items

    pieces = game.checked.pieces
    look, unit, inks = pieces.look, width / 210, dress_of(pieces, width, height).inks
    head, strip = Box(0, 0, width, height * _HEAD), height * _STRIP
    hook = _hook(game)
    items: list[Item] = [
        Shape(box_path(head), fill=look.ground),
        vignette(pieces, width, strip).at(Point(0.0, 0.0)),
    ]
    room = Box(_EDGE, strip + 8, width - 2 * _EDGE, head.height - strip - 8 - 27 * unit)
    title = game_lettering(
        pieces.definition, look, room.width, 21.0, height=room.height * (0.55 if hook else 1.0)
    )
    items.append(title.at(Point(room.x, room.y)))
    below = room.y + title.box.height + 5
    if hook:
        rest = Box(room.x, below, room.width, room.bottom - below)
        items += _set(hook, rest, _HOOK, look.text)
    items += facts_items(pieces, look, head, 1.15 * unit, margin=_EDGE, contents=in_counts(pieces))
    lower = Box(_EDGE, head.bottom + 9, width - 2 * _EDGE, height - head.bottom - 9 - _FOOT - _GAP)
    words = _how_it_plays(game)
    boxes = lower
    if words:
        wide = lower.width * _WORDS
        column = Box(lower.right - wide, lower.y, wide, lower.height)
        items += _column(words, column, inks.accent)
        boxes = Box(lower.x, lower.y, lower.width - wide - 2 * _GAP, lower.height)
    items += _heading(pieces.definition.language("contents"), boxes, inks.accent)
    items += _panels(pieces, _below_heading(boxes), inks.tint)
    items += _credits(pieces, Box(_EDGE, height - _FOOT, width - 2 * _EDGE, _FOOT - 6))
    return Page(width, height, {Layer.ART: tuple(items)}, title=pieces.definition.title)


_INK, _QUIET = "#1F1B16", "#5A5142"


def _set(
    text: str, box: Box, largest: float, ink: str, *, bold: bool = False, middle: bool = False
) -> list[Item]:
    """A text as large as its box allows; one that does not fit loses its last sentences."""
    while text:
        try:
            found = fitted((TextBlock((Run(text),)),), box, largest, _LEAST, bold=bold)
        except DoesNotFit:
            sentences = _sentences(text)[:-1]
            text = " ".join(sentences)
            continue
        x = box.x + box.width / 2 if middle else box.x
        return [*set_text(found, Point(x, box.y), ink, middle=middle)]
    return []


def _sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return re.split(r"(?<=[.!?]) +(?=\S)", text)


def _blocks(game: Game) -> tuple[Block, ...]:
    rulebook = game.checked.rulebook
    return () if rulebook is None else rulebook.blocks


def _hook(game: Game) -> str:
    """The sentence that makes people read on: the tagline of the look, or the first of the rulebook."""
    own = game.checked.pieces.look.tagline
    for each in _blocks(game):
        if isinstance(each, Paragraph):
            return plain(each.text)
        if isinstance(each, Heading) and each.level > 1:
            break
    return own


class _Words(NamedTuple):
    """How a game plays: a heading of the rulebook, and what stands below it, with keywords or without."""

    heading: str
    lines: tuple[tuple[str, str], ...]


def _how_it_plays(game: Game) -> _Words | None:
    """The first section of the rulebook: the rows of its table, and its first sentences."""
    heading = ""
    rows: list[tuple[str, str]] = []
    sentences: list[str] = []
    for each in _blocks(game):
        match each:
            case Heading(level, text) if level > 1:
                if heading:
                    break
                heading = plain(text)
            case Table(_, found) if heading and not rows and len(found[0]) == 2:
                rows = [(_cell(row[0]), _cell(row[1])) for row in found]
            case Paragraph(text) if heading:
                sentences += _sentences(plain(text))
    lines = [*rows, ("", " ".join(sentences[:_SENTENCES]))] if sentences else rows
    return _Words(heading, tuple(lines)) if lines else None


def _cell(cell: object) -> str:
    return plain(cell) if isinstance(cell, tuple) and not isinstance(cell, Drawn) else ""


def _column(words: _Words, box: Box, accent: str) -> Iterator[Item]:
    """The heading, and lines below it in the largest letters that fit."""
    yield from _heading(words.heading, box, accent)
    blocks: list[TextBlock] = []
    for key, text in words.lines:
        if key:
            blocks.append(TextBlock((Run(key, strong=True), Run("\n"), Run(text))))
        else:
            blocks.append(TextBlock((Run(text),)))
    room = _below_heading(box)
    while blocks:
        try:
            found = fitted(tuple(blocks), room, _TEXT, _LEAST)
        except DoesNotFit:
            blocks.pop()
            continue
        yield from set_text(found, Point(room.x, room.y), _INK)
        return


def _heading(text: str, box: Box, accent: str) -> list[Item]:
    return _set(text, Box(box.x, box.y, box.width, _TITLE * 1.5), _TITLE, accent, bold=True)


def _below_heading(box: Box) -> Box:
    return Box(box.x, box.y + _TITLE * 2, box.width, box.height - _TITLE * 2)


def _panels(pieces: Pieces, box: Box, tint: str) -> Iterator[Item]:
    """What is in the box: a panel for each group of pieces, with its picture, its number and its title."""
    lines = sorted(inventory(pieces, played=True), key=lambda each: not each.number)[:_MOST_PANELS]
    if not lines:
        return
    cells = min(
        (_grid(len(lines), columns, box) for columns in range(1, len(lines) + 1)),
        key=lambda each: _badness([line.shapes for line in lines], each),
    )
    for line, cell in zip(lines, cells, strict=True):
        yield Shape(rounded(cell, 1.5), fill=tint)
        room = _picture_room(cell)
        picture, scale = _fitting(line.shapes, room)
        size = Point(picture.box.width, picture.box.height) * scale
        at = room.centre - size * 0.5
        yield picture.at(at, scale=scale)
        number = Box(cell.x + 2, room.bottom + 1.0, cell.width - 4, 7.5)
        if line.number:
            yield from _set(line.number, number, 5.2, _INK, bold=True, middle=True)
        title = Box(cell.x + 1.5, room.bottom + 8.0, cell.width - 3, 6.5)
        yield from _set(line.title, title, 3.4, _INK, middle=True)


def _grid(number: int, columns: int, box: Box) -> list[Box]:
    """So many cells in rows; those of a last row that lacks some are wider."""
    rows = -(-number // columns)
    high = (box.height - _GAP * (rows - 1)) / rows
    cells = []
    for row in range(rows):
        count = min(columns, number - row * columns)
        wide = (box.width - _GAP * (count - 1)) / count
        y = box.y + row * (high + _GAP)
        cells += [Box(box.x + at * (wide + _GAP), y, wide, high) for at in range(count)]
    return cells


def _picture_room(cell: Box) -> Box:
    return Box(cell.x + 3, cell.y + 3, cell.width - 6, cell.height - 19.5)


def _fitting(shapes: Sequence[Drawn], room: Box) -> tuple[Drawn, float]:
    """The shape that is largest in a room, and its scale there; no piece is shown much larger than it is."""
    scales = [
        (min(1.3, room.width / each.box.width, room.height / each.box.height), each)
        for each in shapes
    ]
    scale, picture = max(
        scales, key=lambda each: each[0] ** 2 * each[1].box.width * each[1].box.height
    )
    return picture, scale


def _badness(shapes: Iterable[Sequence[Drawn]], cells: Sequence[Box]) -> float:
    """Small pictures are bad, and one small one is worse than two of half its lack."""
    bad = 0.0
    for some, cell in zip(shapes, cells, strict=True):
        room = _picture_room(cell)
        if min(room.width, room.height) < 8:
            return float("inf")
        picture, scale = _fitting(some, room)
        bad += (picture.box.width * picture.box.height * scale**2) ** -0.5
    return bad


def _credits(pieces: Pieces, box: Box) -> Iterator[Item]:
    """A line, and whose game it is, where it was published and under which terms."""
    definition = pieces.definition
    words, credit = definition.language, definition.credit
    published = ", ".join(filter(None, (credit.page, credit.year)))
    parts = [
        words("kit-designed-by", designer=credit.designer) if credit.designer else "",
        published,
        words("kit-licence", licence=definition.licence) if definition.licence else "",
    ]
    yield Shape(box_path(Box(box.x, box.y, box.width, 0.3)), fill=_QUIET)
    text = " \N{MIDDLE DOT} ".join(filter(None, parts))
    if text:
        yield from _set(text, Box(box.x, box.y + 2, box.width, box.height), _SMALL, _QUIET)
