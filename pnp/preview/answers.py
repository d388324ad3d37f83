"""The answers to all questions of the page, in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException

from pnp.basics.errors import PnpError, UnusableInput
from pnp.imposition import LAYOUTS, Paper
from pnp.preview.editor import open_line
from pnp.preview.playing import Play, moved, opened, started
from pnp.preview.printed import Numbers, PrintedRules, PrintedSheets, compared
from pnp.preview.session import Session
from pnp.preview.snapshot import Snapshot
from pnp.preview.state import Json, place_json, state_of, turns_json
from pnp.preview.table import free_position, free_score, opened_position, save_position, table_json
from pnp.project import all_sets, one_paper, resolve


class Question(NamedTuple):
    """What the page asks: the values in the address, and what it has sent."""

    values: Mapping[str, Any]
    sent: Any = None

    @property
    def paper(self) -> Paper:
        """The paper in the address; raises UnusableInput."""
        name = str(self.values.get("paper", "a4"))
        return one_paper(name, reason="the page shows one paper")

    @property
    def layout(self) -> str:
        """The layout in the address; raises UnusableInput."""
        layout = str(self.values.get("layout", "auto"))
        if layout not in ("auto", *LAYOUTS):
            raise UnusableInput(f'there is no layout "{layout}"')
        return layout

    def text(self, key: str) -> str:
        return str(self.sent.get(key, ""))

    def number(self, key: str) -> int | None:
        value = self.sent.get(key)
        return value if isinstance(value, int) else None


class PictureAnswer(NamedTuple):
    """An answer that is a picture, in place of plain values."""

    data: bytes
    media_type: str


class Answer(NamedTuple):
    """An answer at an address; `sent` is the kind of value that the page sends with its question.

    An answer is computed beside the event loop, one at a time, unless it is there `at_once`.
    """

    path: str
    of: Callable[[Question], Any]
    sent: type | None = None
    at_once: bool = False


class Answers:
    """The answers about the set of a session; one game at a time is played on its table."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._sheets = lru_cache(maxsize=6)(PrintedSheets)
        self._rules = lru_cache(maxsize=2)(PrintedRules)
        self._numbers = lru_cache(maxsize=4)(Numbers)
        self._play: Play | None = None

    @property
    def all(self) -> tuple[Answer, ...]:
        sheet = "/sheets/{revision:int}/{paper}/{layout}/{number:int}.svg"
        return (
            Answer("/api/state", lambda question: state_of(self._session), at_once=True),
            Answer("/api/pictures", self._pictures, list, at_once=True),
            Answer("/api/open", self._open_editor, dict, at_once=True),
            Answer("/api/set", self._switch, dict, at_once=True),
            Answer("/api/choice", self._choose, dict, at_once=True),
            Answer("/api/pieces/{piece}", self._piece),
            Answer("/api/sheets", self._all_sheets),
            Answer(sheet, self._sheet),
            Answer("/api/rulebook", self._rulebook),
            Answer("/rulebook/{revision:int}/{paper}/{number:int}.png", self._rulebook_page),
            Answer("/api/numbers", self._all_numbers),
            Answer("/numbers/{revision:int}/{paper}/{look}/{key}.svg", self._chart),
            Answer("/api/compare", self._compare),
            Answer("/api/table", self._table),
            Answer("/api/table/score", self._table_score, dict),
            Answer("/api/table/open", lambda asked: opened_position(asked.text("file")), dict),
            Answer("/api/table/save", self._table_save, dict),
            Answer("/api/play/start", self._play_start, dict),
            Answer("/api/play/open", self._play_open, dict),
            Answer("/api/play/at", lambda asked: self._game.json(asked.number("at") or 0), dict),
            Answer("/api/play/move", self._play_move, dict),
            Answer("/api/play/save", self._play_save, dict),
        )

    # What the page does

    def _pictures(self, question: Question) -> Json:
        """The SVG of each picture in a list of names; none for a name that is forgotten."""
        known = self._session.pictures
        return {
            name: known[name] for name in question.sent if isinstance(name, str) and name in known
        }

    def _open_editor(self, question: Question) -> Json:
        """Opens a line of one of the set's files, which the page names by its number."""
        sources = self._session.sources
        source, line, column = map(question.number, ("source", "line", "column"))
        if source is None or line is None or column is None or not 0 <= source < len(sources):
            raise UnusableInput("the page asked for a file that pnp does not show")
        return {"editor": open_line(sources[source].name, line, column)}

    async def _switch(self, question: Question) -> Json:
        wanted, first = question.sent.get("set"), self._session.first
        if wanted == first.name:
            await self._session.show(first)
        elif wanted in [each.name for each in all_sets()]:
            await self._session.show(resolve([wanted])[0])
        else:
            raise UnusableInput("there is no such set")
        return {}

    def _choose(self, question: Question) -> Json:
        choice = question.sent.get("choice")
        if choice not in ("ask", "random", "first", "numbers"):
            raise UnusableInput("choose random, first or numbers")
        self._session.choose(choice)
        return {}

    # Pieces and paper

    def _piece(self, question: Question) -> Json:
        """What the inspector shows of a piece."""
        snapshot = self._session.snapshot
        found = snapshot.piece(question.values["piece"])
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        view, piece = found[0], found[1].piece
        sheets = self._sheets(snapshot, question.paper, question.layout)
        try:
            places = sheets.places(piece.id)
        except PnpError as error:
            places = {"places": [], "reason": str(error)}
        return {
            "id": piece.id,
            "kind": view.group.kind,
            "place": place_json(snapshot.sources, piece.place),
            **turns_json(snapshot, piece.tile),
            "sheets": places,
        }

    def _all_sheets(self, question: Question) -> Json:
        snapshot = self._session.snapshot
        sheets = self._sheets(snapshot, question.paper, question.layout)
        return {"revision": snapshot.revision, **sheets.as_json}

    def _sheet(self, question: Question) -> PictureAnswer:
        sheets = self._sheets(self._current(question), question.paper, question.layout)
        return _picture(sheets.picture, question.values["number"], "image/svg+xml")

    def _rulebook(self, question: Question) -> Json:
        snapshot = self._session.snapshot
        rules = self._rules(snapshot, question.paper)
        return {"revision": snapshot.revision, **rules.as_json(self._session.pictures)}

    def _rulebook_page(self, question: Question) -> PictureAnswer:
        rules = self._rules(self._current(question), question.paper)
        return _picture(rules.page_picture, question.values["number"], "image/png")

    # Numbers and differences

    def _all_numbers(self, question: Question) -> Json:
        return self._numbers(self._session.snapshot, question.paper).as_json

    def _chart(self, question: Question) -> PictureAnswer:
        numbers, dark = (
            self._numbers(self._current(question), question.paper),
            question.values["look"] == "dark",
        )
        return _picture(
            lambda key: numbers.chart(key, dark=dark), question.values["key"], "image/svg+xml"
        )

    def _compare(self, question: Question) -> Json:
        """The differences between two remembered states."""
        old, new = (self._session.good(str(question.values.get(key, ""))) for key in ("old", "new"))
        return compared(old, new, self._session.pictures, question.paper, question.layout)

    def _current(self, question: Question) -> Snapshot:
        """The snapshot that an address names, if it is still the current one."""
        snapshot = self._session.snapshot
        if snapshot.revision != question.values["revision"]:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return snapshot

    # The table

    def _table(self, question: Question) -> Json:
        """Everything that can lie on the table."""
        return table_json(self._session.snapshot, self._session.pictures)

    def _table_score(self, question: Question) -> Json:
        return free_score(self._session.snapshot, free_position(question.sent))

    def _table_save(self, question: Question) -> Json:
        return {"file": save_position(question.text("name"), free_position(question.sent))}

    def _play_start(self, question: Question) -> Json:
        session = self._session
        self._play = started(session.snapshot, session.pictures, question.sent)
        return self._play.json(0)

    def _play_open(self, question: Question) -> Json:
        session = self._session
        self._play = opened(session.snapshot, session.pictures, question.text("file"))
        return self._play.json(len(self._play.texts))

    def _play_move(self, question: Question) -> Json:
        """Plays a move in the position number `at`; all later moves are forgotten."""
        at = question.number("at")
        if at is None:
            raise UnusableInput("the page did not say which position it shows")
        self._play = moved(self._game, at, question.text("move"))
        return self._play.json(at + 1)

    def _play_save(self, question: Question) -> Json:
        """Saves the game as a record, or the position number `at`."""
        at, play = question.number("at"), self._game
        if at is not None and 0 <= at < len(play.positions):
            text = play.rules.write_position(play.positions[at])
        else:
            text = play.record
        return {"file": save_position(question.text("name"), text)}

    @property
    def _game(self) -> Play:
        if self._play is None:
            raise UnusableInput("no game has been started")
        return self._play


def _picture(made: Callable[[Any], bytes], which: object, media_type: str) -> PictureAnswer:
    """The picture of this number or key, or 404 if there is no such picture."""
    try:
        return PictureAnswer(made(which), media_type)
    except IndexError:
        raise HTTPException(HTTPStatus.NOT_FOUND) from None
