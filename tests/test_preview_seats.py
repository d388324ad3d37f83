"""Bots at the table of the preview: whole games, what stays hidden, stopping, and who leads."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, expect

from pnp.basics.errors import UnusableInput
from pnp.games import game_of
from pnp.play import AnyGame, Table
from pnp.playtest import Search
from pnp.preview import seats
from pnp.preview.plays import Play
from pnp.preview.seats import Seats, sealed, unsealed
from pnp.preview.table import TableMaker
from tests.browser import by_the_rules, quiet_page
from tests.conftest import ROOT
from tests.preview import PATIENCE, Json, Running, running
from tests.test_preview import SETS, kept
from tests.test_preview_page import audit


@pytest.fixture(scope="module")
def preview() -> Iterator[Running]:
    """The preview of Hexpertise, in which everything is open."""
    with running(ROOT / "tilesets/hexpertise.yaml") as found:
        found.complete()
        yield found


@pytest.fixture(scope="module")
def auction() -> Iterator[Running]:
    """The preview of Hex Auction, in which bids are hidden until all have bid."""
    with running(ROOT / "tilesets/hex-auction.yaml") as found:
        found.complete()
        yield found


def asked(preview: Running, path: str, game: Json) -> Json:
    """A good answer about a game."""
    answer = preview.post(f"/api/play/{path}", game)
    assert answer.status_code == 200, answer.text
    shown: Json = answer.json()
    return shown


def begun(preview: Running, *bots: str, seed: int = 5) -> Json:
    """A new game with these bots; "" is a person."""
    wanted = {"players": len(bots), "seed": seed, "options": {}, "seats": [*bots]}
    return asked(preview, "start", wanted)


def state(shown: Json) -> Json:
    """What a page keeps of a game with bots."""
    return {**kept(shown), "seats": shown["seats"]}


def decided(preview: Running, shown: Json, which: int = 0) -> Json:
    """The game after a person's move, the first one or another, and those of bots after it."""
    moves = shown["moves"]
    text = moves[which % len(moves)]["text"]
    return waited(preview, asked(preview, "move", {**state(shown), "move": text}))


def waited(preview: Running, shown: Json) -> Json:
    """The game as soon as a person decides, or when it is over."""
    while shown["bot"]:
        assert shown["moves"] == []
        shown = asked(preview, "bot", state(shown))
    return shown


# A whole game


@pytest.mark.slow
def test_a_game_against_a_bot_repeats(preview: Running) -> None:
    """Its moves are legal, its bot's are its own, and who decides alike sees the same game."""

    def game() -> Json:
        shown = waited(preview, begun(preview, "", "greedy"))
        for which in count():
            if shown["player"] is None:
                return shown
            shown = decided(preview, shown, which)
        raise AssertionError

    one, other = game(), game()
    assert one == other
    assert len(one["played"]) == 60
    rules = game_of("hexpertise")
    position = rules.initial(Random(5), 2)
    points = [rules.score(position).points]
    for text in one["played"]:
        name, _, move = text.partition(": ")
        assert int(name) == rules.to_move(position)
        position = rules.play(position, rules.read_move(position, move))
        points.append(rules.score(position).points)
    assert rules.is_over(position)
    assert one["winners"] == [*rules.score(position).winners]
    assert one["points"] == [*map(list, points)]
    assert one["names"] == {"player 1": "", "player 2": "bot: most points at once"}


@pytest.mark.slow
def test_a_step_back_is_to_the_last_decision_of_a_person(preview: Running) -> None:
    """With the moves of bots that a person has seen since, which come again after the same decision."""
    first = waited(preview, begun(preview, "mcts:5", "", "random"))
    assert (first["mine"], [each["whose"] for each in first["since"]]) == (-1, ["player 1"])
    second = decided(preview, first)
    since = [each["whose"] for each in second["since"]]
    assert (second["mine"], since) == (1, ["player 3", "player 1"])
    assert second["since"][1]["text"] == second["last"] == second["played"][-1]
    assert all(cell in second["last"] for cell in second["since"][1]["cells"])
    back = {**state(second), "at": second["mine"], "played": second["played"][: second["mine"]]}
    assert asked(preview, "at", back) == first
    assert decided(preview, first) == second
    # Another server knows nothing of the game but what the page sends.
    preview.sessions.open[preview.sessions.first.name][0].answers = None
    assert decided(preview, first) == second
    assert decided(preview, first, 1)["played"] != second["played"]


@pytest.mark.slow
def test_seats_that_are_not_there_are_a_message(preview: Running) -> None:
    """A bot that there is not, a bot that has no move now, and what is no list at all."""
    shown = begun(preview, "", "greedy")
    for wrong, words in (
        ({"seats": ["", "gredy"]}, 'did you mean "greedy"'),
        ({"seats": "greedy"}, "seats"),
        ({"seats": [""] * 101}, "seats"),
        ({}, "no bot moves here"),
        ({"at": 99}, "no bot moves here"),
    ):
        answer = preview.post("/api/play/bot", {**state(shown), **wrong})
        assert (answer.status_code, words in answer.json()["error"]) == (422, True)


