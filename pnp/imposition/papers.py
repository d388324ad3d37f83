"""Sheets of paper, in millimetres: the presets in templates/papers.yaml, and sizes on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import InvalidDefinition, PnpError, Source, UnusableInput
from pnp.basics.folders import folders
from pnp.basics.units import millimetres, number, plain_length
from pnp.basics.words import did_you_mean
from pnp.definition.reading import Fields, Node, Reader, compose, kinds, read_source
from pnp.scene.geometry import Box

# Most home printers leave 3.0 to 6.3 mm free at the edges (printer definitions): titles and rulers
# keep a quarter of an inch away from them. Pieces keep to the content box.
UNPRINTABLE = 6.35

# Bleed may run as far as this: all printers leave about this much free.
LEAST_UNPRINTABLE = 3.0

# Three by three poker cards, which A4 and Letter hold within the reach of most printers.
TIGHT_WIDTH, TIGHT_HEIGHT = 197.0, 266.7

# Round the content, in millimetres: ticks and the numbers of cuts.
TICK_ZONE = 3.2


class Paper(NamedTuple):
    """A sheet of paper and the margins round its content, at the sides and at both ends.

    `wanted` margins are the user's own, and apply to all pieces.
    """

    name: str
    width: float
    height: float
    side_margin: float
    end_margin: float
    wanted: bool = False

    @property
    def title(self) -> str:
        """The name as people write it: A4, Letter, 250 x 350 mm."""
        if self.name.endswith("mm"):
            return f"{number(self.width)} x {number(self.height)} mm"
        return self.name.capitalize().replace("-letter", " or Letter")

    @property
    def content(self) -> Box:
        """Where pieces may be."""
        return Box(
            self.side_margin,
            self.end_margin,
            self.width - 2 * self.side_margin,
            self.height - 2 * self.end_margin,
        )

    @property
    def tight(self) -> Box:
        """Where cards may be: as far as printers reach, if nine poker cards need it."""
        if self.wanted:
            return self.content
        width = max(self.content.width, min(TIGHT_WIDTH, self.width - 2 * UNPRINTABLE))
        height = max(self.content.height, min(TIGHT_HEIGHT, self.height - 2 * UNPRINTABLE))
        return Box((self.width - width) / 2, (self.height - height) / 2, width, height)

    @property
    def wide(self) -> Box:
        """As wide as printers reach, and as high as the content: with a title above and a ruler below."""
        return Box(self.tight.x, self.content.y, self.tight.width, self.content.height)

    @property
    def printable(self) -> Box:
        """Where titles, rulers and ticks may be: the reach of nearly all printers, or the content."""
        edge = min(UNPRINTABLE, self.side_margin, self.end_margin)
        return inset(Box(0, 0, self.width, self.height), edge)

    @property
    def sheet(self) -> Box:
        """Where bleed may be: all but the edges that no printer reaches."""
        edge = min(LEAST_UNPRINTABLE, self.side_margin, self.end_margin)
        return inset(Box(0, 0, self.width, self.height), edge)

    def lying(self) -> Paper:
        """A lying sheet of the same paper, with the margins of an upright one."""
        return self._replace(width=self.height, height=self.width)

    def turned(self) -> Paper:
        """The paper turned by a quarter, with its margins."""
        return self._replace(
            width=self.height,
            height=self.width,
            side_margin=self.end_margin,
            end_margin=self.side_margin,
        )


def inset(box: Box, edge: float) -> Box:
    """The box, smaller by *edge* on each side; larger if *edge* is negative."""
    return Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)


def common(box: Box, other: Box) -> Box:
    """The common part of two boxes that meet."""
    left, top = max(box.x, other.x), max(box.y, other.y)
    right, bottom = min(box.right, other.right), min(box.bottom, other.bottom)
    return Box(left, top, right - left, bottom - top)


def tick_zone(box: Box, reach: Box) -> Box:
    """A box of pieces with room for the ticks round it, within the reach of printers."""
    # The ends of slanted lines stick out by half a line's width.
    wide, reach = inset(box, -TICK_ZONE), inset(reach, 0.15)
    left, top = max(wide.x, min(box.x, reach.x)), max(wide.y, min(box.y, reach.y))
    right = min(wide.right, max(box.right, reach.right))
    bottom = min(wide.bottom, max(box.bottom, reach.bottom))
    return Box(left, top, right - left, bottom - top)


BOTH = ("a4", "letter")

# A name may begin with a digit, as 4x6 does, and becomes a part of file names.
_LENGTH = kinds.length(0, 2000)
_PAPER_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class UnknownPaper(PnpError):
    """A name that no paper has."""


def load_papers() -> dict[str, Paper]:
    """All papers by name; a user's own file adds papers to the bundled file, or replaces some."""
    papers: dict[str, Paper] = {}
    for folder in reversed(folders("templates")):
        path = folder / "papers.yaml"
        if path.is_file():
            papers.update(_papers_in(read_source(path)))
    return papers


@lru_cache(maxsize=8)
def _papers_in(source: Source) -> dict[str, Paper]:
    """The papers in a file; raises InvalidDefinition."""
    reader = Reader()
    found = _papers(reader, compose(source))
    if reader.findings:
        raise InvalidDefinition(reader.findings)
    return found


