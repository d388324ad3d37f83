"""`pnp export json`: a game for other programs, which pnp reads back as a set, and a table of its pieces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pnp
from pnp.basics.folders import bundled
from pnp.definition import GAME_KEY, GAME_VERSION, Templates, TileGroup
from pnp.definition.reading import MappingNode, Node, Scalar, compose
from pnp.export.formats import Chosen, Format
from pnp.export.game import Game, box_of, kind
from pnp.export.painting import Painter
from pnp.export.tables import PIECES, piece_rows, table
from pnp.kinds import ListedPiece, PieceGroup, numbers_of
from pnp.project.files import Content, OutputFile
from pnp.project.starting import companions
from pnp.render.paths import svg_path


class JsonFormat(Format):
    """All of a game as one value; its schema is `templates/schemas/game.json`."""

    key = "json"
    summary = "a game for other programs, with its pieces and its set, which pnp reads back"

    def files(self, game: Game, chosen: Chosen, painter: Painter) -> Iterator[OutputFile]:
        path = f"{game.name}.json"
        text = json.dumps(game_json(game), indent=1, ensure_ascii=False) + "\n"
        yield OutputFile(path, "game", lambda: text, lambda: Content(text.encode()))
        yield table("pieces.csv", PIECES[:-2], (row[:-2] for row in piece_rows(game)))
        # What the set names lies beside it, as pnp looks for it; what comes with pnp need not.
        here = Templates((bundled("templates"),))
        folder = Path("/", game.name)
        for file in companions(game.checked.pieces.definition, folder / path, here):
            yield _beside(file.path.relative_to(folder).as_posix(), file.data)


def _beside(path: str, data: bytes) -> OutputFile:
    return OutputFile(path, "beside", lambda: data, lambda: Content(data))


def game_json(game: Game) -> dict[str, Any]:
    """The game as a value of JSON: what it is called, its pieces and their numbers, its rules, and its set."""
    pieces = game.checked.pieces
    definition = pieces.definition
    rulebook = game.checked.rulebook
    return {
        GAME_KEY: GAME_VERSION,
        "tool": f"pnp {pnp.__version__}",
        "game": definition.game,
        "title": definition.title,
        "language": definition.language.tag,
        "players": pieces.tileset.players,
        "colours": [
            {"name": ink.name, "letter": ink.code, "ink": ink.fill}
            for ink in definition.palette
            if not ink.is_value
        ],
        "tiles": [_tiles_json(group) for group in definition.groups],
        "groups": [_group_json(group) for group in game.groups],
        "numbers": numbers_of(pieces),
        "rules": [use.name for use in definition.rules],
        "rulebook": None if rulebook is None else rulebook.source.text,
        "set": plain(compose(definition.source)),
    }


def _tiles_json(group: TileGroup) -> dict[str, Any]:
    """The shape, the size in millimetres and the symmetry that tiles of a group share."""
    geometry = group.geometry
    return {
        "name": group.name,
        "shape": geometry.shape.name.lower(),
        "size": [round(each, 3) for each in group.lengths],
        "ports": geometry.ports,
        "symmetry": group.symmetry.value,
    }


def _group_json(group: PieceGroup) -> dict[str, Any]:
    return {
        "kind": kind(group).one,
        "name": group.name,
        "title": group.title,
        "pieces": [_piece_json(piece) for piece in group.pieces],
    }


def _piece_json(piece: ListedPiece) -> dict[str, Any]:
    """A piece: its outline is an SVG path in millimetres round its middle, as it stands upright."""
    box, cutout = box_of(piece), piece.cutout
    fields = piece.content if isinstance(piece.content, Mapping) else None
    return {
        "id": piece.id,
        "back": piece.behind or None,
        "copies": piece.copies,
        "size": [round(box.width, 3), round(box.height, 3)],
        "sides": len(piece.sides),
        "outline": None if cutout is None else svg_path(cutout.outline),
        "notation": piece.notation or None,
        "tile-group": piece.tile.group.name if piece.tile is not None else None,
        "fields": fields,
    }


# A number that JSON has in the same letters.
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?")


def plain(node: Node) -> Any:
    """The value of JSON that YAML reads as the same node: numbers and truth as such, everything else as texts."""
    match node:
        case MappingNode(entries):
            return {key.text: plain(value) for key, value in entries}
        case Scalar():
            return _plain_scalar(node)
        case _:
            return [plain(each) for each in node.items]


def _plain_scalar(node: Scalar) -> Any:
    if node.is_empty:
        return None
    if node.quoted or not _NUMBER.fullmatch(node.text):
        return node.text
    return float(node.text) if "." in node.text else int(node.text)
