"""Print shops: their products, bleed and safe areas, read from the presets in templates/shops."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Self

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Source
from pnp.basics.units import MM_PER_INCH, plain_length, plain_lengths
from pnp.basics.words import did_you_mean
from pnp.definition import templates_here
from pnp.definition.reading import Reader, Section, field, kinds, read_source, read_whole
from pnp.definition.reading.kinds import Kind, Size, Wrong
from pnp.definition.reading.sections import NamedSection, named
from pnp.pieces import Trim
from pnp.pieces.trims import TrimShape

KINDS = ("cards", "tiles", "tokens")

# Millimetres by which a piece may differ from a product: sizes in inches, rounded to a tenth of a millimetre.
_ALIKE = 0.15

_DOTS = re.compile(r"([0-9]{2,5}) ?x ?([0-9]{2,5})")


class Dots(NamedTuple):
    """The width and the height of a picture in dots."""

    width: int
    height: int


NO_PICTURE = Dots(0, 0)


def _dots(found: str, what: str) -> Dots:
    match = _DOTS.fullmatch(found)
    if match is None:
        raise Wrong(
            "number", f"{what} has to be a width and a height in dots, 825 x 1125, not {found}"
        )
    return Dots(int(match[1]), int(match[2]))


_PICTURE: Kind[Dots] = kinds.form(
    _dots,
    NO_PICTURE,
    "a width and a height in dots, `825 x 1125`",
    {"type": "string", "pattern": f"^{_DOTS.pattern}$"},
)
_SHAPES: Mapping[str, TrimShape] = {
    "rectangle": "rectangle",
    "hexagon": "hexagon",
    "circle": "circle",
    "triangle": "triangle",
}
_REACH = kinds.length(0.5, 20)


class Product(NamedSection):
    """A product of a shop as it is written: its size is that of the piece after the cut."""

    what = "a product"

    title: str = field(kinds.text(), "What the shop calls it.", required=True)
    pieces: tuple[str, ...] = field(
        kinds.list_of(kinds.one_of(*KINDS), "kinds of pieces", or_one=True),
        "The pieces that it is for.",
        key="for",
        default=KINDS,
        otherwise="all",
    )
    shape: TrimShape = field(kinds.choice(_SHAPES), "Its shape.", default="rectangle")
    size: Size = field(
        kinds.size(
            5, 1000, "a width and a height; across the flats of a hexagon, the side of a square"
        ),
        "Its size.",
        required=True,
    )
    picture: Dots = field(_PICTURE, "The size of its pictures, bleed and all.")
    bleed: float = field(_REACH, "Its bleed.", default=0.0, otherwise="that of the shop")
    safe: float = field(_REACH, "Its safe area.", default=0.0, otherwise="that of the shop")

    @property
    def trim(self) -> Trim:
        """Its outline."""
        width, height = self.size
        return Trim(self.shape, width, height or width)

    @property
    def in_words(self) -> str:
        """Its title and its size."""
        width, height = self.size
        return f"{self.title}, {plain_lengths((width, height) if height else (width,))}"

    @property
    def box(self) -> Size:
        """The width and the height of its picture, or else of the box round it, as the shop has it."""
        if self.picture != NO_PICTURE:
            return Size(*self.picture)
        box = self.trim.box(0.0)
        return Size(box.width, box.height)

    def distance(self, trim: Trim) -> float | None:
        """By how many millimetres a piece differs from it; None for one of another shape."""
        (shape, lengths), (other, sizes) = trim.measures, self.trim.measures
        if not shape or shape != other:
            return None
        return max(abs(one - another) for one, another in zip(lengths, sizes, strict=True))


class Shop(Section):
    """A print shop as its preset has it. One without products prints any size."""

    what = "a print shop"

    title: str = field(kinds.text(), "What it is called.", required=True)
    source: str = field(kinds.text(), "Where its numbers are from.", required=True)
    date: str = field(
        kinds.matching(r"20[0-9]{2}-[01][0-9]-[0-3][0-9]", "number", "a date, 2026-11-27"),
        "When they were looked up.",
        required=True,
    )
    files: str = field(
        kinds.one_of("pdf", "png"),
        "`pdf`: a PDF/X-4 file for each deck or group, with a page for each side. `png`: a picture of"
        " each side, in a folder for each product.",
        required=True,
    )
    bleed: float = field(_REACH, "How far art reaches over the cut.", required=True)
    safe: float = field(_REACH, "How far texts and signs stay away from the cut.", required=True)
    dpi: int = field(kinds.integer(72, 1200), "Dots for an inch of pictures.", default=300)
    copies: str = field(
        kinds.one_of("once", "repeated"),
        "Whether a file has the pages of a piece `once`, or `repeated` for each copy.",
        default="once",
    )
    die_line: bool = field(
        kinds.YES_NO,
        "Whether pieces that are no rectangles have the line to cut along, in the spot ink CutContour.",
        key="die-line",
    )
    note: str = field(kinds.text(), "What else the shop wants; pnp says it after the export.")
    products: tuple[Product, ...] = field(
        named(kinds.name("a product"), Product, "products"), "Its products, by name."
    )
    name: str = ""

    def completed(self, reader: Reader) -> Self:
        for each in self.products:
            if each.size.height and len(each.trim.lengths) == 1:
                message = f"the size of a {each.shape} is one length, as in 44.45mm"
                reader.error("length", message, each.place_of("size"))
            if each.picture != NO_PICTURE and each.is_sound("size", "picture"):
                self._check_picture(reader, each)
        return self

    def _check_picture(self, reader: Reader, product: Product) -> None:
        """Reports a picture that has no room for a product."""
        width, height = product.size
        dots = min(product.picture) * MM_PER_INCH / self.dpi
        least = min(width, height or width)
        if dots < least:
            message = (
                f"{product.title}: at {self.dpi} dpi this picture is {plain_length(dots)} wide,"
                f" and the product {plain_length(least)}"
            )
            reader.error("number", message, product.place_of("picture"))

    def product(self, kind: str, trim: Trim) -> Product | None:
        """The product for a piece of a kind; None if the shop has none of its size."""
        near = self.nearest(kind, trim)
        return near if near is not None and (near.distance(trim) or 0.0) <= _ALIKE else None

    def nearest(self, kind: str, trim: Trim) -> Product | None:
        """The product with the shape of a piece and the nearest size; None if no product has that shape."""
        found = (
            (distance, number)
            for number, each in enumerate(self.products)
            if kind in each.pieces and (distance := each.distance(trim)) is not None
        )
        best = min(found, default=None)
        return None if best is None else self.products[best[1]]


def shop_names() -> list[str]:
    """The names of all print shops: the user's own, and those that come with pnp."""
    return templates_here().names("shops", ".yaml")


def chosen_shop(name: str) -> Shop:
    """The print shop of a name; a user's own file hides a bundled one.

    Raises ValueError, and InvalidDefinition with everything that is wrong in its file.
    """
    path = templates_here().named("shops", name, ".yaml")
    if path is None:
        raise ValueError(f"there is no such print shop{did_you_mean(name, shop_names())}")
    return read_shop(read_source(path), name)


def read_shop(source: Source, name: str) -> Shop:
    """The print shop in a source; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = Reader()
    return replace(read_whole(reader, source, partial(Shop.read, reader)), name=name)
