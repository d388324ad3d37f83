"""The section `look`: how a game shows itself on its cover, in its titles and on the backs of its pieces."""

from __future__ import annotations

from pnp.definition import kinds
from pnp.definition.sections import Section, field

# The strokes of titles: the line of the letters.
STROKES = ("plain", "strands", "path", "road", "inline", "stars")
PLACES = ("top", "bottom")

# Millimetres on A5: smaller tiles have no room for their lines, of larger ones a page shows two.
_PITCH = kinds.length(14.0, 60.0)


class LookSection(Section):
    """The look of a game as it is written; what follows from its pieces is empty."""

    what = "a look"

    ground: str = field(
        kinds.INK,
        "The ground of the cover and of the backs of pieces.",
        otherwise="sand for coloured strands, or else the bluest colour of the set, deepened",
    )
    ink: str = field(
        kinds.INK,
        "The ink of titles. pnp makes it darker or lighter until it has a contrast of 4.5 to the ground.",
        otherwise="light on a dark ground, dark on a light one",
    )
    tiles: str = field(
        kinds.INK,
        "The ground of tiles, such as the green of meadows, in light themes that keep colours.",
        otherwise="the ground of the theme",
    )
    accents: tuple[str, ...] = field(
        kinds.list_of(kinds.INK, "colours", each="an accent", or_one=True),
        "The other inks: the kerbs of a path, the fine lines of inlines, the letters of strands.",
        key="accent",
        otherwise="the colours of the set",
    )
    stroke: str = field(
        kinds.one_of(*STROKES),
        "The line of the letters of titles.",
        default="",
        otherwise="the line of the tiles, or `plain`",
    )
    pitch: float = field(
        _PITCH,
        "From the middle of a tile to that of its neighbour on a cover of A5; other papers scale it.",
        default=0.0,
        otherwise="from the number of tiles",
    )
    title_at: str = field(
        kinds.one_of(*PLACES), "The place of the title on the cover.", key="place", default="top"
    )
    seed: int = field(
        kinds.integer(1, 9999),
        "The number from which pnp chooses the tiles of the cover; another number, another cover.",
        default=1,
    )
    # Longer lines need small letters beside a title.
    tagline: str = field(kinds.text(80), "One sentence below the title.")
