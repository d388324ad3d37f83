"""A rulebook in Markdown becomes blocks, with findings for all problems.

The Markdown is CommonMark with tables and `{{ values }}`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import TypeVar

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, html_inline, image
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from pnp.basics import limits
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import (
    Finding,
    InvalidDefinition,
    MissingGlyph,
    Place,
    Severity,
    Source,
    UnusableInput,
    in_file_order,
)
from pnp.basics.markup import Run
from pnp.basics.words import did_you_mean, with_newlines
from pnp.documents.blocks import (
    Alignment,
    Block,
    Bullets,
    Cell,
    Figure,
    Heading,
    Lines,
    Note,
    Numbered,
    Opens,
    Paragraph,
    Parts,
    Resolver,
    Rows,
    Rule,
    Runs,
    Shown,
    Table,
    plain,
)
from pnp.scene import Picture
from pnp.scene.fonts import advances

_Answer = TypeVar("_Answer")

_RULE = "template"
_DEEPEST_HEADING = 3

# Ends of lines and of pages that Markdown takes for characters; few editors show them.
_STRANGE_ENDS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")

# A word in braces behind a heading, as in `## House rules {page}`.
_BRACES = re.compile(r"\s*\{([^{}]*)\}\s*$")
_OPENINGS: dict[str, Opens] = {"page": "page", "back": "back"}

_LEFT: Alignment = "left"
_ALIGNMENTS: dict[str, Alignment] = {
    "text-align:center": "centre",
    "text-align:right": "right",
}


def read_markdown(source: Source, resolver: Resolver) -> tuple[Block, ...]:
    """The blocks of a rulebook; raises InvalidDefinition with all problems, in file order."""
    if strange := _STRANGE_ENDS.search(source.text):
        message = (
            f"the character U+{ord(strange[0]):04X} is not allowed; begin a new line in its place"
        )
        place = Place.behind(source.text[: strange.start()], source)
        raise InvalidDefinition([Finding(_RULE, Severity.ERROR, message, place)])
    reader = _Reader(source, resolver)
    tokens = _tokens(source.text) if len(source.text) <= limits.MOST_LETTERS_OF_RULES else []
    reader.findings += _too_large(source, tokens)
    blocks = () if reader.findings else reader.blocks(SyntaxTreeNode(tokens))
    if not blocks and not reader.findings:
        message = "the page is empty; write a heading and a text"
        reader.findings.append(Finding(_RULE, Severity.ERROR, message, Place(source, 1, 1)))
    if reader.findings:
        raise InvalidDefinition(in_file_order(reader.findings))
    return blocks


def _too_large(source: Source, tokens: Sequence[Token]) -> Iterator[Finding]:
    """Findings about a text that would take minutes to set, or is nested deeper than a page has room for."""
    numbers = Counter(each.type for each in tokens)
    first = Place(source, 1, 1)
    sizes = [
        ("letters in this file", len(source.text), limits.MOST_LETTERS_OF_RULES, first),
        ("headings", numbers["heading_open"], limits.MOST_HEADINGS, first),
        ("paragraphs, headings and cells", numbers["inline"], limits.MOST_BLOCKS, first),
    ]
    rows = lists = texts = notes = most_notes = most_levels = 0
    table = whole_list = note = deep = first
    for before, token in pairwise((*tokens[:1], *tokens)):
        place = Place(source, token.map[0] + 1, 1) if token.map else first
        levels = token.level + max((each.level for each in token.children or ()), default=0)
        if levels > most_levels:
            most_levels, deep = levels, place
        match token.type:
            case "table_open":
                rows, table = -1, place
            case "tr_open":
                rows += 1
            case "table_close":
                sizes.append(("rows in this table", rows, limits.MOST_ROWS_OF_A_TABLE, table))
            case "bullet_list_open" | "ordered_list_open":
                if not lists:
                    texts, whole_list = 0, place
                lists += 1
            case "list_item_close" if before.type == "list_item_open":
                texts += 1
            case "bullet_list_close" | "ordered_list_close":
                lists -= 1
                if not lists:
                    sizes.append(("texts in this list", texts, limits.MOST_IN_A_LIST, whole_list))
            case "blockquote_open" | "blockquote_close":
                notes += token.nesting
                if notes > most_notes:
                    most_notes, note = notes, place
            case "inline":
                texts += 1
                is_heading = before.type == "heading_open"
                one = "heading" if is_heading else "paragraph"
                most = limits.MOST_IN_A_HEADING if is_heading else limits.MOST_IN_A_PARAGRAPH
                sizes.append((f"letters in this {one}", len(token.content), most, place))
    sizes += [
        ("notes inside each other", most_notes, limits.MOST_NOTES, note),
        ("levels of lists, notes and styles", most_levels, limits.MOST_LEVELS, deep),
    ]
    return (limits.too_many(*each) for each in sizes if each[1] > each[2])


class _Reader:
    """Turns the nodes of one source into blocks, and collects findings."""

    def __init__(self, source: Source, resolver: Resolver) -> None:
        self._source = source
        self._resolver = resolver
        self.findings: list[Finding] = []
        # Whether a heading has begun the last page.
        self._back = False

    def blocks(self, parent: SyntaxTreeNode) -> tuple[Block, ...]:
        """The blocks in a document, a list item or a quotation."""
        return tuple(block for node in parent.children for block in self._block(node))

    def _block(self, node: SyntaxTreeNode) -> Iterator[Block]:
        match node.type:
            case "heading":
                yield self._heading(node)
            case "paragraph":
                yield from self._paragraph(node.children[0])
            case "bullet_list":
                yield Bullets(tuple(map(self.blocks, node.children)))
            case "ordered_list":
                yield Numbered(
                    tuple(map(self.blocks, node.children)), int(node.attrs.get("start", 1))
                )
            case "blockquote":
                yield Note(self.blocks(node))
            case "table":
                yield self._table(node)
            case "hr":
                yield Rule()
            case "fence":
                yield from self._fence(node)
            case "html_block":
                self._note("HTML is not supported; use Markdown", self._start(node))
            case "code_block":
                message = "text with an indent of four spaces is not supported"
                self._note(message, self._start(node))
            case other:
                self._note(f"{other.replace('_', ' ')} is not supported", self._start(node))

    def _heading(self, node: SyntaxTreeNode) -> Heading:
        level = int(node.tag[1:])
        if level > _DEEPEST_HEADING:
            place = self._excerpt(node.children[0]).place(0)
            self._note(f"a heading of level {level}: write at most three #", place)
        excerpt = self._excerpt(node.children[0])
        known = len(self.findings)
        text, opens = self._opening(self._runs(node.children[0], excerpt), excerpt)
        if not plain(text).strip() and known == len(self.findings):
            place = Place(self._source, (node.map or (0,))[0] + 1, 1)
            self._note("a heading needs a text", place)
        if self._back and level < _DEEPEST_HEADING:
            message = (
                "the section before has {back}, which is the last page; move this one before it"
            )
            self._note(message, excerpt.place(0))
        self._back |= opens == "back"
        return Heading(level, text, opens)

    def _opening(self, runs: Runs, excerpt: _Excerpt) -> tuple[Runs, Opens]:
        """The text of a heading without the word in braces behind it, and the page that it opens."""
        found = _BRACES.search(runs[-1].text) if runs else None
        if found is None:
            return runs, ""
        word = found[1]
        if word not in _OPENINGS:
            message = f"{{{word}}} is not known behind a heading{did_you_mean(word, _OPENINGS)}"
            place = excerpt.place(max(excerpt.content.rfind(found[0].strip()), 0))
            self._note(f"{message}; write {{page}} or {{back}}", place)
        rest = runs[-1]._replace(text=runs[-1].text[: found.start()])
        return (*runs[:-1], *((rest,) if rest.text else ())), _OPENINGS.get(word, "")

    def _paragraph(self, inline: SyntaxTreeNode) -> Iterator[Block]:
        excerpt = self._excerpt(inline)
        if [child.type for child in inline.children] == ["image"]:
            yield from self._figure(inline.children[0], excerpt)
        else:
            yield Paragraph(self._runs(inline, excerpt))

    # Figures and fenced blocks

    def _figure(self, image: SyntaxTreeNode, excerpt: _Excerpt) -> Iterator[Block]:
        caption, shown = self._image(image, excerpt)
        match shown:
            case Picture():
                self._check_caption(image, caption, excerpt)
                yield Figure(shown, caption, shown.alt or plain(caption))
            case Rows():
                yield self._rows_table(shown, caption, excerpt.place(image.meta["at"]))
            case Parts() | Lines():
                yield Lines(caption) if isinstance(shown, Lines) else shown

    def _image(self, image: SyntaxTreeNode, excerpt: _Excerpt) -> tuple[Runs, Shown | None]:
        place = excerpt.place(image.meta["at"])
        caption = self._runs(image, excerpt)
        target = str(image.attrs["src"])
        return caption, self._answer(place, lambda: self._resolver.figure(target))

    def _check_caption(self, image: SyntaxTreeNode, caption: Runs, excerpt: _Excerpt) -> None:
        if not plain(caption).strip() and not image.content.strip():
            place = excerpt.place(image.meta["at"])
            self._note("a figure needs a caption: ![caption](target)", place)

    def _rows_table(self, rows: Rows, caption: Runs, place: Place) -> Table:
        columns = len(rows.header)
        if any(len(row) != columns for row in rows.rows):
            raise ValueError("every row of a table needs as many cells as the header")
        texts = [
            *rows.header,
            *(cell for row in rows.rows for cell in row if isinstance(cell, str)),
        ]
        for text in texts:
            self._check_glyphs(text, place)
        return Table(
            tuple((Run(text),) for text in rows.header),
            tuple(map(_row_with_words, rows.rows)),
            rows.alignment or tuple(_LEFT for _ in rows.header),
            caption,
        )

    def _fence(self, node: SyntaxTreeNode) -> Iterator[Figure]:
        first, end = node.map or (0, 0)
        place = Place(self._source, first + 1, _line_of(self._source, first).find(node.markup) + 1)
        kind = node.info.split()[0] if node.info.split() else ""
        if kind not in self._resolver.kinds:
            self._note(_unknown_kind(kind, self._resolver.kinds), place)
        elif not _line_of(self._source, end - 1).strip().endswith(node.markup) or end - 1 == first:
            self._note(f"this block is not closed; end it with {node.markup}", place)
        else:
            text = self._fenced_source(node, first + 1)
            figure = self._answer(place, lambda: self._resolver.block(kind, text, first + 1))
            if figure is not None:
                yield figure

    def _fenced_source(self, node: SyntaxTreeNode, first: int) -> Source:
        """The text of the block, with every character in its line and column."""
        lines = node.content.split("\n")
        padded = (
            " " * max(_line_of(self._source, first + number).rfind(line), 0) + line if line else ""
            for number, line in enumerate(lines)
        )
        return Source(self._source.name, "\n" * first + "\n".join(padded))

    # Tables

    def _table(self, node: SyntaxTreeNode) -> Table:
        header, *rows = (row for section in node.children for row in section.children)
        alignment = tuple(map(_column_alignment, header.children))
        return Table(self._row(header), tuple(map(self._row, rows)), alignment)

    def _row(self, row: SyntaxTreeNode) -> tuple[Cell, ...]:
        return tuple(self._row_cells(row))

    def _row_cells(self, row: SyntaxTreeNode) -> Iterator[Cell]:
        after = 0
        line = row.map[0] if row.map else 0
        for cell in row.children:
            inline = cell.children[0]
            excerpt = _Excerpt(self._source, line, inline.content, after)
            after = excerpt.end
            if [child.type for child in inline.children] == ["image"]:
                yield self._picture_cell(inline.children[0], excerpt)
            else:
                yield self._runs(inline, excerpt)

    def _picture_cell(self, image: SyntaxTreeNode, excerpt: _Excerpt) -> Cell:
        caption, shown = self._image(image, excerpt)
        if isinstance(shown, Picture):
            self._check_caption(image, caption, excerpt)
            return shown._replace(alt=shown.alt or plain(caption))
        place = excerpt.place(image.meta["at"])
        if shown is not None:
            self._note("a table cannot stand in a cell of another table", place)
        return ()

    # Spans

    def _runs(self, parent: SyntaxTreeNode, excerpt: _Excerpt) -> Runs:
        """The text in a block or a caption; neighbours of one style are one run."""
        runs = [*self._spans(parent.children, excerpt, Run(""))]
        joined = tuple(
            Run("".join(run.text for run in group), *style)
            for style, group in groupby(runs, key=lambda run: run[1:])
        )
        return tuple(run for run in joined if run.text)

    def _spans(
        self, nodes: Iterable[SyntaxTreeNode], excerpt: _Excerpt, style: Run
    ) -> Iterator[Run]:
        for node in nodes:
            match node.type:
                case "text" | "text_special":
                    yield style._replace(text=self._checked(node.content, excerpt))
                case "code_inline":
                    yield style._replace(text=self._checked(node.content, excerpt), code=True)
                case "softbreak":
                    yield style._replace(text=" ")
                case "hardbreak":
                    yield style._replace(text="\n")
                case "strong":
                    yield from self._spans(node.children, excerpt, style._replace(strong=True))
                case "em":
                    yield from self._spans(node.children, excerpt, style._replace(emphasis=True))
                case "link":
                    yield from self._link(node, excerpt, style)
                case "value":
                    yield style._replace(text=self._value(node, excerpt))
                case other:
                    self._note(_unsupported_span(other), excerpt.place(node.meta.get("at", 0)))

    def _link(self, node: SyntaxTreeNode, excerpt: _Excerpt, style: Run) -> Iterator[Run]:
        """The text and the address, because paper has no links."""
        shown = [*self._spans(node.children, excerpt, style)]
        yield from shown
        address = str(node.attrs["href"])
        printed = address.removeprefix("mailto:")
        if not address.startswith("#") and plain(tuple(shown)) not in (address, printed):
            yield style._replace(text=f" ({self._checked(printed, excerpt)})")

    def _value(self, node: SyntaxTreeNode, excerpt: _Excerpt) -> str:
        place = excerpt.place(node.meta["at"])
        if not node.content:
            self._note("a value needs an expression: {{ expression }}", place)
            return ""
        text = self._answer(place, lambda: self._resolver.value(node.content)) or ""
        self._check_glyphs(text, place)
        return text

    # Problems

    def _checked(self, text: str, excerpt: _Excerpt) -> str:
        """The text; each character that the font lacks gets a finding."""
        text = text.replace("\t", " ")
        for character in _missing(text):
            at = max(excerpt.content.find(character), 0)
            self._check_glyphs(character, excerpt.place(at))
        return text

    def _check_glyphs(self, text: str, place: Place) -> None:
        for character in _missing(text):
            finding = Finding(_RULE, Severity.ERROR, str(MissingGlyph(character, text)), place)
            if finding not in self.findings:
                self.findings.append(finding)

    def _answer(self, place: Place, question: Callable[[], _Answer]) -> _Answer | None:
        """The answer of the resolver; None, with a finding, if it has none."""
        try:
            return question()
        except ValueError as error:
            self._note(str(error), place)
        except InvalidDefinition as error:
            self.findings += error.findings
        except UnusableInput as error:
            self._note(error.message, error.place or place)
        return None

    def _note(self, message: str, place: Place) -> None:
        self.findings.append(Finding(_RULE, Severity.ERROR, message, place))

    def _excerpt(self, node: SyntaxTreeNode) -> _Excerpt:
        return _Excerpt(self._source, node.map[0] if node.map else 0, node.content)

    def _start(self, node: SyntaxTreeNode) -> Place:
        excerpt = self._excerpt(node)
        first = excerpt.content.split("\n")[0]
        return excerpt._replace(content=first.strip()).place(0)


def _column_alignment(cell: SyntaxTreeNode) -> Alignment:
    return _ALIGNMENTS.get(str(cell.attrs.get("style", "")), _LEFT)


def _row_with_words(row: Iterable[str | Picture]) -> tuple[Cell, ...]:
    """The cells of a row; the texts beside a picture describe it."""
    cells = tuple(row)
    words = ", ".join(cell for cell in cells if isinstance(cell, str))
    return tuple(
        cell._replace(alt=cell.alt or words) if isinstance(cell, Picture) else (Run(cell),)
        for cell in cells
    )


def _missing(text: str) -> tuple[str, ...]:
    """The characters that one of the font's weights lacks."""
    return tuple(
        character for character in dict.fromkeys(text) if character != "\n" and _lacks(character)
    )


