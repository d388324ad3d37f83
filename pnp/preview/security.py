"""Who may ask: only pages of this server, in a browser that has opened its secret address."""

from __future__ import annotations

import secrets

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# The page runs its own scripts and styles, and shows pictures of its own: nothing else.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

_READING = ("GET", "HEAD")


def new_token() -> str:
    """A random token of 128 bits."""
    return secrets.token_urlsafe(16)


class Guard:
    """Refuses requests with a foreign Host or Origin, or without the token.

    The first address has the token; the answer puts it into a cookie and leads to the address
    without it.
    """

    def __init__(self, app: ASGIApp, *, port: int, token: str) -> None:
        self._app = app
        self._token = token
        # Cookies do not know ports, so that two previews need different names.
        self._cookie = f"pnp-preview-{port}"
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        answer = self._answer(scope)
        await (answer or self._app)(scope, receive, send_with_headers)

    def _answer(self, scope: Scope) -> Response | None:
        """The answer to a request that is not for the application; None if it is."""
        headers = Headers(scope=scope)
        if not self._is_ours(scope["method"], headers):
            return _refusal("this address belongs to another page")
        given = QueryParams(scope["query_string"]).get("token", "")
        if given and scope["path"] == "/" and self._is_token(given):
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", path="/")
            return answer
        # Other programs of this computer share the cookies, whatever they are.
        cookies = cookie_parser(headers.get("cookie", ""))
        if not self._is_token(cookies.get(self._cookie, "")):
            return _refusal("open the address that pnp preview has printed, with its token")
        return None

    def _is_ours(self, method: str, headers: Headers) -> bool:
        if headers.getlist("host") not in ([host] for host in self._hosts):
            return False
        origins = [f"http://{host}" for host in self._hosts]
        origin = headers.get("origin")
        # Browsers name the origin of everything that changes something.
        return origin in origins or (origin is None and method in _READING)

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())


def _refusal(reason: str) -> Response:
    return PlainTextResponse(f"pnp preview: {reason}\n", status_code=403)
