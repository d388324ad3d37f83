"""Themes: the inks of everything that is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.colour.measures import DARK, contrast, luminance


@dataclass(frozen=True, slots=True)
class Theme:
    """Inks as #RRGGBB, and how colours are drawn with them.

    On pieces `halo` is the casing round a strand and the light part of its pattern, `card` and `cell`
    are the grounds of cards and of boards. `title`, `caption`, `guide` and `cut` stand beside the
    pieces, on white paper.

    `colours` is `keep`, `grey`, `none`, or the palette that replaces the colours of a set; each is
    made so dark, or so light, that it has at least the `contrast` to the ground.
    """

    name: str = "standard"
    ground: str = "#F7F2E6"
    halo: str = "#FFFDF8"
    border: str = "#B9B2A0"
    road: str = "#E0B45C"
    kerb: str = "#453D33"
    mark: str = "#2B2722"
    note: str = "#6B665C"
    label: str = "#8A8475"
    cell: str = "#FCFAF4"
    card: str = "#FFFFFF"
    title: str = "#2B2722"
    caption: str = "#453D33"
    guide: str = "#6B665C"
    cut: str = "#979080"
    colours: str | tuple[str, ...] = "keep"
    contrast: float = 1.0
    fills: bool = True
    edging: bool = False
    patterns: bool = True
    distinct: bool = False
    over: str = "halo"
    letters: str = "edges"
    key: bool = False

    @property
    def in_names(self) -> str:
        """What names of files say of the theme: nothing of the standard one."""
        return "" if self.name == "standard" else self.name

    @property
    def letters_everywhere(self) -> bool:
        return self.letters == "all"


STANDARD = Theme()

INKS = (
    "ground", "halo", "border", "road", "kerb", "mark", "note", "label", "cell", "card", "title",
    "caption", "guide", "cut",
)  # fmt: skip
PAPER = "#FFFFFF"


def legible(ink: str, theme: Theme) -> str:
    """The ink for signs and words on this one: the theme's light or its dark, whichever stands out."""
    dark, light = sorted((theme.halo, theme.mark), key=luminance)
    if theme.over == "contrast":
        return max((light, dark), key=lambda each: contrast(each, ink))
    # On inks of the middle light signs look calmer than their contrast says.
    return light if luminance(ink) < DARK else dark


def on_paper(theme: Theme) -> Theme:
    """The theme of what one writes on with a pen: always on a light ground."""
    if luminance(theme.cell) > DARK:
        return replace(theme, mark=theme.title)
    return replace(
        theme,
        ground=PAPER,
        halo=PAPER,
        border=theme.cut,
        kerb=theme.caption,
        mark=theme.title,
        note=theme.guide,
        label=theme.guide,
        cell=PAPER,
        card=PAPER,
    )