@cache
def _lacks(character: str) -> bool:
    try:
        advances(character, bold=False)
        advances(character, bold=True)
    except MissingGlyph:
        return True
    return False


def _unsupported_span(kind: str) -> str:
    match kind:
        case "unclosed_value":
            return "this value is not closed; write {{ expression }} on one line"
        case "broken_image":
            return (
                "this is not a figure; write ![caption](target), with < and > round a target with"
                " spaces"
            )
        case "image":
            return "a figure needs a paragraph or a cell of its own"
        case "html_inline":
            return "HTML is not supported; use Markdown"
        case _:
            return f"{kind.replace('_', ' ')} is not supported"


def _unknown_kind(kind: str, kinds: Iterable[str]) -> str:
    if not kind:
        known = ", ".join(sorted(kinds)) or "none"
        return f"a fenced block needs its kind after the opening marks; known kinds: {known}"
    return f'there is no kind of block "{kind}"{did_you_mean(kind, kinds)}'


# Places in the source


class _Excerpt(NamedTuple):
    """The content of a block without the marks before it, and its place in the source.

    `line` counts from 0; the first line begins at the column `after` or later.
    """

    source: Source
    line: int
    content: str
    after: int | None = None

    def place(self, offset: int) -> Place:
        """The place of the character at this offset of the content."""
        before, lines = self.content[:offset], self.content.split("\n")
        number = before.count("\n")
        within = offset - (before.rfind("\n") + 1)
        column = self._column(number, lines[number]) + within
        if self.after is not None:
            # In a table a bar has a backslash before it, which the content lacks.
            column += before.count("|")
        return Place(self.source, self.line + number + 1, column + 1)

    def _column(self, number: int, text: str) -> int:
        line = _line_of(self.source, self.line + number)
        if self.after is not None:
            return max(line.find(text.replace("|", r"\|"), self.after), self.after)
        # Marks of lists and quotations stand before the text: it is the last match.
        found = line.rfind(text)
        return found if found >= 0 else len(line) - len(line.lstrip())

    @property
    def end(self) -> int:
        """The column after the first line."""
        return self._column(0, self.content) + len(self.content) + self.content.count("|")


