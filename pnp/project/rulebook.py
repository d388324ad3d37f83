"""Rulebooks: templates whose values and figures come from the game itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

import pnp
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, InvalidDefinition, Place, Severity, Source
from pnp.basics.folders import as_typed
from pnp.basics.words import capitalised, did_you_mean
from pnp.definition import Definition, homes, in_palette, read_figure, templates_near
from pnp.definition.reading import FormulaError, UnknownName, parse_formula, read_source
from pnp.documents import Block, Book, Figure, Lines, Parts, Rows, Run, Shown, read_markdown
from pnp.draw.look.looks import colour_look, colour_looks
from pnp.draw.pictures import gallery, scaled
from pnp.kinds import inventory, tile_picture
from pnp.pieces import Cutout, Pieces, figure_picture, framed
from pnp.pieces.figure_cells import LETTERED, figure_cell, has_letters
from pnp.play import AnyGame, Option
from pnp.project.examples import check_claims, rules_of
from pnp.scene import Picture
from pnp.sets.tileset import Piece
from pnp.tiles import Tile
from pnp.tiles.properties import colours_of

# Millimetres. Figures fit the column of a small booklet without scaling.
COLUMN = 111.0
_TILE_IN_GALLERY = 17.0
_CARD = 0.535
_PIECE = 26.0
_TEXT_CARD = 0.72

Thing = TypeVar("Thing")

# Millimetres: the most room of a board with pieces on it.
_PACKED = (64.0, 58.0)

_KINDS = (
    "tiles", "cards", "tokens", "polyforms", "board", "packing", "pad", "components", "options", "lines"
)  # fmt: skip


class Rulebook(NamedTuple):
    """The blocks of a rulebook, and the file that they come from."""

    blocks: tuple[Block, ...]
    source: Source


def read_rulebook(pieces: Pieces, full: Pieces | None = None) -> Rulebook | None:
    """The rulebook of a game; None if no template has the game's name and the set names none.

    `full` has the pieces of a fuller set, which figures show. Raises InvalidDefinition with
    everything that is wrong in the template.
    """
    definition = pieces.definition
    path = _template(definition)
    if path is None and not definition.rulebook:
        return None
    if path is None:
        place = definition.place_of("rulebook")
        templates = templates_near(definition.file)
        raise InvalidDefinition([templates.missing("rules", definition.rulebook, ".md", place)])
    source = read_source(path)
    if not source.text.strip():
        message = "the rulebook is empty"
        raise InvalidDefinition([Finding("template", Severity.ERROR, message, Place(source, 1, 1))])
    return Rulebook(read_markdown(source, Figures(pieces, full or pieces)), source)


def rulebook_as_book(
    pieces: Pieces, rulebook: Rulebook, width: float, height: float, *, bound: bool = False
) -> Book:
    """The rulebook as a document for pages of this size, in the look of the game.

    A `bound` one has a cover if its layout keeps it.
    """
    from pnp.project.dress import dress_of

    definition = pieces.definition
    words, title = definition.language, definition.title
    return Book(
        title=words("rules-title", title=title),
        author=definition.credit.designer,
        subject=words("rules-subject", title=title),
        blocks=rulebook.blocks,
        language=words.tag,
        footer=words("rules-footer", title=title, version=pnp.__version__),
        dress=dress_of(pieces, width, height, covered=bound),
        numbered=True,
        bound=bound,
    )


def _template(definition: Definition) -> Path | None:
    """The template of the game's rulebook, if there is one where pnp looks for it."""
    return templates_near(definition.file).find(
        "rules", definition.rulebook or definition.game, ".md"
    )


def unused_rulebook(definition: Definition) -> Finding | None:
    """A note about a file that looks like the game's rulebook, but is not where pnp looks for it."""
    if _template(definition):
        return None
    near = homes(definition.file)
    names = dict.fromkeys((definition.game, Path(definition.source.name).stem))
    places = ("", "rules", "templates", "templates/rules")
    for path in (
        home / place / f"{name}.md" for home in near for place in places for name in names
    ):
        if path.is_file():
            wanted = near[-1] / "templates" / "rules" / f"{definition.game}.md"
            message = (
                f"pnp does not use the rulebook {as_typed(path)}; move it to {as_typed(wanted)}"
            )
            return Finding("unused-rulebook", Severity.NOTE, message, definition.start)
    return None


