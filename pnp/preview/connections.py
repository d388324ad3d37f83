"""The connections of browsers: those on which nobody asks anything are closed."""

from __future__ import annotations

import asyncio

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from pnp.preview.security import Guard

# Seconds that a connection may wait for a whole request.
PATIENCE = 10.0


class Connection(H11Protocol):
    """A connection that ends if no request comes on it, or only a part of one."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._last = self.cycle
        self._next_look = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._next_look.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Closes the connection if no request has been complete since the last look; one that is answered stays."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if not is_answering and self.cycle is self._last:
            self.transport.close()
            return
        self._last = self.cycle
        self._next_look = self.loop.call_later(PATIENCE, self._look)


def server_of(app: Guard) -> Server:
    """The server of an application, which ends at once when somebody interrupts it."""
    return Server(
        Config(
            app,
            http=Connection,
            ws="none",
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=0,
            server_header=False,
        )
    )
