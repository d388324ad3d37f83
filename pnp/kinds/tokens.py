"""Tokens: all kinds on one run of sheets, each with the bleed that fits between two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from pnp.basics.errors import Finding, Place, Severity
from pnp.basics.words import counted
from pnp.colour.theme import Theme
from pnp.definition import (
    Definition,
    TokenDefinition,
)
from pnp.draw.tokens import faint_sign
from pnp.imposition import Bleed, Paper
from pnp.kinds.kind import PieceGroup, PieceKind
from pnp.kinds.pictures import Shapes, blocks
from pnp.kinds.sections import BuildOptions, LeftOut, Section, section_of_sheets, sheets_with_room
from pnp.pieces import Pieces, framed
from pnp.scene.fonts import text_width
from pnp.sets.components import Token, Tokens

# So many tokens show what their kind is like.
_MOST = 24


# A word on a token has at least 7 pt, and is no longer than this share of the token.
_SMALLEST_TEXT, _TEXT_SHARE = 2.5, 0.9


class TokenKind(PieceKind[Tokens]):
    """Tokens."""

    key = "tokens"
    one = "token"
    section = TokenDefinition
    shown = (18.0, 18.0)
    behind = "back"
    is_loose = True
    # As much as fits between two, and no less than the error of a cut.
    bleed = Bleed("shared", 1.5)

    def made(self, pieces: Pieces) -> Sequence[Tokens]:
        return [tokens for tokens in pieces.components.tokens if tokens.kinds]

    def group(self, pieces: Pieces, made: Tokens) -> PieceGroup:
        definition = made.definition
        tokens = (
            self.listed(
                pieces,
                definition,
                token.id,
                token.copies,
                partial(pieces.token, token),
                place=token.place,
                backed=definition.is_two_sided,
                content=_content(token),
            )
            for token in made.kinds
        )
        return self.grouped(definition, counted(made.printed, "token"), tokens)

    def shapes(self, pieces: Pieces, made: Tokens) -> Shapes:
        """The tokens with their copies; those of a single look show both sides by turns."""
        theme = pieces.theme
        fronts = [
            framed(pieces.token(each), theme) for each in made.kinds for _ in range(each.copies)
        ]
        only = pieces.token(made.kinds[0])
        if len(made.kinds) > 1 or only.back is None:
            return blocks(fronts, _MOST, lambda each: each)
        both = (fronts[0], framed(only, theme, back=True))
        number = max(2, min(len(fronts), _MOST))
        return blocks(range(number), number, lambda at: both[at % 2])

    def sections(
        self, pieces: Pieces, paper: Paper, options: BuildOptions
    ) -> Iterator[Section | LeftOut]:
        kinds, cuts = pieces.components.tokens, options.sheets.cuts
        if not kinds:
            return
        job = self.job(pieces, [token for kind in kinds for token in pieces.tokens(kind)])
        job = replace(job, may_touch=options.layouts[0] == "auto")
        sheets, left_out = sheets_with_room(
            self.key, job, options.spaced_layout, paper, options.sheets, pieces.theme
        )
        yield from left_out
        if cuts == "lines" and not sheets.straight:
            sheets = replace(sheets, reason="no line across the sheet can cut round pieces")
        yield section_of_sheets(pieces, self.key, sheets, options)

    def findings(self, pieces: Pieces) -> Iterator[Finding]:
        for tokens in pieces.components.tokens:
            yield from _long_words(tokens)
            yield from _small_signs(tokens, pieces.theme)
            yield from pieces.token_findings(tokens)
            yield from tokens.definition.notes

    def texts(self, definition: Definition) -> Iterator[tuple[str, Place]]:
        for token in definition.pieces_of(TokenDefinition):
            yield token.title, token.place
            for side in (token.front, token.back):
                yield ("" if side is None else side.text), token.place


def _content(token: Token) -> dict[str, str] | None:
    listed = token.listed
    if listed is None:
        return None
    return {name: value.value for name, value in listed.fields.items()}


def _small_signs(tokens: Tokens, theme: Theme) -> Iterator[Finding]:
    """A finding if a sign on a token is too small to be recognised, such as a symbol below another sign."""
    definition = tokens.definition
    least = min((found for each in tokens.kinds if (found := faint_sign(each, theme))), default=0.0)
    if least:
        message = (
            f"the smallest sign on these tokens is {least:.1f} mm across, too small to be recognised;"
            " make them larger, or show one sign"
        )
        yield Finding("token-sign", Severity.WARNING, message, definition.place_of("size"))


def _long_words(tokens: Tokens) -> Iterator[Finding]:
    """A finding for each word that is too long for a token."""
    definition = tokens.definition
    for face in (definition.front, definition.back):
        text = "" if face is None else face.text
        width = text_width(text, _SMALLEST_TEXT, bold=True)
        if width > definition.width * _TEXT_SHARE:
            message = f'"{text}" is {width:.0f} mm long in 7 pt: too long for this token'
            yield Finding("token-text", Severity.ERROR, message, definition.place)
