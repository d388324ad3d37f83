"""Writes the gallery of all bundled sets anew: `python -m tests.docs_gallery`.

Its pictures are drawn with those of the other pages: `python -m tests.docs_pictures gallery`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from pnp.colour.theme import STANDARD
from pnp.definition import load_definition
from pnp.kinds import ListedPiece, listing
from pnp.pieces import Pieces
from pnp.project import checked_set
from pnp.project.sets import SetFile, sets_in
from tests.conftest import ROOT
from tests.docs_pages import DOCS

GALLERY = DOCS / "gallery.md"
SETS = ROOT / "tilesets"
# The folders below it: pieces with faces, and the tiles of other authors.
EXAMPLES, PUBLISHED = "examples", "published"
SHOWN = 11  # pieces of a set in its picture: a row of tiles
CARDS, TOKENS = 3, 1  # of each deck and of each kind
MORE = 4  # of each deck and of each kind of an example, whose pieces differ by their data

_PLURALS = {"box": "boxes"}

INTRODUCTION = """\
# Gallery

All sets that come with pnp, each with some of its pieces. `pnp show NAME` draws all of them on one sheet.
The sets of games have a rulebook and pads as well. The examples have [faces](faces.md), pictures and [tables of
data](data.md). The published sets show how short a definition is, and that pnp finds the numbers that their authors
have published.

The pictures show some pieces of each set. Below each tile are its id and its
[notation](language.md#tiles-listed-by-hand).
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
    is_example = found.path.parent.name == EXAMPLES
    ids = ",".join(each.id for each in chosen(pieces, is_example=is_example))
    image = f"images/gallery-{found.name}.svg"
    lines = [
        f"### {definition.title}\n",
        f"{description(found)}\n",
        f"<!-- drawn by: pnp show {found.name} --ids {ids} -o {image} -->\n",
        f"![Some pieces of {definition.title}]({image})\n",
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


def chosen(pieces: Sequence[ListedPiece], *, is_example: bool) -> list[ListedPiece]:
    """Some pieces from all groups, in their order, spread evenly over each group."""
    groups = defaultdict(list)
    for each in pieces:
        groups[each.kind, each.group].append(each)
    others = [kind for kind, _ in groups if kind != "tile"]
    share = max(1, (SHOWN - len(others)) // max(1, len(groups) - len(others)))
    cards, tokens = (MORE, MORE) if is_example else (CARDS, TOKENS)
    numbers = {"tile": share, "card": cards, "token": tokens}
    return [
        *chain.from_iterable(
            spread(group, numbers.get(kind, 1)) for (kind, _), group in groups.items()
        )
    ]


def spread(group: Sequence[ListedPiece], number: int) -> list[ListedPiece]:
    """So many pieces of a group at equal steps."""
    number = min(number, len(group))
    return [group[(2 * each + 1) * len(group) // (2 * number)] for each in range(number)]


if __name__ == "__main__":
    GALLERY.write_text(gallery(), "utf-8")
