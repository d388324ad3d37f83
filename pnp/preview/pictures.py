"""Pictures as SVG, each named by a digest of its text, so that a page asks only for those it lacks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO

from pnp.pieces import Pieces
from pnp.render import svg_writer
from pnp.scene import Layer, Page, Picture, Raster
from pnp.scene.geometry import ORIGIN
from pnp.sets.tileset import Piece

# Dots along the longer side of a raster: a card fills half a screen at most.
_MOST_DOTS = 600


class Pictures:
    """The pictures of a session by their names; a tile that does not change is drawn only once.

    Several threads add pictures: one reads the set, others answer the page.
    """

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._tiles: dict[Hashable, str] = {}
        self._writer = svg_writer(small)

    def begin(self) -> None:
        """Begins the pictures of another save: parts of drawings are kept for one save only."""
        self._writer = svg_writer(small)

    @property
    def texts(self) -> dict[str, str]:
        """All pictures by their names."""
        return dict(sorted(self._texts.items()))

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def add(self, picture: Picture) -> str:
        """The name of a picture, which is written as SVG in millimetres."""
        text = self._writer.text(page_with(picture))
        name = blake2b(text.encode(), digest_size=9).hexdigest()
        self._texts[name] = text
        return name

    def add_tile(self, key: Hashable, draw: Callable[[], Picture]) -> str:
        """The name of a tile's picture; *key* has everything that the picture depends on."""
        name = self._tiles.get(key)
        if name is None or name not in self._texts:
            name = self._tiles[key] = self.add(draw())
        return name

    def keep(self, names: Collection[str]) -> None:
        """Forgets all pictures but these."""
        for name in [name for name in [*self._texts] if name not in names]:
            self._texts.pop(name, None)
        for key, name in [*self._tiles.items()]:
            if name not in names:
                self._tiles.pop(key, None)


def tile_key(pieces: Pieces, piece: Piece) -> Hashable:
    """All that the picture of a tile depends on; places in the file are not among them."""
    definition = pieces.definition
    inks = tuple(
        (ink.name, ink.code, ink.fill, ink.line, ink.pattern, ink.symbol, ink.region)
        for ink in definition.palette
    )
    geometry, size = piece.group.geometry, piece.group.size
    return (pieces.theme, inks, geometry, size, piece.drawn, piece.style)


@lru_cache(maxsize=1024)
def small(raster: Raster) -> Raster:
    """A raster in as many dots as a screen needs, made once for all saves."""
    if max(raster.width, raster.height) <= _MOST_DOTS:
        return raster
    from PIL import Image

    with Image.open(BytesIO(raster.read())) as picture:
        if picture.mode.startswith("I"):
            # Pillow does not convert 16 bits of grey to 8, and browsers show them.
            return raster
        # A JPEG is decoded at about that size, which takes a fraction of the time.
        picture.draft(None, (_MOST_DOTS, _MOST_DOTS))
        clear = "A" in picture.mode or "transparency" in picture.info
        smaller = picture.convert("RGBA" if clear else "RGB")
    smaller.thumbnail((_MOST_DOTS, _MOST_DOTS))
    stream = BytesIO()
    smaller.save(stream, "PNG" if clear else "JPEG", quality=85)
    return Raster(
        f"{raster.digest}-small",
        *smaller.size,
        "png" if clear else "jpeg",
        raster.name,
        stream.getvalue,
    )


def page_with(picture: Picture) -> Page:
    """A page as large as a picture, with the picture on it."""
    width, height = picture.box.width, picture.box.height
    return Page(width, height, {Layer.ART: (picture.at(ORIGIN),)}, title=picture.alt)
