"""The answers to all questions of the page, in one table, and the state that the page shows at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, PnpError, Source, UnusableInput, folded
from pnp.basics.words import counted
from pnp.definition import Ink
from pnp.definition.reading import read_source
from pnp.imposition import LAYOUTS, Paper
from pnp.imposition.papers import one_paper
from pnp.kinds import PieceGroup
from pnp.preview.editor import open_line
from pnp.preview.plays import Play, moved_on, opened, played_again, started
from pnp.preview.printed import Numbers, PrintedRules, PrintedSheets, compared, how_changed
from pnp.preview.rows import rows_json
from pnp.preview.seats import Seats, thought, unsealed
from pnp.preview.session import Session
from pnp.preview.snapshot import (
    MOST_SHOWN,
    SAMPLE,
    GroupView,
    Json,
    PieceView,
    Snapshot,
    changes,
    number_of,
    place_json,
)
from pnp.preview.table import (
    free_position,
    free_score,
    opened_position,
    read_position_file,
    save_position,
    table_json,
)
from pnp.sets.tileset import Piece
from pnp.tiles import UNCOLOURED, Tile, TileGeometry, canonical
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from pnp.tiles.tile import mirrored, moved


class Question(NamedTuple):
    """What the page asks: the values in the address, and what it has sent."""

    values: Mapping[str, Any]
    sent: Any = None

    @property
    def paper(self) -> Paper:
        """The paper in the address; raises UnusableInput."""
        name = str(self.values.get("paper", "a4"))
        return one_paper(name, reason="the page shows one paper")

    @property
    def layout(self) -> str:
        """The layout in the address; raises UnusableInput."""
        layout = str(self.values.get("layout", "auto"))
        if layout not in ("auto", *LAYOUTS):
            raise UnusableInput(f'there is no layout "{layout}"')
        return layout

    def text(self, key: str) -> str:
        return str(self.sent.get(key, ""))

    def number(self, key: str) -> int | None:
        value = self.sent.get(key)
        return value if isinstance(value, int) else None

    @property
    def seats(self) -> Seats:
        """Who plays a game; raises UnusableInput."""
        return Seats.read(self.sent.get("seats"))


class PictureAnswer(NamedTuple):
    """An answer that is a picture, in place of plain values."""

    data: bytes
    media_type: str


class Answer(NamedTuple):
    """An answer at an address; `sent` is the kind of value that the page sends with its question.

    An answer is computed beside the event loop, one at a time, unless it is there `at_once`; one of these may be
    awaited, and is given up if the page goes.
    """

    path: str
    of: Callable[[Question], Any]
    sent: type | None = None
    at_once: bool = False


class Answers:
    """The answers about the set of a session; pages keep their games, and send them along."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._sheets = lru_cache(maxsize=6)(PrintedSheets)
        self._rules = lru_cache(maxsize=2)(PrintedRules)
        self._numbers = lru_cache(maxsize=4)(Numbers)
        self._plays: dict[object, Play] = {}

    @property
    def all(self) -> tuple[Answer, ...]:
        pictures = self._session.pictures
        sheet = "/sheets/{revision:int}/{paper}/{layout}/{number:int}.svg"
        return (
            Answer("/api/state", lambda question: state_of(self._session), at_once=True),
            Answer("/api/pictures", self._pictures, list, at_once=True),
            Answer("/api/build", lambda asked: self._session.all.builder.as_json, at_once=True),
            Answer("/api/build", self._build, dict, at_once=True),
            Answer("/api/open", self._open_editor, dict, at_once=True),
            Answer("/api/choice", self._choose, dict, at_once=True),
            Answer("/api/pieces/{piece}", self._piece),
            Answer(
                "/api/rows",
                lambda asked: rows_json(self._session.snapshot, self._session.moment.findings),
            ),
            Answer("/api/sheets", lambda asked: self._sheets_of(asked).as_json),
            Answer(sheet, self._sheet),
            Answer("/api/rulebook", lambda asked: self._rules_of(asked).as_json(pictures)),
            Answer("/rulebook/{revision:int}/{paper}/{number:int}.png", self._rulebook_page),
            Answer("/api/numbers", lambda asked: self._numbers_of(asked).as_json),
            Answer("/numbers/{revision:int}/{paper}/{look}/{key}.svg", self._chart),
            Answer("/api/compare", self._compare),
            Answer("/api/changed", self._changed),
            Answer("/api/table", self._table),
            Answer("/api/table/score", self._table_score, dict),
            Answer("/api/table/open", lambda asked: opened_position(asked.text("file")), dict),
            Answer("/api/table/save", self._table_save, dict),
            Answer("/api/play/start", self._play_start, dict),
            Answer("/api/play/open", self._play_open, dict),
            Answer(
                "/api/play/at",
                lambda asked: self._game(asked).json(_at(asked), asked.seats),
                dict,
            ),
            Answer(
                "/api/play/after",
                lambda asked: self._after(asked).tables(_at(asked) + 1, asked.seats),
                dict,
            ),
            Answer("/api/play/move", self._play_move, dict),
            Answer("/api/play/bot", self._play_bot, dict, at_once=True),
            Answer("/api/play/save", self._play_save, dict),
        )

    # What the page does

    def _pictures(self, question: Question) -> Json:
        """The SVG of each picture in a list of names; none for a name that is forgotten."""
        known = self._session.pictures
        return {
            name: known[name] for name in question.sent if isinstance(name, str) and name in known
        }

    def _open_editor(self, question: Question) -> Json:
        """Opens a line of one of the set's files, which the page names by its number."""
        sources = self._session.sources
        source, line, column = map(question.number, ("source", "line", "column"))
        if source is None or line is None or column is None or not 0 <= source < len(sources):
            raise UnusableInput("the page asked for a file that pnp does not show")
        return {"editor": open_line(sources[source].name, line, column)}

    def _build(self, question: Question) -> Json:
        """Builds the set; the page chooses neither the set's file nor the folder."""
        builder = self._session.all.builder
        builder.start(self._session.file)
        return builder.as_json

    def _choose(self, question: Question) -> Json:
        choice = question.sent.get("choice")
        if choice not in ("ask", "random", "first", "numbers"):
            raise UnusableInput("choose random, first or numbers")
        self._session.choose(choice)
        return {}

    # Pieces and paper

    def _piece(self, question: Question) -> Json:
        """What the inspector shows of a piece."""
        sheets = self._sheets_of(question)
        snapshot = sheets.snapshot
        found = snapshot.piece(question.values["piece"])
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        view, piece = found[0], found[1].piece
        try:
            places = sheets.places(piece.id)
        except PnpError as error:
            places = {"places": [], "reason": str(error)}
        return {
            "id": piece.id,
            "kind": view.group.kind,
            "place": place_json(snapshot.sources, piece.place),
            **turns_json(snapshot, piece.tile),
            "sheets": places,
        }

    def _sheets_of(self, question: Question) -> PrintedSheets:
        return self._sheets(self._snapshot(question), question.paper, question.layout)

    def _rules_of(self, question: Question) -> PrintedRules:
        return self._rules(self._snapshot(question), question.paper)

    def _numbers_of(self, question: Question) -> Numbers:
        return self._numbers(self._snapshot(question), question.paper)

    def _snapshot(self, question: Question) -> Snapshot:
        """The current snapshot, if an address with a revision does not name another one."""
        snapshot = self._session.snapshot
        if question.values.get("revision", snapshot.revision) != snapshot.revision:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return snapshot

    def _sheet(self, question: Question) -> PictureAnswer:
        made = self._sheets_of(question).picture
        return _picture(made, question.values["number"], "image/svg+xml")

    def _rulebook_page(self, question: Question) -> PictureAnswer:
        made = self._rules_of(question).page_picture
        return _picture(made, question.values["number"], "image/png")

    def _chart(self, question: Question) -> PictureAnswer:
        made = partial(self._numbers_of(question).chart, dark=question.values["look"] == "dark")
        return _picture(made, question.values["key"], "image/svg+xml")

    def _compare(self, question: Question) -> Json:
        """The differences between two remembered states."""
        old, new = (self._session.good(str(question.values.get(key, ""))) for key in ("old", "new"))
        return compared(old, new, self._session.pictures, question.paper, question.layout)

    def _changed(self, question: Question) -> Json:
        """How the pieces differ that the last save has changed."""
        snapshot, before = self._session.snapshot, self._session.before
        return {"revision": snapshot.revision, **how_changed(before, snapshot)}

    # The table

    def _table(self, question: Question) -> Json:
        """Everything that can lie on the table."""
        return table_json(self._session.snapshot, self._session.pictures)

    def _table_score(self, question: Question) -> Json:
        return free_score(self._session.snapshot, free_position(question.sent))

    def _table_save(self, question: Question) -> Json:
        return {"file": save_position(question.text("name"), free_position(question.sent))}

    def _play_start(self, question: Question) -> Json:
        session = self._session
        play = started(session.snapshot, session.pictures, question.sent)
        return self._kept(play).json(0, question.seats)

    def _play_open(self, question: Question) -> Json:
        """The game in a file of the folder for positions; without a name the one that the preview was started with."""
        session, name = self._session, question.text("file")
        if name:
            file = read_position_file(name)
        elif session.all.record is not None:
            file = read_source(session.all.record)
        else:
            raise UnusableInput("pnp preview was started without --record")
        play = opened(session.snapshot, session.pictures, file)
        return self._kept(play).json(len(play.texts), Seats())

    def _play_move(self, question: Question) -> Json:
        return self._kept(self._after(question)).json(_at(question) + 1, question.seats)

    async def _play_bot(self, question: Question) -> Json:
        """The game after the move of the bot whose turn it is; other questions are answered while it thinks."""
        session, at = self._session, _at(question)
        play = await session.in_turn(self._game, question)
        player = play.movers[at] if 0 <= at < len(play.movers) else None
        bot = question.seats.bot(player)
        if player is None or not bot:
            raise UnusableInput("no bot moves here")
        seed = f"{play.set_up} {player} {at}"
        text = await thought(play.rules, play.positions[at], player, bot, seed)
        # The set may be another one by now.
        sent = {**question.sent, "move": text}
        return await session.in_turn(self._play_move, Question(question.values, sent))

    def _after(self, question: Question) -> Play:
        """The game after a move in the position number `at`, without all later moves."""
        return moved_on(self._game(question), _at(question), question.text("move"))

    def _play_save(self, question: Question) -> Json:
        """Saves the game as a record, or the position number `at`."""
        at, play = question.number("at"), self._game(question)
        if at is not None and 0 <= at < len(play.positions):
            text = play.rules.write_position(play.positions[at])
        else:
            text = play.record
        return {"file": save_position(question.text("name"), text)}

    def _game(self, question: Question) -> Play:
        """The game that the page sends; played again after a save, or by a server that has just started."""
        set_up, played = question.text("set_up"), question.sent.get("played")
        if not set_up or not isinstance(played, list):
            raise UnusableInput("no game has been started")
        session = self._session
        texts = tuple(unsealed(str(text), set_up, at) for at, text in enumerate(played))
        known = self._plays.get((session.snapshot.revision, set_up, texts))
        return known or self._kept(played_again(session.snapshot, session.pictures, set_up, texts))

    def _kept(self, play: Play) -> Play:
        self._plays[self._session.snapshot.revision, play.set_up, play.texts] = play
        while len(self._plays) > _GAMES:
            del self._plays[next(iter(self._plays))]
        return play


