"""The kinds of pieces: one list, which builds, kits, listings, counts and checks go through in its order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Severity
from pnp.basics.lookup import added, loaded
from pnp.definition import Definition
from pnp.faces import supply_findings
from pnp.imposition import Paper
from pnp.kinds.boards import BoardKind
from pnp.kinds.boxes import BoxKind
from pnp.kinds.cards import CardKind
from pnp.kinds.dividers import DividerKind
from pnp.kinds.frames import FrameKind
from pnp.kinds.kind import BoardSizes, InventoryLine, ListedPiece, PieceGroup, PieceKind
from pnp.kinds.nets import NetKind
from pnp.kinds.pads import PadKind
from pnp.kinds.sections import FILES, BuildOptions, LeftOut, Section
from pnp.kinds.standees import StandeeKind
from pnp.kinds.tiles import TileKind, listed_tile, tile_picture, tiles_section
from pnp.kinds.tokens import TokenKind
from pnp.pieces import Pieces

__all__ = [
    "FILES",
    "KINDS",
    "BoardSizes",
    "BuildOptions",
    "InventoryLine",
    "LaidOut",
    "LeftOut",
    "ListedPiece",
    "NetKind",
    "PieceGroup",
    "PieceKind",
    "Section",
    "any_fits",
    "chosen",
    "cut_out_number",
    "in_counts",
    "in_numbers",
    "inventory",
    "kind_of",
    "kinds_of",
    "laid_out",
    "larger_than",
    "listed_tile",
    "listing",
    "numbers_of",
    "piece_findings",
    "piece_groups",
    "printed_pieces",
    "sections",
    "tile_picture",
    "tiles_section",
]

# All kinds, those of other modules last, by the entry point `pnp.kinds`.
KINDS: tuple[PieceKind[Any], ...]

_OWN: tuple[PieceKind[Any], ...] = (
    TileKind(),
    CardKind(),
    BoardKind(),
    TokenKind(),
    PadKind(),
    FrameKind(),
    BoxKind(),
    DividerKind(),
    StandeeKind(),
)


@cache
def _added(name: str) -> PieceKind[Any]:
    """The kind of another module whose list in a file has this key."""
    entry = added("pnp.kinds")[name]
    needed = ["key", "one", "section"]
    kind: PieceKind[Any] = loaded(entry, f'the kind of pieces "{name}"', needed=needed)()
    return kind


def __getattr__(name: str) -> Any:
    """All kinds; a game needs only those of `kinds_of`."""
    if name == "KINDS":
        return (*_OWN, *map(_added, added("pnp.kinds")))
    raise AttributeError(name)


def kinds_of(definition: Definition) -> tuple[PieceKind[Any], ...]:
    """The kinds that a game may have pieces of: those of other modules only if it has them."""
    return (*_OWN, *(_added(name) for name in added("pnp.kinds") if definition.pieces.get(name)))


def piece_findings(pieces: Pieces) -> tuple[Finding, ...]:
    """What is wrong with the pieces, their faces and what these use."""
    found, errors = list[Finding](), 0
    for finding in (each for kind in kinds_of(pieces.definition) for each in kind.findings(pieces)):
        found.append(finding)
        errors += finding.severity is Severity.ERROR
        if errors > limits.MOST_FINDINGS:
            # Thousands of cards with one mistake each take long, and nobody draws them.
            break
    return limits.first_findings((*found, *supply_findings(pieces.definition)))


def larger_than(pieces: Pieces, papers: list[Paper]) -> Iterator[Finding]:
    """A warning for each piece that a sheet of one of the papers has no room for."""
    return (
        finding
        for kind in kinds_of(pieces.definition)
        for finding in kind.larger_than(pieces, papers)
    )


def kind_of(piece: str) -> PieceKind[Any]:
    """The kind that calls a single piece so."""
    return next(kind for kind in __getattr__("KINDS") if kind.one == piece)


def piece_groups(pieces: Pieces, *, board_cell: float | None = None) -> Iterator[PieceGroup]:
    """Every group of pieces: families, decks, boards, tokens and so on; draws nothing.

    Pictures of boards have cells of *board_cell* millimetres, by default of their printed size.
    """
    boards = BoardKind(board_cell)
    for kind in kinds_of(pieces.definition):
        yield from (boards if isinstance(kind, BoardKind) else kind).groups(pieces)


def listing(pieces: Pieces) -> Iterator[ListedPiece]:
    """The pieces of all groups."""
    return (piece for group in piece_groups(pieces) for piece in group.pieces)


def chosen(groups: Iterable[PieceGroup], ids: frozenset[str]) -> Iterator[PieceGroup]:
    """The groups with only the pieces of these ids, without groups that have none of them."""
    for group in groups:
        some = tuple(piece for piece in group.pieces if not ids.isdisjoint(piece.ids))
        if some:
            yield group._replace(pieces=some)


def in_numbers(pieces: Pieces) -> str:
    """The pieces in numbers, as at the foot of a cover; "" without any."""
    counts = in_counts(pieces)
    return pieces.definition.language("cover-contents", pieces=counts) if counts else ""


def in_counts(pieces: Pieces) -> str:
    """The numbers of pieces of each kind in words; "" without any."""
    words = pieces.definition.language
    numbers = [
        (kind.one, kind.number(pieces)) for kind in kinds_of(pieces.definition) if kind.is_counted
    ]
    return words.listed([words.counted(one, number) for one, number in numbers if number])


def numbers_of(pieces: Pieces) -> dict[str, int]:
    """The numbers of cells of each board, cards of each deck and so on, by their names."""
    return {
        name: number
        for kind in kinds_of(pieces.definition)
        for name, number in kind.numbers(pieces).items()
    }


def cut_out_number(pieces: Pieces) -> int:
    """The number of pieces to cut out that people count."""
    groups = (
        group
        for kind in kinds_of(pieces.definition)
        if kind.is_counted
        for group in kind.groups(pieces)
    )
    return sum(each.printed for group in groups for each in group.pieces if each.cut_out)


def printed_pieces(pieces: Pieces) -> dict[str, int]:
    """The number of pieces of each kind to print."""
    return {kind.key: kind.number(pieces) for kind in kinds_of(pieces.definition)}


class LaidOut(NamedTuple):
    """The sheets of a set on a paper, and the pieces that they have no room for."""

    paper: Paper
    sections: tuple[Section, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def laid_out(pieces: Pieces, paper: Paper, options: BuildOptions) -> LaidOut:
    """The sheets of all kinds that the options want; raises InvalidDefinition."""
    found = [*_parts(pieces, paper, options)]
    return LaidOut(
        paper,
        tuple(each for each in found if isinstance(each, Section)),
        tuple(each for each in found if isinstance(each, LeftOut)),
    )


def _parts(pieces: Pieces, paper: Paper, options: BuildOptions) -> Iterator[Section | LeftOut]:
    """What each kind that the options want lays out or leaves out, one after another."""
    for kind in kinds_of(pieces.definition):
        if options.wants(kind.key):
            yield from kind.laid_out(pieces, paper, options)


def sections(pieces: Pieces, paper: Paper, options: BuildOptions) -> tuple[Section, ...]:
    """The sheets of all pieces that the paper has room for."""
    return laid_out(pieces, paper, options).sections


def any_fits(pieces: Pieces, papers: Sequence[Paper]) -> bool:
    """Whether one of the papers has room for a piece of any kind."""
    return any(
        isinstance(each, Section)
        for paper in papers
        for each in _parts(pieces, paper, BuildOptions())
    )


def inventory(pieces: Pieces, *, played: bool = False) -> tuple[InventoryLine, ...]:
    """Every group of pieces in the contents of a kit, or those to play with; the title is also the words for its picture."""
    kinds = [kind for kind in kinds_of(pieces.definition) if kind.is_played or not played]
    return tuple(line for kind in kinds for line in _lines(pieces, kind))


def _lines(pieces: Pieces, kind: PieceKind[Any]) -> tuple[InventoryLine, ...]:
    def made() -> Iterator[InventoryLine]:
        for line in kind.lines(pieces):
            shapes = tuple(each._replace(alt=line.title) for each in line.shapes)
            yield line._replace(shapes=shapes)

    return pieces.once(("inventory", kind.key), lambda: tuple(made()))
