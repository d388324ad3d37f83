"""What can be wrong in a game: illegal moves, and problems of positions with their places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.basics.errors import Finding, InvalidDefinition, Place, PnpError, Severity
from pnp.definition.nodes import Mapping, Node, Sequence

# A place in a file as the keys and indices that lead to it, such as ("hands", 1, 0).
Path = tuple[object, ...]


class Problem(NamedTuple):
    """Something that is wrong with a position: the rule that it breaks, and where in its file."""

    rule: str
    message: str
    path: Path = ()


class IllegalMove(PnpError):
    """A move that breaks a rule, which it names."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


class IllegalPosition(InvalidDefinition):
    """A position or a record that breaks a rule; `findings` have the rules and their places."""


def findings_of(problems: Iterable[Problem], node: Node) -> Iterator[Finding]:
    """The problems of a position, each with its place in the file."""
    for problem in problems:
        place = place_at(node, problem.path)
        yield Finding(problem.rule, Severity.ERROR, problem.message, place)


def place_at(node: Node, path: Path) -> Place:
    """The place to which a path leads, as far as the file has it."""
    place = node.place
    for step in path:
        if isinstance(node, Mapping):
            key = str(step).replace(" ", "")
            found = [each for name, each in node.entries if name.text.replace(" ", "") == key]
            if not found:
                break
            node = found[0]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            break
        place = node.place
    return place
