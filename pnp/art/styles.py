"""How elements of an SVG file look: attributes, style sheets and what is inherited.

A style sheet counts if its selectors are names, classes and ids, as drawing programs write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pnp.art.markup import Element

# Properties that elements inherit, with their first values (SVG 1.1, property index).
INITIAL: Mapping[str, str] = {
    "color": "black",
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "font-size": "16px",
    "marker-end": "none",
    "marker-mid": "none",
    "marker-start": "none",
    "paint-order": "normal",
    "stroke": "none",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "visibility": "visible",
}

# Properties of an element alone.
OWN: Mapping[str, str] = {
    "clip-path": "none",
    "display": "inline",
    "filter": "none",
    "mask": "none",
    "mix-blend-mode": "normal",
    "opacity": "1",
    "transform": "",
    "vector-effect": "none",
}

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(?P<tag>\*|[\w-]+)?(?P<rest>(?:[.#][\w-]+)*)")


class NotAsShapes(Exception):
    """A feature that scenes have no shapes for; its text names the feature."""


class Rule(NamedTuple):
    """The declarations of a selector; `weight` is its specificity, and then its place."""

    weight: tuple[int, int, int, int]
    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: Mapping[str, str]

    def matches(self, element: Element) -> bool:
        """Whether the selector names the element."""
        given = element.attributes
        return (
            self.tag in ("", "*", element.tag)
            and self.ids <= {given.get("id", "")}
            and self.classes <= {*given.get("class", "").split()}
        )


def style_rules(root: Element) -> tuple[Rule, ...]:
    """The rules of all style sheets in the file, the strongest last; raises NotAsShapes."""
    rules: list[Rule] = []
    for sheet in root.all():
        if sheet.tag != "style":
            continue
        text = _COMMENT.sub("", sheet.text).replace("<!--", "").replace("-->", "")
        rest = _RULE.sub("", text).strip()
        if rest or "@" in text:
            raise NotAsShapes("a style sheet with more than simple rules")
        for selectors, body in _RULE.findall(text):
            declarations = _declarations(body)
            rules += (
                _rule(each.strip(), declarations, len(rules)) for each in selectors.split(",")
            )
    return tuple(sorted(rules, key=lambda rule: rule.weight))


def _rule(selector: str, declarations: Mapping[str, str], place: int) -> Rule:
    found = _SELECTOR.fullmatch(selector)
    if found is None or not selector:
        raise NotAsShapes(f'a style sheet with the selector "{selector}"')
    tag, rest = found["tag"] or "", found["rest"]
    ids = frozenset(re.findall(r"#([\w-]+)", rest))
    classes = frozenset(re.findall(r"\.([\w-]+)", rest))
    weight = (len(ids), len(classes), int(tag not in ("", "*")), place)
    return Rule(weight, tag, ids, classes, declarations)


def _declarations(text: str) -> dict[str, str]:
    found = {}
    for each in _COMMENT.sub("", text).split(";"):
        key, colon, value = each.partition(":")
        if "!important" in value:
            raise NotAsShapes("a style sheet with !important")
        if colon:
            found[key.strip().lower()] = value.strip()
    return found


def style(element: Element, rules: Iterable[Rule], inherited: Mapping[str, str]) -> dict[str, str]:
    """All properties of an element; raises NotAsShapes for a style that it cannot read."""
    written: dict[str, str] = {
        key: value for key, value in element.attributes.items() if key in INITIAL or key in OWN
    }
    for rule in rules:
        if rule.matches(element):
            written |= rule.declarations
    written |= _declarations(element.attributes.get("style", ""))
    found = {**inherited, **OWN}
    for key, value in written.items():
        if key == "marker":
            found |= dict.fromkeys(("marker-start", "marker-mid", "marker-end"), value)
        elif key == "font" or value == "inherit":
            continue
        elif key in found and value:
            found[key] = value
    return found