def _line_of(source: Source, number: int) -> str:
    """A line of the source, counted from 0; empty after the last one."""
    lines = _lines(source.text)
    return lines[number] if number < len(lines) else ""


# Each cell of a table asks for its line.
@lru_cache(maxsize=4)
def _lines(text: str) -> Sequence[str]:
    return with_newlines(text).split("\n")


# The syntax


class _Parser(MarkdownIt):
    """Keeps the targets of figures as they are written, because they are not addresses."""

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link

    def validateLink(self, url: str) -> bool:
        return True


def _tokens(text: str) -> list[Token]:
    """The text as tokens of blocks and spans.

    It has CommonMark's spans, and `value`, `unclosed_value` and `broken_image`. Tokens of single spans have their
    offset as `meta["at"]`, because markdown-it itself only knows lines.
    """
    parser = _Parser("commonmark").enable("table")
    parser.inline.ruler.before("escape", "value", _value)
    parser.inline.ruler.at("image", _image)
    parser.inline.ruler.at("html_inline", _html)
    return parser.parse(text)


def _value(state: StateInline, silent: bool) -> bool:
    """`{{ expression }}`, on one line."""
    if not state.src.startswith("{{", state.pos):
        return False
    start = state.pos + 2
    end = state.src.find("}}", start, state.posMax)
    expression = state.src[start:end]
    closed = end >= 0 and "\n" not in expression and "{{" not in expression
    if not silent:
        token = state.push("value" if closed else "unclosed_value", "", 0)
        token.content = expression.strip() if closed else ""
        token.meta["at"] = state.pos
    state.pos = end + 2 if closed else start
    return True


def _image(state: StateInline, silent: bool) -> bool:
    """An image, with the offsets in its caption counted from the start of the block."""
    at = state.pos
    if not state.src.startswith("![", at):
        return False
    if not image(state, silent):
        state.pos = at + 2
        if not silent:
            state.push("broken_image", "", 0).meta["at"] = at
        return True
    if not silent:
        token = state.tokens[-1]
        token.meta["at"] = at
        for child in token.children or ():
            if "at" in child.meta:
                child.meta["at"] += at + 2
    return True


def _html(state: StateInline, silent: bool) -> bool:
    at = state.pos
    found = html_inline(state, silent)
    if found and not silent:
        state.tokens[-1].meta["at"] = at
    return found
