"""The cards on covers and boxes: those that the file names, and those that pnp chooses."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.covers import cover
from pnp.covers.scenes import Stage, scene_items
from pnp.kinds import kind_of
from pnp.kinds.boxes import folded_box
from pnp.pieces import Pieces, make_pieces
from pnp.project.fingerprints import fingerprint
from pnp.scene import Placed
from pnp.scene.geometry import Box
from pnp.sets.showing import cards_to_show
from tests.conftest import Call, set_of

COURT = """\
game: court
title: Court
{look}
pieces:
  cards:
    - name: roles
      size: poker
      face: [{{text: "{{title}}"}}]
      cards: [{{title: Guard}}, {{title: Baron}}, {{title: Old Queen}}, {{title: Page}}, {{title: Fool}}, {{title: Spy}}]
    - {{name: aid, size: poker, face: [{{text: "{{title}}"}}], cards: [{{title: Who does what, copies: 4}}]}}
  boxes:
    - {{name: box, for: roles, thickness: 1.5mm{box}}}
"""


def court(look: str = "", box: str = "") -> Pieces:
    """A game of six roles and an aid for players."""
    return make_pieces(set_of(COURT.format(look=look, box=box)))


def ids(pieces: Pieces, *names: str) -> list[str]:
    """The ids of the cards with these names."""
    return [deck.cards[at].id for deck, at in cards_to_show(pieces.components, names)]


def test_a_card_has_its_id_its_title_and_its_deck() -> None:
    """In the order of the names; a card that is named twice is there once."""
    pieces = court()
    assert ids(pieces, "old queen", "roles-1", "OLD QUEEN") == ["roles-3", "roles-1"]
    assert ids(pieces, "roles") == [f"roles-{at}" for at in range(1, 7)]


def test_an_aid_for_players_is_on_no_cover() -> None:
    """It is a deck of one different card; alone in its game it would be there."""
    assert "aid" not in " ".join(ids(court()))
    alone = (
        COURT.split("    - name: roles")[0] + "    - {{name: aid" + COURT.split("- {{name: aid")[1]
    )
    text = alone.replace("for: roles", "for: aid").format(look="", box="")
    assert ids(make_pieces(set_of(text))) == ["aid-1"]


def shown(pieces: Pieces) -> list[str]:
    """The prints of the cards on a cover, from the left."""
    page = Box(0.0, 0.0, 148.0, 210.0)
    items = scene_items(pieces, pieces.look, Stage(page, page, 1.0))
    return [fingerprint(each.drawing) for each in items if isinstance(each, Placed)]


@pytest.mark.parametrize("names", [["Spy", "Guard"], ["roles-2"], ["roles"]])
def test_a_cover_shows_the_cards_of_the_look(names: list[str]) -> None:
    """As many as are named, in their order, up to seven."""
    pieces = court(f"look: {{cover: [{', '.join(names)}]}}")
    found = shown(pieces)
    assert len(found) == len(ids(pieces, *names))
    single = [shown(court(f"look: {{cover: {each}}}"))[0] for each in ids(pieces, *names)]
    assert found == single


def test_a_box_may_have_cards_of_its_own() -> None:
    """In place of those of the look, which all other covers keep."""
    plain, own = (
        court("look: {cover: Guard}"),
        court("look: {cover: Guard}", ", cover: [Fool, Spy]"),
    )
    boxes = []
    for pieces in (plain, own):
        (box,) = kind_of("box").made(pieces)
        boxes.append(fingerprint(folded_box(pieces, box).panel("front")))  # type: ignore[arg-type]
    assert boxes[0] != boxes[1]
    one, other = (fingerprint(cover(each, 148, 210)) for each in (plain, own))
    assert one == other


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (
            "look: {cover: [Guard, Barno]}",
            'a.yaml:3:23: error cover-cards: there is no card "Barno" for a cover; did you mean "baron"?',
        ),
        ("look: {cover: [roles, aid, roles-1]}", ""),
    ],
)
def test_the_cards_of_a_cover_are_checked(
    in_folder: Path, pnp: Call, look: str, message: str
) -> None:
    """Names that the game lacks have a message, and seven cards have room."""
    Path("a.yaml").write_text(COURT.format(look=look, box=""))
    result = pnp("validate", "a.yaml")
    assert (result.exit_code == 1) == bool(message)
    assert message in result.output


def test_more_than_seven_cards_have_no_room(in_folder: Path, pnp: Call) -> None:
    """The message says how many there are."""
    more = COURT.replace("{{title: Spy}}]", "{{title: Spy}}, {{title: Abbot}}, {{title: Bard}}]")
    Path("a.yaml").write_text(more.format(look="look: {cover: roles}", box=""))
    result = pnp("validate", "a.yaml")
    assert result.exit_code == 1
    assert "a cover has room for 7 cards, and these are 8" in result.output
