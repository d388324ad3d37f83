"""The server of the preview: the page, its data, and events that tell it of changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from pnp.basics.errors import PnpError, UnusableInput
from pnp.desk.editor import open_line
from pnp.desk.playing import Play, moved, opened, started
from pnp.desk.printed import PrintedRules, PrintedSheets
from pnp.desk.security import Guard
from pnp.desk.session import Session
from pnp.desk.snapshot import Snapshot
from pnp.desk.state import Json, place_json, state_of
from pnp.desk.table import free_position, free_score, save_position, table_json
from pnp.imposition import LAYOUTS
from pnp.pieces import Pieces
from pnp.project import all_sets, chosen_papers, resolve
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import canonical, mirrored
from pnp.tiles.tile import moved as moved_tile

PAGE = Path(__file__).parent / "page"
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

# Seconds between signs of life, so that the page notices a server that has gone.
_HEARTBEAT = 10.0

# The longest request that a page makes: a position with all tiles of a large set.
_LONGEST = 1_000_000


class Desk:
    """The answers to the page's questions about the set of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._sheets = lru_cache(maxsize=6)(PrintedSheets)
        self._rules = lru_cache(maxsize=2)(PrintedRules)
        self._play: Play | None = None

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/", partial(_file, "index.html")),
            Route("/page/{name}", lambda request: _file(request.path_params["name"], request)),
            Route("/events", self.events),
            Route("/api/state", self.state),
            Route("/api/pictures", self.pictures, methods=["POST"]),
            Route("/api/pieces/{piece}", self.piece),
            Route("/api/sheets", self.sheets),
            Route("/sheets/{revision:int}/{paper}/{layout}/{number:int}.svg", self.sheet),
            Route("/api/rulebook", self.rulebook),
            Route("/rulebook/{revision:int}/{paper}/{number:int}.png", self.rulebook_page),
            Route("/api/open", self.open_editor, methods=["POST"]),
            Route("/api/set", self.switch, methods=["POST"]),
            Route("/api/choice", self.choose, methods=["POST"]),
            Route("/api/table", self.table),
            Route("/api/table/score", self.table_score, methods=["POST"]),
            Route("/api/table/save", self.table_save, methods=["POST"]),
            Route("/api/play/start", self.play_start, methods=["POST"]),
            Route("/api/play/open", self.play_open, methods=["POST"]),
            Route("/api/play/at", self.play_at, methods=["POST"]),
            Route("/api/play/move", self.play_move, methods=["POST"]),
            Route("/api/play/save", self.play_save, methods=["POST"]),
        ]

    @property
    def _snapshot(self) -> Snapshot:
        snapshot = self.session.moment.snapshot
        if snapshot is None:
            raise UnusableInput("no set has been read yet")
        return snapshot

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

    def state(self, request: Request) -> Response:
        return _json(state_of(self.session))

    async def pictures(self, request: Request) -> Response:
        """The SVG of each picture in a list of names; none for a name that is forgotten."""
        names = await _body(request, list)
        known = self.session.pictures
        wanted = {name: known[name] for name in names if isinstance(name, str) and name in known}
        return _json(wanted)

    # Pieces

    def piece(self, request: Request) -> Response:
        """What the inspector shows of a piece."""
        snapshot = self._snapshot
        found = snapshot.piece(request.path_params["piece"])
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        view, each = found
        sheets = self._sheets(snapshot, *_paper_and_layout(request))
        try:
            places = sheets.places(each.piece.id)
        except PnpError as error:
            places = {"places": [], "reason": str(error)}
        return _json(
            {
                "id": each.piece.id,
                "kind": view.group.kind,
                "place": place_json(snapshot, each.piece.place),
                **_turns(snapshot, each.piece.tile),
                "sheets": places,
            }
        )

    # Paper

    def sheets(self, request: Request) -> Response:
        snapshot = self._snapshot
        paper, layout = _paper_and_layout(request)
        return _json(
            {"revision": snapshot.revision, **self._sheets(snapshot, paper, layout).as_json}
        )

    def sheet(self, request: Request) -> Response:
        snapshot = self._revision(request)
        paper, layout = _paper_and_layout(request)
        return _picture(
            lambda: (
                self._sheets(snapshot, paper, layout)
                .picture(request.path_params["number"])
                .encode()
            ),
            "image/svg+xml",
        )

    def rulebook(self, request: Request) -> Response:
        snapshot = self._snapshot
        paper, _ = _paper_and_layout(request)
        rules = self._rules(snapshot, paper)
        return _json({"revision": snapshot.revision, **rules.as_json(self.session.pictures)})

    def rulebook_page(self, request: Request) -> Response:
        rules = self._rules(self._revision(request), _paper_and_layout(request)[0])
        return _picture(lambda: rules.page_pictures[request.path_params["number"]], "image/png")

    def _revision(self, request: Request) -> Snapshot:
        """The snapshot that an address names, if it is still the current one."""
        snapshot = self._snapshot
        if snapshot.revision != request.path_params["revision"]:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return snapshot

    # The table

    def table(self, request: Request) -> Response:
        return _json(table_json(self._snapshot, self.session.pictures))

    async def table_score(self, request: Request) -> Response:
        text = free_position(await _body(request, dict))
        return _json(await asyncio.to_thread(free_score, self._snapshot, text))

    async def table_save(self, request: Request) -> Response:
        laid = await _body(request, dict)
        return _json({"file": save_position(str(laid.get("name", "")), free_position(laid))})

    async def play_start(self, request: Request) -> Response:
        wanted = await _body(request, dict)
        self._play = await asyncio.to_thread(started, self._pieces, self.session.pictures, wanted)
        return await self._shown(0)

    async def play_open(self, request: Request) -> Response:
        name = str((await _body(request, dict)).get("file", ""))
        self._play = await asyncio.to_thread(opened, self._pieces, self.session.pictures, name)
        return await self._shown(len(self._play.texts))

    async def play_at(self, request: Request) -> Response:
        at = (await _body(request, dict)).get("at")
        return await self._shown(at if isinstance(at, int) else 0)

    async def play_move(self, request: Request) -> Response:
        """Plays a move in the position number `at`; all later moves are forgotten."""
        wanted = await _body(request, dict)
        at, text = wanted.get("at"), str(wanted.get("move", ""))
        if not isinstance(at, int):
            raise UnusableInput("the page did not say which position it shows")
        self._play = await asyncio.to_thread(moved, self._in_play, at, text)
        return await self._shown(at + 1)

    async def play_save(self, request: Request) -> Response:
        """Saves the game as a record, or the position number `at`."""
        wanted = await _body(request, dict)
        name, at, play = str(wanted.get("name", "")), wanted.get("at"), self._in_play
        if isinstance(at, int) and 0 <= at < len(play.positions):
            text = play.rules.write_position(play.positions[at])
        else:
            text = play.record
        return _json({"file": save_position(name, text)})

    async def _shown(self, at: int) -> Response:
        return _json(await asyncio.to_thread(self._in_play.json, at))

    @property
    def _pieces(self) -> Pieces:
        pieces = self._snapshot.pieces
        if pieces is None:
            raise UnusableInput("the set has too many tiles to play with")
        return pieces

    @property
    def _in_play(self) -> Play:
        if self._play is None:
            raise UnusableInput("no game has been started")
        return self._play

    # What the page does

    async def open_editor(self, request: Request) -> Response:
        """Opens a line of one of the set's files, which the page names by its number."""
        wanted = await _body(request, dict)
        sources = self._snapshot.sources
        source, line, column = (wanted.get(key) for key in ("source", "line", "column"))
        if not (
            isinstance(source, int)
            and 0 <= source < len(sources)
            and isinstance(line, int)
            and isinstance(column, int)
        ):
            raise UnusableInput("the page asked for a file that pnp does not show")
        return _json({"editor": open_line(sources[source].name, line, column)})

    async def switch(self, request: Request) -> Response:
        wanted = (await _body(request, dict)).get("set")
        if wanted not in [each.name for each in all_sets()]:
            raise UnusableInput("there is no such set")
        await self.session.show(resolve([wanted])[0])
        return _json({})

    async def choose(self, request: Request) -> Response:
        choice = (await _body(request, dict)).get("choice")
        if choice not in ("ask", "random", "first", "numbers"):
            raise UnusableInput("choose random, first or numbers")
        self.session.choose(choice)
        return _json({})


