"""Sets of icons: folders of SVG files, and the JSON files of Iconify."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pnp.art import IconSet, UnusableArt, framed, inked, read_icons
from pnp.scene import Shape
from pnp.scene.geometry import Box
from tests.rasters import Raster
from tests.test_art import SVG, WHOLE, colour_at, near, printed

# A flag: a pole at the left, and a banner at its top.
FLAG = '<path d="M2 1v14h1V8h10V1Z" fill="currentColor"/>'

INFO = {
    "name": "Flags",
    "author": {"name": "A. Painter", "url": "https://example.org"},
    "license": {"title": "CC BY 3.0", "spdx": "CC-BY-3.0", "url": "https://example.org/by"},
}


def iconify(folder: Path, **content: object) -> IconSet:
    """A set in Iconify's format."""
    path = folder / "icons.json"
    path.write_text(json.dumps({"prefix": "flags", **content}))
    return read_icons(path, "icons.json")


def drawn(icons: IconSet, name: str, ink: str = "#C02010") -> Raster:
    """An icon in an ink, on a page."""
    art = icons.icon(name)
    assert art is not None
    page, _ = printed(framed(inked(art, ink), WHOLE))
    return page


def corners(raster: Raster) -> set[str]:
    """The corners of a page near which there is ink."""
    middle = len(raster) // 2
    quarters = {
        "top left": raster[:middle, :middle],
        "top right": raster[:middle, middle:],
        "bottom left": raster[middle:, :middle],
        "bottom right": raster[middle:, middle:],
    }
    return {name for name, part in quarters.items() if np.mean(part.min(axis=2) < 0.5) > 0.05}


def test_the_names_and_the_credit(tmp_path: Path) -> None:
    """Names in order, without hidden ones; the credit has author, licence and address."""
    icons = iconify(
        tmp_path,
        info=INFO,
        icons={"b": {"body": FLAG}, "a": {"body": FLAG}, "old": {"body": FLAG, "hidden": True}},
        aliases={"c": {"parent": "a"}, "lost": {"parent": "gone"}, "loop": {"parent": "loop"}},
    )
    assert icons.names == ("a", "b", "c")
    assert icons.credit == "Flags by A. Painter, CC BY 3.0 (https://example.org/by)"
    assert icons.icon("old") is None
    assert icons.icon("B") is None


@pytest.mark.parametrize(
    ("info", "credit"),
    [
        (None, ""),
        ({"name": "Flags"}, "Flags"),
        ({"name": "Flags", "license": {"title": "MIT"}}, "Flags, MIT"),
        ({"name": "Flags", "author": {"name": "Me"}, "license": {}}, "Flags by Me"),
    ],
)
def test_a_credit_with_gaps(info: object, credit: str, tmp_path: Path) -> None:
    """Whatever the file lacks."""
    assert iconify(tmp_path, info=info, icons={"a": {"body": FLAG}}).credit == credit


def test_the_size_of_an_icon(tmp_path: Path) -> None:
    """Its own, that of the whole file, or 16."""
    icons = {"a": {"body": FLAG}, "b": {"body": FLAG, "width": 8, "height": 4}}
    for content, size in (({}, 16), ({"width": 24, "height": 24}, 24)):
        found = iconify(tmp_path / "", icons=icons, **content)
        a, b = found.icon("a"), found.icon("b")
        assert a is not None
        assert b is not None
        assert (a.width, a.height) == (size, size)
        assert (b.width, b.height) == (8, 4)


CORNERS: dict[str, tuple[dict[str, object], set[str]]] = {
    "plain": ({}, {"top left", "top right", "bottom left"}),
    "hFlip": ({"hFlip": True}, {"top left", "top right", "bottom right"}),
    "vFlip": ({"vFlip": True}, {"top left", "bottom left", "bottom right"}),
    "rotate 1": ({"rotate": 1}, {"top left", "top right", "bottom right"}),
    "rotate 2": ({"rotate": 2}, {"top right", "bottom left", "bottom right"}),
    "rotate 3": ({"rotate": 3}, {"top left", "bottom left", "bottom right"}),
    # First the flip, then the turn.
    "both": ({"hFlip": True, "rotate": 1}, {"top right", "bottom left", "bottom right"}),
}

# An L upside down: all corners but the lower right.
HOOK = '<path d="M1 1H15V6H6V15H1Z" fill="currentColor"/>'


@pytest.mark.parametrize("turn", CORNERS)
def test_turned_and_mirrored_icons(turn: str, tmp_path: Path) -> None:
    """By the icon itself, and by an alias."""
    change, expected = CORNERS[turn]
    icons = iconify(
        tmp_path,
        icons={"plain": {"body": HOOK}, "own": change | {"body": HOOK}},
        aliases={"alias": change | {"parent": "plain"}},
    )
    assert corners(drawn(icons, "own")) == expected
    assert corners(drawn(icons, "alias")) == expected


def test_an_alias_of_a_turned_icon(tmp_path: Path) -> None:
    """pnp adds the turns of both icons; the second flip undoes the first."""
    icons = iconify(
        tmp_path,
        icons={"a": {"body": HOOK, "rotate": 3, "hFlip": True}},
        aliases={"b": {"parent": "a", "rotate": 1, "hFlip": True}},
    )
    assert corners(drawn(icons, "b")) == CORNERS["plain"][1]


