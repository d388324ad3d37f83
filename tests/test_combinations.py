"""Combinations of lists: compared with loops, and a message for every mistake."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.basics.errors import Source
from pnp.definition.combinations import COMBINATIONS
from pnp.definition.reading import DataRow, Reader, compose
from pnp.sets.components import components
from pnp.tiles import Shape, TileGeometry, format_tile, parse_tile
from tests.conftest import set_of

SQUARE = TileGeometry(Shape.SQUARE)

CARDS = """\
suit: [hearts, spades]
rank: [A, 2, joker]
except: [{suit: hearts, rank: A}, {rank: joker}]
"""


def read(text: str) -> tuple[tuple[DataRow, ...] | None, Reader]:
    """The rows of a text, and the reader with its findings."""
    reader = Reader()
    return COMBINATIONS.read(reader, compose(Source("cards.yaml", text)), "combine"), reader


def problem(text: str) -> tuple[str, int, int, str]:
    """The only finding about a text."""
    rows, reader = read(text)
    (only,) = reader.findings
    assert rows is None
    return only.rule, only.place.line, only.place.column, only.message


def values(rows: tuple[DataRow, ...] | None) -> list[dict[str, str]]:
    """The values of rows, by the names of their lists."""
    return [{name: cell.value for name, cell in row.values.items()} for row in rows or ()]


def test_every_combination_but_the_exceptions() -> None:
    """In the order of the lists; each value is where its list has it."""
    rows, reader = read(CARDS)
    assert reader.findings == []
    assert values(rows) == [
        {"suit": "hearts", "rank": "2"},
        {"suit": "spades", "rank": "A"},
        {"suit": "spades", "rank": "2"},
    ]
    assert rows is not None
    assert [each.place[1:] for each in rows[1].values.values()] == [(1, 16, 22), (2, 8, 9)]


def test_lists_in_a_list_are_one_list() -> None:
    """As with anchors for parts that several lists share; one list alone is enough."""
    rows, reader = read("rank: [[2, 3], [[J], Q], A]")
    assert reader.findings == []
    assert values(rows) == [{"rank": each} for each in ("2", "3", "J", "Q", "A")]


def test_a_pack_of_cards_has_52() -> None:
    """Lists of lines, three of them, and a single exception."""
    rows, _ = read("suit: [a, b, c, d]\nrank: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]\n")
    assert len(rows or ()) == 52
    rows, _ = read("a: [x]\nb:\n- 'no'\n- 2\nc: [3, 4]\nexcept: {b: 'no', c: 4}\n")
    assert [[*each.values()] for each in values(rows)] == [
        ["x", "no", "3"],
        ["x", "2", "3"],
        ["x", "2", "4"],
    ]


@given(
    st.lists(st.integers(1, 4), min_size=2, max_size=4),
    st.lists(st.dictionaries(st.integers(0, 3), st.integers(0, 3), min_size=1), max_size=3),
)
def test_combinations_are_counted_as_numbers_are(
    sizes: list[int], left_out: list[dict[int, int]]
) -> None:
    """The rows are the numbers with a digit for each list, without those of the exceptions."""
    exceptions = [
        each
        for each in left_out
        if all(at < len(sizes) and digit < sizes[at] for at, digit in each.items())
    ]
    expected: list[list[str]] = []
    total = 1
    for size in sizes:
        total *= size
    for number in range(total):
        digits: list[int] = []
        for size in reversed(sizes):
            number, digit = divmod(number, size)
            digits.insert(0, digit)
        if not any(all(digits[at] == digit for at, digit in each.items()) for each in exceptions):
            expected.append([f"v{digit}" for digit in digits])
    text = "".join(
        f"l{at}: [{', '.join(f'v{digit}' for digit in range(size))}]\n"
        for at, size in enumerate(sizes)
    )
    written = [
        "{" + ", ".join(f"l{at}: v{digit}" for at, digit in each.items()) + "}"
        for each in exceptions
    ]
    rows, reader = read(text + f"except: [{', '.join(written)}]\n")
    if reader.findings:
        # Random exceptions may repeat each other, or leave out everything.
        said = " ".join(each.message for each in reader.findings)
        assert "leaves out nothing" in said or "leave out all" in said
        assert not expected or len(exceptions) > 1
    else:
        assert [[*each.values()] for each in values(rows)] == expected


def test_too_many_combinations() -> None:
    """pnp counts them before it makes them."""
    lists = "".join(f"l{at}: [{', '.join(f'v{each}' for each in range(90))}]\n" for at in range(9))
    rule, line, column, message = problem(lists)
    assert (rule, line, column) == ("structure", 1, 1)
    assert message.endswith("combinations; at most 5,000 are allowed")
    assert f"{90**9:,}" in message


def test_tiles_of_every_combination() -> None:
    """With the values of their faces; blank, or in the notation of a list `tile`."""
    definition = set_of(
        "game: g\ncolours: [red, blue]\ntiles:\n  shape: square\n  size: 40mm\n  families:\n"
        "    - name: terrain\n      combine: {land: [sea, hill], number: [1, 2, 3]}\n"
        '      face: [{text: "{land} {number}"}]\n'
        "    - name: road\n      combine: {tile: [RB--, RRBB], town: [A, B], except: {tile: RRBB, town: B}}\n"
        '      face: [{text: "{town}"}]\n'
    )
    terrain, road = definition.families
    lands = [each.listed.values for each in terrain.pieces if each.listed]
    assert lands == [
        {"land": land, "number": number} for land in ("sea", "hill") for number in "123"
    ]
    assert {each.tile for each in terrain.pieces} == {parse_tile("-", SQUARE, [])}
    roads = [
        (format_tile(each.drawn, ["R", "B"]), each.listed.values["town"])
        for each in road.pieces
        if each.listed
    ]
    assert roads == [("RB--", "A"), ("RB--", "B"), ("RRBB", "A")]


def test_numbers_of_a_list() -> None:
    """From the first to the last; they go up."""
    rows, _ = read("suit: [a, b]\nrank: 2..4\n")
    assert values(rows) == [
        {"suit": suit, "rank": rank} for suit in ("a", "b") for rank in ("2", "3", "4")
    ]
    message = "the numbers of a list go up, at most 5,000 of them, not 4..2"
    assert problem("rank: 4..2\n") == ("structure", 1, 7, message)


def test_numbers_among_the_values_of_a_list() -> None:
    """A range counts as its numbers in a list, too, and in a list in it."""
    rows, reader = read("rank: [1..3, skip, [5..6]]\n")
    assert reader.findings == []
    assert [each["rank"] for each in values(rows)] == ["1", "2", "3", "skip", "5", "6"]


def test_values_may_have_copies() -> None:
    """Those of two mappings are multiplied; plain lists count once; a range has as many of each."""
    rows, reader = read("rank: {0: 1, 1..3: 2}\ncolour: {red: 1, wild: 4}\nsize: [a, b]")
    assert reader.findings == []
    found = {(r["rank"], r["colour"], r["size"]): int(r["copies"]) for r in values(rows)}
    assert found == {
        (rank, colour, size): ranks * colours
        for rank, ranks in {"0": 1, "1": 2, "2": 2, "3": 2}.items()
        for colour, colours in {"red": 1, "wild": 4}.items()
        for size in "ab"
    }


def test_a_deck_prints_the_copies_of_values() -> None:
    """As those of a shedding game: 4 x (1 + 2 x 9 + 2 x 3) of 52 kinds."""
    tileset = set_of("""
        game: shedding
        colours: [red, blue, green, yellow]
        pieces:
          cards:
            - name: deck
              combine: {colour: [red, blue, green, yellow], rank: {0: 1, 1..9: 2, skip: 2, turn: 2, draw: 2}}
              face: [{text: "{colour} {rank}"}]
        """)
    (deck,) = components(tileset).decks
    assert len(deck.cards) == 4 * 13
    assert sum(card.copies for card in deck.cards) == 100


def test_conditions_leave_out_combinations() -> None:
    """Unordered pairs, of which the dominoes of double six are 28; one condition, or all of a list."""
    rows, reader = read('a: 0..6\nb: 0..6\nwhere: "a <= b"\n')
    assert reader.findings == []
    found = [(row["a"], row["b"]) for row in values(rows)]
    assert len(found) == 28
    assert all(a <= b for a, b in found)
    rows, reader = read("a: 0..6\nb: 0..6\nwhere: [a < b, (a + b) % 2 = 0, a != 2 or b = 4]\n")
    assert reader.findings == []
    assert [row["a"] + row["b"] for row in values(rows)] == [
        "02",
        "04",
        "06",
        "13",
        "15",
        "24",
        "35",
        "46",
    ]