def _turns(snapshot: Snapshot, tile: Any) -> Json:
    """The notation of a tile in each turn, and its mirror twin."""
    if tile is None or snapshot.pieces is None:
        return {}
    definition = snapshot.definition
    geometry = definition.geometry
    turned = [
        definition.notation(moved_tile(tile, isometry))
        for isometry in geometry.isometries(Symmetry.ROTATIONS)
    ]
    twin = canonical(mirrored(tile, geometry), geometry, definition.symmetry)
    twins = [each.id for each in snapshot.pieces.tileset.pieces if each.tile == twin]
    return {
        "turns": turned,
        "chiral": twin != canonical(tile, geometry, definition.symmetry),
        "twin": twins[0] if twins else None,
    }


def _paper_and_layout(request: Request) -> tuple[Any, str]:
    """The paper and the layout in the address; raises UnusableInput."""
    values = {**request.query_params, **request.path_params}
    layout = values.get("layout", "auto")
    if layout not in ("auto", *LAYOUTS):
        raise UnusableInput(f'there is no layout "{layout}"')
    papers = chosen_papers([str(values.get("paper", "a4"))])
    if len(papers) != 1:
        raise UnusableInput("name one paper")
    return papers[0], layout


def _file(name: str, request: Request) -> Response:
    """A file of the page; only those that come with it, whatever the address says."""
    known = {path.name: path for path in PAGE.iterdir() if path.suffix in _TYPES}
    if name not in known:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    path = known[name]
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix])


def _json(value: object) -> Response:
    return Response(
        json.dumps(value, ensure_ascii=False, separators=(",", ":")),
        media_type="application/json",
    )


def _picture(made: Callable[[], bytes], media_type: str) -> Response:
    try:
        return Response(made(), media_type=media_type)
    except IndexError:
        raise HTTPException(HTTPStatus.NOT_FOUND) from None


async def _body(request: Request, kind: type) -> Any:
    """The JSON of a request; raises UnusableInput if it is too long, or not of this kind."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > _LONGEST:
            raise UnusableInput("the request is too long")
    try:
        value = json.loads(data)
    except ValueError:
        raise UnusableInput("the request is not JSON") from None
    if not isinstance(value, kind):
        raise UnusableInput(f"the request is not a {kind.__name__}")
    return value


def _failed(request: Request, error: Exception) -> Response:
    """An error of the set or of a request, in words for the person at the page."""
    return JSONResponse(
        {"error": getattr(error, "message", str(error))},
        status_code=HTTPStatus.UNPROCESSABLE_ENTITY,
    )


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
        routes=Desk(session).routes, lifespan=reading, exception_handlers={PnpError: _failed}
    )
    return Guard(app, port=port, token=token)
