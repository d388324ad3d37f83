"""`pnp preview`: its answers, who may ask, what a save does, and how the command starts and ends."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from pnp.basics import lookup
from pnp.basics.errors import InvalidDefinition
from pnp.definition import read_figure
from pnp.definition.reading import read_source
from pnp.games import game_of
from pnp.pieces import figure_picture, make_pieces
from pnp.preview import connections
from pnp.preview import server as servers
from pnp.preview import session as sessions
from tests.conftest import ROOT, Call, bundled, set_of
from tests.preview import PATIENCE, Json, Running, running, save

SETS = {
    "squares": str(ROOT / "tilesets/published/macmahon-squares.yaml"),
    "triangles": str(ROOT / "tilesets/published/macmahon-triangles.yaml"),
    "controlled-path": "controlled-path",
    "hexstatic": "hexstatic",
    "hexagonal-highway": "hexagonal-highway",
    "hex-auction": "hex-auction",
    "hexpertise": "hexpertise",
}
# The smallest set is quick; three games have no pieces or boards that the others lack.
SLOW, NIGHTLY = pytest.mark.slow, pytest.mark.nightly
MARKS = ((), SLOW, NIGHTLY, SLOW, SLOW, NIGHTLY, NIGHTLY)
MARKED = [pytest.param(name, marks=mark) for name, mark in zip(SETS, MARKS, strict=True)]

# Four squares with sides in two colours, each as often as the other, and one with all sides red.
SMALL = """\
game: small
title: Small
colours: [red, blue]
tiles:
  shape: square
  size: 30mm
  families:
    - {name: one, generate: edges}
"""

LARGE = """\
game: large
colours: 12
tiles:
  shape: hexagon
  size: 30mm
  families:
    - {name: first, generate: edges}
    - {name: second, generate: edges, colours: [a, b]}
