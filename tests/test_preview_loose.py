"""Loose things on the table of `pnp preview`, in a browser: stacks, bags, boards, dice and hands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import quiet_page
from tests.preview import PATIENCE, Running, running, save
from tests.test_preview_page import audit

# The machine may be slow and noisy.
expect.set_options(timeout=PATIENCE * 1000)

SET = """\
game: fair
players: {min: 2, max: 4}
colours: {red: {letter: R}, blue: {letter: B}}
tiles:
  shape: hexagon
  size: 30mm
  copies: 2
  families: [{name: path, generate: strands, colours: {red: 1}, where: {lines: 1, ends: 0}}]
pieces:
  boards:
    - {name: stall, title: Stall, squares: 2x1, cell: 20mm}
  cards:
    - name: wares
      title: Wares
      size: mini
      back: mage
      cards:
        - {title: Apple, copies: 4}
        - {title: Bread, copies: 3}
        - {title: Cheese}
    - {name: notes, title: Notes, size: mini, back: none, cards: [{title: Rain}, {title: Sun}]}
  tokens:
    - {name: coin, size: 15mm, colours: [red, blue], count: 5, front: {rim: coin}, back: {rim: band}}
"""


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The preview of the set, in a folder of its own."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("loose"))
    try:
        Path("fair.yaml").write_text(SET)
        with running("fair.yaml") as found:
            found.complete()
            yield found
    finally:
        os.chdir(before)


@pytest.fixture(scope="module")
def shown(browser: Browser, preview: Running) -> Iterator[Page]:
    """Its table; whatever the console complains of fails the module."""
    with quiet_page(browser, PATIENCE) as page:
        page.goto(f"{preview.address}/?token={preview.token}")
        page.goto(f"{preview.address}/#table")
        expect(page.locator(".loose").first).to_be_visible()
        yield page


@pytest.fixture
def table(shown: Page) -> Page:
    """The page with nothing but what the set has, and chance that is the same each time."""
    clear = shown.get_by_role("button", name="Clear", exact=True)
    if clear.is_enabled():
        clear.click()
    shown.evaluate(
        """async () => {
            const { seed } = await import("/page/mat.js");
            let state = 7;
            seed(() => (state = (state * 16807) % 2147483647) / 2147483647);
        }"""
    )
    set_clock(shown, 0)
    hand(shown, 1)
    return shown


def set_clock(page: Page, milliseconds: int) -> None:
    """Stops the clock of the page's events: on a slow machine a quick drag would look like one after a wait."""
    page.evaluate(
        "now => Object.defineProperty(Event.prototype, 'timeStamp', { get: () => now, configurable: true })",
        milliseconds,
    )


def thing(page: Page, name: str) -> Locator:
    """A loose thing whose name begins so."""
    return page.locator(f'.loose[aria-label^="{name}"]')


def hand(page: Page, number: int) -> Locator:
    """The pieces in the hand of a player, which is shown."""
    page.locator(f"#tab-{number}").click()
    return page.locator("#held .in-hand")


def press(page: Page, keys: str) -> None:
    """Presses keys one after another."""
    for key in keys.split():
        page.keyboard.press(key)


def middle(locator: Locator) -> tuple[float, float]:
    """The middle of what one sees of an element."""
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drags with the mouse, in a few steps."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def kept(page: Page) -> Any:
    """The loose things as the page keeps them for a later visit."""
    return page.evaluate("JSON.parse(sessionStorage['pnp-table-fair']).now.loose")


# The value

