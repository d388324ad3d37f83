"""The server of the preview: the page, its data, and events that tell it of changes."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from http import HTTPStatus
from inspect import isawaitable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, Router
from starlette.types import Receive, Scope, Send

from pnp.basics.errors import PnpError, UnusableInput
from pnp.basics.words import in_brief
from pnp.preview.answers import Answer, Answers, PictureAnswer, Question
from pnp.preview.connections import PATIENCE
from pnp.preview.security import Guard
from pnp.preview.session import Session, Sessions

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

# Seconds between two looks at whether a page still waits for its answer.
_LOOKS = 0.1

# Bytes: shorter answers stay as they are. Of the levels of gzip the first takes a tenth of the time of the last.
_SMALL, _QUICK = 1000, 1

# The longest request that a page makes: a position with all tiles of a large set.
_LONGEST = 1_000_000


def application(sessions: Sessions, *, port: int, token: str) -> Guard:
    """The server for sessions, whose sets it reads and watches as long as pages follow them."""

    @asynccontextmanager
    async def reading(app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(sessions.run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def about_a_set(scope: Scope, receive: Receive, send: Send) -> None:
        """The answer of the set that the address names."""
        session = sessions.of(QueryParams(scope["query_string"]).get("set", ""))
        session.answers = session.answers or _router(session)
        await session.answers(scope, receive, send)

    async def page(request: Request) -> Response:
        known = request.query_params.get("set", "") in ("", *sessions.names)
        return _page_file(request, "index.html") if known else RedirectResponse("/", 303)

    async def page_file(request: Request) -> Response:
        return _page_file(request, request.path_params["name"])

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/page/{name}", page_file),
            Mount("/", app=about_a_set),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=_SMALL, compresslevel=_QUICK)],
        lifespan=reading,
        exception_handlers={PnpError: _as_error, Exception: _as_failure},
    )
    return Guard(app, port=port, token=token)


def _router(session: Session) -> Router:
    """All that a page asks about a set."""

    async def events(request: Request) -> Response:
        return StreamingResponse(_numbers(session, request), media_type="text/event-stream")

    return Router(
        [Route("/events", events), *(_route(session, answer) for answer in Answers(session).all)]
    )


def _route(session: Session, answer: Answer) -> Route:
    async def answered(request: Request) -> Response:
        sent = None if answer.sent is None else await _sent(request, answer.sent)
        question = Question({**request.query_params, **request.path_params}, sent)
        if answer.at_once:
            value = answer.of(question)
            if isawaitable(value):
                value = await _while_wanted(request, value)
        else:
            value = await session.in_turn(answer.of, question)
        if isinstance(value, PictureAnswer):
            return Response(value.data, media_type=value.media_type)
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return Response(text, media_type="application/json")

    return Route(answer.path, answered, methods=["GET" if answer.sent is None else "POST"])


async def _while_wanted(request: Request, answer: Awaitable[Any]) -> Any:
    """An answer that takes its time; it is cancelled when the page no longer waits for it."""
    task = asyncio.ensure_future(answer)
    try:
        while not task.done() and not await request.is_disconnected():
            await asyncio.wait({task}, timeout=_LOOKS)
        return task.result() if task.done() else None
    finally:
        task.cancel()


async def _sent(request: Request, kind: type) -> Any:
    """The JSON of a request; raises UnusableInput if it is too long, or not of this kind."""
    data = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                data += part
                if len(data) > _LONGEST:
                    raise UnusableInput("the request is too long")
    except TimeoutError:
        raise UnusableInput("the request does not end") from None
    try:
        value = json.loads(data)
        # Halves of characters could be in no answer and in no file.
        json.dumps(value, ensure_ascii=False).encode()
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
    with session.followed():
        while not await request.is_disconnected():
            try:
                moment = await asyncio.wait_for(session.news(seen), _HEARTBEAT)
            except TimeoutError:
                yield "event: alive\ndata: 0\n\n"
                continue
            seen = moment.number
            yield f"id: {session.all.life}\nevent: state\ndata: {seen}\n\n"


def _page_file(request: Request, name: str) -> Response:
    """A file of the page; only those that come with it, whatever the address says."""
    known = {path.name: path for path in PAGE.iterdir() if path.suffix in _TYPES}
    if name not in known:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    path = known[name]
    data, headers = path.read_bytes(), {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        data, headers = _zipped(data), {**headers, "Content-Encoding": "gzip"}
    return Response(data, media_type=_TYPES[path.suffix], headers=headers)


@lru_cache(maxsize=64)
def _zipped(data: bytes) -> bytes:
    """A file of the page as small as it can be, which takes longer."""
    return gzip.compress(data, mtime=0)


def _as_error(request: Request, error: Exception) -> Response:
    """An error of the set or of a request, in words for the person at the page."""
    message = in_brief(getattr(error, "message", str(error)))
    return JSONResponse({"error": message}, status_code=HTTPStatus.UNPROCESSABLE_ENTITY)


def _as_failure(request: Request, error: Exception) -> Response:
    """The answer where pnp itself fails; `pnp --verbose preview` prints the traceback."""
    _LOG.info("%s", request.url.path, exc_info=error)
    message = f"pnp has failed: {type(error).__name__}: {error}"
    return JSONResponse({"error": message}, status_code=HTTPStatus.INTERNAL_SERVER_ERROR)
