"""Reading tokens and pads."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Self

from pnp.basics.errors import Located, Place
from pnp.definition import kinds
from pnp.definition.colours import SIGN, colours_or
from pnp.definition.formulas import Formula
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Reader
from pnp.definition.sections import Section, field, nested, title_of
from pnp.definition.vocabulary import Vocabulary

# Millimetres: what fingers can pick up, and what lies on a board.
_SIZE = kinds.length(10.0, 80.0)


class TokenFace(Section):
    """One side of a token: a sign, a short text, or both; empty if its colour's symbol is all."""

    what = "a side of a token"
    short = ("sign",)

    sign: str = field(SIGN, "A sign.", default="")
    text: str = field(kinds.text(12), "A text below the sign, or alone.")

    @property
    def is_blank(self) -> bool:
        return not (self.sign or self.text)


class TokenDefinition(Section):
    """Tokens of one kind: one for each of some colours, or all alike.

    `size` is the diameter of a round token, the side of a square one and the distance across flats
    of a hexagonal one, in millimetres.
    """

    what = "a token"
    together: ClassVar[kinds.Schema] = {
        "anyOf": [{"required": ["front"]}, {"required": ["colours"]}]
    }

    name: str = field(kinds.name("a token"), "The name of the tokens in the file.", required=True)
    title: str = field(kinds.text(), "Their name on paper.", otherwise="the name")
    shape: str = field(kinds.one_of("round", "square", "hexagon"), "Their shape.")
    size: float = field(_SIZE, "Their diameter, side, or size across flats.", required=True)
    each: Located[Formula] = field(
        kinds.COUNT,
        "How many there are; if they have colours, of each.",
        key="count",
        required=True,
    )
    wanted: Node | None = field(
        colours_or("all", "players"),
        "The colours, one kind of token each; `players` means as many colours as players.",
        key="colours",
    )
    front: TokenFace = field(
        nested(TokenFace), "The front. A token in a colour shows the colour's symbol, too."
    )
    back: TokenFace | None = field(
        nested(TokenFace), "The back, if both sides are printed.", default=None
    )
    expect: Located[int] | None = field(
        kinds.located(kinds.integer(0)), "How many are printed in all.", default=None
    )

    colours: tuple[str, ...] = ()

    @property
    def by_player(self) -> bool:
        """Whether there are as many colours as players."""
        return isinstance(self.wanted, Scalar) and self.wanted.text == "players"

    def completed(self, reader: Reader) -> Self:
        return replace(self, title=self.title or title_of(self.name))

    def in_words_of(self, vocabulary: Vocabulary) -> Self:
        """The tokens in the colours of the game."""
        colours = vocabulary.colours(self.wanted, "all", "players") if self.wanted else ()
        reader, is_sound = vocabulary.reader, vocabulary.knows_colours and not self.unsound
        is_blank = self.front.is_blank or (self.back is not None and self.back.is_blank)
        if self.by_player and not colours and is_sound:
            message = "the game has no colours for its players"
            reader.error("missing-key", message, self.place_of("colours"))
        elif is_blank and not colours and is_sound:
            message = f'the token "{self.name}" shows nothing: give it "colours", a sign or a text'
            reader.error("missing-key", message, self.fields.place)
        return replace(self, colours=colours)


class PadDefinition(Section):
    """A pad: the name of its template, and how many are printed; without a count, a sheet full."""

    what = "a pad"
    short = ("name",)

    name: str = field(kinds.name("a pad"), "The name of the pad in the file.", required=True)
    form: str = field(
        kinds.name("a form"), "The template in `templates/pads/`.", otherwise="the name"
    )
    count: Located[Formula] | None = field(
        kinds.COUNT, "How many are printed.", default=None, otherwise="one sheet full"
    )

    @property
    def form_place(self) -> Place:
        return self.place_of("form" if self.has("form") else "name")

    def completed(self, reader: Reader) -> Self:
        return replace(self, form=self.form or self.name)