WALK = """async ([homes, steps, start]) => {
    const loose = await import("/page/loose.js");
    const set = loose.indexed(homes, [2, 4]);
    let state = start;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    const any = (list) => list[Math.floor(random() * list.length)];
    const sum = (value) => {
        const counts = {};
        for (const pile of value.piles) for (const { text } of pile.pieces) counts[text] = (counts[text] ?? 0) + 1;
        return JSON.stringify(Object.entries(counts).filter(([text]) => !text.startsWith("board")).sort());
    };
    let value = loose.read(null, set);
    const all = sum(value);
    const done = {};
    for (let step = 0; step < steps; step += 1) {
        const pile = any(value.piles);
        const { key } = pile;
        const which = pile.pieces.map((_, index) => index).filter(() => random() < 0.3);
        const isHand = loose.isHand(pile);
        const [name, next] = any([
            ["to a spot", () => which.length && loose.given(value, set, key, which, { x: random() * 300, y: random() * 300 }, any([true, false, undefined]))],
            ["to a pile", () => { const to = any(value.piles); return to.key !== key && !to.die && loose.given(value, set, key, which, to.key); }],
            ["deal", () => loose.dealt(value, set, key, 1 + Math.floor(random() * 3), random)],
            ["shuffle", () => loose.shuffled(value, key, random)],
            ["flip", () => pile.pieces.length && loose.flipped(value, key, random() < 0.5)],
            ["turn", () => !isHand && loose.turned(value, set, key, 1)],
            ["place", () => !isHand && loose.placed(value, key, random() * 300, random() * 300)],
            ["back", () => loose.forgotten(value, key, which)],
            ["gather", () => random() < 0.2 && set.homes.has(key) && loose.gathered(value, set, key)],
            ["players", () => random() < 0.2 && loose.withHands(value, 1 + Math.floor(random() * 6))],
            ["roll", () => { const laid = loose.laid(value, { x: 0, y: 0 }, { die: 8, shows: 1 }); return loose.rolled(laid, String(value.next), random); }],
        ]);
        const frozen = JSON.stringify(value);
        const made = next();
        if (JSON.stringify(value) !== frozen) return `${name} changes its argument`;
        if (!made) continue;
        done[name] = (done[name] ?? 0) + 1;
        value = loose.read(JSON.parse(JSON.stringify(loose.stored(made, set))), set);
        if (sum(value) !== all) return `${name} after ${step} steps: ${all} is ${sum(value)}`;
        if (new Set(value.piles.map((each) => each.key)).size !== value.piles.length) return `${name}: a key twice`;
    }
    return Object.keys(done).length;
}"""


@pytest.mark.spread(1)
@pytest.mark.parametrize("start", [1, 5, 23])
def test_no_walk_loses_a_piece(table: Page, preview: Running, start: int) -> None:
    """Any actions one after another leave as many copies of each as the set has, and change no value."""
    homes = preview.get("/api/table")["loose"]
    assert table.evaluate(WALK, [homes, 400, start]) == 11


def test_a_deck_is_what_the_set_says(preview: Running) -> None:
    """With its copies, sizes in millimetres, and its back; a bag has all copies of the tiles."""
    homes = {home["key"]: home for home in preview.get("/api/table")["loose"]}
    assert list(homes) == [
        "tiles ",
        "deck wares",
        "deck notes",
        "token coin-red",
        "token coin-blue",
        "board stall",
    ]
    wares = homes["deck wares"]
    assert [(each["name"], each["copies"]) for each in wares["pieces"]] == [
        ("Apple", 4),
        ("Bread", 3),
        ("Cheese", 1),
    ]
    assert wares["size"] == [44.5, 63.5]
    assert len({each["pictures"][1] for each in wares["pieces"]}) == 1
    assert [len(each["pictures"]) for each in homes["deck notes"]["pieces"]] == [1, 1]
    assert sum(each["copies"] for each in homes["tiles "]["pieces"]) == 6
    assert homes["board stall"]["size"][0] >= 40


# By keyboard