"""


@pytest.fixture(scope="module")
def preview() -> Iterator[Running]:
    """The preview of a published set, read once for all tests that only ask."""
    with running(SETS["squares"]) as found:
        found.complete()
        yield found


@pytest.fixture
def small(in_folder: Path) -> Iterator[Running]:
    """The preview of a small set in a folder of its own, to change it."""
    Path("small.yaml").write_text(SMALL)
    with running("small.yaml") as found:
        found.complete()
        yield found


def pieces(state: Json) -> list[str]:
    """The ids of all pieces."""
    return [piece["id"] for group in state["groups"] for piece in group["pieces"]]


def messages(state: Json) -> str:
    """All findings as text."""
    return "\n".join(finding["message"] for finding in state["findings"])


# Answers


@pytest.mark.slow
@pytest.mark.spread(2)
@pytest.mark.parametrize("name", MARKED)
def test_every_question_of_the_page_has_an_answer(name: str) -> None:
    """For every bundled game, and for squares and triangles: all that the views ask for."""
    with running(SETS[name]) as preview:
        state = preview.complete()
        assert state["findings"] == [
            each for each in state["findings"] if each["severity"] == "note"
        ]
        drawn = [
            name
            for group in state["groups"]
            for each in group["pieces"]
            for name in each["pictures"]
        ]
        pictures = preview.post("/api/pictures", sorted({*drawn, "none"})).json()
        assert pictures.keys() == {*drawn}
        assert all(text.startswith(("<?xml", "<svg")) for text in pictures.values())

        sheets = preview.get("/api/sheets", paper="a4", layout="auto")
        where = f"/sheets/{state['revision']}/a4/auto"
        for number in range(len(sheets["pages"])):
            assert "<svg" in preview.client.get(f"{where}/{number}.svg").text
        assert preview.client.get(f"{where}/{len(sheets['pages'])}.svg").status_code == 404
        assert preview.client.get("/sheets/99/a4/auto/0.svg").status_code == 404

        # A build prints each piece as often as the set has copies of it, but pads once.
        kinds = {"board", "pad", "pads"}
        printed = sum(group["printed"] for group in state["groups"] if group["kind"] not in kinds)
        assert printed <= sum(page["pieces"] for page in sheets["pages"])

        for group in state["groups"]:
            piece = group["pieces"][0]
            details = preview.get(f"/api/pieces/{piece['id']}")
            assert details["kind"] == group["kind"]
            if group["kind"] == "tile":
                assert details["turns"][0] == piece["notation"]
                assert len(details["turns"]) == piece["ways"]
                assert len(details["sheets"]["places"]) == piece["copies"]

        rules = preview.get("/api/rulebook")
        assert bool(rules["blocks"]) == (state["rulebook"] is not None)
        for block in rules["blocks"]:
            if block["is"] == "parts":
                titles = [part["title"] for part in block["parts"]]
                assert len(titles) == len({*titles}) > 0
                assert all(part["picture"] for part in block["parts"])
        texts = ["".join(text for text, _ in block.get("text", ())) for block in rules["blocks"]]
        assert not any("{page}" in text or "{back}" in text for text in texts)
        for number in range(rules.get("pages", 0)):
            page = preview.client.get(f"/rulebook/{state['revision']}/a4/{number}.png")
            assert page.content.startswith(b"\x89PNG")

        numbers = preview.get("/api/numbers")
        charts = [table["key"] for table in numbers["tables"] if table["chart"]]
        for look in ("light", "dark"):
            chart = preview.client.get(f"/numbers/{state['revision']}/a4/{look}/{charts[0]}.svg")
            assert "<svg" in chart.text
        assert (
            preview.client.get(f"/numbers/{state['revision']}/a4/light/none.svg").status_code == 404
        )
        assert preview.get("/api/table")["revision"] == state["revision"]
        assert preview.client.get("/api/compare?old=1&new=1").json()["entries"] == []


@pytest.mark.slow
def test_the_tiles_of_the_table_show_what_the_notations_say() -> None:
    """Each side of each tile, by its notation; each turn moves the sides on by one."""
    codes = {
        ink.code: number for number, ink in enumerate(bundled("hexstatic-compact").definition.inks)
    }
    with running("hexstatic-compact") as preview:
        preview.complete()
        for tile in preview.get("/api/table")["tiles"]:
            for turn, text in enumerate(tile["turns"]):
                expected = {
                    int(side) - 1: codes[word[0]]
                    for word in text.split()
                    if word[0] in codes and word[1:2].isdigit()
                    for side in word[1:].split("-")
                }
                shown = tile["sides"][-turn:] + tile["sides"][:-turn] if turn else tile["sides"]
                assert [expected.get(side, -2) for side in range(6)] == [side[1] for side in shown]


def test_dominoes_lie_on_the_table_in_two_ways() -> None:
    """They turn by halves, on cells twice as high as wide; blank sides show nothing."""
    with running("dominoes") as preview:
        preview.complete()
        table = preview.get("/api/table")
        (ground,) = table["grounds"]
        assert (ground["shape"], ground["size"], ground["ratio"]) == ("rectangle", 24, 2)
        tile = next(tile for tile in table["tiles"] if tile["turns"][0] == "0/-/6/-")
        assert tile["turns"] == ["0/-/6/-", "6/-/0/-"]
        assert [side[0] for side in tile["sides"]] == [0, -1, 6, -1]


@pytest.mark.slow
def test_a_side_on_the_table_shows_its_corners() -> None:
    """Between its edge and what follows: the same in both directions if two sides match."""
    with running("triominoes") as preview:
        preview.complete()
        table = preview.get("/api/table")
        assert table["inks"] == [*"012345"]
        tile = next(tile for tile in table["tiles"] if tile["turns"][0] == "^0/1/5")
        assert [(side[1], side[-1]) for side in tile["sides"]] == [(0, 1), (1, 5), (5, 0)]
        assert tile["turns"] == ["^0/1/5", "^5/0/1", "^1/5/0"]


def test_the_state_names_lines(small: Running) -> None:
    """A finding has its line and the lines round it; a family has its line; files have numbers."""
    save(Path("small.yaml"), "colours: [red, blue]", "colours: [red, blue, green]")
    save(Path("small.yaml"), "generate: edges", "generate: edges, colours: [red, blue]")
    state = small.when(lambda state: state["findings"])
    (finding,) = state["findings"]
    assert (finding["rule"], finding["line"]) == ("unused-colour", 3)
    assert {each["line"] for each in finding["excerpt"]} >= {2, 3, 4}
    assert state["groups"][0]["place"]["line"] == 8
    assert state["watching"] == [{"id": 0, "name": "small.yaml"}]
    assert str(Path.cwd()) not in json.dumps(state)


def test_a_paper_or_layout_that_is_not_there_is_a_message(preview: Running) -> None:
    """And so is a piece that does not fit the paper."""
    for query, word in (
        ("paper=a99", "a99"),
        ("layout=round", "round"),
        ("paper=both", "one paper"),
    ):
        answer = preview.client.get(f"/api/sheets?{query}")
        assert answer.status_code == 422 and word in answer.json()["error"]


def test_a_remembered_state_has_a_number(preview: Running) -> None:
    """Everything else is a message, whatever it looks like."""
    for old in ("", "-1", "7", "9" * 5000, "x"):
        answer = preview.client.get("/api/compare", params={"old": old, "new": "1"})
        assert answer.status_code == 422 and "remembers" in answer.json()["error"]


# Who may ask


def ask(preview: Running, method: str, path: str, **headers: str) -> http.client.HTTPResponse:
    """An answer to exactly this request, read: no client makes it tidy."""
    connection = http.client.HTTPConnection("127.0.0.1", preview.port)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]
    connection.close()
    return answer


def cookie(preview: Running) -> str:
    """The cookie that the token leads to."""
    return f"pnp-preview-{preview.port}={preview.token}"


def test_the_token_leads_to_a_cookie_and_to_an_address_without_it(preview: Running) -> None:
    """No script can read the cookie, and no other page can make a browser send it."""
    answer = ask(preview, "GET", f"/?token={preview.token}")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    kept, *flags = (part.strip() for part in answer.headers["Set-Cookie"].split(";"))
    assert kept == cookie(preview)
    assert {"httponly", "samesite=strict", "path=/"} == {flag.lower() for flag in flags}
    assert ask(preview, "GET", "/", Cookie=cookie(preview)).status == 200


def test_cookies_of_other_programs_do_no_harm(preview: Running) -> None:
    """Cookies do not know ports, and some are no cookies by the letter."""
    ours = f"pnp-preview-{preview.port}={preview.token}"
    for cookies in (f'state={{"a": 1}}; {ours}', f"=; {ours}; x", f"{ours}; a=b=c"):
        answer = httpx.get(
            f"{preview.address}/api/state", headers={"Cookie": cookies}, trust_env=False
        )
        assert answer.status_code == 200, cookies


@pytest.mark.parametrize(
    "path", ["/", "/api/state", "/events", "/page/main.js", "/sheets/1/a4/auto/0.svg"]
)
def test_without_the_token_nothing_is_shown(preview: Running, path: str) -> None:
    """No token, a wrong one, an empty one, and the right one in another cookie."""
    assert ask(preview, "GET", path).status == 403
    assert ask(preview, "GET", f"{path}?token=wrong").status == 403
    assert ask(preview, "GET", f"{path}?token=").status == 403
    for wrong in ("", "wrong", preview.token + "x", preview.token[:-1], "\u00e9"):
        kept = f"pnp-preview-{preview.port}={wrong}"
        assert ask(preview, "GET", path, Cookie=kept).status == 403
    assert ask(preview, "GET", path, Cookie=f"pnp-preview-1={preview.token}").status == 403
    assert ask(preview, "GET", path, Cookie='=;;="').status == 403
    if path != "/":
        assert ask(preview, "GET", f"{path}?token={preview.token}").status == 403


@pytest.mark.parametrize(
    "host", ["example.com", "localhost.example.com", "127.0.0.1", "127.0.0.1:1", "[::1]", ""]
)
def test_another_host_is_refused(preview: Running, host: str) -> None:
    """A name that somebody else has led to this computer cannot read what is here."""
    answer = ask(preview, "GET", "/api/state", Host=host, Cookie=cookie(preview))
    assert answer.status in (400, 403)
    assert b"small" not in answer.body  # type: ignore[attr-defined]
    # Both names of this computer are good with the port.
    for name in ("127.0.0.1", "localhost"):
        ours = {"Host": f"{name}:{preview.port}", "Cookie": cookie(preview)}
        assert ask(preview, "GET", "/api/state", **ours).status == 200


@pytest.mark.parametrize(
    "origin", ["http://example.com", "null", "https://127.0.0.1", "http://127.0.0.1:1", ""]
)
def test_another_origin_is_refused(preview: Running, origin: str) -> None:
    """Also where only the page is asked for; what names no origin is no page of ours, and changes nothing."""
    named = {"Origin": origin} if origin else {}
    asked = [("GET", "/api/state"), ("GET", "/events")] if origin else []
    asked += [("POST", f"/api/{each}") for each in ("open", "table/save", "choice", "pictures")]
    for method, path in asked:
        assert ask(preview, method, path, Cookie=cookie(preview), **named).status == 403, path


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py", "/page/%2e%2e%2fserver.py", "/page/..%2f..%2fsecurity.py", "/page/%2e%2e",
        "/page/", "/page//etc/passwd", "/page/%2fetc%2fpasswd", "/page/main.js%00.svg", "/page/main",
        "/../pyproject.toml", "/sheets/1/../../../etc/passwd", "/sheets/1/a4/auto/..%2f0.svg",
        "/sheets/1/a4/auto/-1.svg",
        "/rulebook/1/a4/..%2f..%2f0.png", "/rulebook/1/a4/0.png", "/api/pieces/..%2f..%2fx",
    ],
)  # fmt: skip
def test_no_address_leads_to_other_files(preview: Running, path: str) -> None:
    """The page's files are known by name; sheets and pages by number."""
    answer = ask(preview, "GET", path, Cookie=cookie(preview))
    assert answer.status in (404, 422)
    assert b"root:" not in answer.body and b"import" not in answer.body  # type: ignore[attr-defined]


