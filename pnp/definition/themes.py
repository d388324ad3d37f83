"""Reading themes: inks, and how the colours of a set are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import Self

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Located, Source
from pnp.colour.measures import SEEN, contrast
from pnp.colour.theme import INKS, PAPER, STANDARD, Theme
from pnp.definition.reading import kinds
from pnp.definition.reading.reader import Reader, read_whole
from pnp.definition.reading.sections import Section, declared, field, nested

# WCAG 2.1, "contrast (minimum)": what small text needs.
_READ = 4.5
# Lines that only say where something ends.
_HINT, _CUT = 1.5, 2.0


class _Pair(NamedTuple):
    """An ink, the ink that it lies on, and the contrast that they need."""

    ink: str
    ground: str
    least: float


_PAIRS = (
    *(_Pair("mark", ground, _READ) for ground in ("ground", "halo", "cell", "card")),
    *(_Pair("note", ground, _READ) for ground in ("cell", "card")),
    *(_Pair("kerb", ground, SEEN) for ground in ("ground", "cell", "card")),
    _Pair("label", "ground", SEEN),
    _Pair("border", "ground", _HINT),
    _Pair("border", "cell", _HINT),
    _Pair("road", "kerb", SEEN),
    *(_Pair(ink, "", _READ) for ink in ("title", "caption", "guide")),
    _Pair("cut", "", _CUT),
)


class InksSection(Section):
    """The inks of a theme."""

    what = "inks"

    ground: str = field(kinds.INK, "Tiles, plain tokens, card backs.", default=STANDARD.ground)
    halo: str = field(kinds.INK, "The casing and the pattern of strands.", default=STANDARD.halo)
    border: str = field(kinds.INK, "Fine lines on boards and cards.", default=STANDARD.border)
    road: str = field(kinds.INK, "Strands without a colour.", default=STANDARD.road)
    kerb: str = field(kinds.INK, "Their kerbs; signs on cards and boards.", default=STANDARD.kerb)
    mark: str = field(kinds.INK, "Marks, words and letters on pieces.", default=STANDARD.mark)
    note: str = field(kinds.INK, "Small words; the names of cells.", default=STANDARD.note)
    label: str = field(kinds.INK, "The ids of tiles.", default=STANDARD.label)
    cell: str = field(kinds.INK, "The cells of boards.", default=STANDARD.cell)
    card: str = field(kinds.INK, "The faces of cards.", default=STANDARD.card)
    title: str = field(kinds.INK, "Titles of pages, and all of a pad.", default=STANDARD.title)
    caption: str = field(kinds.INK, "The legend and rows of a board.", default=STANDARD.caption)
    guide: str = field(kinds.INK, "Rulers and small print.", default=STANDARD.guide)
    cut: str = field(kinds.INK, "Lines to cut along.", default=STANDARD.cut)


_COLOURS = kinds.either(
    kinds.one_of("keep", "grey", "none"),
    kinds.list_of(kinds.located(kinds.INK), "inks", each="a colour", least=1),
)


class ThemeSection(Section):
    """A theme as it is written; omitted keys are as in the standard theme."""

    what = "a theme"

    inks: InksSection = field(nested(InksSection), "The inks, by name.")
    colours: str | tuple[Located[str], ...] = field(
        _COLOURS,
        "`keep` keeps the colours of the set. `grey` turns them into greys at even steps of"
        " lightness, in their order from dark to light. `none` draws all of them in `mark`. A list"
        " is a palette: each colour becomes the nearest ink in it that no other colour takes.",
    )
    contrast: float = field(
        kinds.decimal(1, 10),
        "The least contrast of colours to `ground`: pale ones become darker, or lighter on a dark"
        " ground. A fine line needs 3.",
    )
    fills: bool = field(
        kinds.YES_NO, "Whether areas are filled, and not only outlined.", default=STANDARD.fills
    )
    edging: bool = field(
        kinds.YES_NO, "Whether a fine line in `mark` goes round colours that can hardly be seen."
    )
    patterns: bool = field(
        kinds.YES_NO, "Whether lines and edges have their pattern.", default=STANDARD.patterns
    )
    distinct: bool = field(
        kinds.YES_NO, "Whether colours that share a line, pattern or symbol get others."
    )
    over: str = field(
        kinds.one_of("halo", "contrast"),
        "The ink of patterns and signs over a colour: `halo`, or the one of `halo` and `mark` that"
        " stands out more.",
    )
    letters: str = field(
        kinds.one_of("edges", "all"),
        "Where the letter of a colour is printed: on edges, or also on lines, ends, junctions and"
        " tokens.",
    )
    key: bool = field(kinds.YES_NO, "Whether every sheet has a key to the letters.")

    @property
    def theme(self) -> Theme:
        """The theme, without its name."""
        values = {key: getattr(self, key) for key in declared(type(self)) if key != "inks"}
        if not isinstance(self.colours, str):
            values["colours"] = tuple(ink.value for ink in self.colours)
        return Theme(**values, **{ink: getattr(self.inks, ink) for ink in INKS})

    def completed(self, reader: Reader) -> Self:
        palette = () if isinstance(self.colours, str) else self.colours
        message = "the colour {} appears twice; remove one of the two"
        reader.distinct(palette, message, rule="palette")
        if self.is_sound("inks"):
            self._check_inks(reader)
        if self.is_sound("colours", "fills", "patterns", "letters"):
            for message in self._nonsense():
                reader.error("colours", message, self.place_of("colours"))
        return self

    def _check_inks(self, reader: Reader) -> None:
        """Reports each ink that nobody could see on the ink that it lies on."""
        theme = self.theme
        for ink, ground, least in _PAIRS:
            below = getattr(theme, ground) if ground else PAPER
            found = contrast(getattr(theme, ink), below)
            written = [key for key in (ink, ground) if self.inks.has(key)]
            # A road that is no area has no ink.
            unseen = ink == "road" and theme.area(ink) != ink
            if written and found < least and not unseen:
                message = (
                    f"{ink} {getattr(theme, ink)} can hardly be seen on {ground or 'white paper'}"
                    f" {below}: their contrast is {found:.1f}, and has to be {least:g} or more"
                )
                reader.error("contrast", message, self.inks.place_of(written[0]))
        most = max(contrast(ink, theme.ground) for ink in ("#000000", "#FFFFFF"))
        if theme.contrast > most and self.is_sound("contrast"):
            message = f"no ink has a contrast of {theme.contrast:g} to ground {theme.ground}"
            reader.error("contrast", message, self.place_of("contrast"))

    def _nonsense(self) -> Iterator[str]:
        """Settings that make all colours look alike."""
        if self.colours == "none" and self.fills:
            yield "with colours: none there is no ink to fill areas with; write fills: no, too"
        elif self.colours == "none" and not self.patterns and self.letters == "edges":
            yield "all colours look the same; write letters: all, or patterns: yes"


@lru_cache(maxsize=32)
def read_theme(source: Source, name: str) -> Theme:
    """The theme in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    section = read_whole(reader, source, partial(ThemeSection.read, reader))
    return replace(section.theme, name=name)