def test_cards_are_dealt_and_played_by_keyboard_alone(table: Page) -> None:
    """From the page's first Tab stop on: number, deal, another hand, play up and down, put back."""
    table.locator("#fold-hand").focus()
    for _ in range(12):
        press(table, "Tab")
        if table.evaluate("document.activeElement.classList.contains('loose')"):
            break
    while not table.evaluate("document.activeElement.ariaLabel").startswith("Wares"):
        press(table, ".")
    press(table, "x a a a")
    expect(table.locator("#said")).to_contain_text("2 cards from Wares dealt to 2 players")
    expect(thing(table, "Wares, deck of 2")).to_be_focused()
    expect(table.locator("#tab-1")).to_have_text("Player 1 (3)")
    expect(table.locator("#tab-2")).to_have_text("Player 2 (3)")
    table.locator("#tab-1").focus()
    press(table, "ArrowRight Tab")
    for _ in range(5):
        if table.evaluate("document.activeElement.id") == "held":
            break
        press(table, "Tab")
    held = table.locator("#held .in-hand")
    names = held.evaluate_all("all => all.map((each) => each.ariaLabel)")
    press(table, "ArrowRight Enter")
    expect(table.locator("#said")).to_have_text(f"{names[1]} played by Player 2")
    expect(thing(table, names[1])).to_have_count(1)
    expect(held).to_have_count(2)
    press(table, "Shift+Enter")
    expect(thing(table, "A card of Wares, face down")).to_have_count(1)
    press(table, "Delete")
    expect(table.locator("#tab-2")).to_have_text("Player 2 (0)")
    expect(thing(table, "Wares, deck of 3")).to_have_count(1)


def test_keys_do_what_they_say(table: Page) -> None:
    """On a stack, on a card, on a die; arrows move by millimetres, and undo leads back to the same value."""
    thing(table, "Wares").focus()
    press(table, "Enter")
    drawn = thing(table, "Apple")
    expect(drawn).to_have_count(1)
    press(table, "m")
    expect(thing(table, "Wares, deck of 7, Apple on top")).to_be_focused()
    press(table, "M")
    expect(thing(table, "Wares, deck of 7, Cheese on top")).to_be_focused()
    drawn.focus()
    values = [kept(table)]
    for key, name in (
        ("ArrowRight", "Apple"),
        ("Shift+ArrowDown", "Apple"),
        ("r", "Apple"),
        ("m", "A card of Wares, face down"),
        ("h", "Wares"),
    ):
        press(table, key)
        values.append(kept(table))
        expect(thing(table, name).first).to_be_attached()
    moved = values[2]["piles"][-1], values[0]["piles"][-1]
    assert (moved[0]["x"] - moved[1]["x"], moved[0]["y"] - moved[1]["y"]) == (10, 50)
    assert values[3]["piles"][-1]["turn"] == 90
    expect(table.locator("#tab-1")).to_have_text("Player 1 (1)")
    for value in values[-2::-1]:
        press(table, "u")
        assert kept(table) == value
    for value in values[1:]:
        press(table, "Control+y")
        assert kept(table) == value
    table.locator("#die-sides").fill("20")
    table.locator("#roll").click()
    die = thing(table, "Die with 20 sides")
    shows = die.get_attribute("aria-label")
    expect(table.locator("#said")).to_have_text(str(shows))
    expect(table.locator(".log li").first).to_have_text(str(shows))
    die.focus()
    seen = set()
    for _ in range(8):
        press(table, "Enter")
        seen.add(die.get_attribute("aria-label"))
    assert len(seen) > 2
    last = str(die.get_attribute("aria-label"))
    press(table, "Delete")
    expect(die).to_have_count(0)
    press(table, "u")
    expect(die).to_have_attribute("aria-label", last)
    for _ in range(8):
        press(table, "u")
    expect(die).to_have_attribute("aria-label", str(shows))


def test_the_panel_has_the_same_actions(table: Page) -> None:
    """Take some off, flip all, stack them again, look through, deal many, reset. A click that ends the typing of a number counts."""
    thing(table, "Wares").focus()
    table.locator("#loose-number").fill("3")
    actions = table.locator("#loose-actions")
    actions.get_by_role("button", name="Take 3 off").click()
    thing(table, "Stack of 3").focus()
    actions.get_by_role("button", name="Flip all").click()
    expect(thing(table, "Stack of 3, Apple on top")).to_have_count(1)
    table.locator("#move-to").select_option(label="On Notes, deck of 2")
    expect(thing(table, "Notes, deck of 5")).to_be_attached()
    thing(table, "Wares").focus()
    actions.get_by_role("button", name="Look through").click()
    dialog = table.get_by_role("dialog")
    expect(dialog.get_by_role("button")).to_have_count(6)
    dialog.get_by_role("button", name="Cheese").click()
    expect(thing(table, "Cheese")).to_have_count(1)
    actions.get_by_role("button", name="Deal 3 to each").click()
    expect(table.locator("#tab-1")).to_have_text("Player 1 (2)")
    table.locator("#hands-number").select_option("1")
    expect(table.locator("#tab-2")).to_have_count(0)
    expect(thing(table, "Wares, deck of 2")).to_have_count(1)
    actions.get_by_role("button", name="Reset the deck").click()
    expect(thing(table, "Wares, deck of 8")).to_have_count(1)
    expect(table.locator("#tab-1")).to_have_text("Player 1 (0)")


