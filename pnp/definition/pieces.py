"""Reading what a game has besides tiles: parameters, boards, cards, tokens and pads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from pnp.basics.errors import Place
from pnp.basics.words import did_you_mean
from pnp.definition.boards import read_board
from pnp.definition.cards import read_colours, read_deck
from pnp.definition.formulas import FormulaError, parse_formula
from pnp.definition.inks import SIGNS
from pnp.definition.model import (
    BoardDefinition,
    Count,
    DeckDefinition,
    Expect,
    Ink,
    PadDefinition,
    Parameter,
    TokenDefinition,
    TokenFace,
)
from pnp.definition.nodes import Mapping, Node, Scalar
from pnp.definition.reader import Reader

KEYS = ("boards", "cards", "tokens", "pads")
TOKEN_KEYS = (
    "name", "title", "shape", "size", "count", "colours", "front", "back", "expect",
)  # fmt: skip
PAD_KEYS = ("name", "form", "count")
TOKEN_SHAPES = ("round", "square", "hexagon")

# Millimetres: what fingers can pick up, and what lies on a board.
SMALLEST_TOKEN, LARGEST_TOKEN = 10.0, 80.0
_LONGEST_TEXT = 12
_MOST_PARAMETER = 1000

# Names that counts and rulebooks know already.
RESERVED = (
    "players", "players-min", "players-max", "tiles", "title", "designer", "year", "page", "licence",
)  # fmt: skip

Piece = TypeVar("Piece")


class Pieces(NamedTuple):
    """What the section `pieces` says, named as in Definition."""

    boards: tuple[BoardDefinition, ...] = ()
    decks: tuple[DeckDefinition, ...] = ()
    tokens: tuple[TokenDefinition, ...] = ()
    pads: tuple[PadDefinition, ...] = ()


def read_parameters(reader: Reader, node: Node) -> tuple[Parameter, ...]:
    """The parameters: whole numbers by name."""
    fields = reader.fields(node, "parameters")
    found = []
    for key, value in () if fields is None else fields.items():
        name = reader.name(key, "a parameter")
        number = reader.integer(value, key.text, least=0, most=_MOST_PARAMETER)
        if name in RESERVED:
            reader.error("name", f'a parameter cannot be called "{name}"', key.place)
        elif name is not None and number is not None:
            found.append(Parameter(name, number, key.place))
    return tuple(found)


def read_pieces(
    reader: Reader,
    node: Node,
    inks: tuple[Ink, ...],
    names: Iterable[tuple[str, Place]],
) -> Pieces:
    """The pieces; `names` are those that families and parameters have taken."""
    fields = reader.fields(node, "pieces", known=KEYS)
    if fields is None:
        return Pieces()
    taken = {name: place.line for name, place in names}
    # What a count may speak of: what stands before it, so that no count is its own.
    known = {"players", "tiles", *taken}

    def pieces(key: str, what: str, read: Callable[[Node], Piece | None]) -> tuple[Piece, ...]:
        found: list[Piece] = []
        for item in fields.read(key, lambda value: reader.items(value, what)) or ():
            piece = read(item)
            if piece is None:
                continue
            name, place = piece.name, piece.place  # type: ignore[attr-defined]
            names_here = {name}
            if key == "boards":
                names_here |= {f"{name}-hexes", f"{name}-open"}
            name = next((each for each in sorted(names_here) if each in {*taken, *RESERVED}), name)
            if name in taken or name in RESERVED:
                where = f", in line {taken[name]}" if name in taken else ""
                message = f'the name "{name}" is taken{where}: a name means one thing'
                reader.error("duplicate-key", message, place)
                continue
            taken.update(dict.fromkeys(names_here, place.line))
            known.update(names_here - {name} if key == "boards" else {name})
            found.append(piece)
        return tuple(found)

    boards = pieces("boards", "boards", lambda item: read_board(reader, item))
    decks = pieces("cards", "cards", lambda item: read_deck(reader, item, inks))
    tokens = pieces("tokens", "tokens", lambda item: _token(reader, item, inks, known))
    pads = pieces("pads", "pads", lambda item: _pad(reader, item, known))
    return Pieces(boards, decks, tokens, pads)


def _token(
    reader: Reader, node: Node, inks: tuple[Ink, ...], known: set[str]
) -> TokenDefinition | None:
    fields = reader.fields(node, "a token", known=TOKEN_KEYS, required=("name", "size", "count"))
    if fields is None:
        return None
    before = len(reader.findings)
    name = fields.read("name", lambda value: reader.name(value, "a token"))
    size = fields.read(
        "size",
        lambda value: reader.length(value, "size", least=SMALLEST_TOKEN, most=LARGEST_TOKEN),
    )
    count = fields.read("count", lambda value: _count(reader, value, known))
    if name is None or size is None or count is None:
        return None
    title = fields.read("title", lambda value: reader.text(value, "title"))
    expect = fields.read("expect", lambda value: reader.integer(value, "expect", least=0))
    colours, by_player = fields.read(
        "colours", lambda value: _token_colours(reader, value, inks)
    ) or ((), False)
    front = fields.read("front", lambda value: _token_face(reader, value)) or TokenFace()
    back = fields.read("back", lambda value: _token_face(reader, value))
    nothing = front == TokenFace() or back == TokenFace()
    # What is misspelt or misread has been said.
    if nothing and not colours and len(reader.findings) == before and not fields.misspelt:
        message = f'the token "{name}" shows nothing: give it "colours", or a sign or a text'
        reader.error("missing-key", message, fields.place)
    return TokenDefinition(
        name=name,
        title=title or name.replace("-", " ").capitalize(),
        place=fields.place_of("name"),
        shape=fields.read("shape", lambda value: reader.choice(value, "shape", TOKEN_SHAPES))
        or "round",
        size=size,
        each=count,
        colours=colours,
        by_player=by_player,
        front=front,
        back=back,
        expect=None if expect is None else Expect(expect, fields.place_of("expect")),
    )


def _token_colours(
    reader: Reader, node: Node, inks: tuple[Ink, ...]
) -> tuple[tuple[str, ...], bool]:
    """The colours of a token, and whether each player has one of them."""
    if isinstance(node, Scalar) and node.text == "players":
        if not inks:
            reader.error("missing-key", "the game has no colours for its players", node.place)
        return tuple(ink.name for ink in inks), True
    return read_colours(reader, node, inks), False


def _token_face(reader: Reader, node: Node) -> TokenFace | None:
    """A side of a token: the name of a sign, or a mapping."""
    if not isinstance(node, Mapping):
        sign = reader.choice(node, "a sign", SIGNS)
        return None if sign is None else TokenFace(sign=sign)
    fields = reader.fields(node, "a side of a token", known=("sign", "text"))
    if fields is None:
        return None
    text = fields.read("text", lambda value: reader.text(value, "text")) or ""
    if len(text) > _LONGEST_TEXT:
        message = f"the text of a token has at most {_LONGEST_TEXT} characters, not {len(text)}"
        reader.error("structure", message, fields.place_of("text"))
    sign = fields.read("sign", lambda value: reader.choice(value, "sign", SIGNS)) or ""
    return TokenFace(sign, text)


def _pad(reader: Reader, node: Node, known: set[str]) -> PadDefinition | None:
    if isinstance(node, Scalar):
        name = reader.name(node, "a pad")
        return None if name is None else PadDefinition(name, node.place, name, node.place, None)
    fields = reader.fields(node, "a pad", known=PAD_KEYS, required=("name",))
    if fields is None:
        return None
    name = fields.read("name", lambda value: reader.name(value, "a pad"))
    if name is None:
        return None
    form = fields.read("form", lambda value: reader.name(value, "a form")) or name
    place = fields.place_of("form") if "form" in fields else fields.place_of("name")
    count = fields.read("count", lambda value: _count(reader, value, known))
    return PadDefinition(name, fields.place_of("name"), form, place, count)


def _count(reader: Reader, node: Node, known: set[str]) -> Count | None:
    text = reader.text(node, "count")
    if text is None:
        return None
    try:
        formula = parse_formula(text)
    except FormulaError as error:
        reader.error("formula", str(error), _inside(node, error.offset))
        return None
    for name, offset in formula.names.items():
        if name not in known:
            message = f'there is no number "{name}"{did_you_mean(name, known)}'
            reader.error("unknown-name", message, _inside(node, offset))
            return None
    return Count(formula, node.place)


def _inside(node: Node, offset: int) -> Place:
    """The place so many characters into a value, which may be in quotes."""
    quoted = isinstance(node, Scalar) and node.quoted
    return node.place._replace(column=node.place.column + offset + quoted)