# Games of all pages that need not be played again for their next question.
_GAMES = 20


def _at(question: Question) -> int:
    """The number of the position that the page shows; raises UnusableInput without one."""
    at = question.number("at")
    if at is None:
        raise UnusableInput("the page did not say which position it shows")
    return at


def _picture(made: Callable[[Any], bytes], which: object, media_type: str) -> PictureAnswer:
    """The picture of this number or key, or 404 if there is no such picture."""
    try:
        return PictureAnswer(made(which), media_type)
    except IndexError:
        raise HTTPException(HTTPStatus.NOT_FOUND) from None


# The state: what the page knows of a set, as plain values for JSON

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
        "sets": session.all.names,
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
    before = session.before
    changed = changes(before, snapshot)
    # Most pages show these pictures next, and need not ask for them; the rulebook brings no others.
    fresh = [name for name in snapshot.pictures if name not in before.pictures] if before else []
    return {
        **set_json(snapshot, session.choice),
        "changed": list(changed.ids),
        "gone": changed.gone,
        "pictures": {}
        if session.moment.complete
        else {name: session.pictures[name] for name in fresh[:_MOST_SENT]},
        "watching": [
            {"id": number, "name": Path(source.name).name}
            for number, source in enumerate(snapshot.sources)
        ],
    }