# By mouse and by touch


def test_a_card_is_dragged(table: Page) -> None:
    """From a deck to the table, onto another card, to a hand, from there back to the table; a click draws, a second turns over."""
    wares = thing(table, "Wares")
    x, y = middle(wares)
    free = (middle(thing(table, "coin-blue"))[0], y + 250)
    drag(table, (x, y), free)
    apple = thing(table, "Apple").or_(thing(table, "A card of Wares"))
    expect(apple).to_have_count(1)
    got = middle(apple.locator(".ring"))
    assert got == pytest.approx(free, abs=3)
    drag(table, (x, y), free)
    expect(thing(table, "Stack of 2")).to_have_count(1)
    drag(table, free, middle(table.locator("#tab-2")))
    expect(table.locator("#tab-2")).to_have_text("Player 2 (1)")
    cards = hand(table, 2)
    expect(cards).to_have_count(1)
    drag(table, middle(cards), (free[0] - 250, free[1]))
    expect(cards).to_have_count(0)
    expect(thing(table, "Apple")).to_have_count(1)
    thing(table, "Apple").click()
    thing(table, "Apple").click()
    expect(thing(table, "A card of Wares")).to_have_count(2)
    wares.click()
    wares.click()
    expect(thing(table, "Wares, deck of 5")).to_have_count(1)
    x, y = middle(wares)
    table.keyboard.down("Shift")
    drag(table, (x, y), (x, y + 40))
    table.keyboard.up("Shift")
    assert middle(wares.locator(".ring")) == pytest.approx((x, y + 40), abs=3)
    free = middle(thing(table, "A card of Wares").first)
    table.mouse.move(*free)
    table.mouse.down()
    table.mouse.move(free[0] + 50, free[1] + 60, steps=3)
    press(table, "Escape")
    table.mouse.up()
    assert middle(thing(table, "A card of Wares").first.locator(".ring")) == pytest.approx(
        free, abs=3
    )


@pytest.mark.parametrize(("wait", "moved"), [(399, 1), (401, 2)])
def test_a_drag_takes_the_whole_stack_after_a_wait(table: Page, wait: int, moved: int) -> None:
    """The wait is 0.4 seconds; before, a drag takes the top piece."""
    x, y = middle(thing(table, "Wares"))
    free = (middle(thing(table, "coin-blue"))[0], y + 250)
    drag(table, (x, y), free)
    drag(table, (x, y), free)
    expect(thing(table, "Stack of 2")).to_have_count(1)
    table.mouse.move(*free)
    table.mouse.down()
    set_clock(table, wait)
    table.mouse.move(*middle(table.locator("#tab-2")), steps=4)
    table.mouse.up()
    expect(table.locator("#tab-2")).to_have_text(f"Player 2 ({moved})")


def test_a_tile_from_the_bag_lies_in_a_cell(table: Page) -> None:
    """What lies in cells is gone from the bag, and comes back to it; a tile of a hand goes to the cursor."""
    bag = thing(table, "Tiles")
    expect(bag).to_have_attribute("aria-label", "Tiles, bag of 6")
    bag.focus()
    press(table, "Enter")
    tile = thing(table, "path-")
    cell = table.locator(".layer-cells polygon").nth(4)
    drag(table, middle(tile), middle(cell))
    expect(tile).to_have_count(0)
    laid = table.locator(".layer-pieces .thing")
    expect(laid).to_have_count(1)
    expect(bag).to_have_attribute("aria-label", "Tiles, bag of 5")
    bag.focus()
    press(table, "h h")
    expect(bag).to_have_attribute("aria-label", "Tiles, bag of 3")
    table.locator("#held").focus()
    table.get_by_role("application").focus()
    press(table, "ArrowRight ArrowRight ArrowRight")
    table.locator("#held").press("Enter")
    expect(laid).to_have_count(2)
    table.mouse.click(*middle(laid.first), button="right")
    expect(laid).to_have_count(1)
    expect(bag).to_have_attribute("aria-label", "Tiles, bag of 4")
    bag.focus()
    press(table, "g")
    expect(bag).to_have_attribute("aria-label", "Tiles, bag of 5")
    table.get_by_role("button", name="Lay Stall").click()
    expect(thing(table, "Stall")).to_have_count(1)
    table.get_by_role("button", name="One Stall each").click()
    stalls = thing(table, "Stall")
    expect(stalls).to_have_count(3)
    lefts = [middle(stall)[0] for stall in stalls.all()]
    assert lefts[0] == pytest.approx(lefts[1], abs=9) and lefts[2] > lefts[1] + 10


