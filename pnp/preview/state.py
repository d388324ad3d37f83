"""What the page knows of a set, as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from pnp.basics.errors import Finding, Place, Source, folded
from pnp.basics.words import counted
from pnp.preview.session import Session
from pnp.preview.snapshot import MOST_SHOWN, SAMPLE, GroupView, PieceView, Snapshot, changes
from pnp.project import all_sets
from pnp.sets.tileset import Piece
from pnp.tiles import Tile, TileGeometry, canonical
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import mirrored, moved

Json = dict[str, Any]

# Pictures that a state brings along: as many as fit on a screen.
_MOST_SENT = 64


def state_of(session: Session) -> Json:
    """Everything that the page shows at once; it asks for pictures and for other views by themselves."""
    moment, snapshot = session.moment, session.moment.snapshot
    sources = session.sources
    state: Json = {
        "number": moment.number,
        "status": moment.status,
        "saved": f"{moment.saved:%H:%M:%S}",
        "milliseconds": moment.milliseconds,
        "complete": moment.complete,
        "set": session.file.name,
        "file": session.file.path.name,
        "sets": sorted({session.first.name, *(each.name for each in all_sets())}),
        "theme": session.theme,
        "findings": [finding_json(sources, each) for each in folded(moment.findings)],
        "history": [
            {"revision": each.snapshot.revision, "saved": f"{each.saved:%H:%M:%S}"}
            for each in session.history
            if each.snapshot
        ],
    }
    if snapshot is None:
        return {**state, "revision": 0, "title": session.file.name, "groups": []}
    return {**state, **_snapshot_json(session, snapshot)}


def _snapshot_json(session: Session, snapshot: Snapshot) -> Json:
    definition = snapshot.definition
    earlier = (each.snapshot for each in reversed(session.history) if each.snapshot)
    before = next((each for each in earlier if each.revision < snapshot.revision), None)
    changed = changes(before, snapshot)
    # Most pages show these pictures next, and need not ask for them; the rulebook brings no others.
    fresh = [name for name in snapshot.pictures if name not in before.pictures] if before else []
    return {
        "revision": snapshot.revision,
        "title": definition.title,
        "credit": list(_credit(snapshot)),
        "properties": list(PROPERTIES),
        "groups": [_group_json(snapshot, view) for view in snapshot.groups],
        "changed": list(changed.ids),
        "gone": changed.gone,
        "pictures": {}
        if session.moment.complete
        else {name: session.pictures[name] for name in fresh[:_MOST_SENT]},
        # No rule judges a sample.
        "rules": [] if snapshot.sampled else [use.name for use in definition.rules],
        "rulebook": None if snapshot.rulebook is None else snapshot.rulebook.source.name,
        "watching": [
            {"id": number, "name": Path(source.name).name}
            for number, source in enumerate(snapshot.sources)
        ],
        "counts": {
            "total": snapshot.total,
            "families": snapshot.sizes,
            "sampled": snapshot.sampled,
            "sample": SAMPLE,
            "choice": session.choice if snapshot.sampled else None,
        },
    }


def _credit(snapshot: Snapshot) -> Iterator[str]:
    definition = snapshot.definition
    who = ", ".join(text for text in (definition.credit.designer, definition.credit.year) if text)
    least, most = definition.players.min, definition.players.max
    if definition.players.stated:
        players = f"{least} to {most} players" if least < most else counted(most, "player")
        who = " · ".join(text for text in (who, players) if text)
    yield from (text for text in (who, definition.licence) if text)


def _group_json(snapshot: Snapshot, view: GroupView) -> Json:
    group = view.group
    return {
        "kind": group.kind,
        "name": group.name,
        "title": f"{group.title} cards" if group.kind == "card" else group.title,
        "note": group.note,
        "place": place_json(snapshot.sources, group.place),
        "printed": group.printed,
        "pieces": [_piece_json(each) for each in view.pieces],
    }


def _piece_json(view: PieceView) -> Json:
    piece = view.piece
    values: Json = {"id": piece.id, "pictures": list(view.pictures), "copies": piece.copies}
    if piece.tile is not None:
        tile, geometry = piece.tile.tile, piece.tile.group.geometry
        values["ways"] = len(geometry.isometries(Symmetry.ROTATIONS))
        values["notation"] = piece.notation
        values["values"] = _properties(tile, geometry)
    if isinstance(piece.content, Mapping):
        values["fields"] = {name: text for name, text in piece.content.items() if text}
    return values


# Two sets with as many tiles as pnp shows: that before a save, and that after it.
@lru_cache(maxsize=2 * MOST_SHOWN)
def _properties(tile: Tile, geometry: TileGeometry) -> tuple[int, ...]:
    """The values of all properties of a tile."""
    return tuple(int(each.value(tile, geometry)) for each in PROPERTIES.values())


def place_json(sources: Sequence[Source], place: Place) -> Json:
    """A place in a file, which the page names by its number; None for a file that it may not open."""
    return {
        "source": _number(sources, place.source.name),
        "name": Path(place.source.name).name,
        "line": place.line,
        "column": place.column,
    }


def finding_json(sources: Sequence[Source], finding: Finding) -> Json:
    """A finding with its line and the lines round it, and its files by name and number."""
    values: Json = finding.as_json()
    for each in (values, *values["related"]):
        each["name"] = Path(each["file"] or "").name
        each["source"] = _number(sources, each["file"])
    return values


def _number(sources: Sequence[Source], name: str | None) -> int | None:
    names = [source.name for source in sources]
    return names.index(name) if name in names else None


def turns_json(snapshot: Snapshot, piece: Piece | None) -> Json:
    """The notation of a tile in each turn, and its mirror twin."""
    if piece is None or snapshot.pieces is None:
        return {}
    definition, tile = snapshot.definition, piece.tile
    geometry, symmetry = piece.group.geometry, piece.group.symmetry
    turned = [
        definition.notation(moved(tile, isometry))
        for isometry in geometry.isometries(Symmetry.ROTATIONS)
    ]
    if snapshot.sampled:
        # The twin may be one of the tiles that are not shown.
        return {"turns": turned}
    twin = canonical(mirrored(tile, geometry), geometry, symmetry)
    twins = [
        each.id
        for each in snapshot.pieces.tileset.pieces
        if each.tile == twin and each.group == piece.group
    ]
    return {
        "turns": turned,
        "chiral": twin != canonical(tile, geometry, symmetry),
        "twin": twins[0] if twins else None,
    }