def test_a_wide_icon_turned(tmp_path: Path) -> None:
    """Its width becomes its height, and the left and top of its box stay its corner."""
    wide = '<path d="M-5 3h20v5h-20z"/>'
    box = {"left": -5, "top": 3, "width": 20, "height": 5}
    icons = iconify(tmp_path, icons={"a": {"body": wide, **box, "rotate": 1}})
    art = icons.icon("a")
    assert art is not None
    assert (art.width, art.height) == (5, 20)
    from_pdf, _ = printed(framed(inked(art, "#FF0000"), Box(10, 10, 10, 40)))
    assert near(colour_at(from_pdf, 10.5, 10.5), (255, 0, 0))
    assert near(colour_at(from_pdf, 19.5, 49.5), (255, 0, 0))


def test_the_ink_of_an_icon(tmp_path: Path) -> None:
    """It fills what names no colour, or the current one; other colours stay."""
    body = (
        '<rect width="8" height="8"/><rect x="8" width="8" height="8" fill="currentColor"/>'
        '<rect y="8" width="8" height="8" fill="#00ff00"/>'
        '<path d="M12 9v6" stroke="currentColor" stroke-width="6" fill="none"/>'
    )
    raster = drawn(iconify(tmp_path, icons={"a": {"body": body}}), "a", "#1040F0")
    for x, y in ((10, 10), (40, 10), (38, 38)):
        assert near(colour_at(raster, x, y), (16, 64, 240))
    assert near(colour_at(raster, 10, 40), (0, 255, 0))


def test_the_ink_of_an_icon_in_dots(tmp_path: Path) -> None:
    """An icon that is no drawing gets its ink as well; a first element without fill keeps that."""
    (tmp_path / "a.svg").write_text(
        f'<svg {SVG} viewBox="0 0 16 16" fill="none" stroke="currentColor">'
        '<rect x="3" y="3" width="10" height="10" stroke-width="4" opacity="0.999"/></svg>'
    )
    raster = drawn(read_icons(tmp_path, "icons"), "a", "#1040F0")
    assert near(colour_at(raster, 10, 25), (16, 64, 240))
    assert colour_at(raster, 25, 25) == (255, 255, 255)


def test_a_folder_of_files(tmp_path: Path) -> None:
    """The names are those of the files; the licence gives the credit."""
    for name in ("sword", "shield", "Axe"):
        (tmp_path / f"{name}.svg").write_text(f'<svg {SVG} viewBox="0 0 16 16">{FLAG}</svg>')
    assert read_icons(tmp_path, "icons").credit == ""
    (tmp_path / "LICENSE.txt").write_text("\n  Drawn by A. Painter, CC BY 4.0\nAll rights...\n")
    icons = read_icons(tmp_path, "icons")
    assert icons.names == ("Axe", "shield", "sword")
    assert icons.credit == "Drawn by A. Painter, CC BY 4.0"
    sword = icons.icon("sword")
    assert sword is not None
    assert sword.name == "icons/sword.svg"
    assert icons.icon("../secret") is None


def test_thousands_of_icons_are_parsed_when_somebody_asks(tmp_path: Path) -> None:
    """A broken icon among them harms nobody else."""
    bodies: dict[str, object] = {f"icon-{n:04}": {"body": FLAG} for n in range(4000)}
    icons = iconify(tmp_path, icons={**bodies, "broken": {"body": "<g>"}, "none": {}})
    assert len(icons.names) == 4001
    found = icons.icon("icon-3999")
    assert found is not None
    assert found.drawing is not None
    assert all(isinstance(item, Shape) for item in found.drawing.items)
    assert icons.icon("icon-3999") is found
    with pytest.raises(UnusableArt, match=r'the icon "broken" of icons\.json is broken'):
        icons.icon("broken")


def test_a_dangerous_icon(tmp_path: Path) -> None:
    """The same is refused as in a file."""
    icons = iconify(tmp_path, icons={"a": {"body": "<script>x</script>"}})
    with pytest.raises(UnusableArt, match=r'the icon "a" of icons\.json has a script'):
        icons.icon("a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "icons.json is not JSON"),
        ("[" * 100_000, "icons.json is not JSON"),
        ("[]", "icons.json has no icons in the format of Iconify"),
        ('{"icons": []}', "icons.json has no icons in the format of Iconify"),
        ('{"prefix": "a"}', "icons.json has no icons in the format of Iconify"),
    ],
)
def test_files_that_are_no_icons(text: str, message: str, tmp_path: Path) -> None:
    """One message each."""
    (tmp_path / "icons.json").write_text(text)
    with pytest.raises(UnusableArt, match=message):
        read_icons(tmp_path / "icons.json", "icons.json")


@pytest.mark.parametrize("value", ['"x"', "null", "[]"])
@pytest.mark.parametrize("key", ["width", "rotate", "left"])
def test_sizes_that_are_no_numbers(key: str, value: str, tmp_path: Path) -> None:
    """They harm only the icon, which has its name in the message."""
    text = '{"icons": {"a": {"body": "<g/>", "%s": %s}}, "aliases": {"b": {"parent": "a", "rotate": 1}}}'
    (tmp_path / "icons.json").write_text(text % (key, value))
    icons = read_icons(tmp_path / "icons.json", "icons.json")
    with pytest.raises(UnusableArt, match=r'the icon "a" of icons\.json has a size or a turn'):
        icons.icon("a")


def test_no_icons(tmp_path: Path) -> None:
    """A folder without SVG files, and a name without a file."""
    with pytest.raises(UnusableArt, match="icons has no SVG files"):
        read_icons(tmp_path, "icons")
    with pytest.raises(UnusableArt, match=r"cannot read no\.json"):
        read_icons(tmp_path / "no.json", "no.json")
