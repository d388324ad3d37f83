"""The answers about the table: what lies there, its score, and a game by the rules."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.basics.errors import UnusableInput
from pnp.pieces import Pieces
from pnp.preview.answers import as_json, body_of
from pnp.preview.playing import Play, moved, opened, started
from pnp.preview.session import Session
from pnp.preview.table import free_position, free_score, opened_position, save_position, table_json


class TableAnswers:
    """The answers about the table of a session; one game at a time is played on it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._play: Play | None = None

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/table", self.table),
            Route("/api/table/score", self.table_score, methods=["POST"]),
            Route("/api/table/open", self.table_open, methods=["POST"]),
            Route("/api/table/save", self.table_save, methods=["POST"]),
            Route("/api/play/start", self.play_start, methods=["POST"]),
            Route("/api/play/open", self.play_open, methods=["POST"]),
            Route("/api/play/at", self.play_at, methods=["POST"]),
            Route("/api/play/move", self.play_move, methods=["POST"]),
            Route("/api/play/save", self.play_save, methods=["POST"]),
        ]

    async def table(self, request: Request) -> Response:
        """Everything that can lie on the table."""
        session = self._session
        return as_json(await session.in_turn(table_json, session.snapshot, session.pictures))

    async def table_score(self, request: Request) -> Response:
        text = free_position(await body_of(request, dict))
        return as_json(await self._session.in_turn(free_score, self._session.snapshot, text))

    async def table_open(self, request: Request) -> Response:
        """A saved position, to be laid freely."""
        return as_json(opened_position(str((await body_of(request, dict)).get("file", ""))))

    async def table_save(self, request: Request) -> Response:
        laid = await body_of(request, dict)
        return as_json({"file": save_position(str(laid.get("name", "")), free_position(laid))})

    async def play_start(self, request: Request) -> Response:
        wanted = await body_of(request, dict)
        self._play = await self._session.in_turn(
            started, self._pieces, self._session.pictures, wanted
        )
        return await self._shown(0)

    async def play_open(self, request: Request) -> Response:
        name = str((await body_of(request, dict)).get("file", ""))
        self._play = await self._session.in_turn(opened, self._pieces, self._session.pictures, name)
        return await self._shown(len(self._play.texts))

    async def play_at(self, request: Request) -> Response:
        at = (await body_of(request, dict)).get("at")
        return await self._shown(at if isinstance(at, int) else 0)

    async def play_move(self, request: Request) -> Response:
        """Plays a move in the position number `at`; all later moves are forgotten."""
        wanted = await body_of(request, dict)
        at, text = wanted.get("at"), str(wanted.get("move", ""))
        if not isinstance(at, int):
            raise UnusableInput("the page did not say which position it shows")
        self._play = await self._session.in_turn(moved, self._in_play, at, text)
        return await self._shown(at + 1)

    async def play_save(self, request: Request) -> Response:
        """Saves the game as a record, or the position number `at`."""
        wanted = await body_of(request, dict)
        name, at, play = str(wanted.get("name", "")), wanted.get("at"), self._in_play
        if isinstance(at, int) and 0 <= at < len(play.positions):
            text = play.rules.write_position(play.positions[at])
        else:
            text = play.record
        return as_json({"file": save_position(name, text)})

    async def _shown(self, at: int) -> Response:
        return as_json(await self._session.in_turn(self._in_play.json, at))

    @property
    def _pieces(self) -> Pieces:
        pieces = self._session.snapshot.pieces
        if pieces is None:
            raise UnusableInput("the set has too many tiles to play with")
        return pieces

    @property
    def _in_play(self) -> Play:
        if self._play is None:
            raise UnusableInput("no game has been started")
        return self._play
