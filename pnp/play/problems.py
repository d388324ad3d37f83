"""Illegal moves, and problems of positions with their places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.basics.errors import Finding, InvalidDefinition, PnpError, Severity
from pnp.definition.reading import Node, place_at

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
        yield Finding(problem.rule, Severity.ERROR, problem.message, place_at(node, problem.path))
