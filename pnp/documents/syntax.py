"""The Markdown of a rulebook: CommonMark with tables and `{{ values }}`.

Tokens of single spans have their offset as `meta["at"]`, because markdown-it itself only knows
lines.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, html_inline, image
from markdown_it.tree import SyntaxTreeNode


class _Parser(MarkdownIt):
    """Keeps the targets of figures as they are written, because they are not addresses."""

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link

    def validateLink(self, url: str) -> bool:
        return True


def syntax_tree(text: str) -> SyntaxTreeNode:
    """The text as a tree of blocks and spans.

    It has CommonMark's spans, and `value`, `unclosed_value` and `broken_image`.
    """
    parser = _Parser("commonmark").enable("table")
    parser.inline.ruler.before("escape", "value", _value)
    parser.inline.ruler.at("image", _image)
    parser.inline.ruler.at("html_inline", _html)
    return SyntaxTreeNode(parser.parse(text))


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
