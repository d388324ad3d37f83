"""Scenes: what is on a page, in millimetres, before anyone knows about files."""

from pnp.scene.display import (
    Clip,
    Document,
    Drawing,
    Item,
    Layer,
    Page,
    Picture,
    Placed,
    Shape,
    Stroke,
    Text,
)

__all__ = [
    "Clip",
    "Document",
    "Drawing",
    "Item",
    "Layer",
    "Page",
    "Picture",
    "Placed",
    "Shape",
    "Stroke",
    "Text",
]
