"""Reading presets: the papers."""

from __future__ import annotations

from pnp.definition.nodes import Node, compose, read_source
from pnp.definition.reader import Fields, Reader, did_you_mean
from pnp.errors import InvalidDefinition, PnpError
from pnp.imposition import Paper
from pnp.project.sets import folders

BOTH = ("a4", "letter")


class UnknownPaper(PnpError):
    """A name that no paper has."""


def load_papers() -> dict[str, Paper]:
    """All papers by name; a user's own file adds to the bundled one, or replaces from it."""
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
        name = reader.name(key, "a paper")
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
        return (
            fields.read(key, lambda value: reader.length(value, key, most=2000)) if fields else None
        )

    width, height = length(fields, "width"), length(fields, "height")
    sides, ends = length(margins, "sides"), length(margins, "ends")
    if width is None or height is None or sides is None or ends is None:
        return None
    paper = Paper(name, width, height, sides, ends)
    if paper.content.width <= 0 or paper.content.height <= 0:
        reader.error("paper", f'the margins of "{name}" leave nothing of the sheet', node.place)
        return None
    return paper


def chosen_papers(words: list[str]) -> list[Paper]:
    """The papers that the words mean; `both` means A4 and Letter. Raises UnknownPaper."""
    papers = load_papers()
    names = [name for word in words for name in (BOTH if word == "both" else (word.lower(),))]
    for name in names:
        if name not in papers:
            raise UnknownPaper(f'there is no paper "{name}"{did_you_mean(name, [*papers, "both"])}')
    return [papers[name] for name in dict.fromkeys(names)]
