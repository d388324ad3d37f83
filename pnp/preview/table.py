"""The table: what can lie on it, where, what lies there, and its score."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pnp.basics.errors import InvalidDefinition, PnpError, Source, UnusableInput
from pnp.basics.words import in_brief
from pnp.definition.reading import (
    RESERVED_NAMES,
    MappingNode,
    Node,
    Plain,
    Scalar,
    compose,
    read_source,
    yaml_text,
)
from pnp.draw.board import board_drawing
from pnp.kinds import ListedPiece, listed_tile
from pnp.pieces import TOKEN, Pieces, token_art
from pnp.pieces.polyforms import lying_picture, lying_ways, polyform_pieces, polyform_sets
from pnp.play import Score, Table
from pnp.preview.pictures import Pictures, tile_key
from pnp.preview.seats import PLAYERS
from pnp.preview.snapshot import Json, PieceView, Snapshot
from pnp.project.examples import rules_of
from pnp.project.files import write_whole
from pnp.scene import Drawing, Picture, Placed
from pnp.scene.geometry import ORIGIN, Box
from pnp.sets.components import Board, components
from pnp.sets.tileset import Piece, for_players, most_players
from pnp.tiles import Tile, parse_tile
from pnp.tiles.hexgrid import Orientation
from pnp.tiles.layouts import Cell, tile_layout
from pnp.tiles.polyforms import Sides
from pnp.tiles.sides import around
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import TileGeometry, moved

# The folder for positions, in the folder in which the preview runs: it writes nowhere else.
POSITIONS = Path("positions")

_LONGEST_NAME = 61
_NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{_LONGEST_NAME - 1}}}")

# Millimetres across flats of a cell where the set has neither a tile nor a board to give its size.
_CELL = 30.0

# Tokens of one definition with more looks than this lie in a bag, and not in a supply for each.
_MOST_SUPPLIES = 12


def table_json(snapshot: Snapshot, pictures: Pictures) -> Json:
    """Everything that can lie on the table, and the grounds that it can lie on."""
    pieces = snapshot.pieces
    if pieces is None:
        return {
            "grounds": [],
            "tiles": [],
            "tokens": [],
            "polyforms": [],
            "loose": [],
            "game": None,
        }
    rules = rules_of(pieces.tileset)
    return {
        "revision": snapshot.revision,
        "grounds": [*_grounds(snapshot, pieces, pictures)],
        "tiles": [*_tiles(snapshot, pieces)],
        "tokens": [*_tokens(pieces, pictures)],
        "polyforms": [*_polyforms(pieces, pictures)],
        "loose": [*_loose(snapshot, pieces, pictures)],
        "players": [pieces.definition.players.min, pieces.definition.players.max],
        "inks": [ink.name for ink in pieces.definition.palette],
        "meetings": {
            str(one): sorted(two) for one, two in pieces.definition.meetings.listed.items()
        },
        "game": rules
        and {
            "name": rules.name,
            "players": [rules.players[0], rules.players[-1]],
            "seats": [*PLAYERS.items()],
            "options": [
                {
                    "name": each.name,
                    "sentence": each.sentence,
                    "choices": [*each.choices.items()],
                }
                for each in rules.options
            ],
        },
        "files": position_files(),
    }


def _across(pieces: Pieces) -> float:
    """The size of a cell: that of the tiles, or else of the first board with cells, so that all is in one scale."""
    if pieces.tileset.pieces:
        return pieces.definition.main_group.size
    sizes = (board.definition.across for board in pieces.components.boards if board.names)
    return next(filter(None, sizes), _CELL)


def _grounds(snapshot: Snapshot, pieces: Pieces, pictures: Pictures) -> Iterator[Json]:
    """A table of tiles, each board, a table for polyforms without such a ground, and a table without cells."""
    geometry, across = pieces.definition.main_group.geometry, _across(pieces)
    cells = {board.definition.grid.cell_shape for board in pieces.components.boards}
    if pieces.tileset.pieces:
        cells.add(geometry.shape)
        yield {"name": "", "title": "Table", **_open_table(geometry, across)}
    for board in pieces.components.boards:
        grid, layout = board.definition.grid, board.definition.grid.layout(across)
        picture = pieces.board(board, across)
        yield {
            "name": board.name,
            "title": board.definition.title,
            "shape": grid.cell_shape.value,
            "flat": grid.has_axial_cells and board.definition.orientation is Orientation.FLAT_TOP,
            "size": across,
            "picture": pictures.add(picture),
            "box": list(picture.box),
            "cells": [
                {"name": name, "q": cell.q, "r": cell.r, "x": centre.x, "y": centre.y}
                for cell, name in board.names.items()
                for centre in (layout.centre(cell),)
            ],
        }
    for shape in dict.fromkeys(made.definition.shape for made in polyform_sets(pieces)):
        if shape.cell not in cells:
            title = f"Table of {shape.cells}"
            yield {"name": title, "title": title, "shape": shape.cell.value, "size": across}
    if not pieces.tileset.pieces and any(view.group.kind in _LOOSE for view in snapshot.groups):
        title = "Open table"
        yield {"name": title, "title": title, "shape": "none", "size": across, "cells": []}


def _open_table(geometry: TileGeometry, across: float) -> Json:
    """The cells of a table without an end; polygons lie in boxes, and meet no others."""
    if not geometry.shape.is_polygon:
        shape = "flat" if geometry.flat_top else geometry.shape.value
        return {"shape": shape, "size": across, "ratio": geometry.ratio}
    step = tile_layout(geometry, across).centre(Cell(1, 1))
    turns = len(geometry.isometries(Symmetry.ROTATIONS))
    return {"shape": "loose", "size": step.x, "ratio": step.y / step.x, "turns": turns}


def _tiles(snapshot: Snapshot, pieces: Pieces) -> Iterator[Json]:
    views = {
        each.piece.id: each.pictures[0]
        for view in snapshot.groups
        if view.group.kind == "tile"
        for each in view.pieces
    }
    definition = pieces.definition
    for piece in pieces.tileset.pieces:
        # The grid is that of the first group.
        if piece.id in views and piece.group == definition.main_group:
            yield {
                "id": piece.id,
                "picture": views[piece.id],
                "copies": piece.copies,
                # The colour of a side's edge, and of its ports, between those of its corners.
                "sides": [
                    [edge, *corners[:1], *ports, *corners[1:]]
                    for edge, ports, corners in around(piece.drawn, piece.group.geometry)
                ],
                "turns": [definition.notation(each) for each in _turned(piece)],
            }


def _turned(piece: Piece) -> Iterator[Tile]:
    """The tile after each number of turns clockwise."""
    isometries = piece.group.geometry.isometries(Symmetry.ROTATIONS)
    return (moved(piece.drawn, isometry) for isometry in isometries)


def _tokens(pieces: Pieces, pictures: Pictures) -> Iterator[Json]:
    """The tokens, and the symbols of the colours, which lie on boards as tokens do."""

    def thing(name: str, text: str, copies: int | None, backs: tuple[str, ...] = ("",)) -> Json:
        sides = [_token_picture(pieces, text + back, pictures) for back in backs]
        return {"id": name, "text": text, "copies": copies, "pictures": sides}

    for tokens in pieces.components.tokens:
        for token in tokens.kinds:
            text = token.id if token.ink is None else f"{tokens.name} {token.ink.name}"
            backs = ("", " back") if tokens.definition.is_two_sided else ("",)
            yield thing(token.id, text, token.copies, backs)
    for ink in pieces.definition.inks if pieces.components.boards else ():
        yield thing(ink.name, ink.name, None)


def _polyforms(pieces: Pieces, pictures: Pictures) -> Iterator[Json]:
    """The polyforms, each with both of its sides and the cells that it covers in every way in which it may lie."""
    for made in polyform_sets(pieces):
        definition = made.definition
        for piece in polyform_pieces(pieces, made):
            sides = [lying_picture(pieces, made, piece, over=over) for over in (False, True)]
            yield {
                "id": piece.id,
                "copies": piece.copies,
                "shape": definition.shape.cell.value,
                "cells": definition.shape.cells,
                "turns": definition.sides is not Sides.FIXED,
                "over": definition.sides is Sides.FREE,
                "sides": [{"picture": pictures.add(side), "box": list(side.box)} for side in sides],
                "scale": _across(pieces) / definition.cell,
                "ways": [way._asdict() for way in lying_ways(piece.form.form)],
            }


# The kinds of pieces that lie loose on a table.
_LOOSE = ("tile", "card", "token", "board")


def _loose(snapshot: Snapshot, pieces: Pieces, pictures: Pictures) -> Iterator[Json]:
    """The homes of loose pieces: bags of tiles, decks, supplies of tokens, and boards."""
    groups = sorted(
        (view for view in snapshot.groups if view.group.kind in _LOOSE),
        key=lambda view: _LOOSE.index(view.group.kind),
    )
    bags: dict[str, list[PieceView]] = {}
    for view in groups:
        for each in view.pieces:
            if each.piece.tile is not None:
                bags.setdefault(each.piece.tile.group.name, []).append(each)
    for name, tiles in bags.items():
        title = "Tiles" if len(bags) == 1 else f"Tiles {name}"
        yield _home(f"tiles {name}", title, "bag", tiles, pictures)
    for view in groups:
        group, names = view.group, _spoken([each.piece for each in view.pieces])
        if group.kind == "card":
            yield _home(f"deck {group.name}", group.title, "deck", view.pieces, pictures)
        elif group.kind == "token" and len(view.pieces) > _MOST_SUPPLIES:
            yield _home(f"tokens {group.name}", group.title, "bag", view.pieces, pictures)
        elif group.kind == "token":
            for each in view.pieces:
                token, name = each.piece.id, names[each.piece.id]
                title = token if name == token else f"{name} ({group.title})"
                yield _home(f"token {token}", title, "supply", [each], pictures)
    for board in pieces.components.boards:
        yield _board_home(pieces, board, pictures)


def _home(key: str, title: str, form: str, views: Sequence[PieceView], pictures: Pictures) -> Json:
    """A deck, a bag or a supply; its pieces have one size, and turn by steps of so many degrees.

    The text of a piece tells it from all others for as long as the set has it: a tile is what it shows.
    """
    first = views[0].piece
    cutout = first.cutout
    assert cutout is not None
    if first.tile is not None:
        step = 360 / len(first.tile.group.geometry.isometries(Symmetry.ROTATIONS))
    else:
        # A rectangle lies in four ways as well.
        symmetry = cutout.trim.facts.symmetry
        step = symmetry if symmetry < 180 else 90
    names = _spoken([view.piece for view in views])
    texts = Counter(view.piece.notation or view.piece.id for view in views)

    def piece(view: PieceView) -> Json:
        listed = view.piece
        text = listed.notation or listed.id
        sides = list(view.pictures)
        if len(listed.sides) > len(sides):
            sides.append(pictures.add(listed.at_true_size(back=True)))
        return {
            "id": listed.id,
            "name": names[listed.id] if len(views) > 1 else title,
            "text": f"{first.kind} {text if texts[text] == 1 else f'{text} {listed.id}'}",
            "copies": listed.printed,
            "pictures": sides,
        }

    return {
        "key": key,
        "title": title,
        "kind": first.kind,
        "form": form,
        "size": [cutout.box.width, cutout.box.height],
        "step": step,
        "pieces": [piece(view) for view in views],
    }


def _board_home(pieces: Pieces, board: Board, pictures: Pictures) -> Json:
    """A board in its own size, with the board on its back; a table has it as often as somebody lays it."""
    across, legend = board.definition.across, bool(board.definition.tracks)
    sides = [board] if board.back is None else [board, board.back]
    drawn = [pieces.board(each, across, legend=legend) for each in sides]
    key, title = f"board {board.name}", board.definition.title
    piece = {"id": board.name, "name": title, "text": key, "copies": 0}
    return {
        "key": key,
        "title": title,
        "kind": "board",
        "form": "board",
        "size": [drawn[0].box.width, drawn[0].box.height],
        "step": 90,
        "pieces": [{**piece, "pictures": [pictures.add(each) for each in drawn]}],
    }


# A value that says something by itself, and not an element, a colour or a file.
_SPOKEN = r"[^{}#./]{,24}"


def _spoken(pieces: Sequence[ListedPiece]) -> dict[str, str]:
    """What the page calls each piece of a group: its title, or the short values that tell it from others, or its id."""
    contents = [each.content if isinstance(each.content, Mapping) else {} for each in pieces]
    columns = [
        [content.get(key, "") for content in contents]
        for key in dict.fromkeys(key for content in contents for key in content)
    ]
    telling = [
        column
        for column in columns
        if len({*column}) > 1 and all(re.fullmatch(_SPOKEN, value) for value in column)
    ]

    def name(number: int) -> str:
        short = {column[number].casefold(): column[number] for column in telling if column[number]}
        return contents[number].get("title") or " ".join([*short.values()][:2])

    return {each.id: name(number) or each.id for number, each in enumerate(pieces)}


def _token_picture(pieces: Pieces, text: str, pictures: Pictures) -> str:
    """The picture of a token on a cell, with the middle of the cell in its middle."""
    across = _across(pieces)
    art = token_art(pieces, text, across * TOKEN)
    drawing = Drawing((Placed(art.drawing, ORIGIN, art.scale),))
    half = across / 2
    return pictures.add(Picture(drawing, Box(-half, -half, across, across), alt=text))


# What lies on the table


class TableMaker:
    """Tables of a game as plain values: each tile by its id and turn, each token by its picture."""

    def __init__(self, pieces: Pieces, pictures: Pictures) -> None:
        self._pieces = pieces
        self._pictures = pictures

    def json(self, table: Table) -> Json:
        """A table of the game's own."""
        token = cache(self._token)
        return {
            "ground": table.board,
            "board": self._board(table),
            "tiles": [
                {"cell": cell, "text": text, **self._tile(text)} for cell, text in table.tiles
            ],
            "tokens": [
                {"cell": cell, "text": text, "picture": token(text)} for cell, text in table.tokens
            ],
        }

    def _board(self, table: Table) -> Json | None:
        """The board without the signs that tokens cover."""
        board = self._pieces.components.board(table.board)
        if board is None:
            return None
        covered = {name for name, _ in table.tokens}
        across = _across(self._pieces)
        picture = board_drawing(board, across, self._pieces.theme).picture(
            art=self._pieces.cell_art(board, across),
            sheet=self._pieces.sheet_art(board),
            covered=[cell for cell, name in board.names.items() if name in covered],
        )
        return {"picture": self._pictures.add(picture), "box": list(picture.box)}

    def _tile(self, text: str) -> Json:
        """The id, the turn and the picture of a tile as it lies."""
        definition = self._pieces.definition
        tile = parse_tile(text, definition.main_group.geometry, definition.codes)
        known = self._turns.get(tile) or self._turns.get(tile.unmarked)
        if known is None:
            return {"id": None, "turn": 0, "picture": None}
        piece, turn = known
        listed = listed_tile(self._pieces, piece)
        if piece.listed is None:
            key = tile_key(self._pieces, piece)
            picture = self._pictures.add_tile(key, listed.at_true_size)
        else:
            # Tiles with equal strands and edges may have different values.
            picture = self._pictures.add(listed.at_true_size())
        return {"id": piece.id, "turn": turn, "picture": picture}

    @cached_property
    def _turns(self) -> dict[Tile, tuple[Piece, int]]:
        """Each tile in each turn, with its mark and without."""
        turns: dict[Tile, tuple[Piece, int]] = {}
        for piece in self._pieces.tileset.pieces:
            if piece.group != self._pieces.definition.main_group:
                continue
            for turn, tile in enumerate(_turned(piece)):
                turns.setdefault(tile, (piece, turn))
                turns.setdefault(tile.unmarked, (piece, turn))
        return turns

    def _token(self, text: str) -> str:
        # A token of a table may say more than its name, such as the path that it is on.
        name = text.partition(" on ")[0]
        return _token_picture(self._pieces, name, self._pictures)


