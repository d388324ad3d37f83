"""A preview that really runs: its server in a thread of the tests, and a client that has its token."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from unittest.mock import patch

import httpx

from pnp.cli.preview_command import listening_socket
from pnp.preview import session
from pnp.preview.connections import server_of
from pnp.preview.security import new_token
from pnp.preview.server import application
from pnp.preview.session import Sessions
from pnp.project.sets import resolve

Json = dict[str, Any]

# Seconds after which a test gives up; no test asserts that something is quick.
PATIENCE = 60.0


@dataclass(frozen=True)
class Running:
    """A server, and a client that has opened its secret address."""

    address: str
    token: str
    client: httpx.Client
    sessions: Sessions
    stop: Callable[[], None]
    disconnect: Callable[[], None]
    ending: threading.Event

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def get(self, path: str, **query: object) -> Any:
        """The value of an answer that must be good."""
        answer = self.client.get(path, params={key: str(each) for key, each in query.items()})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: object) -> httpx.Response:
        return self.client.post(path, json=body)

    def when(self, wanted: Callable[[Json], object], **query: object) -> Json:
        """The first state of which that is true; a `set` may name another set than the first."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self.get("/api/state", **query)
            if wanted(state):
                return state
            time.sleep(0.05)
        raise AssertionError(f"it never came to that: {state['status']} {state['findings']}")

    def complete(self) -> Json:
        """The state when the set is read, with its rulebook."""
        return self.when(lambda state: state["status"] == "live" and state["complete"])


@contextmanager
def running(
    name: str | Path, theme: str = "standard", port: int = 0, record: Path | None = None
) -> Iterator[Running]:
    """The preview of a set, on a port of its own if none is given.

    It leaves garbage to the tests: a walk through all that a process of tests has takes longer than most sets.
    """
    listening = listening_socket(port)
    port, token = listening.getsockname()[1], new_token()
    sessions = Sessions(resolve([str(name)])[0], theme, record)
    server = server_of(application(sessions, port=port, token=token))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    ending = threading.Event()

    def stop() -> None:
        ending.set()
        server.should_exit = True
        thread.join()
        listening.close()

    def disconnect() -> None:
        for connection in [*server.server_state.connections]:
            app_loop = connection.loop  # type: ignore[union-attr]
            app_loop.call_soon_threadsafe(connection.transport.abort)  # type: ignore[union-attr]

    address = f"http://127.0.0.1:{port}"
    try:
        with (
            patch.object(session, "tidy", lambda: None),
            httpx.Client(
                base_url=address,
                headers={"Origin": address},
                timeout=PATIENCE,
                trust_env=False,
                verify=False,
            ) as client,
        ):
            client.get("/", params={"token": token})
            yield Running(address, token, client, sessions, stop, disconnect, ending)
    finally:
        stop()


def save(path: Path, old: str, new: str) -> None:
    """Changes a text in a file as most editors do: in one step, so that nobody reads half of it."""
    text = path.read_text()
    assert old in text
    with NamedTemporaryFile("w", encoding="utf-8", delete=False) as written:
        written.write(text.replace(old, new))
    Path(written.name).replace(path)
