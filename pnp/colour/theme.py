"""Themes: the inks of all drawings, and how the colours of a set are drawn."""

from __future__ import annotations

from dataclasses import replace

from pnp.basics.classes import frozen
from pnp.colour.measures import DARK, contrast, grey, lightness, luminance, mixed


@frozen(slots=True)
class Theme:
    """Inks as #RRGGBB, and how colours are drawn with them.

    `halo` is the casing of a strand and the light part of its pattern; `card` and `cell` are the
    grounds of cards and boards. `title`, `caption`, `guide` and `cut` are printed beside the pieces,
    on white paper.

    `colours` is `keep`, `grey`, `none`, or the palette that replaces the colours of a set. Colours
    become darker or lighter until they have the `contrast` to the ground.
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
        """The theme in names of files; empty for the standard theme."""
        return "" if self.name == "standard" else self.name

    @property
    def areas(self) -> str:
        """How the theme draws areas, `filled` or `outlined`: `pnp.draw.areas` has a class for each."""
        return "filled" if self.fills else "outlined"

    def area(self, ink: str, bare: str | None = None) -> str:
        """The ink of an area: its own, or where the theme has outlines alone the *bare* one, or that of the ground."""
        if self.fills:
            return ink
        return self.ground if bare is None else bare

    @property
    def has_inks_of_file(self) -> bool:
        """Whether tokens, boards and cards have the inks that the file gives them."""
        return self.fills

    @property
    def letters_everywhere(self) -> bool:
        return self.letters == "all"


STANDARD = Theme()

INKS = (
    "ground", "halo", "border", "road", "kerb", "mark", "note", "label", "cell", "card", "title",
    "caption", "guide", "cut",
)  # fmt: skip
PAPER = "#FFFFFF"

# The shares of ink in the borders and the ids of tiles with a ground of their own.
_BORDER, _LABEL = 0.3, 0.55


def legible(ink: str, theme: Theme) -> str:
    """The ink for signs and words on this one: the theme's light or dark ink."""
    dark, light = sorted((theme.halo, theme.mark), key=luminance)
    if theme.over == "contrast":
        return max((light, dark), key=lambda each: contrast(each, ink))
    # On inks of middle lightness light signs look calmer than their contrast suggests.
    return light if luminance(ink) < DARK else dark


def toned(ink: str, theme: Theme) -> str:
    """An ink of the file as a theme of greys prints it, and one to colour by hand."""
    return grey(lightness(ink)) if ink and theme.colours in ("grey", "none") else ink


def on_tiles(ground: str, theme: Theme, road: str = "") -> Theme:
    """The theme with this ground of tiles and inks that go with it; dark, grey and unfilled themes keep theirs.

    Strands without a colour are a `road` in this ink, if the file gives one.
    """
    if road:
        theme = replace(theme, road=toned(road, theme))
    keeps = theme.fills and theme.colours not in ("grey", "none") and luminance(theme.ground) > DARK
    if not (ground and keeps):
        return theme
    ink = legible(ground, theme)
    border, label = (mixed(ground, ink, share) for share in (_BORDER, _LABEL))
    return replace(theme, ground=ground, border=border, label=label)


def on_paper(theme: Theme) -> Theme:
    """The theme of paper to write on with a pen: always on a light ground."""
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