class Figures:
    """The values and figures that templates of a game may use.

    Values and the inventory are those of `pieces`. Figures show the pieces of the `full` set, so
    that a set for fewer players keeps the examples with all players.
    """

    kinds: Collection[str] = ("position",)

    def __init__(self, pieces: Pieces, full: Pieces) -> None:
        self._pieces = pieces
        self._full = full
        self._definition = pieces.definition
        self._theme = pieces.theme

    def value(self, expression: str) -> str:
        """A formula's number, or a text of the definition."""
        credit = self._definition.credit
        texts = {
            "title": self._definition.title,
            "designer": credit.designer,
            "year": credit.year,
            "page": credit.page,
            "licence": self._definition.licence,
        }
        if expression in texts:
            if not texts[expression]:
                raise ValueError(f'the game\'s definition has no "{expression}"')
            return texts[expression]
        word, _, of = expression.partition(":")
        if word == "looks" or (word == "look" and of):
            return self._look(word, of.strip())
        numbers = self._pieces.components.numbers
        try:
            return self._definition.language.number(parse_formula(expression).value(numbers))
        except UnknownName as error:
            hint = did_you_mean(error.name, [*numbers, *texts, "looks"])
            raise ValueError(f'there is no value "{error.name}"{hint}') from None
        except FormulaError as error:
            raise ValueError(str(error)) from None

    def _look(self, word: str, of: str) -> str:
        """The signs of a colour in the theme, or of all colours of a palette for `looks`."""
        inks, words = self._pieces.definition.inks, self._definition.language
        if not inks:
            raise ValueError("the game has no colours")
        if word == "looks":
            if palette := in_palette(inks, of):
                return colour_looks(palette, self._with(of), self._pieces.theme, words)
            hint = did_you_mean(of, {ink.palette for ink in inks})
            raise ValueError(f'there is no palette "{of}"{hint}')
        by_name = {ink.name: ink for ink in inks}
        if of not in by_name:
            raise ValueError(f'there is no colour "{of}"{did_you_mean(of, [*by_name])}')
        ink = by_name[of]
        return colour_look(ink, self._with(ink.palette), self._pieces.theme, words)

    def _with(self, palette: str) -> list[Tile]:
        """The tiles, all of them or those that show a colour of a palette with a name."""
        inks = self._pieces.definition.palette
        own = {number for number, ink in enumerate(inks) if ink.palette == palette}
        tiles = (piece.tile for piece in self._pieces.tileset.pieces)
        return [tile for tile in tiles if not palette or own & colours_of(tile)]

    def figure(self, target: str) -> Shown:
        kind, _, rest = unquote(target).partition(":")
        match kind:
            case "tiles":
                return self._tiles(rest)
            case "cards":
                return self._cards(rest)
            case "tokens":
                return self._tokens(rest)
            case "polyforms":
                return self._polyforms(rest)
            case "board":
                return self._board(rest)
            case "packing":
                return self._packing(rest)
            case "pad":
                return self._pad(rest)
            case "components":
                return self._inventory()
            case "options":
                return self._options()
            case "lines":
                return Lines()
            case _:
                raise ValueError(f'there is no figure "{kind}"{did_you_mean(kind, _KINDS)}')

    def block(self, kind: str, source: Source, line: int) -> Figure:
        """A position, laid out and checked."""
        del kind, line
        figure = read_figure(source)
        picture = figure_picture(self._full, figure)
        check_claims(self._rules, self._definition.game, figure, source)
        caption = figure.caption.value
        return Figure(picture, (Run(caption),), caption)

    @cached_property
    def _rules(self) -> AnyGame | None:
        return rules_of(self._full.tileset)

    def _tiles(self, rest: str) -> Picture:
        """`family=NAME`, perhaps with `&first=N`, or ids with commas between them."""
        tileset = self._full.tileset
        if "=" not in rest:
            return self._gallery([_known(name, tileset.by_id, "tile") for name in _names(rest)])
        query = dict(part.partition("=")[::2] for part in rest.split("&"))
        for key in query.keys() - {"family", "first"}:
            raise ValueError(f'choose tiles by "family" and "first", not by "{key}"')
        families = {each.name: each for each in tileset.families}
        family = _known(query.get("family", ""), families, "family of tiles")
        first = query.get("first", str(len(family.pieces)))
        if not first.isdigit() or int(first) < 1:
            raise ValueError(f'"first" has to be a number of tiles, not "{first}"')
        return self._gallery(list(family.pieces[: int(first)]))

    def _gallery(self, pieces: list[Piece]) -> Picture:
        if not pieces:
            raise ValueError("this figure has no tiles")
        size = LETTERED if has_letters(self._full.tileset) else _TILE_IN_GALLERY
        pictures = [tile_picture(self._full, piece, size) for piece in pieces]
        return gallery(pictures, COLUMN, gap=2.5)

    def _cards(self, rest: str) -> Picture:
        """The name of a deck, or ids of cards with commas between them."""
        decks = self._full.components.decks
        cutouts: list[Cutout] = []
        words = False
        for name in _names(rest):
            having = (d for d in decks if name == d.name or name in [card.id for card in d.cards])
            deck = next(having, None)
            if deck is None:
                hint = did_you_mean(name, [each.name for each in decks])
                raise ValueError(f'there is no deck or card "{name}"{hint}')
            cards = self._full.cards(deck)
            cutouts += [card for card, _ in cards if name in (deck.name, card.id)]
            words = words or any(len(card.text("text")) > 0 for card in deck.cards)
        scale = _TEXT_CARD if words else _CARD
        pictures = [scaled(framed(cutout, self._theme), scale) for cutout in cutouts]
        return gallery(pictures, COLUMN, gap=3.0)

    def _tokens(self, rest: str) -> Picture:
        """Names of tokens with commas between them: each colour, and both sides."""
        kinds = {kind.name: kind for kind in self._full.components.tokens}
        pictures = []
        for name in _names(rest):
            for token in _known(name, kinds, "token").kinds:
                cutout = self._full.token(token)
                pictures.append(framed(cutout, self._theme))
                if cutout.back is not None:
                    pictures.append(framed(cutout, self._theme, back=True))
        return gallery(pictures, COLUMN)

    def _polyforms(self, rest: str) -> Picture:
        """Those of sets, of packings or of ids, with commas between them; of one colour."""
        from pnp.pieces.polyforms import packings, polyform_cutout, polyform_pieces, polyform_sets

        cutouts: list[Cutout] = []
        known = {}
        for made in polyform_sets(self._full):
            every = [*polyform_pieces(self._full, made)]
            first = [each for each in every if made.definition.by_turns or each.ink == every[0].ink]
            known[made.definition.name] = [(made, each) for each in first]
            known |= {each.id: [(made, each)] for each in every}
        for packed in packings(self._full):
            used = packed.made.definition.used_in(packed.definition)
            those = known[packed.made.definition.name]
            known.setdefault(
                packed.definition.name, [each for each in those if each[1].form.label in used]
            )
        for name in _names(rest):
            those = _known(name, known, "polyform")
            cutouts += [polyform_cutout(self._full, made, each) for made, each in those]
        scale = min(1.0, _PIECE / max(max(each.box.width, each.box.height) for each in cutouts))
        pictures = [scaled(framed(each, self._theme), scale) for each in cutouts]
        return gallery(pictures, COLUMN, gap=3.0)

    def _packing(self, rest: str) -> Picture:
        """The name of a packing, perhaps with `&laid=` and the pieces that lie there, or `none`."""
        from pnp.enumeration.packing import OutOfTime
        from pnp.pieces.polyforms import packed_picture, packings

        name, *others = rest.split("&")
        packed = _known(
            name, {each.definition.name: each for each in packings(self._full)}, "packing"
        )
        laid = None
        for key, _, value in (part.partition("=") for part in others):
            if key != "laid":
                raise ValueError(f'choose the pieces of a packing by "laid", not by "{key}"')
            labels = packed.made.definition.used_in(packed.definition)
            laid = (
                []
                if value == "none"
                else [each for each in _names(value) if _known(each, labels, "piece")]
            )
        try:
            picture = packed_picture(self._full, packed, laid)
        except OutOfTime as error:
            raise ValueError(f'no way to fill "{name}" is known: {error}') from None
        if laid != [] and not packed.solution:
            raise ValueError(f'no pieces fill "{name}"')
        width, height = _PACKED
        return scaled(picture, min(1.0, width / picture.box.width, height / picture.box.height))

    def _board(self, rest: str) -> Picture:
        boards = {board.name: board for board in self._full.components.boards}
        board = _known(rest, boards, "board")
        return self._full.board(board, figure_cell(board))

    def _pad(self, rest: str) -> Picture:
        pads = {pad.name: pad for pad in self._pieces.components.pads}
        cutout, _ = self._pieces.pad(_known(rest, pads, "pad"))
        return scaled(framed(cutout, self._theme), min(1.0, COLUMN / cutout.box.width))

    def _inventory(self) -> Parts:
        """All kinds of pieces to play with, without what keeps them."""
        lines = inventory(self._pieces, played=True)
        return Parts(tuple(line.part(self._definition.language) for line in lines))

    def _options(self) -> Rows:
        """The options of the game's rules, the default choice first."""
        rules = self._rules
        if rules is None:
            raise ValueError(f"pnp does not know the rules of {self._definition.game}")
        words = self._definition.language
        rows = tuple(
            (
                option.sentence,
                capitalised(option.choices[option.default]),
                capitalised(_either([*_others(option)], words("or-else"))),
            )
            for option in rules.options
        )
        return Rows((words("question"), words("this-rulebook"), words("or")), rows)


def _others(option: Option) -> Iterator[str]:
    """The choices of a question besides ours."""
    return (text for choice, text in option.choices.items() if choice != option.default)


def _either(texts: Sequence[str], word: str) -> str:
    """The texts with "or" between them; single words and numbers have commas before the last.

    >>> _either(["5", "6", "7"], "or")
    '5, 6 or 7'
    >>> _either(["it stays there", "it goes back"], "or")
    'it stays there; or it goes back'
    """
    if any(" " in text for text in texts) or len(texts) < 2:
        return f"; {word} ".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise ValueError("a figure needs names, with commas between them")
    return names


def _known(name: str, things: Mapping[str, Thing], what: str) -> Thing:
    if name not in things:
        raise ValueError(f'there is no {what} "{name}"{did_you_mean(name, things)}')
    return things[name]
