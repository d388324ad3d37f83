"""Nets and boards that are larger than the paper, and what would fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.basics.errors import DoesNotFit, Finding, Place, Severity
from pnp.basics.units import number
from pnp.basics.words import in_words
from pnp.boxes import boxed
from pnp.definition import BoxDefinition
from pnp.imposition import Bleed, Paper, check_fits
from pnp.imposition.papers import inset
from pnp.pieces import Copies, Pieces
from pnp.project.presets import chosen_papers, load_papers
from pnp.scene.geometry import Box as Room
from pnp.sets.boxes import Box

# The bleed of boxes and standees, which scissors cut in and out of corners.
NET_BLEED = Bleed("full", 2.5)

# The most stacks, and the most boxes.
_MOST = 20

_WORDS = {"frames": "part", "boxes": "box", "dividers": "strip", "standees": "standee"}

# The advice where neither fewer pieces nor a larger paper helps.
_NOTHING = {
    "frames": "write a smaller `width`, or smaller tiles",
    "boxes": "split the pieces over several boxes",
    "dividers": "use several trays",
    "standees": "write a smaller `height`",
}


def too_large(
    pieces: Pieces, kind: str, nets: Sequence[Copies], paper: Paper, bleed: float, error: DoesNotFit
) -> DoesNotFit:
    """The error about the first net that the paper has no room for, with what would fit.

    *error* itself is for nets that all fit, if something else is too large, such as their bleed.
    """
    room = _room(paper, bleed)
    large = next((net for net, _ in nets if not _fits(net.box, room)), None)
    if large is None:
        return error
    return _too_large(pieces, kind, large.id, large.box, large.place, paper, bleed)


def _too_large(
    pieces: Pieces, kind: str, name: str, net: Room, place: Place | None, paper: Paper, bleed: float
) -> DoesNotFit:
    room = _room(paper, bleed)
    advice: list[str] = []
    box = next((each for each in pieces.components.boxes if each.name == name), None)
    if kind == "boxes" and box is not None:
        advice += _smaller(pieces, box, room)
    if kind == "frames":
        advice += _split(pieces, name, room)
    advice += _papers(net, bleed)
    what = in_words(advice, last="or") if advice else _NOTHING[kind]
    message = (
        f'the {_WORDS[kind]} "{name}" needs {_size(net)} when it lies flat, and'
        f" {paper.title} has room for {_size(room)}; {what}"
    )
    return DoesNotFit(message, place)


def large_pieces(pieces: Pieces) -> Iterator[Finding]:
    """A warning for each board and box that a sheet of A4 or of Letter has no room for, as kits have them."""
    papers = chosen_papers(["both"])
    for board in pieces.components.boards:
        if board.definition.printed:
            try:
                for paper in papers:
                    check_fits(board, paper)
            except DoesNotFit as error:
                for finding in error.as_findings():
                    yield finding._replace(severity=Severity.WARNING)
    for box in pieces.components.boxes:
        net, reach = boxed(pieces).net(box).box, NET_BLEED.reach
        for paper in (each for each in papers if not _fits(net, _room(each, reach))):
            place = box.definition.place
            found = _too_large(pieces, "boxes", box.name, net, place, paper, reach)
            yield found.as_findings()[0]._replace(severity=Severity.WARNING)
            break


def _room(paper: Paper, bleed: float) -> Room:
    return inset(paper.tight, bleed)


def _fits(box: Room, room: Room) -> bool:
    """Whether a box fits upright or turned; a hundredth of a millimetre is rounding."""
    longer, shorter = max(box.width, box.height), min(box.width, box.height)
    return (
        longer <= max(room.width, room.height) + 0.01
        and shorter <= min(room.width, room.height) + 0.01
    )


def _smaller(pieces: Pieces, box: Box, room: Room) -> Iterator[str]:
    """The nearest number of stacks, and the least number of boxes, with which the box fits."""
    made = box.definition
    total = sum(pieces.components.numbers[each.value] for each in made.wanted)

    def fits(definition: BoxDefinition) -> bool:
        smaller = Box(definition, -(-total // definition.split))
        return _fits(boxed(pieces).net(smaller).box, room)

    others = {*range(1, min(_MOST, box.pieces) + 1)} - {made.stacks}
    stacks = sorted(others, key=lambda each: (abs(each - made.stacks), each))
    found = next((each for each in stacks if fits(replace(made, stacks=each))), None)
    if found is not None:
        yield f"write `stacks: {found}`"
    splits = range(made.split + 1, min(_MOST, total // made.stacks) + 1)
    found = next((each for each in splits if fits(replace(made, split=each))), None)
    if found is not None:
        yield f"write `split: {found}` for {found} boxes of {-(-total // found)} pieces"


def _split(pieces: Pieces, part: str, room: Room) -> Iterator[str]:
    """The least number of parts of a side with which all parts of a frame fit."""
    frame = next(each for each in pieces.components.frames if part in each.part_ids)
    made, board = frame.definition, frame.board.definition
    for split in range(made.split + 1, 7):
        smaller = replace(made, split=split)
        parts = smaller.parts_round(board)
        cut = frame._replace(definition=smaller, parts=parts)
        if len(parts) < split * len(board.grid.headings):
            return
        if all(_fits(each, room) for each in pieces.frames.boxes(cut)):
            yield f"write `split: {split}` for {len(parts)} parts"
            return


def _papers(box: Room, bleed: float) -> Iterator[str]:
    """The smallest paper with room."""
    papers = sorted(load_papers().values(), key=lambda paper: paper.width * paper.height)
    for paper in papers:
        if _fits(box, _room(paper, bleed)):
            yield f"print on {paper.title} with `--paper {paper.name}`"
            return


def _size(box: Room) -> str:
    return f"{number(round(box.width, 1))} x {number(round(box.height, 1))} mm"
