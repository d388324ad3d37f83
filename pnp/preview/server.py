"""The server of the preview: the page, its data, and events that tell it of changes."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from inspect import isawaitable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from pnp.basics.errors import PnpError, UnusableInput
from pnp.preview.answers import Answer, Answers, PictureAnswer, Question
from pnp.preview.security import Guard
from pnp.preview.session import Session

_LOG = logging.getLogger(__name__)

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

    async def events(request: Request) -> Response:
        return StreamingResponse(_numbers(session, request), media_type="text/event-stream")

    app = Starlette(
        routes=[
            Route("/", _page_file),
            Route("/page/{name}", _page_file),
            Route("/events", events),
            *(_route(session, answer) for answer in Answers(session).all),
        ],
        lifespan=reading,
        exception_handlers={PnpError: _as_error, Exception: _as_failure},
    )
    return Guard(app, port=port, token=token)


def _route(session: Session, answer: Answer) -> Route:
    async def answered(request: Request) -> Response:
        sent = None if answer.sent is None else await _sent(request, answer.sent)
        question = Question({**request.query_params, **request.path_params}, sent)
        if answer.at_once:
            value = answer.of(question)
            value = await value if isawaitable(value) else value
        else:
            value = await session.in_turn(answer.of, question)
        if isinstance(value, PictureAnswer):
            return Response(value.data, media_type=value.media_type)
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return Response(text, media_type="application/json")

    return Route(answer.path, answered, methods=["GET" if answer.sent is None else "POST"])


async def _sent(request: Request, kind: type) -> Any:
    """The JSON of a request; raises UnusableInput if it is too long, or not of this kind."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > _LONGEST:
            raise UnusableInput("the request is too long")
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise UnusableInput("the request is not JSON") from None
    if not isinstance(value, kind):
        raise UnusableInput(f"the request is not a {kind.__name__}")
    return value


async def _numbers(session: Session, request: Request) -> AsyncIterator[str]:
    """The number of each new state; a page that reconnects gets the current one at once.

    The id is that of this server: another one numbers its own states.
    """
    seen = -1
    while not await request.is_disconnected():
        try:
            moment = await asyncio.wait_for(session.news(seen), _HEARTBEAT)
        except TimeoutError:
            yield "event: alive\ndata: 0\n\n"
            continue
        seen = moment.number
        yield f"id: {session.life}\nevent: state\ndata: {seen}\n\n"


async def _page_file(request: Request) -> Response:
    """A file of the page; only those that come with it, whatever the address says."""
    name = request.path_params.get("name", "index.html")
    known = {path.name: path for path in PAGE.iterdir() if path.suffix in _TYPES}
    if name not in known:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    path = known[name]
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix])


def _as_error(request: Request, error: Exception) -> Response:
    """An error of the set or of a request, in words for the person at the page."""
    message = getattr(error, "message", str(error))
    return JSONResponse({"error": message}, status_code=HTTPStatus.UNPROCESSABLE_ENTITY)


def _as_failure(request: Request, error: Exception) -> Response:
    """The answer where pnp itself fails; `pnp --verbose preview` prints the traceback."""
    _LOG.info("%s", request.url.path, exc_info=error)
    message = f"pnp has failed: {type(error).__name__}: {error}"
    return JSONResponse({"error": message}, status_code=HTTPStatus.INTERNAL_SERVER_ERROR)
