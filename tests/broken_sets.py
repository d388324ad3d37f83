"""Every broken set of the tests, by a name: the file of the test, and the case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pnp.basics.errors import Severity
from tests import test_boxes, test_definition, test_frames, test_pieces, test_validation
from tests.broken_pieces import BROKEN_PIECES

# Broken sets that structure alone cannot refuse, by the reason in a word.
BEYOND_STRUCTURE: dict[str, list[str]] = {
    "blank": [
        "pieces: blank token 0",
        "pieces: blank token 1",
        "pieces: blank token 2",
        "pieces: blank token 3",
    ],
    "combination": [
        "definition: strand: {ports: 9}",
        "definition: edge: {blank: yes}",
        "definition: colours: red strand: {colours: blue}",
        "pieces: labels",
        "boxes: structure, a side of a box has only the front of a face",
        "frames: structure, a place of a frame has only the front of a face",
        "boxes: size, 9 columns in 60 mm are too narrow for fingers; write up to 5",
    ],
    "face": [
        "pieces: card without title",
    ],
    "formula": [
        "pieces: broken formula",
        "pieces: count: players - 4",
        "pieces: count: players / 0",
        "pieces: count: 5000",
        "pieces: count: 0 - players",
    ],
    "geometry": [
        "definition: where: {pattern: AAB}",
        "pieces: long track",
        "pieces: names on the edge",
        "pieces: a million cells",
        "pieces: one cell",
        "pieces: orientation of squares",
        "pieces: hexes as in chess",
        "pieces: odd loop",
        "pieces: wide loop",
        'frames: structure, a frame goes round hexes, squares or triangles; "way" is a path',
        "frames: number, a side of this frame has room for 4 parts; write up to 4",
        "frames: number, the frame has no place 13; they are numbered 1 to 12",
        "pieces: dark hexes",
    ],
    "notation": [
        "definition: tiles: [1-9]",
        "definition: tiles: [R]",
        "definition: tiles: [G1-2]",
        "definition: tiles: [1-\uff12]",
    ],
    "number": [
        "definition: where: {lines: 1.0}",
        "definition: where: {lines: 3..1}",
    ],
    "reference": [
        "definition: where: {purple: {lines: 1}}",
        "definition: colours: [red, bleu]",
        "definition: mark: {ring: gold}",
        "pieces: unknown cell",
        "pieces: unknown word",
        "pieces: unknown colour",
        "pieces: unknown name",
        "pieces: own count",
        'boxes: unknown-name, there are no pieces "dekc"; did you mean "deck"?',
        'boxes: unknown-name, "case" is no deck, no kind of token and no family of tiles',
        'boxes: unknown-name, there are no pieces "hero"',
        'frames: unknown-name, there is no board "iland"; did you mean "island"?',
        "rules: closed-economy of pieces 1",
    ],
    "repeated": [
        "definition: blue: -> red:",
        "definition: exclude: {lines: 1, lines: 2}",
        "pieces: two names",
        'boxes: duplicate-key, "deck" appears twice; remove one of the two',
        'boxes: duplicate-key, the name "deck" is taken',
        "frames: structure, two groups show something at place 2; remove it from one",
        'frames: duplicate-key, the name "island" is taken',
        "pieces: called players",
        "pieces: parameter players",
        'pieces: the name "map-open" is taken',
        'pieces: the name "players-max" is taken: counts',
        'pieces: "title" is taken',
    ],
    "unit": [
        "definition: size: 1.5in -> size: 1mm",
        "definition: size: 1.5in -> size: 2000mm",
        "pieces: tiny hex",
        "frames: length, width has to be 8 mm to 120 mm, not 1mm",
        "boxes: length, thickness has to be 0.05 mm to 20 mm, not 3cm",
        "pieces: size",
    ],
}  # fmt: skip


def cases(test: Callable[..., None]) -> Iterator[Any]:
    """The cases of a parametrized test."""
    for mark in test.pytestmark:  # type: ignore[attr-defined]
        yield from mark.args[1]


def _definitions() -> Iterator[tuple[str, str]]:
    for old, new, expected in cases(test_definition.test_a_mistake_is_named_with_its_place):
        if expected is not None:
            yield f"{old} -> {new}", test_definition.changed(old, new)
    for entry, *_ in cases(test_definition.test_a_mistake_in_a_family_is_named):
        yield entry, test_definition.FAMILY.format(entry=entry)
    for text, _ in cases(test_definition.test_a_value_of_the_wrong_kind_is_a_finding):
        yield text, text


def _pieces() -> Iterator[tuple[str, str]]:
    for name, (text, *_) in test_pieces.BAD.items():
        yield name, text
    for number, text in enumerate(cases(test_pieces.test_a_token_shows_something)):
        yield f"blank token {number}", text
    for text, message in cases(test_pieces.test_names_and_numbers_that_are_spoken_for):
        yield message, text
    for count, _ in cases(test_pieces.test_a_count_that_cannot_be_printed):
        yield f"count: {count}", test_pieces.token(f"front: sun, count: {count}")


def _boxes() -> Iterator[tuple[str, str]]:
    for text, rule, _, _, message in cases(test_boxes.test_wrong_boxes):
        yield f"{rule}, {message}", test_boxes.SET + text


def _frames() -> Iterator[tuple[str, str]]:
    for text, rule, _, _, message in cases(test_frames.test_wrong_frames):
        yield f"{rule}, {message}", test_frames.SET + text


def _rules() -> Iterator[tuple[str, str]]:
    for rule, broken in test_validation.BROKEN.items():
        for number, case in enumerate(broken):
            if case.severity is Severity.ERROR:
                yield f"{rule} {number}", case.text
    for rule, changed in BROKEN_PIECES.items():
        for number, piece in enumerate(changed):
            yield f"{rule} of pieces {number}", piece.text


def broken_sets() -> dict[str, str]:
    """The texts by their names; long digits and line ends are shortened in names."""
    groups = {
        "definition": _definitions(),
        "pieces": _pieces(),
        "boxes": _boxes(),
        "frames": _frames(),
        "rules": _rules(),
    }
    found = {}
    for group, entries in groups.items():
        for name, text in entries:
            short = " ".join(name.split())
            found[f"{group}: {short if len(short) <= 90 else f'{short[:90]}…'}"] = text
    return found