# Positions of a free table


def free_position(laid: Json) -> str:
    """The file of a table on which somebody has laid pieces; raises UnusableInput."""
    ground = laid.get("ground")
    if not isinstance(ground, str):
        raise UnusableInput(_NOT_UNDERSTOOD)
    values: dict[str, Plain] = {
        # An open table has the name of no board.
        "board": "" if " " in ground else ground,
        **{key: _contents(laid.get(key, [])) for key in _LAID},
    }
    return yaml_text({key: value for key, value in values.items() if value})


# The keys of what lies on a table.
_LAID = ("tiles", "tokens", "polyforms")

_NOT_UNDERSTOOD = "the page sent a table that pnp does not understand"


def _contents(pairs: Any) -> dict[str, Plain]:
    """What lies on each cell; raises UnusableInput."""
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
        for pair in pairs
    ):
        raise UnusableInput(_NOT_UNDERSTOOD)
    return dict(pairs)


def free_score(snapshot: Snapshot, text: str) -> Json:
    """The score of a free table as an extract of the game, or everything that is wrong with it."""
    pieces = snapshot.pieces
    rules = None if pieces is None else rules_of(full_pieces(pieces).tileset)
    if rules is None:
        return {}
    # A board of the game is where its tokens lie; the rules know it.
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("board:")]
    try:
        return score_json(rules.score(rules.read_position(Source("table", "".join(lines)))))
    except InvalidDefinition as error:
        found = error.findings
        # The page names sides that clash in its own words.
        besides = [in_brief(each.message) for each in found if each.rule != "agreeing-sides"]
        return {"problems": [in_brief(each.message) for each in found], "besides": besides}
    except PnpError as error:
        return {"problems": [in_brief(getattr(error, "message", str(error)))]}