# What stays hidden


class _Plain(TableMaker):
    """Tables as they are, without pictures."""

    def __init__(self) -> None:
        pass

    def json(self, table: Table) -> Json:
        return {"all": repr(table)}


def shown_of(rules: AnyGame, position: Any, viewer: int, players: int) -> str:
    """All that the page gets about a position, if one player is a person."""
    bots = Seats(tuple("" if each == viewer else "random" for each in range(1, players + 1)))
    play = Play(rules, _Plain(), (position,), (), "", ({},))
    return json.dumps(play.json(0, bots))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SETS][2:])
def test_equal_views_are_equal_pages(name: str) -> None:
    """Whatever is hidden from the person, the page gets the same: the supply, hands, bids and orders of others."""
    rules = game_of(name)
    players, rng = rules.players[-1], Random(3)
    position, different = rules.initial(rng, players), 0
    for number in count():
        mover = rules.to_move(position)
        if mover is None or number == 40:
            break
        for viewer in {mover, 1 + number % players}:
            samples = [rules.sample(rules.view(position, viewer), viewer, rng) for _ in range(2)]
            shown = [shown_of(rules, each, viewer, players) for each in samples]
            assert shown[0] == shown[1]
            different += samples[0]._replace(chance=None) != samples[1]._replace(chance=None)
        position = rules.play(position, rng.choice(rules.legal_moves(position)))
    # Two of the games hide no more than chance; the others did hide something.
    assert (different > 0) == (name in ("hexstatic", "hex-auction", "hexagonal-highway"))


@pytest.mark.slow
def test_a_bid_is_sealed_until_all_have_bid(auction: Running) -> None:
    """Any bid of a bot is the same to the page, and the server opens it again, a new one too."""
    start = begun(auction, "greedy", "random", "", seed=2)
    seated = {"set_up": start["set_up"], "seats": start["seats"], "at": 2}
    first, second = (
        asked(auction, "at", {**seated, "played": [f"1: bid {one}", f"2: bid {two}"]})
        for one, two in ((0, 5), (3, 1))
    )
    assert [{**each, "played": 0} for each in (first, second)] == [{**first, "played": 0}] * 2
    assert [each["text"] for each in first["since"]] == ["1: 1 hidden move", "2: 1 hidden move"]
    assert len({len(text) for shown in (first, second) for text in shown["played"]}) == 1
    assert not any("bid" in text for text in (*first["played"], *second["played"]))
    auction.sessions.open[auction.sessions.first.name][0].answers = None
    for shown, bids in ((first, ["0", "5"]), (second, ["3", "1"])):
        after = asked(auction, "move", {**state(shown), "move": "bid 2"})
        told = [f"1: bid {bids[0]}", f"2: bid {bids[1]}"]
        assert after["played"] == [*told, "3: bid 2"]
        assert [each["text"] for each in after["since"]] == told
    # Without bots nothing is hidden, as people sit at one screen.
    both = asked(auction, "at", {**state(second), "seats": []})
    assert both["played"] == ["1: bid 3", "2: bid 1"]
    wrong = {**state(first), "played": ["?x", *first["played"][1:]]}
    assert auction.post("/api/play/at", wrong).status_code == 422


@pytest.mark.slow
def test_orders_are_sealed_until_all_have_written(in_folder: Path) -> None:
    """Several moves of one bot are one line, and are told when the pawns have driven."""
    with running("hexagonal-highway") as highway:
        highway.complete()
        shown = waited(highway, begun(highway, "random", "", *["random"] * 4))
        assert {each["text"] for each in shown["since"]} == {
            f"red: {len(shown['played'])} hidden moves"
        }
        assert all(text.startswith("?") for text in shown["played"])
        shown = decided(highway, shown)
        while not shown["since"]:
            shown = decided(highway, shown)
        # All have written and driven, and red has written again.
        last = shown["since"][-1]["text"]
        number = int(last.removeprefix("red: ").partition(" ")[0])
        is_sealed = [text.startswith("?") for text in shown["played"]]
        assert is_sealed[-number:] == [True] * number
        # An order without any effect is told at the end.
        assert sum(is_sealed[:-number]) < len(is_sealed[:-number]) / 2


@pytest.mark.slow
@given(st.text("ab é;"), st.text("ab", max_size=3), st.integers(0, 99))
def test_an_envelope_opens_as_it_was(text: str, set_up: str, number: int) -> None:
    """Any move but the spaces at its end."""
    closed = sealed(text, set_up, number)
    assert unsealed(closed, set_up, number) == text.encode().decode().rstrip()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["?", "?not base64", "?/w=="])
