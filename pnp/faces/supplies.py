"""The supplies of faces: the inks of the theme, and the signs, pictures and fonts of a set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path

from pnp.art import (
    Art,
    Framing,
    IconSet,
    UnusableArt,
    aspect_of,
    framed,
    inked,
    only_ink,
    read_art,
    read_icons,
    shown_box,
)
from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.errors import Finding, InvalidDefinition, Located, Severity
from pnp.basics.lookup import NoSuchFile, file_beside
from pnp.basics.words import did_you_mean
from pnp.colour.measures import contrast, mixed, readable
from pnp.colour.theme import PAPER, Theme, legible, toned
from pnp.definition import SIGNS, Definition, Ink, font_findings, letterings
from pnp.draw.areas import areas_of
from pnp.draw.look.looks import Look
from pnp.draw.look.signs import symbol
from pnp.faces.places import round_corners
from pnp.faces.texts import LettersOfRole, letters_of
from pnp.scene import Drawing, Item, Picture, Placed
from pnp.scene.fineness import PRINTABLE, Fineness, simplified
from pnp.scene.font_files import credit_of
from pnp.scene.geometry import Box, Point
from pnp.scene.lettering import Lettering

# The endings of pictures: a sign with one of these is a file.
PICTURES = (".png", ".jpg", ".jpeg", ".svg")

# Icons up to so much wider than high, or higher than wide, count as round, as pnp's own signs are.
_ROUND = 1.25

# WCAG 2.1: the contrast that small text needs, and that of signs and lines.
_READ, _SIGN = 4.5, 3.0


class Unknown(ValueError):
    """A name that stands for nothing here; the message says what was expected."""


# A call that draws a figure of the set to fit a box, on a ground, with an accent.
Marked = tuple[Located[str], ...]
DrawFigure = Callable[[Box, str, str, Marked], Picture]


# A call that draws a board of the set, by its name, with a height in millimetres and highlighted cells: the
# picture, or None if no board has the name. Raises ValueError with the name of a missing cell.
DrawBoard = Callable[[str, float, Sequence[str]], Picture | None]


class DrawnBoard(NamedTuple):
    """A board as it is printed on a piece, and the outlines of its cells in the picture."""

    picture: Picture
    cells: tuple[tuple[Point, ...], ...]


# A call that draws a board of the set with cells of a size, by default its own, on a ground.
DrawGrid = Callable[[float, str], DrawnBoard]


# Names that are no colours of pnp: the ink of the theme, and the ink that they mean elsewhere.
_PLAIN = {"black": ("ink", "#000000"), "white": ("paper", "#FFFFFF")}


@frozen
class Supplies:
    """The inks of a theme, and the signs, icons and pictures of a set.

    `folder` is that of the set's file, and `players` the number that the set is for. The `used` pictures are remembered, so that their notes and
    credits can be told, and the `simple` drawings, so that a file stores what many figures show once.
    """

    theme: Theme
    inks: Mapping[str, Ink]
    folder: Path
    icons: tuple[IconSet, ...] = ()
    letterings: Mapping[str, Lettering] = field(default_factory=dict)
    figures: Mapping[str, DrawFigure] = field(default_factory=dict)
    boards: DrawBoard | None = None
    grids: Mapping[str, DrawGrid] = field(default_factory=dict)
    look: Look | None = None
    players: int = 1
    used: dict[str, Art] = field(default_factory=dict, compare=False)
    simple: dict[tuple[Drawing, Fineness], Drawing] = field(default_factory=dict, compare=False)

    def letters(self, role: str) -> LettersOfRole:
        """The letters of a role."""
        return letters_of(self.letterings.get(role) or Lettering())

    @property
    def credits(self) -> tuple[str, ...]:
        """The authors and licences of the icon sets, which a kit has to name."""
        return tuple(each.credit for each in self.icons if each.credit)

    @property
    def font_credits(self) -> tuple[str, ...]:
        """The fonts of the set with their makers and licences."""
        fonts = [font for each in self.letterings.values() for font in each.every]
        return tuple(dict.fromkeys(map(credit_of, fonts)))

    # Colours

    def colour(self, name: str, ground: str, accent: str = "") -> str | None:
        """The ink of a colour's name as #RRGGBB; None for `none`. Raises Unknown.

        `ink`, `soft` and `accent` are those of the theme if they can be seen on the ground.
        """
        theme = self.theme
        if name.startswith("on "):
            under = self.colour(name.removeprefix("on "), ground, accent) or ground
            return areas_of(theme).text_on(under, ground)
        ink = self.ink(ground)
        soft = theme.note
        if contrast(soft, ground) < _READ:
            soft = readable(mixed(ink, ground, 0.35), ground, _READ)
        own = {
            "ink": ink,
            "ground": ground,
            "accent": readable(self.accent(accent), ground, _SIGN),
            "soft": soft,
            "paper": PAPER,
            "legible": legible(ground, theme),
        }
        if name in ("", "none"):
            return None
        if name in self.inks:
            return self.inks[name].fill
        if name in own:
            return own[name]
        if (
            len(name) == 7
            and name[0] == "#"
            and all(c in "0123456789abcdefABCDEF" for c in name[1:])
        ):
            return toned(name.upper(), theme)
        if name[0] == "#" and len(name) in (4, 5, 9):
            raise Unknown(f'"{name}" is no colour; write six digits, and an opacity beside it')
        if name in _PLAIN:
            own_ink, exact = _PLAIN[name]
            raise Unknown(
                f'there is no colour "{name}"; write {own_ink}, which suits every theme, or "{exact}"'
            )
        known = (*self.inks, *own, "none")
        raise Unknown(f'there is no colour "{name}"{did_you_mean(name, known)}')

    def ground_under(self, name: str, ground: str) -> str:
        """The ground of what has this colour: `on green` stands on green; all else on the piece's ground."""
        area = name.removeprefix("on ")
        with suppress(Unknown):
            if area != name:
                return self.theme.area(self.colour(area, ground) or ground, ground)
        return ground

    def ink(self, ground: str) -> str:
        """The ink of texts on a ground: that of the theme if it can be read there."""
        mark = self.theme.mark
        return mark if contrast(mark, ground) >= _READ else legible(ground, self.theme)

    def accent(self, written: str) -> str:
        """An accent in the theme's colours; one with outlines alone has its own."""
        kerb = self.theme.kerb
        return self.theme.area(toned(written, self.theme) or kerb, kerb)

    # Figures

    def figure(
        self, name: Located[str], box: Box, ground: str, accent: str, marked: Marked
    ) -> Picture:
        """The figure of that name, to fit a box, with these cells marked too; raises InvalidDefinition."""
        if name.value not in self.figures:
            hint = did_you_mean(name.value, self.figures)
            message = f'there is no figure "{name.value}"{hint}'
            raise InvalidDefinition(
                [Finding("unknown-figure", Severity.ERROR, message, name.place)]
            )
        return self.figures[name.value](box, ground, self.accent(accent), marked)

    def printable(self, figure: Placed) -> Placed:
        """The figure without what is too fine to print at its size."""
        least = PRINTABLE.at(figure.scale)
        return replace(figure, drawing=simplified(figure.drawing, least, self.simple))

    def grid(self, name: Located[str], cell: float, ground: str) -> DrawnBoard:
        """The board of that name, with cells of a size or of its own; raises InvalidDefinition."""
        if name.value not in self.grids:
            hint = did_you_mean(name.value, self.grids)
            message = f'there is no board "{name.value}"{hint}'
            raise InvalidDefinition([Finding("unknown-name", Severity.ERROR, message, name.place)])
        return self.grids[name.value](cell, ground)

    # Signs

    def is_sign(self, name: str) -> bool:
        """Whether a name is that of a colour, of a sign of pnp, or of an icon."""
        return name in self.inks or name in SIGNS or any(name in icons for icons in self.icons)

    def icon(self, name: str) -> Art | None:
        """The icon of that name in the first icon set that has it; raises Unknown if it is broken."""
        if name not in self.used:
            icons = next((each for each in self.icons if name in each), None)
            try:
                found = None if icons is None else icons.icon(name)
            except UnusableArt as error:
                raise Unknown(str(error)) from error
            if found is not None:
                self.used[name] = found
        return self.used.get(name)

    def known_signs(self) -> list[str]:
        """The names of all signs."""
        return [*self.inks, *SIGNS, *(name for icons in self.icons for name in icons.names)]

    def sign(self, name: str, box: Box, ink: str | None, ground: str) -> Iterator[Item]:
        """A sign as large as a box allows: in the ink, or in its own or that of texts. Raises Unknown."""
        if name.lower().endswith(PICTURES):
            yield from framed(self.art(name), box, Framing("whole"))
            return
        colour = self.inks.get(name)
        icon = self._own_icon(name)
        if icon is None and (colour is not None or name in SIGNS):
            radius = min(box.width, box.height) / 2
            shape = symbol(name if colour is None else colour.symbol, box.centre, radius)
            own = self.ink(ground) if colour is None else colour.fill
            yield from areas_of(self.theme).sign(shape, ink or own, ground)
            return
        if icon is None:
            hint = did_you_mean(name, self.known_signs()).replace("known here", "signs are")
            raise Unknown(f'there is no sign "{name}"{hint}')
        yield from framed(inked(icon, ink or self.ink(ground)), box, Framing("whole"))

    def only_ink(self, name: str, ink: str | None, ground: str) -> str:
        """The ink of a sign that has no more than one and no line round it; "" of any other."""
        drawn = self._drawn(name)
        if drawn is not None:
            is_icon = not name.lower().endswith(PICTURES)
            return only_ink(inked(drawn, ink or self.ink(ground)) if is_icon else drawn)
        is_plain = name not in self.inks and not self.theme.edging
        return (ink or self.ink(ground)) if is_plain else ""

    def broken_icon(self, name: str) -> str:
        """The message about a sign that is an icon which cannot be drawn; "" for any other."""
        try:
            self._own_icon(name)
        except Unknown as error:
            return str(error)
        return ""

    def _own_icon(self, name: str) -> Art | None:
        """The designer's icon of that name: it comes before pnp's sign, and a colour before both."""
        return None if name in self.inks else self.icon(name)

    def _drawn(self, name: str) -> Art | None:
        """The picture or icon that a sign is; None for a sign of pnp, and if nothing has the name."""
        with suppress(Unknown):
            return self.art(name) if name.lower().endswith(PICTURES) else self._own_icon(name)
        return None

    def aspect(self, name: str) -> float:
        """The width of a sign in shares of its height; signs of pnp are about as wide as high."""
        drawn = self._drawn(name)
        return 1.0 if drawn is None else aspect_of(drawn)

    def sign_corners(self, name: str, box: Box) -> tuple[Point, ...]:
        """Points round what a sign covers of its box, whose corners are empty; clockwise."""
        width = height = min(box.width, box.height)
        drawn = self._drawn(name)
        if drawn is not None and not 1 / _ROUND <= aspect_of(drawn) <= _ROUND:
            width, height = shown_box(drawn, box, Framing("whole"))[2:]
        return round_corners(box.centre, 0.475 * width, 0.475 * height)

    # Pictures

    def art(self, written: str) -> Art:
        """The picture in a file beside the set; raises Unknown."""
        if written not in self.used:
            try:
                path = file_beside(self.folder, written)
                self.used[written] = read_art(path, written)
            except (NoSuchFile, UnusableArt) as error:
                raise Unknown(str(error)) from error
        return self.used[written]


def supplies_of(definition: Definition, theme: Theme) -> Supplies:
    """The supplies of a set whose definition has the colours of the theme."""
    return Supplies(
        theme,
        {ink.name: ink for ink in definition.inks},
        definition.folder,
        tuple(icon_sets(definition)),
        letterings(definition.fonts, definition.folder),
    )


def icon_sets(definition: Definition) -> Iterator[IconSet]:
    """The icon sets of a set that can be read; `supply_findings` tells of the others."""
    for written in definition.icons:
        with suppress(NoSuchFile, UnusableArt):
            yield _icons(definition.folder, written.value)


def _icons(folder: Path, written: str) -> IconSet:
    return read_icons(file_beside(folder, written, folders=True), written)


def supply_findings(definition: Definition) -> Iterator[Finding]:
    """A finding for each icon set and font that cannot be used."""
    for written, place in definition.icons:
        try:
            _icons(definition.folder, written)
        except (NoSuchFile, UnusableArt) as error:
            yield Finding("icons", Severity.ERROR, str(error), place)
    yield from font_findings(definition.fonts, definition.folder)