def test_a_finger_drags(browser: Browser, preview: Running) -> None:
    """A card to a hand, and from there to the table."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(f"{preview.address}/?token={preview.token}")
    page.goto(f"{preview.address}/#table")
    expect(thing(page, "Wares")).to_be_attached()
    set_clock(page, 0)
    thing(page, "Wares").scroll_into_view_if_needed()
    finger = context.new_cdp_session(page)

    def touch(*points: tuple[float, float]) -> None:
        for index, (x, y) in enumerate(points):
            kind = "touchMove" if index else "touchStart"
            finger.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]}
            )
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    x, y = middle(thing(page, "Wares").locator(".ring"))
    tab = page.locator("#tab-1")
    touch((x, y), (x, y + 20), middle(tab))
    expect(tab).to_have_text("Player 1 (1)")
    tab.click()
    card = page.locator("#held .in-hand")
    touch(middle(card), (middle(card)[0], y + 60), (x, y + 10))
    expect(tab).to_have_text("Player 1 (0)")
    context.close()


def test_cards_alone_lie_on_an_open_table(browser: Browser, in_folder: Path) -> None:
    """Without cells there is no hand of all pieces, no position to save, and no place that Tab stops at for nothing; nor properties to find by."""
    Path("cards.yaml").write_text(
        'game: cards\npieces:\n  cards: [{name: suits, combine: {suit: [moon, sun], rank: 1..9}, face: [{text: "{suit} {rank}"}]}]\n'
    )
    with running("cards.yaml") as preview:
        preview.complete()
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{preview.address}/?token={preview.token}")
        page.goto(f"{preview.address}/#table")
        deck = page.locator('.loose[data-key^="deck"]')
        expect(deck).to_have_attribute("aria-label", re.compile("deck of 18$"))
        expect(page.locator(".surface polygon")).to_have_count(0)
        expect(page.get_by_role("tab")).to_have_text(["Player 1 (0)", "Player 2 (0)"])
        expect(page.get_by_role("button", name="Save position")).to_have_count(0)
        expect(page.get_by_label("Ground")).to_have_count(0)
        page.locator(".zoom button").last.focus()
        press(page, "Tab")
        expect(deck).to_be_focused()
        assert page.locator(".frame").evaluate("frame => frame.scrollHeight <= frame.clientHeight")
        press(page, "Enter Enter Enter")
        drawn = page.locator('.loose:not([data-key^="deck"])')
        expect(drawn).to_have_count(3)
        names = drawn.evaluate_all("all => all.map((each) => each.ariaLabel)")
        assert names == ["moon 1", "moon 2", "moon 3"]
        heights = {round(middle(card.locator(".ring"))[1]) for card in drawn.all()}
        assert len(heights) == 1
        width = drawn.first.locator(".ring").evaluate("ring => ring.getBBox().width")
        assert width == 63.5
        page.goto(f"{preview.address}/#pieces")
        page.get_by_placeholder("Find a name or a word").fill("lines:2")
        expect(page.locator(".nothing")).to_contain_text("“lines:” asks for a property of tiles")
        expect(page.locator("#grouping")).to_be_hidden()
        page.locator("#find").fill("sun 9")
        expect(page.locator("#count")).to_have_text("1 of 18 pieces")
        page.close()


@pytest.mark.spread(1)
@pytest.mark.parametrize("size", [(390, 844), (720, 450)], ids=str)
def test_a_small_screen_shows_bags_and_decks(
    browser: Browser, preview: Running, size: tuple[int, int]
) -> None:
    """At first, and with Fit: where not all has room, what one takes things from does."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{preview.address}/?token={preview.token}")
    page.goto(f"{preview.address}/#table")
    for name in ("Wares, deck", "Tiles, bag"):
        expect(thing(page, name).locator(".ring")).to_be_in_viewport(ratio=0.99)
    page.locator(".zoom button").nth(1).click(click_count=3)
    page.get_by_role("button", name="Fit", exact=True).click()
    expect(thing(page, "Wares, deck").locator(".ring")).to_be_in_viewport(ratio=0.99)
    page.close()