def test_every_answer_has_the_policy(preview: Running) -> None:
    """The good ones, the pictures, the refusals, what is not there and what is not understood."""
    ours = {"Cookie": cookie(preview), "Origin": preview.address}
    asked = [
        (200, ask(preview, "GET", "/", **ours)),
        (200, ask(preview, "GET", "/page/main.js", **ours)),
        (200, ask(preview, "GET", "/api/state", **ours)),
        (200, ask(preview, "GET", "/sheets/1/a4/auto/0.svg", **ours)),
        (303, ask(preview, "GET", f"/?token={preview.token}")),
        (403, ask(preview, "GET", "/")),
        (404, ask(preview, "GET", "/nothing", **ours)),
        (405, ask(preview, "GET", "/api/open", **ours)),
        (422, ask(preview, "POST", "/api/open", **ours)),
    ]
    for status, answer in asked:
        assert answer.status == status
        policy = dict(
            part.strip().partition(" ")[::2]
            for part in answer.headers["Content-Security-Policy"].split(";")
        )
        assert policy.items() >= {
            "default-src": "'none'", "script-src": "'self'", "style-src": "'self'",
            "img-src": "'self' data:", "connect-src": "'self'", "frame-ancestors": "'none'",
        }.items()  # fmt: skip
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_request_that_is_not_understood_is_a_message(preview: Running) -> None:
    """Too long, not JSON, JSON of another kind, numbers and names that are not there."""

    def refused(path: str, content: bytes) -> str:
        answer = preview.client.post(path, content=content)
        assert answer.status_code == 422, answer.text
        return str(answer.json()["error"])

    assert refused("/api/pictures", b" " * 1_000_001) == "the request is too long"
    for body in (b"", b"{", b"\xff", b"[" * 100_000, b'{"a":' * 50_000, b'{"name": "\\ud800"}'):
        assert refused("/api/table/save", body) == "the request is not JSON"
    assert "not a dict" in refused("/api/table/save", b"[]")
    assert "not a list" in refused("/api/pictures", b"{}")
    assert preview.post("/api/pictures", [None, {}, [], 3]).json() == {}
    for body in (b"{}", b'{"source": 1, "line": 1, "column": 1}', b'{"source": -1, "line": 1, "column": 1}',
                 b'{"source": "/etc/passwd", "line": 1, "column": 1}', b'{"source": 0, "line": "1", "column": 1}'):  # fmt: skip
        assert "does not show" in refused("/api/open", body)
    for name in ("../small", "/etc/passwd", "none", "tilesets/hexstatic.yaml"):
        assert refused(f"/api/pictures?set={name}", b"[]") == "there is no such set"
        answer = ask(preview, "GET", f"/?set={name}", Cookie=cookie(preview))
        assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert "choose random" in refused("/api/choice", b'{"choice": ["ask"]}')
    for path in ("/api/table/score", "/api/table/save"):
        assert "does not understand" in refused(
            path, b'{"ground": "", "tiles": [["0,0"]], "tokens": []}'
        )
    assert "does not know the rules" in refused(
        "/api/play/start", b'{"players": 2, "seed": 1, "options": {}}'
    )
    assert "no game" in refused("/api/play/at", b'{"at": 0}')
    assert "no game" in refused("/api/play/at", b'{"at": 0, "set_up": "x", "played": 1}')
    assert "no game" in refused("/api/play/save", b'{"name": "x"}')


def test_a_title_is_only_text(in_folder: Path) -> None:
    """The state has it as it is; the page that shows it writes no HTML."""
    Path("small.yaml").write_text(SMALL.replace("title: Small", "title: <script>alert(1)</script>"))
    with running("small.yaml") as preview:
        assert preview.complete()["title"] == "<script>alert(1)</script>"
        assert preview.client.get("/api/state").headers["Content-Type"] == "application/json"
        assert "alert" not in preview.client.get("/").text


# Saving


LAID = {"ground": "", "tiles": [["0,0", "red red red red"]], "tokens": []}


# Names that could lead out of a folder, hide a file or be none.
NAMES = (
    "", "..", "../x", "a/b", "/tmp/x", ".hidden", "-x",
    "x.yaml", "x\n", "X", "x" * 62, "\u00e9", "a b", "x\0",
)  # fmt: skip


def test_a_name_cannot_lead_out_of_the_folder(small: Running) -> None:
    """Small letters, digits and hyphens; anything else is a message and writes nothing."""
    before = sorted(Path.cwd().rglob("*"))
    for name in NAMES:
        answer = small.post("/api/table/save", {**LAID, "name": name})
        assert answer.status_code == 422 and answer.json()["error"].startswith("a name "), name
        assert sorted(Path.cwd().rglob("*")) == before


def test_a_position_is_saved_once(small: Running) -> None:
    """In the folder for positions, and never over a file that is there."""
    assert small.post("/api/table/save", {**LAID, "name": "first"}).json() == {
        "file": "positions/first.yaml"
    }
    path = Path("positions/first.yaml")
    assert yaml.safe_load(path.read_text()) == {"tiles": {"0,0": "red red red red"}}
    answer = small.post("/api/table/save", {**LAID, "tiles": [], "name": "first"})
    assert answer.status_code == 422 and "choose another name" in answer.json()["error"]
    assert yaml.safe_load(path.read_text()) == {"tiles": {"0,0": "red red red red"}}
    assert small.get("/api/table")["files"] == ["first.yaml"]


@pytest.mark.slow
def test_a_saved_table_of_polyforms_is_a_figure(in_folder: Path) -> None:
    """With a caption; and the file of a figure lies on the table as it is written."""
    name = "examples/corner-quarrel"
    laid = {
        "ground": "field",
        "tiles": [],
        "tokens": [["B1", "brick"]],
        "polyforms": [["A1", "pieces-brick-v5"], ["T1", "pieces-ocean-l4 over turned 90"]],
    }
    with running(ROOT / f"tilesets/{name}.yaml") as preview:
        preview.complete()
        preview.post("/api/table/save", {**laid, "name": "first"})
        path = Path("positions/first.yaml")
        assert yaml.safe_load(path.read_text()) == {
            "board": "field",
            "tokens": dict(laid["tokens"]),
            "polyforms": dict(laid["polyforms"]),
        }
        path.write_text(f"caption: Some\n{path.read_text()}")
        assert preview.post("/api/table/open", {"file": "first.yaml"}).json() == laid
        pieces = make_pieces(bundled(name))
        with pytest.raises(InvalidDefinition, match="lies over the edge"):
            figure_picture(pieces, read_figure(read_source(path)))
        path.write_text(path.read_text().replace("T1", "R2"))
        figure_picture(pieces, read_figure(read_source(path)))
        polyforms = preview.get("/api/table")["polyforms"]
        known = {f"{each['id']} {way['words']}" for each in polyforms for way in each["ways"]}
        assert "pieces-ocean-l4 over turned 90" in known


