"""Writes the gallery of all bundled sets anew: `python -m tests.docs_gallery`.

`python -m tests.docs_showcase` draws its pictures.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from pnp.colour.theme import STANDARD
from pnp.definition import load_definition
from pnp.kinds import ListedPiece, listing
from pnp.pieces import Pieces
from pnp.project.checking import checked_set
from pnp.project.sets import SetFile, sets_in
from tests.conftest import ROOT
from tests.docs_pages import DOCS

GALLERY = DOCS / "gallery.md"
SETS = ROOT / "tilesets"
# The folders below it: pieces with faces, and the tiles of other authors.
EXAMPLES, PUBLISHED = "examples", "published"
_PLURALS = {"box": "boxes"}

INTRODUCTION = """\
# Gallery

All sets that come with pnp: the cover of each kit, which pnp draws from the pieces, and the page with all of them. The
examples have [faces](faces.md), pictures and [tables of data](data.md). The published sets show how short a definition is, and
that pnp finds the numbers that their authors have published.
"""

EXPLANATION = """\
These sets are the ones to copy from: their files are in `tilesets/examples/` with all pictures, icons and tables, and
`pnp new NAME --from SET` begins a set of yours with a copy.
"""


def gallery() -> str:
    """The page, with a section for each set."""
    sets: dict[str, list[str]] = defaultdict(list)
    for each in sets_in(SETS):
        sets[each.path.parent.name].append(section(each))
    parts = [INTRODUCTION, "## Games\n", *sets[SETS.name]]
    parts += ["## Examples of faces, pictures and data\n", EXPLANATION, *sets[EXAMPLES]]
    return "\n".join([*parts, "## Published sets\n", *sets[PUBLISHED]])


def section(found: SetFile) -> str:
    """The section of a set: its picture, its numbers, and how to build it."""
    definition = load_definition(found.path)
    checked = checked_set(definition)
    pieces = [
        each
        for each in listing(Pieces(checked.tileset, checked.components, STANDARD, labels=False))
        if each.kind != "pad"
    ]
    lines = [
        f"### {definition.title}\n",
        f"{description(found)}\n",
        "<!-- drawn by: python -m tests.docs_showcase -->\n",
        f"![{definition.title}: its cover and its pieces](images/gallery-{found.name}.webp)\n",
        "| pieces | different | to print |\n|---|---|---|",
        *table(pieces),
        f"\nBuild it with `pnp build {found.name}`.\n",
    ]
    return "\n".join(lines)


def description(found: SetFile) -> str:
    """The first comment of the file that is not for an editor."""
    comments = re.findall(r"^# (?!yaml-language-server)(.*)$", found.path.read_text("utf-8"), re.M)
    return str(comments[0])


def table(pieces: Sequence[ListedPiece]) -> Iterator[str]:
    """A row for each family, deck, kind of token and board, and one for all tiles."""
    different: Counter[tuple[str, str]] = Counter()
    printed: Counter[tuple[str, str]] = Counter()
    for each in pieces:
        for group in {(each.kind, each.group), (each.kind, "")}:
            different[group] += 1
            printed[group] += each.copies
    families = sum(kind == "tile" and name != "" for kind, name in different)
    for (kind, name), number in different.items():
        if name:
            yield f"| {_PLURALS.get(kind, f'{kind}s')}, {name} | {number:,} | {printed[kind, name]:,} |"
    if families > 1:
        yield f"| **all tiles** | {different['tile', '']:,} | {printed['tile', '']:,} |"


if __name__ == "__main__":
    GALLERY.write_text(gallery(), "utf-8")
