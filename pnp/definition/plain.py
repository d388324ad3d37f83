"""Plain values as YAML that a person can read and change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# A value of YAML: a text, a number, yes or no, or a list or mapping of such values.
Plain = Any

_WIDEST = 100
_PLAIN_TEXT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_ .*+-]*")
_OTHER_TYPES = re.compile(r"(?i)y|n|yes|no|on|off|true|false|null|[-+0-9][0-9._]*(e[-+]?[0-9]+)?")


def yaml_text(values: Mapping[str, Plain]) -> str:
    """A mapping of plain values as YAML."""
    return "\n".join(_mapping(values)) + "\n"


def _mapping(values: Mapping[str, Plain]) -> list[str]:
    return [line for key, value in values.items() for line in _lines(key, value)]


def _lines(key: str, value: Plain) -> list[str]:
    """A key with its value: in one line if that is short, else one entry a line."""
    line = f"{_text(key)}: {_flow(value)}"
    if len(line) <= _WIDEST and not (isinstance(value, dict) and len(value) > 3):
        return [line]
    if isinstance(value, dict) and value:
        return [f"{_text(key)}:", *("  " + each for each in _mapping(value))]
    if isinstance(value, list) and value:
        return [f"{_text(key)}:", *(f"  - {_flow(each)}" for each in value)]
    return [line]


def _flow(value: Plain) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return f"{{{', '.join(f'{_text(key)}: {_flow(each)}' for key, each in value.items())}}}"
        case list():
            return f"[{', '.join(map(_flow, value))}]"
        case int():
            return str(value)
    return _text(str(value))


def _text(text: str) -> str:
    """A text, in quotes if YAML would read it as something else."""
    if _PLAIN_TEXT.fullmatch(text) and not text.endswith(" ") and not _OTHER_TYPES.fullmatch(text):
        return text
    if text.isdecimal():
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
