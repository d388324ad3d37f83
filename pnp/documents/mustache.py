"""Templates with tags in double braces, as in Mustache: values, sections and partials.

* `{{name}}` is a value; its characters have no meaning in Markdown;
* `{{#name}} … {{/name}}` appears once if the value is true, or once for each item of a list;
* `{{^name}} … {{/name}}` appears if the value is false or empty;
* `{{>name}}` includes another template, without the end of its last line.

A line with only the tag of a section disappears, and one with only the tag of a partial has no blanks
before it. See mustache(5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Place, Source, UnusableInput
from pnp.basics.words import did_you_mean, with_newlines

Values = Mapping[str, object]

_TAG = re.compile(
    r"^[ \t]*\{\{\s*(?P<sigil>[#^/>])\s*(?P<name>[a-z][a-z-]*)\s*\}\}[ \t]*\n"
    r"|\{\{\s*(?P<inline>[#^/>]?)\s*(?P<inside>[a-z][a-z-]*)\s*\}\}",
    re.MULTILINE,
)

# Characters with a meaning in Markdown.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#&|!~])")


class _Tag(NamedTuple):
    sigil: str
    name: str
    place: Place


@frozen
class _Section:
    tag: _Tag
    content: tuple[_Node, ...]


_Node = str | _Tag | _Section


def filled(source: Source, values: Values, partials: Mapping[str, Source]) -> str:
    """The template with its values; raises UnusableInput for an unknown or unclosed tag."""
    return "".join(_text(_tree(source), (values,), partials))


def _tree(source: Source) -> tuple[_Node, ...]:
    opened: list[tuple[_Tag | None, list[_Node]]] = [(None, [])]
    for token in _tokens(source):
        tag, content = opened[-1]
        if not isinstance(token, _Tag) or token.sigil in ("", ">"):
            content.append(token)
        elif token.sigil in ("#", "^"):
            opened.append((token, []))
        elif tag is None or tag.name != token.name:
            raise UnusableInput(
                f"no section {token.name} is open here; remove this tag", token.place
            )
        else:
            opened.pop()
            opened[-1][1].append(_Section(tag, tuple(content)))
    tag, content = opened[-1]
    if tag is not None:
        raise UnusableInput(f"this section is not closed: write {{{{/{tag.name}}}}}", tag.place)
    return tuple(content)


def _tokens(source: Source) -> Iterator[str | _Tag]:
    text, end = with_newlines(source.text), 0
    for match in _TAG.finditer(text):
        yield text[end : match.start()]
        before = text[: match.start()]
        column = len(before) - before.rfind("\n")
        tag = match[0].partition("\n")[0]
        place = Place(source, before.count("\n") + 1, column, column + len(tag))
        sigil = match["sigil"] or match["inline"] or ""
        yield _Tag(sigil, match["name"] or match["inside"], place)
        if match["sigil"] == ">":
            yield "\n"
        end = match.end()
    yield text[end:]


def _text(
    nodes: Sequence[_Node], scopes: tuple[Values, ...], partials: Mapping[str, Source]
) -> Iterator[str]:
    """The text of the nodes; the innermost scope with a name has its value."""
    for node in nodes:
        match node:
            case str():
                yield node
            case _Tag(">", name, place):
                if name not in partials:
                    raise UnusableInput(f"there is no template {name}", place)
                yield "".join(_text(_tree(partials[name]), scopes, partials)).removesuffix("\n")
            case _Tag():
                yield _SPECIAL.sub(r"\\\1", str(_value(node, scopes)))
            case _Section(tag, content):
                for scope in _scopes_in(tag, _value(tag, scopes)):
                    yield from _text(content, (*scopes, scope), partials)


def _scopes_in(tag: _Tag, value: object) -> Sequence[Values]:
    """The scopes in which the content of a section appears."""
    if tag.sigil == "^":
        return () if value else ({},)
    if isinstance(value, Mapping):
        return (value,)
    if isinstance(value, (list, tuple)):
        return tuple(value)
    return ({},) if value else ()


def _value(tag: _Tag, scopes: tuple[Values, ...]) -> object:
    for scope in reversed(scopes):
        if tag.name in scope:
            return scope[tag.name]
    known = {name for scope in scopes for name in scope}
    raise UnusableInput(f'there is no value "{tag.name}"{did_you_mean(tag.name, known)}', tag.place)
