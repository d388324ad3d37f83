"""When an element is there: values and sizes; pips of suits; own icons; colours that faces use."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.definition.elements import Repeated
from pnp.faces import arranged
from pnp.scene.geometry import Box
from tests.conftest import Call
from tests.faces import card_set, near, printed

RED = '{shape: rectangle, fill: "#D01010", if: "%s"}'


@pytest.mark.parametrize(
    ("condition", "rank", "is_there"),
    [
        ("rank = J, Q, K", "Q", True),
        ("rank = J, Q, K", "10", False),
        ("rank != J, Q, K", "Q", False),
        ("rank != J, Q, K", "10", True),
        ("rank = J", "J", True),
        ("width >= 60mm", "A", True),
        ("width >= 60.5mm", "A", False),
        ("width < 60mm", "A", False),
        ("height < 8.1cm", "A", True),
        ("height >= 8.1cm", "A", False),
    ],
)
def test_an_element_is_there_for_some_values_and_sizes(
    condition: str, rank: str, is_there: bool
) -> None:
    """On a card of 60 x 80 mm whose rank is known."""
    face = "fields: {rank: required}\nfront:\n  - {text: '{rank}', at: top, height: 10mm}\n"
    face += f"  - {RED % condition}"
    raster = printed(card_set(face, [f"{{rank: {rank}}}"]))
    assert near(raster, "#D01010").any() == is_there


@pytest.mark.parametrize("number", range(1, 11))
def test_the_pips_of_a_suit_look_the_same_upside_down(number: int) -> None:
    """Upright above the middle, turned below it; only the seven has an odd pip."""
    box = Box(0.0, 0.0, 30.0, 60.0)
    spots = arranged(Repeated(arrange="suit"), number, box, "")
    assert len(spots) == number
    places = {(round(each.box.centre.x, 6), round(each.box.centre.y, 6)) for each in spots}
    assert len(places) == number
    turned = {(round(30.0 - x, 6), round(60.0 - y, 6)) for x, y in places}
    assert len(places - turned) == (1 if number == 7 else 0)
    assert all(box.contains(each.box, tolerance=1e-6) for each in spots)
    assert all((each.turn == 180) == (each.box.centre.y > 30.001) for each in spots)


def test_an_icon_of_the_designer_comes_before_a_sign_of_pnp(pnp: Call, in_folder: Path) -> None:
    """An icon called `sun` is what `sign: sun` draws: here a red square."""
    Path("own").mkdir()
    Path("own/sun.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        '<rect width="10" height="10" fill="#D01010"/></svg>'
    )
    Path("one.yaml").write_text(card_set("- {sign: sun}", rest="icons: [own]\n"))
    assert pnp("show", "one.yaml", "-o", "one.svg").exit_code == 0
    assert "#D01010" in Path("one.svg").read_text()


def test_a_colour_that_only_a_face_shows_is_used() -> None:
    """Named by the face itself, or by the value of a field; others are reported."""
    from pnp.colour.theme import STANDARD
    from pnp.project import checked_set
    from tests.conftest import set_of

    text = card_set(
        'fields: {kind: required}\nfront:\n  - {shape: fill, fill: "{kind}"}\n'
        "  - {shape: circle, stroke: blue 1mm}",
        ["{kind: red}"],
        rest="colours: [red, blue, green]\n",
    )
    found = [
        each.message
        for each in checked_set(set_of(text).definition, theme=STANDARD).findings
        if each.rule == "unused-colour"
    ]
    assert len(found) == 1 and '"green"' in found[0]
    assert '"red"' not in found[0] and '"blue"' not in found[0]
