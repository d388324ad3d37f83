"""The inks and proportions that all drawings share."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Inks as #RRGGBB. `halo` is the casing round a strand and the light part of its pattern."""

    ground: str = "#F7F2E6"
    halo: str = "#FFFDF8"
    border: str = "#B9B2A0"
    cut: str = "#979080"
    road: str = "#E0B45C"
    kerb: str = "#453D33"
    mark: str = "#2B2722"
    label: str = "#8A8475"
    guide: str = "#6B665C"
    cell: str = "#FCFAF4"
    paper: str = "#FFFFFF"


STANDARD = Theme()

# Shares of the apothem, the distance from the centre to a side.
STRAND_WIDTH = 0.32  # a sixth of the way across flats, for one port a side
KERB = 0.038
END_DISTANCE = 0.55  # from the centre to the disc of an end: neighbours' discs do not touch
FILLET_DEPTH = 0.36  # from the side to where the arm of a junction begins to widen
DOT_RADIUS = 0.2
STAR_RADIUS = 0.2
RING_RADIUS = 0.36

# Shares of the strand's width.
DISC_RADIUS = 0.66
CASING = 0.145

# Shares of the circumradius.
BAND_DEPTH = 0.25

# Millimetres on paper, whatever the tile's size: what scissors and eyes can do does not scale.
BORDER_WIDTH = 0.2
BAND_INSET = 0.55
BAND_GAP = 0.7
LABEL_SIZE = 1.8
LABEL_MARGIN = 1.3
LABEL_FROM_TIP = 2.2


def luminance(ink: str) -> float:
    """The relative luminance of an ink, 0 to 1 (WCAG 2.1, "relative luminance")."""
    channels = (int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mixed(ink: str, other: str, share: float) -> str:
    """The ink with so great a share of the other, mixed channel by channel.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    pairs = ((int(ink[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def contrasting(ink: str) -> str:
    """The ink in which a pattern is laid over this one: lighter on dark, darker on light."""
    return mixed(ink, "#FFFFFF", 0.62) if luminance(ink) < 0.4 else mixed(ink, "#000000", 0.55)


def legible(ink: str, theme: Theme) -> str:
    """The ink for signs and words on this one: the theme's light or its dark, whichever stands out."""
    return theme.halo if luminance(ink) < 0.36 else theme.mark
