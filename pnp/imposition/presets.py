"""Papers: the presets in templates/papers.yaml, and sizes on the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.basics.errors import InvalidDefinition, PnpError, UnusableInput
from pnp.basics.units import millimetres, number, plain_length
from pnp.basics.words import did_you_mean
from pnp.definition import folders
from pnp.definition.reading import Fields, Node, Reader, compose, kinds, read_source
from pnp.imposition import Paper

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
            reader = Reader()
            papers.update(_papers(reader, compose(read_source(path))))
            if reader.findings:
                raise InvalidDefinition(reader.findings)
    return papers


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
                f'there is no paper "{name}"{hint or f" among {known}"}; or write a size such as'
                " 250x350mm"
            )
        chosen.append(paper if margin is None else _with_margin(paper, margin))
    return chosen


# Two lengths with an x between them, and the unit after one or both.
_SIZE = re.compile(r"([0-9.]+)\s*(mm|cm|in|pt)?\s*x\s*([0-9.]+)\s*(mm|cm|in|pt)?")

# Millimetres: the limits are a playing card and the longest paper of plotters.
_SIZES = (60.0, 2000.0)

# Millimetres: the least room between the margins.
LEAST_CONTENT = 5.0


def _paper_of_size(text: str) -> Paper | None:
    """The paper of a size in words; None if the text is not a size."""
    match = _SIZE.fullmatch(text)
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
