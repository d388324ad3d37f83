"""The server of the preview: the page, its data, and events that tell it of changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pnp.basics.errors import PnpError, UnusableInput
from pnp.preview.answers import as_error, as_failure, as_json, as_picture, body_of, paper_and_layout
from pnp.preview.editor import open_line
from pnp.preview.printed import PrintedRules, PrintedSheets
from pnp.preview.questions import Numbers, compared
from pnp.preview.security import Guard
from pnp.preview.session import Session
from pnp.preview.snapshot import Snapshot
from pnp.preview.state import place_json, state_of, turns_json
from pnp.preview.table_answers import TableAnswers
from pnp.project import all_sets, resolve

PAGE = Path(__file__).parent / "page"
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

# Seconds between signs of life, so that the page notices a server that has gone.
_HEARTBEAT = 10.0


class Preview:
    """The answers to the page's questions about the set of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._sheets = lru_cache(maxsize=6)(PrintedSheets)
        self._rules = lru_cache(maxsize=2)(PrintedRules)
        self._numbers_of = lru_cache(maxsize=4)(Numbers)
        self._table = TableAnswers(session)

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/", _page_file),
            Route("/page/{name}", _page_file),
            Route("/events", self.events),
            Route("/api/state", self.state),
            Route("/api/pictures", self.pictures, methods=["POST"]),
            Route("/api/pieces/{piece}", self._in_turn(self.piece)),
            Route("/api/sheets", self._in_turn(self.sheets)),
            Route(
                "/sheets/{revision:int}/{paper}/{layout}/{number:int}.svg",
                self._in_turn(self.sheet),
            ),
            Route("/api/rulebook", self._in_turn(self.rulebook)),
            Route(
                "/rulebook/{revision:int}/{paper}/{number:int}.png",
                self._in_turn(self.rulebook_page),
            ),
            Route("/api/numbers", self._in_turn(self.numbers)),
            Route("/numbers/{revision:int}/{paper}/{look}/{key}.svg", self._in_turn(self.chart)),
            Route("/api/compare", self._in_turn(self.compare)),
            Route("/api/open", self.open_editor, methods=["POST"]),
            Route("/api/set", self.switch, methods=["POST"]),
            Route("/api/choice", self.choose, methods=["POST"]),
            *self._table.routes,
        ]

    def _in_turn(self, answer: Callable[[Request], Response]) -> Callable[[Request], Any]:
        """An answer that is computed beside the event loop, one at a time."""

        async def answered(request: Request) -> Response:
            return await self.session.in_turn(answer, request)

        return answered

    # What changes

    async def events(self, request: Request) -> Response:
        """The number of each new state; a page that reconnects gets the current one at once."""
        return StreamingResponse(self._numbers(request), media_type="text/event-stream")

    async def _numbers(self, request: Request) -> AsyncIterator[str]:
        seen = -1
        while not await request.is_disconnected():
            try:
                moment = await asyncio.wait_for(self.session.news(seen), _HEARTBEAT)
            except TimeoutError:
                yield "event: alive\ndata: 0\n\n"
                continue
            seen = moment.number
            yield f"id: {seen}\nevent: state\ndata: {seen}\n\n"

    async def state(self, request: Request) -> Response:
        return as_json(state_of(self.session))

    async def pictures(self, request: Request) -> Response:
        """The SVG of each picture in a list of names; none for a name that is forgotten."""
        names = await body_of(request, list)
        known = self.session.pictures
        wanted = {name: known[name] for name in names if isinstance(name, str) and name in known}
        return as_json(wanted)

    # Pieces

    def piece(self, request: Request) -> Response:
        """What the inspector shows of a piece."""
        snapshot = self.session.snapshot
        found = snapshot.piece(request.path_params["piece"])
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        view, each = found
        sheets = self._sheets(snapshot, *paper_and_layout(request))
        try:
            places = sheets.places(each.piece.id)
        except PnpError as error:
            places = {"places": [], "reason": str(error)}
        return as_json(
            {
                "id": each.piece.id,
                "kind": view.group.kind,
                "place": place_json(snapshot.sources, each.piece.place),
                **turns_json(snapshot, each.piece.tile),
                "sheets": places,
            }
        )

    # Paper

    def sheets(self, request: Request) -> Response:
        snapshot = self.session.snapshot
        paper, layout = paper_and_layout(request)
        return as_json(
            {"revision": snapshot.revision, **self._sheets(snapshot, paper, layout).as_json}
        )

    def sheet(self, request: Request) -> Response:
        snapshot = self._revision(request)
        paper, layout = paper_and_layout(request)
        return as_picture(
            lambda: (
                self._sheets(snapshot, paper, layout)
                .picture(request.path_params["number"])
                .encode()
            ),
            "image/svg+xml",
        )

    def rulebook(self, request: Request) -> Response:
        snapshot = self.session.snapshot
        paper, _ = paper_and_layout(request)
        rules = self._rules(snapshot, paper)
        return as_json({"revision": snapshot.revision, **rules.as_json(self.session.pictures)})

    def rulebook_page(self, request: Request) -> Response:
        rules = self._rules(self._revision(request), paper_and_layout(request)[0])
        return as_picture(lambda: rules.page_picture(request.path_params["number"]), "image/png")

    # Numbers and differences

    def numbers(self, request: Request) -> Response:
        paper, _ = paper_and_layout(request)
        return as_json(self._numbers_of(self.session.snapshot, paper).as_json)

    def chart(self, request: Request) -> Response:
        numbers = self._numbers_of(self._revision(request), paper_and_layout(request)[0])
        key, dark = request.path_params["key"], request.path_params["look"] == "dark"
        return as_picture(lambda: numbers.chart(key, dark=dark), "image/svg+xml")

    def compare(self, request: Request) -> Response:
        """The differences between two remembered states."""
        old, new = (self.session.good(request.query_params.get(key, "")) for key in ("old", "new"))
        paper, layout = paper_and_layout(request)
        return as_json(compared(old, new, self.session.pictures, paper, layout))

    def _revision(self, request: Request) -> Snapshot:
        """The snapshot that an address names, if it is still the current one."""
        snapshot = self.session.snapshot
        if snapshot.revision != request.path_params["revision"]:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return snapshot

    # What the page does

    async def open_editor(self, request: Request) -> Response:
        """Opens a line of one of the set's files, which the page names by its number."""
        wanted = await body_of(request, dict)
        sources = self.session.sources
        source, line, column = (wanted.get(key) for key in ("source", "line", "column"))
        if not (
            isinstance(source, int)
            and 0 <= source < len(sources)
            and isinstance(line, int)
            and isinstance(column, int)
        ):
            raise UnusableInput("the page asked for a file that pnp does not show")
        return as_json({"editor": open_line(sources[source].name, line, column)})

    async def switch(self, request: Request) -> Response:
        wanted = (await body_of(request, dict)).get("set")
        if wanted == self.session.first.name:
            await self.session.show(self.session.first)
        elif wanted in [each.name for each in all_sets()]:
            await self.session.show(resolve([wanted])[0])
        else:
            raise UnusableInput("there is no such set")
        return as_json({})

    async def choose(self, request: Request) -> Response:
        choice = (await body_of(request, dict)).get("choice")
        if choice not in ("ask", "random", "first", "numbers"):
            raise UnusableInput("choose random, first or numbers")
        self.session.choose(choice)
        return as_json({})


async def _page_file(request: Request) -> Response:
    """A file of the page; only those that come with it, whatever the address says."""
    name = request.path_params.get("name", "index.html")
    known = {path.name: path for path in PAGE.iterdir() if path.suffix in _TYPES}
    if name not in known:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    path = known[name]
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix])


def application(session: Session, *, port: int, token: str) -> Guard:
    """The server for a session, which it reads and watches as long as it runs."""

    @asynccontextmanager
    async def reading(app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(session.run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    app = Starlette(
        routes=Preview(session).routes,
        lifespan=reading,
        exception_handlers={PnpError: as_error, Exception: as_failure},
    )
    return Guard(app, port=port, token=token)
