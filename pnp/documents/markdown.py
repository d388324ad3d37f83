"""Markdown with values and figures becomes blocks; every problem is noted with its place.

Values are put in first, `{{ name }}`; what is left is CommonMark with tables. A figure is an image
alone in its paragraph, `![caption](target)`, or a fenced block of a kind that the resolver knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from pnp.documents.blocks import (
    Aside,
    Block,
    Figure,
    Heading,
    Listing,
    Paragraph,
    Resolver,
    Rows,
    Run,
    Runs,
    Table,
)
from pnp.errors import (
    Finding,
    InvalidDefinition,
    MissingGlyph,
    Place,
    Severity,
    Source,
    UnusableInput,
    in_file_order,
)
from pnp.fonts import advances
from pnp.scene import Picture

_VALUE = re.compile(r"\{\{(.*?)\}\}")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


def read_markdown(source: Source, resolver: Resolver) -> tuple[Block, ...]:
    """The blocks of a template; raises InvalidDefinition with all that is wrong in it."""
    reader = _Reader(source, resolver)
    text = reader.with_values()
    parser = MarkdownIt("commonmark").enable("table")
    blocks = tuple(reader.blocks(SyntaxTreeNode(parser.parse(text)).children))
    if reader.findings:
        raise InvalidDefinition(in_file_order(reader.findings))
    return blocks


class _Reader:
    """Turns Markdown's tree into blocks; `findings` are the problems so far."""

    def __init__(self, source: Source, resolver: Resolver) -> None:
        self.findings: list[Finding] = []
        self._source = source
        self._resolver = resolver
        self._lines = source.text.splitlines()

    def _error(self, message: str, line: int, column: int = 1) -> None:
        place = Place(self._source, line, column)
        self.findings.append(Finding("template", Severity.ERROR, message, place))

    def _error_at(self, message: str, node: SyntaxTreeNode, words: str) -> None:
        """An error where the words first stand in the lines of a node."""
        first, last = _lines_of(node)
        for number in range(first, last):
            column = self._lines[number].find(words)
            if column >= 0:
                self._error(message, number + 1, column + 1)
                return
        self._error(message, first + 1)

    def with_values(self) -> str:
        """The text with its values; lines keep their numbers."""
        return "\n".join(self._valued(line, number) for number, line in enumerate(self._lines, 1))

    def _valued(self, line: str, number: int) -> str:
        rest = _VALUE.sub("", line)
        if "{{" in rest or "}}" in rest:
            self._error("a value is {{ name }}, in one line", number, _first_brace(line))

        def value(match: re.Match[str]) -> str:
            try:
                return _SPECIAL.sub(r"\\\1", self._resolver.value(match[1].strip()))
            except ValueError as error:
                before = len(match[1]) - len(match[1].lstrip())
                self._error(str(error), number, match.start(1) + before + 1)
                return "0"

        return _VALUE.sub(value, line)

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> Iterator[Block]:
        for node in nodes:
            yield from self._block(node)

    def _block(self, node: SyntaxTreeNode) -> Iterator[Block]:
        match node.type:
            case "heading":
                yield Heading(int(node.tag[1]), self._runs(node))
            case "paragraph":
                yield from self._paragraph(node)
            case "bullet_list" | "ordered_list":
                items = tuple(tuple(self.blocks(item.children)) for item in node.children)
                start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
                yield Listing(items, start)
            case "blockquote":
                yield Aside(tuple(self.blocks(node.children)))
            case "table":
                yield self._table(node)
            case "fence":
                yield from self._fence(node)
            case "hr":
                self._error("a rulebook has no rules across the page", _lines_of(node)[0] + 1)
            case "html_block":
                self._error("a template has no HTML", _lines_of(node)[0] + 1)
            case _:
                message = "write a fenced block with its kind, such as ```position"
                self._error(message, _lines_of(node)[0] + 1)

    def _paragraph(self, node: SyntaxTreeNode) -> Iterator[Block]:
        inline = node.children[0].children
        if len(inline) == 1 and inline[0].type == "image":
            yield from self._figure(node, inline[0])
        else:
            yield Paragraph(self._runs(node))

    def _figure(self, node: SyntaxTreeNode, image: SyntaxTreeNode) -> Iterator[Block]:
        target = str(image.attrs.get("src", ""))
        caption = self._checked((Run(image.content),), node)
        if not image.content.strip():
            self._error_at("a figure needs a caption, which is read aloud too", node, "![")
        try:
            found = self._resolver.figure(target)
        except ValueError as error:
            self._error_at(str(error), node, target)
            return
        if isinstance(found, Picture):
            yield Figure(found, caption)
        else:
            yield table_of(found, caption)

    def _fence(self, node: SyntaxTreeNode) -> Iterator[Block]:
        kind = node.info.strip()
        first, _ = _lines_of(node)
        if kind not in self._resolver.kinds:
            known = ", ".join(sorted(self._resolver.kinds))
            self._error(f'there is no kind of block "{kind}"; known here: {known}', first + 1, 4)
            return
        # The lines before are left blank: what is wrong in the block has its true place.
        text = "\n" * (first + 1) + node.content
        try:
            picture, caption = self._resolver.block(kind, Source(self._source.name, text))
        except InvalidDefinition as error:
            self.findings += [self._placed(finding) for finding in error.findings]
        except UnusableInput as error:
            line, column = (first + 1, 1) if error.place is None else error.place[1:]
            self._error(error.message, line, column)
        except ValueError as error:
            self._error(str(error), first + 1)
        else:
            yield Figure(picture, self._checked((Run(caption),), node))

    def _placed(self, finding: Finding) -> Finding:
        """The finding with a place in the whole template, so that its line can be shown."""
        place = finding.place
        return finding._replace(place=Place(self._source, place.line, place.column))

    def _table(self, node: SyntaxTreeNode) -> Table:
        header = tuple(self._runs(cell) for cell in node.children[0].children[0].children)
        body = node.children[1].children if len(node.children) > 1 else []
        return Table(
            header, tuple(tuple(self._runs(cell) for cell in row.children) for row in body)
        )

    def _runs(self, node: SyntaxTreeNode) -> Runs:
        inline = node.children[0].children if node.children else []
        return self._checked(tuple(self._inline(inline, node, bold=False)), node)

    def _inline(
        self, children: Sequence[SyntaxTreeNode], node: SyntaxTreeNode, *, bold: bool
    ) -> Iterator[Run]:
        for child in children:
            match child.type:
                case "text" | "code_inline":
                    yield Run(child.content, bold or child.type == "code_inline")
                case "softbreak":
                    yield Run(" ", bold)
                case "hardbreak":
                    yield Run("\n")
                case "strong" | "em":
                    # The font has no italics: what is stressed is bold.
                    yield from self._inline(child.children, node, bold=True)
                case "link":
                    yield from self._inline(child.children, node, bold=bold)
                    yield Run(f" ({child.attrs.get('href', '')})", bold)
                case "image":
                    message = "a figure stands in a paragraph of its own"
                    self._error_at(message, node, "![")
                case _:
                    self._error_at("a template has no HTML", node, child.content)

    def _checked(self, runs: Runs, node: SyntaxTreeNode) -> Runs:
        """The runs, of which the font has every character."""
        for run in runs:
            try:
                advances(run.text.replace("\n", " "), bold=run.bold)
            except MissingGlyph as error:
                self._error_at(str(error), node, error.character)
        return runs


def table_of(rows: Rows, caption: Runs = ()) -> Table:
    """A table of rows of plain texts and pictures."""
    return Table(
        tuple((Run(text),) for text in rows.header),
        tuple(
            tuple(cell if isinstance(cell, Picture) else (Run(cell),) for cell in row)
            for row in rows.rows
        ),
        caption,
    )


def _first_brace(line: str) -> int:
    """The column of the first double brace that has no partner."""
    for match in re.finditer(r"\{\{|\}\}", line):
        if not any(value.start() <= match.start() < value.end() for value in _VALUE.finditer(line)):
            return match.start() + 1
    return 1


def _lines_of(node: SyntaxTreeNode) -> tuple[int, int]:
    """The lines of a node, the first counted from 0, and the one after the last."""
    while node.map is None and node.parent is not None:
        node = node.parent
    return node.map or (0, 1)