def full_pieces(pieces: Pieces) -> Pieces:
    """The pieces for the most players: the set on the screen may have tokens for fewer."""
    tileset = for_players(pieces.tileset, most_players(pieces.definition))
    return Pieces(tileset, components(tileset), pieces.theme, labels=False)


def score_json(score: Score) -> Json:
    """A score with its parts."""
    return {**score._asdict(), "parts": [part._asdict() for part in score.parts]}


# Files


def position_files() -> list[str]:
    """The names of the files in the folder for positions."""
    return sorted(path.name for path in POSITIONS.glob("*.yaml")) if POSITIONS.is_dir() else []


def save_position(name: str, text: str) -> str:
    """Writes a new file into the folder for positions; raises UnusableInput if it cannot be.

    A name has only small letters, digits and hyphens, so that it cannot lead out of the folder.
    """
    if not _NAME.fullmatch(name) or name in RESERVED_NAMES:
        raise UnusableInput(_wrong_name(name))
    path = POSITIONS / f"{name}.yaml"
    if POSITIONS.is_symlink():
        raise UnusableInput(
            f"{POSITIONS}/ leads to another folder, and pnp writes only into its own"
        )
    if path.exists() or path.is_symlink():
        raise UnusableInput(f"there is a file {path} already; choose another name")
    write_whole(path, text.encode())
    return str(path)