def test_a_torn_envelope_is_a_message(text: str) -> None:
    """Whatever a page has kept."""
    for number in range(9):
        try:
            unsealed(text, "", number)
        except UnusableInput:
            return
    assert text == "?"


# Thinking


@pytest.mark.slow
def test_a_bot_that_nobody_waits_for_stops(
    preview: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends at its next draw; meanwhile the server answers all else."""
    thinks, stopped = threading.Event(), threading.Event()

    def chosen(rules: AnyGame, position: Any, player: int, bot: str, luck: Random) -> str:
        try:
            while luck.choice([True]) and luck.random() < 2:
                thinks.set()
        finally:
            stopped.set()
        return ""

    monkeypatch.setattr(seats, "chosen", chosen)
    shown = begun(preview, "random", "")

    async def waits_a_little() -> None:
        import httpx

        async with httpx.AsyncClient(
            base_url=preview.address,
            cookies=preview.client.cookies,
            headers=preview.client.headers,
            trust_env=False,
        ) as client:
            bot = asyncio.create_task(client.post("/api/play/bot", json=state(shown)))
            await asyncio.to_thread(thinks.wait, PATIENCE)
            answer = await client.post("/api/play/at", json=state(shown))
            assert answer.json()["bot"] == "bot: any move"
            assert not stopped.is_set()
            bot.cancel()

    # Tests in a browser leave this thread with a loop of its own.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, waits_a_little()).result()
    assert stopped.wait(PATIENCE)


@pytest.mark.slow
def test_a_budget_is_bounded_by_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by time, so that a move repeats; a smaller one stays as it is."""
    rules, budgets = game_of("hexpertise"), []

    def choose(bot: Search, rules: AnyGame, view: Any, player: int, luck: Random) -> Any:
        budgets.append(bot.playouts)
        return rules.legal_moves(view)[0]

    monkeypatch.setattr(Search, "choose", choose)
    position = rules.initial(Random(1), 2)
    for bot in ("mcts:7", "mcts:1000", "mcts:999999"):
        seats.chosen(rules, position, 1, bot, Random(1))
    assert budgets == [7, 1000, 1000]


# The page


@pytest.mark.slow
def test_a_person_plays_against_bots(browser: Browser, preview: Running) -> None:
    """From the seats to the end, with a reload, a step back, and bots that play on when the person has left."""
    with quiet_page(browser, PATIENCE) as page:
        page.goto(f"{preview.address}/?token={preview.token}")
        page.goto(f"{preview.address}/#table")
        by_the_rules(page)
        page.get_by_label("Player 2").select_option("greedy")
        page.get_by_label("Seed").fill("7")
        page.get_by_role("button", name="Start").click()
        panel = page.locator("#table-panel")
        for number in range(1, 4):
            page.locator(".moves .move").first.click()
            expect(panel).to_contain_text(f"move {2 * number} of {2 * number}: 2: ")
            expect(page.locator(".moves-head")).to_contain_text("Player 1")
        expect(panel.locator(".since li")).to_have_count(1)
        expect(panel).to_contain_text("player 2, bot: most points at once")
        # The bot's move lies on its own table.
        expect(page.locator(".surface .last")).to_have_count(0)
        page.get_by_label("Whose table").select_option("player 2")
        expect(page.locator(".surface .last.inner")).to_have_count(1)
        expect(panel.locator(".lead path")).to_have_count(4)
        chart = panel.get_by_role("img", name=re.compile("^Points after move 6: player 1: "))
        points = [row.split()[-1] for row in panel.locator("tbody tr").all_inner_texts()]
        assert chart.locator("text.end").all_text_contents()[1:] == points
        audit(page, "a game with bots")
        for width, height in ((390, 844), (720, 450)):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme="dark" if width < height else "light")
            for _ in range(2):
                page.locator("#fold-panel").click()
                audit(page, f"the same at {width} x {height}")
        page.set_viewport_size({"width": 1440, "height": 900})
        page.reload()
        expect(panel).to_contain_text("move 6 of 6: 2: ")
        page.locator(".frame").press("u")
        expect(panel).to_contain_text("move 4 of 4: 2: ")
        ends(page)


def ends(page: Page) -> None:
    """Bots on both seats play to the end, after they have been stopped; everybody sits one seat on in the next game."""
    panel = page.locator("#table-panel")
    panel.get_by_text("Seats").click()
    page.route("**/api/play/bot", lambda route: None)
    panel.get_by_role("combobox", name="Player 1").first.select_option("random")
    page.get_by_role("button", name="Stop").click()
    page.unroute("**/api/play/bot")
    page.get_by_role("button", name="Let it move").click()
    expect(page.locator(".moves-head")).to_contain_text("The game is over.")
    expect(panel).to_contain_text("move 60 of 60")
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_role("button", name="Let it move")).to_be_visible()
    page.get_by_role("button", name="One move on").click()
    page.get_by_role("button", name="Play again, one seat on").click()
    expect(panel).to_contain_text("player 1, bot: most points at once")
