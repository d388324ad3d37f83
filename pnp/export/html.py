"""`pnp export html`: one page without a server, with all pieces, the rulebook and a table, to send to a playtester.

It is the page of the preview, with `offline.js` in place of `server.js`, and with all answers and pictures inside.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from pnp.basics.errors import NOWHERE, Finding, Severity, UnusableInput
from pnp.basics.lookup import library
from pnp.export.formats import Chosen, Format
from pnp.export.game import Game
from pnp.export.painting import Painter
from pnp.imposition.papers import one_paper
from pnp.project.files import Content, OutputFile

_PAPER = "a4"
# A script imports another by its name; browsers find scripts that are addresses of data under names without dots.
_IMPORT = re.compile(r'((?:from|import\()\s*)"\./([a-z]+)\.js"')


class HtmlFormat(Format):
    """A page to send."""

    key = "html"
    summary = "one page without a server, with all pieces, the rulebook and a table to try them on"

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        for name in ("starlette", "pypdfium2"):
            library(name, extra="preview", user="pnp export html")
        text = page(game)
        yield OutputFile(f"{game.name}.html", "page", lambda: text, lambda: Content(text.encode()))

    def findings(self, game: Game, chosen: Chosen) -> Iterator[Finding]:
        message = "the page has no rules of play and saves no positions; pnp preview has them"
        yield Finding("by-hand", Severity.NOTE, message, NOWHERE)


# What else the page wants to know of a set.
_STATE: Mapping[str, Any] = {
    "number": 1,
    "status": "live",
    "saved": "",
    "milliseconds": 0,
    "complete": True,
    "file": "",
    "findings": [],
    "history": [],
    "changed": [],
    "gone": 0,
    "pictures": {},
    "watching": [],
}


def page(game: Game) -> str:
    """The page as HTML; raises UnusableInput for a set with more tiles than a page shows."""
    from pnp.preview.server import PAGE

    head = (PAGE / "index.html").read_text("utf-8")
    scripts = {path.stem: path.read_text("utf-8") for path in sorted(PAGE.glob("*.js"))}
    scripts["server"] = (Path(__file__).parent / "offline.js").read_text("utf-8")
    names = {
        f"pnp-{name}": _address("text/javascript", _IMPORT.sub(r'\1"pnp-\2"', text).encode())
        for name, text in scripts.items()
    }
    style = (PAGE / "style.css").read_text("utf-8")
    icon = _address("image/svg+xml", (PAGE / "icon.svg").read_bytes())
    inside = (
        f"<style>\n{style}</style>\n"
        f'<script type="application/json" id="answers">{_quoted(answers(game))}</script>\n'
        f'<script type="importmap">{_quoted({"imports": names})}</script>\n'
        '<script type="module">import "pnp-main";</script>\n'
    )
    head = re.sub(r'<link rel="stylesheet"[^>]*>\n<script[^>]*></script>\n', lambda _: inside, head)
    head = head.replace("/page/icon.svg", icon)
    head = re.sub("<h1>.*?</h1>", lambda _: f"<h1>{escape(game.title)}</h1>", head)
    return head.replace("<title>pnp preview</title>", f"<title>{escape(game.title)}</title>")


def answers(game: Game) -> dict[str, Any]:
    """The answers to all questions that the page can ask, its pictures by name, and its files by address."""
    from pnp.preview.answers import set_json, turns_json
    from pnp.preview.pictures import Pictures
    from pnp.preview.printed import PrintedRules
    from pnp.preview.snapshot import drawn_snapshot
    from pnp.preview.table import table_json

    pictures = Pictures()
    snapshot = drawn_snapshot(game.checked.pieces, pictures, game.checked.rulebook)
    if snapshot.sampled:
        raise UnusableInput(
            f"{game.name} has {snapshot.total:,} tiles, more than a page shows; export a smaller set"
        )
    values: dict[str, Any] = {
        "/api/table": {**table_json(snapshot, pictures), "game": None, "files": []}
    }
    addresses = {}
    values["/api/rulebook"] = {"blocks": []}
    if snapshot.rulebook is not None:
        rules = PrintedRules(snapshot, one_paper(_PAPER, reason=""))
        values["/api/rulebook"] = rules.as_json(pictures)
        for number in range(rules.page_count):
            path = f"/rulebook/{snapshot.revision}/{_PAPER}/{number}.png"
            addresses[path] = _address("image/png", rules.page_picture(number))
    for view in snapshot.groups:
        for each in view.pieces:
            details = {"id": each.piece.id, **turns_json(snapshot, each.piece.tile)}
            values[f"/api/pieces/{each.piece.id}"] = details
    values["/api/state"] = _without_places(
        {**_STATE, **set_json(snapshot), "set": game.name, "sets": [game.name]}
    )
    return {"values": values, "pictures": pictures.texts, "files": addresses}


def _without_places(value: Any) -> Any:
    """A value without the files and lines from which it comes."""
    if isinstance(value, Mapping):
        return {
            key: None if key == "place" else _without_places(each) for key, each in value.items()
        }
    return [_without_places(each) for each in value] if isinstance(value, list) else value


def _quoted(value: object) -> str:
    """A value as JSON inside a page: no text in it can end its element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"
