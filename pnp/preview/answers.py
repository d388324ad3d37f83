"""Requests and answers: JSON, pictures, and errors in words."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.basics.errors import UnusableInput
from pnp.imposition import LAYOUTS, Paper
from pnp.project import one_paper

_LOG = logging.getLogger(__name__)

# The longest request that a page makes: a position with all tiles of a large set.
_LONGEST = 1_000_000


def paper_and_layout(request: Request) -> tuple[Paper, str]:
    """The paper and the layout in the address; raises UnusableInput."""
    values = {**request.query_params, **request.path_params}
    layout = values.get("layout", "auto")
    if layout not in ("auto", *LAYOUTS):
        raise UnusableInput(f'there is no layout "{layout}"')
    paper = one_paper(str(values.get("paper", "a4")), reason="the page shows one paper")
    return paper, layout


def as_json(value: object) -> Response:
    """The answer with a plain value."""
    return Response(
        json.dumps(value, ensure_ascii=False, separators=(",", ":")),
        media_type="application/json",
    )


def as_picture(made: Callable[[], bytes], media_type: str) -> Response:
    """The answer with a picture, or 404 if no picture has its number."""
    try:
        return Response(made(), media_type=media_type)
    except IndexError:
        raise HTTPException(HTTPStatus.NOT_FOUND) from None


async def body_of(request: Request, kind: type) -> Any:
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


def as_error(request: Request, error: Exception) -> Response:
    """An error of the set or of a request, in words for the person at the page."""
    return JSONResponse(
        {"error": getattr(error, "message", str(error))},
        status_code=HTTPStatus.UNPROCESSABLE_ENTITY,
    )


def as_failure(request: Request, error: Exception) -> Response:
    """The answer where pnp itself fails; `pnp --verbose preview` prints the traceback."""
    _LOG.info("%s", request.url.path, exc_info=error)
    message = f"pnp has failed: {type(error).__name__}: {error}"
    return JSONResponse({"error": message}, status_code=HTTPStatus.INTERNAL_SERVER_ERROR)
