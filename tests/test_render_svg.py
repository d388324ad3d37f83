"""SVG files as other programs see them: well-formed XML, layers, shared drawings and words."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.render import svg_text, svg_writer
from pnp.scene import Clip, Drawing, Page, Placed, Shape
from pnp.scene import Text as Label
from pnp.scene.geometry import ORIGIN, Point, circle
from tests.scenes import BLACK, RED, dot, page_of, rich_page

SVG = "{http://www.w3.org/2000/svg}"


def test_svg_uses_a_repeated_drawing_and_inlines_a_single_one() -> None:
    """On an SVG page a drawing is defined if the page places it twice, and inline if not."""
    twice, once = dot(), Drawing((Shape(circle(ORIGIN, 3), BLACK), Shape(circle(ORIGIN, 2), RED)))
    places = [Placed(twice, Point(10, 10)), Placed(twice, Point(30, 10)), Placed(once, ORIGIN)]
    root = ElementTree.fromstring(svg_text(page_of(*places)))
    assert len(root.findall(f"{SVG}defs/{SVG}g")) == 1
    assert len(root.findall(f"{SVG}g/{SVG}use")) == 2
    assert len(root.findall(f"{SVG}g/{SVG}g")) == 1


def test_svg_defines_every_clip_that_it_refers_to() -> None:
    """A clip inside a repeated drawing, and the same clip elsewhere, is defined once a page."""
    hole = Clip(circle(ORIGIN, 3), (Shape(circle(ORIGIN, 9), RED),))
    again = replace(hole, items=(Shape(circle(ORIGIN, 9), BLACK),))
    tile = Drawing((hole, again))
    for places in ([ORIGIN], [ORIGIN, Point(9, 9)]):
        text = svg_text(page_of(*(Placed(tile, at) for at in places)))
        defined = re.findall(r'<clipPath id="([^"]+)"', text)
        assert len(defined) == 1
        assert re.findall(r"url\(#([^)]+)\)", text) == defined * 2


def test_equal_drawings_outlines_and_glyphs_are_defined_once() -> None:
    """Whichever object they come from; the definitions are in any order, and each is used."""
    places = [Placed(dot(), Point(10, 10 * row)) for row in range(1, 6)]
    words = [Label("AAAAAAA", Point(30, 10 * row), 4, RED) for row in range(1, 6)]
    text = svg_text(page_of(*places, *words))
    outlines = re.findall(r' d="([^"]+)"', text)
    assert len(outlines) == len(set(outlines))
    defined = re.findall(r' id="(x[^"]+)"', text)
    assert sorted(defined) == sorted(set(re.findall(r'href="#([^"]+)"', text)))
    assert len(text) < 5000


def test_svg_layers_are_named_and_in_painting_order() -> None:
    """There is an Inkscape layer for each layer that has items, and for no other."""
    root = ElementTree.fromstring(svg_text(rich_page(0)))
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    layers = [(group.get("id"), group.get(label)) for group in root.findall(f"{SVG}g")]
    assert layers == [("art", "art"), ("cut", "cut")]
    assert (root.get("width"), root.get("height")) == ("101.6mm", "76.2mm")
    assert root.get("viewBox") == "0 0 101.6 76.2"


def test_svg_text_does_not_depend_on_the_pages_before() -> None:
    """Pages written together, with what they share formatted once, are as if written alone."""
    pages = [rich_page(seed) for seed in (1, 2, 1)]
    pages.append(Page(50, 50, pages[0].layers))
    assert list(map(svg_writer().text, pages)) == [svg_text(page) for page in pages]


@settings(deadline=None)
@given(st.text())
def test_any_title_gives_well_formed_svg(title: str) -> None:
    """A title may hold anything; what XML cannot hold is replaced."""
    root = ElementTree.fromstring(svg_text(page_of(title=title)).encode())
    found = root.findtext(f"{SVG}title", "")
    assert len(found) == len(title.replace("\r\n", "\n"))
    if re.fullmatch("[ -~]*", title):
        assert found == title


def test_outlines_are_labelled_with_their_words() -> None:
    """A text is outlines, and its group says what they read."""
    labels = (Label("Tile <R&B> 7", Point(20, 20), 5, BLACK), Label("Übér", Point(20, 40), 5, RED))
    root = ElementTree.fromstring(svg_text(page_of(*labels)))
    found = [group.get("aria-label") for group in root.iter(f"{SVG}g") if group.get("role")]
    assert found == ["Tile <R&B> 7", "Übér"]