# What outlives what


def test_loose_things_stay(browser: Browser, in_folder: Path) -> None:
    """When the page is loaded again, and while a save lacks a card: it leaves a ghost. More copies come to the deck, fewer go from it."""
    Path("fair.yaml").write_text(SET)
    with running("fair.yaml") as preview:
        preview.complete()
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{preview.address}/?token={preview.token}")
        page.goto(f"{preview.address}/#table")
        thing(page, "Wares").focus()
        press(page, "Shift+M Enter Enter h")
        expect(page.locator("#tab-1")).to_have_text("Player 1 (1)")
        before = page.evaluate("JSON.parse(sessionStorage['pnp-table-fair']).now.loose")
        expect(thing(page, "A card of Wares").or_(thing(page, "Cheese"))).to_have_count(1)
        page.reload()
        expect(thing(page, "Wares, deck of 5")).to_have_count(1)
        expect(page.locator("#tab-1")).to_have_text("Player 1 (1)")
        save(Path("fair.yaml"), "        - {title: Cheese}\n", "")
        ghost = page.locator(".loose:has(.missing)")
        expect(ghost).to_have_count(1)
        expect(ghost).to_have_attribute("aria-label", re.compile("which the set lacks now"))
        expect(page.locator("#message")).to_contain_text("The set lacks 1 piece of the table now")
        expect(thing(page, "Wares, deck of 5")).to_have_count(1)
        save(Path("fair.yaml"), "title: Apple, copies: 4", "title: Apple, copies: 6")
        expect(thing(page, "Wares, deck of 7")).to_have_count(1)
        save(Path("fair.yaml"), "title: Apple, copies: 6", "title: Apple, copies: 1")
        expect(thing(page, "Wares, deck of 2")).to_have_count(1)
        save(
            Path("fair.yaml"),
            "title: Apple, copies: 1}\n        - {title: Bread, copies: 3}\n",
            "title: Apple, copies: 4}\n        - {title: Bread, copies: 3}\n        - {title: Cheese}\n",
        )
        expect(ghost).to_have_count(0)
        expect(thing(page, "Wares, deck of 5")).to_have_count(1)
        assert page.evaluate("JSON.parse(sessionStorage['pnp-table-fair']).now.loose") == before
        page.close()


# Accessibility


@pytest.mark.spread(2)
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (720, 450)], ids=str)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(
    browser: Browser, preview: Running, dark: bool, size: tuple[int, int]
) -> None:
    """With a deck, a drawn card, a die, a board, a hand, the panel, and a deck that somebody looks through."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    page.goto(f"{preview.address}/?token={preview.token}")
    page.goto(f"{preview.address}/#table")
    thing(page, "Wares").focus()
    press(page, "Enter a")
    page.locator("#tab-1").click()
    expect(page.locator("#held .in-hand svg")).to_have_count(1)
    if size[0] < 1440:
        audit(page, "a hand")
        page.locator("#fold-panel").click()
    page.get_by_role("button", name="Lay Stall").click()
    page.locator("#roll").click()
    audit(page, "the panel")
    if size[0] < 1440:
        page.locator("#close-panel").click()
    thing(page, "Wares").focus()
    press(page, "l")
    expect(page.get_by_role("dialog").locator("svg.piece").first).to_be_visible()
    audit(page, "looking through")
    context.close()