def print_on_paper(has_room: Callable[[Paper], bool]) -> str:
    """The advice to print on the smallest paper that has room; "" if none has."""
    every = sorted(load_papers().values(), key=lambda each: each.width * each.height)
    found = next(filter(has_room, every), None)
    return f"print on {found.title} with `--paper {found.name}`" if found else ""


def _papers(reader: Reader, node: Node) -> dict[str, Paper]:
    fields = reader.fields(node, "papers")
    found = {}
    for key, value in () if fields is None else fields.items():
        name = reader.text(key, "the name of a paper")
        if name is not None and not _PAPER_NAME.fullmatch(name):
            message = (
                f'a paper cannot have the name "{name}"; write small letters, digits and hyphens'
            )
            reader.error("name", message, key.place)
            continue
        paper = None if name is None else _paper(reader, name, value)
        if paper is not None:
            found[paper.name] = paper
    return found


def _paper(reader: Reader, name: str, node: Node) -> Paper | None:
    keys = ("width", "height", "margins")
    fields = reader.fields(node, "a paper", known=keys, required=keys)
    if fields is None:
        return None
    margins = fields.read(
        "margins",
        lambda value: reader.fields(
            value, "margins", known=("sides", "ends"), required=("sides", "ends")
        ),
    )

    def length(fields: Fields | None, key: str) -> float | None:
        return fields.read(key, lambda value: _LENGTH.read(reader, value, key)) if fields else None

    width, height = length(fields, "width"), length(fields, "height")
    sides, ends = length(margins, "sides"), length(margins, "ends")
    if width is None or height is None or sides is None or ends is None:
        return None
    paper = Paper(name, width, height, sides, ends)
    if paper.content.width < LEAST_CONTENT or paper.content.height < LEAST_CONTENT:
        reader.error("paper", f'the margins of "{name}" leave no room on the sheet', node.place)
        return None
    return paper


def one_paper(word: str, *, reason: str) -> Paper:
    """The paper of that name; raises UnknownPaper, and UnusableInput with the reason for `both`."""
    papers = chosen_papers([word])
    if len(papers) != 1:
        raise UnusableInput(f"{reason}; name one paper")
    return papers[0]


def chosen_papers(words: Sequence[str], *, margin: str | None = None) -> list[Paper]:
    """The papers of these names; `both` means A4 and Letter, and 250x350mm a paper of that size.

    `margin` is a length for all four margins, or two lengths with a comma, for sides and ends. Raises
    UnknownPaper, and UnusableInput if a margin leaves no room on a paper.
    """
    papers = load_papers()
    names = [name for word in words for name in (BOTH if word == "both" else (word.lower(),))]
    chosen = []
    for name in dict.fromkeys(names):
        paper = papers.get(name) or _paper_of_size(name)
        if paper is None:
            hint = did_you_mean(name, [*papers, "both"])
            known = ", ".join(["both", *papers])
            raise UnknownPaper(
                f'there is no paper "{name}"{hint or f" among {known}"}{"" if hint else ";"} or write a size such as 250x350mm'
            )
        chosen.append(paper if margin is None else _with_margin(paper, margin))
    return chosen


# Two lengths with an x between them, and the unit after one or both.
_SIZE = r"([0-9.]+)\s*(mm|cm|in|pt)?\s*x\s*([0-9.]+)\s*(mm|cm|in|pt)?"

# Millimetres: the limits are a playing card and the longest paper of plotters.
_SIZES = (60.0, 2000.0)

# Millimetres: the least room between the margins.
LEAST_CONTENT = 5.0


def _paper_of_size(text: str) -> Paper | None:
    """The paper of a size in words; None if the text is not a size."""
    match = re.fullmatch(_SIZE, text)
    if match is None:
        return None
    width_text, width_unit, height_text, height_unit = match.groups()
    unit = height_unit or width_unit or "mm"
    try:
        width = millimetres(width_text + (width_unit or unit))
        height = millimetres(height_text + (height_unit or unit))
    except ValueError:
        return None
    least, most = _SIZES
    if not (least <= min(width, height) and max(width, height) <= most):
        raise UnknownPaper(
            f"a paper cannot be {plain_length(width)} x {plain_length(height)}; each side has to be"
            f" {least:.0f} to {most:.0f} mm"
        )
    name = f"{number(width)}x{number(height)}mm"
    return Paper(name, width, height, min(10.0, width * 0.07), 12.7)


def _with_margin(paper: Paper, text: str) -> Paper:
    try:
        lengths = [millimetres(part) for part in text.split(",")]
        if not 1 <= len(lengths) <= 2 or min(lengths) < 0:
            raise ValueError
    except ValueError:
        raise UnusableInput(
            f"--margin {text}: write a length such as 12mm, or two for sides and ends, as 10mm,20mm"
        ) from None
    sides, ends = lengths[0], lengths[-1]
    changed = paper._replace(side_margin=sides, end_margin=ends, wanted=True)
    if min(changed.content.width, changed.content.height) < LEAST_CONTENT:
        most = [number((size - LEAST_CONTENT) / 2) for size in (paper.width, paper.height)]
        raise UnusableInput(
            f"--margin {text} leaves no room on {paper.title}; write at most {most[0]} mm for the sides"
            f" and {most[1]} mm for the ends"
        )
    return changed
