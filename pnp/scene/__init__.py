"""Scenes: the content of a page in millimetres, independent of file formats."""

from pnp.scene.display import (
    Clip,
    Document,
    Drawing,
    Image,
    Item,
    Layer,
    LineEnds,
    Page,
    Picture,
    Placed,
    Raster,
    Shape,
    Stroke,
    Text,
    TurningEdge,
    strings_of,
)

__all__ = [
    "Clip",
    "Document",
    "Drawing",
    "Image",
    "Item",
    "Layer",
    "LineEnds",
    "Page",
    "Picture",
    "Placed",
    "Raster",
    "Shape",
    "Stroke",
    "Text",
    "TurningEdge",
    "strings_of",
]
