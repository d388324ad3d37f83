"""Boxes: nets to cut out and fold, for boxes, dividers and standees that go with the pieces of a set."""

from pnp.boxes.net import Net
from pnp.boxes.pieces import Boxed, boxed

__all__ = ["Boxed", "Net", "boxed"]