@pytest.mark.parametrize(
    ("ground", "cell", "board"),
    [
        ("Table of squares", "1,1", "{name: comb, hexhex: 3, cell: 20mm}"),
        ("mat", "B2", "{name: mat, squares: 6x6, cell: 20mm}"),
    ],
)
def test_polyforms_without_a_board_have_a_table(
    ground: str, cell: str, board: str, in_folder: Path
) -> None:
    """Of their own cells; what is saved there is a figure without a board."""
    polyforms = "{name: bits, shape: polyomino, cell: 20mm, cells: 3}"
    text = f"game: own\npieces:\n  boards: [{board}]\n  polyforms: [{polyforms}]\n"
    Path("own.yaml").write_text(text)
    with running("own.yaml") as preview:
        preview.complete()
        grounds = preview.get("/api/table")["grounds"]
        assert [each["name"] for each in grounds if each["shape"] == "square"] == [ground]
        laid = {"ground": ground, "tiles": [], "tokens": [], "polyforms": [[cell, "bits-i"]]}
        preview.post("/api/table/save", {**laid, "name": "first"})
    path = Path("positions/first.yaml")
    assert yaml.safe_load(path.read_text()).get("board") == (ground if cell == "B2" else None)
    path.write_text(f"caption: Some\n{path.read_text()}")
    figure_picture(make_pieces(set_of(text)), read_figure(read_source(path)))


