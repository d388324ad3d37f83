"""Scoring: a position in a file becomes a score, and pictures of what earned it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pnp
from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    Place,
    Source,
    UnusableInput,
    in_file_order,
)
from pnp.basics.words import counted, in_words
from pnp.colour.theme import STANDARD, Theme
from pnp.definition import load_definition
from pnp.definition.nodes import read_source
from pnp.definition.positions import Position, Put, Written, read_marks
from pnp.documents import Block, Book, Cell, Figure, Heading, Paragraph, Run, book_pdf
from pnp.documents import Table as TableBlock
from pnp.draw.positions import gallery, scaled
from pnp.draw.typesetting import fitted, set_text
from pnp.games import playable
from pnp.imposition import Paper
from pnp.play import AnyGame, FileKind, Part, Score, Table
from pnp.project.examples import check_score, told_of
from pnp.project.positions import Layout
from pnp.project.sets import resolve
from pnp.project.workshop import Workshop
from pnp.scene import Drawing, Item, Layer, Page, Picture
from pnp.scene.geometry import Box, Point
from pnp.sets.tileset import Tileset, for_players, make_tileset, most_players

# Millimetres: the widest picture of a whole position, and of one part of its score.
_WHOLE, _PART = 150.0, 48.0
_BESIDE, _GAP = 72.0, 6.0  # of two parts side by side in a document
_MARGIN = 8.0
_CAPTION = 2.8  # 8 pt


@dataclass(frozen=True)
class Scored:
    """A position, what it scores, and the workshop that draws it.

    `marks` are what its file says of the picture.
    """

    source: Source
    workshop: Workshop
    marks: Position
    score: Score
    table: Table
    tables: Mapping[str, Table]  # what lies before each who scores
    kind: FileKind
    over: bool  # never of an extract

    @property
    def game(self) -> str:
        return self.workshop.definition.game

    @property
    def title(self) -> str:
        return f"{self.workshop.definition.title}: {Path(self.source.name).name}"


def scored(game: str, path: str, *, theme: Theme = STANDARD) -> Scored:
    """The score of the position in a file, with the pieces of a set: its name, its game's, or its file.

    Raises UnusableInput where there is no such set or file, or nobody knows the rules of play, and
    InvalidDefinition where the file is not understood, the position breaks a rule, or it does not
    score what it says.
    """
    workshop = Workshop(_whole_set(game), theme)
    rules = workshop.rules
    if rules is None:
        raise UnusableInput(
            f'nobody knows the rules of play of "{workshop.definition.game}"; they are known of'
            f" {in_words(playable())}. A changed copy of one of these keeps its `game:`"
        )
    source = read_source(Path(path))
    marks, kind, position = _read(rules, source)
    score = check_score(rules, position, marks)
    made = Scored(
        source,
        workshop,
        marks,
        score,
        rules.table(position),
        {whose: rules.table_of(position, whose) for whose, _ in score.totals},
        kind,
        kind is not FileKind.EXTRACT and rules.is_over(position),
    )
    if marks.is_marked:
        _picture(
            made, made.table, marks
        )  # what it marks has to be there, whether it is drawn or not
    return made


def _whole_set(game: str) -> Tileset:
    """The set, for as many players as it can be printed for."""
    files = resolve([game])
    if len(files) != 1:
        raise UnusableInput(f"{game} has {len(files)} sets; a position is one of one set")
    definition = load_definition(files[0].path)
    return for_players(make_tileset(definition), most_players(definition))


def _read(rules: AnyGame, source: Source) -> tuple[Position, FileKind, Any]:
    """What a file says of its picture, its kind and the position; with the findings of both."""
    findings: list[Finding] = []
    try:
        marks = read_marks(source)
    except InvalidDefinition as error:
        findings += error.findings
    try:
        reading = rules.read(source)
    except InvalidDefinition as error:
        findings += error.findings
    if findings:
        # What is no mapping at all is told by both.
        raise InvalidDefinition(in_file_order([*dict.fromkeys(findings)]))
    return marks, reading.kind, reading.position


def _wholes(made: Scored) -> Iterator[tuple[Picture, str]]:
    """The position with its caption; where players have tables of their own, all of them."""
    caption = made.marks.caption.text
    tables = dict.fromkeys(made.tables.values())
    if len(tables) < 2:
        yield _picture(made, made.table, made.marks), caption or "The position"
        return
    for whose, table in made.tables.items():
        told = f"{caption}: {whose}" if caption else f"The position of {whose}"
        yield _picture(made, table, made.marks), told


def _picture(made: Scored, table: Table, marks: Position) -> Picture:
    """A table with marks on it; raises InvalidDefinition where they are of what is not there."""
    lying = marks._replace(
        board=_written(made, table.board) if table.board else None,
        tiles=_puts(made, table.tiles),
        tokens=_puts(made, table.tokens),
        labels=(*_puts(made, table.labels), *marks.labels),
    )
    return Layout(made.workshop, lying).picture()


def _written(made: Scored, text: str) -> Written:
    return Written(text, Place(made.source, 1, 1))


def _puts(made: Scored, pairs: tuple[tuple[str, str], ...]) -> tuple[Put, ...]:
    return tuple(Put(_written(made, cell), _written(made, what)) for cell, what in pairs)


def _picture_of_part(made: Scored, part: Part) -> Picture:
    """The table with what earned a part of the score: cells outlined, and lines through cells."""

    def cells(names: tuple[str, ...]) -> tuple[Written, ...]:
        return tuple(_written(made, name) for name in names)

    # A line needs two cells.
    ways = tuple(cells(way) for way in part.ways if len(way) > 1)
    marks = made.marks._replace(paths=ways, highlight=cells(part.where), labels=())
    return _picture(made, made.tables.get(part.whose, made.table), marks)


def _parts(made: Scored, width: float) -> Iterator[tuple[Picture, str]]:
    """Each part that has cells to show: the position with these outlined, and what is said below."""
    for number, part in enumerate(made.score.parts, 1):
        if part.where:
            picture, caption = _picture_of_part(made, part), told(number, part)
            ink = made.workshop.theme.caption
            yield _captioned(scaled(picture, width / picture.box.width), caption, ink), caption


def told(number: int, part: Part) -> str:
    """A part of a score in one line: whose it is, what it is and what it is worth."""
    return f"{number}. {part.whose}: {told_of(part)}"


def score_pdf(made: Scored, paper: Paper) -> bytes:
    """The score as a document: the position, a table of all parts, and a picture of each."""
    definition = made.workshop.definition
    book = Book(
        title=made.title,
        author=definition.credit.designer,
        subject=f"a score of {definition.title}",
        blocks=tuple(_blocks(made)),
        footer=f"{definition.title} · score · pnp {pnp.__version__}",
    )
    return book_pdf(book, paper.width, paper.height)


def _blocks(made: Scored) -> Iterator[Block]:
    score = made.score
    yield Heading(1, (Run(made.title),))
    for picture, caption in _wholes(made):
        yield Figure(_at_most(picture, _WHOLE), (Run(caption),), caption)
    totals = ", ".join(f"{whose}: {counted(points, 'point')}" for whose, points in score.totals)
    said = " ".join((*score.remarks, outcome(made)))
    yield Paragraph((Run(totals + ". ", strong=True), Run(said[0].upper() + said[1:])))
    header = ("", "Whose", "What", "How", "Points")
    rows = tuple(
        _cells((f"{number}", _unbroken(part.whose), part.what, part.how, f"{part.points}"))
        for number, part in enumerate(score.parts, 1)
    )
    if rows:
        yield TableBlock(_cells(header), rows, ("right", "left", "left", "left", "right"))
    pictures = list(_parts(made, _BESIDE))
    if pictures:
        yield Heading(2, (Run("What earned it"),))
    for start in range(0, len(pictures), 2):
        pair = pictures[start : start + 2]
        said = "; ".join(caption for _, caption in pair)
        width = 2 * _BESIDE + _GAP
        row = gallery([picture for picture, _ in pair], width, gap=_GAP)
        # A picture by itself is as large as two, whatever the page makes of their width.
        aside = (width - row.box.width) / 2
        yield Figure(row._replace(box=row.box._replace(x=-aside, width=width)), (), said)


def outcome(made: Scored) -> str:
    """Who wins, in words; or how they stand, in a game that goes on."""
    score = made.score
    if made.over:
        return f"{_victory(score, 'wins', 'share')}." if score.winners else "Nobody wins."
    if score.winners and score.standing:
        verb = "is" if len(score.winners) == 1 else "are"
        goes_on = "" if made.kind is FileKind.EXTRACT else "; the game goes on"
        return f"{in_words(score.winners)} {verb} {score.standing}{goes_on}."
    opening, game = "The game goes on.", "it"
    if made.kind is FileKind.EXTRACT:
        opening, game = "This is an extract, not a finished game.", "the game"
        if not any(points for whose, points in score.totals if whose in score.winners):
            return opening
    if not score.winners or len(score.totals) == 1:
        return opening
    would = _victory(score, "would win", "would share")
    return f"{opening} If {game} ended here, {would}."


def _victory(score: Score, wins: str, share: str) -> str:
    """Who wins, and why if they have as many points as others."""
    if score.tie_break.endswith("share the victory"):
        return score.tie_break.replace("share", share)
    who = in_words(score.winners)
    told = f"{who} {wins}" if len(score.winners) == 1 else f"{who} {share} the victory"
    return f"{told}: {score.tie_break}" if score.tie_break else told


def _cells(texts: tuple[str, ...]) -> tuple[Cell, ...]:
    return tuple((Run(text),) for text in texts)


def _unbroken(text: str) -> str:
    """The text in one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _at_most(picture: Picture, width: float) -> Picture:
    return scaled(picture, min(1.0, width / picture.box.width))