def set_json(snapshot: Snapshot, choice: str | None = None) -> Json:
    """What the page knows of a set as it is now: its pieces by group, its numbers and its rules."""
    definition = snapshot.definition
    return {
        "revision": snapshot.revision,
        "title": definition.title,
        "credit": list(_credit(snapshot)),
        "properties": list(PROPERTIES),
        "groups": [_group_json(snapshot, view) for view in snapshot.groups],
        # No rule judges a sample.
        "rules": [] if snapshot.sampled else [use.name for use in definition.rules],
        "rulebook": None if snapshot.rulebook is None else snapshot.rulebook.source.name,
        "counts": {
            "total": snapshot.total,
            "families": snapshot.sizes,
            "sampled": snapshot.sampled,
            "sample": SAMPLE,
            "choice": choice if snapshot.sampled else None,
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
        "title": _titled(group),
        "note": group.note,
        "place": place_json(snapshot.sources, group.place),
        "printed": group.printed,
        "pieces": [_piece_json(each, snapshot.definition.palette) for each in view.pieces],
    }


def _titled(group: PieceGroup) -> str:
    """The title of a group; that of a deck says that it has cards."""
    is_deck = group.kind == "card" and "card" not in group.title.lower()
    return f"{group.title} cards" if is_deck else group.title


def _piece_json(view: PieceView, palette: Sequence[Ink]) -> Json:
    piece = view.piece
    values: Json = {"id": piece.id, "pictures": list(view.pictures), "copies": piece.copies}
    if piece.behind:
        values["behind"] = piece.behind
    if piece.tile is not None:
        tile, geometry = piece.tile.tile, piece.tile.group.geometry
        values["ways"] = len(geometry.isometries(Symmetry.ROTATIONS))
        values["notation"] = piece.notation
        values["values"] = _properties(tile, geometry)
        shown = {*tile.colours, *tile.edges, *tile.corners} - {UNCOLOURED}
        values["colours"] = [palette[colour].name for colour in sorted(shown)]
    if isinstance(piece.content, Mapping):
        values["fields"] = {name: text for name, text in piece.content.items() if text}
    return values


# Two sets with as many tiles as pnp shows: that before a save, and that after it.
@lru_cache(maxsize=2 * MOST_SHOWN)
def _properties(tile: Tile, geometry: TileGeometry) -> tuple[int, ...]:
    """The values of all properties of a tile."""
    return tuple(int(each.value(tile, geometry)) for each in PROPERTIES.values())


def finding_json(sources: Sequence[Source], finding: Finding) -> Json:
    """A finding with its line and the lines round it, and its files by name and number."""
    values: Json = finding.as_json()
    for each in (values, *values["related"]):
        each["name"] = Path(each["file"] or "").name
        each["source"] = number_of(sources, each["file"])
    return values


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