def test_a_folder_that_leads_elsewhere_is_not_written_to(
    small: Running, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Nor a file in the folder's place, nor a link in a file's place."""
    other = tmp_path_factory.mktemp("other")
    Path("positions").symlink_to(other)
    answer = small.post("/api/table/save", {**LAID, "name": "first"})
    assert answer.status_code == 422 and "positions" in answer.json()["error"]
    assert not [*other.iterdir()]
    Path("positions").unlink()

    Path("positions").write_text("a file")
    assert small.post("/api/table/save", {**LAID, "name": "first"}).status_code == 422
    Path("positions").unlink()

    Path("positions").mkdir()
    Path("positions/first.yaml").symlink_to(other / "new.yaml")
    assert small.post("/api/table/save", {**LAID, "name": "first"}).status_code == 422
    assert not [*other.iterdir()]


@pytest.mark.slow
def test_only_files_of_the_folder_are_opened_as_games(in_folder: Path) -> None:
    """A name with a path is no name of a file there."""
    Path("secret.yaml").write_text("phase: [")
    with running("controlled-path") as preview:
        preview.complete()
        for name in ("../secret.yaml", "secret.yaml", "/etc/passwd"):
            answer = preview.post("/api/play/open", {"file": name})
            assert answer.status_code == 422 and "there is no file" in answer.json()["error"]
        answer = preview.post("/api/play/open", {"file": ""})
        assert answer.status_code == 422 and "without --record" in answer.json()["error"]


@pytest.mark.slow
def test_the_editor_gets_no_path_from_the_page(
    small: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the number of a file that pnp has read, a line and a column; no shell reads them."""
    recorder = tmp_path / "recorder.py"
    recorder.write_text(
        "import sys\nfrom pathlib import Path\n"
        "Path(sys.argv[1]).write_text('\\n'.join(sys.argv[2:]))\n"
    )
    note = tmp_path / "note"
    monkeypatch.setenv(
        "PNP_EDITOR", f"{sys.executable} {recorder} {note} --goto {{file}}:{{line}}:{{column}}"
    )
    wanted = {"source": 0, "line": 3, "column": 5, "file": "/etc/passwd", "name": "$(touch x)"}
    assert small.post("/api/open", wanted).status_code == 200
    end = time.monotonic() + PATIENCE
    while not (note.exists() and note.read_text()) and time.monotonic() < end:
        time.sleep(0.02)
    assert note.read_text().splitlines() == ["--goto", f"{Path('small.yaml').absolute()}:3:5"]


def test_without_an_editor_the_page_gets_a_message(
    small: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And also if the editor does not start."""
    wanted = {"source": 0, "line": 3, "column": 5}
    monkeypatch.delenv("PNP_EDITOR", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert "pnp finds no editor" in small.post("/api/open", wanted).json()["error"]
    monkeypatch.setenv("PNP_EDITOR", "no-such-editor-anywhere")
    assert "does not start" in small.post("/api/open", wanted).json()["error"]


def test_a_finding_opens_its_file(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whatever file that is, and also if nothing could be read yet."""
    opened: list[str] = []
    monkeypatch.setattr(
        "pnp.preview.answers.open_line", lambda file, line, column: opened.append(file)
    )
    Path("broken.yaml").write_text("game: [")
    with running("broken.yaml") as preview:
        state = preview.when(lambda state: state["findings"])
        finding = state["findings"][0]
        wanted = {key: finding[key] for key in ("source", "line", "column")}
        assert preview.post("/api/open", wanted).status_code == 200
        Path("templates/rules").mkdir(parents=True)
        Path("templates/rules/small.md").write_text("# Small\n\n{{ nothing }}\n")
        Path("broken.yaml").write_text(SMALL)
        state = preview.when(lambda state: "nothing" in messages(state))
        finding = next(each for each in state["findings"] if "nothing" in each["message"])
        wanted = {key: finding[key] for key in ("source", "line", "column")}
        assert preview.post("/api/open", wanted).status_code == 200
    assert opened == ["broken.yaml", "templates/rules/small.md"]


# Following the files


def test_a_save_changes_the_state(small: Running) -> None:
    """With its pieces, those that have changed, and the state before to compare with."""
    first = small.complete()
    save(Path("small.yaml"), "[red, blue]", "[red, green]")
    state = small.when(lambda state: state["revision"] == first["revision"] + 1)
    # All squares but the one that is red all round.
    assert len(pieces(state)) == 6 and len(state["changed"]) == 5
    state = small.complete()
    assert [each["revision"] for each in state["history"]] == [1, 2]
    found = small.get("/api/compare", old=1, new=2)
    assert (found["same"], len(found["entries"])) == (1, 10) or found["entries"]
    names = [
        each[side]["picture"] for each in found["entries"] for side in ("old", "new") if each[side]
    ]
    assert small.post("/api/pictures", names).json().keys() == {*names}


def test_a_piece_with_another_id_has_not_changed(small: Running) -> None:
    """A designer wants to know which pieces look different, and how many are gone."""
    small.complete()
    save(Path("small.yaml"), "name: one", "name: two")
    state = small.when(lambda state: state["revision"] == 2)
    assert (state["changed"], state["gone"]) == ([], 0)
    small.complete()
    save(Path("small.yaml"), "generate: edges", "generate: edges, where: {colours: 1}")
    state = small.when(lambda state: state["revision"] == 3)
    assert (len(pieces(state)), state["changed"], state["gone"]) == (2, [], 4)


def test_a_broken_file_keeps_the_last_good_state(small: Running) -> None:
    """With the findings of the file as it is now; the next good save is live again."""
    good = small.complete()
    save(Path("small.yaml"), "square", "sqare")
    state = small.when(lambda state: state["status"] == "broken")
    assert (state["revision"], pieces(state)) == (good["revision"], pieces(good))
    assert [(each["rule"], each["line"]) for each in state["findings"]] == [("unknown-word", 5)]
    assert small.post("/api/pictures", good["groups"][0]["pieces"][0]["pictures"]).json()
    for text in ("[", "\x00", "- 1\n", "game: &a [*a]\n"):
        Path("small.yaml").write_text(text)
        number = state["number"]
        state = small.when(lambda state, number=number: state["number"] > number)
        assert state["status"] == "broken" and state["findings"] and pieces(state) == pieces(good)
    Path("small.yaml").write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in messages(small.when(lambda state: "UTF-8" in messages(state)))
    Path("small.yaml").write_text(SMALL)
    assert small.complete()["findings"] == []


def test_a_deleted_set_comes_back(small: Running) -> None:
    """Its last pictures stay as long as it is gone."""
    good = small.complete()
    Path("small.yaml").rename("elsewhere")
    state = small.when(lambda state: state["status"] == "deleted")
    assert pieces(state) == pieces(good)
    save(Path("elsewhere"), "[red, blue]", "[red, blue, green]")
    Path("elsewhere").rename("small.yaml")
    assert len(pieces(small.complete())) == 24


@pytest.mark.slow
def test_a_folder_that_is_deleted_comes_back(in_folder: Path) -> None:
    """As it does when somebody checks out another branch."""
    Path("sets").mkdir()
    Path("sets/small.yaml").write_text(SMALL)
    with running("sets/small.yaml") as preview:
        preview.complete()
        shutil.rmtree("sets")
        preview.when(lambda state: state["status"] == "deleted")
        Path("sets").mkdir()
        Path("sets/small.yaml").write_text(SMALL.replace("[red, blue]", "3"))
        assert len(pieces(preview.complete())) == 24


def test_a_file_that_is_saved_in_halves_is_not_broken(
    small: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor that first empties the file and then writes it shows no finding in between."""
    monkeypatch.setattr(sessions, "EMPTY", PATIENCE)
    seen: list[str] = []
    session = small.sessions.of("")
    publish = session.publish

    async def noted(moment: sessions.Moment) -> None:
        seen.append(moment.status)
        await publish(moment)

    monkeypatch.setattr(session, "publish", noted)
    Path("small.yaml").write_text("")
    time.sleep(0.4)
    Path("small.yaml").write_text(SMALL.replace("[red, blue]", "3"))
    small.when(lambda state: len(pieces(state)) == 24)
    assert {*seen} == {"live"}


def test_a_file_that_stays_empty_is_broken(small: Running) -> None:
    """After a moment."""
    Path("small.yaml").write_text("")
    assert small.when(lambda state: state["status"] == "broken")["findings"]


def test_of_many_saves_the_last_one_wins(small: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """No save is lost at the end, and each is read once at most, though they come ten a second."""
    read = []
    original = sessions.read_snapshot

    def counted(*arguments: object) -> object:
        read.append(arguments)
        return original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(sessions, "read_snapshot", counted)
    saves = 20
    for number in range(saves):
        Path("small.yaml").write_text(SMALL.replace("title: Small", f"title: Number {number}"))
        time.sleep(0.1 if number < 5 else 0.01)
    state = small.when(lambda state: state["title"] == f"Number {saves - 1}" and state["complete"])
    assert state["status"] == "live"
    assert len(read) <= saves


@pytest.mark.slow
def test_a_broken_rulebook_is_a_finding(in_folder: Path) -> None:
    """With its own file and line; the pieces are shown all the same, and pnp follows that file as well."""
    Path("templates/rules").mkdir(parents=True)
    Path("templates/rules/small.md").write_text("# Small\n\nThere are {{no-such-value}} tiles.\n")
    Path("small.yaml").write_text(SMALL)
    with running("small.yaml") as preview:
        state = preview.complete()
        assert [(each["name"], each["line"]) for each in state["findings"]] == [("small.md", 3)]
        assert len(pieces(state)) == 6
        Path("templates/rules/small.md").write_text("# Small\n\nThere are six tiles.\n")
        state = preview.when(lambda state: state["complete"] and not state["findings"])
        assert state["rulebook"].endswith("small.md")
        assert [each["name"] for each in state["watching"]] == ["small.yaml", "small.md"]
        Path("templates/rules/small.md").write_bytes(b"# Small\n\n\xff\n")
        state = preview.when(lambda state: state["findings"])
        assert "UTF-8" in messages(state) and len(pieces(state)) == 6
        Path("templates/rules/small.md").write_text("# Small\n\nThere are six tiles.\n")
        preview.when(lambda state: state["complete"] and not state["findings"])


def test_a_character_that_the_font_lacks_is_a_finding(in_folder: Path) -> None:
    """With its place; all pieces are shown, and the text alone is missing."""
    cards = (
        "pieces:\n  tokens:\n    - {name: coin, size: 15mm, count: 2, front: coin}\n  cards:\n"
        "    - name: deck\n      size: mini\n      cards:\n        - {title: \u6f22, copies: 1}\n"
    )
    Path("small.yaml").write_text(SMALL + cards, "utf-8")
    with running("small.yaml") as preview:
        state = preview.when(lambda state: state["findings"])
        assert (state["status"], state["findings"][0]["rule"]) == ("live", "missing-glyph")
        assert state["findings"][0]["line"] == SMALL.count("\n") + 8
        assert [group["kind"] for group in state["groups"]] == ["tile", "card", "token"]


@pytest.mark.slow
def test_a_broken_pad_is_a_finding(in_folder: Path) -> None:
    """It is left out until it is good; all other pieces are shown."""
    Path("templates/pads").mkdir(parents=True)
    pad = Path("templates/pads/scores.yaml")
    good = (ROOT / "templates/pads/hexstatic-scores.yaml").read_text()
    pad.write_text("blocks: [")
    text = (ROOT / "tilesets/hexstatic-compact.yaml").read_text()
    assert "hexstatic-scores" in text
    Path("small.yaml").write_text(text.replace("hexstatic-scores", "scores"))
    with running("small.yaml") as preview:
        state = preview.when(lambda state: state["findings"])
        assert state["findings"][0]["name"] == "scores.yaml"
        pad.write_text(good)
        state = preview.when(lambda state: "pad" in [group["kind"] for group in state["groups"]])
        pad.write_text("blocks: [")
        state = preview.when(
            lambda state: "scores.yaml" in [each["name"] for each in state["findings"]]
        )
        assert len(pieces(state)) >= 97


def test_an_error_that_nobody_foresaw_does_not_stop_the_preview(
    small: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a finding; the next save is read again."""
    original = sessions.read_snapshot

    def failing(*arguments: object) -> object:
        raise RuntimeError("a bug")

    monkeypatch.setattr(sessions, "read_snapshot", failing)
    save(Path("small.yaml"), "title: Small", "title: Other")
    state = small.when(lambda state: state["status"] == "broken")
    assert "RuntimeError: a bug" in messages(state)
    monkeypatch.setattr(sessions, "read_snapshot", original)
    save(Path("small.yaml"), "title: Other", "title: Third")
    assert small.complete()["title"] == "Third"


def test_a_watch_that_fails_is_replaced_by_looking(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system may have no watches left."""
    import watchfiles

    def none_left(*folders: object, **options: object) -> object:
        raise OSError("no space left on device")

    monkeypatch.setattr(watchfiles, "awatch", none_left)
    Path("small.yaml").write_text(SMALL)
    with running("small.yaml") as preview:
        preview.complete()
        save(Path("small.yaml"), "[red, blue]", "3")
        assert len(pieces(preview.when(lambda state: state["revision"] == 2))) == 24


@pytest.mark.slow
def test_a_picture_is_not_forgotten_while_the_page_may_ask_for_it(in_folder: Path) -> None:
    """The pictures of the table and of the rulebook stay until the next save."""
    with running("controlled-path") as preview:
        preview.when(lambda state: state["revision"])
        names = [
            name for token in preview.get("/api/table")["tokens"] for name in token["pictures"]
        ]
        preview.complete()
        assert preview.post("/api/pictures", names).json().keys() == {*names}


@pytest.mark.slow
def test_a_million_tiles_are_counted(in_folder: Path) -> None:
    """pnp asks which to show; a sample is as large as it says, and the same after a save."""
    Path("large.yaml").write_text(LARGE)
    with running("large.yaml") as preview:
        state = preview.when(lambda state: state["complete"] or state["revision"])
        counts = state["counts"]
        # By Burnside's lemma: (12**6 + 12**3 + 2 * 12**2 + 2 * 12) / 6, and 14 in two colours.
        expected = (12**6 + 12**3 + 2 * 12**2 + 2 * 12) // 6
        assert counts["families"] == {"first": expected, "second": 14}
        assert (counts["total"], counts["choice"], state["groups"]) == (expected + 14, "ask", [])
        for choice in ("random", "first"):
            preview.post("/api/choice", {"choice": choice})
            state = preview.when(
                lambda state, choice=choice: state["groups"] and state["counts"]["choice"] == choice
            )
            # Each family has at least one of its tiles among them.
            assert 1 <= len(pieces(state)) <= counts["sample"] + 1
        save(Path("large.yaml"), "game: large", "game: larger")
        after = preview.when(lambda after: after["revision"] > state["revision"])
        assert pieces(after) == pieces(state)
        preview.post("/api/choice", {"choice": "numbers"})
        state = preview.when(lambda state: state["revision"] and not state["groups"])
        assert state["groups"] == []
        for path in ("/api/sheets", "/api/rulebook", "/api/numbers", "/api/table"):
            assert preview.client.get(path).status_code == 200
        save(Path("large.yaml"), "colours: 12", "colours: twelve")
        preview.when(lambda state: state["status"] == "broken")
        Path("large.yaml").write_text(SMALL)
        assert len(pieces(preview.complete())) == 6


@pytest.mark.slow
def test_two_tabs_show_two_sets(small: Running) -> None:
    """Each follows its own file, and has states of its own."""
    Path("tilesets").mkdir()
    Path("tilesets/other.yaml").write_text(SMALL.replace("game: small", "game: other"))

    def other(wanted: Callable[[Json], object]) -> Json:
        return small.when(wanted, set="other")

    first, second = small.complete(), other(lambda state: state["complete"])
    assert (first["set"], second["set"], len(second["history"])) == ("small", "other", 1)
    # Pages name pictures by the numbers of states.
    assert first["revision"] != second["revision"] and first["number"] != second["number"]
    save(Path("tilesets/other.yaml"), "[red, blue]", "3")
    assert len(pieces(other(lambda state: len(pieces(state)) == 24))) == 24
    assert small.get("/api/state")["number"] == first["number"]

    again = small.get("/api/state", set="other")
    assert [len(each["history"]) for each in (again, small.get("/api/state"))] == [2, 1]


@pytest.mark.slow
def test_a_set_that_nobody_follows_is_read_no_more(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while; somebody who asks for it again gets it as it is then."""
    monkeypatch.setattr(sessions, "LINGERS", 2.0)
    for name in ("tilesets/small.yaml", "tilesets/other.yaml"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(SMALL)
    with running("tilesets/small.yaml") as preview, preview.client.stream("GET", "/events"):
        first = preview.complete()
        other = preview.when(lambda state: state["complete"], set="other")
        end = time.monotonic() + PATIENCE
        while "other" in preview.sessions.open and time.monotonic() < end:
            time.sleep(0.02)
        assert [*preview.sessions.open] == ["small"]
        assert preview.get("/api/state")["revision"] == first["revision"]
        again = preview.when(lambda state: state["complete"], set="other")
        assert again["revision"] > other["revision"]


def test_a_save_just_after_another_set_is_chosen_counts(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late the watch turns to the folder of that set."""
    looks = sessions.looks_at

    async def late(*arguments: Any) -> AsyncIterator[object]:
        async for each in looks(*arguments):
            await asyncio.sleep(0.5)
            yield each
        await asyncio.sleep(0.5)

    monkeypatch.setattr(sessions, "looks_at", late)
    Path("small.yaml").write_text(SMALL)
    other = Path("tilesets/other.yaml")
    other.parent.mkdir()
    other.write_text("game: other")
    with running("small.yaml") as preview:
        preview.complete()
        preview.when(lambda state: state["status"] == "broken", set="other")
        other.write_text(SMALL)
        assert preview.when(lambda state: state["status"] == "live", set="other")["set"] == "other"


# Weight and patience


def test_the_page_is_light(preview: Running) -> None:
    """What a browser loads before it asks for a set: its scripts follow their imports, and the table comes later."""
    waiting, total = ["/"], 0
    loaded: set[str] = set()
    while waiting:
        path = waiting.pop()
        with preview.client.stream("GET", path) as answer:
            assert answer.headers["Content-Encoding"] == "gzip" or path.endswith(".svg")
            total += sum(map(len, answer.iter_raw()))
        text = preview.client.get(path).text
        found = re.findall(
            r'(?:src|href)="(/page/[^"]+)"|^import .*"\./(\w+\.js)"', text, re.MULTILINE
        )
        found_paths = {absolute or f"/page/{name}" for absolute, name in found}
        waiting += found_paths - loaded
        loaded |= found_paths
    assert "/page/pieces.js" in loaded and "/page/table.js" not in loaded
    assert total <= 60_000


def test_answers_are_compressed(preview: Running) -> None:
    """Those that are long enough; events are sent as they come."""

    def encoding(path: str) -> str | None:
        with preview.client.stream("GET", path) as answer:
            return answer.headers.get("Content-Encoding")

    assert encoding("/api/state") == "gzip"
    revision = preview.get("/api/state")["revision"]
    assert encoding(f"/sheets/{revision}/a4/auto/0.svg") == "gzip"
    assert encoding("/events") is None
    plain = preview.client.get("/api/state", headers={"Accept-Encoding": "identity"})
    assert plain.json() == preview.get("/api/state")


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET"],
    ids=["nothing", "word", "head", "second"],
)
def test_a_connection_without_a_request_is_closed(
    in_folder: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """After some seconds, first or after another request; one that follows events stays."""
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    Path("small.yaml").write_text(SMALL)
    with running("small.yaml") as preview:
        preview.complete()
        with (
            preview.client.stream("GET", "/events") as stream,
            socket.create_connection(("127.0.0.1", preview.port), timeout=PATIENCE) as silent,
        ):
            silent.sendall(sent)
            # It waits for the end of the connection, and fails without one.
            while silent.recv(10_000):
                pass
            lines = stream.iter_lines()
            next(lines)
            save(Path("small.yaml"), "title: Small", "title: Other")
            assert any(line.startswith("data: ") for line in lines)


def test_a_question_without_an_end_is_refused(
    small: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that has promised more than it sends keeps nobody waiting."""
    monkeypatch.setattr(servers, "PATIENCE", 0.2)
    head = f"POST /api/pictures HTTP/1.1\r\nHost: 127.0.0.1:{small.port}\r\nOrigin: {small.address}\r\nCookie: {cookie(small)}\r\nContent-Length: 50\r\n\r\n["
    with socket.create_connection(("127.0.0.1", small.port), timeout=PATIENCE) as slow:
        slow.sendall(head.encode())
        answer = b""
        while not answer.endswith(b"}"):
            answer += slow.recv(10_000)
    assert answer.startswith(b"HTTP/1.1 422") and b"does not end" in answer


def test_a_listed_family_has_as_many_tiles_as_its_list(in_folder: Path) -> None:
    """The number of tiles that the family could have does not count."""
    Path("listed.yaml").write_text(
        "game: listed\ncolours: 12\ntiles:\n  shape: hexagon\n  size: 30mm\n  families:\n"
        "    - name: two\n      generate: edges\n      tiles: [AAAAAA, AAAAAB]\n      selection: yes\n"
    )
    with running("listed.yaml") as preview:
        state = preview.complete()
        assert len(pieces(state)) == 2, state["findings"]
        assert state["counts"]["families"] == {"two": 2} and not state["counts"]["sampled"]


@pytest.mark.slow
def test_no_rule_judges_a_sample(in_folder: Path) -> None:
    """The page names no mirror twin: the sample may lack it."""
    rules = "rules:\n  - colour-symmetric\n"
    Path("large.yaml").write_text(LARGE.replace("colours: 12\n", "colours: 6\n") + rules)
    with running("large.yaml") as preview:
        preview.when(lambda state: state["revision"])
        preview.post("/api/choice", {"choice": "first"})
        state = preview.when(lambda state: state["groups"])
        assert state["rules"] == []
        details = preview.get(f"/api/pieces/{pieces(state)[0]}")
        assert "twin" not in details and "chiral" not in details


@pytest.mark.slow
def test_the_history_has_a_bound(small: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest state is forgotten, with its pictures."""
    monkeypatch.setattr(sessions, "PICTURES_FIRST", 0.0)
    monkeypatch.setattr("pnp.preview.session._REMEMBERED", 4)
    first = small.complete()["groups"][0]["pieces"][0]["pictures"]
    for number in range(6):
        revision = small.get("/api/state")["revision"]
        size = 31 + number
        Path("small.yaml").write_text(SMALL.replace("30mm", f"{size}mm"))
        small.when(lambda state, revision=revision: state["revision"] > revision)
    state = small.complete()
    assert len(state["history"]) == 4
    assert small.client.get("/api/compare?old=1&new=3").status_code == 422
    assert small.post("/api/pictures", first).json() == {}


# Events


def events(preview: Running, numbers: list[int], wanted: int) -> None:
    """Reads that many numbers from the events."""
    with preview.client.stream("GET", "/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: ") and line != "data: 0":
                numbers.append(int(line[6:]))
                if len(numbers) == wanted:
                    return


def test_an_event_has_only_the_number_of_a_state(small: Running) -> None:
    """A page that connects gets the number of now at once, so that nothing is lost between."""
    now = small.complete()["number"]
    numbers: list[int] = []
    thread = threading.Thread(target=events, args=(small, numbers, 2))
    thread.start()
    end = time.monotonic() + PATIENCE
    while not numbers and time.monotonic() < end:
        time.sleep(0.01)
    assert numbers == [now]
    save(Path("small.yaml"), "title: Small", "title: Other")
    thread.join(PATIENCE)
    assert numbers[1] > now


# The table and the games


@pytest.mark.slow
def test_the_live_score_is_that_of_pnp_score(in_folder: Path, pnp: Call) -> None:
    """For a table that a page has laid, saved and scored by the command line."""
    example = yaml.safe_load((ROOT / "tests/positions/hexstatic-table.yaml").read_text())
    laid = {"ground": "", "tiles": [*map(list, example["tiles"].items())], "tokens": []}
    with running("hexstatic") as preview:
        preview.complete()
        score = preview.post("/api/table/score", laid).json()
        # By hand, with the letters of the rulebook.
        totals = dict(score["totals"])
        assert totals.items() >= {"red": 16, "green": 28, "blue": 8}.items()
        preview.post("/api/table/save", {**laid, "name": "table"})
        result = pnp("score", "hexstatic", "positions/table.yaml")
        for colour, points in totals.items():
            assert re.search(rf"{colour}\D+{points}\b", result.stdout)
        wrong = preview.post("/api/table/score", {**laid, "tiles": [["0,0", "R1-2 x"]]}).json()
        assert wrong["problems"]


@pytest.mark.slow
@pytest.mark.parametrize("name", MARKED[2:])
def test_a_game_is_played_by_its_rules(name: str, in_folder: Path, pnp: Call) -> None:
    """The page shows the legal moves of the game; the record is one that the game replays."""
    from random import Random

    rules = game_of(name)
    players = rules.players[-1]
    position = rules.initial(Random(5), players)
    with running(name) as preview:
        preview.complete()
        shown = preview.post(
            "/api/play/start", {"players": players, "seed": 5, "options": {}}
        ).json()
        for at in range(4):
            legal = sorted(map(rules.write_move, rules.legal_moves(position)))
            assert [move["text"] for move in shown["moves"]] == legal[:2000]
            assert shown["more"] == max(0, len(legal) - 2000)
            assert (shown["at"], shown["of"]) == (at, at)
            text = legal[len(legal) // 2]
            after = preview.post("/api/play/after", {**kept(shown), "move": text}).json()
            shown = preview.post("/api/play/move", {**kept(shown), "move": text}).json()
            assert after == {key: shown[key] for key in after}
            position = rules.play(position, rules.read_move(position, text))
        game = kept(shown)
        assert preview.post("/api/play/at", {**game, "at": 1}).json()["of"] == 4
        assert preview.post("/api/play/at", {**game, "at": 99}).json()["at"] == 4
        wrong = preview.post("/api/play/move", {**game, "move": "no such move"})
        assert wrong.status_code == 422 and wrong.json()["error"]
        assert preview.post("/api/play/move", {**game, "at": 9, "move": text}).status_code == 422

        record = {**game, "at": None, "name": "record"}
        assert preview.post("/api/play/save", record).status_code == 200
        again = preview.post("/api/play/open", {"file": "record.yaml"}).json()
        assert (again["at"], again["of"], again["table"]) == (4, 4, shown["table"])
        result = pnp("score", name, "positions/record.yaml")
        assert result.exit_code == 0, result.output
        assert preview.post("/api/play/save", {**game, "name": "position"}).status_code == 200
        result = pnp("score", name, "positions/position.yaml")
        assert result.exit_code == 0, result.output
    with running(name) as another:
        # The page has kept the game, and another server goes on with it.
        another.complete()
        assert another.post("/api/play/at", game).json()["table"] == shown["table"]


@pytest.mark.slow
def test_a_view_is_shown_without_moves_that_are_hidden(in_folder: Path) -> None:
    """Whoever writes orders now may have written some; nobody else knows what is left to write."""
    from random import Random

    rules = game_of("hexagonal-highway")
    view = rules.view(rules.initial(Random(1), 6), 3)
    Path("positions").mkdir()
    Path("positions/view.yaml").write_text(rules.write_position(view))
    with running("hexagonal-highway") as preview:
        preview.complete()
        shown = preview.post("/api/play/open", {"file": "view.yaml"}).json()
        assert (shown["player"], shown["moves"]) == ("red", [])
        wrong = preview.post("/api/play/move", {**kept(shown), "move": "go left"})
        assert (wrong.status_code, "are hidden" in wrong.json()["error"]) == (422, True)


def kept(shown: Json) -> Json:
    """What a page keeps of a game, and sends with each question."""
    return {key: shown[key] for key in ("set_up", "played", "at")}


# The command


def test_a_port_in_use_is_a_message(pnp: Call) -> None:
    """It names the port and what to do."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = pnp("preview", "hexstatic", "--no-open", "--port", str(port))
    assert result.exit_code == 2
    assert f"the port {port} is in use; choose another" in result.stderr


def test_a_missing_library_is_a_message(pnp: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the line that installs it."""

    def missing(name: str) -> object:
        raise ModuleNotFoundError(f"No module named '{name}'", name=name)

    monkeypatch.setattr(lookup, "import_module", missing)
    result = pnp("preview", "hexstatic", "--no-open")
    assert result.exit_code == 2
    assert "pip install 'pnp-tiles[preview]'" in result.stderr


def test_a_set_that_is_not_there_is_a_message(in_folder: Path, pnp: Call) -> None:
    """An unknown name, a folder with two sets, an unknown theme, and a port that is none."""
    result = pnp("preview", "hexstatik", "--no-open")
    assert result.exit_code == 2 and 'did you mean "hexstatic"' in result.stderr
    for name in ("one", "two"):
        Path(f"{name}.yaml").write_text(SMALL)
    result = pnp("preview", ".", "--no-open")
    assert result.exit_code == 2 and ". has 2 sets; name one set" in result.stderr
    assert pnp("preview", "one.yaml", "two.yaml").exit_code == 2
    assert pnp("preview", "one.yaml", "--no-open", "--theme", "none").exit_code == 2
    assert pnp("preview", "one.yaml", "--no-open", "--port", "65536").exit_code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("hexpertise", "none.yaml"), "cannot read none.yaml: No such file"),
        (("hexpertise", "bad.yaml"), "bad.yaml:4:5: "),
        (("hexpertise", "extract.yaml"), "extract.yaml is an extract, which has no next move"),
        (("one.yaml", "bad.yaml"), 'pnp does not know the rules of "one"'),
    ],
)
def test_a_record_that_cannot_be_stepped_through(
    in_folder: Path, pnp: Call, words: tuple[str, str], message: str
) -> None:
    """One message, before any page opens."""
    Path("one.yaml").write_text(SMALL.replace("game: small", "game: one"))
    Path("bad.yaml").write_text("players: 1\nseed: 1\nmoves:\n  - fly away\n")
    Path("extract.yaml").write_text("tokens: {}\n")
    name, record = words
    result = pnp("preview", name, "--record", record, "--no-open", "--port", "0")
    assert result.exit_code in (1, 2)
    assert message in result.stderr and result.stderr.count("error") == 1


def started(*words: str) -> tuple[subprocess.Popen[str], str]:
    """A preview of its own, and the address that it has printed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", "preview", "--no-open", "--port", "0", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    return process, line.strip().partition(": ")[2]


@pytest.mark.slow
@pytest.mark.parametrize("connected", [False, True])
def test_ctrl_c_ends_the_preview(in_folder: Path, connected: bool) -> None:
    """At once, with exit code 0 and without a word, also while a page listens."""
    Path("small.yaml").write_text(SMALL)
    process, address = started("small.yaml")
    with httpx.Client(timeout=PATIENCE, follow_redirects=True, trust_env=False) as client:
        assert client.get(address).status_code == 200
        if connected:
            with client.stream("GET", address.partition("?")[0] + "events") as stream:
                next(stream.iter_lines())
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=PATIENCE)
        else:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")


def test_a_set_that_does_not_read_is_shown_with_its_findings(in_folder: Path) -> None:
    """The preview starts all the same, and waits for the file to become good."""
    Path("small.yaml").write_text(SMALL.replace("square", "sqare"))
    with running("small.yaml") as preview:
        state = preview.when(lambda state: state["findings"])
        assert (state["status"], state["revision"], state["groups"]) == ("broken", 0, [])
        assert preview.client.get("/api/sheets").status_code == 422
        Path("small.yaml").write_text(SMALL)
        assert len(pieces(preview.complete())) == 6