def _wrong_name(name: str) -> str:
    if name in RESERVED_NAMES:
        return f"Windows has no files of the name {name}; choose another one"
    wrong = re.findall(r"[^a-z0-9-]", name)
    if wrong:
        there = ", ".join("a space" if each == " " else each for each in dict.fromkeys(wrong))
        return f"a name has small letters, digits and hyphens; this one has {there}"
    if name.startswith("-") or not name:
        return "a name begins with a small letter or a digit"
    return f"a name has at most {_LONGEST_NAME} characters; this one has {len(name)}"


def opened_position(name: str) -> Json:
    """The pieces on the table in a file of the folder for positions, to be laid freely.

    Raises UnusableInput for a record, whose table is that of its moves, and for any other file.
    """
    node = compose(read_position_file(name))
    entries = (
        {key.text: value for key, value in node.entries} if isinstance(node, MappingNode) else {}
    )
    if {"moves", "start"} & entries.keys():
        raise UnusableInput(f"{name} is a record; open it under Play by the rules")
    if not {*_LAID, "board"} & entries.keys():
        raise UnusableInput(f"{name} has no tiles, tokens, polyforms or board")

    def pairs(node: Node | None) -> list[list[str]]:
        """The cells of a mapping, each with its text."""
        found = node.entries if isinstance(node, MappingNode) else ()
        return [[key.text, value.text] for key, value in found if isinstance(value, Scalar)]

    ground = entries.get("board")
    return {
        "ground": ground.text if isinstance(ground, Scalar) else "",
        **{key: pairs(entries.get(key)) for key in _LAID},
    }


def read_position_file(name: str) -> Source:
    """A file of the folder for positions; raises UnusableInput for any other."""
    if name not in position_files():
        raise UnusableInput(f"there is no file {name} in {POSITIONS}/")
    return read_source(POSITIONS / name)