def score_page(made: Scored) -> Page:
    """The same as one picture: the position, and below it each part with its caption."""
    ink = made.workshop.theme.caption
    wholes = list(_wholes(made))
    stack = [
        _captioned(small, caption, ink) if len(wholes) > 1 else small
        for picture, caption in wholes
        for small in [_at_most(picture, _WHOLE)]
    ]
    parts = [picture for picture, _ in _parts(made, _PART)]
    if parts:
        stack.append(gallery(parts, _WHOLE + 10, gap=6.0))
    picture = gallery(stack, max(each.box.width for each in stack), gap=8.0)
    width, height = picture.box.width + 2 * _MARGIN, picture.box.height + 2 * _MARGIN
    placed = picture.at(Point(_MARGIN, _MARGIN))
    return Page(width, height, {Layer.ART: (placed,)}, title=made.title)


def _captioned(picture: Picture, caption: str, ink: str) -> Picture:
    """A picture with a few lines below it."""
    width = picture.box.width
    lines = fitted(caption, Box(0, 0, width, 100.0), _CAPTION, _CAPTION)
    items: list[Item] = [picture.at(Point(0, 0))]
    items += set_text(lines, Point(0, picture.box.height + 1.5), ink)
    height = picture.box.height + 1.5 + lines.height
    return Picture(Drawing(tuple(items)), Box(0, 0, width, height))
